"""What is done about a blank nobody declared: it is named, and sometimes warned about (2.G)."""

from __future__ import annotations

from ledger.game.facts.blanks import BlankUndeclared
from ledger.game.play.blanks.designating import recorded_at, tile_at, usual_record
from ledger.game.play.opened_by import opened_by
from ledger.game.play.procedure import Answers, Procedure, Question, Running, Step
from ledger.game.sheet.opened import Opened
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook
from ledger.vocabulary.closed_lists import BlankHow, choices

FIRST, SECOND = 1, 2
"""How blanks are told apart: in the order they were played."""

LETTER = Question(field="letter", words="Which letter is it?", kind="text")


@opened_by(BlankUndeclared)
def undeclared(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """The opponent has the letter named; the press of the timer was no turn (G-05)."""
    fact = opened.fact
    assert isinstance(fact, BlankUndeclared)
    rule = rules.blank_declaring.undeclared
    player, opponent = sheet.name(fact.seat), sheet.name(fact.seat.opponent)
    stops: dict[str, tuple[str, Running]] = {
        "players-clock": (f"{opponent} may start the clock of {player} again.", "player"),
        "clock-stopped": (
            f"{opponent} sees to it that the letter is recorded, and stops the clocks if need be.",
            "",
        ),
        "clock-stopped-and-warning": (
            f"{opponent} may stop the clocks at once and ask for the letter.",
            "neutral",
        ),
    }
    does, clock = stops.get(rule.value or "", ("The director rules what is done.", "neutral"))
    media = rules.blank_declaring.media.value or ()
    steps = [
        Step(
            who="opponent" if rule.is_known else "director",
            does=does,
            clause=str(rule),
            clock=clock,
        ),
        Step(
            who="player" if _number(sheet, fact.square) else "director",
            does=f"{player} says which letter the blank at {fact.square} is and records it.",
            clause=str(rules.blank_declaring.media),
            asks="designate-blank",
            answers=(
                ("seat", fact.seat.value),
                *_written_down(sheet, fact.square),
                *(() if len(media) > 1 else (("how", usual_record(rules)),)),
            ),
            questions=(
                *(() if recorded_at(sheet, fact.square) else (LETTER,)),
                *((_how(media),) if len(media) > 1 else ()),
            ),
            # What the press was is said by one book alone (wespa-4.0 3.4.1(e)).
            if_wrong="That press of the timer is no pass." if rule.value == "players-clock" else "",
            done=not tile_at(sheet, fact.square),
        ),
    ]
    return Procedure(
        name="undeclared-blank",
        title=f"{player} did not declare a blank",
        clause=str(rule),
        steps=tuple(steps),
        seat=fact.seat,
        version=opened.version,
        counts=(("times before", fact.before),),
        needs_ruling=not rule.is_known,
    )


def _how(media: tuple[str, ...]) -> Question:
    listed = tuple(one for one in choices(BlankHow) if one[0] in media)
    return Question(field="how", words="How is it recorded?", kind="choice", choices=listed)


def _written_down(sheet: Sheet, square: str) -> Answers:
    """Whether it is the first blank or the second, and its letter, as far as that is known."""
    known = recorded_at(sheet, square)
    if known is not None:
        return (("square", known.square), ("blank", known.blank), ("letter", known.letter))
    return (("square", square), ("blank", _number(sheet, square) or SECOND))


def _number(sheet: Sheet, square: str) -> int | None:
    """Whether it is the first blank or the second; ``None``: others are written down as both."""
    known = recorded_at(sheet, square)
    if known is not None:
        return known.blank
    taken = {blank.blank for blank in sheet.board.blanks if tile_at(sheet, blank.square)}
    return next((number for number in (FIRST, SECOND) if number not in taken), None)
