"""The clock: stopped, read, adjusted, at fault; overtime and sand."""
