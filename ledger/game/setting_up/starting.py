"""Who starts, what is done before the first turn, and the procedure for it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ledger.equipment.tile_set import load_tile_set
from ledger.game.context import GameContext, decides
from ledger.game.procedure import (
    Offers,
    Procedure,
    Question,
    Step,
    in_order,
    not_begun,
    offer,
    opened_by,
)
from ledger.game.setting_up.facts import (
    ArrangementMade,
    EquipmentNoted,
    FirstRackDrawn,
    FirstTileDrawn,
    RecordingAgreed,
    SetChecked,
    StarterDetermined,
    StartTilesReturned,
    TimerChosen,
)
from ledger.game.sheet.sheet import Opened, Sheet, find
from ledger.game.sheet.still_open import not_here_yet, out_of_time, player_in, player_name
from ledger.messages import say
from ledger.refusals.saying import refusal
from ledger.requests import DIRECTORS, STAFF, Decision, Request
from ledger.rulebook import Rulebook
from ledger.rulebook.limits import StartRecord, balanced, drawn, start_rule
from ledger.rulebook.model.endings import TimerKind as EveryTimer
from ledger.vocabulary import Clocks, Seat, remarks
from ledger.vocabulary.closed_lists import Equipment, SetCountedBy, TimerKind, choices
from ledger.vocabulary.refusals import Refusal

# Who starts: the draw and the balance of starts say it, and the entry is held to them.


Pair = tuple[int, int]


def must_both_be_here(sheet: Sheet, context: GameContext) -> None:
    """Refuse tiles drawn while a player is still missing, where the book forbids it (C-06)."""
    missing = not_here_yet(sheet)
    drawing = context.rules.lateness.drawing_before_both_are_here
    if missing and drawing.value is False:
        context.must_be_ruled("player-not-here", player=player_name(sheet, missing[0]))


def what_the_draw_says(
    sheet: Sheet, starter: int, draws: Sequence[tuple[str, str]], context: GameContext
) -> tuple[str, ...]:
    """Hold ``starter`` to the tiles shown; what to remark on (B-03, B-04)."""
    start = context.rules.start
    order = tuple(load_tile_set(sheet.scheduled.tile_set).values)
    try:
        outcomes = [drawn(shown, order) for shown in draws]
    except ValueError:
        raise context.refusal("unreadable-request/starting-draw") from None
    if not outcomes:
        return ()
    decided = next((outcome for outcome in outcomes if outcome), 0)
    stay_out = start.tiles_stay_out
    if not decided and stay_out.value:
        context.must_be_ruled("draw-again/tiles-stay-out")
    elif not decided:
        clause = stay_out if stay_out.is_known else start.drawn
        context.must_be_ruled("draw-again/all-tiles", clause=clause)
    elif decided != starter:
        context.must_be_ruled("draw-says-otherwise", player=player_name(sheet, decided))
    return (remarks.DRAWN_ON,) if any(outcomes[:-1]) else ()


def told_starts(
    firsts: Pair | None, seconds: Pair | None, unplayed: Pair | None
) -> tuple[StartRecord, StartRecord] | None:
    """The starts so far as the request tells them; ``None`` if it does not."""
    if firsts is None:
        return None
    seconds, unplayed = seconds or (0, 0), unplayed or (0, 0)
    one, two = (
        StartRecord(firsts=firsts[at], seconds=seconds[at], unplayed=unplayed[at]) for at in (0, 1)
    )
    return one, two


def drawn_although_balanced(
    starter: int, counts: tuple[StartRecord, StartRecord], context: GameContext
) -> bool:
    """Whether the starts so far settle it otherwise than as it was settled (B-02)."""
    try:
        balance = balanced(*counts, context.rules)
    except Refusal:  # The book leaves it to a ruling; a draw settles nothing wrongly.
        return False
    return balance.starter not in (0, starter)


def what_the_balance_says(
    sheet: Sheet,
    starter: int,
    counts: tuple[StartRecord, StartRecord],
    may_have_drawn: bool,
    context: GameContext,
) -> None:
    """Hold ``starter`` to how often both have started (B-02, B-06).

    Level players draw: who told us their counts tells us the tiles as well; where the record
    counted for itself, nobody may have noted them.
    """
    try:
        balance = balanced(*counts, context.rules)
    except Refusal as open_point:
        context.unless_ruled(open_point)
        return
    context.must_unless_ruled(
        balance.starter or may_have_drawn, "draw-needed", clause=balance.clause
    )
    if balance.starter and balance.starter != starter:
        context.must_be_ruled(
            "balance-says-otherwise",
            player=player_name(sheet, balance.starter),
            clause=balance.clause,
        )


ORGANISERS_OWN = 0
PLAYERS = (1, 2)


class ChooseTimer(Request, frozen=True, tag="choose-timer", kw_only=True):
    """Which timer is used; fields as in ``TimerChosen``."""

    kind: TimerKind
    label: str = ""
    owner: int = ORGANISERS_OWN
    settings: Clocks | None = None


class NoteEquipment(Request, frozen=True, tag="note-equipment", kw_only=True):
    """Which tiles, board, rack or bag are used; fields as in ``EquipmentNoted``."""

    what: Equipment
    label: str = ""
    owner: int = ORGANISERS_OWN


class AgreeToRecording(Request, frozen=True, tag="agree-to-recording", kw_only=True):
    """Player 1 or 2 agrees, or does not, to the moves being written down."""

    player: int
    agrees: bool = True


class MakeArrangement(Request, frozen=True, tag="make-arrangement", kw_only=True):
    """The director allows player 1 or 2 another procedure."""

    player: int
    what: str


class ReturnStartTiles(Request, frozen=True, tag="return-start-tiles", kw_only=True):
    """Player 1 or 2 put the tiles of the starting draw back."""

    player: int
    shuffled: bool = False


class ReportFirstTile(Request, frozen=True, tag="report-first-tile", kw_only=True):
    """The starter's first tile is out of the bag, or seen as well."""

    seen: bool


