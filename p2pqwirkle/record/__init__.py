"""What was said, by whom, in which order: signatures and hashes, and nothing of Qwirkle."""
