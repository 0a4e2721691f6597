"""Plain English on pages and in the manual, and in the names of code: what a style sheet can hold.

What is read here is English: every catalogue, and every chapter of the manual. It finds what is too
long to be read under stress and what nobody says. It replaces no reader.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger import messages
from ledger.messages import ENGLISH, FOLDER, NAME
from tests.raw_codes import raw_codes

HOUSE = Path(__file__).resolve().parents[1]
MANUAL = sorted((HOUSE / "web" / "manual").rglob("*.md"))
ON_A_PAGE, IN_THE_MANUAL = 20, 25
"""Words of a sentence at most."""

BOUND = re.compile(
    r"(?:paper|paper_cases|paper_forms|paper_lists|signed_one|remarks|lines|waiting)\."
    r"|game(?:_\w+)?\.|incidents\.(?!hearing|needs|part|take_back|like)"
    r"|tournament\.(?!check|misnamed)|hall\.(?!get|why|qr|other|does|never|open|which|ipad|apple|load|android|chrome"
    r"|windows|mac|linux|right|compare|finger|what)|words\.letters|choices\.(?:forgotten-because|matter-kind)"
)
"""Words that stand on paper or in the record: a code or a signature binds them as they are."""

OUT = {
    r"\blook(?:s|ed)? upon\b": "seen as, or nothing",
    r"\ball the same\b": "anyway",
    r"\bcomes? of it\b": "follows, or happens",
    r"\bbec(?:omes?|ame) of\b": "happens to",
    r"\b(?:an|the|their|its) own (?:badge|hand|clock|score)s?\b(?<!their own badge)": "their own",
    r"\blets? (?:it|them|this|that) (?:go|be)\b|\blet go\b": "waive, remove, end",
    r"\bneeds? (?:not )?be\b|\bneed not\b": "has to, is not needed",
    r"\b(?:it|that|this|which|verdict|result|reason|time) (?:is|are|was|were) told\b": "shown",
    r"\bas (?:it was )?told\b": "as requested",
    r"\bput(?:s|ting)? (?:it|them|this|that) right\b": "correct",
    r"\banew\b": "again",
    r"\bthat nobody leaves\b": "kiosk mode",
    r"\b[Ww]hoever\b|\b[Ww]homever\b": "anybody who, or the person's name",
    r"\bdraws? (?:itself|themselves)\b": "is drawn automatically",
    r"\bone (?:can|may|must|should|has to|does not|cannot)\b": "you",
    r"\btak(?:e|es|en|ing) (?:it |them |a file |a tablet )?in(?: a| again|\.)": "enrol, import",
    r"\bsay so\b(?=.*\bwho\b)": "name the person",
}
"""What nobody says, and what to say instead."""

ALONE = frozenset({"Go", "Record", "Later", "Later…", "Do it", "OK", "Submit", "Execute"})
"""Words that say of no button what it does."""

VERBS = frozenset(
    """Add Allow Amend Announce Ask Attach Bookmark Bring Cancel Carry Challenge Change Check Clear
    Close Confirm Copy Cut Discard Draw Drop End Enrol Enter Erase Exchange Find Give Go Hand Hold
    Import Keep Leave Lodge Look Make Move Name Open Pass Plan Preview Print Publish Read Record
    Refer Refuse Reinstate Reload Remove Reopen Report Rewrite Rule Save Scan Search See Show Sign
    Start Stop Swap Take Tap Try Type Undo Unlock Use Wait Waive Warn Withdraw Write""".split()  # noqa: SIM905
)
"""What a button begins with."""

NO_VERBS = {
    "an answer to what is asked there": """All of them|Both agree on the tiles|Both agree: sign
        |I agree|I am sure|In 10 minutes|In 30 minutes|No, type again|Not now|Other words
        |Under protest|Yes: look it up""",
    "what was done, by whoever says so": """Both clocks are stopped|Handed over|Settled
        |Signed on paper|Something is wrong|The players were told
        |The signed slips are kept with another program|Told
        |Told both players that it is taken back|Told that it is taken back
        |Withdrawn…""",
    "the name of what opens, where a row of them stands": """Blanks|Director|More…
        |Players type it…|Players’ phones|The slip|This page|What differs|What if|New tournament
        |Control of the stream|Screens and codes|Next stop of the clocks""",
    "an everyday word of every program": "Back|Full screen|Sound|⟲ Turn round",
}
"""Buttons that begin with no verb, by the reason."""

NO_SUBJECT = re.compile(r"(?:Who|Whoever|What|Whatever|Where|Wherever) [^?]*[.]$")
"""A sentence that begins with a clause in place of somebody, or of a condition."""

CODES_THAT_ARE_SAID = {
    "refusals.no-such-rulebook.wespa-5.2.next": "an edition is written like this in the set-up",
}
"""Sentences with a word that is a code as well, each with its reason."""

CLAUSES_THAT_STAY = {
    "What if": "the name of a button",
}


def plain(text: str) -> str:
    return re.sub(r"</?[a-z]+\d?>", "", text)


def sentences(text: str) -> Iterator[str]:
    for each in re.split(r"(?<=[.!?…])[”’)]?\s+|\n", plain(text)):
        if each.strip():
            yield each.strip()


def words(sentence: str) -> int:
    return sum(bool(re.search(r"\w", word)) for word in sentence.split())


def english() -> list[tuple[str, str]]:
    """Each id and sentence of the English catalogues that no paper binds."""
    found = []
    for path in sorted((FOLDER / ENGLISH).glob("*.po")):
        for name, text in messages.catalogue(path.read_text("utf-8")).items():
            if not BOUND.match(name):
                forms = [text] if isinstance(text, str) else text
                found.extend((name, each) for form in forms for each in sentences(form))
    return found


def of_the_manual(path: Path) -> list[str]:
    """Sentences of a chapter as they are read: no code, no addresses, a row of a table by cells."""
    made = r"<!-- settings: begin -->.*?<!-- settings: end -->|```.*?```|<!--.*?-->"
    text = re.sub(made, "", path.read_text("utf-8"), flags=re.DOTALL)
    text = re.sub(r"`[^`]*`", "CODE", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"<[^>]+>", "", text)
    blocks = re.split(r"\n\s*\n|\n(?=\s*(?:[-*|#]|\d+\.))", text)
    cells = [cell for block in blocks for cell in " ".join(block.split()).split("|")]
    ends = re.compile(r"(?<=[.!?:])[*_)”’]*\s+(?=[*_(“‘A-Z0-9])")
    return [each.strip().lstrip("-*# ") for cell in cells for each in ends.split(cell) if each]


def ids(paths: list[Path]) -> list[str]:
    return [path.stem for path in paths]


def said_wrongly(sentence: str) -> list[str]:
    return [
        f"{pattern}: {better}" for pattern, better in OUT.items() if re.search(pattern, sentence)
    ]


def begins_with_a_clause(sentence: str) -> bool:
    return bool(NO_SUBJECT.match(sentence)) and not sentence.startswith(tuple(CLAUSES_THAT_STAY))


def test_no_sentence_of_a_page_is_longer_than_a_glance() -> None:
    long = {(name, words(each), each) for name, each in english() if words(each) > ON_A_PAGE}
    assert long == set()


def test_no_sentence_of_a_page_is_said_as_nobody_says_it() -> None:
    wrong = {(name, each, *said_wrongly(each)) for name, each in english() if said_wrongly(each)}
    assert wrong == set()


def test_no_sentence_of_a_page_begins_with_a_clause_in_place_of_somebody() -> None:
    assert [(name, each) for name, each in english() if begins_with_a_clause(each)] == []


@pytest.mark.parametrize("path", MANUAL, ids=ids(MANUAL))
def test_a_chapter_of_the_manual_is_read_without_stumbling(path: Path) -> None:
    wrong = [
        each
        for each in of_the_manual(path)
        if words(each) > IN_THE_MANUAL or said_wrongly(each) or begins_with_a_clause(each)
    ]
    assert wrong == []


def labels_of_buttons() -> Iterator[tuple[Path, str]]:
    """The ids that a button says by itself, with the page or script it stands in."""
    on_pages = re.compile(
        r"""<button[^>]*>\s*\{\{-?\s*say\("([\w.-]+)"\)|\bbutton\(say\("([\w.-]+)"\)"""
    )
    in_scripts = re.compile(r"""\bbutton\(\s*say\("([\w.-]+)"\)""")
    for root, suffix, said in (
        ("templates", "*.html", on_pages),
        ("static/js", "*.js", in_scripts),
    ):
        for path in sorted((HOUSE / "web" / root).rglob(suffix)):
            for found in said.finditer(path.read_text("utf-8")):
                yield path, next(name for name in found.groups() if name)


def test_a_button_says_what_it_does() -> None:
    labels = list(labels_of_buttons())
    assert len(labels) > 200  # or the patterns above no longer find them
    for path, name in labels:
        words_of = messages.text_of(name, ENGLISH)
        assert plain(str(words_of)) not in ALONE, (path.name, name)


def test_a_button_begins_with_a_verb() -> None:
    known = {one.strip() for some in NO_VERBS.values() for one in some.split("|")}
    labels = {
        plain(each)
        for _, name in labels_of_buttons()
        for text in [messages.text_of(name, ENGLISH)]
        for each in ([text] if isinstance(text, str) else text)
    }
    others = {each for each in labels if re.split(r"[\s…:]", each)[0] not in VERBS}
    assert {each for each in others if not each.startswith("Back to ")} == known


def test_no_sentence_shows_a_code() -> None:
    codes = raw_codes()
    quoted = re.compile(r"[“‘'`][^”’'`]*[”’'`]|\{\w+\}|\btilescribe [\w -]+")
    shown = {name for name, each in english() if codes.search(quoted.sub("", each))}
    assert shown == set(CODES_THAT_ARE_SAID)


def calls_that_say(text: str) -> Iterator[tuple[str, set[str], bool]]:
    """Each id said in Python, the names it is given, and whether more may come by ``**``."""
    for node in ast.walk(ast.parse(text)) if "say(" in text else ():
        called = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say"
        if called and node.args and isinstance(node.args[0], ast.Constant):
            given = {word.arg for word in node.keywords if word.arg}
            yield node.args[0].value, given, any(word.arg is None for word in node.keywords)


def test_every_sentence_said_in_python_is_given_its_names() -> None:
    for part in ("ledger", "printing", "web"):
        for path in sorted((HOUSE / part).rglob("*.py")):
            if path == HOUSE / "ledger" / "messages" / "__init__.py":
                continue
            for name, given, more in calls_that_say(path.read_text("utf-8")):
                text = messages.text_of(name, ENGLISH)
                forms = [text] if isinstance(text, str) else text
                wanted = {each for form in forms for each in NAME.findall(form)}
                assert more or wanted <= given, (path.name, name, wanted - given)


GONE = frozenset(
    """AskedOfCase Turnstile Shelf Cabinet the_badges still_stands wanted_by came_too_late shown_to
    shown_as coursing kept_up feeding guard WITH_A_PIN doorman lanes bridge must_be_listed Trap
    sights pack comes_to""".split()  # noqa: SIM905
)
"""Names of the style sheet's second table that the code has left behind."""


def names_in(path: Path) -> set[str]:
    found = {path.parent.name if path.stem == "__init__" else path.stem}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
    return found


@pytest.mark.parametrize("part", ["ledger", "printing", "web"])
def test_names_that_were_left_behind_do_not_come_back(part: str) -> None:
    for path in sorted((HOUSE / part).rglob("*.py")):
        if not GONE & set(re.findall(r"\w+", f"{path} {path.read_text('utf-8')}")):
            continue
        assert not names_in(path) & GONE, (path.relative_to(HOUSE), names_in(path) & GONE)
