"""The working memory: state, formats, boundaries, eviction."""
