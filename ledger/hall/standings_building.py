"""The course of a tournament worked out from results and byes, and read from `hall.db`."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from msgspec.structs import replace

from ledger.game.sheet.sheet import Sheet
from ledger.hall import file
from ledger.hall.rows import COLUMNS, STARTER_KNOWN, Lacks, Result, TournamentRow, lacks_in, summary
from ledger.hall.standings import (
    Decided,
    capped,
    decided,
    decided_by,
    placed_once_played,
    standings,
    with_classes,
)
from ledger.hall.standings_view import Card, CardLine, Course, Entrant, Paired
from ledger.rulebook import Rulebook, in_force
from ledger.rulebook.limits import Said, StartRecord, Starts, who_starts
from ledger.tournament.pairing import byes_of
from ledger.tournament.tournament import ConductLedger, Tournament
from ledger.vocabulary import Points
from ledger.vocabulary.refusals import Refusal

# Results without a game in the hall: byes and rounds missed, written with the tournament.


class ByeRow(NamedTuple):
    """A round in which a player has no opponent.

    Attributes:
      half_wins: ``None``, like ``spread``, where nobody has settled what a bye is worth; it
        then does not count.
      kind: ``bye``, or ``missed`` for a round that counts as lost.
    """

    number: int
    round_number: int
    division: str
    half_wins: int | None
    spread: int | None
    kind: str = "bye"


def write_byes(connection: sqlite3.Connection, tournament: Tournament) -> None:
    connection.execute("DELETE FROM byes WHERE tournament = ?", (tournament.slug,))
    connection.executemany(
        "INSERT INTO byes VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(tournament.slug, *row) for row in rows_of(tournament)],
    )


def rows_of(tournament: Tournament) -> list[ByeRow]:
    """Every bye of a tournament, those too that count for nothing yet."""
    plays_in = {player.number: player.division for player in tournament.players}
    rows = [
        ByeRow(one.number, one.round_number, plays_in.get(one.number, ""), one.half_wins,
               one.spread, one.kind)
        for one in byes_of(tournament)
    ]  # fmt: skip
    counted = {(row.number, row.round_number) for row in rows}
    unsettled = [
        ByeRow(pairing.first, paired.round_number, paired.division, None, None)
        for paired in tournament.rounds
        for pairing in paired.pairings
        if not pairing.second and (pairing.first, paired.round_number) not in counted
    ]
    return rows + unsettled


def byes(db: sqlite3.Connection, slug: str) -> list[ByeRow]:
    rows = db.execute(
        "SELECT number, round_number, division, half_wins, spread, kind FROM byes "
        "WHERE tournament = ? ORDER BY division, round_number, number",
        (slug,),
    )
    return [ByeRow(*row) for row in rows]


SETTLED = frozenset({"void", "incomplete"})
"""States of a game that has no result and waits for none."""

WORTH_SAYING = frozenset({"void", "incomplete", "forfeited"})

Key = tuple[str, int, str]
"""Whom a card is of: the division and number, or the name of one who never entered."""


class Sat(NamedTuple):
    """A game as the hall's file has it: who sat there, and what came of it."""

    id: str
    division: str
    round_number: int
    table: int
    replay: int
    first_number: int
    first: str
    second_number: int
    second: str
    first_total: int
    second_total: int
    state: str
    counted: int
    begun: int
    first_half_wins: int
    second_half_wins: int
    first_spread: int
    second_spread: int
    flags: str = ""
    turns: int = 0
    start: Said = ""
    starts_by: str = ""
    edition: str = ""

    @property
    def said(self) -> Said:
        """What the game's own record says of who starts; the one so known is named first."""
        if self.start or not self.begun:
            return self.start
        return "played" if self.begun == STARTER_KNOWN else "not-known"

    @property
    def is_signed_for(self) -> bool:
        """Whether anybody signs it: who plays was entered, and the game is not out of a file."""
        return bool(self.first_number or self.second_number)

    @property
    def result(self) -> Result:
        return Result(
            self.division, self.first_number, self.first, self.first_half_wins, self.first_spread,
            self.second_number, self.second, self.second_half_wins, self.second_spread,
            self.begun == STARTER_KNOWN, self.id,
        )  # fmt: skip


class Entered(NamedTuple):
    """A player, and the table kept for that player, which nobody else is told."""

    entrant: Entrant
    kept: int


