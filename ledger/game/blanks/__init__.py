"""What a blank stands for: said, disputed, not said at all, or played without being one."""
