import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Tolerance } from '../../src/config/language/setting.ts';
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

function makeRequest(): GateRequest {
  const { signal } = new AbortController();
  const base = { asked: null, trigger: local };
  return { only: [], base, environment, progress: silent, signal } as Partial<GateRequest> as GateRequest;
}

/** Lays out what is checked out beside its commit, with the tolerance that a run may ask for. */
async function layOut(files: Record<string, string>, changes: Record<string, string>, tolerance?: Tolerance) {
  const directory = makeRepository({ 'tailgate.yml': CONFIG, 'package-lock.json': '{}', ...files });
  write(directory, { 'server.js': 'two\n', ...changes });
  const folder = makeFolder();
  const pair = await takePair(directory, local, { folder });
  const read = readConfig(join(directory, 'tailgate.yml'), directory);
  const config = tolerance ? replaceTolerances(read, tolerance) : read;
  const request = { ...makeRequest(), ...(tolerance && { tolerance }) };
  return { folder, arms: await layOutArms(config, { kind: 'pair', pair }, folder, request) };
}

describe('the arms of a run', () => {
  it('live in folders of their own, with their own files', async () => {
    const { folder, arms } = await layOut({ 'server.js': 'one\n' }, {});
    for (const [arm, text] of [
      ['head', 'two\n'],
      ['base', 'one\n'],
    ] as const) {
      expect(readFileSync(join(folder, arm, 'server.js'), 'utf8')).toBe(text);
      expect(arms.configs[arm]!.directory).toBe(join(folder, arm));
    }
  });

  it('do not call a tolerance altered that the run was asked for', async () => {
    const { arms } = await layOut({}, {}, { fraction: 0.3, ms: 0 });
    expect(arms.gateChanges).toEqual([]);
  });

  it('have no script that git ignores, which is a mistake of the user', async () => {
    const script = CONFIG.replace('request: GET /', 'script: load.js').replace(/slo: .*/, 'load: 10 req/s');
    const laidOut = layOut({ 'tailgate.yml': script, '.gitignore': 'load.js\n' }, { 'load.js': '' });
    await expect(laidOut).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/^The script of search, load\.js, is not part of the revision/),
    });
  });

  it.each([
    ['their objects for themselves where an image has their files', 'image: { build: ., port: 80 }', false],
    ['what they borrow where an image has none of theirs', 'image: { name: nginx, port: 80 }', true],
    ['what they borrow where no image is built', 'start: node server.js', true],
  ])('have %s', async (_, keys, borrows) => {
    const config = CONFIG.replace(/ {2}build[\s\S]*server\.js/, `  ${keys}`);
    const { folder } = await layOut({ 'tailgate.yml': config, Dockerfile: 'FROM scratch\n' }, {});
    for (const arm of ['head', 'base'])
      expect(existsSync(join(folder, arm, '.git/objects/info/alternates'))).toBe(borrows);
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
      const arms = await layOutArms(shard.config, { kind: 'pair', pair }, folder, makeRequest());
      expect(arms.gateChanges).toMatchObject([{ setting: 'scenarios.basket.slo' }]);
    }
  });
});
