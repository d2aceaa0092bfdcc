#!/usr/bin/env bash
# Runs Go, as `go` would be run: ../runner/go.sh build ./catalog. Go is the one in PATH or in /usr/local/go. One before 1.21
# cannot fetch the newer one that go.mod asks for, so it is fetched here, from the module proxy, as 1.21 and later do.
set -euo pipefail
wanted=1.26.8
PATH="$PATH:/usr/local/go/bin"
command -v go >/dev/null || { echo "go.sh: there is no Go here; install.sh of the example brings it" >&2; exit 1; }
export GOTOOLCHAIN=auto # Debian's own stays with the version that is there
if go version | grep -Eq ' go1\.(1?[0-9]|20)[. ]'; then
  version="v0.0.1-go$wanted.$(go env GOOS)-$(go env GOARCH)"
  toolchain="$(go env GOMODCACHE)/golang.org/toolchain@$version"
  if ! [ -x "$toolchain/bin/go" ]; then
    (cd / && go mod download "golang.org/toolchain@$version")
    chmod -R a+x "$toolchain/pkg/tool"
    chmod a+x "$toolchain/bin/go" # the last thing to appear
  fi
  unset GOROOT
  exec "$toolchain/bin/go" "$@"
fi
exec go "$@"
