"""The parts of the score sheet: board, set, clocks, challenges, ending, result and table.

Who works with one of them is handed that part and reads nothing else.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ledger.equipment.board import Squares
from ledger.game.facts.challenges import ChallengeIssued
from ledger.game.facts.endings import GameResigned
from ledger.game.facts.keeping import TableHandedOver
from ledger.game.facts.results import RecordsDiffer, ResultReported, SetGathered, TallySheetSigned
from ledger.game.facts.scores import ScoresWritten
from ledger.game.facts.setting_up import GameForfeited
from ledger.game.sheet.answering import Judged
from ledger.game.sheet.signed import Amending, Signed
from ledger.vocabulary import Clocks, Points, Seat, Seconds, Tiles, Totals


class Blank(Struct, frozen=True):
    """A blank's letter as last designated: which blank, where it lies, how it was declared."""

    blank: int
    square: str
    letter: str
    how: str


class OnBoard(Struct, frozen=True, kw_only=True, gc=False):
    """What lies on the board, and how.

    Attributes:
      blanks: the letters designated; ``blank_dispute``: square of the blank whose letter is
        disputed, or ``""``.
      orientation: degrees between the first play and the lettering; ``None``: not noted.
      unscored: squares whose words count nothing, for they were misplaced (nsa IV.D).
      false_blanks: square and real letter of tiles that lie as blanks and are none.
    """

    squares: Squares
    blanks: tuple[Blank, ...] = ()
    blank_dispute: str = ""
    orientation: int | None = None
    unscored: tuple[int, ...] = ()
    false_blanks: tuple[tuple[str, str], ...] = ()


class IrregularSet(Struct, frozen=True, kw_only=True, gc=False):
    """How the tiles of the game differ from the set (A-04, A-05).

    Attributes:
      missing: tiles of the set that are out of the game; ``missing_tiles``: those known.
      extra: tiles in the game beyond the set; ``extra_tiles``: those known.
    """

    missing: int = 0
    missing_tiles: Tiles = Tiles("")
    extra: int = 0
    extra_tiles: Tiles = Tiles("")


class AtTheClock(Struct, frozen=True, kw_only=True, gc=False):
    """What the timer shows and why it stands.

    Attributes:
      limits: seconds allotted to each seat.
      times: what both clocks showed when last read, adjustments included.
      neutral: why the clocks are stopped, or ``""`` while one runs.
      timer: which kind of timer stands on the table, or ``""``.
      outages: how often the connection of each seat failed.
      overtime: points taken for overtime, by seat; ``None`` where none was recorded.
    """

    limits: tuple[Seconds, Seconds]
    times: Clocks | None = None
    neutral: str = ""
    timer: str = ""
    outages: tuple[int, int] = (0, 0)
    overtime: tuple[Points | None, Points | None] = (None, None)

    def read(self, times: Clocks | None) -> AtTheClock:
        """The same with what the clocks showed, where somebody read them."""
        return self if times is None else replace(self, times=times)

    def less(self, seat: Seat, seconds: int) -> AtTheClock:
        """The same with ``seconds`` taken from the time left to ``seat``, once it is known."""
        if self.times is None or not seconds:
            return self
        first, second = self.times
        if seat is Seat.FIRST:
            return replace(self, times=(Seconds(first - seconds), second))
        return replace(self, times=(first, Seconds(second - seconds)))


class Challenges(Struct, frozen=True, kw_only=True, gc=False):
    """Holds and challenges: the one that goes on, and what earlier ones left.

    Attributes:
      hold: who called hold, while it lasts.
      pending: the challenge waiting for its verdict or for what follows from it.
      verdict: the verdict on ``pending``, once given.
      judge: who gave it; empty if not known.
      failed: failed challenges so far, by seat: some modes rise with them.
      free: challenges that may fail at no cost, given and not used, by seat.
      stood: version of the play last challenged in vain; it can't be challenged again.
      judged: the challenge judged last, for another opinion.
    """

    hold: Seat | None = None
    pending: ChallengeIssued | None = None
    verdict: bool | None = None
    judge: str = ""
    failed: tuple[int, int] = (0, 0)
    free: tuple[int, int] = (0, 0)
    stood: int = 0
    judged: Judged | None = None


