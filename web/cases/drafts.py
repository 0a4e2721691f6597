"""Prepared rulings: adopted from what was tried, and read back to fill the form of a ruling."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode
from uuid import uuid4

import msgspec
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from ledger.asking.asked import Asked
from ledger.desk.desk import Desk
from ledger.desk.preview import preview
from ledger.desk.requests import Sent
from ledger.game.sheet import Sheet
from ledger.incidents.asking import game_of
from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts.cases import DraftSeconded, RulingDrafted
from ledger.incidents.finding import Finding
from ledger.incidents.ruling import GiveRuling
from ledger.incidents.second_official import open_drafts
from ledger.refusals.saying import refusal
from ledger.rulebook import rules_of
from ledger.rulebook.gaps.ruled import reading_ruled
from ledger.tournament.tournament import Tournament
from ledger.vocabulary.refusals import RecordAway, Refusal
from web.access.visitors import signed_in, the_badges
from web.cases.foreseen import Foreseen, foreseen, look
from web.replay.supposed import TRIED, in_words, requests_for, supposed


@dataclass(frozen=True)
class Draft:
    """A ruling that was prepared and is not given.

    Attributes:
      tried: the what-if it was adopted from, as an address has it; empty: written on the form.
      follows: what would be entered with it, in words.
      ruling: what was prepared; ``None`` where its words were removed, or can't be read.
      read: how it reads a gap of the rulebook, in words; empty: it reads none.
      seen: what it would do if it were given now; ``None`` where it can't be given.
      stands_in_its_way: why it can't; ``None`` where it can, or can't be read.
    """

    version: int
    digest: str
    says: str
    by: str
    seconded: str
    tried: str
    ruling: GiveRuling | None
    read: str = ""
    seen: Foreseen | None = None
    stands_in_its_way: Refusal | None = None


def drafts_of(desk: Desk, file: CaseFile, tournament: Tournament) -> tuple[Draft, ...]:
    """The prepared rulings that wait: all that were tried, and the last that was written.

    Each with what it would do, for whoever is asked to agree to it.
    """
    found = [_draft(desk, file, version) for version in open_drafts(file)]
    written = [one for one in found if not one.tried]
    waiting = (one for one in found if one.tried or one is written[-1])
    return tuple(_looked_at(desk, file, tournament, one) for one in waiting)


def _looked_at(desk: Desk, file: CaseFile, tournament: Tournament, draft: Draft) -> Draft:
    if draft.ruling is None:
        return draft
    sent = Sent(by=draft.by, command_id=uuid4())
    try:
        seen = foreseen(look(desk, file, draft.ruling, sent), draft.ruling, tournament)
    except RecordAway:
        raise
    except Refusal as refused:
        return dataclasses.replace(draft, stands_in_its_way=refused)
    return dataclasses.replace(draft, seen=seen)


def must_still_do_so(
    desk: Desk, file: CaseFile, tournament: Tournament, said: Mapping[str, str]
) -> None:
    """Refuse to agree to what would do otherwise than it did when it was read.

    Raises:
      Refusal: ``draft-changed``.
    """
    read = said.get("read", "")
    now = next(
        (one for one in drafts_of(desk, file, tournament) if one.digest == said.get("digest")), None
    )
    if read and now is not None and (now.seen is None or now.seen.digest != read):
        raise Refusal(
            "draft-changed",
            "What it does has changed since you read it, so you have not agreed to anything.",
            "Read what it does now, and agree to that.",
        )


def _draft(desk: Desk, file: CaseFile, version: int) -> Draft:
    event = next(e for e in file.events if e.originator_version == version)
    fact = event.fact
    assert isinstance(fact, RulingDrafted)
    seconded = next(
        (
            e.envelope.written_by
            for e in reversed(file.events)
            if isinstance(e.fact, DraftSeconded) and e.fact.draft == version
        ),
        "",
    )
    kept = desk.log.words_of(fact.words)
    ruling = _read(kept) if kept else None
    by = event.envelope.written_by
    read = _reading_of(ruling) if ruling else ""
    return Draft(version, fact.digest, fact.says, by, seconded, fact.tried, ruling, read)


def _reading_of(ruling: GiveRuling) -> str:
    """How it reads a gap of the rulebook, in words; empty: it reads none, or none there is."""
    try:
        return reading_ruled(ruling.trap, ruling.reading, ruling.another)
    except Refusal:
        return ""


def _read(kept: bytes) -> GiveRuling | None:
    """What was prepared; ``None`` where another program wrote it, and not as a ruling."""
    try:
        return msgspec.json.decode(kept, type=GiveRuling)
    except msgspec.MsgspecError:
        return None


def drafted(desk: Desk, file: CaseFile, version: int) -> GiveRuling | None:
    """What was prepared; ``None`` where no draft is named, or its words were removed.

    Raises:
      Refusal: ``no-such-draft``: it was taken up or dropped, or never prepared.
    """
    if not version:
        return None
    if version not in open_drafts(file):
        raise refusal("no-such-draft")
    return _draft(desk, file, version).ruling


def form_filled(draft: GiveRuling, version: int) -> dict[str, str]:
    """The fields of the form of a ruling, as they were prepared."""
    return {
        "draft": str(version),
        "finding": draft.finding,
        "citation": draft.citation,
        "found": draft.found,
        "consequences": "\n".join(draft.consequences),
        "adopted": "1" if draft.follows else "",
        "gap": "1" if draft.gap else "",
        "although": draft.although,
        "decision": str(draft.decision) if draft.decision else "",
        "beside": "1" if draft.beside else "",
        **_reading_filled(draft),
        **_conduct_filled(draft.conduct),
    }


def _reading_filled(draft: GiveRuling) -> dict[str, str]:
    """The fields of how a gap of the rulebook is read."""
    another = {"reading": "another", "another": draft.another} if draft.another else {}
    return {"trap": draft.trap, "reading": draft.reading, **another}


def _conduct_filled(found: Finding | None) -> dict[str, str]:
    """The fields of a finding on conduct."""
    if found is None:
        return {}
    return {
        "against": found.seat.value,
        "offence": found.offence,
        "level": "" if found.level is None else str(found.level),
        "mind": found.state_of_mind,
        "minor": "1" if found.minor else "",
    }


def tried_in(form: Mapping[str, str]) -> str:
    """What was tried, as the address of the page of evidence has it."""
    return urlencode([(name, form[name]) for name in TRIED if form.get(name)])


def adopted(file: CaseFile, form: MultiDict[str, str]) -> GiveRuling:
    """What was tried, as a ruling that might be given in this case.

    What the director may enter at the table now follows from it; what can't be entered any more,
    as a challenge of a play that others came after, stands in words alone.

    Raises:
      Refusal: ``no-game``, ``unreadable-request``, or why it could not be tried.
    """
    desk = the_badges().desk
    sheet = desk.sheet(game_of(file))
    tried = supposed(sheet, form)
    if tried is None:
        raise Refusal(
            "unreadable-request", "Nothing was tried.", "Try something on the page of evidence."
        )
    if tried.found is None:
        raise tried.refused or refusal("nothing-to-go-by")
    rules = rules_of(sheet.scheduled)
    plain = GiveRuling(
        game=sheet.id,
        finding=in_words(tried, sheet),
        citation=file.opened.rule or str(rules.fallback.decides),
        consequences=_score_changes(tried.found.end, tried.found.would_end),
    )
    follows = requests_for(tried, sheet, signed_in().badge)
    return _that_can_be_given(desk, file, plain, follows)


def _score_changes(was: Sheet, would: Sheet) -> tuple[str, ...]:
    """The scores before and after, as a line of what follows; none where they stay."""
    if was.stands == would.stands:
        return ()
    return (f"Score {was.stands[0]}:{was.stands[1]} to {would.stands[0]}:{would.stands[1]}",)


def _that_can_be_given(
    desk: Desk, file: CaseFile, plain: GiveRuling, follows: tuple[Asked, ...]
) -> GiveRuling:
    """With what follows and the scores that it really leads to, if it could be given now."""
    if not follows:
        return plain
    whole = replace(plain, follows=follows)
    looked_at = replace(whole, alone="-")  # whether another must agree is asked when it is given
    sent = Sent(by=signed_in().badge, command_id=uuid4())
    try:
        seen = preview(desk, file.id, plain.game, looked_at, sent)
    except Refusal:
        return plain
    if seen.before is None or seen.after is None:
        return whole
    return replace(whole, consequences=_score_changes(seen.before, seen.after))
