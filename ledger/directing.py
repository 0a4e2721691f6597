"""What a director does about a dispute: opens a case, rules with a citation, closes it."""

from __future__ import annotations

from uuid import UUID, uuid4

from ledger.desk import Desk
from ledger.facts.cases import CaseClosed, CaseOpened, RulingGiven
from ledger.facts.fact import Fact
from ledger.log import Taken
from ledger.permissions import DIRECTORS, not_allowed
from ledger.refusals import Refusal
from ledger.requests import Sent, written_meanwhile
from ledger.vocabulary import Role


class Director:
    """The director's way in. Every method takes the badge of who does it."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def open_case(
        self, game: UUID, category: str, *, by: str, about: int | None = None, rule: str = ""
    ) -> UUID:
        """Open a case about a game; its number.

        Raises:
          Refusal: ``not-allowed`` or ``no-such-game``.
        """
        self.desk.sheet(game)
        case = uuid4()
        self._write(case, CaseOpened(game=game, about=about, category=category, rule=rule), by)
        return case

    def rule(
        self,
        case: UUID,
        game: UUID,
        finding: str,
        citation: str,
        *,
        by: str,
        consequences: tuple[str, ...] = (),
    ) -> None:
        """Rule in a case. What is then entered under it outranks the software.

        Raises:
          Refusal: ``not-allowed``, ``no-such-case``, ``no-such-game``, or
            ``unreadable-request`` for a ruling without a citation.
        """
        self._must_exist(case)
        self.desk.sheet(game)
        if not citation.strip() or not finding.strip():
            raise Refusal(
                "unreadable-request",
                "A ruling needs a finding and the rule it rests on.",
                "Write both; where the rules are silent, cite the clause that leaves it to you.",
            )
        self._write(
            case,
            RulingGiven(game=game, finding=finding, citation=citation, consequences=consequences),
            by,
        )

    def close_case(self, case: UUID, *, by: str) -> None:
        """Close a case.

        Raises:
          Refusal: ``not-allowed`` or ``no-such-case``.
        """
        self._must_exist(case)
        self._write(case, CaseClosed(), by)

    def _must_exist(self, case: UUID) -> None:
        events = self.desk.log.events_of(case)
        if not events or not isinstance(events[0].fact, CaseOpened):
            raise Refusal(
                "no-such-case", f"There is no case {case}.", "Open one, or check its number."
            )

    def _write(self, case: UUID, fact: Fact, by: str) -> None:
        if self.desk.role_of(by) is not Role.DIRECTOR:
            raise not_allowed(DIRECTORS)
        sent = Sent(by=by, command_id=uuid4())
        version = self.desk.log.version_of(case)
        try:
            self.desk.log.append(self.desk.enveloped(case, version, (fact,), sent))
        except Taken:
            raise written_meanwhile() from None
        self.desk.caught_up()
