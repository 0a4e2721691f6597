"""A GCG record played through on a board: our own scores and totals, and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from ledger.equipment.board import empty_squares
from ledger.equipment.scoring import Placed, ScoredPlay, Unplaceable, score_play, value_of
from ledger.equipment.tile_set import BLANK, THROUGH
from ledger.gcg.reading import NOTHING_GIVEN, Equipment, GivenTiles, equipment_of
from ledger.gcg.record import TURNS, GcgEvent, GcgRecord, Kind, Oddity, in_order, tile_count
from ledger.vocabulary import RACK_SIZE, Placement, Points

# Where every tile is while a record is played through: on the board, on racks, unseen.


class Position:
    """The board and the tiles that are not on it.

    Attributes:
      squares: what lies on each square, as a list that changes.
      left: how many tiles are not on the board.
      sure: False once a play could not be placed; then tiles are missing from the board.
    """

    def __init__(self, equipment: Equipment, noted: list[Oddity]) -> None:
        self.tile_set, self.counted = equipment.tile_set, equipment.counted
        self.noted = noted
        self.squares = list(empty_squares(equipment.board))
        self.unseen = dict(self.tile_set.counts) if self.tile_set else {}
        self.left = self.tile_set.size if self.tile_set else 0
        self.sure = True
        self._held: tuple[str, ...] = ()
        self._too_many: set[str] = set()
        self._partial = False

    def note(self, line: int, code: str, what: str) -> None:
        self.noted.append(Oddity(line, code, what))

    def hold(self, event: GcgEvent) -> None:
        """Look at the rack of an event, before anything of it is put down."""
        self._held = ()
        if not event.rack or self.tile_set is None:
            return
        try:
            held = self.tile_set.cut_rack(event.rack)
        except ValueError as wrong:
            self.note(event.line, "rack-not-tiles", f"Rack {event.rack[:20]}: {str(wrong)[:100]}.")
            return
        self._held = held
        many = len(held)
        if many > RACK_SIZE:
            what = f"The rack {event.rack[:30]} has {many} tiles."
            self.note(event.line, "rack-over-seven", what)
        elif many < RACK_SIZE and not self._partial and event.kind in TURNS:
            # With an empty bag the opponent holds seven at most, and this player the rest.
            self._partial = self.sure and self.counted and many < self.left - RACK_SIZE
            if self._partial:
                what = f"Racks are written in part, here {many} tiles; they were kept so."
                self.note(event.line, "racks-partial", what)
        self._enough(held, event.line)

    def _enough(self, held: Sequence[str], line: int) -> None:
        """Whether the set has that many of each tile, besides those on the board."""
        if not self.counted:
            return
        unseen = self.unseen
        for tile in held:
            unseen[tile] -= 1
        for tile in held:
            if unseen[tile] < 0:
                self._one_too_many(tile, line)
        for tile in held:
            unseen[tile] += 1

    def _one_too_many(self, tile: str, line: int) -> None:
        if tile not in self._too_many:
            self._too_many.add(tile)
            has = self.tile_set.counts[tile] if self.tile_set else 0
            what = f"There are more {tile} than the {has} of a whole set."
            self.note(line, "too-many-of-a-tile", what)

    def lay(self, event: GcgEvent, placed: Placed) -> None:
        squares, unseen, used = self.squares, self.unseen, []
        for at, tile in placed:
            squares[at] = tile
            used.append(tile if tile in unseen else BLANK)
        for tile in used:
            unseen[tile] -= 1
            if unseen[tile] < 0 and self.counted:
                self._one_too_many(tile, event.line)
        self.left -= len(placed)
        self._from_rack(used, event)

    def lift(self, placed: Placed) -> None:
        for at, tile in placed:
            self.squares[at] = ""
            self.unseen[tile if tile in self.unseen else BLANK] += 1
        self.left += len(placed)

    def exchange(self, event: GcgEvent) -> None:
        if event.count > RACK_SIZE:
            what = f"{event.count} tiles exchanged, more than a rack holds."
            self.note(event.line, "exchange-over-seven", what)
        if not event.letters or self.tile_set is None:
            return
        try:
            self._from_rack(self.tile_set.cut_rack(event.letters), event)
        except ValueError as wrong:
            what = f"Exchanged {event.letters[:20]}: {str(wrong)[:100]}."
            self.note(event.line, "exchange-not-tiles", what)

    def _from_rack(self, used: Sequence[str], event: GcgEvent) -> None:
        held = self._held
        if not held or (len(used) == 1 and used[0] in held):
            return
        for tile in used:
            if tile not in held or (used.count(tile) > held.count(tile)):
                what = f"{tile} was used, but the rack {event.rack[:30]} has none left."
                self.note(event.line, "tiles-not-on-rack", what)
                return


# The end of a record: tiles left, time penalties, racks where it stops.


SIX_ZEROS = 6


def check_end(
    record: GcgRecord,
    position: Position,
    zeros: int,
    standing: Sequence[GcgEvent],
    noted: list[Oddity],
) -> None:
    """Note what is odd about the end.

    Args:
      zeros: scoreless turns in a row at the end.
      standing: the plays that were not taken back.
    """
    lines = [event for event in record.events if event.kind is Kind.LEFT]
    if not lines and record.events:
        what = "The record stops here: no line says how the game ended."
        noted.append(Oddity(record.events[-1].line, "no-end-line", what))
    losers = {event.player for event in lines if takes_off(event)}
    for event in lines:
        _rack_is_what_is_left(event, position, noted)
        _value_of_tiles_left(event, bool(losers - {event.player}), position, noted)
    for event in [event for event in lines if not takes_off(event)][:1]:
        _nobody_plays_after(event, standing, noted)
    if lines:
        _sides(record, lines, zeros, position, noted)
        _bag_is_empty(lines, position, zeros, noted)
    if any(event.kind is Kind.TIME for event in record.events):
        _time(record.events, noted)
    _racks_held(record, position, noted)


def takes_off(event: GcgEvent) -> bool:
    """Whether a line at the end takes a player's own tiles off, or gives the other's."""
    return event.score < 0 if event.score else event.rack != ""


def _tiles(letters: str, position: Position) -> tuple[str, ...] | None:
    if position.tile_set is None:
        return None
    try:
        return position.tile_set.cut_rack(letters)
    except ValueError:
        return None


def _rack_is_what_is_left(event: GcgEvent, position: Position, noted: list[Oddity]) -> None:
    """Who loses tiles has them on the rack and in brackets, the same ones."""
    rack = _tiles(event.rack, position)
    if rack is None:
        if position.tile_set is not None:
            what = f"{event.rack[:20]} is no rack; the tiles in brackets were taken."
            noted.append(Oddity(event.line, "rack-not-tiles", what))
        return
    left = _tiles(event.letters, position)
    if rack and left and takes_off(event) and sorted(rack) != sorted(left):
        what = f"The rack is {event.rack[:20]}, the tiles left are {event.letters[:20]}."
        noted.append(Oddity(event.line, "end-racks-differ", what))


def _value_of_tiles_left(
    event: GcgEvent, paired: bool, position: Position, noted: list[Oddity]
) -> None:
    tiles = _tiles(event.letters, position)
    if position.tile_set is None:
        return
    if tiles is None:
        what = f"({event.letters[:20]}) are not tiles. Counted as written."
        noted.append(Oddity(event.line, "end-not-tiles", what))
        return
    if position.counted:
        gone = [tile for tile in tiles if tiles.count(tile) > position.unseen[tile]]
        if gone and position.sure:
            what = f"({event.letters[:20]}): {gone[0]} is no longer off the board."
            noted.append(Oddity(event.line, "end-tiles-not-left", what))
    worth = value_of(position.tile_set, tiles)
    gained = worth if paired else 2 * worth
    expected = -worth if takes_off(event) else gained
    if event.score is not None and event.score != expected:
        what = f"({event.letters[:20]}) gives {expected:+}; {event.score:+} is written."
        noted.append(Oddity(event.line, "end-value-differs", what))


def _sides(
    record: GcgRecord,
    lines: Sequence[GcgEvent],
    zeros: int,
    position: Position,
    noted: list[Oddity],
) -> None:
    """Whether each player has the lines that such an end gives, and no other.

    Six scoreless turns take each player's own tiles off. Who goes out is given points; the other
    may lose the same number, and then both lines are there.
    """

    def note(event: GcgEvent, code: str, what: str) -> None:
        noted.append(Oddity(event.line, code, what))

    counted: set[int] = set()
    for event in lines:
        nick = record.players[event.player].nick[:30]
        if event.player in counted:
            what = f"{nick} has a line at the end already. This one counts for nothing."
            note(event, "end-line-twice", what)
        counted.add(event.player)
    gains = [event for event in lines if not takes_off(event)]
    losses = [event for event in lines if takes_off(event)]
    if zeros >= SIX_ZEROS:
        for event in gains:
            what = "Nobody went out: after six scoreless turns nobody is given points."
            note(event, "end-bonus-unearned", f"{what} Counted as written.")
    elif len({event.player for event in losses}) > 1:
        what = f"Both lose their tiles after {zeros} scoreless turns in a row; it takes six."
        note(losses[-1], "end-without-zeros", what)
    if len({event.player for event in losses}) == 1 and not gains:
        lacking = 1 - losses[0].player
        if len(record.players) == 2 and not _holds_nothing_of_worth(record, lacking, position):
            nick = record.players[lacking].nick[:30]
            what = f"No line at the end is {nick}'s: tiles are counted on one side only."
            note(losses[0], "end-line-missing", what)


def _holds_nothing_of_worth(record: GcgRecord, player: int, position: Position) -> bool:
    """Whether the last rack written of a player who made no play with it is worth nothing."""
    own = [event for event in record.events if event.player == player and event.kind in TURNS]
    if not own or own[-1].kind is Kind.PLAY or position.tile_set is None:
        return False
    tiles = _tiles(own[-1].rack, position)
    return bool(tiles) and not value_of(position.tile_set, tiles or ())


def _bag_is_empty(
    lines: Sequence[GcgEvent], position: Position, zeros: int, noted: list[Oddity]
) -> None:
    """Only after six scoreless turns may a game end while there are tiles in the bag."""
    if not (position.sure and position.counted and position.tile_set) or zeros >= SIX_ZEROS:
        return
    named = {event.letters for event in lines}
    tiles = [_tiles(letters, position) for letters in named]
    if None in tiles:
        return
    counted = sum(len(some) for some in tiles if some)
    if position.left > counted:
        what = f"{position.left} tiles are not on the board, {counted} are named at the end."
        noted.append(Oddity(lines[0].line, "end-too-early", what))


def _nobody_plays_after(event: GcgEvent, standing: Sequence[GcgEvent], noted: list[Oddity]) -> None:
    """The player who gets the points went out; the other can't have played after that."""
    for play in reversed(standing):
        if play.player == event.player:
            return
        if play.line < event.line:
            what = f"{play.square} {play.letters} was played after the other player went out."
            noted.append(Oddity(play.line, "play-after-the-end", what))


