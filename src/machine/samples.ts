import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Arm, CpuUse } from '../measurement/measurement.ts';
import { sum } from '../measurement/sum.ts';
import {
  countToRoots,
  listProcesses,
  type ProcessStat,
  readKernelText,
  readPeakMemory,
  readThreadSeconds,
  TICKS_PER_SECOND,
} from '../processes/procfs.ts';

/** Cumulative CPU seconds at one moment. Null where this system does not tell, or once k6 has ended. */
export type CpuSample = {
  /** Unix ms and monotonic ms. They differ by another amount after the clock has jumped. */
  wall: number;
  monotonic: number;
  busy: number | null;
  steal: number | null;
  generator: number | null;
  service: number | null;
  self: number;
  /** CPU seconds of each arm's processes, and the most memory (MB) that they had resident, added up. */
  arms: ReadonlyMap<Arm, { seconds: number; memory: number }>;
};

/** Roots of the process trees of an arm: those of its services, and those of their containers. */
type ArmMembers = { sessions: readonly number[]; contained?: readonly number[] };

const PERIOD_MS = 250;

/** Share of the machine in use below which it is calm, while nothing is measured. */
const CALM_SHARE = 0.1;

/**
 * Waits until the machine has been calm for half a second, `limitMs` at most. Does not wait where its use is unknown.
 *
 * @returns false when it was not calm within that time
 */
export async function waitForCalm(limitMs: number, signal: AbortSignal): Promise<boolean> {
  const until = performance.now() + limitMs;
  const read = () => ({ at: performance.now(), ...readMachine() });
  let before = read();
  while (before.busy !== undefined && performance.now() < until && !signal.aborted) {
    await sleep(500);
    const now = read();
    const used = (now.busy ?? 0) + (now.steal ?? 0) - before.busy - before.steal!;
    if (used / (now.at - before.at) < (CALM_SHARE * availableParallelism()) / 1000) return true;
    before = now;
  }
  return before.busy === undefined;
}

/**
 * Samples the CPU time of the generator's and the services' sessions, and of the machine, until stopped. `take` takes a
 * sample now: the edges of what is measured are not left to interpolation. `generatorLimit` returns how many processors
 * the generator may use, as seen last: it may lower the number while it starts.
 *
 * @param generator its session; null: it is elsewhere, and nothing is sampled, as this machine has no part in what is measured
 * @param arms what is of each arm, and among what is of the services
 */
export function watchCpu(
  generator: number | null,
  services: readonly number[],
  arms: ReadonlyMap<Arm, ArmMembers> = new Map(),
) {
  const samples: CpuSample[] = [];
  let limit = availableParallelism();
  const take = () => {
    if (generator === null) return;
    const sample = sampleCpu(generator, services, arms);
    // A process that has ended takes its time with it. Counted as that of others, the time would look like a
    // disturbance. What the arms have used by then is known all the same.
    const before = samples.findLast((one) => one.generator !== null)?.generator ?? 0;
    const hasEnded = (sample.generator ?? 0) < before;
    samples.push(hasEnded ? { ...sample, busy: null, generator: null, service: null } : sample);
    limit = listAllowed(generator)?.size ?? limit;
  };
  take();
  const timer = setInterval(take, PERIOD_MS);
  return {
    samples,
    take,
    generatorLimit: () => limit,
    stop() {
      clearInterval(timer);
      take();
    },
  };
}

function sampleCpu(
  generator: number,
  services: readonly number[],
  arms: ReadonlyMap<Arm, ArmMembers>,
): CpuSample {
  const machine = readMachine();
  const { user, system } = process.cpuUsage();
  const processes = machine ? countToRoots(listProcesses() ?? [], new Set([generator, ...services])) : [];
  const add = (roots: readonly number[]) =>
    machine && sum(processes, ({ session, seconds }) => (roots.includes(session) ? seconds : 0));
  return {
    wall: Date.now(),
    monotonic: performance.now(),
    busy: machine?.busy ?? null,
    steal: machine?.steal ?? null,
    generator: add([generator]),
    service: add(services),
    self: (user + system) / 1e6,
    arms: new Map([...arms].map(([arm, members]) => [arm, sumArm(processes, members)])),
  };
}

function readMachine(): { busy: number; steal: number } | null {
  const text = readKernelText('/proc/stat');
  return text === null ? null : sumProcessors(text, listAllowed('self'));
}

/**
 * Sums the times (s) of processors in /proc/stat. Interrupt time is left out: on loopback it comes from the load.
 *
 * @param allowed those that this process may use; null for all. What the others of a host do disturbs nobody here
 */
