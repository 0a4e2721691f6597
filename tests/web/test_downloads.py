"""Files to take away."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from tests.tiers import each_once
from tests.web.conftest import GAME


@pytest.mark.parametrize(
    ("form", "paper"),
    each_once(
        {form: form for form in ("score-sheet", "result-slip")},
        {paper: paper for paper in ("a4", "letter")},
    ),
)
def test_a_form_is_printed_on_the_paper_asked_for(client, form, paper):
    answer = client.get(f"{GAME}{form}.pdf?paper={paper}")

    assert answer.mimetype == "application/pdf"
    assert answer.text.startswith(f"%PDF-1.7 {form.replace('-', ' ')}")
    assert answer.text.endswith(paper)
    assert answer.headers["Content-Disposition"] == (
        f'attachment; filename="kestrel-bay-2026-r3-t14-{form}.pdf"'
    )


def test_a_form_of_an_earlier_moment_is_of_that_moment(client):
    answer = client.get(f"{GAME}score-sheet.pdf?asof=2026-11-14T14:02:00Z")

    assert "datetime.datetime(2026, 11, 14, 14, 2" in answer.text


def test_the_game_as_gcg_and_as_json(client):
    gcg, record = client.get(f"{GAME}game.gcg"), client.get(f"{GAME}game.json")

    assert gcg.text.startswith("#player1")
    assert gcg.mimetype == "text/plain"
    assert json.loads(record.data)["game"]["table"] == 14
    assert record.headers["Content-Disposition"].endswith(
        'filename="kestrel-bay-2026-r3-t14-game.json"'
    )


def test_a_file_name_has_plain_letters_only_whatever_the_tournament_is_called(client, site):
    row = next(row for row in site.rows.values() if row.table == 14 and row.round_number == 3)
    site.rows[row.id] = replace(row, division='b";x=ö')

    answer = client.get('/t/kestrel-bay-2026/b";x=ö/r3/t14/game.gcg')

    assert answer.headers["Content-Disposition"] == (
        'attachment; filename="kestrel-bay-2026-b--x---r3-t14-game.gcg"'
    )
