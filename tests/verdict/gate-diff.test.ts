import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/document.ts';
import { compareGates } from '../../src/verdict/gate-diff.ts';

const FILE = { path: '/repo/tailgate.yml', directory: '/repo', shownAs: 'tailgate.yml' };

const TEXT = `suite: shop
service:
  start: node server.js
  url: http://127.0.0.1:\${PORT}
  env: { TOKEN: hush-1 }
secrets: [TOKEN]
scenarios:
  search:
    request:
      method: POST
      path: /search
      headers: { authorization: hush-2 }
      json: { q: hush-3 }
      expect: { status: 201, body: contains "hush-4" }
    load: 100 req/s
    slo: [p99 < 30ms, errors < 1%]
    tolerance: { p99: 10% }
  mixed:
    requests: [GET /, { request: { method: PUT, path: /, body: hush-5 }, weight: 2 }]
    load: 1 user
variants:
  cache: { 'on': {}, 'off': { env: { CACHE: hush-6 } } }
measure: { budget: 1m }
baseline: { tolerance: 5% }
explain: auto
`;

const gate = (text: string, files: Record<string, string> = {}) => ({
  config: parseConfig(text, FILE),
  files,
});

/** What is told of a file in which this text is replaced. */
function change(from: string, to: string) {
  expect(TEXT).toContain(from);
  return compareGates(gate(TEXT), gate(TEXT.replace(from, to))).map((one) => {
    if (one.kind !== 'setting') throw new Error(one.kind);
    return [one.setting, one.from, one.to];
  });
}

describe('changes of a gate', () => {
  it.each([
    ['suite: shop', 'suite: store', 'suite', 'shop', 'store'],
    ['start: node server.js', 'start: node fast.js', 'service.start', 'node server.js', 'node fast.js'],
    ['100 req/s', '[100 req/s, 1 req/s]', 'scenarios.search.load', '100 req/s', '100 req/s, 1 req/s'],
    ['p99 < 30ms', 'p99 <= 1s', 'scenarios.search.slo', 'p99 < 30ms, errors < 1%', 'p99 <= 1s, errors < 1%'],
    ['status: 201', 'status: [201, 500]', 'scenarios.search.request.expect.status', '201', '201, 500'],
    ['{ p99: 10% }', '{ p99: 90% }', 'scenarios.search.tolerance.p99', '10%', '90%'],
    ['weight: 2', 'weight: 9', 'scenarios.mixed.requests.2.weight', '2', '9'],
    ['measure: { budget: 1m }', '', 'measure', '{ budget: 1m }', null],
    ['budget: 1m', 'budget: 1m, soak: 0s', 'measure.soak', null, '0s'],
    ["{ 'on': {},", '{', 'variants.cache.on', '{}', null],
  ])('are told by the keys that lead to them: %s to %s', (from, to, ...told) => {
    expect(change(from, to)).toEqual([told]);
  });

  it.each([
    ['TOKEN: hush-1', 'service.env.TOKEN'],
    ['authorization: hush-2', 'scenarios.search.request.headers.authorization'],
    ['q: hush-3', 'scenarios.search.request.json'],
    ['contains "hush-4"', 'scenarios.search.request.expect.body'],
    ['body: hush-5', 'scenarios.mixed.requests.2.request.body'],
    ['CACHE: hush-6', 'variants.cache.off.env.CACHE'],
  ])('never show what may be secret: %s', (from, setting) => {
    expect(change(from, from.replace('hush', 'other'))).toEqual([[setting, '***', '***']]);
  });

  it('show no secret of a whole scenario that is gone, nor a password in an address', () => {
    const gone = change(TEXT.slice(TEXT.indexOf('  search:'), TEXT.indexOf('  mixed:')), '');
    expect(gone).toEqual([['scenarios.search', expect.stringContaining('authorization: ***'), null]]);
    expect(JSON.stringify(gone)).not.toContain('hush');
    const service = TEXT.slice(TEXT.indexOf('service:'), TEXT.indexOf('secrets:'));
    const named = `services:\n  app: { start: x, url: "http://127.0.0.1:1", env: { TOKEN: hush-1 } }\n`;
    expect(JSON.stringify(change(service, named))).not.toContain('hush');
    const url = 'url: http://127.0.0.1';
    expect(change(url, 'url: http://me:hush@127.0.0.1')[0]![2]).toMatch(/^http:\/\/\*\*\*@127/);
  });

  it('are those of what is judged first', () => {
    const both = TEXT.replace('suite: shop', 'suite: store').replace('p99 < 30ms', 'p99 < 9s');
    const told = compareGates(gate(TEXT), gate(both));
    expect(told.map((one) => 'setting' in one && one.setting)).toEqual(['scenarios.search.slo', 'suite']);
  });

  it('are files of scripts whose digests differ', () => {
    const files = { 'a.js': '1', 'b.js': '2' };
    expect(compareGates(gate(TEXT, files), gate(TEXT, { 'b.js': '3', 'c.js': '4' }))).toEqual([
      { kind: 'setting', setting: 'a.js', from: '***', to: null },
      { kind: 'setting', setting: 'b.js', from: '***', to: '***' },
      { kind: 'setting', setting: 'c.js', from: null, to: '***' },
    ]);
  });

  it('are none where values are only written otherwise, or nothing of the gate is changed', () => {
    for (const [from, to] of [
      ['budget: 1m', 'budget: 60s'],
      ['p99 < 30ms', 'p99 < 0.03s'],
      ['explain: auto', 'explain: off'],
    ] as const)
      expect(change(from, to)).toEqual([]);
  });
});
