import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Arm } from '../../src/measurement/measurement.ts';
import { buildServices, contain } from '../../src/services/build.ts';
import { startInstance } from '../../src/services/instance.ts';
import type { Surroundings } from '../../src/services/surroundings.ts';
import { makeFolder } from '../folders.ts';
import { folder, keeper, useKeeper } from '../keeper.ts';
import { readServices, surroundHead } from './surroundings.ts';

/** A program that answers as `docker` does, and keeps an image as a file that says who made it. */
const writeDocker = () => `#!/bin/sh
echo "$*" >> ${engine}/calls
image() { echo "${engine}/images/$(echo "$1" | tr / _)"; }
case "$1 $2" in
  'image inspect') test -e "$(image "$3")"; exit ;;
  'network inspect') exit 1 ;;
  'ps -q') printf '%064d\\n' 1 ;;
  'image ls') ls ${engine}/images; exit ;;
  'compose -f') sed -e "s/@PORT@/$PORT/" -e "s/@VERSION@/$VERSION/" "$3"; exit ;;
esac
case $1 in
  build) cat revision > "$(image "$3")" ;;
  pull) echo registry > "$(image "$2")" ;;
  tag) cp "$(image "$2")" "$(image "$3")" ;;
  rmi) shift 2; for one; do rm "$(image "$one")"; done ;;
  wait) echo 0 ;;
  inspect) printf '%064d 0\\n' 1 ;;
  run) exec node -e "require('node:http').createServer((_, out) => out.end()).listen($PORT, '127.0.0.1')" ;;
esac
case "$*" in *' up '*) echo "up with \${PORT-no port}" >> ${engine}/calls ;; esac
`;

/** Where the engine is, which outlives the run. */
let engine: string;

useKeeper();
beforeEach(() => {
  engine = makeFolder('tailgate-test');
  for (const name of ['bin', 'images']) mkdirSync(join(engine, name));
  for (const name of ['logs', 'head', 'base']) mkdirSync(join(folder, name));
  writeFileSync(join(engine, 'bin', 'docker'), writeDocker(), { mode: 0o755 });
});

const calls = () => readFileSync(join(engine, 'calls'), 'utf8').trim().split('\n');
const images = () => readdirSync(join(engine, 'images')).sort();
const nameRun = () => `tailgate-${keeper.mark.TAILGATE_RUN.slice(0, 8)}`;

/** What surrounds the services of an arm, each in a folder of its own. */
function surround(arm: Arm, services: string, more: NodeJS.ProcessEnv = {}): Surroundings {
  const directory = join(folder, arm);
  writeFileSync(join(directory, 'revision'), `${arm}\n`);
  const config = readServices(directory, `${services}target: app`);
  const PATH = `${join(engine, 'bin')}:${process.env.PATH}`;
  const environment = { ...process.env, PORT: undefined, PATH, ...more };
  const around = surroundHead(config, join(folder, 'logs'), keeper, new AbortController().signal);
  return { ...around, arm, environment, grace: (ms) => ms };
}

const build = (around: Surroundings) => buildServices(around, { phase() {}, note() {} });

/** Describes the containers of a service, which is at port 40123 of this machine. */
async function containIn(around: Surroundings, name: string, instance: string) {
  const service = around.config.services.find((one) => one.name === name)!;
  const env = { ...around.environment, VERSION: `1.${around.environment.MINOR}`, PORT: '40123' };
  const logPath = join(folder, 'logs', 'start.log');
  const step = { service: name, key: 'start', env, logPath, kind: 'not-ready' } as const;
  return (await contain(around, service, service.container!, instance, { ...step, hostPort: 40123 }))!;
}

describe('an image that is only named', () => {
  const SERVICES = `services:
  db:
    image: {name: acme/db, port: 5432}
  app:
    build: docker build -t acme/db .
    image: {name: acme/app, port: 8080}
    needs: [db]
    url: http://127.0.0.1:\${PORT}
`;
  /** Tells who has made the image that a service runs. */
  const askMaker = async (around: Surroundings, name: string, instance: string) => {
    const { start } = await containIn(around, name, instance);
    const image = /\S+$/.exec(start)![0];
    return readFileSync(join(engine, 'images', image.replaceAll('/', '_')), 'utf8').trim();
  };

  it('is what the commands of its own revision have named so, whichever service has them', async () => {
    const [head, base] = [surround('head', SERVICES), surround('base', SERVICES)];
    for (const around of [head, base]) await build(around);
    expect(await askMaker(head, 'db', 'head_1')).toBe('head');
    expect(await askMaker(base, 'db', 'base_1')).toBe('base');
    expect(await askMaker(base, 'app', 'base_1')).toBe('registry');
    expect(calls().filter((call) => call.startsWith('pull'))).toEqual(['pull acme/app']);
    // What serves the whole run is the head's.
    expect(await askMaker({ ...head, arm: null }, 'db', 'run')).toBe('head');
    await keeper.close();
    expect(images()).toEqual(['acme_app', 'acme_db']);
  });
});

