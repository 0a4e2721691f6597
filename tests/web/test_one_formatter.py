"""Tables, scores, clocks, spreads, times of day: one form, in Python and in scripts, everywhere."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ledger.messages import speaking
from ledger.messages.written import days_written, grouped, name_key
from ledger.tournament.local_time import minute_of_day, time_of_day
from ledger.vocabulary.signs import score, signed, table_name, whole
from tests.test_written import PLAYERS
from tests.web.conftest import FOR_PEOPLE
from web.frame.wording import clock

ROOT = Path(__file__).parents[2]

CASES = {
    "score": [([392, 299], "392–299"), ([0, 0], "0–0"), ([28, -11], "28–−11"), ([-5, 7], "−5–7")],
    "signed": [(35, "+35"), (-120, "−120"), (0, "0")],
    "whole": [(35, "35"), (-120, "−120")],
    "tableName": [(["A", 12], "A 12"), (["", 12], "12"), (["Novice", 3], "Novice 3")],
    "clockWords": [(668, "11:08"), (-40, "−0:40"), (0, "0:00"), (1500, "25:00"), (3600, "60:00")],
    "minute": [("2026-07-01T19:21:07Z", "20:21"), ("2026-12-24T23:59:59Z", "23:59")],
    "timeOfDay": [("2026-07-01T19:21:07Z", "20:21:07")],
}
"""What is written, by the name of the function in the scripts."""

ZONE = "Europe/Lisbon"
IN_PYTHON = {
    "score": lambda pair: score(*pair),
    "signed": signed,
    "whole": whole,
    "tableName": lambda where: table_name(*where),
    "clockWords": clock,
    "minute": lambda moment: minute_of_day(datetime.fromisoformat(moment).astimezone(UTC), ZONE),
    "timeOfDay": lambda moment: time_of_day(datetime.fromisoformat(moment).astimezone(UTC), ZONE),
}
IN_A_SCRIPT = """async ([zone, cases]) => {
  const root = document.documentElement;
  root.dataset.zone = zone;
  const { src } = document.querySelector("script[src*='js/frame/']");
  const module = (name) => import(src.replace(/js\\/frame\\/.*/, `js/frame/${name}.js`));
  const { score, signed, whole, tableName } = await module("figures");
  const { clockWords } = await module("wording");
  const { timeOfDay, minuteOfDay } = await module("hall_time");
  const does = {
    score, signed, whole, clockWords, timeOfDay, minute: minuteOfDay,
    tableName: ([division, table]) => tableName({ division, table }),
  };
  return Object.fromEntries(Object.entries(cases).map(
    ([name, given]) => [name, given.map((value) => does[name](value))]));
}"""


@pytest.mark.parametrize("what", CASES)
def test_what_python_writes_on_pages_and_paper(what):
    assert [IN_PYTHON[what](value) for value, _ in CASES[what]] == [
        written for _, written in CASES[what]
    ]


@pytest.mark.browser
def test_what_scripts_write_is_the_same(browser, client):
    """The modules as they are sent, at a page that a browser has from memory."""
    page = browser.new_context().new_page()

    def answered(route):
        address = route.request.url.removeprefix("http://tilescribe.test")
        answer = client.get(address, headers=FOR_PEOPLE)
        route.fulfill(body=answer.data, content_type=answer.content_type)

    page.route("http://tilescribe.test/**", answered)
    page.goto("http://tilescribe.test/manual/signs")
    given = {what: [value for value, _ in cases] for what, cases in CASES.items()}
    written = page.evaluate(IN_A_SCRIPT, [ZONE, given])
    page.context.close()

    assert written == {what: [words for _, words in cases] for what, cases in CASES.items()}


BY_ITS_OWN = """([names, days, numbers]) => Object.fromEntries(Object.keys(names).map((of) => {
  const long = new Intl.DateTimeFormat(of, { dateStyle: "long", timeZone: "UTC" });
  return [of, {
    names: Object.values(names).flat().toSorted(new Intl.Collator(of).compare),
    numbers: numbers.map((each) => new Intl.NumberFormat(of).format(each)),
    days: days.map((each) => long.format(new Date(each))),
  }];
}))"""


@pytest.mark.browser
def test_a_browser_writes_days_and_numbers_and_sorts_names_the_same(browser):
    """It has ICU with CLDR's tables; we have three ids of `words.po` and sixty lines."""
    numbers, days = [999, 1000, 9999, 10_000, 1_234_567], ["2027-03-14", "2026-11-01"]
    page = browser.new_context().new_page()
    told = page.evaluate(BY_ITS_OWN, [PLAYERS, days, numbers])
    page.context.close()

    everybody = [name for names in PLAYERS.values() for name in names]
    for of, there in told.items():
        with speaking(of):
            assert sorted(everybody, key=name_key) == there["names"], of
            assert [grouped(each) for each in numbers] == there["numbers"], of
            if of != "en":  # its days stay as they are: 14 March 2027, and in figures 2027-03-14
                assert [days_written(day, "") for day in days] == there["days"], of


