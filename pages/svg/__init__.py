"""The picture of a position as an SVG: for chats, for feeds, and for files."""
