"""Files of other tournament programs: read, compared with what is here, taken in, and written."""
