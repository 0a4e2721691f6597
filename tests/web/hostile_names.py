"""Three hundred names that something would obey, mis-spell or choke on, if it took them for more
than text: each kind with a few members of its own, and wrapped in what opens other kinds."""

from __future__ import annotations

MARK = "__pwned"
RUN = f"window.{MARK}=1"

HTML = [
    f"<script>{RUN}</script>", f"</script><script>{RUN}</script>", f"<img src=x onerror={RUN}>",
    f'"><svg/onload={RUN}>', f"'><body onload={RUN}>", f"<iframe srcdoc='<script>{RUN}</script>'>",
    f"</title><script>{RUN}</script>", f"</textarea><img src=x onerror={RUN}>", "<!-- ", "-->",
    "<![CDATA[x]]>", f"<a href='javascript:{RUN}'>x</a>", f'" autofocus onfocus="{RUN}',
    f"' onmouseover='{RUN}", "<b>bold", "</b></p></main>", "&lt;b&gt;", "&#60;b&#62;", "&amp;", "&",
    "<", ">", '"', "'", "`", f"<math><mi//xlink:href='data:x,<script>{RUN}</script>'>",
    f"<details open ontoggle={RUN}>", "<meta http-equiv=refresh content=0>", "<base href=//e.x/>",
    "<style>*{display:none}</style>", f"<template><script>{RUN}</script></template>", "<plaintext>",
    f"<noscript><p title='</noscript><img src=x onerror={RUN}>'>", "\\u003cscript\\u003e",
]  # fmt: skip
SCRIPT = [
    f"javascript:{RUN}", f"JaVaScRiPt:{RUN}", f"data:text/html,<script>{RUN}</script>",
    f"');{RUN};//", f'");{RUN};//', f"${{{RUN}}}", "`${1}`", f"{RUN}//", "__proto__", "constructor",
    "toString", "undefined", "null", "NaN", "true", "[object Object]", "</script", "//", "/*", "*/",
]  # fmt: skip
TEMPLATE = [
    "{{7*7}}", "{{ 7*7 }}", "{% for x in y %}", "{{config}}", "{{''.__class__}}", "${7*7}",
    "#{7*7}",
    "<%= 7*7 %>", "{0}", "{name}", "{", "}", "%s", "%(name)s", "%n%n%n", "%", "%%", "%00", "%2e%2e",
    "{#", "[[7*7]]", "*{7*7}", "@{7*7}", "~{7*7}",
]  # fmt: skip
FORMULA = [
    "=1+1", "=HYPERLINK(\"http://e.x\")", "=cmd|' /C calc'!A0", "+1+1", "-1+1", "@SUM(A1)",
    "\t=1+1",
    "\r=1+1", ";=1+1", '"=1+1"', "=IMPORTXML(1)", "|calc", "a,b,c", 'a"b', "a;b",
]  # fmt: skip
TERMINAL = [
    "\x1b[31mred", "\x1b[2J", "\x1b]0;title\x07", "\x1b]8;;http://e.x\x07x", "\x9b31m", "\x07bell",
    "\x08\x08\x08back", "\x7fdel", "\x1b[1A\x1b[2K", "\x0cform", "\x0bvertical", "\x90DCS",
]  # fmt: skip
UNSEEN = [
    "Ann\u202eeeL", "\u202dAnn", "\u2066Ann\u2069", "\u2067Ann", "\u200fAnn", "\u200eAnn",
    "A\u200bnn",
    "A\u200cnn", "A\u200dnn", "A\u2060nn", "\ufeffAnn", "A\u00adnn", "\u061cAnn", "Ann\x00Lee",
    "\x00",
    "\u180eAnn", "\U000e0041Ann", "\ufff9Ann\ufffa", "\ue000Ann", "\uffffAnn", "\x01\x02\x03",
    "\u2028Ann", "Ann\u2029Lee", "Ann\nBen", "Ann\r\nBen", "Ann\x85Ben", "Ann\rBen", "Ann\tBen",
]  # fmt: skip
LETTERS = [
    "A" + "\u0301" * 40, "Z" + "\u0300\u0301\u0302\u0303\u0304" * 9, "e\u0301", "é", "Å", "\u212b",
    "ﬁnn", "ß" * 40, "İrem Iğdır", "ǅemal", "ａｎｎ", "😀", "👩\u200d👩\u200d👧", "🏳\ufe0f\u200d🌈",
    "🇩🇪", "李小龙", "שלום", "مرحبا", "ไทย", "한글", "Nguyễn Thị Minh Khai", "Łukasz Őrsi",
    "Ζωή Παπαδάκη", "Ђорђе Шчука", "Þórdís Ægisdóttir", "Ꭰ", "𝔸𝕟𝕟", "a\u20dd", "…",
    "\u00a0Ann\u00a0",
    " ", "  Ann   Lee  ", "a" * 79, "a" * 80, "a" * 81, "W" * 5000, "Ann " * 400, "\u3000Ann",
]  # fmt: skip
PATHS = [
    "../../etc/passwd", "..\\..\\boot.ini", "/etc/passwd", "C:\\con", "con", "nul.txt", "a/b",
    "a\\b",
    ".", "..", "~root", "$HOME", "`id`", "$(id)", "; rm -rf /", "| cat", "&& id", "a\x00.pdf", "*",
    "file:///etc/passwd", "-rf", "--help", "a;filename=b", 'a"; filename="b', "a%0d%0ab",
]  # fmt: skip
HEADER = [
    "Ann\r\nSet-Cookie: a=b", "Ann\nLocation: //e.x", "Ann\r\n\r\n<b>", "Ann%0d%0aX: y", "a; b=c",
    "=?utf-8?B?QQ==?=", "utf-8''Ann", "Ann\x0b\x0cBen",
]  # fmt: skip
QUERY = [
    "'; DROP TABLE games; --", "' OR '1'='1", '" OR ""="', "1; SELECT 1", "\\'; --",
    "%' LIKE '%", "_",
    "NEAR(a b)", "a AND b", "a*", '"a" OR', "name:a", "^a", "(", ")", "a-b", "x'00'", "$$x$$",
]  # fmt: skip
GCG = [
    "#player1 x", "#note x", "#character-encoding utf-8", ">Ann: ABC 8D ABC +9 9", ">", "#",
    "#incomplete", "Ann #title", ":", "Ann: +5 5", "8D WINDY +32", "(challenge)", "--",
    "# rack1 AB",
]  # fmt: skip
TRANSCRIPT = [
    "Ann / Ben", "First", "Second", "first", "2 Fast", "@ 12:00", "case", "ruling:", "Ann, Ben",
    '"Ann"', "Ann:", "= 49", "+32", "'quoted'", "Ann\\n",
]  # fmt: skip
PAPER = [
    ") Tj ET (", "(((((", "\\(\\)", "\\", "endstream endobj", "/JavaScript (app.alert(1))",
    "/URI (http://e.x)", "%PDF-1.4", "<</S/JavaScript/JS(1)>>", "%%EOF", "/OpenAction", "[ ] 0 d",
    "<para>x</para>", "<font color=red>x</font>", "<br/>",
]  # fmt: skip

KINDS = (
    HTML, SCRIPT, TEMPLATE, FORMULA, TERMINAL, UNSEEN, LETTERS, PATHS, HEADER, QUERY, GCG,
    TRANSCRIPT, PAPER,
)  # fmt: skip
OF_EACH = [name for kind in KINDS for name in kind]
WRAPS = ("Ann {}", '"{}"', "{}\\", "<{}>")

HOSTILE = tuple(dict.fromkeys(OF_EACH + [wrap.format(name) for wrap in WRAPS for name in OF_EACH]))[
    :300
]
