"""Slips: results, challenges, blanks; two or four a sheet, or on a roll."""
