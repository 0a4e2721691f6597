"""Who tells the desk what happens at one made-up table, and counts what the desk says to it."""

from __future__ import annotations

from uuid import UUID, uuid4

from msgspec import Struct

from ledger.asking.asked import Asked
from ledger.desk.desk import Desk
from ledger.desk.requests import Refused, Sent, Written, from_the_desk
from ledger.game.play.deciding import MAY_ASK
from ledger.game.play.keeping.keeping import TakeOverTable
from ledger.game.sheet import Sheet
from ledger.incidents.opening import CloseCase, OpenCase
from ledger.incidents.ruling import GiveRuling
from ledger.record.events import Event
from ledger.rulebook.gaps import trap
from ledger.rulebook.reading import load
from ledger.simulation.hands import Hands
from ledger.simulation.report import Tally
from ledger.simulation.signing import kept_with
from ledger.vocabulary import Clocks, Role
from ledger.vocabulary.refusals import Refusal


class Staff(Struct, frozen=True):
    """The badges under which made-up games are entered."""

    scorekeeper: str = "K1"
    judge: str = "J1"
    director: str = "D1"

    def badge(self, asked: Asked) -> str:
        """Who may ask for this: the scorekeeper where possible."""
        may = MAY_ASK.get(type(asked), frozenset())
        if Role.SCOREKEEPER in may:
            return self.scorekeeper
        return self.judge if Role.WORD_JUDGE in may else self.director


class Clerk:
    """The scorekeeper of one game, and the officials when they are called.

    Attributes:
      sheet: the sheet as the desk has it.
      clocks: what both clocks show; read at each press.
      refusal: why the last request was refused; ``None`` if it was written.
      asked: the last request, for the report of a defect.
      device: the tablet it is entered on.
    """

    def __init__(self, desk: Desk, game: UUID, staff: Staff, hands: Hands, tally: Tally) -> None:
        self.desk = desk
        self.game = game
        self.staff = staff
        self.hands = hands
        self.tally = tally
        self.sheet: Sheet = desk.sheet(game)
        self.clocks: Clocks | None = None
        self.refusal: Refusal | None = None
        self.asked: Asked | None = None
        self._sent = 0
        self.device = f"T{self.sheet.scheduled.table}-{game.hex[:8]}"
        hands.settle(self.sheet)

    def ask(self, asked: Asked, *, by: str = "", ruled: str = "") -> bool:
        """Enter a request: whether it was written.

        Args:
          asked: the request.
          by: whose badge; whoever may ask for it, if empty.
          ruled: what the director found; the request is then entered under that ruling.
        """
        gap = self.refusal.trap if self.refusal and self.asked is asked else ""
        self.asked, self._sent = asked, self._sent + 1
        case = self._ruling(ruled, gap) if ruled else None
        sent = Sent(
            by=by or (self.staff.director if ruled else self.staff.badge(asked)),
            command_id=UUID(int=self.hands.random.getrandbits(128), version=4),
            device=self.device,
            device_seq=self._sent,
            after=self.sheet.events[-1].envelope.command_id,
            clocks=self.clocks,
            case=case,
        )
        outcome = self.desk.enter(self.game, asked, sent, kept_with(asked, self.sheet))
        self.tally.requests += 1
        if isinstance(outcome, Refused) and outcome.refusal.code == "table-handed-over":
            self.ask(TakeOverTable(reason="the tablet is back"))
            return self.ask(asked, by=by, ruled=ruled)
        if isinstance(outcome, Refused):
            self.refusal = outcome.refusal
            self.tally.refused(outcome.refusal.code, type(asked).__name__)
            return False
        if not isinstance(outcome, Written):
            raise TypeError(f"The only scorekeeper of this game was told {outcome}.")
        self.refusal = None
        self._written(outcome.events)
        return True

    def insist(self, asked: Asked, finding: str) -> bool:
        """Enter a request, under a director's ruling if it is refused without one."""
        return self.ask(asked) or self.ask(asked, ruled=finding)

    def _written(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self.tally.written(event)
        self.sheet = self.desk.sheet(self.game)
        if self.sheet.clock.times is not None:
            self.clocks = self.sheet.clock.times  # what was adjusted there, is adjusted here
        self.hands.settle(self.sheet)

    def _ruling(self, finding: str, gap: str) -> UUID:
        """Rule on what was refused; on a gap of the book by one of the readings offered."""
        case = uuid4()
        reading = str(self.hands.random.randint(1, len(trap(gap).readings))) if gap else ""
        ruling = GiveRuling(
            game=self.game,
            finding=finding,
            citation=str(load(self.sheet.scheduled.rulebook).fallback.decides),
            trap=gap,
            reading=reading,
        )
        about = self.sheet.version
        for asked in (
            OpenCase(game=self.game, category="other", about_event=about), ruling, CloseCase(),
        ):  # fmt: skip
            self.desk.must_write(case, asked, from_the_desk(self.staff.director))
        self.tally.rulings += 1
        return case
