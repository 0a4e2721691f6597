"""The organiser's own books: hostile files, editions, a record whose file was changed."""

from __future__ import annotations

import json
import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from ledger.lexicon.lexicon import lists_beside, lists_put_down
from ledger.record.events import tournament_id
from ledger.rulebook import NAMES, load, names, rules_of
from ledger.rulebook import own_books as checking
from ledger.rulebook.book_files import digest_now, edition_differs, keep_copy, own_books, put_up
from ledger.rulebook.model.book import NEEDED
from ledger.rulebook.model.options import Clause, Section
from ledger.rulebook.own_books import checked, found_in
from ledger.simulation import simulated
from ledger.simulation.clerk import Clerk
from ledger.tournament.opening import settled
from ledger.tournament.tournament import Tournament
from ledger.vocabulary.names import COPIES
from ledger.vocabulary.refusals import Refusal
from tests.desks import a_desk
from web.command_line import commands
from web.command_line.data_folder import keep_copies, put_up_own_books

FIVE = """\
# Otherwise than WESPA 4.0 in five values.
extends = "wespa-4.0"
title = "Rules of our club"
edition = "2026-11-27"

[exchange]
minimum_in_bag = { value = 8, clause = "3.2.1(a)" }

[time]
limit = { value = 1200, clause = "House 1" }

[overtime]
points_per_started_minute = { value = 5, clause = "5.3.2" }
forfeit_after = { value = 300, clause = "5.3.3" }

[lateness]
forfeit_margin = { value = 50, clause = "2.3.6(a)" }
"""


@pytest.fixture(autouse=True)
def nobodys():
    yield
    put_up({})


@pytest.fixture
def data(tmp_path):
    (tmp_path / "rulebooks").mkdir()
    return tmp_path


def write(data, name, text):
    path = data / "rulebooks" / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def started(data):
    """What a service or a command does when it begins."""
    put_up_own_books(data)
    for book in own_books().values():
        keep_copy(book, data / COPIES)


def command(*words):
    return CliRunner().invoke(commands, list(words))


def test_a_book_of_five_values_is_twenty_lines_and_is_played_under(data, tmp_path_factory):
    assert len(FIVE.splitlines()) <= 20
    write(data, "our-club.toml", FIVE)
    started(data)

    assert names() == tuple(sorted([*NAMES, "our-club"]))
    with a_desk(tmp_path_factory.mktemp("record")) as desk:
        report = simulated(desk, "our-club", seed=3, games=4)

    assert report.games == 4
    assert report.defects == ()
    assert load("our-club").time.limit.known() == 1200


HOSTILE = {
    "huge.toml": (b"#" * 300_000, "more than 256 KB"),
    "deep.toml": (b"a = " + b"[" * 20_000 + b"]" * 20_000, "too deep"),
    "deeper.toml": (b"[" + b".".join([b"a"] * 400) + b"]\n", "too deep"),
    "latin.toml": ("title = 'Caf\u00e9'".encode("latin-1"), "not in UTF-8"),
    "no.toml": (b"this is no book", "can't be read as TOML"),
    "empty.toml": (b"", "it lacks [coverage], [fallback], [start]"),
    "wespa-4.0.toml": (FIVE.encode(), "the name of a published book"),
    "wespa-5.2.toml": (FIVE.encode(), "the name of a published book"),
    "Our Club.toml": (FIVE.encode(), "small letters"),
    "date.toml": (
        FIVE.replace("value = 1200", "value = 2026-01-01").encode(),
        "it needs a whole number, and has a date",
    ),
    "itself.toml": (FIVE.replace("wespa-4.0", "itself").encode(), "can't extend itself"),
    "orphan.toml": (FIVE.replace('"wespa-4.0"', '"wespa-9"').encode(), "no rulebook 'wespa-9'"),
    "negative.toml": (FIVE.replace("1200", "-1").encode(), "a number is 0 to 100000"),
    "profiles.toml": (
        FIVE.replace("[time]", "[profiles]\nonline = 3\n[time]").encode(),
        "of tables",
    ),
    "words.toml": (FIVE.replace("[exchange]", "words = 3\n[exchange]").encode(), "it is a table"),
    "decides.toml": (
        (FIVE + '[fallback]\ndecides = { standing = "silent" }').encode(),
        "who decides where the book is silent",
    ),
    "hush.toml": (
        FIVE.replace("[time]", '[time]\nsilent = ["rated_limit"]').encode(),
        "[time] has no rated_limit; is rated_limits meant?",
    ),
    "digits.toml": (FIVE.replace("1200", "9" * 9_000).encode(), "too many digits"),
    "posing.toml": (
        FIVE.replace("Rules of our club", "wespa game rules 4.0 ").encode(),
        "the title of a published book",
    ),
    "long.toml": (FIVE.replace("our club", "our club" * 20).encode(), "more than 80 characters"),
    "bell.toml": (FIVE.replace("our club", "our \\u0007club").encode(), "can't be printed"),
}


