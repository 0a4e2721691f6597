"""Of which events a redacted copy has the hash alone (the bundle proves itself, issue 12)."""

from __future__ import annotations

import pytest

from ledger.game.absences.facts import PlayerLeft
from ledger.incidents.facts import CaseReopened, StatementTaken
from ledger.vocabulary import Seat
from printing.cases.case_at_hand import Redaction, is_hidden

REDACTION = Redaction(names=("Ana Lima",), parts=("Lima",), words=("I saw it fall",))
HIDDEN = {
    "who saw to a player that was away": PlayerLeft(
        seat=Seat.FIRST, permission="director", supervisor="Olga Steward"
    ),
    "the words of a witness": StatementTaken(who="Ana Lima", role="witness", words="0" * 64),
    "a name of somebody else, in capitals": CaseReopened(reason="ANA LIMA wrote"),
    "what somebody said, broken over two lines": CaseReopened(reason="who said: i saw\nit fall!"),
}

SHOWN = {
    "what a player said, which is kept beside the log": StatementTaken(
        who="Bo Berg", role="player", seat=Seat.FIRST, words="0" * 64
    ),
    "that somebody was away by leave": PlayerLeft(seat=Seat.FIRST, permission="director"),
    "a reason that names nobody": CaseReopened(reason="a slip turned up"),
    "a word of which a name is a part": CaseReopened(reason="the Limassol rule"),
}


@pytest.mark.parametrize("which", HIDDEN)
def test_it_is_hidden(which):
    assert is_hidden(HIDDEN[which], REDACTION)


@pytest.mark.parametrize("which", SHOWN)
def test_it_is_shown(which):
    assert not is_hidden(SHOWN[which], REDACTION)
