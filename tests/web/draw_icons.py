"""Draws the PNG icons from icon.svg, in Chromium; run by hand when the picture changes.

.venv/bin/python -m tests.web.draw_icons
"""

from __future__ import annotations

from playwright.sync_api import sync_playwright

from tests.web.chromium import launched
from web.frame.modules import FOLDER

# A maskable icon may lose its outer tenth to a round mask, so the picture is smaller there.
ICONS = {"icon-192": (192, 1.0), "icon-512": (512, 1.0), "icon-maskable-512": (512, 0.72)}


def draw():
    picture = (FOLDER / "icon.svg").read_text("utf-8")
    with sync_playwright() as engine:
        browser = launched(engine.chromium)
        for name, (size, share) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            ground = "#f5f3ee" if share < 1 else "transparent"
            inner = round(size * share)
            page.set_content(
                f"<style>body{{margin:0;height:100vh;display:grid;place-items:center;"
                f"background:{ground}}}svg{{width:{inner}px;height:{inner}px}}</style>{picture}"
            )
            page.screenshot(path=FOLDER / "icons" / f"{name}.png", omit_background=share == 1)
        browser.close()


if __name__ == "__main__":
    draw()
