import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BlockOptions } from '../blocks/block.ts';
import { profileArms } from '../blocks/profiling.ts';
import { findWarmUps } from '../blocks/warm-ups.ts';
import { isLatency } from '../metrics/metric.ts';
import { layOutBlock } from '../plan/layout.ts';
import { EXPLANATION_SECONDS } from '../plan/plan.ts';
import type { OwnFunction } from '../profiles/profile.ts';
import { findRise, type RisenFunction } from '../profiles/rise.ts';
import { isMoreWork, listProcessorCosts } from '../verdict/costs.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { Arms } from './arms.ts';
import type { Judgement } from './judgement.ts';
import type { MeasuredCase } from './looks.ts';

/**
 * Looks for the function that takes the processor time by which a scenario has become slower: on one more start of each
 * arm, with a profiler. It never decides, and whatever fails is a note. Does nothing where `explain` is off, where no
 * scenario is slower by more work, or where both arms cannot be up at the same time.
 */
export async function explainRegression(
  judgement: Judgement,
  { plan, blocks, config }: MeasuredCase,
  { tops }: Pick<Arms, 'tops'>,
  options: Omit<BlockOptions, 'planned'>,
): Promise<Judgement> {
  const { arms, progress } = options;
  const { head, base } = arms;
  const slowest = findSlowest(judgement.verdict);
  const step = plan.steps.find(({ label }) => label === slowest?.label);
  if (config.explain === 'off' || !slowest || !step || !tops || !base || plan.swapped) return judgement;
  if (head.signal.aborted) return judgement;
  progress.phase(`looking for what takes the processor time of ${slowest.label}`, EXPLANATION_SECONDS);
  try {
    const warmUpSeconds = findWarmUps(plan, blocks);
    const rounds = await profileArms({
      ...options,
      arms: { head, base },
      tops,
      block: blocks.length,
      seconds: EXPLANATION_SECONDS,
      layOut: (round) =>
        layOutBlock(
          { ...plan, steps: [step] },
          {
            index: round + 1,
            first: round % 2 === 0 ? 'head' : 'base',
            headOnly: new Set(),
            warmUpSeconds,
          },
        ).flatMap(({ programs }) => programs),
    });
    const found = findRise(rounds, slowest);
    if (found === null) return judgement;
    const isChanged = found.function && isFileChanged(found.function, tops);
    // Who made up a file made up the rest, too.
    if (isChanged === 'missing') return judgement;
    const risen: RisenFunction = { label: slowest.label, ...found, changed: isChanged === true };
    return { ...judgement, verdict: { ...judgement.verdict, risen: [risen] } };
  } catch (error) {
    progress.note(`what takes the processor time could not be looked for: ${(error as Error).message}`);
    return judgement;
  }
}

/** Finds the scenario whose processor time has grown most, of those that are slower. */
function findSlowest(verdict: Verdict): { label: string; base: number; head: number } | undefined {
  if (verdict.invalid.length > 0 || verdict.faults.length > 0) return undefined;
  const slower = new Set(
    verdict.changes
      .filter(({ code, metric }) => code === 'regressed' && isLatency(metric))
      .map(({ label }) => label),
  );
  return listProcessorCosts(verdict)
    .filter((cost) => slower.has(cost.label) && isMoreWork(cost))
    .sort((a, b) => b.change.value - a.change.value)[0];
}

/** Most bytes of a file that is compared. */
const MOST_BYTES = 5_000_000;

/** Tells whether a file of the head's tree differs from that of the base; `missing` where the head has none. */
function isFileChanged({ file }: OwnFunction, tops: NonNullable<Arms['tops']>): boolean | 'missing' {
  const read = (top: string) => {
    try {
      const path = realpathSync(join(top, file));
      const { size } = statSync(path);
      return path.startsWith(`${realpathSync(top)}/`) && size <= MOST_BYTES ? readFileSync(path) : null;
    } catch {
      return null;
    }
  };
  const head = read(tops.head);
  return head === null ? 'missing' : !(read(tops.base)?.equals(head) ?? false);
}
