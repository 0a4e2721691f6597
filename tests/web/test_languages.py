"""Pages and scripts in the language of who reads them; tried with the pseudo-language."""

from __future__ import annotations

import re

import pytest

from ledger import messages
from ledger.messages import PSEUDO, speaking
from tests.web.conftest import GAME
from tests.web.whole_hall import FROM_HERE
from web.frame import languages, modules
from web.frame.languages import CHOSEN, say


@pytest.fixture(autouse=True)
def with_the_pseudo_language(client):
    client.application.config["PSEUDO_LANGUAGE"] = True


STANDINGS = f"{GAME.split('/r')[0]}/standings"


def test_a_page_is_in_the_language_chosen_on_the_device(client):
    plain = client.get("/rules/")
    client.set_cookie(CHOSEN, PSEUDO)
    told = client.get("/rules/")

    assert '<html lang="en"' in plain.text
    assert f'<html lang="{PSEUDO}" dir="rtl"' in told.text
    with speaking(PSEUDO):
        assert f">{messages.say('frame.rulebooks')}</a>" in told.text
    assert {"Cookie", "Accept-Language"} & set(told.vary)
    client.delete_cookie(CHOSEN)
    assert client.get("/rules/").text == plain.text


def test_what_is_kept_for_a_crowd_is_kept_for_each_language(client):
    front = client.get(STANDINGS)
    client.set_cookie(CHOSEN, PSEUDO)
    told = client.get(STANDINGS, headers={"If-None-Match": front.headers["ETag"]})
    assert told.status_code == 200
    assert f'lang="{PSEUDO}"' in told.text


def test_a_german_noun_within_a_sentence_keeps_its_capital(client):
    client.set_cookie(CHOSEN, "de")
    assert ">Nach Runde 2, mit dem, was von Runde 3 da ist" in client.get(STANDINGS).text


def test_no_cookie_chooses_the_pseudo_language_where_a_record_is_kept(client):
    client.application.config["PSEUDO_LANGUAGE"] = False
    client.set_cookie(CHOSEN, PSEUDO)
    assert '<html lang="en"' in client.get("/rules/").text


def test_a_language_that_is_not_there_is_not_chosen(client):
    client.set_cookie(CHOSEN, "tlh")
    assert '<html lang="en"' in client.get("/rules/").text
    for at in ("//elsewhere", "/\\elsewhere", "/\t/elsewhere", "/\r\n/elsewhere"):
        answer = client.post("/language", data={"language": "tlh", "at": at}, headers=FROM_HERE)
        assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert "Set-Cookie" not in answer.headers


@pytest.mark.one_in(3, "of")
@pytest.mark.parametrize("of", [*messages.LANGUAGES, PSEUDO])
def test_every_script_is_sent_with_its_sentences(of):
    for path in sorted((modules.FOLDER / "js").rglob("*.js")):
        if "vendor" in path.parts:
            continue
        text = modules.sent(path.relative_to(modules.FOLDER).as_posix(), of)
        assert not re.search(r'\bsay\("[a-z_]+\.[\w-]+"', text), path
        assert not re.search(r"\bsay\(`[a-z_]+\.", text), path


def test_scripts_of_another_language_are_of_another_release_and_kept_for_ever(client):
    with speaking(PSEUDO):
        other = modules.release()
        words = messages.say("frame.find-by")
    assert other != modules.release()
    answer = client.get(f"/static/{other}/js/frame/find.js")
    assert "immutable" in answer.headers["Cache-Control"]
    assert words in answer.text
    assert "Name or number" in client.get(f"/static/{modules.release()}/js/frame/find.js").text


def test_a_script_says_by_code_and_by_number(monkeypatch):
    texts = {"x.turns": ("{n} turn", "{n} turns"), "x.how.a-b": "as “it” is", "x.how.c": "c"}
    monkeypatch.setattr(messages, "_area", lambda of, area: texts)
    both = "say(`x.how.${a}-${b}`)"
    assert modules._said(both, "en") == 'say({"a-b":"as “it” is","c":"c"}[`${a}-${b}`])'
    said = modules._said('say("x.turns", values); say(`x.how.${code}`)', "en")
    assert said == 'say(["{n} turn","{n} turns"], values); say({"a-b":"as “it” is","c":"c"}[code])'


