"""Phase 2: one chapter read in order, with a working memory, into graph deltas."""
