"""What each chapter of facts does to the sheet. Pure, in ``FOLDS`` of each; and its words."""
