"""Catalogues of sentences: read as translators' tools read them, whole, and used."""

from __future__ import annotations

import ast
import json
import re
from gettext import c2py
from hashlib import sha256
from pathlib import Path
from typing import get_args

import pytest
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st

from ledger import messages
from ledger.game.endings.facts import CALLED_OFF
from ledger.game.judging.turns_since import READJUDICATED
from ledger.game.sheet.line import mode_wording
from ledger.game.sheet.outcome import ResultKind
from ledger.game.sheet.standing import with_reason
from ledger.messages import ENGLISH, FOLDER, NAME, PSEUDO, say, speaking
from ledger.messages.written import reason_given, reason_kept, reason_to_fill_in
from ledger.record.fact import Fact
from ledger.rulebook import NAMES, load
from ledger.vocabulary.closed_lists import DeclaredEnd, ForfeitCause, VoidReason
from tests import translations
from tests.registered import is_of_a_game

HOUSE = Path(__file__).resolve().parents[1]
CATALOGUES = sorted(FOLDER.rglob("*.po"))
AN_ID = re.compile(r"[a-z_]+\.[\w.-]+")
SAYING = {
    "ledger/messages/__init__.py",
    "web/frame/languages.py",
    "web/frame/modules.py",
    "web/static/js/frame/say.js",
}
"""Where saying itself is written; their examples are none."""

BY_HAND = re.compile(r"""\b(?:say|Saying|text_of)\(\s*["']([a-z_]+\.[\w.-]*\w)["']""")
BY_CODE = re.compile(
    r"""\b(?:say|Saying|text_of|family)\(\s*"""
    r"""(?:f?["'`]([a-z_]+\.[\w.-]*)[{$]|["']([a-z_]+\.(?:[\w.-]*[.-])?)["'])"""
)


def names_in(text):
    forms = [text] if isinstance(text, str) else text
    return [set(NAME.findall(form)) for form in forms]


def english():
    return {
        name: messages.text_of(name, ENGLISH)
        for area in messages.areas()
        for name in messages.catalogue((FOLDER / ENGLISH / f"{area}.po").read_text("utf-8"))
    }


def sources():
    for part in ("ledger", "printing", "web"):
        for path in (HOUSE / part).rglob("*"):
            ours = path.suffix in (".py", ".html", ".js") and "vendor" not in path.parts
            if ours and path.relative_to(HOUSE).as_posix() not in SAYING:
                yield path, path.read_text("utf-8")


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_catalogue_is_read_as_translators_tools_read_it(path):
    with path.open("rb") as file:
        there = read_po(file, abort_invalid=True)

    says = {
        one.id[0] if one.pluralizable else one.id: one.string
        for one in there
        if one.id and all([one.string] if isinstance(one.string, str) else one.string)
    }
    assert messages.catalogue(path.read_text("utf-8")) == says
    assert not list(there.check())
    assert all(AN_ID.fullmatch(name) and name.startswith(f"{path.stem}.") for name in says)
    ids = re.findall(r'^msgid "(.+)"$', path.read_text("utf-8"), re.MULTILINE)
    assert len(ids) == len(set(ids))
    assert f"plural={messages.plural_rule(path.parent.name)};" in path.read_text("utf-8")


def test_every_id_that_is_said_is_in_a_catalogue_and_none_is_left_over():
    there = set(english())
    said, families = {"words.list-goes-on", "words.list-ends", "words.either-ends"}, set()
    for path, text in sources():
        found = set(BY_HAND.findall(text))
        assert found <= there, (path, found - there)
        said |= found
        families |= {name or ended for name, ended in BY_CODE.findall(text)}
    for prefix in families:
        assert any(name.startswith(prefix) for name in there), prefix

    left = {name for name in there - said if not name.startswith(tuple(families))}
    assert left == set()


@pytest.mark.parametrize("of", sorted(translations.RULES))
def test_every_translation_has_the_names_and_marks_of_the_english_sentence(of):
    before = english()
    for path in sorted((FOLDER / of).glob("*.po")):
        for name, told in messages.catalogue(path.read_text("utf-8")).items():
            forms = dict(enumerate([told] if isinstance(told, str) else told))
            assert translations.trouble_of(of, before[name], forms) == "", name


