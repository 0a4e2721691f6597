"""What waits for an official in one game and because of the other games of a round."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from uuid import UUID

from msgspec import Struct

from ledger import rulebook
from ledger.game.calls.facts import WarningSettled
from ledger.game.calls.folds import reason_told
from ledger.game.clock.facts import ClockNeutralised, DirectorPetitioned
from ledger.game.endings.facts import GameForfeited, GameVoided
from ledger.game.going_on import Procedure, Step, WaitedFor, open_procedures, pending_slips
from ledger.game.judging.facts import ReadjudicationAsked, VerdictOvertaken
from ledger.game.results.facts import AmendmentAsked, RecordsDiffer, ResultAmended
from ledger.game.results.signing import open_items
from ledger.game.results.slips import as_paired, scores_wording, told_otherwise
from ledger.game.scores.facts import CreditApplied, PenaltyApplied
from ledger.game.setting_up.facts import GameStarted
from ledger.game.sheet.folding import wording
from ledger.game.sheet.left_open import is_there, left_open
from ledger.game.sheet.rescoring import ABOUT, findings
from ledger.game.sheet.sheet import Sheet
from ledger.hall.rows import disagreements, result_of
from ledger.matters.matter import DeskMatter
from ledger.messages import say
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.record.standing import Struck, struck_outside_a_case
from ledger.rulebook import Rulebook
from ledger.tournament.tournament import Named
from ledger.vocabulary import Seat, bounds
from ledger.vocabulary.desk_matters import MatterKind
from ledger.vocabulary.remarks import DIRECTOR_TO_CONFIRM

SLIP_MAY_TAKE = timedelta(minutes=3)
"""A verdict that takes longer is looked after."""

LITTLE_TIME = 120  # seconds on a clock at which a director may want to be near


DECIDED = (
    GameForfeited, GameVoided, WarningSettled, PenaltyApplied, CreditApplied, ResultAmended,
)  # fmt: skip
"""What an official decides for or against a player, and who was told of it is told that it went."""


class GameMatters(Struct, frozen=True, kw_only=True):
    """One game: what waits in it, and what brings back what was put off.

    Attributes:
      started: when it was begun; ``None``: not yet, or nobody noted it.
    """

    waits: WaitedFor
    matters: tuple[DeskMatter, ...]
    started: datetime | None
    stopped: datetime | None
    is_over: bool
    has_result: bool
    was_told: bool
    last_written: datetime


def matters_in(sheet: Sheet) -> GameMatters:
    rules = rulebook.rules_of(sheet.scheduled)
    waits = pending_slips(sheet)
    return GameMatters(
        waits=waits,
        matters=tuple(_all(_Game(sheet, rules), waits)),
        started=_when(sheet.events, GameStarted),
        stopped=_when(reversed(sheet.events), ClockNeutralised),
        is_over=bool(sheet.ended) or sheet.is_final,
        has_result=result_of(sheet) is not None,
        was_told=bool(sheet.result.reported),
        last_written=sheet.events[-1].envelope.written_at,
    )


def _when(events: Iterable[Event], kind: type[Fact]) -> datetime | None:
    return next((e.envelope.written_at for e in events if isinstance(e.fact, kind)), None)


class _Game:
    def __init__(self, sheet: Sheet, rules: Rulebook) -> None:
        self.sheet = sheet
        self.rules = rules

    def matter(
        self,
        kind: MatterKind,
        version: int,
        words: str,
        clause: str = "",
        *,
        which: str = "",
        called: str = "",
        shown_after: timedelta | None = None,
        step: str = "",
        seat: Seat | None = None,
    ) -> DeskMatter:
        """A matter that waits since an event of this game, whose version names it, or ``which``."""
        since = self.sheet.event(version).envelope.written_at
        return DeskMatter(
            named=Named(kind, self.sheet.id, which or str(version)),
            since=since,
            words=words,
            called=called,
            clause=clause,
            game=self.sheet.id,
            shown_from=since + shown_after if shown_after else None,
            step=step,
            seat=seat,
        )


def _all(game: _Game, waits: WaitedFor) -> Iterator[DeskMatter]:
    yield from _calls_and_slips(game, waits)
    yield from _procedures(game)
    yield from _to_confirm(game)
    yield from _to_tell(game)
    yield from _disagreeing(game)
    yield from _time(game)
    yield from _papers_differ(game)
    yield from _under_protest(game)
    yield from _result(game, waits)


def _calls_and_slips(game: _Game, waits: WaitedFor) -> Iterator[DeskMatter]:
    call, slip = waits.call, waits.slip
    if call is not None:
        yield game.matter("call", call.version, reason_told(call.reason), call.clause)
    if slip is not None and slip.by_director:
        yield game.matter("verdicts-differ", slip.version, say("waiting.director-final"))
    elif slip is not None:
        words = (
            say("waiting.verdict-waited-for")
            if slip.opinion == 1
            else say("waiting.opinion", opinion=slip.opinion)
        )
        yield game.matter("slip", slip.version, words, shown_after=SLIP_MAY_TAKE)


def _procedures(game: _Game) -> Iterator[DeskMatter]:
    """Procedures a director is called for, or in which the next thing to be done is theirs."""
    sheet = game.sheet
    petitions = {one.version for one in sheet.open if isinstance(one.fact, DirectorPetitioned)}
    amendments = {one.version for one in sheet.open if isinstance(one.fact, AmendmentAsked)}
    overtaken = {one.version for one in sheet.open if isinstance(one.fact, VerdictOvertaken)}
    asked_again = {one.version for one in sheet.open if isinstance(one.fact, ReadjudicationAsked)}
    for procedure in open_procedures(sheet, game.rules):
        title, clause, version = procedure.title, procedure.clause, procedure.version
        if version in amendments:
            yield game.matter("amendment", version, title, clause)
        elif version in petitions:
            asks, seat = _directors(procedure).asks, procedure.seat
            yield game.matter("petition", version, title, clause, step=asks, seat=seat)
        elif version in overtaken and not sheet.is_final:
            yield game.matter("turns-since", version, title, clause)
        elif version in asked_again:
            continue  # as a slip, or as verdicts that differ
        elif procedure.name != "director-called" and procedure.waits_for_director:
            step = _directors(procedure)
            words = say("matters.title-and-step", title=title, step=step.does)
            yield game.matter("step", version, words, clause, step=step.asks)


def _directors(procedure: Procedure) -> Step:
    """What the director does next: the step that is recorded, else the one that is only told."""
    theirs = [
        step
        for step in procedure.steps
        if not step.done and (step.who == "director" or step.calls_director)
    ]
    recorded = (step for step in theirs if step.who == "director" and step.asks)
    return next(recorded, next(iter(theirs), procedure.steps[-1]))


def _to_confirm(game: _Game) -> Iterator[DeskMatter]:
    """Entries with a point that the book leaves to the director, and nobody ruled on."""
    sheet = game.sheet
    for event in sheet.events:
        if DIRECTOR_TO_CONFIRM not in event.envelope.remarks or event.envelope.case is not None:
            continue
        left = left_open(sheet, event)
        if left is None or not is_there(sheet, event):
            continue
        yield game.matter("to-confirm", event.originator_version, left.words, left.clause)


def _to_tell(game: _Game) -> Iterator[DeskMatter]:
    """What counted for or against a player, was taken back without a case, and is to be told."""
    sheet = game.sheet
    for struck in struck_outside_a_case(sheet.events):
        fact = struck.first.fact
        if isinstance(fact, DECIDED) and getattr(fact, "given", True):
            yield telling(sheet.id, struck, wording(fact, sheet), sheet.id)


def telling(subject: UUID, struck: Struck, what: str, game: UUID | None) -> DeskMatter:
    """That players are to hear what became of an act; what was undone meanwhile is no news."""
    was = struck.event.envelope.command_id.hex if struck.event is not struck.first else ""
    what = what.rstrip(".")
    if struck.stands:
        words = say("waiting.stands-again-untold", what=what)
    else:
        words = say("waiting.taken-back-untold", what=what)
    return DeskMatter(
        named=Named("telling", subject, struck.by.envelope.command_id.hex),
        since=struck.by.envelope.written_at,
        words=words,
        game=game,
        once_told=Named("telling", subject, was) if was else None,
    )


def _disagreeing(game: _Game) -> Iterator[DeskMatter]:
    """What does not agree on a sheet that was corrected or is over, and nobody has put right."""
    sheet = game.sheet
    if not (sheet.corrected or sheet.ended):
        return
    if not disagreements(sheet) and all(one.announced == one.computed for one in sheet.lines):
        return
    for finding in findings(sheet):
        if not finding.resolved:
            kind: MatterKind = "finding" if finding.for_director else "arithmetic"
            version = finding.version or sheet.version
            which = f"{finding.code} {finding.version}"
            about = ABOUT.get(finding.code) if finding.for_director else None
            called = say(f"game_sheet.to-do.{about}") if about else ""
            yield game.matter(kind, version, finding.what, which=which, called=called)


def _papers_differ(game: _Game) -> Iterator[DeskMatter]:
    """Two papers of one result that tell it differently, until a director finds what holds."""
    if game.sheet.result.records_differ is None:
        return
    sheet = game.sheet
    at = max(e.originator_version for e in sheet.events if isinstance(e.fact, RecordsDiffer))
    otherwise = told_otherwise(sheet, sheet.stands) if sheet.ended else None
    lost = sheet.ending.forfeit is not None and sheet.result.amended is None
    stands = say("waiting.a-forfeit") if lost else scores_wording(as_paired(sheet, sheet.stands))
    words = (
        say("waiting.by-phone", otherwise=otherwise.words, stands=stands)
        if otherwise
        else wording(sheet.event(at).fact, sheet)
    )
    yield game.matter("papers-differ", at, words)


def _under_protest(game: _Game) -> Iterator[DeskMatter]:
    """Signatures that say something is contested, until a director ruled or amended since."""
    ruled = max((e.originator_version for e in game.sheet.events if e.envelope.case), default=0)
    for signed in game.sheet.result.signatures:
        if signed.fact.under_protest and signed.version > ruled:
            words = say("waiting.signed-under-protest", name=game.sheet.name(signed.fact.seat))
            yield game.matter("under-protest", signed.version, words, seat=signed.fact.seat)


def _result(game: _Game, waits: WaitedFor) -> Iterator[DeskMatter]:
    """What a result that was begun still needs, and names that a tally sheet lacks (Q-07)."""
    items = open_items(game.sheet, game.rules)
    for lacks in (waits.result, "tally-sheet"):
        open_now = [item for item in items if item.name == lacks]
        if open_now:
            words = " ".join(item.what for item in open_now)
            clause = open_now[0].clause
            yield game.matter("result", game.sheet.version, words, clause, which=lacks)


def _time(game: _Game) -> Iterator[DeskMatter]:
    sheet, times = game.sheet, game.sheet.clock.times
    on_move = sheet.on_move
    if times is None or on_move is None or sheet.ended or sheet.is_final:
        return
    left = times[on_move.place]
    if left < LITTLE_TIME:
        words = say("waiting.time-left", name=sheet.name(on_move), time=bounds.shown(left))
        yield game.matter("clock", sheet.version, words, which=on_move.value)


# What waits because of the other games of a round: who has not begun, what is not finished.


MAY_BEGIN_LATER = timedelta(minutes=10)
"""How long after the first game of its round a game may begin before somebody looks."""


def last_without_turns(turns: Mapping[UUID, int]) -> frozenset[UUID]:
    """The one game of a round without a turn, where turns were entered of all others."""
    without = [game for game, entered in turns.items() if not entered]
    return frozenset(without) if len(without) == 1 and len(turns) > 1 else frozenset()


def not_started(
    games: Mapping[UUID, GameMatters], awaited: Container[UUID] | None = None
) -> Iterator[DeskMatter]:
    """The games of one round that were not begun though others were; shown after a while.

    Args:
      awaited: those of which turns are to be expected, since a tablet records them. Of a table
        that plays on paper nothing comes till its slip does. ``None``: all of them.
    """
    first = min((one.started for one in games.values() if one.started), default=None)
    if first is None:
        return
    for game, one in games.items():
        if awaited is not None and game not in awaited:
            continue
        if one.started is None and not (one.is_over or one.has_result or one.was_told):
            yield DeskMatter(
                named=Named("not-started", game, "start"),
                since=first,
                words=say("waiting.others-play"),
                game=game,
                shown_from=first + MAY_BEGIN_LATER,
            )


def unfinished(games: Iterable[tuple[UUID, GameMatters]]) -> Iterator[DeskMatter]:
    for game, one in games:
        if not one.has_result:
            yield DeskMatter(
                named=Named("unfinished", game, "result"),
                since=one.last_written,
                words=say("waiting.no-result"),
                game=game,
                in_play=one.started is not None and not one.is_over,
            )
