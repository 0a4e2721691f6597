"""Every format written from the record and read back: nothing is lost that the format can carry."""

from __future__ import annotations

from collections import Counter
from random import Random
from uuid import uuid4

import msgspec
import pytest
from msgspec.structs import replace

from ledger.desk.requests import Sent
from ledger.game.endings.forfeits import Forfeit
from ledger.interchange.exporting import VERSION
from ledger.interchange.importing import Given, read_files
from ledger.interchange.names import as_aupair_has_them, as_tsh_has_it
from ledger.interchange.parsed import GAP, DivisionView, Outing, ParsedTournament
from ledger.interchange.tsh_division import division_file
from ledger.record.events import game_id
from ledger.vocabulary import Seat
from ledger.vocabulary.names import key
from tests.desks import DIRECTOR, a_desk
from tests.interchange.files_at_the_desk import SLUG, Files
from tests.interchange.random_tournaments import a_tournament
from tests.long_runs import in_shares, seed_of

MANY, FEW = 20, 4
"""Tournaments of a share: ten shares of twenty are two hundred."""


@in_shares(short=2, full=10)
def test_what_is_written_is_read_back_and_taken_in_again_changes_nothing(share, tmp_path, request):
    count = MANY if request.config.getoption("--full") else FEW
    for at in range(count):
        made = a_tournament(seed_of(share) * 100 + at)
        with a_desk(tmp_path / str(at)) as desk:
            files = Files(desk)
            first = files.take_in(as_json(made), "made.json")
            assert not first.refused, [c for c in first.changes if c.verdict == "refused"]
            assert carried(files.told, "json") == carried(named_apart(made), "json")
            forfeit_what_is_open(files, seed_of(share) * 100 + at)
            here = files.told
            for kind in ("json", "tsh", "tou", "csv"):
                written = files.export(kind)
                read = read_files([Given(written.name, written.body)])
                assert read.usable, (kind, read.lines)
                assert carried(read.told, kind) == carried(here, kind), (
                    kind,
                    seed_of(share) * 100 + at,
                )
                again = files.preview(written.body, written.name)
                assert not again.is_news, (kind, seed_of(share) * 100 + at, again.asked)
                assert not again.refused, (kind, [c for c in again.changes if c.verdict != "same"])
                if kind in ("csv", "json"):
                    read_into_another(written, here, kind, tmp_path / f"{at}-{kind}")


def read_into_another(written, here, kind, folder):
    """A tournament of its own that is taken in from the file comes to the same, numbers too."""
    with a_desk(folder) as desk:
        other = Files(desk)
        assert not other.take_in(written.body, written.name).refused
        assert carried(other.told, kind) == carried(here, kind)
        assert numbers(other.told) == numbers(here)


def numbers(told):
    return {
        one.numbered: (division.name if len(told.divisions) > 1 else "", one.name)
        for division in told.divisions
        for one in division.entrants
    }


def named_apart(made: ParsedTournament) -> ParsedTournament:
    """The names as the record has them: numbers follow the order of divisions and players."""
    several = Counter(key(one.name) for division in made.divisions for one in division.entrants)
    count = iter(range(1, 1000))
    return replace(
        made,
        divisions=tuple(
            replace(
                division,
                entrants=tuple(
                    replace(one, name=f"{one.name} ({number})" if several[key(one.name)] > 1 else
                            one.name)
                    for one, number in zip(division.entrants, count, strict=False)
                ),
            )
            for division in made.divisions
        ),
    )  # fmt: skip


def forfeit_what_is_open(files, seed):
    """Some of the games without a result are forfeited at the desk, as no file can have it."""
    random = Random(seed)
    for paired in files.tournament.rounds:
        for pairing in paired.pairings:
            where = (paired.round_number, pairing.table)
            game = game_id(SLUG, *where, division=paired.division)
            if pairing.second and not files.desk.sheet(game).ended and random.random() < 0.5:
                lost = Forfeit(loser=random.choice(tuple(Seat)), cause="no-show")
                files.desk.must_write(game, lost, Sent(by=DIRECTOR, command_id=uuid4()))


def as_json(told: ParsedTournament) -> bytes:
    return msgspec.json.encode({"tilescribe": VERSION, "told": told})


def carried(told: ParsedTournament, kind: str) -> tuple:
    """What of a tournament a format can carry, in one form for both sides."""
    several = len(told.divisions) > 1
    return tuple(
        (division.name if several else "", *_players(division, kind)) for division in told.divisions
    )


def _players(division: DivisionView, kind: str):
    short = as_aupair_has_them([each.name for each in division.entrants])
    for each, name in zip(division.entrants, short, strict=True):
        outings = [_outing(each.outing(at), kind) for at in range(1, division.rounds + 1)]
        while outings and outings[-1] == GAP:
            outings.pop()
        if kind == "tou":
            yield name, tuple(outings)
        else:
            off = each.off is not None
            here = as_tsh_has_it(each.name, each.number) if kind == "tsh" else each.name
            told = (here, each.rating, each.team, each.classes, each.member, off)
            yield (*told, tuple(outings))


def _outing(outing: Outing, kind: str) -> Outing:
    if not outing.opponent and outing.half_wins is None and not outing.score:
        return GAP
    if kind == "tou":
        is_open = bool(outing.opponent) and outing.score is None
        if is_open or (not outing.opponent and not outing.half_wins):
            return GAP  # a game without a result, and a bye that was lost, are nothing there
        if not outing.opponent and (outing.half_wins == 1 or not outing.score):
            return replace(outing, score=None)  # nor has it the spread of half a bye
        # that the opponent went first stands in the opponent's line alone
        return replace(outing, started=outing.started or None, table=0)
    if kind == "csv" and not outing.opponent:
        return replace(outing, table=0)
    return outing


@pytest.mark.parametrize("name", ["Team 7", "Unit 4 5", "Abcdefghij Klmnopqrs 12", "X", "7 8 9"])
def test_a_name_that_ends_in_a_number_is_read_back_by_its_rounds(name):
    told = replace(a_tournament(1).divisions[0], name="")
    entrants = (replace(told.entrants[0], name=name, member=""), *told.entrants[1:])
    written = division_file(replace(told, entrants=entrants))
    read = read_files([Given("a.t", written)])
    assert read.told.divisions[0].entrants[0].name == name
