"""A tournament opened and set up: the pages, the form, and what it is shown with."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, cast
from unicodedata import combining, normalize
from zoneinfo import available_timezones

from flask import Response, make_response, redirect, render_template, request, url_for

from ledger import rulebook
from ledger.equipment.board import USUAL_BOARD, board_names, load_board
from ledger.equipment.tile_set import (
    USUAL_TILES,
    TileSet,
    load_tile_set,
    own_tile_set,
    set_wording,
    tile_set_names,
)
from ledger.hall.standings_view import TIE_BREAKS, break_wording
from ledger.messages import known, one_of, say
from ledger.messages.written import name_key
from ledger.record.events import tournament_id
from ledger.rulebook import OPTIONS, OptionValue
from ledger.rulebook.book_files import NoBook, left_out
from ledger.rulebook.help.choices import (
    ChoiceView,
    Unrating,
    choices_view,
    option_title,
    unrating,
    value_wording,
)
from ledger.rulebook.model.options import Choice
from ledger.tournament.facts import USUAL_TIES, Division, TieBreak
from ledger.tournament.local_time import zone_meant, zone_named, zone_of_this_service
from ledger.tournament.opening import (
    RESERVED,
    SLUG,
    OpenTournament,
    Particulars,
    SetUp,
    must_be_languages,
)
from ledger.tournament.tournament import Tournament
from ledger.vocabulary.names import unwritable
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in, the_hall
from web.frame.addresses import tournament_at
from web.frame.bodies import sent_by_form
from web.frame.pages import Pages
from web.frame.refused import must_be_for_a_page, status_of
from web.judge import digest_of, installed_lists
from web.organiser.forms import Form, as_shown, merged, number

# The form of a tournament's set-up, and what it is shown with.


DIVISIONS = 8  # rows for divisions on the form

TIES = 3
OPTION = "option-"
BOOK = "wespa-5.1"
"""The rulebook a form begins with."""


def rules_of(form: Form) -> rulebook.Rulebook:
    """The rulebook that is chosen; the one a form begins with, where there is no such."""
    name = form.value("rules")
    return rulebook.load(name if name in rulebook.names() else BOOK)


@dataclass(frozen=True)
class Read:
    name: str
    place: str
    rules: str
    options: tuple[tuple[str, OptionValue], ...]
    particulars: Particulars


def empty() -> dict[str, str]:
    return {
        "rules": BOOK, "paper": "a4", "live_boards": "on", "tie-1": "spread",
        "tile_set": USUAL_TILES, "board": USUAL_BOARD,
        "zone": zone_of_this_service(),
    }  # fmt: skip


def filled(tournament: Tournament) -> dict[str, str]:
    options = dict(tournament.options)
    found = {
        "name": tournament.name,
        "place": tournament.place,
        "first_day": tournament.first_day,
        "last_day": tournament.last_day,
        "zone": tournament.time_zone,
        "language": tournament.language,
        "beside": tournament.beside,
        "paper": tournament.paper,
        "words": tournament.lexicon,
        "tile_set": tournament.tile_set,
        "board": tournament.board,
        "live_boards": tournament.live_boards.how,
        "minutes": str(tournament.live_boards.minutes or ""),
        "rules": tournament.rulebook,
    }
    for name, value in options.items():
        text = value_wording(name, value) if OPTIONS[name].shape == "seconds" else str(value)
        found[OPTION + name] = text
    for nth, division in enumerate(tournament.planned, 1):
        found[f"division-{nth}"] = division.name
        found[f"rounds-{nth}"] = str(division.rounds or "")
        found[f"table-{nth}"] = str(division.first_table)
    for nth, tie in enumerate(tournament.ties, 1):
        found[f"tie-{nth}"] = tie
    return found


def read(form: Form) -> Read:
    """What the form says; what is wrong with a field is put beside it in ``form.wrong``."""
    value = form.value
    for name in ("name", "place"):
        if wrong := unwritable(value(name)):
            form.wrong[name] = wrong
    if not value("name"):
        form.wrong["name"] = say("setup.needs-a-name")
    if "slug" in form.values and not SLUG.fullmatch(value("slug")):
        form.wrong["slug"] = say("setup.short-name-letters")
    zone = zone_meant(value("zone"))
    _looked_at(form, "zone", lambda: zone_named(zone))
    _looked_at(form, "language", lambda: must_be_languages(value("language"), ""))
    _looked_at(form, "beside", lambda: must_be_languages(value("language"), value("beside")))
    if value("last_day") and value("first_day") > value("last_day"):
        form.wrong["last_day"] = say("setup.last-day-before-first")
    _looked_at(form, "tile_set", lambda: load_tile_set(value("tile_set", USUAL_TILES)))
    _looked_at(form, "board", lambda: load_board(value("board", USUAL_BOARD)))
    if value("rules") not in rulebook.names():
        form.wrong["rules"] = say("setup.choose-a-rulebook")
    return Read(
        name=value("name"),
        place=value("place"),
        rules=value("rules"),
        options=tuple(_options(form)),
        particulars=Particulars(
            first_day=value("first_day"),
            last_day=value("last_day"),
            paper=cast("Any", value("paper", "a4")),  # the desk looks which it is
            zone=zone,
            language=value("language"),
            beside=value("beside"),
            words=value("words"),
            digest=digest_of(value("words")),
            tile_set=value("tile_set", USUAL_TILES),
            board=value("board", USUAL_BOARD),
            live_boards=cast("Any", value("live_boards", "on")),
            minutes=_minutes(form),
            divisions=tuple(_divisions(form)),
            ties=_ties(form),
        ),
    )


def _looked_at(form: Form, name: str, look: Callable[[], object]) -> None:
    try:
        look()
    except Refusal as refusal:
        form.wrong[name] = f"{refusal.what} {refusal.next_step}"


def _minutes(form: Form) -> int:
    if form.value("live_boards") != "delayed":
        return 0
    return number(form, "minutes", 24 * 60, 1)


def _options(form: Form) -> list[tuple[str, OptionValue]]:
    rules, found = rules_of(form), []
    for name in OPTIONS:
        text = form.value(OPTION + name)
        if not text or name not in rules.choices:
            continue
        value: OptionValue = int(text) if text.isascii() and text.isdigit() else text
        try:
            rules.with_options(((name, value),))
        except Refusal as refusal:
            form.wrong[OPTION + name] = _by_its_title(refusal, rules.choices[name], name, value)
        else:
            found.append((name, value))
    return found


def _by_its_title(refusal: Refusal, choice: Choice, name: str, value: OptionValue) -> str:
    """Why an option can't be so, in the words that its field has."""
    named = {"option": option_title(name), "value": value_wording(name, value)}
    if choice.values:
        named["allowed"] = one_of(value_wording(name, each) for each in choice.values)
    named = {of: words for of, words in named.items() if of in refusal.values}
    told = Refusal(refusal.code, message=refusal.message, values={**refusal.values, **named})
    return f"{told.what} {told.next_step}"


