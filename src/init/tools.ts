import { execFile } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Tools } from './corrections/observation.ts';

/** The server of each kind of database that can be started from a program. */
const SERVERS: Readonly<Record<string, string>> = { postgres: 'postgres', redis: 'redis-server' };
/** Debian keeps the programs of PostgreSQL here, a folder for each version, and not on PATH. */
const DEBIAN = '/usr/lib/postgresql';
/** Time (ms) for Docker to say that it is there. */
const PATIENCE_MS = 5000;

/** Looks what this machine has for databases: Docker, or servers of its own. */
export async function findTools(environment: NodeJS.ProcessEnv): Promise<Tools> {
  const programs = Object.entries(SERVERS).flatMap(([kind, name]) => {
    const folder = findProgram(name, environment);
    return folder === null ? [] : [[kind, folder]];
  });
  return {
    docker: await answers('docker', ['info'], environment),
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

function answers(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(program, args, { env, timeout: PATIENCE_MS }, (error) => resolve(error === null));
  });
}
