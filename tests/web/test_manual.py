"""The manual as pages: every chapter, every link and picture in it, and help from every page."""

from __future__ import annotations

import re

import pytest

from tests.web.conftest import FOR_PEOPLE
from web.frame.pages import HTML, PAGES
from web.help import BY_NAME, CHAPTERS, FOLDER, INDEX, PLACES, helps_with


@pytest.mark.parametrize("name", [chapter.name for chapter in CHAPTERS])
def test_every_link_and_picture_of_a_chapter_leads_somewhere(client, name):
    page = client.get(f"/manual/{name}", headers=FOR_PEOPLE)

    assert page.status_code == 200
    body = page.text.partition("<article")[2].partition("</article>")[0]
    assert page.text.count("<h1") == 1
    assert "<h1" not in body
    assert "<p>" in body
    for linked in re.findall(r'(?:href|src)="([^"]+)"', body):
        address = linked.removeprefix("/manual/")
        if address.startswith(("http", "#")) or "/" in address:
            continue
        where, _, place = address.partition("#")
        found = client.get(f"/manual/{where}", headers=FOR_PEOPLE)
        assert found.status_code == 200, address
        assert not place or f'id="{place}"' in found.text, address


def test_every_chapter_has_its_file_and_every_file_its_chapter():
    files = {path.stem for path in FOLDER.glob("*.md") if path.name != INDEX}

    assert files == {chapter.name for chapter in CHAPTERS}


def test_the_index_of_the_files_lists_each_chapter_and_for_whom_it_is():
    index = (FOLDER / INDEX).read_text("utf-8")
    rows = [line for line in index.splitlines() if line.startswith("| [")]

    assert index.startswith("# The manual\n")
    assert rows == [f"| [{one.words}]({one.name}.md) | {one.whom} |" for one in CHAPTERS]


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
def test_what_a_chapter_links_to_is_a_file_beside_it(chapter):
    text = (FOLDER / f"{chapter.name}.md").read_text("utf-8")
    linked = re.findall(r"\]\(([\w-]+\.(?:md|png|html))[#)]", text)

    assert [name for name in linked if not (FOLDER / name).is_file()] == []


def test_every_page_says_which_chapter_helps_but_those_that_are_help_themselves():
    read = [page for page in PAGES.values() if (page.method, page.answers) == ("GET", HTML)]
    without = {page.endpoint for page in read if helps_with(page.endpoint) is None}

    assert without == {
        "manual.contents", "manual.one", "manual.signs", "manual.components", "rules.all_of_them",
        "rules.one", "rules.chapter", "refusals.all_of_them", "refusals.chapter",
        "health.description",  # which leads on
    }  # fmt: skip
    assert {page.manual for page in PAGES.values() if page.manual} <= set(BY_NAME)


def test_a_page_links_the_chapter_about_it(client):
    assert 'help-link" href="/manual/players"' in client.get("/", headers=FOR_PEOPLE).text
    signing_in = client.get("/sign-in", headers=FOR_PEOPLE).text
    assert 'help-link" href="/manual/hall"' in signing_in


def test_the_help_of_a_page_leads_to_a_part_that_its_chapter_has(client):
    for endpoint, place in PLACES.items():
        chapter = helps_with(endpoint)
        assert chapter is not None, endpoint
        assert f'id="{place}"' in client.get(f"/manual/{chapter.name}").text, (endpoint, place)
    said = client.get("/badges/", headers=FOR_PEOPLE).text
    assert 'help-link" href="/manual/hall#each-tablet-once"' in said


def test_the_address_of_a_part_leads_to_the_chapter_it_stands_in(client):
    """Where scripts lead whoever has the address it had while two chapters were one."""
    answer = client.get("/manual/an-appeal")

    assert (answer.status_code, answer.headers["Location"]) == (302, "/manual/cases#an-appeal")


@pytest.mark.parametrize("where", ["nothing", "..%2fapplication", "nothing.png", "UPPER"])
def test_what_is_no_chapter_is_said_in_words(client, where):
    answer = client.get(f"/manual/{where}")

    assert answer.status_code == 404
    assert answer.json["refused"] == "no-such-page"
