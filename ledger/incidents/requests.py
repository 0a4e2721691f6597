"""Requests about a case, their context and checks; who of a panel has a part in the case."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar, NamedTuple
from uuid import UUID

from msgspec import Struct

from ledger import rulebook
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.case_file import CaseFile, case_file
from ledger.incidents.facts import AppealLodged, CaseOpened, RulingGiven, StatementTaken
from ledger.incidents.offences import PlayersGame
from ledger.messages import say
from ledger.refusals.saying import refusal
from ledger.requests import About, Decision, Request, RequestsOf
from ledger.rulebook import Rulebook
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Moment
from ledger.vocabulary.refusals import Saying

# Who on the panel of an appeal has a part in the case: it is asked about, by name.


class Concerned(NamedTuple):
    """A member of a panel with a part in the case: the name as it was written, and which part."""

    name: str
    part: str

    @property
    def words(self) -> str:
        """Both, as in ``Xia Zorn plays in the game``."""
        return f"{self.name} {self.part}"


def concerned(
    committee: Iterable[str],
    file: CaseFile,
    *,
    sheet: Sheet | None,
    about: str,
    official: Callable[[str], str],
) -> tuple[Concerned, ...]:
    """Those of a panel who have a part in the case, each with the first part found.

    Args:
      about: name of the player it is about, in a case about no game.
    """
    parts = tuple(_parts(file, sheet, about, official))
    found = []
    for name in committee:
        part = next((part for who, part in parts if _alike(name, who)), "")
        if part:
            found.append(Concerned(name, part))
    return tuple(found)


def _parts(
    file: CaseFile, sheet: Sheet | None, about: str, official: Callable[[str], str]
) -> Iterator[tuple[str, str]]:
    """Everybody with a part in the case, the gravest part first."""
    for name in sheet.names if sheet else ():
        yield name, say("incidents.part.played")
    yield about, say("incidents.part.about")
    for event in file.events:
        if isinstance(event.fact, RulingGiven):
            for badge in filter(None, (event.envelope.written_by, event.fact.seconded)):
                part = (
                    say("incidents.part.ruled")
                    if badge == event.envelope.written_by
                    else say("incidents.part.agreed")
                )
                yield official(badge), part
                yield badge, part
    for lodged in file.each(AppealLodged):
        yield lodged.who, say("incidents.part.appealed")
    for heard in file.each(StatementTaken):
        yield heard.who, say("incidents.part.heard")
        yield heard.interpreter, say("incidents.part.interpreted")
    for event in file.events:
        if isinstance(event.fact, CaseOpened):
            yield official(event.envelope.written_by), say("incidents.part.opened")
            yield event.envelope.written_by, say("incidents.part.opened")


def _alike(one: str, other: str) -> bool:
    """Whether two names are the same but for case, order and punctuation."""
    return bool(other) and _words(one) == _words(other)


def _words(name: str) -> list[str]:
    plain = unicodedata.normalize("NFKC", name).casefold()
    return sorted(re.findall(r"\w+", plain))


class CaseRequest(Request, frozen=True, kw_only=True):
    """A request about a case. What a case begins with names its stream, so it begins once.

    Attributes:
      needs: fields that must not be left empty.
      seen: version of the case that whoever asks had in view; 0: not said. What another official
        has done since is to be looked at first.
    """

    about: ClassVar[About] = "case"
    needs: ClassVar[tuple[str, ...]] = ()

    seen: int = 0


class Ruled(NamedTuple):
    """The ruling under which something is entered while it is being given.

    Attributes:
      traps: the gaps and contradictions it settles.
    """

    case: UUID
    citation: str
    traps: frozenset[str]


class CaseContext(Struct, frozen=True, kw_only=True):
    """What a request about a case is made under, and what it may ask of the record.

    Attributes:
      sheet: the sheet of a game; it refuses for one nobody scheduled.
      decide: what a game's own decisions write for a request under a ruling of this case.
    """

    stream: UUID
    by: str
    sheet: Callable[[UUID], Sheet]
    decide: Callable[[Sheet, Request, Ruled], Decision]
    tournament: Callable[[str], Tournament | None]
    games_of: Callable[[Tournament, int], tuple[PlayersGame, ...]]
    now: Callable[[], Moment]
    official: Callable[[str], str]

    def rules_of(self, game: UUID) -> Rulebook:
        scheduled = self.sheet(game).scheduled
        return rulebook.rules_of(scheduled)

    def rules_for(self, file: CaseFile) -> Rulebook:
        """The rulebook a case is decided by: its game's, or its tournament's."""
        if file.opened.game is not None:
            return self.rules_of(file.opened.game)
        return self.tournament_for(file).rules

    def tournament_for(self, file: CaseFile) -> Tournament:
        if file.opened.game is not None and not file.opened.tournament:
            return self.tournament_of(file.opened.game)
        return self._opened(file.opened.tournament)

    def tournament_of(self, game: UUID) -> Tournament:
        return self._opened(self.sheet(game).scheduled.tournament)

    def concerned(self, file: CaseFile, committee: Iterable[str]) -> tuple[Concerned, ...]:
        game, player = file.opened.game, None
        if game is None and file.opened.player:
            player = self.tournament_for(file).player(file.opened.player)
        return concerned(
            committee,
            file,
            sheet=self.sheet(game) if game else None,
            about=player.name if player else "",
            official=self.official,
        )

    def _opened(self, slug: str) -> Tournament:
        found = self.tournament(slug)
        if found is None:
            raise refusal("no-such-tournament/for-a-case", slug=slug)
        return found


BEGIN: RequestsOf[None, CaseContext] = RequestsOf()
"""What begins a case."""

GO_ON: RequestsOf[CaseFile, CaseContext] = RequestsOf()
"""What can be asked about one that was opened."""

decides = GO_ON.decides


def must_still_be(file: CaseFile, request: CaseRequest, what: Callable[[CaseFile], object]) -> None:
    """Refuse what was asked about something that is another by now, whoever changed it.

    A page that one left open in another window still shows what stood then.
    """
    then = case_file(event for event in file.events if event.originator_version <= request.seen)
    if then is not None and what(then) != what(file):
        raise refusal("case-went-on/another-by-now")


def game_of(file: CaseFile) -> UUID:
    if file.opened.game is None:
        raise refusal("no-game")
    return file.opened.game


def must_have_seen(file: CaseFile, request: CaseRequest, by: str) -> None:
    """Refuse what was asked before it was seen what another official did in the case."""
    missed = (event for event in file.events if event.originator_version > request.seen)
    if request.seen and any(event.envelope.written_by != by for event in missed):
        raise refusal("case-went-on/another-official")


def must_be_to_carry_out(file: CaseFile, decision: int) -> None:
    """Refuse to settle a decision on appeal that does not wait to be carried out."""
    waits = file.to_carry_out
    if waits is None or waits.version != decision:
        raise refusal("no-such-decision")


def must_be_filled_in(request: CaseRequest) -> None:
    """Refuse what leaves a field empty that a case can't do without, at that field."""
    for field in request.needs:
        if not getattr(request, field).strip():
            what = Saying(f"incidents.needs.{request.__struct_config__.tag}.{field}")
            raise refusal("unreadable-request/left-empty", what=what, field=field)


def must_be_as_seen(sheet: Sheet, seen: int) -> None:
    """Refuse what was looked at on a game that has moved on since."""
    if sheet.version != seen:
        raise refusal("game-went-on")


def must_be_open(file: CaseFile) -> None:
    if file.is_closed:
        raise refusal("case-closed")
