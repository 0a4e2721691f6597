"""What a form fills in is kept alike in every language, and read by everybody in their own."""

from __future__ import annotations

import re
from html import unescape
from itertools import count
from typing import get_type_hints
from uuid import uuid4

import msgspec
import pytest
from msgspec import structs
from msgspec.structs import fields

from ledger.game.calls.facts import DirectorCalled, MatterSetAside
from ledger.game.calls.requests import CallDirector
from ledger.game.deciding import REQUESTS
from ledger.game.drawing.overdraws import ReportOverdraw
from ledger.game.scores.facts import PenaltyApplied
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.incidents.case_file import case_in, case_numbered
from ledger.incidents.facts import CaseOpened, RulingDrafted, RulingGiven
from ledger.incidents.ruling import GiveRuling, TellRuling
from ledger.incidents.wording import finding_wording, says_wording, title_wording
from ledger.messages import LANGUAGES, say, speaking
from ledger.messages.coded import Coded, in_english, kept, tellings, told
from ledger.record.events import tournament_id
from ledger.tournament.facts import MatterPutOff
from ledger.tournament.tournament import tournament_named
from printing.cases.filled_cases import incident_record_of
from printing.filling.case_papers import case_at_hand
from tests.decisions.situations import two_plays
from tests.desks import A, B, Table, a_desk, the_table
from tests.officials import Director
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import PIN, SLUG, a_hall
from tests.web.previewed import previewed
from tests.web.test_asked_in_words import a_value, asked_by
from tests.web.test_rule_on_it import CASES, FROM_HERE, form_of, refused
from web.entry.request_wording import words_of
from web.frame.languages import CHOSEN

POSTED = ("en", "es", "de", "fr")


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("kept-as-codes"), tables=24) as hall:
        hall.free = iter(range(1, 25))
        hall.director = hall.app.test_client()
        hall.director.post("/sign-in", data={"badge": "D1", "pin": PIN}, headers=FROM_HERE)
        yield hall


@pytest.fixture
def table(hall):
    number = next(hall.free)
    table = Table(hall.desk, hall.games[number - 1])
    table.numbers = count(number * 100_000)
    table.number = number
    table.enter(DetermineStarter(starter=1, method="draw"))
    table.enter(StartGame())
    return table


@pytest.fixture
def entry(hall, table):
    """A draw onto a full rack, refused."""
    table.passes(A)
    return refused(hall, table, ReportOverdraw(seat=A, drawn=1, touched=False))


def page(hall, of, address):
    hall.director.set_cookie(CHOSEN, of)
    answer = hall.director.get(address, headers=FOR_PEOPLE)
    assert answer.status_code == 200
    return unescape(answer.text)


def posts(hall, of, form, where=CASES):
    hall.director.set_cookie(CHOSEN, of)
    answer = previewed(
        lambda data: hall.director.post(where, data=data, headers=FOR_PEOPLE | FROM_HERE), **form
    )
    assert answer.status_code == 303, answer.text
    return answer


def last(hall):
    return case_in(hall.desk.log, tournament_named(SLUG, hall.desk.log).cases[-1])


def filled(page, way="refuse"):
    """The finding that the form fills in for a way to decide."""
    return re.search(rf'value="{way}" data-finding="([^"]*)"', page)[1]


def in_field(page, name):
    return re.search(rf'<input[^>]*name="{name}"[^>]*\bvalue="([^"]*)"', page)[1]


def facts(file):
    """What was written of a case, as bytes, but for its number."""
    return tuple(
        msgspec.json.encode(
            structs.replace(event.fact, number=0)
            if isinstance(event.fact, CaseOpened)
            else event.fact
        )
        for event in file.events
    )


def nested(deep):
    """A sentence in a sentence, so many times: none of ours is so deep."""
    coded = "2 points"
    for _ in range(deep):
        coded = Coded("words.list-ends", (("first", coded), ("last", "")))
    return coded


def test_what_a_form_fills_in_is_kept_alike_in_every_language_and_told_in_the_readers(
    hall, table, entry
):
    words, titles, written = {}, {}, set()
    for of in POSTED:
        form = page(hall, of, f"{CASES}new?entry={entry}")
        words[of] = filled(form)
        titles[of] = in_field(form, "title")
        posts(hall, of, form_of(entry, decides="refuse", finding=words[of], alone="-", title=""))
        written.add(facts(last(hall)))

    assert len(set(words.values())) == len(set(titles.values())) == len(POSTED)
    assert len(written) == 1
    file = last(hall)
    assert (file.ruling.finding, file.opened.title) == (words["en"], titles["en"])
    number = file.opened.number
    case = case_at_hand(hall.here, *case_numbered(hall.desk.log, SLUG, number))
    for of in POSTED:
        for address in (f"{CASES}{number}", f"/t/{SLUG}/rulings", f"{CASES}?state=ruled"):
            shown = page(hall, of, address)
            assert words[of] in shown, (of, address)
            assert titles[of] in shown, (of, address)
            for other in POSTED:
                assert other == of or words[other] not in shown, (of, other, address)
        with speaking(of):
            paper = incident_record_of(case)
            assert paper.title == titles[of]
            assert words[of] in [said for _, said in paper.finding]
            assert title_wording(file.opened) == titles[of]
    hall.director.set_cookie(CHOSEN, "en")


