"""Verdicts on a slip, second opinions, and a judging begun again."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from ledger.asking.asked import JUDGES, STAFF, Asked, Decision
from ledger.game.facts.challenges import ChallengeAdjudicated, ChallengeFailed, PhoneyWithdrawn
from ledger.game.facts.judging import (
    Readjudicated,
    ReadjudicationAsked,
    RestartConfirmed,
    VerdictOvertaken,
)
from ledger.game.play.challenges.in_time import about_long_words, empty_before
from ledger.game.play.challenges.requests import Adjudicate
from ledger.game.play.endings.requests import turns_since
from ledger.game.play.entry import Entry, decides, must_not_be_final
from ledger.game.play.judging.rules import (
    Found,
    differ,
    method_of,
    must_be_correctable,
    next_opinion,
    restart_conditions,
    verdict_in_force,
)
from ledger.game.play.judging.turns_since import READJUDICATED, put_right
from ledger.game.play.waited_for import Slip
from ledger.game.sheet.answering import Judged
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.record.events import Event
from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.vocabulary import Role, Seat, remarks
from ledger.vocabulary.refusals import Refusal

# Second opinions, and verdicts found to be wrong.


class AskAgain(Asked, frozen=True, tag="ask-again", kw_only=True):
    """``seat`` asks for another opinion on the challenge just judged; ``None``: the director."""

    seat: Seat | None = None


class Readjudicate(Asked, frozen=True, tag="readjudicate", kw_only=True):
    """Another verdict on the whole play; fields as in ``Readjudicated``."""

    acceptable: bool
    adjudicator: str = ""
    lexicon: str = ""


class ReportMisadjudication(Asked, frozen=True, tag="report-misadjudication", kw_only=True):
    """The verdict in force is wrong; fields as in ``MisadjudicationFound``."""

    reason: str
    found_by: str = ""
    new_tile_racked: bool | None = None
    retracted_tile_racked: bool | None = None


@decides(AskAgain, may=STAFF)
def ask_again(sheet: Sheet, asked: AskAgain, entry: Entry) -> Decision:
    """Write down that another opinion was asked for (L-17).

    No book sets a limit of time. What becomes of turns made since is asked where the opinion
    changes what holds.
    """
    must_not_be_final(sheet, entry)
    judged = sheet.challenges.judged
    if judged is None:
        raise entry.refusal("nothing-judged")
    _must_not_be_under_challenge(sheet, entry)
    entry.must(
        asked.seat is not None or entry.role is Role.DIRECTOR, "unreadable-request/who-asks-again"
    )
    entry.must_unless_ruled(not judged.asked, "opinion-asked")
    opinion = next_opinion(judged.verdicts, entry.rules)
    entry.must_unless_ruled(
        opinion.allowed, "verdict-final", times=len(judged.verdicts), clause=opinion.clause
    )
    return Decision((ReadjudicationAsked(seat=asked.seat),))


@decides(Readjudicate, may=JUDGES)
def readjudicate(sheet: Sheet, asked: Readjudicate, entry: Entry) -> Decision:
    """Write another verdict down; where it changes what holds, the sheet follows it (L-17).

    Where turns were made since, the director says first what becomes of them.

    Where it differs and the book leaves the final one to the director, that one is waited for
    from then on; nobody has to ask.
    """
    must_not_be_final(sheet, entry)
    judged = sheet.challenges.judged
    if judged is None:
        raise entry.refusal("nothing-judged")
    _must_not_be_under_challenge(sheet, entry)
    entry.must_unless_ruled(judged.asked, "opinion-not-asked")
    opinion = next_opinion(judged.verdicts, entry.rules)
    if opinion.by_director and entry.role is not Role.DIRECTOR:
        entry.must_be_ruled("director-adjudicates", clause=opinion.clause)
    another = entry.rules.judging.again_by_another.value
    own = asked.adjudicator in ("", entry.by) and entry.by in judged.judges
    entry.must_unless_ruled(
        not (another and own) or opinion.by_director, "same-judge", badge=entry.by
    )
    verdicts = (*judged.verdicts, asked.acceptable)
    again = Readjudicated(
        acceptable=asked.acceptable,
        adjudicator=asked.adjudicator,
        lexicon=asked.lexicon,
        final=not next_opinion(verdicts, entry.rules).allowed,
    )
    noticed = about_long_words(judged.challenge, None, entry.rules)
    if another and asked.adjudicator and asked.adjudicator in judged.judges:
        noticed = (remarks.SAME_JUDGE, *noticed)
    if differ(verdicts, entry.rules):
        return Decision((again, ReadjudicationAsked(differ=True)), noticed)
    holds = verdict_in_force(verdicts, judged.in_force, entry.rules)
    if holds is judged.in_force:
        return Decision((again,), noticed)
    if _played_on(sheet, judged):
        overtaken = VerdictOvertaken(seat=judged.play_seat, acceptable=holds, since=judged.version)
        return Decision((again, overtaken), noticed)
    righted = put_right(
        sheet, judged, entry, reason=READJUDICATED, approved_by=asked.adjudicator or entry.by
    )
    return Decision((again, *righted.facts), noticed + righted.remarks)


@decides(ReportMisadjudication, may=JUDGES)
def report_misadjudication(sheet: Sheet, asked: ReportMisadjudication, entry: Entry) -> Decision:
    """Put a wrong verdict right, where the book still lets it be (L-19, Z-07).

    Where turns were made since, the director says first what becomes of them.
    """
    must_not_be_final(sheet, entry)
    entry.must(find(sheet.open, VerdictOvertaken) is None, "turns-since-undecided")
    judged = sheet.challenges.judged
    if judged is None:
        raise entry.refusal("nothing-judged")
    entry.must(asked.reason.strip(), "unreadable-request/verdict-put-right")
    _must_not_be_under_challenge(sheet, entry)
    done = _played_on(sheet, judged)
    found = Found(
        was_acceptable=judged.in_force,
        new_tile_racked=asked.new_tile_racked,
        retracted_tile_racked=asked.retracted_tile_racked,
        next_turn_done=done,
        bag_empty=_bag_was_empty(sheet, judged),
    )
    try:
        must_be_correctable(found, entry.rules)
    except Refusal as stands:
        entry.unless_ruled(stands)
    if done:
        overtaken = VerdictOvertaken(
            seat=judged.play_seat,
            acceptable=not judged.in_force,
            since=judged.version,
            reason=asked.reason,
            found_by=asked.found_by,
            new_tile_racked=asked.new_tile_racked,
            retracted_tile_racked=asked.retracted_tile_racked,
        )
        return Decision((overtaken,))
    righted = put_right(
        sheet,
        judged,
        entry,
        reason=asked.reason,
        approved_by=asked.found_by or entry.by,
        new_tile_racked=asked.new_tile_racked,
        retracted_tile_racked=asked.retracted_tile_racked,
        next_turn_done=done,
    )
    return Decision(righted.facts, righted.remarks)


def _must_not_be_under_challenge(sheet: Sheet, entry: Entry) -> None:
    """Refuse to go back to an earlier challenge while a later one waits for its verdict."""
    entry.must_unless_ruled(sheet.challenges.pending is None, "challenge-pending/another")


def _played_on(sheet: Sheet, judged: Judged) -> bool:
    """Whether a turn was completed since the verdict."""
    return turns_since(sheet, judged) > 0


def _bag_was_empty(sheet: Sheet, judged: Judged) -> bool:
    """Whether no new tiles could be drawn for the play that was judged."""
    turns = [line for line in sheet.lines if line.is_turn and line.place < judged.version]
    return bool(turns) and empty_before(turns[-1])


# A verdict as it is given on a slip: what it asks of the desk, and what was written of it.


def must_wait(slip: Slip | None) -> Slip:
    """The slip of a game, which somebody is to judge.

    Raises:
      Refusal: ``no-challenge/no-slip``.
    """
    if slip is None:
        raise refusal("no-challenge/no-slip")
    return slip


def must_be_who_looks_up(
    slip: Slip, rules: Rulebook, *, by_players: bool, by_list_alone: bool
) -> None:
    """Refuse players where only staff judge, and at a screen of theirs whoever is not the players.

    Args:
      slip: what is judged.
      rules: the rulebook in force.
      by_players: whether both players have the words looked up.
      by_list_alone: whether it is a screen at which only the word list gives a first verdict.

    Raises:
      Refusal: ``players-look-up``.
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
      slip: what is judged.
      acceptable: the verdict on the whole play.
      judge: badge of who gives it.
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


