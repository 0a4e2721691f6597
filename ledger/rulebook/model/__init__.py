"""What a rulebook is, chapter by chapter: groups of clauses, none of which may be left out."""
