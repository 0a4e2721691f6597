"""Ten disputes from the call to the paper, through the pages, each under two rulebooks."""
