"""Refusals about tournaments and cases, accounts, proofs, rulebooks and removals."""

from __future__ import annotations

from ledger.refusals.saying import Message

# What is refused of a tournament: its opening, players, rounds and conduct.


SAID_TOURNAMENTS = {
    "unreadable-request/nobody-entered": Message(),
    "no-such-player/at-this-game": Message(example={"player": 7}),
    "no-such-player/to-warn": Message(example={"player": 7}),
    "not-upheld": Message(),
    "unreadable-request/short-name": Message(example={"slug": "spring-open"}),
    "unreadable-request/boards-too-late": Message(example={"latest_minutes": 1440}),
    "no-such-zone": Message(example={"zone": "Atlantis/Harbour"}),
    "no-such-language": Message(example={"name": "tlh", "languages": "en, es, fr"}),
    "unreadable-request/language-twice": Message(),
    "unreadable-request/no-name": Message(),
    "unreadable-request/no-such-day": Message(example={"day": "31 November"}),
    "unreadable-request/days-turned": Message(
        example={"first": "2026-11-22", "last": "2026-11-21"}
    ),
    "unreadable-request/division-name": Message(
        example={"division": "A/B", "wrong": "“/” can't stand in an address"}
    ),
    "unreadable-request/division-twice": Message(example={"names": "A, B, A"}),
    "no-such-division": Message(
        example={"name": "Harbour Open", "division": "C", "listed": "A, B"}
    ),
    "division-not-planned": Message(
        example={"name": "Harbour Open", "division": "C", "listed": "A, B"}
    ),
    "which-division/entered": Message(example={"name": "Harbour Open", "listed": "A, B"}),
    "which-division/of-a-command": Message(example={"name": "Harbour Open", "listed": "A, B"}),
    "unreadable-request/tie-twice": Message(),
    "unreadable-request/prize-of-nothing": Message(example={"place": 3}),
    "unreadable-request/unwritable-announcement": Message(
        example={"wrong": "The text has more than 500 characters."}
    ),
    "nothing-changed": Message(),
    "rulebook-followed": Message(example={"rules": "wespa-5.1"}),
    "options-locked": Message(),
    "tournament-not-closed": Message(),
    "no-reason/to-go-on": Message(),
    "tournament-closed": Message(example={"name": "Harbour Open"}),
    "tournament-over": Message(),
    "unreadable-request/worth-of-a-bye": Message(example={"number": 7}),
    "result-there": Message(example={"number": 3, "one": "Ann", "two": "Bob"}),
    "round-paired": Message(example={"round_number": 3}),
    "round-not-paired": Message(example={"round_number": 3}),
    "nobody-to-pair/at-all": Message(example={"round_number": 3}),
    "nobody-to-pair/one-alone": Message(),
    "unreadable-pairings": Message(example={"troubles": "line 3: nobody here is 'Ann Lea'"}),
    "draw-moved-on": Message(example={"round_number": 3}),
    "round-planned": Message(),
    "round-not-planned": Message(example={"round_number": 9}),
    "plan-of-paired-round": Message(example={"round_number": 3}),
    "rounds-rest-on-results": Message(example={"round_number": 8, "first": 7}),
    "unreadable-request/planned-twice": Message(),
    "unreadable-request/planned-from-later": Message(example={"round_number": 3}),
    "unreadable-request/schedule-without-a-beginning": Message(example={"round_number": 3}),
    "no-round-planned": Message(),
    "draws-not-automatic": Message(),
    "draw-announced": Message(example={"round_number": 5}),
    "draw-stopped": Message(example={"round_number": 5}),
    "draw-not-due": Message(example={"round_number": 5}),
    "no-draw-announced": Message(),
    "no-reason/to-repair": Message(example={"round_number": 3}),
    "game-under-way/to-move": Message(example={"one": "Ann Lee", "other": "Bo Quill", "table": 4}),
    "game-under-way/unpaired": Message(example={"table": 4}),
    "no-result-from-a-file": Message(example={"until": 6}),
    "round-after": Message(example={"number": 2, "later": 3}),
    "game-under-way/drawn-anew": Message(example={"table": 4}),
    "no-such-player/to-pair": Message(example={"number": 2, "name": "Spring Open"}),
    "player-of-another-division": Message(
        example={
            "player": "Ed Egan",
            "number": 5,
            "of": "division B",
            "round_number": 1,
            "here": "division A",
        }
    ),
    "paired-in-another-division": Message(
        example={"player": "Ed Egan", "number": 5, "of": "division B", "round_number": 1}
    ),
    "player-withdrawn": Message(example={"number": 2}),
    "no-such-player/entered": Message(example={"number": 7}),
    "name-entered": Message(example={"number": 7, "name": "Ann Lee"}),
    "name-unlikely": Message(example={"unlikely": "“6” has no letter in it."}),
    "no-first-day": Message(example={"name": "Harbour Open"}),
    "name-of-several": Message(example={"name": "Ann Lee", "numbers": "3, 7"}),
    "no-reason/to-withdraw": Message(),
    "phones-do-not-check-in": Message(),
    "check-in-at-the-desk/taken-back": Message(example={"name": "Ann Lee"}),
    "check-in-at-the-desk/withdrawn": Message(example={"name": "Ann Lee"}),
    "not-checked-in-here": Message(example={"name": "Ann Lee"}),
    "check-in-was-drawn": Message(example={"name": "Ann Lee"}),
    "no-such-phase": Message(example={"round_number": 4}),
    "not-withdrawn": Message(example={"name": "Ann Lee"}),
    "player-put-out": Message(example={"name": "Ann Lee"}),
    "player-paired": Message(example={"name": "Ann Lee"}),
    "team-too-large": Message(
        n="players", example={"team": "Kestrel Bay", "players": 34, "most": 20}
    ),
    "pair-of-one": Message(),
    "unprintable-name": Message(
        example={"whose": "The tournament", "name": "世 Open", "listed": "世"}
    ),
    "unreadable-request/player-of-nothing": Message(example={"number": 2, "name": "Spring Open"}),
    "matters-open": Message(
        example={
            "number": 3,
            "named": "table 4: the game is not finished (the game has no result)",
        }
    ),
    "matters-not-counted": Message(
        example={"number": 5, "kinds": "5 results not signed or handed in"}
    ),
    "round-closed": Message(example={"number": 3}),
    "waived-to-close": Message(example={"number": 3}),
    "matters-changed": Message(example={"number": 2}),
    "other-count": Message(
        example={"typed": 4, "number": 5, "kinds": "5 results not signed or handed in"}
    ),
    "waited-for-at-a-table/with-others": Message(
        example={"named": "table 4: the director is called (a tile lies under the table)"}
    ),
    "waited-for-at-a-table/never-waived": Message(),
    "round-not-closed": Message(example={"number": 3}),
    "no-such-matter": Message(),
    "not-set-aside": Message(),
    "no-reason/to-take-back-a-waiver": Message(),
    "no-reason/to-put-off": Message(),
    "no-reason/to-waive": Message(),
    "no-reason/to-reopen": Message(),
    "unreadable-request/put-off-until": Message(),
    "table-taken": Message(example={"table": 14, "number": 2}),
    "no-such-tournament/by-name": Message(example={"slug": "spring-open"}),
}


