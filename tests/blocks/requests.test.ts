import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dealOut, fillRequest } from '../../src/blocks/requests.ts';
import { interpolate } from '../../src/config/interpolation.ts';
import { listBlockSlots } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { makeConfig, makeRequest, makeScenario } from '../fixtures.ts';
import { makeFolder } from '../folders.ts';

const NAME = 'a "b" \\ c\nd';

const target = {
  targetUrl: 'http://127.0.0.1:9',
  fill: (template: string, encode?: (value: string) => string) =>
    interpolate(template, { 'env.NAME': NAME }, 'request', encode),
};

it('values of the environment are escaped within JSON, and stay as they are in other bodies', () => {
  const fill = (body: string) => {
    const request = makeRequest({ method: 'POST', headers: { 'x-name': '${env.NAME}' }, body });
    const config = makeConfig({ scenarios: [makeScenario({ work: { kind: 'request', request } })] });
    const [slot] = listBlockSlots(planRun(config, { paired: false }), 0);
    return fillRequest(slot!, target, config)!;
  };
  const json = fill('{"name": "${env.NAME}"}');
  expect(JSON.parse(json.body!)).toEqual({ name: NAME });
  expect(json.headers).toEqual({ 'x-name': NAME });
  expect(fill('name=${env.NAME}').body).toBe(`name=${NAME}`);
});

it('values of the environment are escaped within JSON that is dealt out with data', () => {
  const folder = makeFolder('tailgate-test');
  const path = join(folder, 'items.csv');
  writeFileSync(path, 'id\n1\n');
  const request = makeRequest({ body: '{"name": "${env.NAME}", "id": "${data.id}"}', quotesData: true });
  const work = { kind: 'request' as const, request, data: { path, columns: ['id'] } };
  const config = makeConfig({ directory: folder, scenarios: [makeScenario({ work })] });
  const [slot] = listBlockSlots(planRun(config, { paired: false }), 0);
  const { body } = dealOut(slot!, 0, target, { config, folder })!.requests[0]!;
  const parts = Array.isArray(body) ? body : [];
  expect(parts.filter((part) => typeof part !== 'string')).toEqual([{ column: 0, as: 'value' }]);
  const text = parts.map((part) => (typeof part === 'string' ? part : '7')).join('');
  expect(JSON.parse(text)).toEqual({ name: NAME, id: 7 });
});
