"""What the form of a ruling shows: the ways to decide, what may follow, and what to choose from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ledger.desk.refused import RefusedRequest
from ledger.game.play.results.comparing import may_hold
from ledger.game.sheet.sheet import Sheet
from ledger.replay.suggested_times import SuggestedTimes, suggested_times
from ledger.rulebook.gaps import Trap
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Seat, Totals
from web.cases.decisions import FIELD, Way, finding_of, trap_of, ways_of
from web.cases.follow_lines import KINDS, FollowLine, lines_to_show
from web.entry.wanted_in_words import words_of

CHIPS = ("in time", "too late", "not established", "the entry stands")
FINDINGS = {
    "conduct": ("it happened as reported", "not established", "no breach of a rule"),
    "equipment": ("the equipment stays", "the equipment is replaced", "not established"),
    "late": ("in time", "too late", "for a good reason", "not established"),
    "time": ("the clock stands", "both clocks are set", "not established", "in time", "too late"),
}
"""What a tap fills in as the finding, by what the case is about."""


@dataclass(frozen=True)
class RulingShown:
    """The form of a ruling.

    Attributes:
      citation: the rule it begins with.
      ways: enter, refuse, or rule otherwise; empty: it is about no refused request.
      trap: the gap that the refused request fell into, or that touches the rule at issue.
      findings: words that a tap fills in, where there are no ways.
      lines: what follows, as it was typed so far.
      adds: what can be added: by kind, the button's words.
      times: what both clocks might be set to.
      may_hold: the scores that somebody told, where papers of the result differ.
      names: of both players; empty: about no game.
      signed: whether both players signed the result.
    """

    citation: str
    ways: tuple[Way, ...] = ()
    trap: Trap | None = None
    findings: tuple[str, ...] = ()
    lines: tuple[FollowLine, ...] = ()
    adds: dict[str, str] = field(default_factory=dict)
    times: tuple[SuggestedTimes, ...] = ()
    may_hold: tuple[Totals, ...] = ()
    names: dict[Seat, str] = field(default_factory=dict)
    signed: bool = False

    def finding(self, said: Mapping[str, str]) -> str:
        """The finding as it was typed; where none was, the words of what was decided."""
        return finding_of(self.ways, said.get(FIELD, ""), said.get("finding", ""))


def over_a_refusal(refused: RefusedRequest, sheet: Sheet, tournament: Tournament) -> RulingShown:
    """The form of a ruling on a request that was refused.

    Args:
      refused: the request.
      sheet: the game it is about.
      tournament: the game's.
    """
    cited = refused.refusal.clause or str(tournament.rules.fallback.decides)
    return on_a_game(
        sheet, cited, ways=ways_of(refused, words_of(refused.wanted, sheet)), trap=trap_of(refused)
    )


def on_a_game(
    sheet: Sheet | None,
    citation: str,
    *,
    ways: tuple[Way, ...] = (),
    trap: Trap | None = None,
    category: str = "",
) -> RulingShown:
    """The form of a ruling in a case.

    Args:
      sheet: the game it is about; ``None``: about none.
      citation: the rule it begins with.
      ways: what may be decided about a refused request.
      trap: a gap that touches it.
      category: what the case is about.
    """
    findings = () if ways else FINDINGS.get(category, CHIPS)
    if sheet is None:
        return RulingShown(citation, trap=trap, findings=findings)
    adds = {kind: words for kind, (_, words) in KINDS.items()}
    if not sheet.is_final:
        del adds["result"]
    return RulingShown(
        citation,
        ways=ways,
        trap=trap,
        findings=findings,
        lines=tuple(lines_to_show()),
        adds=adds,
        times=suggested_times(sheet),
        may_hold=may_hold(sheet),
        names={seat: sheet.name(seat) for seat in Seat},
        signed=sheet.was_signed,
    )