def course_of(
    row: TournamentRow,
    entered: Sequence[Entered],
    games: Sequence[Sat],
    given: Sequence[ByeRow],
    found: Decided,
    **how: Any,  # noqa: ANN401 (ties, prizes and after, as they are)
) -> Course:
    kept = {one.kept for one in entered if one.kept}
    rulings = _Rulings(found, row.spread_cap)
    waiting = _waiting(games)
    later = {
        (one.number, one.round_number)
        for one in given
        if one.kind == "bye"
        and one.half_wins is not None
        and (one.division, one.round_number) in waiting
    }  # whatever nobody has settled the worth of counts for nothing, and that is said now
    given = [
        one._replace(half_wins=None, spread=None)
        if (one.number, one.round_number) in later
        else one
        for one in given
    ]
    rows = standings(
        [(one.entrant.number, one.entrant.name, one.entrant.division) for one in entered],
        [one.result for one in games if one.counted],
        found,
        [(b.number, b.half_wins, b.spread or 0) for b in given if b.half_wins is not None],
        how["ties"],
        row.spread_cap,
    )
    cards = _cards([one.entrant for one in entered], games, given, rulings, kept, later)
    cards = _with_starts(cards, games, row.rulebook)
    pairings = tuple(_pairings(games, given, kept, found, entered))
    begun = _begun(games)
    at_hand = [one for one in pairings if one.round_number <= begun.get(one.division, 0)]
    return Course(
        tournament=row,
        cards=cards,
        pairings=pairings,
        standings=with_classes(placed_once_played(rows), {e.number: e.classes for e, _ in entered}),
        missing=tuple(one for one in at_hand if not one.is_settled),
        # Nobody signs a game that was taken in from a file: its players were never entered.
        slips=tuple(
            one for one in at_hand if one.lacks and (any(one.numbers) or not one.is_settled)
        ),
        prizes=how["prizes"],
        after=how["after"],
        rounds=max((one.round_number for one in pairings), default=0),
    )


class _Rulings(NamedTuple):
    found: Decided
    cap: int

    def worth(self, game: Sat) -> Result | None:
        """What a game is worth, or ``None`` where it counts for nobody."""
        result = self.found.applied(game.result) if game.counted else None
        return result and result._replace(
            first_spread=capped(result.first_spread, self.cap),
            second_spread=capped(result.second_spread, self.cap),
        )


def _cards(
    entrants: Iterable[Entrant],
    games: Iterable[Sat],
    given: Iterable[ByeRow],
    rulings: _Rulings,
    kept: Collection[int],
    later: Collection[tuple[int, int]],
) -> tuple[Card, ...]:
    """Everybody's rounds; ``later``: byes, by player and round, that count with their round."""
    who = {one.number: one for one in entrants}
    lines: dict[Key, list[CardLine]] = defaultdict(list)
    for one in who.values():
        lines[one.division, one.number, ""] = []
    for game in games:
        worth = rulings.worth(game)
        for number, name, seat in ((game.first_number, game.first, 1),
                                   (game.second_number, game.second, 2)):  # fmt: skip
            key = _key(who, game.division, number, name)
            lines[key].append(_line(game, worth, seat, rulings, kept))
    for bye in given:
        lines[_key(who, bye.division, bye.number, "")].append(
            CardLine(
                round_number=bye.round_number,
                division=bye.division,
                how=bye.kind,
                half_wins=bye.half_wins,
                spread=bye.spread,
                is_next=(bye.number, bye.round_number) in later,
                brings=StartRecord(unplayed=int(bye.kind == "bye")),
            )
        )
    cards = [
        Card(
            player=who.get(number) or Entrant(number=number, name=name, division=division),
            lines=tuple(_summed(found)),
            ruled=rulings.found.spread.get(number, 0) if number else 0,
        )
        for (division, number, name), found in lines.items()
    ]
    return tuple(sorted(cards, key=lambda c: (c.player.division, c.player.number, c.player.name)))


def _key(who: Mapping[int, Entrant], division: str, number: int, name: str) -> Key:
    if number in who:
        return who[number].division, number, ""
    return division, number, name


def _line(
    game: Sat, worth: Result | None, seat: int, rulings: _Rulings, kept: Collection[int]
) -> CardLine:
    first = seat == 1
    how = game.state if game.state in WORTH_SAYING else ""
    if game.id in rulings.found.voided:
        how = "void"
    elif game.id in rulings.found.awarded and worth:
        how = "awarded"
    scores: tuple[Points, Points] | None
    scores = (
        (Points(game.first_total), Points(game.second_total))
        if game.counted and how != "awarded"
        else None
    )
    if how == "forfeited" and scores and worth and scores[0] - scores[1] != worth.first_spread:
        scores = None  # it was given by a margin: what lay on the table stands for nothing
    return CardLine(
        round_number=game.round_number,
        division=game.division,
        table=game.table,
        replay=game.replay,
        game=UUID(game.id),
        opponent=game.second_number if first else game.first_number,
        name=game.second if first else game.first,
        seat=seat,
        began=bool(game.begun and worth),
        recorded=game.turns > 0,
        is_next=game.state == "scheduled",
        score=scores and scores[seat - 1],
        against=scores and scores[2 - seat],
        half_wins=worth and (worth.first_half_wins if first else worth.second_half_wins),
        spread=worth and (worth.first_spread if first else worth.second_spread),
        provisional=bool(worth and game.is_signed_for and _lacks(game, rulings.found.ruled)),
        how=how,
        kept=game.table in kept,
    )


