"""What is refused where a rulebook says nothing, or of what is asked of the rulebooks."""

from __future__ import annotations

from ledger.refusals.said import Said

SAID = {
    "rulebook-silent": Said(
        "The rulebook does not settle this: {point}.",
        "Call the director and enter the ruling.",
        example={"point": "recount, partial"},
    ),
    "clause-not-in-our-copy": Said(
        "Our copy of the rulebook lacks the text of a rule: {point}.",
        "Call the director and enter the ruling.",
        example={"point": "overtime, forfeit after"},
    ),
    "option-not-chosen/by-the-organiser": Said(
        "The rulebook leaves this to the organiser, who has not chosen: {point}.",
        "Ask the organiser to choose, or call the director and enter the ruling.",
        example={"point": "challenge, mode"},
    ),
    "call-the-director": Said(
        "{sentence}",
        "Call the director, who rules. Readings: {readings}.",
        example={
            "sentence": "The rule does not say how many tiles are turned up.",
            "readings": "all of them; or: all but one",
        },
    ),
    "no-such-reading": Said(
        "{sentence} The ruling has to say which reading holds: {listed}.",
        "Choose one of them, or give another in your own words.",
        example={
            "sentence": "The rule does not say how many tiles are turned up.",
            "listed": "(1) all of them; (2) all but one",
        },
    ),
    "unreadable-request/trap": Said(
        "There is no trap {name!r}.", "Check its id.", example={"name": "T4-99"}
    ),
    "unreadable-request/reading-of-none": Said(
        "A reading is one of a gap or contradiction, and none is named.",
        "Name it by its id, as T4-20.",
    ),
    "no-such-option": Said(
        "There is no option {option!r}.",
        "Choose among {options}.",
        example={"option": "overtime", "options": "play, challenge-mode, challenge-seconds"},
    ),
    "option-not-in-this-rulebook/fixed": Said(
        "{book} does not leave {option!r} to the organiser{told}.",
        "Leave it out, or enter a director's ruling.",
        example={"book": "wespa-4.0", "option": "hold-seconds", "told": ": it is 15"},
    ),
    "option-not-in-this-rulebook/value": Said(
        "{book} does not allow {value!r} for {option!r}.",
        "Choose {allowed}, or enter a director's ruling.",
        example={
            "book": "wespa-5.1",
            "value": "7",
            "option": "challenge-points",
            "allowed": "5 or 10",
        },
    ),
    "no-such-rulebook/wespa-5.2": Said(
        "There is no profile of wespa-5.2: its text was not available.",
        "Open the tournament on wespa-5.1 and say so on the notice: 5.1 values are used.",
    ),
    "no-such-rulebook/unknown": Said(
        "There is no rulebook {name!r}.",
        "Choose among {books}.",
        example={"name": "wespa-6", "books": "wespa-4.0, wespa-5.1"},
    ),
    "no-such-rulebook/edition": Said(
        "This was begun under the edition {edition} of {name}. Its file was changed or is gone, "
        "and no copy of that edition is here.",
        "Put the file back as it was, or the folder rulebook-copies from a backup.",
        example={"name": "our-club", "edition": "8db546e5"},
    ),
    "no-such-clause/nearest": Said(
        "{title} has no rule {rule!r}, or none we know of.",
        "Nearest: {nearest}.",
        example={"title": "WESPA Game Rules 4.0", "rule": "3.9.55", "nearest": "3.9.5, 3.9.6"},
    ),
    "no-such-clause/none-near": Said(
        "{title} has no rule {rule!r}, or none we know of.",
        "Look through the list of its rules.",
        example={"title": "WESPA Game Rules 4.0", "rule": "99"},
    ),
    "no-such-clause/cited": Said(
        "{rule} is no clause of {book}.",
        "Nearest: {nearest}. Choose one, or search with a few words.",
        example={"rule": "3.8(z)", "book": "wespa-5.1", "nearest": "3.8, 3.8(a), 3.8(b)"},
    ),
    "no-such-clause/words": Said(
        "“{rule}” is no clause of {book}.",
        "These rules may be meant: {nearest}. Choose one by its number.",
        example={"rule": "undeclared blank", "book": "wespa-5.1", "nearest": "3.8(b), 3.8(c)"},
    ),
    "no-such-clause/empty": Said(
        "“A rule of this event” with no words is no clause of {book}.",
        "Write what the rule is: “a rule of this event: no hot drinks at the tables”.",
        example={"book": "wespa-5.1"},
    ),
    "no-such-clause/cited-none-near": Said(
        "“{rule}” is no clause of {book}.",
        "Name a clause by its number, or write “a rule of this event: …” for one of your own.",
        example={"rule": "zebra", "book": "wespa-5.1"},
    ),
    "no-such-board": Said(
        "There is no board {name!r}.",
        "Use one of {boards}.",
        example={"name": "round", "boards": "standard, super"},
    ),
    "no-such-tile-set": Said(
        "There is no tile set {name!r}.",
        "Use one of {tile_sets}.",
        example={"name": "runes", "tile_sets": "english, french"},
    ),
}