def test_every_plural_is_chosen_by_n():
    for name, text in english().items():
        if not isinstance(text, str):
            with speaking(ENGLISH):
                values = dict.fromkeys(set().union(*names_in(text)), "x")
                assert say(name, **{**values, "n": 1}) != say(name, **{**values, "n": 2}), name


def test_a_sentence_without_a_value_for_a_name_is_an_error_and_not_half_said():
    with pytest.raises(KeyError):
        say("frame.badge")
    with pytest.raises(KeyError):
        say("frame.no-such-sentence")
    with pytest.raises(KeyError):
        say("nowhere.close")


@given(st.lists(st.text("abc", min_size=1), min_size=1, max_size=5))
def test_things_are_listed_as_english_lists_them(things):
    *most, last = things
    assert messages.listed(things) == (f"{', '.join(most)} and {last}" if most else last)
    assert messages.one_of(things) == (f"{', '.join(most)} or {last}" if most else last)


def test_the_pseudo_language_says_everything_in_other_letters_and_longer():
    for name, text in english().items():
        with speaking(PSEUDO):
            told = messages.text_of(name)
        for before, after in zip(names_in(text), names_in(told), strict=True):
            assert before == after
        for form in [told] if isinstance(told, str) else told:
            assert not re.search(r"[A-Za-z]", re.sub(r"\{\w+\}|</?\w+>", "", form)), name
        if isinstance(text, str):
            assert len(told) >= 1.3 * len(re.sub(r"\{\w+\}|</?\w+>", "", text)), name


def test_no_function_that_keeps_its_answers_says_anything():
    """What is kept would be said in the language of whoever asked first."""
    for path, text in sources():
        if path.suffix != ".py" or "cache" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and any(
                "cache" in ast.unparse(one) for one in node.decorator_list
            ):
                assert not re.search(r"\bsay\(", ast.unparse(node)), (path, node.name)


def test_nothing_is_said_while_a_module_is_read():
    """It would be said once, in English, before anybody asked."""
    for path, text in sources():
        if path.suffix != ".py" or "say(" not in text:
            continue
        outside = [
            node
            for node in ast.parse(text).body
            if not isinstance(node, ast.FunctionDef | ast.ClassDef)
        ]
        for node in outside:
            calls = [
                one
                for one in ast.walk(node)
                if isinstance(one, ast.Call) and getattr(one.func, "id", "") == "say"
            ]
            inside = [one for one in ast.walk(node) if isinstance(one, ast.Lambda)]
            assert len(calls) <= len(inside), (path, ast.unparse(node)[:80])


def test_lines_of_a_translator_are_checked_before_they_stand_in_a_catalogue(tmp_path, monkeypatch):
    for module in (translations, messages):
        monkeypatch.setattr(module, "FOLDER", tmp_path)
    messages._area.cache_clear()
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "hall.po").write_text(
        '# The hall.\nmsgid ""\nmsgstr ""\n\n'
        'msgid "hall.calls"\nmsgid_plural "hall.calls"\n'
        'msgstr[0] "One call"\nmsgstr[1] "{n} calls"\n\n'
        'msgid "hall.to"\nmsgstr "Go <b>to</b> {table}"\n',
        "utf-8",
    )
    whole = [
        "hall.calls[0] = Jedno wezwanie",
        "hall.calls[1] = {n} wezwania",
        "hall.calls[2] = {n} wezwań",
    ]
    refused = list(
        translations.taken(
            "pl",
            [
                *whole,
                "hall.to = Idź do {stołu}",
                "hall.nowhere = Nigdzie",
                "what is this",
            ],
        )
    )
    assert len(refused) == 3
    assert translations.to_do("pl", "hall") == ({"hall.to": "Go <b>to</b> {table}"}, {})
    assert not list(translations.taken("pl", ["hall.to = Idź <b>do</b> {table}"]))
    assert translations.translated("pl", "hall")[0] == {
        "hall.calls": ("Jedno wezwanie", "{n} wezwania", "{n} wezwań"),
        "hall.to": "Idź <b>do</b> {table}",
    }
    assert not list(translations.taken("pl", whole))  # twice is safe

    path = tmp_path / "en" / "hall.po"
    path.write_text(path.read_text("utf-8").replace("Go <b>", "Walk <b>"), "utf-8")
    assert list(translations.to_do("pl", "hall")[1]) == ["hall.to"]
    messages._area.cache_clear()


