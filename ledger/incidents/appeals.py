"""Appeals: who may, when, to whom, who sat, what came of it. A petition is none of this."""

from __future__ import annotations

from uuid import UUID

from ledger.incidents.carrying_out import number_of
from ledger.incidents.case_desk import CaseDesk
from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts.appeals import AppealDecided, AppealHeard, AppealLodged, BundleIssued
from ledger.incidents.facts.cases import CaseReported, PenaltyDecided, RulingGiven
from ledger.incidents.rights import must_be_over, must_have_a_right, next_body
from ledger.record.fact import Fact
from ledger.record.kept_words import KeptWords
from ledger.tournament.facts.conduct import LevelOneLifted, TournamentClosed
from ledger.vocabulary import Seat, remarks
from ledger.vocabulary.refusals import Refusal

AGAINST: dict[str, type[Fact]] = {
    "ruling": RulingGiven,
    "conduct-finding": RulingGiven,
    "penalty": PenaltyDecided,
}
OUTCOMES = ("upheld", "upheld-in-part", "dismissed")


class Appeals(CaseDesk):
    """What happens to a decision after the tournament."""

    def lodge_appeal(
        self,
        case: UUID,
        who: str,
        *,
        by: str,
        against: str = "ruling",
        seat: Seat | None = None,
        to: str = "",
        grounds: KeptWords | None = None,
        although: str = "",
    ) -> None:
        """Write an appeal down (R-15 to R-17).

        Args:
          case: the case of the decision.
          who: name of the appellant.
          by: the director's badge.
          against: ``ruling``, ``conduct-finding`` or ``penalty``: the last of these counts.
          seat: the appellant's, if a player of the game.
          to: the body; empty for the next one in the book's order.
          grounds: the appellant's words.
          although: why it is taken where the book bars it.

        Raises:
          Refusal: ``not-allowed``, ``no-such-case``, ``unreadable-request``,
            ``nothing-to-appeal``, ``no-right-of-appeal``, ``tournament-not-over``,
            ``no-further-appeal``, ``rulebook-silent``.
        """
        file = self.case_file(case)
        rules = self.rules_of(file.opened.game)
        if against not in AGAINST:
            raise Refusal(
                "unreadable-request",
                f"{against!r} is nothing to appeal against.",
                f"Choose among {', '.join(AGAINST)}.",
            )
        found = file.last(AGAINST[against])
        if found is None:
            raise Refusal(
                "nothing-to-appeal",
                "There is no such decision in this case.",
                "Check the case, or petition the director instead.",
            )
        if not although:
            must_have_a_right(file, seat, rules)
            must_be_over(self.tournament_of(file.opened.game), rules)
        first = next_body(file, rules, although)
        fact = AppealLodged(
            who=who,
            seat=seat,
            against=against,
            version=found[0],
            to=to or first,
            grounds=grounds.digest if grounds else "",
            although=although,
        )
        passed_over = bool(to and first and to != first)
        self._add(
            file,
            (fact,),
            by,
            remarks=(remarks.BODY_PASSED_OVER,) if passed_over else (),
            words=[grounds] if grounds else (),
        )

    def hear_appeal(
        self,
        case: UUID,
        body: str,
        *,
        by: str,
        committee: tuple[str, ...] = (),
        executive: tuple[str, ...] = (),
        how: str = "",
    ) -> None:
        """Write down who sat. A member of the Executive among them is remarked on (Y93).

        Raises:
          Refusal: ``not-allowed``, ``no-such-case`` or ``no-appeal``.
        """
        file = self._appealed(case)
        barred = self.rules_of(file.opened.game).appeal.committee
        noticed = executive and barred.value == "disinterested-no-executive"
        self._add(
            file,
            (AppealHeard(by=body, committee=committee, executive=executive, how=how),),
            by,
            remarks=(remarks.EXECUTIVE_ON_COMMITTEE,) if noticed else (),
        )

    def decide_appeal(
        self,
        case: UUID,
        body: str,
        outcome: str,
        *,
        by: str,
        recommends: tuple[str, ...] = (),
        accepted: str = "",
    ) -> None:
        """Write down what a body decided, and what its Executive made of a recommendation.

        Raises:
          Refusal: ``not-allowed``, ``no-such-case``, ``no-appeal``, ``unreadable-request``.
        """
        file = self._appealed(case)
        if outcome not in OUTCOMES:
            raise Refusal(
                "unreadable-request",
                f"{outcome!r} is no outcome of an appeal.",
                f"Choose among {', '.join(OUTCOMES)}.",
            )
        fact = AppealDecided(by=body, outcome=outcome, recommends=recommends, accepted=accepted)
        self._add(file, (fact,), by)

    def lift_level_one(
        self, case: UUID, seat: Seat, reason: str, *, by: str, although: str = ""
    ) -> None:
        """Let a player's games count again as played, after an appeal that was upheld.

        Raises:
          Refusal: ``not-allowed``, ``no-such-case``, ``not-upheld``, ``no-number``.
        """
        file = self.case_file(case)
        decided = file.last(AppealDecided)
        upheld = decided and decided[1].outcome != "dismissed"
        if (not upheld or (decided and decided[1].accepted == "rejected")) and not although:
            raise Refusal(
                "not-upheld",
                "No appeal in this case was upheld and accepted.",
                "Enter the decision first, or write down why the games count again.",
            )
        tournament = self.tournament_of(file.opened.game)
        player = number_of(self.desk.sheet(file.opened.game), seat)
        lifted = LevelOneLifted(player=player, reason=reason)
        self._write_all((), by, case=case, also=[(tournament.id, tournament.version, (lifted,))])

    def issue_bundle(
        self, case: UUID, to: str, digest: str, *, by: str, redacted: bool = True
    ) -> None:
        """Write down that the papers of a case were handed out, as one file.

        Raises:
          Refusal: ``not-allowed`` or ``no-such-case``.
        """
        file = self.case_file(case)
        fact = BundleIssued(to=to, digest=digest, version=file.version, redacted=redacted)
        self._add(file, (fact,), by)

    def close_tournament(self, slug: str, *, by: str) -> None:
        """Write down that the tournament is over; closing the last round does as well.

        Raises:
          Refusal: ``not-allowed``, ``no-such-tournament`` or ``tournament-over``.
        """
        tournament = self.tournament(slug)
        if tournament.conduct.closed:
            raise Refusal("tournament-over", "The tournament has been closed.", "Go on.")
        self._write_all([(tournament.id, tournament.version, (TournamentClosed(),))], by)

    def _appealed(self, case: UUID) -> CaseFile:
        """The case, which must be under appeal or referred.

        Raises:
          Refusal: ``no-such-case`` or ``no-appeal``.
        """
        file = self.case_file(case)
        referred = any(one.why == "referred" for one in file.each(CaseReported))
        if not file.each(AppealLodged) and not referred:
            raise Refusal(
                "no-appeal",
                "Nobody has appealed in this case, and it was not referred.",
                "Lodge the appeal first.",
            )
        return file
