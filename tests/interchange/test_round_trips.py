"""Every format written from the record and read back: nothing is lost that the format can carry."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from ledger.interchange.described import GAP, DivisionTold, Outing, Told
from ledger.interchange.everything import VERSION
from ledger.interchange.names import as_aupair_has_them
from ledger.interchange.reading import Given, read_files
from ledger.interchange.tsh_writing import division_file
from tests.desks import a_desk
from tests.interchange.files_at_the_desk import Files
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
            here = files.told
            assert [len(d.entrants) for d in here.divisions] == [
                len(d.entrants) for d in made.divisions
            ]
            assert carried(here, "json") == carried(made, "json")
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


def as_json(told: Told) -> bytes:
    return msgspec.json.encode({"tilescribe": VERSION, "told": told})


def carried(told: Told, kind: str) -> tuple:
    """What of a tournament a format can carry, in one form for both sides."""
    several = len(told.divisions) > 1
    return tuple(
        (division.name if several else "", *_players(division, kind)) for division in told.divisions
    )


def _players(division: DivisionTold, kind: str):
    short = as_aupair_has_them([each.name for each in division.entrants])
    for each, name in zip(division.entrants, short, strict=True):
        outings = [_outing(each.outing(at), kind) for at in range(1, division.rounds + 1)]
        while outings and outings[-1] == GAP:
            outings.pop()
        if kind == "tou":
            yield name, tuple(outings)
        else:
            off = each.off is not None and kind != "csv"
            told = (each.name, each.rating, each.team, each.classes, each.member, off)
            yield (*told, tuple(outings))


def _outing(outing: Outing, kind: str) -> Outing:
    if not outing.opponent and not (outing.score or outing.half_wins):
        return GAP
    if kind == "tou":
        if outing.score is None or (not outing.opponent and not outing.half_wins):
            return GAP  # a game without a result, and a bye that was lost, are nothing there
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
