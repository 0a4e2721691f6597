"""Paper and files of ours looked up: printed from this record, and does it still say so?"""
