"""A result as its signers are told it (text, digest), and every signature it was given."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from ledger.game.results.facts import RecordsSettled, ResultAmended, ResultSigned
from ledger.game.results.folds import BY_PLAYERS, ground_of
from ledger.game.sheet.line import NOT_RECORDED, Line, LineKind, note_told, noted_wording
from ledger.game.sheet.outcome import outcome_of
from ledger.game.sheet.sheet import IN_THE_RESULT, Sheet
from ledger.game.sheet.standing import if_shown, standing, with_reason
from ledger.game.turns.facts import ActTakenBack
from ledger.messages import ENGLISH, LANGUAGES, language, say, speaking
from ledger.messages.written import day_written, reason_given
from ledger.record.events import Event
from ledger.record.standing import removed_on
from ledger.vocabulary import Moment, Seat, Totals
from ledger.vocabulary.signs import as_read

# Every signature a result was given and every amendment of it, told with what each is for.


class SignatureTold(Struct, frozen=True, kw_only=True):
    """One signature.

    Attributes:
      totals: the scores it was given for.
      how: as in ``ResultSigned``.
      at: when it was written.
      event: version of its event; ``covers``: of the last event it is for, ``None``: not known.
      shown: SHA-256, in hex, of the words the player saw; checked only where ``covers`` is known.
      stands: whether it is for the result as it stands now.
      amendment: whether it agrees to an amendment.
      under_protest: as in ``ResultSigned``.
      language: in which ``shown`` was seen.
      text: the name of the text that it is of, as ``ResultSigned.text`` has it.
      removed_at: when the strokes of the hand were removed from the record; ``None``: they were
        not, or there were none.
    """

    seat: Seat
    totals: Totals
    how: str
    witness: str
    at: Moment
    event: int
    covers: int | None
    shown: str
    stands: bool
    amendment: bool
    under_protest: bool
    language: str = ENGLISH
    text: str = ""
    removed_at: Moment | None = None


class AmendmentTold(Struct, frozen=True, kw_only=True):
    """One amendment of a signed result.

    Attributes:
      was: the scores before, ``now``: the scores that stood from here on.
      kind: as in ``ResultAmended``; ``papers-settled`` where papers differed.
      ground: the same in words.
      agreed_by: seats that signed for it, and badges of officials.
      told: seats that were told of it.
      clause: the rule or the ruling's citation; empty: not known.
      by: badge of who entered it.
    """

    was: Totals
    now: Totals
    kind: str
    ground: str
    reason: str
    agreed_by: tuple[str, ...]
    told: tuple[str, ...]
    clause: str
    by: str
    at: Moment
    event: int


def signatures_view(sheet: Sheet) -> tuple[SignatureTold, ...]:
    """Every signature of this result, oldest first; those that no longer count included."""
    counting = {one.version for one in sheet.result.signatures}
    removed = removed_on(sheet.events)
    return tuple(
        SignatureTold(
            seat=fact.seat,
            totals=fact.totals,
            how=fact.how,
            witness=fact.witness,
            at=event.envelope.written_at,
            event=event.originator_version,
            covers=fact.covers,
            shown=if_shown(fact.shown),
            stands=event.originator_version in counting,
            amendment=fact.amendment is not None,
            under_protest=fact.under_protest,
            language=text_of(fact.text)[0],
            text=fact.text,
            removed_at=removed.get(fact.words) if fact.words else None,
        )
        for event, fact, _ in standing(sheet.events)
        if isinstance(fact, ResultSigned)
    )


def amendments_view(sheet: Sheet) -> tuple[AmendmentTold, ...]:
    """Every amendment of this result, oldest first."""
    found: list[AmendmentTold] = []
    was, signed = sheet.totals, False
    for event, fact, _ in standing(sheet.events):
        if isinstance(fact, ResultSigned):
            signed = signed or fact.amendment is not None
            was = fact.totals if fact.amendment is None else was
        elif isinstance(fact, ResultAmended):
            found.append(_amended(event, fact, signed=signed))
        elif isinstance(fact, RecordsSettled) and fact.totals != was:
            found.append(_settled(event, fact, was))
        if found and found[-1].event == event.originator_version:
            was, signed = found[-1].now, False
    return tuple(found)


def _amended(event: Event, fact: ResultAmended, *, signed: bool) -> AmendmentTold:
    by_word = fact.kind in BY_PLAYERS and not signed
    return AmendmentTold(
        was=fact.was,
        now=fact.now,
        kind=fact.kind,
        ground=ground_of("by-word-of-mouth" if by_word else fact.kind),
        reason=if_shown(fact.reason),
        agreed_by=fact.agreed_by,
        told=fact.told,
        clause=fact.clause or fact.citation,
        by=event.envelope.written_by,
        at=event.envelope.written_at,
        event=event.originator_version,
    )


def _settled(event: Event, fact: RecordsSettled, was: Totals) -> AmendmentTold:
    return AmendmentTold(
        was=was,
        now=fact.totals,
        kind="papers-settled",
        ground=ground_of("papers-settled"),
        reason=fact.note or by_basis(fact),
        agreed_by=(event.envelope.written_by,),
        told=(),
        clause="",
        by=event.envelope.written_by,
        at=event.envelope.written_at,
        event=event.originator_version,
    )


def by_basis(fact: RecordsSettled) -> str:
    """On what the director found what holds; empty where that is not shown."""
    return say(f"game_results.by-basis.{fact.basis}") if if_shown(fact.basis) else ""


def in_utc(at: datetime) -> str:
    return f"{at.astimezone(UTC):%H:%M} UTC"


def result_notes(sheet: Sheet, clock: Callable[[datetime], str] = in_utc) -> tuple[str, ...]:
    """A sentence for each signature and each amendment, in the order in which they were made.

    Args:
      clock: how a moment is told; it says of which zone it is.
    """
    notes: list[tuple[int, str]] = [
        (one.event, _signature_words(sheet, one, clock(one.at))) for one in signatures_view(sheet)
    ]
    notes += [(one.event, _amendment_words(one, clock(one.at))) for one in amendments_view(sheet)]
    if sheet.result.carried and all(version != sheet.result.carried for version, _ in notes):
        carried = sheet.event(sheet.result.carried)
        back = isinstance(carried.fact, ActTakenBack)
        how = "stands-since-taken-back" if back else "stands-by-ruling"
        by = _by(carried.envelope.written_by, clock(carried.envelope.written_at))
        notes.append((sheet.result.carried, say(f"game_results.note.{how}", by=by)))
    return tuple(words for _, words in sorted(notes))


def _signature_words(sheet: Sheet, one: SignatureTold, at: str) -> str:
    if one.witness:
        how = say("game_results.before-witness-as-witness", witness=one.witness)
    else:
        how = say(f"game_results.signed-{one.how}")
    if one.amendment and not any(made.now == one.totals for made in amendments_view(sheet)):
        signed = "signed-and-not-amended" if sheet.result.amending is None else "signed-if-amended"
    else:
        signed = "signed" if one.stands else "signed-and-not-standing"
    told = say(
        f"game_results.note.{signed}",
        player=sheet.name(one.seat),
        totals=_scores(one.totals),
        how=how,
        at=at,
    )
    if one.removed_at:
        day = day_written(one.removed_at)
        return say("game_results.note.handwriting-removed", told=told, day=day)
    return told


def _amendment_words(one: AmendmentTold, at: str) -> str:
    was, now = _scores(one.was), _scores(one.now)
    grounds = ", ".join(filter(None, (one.ground, one.clause, _by(one.by, at))))
    if reason := reason_given(if_shown(one.reason)):
        return say(
            "game_results.note.amended-because", was=was, now=now, grounds=grounds, reason=reason
        )
    return say("game_results.note.amended", was=was, now=now, grounds=grounds)


def _scores(totals: Totals) -> str:
    return "{} : {}".format(*totals)


def _by(badge: str, at: str) -> str:
    return ", ".join(filter(None, (badge, at)))


def words_signed(sheet: Sheet) -> tuple[str, ...]:
    """Digests of the strokes of every signature, as they lie beside the log."""
    return tuple(
        event.fact.words
        for event in sheet.events
        if isinstance(event.fact, ResultSigned) and event.fact.words
    )


class ResultTold(Struct, frozen=True, kw_only=True):
    """How a game stands.

    Attributes:
      winner: whose result it is, once the game is over; ``None`` for a tie, and before.
      ended: cause of the end, or empty.
      handed_in: whether a player took the slip to the director's table.
      by_ruling: version of the event under a ruling that makes it stand; 0: none.
      notes: a sentence for each signature and amendment: for which scores, how, when, and
        whether it is for what stands.
      lines: how the totals came about: a label, the first seat's value, the second's.
    """

    totals: Totals
    spread: int
    winner: Seat | None = None
    over: bool
    ended: str = ""
    final: bool = False
    signed: tuple[Seat, ...] = ()
    handed_in: bool = False
    amended: bool = False
    signatures: tuple[SignatureTold, ...] = ()
    amendments: tuple[AmendmentTold, ...] = ()
    by_ruling: int = 0
    notes: tuple[str, ...] = ()
    lines: tuple[tuple[str, str, str], ...] = ()


def result_view(sheet: Sheet) -> ResultTold:
    outcome, over = outcome_of(sheet), bool(sheet.ended)
    return ResultTold(
        totals=sheet.stands,
        spread=outcome.spread,
        winner=outcome.winner if over else None,
        over=over,
        ended=sheet.ended,
        final=sheet.is_final,
        signed=sheet.signed_by,
        handed_in=sheet.result.handed_in is not None,
        amended=sheet.result.amended is not None,
        signatures=tuple(signatures_view(sheet)),
        amendments=tuple(amendments_view(sheet)),
        by_ruling=sheet.result.carried,
        notes=tuple(map(as_read, result_notes(sheet))),
        lines=tuple(adjustments(sheet)),
    )


def outcome_wording(sheet: Sheet) -> str:
    """Who won, by how much, and how it came to that; empty before there is a result.

    What a resignation or a forfeit is worth is its margin, never the difference of the scores.
    """
    if not (sheet.ended or sheet.ending.voided):
        return ""
    outcome = outcome_of(sheet)
    if outcome.kind == "incomplete":
        return say("game_results.outcome.incomplete")
    if sheet.ending.voided:
        return with_reason(say("game_results.outcome.void"), sheet.ending.voided)
    if outcome.winner is None:
        told = say(f"game_results.outcome.{'tie' if any(outcome.half_wins) else 'both-lose'}")
    else:
        wins = "wins" if outcome.spread else "wins-no-margin"
        winner = sheet.name(outcome.winner)
        told = say(f"game_results.outcome.{wins}", player=winner, spread=outcome.spread)
    if outcome.kind == "played" and outcome.rated:
        return told
    how = {True: "in-kind", False: "in-kind-not-rated", None: "in-kind-rating-open"}[outcome.rated]
    kind = say(f"game_results.outcome.kind.{outcome.kind}")
    return say(f"game_results.outcome.{how}", outcome=told, kind=kind)


ROWS = (
    ("turns", (LineKind.PLAY, LineKind.MISSED, LineKind.WITHDRAWN)),
    ("challenges", (LineKind.BONUS, LineKind.COST)),
    ("penalties", (LineKind.PENALTY,)),
    ("credits", (LineKind.CREDIT,)),
    ("unplayed-tiles", (LineKind.UNPLAYED,)),
    ("overtime", (LineKind.OVERTIME,)),
    ("as-on-the-slip", (LineKind.SLIP,)),
    ("as-in-the-file", (LineKind.FILE,)),
)
"""The rows of a result, by what they are called in ``signed_one``, and the lines that they sum."""


def adjustments(sheet: Sheet) -> list[tuple[str, str, str]]:
    """How the totals came about, line by line: a label, then each seat's points."""
    rows: list[tuple[str, str, str]] = []
    scored: dict[LineKind, dict[Seat, int]] = {}
    for line in sheet.lines:
        of_kind = scored.setdefault(line.kind, dict.fromkeys(Seat, 0))
        of_kind[line.seat] += line.score
    for row, wanted in ROWS:
        sums = [0, 0]
        for kind in wanted:
            for nth, points in enumerate(scored.get(kind, {}).values()):
                sums[nth] += points
        if row == "turns" and scored.keys().isdisjoint(NOT_RECORDED):
            rows.append((say("signed_one.turns"), str(sums[0]), str(sums[1])))
        elif any(sums):
            rows.append((say(f"signed_one.{row}"), f"{sums[0]:+d}", f"{sums[1]:+d}"))
    rows.append((say("signed_one.total"), str(sheet.totals[0]), str(sheet.totals[1])))
    if sheet.final is not None and sheet.final != sheet.totals:
        label = "amended-to" if sheet.result.amended is not None else "recorded-as"
        rows.append((say(f"signed_one.{label}"), str(sheet.final[0]), str(sheet.final[1])))
    return rows


