"""A game file taken into the record as events, at the desk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal
from uuid import UUID, uuid5

from msgspec import Struct
from msgspec.structs import replace

from ledger.desk.desk import Desk
from ledger.desk.requests import Sent
from ledger.equipment.tile_set import name_of, tile_set_names
from ledger.game.keeping.facts import GameFileTakenIn, GameLineNoted
from ledger.game.scores.facts import CreditApplied, PenaltyApplied
from ledger.game.setting_up.facts import GameScheduled, GameStarted, StarterDetermined
from ledger.game.sheet.folding import after, replay
from ledger.game.turns.facts import PlayRecorded, TilesExchanged, TurnPassed
from ledger.gcg.following import Followed, FollowedEvent, follow, scores_that_fit
from ledger.gcg.importing import STOPPED, announced, facts_by_event, first_mover, source_digest
from ledger.gcg.reading import NOTHING_GIVEN, GivenTiles, equipment_of, fits, read_gcg
from ledger.gcg.record import GcgEvent, GcgRecord, Kind, Oddity, in_order
from ledger.gcg.writing import event_line
from ledger.record.events import TILESCRIBE, game_id
from ledger.record.fact import Fact
from ledger.record.log import Taken
from ledger.record.store import Answer
from ledger.refusals.saying import refusal
from ledger.requests import ORGANISERS, must_be_allowed
from ledger.tournament.facts import Pairing, PlayerEntered, RoundPaired
from ledger.tournament.names import called, told_apart
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Points, Seat, Tiles, Totals
from ledger.vocabulary.names import must_be_writable
from ledger.vocabulary.refusals import Refusal

# What a file says beside its turns, taken in with them: notes, declarations, words after totals.
#
# All of it can be written out again as it came. Where it is more than a record should hold of one
# game, the rest is left out, and the import says so.


MOST_SAID = 60_000
"""Characters that are kept of one file beside its turns; a book on one game has fewer."""


FORMS: dict[Kind | None, Literal["challenge", "time", "withdrawn"]] = {
    Kind.CHALLENGE: "challenge",
    Kind.TIME: "time",
    Kind.WITHDRAWN: "withdrawn",
}
"""The lines that may hold points which are not what such a line tells."""

NO_TILES_THERE = frozenset({"end-not-tiles", "exchange-not-tiles"})
"""Oddities of lines whose tiles no event can hold; racks and plays are kept as they are written."""


class TakenIn(Struct, frozen=True):
    """The facts of a whole file, oldest first, after the game was scheduled and started.

    Attributes:
      totals: what the facts add up to, first seat then second.
      left_out: what was not taken in, a sentence each.
    """

    facts: tuple[Fact, ...]
    totals: Totals
    left_out: tuple[str, ...]


def all_facts_of(record: GcgRecord, followed: Followed) -> TakenIn:
    """Everything a file says, as facts; the first seat is the player who moves first in it."""
    taking = _TakingIn(record, followed)
    for event, facts in zip(followed.events, facts_by_event(record, followed), strict=True):
        taking.take(event, facts)
    return taking.done()


@dataclass
class _Noted:
    """What is said beside a line, until all of it is known."""

    event: GcgEvent
    at: int
    notes: list[str]
    rack: str = ""
    total: int | None = None
    form: Kind | None = None


@dataclass
class _TakingIn:
    record: GcgRecord
    followed: Followed
    facts: list[Fact | _Noted] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    totals: list[int] = field(default_factory=lambda: [0, 0])
    counted_at: int = -1
    latest: _Noted | None = None
    room: int = MOST_SAID
    dropped: int = 0
    dropped_from: int = 0

    def __post_init__(self) -> None:
        self.first = first_mover(self.record)
        self.notes += self.record.notes

    def seat(self, player: int) -> Seat:
        return Seat.FIRST if player == self.first else Seat.SECOND

    def take(self, followed: FollowedEvent, facts: tuple[Fact, ...]) -> None:
        event = followed.event
        at = len(self.facts)
        self.facts += facts
        self.totals[self.seat(event.player).place] += self._points(followed)
        if event.kind is Kind.LEFT:
            if facts:
                self.counted_at = len(self.facts) - 1
            own = self.counted_at
        elif not facts or (event.kind is Kind.CHALLENGE and not event.score):
            self._only_a_note(event)
            return
        else:
            own = at if event.kind is Kind.PLAY else len(self.facts) - 1
        noted = _Noted(event, own, list(event.notes))
        noted.rack = self._rack_beyond(followed, facts)
        running = self.totals[self.seat(event.player).place]
        if event.total is not None and event.total != running:
            noted.total = event.total
        if facts and isinstance(facts[-1], CreditApplied | PenaltyApplied):
            noted.form = event.kind
        self.latest = noted
        self.facts.append(noted)

    def done(self) -> TakenIn:
        if not self.followed.complete:
            self.facts.append(STOPPED)
        record = self.record
        declared = tuple(
            (pragma.keyword, pragma.text)
            for pragma in record.pragmas
            if self._has_room((pragma.keyword, pragma.text), pragma.line)
        )
        notes = tuple(self._kept(self.notes, 1))
        facts = self._numbered()
        racks = {self.seat(held.player): held.tiles for held in record.held}
        first, second = record.players[self.first], record.players[1 - self.first]
        facts.append(
            GameFileTakenIn(
                nicks=(first.nick, second.nick),
                declared=declared,
                notes=notes,
                racks=(Tiles(racks.get(Seat.FIRST, "")), Tiles(racks.get(Seat.SECOND, ""))),
                stops=record.incomplete,
                turned=self.first == 1,
            )
        )
        one, two = self.totals
        return TakenIn(tuple(facts), (Points(one), Points(two)), self._left_out())

    def _numbered(self) -> list[Fact]:
        facts: list[Fact] = []
        place: dict[int, int] = {}
        for at, fact in enumerate(self.facts):
            if not isinstance(fact, _Noted):
                place[at] = len(facts)
                facts.append(fact)
                continue
            event = fact.event
            said = GameLineNoted(
                seat=self.seat(event.player),
                back=len(facts) - place[fact.at],
                notes=tuple(self._kept(fact.notes, event.line)),
                comment=next(iter(self._kept([event.comment], event.line)), ""),
                rack=Tiles(fact.rack),
                total=None if fact.total is None else Points(fact.total),
                form=FORMS.get(fact.form, ""),
            )
            if said != GameLineNoted(seat=said.seat, back=said.back):
                facts.append(said)
        return facts

    def _points(self, followed: FollowedEvent) -> int:
        """What the facts of a line add to its player's total."""
        event = followed.event
        match event.kind:
            case Kind.PLAY:
                return announced(followed)
            case Kind.WITHDRAWN:
                about = followed.answers
                return followed.counted if about is None else -announced(self._played(about))
            case Kind.EXCHANGE:
                return 0
            case Kind.LEFT:
                return followed.counted
            case _:
                return event.score or 0

    def _played(self, at: int) -> FollowedEvent:
        return self.followed.events[at]

    def _rack_beyond(self, followed: FollowedEvent, facts: tuple[Fact, ...]) -> str:
        """The rack as written, where the event of the line holds none or another."""
        event = followed.event
        if event.kind is Kind.WITHDRAWN and followed.answers is not None:
            held = self._played(followed.answers).event.rack
        elif event.kind is Kind.LEFT:
            held = event.letters
        else:
            fact = facts[0] if facts else None
            held = ""
            if isinstance(fact, PlayRecorded | TilesExchanged | TurnPassed):
                held = fact.rack
        return "" if event.rack == held else event.rack

    def _only_a_note(self, event: GcgEvent) -> None:
        """Keep a line that changes nothing as words, with its notes, on the line before."""
        notes = self.latest.notes if self.latest else self.notes
        notes += [event_line(event, self.record.players[event.player].nick), *event.notes]

    def _kept(self, texts: Sequence[str], line: int) -> list[str]:
        return [text for text in texts if self._has_room((text,), line)]

    def _has_room(self, texts: Sequence[str], line: int) -> bool:
        size = sum(map(len, texts))
        if size > self.room:
            self.dropped += 1
            self.dropped_from = self.dropped_from or line
            return False
        self.room -= size
        return True

    def _left_out(self) -> tuple[str, ...]:
        left_out = [
            f"Line {odd.line}: {odd.what} What is written there as tiles is left out."
            for odd in self.followed.oddities
            if odd.code in NO_TILES_THERE
        ]
        if self.dropped:
            one = self.dropped == 1
            many = "1 note or line" if one else f"{self.dropped} notes or lines"
            left_out.append(
                f"{many} beside the turns, from line {self.dropped_from} on, "
                f"{'was' if one else 'were'} left out: the "
                f"record keeps {MOST_SAID:,} characters of one file."
            )
        return tuple(left_out)


