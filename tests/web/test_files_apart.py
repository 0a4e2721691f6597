"""Files of strangers: read by a process of their own, within bounds, one at a time."""

from __future__ import annotations

import ast
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path
from threading import Event, Thread

import pytest

from ledger.apart import reading
from ledger.apart.reading import ROOM, Apart, NoTurn, Turns
from ledger.interchange.parsed import files_within
from ledger.proof.paper_verdicts import PdfVerdict
from ledger.visibility import Viewer
from ledger.vocabulary.refusals import Refusal
from printing.checking.files import check_pdf
from printing.engine.pdf_apart import MOST_PAGES
from printing.slips import result_slip
from tests.hostile_files import pdf_of_nested_pages, pdf_of_pages, wide_png
from tests.tiers import first_fast
from tests.web.whole_hall import FROM_HERE, a_whole_hall
from web.cases.photos import photo_of

HOUSE = Path(__file__).resolve().parents[2]
MEGABYTE = 1024 * 1024

HOW_MUCH = """
import sys
from {module} import main
try:
    main()
finally:
    [told] = [line for line in open("/proc/self/status") if line.startswith("VmHWM")]
    sys.stderr.write(told.split()[1])
"""


def taken_by(module, data):
    """What a reader answers, and the most memory it had, in MB."""
    told = subprocess.run(
        [sys.executable, "-c", HOW_MUCH.format(module=module)], input=data, capture_output=True
    )
    return told.stdout, int(told.stderr.split()[-1]) // 1024


