"""What is decided about a player's conduct outside a case: a warning, a penalty lifted."""

from __future__ import annotations

from uuid import UUID

from ledger.asking.asked import Decision, Part
from ledger.asking.permission import DIRECTORS
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.asking import must_be_open
from ledger.incidents.carrying_out import settles_due
from ledger.incidents.facts.appeals import AppealDecided
from ledger.incidents.offences import Suggestion, offence_of, suggested
from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.tournament.asking import AskedOfTournament, Under, decides
from ledger.tournament.conduct_ledger import Warned
from ledger.tournament.facts.conduct import LevelOneLifted, WarningGiven
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Seat
from ledger.vocabulary.refusals import Refusal

USUAL = "official-warning"
"""The warning that is given also where the book has no table of them."""


class WarnPlayer(AskedOfTournament, frozen=True, tag="warn-player", kw_only=True):
    """Warn a player without a case, and keep count (D-06, H-03).

    Attributes:
      player: number in the tournament.
      offence: the act, by its name in the rulebook's table, or ``other``.
      kind: the warning, by its name in the book's table of penalties.
      notice: what the player is told would follow.
      words: what happened, in the director's words.
      game: at which game, if at one; the turn and the scores then are noted with it.
    """

    player: int
    offence: str
    kind: str = USUAL
    notice: str = ""
    words: str = ""
    game: UUID | None = None


class LiftLevelOne(AskedOfTournament, frozen=True, tag="lift-level-one", kw_only=True):
    """Let a player's games count again as played, after an appeal that was upheld.

    It carries out the case of that appeal.

    Attributes:
      player: number in the tournament.
      although: why, where no appeal in the case was upheld and accepted.
    """

    player: int
    reason: str
    although: str = ""


@decides(WarnPlayer, may=DIRECTORS)
def warn_player(tournament: Tournament, asked: WarnPlayer, under: Under) -> Decision:
    """Write a warning down, which counts the next time."""
    if under.case is not None:
        must_be_open(under.case)
    if tournament.player(asked.player) is None:
        raise _no_such_player(asked.player)
    sheet = under.sheet(asked.game) if asked.game else None
    if sheet is not None and asked.player not in (sheet.numbers or ()):
        raise refusal("no-such-player/at-this-game", player=asked.player)
    act = offence_of(asked.offence, tournament.rules)
    _must_be_a_warning(asked.kind, tournament.rules)
    fact = WarningGiven(
        player=asked.player,
        kind=asked.kind,
        offence=asked.offence,
        clause=str(act) if act else "",
        notice=asked.notice,
        words=asked.words,
        game=asked.game,
        turn=sheet.turn_count if sheet else 0,
        totals=sheet.stands if sheet else None,
    )
    return Decision((fact,), also=_settled(sheet, asked))


def _must_be_a_warning(kind: str, rules: Rulebook) -> None:
    """Refuse what is no warning of the book.

    Raises:
      Refusal: ``unreadable-request``.
    """
    known = [name for name, one in rules.penalties.items() if one.scope == "person"]
    if kind not in (USUAL, *known):
        raise refusal(
            "unreadable-request/warning-not-named",
            kind=kind, book=rules.id, warnings=", ".join(known or [USUAL]),
        )  # fmt: skip


def _settled(sheet: Sheet | None, asked: WarnPlayer) -> tuple[Part, ...]:
    """The warning that was due at the table for this act is given with it (nsa-1998 IV.I.3)."""
    if sheet is None or sheet.numbers is None:
        return ()
    seat = Seat.FIRST if sheet.numbers[0] == asked.player else Seat.SECOND
    return settles_due(sheet, seat, asked.offence, asked.words)


@decides(LiftLevelOne, may=DIRECTORS)
def lift_level_one(tournament: Tournament, asked: LiftLevelOne, under: Under) -> Decision:
    """Write down that the games count again."""
    if tournament.player(asked.player) is None:
        raise _no_such_player(asked.player)
    decided = under.case.last(AppealDecided) if under.case else None
    upheld = decided and decided[1].outcome != "dismissed"
    if (not upheld or (decided and decided[1].accepted == "rejected")) and not asked.although:
        raise refusal("not-upheld")
    return Decision((LevelOneLifted(player=asked.player, reason=asked.reason),))


def suggests(tournament: Tournament, player: int, offence: str) -> Suggestion:
    """What the book names for an act of this player, given the warnings so far.

    Raises:
      Refusal: ``unreadable-request``.
    """
    warned = len(tournament.conduct.warnings_of(player, offence))
    return suggested(offence, warned, tournament.rules)


def warning_given(tournament: Tournament, version: int) -> Warned:
    """A warning that was given without a case, by the version of its event.

    Raises:
      Refusal: ``no-such-warning``.
    """
    for one in tournament.conduct.warnings:
        if one.version == version and one.case is None:
            return one
    raise refusal("no-such-warning", version=version)


def _no_such_player(player: int) -> Refusal:
    return refusal("no-such-player/to-warn", player=player)
