"""Twisted, and nothing but moving bytes: what is said at a table travels here, unread."""
