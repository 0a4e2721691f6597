"""The papers of a table filled from the record: of a game, a player, a round, a tournament."""

from __future__ import annotations

import re

from ledger.desk.opened import Opened, game_named
from ledger.game.sheet.sheet import Sheet
from ledger.hall.standings_view import Course
from ledger.record.events import tournament_id
from ledger.tournament.tournament import tournament_of
from ledger.vocabulary import Seat
from ledger.vocabulary.refusals import Refusal
from printing.filling.sources import source_of, standing_before, zone_for
from printing.forms import FORMS, filler, of_a_game
from printing.papers import Papers
from printing.source import Played, Source

ROUND = re.compile(r"(?P<tournament>[^/]+)/(?:(?P<division>[^/]+)/)?[Rr](?P<round>\d{1,4})")

PLAYER = re.compile(r"(?P<tournament>[^/]+)(?:/[Pp](?P<number>\d{1,5}))?")


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
            f"{subject!r} is not the name of a round.",
            "Write TOURNAMENT/R3, or TOURNAMENT/DIVISION/R3 for one division.",
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
            f"{subject!r} is not the name of a player.",
            "Write TOURNAMENT/P7, or TOURNAMENT alone for the cards of everybody.",
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
            f"There are no games at {slug}{'' if round_number is None else f'/R{round_number}'}.",
            "Check the tournament and the round; `tilescribe serve` lists them all.",
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
