import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type BlockOptions, measureBlock } from '../../src/blocks/block.ts';
import { readConfig } from '../../src/config/read.ts';
import type { Arm } from '../../src/measurement/measurement.ts';
import { layOutBlock } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { silent } from '../../src/progress.ts';
import type { Surroundings } from '../../src/services/surroundings.ts';
import { folder, keeper } from '../keeper.ts';
import { NOTHING_SHARED, surroundHead } from '../services/surroundings.ts';

type Given = Partial<BlockOptions> & {
  /** What each service, build and k6 has in its environment beside that of the test. */
  environment?: NodeJS.ProcessEnv;
  signal?: AbortSignal;
  /** False: there is no base. */
  paired?: boolean;
};

/** Writes files into the folder of the test, and plans the run that they describe, by a real k6 and without a wait. */
export function prepare(
  files: Record<string, string>,
  { environment, signal, paired = true, ...own }: Given,
) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const config = readConfig(join(folder, 'tailgate.yml'), folder);
  const around = surroundHead(config, folder, keeper, signal ?? new AbortController().signal);
  const head: Surroundings = { ...around, environment: { ...process.env, ...environment } };
  const arms = { head, ...(paired && { base: { ...head, arm: 'base' as const } }) };
  const k6 = own.k6 ?? inject('k6');
  const common = { shared: NOTHING_SHARED, k6, seed: 1, folder, progress: silent, planned: 1, arms };
  return { plan: planRun(config, { paired }), config, options: { ...common, ...own } };
}

/** Measures the first block of what was prepared. `warmUps`: those of earlier blocks, by label. */
export function measure(
  { plan, options }: ReturnType<typeof prepare>,
  { first = 'head' as Arm, swapped = false, warmUps = {} as Record<string, number> } = {},
) {
  const warmUpSeconds = new Map(Object.entries(warmUps));
  const order = { index: 0, first, headOnly: new Set<string>(), warmUpSeconds };
  return measureBlock(layOutBlock({ ...plan, swapped }, order), 0, options);
}
