"""Remarks in words, each with the rule it is made under."""

from __future__ import annotations

from ledger.game.sheet.left_open import left_open
from ledger.game.sheet.sheet import Sheet
from ledger.messages import say
from ledger.record.events import Event
from ledger.rulebook import Clause, Rulebook
from ledger.rulebook.ambiguities import ambiguities
from ledger.rulebook.help.finder import situations
from ledger.vocabulary import remarks

# What was remarked on, in words: an ordinary remark, or a trap that awaits the director.


def words_of(code: str) -> str:
    """A remark in words: one of ``remarks.ALL``, or the sentence of the trap with that id.

    >>> words_of("misses-centre")
    'The first play misses the centre square; it stands unless challenged.'
    """
    if code in remarks.ALL:
        return remarks.said(code)
    found = ambiguities().get(code)
    if found is None:
        return code
    return (
        found.sentence if found.settled else say("remarks.gap-for-the-director", gap=found.sentence)
    )


def words_at(sheet: Sheet, event: Event, code: str) -> str:
    """A remark on this event in words: what is left to the director is named."""
    left = left_open(sheet, event) if code == remarks.DIRECTOR_TO_CONFIRM else None
    if left is None:
        return words_of(code)
    return say("remarks.left-to-the-director", point=left.as_clause)


NOTICED_BY_US = ""
"""No rule says anything about it; our own count does."""

