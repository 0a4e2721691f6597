"""What can be reported about tiles that lie where they should not, or are missing."""

from __future__ import annotations

from ledger.game.play.drawing.drawing_offers import TOUCHED, WHO
from ledger.game.play.procedure import Offer, Question
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook
from ledger.vocabulary.closed_lists import FoundWhere, SpillPhase, choices


def offers(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    """Everything of this family that can be reported now."""
    if not sheet.started or sheet.is_final:
        return ()
    found = (_found(rules), *_set(rules))
    if sheet.ended or sheet.out is not None:
        return found
    return (*_spill(rules), *found)


def _spill(rules: Rulebook) -> tuple[Offer, ...]:
    return (
        Offer(
            name="spill",
            title="Tiles spilled",
            asks="report-spill",
            clause=str(rules.spills.while_drawing),
            questions=(
                WHO,
                Question(field="count", words="How many lie outside the bag?", kind="number"),
                Question(
                    field="phase",
                    words="When did it happen?",
                    kind="choice",
                    choices=choices(SpillPhase),
                ),
                *_of_a_spill(rules),
            ),
        ),
    )


def _of_a_spill(rules: Rulebook) -> tuple[Question, ...]:
    spills = rules.spills
    agreed = Question(field="agreed", words="Do both agree that the tiles fell?", kind="yes-no")
    declined = Question(
        field="declined",
        words="Does the other player decline the overdraw correction, and the director agree?",
        kind="yes-no",
    )
    return (
        *((agreed,) if spills.while_drawing.value == "back-if-agreed" else ()),
        *((TOUCHED,) if spills.while_drawing.value == "as-overdraw" else ()),
        *((declined,) if spills.after_refill.value == "as-overdraw-unless-declined" else ()),
    )


def _found(rules: Rulebook) -> Offer:
    return Offer(
        name="found-tiles",
        title="A tile found where none should be",
        asks="report-found",
        clause=str(rules.tiles_found.outside),
        questions=(
            Question(
                field="where",
                words="Where was it?",
                kind="choice",
                choices=choices(FoundWhere),
            ),
            Question(field="tiles", words="Which tile?", kind="tiles"),
        ),
    )


def _set(rules: Rulebook) -> tuple[Offer, ...]:
    late = rules.tiles_found
    return (
        Offer(
            name="missing-tile",
            title="A tile of the set is missing",
            asks="report-missing",
            clause=str(late.missing),
            questions=(
                Question(field="count", words="How many were missed?", kind="number"),
                Question(field="searched", words="Was it searched for?", kind="yes-no"),
                Question(field="found", words="How many were found?", kind="number"),
            ),
        ),
        Offer(
            name="extra-tile",
            title="The set holds a tile too many",
            asks="report-extra",
            clause=str(late.extra),
            questions=(Question(field="count", words="How many too many?", kind="number"),),
        ),
    )
