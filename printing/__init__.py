"""Paper: what gets signed, posted and filed. One form per file; see README.md here."""
