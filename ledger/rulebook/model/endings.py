"""What a book lays down about endings, results, and conduct."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from ledger.rulebook.model.options import Clause, Section
from ledger.vocabulary import Points, Seconds

# What a rulebook lays down about time: the limit, overtime, coming late.


class Time(Section, frozen=True):
    """The time each player has.

    Attributes:
      rated_limits: shortest and longest limit, in seconds, that the book says may be rated.
    """

    limit: Clause[Seconds]
    rated_limits: Clause[tuple[Seconds, Seconds]]


class Overtime(Section, frozen=True):
    """What using too much time costs.

    Attributes:
      first_second: fewest seconds over the limit that are overtime.
      analogue: what shows overtime on a clock with hands.
      forfeit_after: seconds over the limit at which the game is lost.
      forfeit_outcome: ``scores``: the book defines the scores to record; ``margin``: it
        defines only the margin.
      forfeit_deduction: points off the loser's score before the scores are compared.
      forfeit_lift_if_negative: points added to both scores if the loser's is below nought.
      stops_counting: what stops overtime where the clock was left running at the end.
      grace_after_reveal: seconds after the tiles left are shown until overtime stops counting.
    """

    first_second: Clause[Seconds]
    analogue: Clause[Literal["flag-fallen"]]
    points_per_started_minute: Clause[Points]
    forfeit_after: Clause[Seconds]
    forfeit_outcome: Clause[Literal["scores", "margin"]]
    forfeit_deduction: Clause[Points]
    forfeit_lift_if_negative: Clause[Points]
    forfeit_least_margin: Clause[Points]
    forfeit_rated: Clause[bool]
    stops_counting: Clause[Literal["tiles-revealed"]]
    grace_after_reveal: Clause[Seconds]


class Lateness(Section, frozen=True):
    """Players who are not there when the round begins.

    Attributes:
      clock_started: who has the late player's clock started: ``director`` as he sees fit,
        ``announcement`` (the opponent, once the director has announced it), ``window``
        (the director, within ``clock_start_window``).
      clock_start_window: earliest and latest second after the start of the round.
      one_late: ``own-clock``: a late player loses the time since the clock was started.
      both_late: ``from-the-start``: each loses the time until he came; ``halves``: each
        loses half the time until the first came, the second also what followed.
      elect_below: with fewer seconds left than this a late player may choose to forfeit.
      compulsory: when lateness loses the game: ``time-expired``, ``no-show``, or
        ``director-may``.
      played_on_rated: whether the game is rated if the late player plays on.
    """

    clock_started: Clause[Literal["director", "announcement", "window"]]
    clock_start_window: Clause[tuple[Seconds, Seconds]]
    one_late: Clause[Literal["own-clock"]]
    both_late: Clause[Literal["from-the-start", "halves"]]
    drawing_before_both_are_here: Clause[bool]
    elect_below: Clause[Seconds]
    compulsory: Clause[Literal["time-expired", "no-show", "director-may"]]
    forfeit_margin: Clause[Points]
    margin_raisable: Clause[bool]
    forfeit_rated: Clause[bool]
    played_on_rated: Clause[bool]
    postponing: Clause[Literal["opponent-and-director-agree"]]


# What a rulebook lays down about the timer, stopping it, sand timers and leaving the table.


Supervisor = Literal["director", "director-or-staff"]
"""Who watches over what is done while a player is away."""

TimerKind = Literal["digital-down", "digital-up", "smart-device", "analogue", "sand"]
"""What a timer shows: seconds counted down or up, hands, or sand."""


class Timer(Section, frozen=True):
    """The timer on the table.

    Attributes:
      others: who may allow a kind that is not listed: ``director``, or ``nobody``.
      fault: what is done when one fails: ``recollections`` (both write down the times they
        remember, the director fixes both), or ``director-adjusts``.
      press_nullified: how a press by accident may be undone.
      extra_time: how a player who was kept from the bag gets time back.
    """

    kinds: Clause[tuple[TimerKind, ...]]
    mandatory: Clause[bool]
    others: Clause[Literal["director", "nobody"]]
    own: Clause[Literal["allowed", "forbidden"]]
    fault: Clause[Literal["recollections", "director-adjusts"]]
    press_nullified: Clause[Literal["by-petition"]]
    extra_time: Clause[Literal["by-petition"]]


class Stopping(Section, frozen=True):
    """Stopping both clocks, and starting one again.

    Attributes:
      improper: what a stop for another reason is: ``forbidden``, or ``penalty-on-request``
        of the opponent.
      restarted_by: who starts one again where no rule about the reason says so.
      verification: when a player may ask to compare the scores: ``own-turn``, ``own-time``
        (never while the opponent's clock runs), or ``by-agreement``.
    """

    reasons: Clause[tuple[tuple[str, str], ...]]
    on_own_turn: Clause[tuple[str, ...]]
    improper: Clause[Literal["forbidden", "penalty-on-request"]]
    restarted_by: Clause[Literal["either"]]
    verification: Clause[Literal["own-turn", "own-time", "by-agreement"]]


class Sand(Section, frozen=True):
    """Sand timers, where there is no clock.

    Attributes:
      stopped_after: seconds of play after which time is called.
      then: what follows: each player makes ``one-more-play``.
      warning: seconds before the end at which the opponent warns, last and first.
      grace: seconds to make a play after noticing, where nobody warned.
      lost_after: seconds after the warning, or after being told, at which the turn is lost:
        kept up to the first number, lost past the second.
    """

    per_move: Clause[Seconds]
    stopped_after: Clause[Seconds]
    then: Clause[Literal["one-more-play"]]
    warning: Clause[tuple[Seconds, Seconds]]
    grace: Clause[Seconds]
    lost_after: Clause[tuple[Seconds, Seconds]]


class Absence(Section, frozen=True):
    """Leaving the table during a game.

    Attributes:
      when: ``turn-over-no-draw``: the player's turn is over and nothing has been drawn.
      opponent_may: what the opponent may do meanwhile: ``one-turn-no-draw``.
      unannounced: who is told at once when somebody leaves without permission.
      emergency: what is done on one's own turn: ``stop-assess-restart`` (the clock is
        stopped, the director looks and has it started again), or ``director``.
    """

    permission: Clause[Literal["director"]]
    when: Clause[Literal["turn-over-no-draw"]]
    opponent_may: Clause[Literal["one-turn-no-draw"]]
    supervised: Clause[Supervisor]
    unannounced: Clause[Literal["director"]]
    emergency: Clause[Literal["stop-assess-restart", "director"]]
    adjourned: Clause[Literal["at-an-arranged-time"]]


ZeroTurnKind = Literal["pass", "exchange", "challenged-off", "lost-to-challenge", "no-points"]
"""How a turn comes to score nothing: a pass; an exchange; a play challenged off; a turn lost
because one's own challenge failed; a play that is worth nothing by its tiles."""


