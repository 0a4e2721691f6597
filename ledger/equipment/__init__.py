"""Board, tiles and bag, as data for a language, what a play is worth, and which words count."""
