"""Procedures for blanks: undeclared, disputed, false."""

from __future__ import annotations

from ledger.game.blanks.facts import (
    BlankDisputed,
    BlankRedesignated,
    BlankUndeclared,
    FalseBlankFound,
)
from ledger.game.blanks.requests import drawn_back, line_of, recorded_at, tile_at, usual_record
from ledger.game.procedure import Answers, Procedure, Question, Running, Step, in_order, opened_by
from ledger.game.sheet.sheet import Opened, Sheet
from ledger.messages import say
from ledger.rulebook import Clause, Rulebook
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import BlankHow, choices

# What is done about a blank nobody declared: it is named, and sometimes warned about (2.G).


FIRST, SECOND = 1, 2  # how blanks are told apart: in the order they were played

LETTER = Question("letter", "which-letter-is-it", "text")


@opened_by(BlankUndeclared)
def undeclared(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """The opponent has the letter named; the press of the timer was no turn (G-05)."""
    fact = opened.fact
    assert isinstance(fact, BlankUndeclared)
    rule = rules.blank_declaring.undeclared
    player, opponent = sheet.name(fact.seat), sheet.name(fact.seat.opponent)
    stops: dict[str, tuple[str, Running]] = {
        "players-clock": (
            say("game_blanks.opponent-may-start-clock-again", opponent=opponent, player=player),
            "player",
        ),
        "clock-stopped": (
            say("game_blanks.opponent-sees-letter-recorded-and-stops", opponent=opponent),
            "",
        ),
        "clock-stopped-and-warning": (
            say("game_blanks.opponent-may-stop-clocks-at-once", opponent=opponent),
            "neutral",
        ),
    }
    does, clock = stops.get(
        rule.value or "", (say("game_blanks.director-rules-what-done"), "neutral")
    )
    media = rules.blank_declaring.media.value or ()
    steps = [
        Step("opponent" if rule.is_known else "director", does, str(rule), clock=clock),
        Step(
            "player" if _number(sheet, fact.square) else "director",
            say("game_blanks.says-which-letter-blank-at-square", player=player, square=fact.square),
            str(rules.blank_declaring.media),
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
            if_wrong=say("game_blanks.press-timer-no-pass")
            if rule.value == "players-clock"
            else "",
            done=not tile_at(sheet, fact.square),
        ),
    ]
    return Procedure(
        name="undeclared-blank",
        title=say("game_blanks.did-not-declare-blank", player=player),
        clause=str(rule),
        steps=tuple(steps),
        seat=fact.seat,
        version=opened.version,
        counts=(("times-before", fact.before),),
        needs_ruling=not rule.is_known,
    )


def _how(media: tuple[str, ...]) -> Question:
    listed = tuple(one for one in choices(BlankHow) if one[0] in media)
    return Question("how", "how-is-it-recorded", "choice", listed)


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


# Which letter a blank is: who decides it, who names another, and what may be challenged then.


WHY = Question("reason", "why", "text")


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
        title=say("game_blanks.which-letter-blank-at-square", square=fact.square),
        clause=str(rules.blanks.authority),
        steps=steps,
        seat=fact.seat,
        version=opened.version,
        counts=(("on-paper", len(fact.on_paper)),),
        traps=traps,
        needs_ruling=gap or bool(traps),
    )


def _off_the_board(fact: BlankDisputed, rules: Rulebook) -> tuple[Step, ...]:
    """The play came off, or was corrected, before anybody settled it."""
    return (
        Step(
            "both",
            say("game_blanks.no-blank-lies-at-square-any", square=fact.square),
            str(rules.blanks.authority),
        ),
    )


def _declared(sheet: Sheet, fact: BlankDisputed, rules: Rulebook) -> tuple[Step, ...]:
    authority, misread = rules.blanks.authority, rules.blank_declaring.misread
    last = sheet.last_turn
    return in_order(
        misread.value == "replay" and _called(str(misread)),
        Step(
            "both",
            say(f"game_blanks.letter-stands-on-{authority.known()}"),
            str(authority),
            asks="confirm-blank",
            answers=(("square", fact.square), ("reason", "as recorded")),
        ),
        misread.value != "letter-stands"
        and last is not None
        and Step(
            "director",
            say("game_blanks.move-just-made-on-misreading-may"),
            str(misread),
            asks="replay-move",
            optional=True,
            answers=(("seat", last.seat.value), ("reason", "a misread blank")),
        ),
    )


