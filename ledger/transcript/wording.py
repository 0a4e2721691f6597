"""Every phrase of a transcript, ready to write and to read."""

from __future__ import annotations

from ledger.record.fact import Fact
from ledger.transcript.phrase import Phrase
from ledger.transcript.phrases import PHRASES
from ledger.transcript.rows import ENTRY, ROWS, entry, row_of
from ledger.transcript.spelling import SPELLINGS, WHOLE_NUMBER, WORD, Spelling
from ledger.transcript.table import Table


def _write_entry_number(version: int, table: Table) -> str:
    turn = table.tally.turn_of(version)
    return f"event {version}" if turn is None else f"turn {turn}"


def _read_entry_number(spelled: str, table: Table) -> int:
    what, number = spelled.split()
    if what == "event":
        return int(number)
    version = table.tally.entry_of(int(number))
    if version is None:
        raise ValueError(f"no turn {number} was made before this line.")
    return version


def _write_replacement(fact: Fact | None, table: Table) -> str:
    if fact is None:
        return "nothing"
    return entry(fact, table) if isinstance(fact, ROWS) else write_phrase(fact, table)


def _read_replacement(spelled: str, table: Table) -> Fact | None:
    if spelled == "nothing":
        return None
    found = ENTRY.fullmatch(spelled)
    return row_of(found, table) if found else read_phrase(spelled, table)


SPECIAL = {
    "entry": Spelling(f"(?:turn|event) {WHOLE_NUMBER}", _write_entry_number, _read_entry_number),
    "fact": Spelling(r".+", _write_replacement, _read_replacement),
    "word": WORD,
}
ALL_PHRASES = {kind: Phrase(kind, words, SPELLINGS, SPECIAL) for kind, words in PHRASES.items()}


def write_phrase(fact: Fact, table: Table) -> str:
    """A fact that is no row of the score sheet, in words.

    Raises:
      ValueError: this kind of fact has no place in the transcript of a game.
    """
    phrase = ALL_PHRASES.get(type(fact))
    if phrase is None:
        raise ValueError(f"A transcript has no words for {fact.topic()}.")
    return phrase.write(fact, table)


def read_phrase(words: str, table: Table) -> Fact:
    """The fact a phrase tells.

    Raises:
      ValueError: it is no phrase of ours, or a value in it can't be.
    """
    for phrase in ALL_PHRASES.values():
        fact = phrase.read(words, table)
        if fact is not None:
            return fact
    raise ValueError(f"nothing we know begins or goes on like this: {words}")
