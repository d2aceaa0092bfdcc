import { getEventListeners } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { runProgram } from '../../src/blocks/program.ts';
import type { Config } from '../../src/config/config.ts';
import { layOutBlock } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { FIXED_WORK_LIMIT_SECONDS } from '../../src/plan/shape.ts';
import type { Program } from '../../src/plan/slot.ts';
import { makeConfig, makeScenario, REPLAYED_K6 } from '../fixtures.ts';
import { controller, folder, keeper, useKeeper } from '../keeper.ts';
import { NOTHING_SHARED, surroundHead } from '../services/surroundings.ts';
import { writeFailingK6 } from './failing-k6.ts';

const FIXED = { kind: 'fixed-work', requests: 100, users: 1 } as const;

useKeeper();
beforeEach(() => {
  // Takes its time whatever it is asked to do.
  writeFileSync(join(folder, 'k6'), `#!/bin/sh\nsleep 8; touch ${folder}/ended\n`, { mode: 0o755 });
});

type Elsewhere = Pick<Partial<Config>, 'pods' | 'allow' | 'scenarios'> & {
  host?: string;
  /** Folder for scripts. */
  place?: string;
  environment?: NodeJS.ProcessEnv;
};

function drive(
  parts: Partial<Program>,
  { host = '127.0.0.1', place = folder, environment = process.env, ...own }: Elsewhere = {},
) {
  const config = makeConfig({ directory: folder, ...own });
  const order = { index: 0, first: 'head', headOnly: new Set<string>(), warmUpSeconds: new Map() } as const;
  const program = layOutBlock(planRun(config, { budgetSeconds: 2, paired: false }), order)[0]!.programs[0]!;
  const around = { ...surroundHead(config, folder, keeper, controller.signal), environment };
  const fill = (template: string) => template;
  const target = { ...NOTHING_SHARED, startupMs: 0, readyAt: 0, targetUrl: `http://${host}:9`, fill };
  return runProgram({ ...program, ...parts }, 'program', {
    ...{ seed: 1, around, k6: join(folder, 'k6'), folder: place, shared: NOTHING_SHARED },
    instances: new Map([['head', target]]),
  });
}

describe('a k6 that would run on', () => {
  it('is ended when the run was interrupted before anybody could listen', async () => {
    controller.abort('SIGINT');
    for (const allow of [[], ['example.com']]) {
      const { failure, crash } = await drive({}, { allow });
      expect({ failure, crash }).toEqual({ failure: null, crash: null });
      // It could have gone elsewhere only where that is allowed.
      const script = readFileSync(join(folder, 'program.js'), 'utf8');
      expect(script.includes('"isConfined":true')).toBe(allow.length === 0);
    }
    expect(existsSync(join(folder, 'ended'))).toBe(false);
  });

  it.each([
    ['', 30, makeScenario()],
    [' of a script', 150, makeScenario({ work: { kind: 'script', path: '/x.js', exec: 'default' } })],
    [' of fixed work', 30 + FIXED_WORK_LIMIT_SECONDS, makeScenario({ load: FIXED })],
  ])('is ended when it takes far longer than planned%s, and that is said', async (_, patience, own) => {
    // As if it had been planned to end so long ago that a second is left of all patience.
    const { failure } = await drive({ seconds: 1 - patience }, { scenarios: [own] });
    const message = 'k6 was still running after 1 s and was killed';
    expect(failure).toMatchObject({ fault: 'harness', message });
    expect(existsSync(join(folder, 'ended'))).toBe(false);
  });

  it('counts for nothing when somebody else has interrupted it', async () => {
    writeFileSync(join(folder, 'k6'), `#!/bin/sh\n${REPLAYED_K6} "$@" & sleep 1; kill -TERM $!; wait $!\n`);
    const environment = { ...process.env, REPLAY: '{"seconds":20}' };
    const { failure, slots } = await drive({}, { environment });
    expect([failure?.message, slots]).toEqual(['k6 was interrupted from outside', []]);
  });
});

describe('what k6 says of several loads together', () => {
  it('is told of each of them', async () => {
    writeFailingK6(join(folder, 'k6'));
    const path = join(folder, 'load.js');
    writeFileSync(path, 'export default () => {};');
    const sweep = makeScenario({
      name: 'sweep',
      work: { kind: 'script', path, exec: 'default' },
      loads: [50, 100].map((rate) => ({ kind: 'arrival-rate', rate }) as const),
    });
    const result = await drive({}, { scenarios: [sweep], environment: { ...process.env, LOSES: 'head' } });
    const labels = ['sweep at 50 req/s', 'sweep at 100 req/s'];
    expect(result).toMatchObject({ failure: null });
    expect(result.lost).toEqual(labels.map((label) => ({ label, requests: 3 })));
  });
});

describe('a run that fails by an error', () => {
  it('leaves no timer and no listener', async () => {
    const host = '10.0.0.1';
    const own = { host, pods: { count: 1, image: 'k6' }, allow: [host] };
    // Nothing can be written there, and no cluster is asked.
    const elsewhere = { ...own, place: join(folder, 'gone'), environment: { PATH: '/nowhere' } };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await expect(drive({}, elsewhere)).rejects.toThrow('ENOENT');
      await expect.poll(() => vi.getTimerCount()).toBe(0);
      expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });
});
