"""Procedures for the number of tiles and for an objection."""

from __future__ import annotations

from ledger.game.clock.requests import rule_for_stopping
from ledger.game.exchanges.facts import ExchangeChallenged, ExchangeJudged, UnwantedTilesFound
from ledger.game.exchanges.objections import Remedy, looks_legal, remedy, stage_of
from ledger.game.procedure import Procedure, Question, Step, in_order, opened_by
from ledger.game.sheet.chapter import tiles
from ledger.game.sheet.sheet import Opened, Sheet
from ledger.rulebook import Rulebook
from ledger.vocabulary.bounds import some
from ledger.vocabulary.refusals import Refusal

# A number that is not clear, and exchanged tiles that were never returned (I-03, I-05).


SHOWN = Question("shown", "Have both players seen them?", "yes-no")


def number(sheet: Sheet, opened: Opened, fact: ExchangeChallenged, rules: Rulebook) -> Procedure:
    """The number said is not the number put out: stop, ask, call the director (I-05)."""
    kind = rules.exchange.number_that_binds
    request = kind.value == "announcement"
    player = sheet.name(fact.exchanger)
    settled = Step(
        "director",
        "The tiles put out count, whatever was said; the director says so."
        if kind.value == "tiles-on-table"
        else "The director says what stands.",
        str(kind) if kind.is_known else str(rules.fallback.decides),
        asks="judge-exchange",
        questions=(Question("legal", "Does it stand?", "yes-no"),),
    )
    return Procedure(
        name="exchange-number",
        title=f"{player}: how many tiles?",
        clause=str(kind),
        steps=_asked_how_many(sheet, fact, settled) if request else (settled,),
        seat=fact.exchanger,
        version=opened.version,
        counts=(("put out", fact.laid),),
        traps=("TN-17",) if kind.value == "announcement" else (),
        needs_ruling=True,
    )


def _asked_how_many(sheet: Sheet, fact: ExchangeChallenged, settled: Step) -> tuple[Step, ...]:
    """What a book says of a number that binds because it was said."""
    clause = settled.clause
    return (
        Step(
            "opponent",
            f"{sheet.name(fact.seat)} stops the clocks and asks how many.",
            clause,
            clock="neutral",
            done=True,
        ),
        Step("opponent", "The director is called.", clause, calls_director=True),
        settled,
        Step(
            "director",
            "A small time penalty makes up for time gained.",
            clause,
            asks="apply-penalty",
            optional=True,
            answers=(
                ("seat", fact.exchanger.value),
                ("unit", "time"),
                ("reason", "time gained by an exchange not clearly announced"),
                ("clause", clause),
            ),
            questions=(Question("amount", "How many seconds?", "number"),),
        ),
    )


