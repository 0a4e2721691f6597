"""What is refused is told in the words of the hall: nobody reads a name of ours in it (DE12)."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from msgspec.structs import fields

from ledger.messages import NAME, family
from ledger.rulebook import NAMES, Clause, load
from ledger.rulebook.model.options import Section

pytestmark = pytest.mark.found("DE12")

ROOT = Path(__file__).parents[2]
OURS = re.compile(r"\w_\w|[a-z]\.[a-z]\w+\(|\$\.|``")
"""How names in code look and words do not."""


def of_this_book(book):
    """Why the book has no value, for each of its clauses that has none."""
    for field in fields(type(book)):
        section = getattr(book, field.name)
        if not isinstance(section, Section):
            continue
        for one in fields(type(section)):
            clause = getattr(section, one.name)
            if isinstance(clause, Clause) and not clause.is_known:
                yield clause.refusal()


@pytest.mark.parametrize("name", NAMES)
def test_DE12_a_rule_that_is_not_there_is_told_without_the_name_of_a_parameter(name):
    told = [f"{refusal.what} {refusal.next_step}" for refusal in of_this_book(load(name))]

    assert told
    assert [words for words in told if OURS.search(words)] == []


def written(path):
    """The words of every refusal that this file writes out; what is filled in is left out."""
    text = path.read_text("utf-8")
    for call in ast.walk(ast.parse(text)) if "Refusal(" in text else ():
        if not (isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Refusal"):
            continue
        for argument in call.args[1:3]:
            if isinstance(argument, ast.Call) and getattr(argument.func, "id", "") == "say":
                continue  # an id: its words are in a catalogue
            for part in ast.walk(argument):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value


def test_DE12_no_refusal_names_a_thing_of_ours():
    # Who runs a server reads settings by their names.
    files = [*(ROOT / "ledger").rglob("*.py"), *(ROOT / "web").rglob("*.py")]
    of_servers = {"restoring.py", "backups.py"}
    request = [
        path for path in files if "postgres" not in path.name and path.name not in of_servers
    ]
    found = {
        (path.name, words) for path in request for words in written(path) if OURS.search(words)
    }
    found |= {
        (message, words)
        for message, text in family("refusals.").items()
        for words in ([text] if isinstance(text, str) else text)
        if OURS.search(NAME.sub("", words))
    }

    assert found == set()
