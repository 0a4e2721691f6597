"""Positions that several chapters of refusals begin from."""

from __future__ import annotations

from tests.desks import A, B


def a_play(table):
    table.play(A, "8D", "WINDY")


def two_plays(table):
    a_play(table)
    table.play(B, "7C", "GALE")
