"""Somebody forgotten at the desk, and what was removed taken out of the files as well."""

from __future__ import annotations

from ledger.desk.desk import Desk
from ledger.desk.requests import Sent
from ledger.forgetting.forgetting import ForgetPerson
from ledger.record.store import Overwritten
from ledger.record.streams import tournament_id
from ledger.vocabulary.refusals import Refusal

IN_THE_FILES: dict[str, str] = {
    "gone": "Its bytes are in no file of the record any more.",
    "later": (
        "Its bytes may still lie in a file of the record, for others were at work. They go when "
        "the service is started next, or with `tilescribe forget --finish`."
    ),
    "server": (
        "Its bytes are in no table any more. The database's server may hold them in its own "
        "write-ahead files, replicas and archives until it lets go of those; the manual says how."
    ),
}
"""What became of the bytes, for people."""

ELSEWHERE = (
    "Backups made before this hold it still, and so do papers that were printed, bundles that were "
    "handed out, and files that were downloaded. Delete such backups, or lock them away; put back, "
    "one of them brings it with it unless the record it takes the place of can still be read."
)
"""What a removal does not reach, for people."""


def forget(desk: Desk, slug: str, asked: ForgetPerson, sent: Sent) -> Overwritten:
    """Remove what a person gave; what became of its bytes.

    Raises:
      Refusal: why nothing was removed.
    """
    desk.must_write(tournament_id(slug), asked, sent)
    try:
        return desk.log.overwrite_removed()
    except Refusal:  # it is removed, and written down; the files can be seen to later
        return "later"
