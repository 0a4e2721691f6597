"""What becomes of the turns made since a verdict that no longer holds."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ledger.asking.asked import Asked, Decision
from ledger.asking.permission import DIRECTORS
from ledger.game.facts.challenges import ChallengeIssued, PhoneyWithdrawn
from ledger.game.facts.endings import GameEnded, PlayedOut, PlayOutAccepted, UnplayedTilesCounted
from ledger.game.facts.judging import TurnsSinceSettled, VerdictOvertaken
from ledger.game.facts.scores import EntryCorrected
from ledger.game.facts.turns import TURNS, PlayRecorded, TurnMissed, TurnPassed
from ledger.game.play.challenges.in_time import empty_before
from ledger.game.play.entry import Entry, decides, must_not_be_final
from ledger.game.play.judging.misadjudication_rule import Found
from ledger.game.play.judging.put_right import READJUDICATED, put_right
from ledger.game.play.judging.turns_since_rule import BookSays, book_says
from ledger.game.sheet import replay
from ledger.game.sheet.answering import Judged
from ledger.game.sheet.effective import OF_A_CHALLENGE, WITH_ITS_TURN, standing
from ledger.game.sheet.line import Line
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing
from ledger.rulebook import Rulebook
from ledger.vocabulary import remarks
from ledger.vocabulary.closed_lists import TurnsSince

OF_THE_END = (PlayedOut, PlayOutAccepted, GameEnded, UnplayedTilesCounted)
SAID_OF_A_TURN = (*WITH_ITS_TURN, *OF_A_CHALLENGE, PhoneyWithdrawn)
"""What goes with a turn that comes off or is made anew."""


class SettleTurnsSince(Asked, frozen=True, tag="settle-turns-since", kw_only=True):
    """What becomes of the turns made since the verdict; ``how`` as in ``TurnsSinceSettled``."""

    how: TurnsSince


@decides(SettleTurnsSince, may=DIRECTORS)
def settle_turns_since(sheet: Sheet, asked: SettleTurnsSince, entry: Entry) -> Decision:
    """Write down what becomes of them, and carry the verdict out where it is (L-17, L-19).

    What the book does not decide itself takes a ruling.
    """
    must_not_be_final(sheet, entry)
    overtaken = the_overtaken(sheet)
    if overtaken is None:
        raise entry.refusal("no-turns-since")
    says = said_by_the_book(sheet, overtaken, entry.rules)
    if asked.how != says.how:
        entry.must_be_ruled("turns-since-ruled", clause=says.clause, trap=says.trap)
    settled = TurnsSinceSettled(how=asked.how)
    if asked.how == "as-it-is":
        return Decision((settled,))
    righted = put_right(
        sheet,
        _as_judged(sheet, overtaken),
        entry,
        reason=overtaken.reason or READJUDICATED,
        approved_by=overtaken.found_by or entry.by,
        new_tile_racked=overtaken.new_tile_racked,
        retracted_tile_racked=overtaken.retracted_tile_racked,
        next_turn_done=True if overtaken.reason else None,
    )
    struck = tuple(_struck(sheet, overtaken.since, asked.how, entry.by))
    if asked.how == "stand":
        struck = righted.undone
    # The end of the game that would have come at once is none where turns were made after it.
    others = righted.others if asked.how == "replay" else ()
    noticed = tuple(one for one in righted.remarks if one != remarks.DIRECTOR_TO_CONFIRM)
    return Decision((settled, righted.found, *struck, *others), noticed)


def the_overtaken(sheet: Sheet) -> VerdictOvertaken | None:
    """The verdict that no longer holds, until it is decided what becomes of the turns since."""
    opened = find(sheet.open, VerdictOvertaken)
    return opened.fact if opened and isinstance(opened.fact, VerdictOvertaken) else None


def turns_made_since(sheet: Sheet, since: int) -> tuple[Line, ...]:
    """The lines of the turns made after an event, oldest first; what came off among them too."""
    return tuple(line for line in sheet.lines if line.is_turn and line.place > since)


def said_by_the_book(sheet: Sheet, overtaken: VerdictOvertaken, rules: Rulebook) -> BookSays:
    """What the book says of the turns made since this verdict."""
    turns = [line for line in sheet.lines if line.is_turn and line.place < overtaken.since]
    says = book_says(
        Found(
            was_acceptable=not overtaken.acceptable,
            new_tile_racked=overtaken.new_tile_racked,
            retracted_tile_racked=overtaken.retracted_tile_racked,
            next_turn_done=bool(turns_made_since(sheet, overtaken.since)),
            bag_empty=bool(turns) and empty_before(turns[-1]),
        ),
        rules,
    )
    # Of a verdict reported as wrong the rule speaks itself.
    return replace(says, inferred=False) if overtaken.reason else says


def _as_judged(sheet: Sheet, overtaken: VerdictOvertaken) -> Judged:
    """The challenge as it was judged, whatever was challenged since."""
    then = replay(sheet.events[: overtaken.since - 1])
    challenge = then.challenges.pending or ChallengeIssued(seat=overtaken.seat.opponent)
    was = not overtaken.acceptable
    return Judged(
        version=overtaken.since, play_seat=overtaken.seat, challenge=challenge,
        verdicts=(was,), judges=("",), in_force=was,
    )  # fmt: skip


def _struck(sheet: Sheet, since: int, how: TurnsSince, by: str) -> Iterator[EntryCorrected]:
    """What no longer stands of all that was entered after the verdict.

    Where plays come off, each was a turn worth nothing; exchanges, passes and plays that had come
    off already stay. What was said of a turn, and a challenge of it, goes with the turn; so does an
    end of the game, unless it came of turns that stay.
    """
    end_goes = how == "replay" or sheet.ended in ("", "played-out")
    withdrawn = {line.version for line in sheet.lines if line.withdrawn}
    gone = False
    for entry in _written_after(sheet, since):
        version, fact = entry.event.originator_version, entry.fact
        becomes: TurnPassed | None = None
        if isinstance(fact, TURNS):
            gone = how == "replay" or (
                isinstance(fact, PlayRecorded | TurnMissed) and version not in withdrawn
            )
            becomes = TurnPassed(seat=fact.seat) if how == "come-off" else None
        if (end_goes and isinstance(fact, OF_THE_END)) or (
            gone and isinstance(fact, (*TURNS, *SAID_OF_A_TURN))
        ):
            yield EntryCorrected(
                supersedes=version, replacement=becomes, reason=READJUDICATED, approved_by=by
            )


def _written_after(sheet: Sheet, since: int) -> Iterator[Standing]:
    """What stands after the verdict, in the order of the game; not what came with the verdict."""
    verdict = sheet.event(since).envelope.command_id
    reached = False
    for entry in standing(sheet.events):
        if reached and entry.fact is not None and entry.event.envelope.command_id != verdict:
            yield entry
        reached = reached or entry.event.originator_version == since
