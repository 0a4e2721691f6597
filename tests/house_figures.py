"""Figures of the house that may not get worse: how much of it there is, and how finely it is cut.

``python -m tests.house_figures`` prints each beside the bound that ``house_figures.toml`` keeps,
and fails where one is over it; ``make check`` runs it. ``--lower`` writes bounds down to what has
become better, all or those named. No command raises one: that is done by hand in the file, with the
reason beside it.

Lines are no goal to squeeze for: a bound of lines lies up to 500 above what there is, so that a
mended defect is no quarrel with it.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from math import ceil
from pathlib import Path
from typing import NamedTuple

from tests import sentences

HOUSE = Path(__file__).resolve().parents[1]
KEPT = Path(__file__).with_suffix(".toml")
PRODUCT = ("ledger", "web", "printing", "migrations")
BOOKS = "ledger/rulebook/books"
A_FILE = 600
"""Lines that a file may well have: two that are no longer together can be one."""

TOO_LONG = 900
NOBODY_TYPES = frozenset({".json", ".yaml", ".yml"})
"""What lies in these forms in the product is taken for made by a program, or for a list by hand."""

SHEETS = "web/static/css"
TOKENS = "tokens.css"
"""The one sheet that may name a colour, a size of type, a radius or a shadow."""

WIDTHS = frozenset({"600px", "900px", "1200px"})
"""Where pages change their layout, and nowhere else; lower than this, the tablet does too:"""
HEIGHTS = frozenset({"700px"})

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
DECLARATION = re.compile(r"(?<![\w-])([a-z-]+)\s*:\s*([^;{}]+)(?=[;}])")
COLOUR = re.compile(
    r"#[0-9a-f]{3,8}\b|\b(?:rgb|rgba|hsl|hsla|oklch|oklab|lab|lch)\(", re.IGNORECASE
)
LENGTH = re.compile(r"(?<![\w.-])(?!0(?:px)?(?![\d.]))[\d.]+(?:px|rem|em|pt)\b")
MEDIA = re.compile(r"@media([^{]+)\{")
ASKED_OF = re.compile(r"\(([^()]*)\)")

MADE = re.compile(
    r"(made|written|generated) (anew )?by `*python -m|do not edit|@generated", re.IGNORECASE
)
"""What a file that a command makes says of itself in its first lines."""


class Figure(NamedTuple):
    """One figure: its name in the file, what it counts, what is to be reached.

    Attributes:
      grain: a bound is a multiple of this; 0.1 of a percentage.
    """

    name: str
    what: str
    reach: float
    grain: float = 1


FIGURES = (
    Figure("lines", "lines of Python in the product", 100_000, 500),
    Figure("files", "files of Python in the product", 450),
    Figure("imports", "of these lines, imports, %", 6, 0.1),
    Figure("docstrings", "of these lines, docstrings, %", 12, 0.1),
    Figure("single_importers", f"with one importer beside them, at most {A_FILE} together", 15),
    Figure("long_files", f"files over {TOO_LONG} lines", 0),
    Figure("made", "lines of JSON, YAML and files made by a command", 0),
    Figure("books", "lines of TOML of the rulebooks", 1_700),
    Figure("css_lines", "lines of CSS", 5_500, 50),
    Figure("css_files", "sheets of CSS", 12),
    Figure("css_literals", "colours, sizes of type, radii, shadows outside tokens.css", 0),
    Figure("css_breakpoints", "breakpoints other than 600, 900, 1200", 0),
    Figure("sentences", "sentences for people outside the catalogues", 0),
)

NAMES = {figure.name for figure in FIGURES}


class Module(NamedTuple):
    """A file of Python: its dotted name, where it lies, its lines, its tree."""

    name: str
    path: Path
    lines: int
    tree: ast.Module


def modules(house: Path) -> list[Module]:
    """Every module of the product."""
    found = []
    for path in sorted(path for part in PRODUCT for path in (house / part).rglob("*.py")):
        parts = path.relative_to(house).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        text = path.read_text("utf-8")
        found.append(Module(name, path, text.count("\n"), ast.parse(text)))
    return found


def span(node: ast.stmt) -> int:
    """The lines that a statement takes."""
    return (node.end_lineno or node.lineno) - node.lineno + 1


def is_text(node: ast.stmt) -> bool:
    """Whether a statement is nothing but a text."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def lines_of_imports(tree: ast.Module) -> int:
    """Lines of import statements, wherever they stand."""
    kinds = (ast.Import, ast.ImportFrom)
    return sum(span(node) for node in ast.walk(tree) if isinstance(node, kinds))


