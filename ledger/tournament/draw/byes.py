"""Who sits out where the number of players is odd: who did so least often, then the lowest."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.tournament.draw.drawn import Relaxed
from ledger.tournament.draw.inputs import Entrant, Settings
from ledger.tournament.draw.lots import lot


def who_may_sit_out(
    in_rank: Sequence[Entrant], settings: Settings, seed: int, round_number: int
) -> list[Entrant]:
    """Those with the fewest byes of the players to be paired, the first to be asked first."""
    fewest = min((one.byes for one in in_rank), default=0)
    least = [one for one in in_rank if one.byes == fewest]
    match settings.byes:
        case "lowest":
            return least[::-1]
        case "highest":
            return least
        case "lot":
            return sorted(least, key=lambda one: lot(seed, "bye", round_number, one.number))


def again(sits_out: Entrant) -> tuple[Relaxed, ...]:
    """That a player sits out once more than a player should; nothing for a first bye."""
    return (Relaxed("second-bye", (sits_out.number,)),) if sits_out.byes else ()
