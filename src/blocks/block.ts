import { waitForCalm } from '../machine/samples.ts';
import type { Arm } from '../measurement/measurement.ts';
import { sum } from '../measurement/sum.ts';
import { restartSlots } from '../plan/layout.ts';
import type { Program, Slot, Stage } from '../plan/slot.ts';
import type { Progress } from '../progress.ts';
import type { RunningServices } from '../services/instance.ts';
import { type Instances, startInstances, stopInstances } from '../services/instances.ts';
import { ServiceFailure, type Surroundings } from '../services/surroundings.ts';
import { findCrash, joinCrashes } from './crash.ts';
import type { ProgramOptions } from './load.ts';
import { type ProgramResult, type Remarks, runProgram, tellNothing } from './program.ts';
import { type DiagnosedSlot, describeDiscarded, findDisturbed } from './slots.ts';
import { noteWarmUps, type WarmUps } from './warm-ups.ts';

/** Measurement of a block: fresh instances of the arms under all its programs. */
export type Block = Remarks & {
  index: number;
  crash: ProgramResult['crash'];
  failure: ProgramResult['failure'];
  /** Slots that count, including `slow` ones, without warm-ups. */
  kept: DiagnosedSlot[];
  /** Slots discarded because something other than the service affected them. */
  discarded: DiagnosedSlot[];
  warmUps: WarmUps;
  /** Slots of the soak; empty without one. */
  soak: DiagnosedSlot[];
  /** Time from the first start to the last stop, and the part of it spent on measuring disturbed slots again. */
  wallSeconds: number;
  repeatSeconds: number;
};

export type BlockOptions = Pick<ProgramOptions, 'k6' | 'folder' | 'seed'> & {
  /** The base is present if base and head are compared. */
  arms: { head: Surroundings; base?: Surroundings };
  shared: RunningServices;
  progress: Progress;
  /** Distinguishes names of files and instances from those of other variants, and of an earlier run: `v2`, `alone`. */
  part?: string;
  /** Planned blocks, for the progress. */
  planned: number;
  /** Earlier blocks that only sized fixed work. They have names of their own. */
  sizings?: number;
  /** Tells whether the block so far is all that is wanted: it sizes fixed work. Absent: the size is known. */
  isEnough?: (block: Block) => boolean;
  /** Programs of one arm to continue with before the block ends, given what it has so far; empty to end it. */
  soak?: (block: Block) => Program[];
  /** What becomes of disturbed slots: measured once more (if absent), discarded at once, or kept like others. */
  disturbed?: 'repeat' | 'discard' | 'keep';
};

/** Longest wait for a calm machine: package updates are over by then. A longer disturbance will not end soon. */
export const CALM_LIMIT_MS = 20_000;

/** Starts fresh instances, measures all programs on them, and always stops them. @throws ServiceFailure */
export async function measureBlock(
  stages: readonly Stage[],
  index: number,
  options: BlockOptions,
): Promise<Block> {
  const startedAt = performance.now();
  const none = { ...tellNothing(), crash: null, failure: null, wallSeconds: 0, repeatSeconds: 0 };
  const block: Block = { index, ...none, kept: [], discarded: [], soak: [], warmUps: new Map() };
  for (const [position, stage] of stages.entries()) {
    // If one arm follows the other, the base also gets the load under which the head crashed.
    const crash = block.crash?.arm === 'head' ? block.crash : null;
    if (crash !== null) block.crash = null;
    const isLast = position === stages.length - 1;
    if (isGoingOn(block, options)) await measureStage(stage, { position, isLast }, block, options);
    block.crash = joinCrashes(crash, block.crash);
  }
  block.wallSeconds = (performance.now() - startedAt) / 1000;
  return block;
}

/** What is up in a stage: how it is restarted, and driven by a program. */
type Running = {
  instances: Instances['running'];
  start(together: readonly Arm[]): Promise<void>;
  run(program: Program, name: string): Promise<ProgramResult>;
};

async function measureStage(
  stage: Stage,
  { position, isLast }: { position: number; isLast: boolean },
  block: Block,
  options: BlockOptions,
): Promise<void> {
  const { arms, shared, progress, sizings = 0 } = options;
  const instances: Instances = { running: new Map(), starts: 0 };
  const number = block.index + sizings;
  const context = { ...options, around: arms.head, instances: instances.running, block: block.index };
  const running: Running = {
    instances: instances.running,
    async start(together) {
      await stopInstances(instances);
      await startInstances(instances, { ...options, together, block: number });
    },
    run: (program, name) => runProgram(program, `${namePart(options)}block-${number + 1}-${name}`, context),
  };
  try {
    const { services } = arms.head.config;
    const names = services.flatMap(({ name, start, scope }) => (start && scope === 'instance' ? [name] : []));
    // Later starts take as long as the first one. Their time is reported with the measurement.
    if (names.length > 0 && block.index === 0)
      progress.phase(`starting ${names.join(', ')}${arms.base ? ` of ${stage.arms.join(' and ')}` : ''}`);
    await running.start(stage.arms);
    tellHidden(running, options);
    for (const [index, program] of stage.programs.entries())
      await measureProgram(program, `${position + 1}-${index + 1}`, running, block, options);
    if (isLast && isGoingOn(block, options)) await soakArms(running, block, options);
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    // What the arms share may have ended between two programs; then nothing else is to blame.
    block.crash = findCrash(new Map(), shared, '');
    if (block.crash === null) throw error;
  } finally {
    await stopInstances(instances);
  }
}

