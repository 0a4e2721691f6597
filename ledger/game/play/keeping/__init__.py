"""Who keeps the record of a table, and who looks it over."""
