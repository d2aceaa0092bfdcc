import { waitForCalm } from '../machine/cpu.ts';
import type { Arm } from '../measurement/measurement.ts';
import { restartSlots } from '../plan/layout.ts';
import { SHORTEST_ROUND_SECONDS } from '../plan/shape.ts';
import type { Program, Slot, Stage } from '../plan/slot.ts';
import { tellDetail } from '../processes/details.ts';
import type { Progress } from '../progress.ts';
import type { RunningInstance, RunningServices } from '../services/instance.ts';
import { type Instances, startInstances, stopInstances } from '../services/instances.ts';
import { ServiceFailure, type Surroundings } from '../services/surroundings.ts';
import { findCrash, joinCrashes } from './crash.ts';
import type { DiagnosedSlot } from './diagnosis.ts';
import { describeDiscarded, describeSlot, findDisturbed } from './disturbances.ts';
import { type ProgramResult, type Remarks, runProgram, tellNothing } from './program.ts';
import { noteWarmUps, type WarmUps } from './warm-ups.ts';

/** Measurement of a block: fresh instances of the arms under all its programs. */
export type Block = Remarks & {
  index: number;
  crash: ProgramResult['crash'];
  failure: ProgramResult['failure'];
  /** Slots that count, `service-slow` ones included, without warm-ups. */
  kept: DiagnosedSlot[];
  /** Slots thrown away because something other than the service shaped them. */
  discarded: DiagnosedSlot[];
  warmUps: WarmUps;
  /** Slots of the soak, and kinds of failure in it; empty without one. */
  soak: DiagnosedSlot[];
  soakFailures: ProgramResult['failures'];
  /** Time from the first start to the last stop. */
  wallSeconds: number;
};

export type BlockOptions = {
  /** The base is there when base and head are compared. */
  arms: { head: Surroundings; base?: Surroundings };
  shared: RunningServices;
  k6: string;
  /** Seed of the run, from which arrivals are drawn. */
  seed: number;
  /** Folder for scripts and summaries. */
  folder: string;
  progress: Progress;
  /** Tells names of files and instances from those of other variants, and of a run before this one: `v2`, `alone`. */
  part?: string;
  /** Blocks planned, for the progress. */
  planned: number;
  /** Blocks before this one that only sized fixed work. They have names of their own. */
  sizings?: number;
  /** Tells whether the block so far is all that is wanted of it: it sizes fixed work. Absent: it is of a known size. */
  isEnough?: (block: Block) => boolean;
  /** Told what the block has so far, and the labels of the steps that get load next. Absent: nobody wants to know. */
  follow?: (block: Block, labels: readonly string[]) => void;
  /** Programs of one arm to go on with while the pair is still up, given the block so far; empty to end the block. */
  soak?: (block: Block) => Program[];
  /** False where disturbances are wanted, as in the study of a noisy neighbour. */
  repeatDisturbed?: boolean;
};

/** Instances that are up, and what drives them. `around`: surroundings of the head. */
export type StageOptions = Pick<BlockOptions, 'shared' | 'k6' | 'seed' | 'folder' | 'progress'> & {
  around: Surroundings;
  instances: ReadonlyMap<Arm, RunningInstance>;
};

/** Longest wait for a calm machine: package updates are over by then. A longer disturbance will not end soon. */
export const CALM_LIMIT_MS = 20_000;

/** Passes in which discarded slots are measured again. A machine that does not calm down gets only one. */
const REPEATS = 2;

/** Starts fresh instances, measures all programs on them, and stops them on every path. @throws ServiceFailure */
export async function measureBlock(
  stages: readonly Stage[],
  index: number,
  options: BlockOptions,
): Promise<Block> {
  const startedAt = performance.now();
  const block = makeBlock(index);
  for (const [position, stage] of stages.entries()) {
    // Where one arm follows the other, the base gets the load too under which the head has crashed.
    const crash = block.crash?.arm === 'head' ? block.crash : null;
    if (crash !== null) block.crash = null;
    if (isGoingOn(block, options)) await measureStage(stage, position, block, options);
    block.crash = joinCrashes(crash, block.crash);
  }
  block.wallSeconds = (performance.now() - startedAt) / 1000;
  return block;
}

function makeBlock(index: number): Block {
  return {
    index,
    kept: [],
    discarded: [],
    crash: null,
    failure: null,
    ...tellNothing(),
    soakFailures: [],
    warmUps: new Map(),
    soak: [],
    wallSeconds: 0,
  };
}

