"""Warnings and penalties: what follows from a finding, as the director decides."""

from __future__ import annotations

from uuid import UUID

from ledger.incidents.carrying_out import SCOPES, Wanted, number_of
from ledger.incidents.case_desk import CaseDesk
from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts.cases import PenaltyDecided
from ledger.incidents.games_of import games_of
from ledger.incidents.level_one import level_one
from ledger.incidents.offences import (
    OTHER,
    Suggestion,
    heavier_than_usual,
    offence_of,
    penalty_of,
    suggested,
)
from ledger.record.fact import Fact
from ledger.tournament.facts.conduct import (
    GamesAwarded,
    GamesVoided,
    PlayerWithdrawn,
    WarningGiven,
)
from ledger.vocabulary import Seat, remarks
from ledger.vocabulary.bounds import must_make_sense
from ledger.vocabulary.refusals import Refusal


class Penalties(CaseDesk):
    """What follows from a finding, as the director decides."""

    def warn(
        self,
        slug: str,
        player: int,
        offence: str,
        *,
        by: str,
        kind: str = "official-warning",
        notice: str = "",
    ) -> None:
        """Warn a player without a case, and keep count (D-06, H-03).

        Raises:
          Refusal: ``not-allowed``, ``no-such-tournament``, ``no-such-player`` or
            ``unreadable-request``.
        """
        tournament = self.tournament(slug)
        if tournament.player(player) is None:
            raise _no_such_player(player)
        act = offence_of(offence, tournament.rules)
        fact = WarningGiven(
            player=player,
            kind=kind,
            offence=offence,
            clause=str(act) if act else "",
            notice=notice,
        )
        self._write_all([(tournament.id, tournament.version, (fact,))], by)

    def suggests(self, slug: str, player: int, offence: str) -> Suggestion:
        """What the book names for an act of this player, given the warnings so far.

        Raises:
          Refusal: ``no-such-tournament`` or ``unreadable-request``.
        """
        tournament = self.tournament(slug)
        warned = len(tournament.conduct.warnings_of(player, offence))
        return suggested(offence, warned, tournament.rules)

    def penalise(
        self,
        case: UUID,
        seat: Seat,
        kind: str,
        reason: str,
        *,
        by: str,
        amount: int = 0,
        scope: str = "",
        notice: str = "",
        although: str = "",
    ) -> None:
        """Decide on a penalty and carry it out: warning, spread, clock, turn, score, game, place.

        Args:
          case: a case with a ruling.
          seat: who is penalised.
          kind: its name in the book's table, or the director's own.
          reason: in a few words.
          by: the director's badge.
          amount: points or seconds, where the penalty has any; for a forfeit, the margin.
          scope: of a kind the book does not name.
          notice: what the player is told would follow.
          although: why, where the penalty is not the director's to give.

        Raises:
          Refusal: ``not-allowed``, ``no-such-case``, ``needs-ruling``, ``unreadable-request``,
            ``not-the-directors``, ``no-number``, ``no-such-tournament``.
        """
        file = self._ruled(case)
        rules = self.rules_of(file.opened.game)
        must_make_sense(amount)
        named = penalty_of(kind, rules)
        scope = named.scope if named else scope
        noticed: tuple[str, ...] = () if named else (remarks.PENALTY_NOT_LISTED,)
        if file.finding and heavier_than_usual(kind, file.finding.level, rules):
            noticed += (remarks.HEAVIER_THAN_USUAL,)
        if scope == "committee" and not although:
            raise Refusal(
                "not-the-directors",
                "This penalty is not for the director to give.",
                "Refer or report the case, or write down why you give it all the same.",
                clause=str(named or ""),
            )
        if scope not in SCOPES:
            raise Refusal(
                "unreadable-request",
                f"{rules.id} names no penalty {kind!r}.",
                f"Choose among {', '.join(rules.penalties)}, or say what it touches: "
                f"{', '.join(SCOPES)}.",
            )
        if scope in ("points", "time", "spread") and amount < 1:
            raise Refusal(
                "unreadable-request",
                f"A penalty of {amount} {scope} makes no sense.",
                "Enter how much, as a whole number above zero.",
            )
        clause = str(named) if named else ""
        game = file.opened.game
        offence = (file.finding.offence if file.finding else "") or file.opened.offence or OTHER
        wanted = Wanted(
            sheet=self.desk.sheet(game),
            rules=rules,
            tournament=lambda: self.tournament_of(game),
            case=case,
            by=by,
            seat=seat,
            kind=kind,
            amount=amount,
            reason=reason,
            clause=clause,
            notice=notice,
            offence=offence,
        )
        fact = PenaltyDecided(
            seat=seat,
            kind=kind,
            scope=scope,
            amount=amount,
            reason=reason,
            clause=clause,
            although=although,
        )
        self._add(file, (fact,), by, remarks=noticed, also=SCOPES[scope](wanted))

    def apply_level_one(
        self,
        case: UUID,
        *,
        by: str,
        round_robin: bool | None = None,
        although: str = "",
    ) -> None:
        """Void or award the games of who was found guilty of the gravest offence (R-03).

        The offender takes no further part and stands last. Of a game in progress a book may
        say nothing; it is then left to a ruling, with a remark (T4-31).

        Raises:
          Refusal: ``not-allowed``, ``no-such-case``, ``needs-ruling``, ``no-level-one``,
            ``no-number``, or what ``level_one`` raises.
        """
        file = self._ruled(case)
        rules, found = self.rules_of(file.opened.game), file.finding
        if (found is None or found.level != 1 or found.minor) and not although:
            raise Refusal(
                "no-level-one",
                "No finding of the gravest level, and not of a minor kind, stands in this case.",
                "Rule so first, or write down why it follows all the same.",
                clause=str(rules.conduct.level_one_otherwise),
            )
        seat = (found.seat if found else None) or file.opened.seat
        if seat is None:
            raise Refusal("unreadable-request", "Nobody is found against.", "Rule against a seat.")
        tournament = self.tournament_of(file.opened.game)
        player = number_of(self.desk.sheet(file.opened.game), seat)
        follows = level_one(games_of(self.desk, tournament, player), rules, round_robin=round_robin)
        facts: list[Fact] = []
        if follows.voided:
            facts.append(GamesVoided(player=player, games=follows.voided, clause=follows.clause))
        if follows.awarded:
            facts.append(GamesAwarded(player=player, games=follows.awarded, clause=follows.clause))
        facts.append(PlayerWithdrawn(player=player, reason="ejected", ejected=True))
        decided = PenaltyDecided(
            seat=seat,
            kind="ejection",
            scope="tournament",
            reason=found.finding if found else although,
            clause=follows.clause,
            although=although,
        )
        self._add(
            file,
            (decided,),
            by,
            remarks=("T4-31",) if follows.running else (),
            also=[(tournament.id, tournament.version, facts)],
        )

    def _ruled(self, case: UUID) -> CaseFile:
        """The case, which must hold a ruling for its game.

        Raises:
          Refusal: ``no-such-case`` or ``needs-ruling``.
        """
        file = self.case_file(case)
        if file.ruling is None or file.ruling.game != file.opened.game:
            raise Refusal(
                "needs-ruling",
                "A penalty follows from a ruling, and there is none in this case.",
                "Rule with a citation first.",
            )
        return file


def _no_such_player(player: int) -> Refusal:
    return Refusal(
        "no-such-player", f"There is no player {player} in this tournament.", "Check the number."
    )
