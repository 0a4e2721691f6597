"""What settles a matter of the desk: the first verb beside it, and the step or page it leads to.

Every kind has one. It names what is done there, and once that is done the matter is gone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple
from uuid import UUID

from flask import url_for

from ledger.hall import GameRow
from ledger.matters.matter import DeskMatter
from ledger.vocabulary.desk_matters import MatterKind
from web.director.inbox import OfTournament
from web.frame.addresses import of_game, to_rule_on

Does = Literal["", "sets-out"]
"""What a verb does on the desk itself; empty: it leads to where it is done."""


class Verb(NamedTuple):
    """The first way on.

    Attributes:
      words: what its button says, a verb and its object.
      at: address it leads to; empty where it is done on the desk.
    """

    words: str
    at: str
    does: Does = ""


STEPS = {
    "adjust-time": "Grant or decline it",
    "nullify-press": "Grant or decline it",
    "apply-penalty": "Apply the penalty",
    "assess-emergency": "Assess the player",
    "assign-time": "Assign the time left",
    "designate-blank": "Name the blank",
    "end-emergency": "End the emergency",
    "find-upset": "Find how it was upset",
    "forfeit": "Declare the forfeit",
    "judge-exchange": "Judge the exchange",
    "judge-placement": "Judge the play",
    "rebuild-position": "Rebuild the position",
    "redesignate-blank": "Name the blank",
    "resign": "Enter the resignation",
    "return-new-tiles": "Return the new tiles",
    "return-unwanted-tiles": "Return these tiles",
    "set-times": "Set both clocks",
    "settle-drawing": "Settle the draw",
    "settle-warning": "Warn or waive it",
    "void-challenge": "Void the challenge",
}
"""What is done in a step of the director's, by the request that records it."""

CLOSED = frozenset({"final", "amended", "forfeited"})
"""States in which a sheet is not corrected any more; its result is amended."""

IN_A_CASE: dict[str, str] = {
    "ruling": "Rule on the case",
    "telling": "Tell the players",
    "taken-back": "Tell the players",
    "stands-again": "Tell the players",
    "report": "Send the report",
    "appeal": "Decide the appeal",
    "referral": "Enter the decision",
    "decision": "Carry out the decision",
}
"""What is done in a case, by what is to be done next."""


def first_verb(one: OfTournament, matter: DeskMatter) -> Verb:
    """What settles this matter."""
    return VERBS[matter.kind](one, matter)


def case_about(one: OfTournament, matter: DeskMatter) -> str:
    """Where a case about this matter is opened: its game, event, player and rule are filled in."""
    about = matter.named.which if matter.named.which.isascii() else ""
    asked = {
        "game": str(matter.game),
        "about": about if about.isdigit() else "",
        "raised_by": "player" if matter.seat else "",
        "seat": matter.seat.value if matter.seat else "",
        "category": CATEGORIES.get(matter.kind, ""),
        "title": matter.words,
        "rule": matter.clause,
    }
    given: dict[str, Any] = {name: value for name, value in asked.items() if value}
    return url_for("cases.new", slug=one.slug, **given)


CATEGORIES: dict[MatterKind, str] = {"petition": "time", "under-protest": "score"}
"""What a case about it is about, where the kind says so."""


def _row(one: OfTournament, matter: DeskMatter) -> GameRow:
    assert matter.game is not None, "it is about a game"
    return one.rows[matter.game]


def _entry(one: OfTournament, matter: DeskMatter, part: str) -> str:
    """A part of the table's entry page, opened as the page is."""
    return f"{of_game(_row(one, matter), 'entering.page')}#{part}"


def _call(one: OfTournament, matter: DeskMatter) -> Verb:
    del one, matter
    return Verb("I am on my way", "", "sets-out")


def _verdict(one: OfTournament, matter: DeskMatter) -> Verb:
    del one
    final = matter.kind == "verdicts-differ"
    return Verb(
        "Give the final verdict" if final else "Judge the slip",
        url_for("judging.page", slip=matter.game),
    )


def _turns_since(one: OfTournament, matter: DeskMatter) -> Verb:
    return Verb("Decide these turns", of_game(_row(one, matter), "turns_since.page"))


