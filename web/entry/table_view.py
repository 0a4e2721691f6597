"""The state of a table: everything a tablet must know about its game, as a typed value."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import Literal
from uuid import UUID

from msgspec import Struct

from ledger import rulebook
from ledger.equipment.board import Squares
from ledger.game.challenges.facts import ChallengeIssued
from ledger.game.challenges.requests import costs, costs_each_word
from ledger.game.clock.facts import TimesSet
from ledger.game.endings.requests import KINDS, UNNAMED_NOTES
from ledger.game.keeping.facts import TableHandedOver
from ledger.game.keeping.requests import entered_by
from ledger.game.results.signatures import SignatureTold, adjustments, shown_amendment, shown_result
from ledger.game.setting_up.starting import TIMERS
from ledger.game.sheet.line import Line, LineKind, noted_wording
from ledger.game.sheet.outcome import outcome_of
from ledger.game.sheet.sheet import Blank, Sheet
from ledger.game.turns.taking_back import goes_with_it, why_not
from ledger.messages import language, say, speaking
from ledger.replay.replayed import BoardFacts, PlayerFacts, TileFacts
from ledger.rulebook import OptionValue, Rulebook
from ledger.rulebook.book_files import forgotten_with_the_books
from ledger.rulebook.limits import balanced, signing, start_rule
from ledger.rulebook.model.endings import TimerKind
from ledger.tournament.rounds import starts_before
from ledger.vocabulary import (
    Clocks,
    GameState,
    Moment,
    Points,
    Seat,
    Seconds,
    Tiles,
    Totals,
    WordScore,
)
from ledger.vocabulary.closed_lists import JudgingMethod, choices
from ledger.vocabulary.closed_lists import TimerKind as AnyTimer
from ledger.vocabulary.refusals import Refusal
from web.access.visitors import accounts
from web.entry.entries import Waits
from web.entry.form_catalogue import BOOKS, FormView, ProcedureView

# When both clocks were last read: how old the readings are that a tablet mirrors.


def read_at(sheet: Sheet) -> datetime | None:
    """When ``sheet.clocks`` was read or set; ``None`` if it never was.

    What the tablet's own clock said comes before the time of writing: an entry may have
    waited for a network.
    """
    for event in reversed(sheet.events):
        envelope = event.envelope
        if envelope.clocks is not None or isinstance(envelope.fact, TimesSet):
            return envelope.occurred_at or envelope.written_at
    return None


# What a tablet asks before the first clock: how the starter is found, and which timer it is.
#
# Everything it may ask is what the rulebook in force knows; what the record has counted of earlier
# rounds comes with it, so that a balanced start needs no arithmetic at the table.


METHODS = ("draw", "assigned", "self-balancing")
"""Ways to settle who starts. A book that leaves it open may use any."""

BALANCED = "self-balancing"


class BalanceView(Struct, frozen=True, kw_only=True):
    """Who starts by the starts so far.

    Attributes:
      starter: 1 or 2 of the pairing, or 0 to draw.
      firsts: games of the tournament each player has started.
      open: why the book does not settle it, or empty.
    """

    starter: int
    firsts: tuple[int, int]
    open: str


class StartView(Struct, frozen=True, kw_only=True):
    """What the start panel shows: ways, timers, the order of tiles, and the balance of starts.

    Attributes:
      method: how the book settles who starts; empty: it leaves that open.
      methods: every way: its name, in a word or two, in a sentence, and the rule for it.
      clause: the rule on how it is settled.
      cause: the moment at which the book has the first clock started, or empty.
      stay_out: no tile that was drawn goes back before the draw is decided.
      timers: kinds of timer, each with its words, best first.
      timer: the kind that stands on the table, or empty.
      balance: where the starts of earlier rounds decide; ``None``: the record can't tell.
    """

    method: str
    methods: tuple[tuple[str, str, str, str], ...]
    clause: str
    cause: str
    stay_out: bool
    timers: tuple[tuple[TimerKind, str], ...]
    mandatory: bool
    timer: str
    balance: BalanceView | None


def start_of(sheet: Sheet, rules: Rulebook) -> StartView:
    method = rules.start.method.value or ""
    kinds: tuple[TimerKind, ...] = rules.timer.kinds.value or TIMERS
    named = dict(choices(AnyTimer))
    return StartView(
        method=method if method in METHODS else "",
        methods=ways_to_start(rules),
        clause=str(rules.start.method),
        cause=rules.start.clock_starts.value or "",
        stay_out=bool(rules.start.tiles_stay_out.value),
        timers=tuple((kind, named[kind]) for kind in kinds),
        mandatory=bool(rules.timer.mandatory.value),
        timer=sheet.clock.timer,
        balance=_balance(sheet, rules) if method == BALANCED else None,
    )


def ways_to_start(rules: Rulebook) -> tuple[tuple[str, str, str, str], ...]:
    """Every way to settle who starts: its name, in a word or two, in a sentence, and its rule."""
    return tuple(
        (
            one,
            say(f"forms.start-method.{one}"),
            say(f"game_setting_up.start-{one}"),
            start_rule(one, rules),
        )
        for one in METHODS
    )


def _balance(sheet: Sheet, rules: Rulebook) -> BalanceView | None:
    desk = accounts().desk
    counts = starts_before(desk.log, desk.shelf, sheet.scheduled)
    if counts is None:
        return None
    first, second = counts
    firsts = (first.firsts, second.firsts)
    try:
        starter = balanced(first, second, rules).starter
    except Refusal as open_point:
        return BalanceView(starter=0, firsts=firsts, open=open_point.what)
    return BalanceView(starter=starter, firsts=firsts, open="")


# The lines of a score sheet, as a tablet shows them, and what taking the last turn back does.
#
# Each line is put into words once a process.


Badges = tuple[str, ...]
"""Whoever had a part in something, by badge."""


class LineView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of the score sheet. Fields as in ``Line``; ``note`` and ``tiles`` where it has some.

    Attributes:
      version: of the event that made it; a request about this line names it.
      total: points of ``seat`` after this line.
      placed: index on the board and tile of each tile laid, blanks lower case.
      announced: points the player said; ``None``: nobody noted them.
      computed: points by our own count; ``None``: the board was not known.
      withdrawn: the play was challenged off.
      corrected: something of it was put right later.
      by: badges under which something of it was entered.
      verified: badges under which it was looked over and found right.
      noted: ``note`` as people say it.
      tiles: those exchanged or left unplayed, as far as known.
    """

    version: int
    seat: Seat
    kind: LineKind
    move: str
    score: Points
    total: Points
    words: tuple[WordScore, ...]
    announced: Points | None
    computed: Points | None
    placed: tuple[tuple[int, str], ...]
    withdrawn: bool
    corrected: bool
    by: Badges
    verified: Badges
    note: str = ""
    noted: str = ""
    tiles: Tiles = Tiles("")