def test_hostile_files_are_left_out_in_words_and_the_others_are_put_up(data):
    for name, (text, _) in HOSTILE.items():
        write(data, name, text)
    write(data, "our-club.toml", FIVE)
    (data / "rulebooks" / "link.toml").symlink_to(data / "rulebooks" / "our-club.toml")
    (data / "rulebooks" / "folder.toml").mkdir()
    os.mkfifo(data / "rulebooks" / "pipe.toml")

    found = found_in(data / "rulebooks")

    assert list(found.books) == ["our-club"]
    said = {each.path.name: str(each.faults[0]) for each in found.left_out}
    assert said.keys() == HOSTILE.keys() | {"link.toml", "folder.toml", "pipe.toml"}
    for name, (_, words) in HOSTILE.items():
        assert words in said[name], said[name]
    assert "it is a link" in said["link.toml"]
    assert "it is no file" in said["pipe.toml"]


def test_every_mistake_is_said_with_its_line_and_its_key(data):
    path = write(data, "our-club.toml", FIVE + """
[exchnage]
x = 1

[blanks]
authority = { value = "hearsay", clause = "3.8" }
redesignated_by = { value = "opponent-with-director" }
""")  # fmt: skip
    told = command("rulebook", "check", str(path))

    assert told.exit_code == 1
    assert "line 19, exchnage: a rulebook has no table [exchnage]; is exchange" in told.output
    assert "line 23, blanks.authority: 'hearsay' is none of: " in told.output
    assert "line 24, blanks.redesignated_by: the rule it stands under is missing" in told.output
    assert "3 mistakes." in told.output


def test_of_a_file_with_thousands_of_mistakes_the_first_hundred_are_said(data):
    many = "".join(f"[t{nth}]\n" for nth in range(5_000))
    path = write(data, "our-club.toml", FIVE + many)
    told = command("rulebook", "check", str(path))

    assert told.exit_code == 1
    assert "line 18, t0: a rulebook has no table [t0]" in told.output
    assert "100 mistakes, or more." in told.output


def test_a_sound_book_is_shown_value_by_value_beside_the_one_it_extends(data):
    path = write(data, "our-club.toml", FIVE)
    told = command("rulebook", "check", str(path))

    assert told.exit_code == 0, told.output
    assert "nothing is wrong with it" in told.output
    assert "Otherwise than wespa-4.0, in 5 lines:" in told.output
    assert "  time.limit: 1200 (House 1)\n    wespa-4.0: 1500 (5.3.5)" in told.output
    assert json.loads(command("rulebook", "check", str(path), "--json").output)["faults"] == []
    listed = command("rulebook", "list", "--data", str(data)).output
    assert "Rules of our club  (your own)" in listed
    shown = command("rule", "our-club", "3.2.1(a)", "--data", str(data)).output
    assert "minimum in bag: 8" in shown


def opened_under(book="our-club"):
    """A tournament as it is opened under a book."""
    begun = Tournament(id=tournament_id("spring"), version=1, slug="spring", name="Spring")
    [fact] = settled(begun, book, (), "the organiser")
    return replace(begun, rulebook=fact.rulebook, rulebook_digest=fact.digest)


def test_a_record_goes_on_under_the_edition_it_was_begun_with(data):
    path = write(data, "our-club.toml", FIVE)
    started(data)
    spring = opened_under()
    assert spring.rulebook_digest
    assert edition_differs(spring.rulebook, spring.rulebook_digest) == ""

    write(data, "our-club.toml", FIVE.replace("value = 8", "value = 5"))
    started(data)
    assert load("our-club").exchange.minimum_in_bag.value == 5
    assert rules_of(spring).exchange.minimum_in_bag.value == 8
    assert str(rules_of(spring).exchange.minimum_in_bag) == "our-club 3.2.1(a)"
    assert "was changed since" in edition_differs(spring.rulebook, spring.rulebook_digest)
    assert "go on under the edition" in edition_differs(spring.rulebook, spring.rulebook_digest)

    path.unlink()
    started(data)
    assert "our-club" not in names()
    assert rules_of(spring).exchange.minimum_in_bag.value == 8
    assert load("our-club").title == "Rules of our club"
    assert "is gone" in edition_differs(spring.rulebook, spring.rulebook_digest)