SAID_CASES = {
    "nothing-to-appeal/no-decision": Message(),
    "no-appeal/none": Message(),
    "no-appeal/decided": Message(),
    "nothing-to-appeal/waits": Message(),
    "no-such-decision": Message(),
    "decision-not-carried-out/in-the-case": Message(),
    "decision-not-carried-out/in-the-tournament": Message(example={"named": "C-2, C-5"}),
    "panel-concerned": Message(
        example={"named": "Xia Zorn played in this game; Mira Weiss ruled in this case"}
    ),
    "no-reason/to-carry-nothing-out": Message(),
    "case-went-on/another-by-now": Message(),
    "case-went-on/another-official": Message(),
    "case-closed": Message(),
    "no-such-tournament/for-a-case": Message(example={"slug": "spring-open"}),
    "no-number": Message(),
    "no-such-case": Message(example={"case": "6f1c2a90-5b1e-4c43-9d0e-2f4c1f9a7e10"}),
    "not-both-heard": Message(),
    "no-such-evidence": Message(example={"version": 9}),
    "no-such-act/in-the-case": Message(),
    "no-such-act/in-the-tournament": Message(),
    "no-such-act/at-the-table": Message(),
    "no-such-act/of-a-case": Message(),
    "no-such-act/of-players": Message(),
    "act-stands/came-after": Message(example={"what": "8D WINDY +32"}),
    "act-stands/rests-on": Message(example={"what": "Ann Lee told of the ruling"}),
    "act-stands/signed": Message(),
    "act-stands/signed-since": Message(),
    "act-stands/under-appeal": Message(),
    "second-official/taking-back": Message(field="alone"),
    "second-official/standing-again": Message(field="alone"),
    "unreadable-request/taken-back-without-reason": Message(field="reason"),
    "unreadable-request/stands-again-without-reason": Message(field="reason"),
    "unreadable-request/no-evidence": Message(),
    "needs-ruling/forfeit-or-not": Message(),
    "unreadable-request/act-not-named": Message(
        example={"book": "wespa-5.1", "code": "humming", "other": "other"}
    ),
    "uninvited-arithmetic": Message(),
    "no-game": Message(),
    "no-such-event": Message(example={"version": 40}),
    "nothing-to-go-by": Message(),
    "already-bookmarked": Message(),
    "no-such-draft": Message(),
    "second-official/wanted": Message(field="alone"),
    "second-official/own": Message(),
    "no-such-statement": Message(example={"version": 4}),
    "nothing-said": Message(),
    "unreadable-request/unconfirmed": Message(field="witness"),
    "nobody-told": Message(),
    "case-open": Message(),
    "not-the-directors": Message(),
    "unreadable-request/penalty-not-named": Message(
        example={
            "book": "wespa-5.1",
            "kind": "flogging",
            "penalties": "warning, time, points",
            "scopes": "person, time, turn",
        }
    ),
    "unreadable-request/penalty-of-nothing": Message(field="amount", example={"amount": -5}),
    "unreadable-request/warning-not-named": Message(
        field="kind",
        example={"book": "wespa-5.1", "kind": "flogging", "warnings": "official-warning"},
    ),
    "no-level-one": Message(),
    "unreadable-request/nobody-found-against": Message(field="seat"),
    "needs-ruling/penalty": Message(),
    "tournament-not-over": Message(),
    "unreadable-request/papers-for-nobody": Message(),
    "appeal-too-late": Message(),
    "unreadable-request/ruling-without-finding": Message(field="finding"),
    "unreadable-request/ruling-without-citation": Message(field="citation"),
    "unreadable-request/left-empty": Message(example={"what": "The reason"}),
    "game-went-on": Message(),
    "draft-changed": Message(),
    "unreadable-request/no-rule-named": Message(),
    "no-such-warning": Message(example={"version": 12}),
    "no-such-referral": Message(),
    "case-not-ruled": Message(),
}


