"""Taking an official's act back: what it was, what stands then, and why."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol
from uuid import UUID

import msgspec
from flask import Response, make_response, redirect, render_template, request, url_for
from msgspec import structs

from ledger.desk.desk import Desk, Preview, preview
from ledger.desk.requests import Sent
from ledger.game.going_on import open_procedures
from ledger.game.sheet.sheet import Sheet
from ledger.game.turns.taking_back import TakeBackAct, must_have_a_reason
from ledger.hall import GameRow
from ledger.hall.rows import StandingRow
from ledger.hall.standings_building import Supposed
from ledger.incidents.case_file import CaseFile, case_file, withdrawn
from ledger.incidents.facts import EvidenceAttached, RulingDrafted
from ledger.incidents.hearing import TakeBackEvidence
from ledger.incidents.reports import told_once
from ledger.incidents.ruling import DropDraft, open_drafts
from ledger.incidents.taking_back import TakeCaseActBack, act_of, changes_what_was_signed
from ledger.incidents.wording import case_wording, number_wording
from ledger.matters.in_game import matters_in
from ledger.matters.matter import DeskMatter, lacks_wording, what_lacks
from ledger.messages import listed, say
from ledger.record.events import Event, tournament_id
from ledger.record.standing import only_took_back, written_by
from ledger.refusals.saying import refusal
from ledger.requests import Request
from ledger.rulebook import rules_of
from ledger.tournament.conduct import TakeConductBack
from ledger.tournament.facts import MatterPutOff, MatterWaived
from ledger.tournament.matters import SEEN_BY_THE_WEB, TakeBackMatter, WaiveMatter
from ledger.tournament.tournament import ConductLedger, Tournament, named, tournament_of
from ledger.vocabulary import Role, Seat
from ledger.vocabulary.desk_matters import kind_told, until_told
from ledger.vocabulary.refusals import Refusal
from ledger.vocabulary.signs import score, signed
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in, the_hall
from web.cases.foreseen import Row, not_looked_at, rows_of_table
from web.cases.form_fields import whole_number
from web.director.inbox import inbox_of
from web.frame.addresses import of_game, tournament_at
from web.frame.bodies import sent_by_form
from web.frame.pages import Pages
from web.frame.refused import asked_by_a_person, must_be_for_a_page, status_of
from web.frame.wording import wins

# What stands once an official's act is taken back: game, conduct and standings, now and after.
#
# The page hands the digest of what it shows in with its form. It is worked out once more when the
# form comes in: only what was seen is written.


MOST = 12
"""Players told one by one who only move up or down; of a large division the rest are counted."""


class StandsThen(NamedTuple):
    """What stands now and after.

    Attributes:
      game: score, clocks, turn, state and result; empty: about no game.
      conduct: warnings, penalties and what else counts against players, where it changes.
      waits: what waits at the table, on the desk or in the case, where it changes.
      standings: those whose wins or spread change, with their places.
      moved: those who only move up or down, and ``more``: how many others do so.
      needs_another: whether a second official agrees, or it is said why none does.
      digest: of game and conduct. Results of other tables may move the standings meanwhile.
      game_seen: version of the game it was looked at on; 0: about none.
    """

    game: tuple[Row, ...]
    conduct: tuple[Row, ...]
    waits: tuple[Row, ...]
    standings: tuple[Row, ...]
    moved: tuple[Row, ...]
    more: int
    needs_another: bool
    digest: str
    game_seen: int


class Standings(Protocol):
    """What works out who would stand where (``ledger.hall``)."""

    def standings_with(self, slug: str, supposed: Supposed, /) -> Sequence[StandingRow]:
        """The standings, were something written that is only looked at."""


def stands_then(
    desk: Desk,
    hall: Standings,
    tournament: Tournament,
    file: CaseFile | None,
    seen: Preview,
    done: tuple[str, ...],
    waits: tuple[Row, ...] = (),
) -> StandsThen:
    """What stands once what was looked at is written.

    Args:
      seen: what would be written, and the game before and after.
      done: what the act did, in words.
      waits: what waits then, beside what does at the table.
    """
    more = [event for event in seen.events if event.originator_id == tournament.id]
    after = tournament_of([*desk.log.events_of(tournament.id), *more])
    assert after is not None, "it was opened"
    game = tuple(rows_of_table(seen))
    conduct = (*_conduct(tournament, after), *_penalties(file, seen))
    standings, moved = _standings(hall, tournament, seen, after.conduct)
    waits = (*_at_the_table(seen), *waits)
    whole = msgspec.json.encode((done, game, conduct, waits))
    return StandsThen(
        game=game,
        conduct=conduct,
        waits=waits,
        standings=standings,
        moved=moved[:MOST],
        more=len(moved[MOST:]),
        needs_another=bool(
            file and seen.before and seen.after and changes_what_was_signed(seen.before, seen.after)
        ),
        digest=hashlib.sha256(whole).hexdigest(),
        game_seen=seen.before.version if seen.before else 0,
    )


def _at_the_table(seen: Preview) -> Iterator[Row]:
    """What the table waits for, as it reads it, where that changes."""
    if seen.before is not None and seen.after is not None:
        row = Row(
            say("desk.the-table-reads"), *(_open_wording(one) for one in (seen.before, seen.after))
        )
        if row.changes:
            yield row


def _open_wording(sheet: Sheet) -> str:
    procedures = open_procedures(sheet, rules_of(sheet.scheduled))
    titles = [one.title for one in procedures]
    return listed(titles) if titles else say("desk.nothing-that-waits")


def _conduct(now: Tournament, after: Tournament) -> Iterator[Row]:
    """What counts for or against each player, where that changes."""
    for player in now.players:
        lines = [dict(_of_player(one.conduct, player.number, now)) for one in (now, after)]
        for what in dict.fromkeys((*lines[0], *lines[1])):
            whose = say("game.whose", whose=player.name, what=what)
            row = Row(whose, *(one.get(what, say("desk.none")) for one in lines))
            if row.changes:
                yield row


def _of_player(
    conduct: ConductLedger, player: int, tournament: Tournament
) -> Iterator[tuple[str, str]]:
    if warnings := [one.wording(tournament.rules) for one in conduct.warnings_of(player)]:
        yield say("desk.warnings"), f"{len(warnings)}: {'; '.join(warnings)}"
    if spread := conduct.spread_of(player):
        yield say("desk.spread-by-decision"), signed(spread)
    if voided := [game for number, game in conduct.voided if number == player]:
        yield say("desk.games-that-count-for-nobody"), str(len(voided))
    if awarded := [one for number, one in conduct.awarded if number == player]:
        yield say("desk.games-given-to-opponents"), str(len(awarded))
    if player in conduct.withdrawn:
        out = "out" if player in conduct.put_out else "withdrawn"
        last = "-last" if player in conduct.ejected else ""
        yield say("desk.takes-part"), say(f"desk.takes_part.{out}{last}")


def _penalties(file: CaseFile | None, seen: Preview) -> Iterator[Row]:
    """The penalties that were decided in the case, where another number of them stands."""
    if file is None:
        return
    own = [event for event in seen.events if event.originator_id == file.id]
    after = case_file([*file.events, *own])
    lines = [_penalties_wording(one, seen) for one in (file, after) if one is not None]
    row = Row(say("desk.penalties-decided-in-this-case"), *lines)
    if row.changes:
        yield row


def _penalties_wording(file: CaseFile, seen: Preview) -> str:
    def name(seat: Seat) -> str:
        return seen.before.name(seat) if seen.before else seat.value

    return "; ".join(case_wording(one, name) for one in file.penalties) or say("desk.none")


def _standings(
    hall: Standings, tournament: Tournament, seen: Preview, conduct: ConductLedger
) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    slug = tournament.slug
    now = hall.standings_with(slug, Supposed(seen.before, tournament.conduct))
    after = hall.standings_with(slug, Supposed(seen.after, conduct))
    then = {_who(row): row for row in after}
    pairs = [(row, then[_who(row)]) for row in now if _who(row) in then]
    count = [(was, is_) for was, is_ in pairs if _worth(was) != _worth(is_)]
    moved = [(w, i) for w, i in pairs if _worth(w) == _worth(i) and w.place != i.place]
    return (
        tuple(Row(was.name, _stands(was), _stands(is_)) for was, is_ in count),
        tuple(Row(was.name, _place(was), _place(is_)) for was, is_ in moved),
    )


def _who(row: StandingRow) -> tuple[str, int, str]:
    return row.division, row.number, "" if row.number else row.name


def _worth(row: StandingRow) -> tuple[float, float, int, bool]:
    return row.wins, row.losses, row.spread, row.ejected


def _stands(row: StandingRow) -> str:
    if not row.games and not row.spread:
        return say("desk.no-game-counts")
    games = score(wins(row.wins), wins(row.losses))
    spread = signed(row.spread)
    values = {"place": _place(row), "games": games, "spread": spread}
    if row.ejected:
        return say("desk.stands-last", **values)
    return say("desk.stands-at", **values)


def _place(row: StandingRow) -> str:
    if not row.place:
        return say("desk.no-place-yet")
    shared = row.sharing > 1
    return (
        say("desk.place-shared", place=row.place) if shared else say("desk.place", place=row.place)
    )


def moved_wording(then: StandsThen) -> str:
    """Those who only move, in one sentence; empty: nobody does."""
    said: Iterable[str] = (
        say("desk.moves-from-to", who=one.words, now=one.now, after=one.after) for one in then.moved
    )
    more = [say("desk.others-too", n=then.more)] if then.more else []
    return "; ".join((*said, *more))


pages = Pages("taking_back", manual="cases", area="cases", tab="log-of-the-day")


class Found(NamedTuple):
    """An act, where it lies and what it wrote.

    Attributes:
      events: what it wrote and still stands, with what followed from it, on every stream.
      file: the case it was done in; ``sheet`` and ``row``: the game it is about.
      back: where who takes it back came from.
      own: the event, where a request of its own takes it back; ``None``: it has none.
    """

    stream: UUID
    events: tuple[Event, ...]
    tournament: Tournament
    back: str
    file: CaseFile | None = None
    number: int = 0
    sheet: Sheet | None = None
    row: GameRow | None = None
    own: Event | None = None


OWN_WAY = EvidenceAttached | RulingDrafted | MatterPutOff | MatterWaived
"""What a request of its own takes back."""


@pages.get("/t/<slug>/back/<uuid:act>", who=DIRECTORS)
def page(slug: str, act: UUID) -> str:
    found = _found(accounts().desk, slug, act)
    if not found.events:
        raise refusal("no-such-act/in-the-case")
    return _page(found, act)


@pages.post("/t/<slug>/back/<uuid:act>", who=DIRECTORS)
def do(slug: str, act: UUID) -> Response:
    """Take it back; what the desk refuses is said on the page, with what was typed.

    What would stand then is looked at first, and once more where it is another by now.
    """
    desk = accounts().desk
    sent = sent_by_form(signed_in().badge)
    found = _found(desk, slug, act)
    try:
        if request.form.get("told"):
            return _view(found, act, sent)
        desk_request = _asked(found, act)
        if not desk.log.answer_to(sent.command_id):
            then = _stands_then(desk, found, desk_request, sent)
            if request.form.get("previewed", "") != then.digest:
                return _to_be_looked_at(found, act)
            desk_request = _as_seen(desk_request, then.game_seen)
        desk.must_write(found.stream, desk_request, sent)
    except Refusal as refused:
        must_be_for_a_page(refused)
        return make_response(_page(found, act, refused), status_of(refused))
    return make_response(redirect(found.back, 303))


TOLD = "the players were told"
"""Why what players were to be told of does not wait any more."""


def _view(found: Found, act: UUID, sent: Sent) -> Response:
    """Players were told of this; refuses ``no-such-matter`` where nobody is to be told."""
    waits = _to_tell(found, act)
    if waits is None:
        raise refusal("no-such-matter")
    kind, subject, which = waits.named
    desk_request = WaiveMatter(kind=kind, subject=subject, which=which, reason=TOLD)
    accounts().desk.must_write(found.tournament.id, desk_request, sent)
    return make_response(redirect(url_for("desk.page"), 303))


def _to_tell(found: Found, act: UUID) -> DeskMatter | None:
    """What players are to be told of this act, which took another one back; ``None``: nothing."""
    return next(
        (
            matter
            for matter in inbox_of(found.tournament.slug).matters
            if matter.kind == "telling" and matter.named.which == act.hex
            if matter.named not in found.tournament.set_aside.waived
        ),
        None,
    )


def _to_be_looked_at(found: Found, act: UUID) -> Response:
    """The page once more, for what would stand then is another than what was seen, if it was."""
    seen = request.form.get("previewed", "")
    if not asked_by_a_person():
        raise refusal("game-went-on") if seen else not_looked_at()
    return make_response(_page(found, act, anew=bool(seen)), 409 if seen else 200)


def _as_seen(desk_request: Request, version: int) -> Request:
    if isinstance(desk_request, TakeCaseActBack | TakeBackAct):
        return structs.replace(desk_request, game_seen=version)
    return desk_request


def _stands_then(desk: Desk, found: Found, desk_request: Request, sent: Sent) -> StandsThen:
    """What would stand; a refusal says why nothing would be written."""
    game = found.sheet.id if found.sheet else None
    seen = preview(desk, found.stream, game, desk_request, sent)
    waits = tuple(_waits(found, seen))
    return stands_then(desk, the_hall(), found.tournament, found.file, seen, _done(found), waits)


def _waits(found: Found, seen: Preview) -> Iterator[Row]:
    """What of the desk, or of the case, is as before once what has a way of its own is gone."""
    match found.own.fact if found.own else None:
        case (MatterPutOff() | MatterWaived()) as fact:
            yield _matter_then(fact, found, seen)
        case EvidenceAttached() | RulingDrafted():
            assert found.file is not None, "it was done in a case"
            own = [event for event in seen.events if event.originator_id == found.file.id]
            after = case_file([*found.file.events, *own])
            assert after is not None, "it was opened"
            lists = (
                (say("desk.attached-to-the-case"), _attached),
                (say("desk.prepared-not-given"), _drafts),
            )
            for words, told in (*lists, (say("desk.to-be-done"), partial(_lacks, found))):
                row = Row(words, told(found.file), told(after))
                if row.changes:
                    yield row


def _matter_then(fact: MatterPutOff | MatterWaived, found: Found, seen: Preview) -> Row:
    """A matter that was set aside: how it is now, and whether it waits then."""
    name = named(fact)
    here = inbox_of(found.tournament.slug)
    at_table = matters_in(seen.after).matters if seen.after else ()
    matter = next((one for one in (*here.matters, *at_table) if one.named == name), None)
    what = kind_told(fact.kind)
    what = f"{what[:1].upper()}{what[1:]}"
    if matter is not None:
        what = say("game.whose", whose=what, what=matter.words)
    now = say("desk.was-waived")
    if isinstance(fact, MatterPutOff):
        back = matter is not None and not here.is_aside(matter)
        now = (
            say("desk.waits-it-came-back")
            if back
            else say("desk.was-put-off", until=until_told(fact.until))
        )
    waits = matter is not None or fact.kind in SEEN_BY_THE_WEB
    return Row(
        what,
        now,
        say("desk.waits-on-the-desk") if waits else say("desk.nothing-waits-it-was-settled"),
    )


def _attached(file: CaseFile) -> str:
    gone = withdrawn(file)
    there = [e for e in file.stands if e.originator_version not in gone]
    facts = [e.fact for e in there if isinstance(e.fact, EvidenceAttached)]
    lines = [one.what or say(f"cases.evidence_kind.{one.kind}") for one in facts]
    return "; ".join(lines) or say("desk.nothing")


def _drafts(file: CaseFile) -> str:
    there = (file.fact(version, RulingDrafted) for version in open_drafts(file))
    return "; ".join(one.says for one in there if one) or say("desk.nothing")


def _lacks(found: Found, file: CaseFile) -> str:
    return lacks_wording(what_lacks(found.tournament, file)) or say("desk.nothing")


def _papers(found: Found) -> str:
    """On which papers it stands, and goes on standing, struck; empty: none but what is filed."""
    match found.own.fact if found.own else None:
        case EvidenceAttached():
            return say("desk.the-incident-record")
        case RulingDrafted():
            return say("desk.the-incident-record-of-the-case")
        case MatterPutOff() | MatterWaived():
            return say("desk.the-log-of-the-day")
    return ""


def _found(desk: Desk, slug: str, act: UUID) -> Found:
    """The act of this number; no events where none of it stands; refuses ``no-such-act``."""
    tournament = desk.cases.tournament(slug)
    answer = desk.log.answer_to(act)
    stream = answer.stream if answer else None
    found = None
    if stream in tournament.cases:
        found = _in_a_case(desk, tournament, stream, act)
    elif stream == tournament_id(slug):
        events = written_by(desk.log.events_of(stream), act)
        case = next((e.envelope.case for e in events), None)
        own = next((event for event in events if isinstance(event.fact, OWN_WAY)), None)
        if case in tournament.cases:  # decided for the tournament, under a ruling
            found = _in_a_case(desk, tournament, case, act)
        elif own is not None:
            found = _set_aside(desk, tournament, own)
        else:
            found = Found(stream, events, tournament, url_for("registers.conduct", slug=slug))
    elif stream is not None and (row := the_hall().game(stream)) and row.tournament == slug:
        sheet = desk.sheet(stream)
        case = next((e.envelope.case for e in written_by(sheet.events, act)), None)
        if case in tournament.cases:  # entered at the table, under a ruling
            found = _in_a_case(desk, tournament, case, act)
        else:
            events = written_by(sheet.events, act)
            back = of_game(row, "evidence.page")
            found = Found(stream, events, tournament, back, sheet=sheet, row=row)
    if found is None:
        raise refusal("no-such-act/in-the-case")
    return found


def _set_aside(desk: Desk, tournament: Tournament, event: Event) -> Found:
    """A matter that was waived or put off; without events where that holds no more."""
    fact = event.fact
    assert isinstance(fact, MatterPutOff | MatterWaived)
    kept, name = tournament.set_aside, named(fact)
    holds = kept.waived.get(name) or kept.put_off.get(name)
    stands = holds is not None and holds.command == event.envelope.command_id
    row = the_hall().game(fact.subject)
    back = url_for("desk.page")
    if row is not None and fact.kind == "to-confirm":
        back = of_game(row, "confirming.page", version=fact.which)
    elif row is not None and request.values.get("closing"):
        at: dict[str, Any] = {"slug": row.tournament, "round_number": row.round_number}
        back = url_for("closing.page", **at, division=row.division or None)
    return Found(
        tournament.id,
        (event,) if stands else (),
        tournament,
        back,
        sheet=desk.sheet(row.id) if row is not None else None,
        row=row,
        own=event,
    )


def _own_way(file: CaseFile, act: UUID) -> tuple[Event | None, bool]:
    """Evidence or a prepared ruling that this request wrote, and whether it still stands."""
    for event in written_by(file.events, act):
        version = event.originator_version
        if isinstance(event.fact, EvidenceAttached):
            return event, version not in withdrawn(file)
        if isinstance(event.fact, RulingDrafted):
            return event, version in open_drafts(file)
    return None, False


def _in_a_case(desk: Desk, tournament: Tournament, stream: UUID, act: UUID) -> Found:
    file = desk.cases.case(stream)
    game = file.opened.game
    sheet = desk.sheet(game) if game else None
    number = tournament.cases.index(stream) + 1
    own, stands = _own_way(file, act)
    wrote = ((own,) if stands else ()) if own else act_of(file, act, sheet, tournament).events
    return Found(
        stream,
        wrote,
        tournament,
        url_for("cases.one", slug=tournament.slug, number=number),
        file,
        number,
        sheet,
        the_hall().game(game) if game else None,
        own,
    )


def _asked(found: Found, act: UUID, *, only_seen: bool = False) -> Request:
    """The request, as the form has it; ``only_seen``: whatever the form still lacks is given."""
    reason = request.form.get("reason", "") or ("-" if only_seen else "")
    if found.own is not None:
        return _asked_of_its_own(found.own, reason)
    if found.file is not None:
        alone = request.form.get("alone", "") or ("-" if only_seen else "")
        seen = whole_number(request.form.get("seen", ""))
        return TakeCaseActBack(act=act, reason=reason, alone=alone, seen=seen)
    if found.row is not None:
        return TakeBackAct(act=act, reason=reason)
    return TakeConductBack(act=act, reason=reason)


def _asked_of_its_own(event: Event, reason: str) -> Request:
    must_have_a_reason(reason.strip(), again=False)
    match event.fact:
        case EvidenceAttached():
            return TakeBackEvidence(evidence=event.originator_version, reason=reason)
        case RulingDrafted():
            return DropDraft(draft=event.originator_version, reason=reason)
        case MatterPutOff() | MatterWaived():
            return TakeBackMatter(**named(event.fact)._asdict(), reason=reason)
    raise refusal("no-such-act/in-the-tournament")


def _page(found: Found, act: UUID, refused: Refusal | None = None, *, anew: bool = False) -> str:
    """The page; ``anew``: what would stand then is another than what was seen."""
    then: StandsThen | None = None
    in_the_way: Refusal | None = None
    try:
        desk_request = _asked(found, act, only_seen=True)
        then = _stands_then(accounts().desk, found, desk_request, sent_by_form(signed_in().badge))
    except Refusal as refusal_now:
        must_be_for_a_page(refusal_now)
        in_the_way = refusal_now
    return render_template(
        "cases/take_back.html",
        tournament=tournament_at(found.tournament.slug),
        found=found,
        act=act,
        called=number_wording(found.number) if found.number else "",
        done=_done(found),
        first=found.events[0].envelope if found.events else None,
        again=only_took_back(event for event in found.events if event.envelope.command_id == act),
        then=then,
        tell=_to_tell(found, act),
        papers=_papers(found),
        closing=request.values.get("closing", ""),
        moved=moved_wording(then) if then else "",
        anew=anew,
        refusal=refused or in_the_way,
        directs=signed_in().role is Role.DIRECTOR,
        may=in_the_way is None and signed_in().role is Role.DIRECTOR,
        form=request.form,
    )


def _done(found: Found) -> tuple[str, ...]:
    said = told_once(found.events, found.sheet, found.tournament)
    return tuple(dict.fromkeys(words for _, words in said if words))
