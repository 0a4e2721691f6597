"""check.html in Firefox and WebKit, the nearest there is to a telephone's Safari."""

from __future__ import annotations

import random

import pytest

from ledger.proof.signed_paper import CHECK_PAGE, fingerprint_of_key
from tests.long_runs import seed_of
from tests.printing.conftest import SIGNER
from tests.web.a_checker import ASK, FINGERPRINT, GOOD, VECTORS
from tests.web.engines import OTHERS
from tests.web.test_check_page import altered
from tests.web.test_check_page_photos import PRINTED, a_photograph, printed

pytestmark = pytest.mark.browser

ASKED = f"const done = arguments[arguments.length - 1]; ({ASK})(arguments[0]).then(done, done);"
TYPED = """
  const done = arguments[arguments.length - 1];
  const field = document.getElementById("fingerprint");
  field.value = arguments[0];
  field.dispatchEvent(new Event("input"));
  document.getElementById("verdict").dataset.verdict = "";
  done(getComputedStyle(document.body).backgroundColor);
"""
CHOSEN = """
  const done = arguments[arguments.length - 1];
  (async () => {
    const verdict = document.getElementById("verdict");
    while (!verdict.dataset.verdict) await new Promise((soon) => setTimeout(soon, 20));
    const said = verdict.dataset.verdict;
    verdict.dataset.verdict = "";
    done(said);
  })();
"""


@pytest.fixture(scope="module", params=OTHERS)
def engine(request):
    with OTHERS[request.param]() as one:
        one.open(CHECK_PAGE.as_uri())
        yield one


def test_it_says_in_this_engine_what_it_says_in_chromium(engine):
    slip = GOOD["slip, signed"]["address"]
    assert engine.run(ASKED, [slip]) == ["noKey"]
    assert engine.run(TYPED, FINGERPRINT) == "rgb(245, 243, 238)"  # its styles are let be
    good = [one["address"] for one in VECTORS["good"]]
    assert engine.run(ASKED, [GOOD["round sheet"]["address"]]) == ["good"]
    assert set(engine.run(ASKED, good)) == {"good"}
    refused = [one["letters"] for one in VECTORS["well_signed_and_refused"]]
    assert set(engine.run(ASKED, refused)) == {"unreadable"}


def chunks(of, size):
    """A driver waits a minute for an answer, not for ten thousand."""
    return [of[at : at + size] for at in range(0, len(of), size)]


@pytest.mark.longer
def test_of_codes_that_were_altered_none_is_called_good_here_either(engine, request):
    """WebKit itself takes a signature with the order of the curve added to its second half."""
    engine.run(TYPED, FINGERPRINT)
    assert engine.run(ASKED, [GOOD["round sheet"]["address"]]) == ["good"]
    count = 10_000 if request.config.getoption("--full") else 200
    codes = list(altered(random.Random(seed_of(35)), count))

    said = [one for some in chunks(codes, 200) for one in engine.run(ASKED, some)]
    assert [code for code, verdict in zip(codes, said, strict=True) if verdict == "good"] == []


@pytest.mark.longer
def test_photographs_are_read_here_too(engine, request, tmp_path):
    """Of three kinds of sheet, as `test_check_page_photos.py` takes them in Chromium."""
    sheets = printed()
    engine.run(TYPED, fingerprint_of_key(SIGNER.public))
    engine.run(ASKED, [PRINTED["signed_close"].filled.heading.signed.address])
    engine.run("""document.getElementById("verdict").dataset.verdict = ""; arguments[0]();""")
    count = 300 if request.config.getoption("--full") else 6
    said = []
    for nth in range(count):
        path = tmp_path / f"{nth}.jpg"
        path.write_bytes(a_photograph(sheets, seed_of(36) + nth))
        engine.choose("#file", path)
        said.append(engine.run(CHOSEN))

    assert set(said) <= {"good", "unreadable"}
    assert said.count("unreadable") <= count // 100
