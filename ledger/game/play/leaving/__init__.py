"""Players away from the table, emergencies, games put off or broken off."""
