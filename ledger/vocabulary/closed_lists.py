"""The closed lists of words that requests take and facts keep, each with what people call them.

A request that holds another word is refused where it is decoded, and by
``ledger.record.mapper`` where Python made it. A word that an older release wrote down stays
readable (``mapper``). Forms, questions and refusals take the words from here; to add a list, add
its type and its ``LISTS`` entry, and give it to the field of the request and of the fact.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

from msgspec import Struct

from ledger.vocabulary import Seat
from ledger.vocabulary.desk_matters import MATTERS_TOLD, UNTIL_TOLD, MatterKind, PutOffUntil

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


class Listed(Struct, frozen=True):
    """One closed list.

    Attributes:
      what: what a word of it is, as ``'by telepathy' is no way to record a blank`` has it.
      words: each word, with what people call it.
    """

    what: str
    words: dict[str, str]


_MADE: dict[int, tuple[tuple[str, str], ...]] = {}


def choices(of: Any) -> tuple[tuple[str, str], ...]:  # noqa: ANN401 (a literal is no type)
    """The words of a list in order, each with what people call it.

    >>> choices(UpsetHow)
    (('accidental', 'by accident'), ('intentional', 'on purpose'))
    """
    # By identity: two lists of the same words in another order are equal, and not the same.
    made = _MADE.get(id(of))
    if made is None:
        words = LISTS[of].words if of in LISTS else {}
        made = tuple((word, words.get(word, word.replace("-", " "))) for word in get_args(of))
        _MADE[id(of)] = made
    return made


_TIMERS = {
    "digital-down": "digital, counts down",
    "digital-up": "digital, counts up",
    "analogue": "clock with hands",
    "smart-device": "smart device",
    "sand": "sand timer",
    "unknown": "not known",
}
_PLAYERS = {"player": "the player", "opponent": "the opponent", "third-party": "somebody else"}
_TWO = {"opponent": "the opponent", "director": "the director"}
_SEEN_LATE = {
    "drew-before-recording": "tiles drawn before the score was written",
    "wrote-before-playing": "the score written before the play was made",
}

LISTS: dict[Any, Listed] = {
    NoticedBy: Listed("way to notice it", {**_PLAYERS, "found-later": "it was found later"}),
    RaisedBy: Listed("person who can call the director", {
        "player": "the player whose act it was", "opponent": "the opponent",
        "third-party": "another player", "observer": "somebody who watched",
        "monitor": "the monitor", "staff": "staff",
    }),
    LateClockBy: Listed("person who can start a late clock", _TWO),
    ClaimOf: Listed("claim that can be written down", {
        "challenge": "the play was challenged", "hold": "hold was called",
        "other": "something else",
    }),
    SetCountedBy: Listed("way to count the set", {
        "": "nobody noted it", "both": "both players", "one": "one player", "staff": "staff",
    }),
    RecountBy: Listed("person who can finish a recount", {
        "both": "both players", "first": "the first", "second": "the second",
    }),
    SheetReader: Listed("person who could look at a score sheet", _TWO),
    SeenBy: Listed("answer to who saw the tiles", {
        "both": "both", "opponent": "the opponent", "nobody": "nobody",
        "returned-by-both": "those that go back: both",
    }),
    Consent: Listed("person whose consent is asked", _TWO),
    Seat: Listed("player of the two", {}),
    Permission: Listed("permission to leave", {
        "director": "the director's", "emergency": "an emergency", "none": "nobody's",
    }),
    StartMethod: Listed("way to settle who starts", {
        "draw": "drawn", "assigned": "by the pairing",
        "self-balancing": "who started less often", "other": "otherwise",
        "not-known": "not known",
    }),
    StartMoment: Listed("moment to start the first clock", {
        "": "nobody noted it", "tile-out": "the first tile was out",
        "tile-seen": "the first tile was seen",
    }),
    TimerKind: Listed("timer", _TIMERS),
    NamedTimer: Listed("timer", {"": "as it was named", **_TIMERS, "none": "none"}),
    TimerFate: Listed("end of a timer", {
        "": "nothing", "reused": "it is used again", "withdrawn": "it is withdrawn",
    }),
    TimerFault: Listed("fault of a timer", {
        "cannot-stop": "it can't be stopped", "display-dead": "a display is dead",
        "power": "no power", "other": "something else",
    }),
    Petition: Listed("petition", {
        "extra-time": "extra time", "press-nullified": "a press by accident undone",
    }),
    Equipment: Listed("piece of equipment", {}),
    Layout: Listed("way to leave the tiles", {
        "four-5x5": "four squares of 25", "one-10x10": "one square of 100",
        "on-the-board": "as they were played", "": "not known",
    }),
    DrawMoment: Listed("moment of a draw", {
        "hand-in": "a hand went into the bag",
        "first-tile-out": "the first tile came out of the bag",
        "hand-out": "the hand left the bag with all the tiles",
        "first-tile-racked": "the first new tile came onto the rack",
    }),
    DrawManner: Listed("manner of drawing", {
        "bag-too-low": "the bag was held too low",
        "eyes-on-the-bag": "the player looked at or into the bag",
        "hand-with-tiles": "a hand that held tiles went into the bag",
        "palm-not-shown": "the empty hand was not shown",
        "too-slow": "the draw was too slow", "other": "something else",
    }),
    OverdrawCause: Listed("cause of an overdraw", {}),
    DrawingProcedure: Listed("procedure about the drawing", {}),
    SpillPhase: Listed("moment of a spill", {
        "drawing": "while drawing, the rack not refilled yet",
        "after-refill": "just after the rack was refilled",
        "not-drawing": "not in connection with drawing",
    }),
    FoundWhere: Listed("place to find a tile", {
        "outside": "outside the bag", "bag": "in the bag, thought to be empty",
    }),
    UpsetHow: Listed("way to upset a board", {
        "accidental": "by accident", "intentional": "on purpose",
    }),
    BlankHow: Listed("way to record a blank", {
        "slip-circled": "circled on the slip", "slip-written": "written on the slip",
        "announced": "said only", "score-sheet": "on a score sheet",
    }),
    ExchangeGround: Listed("reason to object to an exchange", {
        "bag": "too few tiles in the bag", "rack": "the rack", "number": "another number",
    }),
    PlacementGround: Listed("reason we know", {
        "misses-centre": "the first play misses the centre",
        "disconnected": "tiles are not part of one word",
        "diagonal": "a word is diagonal",
        "off-the-grid": "a word leaves the board",
        "misoriented": "a word runs the other way",
        "moved-tiles": "tiles of an earlier turn were moved",
        "one-tile-first": "the first play is one tile",
        "other": "something else",
    }),
    Askew: Listed("way to lie that we know", {
        "upside-down": "upside down", "sideways": "sideways",
        "off-their-squares": "off their squares",
    }),
    JudgingMethod: Listed("way to judge a challenge", {}),
    VoidReason: Listed("reason to end a challenge", {
        "withdrawn": "the challenge is withdrawn", "conceded": "the play is taken back",
        "misunderstood-blank": "the blank was misread",
        "score-verification": "only the score was asked for", "ruling": "a ruling",
    }),
    HowIrregular: Listed("way to make a turn out of order", {
        "timer-forgotten": "the timer was forgotten", **_SEEN_LATE,
        "wrote-before-pressing": "the score written before the timer was pressed",
        "change-announced": "a change announced and begun",
    }),
    TurnsSince: Listed("thing to do with the turns made since a verdict", {
        "as-it-is": "nothing changes, play goes on",
        "stand": "the verdict is carried out, the turns since stand",
        "come-off": "the verdict is carried out, the plays since come off",
        "replay": "the verdict is carried out, and play begins again from there",
    }),
    FlashGround: Listed("reason why a play could not be answered", {
        **_SEEN_LATE, "drew-too-quickly": "tiles drawn too quickly",
    }),
    PenaltyUnit: Listed("unit of a penalty", {"time": "seconds", "turn": "turns"}),
    CreditUnit: Listed("unit of a credit", {"time": "seconds"}),
    DeclaredEnd: Listed("way to declare a game over", {
        "six-zeros": "scoreless turns in a row", "round-ended": "the round is over",
        "ruling": "a ruling", "incomplete": "it is not finished",
    }),
    ForfeitCause: Listed("reason to forfeit a game", {
        "no-show": "did not come", "ruling": "a ruling", "board-upset": "the board was upset",
    }),
    PapersBasis: Listed("basis", {
        "tally-sheet": "the tally sheet", "evidence": "evidence", "ruling": "a ruling",
    }),
    SignedHow: Listed("way to sign", {
        "stroke": "by hand on the screen", "pin": "with a PIN", "witness": "before a witness",
        "paper": "on paper",
    }),
    SlipMistake: Listed("reason to take a slip back", {
        "wrong-table": "it was typed for the wrong table", "typed-wrong": "it was typed wrong",
    }),
    SlipTakenBackFor: Listed("reason a slip was taken back", {
        "wrong-table": "it was typed for the wrong table", "typed-wrong": "it was typed wrong",
        "entered-anew": "the slip before it was taken back, and it is entered once more",
    }),
    TallyHow: Listed("way to sign the tally sheet", {}),
    CaseAbout: Listed("subject of a case", {}),
    CaseRaisedBy: Listed("person who can raise a case", {
        "": "nobody noted it", "player": "a player at the table",
        "opponent": "the opponent of whose act it was",
        "third-party": "another player", "observer": "somebody who watched",
        "monitor": "the monitor", "staff": "staff", "director": "the director, uninvited",
    }),
    StatementRole: Listed("person to be heard", {}),
    EvidenceKind: Listed("kind of evidence", {}),
    ConfirmedHow: Listed("way to confirm a statement", {
        "stroke": "signed by hand", "witness": "before a witness",
    }),
    StateOfMind: Listed("state of mind", {"": "not found"}),
    ReportedBecause: Listed("reason to report a case", {
        "gap": "the book leaves it open", "referred": "it is referred",
    }),
    ToldOf: Listed("thing to tell of a ruling", {
        "": "the ruling", "taken-back": "the ruling was taken back",
        "stands-again": "the ruling stands after all",
    }),
    AppealedAgainst: Listed("thing to appeal against", {"conduct-finding": "a finding on conduct"}),
    AppealOutcome: Listed("outcome of an appeal", {"upheld-in-part": "upheld in part"}),
    AcceptedByExecutive: Listed("answer to a recommendation", {
        "": "nobody was asked", "whole": "accepted", "part": "accepted in part",
    }),
    ForgottenBecause: Listed("reason to remove what somebody gave", {
        "asked": "whoever gave it asked for it",
        "time": "the time for which it is kept is over",
        "ordered": "a court or an authority ordered it",
        "mistaken": "it should never have been taken in",
    }),
    AmendedUnder: Listed("ground for an amendment", {
        "": "no", "level-one-award": "an award", "appeal-outcome": "the outcome of an appeal",
    }),
    CheckpointBecause: Listed("reason for a checkpoint", {
        "asked": "somebody asked for it", "round-closed": "a round was closed",
        "printed": "paper was printed", "restored": "the record was restored",
        "hall-begun": "the hall was set up",
    }),
    KeyRevokedBecause: Listed("reason why a key is revoked", {
        "lost": "it was lost, and may be in other hands",
        "copied": "somebody else may have copied it",
        "not-needed": "it is not needed any more",
    }),
    WitnessFound: Listed("finding of a witness", {
        "not-a-continuation": "what it signed before is not the beginning of this record",
        "not-in-the-record": "it signed a checkpoint that this record does not hold",
        "split-view": "another record was signed with this one's key, and shown to a witness",
    }),
    ScreenKind: Listed("thing to show on a screen", {
        "": "What is needed now", "names": "By name", "tables": "By table",
        "standings": "Standings", "missing": "Missing slips",
        "announcements": "Announcements and prizes", "start": "Time to the next round",
        "boards": "Live boards",
    }),
    ScreenLook: Listed("colours of a screen", {
        "": "As its computer has them", "dark": "Dark", "light": "Light",
    }),
    TokenScope: Listed("scope of a token", {
        "read": "read what visitors read", "official": "read what its badge is shown",
        "results": "type results from slips", "players": "enter players",
        "rounds": "pair rounds",
    }),
    MatterKind: Listed("kind of what waits", MATTERS_TOLD),
    PutOffUntil: Listed("moment to come back", UNTIL_TOLD),
}  # fmt: skip
"""Every list, with its words; a word that is not there is called as it is written."""
