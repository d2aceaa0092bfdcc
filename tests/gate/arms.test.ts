import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/read.ts';
import { layOutArms } from '../../src/gate/arms.ts';
import type { GateRequest } from '../../src/gate/request.ts';
import { silent } from '../../src/progress.ts';
import { environment, local, makeFolder, makeRepository, takePair, write } from '../revision/fixture.ts';

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

describe('the arms of a run', () => {
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
    const progress = { ...silent, note: (text: string) => void notes.push(text) };
    const { signal } = new AbortController();
    const request = {
      only: [],
      base: { asked: null, trigger: local },
      environment,
      progress,
      signal,
    } as Partial<GateRequest> as GateRequest;
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
    arms.remove();
    expect(existsSync(join(folder, 'head'))).toBe(false);
  });
});
