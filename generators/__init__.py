"""Offcut: what text splitters cut off, by arithmetic and by measurement.

Text flows one way, and a module imports only what stands above it here:

spans, substrings, mistake, utf8, schema, checks, sweeps, strict_yaml, marked_yaml, provenance, licences, installed, tokens, corpus,
corpora, skeleton, places, alignment, chunk, structure, splitters, encoders, strategies, corpus_keys, splitter_keys, retrieve, approximate,
arithmetic, measures, validate, scenario, results, cases, cell, gather, cache, workers, run, display, entry, lock, builds, changes, renamed,
readings, terminal, catalogue, project, article, charts, markup, scenario_reference, reference, listing, change_list, numbers_schema, page,
calculator, decision, explorer, exhibits, figures, shipped, hazards, pages, arguments, site, stamp, inspection, upstream, guarded, commands,
cli, door.
"""
