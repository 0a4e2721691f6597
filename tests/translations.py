"""What is translated, and a way to translate: ``python -m tests.translations es``.

| command | does |
| --- | --- |
| ``es`` | counts, by area: sentences, those without Spanish, those whose English changed since |
| ``es desk.po refusals.po`` | prints what is to be translated there, as lines to write over |
| ``es --take FILE…`` | puts such lines into the catalogues; refused lines are told and left out |

A line is ``id = sentence``; a sentence with plurals has a line for each form, ``id[0] = …``. A line
break within a sentence is ``\\n``. Each entry keeps a mark of the English it was made from, so that
it is seen when that changes.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from ledger import messages
from ledger.messages import ENGLISH, FOLDER, NAME, Text

RULES = {
    "es": "(n != 1)",
    "fr": "(n > 1)",
    "de": "(n != 1)",
    "pl": "(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)",
}
"""Which form of a plural a number takes, as gettext has it; French says "0 partie"."""

FORMS = {"es": 2, "fr": 2, "de": 2, "pl": 3}

MARK = re.compile(r"</?[a-z]+\d?>")
A_LINE = re.compile(r"^([a-z_]+\.[\w.-]+?)(?:\[(\d)\])? = ?(.*)$")
MADE_FROM = re.compile(r'^#\. en ([0-9a-f]{6})\nmsgid "([^"]+)"', re.MULTILINE)
ENTRY = re.compile(r'^msgid "([^"]+)"', re.MULTILINE)


def mark_of(text: Text) -> str:
    """Six hex digits that change with the English sentence."""
    whole = text if isinstance(text, str) else "\0".join(text)
    return sha256(whole.encode()).hexdigest()[:6]


def english(area: str) -> dict[str, Text]:
    return messages.catalogue((FOLDER / ENGLISH / f"{area}.po").read_text("utf-8"))


def translated(of: str, area: str) -> tuple[dict[str, Text], dict[str, str]]:
    """What a catalogue says, and the mark of the English that each entry was made from."""
    path = FOLDER / of / f"{area}.po"
    if not path.is_file():
        return {}, {}
    text = path.read_text("utf-8")
    return messages.catalogue(text), {name: mark for mark, name in MADE_FROM.findall(text)}


def to_do(of: str, area: str) -> tuple[dict[str, Text], dict[str, Text]]:
    """The English sentences without words in this language, and those that changed since."""
    there, marks = translated(of, area)
    before = english(area)
    missing = {name: text for name, text in before.items() if name not in there}
    changed = {
        name: text
        for name, text in before.items()
        if name in there and marks.get(name) != mark_of(text)
    }
    return missing, changed


def lines_of(sentences: dict[str, Text]) -> Iterator[str]:
    """Those sentences as lines to write over."""
    for name, text in sentences.items():
        forms = [text] if isinstance(text, str) else text
        for nth, form in enumerate(forms):
            number = "" if isinstance(text, str) else f"[{nth}]"
            yield f"{name}{number} = {_on_a_line(form)}"


def _on_a_line(form: str) -> str:
    return form.replace("\n", "\\n")


def trouble_of(of: str, text: Text, told: dict[int, str]) -> str:
    """What is wrong with a translation, "" if nothing."""
    forms = [text] if isinstance(text, str) else list(text)
    wanted = 1 if isinstance(text, str) else FORMS[of]
    if sorted(told) != list(range(wanted)):
        return f"takes {wanted} form(s), [0] to [{wanted - 1}]"
    if not all(told.values()):
        return "is empty"
    names = [set(NAME.findall(form)) for form in forms]
    for form in told.values():
        there = set(NAME.findall(form))
        if there not in names:
            return f"has {sorted(there)}, and English {[sorted(each) for each in names]}"
        if sorted(MARK.findall(form)) not in [sorted(MARK.findall(each)) for each in forms]:
            return "has other marks than English"
    # The last form is said of most numbers, so it has to have the number where English has.
    if set(NAME.findall(told[wanted - 1])) != names[-1]:
        return f"lacks {sorted(names[-1])} in its last form"
    return ""


def taken(of: str, lines: Iterable[str]) -> Iterator[str]:
    """Put lines into the catalogues of a language; tells what was refused, and why."""
    said: dict[str, dict[int, str]] = {}
    for line in lines:
        found = A_LINE.match(line.rstrip("\n"))
        if found:
            name, number, form = found.groups()
            said.setdefault(name, {})[int(number or 0)] = form.strip().replace("\\n", "\n")
        elif line.strip() and not line.startswith("#"):
            yield f"not a line of a translation: {line.strip()[:70]}"
    by_area: dict[str, dict[str, Text]] = {}
    for name, forms in said.items():
        area = name.partition(".")[0]
        there = english(area) if (FOLDER / ENGLISH / f"{area}.po").is_file() else {}
        if name not in there:
            yield f"{name}: English has no such sentence"
            continue
        trouble = trouble_of(of, there[name], forms)
        if trouble:
            yield f"{name} {trouble}"
            continue
        plural = not isinstance(there[name], str)
        ordered = tuple(_spaced_as(there[name], forms[nth]) for nth in sorted(forms))
        by_area.setdefault(area, {})[name] = ordered if plural else ordered[0]
    for area, new in by_area.items():
        write(of, area, new)


def _spaced_as(before: Text, form: str) -> str:
    """With a blank at its ends where English has one: what goes on after another sentence."""
    first = before if isinstance(before, str) else before[0]
    return f"{' ' * first.startswith(' ')}{form}{' ' * first.endswith(' ')}"


def write(of: str, area: str, new: dict[str, Text]) -> None:
    """A catalogue with these sentences beside what it had, in the order of the English one."""
    there, marks = translated(of, area)
    before = english(area)
    marks |= {name: mark_of(before[name]) for name in new}
    there |= new
    head = (FOLDER / ENGLISH / f"{area}.po").read_text("utf-8").partition("msgid")[0]
    parts = [
        (
            f'{head}msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
            f'"Language: {of}\\n"\n"Plural-Forms: nplurals={FORMS[of]}; plural={RULES[of]};\\n"\n'
        )
    ]
    for name in before:
        if name not in there:
            continue
        text = there[name]
        parts.append(f'#. en {marks.get(name, "000000")}\nmsgid "{name}"\n')
        if isinstance(text, str):
            parts[-1] += f"msgstr {_quoted(text)}\n"
        else:
            forms = "".join(f"msgstr[{nth}] {_quoted(form)}\n" for nth, form in enumerate(text))
            parts[-1] += f'msgid_plural "{name}"\n{forms}'
    path = FOLDER / of / f"{area}.po"
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(parts), "utf-8")


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def main() -> int:
    of, *rest = sys.argv[1:] or [""]
    if of not in RULES:
        print(__doc__)
        return 2
    if rest[:1] == ["--take"]:
        lines = [line for name in rest[1:] for line in Path(name).read_text("utf-8").splitlines()]
        refused = list(taken(of, lines))
        print("\n".join(refused) or "All taken.")
        return 1 if refused else 0
    areas = [Path(name).stem for name in rest] or messages.areas()
    for area in areas:
        missing, changed = to_do(of, area)
        if rest:
            print("\n".join(lines_of(missing | changed)))
        else:
            print(f"{area:24} {len(english(area)):5} {len(missing):5} {len(changed):5}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
