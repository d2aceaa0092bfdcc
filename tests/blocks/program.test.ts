import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runProgram } from '../../src/blocks/program.ts';
import { layOutBlock } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import type { Program } from '../../src/plan/slot.ts';
import { makeConfig } from '../fixtures.ts';
import { folder, keeper, useKeeper } from '../keeper.ts';
import { NOTHING_SHARED, surroundHead } from '../services/surroundings.ts';

let controller: AbortController;

useKeeper();
beforeEach(() => {
  controller = new AbortController();
  // Takes its time whatever it is asked to do.
  writeFileSync(join(folder, 'k6'), `#!/bin/sh\nsleep 8; touch ${folder}/ended\n`);
  chmodSync(join(folder, 'k6'), 0o755);
});

function drive(parts: Partial<Program>) {
  const config = makeConfig({ directory: folder });
  const order = { index: 0, first: 'head', headOnly: new Set<string>(), warmUpSeconds: new Map() } as const;
  const program = layOutBlock(planRun(config, { budgetSeconds: 2, paired: false }), order)[0]!.programs[0]!;
  const around = surroundHead(config, folder, keeper, controller.signal);
  const target = {
    ...NOTHING_SHARED,
    startupMs: 0,
    readyAt: 0,
    targetUrl: 'http://127.0.0.1:9',
    fill: (template: string) => template,
  };
  return runProgram({ ...program, ...parts }, 'program', {
    seed: 1,
    around,
    k6: join(folder, 'k6'),
    folder,
    instances: new Map([['head', target]]),
    shared: NOTHING_SHARED,
  });
}

describe('a k6 that would run on', () => {
  it('is ended when the run was interrupted before anybody could listen', async () => {
    controller.abort('SIGINT');
    const { failure, crash } = await drive({});
    expect({ failure, crash }).toEqual({ failure: null, crash: null });
    expect(existsSync(join(folder, 'ended'))).toBe(false);
  });

  it('is ended when it takes far longer than planned, and that is what is said', async () => {
    // As if it had been planned to end so long ago that a second is left of all patience.
    const { failure } = await drive({ seconds: 1 - 30 });
    expect(failure).toMatchObject({
      fault: 'harness',
      message: 'k6 had not ended after 1 s, and was killed',
    });
    expect(existsSync(join(folder, 'ended'))).toBe(false);
  });
});
