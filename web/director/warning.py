"""The page on which a player is warned: who, of what, in whose words; what the book names next."""

from __future__ import annotations

from collections import Counter

from flask import Response, make_response, redirect, render_template, request
from msgspec import Struct

from ledger import rulebook
from ledger.game.sheet.sheet import Sheet
from ledger.hall import GameRow
from ledger.incidents.offences import OTHER, Suggestion
from ledger.record.events import tournament_id
from ledger.rulebook import Rulebook
from ledger.tournament.conduct import WarnPlayer, suggests
from ledger.tournament.conduct_ledger import Warned
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Role, Seat
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in
from web.frame.addresses import game_at, of_game, tournament_at
from web.frame.bodies import sent_by_form
from web.frame.pages import Pages, of_a_game
from web.frame.refused import must_be_for_a_page, status_of

pages = Pages("warning", manual="director")

AT_HAND = 8
"""Acts that are offered before one has to look for another."""

NO_LEVEL = 4
"""Where an act stands for which the book names no level: before those of level 3."""

USUAL = "official-warning"


class AtTheTable(Struct, frozen=True, kw_only=True):
    """A player who may be warned.

    Attributes:
      warned: the warnings so far, oldest first.
      again: what the book names for each act this player was warned of, if it is done again.
    """

    number: int
    name: str
    warned: tuple[Warned, ...]
    again: tuple[tuple[str, Suggestion], ...]


@pages.get(*of_a_game("warn"), who=DIRECTORS)
def page(slug: str, round_number: int, table: int, division: str = "", replay: int = 1) -> str:
    return _page(game_at(slug, division, round_number, table, replay))


@pages.post(*of_a_game("warn"), who=DIRECTORS)
def do(slug: str, round_number: int, table: int, division: str = "", replay: int = 1) -> Response:
    """Warn a player; what the desk refuses is said on the page, with what was typed."""
    row = game_at(slug, division, round_number, table, replay)
    form = request.form
    number = form.get("player", "")
    readable = number.isascii() and number.isdigit() and len(number) < 8
    try:
        _must_say_what_for()
        desk_request = WarnPlayer(
            player=int(number) if readable else 0,
            offence=form.get("another") or form.get("offence") or OTHER,
            kind=form.get("kind", USUAL),
            notice=form.get("notice", "").strip(),
            words=form.get("words", "").strip(),
            game=row.id,
        )
        sent = sent_by_form(signed_in().badge)
        accounts().desk.must_write(tournament_id(slug), desk_request, sent)
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        # The page is there, whoever was meant: a player nobody chose is a slip of the form.
        status = 422 if refusal.code == "no-such-player" else status_of(refusal)
        return make_response(_page(row, refusal), status)
    return make_response(redirect(of_game(row, "warning.page"), 303))


def _must_say_what_for() -> None:
    """Refuse a warning of nothing: no act was chosen, and none was told."""
    form = request.form
    if not any(form.get(name, "").strip() for name in ("offence", "another", "words")):
        raise Refusal(
            "unreadable-request",
            "It is not said what the warning is for, so nobody was warned.",
            "Choose an act, or write what happened.",
            field="offence",
        )


def commonest(tournament: Tournament, rules: Rulebook) -> tuple[str, ...]:
    """The book's acts: those most often warned of here first, then the lightest first.

    An act for which the book names no level stands with the lightest.
    """
    warned = Counter(one.offence for one in tournament.conduct.warnings)
    listed = list(rules.offences)
    return tuple(
        sorted(
            listed,
            key=lambda code: (
                -warned[code],
                -(rules.offences[code].level or NO_LEVEL),
                listed.index(code),
            ),
        )
    )


def _page(row: GameRow, refused: Refusal | None = None) -> str:
    desk = accounts().desk
    sheet = desk.sheet(row.id)
    tournament = desk.cases.tournament(row.tournament)
    rules = rulebook.rules_of(sheet.scheduled)
    acts = commonest(tournament, rules)
    return render_template(
        "games/warn.html",
        game=row,
        tournament=tournament_at(row.tournament),
        rules=rules,
        players=_at_the_table(sheet, tournament),
        at_hand=acts[:AT_HAND],
        others=acts[AT_HAND:],
        kinds=[(kind, one) for kind, one in rules.penalties.items() if one.scope == "person"],
        usual=USUAL,
        other=OTHER,
        directs=signed_in().role is Role.DIRECTOR,
        refusal=refused,
        form=request.form,
    )


def _at_the_table(sheet: Sheet, tournament: Tournament) -> list[AtTheTable]:
    found = []
    for seat, number in zip(Seat, sheet.numbers or (), strict=False):
        warned = tournament.conduct.warnings_of(number)
        acts = dict.fromkeys(one.offence for one in warned if one.offence != OTHER)
        found.append(
            AtTheTable(
                number=number,
                name=sheet.name(seat),
                warned=warned,
                again=tuple((act, suggests(tournament, number, act)) for act in acts),
            )
        )
    return found
