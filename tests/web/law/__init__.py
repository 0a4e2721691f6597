"""The law of an official's act: previewed, written, listed, printed and found are one thing."""
