"""Players by division: added, changed, withdrawn, back, checked in; pairs not to meet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from flask import Response, make_response, redirect, render_template, request, url_for
from msgspec.structs import replace

from ledger import rulebook
from ledger.desk.requests import Written
from ledger.game.context import GameContext
from ledger.game.deciding import decide
from ledger.game.endings.forfeits import Forfeit
from ledger.game.results.slips import told_on_phones
from ledger.game.sheet.folding import after
from ledger.game.sheet.outcome import outcome_of
from ledger.game.sheet.sheet import Sheet
from ledger.hall.rows import result_of
from ledger.messages import listed, say
from ledger.messages.written import name_key
from ledger.record.events import Event, tournament_id
from ledger.tournament.divisions import divisions_of
from ledger.tournament.facts import PlayerEntered
from ledger.tournament.opening import TournamentRequest
from ledger.tournament.pairing import takes_part
from ledger.tournament.players import (
    AddPlayers,
    AllowPair,
    BringBackPlayer,
    CheckIn,
    EnterPlayers,
    ForbidPair,
    KeepTeamApart,
    RemovePlayer,
    WithdrawPlayer,
    must_be_free_to_withdraw,
)
from ledger.tournament.rounds import PairedIn, paired_in
from ledger.tournament.tournament import Player, Tournament
from ledger.vocabulary import Role, Seat
from ledger.vocabulary.closed_lists import ForfeitCause
from ledger.vocabulary.names import sought, unwritable
from ledger.vocabulary.refusals import Refusal
from ledger.vocabulary.signs import signed
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in
from web.frame.addresses import tournament_at
from web.frame.bodies import sent_by_form
from web.frame.pages import Pages
from web.frame.refused import must_be_for_a_page, status_of, told_in_full
from web.organiser.forms import Form, as_shown, merged, number
from web.organiser.overview import where_to

# What a forfeit would come to under the book, before anybody declares it.


class Worth(NamedTuple):
    """What a forfeit comes to.

    Attributes:
      words: who wins by how much and whether it is rated; of what is refused, why.
      ruled: whether it takes a director's ruling.
    """

    words: str
    clause: str
    ruled: bool


def worth_of(sheet: Sheet, desk_request: Forfeit) -> Worth:
    rules = rulebook.rules_of(sheet.scheduled)
    rule = rules.leaving.outcome if desk_request.cause == "left" else rules.lateness.forfeit_margin
    try:
        decision = decide(sheet, desk_request, GameContext(rules=rules, by="", role=Role.DIRECTOR))
    except Refusal as refusal:
        return Worth(told_in_full(refusal), refusal.clause or str(rule), ruled=True)
    envelope = replace(sheet.events[-1].envelope, fact=decision.facts[0])
    return Worth(
        wording(after(sheet, [Event(sheet.id, sheet.version + 1, envelope)])),
        str(rule),
        ruled=False,
    )


def wording(sheet: Sheet) -> str:
    """What a game comes to as its sheet stands: who wins, by how much, whether it is rated."""
    outcome = outcome_of(sheet)
    both = listed(
        say(f"results.half-wins.{half_wins}", name=sheet.name(seat), spread=signed(spread))
        for seat, half_wins, spread in zip(Seat, outcome.half_wins, outcome.spreads, strict=True)
    )
    return say("results.outcome-and-rated", outcome=both, rated=rated_wording(outcome.rated))


def rated_wording(rated: bool | None) -> str:
    if rated is None:
        return say("results.rated-not-settled")
    return say("results.rated") if rated else say("results.not-rated")


# A player withdraws: what becomes of the games the player is paired for, by the book.
#
# Nothing becomes of them by itself. The game at the table goes on unless a director declares it
# forfeited with the withdrawal; a round that is paired already is paired anew without the player.


How = Literal["over", "under-way", "to-come"]


class PairedFor(NamedTuple):
    """A game of a round that is not closed, for which the player is paired.

    Attributes:
      how: whether it is over, under way, or nobody has begun it.
      words: what it came to, of one that is over.
      worth: what it comes to if the player forfeits it; ``None`` of one that is over.
      by_phone: what players told of it on their phones; empty: nothing.
    """

    round_number: int
    table: int
    division: str
    opponent: str
    how: How
    words: str
    worth: Worth | None
    by_phone: str
    sheet: Sheet


def paired_for(tournament: Tournament, player: Player) -> tuple[PairedFor, ...]:
    """The player's games of rounds that are not closed, the earliest round first."""
    desk = accounts().desk
    games = paired_in(tournament, player.number, desk.log, desk.sheet)
    return tuple(_paired(tournament, game, player) for game in games)


def at_table(games: tuple[PairedFor, ...]) -> PairedFor | None:
    """The game that the player would be playing now: the earliest that is not over."""
    return next((one for one in games if one.how != "over"), None)


