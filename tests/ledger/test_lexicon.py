"""Word lists: what an organiser may hand in, and one verdict for a whole play."""

from __future__ import annotations

import gzip
import re
import tracemalloc
from datetime import UTC, datetime
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.equipment.tile_set import load_tile_set
from ledger.lexicon.lexicon import (
    FREE_LIST,
    Lexicon,
    add,
    add_free_list,
    installed,
    open_lexicon,
    read_words,
    spelled,
)
from ledger.vocabulary.refusals import Refusal

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
ENGLISH = load_tile_set("english")


def a_list(tmp_path, content, name="list.txt"):
    file = tmp_path / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


def words_of(tmp_path, content):
    return read_words(a_list(tmp_path, content), ENGLISH)


def refused(tmp_path, content):
    with pytest.raises(Refusal) as refusal:
        words_of(tmp_path, content)
    return refusal.value


@pytest.mark.parametrize(
    "content",
    [
        "cat\nab\nDog\n",
        "CAT\r\nAB\r\nDOG",
        "\ufeffcat\n\n  ab\ndog\ncat\n",
        "CAT AB DOG",
        "CAT\tAB\nDOG",
        "CAT a small beast [n CATS]\nDOG\nAB a muscle [n]",
        gzip.compress(b"ab\ncat\ndog\n"),
    ],
    ids=["any-case", "crlf", "bom-blank-twice", "in-a-row", "rows", "definitions", "packed"],
)
def test_a_list_is_taken_in_the_shapes_it_comes_in(tmp_path, content):
    assert words_of(tmp_path, content) == ("AB", "CAT", "DOG")


@pytest.mark.parametrize(
    ("content", "code", "what"),
    [
        ("", "empty-word-list", "list.txt has no words."),
        (" \n\n", "empty-word-list", "list.txt has no words."),
        (b"MZ\x00\x01", "not-a-word-list", "list.txt is not text."),
        ("caf\xe9".encode("latin-1"), "not-a-word-list", "list.txt is not text in UTF-8."),
        ("cat".encode("utf-16"), "not-a-word-list", "list.txt is not text"),
        (b"\x1f\x8bbroken", "no-such-file", "list.txt can't be read as a file."),
        ("cat dog", "ambiguous-word-list", "Line 1 can be read as words with definitions"),
        (
            "CAT DOG\nAB a muscle",
            "ambiguous-word-list",
            "Line 2 can be read as words with definitions, line 1 as words in a row.",
        ),
        (
            "CAT\nC4T\nDOG\nNA-NA\nX",
            "unreadable-words",
            "of only one tile: in line 2 ('C4T'), 4 ('NA-NA'), 5 ('X').",
        ),
        ("ÉTÉ\n" * 7, "unreadable-words", "and 2 more."),
    ],
)
def test_what_is_no_list_is_refused_by_line_and_says_what_to_do(tmp_path, content, code, what):
    refusal = refused(tmp_path, content)

    assert refusal.code == code
    assert what in refusal.what
    assert refusal.next_step.endswith(".")


def test_no_word_is_dropped_in_silence_when_a_row_holds_a_small_letter(tmp_path):
    assert refused(tmp_path, "CAT DOG\nAB Ox").code == "ambiguous-word-list"


def test_a_missing_file_and_a_folder_are_refused(tmp_path):
    for file in (tmp_path / "none.txt", tmp_path):
        with pytest.raises(Refusal) as refusal:
            read_words(file, ENGLISH)
        assert refusal.value.code == "no-such-file"


def test_progress_is_told_up_to_the_end(tmp_path):
    told = []
    file = a_list(tmp_path, "AB\n" * 45_000)

    read_words(file, ENGLISH, lambda done, of: told.append((done, of)))

    assert told == [(20_000, 45_000), (40_000, 45_000), (45_000, 45_000)]


def test_the_digest_is_that_of_the_sorted_words_however_they_came(tmp_path):
    one = add(tmp_path / "one", "List", a_list(tmp_path, "dog\ncat\n", "1.txt"), now=NOON)
    two = add(tmp_path / "two", "Other", a_list(tmp_path, "CAT DOG CAT", "2.txt"), now=NOON)

    assert one.digest == two.digest == sha256(b"CAT\nDOG\n").hexdigest()
    assert (one.words, one.name) == (2, "List")


def test_the_same_list_again_is_recognised_under_the_name_it_has(tmp_path):
    file = a_list(tmp_path, "cat\ndog")
    add(tmp_path, "Spring list", file, now=NOON)

    again = add(tmp_path, "Autumn list", file, now=NOON)

    assert again.name == "Spring list"
    assert [about.name for about in installed(tmp_path)] == ["Spring list"]


def test_another_list_under_a_taken_name_is_refused(tmp_path):
    add(tmp_path, "Our List", a_list(tmp_path, "cat"), now=NOON)

    with pytest.raises(Refusal) as refusal:
        add(tmp_path, "our list", a_list(tmp_path, "dog"), now=NOON)

    assert refusal.value.code == "lexicon-taken"
    assert open_lexicon(tmp_path, "OUR LIST").acceptable(["cat"])


def test_lists_are_known_by_name_words_digest_and_date(tmp_path):
    assert installed(tmp_path / "nowhere") == ()
    add(tmp_path, "Zebra", a_list(tmp_path, "ox"), now=NOON)
    lexicon = add(tmp_path, "Ant", a_list(tmp_path, "cat\ndog"), now=NOON)
    a_list(tmp_path / "lexicons", "rubbish", "rubbish.lexicon")

    first, second = installed(tmp_path)

    assert (first.name, second.name) == ("Ant", "Zebra")
    assert (first.words, first.digest, first.added) == (2, lexicon.digest, NOON)


