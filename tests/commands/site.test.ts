import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { site } from '../../src/commands/site.ts';
import { openDirectory } from '../../src/records/stores/directory.ts';
import { makeFolder } from '../folders.ts';
import { makeRecord } from '../records/stores/fixture.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('tailgate site', () => {
  it('says how many runs it shows, and on how many pages', async () => {
    const folder = makeFolder('tailgate-test');
    const config = join(folder, 'tailgate.yml');
    const service = ['service:', '  start: node x', '  url: http://127.0.0.1:${PORT}'];
    const scenarios = ['scenarios:', '  search:', '    request: GET /', '    slo: p99 < 30ms at 100 req/s'];
    writeFileSync(config, [...service, ...scenarios, ''].join('\n'));
    await openDirectory(join(folder, '.tailgate'), 'default').append(makeRecord());
    let printed = '';
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed += String(text);
      return true;
    });
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const options = { config: [config], out: join(folder, 'site'), branch: 'main' };
    expect(await site(options, new AbortController().signal)).toBe(0);
    expect(printed).toContain('index.html shows 1 run on 2 pages.\n');
  });
});
