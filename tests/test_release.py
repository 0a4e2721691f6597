"""The release, tried where there is no repository: built, installed, and used from an empty folder.

Wheel and source archive are built once. The wheel is made out of the archive, so nothing that an
installation needs is left behind in the repository. What Tilescribe depends on is borrowed from
the environment the tests run in; Tilescribe itself is not.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZipFile

import pypdfium2
import pytest
import tomli

from ledger.messages import LANGUAGES
from ledger.record.faults import CONSISTENT
from ledger.rulebook.book_files import NAMES
from migrations import RELEASE
from tests.web.a_server import a_free_port
from web.command_line import TREE, GroupOf
from web.help import CHAPTERS
from web.settings.known import FILES, OPERATING

HOUSE = Path(__file__).resolve().parents[1]
PACKAGES = ("ledger", "web", "printing", "migrations")
PROJECT = tomli.loads((HOUSE / "pyproject.toml").read_text("utf-8"))["project"]
NOT_SOURCE = shutil.ignore_patterns(
    ".venv", ".git", "tests", "build", "dist", "*.egg-info", ".*_cache", "__pycache__",
    "tilescribe-data", "tilescribe-demo",
)  # fmt: skip


def python(*words, cwd):
    done = subprocess.run([sys.executable, *words], cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]


def build(kind, source, into):
    """What a build front end does, in this environment: it would ask a registry for setuptools."""
    python("-c", f"import setuptools.build_meta as b; b.build_{kind}({str(into)!r})", cwd=source)


def files_of(source):
    return {
        path.relative_to(source).as_posix()
        for package in PACKAGES
        for path in (source / package).rglob("*")
        if path.is_file()
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The source archive, the wheel that was made out of it, and the files of our packages."""
    folder = tmp_path_factory.mktemp("built")
    shutil.copytree(HOUSE, folder / "source", ignore=NOT_SOURCE)
    (folder / "source" / "tests").mkdir()  # which setuptools would take along by itself
    shutil.copy(HOUSE / "tests" / "test_arrows.py", folder / "source" / "tests")
    build("sdist", folder / "source", folder)
    [archive] = folder.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder / "unpacked", filter="data")
    [unpacked] = (folder / "unpacked").iterdir()
    build("wheel", unpacked, folder)
    [wheel] = folder.glob("*.whl")
    return archive, wheel, files_of(folder / "source")


