"""A game told ply by ply, with what was noticed, for page, program and terminal."""
