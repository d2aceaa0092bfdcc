# Functions of the examples' install.sh, which source this file. All that they do may be done again.

# Debian and Ubuntu keep some programs in /usr/sbin, which is not in every user's PATH.
PATH="$PATH:/usr/sbin"

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

install_with_apt() {
  command -v apt-get >/dev/null || fail "$* missing and there is no apt-get here; please install it, then run this again"
  echo "installing $* with apt-get"
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# need PROGRAM [PACKAGE]: installs the package if there is no such program.
need() {
  if command -v "$1" >/dev/null; then return; fi
  install_with_apt "${2:-$1}"
  command -v "$1" >/dev/null || fail "$1 is still not in PATH"
  echo "note: if the package has started a service of its own, this example does not use it"
}

# Makes a Python environment in .venv with exactly what requirements.txt names.
make_venv() {
  local python=${PYTHON:-python3}
  command -v "$python" >/dev/null || fail "$python not found; Python 3.11 or later is needed (or set PYTHON)"
  "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "$("$python" --version) is too old; Python 3.11 or later is needed (or set PYTHON)"
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
}

version_of() {
  .venv/bin/python -c 'import importlib.metadata, sys; print(sys.argv[1], importlib.metadata.version(sys.argv[1]))' "$1"
}