def _divisions(form: Form) -> list[Division]:
    found: list[Division] = []
    for nth in range(1, DIVISIONS + 1):
        name, rounds = form.value(f"division-{nth}"), form.value(f"rounds-{nth}")
        if not name and not rounds:
            continue
        if name in [each.name for each in found]:
            form.wrong[f"division-{nth}"] = say("setup.division-names-differ")
        found.append(
            Division(
                name, number(form, f"rounds-{nth}", 999), number(form, f"table-{nth}", 9999, 1)
            )
        )
    return found


def _ties(form: Form) -> tuple[Any, ...]:
    chosen = [form.value(f"tie-{nth}") for nth in range(1, TIES + 1)]
    return tuple(dict.fromkeys(tie for tie in chosen if tie)) or (
        () if "tie-1" in form.values else USUAL_TIES
    )


# What the form of a set-up is shown with: rulebooks, choices, zones, installed word lists.


@dataclass(frozen=True)
class FormView:
    """Everything beside the fields.

    Attributes:
      left_out: files of the organiser's own that are no rulebooks.
      more_are_set: whether one is set that most organisers don't look at.
      unrated: of what is chosen, what may keep the event from being rated.
      lists: installed word lists, each with the tiles it is for, in words.
      tile_sets: as the record keeps each, and in words; one from a file is among them.
    """

    books: tuple[tuple[str, str], ...]
    left_out: tuple[NoBook, ...]
    choices: tuple[ChoiceView, ...]
    more_are_set: bool
    unrated: tuple[Unrating, ...]
    zones: tuple[str, ...]
    lists: tuple[tuple[str, str], ...]
    divisions: int
    ties: Mapping[TieBreak, str]
    papers: dict[str, str]
    tile_sets: tuple[tuple[str, str], ...]
    boards: tuple[tuple[str, str], ...]