def _time(events: Sequence[GcgEvent], noted: list[Oddity]) -> None:
    last_turn = max((at for at, event in enumerate(events) if event.kind in TURNS), default=-1)
    ends = [at for at, event in enumerate(events) if event.kind is Kind.LEFT]
    fined: set[int] = set()
    for at, event in enumerate(events):
        if event.kind is not Kind.TIME:
            continue
        if at < last_turn or (ends and at < ends[0]):
            what = "A time penalty before the end of the game, while it is still being played."
            noted.append(Oddity(event.line, "time-before-end", what))
        elif ends and at < ends[-1]:
            what = "The time penalty stands between the lines that end the game."
            noted.append(Oddity(event.line, "time-between-end-lines", what))
        if event.player in fined:
            what = "This player has a time penalty already. Counted as written."
            noted.append(Oddity(event.line, "time-twice", what))
        if (event.score or 0) > 0:
            what = f"A time penalty of {event.score:+} gives points. Counted as written."
            noted.append(Oddity(event.line, "time-positive", what))
        fined.add(event.player)


def _racks_held(record: GcgRecord, position: Position, noted: list[Oddity]) -> None:
    unseen = dict(position.unseen)
    for held in record.held:
        tiles = _tiles(held.tiles, position)
        if tiles is None:
            if position.tile_set is not None:
                what = f"#rack{held.player + 1} {held.tiles[:20]} are not tiles."
                noted.append(Oddity(held.line, "rack-not-tiles", what))
            continue
        for tile in tiles:
            unseen[tile] -= 1
        gone = [tile for tile in tiles if unseen[tile] < 0]
        if gone and position.counted:
            what = f"#rack{held.player + 1} holds more {gone[0]} than are left."
            noted.append(Oddity(held.line, "rack-not-in-bag", what))


