"""Who is at the door: PINs, sessions and devices.

Beside the log, in the record's own database, because every node must know a session. None of
it is evidence and no secret is ever in an event: events say that a badge was issued or a
device enrolled; the hashes lie here and may be changed or thrown away.
"""
