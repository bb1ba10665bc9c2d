"""The audit: a finished record through the same referee, then what only opened keys can show."""
