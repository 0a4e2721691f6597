"""Counting a game again: who may ask, what is laid on the table, what becomes of it."""

from __future__ import annotations

from ledger.game.facts.scores import RecountAsked, RecountFavourBarred, ScoreSheetSeen
from ledger.game.play.opened_by import opened_by
from ledger.game.play.procedure import Offer, Procedure, Question, Step
from ledger.game.play.results.signing_rule import scores_are_closed
from ledger.game.play.scores.recount_rule import Request, right_to_recount
from ledger.game.play.scores.recounts import margins
from ledger.game.sheet.line import Line
from ledger.game.sheet.opened import Opened, find
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import RecountBy, choices
from ledger.vocabulary.refusals import Refusal


@opened_by(RecountAsked)
def procedure(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """A recount under way."""
    asked = opened.fact
    assert isinstance(asked, RecountAsked)
    name, other = sheet.name(asked.seat), sheet.name(asked.seat.opponent)
    turns = _turns(sheet)
    part = asked.last_turns or len(turns)
    closed = scores_are_closed(len(sheet.result.signatures), rules)
    return Procedure(
        name="recount",
        title="Recount",
        clause=str(rules.recount.right),
        seat=asked.seat,
        version=opened.version,
        counts=(
            ("turns", part),
            ("margin", asked.margin),
            ("margin of play", asked.margin_of_play),
        ),
        traps=("T1-10",) if rules.recount.largest_margin.is_known else (),
        steps=(
            _clock(rules),
            _sheets(asked.seat.opponent, name, other, opened, rules),
            Step(
                who="both",
                does=f"The players count {_words(part, len(turns))} again, turn by turn.",
                clause=str(rules.recount.partial),
                asks="finish-recount",
                questions=(COUNTED, COUNTED_BY),
                if_wrong="A card is signed: only the director may let a score change."
                if closed
                else "Nothing is changed but the turns that were counted otherwise.",
            ),
            *_director(opened, rules),
        ),
        needs_ruling=closed,
    )


def _words(part: int, whole: int) -> str:
    return "the whole game" if part == whole else f"the last {part} turns"


def _clock(rules: Rulebook) -> Step:
    clause = rules.recount.clock
    return Step(
        who="both",
        does="The clock stays stopped."
        if clause.is_known
        else "The clock is left alone; the rulebook says nothing of it.",
        clause=str(clause),
        clock="neutral" if clause.is_known else "",
    )


COUNTED = Question(
    field="scores", words="Which turns count otherwise, and how many points?", kind="turns"
)
COUNTED_BY = Question(
    field="by",
    words="Who counted?",
    kind="choice",
    choices=choices(RecountBy),
)


def _sheets(of: Seat, name: str, other: str, opened: Opened, rules: Rulebook) -> Step:
    access = rules.recount.sheet_access
    words = {
        "through-director": f"{name} may ask for the score sheet of {other}, who may object but "
        "hands it to the director if asked.",
        "direct": f"{name} may look at the score sheet of {other}; if both count, each at the "
        "other's.",
    }.get(access.value or "", f"Whether {name} may see the sheet of {other} is for the director.")
    return Step(
        who="opponent",
        does=words,
        clause=str(access),
        asks="see-score-sheet",
        done=opened.has(ScoreSheetSeen),
        optional=True,
        answers=(("of", of.value),),
        questions=(
            Question(
                field="by",
                words="Who looks at it?",
                kind="choice",
                choices=(("opponent", name), ("director", "the director")),
            ),
            Question(field="objected", words=f"Does {other} object?", kind="yes-no"),
        ),
    )


def _director(opened: Opened, rules: Rulebook) -> tuple[Step, ...]:
    stops, bars = rules.recount.stopped_for, rules.recount.bars_abuser
    steps = []
    if stops.is_known:
        reasons = ", ".join(reason.replace("-", " ") for reason in stops.known())
        steps.append(
            Step(
                who="director",
                does=f"The director may stop the recount. Reasons the book names: {reasons}.",
                clause=str(stops),
                asks="stop-recount",
                optional=True,
                questions=(
                    Question(
                        field="reason",
                        words="Why is it stopped?",
                        kind="choice",
                        choices=tuple((one, one.replace("-", " ")) for one in stops.known()),
                    ),
                ),
            )
        )
    if bars.is_known:
        steps.append(
            Step(
                who="director",
                does="The director may rule that no change favours a player who abuses it.",
                clause=str(bars),
                asks="bar-recount-favour",
                done=opened.has(RecountFavourBarred),
                optional=True,
                questions=(
                    Question(field="seat", words="Whom may nothing favour?", kind="seat"),
                    Question(field="reason", words="What was the abuse?", kind="text"),
                ),
            )
        )
    return tuple(steps)


def _turns(sheet: Sheet) -> tuple[Line, ...]:
    return tuple(line for line in sheet.lines if line.is_turn)


def offers(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    """A recount, once the game is over, where the book gives one at this margin.

    It is offered because of the rule, never because the record finds a score wrong.
    """
    closed = scores_are_closed(len(sheet.result.signatures), rules)
    if not sheet.ended or closed or find(sheet.open, RecountAsked) is not None:
        return ()
    margin, of_play = margins(sheet)
    try:
        # As if the director agreed and the tallies differed: what remains is the margin.
        right = right_to_recount(
            Request(
                margin=margin, margin_of_play=of_play, tallies_differ=True, director_agrees=True
            ),
            rules,
        )
    except Refusal:
        return ()
    if not right.allowed and not right.trap:
        return ()
    return (
        Offer(
            name="recount",
            title="A player asks for a recount",
            asks="ask-recount",
            clause=right.clause,
            questions=(
                Question(field="seat", words="Who asks?", kind="seat"),
                *QUESTIONS[right.kind],
                *_in_part(rules),
            ),
        ),
    )


DOES_THE_DIRECTOR_AGREE = Question(
    field="director_agrees", words="Does the director agree?", kind="yes-no"
)
QUESTIONS: dict[str, tuple[Question, ...]] = {
    "director-agrees": (DOES_THE_DIRECTOR_AGREE,),
    "as-of-right": (),
    "permitted": (),
    "within-margin": (),
    "director-if-tallies-differ": (
        Question(
            field="tallies_differ", words="Do the players' own tallies differ?", kind="yes-no"
        ),
        DOES_THE_DIRECTOR_AGREE,
    ),
}


def _in_part(rules: Rulebook) -> tuple[Question, ...]:
    if rules.recount.partial.value != "if-both-consent":
        return ()
    return (
        Question(
            field="last_turns",
            words="How many of the last turns, if both consent to a part? 0: the whole game.",
            kind="number",
        ),
        Question(
            field="consents",
            words="Which players consent to counting only a part?",
            kind="choice",
            choices=(("first", "the first player"), ("second", "the second player")),
        ),
    )
