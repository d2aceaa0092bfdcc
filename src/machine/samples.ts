import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Arm, CpuUse } from '../measurement/measurement.ts';
import { sum } from '../measurement/sum.ts';
import {
  countToRoots,
  listProcesses,
  readKernelText,
  readPeakMemory,
  readThreadSeconds,
  TICKS_PER_SECOND,
} from '../processes/procfs.ts';

/** Cumulative CPU seconds at one moment. Null if this system does not report them, or once k6 has ended. */
export type CpuSample = {
  /** Unix ms and monotonic ms. Their difference changes if the clock jumps. */
  wall: number;
  monotonic: number;
  busy: number | null;
  steal: number | null;
  generator: number | null;
  service: number | null;
  self: number;
  /** CPU seconds of each arm's processes, and their peak resident memory (MB), added up. */
  arms: ReadonlyMap<Arm, { seconds: number; memory: number }>;
};

/** Roots of the process trees of an arm: those of its services, and those of their containers. */
type ArmMembers = { sessions: readonly number[]; contained?: readonly number[] };

const PERIOD_MS = 250;

/** Share of the machine in use below which it counts as calm, while nothing is measured, and for how long (s). */
const CALM = { share: 0.1, seconds: 0.5 };

/**
 * Waits until the machine has been calm for half a second, at most `limitMs`. Does not wait if its use is unknown.
 *
 * @returns false if it was not calm within that time
 */
export async function waitForCalm(limitMs: number, signal: AbortSignal): Promise<boolean> {
  const until = performance.now() + limitMs;
  let before = readMachine();
  while (before !== null && performance.now() < until && !signal.aborted) {
    await sleep(1000 * CALM.seconds);
    const now = readMachine() ?? before;
    const used = now.busy + now.steal - before.busy - before.steal;
    if (used < CALM.share * CALM.seconds * availableParallelism()) return true;
    before = now;
  }
  return before === null;
}

/**
 * Samples the CPU time of the generator's and the services' sessions, and of the machine, until stopped. `take` takes a
 * sample now, so that the edges of what is measured need not be interpolated. `generatorLimit` returns how many processors
 * the generator may use, as seen last: it may lower the number while it starts.
 *
 * @param generator its session; null: it is elsewhere, so nothing is sampled, because this machine plays no part
 * @param arms what belongs to each arm, and what belongs to services in general
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
    // disturbance. What the arms have used by then is still known.
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
  const sumArm = ({ sessions, contained = [] }: ArmMembers) => {
    const own = processes.filter(({ session }) => sessions.includes(session) || contained.includes(session));
    return {
      seconds: sum(own, ({ pid, seconds }) => Math.max(seconds, readThreadSeconds(pid))),
      memory: sum(own, ({ pid }) => readPeakMemory(pid)),
    };
  };
  return {
    wall: Date.now(),
    monotonic: performance.now(),
    busy: machine?.busy ?? null,
    steal: machine?.steal ?? null,
    generator: add([generator]),
    service: add(services),
    self: (user + system) / 1e6,
    arms: new Map([...arms].map(([arm, members]) => [arm, sumArm(members)])),
  };
}

/**
 * Sums the times (s) of processors in /proc/stat. Interrupt time is left out: on loopback the load causes it. Null
 * if this system does not report it.
 *
 * @param allowed those that this process may use; null for all. What happens on the others disturbs nobody here
 */
export function readMachine(
  stat = readKernelText('/proc/stat'),
  allowed: ReadonlySet<number> | null = listAllowed('self'),
): { busy: number; steal: number } | null {
  const rows = (stat?.match(/^cpu\d* .*/gm) ?? []).map((line) => line.slice('cpu'.length).split(/ +/));
  // A container that shows only its own processors (lxcfs) renumbers them.
  const isPart = allowed !== null && rows.length - 1 > allowed.size;
  const each = rows.filter(([number]) => isPart && number !== '' && allowed.has(Number(number)));
  const used = each.length > 0 ? each : rows.slice(0, 1);
  const seconds = (column: number) => sum(used, (row) => Number(row[column] ?? 0)) / TICKS_PER_SECOND;
  return rows.length === 0 ? null : { busy: seconds(1) + seconds(2) + seconds(3), steal: seconds(8) };
}

/** Lists the processors in a process's affinity mask. Null if it has ended, or if this system does not report it. */
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
 * Reads the CPU use between two times (Unix ms), interpolated between samples, and how far the clock jumped in between.
 *
 * @param outsiders work of the service may run invisibly (external services, hidden containers); it then
 *   cannot be distinguished from a disturbance, and `service` and `others` are null
 */
export function readSpan(
  samples: readonly CpuSample[],
  from: number,
  to: number,
  { outsiders, ...limits }: { cores: number; generatorLimit: number; outsiders: boolean },
): CpuUse & { clockJumpMs: number } {
  const rate = (what: 'busy' | 'generator' | 'service' | 'self' | 'steal') => {
    const rise = riseOf(samples, from, to, (sample) => sample[what]);
    return rise === null ? null : Math.max(0, (1000 * rise) / (to - from));
  };
  const [busy, generator, service] = [rate('busy'), rate('generator'), outsiders ? null : rate('service')];
  const known = busy !== null && generator !== null && service !== null;
  const others = known ? Math.max(0, busy - generator - service - (rate('self') ?? 0)) : null;
  const clockJumpMs = findClockJump(samples, from, to);
  return { ...limits, generator, service, others, steal: rate('steal'), clockJumpMs };
}

/**
 * Reads what an arm's processes used between two times (Unix ms): CPU seconds, and peak memory (MB) by the end. Null
 * if unknown: one of them ended in between, nothing was sampled in between, or it is after the last
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

/** Returns how much something has risen between two times, interpolated between samples. Null if unknown. */
function riseOf(
  samples: readonly CpuSample[],
  from: number,
  to: number,
  pick: (sample: CpuSample) => number | null,
): number | null {
  const known = samples.flatMap((sample) => {
    const value = pick(sample);
    return value === null ? [] : [{ wall: sample.wall, value }];
  });
  if (known.length === 0) return null;
  const valueAt = (at: number) => {
    const right = known.find(({ wall }) => wall >= at) ?? known.at(-1)!;
    const left = known[known.indexOf(right) - 1] ?? right;
    const part = (at - left.wall) / (right.wall - left.wall || 1);
    return left.value + Math.min(1, Math.max(0, part)) * (right.value - left.value);
  };
  return valueAt(to) - valueAt(from);
}

/** Finds the largest disagreement (ms) between wall clock and monotonic clock within the span. */
function findClockJump(samples: readonly CpuSample[], from: number, to: number): number {
  const offsets = samples.filter((s) => s.wall >= from && s.wall <= to).map((s) => s.wall - s.monotonic);
  return offsets.length < 2 ? 0 : Math.max(...offsets) - Math.min(...offsets);
}
