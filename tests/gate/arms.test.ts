import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { readConfig } from '../../src/config/read.ts';
import { layOutArms } from '../../src/gate/arms.ts';
import type { GateRequest } from '../../src/gate/request.ts';
import { planShards } from '../../src/plan/shards.ts';
import { silent } from '../../src/progress.ts';
import {
  commit,
  environment,
  local,
  makeFolder,
  makeRepository,
  takePair,
  write,
} from '../revision/fixture.ts';

const CONFIG = `service:
  build: npm run build
  reuse:
    node_modules: package-lock.json
  start: node server.js
  url: http://127.0.0.1:\${PORT}
scenarios:
  search:
    request: GET /
    slo: p99 < 30ms at 100 req/s
`;

function makeRequest(note: (text: string) => void = () => {}): GateRequest {
  const progress = { ...silent, note };
  const { signal } = new AbortController();
  const base = { asked: null, trigger: local };
  return { only: [], base, environment, progress, signal } as Partial<GateRequest> as GateRequest;
}

describe('the arms of a run', () => {
  it('halt a service in both or in none of them, and the record says which are not', async () => {
    const directory = makeRepository({ 'tailgate.yml': CONFIG, 'package-lock.json': '{}\n' });
    write(directory, { 'tailgate.yml': CONFIG.replace('  start', '  halt: never\n  start') });
    const folder = makeFolder();
    const pair = await takePair(directory, local, { folder });
    const config = readConfig(join(directory, 'tailgate.yml'), directory);
    const arms = await layOutArms(config, { kind: 'pair', pair }, folder, 1, makeRequest());
    const [{ head, base }] = arms.variants as [{ head: Config; base: Config }];
    expect([head, base].map(({ services }) => services[0]!.halt)).toEqual(['never', 'never']);
    expect(arms.pair).toMatchObject({ unhalted: ['service'] });
    expect(arms.loosened).toMatchObject([{ kind: 'setting', setting: 'service.halt', to: 'never' }]);
  });

  it('have the variants of their own commits where commits are measured, whatever is checked out', async () => {
    const withOff = (value: string) => ({
      'tailgate.yml': `${CONFIG}variants: { cache: { on: {}, off: { env: { CACHE: "${value}" } } } }\n`,
      'package-lock.json': '{}\n',
    });
    const directory = makeRepository(withOff('base'));
    const head = commit(directory, withOff('head'));
    const folder = makeFolder();
    const pair = await takePair(directory, local, { folder, asked: 'HEAD~1', commit: head });
    write(directory, withOff('checkout'));
    const config = readConfig(join(directory, 'tailgate.yml'), directory);
    const arms = await layOutArms(config, { kind: 'pair', pair }, folder, 1, { ...makeRequest(), head });
    const off = arms.variants[1] as { head: Config; base: Config };
    expect([off.head, off.base].map(({ services }) => services[0]!.env)).toEqual([
      { CACHE: 'head' },
      { CACHE: 'base' },
    ]);
  });

  it('live in its own folder, take over what may be reused, and then are built', async () => {
    const directory = makeRepository({
      'tailgate.yml': CONFIG,
      'package-lock.json': '{}\n',
      'server.js': 'one\n',
      '.gitignore': 'node_modules\n',
    });
    write(directory, { 'server.js': 'two\n', 'node_modules/m/index.js': 'm\n' });
    const folder = makeFolder();
    const pair = await takePair(directory, local, { folder });
    const notes: string[] = [];
    const request = makeRequest((text) => void notes.push(text));
    const config = readConfig(join(directory, 'tailgate.yml'), directory);
    const arms = await layOutArms(config, { kind: 'pair', pair }, folder, 1, request);
    for (const [arm, text] of [
      ['head', 'two\n'],
      ['base', 'one\n'],
    ] as const) {
      let seen = '';
      await arms.prepare(arm, async () => {
        seen = readFileSync(join(folder, arm, 'node_modules/m/index.js'), 'utf8');
      });
      expect(seen).toBe('m\n');
      expect(arms.configs[arm]!.directory).toBe(join(folder, arm));
      expect(readFileSync(join(folder, arm, 'server.js'), 'utf8')).toBe(text);
    }
    await arms.prepare('base', async () => {});
    expect(notes).toEqual(['base: node_modules is not reused: this revision has its own']);
  });

  it.each([
    ['their objects for themselves where an image has their files', 'image: { build: ., port: 80 }', /^$/],
    ['what they borrow where an image has none of theirs', 'image: { name: nginx, port: 80 }', /objects\n/],
    ['what they borrow where no image is built', 'start: node server.js', /objects\n/],
  ])('have %s', async (_, keys, borrowed) => {
    const directory = makeRepository({
      'tailgate.yml': CONFIG.replace(/ {2}build[\s\S]*server\.js/, `  ${keys}`),
      Dockerfile: 'FROM scratch\n',
    });
    write(directory, { 'server.js': 'two\n' });
    const folder = makeFolder();
    const pair = await takePair(directory, local, { folder });
    const config = readConfig(join(directory, 'tailgate.yml'), directory);
    const arms = await layOutArms(config, { kind: 'pair', pair }, folder, 1, makeRequest());
    for (const arm of ['head', 'base'] as const) {
      let seen = 'not built';
      await arms.prepare(arm, async () => {
        seen = readFileSync(join(folder, arm, '.git/objects/info/alternates'), 'utf8');
      });
      expect(seen).toMatch(borrowed);
    }
  });

  it('have the same loosened gates on each shard of a suite, and none for what another shard measures', async () => {
    const both = `${CONFIG}  basket:\n    request: GET /basket\n    slo: p99 < 50ms at 100 req/s\n`;
    const directory = makeRepository({ 'tailgate.yml': both, 'package-lock.json': '{}' });
    write(directory, { 'tailgate.yml': both.replace('50ms', '80ms') });
    const config = readConfig(join(directory, 'tailgate.yml'), directory);
    const shards = planShards(config, 2, { paired: true });
    expect(shards.map((shard) => shard.config.scenarios.map(({ name }) => name))).toEqual([
      ['search'],
      ['basket'],
    ]);
    for (const shard of shards) {
      const folder = makeFolder();
      const pair = await takePair(directory, local, { folder });
      const arms = await layOutArms(shard.config, { kind: 'pair', pair }, folder, 1, makeRequest());
      expect(arms.loosened).toMatchObject([{ kind: 'slo', label: 'basket', from: '50ms', to: '80ms' }]);
    }
  });
});
