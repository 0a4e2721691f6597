"""check.html: signed paper checked by anybody, from a file, with no network."""

from __future__ import annotations

import random
import re
import tomllib
from datetime import UTC, datetime
from hashlib import sha256

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ledger.proof.note import Verifier
from ledger.proof.signed_paper import (
    CHECK_PAGE,
    SIGNATURE_BYTES,
    SIGNED,
    Player,
    ResultPaper,
    Signer,
    checker_digest,
    fingerprint_lines,
    in_capitals,
    paper_in,
    read_signed,
    signed_address,
    signed_by,
)
from ledger.vocabulary.refusals import Refusal
from tests.long_runs import seed_of
from tests.web.a_checker import (
    FINGERPRINT,
    GOOD,
    VECTORS,
    WITHOUT_CIPHERS,
    Checker,
)
from tests.web.axe import violations
from web.check.build import HERE, built

PUBLIC = bytes.fromhex(VECTORS["public"])
SLIP = GOOD["slip, signed"]["address"]
ROUND = GOOD["round sheet"]["address"]
SIZES = (320, 390, 1280)


@pytest.fixture(scope="module")
def checker(browser):
    with Checker(browser) as one:
        yield one.trusts()
        assert one.complaints == []


@pytest.fixture
def anew(browser):
    with Checker(browser) as one:
        yield one
        assert one.complaints == []


# The file


def test_the_file_is_what_its_sources_make():
    assert CHECK_PAGE.read_bytes() == built(), "run python -m web.check.build, and commit the file"
    assert checker_digest() == sha256(CHECK_PAGE.read_bytes()).hexdigest()


def test_the_libraries_in_it_are_as_their_makers_published_them():
    lock = tomllib.loads((HERE / "vendor" / "vendor.lock").read_text("utf-8"))
    there = {path.name for path in (HERE / "vendor").iterdir()}
    named = {file for one in lock.values() for file in one["files"]}

    assert there == {"vendor.lock"} | named | {f"{name}.LICENSE.txt" for name in lock}
    for name, library in lock.items():
        assert library["version"], name
        assert library["licence"] in {"ISC", "MIT", "BSD-3-Clause", "Apache-2.0"}
        for file, digest in library["files"].items():
            content = (HERE / "vendor" / file).read_bytes()
            assert sha256(content).hexdigest() == digest, file


def test_its_policy_lets_it_reach_nothing():
    text = CHECK_PAGE.read_text("utf-8")
    [policy] = re.findall(r'Content-Security-Policy" content="([^"]+)"', text)
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))

    assert rules["default-src"] == "'none'"
    assert set(rules) == {"default-src", "script-src", "style-src", "base-uri", "form-action"}
    assert not {"'unsafe-inline'", "'unsafe-eval'", "*", "https:"} & set(policy.split())
    assert " src=" not in text[: text.index('id="reader"')]
    assert "href=" not in text[: text.index('id="reader"')]


def test_every_word_stands_in_all_five_languages():
    text = (HERE / "words.js").read_text("utf-8")
    table = text[text.index("const WORDS") : text.index("let language")]
    rows = re.findall(r"(?ms)^  (\w+): \[(.*?)\],$", table)

    assert len(rows) > 100
    for name, words in rows:
        said = re.findall(r'"((?:[^"\\]|\\.)*)"', words)
        assert len(said) == 5, name
        assert all(said), name
        assert len({tuple(sorted(re.findall(r"\{\w+\}", one))) for one in said}) == 1, name
    used = set()
    for path in HERE.glob("*.js"):
        used |= set(re.findall(r'say\("(\w+)"', path.read_text("utf-8")))
    used |= set(re.findall(r'data-say="(\w+)"', (HERE / "index.html").read_text("utf-8")))
    assert used <= {name for name, _ in rows}


# Whose key, and what it says


@pytest.mark.browser
def test_a_slip_is_checked_by_the_key_of_a_round_sheet_whose_fingerprint_was_typed(anew):
    assert anew.of(SLIP) == "noKey"  # readable, and called nothing
    assert "unchecked" in anew.words
    assert "Genuine" not in anew.words
    assert "round sheet" in anew.type_fingerprint(fingerprint_lines(PUBLIC)[0].upper())
    assert anew.of(ROUND) == "good"
    assert anew.of(SLIP) == "good"

    assert anew.words.startswith("Genuine")
    for words in ("spring-open", "Score: 431", "Score: 398", "before a witness, under protest"):
        assert words in anew.words
    assert "Whether something came after" in anew.words


