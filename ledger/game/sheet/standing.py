"""Which facts of a game stand; how chapters register folds and words; phrases they share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import takewhile
from math import inf
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from ledger.game.blanks.facts import BlankDesignated
from ledger.game.calls.facts import ChallengeCreditUsed
from ledger.game.challenges.facts import (
    ChallengeAdjudicated,
    ChallengeFailed,
    ChallengeIssued,
    HoldCalled,
    HoldReleased,
    PhoneyWithdrawn,
)
from ledger.game.endings.facts import PlayedOut, PlayOutAccepted, UnplayedTilesCounted
from ledger.game.judging.facts import MisadjudicationFound
from ledger.game.results.facts import SlipTakenBack, SlipTyped
from ledger.game.sheet.line import BY_OTHER, NOTHING, TAKEN_BACK, Correction
from ledger.game.sheet.sheet import Sheet
from ledger.game.turns.facts import (
    TURNS,
    ActTakenBack,
    EntryCorrected,
    PlayRecorded,
    PlayRetracted,
    ScoreCorrected,
    SeatsExchanged,
    TilesExchanged,
    TurnInserted,
    TurnMissed,
    TurnPassed,
)
from ledger.messages import ENGLISH, known, language, say
from ledger.messages.written import reason_given
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.record.standing import taken_back
from ledger.rulebook.reading import rule_wording
from ledger.vocabulary import WITHHELD, Clocks, Points, Totals
from ledger.vocabulary.bounds import minutes
from ledger.vocabulary.names import spelled
from ledger.vocabulary.refusals import Saying

# A reason after what it is the reason for.


def because(reason: str) -> str:
    """``: reason``; empty where there is none, or where it is not shown to whoever reads.

    >>> f"Game void{because('no lights')}", f"Game void{because(WITHHELD)}"
    ('Game void: no lights', 'Game void')
    """
    return f": {reason}" if if_shown(reason) else ""


def with_reason(told: str, reason: str) -> str:
    """What is told, and its reason; without where there is none, or where it is not shown.

    >>> with_reason("Game void", "no lights"), with_reason("Game void", WITHHELD)
    ('Game void: no lights', 'Game void')
    """
    shown = reason_given(if_shown(reason))
    return say("game.with-reason", told=told, reason=shown) if shown else told


def with_clause(told: str, clause: str) -> str:
    """What is told, and the rule it rests on; without where none is named or it is not shown.

    >>> with_clause("Penalty of 10", "wespa-4.0 6.3.3"), with_clause("Penalty of 10", "")
    ('Penalty of 10 (wespa-4.0 6.3.3)', 'Penalty of 10')
    """
    shown = rule_wording(if_shown(clause))
    return say("game.with-clause", told=told, clause=shown) if shown else told


def if_shown(words: str) -> str:
    """Words that are shown; empty where they are withheld."""
    return "" if words == WITHHELD else words


class Standing(NamedTuple):
    """An event, the fact that stands in its place (``None``: struck out), and how it came so."""

    event: Event
    fact: Fact | None
    corrections: tuple[Correction, ...]

    @property
    def made(self) -> Fact:
        """What was entered at first: of a turn that was put in, the turn."""
        fact = self.event.fact
        return fact.turn if isinstance(fact, TurnInserted) else fact

    @property
    def before(self) -> int | None:
        """Version of the turn it was put in before; ``None`` where nothing was put in."""
        fact = self.event.fact
        return fact.before if isinstance(fact, TurnInserted) else None


def words_of(fact: Fact | None) -> str:
    """An entry in a few words, to show what stood before and what stands now.

    >>> from ledger.vocabulary import Seat
    >>> words_of(TilesExchanged(seat=Seat.FIRST, count=3))
    'exchange 3'
    """
    if fact is None:
        return NOTHING
    if isinstance(fact, PlayRecorded):
        return f"{spelled(fact.placement, fact.words)} {fact.announced:+d}"
    if isinstance(fact, TilesExchanged):
        return f"exchange {fact.count}"
    if isinstance(fact, TurnPassed):
        return "pass"
    if isinstance(fact, TurnMissed):
        return f"tiles to follow {fact.announced:+d}"
    return type(fact).topic().replace("-", " ")


# Turns put in where they were made, and turns given to the other player.


OF_A_TURN = (
    BlankDesignated, HoldCalled, HoldReleased, ChallengeIssued, ChallengeFailed, PhoneyWithdrawn,
    PlayedOut, PlayOutAccepted,
)  # fmt: skip
"""Facts that name a player for what was said of the turn before them."""


def with_turn(stands: dict[int, Standing], event: Event, fact: TurnInserted) -> dict[int, Standing]:
    """What stands, with the turn of ``fact`` before the one it was made before."""
    mended = Correction(
        event.originator_version, event.envelope.written_at, fact.approved_by, fact.reason,
        NOTHING, words_of(fact.turn),
    )  # fmt: skip
    one = Standing(event, fact.turn, (mended,))
    if fact.before not in stands:
        return {**stands, event.originator_version: one}
    found: dict[int, Standing] = {}
    for version, entry in stands.items():
        if version == fact.before:
            found[event.originator_version] = one
        found[version] = entry
    return found


def with_seats(stands: dict[int, Standing], event: Event, fact: SeatsExchanged) -> None:
    """Give the turns that ``fact`` names, and what was said of them, to the other player."""
    for version in _concerned(stands, event, fact):
        entry = stands[version]
        was = entry.fact
        if not isinstance(was, (*TURNS, *OF_A_TURN)):
            continue
        now: Fact = replace(was, seat=was.seat.opponent)
        mended = Correction(
            event.originator_version, event.envelope.written_at, fact.approved_by, fact.reason,
            words_of(was), words_of(now) + BY_OTHER,
        )  # fmt: skip
        corrections = (*entry.corrections, mended) if isinstance(was, TURNS) else entry.corrections
        stands[version] = entry._replace(fact=now, corrections=corrections)


def in_doubt(stands: Mapping[int, Standing], event: Event, fact: SeatsExchanged) -> list[Standing]:
    """What names a player after turns that went to the other one, and stayed as it was entered."""
    left = (
        entry for version, entry in stands.items() if version in _concerned(stands, event, fact)
    )
    return [
        entry
        for entry in left
        if isinstance(entry.fact, UnplayedTilesCounted)
        or (hasattr(entry.fact, "seat") and not isinstance(entry.fact, (*TURNS, *OF_A_TURN)))
    ]


def _concerned(
    stands: Mapping[int, Standing], event: Event, fact: SeatsExchanged
) -> tuple[int, ...]:
    """Versions of the turns and of what follows each, in the order of the game."""
    found: list[int] = []
    for version, entry in from_here(stands, fact.supersedes):
        if not fact.onwards and found and isinstance(entry.made, TURNS):
            break
        if version < event.originator_version:
            found.append(version)
    return tuple(found)


def from_here(stands: Mapping[int, Standing], version: int) -> Iterator[tuple[int, Standing]]:
    """The entry at ``version`` and what follows it in the order of the game."""
    there = False
    for each, entry in tuple(stands.items()):
        there = there or each == version
        if there:
            yield each, entry


# Which facts stand: corrections put in the place of what they correct.
#
# Nothing is rewritten. A correction is an event that points at an earlier one by version; the
# sheet is folded over what stands. Later turns stay as entered.


CORRECTIONS = (
    ScoreCorrected, EntryCorrected, PlayRetracted, MisadjudicationFound, TurnInserted,
    SeatsExchanged, SlipTakenBack, ActTakenBack,
)  # fmt: skip
"""Facts that change what an earlier event adds up to, so that the game is folded again."""


OF_A_CHALLENGE = (ChallengeIssued, ChallengeAdjudicated, ChallengeFailed, ChallengeCreditUsed)
"""Facts that make no sense without the play that was challenged."""


WITH_ITS_TURN = (BlankDesignated, HoldCalled, HoldReleased)
"""Facts about one turn, which go when the scorekeeper takes it back."""


def standing(events: Sequence[Event]) -> list[Standing]:
    """What stands of ``events``, in the order of the game, corrections themselves left out.

    What belongs to an act that was taken back is struck, and changes nothing: all else stands as
    it would without that act.
    """
    gone = taken_back(events)
    if not gone:
        return _standing(events)
    stands = _standing([event for event in events if event.originator_version not in gone])
    for event in events:
        by = gone.get(event.originator_version)
        if by is not None and not isinstance(event.fact, CORRECTIONS):
            stands.insert(_place(stands, event), Standing(event, None, (_struck_by(event, by),)))
    return stands


def _place(stands: Sequence[Standing], event: Event) -> int:
    """Where an event that is struck belongs among what stands: behind what came before it."""
    before = (
        place
        for place, entry in enumerate(stands)
        if entry.event.originator_version < event.originator_version
    )
    return max(before, default=-1) + 1


def _struck_by(event: Event, by: Event) -> Correction:
    fact = by.fact
    assert isinstance(fact, ActTakenBack)
    envelope = by.envelope
    return Correction(
        by.originator_version, envelope.written_at, envelope.written_by, fact.reason,
        words_of(event.fact), words_of(None),
    )  # fmt: skip


def _standing(events: Sequence[Event]) -> list[Standing]:
    stands = {
        event.originator_version: Standing(event, event.fact, ())
        for event in events
        if not isinstance(event.fact, CORRECTIONS)
    }
    for event in events:
        match event.fact:
            case TurnInserted() as fact:
                stands = with_turn(stands, event, fact)
            case SeatsExchanged() as fact:
                with_seats(stands, event, fact)
            case ScoreCorrected() | EntryCorrected() | PlayRetracted() | MisadjudicationFound():
                _correct(stands, events, event)
            case SlipTakenBack(supersedes=version):
                _take_back_the_slip(stands, events, version)
    for version in [version for version, entry in stands.items() if _is_struck_play(entry)]:
        for gone in challenged_in_vain(stands, version):
            stands[gone] = stands[gone]._replace(fact=None)
    return list(stands.values())


def _take_back_the_slip(stands: dict[int, Standing], events: Sequence[Event], version: int) -> None:
    """Strike a slip and all that was written with it: start, signatures, hand-in."""
    typed = next((e for e in events if e.originator_version == version), None)
    if typed is None or not isinstance(typed.fact, SlipTyped):
        return
    for at, entry in stands.items():
        if entry.event.envelope.command_id == typed.envelope.command_id:
            stands[at] = entry._replace(fact=None)


def _with_version(events: Sequence[Event], version: int) -> Event:
    """The event with this version; where some are not shown to a reader, the others keep theirs."""
    return next(event for event in events if event.originator_version == version)


def _correct(stands: dict[int, Standing], events: Sequence[Event], event: Event) -> None:
    """Put what ``event`` says in the place of what it corrects, and strike what goes with that."""
    fact = event.fact
    assert isinstance(fact, ScoreCorrected | EntryCorrected | PlayRetracted | MisadjudicationFound)
    entry = stands.get(fact.supersedes)
    if entry is None:
        return
    stands[fact.supersedes] = _corrected(entry, event, fact)
    if isinstance(fact, PlayRetracted | MisadjudicationFound):
        _take_back_what_came_with_it(stands, entry.event)
    if isinstance(fact, PlayRetracted):
        _take_back_what_was_said_of_it(stands, entry.event, event.originator_version)
    if isinstance(fact, MisadjudicationFound):
        for earlier in entry.corrections:
            _take_back_what_came_with_it(stands, _with_version(events, earlier.version))


def challenged_in_vain(stands: Mapping[int, Standing], play: int) -> tuple[int, ...]:
    """The events of the challenge that the play at this version stood; none if it met none.

    Without the play nobody can have challenged it: what the challenge brought or cost, and the
    turn it lost, are struck with the play. A play that came off is struck with its loss anyway.
    What was challenged once a turn had been struck was the turn before that one.
    """
    found: list[int] = []
    failed, since, until = False, play, struck_at(stands[play])
    for version, entry in from_here(stands, play):
        if version == play:
            continue
        if isinstance(entry.made, TURNS):
            gone = struck_at(entry)
            if gone is None:
                break
            since = max(since, gone)
        elif isinstance(entry.fact, OF_A_CHALLENGE) and since < version < (until or inf):
            failed |= isinstance(entry.fact, ChallengeFailed)
            found.append(version)
    return tuple(found) if failed else ()


def struck_at(entry: Standing) -> int | None:
    """The version of what struck an entry; ``None`` where it stands."""
    if entry.fact is not None:
        return None
    gone = takewhile(lambda one: one.now == words_of(None), reversed(entry.corrections))
    return min((one.version for one in gone), default=entry.event.originator_version)


def _is_struck_play(entry: Standing) -> bool:
    return entry.fact is None and isinstance(entry.made, PlayRecorded | TurnMissed)


def _take_back_what_came_with_it(stands: dict[int, Standing], turn: Event) -> None:
    """Strike what the same request wrote after ``turn``: a play-out, the end of the game.

    A whole imported game is one request; the turns that follow in it are not taken back.
    """
    for version, entry in from_here(stands, turn.originator_version):
        if version == turn.originator_version:
            continue
        same = entry.event.envelope.command_id == turn.envelope.command_id
        if not same or isinstance(entry.made, TURNS):
            return
        stands[version] = entry._replace(fact=None)


def _take_back_what_was_said_of_it(stands: dict[int, Standing], turn: Event, until: int) -> None:
    """Strike the letters circled for the blanks of ``turn`` and a hold on it."""
    for version, entry in from_here(stands, turn.originator_version):
        if version == turn.originator_version or version > until:
            continue
        if isinstance(entry.fact, TURNS):
            return
        if isinstance(entry.fact, WITH_ITS_TURN):
            stands[version] = entry._replace(fact=None)


def _corrected(entry: Standing, event: Event, fact: Fact) -> Standing:
    now: Fact | None
    if isinstance(fact, ScoreCorrected):
        now, reason, by = _rescored(entry.fact, fact.now), fact.reason, fact.approved_by
    elif isinstance(fact, EntryCorrected | MisadjudicationFound):
        now, reason, by = fact.replacement, fact.reason, fact.approved_by
    else:
        now, reason, by = None, TAKEN_BACK, event.envelope.written_by
    correction = Correction(
        event.originator_version,
        event.envelope.written_at,
        by,
        reason,
        words_of(entry.fact),
        words_of(now),
    )
    return Standing(entry.event, now, (*entry.corrections, correction))


def _rescored(fact: Fact | None, now: Points) -> Fact | None:
    return replace(fact, announced=now) if isinstance(fact, PlayRecorded | TurnMissed) else fact


# What a chapter says of each of its facts: what it does to the sheet, and its words.


# The shape of a fold: the sheet before, what happened, where it stands; the sheet after.


Fold = Callable[[Sheet, Any, Standing], Sheet]

FoldOf = TypeVar("FoldOf", bound=Fold)

FOLDS: dict[type[Fact], Fold] = {}
"""What each kind of fact does to the sheet; ``folding`` has read every chapter of them. A fact of
a game that is not in it fails a test."""


def folds(*kinds: type[Fact]) -> Callable[[FoldOf], FoldOf]:
    """Register the function below as what facts of these kinds do to the sheet."""

    def register(fold: FoldOf) -> FoldOf:
        for kind in kinds:
            assert kind not in FOLDS, f"{kind.__name__} is folded twice"
            FOLDS[kind] = fold
        return fold

    return register


def unchanged(sheet: Sheet, _fact: Fact, _entry: Standing) -> Sheet:
    return sheet


def leaves_unchanged(*kinds: type[Fact]) -> None:
    """Say that facts of these kinds are on the record, and do nothing to the sheet."""
    folds(*kinds)(unchanged)


# What had happened since a turn, as it stands in a transcript after a hold or a challenge.


SINCE = (
    "[; after {after}][; {hand_in_bag|hand in the bag|no hand in the bag}]"
    "[; {tile_out|tile out|no tile out}][; {tile_racked|tile racked|no tile racked}]"
    "[; {score_written|score written|score not written}]"
    "[; {accepted_aloud|accepted aloud|not accepted aloud}][; {away|was away|was there}]"
    "[; turn {out_of_order}]"
)


# Codes, tiles, points and times in words, as they stand in what is told.


def coded(of: str, code: str) -> str:
    """What a fact keeps as a code, as people read it; what somebody wrote instead, as paper has it.

    >>> coded("timer-fault", "cannot-stop"), coded("stop-reason", "the lights went out")
    ('cannot stop', 'the lights went out')

    Args:
      of: the list, as ``codes.po`` has it.
    """
    name = code.replace(" ", "-")
    return say(f"codes.{of}.{name}") if known(f"codes.{of}.{name}") else as_papers_have(code)


def as_papers_have(words: str) -> str:
    """What somebody wrote: in English with blanks for its hyphens, as papers are bound to have it.

    >>> as_papers_have("over-ruled at the table")
    'over ruled at the table'
    """
    return words.replace("-", " ") if language() == ENGLISH else words


def tiles(count: int) -> str:
    """A number of tiles in words.

    >>> tiles(1), tiles(2)
    ('1 tile', '2 tiles')
    """
    return say("game.tiles", n=count)


def amount_of(amount: int, unit: str) -> str:
    """What a penalty takes or a credit gives, in words.

    >>> [amount_of(1, unit) for unit in ("points", "spread", "time", "turn")]
    ['1 point', '1 point of spread', '0:01 on the clock', '1 turn']
    >>> [amount_of(90, unit) for unit in ("points", "time")]
    ['90 points', '1:30 on the clock']
    """
    return str(amount_saying(amount, unit))


def amount_saying(amount: int, unit: str) -> Saying:
    """The same as a value of a refusal."""
    if unit == "time":
        return Saying("game.on-the-clock", time=minutes(amount))
    if unit == "spread":
        return Saying("game.points-of-spread", n=amount)
    return Saying("game.turns", n=amount) if unit == "turn" else Saying("game.points", n=amount)


def pair(totals: Totals) -> str:
    return say("game.totals", first=totals[0], second=totals[1])


def signed(totals: Totals) -> str:
    return say("game.both", first=f"{totals[0]:+d}", second=f"{totals[1]:+d}")


def both_clocks(clocks: Clocks) -> str:
    first, second = clocks
    return say("game.both", first=minutes(first), second=minutes(second))


def on_racks(racks: tuple[int, int]) -> str:
    return say("game.both", first=racks[0], second=tiles(racks[1]))


F = TypeVar("F", bound=Fact)

TELLS: dict[type[Fact], Callable[[Any, Sheet], str]] = {}
"""By kind of fact, what tells it. A fact of a game that is not in it fails a test."""

LINES: dict[type[Fact], str] = {}
"""By kind of fact, its line in a transcript, from which it is written and read."""


def tells(
    kind: type[F], line: str = ""
) -> Callable[[Callable[[F, Sheet], str]], Callable[[F, Sheet], str]]:
    """Register the function below as what tells this kind of fact to people.

    Args:
      line: its wording in a transcript, with its fields in braces (``ledger.transcript.wording``);
        empty for turns, which are rows of the score sheet there.
    """

    def register(tell: Callable[[F, Sheet], str]) -> Callable[[F, Sheet], str]:
        assert kind not in TELLS, f"{kind.__name__} is told twice"
        TELLS[kind] = tell
        if line:
            LINES[kind] = line
        return tell

    return register