def test_comments_and_the_order_of_sections_make_no_other_edition(data):
    one, _ = checked(write(data, "our-club.toml", FIVE))
    again, _ = checked(write(data, "our-club.toml", FIVE.replace("# Otherwise", "# Different")))
    other, _ = checked(write(data, "our-club.toml", FIVE.replace("value = 8", "value = 5")))

    assert one.digest == again.digest != other.digest


def test_with_another_file_and_no_copy_nothing_is_decided_until_the_copy_comes(data):
    """A node with a file of its own, before it has the copies of the node that opened."""
    path = write(data, "our-club.toml", FIVE)
    started(data)
    spring = opened_under()
    [copy] = (data / COPIES).iterdir()
    kept = copy.read_bytes()
    copy.unlink()
    path.write_text(FIVE.replace("value = 8", "value = 5"), "utf-8")
    put_up_own_books(data)

    with pytest.raises(Refusal, match="our-club") as refused:
        rules_of(spring)
    assert refused.value.code == "no-such-rulebook"

    copy.write_bytes(kept)
    assert rules_of(spring).exchange.minimum_in_bag.value == 8


def test_a_record_keeps_its_edition_though_a_book_of_that_name_is_published_later(
    data, monkeypatch
):
    write(data, "our-club.toml", FIVE)
    started(data)
    spring = opened_under()
    monkeypatch.setattr("ledger.rulebook.book_files.NAMES", (*NAMES, "our-club"))
    put_up({}, data / COPIES)

    assert rules_of(spring).exchange.minimum_in_bag.value == 8
    assert "is gone" in edition_differs(spring.rulebook, spring.rulebook_digest)


def test_a_copy_never_takes_the_place_of_a_published_book(data):
    write(data, "our-club.toml", FIVE)
    started(data)
    [copy] = (data / COPIES).iterdir()
    copy.rename(copy.with_name(copy.name.replace("our-club", "wespa-4.0")))
    (data / "rulebooks" / "our-club.toml").unlink()
    put_up_own_books(data)

    assert digest_now("wespa-4.0") == ""
    assert load("wespa-4.0").exchange.minimum_in_bag.value == 7


def test_a_copy_that_can_t_be_kept_is_said(data):
    write(data, "our-club.toml", FIVE)
    put_up_own_books(data)
    (data / COPIES).write_text("in the way", "utf-8")

    [said] = keep_copies(data)
    assert "no copy of the rulebook our-club can be kept" in said


def test_without_file_and_copy_it_is_said_and_not_decided_by_another_book(data):
    path = write(data, "our-club.toml", FIVE)
    put_up_own_books(data)  # no copy was kept
    spring = opened_under()
    path.unlink()
    put_up_own_books(data)

    assert "There is no copy of the edition" in edition_differs(
        spring.rulebook, spring.rulebook_digest
    )
    with pytest.raises(Refusal, match="our-club"):
        rules_of(spring)


def test_a_copy_that_was_changed_is_none(data):
    write(data, "our-club.toml", FIVE)
    started(data)
    digest = own_books()["our-club"].digest
    [copy] = (data / COPIES).iterdir()
    copy.write_text(copy.read_text("utf-8").replace('"value": 8', '"value": 5'), "utf-8")
    write(data, "our-club.toml", FIVE.replace("value = 8", "value = 6"))
    put_up_own_books(data)

    assert "There is no copy of the edition" in edition_differs("our-club", digest)


def test_before_a_round_is_paired_a_set_up_takes_the_book_as_it_is_now(data):
    write(data, "our-club.toml", FIVE)
    started(data)
    spring = opened_under()
    write(data, "our-club.toml", FIVE.replace("value = 8", "value = 5"))
    started(data)

    [fact] = settled(spring, "our-club", (), "the organiser")
    assert fact.digest == own_books()["our-club"].digest != spring.rulebook_digest


def test_a_backup_takes_the_copies_along(data, tmp_path):
    write(data, "our-club.toml", FIVE)
    started(data)
    taken = lists_beside(data)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    lists_put_down(elsewhere, taken)

    digest = own_books()["our-club"].digest
    put_up_own_books(elsewhere)
    assert "our-club" not in names()
    assert load("our-club").exchange.minimum_in_bag.value == 8
    assert [*taken] == [f"our-club@{digest}.json"]


