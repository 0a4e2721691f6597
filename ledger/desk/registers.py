"""The registers of a tournament: rulings, players' conduct, the director's log of the day.

Read from the record whenever somebody looks; on screens and on paper alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

from ledger.desk.desk import Desk
from ledger.game.calls.facts import (
    ClaimMade,
    DirectorArrived,
    DirectorCalled,
    DirectorLeft,
    DirectorSetOut,
    MatterSetAside,
)
from ledger.game.sheet.folding import wording
from ledger.game.sheet.sheet import Sheet
from ledger.hall import GameRow
from ledger.incidents.case_file import CaseFile, withdrawn
from ledger.incidents.facts import RulingGiven
from ledger.incidents.reports import (
    Consequence,
    as_it_stands,
    carrying_out,
    consequences_of,
    of_ruling,
    reason_of,
)
from ledger.incidents.wording import (
    Place,
    act_found,
    case_wording,
    finding_wording,
    number_wording,
    title_wording,
)
from ledger.incidents.wording import place_of as place_in
from ledger.messages import say
from ledger.record.events import Event, tournament_id
from ledger.record.fact import TakenBack
from ledger.record.standing import taken_back
from ledger.rulebook import Rulebook
from ledger.rulebook.help.book import books, is_below
from ledger.rulebook.help.finder import as_cited
from ledger.tournament.facts import (
    CaseListed,
    MatterPutOff,
    MatterTakenBack,
    MatterWaived,
    PlayerEntered,
    WarningGiven,
)
from ledger.tournament.tournament import ConductLedger, Player, Tournament, Warned
from ledger.tournament.tournament import named as named_by
from ledger.tournament.wording import tournament_wording
from ledger.vocabulary import Role, Seat
from ledger.vocabulary.refusals import Refusal

CALLS = (DirectorCalled, DirectorSetOut, DirectorArrived, DirectorLeft, ClaimMade)
"""Facts of a game that are a director's business, whoever entered them."""


FOLDED_FROM = 3  # players entered one after another that are told in one line


class Ruled(NamedTuple):
    """One ruling of the register: the case as it is called, when, by which badge, what followed.

    Attributes:
      struck: why it was taken back; empty: it stands, and may be gone by.
      where: at which table, ``R3 T14``; empty: at none.
      players: who met there, or the one it is about.
      appeal: how an appeal stands, in words; empty: nobody appealed.
      act: what it finds that a player did, in words; empty: nothing.
      gone: those of ``follows`` that were taken back.
    """

    called: str
    number: int
    at: datetime
    by: str
    title: str
    ruling: RulingGiven
    follows: tuple[str, ...] = ()
    struck: str = ""
    where: str = ""
    players: tuple[str, ...] = ()
    appeal: str = ""
    act: str = ""
    gone: frozenset[str] = frozenset()


class RuledCase(NamedTuple):
    """A case of the register: the ruling to show first, and the others of it, the latest first."""

    first: Ruled
    others: tuple[Ruled, ...]


class Struck(NamedTuple):
    """Something decided about a player that was taken back: what, when, by whom, why.

    Attributes:
      act: number of the request that took it back; ``None``: that was done in a case.
      warning: version of the event, where it is a warning with a notice of its own; 0: it is none.
    """

    words: str
    at: datetime
    by: str
    reason: str
    act: UUID | None = None
    warning: int = 0


class OnConduct(NamedTuple):
    """A player, with the warnings, the cases and what else was decided.

    ``games``: how many of the player's games count otherwise than played, in words; ``struck``:
    what was taken back.
    """

    player: Player
    warnings: tuple[Warned, ...]
    spread: int
    out: str
    cases: tuple[tuple[str, int], ...]
    games: tuple[str, ...] = ()
    struck: tuple[Struck, ...] = ()


class Act(NamedTuple):
    """One act of the day: when, by whom, where, and what; ``game``: at which, if at one.

    Attributes:
      follows: what was written in one go with it, in words: what followed from a ruling.
      each: of an act that stands for many of a kind, what each of them was.
      gone: why it was taken back; empty: it stands.
    """

    at: datetime
    by: str
    where: str
    words: str
    game: UUID | None = None
    follows: tuple[str, ...] = ()
    each: tuple[str, ...] = ()
    gone: str = ""