class Undo(Struct, frozen=True, kw_only=True):
    """What the scorekeeper's Undo takes back with the last turn, or why it can't be.

    Attributes:
      version: of the turn's event.
      goes: what is taken back with it: ``blank``, ``hold``.
      why: why it can't be; empty: it can.
      next: what to do instead, or empty.
    """

    version: int
    goes: tuple[str, ...]
    why: str
    next: str


_TOLD: dict[tuple[int, str], tuple[Line, LineView]] = {}
"""Lines as they were told, by the object's number, which is the line's own while it is kept here,
and by the language.

A line is not changed by what is written after it: the sheet has another in its place then. A game
as others are shown it is folded anew and has lines of its own.
"""

LINES = 20_000  # lines that are kept at hand: of all games of a round of 400 tables


def lines_view(sheet: Sheet) -> tuple[LineView, ...]:
    found, spoken = [], language()
    for line in sheet.lines:
        kept = _TOLD.get((id(line), spoken))
        if kept is None or kept[0] is not line:
            if len(_TOLD) >= LINES:
                _TOLD.clear()
            kept = _TOLD[id(line), spoken] = line, _line(sheet, line)
        found.append(kept[1])
    return tuple(found)


def _line(sheet: Sheet, line: Line) -> LineView:
    return LineView(
        version=line.version, seat=line.seat, kind=line.kind, move=_called(line), score=line.score,
        total=line.totals[line.seat.place], words=line.words, announced=line.announced,
        computed=line.computed, placed=line.placed, withdrawn=line.withdrawn,
        corrected=bool(line.corrections), by=entered_by(sheet, line), verified=line.verified,
        note=line.note, noted=noted_wording(line), tiles=line.tiles,
    )  # fmt: skip