/**
 * Splits what was measured of blocks that are joined in one program. What is known of the program alone stays with the
 * last of them.
 *
 * @param count of the blocks, from the index of `block` on
 */
export function splitBlock(block: Block, count: number): Block[] {
  if (count === 1) return [block];
  return Array.from({ length: count }, (_, offset): Block => {
    const index = block.index + offset;
    const pickOwn = (slots: DiagnosedSlot[]) => slots.filter(({ slot }) => slot.block === index);
    return {
      ...(offset === count - 1 ? block : makeBlock(index)),
      index,
      kept: pickOwn(block.kept),
      discarded: pickOwn(block.discarded),
      wallSeconds: block.wallSeconds / count,
    };
  });
}

async function measureStage(
  stage: Stage,
  position: number,
  block: Block,
  options: BlockOptions,
): Promise<void> {
  const instances: Instances = { running: new Map(), starts: 0 };
  try {
    announceStart(block.index, stage.arms, options);
    await startInstances(instances, { ...options, together: stage.arms, block: numberBlock(block, options) });
    for (const [number, program] of stage.programs.entries()) {
      const name = `${nameBlock(block, options)}-${position + 1}-${number + 1}`;
      await measureProgram(program, name, instances, block, options);
    }
    if (stage.arms.length > 1 && isGoingOn(block, options)) await soakPair(instances, block, options);
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    // What the arms share may have ended between two programs: then nobody else is to blame.
    block.crash = findCrash(new Map(), options.shared, '');
    if (block.crash === null) throw error;
  } finally {
    await stopInstances(instances);
  }
}

/** Keeps one arm after the other under load while the block would end the run. The other arm stands still. */
async function soakPair(instances: Instances, block: Block, options: BlockOptions): Promise<void> {
  const { progress } = options;
  const context = describeContext(instances, block, options);
  let programs = options.soak?.(block) ?? [];
  for (let count = 1; programs.length > 0 && isGoingOn(block, options); count++) {
    const { arm } = programs[0]!.slots[0]!;
    const seconds = programs.reduce((sum, program) => sum + program.seconds, 0);
    progress.phase(`keeping the ${arm} under load, for stalls, growth and memory`, seconds);
    options.follow?.(block, programs.flatMap(listLabels));
    const others = [...instances.running].filter(([other]) => other !== arm).map(([, instance]) => instance);
    for (const other of others) other.halt();
    try {
      for (const [index, program] of programs.entries()) {
        if (!isGoingOn(block, options)) break;
        const name = `${nameBlock(block, options)}-soak-${count}-${index + 1}`;
        const result = await runProgram(program, name, context);
        block.crash = result.crash;
        block.failure ??= result.failure;
        block.soak.push(...result.slots);
        block.soakFailures.push(...result.failures);
      }
    } finally {
      for (const other of others) other.resume();
    }
    programs = options.soak?.(block) ?? [];
  }
}

/** Describes what the programs of a block are run with. */
function describeContext(instances: Instances, block: Block, options: BlockOptions) {
  const { arms, shared, k6, seed, folder } = options;
  return { around: arms.head, k6, seed, folder, instances: instances.running, shared, block: block.index };
}

/** Begins the name of a file. */
export function namePart({ part }: Pick<BlockOptions, 'part'>): string {
  return part === undefined ? '' : `${part}-`;
}

/** Names a block in the names of its files. */
function nameBlock(block: Block, options: BlockOptions): string {
  return `${namePart(options)}block-${numberBlock(block, options) + 1}`;
}

/** Numbers a block in the names of its files and instances, from 0. */
function numberBlock({ index }: Block, { sizings = 0 }: BlockOptions): number {
  return index + sizings;
}

function announceStart(index: number, together: readonly Arm[], options: BlockOptions): void {
  const { arms, progress } = options;
  const { services } = arms.head.config;
  const names = services.filter(({ start, scope }) => start && scope === 'instance').map(({ name }) => name);
  // Later starts take as long as the first one. Their time is told with the measurement.
  if (names.length === 0 || index > 0) return;
  progress.phase(`starting ${names.join(', ')}${arms.base ? ` of ${together.join(' and ')}` : ''}`);
}

/** Writes `block 3 of 16: ` where there are several blocks. */
function countBlock({ index }: Block, { planned }: BlockOptions): string {
  return planned > 1 ? `block ${index + 1} of ${planned}: ` : '';
}

