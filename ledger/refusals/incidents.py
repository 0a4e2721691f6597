"""What is refused of cases, rulings, penalties and appeals."""

from __future__ import annotations

from ledger.refusals.message import Message

SAID = {
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
