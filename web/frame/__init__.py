"""What every answer is made with: addresses, words, refusals, scripts and styles, headers."""