def forfeit_first(tournament: Tournament, player: Player) -> None:
    """Declare the game at the table lost by who withdraws.

    It is declared before the withdrawal is written, so that what the book leaves to a ruling
    leaves nothing half done. Sent again, it is the same request.
    """
    sent = sent_by_form(signed_in().badge)
    numbered = sent.followed_by("forfeited on withdrawing")
    desk = accounts().desk
    answered = desk.log.answer_to(numbered.command_id)
    if answered is not None and answered.kind == "written":
        return  # the form was sent again, its withdrawal had not been written
    game = at_table(paired_for(tournament, player))
    if game is None:
        raise Refusal(
            "nothing-to-forfeit",
            say("players.no-game-to-forfeit", name=player.name),
            say("players.withdraw-without-it"),
        )
    desk.must_write(game.sheet.id, _asked_withdrawing(game.sheet, player), numbered)


def may_forfeit() -> bool:
    return signed_in().role is Role.DIRECTOR


def _paired(tournament: Tournament, game: PairedIn, player: Player) -> PairedFor:
    sheet, other = game.sheet, game.opponent_of(player.number)
    opponent = tournament.player(other)
    is_over = game.is_over or result_of(sheet) is not None
    how: How = "over" if is_over else "under-way" if sheet.started else "to-come"
    return PairedFor(
        game.paired.round_number,
        game.pairing.table,
        game.paired.division,
        opponent.name if opponent else str(other),
        how,
        wording(sheet) if result_of(sheet) is not None else "",
        None if is_over else worth_of(sheet, replace(_asked_withdrawing(sheet, player), sure=True)),
        told_on_phones(sheet),
        sheet,
    )


def _asked_withdrawing(sheet: Sheet, player: Player) -> Forfeit:
    """Who began to play left the game (C-12); who did not, never came (C-09)."""
    loser = next(
        seat for seat, number in zip(Seat, sheet.numbers or (), strict=True)
        if number == player.number
    )  # fmt: skip
    cause: ForfeitCause = "left" if sheet.started else "no-show"
    return Forfeit(loser=loser, cause=cause, sure=bool(request.form.get("sure")))


# The form of one player: what stands in its fields, and the entry they make.


TEXTS = ("name", "team", "member")
LAST_RATING, LAST_TABLE, LAST_ROUND = 9999, 9999, 999
OF_THE_NAME = frozenset({"name-entered", "name-unlikely", "unprintable-name", "unwritable-name"})
"""Refusals that are about a player's name, or about another that paper prints beside it."""

OF_A_FIELD = {"which-division": "division", "division-not-planned": "division"}
"""Refusals that are about another field."""


def filled(player: Player) -> dict[str, str]:
    return {
        "name": player.name,
        "division": player.division,
        "rating": str(player.rating or ""),
        "team": player.team,
        "classes": ", ".join(player.classes),
        "table": str(player.table or ""),
        "member": player.member,
        "first_round": str(player.first_round) if player.first_round > 1 else "",
        "missed": "" if player.missed_spread is None else "lost",
        "missed_by": str(-player.missed_spread) if player.missed_spread else "",
    }


def division_choices(tournament: Tournament, player: Player | None = None) -> list[tuple[str, str]]:
    """The divisions to choose from, with their words; none where nobody has to choose.

    A ``player`` who is in one that is not planned may stay there.
    """
    planned = [division.name for division in tournament.planned]
    strays = player is not None and bool(planned) and player.division not in planned
    if len(planned) + strays < 2:
        return []
    names = [player.division, *planned] if player is not None and strays else planned
    choices = [(name, name or say("players.without-a-name")) for name in names]
    return (
        choices if "" in names or player is not None else [("", say("organise.choose")), *choices]
    )


def read(form: Form, number_of: int = 0) -> PlayerEntered:
    """The entry that the form makes; what is wrong with a field is put beside it.

    Args:
      number_of: the player's number; 0 for one who is to get the next.
    """
    for name in TEXTS:
        if wrong := unwritable(form.value(name)):
            form.wrong[name] = wrong
    if not form.value("name"):
        form.wrong["name"] = say("players.needs-a-name")
    lost_by = number(form, "missed_by", 999) if form.value("missed") == "lost" else None
    return PlayerEntered(
        number=number_of,
        name=form.value("name"),
        division=form.value("division"),
        rating=number(form, "rating", LAST_RATING),
        team=form.value("team"),
        classes=tuple(_classes(form.value("classes"))),
        table=number(form, "table", LAST_TABLE),
        member=form.value("member"),
        first_round=number(form, "first_round", LAST_ROUND, 1),
        missed_spread=None if lost_by is None else -lost_by,
    )


