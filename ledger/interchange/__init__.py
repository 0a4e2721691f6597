"""Files of other programs, lists of names: read, compared with what is here, taken in, written."""
