"""What a book lays down about turns: drawing, placing, exchanging, blanks, and challenges."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from ledger.rulebook.model.options import Clause, Section
from ledger.vocabulary import Points, Seconds
from ledger.vocabulary.closed_lists import FlashGround, JudgingMethod

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
      play_out_restart_after: seconds of silence after which the player who played out may
        restart the opponent's clock.
      returning_player_seconds: for a player who was away when the play was made.
      hold_lasts: ``unlimited`` on the holder's clock, or ``overtime-forfeit``: as long as
        that clock has not run ``hold_until_over`` seconds over.
      courtesy_after: seconds until tiles may be drawn during a hold; counted
        ``courtesy_from`` the timer press, the end of the turn, or the hold call.
      courtesy_seen: whether the opponent sees those tiles when the play comes off.
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
      kind: which function of ``ledger.game.challenges.requests`` works it out.
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
      points_go_to: where points are booked: ``credit-challenged`` or ``debit-challenger``.
      counted_per: whether first, second, third failed challenge are counted per ``game``
        or per ``tournament``.
      penalised_only_if_all_good: one bad word among several, and the challenge succeeds.
      again: ``second-then-director``: once more, the director where the two differ;
        ``second-director-if-called``: once more, and the director, if called, where they differ;
        ``second-more-by-director``: once more, further ones if the director agrees;
        ``up-to-third``: once more, a third time where the two differ.
      misadjudication: whether a wrong verdict can be put right: ``if-nothing-racked``,
        ``by-direction`` (as the verdict was wrong one way or the other),
        ``second-adjudication``.
      withdrawable_for: reasons for which a binding challenge may be withdrawn; L-23.
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
      late_found_after_play_out: tiles found outside the bag when one player is out.
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
    """What a blank stands for."""

    authority: Clause[Literal["slip", "both-score-sheets", "neutral-record", "printed-designation"]]
    redesignated_by: Clause[Literal["opponent-with-director", "player-on-move"]]


# What a rulebook lays down about tiles that are not where they should be.
#
# How many are turned up after an overdraw is in ``Drawing`` (``the_turn``); here is the rest:
# who sees them, draws out of order, spills, tiles found late, tiles that are missing.


class DrawManner(Section, frozen=True):
    """How tiles are drawn, when they count as drawn, and who may speak up.

    Attributes:
      drawn_when: the moment a tile counts as drawn.
      third_party: what somebody else may do who sees too many tiles on a rack.
    """

    bag_held: Clause[Literal["eye-level", "eye-level-or-arms-length"]]
    eyes: Clause[Literal["averted"]]
    hand_with_tiles: Clause[Literal["never", "while-partly-in-the-bag"]]
    empty_palm: Clause[Literal["before-and-after", "briefly-before"]]
    speed: Clause[Literal["reasonable"]]
    drawn_when: Clause[Literal["hand-out", "first-tile-out"]]
    third_party: Clause[Literal["director-only", "waits-then-tells"]]
    disputes: Clause[Literal["director"]]


class Overdraw(Section, frozen=True):
    """Putting an overdraw right, beside the numbers in ``Drawing``.

    Attributes:
      untouched_seen_by: who sees the tiles turned up when no new tile was mixed in.
      touched_seen_by: the same when at least one was.
      partly_touched: which tiles make the group when some new tiles still lie apart.
      beyond_the_group: what is done when more tiles should be turned up than there are.
      full_rack_untouched: a draw with seven on the rack already, nothing mixed in.
      timer_when_noticed: the same where the opponent noticed it and is shown the whole rack.
      found_by_others: an overdraw that neither player noticed first.
    """

    untouched_seen_by: Clause[Literal["both", "returned-by-both", "opponent"]]
    touched_seen_by: Clause[Literal["both", "returned-by-both", "opponent"]]
    partly_touched: Clause[Literal["all-mixed"]]
    beyond_the_group: Clause[Literal["as-many-as-there-are"]]
    full_rack_untouched: Clause[Literal["as-otherwise"]]
    timer: Clause[Literal["must-stop"]]
    timer_when_noticed: Clause[Literal["must-stop"]]
    found_by_others: Clause[Literal["as-by-opponent"]]


class DrawOrder(Section, frozen=True):
    """Drawing before the opponent, who was due to draw first.

    Attributes:
      short_bag: what follows when too few are left for the opponent's draw.
      chance_counts: whether it matters that the opponent had a reasonable chance to draw.
      untouched: what follows otherwise, while no new tile is on the rack.
      touched: what follows otherwise, once one is.
      investigated_below: tiles in the bag below which a director may look into it.
      penalised_below: tiles in the bag below which a penalty is the likelier.
      penalty: points of spread the director may then impose.
    """

    short_bag: Clause[Literal["as-overdraw", "whole-rack", "director"]]
    chance_counts: Clause[bool]
    untouched: Clause[Literal["shown-and-redrawn", "no-penalty"]]
    touched: Clause[Literal["no-penalty"]]
    investigated_below: Clause[int]
    penalised_below: Clause[int]
    penalty: Clause[Points]


Spill = Literal[
    "as-overdraw", "as-overdraw-unless-declined", "by-the-bag", "as-found", "back-if-agreed"
]
"""What follows a spill: the overdraw procedure; the same unless the other player declines;
nothing, or tiles given from those face up, as the bag holds many or few; the procedure for
tiles found outside the bag; back into the bag if both agree."""


class Spills(Section, frozen=True):
    """Tiles that fell on the table.

    Attributes:
      few_below: fewer tiles in the bag than this: tiles of the rack are turned up as well.
      few_counted: whether the bag is counted before or after the spill.
      rack_shown: tiles of the spiller's rack turned up then.
      given: tiles of those face up that the other player gives the spiller then.
      surplus: what counts as too many.
    """

    while_drawing: Clause[Spill]
    after_refill: Clause[Spill]
    otherwise: Clause[Spill]
    few_below: Clause[int]
    few_counted: Clause[Literal["before-the-spill"]]
    rack_shown: Clause[int]
    given: Clause[int]
    surplus: Clause[Literal["beyond-those-due"]]


class TilesFoundLate(Section, frozen=True):
    """Tiles found outside the bag or in a bag thought empty; missing and extra tiles.

    Attributes:
      off_the_board: whether both players first check that it did not come off the board.
      until: until when.
      whose_unknown: what is done when nobody can tell who should have drawn it.
      extra: what is done about tiles too many in the set, found after the start.
      before_the_start: who is told at once where the set is found wrong before the game.
    """

    outside: Clause[Literal["restore-and-draw", "who-should-have-drawn"]]
    in_bag: Clause[Literal["restore-and-draw"]]
    off_the_board: Clause[bool]
    until: Clause[Literal["signed", "game-over"]]
    whose_unknown: Clause[Literal["play-without"]]
    missing: Clause[Literal["search-then-play-on", "play-on"]]
    extra: Clause[Literal["play-on"]]
    before_the_start: Clause[Literal["director"]]


# What a rulebook lays down about exchanges made in another way than it wants.


class ImproperExchange(Section, frozen=True):
    """Exchanges with too few tiles in the bag, from a wrong rack, or done in another order.

    Attributes:
      final_when: what makes an exchange final: the ``timer``; else a hand in the bag
        (``timer-or-hand-in-bag``); else the first draw (``timer-or-first-draw``); or
        ``timer-or-announcement`` and setting about it.
      none_put_out: what an exchange is that puts out no tile.
      slip_of_tongue: seconds within which a number said wrongly may be said again.
      procedure: what is done about one that was not: ``by-stage``, as tiles were drawn,
        racked or returned; ``until-returned``, the right ends with the first unwanted tile
        in the bag; ``opponent-chooses`` the rack from bag and rack.
      turn_becomes: what the turn then is: a ``pass``, a turn ``challenged-off`` or one lost
        without a name among the scoreless ones (``lost-turn``).
      surplus_rack: exchanging from eight tiles or more.
      short_rack: exchanging from six or fewer: legal when the bag, the rack once filled,
        still holds enough (``bag-once-filled``).
    """

    final_when: Clause[
        Literal["timer", "timer-or-hand-in-bag", "timer-or-first-draw", "timer-or-announcement"]
    ]
    none_put_out: Clause[Literal["pass"]]
    slip_of_tongue: Clause[Seconds]
    returned_first: Clause[Literal["no-penalty"]]
    left_on_table: Clause[Literal["shown-to-both"]]
    judged_by: Clause[Literal["director", "players"]]
    wrong_objection: Clause[Literal["nothing"]]
    procedure: Clause[Literal["by-stage", "until-returned", "opponent-chooses"]]
    turn_becomes: Clause[Literal["pass", "challenged-off", "lost-turn"]]
    surplus_rack: Clause[Literal["as-overdraw"]]
    short_rack: Clause[Literal["bag-once-filled"]]


class BlankDeclaring(Section, frozen=True):
    """How a blank gets its letter, and what happens when it got none.

    Attributes:
      by_when: ``before-timer``, ``before-turn-ends``, or ``when-played``.
      undeclared: what the opponent may do: have the player's clock started again
        (``players-clock``), stop the clock (``clock-stopped``), or stop it and have the
        director warn the player (``clock-stopped-and-warning``).
      undeclared_again: spread that the book suggests to take for doing it again.
      misread: a move made on a declared blank misread: it may be replayed if the director
        finds it fair (``replay``), only if all was declared as it should be
        (``replay-if-declared``), or the letter stands and so does the move.
      words_reopened: words that may be challenged after a blank got another letter: those
        ``with-the-blank``; the same and the others of that play (``and-the-play``); or those
        with the blank once the redesignator's next turn is done (``after-next-turn``).
      false_blank: a letter tile played face down and noticed in time.
    """

    by_when: Clause[Literal["before-timer", "before-turn-ends", "when-played"]]
    media: Clause[tuple[str, ...]]
    undeclared: Clause[Literal["players-clock", "clock-stopped", "clock-stopped-and-warning"]]
    undeclared_again: Clause[Points]
    misread: Clause[Literal["replay", "replay-if-declared", "letter-stands"]]
    words_reopened: Clause[Literal["with-the-blank", "and-the-play", "after-next-turn"]]
    false_blank: Clause[Literal["tiles-back"]]


# What a rulebook lays down about tiles put where they may not be, and which way they face.


class Placing(Section, frozen=True):
    """How tiles may lie, and what follows where they do not.

    Attributes:
      grounds: for what a placement may be challenged: ``misses-centre``, ``disconnected``,
        ``diagonal``, ``off-the-grid``, ``misoriented``, ``moved-tiles``.
      stray_words: what diagonal or disconnected words score when nobody objects.
      orientation: ``lettering``: the first play follows the lettering of the board and may be
        turned until the second move is over; ``first-play``: it always sets the way.
      straightened_by: who may straighten tiles: the player ``on-turn``; or that player, and
        either as far as tiles of the opponent go (``on-turn-or-opponents-tiles``).
    """

    grounds: Clause[tuple[str, ...]]
    judged_by: Clause[Literal["director"]]
    wrong_challenge: Clause[Literal["nothing"]]
    stray_words: Clause[Literal["nothing"]]
    orientation: Clause[Literal["lettering", "first-play"]]
    straightened_by: Clause[Literal["on-turn", "on-turn-or-opponents-tiles"]]
    straightening_stops_clock: Clause[bool]


# What a rulebook lays down about keeping scores, and about a board that was upset.


class Keeping(Section, frozen=True):
    """Keeping the score, and a round that is cut short.

    Attributes:
      uninvited_correction: ``never``: a director does not step in for arithmetic unasked.
      director_ends_round: ``racks-counted``: a director may declare the round over, and the
        tiles on the racks are then counted.
    """

    by: Clause[Literal["both"]]
    uninvited_correction: Clause[Literal["never"]]
    director_ends_round: Clause[Literal["racks-counted"]]


class Upset(Section, frozen=True):
    """A board that was upset; what an offender loses is in ``Conduct``.

    Attributes:
      when_accidental: ``rebuild-or-end``: rebuilt from the plays on record, else the game
        ends with the scores at that moment.
      unequal_turns: ``last-turn-off``: who made a turn more loses the points of the last one.
      when_intentional: ``loses-and-ejected``.
    """

    when_accidental: Clause[Literal["rebuild-or-end"]]
    unequal_turns: Clause[Literal["last-turn-off"]]
    when_intentional: Clause[Literal["loses-and-ejected"]]


# What a rulebook lays down about answering a play: accepting, judging, drawing in between.


Acceptance = Literal["accepts", "no-effect", "revocable"]
"""What words of acceptance do: they close the matter; nothing; or they may be taken back."""

Conduct = Literal["level-2", "unethical"]


class Answers(Section, frozen=True):
    """What counts as an answer to a play, and what spoils one.

    Attributes:
      released_hold: what releasing a hold does to the right to challenge.
      by_word: what accepting aloud does where no hold was called.
      play_out_accepted: what accepting a play-out does, by showing the tiles left.
      play_out_hold: a hold on a play-out: an ``answer`` that leaves the clocks stopped, of
        ``no-effect``, or ``opponents-clock-runs``.
      flash_draw_grounds: what makes a draw one that keeps the play open, or a ground for a
        petition, as ``windows.flash_draw`` says.
      claiming_after_writing: what calling hold after writing the score down is.
    """

    released_hold: Clause[Acceptance]
    by_word: Clause[Acceptance]
    play_out_accepted: Clause[Acceptance]
    play_out_hold: Clause[Literal["answer", "no-effect", "opponents-clock-runs"]]
    flash_draw_grounds: Clause[tuple[FlashGround, ...]]
    flash_draw_conduct: Clause[Conduct]
    mixing_conduct: Clause[Conduct]
    claiming_after_writing: Clause[Conduct]


class Act(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One step of a way to judge a challenge: its name in ``procedures.judging_steps``."""

    do: str
    number: str = field(name="clause")


