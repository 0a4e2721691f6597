"""Games on a platform: who watches, and connections that fail."""