A_SCORE = r"(?:scores?|totals?|told|there|one|result|slip)\w*"
BY_HAND = {
    "a score in a template": (
        "*.html",
        re.compile(r"\{\{[^{}]*\[0\](?:\|whole)? \}\} ?[–:-] ?\{\{|\.score \}\} ?[–:-]"),
    ),
    "a score in Python": (
        "*.py",
        re.compile(rf'f"[^"]*\{{{A_SCORE}\[0\]\}} ?[–:-] ?\{{|\{{whole\([^)]*\)\}}[–:-]\{{'),
    ),
    "a score in a script": (
        "*.js",
        re.compile(
            r"\$\{[\w.]*(?:scores?|told|there|one)\w*\[0\]\} ?[–:-] ?\$\{"
            r"|(?:scores|totals)\.join\("
        ),
    ),
    "a minute of the day": ("*.html", re.compile(r"\|time_here\)\[:5\]")),
    "a minute of the day in a script": ("*.js", re.compile(r"timeOfDay\([^)]*\)\.slice")),
    "a sign": ("*.js", re.compile(r"> 0 \? `\+\$\{")),
    "a minus": ("*.js", re.compile(r'replace\("-", "−"\)')),
    "a day": ("*.py", re.compile(r"(?:say|Refusal\.of|refusal)\(.*%Y-%m-%d")),
    "a long number": ("*.py", re.compile(r"(?:say|Refusal\.of|refusal)\(.*:,\}")),
    "names in order": ("*.html", re.compile(r'\|sort\(attribute="name"')),
    "a table by its number alone": (
        "*.html",
        re.compile(r"[Tt]able \{\{ (?!\w+\|at_table)[\w.]*\btable \}\}"),
    ),
}
"""How somebody might write one without the formatter, by what it would be."""

ALLOWED = {
    ("a sign", "web/static/js/frame/figures.js"): "the formatter itself",
    ("a minute of the day in a script", "web/static/js/frame/hall_time.js"): "the formatter itself",
    ("a score in Python", "ledger/vocabulary/signs.py"): "the formatter itself",
    ("a score in Python", "printing/engine/page.py"): "what codes on paper bind",
    ("a score in Python", "printing/lists/from_desk.py"): "what codes on paper bind",
    ("a minus", "web/static/js/frame/figures.js"): "the formatter itself",
    ("a score in a template", "web/templates/games/replay.html"): "two names",
    ("a score in a template", "web/templates/proofs/checkpoints.html"): "who settled it, and why",
    ("a table by its number alone", "web/templates/organiser/players.html"): "kept in any round",
}


NOT_LOOKED_AT = ("vendor/", "js/entry/")
"""Others' scripts; and the tablet's, which have no byte to spare."""


@pytest.mark.parametrize("what", BY_HAND)
def test_nobody_writes_one_by_hand(what):
    kind, pattern = BY_HAND[what]
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()[:140]}"
        for package in ("ledger", "web", "printing")
        for path in sorted((ROOT / package).rglob(kind))
        if not any(part in str(path) for part in NOT_LOOKED_AT)
        and (what, str(path.relative_to(ROOT))) not in ALLOWED
        for line in path.read_text("utf-8").splitlines()
        if pattern.search(line)
    ]

    assert found == []


def test_a_score_written_by_hand_is_found():
    examples = {
        "a score in a template": "{{ told[0] }} – {{ told[1] }}",
        "a score in Python": 'f"{scores[0]} – {scores[1]}"',
        "a score in a script": "`${table.scores[0]} – ${table.scores[1]}`",
        "a minute of the day": "{{ (one.at|time_here)[:5] }}",
        "a minute of the day in a script": "timeOfDay(text).slice(0, 5)",
        "a sign": "points > 0 ? `+${points}` : points",
        "a minus": 'text.replace("-", "−")',
        "a day": 'say("trust.since", at=f"{at:%Y-%m-%d %H:%M}")',
        "a long number": 'say("trust.events", events=f"{size:,}")',
        "names in order": '{% for one in players|sort(attribute="name") %}',
        "a table by its number alone": "Table {{ row.table }}",
    }

    assert set(examples) == set(BY_HAND)
    for what, text in examples.items():
        assert BY_HAND[what][1].search(text), what
