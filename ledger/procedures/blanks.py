"""What is done about a blank nobody declared, a doubtful one, and one that is none (2.G)."""

from __future__ import annotations

from ledger.board import load_board
from ledger.decisions.blanks import line_of
from ledger.facts.blanks import (
    BlankDisputed,
    BlankRedesignated,
    BlankUndeclared,
    FalseBlankFound,
)
from ledger.procedures.procedure import Answers, Procedure, Question, Step
from ledger.rulebook import Clause, Rulebook
from ledger.rules.false_blank import drawn_back
from ledger.sheet.laying import square_index
from ledger.sheet.opened import Opened
from ledger.sheet.sheet import Blank, Sheet
from ledger.vocabulary import Seat

LETTER = Question(field="letter", words="Which letter is it?", kind="text")
WHY = Question(field="reason", words="Why?", kind="text")


def undeclared(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """The opponent has the letter named; the press of the timer was no turn (G-05)."""
    fact = opened.fact
    assert isinstance(fact, BlankUndeclared)
    rule = rules.blank_declaring.undeclared
    player, opponent = sheet.name(fact.seat), sheet.name(fact.seat.opponent)
    stops: dict[str, tuple[str, str]] = {
        "players-clock": (f"{opponent} may start the clock of {player} again.", "player"),
        "clock-stopped": (f"{opponent} may stop the clocks.", "neutral"),
        "clock-stopped-and-warning": (f"{opponent} may stop the clocks at once.", "neutral"),
    }
    does, clock = stops.get(rule.value or "", ("The director rules what is done.", "neutral"))
    steps = [
        Step(
            who="opponent" if rule.is_known else "director",
            does=does,
            clause=str(rule),
            clock=clock,  # type: ignore[arg-type]
        ),
        Step(
            who="player",
            does=f"{player} says which letter the blank at {fact.square} is and records it.",
            clause=str(rules.blank_declaring.media),
            asks="designate-blank",
            answers=(
                ("seat", fact.seat.value),
                *_written_down(sheet, fact.square),
            ),
            questions=(
                *(() if _known(sheet, fact.square) else (LETTER,)),
                Question(
                    field="how",
                    words="How is it recorded?",
                    kind="choice",
                    choices=tuple(
                        (one, one.replace("-", " "))
                        for one in rules.blank_declaring.media.value or ("announced",)
                    ),
                ),
            ),
            if_wrong="It is neither a turn nor a pass, and no scoreless turn.",
        ),
    ]
    if rule.value == "clock-stopped-and-warning":
        steps.append(_warning(fact, player, rules))
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


def _known(sheet: Sheet, square: str) -> Blank | None:
    """What was written down about the blank there before."""
    size = load_board(sheet.scheduled.board).size
    at = square_index(square, size)
    return next((blank for blank in sheet.blanks if square_index(blank.square, size) == at), None)


def _written_down(sheet: Sheet, square: str) -> Answers:
    """Whether it is the first blank or the second, and its letter, as far as that is known."""
    known = _known(sheet, square)
    if known is not None:
        return (("square", known.square), ("blank", known.blank), ("letter", known.letter))
    second = any(blank.blank == 1 for blank in sheet.blanks)
    return (("square", square), ("blank", 2 if second else 1))


def _warning(fact: BlankUndeclared, player: str, rules: Rulebook) -> Step:
    again = rules.blank_declaring.undeclared_again
    if not fact.before or not again.is_known:
        return Step(who="director", does=f"The director warns {player}.", clause=str(again))
    return Step(
        who="director",
        does=f"{player} has done it before: the book suggests {again.known()} off the spread.",
        clause=str(again),
        asks="apply-penalty",
        optional=True,
        answers=(
            ("seat", fact.seat.value),
            ("unit", "spread"),
            ("amount", int(again.known())),
            ("reason", "a blank not declared, again"),
            ("clause", str(again)),
        ),
    )


def disputed(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """What decides the letter, and who may name another (G-06 to G-08)."""
    fact = opened.fact
    assert isinstance(fact, BlankDisputed)
    steps = _declared(sheet, fact, rules) if fact.declared else _undeclared(sheet, fact, rules)
    kind = rules.blanks.redesignated_by
    nobody = kind.value == "player-on-move" and sheet.on_move is None
    gap = not fact.declared and (not kind.is_known or nobody)
    traps = ("TN-35",) if _only_the_other(sheet, fact, rules) else ()
    return Procedure(
        name="blank-dispute",
        title=f"Which letter is the blank at {fact.square}?",
        clause=str(rules.blanks.authority),
        steps=steps,
        seat=fact.seat,
        version=opened.version,
        counts=(("on paper", len(fact.on_paper)),),
        traps=traps,
        needs_ruling=gap or bool(traps),
    )


def _declared(sheet: Sheet, fact: BlankDisputed, rules: Rulebook) -> tuple[Step, ...]:
    authority, misread = rules.blanks.authority, rules.blank_declaring.misread
    steps = [
        Step(
            who="both",
            does=f"The letter is what stands on {RECORDS[authority.known()]}.",
            clause=str(authority),
            asks="confirm-blank",
            answers=(("square", fact.square), ("reason", "as recorded")),
        )
    ]
    if misread.value != "letter-stands" and sheet.last_turn is not None:
        steps.append(
            Step(
                who="director",
                does="A move just made on a misreading may be made again if the director finds "
                "the mistake a fair one.",
                clause=str(misread),
                asks="replay-move",
                optional=True,
                answers=(("seat", sheet.last_turn.seat.value), ("reason", "a misread blank")),
            )
        )
    return tuple(steps)


RECORDS = {
    "slip": "the slip",
    "both-score-sheets": "both score sheets",
    "neutral-record": "the neutral sheet",
    "printed-designation": "the paper it was printed on",
}


def _undeclared(sheet: Sheet, fact: BlankDisputed, rules: Rulebook) -> tuple[Step, ...]:
    kind = rules.blanks.redesignated_by
    nobody = kind.value == "player-on-move" and sheet.on_move is None
    if not kind.is_known or nobody or _only_the_other(sheet, fact, rules):
        rule: Clause[str] = rules.blanks.authority if not kind.is_known else kind  # type: ignore[assignment]
        return (
            Step(
                who="director",
                does="The director rules which letter it is.",
                clause=str(rule),
                asks="redesignate-blank",
                answers=(
                    ("seat", fact.seat.value),
                    ("square", fact.square),
                    ("basis", "ruling"),
                ),
                questions=(LETTER,),
            ),
        )
    namer = _namer(sheet, fact, rules)
    reopened = rules.blank_declaring.words_reopened
    when = " once that player's next turn is over" * (reopened.value == "after-next-turn")
    agreed = ", if the director agrees" * (kind.value == "opponent-with-director")
    recorded = " as that player recorded it" * (namer.value in fact.on_paper)
    return (
        Step(
            who="player" if namer is fact.seat else "opponent",
            does=f"{sheet.name(namer)} names the letter{recorded}{agreed}.",
            clause=str(kind),
            asks="redesignate-blank",
            answers=(
                ("seat", namer.value),
                ("square", fact.square),
                ("basis", "recorded" if recorded else "not recorded"),
            ),
            questions=(LETTER,),
        ),
        Step(
            who="opponent" if namer is fact.seat else "player",
            does=f"{sheet.name(namer.opponent)} may challenge the words it forms{when}.",
            clause=str(reopened),
        ),
        Step(
            who="director" if agreed else "both",
            does="If it is not named anew, the letter stays as it was entered.",
            clause=str(kind),
            asks="confirm-blank",
            optional=True,
            answers=(("square", fact.square),),
            questions=(WHY,),
        ),
    )


def _namer(sheet: Sheet, fact: BlankDisputed, rules: Rulebook) -> Seat:
    """Who names the letter: the player on move, or the opponent of who played the blank."""
    if rules.blanks.redesignated_by.value == "player-on-move":
        return sheet.on_move or fact.seat
    play = line_of(sheet, fact.square)
    return play.seat.opponent if play is not None else fact.seat


def _only_the_other(sheet: Sheet, fact: BlankDisputed, rules: Rulebook) -> bool:
    """Whether only the player not on move has the letter on paper, where that is a gap."""
    on_move = sheet.on_move.value if sheet.on_move else ""
    by_move = rules.blank_declaring.words_reopened.value == "and-the-play"
    return by_move and bool(fact.on_paper) and on_move not in fact.on_paper


def redesignated(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """The words that a new letter forms may be challenged (G-08, T1-12)."""
    fact = opened.fact
    assert isinstance(fact, BlankRedesignated)
    rule = rules.blank_declaring.words_reopened
    later = rule.value == "after-next-turn"
    when = f" once the next turn of {sheet.name(fact.seat)} is over" * later
    words = ", ".join(fact.words)
    return Procedure(
        name="new-letter",
        title=f"The blank at {fact.square} is now {fact.letter}",
        clause=str(rule),
        steps=(
            Step(
                who="opponent",
                does=f"{sheet.name(fact.seat.opponent)} may challenge {words}{when}.",
                clause=str(rule),
                asks="challenge-redesignation",
                optional=True,
                answers=(("seat", fact.seat.opponent.value),),
                questions=(
                    Question(
                        field="words",
                        words="Which words?",
                        kind="choice",
                        choices=tuple((word, word) for word in fact.words),
                    ),
                    Question(field="acceptable", words="Are they good?", kind="yes-no"),
                ),
            ),
            Step(
                who="both",
                does="If nobody does in time, the words stand.",
                clause=str(rule),
                asks="accept-redesignation",
            ),
            Step(
                who="director",
                does="The director rules what a challenge that succeeds undoes.",
                clause=str(rule),
            ),
        ),
        seat=fact.seat,
        version=opened.version,
        counts=(("words", len(fact.words)),),
        traps=("T1-12",) if later else (),
        needs_ruling=True,
    )


def false_blank(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """The tiles drawn since go back, as after an overdraw with none due (G-10, TN-07)."""
    fact = opened.fact
    assert isinstance(fact, FalseBlankFound)
    rule = rules.blank_declaring.false_blank
    player, opponent = sheet.name(fact.player), sheet.name(fact.player.opponent)
    shown = drawn_back(fact.drawn, fact.mixed, rules)
    group = "the whole rack, old and new" if fact.mixed else "the new tiles"
    return Procedure(
        name="false-blank",
        title=f"{player} played a tile that is no blank",
        clause=str(rule),
        steps=(
            Step(
                who="player",
                does=f"{player} takes all tiles of the turn back and scores nothing.",
                clause=str(rule),
                done=True,
            ),
            Step(
                who="opponent",
                does=f"{opponent} looks at {shown} of {group}.",
                clause=str(rules.drawing.touched_found_by_opponent),
                tiles=shown,
            ),
            Step(
                who="opponent",
                does=f"{opponent} returns {fact.drawn} of them to the bag.",
                clause=str(rules.drawing.touched_found_by_opponent),
                tiles=fact.drawn,
                asks="settle-false-blank",
                answers=(("shown", shown), ("returned", fact.drawn)),
            ),
        ),
        seat=fact.player,
        version=opened.version,
        counts=(("drawn", fact.drawn), ("shown", shown), ("back to the bag", fact.drawn)),
        traps=("TN-07", "TN-12"),
    )