def rulings_of(
    desk: Desk, tournament: Tournament, *, text: str = "", clause: str = ""
) -> list[Ruled]:
    """Rulings, the latest first: with all words of ``text``, under a rule with ``clause``."""
    found = []
    for number, file in enumerate(desk.cases.cases_of(tournament), 1):
        if not any(isinstance(event.fact, RulingGiven) for event in file.events):
            continue  # one that was taken back stays in the register
        gone = file.taken_back
        sheet = desk.sheet(file.opened.game) if file.opened.game else None
        followed = consequences_of(file, sheet, tournament)
        where, players = _at(file, sheet, tournament)
        for event in file.events:
            if isinstance(event.fact, RulingGiven):
                title = title_wording(file.opened)
                at, by = event.envelope.written_at, event.envelope.written_by
                follows = of_ruling(followed, event.originator_version)
                called = number_wording(number)
                back = gone.get(event.originator_version)
                struck = reason_of(back) if back else ""
                found.append(
                    Ruled(
                        called, number, at, by, title, event.fact, follows, struck, where, players,
                        file.appeal_told,
                        act_found(event.fact, sheet.name if sheet else lambda seat: seat.value),
                        frozenset(as_it_stands(one) for one in followed if one.taken_back),
                    )
                )  # fmt: skip
    words, book = text.lower().split()[:12], tournament.rulebook
    rule = as_cited(clause, book)
    wanted = [
        one
        for one in found
        if all(word in _searched(one) for word in words)
        and _is_under(as_cited(one.ruling.citation, book), rule)
    ]
    return sorted(wanted, key=lambda one: one.at, reverse=True)


def by_case(rulings: Iterable[Ruled]) -> list[RuledCase]:
    """Rulings case by case, a case each once; what stands before what was struck."""
    of_case: dict[int, list[Ruled]] = {}
    for one in rulings:
        of_case.setdefault(one.number, []).append(one)
    found = []
    for of_one in of_case.values():
        first, *others = sorted(of_one, key=lambda one: bool(one.struck))
        found.append(RuledCase(first, tuple(others)))
    return found


def _at(file: CaseFile, sheet: Sheet | None, tournament: Tournament) -> tuple[str, tuple[str, ...]]:
    if sheet is None:
        player = tournament.player(file.opened.player)
        return "", (player.name,) if player else ()
    game = sheet.scheduled
    return place_of(game.round_number, game.division, game.table), sheet.names


def conduct_of(desk: Desk, tournament: Tournament) -> list[OnConduct]:
    files = desk.cases.cases_of(tournament)
    found = (_on_conduct(desk, tournament, files, player) for player in tournament.players)
    return [one for one in found if one is not None]


def acts_of(desk: Desk, tournament: Tournament, rows: Iterable[GameRow]) -> list[Act]:
    """Every official act of a tournament, oldest first; ``rows``: its games."""
    return sorted(_acts(desk, tournament, {row.id: row for row in rows}), key=lambda act: act.at)


def where_of(row: GameRow) -> str:
    return place_of(row.round_number, row.division, row.table)


def place_of(round_number: int, division: str, table: int) -> str:
    """A table in short: ``R3 A T14``."""
    return f"R{round_number}{f' {division}' if division else ''} T{table}"


def _is_under(citation: str, rule: str) -> bool:
    """Whether a rule that was cited is the one searched for, a part of it, or of its book."""
    (named, _, number), (book, _, above) = citation.partition(" "), rule.partition(" ")
    if book in books() and above:
        return named == book and (number == above or is_below(number, above))
    return rule.lower() in citation.lower()


def _searched(one: Ruled) -> str:
    ruling = one.ruling
    said = (
        one.called, one.title, finding_wording(ruling), ruling.citation, ruling.found,
        *one.follows, one.where, *one.players, one.appeal, one.act,
    )  # fmt: skip
    return " ".join(said).lower()


def _on_conduct(
    desk: Desk, tournament: Tournament, files: Sequence[CaseFile], player: Player
) -> OnConduct | None:
    kept, number = tournament.conduct, player.number
    warnings = kept.warnings_of(number)
    spread = sum(points for who, points in kept.spread if who == number)
    out = ""
    if number in kept.ejected:
        out = say("desk.put-out")
    elif number in kept.withdrawn:
        out = say("desk.withdrawn")
    cases = tuple(
        (number_wording(nth), nth)
        for nth, file in enumerate(files, 1)
        if _is_about(desk, file, number)
    )
    games = _games_otherwise(kept, number)
    struck = _struck(tournament, player)
    if not (warnings or spread or out or cases or games or struck):
        return None
    return OnConduct(player, warnings, spread, out, cases, games, struck)


