"""Forms for everything that can be reported at a table, and the words of their fields."""

from __future__ import annotations

import types
from collections.abc import Collection
from functools import cache, lru_cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields

from ledger.game.blanks.requests import usual_record
from ledger.game.deciding import MAY_ASK
from ledger.game.going_on import Question
from ledger.game.procedure import Value
from ledger.requests import Request
from ledger.rulebook import Rulebook
from ledger.vocabulary import Placement, Points, Role, Seat, Seconds, Tiles
from ledger.vocabulary.closed_lists import choices

# What the fields of a request are called on a form, and the words some of them take.
#
# A question of the rulebook comes first (``ledger.game.going_on``); these stand where it asks
# none. Keys are ``tag.field`` where a field means something else than elsewhere, else ``field``.


WORDS: dict[str, str] = {
    "acceptable": "Is the whole play acceptable?",
    "accepted": "Was the opponent's next turn accepted?",
    "accepted_aloud": "Was the play accepted aloud before?",
    "adjudicator": "Who judged? (badge)",
    "after": "How many seconds after?",
    "held_for": "How many seconds after hold was called?",
    "agreed": "Do both agree?",
    "agrees": "Does the player agree?",
    "amount": "How many?",
    "announced": "Points announced",
    "adjustments": "What a ruling makes of them",
    "apart": "How many lay apart?",
    "at_end": "Time shown when it should have been stopped",
    "at_last": "Time shown when it was stopped at last",
    "at_reveal": "Time shown when the tiles were revealed",
    "at_once": "Was it announced at once?",
    "authority": "Reference to look it up in",
    "away": "Was the player away when the play was made?",
    "bag": "How many tiles in the bag?",
    "basis": "What does that rest on?",
    "before_drawing": "Turn over, and nothing drawn yet?",
    "before_timer": "Before the opponent's timer was started?",
    "blank": "Which blank?",
    "by": "By whom?",
    "restart-clock.by": "Who started it?",
    "cameras": "How many cameras?",
    "cause": "What is the cause?",
    "claimed": "Which letter is claimed?",
    "clause": "Rule",
    "complete": "Are all tiles there?",
    "concealed": "Did the player know and say nothing?",
    "consents": "Who consents?",
    "correct-overdraw.rack": "How many tiles are on the rack now?",
    "correct-overdraw.returned": "How many tiles went back into the bag?",
    "count": "How many tiles?",
    "counted_by": "Who counted?",
    "declare-emergency.what": "What happened?",
    "director-comes.director": "Who came? (badge; empty: you, or who was on the way)",
    "write-claim.of": "What is claimed?",
    "write-claim.turn": "Which turn, counted from 1?",
    "write-claim.words": "What was said?",
    "stopped": "Are both clocks stopped for it?",
    "declined": "Did the player decline to draw again?",
    "degrees": "By how far is it turned?",
    "deliberate": "Was it deliberate?",
    "director_agrees": "Does the director agree?",
    "draw-courteously.after": "How many seconds after the hold?",
    "drawn": "How many tiles were drawn?",
    "due": "How many were due?",
    "end-emergency.fit": "Can the player go on?",
    "exposed": "How many tiles were turned up?",
    "fault": "What is wrong with it?",
    "finding": "What was found?",
    "found": "How many were found?",
    "found_by": "Who found it?",
    "from_board": "Is the tile one of those on the board?",
    "given": "How many tiles went to the player?",
    "ground": "What is wrong?",
    "hand_in_bag": "Was a hand in the bag before?",
    "hand_out": "Had the hand wholly left the bag?",
    "had_chance": "Had the opponent a fair chance to draw first?",
    "held": "How many tiles were held before?",
    "how": "How?",
    "kind": "Which kind?",
    "knowingly": "Was it done knowingly?",
    "label": "What is written on it?",
    "last_round_over": "Is the last round over?",
    "last_turns": "How many of the last turns? 0: all of them",
    "layout": "How do they lie?",
    "legal": "Was it as the rules want it?",
    "letter": "Which letter?",
    "looked": "Has the player looked at them?",
    "loser": "Who loses?",
    "manner": "What was wrong?",
    "margin": "By how many points?",
    "method": "How was it settled?",
    "misoriented": "Does it run the other way?",
    "mixed": "Were they mixed with other tiles?",
    "mix-courtesy-tiles.mixed": "Were the new tiles mixed with the rack?",
    "moment": "Which moment?",
    "monitor": "Who watches?",
    "neutral": "Were the clocks stopped?",
    "no_change_in_favour_of": "Whom may no change favour?",
    "note": "A note",
    "noticed_by": "Who noticed it first?",
    "now": "Which scores from now on?",
    "objected": "Did its owner object?",
    "observer": "Who saw it? (name)",
    "offence": "Which act of the rulebook, if any?",
    "of": "Whose score sheet?",
    "of_first": "Scores on the first player's paper",
    "of_second": "Scores on the second player's paper",
    "on_paper": "Who has the letter on paper?",
    "on_request": "Was it asked for?",
    "opponent_due": "How many were due to the opponent?",
    "opponent_held": "How many tiles did the opponent hold?",
    "out_of_order": "What was done out of order?",
    "outcome": "What was settled?",
    "over": "Seconds of overtime",
    "owner": "Whose is it?",
    "owner_told": "Was its owner told?",
    "place-tiles.placement": "The play",
    "permission": "With whose leave?",
    "phase": "When did it happen?",
    "player": "Which player?",
    "points": "How many points?",
    "pressed": "Was the timer pressed?",
    "pressed_after": "How many seconds later was the timer pressed?",
    "proper": "Is it an emergency, as the director confirms?",
    "rack": "How many tiles on the rack?",
    "racked": "Is any new tile on the rack?",
    "racks": "Tiles on both racks",
    "restore-racks.racks": "How many tiles go to each rack?",
    "racks_sealed": "Are the racks sealed?",
    "raised_by": "Who asks?",
    "real": "Which letter is on the tile?",
    "reason": "Why?",
    "restart-clock.reason": "A note",
    "remembered": "Both times as remembered",
    "replaced_by": "Which timer takes its place?",
    "retracted_tile_racked": "Has a tile taken back touched the rack?",
    "new_tile_racked": "Has a newly drawn tile touched the rack?",
    "returned": "How many tiles went back into the bag?",
    "return-new-tiles.seen": "Were they seen?",
    "revealed": "How many tiles were turned up?",
    "score": "Points",
    "score_written": "Was the score written in full before?",
    "scores": "Turns found to be worth something else",
    "forfeit.scores": "Scores, where a ruling sets them",
    "searched": "Was it searched for?",
    "seat": "Which player?",
    "restart-clock.seat": "Whose clock runs?",
    "confirm-restart.seat": "Whose clock is started?",
    "seated": "Are both seated?",
    "seconds": "How many seconds?",
    "seen": "Did the player see the tile?",
    "seen_by": "Who looked at them?",
    "settings": "Both timers are set to",
    "short": "How many tiles are missing?",
    "shortage_announced": "Was a shortage of time announced?",
    "shown": "How many tiles were shown?",
    "shuffled": "Were the tiles shuffled?",
    "square": "On which square?",
    "squares": "On which squares?",
    "starter": "Who starts?",
    "correct-start.starter": "Who started?",
    "correct-start.timer": "Which timer stood on the table?",
    "approved_by": "Who agreed? (both players, or a badge)",
    "take-back-signature.seat": "Whose signature is it said to be?",
    "supervisor": "Who goes along?",
    "sure": "Are such scores meant?",
    "forfeit.sure": "Is it meant, though players told a result by phone?",
    "tallies_differ": "Do the players' tallies differ?",
    "tile_out": "Was a new tile out of the bag before?",
    "tile_racked": "Was a new tile on the rack before?",
    "tiles": "Which tiles?",
    "gather-set.tiles": "How many tiles?",
    "tiles_back": "Are the tiles back on the rack?",
    "timer": "What becomes of the timer?",
    "start-game.timer": "Which timer?",
    "times": "Both times from now on",
    "told": "Was the score said again, or were the tiles taken back?",
    "totals": "Both scores",
    "touched": "Has any new tile been on the rack?",
    "said_next": "How many were said next?",
    "turn": "After which turn?",
    "turn_over": "Was the turn over?",
    "under": "Does it carry out a ruling?",
    "unit": "Of what?",
    "until": "Until when?",
    "used": "How many seconds did that take?",
    "voiced": "Was it said aloud?",
    "warned": "Had the opponent warned?",
    "what": "What is it about?",
    "where": "Where was it?",
    "witness": "Who witnessed it? (badge)",
    "witnesses": "Who else was heard?",
    "words": "Which words?",
    "writing": "Has the player begun to write?",
    "written": "Both totals as written",
    "amend-result.told": "Who was told?",
    "record-overtime.used": "Seconds used in all, as a timer that counts up shows them",
    "report-bag-count.count": "How many tiles were counted?",
    "report-bag-count.objected": "Who objected to the other's counting?",
    "report-spill.bag": "How many tiles were in the bag before?",
    "report-spill.count": "How many tiles lie outside the bag?",
    "report-spill.declined": "Does the other player decline the overdraw correction?",
    "report-spill.drawn": "How many tiles were drawn before the spill?",
    "report-underdraw.after": "After which turn?",
    "settle-drawing.finding": "What did the director rule?",
    "settle-spill.returned": "How many tiles went into the bag?",
    "after_next_play": "Was it found only after a further play and draw?",
    "returned_first": "Did the old tiles go back first?",
    "screens_shared": "Are the screens shared?",
}  # fmt: skip

