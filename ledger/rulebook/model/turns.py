"""What a rulebook lays down about a turn: drawing, exchanging, blanks, challenges, windows."""

from typing import Literal

from msgspec import Struct, field

from ledger.rulebook.model.clause import Clause
from ledger.rulebook.model.section import Section
from ledger.vocabulary import Points, Seconds

Closing = Literal[
    "tile-on-rack",
    "first-tile-out",
    "seconds",
    "seconds-or-first-tile-out",
    "next-turn",
    "overtime-forfeit",
    "next-submission",
    "acceptance",
]
"""What ends the right to challenge: a new tile on the rack; the first tile out of the bag;
a number of seconds; whichever of the two comes first; the challenger's own next turn; nothing
short of losing by overtime; the challenger's own next move on a platform; the opponent's
acceptance of the play-out."""


class Windows(Section, frozen=True):
    """How long a play may be challenged or put on hold.

    Attributes:
      closes: what ends the right to challenge after an orderly turn; ``seconds`` where time
        does.
      hold_closes: the same for the right to call hold; ``hold_seconds``.
      irregular_closes: the same where the turn was made out of order; ``irregular_seconds``.
      irregular_warn_after: seconds from which the books' numbers disagree.
      flash_draw: a draw too quick to object to: ``stays-open``, or ``on-petition``.
      empty_bag_closes: the same with an empty bag; ``empty_bag_seconds``.
      play_out_closes: the same on a play-out; ``play_out_seconds``.
      play_out_restart_after: seconds of silence after which the player who played out may
        restart the opponent's clock.
      returning_player_seconds: for a player who was away when the play was made.
      hold_lasts: ``unlimited`` on the holder's clock, or ``overtime-forfeit``: as long as
        that clock has not run ``hold_until_over`` seconds over.
      courtesy_after: seconds until tiles may be drawn during a hold; counted
        ``courtesy_from`` the timer press, the end of the turn, or the hold call.
      courtesy_seen: whether the opponent sees those tiles when the play comes off.
      writing_waives: whether writing down the score of the play gives up the challenge.
    """

    closes: Clause[Closing]
    seconds: Clause[Seconds]
    hold_closes: Clause[Closing]
    hold_seconds: Clause[Seconds]
    irregular_closes: Clause[Closing]
    irregular_seconds: Clause[Seconds]
    irregular_warn_after: Clause[Seconds]
    flash_draw: Clause[Literal["stays-open", "on-petition"]]
    empty_bag_closes: Clause[Closing]
    empty_bag_seconds: Clause[Seconds]
    play_out_closes: Clause[Closing]
    play_out_seconds: Clause[Seconds]
    play_out_restart_after: Clause[Seconds]
    returning_player_seconds: Clause[Seconds]
    hold_lasts: Clause[Literal["unlimited", "overtime-forfeit"]]
    hold_until_over: Clause[Seconds]
    courtesy_after: Clause[Seconds]
    courtesy_from: Clause[Literal["timer-press", "end-of-turn", "hold-call"]]
    courtesy_seen: Clause[Literal["yes", "no", "if-drawer-looked"]]
    writing_waives: Clause[bool]


