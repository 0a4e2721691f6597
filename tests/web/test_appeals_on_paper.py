"""What papers of a case say of its rules and of its appeals: a committee can read them alone."""

from __future__ import annotations

from uuid import uuid4

import pytest

from ledger.desk.requests import Sent
from ledger.incidents.appeals import CarryNothingOut, DecideAppeal, HearAppeal, LodgeAppeal
from ledger.incidents.case_file import case_numbered
from ledger.incidents.hearing import CiteRule
from ledger.incidents.ruling import GiveRuling
from ledger.messages import say, speaking
from ledger.rulebook.help.finder import clause_help
from ledger.vocabulary import Seat
from printing.cases import bundle, notices, records
from printing.cases.filled_bundles import bundle_of
from printing.cases.filled_cases import appeal_form_of, incident_record_of, ruling_notices_of
from printing.filling.case_papers import case_at_hand
from tests.web.whole_hall import SLUG, a_whole_hall
from web.command_line.cases import case_shown

RULED = "wespa-5.1 3.9.5(a)(iii)"
NAMED = "wespa-5.1 3.8(b)"


@pytest.fixture
def hall(tmp_path):
    with a_whole_hall(tmp_path) as hall:
        yield hall


def does(hall, request):
    hall.desk.must_write(hall.case, request, Sent(by="D1", command_id=uuid4()))


def ruled(hall, finding="Two are shown.", **more):
    request = GiveRuling(
        game=hall.games[0], finding=finding, citation=RULED, although="a test", **more
    )
    does(hall, request)


def at_hand(hall):
    tournament, stream = case_numbered(hall.desk.log, SLUG, 1)
    return case_at_hand(hall.here, tournament, stream)


def papers(hall, *, redacted=False):
    """The words of each paper that tells of the case, on one line."""
    case = at_hand(hall)
    of_case, of_bundle = incident_record_of(case, redacted=redacted), bundle_of(
        case, redacted=redacted
    )  # fmt: skip
    told = {
        f"notice {place}": notices.RULING_NOTICE.lines(notice)
        for place, notice in enumerate(ruling_notices_of(case, redacted=redacted))
    }
    told["record"] = records.INCIDENT_RECORD.lines(of_case)
    told["bundle"] = bundle.lines(of_bundle)
    told["show"] = list(case_shown(hall.here, SLUG, 1)[1])
    return {name: " ".join(" ".join(lines).split()) for name, lines in told.items()}


@pytest.mark.found("DI-14")
def test_the_words_of_every_rule_cited_stand_on_the_papers(hall):
    does(hall, CiteRule(citation=NAMED, cited_by="Player 2"))
    ruled(hall)
    words = {one: clause_help(*one.split(" ")).words for one in (RULED, NAMED)}
    assert all(words.values())

    told = papers(hall)

    for name in ("notice 0", "notice 1", "record", "bundle"):
        assert f"{RULED}: {words[RULED]}" in told[name]
    for name in ("record", "bundle"):
        assert f"{NAMED}, named by Player 2: {words[NAMED]}" in told[name]


@pytest.mark.parametrize("of", ["es", "de"])
def test_a_bundle_calls_events_as_its_language_does_and_in_english_by_their_topics(hall, of):
    ruled(hall)
    case = at_hand(hall)
    topics = {event.fact.topic() for event in (*case.file.events, *case.sheet.events)}
    assert "ruling-given" in topics

    english = papers(hall)["bundle"]
    with speaking(of):
        told = papers(hall)["bundle"]
        names = {topic: say(f"events.{topic}") for topic in topics}

    for topic, name in names.items():
        assert topic.replace("-", " ") in english
        assert name in told
        assert topic.replace("-", " ") not in told


@pytest.mark.found("DI-14")
def test_a_rule_without_words_of_ours_says_so_with_its_number(hall, monkeypatch):
    ruled(hall)
    monkeypatch.setattr("ledger.incidents.case_file.words_of_rule", lambda _citation: "")

    told = papers(hall)

    for name in ("notice 0", "record", "bundle"):
        assert f"{RULED}: {say('incidents.no-words-kept')}" in told[name]


@pytest.mark.found("DI-5")
def test_papers_say_how_the_appeal_stands_from_its_lodging_to_its_carrying_out(hall):
    ruled(hall, consequences=("Ten points.",))
    does(hall, LodgeAppeal(who="Player 1", seat=Seat.FIRST, although="they leave today"))

    pending = papers(hall)
    for name, words in pending.items():
        assert "Under appeal: Player 1 appealed to local body" in words, name
        assert "You may appeal" not in words, name

    does(
        hall,
        DecideAppeal(body="local body", outcome="upheld-in-part", effect="five are given back."),
    )
    decided = papers(hall)
    for name, words in decided.items():
        said = "Decided on appeal by local body: upheld in part; five are given back. It is not"
        assert said in words, name

    version = at_hand(hall).file.to_carry_out.version
    ruled(hall, "On appeal: five are given back.", decision=version)
    carried = papers(hall)
    for name, words in carried.items():
        assert "A ruling has carried it out." in words, name
        assert "It is not carried out yet" not in words, name
    for name in ("record", "bundle"):
        assert "Carries out what local body decided on appeal" in carried[name]
    form = appeal_form_of(at_hand(hall))
    assert form.ruled == "Two are shown.", "the ruling appealed against, not the one since"


@pytest.mark.found("DI-5")
def test_papers_say_why_nothing_is_carried_out_and_a_redacted_copy_names_nobody(hall):
    ruled(hall)
    does(hall, LodgeAppeal(who="Wim Zandvliet", although="they leave today"))
    assert "Wim" not in " ".join(
        words for name, words in papers(hall, redacted=True).items() if name != "show"
    )
    does(hall, DecideAppeal(body="local body", outcome="upheld"))
    version = at_hand(hall).file.to_carry_out.version
    does(hall, CarryNothingOut(decision=version, reason="Wim Zandvliet has left"))

    for name, words in papers(hall).items():
        assert "Nothing is to be carried out: Wim Zandvliet has left." in words, name
    for name, words in papers(hall, redacted=True).items():
        assert name == "show" or "Zandvliet" not in words, name


@pytest.mark.found("DI-14")
def test_papers_say_who_declared_what_and_why_somebody_with_a_part_in_the_case_sat(hall):
    ruled(hall)
    does(hall, LodgeAppeal(who="Player 1", seat=Seat.FIRST, although="they leave today"))
    does(
        hall,
        HearAppeal(
            body="local body", committee=("Ilse Marchetti", "Player 2"), declared=("Player 2",),
            although="nobody else was there", how="in person",
        ),
    )  # fmt: skip

    told = papers(hall)
    for name in ("record", "bundle"):
        assert "Declared no interest: Player 2. No declaration: Ilse Marchetti." in told[name]
        assert "Sat with a part in the case, because: nobody else was there." in told[name]
    assert "Marchetti" not in papers(hall, redacted=True)["record"]


@pytest.mark.found("DI-14")
def test_a_notice_with_all_of_it_holds_every_line_in_its_boxes(hall):
    long = "The second draw was made before the first was counted; " * 5
    ruled(hall, long[:300], consequences=("One.", "Two.", "Three.", "Four."))
    does(hall, LodgeAppeal(who="Player 1", seat=Seat.FIRST, although="they leave today"))
    [notice, _] = ruling_notices_of(at_hand(hall))

    assert notices.rows_spared(notice) == 0
    assert notices.follow_rows(notice) == ["One.", "Two.", "More stands in the incident record."]
    assert len(notices.right_rows(notice)) <= 3
    assert notice.heading.provisional == "under appeal"