def test_verify_says_that_the_file_of_a_book_differs(data):
    write(data, "our-club.toml", FIVE)
    made = command(
        "tournament", "new", "spring", "--name", "Spring", "--rulebook", "our-club",
        "--data", str(data),
    )  # fmt: skip
    assert made.exit_code == 0, made.output
    assert "was changed since" not in command("verify", "--data", str(data)).output
    write(data, "our-club.toml", FIVE.replace("value = 8", "value = 5"))

    told = command("verify", "--data", str(data))

    assert told.exit_code == 0, told.output
    assert "The file of the rulebook our-club was changed since." in told.output
    shown = command("tournament", "checklist", "spring", "--data", str(data)).output
    assert "was changed since" in shown


def hush(data, base, value, standing="silent"):
    """A book like ``base`` that lacks one value."""
    section, key = value.split(".")
    head = f'extends = "{base}"\ntitle = "Hush"\nedition = "2026-11-27"\n'
    return write(
        data,
        "hush.toml",
        f'{head}[{section}]\n{key} = {{ standing = "{standing}", clause = "1" }}\n',
    )


@pytest.mark.one_in(5, "value")
@pytest.mark.found("RL-1")
@pytest.mark.parametrize("value", sorted(NEEDED))
def test_RL1_a_book_without_a_value_that_every_game_needs_is_told_so(data, value):
    """It passed; then a play was refused at the table, and nothing could be entered after it."""
    for base in NAMES:
        _book, faults = checked(hush(data, base, value))
        assert [(fault.key, fault.line) for fault in faults] == [(value, 5)], base
        assert "no game can be played to its end without it" in faults[0].words
    done = command("rulebook", "check", str(data / "rulebooks" / "hush.toml"))
    assert done.exit_code == 1
    assert value in done.output


@pytest.mark.found("RL-1")
def test_RL1_what_the_organiser_may_choose_or_the_director_rules_on_is_no_fault(data):
    assert checked(hush(data, "wespa-5.1", "challenge.mode", "organiser"))[1] == ()
    assert checked(hush(data, "wespa-5.1", "zeros.turns", "organiser"))[1] != ()
    assert checked(hush(data, "wespa-5.1", "zeros.turns", "not-in-our-copy"))[1] != ()
    assert checked(hush(data, "wespa-5.1", "judging.binding"))[1] == ()


ORDINARY = {
    "PlaceTiles", "ExchangeTiles", "PassTurn", "CallHold", "IssueChallenge", "Adjudicate",
    "DesignateBlank", "ConfirmRestart", "CountUnplayed", "RecordOvertime", "ProposeResult",
    "SignResult",
}  # fmt: skip
"""Requests of every game. What else is refused is a report, and waits for the director."""


def stops_at(data, base, value, seed, games, refused):
    """Whether made-up games stop for want of a value: a page breaks, or a turn is refused."""
    book, faults = checked(hush(data, base, value))
    assert not faults, (value, faults)
    put_up({"hush": book})
    refused.clear()
    with TemporaryDirectory(dir=data) as record, a_desk(Path(record)) as desk:
        try:
            report = simulated(desk, "hush", seed=seed, games=games)
        except Refusal as refusal:
            return refusal.code == "rulebook-silent"
    point = value.replace(".", ", ").replace("_", " ")
    told = [one.what for one in report.defects]
    told += [what for request, what in refused if request in ORDINARY]
    return any(f"does not settle this: {point}." in what for what in told)


@pytest.mark.torture
@pytest.mark.dear
@pytest.mark.found("RL-1")
def test_RL1_the_values_that_every_game_needs_are_those_without_which_made_up_games_stop(
    data, monkeypatch
):
    """Every value that all five books state is left out once, and games are played without it."""
    refused, ask = [], Clerk.ask

    def noted(self, request, **more):
        done = ask(self, request, **more)
        if not done and self.refusal is not None:
            refused.append((type(request).__name__, self.refusal.what))
        return done

    monkeypatch.setattr(Clerk, "ask", noted)
    monkeypatch.setattr(checking, "NEEDED", frozenset())
    books = [load(name) for name in NAMES]
    stated = {
        f"{section}.{key}"
        for section, kind in checking.PARTS.items()
        if issubclass(kind, Section)
        for key in kind.__struct_fields__
        if isinstance(getattr(getattr(books[0], section), key), Clause)
        if all(getattr(getattr(book, section), key).standing != "silent" for book in books)
    } - {"fallback.decides", "virtual.play"}  # no book is one without them

    found = {
        value
        for value in stated
        for base, seed, games in (("wespa-5.1", 1, 12), ("wespa-4.0", 2, 20))
        if stops_at(data, base, value, seed, games, refused)
    }

    assert len(stated) > 50
    assert found == NEEDED
