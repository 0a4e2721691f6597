"""Everything of a tournament that waits for a person, what settles it, and what is set aside."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, Literal, NamedTuple
from uuid import UUID

import msgspec
from flask import Response, current_app, request, url_for
from msgspec import Struct
from msgspec.structs import replace

from ledger.desk.desk import Desk
from ledger.desk.matters import conduct_to_tell, is_set_aside, matters_of_games
from ledger.desk.requests import Sent
from ledger.game.going_on import NOTHING, WaitedFor
from ledger.game.sheet.rescoring import FLAG_OF
from ledger.hall import GameRow
from ledger.hall.rows import PAPERS_DIFFER, at_the_tables
from ledger.incidents.case_file import CaseFile
from ledger.matters.in_game import GameMatters, last_without_turns, matters_in, not_started
from ledger.matters.matter import DeskMatter, matter_of_case
from ledger.messages import known, language, say
from ledger.messages.written import reason_kept
from ledger.record.events import tournament_id
from ledger.tournament.matters import PutOffMatter, WaiveMatter
from ledger.tournament.tournament import Named, PutOff, Tournament
from ledger.vocabulary.desk_matters import MatterKind
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import THE_DIRECTOR
from web.access.visitors import accounts, signed_in
from web.cases.registers import files_of
from web.frame.addresses import of_game, to_rule_on, tournament_at
from web.frame.bodies import as_json, decoded
from web.frame.pages import Limit, Pages, is_too_large
from web.frame.wording import PLAYING
from web.site import the_site

# Which games have a tablet: a table without one tells nothing until its slip comes in.


def with_a_tablet(rows: Iterable[GameRow]) -> frozenset[UUID]:
    """The games at whose table a tablet was taken in.

    Args:
      rows: the games of one tournament, all of them: where it has one division, the tablet may
        have been taken in without naming it.
    """
    rows = tuple(rows)
    scopes = {each.table.casefold() for each in accounts().tablets.enrolled()}
    divided = len({row.division for row in rows}) > 1
    return frozenset(row.id for row in rows if _names(row, divided=divided) & scopes)


def _names(row: GameRow, *, divided: bool) -> set[str]:
    division = f"{row.division}/" if row.division else ""
    named = {f"{row.tournament}/{division}T{row.table}".casefold()}
    return named if divided else {*named, f"{row.tournament}/T{row.table}".casefold()}


# The games in which something may wait for an official, and what waits in them.
#
# The hall's row says which games to look at; only those sheets are read, and each once for every
# version of its game.


NOT_DONE = PLAYING | {"over", "signed by one", "incomplete"}
"""States in which anything may wait: nobody has handed a result in."""

LOOKED_AT = frozenset({"director-called", "amendment", PAPERS_DIFFER, *FLAG_OF.values()})
"""Flags for which a game is looked at, however long it is over."""

LATEST = 2
"""Rounds, the latest of a division, whose signed results are looked through for the hand-in."""


def matters_of(
    rows: Sequence[GameRow], settled: Collection[tuple[str, int]] = ()
) -> dict[UUID, GameMatters]:
    """What waits in these games, by game, of those in which anything may.

    Args:
      settled: rounds, by division and number, in which nothing waits but what a flag tells.
    """
    kept: dict[tuple[UUID, str], tuple[int, GameMatters]] = current_app.extensions.setdefault(
        "matters", {}
    )
    desk, found = accounts().desk, {}
    latest = _latest_rounds(rows)
    for row in rows:
        if row.version == 1:
            found[row.id] = _not_begun(row)
        elif _to_be_looked_at(row, latest, settled):
            version, matters = kept.get((row.id, language()), (0, None))
            if matters is None or version != row.version:
                matters = matters_in(desk.shelf.at_least(row.id, row.version))
                kept[row.id, language()] = (row.version, matters)
            found[row.id] = matters
    return found


def waiting_in(rows: Sequence[GameRow]) -> dict[UUID, WaitedFor]:
    """What an official is waited for in these games, by game; only those in which anything is."""
    return {game: one.waits for game, one in matters_of(rows).items() if one.waits != NOTHING}


def running(slug: str = "") -> tuple[str, ...]:
    """The tournament asked for, or those being played; all, if none is."""
    rows = the_site().hall.tournaments()
    if slug:
        return tuple(row.slug for row in rows if row.slug == slug)
    going = tuple(row.slug for row in rows if row.finished < row.games)
    return going or tuple(row.slug for row in rows)


def _latest_rounds(rows: Sequence[GameRow]) -> dict[str, int]:
    latest: dict[str, int] = {}
    for row in rows:
        if row.state != "scheduled":
            latest[row.division] = max(latest.get(row.division, 0), row.round_number)
    return latest


def _to_be_looked_at(
    row: GameRow, latest: dict[str, int], settled: Collection[tuple[str, int]]
) -> bool:
    if row.state in NOT_DONE or row.state == "scheduled" or LOOKED_AT & set(row.flags):
        return True
    if (row.division, row.round_number) in settled:
        return False
    return row.round_number > latest.get(row.division, 0) - LATEST


def _not_begun(row: GameRow) -> GameMatters:
    """A game that was scheduled and no more: nothing of it needs reading."""
    return GameMatters(
        waits=NOTHING,
        matters=(),
        started=None,
        stopped=None,
        is_over=False,
        has_result=False,
        was_told=False,
        last_written=datetime.fromisoformat(row.written_at),
    )


class OfTournament(Struct, frozen=True, kw_only=True):
    """What waits in one tournament.

    Attributes:
      tournament: ``None`` where nobody opened it, so that nothing of it can be set aside.
      games: those in which anything may wait.
      matters: what waits and is due, set aside or not.
    """

    slug: str
    tournament: Tournament | None
    files: tuple[CaseFile, ...]
    rows: Mapping[UUID, GameRow]
    games: Mapping[UUID, GameMatters]
    matters: tuple[DeskMatter, ...]
    now: datetime

    def is_aside(self, matter: DeskMatter) -> bool:
        """Whether it was waived, or put off and has not come back."""
        if self.tournament is None:
            return False
        return is_set_aside(self.tournament, matter, self.games, self.now)

    def is_waived(self, matter: DeskMatter) -> bool:
        """Whether a director let it go for good."""
        return self.tournament is not None and matter.named in self.tournament.set_aside.waived

    def put_off(self, named: Named) -> PutOff | None:
        """What was said when it was put off; ``None``: it was waived, or neither."""
        if self.tournament is None or named in self.tournament.set_aside.waived:
            return None
        return self.tournament.set_aside.put_off.get(named)


def inbox_of(slug: str) -> OfTournament:
    desk = accounts().desk
    rows = {row.id: row for row in the_site().hall.games(slug)}
    tournament, files = files_of(desk, slug)
    games = matters_of(list(rows.values()), _closed(tournament))
    now = desk.now()
    return OfTournament(
        slug=slug,
        tournament=tournament,
        files=files,
        rows=rows,
        games=games,
        matters=tuple(
            matter for matter in _all(desk, tournament, files, rows, games) if matter.is_due(now)
        ),
        now=now,
    )


def _all(
    desk: Desk,
    tournament: Tournament | None,
    files: tuple[CaseFile, ...],
    rows: Mapping[UUID, GameRow],
    games: Mapping[UUID, GameMatters],
) -> Iterator[DeskMatter]:
    if tournament is None:
        yield from (matter for one in games.values() for matter in one.matters)
        return
    yield from matters_of_games(desk.log, tournament, games, files)
    yield from (one for one in conduct_to_tell(desk.log, tournament) if one.game not in games)
    for file in files:
        if file.opened.game not in games:
            matter = matter_of_case(tournament, file)
            if matter is not None:
                yield matter
    tablets = with_a_tablet(rows.values())
    in_order = sorted(rows, key=lambda game: _round_of(rows[game]))
    for number, of_round in groupby(in_order, key=lambda game: _round_of(rows[game])):
        if number in tournament.closed:
            continue  # a game that nobody began was let go with the round
        here = list(of_round)
        tables = at_the_tables(rows[game] for game in here)
        awaited = tablets | last_without_turns({row.id: row.turns for row in tables})
        yield from not_started({game: games[game] for game in here if game in games}, awaited)


def _closed(tournament: Tournament | None) -> frozenset[tuple[str, int]]:
    """The rounds of a tournament that was closed in which all was settled or let go."""
    if tournament is None or not tournament.conduct.closed:
        return frozenset()
    return frozenset(tournament.closed)


def _round_of(row: GameRow) -> tuple[str, int]:
    return row.division, row.round_number


# What settles a matter of the desk: the first verb beside it, and the step or page it leads to.
#
# Every kind has one. It names what is done there, and once that is done the matter is gone.


Does = Literal["", "sets-out"]
"""What a verb does on the desk itself; empty: it leads to where it is done."""


class Verb(NamedTuple):
    """The first way on; ``at``: address it leads to; empty where it is done on the desk."""

    words: str
    at: str
    does: Does = ""


CLOSED = frozenset({"final", "amended", "forfeited"})
"""States in which a sheet is not corrected any more; its result is amended."""


def first_verb(one: OfTournament, matter: DeskMatter) -> Verb:
    return VERBS[matter.kind](one, matter)


def case_about(one: OfTournament, matter: DeskMatter) -> str:
    """Where a case about this matter is opened: its game, event, player and rule are filled in."""
    about = matter.named.which if matter.named.which.isascii() else ""
    request = {
        "game": str(matter.game),
        "about": about if about.isdigit() else "",
        "raised_by": "player" if matter.seat else "",
        "seat": matter.seat.value if matter.seat else "",
        "category": CATEGORIES.get(matter.kind, ""),
        "begins": f"{matter.kind}|{matter.named.which}",
        "rule": matter.clause,
    }
    given: dict[str, Any] = {name: value for name, value in request.items() if value}
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
    return Verb(say("desk.on-my-way"), "", "sets-out")


def _verdict(one: OfTournament, matter: DeskMatter) -> Verb:
    del one
    final = matter.kind == "verdicts-differ"
    return Verb(
        say("desk.give-the-verdict") if final else say("desk.judge-the-slip"),
        url_for("judging.page", slip=matter.game),
    )


def _turns_since(one: OfTournament, matter: DeskMatter) -> Verb:
    return Verb(say("desk.decide-the-turns"), of_game(_row(one, matter), "turns_since.page"))


def _for_a_ruling(one: OfTournament, matter: DeskMatter) -> Verb:
    return Verb(say("desk.rule-on-it-verb"), to_rule_on(one.slug, UUID(matter.named.which)))


def _step(one: OfTournament, matter: DeskMatter) -> Verb:
    if not matter.step:
        return Verb(say("desk.rule-on-it-verb"), case_about(one, matter))
    code = matter.step if known(f"desk.step.{matter.step}") else "other"
    return Verb(say(f"desk.step.{code}"), _entry(one, matter, f"steps{matter.named.which}"))


def _amendment(one: OfTournament, matter: DeskMatter) -> Verb:
    return Verb(say("desk.amend-or-refuse"), of_game(_row(one, matter), "amending.page"))


def _unwritten(one: OfTournament, matter: DeskMatter) -> Verb:
    return Verb(say("desk.settle-the-entries"), _entry(one, matter, "outbox"))


def _finding(one: OfTournament, matter: DeskMatter) -> Verb:
    if _row(one, matter).state in CLOSED:
        return Verb(say("desk.amend-the-result"), of_game(_row(one, matter), "amending.page"))
    return Verb(say("desk.correct-the-sheet"), _entry(one, matter, "sheet"))


def _to_confirm(one: OfTournament, matter: DeskMatter) -> Verb:
    at = of_game(_row(one, matter), "confirming.page", version=matter.named.which)
    return Verb(say("desk.confirm-or-rule"), at)


def _telling(one: OfTournament, matter: DeskMatter) -> Verb:
    at = url_for("taking_back.page", slug=one.slug, act=UUID(matter.named.which))
    return Verb(say("desk.tell-the-players"), f"{at}#tell-title")


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
    return Verb(say(f"desk.in_case.{lacks}"), at)


def _silent(one: OfTournament, matter: DeskMatter) -> Verb:
    del one, matter
    return Verb(say("desk.check-the-tablet"), url_for("badges.desk"))


def _not_started(one: OfTournament, matter: DeskMatter) -> Verb:
    return Verb(say("desk.start-the-game"), _entry(one, matter, "start"))


def _watch(one: OfTournament, matter: DeskMatter) -> Verb:
    return Verb(say("desk.watch-the-game"), of_game(_row(one, matter)))


def _unfinished(one: OfTournament, matter: DeskMatter) -> Verb:
    del matter
    return Verb(say("desk.type-the-result"), url_for("slip_results.page", slug=one.slug))


def _papers_differ(one: OfTournament, matter: DeskMatter) -> Verb:
    at = url_for("two_slips.page", slug=one.slug, game=matter.game)
    return Verb(say("desk.compare-the-slips"), at)


def _under_protest(one: OfTournament, matter: DeskMatter) -> Verb:
    return Verb(say("desk.rule-on-protest"), case_about(one, matter))


def _result(one: OfTournament, matter: DeskMatter) -> Verb:
    which = matter.named.which
    code = which if known(f"desk.slip_lacks.{which}") else "other"
    return Verb(say(f"desk.slip_lacks.{code}"), _entry(one, matter, "result"))


def _arithmetic(one: OfTournament, matter: DeskMatter) -> Verb:
    return Verb(say("desk.see-the-sheet"), of_game(_row(one, matter), "evidence.page"))


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


# What a director puts off or waives, as the desk sends it.
#
# Either is taken back on the page of ``taking_back``, where it is looked at first.


pages = Pages("setting_aside", manual=None)

WHY_ASIDE = ("break", "witness-not-here", "other-table-first")
"""Reasons that the desk offers where a matter is put off or waived."""


class AsideSent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A matter to be put off or waived.

    Attributes:
      command_id: made by the page, so that a reply that was lost asks for nothing twice.
    """

    command_id: UUID
    tournament: str
    asked: PutOffMatter | WaiveMatter


class AsideView(Struct, frozen=True):
    """It is written; ``again``: it was before."""

    written: bool
    again: bool = False


_SENT = msgspec.json.Decoder(AsideSent)


@pages.post("/desk/matters", who=THE_DIRECTOR, answers=AsideView, reads=Limit(4 * 1024))
def set_aside() -> Response:
    if request.mimetype != "application/json" or is_too_large():
        raise _unreadable(say("desk.it-is-sent-as-json"))
    try:
        aside = decoded(_SENT, request.get_data())
    except msgspec.MsgspecError as trouble:
        raise _unreadable(str(trouble)) from trouble
    sent = Sent(by=signed_in().badge, command_id=aside.command_id)
    stream = tournament_id(tournament_at(aside.tournament).slug)
    asked = replace(aside.asked, reason=reason_kept(aside.asked.reason, WHY_ASIDE))
    written = accounts().desk.must_write(stream, asked, sent)
    return as_json(AsideView(written=True, again=written.again))


def _unreadable(why: str) -> Refusal:
    return Refusal(
        "unreadable-request",
        say("desk.what-was-to-be-put", why=why),
        say("desk.reload-the-desk-and-try"),
    )
