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
 * @param machine `root` stands for `/` and `cores` for the processors that may be used; both for tests
 */
export function findNoise(
  machine: { platform?: NodeJS.Platform; root?: string; cores?: number } = {},
): NoiseFinding[] {
  const { platform = process.platform, root = '/', cores = countCores(root) } = machine;
  const linux = platform === 'linux';
  const read = (path: string) => readText(root, path) ?? '';
  const quota = linux ? readCpuQuota(root) : null;
  const load = linux ? Number.parseFloat(read('proc/loadavg')) || 0 : loadavg()[0]!;
  // user nice system idle iowait irq softirq steal (proc_stat(5))
  const ticks = (/^cpu\s+(.*)$/m.exec(read('proc/stat'))?.[1] ?? '').split(/\s+/).slice(0, 8).map(Number);
  const stolen = (ticks[7] ?? 0) / (ticks.reduce((sum, one) => sum + one, 0) || 1);
  const memory = describeMemory(read('proc/meminfo'));
  const findings: [boolean, NoiseFinding['code'], string, string, string][] = [
    [
      cores < 2,
      'few-cores',
      '1 core',
      'k6 and the service take the processor from each other: the tail shows their waiting, too.',
      'Use a machine with 2 cores, better 4.',
    ],
    [
      quota !== null,
      'cpu-quota',
      `CPU quota of ${round(quota?.cores ?? 0)} cores (${quota?.file})`,
      'When it is used up, every process in it stands still for the rest of the period, mostly 100 ms.',
      'Give the container whole processors (docker run --cpuset-cpus) instead of a quota (--cpus).',
    ],
    [
      load > BUSY * cores,
      'load',
      `load average ${round(load)} on ${cores} ${cores === 1 ? 'core' : 'cores'}`,
      'Other programs used the processor within the last minute, and may again.',
      'Stop what else runs (builds, browsers, virus scanners), or wait a minute.',
    ],
    [
      stolen >= STOLEN,
      'steal',
      `virtual machine; its host took ${round(stolen * 100)} % of the processor time since boot`,
      'The machine stands still at times, whatever runs on it. Tailgate discards rounds in which it does.',
      'Use a machine type with dedicated processors.',
    ],
    [
      memory !== '',
      'memory',
      memory,
      'A request that touches a page which was evicted or swapped waits for the disk.',
      'Close other programs, or use a machine with more memory.',
    ],
    [
      !linux,
      'no-cpu-evidence',
      `no CPU evidence on ${platform === 'darwin' ? 'macOS' : platform}`,
      'A disturbed machine or starved load generator cannot be told from a slow service by processor time.',
      'Gate on Linux; use this machine to try things out.',
    ],
  ];
  return findings.flatMap(([is, code, seen, means, advice]) => (is ? [{ code, seen, means, advice }] : []));
}

/** Names the kinds of memory that are scarce. Lines of the text have their number in kB. */
function describeMemory(text: string): string {
  const read = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? Number.NaN);
  const [total, free] = [read('MemTotal'), read('MemAvailable')];
  const swapped = read('SwapTotal') - read('SwapFree');
  const show = (kilobytes: number) => (kilobytes / 1024 ** 2).toFixed(1);
  const isLow = free < LOW_MEMORY_KB || free < total * 0.1;
  return [
    ...(isLow ? [`${show(free)} of ${show(total)} GB memory available`] : []),
    ...(swapped > 0 ? [`${show(swapped)} GB of swap in use`] : []),
  ].join(', ');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