def test_values_in_a_page_are_text_and_marks_of_a_catalogue_are_marks(monkeypatch):
    texts = {"x.one": "Ask <b>{name}</b> & <a>open {what}</a>."}
    monkeypatch.setattr(languages, "text_of", lambda message, _: texts[message])
    assert say("x.one", name="<b>&", what="it", a='/"x') == (
        'Ask <b>&lt;b&gt;&amp;</b> &amp; <a href="/&#34;x">open it</a>.'
    )


def test_a_sentence_with_values_is_sent_as_a_template_literal(monkeypatch):
    texts = {"x.a": "{who}: `{what}` ${who}", "x.b": "at {at}", "x.n": ("{n} one", "{n} more")}
    monkeypatch.setattr(messages, "_area", lambda of, area: texts)
    call = 'say("x.a", { who, what: f("}, )", [say("x.b", { at: `${t}` })]) }) + say("x.n", { n })'
    assert modules._said(call, "en") == (
        '`${who}: \\`${f("}, )", [`at ${`${t}`}`])}\\` \\$${who}` + '
        "[`${n} one`,`${n} more`][+((n!=1))]"
    )


PARSED = r"""texts => texts.filter(([name, text]) => {
    const bare = text.replace(/^(import|export \{)[^;]*;$/gm, "")
        .replace(/^export (default )?/gm, "").replaceAll("import.meta", "({})");
    try { new Function(`return async () => { ${bare} }`); } catch (wrong) { return true; }
}).map(([name]) => name)"""


@pytest.mark.browser
def test_every_script_can_be_read_in_every_language(browser):
    page = browser.new_page()
    for of in (*messages.LANGUAGES, PSEUDO):
        names = [
            path.relative_to(modules.FOLDER).as_posix()
            for path in (modules.FOLDER / "js").rglob("*.js")
            if "vendor" not in path.parts
        ]
        sent = [
            (name, modules.sent(name, of)) for name in (*names, *modules.IN_ONE) if "js" in name
        ]
        assert page.evaluate(PARSED, [["wrong", "say({a: }"], *sent]) == ["wrong"]
    page.close()


ASKED = {"Accept-Language": "fr"}


@pytest.fixture
def three_languages(monkeypatch):
    monkeypatch.setitem(messages.LANGUAGES, "es", "español")
    monkeypatch.setitem(messages.LANGUAGES, "fr", "français")


def spoken(client, address, **headers):
    return re.search(r'<html lang="(\w+)"', client.get(address, headers=headers | ASKED).text)[1]


def test_a_page_is_told_as_the_device_chose_else_its_tournament_else_the_browser(
    client, three_languages, monkeypatch
):
    site = client.application.extensions["site"]
    assert spoken(client, STANDINGS) == "fr"  # nobody chose
    monkeypatch.setattr(type(site), "language", lambda _site, _slug: "es")
    assert spoken(client, STANDINGS) == "es"
    assert spoken(client, "/rules/") == "fr"  # of no tournament
    assert spoken(client, "/rules/", Referer=f"http://localhost{STANDINGS}") == "es"
    client.set_cookie(CHOSEN, "en")
    assert spoken(client, STANDINGS) == "en"


@pytest.mark.parametrize(
    ("accepted", "told"),
    [
        ("es-MX", "es"),
        ("es-MX, en;q=0.8", "es"),
        ("pt, fr-CA;q=0.5, en;q=0.4", "fr"),
        ("tlh", "en"),
    ],
)
def test_a_language_is_the_same_wherever_it_is_spoken(client, three_languages, accepted, told):
    page = client.get("/rules/", headers={"Accept-Language": accepted}).text
    assert f'<html lang="{told}"' in page