def _struck(tournament: Tournament, player: Player) -> tuple[Struck, ...]:
    return tuple(
        Struck(
            tournament_wording(event.fact, lambda _number: player.name, _book_of(tournament)),
            by.envelope.written_at,
            by.envelope.written_by,
            reason_of(by),
            None if by.envelope.case else by.envelope.command_id,
            event.originator_version
            if isinstance(event.fact, WarningGiven) and event.envelope.case is None
            else 0,
        )
        for event, by in tournament.conduct.struck
        if getattr(event.fact, "player", 0) == player.number
        and not isinstance(event.fact, TakenBack)
    )


def _games_otherwise(kept: ConductLedger, number: int) -> tuple[str, ...]:
    voided = sum(who == number for who, _ in kept.voided)
    awarded = sum(who == number for who, _ in kept.awarded)
    return (
        *([say("desk.games-void", n=voided)] if voided else []),
        *([say("desk.games-given", n=awarded)] if awarded else []),
    )


def _is_about(desk: Desk, file: CaseFile, number: int) -> bool:
    opened = file.opened
    if opened.player:
        return opened.player == number
    seat = opened.seat or (file.finding.seat if file.finding else None)
    if opened.game is None or seat is None:
        return False
    numbers = desk.sheet(opened.game).numbers
    return numbers is not None and numbers[seat.place] == number


def _acts(desk: Desk, tournament: Tournament, rows: dict[UUID, GameRow]) -> Iterator[Act]:
    files = desk.cases.cases_of(tournament)
    followed = _Followed(desk, tournament, files)
    events = [
        event
        for event in desk.log.events_of(tournament_id(tournament.slug))
        # the case itself says that it was opened
        if not isinstance(event.fact, CaseListed) and place_in(event) not in followed.told
    ]
    where = partial(_where_set_aside, {file.id: file for file in files}, rows)
    yield from _acts_of_tournament(tournament, events, followed, where)
    for row in rows.values():
        yield from _acts_at(desk, row, followed)
    for file in files:
        yield from _acts_in(desk, file, rows, followed)


class _Followed:
    """What followed from the rulings of a tournament's cases, and is told with them.

    Attributes:
      told: the events that are told with a ruling, and not by themselves.
    """

    def __init__(self, desk: Desk, tournament: Tournament, files: Iterable[CaseFile]) -> None:
        self.told: set[Place] = set()
        self._lines: dict[Place, tuple[str, ...]] = {}
        self._words: dict[Place, str] = {}
        for file in files:
            sheet = desk.sheet(file.opened.game) if file.opened.game else None
            consequences = consequences_of(file, sheet, tournament)
            said = {place_in(one.event): one.words for one in consequences if one.event}
            carrying = {place_in(one) for one in carrying_out(file, sheet, tournament)}
            self.told |= carrying - set(said)  # another of them says it already
            self._words |= said
            self._add(file, consequences)

    def _add(self, file: CaseFile, consequences: Sequence[Consequence]) -> None:
        for ruling in file.events:
            if not isinstance(ruling.fact, RulingGiven):
                continue
            request = ruling.envelope.command_id
            with_it = [
                one
                for one in consequences
                if one.ruling == ruling.originator_version
                and (one.event is None or one.event.envelope.command_id == request)
            ]
            self._lines[place_in(ruling)] = tuple(one.words for one in with_it)
            self.told.update(place_in(one.event) for one in with_it if one.event)

    def words(self, event: Event) -> str:
        """What is told of an event that carries a case; empty: it carries none."""
        return self._words.get(place_in(event), "")

    def lines(self, event: Event) -> tuple[str, ...]:
        """What followed from a ruling, in words; nothing from anything else."""
        return self._lines.get(place_in(event), ())


