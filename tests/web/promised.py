"""What ``/api/v1`` promises programs, a line for each answer, parameter and field.

The description itself is made when it is asked for and lies nowhere, so a change of it would be
seen by nobody. ``python -m tests.web.promised`` writes ``fixtures/promised.txt`` anew from it,
without its words; a test compares.
"""

from __future__ import annotations

import json
from pathlib import Path

from web.api.description import description

WRITTEN = Path(__file__).with_name("fixtures") / "promised.txt"


def without_words(schema):
    """The same, without what it says to people; ``description`` may be the name of a field too."""
    if isinstance(schema, list):
        return [without_words(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: without_words(part)
        for name, part in schema.items()
        if not (name == "description" and isinstance(part, str))
    }


def in_short(schema):
    """A schema in a line, without its words."""
    short = json.dumps(without_words(schema), ensure_ascii=False, sort_keys=True)
    return short.replace("#/components/schemas/", "")


def of_operation(name, operation):
    """The lines of an operation: what it takes, then what it answers."""
    for parameter in operation["parameters"]:
        must = "must" if parameter["required"] else "may"
        yield f"{name} {must} {parameter['name']} {in_short(parameter['schema'])}"
    if body := operation.get("requestBody"):
        yield f"{name} takes {in_short(body['content'])}"
    alike = {}
    for status, answer in operation["responses"].items():
        alike.setdefault(in_short(answer.get("content", {})), []).append(status)
    for content, statuses in alike.items():
        yield f"{name} answers {' '.join(statuses)} {content}"
    yield f"{name} opens to {operation['x-scope']} {json.dumps(operation['security'])}"


def of_schema(name, schema):
    """The lines of a type: one a field, or what it is."""
    fields = schema.get("properties", {})
    rest = {part: schema[part] for part in schema if part not in ("properties", "required")}
    yield f"{name} {in_short(rest)}"
    for field, value in fields.items():
        always = "always" if field in schema.get("required", ()) else "perhaps"
        yield f"{name}.{field} {always} {in_short(value)}"


def lines(told):
    """All of it."""
    found = []
    for path, item in sorted(told["paths"].items()):
        for method, operation in sorted(item.items()):
            found += of_operation(f"{method.upper()} {path}", operation)
    for name, schema in sorted(told["components"]["schemas"].items()):
        found += of_schema(name, schema)
    return found


if __name__ == "__main__":
    WRITTEN.write_text("".join(f"{line}\n" for line in lines(description())), "utf-8")
