import { availableParallelism, cpus, release, type } from 'node:os';
import { UserError } from '../errors.ts';
import { sum } from '../measurement/sum.ts';
import { readKernelText } from '../processes/procfs.ts';

/** Reads a file of the kernel. Null where there is none. */
type ReadFile = (path: string) => string | null;

/** The part of a record's `environment` that the machine decides. */
export type Machine = {
  cpuModel: string;
  /** Processors that this process may use at once. */
  cores: number;
  /** Kernel and architecture, for instance `Linux 6.18 x64`. */
  os: string;
  /** Version without `v`. */
  node: string;
};

/** Describes the machine for a record. Runs are only compared with earlier ones whose machine was alike. */
export function describeMachine(): Machine {
  const kernel = release().match(/^\d+(\.\d+)?/)?.[0] ?? release();
  return {
    cpuModel: readCpuModel(),
    cores: countCores(),
    os: `${type()} ${kernel} ${process.arch}`,
    node: process.versions.node,
  };
}

/**
 * Counts the processors that this process may keep busy at once: its CPU affinity, limited by a quota of processor time.
 * The quota is rounded down (1 at least), since a part of a processor comes in bursts.
 */
export function countCores(read?: ReadFile): number {
  return Math.max(1, Math.min(availableParallelism(), Math.floor(readCpuQuota(read))));
}

/**
 * Reads the tightest quota of processor time, in cores, of this process's control group (version 2) and those above; no
 * end where there is none. In a container the path may be that of the host, which is not mounted: then only the root is.
 */
function readCpuQuota(read: ReadFile = readKernelText): number {
  const names = (/^0::\/(.*)$/m.exec(read('/proc/self/cgroup') ?? '')?.[1] ?? '').split('/').filter(Boolean);
  const folders = [...names.keys(), names.length].map((count) => names.slice(0, count));
  const quotas = folders.flatMap((folder) => {
    // `QUOTA PERIOD`, both in µs. Without a limit, QUOTA is `max`.
    const text = read(['/sys/fs/cgroup', ...folder, 'cpu.max'].join('/')) ?? '';
    const [quota, period] = text.split(' ').map(Number);
    return quota! > 0 ? [quota! / period!] : [];
  });
  return Math.min(Number.POSITIVE_INFINITY, ...quotas);
}

/** Share of the processor time from which on it is told that the host takes it. */
const STOLEN = 0.005;

/** Tells of sources of noise that the user can do something about, worst first. No source forbids a run. */
export function describeNoise(
  platform = process.platform,
  read: ReadFile = readKernelText,
  cores = countCores(read),
): string[] {
  const quota = round(readCpuQuota(read));
  // user nice system idle iowait irq softirq steal (proc_stat(5))
  const ticks = (/^cpu\s+(.*)$/m.exec(read('/proc/stat') ?? '')?.[1] ?? '').split(/\s+/, 8).map(Number);
  const stolen = (ticks[7] ?? 0) / sum(ticks, Number);
  const found: string[] = [];
  if (cores < 2)
    found.push('1 core: k6 and the service wait for each other. Use a machine with 2 cores, better 4.');
  if (Number.isFinite(quota))
    found.push(
      `CPU quota of ${quota} cores: once it is used up, every process stands still for a while. Give the container whole processors (docker run --cpuset-cpus) instead of a quota (--cpus).`,
    );
  if (stolen >= STOLEN)
    found.push(
      `The host of this virtual machine took ${round(stolen * 100)} % of its processor time since boot. Use a machine type with dedicated processors.`,
    );
  if (platform !== 'linux')
    found.push(
      'No CPU evidence on this system: a disturbed machine cannot be told from a slow service. Gate on Linux.',
    );
  return found;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/**
 * Refuses platforms on which k6 and the service cannot be run and stopped as Tailgate needs it.
 *
 * @throws UserError on everything but Linux and macOS
 */
export function assertSupportedPlatform(platform: NodeJS.Platform): void {
  if (platform === 'linux' || platform === 'darwin') return;
  throw new UserError({
    what: `Tailgate does not run on ${platform === 'win32' ? 'Windows itself' : platform}.`,
    hint: 'It runs on Linux, also in WSL2 (https://learn.microsoft.com/windows/wsl/install), and on macOS without evidence of CPU use.',
  });
}

function readCpuModel(): string {
  const model = cpus()[0]?.model.replace(/\s+/g, ' ').trim();
  if (model && model !== 'unknown') return model;
  // Linux names no model on Arm. But the numbers of maker and part tell the processors apart.
  const info = readKernelText('/proc/cpuinfo') ?? '';
  const maker = info.match(/^CPU implementer\s*:\s*(\S+)/m)?.[1];
  const part = info.match(/^CPU part\s*:\s*(\S+)/m)?.[1];
  return maker && part ? `Arm implementer ${maker} part ${part}` : `unknown ${process.arch}`;
}