@pytest.mark.browser
def test_a_key_that_was_only_shown_counts_once_somebody_says_it_is_the_same(anew):
    assert anew.of(ROUND) == "keyShown"
    assert fingerprint_lines(PUBLIC)[0] in anew.words
    assert anew.of(SLIP) == "noKey"
    anew.of(ROUND)
    anew.page.click("#verdict button")

    assert anew.page.get_attribute("#verdict", "data-verdict") == "good"
    assert anew.of(SLIP) == "good"
    anew.page.click("#forget")
    assert anew.page.is_hidden("#verdict")
    assert anew.of(SLIP) == "noKey"


@pytest.mark.browser
def test_a_key_as_people_hand_it_on_is_taken_and_a_damaged_one_is_not(anew):
    key = str(Verifier("tilescribe/0123456789abcdef", PUBLIC))
    anew.type_fingerprint(FINGERPRINT)

    assert anew.of(key[:-8] + "AAAAAAA=") == "unreadable"
    assert anew.of(key) == "keyKept"
    assert anew.of(SLIP) == "good"


@pytest.mark.browser
def test_a_fingerprint_too_short_or_of_another_key_lets_nothing_count(anew):
    assert "32 or 64" in anew.type_fingerprint(FINGERPRINT[:31])
    assert anew.of(ROUND) == "keyShown"
    assert "0 to 9" in anew.type_fingerprint("xyz")
    anew.type_fingerprint("0" * 64)
    assert anew.of(ROUND) == "keyShown"
    assert "Another key" in anew.page.inner_text("#fingerprint-state")
    assert anew.of(SLIP) == "noKey"


@pytest.mark.browser
def test_another_hall_s_slip_is_told_otherwise_than_a_changed_one(checker):
    other = Ed25519PrivateKey.from_private_bytes(bytes(range(32, 64)))
    payload = bytearray(read_signed(SLIP)[:-SIGNATURE_BYTES])
    forged = bytes(payload)
    assert checker.of(in_capitals(forged + other.sign(SIGNED + forged))) == "changed"
    payload[2:6] = sha256(other.public_key().public_bytes_raw()).digest()[:4]
    theirs = bytes(payload)

    assert checker.of(in_capitals(theirs + other.sign(SIGNED + theirs))) == "otherKey"
    assert "another hall" in checker.words


@pytest.mark.browser
def test_every_vector_is_good_and_what_is_spelt_otherwise_is_not(checker):
    good = [one[how] for one in VECTORS["good"] for how in ("address", "without_host")]
    spelt = [address.lower() for address in good] + [in_gaps(address) for address in good]

    assert set(checker.each([*good, *spelt])) == {"good"}
    refused = [one["letters"] for one in VECTORS["well_signed_and_refused"]]
    assert set(checker.each(refused)) == {"unreadable"}


@pytest.mark.browser
def test_no_other_last_letter_is_taken_for_the_one_that_was_printed(checker):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
    others = [
        one["address"][:-1] + letter
        for one in VECTORS["good"]
        for letter in letters.replace(one["address"][-1], "")
    ]

    assert "good" not in checker.each(others)


@pytest.mark.browser
def test_what_a_sheet_says_is_text_and_shows_what_would_be_unseen(checker):
    said = "<b>x</b>\u202e\u2066\x07"
    paper = ResultPaper(
        size=1, at=datetime(2026, 11, 25, tzinfo=UTC), tournament=said, round_number=1, table=1,
        version=1, players=(Player(), Player()),
    )  # fmt: skip
    seed = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(VECTORS["seed"]))

    assert checker.of(signed_address(Signer(seed).signed(paper))) == "good"
    assert "<b>x</b>???" in checker.words


def in_gaps(address):
    head, _, letters = address.rpartition("/S/" if "/S/" in address else ":")
    mark = "/S/" if "/S/" in address else ":"
    return head + mark + "\n".join(letters[at : at + 8] for at in range(0, len(letters), 8))


@pytest.mark.browser
def test_with_nothing_of_the_browser_s_own_it_says_the_same(browser):
    with Checker(browser, WITHOUT_CIPHERS) as one:
        one.trusts()
        changed = list(altered(random.Random(5), 40))
        refused = [vector["letters"] for vector in VECTORS["well_signed_and_refused"]]

        assert set(one.each([vector["address"] for vector in VECTORS["good"]])) == {"good"}
        assert set(one.each(refused)) == {"unreadable"}
        assert "good" not in one.each(changed)
        assert one.complaints == []


