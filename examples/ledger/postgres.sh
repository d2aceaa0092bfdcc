#!/usr/bin/env bash
# A PostgreSQL of our own for each instance of the ledger, on 127.0.0.1, from a template that `make` fills once.
# Usage: postgres.sh version | make | copy | run | remove
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

template=.data/template
# In /tmp, since the user who runs the server must get there.
data=/tmp/ledger-${TAILGATE_INSTANCE:-by-hand}

for bin in "$(dirname "$(readlink -f "$(command -v postgres || echo /none/postgres)")")" /usr/lib/postgresql/*/bin; do
  [ -x "$bin/initdb" ] && break
done
[ -x "$bin/initdb" ] || { echo "postgres.sh: there is no PostgreSQL here; ./install.sh brings it" >&2; exit 1; }

# PostgreSQL refuses to run as root. Debian has a user for it.
as=()
if [ "$(id -u)" = 0 ]; then
  owner=$(id -u postgres 2>/dev/null || id -u nobody)
  as=(setpriv "--reuid=$owner" "--regid=$owner" --clear-groups --)
fi

new_folder() {
  rm -rf "$1"
  mkdir -m 700 "$1"
  [ ${#as[@]} = 0 ] || chown "$owner:$owner" "$1"
}

case ${1:-} in
version)
  "$bin/postgres" --version
  ;;
make)
  folder=$(mktemp -d /tmp/ledger-template-XXXXXX)
  trap 'rm -rf "$folder"' EXIT
  chmod 755 "$folder"
  new_folder "$folder/data"
  (cd / && "${as[@]}" "$bin/initdb" -D "$folder/data" -U ledger --auth=trust --no-sync --no-locale -E UTF8 --wal-segsize=4 >/dev/null)
  # Without a server: statements end with a semicolon and an empty line (-j).
  cat database/schema.sql database/past.sql |
    (cd / && "${as[@]}" "$bin/postgres" --single -j -F -c exit_on_error=true -D "$folder/data" postgres >/dev/null)
  mkdir -p .data
  rm -rf "$template"
  cp -a "$folder/data" "$template"
  ;;
copy)
  rm -rf "$data"
  cp -a "$template" "$data"
  ;;
run)
  # What is asked for is written at once, so that a disk which others use does not decide; LEDGER_FSYNC=on waits for it.
  cd /
  exec "${as[@]}" "$bin/postgres" -D "$data" -p "$PORT" -c listen_addresses=127.0.0.1 -c unix_socket_directories= \
    -c "fsync=${LEDGER_FSYNC:-off}" -c autovacuum=off -c max_wal_size=4GB -c jit=off -c log_checkpoints=off
  ;;
remove)
  rm -rf "$data"
  ;;
*)
  echo "usage: postgres.sh version | make | copy | run | remove" >&2
  exit 1
  ;;
esac
