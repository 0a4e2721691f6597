"""The line of slips in a browser, with its key presses counted.

How they are counted: every press of a key from the moment the line is free until it is free again,
digits of the scores, Enter and the table's number included; a scanner's own keys are none of a
person's. Two scores have six digits, and six is all that a slip takes where the table comes by
itself, in the order of the pile or by the scanner.
"""

from __future__ import annotations

import base64
import io

import pytest
import segno
import zxingcpp
from PIL import Image

from ledger.desk.requests import from_the_desk
from ledger.game.results.slips import ReportResult
from printing.engine.pen import paper_address
from tests.web.a_tablet import let_in
from tests.web.axe import violations
from tests.web.chromium import launched
from tests.web.entry_hall import SLUG, a_hall, the_desk
from tests.web.test_slip_results import pair_a_and_a1

HERE = f"/t/{SLUG}/organise/results"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    names = ["Ann Lee", "Ben Ode", "Cora Vandermeer-Castellanos", "Dai Ng"]
    with a_hall(tmp_path_factory.mktemp("line"), tables=20, names=names) as hall:
        yield hall


class Desk:
    """The page of results, typed at and counted."""

    def __init__(self, browser, hall, **how):
        self.hall = hall
        self.context = browser.new_context(base_url=hall.address, **how)
        device = the_desk(hall.office)
        let_in(self.context, hall, "K1", device.device, device.key)
        self.page = self.context.new_page()
        self.errors, self.presses = [], 0
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.opened()

    def opened(self):
        """The page as it is when it is opened."""
        self.page.goto(HERE)
        self.page.wait_for_selector("#typed:visible")
        self.page.focus("#typed")
        return self

    def press(self, *keys):
        for key in keys:
            for one in [key] if len(key) > 1 and not key.isdigit() else key:
                self.page.keyboard.press(one)
                self.presses += 1

    def counted(self, *keys):
        before = self.presses
        self.press(*keys)
        return self.presses - before

    def is_written(self, table):
        named = self.page.get_by_text(str(table), exact=True)
        self.page.locator(".is-written", has=named).wait_for()
        return self.hall.sheet(table)

    def says(self, selector):
        return " ".join(self.page.inner_text(selector).split())


@pytest.fixture(scope="module")
def a_desk(browser, hall):
    desk = Desk(browser, hall, viewport={"width": 1280, "height": 800})
    yield desk
    desk.context.close()


@pytest.fixture
def desk(a_desk):
    yield a_desk.opened()
    assert a_desk.errors == []


@pytest.mark.browser
@pytest.mark.journey("results by slip")
def test_by_the_tables_number_a_slip_takes_three_presses_beside_its_scores(desk):
    waiting = int(desk.says("[data-area=results] .count"))
    assert desk.counted("14", "Enter", "412388") == 3 + 6
    assert desk.is_written(14).stands == (412, 388)
    assert desk.says("#who") == "Type a table and press Enter, or scan a slip."
    assert desk.says("[data-area=results] .count") == str(waiting - 1)
    tables, told = desk.says("#count").split(" · ")
    without = told.split(" without a result")[0].split()[-1] if ":" in told else told.split()[0]
    assert desk.says(".rounds [aria-current] small") == f"{int(tables) - int(without)} of {tables}"
    drawn_there = desk.page.request.get(desk.page.url).text()
    assert f'id="count">{tables} · {told}<' in drawn_there


@pytest.mark.browser
@pytest.mark.journey("results by slip")
def test_as_it_stands_in_the_issue_with_enter_behind_each(desk):
    assert desk.counted("13", "Enter", "412", "Enter", "388", "Enter") == 5 + 6
    assert desk.is_written(13).stands == (412, 388)


@pytest.mark.browser
def test_down_the_pile_and_by_the_scanner_a_slip_takes_six_presses_in_all(desk):
    desk.page.check("#pile")
    assert desk.says("#who").startswith("Table 1 Ann Lee")
    taken = [desk.counted("401399"), desk.counted("388412"), desk.counted("450300")]

    assert taken == [6, 6, 6]
    assert [desk.is_written(n).stands for n in (1, 2, 3)] == [(401, 399), (388, 412), (450, 300)]
    desk.page.uncheck("#pile")
    desk.press("Escape")
    desk.page.keyboard.type(paper_address("TJ7K2M9QXX", f"1/{SLUG}/R1/T9"))  # the scanner's
    desk.page.keyboard.press("Enter")
    assert desk.counted("377366") == 6
    assert desk.is_written(9).stands == (377, 366)


