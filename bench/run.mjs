/**
 * `npm run bench -- NAME [options]`: runs one of the benches. Each says in its first lines what it is for and which options
 * it has, and stops after the measurement under way when Ctrl-C is pressed.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { REPOSITORY } from './paths.mjs';

const BENCHES = {
  jobs: 'whole jobs on services with known defects; `jobs study --half 2`: the study; `jobs alone`: the truth, by plain k6',
  judge: 'jobs drawn from recorded blocks, judged by the source of today: what is found, how often',
  simulate: 'the judge on services that are drawn from distributions: false alarms, false `met`, bias',
  overhead: 'what counting costs, beside plain k6',
  upgrades: 'pull requests that move a package to its next release',
  callers:
    'whether p99 and p99.9 are what vegeta sees; which rounds are thrown away, also beside a neighbour',
  faults: '`api`, `disk` or `kill`: requests that fail, a full disk, `kill -9` of a process of a run',
  why: 'whether a blocked run names the function that became slower',
  prove: 'whether what `tailgate prove` says agrees with real jobs',
  cluster: 'load from pods; under `node bench/cluster/bed.mjs`',
};
/** Those that judge the source itself. */
const NEED_NO_BUILD = ['judge', 'simulate'];

const [name] = process.argv.splice(2, 1);
if (!Object.hasOwn(BENCHES, name ?? '')) {
  const lines = Object.entries(BENCHES).map(([known, does]) => `  ${known.padEnd(9)} ${does}`);
  console.error(`npm run bench -- NAME [options]\n\n${lines.join('\n')}`);
  process.exit(2);
}
if (!NEED_NO_BUILD.includes(name) && !process.argv.includes('--cli'))
  execFileSync(process.execPath, [join(REPOSITORY, 'scripts', 'build.mjs')], { stdio: 'inherit' });
await import(`./${name}.mjs`);
