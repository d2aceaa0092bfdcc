import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCompose } from '../../../src/init/files/compose.ts';
import { parseDotenv } from '../../../src/init/files/dotenv.ts';
import { leaveOutNested } from '../../../src/init/files/files.ts';
import { openFolder } from '../../../src/init/folder.ts';
import { makeFiles } from '../repository.ts';

describe('an example of variables', () => {
  test('is read with quotes, comments and references to earlier lines', () => {
    const text = 'export A=1 # one\nB="two # 2"\nC=\n# D=4\nE=${A}x\nF=http://x#y\nbad line\n1G=2';
    expect(Object.fromEntries(parseDotenv(text).map(({ name, value }) => [name, value]))).toEqual({
      A: '1',
      B: 'two # 2',
      C: '',
      E: '1x',
      F: 'http://x#y',
    });
  });
});

describe('a compose file', () => {
  const compose = (text: string) => readCompose(openFolder(makeFiles({ 'compose.yml': text }))).services;

  test('is read in both forms of its environment, with the defaults of its variables', () => {
    const [list, map] = compose(
      'services:\n  a: {build: ., environment: ["X=${Y:-1}", "Z"]}\n  b: {image: redis, environment: {X: 2, Z: null}}',
    );
    expect(list).toMatchObject({ built: true, environment: { X: '1' } });
    expect(map).toMatchObject({ built: false, image: 'redis', environment: { X: '2' } });
  });

  test('has the values of variables in its images and commands, and quotes around the words of a list', () => {
    const [one, two] = compose(
      `services:
  a: {image: "postgres:\${V:-16}", command: "postgres -c work_mem=\${MEMORY:-8MB} \${MORE}"}
  b: {image: redis, command: [sh, -c, "echo a; echo b", '\${SAID:-it is "so"}', "\${MORE}"]}
`,
    );
    expect(one).toMatchObject({ image: 'postgres:16', command: 'postgres -c work_mem=8MB ${MORE}' });
    expect(two!.command).toBe(`sh -c 'echo a; echo b' "it is \\"so\\"" "\${MORE}"`);
  });

  test('takes values from the `.env` beside it, also in a folder above', () => {
    const root = makeFiles({
      'compose.yml': 'services: {a: {build: ., environment: {X: "${Y:?none}", Z: "${Z:-1}", U: "$V"}}}',
      '.env': 'Y=2\nZ=3\n',
      'api/a.js': '',
    });
    const known = new Map(['compose.yml', '.env', 'api/a.js'].map((path) => [path, true] as const));
    const { from, services } = readCompose(openFolder(`${root}/api`, root, known, root));
    expect(from).toBe('compose.yml');
    expect(services[0]!.environment).toEqual({ X: '2', Z: '3', U: '$V' });
  });

  test.each([
    '',
    '[]',
    'services: 3',
    'services: {a: 1, b: [], c: {ports: x, environment: 4, image: [2]}}',
    ': : :',
  ])('of an unexpected form ends nothing: %j', (text) => expect(() => compose(text)).not.toThrow());
});

describe('the files of a folder', () => {
  test('end at links, at what is installed, and at other projects', () => {
    const folder = makeFiles({
      'a.js': '',
      'node_modules/x/a.js': '',
      'docs/a.js': '',
      'web/package.json': '{}',
      'web/b.js': '',
      'src/main/java/com/example/A.java': '',
    });
    const outside = makeFiles({ 'secret.js': 'x' });
    mkdirSync(join(folder, 'links'));
    symlinkSync(outside, join(folder, 'links/folder'));
    symlinkSync(join(outside, 'secret.js'), join(folder, 'links/file.js'));
    const files = openFolder(folder);
    expect(files.list).toEqual(['a.js', 'web/b.js', 'web/package.json', 'src/main/java/com/example/A.java']);
    expect(files.read('links/file.js')).toBeNull();
    expect(leaveOutNested(files, ['package.json']).list).not.toContain('web/b.js');
  });
});
