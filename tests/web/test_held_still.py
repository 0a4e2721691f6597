"""A test never writes into a living page and hopes that nothing else does."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent

WRITTEN = re.compile(
    r"\bgame\.(now|state|since|refresh|changed)\b[\w.\[\]]* = "
    r"|\boutbox\.(flush|online|waiting|troubles) = |\bforms\.\w+ = |\bnews\.\w+ = |news\.stream\."
    r"|delete (tilescribe|outbox)|procedures\.show\(|\.(innerHTML|textContent|className) = "
    r"|game\.state\.[\w.()-]+;\s+Object\.assign"
)
"""What a page knows or draws, given to it by somebody who is not the page."""

ALLOWED = {
    "held_still.py": "here it is said how each is done",
    "test_desk_inbox.py": "written and measured in one go, between two drawings",
    "test_desk_in_sight.py": "what was read aloud is wiped, so that only what is new is heard",
    "test_entry_more.py": "the parts of a sheet that it opens itself",
    "test_entry_procedures.py": "forms put into a page that is held still",
    "test_every_page.py": "a name from right to left, measured before anything is drawn",
    "test_pressed_meanwhile.py": "what a button says, while the server says nothing",
    "test_public_in_a_browser.py": "what was drawn is wiped, so that what is drawn anew is seen",
    "test_once_on_the_sheet.py": "what was held back goes, and is looked at in the same go",
}


@pytest.mark.found("AE-12")
def test_what_a_living_page_has_is_written_only_by_the_seams_it_offers():
    found = {
        path.name
        for path in HERE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and WRITTEN.search(node.value)
    }

    assert found == set(ALLOWED), "use tests/web/held_still.py, or what happens in a hall"
