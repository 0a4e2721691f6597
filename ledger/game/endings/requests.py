"""How a game ends: played out, by zero turns, resigned, declared over; when it is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from ledger.equipment.board import load_board
from ledger.equipment.scoring import unseen_tiles, value_of
from ledger.equipment.tile_set import TileSet, load_tile_set
from ledger.game.absences.facts import GameAdjourned
from ledger.game.context import (
    GameContext,
    awaits_verdict,
    decides,
    must_be_playing,
    must_not_be_final,
)
from ledger.game.endings.facts import (
    GameEnded,
    GameResigned,
    GameVoided,
    PlayOutAccepted,
    RoundEnded,
    UnplayedTilesCounted,
)
from ledger.game.procedure import Offers, Question, knows, offer, playing
from ledger.game.sheet.laying import with_real_letters
from ledger.game.sheet.line import Line, LineKind
from ledger.game.sheet.sheet import Judged, Sheet, find
from ledger.game.sheet.standing import standing
from ledger.game.turns.facts import EntryCorrected
from ledger.messages import say
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.requests import DIRECTORS, STAFF, Decision, Request
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities import call_the_director
from ledger.rulebook.ambiguities.ruled import touching
from ledger.rulebook.limits import ends_by_zeros
from ledger.vocabulary import NO_TILES, Points, Seat, Tiles, Totals, remarks
from ledger.vocabulary.closed_lists import DeclaredEnd
from ledger.vocabulary.refusals import Refusal

# How a game ends: played out, by zero turns, by resignation or by declaration.


# The tiles left when the game ends.


Values = tuple[Points | None, Points | None]
"""What the tiles left on each rack are worth, first seat then second; ``None``: not known."""


class UnplayedOutcome(Struct, frozen=True):
    mode: str
    adjustments: Totals
    clause: str


def unplayed_tiles(values: Values, out: Seat | None, rules: Rulebook) -> UnplayedOutcome:
    """What the tiles left on the racks do to both scores. Blanks are worth nothing.

    >>> from ledger.rulebook import load
    >>> unplayed_tiles((0, 11), Seat.FIRST, load("wsc-2003")).adjustments
    (22, 0)
    >>> unplayed_tiles((8, 12), None, load("wsc-2003")).adjustments
    (-8, -12)

    Args:
      values: what each rack is worth; that of the player who is out does not count.
      out: who has played the last tile; ``None`` when both hold tiles: six zeros, or a
        round that was ended.
    """
    clause = rules.unplayed.when_both_hold if out is None else rules.unplayed.when_out
    mode = clause.known()
    return UnplayedOutcome(mode, MODES[mode](values, out), str(clause))


def _double(values: Values, out: Seat | None) -> Totals:
    assert out is not None
    return _seated(out, Points(2 * _known(values, out.opponent)), Points(0))


def _single(values: Values, out: Seat | None) -> Totals:
    assert out is not None
    left = _known(values, out.opponent)
    return _seated(out, left, Points(-left))


def _own(values: Values, out: Seat | None) -> Totals:
    del out
    return Points(-_known(values, Seat.FIRST)), Points(-_known(values, Seat.SECOND))


MODES: dict[str, Callable[[Values, Seat | None], Totals]] = {
    "double": _double,
    "single": _single,
    "own": _own,
}


def _seated(seat: Seat, own: Points, other: Points) -> Totals:
    return (own, other) if seat is Seat.FIRST else (other, own)


def _known(values: Values, seat: Seat) -> Points:
    value = values[seat.place]
    if value is None:
        raise refusal("tiles-left-not-known", seat=seat)
    return value


# How a game ends at the table: a play-out accepted, and the tiles that are left counted.


class AcceptPlayOut(Request, frozen=True, tag="accept-play-out", kw_only=True):
    seat: Seat


class CountUnplayed(Request, frozen=True, tag="count-unplayed", kw_only=True):
    """The tiles left were counted.

    Attributes:
      racks: tiles left on each seat's rack; empty where the record is to work them out
        (after a play-out they are the tiles nobody has seen).
      adjustments: what a ruling makes of them, where the rulebook leaves it open.
    """

    racks: tuple[Tiles, Tiles] = (Tiles(""), Tiles(""))
    adjustments: Totals | None = None


@decides(AcceptPlayOut, may=STAFF)
def accept_play_out(sheet: Sheet, request: AcceptPlayOut, context: GameContext) -> Decision:
    """Write down that the opponent accepted the last play; the game is over (O-02)."""
    must_not_be_final(sheet, context)
    if sheet.out is None or sheet.out is request.seat or sheet.ended:
        context.must_be_ruled(
            "not-played-out/over" if sheet.ended else "not-played-out/under-way",
            player=sheet.name(request.seat),
        )
    context.must_unless_ruled(
        not awaits_verdict(sheet, context.rules), "challenge-pending/play-out"
    )
    return Decision((PlayOutAccepted(seat=request.seat), GameEnded(cause="played-out")))


@decides(CountUnplayed, may=STAFF)
def count_unplayed(sheet: Sheet, request: CountUnplayed, context: GameContext) -> Decision:
    """Add and take the unplayed tiles as the rulebook's mode says (O-03, O-06)."""
    must_not_be_final(sheet, context)
    context.must_unless_ruled(sheet.ended, "not-over/unplayed")
    context.must_unless_ruled(not sheet.ending.unplayed_counted, "unplayed-counted")
    tile_set = load_tile_set(sheet.scheduled.tile_set)
    racks = list(request.racks)
    noticed: tuple[str, ...] = ()
    if sheet.ended == "round-ended" and sheet.out is None and NO_TILES in racks:
        # One rack is empty and the bag is not: neither of the book's two ways fits.
        context.unless_ruled(call_the_director("TW-09", context.rules))
    if context.case is not None and request.adjustments is not None:
        ruled = UnplayedTilesCounted(
            racks=request.racks, adjustments=request.adjustments, mode="ruling"
        )
        return Decision((ruled,))
    if sheet.out is not None:
        left = _left_over(sheet, tile_set)
        other = sheet.out.opponent.place
        racks[sheet.out.place] = NO_TILES
        if not racks[other]:
            racks[other] = left or NO_TILES
        elif left and sorted(_cut(tile_set, racks[other])) != sorted(_cut(tile_set, left)):
            noticed = (remarks.UNPLAYED_TILES_DIFFER,)
    return Decision((counted((racks[0], racks[1]), sheet, context),), noticed)


