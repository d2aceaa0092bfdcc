#!/usr/bin/env bash
# Becomes nginx, in the foreground, on 127.0.0.1:$PORT before the API on $API_PORT. CACHE=off: every request goes through.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
# Debian and Ubuntu keep it in /usr/sbin, which is not in every user's PATH.
PATH="$PATH:/usr/sbin"

# Started by root, its worker would be somebody else, who cannot read a folder that is root's own.
user=
if [ "$(id -u)" -eq 0 ]; then user='user root;'; fi
cache=answers
if [ "${CACHE:-on}" = off ]; then cache=off; fi

folder=$PWD/.data/nginx-$TAILGATE_INSTANCE
rm -rf "$folder"
mkdir -p "$folder"
sed -e "s/@USER@/$user/" -e "s/@PORT@/$PORT/" -e "s/@API_PORT@/$API_PORT/" -e "s/@CACHE@/$cache/" nginx.conf >"$folder/nginx.conf"
exec nginx -e stderr -p "$folder" -c nginx.conf