def altered(chance, count):
    """Codes of which something was altered: letters, bits, ends, forged signatures."""
    addresses = [one["address"] for one in VECTORS["good"]]
    forger = Ed25519PrivateKey.from_private_bytes(bytes(32))
    made = 0
    while made < count:
        head, _, letters = chance.choice(addresses).rpartition("/")
        data = bytearray(read_signed(f"{head}/{letters}"))
        way = chance.randrange(7)
        if way == 0:  # a letter read wrongly
            at = chance.randrange(len(letters))
            letter = chance.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
            text = letters[:at] + letter + letters[at + 1 :]
        elif way == 1:  # two letters the wrong way round
            at = chance.randrange(len(letters) - 1)
            text = letters[:at] + letters[at + 1] + letters[at] + letters[at + 2 :]
        elif way == 2:  # a bit
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            text = in_capitals(bytes(data))
        elif way == 3:  # the signature of another sheet
            other = read_signed(chance.choice(addresses))
            text = in_capitals(bytes(data[:-SIGNATURE_BYTES]) + other[-SIGNATURE_BYTES:])
        elif way == 4:  # cut, or more behind it
            text = letters[: -chance.randrange(1, 9)] if chance.random() < 0.5 else letters + "A"
        elif way == 5:  # what it says changed, and signed by somebody else
            data[chance.randrange(6, len(data) - SIGNATURE_BYTES)] ^= 1 << chance.randrange(7)
            payload = bytes(data[:-SIGNATURE_BYTES])
            text = in_capitals(payload + forger.sign(SIGNED + payload))
        else:  # the signature's second half made larger by the order of the curve
            order = 2**252 + 27742317777372353535851937790883648493
            second = int.from_bytes(data[-32:], "little") + order
            text = in_capitals(bytes(data[:-32]) + second.to_bytes(32, "little"))
        if text != letters and f"{head}/{text}" not in addresses:
            made += 1
            yield f"{head}/{text}"


def is_ours(address):
    """Whether the product itself takes it: the page must not take what it refuses."""
    try:
        data = read_signed(address)
        paper_in(data)
    except (ValueError, Refusal):
        return False
    return signed_by(data, [PUBLIC]) is not None


@pytest.mark.browser
@pytest.mark.longer
def test_of_codes_that_were_altered_none_is_called_good(checker, request):
    count = 10_000 if request.config.getoption("--full") else 500
    codes = list(altered(random.Random(seed_of(33)), count))
    said = checker.each(codes)

    assert [code for code, verdict in zip(codes, said, strict=True) if verdict == "good"] == []
    assert [code for code in codes if is_ours(code)] == []
    assert set(said) <= {"unreadable", "changed", "otherKey", "keyShown"}


# For whoever reads it


@pytest.mark.browser
def test_it_speaks_five_languages_and_writes_dates_as_they_do(checker):
    checker.of(SLIP)
    heads = {
        code: checker.page.evaluate(
            """(code) => {
              const choice = document.getElementById("language");
              choice.value = code;
              choice.dispatchEvent(new Event("change"));
              return document.title;
            }""",
            code,
        )
        for code in ("es", "fr", "de", "pl", "en")
    }

    assert len(set(heads.values())) == 5
    assert heads["de"] == "Einen Zettel prüfen"


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_anybody_can_use_it_at_every_width(browser, scheme):
    with Checker(browser, color_scheme=scheme) as one:
        one.trusts()
        for text in (SLIP, ROUND, "rubbish"):
            one.of(text)
            for wide in SIZES:
                one.page.set_viewport_size({"width": wide, "height": 800})
                spread = "document.documentElement.scrollWidth <= innerWidth"
                assert one.page.evaluate(spread), (wide, text[:30])
            assert violations(one.page) == []


@pytest.mark.browser
def test_by_keyboard_alone(anew):
    page = anew.page
    page.focus("#fingerprint")
    page.keyboard.insert_text(FINGERPRINT)
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "text":
            break
    page.keyboard.insert_text(ROUND)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    page.wait_for_selector("#verdict[data-verdict=good]")
    assert page.evaluate("document.activeElement.id") == "verdict"
    assert page.get_attribute("#verdict", "aria-live") == "polite"
