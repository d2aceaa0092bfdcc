import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Work } from '../../src/config/config.ts';
import { planSteps } from '../../src/plan/step.ts';
import { digestStep } from '../../src/records/creation.ts';
import { makeConfig, makeRequest, makeScenario, makeWork } from '../fixtures.ts';
import { makeFolder } from '../folders.ts';

let folder: string;
beforeEach(() => {
  folder = makeFolder('tailgate-test');
});

const stepOf = (work: Work) => planSteps(makeScenario({ work }), 60)[0]!;
const digest = (work: Work) => digestStep(stepOf(work));

test('the digest of a step has all its requests, their weights and the contents of its data', () => {
  const path = join(folder, 'items.csv');
  writeFileSync(path, 'id\n1\n');
  const request = makeRequest();
  const other = makeRequest({ url: '/other' });
  const mix = (weight: number): Work => ({
    kind: 'request',
    requests: [
      { request, weight: 1 },
      { request: other, weight },
    ],
  });
  const work: Work = { ...makeWork(request), data: { path, columns: ['id'] } };
  const digests = [digest(makeWork(request)), digest(mix(1)), digest(mix(2)), digest(work)];
  writeFileSync(path, 'id\n2\n');
  digests.push(digest(work));
  expect(new Set(digests).size).toBe(5);
  writeFileSync(path, 'id\n1\n');
  expect(digest(work)).toBe(digests[3]);
});

test('the digest of a step has what its script imports', () => {
  const path = join(folder, 'load.js');
  writeFileSync(path, "import { url } from './url.js';\nexport default () => url;\n");
  const [first, other, again] = ['/a', '/b', '/a'].map((url) => {
    writeFileSync(join(folder, 'url.js'), `export const url = '${url}';\n`);
    return digest({ kind: 'script', path, exec: 'default' });
  });
  expect(other).not.toBe(first);
  expect(again).toBe(first);
});

test('the digest of a step has its declared warm-up, and whether deployments answered', () => {
  const step = stepOf(makeWork());
  const { measure } = makeConfig();
  const warm = { measure: { ...measure, warmUpSeconds: 10 } };
  const deployments = { base: 'http://a', head: 'http://b' };
  const digests = [{ measure }, warm, { measure, deployments }].map((around) => digestStep(step, around));
  expect(new Set(digests).size).toBe(3);
  expect(digests[0]).toBe(digestStep(step));
});
