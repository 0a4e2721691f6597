"""Files put into a PDF, and a PDF signed as archives check it."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING, TypeVar

import pikepdf
from msgspec import Struct
from pikepdf import Array, AttachedFileSpec, Dictionary, Name, String

from printing.languages import say

if TYPE_CHECKING:
    from ledger.proof.keys import Certified


# Files put into a PDF, and the place where its signature will be: all of it before it is signed.
#
# The same file and attachments make the same bytes; nothing here has a date.


FIELD = "Hall"
"""The name of the field that is signed."""

HIDDEN_LOCKED = 132
"""Flags of what is printed and may not be moved, ISO 32000-1, 12.5.3: it has no size."""

CHECKPOINT = "checkpoint.txt"
"""The name of the signed checkpoint inside a bundle."""

NO_DAY = "D:20000101000000Z"
"""Archives want a date on a file inside; what is inside tells its own."""


class Attachment(Struct, frozen=True):
    """A file inside the file; ``source``: the paper was made from it; else it goes with it."""

    name: str
    what: str
    content: bytes
    kind: str = "application/json"
    source: bool = True

    @property
    def digest(self) -> str:
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
            TU=String(say("paper_cases.signature-of-the-hall")),
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
            Alt=String(say("paper_cases.signature-of-the-hall")),
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


Told = TypeVar("Told")


class Seal(Struct, frozen=True):
    """What the signature of a file says.

    Attributes:
      is_whole: whether it is valid, and of every byte of the file.
      certificate: SHA-256 of the certificate in it, in hex; empty where it can't be read.
      signer: whom the certificate names.
      trouble: why it is not whole; empty where it is.
    """

    is_whole: bool
    certificate: str = ""
    signer: str = ""
    trouble: str = ""


def section_of(core: bytes, held: Certified) -> bytes:
    """What signing a file appends to it. It reaches for no network."""
    from pyhanko.keys import load_certs_from_pemder_data, load_private_key_from_pemder_data
    from pyhanko.pdf_utils.extensions import DeveloperExtension
    from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
    from pyhanko.sign import PdfSignatureMetadata, PdfSigner, SimpleSigner
    from pyhanko.sign.fields import SigSeedSubFilter
    from pyhanko_certvalidator.registry import SimpleCertificateStore

    class AsItIs(IncrementalPdfFileWriter):
        """Signs and adds nothing: the library would write its name and the time in the metadata.

        Nor does it change what kind of file it is. PDF/A-3 is PDF 1.7, and its metadata say so;
        for a curve the library would call it PDF 2.0, with extensions that no archive knows.
        """

        def _update_meta(self) -> None:
            """Leave them as they are."""

        def ensure_output_version(self, version: tuple[int, int]) -> None:
            """Leave it as it is."""

        def register_extension(self, ext: DeveloperExtension) -> None:
            """Name none."""

    signer = SimpleSigner(
        signing_cert=next(iter(load_certs_from_pemder_data(held.certificate))),
        signing_key=load_private_key_from_pemder_data(held.key, passphrase=None),
        cert_registry=SimpleCertificateStore(),  # type: ignore[no-untyped-call]
    )
    how = PdfSignatureMetadata(
        field_name=FIELD, md_algorithm="sha256", subfilter=SigSeedSubFilter.PADES
    )
    hand = PdfSigner(how, signer, new_field_spec=None)
    signed: bytes = _apart(
        lambda: hand.sign_pdf(AsItIs(BytesIO(core)), existing_fields_only=True).getvalue()
    )
    if not signed.startswith(core):
        raise ValueError("signing changed the file instead of going on after it")
    return signed[len(core) :]


def _apart(work: Callable[[], Told]) -> Told:
    """Do it in a thread of its own: the library runs a loop, and two in one thread it can't."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(work).result()


def seal_of(pdf: bytes) -> Seal | None:
    """What the signature of a file says; ``None`` where it has none.

    Bytes appended after the signature leave it valid for what was before; that is not whole.
    """
    if b"/Sig" not in pdf:
        return None
    from pyhanko.pdf_utils.reader import PdfFileReader
    from pyhanko.sign.validation import validate_pdf_signature
    from pyhanko.sign.validation.status import SignatureCoverageLevel
    from pyhanko_certvalidator import ValidationContext

    logging.getLogger("pyhanko").setLevel(logging.CRITICAL)  # it tells a log what we tell people
    logging.getLogger("pyhanko_certvalidator").setLevel(logging.CRITICAL)
    try:
        signatures = PdfFileReader(BytesIO(pdf)).embedded_signatures
        if len(signatures) != 1:
            return Seal(
                is_whole=False,
                trouble=say("paper.has-signatures-signatures", signatures=len(signatures)),
            )
        given = signatures[0]
        own = given.signer_cert
        trust = ValidationContext(trust_roots=[own], allow_fetching=False)
        status = _apart(lambda: validate_pdf_signature(given, trust))
        certificate = own.sha256.hex()
        signer = own.subject.native.get("common_name", "")
        whole = status.coverage is SignatureCoverageLevel.ENTIRE_FILE
        valid = status.bottom_line and _nothing_hidden(pdf, given.byte_range, given.pkcs7_content)
    except Exception as trouble:
        return Seal(
            is_whole=False,
            trouble=say("paper.its-signature-cant-be-read", trouble=type(trouble).__name__),
        )
    if not status.intact:
        return Seal(False, certificate, signer, say("paper.was-changed-after-was-signed"))
    if not whole:
        return Seal(
            False, certificate, signer, say("paper.something-was-appended-after-was-signed")
        )
    return Seal(valid, certificate, signer, "" if valid else say("paper.its-signature-not-valid"))


def _nothing_hidden(pdf: bytes, signed: list[int], content: bytes) -> bool:
    """Whether the gap that no signature can cover holds the signature alone, as we write it.

    A few of its fields are signed by nothing, such as its own version and the list of digests:
    other tools let them be anything. Ours have one form.
    """
    gap = pdf[signed[0] + signed[1] : signed[2]]
    given = _as_we_write_it(content)
    return gap == b"<" + given.hex().upper().encode().ljust(len(gap) - 2, b"0") + b">"


def _as_we_write_it(content: bytes) -> bytes:
    """A signature written anew from what of it is signed, from the certificate, and no more."""
    from asn1crypto import algos, cms, core

    data = cms.ContentInfo.load(content)["content"]
    certificate = data["certificates"][0].chosen
    told = data["signer_infos"][0]
    digest = algos.DigestAlgorithm({"algorithm": "sha256", "parameters": core.Null()})
    signer = cms.SignerInfo(
        {
            "version": "v1",
            "sid": cms.SignerIdentifier(
                {
                    "issuer_and_serial_number": cms.IssuerAndSerialNumber(
                        {
                            "issuer": certificate.issuer,
                            "serial_number": certificate.serial_number,
                        }
                    )
                }
            ),
            "digest_algorithm": digest,
            "signed_attrs": told["signed_attrs"],
            "signature_algorithm": algos.SignedDigestAlgorithm({"algorithm": "sha256_ecdsa"}),
            "signature": told["signature"],
        }
    )
    whole = cms.SignedData(
        {
            "version": "v1",
            "digest_algorithms": cms.DigestAlgorithms([digest]),
            "encap_content_info": {"content_type": "data"},
            "certificates": [certificate],
            "signer_infos": [signer],
        }
    )
    written: bytes = cms.ContentInfo({"content_type": "signed_data", "content": whole}).dump()
    return written