# What a player sees when signing, as text: the page shows these words and hashes them.
#
# A signature carries the SHA-256 of this text. The desk works it out itself and takes no other.
# Whoever holds the record can write the text again and see whether it is what was on the screen.
# A tablet is told the text and shows it line by line; only without a network does it write it
# itself (``web/static/js/entry/results/result_table.js``).
#
# It is said in the language of who signs, in the words of ``signed_one``, which never change: the
# signature keeps which language and which text it was, and its digest can be worked out for ever.
# Whether an old signature still counts is seen from the result it was given for, folded again
# (``ledger/game/sheet/sheet.py``), and never from its words or their digest.


TEXTS = (1, 2)
"""The texts that may be signed, the last one now.

Both are of the area ``signed_one``. In the first, notes of lines could be codes.
"""

BY_CHALLENGE = (LineKind.BONUS, LineKind.COST)
TILE = re.compile(r"\[[^\]]+\]|[^-]")
"""A tile of a rack as it is kept, ``-`` for an empty one: "E", "?", "[CH]"."""


def shown_result(sheet: Sheet, signer: Seat, text: int = 0) -> str:
    """The result as it stands before ``signer`` signs it, a line each.

    Args:
      text: which text of the language, counted from 1; 0: the one that is signed now.
    """
    return "\n".join((*_lines(sheet, text), _signs(sheet, signer)))


