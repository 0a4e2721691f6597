"""Second opinions, and verdicts found to be wrong."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import JUDGES, STAFF
from ledger.game.facts.judging import Readjudicated, ReadjudicationAsked, VerdictOvertaken
from ledger.game.play.challenges.in_time import empty_before
from ledger.game.play.challenges.long_words import about_long_words
from ledger.game.play.endings.undone_ends import turns_since
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.play.judging.adjudication_rule import differ, next_opinion, verdict_in_force
from ledger.game.play.judging.misadjudication_rule import Found, must_be_correctable
from ledger.game.play.judging.put_right import READJUDICATED, put_right
from ledger.game.sheet.answering import Judged
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.vocabulary import Role, Seat, remarks
from ledger.vocabulary.refusals import Refusal


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
