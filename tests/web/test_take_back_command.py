"""``tilescribe tournament take-back``: listed, looked at, and written only where that is said."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from ledger.accounts.badges import Badges
from ledger.accounts.sessions import Cost
from ledger.game.endings.forfeits import Forfeit
from ledger.game.scores.requests import ApplyPenalty
from ledger.incidents.ruling import GiveRuling
from ledger.record.events import tournament_id
from ledger.tournament.conduct import WarnPlayer
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal
from tests.an_event import SLUG, AnEvent
from tests.desks import ORGANISER, A, B
from tests.ledger.test_acts_taken_back import asks
from tests.officials import Director
from web.command_line import commands
from web.command_line.opened import opened

pytestmark = pytest.mark.found("DI-3")

PIN = "correct horse 9"
BY = ("--by", "D9")


def tilescribe(*words, typed=None):
    done = CliRunner().invoke(commands, [str(word) for word in words], input=typed)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.output


@pytest.fixture
def folder(tmp_path):
    """A tournament with a game in play, a ruling on it, and a director who has a PIN."""
    data = tmp_path / "data"
    with opened(data, make=True) as here:
        office = Badges(here.desk, here.local_store, Cost(2, 1, 1))
        office.issue("D9", "Dee Nine", Role.DIRECTOR, by="console")
        office.issue("K9", "Kay Nine", Role.SCOREKEEPER, by="console")
        office.issue(ORGANISER, "Or Ganiser", Role.ORGANISER, by="console")
        office.issue("K1", "Kay One", Role.SCOREKEEPER, by="console")
        office.pins.set("D9", PIN)
        office.pins.set("K9", PIN)
        event = AnEvent(here.desk, "wespa-5.1", margins=(None,))
        case = Director(here.desk).open_case(event.last_game, "conduct", by="D9")
        points = ApplyPenalty(seat=B, unit="points", amount=10, reason="it rang")
        ruling = GiveRuling(
            game=event.last_game, finding="so", citation="wespa-5.1 2.1", follows=(points,)
        )
        asks(here.desk, case, ruling, by="D9")
    return data


def totals(folder):
    with opened(folder) as here:
        [row] = here.hall.games(SLUG)
        return here.desk.sheet(row.id).totals


def position(folder):
    with opened(folder) as here:
        return here.log.last_position()


def test_the_acts_of_a_case_are_listed(folder):
    said = tilescribe("tournament", "take-back", f"{SLUG}/C-1", "--data", folder)

    [line] = said.splitlines()
    assert line.split()[0] == "2"
    assert line.endswith("Ruled: so (wespa-5.1 2.1), by D9")


def test_it_only_looks_unless_told_to_write(folder):
    before = position(folder)

    said = tilescribe("tournament", "take-back", f"{SLUG}/C-1", 2, *BY, "--data", folder)

    assert "Ruled: so (wespa-5.1 2.1)" in said
    assert "Player 2: −10 -> 0" in said
    assert "Nothing is written." in said
    assert position(folder) == before


def test_it_is_written_and_stands_after_all(folder):
    write = (*BY, "--reason", "the wrong player", "--write", "--data", folder)

    said = tilescribe("tournament", "take-back", f"{SLUG}/C-1", 2, *write, typed=f"{PIN}\n")

    assert "It is taken back." in said
    assert totals(folder) == (0, 0)
    [line] = tilescribe("tournament", "take-back", f"{SLUG}/C-1", "--data", folder).splitlines()
    assert "The ruling is taken back: the wrong player, by D9" in line
    said = tilescribe(
        "tournament", "take-back", f"{SLUG}/C-1", line.split()[0], *write, typed=f"{PIN}\n"
    )
    assert "It stands again." in said
    assert totals(folder) == (0, -10)


def test_nothing_is_written_without_a_pin_a_reason_or_the_badge_of_a_director(folder):
    before = position(folder)
    case = ("take-back", f"{SLUG}/C-1", 2)
    for words, typed, code in (
        ((*BY, "--reason", "so"), "wrong\n", "wrong-pin"),
        (BY, f"{PIN}\n", "unreadable-request"),
        (("--by", "K9", "--reason", "so"), f"{PIN}\n", "not-allowed"),
        (("--by", "nobody", "--reason", "so"), f"{PIN}\n", "not-allowed"),
    ):
        with pytest.raises(Refusal) as refused:
            tilescribe(*case, *words, "--write", "--data", folder, typed=typed)
        assert refused.value.code == code
    with pytest.raises(Refusal) as refused:
        tilescribe("tournament", "take-back", f"{SLUG}/C-1", 99, *BY, "--data", folder)
    assert refused.value.code == "no-such-act"
    assert position(folder) == before


def test_an_act_at_a_table_and_a_warning_are_taken_back_where_they_stand(folder):
    with opened(folder) as here:
        [row] = here.hall.games(SLUG)
        asks(here.desk, row.id, Forfeit(loser=A, cause="left"), by="D9")
        warned = WarnPlayer(player=1, offence="other", words="loud")
        asks(here.desk, tournament_id(SLUG), warned, by="D9")
    write = (*BY, "--reason", "by mistake", "--write", "--data", folder)

    [forfeit] = tilescribe(
        "tournament", "take-back", f"{SLUG}/R1/T1", "--data", folder
    ).splitlines()
    [warning] = tilescribe("tournament", "take-back", SLUG, "--data", folder).splitlines()
    assert "forfeited" in forfeit
    assert "loud" in warning
    said = tilescribe(
        "tournament", "take-back", f"{SLUG}/R1/T1", forfeit.split()[0], *write, typed=f"{PIN}\n"
    )
    assert "Player 1: place" in said
    said = tilescribe("tournament", "take-back", SLUG, warning.split()[0], *write, typed=f"{PIN}\n")
    assert "Player 1: warnings: 1: loud -> none" in said

    with opened(folder) as here:
        assert here.desk.sheet(row.id).state == "playing"
