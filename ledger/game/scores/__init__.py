"""Scores agreed, disputed and counted again."""
