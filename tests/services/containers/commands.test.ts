import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeContained, removeImages, removeStrays } from '../../../src/services/containers/commands.ts';
import { makeFolder } from '../../folders.ts';

const RUN = 'tailgate-0123abcd';
const OTHER = 'tailgate-4567abcd';
const THINGS = {
  ps: ['head_1-app', 'head_1-app-2', 'head_1-app-db-1', 'run-db'].map((name) => `${RUN}-${name}`),
  network: [`${RUN}-head_1`, `${RUN}-head_1-app_default`, `${OTHER}-head_1`, 'bridge'],
  volume: [`${RUN}-head_1-app_files`, 'tailgate-mine'],
  image: [`${RUN}:head-shop`, `${RUN}:head-shop.db-postgres-17`, `${RUN}:head-shop-api`, 'postgres:17'],
};

/** What carries the label of the service `app` besides its container: the network that it made, and compose's. */
const LABELLED = ['head_1-app-db-1', 'head_1', 'head_1-app_default', 'head_1-app_files'];

/** Runs a command beside a program that keeps things as files, as `docker` does. @returns what is left of some */
function run(command: string, ...kinds: (keyof typeof THINGS)[]): string[] {
  const folder = makeFolder('docker');
  const script = `#!/bin/sh
kind=$1; shift
case $kind in rm) kind=ps ;; rmi) kind=image ;; esac
case $* in *--filter*) cd ${folder}/$kind; grep -lxsr "\${*##*=}" . | sed 's|./||'; exit ;; esac
case $1 in -a|ls) ls ${folder}/$kind; exit ;; rm|-f|-fv) shift ;; esac
for one; do rm "${folder}/$kind/$one"; done
`;
  writeFileSync(join(folder, 'docker'), script, { mode: 0o755 });
  for (const [kind, names] of Object.entries(THINGS)) {
    mkdirSync(join(folder, kind));
    for (const name of names) {
      const isLabelled = LABELLED.some((one) => name === `${RUN}-${one}`);
      writeFileSync(join(folder, kind, name), isLabelled ? `${RUN}-head_1-app` : name);
    }
  }
  execFileSync('sh', ['-c', command], { env: { PATH: `${folder}:${process.env.PATH}` } });
  return kinds.flatMap((kind) => readdirSync(join(folder, kind)).sort());
}

it('a service takes its containers, networks and volumes along, and none of another', () => {
  const contained = { start: '', filter: `label=tailgate.service=${RUN}-head_1-app` };
  expect(run(removeContained(contained), 'ps', 'network', 'volume')).toEqual([
    ...[`${RUN}-head_1-app-2`, `${RUN}-run-db`],
    ...['bridge', `${OTHER}-head_1`, 'tailgate-mine'],
  ]);
});

it('a service takes its images along', () => {
  const names = { run: RUN, instance: 'head', service: 'shop' };
  expect(run(removeImages(names), 'image')).toEqual(['postgres:17', `${RUN}:head-shop-api`]);
});

it('the next run removes what any killed one has left, and nothing else', () => {
  const left = ['bridge', 'tailgate-mine', 'postgres:17'];
  expect(run(removeStrays(), 'ps', 'network', 'volume', 'image')).toEqual(left);
  expect(() => run(`docker() { return 1; }; ${removeStrays()}`)).toThrow();
});