@opened_by(UnwantedTilesFound)
def unwanted_tiles(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """Old tiles never returned after an exchange: both see them, then the bag (I-03)."""
    fact = opened.fact
    assert isinstance(fact, UnwantedTilesFound)
    rule = rules.improper_exchange.left_on_table
    steps = (
        Step("both", f"Both players see the {tiles(fact.count)}.", str(rule), tiles=fact.count),
        Step(
            "both",
            f"The {tiles(fact.count)} must go into the bag.",
            str(rule),
            tiles=fact.count,
            asks="return-unwanted-tiles",
            questions=(SHOWN,),
        ),
    )
    ruling = Step(
        "director",
        "The director rules what becomes of these tiles.",
        str(rule),
        tiles=fact.count,
        asks="return-unwanted-tiles",
        questions=(SHOWN,),
    )
    return Procedure(
        name="unwanted-tiles",
        title=f"Exchanged tiles of {sheet.name(fact.seat)} were never returned",
        clause=str(rule),
        steps=steps if rule.is_known else (ruling,),
        seat=fact.seat,
        version=opened.version,
        counts=(("tiles", fact.count),),
        needs_ruling=not rule.is_known,
    )


SEEN = Question("shown", "How many tiles are shown?", "number")
BACK = Question("returned", "How many tiles go back into the bag?", "number")
TOOK = Question("seconds", "How many seconds did the choice take?", "seconds")


@opened_by(ExchangeChallenged)
def exchange(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """An objection, the verdict, and the tiles put right, with every number worked out."""
    fact = opened.fact
    assert isinstance(fact, ExchangeChallenged)
    if fact.ground == "number":
        return number(sheet, opened, fact, rules)
    stage = stage_of(fact)
    legal = False if opened.has(ExchangeJudged) else looks_legal(stage, rules)
    try:
        found = None if legal else remedy(stage, rules)
    except Refusal:
        found = None
    steps = _judging(sheet, opened, fact, rules)
    if found is not None:
        steps += _putting_right(sheet, fact, found)
    unsettled = not rules.improper_exchange.procedure.is_known or legal is None
    counts = [("in the bag when announced", fact.bag), ("on the rack then", fact.rack)]
    counts += [("put out", fact.laid), ("drawn", fact.drawn), ("returned", fact.returned)]
    return Procedure(
        name="improper-exchange",
        title=f"Exchange of {sheet.name(fact.exchanger)}",
        clause=found.clause if found else str(rules.improper_exchange.procedure),
        steps=steps,
        seat=fact.exchanger,
        version=opened.version,
        counts=(*counts, *(_counts(found) if found else ())),
        traps=found.traps if found else (),
        needs_ruling=unsettled or (found is not None and found.kind == "ruling"),
    )


def _counts(found: Remedy) -> tuple[tuple[str, int], ...]:
    return (
        ("in the pool", found.pool),
        ("shown", found.shown),
        ("chosen", found.chosen),
        ("back to the bag", found.back),
        ("on the rack afterwards", found.rack),
        ("in the bag afterwards", found.bag),
        ("points", found.points),
    )


def _judging(
    sheet: Sheet, opened: Opened, fact: ExchangeChallenged, rules: Rulebook
) -> tuple[Step, ...]:
    improper = rules.improper_exchange
    enough = rules.exchange.minimum_in_bag
    director = improper.judged_by.value != "players"
    calls = "calls the director" if director else ""
    stops = "stops the clocks" if rule_for_stopping("exchange", rules) else ""
    return in_order(
        Step(
            "opponent",
            f"{sheet.name(fact.seat)} {' and '.join(filter(None, (stops, calls)))}.",
            str(improper.judged_by),
            clock="neutral",
            done=True,
            calls_director=director,
        ),
        not fact.pressed
        and Step(
            "opponent",
            "The timer, which was forgotten, is pressed first.",
            str(improper.final_when),
        ),
        Step(
            "director" if director else "both",
            f"The tiles in the bag are counted: {enough.known()} were needed, "
            f"{fact.bag} were there when the exchange was announced.",
            str(enough),
            tiles=fact.bag,
            asks="judge-exchange",
            questions=(Question("legal", "Was the exchange legal?", "yes-no"),),
            if_wrong="An objection to a legal exchange costs nothing."
            if improper.wrong_objection.is_known
            else "",
            done=opened.has(ExchangeJudged),
        ),
    )


def _putting_right(sheet: Sheet, fact: ExchangeChallenged, found: Remedy) -> tuple[Step, ...]:
    words = STEPS[found.kind](sheet, fact, found)
    last = len(words) - 1
    steps = [
        Step(
            who,  # type: ignore[arg-type]
            does,
            found.clause,
            tiles=tiles,
            clock="neutral",
            seconds=found.within if who == "opponent" and found.chosen else None,
            asks="put-exchange-right" if n == last and not found.settled else "",
            answers=(("shown", found.shown), ("returned", found.back))
            if n == last and not found.open_ended
            else (),
            questions=_asked(found) if n == last else (),
        )
        for n, (who, does, tiles) in enumerate(words)
    ]
    if not found.settled:
        opponent = sheet.name(fact.exchanger.opponent)
        steps.append(
            Step(
                "both", f"The clock of {opponent} is started again.", found.clause, clock="opponent"
            )
        )
    return tuple(steps)


def _asked(found: Remedy) -> tuple[Question, ...]:
    if found.open_ended:
        return (SEEN, BACK)
    return (TOOK,) if found.within is not None else ()


Worded = list[tuple[str, str, int | None]]


def _undone(sheet: Sheet, fact: ExchangeChallenged, found: Remedy) -> Worded:
    player = sheet.name(fact.exchanger)
    steps: Worded = []
    if found.shown:
        steps.append(
            ("both", f"The {found.shown} new tiles are shown and go back into the bag.", found.back)
        )
    steps.append(
        ("player", f"{player} takes the {some(found.to_rack, 'old tile')} back.", found.to_rack)
    )
    steps.append(("scorekeeper", f"The turn counts as a {TURNS[found.turn]}.", None))
    return [steps[-1], *steps[:-1]]


TURNS = {"pass": "pass", "challenged-off": "turn challenged off", "lost-turn": "turn lost"}


def _chosen(sheet: Sheet, fact: ExchangeChallenged, found: Remedy) -> Worded:
    player, opponent = sheet.name(fact.exchanger), sheet.name(fact.exchanger.opponent)
    what = SHOWN_OBJECTION_PROCEDURE[found.kind]
    steps: Worded = []
    if found.turn:
        steps.append(("scorekeeper", f"The turn counts as a {TURNS[found.turn]}.", None))
    if found.to_rack:
        old = f"{player} takes the {some(found.to_rack, 'old tile')} on the table back."
        steps.append(("player", old, found.to_rack))
    steps += [
        ("opponent", f"{opponent} looks at {tiles(found.shown)}: {what}.", found.shown),
        ("opponent", f"{opponent} picks {found.chosen} of them for {player}.", found.chosen),
        ("opponent", f"The other {found.back} go into the bag.", found.back),
    ]
    return steps


SHOWN_OBJECTION_PROCEDURE = {
    "from-the-bag": "the new ones and the whole bag",
    "from-the-rack": "those set aside and the whole rack",
    "from-all": "rack, bag and those set aside",
}


def _surplus(sheet: Sheet, fact: ExchangeChallenged, found: Remedy) -> Worded:
    player, opponent = sheet.name(fact.exchanger), sheet.name(fact.exchanger.opponent)
    lost: Worded = [("scorekeeper", f"{player} loses the turn; nothing is exchanged.", None)]
    return [
        *(lost if found.turn else []),
        ("player", f"{player} puts {tiles(found.pool)} face down and mixes them.", found.pool),
        ("opponent", f"{opponent} turns up {found.shown} of them.", found.shown),
        ("opponent", f"{opponent} picks {found.back} of those for the bag.", found.back),
    ]


def _points(sheet: Sheet, fact: ExchangeChallenged, found: Remedy) -> Worded:
    player = sheet.name(fact.exchanger)
    return [("director", f"{player} loses {some(found.points, 'point')}; play goes on.", None)]


def _nothing(_sheet: Sheet, _fact: ExchangeChallenged, _found: Remedy) -> Worded:
    return [("both", "It is too late to do anything about it; play goes on.", None)]


def _ruling(_sheet: Sheet, fact: ExchangeChallenged, found: Remedy) -> Worded:
    if found.open_ended:
        return [("director", "Play has gone on: the director rules which tiles go back.", None)]
    what = f"The director rules what becomes of the {tiles(fact.drawn)} drawn."
    return [("director", what, fact.drawn)]


STEPS = {
    "undone": _undone,
    "from-the-bag": _chosen,
    "from-the-rack": _chosen,
    "from-all": _chosen,
    "surplus": _surplus,
    "points": _points,
    "nothing": _nothing,
    "ruling": _ruling,
}
"""One for each kind of ``Remedy``: who does what, with how many tiles."""