VALUES: dict[str, tuple[tuple[int, str], ...]] = {
    "correct-orientation.degrees": ((0, "as the board"), (90, "90°"), (180, "180°"), (270, "270°")),
    "set-orientation.degrees": ((0, "as the board"), (90, "90°"), (180, "180°"), (270, "270°")),
    "designate-blank.blank": ((1, "the first"), (2, "the second")),
}
"""Numbers a field takes, with what they are called; a rulebook's own list comes before these."""

NOT_ASKED = frozenset({
    "write-claim.refused",
    "challenge-exchange.version", "report-undeclared-blank.seat",
    "determine-starter.firsts", "determine-starter.seconds",
    "determine-starter.unplayed", "determine-starter.draws", "correct-start.draws",
    "adjudicate.lexicon", "readjudicate.lexicon", "place-tiles.beside",
})  # fmt: skip
"""What the record works out for itself, or what no form has to ask."""


Kind = Literal[
    "seat", "player", "yes-no", "number", "seconds", "choice", "text", "tiles", "square",
    "words", "several", "pair", "pair-seconds", "pair-tiles", "turns", "placement", "procedure",
]  # fmt: skip
"""How a field is asked for; the page has a way for each (``js/entry/irregular/fields.js``)."""

BY_TYPE: dict[object, Kind] = {
    Seat: "seat", bool: "yes-no", int: "number", Points: "number", Seconds: "seconds",
    Tiles: "tiles", str: "text", Placement: "placement",
}  # fmt: skip
IN_PAIRS: dict[Kind, Kind] = {"number": "pair", "seconds": "pair-seconds", "tiles": "pair-tiles"}
BY_NAME: dict[str, Kind] = {
    "square": "square", "claimed": "text", "player": "player", "starter": "player",
    "owner": "player",
}  # fmt: skip
MAY_BE_LEFT_OPEN = frozenset({"text", "tiles", "words", "several"})
"""Kinds whose empty answer is an answer, where the request can be made without one."""