@pytest.mark.browser
def test_an_enter_out_of_habit_behind_the_sixth_digit_does_nothing(desk):
    desk.page.check("#pile")
    first = int(desk.says("#who").split()[1])
    desk.press("401399", "Enter", "402398", "Enter")
    assert desk.is_written(first).stands == (401, 399)
    assert desk.is_written(first + 1).stands == (402, 398)


@pytest.mark.browser
def test_scores_of_two_or_four_digits_a_tie_and_a_negative_one_are_asked_about(desk):
    desk.press("10", "Enter", "41", "Enter", "388", "Enter")
    assert "41–388 is very unusual" in desk.says("#question")
    assert desk.hall.sheet(10).state == "scheduled"
    desk.press("Escape", "41", "Enter", "1004", "Enter", "y", "Enter")
    assert desk.is_written(10).stands == (41, 1004)
    desk.press("11", "Enter", "-", "5", "Enter", "400", "Enter", "y", "Enter")
    assert desk.is_written(11).stands == (-5, 400)


@pytest.mark.browser
def test_another_slip_that_says_otherwise_is_asked_about_and_goes_to_the_director(desk):
    desk.press("12", "Enter", "412388")
    desk.is_written(12)
    desk.press("12", "Enter", "402388")
    assert "director decides which is right" in desk.says("#question")
    desk.press("y", "Enter")
    desk.page.wait_for_selector(".slip-table.differs")
    assert desk.hall.sheet(12).result.records_differ.of_second == (402, 388)
    desk.press("12", "Enter", "412388")
    desk.page.wait_for_selector(".not-written:has-text('is already typed')")
    # A tap on the table leads to both of them.
    desk.page.click(".slip-table.differs a")
    desk.page.get_by_role("heading", name="Two slips differ").wait_for()
    desk.opened()


@pytest.mark.browser
def test_the_wrong_table_is_taken_back_with_two_presses_and_typed_again(desk):
    desk.press("15", "Enter", "399401")
    desk.is_written(15)
    desk.press("Control+z", "Enter")
    desk.page.wait_for_selector("li:has-text('15'):has-text('taken back')")
    assert desk.hall.sheet(15).state == "scheduled"
    assert desk.says("#who").startswith("Table 15")
    desk.press("u", "401", "Enter", "399", "Enter")
    sheet = desk.is_written(15)
    assert (sheet.stands, sheet.state) == ((401, 399), "signed by one")


@pytest.mark.browser
@pytest.mark.found("PH-1", "OG-3")
def test_what_both_players_told_is_confirmed_by_a_letter_or_typed_over_not_by_a_scanner(desk):
    for table in (7, 8):
        for player in (1, 2):
            request, sent = ReportResult(player=player, scores=(390, 380)), from_the_desk("K1")
            desk.hall.desk.record(desk.hall.games[table - 1], request, sent)
    desk.opened()
    desk.page.keyboard.type(paper_address("TJ7K2M9QXX", f"1/{SLUG}/R1/T7"))
    desk.press("Enter", "Enter")  # a scanner that sends CR and LF
    assert "both players reported 390–380" in desk.says("#question")
    assert desk.hall.sheet(7).state == "scheduled"
    assert "Not answered yet" not in desk.says("#question"), "nobody did anything wrong"
    assert desk.counted("y", "Enter") == 2
    assert (desk.is_written(7).stands, desk.hall.sheet(7).state) == ((390, 380), "final")
    desk.press("8", "Enter", "391380")
    assert "Player 15 and Player 16 reported 390–380 by phone" in desk.says("#question")
    desk.page.click("#question >> text=I am sure")
    assert desk.is_written(8).stands == (391, 380)
    assert desk.hall.sheet(8).result.records_differ is not None


@pytest.mark.browser
@pytest.mark.found("OG-2", "OG-3")
def test_the_next_slip_and_a_scanner_answer_no_question_and_it_is_taken_back_after_a_reload(desk):
    desk.press("6", "Enter", "951420", "10", "Enter")  # without looking up
    assert "“10” was ignored" in desk.says("#question")
    desk.press("466397", "Enter")
    desk.page.keyboard.type(paper_address("TJ7K2M9QXX", f"1/{SLUG}/R1/T10"))
    desk.press("Enter", "Enter")
    assert "951–420 is very unusual" in desk.says("#question")
    assert desk.hall.sheet(6).state == "scheduled"
    desk.press("y", "Enter")
    assert desk.is_written(6).stands == (951, 420)

    desk.opened()
    desk.press("6", "Enter")
    assert desk.says("#undo") == "Take back 951–420"
    desk.press("Control+z", "Enter")
    desk.page.wait_for_selector("li:has-text('951–420'):has-text('taken back')")
    desk.press("415420")
    assert desk.is_written(6).stands == (415, 420)


