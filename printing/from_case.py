"""From a case to the bytes of a PDF: what ``web`` is given to print the papers of a case with.

Every function takes the case (``printing.case_at_hand.CaseAtHand``), the paper (``a4`` or
``letter``), and whether it is to be a redacted copy.
"""

from __future__ import annotations

from printing import appeal_form, bundle, incident_record, ruling_notice, warning_notice
from printing.case_at_hand import CaseAtHand
from printing.filled_bundles import bundle_of
from printing.filled_cases import incident_record_of
from printing.filled_notices import appeal_form_of, ruling_notices_of, warning_notices_of
from printing.from_record import paper_named


def incident_record_pdf(case: CaseAtHand, paper: str, *, redacted: bool = False) -> bytes:
    """The incident record of a case.

    Raises:
      Refusal: ``no-such-paper``.
    """
    record = incident_record_of(case, redacted=redacted)
    return incident_record.draw(record, paper=paper_named(paper))


def ruling_notices_pdf(case: CaseAtHand, paper: str, *, redacted: bool = False) -> bytes:
    """The ruling notices of a case, one for each player.

    Raises:
      Refusal: ``no-such-paper``.
    """
    notices = ruling_notices_of(case, redacted=redacted)
    return ruling_notice.draw(*notices, paper=paper_named(paper))


def warning_notices_pdf(case: CaseAtHand, paper: str, *, redacted: bool = False) -> bytes:
    """The warning notices of a case; one for the hand where nobody was warned.

    Raises:
      Refusal: ``no-such-paper``.
    """
    notices = warning_notices_of(case, redacted=redacted)
    return warning_notice.draw(*notices, paper=paper_named(paper))


def appeal_form_pdf(case: CaseAtHand, paper: str, *, redacted: bool = False) -> bytes:
    """The appeal form of a case, filled as far as the case has got.

    Raises:
      Refusal: ``no-such-paper``.
    """
    form = appeal_form_of(case, redacted=redacted)
    return appeal_form.draw(form, paper=paper_named(paper))


def bundle_pdf(case: CaseAtHand, paper: str, *, redacted: bool = False) -> bytes:
    """All papers of a case as one file.

    Raises:
      Refusal: ``no-such-paper``.
    """
    return bundle.draw(bundle_of(case, redacted=redacted), paper=paper_named(paper))
