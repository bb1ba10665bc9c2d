"""The console: pure views over frozen states, and a thin screen around them."""
