"""Verdicts on a slip, second opinions, and a judging begun again."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from ledger.game.challenges.facts import ChallengeAdjudicated, ChallengeFailed, PhoneyWithdrawn
from ledger.game.challenges.in_time import about_long_words, empty_before
from ledger.game.challenges.requests import Adjudicate
from ledger.game.context import GameContext, decides, must_not_be_final
from ledger.game.endings.requests import turns_since
from ledger.game.going_on import Slip
from ledger.game.judging.facts import (
    Readjudicated,
    ReadjudicationAsked,
    RestartConfirmed,
    VerdictOvertaken,
)
from ledger.game.judging.rules import (
    Found,
    differ,
    method_of,
    must_be_correctable,
    next_opinion,
    restart_conditions,
    verdict_in_force,
)
from ledger.game.judging.turns_since import READJUDICATED, put_right
from ledger.game.sheet.sheet import Judged, Sheet, find
from ledger.messages import say
from ledger.record.events import Event
from ledger.refusals.saying import refusal
from ledger.requests import JUDGES, STAFF, Decision, Request
from ledger.rulebook import Rulebook
from ledger.vocabulary import Role, Seat, remarks
from ledger.vocabulary.refusals import Refusal

# Second opinions, and verdicts found to be wrong.


class AskAgain(Request, frozen=True, tag="ask-again", kw_only=True):
    """``seat`` asks for another opinion on the challenge just judged; ``None``: the director."""

    seat: Seat | None = None


class Readjudicate(Request, frozen=True, tag="readjudicate", kw_only=True):
    """Another verdict on the whole play; fields as in ``Readjudicated``."""

    acceptable: bool
    adjudicator: str = ""
    lexicon: str = ""


class ReportMisadjudication(Request, frozen=True, tag="report-misadjudication", kw_only=True):
    """The verdict in force is wrong; fields as in ``MisadjudicationFound``."""

    reason: str
    found_by: str = ""
    new_tile_racked: bool | None = None
    retracted_tile_racked: bool | None = None


@decides(AskAgain, may=STAFF)
def ask_again(sheet: Sheet, request: AskAgain, context: GameContext) -> Decision:
    """Write down that another opinion was asked for (L-17).

    No book sets a limit of time. What becomes of turns made since is asked where the opinion
    changes what holds.
    """
    must_not_be_final(sheet, context)
    judged = sheet.challenges.judged
    if judged is None:
        raise context.refusal("nothing-judged")
    _must_not_be_under_challenge(sheet, context)
    context.must(
        request.seat is not None or context.role is Role.DIRECTOR,
        "unreadable-request/who-asks-again",
    )
    context.must_unless_ruled(not judged.asked, "opinion-asked")
    opinion = next_opinion(judged.verdicts, context.rules)
    context.must_unless_ruled(
        opinion.allowed, "verdict-final", times=len(judged.verdicts), clause=opinion.clause
    )
    return Decision((ReadjudicationAsked(seat=request.seat),))


@decides(Readjudicate, may=JUDGES)
def readjudicate(sheet: Sheet, request: Readjudicate, context: GameContext) -> Decision:
    """Write another verdict down; where it changes what holds, the sheet follows it (L-17).

    Where turns were made since, the director says first what becomes of them.

    Where it differs and the book leaves the final one to the director, that one is waited for
    from then on; nobody has to ask.
    """
    must_not_be_final(sheet, context)
    judged = sheet.challenges.judged
    if judged is None:
        raise context.refusal("nothing-judged")
    _must_not_be_under_challenge(sheet, context)
    context.must_unless_ruled(judged.asked, "opinion-not-asked")
    opinion = next_opinion(judged.verdicts, context.rules)
    if opinion.by_director and context.role is not Role.DIRECTOR:
        context.must_be_ruled("director-adjudicates", clause=opinion.clause)
    another = context.rules.judging.again_by_another.value
    own = request.adjudicator in ("", context.by) and context.by in judged.judges
    context.must_unless_ruled(
        not (another and own) or opinion.by_director, "same-judge", badge=context.by
    )
    verdicts = (*judged.verdicts, request.acceptable)
    again = Readjudicated(
        acceptable=request.acceptable,
        adjudicator=request.adjudicator,
        lexicon=request.lexicon,
        final=not next_opinion(verdicts, context.rules).allowed,
    )
    noticed = about_long_words(judged.challenge, None, context.rules)
    if another and request.adjudicator and request.adjudicator in judged.judges:
        noticed = (remarks.SAME_JUDGE, *noticed)
    if differ(verdicts, context.rules):
        return Decision((again, ReadjudicationAsked(differ=True)), noticed)
    holds = verdict_in_force(verdicts, judged.in_force, context.rules)
    if holds is judged.in_force:
        return Decision((again,), noticed)
    if _played_on(sheet, judged):
        overtaken = VerdictOvertaken(seat=judged.play_seat, acceptable=holds, since=judged.version)
        return Decision((again, overtaken), noticed)
    righted = put_right(
        sheet, judged, context, reason=READJUDICATED, approved_by=request.adjudicator or context.by
    )
    return Decision((again, *righted.facts), noticed + righted.remarks)


@decides(ReportMisadjudication, may=JUDGES)
def report_misadjudication(
    sheet: Sheet, request: ReportMisadjudication, context: GameContext
) -> Decision:
    """Put a wrong verdict right, where the book still lets it be (L-19, Z-07).

    Where turns were made since, the director says first what becomes of them.
    """
    must_not_be_final(sheet, context)
    context.must(find(sheet.open, VerdictOvertaken) is None, "turns-since-undecided")
    judged = sheet.challenges.judged
    if judged is None:
        raise context.refusal("nothing-judged")
    context.must(request.reason.strip(), "unreadable-request/verdict-put-right")
    _must_not_be_under_challenge(sheet, context)
    done = _played_on(sheet, judged)
    found = Found(
        was_acceptable=judged.in_force,
        new_tile_racked=request.new_tile_racked,
        retracted_tile_racked=request.retracted_tile_racked,
        next_turn_done=done,
        bag_empty=_bag_was_empty(sheet, judged),
    )
    try:
        must_be_correctable(found, context.rules)
    except Refusal as stands:
        context.unless_ruled(stands)
    if done:
        overtaken = VerdictOvertaken.from_request(
            request, seat=judged.play_seat, acceptable=not judged.in_force, since=judged.version
        )
        return Decision((overtaken,))
    righted = put_right(
        sheet,
        judged,
        context,
        reason=request.reason,
        approved_by=request.found_by or context.by,
        new_tile_racked=request.new_tile_racked,
        retracted_tile_racked=request.retracted_tile_racked,
        next_turn_done=done,
    )
    return Decision(righted.facts, righted.remarks)


def _must_not_be_under_challenge(sheet: Sheet, context: GameContext) -> None:
    """Refuse to go back to an earlier challenge while a later one waits for its verdict."""
    context.must_unless_ruled(sheet.challenges.pending is None, "challenge-pending/another")


def _played_on(sheet: Sheet, judged: Judged) -> bool:
    return turns_since(sheet, judged) > 0


def _bag_was_empty(sheet: Sheet, judged: Judged) -> bool:
    """Whether no new tiles could be drawn for the play that was judged."""
    turns = [line for line in sheet.lines if line.is_turn and line.place < judged.version]
    return bool(turns) and empty_before(turns[-1])


# A verdict as it is given on a slip: what it asks of the desk, and what was written of it.


def must_wait(slip: Slip | None) -> Slip:
    if slip is None:
        raise refusal("no-challenge/no-slip")
    return slip


def must_be_who_looks_up(
    slip: Slip, rules: Rulebook, *, by_players: bool, by_list_alone: bool
) -> None:
    """Refuse players where only staff judge, and at a screen of theirs whoever is not the players.

    Args:
      by_players: whether both players have the words looked up.
      by_list_alone: whether it is a screen at which only the word list gives a first verdict.
    """
    if by_players and not slip.by_players:
        raise refusal("players-look-up/staff-only", rules)
    if by_list_alone and slip.by_players and slip.opinion == 1 and not by_players:
        raise refusal("players-look-up/themselves", rules)


def verdict_on(
    slip: Slip, acceptable: bool, *, judge: str, by_players: bool = False, lexicon: str = ""
) -> Adjudicate | Readjudicate:
    """The verdict as a request: the first on a play, or a further opinion.

    Args:
      by_players: both players had the word list asked, so that the verdict is theirs.
      lexicon: digest of the word list that gave it; empty: a person did.
    """
    who = f"{slip.challenger}, {slip.challenged}" if by_players else judge
    kind = Adjudicate if slip.opinion == 1 else Readjudicate
    return kind(acceptable=acceptable, adjudicator=who, lexicon=lexicon)


def verdict_written(events: Iterable[Event], command_id: UUID) -> bool | None:
    """The verdict that this very request wrote before; ``None``: it wrote none."""
    facts = (event.fact for event in events if event.envelope.command_id == command_id)
    verdicts = (ChallengeAdjudicated, Readjudicated)
    return next((fact.acceptable for fact in facts if isinstance(fact, verdicts)), None)


class ConfirmRestart(Request, frozen=True, tag="confirm-restart", kw_only=True):
    """After a verdict: may the clock of ``seat`` be started?

    Attributes:
      told: the score was said again, or the tiles were taken back.
      tiles_back: ``seat`` has the tiles back on the rack; ``writing``: or began to write.
    """

    seat: Seat
    seated: bool | None = None
    told: bool | None = None
    tiles_back: bool | None = None
    writing: bool | None = None


@decides(ConfirmRestart, may=STAFF)
def confirm_restart(sheet: Sheet, request: ConfirmRestart, context: GameContext) -> Decision:
    """Write down that all is in order for the clock to be started after a verdict (L-15).

    Only what is said not to be so is held against the restart.
    """
    must_not_be_final(sheet, context)
    opened = find(sheet.open, ChallengeFailed) or find(sheet.open, PhoneyWithdrawn)
    if opened is None:
        raise context.refusal("nothing-judged")
    if sheet.on_move is not None and sheet.on_move is not request.seat:
        context.must_be_ruled("other-clock-runs", player=sheet.name(sheet.on_move))
    lacking = _lacking(sheet, request, context)
    if lacking is not None:
        words, clause = lacking
        context.must_be_ruled("not-ready-to-restart", words=words, clause=clause)
    return Decision((RestartConfirmed(seat=request.seat),))


def _lacking(sheet: Sheet, request: ConfirmRestart, context: GameContext) -> tuple[str, str] | None:
    """The first condition that is said not to be met: in words, and the rule it is from."""
    method = (
        method_of(sheet.challenges.judged.challenge, context.rules)
        if sheet.challenges.judged
        else None
    )
    off = find(sheet.open, PhoneyWithdrawn) is not None
    asked_for = dict(restart_conditions(off, method, context.rules))
    ready = None if request.tiles_back is None and request.writing is None else (
        bool(request.tiles_back) or bool(request.writing)
    )  # fmt: skip
    met = {
        "seated": (request.seated, say("game_judging.both-players-must-seated")),
        "told": (request.told, say("game_judging.score-must-said-again-or-tiles")),
        "retracted": (request.told, say("game_judging.tiles-must-taken-back")),
        "tiles-back": (request.tiles_back, say("game_judging.tiles-must-back-on-racks")),
        "tiles-back-or-writing": (
            ready,
            say("game_judging.must-have-tiles-back-or-have", name=sheet.name(request.seat)),
        ),
    }
    return next(
        (
            (words, asked_for[name])
            for name, (so, words) in met.items()
            if name in asked_for and so is False
        ),
        None,
    )