MOST_TURNS = 500
"""Turns of a game that is taken in; a hundred are rare, and passing has to end some day."""


class GameFile(Struct, frozen=True, kw_only=True):
    """A game file that can be taken in: read, replayed, and found to be one game.

    Attributes:
      names: of the players, who plays first before the other.
      digest: names the bytes of the file.
      said: what whoever takes it in has to know: what is left out, and where the record will
        follow a score that the board does not give.
    """

    names: tuple[str, str]
    facts: tuple[Fact, ...]
    lexicon: str
    tile_set: str
    board: str
    digest: str
    oddities: tuple[Oddity, ...]
    said: tuple[str, ...] = ()

    @property
    def command_id(self) -> UUID:
        """The number of the request that takes this file in, whenever it is sent."""
        return uuid5(TILESCRIBE, self.digest)


class Imported(Struct, frozen=True):
    """A file taken in: its game, how many events it made, what was odd about it.

    ``again`` is True if the file had been taken in before; then nothing was written.
    """

    game: UUID
    events: int
    oddities: tuple[Oddity, ...]
    again: bool = False


def game_file(data: bytes, given: GivenTiles = NOTHING_GIVEN) -> GameFile:
    """Read a GCG file for taking in; nothing is written.

    Args:
      given: what is known of its tiles beside what it says.
    """
    record = read_gcg(data)
    followed = follow(record, given)
    if followed.turns > MOST_TURNS:
        raise Refusal(
            "gcg-too-long",
            f"This file has {followed.turns} turns; no game has more than {MOST_TURNS}.",
            "Choose the file of one game.",
        )
    taken = all_facts_of(record, followed)
    if given.certain is None:
        _must_be_tiles_we_have(record, followed)
    first = first_mover(record)
    names = [player.name or player.nick for player in record.players]
    for number, name in enumerate(names, 1):
        must_be_writable(name, f"Player {number}")
    return GameFile(
        names=(names[first], names[1 - first]),
        facts=taken.facts,
        lexicon=record.pragma("lexicon"),
        tile_set=followed.tile_set,
        board=followed.board,
        digest=source_digest(data),
        oddities=in_order(record.oddities + followed.oddities),
        said=(*taken.left_out, *_follows_the_file(taken.totals, followed, first)),
    )


