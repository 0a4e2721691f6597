"""What we check of a file for archives ourselves: no certificate, for no validator could be had.

veraPDF is in no registry we can reach. These are rules of ISO 19005-2 level U and of ISO 14289-1
that forty lines can decide; colours, transparency, contrast and whether the words for a picture
are good ones are not among them.
"""

from __future__ import annotations

import re
import unicodedata
from io import BytesIO
from xml.etree import ElementTree as ET

import pikepdf

from tests.printing.heard import SHOWS, Unicodes, strings

PAINTS = {"S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "Do", "BI", "INLINE IMAGE", *SHOWS}

FORBIDDEN = {
    "/JavaScript", "/JS", "/OpenAction", "/AA", "/URI", "/Launch", "/SubmitForm", "/GoToR",
    "/RichMedia", "/XFA", "/Movie", "/Sound", "/ImportData", "/ResetForm", "/Encrypt",
}  # fmt: skip

KINDS = {
    "Document", "Sect", "Div", "H1", "H2", "H3", "P", "Span", "L", "LI", "Lbl", "LBody", "Table",
    "TR", "TH", "TD", "Figure", "Caption", "Form",
}  # fmt: skip

TOLD_TWICE = {
    "/Title": "{http://purl.org/dc/elements/1.1/}title",
    "/Author": "{http://purl.org/dc/elements/1.1/}creator",
    "/Subject": "{http://purl.org/dc/elements/1.1/}description",
    "/Creator": "{http://ns.adobe.com/xap/1.0/}CreatorTool",
    "/Producer": "{http://ns.adobe.com/pdf/1.3/}Producer",
    "/Keywords": "{http://ns.adobe.com/pdf/1.3/}Keywords",
}
"""What both Info and the metadata say."""


def faults(data, part="2"):
    """What is wrong with a file, in words; nothing: nothing was found."""
    with pikepdf.open(BytesIO(data)) as pdf:
        return [
            *of_the_bytes(data),
            *of_the_catalog(pdf),
            *of_the_metadata(pdf, part),
            *of_what_acts(pdf, part),
            *(fault for n, page in enumerate(pdf.pages) for fault in of_a_page(page, n)),
            *of_the_tree(pdf),
        ]


def of_the_bytes(data):
    if not re.match(rb"%PDF-1\.7\n%[\x80-\xff]{4}\n", data):
        yield "not PDF 1.7, or not marked as binary"
    if not data.endswith(b"%%EOF\n"):
        yield "something stands after its end"
    if re.search(rb"[^\r\n]endstream\s+endobj", data):
        yield "endstream on no line of its own"


def of_the_catalog(pdf):
    root = pdf.Root
    if str(root.get("/Lang", "")) != "en":
        yield "no language"
    if not root.get("/MarkInfo", {}).get("/Marked"):
        yield "not marked as tagged"
    if not root.get("/ViewerPreferences", {}).get("/DisplayDocTitle"):
        yield "shows its file's name in place of its title"
    if [len(bytes(half)) for half in pdf.trailer.get("/ID", [])] != [16, 16]:
        yield "no identifier"
    intents = list(root.get("/OutputIntents", []))
    if len(intents) != 1 or intents[0].S != "/GTS_PDFA1":
        yield "no output intent"
    else:
        profile = intents[0].DestOutputProfile
        header = profile.read_bytes()
        if profile.N != 3 or header[16:20] != b"RGB " or header[36:40] != b"acsp" or header[8] > 4:
            yield "no profile of colours"


def of_the_metadata(pdf, part):
    stream = pdf.Root.get("/Metadata")
    if stream is None or "/Filter" in stream or stream.Subtype != "/XML":
        yield "no metadata that can be read as they are"
        return
    description = ET.fromstring(stream.read_bytes())[0][0]
    told = {entry.tag: "".join(entry.itertext()).strip() for entry in description}
    about = "{http://www.aiim.org/pdfa/ns/id/}"
    if (told.get(f"{about}part"), told.get(f"{about}conformance")) != (part, "U"):
        yield "says another part or level of the standard"
    if not str(pdf.docinfo.get("/Title", "")).strip():
        yield "no title"
    if set(pdf.docinfo) - set(TOLD_TWICE):
        yield f"Info says more than the metadata: {set(pdf.docinfo) - set(TOLD_TWICE)}"
    for name, tag in TOLD_TWICE.items():
        if str(pdf.docinfo.get(name, "")) != told.get(tag, ""):
            yield f"{name} is another in Info than in the metadata"


def of_what_acts(pdf, part="2"):
    forbidden = FORBIDDEN if part == "3" else {*FORBIDDEN, "/EmbeddedFile", "/EmbeddedFiles"}
    if pdf.is_encrypted:
        yield "encrypted"
    for thing in pdf.objects:
        for name in _names(thing):
            if name in forbidden:
                yield f"{name} in it"


def _names(thing):
    if isinstance(thing, pikepdf.Name):
        yield str(thing)
    elif isinstance(thing, pikepdf.Array):
        for one in thing:
            if not one.is_indirect if isinstance(one, pikepdf.Object) else False:
                yield from _names(one)
    elif isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
        for key, value in thing.items():
            yield key
            if isinstance(value, pikepdf.Object) and not value.is_indirect:
                yield from _names(value)


def of_a_page(page, nth):
    if page.obj.get("/Tabs") != "/S" or page.obj.get("/StructParents") != nth:
        yield "not tied to the tree"
    fonts = page.resources.get("/Font", {})
    for font in fonts.values():
        yield from of_a_font(font)
    drawn = list(pikepdf.parse_content_stream(page))
    yield from of_the_marks(drawn)
    yield from of_the_letters(drawn, {name: Unicodes(font) for name, font in fonts.items()})


def of_a_font(font):
    inner = font.DescendantFonts[0] if "/DescendantFonts" in font else font
    if not {"/FontFile2", "/FontFile3"} & set(inner.get("/FontDescriptor", {}).keys()):
        yield f"{font.BaseFont} is not embedded"
    if "/ToUnicode" not in font:
        yield f"{font.BaseFont} does not say what its letters are"


def of_the_marks(drawn):
    stack, in_text = [], False
    for operands, operator in drawn:
        verb = str(operator)
        if verb in ("BMC", "BDC"):
            entries = operands[1] if verb == "BDC" else {}
            apart = operands[0] == "/Artifact" or "/MCID" in entries
            if apart == bool(stack):
                yield f"{operands[0]} begins inside {stack}"
            stack.append((str(operands[0]), in_text))
        elif verb == "EMC" and stack.pop()[1] != in_text:
            yield "a mark begins inside a text and ends outside, or the other way"
        elif verb in ("BT", "ET"):
            in_text = verb == "BT"
        elif verb in PAINTS and not stack:
            yield f"{verb} draws what no mark holds"
    if stack:
        yield "a mark is still open at its end"


def of_the_letters(drawn, fonts):
    font = None
    for operands, operator in drawn:
        if str(operator) == "Tf":
            font = fonts[str(operands[0])]
        elif str(operator) in SHOWS:
            for code in (code for string in strings(operands) for code in font.codes(string)):
                if not means_something(font.means.get(code, "")):
                    yield f"a letter without a meaning: code {code}"


def means_something(meant):
    return bool(meant) and not any(
        ch in "\0\ufeff\ufffe\ufffd" or unicodedata.category(ch) == "Co" for ch in meant
    )


def of_the_tree(pdf):
    root = pdf.Root.get("/StructTreeRoot")
    if root is None:
        yield "no tree of parts"
        return
    nums = list(root.ParentTree.Nums)
    rows = dict(zip(map(int, nums[::2]), nums[1::2], strict=True))
    claimed = {}
    [document] = root.K
    if document.S != "/Document":
        yield "the tree's first part is no document"
    yield from _of_parts(document, root, claimed)
    for nth, page in enumerate(pdf.pages):
        marks = [
            int(operands[1].MCID)
            for operands, operator in pikepdf.parse_content_stream(page)
            if str(operator) == "BDC" and "/MCID" in operands[1]
        ]
        row = [element.objgen for element in rows.get(nth, [])]
        if marks != list(range(len(row))):
            yield f"page {nth}: marks {marks} for {len(row)} parts"
        mine = [claimed.get((page.obj.objgen, mcid)) for mcid in range(len(row))]
        if mine != row:
            yield f"page {nth}: a mark belongs to another part than the tree says"


def _of_parts(element, parent, claimed):
    kind = str(element.S).lstrip("/")
    if element.P.objgen != parent.objgen:
        yield f"{kind} does not know what it is part of"
    kids = element.get("/K", pikepdf.Array())
    kids = list(kids) if isinstance(kids, pikepdf.Array) else [kids]
    parts = [kid for kid in kids if not isinstance(kid, int) and "/S" in kid]
    if not kids and kind not in ("TD", "TH"):
        yield f"{kind} holds nothing"
    yield from _of_one(kind, element, str(parent.get("/S", "")).lstrip("/"), parts)
    for kid in kids:
        if isinstance(kid, int):
            claimed[element.Pg.objgen, kid] = element.objgen
        elif kid.get("/Type") == "/MCR":
            claimed[kid.Pg.objgen, int(kid.MCID)] = element.objgen
    for part in parts:
        yield from _of_parts(part, element, claimed)


HOLDS = {"Table": {"TR", "Caption"}, "TR": {"TH", "TD"}, "L": {"LI"}, "LI": {"Lbl", "LBody"}}
STANDS_IN = {"TR": "Table", "TH": "TR", "TD": "TR", "LI": "L", "LBody": "LI"}


def _of_one(kind, element, within, parts):
    if kind not in KINDS:
        yield f"{kind} is no kind of part"
    if kind == "Figure" and not str(element.get("/Alt", "")).strip():
        yield "a picture without words"
    if kind == "Figure":
        left, bottom, right, top = map(float, element.A.BBox)
        if not (left < right and bottom < top):
            yield "a picture without a place"
    if kind == "TH" and element.A.get("/Scope") not in ("/Row", "/Column"):
        yield "a label that is of no row and no column"
    wrong = {str(part.S).lstrip("/") for part in parts} - HOLDS.get(kind, KINDS)
    if wrong:
        yield f"{kind} holds {wrong}"
    if STANDS_IN.get(kind, within) != within:
        yield f"{kind} stands in {within}"
    widths = {len(row.get("/K", [])) for row in parts if row.S == "/TR"}
    if len(widths) > 1:
        yield f"a table with rows of {sorted(widths)} cells"


def attachments_in(pdf):
    """The files inside a PDF, by their names."""
    with pikepdf.open(BytesIO(pdf)) as opened:
        return {name: spec.get_file().read_bytes() for name, spec in opened.attachments.items()}
