"""Who starts a game, and how we know: every form and every page has one answer."""

from __future__ import annotations

from contextlib import contextmanager
from functools import cache
from itertools import count
from typing import Any, NamedTuple

import pytest
from msgspec import structs

from ledger.game.results.slips import TypeSlip
from ledger.game.setting_up.facts import StarterDetermined
from ledger.game.setting_up.requests import CorrectStart, DetermineStarter, StartGame
from ledger.game.sheet.outcome import start_of
from ledger.proof.paper_requests import ByHandToPrint
from ledger.record.events import tournament_id
from ledger.rulebook import NAMES, load
from ledger.rulebook.limits import balanced
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.tournament.round_repairs import RepairRound
from ledger.tournament.rounds import starts_before
from ledger.vocabulary import Seat
from printing.checking.files import check_pdf
from printing.filling.course_papers import by_hand_paper, course_named, course_paper
from printing.filling.table_papers import filled
from printing.papers import Papers
from printing.sheets import score_sheet
from printing.source import name_of_game
from tests.desks import DIRECTOR, OPTIONS, ORGANISER, Table, a_desk
from tests.officials import Organiser
from tests.tiers import all_at_once
from web.command_line.opened import opened
from web.public.tournaments import by_name

pytestmark = pytest.mark.usefixtures("read_here")

SLUG, NUMBERS = "spring-open", count(5000, 200)

WAYS_OF = {
    book: sorted(load(book).choices["start-method"].values)
    if "start-method" in load(book).choices
    else [load(book).start.method.value]
    for book in NAMES
}
BY = [(book, way) for book in NAMES for way in WAYS_OF[book]]
"""Every book with every way it knows, or lets the organiser choose, to settle who starts."""

EVERY_WAY = {way for _, way in BY}
PAIRED = {"assigned": 1}
UNLIKE = PAIRED | {"self-balancing": 2}


def at(desk, game):
    table = Table(desk, game)
    table.numbers = count(next(NUMBERS))
    return table


def nothing(desk, game):
    """The game is to come."""


def drawn(desk, game):
    table = at(desk, game)
    table.enter(DetermineStarter(starter=2, method="draw", draws=(("E", "C"),)))
    table.enter(StartGame())


def changed(desk, game):
    drawn(desk, game)
    request = CorrectStart(
        starter=1, method="draw", reason="taken for each other", approved_by="D1"
    )
    at(desk, game).enter(request, by=DIRECTOR)


def typed(desk, game):
    at(desk, game).enter(TypeSlip(scores=(412, 388)))


def typed_with_starter(desk, game):
    at(desk, game).enter(TypeSlip(scores=(412, 388), starter=2))


class Case(NamedTuple):
    """A table of round 2: who meets there, what is done, and who starts by each way: 1, 2 of both.

    In round 1 each odd number started against the next; of 19 and 20 nobody knows it yet.
    """

    players: tuple[int, int]
    done: Any
    who: dict[str, int]


CASES = {
    "to come, starts unlike": Case((1, 4), nothing, UNLIKE),
    "swapped by the fix of the round": Case((3, 6), nothing, {"assigned": 2, "self-balancing": 2}),
    "a slip does not say it, starts unlike": Case((5, 2), typed, UNLIKE),
    "to come, starts level": Case((7, 9), nothing, PAIRED),
    "drawn at the table": Case((11, 13), drawn, dict.fromkeys(EVERY_WAY, 2)),
    "drawn, and changed by the director": Case((15, 17), changed, dict.fromkeys(EVERY_WAY, 1)),
    "a slip says it": Case((8, 10), typed_with_starter, dict.fromkeys(EVERY_WAY, 2)),
    "a slip does not say it, starts level": Case((12, 14), typed, PAIRED | {"self-balancing": 1}),
    "a game of the round before is to come": Case((16, 19), nothing, PAIRED),
    "of both": Case((20, 18), nothing, PAIRED),
}
TABLE_OF = {name: table for table, name in enumerate(CASES, 1)}
SWAPPED = TABLE_OF["swapped by the fix of the round"]


@contextmanager
def a_hall(folder, book, way):
    """Two rounds, the second paired and partly played; what stands on that data folder."""
    settled = dict(OPTIONS.get(book, ()))
    if "start-method" in load(book).choices:
        settled["start-method"] = way
    with a_desk(folder) as desk:
        organiser = Organiser(desk)
        organiser.open_tournament(
            SLUG, "Spring Open", book, by=ORGANISER, options=tuple(settled.items())
        )
        organiser.enter_players(
            SLUG, [PlayerEntered(number=n, name=f"Player {n}") for n in range(1, 22)], by=ORGANISER
        )
        one = [Pairing(n, 2 * n - 1, 2 * n) for n in range(1, 11)] + [Pairing(0, 21, 0)]
        for game in organiser.pair_round(SLUG, 1, one, by=ORGANISER)[:9]:
            at(desk, game).enter(TypeSlip(scores=(412, 388), starter=1))
        two = [Pairing(table, *CASES[name].players) for name, table in TABLE_OF.items()]
        two.append(Pairing(0, 21, 0))
        games = organiser.pair_round(SLUG, 2, two, by=ORGANISER)
        swap = [
            Pairing(one.table, one.second, one.first) if one.table == SWAPPED else one
            for one in two
        ]
        fixed = RepairRound(round_number=2, pairings=tuple(swap), reason="the start was swapped")
        organiser.asks(tournament_id(SLUG), fixed, ORGANISER)
        for game, case in zip(games, CASES.values(), strict=True):
            case.done(desk, game)
    with opened(folder) as here:
        yield here