def counted(racks: tuple[Tiles, Tiles], sheet: Sheet, context: GameContext) -> UnplayedTilesCounted:
    """What the tiles left on ``racks`` do to both scores, by the mode in force."""
    tile_set = load_tile_set(sheet.scheduled.tile_set)
    first, second = (_value(tile_set, rack) for rack in racks)
    mode, adjustments = "ruling", (Points(0), Points(0))
    try:
        outcome = unplayed_tiles((first, second), sheet.out, context.rules)
        mode, adjustments = outcome.mode, outcome.adjustments
    except Refusal as open_point:
        # What they are worth to whom is then for the director to enter, under the same case.
        context.unless_ruled(open_point)
    return UnplayedTilesCounted(racks=racks, adjustments=adjustments, mode=mode)


def _left_over(sheet: Sheet, tile_set: TileSet) -> Tiles:
    """The tiles that are not on the board: after a play-out, the opponent's rack."""
    size = load_board(sheet.scheduled.board).size
    lying = with_real_letters(sheet.board.squares, sheet.board.false_blanks, size)
    unseen = unseen_tiles(tile_set, lying)
    missing, extra = (
        _cut(tile_set, sheet.irregular.missing_tiles),
        _cut(tile_set, sheet.irregular.extra_tiles),
    )
    unknown = len(missing) != sheet.irregular.missing or len(extra) != sheet.irregular.extra
    if unknown or any(line.kind.value == "missed" for line in sheet.lines):
        return Tiles("")
    for tile in missing:
        unseen[tile] -= 1
    for tile in extra:
        unseen[tile] += 1
    return Tiles(
        tile_set.spell(tile for tile, count in unseen.items() for _ in range(max(0, count)))
    )


def _cut(tile_set: TileSet, rack: Tiles) -> tuple[str, ...]:
    if rack == NO_TILES:
        return ()
    try:
        return tile_set.cut_rack(rack)
    except ValueError as wrong:
        raise refusal("unreadable-request/tiles-left", wrong=wrong) from None


def _value(tile_set: TileSet, rack: Tiles) -> Points:
    if not rack:
        raise refusal("unplayed-not-known")
    return value_of(tile_set, _cut(tile_set, rack))


# Scoreless turns, and the game that ends with the last of them.


