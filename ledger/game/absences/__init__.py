"""Players who are late or away, emergencies, games put off or broken off."""
