"""The protocol, sans-IO: joins the rules, the bag and the record."""