@pytest.mark.parametrize(
    ("of", "forms"),
    [("es", [1, 0, 1]), ("fr", [0, 0, 1]), ("de", [1, 0, 1]), ("pl", [2, 0, 1])],
)
def test_plural_forms_of_each_language_for_zero_one_and_two(of, forms):
    nth = c2py(translations.RULES[of])
    assert [nth(number) for number in (0, 1, 2)] == forms


def test_a_number_below_zero_takes_the_form_of_the_one_above_it_but_in_english():
    for of, words in (("fr", "-10 points"), ("pl", "-2 punkty"), ("es", "-1 punto")):
        with messages.speaking(of):
            assert messages.say("game.points", n=words.split()[0]) == words
    assert messages.say("game.points", n=-1) == "-1 points", "papers are bound to it"


def test_every_question_of_a_game_is_in_the_catalogue_of_questions_and_none_is_left_over():
    texts = [text for path, text in sources() if (HOUSE / "ledger" / "game") in path.parents]
    asked = {
        one.args[1].value
        for text in texts
        for one in ast.walk(ast.parse(text))
        if isinstance(one, ast.Call) and getattr(one.func, "id", "") == "Question"
        if isinstance(one.args[1], ast.Constant)
    }
    there = {name.partition(".")[2] for name in english() if name.startswith("questions.")}
    assert asked <= there
    quoted = {word for text in texts for word in re.findall(r'"(?:questions\.)?([\w-]+)"', text)}
    assert there <= quoted


def kinds_of(kind):
    for one in kind.__subclasses__():
        yield one
        yield from kinds_of(one)


def test_every_event_of_a_game_and_of_its_case_has_a_name_and_no_language_says_its_code():
    topics = {
        kind.topic()
        for kind in kinds_of(Fact)
        if is_of_a_game(kind) and not kind.__subclasses__() and kind.topic() != kind.__name__
    }
    assert len(topics) > 200
    assert set(messages.family("events.", ENGLISH)) == topics
    for topic in topics:
        words = topic.replace("-", " ")
        assert messages.text_of(f"events.{topic}", ENGLISH) == words
        for of in translations.RULES:
            assert messages.text_of(f"events.{topic}", of) != words


def test_every_code_that_stands_beside_a_line_or_ends_a_game_has_words():
    """In English they are what stands on papers: the code, its hyphens blanks."""
    modes = {mode for book in NAMES for mode in load(book).challenge.modes}
    modes |= {"double", "single", "own", "ruling", "imported"}
    for mode in modes:
        assert "-" not in mode_wording(mode)
        with speaking("es"):
            assert mode_wording(mode) != mode
    for cause in get_args(DeclaredEnd):
        assert messages.known(f"game_endings.ended-{cause}")
        assert messages.text_of(f"paper.ended-{cause}", ENGLISH) in (
            cause.replace("-", " "),
            "record incomplete",
        )
    for cause in get_args(ForfeitCause):
        assert say(f"codes.forfeit-cause.{cause}") == cause.replace("-", " ")
    for kind in get_args(ResultKind):
        assert say(f"interchange.why-unrated.{kind}")


@pytest.mark.parametrize("reason", [*get_args(VoidReason), *sorted(CALLED_OFF), READJUDICATED])
def test_a_reason_that_the_record_gives_is_said_in_each_language_and_stays_in_english(reason):
    assert with_reason("Void", reason) == f"Void: {reason}"
    for of in translations.RULES:
        with speaking(of):
            assert reason_given(reason) != reason
            assert reason_given(f"{reason}, they said") == f"{reason}, they said"


