"""The reader without a model: rules over a dependency parse, English only, and it says so on everything it writes."""
