"""A command loads what it needs and no more: what is loaded is what a start-up costs (OP20)."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import printing
from ledger.proof.paper_codes import PRINTED_FILE
from ledger.rulebook import load
from ledger.rulebook.book_files import NAMES
from ledger.vocabulary import Seat
from ledger.vocabulary.read_once import read_once
from printing.fonts import BODY, BOLD, MONO
from tests.bench.starting import make_a_record
from tests.tiers import first_fast
from web.command_line import OLD, TREE, GroupOf, commands
from web.command_line.papers import FORMS, SEATS

GAME = Path(__file__).parents[1] / "formats" / "gcg" / "whole.gcg"

RUN = """
import sys
opened = set()
sys.addaudithook(lambda event, told: event == "open" and opened.add(str(told[0])))
from web.command_line import main
try:
    main()
except SystemExit as done:
    code = done.code
else:
    code = 0
print(*sys.modules, *opened, sep="\\n", file=sys.stderr)
sys.exit(code)
"""

SERVER = {"flask", "granian", "web.application", "web.demonstration.building"}
PAPER = {"reportlab", "PIL"}
DESK = {"ledger.desk.desk", "ledger.game.deciding", "ledger.accounts.badges"}
HALL = {"ledger.hall", "ledger.game.sheet", "ledger.desk.sheet_cache"}
TABLES = {"sqlite_utils", "dateutil", "pluggy"}
"""What makes and changes tables, with all it brings along."""

RECORD = {"ledger.record.log", "eventsourcing"} | HALL | TABLES
CODES = {"segno", "urllib.request", "ssl"}
"""What draws square codes, with all it brings along."""

CLASSES = {"dataclasses"}
"""What makes a class in a millisecond, where msgspec takes a fiftieth of one."""

MOST = {"blank": 270, "of a game": 450, "of a case": 465}
"""Modules that paper may load, Python's own included: a tenth of a millisecond each at least."""

BORROWED = {
    "result-slip": {"slips.blank_slip"},  # letters to circle
    "score-sheet": {"sheets.board_picture"},
    "bundle": {
        "slips.blank_slip",
        "slips.challenge_slip",
        "cases.records",
        "slips.result_slip",
        "sheets.score_sheet",
        "sheets.board_picture",
    },
}
"""Modules of other forms that a form is made of."""

LOOKING = (
    ("game", "show", "imported/R1/T1"), ("game", "show", "imported/R1/T1", "--json"),
    ("record", "verify"), ("tournament", "imported"), ("record", "migrate"),
    ("game", "export", "imported/R1/T1"),
)  # fmt: skip


ANEW = """
import sys
from ledger.vocabulary import read_once
read_once.ENDING = ".none"
sys.dont_write_bytecode = True
"""
"""Before ``RUN``: nothing that was read once is there."""


