"""Photographs in a case: made small and bare, seen by officials only, taken back with a reason."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO
from uuid import uuid4

import pytest
from PIL import Image, PngImagePlugin

from ledger.incidents.case_file import case_numbered
from ledger.incidents.facts import EvidenceAttached, EvidenceTakenBack
from ledger.vocabulary.refusals import Refusal
from printing.cases.filled_cases import incident_record_of
from printing.filling.case_papers import case_at_hand
from tests.officials import Director
from tests.web.a_tablet import let_in
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import SLUG, a_hall
from tests.web.previewed import asks
from tests.web.whole_hall import FROM_HERE, a_whole_hall
from web.cases.photo_apart import LARGEST, SIDES
from web.cases.photos import photo_of

CASE = f"/t/{SLUG}/cases/1"
GPS = {0x8825: {1: "N", 2: (47.0, 22.0, 9.0)}, 0x010F: "Camera of Ann", 0x0112: 6}


def picture(kind="JPEG", size=(640, 480), **more):
    """A picture as a phone takes it: turned, with place, camera and a comment in it."""
    made = Image.effect_noise(size, 90).convert("RGB")
    made.paste((200, 30, 30), (0, 0, size[0] // 2, 40))
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = GPS[0x0112], GPS[0x010F]
    exif.get_ifd(0x8825).update(GPS[0x8825])
    out = BytesIO()
    told = PngImagePlugin.PngInfo()
    told.add_text("Comment", "secret place")
    how = {"pnginfo": told} if kind == "PNG" else {"comment": b"secret place"}
    made.save(out, kind, exif=exif, icc_profile=b"profile" * 20, **how, **more)
    return out.getvalue()


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_nothing_is_left_of_a_photograph_but_the_picture(kind):
    sent = picture(kind)
    assert b"secret place" in sent

    kept = photo_of(sent)

    with Image.open(BytesIO(kept.content)) as seen:
        assert seen.format == "JPEG"
        assert not seen.getexif()
        assert not {"icc_profile", "comment", "exif"} & set(seen.info)
        assert seen.size == (kept.width, kept.height) == (480, 640)  # turned upright
    assert b"secret" not in kept.content
    assert b"Camera" not in kept.content


@pytest.mark.wide("many")
def test_a_large_photograph_is_kept_small_and_the_same_every_time():
    sent = picture(size=(4000, 3000))
    assert len(sent) > 4 * LARGEST

    kept = photo_of(sent)

    assert max(kept.width, kept.height) in SIDES
    assert len(kept.content) <= LARGEST
    assert photo_of(sent).content == kept.content


def bomb():
    """A few kilobytes of nothing that would unpack to 144 million pixels."""
    out = BytesIO()
    Image.new("1", (12_000, 12_000)).save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        (b"", "Nothing was sent"),
        (b"%PDF-1.7 a slip", "neither a JPEG nor a PNG"),
        (b"GIF89a\x01\x00\x01\x00", "neither a JPEG nor a PNG"),
        (picture()[:3000], "The picture is incomplete or damaged."),
        (picture("PNG")[:3000], "The picture is incomplete or damaged."),
        (bomb(), "The picture has too many pixels to process."),
    ],
    ids=["empty", "pdf", "gif", "half a jpeg", "half a png", "bomb"],
)
def test_what_is_no_whole_photograph_is_refused_in_words(sent, words):
    with pytest.raises(Refusal) as refusal:
        photo_of(sent)
    assert words in refusal.value.what


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("photos") / "data") as hall:
        yield hall


def attach(hall, by="director", photo=None, number=None, accept="application/json"):
    data = {
        "request": number or str(uuid4()), "salt": "ab" * 16, "what": "slip of table 1",
        "photo": (BytesIO(picture() if photo is None else photo), "IMG_2041.HEIC"),
    }  # fmt: skip
    headers = {**FROM_HERE, "Accept": accept}
    return hall.ask(by, f"{CASE}/attach", "POST", data=data, headers=headers)


def attached(hall):
    return Director(hall.desk).case_file(the_case(hall)).each(EvidenceAttached)


def the_case(hall):
    return Director(hall.desk).tournament(SLUG).cases[0]


def test_a_photograph_is_attached_once_and_shown_to_officials_only(hall):
    again = {"number": str(uuid4()), "photo": picture()}
    assert [attach(hall, **again).status_code for _ in range(2)] == [303, 303]

    [fact] = attached(hall)
    address = f"{CASE}/{fact.digest}.jpg"
    answer = hall.ask("director", address)
    assert answer.mimetype == "image/jpeg"
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.get_data().startswith(b"\xff\xd8\xff")
    assert "slip of table 1" in hall.ask("organiser", CASE, headers=FOR_PEOPLE).text
    for who in ("nobody", "display", "player", "keeper", "other", "judge"):
        assert hall.ask(who, address).status_code == 403
        assert attach(hall, who).status_code == 403
    assert len(attached(hall)) == 1


def test_what_was_taken_back_is_shown_no_more_and_that_it_was_there_is_said(hall):
    attach(hall)
    fact = attached(hall)[-1]
    file = Director(hall.desk).case_file(the_case(hall))
    back = re.search(
        r'href="([^"]+)" aria-label="Take back… ',
        hall.ask("director", CASE, headers=FOR_PEOPLE).text,
    )[1]
    seen = hall.ask("director", back, headers=FOR_PEOPLE).text
    now, after = re.search(
        r"Attached to the case</th><td>([^<]*)</td><td>([^<]*)", unescape(seen)
    ).groups()
    assert now.count(fact.what) == after.count(fact.what) + 1
    assert "the incident record and the bundle" in seen
    assert file.version == Director(hall.desk).case_file(the_case(hall)).version
    for reason, status in (("", 422), ("another table", 303), ("again", 422)):
        answer = asks(hall, back, request=str(uuid4()), reason=reason)
        assert answer.status_code == status, answer.text

    assert hall.ask("director", f"{CASE}/{fact.digest}.jpg").status_code in (200, 404)
    shown = hall.ask("director", CASE, headers=FOR_PEOPLE).text
    assert f"<s>{fact.what}</s>" in shown
    assert "Taken back: another table" in shown
    paper = list(
        incident_record_of(case_at_hand(hall.here, *case_numbered(hall.desk.log, SLUG, 1))).facts
    )
    attached_then = [words for label, words in paper if label == "Attached"]
    assert [words for words in attached_then if words.endswith("(taken back: another table)")]
    backs = Director(hall.desk).case_file(the_case(hall)).each(EvidenceTakenBack)
    assert [one.reason for one in backs] == ["another table"]


def test_a_picture_that_is_none_writes_nothing_and_is_said(hall):
    before = hall.desk.log.last_position()

    answer = attach(hall, photo=b"%PDF-1.7")

    assert answer.status_code == 422
    assert "neither a JPEG nor a PNG" in answer.json["what"]
    assert hall.desk.log.last_position() == before


def test_a_photograph_that_is_too_large_as_it_is_sent_is_refused_before_it_is_read(hall):
    part = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
    answer = hall.ask(
        "director", f"{CASE}/attach", "POST", headers=FROM_HERE,
        data=part + b"x" * 600_000, content_type="multipart/form-data; boundary=x",
    )  # fmt: skip

    assert answer.status_code == 413
    assert "500 KB" in answer.json["what"]


@pytest.mark.browser
def test_two_large_photographs_are_made_small_on_the_way_and_both_are_there(browser, tmp_path):
    for name in ("slip.jpg", "board.jpg"):
        (tmp_path / name).write_bytes(picture(size=(3600, 2700), quality=95))
        assert (tmp_path / name).stat().st_size > 600_000
    with a_hall(tmp_path / "data", tables=1) as hall:
        Director(hall.desk).open_case(hall.games[0], "other", by="D1")
        context = browser.new_context()
        let_in(context, hall, "D1")
        page = context.new_page()
        page.goto(f"{hall.address}{CASE}")
        sizes = []
        page.on("request", lambda one: one.method == "POST" and sizes.append(one.post_data_buffer))
        page.set_input_files("input[name=photo]", [tmp_path / "slip.jpg", tmp_path / "board.jpg"])
        page.get_by_text("Add a photo or paper").click()
        page.fill("#attach input[name=what]", "as it lay")
        page.click("#attach button")
        page.locator(".photo img").nth(1).wait_for()

        assert page.locator(".photo img").count() == 2
        for photo in page.locator(".photo img").all():
            photo.scroll_into_view_if_needed()  # what is out of sight is fetched late
            assert photo.evaluate("(img) => img.decode().then(() => img.naturalWidth)") > 500
        context.close()
        tournament = Director(hall.desk).tournament(SLUG)
        assert len(Director(hall.desk).case_file(tournament.cases[0]).each(EvidenceAttached)) == 2
