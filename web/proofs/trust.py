"""The page *Trust*: who holds the keys, and attack by attack, what is found and by whom.

The table is data, and each of its cells is run as an attack (``tests/proof/test_attacks.py``).
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from flask import current_app, render_template

from ledger.proof.facts import CheckpointKeyMade
from ledger.proof.keys import Revoked, keys_in, revoked_in
from ledger.proof.signed_paper import fingerprint_lines
from ledger.vocabulary.closed_lists import KeyRevokedBecause, choices
from web.access.permissions import EVERYBODY
from web.frame.headers import tell_times_of
from web.frame.pages import Pages
from web.proofs.checkpoints import events_of_the_record
from web.settings.in_force import value_of, witnesses_named
from web.settings.known import KEY_HOLDER
from web.site import the_site

pages = Pages("trust", manual="operator")


class By(StrEnum):
    """Who looks, and with what in the hand."""

    VERIFY = "“record verify” alone"
    SLIP = "a slip"
    KEPT = "what is kept elsewhere: a checkpoint, round sheet, proof, bundle, backup"
    WITNESS = "a witness that had signed"
    COMPARED = "two witnesses compared"


class Cell(StrEnum):
    FOUND = "found"
    NOT_FOUND = "not found"
    NO_MATTER = "–"  # it is no attack on what this one looks at


class Attack(NamedTuple):
    """What somebody does, and who finds it.

    Attributes:
      who: what the attacker holds.
      cells: in the order of ``By``.
      because: in a sentence, why, or what else helps.
    """

    name: str
    what: str
    cells: tuple[Cell, Cell, Cell, Cell, Cell]
    because: str

    def by(self, finder: By) -> Cell:
        return self.cells[list(By).index(finder)]


F, N, X = Cell.FOUND, Cell.NOT_FOUND, Cell.NO_MATTER

ATTACKS = (
    Attack(
        "without-key", "A result is rewritten by somebody without the key",
        (F, F, F, F, X),
        "The checkpoints in the record no longer agree with it.",
    ),
    Attack(
        "without-key-dropped", "The same, and every checkpoint is taken out",
        (F, F, F, F, X),
        "A closed round, a bundle and the key itself tell that there were some.",
    ),
    Attack(
        "with-key", "A result is rewritten by somebody with the key, who signs all anew",
        (N, F, F, F, X),
        "Nothing inside disagrees. Anything kept elsewhere does.",
    ),
    Attack(
        "with-key-and-witness", "The same, together with the keeper of one witness",
        (N, F, F, N, F),
        "That witness says nothing. Another one that had signed has another head.",
    ),
    Attack(
        "cut-tail", "The end of the record is cut off",
        (F, F, F, F, X),
        "Answers to tablets are left over. With those gone too, only what is kept elsewhere tells.",
    ),
    Attack(
        "cut-tail-and-answers", "The same, and the answers with it",
        (N, F, F, F, X),
        "The slip, checkpoint or witness has to be of what was cut off.",
    ),
    Attack(
        "fork", "Two halls are shown two different records",
        (N, F, F, F, F),
        "A witness finds it that both were sent to. Otherwise two have to compare.",
    ),
    Attack(
        "old-backup", "An old backup is put in the record's place",
        (N, F, F, F, X),
        "What came after it is missing: a newer slip, backup or witness has it.",
    ),
    Attack(
        "forged-slip", "A slip is printed elsewhere, or its words are changed",
        (X, F, X, X, X),
        "Its square code is not signed by the hall's key, or says something else.",
    ),
    Attack(
        "forged-slip-with-key", "A slip is forged by somebody with the key",
        (X, F, X, X, X),
        "The signature is good; the record, or a proof of the game, says something else.",
    ),
    Attack(
        "forged-bundle", "An appeal bundle is forged",
        (X, X, F, X, X),
        "Its certificate is none of this hall's, or the file was changed after it was signed.",
    ),
    Attack(
        "forged-proof", "The proof of a game is forged",
        (X, X, F, X, X),
        "Its events don't come to its root, or no key of ours signed the root.",
    ),
)  # fmt: skip


class KeyRow(NamedTuple):
    """A key of the hall as visitors see it.

    Attributes:
      key: as checkers take it.
      fingerprint: the first half, which stands large, and the rest.
      since: when the record first named it.
      in_use: whether it signs now.
    """

    key: str
    fingerprint: tuple[str, str]
    since: datetime
    in_use: bool
    revoked: Revoked | None


@pages.get("/trust", who=EVERYBODY)
def page() -> str:
    """The keys with their fingerprints, who keeps what, and the table of attacks."""
    events = events_of_the_record()
    revoked = revoked_in(events)
    since = {
        event.fact.key: event.envelope.written_at
        for event in reversed(events)
        if isinstance(event.fact, CheckpointKeyMade)
    }
    known = list(dict.fromkeys(keys_in(events)))
    rows = [
        KeyRow(
            str(key), fingerprint_lines(key.public), since[str(key)],
            key is known[-1] and key.public not in revoked, revoked.get(key.public),
        )
        for key in known[::-1]
    ]  # fmt: skip
    tell_times_of([row.slug for row in the_site().hall.tournaments()])
    make = current_app.config.get("CHECKPOINTS")
    return render_template(
        "proofs/trust.html", keys=rows, attacks=ATTACKS, finders=list(By),
        witnesses=[each.key.name for each in witnesses_named()],
        lies=make().keeps_the_key if make else "", holder=str(value_of(KEY_HOLDER)),
        why=dict(choices(KeyRevokedBecause)),
    )  # fmt: skip
