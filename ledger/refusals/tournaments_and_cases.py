"""What is refused of a tournament and of its cases: players, rounds, rulings, appeals."""

from __future__ import annotations

from ledger.refusals.saying import Message
from ledger.vocabulary.names import ADD_A_FONT

# What is refused of a tournament: its opening, players, rounds and conduct.


SAID = {
    "unreadable-request/nobody-entered": Message(
        "There is no player in what was to be entered.",
        "Name at least one player.",
    ),
    "no-such-player/at-this-game": Message(
        "Player {player} does not play this game.",
        "Choose one of its two players, or warn without naming a game.",
        example={"player": 7},
    ),
    "no-such-player/to-warn": Message(
        "There is no player {player} in this tournament.",
        "Check the number.",
        example={"player": 7},
    ),
    "not-upheld": Message(
        "No appeal in this case was upheld and accepted.",
        "Enter the decision first, or write down why the games count again.",
    ),
    "unreadable-request/short-name": Message(
        "{slug!r} can't be the short name of a tournament.",
        "Use up to 40 small letters, digits and hyphens: spring-open-2026.",
        example={"slug": "spring-open"},
    ),
    "unreadable-request/boards-too-late": Message(
        "Boards can be 1 to {latest_minutes} minutes late.",
        "Say by how many minutes; or choose off.",
        example={"latest_minutes": 1440},
    ),
    "no-such-zone": Message(
        "“{zone}” is no time zone.",
        "Name the zone of the hall as Europe/Lisbon, or UTC.",
        example={"zone": "Atlantis/Harbour"},
    ),
    "unreadable-request/no-name": Message(
        "A tournament needs a name.",
        "Write it as it should stand on the slips.",
    ),
    "unreadable-request/no-such-day": Message(
        "“{day}” is no day.",
        "Write it as 2026-11-21.",
        example={"day": "31 November"},
    ),
    "unreadable-request/days-turned": Message(
        "The last day, {last}, comes before the first, {first}.",
        "Change one of them.",
        example={"first": "2026-11-22", "last": "2026-11-21"},
    ),
    "unreadable-request/division-name": Message(
        "No division can be called “{division}”: {wrong}.",
        "Give it another name, as A or Late Birds.",
        example={"division": "A/B", "wrong": "“/” can't stand in an address"},
    ),
    "unreadable-request/division-twice": Message(
        "Two divisions have one name: {names}.",
        "Give each its own.",
        example={"names": "A, B, A"},
    ),
    "no-such-division": Message(
        "{name} has no division {division}.",
        "Choose one of those there are: {listed}.",
        example={"name": "Harbour Open", "division": "C", "listed": "A, B"},
    ),
    "division-not-planned": Message(
        "{name} has no division {division}.",
        "Choose one of those that are planned: {listed}; or plan it in the set-up first.",
        example={"name": "Harbour Open", "division": "C", "listed": "A, B"},
    ),
    "which-division/entered": Message(
        "{name} has several divisions, and none was named.",
        "Choose one of them: {listed}.",
        example={"name": "Harbour Open", "listed": "A, B"},
    ),
    "which-division/of-a-command": Message(
        "{name} has several divisions, and none was named.",
        "Name one of them with --division: {listed}.",
        example={"name": "Harbour Open", "listed": "A, B"},
    ),
    "unreadable-request/tie-twice": Message(
        "One way to break ties is named twice.",
        "Name each once.",
    ),
    "unreadable-request/prize-of-nothing": Message(
        "Nothing is won for place {place}.",
        "Say what is won, or leave the place out.",
        example={"place": 3},
    ),
    "unreadable-request/unwritable-announcement": Message(
        "The announcement has {wrong}.",
        "Write it as it is to be read.",
        example={"wrong": "more than 500 characters"},
    ),
    "nothing-changed": Message(
        "Nothing was changed: all of it is in the record like this.",
        "Go on.",
    ),
    "rulebook-followed": Message(
        "Rounds are paired, and their games follow {rules}.",
        "Keep the rulebook; its options can be changed.",
        example={"rules": "wespa-5.1"},
    ),
    "options-locked": Message(
        "Games have started, and what was announced holds.",
        "Say why the options change; it is written down, and holds for rounds paired from now on.",
    ),
    "tournament-not-closed": Message(
        "The tournament is open.",
        "Go on.",
    ),
    "no-reason/to-go-on": Message(
        "It was not said why the tournament goes on.",
        "Say it in a few words.",
    ),
    "tournament-closed": Message(
        "{name} is closed: nobody is entered or paired any more.",
        "Open it again first, with a reason. Results still out, signatures, rulings, appeals and "
        "corrected names come in all the same.",
        example={"name": "Harbour Open"},
    ),
    "tournament-over": Message(
        "The tournament is closed already.",
        "Go on.",
    ),
    "unreadable-request/worth-of-a-bye": Message(
        "A round without an opponent can't be worth what is said of player {number}'s.",
        "Say a win, half of one or a loss, and a spread that a game can have.",
        example={"number": 7},
    ),
    "result-there": Message(
        "Round {number}: {one} against {two} has a result or is being recorded here.",
        "Look at the file's preview again: what stands here is not changed by a file.",
        example={"number": 3, "one": "Ann", "two": "Bob"},
    ),
    "round-paired": Message(
        "Round {round_number} has been paired.",
        "Pair the next round.",
        example={"round_number": 3},
    ),
    "round-not-paired": Message(
        "Round {round_number} has not been paired.",
        "Pair it first.",
        example={"round_number": 3},
    ),
    "nobody-to-pair/at-all": Message(
        "There is nobody to be paired in round {round_number}.",
        "Enter players, or check them in.",
        example={"round_number": 3},
    ),
    "nobody-to-pair/one-alone": Message(
        "One player alone is to be paired in round 1.",
        "Enter the others, or check them in.",
    ),
    "unreadable-pairings": Message(
        "The pairings can't be read: {troubles}.",
        "Put those lines right, as table, first, second; nothing was written.",
        example={"troubles": "line 3: nobody here is 'Ann Lea'"},
    ),
    "draw-moved-on": Message(
        "Something changed since this draw of round {round_number} was shown: a result, a player, "
        "a table or a pair that is not to meet.",
        "Look at the new draw, and confirm that one.",
        example={"round_number": 3},
    ),
    "round-planned": Message(
        "Somebody planned the rounds of this division meanwhile.",
        "Look at the file again; the plan that is there stays.",
    ),
    "round-not-planned": Message(
        "The plan of rounds does not have round {round_number}.",
        "Plan it first, or choose a method for this draw.",
        example={"round_number": 9},
    ),
    "plan-of-paired-round": Message(
        "Round {round_number} is paired already, so its plan can't change.",
        "Plan later rounds, or take round {round_number} back first.",
        example={"round_number": 3},
    ),
    "rounds-rest-on-results": Message(
        "Round {round_number} is drawn from results that are still to come.",
        "Draw round {first} first.",
        example={"round_number": 8, "first": 7},
    ),
    "unreadable-request/planned-twice": Message(
        "The plan names a round twice.",
        "Name each round once.",
    ),
    "unreadable-request/planned-from-later": Message(
        "Round {round_number} can't be drawn from itself or from a later round.",
        "Choose an earlier round for its standings.",
        example={"round_number": 3},
    ),
    "unreadable-request/schedule-without-a-beginning": Message(
        "It is not said in which round the schedule of round {round_number} begins.",
        "Name the first round of the round robin or the Fontes groups; other methods have none.",
        example={"round_number": 3},
    ),
    "no-round-planned": Message(
        "No round of this division is planned.",
        "Plan the rounds first; only planned rounds draw themselves.",
    ),
    "draws-not-automatic": Message(
        "Rounds of this division do not draw themselves.",
        "Choose it under Plan of rounds, or draw the round yourself.",
    ),
    "draw-announced": Message(
        "The draw of round {round_number} was announced before.",
        "Wait for it, or stop it.",
        example={"round_number": 5},
    ),
    "draw-stopped": Message(
        "Somebody stopped the draw of round {round_number}.",
        "Draw it yourself, or announce it again.",
        example={"round_number": 5},
    ),
    "draw-not-due": Message(
        "Round {round_number} is not due to draw itself.",
        "Look at the plan: it says which results the round waits for, and when.",
        example={"round_number": 5},
    ),
    "no-draw-announced": Message(
        "No draw is announced.",
        "Look at the plan again: somebody stopped it, or the round is paired.",
    ),
    "no-reason/to-repair": Message(
        "Games of round {round_number} were begun, and it was not said why players move.",
        "Say it in a few words.",
        example={"round_number": 3},
    ),
    "game-under-way/to-move": Message(
        "{one} and {other} have begun their game at table {table}.",
        "Leave the two at that table, or let the director void the game.",
        example={"one": "Ann Lee", "other": "Bo Quill", "table": 4},
    ),
    "game-under-way/unpaired": Message(
        "The game at table {table} was begun.",
        "Put the pairings right by hand; a round that is being played is not taken back.",
        example={"table": 4},
    ),
    "no-result-from-a-file": Message(
        "Up to round {until}, no result that came in a file waits for signatures.",
        "Check the division and the round.",
        example={"until": 6},
    ),
    "round-after": Message(
        "Round {later} is paired, and its draw rests on round {number}.",
        "Take round {later} back first.",
        example={"number": 2, "later": 3},
    ),
    "game-under-way/drawn-anew": Message(
        "The game at table {table} was begun.",
        "Change the pairings by hand; a round that is being played is not drawn anew.",
        example={"table": 4},
    ),
    "no-such-player/to-pair": Message(
        "There is no player {number} in {name}.",
        "Enter the player first, or check the number.",
        example={"number": 2, "name": "Spring Open"},
    ),
    "player-of-another-division": Message(
        "{player} ({number}) plays in {of}, and this is round {round_number} of {here}.",
        "Choose a player of {here}. To move {player} there, change the entry first.",
        example={
            "player": "Ed Egan",
            "number": 5,
            "of": "division B",
            "round_number": 1,
            "here": "division A",
        },
    ),
    "paired-in-another-division": Message(
        "{player} ({number}) is paired in round {round_number} of {of} already.",
        "Take the player out of that round first, or choose another one here.",
        example={"player": "Ed Egan", "number": 5, "of": "division B", "round_number": 1},
    ),
    "player-withdrawn": Message(
        "Player {number} takes no further part in this tournament.",
        "Give the opponent a bye.",
        example={"number": 2},
    ),
    "no-such-player/entered": Message(
        "There is no player {number} in this tournament.",
        "Check the number in the list of players.",
        example={"number": 7},
    ),
    "name-entered": Message(
        "Player {number} is called {name} already.",
        "Look whether it is the same person. If it is another, say so (--namesake): both names get "
        "their numbers.",
        example={"number": 7, "name": "Ann Lee"},
    ),
    "name-unlikely": Message(
        "{unlikely}",
        "Look at the name. If somebody is called so, say that you are sure (--sure).",
        example={"unlikely": "“6” has no letter in it."},
    ),
    "no-first-day": Message(
        "A results file of AUPAIR begins with the day of the event, and {name} has none.",
        "Say the first day in the set-up, and write the file again.",
        example={"name": "Harbour Open"},
    ),
    "name-of-several": Message(
        "Several players are called {name}: {numbers}.",
        "Write the name in the file as the list of players has it, with the number behind it.",
        example={"name": "Ann Lee", "numbers": "3, 7"},
    ),
    "no-reason/to-withdraw": Message(
        "It was not said why the player withdraws.",
        "Say it in a few words: ill, did not come.",
    ),
    "not-withdrawn": Message(
        "{name} has not withdrawn.",
        "Go on.",
        example={"name": "Ann Lee"},
    ),
    "player-put-out": Message(
        "{name} was put out of the tournament by a ruling.",
        "Leave the player out, unless an appeal is upheld.",
        example={"name": "Ann Lee"},
    ),
    "player-paired": Message(
        "{name} has been paired.",
        "Let the player withdraw; what was played stays.",
        example={"name": "Ann Lee"},
    ),
    "team-too-large": Message(
        "{team} has {players:player}; at most {most} can be kept apart.",
        "Keep apart those who must not meet, two by two.",
        example={"team": "Kestrel Bay", "players": 34, "most": 20},
    ),
    "pair-of-one": Message(
        "Nobody is ever paired with themselves.",
        "Name two different players.",
    ),
    "unprintable-name": Message(
        "{whose} {name}: the fonts have no {listed}.",
        ADD_A_FONT,
        example={"whose": "The tournament", "name": "世 Open", "listed": "世"},
    ),
    "unreadable-request/player-of-nothing": Message(
        "Player {number} {name!r} needs a number and a name.",
        "Enter both.",
        example={"number": 2, "name": "Spring Open"},
    ),
    "matters-open": Message(
        "Round {number} can't be closed: {named}.",
        "Settle each, or waive it with a reason. The page that closes the round lists them.",
        example={
            "number": 3,
            "named": "table 4: the game is not finished (the game has no result)",
        },
    ),
    "matters-not-counted": Message(
        "To waive all that is open together, say how many that are: {number} ({kinds}).",
        "Look at them first. Then give that number, or name those to waive.",
        example={"number": 5, "kinds": "5 results not signed or handed in"},
    ),
    "round-closed": Message(
        "Round {number} is closed.",
        "Open it again first, with a reason, if something of it changes.",
        example={"number": 3},
    ),
    "waived-to-close": Message(
        "Round {number} is closed, and this was waived so that it could be.",
        "Open round {number} again first. What its closing waived then waits again.",
        example={"number": 3},
    ),
    "matters-changed": Message(
        "Something changed since this page was read: {number} of what was to be waived no longer "
        "waits. The round is not closed.",
        "Read the list again, and choose anew.",
        example={"number": 2},
    ),
    "other-count": Message(
        "You typed {typed}, and {number} can be waived together: {kinds}. The round is not closed.",
        "Read the list, and type how many it holds.",
        example={"typed": 4, "number": 5, "kinds": "5 results not signed or handed in"},
    ),
    "waited-for-at-a-table/with-others": Message(
        "Somebody waits or plays at a table, so these are not waived together with others: "
        "{named}.",
        "Settle each of them, or waive it by itself. Its table is told why.",
        example={"named": "table 4: the director is called (a tile lies under the table)"},
    ),
    "waited-for-at-a-table/never-waived": Message(
        "The table goes on waiting for this until somebody enters it, so it can't be waived.",
        "Give the verdict, or enter or drop what was not written. You can also put it off.",
    ),
    "round-not-closed": Message(
        "Round {number} is not closed.",
        "Go on.",
        example={"number": 3},
    ),
    "no-such-matter": Message(
        "This does not wait any more.",
        "Look at the desk again: somebody saw to it.",
    ),
    "not-set-aside": Message(
        "This is neither waived nor put off any more.",
        "Look at the list again: somebody took it back.",
    ),
    "no-reason/to-take-back-a-waiver": Message(
        "Nothing is said about why it is taken back.",
        "Write the reason; it stands in the log of the day.",
    ),
    "no-reason/to-put-off": Message(
        "Nothing is said about why it is put off.",
        "Write a word: break, witness, end of game.",
    ),
    "no-reason/to-waive": Message(
        "Nothing is said about why nothing is done.",
        "Write the reason; it stands in the log of the day.",
    ),
    "no-reason/to-reopen": Message(
        "Nothing is said about why the round is opened again.",
        "Write the reason; it stands in the log of the day.",
    ),
    "unreadable-request/put-off-until": Message(
        "What is put off until a time needs one that is still to come.",
        "Choose a later time.",
    ),
    "table-taken": Message(
        "There is a game at table {table} of round {number}.",
        "Pair the players at another table.",
        example={"table": 14, "number": 2},
    ),
    "no-such-tournament/by-name": Message(
        "There is no tournament {slug} in this record.",
        "Check its short name; `tilescribe serve` lists them all.",
        example={"slug": "spring-open"},
    ),
}


