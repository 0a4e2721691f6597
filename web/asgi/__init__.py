"""The front: what stands between the network and the application.

A connection, a stream and a body that is still on its way cost a task each, and no thread; only a
request that is there as a whole takes one of a few threads. Who has shown a badge goes first, and
what one address may ask is bounded, so that a crowd, or one laptop, can't stop the hall.
Connections that ask nothing are counted by the server alone, all together.
"""
