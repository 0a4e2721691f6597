"""From every refusal, remark and step there is a way to the rule it rests on."""

from __future__ import annotations

import pytest

from ledger.game.placement.requests import ChallengePlacement
from ledger.replay.remarks import NOTICED_BY_US, RULES, rule_of
from ledger.replay.replayed import replay_of
from ledger.rulebook import NAMES, load
from ledger.rulebook.ambiguities import ambiguities
from ledger.rulebook.help.book import clauses
from ledger.vocabulary import remarks
from ledger.vocabulary.refusals import Refusal
from tests.tabletop import A, B, Tabletop
from tests.web.a_tablet import Tablet
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import a_hall
from web.application import create_app
from web.frame.addresses import of_rule
from web.frame.refused import refused


@pytest.fixture
def addressed(site):
    """Inside a request, where addresses can be made."""
    with create_app(site, TESTING=True).test_request_context("/"):
        yield


def lands(address):
    """Whether an address is that of a rule we describe."""
    page, _, anchor = address.removeprefix("/rules/").partition("#")
    book = page.partition("/")[0]
    return anchor in {number.replace(" ", "") for number in clauses(book)}


def test_every_remark_has_a_rule_or_was_noticed_by_us():
    assert set(RULES) == set(remarks.ALL)


@pytest.mark.parametrize("book", NAMES)
def test_the_rule_behind_every_remark_and_trap_has_its_help(book, addressed):
    rules = load(book)
    ours = {code for code, behind in RULES.items() if behind == NOTICED_BY_US}

    for code in (*RULES, *ambiguities()):
        cited = rule_of(code, rules)
        assert (cited == "") is (code in ours), code
        assert not cited or (cited.startswith(f"{book} ") and lands(of_rule(cited))), (code, cited)


@pytest.mark.parametrize(
    ("cited", "address"),
    [
        ("wespa-4.0 3.9.5(a)", "/rules/wespa-4.0/3.9#3.9.5(a)"),
        ("wespa-1.0 App. 1", "/rules/wespa-1.0/App.1#App.1"),
        ("nsa-1998 VI.D**", "/rules/nsa-1998/VI#VI.D**"),
        ("wespa-4.0 3.9.5(a)(x)", "/rules/wespa-4.0/3.9#3.9.5(a)"),
        ("wespa-4.0 9.9", "/rules/wespa-4.0"),
        ("a-club-book 3.1", ""),
        ("", ""),
    ],
)
def test_a_rule_cited_is_found_or_the_nearest_around_it(cited, address, addressed):
    assert of_rule(cited).replace("%28", "(").replace("%29", ")") == address


@pytest.mark.parametrize("headers", [FOR_PEOPLE, {}])
def test_a_refusal_links_its_rule_for_people_and_names_the_address_for_programs(site, headers):
    late = Refusal("right-gone", "Too late.", "Play on.", clause="wespa-1.0 3.10.16(e)")

    with create_app(site, TESTING=True).test_request_context("/", headers=headers):
        answer = refused(late)

    address = "/rules/wespa-1.0/3.10.10#3.10.16(e)"
    if headers:
        link = f'<a class="rule" href="{address}">wespa-1.0 3.10.16(e)</a>'
        assert link in answer.get_data(as_text=True)
    else:
        assert answer.json["help"] == address


def test_a_replay_tells_every_remark_with_its_rule_those_beside_the_turns_as_well():
    table = Tabletop("nsa-1998")
    table.play(A, "7G", "CAT")
    table.enter(ChallengePlacement(seat=B, ground="moved-tiles"))

    [ply] = replay_of(table.sheet).plies

    assert ply.remark_rules == ("nsa-1998 IV.B", "nsa-1998 IV.D", "nsa-1998 IV.D")
    assert len(ply.remarks) == 3
    assert "remark" in ply.marks


FOLLOWED = """async (clauses) => {
  const here = document.querySelector("script[type=module]").src;
  const { ruleOf } = await import(new URL("../frame/make.js", here));
  const books = new Map();
  const book = (at) => {
    if (!books.has(at)) books.set(at, fetch(at).then((response) => response.text()));
    return books.get(at);
  };
  return Promise.all(clauses.map(async (clause) => {
    const link = ruleOf(clause);
    const page = await book(link.pathname + link.search);
    return page.includes(`id="${decodeURIComponent(link.pathname.split("/").pop())}"`);
  }));
}"""
"""Whether the tablet's link to each rule leads to that rule."""


@pytest.mark.journey("rule")
@pytest.mark.browser
def test_a_rule_on_the_tablet_leads_to_its_help(browser, tmp_path):
    with a_hall(tmp_path) as hall:
        tablet = Tablet(browser, hall)

        landed = tablet.page.evaluate(FOLLOWED, ["wespa-5.1 3.9.5(a)", "wespa-4.0 App. 1"])

        tablet.close()

    assert landed == [True, True]