class DrawFirstRack(Request, frozen=True, tag="draw-first-rack", kw_only=True):
    """``seat`` drew its first seven tiles."""

    seat: Seat


@decides(ChooseTimer, may=STAFF)
def choose_timer(sheet: Sheet, request: ChooseTimer, context: GameContext) -> Decision:
    """Write the timer down; a kind the book does not list is remarked on (A-09 to A-11)."""
    _must_be_owner(request.owner)
    noticed = [*about_the_timer(request.kind, context)]
    if request.owner and context.rules.timer.own.value == "forbidden":
        noticed.append(remarks.OWN_EQUIPMENT)
    if request.settings not in (None, sheet.clock.limits):
        noticed.append(remarks.SETTING_DIFFERS)
    fact = TimerChosen.from_request(request)
    return Decision((fact,), tuple(noticed))


def about_the_timer(kind: str, context: GameContext) -> tuple[str, ...]:
    """The remark on a kind of timer that nobody knows, or that the book does not list (A-10)."""
    if kind == "unknown":
        return (remarks.TIMER_NOT_NAMED,)
    return () if kind in context.rules.timer.kinds.known() else (remarks.TIMER_NOT_LISTED,)


@decides(NoteEquipment, may=STAFF)
def note_equipment(sheet: Sheet, request: NoteEquipment, context: GameContext) -> Decision:
    """Write down what is used and whose it is (A-06, A-07, A-09)."""
    _must_be_owner(request.owner)
    own = request.owner and context.rules.timer.own.value == "forbidden"
    fact = EquipmentNoted(what=request.what, label=request.label, owner=request.owner)
    return Decision((fact,), (remarks.OWN_EQUIPMENT,) if own else ())


@decides(AgreeToRecording, may=STAFF)
def agree_to_recording(sheet: Sheet, request: AgreeToRecording, context: GameContext) -> Decision:
    """Write down a player's word on being recorded (A-19)."""
    must_be_player(request.player)
    return Decision((RecordingAgreed(player=request.player, agrees=request.agrees),))


@decides(MakeArrangement, may=DIRECTORS)
def make_arrangement(sheet: Sheet, request: MakeArrangement, context: GameContext) -> Decision:
    """Write down what the director allowed a player with special needs (A-17)."""
    must_be_player(request.player)
    return Decision((ArrangementMade(player=request.player, what=request.what),))


@decides(ReturnStartTiles, may=STAFF)
def return_start_tiles(sheet: Sheet, request: ReturnStartTiles, context: GameContext) -> Decision:
    """Write down who put the tiles of the draw back (B-05)."""
    must_be_player(request.player)
    by_starter = request.player - 1 == sheet.starter
    wrong = by_starter and context.rules.start.tiles_returned_by.is_known
    fact = StartTilesReturned(player=request.player, shuffled=request.shuffled)
    return Decision((fact,), (remarks.RETURNED_BY_STARTER,) if wrong else ())


