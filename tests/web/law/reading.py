"""What a page says, element by element, so that lists are compared by what is in them."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser

VOID = frozenset({"input", "link", "meta", "br", "img", "hr", "source", "path", "rect", "circle"})


class Element:
    """An element of a page, with what it holds."""

    def __init__(self, tag="", attrs=()):
        self.tag = tag
        self.attrs = dict(attrs)
        self.held = []

    def __iter__(self) -> Iterator[Element]:
        for one in self.held:
            if isinstance(one, Element):
                yield one
                yield from one

    def all(self, tag, **attrs):
        """Every element below of this tag with these attributes."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attrs.items()}
        return [
            one
            for one in self
            if one.tag == tag and all(one.attrs.get(name) == at for name, at in wanted.items())
        ]

    def one(self, tag, **attrs):
        """The only element of this tag with these attributes."""
        found = self.all(tag, **attrs)
        assert len(found) == 1, f"{len(found)} of {tag} {attrs}"
        return found[0]

    @property
    def text(self):
        """Its words, with single spaces."""
        return " ".join(self._said().split())

    def _said(self):
        return "".join(one if isinstance(one, str) else f" {one._said()} " for one in self.held)


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = [Element()]

    def handle_starttag(self, tag, attrs):
        found = Element(tag, attrs)
        self.open[-1].held.append(found)
        if tag not in VOID:
            self.open.append(found)

    def handle_startendtag(self, tag, attrs):
        self.open[-1].held.append(Element(tag, attrs))

    def handle_endtag(self, tag):
        for nth in range(len(self.open) - 1, 0, -1):
            if self.open[nth].tag == tag:
                del self.open[nth:]
                return

    def handle_data(self, data):
        self.open[-1].held.append(data)


def read(page):
    """The elements of a page."""
    reader = _Reader()
    reader.feed(page)
    return reader.open[0]


def below(page, title_id):
    """The section whose heading has this id."""
    return page.one("section", aria_labelledby=title_id)


def items(element):
    """The words of each item of every list below."""
    return [one.text for one in element.all("li")]
