"""A wrong verdict put right, and the turns made since."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from ledger.game.challenges.facts import ChallengeFailed, ChallengeIssued, PhoneyWithdrawn
from ledger.game.challenges.in_time import empty_before, last_play
from ledger.game.challenges.requests import what_follows
from ledger.game.context import GameContext, decides, must_not_be_final
from ledger.game.drawing.facts import DrawnThenChallengedOff
from ledger.game.endings.facts import GameEnded, PlayedOut, PlayOutAccepted, UnplayedTilesCounted
from ledger.game.endings.requests import ends_undone, turns_since
from ledger.game.judging.facts import MisadjudicationFound, TurnsSinceSettled, VerdictOvertaken
from ledger.game.judging.rules import Found, must_be_correctable
from ledger.game.procedure import Procedure, Question, Step, opened_by
from ledger.game.sheet.folding import replay
from ledger.game.sheet.line import Line
from ledger.game.sheet.sheet import Judged, Opened, Sheet, find
from ledger.game.sheet.standing import OF_A_CHALLENGE, WITH_ITS_TURN, Standing, standing
from ledger.game.turns.facts import TURNS, EntryCorrected, PlayRecorded, TurnMissed, TurnPassed
from ledger.messages import say
from ledger.record.fact import Fact
from ledger.requests import DIRECTORS, Decision, Request
from ledger.rulebook import Rulebook
from ledger.vocabulary import remarks
from ledger.vocabulary.closed_lists import TurnsSince
from ledger.vocabulary.refusals import Refusal

# Turns made since a verdict that no longer holds: which way on the book itself decides.


WAYS: tuple[TurnsSince, ...] = ("as-it-is", "stand", "come-off", "replay")
"""Every way on, the one that changes least first."""


class BookSays(Struct, frozen=True, kw_only=True):
    """What a rulebook says of them.

    Attributes:
      how: the one way on that needs no ruling; empty: the book leaves all of them to a ruling.
      trap: id of the gap or contradiction that a ruling settles; empty: none.
      inferred: whether ``clause`` speaks of wrong verdicts and not of turns made since: that it
        holds for these too is our reading.
    """

    how: TurnsSince | None
    clause: str
    trap: str = ""
    inferred: bool = False


def book_says(found: Found, rules: Rulebook) -> BookSays:
    """What the book says where another verdict holds and turns were made since (L-17, L-19).

    Only one book settles one of the cases by itself: a bad play that was called good stays once a
    new tile is on the rack (wespa-5.1 3.10.11(a)). The rule says it of any wrong verdict, and not
    of a second opinion; that it holds for both is our reading.

    >>> from ledger.rulebook import load
    >>> good = Found(was_acceptable=True, next_turn_done=True)
    >>> [book_says(good, load(book)).how for book in ("wespa-5.1", "wespa-4.0", "nsa-1998")]
    ['as-it-is', None, None]
    """
    try:
        must_be_correctable(found, rules)
    except Refusal as refused:
        if refused.code == "verdict-stands":
            return BookSays(how="as-it-is", clause=refused.clause, inferred=True)
        silent = refused.code != "call-the-director"
        clause = str(rules.fallback.decides) if silent else refused.clause
        return BookSays(how=None, clause=clause, trap=refused.trap)
    return BookSays(how=None, clause=str(rules.challenge.misadjudication), inferred=True)


# A verdict put right: what should have followed, put in the place of what did.


READJUDICATED = "readjudicated"
"""The reason where another opinion found it."""


class PutRight(Struct, frozen=True, kw_only=True):
    """What puts a verdict right.

    Attributes:
      found: the consequence that stands in the place of the wrong one.
      undone: an end of the game that came of the wrong verdict.
      others: what follows beside the consequence, as the end of the game.
    """

    found: MisadjudicationFound
    undone: tuple[EntryCorrected, ...]
    others: tuple[Fact, ...]
    remarks: tuple[str, ...]

    @property
    def facts(self) -> tuple[Fact, ...]:
        return (self.found, *self.undone, *self.others)


def put_right(
    sheet: Sheet,
    judged: Judged,
    context: GameContext,
    *,
    reason: str,
    approved_by: str,
    new_tile_racked: bool | None = None,
    retracted_tile_racked: bool | None = None,
    next_turn_done: bool | None = None,
) -> PutRight:
    """What should have followed from a verdict, in the place of what did.

    It is worked out on the sheet as it stood when the verdict was given. The turns made since stay
    as they are; a director is to confirm that.
    """
    then = replay(sheet.events[: judged.version - 1])
    following = what_follows(then, not judged.in_force, context)
    consequence, others = _parted(following.facts)
    if isinstance(consequence, PhoneyWithdrawn):
        consequence = _as_scored_now(consequence, then, sheet)
    found = MisadjudicationFound(
        supersedes=judged.version,
        replacement=consequence,
        reason=reason,
        approved_by=approved_by,
        new_tile_racked=new_tile_racked,
        retracted_tile_racked=retracted_tile_racked,
        next_turn_done=next_turn_done,
    )
    # What was drawn goes back by a report of its own: much may have happened since.
    others = tuple(fact for fact in others if not isinstance(fact, DrawnThenChallengedOff))
    undone = ends_undone(sheet, judged, reason, approved_by, context.rules)
    noticed = following.remarks
    played_on = turns_since(sheet, judged) > 0
    if (undone or played_on) and remarks.DIRECTOR_TO_CONFIRM not in noticed:
        noticed = (remarks.DIRECTOR_TO_CONFIRM, *noticed)
    return PutRight(found=found, undone=undone, others=others, remarks=noticed)


def _as_scored_now(off: PhoneyWithdrawn, then: Sheet, now: Sheet) -> PhoneyWithdrawn:
    """What comes off is the score as it stands: it may have been corrected since."""
    play = last_play(then)
    lines = (line.score for line in now.lines if play and line.version == play.version)
    return replace(off, lost=next(lines, off.lost))


def _parted(facts: tuple[Fact, ...]) -> tuple[PhoneyWithdrawn | ChallengeFailed, tuple[Fact, ...]]:
    first, *others = facts
    if not isinstance(first, PhoneyWithdrawn | ChallengeFailed):  # pragma: no cover
        raise TypeError(f"a verdict is followed by no {first.topic()}")
    return first, tuple(others)


OF_THE_END = (PlayedOut, PlayOutAccepted, GameEnded, UnplayedTilesCounted)
SAID_OF_A_TURN = (*WITH_ITS_TURN, *OF_A_CHALLENGE, PhoneyWithdrawn)
"""What goes with a turn that comes off or is made anew."""


class SettleTurnsSince(Request, frozen=True, tag="settle-turns-since", kw_only=True):
    """What becomes of the turns made since the verdict; ``how`` as in ``TurnsSinceSettled``."""

    how: TurnsSince


@decides(SettleTurnsSince, may=DIRECTORS)
def settle_turns_since(sheet: Sheet, request: SettleTurnsSince, context: GameContext) -> Decision:
    """Write down what becomes of them, and carry the verdict out where it is (L-17, L-19).

    What the book does not decide itself takes a ruling.
    """
    must_not_be_final(sheet, context)
    overtaken = the_overtaken(sheet)
    if overtaken is None:
        raise context.refusal("no-turns-since")
    says = said_by_the_book(sheet, overtaken, context.rules)
    if request.how != says.how:
        context.must_be_ruled("turns-since-ruled", clause=says.clause, trap=says.trap)
    settled = TurnsSinceSettled(how=request.how)
    if request.how == "as-it-is":
        return Decision((settled,))
    righted = put_right(
        sheet,
        _as_judged(sheet, overtaken),
        context,
        reason=overtaken.reason or READJUDICATED,
        approved_by=overtaken.found_by or context.by,
        new_tile_racked=overtaken.new_tile_racked,
        retracted_tile_racked=overtaken.retracted_tile_racked,
        next_turn_done=True if overtaken.reason else None,
    )
    struck = tuple(_struck(sheet, overtaken.since, request.how, context.by))
    if request.how == "stand":
        struck = righted.undone
    # The end of the game that would have come at once is none where turns were made after it.
    others = righted.others if request.how == "replay" else ()
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


# Another verdict holds, and turns were made since: what the director decides, and on what rule.


@opened_by(VerdictOvertaken)
def procedure(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """Play waits, and the director says what becomes of the turns made since (L-17, L-19)."""
    overtaken = opened.fact
    assert isinstance(overtaken, VerdictOvertaken)
    says = said_by_the_book(sheet, overtaken, rules)
    since = turns_made_since(sheet, overtaken.since)
    how = Question("how", "what-becomes-of-turns-made-since", "choice", of=TurnsSince)
    return Procedure(
        name="turns-since",
        title=say("game_judging.verdict-changed-after", n=len(since)),
        clause=says.clause,
        steps=(
            Step(
                "director",
                say("game_judging.play-waits-director-says-what-becomes"),
                says.clause,
                clock="neutral",
                asks="settle-turns-since",
                questions=(how,),
            ),
        ),
        seat=overtaken.seat,
        version=opened.version,
        counts=(("turns-since", len(since)),),
        traps=(says.trap,) if says.trap else (),
        needs_ruling=says.how is None,
    )