class World:
    """Every paper and page of that tournament, each made once."""

    def __init__(self, here):
        self.here = here
        self.course = here.hall.course(SLUG)
        self.made = cache(self._made)
        self.listed = cache(self._listed)

    def _made(self, form, subject, seat=None):
        return [form for form, _ in filled(self.here, form, subject, seat).filled]

    def _listed(self, form, subject, order=None):
        which = course_named(self.here, form, subject, order=order)
        return [form for form, _ in course_paper(self.here, form, which).filled]

    def sheet(self, table):
        rows = [row for row in self.here.hall.games(SLUG, 2) if row.table == table]
        return self.here.shelf.sheet(rows[-1].id)

    def of_game(self, form, table, seat=None):
        return self.made(form, name_of_game(self.sheet(table)), seat)[0]

    def players(self, table):
        return set(next(one.numbers for one in self.course.of_round(2) if one.table == table))


@pytest.fixture(scope="module", params=BY, ids="-".join)
def world(request, tmp_path_factory):
    book, way = request.param
    with a_hall(tmp_path_factory.mktemp("starts") / "data", book, way) as here:
        made = World(here)
        made.book, made.way = book, way
        yield made


def number_in(words):
    """The player's number in a name."""
    return int(words.split()[-1]) if words else 0


def one_of(started):
    """Who of two is said to start; nobody is said to start and not to."""
    said = {number_in(name) for name, starts in started if starts}
    assert len(said) <= 1, started
    assert len(started) <= 2, started
    assert said or not any(starts is False for _, starts in started), started
    return said.pop() if said else 0


TOLD = {"1st": True, "2nd": False, "": None, "you": True, "opponent": False, "open": None}


def on_the_slip(world, table):
    sides = world.of_game("result-slip", table).sides
    return one_of([(side.name, side.started) for side in sides])


def on_the_score_sheet(world, table):
    return on_a_score_sheet(world.of_game("score-sheet", table))


def on_a_score_sheet(sheet):
    heads = [line for line in score_sheet.lines(sheet) if line.startswith("First player ")]
    return number_in(heads[0]) if heads else 0


def on_the_players_sheets(world, table):
    sheets = [world.of_game("score-sheet", table, seat.value) for seat in Seat]
    return one_of([(sheet.player, sheet.started) for sheet in sheets])


def on_score_cards(world, table):
    rows = [(card.player, row) for card in world.made("scorecard", SLUG) for row in card.rows]
    found = [
        (name, row.started) for name, row in rows
        if row.round_number == 2 and number_in(name) in world.players(table)
    ]  # fmt: skip
    return one_of(found[-2:])


def on_the_tally_sheet(world, table):
    [sheet] = world.made("tally-sheet", f"{SLUG}/R2")
    line = [one for one in sheet.games if one.table.split()[:1] == [str(table)]][-1]
    if sheet.starters_first:
        return number_in(line.players[0])
    both = zip(line.players, line.notes, strict=True)
    return one_of([(name, note.startswith("starts") or None) for name, note in both])


def on_the_round_sheet(world, table):
    [listed] = world.listed("pairings", f"{SLUG}/R2")
    row = next(row.cells for row in listed.rows if row.cells[0] == str(table))
    if listed.heads == ("First", "Second"):
        return number_in(row[1])
    marked = [cell.removesuffix(" (starts)") for cell in row if cell.endswith(" (starts)")]
    assert len(marked) <= 1
    return number_in(marked[0]) if marked else 0


def on_the_pairing_list(world, table):
    [listed] = world.listed("pairings", f"{SLUG}/R2", "name")
    rows = [row.cells for row in listed.rows if row.cells[2] == str(table)]
    return one_of([(row[1], TOLD[row[4]]) for row in rows])


def on_the_wall_chart(world, table):
    rows = [row.cells for chart in world.listed("wall-chart", SLUG) for row in chart.rows]
    said = [(row[0], row[2].splitlines()[0]) for row in rows]
    place = {True: "(1)", False: "(2)"}
    return one_of([
        (name, next((starts for starts, words in place.items() if words in cell), None))
        for name, cell in said if number_in(name) in world.players(table)
    ])  # fmt: skip


def on_the_players_cards(world, table):
    rows = [(c.player, row.cells) for c in world.listed("player-card", SLUG) for row in c.rows]
    return one_of([
        (name, TOLD[row[1]]) for name, row in rows
        if row[0] == "2" and number_in(name) in world.players(table)
    ])  # fmt: skip


def on_the_page_of_the_round(world, table):
    rows = [one for one in by_name(world.course, 2) if one.table == table]
    return one_of([(row.name, TOLD[row.starts]) for row in rows])