def _acts_of_tournament(
    tournament: Tournament,
    events: Iterable[Event],
    followed: _Followed,
    where_of_matter: Callable[[UUID], tuple[str, UUID | None]],
) -> Iterator[Act]:
    """What was done about a tournament; players entered together are one act."""
    named = {player.number: player.name for player in tournament.players}
    back = Counter(one.version for one in tournament.set_aside.past if one.reopened)

    struck = {event.originator_version: reason_of(by) for event, by in tournament.conduct.struck}
    set_aside = {
        (one.was.command, named_by(one.was.fact)): one.reason
        for one in tournament.set_aside.past
        if not one.reopened  # the opening again says so itself
    }

    def gone(event: Event) -> str:
        if isinstance(event.fact, MatterPutOff | MatterWaived):
            return set_aside.get((event.envelope.command_id, named_by(event.fact)), "")
        return struck.get(event.originator_version, "")

    book = _book_of(tournament)

    def words_of(event: Event) -> str:
        words = followed.words(event) or tournament_wording(
            event.fact,
            lambda number: named.get(number) or say("desk.player-number", number=number),
            book,
        )
        again = back[event.originator_version]
        return f"{words}. {waits_again(again)}" if again else words

    for (together, by), of_one in groupby(events, key=_entered_by):
        kept = list(of_one)
        first = kept[0].envelope
        if together and len(kept) >= FOLDED_FROM:
            words = say("desk.players-entered", n=len(kept))
            yield Act(first.written_at, by, "", words, each=tuple(map(words_of, kept)))
        else:
            for event in kept:
                where, game = "", None
                if isinstance(event.fact, MatterPutOff | MatterWaived | MatterTakenBack):
                    where, game = where_of_matter(event.fact.subject)
                written = event.envelope.written_at
                yield Act(written, by, where, words_of(event), game, gone=gone(event))


def _book_of(tournament: Tournament) -> Rulebook | None:
    """The book in whose words acts are told; ``None`` before one was named, or where it is gone."""
    try:
        return tournament.rules if tournament.rulebook else None
    except Refusal:
        return None


def _entered_by(event: Event) -> tuple[bool, str]:
    return isinstance(event.fact, PlayerEntered), event.envelope.written_by


def waits_again(number: int) -> str:
    """How many matters wait again since a round was opened again.

    >>> waits_again(1), waits_again(2)
    ('1 waived matter waits again', '2 waived matters wait again')
    """
    return say("desk.waits-again", n=number)


def _where_set_aside(
    files: Mapping[UUID, CaseFile], rows: Mapping[UUID, GameRow], subject: UUID
) -> tuple[str, UUID | None]:
    """The table, or the case, of what was put off, waived or taken back."""
    if subject in files:
        file = files[subject]
        game = file.opened.game
        row = rows.get(game) if game else None
        called = number_wording(file.opened.number)
        return f"{called}, {where_of(row)}" if row else called, game
    row = rows.get(subject)
    return (where_of(row), subject) if row else ("", None)


def _acts_at(desk: Desk, row: GameRow, followed: _Followed) -> Iterator[Act]:
    sheet = desk.sheet(row.id)
    gone = taken_back(sheet.events)
    for event in sheet.events[1:]:
        at, by = event.envelope.written_at, event.envelope.written_by
        if place_in(event) in followed.told:
            continue
        if isinstance(event.fact, MatterSetAside):
            continue  # the tournament's own entry says so
        if isinstance(event.fact, CALLS) or desk.role_of(by) is Role.DIRECTOR:
            words = followed.words(event) or wording(event.fact, sheet)
            why = _why(gone.get(event.originator_version))
            yield Act(at, by, where_of(row), words, row.id, gone=why)


def _acts_in(
    desk: Desk, file: CaseFile, rows: dict[UUID, GameRow], followed: _Followed
) -> Iterator[Act]:
    game = file.opened.game
    sheet = desk.sheet(game) if game else None

    def name(seat: Seat) -> str:
        return sheet.name(seat) if sheet else seat.value

    row = rows.get(game) if game else None
    where = f"{number_wording(file.opened.number)}{f', {where_of(row)}' if row else ''}"
    gone = withdrawn(file) | file.taken_back
    for event in file.events:
        if place_in(event) in followed.told:
            continue
        words, by = case_wording(event.fact, name), event.envelope.written_by
        lines, why = followed.lines(event), _why(gone.get(event.originator_version))
        yield Act(event.envelope.written_at, by, where, words, follows=lines, gone=why)


def _why(by: Event | None) -> str:
    """Why something was taken back; empty: it stands."""
    return (reason_of(by) or say("desk.no-reason-given")) if by is not None else ""