def test_it_may_be_shown_in_one_language_and_handed_in_in_another(hall, table, entry):
    form = page(hall, "es", f"{CASES}new?entry={entry}")
    title = in_field(form, "title")
    posts(hall, "fr", form_of(entry, decides="refuse", finding=filled(form), title=title))

    file = last(hall)
    assert file.ruling.finding.startswith("Not established: Player")
    assert in_english(file.ruling.finding_coded) == file.ruling.finding
    assert in_english(file.opened.title_coded) == file.opened.title


def test_without_scripts_the_finding_of_what_was_chosen_is_kept_alike_too(hall, table, entry):
    hall.director.set_cookie(CHOSEN, "de")
    form = form_of(entry, decides="refuse", finding="", alone="-")
    seen = unescape(
        hall.director.post(CASES, data=form | {"preview": "1"}, headers=FOR_PEOPLE | FROM_HERE).text
    )
    posts(hall, "de", form | {"finding": in_field(seen, "finding")})

    assert last(hall).ruling.finding.startswith("Not established: Player")
    assert last(hall).ruling.finding_coded != ""


@pytest.mark.parametrize("of", POSTED)
def test_what_an_official_typed_or_changed_stays_as_typed(hall, table, entry, of):
    changed = filled(page(hall, of, f"{CASES}new?entry={entry}")) + " (sic)"
    form = form_of(entry, decides="refuse", finding=changed, title="Zu spät", alone="-")
    posts(hall, of, form)

    opened, ruling = last(hall).opened, last(hall).ruling
    assert (ruling.finding, ruling.finding_coded) == (changed, "")
    assert (opened.title, opened.title_coded) == ("Zu spät", "")
    assert changed in page(hall, "pl", f"{CASES}{opened.number}")


def test_what_follows_has_a_short_reason_that_everybody_reads(hall, table, entry):
    form = page(hall, "es", f"{CASES}new?entry={entry}")
    more = {"points_seat": "first", "points_amount": "-10", "alone": "-"}
    posts(hall, "es", form_of(entry, decides="refuse", finding=filled(form), **more))

    [penalty] = [e.fact for e in table.sheet.events if isinstance(e.fact, PenaltyApplied)]
    assert penalty.reason == "not established"
    act = last(hall).events[-1].envelope.command_id
    back = page(hall, "de", f"/t/{SLUG}/back/{act}")
    assert "Nicht festgestellt: Player" in back
    case = page(hall, "es", f"{CASES}{last(hall).opened.number}")
    assert in_field(case[case.index("penalty-form") :], "reason") == "no demostrado"


def test_a_ruling_prepared_in_one_language_is_given_in_another(hall, table, entry):
    finding = filled(page(hall, "es", f"{CASES}new?entry={entry}"))
    posts(hall, "es", form_of(entry, only="1"))
    number = last(hall).opened.number
    said = {"request": str(uuid4()), "salt": "0" * 32, "citation": "wespa-5.1 3.9.5"}
    posts(hall, "es", said | {"decides": "refuse", "finding": finding}, f"{CASES}{number}/draft")
    version, drafted = last(hall).last(RulingDrafted)
    assert drafted.says.startswith("Not established: Player")
    with speaking("fr"):
        told_in_french = says_wording(drafted)
    assert told_in_french.startswith("Non établi\xa0: Player")
    assert finding not in page(hall, "de", f"{CASES}{number}")

    form = page(hall, "fr", f"{CASES}{number}?draft={version}")
    assert in_field(form, "finding") == told_in_french
    given = said | {"request": str(uuid4()), "draft": str(version), "finding": told_in_french}
    posts(hall, "fr", given, f"{CASES}{number}/rule")

    ruling = last(hall).ruling
    assert (ruling.finding, ruling.draft) == (drafted.says, version)
    assert ruling.finding_coded == drafted.finding_coded


