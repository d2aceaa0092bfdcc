import { loadavg } from 'node:os';
import { countCores, readCpuQuota, readText } from './machine.ts';

/** Fact about the machine that makes latencies vary between runs. */
export type NoiseFinding = {
  code: 'few-cores' | 'cpu-quota' | 'load' | 'steal' | 'memory' | 'no-cpu-evidence';
  /** Observation, with its number. */
  seen: string;
  /** Effect on a measurement. */
  means: string;
  advice: string;
};

/** Load by others (share of the machine) that is enough to make k6 or the service wait at times. */
const BUSY = 0.25;

const STOLEN = 0.005;

const LOW_MEMORY_KB = 512 * 1024;

/**
 * Lists sources of noise that the user can do something about, worst first. No source forbids a run: the list
 * tells which of them a wide interval may come from.
 *
 * @param machine `root` stands for `/` and `cores` for the processors that may be used; both for tests.
 */
export function findNoise(
  machine: { platform?: NodeJS.Platform; root?: string; cores?: number } = {},
): NoiseFinding[] {
  const { platform = process.platform, root = '/', cores = countCores(root) } = machine;
  const linux = platform === 'linux';
  const quota = linux ? readCpuQuota(root) : null;
  const load = linux ? readLoad(root) : loadavg()[0]!;
  const stolen = readStolenShare(root);
  const memory = readMemory(root);
  const checks: (NoiseFinding | false | null)[] = [
    cores < 2 && {
      code: 'few-cores',
      seen: '1 core',
      means: 'k6 and the service take the processor from each other: the tail shows their waiting, too.',
      advice: 'Use a machine with 2 cores, better 4.',
    },
    quota && {
      code: 'cpu-quota',
      seen: `CPU quota of ${round(quota.cores)} cores (${quota.file})`,
      means:
        'When it is used up, every process in it stands still for the rest of the period, mostly 100 ms.',
      advice: 'Give the container whole processors (docker run --cpuset-cpus) instead of a quota (--cpus).',
    },
    load > BUSY * cores && {
      code: 'load',
      seen: `load average ${round(load)} on ${cores} ${cores === 1 ? 'core' : 'cores'}`,
      means: 'Other programs used the processor within the last minute, and may again.',
      advice: 'Stop what else runs (builds, browsers, virus scanners), or wait a minute.',
    },
    stolen >= STOLEN && {
      code: 'steal',
      seen: `virtual machine; its host took ${round(stolen * 100)} % of the processor time since boot`,
      means:
        'The machine stands still at times, whatever runs on it. Tailgate discards rounds in which it does.',
      advice: 'Use a machine type with dedicated processors.',
    },
    memory !== null && {
      code: 'memory',
      seen: memory,
      means: 'A request that touches a page which was evicted or swapped waits for the disk.',
      advice: 'Close other programs, or use a machine with more memory.',
    },
    !linux && {
      code: 'no-cpu-evidence',
      seen: `no CPU evidence on ${platform === 'darwin' ? 'macOS' : platform}`,
      means:
        'A disturbed machine or starved load generator cannot be told from a slow service by processor time.',
      advice: 'Gate on Linux; use this machine to try things out.',
    },
  ];
  return checks.filter((finding) => finding !== null && finding !== false);
}

function readLoad(root: string): number {
  return Number.parseFloat(readText(root, 'proc/loadavg') ?? '0');
}

/** Reads the cpu line: user nice system idle iowait irq softirq steal (proc_stat(5)). */
function readStolenShare(root: string): number {
  const line = /^cpu\s+(.*)$/m.exec(readText(root, 'proc/stat') ?? '')?.[1] ?? '';
  const ticks = line.split(/\s+/).slice(0, 8).map(Number);
  const all = ticks.reduce((sum, one) => sum + one, 0);
  return all > 0 ? (ticks[7] ?? 0) / all : 0;
}

/** Names the kind of memory that is scarce, or gives null. */
function readMemory(root: string): string | null {
  const text = readText(root, 'proc/meminfo') ?? '';
  // Lines have their number in kB.
  const read = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? Number.NaN);
  const [total, free] = [read('MemTotal'), read('MemAvailable')];
  const swapped = read('SwapTotal') - read('SwapFree');
  const words = [
    (free < LOW_MEMORY_KB || free < total * 0.1) &&
      `${gigabytes(free)} of ${gigabytes(total)} GB memory available`,
    swapped > 0 && `${gigabytes(swapped)} GB of swap in use`,
  ].filter(Boolean);
  return words.length === 0 ? null : words.join(', ');
}

function gigabytes(kilobytes: number): string {
  return (kilobytes / 1024 ** 2).toFixed(1);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
