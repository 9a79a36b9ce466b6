"""Offcut: what text splitters cut off, by arithmetic and by measurement.

Text flows one way, and a module imports only what stands above it here:

spans, mistake, utf8, schema, sweeps, marked_yaml, provenance, licences, tokens, corpus, corpora, places, alignment, chunk, splitters,
arithmetic, measures, validate, scenario, results, cell, cache, run, lock, changes, renamed, display, catalogue, project, article, charts,
markup, reference, listing, numbers_schema, page, pages, cli, site, commands, door.
"""
