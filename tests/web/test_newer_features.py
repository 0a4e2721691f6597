"""Nothing is used that iPadOS 16.4 lacks, unless the page goes on without it: all is read."""

from __future__ import annotations

import pytest

from tests.web import newer_features
from tests.web.newer_features import in_page, in_script, in_sheet, newer, ours, used_in

GOES_ON = {
    "script BarcodeDetector (none)": "asked for before; the page says in words that it is missing",
    "script getSupportedFormats (none)": "of BarcodeDetector",
    "script detect (none)": "of BarcodeDetector",
    "script requestIdleCallback (none)": "`?? setTimeout` beside it",
    "script trustedTypes (26.0)": "`?.` beside it: a policy where the browser wants one",
    "script createPolicy (26.0)": "of trustedTypes",
    "script createScriptURL (26.0)": "of trustedTypes",
    "script wakeLock (18.4)": "`?.` beside it; on the home screen only from 18.4: the manual says"
    " how the screen is kept on",
    "at-rule media scripting (17.0)": "hides what needs scripts where there are none; before, it"
    " is there and does nothing",
    "at-rule starting-style (17.5)": "a sheet that slides in is there at once",
    "at-rule page (18.2)": "a page printed by the browser has the browser's margins; forms are PDF",
    "alternative text of content (17.4)": "the same sign without it stands before, or is an"
    " ornament between links",
    "property accent-color (26.2)": "boxes have the system's colour",
    "property resize (none)": "a field of many lines keeps its height, and scrolls",
    "value resize vertical (none)": "of resize",
    "property scrollbar-width (18.2)": "a bar is seen while it scrolls",
    "value scrollbar-width none (18.2)": "of scrollbar-width",
    "value scrollbar-width thin (18.2)": "of scrollbar-width",
    "property text-size-adjust (none)": "-webkit-text-size-adjust stands before",
    "property text-wrap (17.4)": "lines of a heading differ in length",
    "value text-wrap balance (17.5)": "of text-wrap",
    "property user-select (none)": "-webkit-user-select stands before",
    "value align-content safe (17.6)": "what is in the middle begins at the top",
    "value contain style (27.0)": "read since 15.4; counters, which it keeps apart, we have none",
    "selector -moz-progress-bar (none)": "Firefox's; what WebKit calls it stands beside it",
    "selector -moz-range-thumb (none)": "Firefox's; what WebKit calls it stands beside it",
    "selector -moz-range-track (none)": "Firefox's; what WebKit calls it stands beside it",
    "selector -webkit-slider-runnable-track (18.0)": "before, the system's own slider",
    "selector -webkit-slider-thumb (18.0)": "before, the system's own slider",
}
"""What is newer and used, and what an iPad of 16.4 has instead."""

OURS = {
    "attribute * is (none)": "the word in a sentence between two parts of a template",
    "attribute details name (17.2)": "the word in a parameter of a template",
    "script Keyboard (none)": "the class of the tablet's keys",
    "script closedBy (27.3)": "a field of ours",
    "script colorScheme (none)": "the style, 13.0; MDN has a header of that name too",
    "script fromBase64 (18.2)": "a function of check/bytes.js",
    "script fromHex (18.2)": "a function of check/bytes.js; noble asks before it uses the newer",
    "script toHex (18.2)": "noble asks before it uses the newer one",
    "script isValid (none)": "a field of ours and of zxing",
    "script maxWidth (26.0)": "an option of signature_pad",
    "script minWidth (26.0)": "an option of signature_pad",
    "script opened (none)": "a field of the outbox",
    "script removed (none)": "a field of the board",
    "script ed25519 (17.0)": "noble's; the page brings its own",
    "script createView (26.0)": "a function of noble",
    "script scheduler (none)": "noble's, which asks before",
    "script persistentDeviceId (none)": "signature_pad's, `??` beside it",
    "script InternalError (none)": "an error of zxing",
    "script setStatus (none)": "a function of zxing",
    "script dispose (27.3)": "zxing's, which asks before",
    "script captureStackTrace (17.2)": "fflate's, which asks before",
    "script setImmediate (none)": "fflate's, for another engine",
    "script level (none)": "an option of fflate",
    "script zip (27.3)": "a function of fflate",
}
"""The same word for something that is not the browser's, or in a library that asks before."""


@pytest.mark.found("TB-7")
def test_nothing_newer_than_the_oldest_ipad_is_used_without_a_way_round():
    kinds = newer()
    found: dict[str, set[str]] = {}
    for path in ours():
        for one in used_in(path, kinds):
            found.setdefault(one, set()).add(path.name)

    assert {one: where for one, where in found.items() if one not in GOES_ON | OURS} == {}
    assert sorted(GOES_ON | OURS) == sorted(found), "a reason for what is no longer used"


@pytest.mark.found("TB-7")
def test_the_prefix_stands_before_what_an_ipad_knows_by_no_other_name():
    for path in (path for path in ours() if path.suffix == ".css"):
        lines = [line.strip() for line in path.read_text("utf-8").splitlines()]
        for before, line in zip(["", *lines], lines, strict=False):
            if line.startswith(("user-select:", "text-size-adjust:")):
                assert before == f"-webkit-{line}", path.name


@pytest.mark.parametrize(
    ("read", "text", "wanted"),
    [
        (in_script, "const last = list.toSorted().at(-1);", None),
        (in_script, "await Promise.withResolvers();", "script withResolvers"),
        (in_script, "new CompressionStream('deflate')", None),
        (in_script, "say('withResolvers'); // Promise.withResolvers", None),
        (in_sheet, "a { text-wrap: balance }", "value text-wrap balance"),
        (in_sheet, "a { color: light-dark(red, blue); }", "function light-dark"),
        (in_sheet, "a { b { color: red; } }", "selector nesting"),
        (in_sheet, "@media (width >= 600px) { a { color: red; } }", None),
        (in_sheet, "a:focus-visible { color: red; }", None),
        (in_sheet, "a:user-invalid { color: red; }", "selector user-invalid"),
        (in_sheet, "a:open { color: red; }", "selector open"),
        (in_sheet, "/* a:open { text-wrap: balance } */", None),
        (in_page, '<div popover id="a">', "attribute * popover"),
        (in_page, '<button inert type="button">', None),
    ],
)  # fmt: skip
def test_the_reader_finds_what_is_newer_and_lets_be_what_is_not(read, text, wanted):
    kinds = newer()
    found = {f"{kind} {name}" for kind, name in read(text) if name in kinds[kind]}

    assert (wanted in found) if wanted else (found == set()), found


def test_what_no_single_name_tells_is_found_by_sight():
    for text in (
        "board.values().map(one)", "text.matchAll(all).filter(Boolean)", "/[a]/v.test(x)",
        'import x from "./x.json" with { type: "json" }', 'a { content: "›" / ""; }',
    ):  # fmt: skip
        assert any(looks.search(text) for looks in newer_features.BY_SIGHT.values()), text
    for text in (
        "Object.values(board).map(one)",
        "[...board.values()].map(one)",
        'a { content: "/"; }',
    ):
        assert not any(looks.search(text) for looks in newer_features.BY_SIGHT.values()), text
