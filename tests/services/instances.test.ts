import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Service } from '../../src/config/config.ts';
import { nameFailure } from '../../src/gate/failures.ts';
import type { Arm } from '../../src/measurement/measurement.ts';
import { type Instances, startInstances, stopInstances } from '../../src/services/instances.ts';
import type { ServiceFailure } from '../../src/services/surroundings.ts';
import { folder, keeper, useKeeper } from '../keeper.ts';
import { readServices, surroundHead } from './surroundings.ts';

/** Answers 500 to everything where its arm is one of those that fail. */
const SERVER = `
const arm = process.env.TAILGATE_INSTANCE.split('_')[0];
console.log('here is ' + arm);
require('node:http').createServer((request, response) => {
  response.statusCode = process.env.FAILS.includes(arm) ? 500 : 200;
  response.end();
}).listen(Number(process.env.PORT), '127.0.0.1');
`;

const CONFIG = `
service:
  start: exec node server.cjs
  url: http://127.0.0.1:\${PORT}
  ready: { path: /health, timeout: 2s }`;

let instances: Instances;
let around: ReturnType<typeof surroundHead>;

useKeeper();
beforeEach(() => {
  instances = { running: new Map(), starts: 0 };
  writeFileSync(join(folder, 'server.cjs'), SERVER);
  around = surroundHead(readServices(folder, CONFIG), folder, keeper, new AbortController().signal);
});
afterEach(async () => {
  await stopInstances(instances);
});

/** Starts instances in vain, and names why. @param ofBase what the base has in place of the head's */
async function fail(fails: string, together: Arm[], withBase = true, ofBase: Partial<Service> = {}) {
  const { config } = around;
  const head = { ...around, environment: { ...process.env, FAILS: fails } };
  const services = config.services.map((service) => ({ ...service, ...ofBase }));
  const base = { ...head, arm: 'base' as const, config: { ...config, services } };
  const arms = { head, ...(withBase && { base }) };
  const failure: ServiceFailure = await startInstances(instances, { arms, together, block: 0 }).then(
    () => expect.fail('all became ready'),
    (error) => error,
  );
  const pair = withBase ? { baseCommit: 'c0ffee' } : undefined;
  return nameFailure(failure, { draft: { pair }, config } as never);
}

describe.each([
  ['at the same time', ['head', 'base']],
  ['one after the other', ['head']],
] as const)('arms that are started %s', (_, together) => {
  it('blame the change where the base becomes ready', async () => {
    const reason = await fail('head', [...together]);
    const message = expect.stringMatching(/^not ready after 2 s: \S+\/health answered 500$/);
    expect(reason).toMatchObject({ kind: 'not-ready', onlyHead: true, log: 'here is head', message });
  });

  it('blame nobody where neither becomes ready, and tell the words of both', async () => {
    const reason = await fail('head base', [...together]);
    const log = 'The base:\nhere is base\n\nThis change:\nhere is head';
    expect(reason).toMatchObject({ kind: 'not-ready', both: true, log });
    expect(reason).not.toHaveProperty('onlyHead');
  });
});

it('a base that does not become ready is named as the base, though the head is ready', async () => {
  const reason = await fail('base', ['head', 'base']);
  expect(reason).toMatchObject({ kind: 'base-failed', fault: 'not-ready', log: 'here is base' });
});

it('a mistake in the file of the base is its failure: no change can mend that', async () => {
  const reason = await fail('', ['head', 'base'], true, { url: 'nowhere' });
  const message = expect.stringMatching(/The url of service: `nowhere` is not a URL\.$/);
  expect(reason).toMatchObject({ kind: 'base-failed', fault: 'not-ready', message });
});

it('what is no failure of a service is told as it is, whichever arm it meets', async () => {
  const head = { ...around, environment: { ...process.env, FAILS: 'head' } };
  // No program starts with such an environment.
  const base = { ...head, arm: 'base' as const, environment: { ...process.env, FAILS: 'a\0b' } };
  const starting = startInstances(instances, { arms: { head, base }, together: ['head', 'base'], block: 0 });
  await expect(starting).rejects.toMatchObject({ code: 'ERR_INVALID_ARG_VALUE' });
});

it('daemons are known of each arm, once both are ready', async () => {
  const start = '(setsid node server.cjs &); exec sleep 300';
  const config = { ...around.config, services: around.config.services.map((one) => ({ ...one, start })) };
  const head = { ...around, config, environment: { ...process.env, FAILS: '' } };
  const arms = { head, base: { ...head, arm: 'base' as const } };
  await startInstances(instances, { arms, together: ['head', 'base'], block: 0 });
  expect([...instances.running.values()].map(({ sessions }) => sessions.length)).toEqual([2, 2]);
  // One that starts again in a block has a name, and so a log, of its own.
  await stopInstances(instances);
  await startInstances(instances, { arms, together: ['head', 'base'], block: 0 });
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['service.head_1.log', 'service.head_1_2.log']));
});

it('without a base nothing is said of one', async () => {
  const reason = await fail('head', ['head'], false);
  expect(reason.kind).toBe('not-ready');
  expect(reason).not.toHaveProperty('onlyHead');
});

it('an arm that cannot be stopped is told, once the other one is', async () => {
  const stop = vi.fn(async () => {});
  const stuck = { stop: () => Promise.reject(new Error('stuck')) };
  instances.running = new Map(Object.entries({ head: stuck, base: { stop } })) as never;
  await expect(stopInstances(instances)).rejects.toThrow('stuck');
  expect(stop).toHaveBeenCalledOnce();
});
