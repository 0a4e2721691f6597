"""What paper needs from the record besides a sheet; and the papers of a table, filled with it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, tzinfo
from functools import cache, partial
from hashlib import sha256
from typing import TYPE_CHECKING
from uuid import UUID
from zoneinfo import ZoneInfo

from msgspec.structs import replace

import ledger
import printing
from ledger.accounts.facts import BadgeIssued
from ledger.desk.opened import Opened, game_named
from ledger.game.results.signatures import words_signed
from ledger.game.sheet.sheet import Sheet
from ledger.hall.standings_view import Course
from ledger.incidents.wording import number_wording
from ledger.messages import ENGLISH, say
from ledger.proof.paper_codes import OFFICIALS
from ledger.record.events import badge_id, tournament_id
from ledger.record.kept_words import strokes_in
from ledger.record.log import Log
from ledger.tournament.local_time import zone_named
from ledger.tournament.tournament import Tournament, tournament_of
from ledger.vocabulary import Seat
from ledger.vocabulary.refusals import Refusal
from printing.engine.heading import Heading
from printing.forms import FORMS, filler, of_a_game
from printing.languages import in_its_languages
from printing.papers import Papers, Told
from printing.source import Played, Source, so_far_in

if TYPE_CHECKING:
    from ledger.hall.rows import TournamentRow
    from printing.signed_codes import Signs

# What paper needs from the record besides a sheet: the tournament's name, the check code.


def source_of(here: Opened, sheet: Sheet) -> Source:
    """The source of a game's paper, as it stands or as it was: its code binds that state."""
    last = _last_of(here, sheet)
    if last is None:
        return source_in(here.log, sheet, b"")
    source = source_in(here.log, sheet, here.log.link_at(last[0]))
    signs = signs_of(here)
    return source if signs is None else replace(source, signs=signs.up_to(*last))


def _last_of(here: Opened, sheet: Sheet) -> tuple[int, datetime] | None:
    """Where in the log the last event that a sheet holds is, and when it was written.

    ``None``: the log does not have it.
    """
    row = here.hall.game(sheet.id)
    if row is not None and row.version == sheet.version:
        return row.position, datetime.fromisoformat(row.written_at)
    placed = here.log.placed_events_of(sheet.id)
    if not 1 <= sheet.version <= len(placed):
        return None
    position, event = placed[sheet.version - 1]
    return position, event.envelope.written_at


def signs_of(here: Opened) -> Signs | None:
    """What paper is signed with here; who prints without a key loads nothing that signs."""
    if not any(here.folder.glob("*.key")):
        return None
    from printing.signed_codes import signs_of as found

    return found(here)


def source_in(log: Log, sheet: Sheet, link: bytes) -> Source:
    """The same of any state of a game, and of the record; ``link``: of the game's last event."""
    held = tournament_of(log.events_of(tournament_id(sheet.scheduled.tournament)))
    cases = held.cases if held else ()
    drawn = {words: strokes_in(log.words_of(words) or b"") for words in words_signed(sheet)}
    return Source(
        zone=zone_of(held),
        official=partial(official, log),
        called=partial(_called, cases),
        tournament=held.name if held else "",
        venue=held.place if held else "",
        strokes=drawn,
        link=link,
    )


def standing_before(source: Source, before: Course | None, sheet: Sheet) -> Source:
    """The same with how the players stood before this game, and how often each had started.

    ``before`` is the tournament after the round before or later, as whoever prints is shown it.
    """
    game = sheet.scheduled
    starts = before.before(game.numbers, game.round_number) if before and game.numbers else None
    return replace(source, so_far=so_far_in(before, game.round_number), before=starts)


def _called(cases: Sequence[UUID], case: UUID) -> str:
    """How people call a case of a tournament; empty for one that stands in no list of it."""
    return number_wording(cases.index(case) + 1) if case in cases else ""


def official(log: Log, badge: str) -> str:
    """A badge and whose it is: ``D1 Ines Duarte``; the badge alone if nobody's.

    The badge first, for a long name may lose its end in the box of a slip.
    """
    issued = [event.fact for event in log.events_of(badge_id(badge))] if badge else []
    names = [fact.name for fact in issued if isinstance(fact, BadgeIssued)]
    return f"{badge} {names[-1]}" if names else badge


def zone_for(log: Log, slug: str) -> tzinfo:
    """The time zone of a tournament's paper: the one it names, else that of the hall."""
    return zone_of(tournament_of(log.events_of(tournament_id(slug))))


def zone_of(tournament: Tournament | None) -> tzinfo:
    """The same of one that was read."""
    named = tournament.time_zone if tournament else ""
    return zone_named(named) if named else zone_of_the_hall()