def test_what_carries_out_an_appeal_is_kept_alike_in_every_language(hall, table):
    director, words, written = Director(hall.desk), {}, set()
    for of in POSTED:
        case = director.open_case(table.game, "time", by="D1")
        director.rule(case, table.game, "too late", "wespa-5.1 3.10.1(b)", by="D1")
        director.asks(case, TellRuling(seats=(A, B)), "D1")
        director.lodge_appeal(case, "Player 1", seat=A, although="so", by="D1")
        body = director.case_file(case).put_to[-1]
        director.decide_appeal(case, body, "upheld-in-part", effect="turn 9 comes off", by="D1")
        number = director.case_file(case).opened.number
        version = director.case_file(case).to_carry_out.version
        words[of] = in_field(page(hall, of, f"{CASES}{number}?carry={version}"), "finding")
        form = {
            "request": str(uuid4()), "finding": words[of], "citation": "wespa-5.1 1",
            "decision": str(version), "beside": "1",
        }  # fmt: skip
        posts(hall, of, form, f"{CASES}{number}/rule")
        written.add(facts(director.case_file(case))[-1])
        shown = page(hall, "de", f"{CASES}{number}")

    assert len(set(words.values())) == len(POSTED)
    assert len(written) == 1
    assert director.case_file(case).ruling.finding == words["en"]
    assert words["de"] in shown
    assert words["fr"] not in shown


def begins(hall, of, query):
    """What the form of a case calls it beforehand, and what is opened under that."""
    form = page(hall, of, f"{CASES}new?{query}")
    words = in_field(form, "title")
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
    posts(hall, of, hidden | {"request": str(uuid4()), "category": "other", "title": words})
    return words, last(hall)


def test_a_case_is_called_by_what_it_begins_with_in_the_readers_language(hall, table):
    table.passes(A)
    table.enter(CallDirector(reason="dispute", seat=A))
    call = next(
        e.originator_version for e in table.sheet.events if isinstance(e.fact, DirectorCalled)
    )
    rows = hall.director.get("/desk/now.json").json
    [row] = [one for one in rows["calls"] if one["where"]["game"] == str(table.game)]
    calls = row["open_case"].partition("?")[2]
    assert f"call={call}" in calls
    for query in (calls, f"game={table.game}&begins=what-if|off"):
        found = {of: begins(hall, of, query) for of in POSTED}
        assert len({facts(file) for _, file in found.values()}) == 1, query
        assert len({words for words, _ in found.values()}) == len(POSTED), query
        for of, (words, _) in found.items():
            file = found["en"][1]
            with speaking(of):
                assert title_wording(file.opened) == words
    with speaking("de"):
        assert title_wording(file.opened) == say(
            "replay.what-if-this", way=say("replay.suppose.off")
        )


def test_what_a_call_is_about_is_the_same_whoever_reads_it(hall, table):
    table.enter(CallDirector(reason="sonó el teléfono", seat=A))
    query = f"game={table.game}&call={table.sheet.version}"
    about = set()
    for of in LANGUAGES:
        form = page(hall, of, f"{CASES}new?{query}")
        about.add((re.search(r'value="(\w+)" selected', form)[1], in_field(form, "rule")))
        words, file = begins(hall, of, query)
        assert words == file.opened.title == "sonó el teléfono"
    [(subject, _rule)] = about
    assert (subject, file.opened.title_coded) == ("conduct", "")


def test_a_reason_of_the_desk_is_kept_alike_and_only_where_it_is_offered(hall, table):
    table.enter(CallDirector(reason="dispute", seat=A))
    call = table.sheet.version
    written = set()

    def puts_off(of, words):
        hall.director.set_cookie(CHOSEN, of)
        asked = {"kind": "call", "subject": str(table.game), "which": str(call)}
        asked |= {"ask": "put-off-matter", "reason": words, "until": "end-of-game"}
        sent = {"command_id": str(uuid4()), "tournament": SLUG, "asked": asked}
        answer = hall.director.post("/desk/matters", json=sent, headers=FROM_HERE)
        assert answer.json["written"], answer.text
        stream = hall.desk.log.events_of(tournament_id(SLUG))
        return [e.fact for e in stream if isinstance(e.fact, MatterPutOff)][-1]

    for of in POSTED:
        with speaking(of):
            words = say("lines.reason-break")
        written.add(msgspec.json.encode(puts_off(of, words)))
    assert len(written) == 1
    beside = {e.fact.reason for e in table.sheet.events if isinstance(e.fact, MatterSetAside)}
    assert beside == {"break"}
    for of in ("es", "de"):
        with speaking(of):
            words = say("lines.reason-confirmed-as-entered")
        assert puts_off(of, words).reason == words, "nobody offered it there"


@pytest.fixture(scope="module")
def a_sheet(tmp_path_factory):
    with a_desk(tmp_path_factory.mktemp("codes") / "data", with_a_table=True) as desk:
        table = the_table(desk)
        two_plays(table)
        yield table.sheet


