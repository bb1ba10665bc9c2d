"""Qwirkle for two to six laptops: no server, a hidden bag, and a record anyone can audit."""

__version__ = "0.1.0"
