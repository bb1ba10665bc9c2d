"""Players that are programs: from what a seat may know to what it does."""
