import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { readConfig } from '../../src/config/read.ts';
import type { Arms } from '../../src/gate/arms.ts';
import { measureArms } from '../../src/gate/measuring.ts';
import type { Session } from '../../src/gate/session.ts';
import { planRun } from '../../src/plan/planning.ts';
import { silent } from '../../src/progress.ts';
import { digestStep } from '../../src/records/steps.ts';
import { writeSearch } from '../blocks/failing-k6.ts';
import { folder, keeper, useKeeper } from '../keeper.ts';
import { makeRecord } from '../records/fixture.ts';

useKeeper();

const commit = 'b'.repeat(40);

/** Arms of a pair, laid out already, with configurations that differ in nothing else than what is given. */
function makePair(head: Config, base = head): Arms {
  return {
    ...{ kind: 'arms', seed: 1, configs: { head, base }, variants: [{ head, base }], gateChanges: [] },
    comparison: { kind: 'pair', base: { baseCommit: commit, because: 'asked' }, seed: 1 },
    recorded: { pair: { baseCommit: commit } },
  };
}

function measure(arms: Arms, more: NodeJS.ProcessEnv = {}) {
  const session: Partial<Session> = {
    environment: { ...process.env, ...more },
    ...{ progress: silent, signal: new AbortController().signal, failOn: [], keeper },
    workspace: { path: folder, logs: folder, k6: folder },
    grace: () => 2000,
  };
  return measureArms(arms, {
    ...{ session: session as Session, baseline: [], draft: makeRecord(), k6: join(folder, 'k6') },
    plans: arms.variants.map(({ head }) => planRun(head, { paired: true })),
  });
}

/** The configuration of `writeSearch` with some of its text replaced. */
function rewrite(...replacements: [string | RegExp, string][]): Config {
  const path = writeSearch(folder);
  const text = replacements.reduce((now, [from, to]) => now.replace(from, to), readFileSync(path, 'utf8'));
  writeFileSync(path, `${text}measure: { budget: 20s, soak: 0s }\nbaseline: { confidence: 75% }\n`);
  return readConfig(path, folder);
}

it('a digest is of what the commit has and not of what a build adds, where the head goes alone as well', async () => {
  const build = (command: string) =>
    rewrite(['50 to 100 req/s', '50 req/s'], ['  start', `  build: ${command}\n  start`]);
  const [base, head] = [build('exit 1'), build(`echo 'export const paths = 1;' > paths.js`)];
  const script = join(folder, 'load.js');
  writeFileSync(script, `import './paths.js';\n${readFileSync(script, 'utf8')}`);
  const [step] = planRun(head, { paired: true }).steps;
  const committed = digestStep(step!, head);
  const arms = makePair(head, base);
  const { record, verdict } = await measure(arms);
  expect(verdict.invalid).toMatchObject([{ kind: 'base-failed', fault: 'build-failed' }]);
  expect(record.steps.map(({ arm, digest }) => [arm, digest])).toEqual([['head', committed]]);
  expect(digestStep(step!, head)).not.toBe(committed);
});

it.each(['50 to 100 req/s', '50 req/s'])(
  'a script that fails on the base alone is a failure of the base: %s',
  async (load) => {
    const arms = makePair(rewrite(['50 to 100 req/s', load]));
    const { verdict } = await measure(arms, { THROWS: 'base' });
    const message = expect.stringContaining('the script of search fails on the base, though not on the head');
    expect(verdict.invalid).toMatchObject([{ kind: 'base-failed', fault: 'script-failed', commit, message }]);
    const broken = await measure(arms, { THROWS: 'base head' });
    expect(broken.verdict.invalid).toMatchObject([{ kind: 'script-failed', label: 'search' }]);
    const lost = await measure(arms, { LOSES: 'head' });
    expect(lost.verdict.invalid).toMatchObject([{ kind: 'script-failed', label: 'search' }]);
  },
);
