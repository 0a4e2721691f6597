"""What a browser would send for a form as it stands on a page."""

from __future__ import annotations


def filled(form):
    """The fields of a form, as they are filled in; buttons are pressed by whoever asks."""
    found = {}
    for one in _outside_templates(form):
        name = one.attrs.get("name")
        if one.tag == "input" and name:
            if one.attrs.get("type") not in ("radio", "checkbox") or "checked" in one.attrs:
                found[name] = one.attrs.get("value") or ""
        elif one.tag == "textarea":
            found[name] = "".join(part for part in one.held if isinstance(part, str))
        elif one.tag == "select":
            options = one.all("option")
            chosen = [each for each in options if "selected" in each.attrs] or options[:1]
            found[name] = chosen[0].attrs.get("value", chosen[0].text)
    return found


def _outside_templates(element):
    for one in element.held:
        if not isinstance(one, str) and one.tag != "template":
            yield one
            yield from _outside_templates(one)
