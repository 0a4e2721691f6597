"""Which letter a blank is: who decides it, who names another, and what may be challenged then."""

from __future__ import annotations

from ledger.game.facts.blanks import BlankDisputed, BlankRedesignated
from ledger.game.play.blanks.designating import line_of, tile_at
from ledger.game.play.blanks.undeclared_procedure import LETTER
from ledger.game.play.opened_by import opened_by
from ledger.game.play.procedure import Procedure, Question, Step
from ledger.game.sheet.opened import Opened
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Clause, Rulebook
from ledger.vocabulary import Seat

WHY = Question(field="reason", words="Why?", kind="text")

RECORDS = {
    "slip": "the slip",
    "both-score-sheets": "both score sheets",
    "neutral-record": "the neutral sheet",
    "printed-designation": "the paper it was printed on",
}


@opened_by(BlankDisputed)
def disputed(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """What decides the letter, and who may name another (G-06 to G-08)."""
    fact = opened.fact
    assert isinstance(fact, BlankDisputed)
    here = bool(tile_at(sheet, fact.square))
    lies = _declared if fact.declared else _undeclared
    steps = lies(sheet, fact, rules) if here else _off_the_board(fact, rules)
    kind = rules.blanks.redesignated_by
    nobody = kind.value == "player-on-move" and sheet.on_move is None
    gap = here and not fact.declared and (not kind.is_known or nobody)
    traps = ("TN-35",) if here and _only_the_other(sheet, fact, rules) else ()
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


def _off_the_board(fact: BlankDisputed, rules: Rulebook) -> tuple[Step, ...]:
    """The play came off, or was corrected, before anybody settled it."""
    return (
        Step(
            who="both",
            does=f"No blank lies at {fact.square} any more; there is nothing to settle.",
            clause=str(rules.blanks.authority),
        ),
    )


def _declared(sheet: Sheet, fact: BlankDisputed, rules: Rulebook) -> tuple[Step, ...]:
    authority, misread = rules.blanks.authority, rules.blank_declaring.misread
    steps = [_called(str(misread))] if misread.value == "replay" else []
    steps += [
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
        *((_called(str(kind)),) if agreed else ()),
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


def _called(clause: str) -> Step:
    return Step(who="both", does="The director is called.", clause=clause, calls_director=True)


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


@opened_by(BlankRedesignated)
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
