"""Checkpoints as an Atom feed (RFC 4287): whoever reads it keeps them, without asking anybody."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from uuid import UUID, uuid5
from xml.etree.ElementTree import Element, SubElement, register_namespace, tostring

from flask import url_for

from ledger.proof.cosigned import Listed
from ledger.proof.facts import CheckpointMade

ATOM = "http://www.w3.org/2005/Atom"
MIME = "application/atom+xml"

_OURS = UUID("6f6b1a52-6f0e-4c1e-9d55-3d0e7d1f1c2e")
"""From which the numbers of feeds and entries follow, so that they are the same for ever."""

register_namespace("", ATOM)


def feed_of(rows: Sequence[Listed], note_of: Callable[[CheckpointMade], str]) -> bytes:
    """The feed.

    Args:
      rows: the checkpoints, newest first.
      note_of: a checkpoint as it travels, with all signatures on it.
    """
    origin = rows[0].made.origin if rows else "tilescribe"
    feed = Element(_("feed"))
    _text(feed, "id", uuid5(_OURS, origin).urn)
    _text(feed, "title", "Checkpoints of the record")
    _text(feed, "updated", _moment(max((_changed(row) for row in rows), default=_NEVER)))
    author = SubElement(feed, _("author"))
    _text(author, "name", origin)
    _link(feed, "self", url_for("checkpoints.feed", _external=True), MIME)
    _link(feed, "alternate", url_for("checkpoints.all_of_them", _external=True), "text/html")
    for row in rows:
        feed.append(_entry(row, note_of(row.made)))
    return bytes(tostring(feed, "utf-8", xml_declaration=True))


_NEVER = datetime(1970, 1, 1, tzinfo=UTC)


def _entry(row: Listed, note: str) -> Element:
    made = row.made
    entry = Element(_("entry"))
    _text(entry, "id", uuid5(_OURS, f"{made.origin}\n{made.size}\n{made.about}").urn)
    about = f" ({made.about})" if made.about else ""
    signed = f", signed by {', '.join(one.name for one in row.witnesses)}" if row.witnesses else ""
    _text(entry, "title", f"{made.size} events{about}{signed}")
    _text(entry, "published", _moment(row.at))
    _text(entry, "updated", _moment(_changed(row)))
    where = url_for("checkpoints.one", size=made.size, log=made.origin, _external=True)
    _link(entry, "alternate", where, "text/plain")
    _text(entry, "content", note, type="text")
    return entry


def _changed(row: Listed) -> datetime:
    """When it came, or when a witness says that it signed it, within a day of that."""
    times = [one.at for one in row.witnesses if one.at is not None]
    return max((at for at in times if abs((at - row.at).days) < 1), default=row.at)


def _(name: str) -> str:
    return f"{{{ATOM}}}{name}"


def _text(parent: Element, name: str, text: str, **attributes: str) -> None:
    SubElement(parent, _(name), attributes).text = _as_xml(text)


def _link(parent: Element, rel: str, where: str, kind: str) -> None:
    SubElement(parent, _("link"), {"rel": rel, "type": kind, "href": where})


def _as_xml(text: str) -> str:
    """Without the signs that no XML may hold; a checkpoint can be made about anything."""
    return "".join(
        c
        for c in text
        if c in "\t\n" or " " <= c < "\ud800" or "\ue000" <= c < "\ufffe" or c > "\uffff"
    )


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
