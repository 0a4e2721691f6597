"""What a request about a case would do, seen before it is given: what is written, now and after.

The page that shows it hands its digest in with the form (``previewed``). What would be written is
worked out once more when the form comes in: only what was seen is given.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple
from uuid import UUID

import msgspec
from flask import render_template, request
from msgspec import structs

from ledger.desk.desk import Desk
from ledger.desk.preview import Preview, preview
from ledger.desk.requests import Sent
from ledger.game.sheet.outcome import outcome_of
from ledger.game.sheet.result_lines import outcome_told
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.in_words import told
from ledger.incidents.asking import AskedOfCase
from ledger.incidents.case_file import CaseFile
from ledger.incidents.consequences import told_once, typed_with
from ledger.incidents.facts.cases import RulingGiven
from ledger.incidents.ruling import GiveRuling
from ledger.incidents.second_official import digest_of_ruling
from ledger.refusals.saying import refusal
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Seat
from ledger.vocabulary.clock_time import shown
from ledger.vocabulary.refusals import Refusal
from ledger.vocabulary.signs import signed, whole
from web.cases.fields import whole_number
from web.frame.refused import asked_by_a_person

TRIES = 2
"""How often a look may be overtaken by the table itself, before the official looks again."""

LIVE = "live"
"""What a form says as ``preview`` while it is typed: the preview alone is wanted, and no page."""


class Row(NamedTuple):
    """One thing of the game, now and afterwards."""

    words: str
    now: str
    after: str

    @property
    def changes(self) -> bool:
        """Whether it is another afterwards."""
        return self.now != self.after


@dataclass(frozen=True)
class Foreseen:
    """What would happen.

    Attributes:
      lines: what would be written, in words, as it would be listed afterwards.
      rows: score, clocks, turn, state and result, now and after; empty: about no game.
      digest: of all that was shown and asked.
      game_seen: version of the game it was looked at on; 0: about no game.
      since: what was written at the table since the form was looked at before.
      anew: whether it is another than what was seen before.
    """

    lines: tuple[str, ...]
    rows: tuple[Row, ...]
    digest: str
    game_seen: int
    since: tuple[str, ...] = ()
    anew: bool = False


def would_be_written(seen: Preview, tournament: Tournament) -> tuple[str, ...]:
    """What a request looked at would write, in words, as the page and paper list it afterwards."""
    found: list[str] = []
    for event, words in told_once(seen.events, seen.after, tournament):
        found.append(words)
        if isinstance(event.fact, RulingGiven):
            found += typed_with(event.fact)
    return tuple(filter(None, found))


def foreseen(seen: Preview, asked: AskedOfCase, tournament: Tournament) -> Foreseen:
    """What a request looked at would do, to be shown and to be told again by its digest."""
    lines, rows = would_be_written(seen, tournament), tuple(rows_of_game(seen))
    whole = (lines, rows, _asked(asked))
    digest = hashlib.sha256(msgspec.json.encode(whole)).hexdigest()
    return Foreseen(lines, rows, digest, seen.before.version if seen.before else 0)


def _asked(asked: AskedOfCase) -> str:
    """What is asked, whatever its sender had in view, and whether another official agreed."""
    return digest_of_ruling(asked)


def rows_of_game(seen: Preview) -> Iterator[Row]:
    """Scores, clocks, turn, state and result of the game, now and after; none about no game.

    With what the game is worth in the standings, where it counts.
    """
    yield from rows_of_table(seen)
    if seen.before is None or seen.after is None:
        return
    both = (seen.before, seen.after)
    if any(one.is_final for one in both):
        yield from (
            Row(f"Standings: {seen.before.name(seat)}", *(_standing(one, seat) for one in both))
            for seat in Seat
        )


def rows_of_table(seen: Preview) -> Iterator[Row]:
    """The same for a page that shows the standings themselves."""
    if seen.before is None or seen.after is None:
        return
    for seat in Seat:
        yield Row(seen.before.name(seat), *(_of(one, seat) for one in (seen.before, seen.after)))
    both = (seen.before, seen.after)
    if any(one.on_move for one in both):
        yield Row("To move", *(one.name(one.on_move) if one.on_move else "nobody" for one in both))
    yield Row("State", *(str(one.state) for one in both))
    if any(outcome_told(one) for one in both):
        yield Row("Result", *(outcome_told(one) or "none yet" for one in both))


def _of(sheet: Sheet, seat: Seat) -> str:
    """The score of a player, with the clock where it is known."""
    times = sheet.clock.times
    clock = f", clock {shown(times[seat.place])}" if times else ""
    return f"{whole(sheet.stands[seat.place])}{clock}"


def _standing(sheet: Sheet, seat: Seat) -> str:
    """What the game is worth to a player in the standings."""
    if not sheet.is_final:
        return "does not count yet"
    outcome = outcome_of(sheet)
    won = {2: "a win", 1: "half a win", 0: "a loss"}[outcome.half_wins[seat.place]]
    return f"{won}, spread {signed(outcome.spreads[seat.place])}"


def look(desk: Desk, file: CaseFile, asked: AskedOfCase, sent: Sent) -> Preview:
    """What a request in a case would do as things stand.

    Raises:
      Refusal: why nothing would be written.
    """
    return preview(desk, file.id, file.opened.game, by_one(asked), sent)


def by_one(asked: AskedOfCase) -> AskedOfCase:
    """A ruling looked at alone: whether another official has to agree is asked when it is given."""
    return (
        structs.replace(asked, alone=asked.alone or "-") if isinstance(asked, GiveRuling) else asked
    )


def to_look_at(looking: Callable[[], Foreseen], desk: Desk, game: UUID | None) -> Foreseen | None:
    """What is to be looked at before the form is taken; ``None``: it was, and is still so.

    Args:
      looking: works out what would happen now.
      desk: where the game stands.
      game: which game.

    Raises:
      Refusal: why nothing would be written; ``not-looked-at``: a program did not ask for a preview.
    """
    now, said = looking(), request.form.get("previewed", "")
    if request.form.get("preview"):
        return now
    if said == now.digest:
        return None
    if not asked_by_a_person():
        raise refusal("game-went-on") if said else not_looked_at()
    if not said:
        return now
    since = _since(desk, game, whole_number(request.form.get("game_seen", "")))
    return replace(now, since=since, anew=True)


def not_looked_at() -> Refusal:
    """The refusal of what a program asks for without a look at what it would do."""
    return Refusal(
        "not-looked-at",
        "What this would do was not looked at, so nothing was written.",
        "Ask for the preview first, and send its number along as “previewed”.",
    )


def _since(desk: Desk, game: UUID | None, seen: int) -> tuple[str, ...]:
    """What was written at the table after this version, in words."""
    if game is None or not seen:
        return ()
    sheet = desk.sheet(game)
    return tuple(told(one.fact, sheet) for one in sheet.events if one.originator_version > seen)


def given_as_seen(
    give: Callable[[int, Sent], None], sent: Sent, looking: Callable[[], Foreseen], digest: str
) -> None:
    """Give what was seen, on the very game on which it does so.

    A table that writes in between is looked at again: where what would happen is still the same,
    it is given.

    Args:
      give: asks for it, with the version of the game it was looked at on.
      sent: what the form says about itself.
      looking: works out what would happen now.
      digest: of what was seen.

    Raises:
      Refusal: ``game-went-on`` where it is another by now; or why it is not given.
    """
    for attempt in range(TRIES):
        now = looking()
        if now.digest != digest:
            break
        try:
            # A refusal is kept as the answer to its request, so a new try is a new request.
            give(now.game_seen, sent.followed_by("looked at again") if attempt else sent)
        except Refusal as refused:
            if refused.code != "game-went-on":
                raise
        else:
            return
    raise refusal("game-went-on")


def shown_alone(seen: Foreseen | None, refused: Refusal | None = None) -> str:
    """The preview without its page: what a form that is being typed shows beside itself."""
    return render_template("cases/_foreseen.html", seen=seen, not_yet=refused)