RULES = {
    remarks.ANNOUNCED_DIFFERS: "signing.scores_correctable_until",
    remarks.BAG_BELOW_MINIMUM: "exchange.minimum_in_bag",
    remarks.DIRECTOR_TO_CONFIRM: "fallback.decides",
    remarks.DISCONNECTED: "E-13",
    remarks.DOES_NOT_FIT: NOTICED_BY_US,
    remarks.ZERO_NOT_NAMED: "zeros.counted",
    remarks.ZEROS_NEED_RULING: "zeros.counted",
    remarks.MISSES_CENTRE: "E-12",
    remarks.NOT_ON_RACK: NOTICED_BY_US,
    remarks.ONE_TILE_FIRST: "E-16",
    remarks.TOO_MANY_OF_A_TILE: NOTICED_BY_US,
    remarks.UNPLAYED_TILES_DIFFER: NOTICED_BY_US,
    remarks.TURNS_ARE_MISSING: NOTICED_BY_US,
    remarks.OVERDRAW_CONCEALED: "drawing.overdraw_disclosure",
    remarks.OVERDRAW_MAY_BE_CONCEALED: "drawing.overdraw_disclosure",
    remarks.OVERDRAW_HIDDEN: "drawing.overdraw_disclosure",
    remarks.UNDERDRAW_CONCEALED: "drawing.underdraw_disclosed",
    remarks.SEEN_BY_A_THIRD_PARTY: "draw_manner.third_party",
    remarks.TOO_MANY_TURNED_UP: "drawing.after_too_many_shown",
    remarks.TOO_FEW_TURNED_UP: "drawing.touched_found_by_drawer",
    remarks.TOO_LATE_TO_MEND: "drawing.underdraw_window",
    remarks.CHOSE_TOO_SLOWLY: "drawing.underdraw_choose_within",
    remarks.OUT_OF_ORDER_KNOWINGLY: "drawing.out_of_order",
    remarks.MAY_BE_PENALISED: "draw_order.penalised_below",
    remarks.BAG_DIFFERS: NOTICED_BY_US,
    remarks.PUT_BACK_AGAINST_THE_RULES: "drawing.dropped_back",
    remarks.SET_IRREGULAR: "tiles_found.missing",
    remarks.FOUND_TOO_LATE: "tiles_found.until",
    remarks.KEEP_APART: "drawing.during_adjudication",
    remarks.SPILL_MAY_BE_PETITIONED: "spills.few_below",
    remarks.DRAWN_IMPROPERLY_AGAIN: "draw_manner.bag_held",
    remarks.WORDS_NOT_FORMED: "L-01",
    remarks.NOT_HANDED_IN_BY_WINNER: "signing.handed_in_by",
    remarks.METHOD_NOT_ANNOUNCED: "challenge.adjudication",
    remarks.EARLY_CHALLENGE: "challenge.early",
    remarks.COURTESY_TILES_MIXED: "drawn_off.courtesy_mixed",
    remarks.NEW_TILES_DRAWN: "drawn_off.ordinary_apart",
    remarks.VERDICTS_DIFFER: "challenge.again",
    remarks.SAME_JUDGE: "judging.again_by_another",
    remarks.RESTART_NOT_CONFIRMED: "judging.restart_when",
    remarks.BELOW_PROPER_MARGIN: "resignation.improper",
    remarks.BYE_AGAIN: "standings.most_byes",
    remarks.BYE_NOT_DEFINED: "standings.bye_spread",
    remarks.PAIRED_AGAIN: NOTICED_BY_US,
    remarks.PAIRED_THOUGH_FORBIDDEN: NOTICED_BY_US,
    remarks.SAT_OUT_BEFORE: "standings.most_byes",
    remarks.LEFT_OUT: NOTICED_BY_US,
    remarks.TABLE_OF_ANOTHER_DIVISION: NOTICED_BY_US,
    remarks.RESULTS_OUT: NOTICED_BY_US,
    remarks.CHANGED_BY_HAND: NOTICED_BY_US,
    remarks.EJECTED: "upset.when_intentional",
    remarks.SET_INCOMPLETE: "signing.tile_check",
    remarks.TALLY_DIFFERS: "signing.records_differ",
    remarks.TELL_BOTH_PLAYERS: "amendment.after_hand_in",
    remarks.NO_PETITION: "amendment.after_hand_in",
    remarks.RETURNED_FIRST: "improper_exchange.returned_first",
    remarks.NUMBERS_DIFFER: "exchange.number_that_binds",
    remarks.GROUND_NOT_LISTED: "placing.grounds",
    remarks.COUNT_SAYS_OTHERWISE: NOTICED_BY_US,
    remarks.CHOSEN_LATE: "exchange.illegal_choose_within",
    remarks.TILES_ASTRAY: "placing.grounds",
    remarks.NOT_SCORED: "placing.stray_words",
    remarks.MISORIENTED: "placing.orientation",
    remarks.BLANK_NOT_RECORDED: "blank_declaring.media",
    remarks.BLANK_OTHERWISE: NOTICED_BY_US,
    remarks.BLANK_REPORTED_LATE: "blank_declaring.undeclared",
    remarks.TIMER_USED_AGAIN: "timer.fault",
    remarks.OWNER_NOT_TOLD: "timer.fault",
    remarks.NO_BLANK: "blank_declaring.false_blank",
    remarks.DRAWN_ON: NOTICED_BY_US,
    remarks.START_METHOD_DIFFERS: "start.method",
    remarks.RETURNED_BY_STARTER: "start.tiles_returned_by",
    remarks.TILES_NOT_RETURNED: "start.tiles_stay_out",
    remarks.FIRST_RACK_OUT_OF_ORDER: "start.first_racks",
    remarks.CLOCK_STARTED_EARLY: "start.clock_starts",
    remarks.TIMER_NOT_NAMED: "timer.mandatory",
    remarks.TIMER_NOT_LISTED: "timer.kinds",
    remarks.OWN_EQUIPMENT: "timer.own",
    remarks.SETTING_DIFFERS: "time.limit",
    remarks.LATE_CLOCK_OUTSIDE_WINDOW: "lateness.clock_start_window",
    remarks.LATE_CLOCK_NOT_FOR_OPPONENT: "lateness.clock_started",
    remarks.NO_RULE_FOR_TIME_LEFT: "lateness.one_late",
    remarks.LATE_TIME_EXPIRED: "lateness.compulsory",
    remarks.STOP_NOT_LISTED: "stopping.reasons",
    remarks.STOPPED_OFF_TURN: "stopping.on_own_turn",
    remarks.ASKED_OFF_TURN: "stopping.verification",
    remarks.LEFT_WITHOUT_LEAVE: "absence.permission",
    remarks.LEFT_ON_OWN_TURN: "absence.when",
    remarks.LEFT_AFTER_DRAWING: "absence.when",
    remarks.CLOCKS_NOT_READ: "absence.adjourned",
    remarks.RACKS_NOT_SEALED: "absence.adjourned",
    remarks.NO_MONITOR: "virtual.monitor",
    remarks.MONITOR_SEES_TOO_LITTLE: "virtual.screen_shared",
    remarks.CONNECTION_FAILS: "virtual.connection",
    remarks.REPORTED_ELSEWHERE: "fallback.reported_to",
    remarks.CITES_ANOTHER_BOOK: NOTICED_BY_US,
    remarks.READING_NOT_NAMED: NOTICED_BY_US,
    remarks.CHALLENGE_STRUCK: NOTICED_BY_US,
    remarks.INTENT_NOT_FOUND: "hearing.state_of_mind",
    remarks.PENALTY_NOT_LISTED: "hearing.levels",
    remarks.HEAVIER_THAN_USUAL: "hearing.etiquette_at_most",
    remarks.BODY_PASSED_OVER: "appeal.bodies",
    remarks.EXECUTIVE_ON_COMMITTEE: "appeal.committee",
    remarks.NOT_DECLARED: "appeal.committee",
}
"""The clause or the situation behind each remark."""


def rule_of(code: str, rules: Rulebook) -> str:
    """The rule a remark or a trap rests on, as ``wespa-4.0 3.2.1(a)``; empty if there is none.

    Where the book says nothing about the matter, it is the rule that lets the director decide.

    >>> from ledger.rulebook import load
    >>> [rule_of(remarks.BAG_BELOW_MINIMUM, load(book)) for book in ("wsc-2003", "nsa-1998")]
    ['wsc-2003 10.1', 'nsa-1998 IV.H.2']
    """
    behind = RULES.get(code, NOTICED_BY_US)
    if "." in behind:
        section, name = behind.split(".")
        clause: Clause[object] = getattr(getattr(rules, section), name)
        return str(clause)
    if behind:
        return _first(situations()[behind].rules(rules.id), rules)
    if code in ambiguities():
        return _first(ambiguities()[code].rules(rules.id), rules)
    return NOTICED_BY_US


def _first(numbers: tuple[str, ...], rules: Rulebook) -> str:
    return f"{rules.id} {numbers[0]}" if numbers else str(rules.fallback.decides)
