"""Lines scored again after a correction; findings: what does not agree, what was put right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from ledger.equipment.board import Squares, empty_squares, load_board
from ledger.equipment.scoring import Unplaceable, score_play, unseen_tiles, without_unscored
from ledger.equipment.tile_set import load_tile_set
from ledger.game.blanks.facts import BlankDesignated, BlankRedesignated
from ledger.game.challenges.facts import ChallengeFailed, PhoneyWithdrawn
from ledger.game.results.facts import (
    RecordsSettled,
    ResultAmended,
    ResultProposed,
    ResultReported,
    ResultTakenOver,
    SlipTyped,
)
from ledger.game.scores.facts import (
    CreditApplied,
    CumulativeAgreed,
    DiscrepancyFound,
    PenaltyApplied,
    RecountDone,
)
from ledger.game.setting_up.facts import FirstRackDrawn, StarterDetermined
from ledger.game.sheet.laying import square_index, with_real_letters, with_tiles, without_tiles
from ledger.game.sheet.line import Line, LineKind, move_told
from ledger.game.sheet.sheet import Blank, Sheet
from ledger.game.sheet.standing import OF_A_TURN, Standing, in_doubt, standing, words_of
from ledger.game.turns.facts import TURNS, EntryCorrected, PlayRecorded, SeatsExchanged
from ledger.messages import say
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.record.standing import taken_back
from ledger.rulebook import rules_of
from ledger.rulebook.limits import ends_by_zeros
from ledger.vocabulary import Points, Seat, Totals, remarks
from ledger.vocabulary.signs import score

# What on a sheet does not agree, by what somebody would do about it.


FindingCode = Literal[
    "does-not-fit", "computed-differs", "announced-differs", "too-many-of-a-tile",
    "blank-not-there", "ended-early", "not-ended", "turn-out-of-order", "challenge-without-play",
    "totals-differ", "tiles-to-follow", "seat-in-doubt", "tile-count",
]  # fmt: skip
"""What can be found on a sheet that does not agree."""

Disagreement = Literal["board", "turns", "score", "end"]
"""The entry that lies otherwise is put right; a turn is found, or whose it was; the score is
counted again; it is said whether the game is over."""

ABOUT: dict[FindingCode, Disagreement] = {
    "does-not-fit": "board",
    "too-many-of-a-tile": "board",
    "blank-not-there": "board",
    "tile-count": "board",
    "turn-out-of-order": "turns",
    "challenge-without-play": "turns",
    "tiles-to-follow": "turns",
    "seat-in-doubt": "turns",
    "computed-differs": "score",
    "totals-differ": "score",
    "ended-early": "end",
    "not-ended": "end",
}
"""By the code of a finding that is for the director; one is for the players alone."""

FLAG_OF: dict[Disagreement, str] = {
    "board": "board-differs",
    "turns": "turns-differ",
    "score": "score-differs",
    "end": "end-in-doubt",
}
"""The flag of each, on a row of the hall and at a ply of the replay."""


# Whether a matter that was remarked on has been put right since: by a correction, an amendment.


DISCREPANCY = "discrepancy"
"""A player has other totals (``DiscrepancyFound``): a matter as good as a remark."""

CORRECTED, AMENDED, AGREED, SETTLED, CAME_OFF = (
    "corrected", "amended", "agreed", "settled", "came-off",
)  # fmt: skip
"""How a matter was put right: the values of ``Resolved.how``."""


class Resolved(Struct, frozen=True):
    version: int
    how: str

    @property
    def words(self) -> str:
        """The same as a sentence, which stands behind what was remarked on."""
        return say(f"game_sheet.since.{self.how}")

    def behind(self, what: str) -> str:
        """What was remarked on, and in the same sentence what has put it right."""
        return say(f"game_sheet.put-right.{self.how}", what=what)


def resolved(sheet: Sheet, version: int, code: str) -> Resolved | None:
    """What has put right since what was remarked on at an event; ``None``: it stands.

    Args:
      code: of the remark or the finding; ``DISCREPANCY`` for totals that differed.
    """
    if code == DISCREPANCY:
        return _agreed_since(sheet, version)
    if code == remarks.ANNOUNCED_DIFFERS:
        return _score_put_right(sheet, version)
    if code == remarks.TALLY_DIFFERS:
        return _result_put_right(sheet, version)
    entry = next((x for x in standing(sheet.events) if x.event.originator_version == version), None)
    for correction in entry.corrections if entry is not None else ():
        # A score put right leaves the entry as it is, with all else that was remarked on.
        if isinstance(sheet.event(correction.version).fact, EntryCorrected):
            return Resolved(correction.version, CORRECTED)
    return None


def _score_put_right(sheet: Sheet, version: int) -> Resolved | None:
    """A score announced wrong: it counts as computed now, counts nothing, or is in the result."""
    line = next((line for line in sheet.lines if line.version == version), None)
    if line is None:
        return None
    if line.corrections and line.announced == line.computed:
        return Resolved(line.corrections[-1].version, CORRECTED)
    if line.withdrawn:
        after = (x.version for x in sheet.lines if x.place > line.place and x.seat is line.seat)
        return Resolved(next(after, line.version), CAME_OFF)
    change = _amended_by(sheet, line)
    others = sum(map(_differs_by, _wrong(sheet, line)))
    if change and change in (_differs_by(line), others):
        return next(
            Resolved(at, AMENDED) for at, fact in _facts_after(sheet, version, newest_first=True)
            if isinstance(fact, ResultAmended | RecordsSettled)
        )  # fmt: skip
    return None


def _amended_by(sheet: Sheet, line: Line) -> int:
    """What an amendment put on the total of whose turn it was, beyond what the lines add up to."""
    if sheet.result.amended is None:
        return 0
    place = line.seat.place
    return sheet.result.amended[place] - sheet.totals[place]


def _differs_by(line: Line) -> int:
    if line.computed is None or line.announced is None:
        return 0
    return line.computed - line.announced


def _wrong(sheet: Sheet, line: Line) -> list[Line]:
    """The plays of the same player that lie on the board with another score than they count."""
    return [play for play in sheet.plays if play.seat is line.seat and _differs_by(play)]


def _agreed_since(sheet: Sheet, version: int) -> Resolved | None:
    """Totals that differed: the lines before add up to them now, or both agreed on some since."""
    fact = sheet.event(version).fact
    if not isinstance(fact, DiscrepancyFound):
        return None
    before = [line for line in sheet.lines if line.place < version]
    if before and before[-1].totals == fact.written:
        changes = (x.version for line in before for x in line.corrections if x.version > version)
        return Resolved(max(changes, default=version), CORRECTED)
    agreements = (
        Resolved(at, AGREED if isinstance(later, CumulativeAgreed) else SETTLED)
        for at, later in _facts_after(sheet, version)
        if isinstance(later, CumulativeAgreed | RecountDone)
    )
    return next(agreements, None) or _result_put_right(sheet, version)


def _result_put_right(sheet: Sheet, version: int) -> Resolved | None:
    """Papers that differed: it was found which holds, or the result was amended."""
    return next(
        (
            Resolved(at, AMENDED if isinstance(fact, ResultAmended) else SETTLED)
            for at, fact in _facts_after(sheet, version)
            if isinstance(fact, ResultAmended | RecordsSettled)
        ),
        None,
    )


def _facts_after(
    sheet: Sheet, version: int, *, newest_first: bool = False
) -> Iterator[tuple[int, Fact]]:
    """What stands and was written later, with the versions of its events."""
    found = (
        (entry.event.originator_version, entry.fact)
        for entry in standing(sheet.events)[:: -1 if newest_first else 1]
    )
    return ((at, fact) for at, fact in found if at > version and fact is not None)


# Who started, put right: which correction moved the seats, and what it took along by name.


def seats_moved(events: Sequence[Event]) -> Iterator[Event]:
    """The corrections by which the two players changed their seats."""
    starters = {
        event.originator_version: event.fact.starter
        for event in events
        if isinstance(event.fact, StarterDetermined)
    }
    for event in events:
        fact = event.fact
        if not isinstance(fact, EntryCorrected):
            continue
        if isinstance(now := fact.replacement, StarterDetermined):
            if starters.get(fact.supersedes) != now.starter:
                yield event
            starters[fact.supersedes] = now.starter


def named_before(stands: Sequence[Standing], moved: Event) -> Iterator[Standing]:
    """What was entered for a player by name before the seats moved, apart from turns.

    It went to the other player with the seat, as the turns did.
    """
    for entry in stands:
        if entry.event.originator_version > moved.originator_version:
            return
        seat = getattr(entry.fact, "seat", None)
        if seat is not None and not isinstance(entry.fact, (*TURNS, *OF_A_TURN, FirstRackDrawn)):
            yield entry


class Finding(Struct, frozen=True):
    """Something on the sheet that does not agree with the rest of it.

    Attributes:
      for_director: it needs a director; mere arithmetic does not (wespa 4.8(a)): the announced
        score stands, and the players put it right.
      resolved: what has put it right since, as a sentence; empty: nothing has.
      version: the event it is about.
      what: the same in words.
    """

    version: int
    code: FindingCode
    what: str
    for_director: bool = True
    resolved: str = ""


def findings(sheet: Sheet) -> tuple[Finding, ...]:
    """Everything on the sheet that does not agree, oldest line first.

    A correction leaves later turns as entered; what it makes inconsistent is listed here,
    never dropped. Of a copy for somebody who is not shown everything nothing is listed.
    """
    if sheet.withheld:
        return ()
    return (
        *_plays_that_differ(sheet),
        *_turns_out_of_order(sheet),
        *_challenges_without_a_play(sheet),
        *_blanks_not_there(sheet),
        *_fewer_tiles_than_none(sheet),
        *_seats_in_doubt(sheet),
        *_names_in_doubt(sheet),
        *_of_the_whole(sheet),
    )


def rescored(sheet: Sheet, place: float, play: PlayRecorded) -> PlayRecorded:
    """``play`` with its words and computed score on the board as it stood at ``place``.

    Where that is in the order of the game: see ``Line.place``.

    Raises:
      Unplaceable: it does not fit there.
    """
    board, tile_set = load_board(sheet.scheduled.board), load_tile_set(sheet.scheduled.tile_set)
    squares = empty_squares(board)
    for line in sheet.lines:
        if line.place >= place:
            break
        squares = (
            without_tiles(squares, _withdrawn_by(sheet, line))
            if line.kind is LineKind.WITHDRAWN
            else with_tiles(squares, line.placed)
        )
    scored = without_unscored(
        score_play(squares, play.placement, board, tile_set),
        squares,
        play.placement,
        board,
        sheet.board.unscored,
    )
    return replace(play, computed=scored.score, words=scored.words)


def _withdrawn_by(sheet: Sheet, withdrawal: Line) -> tuple[tuple[int, str], ...]:
    """The tiles that came off the board with ``withdrawal``: those of the turn before it."""
    turns = (x for x in reversed(sheet.lines) if x.place < withdrawal.place and x.is_turn)
    turn = next(turns, None)
    return turn.placed if turn is not None and turn.withdrawn else ()


def _plays_that_differ(sheet: Sheet) -> list[Finding]:
    board, tile_set = load_board(sheet.scheduled.board), load_tile_set(sheet.scheduled.tile_set)
    squares = empty_squares(board)
    found: list[Finding] = []
    short = False
    for line in sheet.lines:
        if line.kind is LineKind.WITHDRAWN:
            squares = without_tiles(squares, _withdrawn_by(sheet, line))
        if line.kind is LineKind.MISSED and not line.withdrawn:
            found.append(
                Finding(line.version, "tiles-to-follow", say("game_sheet.found.tiles-to-follow"))
            )
        if line.kind is not LineKind.PLAY or line.placement is None:
            continue
        squares = _with_letters_redesignated(sheet, squares, line.place)
        try:
            scored = score_play(squares, line.placement, board, tile_set)
        except Unplaceable as wrong:
            found.append(Finding(line.version, "does-not-fit", str(wrong)))
            continue
        scored = without_unscored(scored, squares, line.placement, board, sheet.board.unscored)
        if line.computed is not None and line.computed != scored.score:
            found.append(
                Finding(
                    line.version,
                    "computed-differs",
                    say(
                        "game_sheet.found.computed-differs",
                        move=line.wording,
                        counts=scored.score,
                        was=line.computed,
                    ),
                )
            )
        if line.announced != scored.score and line.announced != line.computed:
            found.append(_announced_wrong(sheet, line, scored.score))
        squares = with_tiles(with_tiles(squares, line.placed), scored.placed)
        unseen = unseen_tiles(
            tile_set, with_real_letters(squares, sheet.board.false_blanks, board.size)
        )
        if not short and any(count < 0 for count in unseen.values()):
            short = True
            tiles = ", ".join(tile for tile, count in unseen.items() if count < 0)
            found.append(
                Finding(
                    line.version,
                    "too-many-of-a-tile",
                    say("game_sheet.found.too-many-of-a-tile", tiles=tiles),
                )
            )
    return found


def _announced_wrong(sheet: Sheet, line: Line, counts: int) -> Finding:
    """Mere arithmetic: it stands until it is put right, and nobody has to be called."""
    put_right = resolved(sheet, line.version, remarks.ANNOUNCED_DIFFERS)
    what = "announced-differed" if put_right else "announced-differs"
    return Finding(
        line.version,
        "announced-differs",
        say(
            f"game_sheet.found.{what}",
            move=line.wording,
            announced=line.announced,
            counts=counts,
        ),
        for_director=False,
        resolved=put_right.words if put_right else "",
    )


def _with_letters_redesignated(sheet: Sheet, squares: Squares, before: float) -> Squares:
    """The board with the letters that blanks were given by ruling before event ``before``."""
    size = load_board(sheet.scheduled.board).size
    board = list(squares)
    for event in sheet.events:
        if event.originator_version >= before:
            break
        fact = event.fact
        if isinstance(fact, BlankDesignated) and not fact.changed:
            continue
        if isinstance(fact, BlankRedesignated | BlankDesignated):
            index = square_index(fact.square, size)
            if index is not None and board[index]:
                board[index] = fact.letter.lower()
    return tuple(board)


def _turns_out_of_order(sheet: Sheet) -> list[Finding]:
    found: list[Finding] = []
    before: Line | None = None
    for line in sheet.lines:
        if line.kind is LineKind.TURN_LOST:
            before = line
        if not line.is_turn:
            continue
        if before is not None and before.seat is line.seat:
            found.append(
                Finding(
                    line.version,
                    "turn-out-of-order",
                    say("game_sheet.found.turn-out-of-order", player=sheet.name(line.seat)),
                )
            )
        before = line
    return found


def _challenges_without_a_play(sheet: Sheet) -> list[Finding]:
    """What followed from a challenge whose play was struck or replaced by a correction."""
    facts = {event.originator_version: event.fact for event in sheet.events}
    found: list[Finding] = []
    turn: Line | None = None
    for line in sheet.lines:
        fact = facts.get(line.version)
        if line.is_turn:
            turn = line
        elif isinstance(fact, ChallengeFailed | PhoneyWithdrawn):
            player = fact.seat if isinstance(fact, PhoneyWithdrawn) else fact.seat.opponent
            played = turn is not None and turn.kind in (LineKind.PLAY, LineKind.MISSED)
            if turn is None or not played or turn.seat is not player:
                name = sheet.name(player)
                what = say("game_sheet.found.challenge-without-play", player=name)
                found.append(Finding(line.version, "challenge-without-play", what))
    return found


def _blanks_not_there(sheet: Sheet) -> list[Finding]:
    size = load_board(sheet.scheduled.board).size

    def there(square: str) -> str:
        index = square_index(square, size)
        tile = "" if index is None else sheet.board.squares[index]
        return tile if tile != tile.upper() else ""

    def told(blank: Blank) -> str:
        tile = there(blank.square)
        return say(
            f"game_sheet.found.{'blank-not-there' if tile else 'no-blank-there'}",
            blank=blank.blank,
            letter=blank.letter,
            square=blank.square,
            there=tile,
        )

    return [
        Finding(sheet.version, "blank-not-there", told(blank))
        for blank in sheet.board.blanks
        if there(blank.square).upper() != blank.letter
    ]


def _seats_in_doubt(sheet: Sheet) -> list[Finding]:
    """What names a player after turns that were given to the other one, and was left as entered."""
    given = [event for event in sheet.events if isinstance(event.fact, SeatsExchanged)]
    if not given:
        return []
    stands = {entry.event.originator_version: entry for entry in standing(sheet.events)}
    return [
        Finding(
            entry.event.originator_version,
            "seat-in-doubt",
            say("game_sheet.found.turns-were-anothers", entry=move_told(words_of(entry.fact))),
        )
        for event in given
        if isinstance(event.fact, SeatsExchanged)
        for entry in in_doubt(stands, event, event.fact)
    ]


def _names_in_doubt(sheet: Sheet) -> list[Finding]:
    """What went to the other player when it was put right who started."""
    moved = list(seats_moved(sheet.events))
    if not moved:
        return []
    stands = standing(sheet.events)
    return [
        Finding(
            entry.event.originator_version,
            "seat-in-doubt",
            say("game_sheet.found.went-to-the-other", entry=move_told(words_of(entry.fact))),
        )
        for event in moved
        for entry in named_before(stands, event)
    ]


def _fewer_tiles_than_none(sheet: Sheet) -> list[Finding]:
    """Turns that need more tiles than there were, once another turn was changed before them."""
    bag = sheet.stock.bag
    held = [
        (say("game_sheet.found.rack-below-zero", player=sheet.name(seat), count=count), count)
        for seat, count in zip(Seat, sheet.stock.racks, strict=True)
    ]
    return [
        Finding(sheet.version, "tile-count", what)
        for what, count in (*held, (say("game_sheet.found.bag-below-zero", count=bag), bag))
        if count < 0
    ]


def _of_the_whole(sheet: Sheet) -> list[Finding]:
    found: list[Finding] = []
    rules = rules_of(sheet.scheduled)
    if sheet.corrected and ends_by_zeros(sheet.zero_turns, sheet.totals, rules):
        if not sheet.ended:
            found.append(Finding(sheet.version, "not-ended", say("game_sheet.found.not-ended")))
    elif sheet.corrected and sheet.ended == "six-zeros":
        found.append(Finding(sheet.version, "ended-early", say("game_sheet.found.ended-early")))
    proposed, recorded = sheet.result.proposed, sheet.totals
    stands = sheet.result.amended is None and sheet.ending.forfeit is None
    if proposed is not None and stands and _with_what_was_ruled(sheet, proposed) != recorded:
        what = say(
            "game_sheet.found.totals-differ", proposed=_scores(proposed), recorded=_scores(recorded)
        )
        found.append(Finding(sheet.version, "totals-differ", what))
    return found


RESULTS = (ResultProposed, SlipTyped, ResultReported, ResultTakenOver)
"""What tells the scores of a whole game."""


def _scores(totals: Totals) -> str:
    return score(*totals)


def _with_what_was_ruled(sheet: Sheet, proposed: Totals) -> Totals:
    """A result with the points that were taken or given under a ruling since it was proposed.

    That the lines add up to something else then is what the ruling did, and no mistake.
    """
    events, gone = sheet.events, taken_back(sheet.events)
    versions = (event.originator_version for event in events if isinstance(event.fact, RESULTS))
    at, ruled = max(versions, default=0), [0, 0]
    for event in events:
        fact, version = event.fact, event.originator_version
        if event.envelope.case is None or not isinstance(fact, PenaltyApplied | CreditApplied):
            continue
        by = gone.get(version)
        stood = version < at and (by is None or by.originator_version > at)
        if fact.unit == "points" and stood != (by is None):
            sign = 1 if isinstance(fact, CreditApplied) else -1
            ruled[fact.seat.place] += sign * fact.amount * (1 if by is None else -1)
    return Points(proposed[0] + ruled[0]), Points(proposed[1] + ruled[1])