def traces(*words, before=""):
    """The modules a fresh process has loaded, and the files it has opened, when it is done."""
    done = subprocess.run(
        [sys.executable, "-c", before + RUN, *map(str, words)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
    )
    assert done.returncode == 0, done.stderr[:2000]
    return set(done.stderr.split("\n"))


def modules_in(traces):
    """The modules among them, by their names."""
    return {each for each in traces if each and "/" not in each}


def books_read(*words):
    """The rulebooks a fresh process has read when the command is done."""
    opened = traces(*words, before=ANEW)
    books = [Path(each) for each in opened if "/ledger/rulebook/books/" in each]
    return {each.stem for each in books if each.suffix == ".toml"}


@pytest.fixture(scope="module")
def a_record(tmp_path_factory):
    folder = tmp_path_factory.mktemp("record") / "data"
    traces("game", "import", GAME, "--data", folder)
    return folder


@pytest.fixture(scope="module")
def a_case(tmp_path_factory):
    """A record of one game, and a case about it."""
    folder = tmp_path_factory.mktemp("case") / "data"
    make_a_record(folder)
    return folder


@pytest.mark.one_in(3, "words")
@pytest.mark.found("OP20")
@pytest.mark.parametrize("words", [
    ("--help",), ("serve", "--help"), ("simulate", "--help"), ("game", "check", GAME),
    ("lexicon", "list"), ("rulebook", "list"),
    ("rulebook", "find", "3.9.5(a)", "--book", "wespa-4.0"),
], ids=lambda words: " ".join(map(str, words[:2])))  # fmt: skip
def test_a_command_without_a_record_loads_neither_server_nor_paper_nor_the_record(words):
    assert not traces(*words) & (SERVER | PAPER | DESK | RECORD)


@pytest.mark.one_in(4, "words")
@pytest.mark.found("OP20")
@pytest.mark.parametrize(
    "words",
    [("--help",), *((name, "--help") for name, one in TREE.items() if isinstance(one, GroupOf))],
    ids=" ".join,
)
def test_the_list_of_commands_opens_no_room(words):
    assert not [name for name in traces(*words) if name.startswith("web.command_line.")]


@pytest.mark.one_in(2, "words")
@pytest.mark.found("OP20")
@pytest.mark.parametrize("words", LOOKING, ids=" ".join)
def test_who_only_looks_loads_neither_server_nor_paper_nor_the_desk_nor_what_makes_tables(
    words, a_record
):
    there = traces(*words, "--data", a_record)

    assert not there & (SERVER | PAPER | DESK | TABLES)


@pytest.mark.found("OP20")
def test_who_needs_the_log_alone_loads_neither_lists_nor_sheets(a_record):
    assert not traces("tournament", "imported", "--data", a_record) & HALL


@pytest.mark.found("OP20")
def test_what_players_signed_for_is_compared_without_the_lists(a_record):
    assert not traces("record", "verify", "--data", a_record) & (HALL - {"ledger.game.sheet"})


@pytest.mark.found("OP20")
def test_tables_that_are_up_to_date_are_seen_to_be_so_without_the_record(a_record):
    assert not traces("record", "migrate", "--data", a_record) & RECORD


@pytest.mark.one_in(4, "words")
@pytest.mark.found("OP20")
@pytest.mark.parametrize("words", [
    *(words for words in LOOKING if words[0] != "record"),
    ("paper", "print", "score-sheet", "imported/R1/T1", "-o"),
], ids=" ".join)  # fmt: skip
def test_a_game_is_told_from_its_own_rulebook_alone(words, a_record, tmp_path):
    """And from those that it extends, each in turn."""
    aim = [tmp_path / "paper.pdf"] if words[-1] == "-o" else []

    assert books_read(*words, *aim, "--data", a_record) == {"wespa-5.1", "wespa-4.0", "wespa-1.0"}


@pytest.mark.one_in(2, "words")
@pytest.mark.found("OP20")
@pytest.mark.parametrize("words", [
    ("--help",), ("game", "check", GAME), ("lexicon", "list"), ("record", "verify"),
    ("record", "migrate"),
], ids=lambda words: " ".join(map(str, words[:2])))  # fmt: skip
def test_who_asks_for_no_rule_reads_no_rulebook(words, a_record):
    aim = ["--data", a_record] if words[0] == "record" else []
    (a_record / PRINTED_FILE).unlink(missing_ok=True)  # verify fills what was printed here again

    assert not books_read(*words, *aim)


@pytest.mark.found("OP20")
def test_paper_of_a_game_is_made_without_server_and_desk_and_what_makes_tables(a_record, tmp_path):
    words = ("paper", "print", "result-slip", "imported/R1/T1", "-o", tmp_path / "slip.pdf")

    assert not traces(*words, "--data", a_record) & (SERVER | DESK | TABLES)


@pytest.mark.found("OP20")
@pytest.mark.parametrize("form", first_fast(FORMS, 4))
def test_a_blank_form_is_printed_without_the_record_the_other_forms_and_square_codes(
    form, tmp_path
):
    there = traces("paper", "print", form, "-o", tmp_path / "blank.pdf")

    assert not there & (SERVER | DESK | RECORD | CODES | CLASSES | {"tempfile"})
    assert len(modules_in(there)) <= MOST["blank"]
    drawn_in = {name: made.drawing.partition(":")[0] for name, made in FORMS.items()}
    others = set(drawn_in.values()) - {drawn_in[form]}
    assert {one for one in others if f"printing.{one}" in there} <= BORROWED.get(form, set())


@pytest.mark.found("OP20")
@pytest.mark.parametrize(("form", "about", "most"), [
    ("result-slip", "imported/R1/T1", "of a game"), ("ruling-notice", "imported/C-1", "of a case"),
])  # fmt: skip
def test_paper_from_the_record_loads_no_more_modules_than_it_did(
    form, about, most, a_case, tmp_path
):
    words = ("paper", "print", form, about, "-o", tmp_path / "filled.pdf", "--data", a_case)

    assert len(modules_in(traces(*words))) <= MOST[most]


@pytest.mark.found("OP20")
def test_no_class_of_paper_is_made_by_what_takes_long():
    """The library of the record loads ``dataclasses`` itself, so sources are looked at."""
    ours = Path(printing.__file__).parent.rglob("*.py")

    assert not [
        each.name for each in ours if re.search(r"^@dataclass", each.read_text(), re.MULTILINE)
    ]


@pytest.mark.found("OP20")
def test_a_form_reads_the_fonts_it_is_set_in_and_no_other(tmp_path):
    there = traces("paper", "print", "result-slip", "-o", tmp_path / "blank.pdf")
    read = {Path(each).stem for each in there if each.endswith(".ttf")}

    assert read == {BODY, BOLD, MONO}


@pytest.mark.found("OP20")
def test_a_form_is_for_either_seat_there_is():
    assert tuple(seat.value for seat in Seat) == SEATS


@pytest.mark.found("OP20")
def test_the_organiser_s_choice_loads_neither_server_nor_paper(a_record):
    there = traces("tournament", "live-boards", "imported", "on", "--data", a_record)

    assert not there & (SERVER | PAPER | TABLES)


@pytest.mark.found("OP20")
def test_the_application_is_a_room_of_its_own():
    """``import web`` brings nothing, or the command line would wait for all the pages."""
    source = "import sys, web; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True)

    assert not SERVER & set(done.stdout.split())


def test_every_command_is_listed_and_opens():
    for name, found in TREE.items():
        command = commands.get_command(None, name)
        assert command is not None
        if isinstance(found, GroupOf):
            for each in found.commands:
                assert command.get_command(None, each).help


def test_every_old_name_opens_the_command_that_has_a_new_one_and_help_names_none():
    for old, new in OLD.items():
        command = commands
        for word in new.split():
            command = command.get_command(None, word)
        found = commands.get_command(None, old)
        assert found is command or found.list_commands(None) == command.list_commands(None)
    assert not OLD.keys() & set(commands.list_commands(None))


@pytest.fixture
def bytecode(tmp_path, monkeypatch):
    """A folder of our own where Python keeps bytecode, and leave to write there."""
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "bytecode"))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return tmp_path / "bytecode"


