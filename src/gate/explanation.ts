import { realpathSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import type { BlockOptions } from '../blocks/block.ts';
import { profileArms, type SampledRound } from '../blocks/profiling.ts';
import { isLatency } from '../metrics/metric.ts';
import { layOutTurns } from '../plan/layout.ts';
import { EXPLANATION_SECONDS } from '../plan/plan.ts';
import { takesTurns } from '../plan/stretches.ts';
import { runChild } from '../processes/child.ts';
import { childEnvironment } from '../processes/environment.ts';
import type { Sampled } from '../profilers/profiler.ts';
import { readLines } from '../profilers/sources.ts';
import { layOutFlameGraph } from '../profiles/flame-graph.ts';
import { printStacks } from '../profiles/profile.ts';
import {
  type ChangedFiles,
  chooseHolder,
  findAllocators,
  findHolders,
  type Holder,
  type ProfiledRound,
  type RisenFunction,
  sumSamples,
} from '../profiles/rise.ts';
import type { Surroundings } from '../services/surroundings.ts';
import { isMoreWork, listProcessorCosts } from '../verdict/costs.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { Arms } from './arms.ts';
import type { Judgement } from './judgement.ts';
import type { MeasuredCase } from './looks.ts';

/** Rounds of processor time before it is decided whether allocations say more. */
const TIME_ROUNDS = 4;

/**
 * Looks for the function that takes the processor time by which a scenario has become slower, or that allocates the
 * memory by which it has grown, on one more start of each arm, with a profiler. Where garbage collection takes the time,
 * later rounds look for what allocates. It never decides, and whatever fails is a note. Does nothing where `explain` is
 * off, where nothing is slower by more work or takes more memory, or where both arms cannot take turns.
 */
export async function explainRegression(
  judgement: Judgement,
  { plan, blocks, config }: MeasuredCase,
  { tops }: Pick<Arms, 'tops'>,
  options: Omit<BlockOptions, 'planned'>,
): Promise<Judgement> {
  const { arms, progress } = options;
  const { head, base } = arms;
  const { verdict } = judgement;
  const slowest = findSlowest(verdict);
  const label = slowest?.label ?? findGrown(verdict);
  const step = plan.steps.find((one) => one.label === label);
  // Nothing looks into containers.
  const isSeen = config.services.some(({ start, container }) => start !== undefined && !container);
  if (config.explain === 'off' || !isSeen || !step || !tops || !base || !takesTurns(plan, step))
    return judgement;
  if (head.signal.aborted) return judgement;
  const takes = `takes the ${slowest ? 'processor time' : 'memory'}`;
  progress.phase(`looking for what ${takes} of ${step.label}`, EXPLANATION_SECONDS);
  try {
    const rounds = await profileArms({
      ...options,
      arms: { head, base },
      tops,
      block: blocks.length,
      seconds: EXPLANATION_SECONDS,
      layOut: (seconds) => layOutTurns(plan, step, seconds),
      choose: (before) =>
        slowest && !isCollected(pickRounds(before, 'time'), slowest) ? 'time' : 'allocations',
    });
    for (const of of ['time', 'allocations'] as const)
      for (const arm of ['base', 'head'] as const) {
        const stacks = printStacks(pickRounds(rounds, of).map((round) => round[arm]));
        if (stacks !== '') writeFileSync(join(options.folder, `profile-${of}.${arm}.txt`), stacks);
      }
    const name = async (holders: readonly Holder[], of: Sampled): Promise<RisenFunction[]> => {
      const files = [...new Set(holders.flatMap((holder) => holder.function?.file ?? []))];
      // Who makes up a file makes up the rest, too.
      if (holders.length === 0 || !files.every((file) => isInside(file, tops.head))) return [];
      const changed = await listChanges(files, tops, head);
      const chosen = chooseHolder(holders, pickRounds(rounds, of), changed);
      return [{ label: step.label, ...chosen, ...(of === 'allocations' && { of }) }];
    };
    const time = slowest ? await name(findHolders(pickRounds(rounds, 'time'), slowest), 'time') : [];
    const isExplained = time.some((one) => one.function !== null);
    const memory = isExplained
      ? []
      : await name(findAllocators(pickRounds(rounds, 'allocations')), 'allocations');
    const risen = [...time, ...memory];
    const draw = (of: Sampled, cost: { base: number; head: number }) => {
      const bars = layOutFlameGraph(pickRounds(rounds, of), cost);
      return bars.length > 0 ? [{ label: step.label, of, bars }] : [];
    };
    const sampled = sumSamples(pickRounds(rounds, 'allocations'));
    const flameGraphs = [
      ...(slowest ? draw('time', slowest) : []),
      ...draw('allocations', { base: sampled.base / sampled.head, head: 1 }),
    ];
    const found = {
      ...(risen.length > 0 && { risen }),
      ...(flameGraphs.length > 0 && { flameGraphs }),
    };
    return { ...judgement, verdict: { ...verdict, ...found } };
  } catch (error) {
    progress.note(`what ${takes} could not be looked for: ${(error as Error).message}`);
    return judgement;
  }
}

const pickRounds = (rounds: readonly SampledRound[], of: Sampled) =>
  rounds.filter((round) => round.of === of);

/** Tells whether garbage collection holds most of a rise, so that what allocates is worth a look. */
function isCollected(rounds: readonly ProfiledRound[], cost: { base: number; head: number }): boolean {
  if (rounds.length < TIME_ROUNDS) return false;
  return findHolders(rounds, cost).find(({ isMost }) => isMost)?.function === null;
}

/** Finds the scenario whose memory has grown, by what gates. */
function findGrown({ changes, invalid, faults }: Verdict): string | undefined {
  if (invalid.length > 0 || faults.length > 0) return undefined;
  return changes.find(({ code, metric }) => code === 'regressed' && metric.kind === 'memory')?.label;
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

/** Tells whether a file is one of a work tree, however its path is written. */
function isInside(file: string, top: string): boolean {
  try {
    return realpathSync(join(top, file)).startsWith(`${realpathSync(top)}/`);
  } catch {
    return false;
  }
}

/** Lists the files of the head that differ from the base, with the lines that do. */
async function listChanges(
  files: readonly string[],
  tops: NonNullable<Arms['tops']>,
  { environment, signal }: Pick<Surroundings, 'environment' | 'signal'>,
): Promise<ChangedFiles> {
  const found = new Map<string, { changed: number[]; lines: string[] }>();
  const options = ['--no-index', '--unified=0', '--no-color', '--no-ext-diff', '--no-textconv'];
  const until = performance.now() + DIFF_MS;
  for (const file of files) {
    const before = isInside(file, tops.base) ? join(tops.base, file) : devNull;
    const outcome = await runChild({
      file: 'git',
      arguments: ['diff', ...options, '--', before, join(tops.head, file)],
      environment: childEnvironment(environment),
      timeoutMs: Math.max(0, until - performance.now()),
      signal,
    });
    if (outcome.kind !== 'ended') continue;
    const hunks = outcome.output.matchAll(/^@@ -[\d,]{1,20} \+(\d{1,9})(?:,(\d{1,9}))? @@/gm);
    const changed = [...hunks].flatMap(([, first, count = '1']) =>
      Array.from({ length: Math.min(MOST_LINES, Math.max(1, Number(count))) }, (_, i) => Number(first) + i),
    );
    if (changed.length > 0) found.set(file, { changed, lines: readLines(join(tops.head, file)) });
  }
  return found;
}

/** Time (ms) for the differences of all files. */
const DIFF_MS = 1000;
/** Most lines of one change within a file that are looked at. */
const MOST_LINES = 10_000;
