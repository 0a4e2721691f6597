"""The closed lists of words that requests take and facts keep, each with what people call them.

A request that holds another word is refused where it is decoded, and by
``ledger.record.mapper`` where Python made it. A word that an older release wrote down stays
readable (``mapper``). Forms, questions and refusals take the words from here; to add a list, add
its type, its ``LISTS`` entry and its words in ``ledger/messages/en/choices.po``, and give it to
the field of the request and of the fact.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

from ledger.messages import language, say
from ledger.vocabulary import Seat
from ledger.vocabulary.desk_matters import MatterKind, PutOffUntil

# Who

NoticedBy = Literal["player", "opponent", "third-party", "found-later"]
RaisedBy = Literal["player", "opponent", "third-party", "observer", "monitor", "staff"]
LateClockBy = Literal["director", "opponent"]
ClaimOf = Literal["challenge", "hold", "other"]
SetCountedBy = Literal["", "both", "one", "staff"]
RecountBy = Literal["both", "first", "second"]
SheetReader = Literal["opponent", "director"]
SeenBy = Literal["both", "opponent", "nobody", "returned-by-both"]
Consent = Literal["opponent", "director"]
Permission = Literal["director", "emergency", "none"]

ScreenKind = Literal[
    "", "names", "tables", "standings", "missing", "announcements", "start", "boards"
]
"""What a screen of the hall shows; empty: what is looked for at the moment."""
ScreenLook = Literal["", "dark", "light"]
RoundPhase = Literal["", "play", "hand-in", "break"]
"""How far an organiser says a round is; empty: its events say it."""
StreamKind = Literal["", "score", "board", "players", "standings", "leaders"]
"""What a screen of a stream shows over the picture of the camera; empty: nothing."""
TokenScope = Literal["read", "official", "results", "players", "rounds"]
CheckpointBecause = Literal["asked", "round-closed", "printed", "restored", "hall-begun"]
KeyRevokedBecause = Literal["lost", "copied", "not-needed"]
WitnessFound = Literal["not-a-continuation", "not-in-the-record", "split-view"]

# The table

StartMethod = Literal["draw", "assigned", "self-balancing", "other", "not-known"]
StartMoment = Literal["", "tile-out", "tile-seen"]
TimerKind = Literal["digital-down", "digital-up", "analogue", "smart-device", "sand", "unknown"]
NamedTimer = Literal[
    "", "digital-down", "digital-up", "analogue", "smart-device", "sand", "unknown", "none"
]
TimerFate = Literal["", "reused", "withdrawn"]
TimerFault = Literal["cannot-stop", "display-dead", "power", "other"]
Petition = Literal["extra-time", "press-nullified"]
Equipment = Literal["tiles", "board", "rack", "bag"]
Layout = Literal["four-5x5", "one-10x10", "on-the-board", ""]

# Tiles

DrawMoment = Literal["hand-in", "first-tile-out", "hand-out", "first-tile-racked"]
DrawManner = Literal[
    "bag-too-low", "eyes-on-the-bag", "hand-with-tiles", "palm-not-shown", "too-slow", "other"
]
OverdrawCause = Literal[
    "drawing", "out-of-order", "dropped-back", "spill", "flash-draw", "courtesy-draw", "exchange",
    "irregular", "false-blank",
]  # fmt: skip
DrawingProcedure = Literal[
    "overdraw", "underdraw", "draw-order", "dropped-back", "spill", "found-tiles"
]
SpillPhase = Literal["drawing", "after-refill", "not-drawing"]
FoundWhere = Literal["outside", "bag"]
UpsetHow = Literal["accidental", "intentional"]

# The play and what is said about it

BlankHow = Literal["slip-circled", "slip-written", "announced", "score-sheet"]
ExchangeGround = Literal["bag", "rack", "number"]
PlacementGround = Literal[
    "misses-centre", "disconnected", "diagonal", "off-the-grid", "misoriented", "moved-tiles",
    "one-tile-first", "other",
]  # fmt: skip
Askew = Literal["upside-down", "sideways", "off-their-squares"]
JudgingMethod = Literal[
    "not-known", "runner", "self-run", "self-adjudicated", "external-device", "smart-device",
    "director", "word-judge",
]  # fmt: skip
VoidReason = Literal["withdrawn", "conceded", "misunderstood-blank", "score-verification", "ruling"]
HowIrregular = Literal[
    "timer-forgotten", "drew-before-recording", "wrote-before-playing", "wrote-before-pressing",
    "change-announced",
]  # fmt: skip
TurnsSince = Literal["as-it-is", "stand", "come-off", "replay"]
NotSaid = Literal[""]
FlashGround = Literal["drew-before-recording", "wrote-before-playing", "drew-too-quickly"]

# Scores, results and the end

PenaltyUnit = Literal["points", "spread", "time", "turn"]
CreditUnit = Literal["points", "spread", "time"]
DeclaredEnd = Literal["round-ended", "ruling", "incomplete", "played-out", "six-zeros"]
ForfeitCause = Literal["overtime", "late", "no-show", "left", "misconduct", "ruling", "board-upset"]
PapersBasis = Literal["tally-sheet", "evidence", "ruling"]
SignedHow = Literal["stroke", "pin", "witness", "paper"]
TallyHow = Literal["signature", "initials"]
SlipMistake = Literal["wrong-table", "typed-wrong"]
SlipTakenBackFor = Literal["wrong-table", "typed-wrong", "entered-anew"]
AmendedUnder = Literal["", "level-one-award", "appeal-outcome"]

# Cases and appeals

CaseAbout = Literal[
    "score", "challenge", "time", "conduct", "equipment", "late", "drawing", "blank",
    "correction", "procedure", "appeal", "other",
]  # fmt: skip
CaseRaisedBy = Literal[
    "", "player", "opponent", "third-party", "observer", "monitor", "staff", "director"
]
StatementRole = Literal["player", "opponent", "witness", "observer", "monitor", "staff"]
EvidenceKind = Literal[
    "score-sheet", "challenge-slip", "blank-slip", "result-slip", "clock-reading", "photo",
    "recording", "other",
]  # fmt: skip
ConfirmedHow = Literal["stroke", "witness"]
StateOfMind = Literal["", "deliberate", "knowing", "careless", "innocent"]
ReportedBecause = Literal["level-1", "level-2", "level-3", "gap", "referred"]
ToldOf = Literal["", "taken-back", "stands-again"]
AppealedAgainst = Literal["ruling", "conduct-finding", "penalty"]
AppealOutcome = Literal["upheld", "upheld-in-part", "dismissed"]
AcceptedByExecutive = Literal["", "whole", "part", "rejected"]
ForgottenBecause = Literal["asked", "time", "ordered", "mistaken"]


_MADE: dict[tuple[int, str], tuple[tuple[str, str], ...]] = {}


def choices(of: Any) -> tuple[tuple[str, str], ...]:  # noqa: ANN401 (a literal is no type)
    """The words of a list in order, each with what people call it.

    >>> choices(UpsetHow)
    (('accidental', 'by accident'), ('intentional', 'on purpose'))
    """
    # By identity: two lists of the same words in another order are equal, and not the same.
    key = (id(of), language())
    made = _MADE.get(key)
    if made is None:
        made = _MADE[key] = tuple((word, _called(of, word)) for word in get_args(of))
    return made


def _called(of: Any, word: str) -> str:  # noqa: ANN401 (a literal is no type)
    return say(f"choices.{LISTS[of]}.word.{word or 'empty'}") if of in LISTS else word


LISTS: dict[Any, str] = {
    NoticedBy: "noticed-by",
    RaisedBy: "raised-by",
    LateClockBy: "consent",
    ClaimOf: "claim-of",
    SetCountedBy: "set-counted-by",
    RecountBy: "recount-by",
    SheetReader: "consent",
    SeenBy: "seen-by",
    Consent: "consent",
    Seat: "seat",
    Permission: "permission",
    StartMethod: "start-method",
    StartMoment: "start-moment",
    TimerKind: "timer-kind",
    NamedTimer: "named-timer",
    TimerFate: "timer-fate",
    TimerFault: "timer-fault",
    Petition: "petition",
    Equipment: "equipment",
    Layout: "layout",
    DrawMoment: "draw-moment",
    DrawManner: "draw-manner",
    OverdrawCause: "overdraw-cause",
    DrawingProcedure: "drawing-procedure",
    SpillPhase: "spill-phase",
    FoundWhere: "found-where",
    UpsetHow: "upset-how",
    BlankHow: "blank-how",
    ExchangeGround: "exchange-ground",
    PlacementGround: "placement-ground",
    Askew: "askew",
    JudgingMethod: "judging-method",
    VoidReason: "void-reason",
    HowIrregular: "how-irregular",
    TurnsSince: "turns-since",
    FlashGround: "flash-ground",
    PenaltyUnit: "penalty-unit",
    CreditUnit: "credit-unit",
    DeclaredEnd: "declared-end",
    ForfeitCause: "forfeit-cause",
    PapersBasis: "papers-basis",
    SignedHow: "signed-how",
    SlipMistake: "slip-mistake",
    SlipTakenBackFor: "slip-taken-back-for",
    TallyHow: "tally-how",
    CaseAbout: "case-about",
    CaseRaisedBy: "case-raised-by",
    StatementRole: "statement-role",
    EvidenceKind: "evidence-kind",
    ConfirmedHow: "confirmed-how",
    StateOfMind: "state-of-mind",
    ReportedBecause: "reported-because",
    ToldOf: "told-of",
    AppealedAgainst: "appealed-against",
    AppealOutcome: "appeal-outcome",
    AcceptedByExecutive: "accepted-by-executive",
    ForgottenBecause: "forgotten-because",
    AmendedUnder: "amended-under",
    CheckpointBecause: "checkpoint-because",
    KeyRevokedBecause: "key-revoked-because",
    WitnessFound: "witness-found",
    ScreenKind: "screen-kind",
    ScreenLook: "screen-look",
    RoundPhase: "round-phase",
    StreamKind: "stream-kind",
    TokenScope: "token-scope",
    MatterKind: "matter-kind",
    PutOffUntil: "put-off-until",
}
"""Every list, by its name in the catalogue of words; ``empty`` stands for no word."""
