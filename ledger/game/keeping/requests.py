"""Another scorekeeper takes a table over, or looks over what was entered."""

from __future__ import annotations

from ledger.game.calls.requests import CallDirector
from ledger.game.challenges.requests import Adjudicate
from ledger.game.context import GameContext, decides
from ledger.game.judging.requests import Readjudicate, ReportMisadjudication
from ledger.game.judging.slips import ReissueChallenge
from ledger.game.keeping.facts import TableHandedOver, TurnsVerified
from ledger.game.sheet.line import Line
from ledger.game.sheet.sheet import Sheet
from ledger.requests import STAFF, Decision, Request
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Saying, Telling

DESK = "desk"
"""Where something is entered on the server itself, or comes from a game file."""


class HandOverTable(Request, frozen=True, tag="hand-over-table", kw_only=True):
    """The scorekeeper leaves this table; whoever takes it over is not known yet."""

    reason: str = ""


class TakeOverTable(Request, frozen=True, tag="take-over-table", kw_only=True):
    """Who asks this keeps the record from here on, on the tablet it comes from."""

    reason: str = ""


class VerifyTurns(Request, frozen=True, tag="verify-turns", kw_only=True):
    """Who asks this has looked these turns over, and found them right.

    Attributes:
      seen: version of the sheet that was looked at: what was corrected since was not seen.
    """

    versions: tuple[int, ...]
    seen: int


FREE_OF_IT = (
    HandOverTable, TakeOverTable, VerifyTurns, CallDirector, Adjudicate, Readjudicate,
    ReportMisadjudication, ReissueChallenge,
)  # fmt: skip
"""What anybody may enter who does not keep the table: about the keeping, calls, verdicts."""


def must_keep_the_table(sheet: Sheet, request: Request, context: GameContext) -> None:
    """Refuse what a scorekeeper enters at a table that was handed over to another.

    As long as nobody has handed it over, every scorekeeper may write at a table. A director
    always may; a word judge does not keep a table.
    """
    keeper = sheet.table.keeper
    if keeper is None or context.role is not Role.SCOREKEEPER or isinstance(request, FREE_OF_IT):
        return
    if (context.by, context.device) != (keeper.badge, keeper.device):
        whom = (
            Saying("game_keeping.badge-on-device", badge=keeper.badge, device=keeper.device)
            if keeper.badge
            else Saying("game_keeping.nobody-yet")
        )
        context.must_be_ruled("table-handed-over", whom=whom)


@decides(HandOverTable, may=STAFF)
def hand_over_table(sheet: Sheet, request: HandOverTable, context: GameContext) -> Decision:
    """Write down that the scorekeeper left; who keeps the table must be the one to say so."""
    keeper = sheet.table.keeper
    if keeper is not None and (context.by, context.device) != (keeper.badge, keeper.device):
        context.must_be_ruled("not-yours-to-hand-over")
    return Decision(
        (
            TableHandedOver(
                former_badge=context.by, former_device=context.device, reason=request.reason.strip()
            ),
        )
    )


@decides(TakeOverTable, may=STAFF)
def take_over_table(sheet: Sheet, request: TakeOverTable, context: GameContext) -> Decision:
    """Write down who keeps the record from here on, and who did before."""
    former = former_keeper(sheet)
    return Decision(
        (
            TableHandedOver(
                badge=context.by,
                device=context.device,
                former_badge=former[0],
                former_device=former[1],
                reason=request.reason.strip(),
            ),
        )
    )


def former_keeper(sheet: Sheet) -> tuple[str, str]:
    """Badge and device of who keeps the record now: as handed over, else who wrote last."""
    keeper = sheet.table.keeper
    if keeper is not None:
        left = not keeper.badge
        return (
            keeper.former_badge if left else keeper.badge,
            keeper.former_device if left else keeper.device,
        )
    for event in reversed(sheet.events[1:]):
        envelope = event.envelope
        if envelope.device != DESK and not isinstance(event.fact, TurnsVerified):
            return envelope.written_by, envelope.device
    return "", ""


def _move(line: Line) -> Telling:
    return Telling(lambda: line.wording)


@decides(VerifyTurns, may=STAFF)
def verify_turns(sheet: Sheet, request: VerifyTurns, context: GameContext) -> Decision:
    """Write down that a second person looked turns over, and found them right."""
    lines = {line.version: line for line in sheet.lines}
    versions = tuple(sorted(set(request.versions)))
    for version in versions or (0,):
        line = lines.get(version)
        if line is None:
            raise context.refusal("no-such-entry/line", version=version)
        context.must_unless_ruled(
            context.by not in entered_by(sheet, line),
            "own-entry",
            move=_move(line),
            badge=context.by,
        )
        context.must_unless_ruled(
            all(correction.version <= request.seen for correction in line.corrections),
            "corrected-since",
            move=_move(line),
        )
    return Decision((TurnsVerified(versions=versions),))


def entered_by(sheet: Sheet, line: Line) -> tuple[str, ...]:
    """Every badge under which something of this line was entered: the turn, or a correction.

    Whom a correction names as having approved it did not enter it.
    """
    versions = (line.version, *(correction.version for correction in line.corrections))
    writers = [sheet.event(version).envelope.written_by for version in versions]
    return tuple(dict.fromkeys(writers))
