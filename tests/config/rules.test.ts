import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/document.ts';
import type { UserError } from '../../src/errors.ts';
import { FILE, problemsOf, RUNNING, SMALL } from './configs.ts';

const services = (text: string) => SMALL.replace(/service:[\s\S]*(?=scenarios:)/, `services:\n${text}`);
const APP = '  a:\n    start: x\n    url: http://127.0.0.1:${PORT}\n';
const service = (line: string) => SMALL.replace('  build', `  ${line}\n  build`);
const scenario = (text: string) => SMALL.replace(/ {4}request[\s\S]*/, text);
const request = (text: string) => scenario(`    load: 5 req/s\n    request: {path: /, ${text}}\n`);
const search = (text: string) => scenario(`    request: GET /\n    ${text}\n`);

const PATIENT = 'requests: [{request: {path: /, timeout: 20s}}, GET /]';

/** Each mistake with the place, and with a word, of each problem that is told. */
// biome-ignore format: one mistake a line
const MISTAKES: [string, string, string[]][] = [
  // Keys that exclude each other, or of which one is needed.
  ['both service and services', SMALL.concat('services:\n  a: {start: x}\n'), ['9:1 `service` excludes `services`']],
  ['no service', SMALL.replace(/service:[\s\S]*(?=scenarios:)/, ''), ['1:1 None of `service`']],
  ['start and image', service('image: {build: ., port: 80}'), ['2:3 `start` excludes `image`']],
  ['image and compose', service('image: {build: ., port: 80}\n  compose: {file: c, service: a}').replace(/ {2}start.*\n/, ''), ['3:3 `image` excludes `compose`']],
  ['image from nothing', services('  a:\n    image: {port: 80}\n    url: http://127.0.0.1:${PORT}\n'), ['3:5 None of `build`']],
  ['image from both', services('  a:\n    image: {port: 80, build: ., name: b}\n    url: http://127.0.0.1:${PORT}\n'), ['3:33 `build` excludes `name`']],
  ['two kinds of readiness', service('ready: {path: /, tcp: true}'), ['2:20 `path` excludes `tcp`']],
  ['request and script', SMALL.concat('    script: a.js\n'), ['9:5 `request` excludes `script`']],
  ['nothing to send', scenario('    load: 5 req/s\n'), ['6:3 None of `request`']],
  ['json and body', request('method: PUT, json: {}, body: x'), ['8:47 `json` excludes `body`']],
  ['json and body in a mix', search('requests: [{request: {path: /, method: PUT, json: {}, body: x}}]\n    load: 5 req/s').replace('    request: GET /\n', ''), ['7:59 `json` excludes `body`']],
  // Keys that do nothing without another.
  ['keys without start', RUNNING.replace('  url', '  build: x\n  scope: run\n  stop: SIGINT\n  url'), ['2:3 `build` does', '3:3 `scope` does', '4:3 `stop` does']],
  ['stop and ports of a container', services('  a:\n    image: {build: ., port: 80}\n    stop: SIGINT\n    ports: [b]\n    url: http://127.0.0.1:${PORT}\n'), ['4:5 `stop` does', '5:5 `ports` does']],
  ['dockerfile without build', services('  a:\n    image: {name: b, dockerfile: D, port: 80}\n    url: http://127.0.0.1:${PORT}\n'), ['3:22 `dockerfile` does']],
  ['exec without script', SMALL.concat('    exec: a\n'), ['9:5 `exec` does']],
  ['data beside a script', scenario('    script: a.js\n    data: a.csv\n    load: 1 user\n'), ['8:5 `data` does']],
  ['body without method', request('body: x'), ['8:24 `body` does']],
  // Services.
  ['neither start nor url', services(`  b: {}\n${APP}`), ['2:3 Neither `start`']],
  ['no url', services('  a:\n    start: x\n'), ['2:3 No service has an HTTP `url`']],
  ['two urls', services(APP + APP.replace('a:', 'b:')), ['2:3 Several can take load']],
  ['unknown target', SMALL.concat('target: serwice\n'), ['9:9 no service `serwice`']],
  ['target without url', services('  a:\n    start: x\n').concat('target: a\n'), ['2:3 No service has an HTTP `url`']],
  ['target over redis', SMALL.replace('http:', 'redis:'), ['4:3 HTTP `url`']],
  ['shared target', service('scope: run'), ['2:10 its own target']],
  ['unknown need', service('needs: [redis]'), ['2:11 no other service `redis`']],
  ['own need', services(APP.concat('    needs: [a]\n')), ['5:13 no other service `a`']],
  ['circle of needs', services(`${APP}    needs: [b]\n  b:\n    start: x\n    needs: [c]\n  c:\n    start: x\n    needs: [b]\n`), ['8:5 b → c → b']],
  ['shared service that needs others', services(`${APP}  b:\n    start: x\n    scope: run\n    needs: [c, d, e, a]\n  c: {start: x}\n  d: {start: x, scope: run}\n  e: {url: "http://127.0.0.1:80"}\n`).concat('target: a\n'), ['8:13 `b` outlives each `c`', '8:22 each `a`']],
  ['service called env', services(APP.replace('a:', 'env:')), ['2:3 `${env.NAME}` is something else']],
  ['a port as a variable', service('ports: [admin]\n  env: {PORT_ADMIN: "1"}'), ['3:9 `PORT_ADMIN` is set']],
  ['own PORT', service('env: {PORT: 80}'), ['2:9 `PORT` is set by Tailgate']],
  ['no scheme', SMALL.replace('http://', ''), ['4:3 HTTP `url`', '4:8 ']],
  ['query in url', SMALL.replace('${PORT}', '${PORT}/?a=b'), ['4:8 query']],
  ['readiness by a path over redis', services(`${APP}  b: {start: x, url: "redis://127.0.0.1:1", ready: {path: /a}}\n`), ['5:53 over http']],
  ['an absolute folder of an image', services('  a:\n    image: {build: /app, port: 80}\n    url: http://127.0.0.1:${PORT}\n'), ['3:20 outside this file']],
  ['paired with a running target', RUNNING.concat('baseline:\n  from: paired\n'), ['8:9 already running']],
  // Templates.
  ['shell style', SMALL.replace('${PORT}', '$PORT'), ['4:8 shell syntax']],
  ['shell style in a header', request('headers: {a: Bearer $TOKEN}'), ['8:37 shell syntax']],
  ['unknown reference', SMALL.replace('${PORT}', '${POTR}'), ['4:8 `${POTR}` is not known']],
  ['port of the running', RUNNING.replace('8080', '${PORT}'), ['2:8 `${PORT}` is not known']],
  ['reference without need', services(`${APP}    env:\n      B: \${b.PORT}\n  b: {start: x}\n`), ['6:10 `${b.PORT}`']],
  ['reference in a request', SMALL.replace('q=shoes', 'q=${shoes}'), ['7:14 `${shoes}`']],
  ['reference in JSON and its keys', request('method: PUT, json: {"${a}": "${b}"}'), ['8:52 `${a}`', '8:52 `${b}`']],
  ['a token of the runner', SMALL.replace('q=shoes', 'q=${env.GITHUB_TOKEN}'), ['7:14 withheld']],
  // Scenarios.
  ['no scenario', SMALL.replace(/scenarios:[\s\S]*/, 'scenarios: {}\n'), ['5:1 `scenarios` is empty']],
  ['no load', SMALL.replace(' at 1000 req/s', ''), ['6:3 no load']],
  ['load given twice', SMALL.concat('    load: 1000 req/s\n'), ['8:10 already has a load']],
  ['two different loads', search('slo: [p99 < 5ms at 5 req/s, p50 < 5ms at 6 req/s]'), ['8:33 already has a load']],
  ['equal loads', search('load: [5 req/s, 5.0 req/s]'), ['8:21 twice']],
  ['script outside', scenario('    script: ../a.js\n    load: 1 user\n'), ['7:13 outside this file']],
  ['absolute script', scenario('    script: /repo/a.js\n    load: 1 user\n'), ['7:13 outside this file']],
  ['not numbers of JSON', request('method: PUT, json: [.inf, 12345678901234567890, 0.5, 0]'), ['8:44 cannot express this number', '8:50 cannot express this number']],
  // SLOs.
  ['SLO the wrong way round', SMALL.replace('p99 <', 'p99 >'), ['8:10 what must hold']],
  ['a metric of no script', search('load: 5 req/s\n    slo: queue.p95 < 5ms'), ['9:10 Only a script can provide']],
  ['a capacity beside a load', search('load: 5 req/s\n    slo: capacity > 5 req/s'), ['9:10 Only a capacity search can find']],
  ['two goals of a search', search('load: 1 to 9 req/s\n    slo: [p99 < 9ms, p50 < 2ms]'), ['9:22 one latency limit']],
  ['another goal', search('load: 1 to 9 req/s\n    slo: errors < 1%'), ['9:10 one latency limit']],
  ['two limits of one direction', search('load: 5 req/s\n    slo: [p99 < 9ms, p99 <= 8ms]'), ['9:22 `p99 < 9ms` is already']],
  ['no goal', search('load: 1 to 9 req/s\n    slo: capacity > 5 req/s'), ['6:3 one latency limit']],
  ['a capacity that nothing judges', search('load: 1 to 9 req/s\n    slo: p99 < 9ms\nbaseline: {from: history}'), ['9:10 cannot compare a capacity']],
  ['a capacity that is not searched', search('load: 1 to 9 req/s\n    slo: [p99 < 9ms, capacity > 9 req/s]'), ['9:22 covers 1 to 9']],
  ['a range in a sweep', search('load: [1 to 9 req/s, 20 req/s]\n    slo: p99 < 9ms'), ['8:5 cannot be part of a sweep']],
  ['a limit at the timeout', search('load: 5 users\n    slo: [errors < 1%, max <= 10000ms]'), ['9:24 can never be missed']],
  ['a limit at the longest timeout', scenario(`    ${PATIENT}\n    slo: p99 < 20s at 5 req/s\n`), ['8:10 can never be missed']],
  ['a limit of a search beyond the timeout', search('slo: p99 < 12s at 10 to 100 req/s'), ['8:10 can never be missed']],
  ["a limit at k6's own timeout", scenario('    script: load.js\n    slo: p99 < 60s at 5 req/s\n'), ['8:10 can never be missed']],
  // Settings that do nothing.
  ['a tolerance of what a scenario does not compare', SMALL.concat('    tolerance: {p95: 5%}\n'), ['9:17 `p95` is not compared in any scenario']],
  ['a tolerance of what no scenario compares', SMALL.concat('baseline: {tolerance: {p95: 5%, queue.p95: 9%}}\n'), ['9:24 `p95` is not compared', '9:33 `queue.p95` is not compared']],
  ['a time for what is no latency', SMALL.concat('    tolerance: {errors: 1% or 2ms, cpu: 1% or 2ms}\n'), ['9:25 Only latencies', '9:41 Only latencies']],
  ['more than all requests', SMALL.concat('    tolerance: {errors: 101%}\n'), ['9:25 difference between shares']],
];