_BY_THE_TABLET = frozenset({LineKind.PLAY, LineKind.EXCHANGE, LineKind.PASS, LineKind.MISSED})
"""Lines that the tablet says in its own words, from the record's notation."""


def _called(line: Line) -> str:
    if line.placement is not None or line.kind in _BY_THE_TABLET:
        return line.move
    if line.kind is LineKind.UNPLAYED:
        return say("lines.tiles-left", tiles=line.tiles).strip()
    return line.wording


def undo_view(sheet: Sheet) -> Undo | None:
    """What Undo does at this moment; ``None`` before the first turn."""
    line = sheet.last_turn
    if line is None:
        return None
    final = say("forms.result-is-final") if sheet.is_final else ""
    alone = line.version == sheet.version  # nothing was written after it
    refusal = None if alone else why_not(sheet, line)
    why, following = (refusal.what, refusal.next_step) if refusal else (final, "")
    return Undo(
        version=line.version,
        goes=() if alone else goes_with_it(sheet, line),
        why=why,
        next=following,
    )


# The result as a table has it: how it came about, and the words that players see and sign.


class ResultAtTable(Struct, frozen=True, kw_only=True):
    """The result as it stands, and how it came about.

    Attributes:
      winner: who is ahead; ``None``: nobody.
      lines: how the totals came about: a label, the first seat's value, the second's.
      shown: once the game is over, what each player sees when signing. The signature carries
        the SHA-256 of this text.
    """

    totals: Totals
    winner: Seat | None
    spread: int
    lines: tuple[tuple[str, str, str], ...]
    shown: dict[Seat, str]


class AmendingView(Struct, frozen=True, kw_only=True):
    """The amendment asked for, with the words that both players see before they sign for it.

    Attributes:
      seat: who asks; ``None``: the director.
      now: what the scores should be, if that was said.
      signed_by: the players who agree to exactly these scores, in order of signing.
      shown: what each player sees when agreeing; empty while nobody said what they should be.
    """

    seat: Seat | None
    reason: str
    now: Totals | None
    signed_by: tuple[Seat, ...]
    shown: dict[Seat, str]


def result_at_table(sheet: Sheet) -> ResultAtTable:
    outcome = outcome_of(sheet)
    return ResultAtTable(
        totals=sheet.stands,
        winner=outcome.winner,
        spread=outcome.spread,
        lines=tuple(adjustments(sheet)),
        shown={seat: shown_result(sheet, seat) for seat in Seat} if sheet.ended else {},
    )


def amending_view(sheet: Sheet) -> AmendingView | None:
    request = sheet.result.amending
    if request is None:
        return None
    now = request.now
    return AmendingView(
        seat=request.seat,
        reason=request.reason,
        now=now,
        signed_by=tuple(one.seat for one in request.signatures),
        shown=(
            {}
            if now is None
            else {seat: shown_amendment(sheet, seat, now, request.reason) for seat in Seat}
        ),
    )


# What a tablet must know of the rulebook in force to go on without a network.


class ZerosView(Struct, frozen=True, kw_only=True):
    """What ends a game without a network by scoreless turns, as ``zero_turns.Row.since`` counts.

    Counted back from the last line, one for each line whose kind is True in ``counts``. The row
    ends at a play that scored, and at a turn of a kind the book does not name: False in
    ``counts``, or with a note of ``unnamed``. So many as ``turns`` end the game on every reading
    of the book, save at 0-0 where ``not_at_nil``; fewer end it only by the server's word.
    """

    turns: int | None
    counts: dict[LineKind, bool]
    unnamed: tuple[str, ...]
    not_at_nil: bool


