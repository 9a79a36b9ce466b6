"""`python -m generators`, the same as the `offcut` command."""

from generators.cli import main

raise SystemExit(main())
