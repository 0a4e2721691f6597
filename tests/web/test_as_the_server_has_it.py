"""The tablet works out what the server writes: one table of cases, run through both.

The server makes the table: of every book, under every mode and choice of what a failed challenge
costs, games of requests are entered at a tabletop. The tablet begins with what it was told before
the first and puts all of them on it, as it does without a network; after each the state must be
what the server would have told.
"""

from __future__ import annotations

import json
import random

import msgspec
import pytest

from ledger import rulebook
from ledger.game.calls.facts import ChallengeCreditGranted
from ledger.game.challenges.holds import CallHold, ReleaseHold
from ledger.game.challenges.requests import Adjudicate, IssueChallenge, VoidChallenge
from ledger.game.endings.requests import AcceptPlayOut
from ledger.game.exchanges.requests import ExchangeTiles, PassTurn
from ledger.game.judging.slips import ChangeWords, ConfirmSlip
from ledger.game.turns.requests import MissTurn, PlaceTiles
from ledger.visibility import Viewer
from ledger.vocabulary import Placement, Points
from ledger.vocabulary.refusals import Refusal
from tests.tabletop import FIVE, A, B, Tabletop
from web.entry import table_state
from web.frame.modules import release

SEEDS = range(3)
ROUNDS = 40

KEPT = (
    "totals", "on_move", "squares", "bag", "racks", "out", "ended", "hold", "clocks",
    "failed", "free", "challenge", "blanks", "lines",
)  # fmt: skip
"""What is compared of a state."""
NOT_COMPARED = ("waiting_at", "offers", "open_procedures")
"""What a tabletop has no desk for, or what takes long and says nothing of scores."""
OF_LINES = ("seat", "kind", "move", "score", "total", "withdrawn")
WITH_THEIR_NOTES = ("bonus", "challenge-cost", "challenge-failed")
"""Lines whose notes are compared as well: players sign for their words."""

RUN = """async ([folder, told]) => {
  const [{ Model }, { boardOf, facesOf }] = await Promise.all([
    import(`${folder}model.js`), import(`${folder}board/scoring.js`)]);
  const of = (fields, from) =>
    Object.fromEntries(fields.map((field) => [field, from[field] ?? null]));
  const { games, kept, ofLines, noted } = JSON.parse(told);
  return JSON.stringify(games.map(({ state, asked }) => {
    const model = new Model(boardOf(state.board), facesOf(state.tiles));
    const entries = asked.map((one, at) => ({ asked: one, command_id: `${at}` }));
    return entries.map((_, at) => {
      const now = model.with(state, entries.slice(0, at + 1));
      return { ...of(kept, now),
        challenge: now.challenge && of(["seat", "words"], now.challenge),
        blanks: now.blanks.map(({ square, letter }) => square + letter).toSorted(),
        lines: now.lines.map((line) => ({ ...of(ofLines, line),
          says: noted.includes(line.kind) ? line.noted ?? line.note : null })) };
    });
  }));
}"""


def ways_to_pay():
    """Every book with every choice that changes what a failed challenge costs."""
    for book in FIVE:
        choices = rulebook.load(book).choices
        modes = choices["challenge-mode"].values if "challenge-mode" in choices else [None]
        for mode in modes:
            chosen = {"challenge_mode": mode} if mode else {}
            if mode == "time":
                yield book, chosen  # nobody chose how much
                chosen["challenge_seconds"] = 45
            yield book, chosen
            if "challenge-points" in choices:
                for side in choices["challenge-points"].values:
                    yield book, chosen | {"challenge_points": side}
            if mode == "rising":
                yield book, chosen | {"challenge_rising_points": "3-8"}


def a_word(rng, bag, free):
    """A play that touches what lies there whatever came off before it: over or under two rows of
    made-up plays, or beside the many that emptied the bag."""
    if not bag:
        return Placement(rng.choice(OPEN), rng.choice(["AEINRST", "AEiNRST", "OES", "Wo", "aes"]))
    letters = rng.choice(["OES", "Wo", "ax", "QI", "aeS"])
    column, over = free.pop() if free else ("D", True)
    return Placement(f"{column}{8 - len(letters) if over else 10}", letters)


OPEN = ("1D", "C2", "C9", "K2", "K9")


