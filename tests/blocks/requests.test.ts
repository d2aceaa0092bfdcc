import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dealOut } from '../../src/blocks/requests.ts';
import type { Request } from '../../src/config/config.ts';
import { interpolate } from '../../src/config/interpolation.ts';
import { listBlockSlots } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { makeConfig, makeRequest, makeScenario, makeWork } from '../fixtures.ts';
import { makeFolder } from '../folders.ts';

const NAME = 'a "b" \\ c\nd';
const TOKEN = 'a "b" \\ c';

const target = {
  targetUrl: 'http://127.0.0.1:9',
  fill: (template: string, encode?: (value: string) => string) =>
    interpolate(template, { 'env.NAME': NAME, 'env.TOKEN': TOKEN }, 'request', encode),
};

/** Fills in a request in the first slot of its scenario, which may have data with a column `id`. */
function fill(parts: Partial<Request>, data = false, fillOne: typeof target.fill = target.fill) {
  const folder = makeFolder('tailgate-test');
  const path = join(folder, 'items.csv');
  writeFileSync(path, 'id\n1\n');
  const work = { ...makeWork(makeRequest(parts)), ...(data && { data: { path, columns: ['id'] } }) };
  const config = makeConfig({
    directory: folder,
    allow: ['example.com'],
    scenarios: [makeScenario({ work })],
  });
  const [slot] = listBlockSlots(planRun(config, { paired: false }), 0);
  const instance = { ...target, fill: fillOne };
  return dealOut(slot!, 0, instance, { config, folder })!.requests[0]!;
}

it('values of the environment are escaped within JSON, and stay as they are in other bodies', () => {
  const headers = { 'x-name': '${env.TOKEN}' };
  const expected = {
    method: 'POST' as const,
    expectStatus: [201],
    expectBody: [{ text: 'id', isWanted: true }],
  };
  const json = fill({ ...expected, headers, body: '{"name": "${env.NAME}"}', timeoutSeconds: 3 });
  expect(json).toMatchObject({ ...expected, timeoutMs: 3000 });
  expect(JSON.parse(json.body as string)).toEqual({ name: NAME });
  expect(json.headers).toEqual({ 'x-name': TOKEN });
  expect(fill({ body: 'name=${env.NAME}' }).body).toBe(`name=${NAME}`);
});

it('values of the environment are escaped within JSON that is dealt out with data', () => {
  const { body } = fill({ body: '{"name": "${env.NAME}", "id": "${data.id}"}', quotesData: true }, true);
  const parts = Array.isArray(body) ? body : [];
  expect(parts.filter((part) => typeof part !== 'string')).toEqual([{ column: 0, as: 'value' }]);
  const text = parts.map((part) => (typeof part === 'string' ? part : '7')).join('');
  expect(JSON.parse(text)).toEqual({ name: NAME, id: 7 });
});

it('a path and its query may have any letters, since only those of ASCII may be sent', () => {
  const sent = '%C3%A4/%F0%9F%98%80?q=%C3%B6%20|';
  expect(fill({ url: '/ä/😀?q=ö%20|' }).url).toBe(`http://127.0.0.1:9/${sent}`);
  expect(fill({ url: 'http://Ä.localhost/ä/😀?q=ö%20|' }).url).toBe(`http://Ä.localhost/${sent}`);
});

it('a header whose variable has a line break is refused by its name, without the value', () => {
  for (const [value, data] of [
    ['${env.NAME}', false],
    ['Bearer ${env.NAME}', true],
    ['${data.id} ${env.NAME}', true],
  ] as const)
    expect(() => fill({ headers: { 'x-name': value } }, data)).toThrow(
      expect.objectContaining({
        message: 'The header `x-name` contains a line break after its variables are filled in.',
        where: expect.stringMatching(/^request of search/),
        hint: 'Remove the line break from the variable.',
      }),
    );
  expect(() => fill({ headers: { 'x-name': '${data.id} ${env.TOKEN}' } }, true)).not.toThrow();
});

it('a host never comes from data, whatever the environment holds before it', () => {
  const deal = (start: string) => () =>
    fill({ url: '${env.START}/${data.id}' }, true, (template) => template.replace('${env.START}', start));
  expect(deal('http:/')).toThrow('A data file cannot set the host.');
  expect(deal('https://')).toThrow('A data file cannot set the host.');
  expect(deal('https://example.com')).not.toThrow();
});

it('blocks begin a mix at different places, so that each of its requests is measured in one of them', () => {
  const mix = [
    { request: makeRequest({ url: '/often' }), weight: 99 },
    { request: makeRequest({ url: '/rare' }), weight: 1 },
  ];
  const work = { kind: 'request' as const, requests: mix };
  const config = makeConfig({ scenarios: [makeScenario({ work })] });
  const plan = planRun(config, { budgetSeconds: 60, paired: true });
  const measured = new Set<number>();
  for (let block = 0; block < plan.blocks; block++) {
    for (const slot of listBlockSlots(plan, block)) {
      if (slot.round === null || slot.turns !== null) continue;
      const { first, sequence } = dealOut(slot, block, target, { config, folder: '/nowhere' })!;
      expect(sequence.order).toHaveLength(100);
      // At 100 req/s.
      const [from, to] = [slot.settleSeconds, slot.seconds].map((seconds) => Math.round(100 * seconds));
      for (let number = from!; number < to!; number++) measured.add((first + number) % 100);
    }
  }
  expect(measured.size).toBe(100);
});
