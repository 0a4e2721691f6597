"""Files put into a PDF, and the place where its signature will be: all of it before it is signed.

The same file and attachments make the same bytes; nothing here has a date.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO

import pikepdf
from pikepdf import Array, AttachedFileSpec, Dictionary, Name, String

FIELD = "Hall"
"""The name of the field that is signed."""

ALT = "Signature of the hall that handed this file out; it is not seen on the page."

HIDDEN_LOCKED = 132
"""Flags of what is printed and may not be moved, ISO 32000-1, 12.5.3: it has no size."""

CHECKPOINT = "checkpoint.txt"
"""The name of the signed checkpoint inside a bundle."""

NO_DAY = "D:20000101000000Z"
"""Archives want a date on a file inside; what is inside tells its own."""


@dataclass(frozen=True)
class Attachment:
    """A file inside the file.

    Attributes:
      name: plain letters, as it is saved.
      what: what it is, for people.
      source: whether the paper was made from it, as archives ask; else it goes with it.
    """

    name: str
    what: str
    content: bytes
    kind: str = "application/json"
    source: bool = True

    @property
    def digest(self) -> str:
        """SHA-256 of it, in hex."""
        return sha256(self.content).hexdigest()


def with_attachments(pdf: bytes, files: Sequence[Attachment]) -> bytes:
    """A PDF with files inside, and an empty field for a signature."""
    with pikepdf.open(BytesIO(pdf)) as opened:
        for file in files:
            opened.attachments[file.name] = AttachedFileSpec(
                opened,
                file.content,
                filename=file.name,
                description=file.what,
                mime_type=file.kind,
                creation_date=NO_DAY,
                mod_date=NO_DAY,
                relationship=Name.Source if file.source else Name.Supplement,
            )
        named = opened.Root.Names.EmbeddedFiles.Names
        opened.Root.AF = Array([named[place] for place in range(1, len(named), 2)])
        _with_field(opened)
        buffer = BytesIO()
        opened.save(buffer, deterministic_id=True, min_version="1.7")
        return buffer.getvalue()


def attachments_in(pdf: bytes) -> dict[str, bytes]:
    """The files inside a PDF, by name."""
    with pikepdf.open(BytesIO(pdf)) as opened:
        return {name: spec.get_file().read_bytes() for name, spec in opened.attachments.items()}


def attachment_in(pdf: bytes, name: str) -> bytes:
    """One file inside a PDF, whoever made that; empty where it has none that can be read."""
    try:
        with pikepdf.open(BytesIO(pdf)) as opened:
            return bytes(opened.attachments[name].get_file().read_bytes())
    except (pikepdf.PdfError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return b""


def _with_field(pdf: pikepdf.Pdf) -> None:
    """An empty field for the signature on the first page, with its place in the tree of tags."""
    page = pdf.pages[0]
    field = pdf.make_indirect(
        Dictionary(
            Type=Name.Annot,
            Subtype=Name.Widget,
            FT=Name.Sig,
            T=String(FIELD),
            TU=String(ALT),
            F=HIDDEN_LOCKED,
            Rect=Array([0, 0, 0, 0]),
            P=page.obj,
        )
    )
    page.obj.Annots = Array([*page.obj.get("/Annots", Array()), field])
    pdf.Root.AcroForm = pdf.make_indirect(Dictionary(Fields=Array([field])))
    tree = pdf.Root.get("/StructTreeRoot")
    if tree is None or "/ParentTree" not in tree:
        return
    numbers = tree.ParentTree.Nums
    key = int(tree.get("/ParentTreeNextKey", len(numbers) // 2))
    whole = tree.K[0] if isinstance(tree.K, Array) else tree.K
    element = pdf.make_indirect(
        Dictionary(
            Type=Name.StructElem,
            S=Name.Form,
            P=whole,
            Pg=page.obj,
            Alt=String(ALT),
            K=Dictionary(Type=Name.OBJR, Obj=field, Pg=page.obj),
        )
    )
    children = whole.K if isinstance(whole.K, Array) else Array([whole.K])
    children.append(element)
    whole.K = children
    field.StructParent = key
    numbers.append(key)
    numbers.append(element)
    tree.ParentTreeNextKey = key + 1


def libraries() -> str:
    """What the bytes of a bundle hang on besides the record: libraries and fonts, in one line."""
    import reportlab

    from printing.fonts import EVERY_FONT, FONTS_FOLDER

    fonts = sha256()
    for name in EVERY_FONT:
        fonts.update((FONTS_FOLDER / f"{name}.ttf").read_bytes())
    return ", ".join(
        (
            f"reportlab {reportlab.Version}",
            f"pikepdf {pikepdf.__version__}",
            f"qpdf {pikepdf.__libqpdf_version__}",
            f"zlib {zlib.ZLIB_RUNTIME_VERSION}",
            f"fonts {fonts.hexdigest()[:8]}",
        )
    )