def zone_of_the_hall() -> tzinfo:
    """The time zone of paper whose tournament names none: ``TILESCRIBE_ZONE``, else UTC."""
    name = os.environ.get("TILESCRIBE_ZONE", "")
    if not name:
        return UTC
    try:
        return ZoneInfo(name)
    except (ValueError, OSError) as unknown:
        raise Refusal(
            "no-such-zone",
            say("paper.is-no-time-zone", name=repr(name)),
            say("paper.set-zone-hall-name-such-as"),
        ) from unknown


def languages_of(row: TournamentRow | None) -> tuple[str, str]:
    """In which language a tournament's paper is, and which one stands beside it; empty for none."""
    return (row.language or ENGLISH, row.beside) if row is not None else (ENGLISH, "")


# Paper that is printed is noted, so that its code alone leads back to it.


def noted(here: Opened, by: str = OFFICIALS) -> Told:
    """What notes the codes of papers, once they are drawn."""

    def note(headings: Iterable[Heading]) -> None:
        codes = [(heading.check, heading.stands_for) for heading in headings]
        here.printed.note(codes, by=by, release=words_hang_on())

    return note


def words_hang_on() -> str:
    """What the words of a paper hang on besides the record: this release, and the hall's zone.

    A paper that the same release can't fill again with the same words is of another record.
    """
    return f"{_release()} {os.environ.get('TILESCRIBE_ZONE', '')}".strip()


@cache
def _release() -> str:
    """A digest of the program's own files by name and size: one version may be many releases."""
    packages = (ledger, printing)
    files = sorted(one for package in packages for one in _files_in(package.__path__[0]))
    return sha256("\n".join(files).encode()).hexdigest()[:12]


def _files_in(folder: str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir() and entry.name != "__pycache__":
                yield from (f"{entry.name}/{one}" for one in _files_in(entry.path))
            elif entry.name.endswith((".py", ".toml")):
                yield f"{entry.name} {entry.stat().st_size}"


ROUND = re.compile(r"(?P<tournament>[^/]+)/(?:(?P<division>[^/]+)/)?[Rr](?P<round>\d{1,4})")

PLAYER = re.compile(r"(?P<tournament>[^/]+)(?:/[Pp](?P<number>\d{1,5}))?")


@in_its_languages
def filled(here: Opened, form: str, subject: str, seat: str | None) -> Papers:
    """The form ``form`` of what a person calls ``subject``."""
    about = FORMS[form].filled
    if "tournament" in about:
        return _score_cards(here, form, subject)
    if "round" in about and (shape := ROUND.fullmatch(subject)) is not None:
        number = int(shape["round"])
        played = played_in(here, shape["tournament"], number, shape["division"])
        return filler(form, "round")(played, number)
    if "game" not in about:
        raise Refusal(
            "unreadable-name",
            say("paper.not-the-name-of-a-round", subject=repr(subject)),
            say("paper.write-tournament-r3-or-tournament-division"),
        )
    sheet = here.shelf.sheet(game_named(here.hall, subject).id)
    source = source_of(here, sheet)
    source = standing_before(source, course_before(here, sheet), sheet)
    if seat is not None:
        return filler(form, "player")(sheet, Seat(seat), source)
    return of_a_game(form, sheet, source)


def course_before(here: Opened, sheet: Sheet) -> Course | None:
    """The tournament of a game after the round before it; ``None`` before the first round."""
    before = sheet.scheduled.round_number - 1
    return here.hall.course(sheet.scheduled.tournament, before) if before else None


def _score_cards(here: Opened, form: str, subject: str) -> Papers:
    shape = PLAYER.fullmatch(subject)
    if shape is None:
        raise Refusal(
            "unreadable-name",
            say("paper.not-the-name-of-a-player", subject=repr(subject)),
            say("paper.write-tournament-p7-or-tournament-alone"),
        )
    number = int(shape["number"]) if shape["number"] else None
    played = played_in(here, shape["tournament"])
    return filler(form, "tournament")(played, number)


def played_in(
    here: Opened, slug: str, round_number: int | None = None, division: str | None = None
) -> Played:
    rows = here.hall.games(slug, round_number, division)
    row = here.hall.tournament(slug)
    if row is None or (round_number is not None and not rows):
        what = "round" if round_number is not None else "tournament"
        raise Refusal(
            f"no-such-{what}",
            say(
                "paper.there-no-games-at-slug",
                where=slug if round_number is None else f"{slug}/R{round_number}",
            ),
            say("paper.check-tournament-and-round-tilescribe-serve"),
        )
    position, link = here.log.head()
    sheets = [here.shelf.sheet(row.id) for row in rows]
    before = course_before(here, sheets[0]) if round_number and sheets else here.hall.course(slug)
    return Played(
        slug=slug,
        games=tuple(
            (sheet, standing_before(source_of(here, sheet), before, sheet)) for sheet in sheets
        ),
        tournament=tournament_of(here.log.events_of(tournament_id(slug))),
        source=Source(tournament=row.name, link=link, zone=zone_for(here.log, slug)),
        record_to=position,
    )
