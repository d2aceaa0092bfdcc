import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { readConfig } from '../../src/config/read.ts';
import { type Arms, goAlone } from '../../src/gate/arms.ts';
import { measureOnce } from '../../src/gate/measuring.ts';
import type { GateRequest } from '../../src/gate/request.ts';
import { planRun } from '../../src/plan/planning.ts';
import { silent } from '../../src/progress.ts';
import { digestStep } from '../../src/records/creation.ts';
import { writeSearch } from '../blocks/failing-k6.ts';
import { folder, keeper, useKeeper } from '../keeper.ts';
import { makeRecord } from '../records/stores/fixture.ts';

useKeeper();

/** Arms that are laid out already: the head alone where nothing else is said. */
function makeArms(config: Config, parts: Partial<Arms> = {}): Arms {
  return {
    seed: 1,
    configs: { head: config, base: null },
    variants: [{ head: config, base: null }],
    comparison: { kind: 'history' },
    gateChanges: [],
    ...parts,
  };
}

const commit = 'b'.repeat(40);

/** Arms of a pair that have the same configuration. */
function makePair(config: Config): Arms {
  return makeArms(config, {
    configs: { head: config, base: config },
    variants: [{ head: config, base: config }],
    comparison: { kind: 'pair', base: { baseCommit: commit, because: 'asked' }, seed: 1 },
    pair: { baseCommit: commit, baseTree: 'c'.repeat(40), headTree: 'd'.repeat(40), seed: 1 },
  });
}

async function measure(arms: Arms, digests: Map<string, string>, more: NodeJS.ProcessEnv = {}) {
  const request: Partial<GateRequest> = {
    environment: { ...process.env, ...more },
    progress: silent,
    signal: new AbortController().signal,
    failOn: [],
  };
  const { verdict } = await measureOnce(arms, digests, {
    request: request as GateRequest,
    plans: arms.variants.map(({ head, base }) => planRun(head, { paired: base !== null })),
    session: {
      workspace: { path: folder, logs: folder, k6: folder },
      keeper,
      secrets: [],
      progress: silent,
      grace: () => 2000,
    },
    baseline: [],
    draft: makeRecord(),
    k6: join(folder, 'k6'),
  });
  return verdict;
}

it('a digest is of what the commit has, and not of what a build adds, in a second try too', async () => {
  writeFileSync(
    join(folder, 'load.js'),
    "import { paths } from './paths.js';\nexport default () => paths;\n",
  );
  const build = `echo "export const paths = ['/'];" > paths.js; exit 1`;
  const path = join(folder, 'tailgate.yml');
  writeFileSync(
    path,
    `service: { build: ${JSON.stringify(build)}, start: node server.js, url: 'http://127.0.0.1:\${PORT}' }
scenarios: { search: { script: load.js, load: 10 req/s } }
`,
  );
  const config = readConfig(path, folder);
  const [step] = planRun(config, { paired: false }).steps;
  const committed = digestStep(step!, config);
  const digests = new Map<string, string>();
  for (const these of [makeArms(config), goAlone(makeArms(config))]) {
    expect((await measure(these, digests)).invalid).toMatchObject([{ kind: 'build-failed' }]);
    expect(digests).toEqual(new Map([['search', committed]]));
  }
  expect(digestStep(step!, config)).not.toBe(committed);
});

it.each(['50 to 100 req/s', '50 req/s'])(
  'a script that fails on the base alone is a failure of the base: %s',
  async (load) => {
    const path = writeSearch(folder);
    const text = readFileSync(path, 'utf8').replace('50 to 100 req/s', load);
    writeFileSync(path, `${text}measure: { budget: 20s, soak: 0s }\nbaseline: { confidence: 75% }\n`);
    const arms = makePair(readConfig(path, folder));
    const failed = await measure(arms, new Map(), { THROWS: 'base' });
    const message = expect.stringContaining('the script of search fails on the base, though not on the head');
    expect(failed.invalid).toMatchObject([{ kind: 'base-failed', fault: 'script-failed', commit, message }]);
    const broken = await measure(arms, new Map(), { THROWS: 'base head' });
    expect(broken.invalid).toMatchObject([{ kind: 'script-failed', label: 'search' }]);
  },
);

it('a start that fails is told with the number of those before it that did not', async () => {
  const path = writeSearch(folder);
  const text = readFileSync(path, 'utf8')
    .replace('exec node', 'test "$TAILGATE_INSTANCE" != base_2 && exec node')
    .replace('script: load.js', 'request: GET /')
    .replace(/slo: .*/, 'slo: p50 < 200ms at 50 req/s');
  writeFileSync(path, `${text}measure:\n  budget: 10s\nbaseline:\n  confidence: 75%\n`);
  const { invalid } = await measure(makePair(readConfig(path, folder)), new Map());
  const message = 'it ended with exit code 1 before it was ready; it was ready in 1 start before';
  expect(invalid).toMatchObject([{ kind: 'base-failed', fault: 'not-ready', message }]);
});
