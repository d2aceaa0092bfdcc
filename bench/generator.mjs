/**
 * `npm run bench:generator`: what k6's own garbage collection does to what it measures, with Go's default and with the
 * setting that Tailgate gives it, in turns. Prints ratios within this run; `node bench/services/install.mjs` first.
 */
import { CELLS } from './cells.mjs';
import { measureArms } from './measure.mjs';

const PAIRS = 8;
const cell = CELLS.find(({ name }) => name === 'echo');
// The service is a Go program too; its own setting stays the same.
const arms = [{ name: 'base', env: { ...cell.arms[0].env, GOGC: '100', GOMEMLIMIT: 'off' } }];
const settings = { default: { GOGC: '100', GOMEMLIMIT: 'off' }, tailgate: {} };
const seen = { default: [], tailgate: [] };

for (let pair = 0; pair < PAIRS; pair++) {
  const order = pair % 2 === 0 ? ['default', 'tailgate'] : ['tailgate', 'default'];
  for (const name of order) {
    for (const variable of ['GOGC', 'GOMEMLIMIT']) delete process.env[variable];
    Object.assign(process.env, settings[name]);
    const [{ slices, evidence }] = await measureArms({ ...cell, neighbour: true }, arms, {
      signal: new AbortController().signal,
    });
    const { p50, p99 } = slices[0].service;
    seen[name].push({ p50, p99, lag: evidence.lagMs });
    console.log(
      `${name.padEnd(9)} p50 ${p50.toFixed(3)} ms, p99 ${p99.toFixed(2)} ms, arrivals late by p99 ${evidence.lagMs.toFixed(0)} ms`,
    );
  }
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
for (const metric of ['p50', 'p99', 'lag']) {
  const [before, after] = ['default', 'tailgate'].map((name) => median(seen[name].map((one) => one[metric])));
  console.log(
    `${metric}: median ${before.toFixed(2)} ms by default, ${after.toFixed(2)} ms with Tailgate's setting (x ${(after / before).toFixed(2)})`,
  );
}
