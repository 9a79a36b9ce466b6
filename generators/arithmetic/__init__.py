"""Closed forms over a corpus profile: windows, cut tables, dilution, crossover, header repetition.

Sources: "article A" in a docstring is "Doubling the chunk fixes 52% of broken tables and costs 19% of the signal"; the derivations
stand on the site's method page. Lengths are tokens unless a docstring says otherwise. Functions of a table's or a chunk's length take one
length or an array of lengths and give as many values.
"""
