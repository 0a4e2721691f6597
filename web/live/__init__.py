"""Changes, told to screens that are watching."""
