import { availableParallelism, cpus, release, type } from 'node:os';
import { UserError } from '../errors.ts';
import { readKernelText } from '../processes/procfs.ts';

/** Describes the machine for a record. Runs are only compared with earlier ones on a similar machine. */
export function describeMachine() {
  const kernel = release().match(/^\d+(\.\d+)?/)?.[0] ?? release();
  const os = `${type()} ${kernel} ${process.arch}`;
  return { cpuModel: readCpuModel(), cores: countCores(), os, node: process.versions.node };
}

/**
 * Counts the processors that this process may keep busy at once: its CPU affinity, limited by the tightest quota of its
 * control group and those above (for version 1 only the root). In a container the path may be the host's, of which
 * only the root is visible. A quota is rounded down (to at least 1), since a part of a processor comes in bursts.
 */
export function countCores(read: (path: string) => string | null = readKernelText): number {
  const path = /^0::\/(.*)$/m.exec(read('/proc/self/cgroup') ?? '')?.[1] ?? '';
  const names = path.split('/').filter(Boolean);
  const texts = [...names.keys(), names.length].map((count) =>
    read(['/sys/fs/cgroup', ...names.slice(0, count), 'cpu.max'].join('/')),
  );
  texts.push(['quota', 'period'].map((one) => read(`/sys/fs/cgroup/cpu/cpu.cfs_${one}_us`)).join(' '));
  const quotas = texts.flatMap((text) => {
    // `QUOTA PERIOD`, both in µs. Without a limit, QUOTA is `max`, or -1.
    const [quota, period] = (text ?? '').split(' ').map(Number);
    return quota! > 0 ? [Math.floor(quota! / period!)] : [];
  });
  return Math.max(1, Math.min(availableParallelism(), ...quotas));
}

/**
 * Refuses platforms on which k6 and the service cannot be run and stopped as Tailgate needs.
 *
 * @throws UserError on everything but Linux and macOS
 */
export function assertSupportedPlatform(platform: NodeJS.Platform): void {
  if (platform === 'linux' || platform === 'darwin') return;
  throw new UserError({
    what: `Tailgate does not run on ${platform === 'win32' ? 'Windows itself' : platform}.`,
    hint: 'It runs on Linux, including WSL2 (https://learn.microsoft.com/windows/wsl/install), and on macOS, where it cannot read CPU use.',
  });
}

function readCpuModel(): string {
  const model = cpus()[0]?.model.replace(/\s+/g, ' ').trim();
  if (model && model !== 'unknown') return model;
  // Linux names no model on Arm. But the implementer and part numbers distinguish the processors.
  const info = readKernelText('/proc/cpuinfo') ?? '';
  const maker = info.match(/^CPU implementer\s*:\s*(\S+)/m)?.[1];
  const part = info.match(/^CPU part\s*:\s*(\S+)/m)?.[1];
  return maker && part ? `Arm implementer ${maker} part ${part}` : `unknown ${process.arch}`;
}
