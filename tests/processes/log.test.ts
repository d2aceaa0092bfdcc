import { appendFileSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { boundLog, measureLog, readTail } from '../../src/processes/log.ts';
import { startProcess } from '../../src/processes/process.ts';
import { eventually } from '../cli/project.ts';
import { folder, useFolder } from '../folders.ts';

const MIB = 2 ** 20;
const CUT = '… Tailgate keeps the first MiB and the last 4 of a log of more than 16 MiB …';

const WRITER = `
  const { writeSync } = require('node:fs');
  console.log('begin');
  for (let i = 0; i < 24; i++) writeSync(1, 'a line of output\\n'.repeat(2 ** 16));
  process.on('SIGTERM', () => { console.log('after the cut'); process.exit(); });
  setInterval(() => {}, 1000);
`;

let path: string;

useFolder();
beforeEach(() => {
  path = join(folder, 'service.log');
});

it('keeps the log of a process short while it writes on', async () => {
  const group = await startProcess({
    command: [process.execPath, '-e', WRITER],
    cwd: folder,
    env: process.env,
    logPath: path,
    keeper: { mark: { TAILGATE_RUN: 'test' }, add: () => {}, remove: () => {} },
  });
  await eventually(() => existsSync(path) && readFileSync(path, 'utf8').includes(CUT));
  await group.stop('SIGTERM', 5000);
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(lines[0]).toBe('begin');
  expect(lines).toContain(CUT);
  expect(lines.slice(-2)).toEqual(['a line of output', 'after the cut']);
  expect(measureLog(path)).toBeLessThan(16 * MIB);
});

it('cuts between whole lines, as often as it has to, and says so once', () => {
  for (let time = 0; time < 2; time++) {
    appendFileSync(path, 'line 0123456789\n'.repeat(2 ** 20 + 1));
    boundLog(path);
  }
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(lines.filter((line) => !/^line \d{10}$/.test(line))).toEqual([CUT]);
  expect([lines.indexOf(CUT), lines.length]).toEqual([2 ** 16, 2 ** 16 + 2 ** 18]);
});

it('leaves a log alone that is not too long', () => {
  writeFileSync(path, '');
  truncateSync(path, 16 * MIB);
  boundLog(path);
  expect(statSync(path).size).toBe(16 * MIB);
  boundLog(join(folder, 'there is none'));
});

it('cuts a log of gigabytes without a single line end in bounded memory', () => {
  writeFileSync(path, 'begin');
  truncateSync(path, 3 * 1024 * MIB);
  boundLog(path);
  expect(statSync(path).size).toBeLessThan(5 * MIB);
});

it('reads no line whose beginning it has not seen, unless there is no other', () => {
  const secret = `${'x'.repeat(100)}s3cret`;
  writeFileSync(path, `${secret}${'y'.repeat(64 * 1024 - 3)}\nend\n`);
  expect(readTail(path)).toBe('end');
  writeFileSync(path, `${secret}${'y'.repeat(64 * 1024 - 4)}\n`);
  expect(readTail(path)).toMatch(/^y{60000,}$/);
  writeFileSync(path, `${secret}${'y'.repeat(64 * 1024 - 3)}`);
  expect(readTail(path)).toMatch(/^y{60000,}$/);
});