class CostView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one failed challenge costs, where it does. Fields as in ``ChallengeFailed``."""

    credited: Points = Points(0)
    debited: Points = Points(0)
    turn_lost: bool = False
    time_lost: Seconds = Seconds(0)


class RulesView(Struct, frozen=True, kw_only=True):
    """Rules that are needed at the table whatever happens; ``None`` where the book says nothing.

    Attributes:
      unplayed_both: what tiles left on both racks are worth: ``own``, off each player's score.
      overtime_from: fewest seconds over the limit that are overtime.
      overtime_points: what each minute started costs.
      overtime_forfeit: how many seconds of it lose the game.
      methods: ways to judge a challenge; ``method`` is the one announced.
      withdrawable: reasons for which a binding challenge may be withdrawn.
      concession: whether the challenged player may take the play back unasked.
      signing: what to tell the players who sign, one sentence.
      winner_hands_in: whether the book says who brings the result in.
      blank_record: what confirming a blank's letter says, one sentence.
      costs: what a player's first, second, third ... failed challenge costs, the last of them
        from there on; ``None`` where the organiser has not chosen. ``each_word``: points are
        for each word challenged.
    """

    unplayed_both: Literal["own"] | None
    overtime_from: Seconds | None
    overtime_points: Points | None
    overtime_forfeit: Seconds | None
    methods: tuple[JudgingMethod, ...]
    method: str | None
    withdrawable: tuple[str, ...]
    concession: bool
    signing: str
    winner_hands_in: bool
    zeros: ZerosView
    blank_record: str
    costs: tuple[CostView, ...] | None
    each_word: bool


def rules_view(
    book: str, options: tuple[tuple[str, OptionValue], ...], digest: str = ""
) -> RulesView:
    return _rules_view_in(language(), book, options, digest)


@forgotten_with_the_books
@lru_cache(maxsize=BOOKS)
def _rules_view_in(
    of: str, book: str, options: tuple[tuple[str, OptionValue], ...], digest: str
) -> RulesView:
    with speaking(of):
        return _rules_view(rulebook.in_force(book, options, digest))


def _rules_view(rules: Rulebook) -> RulesView:
    return RulesView(
        unplayed_both=rules.unplayed.when_both_hold.value,
        overtime_from=rules.overtime.first_second.value,
        overtime_points=rules.overtime.points_per_started_minute.value,
        overtime_forfeit=rules.overtime.forfeit_after.value,
        methods=tuple(rules.judging.methods),
        method=rules.challenge.adjudication.value,
        withdrawable=rules.challenge.withdrawable_for.value or (),
        concession=bool(rules.challenge.concession.value),
        signing=signing(rules).words,
        winner_hands_in=rules.signing.handed_in_by.is_known,
        zeros=_zeros(rules),
        blank_record=say(f"forms.blank-record.{rules.blanks.authority.value or 'any'}"),
        costs=_costs(rules),
        each_word=costs_each_word(rules),
    )


def _costs(rules: Rulebook) -> tuple[CostView, ...] | None:
    try:
        found = costs(rules)
    except Refusal:
        return None
    return tuple(
        CostView(
            credited=cost.credited,
            debited=cost.debited,
            turn_lost=cost.turn_lost,
            time_lost=cost.time_lost,
        )
        for cost in found
    )


def _zeros(rules: Rulebook) -> ZerosView:
    counted = rules.zeros.counted.value or ()
    return ZerosView(
        turns=rules.zeros.turns.value,
        counts={kind: name in counted for kind, name in KINDS.items()},
        unnamed=tuple(sorted(UNNAMED_NOTES)),
        not_at_nil=bool(rules.zeros.goes_on_at_nil_all.value),
    )


class GamePlace(Struct, frozen=True, kw_only=True):
    """Where a game is played.

    Attributes:
      tournament: its short name.
      division: empty where there is one only.
      replay: 2 for a game played again.
    """

    id: UUID
    tournament: str
    division: str
    round: int
    table: int
    replay: int


class TableGame(GamePlace, frozen=True, kw_only=True):
    """Which game it is, and how far its record goes.

    Attributes:
      version: of the record's last event, whatever of it this viewer is shown.
      last: ``command_id`` of that event; whoever enters something next names it as ``after``.
    """

    rulebook: str
    lexicon: str
    state: GameState
    version: int
    last: UUID


class OfferView(Struct, frozen=True):
    """Something irregular that can be reported at this moment, under this rulebook.

    Attributes:
      name: of the procedure it opens.
      asks: tag of the request that reports it.
    """

    name: str
    title: str
    asks: str
    clause: str


class TableState(Struct, frozen=True, kw_only=True):
    """The state of one game as somebody is shown it.

    Attributes:
      players: first seat, then second; so are all pairs.
      squares: what lies on each square, row by row: empty, a tile, a blank in lower case.
      bag: tiles in it; ``racks``: on each rack, taken as refilled.
      hold: who called hold, while it lasts.
      challenge: the challenge that waits for its verdict or for what follows from it.
      clocks: seconds left when both were last read, at ``clocks_at``; ``None``: never.
      neutral: why the clocks are stopped, or empty while one runs.
      out: who played the last tile.
      ended: cause of the end, or empty.
      unplayed_counted: whether what was left on the racks is in the totals.
      lines: the score sheet, oldest line first.
      proposed: the totals put before the players to sign.
      signed_by: who signed for the result as it stands.
      final: whether it stands; ``by_ruling``: by a director's word.
      signatures: once the game is over, all that were given, with what each is for.
      handed_in: who took the slip to the director's table.
      open: the procedures that are going on, oldest first.
      offers: what can be reported; ``forms``: how each is asked for, by the request's tag.
      catalogue: digest of the forms that ``forms`` and ``open`` name (forms.json).
      challenge_mode: what a failed challenge costs, as the note beside its line says it: a tablet
        without a network writes the line itself. ``None``: not chosen.
      failed: challenges that failed so far and count here, by seat; ``free``: those that may
        fail at no cost.
      unplayed_mode: what an unplayed rack is worth when one player is out.
      starter: 0 or 1: which player of ``pairing`` sits in the first seat.
      keeper: the last hand-over of the table; ``None``: any scorekeeper may write here.
      start: what is asked before the first clock; ``None`` from then on.
      overtime: points taken for it; ``None`` where none was recorded.
      unsettled: what was entered too late and waits for a person; for who is shown all of it.
      undo: what taking back the last turn does; ``None``: there is none, or not for this viewer.
    """

    game: TableGame
    players: tuple[PlayerFacts, ...]
    board: BoardFacts
    tiles: tuple[TileFacts, ...]
    squares: Squares
    totals: Totals
    bag: int
    racks: tuple[int, int]
    started: bool
    on_move: Seat | None
    hold: Seat | None
    challenge: ChallengeIssued | None
    clocks: Clocks | None
    clocks_at: Moment | None
    limits: tuple[Seconds, Seconds]
    neutral: str
    blanks: tuple[Blank, ...]
    out: Seat | None
    ended: str
    unplayed_counted: bool
    lines: tuple[LineView, ...]
    proposed: Totals | None
    signed_by: tuple[Seat, ...]
    final: bool
    by_ruling: bool
    signatures: tuple[SignatureTold, ...]
    amending: AmendingView | None
    handed_in: Seat | None
    open: tuple[ProcedureView, ...]
    offers: tuple[OfferView, ...]
    catalogue: str
    forms: dict[str, FormView]
    challenge_mode: str | None
    failed: tuple[int, int]
    free: tuple[int, int]
    unplayed_mode: str | None
    starter: int
    pairing: tuple[str, str]
    keeper: TableHandedOver | None
    start: StartView | None
    overtime: tuple[Points | None, Points | None]
    rules: RulesView
    result: ResultAtTable
    unsettled: tuple[Waits, ...]
    undo: Undo | None
