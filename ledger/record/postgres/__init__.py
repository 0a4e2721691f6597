"""The record on a PostgreSQL server that halls share."""
