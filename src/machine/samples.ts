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

/** Share of the machine in use below which it is calm, while nothing is measured, and for how long (s) it has to be. */
const CALM = { share: 0.1, seconds: 0.5 };

/**
 * Waits until the machine has been calm for half a second, `limitMs` at most. Does not wait where its use is unknown.
 *
 * @returns false when it was not calm within that time
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
 * Sums the times (s) of processors in /proc/stat. Interrupt time is left out: on loopback it comes from the load. Null
 * where this system does not tell.
 *
 * @param allowed those that this process may use; null for all. What the others of a host do disturbs nobody here
 */
export function readMachine(
  stat = readKernelText('/proc/stat'),
  allowed: ReadonlySet<number> | null = listAllowed('self'),
): { busy: number; steal: number } | null {
  const rows = (stat?.match(/^cpu\d* .*/gm) ?? []).map((line) => line.slice('cpu'.length).split(/ +/));
  // A container that shows its own processors only (lxcfs) numbers them anew.
  const isPart = allowed !== null && rows.length - 1 > allowed.size;
  const each = rows.filter(([number]) => isPart && number !== '' && allowed.has(Number(number)));
  const used = each.length > 0 ? each : rows.slice(0, 1);
  const seconds = (column: number) => sum(used, (row) => Number(row[column] ?? 0)) / TICKS_PER_SECOND;
  return rows.length === 0 ? null : { busy: seconds(1) + seconds(2) + seconds(3), steal: seconds(8) };
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

/** Returns by how much something has risen between two moments, linearly between samples. Null where it is not known. */
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
