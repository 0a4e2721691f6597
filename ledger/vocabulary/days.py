"""The days of an event in words."""

from __future__ import annotations

from datetime import date


def days_in_words(first_day: str, last_day: str) -> str:
    """The days of an event: what both have in common is said once.

    >>> days_in_words("2027-03-13", "2027-03-14"), days_in_words("2027-03-13", "")
    ('13 to 14 March 2027', '13 March 2027')
    >>> days_in_words("2027-03-30", "2027-04-01"), days_in_words("", "")
    ('30 March to 1 April 2027', '')
    """
    told = [date.fromisoformat(day) for day in dict.fromkeys((first_day, last_day)) if day]
    if not told:
        return ""
    first, last = told[0], told[-1]
    whole = f"{last.day} {last:%B %Y}"
    if first == last:
        return whole
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day} to {whole}"
    year = f" {first.year}" if first.year != last.year else ""
    return f"{first.day} {first:%B}{year} to {whole}"