def never():
    raise AssertionError("it was read once")


def test_what_was_read_once_is_not_read_again(tmp_path, bytecode):
    file = tmp_path / "a-book.1"
    file.write_text("one")

    assert read_once(file, [file], file.read_text) == "one"
    assert read_once(file, [file], never) == "one"
    other = tmp_path / "a-book.2"
    assert read_once(other, [file], lambda: "two") == "two"
    assert read_once(file, [file], never) == "one"


def test_a_file_that_changed_is_read_again(tmp_path, bytecode):
    file = tmp_path / "a-book"
    for words in ("one", "another"):
        file.write_text(words)
        assert read_once(file, [file], file.read_text) == words


def test_what_was_kept_and_is_broken_is_read_again(tmp_path, bytecode):
    file = tmp_path / "a-book"
    file.write_text("one")
    read_once(file, [file], file.read_text)
    [kept] = bytecode.rglob("*.read")
    for end in (10, -1):
        kept.write_bytes(kept.read_bytes()[:end])
        assert read_once(file, [file], file.read_text) == "one"


def test_nothing_is_kept_where_no_bytecode_is_to_be_written(tmp_path, bytecode, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    file = tmp_path / "a-book"
    file.write_text("one")
    read_once(file, [file], file.read_text)

    assert not bytecode.exists()


@pytest.mark.parametrize("name", NAMES)
def test_a_rulebook_that_was_read_once_is_the_book_itself(name, bytecode, tmp_path):
    first = load.__wrapped__(name)

    assert list(bytecode.rglob(f"{name}.*.read"))
    assert load.__wrapped__(name) == first == load(name)
    assert load.__wrapped__(name).profiles == first.profiles
