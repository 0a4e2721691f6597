"""Officials in a redacted bundle: by their badges, and not even by these where they are names."""

from __future__ import annotations

from uuid import uuid4

import pytest

from ledger.desk.requests import Sent
from ledger.game.turns.requests import PlaceTiles
from ledger.proof.paper_requests import CaseToPrint
from ledger.vocabulary import CONSOLE, Placement, Role
from printing.checking.bundles import sign_bundle
from tests.printing.archive_checks import attachments_in
from tests.printing.test_case_papers import sends, text_of
from tests.web.whole_hall import SLUG, a_whole_hall

NORA, JO = ("nora", "Nora Fane"), ("K7", "Jo Quill")


@pytest.fixture(scope="module")
def bundles(tmp_path_factory):
    """What a redacted bundle and a whole one say, and the files inside, of a game two kept."""
    with a_whole_hall(tmp_path_factory.mktemp("officials") / "data") as hall:
        for (badge, name), square, word in ((NORA, "8D", "WINDY"), (JO, "D8", ".AGER")):
            hall.office.issue(badge, name, Role.SCOREKEEPER, by=CONSOLE)
            sheet = hall.desk.sheet(hall.games[0])
            placed = PlaceTiles(seat=sheet.on_move, placement=Placement(square, word))
            hall.desk.record(hall.games[0], placed, Sent(by=badge, command_id=uuid4()))
        sends(
            hall, f"/t/{SLUG}/cases/", category="other", title="what Jo Quill saw",
            game=hall.games[0], about=3,
        )  # fmt: skip
        told = {}
        for redacted in (False, True):
            which = CaseToPrint(SLUG, 2, redacted)
            pdf = sign_bundle(hall.here, which, "a4", "", by="D1").content
            inside = attachments_in(pdf)
            told[redacted] = text_of(pdf), b"\n".join(inside.values()).decode(), inside
    return told


def test_the_whole_bundle_names_who_kept_score(bundles):
    words, _, _ = bundles[False]
    assert "Score kept by nora Nora Fane, K7 Jo Quill." in " ".join(words.split())


def test_a_redacted_one_has_their_badges_and_no_name(bundles):
    words, files, _ = bundles[True]
    said = " ".join(words.split())

    assert "Score kept by [name left out], K7." in said
    assert "badge K7" in said
    for name in ("Nora Fane", "Jo Quill"):
        assert name not in said
        assert name not in files


def test_a_badge_that_is_a_name_stands_nowhere_in_it_neither_in_the_proof(bundles):
    words, files, inside = bundles[True]
    whole = bundles[False]

    assert '"written_by":"nora"' in whole[1].replace("\\", "")
    assert "nora" not in words.casefold()
    assert "nora" not in files.casefold()
    assert b'"leaf"' in inside["game.proof.json"]
