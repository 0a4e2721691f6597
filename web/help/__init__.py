"""The manual as pages, and which of them helps with the page somebody is at."""