def _must_be_tiles_we_have(record: GcgRecord, followed: Followed) -> None:
    """Refuse a game whose tiles are not here: any other set would score it wrongly.

    A file that names no tiles counts as English by its letters; where most of its scores say
    that it is not, it is not taken for that either.
    """
    here = ", ".join(tile_set_names())
    named = record.pragma("tile-distribution")[:40]
    if not followed.tile_set:
        tiles = f"The tiles of this game, {named!r}," if named else "Some letters of this game"
        raise Refusal(
            "gcg-tiles-unknown",
            f"{tiles} are not known here, so its plays can't be scored.",
            f"Give its tiles with --tiles: a set that is here ({here}), or the file of one.",
        )
    scored = [
        event.event.score != event.play.score
        for event in followed.events
        if event.play is not None and event.event.score is not None
    ]
    if not named and len(scored) >= FEWEST_SCORES and 2 * sum(scored) > len(scored):
        raise Refusal(
            "gcg-other-tiles",
            f"The file names no tiles, and {sum(scored)} of its {len(scored)} scores are not those "
            f"of the {name_of(followed.tile_set)} tiles on the {followed.board} board."
            f"{_what_fits(record)}",
            f"Give its tiles with --tiles ({here}), or in the file with #tile-distribution.",
        )


def _what_fits(record: GcgRecord) -> str:
    """Which set fits the scores of a file best, if one fits nearly all; else nothing."""
    found = [
        (*scores_that_fit(record, replace(equipment_of(record, []), tile_set=each)), each.name)
        for each in fits(record)
    ]
    fit, of, name = max(found, key=lambda one: one[0], default=(0, 0, ""))
    return f" The {name} tiles fit {fit} of {of}." if fit and 10 * fit >= 9 * of else ""


def _follows_the_file(totals: Totals, followed: Followed, first: int) -> list[str]:
    """That the record follows the scores of the file, where the plays add up to others."""
    counted = (followed.scores[first], followed.scores[1 - first])
    if totals == counted:
        return []
    differ = [
        f"{event.event.square} {event.event.letters} {event.event.score:+d}, "
        f"counts {event.play.score:+d}"
        for event in followed.events
        if event.play is not None
        and not event.undone
        and event.event.score not in (None, event.play.score)
    ]
    where = f" ({'; '.join(differ[:SHOWN])}{'; …' if len(differ) > SHOWN else ''})"
    said = (
        f"The record follows the file's scores, {totals[0]} to {totals[1]}; by our count they are "
        f"{counted[0]} to {counted[1]}{where if differ else ''}."
    )
    return [said]


