import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Work } from '../../src/config/config.ts';
import { planSteps } from '../../src/plan/step.ts';
import { digestStep } from '../../src/records/steps.ts';
import { makeConfig, makeRequest, makeScenario, makeWork } from '../fixtures.ts';
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

test('the digest of a step has its declared warm-up, and whether deployments answered', () => {
  const step = stepOf(makeWork());
  const { measure } = makeConfig();
  const warm = { measure: { ...measure, warmUpSeconds: 10 } };
  const deployments = { base: 'http://a', head: 'http://b' };
  const digests = [{ measure }, warm, { measure, deployments }].map((around) => digestStep(step, around));
  expect(new Set(digests).size).toBe(3);
});
