"""The page *Trust*: who holds the keys, and attack by attack, what is found and by whom.

The table is data, and each of its cells is run as an attack (``tests/proof/test_attacks.py``).
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from flask import current_app, render_template

from ledger.messages import say
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

pages = Pages("trust", manual="trust")


class By(StrEnum):
    """Who looks, and with what in the hand."""

    VERIFY = "verify"  # alone
    SLIP = "slip"
    KEPT = "kept"
    WITNESS = "witness"
    COMPARED = "compared"


class Cell(StrEnum):
    FOUND = "found"
    NOT_FOUND = "not found"
    NO_MATTER = "–"  # it is no attack on what this one looks at


class Attack(NamedTuple):
    """What somebody does, and who finds it.

    Attributes:
      name: by which its sentences go.
      cells: in the order of ``By``.
    """

    name: str
    cells: tuple[Cell, Cell, Cell, Cell, Cell]

    @property
    def what(self) -> str:
        return say(f"proofs.attack.{self.name}.what")

    @property
    def because(self) -> str:
        """In a sentence, why, or what else helps."""
        return say(f"proofs.attack.{self.name}.because")

    def by(self, finder: By) -> Cell:
        return self.cells[list(By).index(finder)]


F, N, X = Cell.FOUND, Cell.NOT_FOUND, Cell.NO_MATTER

ATTACKS = (
    Attack("without-key", (F, F, F, F, X)),
    Attack("without-key-dropped", (F, F, F, F, X)),
    Attack("with-key", (N, F, F, F, X)),
    Attack("with-key-and-witness", (N, F, F, N, F)),
    Attack("cut-tail", (F, F, F, F, X)),
    Attack("cut-tail-and-answers", (N, F, F, F, X)),
    Attack("fork", (N, F, F, F, F)),
    Attack("old-backup", (N, F, F, F, X)),
    Attack("forged-slip", (X, F, X, X, X)),
    Attack("forged-slip-with-key", (X, F, X, X, X)),
    Attack("forged-bundle", (X, X, F, X, X)),
    Attack("forged-proof", (X, X, F, X, X)),
)


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
        "proofs/trust.html", keys=rows, attacks=ATTACKS,
        finders=[(one, say(f"proofs.by.{one}")) for one in By],
        witnesses=[each.key.name for each in witnesses_named()],
        lies=make().keeps_the_key if make else "", holder=str(value_of(KEY_HOLDER)),
        why=dict(choices(KeyRevokedBecause)),
    )  # fmt: skip