class Installed:
    """An environment of its own with the wheel, an empty folder to work in, and the command."""

    def __init__(self, folder, wheel):
        self.folder, self.bin = folder / "empty", folder / "venv" / "bin"
        self.folder.mkdir()
        python("-m", "venv", "--without-pip", str(folder / "venv"), cwd=folder)
        python(
            "-m", "pip", "--python", str(self.bin / "python"), "install", "--quiet", "--no-deps",
            "--no-index", "--disable-pip-version-check", str(wheel), cwd=folder,
        )  # fmt: skip
        [self.site] = (folder / "venv" / "lib").glob("python*/site-packages")
        borrowed = next(path for path in sys.path if path.endswith("site-packages"))
        (self.site / "borrowed.pth").write_text(f"{borrowed}\n")

    def begin(self, *words, **environment):
        told = {"PATH": os.environ["PATH"], "HOME": str(self.folder), **environment}
        return subprocess.Popen(
            [self.bin / "tilescribe", *map(str, words)], cwd=self.folder, env=told, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    def run(self, *words, ends=0, **environment):
        """What a command prints; of one that ends with a code of its own, what it complains of."""
        process = self.begin(*words, **environment)
        out, err = process.communicate(timeout=240)
        assert process.returncode == ends, f"{words}: {out}{err}"
        return err if ends else out

    @contextmanager
    def serving(self, *words):
        """A service, as ``get(path)``, which asks it over HTTP."""
        port = a_free_port()
        process = self.begin(*words, "--port", port)
        try:
            yield lambda path, **told: fetched(f"http://127.0.0.1:{port}{path}", told, process)
        finally:
            process.terminate()
            process.communicate(timeout=60)


def fetched(address, headers, process):
    """Bytes at an address, as soon as somebody answers there."""
    patience = time.monotonic() + 120
    while True:
        try:
            request = urllib.request.Request(address, headers=headers)
            with urllib.request.urlopen(request, timeout=60) as answer:
                packed = answer.headers.get("Content-Encoding") == "gzip"
                return gzip.decompress(answer.read()) if packed else answer.read()
        except ConnectionError as away:
            kept = away
        except urllib.error.URLError as away:
            if not isinstance(away.reason, ConnectionError):
                raise
            kept = away
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < patience, kept
        time.sleep(0.1)


@pytest.fixture(scope="module")
def installed(built, tmp_path_factory):
    return Installed(tmp_path_factory.mktemp("installed"), built[1])


def words_of(pdf):
    with pypdfium2.PdfDocument(pdf) as paper:
        return "\n".join(page.get_textpage().get_text_bounded() for page in paper)


def test_the_wheel_holds_every_file_of_our_packages_and_nothing_else(built):
    with ZipFile(built[1]) as wheel:
        names = set(wheel.namelist())
        ours = {name for name in names if ".dist-info/" not in name}
        [told] = [name for name in names if name.endswith(".dist-info/METADATA")]
        metadata = wheel.read(told).decode()

    assert ours == built[2]
    assert f"\nVersion: {RELEASE}\n" in metadata
    for language in LANGUAGES:
        assert f"ledger/messages/{language}/words.po" in ours


def test_the_source_archive_holds_that_too_and_no_tests(built):
    with tarfile.open(built[0]) as archive:
        whole = {one.name.partition("/")[2] for one in archive.getmembers() if one.isfile()}
    names = {name for name in whole if ".egg-info/" not in name}

    assert names - built[2] >= {
        "LICENSE", "README.md", "CHANGELOG.md", "pyproject.toml", "requirements.lock",
    }  # fmt: skip
    assert built[2] <= names
    assert not [name for name in names if name.startswith("tests/")]


@pytest.mark.parametrize("form", ["wheel", "source"])
def test_every_licence_text_is_in_both(built, form):
    texts = [path for pattern in PROJECT["license-files"] for path in HOUSE.glob(pattern)]
    assert texts
    if form == "wheel":
        with ZipFile(built[1]) as wheel:
            names = {name.partition(".dist-info/licenses/")[2] for name in wheel.namelist()}
    else:
        with tarfile.open(built[0]) as archive:
            names = {one.name.partition("/")[2] for one in archive.getmembers()}

    assert {path.relative_to(HOUSE).as_posix() for path in texts} <= names


def test_the_command_is_the_installed_one_and_lists_all_commands(installed):
    code = "import ledger, web; print(ledger.__file__, web.__file__)"
    where = subprocess.run(
        [installed.bin / "python", "-c", code],
        cwd=installed.folder, capture_output=True, text=True,
    ).stdout.split()  # fmt: skip

    assert all(path.startswith(str(installed.site)) for path in where)
    assert installed.run("--version") == f"tilescribe, version {RELEASE}\n"
    told = installed.run("--help")
    assert all(re.search(rf"^  {name} ", told, re.MULTILINE) for name in TREE)
    for name, group in TREE.items():
        if isinstance(group, GroupOf):
            assert group.line in " ".join(installed.run(name, "--help").split())


@pytest.mark.found("OP7")
def test_the_demonstration_is_served_with_its_manual_in_every_language(installed):
    with installed.serving("demo") as get:
        assert json.loads(get("/readyz"))["ready"] is True
        assert b"Harbour" in get("/t/harbour-open/")
        assert b'class="board' in get("/t/harbour-open/r1/t2/")
        for chapter in CHAPTERS:
            body = get(f"/manual/{chapter.name}").decode()
            assert chapter.words in body
            for picture in re.findall(r'src="(/manual/[\w-]+\.png)"', body):
                assert get(picture).startswith(b"\x89PNG")
        heads = {one: head_of(get("/manual/", **spoken(one))) for one in LANGUAGES}
        front = get("/").decode()
        for address in set(re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js|svg))"', front)):
            assert get(address), address

    assert len(set(heads.values())) == len(LANGUAGES), heads
    verified = installed.run("record", "verify", "--data", "tilescribe-demo")
    assert CONSISTENT in verified


