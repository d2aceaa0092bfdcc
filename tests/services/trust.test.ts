import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { measureBlock } from '../../src/blocks/block.ts';
import { readConfig } from '../../src/config/read.ts';
import { layOutBlock } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { silent } from '../../src/progress.ts';
import { startInstance } from '../../src/services/instance.ts';
import { folder, keeper, useKeeper } from '../keeper.ts';
import { listHttpsFiles } from './https.ts';
import { NOTHING_SHARED, surroundHead } from './surroundings.ts';

useKeeper();

function start(tls: string, { signal } = new AbortController()) {
  for (const [name, text] of Object.entries(listHttpsFiles(tls))) writeFileSync(join(folder, name), text);
  const config = readConfig(join(folder, 'tailgate.yml'), folder);
  return startInstance(surroundHead(config, folder, keeper, signal), 'head_1');
}

/** Measures one block of a pair; each arm has a folder of its own, and so a certificate of its own. */
async function measure(tls: string) {
  const { signal } = new AbortController();
  const surround = (arm: 'head' | 'base') => {
    const directory = join(folder, arm);
    mkdirSync(directory);
    for (const [name, text] of Object.entries(listHttpsFiles(tls)))
      writeFileSync(join(directory, name), text);
    const config = readConfig(join(directory, 'tailgate.yml'), directory);
    return { ...surroundHead(config, directory, keeper, signal), arm };
  };
  const [head, base] = [surround('head'), surround('base')];
  const warmUpSeconds = new Map([
    ['asked', 1],
    ['scripted', 1],
  ]);
  const plan = planRun(head.config, { paired: true });
  const stages = layOutBlock(plan, { index: 0, first: 'head', headOnly: new Set(), warmUpSeconds });
  return measureBlock(stages, 0, {
    arms: { head, base },
    shared: NOTHING_SHARED,
    k6: inject('k6'),
    seed: 1,
    folder,
    progress: silent,
    planned: 1,
    repeatDisturbed: false,
  });
}

describe('a service whose certificate nobody knows', () => {
  it('is ready where any is accepted', async () => {
    const instance = await start('tls: {insecure: true}');
    expect(instance.insecure).toBe(true);
    await instance.stop();
  });

  it('is not ready otherwise, and says what to do', async () => {
    await expect(start('')).rejects.toMatchObject({
      kind: 'not-ready',
      message: expect.stringContaining('self-signed certificate; `tls: {insecure: true}` accepts any'),
    });
  });

  it('is measured beside the base, by requests and by a script', async () => {
    const block = await measure('tls: {insecure: true}');
    expect(block).toMatchObject({ crash: null, failure: null, failures: [] });
    const seen = block.kept.map(({ slot, slices }) => ({
      of: `${slot.step.label} on ${slot.arm}`,
      ok: slices.every(({ ok }) => ok > 0),
      failed: slices.reduce((sum, { failed }) => sum + failed, 0),
    }));
    expect(new Set(seen.map(({ of }) => of)).size).toBe(4);
    for (const { ok, failed } of seen) expect({ ok, failed }).toEqual({ ok: true, failed: 0 });
  });
});
