"""Numbers and words in addresses: rounds, tables, replays, steps of a case, forms of paper.

No number is so large that no column could hold it; no word has a dot, which a file's name has.
"""

from __future__ import annotations

from werkzeug.routing import BaseConverter, IntegerConverter


class FewDigits(IntegerConverter):
    """A number of one to six digits; at any other address there is nothing."""

    regex = "[0-9]{1,6}"


class OneWord(BaseConverter):
    """Small letters and hyphens; at any other address there is nothing."""

    regex = "[a-z-]{1,40}"
