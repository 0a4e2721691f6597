"""The application as the server's worker process makes it: from the environment alone."""

from __future__ import annotations

import gc
import os
from contextlib import ExitStack
from pathlib import Path
from typing import cast

from flask import Flask, request

from ledger.game.sheet import Sheet
from ledger.proof.printed_here import ANYBODY, OFFICIALS
from printing.forms import of_a_game
from printing.papers import Papers
from web.access import hosts
from web.access.visitors import the_session
from web.application import create_app
from web.command_line.backing_up import backing_up
from web.command_line.backup_settings import backup_settings
from web.command_line.by_hand import by_hand_paper
from web.command_line.case_papers import case_paper
from web.command_line.course_papers import course_paper
from web.command_line.data_folder import DATA
from web.command_line.desk_papers import desk_paper
from web.command_line.evidence_papers import evidence_paper
from web.command_line.opened import Opened, opened
from web.command_line.own_books import put_up_own_books
from web.command_line.paper_service import PaperChecks
from web.command_line.printed import noted
from web.command_line.served_at import base_asked
from web.command_line.shared_lists import keep_sharing
from web.command_line.sources import source_of, standing_before
from web.front.asgi import Front
from web.front.one_core import keep_to_one_core
from web.front.parent import end_with_parent
from web.proofs.receivers import sending_to
from web.settings import known
from web.settings.in_force import number, value_of
from web.settings.of_proof import subscribers_named, witnesses_named
from web.site.record_site import RecordSite
from web.site.site import Printer
from web.site.to_print import (
    ByHandToPrint,
    CaseToPrint,
    CourseToPrint,
    DeskToPrint,
    EvidenceToPrint,
    GameToPrint,
)
from web.watching.lines import to_stderr
from web.watching.looking import Place
from web.watching.requests import wrote

DATA_VARIABLE = known.DATA.variable

SELDOM = (10_000, 20, 50)
"""Objects more than before, until the collector looks through the newest, and how many such looks
until it looks through those that outlived one, and through all."""

_open_for_good = ExitStack()
"""Keeps the record open for as long as the worker lives."""


def application() -> Front:
    """The service, as the server asks it."""
    front = Front(the_app())
    keep_to_one_core()
    _collect_seldom()
    return front


def _collect_seldom() -> None:
    """Let Python's collector of cycles leave alone what is there from the start, for good.

    To look through all of it took 60 ms, in which no tablet was answered, and the sheets kept at
    hand made it longer; events and sheets have no cycles.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


def the_app() -> Flask:
    """Open the record named in ``TILESCRIBE_DATA`` and make the application on it."""
    end_with_parent()
    folder = Path(os.environ.get(DATA_VARIABLE, str(DATA)))
    put_up_own_books(folder)
    here = _open_for_good.enter_context(opened(folder, make=True))
    keep_sharing(folder, here.cabinet)
    to_stderr(str(value_of(known.LOG_FORMAT)), str(value_of(known.LOG_LEVEL)))
    here.log.appends.tell = wrote
    backups = backup_settings()
    every = backups.minutes if backups.folder is not None else None
    place = Place(folder, number(known.ROOM), every)
    site = RecordSite(here.log, here.hall, here.desk, here.badges, place)
    names = hosts.names_in(os.environ)
    makes_backups = backing_up(folder, backups)
    if makes_backups is not None:
        makes_backups.start()  # before this process is kept to one core, so it may use them all
    sending = sending_to(
        witnesses_named(), subscribers_named(), lambda: here.checkpoints, here.desk.now
    )
    if sending is not None:
        here.at_round_ends.told.append(sending.ring)
        sending.start()
    papers = PaperChecks(here)
    return create_app(
        site,
        printer=_printer(here),
        badges=here.badges,
        paper_checker=papers,
        bundler=papers,
        WORD_LISTS=folder,
        BACKUPS=makes_backups,
        PAPER_BASE=lambda: base_asked(folder, request.host_url),
        CHECKPOINTS=lambda: here.checkpoints,
        SENDING=sending,
        HOSTS=names,
        EMBED_ORIGINS=value_of(known.EMBED),
        CORS_ORIGINS=value_of(known.CORS),
        PROXIES=value_of(known.PROXIES),
        LOG_ACCESS=value_of(known.LOG_ACCESS),
        METRICS_TOKEN=value_of(known.METRICS_TOKEN),
        METRICS_FROM=value_of(known.METRICS_FROM),
    )


def _printer(here: Opened) -> Printer:
    """How this record's sheets and cases become paper."""

    def of_a_sheet(form: str, sheet: object, paper: str) -> bytes:
        by = ANYBODY if the_session() is None else OFFICIALS
        base = base_asked(here.folder, request.host_url)
        return filled(form, sheet).pdf(paper, base, noted(here, by))

    def filled(form: str, sheet: object) -> Papers:
        if isinstance(sheet, CaseToPrint):
            return case_paper(here, form, sheet)
        if isinstance(sheet, DeskToPrint):
            return desk_paper(here, form, sheet)
        if isinstance(sheet, CourseToPrint):
            return course_paper(here, form, sheet)
        if isinstance(sheet, ByHandToPrint):
            return by_hand_paper(here, form, sheet)
        if isinstance(sheet, EvidenceToPrint):
            return evidence_paper(here, sheet)
        before = None
        if isinstance(sheet, GameToPrint):
            sheet, before = sheet
        game = cast("Sheet", sheet)
        source = source_of(here, game)
        return of_a_game(form, game, standing_before(source, before, game))

    return of_a_sheet
