"""The procedure for a player who is late."""

from __future__ import annotations

from ledger.game.facts.arrivals import ForfeitElected, LateClockStarted
from ledger.game.facts.setting_up import TimeAssigned
from ledger.game.play.arrivals.requests import may_elect_to_forfeit
from ledger.game.play.leaving.procedures import postpone
from ledger.game.play.procedure import Offer, Procedure, Question, Step, opened_by
from ledger.game.sheet.absent import (
    arrivals,
    late_players,
    not_here_yet,
    out_of_time,
    player_name,
    seat_of,
)
from ledger.game.sheet.opened import Opened, find
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook
from ledger.vocabulary import Seconds
from ledger.vocabulary.bounds import minutes, some
from ledger.vocabulary.closed_lists import LateClockBy, choices

HOW_LONG = Question(field="after", words="How long had the late clock run?", kind="seconds")


@opened_by(LateClockStarted)
def late(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """What follows once a late clock runs (C-02 to C-11)."""
    lateness = rules.lateness
    both = len(late_players(opened)) > 1
    rule = lateness.both_late if both else lateness.one_late
    steps = [_arrives(sheet, player, opened, rules) for player in late_players(opened)]
    if both and not rule.is_known:
        steps += [_time_left(sheet, player, opened, str(rule)) for player in late_players(opened)]
    steps += _forfeits(sheet, opened, rules)
    may = [player for player in _came(opened) if _may_choose(sheet, player, rules)]
    played_on = lateness.played_on_rated
    steps += [
        Step(
            who="player",
            does=f"{player_name(sheet, player)} may choose to forfeit, or play on"
            f"{', the game rated as any other' if played_on.value else ''}.",
            clause=str(lateness.elect_below),
            asks="elect-forfeit",
            done=opened.has(ForfeitElected),
            optional=True,
            answers=(("player", player),),
        )
        for player in may
    ]
    nobody = len(not_here_yet(sheet)) > 1 and len(out_of_time(sheet)) > 1
    return Procedure(
        name="late",
        title="A late clock runs" if not_here_yet(sheet) else "A player was late",
        clause=str(rule),
        steps=tuple(steps),
        version=opened.version,
        counts=tuple(
            (f"seconds left, player {player}", sheet.clock.limits[seat_of(sheet, player).place])
            for player in _came(opened)
        ),
        traps=tuple(filter(None, (rule.trap if both else "", "TX-15" if nobody else ""))),
        needs_ruling=not rule.is_known or nobody,
    )


def _arrives(sheet: Sheet, player: int, opened: Opened, rules: Rulebook) -> Step:
    name = player_name(sheet, player)
    limit = sheet.clock.limits[seat_of(sheet, player).place]
    drawing = rules.lateness.drawing_before_both_are_here
    no_tiles = "No tiles are drawn before that." if drawing.value is False else ""
    return Step(
        who="staff",
        does=f"{name} is seated and ready; the late clock is read. {no_tiles}".strip(),
        clause=str(rules.lateness.one_late),
        clock="player",
        seconds=Seconds(limit),
        asks="report-arrival",
        if_wrong="When the time is up the game is proposed as forfeited."
        if rules.lateness.compulsory.value == "time-expired"
        else "",
        # Come by another late clock, where a ruling started a second one, is come as well.
        done=player in _came(opened) or player not in not_here_yet(sheet),
        answers=(("player", player),),
        questions=(HOW_LONG,),
    )


def _forfeits(sheet: Sheet, opened: Opened, rules: Rulebook) -> list[Step]:
    """The director's step once a forfeit is proposed, chosen or due."""
    if not (out_of_time(sheet) or opened.has(ForfeitElected)):
        return []
    elected = [step.player for step in opened.done if isinstance(step, ForfeitElected)]
    losers = elected or list(out_of_time(sheet))
    loser = seat_of(sheet, losers[0]).value if len(losers) == 1 else None
    margin = rules.lateness.forfeit_margin
    worth = (
        f"by {some(int(margin.value or 0), 'point')}"
        if margin.is_known
        else "as the director rules"
    )
    return [
        Step(
            who="director",
            does=f"The director declares the game forfeited, won {worth}.",
            clause=str(margin),
            asks="forfeit",
            done=sheet.ending.forfeit is not None,
            answers=(("loser", loser), ("cause", "late" if loser else "no-show")),
        )
    ]


def _time_left(sheet: Sheet, player: int, opened: Opened, clause: str) -> Step:
    """The time of one of two late players, where no rule works it out."""
    seat = seat_of(sheet, player)
    given = {step.seat for step in opened.done if isinstance(step, TimeAssigned)}
    return Step(
        who="director",
        does=f"The director assigns {sheet.name(seat)} the time left.",
        clause=clause,
        asks="assign-time",
        done=seat in given,
        answers=(("seat", seat.value), ("reason", "late")),
        questions=(Question(field="seconds", words="How many seconds are left?", kind="seconds"),),
    )


def _came(opened: Opened) -> tuple[int, ...]:
    return tuple(arrival.player for arrival in arrivals(opened))


def _may_choose(sheet: Sheet, player: int, rules: Rulebook) -> bool:
    return may_elect_to_forfeit(sheet.clock.limits[seat_of(sheet, player).place], rules)


def offers(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    """What can be reported about players who are not there."""
    if sheet.started or sheet.ended:
        return ()
    waiting = find(sheet.open, LateClockStarted)
    if waiting is None:
        found = [_late_clock(sheet, rules)]
        if rules.lateness.postponing.is_known:
            found.append(postpone(rules))
        return tuple(found)
    missing = not_here_yet(sheet)
    found = []
    if missing:
        found.append(_arrival(sheet, missing, rules))
        found.append(_not_come(sheet, missing, rules))
    if any(_may_choose(sheet, player, rules) for player in _came(waiting)):
        found.append(_elect(sheet, waiting, rules))
    return tuple(found)


def _late_clock(sheet: Sheet, rules: Rulebook) -> Offer:
    window = rules.lateness.clock_start_window
    when = (
        f" Not before {minutes(window.value[0])}, not after {minutes(window.value[1])}."
        if window.value
        else ""
    )
    questions = [
        Question(
            field="player",
            words="Who is not there?",
            kind="choice",
            choices=(*_players(sheet, (1, 2)), ("0", "both")),
        ),
        Question(
            field="by",
            words="Who started the clock?",
            kind="choice",
            choices=choices(LateClockBy),
        ),
        Question(
            field="after",
            words=f"How long after the actual start of the round?{when}",
            kind="seconds",
        ),
    ]
    if rules.lateness.clock_started.value == "announcement":
        questions.append(
            Question(
                field="announced",
                words="Had the director announced that late clocks may be started?",
                kind="yes-no",
            )
        )
    if window.value:
        questions.append(
            Question(
                field="shortage_announced",
                words="Was a shortage of time announced to everybody, well ahead?",
                kind="yes-no",
            )
        )
    return Offer(
        name="late",
        title="Start a late clock",
        asks="start-late-clock",
        clause=str(rules.lateness.clock_started),
        questions=tuple(questions),
    )


def _arrival(sheet: Sheet, missing: tuple[int, ...], rules: Rulebook) -> Offer:
    return Offer(
        name="arrival",
        title="A late player is here",
        asks="report-arrival",
        clause=str(rules.lateness.one_late),
        questions=(
            Question(
                field="player", words="Who came?", kind="choice", choices=_players(sheet, missing)
            ),
            HOW_LONG,
        ),
    )


def _not_come(sheet: Sheet, missing: tuple[int, ...], rules: Rulebook) -> Offer:
    both = (("0", "both"),) if len(missing) > 1 else ()
    return Offer(
        name="not-come",
        title="Propose a forfeit: not come",
        asks="report-not-come",
        clause=str(rules.lateness.compulsory),
        questions=(
            Question(
                field="player",
                words="Who has not come?",
                kind="choice",
                choices=(*_players(sheet, missing), *both),
            ),
            Question(field="after", words="How long has the late clock run?", kind="seconds"),
        ),
    )


def _elect(sheet: Sheet, waiting: Opened, rules: Rulebook) -> Offer:
    late_enough = tuple(p for p in _came(waiting) if _may_choose(sheet, p, rules))
    return Offer(
        name="elect-forfeit",
        title="The late player forfeits",
        asks="elect-forfeit",
        clause=str(rules.lateness.elect_below),
        questions=(
            Question(
                field="player",
                words="Who chooses to forfeit?",
                kind="choice",
                choices=_players(sheet, late_enough),
            ),
        ),
    )


def _players(sheet: Sheet, players: tuple[int, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((str(player), player_name(sheet, player)) for player in players)