class Zeros(Section, frozen=True):
    """Games that end because nobody scores.

    Attributes:
      counted: the kinds of scoreless turn the book names.
      goes_on_at_nil_all: whether the game goes on while neither player has any points.
      four_passes_end: whether two passes each in a row end the game.
    """

    turns: Clause[int]
    counted: Clause[tuple[ZeroTurnKind, ...]]
    goes_on_at_nil_all: Clause[bool]
    four_passes_end: Clause[bool]


class Unplayed(Section, frozen=True):
    """What the tiles left on the racks are worth.

    Attributes:
      when_out: one player is out: ``double`` (twice their value to that player) or
        ``single`` (their value to that player, and off the other).
      when_both_hold: ``own``: each player loses the value of the tiles on the own rack.
    """

    when_out: Clause[Literal["double", "single"]]
    when_both_hold: Clause[Literal["own"]]


class Resignation(Section, frozen=True):
    """Resigning a game.

    Attributes:
      least_margin: smallest margin of a proper resignation.
      added_to_lead: points the opponent's lead is raised by.
      improper: who sets the margin otherwise: ``director`` freely, or
        ``director-from-proper-margin`` (not less than a proper resignation gives).
    """

    allowed: Clause[Literal["emergency"]]
    least_margin: Clause[Points]
    added_to_lead: Clause[Points]
    improper: Clause[Literal["director", "director-from-proper-margin"]]
    rated: Clause[bool]


class Leaving(Section, frozen=True):
    """A player who must leave a game that can't be finished.

    Attributes:
      outcome: ``resignation``: treated as one; ``leavers-spread``: the book sets what the
        leaver loses.
      least_loss: what a leaver who is ahead loses, in spread.
      added_when_behind: what a leaver who is behind loses beyond the points behind.
    """

    outcome: Clause[Literal["resignation", "leavers-spread"]]
    least_loss: Clause[Points]
    added_when_behind: Clause[Points]
    rated: Clause[bool]


class Recount(Section, frozen=True):
    """Adding the game up again.

    Attributes:
      largest_margin: no recount beyond this margin, where the book sets one.
      sheet_access: how a player gets at the opponent's score sheet: ``direct``, or
        ``through-director`` where the opponent objects.
      stopped_for: what a director may stop a recount for.
      bars_abuser: whether a director may rule out changes in the favour of who abuses it.
    """

    right: Clause[
        Literal[
            "director-agrees", "director-if-tallies-differ", "within-margin", "permitted",
            "as-of-right",
        ]
    ]  # fmt: skip
    largest_margin: Clause[Points]
    partial: Clause[Literal["if-both-consent", "no"]]
    sheet_access: Clause[Literal["through-director", "direct"]]
    stopped_for: Clause[tuple[Literal["frivolous", "too-long", "stalling", "time-shortage"], ...]]
    bars_abuser: Clause[bool]
    clock: Clause[Literal["neutral"]]


