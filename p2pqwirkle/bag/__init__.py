"""The hidden bag over a prime-order group.  It knows slots, not colours."""
