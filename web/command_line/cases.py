"""``tilescribe case``: what came before the director of a tournament, and its signed papers."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import click
import msgspec
from msgspec import Struct

from ledger.desk.opened import Opened, case_named
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.case_file import CaseFile, case_in, case_numbered
from ledger.incidents.facts import AppealDecided, AppealLodged, RulingGiven, StatementTaken
from ledger.incidents.reports import (
    Consequence,
    consequences_of,
    due_reports,
    duty_wording,
    of_ruling,
)
from ledger.incidents.wording import case_wording, number_wording
from ledger.matters.matter import lacks_wording, what_lacks
from ledger.record.events import Event
from ledger.record.standing import removed_on
from ledger.tournament.tournament import Tournament, tournament_named
from ledger.vocabulary import Seat
from ledger.vocabulary.bounds import shown as time_shown
from ledger.vocabulary.signs import whole
from printing.filling.table_papers import zone_for
from web.command_line.data_folder import data_option, named_output, output_file, put, say
from web.command_line.opened import looked_at

WIDE = 96  # columns at which people's words are broken


class Ruled(Struct, frozen=True, kw_only=True):
    at: datetime
    by: str
    finding: str
    citation: str
    follows: tuple[str, ...]


class Appealed(Struct, frozen=True, kw_only=True):
    """An appeal; ``outcome`` is empty until it is decided."""

    who: str
    to: str
    outcome: str


class Due(Struct, frozen=True, kw_only=True):
    """A report that was not made yet; ``duty``: ``must``, ``should``, ``may``, ``if-serious``."""

    to: str
    duty: str
    clause: str


class CaseRow(Struct, frozen=True, kw_only=True):
    """A case as ``tilescribe case list --json`` tells it.

    Attributes:
      case: how people call it: ``C-12``.
      state: ``open``, ``ruled``, ``closed``, ``under appeal``, ``to be carried out`` (a decision
        on appeal) or ``decided on appeal``.
      lacks: what is to be done next: ``ruling``, ``telling``, ``report``, ``appeal``,
        ``decision``; empty: nothing.
      game: ``SLUG/R3/T14``; empty in a case about no game. ``players``: who met there, or the one
        it is about.
      rule: the rule at issue, as it was opened.
      reports_due: whom the book wants told, or lets be told, and was not yet.
    """

    case: str
    tournament: str
    state: str
    lacks: str
    title: str
    category: str
    game: str
    players: tuple[str, ...]
    opened_at: datetime
    opened_by: str
    rule: str
    ruling: Ruled | None
    appeals: tuple[Appealed, ...]
    reports_due: tuple[Due, ...]


class Done(Struct, frozen=True, kw_only=True):
    """One thing done in a case; ``said``: somebody's words, where they are still kept."""

    version: int
    at: datetime
    by: str
    kind: str
    words: str
    said: str


class WholeCase(Struct, frozen=True, kw_only=True):
    """A case as ``tilescribe case show SLUG/C-12 --json`` tells it."""

    case: CaseRow
    events: tuple[Done, ...]


@click.command()
@click.argument("slug")
@click.option("--json", "as_json", is_flag=True, help="The same as JSON.")
@data_option
def cases(slug: str, as_json: bool, data: Path) -> None:
    """List the cases of SLUG: what each is about, how far it has come, what is to be done."""
    with looked_at(data) as here:
        tournament = tournament_named(slug, here.log)
        rows = [row_of(here, tournament, case_in(here.log, case)) for case in tournament.cases]
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(rows), indent=2))
        return
    click.echo("\n".join(listed(rows)) if rows else f"No case was opened in {tournament.name}.")


@click.command("show")
@click.argument("case", metavar="TOURNAMENT/C-12")
@click.option("--json", "as_json", is_flag=True, help="Everything, as JSON.")
@data_option
def show_case(case: str, as_json: bool, data: Path) -> None:
    """Show a case: what it is about, who was heard, what was ruled and what came of it."""
    say_case(case, data, as_json=as_json)


def say_case(name: str, data: Path, *, as_json: bool) -> None:
    """Write a case out; refuses ``unreadable-name``, ``no-such-tournament``, ``no-such-case``."""
    with looked_at(data) as here:
        whole, lines = case_shown(here, *case_named(name))
        if as_json:
            click.echo(msgspec.json.format(msgspec.json.encode(whole), indent=2))
        else:
            click.echo("\n".join(lines))