# What is refused at the doors: badges, PINs, sessions and tablets; and at the desk itself.


SAID_RECORDS = {
    "unreadable-request/badge-of-nothing": Message(),
    "no-such-badge": Message(example={"badge": "K7"}),
    "last-one": Message(example={"badge": "K7"}),
    "wrong-pin": Message(),
    "weak-pin/the-old-one": Message(),
    "unreadable-request/token-of-nothing": Message(),
    "unreadable-request/token-days": Message(n="longest", example={"longest": 366}),
    "another-badges": Message(),
    "no-scope": Message(),
    "token-taken": Message(example={"token": "Video stream"}),
    "no-such-token/by-name": Message(example={"token": "Video stream"}),
    "no-such-invitation": Message(),
    "unreadable-request/another-badge": Message(),
    "locked-out/here": Message(example={"minutes": 15}),
    "locked-out/everywhere": Message(),
    "too-many-signing-in": Message(),
    "weak-pin/too-short": Message(example={"shortest": 6}),
    "number-used": Message(example={"device_seq": 4}),
    "changed-request": Message(),
    "no-such-ruling": Message(),
    "no-such-device": Message(example={"device": "t14-x3k9q"}),
    "badge-taken": Message(example={"badge": "K7"}),
    "case-there": Message(),
    "no-such-entry/that-waits": Message(),
    "no-such-entry/to-rule-on": Message(),
    "another-tablets": Message(example={"device": "t14-x3k9q"}),
    "not-entered": Message(),
    "no-reason/to-drop": Message(),
    "result-final/under-a-ruling": Message(),
    "skipped-number": Message(example={"expected": 3}),
    "unreadable-request/unwritable-characters": Message(),
    "no-such-game": Message(example={"game": "0b9d4c1e-77aa-4c1f-8d2b-90b1f0a4c6d2"}),
    "no-such-tournament/asked-about": Message(),
}