FLAWS = {
    "misses-centre": "The first play does not cover the centre.",
    "one-tile-first": "The first play has one tile only.",
    "disconnected": "The play touches nothing on the board.",
}


class FollowedEvent(Struct, frozen=True):
    """An event and what came of it.

    Attributes:
      counted: points it adds to the player's total by our own count.
      total: the player's total after it by our own count.
      play: the play as it lies on the board; ``None`` for other events, and for a play that
        could not be placed or scored.
      undone: True for a play that the next event took back.
      answers: index of the play that a withdrawal or a challenge is about, or ``None``.
    """

    event: GcgEvent
    counted: Points
    total: Points
    play: ScoredPlay | None = None
    undone: bool = False
    answers: int | None = None


class Followed(Struct, frozen=True, kw_only=True):
    """A game played through.

    Attributes:
      scores: each player's points by our own count, in the order of the players.
      declared: each player's last total as the file writes it, ``None`` where it writes none.
      complete: whether the file says how the game ended.
      turns: plays, exchanges and passes; a play taken back is one.
      zeros: scoreless turns in a row at the end.
      tile_set: the tiles as the record keeps them, ``""`` where they are not known here.
    """

    events: tuple[FollowedEvent, ...]
    scores: tuple[Points, ...]
    declared: tuple[Points | None, ...]
    complete: bool
    turns: int
    zeros: int
    squares: tuple[str, ...]
    tile_set: str
    board: str
    oddities: tuple[Oddity, ...]


