# What .ci/run and .ci/nightly share: sourced by both, at the top of the repository.
export CI=true NO_COLOR=1
scratch=$(mktemp -d)
# Go leaves folders that may not be written, hence not be emptied. What was begun ends first.
trap 'wait; chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
# Where the bare machine has its k6: what comes after it takes that one. Go keeps the caches that it has, so that no
# module comes twice over a network that may stall.
GOCACHE=$(go env GOCACHE)
GOMODCACHE=$(go env GOMODCACHE)
export GOCACHE GOMODCACHE XDG_CACHE_HOME="$scratch/home/.cache"
passed=0

fail() {
  echo "FAILED: $1" >&2
  echo "$passed passed, 1 failed"
  exit 1
}

# check NAME COMMAND...: runs it, says how long it took, and ends the run where it fails.
check() {
  local name=$1 began=$SECONDS code
  shift
  echo "::: $name"
  # Not in an `||` list: within one, `set -e` would let a failure in the middle of a function pass.
  set +e
  (set -e; "$@")
  code=$?
  set -e
  [ "$code" = 0 ] || fail "$name ($*)"
  passed=$((passed + 1))
  echo "::: $name: ok, $((SECONDS - began)) s"
}

# run_parts ALL... -- [PART...]: runs the parts that were asked for, all of them where none was.
run_parts() {
  local all=() part
  while [ "$1" != -- ]; do all+=("$1"); shift; done
  shift
  for part in "$@"; do
    case " ${all[*]} " in *" $part "*) ;; *) echo "There is no part $part: see the first lines of $0" >&2; exit 2 ;; esac
  done
  [ $# -gt 0 ] || set -- "${all[@]}"
  for part in "$@"; do "$part"; done
  check 'nothing left behind' git diff --exit-code --stat
  echo "$passed passed, 0 failed"
}

# All that the README asks for, and the basic tools of any system. The bare machine has nothing else: no k6, no act,
# no database, no browser.
tools=(
  node npm npx git go
  sh bash env
  basename cat chmod chown cp cut date dirname expr false head id ln ls mkdir mkfifo mknod mktemp mv nproc od printf pwd
  readlink realpath rm rmdir seq sleep sort stat tail tee test touch tr true uname uniq wc yes
  awk cmp diff find grep gzip ps sed tar xargs
  mount setsid taskset umount unshare
)
# Beside them, what tells this machine's way to the registries.
settings='^(CI|NO_COLOR|LANG|LC_.*|npm_config_.*|GO(CACHE|MODCACHE|PROXY|SUMDB|NOSUMDB|PRIVATE|NOPROXY|FLAGS|TOOLCHAIN)|.*_(proxy|PROXY)'
settings+='|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|GIT_SSL_CAINFO|TAILGATE_K6_MIRROR)$'

# Runs a command on a machine with a home, a temporary folder and a PATH of its own.
bare() {
  local name kept=()
  if [ ! -d "$scratch/bin" ]; then
    # Root runs a database as somebody else, who must reach its files.
    chmod 711 "$scratch"
    mkdir -p "$scratch/bin" "$scratch/home" "$scratch/tmp"
    for name in "${tools[@]}"; do ln -s "$(type -P "$name")" "$scratch/bin/$name"; done
  fi
  for name in $(compgen -e); do
    if [[ $name =~ $settings ]]; then kept+=("$name=${!name}"); fi
  done
  env -i "${kept[@]}" npm_config_userconfig="$(npm config get userconfig)" GOENV="$(go env GOENV)" \
    HOME="$scratch/home" TMPDIR="$scratch/tmp" PATH="$scratch/bin" "$@"
}

installed=
install() {
  [ "$installed" ] || check 'npm ci' bare npm ci
  installed=yes
}

# install_packages NAME...: Debian packages that are not there yet.
install_packages() {
  local become=()
  dpkg --status "$@" >/dev/null 2>&1 && return
  [ "$(id -u)" = 0 ] || become=(sudo)
  "${become[@]}" apt-get update -qq
  "${become[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}
