"""An application for nearly every test: what is the same in all of them is made once a process.

Of the 85 ms of processor time that an application took, Werkzeug spent 70 on two functions for
each rule, which build its address; and every application compiled the templates it showed anew.
The functions depend on the words of the rule alone, a template on its file alone.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

from click.testing import CliRunner
from flask import Flask
from jinja2 import BytecodeCache
from werkzeug.routing import Rule

from tests.in_memory import in_memory
from web.command_line.serving import demo

_made = {}
_make = Rule._compile_builder


def _builder(rule, append_unknown=True):
    """Werkzeug's own, made once; a rule with values of its own is left to that."""
    if rule.defaults:
        return _make(rule, append_unknown)
    of = rule.rule, append_unknown, tuple(rule._trace)
    if of not in _made:
        _made[of] = _make(rule, append_unknown)
    return _made[of]


class Compiled(BytecodeCache):
    """Templates as they were compiled, while the process lasts; Jinja asks whether they changed."""

    def __init__(self):
        self.kept = {}

    def load_bytecode(self, bucket):
        if bucket.key in self.kept:
            bucket.bytecode_from_string(self.kept[bucket.key])

    def dump_bytecode(self, bucket):
        self.kept[bucket.key] = bucket.bytecode_to_string()


def make_once():
    """From now on, in this process."""
    Rule._compile_builder = _builder
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