def follow(record: GcgRecord, given: GivenTiles = NOTHING_GIVEN) -> Followed:
    """Play a record through. It never raises; what does not fit is in ``oddities``.

    Args:
      given: what is known of its tiles beside what it says.
    """
    noted: list[Oddity] = []
    equipment = _by_its_scores(record, equipment_of(record, noted, given), noted)
    game = _played(record, equipment, noted)
    check_end(record, game.position, game.zeros, game.standing, noted)
    game.compare_totals()
    tile_set = game.equipment.tile_set
    return Followed(
        events=tuple(game.events),
        scores=tuple(map(Points, game.scores)),
        declared=tuple(game.declared),
        complete=game.ended,
        turns=game.turns,
        zeros=game.zeros,
        squares=tuple(game.position.squares),
        tile_set=tile_set.kept if tile_set else "",
        board=game.equipment.board.name,
        oddities=in_order(noted),
    )


def _played(record: GcgRecord, equipment: Equipment, noted: list[Oddity]) -> _Game:
    game = _Game(record, equipment, noted)
    for event in record.events:
        game.take(event)
    return game


def scores_that_fit(record: GcgRecord, equipment: Equipment) -> tuple[int, int]:
    """How many scores of plays are those that the tiles and the board give, and of how many."""
    events = _played(record, equipment, []).events
    written = [each for each in events if each.event.kind is Kind.PLAY and each.event.score]
    fit = [each for each in written if each.play and each.play.score == each.event.score]
    return len(fit), len(written)


