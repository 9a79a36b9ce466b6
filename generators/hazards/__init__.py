"""The hazard matrix: what every splitter does to every probe, at a glance and with the evidence of each outcome."""
