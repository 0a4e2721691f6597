"""Everything a tablet must know about its game, in one piece: to show it and to go on offline."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from flask import Blueprint, Response

from ledger import rulebook
from ledger.board import load_board
from ledger.decisions.keeping import entered_by
from ledger.procedures import offers, open_procedures
from ledger.result_lines import adjustments
from ledger.rulebook import Rulebook
from ledger.rules.signing import signing
from ledger.sheet.line import Line
from ledger.sheet.outcome import outcome_of
from ledger.sheet.sheet import Sheet
from ledger.shown_result import shown_amendment, shown_result
from ledger.signatures import signatures_told
from ledger.tile_set import load_tile_set
from ledger.vocabulary import Seat
from web.at_the_start import start_of
from web.readings import read_at
from web.request_forms import forms, with_forms
from web.unsettled import waiting_at
from web.visitors import the_badges

bp = Blueprint("table_state", __name__)


@bp.get("/api/games/<uuid:game>/table.json")
def table(game: UUID) -> Response:
    """The game as a tablet shows it, with the procedures that are open and what may be reported."""
    sheet = the_badges().desk.sheet(game)
    return Response(msgspec.json.encode(state_of(sheet)), mimetype="application/json")


def state_of(sheet: Sheet) -> dict[str, Any]:
    """The state of one game, as plain data."""
    scheduled = sheet.scheduled
    rules = rulebook.in_force(scheduled.rulebook, scheduled.options)
    board, tile_set = load_board(scheduled.board), load_tile_set(scheduled.tile_set)
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
            "version": sheet.version,
            "last": sheet.events[-1].envelope.command_id,
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
        "squares": sheet.squares,
        "totals": sheet.totals,
        "bag": sheet.stock.bag,
        "racks": sheet.stock.racks,
        "started": sheet.started,
        "on_move": sheet.on_move,
        "zero_turns": sheet.zero_turns,
        "hold": sheet.hold,
        "challenge": sheet.challenge,
        "clocks": sheet.clocks,
        "clocks_at": read_at(sheet),
        "limits": sheet.limits,
        "neutral": sheet.neutral,
        "blanks": sheet.blanks,
        "out": sheet.out,
        "ended": sheet.ended,
        "unplayed_counted": sheet.unplayed_counted,
        "lines": [_line(sheet, line) for line in sheet.lines],
        "proposed": sheet.proposed,
        "signed_by": sheet.signed_by,
        "final": sheet.is_final,
        "by_ruling": sheet.carried > 0,
        "signatures": signatures_told(sheet) if sheet.ended else (),
        "amending": _amending(sheet),
        "handed_in": sheet.handed_in,
        "open": with_forms(going, rules),
        "offers": offered,
        "forms": forms(offered, rules),
        "challenge_mode": rules.challenge.mode.value,
        "unplayed_mode": rules.unplayed.when_out.value,
        "starter": sheet.starter,
        "pairing": scheduled.players,
        "keeper": sheet.keeper,
        "start": None if sheet.started or sheet.ended else start_of(sheet, rules),
        "overtime": sheet.overtime,
        "rules": _rules(rules),
        "result": _result(sheet),
        "unsettled": waiting_at(sheet),
    }


def _rules(rules: Rulebook) -> dict[str, Any]:
    """What the page must know of the rulebook to go on without a network."""
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
        "zeros": {
            "turns": rules.zeros.turns.value,
            "kinds": rules.zeros.counted.value or (),
            "not_at_nil": bool(rules.zeros.goes_on_at_nil_all.value),
        },
    }


def _amending(sheet: Sheet) -> dict[str, Any] | None:
    """The amendment asked for, with the words that both players see before they sign for it."""
    asked = sheet.amending
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
    """The result as it stands, and how it came about; see ``ledger.shown_result``."""
    outcome = outcome_of(sheet)
    return {
        "totals": sheet.stands,
        "winner": outcome.winner,
        "spread": outcome.spread,
        "lines": adjustments(sheet),
        "shown": {seat: shown_result(sheet, seat) for seat in Seat} if sheet.ended else {},
    }


def _number(sheet: Sheet, seat: Seat) -> int | None:
    return None if sheet.numbers is None else sheet.numbers[seat.place]


def _line(sheet: Sheet, line: Line) -> dict[str, Any]:
    return {
        "version": line.version,
        "seat": line.seat,
        "kind": line.kind,
        "move": line.move,
        "score": line.score,
        "total": line.totals[line.seat.place],
        "words": line.words,
        "announced": line.announced,
        "computed": line.computed,
        "placed": line.placed,
        "withdrawn": line.withdrawn,
        "corrected": bool(line.corrections),
        "by": entered_by(sheet, line),
        "verified": line.verified,
        "note": line.note,
        "tiles": line.tiles,
    }