KINDS: dict[LineKind, str] = {
    LineKind.PASS: "pass",
    LineKind.SAND: "pass",  # counted like one; whether it should be is trap TN-12
    LineKind.EXCHANGE: "exchange",
    LineKind.WITHDRAWN: "challenged-off",
    LineKind.TURN_LOST: "lost-to-challenge",
    LineKind.PLAY: "no-points",
    LineKind.MISSED: "no-points",
    LineKind.PENALTY: "taken-away",
}
UNNAMED_NOTES = frozenset({"false-blank", "void-exchange"})
"""Notes on lines of turns that score nothing in a way no book names as such."""

TRAPS = {
    "false-blank": ("TN-12",),
    "void-exchange": ("TN-12", "T4-14"),
    "lost-to-challenge": ("TX-10", "T4-14"),
    "no-points": ("TX-11", "T4-14"),
}
"""Why a kind of scoreless turn may or may not count, where the book does not name it."""


class Row(Struct, frozen=True):
    """The scoreless turns in a row.

    Attributes:
      others: kinds of those it does not name, oldest first.
      since: those of a kind the book names since the last of the others; ``named`` where
        there are no others.
    """

    named: int = 0
    others: tuple[str, ...] = ()
    since: int = 0

    def one_more(self) -> Row:
        return Row(self.named + 1, self.others, self.since + 1)

    def then(self, kind: str, rules: Rulebook) -> Row:
        """The row with one more turn of this kind, made after all of them."""
        if kind in rules.zeros.counted.known():
            return self.one_more()
        return Row(self.named, (*self.others, kind))

    def traps(self, rules: Rulebook) -> tuple[str, ...]:
        """Why it is open whether this row ends the game."""
        ids = dict.fromkeys(i for kind in self.others for i in TRAPS.get(kind, ("T4-14",)))
        return touching(rules, *ids)


def with_the_end(
    sheet: Sheet, scoreless: Fact, context: GameContext, noticed: tuple[str, ...] = ()
) -> Decision:
    """``scoreless`` turn, of a kind the book names, and the end of the game with it (O-04)."""
    row = scoreless_row(sheet.lines, context.rules).one_more()
    end, why = end_of(row, sheet.totals, context.rules)
    return Decision((scoreless, *end), noticed + why)


def end_of(
    row: Row, totals: Totals, rules: Rulebook
) -> tuple[tuple[GameEnded, ...], tuple[str, ...]]:
    """The end of the game by this row, or the remarks that ask for a ruling about it.

    A turn of a kind the book does not name may count, may be passed over, or may break the row.
    The turns made since it end the game on every reading once they are enough by themselves;
    where it takes the others as well a director rules, and until then the game goes on.
    """
    if ends_by_zeros(row.since, totals, rules):
        return (GameEnded(cause="six-zeros"),), ()
    if row.others and ends_by_zeros(row.named + len(row.others), totals, rules):
        return (), (remarks.ZEROS_NEED_RULING, *row.traps(rules))
    return (), ()


def unnamed(
    sheet: Sheet, kind: str, context: GameContext, instead_of: Line | None = None
) -> tuple[str, ...]:
    """What is noticed about a scoreless turn just made that the book does not name.

    ``instead_of``: the line that it takes the place of, where that turn was entered already.
    """
    lines = sheet.lines if instead_of is None else sheet.lines[: sheet.lines.index(instead_of)]
    row = scoreless_row(lines, context.rules).then(kind, context.rules)
    _, why = end_of(row, sheet.totals, context.rules)
    return tuple(dict.fromkeys((remarks.ZERO_NOT_NAMED, *row.traps(context.rules), *why)))


def scoreless_row(lines: Sequence[Line], rules: Rulebook) -> Row:
    """The scoreless turns in a row at the end of ``lines``."""
    row = Row()
    for kind in reversed(tuple(_backwards(lines))):
        row = row.then(kind, rules)
    return row


def _backwards(lines: Sequence[Line]) -> Iterator[str]:
    """Kinds of scoreless turns, the latest first, up to the last turn that scored.

    A play announced as nothing that our own count finds worth something is a wrong score,
    not a scoreless turn; a penalty that costs points is no turn.
    """
    for line in reversed(lines):
        if line.kind not in KINDS or line.withdrawn:
            continue
        if line.kind is LineKind.PENALTY and line.score:
            continue
        if line.kind in PLAYS and (line.score or line.computed):
            return
        yield line.note if line.note in UNNAMED_NOTES else KINDS[line.kind]


