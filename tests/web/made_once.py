"""An application for nearly every test: what is the same in all of them is made once a process.

Of the 85 ms of processor time that an application took, Werkzeug spent 70 on two functions for
each rule, which build its address, and half of the rest on reading the rules; and every application
compiled the templates it showed anew. What a rule comes to depends on its words and on what its map
makes of them, a template on its file alone. The tables of a new record and its hall are the same
each time: to make them took two thirds of the 16 ms that it takes to open one.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner
from flask import Flask
from jinja2 import BytecodeCache
from werkzeug.routing import Rule

from migrations import LEDGER_FILE, bring_up_to_date
from migrations.hall_db import prepare
from migrations.sqlite_file import begin_private
from tests.in_memory import in_memory
from web.command_line import opened
from web.command_line.serving import demo

_made = {}
_compile = Rule.compile


def _compiled(rule):
    """Werkzeug's own, made once for rules that are written alike, of maps that read them alike."""
    of = (
        rule.rule, rule.subdomain, rule.host, rule.merge_slashes, rule.map.host_matching,
        tuple(rule.map.converters.items()),
    )  # fmt: skip
    if rule.defaults or of not in _made:
        _compile(rule)
        if not rule.defaults:
            builders = rule._build.__func__, rule._build_unknown.__func__
            made = rule._parts, rule._trace, rule._converters, frozenset(rule.arguments)
            _made[of] = made, builders
        return
    (rule._parts, rule._trace, rule._converters, arguments), (build, build_unknown) = _made[of]
    rule.arguments = set(arguments)
    rule._build, rule._build_unknown = build.__get__(rule), build_unknown.__get__(rule)


class Compiled(BytecodeCache):
    """Templates as they were compiled, while the process lasts; Jinja asks whether they changed."""

    def __init__(self):
        self.kept = {}

    def load_bytecode(self, bucket):
        if bucket.key in self.kept:
            bucket.bytecode_from_string(self.kept[bucket.key])

    def dump_bytecode(self, bucket):
        self.kept[bucket.key] = bucket.bytecode_to_string()


@cache
def _no_record_yet():
    """The bytes of a record in which nothing happened, and the changes that made its tables."""
    with TemporaryDirectory(dir=in_memory()) as folder:
        made = bring_up_to_date(Path(folder), {})
        return (Path(folder) / LEDGER_FILE).read_bytes(), made


@cache
def _no_hall_yet():
    with TemporaryDirectory(dir=in_memory()) as folder:
        prepare(Path(folder) / "hall")
        return (Path(folder) / "hall").read_bytes()


def _new_record(folder):
    """What opens a record begins one; what is there already, or a server, is left to ours.

    So is a folder in which no file can be made, for ours says so.
    """
    file = folder / LEDGER_FILE
    if not file.exists() and "postgres" not in os.environ.get("PERSISTENCE_MODULE", ""):
        content, made = _no_record_yet()
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            begin_private(file)
            file.write_bytes(content)
            return [*made]
    return bring_up_to_date(folder)


def _new_hall(file):
    if not file.exists():
        content = _no_hall_yet()
        with suppress(OSError):
            begin_private(file)
            file.write_bytes(content)
            return
    prepare(file)


def make_once():
    """From now on, in this process."""
    opened.bring_up_to_date, opened.prepare_hall = _new_record, _new_hall
    Rule.compile = _compiled
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": Compiled()}


@cache
def _demonstration():
    """The demonstration, as its command builds it, for as long as the process lasts."""
    kept = Path(tempfile.mkdtemp(prefix="tilescribe-demo-", dir=in_memory()))
    atexit.register(shutil.rmtree, kept, ignore_errors=True)
    done = CliRunner().invoke(demo, ["--build-only", "--data", str(kept / "data")])
    assert done.exit_code == 0, done.output
    return kept / "data"


def the_demonstration(folder):
    """Lay the demonstration in ``folder``, which is not there yet; where it lies."""
    return Path(shutil.copytree(_demonstration(), folder))
