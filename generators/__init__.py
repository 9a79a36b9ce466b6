"""Offcut: what text splitters cut off, by arithmetic and by measurement.

Text flows one way, and a module imports only what stands above it here:

mistake, spans, tokens, corpus, corpora, chunk, splitters, arithmetic, measures, scenario, results, run, lock, article, charts, pages, site, door, cli.
"""
