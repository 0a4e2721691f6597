"""Tiles drawn while a play is on hold, or too soon for it to be answered."""

from __future__ import annotations

from ledger.game.facts.challenges import ChallengeIssued
from ledger.game.facts.holds import CourtesyDraw, CourtesyTilesMixed, FlashDraw
from ledger.game.facts.judging import WindowReopened
from ledger.game.play.challenges.answerable import answer_refused
from ledger.game.play.holds.hold_procedure import WORDS
from ledger.game.play.opened_by import opened_by
from ledger.game.play.procedure import Procedure, Question, Step
from ledger.game.play.recorded import recorded_since
from ledger.game.sheet.opened import Opened
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.amounts import tiles
from ledger.rulebook import Rulebook

MIXED = Question(field="mixed", words="Were they mixed with the old tiles?", kind="yes-no")
WHY = Question(field="reason", words="Why was the right not lost?", kind="text")

SEEN = {
    "yes": "{opponent} sees them",
    "no": "{opponent} does not see them",
    "if-drawer-looked": "if {player} has seen them {opponent} may look too",
}


@opened_by(CourtesyDraw)
def courtesy(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """What becomes of tiles drawn during a hold (H-20)."""
    fact = opened.fact
    assert isinstance(fact, CourtesyDraw)
    player, opponent = sheet.name(fact.seat), sheet.name(fact.seat.opponent)
    known = sheet.answering.courtesy
    latest = known is not None and known.seat is fact.seat
    seen = rules.windows.courtesy_seen
    ends = SEEN[seen.known()].format(player=player, opponent=opponent) if seen.is_known else ""
    mixed = rules.drawn_off.courtesy_mixed
    return Procedure(
        name="courtesy-draw",
        title=f"{player} drew {fact.drawn} during the hold",
        clause=str(rules.windows.courtesy_after),
        steps=(
            Step(
                who="player",
                does=f"{player} keeps the {fact.drawn} new tiles apart from the rack.",
                clause=str(rules.windows.courtesy_after),
                tiles=fact.drawn,
                asks="mix-courtesy-tiles" if latest else "",
                done=opened.has(CourtesyTilesMixed),
                optional=True,
                answers=(("seat", fact.seat.value),),
                questions=(MIXED,),
                if_wrong="If they are mixed in: "
                + ("the rules of an overdraw apply." if mixed.is_known else "the director rules."),
            ),
            Step(
                who="player",
                does=f"If the play comes off, the {tiles(fact.drawn)} must go back to the bag"
                + (f"; {ends}." if ends else "."),
                clause=str(seen),
                tiles=fact.drawn,
            ),
        ),
        seat=fact.seat,
        version=opened.version,
        counts=(("drawn", fact.drawn),),
    )


@opened_by(FlashDraw)
def flash_draw(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """What follows a draw that left no time to answer the play (K-07)."""
    fact = opened.fact
    assert isinstance(fact, FlashDraw)
    player, opponent = sheet.name(fact.seat), sheet.name(fact.seat.opponent)
    flash = rules.windows.flash_draw
    challenged = recorded_since(sheet, opened, ChallengeIssued)
    gone = None if challenged else answer_refused(sheet, fact.seat.opponent, rules)
    may = Step(
        who="opponent",
        does=f"{opponent} may still hold or challenge the play." if gone is None else gone.what,
        clause=str(flash) if gone is None else gone.clause or str(flash),
        asks="issue-challenge" if gone is None else "",
        done=challenged,
        optional=True,
        answers=(("seat", fact.seat.opponent.value),),
        questions=(WORDS,),
        if_wrong="" if gone is None else gone.next_step,
    )
    petition = Step(
        who="director",
        does=f"The director hears both players and may find that {opponent}'s right was not lost.",
        clause=str(flash),
        clock="neutral",
        asks="reopen-window",
        optional=True,
        answers=(("seat", fact.seat.opponent.value),),
        questions=(WHY,),
        done=opened.has(WindowReopened),
    )
    conduct = rules.answers.flash_draw_conduct
    blamed = Step(
        who="director",
        does=f"The director judges how {player} acted"
        + (f" ({conduct.note})." if conduct.note else "."),
        clause=str(conduct),
    )
    kept = flash.value == "stays-open"
    steps = (may,) if kept else (petition, may)
    return Procedure(
        name="flash-draw",
        title=f"{player} drew too soon",
        clause=str(flash),
        steps=(*steps, blamed) if conduct.is_known else steps,
        seat=fact.seat,
        version=opened.version,
        counts=(("drawn", fact.drawn),),
        needs_ruling=not kept,
    )
