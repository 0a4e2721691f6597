"""Facts told in a few words: each in its chapter of ``folds``, gathered here."""