def shown_amendment(sheet: Sheet, signer: Seat, now: Totals, reason: str, text: int = 0) -> str:
    """The result as it would stand amended to ``now``, before ``signer`` agrees to that."""
    was, amended = sheet.stands, replace(sheet, result=replace(sheet.result, amended=now))
    return "\n".join(
        (
            *_lines(amended, text),
            say("signed_one.instead-of", one=was[0], two=was[1]),
            say("signed_one.because", reason=reason),
            _signs(sheet, signer),
        )
    )


def digest_shown(sheet: Sheet, signer: Seat, of: str = ENGLISH, text: int = 0) -> str:
    """SHA-256, in hex, of what ``signer`` sees in a language; as ``ResultSigned.shown`` has it."""
    with speaking(of):
        return digest(shown_result(sheet, signer, text))


def digest_of_amendment(
    sheet: Sheet, signer: Seat, now: Totals, reason: str, of: str = ENGLISH, text: int = 0
) -> str:
    """The same of an amendment before ``signer`` agrees to it."""
    with speaking(of):
        return digest(shown_amendment(sheet, signer, now, reason, text))


def text_signed(shown: str, digest_of: Callable[[str, int], str]) -> str | None:
    """The text with this digest, as ``ResultSigned.text`` names it; ``None``: the player saw none.

    Two texts of a language mostly say the same; then it is the first.

    Args:
      digest_of: works the digest out, in a language, of one of its texts.
    """
    for spoken in (language(), *(each for each in LANGUAGES if each != language())):
        for text in TEXTS:
            if digest_of(spoken, text) == shown:
                return "" if (spoken, text) == (ENGLISH, 1) else f"{spoken}.{text}"
    return None


