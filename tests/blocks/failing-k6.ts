import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPLAYED_K6 } from '../fixtures.ts';

/**
 * Writes a k6 on which a script fails on the arms that the environment names: it throws outside an iteration (`THROWS`),
 * has sent requests that are in no count (`LOSES`), or gets no answer that counts (`FAILS`). All else is replayed.
 */
export function writeFailingK6(path: string): void {
  const script = `#!/bin/sh
for one; do case $one in TAILGATE_SUMMARY=*) summary=\${one#*=} ;; esac; done
sleep 99 >/dev/null 2>&1 & # which k6 would leave behind
arm=head; grep -qs '"told":false' "$one" && arm=base
case "$THROWS" in *$arm*) exit 107 ;; esac
${REPLAYED_K6} "$@"; code=$?
case "$FAILS" in *$arm*) sed -i 's/tailgate_latency/tailgate_failed/g' "$summary" ;; esac
case "$LOSES" in
  *$arm*) sed 's/"http_reqs","type":"counter","count":0/"http_reqs","type":"counter","count":3/' "$summary" > "$summary.new" && mv "$summary.new" "$summary" ;;
esac
exit $code
`;
  writeFileSync(path, script, { mode: 0o755 });
}

const FILES = {
  'server.cjs': `
const { createServer } = require('node:http');
createServer((_, response) => response.end('ok')).listen(Number(process.env.PORT), '127.0.0.1');
`,
  'load.js': 'export default () => {};',
  'tailgate.yml': `
service:
  start: exec node server.cjs
  url: http://127.0.0.1:\${PORT}
scenarios:
  search: { script: load.js, slo: p99 < 200ms at 50 to 100 req/s }
`,
};

/** Writes a service whose capacity a script searches, and `k6` on which that script fails. @returns the configuration */
export function writeSearch(folder: string): string {
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  writeFailingK6(join(folder, 'k6'));
  return join(folder, 'tailgate.yml');
}
