"""Numbers and words in addresses: rounds, tables, replays, steps of a case, forms of paper.

No number is so large that no column could hold it; no word has a dot, which a file's name has.
"""

from __future__ import annotations

from werkzeug.routing import BaseConverter, IntegerConverter


class FewDigits(IntegerConverter):
    regex = "[0-9]{1,6}"


class OneWord(BaseConverter):
    regex = "[a-z-]{1,40}"
