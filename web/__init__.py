"""The tablets' and officials' way in: pages, live changes and downloads; see README.md here."""