@pytest.mark.parametrize("of", sorted(translations.RULES))
def test_a_reason_that_is_offered_is_kept_in_english_and_said_in_each_language(of):
    for name, english in messages.family("lines.reason-", ENGLISH).items():
        with speaking(of):
            said = say(f"lines.reason-{name}")
            assert reason_kept(f" {said} ", ("break", name)) == english
            assert reason_given(english) == said
            assert reason_kept(f"{said}, they said", (name,)) == f"{said}, they said"
            assert reason_to_fill_in(english, (name,)) == said
            if not any(say(f"lines.reason-{one}") == said for one in NOT_OFFERED if one != name):
                assert reason_kept(said, set(NOT_OFFERED) - {name}) == said, "not offered there"
        assert reason_kept(said, (name,)) == said


NOT_OFFERED = ("confirmed-as-entered", "the-players-were-told", "drawn-anew", "break")


@pytest.mark.parametrize("written", ["No. Breach of a rule!", "too late (?)", "In time?", "BREAK"])
@pytest.mark.parametrize("of", sorted(translations.RULES))
def test_words_that_only_resemble_a_reason_are_told_and_filled_in_as_they_were_written(of, written):
    """A ruling is seconded by the digest of its finding: the form has to give it back unchanged."""
    with speaking(of):
        if written != "BREAK":
            assert reason_given(written) == written
        offered = ("break", "in-time", "too-late", "no-breach-of-a-rule")
        assert reason_kept(reason_to_fill_in(written, offered), offered) == written


SIGNED = {
    "pl": "293cd226ed64a42a6f7f10eaabe1ba61d0871c26a657dcc639dfd788d816db44",
    "de": "6212d6769c448a54898a59e680f2284a11b67c5c23982c44b95d5c62bcdbc142",
    "fr": "67b4714922cb1003fc7ae5346641624d656dae9966d1b144dbfc20dfebea8e58",
    "es": "4bb3c8f7fb790dc07bd3650bafa95fb80dbaacdce980dbcaea7534401457259f",
    "en": "1c8fd23c8cec22d1449781c284b2168cab01a83745fe6c8e59e551d48a55f39a",
}
"""What players are shown when they sign, by language: SHA-256 of the catalogue's sentences."""

SIGNED_NOTES = {
    "pl": "3af2fc1b3d24c72c283455e315bfef73488aa7c72d8f4b7806cae10d8c1f27e0",
    "de": "b58299f9b5cc62b0d696202af4c7967767dcb35bba48faf4614caa4e53dbaaeb",
    "fr": "f1933166f5d837598bc9d7b1062e0b0445e224faf62228f1e98a7b1911a0f4aa",
    "es": "786e06841b6ed8b59a89aa2c341bce0b880cc7e2b72f61b919f6ec09ebe562b1",
    "en": "f5c37a1f3014e5e433d7811d503fcded8f05198230fc7b2c584db6fd67708ab2",
}
"""Notes of lines that stand in it, likewise."""


@pytest.mark.parametrize("of", sorted(path.parent.name for path in FOLDER.glob("*/signed_one.po")))
def test_not_a_letter_of_the_text_that_players_sign_changes(of):
    """Better words are a text 2."""
    told = messages.catalogue((FOLDER / of / "signed_one.po").read_text("utf-8"))
    assert SIGNED[of] == sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
    assert set(told) <= set(messages.catalogue((FOLDER / "en" / "signed_one.po").read_text()))


NOTED = re.compile(r"lines\.(?:note|mode|reason)-|codes\.forfeit-cause\.")
"""Notes of a line, which stand in the text too."""


def noted_in(of):
    told = {}
    for area in ("lines", "codes"):
        told |= messages.catalogue((FOLDER / of / f"{area}.po").read_text("utf-8"))
    said = {name: text for name, text in told.items() if NOTED.match(name)}
    return sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


@pytest.mark.parametrize("of", sorted(SIGNED))
def test_not_a_letter_of_the_notes_in_it_changes_either(of):
    """A note that is new changes this for a good reason: no text that was signed has it."""
    assert noted_in(of) == SIGNED_NOTES[of]


@pytest.mark.parametrize("of", sorted(translations.RULES))
def test_every_sentence_is_there_in_every_language(of):
    """Whoever adds an English sentence adds it in all: ``tests.translations`` takes them in."""
    assert [name for area in messages.areas() for name in translations.to_do(of, area)[0]] == []
