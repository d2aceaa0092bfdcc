import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readLastLogs } from '../../src/services/workspace.ts';
import { makeFolder } from '../folders.ts';

let path: string;
beforeEach(() => {
  path = makeFolder('tailgate-test');
  for (const folder of ['logs', 'k6']) mkdirSync(join(path, folder));
});

const write = (file: string, text: string, second: number) => {
  writeFileSync(join(path, file), text);
  utimesSync(join(path, file), second, second);
};
const read = (clean = (text: string) => text) =>
  readLastLogs({ path, logs: join(path, 'logs'), k6: join(path, 'k6') }, clean);

test('the newest log of each service and arm is read, and that of k6', () => {
  write('logs/api.head_1.log', 'first start', 1);
  write('logs/api.head_12.log', 'last start', 3);
  write('logs/api.base_v2_3_2.log', 'the base', 2);
  write('logs/my.db.run.log', 'shared', 2);
  write('logs/api.head.build.log', 'building', 4);
  write('k6/block-1.log', 'quiet', 1);
  write('k6/block-2.log', '\n', 2);
  write('k6/block-2.js', 'export default 1', 3);
  expect(read()).toEqual([
    { name: 'api of base', log: 'the base' },
    { name: 'api of head', log: 'last start' },
    { name: 'k6', log: 'quiet' },
    { name: 'my.db', log: 'shared' },
  ]);
});

test('a long log has its last 40 lines, each of 400 characters at most', () => {
  const lines = Array.from({ length: 100 }, (_, i) => `${i} ${'x'.repeat(1000)}`);
  write('logs/api.head_1.log', `${lines.join('\n')}\n`, 1);
  const log = read()[0]!.log;
  expect(log.split('\n')).toEqual(lines.slice(-40).map((line) => line.slice(0, 400)));
});

test('a secret is taken out before a line is cut, so that no part of it stays', () => {
  write('logs/api.head_1.log', `${'x'.repeat(395)}s3cret-value\n${'y'.repeat(70_000)}\nend\n`, 1);
  const clean = (text: string) => text.replaceAll('s3cret-value', '***');
  expect(read(clean)[0]!.log).toBe('end');
  write('logs/api.head_1.log', `${'x'.repeat(395)}s3cret-value\nend\n`, 1);
  expect(read(clean)[0]!.log).toBe(`${'x'.repeat(395)}***\nend`);
});
