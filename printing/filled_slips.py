"""Slips filled from the record: result, challenges, blanks."""

from __future__ import annotations

from itertools import pairwise

from ledger.facts.challenges import (
    ChallengeAdjudicated,
    ChallengeIssued,
    ChallengeSlipConfirmed,
    ChallengeVoided,
)
from ledger.facts.results import ResultAmended
from ledger.sheet import Sheet
from ledger.sheet.effective import Standing
from ledger.tile_set import BLANK, load_tile_set
from ledger.vocabulary import Seat
from printing.blank_slip import BlankSlip, Designation
from printing.challenge_slip import ChallengeSlip, Verdict
from printing.filled_sheets import turn_numbers
from printing.page import whole
from printing.result_slip import ResultSlip, Side
from printing.source import (
    NOTHING_ELSE,
    Source,
    blank_letters,
    challenge_points,
    ending_of,
    facts_of,
    finished_at,
    heading_of,
    moment,
    names_by_seat,
    numbers_of,
    overtime_points,
    penalty_points,
    result_of,
    signatures_of,
    unplayed_mode,
    unplayed_points,
)


def result_slip_of(sheet: Sheet, source: Source = NOTHING_ELSE) -> ResultSlip:
    """The result slip of a game, as far as it has got: what is not known is left for the hand."""
    over = bool(ending_of(sheet))
    scores, signatures = result_of(sheet), signatures_of(sheet, source)
    columns = zip(
        Seat,
        numbers_of(sheet),
        scores,
        unplayed_points(sheet),
        overtime_points(sheet),
        challenge_points(sheet) if over else (None, None),
        penalty_points(sheet) if over else (None, None),
        signatures,
        strict=True,
    )
    first, second = (
        Side(
            name=sheet.name(seat),
            number=number,
            started=seat is Seat.FIRST if sheet.started or sheet.lines else None,
            score=score,
            unplayed=unplayed,
            overtime=overtime,
            challenges=challenges,
            penalties=penalties,
            signature=signature,
        )
        for seat, number, score, unplayed, overtime, challenges, penalties, signature in columns
    )
    return ResultSlip(
        heading=heading_of(sheet, source),
        sides=(first, second),
        ending=ending_of(sheet),
        unplayed_mode=unplayed_mode(sheet),
        blanks=blank_letters(sheet),
        alphabet=alphabet_of(sheet),
        challenged=tuple(
            word
            for entry in facts_of(sheet)
            if isinstance(entry.fact, ChallengeIssued)
            for word in entry.fact.words
        ),
        finished_at=finished_at(sheet, source),
        handed_in_by=names_by_seat(sheet, sheet.handed_in),
        amendments=tuple(
            f"{scores_words(fact.was)}, now {scores_words(fact.now)}: {fact.reason}"
            for fact in (entry.fact for entry in facts_of(sheet))
            if isinstance(fact, ResultAmended)
        ),
    )


def scores_words(scores: tuple[int, int]) -> str:
    """Both scores as people write them."""
    return f"{whole(scores[0])} to {whole(scores[1])}"


def alphabet_of(sheet: Sheet) -> tuple[str, ...]:
    """The letters a blank of this game's set can stand for, in the order of its file."""
    tiles = load_tile_set(sheet.scheduled.tile_set).values
    return tuple(tile for tile in tiles if tile != BLANK)


def blank_slip_of(sheet: Sheet, source: Source = NOTHING_ELSE) -> BlankSlip:
    """The blank designation slip of a game, with what was designated so far."""
    numbers = turn_numbers(sheet)
    found = [Designation(), Designation()]
    lying = [
        (line, tile) for line in sheet.plays for _, tile in line.placed if tile != tile.upper()
    ]
    for place, (line, tile) in enumerate(lying[:2]):
        found[place] = Designation(letter=tile.upper(), turn=numbers.get(line.version))
    for blank in sheet.blanks:
        if blank.blank in (1, 2):
            turn = found[blank.blank - 1].turn
            found[blank.blank - 1] = Designation(
                letter=blank.letter, square=blank.square, turn=turn
            )
    return BlankSlip(
        heading=heading_of(sheet, source),
        names=sheet.names,
        blanks=(found[0], found[1]),
        alphabet=alphabet_of(sheet),
    )


def challenge_slips_of(sheet: Sheet, source: Source = NOTHING_ELSE) -> tuple[ChallengeSlip, ...]:
    """A challenge slip for every challenge of the game, oldest first."""
    facts = facts_of(sheet)
    starts = [at for at, entry in enumerate(facts) if isinstance(entry.fact, ChallengeIssued)]
    return tuple(
        challenge_slip_of(sheet, facts[start:end], source)
        for start, end in pairwise([*starts, len(facts)])
    )


def challenge_slip_of(sheet: Sheet, facts: list[Standing], source: Source) -> ChallengeSlip:
    """The slip of the challenge that ``facts`` begin with, up to the next challenge."""
    issued = facts[0].fact
    assert isinstance(issued, ChallengeIssued)
    before = facts[0].event.originator_version
    numbers = turn_numbers(sheet)
    turns = [
        numbers[line.version]
        for line in sheet.lines
        if line.version in numbers and line.version < before
    ]
    verdicts: list[Verdict] = []
    checked = ""
    for entry in facts[1:]:
        if isinstance(entry.fact, ChallengeSlipConfirmed):
            checked = "checked"
        elif isinstance(entry.fact, ChallengeAdjudicated):
            verdicts.append(
                Verdict(
                    acceptable=entry.fact.acceptable,
                    judge=entry.fact.adjudicator,
                    at=moment(entry, source),
                )
            )
        elif isinstance(entry.fact, ChallengeVoided):
            break
    verdict, again = [*verdicts, Verdict(), Verdict()][:2]
    return ChallengeSlip(
        heading=heading_of(sheet, source),
        challenger=sheet.name(issued.seat),
        player=sheet.name(issued.seat.opponent),
        turn=turns[-1] if turns else None,
        words=issued.words,
        checked=checked,
        verdict=verdict,
        again=again,
    )