def memory_here():
    """Memory of this process by now, in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 // MEGABYTE


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("apart") / "data") as hall:
        yield hall


BOMBS = {
    "a hundred thousand": lambda: pdf_of_pages(100_000),
    "a million": lambda: pdf_of_pages(1_000_000),
    "a million, said to be one": lambda: pdf_of_pages(1_000_000, told=1),
    "two million": lambda: pdf_of_pages(2_000_000),
    "fifty times itself, forty deep": lambda: pdf_of_nested_pages(40, 50),
}


@pytest.mark.found("SR-2")
@pytest.mark.parametrize("bomb", first_fast(BOMBS))
def test_SR2_a_pdf_that_names_its_page_a_million_times_costs_little_and_leaves_nothing(hall, bomb):
    data, before = BOMBS[bomb](), memory_here()
    assert len(data) < 1024

    answer = hall.ask(
        "nobody", "/verify", "POST", headers=FROM_HERE,
        data={"pdf": (BytesIO(data), "bundle.pdf")},
    )  # fmt: skip

    # On a busy machine its time may be over before it was told what it is.
    assert answer.json["refused"] in ("unreadable-pdf", "too-long-to-check")
    assert memory_here() - before < 30
    told, most = taken_by("printing.engine.pdf_apart", data)
    assert told == b"\xc0"  # nothing, as msgpack has it
    assert most < 250 if bomb == "two million" else most < 150


@pytest.mark.found("SR-2")
def test_SR2_as_many_pages_as_ours_can_have_are_read(hall):
    found = check_pdf(hall.here, pdf_of_pages(MOST_PAGES - 1))
    assert found.sheets == ()
    with pytest.raises(Refusal):
        check_pdf(hall.here, pdf_of_pages(MOST_PAGES))


UNSIGNED = """
import sys
from printing.engine.pdf_apart import pdf_view
assert pdf_view(sys.stdin.buffer.read()).drawings
assert "pikepdf" in sys.modules
sys.exit("pyhanko" in sys.modules)
"""


def test_for_a_pdf_without_a_signature_nothing_is_loaded_that_looks_into_one():
    """It was loaded for every file, and took four fifths of the time that reading one takes."""
    slip = result_slip.draw(result_slip.ResultSlip())
    assert not subprocess.run([sys.executable, "-c", UNSIGNED], input=slip).returncode


@pytest.mark.found("SR-3")
@pytest.mark.parametrize("mode", first_fast(["1", "L", "RGB"]))
def test_SR3_a_picture_of_fifty_million_pixels_is_not_unpacked(mode):
    sent = wide_png(7_070, mode)
    told, most = taken_by("web.cases.photo_apart", sent)

    assert b"too-many" in told
    assert most < 100
    with pytest.raises(Refusal, match="The picture has too many pixels to process"):
        photo_of(sent)


@pytest.mark.found("SR-3")
@pytest.mark.parametrize("mode", first_fast(["RGBA", "I;16", "1", "P", "L", "LA", "RGB"]))
def test_SR3_the_largest_picture_that_is_looked_at_takes_what_it_may(mode):
    told, most = taken_by("web.cases.photo_apart", wide_png(3_500, mode))

    assert b"\xff\xd8\xff" in told
    assert most < 250


@pytest.mark.found("SR-2", "SR-3")
def test_SR3_files_are_read_one_at_a_time_and_few_wait(monkeypatch):
    apart, go, there, most = Apart("none", seconds=1, most=1), Event(), [], []

    def read(_self, data, _seconds):
        there.append(data)
        most.append(len(there))
        go.wait(60)
        there.remove(data)
        return data

    monkeypatch.setattr(Apart, "_read", read)
    monkeypatch.setattr(reading, "PATIENCE", 60)
    answers, refused = [], Event()

    def ask(number):
        try:
            answers.append(apart.read(b"%d" % number))
        except Refusal as turned_away:
            answers.append(turned_away.code)
            refused.set()

    asking = [Thread(target=ask, args=(number,)) for number in range(ROOM + 1)]
    for one in asking:
        one.start()
    assert refused.wait(60)
    go.set()
    for one in asking:
        one.join(60)

    assert answers.count("too-many-files") == 1
    assert len(answers) == ROOM + 1
    assert max(most) == 1


class InLine:
    """Askers, each in a thread of its own, who come one after the other; who was served when."""

    def __init__(self, turns):
        self.turns, self.served, self.none = turns, [], []
        self.first, self.go_on, self.threads = Event(), Event(), []

    def comes(self, asker, *, official=False):
        def ask():
            try:
                with self.turns.mine(asker, official=official, patience=60):
                    self.served.append(asker)
                    self.first.set()
                    assert self.go_on.wait(60)
            except NoTurn:
                self.none.append(asker)

        before, refused, is_first = self.turns.waiting(), len(self.none), not self.threads
        self.threads.append(Thread(target=ask))
        self.threads[-1].start()
        if is_first:
            assert self.first.wait(60)
            return
        while self.turns.waiting() == before and len(self.none) == refused:
            Event().wait(0.001)

    def ended(self):
        self.go_on.set()
        for one in self.threads:
            one.join(60)
        return self.served


@pytest.mark.found("SR-2")
def test_SR2_who_sends_six_files_waits_behind_who_sends_one_and_officials_go_first():
    line = InLine(Turns(4))
    for _ in range(6):
        line.comes("a stranger")
    line.comes("another")
    for badge in ("D1", "O1"):
        line.comes(badge, official=True)

    assert line.none == ["a stranger"] * 4, "one is read, one waits, and there is room for others"
    assert line.ended() == ["a stranger", "D1", "O1", "another", "a stranger"]


@pytest.mark.found("SR-2")
def test_SR2_who_was_served_goes_behind_who_was_not_however_fast_the_next_is_sent():
    line = InLine(Turns(4))
    line.comes("a stranger")
    line.comes("another")
    line.comes("a stranger")
    line.comes("a third")
    assert line.ended() == ["a stranger", "another", "a third", "a stranger"]


@pytest.mark.found("SR-2")
def test_SR2_whose_turn_does_not_come_in_time_leaves_the_line_to_the_others():
    line = InLine(Turns(4))
    line.comes("a stranger")
    with pytest.raises(NoTurn), line.turns.mine("another", official=False, patience=0):
        pytest.fail("it was not its turn")
    assert line.turns.waiting() == 0
    line.comes("a third")
    assert line.ended() == ["a stranger", "a third"]


@pytest.mark.found("SR-2")
def test_SR2_the_door_says_whose_file_it_is(hall):
    """Without it all are one asker, and who sends six files is in nobody's way but everybody's."""
    request, before = [], hall.app.extensions["paper_checker"]

    class Checker:
        def pdf(self, _data, viewer, asker):
            request.append((viewer, asker))
            return PdfVerdict(())

    hall.app.extensions["paper_checker"] = Checker()
    try:
        for who, address in (("nobody", "192.0.2.7"), ("nobody", "192.0.2.8"), ("director", "::1")):
            hall.ask(
                who, "/verify", "POST", headers=FROM_HERE,
                data={"pdf": (BytesIO(b"%PDF"), "one.pdf")},
                environ_overrides={"REMOTE_ADDR": address},
            )  # fmt: skip
    finally:
        hall.app.extensions["paper_checker"] = before
    assert request == [
        (Viewer.VISITOR, "address 192.0.2.7"),
        (Viewer.VISITOR, "address 192.0.2.8"),
        (Viewer.DIRECTOR, "D1"),
    ]


@pytest.mark.found("SR-2")
def test_SR2_a_reader_that_never_ends_is_ended():
    assert Apart("tests.hostile_files", seconds=0.2, most=1).read(b"") is None


WITHIN = "from ledger.apart.within import answer; answer"


@pytest.mark.found("SR-2", "SR-3")
@pytest.mark.parametrize("work", ["bytes(500_000_000)", "[0 for _ in iter(int, 1)]"])
def test_SR2_a_reader_has_so_much_memory_and_time(work):
    told = subprocess.run(
        [
            sys.executable, "-c",
            f"{WITHIN}(lambda _: {work}, b'', seconds=1, more=5**11)",
        ],
        capture_output=True,
    )  # fmt: skip
    assert told.returncode
    assert told.stdout == b""


@pytest.mark.found("SR-2", "SR-3")
def test_SR2_nothing_in_the_service_opens_a_picture_or_a_spreadsheet_by_itself():
    """And PDFs are opened by what makes ours, or reads others' apart.

    What ``verify --against`` opens is its own user's, on a computer of theirs.
    """
    own_users = {
        "printing/engine/words_in.py", "printing/checking/checkpoints.py",
        "printing/checking/evidence.py",
    }  # fmt: skip
    may = {
        "PIL": {"web/cases/photo_apart.py", "printing/checking/evidence.py"},
        "python_calamine": {"ledger/interchange/sheet_apart.py"},
        "pikepdf": {"printing/engine/sealing.py", "printing/engine/pdf_apart.py"} | own_users,
    }
    found = {library: set() for library in may}
    for room in ("ledger", "web", "printing"):
        for path in (HOUSE / room).rglob("*.py"):
            text = path.read_text("utf-8")
            if not any(library in text for library in may):
                continue
            for node in ast.walk(ast.parse(text)):
                names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                for name in names:
                    if (library := name.partition(".")[0]) in may:
                        found[library].add(path.relative_to(HOUSE).as_posix())
    assert found == may


@pytest.mark.found("SR-2")
@pytest.mark.parametrize("how", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_SR2_a_zip_whose_files_unpack_all_at_once_is_not_opened(how):
    out = BytesIO()
    with zipfile.ZipFile(out, "w", how) as archive:
        archive.writestr("players.txt", "1 Ann")

    assert files_within(out.getvalue()) is None