def form_shown(form: Form) -> FormView:
    choices = choices_view(rules_of(form))
    used = [
        nth
        for nth in range(1, DIVISIONS + 1)
        if form.value(f"division-{nth}") or form.value(f"rounds-{nth}")
    ]
    return FormView(
        books=_books(),
        left_out=left_out(),
        choices=choices,
        more_are_set=any(form.value(OPTION + each.name) for each in choices if not each.is_first),
        unrated=_unrated(form),
        zones=zones(),
        lists=tuple(_lists()),
        divisions=min(DIVISIONS, max(used, default=0) + 2),
        ties={one: break_wording(one) for one in TIE_BREAKS},
        papers={"a4": "A4", "letter": say("organise.letter")},
        tile_sets=_tile_sets(form.value("tile_set", USUAL_TILES)),
        boards=tuple((name, _board_in_words(name)) for name in sorted(board_names())),
    )


def _lists() -> Iterator[tuple[str, str]]:
    for about in installed_lists():
        tiles = (
            say("setup.for-the-tiles", tiles=set_wording(load_tile_set(about.tiles)))
            if about.tiles
            else ""
        )
        yield about.name, tiles


def _tile_sets(chosen: str) -> tuple[tuple[str, str], ...]:
    """What can be chosen; the set of a file that is chosen stands last."""
    sets = sorted(map(load_tile_set, tile_set_names()), key=lambda one: name_key(set_wording(one)))
    ours = [(each.kept, _tiles_in_words(each)) for each in sets]
    if chosen in dict(ours):
        return tuple(ours)
    try:
        return (*ours, (chosen, _tiles_in_words(load_tile_set(chosen))))
    except Refusal:
        return tuple(ours)  # said beside the field


def _tiles_in_words(tiles: TileSet) -> str:
    if tiles.several:
        several = ", ".join(tiles.several)
        return say("setup.tiles-with", set=set_wording(tiles), n=tiles.size, several=several)
    return say("setup.tiles-of-set", set=set_wording(tiles), n=tiles.size)


def _board_in_words(name: str) -> str:
    return say(f"setup.squares.{name}") if known(f"setup.squares.{name}") else name


@cache
def zones() -> tuple[str, ...]:
    of_places = (zone for zone in available_timezones() if "/" in zone)
    return ("UTC", *sorted(zone for zone in of_places if not zone.startswith("Etc/")))


def _books() -> tuple[tuple[str, str], ...]:
    loaded = (rulebook.load(name) for name in rulebook.names())
    newest_first = sorted(loaded, key=lambda book: book.edition, reverse=True)
    return tuple((book.id, book.title) for book in newest_first)


def _unrated(form: Form) -> tuple[Unrating, ...]:
    rules = rules_of(form)
    for choice in rules.choices:
        text = form.value(OPTION + choice)
        if text:
            try:
                rules = rules.with_options(((choice, text),))
            except Refusal:
                continue  # said beside the field
    return unrating(rules)


pages = Pages("setting_up", manual="organiser", area="organise", tab="set-up")


@pages.get("/t/<slug>/organise/set-up", who=DIRECTORS)
def page(slug: str) -> str:
    """The set-up as it stands; ``?rules=`` shows what another rulebook leaves open."""
    tournament = _tournament(slug)
    stands = filled(tournament)
    return _page(tournament, Form({**stands, **request.args}), stands)


@pages.post("/t/<slug>/organise/set-up", who=DIRECTORS)
def do(slug: str) -> Response:
    """Save what is sent of the set-up: one card of the page (``part``), or all of it."""
    tournament = _tournament(slug)
    stands = filled(tournament)
    sent = {name: value.strip() for name, value in request.form.items()}
    wrong = _with_tiles_of_a_file(sent)
    was, reason = sent.pop("was", ""), sent.pop("reason", "")
    part = sent.pop("part", "")
    sent.pop("request", None)
    form = Form(merged(was, sent, stands), wrong)
    try:
        filled_in = read(form)
        if form.wrong:
            return make_response(_page(tournament, form, stands, reason=reason), 422)
        desk_request = SetUp(
            name=filled_in.name,
            rules=filled_in.rules,
            place=filled_in.place,
            options=filled_in.options,
            particulars=filled_in.particulars,
            reason=reason,
        )
        desk = accounts().desk
        desk.must_write(
            tournament_id(tournament.slug), desk_request, sent_by_form(signed_in().badge)
        )
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        if refusal.code == "nothing-changed":
            return make_response(redirect(url_for("setting_up.page", slug=slug), 303))
        if refusal.code == "options-locked":
            form.wrong["reason"] = f"{refusal.what} {refusal.next_step}"
        page = _page(tournament, form, stands, refusal, reason)
        return make_response(page, status_of(refusal))
    return make_response(redirect(url_for("setting_up.page", slug=slug, written=part or 1), 303))


