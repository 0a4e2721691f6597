"""The one way in: a request is looked at, answered once, and written down or refused in words."""
