import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { measureBlock } from '../../src/blocks/block.ts';
import { readConfig } from '../../src/config/read.ts';
import type { Arm } from '../../src/measurement/measurement.ts';
import { layOutBlock } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { silent } from '../../src/progress.ts';
import { startInstance } from '../../src/services/instance.ts';
import { folder, keeper, useKeeper } from '../keeper.ts';
import { NOTHING_SHARED, surroundHead } from './surroundings.ts';

useKeeper();

const require = createRequire(import.meta.url);

/** A service at `https://`, whose certificate each start makes anew. `tls` is a line of its configuration, or nothing. */
const listFiles = (tls: string): Record<string, string> => ({
  'server.cjs': `
const { readFileSync } = require('node:fs');
const own = { key: readFileSync('key.pem'), cert: readFileSync('cert.pem') };
require('node:https').createServer(own, (_, response) => response.end('ok')).listen(process.env.PORT, '127.0.0.1');
`,
  'certify.cjs': `
const { writeFileSync } = require('node:fs');
const { generate } = require(${JSON.stringify(require.resolve('selfsigned'))});
const names = { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] };
generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec', extensions: [names] }).then(({ private: key, cert }) => {
  for (const [file, text] of Object.entries({ 'key.pem': key, 'cert.pem': cert })) writeFileSync(file, text);
});
`,
  'load.js': "import http from 'k6/http';\nexport default () => { http.get(__ENV.BASE_URL + '/'); };\n",
  'tailgate.yml': `
service:
  prepare: node certify.cjs
  start: exec node server.cjs
  url: https://localhost:\${PORT}
  ready: {path: /, timeout: 2s}
  ${tls}
scenarios:
  asked:
    request: GET /
    slo: p50 < 200ms at 50 req/s
  scripted:
    script: load.js
    slo: p50 < 200ms at 50 req/s
measure: { budget: 12s, soak: 0s }
baseline: { confidence: 75%, tolerance: 50% }
`,
});

/** What surrounds an arm, which has a folder of its own, and so a certificate of its own. */
function surround<A extends Arm>(arm: A, tls: string) {
  const directory = join(folder, arm);
  mkdirSync(directory);
  for (const [name, text] of Object.entries(listFiles(tls))) writeFileSync(join(directory, name), text);
  const config = readConfig(join(directory, 'tailgate.yml'), directory);
  return { ...surroundHead(config, directory, keeper, new AbortController().signal), arm };
}

describe('a service whose certificate nobody knows', () => {
  it('is not ready, and says what to do', async () => {
    await expect(startInstance(surround('head', ''), 'head_1')).rejects.toMatchObject({
      kind: 'not-ready',
      message: expect.stringContaining('self-signed certificate; `tls: {insecure: true}` accepts any'),
    });
  });

  it('is measured beside the base where any is accepted, by requests and by a script', async () => {
    const tls = 'tls: {insecure: true}';
    const [head, base] = [surround('head', tls), surround('base', tls)];
    const warmUpSeconds = new Map(['asked', 'scripted'].map((label) => [label, 1]));
    const plan = planRun(head.config, { paired: true });
    const stages = layOutBlock(plan, { index: 0, first: 'head', headOnly: new Set(), warmUpSeconds });
    const common = { shared: NOTHING_SHARED, seed: 1, folder, progress: silent, planned: 1 };
    const options = { ...common, arms: { head, base }, k6: inject('k6'), disturbed: 'keep' as const };
    const block = await measureBlock(stages, 0, options);
    expect(block).toMatchObject({ crash: null, failure: null, failures: [] });
    const ofs = new Set(block.kept.map(({ slot }) => `${slot.step.label} on ${slot.arm}`));
    expect(ofs.size).toBe(4);
    for (const { slices } of block.kept)
      expect(slices.every(({ ok, failed }) => ok > 0 && failed === 0)).toBe(true);
  });
});
