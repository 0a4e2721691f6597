"""The wording of cases and of appeals, which no list of a table tells."""

from __future__ import annotations

from ledger.incidents.facts import appeals, cases, evidence, taking_back
from ledger.record.fact import Fact

ABOUT_CASES: dict[type[Fact], str] = {
    cases.CaseOpened: (
        "case[ about {game}][; entry {about}][; raised by {raised_by}][; seat {seat}]"
        "[; act {offence}][; although {although}][; number {number}][; at {tournament:word}]"
        "[; player {player}][; call {call}][; began with {entry}][; titled {title}] ({category})"
        "[; {rule}][; as it stood {situation}]"
    ),
    evidence.StatementTaken: (
        "statement of {who} ({role})[; seat {seat}][; words {words}]"
        "[; {declined|declined|not declined}][; in {language}][; interpreter {interpreter}]"
    ),
    evidence.StatementConfirmed: (
        "confirmed the statement of event {statement} ({how})[; strokes {strokes}]"
        "[; before {witness}]"
    ),
    evidence.EvidenceAttached: (
        "evidence {kind}[; of {seat}][; {kept|kept here|kept elsewhere}][; {digest}]: {what}"
    ),
    evidence.EvidenceTakenBack: "took back evidence of event {evidence}: {reason}",
    evidence.CaseWordsRemoved: "taken out of the case {digest} by {removed_by}: {reason}",
    cases.RuleCited: "rule cited {citation}[; by {cited_by}][; trap {trap}]",
    cases.RulingGiven: (
        "ruling[ for {game}][; found {found}][; on {standard}][; trap {trap}][; read {reading}]"
        "[; {another|in other words|as offered}]"
        "[; {gap|gap|no gap}][; against {seat}][; act {offence}][; level {level}]"
        "[; {minor|minor|not minor}][; mind {state_of_mind}][; raised by {raised_by}]"
        "[; although {although}][; seconded by {seconded}][; alone {alone}]"
        "[; takes up event {draft}][; carries out event {decision}]: {finding} ({citation})"
        "[; {consequences}]"
    ),
    cases.RulingDrafted: "drafted a ruling ({digest})[; tried {tried}]; words {words}: {says}",
    cases.DraftDropped: "dropped the draft of event {draft}[: {reason}]",
    cases.FactsBookmarked: "bookmarked {situation}[: {note}]",
    cases.DraftSeconded: "seconded the draft of event {draft} ({digest})",
    cases.RulingTold: (
        "told of the ruling of event {ruling}[; {of:word}][; players {seats}]"
        "[; {right_told|right of appeal told|right of appeal not told}][; until {appeal_until}]"
    ),
    cases.PenaltyDecided: (
        "penalty decided {seat} {kind:word} {scope:word}[; of {amount}][; by {clause}]"
        "[; although {although}]: {reason}"
    ),
    cases.CaseReported: (
        "reported to {to} ({why})[; {duty:word} by duty][; rule {clause}][; sent {sent}][: {note}]"
    ),
    taking_back.CaseActTakenBack: (
        "took back events {versions}[; of {what}][; alone {alone}]: {reason}"
    ),
    cases.CaseClosed: "case closed",
    cases.CaseReopened: "case reopened: {reason}",
    appeals.AppealLodged: (
        "appeal of {who}[; seat {seat}] against {against:word} of event {version}"
        "[; words {grounds}][; although {although}][; until {decide_by}][; deposit {deposit}]"
        " (to {to})"
    ),
    appeals.AppealHeard: (
        "appeal heard by {by}[; {how:word} heard][; sat {committee}][; executive {executive}]"
        "[; declared {declared}][; although {although}]"
    ),
    appeals.AppealDecided: (
        "appeal decided by {by} ({outcome})[; accepted {accepted}][; recommends {recommends}]"
        "[; effect {effect}][: {reasons}]"
    ),
    appeals.NothingCarriedOut: "carried nothing out of the decision of event {decision}: {reason}",
    appeals.BundleIssued: (
        "papers up to event {version} for {to} ({digest})[; {redacted|redacted|whole}]"
        "[; kept {words}][; core {core}][; section {section}][; certificate {certificate}]"
        "[; record to {position}][; under {under}][; on {paper}][; codes at {base}]"
        "[; printed with {printed_with}]"
    ),
}