class Field(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One field of a form.

    Attributes:
      needed: the request can't be made without it.
      asked: the rulebook in force wants to know it.
      open: it may be left unknown, as ``None``.
      choices: what it may be, each with its words; values as the request takes them.
      default: what it is when nobody says anything else.
    """

    name: str
    kind: Kind
    words: str
    needed: bool = False
    asked: bool = False
    open: bool = False
    choices: tuple[tuple[str | int, str], ...] = ()
    default: bool | Value = None


class Form(Struct, frozen=True, kw_only=True, omit_defaults=True):
    fields: tuple[Field, ...]
    roles: tuple[Role, ...]


def form_of(request: type[Request], rules: Rulebook, questions: tuple[Question, ...] = ()) -> Form:
    """The form of one request; the rulebook's ``questions`` come first, in its words."""
    first = {question.field for question in questions}
    return asking(_plain_form(request, rules, first), request, questions)


def asking(plain: Form, request: type[Request], questions: tuple[Question, ...]) -> Form:
    if not questions:
        return plain
    made = [_questioned(request, question) for question in questions]
    named = {field.name for field in made}
    made += [field for field in plain.fields if field.name not in named]
    return Form(fields=tuple(made), roles=plain.roles)


def _plain_form(request: type[Request], rules: Rulebook, but: Collection[str]) -> Form:
    """The form of a request where nothing is asked in words of the rulebook's."""
    tag, hints, by_name = _made_of(request)
    fields = tuple(
        _field(tag, field, hints[field.name], rules)
        for field in sorted(by_name.values(), key=lambda field: not field.required)
        if field.name not in but and f"{tag}.{field.name}" not in NOT_ASKED
    )
    roles = MAY_ASK.get(request, frozenset())
    return Form(fields=fields, roles=tuple(role for role in Role if role in roles))


@cache
def _made_of(request: type[Request]) -> tuple[str, dict[str, Any], dict[str, FieldInfo]]:
    """A request's tag, and its fields' types and what else is known of them, by name."""
    return (
        str(request.__struct_config__.tag),
        get_type_hints(request),
        {field.name: field for field in fields(request)},
    )


@lru_cache(maxsize=4096)
def _questioned(request: type[Request], question: Question) -> Field:
    _, hints, by_name = _made_of(request)
    hint = hints[question.field]
    required = by_name[question.field].required
    may_be_empty = question.kind == "text"
    kind, is_open = kind_of(question.field, hint)
    if question.kind == "choice":
        kind = "several" if kind in ("words", "several") else "choice"
    elif kind == "text" or (kind == "number" and question.kind == "seconds"):
        kind = question.kind
    number = _plain(hint)[0] in (int, Points, Seconds)
    return Field(
        name=question.field,
        kind=kind,
        words=question.words,
        needed=required or (kind not in MAY_BE_LEFT_OPEN and not is_open and not may_be_empty),
        asked=True,
        open=is_open,
        choices=tuple(
            [(int(value) if number else value, words) for value, words in question.choices]
        ),
    )


def _field(tag: str, field: FieldInfo, hint: object, rules: Rulebook) -> Field:
    kind, is_open = kind_of(field.name, hint)
    full = f"{tag}.{field.name}"
    choices = _choices_of(full, hint, rules)
    if full == "settle-drawing.what":
        kind = "procedure"
    elif choices and kind in ("text", "number", "choice"):
        kind = "choice"
    default = None if field.default is NODEFAULT else field.default
    if full == "determine-starter.method":
        default = rules.start.method.value
    elif full == "designate-blank.how":
        default = usual_record(rules)
    return Field(
        name=field.name,
        kind=kind,
        words=words_for(tag, field.name),
        needed=field.required,
        open=is_open,
        choices=choices,
        default=default,
    )


def words_for(tag: str, name: str) -> str:
    return WORDS.get(f"{tag}.{name}") or WORDS.get(name) or name.replace("_", " ").capitalize()


def unanswered(request: type[Request], names: Collection[str]) -> tuple[str, ...]:
    """What a request can't be made without and that ``told`` lacks, in a form's words."""
    tag, _, by_name = _made_of(request)
    lacking = (one.name for one in by_name.values() if one.required and one.name not in names)
    return tuple(words_for(tag, name) for name in lacking)


def _choices_of(full: str, hint: object, rules: Rulebook) -> tuple[tuple[str | int, str], ...]:
    """What a field may be: as the rulebook lists it, as its type does, or as we know."""
    listed = {
        "neutralise-clock.reason": tuple(one for one, _ in rules.stopping.reasons.value or ()),
        "stop-recount.reason": rules.recount.stopped_for.value or (),
        "issue-challenge.method": ("not-known", *rules.judging.methods),
        "choose-timer.kind": (*(rules.timer.kinds.value or ()), "unknown"),
    }.get(full, ())
    if listed:
        return tuple((one, one.replace("-", " ")) for one in listed)
    if full in VALUES:
        return VALUES[full]
    return tuple(
        (word, called or "none of these")
        for of in _literals(_plain(hint)[0])
        for word, called in choices(of)
    )


def kind_of(name: str, hint: object) -> tuple[Kind, bool]:
    """How a field of this type is asked for, and whether it may be left unknown."""
    plain, is_open = _plain(hint)
    if _literals(plain):
        return "choice", is_open
    if plain in BY_TYPE:
        kind = BY_TYPE[plain]
        return (BY_NAME.get(name, kind) if kind in ("text", "number") else kind), is_open
    if get_origin(plain) is tuple:
        parts = get_args(plain)
        if parts[-1] is Ellipsis:
            named = parts[0] is Seat or bool(_literals(parts[0])) or name in ("agreed_by", "told")
            several: Kind = "several" if named else "words" if parts[0] is str else "turns"
            return several, is_open
        if parts[0] is parts[-1] and parts[0] in BY_TYPE:
            return IN_PAIRS[BY_TYPE[parts[0]]], is_open
    raise TypeError(f"no form asks for {name}: {hint}")


def _plain(hint: object) -> tuple[Any, bool]:
    """The type without ``None``, and whether ``None`` was part of it."""
    if get_origin(hint) in (Union, types.UnionType):
        parts = [part for part in get_args(hint) if part is not type(None)]
        left = parts[0] if len(parts) == 1 else Union[tuple(parts)]  # noqa: UP007 (made here)
        return left, len(parts) < len(get_args(hint))
    return hint, False


def _literals(hint: object) -> tuple[Any, ...]:
    if get_origin(hint) is Literal:
        return (hint,)
    if get_origin(hint) in (Union, types.UnionType):
        return tuple(one for part in get_args(hint) for one in _literals(part))
    return ()
