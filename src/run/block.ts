import { availableParallelism } from 'node:os';
import type { Request } from '../config/config.ts';
import { type K6Result, startK6 } from '../k6/process.ts';
import { writeScript } from '../k6/script.ts';
import { readSlots, type SlotResult } from '../k6/summary.ts';
import { diagnoseSlot, type SlotDiagnosis, type SlotEvidence } from '../measurement/validity.ts';
import { FIXED_WORK_LIMIT_SECONDS, type Program, restartSlots, type Slot } from '../plan/plan.ts';
import type { Progress } from '../progress.ts';
import { type CpuSample, readSpan, waitForCalm, watchCpu } from './cpu.ts';
import { type RunningInstance, type Surroundings, startInstance } from './instance.ts';

export type DiagnosedSlot = SlotResult & { diagnosis: SlotDiagnosis; evidence: SlotEvidence };

/** What one instance gave under all programs of a look. */
export type Block = {
  /** Slots that count, `service-slow` ones included. */
  kept: DiagnosedSlot[];
  /** Slots thrown away whole because something else than the service shaped them. */
  discarded: DiagnosedSlot[];
  /** First service that ended by itself, and the step that was being measured then. */
  crash: { service: string; exit: string; log: string; label: string } | null;
  /** k6 gave nothing; the rest of the block was not tried. */
  failure: (Extract<K6Result, { kind: 'failed' }> & { label: string }) | null;
  /** What virtual users told of failed requests, commonest first, each as `label: what`. */
  failures: string[];
  /** The user's own thresholds that failed. */
  thresholds: { label: string; threshold: string }[];
  loadSeconds: number;
};

export type BlockOptions = {
  around: Surroundings;
  k6: string;
  /** Folder for scripts and summaries. */
  folder: string;
  progress: Progress;
};

/** Beyond the plan: k6's own start, a script's setup and teardown (k6 ends these after 60 s each), fixed work. */
const PATIENCE_SECONDS = 150 + FIXED_WORK_LIMIT_SECONDS;

/** Package updates, cache uploads and the like are over by then; what lasts longer will not end soon. */
const CALM_LIMIT_MS = 20_000;

/** Passes in which discarded slots are measured again. */
const REPEATS = 2;

/** Starts a fresh instance, measures all programs on it, and stops it on every path. @throws ServiceFailure */
export async function measureBlock(
  programs: readonly Program[],
  look: number,
  options: BlockOptions,
): Promise<Block> {
  const { around, progress } = options;
  const name = `head_${look + 1}`;
  const block: Block = {
    kept: [],
    discarded: [],
    crash: null,
    failure: null,
    failures: [],
    thresholds: [],
    loadSeconds: 0,
  };
  if (around.config.services.some((service) => service.start !== undefined)) {
    progress.phase(`starting ${around.config.services.map((service) => service.name).join(', ')}`);
  }
  const instance = await startInstance(around, name);
  try {
    for (const [index, program] of programs.entries()) {
      let due: Program | null = program;
      const thresholdsBefore = block.thresholds.length;
      for (let pass = 0; due !== null && pass <= REPEATS && isGoingOn(block, around); pass++) {
        const label = `${name}-${index + 1}${pass > 0 ? `-again${pass}` : ''}`;
        // A pass that is repeated says nothing, and so do its thresholds: the last one counts.
        block.thresholds.length = thresholdsBefore;
        const bad: Slot[] = await measureProgram(due, label, instance, block, options);
        due = bad.length > 0 && pass < REPEATS ? restartSlots(program, bad) : null;
        if (due !== null) await calmDown(bad, options);
      }
    }
  } finally {
    await instance.stop();
  }
  return block;
}

async function calmDown(bad: readonly Slot[], { around, progress }: BlockOptions): Promise<void> {
  progress.note(`${describeSlots(bad)} will be measured again: the machine was disturbed`);
  progress.phase('waiting for the machine to calm down', CALM_LIMIT_MS / 1000);
  await waitForCalm(CALM_LIMIT_MS, around.signal);
}

function isGoingOn(block: Block, around: Surroundings): boolean {
  return block.crash === null && block.failure === null && !around.signal.aborted;
}

