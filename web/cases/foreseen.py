"""What a request about a case would do, seen before it is given; rulings prepared."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple
from urllib.parse import urlencode
from uuid import UUID, uuid4

import msgspec
from flask import render_template, request
from msgspec import structs
from msgspec.structs import replace as replace_structs
from werkzeug.datastructures import MultiDict

from ledger.desk.desk import Desk, Preview, preview
from ledger.desk.requests import Sent
from ledger.game.results.signatures import outcome_wording
from ledger.game.sheet.folding import wording
from ledger.game.sheet.outcome import outcome_of
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts import DraftSeconded, RulingDrafted, RulingGiven
from ledger.incidents.reports import told_once, typed_with
from ledger.incidents.requests import CaseRequest, game_of
from ledger.incidents.ruling import Finding, GiveRuling, digest_of_ruling, open_drafts
from ledger.incidents.wording import LONGEST_FINDING, says_wording
from ledger.messages import ENGLISH, say, speaking
from ledger.messages.coded import kept, told_of
from ledger.messages.written import reason_to_fill_in
from ledger.refusals.saying import refusal
from ledger.requests import Request
from ledger.rulebook import rules_of
from ledger.rulebook.ambiguities.ruled import reading_ruled
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Seat
from ledger.vocabulary.bounds import shown
from ledger.vocabulary.refusals import RecordAway, Refusal
from ledger.vocabulary.signs import signed, whole
from web.access.visitors import accounts, signed_in
from web.cases.form_fields import whole_number
from web.cases.ruling_form import OFFERED
from web.frame.refused import asked_by_a_person
from web.frame.wording import state_words
from web.replay import TRIED, describe_supposition, requests_for, supposed

TRIES = 2  # how often a look may be overtaken by the table itself, before the official looks again

LIVE = "live"
"""What a form says as ``preview`` while it is typed: the preview alone is wanted, and no page."""


class Row(NamedTuple):
    """One thing of the game, now and afterwards."""

    words: str
    now: str
    after: str

    @property
    def changes(self) -> bool:
        return self.now != self.after


@dataclass(frozen=True)
class Foreseen:
    """What would happen.

    Attributes:
      lines: what would be written, in words, as it would be listed afterwards.
      rows: score, clocks, turn, state and result, now and after; empty: about no game.
      game_seen: version of the game it was looked at on; 0: about no game.
      since: what was written at the table since the form was looked at before.
      anew: whether it is another than what was seen before.
    """

    lines: tuple[str, ...]
    rows: tuple[Row, ...]
    digest: str
    game_seen: int
    since: tuple[str, ...] = ()
    anew: bool = False


def would_be_written(seen: Preview, tournament: Tournament) -> tuple[str, ...]:
    """What a request looked at would write, in words, as the page and paper list it afterwards."""
    found: list[str] = []
    for event, words in told_once(seen.events, seen.after, tournament):
        found.append(words)
        if isinstance(event.fact, RulingGiven):
            found += typed_with(event.fact)
    return tuple(filter(None, found))


def foreseen(seen: Preview, desk_request: CaseRequest, tournament: Tournament) -> Foreseen:
    """What a request looked at would do, to be shown and to be told again by its digest."""
    lines, rows = would_be_written(seen, tournament), rows_of_game(seen)
    # What is asked, whatever its sender had in view, and whether another official agreed.
    whole = (lines, rows, digest_of_ruling(desk_request))
    digest = hashlib.sha256(msgspec.json.encode(whole)).hexdigest()
    return Foreseen(lines, rows, digest, seen.before.version if seen.before else 0)


def rows_of_game(seen: Preview) -> tuple[Row, ...]:
    """Scores, clocks, turn, state and result of the game, now and after; none about no game.

    With what the game is worth in the standings, where it counts.
    """
    before, after = seen.before, seen.after
    if before is None or after is None or not (before.is_final or after.is_final):
        return rows_of_table(seen)
    standings = [
        Row(f"Standings: {before.name(seat)}", _standing(before, seat), _standing(after, seat))
        for seat in Seat
    ]
    return (*rows_of_table(seen), *standings)


def rows_of_table(seen: Preview) -> tuple[Row, ...]:
    """The same for a page that shows the standings themselves."""
    before, after = seen.before, seen.after
    if before is None or after is None:
        return ()
    now = _rows_of(before)
    then = now if after is before else _rows_of(after)
    rows = [
        Row(name, is_so or not_yet, will_be or not_yet)
        for (name, is_so, not_yet), (_, will_be, _) in zip(now, then, strict=True)
        if is_so or will_be
    ]
    return tuple(rows)


def _rows_of(sheet: Sheet) -> list[tuple[str, str, str]]:
    """What it is called, what stands of it (empty: nothing), and how nothing reads."""
    names, times = dict(zip(Seat, sheet.names, strict=True)), sheet.clock.times
    scores = [whole(score) for score in sheet.stands]
    if times:
        scores = [
            say("cases.score-and-clock", score=score, clock=shown(time))
            for score, time in zip(scores, times, strict=True)
        ]
    return [
        *((name, score, "") for name, score in zip(sheet.names, scores, strict=True)),
        (say("cases.to-move"), names[sheet.on_move] if sheet.on_move else "", say("cases.nobody")),
        (say("cases.state-row"), state_words(sheet.state), ""),
        (say("cases.result"), outcome_wording(sheet), say("cases.none-yet")),
    ]


def _standing(sheet: Sheet, seat: Seat) -> str:
    if not sheet.is_final:
        return say("cases.does-not-count-yet")
    outcome = outcome_of(sheet)
    won = outcome.half_wins[seat.place]
    return say(f"cases.half_wins.{won}", spread=signed(outcome.spreads[seat.place]))


def look(desk: Desk, file: CaseFile, desk_request: CaseRequest, sent: Sent) -> Preview:
    """What a request in a case would do as things stand, or why it would be refused."""
    return preview(desk, file.id, file.opened.game, by_one(desk_request), sent)


def by_one(desk_request: CaseRequest) -> CaseRequest:
    """A ruling looked at alone: whether another official has to agree is asked when it is given."""
    return (
        structs.replace(desk_request, alone=desk_request.alone or "-")
        if isinstance(desk_request, GiveRuling)
        else desk_request
    )


def to_look_at(now: Foreseen, desk: Desk, game: UUID | None) -> Foreseen | None:
    """What is to be looked at before the form is taken; ``None``: it was, and is still so."""
    said = request.form.get("previewed", "")
    if request.form.get("preview"):
        return now
    if said == now.digest:
        return None
    if not asked_by_a_person():
        raise refusal("game-went-on") if said else not_looked_at()
    if not said:
        return now
    since = _since(desk, game, whole_number(request.form.get("game_seen", "")))
    return replace(now, since=since, anew=True)


def not_looked_at() -> Refusal:
    return Refusal(
        "not-looked-at",
        say("cases.what-this-would-do"),
        say("cases.ask-for-the-preview-first"),
    )


def _since(desk: Desk, game: UUID | None, seen: int) -> tuple[str, ...]:
    """What was written at the table after this version, in words."""
    if game is None or not seen:
        return ()
    sheet = desk.sheet(game)
    return tuple(wording(one.fact, sheet) for one in sheet.events if one.originator_version > seen)


def given_as_seen(
    give: Callable[[int, Sent], None],
    sent: Sent,
    looking: Callable[[], Foreseen],
    digest: str,
    now: Foreseen | None = None,
) -> None:
    """Give what was seen, on the very game on which it does so.

    A table that writes in between is looked at again: where what would happen is still the same,
    it is given.

    Args:
      give: asks for it, with the version of the game it was looked at on.
      digest: of what was seen.
      now: what it does, where that was looked at just now.

    Raises:
      Refusal: ``game-went-on`` where it is another by now; or why it is not given.
    """
    for attempt in range(TRIES):
        now = now if now and not attempt else looking()
        if now.digest != digest:
            break
        try:
            # A refusal is kept as the answer to its request, so a new try is a new request.
            give(now.game_seen, sent.followed_by("looked at again") if attempt else sent)
        except Refusal as refused:
            if refused.code != "game-went-on":
                raise
        else:
            return
    raise refusal("game-went-on")


def shown_alone(seen: Foreseen | None, refused: Refusal | None = None) -> str:
    """The preview without its page: what a form that is being typed shows beside itself."""
    return render_template("cases/_foreseen.html", seen=seen, not_yet=refused)


# Prepared rulings: adopted from what was tried, and read back to fill the form of a ruling.


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
    act: UUID
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
    """Refuse to agree to what would do otherwise than it did when it was read."""
    read = said.get("read", "")
    now = next(
        (one for one in drafts_of(desk, file, tournament) if one.digest == said.get("digest")), None
    )
    if read and now is not None and (now.seen is None or now.seen.digest != read):
        raise Refusal(
            "draft-changed",
            say("cases.what-it-does-has-changed"),
            say("cases.read-what-it-does-now"),
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
    read, act = _reading_of(ruling) if ruling else "", event.envelope.command_id
    return Draft(
        version, fact.digest, says_wording(fact), by, seconded, fact.tried, act, ruling, read
    )


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
    """What was prepared; ``None`` where no draft is named, or its words were removed."""
    if not version:
        return None
    if version not in open_drafts(file):
        raise refusal("no-such-draft")
    return _draft(desk, file, version).ruling


def form_filled(draft: GiveRuling, version: int) -> dict[str, str]:
    return {
        "draft": str(version),
        "finding": (
            told_of(draft.finding_coded, draft.finding, LONGEST_FINDING)
            or reason_to_fill_in(draft.finding, OFFERED)
        )[:LONGEST_FINDING],
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
    another = {"reading": "another", "another": draft.another} if draft.another else {}
    return {"trap": draft.trap, "reading": draft.reading, **another}


def _conduct_filled(found: Finding | None) -> dict[str, str]:
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
    return urlencode([(name, form[name]) for name in TRIED if form.get(name)])


def adopted(file: CaseFile, form: MultiDict[str, str]) -> GiveRuling:
    """What was tried, as a ruling that might be given in this case.

    What the director may enter at the table now follows from it; what can't be entered any more,
    as a challenge of a play that others came after, stands in words alone.
    """
    desk = accounts().desk
    sheet = desk.sheet(game_of(file))
    tried = supposed(sheet, form)
    if tried is None:
        raise Refusal(
            "unreadable-request",
            say("cases.nothing-was-tried"),
            say("cases.try-something-on-the-page"),
        )
    if tried.found is None:
        raise tried.refused or refusal("nothing-to-go-by")
    rules = rules_of(sheet.scheduled)
    with speaking(ENGLISH):
        finding = describe_supposition(tried, sheet)
    plain = GiveRuling(
        game=sheet.id,
        finding=finding[:LONGEST_FINDING],
        finding_coded=kept(lambda: describe_supposition(tried, sheet)),
        citation=file.opened.rule or str(rules.fallback.decides),
        consequences=_score_changes(tried.found.end, tried.found.would_end),
    )
    follows = requests_for(tried, sheet, signed_in().badge)
    return _that_can_be_given(desk, file, plain, follows)


def _score_changes(was: Sheet, would: Sheet) -> tuple[str, ...]:
    """The scores before and after, in signs that are the same in every language."""
    if was.stands == would.stands:
        return ()
    return (f"{was.stands[0]}:{was.stands[1]} → {would.stands[0]}:{would.stands[1]}",)


def _that_can_be_given(
    desk: Desk, file: CaseFile, plain: GiveRuling, follows: tuple[Request, ...]
) -> GiveRuling:
    """With what follows and the scores that it really leads to, if it could be given now."""
    if not follows:
        return plain
    whole = replace_structs(plain, follows=follows)
    looked_at = replace_structs(
        whole, alone="-"
    )  # whether another must agree is asked when it is given
    sent = Sent(by=signed_in().badge, command_id=uuid4())
    try:
        seen = preview(desk, file.id, plain.game, looked_at, sent)
    except Refusal:
        return plain
    if seen.before is None or seen.after is None:
        return whole
    return replace_structs(whole, consequences=_score_changes(seen.before, seen.after))
