"""Numbers in addresses: rounds, tables, replays. None is so large that no column could hold it."""

from __future__ import annotations

from werkzeug.routing import IntegerConverter


class FewDigits(IntegerConverter):
    """A number of one to six digits; at any other address there is nothing."""

    regex = "[0-9]{1,6}"
