"""What is refused of word lists: installing them, opening them, their names."""

from __future__ import annotations

from ledger.refusals.said import Said

SAID = {
    "empty-word-list": Said(
        "{file} holds no word.", "Choose another file.", example={"file": "club.txt"}
    ),
    "no-such-file": Said(
        "{file} can't be read as a file.",
        "Check its path and who may read it.",
        example={"file": "lists/club.txt"},
    ),
    "not-a-word-list/too-large": Said(
        "{file} is larger than any word list.",
        "Save the list as plain text in UTF-8, one word a line.",
        example={"file": "club.txt"},
    ),
    "not-a-word-list/no-text": Said(
        "{file} is not text.",
        "Save the list as plain text in UTF-8, one word a line.",
        example={"file": "club.txt"},
    ),
    "not-a-word-list/not-utf-8": Said(
        "{file} is not text in UTF-8.",
        "Save the list as plain text in UTF-8, one word a line.",
        example={"file": "club.txt"},
    ),
    "ambiguous-word-list/two-lines": Said(
        "Line {number} can be read as {here}, line {since} as {shape}.",
        "Put one word on each line; a definition may follow a word in capitals.",
        example={
            "number": 7,
            "here": "words in a row",
            "since": 3,
            "shape": "words with definitions",
        },
    ),
    "ambiguous-word-list/first-line": Said(
        "Line {number} can be read as {here}, or as something else.",
        "Put one word on each line; a definition may follow a word in capitals.",
        example={"number": 7, "here": "words in a row"},
    ),
    "unreadable-words": Said(
        "No words of the {tiles} tiles, or of one letter only: in line {lines}.",
        "Take them out of the file, or name the tile set of the list: `--tiles`, as in "
        "`lexicon add NAME FILE --tiles german`.",
        example={"tiles": "english", "lines": "7 ('A1'), 9 ('B')"},
    ),
    "lexicon-taken": Said(
        "Another list is installed as {name}.",
        "Choose a name that says which edition this is.",
        example={"name": "Club list"},
    ),
    "lexicon-damaged": Said(
        "The words of {name} are not those that were installed.",
        "Delete {path} and add the list again.",
        example={"name": "Club list", "path": "lexicons/3f9a.words"},
    ),
    "no-such-lexicon": Said(
        "No word list called {name} is installed.",
        "Add it with `tilescribe lexicon add NAME FILE`; `tilescribe lexicon list` shows what is.",
        example={"name": "Club list"},
    ),
    "lexicon-name": Said(
        "{name!r} can't be the name of a word list.",
        "Use up to 60 letters, digits, spaces and . , ( ) + ' - and begin with a letter.",
        example={"name": "7/7"},
    ),
}