def likely(rng, table, bag, free, dull):
    """What somebody at this table may enter next; much of it will be refused."""
    sheet = table.sheet
    seat = sheet.on_move or A
    pending = sheet.challenges.pending
    if pending is not None:
        return rng.choice([
            Adjudicate(acceptable=True), Adjudicate(acceptable=not dull),
            Adjudicate(acceptable=False), ConfirmSlip(seat=pending.seat.opponent),
            ChangeWords(seat=pending.seat, words=("OES",)),
            VoidChallenge(reason="conceded"), VoidChallenge(reason="misunderstood-blank"),
        ])  # fmt: skip
    if sheet.out is not None and rng.random() < 0.2:
        return AcceptPlayOut(seat=sheet.out.opponent)
    last = sheet.last_turn
    if last is not None and not last.withdrawn and last.seat is not seat and rng.random() < 0.6:
        if sheet.challenges.hold:
            return rng.choice([ReleaseHold(seat=seat), IssueChallenge(seat=seat, words=("WO",))])
        words = ("OES", "WO", "QI")[: rng.randrange(1, 4)]
        return rng.choice([IssueChallenge(seat=seat, words=words)] * 3 + [CallHold(seat=seat)])
    if rng.random() < (0.7 if dull else 0.15):
        return rng.choice([
            PassTurn(seat=seat), ExchangeTiles(seat=seat, count=2),
            MissTurn(seat=seat, announced=Points(rng.choice([0, 12]))),
        ])  # fmt: skip
    return PlaceTiles(seat=seat, placement=a_word(rng, bag, free))


def told(table):
    return json.loads(msgspec.json.encode(table_state.state_of(table.sheet, Viewer.DIRECTOR)))


def compared(state):
    def of(fields, value):
        return {field: value[field] for field in fields}

    challenge = state["challenge"]
    return of(KEPT, state) | {
        "challenge": challenge and of(("seat", "words"), challenge),
        "blanks": sorted(blank["square"] + blank["letter"] for blank in state["blanks"]),
        "lines": [
            of(OF_LINES, line)
            | {"says": line["noted"] if line["kind"] in WITH_THEIR_NOTES else None}
            for line in state["lines"]
        ],
    }


def a_game(book, options, seed):
    """What the tablet was told before the first request, the requests, the state after each."""
    rng = random.Random(f"{book} {options} {seed}")
    bag = 0 if seed % 3 == 1 else 72
    table = Tabletop(book, bag=bag, **options)
    free = [(column, over) for column in "DEFGHIJ" for over in (True, False)]
    rng.shuffle(free)
    dull = seed % 3 == 2
    if dull:
        table.write(ChallengeCreditGranted(seat=B, reason="late"), clocks=(900, 800))
    state, request, after = told(table), [], []
    for _ in range(ROUNDS):
        one = likely(rng, table, bag, free, dull)
        try:
            table.enter(one)
        except Refusal:
            continue
        request.append(msgspec.to_builtins(one))
        after.append(compared(told(table)))
    return {"state": state, "asked": request, "after": after}


@pytest.mark.browser
@pytest.mark.found("TB-1", "TB-2")
def test_every_cost_of_a_failed_challenge_is_worked_out_as_on_the_server(
    browser, served, monkeypatch
):
    for part in NOT_COMPARED:
        monkeypatch.setattr(table_state, part, lambda *_: ())
    ways = [
        (book, options, seed)
        for book, options in ways_to_pay()
        for seed in (SEEDS if "challenge_points" not in options else SEEDS[:1])
    ]
    games = [a_game(*way) for way in ways]
    page = browser.new_page()
    page.goto(f"{served.address}/healthz")

    told = {"games": games, "kept": KEPT, "ofLines": OF_LINES, "noted": WITH_THEIR_NOTES}
    folder = f"{served.address}/static/{release()}/js/entry/"
    worked_out = json.loads(page.evaluate(RUN, [folder, json.dumps(told)]))
    page.close()

    for way, game, there in zip(ways, games, worked_out, strict=True):
        for at, (here, expected) in enumerate(zip(there, game["after"], strict=True)):
            differ = {one: (here[one], expected[one]) for one in KEPT if here[one] != expected[one]}
            assert differ == {}, (way, game["asked"][: at + 1][-4:])
    kinds = {line["kind"] for game in games for after in game["after"] for line in after["lines"]}
    assert kinds >= {"bonus", "challenge-cost", "challenge-failed", "withdrawn"}
    ends = {after["ended"] for game in games for after in game["after"]}
    assert ends >= {"played-out", "six-zeros"}
