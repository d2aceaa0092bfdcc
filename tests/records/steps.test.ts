import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Work } from '../../src/config/config.ts';
import { RECORDED_LEVELS } from '../../src/measurement/levels.ts';
import { planSteps } from '../../src/plan/step.ts';
import { digestStep, recordStep } from '../../src/records/steps.ts';
import { makeConfig, makeGoal, makeRequest, makeRound, makeScenario, makeWork } from '../fixtures.ts';
import { makeFolder } from '../folders.ts';

const stepOf = (work: Work) => planSteps(makeScenario({ work }), 60)[0]!;
const digest = (work: Work) => digestStep(stepOf(work), makeConfig());

test('the digest of a step has its requests and their weights, its data, and what its script imports', () => {
  const folder = makeFolder('tailgate-test');
  const place = (name: string) => join(folder, name);
  const [data, script, url] = [place('items.csv'), place('load.js'), place('url.js')];
  const request = makeRequest();
  const mix = (weight: number): Work => {
    const other = { request: makeRequest({ url: '/other' }), weight };
    return { kind: 'request', requests: [{ request, weight: 1 }, other] };
  };
  const withData: Work = { ...makeWork(request), data: { path: data, columns: ['id'] } };
  const ofScript: Work = { kind: 'script', path: script, exec: 'default' };
  writeFileSync(script, "import { url } from './url.js';\nexport default () => url;\n");
  const digests = ['1', '2', '1'].map((text) => {
    writeFileSync(data, `id\n${text}\n`);
    writeFileSync(url, `export const url = '/${text}';\n`);
    return [makeWork(request), mix(1), mix(2), withData, ofScript].map(digest);
  });
  // The first three do not change with the files.
  expect(new Set(digests.flat()).size).toBe(7);
  expect(digests[2]).toEqual(digests[0]);
});

test('the digest of a step has its load or goal, its variant, the function of its script, and its surroundings', () => {
  const step = stepOf(makeWork());
  const [goal, script] = [makeGoal('p99 < 30ms', 50, 400), join(makeFolder('tailgate-test'), 'load.js')];
  writeFileSync(script, '');
  const ofScript = { ...step, work: { kind: 'script' as const, path: script, exec: 'default' } };
  const others = [
    step,
    { ...step, load: { kind: 'arrival-rate', rate: 200 } },
    { ...step, goal },
    { ...step, goal: { ...goal, to: 500 } },
    { ...step, variant: { db: 'a' }, env: { DB: 'a' } },
    { ...step, variant: { db: 'b' }, env: { DB: 'a' } },
    { ...step, variant: { db: 'a' }, env: { DB: 'b' } },
    ofScript,
    { ...ofScript, work: { ...ofScript.work, exec: 'checkout' } },
  ];
  const { measure } = makeConfig();
  const warm = { measure: { ...measure, warmUpSeconds: 10 } };
  const deployed = { measure, deployments: { base: 'http://a', head: 'http://b' } };
  const digests = [warm, deployed].map((around) => digestStep(step, around));
  digests.push(...others.map((one) => digestStep(one, { measure })));
  expect(new Set(digests).size).toBe(2 + others.length);
});

test('a recorded step has the recorded levels, with four digits', () => {
  const round = makeRound([1.23456, 12.3456]);
  const { scenario, label, load } = stepOf(makeWork());
  const measured = { scenario, label, load, instances: [{ block: 0, slices: [round] }] };
  const { levels, values } = recordStep(measured, 'head', 'd').instances[0]!.slices[0]!.latency!;
  expect(levels).toEqual(RECORDED_LEVELS);
  expect([values.at(0), values.at(-1)]).toEqual([1.235, 12.35]);
});
