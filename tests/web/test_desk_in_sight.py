"""What a director sees of a busy desk at a glance: how much waits, where, and what comes first."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from ledger.vocabulary.desk_matters import FAMILIES, URGENCY
from tests.web.a_tablet import let_in
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import SLUG
from tests.web.every_matter import HARBOUR, KINDS, TWICE, a_while_later, every_matter
from tests.web.test_desk_verbs import at_the_desk, waiting
from tests.web.waiting import until

RESULTS = 18
"""With one of each kind in both tournaments they make 66 matters, as on 2026-11-22."""


BOTTOMS = "rows => rows.map((row) => row.getBoundingClientRect().bottom)"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    tables = TWICE + RESULTS + 4
    with (
        every_matter(tmp_path_factory.mktemp("sight"), tables, results=RESULTS) as hall,
        pytest.MonkeyPatch.context() as patch,
    ):
        a_while_later(hall, patch)
        yield hall


@pytest.fixture
def desk(browser, hall):
    contexts = []

    def opened(width, height, where=""):
        context = browser.new_context(viewport={"width": width, "height": height})
        contexts.append(context)
        let_in(context, hall, "D1")
        page = context.new_page()
        page.goto(f"{hall.address}/desk{where}")
        page.locator(".matter").first.wait_for()
        page.locator(".table-tile").first.wait_for(state="attached")
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.mark.browser
@pytest.mark.found("DI-7")
def test_sixty_six_matters_are_two_screens_each_a_line_the_most_pressing_first(hall, desk):
    page, known = desk(1440, 900), waiting(at_the_desk(hall))
    page.locator("body.several").wait_for()

    tabs = [tab.split("\n") for tab in page.locator(".tabs > a:visible").all_inner_texts()]
    assert [name.strip() for name, *_ in tabs] == [
        "Everything", "Calls", "Rulings", "Scores and entries", "Judging", "Slips", "Put off",
    ]  # fmt: skip
    counts = [int(count) for _, count in tabs[:-1]]
    assert len(known) >= 66
    assert counts[0] == len({one["where"]["game"] for one in known})
    families = {kind: family for family, kinds in FAMILIES.items() for kind in kinds}
    each = Counter(
        {(one["where"]["game"], families[one["matter"]["kind"]]): 1 for one in known}.keys()
    )
    assert counts[1:] == [sum(family == one for _, one in each) for family in FAMILIES]
    assert page.evaluate("document.documentElement.scrollHeight") <= 1800
    rows = page.evaluate(
        "[...document.querySelectorAll('section .matter')].map((row) =>"
        " [row.dataset.kinds.split(' ')[0], row.getBoundingClientRect().height])"
    )
    assert {height for _, height in rows} == {48}
    leads = [kind for kind, _ in rows]
    assert leads[:2] == ["call", "call"]
    urgencies = [URGENCY[kind] for kind in leads]
    assert urgencies == sorted(urgencies, key=["now", "round", "case"].index)
    bottoms = page.locator(".matter").evaluate_all(BOTTOMS)
    assert sum(bottom <= 900 for bottom in bottoms) >= 12


CUT = """rows => rows.flatMap((row) => {
  const [what, button] = [row.querySelector(".task-what"), row.querySelector(".button")];
  const [box, of] = [what.getBoundingClientRect(), button.getBoundingClientRect()];
  const apart = innerWidth < 600 ? box.bottom <= of.top + 1 : box.right <= of.left + 1;
  const said = what.firstElementChild.textContent, names = what.lastElementChild.textContent;
  const attended = /^.* is (on the way|at the table)\\. /;
  const kept = what.title.startsWith(said) && names.split(" · ")
    .every((one) => what.title.includes(one.trim().replace(attended, "")));
  const words = button.scrollWidth <= button.clientWidth + 1;
  return apart && kept && words && box.width ? [] : [row.textContent];
})"""
"""The rows in which something lies under a button, or is cut and stands nowhere else; and words of
buttons that are cut."""


@pytest.mark.browser
@pytest.mark.found("DI-7", "DI-17")
@pytest.mark.parametrize(
    "size", [(1440, 900), (1280, 800), (1200, 800), (1024, 768), (820, 1180), (390, 844)]
)
def test_a_sentence_that_is_cut_stands_whole_behind_it_and_a_word_beside_each_sign(desk, size):
    page = desk(*size)
    page.locator("body.several").wait_for()
    while page.locator(".unfold:visible").count():
        page.locator(".unfold:visible").first.click()
    rows = page.locator("section .matter")

    assert rows.count() >= 50
    assert rows.evaluate_all(CUT) == []
    kinds = rows.locator(".task-kind").all_inner_texts()
    assert [one for one in kinds if not re.search(r"[A-Za-z]{3}", one)] == []
    if size[0] >= 600:
        heights = rows.evaluate_all("rows => rows.map((one) => one.getBoundingClientRect().height)")
        assert set(heights) == {48}


@pytest.mark.browser
@pytest.mark.found("DI-7")
def test_every_table_is_one_line_and_all_of_it_is_beside_it(hall, desk):
    page, known = desk(1440, 900), waiting(at_the_desk(hall))
    while page.locator(".unfold:visible").count():
        page.locator(".unfold:visible").first.click()
    games = page.locator("section .matter").evaluate_all(
        "rows => rows.map((row) => row.dataset.game)"
    )
    assert sorted(games) == sorted({one["where"]["game"] for one in known})

    several = page.locator(".matter[data-kinds~=amendment]").first
    assert "also: result" in several.locator(".task-what").inner_text()
    several.locator(".more").click()
    beside = page.locator("#peek-matters > li")
    assert [one.get_attribute("data-which").split()[0] for one in beside.all()] == [
        "amendment",
        "result",
    ]
    page.locator(".peek-side").nth(1).wait_for()
    assert page.locator("#peek-matters >> text=Hand it in").is_visible()


@pytest.mark.browser
@pytest.mark.found("DI-7")
def test_keys_act_on_the_line_that_is_looked_at(hall, desk):
    page = desk(1440, 900)
    page.locator("#peek-title").wait_for()
    page.keyboard.press("j")
    page.keyboard.press("j")
    second = page.locator(".matter").nth(1)
    assert second.get_attribute("aria-current") == "true"
    assert second.get_attribute("data-key") == page.evaluate(
        "document.querySelector('.table-tile[aria-current]').dataset.game"
    )

    page.keyboard.press("c")
    page.wait_for_url("**/cases/new?**")


@pytest.mark.browser
@pytest.mark.found("DI-7")
def test_a_kind_chosen_above_is_shown_alone_and_whole(hall, desk):
    page = desk(1440, 900)
    slips = page.locator(".tabs > a[data-family=slips]")
    count = int(slips.locator(".count").inner_text())

    slips.click()

    assert page.locator("section .matter").count() == count
    assert slips.get_attribute("aria-current") == "page"
    assert page.locator(".tabs [aria-current]").count() == 1
    assert page.url.endswith("show=slips")
    page.locator(".tabs > a[data-family='']").click()
    assert page.locator("#now .matter").count() == 12


@pytest.mark.browser
@pytest.mark.found("DI-7")
def test_on_a_phone_the_three_most_pressing_are_in_sight_and_a_table_opens_over_the_list(desk):
    page = desk(390, 844)
    bottoms = page.locator(".matter").evaluate_all(BOTTOMS)
    assert page.locator("#number-pad").bounding_box()["y"] < 200, "looked up above the list"
    assert max(bottoms[:3]) <= page.locator(".areas").bounding_box()["y"]
    assert page.evaluate("document.documentElement.scrollWidth") == 390

    page.locator(".matter .more").first.click()
    page.locator(".peek-side").nth(1).wait_for()
    page.locator("#peek-head button").click()
    assert page.locator("#peek").is_hidden()


@pytest.mark.browser
@pytest.mark.found("DI-7", "DI-15")
def test_every_control_of_the_desk_says_table_and_players(desk):
    page = desk(1440, 900)
    page.locator("#peek-acts a").first.wait_for()
    names = page.evaluate("""[...document.querySelectorAll(
      '#inbox :is(#now, #round, #case) .matter :is(a, button), #peek-matters .ways-out > *,' +
      '#peek-acts > *')].map((one) =>
      [one.getAttribute('aria-label') ?? '', one.textContent])""")
    assert names
    for name, text in names:
        assert text in name
        assert re.search(r"table (Harbour|Spring) .*(Guest|Player) \d+ – ", name), name
    assert len({name for name, _ in names[:30]}) == 30, "no two of them are called the same"


@pytest.mark.browser
@pytest.mark.found("DI-7")
def test_what_is_pressing_and_new_is_heard_once_and_a_line_that_says_the_same_stays(hall, desk):
    page = desk(1440, 900)
    page.locator("#heard", has_text="calls").wait_for(state="attached")
    page.evaluate("document.querySelectorAll('section .matter').forEach((row) => row.kept = true)")
    page.evaluate("document.getElementById('heard').textContent = ''")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    with page.expect_response("**/desk/now.json*"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    until(page, "document.querySelector('.matter .task-waits').textContent")

    assert page.locator("#heard").text_content() == ""
    assert page.evaluate(
        "[...document.querySelectorAll('section .matter')].every((row) => row.kept)"
    )


# Two tournaments


@pytest.mark.found("DI-8")
def test_the_page_of_several_tournaments_leads_to_each_and_to_a_division_of_it(hall):
    visitor = at_the_desk(hall)
    page = visitor.get("/desk", headers=FOR_PEOPLE).text

    for slug, name in ((HARBOUR, "Harbour Cup"), (SLUG, "Spring Open")):
        assert f'<option value="/desk?tournament={slug}">{name}</option>' in page
    assert f'value="/desk?tournament={HARBOUR}&amp;division=B">Harbour Cup · B<' in page
    alone = visitor.get(f"/desk?tournament={HARBOUR}", headers=FOR_PEOPLE).text
    assert f'href="/t/{HARBOUR}/cases/"' in alone
    assert f'href="/t/{HARBOUR}/organise/"' in alone
    assert f'href="/t/{SLUG}/cases/"' not in alone


@pytest.mark.found("DI-8")
def test_the_pages_that_a_table_leads_to_name_tournament_division_and_table(hall):
    visitor = at_the_desk(hall)
    tables = visitor.get("/desk/wall.json").json["tables"]
    [table] = [
        one["game"]
        for one in tables
        if (one["game"]["tournament"], one["game"]["division"], one["game"]["table"])
        == (HARBOUR, "B", 2)
    ]
    peek = visitor.get(f"/desk/peek/{table['id']}.json").json

    for address in (peek["warn"], f"/t/{HARBOUR}/cases/new?game={table['id']}"):
        page = visitor.get(address, headers=FOR_PEOPLE).text
        assert "Harbour Cup, round 1, table B 2" in page


@pytest.mark.browser
@pytest.mark.found("DI-8")
def test_every_table_is_named_by_tournament_and_division_and_a_number_two_have_is_asked_about(desk):
    page = desk(1440, 900)
    page.locator("body.several").wait_for()
    names = page.locator("section .matter .task-table").all_inner_texts()
    assert {re.sub(r" ?\d+$", "", name) for name in names} <= {"Harbour A", "Harbour B", "Spring"}
    heads = page.locator(".wall-division").all_inner_texts()
    assert heads == ["Harbour Cup · A", "Harbour Cup · B", "Spring Open"]

    page.keyboard.press("2")
    page.keyboard.press("Enter")
    choices = page.locator("#which button").all_inner_texts()
    assert [one.partition(":")[0] for one in choices] == [
        "Harbour A 2",
        "Harbour B 2",
        "Spring 2",
        "Back",
    ]
    page.locator("#which button").nth(1).click()

    assert page.locator("#peek-title").inner_text().startswith("Table Harbour B 2 · Round 1")
    case = page.locator("#peek").get_by_role("link", name="Open a case").first
    assert "table Harbour B 2" in case.get_attribute("aria-label")


@pytest.mark.browser
@pytest.mark.found("DI-8")
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768), (390, 844)])
def test_the_number_of_a_table_is_never_cut_off(desk, width, height):
    page = desk(width, height)
    page.locator("body.several").wait_for()
    while page.locator(".unfold:visible").count():
        page.locator(".unfold:visible").first.click()

    names = page.locator("section .matter .task-table").evaluate_all(
        "names => names.map((name) => [name.innerText, name.scrollWidth - name.clientWidth])"
    )
    assert any(re.search(r"\d\d$", name) for name, _ in names)
    assert [name for name, beyond in names if beyond > 0] == []


@pytest.mark.browser
@pytest.mark.found("DI-8")
def test_one_division_is_looked_at_alone(hall, desk):
    page = desk(1440, 900)
    page.locator("#whose").select_option(label="Harbour Cup · A")
    page.wait_for_url("**division=A")
    page.locator(".matter").first.wait_for()
    page.locator(".table-tile").first.wait_for()

    names = page.locator("section .matter .task-table").all_inner_texts()
    assert all(re.fullmatch(r"A \d+", name) for name in names), names
    assert page.locator(".table-tile").count() == (TWICE + RESULTS + 4) // 4
    assert len(KINDS) * 2 == TWICE
