"""What a rulebook lays down about the timer, stopping it, sand timers and leaving the table."""

from typing import Literal

from ledger.rulebook.model.clause import Clause
from ledger.rulebook.model.section import Section
from ledger.vocabulary import Seconds

Supervisor = Literal["director", "director-or-staff"]
"""Who watches over what is done while a player is away."""

TimerKind = Literal["digital-down", "digital-up", "smart-device", "analogue", "sand"]
"""What a timer shows: seconds counted down or up, hands, or sand."""


class Timer(Section, frozen=True):
    """The timer on the table.

    Attributes:
      kinds: the kinds the book lists, best first.
      mandatory: whether a game needs one.
      others: who may allow a kind that is not listed: ``director``, or ``nobody``.
      own: whether players may bring a timer of their own.
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
      reasons: what they may be stopped for, each with its rule.
      on_own_turn: reasons that only the player on turn may stop them for.
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
      per_move: seconds of one glass.
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
      permission: who must allow it.
      when: ``turn-over-no-draw``: the player's turn is over and nothing has been drawn.
      opponent_may: what the opponent may do meanwhile: ``one-turn-no-draw``.
      supervised: who sees to it.
      unannounced: who is told at once when somebody leaves without permission.
      emergency: what is done on one's own turn: ``stop-assess-restart`` (the clock is
        stopped, the director looks and has it started again), or ``director``.
      adjourned: whether a game may be finished later.
    """

    permission: Clause[Literal["director"]]
    when: Clause[Literal["turn-over-no-draw"]]
    opponent_may: Clause[Literal["one-turn-no-draw"]]
    supervised: Clause[Supervisor]
    unannounced: Clause[Literal["director"]]
    emergency: Clause[Literal["stop-assess-restart", "director"]]
    adjourned: Clause[Literal["at-an-arranged-time"]]
