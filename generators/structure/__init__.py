"""What a Markdown text is made of (`outline`: blocks, tables, sentences, clauses with their exceptions), and cutting it by that (`cut`)."""
