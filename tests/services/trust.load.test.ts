import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { measureBlock } from '../../src/blocks/block.ts';
import { readConfig } from '../../src/config/read.ts';
import { findK6 } from '../../src/k6/install/k6.ts';
import { layOutBlock } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { silent } from '../../src/progress.ts';
import type { Keeper } from '../../src/services/keeper.ts';
import { startKeeper } from '../../src/services/keeper.ts';
import { listHttpsFiles } from './https.ts';
import { NOTHING_SHARED, surroundHead } from './surroundings.ts';

let folder: string;
let keeper: Keeper;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tailgate-test-'));
  keeper = startKeeper(folder);
});
afterEach(async () => {
  await keeper.close();
  rmSync(folder, { recursive: true, force: true });
});

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
  const { path } = await findK6({ environment: process.env, progress: silent, signal, ci: false });
  return measureBlock(stages, 0, {
    arms: { head, base },
    shared: NOTHING_SHARED,
    k6: path,
    seed: 1,
    folder,
    progress: silent,
    planned: 1,
    repeatDisturbed: false,
  });
}

describe('a service whose certificate nobody knows', () => {
  it.each(['tls: {ca: cert.pem}', 'tls: {insecure: true}'])(
    'is measured beside the base, by requests and by a script: %s',
    async (tls) => {
      const block = await measure(tls);
      expect(block).toMatchObject({ crash: null, failure: null, failures: [] });
      const seen = block.kept.map(({ slot, slices }) => ({
        of: `${slot.step.label} on ${slot.arm}`,
        ok: slices.every(({ ok }) => ok > 0),
        failed: slices.reduce((sum, { failed }) => sum + failed, 0),
      }));
      expect(new Set(seen.map(({ of }) => of)).size).toBe(4);
      for (const { ok, failed } of seen) expect({ ok, failed }).toEqual({ ok: true, failed: 0 });
    },
  );
});
