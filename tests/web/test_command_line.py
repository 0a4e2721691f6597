"""The ``tilescribe`` command: what people script against."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import click
import pytest

from ledger.gcg import check
from ledger.record.faults import CONSISTENT
from tests.tiers import all_at_once
from web.command_line import OLD, commands, main

GCG = Path(__file__).resolve().parents[1] / "formats" / "gcg"
A_GAME = b"""#player1 ann Ann Example
#player2 bob Bob Sample
>ann: AEINRST 8D RETAINS +66 66
>bob: DEGHOOW J6 DO.E +9 9
>ann: IIIOUUV -IIUUV +0 66
>bob: GHLNOW? 10I GHoW +35 44
>bob: GHLNOW? -- -35 9
"""


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """The demonstration, built once by the command itself."""
    folder = tmp_path_factory.mktemp("demo") / "data"
    assert tilescribe("demo", "--build-only", "--data", folder).returncode == 0
    return folder


@pytest.fixture
def copy_of(demo, tmp_path):
    return Path(shutil.copytree(demo, tmp_path / "copy"))


class Done:
    def __init__(self, returncode, out, err):
        self.returncode, self.out, self.err = returncode, out, err


def tilescribe(*words, capture=None):
    """Run the command in this process, as its console script does."""
    from contextlib import redirect_stderr, redirect_stdout

    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
    before, sys.argv = sys.argv, ["tilescribe", *map(str, words)]
    code = 0
    try:
        with redirect_stdout(out), redirect_stderr(err):
            main()
    except SystemExit as done:
        code = done.code or 0
    finally:
        sys.argv = before
    out.flush(), err.flush()
    return Done(code, out.buffer.getvalue().decode(), err.buffer.getvalue().decode())


def every_command(group, path=()):
    here = click.Context(group)
    for name in group.list_commands(here):
        command = group.get_command(here, name)
        if isinstance(command, click.Group):
            yield from every_command(command, (*path, name))
        else:
            yield (*path, name)


@all_at_once
@pytest.mark.parametrize("path", list(every_command(commands)), ids=" ".join)
def test_every_command_has_help_that_says_what_it_is_for(path):
    done = tilescribe(*path, "--help")

    assert done.returncode == 0
    assert len(re.findall(r"[A-Z][^.]+\.", done.out)) >= 1


def test_the_commands_are_those_of_the_design():
    named = {" ".join(path) for path in every_command(commands)}

    assert named == {
        "demo", "serve", "config", "simulate",
        "tournament new", "tournament show", "tournament checklist", "tournament prizes",
        "tournament live-boards", "tournament time-zone", "tournament language",
        "tournament standings",
        "tournament take-back", "tournament close", "tournament reopen", "tournament export",
        "player list", "player add", "player import", "player rename", "player withdraw",
        "round plan", "round pair", "round fix", "round unpair", "round result", "round missing",
        "round close", "round reopen", "game show", "game check", "game import", "game export",
        "game prove",
        "case list", "case show", "case bundle", "paper print", "paper check", "paper elsewhere",
        "record verify", "record checkpoint", "record checkpoints", "record backup",
        "record drill", "record restore", "record migrate", "record rebuild", "record erase",
        "key show", "key new", "key copy", "key restore", "key revoke", "key trust",
        "record checker", "witness serve", "witness add", "witness list", "witness remove",
        "witness key", "witness compare",
        "badge list", "badge new", "badge pin", "badge revoke",
        "rulebook find", "rulebook list", "rulebook show", "rulebook check",
        "lexicon list", "lexicon add", "lexicon choose",
    }  # fmt: skip


def test_help_shows_the_groups_in_a_small_terminal():
    done = tilescribe("--help")

    assert len(done.out.splitlines()) <= 24
    assert max(map(len, done.out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["verfy"], "record verify"), (["record", "verfy"], "record verify"),
        (["playr", "list"], "player"), (["close-rond", "x", "1"], "round close"),
        (["tournament", "chekclist", "x"], "tournament checklist"),
        (["tournament", "pair", "x", "1"], "round pair"),
        (["record", "withdraw"], "player withdraw"),
    ],
    ids=str,
)  # fmt: skip
def test_a_mistyped_command_is_answered_with_the_nearest(words, meant):
    done = tilescribe(*words)

    assert done.returncode == 2
    assert f"Did you mean `tilescribe {meant}`" in done.err


def test_a_word_like_no_command_names_none():
    assert "mean" not in tilescribe("xyzzy").err


@pytest.mark.parametrize("at_a_terminal", [False, True])
def test_an_old_name_does_the_same_and_tells_a_person_alone_the_new_one(
    demo, monkeypatch, at_a_terminal
):
    class File(io.TextIOWrapper):
        def isatty(self):
            return at_a_terminal

    monkeypatch.setattr(io, "TextIOWrapper", File)
    for old, new in [
        (["show", "harbour-open/R1/T1"], ["game", "show", "harbour-open/R1/T1"]),
        (["players", "list", "harbour-open"], ["player", "list", "harbour-open"]),
        (["missing", "nowhere"], ["round", "missing", "nowhere"]),
    ]:
        then = tilescribe(*old, "--data", demo)
        now = tilescribe(*new, "--data", demo)
        told = (
            f"`tilescribe {old[0]}` is called `tilescribe {' '.join(OLD[old[0]].split())}` now.\n"
        )

        assert (then.returncode, then.out) == (now.returncode, now.out)
        assert then.err == (told if at_a_terminal else "") + now.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("show", "nowhere/R1/T1"), "There is no tournament nowhere"),
        (("show", "harbour-open/R1/T77"), "tables 1 to 4"),
        (("show", "harbour-open/round one"), "is not the name of a game"),
        (("show", "harbour-open/R1/T1", "--at", "9999"), "there is no event 9999"),
        (("show", "harbour-open/R1/T1", "--as-of", "1999-01-01"), "Nothing was known"),
        (("show", "harbour-open/R1/T1", "--as-of", "yesterday"), "is not a time"),
        (("show", "00000000-0000-0000-0000-000000000000"), "There is no game"),
        (("gcg", "export", "harbour-open/R1/T77"), "There is no game"),
        (("print", "result-slip", "harbour-open/R77", "-o", "/dev/null"), "There are no games"),
        (("gcg", "import", "missing.gcg"), "can't be read"),
        (("gcg", "import", "x.gcg", "--tournament", "new", "--rulebook", "chess"), "rulebook"),
        (("lexicon", "add", "mine", "/dev/null"), "no word"),
    ],
)
def test_an_error_is_one_line_that_says_what_to_do_and_exit_code_one(demo, words, says):
    done = tilescribe(*words, "--data", demo)

    assert done.returncode == 1
    assert says in done.err
    assert done.err.count("\n") == 1
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    "words", [("show",), ("fly",), ("show", "x/R1/T1", "--loud"), ("print", "placard", "-o", "x")]
)
def test_a_command_that_makes_no_sense_ends_with_two_and_one_line(words):
    done = tilescribe(*words)

    assert done.returncode == 2
    assert done.err.startswith("tilescribe: ")
    assert re.search(r"See `tilescribe[a-z ]* --help`\.\n\Z", done.err)
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("words", [("show", "x/R1/T1"), ("verify",), ("rebuild",), ("migrate",)])
def test_a_folder_without_a_record_is_said_to_have_none_and_none_is_made(tmp_path, words):
    done = tilescribe(*words, "--data", tmp_path / "nothing")

    assert done.returncode == 1
    assert "There is no record in" in done.err
    assert not (tmp_path / "nothing").exists()


def test_show_prints_the_board_and_the_sheet_now_and_as_it_was(demo):
    now = tilescribe("game", "show", "harbour-open/R1/T2", "--data", demo).out
    then = tilescribe("game", "show", "harbour-open/R1/T2", "--at", 8, "--data", demo).out

    assert "8D JUNCO" in now
    assert "corrected: was 10H\xa0P(I)NOTAGE +66" in now
    assert "A4 AEROBIa" not in then
    assert len(then) < len(now)


def test_show_json_is_the_replay_and_as_of_hides_what_was_not_known(demo):
    now = json.loads(tilescribe("game", "show", "harbour-open/R1/T2", "--json", "--data", demo).out)
    moment = now["moments"][9]["at"]
    then = json.loads(
        tilescribe(
            "game", "show", "harbour-open/R1/T2", "--json", "--as-of", moment, "--data", demo
        ).out
    )

    assert then["game"]["version"] == 10
    assert len(then["moments"]) == len(now["moments"])
    assert now["result"]["totals"] == [506, 424]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    "form",
    ["score-sheet", "blank-slip", "challenge-slip", "result-slip", "score-sheet --seat second"],
)
@pytest.mark.parametrize("subject", [(), ("harbour-open/R1/T2",)])
def test_every_form_is_printed_blank_and_filled(demo, tmp_path, form, subject, paper):
    name, *seat = form.split()
    pdf = tmp_path / "x.pdf"

    done = tilescribe(
        "paper", "print", name, *subject, *seat, "--paper", paper, "-o", pdf, "--data", demo
    )

    assert done.returncode == 0, done.err
    assert pdf.read_bytes().startswith(b"%PDF-")


def test_the_result_slips_of_a_round_come_together(demo, tmp_path):
    pdf = tmp_path / "round.pdf"

    tilescribe("paper", "print", "result-slip", "harbour-open/R3", "-o", pdf, "--data", demo)

    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as document:
        text = "".join(page.get_textpage().get_text_range() for page in document)
    assert text.count("Result slip") >= 4
    assert "Zoë Ågren" in text


def test_gcg_check_says_what_is_odd_and_json_has_the_promised_shape(tmp_path):
    path = tmp_path / "game.gcg"
    path.write_bytes(A_GAME)

    people = tilescribe("game", "check", path)
    [line] = tilescribe("game", "check", "--json", path).out.splitlines()
    report = json.loads(line)

    assert people.returncode == 0
    assert "ann 66, bob 9; 4 turns, unfinished" in people.out
    assert list(report) == [
        "file", "readable", "complete", "players", "scores", "declared", "turns", "oddities",
    ]  # fmt: skip
    assert report["scores"] == {"ann": 66, "bob": 9}
    assert report["declared"] == {"ann": 66, "bob": 9}
    assert set(report["oddities"][0]) == {"line", "code", "what"}


def test_gcg_check_of_noise_ends_with_one_and_a_message(tmp_path):
    path = tmp_path / "noise.gcg"
    path.write_bytes(bytes(n * n % 251 for n in range(100_000)))

    done = tilescribe("game", "check", path)

    assert done.returncode == 1
    assert "not a game of two players" in done.out
    assert len(done.out.splitlines()) <= 42
    assert re.search(r"and \d+ more; `tilescribe game check --json` lists them all\n\Z", done.out)


def test_a_missing_file_is_named_once(tmp_path):
    done = tilescribe("game", "import", "missing.gcg", "--data", tmp_path / "data")

    assert done.returncode == 1
    assert done.err.count("missing.gcg") == 1


def test_a_demonstration_stopped_half_way_leaves_nothing_behind(tmp_path, monkeypatch):
    def stopped(desk, folder, advance):
        raise KeyboardInterrupt

    monkeypatch.setattr("web.demonstration.building.build", stopped)

    done = tilescribe("demo", "--build-only", "--data", tmp_path / "demo")

    assert done.returncode == 1
    assert "Stopped." in done.err
    assert list(tmp_path.iterdir()) == []


def test_the_same_file_again_is_recognised_and_writes_nothing(tmp_path):
    path, data = tmp_path / "game.gcg", tmp_path / "data"
    path.write_bytes(A_GAME)

    first = tilescribe("game", "import", path, "--data", data)
    events = count_events(data)
    again = tilescribe("game", "import", path, "--data", data)
    exported = tilescribe("game", "export", "imported/R1/T1", "--data", data)

    assert first.returncode == again.returncode == 0
    assert "imported/R1/T1" in first.out
    assert "already in the record" in again.out
    assert count_events(data) == events
    assert ">bob: GHLNOW? -- -35 9" in exported.out


def count_events(data):
    connection = sqlite3.connect(data / "ledger.db")
    [(number,)] = connection.execute("SELECT count(*) FROM stored_events")
    connection.close()
    return number


@pytest.mark.wide("a whole hall")
def test_verify_finds_nothing_wrong_with_the_demonstration(demo):
    done = tilescribe("record", "verify", "--data", demo)
    report = json.loads(tilescribe("record", "verify", "--json", "--data", demo).out)

    assert done.returncode == 0
    assert CONSISTENT in done.out
    assert report["faults"] == []


def test_verify_names_position_game_and_column_of_what_was_changed(copy_of):
    connection = sqlite3.connect(copy_of / "ledger.db")
    connection.execute("DROP TRIGGER stored_events_no_update")
    connection.execute(
        "UPDATE stored_events SET state = replace(CAST(state AS TEXT), '\"announced\":44', "
        "'\"announced\":54') WHERE rowid IN (SELECT rowid FROM stored_events WHERE "
        "CAST(state AS TEXT) LIKE '%\"announced\":44%' LIMIT 1)"
    )
    connection.commit()
    connection.close()

    done = tilescribe("record", "verify", "--data", copy_of)

    assert done.returncode == 1
    assert re.search(r"position \d+, [0-9a-f]{32}, version \d+, stored_events.state:", done.out)
    assert "The record was changed." in done.out


def test_rebuild_makes_the_same_hall_again(copy_of):
    before = hall_rows(copy_of)
    for path in copy_of.glob("hall*"):
        path.unlink()

    done = tilescribe("record", "rebuild", "--data", copy_of)

    assert done.returncode == 0
    assert hall_rows(copy_of) == before


def hall_rows(data):
    [path] = list(data.glob("hall*.db"))
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT * FROM games ORDER BY 1").fetchall()
    connection.close()
    return rows


def test_demo_is_refused_where_another_record_lies(tmp_path):
    path, data = tmp_path / "game.gcg", tmp_path / "data"
    path.write_bytes(A_GAME)
    tilescribe("game", "import", path, "--data", data)

    done = tilescribe("demo", "--build-only", "--data", data)

    assert done.returncode == 1
    assert "holds something else than the demonstration" in done.err


def test_demo_again_finds_it_built(demo):
    before = count_events(demo)

    assert tilescribe("demo", "--build-only", "--data", demo).returncode == 0
    assert count_events(demo) == before


def test_a_word_list_is_installed_and_listed(tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("aa\nab\nquiz\n")

    added = tilescribe("lexicon", "add", "club", words, "--data", tmp_path / "data")
    listed = tilescribe("lexicon", "list", "--data", tmp_path / "data")

    assert added.returncode == 0, added.err
    assert re.search(r"club +3 words +english +[0-9a-f]{64}", listed.out)


@pytest.mark.found("OP19")
def test_OP19_an_import_and_a_list_say_where_they_went(tmp_path):
    words, data = tmp_path / "words.txt", tmp_path / "data"
    words.write_text("aa\nab\nquiz\n")

    added = tilescribe("lexicon", "add", "club", words, "--data", data)
    imported = tilescribe("game", "import", GCG / "whole.gcg", "--data", data)

    assert str(data) in added.out
    assert str(data) in imported.out


@pytest.mark.found("OP19")
def test_OP19_an_added_list_decides_the_challenges_of_a_tournament(tmp_path):
    words, data = tmp_path / "words.txt", tmp_path / "data"
    words.write_text("aa\nab\nquiz\n")
    tilescribe("lexicon", "add", "club", words, "--data", data)
    tilescribe("game", "import", GCG / "whole.gcg", "--tournament", "club-night", "--data", data)

    chosen = tilescribe("lexicon", "choose", "club", "club-night", "--data", data)
    other = tilescribe("lexicon", "choose", "unheard-of", "club-night", "--data", data)
    told = json.loads(tilescribe("tournament", "club-night", "--json", "--data", data).out)

    assert chosen.returncode == 0, chosen.err
    assert "paired already keep the list" in chosen.out
    assert other.returncode == 1
    assert told["lexicon"] == "club"


def test_a_record_of_a_newer_release_is_refused_in_words(copy_of):
    connection = sqlite3.connect(copy_of / "ledger.db")
    connection.execute(
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) "
        "VALUES ('ledger', '9999_from_the_future', '2099-01-01')"
    )
    connection.commit()
    connection.close()

    done = tilescribe("game", "show", "harbour-open/R1/T1", "--data", copy_of)

    assert done.returncode == 1
    assert "newer release" in done.err


@pytest.mark.parametrize("contents", [b"", b"not a database at all, just some text\n" * 50])
def test_what_is_no_record_is_refused_and_left_as_it_was(tmp_path, contents):
    data = tmp_path / "data"
    data.mkdir()
    (data / "ledger.db").write_bytes(contents or b"SQLite format 3\0 and then nothing of the kind")
    before = (data / "ledger.db").read_bytes()

    done = tilescribe("game", "show", "x/R1/T1", "--data", data)

    assert done.returncode == 1
    assert "Traceback" not in done.err
    assert (data / "ledger.db").read_bytes() == before


@pytest.mark.wide("processes")
def test_it_serves_from_a_process_of_its_own_and_stops_when_told(demo):
    import signal
    import socket
    import time
    import urllib.request

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "-c", "from web.command_line import main; main()",
         "serve", "--data", str(demo), "--port", str(port)],
        stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    try:
        address = next(line.strip() for line in server.stdout if "http://" in line)
        for _ in range(600):
            try:
                with urllib.request.urlopen(address + "readyz", timeout=60) as answer:
                    assert json.load(answer)["ready"]
                break
            except OSError:
                time.sleep(0.1)
        with urllib.request.urlopen(address + "t/harbour-open/r1/t2/game.json") as answer:
            assert json.load(answer)["result"]["totals"] == [506, 424]
        url = address + "t/harbour-open/r1/t2/score-sheet.pdf"
        with urllib.request.urlopen(url) as answer:
            assert answer.read(5) == b"%PDF-"
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(60)
        server.stdout.close()


def test_a_folder_that_can_not_be_written_is_said_so_in_one_line(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "ro,size=1m", "tmpfs", str(data)], capture_output=True
    )
    if mounted.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        done = tilescribe("game", "import", GCG, "--data", data)
    finally:
        subprocess.run(["umount", str(data)], check=True)

    assert done.returncode == 1
    assert "can't be read or written" in done.err
    assert done.err.count("\n") == 1


def test_a_full_disk_is_said_so_and_what_was_written_before_is_there(tmp_path, copy_of):
    data = tmp_path / "small"
    data.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(data)], capture_output=True
    )
    if mounted.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        shutil.copy(copy_of / "ledger.db", data)
        filler = data / "filler"
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while file.write(bytes(4096)):
                pass
        done = tilescribe("game", "show", "harbour-open/R1/T2", "--data", data)
        filler.unlink()
        after = tilescribe("record", "verify", "--data", data)
    finally:
        subprocess.run(["umount", "-l", str(data)], check=True)

    assert "Traceback" not in done.err
    assert "Put the right file" not in done.err
    assert after.returncode == 0, after.out + after.err


def test_a_file_of_many_thousand_turns_is_refused_before_anything_is_written(tmp_path):
    path, data = tmp_path / "long.gcg", tmp_path / "data"
    turns = b"".join(b">ann: - +0 0\n>bob: - +0 0\n" for _ in range(3000))
    path.write_bytes(b"#player1 ann Ann\n#player2 bob Bob\n" + turns)

    done = tilescribe("game", "import", path, "--data", data)

    assert done.returncode == 1
    assert "no game has more than 500" in done.err


@pytest.mark.found("GC5")
def test_GC5_an_amended_result_is_what_the_file_ends_with(demo):
    written = tilescribe("game", "export", "harbour-open/R3/T4", "--data", demo).out

    report = check(written.encode(), "a.gcg")

    assert 437 in report.declared.values()
    assert "#note Result recorded as" in written


@pytest.mark.found("GC5")
def test_GC5_a_word_list_no_other_program_knows_is_told_in_words(demo):
    written = tilescribe("game", "export", "harbour-open/R1/T1", "--data", demo).out

    assert "#lexicon" not in written
    assert "#description Word list: " in written
