"""For whoever watches over the service: is it well, how much of what, and what happened."""
