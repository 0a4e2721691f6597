"""Cases: opened, heard, ruled on, carried out, told, appealed against."""