def _undeclared(sheet: Sheet, fact: BlankDisputed, rules: Rulebook) -> tuple[Step, ...]:
    kind = rules.blanks.redesignated_by
    nobody = kind.value == "player-on-move" and sheet.on_move is None
    if not kind.is_known or nobody or _only_the_other(sheet, fact, rules):
        rule: Clause[str] = rules.blanks.authority if not kind.is_known else kind  # type: ignore[assignment]
        return (
            Step(
                "director",
                say("game_blanks.director-rules-which-letter"),
                str(rule),
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
    later = reopened.value == "after-next-turn"
    agreed = kind.value == "opponent-with-director"
    recorded = namer.value in fact.on_paper
    return in_order(
        agreed and _called(str(kind)),
        Step(
            "player" if namer is fact.seat else "opponent",
            _names_it(sheet.name(namer), recorded=recorded, agreed=agreed),
            str(kind),
            asks="redesignate-blank",
            answers=(
                ("seat", namer.value),
                ("square", fact.square),
                ("basis", "recorded" if recorded else "not recorded"),
            ),
            questions=(LETTER,),
        ),
        Step(
            "opponent" if namer is fact.seat else "player",
            say(
                "game_blanks.other-may-challenge-words-forms-once", other=sheet.name(namer.opponent)
            )
            if later
            else say(
                "game_blanks.other-may-challenge-words-forms", other=sheet.name(namer.opponent)
            ),
            str(reopened),
        ),
        Step(
            "director" if agreed else "both",
            say("game_blanks.if-not-named-anew-letter-stays"),
            str(kind),
            asks="confirm-blank",
            optional=True,
            answers=(("square", fact.square),),
            questions=(WHY,),
        ),
    )


def _names_it(who: str, *, recorded: bool, agreed: bool) -> str:
    if recorded and agreed:
        return say("game_blanks.names-letter-as-recorded-if-director", player=who)
    if recorded:
        return say("game_blanks.names-letter-as-recorded", player=who)
    if agreed:
        return say("game_blanks.names-letter-if-director-agrees", player=who)
    return say("game_blanks.names-letter", player=who)


def _called(clause: str) -> Step:
    return Step("both", say("game_blanks.director-called"), clause, calls_director=True)


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
    who, words = sheet.name(fact.seat.opponent), ", ".join(fact.words)
    return Procedure(
        name="new-letter",
        title=say("game_blanks.blank-at-square-now-letter", square=fact.square, letter=fact.letter),
        clause=str(rule),
        steps=(
            Step(
                "opponent",
                say(
                    "game_blanks.may-challenge-words-once-next-turn",
                    player=who,
                    words=words,
                    other=sheet.name(fact.seat),
                )
                if later
                else say("game_blanks.may-challenge-words", player=who, words=words),
                str(rule),
                asks="challenge-redesignation",
                optional=True,
                answers=(("seat", fact.seat.opponent.value),),
                questions=(
                    Question(
                        "words",
                        "which-words",
                        "choice",
                        tuple((word, word) for word in fact.words),
                    ),
                    Question("acceptable", "are-they-good", "yes-no"),
                ),
            ),
            Step(
                "both",
                say("game_blanks.if-nobody-does-in-time-words"),
                str(rule),
                asks="accept-redesignation",
            ),
            Step(
                "director",
                say("game_blanks.director-rules-what-challenge-succeeds-undoes"),
                str(rule),
            ),
        ),
        seat=fact.seat,
        version=opened.version,
        counts=(("words", len(fact.words)),),
        traps=("T1-12",) if later else (),
        needs_ruling=True,
    )


@opened_by(FalseBlankFound)
def false_blank(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """The tiles drawn since go back, as after an overdraw with none due (G-10, TN-07)."""
    fact = opened.fact
    assert isinstance(fact, FalseBlankFound)
    rule = rules.blank_declaring.false_blank
    player, opponent = sheet.name(fact.player), sheet.name(fact.player.opponent)
    shown = drawn_back(fact.drawn, fact.mixed, rules)
    return Procedure(
        name="false-blank",
        title=say("game_blanks.played-tile-no-blank", player=player),
        clause=str(rule),
        steps=(
            Step(
                "player",
                say("game_blanks.takes-all-tiles-turn-back-and", player=player),
                str(rule),
                done=True,
            ),
            Step(
                "opponent",
                say(
                    "game_blanks.opponent-looks-at-shown-whole-rack", opponent=opponent, shown=shown
                )
                if fact.mixed
                else say(
                    "game_blanks.opponent-looks-at-shown-new-tiles", opponent=opponent, shown=shown
                ),
                str(rules.drawing.touched_found_by_opponent),
                tiles=shown,
            ),
            Step(
                "opponent",
                say(
                    "game_blanks.opponent-returns-drawn-them-bag",
                    opponent=opponent,
                    drawn=fact.drawn,
                ),
                str(rules.drawing.touched_found_by_opponent),
                tiles=fact.drawn,
                asks="settle-false-blank",
                answers=(("shown", shown), ("returned", fact.drawn)),
            ),
        ),
        seat=fact.player,
        version=opened.version,
        counts=(("drawn", fact.drawn), ("shown", shown), ("back-to-the-bag", fact.drawn)),
        traps=("TN-07", "TN-12"),
    )