class ConfirmRestart(Asked, frozen=True, tag="confirm-restart", kw_only=True):
    """After a verdict: may the clock of ``seat`` be started?

    Attributes:
      seated: both players are seated.
      told: the score was said again, or the tiles were taken back.
      tiles_back: ``seat`` has the tiles back on the rack; ``writing``: or began to write.
    """

    seat: Seat
    seated: bool | None = None
    told: bool | None = None
    tiles_back: bool | None = None
    writing: bool | None = None


@decides(ConfirmRestart, may=STAFF)
def confirm_restart(sheet: Sheet, asked: ConfirmRestart, entry: Entry) -> Decision:
    """Write down that all is in order for the clock to be started after a verdict (L-15).

    Only what is said not to be so is held against the restart.
    """
    must_not_be_final(sheet, entry)
    opened = find(sheet.open, ChallengeFailed) or find(sheet.open, PhoneyWithdrawn)
    if opened is None:
        raise entry.refusal("nothing-judged")
    if sheet.on_move is not None and sheet.on_move is not asked.seat:
        entry.must_be_ruled("other-clock-runs", player=sheet.name(sheet.on_move))
    lacking = _lacking(sheet, asked, entry)
    if lacking is not None:
        words, clause = lacking
        entry.must_be_ruled("not-ready-to-restart", words=words, clause=clause)
    return Decision((RestartConfirmed(seat=asked.seat),))


def _lacking(sheet: Sheet, asked: ConfirmRestart, entry: Entry) -> tuple[str, str] | None:
    """The first condition that is said not to be met: in words, and the rule it is from."""
    method = (
        method_of(sheet.challenges.judged.challenge, entry.rules)
        if sheet.challenges.judged
        else None
    )
    off = find(sheet.open, PhoneyWithdrawn) is not None
    asked_for = dict(restart_conditions(off, method, entry.rules))
    ready = None if asked.tiles_back is None and asked.writing is None else (
        bool(asked.tiles_back) or bool(asked.writing)
    )  # fmt: skip
    met = {
        "seated": (asked.seated, "both players must be seated"),
        "told": (asked.told, "the score must be said again, or the tiles taken back"),
        "retracted": (asked.told, "the tiles must be taken back"),
        "tiles-back": (asked.tiles_back, "the tiles must be back on the racks"),
        "tiles-back-or-writing": (
            ready,
            f"{sheet.name(asked.seat)} must have the tiles back, or have begun to write",
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
