"""How a game ends: a play-out accepted, tiles counted, overtime, a resignation, an early end."""

from __future__ import annotations

from ledger import remarks
from ledger.bag import unseen_tiles, value_of
from ledger.board import load_board
from ledger.decisions.entry import (
    Asked,
    Decide,
    Decision,
    Entry,
    awaits_verdict,
    must_be_playing,
    must_not_be_final,
)
from ledger.decisions.forfeits import forfeited_by_overtime
from ledger.decisions.overtime import overtime_remarks, overtime_used
from ledger.decisions.touched import touching
from ledger.facts.endings import (
    GameEnded,
    GameResigned,
    GameVoided,
    OvertimeRecorded,
    PlayOutAccepted,
    RoundEnded,
    UnplayedTilesCounted,
)
from ledger.facts.fact import Fact
from ledger.refusals import Refusal
from ledger.rules.overtime import over_limit, overtime_penalty
from ledger.rules.resignation import accept_improper_margin, resignation_margin
from ledger.rules.unplayed import unplayed_tiles
from ledger.sheet.laying import with_real_letters
from ledger.sheet.sheet import Sheet
from ledger.tile_set import TileSet, load_tile_set
from ledger.traps import call_the_director
from ledger.vocabulary import NO_TILES, Points, Role, Seat, Seconds, Tiles, Totals

CAUSES = ("round-ended", "ruling", "incomplete", "played-out", "six-zeros")
"""How a game may be declared over. Who resigns or forfeits is entered as such."""


class AcceptPlayOut(Asked, frozen=True, tag="accept-play-out", kw_only=True):
    """``seat`` accepts the opponent's play-out."""

    seat: Seat


class CountUnplayed(Asked, frozen=True, tag="count-unplayed", kw_only=True):
    """The tiles left were counted.

    Attributes:
      racks: tiles left on each seat's rack; empty where the record is to work them out
        (after a play-out they are the tiles nobody has seen).
      adjustments: what a ruling makes of them, where the rulebook leaves it open.
    """

    racks: tuple[Tiles, Tiles] = (Tiles(""), Tiles(""))
    adjustments: Totals | None = None


class RecordOvertime(Asked, frozen=True, tag="record-overtime", kw_only=True):
    """``seat`` used more time than it had.

    Attributes:
      over: seconds beyond its allowance, where they are known.
      used: seconds used in all, as a clock that counts up shows them; against the
        player's own allowance.
      at_end: what the clock showed, as time left, when it should have been stopped.
      at_reveal: the same when the opponent showed the tiles left.
      at_last: the same when a clock left running was stopped at last.
    """

    seat: Seat
    over: Seconds = Seconds(0)
    used: Seconds | None = None
    at_end: Seconds | None = None
    at_reveal: Seconds | None = None
    at_last: Seconds | None = None


class Resign(Asked, frozen=True, tag="resign", kw_only=True):
    """``seat`` resigns; ``margin`` is the director's, where the rulebook asks for one."""

    seat: Seat
    proper: bool = True
    margin: Points | None = None
    reason: str = ""


class EndRound(Asked, frozen=True, tag="end-round", kw_only=True):
    """The director declares the round over while this game is going on."""

    reason: str = ""


class VoidGame(Asked, frozen=True, tag="void-game", kw_only=True):
    """The game is to count for nobody."""

    reason: str


class EndGame(Asked, frozen=True, tag="end-game", kw_only=True):
    """The game ends for a ``cause`` outside the players' turns."""

    cause: str


def accept_play_out(sheet: Sheet, asked: AcceptPlayOut, entry: Entry) -> Decision:
    """Write down that the opponent accepted the last play; the game is over (O-02).

    Raises:
      Refusal: ``not-played-out`` or ``challenge-pending``.
    """
    must_not_be_final(sheet, entry)
    if sheet.out is None or sheet.out is asked.seat or sheet.ended:
        entry.unless_ruled(
            Refusal(
                "not-played-out",
                f"There is no play-out for {sheet.name(asked.seat)} to accept.",
                "Count the tiles that are left." if sheet.ended else "Go on with the next turn.",
            )
        )
    if awaits_verdict(sheet):
        entry.unless_ruled(
            Refusal(
                "challenge-pending",
                "The last play is under challenge; it can't be accepted before the verdict.",
                "Enter the verdict first.",
            )
        )
    return Decision((PlayOutAccepted(seat=asked.seat), GameEnded(cause="played-out")))


