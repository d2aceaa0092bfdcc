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
 * @param root folder that stands for `/`
 */
export function countCores(root = '/'): number {
  const quota = process.platform === 'linux' ? readCpuQuota(root) : null;
  return Math.max(1, Math.min(availableParallelism(), Math.floor(quota?.cores ?? Number.POSITIVE_INFINITY)));
}

/**
 * Reads the tightest CPU quota above this process, in cores. Null without one. In a container the path of the group may
 * be that of the host, which is not mounted there, and the container's own limit is at the root of the mount: both are
 * among the ancestors that are read. `cpu.max` is "QUOTA PERIOD" or "max PERIOD" (cgroup v2), `cpu.cfs_quota_us` is -1
 * without limit (v1).
 */
export function readCpuQuota(root = '/'): { cores: number; file: string } | null {
  const groups = (readText(root, 'proc/self/cgroup') ?? '').split('\n').flatMap((line) => {
    const [, id, controllers, path = ''] = /^(\d+):([^:]*):(.*)$/.exec(line) ?? [];
    return id === undefined ? [] : [{ controllers: controllers!.split(','), path }];
  });
  const read = (folder: string, name: string) => readText(root, join('sys/fs/cgroup', folder, name)) ?? '';
  const quotas = groups.flatMap(({ controllers, path }) =>
    listAncestors(path).flatMap((folder) => {
      const of = (mount: string, file: string, quota: string, period: string) => {
        const cores = Number(quota) / Number(period);
        return cores > 0 ? [{ cores, file: `/${join('sys/fs/cgroup', mount, folder, file)}` }] : [];
      };
      if (controllers[0] === '')
        return ['', 'unified'].flatMap((mount) => {
          const [quota = '', period = ''] = read(join(mount, folder), 'cpu.max').trim().split(' ');
          return of(mount, 'cpu.max', quota, period);
        });
      if (!controllers.includes('cpu')) return [];
      return ['cpu', 'cpu,cpuacct'].flatMap((mount) => {
        const [quota, period] = ['quota', 'period'].map((of) =>
          read(join(mount, folder), `cpu.cfs_${of}_us`),
        );
        return of(mount, 'cpu.cfs_quota_us', quota!, period!);
      });
    }),
  );
  return quotas.sort((a, b) => a.cores - b.cores)[0] ?? null;
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

/** Reads a file below `root`, or null where there is none or it cannot be read. */
export function readText(root: string, path: string): string | null {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return null;
  }
}

/** Lists a path and its ancestors, since a limit on any of them holds: `/a/b` gives `/a/b`, `/a`, `/`. */
function listAncestors(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '' && part !== '..');
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
