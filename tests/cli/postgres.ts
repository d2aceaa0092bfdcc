import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { findPort } from './repository.ts';

/** A PostgreSQL server of its own in a temporary folder, on the loopback interface only. */
export type Postgres = {
  /** What clients such as `createdb` and `pg` read. */
  environment: NodeJS.ProcessEnv;
  /** Names of the databases that were not there at first. */
  databases(): string[];
  stop(): void;
};

/** Debian keeps what is not for users out of PATH. */
const DEBIAN = '/usr/lib/postgresql';

/** @throws when PostgreSQL is not installed: this is no test to be left out */
export async function startPostgres(): Promise<Postgres> {
  const programs = findPrograms();
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-test-postgres-'));
  const data = join(folder, 'data');
  const port = await findPort();
  // PostgreSQL refuses to run as root.
  const isRoot = userInfo().uid === 0;
  const run = (program: string, ...args: string[]) => {
    const path = join(programs, program);
    const [command, ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', path] : [path];
    // A server keeps standard error open, so that waiting for its end would never end.
    execFileSync(command!, [...rest, ...args], { cwd: '/', stdio: 'ignore' });
  };
  if (isRoot) {
    chmodSync(folder, 0o755);
    execFileSync('chown', ['postgres', folder]);
  }
  run('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8');
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off`;
  run('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-w', '-o', options, 'start');
  const environment = {
    PATH: `${programs}${delimiter}${process.env.PATH}`,
    PGHOST: '127.0.0.1',
    PGPORT: String(port),
    PGUSER: 'postgres',
  };
  const list = () =>
    execFileSync(join(programs, 'psql'), ['-Atc', 'select datname from pg_database order by 1', 'postgres'], {
      env: { ...process.env, ...environment },
      encoding: 'utf8',
    })
      .trim()
      .split('\n');
  const first = list();
  return {
    environment,
    databases: () => list().filter((name) => !first.includes(name)),
    stop() {
      run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findPrograms(): string {
  const versions = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
  if (versions.length === 0) throw new Error('These tests need PostgreSQL: apt-get install postgresql');
  return join(DEBIAN, versions[0]!, 'bin');
}