SAID_CASES = {
    "nothing-to-appeal/no-decision": Message(
        "There is no such decision in this case.",
        "Check the case, or petition the director instead.",
    ),
    "no-appeal/none": Message(
        "Nobody has appealed in this case, and it was not referred.",
        "Lodge the appeal first.",
    ),
    "no-appeal/decided": Message(
        "Every appeal in this case is decided.",
        "Take the decision back if it was written down wrongly. Or lodge the next appeal first.",
    ),
    "nothing-to-appeal/waits": Message(
        "An appeal in this case waits for its decision already.",
        "Write down what was decided first. Or take that appeal back.",
    ),
    "no-such-decision": Message(
        "No such decision on appeal waits to be carried out.",
        "Look at the case as it is now: it may be carried out already.",
    ),
    "decision-not-carried-out/in-the-case": Message(
        "A decision on appeal in this case is not carried out yet.",
        "Carry it out with a ruling, or say why nothing is to be carried out.",
    ),
    "decision-not-carried-out/in-the-tournament": Message(
        "A decision on appeal is not carried out yet, in {named}.",
        "Carry it out in the case, or say there why nothing is to be carried out.",
        example={"named": "C-2, C-5"},
    ),
    "panel-concerned": Message(
        "{named}. A panel is made of people who have no part in the case.",
        "Name somebody else, or write down why they sat all the same.",
        example={"named": "Xia Zorn played in this game; Mira Weiss ruled in this case"},
    ),
    "no-reason/to-carry-nothing-out": Message(
        "A decision on appeal is left as it is with a reason.",
        "Say why nothing is to be carried out.",
    ),
    "case-went-on/another-by-now": Message(
        "What this is about is another by now than on the page that you had open.",
        "Look at the case as it is now, then do it again if it is still right.",
    ),
    "case-went-on/another-official": Message(
        "Another official did something in this case since you opened it.",
        "Look at the case as it is now, then do it again if it is still right.",
    ),
    "case-closed": Message(
        "This case is closed.",
        "Reopen it first, with a reason.",
    ),
    "no-such-tournament/for-a-case": Message(
        "There is no tournament {slug} in this record.",
        "Open it first, or decide on the game alone.",
        example={"slug": "spring-open"},
    ),
    "no-number": Message(
        "The players of this game have no numbers in a tournament.",
        "Decide on the game alone.",
    ),
    "no-such-case": Message(
        "There is no case {case}.",
        "Open one, or check its number.",
        example={"case": "6f1c2a90-5b1e-4c43-9d0e-2f4c1f9a7e10"},
    ),
    "not-both-heard": Message(
        "Each player has a hearing before anything is found about conduct.",
        "Take a statement of each, note who had nothing to say, or write down why you rule "
        "without one.",
    ),
    "no-such-evidence": Message(
        "No evidence of this case stands at event {version}.",
        "Look at the case as it is now; it may have been taken back.",
        example={"version": 9},
    ),
    "no-such-act/in-the-case": Message(
        "Nothing of this case stands under that number that can be taken back.",
        "Look at the case as it is now; it may have been taken back.",
    ),
    "no-such-act/in-the-tournament": Message(
        "Nothing about conduct stands under that number.",
        "Look at the page of conduct as it is now; it may have been taken back.",
    ),
    "no-such-act/at-the-table": Message(
        "Nothing in this game stands under that number.",
        "Look at the game as it is now; it may have been taken back.",
    ),
    "no-such-act/of-a-case": Message(
        "This was done in a case.",
        "Open the case and take it back there.",
    ),
    "no-such-act/of-players": Message(
        "This is no official's decision.",
        "Put it right on the score sheet, where it was entered.",
    ),
    "act-stands/came-after": Message(
        "This can't be changed yet: “{what}” came later, and rests on what stands now.",
        "Take that back first, or put it right.",
        example={"what": "8D WINDY +32"},
    ),
    "act-stands/rests-on": Message(
        "This can't stand again yet: “{what}” rests on what was taken back since.",
        "Let that stand again first.",
        example={"what": "Ann Lee told of the ruling"},
    ),
    "act-stands/signed": Message(
        "This can't be taken back: both players have signed for the result that it made.",
        "Take their signatures back first, or rule on it in a case.",
    ),
    "act-stands/signed-since": Message(
        "This can't stand again: both players have signed for the result that stands without it.",
        "Take their signatures back first, or rule on it in a case.",
    ),
    "act-stands/under-appeal": Message(
        "This can't be taken back: an appeal against it waits for its decision.",
        "Enter what was decided, which then replaces it. Or take the appeal back first.",
    ),
    "second-official/taking-back": Message(
        "Taking this back changes the result of a game that both players signed.",
        "Write down why no second official agreed.",
        field="alone",
    ),
    "second-official/standing-again": Message(
        "If this stands again, the result of a game that both players signed changes.",
        "Write down why no second official agreed.",
        field="alone",
    ),
    "unreadable-request/taken-back-without-reason": Message(
        "Nothing is taken back without a reason.",
        "Say why in a few words.",
        field="reason",
    ),
    "unreadable-request/stands-again-without-reason": Message(
        "Nothing stands again without a reason.",
        "Say in a few words why it stands after all.",
        field="reason",
    ),
    "unreadable-request/no-evidence": Message(
        "Evidence needs the thing itself, or its digest.",
        "Attach a picture or file, or enter its SHA-256.",
    ),
    "needs-ruling/forfeit-or-not": Message(
        "The book leaves it to the director whether the game is forfeited.",
        "Decide on a forfeit as the penalty, or refer the case.",
    ),
    "unreadable-request/act-not-named": Message(
        "{book} names no act {code!r}.",
        "Choose an act of its list, or {other!r} with the rule you rest on.",
        example={"book": "wespa-5.1", "code": "humming", "other": "other"},
    ),
    "uninvited-arithmetic": Message(
        "Nobody steps in on a wrong sum that no player has asked about.",
        "Leave it to the players, or write down why you step in all the same.",
    ),
    "no-game": Message(
        "This case is about no game.",
        "Warn or withdraw the player in the tournament, or open a case about the game.",
    ),
    "no-such-event": Message(
        "The game has no entry {version}.",
        "Look at the sheet again, and open the case from there.",
        example={"version": 40},
    ),
    "nothing-to-go-by": Message(
        "A case without a game needs its tournament.",
        "Open it from the tournament's page.",
    ),
    "already-bookmarked": Message(
        "This state is among the facts of the case already.",
        "Look at the facts on its page.",
    ),
    "no-such-draft": Message(
        "No such ruling is prepared in this case.",
        "Look at what is prepared now, and agree to that.",
    ),
    "second-official/wanted": Message(
        "This changes a result that both players signed, and no second official has agreed to it.",
        "Let another official agree with a badge of their own, or write down why nobody can.",
        field="alone",
    ),
    "second-official/own": Message(
        "Who prepared a ruling can't second it.",
        "Let another director or the organiser agree, with an own badge.",
    ),
    "no-such-statement": Message(
        "Entry {version} of this case is no statement.",
        "Choose a statement of this case.",
        example={"version": 4},
    ),
    "nothing-said": Message(
        "Who had nothing to say has nothing to confirm.",
        "Take the statement first.",
    ),
    "unreadable-request/unconfirmed": Message(
        "A statement is confirmed by a signature, or before a witness who is named.",
        "Let it be signed, or name who heard it confirmed.",
        field="witness",
    ),
    "nobody-told": Message(
        "Nobody was told.",
        "Say which players were told.",
    ),
    "case-open": Message(
        "This case is not closed.",
        "Go on with it.",
    ),
    "not-the-directors": Message(
        "This penalty is not for the director to give.",
        "Refer or report the case, or write down why you give it all the same.",
    ),
    "unreadable-request/penalty-not-named": Message(
        "{book} names no penalty {kind!r}.",
        "Choose among {penalties}, or say what it touches: {scopes}.",
        example={
            "book": "wespa-5.1",
            "kind": "flogging",
            "penalties": "warning, time, points",
            "scopes": "person, time, turn",
        },
    ),
    "unreadable-request/penalty-of-nothing": Message(
        "A penalty of {amount} takes nothing away.",
        "Enter how much, as a number above zero.",
        field="amount",
        example={"amount": -5},
    ),
    "unreadable-request/warning-not-named": Message(
        "{book} names no warning {kind!r}.",
        "Choose among {warnings}.",
        field="kind",
        example={"book": "wespa-5.1", "kind": "flogging", "warnings": "official-warning"},
    ),
    "no-level-one": Message(
        "No finding of the gravest level, and not of a minor kind, stands in this case.",
        "Rule so first, or write down why it follows all the same.",
        "conduct.level_one_otherwise",
    ),
    "unreadable-request/nobody-found-against": Message(
        "Nobody is found against.",
        "Rule against a seat.",
        field="seat",
    ),
    "needs-ruling/penalty": Message(
        "A penalty follows from a ruling, and there is none in this case.",
        "Rule with a citation first.",
    ),
    "tournament-not-over": Message(
        "No appeal is taken while the tournament is going on; the ruling binds until then.",
        "Lodge it once the last round is closed.",
    ),
    "unreadable-request/papers-for-nobody": Message(
        "Nobody is named who got the papers.",
        "Write down to whom they are handed.",
    ),
    "appeal-too-late": Message(
        "The time in which the players were told that they may appeal is over.",
        "Write down why it is taken all the same, or do not take it.",
    ),
    "unreadable-request/ruling-without-finding": Message(
        "What was found is empty, so nothing was ruled and nothing was written.",
        "Write what was found, then enter the ruling.",
        field="finding",
    ),
    "unreadable-request/ruling-without-citation": Message(
        "A ruling needs the rule it rests on.",
        "Name the rule; where the rules are silent, cite the clause that leaves it to you.",
        field="citation",
    ),
    "unreadable-request/left-empty": Message(
        "{what} is empty, so nothing was written.",
        "Fill it in, then send it again.",
        example={"what": "The reason"},
    ),
    "game-went-on": Message(
        "The game moved on after you looked at what this would do, so nothing was written.",
        "Look at what it does now, then enter it again.",
    ),
    "draft-changed": Message(
        "What was prepared has changed since you read it, so you have not agreed to anything.",
        "Read what is prepared now, and agree to that.",
    ),
    "unreadable-request/no-rule-named": Message(
        "No rule was named.",
        "Write its number, as 3.9.5, or look for it with a few words.",
    ),
    "no-such-warning": Message(
        "Entry {version} of this tournament is no warning given without a case, or was taken back.",
        "Open Conduct, and choose the notice of a warning from there.",
        example={"version": 12},
    ),
    "no-such-referral": Message(
        "Under this book a case is not referred; who is affected appeals.",
        "Report it instead, or lodge the appeal.",
    ),
    "case-not-ruled": Message(
        "Nothing has been ruled yet.",
        "Rule first.",
    ),
}
