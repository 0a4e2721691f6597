"""Draws the tablet for the manual: one game in twelve frames, by touch, and the page as an app.

.venv/bin/python -m tests.web.draw_tablet
"""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import sync_playwright

from ledger.game.turns.facts import PlayRecorded, TilesExchanged
from tests.web.a_tablet import Tablet, first_new
from tests.web.chromium import launched
from tests.web.entry_hall import PIN, a_hall
from tests.web.test_taps import real_games

MANUAL = Path(__file__).resolve().parents[2] / "web" / "manual"
PICTURES = "tablet", "installed"
WHOLE = {"iPad": (820, 1180), "Android": (1280, 800)}
"""Pixels of a page on the home screen, which has the whole of it, upright and across."""

EDGE, HALF = 18, 0.5
NAMES = ("Zoë Ågren", "Tomas Velde")
SIZE, FRAME, ACROSS, GAP, HEAD = (600, 960), (300, 480), 4, 12, 26
COLOURS = 48
"""Of a picture: a page has few, and the file stays small."""


def draw(where=None):
    with sync_playwright() as engine, tempfile.TemporaryDirectory() as folder:
        browser = launched(engine.chromium)
        with a_hall(Path(folder), names=NAMES) as hall:
            tablet = Tablet(browser, hall, size=SIZE, service_workers="block")
            frames = [Image.open(io.BytesIO(shot)) for shot in a_game(tablet)]
            tablet.context.close()
        with tempfile.TemporaryDirectory() as other, a_hall(Path(other), names=NAMES) as hall:
            screens = [Image.open(io.BytesIO(shot)) for shot in on_the_home_screen(browser, hall)]
        browser.close()
    beside(screens, (where or MANUAL) / "installed.png")
    rows = -(-len(frames) // ACROSS)
    width, height = FRAME
    whole = (ACROSS * (width + GAP) + GAP, rows * (height + HEAD) + GAP)
    strip = Image.new("RGB", whole, "#46423a")
    pen, font = ImageDraw.Draw(strip), ImageFont.load_default(18)
    for at, frame in enumerate(frames):
        row, column = divmod(at, ACROSS)
        small = frame.convert("RGB").resize(FRAME, Image.Resampling.LANCZOS)
        left, top = GAP + column * (width + GAP), HEAD + row * (height + HEAD)
        pen.text((left + 2, top - 23), str(at + 1), font=font, fill="#fff")
        strip.paste(small, (left, top))
    path = (where or MANUAL) / "tablet.png"
    strip.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{len(frames)} frames, {path.stat().st_size // 1024} KB")


def on_the_home_screen(browser, hall):
    """The same table as an app, on an iPad and on an Android tablet."""
    tablet = Tablet(browser, hall, size=WHOLE["iPad"], service_workers="block")
    tablet.start()
    for square, letters in (("8D", "WINDY"), ("D8", ".ON"), ("10B", "TO.")):
        tablet.play(square, letters)
    for width, height in WHOLE.values():
        tablet.page.set_viewport_size({"width": width, "height": height})
        tablet.page.wait_for_timeout(300)  # what moves has arrived
        yield tablet.page.screenshot()
    tablet.context.close()


def beside(screens, path):
    """Two screens in frames like those of tablets, half as large."""
    small = [
        one.convert("RGB").resize(
            (round(one.width * HALF), round(one.height * HALF)), Image.Resampling.LANCZOS
        )
        for one in screens
    ]
    width = sum(one.width + 3 * EDGE for one in small) + EDGE
    height = max(one.height for one in small) + 4 * EDGE
    whole = Image.new("RGB", (width, height), "#d9d4c8")
    pen, left = ImageDraw.Draw(whole), EDGE
    for one in small:
        top = (height - one.height) // 2
        frame = (left, top - EDGE, left + one.width + 2 * EDGE, top + one.height + EDGE)
        pen.rounded_rectangle(frame, EDGE, fill="#26231f")
        whole.paste(one, (left + EDGE, top))
        left += one.width + 3 * EDGE
    whole.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"installed: {whole.size}, {path.stat().st_size // 1024} KB")


def a_game(tablet):
    """A game retold, frame by frame; see the words in web/manual/tablet.md."""
    page = tablet.page

    def shot():
        page.wait_for_timeout(300)  # what slides has arrived
        return page.screenshot()

    _, starter, turns = next(game for game in real_games() if ends_with_a_play(game))
    tablet.start(starter)
    blank = next(at for at, turn in enumerate(turns) if has_blank(turn))
    for at, turn in enumerate(turns):
        square, letters = where(turn)
        if at == 2:
            square, letters = first_new(square, letters)
            first, *rest = tablet.keys(letters.replace(".", ""))
            for _ in tablet.sliding(first, tablet.at(square)):
                yield shot()  # 1: the first tile on its way
            tablet.tap(*rest)
            yield shot()  # 2: the keys, the words, the score
            turn_the_arrow(tablet, square)
            tablet.commit()
            yield shot()  # 3: on the sheet
        elif at == blank:
            tablet.type(square, letters)
            tablet.tap("#commit")
            page.wait_for_selector(".panel.slip[open] .go:not([hidden])")
            yield shot()  # 4: the blank slip
            tablet.circle_blanks()
        elif at == blank + 1:
            tablet.play(square, letters)
            yield from a_challenge(tablet, shot)  # 5, 6
        elif at == len(turns) - 4:
            tablet.sent()
            tablet.context.set_offline(True)
            take(tablet, turn)
        elif at == len(turns) - 2:
            take(tablet, turn)
            tablet.says("#state", "3 to send, offline")
            yield shot()  # 7: saved on the tablet
            tablet.context.set_offline(False)
            tablet.sent()
        else:
            take(tablet, turn)
    tablet.sent()
    yield shot()  # 8: played out
    yield from the_end(tablet, shot)  # 9 to 12


def ends_with_a_play(game):
    _, _, turns = game
    blanks = [at for at, turn in enumerate(turns) if has_blank(turn)]
    whole = all(isinstance(turn, PlayRecorded) for turn in turns[-4:])
    first = blanks[0] if blanks else 0
    return whole and 2 < first < len(turns) - 6 and isinstance(turns[first + 1], PlayRecorded)


def has_blank(turn):
    return (
        isinstance(turn, PlayRecorded) and turn.placement.letters.upper() != turn.placement.letters
    )


def where(turn):
    if not isinstance(turn, PlayRecorded):
        return "", ""
    return turn.placement.square, turn.placement.letters


def take(tablet, turn):
    if isinstance(turn, PlayRecorded):
        tablet.play(*where(turn))
    elif isinstance(turn, TilesExchanged):
        tablet.exchange(turn.count)
    else:
        tablet.passes()


def turn_the_arrow(tablet, square):
    across = "tilescribe.play.draft.across(tilescribe.game.now.squares)"
    if tablet.page.evaluate(across) != square[0].isdigit():
        tablet.tap(tablet.at(square))


def a_challenge(tablet, shot):
    page = tablet.page
    page.click("[data-do=challenge]")
    page.click(".panel .go")
    page.wait_for_selector(".panel.slip.full[open]")
    yield shot()
    page.click(".panel.slip .go:has-text('confirms')")
    tablet.says("#commit", "Enter the verdict")
    page.click("#commit")
    yield shot()
    page.click(".verdicts .good")
    tablet.says("#commit", "Tap the first square")


def the_end(tablet, shot):
    page = tablet.page
    page.click("#commit")
    page.wait_for_selector(".panel[open]")
    if page.locator(".panel .choices button").count():
        page.click(".panel .choices button >> nth=0")
        page.wait_for_selector(".panel .key")
    page.click(".panel .go")
    page.wait_for_selector(".signers, .panel .result-lines, .panel .go")
    yield shot()  # 9: the result explained
    page.click(".panel .go")
    page.click(".signers button >> nth=0")
    box = page.locator(".pen").bounding_box()
    page.mouse.move(box["x"] + 40, box["y"] + 70)
    page.mouse.down()
    for step in range(40):
        page.mouse.move(box["x"] + 40 + 7 * step, box["y"] + 70 + (28 if step % 4 < 2 else -20))
    page.mouse.up()
    yield shot()  # 10: a stroke
    page.click(".how .go")
    page.click(".ways [data-way=witness]")
    page.fill(".how input >> nth=0", "D1")
    page.fill(".how input >> nth=1", PIN)
    yield shot()  # 11: a witness
    page.click(".how .go")
    page.wait_for_timeout(300)
    yield shot()  # 12: handed in


if __name__ == "__main__":
    draw()
