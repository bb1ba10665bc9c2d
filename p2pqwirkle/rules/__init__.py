"""Qwirkle: the standard library only; no bytes, no keys, no secrets."""
