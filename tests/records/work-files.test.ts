import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { parseConfig } from '../../src/config/document.ts';
import { assertAimed } from '../../src/records/work-files.ts';
import { makeFolder } from '../folders.ts';

const CONFIG = `
service: { start: node server.js, url: 'http://127.0.0.1:\${PORT}' }
scenarios:
  browse: { script: load/browse.js, load: 10 req/s, slo: p99 < 1s }
`;
const script = (url: string) => `import http from 'k6/http';\nexport default () => http.get(${url});\n`;
const FIXED = script("'http://localhost:8080/'");

function read(files: Record<string, string>, text = CONFIG): Config {
  const directory = makeFolder('tailgate-test-aimed');
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), content);
  }
  return parseConfig(text, { path: join(directory, 'tailgate.yml'), directory, shownAs: 'tailgate.yml' });
}

const load = (file: string, url = '') => read({ 'load/browse.js': file, 'load/url.js': url });
const refused = (where: string) =>
  expect.objectContaining({
    exitCode: 2,
    message:
      'The script of scenario `browse` sends load to an address that is the same for both revisions, but `service` gets its own port for each.',
    where,
    hint: expect.stringContaining('__ENV.BASE_URL'),
  });

describe('a script whose target gets a port of its own for each revision', () => {
  it('is refused where it, or a file that it imports, has a fixed address of this machine', () => {
    const urls = ["'http://localhost:8080/'", '"http://127.0.0.1/a"', "'http://localhost' + '/a'"];
    for (const url of [...urls, '`https://[::1]:8443/${__ITER}`'])
      expect(() => assertAimed(load(script(url))), url).toThrow(refused('load/browse.js'));
    const imports = "import { url } from './url.js';\nexport default () => url;\n";
    const own = load(imports, "export const url = 'http://127.0.0.1:8080';\n");
    expect(() => assertAimed(own)).toThrow(refused('load/browse.js'));
  });

  it('may load what it is told, by itself or by a file that it imports, and another host', () => {
    assertAimed(load(script('`${__ENV.TARGET_URL}/a`')));
    assertAimed(load(script("__ENV.BASE_URL || 'http://localhost:80'")));
    assertAimed(load(script("'http://localhost.example.com/'")));
    const url = 'export const url = __ENV.BASE_URL;\n';
    assertAimed(load(`import { url } from './url.js';\n${FIXED}`, url));
  });

  it('may load a fixed address where the target has it, or runs already', () => {
    const fixed = CONFIG.replace('${PORT}', '8080');
    for (const text of [fixed, fixed.replace('start: node server.js, ', '')])
      assertAimed(read({ 'load/browse.js': FIXED }, text));
  });
});
