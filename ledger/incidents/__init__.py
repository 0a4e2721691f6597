"""One case: an incident heard, ruled on, reported and appealed against."""
