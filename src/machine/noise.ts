import { readKernelText } from '../processes/procfs.ts';
import { type ReadFile, readCpuQuota } from './cgroups.ts';
import { countCores } from './machine.ts';

/** Fact about the machine that makes latencies vary between runs. */
type NoiseFinding = {
  code: 'few-cores' | 'cpu-quota' | 'steal' | 'no-cpu-evidence';
  /** Observation, with its number. */
  seen: string;
  /** Effect on a measurement. */
  means: string;
  advice: string;
};

/** Share of the processor time from which on it is told that the host takes it. */
const STOLEN = 0.005;

/**
 * Lists sources of noise that the user can do something about, worst first. No source forbids a run: the list tells which
 * of them a wide interval may come from.
 */
export function findNoise(
  platform = process.platform,
  read: ReadFile = readKernelText,
  cores = countCores(read),
): NoiseFinding[] {
  const found: NoiseFinding[] = [];
  if (cores < 2)
    found.push({
      code: 'few-cores',
      seen: '1 core',
      means: 'k6 and the service take the processor from each other: the tail shows their waiting, too.',
      advice: 'Use a machine with 2 cores, better 4.',
    });
  const quota = readCpuQuota(read);
  if (quota !== null)
    found.push({
      code: 'cpu-quota',
      seen: `CPU quota of ${round(quota.cores)} cores (${quota.file})`,
      means:
        'When it is used up, every process in it stands still for the rest of the period, mostly 100 ms.',
      advice: 'Give the container whole processors (docker run --cpuset-cpus) instead of a quota (--cpus).',
    });
  // user nice system idle iowait irq softirq steal (proc_stat(5))
  const ticks = (/^cpu\s+(.*)$/m.exec(read('/proc/stat') ?? '')?.[1] ?? '').split(/\s+/, 8).map(Number);
  const stolen = (ticks[7] ?? 0) / ticks.reduce((sum, one) => sum + one, 0);
  if (stolen >= STOLEN)
    found.push({
      code: 'steal',
      seen: `virtual machine; its host took ${round(stolen * 100)} % of the processor time since boot`,
      means:
        'The machine stands still at times, whatever runs on it. Tailgate discards rounds in which it does.',
      advice: 'Use a machine type with dedicated processors.',
    });
  if (platform !== 'linux')
    found.push({
      code: 'no-cpu-evidence',
      seen: `no CPU evidence on ${platform === 'darwin' ? 'macOS' : platform}`,
      means:
        'A disturbed machine or starved load generator cannot be told from a slow service by processor time.',
      advice: 'Gate on Linux; use this machine to try things out.',
    });
  return found;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
