"""What draws: the page, the pen, text in every script, a file as archives want it."""