def count_unplayed(sheet: Sheet, asked: CountUnplayed, entry: Entry) -> Decision:
    """Add and take the unplayed tiles as the rulebook's mode says (O-03, O-06).

    Raises:
      Refusal: ``not-over``, ``unplayed-counted``, ``unplayed-not-known`` or
        ``unreadable-request``.
    """
    must_not_be_final(sheet, entry)
    if not sheet.ended:
        entry.unless_ruled(
            Refusal(
                "not-over",
                "The game is not over; unplayed tiles are counted at its end.",
                "Enter how the game ended first.",
            )
        )
    if sheet.unplayed_counted:
        entry.unless_ruled(
            Refusal(
                "unplayed-counted",
                "The unplayed tiles of this game have been counted.",
                "Correct that entry if it is wrong.",
            )
        )
    tile_set = load_tile_set(sheet.scheduled.tile_set)
    racks = list(asked.racks)
    noticed: tuple[str, ...] = ()
    if sheet.ended == "round-ended" and sheet.out is None and NO_TILES in racks:
        # One rack is empty and the bag is not: neither of the book's two ways fits.
        entry.unless_ruled(call_the_director("TW-09", entry.rules))
    if entry.case is not None and asked.adjustments is not None:
        ruled = UnplayedTilesCounted(
            racks=asked.racks, adjustments=asked.adjustments, mode="ruling"
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
    return Decision((counted((racks[0], racks[1]), sheet, entry),), noticed)


def counted(racks: tuple[Tiles, Tiles], sheet: Sheet, entry: Entry) -> UnplayedTilesCounted:
    """What the tiles left on ``racks`` do to both scores, by the mode in force.

    Raises:
      Refusal: ``unplayed-not-known``, ``unreadable-request``, or what the rulebook leaves open.
    """
    tile_set = load_tile_set(sheet.scheduled.tile_set)
    first, second = (_value(tile_set, rack) for rack in racks)
    mode, adjustments = "ruling", (Points(0), Points(0))
    try:
        outcome = unplayed_tiles((first, second), sheet.out, entry.rules)
        mode, adjustments = outcome.mode, outcome.adjustments
    except Refusal as open_point:
        # What they are worth to whom is then for the director to enter, under the same case.
        entry.unless_ruled(open_point)
    return UnplayedTilesCounted(racks=racks, adjustments=adjustments, mode=mode)


def _left_over(sheet: Sheet, tile_set: TileSet) -> Tiles:
    """The tiles that are not on the board: after a play-out, the opponent's rack."""
    size = load_board(sheet.scheduled.board).size
    lying = with_real_letters(sheet.squares, sheet.false_blanks, size)
    unseen = unseen_tiles(tile_set, lying)
    missing, extra = _cut(tile_set, sheet.missing_tiles), _cut(tile_set, sheet.extra_tiles)
    unknown = len(missing) != sheet.missing or len(extra) != sheet.extra
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
        raise Refusal(
            "unreadable-request", f"{wrong}.", "Enter the tiles left, ? for a blank."
        ) from None


def _value(tile_set: TileSet, rack: Tiles) -> Points:
    if not rack:
        raise Refusal(
            "unplayed-not-known",
            "The tiles left on a rack are not known.",
            "Enter the tiles each player has left, or - for none.",
        )
    return value_of(tile_set, _cut(tile_set, rack))


def record_overtime(sheet: Sheet, asked: RecordOvertime, entry: Entry) -> Decision:
    """Take the points for overtime, or declare the game forfeited past the book's limit (M-05).

    Raises:
      Refusal: ``overtime-recorded``, ``needs-ruling``, ``unreadable-request``,
        ``call-the-director`` or ``result-final``.
    """
    must_not_be_final(sheet, entry)
    must_be_overtime(asked.over)
    over = overtime_used(sheet, asked, entry)
    if sheet.overtime[asked.seat.place] is not None:
        entry.unless_ruled(
            Refusal(
                "overtime-recorded",
                f"The overtime of {sheet.name(asked.seat)} has been recorded.",
                "Correct that entry if it is wrong.",
            )
        )
    if over_limit(over, entry.rules):
        if entry.role is not Role.DIRECTOR:
            entry.unless_ruled(
                Refusal(
                    "needs-ruling",
                    "So much overtime forfeits the game, which the director declares.",
                    "Call the director.",
                    clause=str(entry.rules.overtime.forfeit_after),
                )
            )
        return forfeited_by_overtime(sheet, asked.seat, over, entry)
    fact = OvertimeRecorded(
        seat=asked.seat,
        over=over,
        penalty=overtime_penalty(over, entry.rules),
        at_end=asked.at_end,
        at_reveal=asked.at_reveal,
        at_last=asked.at_last,
    )
    return Decision((fact,), overtime_remarks(sheet, asked.seat, over, entry))


def must_be_overtime(over: Seconds) -> None:
    """Refuse overtime below zero.

    Raises:
      Refusal: ``unreadable-request``.
    """
    if over < 0:
        raise Refusal(
            "unreadable-request",
            "Overtime can't be below zero.",
            "Enter the seconds used beyond the allowance.",
        )


def resign(sheet: Sheet, asked: Resign, entry: Entry) -> Decision:
    """Write a resignation down, with the margin of the rulebook or the director's (P-01, P-02).

    Raises:
      Refusal: ``game-over``, ``margin-to-be-set``, ``other-margin``, or what the
        rulebook leaves to a ruling.
    """
    must_not_be_final(sheet, entry)
    if sheet.ended:
        entry.unless_ruled(
            Refusal("game-over", "This game is over; nobody can resign it.", "Enter the result.")
        )
    margin = asked.margin
    if margin is None or asked.proper:
        try:
            by_the_book = resignation_margin(sheet.totals, asked.seat, asked.proper, entry.rules)
        except Refusal as open_point:
            entry.unless_ruled(open_point)
        else:
            margin = _as_the_book_has_it(by_the_book, asked.margin, entry)
    else:
        try:
            accept_improper_margin(margin, sheet.totals, asked.seat, entry.rules)
        except Refusal as below:
            entry.unless_ruled(below)
    resigned = GameResigned(
        seat=asked.seat,
        proper=asked.proper,
        margin=margin,
        reason=asked.reason,
        rated=entry.rules.resignation.rated.value,
    )
    return Decision((resigned,), (*_of_the_margin(sheet, resigned, entry), *_of_the_rating(entry)))


def _as_the_book_has_it(
    margin: Points | None, wanted: Points | None, entry: Entry
) -> Points | None:
    """The margin of a resignation that the book works out; another one only by ruling."""
    if margin is None:
        entry.unless_ruled(
            Refusal(
                "margin-to-be-set",
                "What an improper resignation costs is for the director to set.",
                "Enter by how many points the game is lost.",
                clause=str(entry.rules.resignation.improper),
            )
        )
    if margin is None or wanted in (None, margin):
        return margin
    entry.unless_ruled(
        Refusal(
            "other-margin",
            f"A proper resignation costs {margin} points here, not {wanted}.",
            "Leave the margin out, and it is worked out.",
            clause=str(entry.rules.resignation.least_margin),
        )
    )
    return wanted


def _of_the_margin(sheet: Sheet, resigned: GameResigned, entry: Entry) -> tuple[str, ...]:
    """A margin to be set, or one below what a proper resignation would have cost."""
    if resigned.margin is None:
        return (remarks.DIRECTOR_TO_CONFIRM,)
    if resigned.proper or not entry.rules.resignation.least_margin.is_known:
        return ()
    proper = resignation_margin(sheet.totals, resigned.seat, True, entry.rules)
    below = proper is not None and resigned.margin < proper
    return (remarks.BELOW_PROPER_MARGIN,) if below else ()


def _of_the_rating(entry: Entry) -> tuple[str, ...]:
    """Nothing is said of ratings here, unless the organiser has settled it."""
    if entry.rules.resignation.rated.is_known:
        return ()
    return touching(entry.rules, "T4-17", "T1-16")


def end_round(sheet: Sheet, asked: EndRound, entry: Entry) -> Decision:
    """End a game because the director ended the round; the racks are counted next (O-07).

    Raises:
      Refusal: ``challenge-pending``, ``game-over`` and the like, or ``rulebook-silent``.
    """
    must_be_playing(sheet, entry)
    if awaits_verdict(sheet):
        entry.unless_ruled(
            Refusal(
                "challenge-pending",
                "A challenge is being adjudicated; the round ends here after the verdict.",
                "Enter the verdict first.",
            )
        )
    ends = entry.rules.keeping.director_ends_round
    if not ends.is_known:
        entry.unless_ruled(ends.refusal())
    return Decision((RoundEnded(reason=asked.reason), GameEnded(cause="round-ended")))


def void_game(sheet: Sheet, asked: VoidGame, entry: Entry) -> Decision:
    """Let a game count for nobody, signed or not, which takes a ruling.

    Raises:
      Refusal: ``needs-ruling``.
    """
    entry.unless_ruled(
        Refusal(
            "needs-ruling",
            "A game is made void only by a director's ruling.",
            "Rule with a citation, and enter it under that case.",
            clause=str(entry.rules.fallback.decides),
        )
    )
    return Decision((GameVoided(reason=asked.reason),))


def end_game(sheet: Sheet, asked: EndGame, entry: Entry) -> Decision:
    """End a game for a cause the players' turns do not show, which takes a ruling.

    Raises:
      Refusal: ``needs-ruling`` or ``unreadable-request``.
    """
    must_not_be_final(sheet, entry)
    if asked.cause not in CAUSES:
        raise Refusal(
            "unreadable-request",
            f"{asked.cause!r} is no way for a game to end.",
            f"Enter one of {', '.join(CAUSES)}.",
        )
    entry.unless_ruled(
        Refusal(
            "needs-ruling",
            "A game ends by play, by scoreless turns, or by a director's ruling.",
            "Call the director.",
        )
    )
    facts: tuple[Fact, ...] = (GameEnded(cause=asked.cause),)
    return Decision(facts)


DECISIONS: dict[type[Asked], Decide] = {
    AcceptPlayOut: accept_play_out,
    CountUnplayed: count_unplayed,
    RecordOvertime: record_overtime,
    Resign: resign,
    EndGame: end_game,
    EndRound: end_round,
    VoidGame: void_game,
}
