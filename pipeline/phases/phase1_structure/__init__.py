"""Phase 1: a book file in, a Book with sections, sentences and chunks out."""
