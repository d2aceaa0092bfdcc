import { readdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { countCores, readCpuQuota, readText } from './machine.ts';

/** Something about the machine that makes latencies vary between runs. */
export type NoiseFinding = {
  code: NoiseCode;
  /** What was seen, with its number. */
  seen: string;
  /** What it does to a measurement. */
  means: string;
  advice: string;
};

export type NoiseCode =
  | 'few-cores'
  | 'cpu-quota'
  | 'load'
  | 'steal'
  | 'virtual'
  | 'governor'
  | 'turbo'
  | 'memory'
  | 'swap'
  | 'container'
  | 'no-schedstat'
  | 'no-cpu-evidence';

/**
 * Lists sources of noise, worst first. Nothing here forbids a run: it says which of them a wide interval may
 * come from.
 *
 * @param machine `root` stands for `/` and `cores` for the processors that may be used; both for tests.
 */
export function findNoise(
  machine: { platform?: NodeJS.Platform; root?: string; cores?: number } = {},
): NoiseFinding[] {
  const platform = machine.platform ?? process.platform;
  const root = machine.root ?? '/';
  const cores = machine.cores ?? countCores(root);
  const checks = platform === 'linux' ? LINUX : [findFewCores, findLoad, findMissingEvidence];
  return checks.flatMap((check) => check({ root, cores, platform }) ?? []);
}

type Check = (machine: { platform: NodeJS.Platform; root: string; cores: number }) => NoiseFinding | null;

const findFewCores: Check = ({ cores }) => {
  if (cores >= 2) return null;
  return {
    code: 'few-cores',
    seen: '1 core',
    means: 'k6 and the service take the processor from each other: the tail shows their waiting, too.',
    advice: 'Use a machine with 2 cores, better 4.',
  };
};

const findQuota: Check = ({ root }) => {
  const quota = readCpuQuota(root);
  if (!quota) return null;
  return {
    code: 'cpu-quota',
    seen: `CPU quota of ${round(quota.cores)} cores (${quota.file})`,
    means: 'When it is used up, every process in it stands still for the rest of the period, mostly 100 ms.',
    advice: 'Give the container whole processors (docker run --cpuset-cpus) instead of a quota (--cpus).',
  };
};

/** Load of a quarter of the machine by others is enough to make k6 or the service wait at times. */
const BUSY = 0.25;

const findLoad: Check = ({ root, cores, platform }) => {
  const text = platform === 'linux' ? readText(root, 'proc/loadavg') : null;
  const load = text === null ? loadavg()[0]! : Number.parseFloat(text);
  if (!(load > BUSY * cores)) return null;
  return {
    code: 'load',
    seen: `load average ${round(load)} on ${cores} ${cores === 1 ? 'core' : 'cores'}`,
    means: 'Other programs used the processor within the last minute, and may again.',
    advice: 'Stop what else runs (builds, browsers, virus scanners), or wait a minute.',
  };
};

const findVirtual: Check = ({ root }) => {
  if (!/^flags\s*:.*\bhypervisor\b/m.test(readText(root, 'proc/cpuinfo') ?? '')) return null;
  // Fields of the cpu line: user nice system idle iowait irq softirq steal (proc_stat(5)).
  const fields =
    (readText(root, 'proc/stat') ?? '')
      .match(/^cpu\s+(.*)$/m)?.[1]
      ?.split(/\s+/)
      .map(Number) ?? [];
  const steal = fields[7] ?? 0;
  const all = fields.slice(0, 8).reduce((sum, ticks) => sum + ticks, 0);
  const share = all > 0 ? steal / all : 0;
  if (share >= 0.005) {
    return {
      code: 'steal',
      seen: `virtual machine; its host took ${round(share * 100)} % of the processor time since boot`,
      means:
        'The machine stands still at times, whatever runs on it. Tailgate discards rounds in which it does.',
      advice: 'Use a machine type with dedicated processors.',
    };
  }
  return {
    code: 'virtual',
    seen: 'virtual machine; its host took next to no processor time so far',
    means: 'Neighbours on the host share caches and memory, which no counter shows.',
    advice: 'Compare runs of one machine type; prefer dedicated processors for absolute limits.',
  };
};

const findGovernor: Check = ({ root }) => {
  const governors = listProcessors(root).flatMap(
    (cpu) => readText(root, join(CPUS, cpu, 'cpufreq/scaling_governor'))?.trim() ?? [],
  );
  const others = [...new Set(governors.filter((governor) => governor !== 'performance'))];
  if (others.length === 0) return null;
  return {
    code: 'governor',
    seen: `CPU frequency governor ${others.join(', ')}`,
    means: 'At low load the processor slows down, so latency falls when load rises.',
    advice: 'sudo cpupower frequency-set -g performance',
  };
};

const findTurbo: Check = ({ root }) => {
  const intel = readText(root, join(CPUS, 'intel_pstate/no_turbo'))?.trim();
  const generic = readText(root, join(CPUS, 'cpufreq/boost'))?.trim();
  if (intel !== '0' && generic !== '1') return null;
  const off = intel === '0' ? 'echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo' : BOOST_OFF;
  return {
    code: 'turbo',
    seen: 'turbo frequencies are on',
    means: 'The clock depends on temperature and on how many cores are busy, so later rounds may be slower.',
    advice: off,
  };
};

const LOW_MEMORY_KB = 512 * 1024;

const findLowMemory: Check = ({ root }) => {
  const total = readMemory(root, 'MemTotal');
  const free = readMemory(root, 'MemAvailable');
  if (total === null || free === null || (free >= LOW_MEMORY_KB && free >= total * 0.1)) return null;
  return {
    code: 'memory',
    seen: `${gigabytes(free)} of ${gigabytes(total)} GB memory available`,
    means: 'The kernel evicts files and pages while requests wait, and may kill the service.',
    advice: 'Close other programs, or use a machine with more memory.',
  };
};

const findSwap: Check = ({ root }) => {
  const used = (readMemory(root, 'SwapTotal') ?? 0) - (readMemory(root, 'SwapFree') ?? 0);
  if (used <= 0) return null;
  return {
    code: 'swap',
    seen: `${gigabytes(used)} GB of swap in use`,
    means: 'A request that touches a swapped page waits for the disk.',
    advice: 'Free memory, then: sudo swapoff -a && sudo swapon -a',
  };
};

const findContainer: Check = ({ root }) => {
  const groups = readText(root, 'proc/1/cgroup') ?? '';
  const marked = readText(root, '.dockerenv') !== null || readText(root, 'run/.containerenv') !== null;
  if (!marked && !/docker|kubepods|containerd|lxc|libpod/.test(groups)) return null;
  return {
    code: 'container',
    seen: 'inside a container',
    means: 'Programs outside it cannot be seen; only the processor time of the whole host can.',
    advice: 'Make sure that nothing else runs on the host.',
  };
};

const findNoSchedstat: Check = ({ root }) => {
  const [running] = (readText(root, 'proc/self/schedstat') ?? '').trim().split(/\s+/);
  // Without CONFIG_SCHED_INFO the file is missing, or holds zeros.
  if (Number(running) > 0) return null;
  return {
    code: 'no-schedstat',
    seen: 'the kernel does not tell how long processes wait for a processor (/proc/self/schedstat)',
    means: 'A starved load generator can be recognised by its processor time and late arrivals only.',
    advice: 'Nothing needs to be done; a kernel with CONFIG_SCHED_INFO tells more.',
  };
};

const findMissingEvidence: Check = ({ platform }) => ({
  code: 'no-cpu-evidence',
  seen: `no CPU evidence on ${platform === 'darwin' ? 'macOS' : platform}`,
  means:
    'A disturbed machine or starved load generator cannot be told from a slow service by processor time.',
  advice: 'Gate on Linux; use this machine to try things out.',
});

const LINUX: Check[] = [
  findFewCores,
  findQuota,
  findLoad,
  findVirtual,
  findLowMemory,
  findSwap,
  findGovernor,
  findTurbo,
  findContainer,
  findNoSchedstat,
];

const CPUS = 'sys/devices/system/cpu';
const BOOST_OFF = 'echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost';

function listProcessors(root: string): string[] {
  try {
    return readdirSync(join(root, CPUS)).filter((name) => /^cpu\d+$/.test(name));
  } catch {
    return [];
  }
}

/** A line of /proc/meminfo, in kB. */
function readMemory(root: string, name: string): number | null {
  const found = (readText(root, 'proc/meminfo') ?? '').match(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm'));
  return found ? Number(found[1]) : null;
}

function gigabytes(kilobytes: number): string {
  return (kilobytes / 1024 ** 2).toFixed(1);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
