"""What a screen reader is told of each control on officials' pages: a name, and whose it is.

The accessibility tree of Chromium is read, with everything that is folded unfolded.
"""

from __future__ import annotations

from collections import defaultdict
from uuid import uuid4

import pytest

from ledger.desk.requests import Sent
from ledger.game.calls.requests import CallDirector
from ledger.incidents.hearing import TakeStatement
from ledger.incidents.opening import OpenCase
from ledger.incidents.ruling import GiveRuling
from ledger.record.events import tournament_id
from ledger.record.kept_words import KeptWords
from ledger.tournament.conduct import WarnPlayer
from tests.desks import A
from tests.web.a_tablet import let_in
from tests.web.entry_hall import SLUG, a_hall

CONTROLS = frozenset(
    {
        "button", "checkbox", "combobox", "link", "radio", "searchbox", "slider", "spinbutton",
        "switch", "textbox", "DisclosureTriangle", "Date", "DateTime", "InputTime",
    }
)  # fmt: skip

DOES = """function () {
  const one = this.nodeType === 1 ? this : this.parentElement;
  const form = one.form;
  const group = one.closest("fieldset")?.querySelector("legend")?.textContent.trim()
    ?? one.closest("[role=group][aria-label]")?.ariaLabel ?? "";
  if (one.href) return ["", one.href];
  if (!form) return [group, one.id || one.dataset.do || one.textContent.trim()];
  const hidden = ["seat", "statement", "evidence", "draft", "to", "event"].map(
    (name) => form.querySelector(`input[type=hidden][name=${name}]`)?.value ?? "").join("/");
  return [group, [form.action, hidden, one.name, one.type === "radio" ? one.value : "",
    one.tagName === "BUTTON" ? `${one.formAction} ${one.value}` : ""].join(" ")];
}"""
"""Of a control: the group it stands in, and what tells it from another of the same name."""


def controls_of(page):
    """Role, name, group and what it does, of every control of a page."""
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    found = []
    for node in session.send("Accessibility.getFullAXTree")["nodes"]:
        role = node.get("role", {}).get("value", "")
        if node["ignored"] or role not in CONTROLS:
            continue
        named = {"backendNodeId": node["backendDOMNodeId"]}
        resolved = session.send("DOM.resolveNode", named)["object"]["objectId"]
        told = session.send(
            "Runtime.callFunctionOn",
            {"objectId": resolved, "functionDeclaration": DOES, "returnByValue": True},
        )["result"]["value"]
        found.append((role, node.get("name", {}).get("value", "").strip(), *told))
    session.detach()
    return found


@pytest.fixture(scope="module")
def officials(browser, tmp_path_factory):
    """A director's page, and the addresses to look at: with cases at every stage."""
    with a_hall(tmp_path_factory.mktemp("names"), 3) as hall:
        hall.desk.must_write(hall.games[0], CallDirector(reason="conduct", seat=A), sent("K1"))
        for player in (1, 2):
            request = WarnPlayer(player=player, offence="other", words="loud")
            hall.desk.must_write(tournament_id(SLUG), request, sent("D1"))
        opened, ruled = uuid4(), uuid4()
        for case in (opened, ruled):
            request = OpenCase(game=hall.games[0], category="conduct", seat=A)
            hall.desk.must_write(case, request, sent("D1"))
        for who in ("Ann", "Ben"):
            said = KeptWords(b"ab" * 16, f"{who} says so".encode())
            heard = TakeStatement(who=who, role="witness", words=said.digest)
            hall.desk.must_write(ruled, heard, sent("D1"), [said])
        ruling = GiveRuling(game=hall.games[0], finding="it is so", citation="3.8(b)", gap=True)
        hall.desk.must_write(ruled, ruling, sent("D1"))
        about_none = OpenCase(tournament=SLUG, category="conduct", player=1)
        hall.desk.must_write(uuid4(), about_none, sent("D1"))
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        let_in(context, hall, "D1")
        yield hall, context.new_page()
        context.close()


def sent(by):
    return Sent(command_id=uuid4(), by=by, device="desk" if by == "D1" else "T1")


@pytest.mark.found("DI-15")
@pytest.mark.parametrize("where", [
    "cases/1", "cases/2", "cases/3", "cases/new", "cases/new?game={game}", "cases/", "conduct",
    "rulings", "log", "r1/t1/warn", "r1/close",
])  # fmt: skip
@pytest.mark.browser
def test_DI15_each_control_has_a_name_and_no_two_that_do_different_things_have_the_same(
    officials, where
):
    hall, page = officials
    page.goto(f"{hall.address}/t/{SLUG}/{where.format(game=hall.games[0])}")
    found = controls_of(page)
    does = defaultdict(set)
    for role, name, group, act in found:
        does[role, group, name].add(act)

    assert len(found) > 3
    assert [one for one in found if not one[1]] == []
    assert sorted(named for named, acts in does.items() if len(acts) > 1) == []
