"""The table of settings in the manual, made from the one in the code: python -m tests.settings."""

from __future__ import annotations

from pathlib import Path

from web.settings.known import settings_table

PAGE = Path(__file__).resolve().parents[1] / "web" / "manual" / "settings.md"
BEGIN, END = "<!-- settings: begin -->", "<!-- settings: end -->"

if __name__ == "__main__":
    before, rest = PAGE.read_text("utf-8").split(BEGIN)
    after = rest.split(END)[1]
    PAGE.write_text(f"{before}{BEGIN}\n{settings_table()}\n{END}{after}", "utf-8")
