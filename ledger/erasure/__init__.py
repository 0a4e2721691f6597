"""What one person gave that lies beside the log, and how it is removed for good."""