export function sumProcessors(
  stat: string,
  allowed: ReadonlySet<number> | null,
): { busy: number; steal: number } {
  const [whole = [], ...shown] = stat.split('\n').flatMap((line) => {
    const [name = '', ...ticks] = line.trim().split(/\s+/);
    const number = /^cpu(\d*)$/.exec(name)?.[1];
    return number === undefined ? [] : [[Number(number), ...ticks.map(Number)]];
  });
  // A container that shows its own processors only (lxcfs) numbers them anew.
  const each = allowed && shown.length > allowed.size ? shown.filter(([number]) => allowed.has(number!)) : [];
  const rows = each.length > 0 ? each : [whole];
  const seconds = (column: number) => sum(rows, (row) => row[column] ?? 0) / TICKS_PER_SECOND;
  return { busy: seconds(1) + seconds(2) + seconds(3), steal: seconds(8) };
}

function sumArm(processes: readonly ProcessStat[], { sessions, contained = [] }: ArmMembers) {
  const own = processes.filter(({ session }) => sessions.includes(session) || contained.includes(session));
  return {
    seconds: sum(own, ({ pid, seconds }) => Math.max(seconds, readThreadSeconds(pid))),
    memory: sum(own, ({ pid }) => readPeakMemory(pid)),
  };
}

/** Lists the processors in a process's affinity mask. Null when it has ended, or where this system does not tell. */
function listAllowed(pid: number | 'self'): Set<number> | null {
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(readKernelText(`/proc/${pid}/status`) ?? '')?.[1];
  if (list === undefined) return null;
  return new Set(
    list.split(',').flatMap((range) => {
      const [from = 0, to = from] = range.split('-').map(Number);
      return Array.from({ length: to - from + 1 }, (_, i) => from + i);
    }),
  );
}

/**
 * Reads the CPU use between two moments (Unix ms), linearly between samples, and how far the clock jumped meanwhile.
 *
 * @param outsiders work of the service may run where nobody sees it (external services, hidden containers); then it
 *   cannot be told from a disturbance, and `service` and `others` are null
 */
export function readSpan(
  samples: readonly CpuSample[],
  from: number,
  to: number,
  { outsiders, ...limits }: { cores: number; generatorLimit: number; outsiders: boolean },
): CpuUse & { clockJumpMs: number } {
  const seconds = (to - from) / 1000;
  const rate = (pick: (sample: CpuSample) => number | null): number | null => {
    const rise = riseOf(samples, from, to, pick);
    return rise === null ? null : Math.max(0, rise / seconds);
  };
  const [busy, generator, self] = [rate((s) => s.busy), rate((s) => s.generator), rate((s) => s.self)];
  const service = outsiders ? null : rate((s) => s.service);
  const known = busy !== null && generator !== null && service !== null;
  return {
    ...limits,
    generator,
    service,
    others: known ? Math.max(0, busy - generator - service - (self ?? 0)) : null,
    steal: rate((s) => s.steal),
    clockJumpMs: findClockJump(samples, from, to),
  };
}

/**
 * Reads what an arm's processes used between two moments (Unix ms): CPU seconds, and peak memory (MB) by the end. Null
 * where that is not known: one of them has ended meanwhile, nothing was sampled between, or it is after the last
 * sample.
 */
export function readArmUse(
  samples: readonly CpuSample[],
  arm: Arm,
  from: number,
  to: number,
): { cpu: number; memory: number } | null {
  const cpu = riseOf(samples, from, to, (sample) => sample.arms.get(arm)?.seconds ?? null);
  const memory = samples.findLast(({ wall }) => wall <= to)?.arms.get(arm)?.memory ?? 0;
  const isSampled = (samples.at(-1)?.wall ?? 0) >= to;
  return isSampled && cpu !== null && cpu >= 0 && memory > 0 ? { cpu, memory } : null;
}

/** Returns by how much something has risen between two moments. Null where it is not known. */
function riseOf(
  samples: readonly CpuSample[],
  from: number,
  to: number,
  pick: (sample: CpuSample) => number | null,
): number | null {
  const [begin, end] = [from, to].map((at) => valueAt(samples, at, pick)) as [number | null, number | null];
  return begin === null || end === null ? null : end - begin;
}

function valueAt(
  samples: readonly CpuSample[],
  at: number,
  pick: (sample: CpuSample) => number | null,
): number | null {
  const known = samples.filter((sample) => pick(sample) !== null);
  const after = known.findIndex((sample) => sample.wall >= at);
  const index = after === -1 ? known.length - 1 : after;
  const [left, right] = [known[Math.max(0, index - 1)], known[index]];
  if (!left || !right) return null;
  const [a, b] = [pick(left)!, pick(right)!];
  if (right.wall === left.wall) return b;
  return a + Math.min(1, Math.max(0, (at - left.wall) / (right.wall - left.wall))) * (b - a);
}

/** Finds the largest disagreement (ms) between wall clock and monotonic clock within the span. */
function findClockJump(samples: readonly CpuSample[], from: number, to: number): number {
  const offsets = samples.filter((s) => s.wall >= from && s.wall <= to).map((s) => s.wall - s.monotonic);
  return offsets.length < 2 ? 0 : Math.max(...offsets) - Math.min(...offsets);
}