@pytest.mark.browser
@pytest.mark.journey("results by slip")
def test_what_names_no_table_is_said(desk):
    for typed, words in (("99", "no game at table 99"), ("x", "” is not a table.")):
        desk.press(typed, "Enter")
        desk.page.wait_for_selector(f".not-written:has-text('{words}')")


@pytest.mark.browser
def test_a_phone_of_the_desk_types_by_touch_and_nothing_lies_outside(browser, hall):
    desk = Desk(browser, hall, viewport={"width": 390, "height": 844}, has_touch=True)
    desk.page.locator(".slip-cell", has_text="Player 31").tap()
    desk.page.fill("#typed", "350349")
    assert desk.is_written(16).stands == (350, 349)
    assert desk.page.evaluate("document.documentElement.scrollWidth") == 390
    assert violations(desk.page) == []
    desk.context.close()
    assert desk.errors == []


DETECTOR = """globalThis.BarcodeDetector = class {
  async detect(video) {
    const seen = document.createElement("canvas");
    [seen.width, seen.height] = [video.videoWidth, video.videoHeight];
    seen.getContext("2d").drawImage(video, 0, 0);
    const text = await globalThis.readByZxing(seen.toDataURL("image/png"));
    return text ? [{ rawValue: text }] : [];
  }
};"""
"""What Chromium on a telephone brings along and on Linux does not; the film is the same."""


def read_by_zxing(picture):
    """What the QR in a picture says, given as a data address."""
    drawn = Image.open(io.BytesIO(base64.b64decode(picture.partition(",")[2])))
    found = zxingcpp.read_barcodes(drawn, formats=zxingcpp.BarcodeFormat.QRCode)
    return found[0].text if found else ""


@pytest.fixture
def camera(browser, tmp_path):
    """A browser whose camera sees the QR of the slip of table 9, and nothing else."""
    drawn, film = io.BytesIO(), tmp_path / "slip.mjpeg"
    says = paper_address("TJ7K2M9QXX", f"1/{SLUG}/R1/T9")
    segno.make(says, error="m").save(drawn, kind="png", scale=8)
    picture = Image.new("RGB", (640, 480), "white")
    picture.paste(Image.open(drawn).convert("RGB"), (120, 60))
    picture.save(film, "JPEG", quality=90)
    running = launched(
        browser.browser_type, "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={film}",
    )  # fmt: skip
    yield running
    running.close()


@pytest.mark.browser
def test_the_camera_reads_the_QR_of_a_slip_and_its_table_is_chosen(camera, hall):
    desk = Desk(camera, hall, viewport={"width": 820, "height": 1180}, permissions=["camera"])
    desk.page.click("#camera")
    if not desk.page.evaluate("'BarcodeDetector' in globalThis"):
        assert "This browser can’t read QR codes." in desk.says("#camera-says")

    desk.page.expose_function("readByZxing", read_by_zxing)
    desk.page.add_init_script(DETECTOR)
    desk.opened().page.click("#camera")
    desk.page.wait_for_selector("#who:has-text('Table 9')")

    desk.page.click("#camera")  # off again
    desk.page.wait_for_selector("#seen", state="hidden")
    assert desk.errors == []
    desk.context.close()


@pytest.mark.browser
def test_a_number_that_ends_a_divisions_name_is_asked_about_on_the_line_too(browser, tmp_path):
    with a_hall(tmp_path, tables=1) as hall:
        pair_a_and_a1(hall)
        desk = Desk(browser, hall, viewport={"width": 1280, "height": 800})

        def names(typed):
            desk.press("Escape")
            desk.page.keyboard.type(typed)
            desk.press("Enter")
            return desk.says("#who")

        assert names("A13") == "Type a table and press Enter, or scan a slip."
        assert "table 13 of A and table 3 of A1" in desk.says("main")
        assert "A 0" in names("A 13")
        assert "A1 0" in names("A1 3")
        assert "A1 2" in names("a15")
        assert "A 2" in names("A 14")
        assert desk.errors == []
        desk.context.close()


@pytest.mark.browser
@pytest.mark.journey("photo")
@pytest.mark.found("PH-10")
def test_why_a_photo_was_not_taken_is_said(desk):
    desk.opened()
    desk.press("19", "Enter", "412388")
    desk.is_written(19)
    field = desk.page.locator(".is-written:has-text('412–388'):has-text('19') input[type=file]")
    for size, words in ((900, "is neither a JPEG nor a PNG"), (600_000, "can’t read the picture")):
        damaged = {"name": "slip.jpg", "mimeType": "image/jpeg", "buffer": b"\x00" * size}
        field.set_input_files(damaged)
        said = desk.page.locator(".not-written", has_text="Table 19, photo not accepted")
        said.filter(has_text=words).first.wait_for()
