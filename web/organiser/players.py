"""Players: everybody by division, one added, changed, withdrawn, back; pairs not to be drawn."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for

from ledger.desk.requests import Written
from ledger.record.streams import tournament_id
from ledger.tournament.asking import AskedOfTournament
from ledger.tournament.divisions import divisions_of
from ledger.tournament.facts.tournaments import PlayerEntered
from ledger.tournament.players import (
    AddPlayers,
    AllowPair,
    BringBackPlayer,
    ForbidPair,
    KeepTeamApart,
    RemovePlayer,
    WithdrawPlayer,
    must_be_free_to_withdraw,
)
from ledger.tournament.rounds import EnterPlayers
from ledger.tournament.taking_part import takes_part
from ledger.tournament.tournament import Player, Tournament, tournament_named
from ledger.vocabulary.refusals import Refusal
from web.access.visitors import signed_in, the_badges
from web.frame.addresses import tournament_at
from web.frame.refused import must_be_for_a_page, status_of
from web.frame.sent_forms import sent_by_form
from web.organiser.forms import Form, as_shown, merged
from web.organiser.player_form import division_choices, filled, only_fields, read, said_at_its_field
from web.organiser.sections import where_to
from web.organiser.withdrawing import at_table, forfeit_first, may_forfeit, paired_for

bp = Blueprint("players", __name__)


class Listed(NamedTuple):
    """A division with its players, and how many of them the next round is drawn for.

    Attributes:
      next_round: the first that is not paired.
    """

    division: str
    players: list[Player]
    to_draw: int
    next_round: int


@bp.get("/t/<slug>/organise/players")
def page(slug: str) -> str:
    """Everybody, and the form to add somebody, in the division of who was added last."""
    tournament = the_tournament(slug)
    added = _added(tournament)
    return _page(tournament, Form({"division": added.division} if added else {}))


@bp.post("/t/<slug>/organise/players")
def add(slug: str) -> Response:
    """Enter one player, under the next number, or keep a whole team apart (``what=team``).

    What is refused is said on the form.
    """
    tournament = the_tournament(slug)
    if request.form.get("what") == "team":
        return _team_kept_apart(tournament)
    form = Form(only_fields(_typed()))
    entry = read(form)
    if form.wrong:
        return make_response(_page(tournament, form), 422)
    try:
        written = ask(tournament, AddPlayers(players=(entry,), namesakes=_namesake(), sure=_sure()))
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        said_at_its_field(form, refusal)
        return make_response(_page(tournament, form, refusal), status_of(refusal))
    added = next(e.fact.number for e in written.events if isinstance(e.fact, PlayerEntered))
    return _to(url_for("players.page", slug=slug, added=added))


def _team_kept_apart(tournament: Tournament) -> Response:
    try:
        ask(tournament, KeepTeamApart(team=request.form.get("team", "").strip()))
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        return make_response(_page(tournament, Form({}), refusal), status_of(refusal))
    return _to(url_for("players.page", slug=tournament.slug, _anchor="apart"))


@bp.get("/t/<slug>/organise/players/<int:number>")
def one(slug: str, number: int) -> str:
    """One player: what is entered, and what can be done.

    Raises:
      Refusal: ``no-such-player``.
    """
    tournament = the_tournament(slug)
    player = _player(tournament, number)
    return _one(tournament, player, Form(filled(player)))


@bp.post("/t/<slug>/organise/players/<int:number>")
def change(slug: str, number: int) -> Response:
    """Change what is entered (``what=change``), or do one of the other things with the player."""
    tournament = the_tournament(slug)
    player = _player(tournament, number)
    stands, sent = filled(player), _typed()
    form = Form(stands)
    try:
        if sent.get("what", "change") == "change":
            form = Form(merged(sent.get("was", ""), only_fields(sent), stands))
            entry = read(form, number)
            if form.wrong:
                return make_response(_one(tournament, player, form), 422)
            told = EnterPlayers(players=(entry,), namesakes=_namesake(), sure=_sure())
            ask(tournament, told)
        else:
            asked = _asked(number, sent)
            if isinstance(asked, WithdrawPlayer):
                _game_goes_first(tournament, player, asked)
            ask(tournament, asked)
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        said_at_its_field(form, refusal)
        return make_response(_one(tournament, player, form, refusal), status_of(refusal))
    if sent.get("what") == "remove":
        return _to(url_for("players.page", slug=slug))
    return _to(url_for("players.one", slug=slug, number=number, written=1))


def _namesake() -> bool:
    """Whether it was said that another player has the same name."""
    return bool(request.form.get("namesake"))


def _sure() -> bool:
    """Whether it was said that a player is called so, odd as it is."""
    return bool(request.form.get("sure"))


def the_tournament(slug: str) -> Tournament:
    """The tournament as the record has it.

    Raises:
      Refusal: ``no-such-tournament``.
    """
    return tournament_named(tournament_at(slug).slug, the_badges().desk.log)


def ask(tournament: Tournament, asked: AskedOfTournament) -> Written:
    """Enter what the form asks of a tournament, under the badge that is signed in."""
    sent = sent_by_form(signed_in().badge)
    return the_badges().desk.must_write(tournament_id(tournament.slug), asked, sent)


def next_round(tournament: Tournament, division: str) -> int:
    """The first round of a division that is not paired."""
    paired = (one.round_number for one in tournament.rounds if one.division == division)
    return max(paired, default=0) + 1


def listed(tournament: Tournament) -> list[Listed]:
    """The players by division; without any player, none."""
    found = []
    for division in divisions_of(tournament):
        players = [player for player in tournament.players if player.division == division]
        number = next_round(tournament, division)
        drawn = sum(takes_part(tournament, player, number) for player in players)
        if players or division:
            found.append(Listed(division, players, drawn, number))
    return found


def _asked(number: int, sent: dict[str, str]) -> AskedOfTournament:
    what, reason = sent.get("what", ""), sent.get("reason", "")
    other = sent.get("other", "").partition(" ")[0]
    who = int(other) if other.isascii() and other.isdigit() and len(other) < 6 else 0
    made: dict[str, AskedOfTournament] = {
        "withdraw": WithdrawPlayer(player=number, reason=reason),
        "back": BringBackPlayer(player=number, reason=reason),
        "remove": RemovePlayer(player=number),
        "forbid": ForbidPair(one=number, other=who, reason=reason),
        "allow": AllowPair(one=number, other=who),
    }
    if what not in made:
        raise Refusal(
            "unreadable-request",
            "There is no such form on the page of a player.",
            "Go back to the page you came from, and try again.",
        )
    return made[what]


def _game_goes_first(tournament: Tournament, player: Player, asked: WithdrawPlayer) -> None:
    """Where it is asked for, the game at the table is forfeited, unless this was done already."""
    if request.form.get("game") == "forfeited" and not _answered_already():
        must_be_free_to_withdraw(tournament, asked)
        forfeit_first(tournament, player)


def _answered_already() -> bool:
    """Whether this very form was written before: a second tap, or a reply that was lost."""
    sent = sent_by_form(signed_in().badge)
    answer = the_badges().desk.log.answer_to(sent.command_id)
    return answer is not None and answer.kind == "written"


def _player(tournament: Tournament, number: int) -> Player:
    player = tournament.player(number)
    if player is None:
        raise Refusal(
            "no-such-player",
            f"There is no player {number} in {tournament.name}.",
            "Choose one from the list of players.",
        )
    return player


def _typed() -> dict[str, str]:
    return {name: value.strip() for name, value in request.form.items()}


def _to(address: str) -> Response:
    return make_response(redirect(address, 303))


def _page(tournament: Tournament, form: Form, refusal: Refusal | None = None) -> str:
    return render_template(
        "organiser/players.html",
        tournament=tournament_at(tournament.slug),
        record=tournament,
        divisions=listed(tournament),
        names=divisions_of(tournament),
        choices=division_choices(tournament),
        teams=_teams(tournament),
        form=form,
        added=_added(tournament),
        files=where_to("transfers.page", tournament.slug),
        missed=tournament.rules.lateness.forfeit_margin if tournament.rulebook else None,
        refusal=refusal,
    )


def _added(tournament: Tournament) -> Player | None:
    """Who was added on the page before this one."""
    added = request.args.get("added", "")
    is_a_number = added.isascii() and added.isdigit() and len(added) < 6
    return tournament.player(int(added)) if is_a_number and request.method == "GET" else None


def _teams(tournament: Tournament) -> list[str]:
    """Teams of which at least two play in one division."""
    there = Counter((player.team, player.division) for player in tournament.players if player.team)
    return sorted({team for (team, _), players in there.items() if players > 1})


def _one(tournament: Tournament, player: Player, form: Form, refusal: Refusal | None = None) -> str:
    forbidden = [
        (other, tournament.player(other), reason)
        for one, two, reason in tournament.attendance.forbidden
        for me, other in ((one, two), (two, one))
        if me == player.number
    ]
    games = paired_for(tournament, player)
    return render_template(
        "organiser/player.html",
        tournament=tournament_at(tournament.slug),
        record=tournament,
        player=player,
        form=form,
        was=as_shown(filled(player)),
        names=divisions_of(tournament),
        choices=division_choices(tournament, player),
        forbidden=forbidden,
        others=[each for each in tournament.players if each.number != player.number],
        is_paired=any(
            player.number in (pairing.first, pairing.second)
            for paired in tournament.rounds
            for pairing in paired.pairings
        ),
        games=games,
        now=at_table(games),
        may_forfeit=may_forfeit(),
        missed=tournament.rules.lateness.forfeit_margin if tournament.rulebook else None,
        written=request.method == "GET" and "written" in request.args,
        refusal=refusal,
    )
