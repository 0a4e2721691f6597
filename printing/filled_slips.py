"""Slips filled from the record: result, challenges, blanks."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from ledger.equipment.board import load_board, write_square
from ledger.equipment.tile_set import BLANK, load_tile_set
from ledger.game.facts.challenges import (
    ChallengeAdjudicated,
    ChallengeIssued,
    ChallengeSlipConfirmed,
    ChallengeVoided,
)
from ledger.game.facts.judging import ChallengeReissued, ChallengeWordsChanged, Readjudicated
from ledger.game.sheet import Sheet
from ledger.game.sheet.on_paper import said_of_start, start_of
from ledger.game.sheet.standing import Standing
from ledger.vocabulary import Seat
from printing.amendments import amendments_of
from printing.blank_slip import BlankSlip, Designation
from printing.challenge_slip import ChallengeSlip, Verdict
from printing.heading import Heading
from printing.kinds_of_result import (
    KINDS,
    by_margin,
    ending_of,
    is_over,
    is_rated,
    kind_of_result,
    margin_of,
    provisional_words,
    result_of,
)
from printing.places import turn_numbers
from printing.result_side import Side
from printing.result_words import ResultSlip
from printing.source import (
    NOTHING_ELSE,
    Source,
    blank_letters,
    challenge_points,
    credit_points,
    facts_of,
    finished_at,
    heading_of,
    moment,
    names_by_seat,
    numbers_of,
    overtime_points,
    penalty_points,
    signatures_of,
    signed_scores,
    unplayed_mode,
    unplayed_points,
)


def result_slip_of(sheet: Sheet, source: Source = NOTHING_ELSE) -> ResultSlip:
    """The result slip of a game, as far as it has got: what is not known is left for the hand."""
    nothing = (None, None)
    over, provisional = is_over(sheet), provisional_words(sheet)
    scores = result_of(sheet)
    turned = is_turned(sheet)
    signatures = signatures_of(sheet, source, turned=turned)
    start = start_of(sheet, source.before)
    columns = zip(
        Seat,
        numbers_of(sheet),
        scores,
        unplayed_points(sheet),
        overtime_points(sheet),
        challenge_points(sheet) if over else nothing,
        penalty_points(sheet) if over else nothing,
        credit_points(sheet) if over else nothing,
        signatures,
        signed_scores(sheet),
        strict=True,
    )
    first, second = (
        Side(
            name=sheet.name(seat),
            number=number,
            started=start.by(seat.place),
            score=score,
            provisional=bool(provisional),
            unplayed=unplayed,
            overtime=overtime,
            challenges=challenges,
            penalties=penalties,
            credits=credits_,
            signature=signature,
            signed_score=signed,
            so_far=source.so_far.get(number or 0),
        )
        for (
            seat, number, score, unplayed, overtime, challenges, penalties, credits_, signature,
            signed,
        ) in columns
    )  # fmt: skip
    return ResultSlip(
        heading=replace(heading_of(sheet, source), provisional=provisional),
        sides=(first, second),
        by_starts=start.known == "balanced" and not said_of_start(sheet),
        kind=kind_of_result(sheet),
        by_margin=by_margin(sheet),
        margin=margin_of(sheet),
        rated=is_rated(sheet),
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
        handed_in_by=names_by_seat(sheet, sheet.result.handed_in),
        # Where there are amendments they need the room; the head says that it is provisional.
        amendments=amendments_of(sheet, source, turned=turned)
        or ((provisional,) if provisional else ()),
    )


def is_turned(sheet: Sheet) -> bool:
    """Whether a slip names the second player first, as the winner: scores stand in that order."""
    first, second = result_of(sheet)
    decided = kind_of_result(sheet) not in ("", KINDS["void"]) and not by_margin(sheet)
    return decided and first is not None and second is not None and second > first


def bye_slip(
    number: int, name: str, worth: tuple[int | None, bool | None], heading: Heading
) -> ResultSlip:
    """The slip of a round in which a player has no opponent.

    Args:
      number: the player's.
      name: the player's.
      worth: the spread that a bye brings and whether it is rated, as far as that is settled.
      heading: which round.
    """
    return ResultSlip(
        heading=heading,
        sides=(Side(name=name, number=number), Side(name="bye")),
        kind=KINDS["bye"],
        by_margin=True,
        margin=worth[0],
        rated=worth[1],
    )


def alphabet_of(sheet: Sheet) -> tuple[str, ...]:
    """The letters a blank of this game's set can stand for, in the order of its file."""
    tiles = load_tile_set(sheet.scheduled.tile_set).values
    return tuple(tile for tile in tiles if tile != BLANK)


def blank_slip_of(sheet: Sheet, source: Source = NOTHING_ELSE) -> BlankSlip:
    """The blank designation slip of a game, with what was designated so far."""
    numbers = turn_numbers(sheet)
    found = [Designation(), Designation()]
    lying = [
        (line, tile, at) for line in sheet.plays for at, tile in line.placed if tile != tile.upper()
    ]
    size = load_board(sheet.scheduled.board).size
    for place, (line, tile, at) in enumerate(lying[:2]):
        found[place] = Designation(
            letter=tile.upper(),
            square=write_square(*divmod(at, size)),
            turn=numbers.get(line.version),
        )
    for blank in sheet.board.blanks:
        if blank.blank in (1, 2):
            turn = found[blank.blank - 1].turn
            found[blank.blank - 1] = Designation(
                letter=blank.letter, square=blank.square, turn=turn
            )
    return BlankSlip(
        heading=heading_of(sheet, source),
        names=sheet.names,
        starter_known=start_of(sheet).who > 0,
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
    turns = [line for line in sheet.lines if line.version in numbers and line.version < before]
    played = tuple(one.word for one in turns[-1].words) if turns else ()
    verdicts: list[Verdict] = []
    words, checked, returned = issued.words, "", False
    for entry in facts[1:]:
        fact = entry.fact
        if isinstance(fact, ChallengeSlipConfirmed):
            checked = sheet.name(fact.seat)
        elif isinstance(fact, ChallengeWordsChanged | ChallengeReissued):
            words = fact.words
            returned = returned or isinstance(fact, ChallengeReissued)
        elif isinstance(fact, ChallengeAdjudicated | Readjudicated):
            verdicts.append(
                Verdict(
                    acceptable=fact.acceptable,
                    judge=source.official(fact.adjudicator),
                    at=moment(entry, source),
                )
            )
        elif isinstance(fact, ChallengeVoided):
            break
    first, second, third = [*verdicts, Verdict(), Verdict(), Verdict()][:3]
    return ChallengeSlip(
        heading=heading_of(sheet, source),
        challenger=sheet.name(issued.seat),
        player=sheet.name(issued.seat.opponent),
        turn=numbers[turns[-1].version] if turns else None,
        words=words or played,
        unsaid=bool(played and not words),
        checked=checked,
        authority=issued.authority,
        returned=returned,
        verdicts=(first, second, third),
    )
