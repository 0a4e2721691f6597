"""Procedures that end with something larger: the start of the game, or its end."""

from __future__ import annotations

from ledger.game.facts.arrivals import GamePostponed, LateClockStarted
from ledger.game.facts.challenges import ChallengeFailed, PhoneyWithdrawn
from ledger.game.facts.clock import SandTimeCalled
from ledger.game.facts.drawing import DrawnOutOfOrder, Overdrawn, TileDroppedBack, Underdrawn
from ledger.game.facts.endings import PlayedOut
from ledger.game.facts.holds import CourtesyDraw, FlashDraw, HoldCalled
from ledger.game.facts.leaving import EmergencyDeclared, GameAdjourned, PlayerLeft
from ledger.game.facts.loose_tiles import TilesSpilled
from ledger.game.facts.setting_up import SetChecked, StarterDetermined
from ledger.game.facts.upsets import BoardUpset
from ledger.game.sheet.opened import Opened

BEFORE_THE_START = (SetChecked, StarterDetermined, LateClockStarted, GamePostponed)
ANSWERS = (HoldCalled, CourtesyDraw, FlashDraw, PlayedOut, ChallengeFailed, PhoneyWithdrawn)
"""Waiting for an answer to a play, or for the clock that runs after one."""
WHILE_IT_LASTS = (
    *BEFORE_THE_START, *ANSWERS, PlayerLeft, EmergencyDeclared, GameAdjourned, SandTimeCalled,
    BoardUpset,
)  # fmt: skip
WHILE_RACKS_MATTER = (Overdrawn, Underdrawn, DrawnOutOfOrder, TileDroppedBack, TilesSpilled)
"""Corrections of racks, which nobody needs once a game is given up."""


def open_after_the_start(procedures: tuple[Opened, ...]) -> tuple[Opened, ...]:
    """What is still open once the first clock runs."""
    return tuple(one for one in procedures if not isinstance(one.fact, BEFORE_THE_START))


def open_after_the_end(procedures: tuple[Opened, ...]) -> tuple[Opened, ...]:
    """What is still open once the game is over."""
    return tuple(one for one in procedures if not isinstance(one.fact, WHILE_IT_LASTS))


def open_after_giving_up(procedures: tuple[Opened, ...]) -> tuple[Opened, ...]:
    """What is still open once the game is forfeited or resigned."""
    left = open_after_the_end(procedures)
    return tuple(one for one in left if not isinstance(one.fact, WHILE_RACKS_MATTER))
