#!/usr/bin/env bash
# Installs what this example needs: Python 3.11 or later, with its SQLite; no packages. It may run again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
source ../runner/install.bash

need python3
python3 -c 'import sqlite3, sys; sys.exit(sys.version_info < (3, 11))' ||
  fail "$(python3 --version) is too old, or has no sqlite3; Python 3.11 or later is needed"
echo "ready: $(python3 --version), SQLite $(python3 -c 'import sqlite3; print(sqlite3.sqlite_version)')"
