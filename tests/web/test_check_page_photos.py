"""check.html and photographs of slips: creased, askew, badly lit and not quite sharp, all read.

Each photograph is of a sheet as the product prints it, with the longest code there is on paper, by
a telephone held over it. `--full` takes 300 (the measure of issue 33: 99 in 100 are read).
"""

from __future__ import annotations

import numpy as np
import pytest

from ledger.proof.signed_paper import fingerprint_of_key
from tests.long_runs import seed_of
from tests.printing.conftest import KINDS, SIGNER
from tests.proof.photographed import cut_from, page_of, photographed
from tests.web.a_checker import GOOD, Checker
from tests.web.chromium import launched
from tests.web.waiting import until

pytestmark = pytest.mark.browser

PRINTED = {kind.name: kind for kind in KINDS if kind.name.startswith("signed_")}
EACH = 20


def printed():
    """Each signed form, as a printer has it."""
    return [page_of(kind.draw(kind.filled)) for kind in PRINTED.values()]


def a_photograph(sheets, seed):
    """One of the sheets, from nearer or further away."""
    chance = np.random.default_rng(seed)
    return photographed(cut_from(sheets[seed % len(sheets)], chance), seed)


@pytest.fixture(scope="module")
def sheets():
    return printed()


@pytest.fixture(scope="module")
def checker(browser):
    with Checker(browser) as one:
        close = PRINTED["signed_close"].filled.heading.signed.address
        yield one.trusts(close, fingerprint_of_key(SIGNER.public))
        assert one.complaints == []


def said_of(checker, sheets, seeds):
    said = [checker.of_photo(a_photograph(sheets, seed)) for seed in seeds]
    assert set(said) <= {"good", "unreadable"}
    return said


@pytest.mark.torture
@pytest.mark.dear
def test_of_300_photographs_99_in_100_are_read_and_good(checker, sheets):
    said = said_of(checker, sheets, range(seed_of(37), seed_of(37) + 300))

    assert said.count("good") >= 297


def test_twenty_photographs_are_read_and_good(checker, sheets):
    assert said_of(checker, sheets, range(EACH)) == ["good"] * EACH


# The camera


def filmed(browser, film):
    """Chromium with that film for a camera, which is asked of nobody."""
    return launched(
        browser.browser_type, "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={film}",
    )  # fmt: skip


def test_the_camera_reads_a_slip_held_before_it_and_is_off_afterwards(browser, sheets, tmp_path):
    film = tmp_path / "slip.mjpeg"
    film.write_bytes(a_photograph(sheets, 0))
    running = filmed(browser, film)
    try:
        with Checker(running, permissions=["camera"]) as one:
            one.trusts()
            one.page.evaluate("document.getElementById('verdict').dataset.verdict = ''")
            one.page.click("#camera")
            until(one.page, "document.getElementById('verdict').dataset.verdict")

            assert one.page.get_attribute("#verdict", "data-verdict") == "good"
            until(one.page, "document.getElementById('seen').hidden")
            assert one.page.evaluate("document.getElementById('video').srcObject") is None
            assert one.page.inner_text("#camera") == "Use the camera"
            assert one.complaints == []
    finally:
        running.close()


def test_where_there_is_no_camera_it_says_what_to_do_instead(browser):
    with Checker(browser) as one:
        one.page.click("#camera")
        until(one.page, "document.getElementById('camera-state').textContent")

        assert "Take a photograph" in one.page.inner_text("#camera-state")
        assert one.page.is_hidden("#video")
        assert one.of(GOOD["round sheet"]["address"]) == "keyShown"
