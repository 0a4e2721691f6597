"""``tilescribe case list``, a case shown and printed by its fixed name, a round opened again."""

from __future__ import annotations

import json

import pdfplumber
import pytest
from click.testing import CliRunner

from ledger.vocabulary.refusals import Refusal
from tests.web.made_once import the_demonstration
from web.command_line import commands
from web.command_line.papers import SHORT


def tilescribe(*words):
    done = CliRunner().invoke(commands, [str(word) for word in words])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.output


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demo") / "data"
    return the_demonstration(folder)


def test_the_cases_of_a_tournament_are_listed(demo):
    said = tilescribe("case", "list", "harbour-open", "--data", demo)

    assert [line.split()[0] for line in said.splitlines()[::2]] == ["C-1", "C-2", "C-3"]
    assert "R6 T1     decided on appeal" in said
    assert "Adding up aloud (wespa-5.1 6.3.3(b)(ii))" in said


def test_a_program_reads_the_same(demo):
    one, two, three = json.loads(
        tilescribe("case", "list", "harbour-open", "--json", "--data", demo)
    )

    assert (one["case"], one["game"]) == ("C-1", "harbour-open/R5/T3")
    assert one["ruling"]["citation"] == "wespa-5.1 1.4.6"
    assert two["reports_due"] == [
        {"to": "the national association or WESPA", "duty": "may", "clause": "wespa-5.1 6.3.3(c)"}
    ]
    assert [(x["to"], x["outcome"]) for x in three["appeals"]] == [("local body", "dismissed")]
    assert not one["lacks"]


def test_a_case_is_shown_with_facts_what_was_said_and_what_came_of_it(demo):
    said = tilescribe("game", "show", "harbour-open/C-3", "--data", demo)

    assert said.startswith("C-3  Was the challenge in time?  (decided on appeal)")
    assert "After event 18: 138 : 164, clocks 16:21 / 19:52" in said
    assert "I said it while her hand was still in the bag." in said
    assert "Local body: appeal dismissed" in said
    told = json.loads(tilescribe("game", "show", "harbour-open/C-3", "--json", "--data", demo))
    assert told["events"][0]["kind"] == "case-opened"
    assert told["events"][1]["said"].startswith("I said it")


@pytest.mark.parametrize("words", [("cases", "nowhere"), ("show", "nowhere/C-1")])
def test_what_is_not_there_is_refused(demo, words):
    with pytest.raises(Refusal, match="no tournament"):
        tilescribe(*words, "--data", demo)


@pytest.mark.parametrize("number", ["C-0", "C-4", "C-99999"])
def test_a_case_nobody_opened_is_refused(demo, number):
    with pytest.raises(Refusal) as refused:
        tilescribe("game", "show", f"harbour-open/{number}", "--data", demo)
    assert refused.value.code == "no-such-case"


def test_a_case_has_no_versions(demo):
    assert "--at and --as-of are for games" in tilescribe(
        "game", "show", "harbour-open/C-1", "--at", 2, "--data", demo
    )


@pytest.mark.one_in(2, "form")
@pytest.mark.parametrize("form", ["incident", "ruling", "appeal", "bundle"])
def test_the_papers_of_a_case_go_by_their_fixed_names(demo, tmp_path, form):
    short, whole = tmp_path / "short.pdf", tmp_path / "whole.pdf"
    tilescribe("paper", "print", form, "harbour-open/C-3", "-o", short, "--data", demo)
    name = SHORT.get(form, form)
    tilescribe(
        "paper", "print", name, "C-3", "--tournament", "harbour-open", "-o", whole, "--data", demo
    )

    assert short.read_bytes() == whole.read_bytes()
    with pdfplumber.open(short) as pdf:
        assert "C-3" in pdf.pages[0].extract_text()


def test_a_form_without_a_case_is_blank_and_the_register_has_its_fixed_name(demo, tmp_path):
    tilescribe("paper", "print", "incident", "-o", tmp_path / "blank.pdf")
    tilescribe(
        "paper", "print", "rulings-register", "harbour-open", "-o", tmp_path / "r", "--data", demo
    )

    with pdfplumber.open(tmp_path / "r") as pdf:
        assert "3.10.1(b)" in pdf.pages[0].extract_text()


def test_a_closed_round_is_opened_again_with_a_reason_and_only_so(demo):
    again = ("reopen-round", "harbour-open", 6, "--data", demo)

    assert "Missing option '--reason'" in tilescribe(*again)
    with pytest.raises(Refusal) as refused:
        tilescribe(*again, "--reason", "  ")
    assert refused.value.code == "no-reason"
    assert tilescribe(*again, "--reason", "a slip was found") == "Round 6 is open again.\n"
    with pytest.raises(Refusal) as refused:
        tilescribe(*again, "--reason", "a slip was found")
    assert refused.value.code == "round-not-closed"
    assert "Round 6 is closed" not in tilescribe("tournament", "harbour-open", "--data", demo)
    assert tilescribe("round", "close", "harbour-open", 6, "--data", demo) == "Round 6 is closed.\n"


# What lies in a bundle


@pytest.fixture(scope="module")
def bundle(demo, tmp_path_factory):
    """The bundle of C-3, whole and redacted, page by page."""
    folder = tmp_path_factory.mktemp("bundle")
    found = {}
    for redacted in ((), ("--redacted",)):
        path = folder / f"{len(redacted)}.pdf"
        tilescribe(
            "paper", "print", "bundle", "harbour-open/C-3", *redacted, "-o", path, "--data", demo
        )
        with pdfplumber.open(path) as pdf:
            found[bool(redacted)] = [page.extract_text() for page in pdf.pages]
    return found


def test_a_bundle_holds_the_slips_of_its_game_as_they_were_signed(bundle):
    pages = [page for page in bundle[False] if "Result slip, form" in page]
    [challenged] = [page for page in bundle[False] if "Challenge slip, form" in page]

    assert len(pages) == 1
    assert "on screen for 437 : 379" in pages[0]
    assert "Blank designation slip, form" in pages[0]
    assert "Q U A S H E R" in challenged
    assert "Slips, as they were signed" in bundle[False][0]


def test_an_appeal_decided_on_another_day_has_its_day_on_paper(demo, tmp_path):
    """The demonstration is of one day, or of two where it is built in the small hours."""
    path = tmp_path / "c3.pdf"
    tilescribe("paper", "print", "incident", "harbour-open/C-3", "-o", path, "--data", demo)
    with pdfplumber.open(path) as pdf:
        said = "\n".join(page.extract_text() for page in pdf.pages)

    assert ".." not in said.split("Signatures")[0]
    assert "Local body: appeal dismissed" in said


@pytest.mark.wide("all drawn")
def test_no_form_of_the_desk_spells_a_minus_out(demo, tmp_path):
    for form, subject in (("day-log", "harbour-open"), ("bundle", "harbour-open/C-2")):
        path = tmp_path / f"{form}.pdf"
        tilescribe("paper", "print", form, subject, "-o", path, "--data", demo)
        with pdfplumber.open(path) as pdf:
            assert "U+2212" not in " ".join(page.extract_text() for page in pdf.pages)


@pytest.mark.parametrize("redacted", [False, True])
def test_the_lines_to_sign_on_stay_together(bundle, redacted):
    [signed] = [page for page in bundle[redacted] if "Second official" in page]

    assert "Signatures" in signed
    assert "Player: " in signed