/** Measures a program, and measures its disturbed slots again. */
async function measureProgram(
  program: Program,
  name: string,
  instances: Instances,
  block: Block,
  options: BlockOptions,
): Promise<void> {
  const { arms, shared, progress, repeatDisturbed = true } = options;
  let due: Program | null = program;
  let calm = true;
  for (let pass = 0; due !== null && isGoingOn(block, options); pass++) {
    const labels = listLabels(due);
    // Nobody knows how long fixed work takes.
    const seconds = due.slots.every(({ requests }) => requests === null) ? due.seconds : undefined;
    progress.phase(`${countBlock(block, options)}measuring ${labels.join(', ')}`, seconds);
    options.follow?.(block, labels);
    const passName = pass === 0 ? name : `${name}-again${pass}`;
    const result = await runProgram(due, passName, describeContext(instances, block, options));
    const { crash, failure, thresholds, slots } = result;
    block.crash = crash;
    block.failure = failure ?? block.failure;
    for (const key of ['failures', 'redirects', 'fed', 'unfed', 'lost', 'nodes'] as const)
      (block[key] as unknown[]).push(...result[key]);
    const measured = slots.filter(({ slot }) => slot.round !== null);
    const disturbed = crash === null && repeatDisturbed ? findDisturbed(measured) : [];
    // A threshold is about all that k6 sent. Where one fails beside a disturbance, all of it is tried again.
    const mayRepeat = pass < REPEATS && calm;
    const bad = disturbed.length > 0 && thresholds.length > 0 && mayRepeat ? measured : disturbed;
    const kept = measured.filter((slot) => !bad.includes(slot));
    block.kept.push(...kept);
    block.discarded.push(...bad);
    if (bad.length === 0 || (!mayRepeat && kept.length > 0)) block.thresholds.push(...thresholds);
    for (const slot of bad) tellDetail(() => describeSlot(slot, block.index));
    noteWarmUps(slots, bad, instances.running, block.warmUps);
    const again = bad.filter((one) => !isTooShort(one, options)).map(({ slot }): Slot => slot);
    due = again.length > 0 && mayRepeat ? restartSlots(program, again) : null;
    if (bad.length > 0) progress.note(describeDiscarded(bad, due !== null));
    if (due === null) continue;
    // A machine that does not calm down may still leave the repeat alone. But a second wait would be in vain.
    // Pods were not late because of this machine.
    calm = arms.head.config.pods !== undefined || (await calmDown(options));
    // Crashes are looked for now: a fresh instance would hide that the one before it has died.
    block.crash = findCrash(instances.running, shared, again[0]!.step.label);
    // The head has had load of its own by then. Only instances with the same past are compared.
    if (arms.base && isGoingOn(block, options)) await restartInstances(instances, block, options);
  }
}

function listLabels({ slots }: Program): string[] {
  return [...new Set(slots.map(({ step }) => step.label))];
}

async function restartInstances(instances: Instances, block: Block, options: BlockOptions): Promise<void> {
  const together = [...instances.running.keys()];
  await stopInstances(instances);
  await startInstances(instances, { ...options, together, block: numberBlock(block, options) });
}

/** Waits for a calm machine. @returns true when it is calm now, as far as one can tell */
async function calmDown({ arms, progress }: BlockOptions): Promise<boolean> {
  progress.phase(`waiting for the machine to calm down (${CALM_LIMIT_MS / 1000} s at most)`);
  return waitForCalm(CALM_LIMIT_MS, arms.head.signal);
}

/** Tells whether a slot of fixed work only shows how often the work has to be done. It will be measured anew. */
function isTooShort({ slot, evidence }: DiagnosedSlot, { isEnough }: BlockOptions): boolean {
  return isEnough !== undefined && slot.requests !== null && evidence.seconds < SHORTEST_ROUND_SECONDS;
}

function isGoingOn(block: Block, { arms, isEnough }: BlockOptions): boolean {
  const { crash, failure } = block;
  if (crash !== null || (failure !== null && !failsOnBase(failure)) || arms.head.signal.aborted) return false;
  return !isEnough?.(block);
}

/** Tells whether a script failed on the base. The head is driven all the same, to know that only the base fails. */
export function failsOnBase({ arm, fault }: NonNullable<Block['failure']>): boolean {
  return arm === 'base' && fault === 'script';
}
