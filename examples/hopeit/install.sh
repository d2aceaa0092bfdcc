#!/usr/bin/env bash
# Installs what this example needs: a Python environment in .venv (next to this file) and redis-server.
# Safe to run again: what is there already is left alone.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

fail() {
  echo "install.sh: $*" >&2
  exit 1
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  else
    sudo "$@"
  fi
}

# Debian and Ubuntu keep some programs in /usr/sbin, which is not in every user's PATH.
PATH="$PATH:/usr/sbin"

install_with_apt() {
  command -v apt-get >/dev/null || fail "$* missing and there is no apt-get here; please install it, then run this again"
  echo "installing $* with apt-get"
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

python=${PYTHON:-python3}
command -v "$python" >/dev/null || fail "$python not found; Python 3.11 or later is needed (or set PYTHON)"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
  fail "$("$python" --version) is too old; Python 3.11 or later is needed (or set PYTHON)"

if ! command -v redis-server >/dev/null; then
  install_with_apt redis-server
  command -v redis-server >/dev/null || fail "redis-server is still not in PATH"
  echo "note: the package may have started a Redis of its own on port 6379; this example does not use it"
fi

# pip in the environment is the last thing to appear, so an interrupted start is made again.
if ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
  rm -rf .venv
  "$python" -c 'import ensurepip' 2>/dev/null || install_with_apt python3-venv
  "$python" -m venv .venv
fi

if cmp -s requirements.txt .venv/installed.txt; then
  echo "Python packages are up to date"
else
  echo "installing Python packages into .venv"
  .venv/bin/python -m pip install --quiet --disable-pip-version-check --requirement requirements.txt
  cp requirements.txt .venv/installed.txt
fi

mkdir -p .data
echo "ready: hopeit.engine $(.venv/bin/python -c 'import importlib.metadata as m; print(m.version("hopeit.engine"))'), $(redis-server --version | cut -d' ' -f1-3)"