# What is refused of checkpoints and proofs: nothing to sign, a record that is not what it was.


SAID_PROOFS = {
    "nothing-to-sign": Message(),
    "record-differs": Message(n="size", example={"size": 812}),
    "nothing-to-settle": Message(),
    "no-reason/to-settle": Message(),
    "key-unreadable/here": Message(example={"file": "checkpoint.key"}),
    "key-unreadable/password": Message(example={"file": "away.pem"}),
    "key-unreadable/no-copy": Message(example={"file": "away.pem"}),
    "key-unreadable/token": Message(example={"why": "no PIN in env:HALL_PIN"}),
    "key-in-token": Message(),
    "no-such-key": Message(example={"key": "1f2e3d4c"}),
    "key-is-trusted": Message(),
    "revoked-ahead": Message(example={"since": "2026-11-28 09:00 UTC"}),
    "written-meanwhile/checkpoint": Message(),
    "nothing-under-it": Message(example={"about": "spring-open/R3/T14"}),
}


# What is refused where a rulebook says nothing, or of what is asked of the rulebooks.


SAID_RULEBOOKS = {
    "rulebook-silent": Message(example={"point": "recount, partial"}),
    "clause-not-in-our-copy": Message(example={"point": "overtime, forfeit after"}),
    "option-not-chosen/by-the-organiser": Message(example={"point": "challenge, mode"}),
    "call-the-director": Message(
        example={
            "sentence": "The rule does not say how many tiles are turned up.",
            "readings": "all of them; or: all but one",
        }
    ),
    "no-such-reading": Message(
        example={
            "sentence": "The rule does not say how many tiles are turned up.",
            "listed": "(1) all of them; (2) all but one",
        }
    ),
    "unreadable-request/trap": Message(example={"name": "T4-99"}),
    "unreadable-request/reading-of-none": Message(),
    "no-such-option": Message(
        example={"option": "overtime", "options": "play, challenge-mode, challenge-seconds"}
    ),
    "option-not-in-this-rulebook/fixed": Message(
        example={"book": "wespa-4.0", "option": "hold-seconds", "told": "15"}
    ),
    "option-not-in-this-rulebook/not-left": Message(
        example={"book": "wespa-4.0", "option": "spread-cap"}
    ),
    "option-not-in-this-rulebook/value": Message(
        example={
            "book": "wespa-5.1",
            "value": "7",
            "option": "challenge-points",
            "allowed": "5 or 10",
        }
    ),
    "no-such-rulebook/wespa-5.2": Message(),
    "no-such-rulebook/unknown": Message(
        example={"name": "wespa-6", "books": "wespa-4.0, wespa-5.1"}
    ),
    "no-such-rulebook/edition": Message(example={"name": "our-club", "edition": "8db546e5"}),
    "no-such-clause/nearest": Message(
        example={"title": "WESPA Game Rules 4.0", "rule": "3.9.55", "nearest": "3.9.5, 3.9.6"}
    ),
    "no-such-clause/none-near": Message(example={"title": "WESPA Game Rules 4.0", "rule": "99"}),
    "no-such-clause/cited": Message(
        example={"rule": "3.8(z)", "book": "wespa-5.1", "nearest": "3.8, 3.8(a), 3.8(b)"}
    ),
    "no-such-clause/words": Message(
        example={"rule": "undeclared blank", "book": "wespa-5.1", "nearest": "3.8(b), 3.8(c)"}
    ),
    "no-such-clause/empty": Message(example={"book": "wespa-5.1"}),
    "no-such-clause/cited-none-near": Message(example={"rule": "zebra", "book": "wespa-5.1"}),
    "no-such-board": Message(example={"name": "round", "boards": "standard, super"}),
    "no-such-tile-set": Message(example={"name": "runes", "tile_sets": "english, french"}),
    "not-a-tile-set": Message(
        example={"file": "esperanto.toml", "mistakes": "A: write [value, how many in the set]"}
    ),
}


SAID_FORGETTING = {
    "no-such-person": Message(),
    "not-the-name": Message(),
    "nothing-to-remove": Message(),
    "still-needed": Message(
        example={"why": "the result of R3 T14 is not final; C-2 is under appeal"}
    ),
    "something-else-to-remove": Message(),
}
