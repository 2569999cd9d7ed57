"""The work: phases, readers, model client, graph and journal; never imports the flows."""
