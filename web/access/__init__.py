"""Who comes in: doors, visitors, signing in, badges and tablets, and what a browser must prove."""