@decides(ReportFirstTile, may=STAFF)
def report_first_tile(sheet: Sheet, request: ReportFirstTile, context: GameContext) -> Decision:
    """Write down that the first tile is out, or seen (B-08)."""
    must_both_be_here(sheet, context)
    return Decision((FirstTileDrawn(seen=request.seen),), _tiles_still_out(sheet))


@decides(DrawFirstRack, may=STAFF)
def draw_first_rack(sheet: Sheet, request: DrawFirstRack, context: GameContext) -> Decision:
    """Write down who drew the first seven; the order is remarked on (B-05, B-09)."""
    must_both_be_here(sheet, context)
    noticed = list(_tiles_still_out(sheet))
    first_drawn = any(
        isinstance(event.fact, FirstRackDrawn) and event.fact.seat is Seat.FIRST
        for event in sheet.events
    )
    if (
        request.seat is Seat.SECOND
        and not first_drawn
        and context.rules.start.first_racks.value == "starter-first"
    ):
        noticed.append(remarks.FIRST_RACK_OUT_OF_ORDER)
    return Decision((FirstRackDrawn(seat=request.seat),), tuple(noticed))


def _tiles_still_out(sheet: Sheet) -> tuple[str, ...]:
    """The remark on tiles of the starting draw that nobody has put back."""
    starting = find(sheet.open, StarterDetermined)
    if starting is None or not isinstance(starting.fact, StarterDetermined):
        return ()
    out = bool(starting.fact.draws) and not starting.has(StartTilesReturned)
    return (remarks.TILES_NOT_RETURNED,) if out else ()


def must_be_player(player: int) -> None:
    if player not in PLAYERS:
        raise refusal("unreadable-request/player", player=player)


def _must_be_owner(owner: int) -> None:
    if owner != ORGANISERS_OWN:
        must_be_player(owner)


# From the starting draw to the first clock, and what can be entered before the game.


TIMERS: tuple[EveryTimer, ...] = ("digital-down", "digital-up", "smart-device", "analogue", "sand")


def _waits_for(sheet: Sheet, rules: Rulebook) -> Step | None:
    """What has to happen before anything else does: somebody comes, or has lost by lateness."""
    lateness, gone = rules.lateness, out_of_time(sheet)
    if gone and lateness.compulsory.value == "time-expired":
        return Step(
            "director",
            say(
                "game_setting_up.did-not-come-in-time-director", player=player_name(sheet, gone[0])
            ),
            str(lateness.compulsory),
        )
    missing = not_here_yet(sheet)
    if missing and lateness.drawing_before_both_are_here.value is False:
        return Step(
            "both",
            say(
                "game_setting_up.has-not-come-no-tiles-drawn", player=player_name(sheet, missing[0])
            ),
            str(lateness.drawing_before_both_are_here),
        )
    return None


