#!/usr/bin/env bash
# Installs what this example needs: a Python environment in .venv (next to this file), nginx, Java, and Fuseki's jar, which
# Maven fetches. Safe to run again: what is there already is left alone.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
source ../runner/install.bash

FUSEKI=4.10.0
SHA256=2bf863649dd5ead4f69988203c491a01b59cccd83f1f29752cd93e401430d9c2
jar=.java/jena-fuseki-server-$FUSEKI.jar

is_whole() {
  echo "$SHA256  $1" | sha256sum --check --status 2>/dev/null
}

need nginx
need java default-jre-headless
java --version | head -n 1 | grep -qE '[^0-9](1[7-9]|[2-9][0-9])\.' || fail "$(java --version | head -n 1) is too old; Java 17 or later is needed"
if ! is_whole "$jar"; then
  need mvn maven
  echo "fetching Fuseki $FUSEKI (37 MB)"
  mvn --quiet --batch-mode --strict-checksums org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
    -Dartifact=org.apache.jena:jena-fuseki-server:$FUSEKI -DoutputDirectory="$PWD/.java"
  is_whole "$jar" || fail "$jar is not the file that was published"
fi
make_venv
mkdir -p .data
.venv/bin/python dataset.py .data/catalogue.nt
echo "ready: Fuseki $FUSEKI, $(version_of obasparql), $(nginx -v 2>&1 | cut -d' ' -f3)"