/** Runs, identified by what they share, that have already been told about hidden work. */
const told = new WeakSet<RunningServices>();

/** Says once per run that neighbours cannot be distinguished from services. */
function tellHidden({ instances }: Running, { shared, progress }: BlockOptions): void {
  const names = new Set([...instances.values(), shared].flatMap(({ hidden = [] }) => hidden));
  if (names.size === 0 || told.has(shared)) return;
  told.add(shared);
  progress.note(
    `cannot tell which processes on this machine do the work of ${[...names].join(', ')}, so disturbances by other processes go unnoticed`,
  );
}

/**
 * Keeps one arm after the other under load if the block would end the run. The other arm is halted, or not up
 * if one followed the other.
 */
async function soakArms({ instances, start, run }: Running, block: Block, options: BlockOptions) {
  for (let count = 1; isGoingOn(block, options); count++) {
    const programs = options.soak?.(block) ?? [];
    if (programs.length === 0) return;
    const { arm } = programs[0]!.slots[0]!;
    const seconds = sum(programs, (program) => program.seconds);
    options.progress.phase(`keeping the ${arm} under load, for growth and memory`, seconds);
    if (!instances.has(arm)) await start([arm]);
    const others = [...instances].flatMap(([other, instance]) => (other === arm ? [] : [instance]));
    for (const other of others) other.halt();
    try {
      await Promise.all([...instances.values()].map((instance) => instance.settled?.()));
      for (const [index, program] of programs.entries()) {
        if (!isGoingOn(block, options)) break;
        const { crash, failure, slots, failures } = await run(program, `soak-${count}-${index + 1}`);
        block.crash = crash;
        block.failure ??= failure;
        block.soak.push(...slots);
        block.failures.push(...failures);
      }
    } finally {
      for (const other of others) other.resume();
    }
  }
}

/** Makes the prefix of a file name. */
export function namePart({ part }: Pick<BlockOptions, 'part'>): string {
  return part === undefined ? '' : `${part}-`;
}

/** Measures a program, and repeats its disturbed slots. */
async function measureProgram(
  program: Program,
  name: string,
  { instances, start, run }: Running,
  block: Block,
  options: BlockOptions,
): Promise<void> {
  const { arms, shared, progress, planned, disturbed = 'repeat' } = options;
  const of = planned > 1 ? `block ${block.index + 1} of ${planned}: ` : '';
  let due: Program | null = program;
  let repeatedAt: number | null = null;
  while (due !== null && isGoingOn(block, options)) {
    const labels = [...new Set(due.slots.map(({ step }) => step.label))].join(', ');
    // The length of fixed work is unknown.
    const seconds = due.slots.every(({ requests }) => requests === null) ? due.seconds : undefined;
    progress.phase(`${of}measuring ${labels}`, seconds);
    const { slots, ...result } = await run(due, repeatedAt === null ? name : `${name}-again`);
    block.crash = result.crash;
    block.failure = result.failure ?? block.failure;
    block.failures.push(...result.failures);
    block.lost.push(...result.lost);
    const measured = slots.filter(({ slot }) => slot.round !== null);
    const bad = block.crash === null && disturbed !== 'keep' ? findDisturbed(measured) : [];
    block.kept.push(...measured.filter((slot) => !bad.includes(slot)));
    block.discarded.push(...bad);
    noteWarmUps(slots, bad, instances, block.warmUps);
    const again = bad.map(({ slot }): Slot => slot);
    const hasTime = repeatedAt === null && block.repeatSeconds < CALM_LIMIT_MS / 1000;
    const isDue = again.length > 0 && hasTime && disturbed === 'repeat' && isGoingOn(block, options);
    due = isDue ? restartSlots(program, again) : null;
    if (bad.length > 0) progress.note(describeDiscarded(bad, due !== null));
    if (due === null) break;
    repeatedAt = performance.now();
    // Pods were not late because of this machine.
    if (arms.head.config.pods === undefined) {
      progress.phase(`waiting for the machine to calm down (${CALM_LIMIT_MS / 1000} s at most)`);
      await waitForCalm(CALM_LIMIT_MS, arms.head.signal);
    }
    // Crashes are looked for now: a fresh instance would hide the death of the previous one.
    block.crash = findCrash(instances, shared, again[0]!.step.label);
    // The head has had extra load by then. Only instances with the same history are compared.
    if (arms.base && isGoingOn(block, options)) await start([...instances.keys()]);
  }
  if (repeatedAt !== null) block.repeatSeconds += (performance.now() - repeatedAt) / 1000;
}

function isGoingOn(block: Block, { arms, isEnough }: BlockOptions): boolean {
  const { crash, failure } = block;
  if (crash !== null || (failure !== null && !failsOnBase(failure)) || arms.head.signal.aborted) return false;
  return !isEnough?.(block);
}

/** Tells whether a script failed on the base. The head is still driven, to know whether only the base fails. */
export function failsOnBase({ arm, fault }: NonNullable<Block['failure']>): boolean {
  return arm === 'base' && fault === 'script';
}