PLAYS = (LineKind.PLAY, LineKind.MISSED)


# Resigning: the margin the opponent wins by.


def resignation_margin(
    totals: Totals, resigner: Seat, proper: bool, rules: Rulebook
) -> Points | None:
    """Points the opponent wins by; ``None`` where the director sets them.

    >>> from ledger.rulebook import load
    >>> rules = load("wespa-4.0")
    >>> [resignation_margin((300, 300 + lead), Seat.FIRST, True, rules)
    ...  for lead in (80, 1, 0, -10, -120)]
    [130, 51, 50, 50, 50]

    Args:
      totals: the scores when the game was resigned.
      proper: whether it was resigned for a reason the book allows.
    """
    if not proper:
        rules.resignation.improper.known()
        return None
    lead = totals[resigner.opponent.place] - totals[resigner.place]
    least, added = rules.resignation.least_margin.known(), rules.resignation.added_to_lead.known()
    return Points(max(least, lead + added))


def accept_improper_margin(
    margin: Points, totals: Totals, resigner: Seat, rules: Rulebook
) -> Points:
    """The margin a director set for an improper resignation, unless the book forbids it."""
    if rules.resignation.improper.known() == "director-from-proper-margin":
        floor = resignation_margin(totals, resigner, True, rules)
        if floor is not None and margin < floor:
            raise refusal("margin-below-the-rule/resigned", rules, floor=floor)
    return margin


# A player resigns: the margin of the rulebook, or the director's.


class Resign(Request, frozen=True, tag="resign", kw_only=True):
    """``seat`` resigns; ``margin`` is the director's, where the rulebook asks for one."""

    seat: Seat
    proper: bool = True
    margin: Points | None = None
    reason: str = ""


@decides(Resign, may=DIRECTORS)
def resign(sheet: Sheet, request: Resign, context: GameContext) -> Decision:
    """Write a resignation down, with the margin of the rulebook or the director's (P-01, P-02)."""
    must_not_be_final(sheet, context)
    context.must_unless_ruled(not sheet.ended, "game-over/resigned")
    margin = request.margin
    if margin is None or request.proper:
        try:
            by_the_book = resignation_margin(
                sheet.totals, request.seat, request.proper, context.rules
            )
        except Refusal as open_point:
            context.unless_ruled(open_point)
        else:
            margin = _as_the_book_has_it(by_the_book, request.margin, context)
    else:
        try:
            accept_improper_margin(margin, sheet.totals, request.seat, context.rules)
        except Refusal as below:
            context.unless_ruled(below)
    resigned = GameResigned(
        seat=request.seat,
        proper=request.proper,
        margin=margin,
        reason=request.reason,
        rated=context.rules.resignation.rated.value,
    )
    return Decision(
        (resigned,), (*_of_the_margin(sheet, resigned, context), *_of_the_rating(context))
    )


def _as_the_book_has_it(
    margin: Points | None, wanted: Points | None, context: GameContext
) -> Points | None:
    """The margin of a resignation that the book works out; another one only by ruling."""
    context.must_unless_ruled(margin is not None, "margin-to-be-set")
    if margin is None or wanted in (None, margin):
        return margin
    context.must_be_ruled("other-margin", margin=margin, wanted=wanted)
    return wanted


def _of_the_margin(sheet: Sheet, resigned: GameResigned, context: GameContext) -> tuple[str, ...]:
    """A margin to be set, or one below what a proper resignation would have cost."""
    if resigned.margin is None:
        return (remarks.DIRECTOR_TO_CONFIRM,)
    if resigned.proper or not context.rules.resignation.least_margin.is_known:
        return ()
    proper = resignation_margin(sheet.totals, resigned.seat, True, context.rules)
    below = proper is not None and resigned.margin < proper
    return (remarks.BELOW_PROPER_MARGIN,) if below else ()


def _of_the_rating(context: GameContext) -> tuple[str, ...]:
    """Nothing is said of ratings here, unless the organiser has settled it."""
    if context.rules.resignation.rated.is_known:
        return ()
    return touching(context.rules, "T4-17", "T1-16")


# A game declared over by the director: the round is ended, or a ruling ends or voids it.


