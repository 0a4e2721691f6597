"""What a service can be told: one table, a file, the environment, and what is refused."""
