"""The record in a SQLite file beside the service."""