class EndRound(Request, frozen=True, tag="end-round", kw_only=True):
    """The director declares the round over while this game is going on."""

    reason: str = ""


class VoidGame(Request, frozen=True, tag="void-game", kw_only=True):
    """The game is to count for nobody."""

    reason: str


class EndGame(Request, frozen=True, tag="end-game", kw_only=True):
    """The game ends for a ``cause`` outside the players' turns."""

    cause: DeclaredEnd


@decides(EndRound, may=DIRECTORS)
def end_round(sheet: Sheet, request: EndRound, context: GameContext) -> Decision:
    """End a game because the director ended the round; the racks are counted next (O-07)."""
    must_be_playing(sheet, context)
    context.must_unless_ruled(
        not awaits_verdict(sheet, context.rules), "challenge-pending/round-ends"
    )
    ends = context.rules.keeping.director_ends_round
    if not ends.is_known:
        context.unless_ruled(ends.refusal())
    return Decision((RoundEnded(reason=request.reason), GameEnded(cause="round-ended")))


@decides(VoidGame, may=DIRECTORS)
def void_game(sheet: Sheet, request: VoidGame, context: GameContext) -> Decision:
    """Let a game count for nobody, signed or not, which takes a ruling."""
    context.must_be_ruled("needs-ruling/void")
    return Decision((GameVoided(reason=request.reason),))


@decides(EndGame, may=STAFF)
def end_game(sheet: Sheet, request: EndGame, context: GameContext) -> Decision:
    """End a game for a cause the players' turns do not show, which takes a ruling."""
    must_not_be_final(sheet, context)
    context.must_be_ruled("needs-ruling/end")
    facts: tuple[Fact, ...] = (GameEnded(cause=request.cause),)
    return Decision(facts)


def turns_since(sheet: Sheet, judged: Judged) -> int:
    return sum(line.is_turn and line.place > judged.version for line in sheet.lines)


def ends_undone(
    sheet: Sheet, judged: Judged, reason: str, approved_by: str, rules: Rulebook
) -> tuple[EntryCorrected, ...]:
    """The end of the game and the count of the tiles left, where the other verdict undoes them.

    A play-out that comes off was no end; nor was the last scoreless turn in a row where one
    of the row turns out to have scored. What the verdict's own request wrote goes with it.
    """
    in_the_row = turns_since(sheet, judged) < rules.zeros.turns.known()
    undone = (
        sheet.ended == "played-out" and sheet.out is judged.play_seat
        if judged.in_force
        else sheet.ended == "six-zeros" and in_the_row
    )
    if not undone:
        return ()
    request = sheet.events[judged.version - 1].envelope.command_id
    return tuple(
        EntryCorrected(
            supersedes=entry.event.originator_version,
            replacement=None,
            reason=reason,
            approved_by=approved_by,
        )
        for entry in standing(sheet.events)
        if entry.event.originator_version > judged.version
        and entry.event.envelope.command_id != request
        and isinstance(entry.fact, PlayOutAccepted | GameEnded | UnplayedTilesCounted)
    )


def _round_may_end(sheet: Sheet, rules: Rulebook) -> bool:
    return not (awaits_verdict(sheet, rules) or sheet.out or find(sheet.open, GameAdjourned))


def _over_if_all_counted(sheet: Sheet, rules: Rulebook) -> bool:
    """The game would be over if every scoreless turn counted: a director says whether it is."""
    return bool(end_of(scoreless_row(sheet.lines, rules), sheet.totals, rules)[1])


def _scoreless(_rules: Rulebook) -> tuple[Question, ...]:
    named = (("six-zeros", say("questions.scoreless-turns-in-a-row")),)
    return (Question("cause", "what-ends-game", "choice", named),)


OFFERS = Offers(playing, (
    offer("end-of-round", "end-round",
          "keeping.director_ends_round", Question("reason", "why", "text"),
          book=knows("keeping.director_ends_round"), when=_round_may_end),
    offer("resignation", "resign", "resignation.allowed",
          Question("seat", "who-resigns", "seat"),
          Question("proper", "is-it-emergency-as-director-confirms", "yes-no"),
          Question("margin", "if-it-is-none-by-how-many", "number"),
          Question("reason", "what-happened", "text"), book=knows("resignation.allowed")),
    offer("scoreless-turns", "end-game", "zeros.counted",
          _scoreless,
          when=_over_if_all_counted),
))  # fmt: skip
