"""Small pure functions over the values of a rulebook, one subject to a file.

Where books differ in kind, the kind is a value of the rulebook and there is one function for
each kind, in a table. Every answer carries the rule it rests on; where a book is silent the
function refuses, or says in ``needs_ruling`` what a director has to settle.
"""
