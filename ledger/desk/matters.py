"""Refused requests, and everything that waits for an official in a tournament."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct

from ledger.desk.answering import settled, unsettled
from ledger.desk.requests import RefusedBody, RejectedRequest, refused_of
from ledger.incidents.case_file import CaseFile, files_of
from ledger.matters.in_game import GameMatters, not_started, telling, unfinished
from ledger.matters.matter import DeskMatter, matter_of_case
from ledger.messages import say
from ledger.record.events import FACT_TYPES, Event
from ledger.record.log import Log
from ledger.record.standing import struck_outside_a_case
from ledger.record.store import Answer
from ledger.refusals.saying import refusal
from ledger.tournament.facts import GamesAwarded, GamesVoided, SpreadAdjusted, WarningGiven
from ledger.tournament.pairing import games_of
from ledger.tournament.tournament import Named, Tournament, is_still_put_off
from ledger.tournament.wording import conduct_called
from ledger.vocabulary.refusals import Refusal

# Refused requests about games that a director's ruling could overcome: where a ruling starts.


FOR_WANT_OF_A_RULING = frozenset({"needs-ruling", "rulebook-silent", "call-the-director"})
"""Codes of refusals that say themselves that a director has to rule. Others, such as a turn of who
is not on move, are as a rule a slip of whoever typed."""


class RefusedRequest(Struct, frozen=True, kw_only=True):
    """A request about a game that was refused, and that a ruling could overcome.

    Attributes:
      wanted: what it asked, and under whose badge.
      version: of the game at that moment.
      would_write: topics of what a director could write for it under a ruling.
    """

    entry: UUID
    game: UUID
    device: str
    wanted: RejectedRequest
    refusal: Refusal
    at: datetime
    version: int
    would_write: tuple[str, ...]

    @property
    def asks_for_a_ruling(self) -> bool:
        """Whether the book leaves it to a director, so that play waits for a ruling."""
        return bool(self.refusal.trap) or self.refusal.code in FOR_WANT_OF_A_RULING


def refused_for_a_ruling(log: Log, game: UUID | None = None) -> tuple[RefusedRequest, ...]:
    """Of one game or all, oldest first.

    What has been written since all the same, under a ruling or without one, is not among it, nor
    what was dropped or entered as something else; of the same thing asked again and again, the last
    time is.
    """
    found: dict[tuple[UUID, bytes], RefusedRequest] = {}
    for answer in log.answers_not_written("refused", game):
        body = refused_of(answer.body)
        if body.would_write and body.wanted is not None:
            which = answer.stream, msgspec.json.encode(body.wanted.asked, order="sorted")
            found.pop(which, None)
            found[which] = _request(answer, body, body.wanted)
    done = settled(log, game) if found else frozenset()
    waiting = [one for one in found.values() if one.entry not in done]
    since: dict[UUID, int] = {}
    for one in waiting:
        since[one.game] = min(one.version, since.get(one.game, one.version))
    events = {of: log.events_of(of, after=version) for of, version in since.items()}
    return tuple(one for one in waiting if not written_since(one, events[one.game]))


def refused_entry(log: Log, entry: UUID) -> RefusedRequest:
    """By its command id; also one that has been written since."""
    answer = log.answer_to(entry)
    if answer is not None and answer.kind == "refused":
        body = refused_of(answer.body)
        if body.would_write and body.wanted is not None:
            return _request(answer, body, body.wanted)
    raise refusal("no-such-entry/to-rule-on")


def written_since(refused: RefusedRequest, events: Sequence[Event]) -> bool:
    """Whether one request among ``events`` of its game wrote, after the refusal, what was asked."""
    written: dict[UUID, list[dict[str, Any]]] = {}
    for event in events:
        if event.originator_version > refused.version and _would_be_written(event, refused):
            written.setdefault(event.envelope.command_id, []).append(_fields(event))
    return any(_say(facts, refused) for facts in written.values())


def _would_be_written(event: Event, refused: RefusedRequest) -> bool:
    return event.fact.topic() in refused.would_write


def _say(facts: list[dict[str, Any]], refused: RefusedRequest) -> bool:
    """Whether facts that one request wrote hold all that was asked and that such facts tell.

    What else would have been written may have been so already, such as stopped clocks.
    """
    words = {name for topic in refused.would_write for name in FACT_TYPES[topic].__struct_fields__}
    request = {name: value for name, value in refused.wanted.asked.items() if name in words}
    if not request:
        return len(facts) >= len(refused.would_write)
    return all(any(fact.get(name) == value for fact in facts) for name, value in request.items())


def _fields(event: Event) -> dict[str, Any]:
    fact = event.fact
    return {name: msgspec.to_builtins(getattr(fact, name)) for name in fact.__struct_fields__}


def _request(answer: Answer, body: RefusedBody, wanted: RejectedRequest) -> RefusedRequest:
    return RefusedRequest(
        entry=answer.command_id,
        game=answer.stream,
        device=answer.device,
        wanted=wanted,
        refusal=body.refusal,
        at=answer.at,
        version=answer.version,
        would_write=body.would_write,
    )


ABOUT_CONDUCT = (WarningGiven, SpreadAdjusted, GamesVoided, GamesAwarded)
"""What counts against a player, and is for the player to hear when it goes."""

RULED_ON = frozenset({"step", "petition", "under-protest"})
"""Kinds that a case may be about, each named by the version of its event."""

InGame = Callable[[UUID], GameMatters]
"""Gives what waits in a game; the same while nothing is written to it."""


def round_games(tournament: Tournament, division: str, number: int) -> tuple[UUID, ...]:
    """The games of a round as it was paired last; none, if it was not."""
    paired = [x for x in tournament.rounds if (x.division, x.round_number) == (division, number)]
    if not paired:
        return ()
    pairings = paired[-1].pairings
    return tuple(game for game, _ in games_of(tournament, number, pairings, division=division))


def matters_of_games(
    log: Log,
    tournament: Tournament,
    games: Mapping[UUID, GameMatters],
    files: Sequence[CaseFile],
) -> Iterator[DeskMatter]:
    """What waits in some games of a tournament, and in the cases about them."""
    cases = {(file.opened.game, str(file.opened.about)): file for file in files}
    news = {
        matter.named: matter
        for matter in chain(
            conduct_to_tell(log, tournament),
            (matter for one in games.values() for matter in one.matters),
        )
        if matter.kind == "telling" and matter.game in games and _is_news(tournament, matter)
    }
    yield from news.values()
    for one in games.values():
        yield from (
            matter
            for matter in one.matters
            if matter.kind != "telling" and not _is_in_hand(matter, cases)
        )
    taken_up = frozenset(file.opened.entry for file in files if file.opened.entry)
    yield from _refused(log, games, taken_up)
    yield from _unwritten(log, games)
    for file in files:
        if file.opened.game in games:
            matter = matter_of_case(tournament, file)
            if matter is not None:
                yield matter


def conduct_to_tell(log: Log, tournament: Tournament) -> Iterator[DeskMatter]:
    """What was decided about a player's conduct, taken back without a case, and is to be told."""
    if not tournament.conduct.struck:
        return
    for struck in struck_outside_a_case(log.events_of(tournament.id)):
        fact = struck.first.fact
        if isinstance(fact, ABOUT_CONDUCT):
            game = fact.game if isinstance(fact, WarningGiven) else None
            player = tournament.player(fact.player)
            whom = player.name if player else say("desk.player-number", number=fact.player)
            what = f"{whom}, {conduct_called(fact.topic())}"
            matter = telling(game or tournament.id, struck, what, game)
            if _is_news(tournament, matter):
                yield matter


