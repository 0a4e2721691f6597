"""Turns as a tablet asks for them, as JSON."""

from __future__ import annotations


def a_play(seat="first", square="8D", letters="WINDY", **more):
    placement = {"square": square, "letters": letters}
    return {"ask": "place-tiles", "seat": seat, "placement": placement, **more}


def a_pass(seat):
    return {"ask": "pass-turn", "seat": seat}
