"""Opening, closing and reading a case; writing what is decided, all of it or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID, uuid4

from ledger import rulebook
from ledger.asking.permission import (
    DIRECTORS,
    not_allowed,
)
from ledger.desk.desk import Desk
from ledger.desk.requests import Sent, written_meanwhile
from ledger.incidents.case_file import CaseFile, case_file
from ledger.incidents.facts.cases import CaseClosed, CaseOpened, CaseReopened
from ledger.incidents.offences import offence_of
from ledger.record.fact import Fact
from ledger.record.kept_words import KeptWords
from ledger.record.log import Taken
from ledger.record.streams import tournament_id
from ledger.rulebook import Rulebook
from ledger.tournament.tournament import Tournament, tournament_of
from ledger.vocabulary import Role, Seat
from ledger.vocabulary.refusals import Refusal

UNINVITED = frozenset({"director", "third-party", "observer", "monitor", "staff"})
"""Who raised it where no player did."""

Part = tuple[UUID, int, Sequence[Fact]]
"""Facts for a stream, and the version it was seen at."""


class CaseDesk:
    """Cases at the desk. Every method takes the badge of who does it.

    Args:
      desk: where everything is written.
    """

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def open_case(
        self,
        game: UUID,
        category: str,
        *,
        by: str,
        about: int | None = None,
        rule: str = "",
        raised_by: str = "",
        seat: Seat | None = None,
        offence: str = "",
        although: str = "",
    ) -> UUID:
        """Open a case about a game; its number. The fields are those of ``CaseOpened``.

        Raises:
          Refusal: ``not-allowed``, ``no-such-game``, ``unreadable-request``, or
            ``uninvited-arithmetic`` where the book bars a director nobody called from a wrong
            sum (R-10); ``although`` says why it is done all the same.
        """
        rules = self.rules_of(game)
        if offence:
            offence_of(offence, rules)
        barred = rules.hearing.uninvited_arithmetic
        uninvited = category == "score" and raised_by in UNINVITED
        if uninvited and barred.value == "must-not" and not although:
            raise Refusal(
                "uninvited-arithmetic",
                "Nobody steps in on a wrong sum that no player has asked about.",
                "Leave it to the players, or write down why you step in all the same.",
                clause=str(barred),
                trap="T4-28",
            )
        case = uuid4()
        fact = CaseOpened(
            game=game,
            about=about,
            category=category,
            rule=rule,
            raised_by=raised_by,
            seat=seat,
            offence=offence,
            although=although,
        )
        self._write_all([(case, 0, (fact,))], by)
        return case

    def close_case(self, case: UUID, *, by: str) -> None:
        """Close a case.

        Raises:
          Refusal: ``not-allowed`` or ``no-such-case``.
        """
        file = self.case_file(case)
        self._add(file, (CaseClosed(),), by)

    def reopen_case(self, case: UUID, reason: str, *, by: str) -> None:
        """Take a closed case up again.

        Raises:
          Refusal: ``not-allowed``, ``no-such-case`` or ``case-open``.
        """
        file = self.case_file(case)
        if not file.is_closed:
            raise Refusal("case-open", "This case is not closed.", "Go on with it.")
        self._add(file, (CaseReopened(reason=reason),), by)

    def case_file(self, case: UUID) -> CaseFile:
        """The case as it stands.

        Raises:
          Refusal: ``no-such-case``.
        """
        file = case_file(self.desk.log.events_of(case))
        if file is None:
            raise Refusal(
                "no-such-case", f"There is no case {case}.", "Open one, or check its number."
            )
        return file

    def rules_of(self, game: UUID) -> Rulebook:
        """The rulebook in force for a game.

        Raises:
          Refusal: ``no-such-game``.
        """
        scheduled = self.desk.sheet(game).scheduled
        return rulebook.in_force(scheduled.rulebook, scheduled.options)

    def tournament_of(self, game: UUID) -> Tournament:
        """The tournament a game belongs to.

        Raises:
          Refusal: ``no-such-game``, or ``no-such-tournament`` where nobody opened it.
        """
        return self.tournament(self.desk.sheet(game).scheduled.tournament)

    def tournament(self, slug: str) -> Tournament:
        """The tournament known as ``slug``.

        Raises:
          Refusal: ``no-such-tournament``.
        """
        found = tournament_of(self.desk.log.events_of(tournament_id(slug)))
        if found is None:
            raise Refusal(
                "no-such-tournament",
                f"There is no tournament {slug} in this record.",
                "Open it first, or decide on the game alone.",
            )
        return found

    def _open_file(self, case: UUID) -> CaseFile:
        """The case, which must be open.

        Raises:
          Refusal: ``no-such-case`` or ``case-closed``.
        """
        file = self.case_file(case)
        if file.is_closed:
            raise Refusal("case-closed", "This case is closed.", "Reopen it first, with a reason.")
        return file

    def _add(
        self,
        file: CaseFile,
        facts: Sequence[Fact],
        by: str,
        *,
        remarks: tuple[str, ...] = (),
        words: Sequence[KeptWords] = (),
        occurred_at: datetime | None = None,
        also: Sequence[Part] = (),
    ) -> None:
        """Write facts to a case, and what carries them out to other streams, all together."""
        self._write_all(
            [(file.id, file.version, facts)],
            by,
            remarks=remarks,
            words=words,
            occurred_at=occurred_at,
            case=file.id,
            also=also,
        )

    def _write_all(
        self,
        parts: Sequence[Part],
        by: str,
        *,
        remarks: tuple[str, ...] = (),
        words: Sequence[KeptWords] = (),
        occurred_at: datetime | None = None,
        case: UUID | None = None,
        also: Sequence[Part] = (),
    ) -> None:
        """Write facts to streams at the versions they were seen at.

        Args:
          parts: facts of a case or a tournament.
          by: the badge of a director.
          remarks: what was noticed; they go on the first event.
          words: people's words that the facts name by digest.
          occurred_at: when it happened, if that was not just now.
          case: the case that ``also`` carries out.
          also: facts of other streams, marked with the case.

        Raises:
          Refusal: ``not-allowed`` or ``written-meanwhile``.
        """
        if self.desk.role_of(by) is not Role.DIRECTOR:
            raise not_allowed(DIRECTORS)
        command = uuid4()
        own = Sent(by=by, command_id=command, occurred_at=occurred_at)
        carried_out = Sent(by=by, command_id=command, occurred_at=occurred_at, case=case)
        events = [e for part in parts for e in self.desk.enveloped(*part, own, remarks=remarks)]
        events += [e for part in also for e in self.desk.enveloped(*part, carried_out)]
        try:
            self.desk.log.append(events, words=words)
        except Taken:
            raise written_meanwhile() from None
        self.desk.caught_up()
