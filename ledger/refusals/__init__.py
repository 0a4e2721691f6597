"""Every reason for not writing something down, as data: what is said, what to do, which rule."""
