"""Slips filled from the record."""

from __future__ import annotations

from itertools import pairwise

from msgspec.structs import replace

from ledger.equipment.board import load_board, write_square
from ledger.equipment.tile_set import letters_of
from ledger.game.challenges.facts import (
    ChallengeAdjudicated,
    ChallengeIssued,
    ChallengeSlipConfirmed,
    ChallengeVoided,
)
from ledger.game.judging.facts import ChallengeReissued, ChallengeWordsChanged, Readjudicated
from ledger.game.results.facts import RecordsSettled, ResultAmended
from ledger.game.results.signatures import amendments_view, by_basis
from ledger.game.scores.facts import CreditApplied, PenaltyApplied
from ledger.game.sheet.outcome import said_of_start, start_of
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing, as_papers_have, with_reason
from ledger.messages import known
from ledger.record.fact import Fact
from ledger.rulebook.reading import rule_wording
from ledger.vocabulary import Seat
from printing.engine.heading import Heading
from printing.engine.page import kind_wording, signed, whole
from printing.languages import having, say
from printing.papers import Papers
from printing.slips.blank_slip import BLANK_SLIP, BlankSlip, Designation
from printing.slips.challenge_slip import CHALLENGE_SLIP, ChallengeSlip, Verdict
from printing.slips.result_slip import RESULT_SLIP, ResultSlip, Side
from printing.source import (
    NOTHING_ELSE,
    Played,
    Source,
    a_game,
    blank_letters,
    by_margin,
    challenge_points,
    credit_points,
    ending_of,
    facts_of,
    finished_at,
    heading_of,
    in_order,
    is_over,
    is_rated,
    kind_of_result,
    margin_of,
    moment,
    names_by_seat,
    numbers_of,
    overtime_points,
    penalty_points,
    provisional_words,
    result_of,
    signatures_of,
    signed_scores,
    turn_numbers,
    unplayed_mode,
    unplayed_points,
)

# What was done to a result after it was signed, and to the spread, a line each.


def amendments_of(sheet: Sheet, source: Source, *, turned: bool = False) -> tuple[str, ...]:
    """Amendments with who agreed and who was told, and rulings about the spread, oldest first.

    ``turned``: on a form that names the second player first, so that scores stand in its order.
    """
    lines = (
        amendment_words(entry.fact, sheet, source, turned=turned)
        for entry in facts_of(sheet)
        if entry.fact
    )
    return (*charged_alone(sheet), *(words for words in lines if words))


def charged_alone(sheet: Sheet) -> tuple[str, ...]:
    """What a forfeit takes off the loser's spread alone, where the rulebook has it so."""
    forfeit = sheet.ending.forfeit
    if forfeit is None or forfeit.loser is None or forfeit.loser_spread is None:
        return ()
    charged = say(
        "paper.spread-loser-signed",
        loser=sheet.name(forfeit.loser),
        signed=signed(-forfeit.loser_spread),
    )
    return (say("paper.charged-what-opponent-gains-for-director", charged=charged),)


def amendment_words(fact: Fact, sheet: Sheet, source: Source, *, turned: bool = False) -> str:
    match fact:
        case ResultAmended():
            how = as_papers_have(fact.kind)
            if known(f"paper.amended-{fact.kind}"):
                how = say(f"paper.amended-{fact.kind}")
            # Before the reason: where a slip has no room for all, who consented must be on it.
            given = {
                "under": rule_wording(fact.clause or fact.citation),
                "agreed": ", ".join(all_words(fact.agreed_by, sheet, source)),
                "told": ", ".join(all_words(fact.told, sheet, source)),
            }
            was, now = (scores_words(in_order(one, turned=turned)) for one in (fact.was, fact.now))
            told = say(f"paper.was-now{having(given)}", was=was, now=now, how=how, **given)
            return with_reason(told, fact.reason)
        case RecordsSettled():
            holds = say(
                "paper.papers-differed-scores-words-holds",
                scores_words=scores_words(in_order(fact.totals, turned=turned)),
            )
            return ", ".join(filter(None, (holds, by_basis(fact), fact.note)))
        case PenaltyApplied(unit="spread"):
            spread = signed(-fact.amount)
            told = say("paper.spread-changed", seat=sheet.name(fact.seat), spread=spread)
            return with_reason(told, fact.reason)
        case CreditApplied(unit="spread"):
            spread = signed(fact.amount)
            told = say("paper.spread-changed", seat=sheet.name(fact.seat), spread=spread)
            return with_reason(told, fact.reason)
    return ""