def on_the_phone(world, table):
    lines = [(f"Player {n}", world.course.card(n).line(2)) for n in world.players(table)]
    return one_of([(name, TOLD[line.starts]) for name, line in lines])


READ = (
    on_the_slip, on_the_score_sheet, on_the_players_sheets, on_score_cards, on_the_tally_sheet,
    on_the_round_sheet, on_the_pairing_list, on_the_wall_chart, on_the_players_cards,
    on_the_page_of_the_round, on_the_phone,
)  # fmt: skip
"""Every form of paper and every page that says who starts."""


@all_at_once
@pytest.mark.found("PP-7")
@pytest.mark.parametrize("case", CASES)
def test_PP7_every_form_and_page_has_one_answer_to_who_starts(world, case):
    who = CASES[case].who.get(world.way, 0)
    expected = (0, *CASES[case].players)[who]
    said = {read.__name__: read(world, TABLE_OF[case]) for read in READ}
    assert said == dict.fromkeys(said, expected)


BY_HAND = {
    "result-slip": lambda slip: one_of([(side.name, side.started) for side in slip.sides]),
    "score-sheet": on_a_score_sheet,
}


@pytest.mark.one_in(3, "world", "form")
@pytest.mark.found("PP-7")
@pytest.mark.parametrize("form", BY_HAND)
def test_PP7_slips_to_fill_in_by_hand_say_who_starts_and_are_found_as_printed(world, form):
    """Before the pairing they say nothing; after it, what the list on the wall says."""
    [before, *_] = by_hand_paper(world.here, form, ByHandToPrint(SLUG, 3, None, 1)).filled
    assert BY_HAND[form](before[0]) == 0
    papers = by_hand_paper(world.here, form, ByHandToPrint(SLUG, 2, None, 0))
    for name in ("to come, starts unlike", "to come, starts level"):
        made = papers.filled[TABLE_OF[name] - 1][0]
        assert BY_HAND[form](made) == on_the_round_sheet(world, TABLE_OF[name])
    changed_since = papers.filled[TABLE_OF["drawn, and changed by the director"] - 1][0]
    assert BY_HAND[form](changed_since) in (0, 15)
    found = check_pdf(
        world.here, Papers(papers.drawing, papers.filled[:4]).pdf("a4", "http://hall")
    )
    assert found.genuine
    assert found.as_printed


@pytest.mark.one_in(3, "world")
@pytest.mark.found("PP-7")
def test_PP7_a_players_own_sheet_is_found_as_printed(world):
    table = TABLE_OF["to come, starts unlike"]
    for seat in Seat:
        papers = filled(world.here, "score-sheet", name_of_game(world.sheet(table)), seat.value)
        assert check_pdf(world.here, papers.pdf("a4", "http://hall")).as_printed


@pytest.mark.found("PP-7")
def test_PP7_the_tablet_and_the_record_have_the_answer_of_the_paper(world):
    """A slip that does not say it is of a game that went as its paper had it."""
    sheet = world.sheet(TABLE_OF["a slip does not say it, starts unlike"])
    counts = starts_before(world.here.log, world.here.shelf, sheet.scheduled)
    assert world.course.before((5, 2), 2) == counts
    assert start_of(sheet).clause.startswith(world.book)
    [told] = [one.fact for one in sheet.events if isinstance(one.fact, StarterDetermined)]
    starts = {row.number: row.starts for row in world.course.standings}
    if world.way == "self-balancing":
        assert balanced(*counts, load(world.book)).starter == 2
        assert (sheet.numbers, start_of(sheet).known) == ((2, 5), "balanced")
        assert (told.starter, told.method, told.firsts) == (2, "self-balancing", (1, 0))
        assert (starts[5], starts[2]) == (1, 1)
    else:
        assert (sheet.numbers, told.method) == ((5, 2), "not-known")
        assert (starts[5], starts[2]) == (2 if world.way == "assigned" else 1, 0)


@pytest.mark.found("PP-7")
def test_PP7_a_bye_starts_nothing_and_counts_where_the_book_counts_it(world):
    line = world.course.card(21).line(2)
    assert (line.seat, line.starts, line.start.who) == (0, "open", 0)
    assert world.course.card(21).before(3).unplayed == 2
    assert world.course.card(19).before(2) is None


@pytest.mark.found("PP-7")
def test_PP7_pages_say_it_as_soon_as_the_director_has_changed_it(tmp_path):
    """The course of a tournament is read anew though no result came, and the game goes on."""
    with a_hall(tmp_path / "data", "wespa-5.1", "draw") as here:
        world = World(here)
        table = TABLE_OF["drawn at the table"]
        assert on_the_phone(world, table) == 13
        request = CorrectStart(starter=1, reason="taken for each other", approved_by="D1")
        for starter, number in ((1, 11), (2, 13)):
            at(here.desk, world.sheet(table).id).enter(
                structs.replace(request, starter=starter), by=DIRECTOR
            )
            here.hall.catch_up()
            assert on_the_phone(World(here), table) == number