test.each(MISTAKES)('%s', (_, text, expected) => {
  const problems = problemsOf(text);
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual(expected.map((one) => one.split(' ')[0]));
  for (const [index, one] of expected.entries()) expect(problems[index]).toContain(one.replace(/^\S+ /, ''));
});

test.each([
  'request: GET /\n    slo: avg < 9999ms at 5 req/s',
  `${PATIENT}\n    slo: p99 < 15s at 5 req/s`,
  'script: load.js\n    slo: [p99 < 59s at 5 req/s, report.p99 < 90s]',
])('a limit below the timeout of its requests can be missed: %s', (lines) => {
  expect(() => parseConfig(scenario(`    ${lines}\n`), FILE)).not.toThrow();
});

describe('variables', () => {
  const read = (text: string, variables: Record<string, string>, only?: string[]) => () =>
    parseConfig(text, FILE, { calling: { command: 'tailgate run', variables }, ...(only && { only }) });
  const asking = SMALL.replace('/search', '/${env.TENANT}')
    .replace('  build', '  env: {A: "${env.TOKEN}"}\n  build')
    .concat('  other:\n    request: {path: /, method: PUT, json: {a: "${env.OTHER}"}}\n    load: 5 req/s\n');
  const missing = (run: () => unknown) => {
    try {
      run();
      return [];
    } catch (error) {
      return [...String((error as UserError).detail).matchAll(/Variable `(\w+)` is not set/g)].map(
        ([, name]) => name,
      );
    }
  };

  test('that services and the scenarios of the run ask for must be there', () => {
    expect(missing(read(asking, {}))).toEqual(['TOKEN', 'TENANT', 'OTHER']);
    expect(missing(read(asking, {}, ['search']))).toEqual(['TOKEN', 'TENANT']);
    expect(missing(read(asking, { TOKEN: 'a', TENANT: 'b', OTHER: '' }))).toEqual([]);
    expect(() => parseConfig(asking, FILE)).not.toThrow();
    const answer = request(`expect: {body: 'not contains "\${"'}`);
    expect(read(answer, {})).not.toThrow();
  });

  test('may be those of variants, as long as each has them', () => {
    const variants =
      'variants: {c: {on: {env: {TENANT: a, OTHER: "${env.FOURTH}"}}, off: {env: {TENANT: b}}}}\n';
    expect(missing(read(asking + variants, { TOKEN: 'a' }))).toEqual(['OTHER', 'FOURTH']);
    expect(missing(read(asking + variants, { TOKEN: 'a', OTHER: 'b' }, ['[c=off]']))).toEqual([]);
  });

  test('that are secrets may be absent, and not empty', () => {
    const text = `${SMALL}secrets: [PASSWORD]\n`;
    expect(read(text, {})).not.toThrow();
    expect(read(text, { PASSWORD: '' })).toThrow(
      expect.objectContaining({ detail: expect.stringContaining('set, but empty') }),
    );
  });
});
