#!/usr/bin/env bash
# Installs what this example needs: a Python environment in .venv (next to this file), redis-server and haproxy.
# Safe to run again: what is there already is left alone.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
source ../runner/install.bash

need redis-server
need haproxy
make_venv
mkdir -p .data
echo "ready: $(version_of hopeit.engine), $(redis-server --version | cut -d' ' -f1-3), $(haproxy -v | head -n 1 | cut -d' ' -f1-3)"
