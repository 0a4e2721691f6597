"""The demonstration: an invented tournament and its officials; moves of real games, retold.

``tournament.toml`` has the players, the officials and who met whom; ``games/`` has one
transcript a game, to be read and changed by hand (``ledger.transcript`` says how); where the
moves come from is in ``sources.md``. ``building`` enters it all at the desk, request by
request, as tablets would.
"""
