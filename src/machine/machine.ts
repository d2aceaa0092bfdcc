import { availableParallelism, cpus, release, type } from 'node:os';
import { UserError } from '../errors.ts';
import { sum } from '../measurement/sum.ts';
import { readKernelText } from '../processes/procfs.ts';

/** Describes the machine for a record. Runs are only compared with earlier ones whose machine was alike. */
export function describeMachine() {
  const kernel = release().match(/^\d+(\.\d+)?/)?.[0] ?? release();
  const os = `${type()} ${kernel} ${process.arch}`;
  return { cpuModel: readCpuModel(), cores: countCores(), os, node: process.versions.node };
}

/**
 * Counts the processors that this process may keep busy at once: its CPU affinity, limited by the tightest quota of its
 * control group and those above (of version 1 only the root). In a container the path may be that of the host, of which only the root is
 * there. A quota is rounded down (1 at least), since a part of a processor comes in bursts.
 */
export function countCores(read: (path: string) => string | null = readKernelText): number {
  const path = /^0::\/(.*)$/m.exec(read('/proc/self/cgroup') ?? '')?.[1] ?? '';
  const names = path.split('/').filter(Boolean);
  const texts = [...names.keys(), names.length].map((count) =>
    read(['/sys/fs/cgroup', ...names.slice(0, count), 'cpu.max'].join('/')),
  );
  const quotas = texts.flatMap((text) => {
    // `QUOTA PERIOD`, both in µs. Without a limit, QUOTA is `max`.
    const [quota, period] = (text ?? '').split(' ').map(Number);
    return quota! > 0 ? [Math.floor(quota! / period!)] : [];
  });
  return Math.max(1, Math.min(availableParallelism(), ...quotas));
}

/** Share of the processor time since boot from which on it is told that the host of a virtual machine takes it. */
const STOLEN = 0.005;

/** Lists what of this machine makes latencies vary, each with what to do. Nothing of it forbids a run. */
export function listNoise(
  platform = process.platform,
  read: (path: string) => string | null = readKernelText,
  cores = countCores(read),
): string[] {
  // user nice system idle iowait irq softirq steal (proc_stat(5))
  const ticks = (/^cpu\s+(.*)$/m.exec(read('/proc/stat') ?? '')?.[1] ?? '').split(/\s+/, 8).map(Number);
  const stolen = (ticks[7] ?? 0) / sum(ticks, (one) => one);
  return [
    cores < 2
      ? 'k6 and the service share 1 core, so a tail holds their waiting, too: take 2 cores, better 4.'
      : '',
    stolen >= STOLEN
      ? `The host of this virtual machine has taken ${(100 * stolen).toFixed(1)} % of its processor time since boot: take one with dedicated processors.`
      : '',
    platform === 'linux'
      ? ''
      : 'Processor time is seen on Linux alone. Here a disturbed machine looks like a slow service: gate on Linux.',
  ].filter(Boolean);
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
