"""Procedures for a late player, for leaving the table, an emergency, and a game put off."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.game.absences.facts import (
    EmergencyAssessed,
    EmergencyDeclared,
    EmergencyOver,
    ForfeitElected,
    GameAdjourned,
    GamePostponed,
    LateClockStarted,
    PlayerLeft,
    PlayerReturned,
)
from ledger.game.absences.requests import may_elect_to_forfeit
from ledger.game.calls.facts import DirectorCalled
from ledger.game.clock.procedures import PLAYED
from ledger.game.procedure import (
    Offers,
    Procedure,
    Question,
    Step,
    in_order,
    knows,
    not_begun,
    offer,
    opened_by,
    playing,
    recorded_since,
)
from ledger.game.setting_up.facts import TimeAssigned
from ledger.game.sheet.sheet import Opened, Sheet, find
from ledger.game.sheet.still_open import (
    arrivals,
    away,
    drawn_meanwhile,
    draws_waiting,
    late_players,
    not_here_yet,
    out_of_time,
    player_name,
    seat_of,
)
from ledger.messages import say
from ledger.rulebook import Clause, Rulebook
from ledger.rulebook.model.endings import Supervisor
from ledger.vocabulary import Seat, Seconds
from ledger.vocabulary.bounds import minutes
from ledger.vocabulary.closed_lists import Consent, LateClockBy, Permission

# Procedures for leaving the table, an emergency, and a game put off.


# Games put off or broken off, to be played or finished later.


@opened_by(GamePostponed)
def postponed(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """A game put off: it is played later, by the consent of both (C-13)."""
    fact = opened.fact
    until = fact.until if isinstance(fact, GamePostponed) else ""
    return Procedure(
        name="postponed",
        title=say("game_absences.postponed-until", until=until)
        if until
        else say("game_absences.postponed"),
        clause=str(rules.lateness.postponing),
        steps=(
            Step(
                "both",
                say("game_absences.game-played-at-time-agreed"),
                str(rules.lateness.postponing),
                asks="" if sheet.ended else "start-game",
                done=sheet.started,
            ),
        ),
        version=opened.version,
    )


@opened_by(GameAdjourned)
def adjourned(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """A game to be finished later; who can't, forfeits (C-15, C-12)."""
    rule = rules.absence.adjourned
    on = sheet.on_move
    return Procedure(
        name="adjourned",
        title=say("game_absences.broken-off-finished-later"),
        clause=str(rule),
        steps=(
            Step(
                "both",
                say("game_absences.goes-on-as-arranged")
                if on is None
                else say("game_absences.goes-on-with-turn", player=sheet.name(on)),
                str(rule),
                asks="resume-game",
                if_wrong=say("game_absences.player-who-cant-finish-then-loses")
                if rule.is_known
                else "",
            ),
        ),
        version=opened.version,
    )


# Players away from the table, for a while or for good.