class ChallengeMode(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a failed challenge costs under one of the ways a book knows.

    Attributes:
      kind: which function of ``ledger.game.play.challenges.failed_challenge_rule`` works it out.
      points: points per word or turn; where they change with each failed challenge, the
        first, second, third ..., the last of them for all that follow.
      seconds: seconds off the challenger's clock; ``None`` until the organiser sets them.
      standard: False where the book warns that the event may not be rated.
    """

    book: str
    number: str = field(name="clause")
    kind: Literal[
        "none", "per-word", "per-turn", "lose-turn", "first-free-then-lose-turn",
        "per-challenge", "time",
    ]  # fmt: skip
    points: tuple[Points, ...] = ()
    seconds: Seconds | None = None
    standard: bool = True
    note: str = ""
    point: str = ""

    def __str__(self) -> str:
        return f"{self.book} {self.number}"


class Challenge(Section, frozen=True):
    """Challenges.

    Attributes:
      mode: name of the mode in force, one of ``modes``.
      modes: every mode this book knows, by name.
      points_go_to: where points are booked: ``credit-challenged`` or ``debit-challenger``.
      counted_per: whether first, second, third failed challenge are counted per ``game``
        or per ``tournament``.
      penalised_only_if_all_good: one bad word among several, and the challenge succeeds.
      adjudication: the method announced.
      again: ``second-then-director``: once more, the director where the two differ;
        ``second-director-if-called``: once more, and the director, if called, where they differ;
        ``second-more-by-director``: once more, further ones if the director agrees;
        ``up-to-third``: once more, a third time where the two differ.
      misadjudication: whether a wrong verdict can be put right: ``if-nothing-racked``,
        ``by-direction`` (as the verdict was wrong one way or the other),
        ``second-adjudication``.
      concession: whether the challenged player may take the play back unasked.
      withdrawable_for: reasons for which a binding challenge may be withdrawn; L-23.
      early: a challenge before the turn is over: ``void``.
    """

    mode: Clause[str]
    modes: dict[str, ChallengeMode]
    points_go_to: Clause[Literal["credit-challenged", "debit-challenger"]]
    counted_per: Clause[Literal["game", "tournament"]]
    penalised_only_if_all_good: Clause[bool]
    adjudication: Clause[
        Literal["self-adjudicated", "runner", "self-run", "director", "word-judge"]
    ]
    again: Clause[
        Literal[
            "second-then-director",
            "second-director-if-called",
            "second-more-by-director",
            "up-to-third",
        ]
    ]
    misadjudication: Clause[Literal["if-nothing-racked", "by-direction", "second-adjudication"]]
    concession: Clause[bool]
    withdrawable_for: Clause[tuple[str, ...]]
    early: Clause[Literal["void"]]

    def __post_init__(self) -> None:
        """Refuse, at load, a mode in force that the book does not know."""
        if self.mode.value is not None and self.mode.value not in self.modes:
            raise ValueError(f"{self.mode}: no mode is called {self.mode.value!r}")


class Exchange(Section, frozen=True):
    """Exchanging tiles.

    Attributes:
      minimum_in_bag: with fewer tiles in the bag the exchange is open to objection.
      number_that_binds: where the number announced and the tiles put out differ.
      illegal_choose_within: seconds the opponent has to choose the rack.
      illegal_found_late: what follows when it is found after the opponent's next turn:
        ``points`` (``illegal_late_points`` off), ``nothing``, or ``right-gone``.
      illegal_late_points: points off the exchanger's score.
    """

    minimum_in_bag: Clause[int]
    number_that_binds: Clause[Literal["tiles-on-table", "announcement"]]
    illegal_choose_within: Clause[Seconds]
    illegal_found_late: Clause[Literal["points", "nothing", "right-gone"]]
    illegal_late_points: Clause[Points]


Shown = Literal["x+3", "x+2", "x+1", "x", "none", "all-new", "whole-rack"]
"""How many tiles the opponent turns up when ``x`` too many were drawn."""


class Drawing(Section, frozen=True):
    """Drawing too many, too few, or at the wrong time.

    Attributes:
      touched_means: what makes a new tile mixed: ``on-rack``, or ``mixed`` with old tiles.
      untouched_found_by_drawer: tiles turned up when no new tile was mixed and the drawer
        says so; the three clauses after it are the other cases.
      all_new_shown_if: when all the new tiles are turned up instead.
      after_too_many_shown: tiles turned up again when the opponent turned up too many.
      overdraw_free_seconds: seconds to choose before the opponent's clock runs.
      overdraw_found_after_next_play: ``play-on`` where nothing is put right any more,
        ``as-otherwise`` where it is as if found at once.
      overdraw_disclosure: what silence about an own overdraw is.
      dropped_back: what follows when tiles are dropped back into the bag; then
        ``dropped_from_bag``, ``dropped_from_rack`` (tiles shown), ``dropped_seconds``.
      underdraw_window: when it is too late to put an underdraw right.
      underdraw_choose_within: seconds the opponent has to choose.
      underdraw_disclosed: whether an own underdraw must be disclosed.
      late_found_after_play_out: tiles found outside the bag when one player is out.
      late_found_in_bag: tiles found in a bag thought empty.
      out_of_order: a draw out of order: ``no-penalty`` save near the end.
      during_adjudication: whether tiles may be drawn while a challenge is judged.
    """

    touched_means: Clause[Literal["on-rack", "mixed"]]
    untouched_found_by_drawer: Clause[Shown]
    untouched_found_by_opponent: Clause[Shown]
    touched_found_by_drawer: Clause[Shown]
    touched_found_by_opponent: Clause[Shown]
    all_new_shown_if: Clause[Literal["six-on-rack", "one-due"]]
    after_too_many_shown: Clause[Shown]
    overdraw_free_seconds: Clause[Seconds]
    overdraw_found_after_next_play: Clause[Literal["play-on", "as-otherwise"]]
    overdraw_disclosure: Clause[Literal["unethical", "may-be-unethical", "cheating"]]
    dropped_back: Clause[Literal["as-overdraw", "bag-and-rack-shown"]]
    dropped_from_bag: Clause[Shown]
    dropped_from_rack: Clause[int]
    dropped_seconds: Clause[Seconds]
    underdraw_window: Clause[
        Literal["underdrawers-next-turn", "opponents-next-play", "from-the-bag-only"]
    ]
    underdraw_choose_within: Clause[Seconds]
    underdraw_disclosed: Clause[bool]
    late_found_after_play_out: Clause[Literal["added-until-signed", "not-added"]]
    late_found_in_bag: Clause[Literal["added-until-signed"]]
    out_of_order: Clause[Literal["no-penalty"]]
    during_adjudication: Clause[bool]


class Blanks(Section, frozen=True):
    """What a blank stands for.

    Attributes:
      authority: what decides later.
      redesignated_by: who names the letter of a blank that was not declared properly.
    """

    authority: Clause[Literal["slip", "both-score-sheets", "neutral-record", "printed-designation"]]
    redesignated_by: Clause[Literal["opponent-with-director", "player-on-move"]]
