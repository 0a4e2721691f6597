"""The interface for other programs, ``/api/v1``: described by itself, entered by tokens."""