def text_of(name: str) -> tuple[str, int]:
    """The language of a text by its name, and which it is."""
    spoken, _, text = name.partition(".")
    return (spoken, int(text)) if name else (ENGLISH, 1)


def digest(text: str) -> str:
    """SHA-256, in hex, of what was shown."""
    return sha256(text.encode()).hexdigest()


def _lines(sheet: Sheet, text: int) -> tuple[str, ...]:
    game, totals, outcome = sheet.scheduled, sheet.stands, outcome_of(sheet)
    where = f"at{'-division' if game.division else ''}{'-replay' if game.replay != 1 else ''}"
    return (
        say("signed_one.result"),
        say(
            f"signed_one.{where}",
            tournament=game.tournament,
            division=game.division,
            round=game.round_number,
            table=game.table,
            replay=game.replay,
        ),
        *(say(f"signed_one.{seat.value}", player=_named(sheet, seat)) for seat in Seat),
        *(_row(*row) for row in adjustments(sheet)),
        *explained(sheet, text),
        _row(say("signed_one.scores"), str(totals[0]), str(totals[1])),
        say(
            "signed_one.spread",
            spread=outcome.spread,
            winner=sheet.name(outcome.winner) if outcome.winner else say("signed_one.nobody"),
        ),
    )


def _row(label: str, one: str, two: str) -> str:
    return say("signed_one.row", label=label, one=one, two=two)