@opened_by(StarterDetermined)
def procedure(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """The steps from the draw to the first clock (B-03 to B-09)."""
    starter, other = (sheet.name(seat) for seat in Seat)
    rule = rules.start.clock_starts
    fact, clause = opened.fact, str(rule)
    drawn = [step for step in opened.done if isinstance(step, FirstTileDrawn)]
    seen = any(step.seen for step in drawn)
    steps = in_order(
        isinstance(fact, StarterDetermined)
        and bool(fact.draws)
        and _returned(sheet, other, opened, rules),
        Step(
            "player",
            say("game_setting_up.takes-tile-out-of-bag", player=starter),
            clause,
            asks="report-first-tile",
            done=bool(drawn),
            answers=(("seen", False),),
        ),
        rule.value == "tile-seen"
        and Step(
            "player",
            say("game_setting_up.sees-first-tile", player=starter),
            clause,
            asks="report-first-tile",
            done=seen,
            answers=(("seen", True),),
        ),
        Step(
            "opponent",
            say("game_setting_up.starts-clock-of", player=other, starter=starter),
            clause,
            clock="player",
            asks="start-game",
            answers=(("cause", rule.value or ""),),
        ),
        (_first_rack(sheet, seat, opened, rules) for seat in Seat),
    )
    if (waits := _waits_for(sheet, rules)) is not None:
        steps = (waits, *(replace(step, asks="") for step in steps))
    return Procedure(
        name="start",
        title=say("game_setting_up.first-tiles-first-clock"),
        clause=clause,
        steps=steps,
        seat=Seat.FIRST,
        version=opened.version,
    )


def _returned(sheet: Sheet, other: str, opened: Opened, rules: Rulebook) -> Step:
    """Who puts the tiles of the draw back; one book does not say."""
    rule = rules.start.tiles_returned_by
    shuffles = rule.value == "non-starter-who-shuffles"
    does = (
        say("game_setting_up.returns-tiles-and-shuffles", player=other)
        if shuffles
        else say("game_setting_up.returns-tiles", player=other)
    )
    return Step(
        "opponent" if rule.is_known else "both",
        does if rule.is_known else say("game_setting_up.tiles-drawn-go-back-into-bag"),
        str(rule),
        asks="return-start-tiles",
        done=opened.has(StartTilesReturned),
        answers=(("player", player_in(sheet, Seat.SECOND)), ("shuffled", shuffles)),
    )


def _first_rack(sheet: Sheet, seat: Seat, opened: Opened, rules: Rulebook) -> Step:
    done = any(isinstance(step, FirstRackDrawn) and step.seat is seat for step in opened.done)
    return Step(
        "player" if seat is Seat.FIRST else "opponent",
        say("game_setting_up.draws-seven-tiles", name=sheet.name(seat)),
        str(rules.start.first_racks),
        tiles=7,
        asks="draw-first-rack",
        done=done,
        optional=True,
        answers=(("seat", seat.value),),
    )


@opened_by(SetChecked)
def set_wrong(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """A set that was found wrong before the game; a book may have the director told at once."""
    rule = rules.tiles_found.before_the_start
    step = Step(
        "both", say("game_setting_up.director-told-at-once"), str(rule), calls_director=True
    )
    return Procedure(
        name="set-wrong",
        title=say("game_setting_up.set-not-complete"),
        clause=str(rule),
        steps=(
            *((step,) if rule.value == "director" else ()),
            Step(
                "both",
                say("game_setting_up.set-made-whole-or-another-taken"),
                str(rule),
                asks="check-set",
                answers=(("complete", True),),
            ),
        ),
        version=opened.version,
    )


def _players(sheet: Sheet) -> tuple[tuple[str, str], ...]:
    one, two = sheet.scheduled.players
    return ("1", one), ("2", two)


def _which(sheet: Sheet) -> Question:
    return Question("player", "which-player", "choice", _players(sheet))


def _who_starts(sheet: Sheet, rules: Rulebook) -> tuple[Question, ...]:
    how = say(f"game_setting_up.start-{rules.start.method.value or 'other'}")
    return (Question("starter", "who-starts", "choice", _players(sheet), values=(("how", how),)),)


def _timers(rules: Rulebook) -> tuple[Question, ...]:
    kinds = dict(choices(TimerKind))
    named = tuple((kind, kinds[kind]) for kind in (*(rules.timer.kinds.value or TIMERS), "unknown"))
    return (Question("kind", "which-timer-stands-on-table", "choice", named),)


def _whose_equipment(sheet: Sheet, _rules: Rulebook) -> tuple[Question, ...]:
    owners = (("0", say("questions.the-organisers")), *_players(sheet))
    return (
        Question("what", "what-is-it", "choice", of=Equipment),
        Question("owner", "whose-is-it", "choice", owners),
        Question("label", "how-is-it-told-from-others", "text"),
    )


def _what_is_arranged(sheet: Sheet, _rules: Rulebook) -> tuple[Question, ...]:
    return _which(sheet), Question("what", "what-may-be-done", "text")


def _who_agrees(sheet: Sheet, _rules: Rulebook) -> tuple[Question, ...]:
    return _which(sheet), Question("agrees", "may-they", "yes-no")


def _who_counted(_rules: Rulebook) -> tuple[Question, ...]:
    whom = choices(SetCountedBy)[1:]  # whom, not whether
    return (Question("counted_by", "who-counted", "choice", whom),)


# A set is counted beforehand by the rule on one that is not whole.
OFFERS = Offers(not_begun, (
    offer("start", "determine-starter",
          lambda rules: start_rule(rules.start.method.value or "other", rules),
          of_sheet=_who_starts),
    offer("timer", "choose-timer", "timer.kinds", _timers),
    offer("set-check", "check-set", "tiles_found.extra",
          Question("complete", "is-set-complete", "yes-no"),
          _who_counted),
    offer("equipment", "note-equipment",
          lambda rules: str(rules.timer.own) or str(rules.fallback.decides),
          of_sheet=_whose_equipment),
    offer("arrangement", "make-arrangement",
          "fallback.decides", of_sheet=_what_is_arranged),
    offer("recording", "agree-to-recording", "fallback.decides", of_sheet=_who_agrees),
))  # fmt: skip
"""From the starting draw on, what is used, and what was agreed for this game, before it runs."""
