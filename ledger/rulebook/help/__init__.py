"""What each rule of each book lays down, and what this program does about it.

Three kinds of data, all in our own words: ``clauses/<book>.toml`` has one line for each rule,
``situations/*.toml`` says for each situation of the hall what is done and which rules speak of
it, and ``ledger/rulebook/ambiguities`` has the gaps and contradictions. A sixth book is a file
more.
"""
