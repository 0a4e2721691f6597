"""What a rulebook lays down about answering a play: accepting, judging, drawing in between."""

from typing import Literal

from msgspec import Struct, field

from ledger.rulebook.model.clause import Clause, Section
from ledger.vocabulary.closed_lists import FlashGround, JudgingMethod

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