def spoken(language):
    return {"Accept-Language": language, "Accept": "text/html"}


def head_of(page):
    """The language a page says it is in, and the name of its first chapter."""
    text = page.decode()
    return re.search('<html lang="([^"]+)"', text)[1], re.search("/manual/tablet.*?<", text)[0]


def test_a_round_is_made_and_closed_and_its_papers_are_printed(installed):
    run, hall, in_two = installed.run, ("--data", "hall"), ("--language", "es+de")
    run("tournament", "new", "cup", "--name", "Autumn Cup", "--rulebook", "wespa-5.1", *hall)
    for name in ("Ann Lee", "Bo Quist", "Zoë Ågren", "ענת לוי"):
        run("player", "add", "cup", name, *hall)
    run("round", "pair", "cup", "1", "--method", "round-robin", *hall)
    run("round", "result", "cup", "R1", "T1", "412", "388", *hall)
    missing = run("round", "missing", "cup", "1", *hall)
    run("round", "result", "cup", "R1", "T2", "401", "350", *hall)
    run("round", "close", "cup", "1", "--last", *hall)
    standings = run("tournament", "standings", "cup", *hall)
    run("paper", "print", "standings", "cup", "-o", "standings.pdf", *hall)
    run("paper", "print", "result-slip", "cup/R1/T1", "-o", "slip.pdf", *hall, *in_two)
    run("paper", "print", "score-sheet", "-o", "blank.pdf", "--language", "pl")
    run("record", "checker", "-o", "check.html")
    run("record", "backup", "noon.tilescribe", *hall)
    run("record", "drill", "noon.tilescribe", *hall)

    assert missing.startswith("R1 T2:")
    assert "Ann Lee" in standings
    assert "Ann Lee" in words_of(installed.folder / "standings.pdf")
    assert "412" in words_of(installed.folder / "slip.pdf")
    assert words_of(installed.folder / "blank.pdf").strip()
    assert b"zxing" in (installed.folder / "check.html").read_bytes()
    assert CONSISTENT in run("record", "verify", *hall)
    assert "Autumn Cup" in run("tournament", "cup", *hall)


def test_what_lies_beside_the_code_is_there(installed):
    """Rulebooks, tile sets, examples of files: whatever a command reads from a package."""
    run = installed.run
    listed = run("rulebook", "list")
    assert all(name in listed for name in NAMES)
    for name in NAMES:
        assert run("rulebook", "find", "--book", name, "--find", "blank").strip()
    for tiles in ("english", "german", "spanish", "catalan", "polish"):
        told = json.loads(
            run("simulate", "--tiles", tiles, "--book", NAMES[0], "--games", "1", "--json")
        )
        assert told["games"] == 1
    for example, file in FILES.items():
        assert run("config", "--example", example) == (OPERATING / file).read_text("utf-8")


@pytest.mark.found("OP7")
def test_without_what_speaks_to_postgres_one_line_says_what_to_install(built, tmp_path):
    bare = Installed(tmp_path, built[1])
    (bare.site / "hidden.py").write_text(  # of what is borrowed, the extra is not
        "import importlib.util as u\nfound = u.find_spec\n"
        "u.find_spec = lambda n, p=None: None if n.startswith('psycopg') else found(n, p)\n"
    )
    (bare.site / "zzz_hidden.pth").write_text("import hidden\n")
    said = bare.run(
        "record", "verify", "--data", "elsewhere", ends=1,
        PERSISTENCE_MODULE="eventsourcing.postgres", POSTGRES_DBNAME="x",
        POSTGRES_HOST="localhost", POSTGRES_USER="x",
    )  # fmt: skip

    assert "pip install 'tilescribe[postgres]'" in said
    assert said.count("\n") == 1
