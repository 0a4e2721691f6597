"""The schemas of the interface: all JSON that is told or sent, described from its types.

``python -m tests.schemas`` writes ``web/frame/openapi_schemas.yaml``, the second half of what
``/openapi.yaml`` serves: names, types and order from the structs, words from their docstrings. So
the description can't say what an answer doesn't hold, or leave out what it does.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import yaml
from msgspec import UNSET, Struct

from ledger.interchange.everything import Everything
from ledger.replay.replayed import Replayed
from web.access.by_director import ByDirector
from web.director.desk_told import DeskNow
from web.director.setting_aside import AsideSent, AsideTold
from web.director.wall_told import PeekTold, WallNow
from web.entry.conflicts import HowSettled, Unsettled
from web.entry.entries_sent import Answer, Answers, EntrySent
from web.entry.form_catalogue import CatalogueTold
from web.entry.handover import Handover
from web.entry.offline import Manifest, OfflineFiles
from web.entry.table_told import TableState
from web.frame.health import Alive, ReadinessTold
from web.frame.refused import RefusalTold
from web.judge.slips_told import (
    RunnersList,
    SlipAnswer,
    SlipReturned,
    SlipsWaiting,
    VerdictAnswer,
    VerdictGiven,
)
from web.live.changes_told import ChangeTold, Hint, News
from web.organiser.slips_told import ResultsNow, TableTold
from web.public.rows import GamesTold, StandingsTold
from web.public.rules import RulesFound

WRITTEN = Path(__file__).resolve().parents[1] / "web" / "frame" / "openapi_schemas.yaml"

TOLD = (
    Alive, Answer, Answers, AsideTold, CatalogueTold, ChangeTold, DeskNow, Everything,
    GamesTold, Hint, Manifest, News, OfflineFiles, PeekTold, ReadinessTold, RefusalTold, Replayed,
    ResultsNow, RulesFound, SlipAnswer, RunnersList, SlipsWaiting, StandingsTold, TableState,
    TableTold, Unsettled, VerdictAnswer, WallNow,
)  # fmt: skip
"""What is answered. What these are made of is found in them."""

SENT = (AsideSent, ByDirector, EntrySent, Handover, HowSettled, SlipReturned, VerdictGiven)
"""What is sent to us as JSON."""

HEAD = (
    "# Made from the types of all that is told and sent: python -m tests.schemas writes it anew.\n"
)

BY_NAME = {kind.__name__: kind for kind in (*TOLD, *SENT)}


def schemas() -> dict[str, dict]:
    """Every schema, by name: those of ``TOLD`` and ``SENT`` and of all they are made of."""
    place = "#/components/schemas/{name}"
    _, made = msgspec.json.schema_components((*TOLD, *SENT), ref_template=place)
    kinds = {kind.__name__: kind for kind in structs()}
    return {
        name: of_struct(kinds[name], schema) if name in kinds else in_plain_words(schema)
        for name, schema in sorted(made.items())
    }


def structs(kinds: tuple[type[Struct], ...] = (*TOLD, *SENT)) -> Iterator[type[Struct]]:
    """Every struct that something told or sent is made of, once."""
    waiting, seen = list(msgspec.inspect.multi_type_info(kinds)), set()
    while waiting:
        found = waiting.pop()
        if isinstance(found, msgspec.inspect.StructType):
            if found.cls in seen:
                continue
            seen.add(found.cls)
            yield found.cls
        if isinstance(found, msgspec.inspect.Type | msgspec.inspect.Field):
            parts = (getattr(found, name) for name in found.__struct_fields__)
            waiting += [one for part in parts for one in (part if type(part) is tuple else (part,))]


def of_struct(kind: type[Struct], schema: dict) -> dict:
    """The schema of a struct with its docstring's words, and with what is always there.

    A field with a default may be left out of what is sent (such structs know all their fields),
    and of what is told only where defaults are left out, or where it is not set.
    """
    config, words = kind.__struct_config__, described(kind)
    schema = in_plain_words(schema)
    always = set(schema.pop("required", ()))
    properties = schema.pop("properties")
    if not (config.forbid_unknown_fields or config.omit_defaults):
        fields = msgspec.structs.fields(kind)
        always = {field.encode_name for field in fields if field.default is not UNSET}
        for schema_of_field in properties.values():
            schema_of_field.pop("default", None)
    for name, said in words.items():
        properties[name]["description"] = said
    required = {"required": [name for name in properties if name in always]}
    return {**schema, **(required if always else {}), "properties": properties}


def in_plain_words(schema: dict) -> dict:
    """A schema without its title, which is its name, with the words that are about all of it."""
    told = {part: shorter(value) for part, value in schema.items() if part != "title"}
    if "description" in told:
        told["description"] = plain(told["description"].partition("Attributes:\n")[0])
    return told


def plain(said: str) -> str:
    """Words of a docstring in one line; as OpenAPI marks code and calls ``None``."""
    words = " ".join(said.split()).replace("``", "`").replace("`None`", "`null`")
    return words[:1].upper() + words[1:]


def shorter(part: object) -> object:
    """The same in fewer lines: pairs of one thing, and what may be null.

    >>> shorter({"anyOf": [{"type": "string", "format": "uuid"}, {"type": "null"}]})
    {'type': ['string', 'null'], 'format': 'uuid'}
    """
    if isinstance(part, list):
        return [shorter(one) for one in part]
    if not isinstance(part, dict):
        return part
    part = {name: shorter(one) for name, one in part.items()}
    if "prefixItems" in part and all(one == part["prefixItems"][0] for one in part["prefixItems"]):
        part["items"] = part.pop("prefixItems")[0]
    first, *rest = part.get("anyOf", [{}])
    if rest == [{"type": "null"}] and isinstance(first.get("type"), str):
        del part["anyOf"]
        part = first | {"type": [first["type"], "null"]} | part
    return part


def described(kind: type[Struct]) -> dict[str, str]:
    """What the docstring of a struct, and of those it extends, says of each field.

    >>> described(Hint)["position"]
    'Of the change in the log.'
    """
    names = {field.name: field.encode_name for field in msgspec.structs.fields(kind)}
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        said = inspect.cleandoc(one.__dict__.get("__doc__") or "").partition("Attributes:\n")[2]
        for about, words in re.findall(r"^  (\w[\w, ]*): (.*(?:\n    .*)*)", said, re.MULTILINE):
            found |= dict.fromkeys(about.split(", "), plain(words))
    return {names[name]: words for name, words in apart(found, set(names)).items() if name in names}


def apart(found: dict[str, str], names: set[str]) -> dict[str, str]:
    """The same, where what is said of a field also tells of the next one in passing.

    >>> apart({"was": "The scores before, `now`: those after."}, {"was", "now"})
    {'was': 'The scores before.', 'now': 'Those after.'}
    """
    told = {}
    for about, words in found.items():
        first, *rest = re.split(r"[,;.] `(\w+)`: ", words)
        if set(rest[::2]) <= names:
            pairs = [(about, first), *zip(rest[::2], rest[1::2], strict=True)]
            told |= {name: f"{plain(said).rstrip('.')}." for name, said in pairs}
        else:
            told[about] = words
    return told


class Indented(yaml.SafeDumper):
    """YAML as the other half is written: lists further in than what they belong to."""

    def increase_indent(self, flow=False, indentless=False):
        return super().increase_indent(flow, indentless=False)

    def ignore_aliases(self, data):
        return True


def written() -> str:
    """The file."""
    told = {"schemas": schemas()}
    text = yaml.dump(told, Dumper=Indented, sort_keys=False, allow_unicode=True, width=96)
    return HEAD + "".join(f"  {line}" for line in text.splitlines(keepends=True))


if __name__ == "__main__":
    WRITTEN.write_text(written(), "utf-8")
