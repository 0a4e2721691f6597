"""What can be asked of the desk: requests, who may make them, and what decides each."""