class Method(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One way to judge a challenge.

    Attributes:
      words_until: when the challenged words can't be changed any more.
      words_number: the rule that says so.
      always: True where nobody may forbid this way.
      consent: True where both players must agree to it.
      restart: what else must be so before the clock is started again; ``restart_number``.
    """

    book: str
    number: str = field(name="clause")
    steps: tuple[Act, ...]
    words_until: Literal["slip-handed-over", "leaves-table", "letter-typed"]
    words_number: str = field(name="words_clause")
    inferred: bool = False
    trap: str = ""
    always: bool = False
    consent: bool = False
    restart: tuple[Literal["seated", "tiles-back"], ...] = ()
    restart_number: str = field(name="restart_clause", default="")
    note: str = ""
    point: str = ""

    def __str__(self) -> str:
        return f"{self.book} {self.number}"


RestartCondition = Literal["seated", "told", "tiles-back-or-writing", "retracted"]


class Judging(Section, frozen=True):
    """From the word "challenge" to the restart of the clock.

    Attributes:
      binding: which acts bind the challenger.
      slip_mismatch: a slip whose words are not on the board.
      restart_when: what must be so before the clock is started: both ``seated``, the
        players ``told`` by the score said again or the tiles taken back, the player whose
        clock will run has the ``tiles-back-or-writing``; or only that a play which comes off
        is ``retracted``.
      restarted_by: who starts it: ``loser`` of the challenge; or the ``challenged`` player
        whose play came off, and nothing is said of one that stands.
      reference_above: letters of a word above which it is looked up elsewhere than in the list.
    """

    binding: Clause[Literal["voiced-and-neutral", "voiced-or-neutral"]]
    methods: dict[JudgingMethod, Method]
    slip_mismatch: Clause[Literal["reissued", "resubmitted", "returned"]]
    again_by_another: Clause[bool]
    restart_when: Clause[tuple[RestartCondition, ...]]
    restarted_by: Clause[Literal["loser", "challenged"]]
    reference_above: Clause[int]


WhereTilesGo = Literal["returned", "shown-and-returned", "overdraw", "overdraw-noticed"]
"""Back to the bag; shown to the opponent first; the overdraw rules; those of an overdraw
that the opponent noticed."""


class DrawnOff(Section, frozen=True):
    """New tiles that were drawn for a play which then came off the board.

    Attributes:
      courtesy_apart: drawn as a courtesy during a hold and kept apart; ``courtesy_mixed``:
        mixed with the rack.
      flash_unracked: drawn in a flash draw, none on the rack; ``flash_racked``: one is.
      irregular_apart: drawn in a turn made out of order; ``irregular_mixed``.
      ordinary_apart: drawn in order, where that does not close the window;
        ``ordinary_mixed``.
    """

    courtesy_apart: Clause[WhereTilesGo]
    courtesy_mixed: Clause[WhereTilesGo]
    flash_unracked: Clause[WhereTilesGo]
    flash_racked: Clause[WhereTilesGo]
    irregular_apart: Clause[WhereTilesGo]
    irregular_mixed: Clause[WhereTilesGo]
    ordinary_apart: Clause[WhereTilesGo]
    ordinary_mixed: Clause[WhereTilesGo]