class Ending(Struct, frozen=True, kw_only=True, gc=False):
    """How the game ended, beyond its cause.

    Attributes:
      unplayed_counted: whether what was left on the racks is in the totals.
      forfeit: how it was forfeited; ``margin``: by how many points, where that is known.
      resigned: who resigned; ``resignation``: how, with what the ruling adds to the margin.
      voided: why the game counts for nobody, or ``""``.
      gathered: how the tiles were left at the end.
    """

    unplayed_counted: bool = False
    forfeit: GameForfeited | None = None
    margin: Points | None = None
    resigned: Seat | None = None
    resignation: GameResigned | None = None
    voided: str = ""
    gathered: SetGathered | None = None


class Result(Struct, frozen=True, kw_only=True, gc=False):
    """The scores on their way from the score sheets to a result that stands.

    Attributes:
      written: what the players have on their own score sheets, as far as they said.
      agreed: totals both agreed on; ``discrepancy``: what they don't agree on, or ``""``.
      barred: whom no change may favour.
      spread_changes: penalties and credits that touch the spread only, by seat.
      proposed: the totals put before the players to sign.
      given: the latest signature of each player since the result was last amended or reopened.
      signatures: those of them that are for the result as it stands now
        (``ledger.game.sheet.signed``).
      handed_in: who took the slip to the director's table.
      amending: a petition for amendment that is not decided yet; ``amending_waived``: one that
        the director waived, which can be taken back.
      amended: the scores that stand after an amendment.
      ruled_at: version of the event by which a director amended the result; 0: none.
      carried: version of the event under a ruling, or by a director, that makes the result stand
        without signatures; 0: none.
      from_file: version of the event by which the result was taken over from a file; 0: none.
      elsewhere: version of the event that says that its paper lies with another program; 0: none.
      tally: signatures on the organiser's tally sheet.
      reported: what the players told on their own phones, the latest of each.
      records_differ: two papers that tell the result differently, until that is settled.
    """

    written: tuple[ScoresWritten, ...] = ()
    agreed: Totals | None = None
    discrepancy: str = ""
    barred: Seat | None = None
    spread_changes: Totals = (Points(0), Points(0))
    proposed: Totals | None = None
    given: tuple[Signed, ...] = ()
    signatures: tuple[Signed, ...] = ()
    handed_in: Seat | None = None
    amending: Amending | None = None
    amending_waived: Amending | None = None
    amended: Totals | None = None
    ruled_at: int = 0
    carried: int = 0
    from_file: int = 0
    elsewhere: int = 0
    tally: tuple[TallySheetSigned, ...] = ()
    reported: tuple[ResultReported, ...] = ()
    records_differ: RecordsDiffer | None = None

    def with_seats_changed(self) -> Result:
        """What was told by seat before it was known who started, in the seats of the players."""
        reported = tuple(
            replace(one, seat=one.seat.opponent, totals=one.totals[::-1]) for one in self.reported
        )
        differ = self.records_differ
        if differ is not None:
            differ = RecordsDiffer(of_first=differ.of_second[::-1], of_second=differ.of_first[::-1])
        return replace(self, reported=reported, records_differ=differ)


class AtTheTable(Struct, frozen=True, kw_only=True, gc=False):
    """Who may be there and who writes.

    Attributes:
      keeper: the last hand-over of the table; ``None``: any scorekeeper may write here.
      not_recorded: players of the pairing (1, 2) who did not agree to the moves being kept.
      monitor: who watches a game on a platform, or ``""``.
      ejected: who must leave the event.
    """

    keeper: TableHandedOver | None = None
    not_recorded: tuple[int, ...] = ()
    monitor: str = ""
    ejected: tuple[Seat, ...] = ()