/** @returns the slots that have to be measured again */
async function measureProgram(
  program: Program,
  name: string,
  instance: RunningInstance,
  block: Block,
  { around, k6, folder, progress }: BlockOptions,
): Promise<Slot[]> {
  const labels = [...new Set(program.slots.map((slot) => slot.step.label))].join(', ');
  progress.phase(`measuring ${labels}`, program.seconds);
  const run = await startK6({
    binary: k6,
    folder,
    name,
    script: writeScript({
      program,
      targetUrl: instance.targetUrl,
      requestOf: (slot) => fillRequest(slot, instance),
    }),
    cwd: around.config.directory,
    targetUrl: instance.targetUrl,
    environment: around.environment,
    keeper: around.keeper,
  });
  const startedAt = Date.now();
  const watch = watchCpu(run.group.pid, instance.sessions);
  const kill = () => run.group.signal('SIGKILL');
  around.signal.addEventListener('abort', kill, { once: true });
  // Whatever is still to be measured would only measure refused connections.
  void instance.crashed.then(() => instance.crash() !== null && run.group.signal('SIGINT'));
  const overdue = setTimeout(() => run.group.signal('SIGKILL'), (program.seconds + PATIENCE_SECONDS) * 1000);
  const result = await run.finished;
  clearTimeout(overdue);
  watch.stop();
  around.signal.removeEventListener('abort', kill);
  await run.group.stop('SIGTERM', 1000);
  block.loadSeconds += (Date.now() - startedAt) / 1000;

  const crash = instance.crash();
  if (crash !== null) {
    const elapsed = (Date.now() - startedAt) / 1000;
    const current = program.slots.findLast((slot) => slot.startSeconds <= elapsed) ?? program.slots[0]!;
    block.crash = { ...crash, label: current.step.label };
  }
  if (around.signal.aborted) return [];
  if (result.kind === 'failed') {
    if (crash === null) block.failure = { ...result, label: labels };
    return [];
  }
  if (!result.complete && crash === null) {
    const message = 'k6 was interrupted from outside';
    block.failure = { kind: 'failed', fault: 'harness', message, log: '', label: labels };
    return [];
  }
  block.failures.push(...result.failures);
  block.thresholds.push(...result.summary.thresholds.map((threshold) => ({ label: labels, threshold })));
  const outsiders =
    around.config.external.length > 0 ||
    around.config.services.some(
      ({ start }) => start === undefined || /\b(docker|podman|nerdctl)\b/.test(start),
    );
  const context = { cores: availableParallelism(), generatorLimit: watch.generatorLimit(), outsiders };
  const slots = readSlots(result.summary, program.slots).map((slot) =>
    diagnose(slot, watch.samples, context),
  );
  const bad =
    crash === null
      ? slots.filter(({ diagnosis }) => diagnosis !== 'sound' && diagnosis !== 'service-slow')
      : [];
  block.kept.push(...slots.filter((slot) => !bad.includes(slot)));
  block.discarded.push(...bad);
  return bad.map(({ slot }) => slot);
}

function diagnose(
  result: SlotResult,
  samples: readonly CpuSample[],
  context: { cores: number; generatorLimit: number; outsiders: boolean },
): DiagnosedSlot {
  const { rounds } = result;
  const seconds = rounds.reduce((sum, round) => sum + round.seconds, 0);
  const from = rounds[0]!.startedAt;
  const { clockJumpMs, ...cpu } = readSpan(samples, from, from + seconds * 1000, context);
  const lags = rounds.flatMap((round) => (round.lag === null ? [] : [round.lag.p99]));
  const evidence: SlotEvidence = {
    sent: result.sent,
    intended: result.intended,
    seconds,
    dropped: rounds.reduce((sum, round) => sum + round.dropped, 0),
    lagMs: lags.length > 0 ? Math.max(...lags) : null,
    cpu,
    clockJumpMs,
  };
  return { ...result, evidence, diagnosis: diagnoseSlot(evidence) };
}

function fillRequest(slot: Slot, instance: RunningInstance): Request | null {
  if (slot.step.work.kind === 'script') return null;
  const { request } = slot.step.work;
  return {
    ...request,
    url: instance.fill(request.url),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, instance.fill(value)]),
    ),
    body: request.body === undefined ? undefined : instance.fill(request.body),
  };
}

function describeSlots(slots: readonly Slot[]): string {
  const labels = [...new Set(slots.map((slot) => slot.step.label))];
  return `${slots.length} ${slots.length === 1 ? 'round' : 'rounds'} of ${labels.join(', ')}`;
}