class Signing(Section, frozen=True):
    """The result slip.

    Attributes:
      scores_correctable_until: ``both-signed``: until both have; ``own-signature``: until
        the player signs the opponent's card.
      records_differ: two records of one result differ: ``director`` finds what holds; in
        ``director-then-tally-sheet`` the sheet both signed stands where too little is found.
    """

    who: Clause[Literal["both-on-one-slip", "each-on-the-others-card"]]
    handed_in_by: Clause[Literal["winner"]]
    scores_correctable_until: Clause[Literal["both-signed", "own-signature"]]
    tile_check: Clause[Literal["grids", "left-on-board"]]
    records_differ: Clause[Literal["director", "director-then-tally-sheet"]]


class Amendment(Section, frozen=True):
    """Changing a result that was signed.

    Attributes:
      before_hand_in: ``both-agree`` or ``director-and-both``.
      after_hand_in: ``swap-only`` (the two scores, exchanged, by the director),
        or ``director-and-both``.
      director_overrides: whether the director may overrule a player who refuses unfairly.
    """

    before_hand_in: Clause[Literal["both-agree", "director-and-both"]]
    after_hand_in: Clause[Literal["swap-only", "director-and-both"]]
    director_overrides: Clause[bool]
    closes_with_last_round: Clause[bool]


# What a rulebook lays down about conduct: offences, penalties, hearings, reports, appeals.


Scope = Literal[
    "person", "credit", "time", "turn", "points", "spread", "game", "tournament", "committee"
]
"""What a penalty touches: a warning touches the ``person`` only; ``spread`` never a game's
score or winner (TX-16); a ``credit`` is given to the opponent; ``committee``: not the
director's to give."""

Duty = Literal["must", "should", "may", "if-serious"]
Intervening = Literal["must", "may", "must-not"]


class _Entry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    book: str
    number: str = field(name="clause")
    note: str = ""
    point: str = ""

    def __str__(self) -> str:
        return f"{self.book} {self.number}"


class Offence(_Entry, frozen=True, kw_only=True):
    """An act the book names as wrong. Every book's list is open: others may be found too.

    Attributes:
      level: 1 for the gravest; 0 where the book names no level.
      intent: whether the book asks that it was done knowingly or on purpose.
      certain: False where the book says it *can* be of this level, so that the director
        finds whether it is.
      abuse: whether it is abuse of a person rather than cheating (level 1 only).
      first: the penalty the book names for the first time, empty if none.
      then: the one it names for a repeated offence, empty if none.
      amount: points of ``then`` (or of ``first`` if there is no ``then``), 0 if none is named.
    """

    words: str
    level: int = 0
    intent: bool = False
    certain: bool = True
    abuse: bool = False
    graver_if_repeated: bool = False
    first: str = ""
    then: str = ""
    amount: Points = Points(0)
    trap: str = ""


class Penalty(_Entry, frozen=True, kw_only=True):
    """A penalty the book names; the file lists them from the mildest to the gravest."""

    words: str
    scope: Scope


class Report(_Entry, frozen=True, kw_only=True):
    """Who is told of a decision, and how strongly the book wants it.

    Attributes:
      to: the bodies; all of them.
    """

    to: tuple[str, ...]
    duty: Duty


class Hearing(Section, frozen=True):
    """How the director finds out, and when the director may step in unasked.

    Attributes:
      levels: names of the levels of offence, the gravest first.
      etiquette_at_most: the most a breach of etiquette normally attracts: a penalty's name,
        or ``none``.
      minor_abuse: the penalty for abuse of a minor kind, in place of the gravest.
      third_party: what somebody else who sees it does.
      uninvited_arithmetic: whether the director steps in unasked on a wrong sum.
    """

    levels: Clause[tuple[str, ...]]
    both_heard: Clause[bool]
    standard: Clause[Literal["balance-of-probabilities", "sufficient-evidence"]]
    state_of_mind: Clause[Literal["director", "presumed-innocent"]]
    witnesses: Clause[Literal["where-relevant", "not-for-found-tiles"]]
    etiquette_at_most: Clause[str]
    minor_abuse: Clause[str]
    third_party: Clause[Literal["reports", "suggests-second-opinion"]]
    uninvited_arithmetic: Clause[Intervening]
    uninvited_misconduct: Clause[Intervening]
    uninvited_procedure: Clause[Intervening]


class Appeal(Section, frozen=True):
    """Asking for a ruling to be decided again. A petition is not one: it goes to the director.

    Attributes:
      when: ``after-the-event``.
      bodies: who hears it, first to last.
      committee: who sits for the last of them: ``disinterested`` players, and whether a
        member of its Executive may be among them.
      outcome: what the committee does: ``recommends`` to the last body, which accepts the
        recommendation in whole, in part, or not.
    """

    who: Clause[Literal["anyone-affected", "adverse-conduct-finding", "director-may-refer"]]
    when: Clause[Literal["after-the-event"]]
    bodies: Clause[tuple[str, ...]]
    committee: Clause[Literal["disinterested", "disinterested-no-executive"]]
    how: Clause[tuple[str, ...]]
    outcome: Clause[Literal["recommends", "decides"]]
    final: Clause[bool]
