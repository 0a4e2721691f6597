"""``tilescribe record erase``: what one person gave, listed, and removed for good."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ledger.tournament.tournament import Tournament, tournament_named
from ledger.vocabulary import CONSOLE
from ledger.vocabulary.closed_lists import ForgottenBecause, choices
from ledger.vocabulary.refusals import Refusal
from web.command_line.data_folder import data_option

if TYPE_CHECKING:
    from ledger.desk.opened import Opened
    from ledger.erasure.pieces import Person, Piece


BECAUSE = dict(choices(ForgottenBecause))


@click.command()
@click.argument("slug", required=False)
@click.argument("who", required=False)
@click.option("--dry-run", is_flag=True, help="Show what would be removed, and remove nothing.")
@click.option("--because", type=click.Choice(list(BECAUSE)), help="Why: a word of this list.")
@click.option("--name", default="", help="The name once more, in place of being asked for it.")
@click.option(
    "--photo", "photos", multiple=True, metavar="DIGEST",
    help="A photo that nobody is named for goes too; as many of its digest's signs as tell it.",
)  # fmt: skip
@click.option("--finish", is_flag=True, help="Only see to the files, where that had to wait.")
@data_option
def forget(
    slug: str | None,
    who: str | None,
    *,
    dry_run: bool,
    because: str | None,
    name: str,
    photos: tuple[str, ...],
    finish: bool,
    data: Path,
) -> None:
    """Remove for good what WHO gave in SLUG: signatures by hand, statements, photos.

    WHO is a player's number, a badge, or a name. Without WHO everybody is listed who gave something
    that can be removed. Names, scores, turns and rulings are the log itself and stay; so does that
    somebody signed or was heard, and when. What is removed never comes back.
    """
    if finish:
        _finish(data)
    elif slug is None:
        raise click.UsageError("name a tournament, or say --finish")
    elif who is None:
        _list(slug, data)
    elif dry_run:
        from web.command_line.opened import looked_at

        with looked_at(data) as here:
            person = _person(here, tournament_named(slug, here.log), who)
            click.echo("\n".join(_shown(person)))
            click.echo("Nothing was removed.")
    elif because is None:
        raise click.UsageError(f"say --because, one of: {', '.join(BECAUSE)}")
    else:
        _forget(slug, who, because, name, photos, data)


def _forget(
    slug: str, who: str, because: str, name: str, photos: tuple[str, ...], data: Path
) -> None:
    from typing import cast

    from ledger.desk.requests import from_the_desk
    from ledger.erasure.forgetting import ELSEWHERE, IN_THE_FILES, ForgetPerson, chosen, forget
    from web.command_line.opened import opened

    with opened(data) as here:
        person = _person(here, tournament_named(slug, here.log), who)
        beside = tuple(_beside(person, photo).digest for photo in photos)
        digests = (*dict.fromkeys(one.digest for one in person.kept), *beside)
        going = chosen(person, digests)
        click.echo("\n".join(_shown(person)))
        typed = name or click.prompt(
            f"This can't be undone. Type the name ({person.name}) to remove it", default="",
            show_default=False,
        )  # fmt: skip
        request = ForgetPerson(
            person=person.key,
            name=typed,
            because=cast("ForgottenBecause", because),
            pieces=digests,
        )
        done = forget(here.desk, slug, request, from_the_desk(CONSOLE))
        click.echo(f"Removed: {_wording(going)}. {IN_THE_FILES[done]}")
        click.echo(ELSEWHERE)
        for copy in _copies(data):
            click.echo(f"  made before: {copy}")


def _list(slug: str, data: Path) -> None:
    from ledger.erasure.pieces import counted
    from web.command_line.opened import looked_at

    with looked_at(data) as here:
        people = _people(here, tournament_named(slug, here.log))
    for person in people:
        kind, _, key = person.key.partition("-")
        called = key if kind != "named" else ""
        text = counted(person.kept) or "everything was removed"
        needed = f"  (still needed: {'; '.join(person.needed)})" if person.needed else ""
        click.echo(f"{called:>5}  {person.name}: {text}{needed}")
    if not people:
        click.echo("Nobody gave anything in this tournament that lies beside the log.")


def _finish(data: Path) -> None:
    from ledger.erasure.forgetting import IN_THE_FILES
    from ledger.record.engine import open_log
    from web.command_line.data_folder import must_hold_a_record
    from web.command_line.opened import put_away_after

    must_hold_a_record(data)
    with put_away_after(data), closing(open_log(data)) as log:
        click.echo(IN_THE_FILES[log.overwrite_removed(waiting=False)])


def _people(here: Opened, tournament: Tournament) -> tuple[Person, ...]:
    from datetime import UTC, datetime

    from ledger.erasure.pieces import given_in

    return given_in(here.log, here.shelf, tournament, datetime.now(UTC))


def _person(here: Opened, tournament: Tournament, who: str) -> Person:
    from ledger.erasure.pieces import plain_name
    from ledger.refusals.saying import refusal

    people = _people(here, tournament)
    keys = {f"player-{who.strip().lstrip('#')}", f"badge-{who.strip()}", who}
    found = [one for one in people if one.key in keys]
    found = found or [one for one in people if plain_name(one.name) == plain_name(who)]
    if len(found) > 1:
        raise Refusal(
            "two-of-that-name",
            f"{len(found)} people are called {who!r}.",
            "Name the number or the badge; without WHO the command lists them.",
        )
    if not found:
        raise refusal("no-such-person")
    return found[0]


def _beside(person: Person, signs: str) -> Piece:
    found = [one for one in person.beside if len(signs) >= 6 and one.digest.startswith(signs)]
    if len(found) != 1:
        raise Refusal(
            "no-such-photo",
            f"No photo beside what {person.name} gave has a digest that begins with {signs!r}.",
            "Look at the list with --dry-run, and copy at least six signs.",
        )
    return found[0]


def _shown(person: Person) -> Iterator[str]:
    """A person and each piece, what was removed before as well."""
    from ledger.erasure.pieces import KINDS_TOLD
    from ledger.record.standing import removed_wording

    yield f"{person.name}: {_wording(person.kept) or 'nothing is left to be removed'}"
    for one in (*person.pieces, *person.beside):
        notes = [f"{one.size} bytes"] if one.removed_at is None else []
        notes += [removed_wording(one.removed_at)] if one.removed_at else []
        notes += ["another player's too"] if one.is_shared else []
        notes += [f"nobody is named for it: --photo {one.digest[:8]}"] if not one.of else []
        notes += [f"still needed: {one.needed}"] if one.needed and one.removed_at is None else []
        what = KINDS_TOLD[one.kind][0]
        yield f"  {one.where:<10} {one.at:%Y-%m-%d %H:%M} UTC  {what} ({'; '.join(notes)})"


def _wording(pieces: tuple[Piece, ...]) -> str:
    from ledger.erasure.pieces import counted

    return counted(pieces)


def _copies(data: Path) -> list[Path]:
    """Copies of the record that we know of: the ring's, and those kept aside in the data folder."""
    from ledger.backup.ring import in_ring
    from web.settings.in_force import value_of
    from web.settings.known import BACKUP

    ring = str(value_of(BACKUP))
    asides = [*data.glob("before-*.db"), *data.glob("before-*.tilescribe")]
    asides += data.glob("before-restore-*/ledger.db")
    return [*(in_ring(Path(ring)).values() if ring else ()), *sorted(asides)]
