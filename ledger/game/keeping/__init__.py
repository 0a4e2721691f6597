"""Who keeps the record of a table, and who looks it over; what a game file says beside it."""
