"""The papers of a director's desk: the log of a day, the register of rulings, a closed round."""

from __future__ import annotations

import re
from datetime import date
from functools import partial

from msgspec.structs import replace

from ledger.desk.opened import Opened
from ledger.desk.registers import acts_of, rulings_of
from ledger.incidents.case_file import files_of
from ledger.messages import say
from ledger.proof.checkpoints_made import latest_in, listed_of, named, reached
from ledger.proof.paper_requests import DeskToPrint
from ledger.record.events import record_id, tournament_id
from ledger.tournament.divisions import division_meant
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary.refusals import Refusal
from printing.filling.table_papers import official, signs_of, zone_for
from printing.forms import FORMS, filler
from printing.languages import in_its_languages
from printing.lists.from_desk import DeskAtHand
from printing.papers import Papers
from printing.source import Source

ROUND = re.compile(r"(?P<tournament>[^/]+)/(?:(?P<division>[^/]+)/)?[Rr](?P<round>\d{1,4})")


def desk_named(form: str, subject: str, *, day: str = "", anonymous: bool = False) -> DeskToPrint:
    """What a person calls ``TOURNAMENT``, or ``TOURNAMENT/R3`` for the sheet of a round."""
    shape = ROUND.fullmatch(subject)
    if (FORMS[form].of == "round") != (shape is not None) or (shape is None and "/" in subject):
        raise Refusal(
            "unreadable-name",
            say("paper.not-what-this-paper-is-about", subject=repr(subject)),
            say("paper.write-tournament-r3-for-round-close"),
        )
    if shape is None:
        return DeskToPrint(subject, day=day, anonymous=anonymous)
    return DeskToPrint(shape["tournament"], int(shape["round"]), shape["division"] or "")


@in_its_languages
def desk_paper(
    here: Opened, form: str, which: DeskToPrint, at_hand: DeskAtHand | None = None
) -> Papers:
    """A paper of the desk, filled as far as the record goes.

    Args:
      at_hand: the desk of the tournament, with every act and ruling, where it was read before.
    """
    fill, at = filler(form, "desk"), at_hand or desk_at_hand(here, which)
    if form == "day-log":
        return fill(at, _day(which.day))
    if form == "rulings":
        return fill(at, anonymous=which.anonymous)
    if form == "warning-notice":
        return fill(at, which.warning)
    which = which._replace(division=division_meant(at.tournament, which.division))
    return fill(of_a_round(here, which, at), which.round_number, which.division)


def desk_at_hand(here: Opened, which: DeskToPrint) -> DeskAtHand:
    desk, slug = here.desk, which.tournament
    tournament = tournament_named(slug, here.log)
    position, link = here.log.head()
    with_words = say("paper.with-words", words=repr(which.text)) if which.text else ""
    under = say("paper.under-clause", clause=which.clause) if which.clause else ""
    return DeskAtHand(
        tournament=tournament,
        events=tuple(here.log.events_of(tournament_id(slug))),
        source=Source(
            tournament=tournament.name,
            link=link,
            zone=zone_for(here.log, slug),
            official=partial(official, here.log),
            signs=signs_of(here),
        ),
        record_to=position,
        acts=acts_of(desk, tournament, here.hall.games(slug)),
        rulings=rulings_of(desk, tournament, text=which.text, clause=which.clause),
        chosen=f"{with_words} {under}".strip(),
    )


def of_a_round(here: Opened, which: DeskToPrint, at_hand: DeskAtHand | None = None) -> DeskAtHand:
    """The same with the games of one round, and what keeps it open."""
    from ledger.desk.matters import matters_of_round, round_games
    from ledger.matters.in_game import matters_in
    from ledger.matters.matter import numbers_of, waived_of
    from ledger.tournament.matters import open_in

    at, division, number = at_hand or desk_at_hand(here, which), which.division, which.round_number
    games = round_games(at.tournament, division, number)
    if not games:
        raise Refusal(
            "no-such-round",
            say(
                "paper.division-has-no-round",
                name=at.tournament.name,
                division=division,
                number=number,
            )
            if division
            else say("paper.name-has-no-round-number", name=at.tournament.name, number=number),
            say("paper.check-number"),
        )
    found = matters_of_round(
        here.log, lambda game: matters_in(here.shelf.sheet(game)), at.tournament, division, number
    )
    sheets = sorted((here.shelf.sheet(game) for game in games), key=lambda one: one.scheduled.table)
    of_record = here.log.events_of(record_id())
    made = latest_in(of_record, named(at.tournament.slug, number, division))
    row = listed_of(made, of_record) if made is not None else None
    return replace(
        at,
        games=tuple(sheets),
        waiting=open_in(at.tournament, found),
        aside=waived_of(
            at.tournament.set_aside, numbers_of(files_of(here.log, at.tournament)), games
        ),
        checkpoint=made,
        checkpoint_at=next((e.envelope.written_at for e in of_record if e.fact is made), None),
        cosigned=row.witnesses if row is not None else (),
        quorum=reached(row, here.quorum).words() if row is not None and here.quorum else "",
    )


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise Refusal(
            "unreadable-address",
            say("paper.is-no-day", day=repr(text[:20])),
            say("paper.write-as-2026-11-21"),
        ) from None
