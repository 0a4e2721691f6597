"""``tilescribe tournament take-back``: an official's act taken back, or let stand after all.

Acts are named by the number of their event, as ``tilescribe game show … --json`` has it. It looks
first: only with ``--write``, and a director's PIN, something is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

import click

from ledger.desk.opened import Opened, case_named, game_named, is_a_case
from ledger.game.sheet.sheet import Sheet
from ledger.game.turns.taking_back import OF_PLAYERS, OFFICIAL, TakeBackAct
from ledger.incidents.case_file import CaseFile, case_in, case_numbered
from ledger.incidents.reports import told_once, written_words
from ledger.incidents.taking_back import TAKEN_BACK, TakeCaseActBack, act_of
from ledger.record.events import Event, tournament_id
from ledger.record.fact import Fact
from ledger.record.standing import only_took_back, taken_back, written_by
from ledger.refusals.saying import refusal
from ledger.requests import Request
from ledger.tournament.conduct import OF_CONDUCT, TakeConductBack
from ledger.tournament.tournament import Tournament, tournament_named
from ledger.vocabulary.refusals import Refusal
from web.command_line.data_folder import data_option
from web.command_line.opened import opened

SEEN_ALONE = "-"
"""Stands for what a look may leave out: reason, and why no second official agreed."""


class Place(NamedTuple):
    """Where acts were done; ``kinds``: the facts there that can be taken back."""

    stream: UUID
    events: tuple[Event, ...]
    kinds: tuple[type[Fact], ...]
    tournament: Tournament
    file: CaseFile | None = None
    sheet: Sheet | None = None


@click.command("take-back")
@click.argument("where")
@click.argument("number", type=click.IntRange(1), required=False)
@click.option("--by", "badge", default="", metavar="BADGE", help="The director who does so.")
@click.option("--reason", default="", metavar="R", help="Why.")
@click.option("--alone", default="", metavar="R", help="Why no second official agreed.")
@click.option("--write", is_flag=True, help="Write it down, once the PIN of the badge is typed.")
@data_option
def take_back(
    where: str, number: int | None, badge: str, reason: str, alone: str, write: bool, data: Path
) -> None:
    """Take back what an official did, or let it stand after all.

    WHERE is a case (TOURNAMENT/C-3), a game (TOURNAMENT/R3/T14) or a tournament, for warnings that
    were given without a case. NUMBER is that of an event of the act; without one the acts that can
    be taken back are listed. With one it is shown what stands then; nothing is written without
    --write. To let stand after all what was taken back, name the event that took it back.
    """
    with opened(data) as here:
        place = _place(here, where)
        if number is None:
            _say(_listed(place), "Nothing there can be taken back.")
            return
        if not badge:
            raise click.UsageError("Say with --by which director does so.")
        act = _act(place, number)
        again = only_took_back(e for e in place.events if e.envelope.command_id == act)
        _say(_preview(here, place, act, badge, reason, alone, again=again), "")
        if not write:
            click.echo("\nNothing is written. Add --reason and --write to do it.")
            return
        if here.badges.pins.check(badge, click.prompt("PIN", hide_input=True), "console"):
            raise Refusal(
                "must-change-pin",
                "This PIN was made up and must be changed before it opens anything.",
                "Sign in with it once, and choose your own.",
            )
        from ledger.desk.requests import from_the_desk

        request = _asked(place, act, reason, alone)
        here.desk.must_write(place.stream, request, from_the_desk(badge))
    click.echo("\nIt stands again." if again else "\nIt is taken back.")


def _place(here: Opened, where: str) -> Place:
    log = here.log
    if is_a_case(where):
        tournament, stream = case_numbered(log, *case_named(where))
        file = case_in(log, stream)
        sheet = here.desk.sheet(file.opened.game) if file.opened.game else None
        return Place(stream, file.events, TAKEN_BACK, tournament, file, sheet)
    if "/" in where:
        row = game_named(here.hall, where)
        sheet = here.desk.sheet(row.id)
        tournament = tournament_named(row.tournament, log)
        return Place(row.id, sheet.events, OFFICIAL, tournament, None, sheet)
    tournament = tournament_named(where, log)
    events = tuple(log.events_of(tournament_id(where)))
    return Place(tournament.id, events, OF_CONDUCT, tournament)


def _listed(place: Place) -> Iterator[str]:
    """The acts that stand and can be taken back here, by the number of their first event."""
    gone, seen = taken_back(place.events), set[UUID]()
    for event in place.events:
        act = event.envelope.command_id
        elsewhere = place.file is None and event.envelope.case is not None
        if act in seen or elsewhere or event.originator_version in gone:
            continue
        own = [one for one in place.events if one.envelope.command_id == act]
        if place.file is None and any(isinstance(one.fact, OF_PLAYERS) for one in own):
            continue
        named = next((one for one in own if _is_named(one, own, place)), None)
        if named is not None:
            seen.add(act)
            at, words = named.envelope.written_at, _words(place, named)
            yield f"{named.originator_version:>5}  {at:%Y-%m-%d %H:%M} UTC  {words}"


def _is_named(event: Event, own: list[Event], place: Place) -> bool:
    """Whether the act is called by this event of it: not by what it took back on its way."""
    if not isinstance(event.fact, place.kinds):
        return False
    return only_took_back(own) or not only_took_back([event])


def _words(place: Place, event: Event) -> str:
    words = written_words(event.fact, place.sheet, place.tournament)
    return f"{words}, by {event.envelope.written_by}"


def _act(place: Place, number: int) -> UUID:
    for event in place.events:
        if event.originator_version == number:
            return event.envelope.command_id
    raise refusal("no-such-act/at-the-table" if place.file is None else "no-such-act/in-the-case")


def _asked(place: Place, act: UUID, reason: str, alone: str) -> Request:
    if place.file is not None:
        return TakeCaseActBack(act=act, reason=reason, alone=alone)
    if place.sheet is not None:
        return TakeBackAct(act=act, reason=reason)
    return TakeConductBack(act=act, reason=reason)


def _preview(
    here: Opened, place: Place, act: UUID, badge: str, reason: str, alone: str, *, again: bool
) -> Iterator[str]:
    """What the act did, and what stands then; nothing is written."""
    from ledger.desk.desk import preview
    from ledger.desk.requests import from_the_desk
    from web.director.taking_back import moved_wording, stands_then

    request = _asked(place, act, reason or SEEN_ALONE, alone or SEEN_ALONE)
    game = place.sheet.id if place.sheet else None
    seen = preview(here.desk, place.stream, game, request, from_the_desk(badge))
    if place.file is None:
        events: Iterable[Event] = written_by(place.events, act)
    else:
        events = act_of(place.file, act, place.sheet, place.tournament).events
    done = tuple(w for _, w in told_once(tuple(events), place.sheet, place.tournament) if w)
    then = stands_then(here.desk, here.hall, place.tournament, place.file, seen, done)
    yield "What no longer counts:" if again else "What is taken back:"
    yield from (f"  {words}" for words in dict.fromkeys(done))
    yield "What stands then:"
    rows = [row for row in (*then.game, *then.standings, *then.conduct) if row.now != row.after]
    yield from (f"  {row.words}: {row.now} -> {row.after}" for row in rows)
    if moved := moved_wording(then):
        yield f"  They also move: {moved}"
    if not rows and not moved:
        yield "  No score, no standing and no warning changes."
    if then.needs_another and not alone:
        yield "Both players signed for this game: say with --alone why no second official agreed."


def _say(lines: Iterable[str], nothing: str) -> None:
    said = "\n".join(lines) or nothing
    if said:
        click.echo(said)
