"""What each chapter of facts does to the sheet. Pure functions, in ``FOLDS`` of each."""