@pytest.mark.parametrize("tag", REQUESTS)
def test_whatever_is_asked_is_told_from_its_code_as_it_is_told_at_once(a_sheet, tag):
    kind = REQUESTS[tag]
    hints = get_type_hints(kind)
    for nth in (0, 1):
        made = {one.name: a_value(one.name, hints[one.name], nth) for one in fields(kind)}
        wanted = asked_by(kind(**made))

        def tell(wanted=wanted):
            return words_of(wanted, a_sheet)

        coded = kept(tell)
        assert isinstance(coded, Coded), tell()
        for of, telling in zip(LANGUAGES, tellings(coded), strict=True):
            with speaking(of):
                assert telling == tell(), of


@pytest.mark.parametrize(
    "coded",
    [
        Coded("no.such-id"),
        Coded("game.points"),
        Coded("game.points", (("n", "some"),)),
        Coded("game.with-reason", (("told", "so"),)),
        ("text alone",),
        Coded("game.with-reason", (("told", "so"), ("reason", "they cheated"))),  # goes on
        nested(100),
        Coded("n" * 1500),
    ],
)
def test_a_code_that_does_not_say_what_stands_beside_it_is_left_out(hall, table, coded):
    director = Director(hall.desk)
    case = director.open_case(table.game, "score", title="so", title_coded=coded, by="D1")
    opened = director.case_file(case).opened
    assert (opened.title, opened.title_coded) == ("so", "")
    ruling = GiveRuling(
        game=table.game, finding="so", finding_coded=coded, citation="wespa-5.1 5.2"
    )
    director.asks(case, ruling, "D1")
    assert director.case_file(case).ruling.finding_coded == ""


FORGED = [
    Coded("game.points", (("n", "20"),)),  # another number
    Coded("game.with-reason", (("told", "2 points"), ("reason", "he cheated"))),  # goes on
    Coded("game.with-reason", (("told", "<b>2 points</b>"), ("reason", "so"))),
    ("2 points", Coded("game.points", (("n", "9"),))),
    nested(300),
    Coded("n" * 1500),
]


@pytest.mark.parametrize("coded", FORGED)
def test_a_code_in_a_record_of_another_program_makes_nobody_read_another_sentence(coded):
    opened = CaseOpened(category="other", title="2 points", title_coded=coded)
    ruled = RulingGiven(finding="2 points", citation="1", finding_coded=coded)
    drafted = RulingDrafted(digest="", words="", says="2 points; a warning", finding_coded=coded)
    for of in LANGUAGES:
        with speaking(of):
            assert title_wording(opened) == finding_wording(ruled) == "2 points"
            assert says_wording(drafted) == "2 points; a warning"


def test_what_a_prepared_ruling_says_is_told_up_to_where_its_finding_ends():
    coded = Coded("game.points", (("n", "2"),))
    for says in ("2 points", "2 points; a warning"):
        with speaking("de"):
            drafted = RulingDrafted(digest="", words="", says=says, finding_coded=coded)
            assert says_wording(drafted) == says.replace("2 points", "2 Punkte")
    more = RulingDrafted(digest="", words="", says="2 points, and more", finding_coded=coded)
    with speaking("de"):
        assert says_wording(more) == more.says


def test_a_sentence_cut_where_its_field_ends_is_told_whole():
    long = Coded("game.with-reason", (("told", "so " * 150), ("reason", "2")))
    opened = CaseOpened(category="other", title=in_english(long)[:200], title_coded=long)
    ruled = RulingGiven(finding=in_english(long)[:300], citation="1", finding_coded=long)
    shorter = structs.replace(ruled, finding=ruled.finding[:-1])
    with speaking("de"):
        assert title_wording(opened) == finding_wording(ruled) == told(long)
        assert finding_wording(shorter) == shorter.finding


def test_a_code_that_a_later_release_has_no_more_leaves_the_english_sentence():
    opened = CaseOpened(category="other", title="2 points", title_coded=Coded("gone.by"))
    ruled = RulingGiven(finding="2 points", citation="1", finding_coded=Coded("gone.by"))
    for of in LANGUAGES:
        with speaking(of):
            assert title_wording(opened) == finding_wording(ruled) == "2 points"


@pytest.mark.parametrize("typed", ["\ue000game.points\ue001n\ue0029\ue003", "\ue003", "a\ue000b"])
def test_signs_that_somebody_typed_make_no_code(typed):
    assert kept(lambda: say("game.with-reason", told=typed, reason="so")) == ""


def test_what_is_cut_or_has_no_language_is_kept_as_text_alone():
    assert kept(lambda: say("game.points", n=2)[:6]) == ""
    assert kept(lambda: "8D WINDY +32") == ""
    assert kept(str) == ""