def said_at_its_field(form: Form, refusal: Refusal) -> None:
    field = OF_A_FIELD.get(refusal.code, "")
    if refusal.code in OF_THE_NAME:
        field = _of_which_name(form, refusal)
    if field:
        form.wrong[field] = f"{refusal.what} {refusal.next_step}"


def _of_which_name(form: Form, refusal: Refusal) -> str:
    """The field with the name that is refused: a player's own, or a team, division or class."""
    refused = refusal.values.get("name")
    fields = {name: [form.value(name)] for name in ("name", "team", "division")}
    fields["classes"] = _classes(form.value("classes"))
    for field, names in fields.items():
        if any(name == refused if refused else unwritable(name) for name in names):
            return field
    return "name"


def only_fields(sent: Mapping[str, str]) -> dict[str, Any]:
    return {name: value for name, value in sent.items() if name not in ("request", "was", "what")}


def _classes(text: str) -> list[str]:
    return list(dict.fromkeys(word for part in text.split(",") if (word := part.strip())))


pages = Pages("players", manual="organiser", area="organise", tab="players")


class Listed(NamedTuple):
    """A division with its players; ``next_round`` is the first that is not paired."""

    division: str
    players: list[Player]
    to_draw: int
    next_round: int


LONGEST_SEARCH = 80  # characters of a search that are looked at


@pages.get("/t/<slug>/organise/players", who=DIRECTORS)
def page(slug: str) -> str:
    """Everybody in one table: ``?q=`` by a part of the name, ``?division=`` of one division.

    ``?add=1`` has the form for a new player open.
    """
    tournament = the_tournament(slug)
    added = _added(tournament)
    return _page(tournament, Form({"division": added.division} if added else {}))


@pages.post("/t/<slug>/organise/players", who=DIRECTORS)
def add(slug: str) -> Response:
    """Enter one player, under the next number, or keep a whole team apart (``what=team``)."""
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


@pages.get("/t/<slug>/organise/players/<int:number>", who=DIRECTORS)
def one(slug: str, number: int) -> str:
    tournament = the_tournament(slug)
    player = _player(tournament, number)
    return _one(tournament, player, Form(filled(player)))


@pages.post("/t/<slug>/organise/players/<int:number>", who=DIRECTORS)
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
            enter_players = EnterPlayers(players=(entry,), namesakes=_namesake(), sure=_sure())
            ask(tournament, enter_players)
        else:
            desk_request = _asked(number, sent)
            if isinstance(desk_request, WithdrawPlayer):
                _game_goes_first(tournament, player, desk_request)
            ask(tournament, desk_request)
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        said_at_its_field(form, refusal)
        return make_response(_one(tournament, player, form, refusal), status_of(refusal))
    if sent.get("what") == "remove":
        return _to(url_for("players.page", slug=slug))
    return _to(url_for("players.one", slug=slug, number=number, written=1))


def _namesake() -> bool:
    return bool(request.form.get("namesake"))


def _sure() -> bool:
    return bool(request.form.get("sure"))


def the_tournament(slug: str) -> Tournament:
    return accounts().desk.cases.tournament(tournament_at(slug).slug)


def ask(tournament: Tournament, desk_request: TournamentRequest) -> Written:
    """Enter what the form asks of a tournament, under the badge that is signed in."""
    sent = sent_by_form(signed_in().badge)
    return accounts().desk.must_write(tournament_id(tournament.slug), desk_request, sent)


def next_round(tournament: Tournament, division: str) -> int:
    paired = (one.round_number for one in tournament.rounds if one.division == division)
    return max(paired, default=0) + 1


def by_division(tournament: Tournament) -> list[Listed]:
    found = []
    for division in divisions_of(tournament):
        players = [player for player in tournament.players if player.division == division]
        number = next_round(tournament, division)
        drawn = sum(takes_part(tournament, player, number) for player in players)
        if players or division:
            found.append(Listed(division, players, drawn, number))
    return found


def _asked(number: int, sent: dict[str, str]) -> TournamentRequest:
    what, reason = sent.get("what", ""), sent.get("reason", "")
    other = sent.get("other", "").partition(" ")[0]
    who = int(other) if other.isascii() and other.isdigit() and len(other) < 6 else 0
    made: dict[str, TournamentRequest] = {
        "withdraw": WithdrawPlayer(player=number, reason=reason),
        "back": BringBackPlayer(player=number, reason=reason),
        "remove": RemovePlayer(player=number),
        "forbid": ForbidPair(one=number, other=who, reason=reason),
        "allow": AllowPair(one=number, other=who),
    }
    if what not in made:
        raise Refusal(
            "unreadable-request",
            say("players.no-such-form"),
            say("players.go-back-and-try-again"),
        )
    return made[what]


