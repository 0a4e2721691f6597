"""The papers of a case as ``web`` is given them to print; ``filled_cases`` works out what they say.

Every function takes the case (``printing.cases.case_at_hand.CaseAtHand``) and whether it is to be a
redacted copy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar, Protocol, TypeVar

from printing.cases import appeal_form, bundle, incident_record, ruling_notice, warning_notice
from printing.cases.case_at_hand import CaseAtHand
from printing.cases.filled_bundles import Proved, bundle_of, files_of, how_to_check
from printing.cases.filled_cases import (
    appeal_form_of,
    incident_record_of,
    ruling_notices_of,
    warning_notices_of,
)
from printing.engine.sealing import with_attachments
from printing.papers import Papers, Told, unheard


def incident_record_papers(case: CaseAtHand, *, redacted: bool = False) -> Papers:
    return Papers.of(incident_record, case.source, _bound(incident_record_of, case, redacted))


def ruling_notices_papers(case: CaseAtHand, *, redacted: bool = False) -> Papers:
    return Papers.of(ruling_notice, case.source, *ruling_notices_of(case, redacted=redacted))


def warning_notices_papers(case: CaseAtHand, *, redacted: bool = False) -> Papers:
    """The warning notices of a case; one for the hand where nobody was warned."""
    return Papers.of(warning_notice, case.source, *warning_notices_of(case, redacted=redacted))


def appeal_form_papers(case: CaseAtHand, *, redacted: bool = False) -> Papers:
    return Papers.of(appeal_form, case.source, _bound(appeal_form_of, case, redacted))


def bundle_papers(case: CaseAtHand, *, redacted: bool = False) -> Papers:
    return Papers.of(bundle, case.source, _bound(bundle_of, case, redacted))


def signed_bundle_core(
    case: CaseAtHand,
    proved: Proved,
    *,
    redacted: bool,
    paper: str,
    base: str,
    tell: Told = unheard,
) -> bytes:
    """All papers of a case with their proofs inside, as they are before they are signed."""
    files = files_of(case, proved, redacted=redacted)
    check = how_to_check(case, proved, files, redacted=redacted)
    filled = replace(_bound(bundle_of, case, redacted), check=check)
    drawn = Papers.of(bundle, case.source, filled).pdf(paper, base, tell)
    return with_attachments(drawn, files)


class _Binds(Protocol):
    """A form that says itself what its code binds."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


F = TypeVar("F", bound=_Binds)


def _bound(fill: Callable[..., F], case: CaseAtHand, redacted: bool) -> F:
    """A form with people's words on it; its code binds the digests of those instead."""
    binds = fill(case.bound, redacted=redacted)
    filled: F = replace(fill(case, redacted=redacted), binds=binds)
    return filled
