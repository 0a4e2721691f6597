"""What a director does about a dispute: hears, rules with a citation, penalises, reports."""

from ledger.directing.director import Director

__all__ = ["Director"]
