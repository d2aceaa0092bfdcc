import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { parseSlo, printSlo } from '../../src/config/language/slo.ts';
import { adoptThresholds, sloOf } from '../../src/k6/thresholds.ts';
import { silent } from '../../src/progress.ts';
import { makeConfig, makeScenario } from '../fixtures.ts';
import { makeFolder } from '../folders.ts';

const folder = makeFolder('tailgate-test');

it.each([
  ['http_req_duration: p(95)<500', 'p95 < 500ms'],
  ['http_req_duration{expected_response:true}: p(99.9) <= 1500', 'p99.9 <= 1.5s'],
  ['http_req_duration: med<200', 'p50 < 200ms'],
  ['http_req_failed: rate<0.01', 'errors < 1%'],
  ['checks: rate>0.99', 'checks.rate > 99%'],
  ['checks: rate==1', 'checks.rate >= 100%'],
  ['http_req_failed: rate===0', 'errors <= 0%'],
  ['http_req_duration: p(95)>100', null],
  ['http_req_duration: avg<200', null],
  ['http_req_duration: rate<200', null],
  ['http_req_duration{name:buy}: p(95)<500', null],
  ['http_reqs: rate>55', null],
  ['http_req_failed: rate<2', null],
])('the threshold `%s` is the SLO `%s`', (threshold, slo) => {
  const own = sloOf(threshold);
  expect(own && printSlo(own)).toBe(slo);
});

it('a script, which sees no token, has SLOs of its thresholds where none is declared; others are named', async () => {
  const path = join(folder, 'browse.js');
  const broken = join(folder, 'broken.js');
  writeFileSync(
    path,
    `export const options = { thresholds: {
       http_req_duration: ['p(95)<500', { threshold: 'p(99)<900', abortOnFail: true }], checks: ['rate>0.9'],
       http_reqs: ['rate>5'], ['http_reqs{key:' + __ENV.SHOP_KEY + (__ENV.GITHUB_TOKEN ?? '') + '}']: ['rate>1'],
     } }; export default () => {};`,
  );
  writeFileSync(broken, "open('made-by-build.json'); export default () => {};");
  const declared = [parseSlo('p95 < 100ms').slo];
  const scenarios = [
    makeScenario({ name: 'plain', work: { kind: 'script', path, exec: 'default' }, slos: [] }),
    makeScenario({ name: 'own', work: { kind: 'script', path, exec: 'default' }, slos: declared }),
    makeScenario({ name: 'broken', work: { kind: 'script', path: broken, exec: 'default' }, slos: [] }),
  ];
  const environment = { ...process.env, TAILGATE_K6: inject('k6'), SHOP_KEY: 'hushhush', GITHUB_TOKEN: 'x' };
  const { signal } = new AbortController();
  const notes: string[] = [];
  const progress = { ...silent, note: (text: string) => void notes.push(text) };
  const options = { environment, progress, signal };
  const given = makeConfig({ scenarios, directory: folder, secrets: ['SHOP_KEY'] });
  const config = await adoptThresholds(given, options);
  expect(config.scenarios.map(({ slos }) => slos.map((slo) => printSlo(slo)))).toEqual([
    ['checks.rate > 90%', 'p95 < 500ms', 'p99 < 900ms'],
    ['p95 < 100ms', 'checks.rate > 90%'],
    [],
  ]);
  expect(notes.map((note) => /script of (.*)\. Declare/.exec(note)![1]).sort()).toEqual([
    `broken: all, as k6 cannot read ${broken} before the build`,
    'own: http_req_duration: p(95)<500; http_req_duration: p(99)<900; http_reqs: rate>5; http_reqs{key:***}: rate>1',
    'plain: http_reqs: rate>5; http_reqs{key:***}: rate>1',
  ]);
});
