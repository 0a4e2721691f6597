"""What is done about tiles that lie where or as they may not (D-13, D-14, D-19, L-21)."""

from __future__ import annotations

from ledger.game.facts.placement import OrientationSet, PlacementChallenged, TilesMisplaced
from ledger.game.play.clock.stop_reasons import rule_for_stopping
from ledger.game.play.opened_by import opened_by
from ledger.game.play.procedure import Procedure, Question, Step
from ledger.game.sheet.opened import Opened
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook
from ledger.vocabulary import Seat


@opened_by(PlacementChallenged)
def challenged(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """The clocks stop, the director looks: the play comes off, or stays at no cost (L-21)."""
    fact = opened.fact
    assert isinstance(fact, PlacementChallenged)
    placing = rules.placing
    player, opponent = sheet.name(fact.seat.opponent), sheet.name(fact.seat)
    listed = placing.grounds.is_known and fact.ground in placing.grounds.known()
    free = placing.wrong_challenge.is_known
    decides = str(rules.fallback.decides)
    stops = rule_for_stopping("placement", rules) or rule_for_stopping("challenge", rules)
    called = str(placing.judged_by) if placing.judged_by.is_known else decides
    comes_off = f"If it is so, {player} takes the tiles back and loses the turn."
    steps = [
        Step(
            who="opponent",
            does=f"{opponent} stops the clocks and calls the director.",
            clause=called if placing.judged_by.is_known else stops or decides,
            clock="neutral",
            calls_director=True,
            done=True,
        ),
        Step(
            who="director",
            does=f"The director judges: {fact.ground.replace('-', ' ')}. "
            + (comes_off if placing.grounds.is_known else "What follows is for the director too."),
            clause=str(placing.grounds) if placing.grounds.is_known else decides,
            asks="judge-placement",
            questions=(Question(field="legal", words="Was the placement legal?", kind="yes-no"),),
            if_wrong="A wrong challenge costs nothing."
            if free
            else "What a wrong challenge costs is not stated: the director rules.",
        ),
    ]
    if fact.ground == "moved-tiles":
        steps.append(
            Step(
                who="both",
                does="Tiles that were moved go back to where the record has them.",
                clause=str(placing.grounds) if listed else decides,
            )
        )
    steps.append(
        Step(
            who="both",
            does=f"The clock of {opponent} is started again.",
            clause=called,
            clock="opponent",
        )
    )
    traps = ("TN-36",) if placing.judged_by.trap else ()
    return Procedure(
        name="placement-challenge",
        title=f"{opponent} challenges the placement",
        clause=str(placing.grounds),
        steps=tuple(steps),
        seat=fact.seat.opponent,
        version=opened.version,
        traps=traps,
        needs_ruling=not listed,
    )


@opened_by(OrientationSet)
def orientation(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """The first play does not follow the lettering and may still be turned (D-13)."""
    fact = opened.fact
    assert isinstance(fact, OrientationSet)
    rule = rules.placing.orientation
    starter, second = sheet.names
    own_time = Step(
        who="player",
        does=f"{starter} puts it right before the turn is over, on the running clock.",
        clause=f"{rule}(a)(i)",
        clock="player",
        asks="correct-orientation",
        answers=(("seat", Seat.FIRST.value), ("degrees", 0)),
    )
    stopped = (
        Step(
            who="opponent",
            does=f"{second} may stop the clocks and turn it.",
            clause=f"{rule}(a)(ii)",
            clock="neutral",
            asks="correct-orientation",
            answers=(("seat", Seat.SECOND.value), ("degrees", 0)),
        ),
        Step(
            who="both",
            does=f"Either player starts the clock of {second} again.",
            clause=f"{rule}(a)(ii)",
            clock="opponent",
        ),
    )
    return Procedure(
        name="orientation",
        title="The first play does not follow the lettering",
        clause=str(rule),
        steps=stopped if sheet.turn_count else (own_time,),
        version=opened.version,
        counts=(("degrees", fact.degrees),),
    )


@opened_by(TilesMisplaced)
def misplaced(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """Tiles lie askew: who may straighten them, and whether the clock stops (D-14)."""
    fact = opened.fact
    assert isinstance(fact, TilesMisplaced)
    placing = rules.placing
    player, opponent = sheet.name(fact.seat), sheet.name(fact.seat.opponent)
    exempt = placing.straightened_by.value == "on-turn-or-opponents-tiles"
    waiting = sheet.on_move is fact.seat and placing.straightened_by.is_known and not exempt
    point_out = Step(
        who="opponent",
        does=f"While {player} is on turn, {opponent} may only point it out.",
        clause=str(placing.straightened_by),
    )
    stops = bool(placing.straightening_stops_clock.value)
    straighten = Step(
        who="player" if waiting else "opponent",
        does=f"{player} straightens the tiles."
        if waiting
        else f"{opponent} may {'stop the clocks and ' if stops else ''}straighten the tiles.",
        clause=str(placing.straightening_stops_clock if stops else placing.straightened_by),
        clock="neutral" if stops and not waiting else "",
        asks="straighten-tiles",
        answers=(("seat", (fact.seat if waiting else fact.seat.opponent).value),),
    )
    restart = Step(
        who="both",
        does=f"Either player starts the clock of {opponent} again.",
        clause=str(placing.straightening_stops_clock),
        clock="opponent",
    )
    warn = Step(
        who="director",
        does="The director may warn who goes on doing it.",
        clause=str(placing.straightened_by),
    )
    silent = not placing.straightened_by.is_known
    return Procedure(
        name="misplaced-tiles",
        title=f"Tiles of {player} lie {fact.how.replace('-', ' ')}",
        clause=str(placing.straightened_by),
        steps=(
            *((point_out,) if waiting else ()),
            straighten,
            *((restart,) if stops and not waiting else ()),
            *((warn,) if silent else ()),
        ),
        seat=fact.seat,
        version=opened.version,
        traps=("TN-22",) if placing.straightened_by.trap == "TN-22" else (),
        needs_ruling=silent,
    )
