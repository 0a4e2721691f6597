"""The wording of cases and of appeals, which no list of a table tells."""

from __future__ import annotations

from ledger.incidents.facts import appeals, cases
from ledger.record import word_facts
from ledger.record.fact import Fact

ABOUT_CASES: dict[type[Fact], str] = {
    cases.CaseOpened: (
        "case about {game}[; entry {about}][; raised by {raised_by}][; seat {seat}]"
        "[; act {offence}][; although {although}] ({category})[; {rule}]"
    ),
    cases.StatementTaken: (
        "statement of {who} ({role})[; seat {seat}][; words {words}]"
        "[; {declined|declined|not declined}]"
    ),
    cases.EvidenceAttached: "evidence {kind}[; of {seat}][; {digest}]: {what}",
    cases.RuleCited: "rule cited {citation}[; by {cited_by}][; trap {trap}]",
    cases.RulingGiven: (
        "ruling for {game}[; found {found}][; on {standard}][; trap {trap}][; read {reading}]"
        "[; {another|in other words|as offered}]"
        "[; {gap|gap|no gap}][; against {seat}][; act {offence}][; level {level}]"
        "[; {minor|minor|not minor}][; mind {state_of_mind}][; raised by {raised_by}]"
        "[; although {although}]: {finding} ({citation})[; {consequences}]"
    ),
    cases.PenaltyDecided: (
        "penalty decided {seat} {kind:word} {scope:word}[; of {amount}][; by {clause}]"
        "[; although {although}]: {reason}"
    ),
    cases.CaseReported: (
        "reported to {to} ({why})[; {duty:word} by duty][; rule {clause}][: {note}]"
    ),
    cases.CaseClosed: "case closed",
    cases.CaseReopened: "case reopened: {reason}",
    appeals.AppealLodged: (
        "appeal of {who}[; seat {seat}] against {against:word} of event {version}"
        "[; words {grounds}][; although {although}] (to {to})"
    ),
    appeals.AppealHeard: (
        "appeal heard by {by}[; {how:word} heard][; sat {committee}][; executive {executive}]"
    ),
    appeals.AppealDecided: (
        "appeal decided by {by} ({outcome})[; accepted {accepted}][; recommends {recommends}]"
    ),
    appeals.BundleIssued: (
        "papers up to event {version} for {to} ({digest})[; {redacted|redacted|whole}]"
    ),
    word_facts.WordsRemoved: "words {digest} removed by {removed_by}: {reason}",
}
