"""How a game ends: played out, by zeros, resigned, forfeited, declared over."""
