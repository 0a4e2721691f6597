"""Games to take home: each with its files, its proof, and what checks them without us."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from textwrap import wrap

from msgspec import Struct

from ledger.game.sheet.sheet import Sheet
from ledger.interchange.exporting import zipped
from ledger.messages import say
from ledger.proof.checkpoints import Checkpoints
from ledger.proof.checkpoints_made import latest_in, whole_note
from ledger.proof.facts import CheckpointMade
from ledger.proof.game_proof import CHECKER, GameProof, as_file, proof_of
from ledger.proof.keys import Revoked, keys_in, revoked_in, revoked_wording
from ledger.proof.left_out import hidden_from
from ledger.proof.note import Verifier, in_fours
from ledger.proof.signed_paper import CHECK_PAGE, checker_digest, fingerprint_of_key
from ledger.record.events import record_id
from ledger.visibility import Viewer, is_over

# The checkpoint that games are proved under, and the proof of one as somebody may have it.


class Under(Struct, frozen=True):
    """The newest checkpoint of the log as it is called now.

    Attributes:
      note: as it travels, with the signatures of witnesses.
      keys: the hall's, oldest first; ``revoked``: those that stand revoked, by their public bytes.
    """

    made: CheckpointMade
    note: str
    keys: tuple[Verifier, ...]
    revoked: Mapping[bytes, Revoked]

    @property
    def file(self) -> str:
        return f"checkpoint-{self.made.size}.txt"


def newest_under(checkpoints: Checkpoints) -> Under | None:
    """``None`` where none was made yet, or none since a backup was put back. Makes none."""
    events = checkpoints.log.events_of(record_id())
    made = latest_in(events)
    if made is None or made.origin != checkpoints.origin:
        return None
    return Under(made, whole_note(made, events), keys_in(events), revoked_in(events))


def is_covered(checkpoints: Checkpoints, under: Under | None, position: int) -> bool:
    """Whether the event at a position of the log lies under the checkpoint."""
    return under is not None and checkpoints.tree.place_of(position) < under.made.size


def proof_for(
    viewer: Viewer, sheet: Sheet, checkpoints: Checkpoints, under: Under | None
) -> GameProof | None:
    """The proof of a whole game as this viewer may have it.

    An event that holds anything this viewer is not shown is there as its hash alone.

    Args:
      sheet: the game as it stands.

    Returns:
      ``None`` where the last event of the game lies under no checkpoint yet.
    """
    log = checkpoints.log
    events = log.events_of(sheet.id)
    rows = log.store.placed_rows_of(sheet.id)[: len(events)]
    if under is None or not is_covered(checkpoints, under, rows[-1][0]):
        return None
    states = {row[2]: row[4] for row in rows}
    hidden = hidden_from(viewer, events, states, over=is_over(sheet))
    return proof_of(
        sheet.id, "", log.store, checkpoints.tree, under.made,
        note=under.note, keys=[str(key) for key in under.keys],
        leaving_out=lambda row: row[2] in hidden,
    )  # fmt: skip


# The files, and what is said of them.


class GameToKeep(Struct, frozen=True, kw_only=True):
    """One game and what there is of it.

    Attributes:
      name: what its files begin with: ``r01-t01``.
      told: which game it is, and its scores.
      gcg: empty: it was not recorded turn by turn. ``slip``: a PDF; empty: not shown yet.
      lacking: what is not here, each with the reason.
    """

    name: str
    told: str
    gcg: bytes = b""
    slip: bytes = b""
    proof: GameProof | None = None
    lacking: tuple[str, ...] = ()


GCG, SLIP, PROOF = ".gcg", "-result-slip.pdf", ".proof.json"
READ_ME, KEYS = "README.txt", "keys.txt"


def packed(whose: str, games: Sequence[GameToKeep], under: Under | None) -> bytes:
    """All of it in a zip: the same bytes for the same record.

    Args:
      whose: what the zip holds: ``Games of Ann Lee at Spring Open``.
    """
    files = [(READ_ME, "\n".join([*_read_me(whose, games, under), ""]).encode())]
    for game in games:
        if game.gcg:
            files.append((game.name + GCG, game.gcg))
        if game.slip:
            files.append((game.name + SLIP, game.slip))
        if game.proof is not None:
            files.append((game.name + PROOF, as_file(game.proof)))
    if under is not None:
        files += [(under.file, under.note.encode()), (KEYS, _keys(under).encode())]
    return zipped(files, begun=_checkers())


@cache
def _checkers() -> bytes:
    """The two programs, packed once: they are most of a small zip, and take longest to pack."""
    return zipped([(each.name, each.read_bytes()) for each in (CHECKER, CHECK_PAGE)])


def _keys(under: Under) -> str:
    lines = [
        say("proofs.home.keys"),
        say("proofs.home.compare-keys"),
    ]
    for key in under.keys:
        lines += ["", str(key), in_fours(fingerprint_of_key(key.public))]
        if (gone := under.revoked.get(key.public)) is not None:
            lines.append(revoked_wording(gone))
    return "\n".join([*lines, ""])


WIDE = 88  # signs of a line, so that it is read in any window


def _read_me(whose: str, games: Sequence[GameToKeep], under: Under | None) -> Iterator[str]:
    yield from (whose, "=" * min(len(whose), WIDE), "")
    yield from _wrapped(say("proofs.home.keep-the-folder"))
    yield from ("", say("proofs.home.the-games"), "")
    for game in games:
        yield from _wrapped(game.told, f"{game.name}  ")
        for each in game.lacking:
            yield from _wrapped(say("proofs.home.lacking", what=each), " " * (len(game.name) + 2))
    yield from ("", say("proofs.home.each-file"), "")
    for name, what in _files(games, under):
        yield from _wrapped(what, f"{name:<20}")
    for title, said in (
        (say("proofs.home.in-a-proof"), _of_proofs(games)),
        (say("proofs.home.how-to-check"), _how_to_check(games, under)),
        (say("proofs.home.limits"), _limits()),
    ):
        if said:
            yield from ("", title, "")
        for number, text in enumerate(said, 1):
            yield from _wrapped(text, f"{number}. ")


def _wrapped(text: str, first: str = "") -> list[str]:
    later = " " * len(first)
    return wrap(
        text, WIDE, initial_indent=first, subsequent_indent=later, break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip


def _files(games: Sequence[GameToKeep], under: Under | None) -> Iterator[tuple[str, str]]:
    if any(game.gcg for game in games):
        yield f"*{GCG}", say("proofs.home.file-gcg")
    if any(game.slip for game in games):
        yield f"*{SLIP}", say("proofs.home.file-slip")
    if any(game.proof for game in games):
        yield f"*{PROOF}", say("proofs.home.file-proof")
    if under is not None:
        yield under.file, say("proofs.home.file-checkpoint")
        yield KEYS, say("proofs.home.file-keys")
    yield CHECK_PAGE.name, say("proofs.home.file-page")
    yield CHECKER.name, say("proofs.home.file-checker")


def _of_proofs(games: Sequence[GameToKeep]) -> tuple[str, ...]:
    events = [event for game in games if game.proof is not None for event in game.proof.events]
    hashed = sum(1 for event in events if event.leaf)
    said = []
    if hashed < len(events):
        said.append(say("proofs.home.events-stored"))
    if hashed:
        said.append(say("proofs.home.events-hashed", hashed=hashed, n=len(events)))
        said.append(say("proofs.home.hash-pins"))
    return tuple(said)


def _how_to_check(games: Sequence[GameToKeep], under: Under | None) -> tuple[str, ...]:
    slip = next((game.name + SLIP for game in games if game.slip), "")
    proved = next((game.name + PROOF for game in games if game.proof is not None), "")
    said = []
    if slip:
        said.append(say("proofs.home.check-result", page=CHECK_PAGE.name, keys=KEYS, slip=slip))
    if proved and under is not None:
        said.append(
            say(
                "proofs.home.check-proof",
                checker=CHECKER.name,
                proof=proved,
                page=CHECK_PAGE.name,
                size=under.made.size,
                root=in_fours(under.made.root),
            )
        )
    if slip and proved:
        said.append(say("proofs.home.check-both"))
    said.append(say("proofs.home.check-record"))
    return tuple(said)


def _limits() -> tuple[str, ...]:
    return (
        say("proofs.home.limit-later"),
        say("proofs.home.limit-true"),
        say("proofs.home.limit-key"),
        say("proofs.home.limit-page", page=CHECK_PAGE.name, digest=in_fours(checker_digest())),
    )