def listed(rows: list[CaseRow]) -> Iterator[str]:
    for row in rows:
        where = row.game.partition("/")[2].replace("/", " ") or "no game"
        ruled = f" ({row.ruling.citation})" if row.ruling else f" ({row.rule})" if row.rule else ""
        next_ = f"; {lacks_wording(row.lacks)}" if row.lacks else ""
        yield f"{row.case:<6}{where:<10}{row.state}{next_}"
        yield f"{'':<16}{row.title or row.category}{ruled}"


def case_shown(here: Opened, slug: str, number: int) -> tuple[WholeCase, Iterator[str]]:
    tournament, stream = case_numbered(here.log, slug, number)
    file = case_in(here.log, stream)
    whole = WholeCase(
        case=row_of(here, tournament, file),
        events=tuple(_done(here, file, event) for event in file.events),
    )
    return whole, _in_lines(here, file, whole)


def row_of(here: Opened, tournament: Tournament, file: CaseFile) -> CaseRow:
    opened, first = file.opened, file.events[0].envelope
    sheet = _sheet(here, file)
    player = tournament.player(opened.player)
    rules = tournament.rules
    return CaseRow(
        case=number_wording(opened.number),
        tournament=tournament.slug,
        state=file.state,
        lacks=what_lacks(tournament, file),
        title=opened.title,
        category=opened.category,
        game=_place(sheet) if sheet else "",
        players=sheet.names if sheet else (player.name,) if player else (),
        opened_at=first.written_at,
        opened_by=first.written_by,
        rule=opened.rule,
        ruling=_ruling(file, consequences_of(file, sheet, tournament)),
        appeals=tuple(_appeals(file)),
        reports_due=tuple(
            Due(to=" and ".join(one.to), duty=one.rule.duty, clause=str(one.rule))
            for one in due_reports(file, rules)
        ),
    )


def _place(sheet: Sheet) -> str:
    at = sheet.scheduled
    parts = (at.tournament, at.division, f"R{at.round_number}", f"T{at.table}")
    again = f"/{at.replay}" if at.replay > 1 else ""
    return "/".join(part for part in parts if part) + again


def _sheet(here: Opened, file: CaseFile) -> Sheet | None:
    return here.shelf.sheet(file.opened.game) if file.opened.game else None


def _ruling(file: CaseFile, followed: tuple[Consequence, ...]) -> Ruled | None:
    given = [event for event in file.stands if isinstance(event.fact, RulingGiven)]
    fact = file.ruling
    if fact is None:
        return None
    return Ruled(
        at=given[-1].envelope.written_at,
        by=given[-1].envelope.written_by,
        finding=fact.finding,
        citation=fact.citation,
        follows=of_ruling(followed, given[-1].originator_version),
    )


def _appeals(file: CaseFile) -> Iterator[Appealed]:
    decided = list(file.each(AppealDecided))
    for place, lodged in enumerate(file.each(AppealLodged)):
        outcome = decided[place].outcome if place < len(decided) else ""
        yield Appealed(who=lodged.who, to=lodged.to, outcome=outcome)


def _done(here: Opened, file: CaseFile, event: Event) -> Done:
    sheet, fact, at = _sheet(here, file), event.fact, event.envelope

    def name(seat: Seat) -> str:
        return sheet.name(seat) if sheet else seat.value

    named = ""
    if isinstance(fact, StatementTaken):
        named = fact.words
    elif isinstance(fact, AppealLodged):
        named = fact.grounds
    kept = here.log.words_of(named) if named else b""
    gone = removed_on(file.events).get(named)
    on = f" on {gone:%Y-%m-%d}" if gone else ""
    return Done(
        version=event.originator_version,
        at=at.occurred_at or at.written_at,
        by=at.written_by,
        kind=type(fact).topic(),
        words=case_wording(fact, name),
        said=f"The words were removed{on}." if kept is None else kept.decode(errors="replace"),
    )