def _for_a_ruling(one: OfTournament, matter: DeskMatter) -> Verb:
    return Verb("Rule on it", to_rule_on(one.slug, UUID(matter.named.which)))


def _step(one: OfTournament, matter: DeskMatter) -> Verb:
    if not matter.step:
        return Verb("Rule on it", case_about(one, matter))
    words = STEPS.get(matter.step, "Record the step")
    return Verb(words, _entry(one, matter, f"steps{matter.named.which}"))


def _amendment(one: OfTournament, matter: DeskMatter) -> Verb:
    return Verb("Amend or refuse", of_game(_row(one, matter), "amending.page"))


def _unwritten(one: OfTournament, matter: DeskMatter) -> Verb:
    return Verb("Settle both entries", _entry(one, matter, "outbox"))


def _finding(one: OfTournament, matter: DeskMatter) -> Verb:
    if _row(one, matter).state in CLOSED:
        return Verb("Amend the result", of_game(_row(one, matter), "amending.page"))
    return Verb("Correct the sheet", _entry(one, matter, "sheet"))


def _to_confirm(one: OfTournament, matter: DeskMatter) -> Verb:
    at = of_game(_row(one, matter), "confirming.page", version=matter.named.which)
    return Verb("Confirm or rule", at)


def _telling(one: OfTournament, matter: DeskMatter) -> Verb:
    at = url_for("taking_back.page", slug=one.slug, act=UUID(matter.named.which))
    return Verb("Tell the players", f"{at}#tell-title")


def _case(one: OfTournament, matter: DeskMatter) -> Verb:
    file = next(file for file in one.files if file.id == matter.named.subject)
    lacks, _, version = matter.named.which.partition(" ")
    part = "appeal-title" if lacks in ("appeal", "referral") else None
    at = url_for(
        "cases.one",
        slug=one.slug,
        number=file.opened.number,
        carry=version or None,
        _anchor="finding-title" if version else part,
    )
    return Verb(IN_A_CASE[lacks], at)


def _silent(one: OfTournament, matter: DeskMatter) -> Verb:
    del one, matter
    return Verb("Check the tablet", url_for("badges.desk"))


def _not_started(one: OfTournament, matter: DeskMatter) -> Verb:
    return Verb("Start the game", _entry(one, matter, "start"))


def _watch(one: OfTournament, matter: DeskMatter) -> Verb:
    return Verb("Watch the game", of_game(_row(one, matter)))


def _unfinished(one: OfTournament, matter: DeskMatter) -> Verb:
    del matter
    return Verb("Type the result", url_for("slip_results.page", slug=one.slug))


def _papers_differ(one: OfTournament, matter: DeskMatter) -> Verb:
    at = url_for("two_slips.page", slug=one.slug, game=matter.game)
    return Verb("Compare the slips", at)


def _under_protest(one: OfTournament, matter: DeskMatter) -> Verb:
    return Verb("Rule on the protest", case_about(one, matter))


def _result(one: OfTournament, matter: DeskMatter) -> Verb:
    words = {"signature": "Have it signed", "hand-in": "Hand it in"}
    return Verb(words.get(matter.named.which, "Complete the slip"), _entry(one, matter, "result"))


def _arithmetic(one: OfTournament, matter: DeskMatter) -> Verb:
    return Verb("See the score sheet", of_game(_row(one, matter), "evidence.page"))


VERBS: dict[MatterKind, Callable[[OfTournament, DeskMatter], Verb]] = {
    "call": _call,
    "verdicts-differ": _verdict,
    "turns-since": _turns_since,
    "for-a-ruling": _for_a_ruling,
    "step": _step,
    "amendment": _amendment,
    "petition": _step,
    "unwritten": _unwritten,
    "finding": _finding,
    "to-confirm": _to_confirm,
    "telling": _telling,
    "decision": _case,
    "case": _case,
    "appeal": _case,
    "slip": _verdict,
    "silent": _silent,
    "not-started": _not_started,
    "clock": _watch,
    "unfinished": _unfinished,
    "papers-differ": _papers_differ,
    "under-protest": _under_protest,
    "result": _result,
    "arithmetic": _arithmetic,
}
"""The first verb, by what waits."""
