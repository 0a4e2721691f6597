"""A whole hall over HTTP: the server in one process, everybody who asks it in another."""