def _game_goes_first(tournament: Tournament, player: Player, desk_request: WithdrawPlayer) -> None:
    """Where it is asked for, the game at the table is forfeited, unless this was done already."""
    if request.form.get("game") == "forfeited" and not _answered_already():
        must_be_free_to_withdraw(tournament, desk_request)
        forfeit_first(tournament, player)


def _answered_already() -> bool:
    """Whether this very form was written before: a second tap, or a reply that was lost."""
    sent = sent_by_form(signed_in().badge)
    answer = accounts().desk.log.answer_to(sent.command_id)
    return answer is not None and answer.kind == "written"


def _player(tournament: Tournament, number: int) -> Player:
    player = tournament.player(number)
    if player is None:
        raise Refusal(
            "no-such-player",
            say("players.no-such-player", number=number, tournament=tournament.name),
            say("players.choose-from-the-list"),
        )
    return player


def _typed() -> dict[str, str]:
    return {name: value.strip() for name, value in request.form.items()}


def _to(address: str) -> Response:
    return make_response(redirect(address, 303))


def _page(tournament: Tournament, form: Form, refusal: Refusal | None = None) -> str:
    divisions = by_division(tournament)
    chosen, query = request.args.get("division"), request.args.get("q", "")[:LONGEST_SEARCH]
    added = _added(tournament)
    return render_template(
        "organiser/players.html",
        tournament=tournament_at(tournament.slug),
        record=tournament,
        divisions=divisions,
        players=[
            player
            for one in divisions
            if chosen is None or one.division == chosen
            for player in one.players
            if sought(query) in sought(player.name)
        ],
        chosen=chosen,
        query=query,
        adds=bool(added or form.wrong or "add" in request.args)
        or (refusal is not None and request.form.get("what") != "team"),
        names=divisions_of(tournament),
        choices=division_choices(tournament),
        teams=_teams(tournament),
        form=form,
        added=added,
        files=where_to("transfers.page", tournament.slug),
        missed=tournament.rules.lateness.forfeit_margin if tournament.rulebook else None,
        refusal=refusal,
    )


def _added(tournament: Tournament) -> Player | None:
    added = request.args.get("added", "")
    is_a_number = added.isascii() and added.isdigit() and len(added) < 6
    return tournament.player(int(added)) if is_a_number and request.method == "GET" else None


def _teams(tournament: Tournament) -> list[str]:
    """Teams of which at least two play in one division."""
    there = Counter((player.team, player.division) for player in tournament.players if player.team)
    return sorted({team for (team, _), players in there.items() if players > 1}, key=name_key)


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


# The check-in at the door: who is here, a tap a player.


check_in_pages = Pages("check_in", manual="organiser", area="organise", tab="players")


@check_in_pages.get("/t/<slug>/organise/check-in", name="page", who=DIRECTORS)
def check_in_page(slug: str) -> str:
    """Everybody by division, who is here and who is not yet; ``?missing=1``: only the latter."""
    return _check_in_page(the_tournament(slug))


@check_in_pages.post("/t/<slug>/organise/check-in", who=DIRECTORS)
def do(slug: str) -> Response:
    """One player is here, or is not after all; or everybody who is left is (``player=all``)."""
    tournament = the_tournament(slug)
    who, here = request.form.get("player", ""), request.form.get("here", "1") == "1"
    if who == "all":
        numbers = [player.number for player in _expected(tournament)]
    else:
        numbers = [int(who) if who.isascii() and who.isdigit() and len(who) < 6 else 0]
    try:
        ask(tournament, CheckIn(players=tuple(numbers), here=here))
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        if refusal.code != "nothing-changed":  # somebody else tapped it too
            return make_response(_check_in_page(tournament, refusal), status_of(refusal))
    missing = request.form.get("missing") or None
    address = url_for("check_in.page", slug=slug, missing=missing, _anchor=f"p{who}")
    return make_response(redirect(address, 303))


def _expected(tournament: Tournament) -> list[Player]:
    """Who is to be there before round 1: not late entries, nor who withdrew."""
    withdrawn = tournament.conduct.withdrawn
    return [
        player
        for player in tournament.players
        if player.first_round == 1 and player.number not in withdrawn
    ]


def _check_in_page(tournament: Tournament, refusal: Refusal | None = None) -> str:
    expected = {player.number for player in _expected(tournament)}
    here = expected & set(tournament.attendance.here or ())
    return render_template(
        "organiser/check_in.html",
        tournament=tournament_at(tournament.slug),
        divisions=[
            (one.division, [player for player in one.players if player.number in expected])
            for one in by_division(tournament)
        ],
        here=here,
        expected=expected,
        by_phone={one.player: one.at for one in tournament.attendance.phones},
        only_missing=request.values.get("missing") == "1",
        refusal=refusal,
    )
