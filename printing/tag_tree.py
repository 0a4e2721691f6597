"""The tree of a document's parts, as objects of a PDF (ISO 32000-1, 14.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printing.tags import Part, Tags, text_string


def tree_objects(tags: Tags, root: int, first: int, pages: Sequence[int]) -> list[tuple[int, str]]:
    """The objects of the tree, each with its number.

    Args:
      tags: what was kept while the pages were drawn.
      root: number of the tree's root.
      first: numbers from here on are free.
      pages: numbers of the pages.
    """
    parts = list(_parts(tags.document))
    for number, part in enumerate(parts, start=first):
        part.number = number
    rows = first + len(parts)
    owners = tags.owners[: len(pages)]
    # The root has its number already, before those of the rest.
    nums = " ".join(f"{page} {rows + page} 0 R" for page in range(len(owners)))
    by_page = f"/ParentTree<</Nums[{nums}]>>/ParentTreeNextKey {len(owners)}"
    objects = [(root, f"<</Type/StructTreeRoot/K[{first} 0 R]{by_page}>>")]
    parents = {id(tags.document): root}
    for part in parts:
        objects.append((part.number, _element(part, parents[id(part)], pages)))
        parents.update((id(kid), part.number) for kid in part.kids if isinstance(kid, Part))
    for page, row in enumerate(owners):
        objects.append((rows + page, f"[{' '.join(f'{part.number} 0 R' for part in row)}]"))
    return objects


def _parts(part: Part) -> Iterator[Part]:
    """A part and all within it, as they are read."""
    yield part
    for kid in part.kids:
        if isinstance(kid, Part):
            yield from _parts(kid)


def _element(part: Part, parent: int, pages: Sequence[int]) -> str:
    marks = [kid for kid in part.kids if isinstance(kid, tuple)]
    page = f"/Pg {pages[marks[0][0]]} 0 R" if marks else ""
    said = f"/ActualText{text_string(part.says)}" if part.says else ""
    kids = [_kid(kid, marks, pages) for kid in part.kids]
    held = f"/K[{' '.join(kids)}]" if kids else ""
    return f"<</Type/StructElem/S/{part.kind}/P {parent} 0 R{page}{held}{said}{part.entries}>>"


def _kid(
    kid: Part | tuple[int, int], marks: Sequence[tuple[int, int]], pages: Sequence[int]
) -> str:
    if isinstance(kid, Part):
        return f"{kid.number} 0 R"
    page, number = kid
    if page == marks[0][0]:
        return str(number)
    return f"<</Type/MCR/Pg {pages[page]} 0 R/MCID {number}>>"
