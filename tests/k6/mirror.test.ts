import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { forgetMirror, mirrorScript } from '../../src/k6/mirror.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tailgate-test-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(files: Record<string, string>): string {
  const root = mkdtempSync(join(folder, 'tree-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const target = () => mkdtempSync(join(folder, 'k6-'));

it('a script of HTTP is loaded where it is, whatever it imports', () => {
  const root = write({
    'load/s.js': "import http from 'k6/http'; import './lib.js'; // import from 'elsewhere', from '../data'",
    'data/a.json': '[1]',
    'load/lib.js': "export * from './missing.js'; require('./s.js');",
  });
  expect(mirrorScript(join(root, 'load/s.js'), target(), root)).toBe(join(root, 'load/s.js'));
});

it('a file that speaks another protocol gets our modules, and all else stays where it was', () => {
  const root = write({
    'load/s.js': "import { call } from '../lib/call.ts';\nexport default call;",
    'lib/call.ts': `import grpc, { StatusOK } from "k6/net/grpc"; const ws = require('k6/ws'); open('../data/a.json');`,
    'data/a.json': '[1]',
  });
  const to = target();
  const script = mirrorScript(join(root, 'load/s.js'), to, root);
  expect(script).not.toBe(join(root, 'load/s.js'));
  expect(readFileSync(script, 'utf8')).toBe(readFileSync(join(root, 'load/s.js'), 'utf8'));
  const changed = readFileSync(join(dirname(script), '../lib/call.ts'), 'utf8');
  expect(changed).toBe(
    `import grpc, { StatusOK } from "${join(to, 'grpc.js')}"; const ws = require('${join(to, 'websockets.js')}'); open('../data/a.json');`,
  );
  expect(readFileSync(join(dirname(script), '../data/a.json'), 'utf8')).toBe('[1]');
  expect(readFileSync(join(to, 'grpc.js'), 'utf8')).toContain("from './books.js'");
  // The same again, and another script beside it.
  expect(mirrorScript(join(root, 'load/s.js'), to, root)).toBe(script);
  expect(mirrorScript(join(root, 'lib/call.ts'), to, root)).not.toBe(script);
});

it('a script that opens files with `k6/experimental/fs` gets our module for it', () => {
  const root = write({
    'load/s.js': "import { open } from 'k6/experimental/fs';\nconst file = await open('a.csv');",
    'load/a.csv': 'id\n1\n',
  });
  const to = target();
  const script = mirrorScript(join(root, 'load/s.js'), to, root);
  expect(readFileSync(script, 'utf8')).toBe(
    `import { open } from '${join(to, 'fs.js')}';\nconst file = await open('a.csv');`,
  );
  expect(readFileSync(join(to, 'fs.js'), 'utf8')).toContain("from './books.js'");
});

it('its own place is not told', () => {
  const to = target();
  const root = write({ 's.js': "import ws from 'k6/ws';" });
  const script = mirrorScript(join(root, 's.js'), to, root);
  expect(forgetMirror(`at f (file://${script}:3:1) at g (${script})`, to)).toBe(
    `at f (file://${join(root, 's.js')}:3:1) at g (${join(root, 's.js')})`,
  );
});
