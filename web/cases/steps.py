"""A step on the page of a case: what a form asks of the desk, and what it may have to know."""

from __future__ import annotations

from typing import NamedTuple

from ledger.desk.refused import RefusedRequest
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.asking import AskedOfCase
from ledger.incidents.case_file import CaseFile
from ledger.incidents.ruling import GiveRuling
from ledger.record.kept_words import KeptWords

Words = list[KeptWords]


class Step(NamedTuple):
    """One thing a director does, and the words of people that go with it."""

    asked: AskedOfCase
    words: Words


class OnCase(NamedTuple):
    """What a form may have to know.

    Attributes:
      refused: the refused request that the case began with.
      drafted: the prepared ruling that the form was filled from.
      sheet: the game as it stands; ``None``: about none.
    """

    file: CaseFile
    refused: RefusedRequest | None
    drafted: GiveRuling | None = None
    sheet: Sheet | None = None
