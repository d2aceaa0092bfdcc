#!/usr/bin/env bash
# Makes a Python environment in .venv, next to this file. It may run again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
source ../runner/install.bash

make_venv
echo "ready: $(version_of grpcio)"