def _with_starts(cards: Iterable[Card], games: Iterable[Sat], book: str) -> tuple[Card, ...]:
    """The cards with who starts each game, or started it; their lines have who is named first."""
    by_id = {UUID(game.id): game for game in games}
    ways = {(game.starts_by, game.edition) for game in by_id.values()}
    rules = {way: _rules(book, *way) for way in ways}

    def told(line: CardLine, before: Starts | None = None) -> CardLine:
        game = by_id.get(line.game) if line.game else None
        if game is None:
            return line
        start = who_starts(game.said, rules[game.starts_by, game.edition], before)
        seat = (0, line.seat, 3 - line.seat)[start.who]
        return replace(line, start=start, seat=seat, brings=_brings(game, seat))

    named = tuple(cards)
    settled = [replace(card, lines=tuple(told(line) for line in card.lines)) for card in named]
    of = {card.player.number: card for card in settled}

    def balanced(card: Card, was: CardLine, line: CardLine) -> CardLine:
        other = of.get(line.opponent)
        if line.seat or other is None:
            return line
        one, two = card.before(line.round_number), other.before(line.round_number)
        if one is None or two is None:
            return line
        return told(was, (one, two) if was.seat == 1 else (two, one))

    return tuple(
        replace(card, lines=tuple(map(partial(balanced, card), was.lines, card.lines)))
        for card, was in zip(settled, named, strict=True)
    )


def _rules(book: str, starts_by: str, edition: str) -> Rulebook | None:
    """The rules of games whose starter is found so; ``None`` of a pairing out of a file."""
    if not book or not starts_by:
        return None
    try:
        rules = in_force(book, (), edition)
        if rules.start.method.value == starts_by:
            return rules
        return in_force(book, (("start-method", starts_by),), edition)
    except Refusal:  # a book of the organiser's own of which the file is gone
        return None


def _brings(game: Sat, seat: int) -> StartRecord | None:
    """What a game adds to the starts so far, as ``ledger.tournament.rounds`` counts them."""
    if game.state == "scheduled":
        return None
    if game.state == "void":
        return StartRecord()
    if game.state == "forfeited" and not game.begun:
        return StartRecord(unplayed=1)
    if not game.said:
        return StartRecord() if game.state in SETTLED else None
    return StartRecord(firsts=int(seat == 1), seconds=int(seat == 2))


def _lacks(game: Sat, ruled: Collection[str]) -> Lacks:
    """What is missing of a game's slip; nothing where a ruling stands for it."""
    return "" if game.id in ruled else lacks_in(game.state, game.flags.split())


def _summed(lines: Iterable[CardLine]) -> Iterable[CardLine]:
    """Lines by round, each with what it comes to so far."""
    games = wins = total = 0
    for line in sorted(lines, key=lambda one: (one.round_number, one.table)):
        games += line.counts
        wins += line.half_wins or 0
        total += line.spread or 0
        yield replace(line, games=games, wins=wins, total=total)


def _pairings(
    games: Iterable[Sat],
    given: Iterable[ByeRow],
    kept: Collection[int],
    found: Decided,
    entered: Iterable[Entered],
) -> Iterable[Paired]:
    names = {one.entrant.number: one.entrant.name for one in entered}
    at_tables = [
        Paired(
            division=game.division,
            round_number=game.round_number,
            table=game.table,
            numbers=(game.first_number, game.second_number),
            names=(game.first, game.second),
            replay=game.replay,
            game=UUID(game.id),
            kept=game.table in kept,
            is_settled=bool(game.counted) or game.state in SETTLED or game.id in found.ruled,
            lacks=_lacks(game, found.ruled),
        )
        for game in games
    ]
    without = [
        Paired(
            division=bye.division,
            round_number=bye.round_number,
            table=0,
            numbers=(bye.number,),
            names=(names.get(bye.number, ""),),
            is_settled=True,
        )
        for bye in given
        if bye.kind == "bye"
    ]
    return sorted(
        (*at_tables, *without),
        key=lambda one: (one.division, one.round_number, not one.table, one.table, one.names),
    )


def _waiting(games: Iterable[Sat]) -> set[tuple[str, int]]:
    """The rounds in which games are still to give the first result: a bye counts with them."""
    rounds: dict[tuple[str, int], list[Sat]] = defaultdict(list)
    for game in games:
        rounds[game.division, game.round_number].append(game)
    return {
        which
        for which, found in rounds.items()
        if not any(game.counted for game in found)
        and any(game.state not in SETTLED for game in found)
    }


