"""What a page must not hold: code or style of its own, in any of the places a browser runs it."""

from __future__ import annotations

from html.parser import HTMLParser

ADDRESSES = {
    "href",
    "src",
    "action",
    "formaction",
    "data",
    "poster",
    "xlink:href",
    "srcset",
    "ping",
}
ONLY_HERE = ("/", "#", "?", "http://localhost/", "https://localhost/")
NEVER = {"style", "base", "object", "embed", "applet", "iframe", "frame", "math", "foreignobject"}


class Page(HTMLParser):
    """Reads a page as a browser does, and notes what would be run or fetched from elsewhere."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.found = []
        self.tags = []
        self.shown = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        """Note what is wrong about an element."""
        self.tags.append(tag)
        named = dict(attrs)
        if tag in NEVER:
            self.found.append(f"<{tag}>")
        if tag == "script" and not named.get("src") and named.get("type") != "application/json":
            self.found.append("a script in the page")
        is_scriptless = self.tags[-2:] == ["noscript", "meta"]
        seconds = (named.get("content") or "").isdigit()
        looks_again = is_scriptless and named.get("http-equiv") == "refresh" and seconds
        if tag == "meta" and "http-equiv" in named and not looks_again:  # leads nowhere else
            self.found.append("a header in the page")
        for name, value in attrs:
            if name == "style" or name.startswith("on") or name == "srcdoc":
                self.found.append(f"{tag} {name}=")
            elsewhere = (value or "/").startswith("//") or not (value or "/").startswith(ONLY_HERE)
            if name in ADDRESSES and elsewhere:
                self.found.append(f"{tag} {name}={value}")

    def handle_data(self, data):
        """Keep what a person reads."""
        self.shown.append(data)

    @property
    def text(self):
        """All that is shown, and the data in the page."""
        return "".join(self.shown)


def what_is_inline(text):
    """What of a page a browser would run or fetch from elsewhere; empty where all is well."""
    return Page(text).found
