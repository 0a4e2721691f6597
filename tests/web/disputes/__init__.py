"""Ten disputes from the call to the paper, through the pages: taken back, reversed on appeal."""
