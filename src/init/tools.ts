import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runChild } from '../processes/child.ts';
import { childEnvironment } from '../processes/environment.ts';
import type { Tools } from './corrections/observation.ts';

/** The server of each kind of database that can be started from a program. */
const SERVERS: Readonly<Record<string, string>> = { postgres: 'postgres', redis: 'redis-server' };
/** Debian keeps the programs of PostgreSQL here, a folder for each version, and not on PATH. */
const DEBIAN = '/usr/lib/postgresql';
/** Time (ms) for Docker to say that it is there. */
const PATIENCE_MS = 5000;

/** Looks what this machine has for databases: Docker, or servers of its own. @throws Interrupted on abort */
export async function findTools(environment: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Tools> {
  const programs = Object.entries(SERVERS).flatMap(([kind, name]) => {
    const folder = findProgram(name, environment);
    return folder === null ? [] : [[kind, folder]];
  });
  return {
    docker: await hasDocker(environment, signal),
    programs: Object.fromEntries(programs),
    root: process.getuid?.() === 0,
  };
}

function findProgram(name: string, { PATH = '' }: NodeJS.ProcessEnv): string | null {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : [];
  const found = [...PATH.split(':'), ...debian.sort().reverse()].find((folder) =>
    existsSync(join(folder, name)),
  );
  // Its other programs lie beside the file itself, not beside a link to it.
  return found === undefined ? null : dirname(realpathSync(join(found, name)));
}

/** Tells whether Docker's daemon answers. */
async function hasDocker(environment: NodeJS.ProcessEnv, signal: AbortSignal): Promise<boolean> {
  const outcome = await runChild({
    file: 'docker',
    arguments: ['info'],
    environment: childEnvironment(environment),
    timeoutMs: PATIENCE_MS,
    signal,
  });
  return outcome.kind === 'ended' && outcome.exitCode === 0;
}
