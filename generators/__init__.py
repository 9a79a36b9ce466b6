"""Offcut: what text splitters cut off, by arithmetic and by measurement.

Text flows one way, and a module imports only what stands above it here:

spans, mistake, utf8, schema, checks, sweeps, marked_yaml, provenance, licences, tokens, corpus, corpora, places, alignment, chunk,
splitters, arithmetic, measures, validate, scenario, results, cell, cache, run, display, lock, builds, changes, renamed, terminal,
catalogue, project, article, charts, markup, reference, listing, numbers_schema, page, figures, pages, arguments, site, stamp, guarded,
commands, cli, door.
"""