def _with_tiles_of_a_file(sent: dict[str, str]) -> dict[str, str]:
    """Choose the tile set of a file that was sent; what is wrong with it, by its field."""
    file = request.files.get("tiles_file")
    if file is None or not file.filename:
        return {}
    try:
        text = file.read().decode("utf-8-sig")
        sent["tile_set"] = own_tile_set(text, file.filename).kept
    except UnicodeDecodeError:
        return {"tiles_file": say("setup.not-utf8")}
    except Refusal as refusal:
        return {"tiles_file": f"{refusal.what} {refusal.next_step}"}
    return {}


def _tournament(slug: str) -> Tournament:
    return accounts().desk.cases.tournament(tournament_at(slug).slug)


def _page(
    tournament: Tournament,
    form: Form,
    stands: dict[str, str],
    refusal: Refusal | None = None,
    reason: str = "",
) -> str:
    games = the_hall().games(tournament.slug)
    form.values["reason"] = reason
    return render_template(
        "organiser/set_up.html",
        tournament=tournament_at(tournament.slug),
        form=form,
        shown=form_shown(form),
        was=as_shown(stands),
        begun=any(row.state != "scheduled" for row in games),
        is_paired=bool(tournament.rounds),
        refusal=refusal,
        written=request.args.get("written", "") if request.method == "GET" else "",
    )


# The page on which an organiser opens a new tournament, empty or set up like another one.


new_tournament_pages = Pages("new_tournament", manual="organiser")


@new_tournament_pages.get("/organise/new", name="page", who=DIRECTORS)
def new_tournament_page() -> str:
    """A form with sensible defaults; ``?like=`` begins with another tournament's set-up."""
    form = Form({**_begun_with(request.args.get("like", "")), **request.args})
    return _new_tournament_page(form)


@new_tournament_pages.post("/organise/new", name="do", who=DIRECTORS)
def new_tournament_do() -> Response:
    sent = {name: value.strip() for name, value in request.form.items()}
    wrong = _with_tiles_of_a_file(sent)
    form = Form(sent, wrong)
    form.values.setdefault("slug", "")
    try:
        filled_in = read(form)
        if not form.value("slug") and (made := _short(filled_in.name)):
            form.values["slug"] = made
            form.wrong["slug"] = say("setup.made-from-the-name", short=made)
        if form.wrong:
            return make_response(_new_tournament_page(form), 422)
        slug, like = form.value("slug"), _like(form.value("like"))
        desk_request = OpenTournament(
            slug=slug,
            name=filled_in.name,
            rules=filled_in.rules,
            place=filled_in.place,
            options=filled_in.options,
            particulars=filled_in.particulars,
            prizes=like.prizes if like else (),
        )
        desk = accounts().desk
        desk.must_write(tournament_id(slug), desk_request, sent_by_form(signed_in().badge))
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        if refusal.code == "tournament-exists":
            form.wrong["slug"] = f"{refusal.what} {refusal.next_step}"
        return make_response(_new_tournament_page(form, refusal), status_of(refusal))
    return make_response(redirect(url_for("organising.overview", slug=slug), 303))


def _short(name: str) -> str:
    """A short name of a tournament's name that no other has; empty where no letter is Latin.

    >>> _plain("Coupe d’Été 2026")
    'coupe-d-ete-2026'
    """
    plain, taken = _plain(name), {row.slug for row in the_hall().tournaments()} | RESERVED
    numbered = (plain, *(f"{plain[:36]}-{nth}" for nth in range(2, 100)))
    return next((short for short in numbered if short not in taken), "") if plain else ""


def _plain(name: str) -> str:
    letters = "".join(each for each in normalize("NFKD", name) if not combining(each))
    return re.sub(r"[^a-z0-9]+", "-", letters.casefold()).strip("-")[:40].rstrip("-")


def _begun_with(like: str) -> dict[str, str]:
    other = _like(like)
    if other is None:
        return empty()
    return {**filled(other), "first_day": "", "last_day": "", "like": other.slug}


def _like(slug: str) -> Tournament | None:
    return accounts().desk.cases.tournament(slug) if slug else None


def _new_tournament_page(form: Form, refusal: Refusal | None = None) -> str:
    others = the_hall().tournaments()
    return render_template(
        "organiser/new.html",
        form=form,
        shown=form_shown(form),
        others=others,
        copies=[(row.slug, row.name) for row in reversed(others)],
        refusal=refusal,
    )
