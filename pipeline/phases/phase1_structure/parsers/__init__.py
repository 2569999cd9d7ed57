"""One parser a format behind one protocol; each turns the file's bytes into blocks and section marks."""
