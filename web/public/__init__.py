"""What everybody may read: tournaments, rounds, standings, the rules of each book."""