def _signs(sheet: Sheet, signer: Seat) -> str:
    return say(f"signed_one.signs-{signer.value}", player=_named(sheet, signer))


def explained(sheet: Sheet, text: int = 0) -> tuple[str, ...]:
    lines = (line for line in sheet.lines if line.kind in IN_THE_RESULT)
    return tuple(_explained(sheet, line, text) for line in lines)


def _named(sheet: Sheet, seat: Seat) -> str:
    number = "" if sheet.numbers is None else f" ({sheet.numbers[seat.place]})"
    return f"{sheet.name(seat)}{number}"


def _explained(sheet: Sheet, line: Line, text: int) -> str:
    player, points = sheet.name(line.seat), f"{line.score:+d}"
    if line.kind is LineKind.UNPLAYED:
        return say("signed_one.explained", player=player, points=points, what=_left(sheet, line))
    failed = line.kind in BY_CHALLENGE
    what = say("signed_one.challenge-failed" if failed else f"signed_one.kind-{line.kind.value}")
    note = _noted_at_first(line.note) if text == 1 else noted_wording(line)
    if line.tiles and note:
        about = say("signed_one.about-two", tiles=line.tiles, note=note)
    else:
        about = str(line.tiles or note)
    if not about:
        return say("signed_one.explained", player=player, points=points, what=what)
    return say("signed_one.explained-about", player=player, points=points, what=what, about=about)


def _noted_at_first(note: str) -> str:
    return note if language() == ENGLISH else note_told(note)


def _left(sheet: Sheet, line: Line) -> str:
    """Whose tiles left a line is for, and which: "twice Ben's tiles left: C D E T U"."""
    what = {
        ("double", True): "twice-tiles-left",
        ("single", True): "tiles-left",
        ("single", False): "own-tiles-left",
        ("own", False): "own-tiles-left",
    }.get((line.note, line.score > 0), "tiles-left-as-ruled")
    whose = say(f"signed_one.{what}", player=sheet.name(line.seat.opponent))
    blank = say("signed_one.blank")
    tiles = " ".join(
        blank if tile == "?" else tile.strip("[]") for tile in TILE.findall(line.tiles)
    )
    return say("signed_one.whose-tiles", whose=whose, tiles=tiles) if tiles else whose
