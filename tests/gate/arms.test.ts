import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/read.ts';
import { replaceTolerances } from '../../src/config/sensitivity.ts';
import { layOutArms } from '../../src/gate/arms.ts';
import type { GateRequest } from '../../src/gate/request.ts';
import { planShards } from '../../src/plan/shards.ts';
import { silent } from '../../src/progress.ts';
import { environment, local, makeFolder, makeRepository, takePair, write } from '../revision/fixture.ts';

const CONFIG = `service:
  build: npm run build
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
  it('do not call a tolerance altered that the run was asked for', async () => {
    const directory = makeRepository({ 'tailgate.yml': CONFIG, 'package-lock.json': '{}\n' });
    write(directory, { 'server.js': 'two\n' });
    const folder = makeFolder();
    const pair = await takePair(directory, local, { folder });
    const tolerance = { fraction: 0.3, ms: 0 };
    const config = replaceTolerances(readConfig(join(directory, 'tailgate.yml'), directory), tolerance);
    const request = { ...makeRequest(), tolerance };
    const { gateChanges } = await layOutArms(config, { kind: 'pair', pair }, folder, 1, request);
    expect(gateChanges).toEqual([]);
  });

  it('live in folders of their own, and are built there', async () => {
    const directory = makeRepository({
      'tailgate.yml': CONFIG,
      'server.js': 'one\n',
    });
    write(directory, { 'server.js': 'two\n' });
    const folder = makeFolder();
    const pair = await takePair(directory, local, { folder });
    const config = readConfig(join(directory, 'tailgate.yml'), directory);
    const arms = await layOutArms(config, { kind: 'pair', pair }, folder, 1, makeRequest());
    for (const [arm, text] of [
      ['head', 'two\n'],
      ['base', 'one\n'],
    ] as const) {
      let seen = '';
      await arms.prepare(arm, async () => {
        seen = readFileSync(join(folder, arm, 'server.js'), 'utf8');
      });
      expect(seen).toBe(text);
      expect(arms.configs[arm]!.directory).toBe(join(folder, arm));
    }
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
        const alternates = join(folder, arm, '.git/objects/info/alternates');
        seen = existsSync(alternates) ? readFileSync(alternates, 'utf8') : '';
      });
      expect(seen).toMatch(borrowed);
    }
  });

  it('have the same changes of the gate on each shard of a suite', async () => {
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
      expect(arms.gateChanges).toMatchObject([{ setting: 'scenarios.basket.slo' }]);
    }
  });
});
