"""The feed of checkpoints: Atom by a schema of its own, the notes whole, the numbers for ever."""

from __future__ import annotations

from uuid import uuid4

import pytest
from lxml import etree

from ledger.proof.note import Verifier, checkpoint_in, note_of
from tests.proof.a_witness import AWitness
from tests.web.whole_hall import a_whole_hall
from web.proofs.checkpoints import feed_of

ATOM = "{http://www.w3.org/2005/Atom}"
SCHEMA = etree.RelaxNG(etree.fromstring(b"""
<grammar xmlns="http://relaxng.org/ns/structure/1.0" ns="http://www.w3.org/2005/Atom"
    datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes">
  <start><element name="feed">
    <interleave>
      <ref name="id"/><ref name="title"/><ref name="updated"/>
      <oneOrMore><element name="author"><interleave><element name="name"><text/></element>
        <optional><element name="uri"><data type="anyURI"/></element></optional></interleave>
      </element></oneOrMore>
      <oneOrMore><ref name="link"/></oneOrMore>
      <zeroOrMore><element name="entry"><interleave>
        <ref name="id"/><ref name="title"/><ref name="updated"/>
        <optional><element name="published"><ref name="moment"/></element></optional>
        <oneOrMore><ref name="link"/></oneOrMore>
        <element name="content"><attribute name="type"><choice><value>text</value>
          <value>html</value></choice></attribute><text/></element>
      </interleave></element></zeroOrMore>
    </interleave>
  </element></start>
  <define name="id"><element name="id"><data type="anyURI">
    <param name="pattern">urn:uuid:[0-9a-f\\-]{36}</param></data></element></define>
  <define name="title"><element name="title"><text/></element></define>
  <define name="updated"><element name="updated"><ref name="moment"/></element></define>
  <define name="moment"><data type="dateTime">
    <param name="pattern">.+T.+(Z|[+\\-]\\d\\d:\\d\\d)</param>
  </data></define>
  <define name="link"><element name="link"><interleave>
    <attribute name="href"><data type="anyURI"><param name="pattern">https?://.+</param></data></attribute>
    <optional><attribute name="rel"/></optional><optional><attribute name="type"/></optional>
  </interleave></element></define>
</grammar>"""))  # fmt: skip
"""What RFC 4287, 4 asks of the elements that are there, written from its text."""


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("feed")) as hall:
        hall.here.checkpoints.make("asked", now=hall.desk.now(), about="first")
        yield hall


def read(hall):
    answer = hall.ask("nobody", "/checkpoints/feed.atom")
    assert answer.mimetype == "application/atom+xml"
    feed = etree.fromstring(answer.get_data())
    SCHEMA.assertValid(feed)
    return feed


def texts(feed, name):
    return [one.text for one in feed.findall(f"{ATOM}entry/{ATOM}{name}")]


def test_an_empty_feed_is_one_too(hall):
    with hall.app.test_request_context("/"):
        SCHEMA.assertValid(etree.fromstring(feed_of([], str)))


def test_each_checkpoint_is_an_entry_with_its_note_newest_first(hall):
    hall.here.checkpoints.make("asked", now=hall.desk.now(), about="<b>&\x01 spring")
    feed = read(hall)

    notes = [note_of(text) for text in texts(feed, "content")]
    sizes = [checkpoint_in(note.text).size for note in notes]
    assert sizes == sorted(sizes, reverse=True)
    assert all(note.signed_by(hall.here.checkpoints.keys) for note in notes)
    assert "(<b>& spring)" in texts(feed, "title")[0]
    where = feed.findall(f"{ATOM}entry/{ATOM}link")[1].get("href").removeprefix("http://localhost")
    assert hall.ask("nobody", where).text == texts(feed, "content")[1]


def test_numbers_stay_and_a_witness_changes_the_time_alone(hall):
    witness = AWitness()
    made = hall.here.checkpoints.make("asked", now=hall.desk.now(), about=str(uuid4()))
    before = read(hall)
    line = witness.signs(note_of(made.note).text, at=int(hall.desk.now().timestamp()) + 60).strip()
    hall.here.checkpoints.cosign(made, Verifier.read(witness.vkey), line, now=hall.desk.now())
    after = read(hall)

    assert texts(after, "id") == texts(before, "id")
    assert len(set(texts(after, "id"))) == len(texts(after, "id"))
    assert f"signed by {witness.name}" in texts(after, "title")[0]
    assert texts(after, "updated")[0] > texts(after, "published")[0]
    assert texts(after, "content")[0].endswith(f"{line}\n")


@pytest.mark.parametrize("where", ["/checkpoints/feed.atom", "/checkpoint"])
def test_whoever_has_it_is_told_so_in_a_few_bytes(hall, where):
    first = hall.ask("nobody", where)
    tag = first.headers["ETag"]
    again = hall.ask("director", where, headers={"If-None-Match": tag})

    assert again.status_code == 304
    assert first.headers["Cache-Control"] == "no-cache"
    hall.here.checkpoints.make("asked", now=hall.desk.now(), about=str(uuid4()))
    assert hall.ask("nobody", where, headers={"If-None-Match": tag}).status_code == 200