def _is_news(tournament: Tournament, matter: DeskMatter) -> bool:
    """Whether players heard of what it follows from, if it follows from anything."""
    return matter.once_told is None or matter.once_told in tournament.set_aside.waived


def matters_of_round(
    log: Log,
    in_game: InGame,
    tournament: Tournament,
    division: str,
    number: int,
    *,
    files: Sequence[CaseFile] | None = None,
) -> tuple[DeskMatter, ...]:
    """What waits in the games of a round, and which of them have no result.

    ``files`` are the cases of the tournament, where they are at hand.
    """
    games = {game: in_game(game) for game in round_games(tournament, division, number)}
    files = files_of(log, tournament) if files is None else files
    return tuple(chain(matters_of_games(log, tournament, games, files), unfinished(games.items())))


def waits(
    log: Log, in_game: InGame, tournament: Tournament, named: Named, files: Sequence[CaseFile]
) -> bool:
    """Whether just this matter waits at this moment, ``files`` being the tournament's cases."""
    if named.subject == tournament.id:
        return any(one.named == named for one in conduct_to_tell(log, tournament))
    for file in files:
        if file.id == named.subject:
            matter = matter_of_case(tournament, file)
            return matter is not None and matter.named == named
    for paired in tournament.rounds:
        ids = round_games(tournament, paired.division, paired.round_number)
        if named.subject in ids:
            games = {game: in_game(game) for game in ids}
            found = chain(
                matters_of_games(log, tournament, games, files),
                unfinished(games.items()),
                not_started(games),
            )
            return any(one.named == named for one in found)
    return False


def is_set_aside(
    tournament: Tournament, matter: DeskMatter, games: Mapping[UUID, GameMatters], now: datetime
) -> bool:
    """Whether a matter was waived, or put off and has not come back."""
    aside = tournament.set_aside
    if matter.named in aside.waived:
        return True
    put = aside.put_off.get(matter.named)
    if put is None:
        return False
    game = games.get(matter.game) if matter.game else None
    return is_still_put_off(
        put, now,
        stopped=game.stopped if game else None, is_over=game is None or game.is_over,
    )  # fmt: skip


def _is_in_hand(matter: DeskMatter, cases: Mapping[tuple[UUID | None, str], CaseFile]) -> bool:
    """Whether a case is about just this: till it is ruled on, the case waits in its place.

    A ruling answers a petition and a protest. A step that is recorded at the table waits until
    it is; of one that is not recorded there the ruling is all there is.
    """
    file = cases.get((matter.game, matter.named.which)) if matter.kind in RULED_ON else None
    if file is None:
        return False
    if file.ruling is None:
        return not file.is_closed
    return matter.kind != "step" or not matter.step


def _refused(
    log: Log, games: Mapping[UUID, GameMatters], taken_up: frozenset[UUID]
) -> Iterator[DeskMatter]:
    """Entries that the book leaves to the director, and that are in no case yet."""
    for one in refused_for_a_ruling(log):
        if one.game in games and one.asks_for_a_ruling and one.entry not in taken_up:
            yield DeskMatter(
                named=Named("for-a-ruling", one.game, one.entry.hex),
                since=one.at,
                words=one.refusal.what,
                clause=one.refusal.clause,
                game=one.game,
            )


def _unwritten(log: Log, games: Iterable[UUID]) -> Iterator[DeskMatter]:
    """Entries that came too late and that nobody has settled."""
    for one in unsettled(log):
        if one.game in games:
            yield DeskMatter(
                named=Named("unwritten", one.game, one.entry.hex),
                since=one.answered_at,
                words=say("desk.entered-first"),
                game=one.game,
            )