def _begun(games: Iterable[Sat]) -> dict[str, int]:
    """The last round of each division in which a game has a result or is being played."""
    begun: dict[str, int] = {}
    for game in games:
        if game.counted or game.state != "scheduled":
            begun[game.division] = max(begun.get(game.division, 0), game.round_number)
    return begun


# The course of a tournament, read from the hall's file.


IN_PLAY = "playing"
"""The state of a game whose board is not shown, however it stands."""


class Supposed(NamedTuple):
    """What is taken as written for a look, and is not.

    Attributes:
      sheet: a game as it would be; ``None``: all are as they are.
      conduct: what would be decided about conduct.
    """

    sheet: Sheet | None
    conduct: ConductLedger


def read_course(
    db: sqlite3.Connection,
    row: TournamentRow,
    without: Collection[str],
    after: int,
    supposed: Supposed | None = None,
) -> Course:
    """The course of a tournament.

    Args:
      without: ids of games of which nothing but the pairing is told.
      after: the last round that is looked at; 0: all.
    """
    slug = row.slug
    entered = _entered(db, slug)
    called = {one.entrant.number: one.entrant.name for one in entered}
    sat = (_as_supposed(Sat(*found), supposed) for found in _games(db, slug))
    games = [
        _held_back(one) if one.id in without else one
        for one in _last_of_each(_called(one, called) for one in sat)
        if not after or one.round_number <= after
    ]
    given = [one for one in byes(db, slug) if not after or one.round_number <= after]
    found = decided(db, slug) if supposed is None else decided_by(supposed.conduct)
    return course_of(
        row, entered, games, given, found,
        ties=file.ties(db, slug), prizes=file.prizes(db, slug), after=after,
    )  # fmt: skip


def read_stamp(db: sqlite3.Connection, slug: str) -> tuple[int, ...]:
    """What changes whenever the course does, and not with each turn of a game."""
    (version,) = db.execute("SELECT version FROM tournaments WHERE slug = ?", (slug,)).fetchone()
    counts = db.execute(
        "SELECT count(*), sum(counted), sum(state = 'scheduled'), "
        "max(CASE WHEN state IN ('playing', 'on hold', 'challenge', 'played out') "
        "AND NOT corrected THEN 0 ELSE position END), sum(start <> '') "
        "FROM games WHERE tournament = ?",
        (slug,),
    ).fetchone()
    return (version, *(count or 0 for count in counts))


def _as_supposed(game: Sat, supposed: Supposed | None) -> Sat:
    sheet = supposed.sheet if supposed else None
    if sheet is None or sheet.id.hex != game.id:
        return game
    now = dict(zip(COLUMNS, summary(sheet, 0, differs=frozenset()), strict=True))
    now["table"] = now["table_number"]
    return Sat(*(now[field] for field in Sat._fields))


def _held_back(game: Sat) -> Sat:
    """A game of which no more is told than who meets whom, whether it was begun, and by whom."""
    state = game.state if game.state == "scheduled" else IN_PLAY
    return game._replace(counted=0, begun=0, state=state, first_total=0, second_total=0, flags="")


def _called(game: Sat, called: Mapping[int, str]) -> Sat:
    """A game with its players as they are called now, though it was paired before."""
    return game._replace(
        first=called.get(game.first_number, game.first),
        second=called.get(game.second_number, game.second),
    )


def _last_of_each(games: Iterable[Sat]) -> Iterable[Sat]:
    for _, same in groupby(games, key=lambda one: (one.division, one.round_number, one.table)):
        *_, last = same
        yield last


def _games(db: sqlite3.Connection, slug: str) -> sqlite3.Cursor:
    return db.execute(
        "SELECT id, division, round_number, table_number, replay, first_number, first, "
        "second_number, second, first_total, second_total, state, counted, begun, "
        "first_half_wins, second_half_wins, first_spread, second_spread, flags, turns, "
        "start, starts_by, edition FROM games "
        "WHERE tournament = ? AND instr(flags, 'taken-back') = 0 "
        "ORDER BY division, round_number, table_number, replay",
        (slug,),
    )


def _entered(db: sqlite3.Connection, slug: str) -> list[Entered]:
    rows = db.execute(
        "SELECT number, name, division, rating, team, classes, withdrawn, kept, here, first_round "
        "FROM players "
        "WHERE tournament = ? ORDER BY number",
        (slug,),
    )
    return [
        Entered(
            Entrant(
                number=number, name=name, division=division, rating=rating, team=team,
                classes=tuple(msgspec.json.decode(classes)), withdrawn=bool(withdrawn),
                here=bool(here), first_round=first_round,
            ),
            kept,
        )
        for (
            number, name, division, rating, team, classes, withdrawn, kept, here, first_round,
        ) in rows
    ]  # fmt: skip
