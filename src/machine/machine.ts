import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, release, type } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../errors.ts';

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
 * Counts the processors that this process may keep busy at once: its CPU affinity, limited by a cgroup's CPU quota. The
 * quota is rounded down (1 at least), since a part of a processor comes in bursts.
 *
 * @param root folder that stands for `/`.
 */
export function countCores(root = '/'): number {
  const quota = process.platform === 'linux' ? readCpuQuota(root) : null;
  return Math.max(1, Math.min(availableParallelism(), Math.floor(quota?.cores ?? Number.POSITIVE_INFINITY)));
}

/**
 * Reads the tightest CPU quota above this process, in cores. Null without one. In a container the cgroup's path may
 * be that of the host, which is not mounted there. The container's own limit is at the mount's root. So both are
 * read. Formats: `cpu.max` is "QUOTA PERIOD" or "max PERIOD" (cgroup v2), `cpu.cfs_quota_us` is -1 without limit
 * (v1).
 */
export function readCpuQuota(root = '/'): { cores: number; file: string } | null {
  const groups = (readText(root, 'proc/self/cgroup') ?? '').split('\n').map((line) => line.split(':'));
  const unified = groups
    .find(([id, controllers]) => id === '0' && controllers === '')
    ?.slice(2)
    .join(':');
  const cpu = groups
    .find(([, controllers]) => controllers?.split(',').includes('cpu'))
    ?.slice(2)
    .join(':');
  const quotas: { cores: number; file: string }[] = [];
  const add = (file: string, quota: number, period: number) => {
    if (quota > 0 && period > 0) quotas.push({ cores: quota / period, file: `/${file}` });
  };
  for (const folder of listAncestors(unified)) {
    for (const mount of ['sys/fs/cgroup', 'sys/fs/cgroup/unified']) {
      const file = join(mount, folder, 'cpu.max');
      const [quota, period] = (readText(root, file) ?? '').trim().split(/\s+/).map(Number);
      add(file, quota ?? 0, period ?? 0);
    }
  }
  for (const folder of listAncestors(cpu)) {
    for (const mount of ['sys/fs/cgroup/cpu', 'sys/fs/cgroup/cpu,cpuacct']) {
      const file = join(mount, folder, 'cpu.cfs_quota_us');
      const period = Number(readText(root, join(mount, folder, 'cpu.cfs_period_us')));
      add(file, Number(readText(root, file)), period);
    }
  }
  return quotas.reduce<(typeof quotas)[number] | null>(
    (min, q) => (min && min.cores <= q.cores ? min : q),
    null,
  );
}

/**
 * Refuses platforms on which k6 and the service cannot be run and stopped as Tailgate needs it.
 *
 * @param platform as in `process.platform`.
 * @throws UserError on everything but Linux and macOS.
 */
export function assertSupportedPlatform(platform: NodeJS.Platform): void {
  if (platform === 'linux' || platform === 'darwin') return;
  if (platform === 'win32') {
    throw new UserError({
      what: 'Tailgate does not run on Windows itself.',
      hint: 'Run it in WSL2 (https://learn.microsoft.com/windows/wsl/install), or in CI with runs-on: ubuntu-latest.',
    });
  }
  throw new UserError({
    what: `Tailgate does not run on ${platform}.`,
    hint: 'It runs on Linux, and on macOS without evidence of CPU use.',
  });
}

/** Reads a file below `root`, or null where there is none or it cannot be read. */
export function readText(root: string, path: string): string | null {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return null;
  }
}

/** Lists a path and its ancestors, since a limit on any of them holds: `/a/b` gives `/a/b`, `/a`, `/`. */
function listAncestors(path: string | undefined): string[] {
  const parts = (path ?? '').split('/').filter((part) => part !== '' && part !== '..');
  return [...parts.map((_, index) => `/${parts.slice(0, parts.length - index).join('/')}`), '/'];
}

function readCpuModel(): string {
  const model = cpus()[0]?.model.replace(/\s+/g, ' ').trim();
  if (model && model !== 'unknown') return model;
  // Linux names no model on Arm. But the numbers of maker and part tell the processors apart.
  const info = readText('/', 'proc/cpuinfo') ?? '';
  const maker = info.match(/^CPU implementer\s*:\s*(\S+)/m)?.[1];
  const part = info.match(/^CPU part\s*:\s*(\S+)/m)?.[1];
  return maker && part ? `Arm implementer ${maker} part ${part}` : `unknown ${process.arch}`;
}