@pytest.mark.parametrize(
    "name", ["", " ", "../up", "a/b", "a\\b", ".hidden", "a\x00b", "x" * 61, "-rf", "con:"]
)
def test_a_name_that_could_be_a_path_is_refused(tmp_path, name):
    with pytest.raises(Refusal) as refusal:
        add(tmp_path / "lists", name, a_list(tmp_path, "cat"), now=NOON)

    assert refusal.value.code == "lexicon-name"
    assert not (tmp_path / "lists").exists()


def test_no_name_becomes_a_path(tmp_path):
    lexicon = add(tmp_path / "lists", "Ελληνικά .. (2026)", a_list(tmp_path, "cat"), now=NOON)

    [file] = (tmp_path / "lists" / "lexicons").iterdir()

    assert re.fullmatch(r"[0-9a-f]{32}\.lexicon", file.name)
    assert open_lexicon(tmp_path / "lists", lexicon.digest).name == "Ελληνικά .. (2026)"


def test_the_clock_is_read_where_no_time_is_given(tmp_path):
    assert add(tmp_path, "List", a_list(tmp_path, "cat")).about.added > NOON.replace(year=2025)


def test_a_list_that_is_not_installed_is_refused_with_the_command_to_add_it(tmp_path):
    with pytest.raises(Refusal) as refusal:
        open_lexicon(tmp_path, "Nowhere 1900")

    assert refusal.value.code == "no-such-lexicon"
    assert "tilescribe lexicon add" in refusal.value.next_step


def test_a_list_changed_on_disk_is_refused(tmp_path):
    add(tmp_path, "List", a_list(tmp_path, "cat\ndog"), now=NOON)
    [file] = tmp_path.glob("lexicons/*.lexicon")
    file.write_bytes(file.read_bytes().replace(b"DOG", b"DOT"))

    with pytest.raises(Refusal) as refusal:
        open_lexicon(tmp_path, "List")

    assert refusal.value.code == "lexicon-damaged"


# The verdict.


@pytest.fixture(scope="module")
def free_folder(tmp_path_factory):
    return tmp_path_factory.mktemp("lists")


@pytest.fixture(scope="module")
def free(free_folder):
    return add_free_list(free_folder, now=NOON)


@pytest.mark.clause("wespa-5.1 3.11.2(a)(vii)")
def test_wc_one_bad_word_makes_the_whole_play_unacceptable(free):
    assert free.acceptable(["windy", "GALE"])
    assert not free.acceptable(["WINDY", "TILTZ", "GALE"])


@pytest.mark.clause("wespa-5.1 3.11.2(a)(vii)")
def test_wc_every_word_is_looked_up_before_the_verdict(free, monkeypatch):
    request = []
    holds = Lexicon._holds
    monkeypatch.setattr(
        Lexicon, "_holds", lambda self, word: request.append(word) or holds(self, word)
    )

    free.acceptable(["QQQQ", "windy", "ZZZZ"])

    assert request == ["QQQQ", "WINDY", "ZZZZ"]


def test_a_list_tells_nothing_of_single_words_of_a_play(free):
    told = {name for name in dir(free) if not name.startswith("_")}

    assert told == {"about", "acceptable", "digest", "name", "words"}
    assert not hasattr(free, "__contains__")
    assert not hasattr(free, "__iter__")


def test_a_verdict_on_no_word_is_no_verdict(free):
    with pytest.raises(ValueError, match="one word or more"):
        free.acceptable([])


def test_blanks_and_tiles_of_several_letters_are_spelled_out():
    assert spelled("QUiz") == "QUIZ"
    assert spelled("[ch]A[LL]") == "CHALL"
    assert spelled("e\u0301te\u0301") == "ÉTÉ"


@given(words=st.sets(st.text("ABC", min_size=2, max_size=4), min_size=1), desk_request=st.data())
@settings(max_examples=50, deadline=None)
def test_what_is_in_the_list_is_found_and_nothing_else(tmp_path_factory, words, desk_request):
    folder = tmp_path_factory.mktemp("lists")
    lexicon = add(folder, "List", a_list(folder, "\n".join(words)), now=NOON)

    for word in [*words, *desk_request.draw(st.lists(st.text("ABCD\n", max_size=5), max_size=9))]:
        assert lexicon.acceptable([word]) == (word in words)


# The list that ships.


def test_the_free_list_holds_plain_words_only_and_its_notice_lies_beside_it(free):
    words = gzip.decompress(FREE_LIST.read_bytes()).decode("ascii").splitlines()

    assert words == sorted(set(words))
    assert all(re.fullmatch("[A-Z]{2,15}", word) for word in words)
    assert len(words) == free.words == 114_375
    assert FREE_LIST.stat().st_size < 600_000
    assert "Kevin Atkinson" in (FREE_LIST.parent / "COPYRIGHT.txt").read_text("utf-8")
    assert "114,375" in (FREE_LIST.parent / "README.md").read_text("utf-8")


def test_the_free_list_is_packed_without_a_date_or_a_name():
    assert FREE_LIST.read_bytes()[3:8] == bytes(5)


def test_an_open_list_takes_no_memory_to_speak_of(free, free_folder):
    tracemalloc.start()
    try:
        lexicon = open_lexicon(free_folder, free.name)
        assert lexicon.acceptable(["quiz"])
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()