def _by_its_scores(record: GcgRecord, equipment: Equipment, noted: list[Oddity]) -> Equipment:
    """The equipment, with the set that fits the scores best where several have all the letters."""
    if not equipment.guessed:
        return equipment
    each = [replace(equipment, tile_set=tile_set) for tile_set in equipment.guessed]
    fitting = [scores_that_fit(record, one) for one in each] if len(each) > 1 else [(0, 0)]
    best = each[fitting.index(max(fitting))]
    name = best.tile_set.name if best.tile_set else ""
    what = f"No tile set is declared; scored with the {name} one."
    if len(each) > 1:
        others = [one.name for one in equipment.guessed if one is not best.tile_set]
        fit, of = max(fitting)
        what += f" It fits {fit} of {of} scores; all letters are in {', '.join(others)}, too."
    first = record.events[0].line if record.events else 1
    noted.append(Oddity(first, "tile-set-guessed", what))
    return best


class _Game:
    def __init__(self, record: GcgRecord, equipment: Equipment, noted: list[Oddity]) -> None:
        players = len(record.players)
        self.equipment, self.noted = equipment, noted
        self.position = Position(equipment, noted)
        self.events: list[FollowedEvent] = []
        self.scores = [0] * players
        self.written = [0] * players
        self.declared: list[Points | None] = [None] * players
        self.told_last = [0] * players
        self.standing: list[GcgEvent] = []
        self.open_play: int | None = None
        self.turn_by = -1
        self.turns = self.zeros = self.zeros_before = 0
        self.ended = self.went_on = self.side_by_side = False
        self.ended_by: set[int] = set()

    def note(self, event: GcgEvent, code: str, what: str) -> None:
        self.noted.append(Oddity(event.line, code, what))

    def take(self, event: GcgEvent) -> None:
        kind, counted = event.kind, event.score or 0
        play, answers = None, None
        if self.ended and kind in ENDED_BY_THEN:
            self.note(event, "after-the-end", f"This {kind} comes after the end of the game.")
        if kind is Kind.PLAY:
            self.turn(event)
            play = self.play(event)
            if play is not None:
                counted = play.score
            self.zeros_before, self.zeros = self.zeros, 0 if counted else self.zeros + 1
            self.open_play = len(self.events)
            self.standing.append(event)
        elif kind is Kind.EXCHANGE or kind is Kind.PASS:
            self.turn(event)
            self.position.hold(event)
            self.zeros = 0 if counted else self.zeros + 1
            self.open_play = None
            if kind is Kind.EXCHANGE:
                self.position.exchange(event)
        elif kind is Kind.WITHDRAWN:
            answers = self.withdrawal(event)
            if answers is not None:
                counted = -self.events[answers].counted
            self.position.hold(event)
        elif kind is Kind.CHALLENGE:
            answers = self.challenge(event)
            self.position.hold(event)
        elif kind is Kind.LEFT:
            self.ended = True
            counted = 0 if event.player in self.ended_by else counted
            self.ended_by.add(event.player)
        self.scores[event.player] += counted
        self.add_up(event, counted, answers)
        total = Points(self.scores[event.player])
        followed = FollowedEvent(event, Points(counted), total, play, False, answers)
        self.events.append(followed)

    def turn(self, event: GcgEvent) -> None:
        if event.player == self.turn_by and len(self.scores) == 2:
            what = "The same player has two turns in a row; one between them is missing."
            self.note(event, "twice-in-a-row", what)
        if self.zeros == SIX_ZEROS and not self.went_on:
            what = f"Six scoreless turns in a row end a game; this {event.kind} comes after them."
            self.note(event, "after-six-zeros", what)
            self.went_on = True
        self.turn_by = event.player
        self.turns += 1

    def play(self, event: GcgEvent) -> ScoredPlay | None:
        """The play as it lies, or ``None`` if it can't lie there or nothing can be scored."""
        equipment, position = self.equipment, self.position
        position.hold(event)
        if equipment.tile_set is None:
            return None
        placement = Placement(event.square, event.letters)
        try:
            play = score_play(position.squares, placement, equipment.board, equipment.tile_set)
        except Unplaceable as wrong:
            self.note(event, wrong.code, f"{str(wrong)[:200]} Counted as written.")
            position.sure = False
            return None
        position.lay(event, play.placed)
        letters = event.letters
        apart = () if self.side_by_side else equipment.tile_set.side_by_side(letters)
        if apart:
            self.side_by_side = True
            what = f"{placement}: {apart[0]} is read as {len(apart[0])} tiles; one is [{apart[0]}]."
            self.note(event, "tiles-side-by-side", what)
        written = tile_count(letters) if "[" in letters else len(letters)
        if len(play.placed) + letters.count(THROUGH) < written and "|" not in letters:
            what = f"{placement} spells out tiles that were on the board."
            self.note(event, "through-spelled-out", what)
        for flaw in play.flaws:
            self.note(event, flaw, FLAWS[flaw])
        if event.score is not None and event.score != play.score:
            what = f"{placement} is written as {event.score:+}; by our count it is {play.score:+}."
            self.note(event, "score-differs", what)
        return play

    def withdrawal(self, event: GcgEvent) -> int | None:
        """Take the last play off the board; its place in ``events``, or ``None``."""
        about = self.open_play
        if about is None:
            what = "There is no play to take back. Counted as written."
            self.note(event, "withdrawal-without-play", what)
            return None
        undone = self.events[about]
        if undone.event.player != event.player:
            what = "The play before was the other player's and stays. Counted as written."
            self.note(event, "withdrawal-of-other", what)
            return None
        if undone.play is not None:
            self.position.lift(undone.play.placed)
        self.events[about] = replace(undone, undone=True)
        self.standing.pop()
        self.open_play, self.zeros = None, self.zeros_before + 1
        scored = undone.event.score
        if event.score is not None and scored is not None and event.score != -scored:
            what = f"The play had scored {scored:+}, the withdrawal says {event.score:+}."
            self.note(event, "withdrawal-differs", what)
        return about

    def challenge(self, event: GcgEvent) -> int | None:
        """Who was challenged, as far as it can be told; the play's place in ``events``."""
        about, points = self.open_play, event.score or 0
        if about is None:
            self.note(event, "challenge-without-play", "There is no play that was challenged.")
        elif self.events[about].event.player == event.player:
            if points < 0:
                what = "Points are taken off the player whose play was challenged."
                self.note(event, "challenge-negative", what)
        elif points < 0:
            what = f"The challenger pays {-points}; other programs refuse this."
            self.note(event, "challenge-fine", what)
        else:
            what = "The bonus is for the player who did not just play. Counted as written."
            self.note(event, "challenge-wrong-player", what)
        return about

    def add_up(self, event: GcgEvent, counted: int, answers: int | None) -> None:
        """Compare the total as written with the total before and the score as written."""
        player, score = event.player, event.score
        expected = self.written[player] + (counted if score is None else score)
        total = event.total
        if total is None:
            self.written[player] = expected
            return
        if total != expected and not self.took_off_silently(event, answers):
            what = f"The total is written as {total}; before and score give {expected}."
            self.note(event, "cumulative-slip", what)
        self.written[player] = total
        self.declared[player] = Points(total)
        self.told_last[player] = event.line

    def took_off_silently(self, event: GcgEvent, answers: int | None) -> bool:
        """Whether a withdrawal of +0 sets the total back all the same, as old files have it."""
        if event.kind is not Kind.WITHDRAWN or answers is None:
            return False
        lost = self.events[answers].event.score or 0
        return event.total == self.written[event.player] - lost

    def compare_totals(self) -> None:
        for at, declared in enumerate(self.declared):
            if declared is not None and declared != self.scores[at]:
                what = f"The last total written is {declared}; our count is {self.scores[at]}."
                self.noted.append(Oddity(self.told_last[at], "totals-differ", what))


ENDED_BY_THEN = frozenset({Kind.PLAY, Kind.EXCHANGE, Kind.PASS, Kind.WITHDRAWN, Kind.CHALLENGE})
