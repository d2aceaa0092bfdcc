import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/document.ts';
import { splitNames } from '../../src/config/selection.ts';
import { listVariants } from '../../src/config/variants.ts';
import { FILE } from './configs.ts';

const text = `
services:
  api:
    start: node server.js
    url: http://127.0.0.1:\${PORT}
    env: { CACHE: "1", MODE: fast }
scenarios:
  create: { request: 'POST \${variant.path}/create', slo: p99 < 30ms at 100 req/s }
  list: { request: GET /list, slo: p99 < 30ms at 100 req/s }
variants:
  cache:
    "on": { with: { path: /v1 } }
    off: { env: { CACHE: "0" }, with: { path: /v2 } }
  storage:
    memory: { services: { api: { env: { STORE: memory }, start: node fast.js } } }
    postgres: {}
  exclude:
    - { cache: off, storage: memory }
`;
describe('x', () => {
  it('y', () => {
    const c = parseConfig(text, FILE);
    const v = listVariants(c);
    console.log(
      JSON.stringify(
        v.map((x) => [x.variant, x.services.map((s) => [s.start, s.env]), x.scenarios.map((s) => s.work)]),
        null,
        1,
      ),
    );
    console.log(splitNames('create [cache=off, storage=memory], list foo [a=b'), splitNames('[a=b] c\nd,e'));
    expect(v.length).toBe(3);
  });
});
