"""What a file says about itself, to archives: its title and keywords as XMP, and its colours."""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path

AUTHOR = "Tilescribe"
SUBJECT = "Record of a word game"
PRODUCER = "ReportLab PDF Library"

PROFILE = Path(__file__).parent / "srgb.icc"
"""The colour space sRGB, as Little CMS writes it, without a date."""


@cache
def colour_profile() -> bytes:
    """What the grey of our pages is measured by."""
    return PROFILE.read_bytes()


def xmp(title: str, keywords: str, part: int) -> bytes:
    """The metadata of a file. They say what its Info dictionary says, word by word.

    Args:
      title: of the document.
      keywords: what its square codes say.
      part: of ISO 19005 whose rules the file is made by: 2, or 3 for one with attachments.
    """
    keyed = f"<pdf:Keywords>{escape(keywords, quote=False)}</pdf:Keywords>\n" if keywords else ""
    return XMP.format(
        title=escape(title, quote=False), keywords=keyed, part=part,
        author=AUTHOR, subject=SUBJECT, producer=PRODUCER,
    ).encode()  # fmt: skip


XMP = """\
<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<dc:language><rdf:Bag><rdf:li>en</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>{author}</xmp:CreatorTool>
<pdf:Producer>{producer}</pdf:Producer>
{keywords}<pdfaid:part>{part}</pdfaid:part>
<pdfaid:conformance>U</pdfaid:conformance>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>
"""