SHOWN = 3  # plays whose scores differ that are named; the file's oddities list them all
FEWEST_SCORES = 4  # scores of plays that must be there before they say anything about the tiles


def taken_before(desk: Desk, file: GameFile) -> Imported | None:
    """The game this file became when it was taken in before, if it was."""
    answer = desk.log.answer_to(file.command_id)
    if answer is None:
        return None
    return Imported(answer.stream, answer.version, file.oddities, again=True)


def import_gcg(
    desk: Desk,
    data: bytes | GameFile,
    tournament: str,
    round_number: int | None = None,
    *,
    by: str,
) -> Imported:
    """Take a GCG file into ``tournament``, at the first free table of the round.

    Args:
      round_number: the round; without one, the first in which neither player has a game.
    """
    must_be_allowed(desk.role_of(by), ORGANISERS)
    file = data if isinstance(data, GameFile) else game_file(data)
    if (before := taken_before(desk, file)) is not None:
        return before
    while True:
        # Each try looks anew: the table, the round's pairings or a player's number may have
        # been taken in between, or the same file taken in by somebody else.
        try:
            return _written(desk, file, desk.cases.tournament(tournament), round_number, by)
        except Taken:
            if (before := taken_before(desk, file)) is not None:
                return before


def _written(
    desk: Desk, file: GameFile, tournament: Tournament, round_number: int | None, by: str
) -> Imported:
    numbers, entered = _numbered(tournament, file.names)
    in_round = round_number or _first_round_without(tournament, numbers)
    table = 1
    while desk.log.version_of(game_id(tournament.slug, in_round, table)):
        table += 1
    scheduled = GameScheduled(
        tournament=tournament.slug,
        round_number=in_round,
        table=table,
        players=_names_here(tournament, numbers, entered),
        numbers=numbers,
        rulebook=tournament.rulebook,
        rulebook_digest=tournament.rulebook_digest,
        options=tournament.options,
        lexicon=file.lexicon or tournament.lexicon,
        tile_set=file.tile_set,
        board=file.board,
        source=file.digest,
    )
    paired = RoundPaired(round_number=in_round, pairings=(Pairing(table, *numbers),))
    game = game_id(tournament.slug, in_round, table)
    sent = Sent(by=by, command_id=file.command_id, device="import")
    start = (scheduled, StarterDetermined(starter=1, method="not-known"), GameStarted())
    events = desk.enveloped(game, 0, (*start, *file.facts), sent)
    around = desk.enveloped(tournament.id, tournament.version, (*entered, paired), sent)
    answer = Answer(
        command_id=file.command_id,
        device="import",
        device_seq=None,
        payload=file.command_id.bytes * 2,
        kind="written",
        stream=game,
        version=len(events),
        at=desk.now(),
    )
    desk.log.append([*events, *around], answer=answer)
    desk.shelf.keep(after(replay(events[:1]), events[1:]))
    desk.caught_up()
    return Imported(game, len(events), file.oddities)


def _numbered(
    tournament: Tournament, names: tuple[str, str]
) -> tuple[tuple[int, int], tuple[PlayerEntered, ...]]:
    free = max((player.number for player in tournament.players), default=0) + 1
    numbers: list[int] = []
    entered: list[PlayerEntered] = []
    for name in names:
        known = called(tournament.players, name)
        if len(known) > 1:
            listed = ", ".join(str(player.number) for player in known)
            raise refusal("name-of-several", name=name, numbers=listed)
        number = next((one.number for one in known if one.number not in numbers), 0)
        if not number:
            number = free + len(entered)
            entered.append(PlayerEntered(number=number, name=name))
        numbers.append(number)
    return (numbers[0], numbers[1]), told_apart(tournament.players, entered)


def _names_here(
    tournament: Tournament, numbers: Sequence[int], entered: Sequence[PlayerEntered]
) -> tuple[str, str]:
    names = {player.number: player.name for player in tournament.players}
    names |= {player.number: player.name for player in entered}
    one, two = (names[number] for number in numbers)
    return one, two


def _first_round_without(tournament: Tournament, numbers: Sequence[int]) -> int:
    busy = {
        paired.round_number
        for paired in tournament.rounds
        for pairing in paired.pairings
        if {pairing.first, pairing.second} & set(numbers)
    }
    return next(number for number in range(1, len(busy) + 2) if number not in busy)