def _in_lines(here: Opened, file: CaseFile, whole: WholeCase) -> Iterator[str]:
    row, zone = whole.case, zone_for(here.log, whole.case.tournament)
    state = f"{row.state}; {lacks_wording(row.lacks)}" if row.lacks else row.state
    yield f"{row.case}  {row.title or row.category}  ({state})"
    yield f"{row.game or row.tournament}  {' / '.join(row.players)}".rstrip()
    if row.rule:
        yield f"At issue: {row.rule}"
    if file.appeal_told:
        yield from textwrap.wrap(file.appeal_told, WIDE, subsequent_indent="  ")
    yield from _facts(file, _sheet(here, file))
    day = ""
    for one in whole.events:
        when = one.at.astimezone(zone)
        if f"{when:%Y-%m-%d}" != day:
            day = f"{when:%Y-%m-%d}"
            yield f"\n{day} ({when:%Z})"
        yield from textwrap.wrap(
            f"{when:%H:%M:%S}  {one.by:<4} {one.words}", WIDE, subsequent_indent=" " * 15
        )
        for line in one.said.splitlines():
            yield from textwrap.wrap(
                line, WIDE, initial_indent=" " * 17, subsequent_indent=" " * 17
            )
    if row.ruling is not None:
        yield "\nWhat followed from the ruling:"
        for line in row.ruling.follows or ("nothing",):
            yield from textwrap.wrap(f"- {line}", WIDE, subsequent_indent="  ")
    for due in row.reports_due:
        yield f"Not reported to {due.to}: this {duty_wording(due.duty)} ({due.clause})."


def _facts(file: CaseFile, sheet: Sheet | None) -> Iterator[str]:
    then = file.opened.situation
    if sheet is None or then is None:
        return
    clocks = " / ".join(time_shown(one) for one in then.clocks) if then.clocks else "not read"
    move = f", {sheet.name(then.on_move)} to move" if then.on_move else ""
    scores = f"{whole(then.totals[0])} : {whole(then.totals[1])}"
    yield f"After event {then.version}: {scores}, clocks {clocks}, bag {then.bag}{move}"


# ``tilescribe case bundle``: the papers of a case signed and handed out, and made again later.


@click.command()
@click.argument("case", metavar="TOURNAMENT/C-12")
@click.option("--to", help="Who is handed the bundle; it is signed and written down.")
@click.option("--badge", help="The director's badge under which it is handed out.")
@click.option("--redacted", is_flag=True, help="Without people's words and names of others.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--again", type=click.IntRange(1), help="Which one to make again, from 1.")
@click.option(
    "-o", "--output", type=output_file, required=True,
    metavar="FILE.pdf", help="Where to write it; - is standard output.",
)  # fmt: skip
@data_option
def bundle(
    case: str,
    to: str | None,
    badge: str | None,
    redacted: bool,
    paper: str,
    again: int | None,
    output: Path,
    data: Path,
) -> None:
    """Hand out the papers of a case as one signed file, or make one again byte for byte.

    With --to and --badge it is proved under a checkpoint made now, signed, and written down. With
    --again it is made again from the record, or any copy of it: the signature that was made then
    is kept, and no key is needed.
    """
    from printing.filling.case_papers import case_to_print

    if (again is None) == (to is None) or (to is not None and not badge):
        raise click.UsageError("give --to with --badge to hand one out, or --again and its number")
    which = case_to_print(case, None, redacted=redacted)
    if again is not None:
        from printing.checking.bundles import bundle_again
        from web.command_line.opened import looked_at

        with looked_at(data) as here:
            content = bundle_again(here, which, again)
        named = named_output(output)
        said = f"{named} is bundle {again} of {case}, byte for byte as it was handed out."
    else:
        from ledger.desk.requests import from_the_desk
        from ledger.incidents.case_file import case_numbered
        from printing.checking.bundles import must_direct, sign_bundle
        from web.cases.forms import as_written
        from web.command_line.data_folder import base_of, say_of_codes
        from web.command_line.opened import opened

        assert to is not None
        assert badge is not None
        with opened(data) as here:
            _, stream = case_numbered(here.log, which.tournament, which.number)
            must_direct(here, badge)
            made = sign_bundle(here, which, paper, base := base_of(data), badge)
            request, words = as_written(to, made, redacted=redacted)
            here.desk.must_write(stream, request, from_the_desk(badge), words)
        say_of_codes(base)
        content = made.content
        said = f"{named_output(output)}: signed, handed to {to}, and written down."
    put(output, content)
    say(output, said)