@opened_by(PlayerLeft)
def absent(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """What the players do while one is away (N-01 to N-05)."""
    left = opened.fact
    if not isinstance(left, PlayerLeft):
        raise TypeError("an absence is opened by PlayerLeft")
    seat, rule = left.seat, rules.absence
    name = sheet.name(seat)
    waiting, drawn = draws_waiting(sheet, opened), drawn_meanwhile(opened)
    return Procedure(
        name="away",
        title=say("game_absences.away", name=name)
        if seat in away(sheet)
        else say("game_absences.back", name=name),
        clause=str(rule.when),
        steps=in_order(
            left.permission == "none"
            and rule.unannounced.is_known
            and _told_at_once(sheet, opened, seat, str(rule.unannounced)),
            rule.supervised.is_known and _watched(left, name, rule.supervised),
            rule.opponent_may.is_known
            and _may_complete_a_turn(sheet, opened, seat, str(rule.opponent_may)),
            Step(
                "player",
                say("game_absences.comes-back", name=name),
                str(rule.when),
                asks="return-to-table",
                done=opened.has(PlayerReturned),
                answers=(("seat", seat.value),),
            ),
            _hold(sheet, seat, opened, rules),
            (
                _draws(sheet, one, opened, rules, back=one is seat, done=one in drawn)
                for one in (*drawn, *waiting)
            ),
        ),
        seat=seat,
        version=opened.version,
        counts=(("draws-waiting", len(waiting)),),
    )


def _draws(
    sheet: Sheet, seat: Seat, opened: Opened, rules: Rulebook, *, back: bool, done: bool
) -> Step:
    """The draw that waited; ``back``: of the player who was away."""
    rule, gone = rules.absence, _keeps_waiting(sheet, seat, opened, rules)
    name = sheet.name(seat)
    return Step(
        "player" if back else "opponent",
        say("game_absences.draws-once-back", player=name, gone=gone)
        if gone
        else say("game_absences.draws-what-waited", player=name),
        str(rule.when if back or not rule.opponent_may else rule.opponent_may),
        asks="" if gone else "make-waiting-draw",
        answers=(("seat", seat.value),),
        questions=_hold_over(back, rules),
        done=done,
    )


def _told_at_once(sheet: Sheet, opened: Opened, seat: Seat, clause: str) -> Step:
    return Step(
        "opponent",
        say(
            "game_absences.tells-left-without-leave",
            opponent=sheet.name(seat.opponent),
            player=sheet.name(seat),
        ),
        clause,
        asks="call-director",
        calls_director=True,
        done=recorded_since(sheet, opened, DirectorCalled),
        answers=(
            ("reason", "left without leave"),
            ("raised_by", "opponent"),
            ("seat", seat.value),
        ),
    )


def _may_complete_a_turn(sheet: Sheet, opened: Opened, seat: Seat, clause: str) -> Iterator[Step]:
    """The one turn that the opponent of ``seat`` may complete meanwhile.

    Who left on the own turn is still to move: nothing is there for the opponent to complete.
    """
    played = any(
        line.is_turn and line.seat is seat.opponent and line.version > opened.version
        for line in sheet.lines
    )
    if sheet.on_move is seat and not played:
        return
    yield Step(
        "opponent",
        say(
            "game_absences.may-complete-one-turn",
            opponent=sheet.name(seat.opponent),
            player=sheet.name(seat),
        ),
        clause,
        clock="on-move",
        asks="place-tiles",
        if_wrong=say("game_absences.director-decides"),
        done=played,
        optional=True,
        answers=(("seat", seat.opponent.value),),
        questions=(PLAYED,),
    )


def _keeps_waiting(sheet: Sheet, seat: Seat, opened: Opened, rules: Rulebook) -> str:
    """Who left as well and is to come back before ``seat`` draws; ``""`` if nobody (N-02, N-04)."""
    gone = away(sheet) if opened.has(PlayerReturned) else ()
    matter = (seat, seat.opponent) if rules.absence.opponent_may.is_known else (seat,)
    return next((sheet.name(one) for one in matter if one in gone), "")


def _watched(left: PlayerLeft, name: str, supervised: Clause[Supervisor]) -> Step:
    """Who sees to it that nobody draws meanwhile (N-05)."""
    directs = supervised.value == "director"
    watches = (
        say("game_absences.director-watches", player=name)
        if directs
        else say("game_absences.staff-watch", player=name)
    )
    return Step(
        "director" if directs else "staff",
        say("game_absences.watched-by", watches=watches, supervisor=left.supervisor)
        if left.supervisor
        else watches,
        str(supervised),
        done=bool(left.supervisor),
        optional=True,
    )


def _hold(sheet: Sheet, seat: Seat, opened: Opened, rules: Rulebook) -> list[Step]:
    """The seconds a player who is back has to hold or challenge, where the book gives some."""
    seconds = rules.windows.returning_player_seconds
    if seconds.value is None or seat.opponent not in draws_waiting(sheet, opened):
        return []
    return [
        Step(
            "player",
            say("game_absences.may-hold-or-challenge", player=sheet.name(seat)),
            str(seconds),
            seconds=seconds.value,
            if_wrong=say("game_absences.whether-draw-before-ends-right-rules"),
        )
    ]


def _hold_over(returned: bool, rules: Rulebook) -> tuple[Question, ...]:
    """Whether the time to hold was left to who came back, asked of the other's draw."""
    if returned or not rules.windows.returning_player_seconds.is_known:
        return ()
    return (Question("after", "how-many-seconds-after-return", "seconds"),)


def _forfeits_who_leaves(rules: Rulebook) -> bool:
    """Whether a book has a game forfeited by who leaves it: by its numbers, or as abandoned."""
    abandoned = rules.offences.get("game-abandoned")
    named = abandoned is not None and abandoned.first == "forfeit"
    return named or rules.leaving.outcome.value == "leavers-spread"


WHICH = Question("seat", "which-player", "seat")


def _margin_left_open(rules: Rulebook) -> tuple[Question, ...]:
    """A book that names no margin leaves it to the director (wsc-2003 14.6)."""
    margin = Question("margin", "by-how-many-points-as-ruled", "number")
    return () if rules.leaving.outcome.is_known else (margin,)


OFFERS = Offers(playing, (
    offer("away", "leave-table", "absence.when", WHICH,
          Question("permission", "with-whose-leave", "choice", of=Permission),
          Question("before_drawing", "turn-over-nothing-drawn-yet", "yes-no"),
          when=lambda sheet, _: len(away(sheet)) < len(Seat)),
    offer("emergency", "declare-emergency", "absence.emergency", WHICH,
          Question("what", "what-happened", "text")),
    offer("back", "return-to-table", "absence.when", WHICH,
          when=lambda sheet, _: bool(away(sheet))),
    offer("left-for-good", "forfeit", "leaving.outcome",
          Question("loser", "who-leaves", "seat"),
          lambda _: (Question("cause", "can-both-not-finish-game-later", "choice",
                    (("left", say("questions.they-cant-player-forfeits")),)),),
          _margin_left_open, book=_forfeits_who_leaves),
    offer("adjourned", "adjourn-game",
          "absence.adjourned", Question("reason", "why", "text"),
          Question("until", "until-when", "text"), book=knows("absence.adjourned"),
          when=lambda sheet, _: find(sheet.open, GameAdjourned) is None),
))  # fmt: skip
"""While the game is on. ``left-for-good``: the forfeit of who must leave, where the book has one
apart from a resignation (C-12)."""


@opened_by(EmergencyDeclared)
def emergency(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """What is done in an emergency on a player's own turn (N-06)."""
    fact = opened.fact
    if not isinstance(fact, EmergencyDeclared):
        raise TypeError("an emergency is opened by EmergencyDeclared")
    rule = rules.absence.emergency
    name, clause = sheet.name(fact.seat), str(rule)
    known = rule.value == "stop-assess-restart"
    over = next((step for step in opened.done if isinstance(step, EmergencyOver)), None)
    return Procedure(
        name="emergency",
        title=say("game_absences.emergency", what=fact.what),
        clause=clause,
        steps=in_order(
            Step(
                "director",
                say("game_absences.director-looks-after-has-clock-started", name=name)
                if known
                else say("game_absences.director-decides-what-done"),
                clause,
                clock="player" if known else "",
                asks="assess-emergency",
                questions=(Question("finding", "what-did-director-find", "text"),),
                done=opened.has(EmergencyAssessed),
            ),
            Step(
                "director",
                say("game_absences.goes-on-if-fit-again-before", name=name)
                if known
                else say("game_absences.director-finds-whether-can-go-on", name=name),
                clause,
                asks="end-emergency",
                questions=(Question("fit", "can-go-on", "yes-no", values=(("name", name),)),),
                done=over is not None,
            ),
            over is not None and not over.fit and _not_fit(sheet, fact, rules),
        ),
        seat=fact.seat,
        version=opened.version,
        needs_ruling=not known,
    )


def _not_fit(sheet: Sheet, fact: EmergencyDeclared, rules: Rulebook) -> Step:
    leaving, allowed = rules.leaving.outcome, rules.resignation.allowed
    resigns = allowed.value == "emergency"
    return Step(
        "player" if resigns else "director",
        say("game_absences.resigns-for-emergency", player=sheet.name(fact.seat))
        if resigns
        else say("game_absences.director-adjourns-game-or-declares-lost"),
        str(leaving if leaving.is_known or not resigns else allowed),
        asks="resign" if resigns else "forfeit",
        answers=(("seat", fact.seat.value), ("proper", True), ("reason", fact.what))
        if resigns
        else (("loser", fact.seat.value), ("cause", "left")),
        done=bool(sheet.ended),
    )


HOW_LONG = Question("after", "how-long-had-late-clock-run", "seconds")


@opened_by(LateClockStarted)
def late(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """What follows once a late clock runs (C-02 to C-11)."""
    lateness = rules.lateness
    both = len(late_players(opened)) > 1
    rule = lateness.both_late if both else lateness.one_late
    players = late_players(opened)
    rated = lateness.played_on_rated.value
    nobody = len(not_here_yet(sheet)) > 1 and len(out_of_time(sheet)) > 1
    return Procedure(
        name="late",
        title=say("game_absences.late-clock-runs")
        if not_here_yet(sheet)
        else say("game_absences.player-late"),
        clause=str(rule),
        steps=in_order(
            (_arrives(sheet, player, opened, rules) for player in players),
            both
            and not rule.is_known
            and (_time_left(sheet, player, opened, str(rule)) for player in players),
            _forfeits(sheet, opened, rules),
            (
                Step(
                    "player",
                    (
                        say(
                            "game_absences.may-forfeit-or-play-on-rated",
                            player=player_name(sheet, player),
                        )
                        if rated
                        else say(
                            "game_absences.may-forfeit-or-play-on",
                            player=player_name(sheet, player),
                        )
                    ),
                    str(lateness.elect_below),
                    asks="elect-forfeit",
                    done=opened.has(ForfeitElected),
                    optional=True,
                    answers=(("player", player),),
                )
                for player in _came(opened)
                if _may_choose(sheet, player, rules)
            ),
        ),
        version=opened.version,
        counts=tuple(
            (f"seconds-left-{player}", sheet.clock.limits[seat_of(sheet, player).place])
            for player in _came(opened)
        ),
        traps=tuple(filter(None, (rule.trap if both else "", "TX-15" if nobody else ""))),
        needs_ruling=not rule.is_known or nobody,
    )


def _arrives(sheet: Sheet, player: int, opened: Opened, rules: Rulebook) -> Step:
    name = player_name(sheet, player)
    limit = sheet.clock.limits[seat_of(sheet, player).place]
    drawing = rules.lateness.drawing_before_both_are_here
    ready = say("game_absences.seated-and-ready", player=name)
    return Step(
        "staff",
        say("game_absences.no-tiles-before", ready=ready) if drawing.value is False else ready,
        str(rules.lateness.one_late),
        clock="player",
        seconds=Seconds(limit),
        asks="report-arrival",
        if_wrong=say("game_absences.when-time-up-game-proposed-as")
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
    won = (
        say("game_absences.forfeited-by-points", n=int(margin.value or 0))
        if margin.is_known
        else say("game_absences.forfeited-as-ruled")
    )
    return [
        Step(
            "director",
            won,
            str(margin),
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
        "director",
        say("game_absences.director-assigns-time-left", player=sheet.name(seat)),
        clause,
        asks="assign-time",
        done=seat in given,
        answers=(("seat", seat.value), ("reason", "late")),
        questions=(Question("seconds", "how-many-seconds-are-left", "seconds"),),
    )


def _came(opened: Opened) -> tuple[int, ...]:
    return tuple(arrival.player for arrival in arrivals(opened))


def _may_choose(sheet: Sheet, player: int, rules: Rulebook) -> bool:
    return may_elect_to_forfeit(sheet.clock.limits[seat_of(sheet, player).place], rules)


def _no_late_clock(sheet: Sheet, _rules: Rulebook) -> bool:
    return find(sheet.open, LateClockStarted) is None


def _late_clock_asks(sheet: Sheet, rules: Rulebook) -> tuple[Question, ...]:
    window, started = rules.lateness.clock_start_window.value, rules.lateness.clock_started.value
    limits = tuple(minutes(one) for one in window or ())
    questions = (
        Question("player", "who-is-not-there", "choice",
                  (*_players(sheet, (1, 2)), ("0", say("questions.both")))),
        Question("by", "who-started-clock", "choice", of=LateClockBy),
        Question("after", "how-long-after-start-within", "seconds",
                 values=(("first", limits[0]), ("last", limits[1])))
        if limits else Question("after", "how-long-after-start", "seconds"),
        Question("announced", "had-director-announced-late-clocks",
                 "yes-no"),
        Question("shortage_announced",
                 "was-shortage-of-time-announced", "yes-no"),
    )  # fmt: skip
    unasked = {"announced"} if started != "announcement" else set()
    unasked |= set() if window else {"shortage_announced"}
    return tuple(one for one in questions if one.field not in unasked)


def _late_enough(sheet: Sheet, rules: Rulebook) -> tuple[int, ...]:
    """Who came late enough to choose a forfeit."""
    waiting = find(sheet.open, LateClockStarted)
    came = () if waiting is None else _came(waiting)
    return tuple(player for player in came if _may_choose(sheet, player, rules))


def _somebody_is_missing(sheet: Sheet, _rules: Rulebook) -> bool:
    return find(sheet.open, LateClockStarted) is not None and bool(not_here_yet(sheet))


def _who_came(sheet: Sheet, _rules: Rulebook) -> tuple[Question, ...]:
    missing = _players(sheet, not_here_yet(sheet))
    return Question("player", "who-came", "choice", missing), HOW_LONG


def _who_did_not(sheet: Sheet, _rules: Rulebook) -> tuple[Question, ...]:
    missing = _players(sheet, not_here_yet(sheet))
    both = (("0", say("questions.both")),) if len(missing) > 1 else ()
    return (
        Question("player", "who-has-not-come", "choice", (*missing, *both)),
        Question("after", "how-long-has-late-clock-run", "seconds"),
    )


def _who_chooses(sheet: Sheet, rules: Rulebook) -> tuple[Question, ...]:
    late = _players(sheet, _late_enough(sheet, rules))
    return (Question("player", "who-chooses-forfeit", "choice", late),)


ARRIVALS = Offers(not_begun, (
    offer("late", "start-late-clock", "lateness.clock_started",
          when=_no_late_clock, of_sheet=_late_clock_asks),
    offer("postponed", "postpone-game", "lateness.postponing",
          Question("reason", "what-delays-player", "text"),
          Question("until", "when-is-it-played", "text"),
          Question("consents", "who-agrees", "choice", of=Consent),
          book=knows("lateness.postponing"), when=_no_late_clock),
    offer("arrival", "report-arrival", "lateness.one_late",
          when=_somebody_is_missing, of_sheet=_who_came),
    offer("not-come", "report-not-come", "lateness.compulsory",
          when=_somebody_is_missing, of_sheet=_who_did_not),
    offer("elect-forfeit", "elect-forfeit", "lateness.elect_below",
          when=lambda sheet, rules: bool(_late_enough(sheet, rules)), of_sheet=_who_chooses),
))  # fmt: skip
"""Before the game: who is late, who came, who did not."""


def _players(sheet: Sheet, players: tuple[int, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((str(player), player_name(sheet, player)) for player in players)
