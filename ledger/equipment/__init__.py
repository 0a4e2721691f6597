"""Board, tiles and bag, as data for a language, and what a play is worth on them."""