def amended_words(sheet: Sheet, seat: Seat) -> str:
    """That an amended result was another before, as ``seat`` would say it; else nothing."""
    amendments = amendments_view(sheet)
    if sheet.result.amended is None or not amendments:
        return ""
    mine, theirs = amendments[-1].was[seat.place], amendments[-1].was[seat.opponent.place]
    return say("paper.amended-was-mine-theirs", mine=whole(mine), theirs=whole(theirs))


def all_words(some: tuple[str, ...], sheet: Sheet, source: Source) -> list[str]:
    """Players by name, both of them as that, and officials by name and badge."""
    both = tuple(seat.value for seat in Seat)
    if set(both) <= set(some):
        return [
            say("paper.both-players"),
            *(source.official(who) for who in some if who not in both),
        ]
    return [who_words(who, sheet, source) for who in some]


def who_words(who: str, sheet: Sheet, source: Source) -> str:
    return sheet.name(Seat(who)) if who in {seat.value for seat in Seat} else source.official(who)


def scores_words(scores: tuple[int, int]) -> str:
    return say("paper.one-to-other", one=whole(scores[0]), other=whole(scores[1]))


def result_slip_of(sheet: Sheet, source: Source = NOTHING_ELSE) -> ResultSlip:
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
    says = None
    if source.signs is not None:
        from printing.signed_codes import result_says  # which no one without a key loads

        says = result_says(sheet, source.signs)
    return ResultSlip(
        heading=replace(heading_of(sheet, source), provisional=provisional, says=says),
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
    decided = kind_of_result(sheet) not in ("", "void") and not by_margin(sheet)
    return decided and first is not None and second is not None and second > first


def bye_slip(
    number: int, name: str, worth: tuple[int | None, bool | None], heading: Heading
) -> ResultSlip:
    """The slip of a round without an opponent; ``worth``: spread of the bye, whether rated."""
    return ResultSlip(
        heading=heading,
        sides=(Side(name=name, number=number), Side(name=kind_wording("bye"))),
        kind="bye",
        by_margin=True,
        margin=worth[0],
        rated=worth[1],
    )


def alphabet_of(sheet: Sheet) -> tuple[str, ...]:
    """The letters a blank of this game's set can stand for, in the order of its file."""
    return letters_of(sheet.scheduled.tile_set)


def blank_slip_of(sheet: Sheet, source: Source = NOTHING_ELSE) -> BlankSlip:
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


def bye_slips_of(played: Played, division: str, round_number: int) -> tuple[ResultSlip, ...]:
    heading = replace(played.heading(division, round_number), state="", record_to=None)
    return tuple(
        bye_slip(number, played.named(number), played.bye_worth, heading)
        for _, number in played.byes(division, round_number)
    )


# Sheet in, papers out: what `web` is given to print with.


def result_slip_papers(sheet: object, source: Source = NOTHING_ELSE) -> Papers:
    return Papers.of(RESULT_SLIP, source, result_slip_of(a_game(sheet), source))


def blank_slip_papers(sheet: object, source: Source = NOTHING_ELSE) -> Papers:
    return Papers.of(BLANK_SLIP, source, blank_slip_of(a_game(sheet), source))


def challenge_slips_papers(sheet: object, source: Source = NOTHING_ELSE) -> Papers:
    """A challenge slip for each challenge of a game; one to fill in by hand if there was none."""
    game = a_game(sheet)
    by_hand = ChallengeSlip(heading=heading_of(game, source))
    slips = challenge_slips_of(game, source) or (by_hand,)
    return Papers.of(CHALLENGE_SLIP, source, *slips)


def result_slips_papers(played: Played, round_number: int | None = None) -> Papers:
    """The result slips of the games of a round, cut-and-stack, and of its byes."""
    del round_number  # of what was played, only the games of the round are here
    slips = [(result_slip_of(sheet, source), source) for sheet, source in played.games]
    rounds = {(sheet.scheduled.division, sheet.scheduled.round_number) for sheet, _ in played.games}
    for which in sorted(rounds):
        slips += [(slip, NOTHING_ELSE) for slip in bye_slips_of(played, *which)]
    return Papers.each(RESULT_SLIP, slips)