it('the containers of each service go before what it needs, whether Tailgate or its keeper removes them', async () => {
  const services = `services:
  db: { image: {name: acme/db, port: 5432} }
  app:
    image: {name: acme/app, port: 8080}
    needs: [db]
    url: http://127.0.0.1:\${PORT}
    cleanup: docker cleanup
`;
  const head = surround('head', services);
  await build(head);
  await (await startInstance(head, 'head_1')).stop();
  await startInstance(head, 'head_2');
  await keeper.close();
  const said = calls().filter((call) => /^ps -a.* --filter|^cleanup/.test(call));
  const of = (instance: string) => (service: string) => {
    const label = `label=tailgate.service=${nameRun()}-${instance}-${service}`;
    return `ps -a --format {{.Names}} --filter ${label}`;
  };
  const removals = ['head_1', 'head_2'].map(of).flatMap((name) => [name('app'), 'cleanup', name('db')]);
  expect(said).toEqual(removals);
  expect(calls().find((call) => call.startsWith('network create'))).toContain(`${nameRun()}-head_1-db `);
});

describe('a compose file', () => {
  const FILE = `services:
  app: {image: "acme/app:@VERSION@", depends_on: {DB: {}}, environment: {ASKED: "@PORT@"}, expose: ["8080"]}
  DB: {image: "postgres:17"}
`;
  const declare = (port = '') => `services:
  app:
    compose: {file: compose.yaml, service: app${port}}
    env: {VERSION: "1.\${env.MINOR}"}
    url: http://127.0.0.1:\${PORT}
`;
  beforeEach(() => writeFileSync(join(folder, 'head', 'compose.yaml'), FILE));

  /** Reads the file of an instance. */
  const read = (instance: string) =>
    JSON.parse(readFileSync(join(folder, 'compose', `${nameRun()}-${instance}-app.json`), 'utf8'));

  it('has its images pulled as `env` names them, with a tag of the revision for each', async () => {
    const head = surround('head', declare(), { MINOR: '5' });
    await build(head);
    const [app, db] = [`${nameRun()}:head-app.app-acme-app-1.5`, `${nameRun()}:head-app.DB-postgres-17`];
    // Nothing is built where the file builds nothing.
    expect(calls().filter((call) => /^(pull|tag) | build$/.test(call))).toEqual([
      'pull acme/app:1.5',
      `tag acme/app:1.5 ${app}`,
      'pull postgres:17',
      `tag postgres:17 ${db}`,
    ]);
    await containIn(head, 'app', 'head_1');
    expect(read('head_1').services).toMatchObject({ app: { image: app }, DB: { image: db } });
    await keeper.close();
    expect(images()).toEqual(['acme_app:1.5', 'postgres:17']);
  });

  it.each([
    ['the one in the container where tailgate.yml names it', ', port: 8080', '8080'],
    ["that of the caller's environment where it does not", '', '3000'],
  ])('takes for its `${PORT}` %s, at the build as well', async (_, port, asked) => {
    const head = surround('head', declare(port), { MINOR: '5', PORT: '3000' });
    await build(head);
    await containIn(head, 'app', 'head_1');
    for (const instance of ['build-head', 'head_1'])
      expect(read(instance).services.app.environment).toMatchObject({ ASKED: asked });
    expect(read('head_1').services.app.ports).toEqual(['127.0.0.1:40123:8080']);
  });

  it('with a variable that is not set is a mistake of the head, and a failure of the base', async () => {
    writeFileSync(join(folder, 'base', 'compose.yaml'), FILE);
    await expect(build(surround('head', declare()))).rejects.toMatchObject({ exitCode: 2 });
    await expect(build(surround('base', declare()))).rejects.toMatchObject({
      kind: 'build-failed',
      arm: 'base',
      message: expect.stringMatching(/^env\.VERSION of app: Variable `MINOR` is not set/),
    });
  });

  it('has the image that a variant names, though another one was got for the revision', async () => {
    const head = surround('head', declare(), { MINOR: '5' });
    await build(head);
    const other = { ...head, environment: { ...head.environment, MINOR: '6' } };
    const { start } = await containIn(other, 'app', 'head_1');
    execFileSync('sh', ['-c', start], { env: { ...head.environment, PORT: '40123' } });
    // That of this machine is for no service that takes `PORT` over from the environment.
    expect(calls()).toContain('up with no port');
    const tag = `${nameRun()}:head-app.app-acme-app-1.6`;
    expect(read('head_1').services.app.image).toBe(tag);
    const got = calls().filter((call) => /^(pull|tag) acme/.test(call));
    expect(got.slice(-2)).toEqual(['pull acme/app:1.6', `tag acme/app:1.6 ${tag}`]);
    await keeper.close();
    expect(images()).toEqual(['acme_app:1.5', 'acme_app:1.6', 'postgres:17']);
  });
});