def lines_of_docstrings(tree: ast.Module) -> int:
    """Lines of texts that stand alone: of modules, classes, functions, and below a constant."""
    return sum(
        span(node) for node in ast.walk(tree) if isinstance(node, ast.stmt) and is_text(node)
    )


def imported(tree: ast.Module, names: set[str]) -> Iterator[str]:
    """The modules among ``names`` that a module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield from (name for name in (inner, node.module) if name in names)


def single_importers(there: list[Module]) -> list[tuple[str, str]]:
    """Each module with exactly one importer, where both lie in one folder and could be one file."""
    by_name = {module.name: module for module in there}
    importers: dict[str, set[str]] = {name: set() for name in by_name}
    for module in there:
        for name in imported(module.tree, set(by_name)):
            importers[name].add(module.name)
    found = []
    for name, among in importers.items():
        if len(among) != 1:
            continue
        module, importer = by_name[name], by_name[next(iter(among))]
        beside = module.path.parent == importer.path.parent and module.path.stem != "__init__"
        if beside and module.lines + importer.lines <= A_FILE:
            found.append((name, importer.name))
    return sorted(found)


def made_by_a_command(house: Path) -> list[tuple[str, int]]:
    """Files of the product that no hand writes or should, with their lines."""
    found = []
    for path in sorted(path for part in PRODUCT for path in (house / part).rglob("*")):
        if not path.is_file() or "__pycache__" in path.parts:
            continue
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue  # a picture, a font
        says_so = MADE.search("\n".join(text.splitlines()[:8]))
        if path.suffix in NOBODY_TYPES or says_so:
            found.append((f"{path.relative_to(house)}", text.count("\n")))
    return found


def literals(text: str) -> list[str]:
    """What a sheet says itself that a token should: colours, sizes of type, radii, shadows.

    Sizes by the height of a hall's screen or by the square of a board are no steps of type.

    >>> literals("a { color: #fff; font-size: 13px; border-radius: 50%; margin: 3px }")
    ['color: #fff', 'font-size: 13px']
    >>> literals("a { border-radius: var(--r-1) 8px 0; box-shadow: 0 1px 2px var(--shade) }")
    ['border-radius: var(--r-1) 8px 0', 'box-shadow: 0 1px 2px var(--shade)']
    >>> literals("#here:hover { font-size: 4.1vh; color: color-mix(in oklab, var(--ink), red) }")
    []
    """
    measured = {"font-size", "font", "border-radius", "box-shadow", "line-height"}
    return [
        f"{name}: {' '.join(value.split())}"
        for name, value in DECLARATION.findall(COMMENT.sub("", text))
        if COLOUR.search(value) or (name in measured and LENGTH.search(value))
    ]


def breakpoints(text: str) -> list[str]:
    """Where a sheet changes a layout at another size than those that all share.

    >>> breakpoints("@media (width < 600px) {} @media (40em <= width) and (height < 700px) {}")
    ['40em <= width']
    """
    asked = (
        part for media in MEDIA.findall(COMMENT.sub("", text)) for part in ASKED_OF.findall(media)
    )
    return [
        part
        for part in asked
        if re.search(r"\b(?:width|height)\b", part)
        and not set(re.findall(r"[\d.]+\w+", part)) <= (HEIGHTS if "height" in part else WIDTHS)
    ]


def counted(house: Path) -> dict[str, float]:
    """Every figure as it is in a tree."""
    there = modules(house)
    lines = sum(module.lines for module in there)
    imports = sum(lines_of_imports(module.tree) for module in there)
    docstrings = sum(lines_of_docstrings(module.tree) for module in there)
    books = sorted((house / BOOKS).glob("*.toml"))
    sheets = {path.name: path.read_text("utf-8") for path in (house / SHEETS).glob("*.css")}
    others = [text for name, text in sheets.items() if name != TOKENS]
    return {
        "lines": lines,
        "files": len(there),
        "imports": round(100 * imports / max(lines, 1), 2),
        "docstrings": round(100 * docstrings / max(lines, 1), 2),
        "single_importers": len(single_importers(there)),
        "long_files": sum(module.lines > TOO_LONG for module in there),
        "made": sum(lines for _, lines in made_by_a_command(house)),
        "books": sum(path.read_text("utf-8").count("\n") for path in books),
        "css_lines": sum(text.count("\n") for text in sheets.values()),
        "css_files": len(sheets),
        "css_literals": sum(len(literals(text)) for text in others),
        "css_breakpoints": sum(len(breakpoints(text)) for text in others),
        "sentences": len(sentences.outside(house)),
    }


def bounds(text: str) -> dict[str, float]:
    """What the file keeps; it names every figure and no other."""
    kept = tomllib.loads(text)
    if kept.keys() != NAMES:
        raise ValueError(f"the file and the script name different figures: {sorted(kept)}")
    return kept


def bound_for(figure: Figure, count: float) -> float:
    """The lowest bound that a count keeps.

    >>> bound_for(FIGURES[0], 139_479), bound_for(FIGURES[2], 9.99), bound_for(FIGURES[5], 0)
    (139500, 10.0, 0)
    """
    steps = ceil(round(count / figure.grain, 6))
    return round(steps * figure.grain, 1) if figure.grain < 1 else int(steps * figure.grain)


def worse(there: dict[str, float], kept: dict[str, float]) -> list[str]:
    """In words, each figure that is over its bound."""
    return [
        f"{figure.what}: {there[figure.name]:,}, and at most {kept[figure.name]:,} was kept"
        for figure in FIGURES
        if there[figure.name] > kept[figure.name]
    ]


def lowered(text: str, there: dict[str, float], names: list[str]) -> str:
    """The file with each of these bounds, or all, as low as it can be; its remarks stay."""
    kept = bounds(text)
    for figure in FIGURES:
        bound = bound_for(figure, there[figure.name])
        if bound < kept[figure.name] and figure.name in (names or kept):
            text = re.sub(rf"(?m)^({figure.name} = )[\d_.]+", rf"\g<1>{bound:_}", text)
    return text


def table(there: dict[str, float], kept: dict[str, float]) -> str:
    """The figures in columns."""
    rows = [("what", "there are", "at most", "to reach")]
    for figure in FIGURES:
        numbers = (there[figure.name], kept[figure.name], figure.reach)
        rows.append((figure.what, *(f"{number:,}" for number in numbers)))
    widths = [max(len(row[at]) for row in rows) for at in range(4)]
    return "\n".join(
        "  ".join(
            cell.rjust(wide) if at else cell.ljust(wide)
            for at, (cell, wide) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )


def main(arguments: list[str], house: Path = HOUSE, file: Path = KEPT) -> int:
    """Print the figures; 1 where one is worse than what is kept."""
    names = arguments[1:]
    if arguments and (arguments[0] != "--lower" or not NAMES.issuperset(names)):
        sys.stderr.write("usage: python -m tests.house_figures [--lower [NAME ...]]\n")
        sys.stderr.write(f"names: {' '.join(figure.name for figure in FIGURES)}\n")
        return 2
    there = counted(house)
    if arguments:
        file.write_text(lowered(file.read_text("utf-8"), there, names), "utf-8")
    kept = bounds(file.read_text("utf-8"))
    sys.stdout.write(f"{table(there, kept)}\n")
    over = worse(there, kept)
    for line in over:
        sys.stderr.write(f"worse: {line}\n")
    if over:
        sys.stderr.write(
            f"Make it less, or raise the bound in {file.name} by hand with the reason beside it.\n"
        )
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
