#!/usr/bin/env bash
# Installs what this example needs: Go, from Debian unless there is one. It may run again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
source ../runner/install.bash

PATH="$PATH:/usr/local/go/bin"
need go golang-go
../runner/go.sh build -o .bin/ ./catalog
echo "ready: $(../runner/go.sh version)"
