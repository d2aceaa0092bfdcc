#!/usr/bin/env bash
# Installs what this example needs: Go and PostgreSQL, from Debian unless they are there. It may run again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
source ../runner/install.bash

PATH="$PATH:/usr/local/go/bin"
need go golang-go
# Debian keeps the server outside of PATH.
if ! ./postgres.sh version >/dev/null 2>&1; then
  install_with_apt postgresql
  echo "note: the package may have started a PostgreSQL of its own on port 5432; this example does not use it"
fi
../runner/go.sh build -o .bin/ ./ledger
echo "ready: $(../runner/go.sh version), $(./postgres.sh version)"
