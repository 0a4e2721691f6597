"""A hall with two tournaments, word judges and a word list; tables at which something is judged."""

from __future__ import annotations

from contextlib import contextmanager
from uuid import uuid4

from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.judging.requests import AskAgain, Readjudicate
from ledger.game.judging.slips import ConfirmSlip, HandOver
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.lexicon.lexicon import add
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.vocabulary import CONSOLE, Role
from tests.desks import A, B, Table
from tests.officials import Organiser
from tests.web.entry_hall import PIN, SLUG, a_hall

FROM_HERE = {"Sec-Fetch-Site": "same-origin"}
OTHER = "winter-cup"

VERDICT_SEEN = """(selector) => {
  new MutationObserver(() => {
    if (document.querySelector(selector)) window.seen = document.body.innerText;
  }).observe(document.body, { attributes: true, childList: true, subtree: true });
}"""
"""Keeps what a screen says while this is on it. A verdict stays for a second only: who looks now
and then can miss it on a busy machine."""


@contextmanager
def a_judged_hall(folder, tables=12, others=4, other_book="nsa-1998"):
    """``hall.second``: games of a round with a word list; ``hall.others``: of the Winter Cup."""
    with a_hall(folder, tables=tables) as hall:
        for badge, role in (
            ("J1", Role.WORD_JUDGE), ("J2", Role.WORD_JUDGE), ("O1", Role.ORGANISER),
        ):  # fmt: skip
            hall.office.issue(badge, f"Bearer of {badge}", role, by=CONSOLE)
            hall.office.pins.set(badge, PIN)
        (folder / "list.txt").write_text("WINDY\nWIND\nOX\n")
        words = add(folder, "Small list", folder / "list.txt")
        organiser = Organiser(hall.here.desk)
        organiser.choose_words(SLUG, words.name, words.digest, by=CONSOLE)
        pairings = [Pairing(n, 2 * n - 1, 2 * n) for n in range(1, tables + 1)]
        hall.second = organiser.pair_round(SLUG, 2, pairings, by=CONSOLE)
        organiser.open_tournament(OTHER, "Winter Cup", other_book, by=CONSOLE)
        organiser.choose_words(OTHER, words.name, words.digest, by=CONSOLE)
        players = [PlayerEntered(number=n, name=f"Guest {n}") for n in range(1, 2 * others + 1)]
        organiser.enter_players(OTHER, players, by=CONSOLE)
        pairings = [Pairing(n, 2 * n - 1, 2 * n) for n in range(1, others + 1)]
        hall.others = organiser.pair_round(OTHER, 1, pairings, by=CONSOLE)
        hall.app.config.update(
            WORD_LISTS=folder, HEARTBEAT_SECONDS=0.1, VERDICT_SHOWN_AFTER=0.0, VERDICT_STAYS=1
        )
        hall.free = iter(hall.second)
        hall.free_others = iter(hall.others)
        yield hall


def begun(hall, game):
    """A table at which A has played WINDY."""
    table = Table(hall.desk, game)
    table.numbers = iter(lambda: uuid4().int >> 65, None)
    table.enter(DetermineStarter(starter=1, method="draw"))
    table.enter(StartGame())
    table.play(A, "8D", "WINDY")
    return table


def with_a_slip(hall, game, words=("WINDY",), handed_over=False, **how):
    """One whose slip waits."""
    table = begun(hall, game)
    table.enter(IssueChallenge(seat=B, words=words, **how))
    if handed_over:
        table.enter(ConfirmSlip(seat=A))
        table.enter(HandOver())
    return table


def that_differ(hall, game, turns=2, first=True):
    """One where J1 and J2 differ, ``turns`` turns after the first verdict."""
    table = with_a_slip(hall, game)
    table.enter(Adjudicate(acceptable=first, adjudicator="J1"), "J1")
    for nth in range(turns):
        if nth:
            table.passes(table.sheet.on_move)
        else:
            table.play(table.sheet.on_move, "7C", "GALE")
    table.enter(AskAgain(seat=B))
    table.enter(Readjudicate(acceptable=not first, adjudicator="J2"), "J2")
    return table


def client(hall, badge="J1"):
    """A visitor with this badge."""
    visitor = hall.app.test_client()
    visitor.post("/sign-in", data={"badge": badge, "pin": PIN}, headers=FROM_HERE)
    return visitor


def given(visitor, table, **request):
    """A verdict handed in for a table's slip."""
    last = str(table.sheet.events[-1].envelope.command_id)
    told = {"command_id": str(uuid4()), "after": last, **request}
    return visitor.post(f"/api/games/{table.game}/verdict", json=told, headers=FROM_HERE)
