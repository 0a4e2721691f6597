"""Everything a tablet must know about its game, in one piece: to show it and to go on offline."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from uuid import UUID

import msgspec
from flask import Blueprint, Response

from ledger import rulebook
from ledger.equipment.board import load_board
from ledger.equipment.tile_set import load_tile_set
from ledger.game.play.endings.zero_turns import KINDS, UNNAMED_NOTES
from ledger.game.play.going_on import offers, open_procedures
from ledger.game.play.results.signing_rule import signing
from ledger.game.play.turns.retractions import goes_with_it, why_not
from ledger.game.sheet.outcome import outcome_of
from ledger.game.sheet.result_lines import adjustments
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.shown_result import shown_amendment, shown_result
from ledger.game.sheet.signatures import signatures_told
from ledger.rulebook import OptionValue, Rulebook
from ledger.shown_to import Viewer, sheet_shown_to
from ledger.vocabulary import Seat
from web.access.viewers import the_viewer_of
from web.access.visitors import the_badges
from web.entry.before_the_start import start_of
from web.entry.clock_readings import read_at
from web.entry.conflicts import waiting_at
from web.entry.form_catalogue import BOOKS, catalogue_of, forms, with_forms
from web.entry.lines_told import lines_told

bp = Blueprint("table_state", __name__)


@bp.get("/api/games/<uuid:game>/table.json")
def table(game: UUID) -> Response:
    """The game as a tablet shows it, with the procedures that are open and what may be reported."""
    return Response(
        told_of(the_badges().desk.sheet(game), the_viewer_of(game)),
        mimetype="application/json",
        headers={"Cache-Control": "no-store"},
    )


@bp.get("/api/games/<uuid:game>/forms.json")
def form_catalogue(game: UUID) -> Response:
    """How everything is asked for under the book of this game. A state names it by its digest."""
    scheduled = the_badges().desk.sheet(game).scheduled
    catalogue = catalogue_of(scheduled.rulebook, scheduled.options)
    response = Response(catalogue.body, mimetype="application/json")
    response.set_etag(catalogue.digest)
    return response


def told_of(record: Sheet, viewer: Viewer) -> bytes:
    """The state of one game as this viewer is shown it, as JSON."""
    return msgspec.json.encode(state_of(record, viewer))


def state_of(record: Sheet, viewer: Viewer) -> dict[str, Any]:
    """The state of one game as this viewer is shown it, as plain data.

    Its version is that of the record, for whoever enters something next must name it. What was
    entered too late and waits is for who is shown the whole of the game.
    """
    sheet = sheet_shown_to(viewer, record)
    whole = sheet is record
    scheduled = sheet.scheduled
    rules = rulebook.in_force(scheduled.rulebook, scheduled.options)
    board, tile_set = load_board(scheduled.board), load_tile_set(scheduled.tile_set)
    catalogue = catalogue_of(scheduled.rulebook, scheduled.options)
    going, offered = open_procedures(sheet, rules), offers(sheet, rules)
    return {
        "game": {
            "id": sheet.id,
            "tournament": scheduled.tournament,
            "division": scheduled.division,
            "round": scheduled.round_number,
            "table": scheduled.table,
            "replay": scheduled.replay,
            "rulebook": scheduled.rulebook,
            "lexicon": scheduled.lexicon,
            "state": sheet.state,
            "version": record.version,
            "last": record.events[-1].envelope.command_id,
        },
        "players": [
            {"seat": seat, "name": sheet.name(seat), "number": _number(sheet, seat)}
            for seat in Seat
        ],
        "board": {"size": board.size, "premiums": board.premiums},
        "tiles": [
            {"tile": tile, "value": tile_set.values[tile], "count": count}
            for tile, count in tile_set.counts.items()
        ],
        "squares": sheet.board.squares,
        "totals": sheet.totals,
        "bag": sheet.stock.bag,
        "racks": sheet.stock.racks,
        "started": sheet.started,
        "on_move": sheet.on_move,
        "hold": sheet.challenges.hold,
        "challenge": sheet.challenges.pending,
        "clocks": sheet.clock.times,
        "clocks_at": read_at(sheet),
        "limits": sheet.clock.limits,
        "neutral": sheet.clock.neutral,
        "blanks": sheet.board.blanks,
        "out": sheet.out,
        "ended": sheet.ended,
        "unplayed_counted": sheet.ending.unplayed_counted,
        "lines": lines_told(sheet),
        "proposed": sheet.result.proposed,
        "signed_by": sheet.signed_by,
        "final": sheet.is_final,
        "by_ruling": sheet.result.carried > 0,
        "signatures": signatures_told(sheet) if sheet.ended else (),
        "amending": _amending(sheet),
        "handed_in": sheet.result.handed_in,
        "open": with_forms(going, catalogue),
        "offers": [
            {"name": one.name, "title": one.title, "asks": one.asks, "clause": one.clause}
            for one in offered
        ],
        "catalogue": catalogue.digest,
        "forms": forms(offered, catalogue),
        "challenge_mode": rules.challenge.mode.value,
        "unplayed_mode": rules.unplayed.when_out.value,
        "starter": sheet.starter,
        "pairing": scheduled.players,
        "keeper": sheet.table.keeper,
        "start": None if sheet.started or sheet.ended else start_of(sheet, rules),
        "overtime": sheet.clock.overtime,
        "rules": _rules(scheduled.rulebook, scheduled.options),
        "result": _result(sheet),
        "unsettled": waiting_at(sheet) if whole else (),
        "undo": _undo(record) if whole else None,
    }


@lru_cache(maxsize=BOOKS)
def _rules(book: str, options: tuple[tuple[str, OptionValue], ...]) -> dict[str, Any]:
    """What the page must know of the rulebook to go on without a network."""
    rules = rulebook.in_force(book, options)
    return {
        "unplayed_both": rules.unplayed.when_both_hold.value,
        "overtime_from": rules.overtime.first_second.value,
        "overtime_points": rules.overtime.points_per_started_minute.value,
        "methods": tuple(rules.judging.methods),
        "method": rules.challenge.adjudication.value,
        "withdrawable": rules.challenge.withdrawable_for.value or (),
        "concession": bool(rules.challenge.concession.value),
        "signing": signing(rules).words,
        "winner_hands_in": rules.signing.handed_in_by.is_known,
        "zeros": _zeros(rules),
    }


def _zeros(rules: Rulebook) -> dict[str, Any]:
    """What ends a game without a network by scoreless turns, as ``zero_turns.Row.since`` counts.

    Counted back from the last line, one for each line whose kind is True in ``counts``. The row
    ends at a play that scored, and at a turn of a kind the book does not name: False in
    ``counts``, or with a note of ``unnamed``. So many as ``turns`` end the game on every reading
    of the book, save at 0-0 where ``not_at_nil``; fewer end it only by the server's word.
    """
    counted = rules.zeros.counted.value or ()
    return {
        "turns": rules.zeros.turns.value,
        "counts": {kind.value: name in counted for kind, name in KINDS.items()},
        "unnamed": tuple(sorted(UNNAMED_NOTES)),
        "not_at_nil": bool(rules.zeros.goes_on_at_nil_all.value),
    }


def _amending(sheet: Sheet) -> dict[str, Any] | None:
    """The amendment asked for, with the words that both players see before they sign for it."""
    asked = sheet.result.amending
    if asked is None:
        return None
    now, signed_by = asked.now, [one.seat for one in asked.signatures]
    shown = (
        {}
        if now is None
        else {seat: shown_amendment(sheet, seat, now, asked.reason) for seat in Seat}
    )
    return {
        "seat": asked.seat,
        "reason": asked.reason,
        "now": now,
        "signed_by": signed_by,
        "shown": shown,
    }


def _result(sheet: Sheet) -> dict[str, Any]:
    """The result as it stands, and how it came about; see ``ledger.game.sheet.shown_result``."""
    outcome = outcome_of(sheet)
    return {
        "totals": sheet.stands,
        "winner": outcome.winner,
        "spread": outcome.spread,
        "lines": adjustments(sheet),
        "shown": {seat: shown_result(sheet, seat) for seat in Seat} if sheet.ended else {},
    }


def _undo(sheet: Sheet) -> dict[str, Any] | None:
    """What the scorekeeper's Undo takes back with the last turn, or why it can't be."""
    line = sheet.last_turn
    if line is None:
        return None
    final = "The result is final." if sheet.is_final else ""
    alone = line.version == sheet.version  # nothing was written after it
    refusal = None if alone else why_not(sheet, line)
    why, following = (refusal.what, refusal.next_step) if refusal else (final, "")
    return {
        "version": line.version,
        "goes": () if alone else goes_with_it(sheet, line),
        "why": why,
        "next": following,
    }


def _number(sheet: Sheet, seat: Seat) -> int | None:
    return None if sheet.numbers is None else sheet.numbers[seat.place]
