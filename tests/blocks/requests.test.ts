import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dealOut, fillRequest } from '../../src/blocks/requests.ts';
import { interpolate } from '../../src/config/interpolation.ts';
import { UserError } from '../../src/errors.ts';
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

it('values of the environment are escaped within JSON, and stay as they are in other bodies', () => {
  const fill = (body: string) => {
    const request = makeRequest({ method: 'POST', headers: { 'x-name': '${env.TOKEN}' }, body });
    const config = makeConfig({ scenarios: [makeScenario({ work: makeWork(request) })] });
    const [slot] = listBlockSlots(planRun(config, { paired: false }), 0);
    return fillRequest(slot!, target, config)!;
  };
  const json = fill('{"name": "${env.NAME}"}');
  expect(JSON.parse(json.body!)).toEqual({ name: NAME });
  expect(json.headers).toEqual({ 'x-name': TOKEN });
  expect(fill('name=${env.NAME}').body).toBe(`name=${NAME}`);
});

it('values of the environment are escaped within JSON that is dealt out with data', () => {
  const folder = makeFolder('tailgate-test');
  const path = join(folder, 'items.csv');
  writeFileSync(path, 'id\n1\n');
  const request = makeRequest({ body: '{"name": "${env.NAME}", "id": "${data.id}"}', quotesData: true });
  const work = { ...makeWork(request), data: { path, columns: ['id'] } };
  const config = makeConfig({ directory: folder, scenarios: [makeScenario({ work })] });
  const [slot] = listBlockSlots(planRun(config, { paired: false }), 0);
  const { body } = dealOut(slot!, 0, target, { config, folder })!.requests[0]!;
  const parts = Array.isArray(body) ? body : [];
  expect(parts.filter((part) => typeof part !== 'string')).toEqual([{ column: 0, as: 'value' }]);
  const text = parts.map((part) => (typeof part === 'string' ? part : '7')).join('');
  expect(JSON.parse(text)).toEqual({ name: NAME, id: 7 });
});

it('a header whose variable has a line break is refused by its name, without the value', () => {
  const folder = makeFolder('tailgate-test');
  const path = join(folder, 'items.csv');
  writeFileSync(path, 'id\n1\n');
  const refusalOf = (value: string, data?: { path: string; columns: string[] }) => {
    const request = makeRequest({ headers: { 'x-name': value } });
    const work = { ...makeWork(request), ...(data && { data }) };
    const config = makeConfig({ directory: folder, scenarios: [makeScenario({ work })] });
    const [slot] = listBlockSlots(planRun(config, { paired: false }), 0);
    try {
      if (data) dealOut(slot!, 0, target, { config, folder });
      else fillRequest(slot!, target, config);
      return null;
    } catch (error) {
      expect(error).toBeInstanceOf(UserError);
      const { message, where, hint, detail } = error as UserError;
      return { message, where, hint, detail };
    }
  };
  const data = { path, columns: ['id'] };
  for (const refusal of [
    refusalOf('${env.NAME}'),
    refusalOf('Bearer ${env.NAME}', data),
    refusalOf('${data.id} ${env.NAME}', data),
  ]) {
    expect(refusal).toEqual({
      message: 'The header `x-name` has a line break once its variables are filled in.',
      where: expect.stringMatching(/^request of search/),
      hint: 'Take the line break out of the variable.',
      detail: undefined,
    });
  }
  expect(refusalOf('${env.TOKEN}')).toBeNull();
  expect(refusalOf('${data.id} ${env.TOKEN}', data)).toBeNull();
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

it('a host never comes from data, whatever the environment holds before it', () => {
  const folder = makeFolder('tailgate-test');
  const path = join(folder, 'items.csv');
  writeFileSync(path, 'id\n1\n');
  const deal = (start: string) => () => {
    const request = makeRequest({ url: '${env.START}/${data.id}' });
    const work = { ...makeWork(request), data: { path, columns: ['id'] } };
    const config = makeConfig({
      directory: folder,
      allow: ['example.com'],
      scenarios: [makeScenario({ work })],
    });
    const [slot] = listBlockSlots(planRun(config, { paired: false }), 0);
    const fill = (template: string) => template.replace('${env.START}', start);
    return dealOut(slot!, 0, { ...target, fill }, { config, folder });
  };
  expect(deal('http:/')).toThrow('The host is not taken from a file.');
  expect(deal('https://')).toThrow('The host is not taken from a file.');
  expect(deal('https://example.com')).not.toThrow();
});
