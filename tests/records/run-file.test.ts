import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { readRunFile } from '../../src/records/run-file.ts';
import { makeFolder } from '../folders.ts';
import { makeRecord } from './stores/fixture.ts';

let folder: string;
beforeEach(() => {
  folder = makeFolder('tailgate-test');
});

function write(content: string): string {
  const path = join(folder, 'run.json');
  writeFileSync(path, content);
  return path;
}

it('a file with a run is a stored record, or a whole result with its verdict', () => {
  const record = makeRecord();
  expect(readRunFile(write(JSON.stringify(record)))).toEqual({ record, verdict: null });
  const result = { schemaVersion: 1, verdict: 'first-run', record };
  expect(readRunFile(write(JSON.stringify(result)))).toEqual({ record, verdict: 'first-run' });
});

it('a file with a run is nothing else, neither missing nor a folder', () => {
  const refuse = (path: string, what: RegExp) => {
    expect(() => readRunFile(path)).toThrow(what);
    expect(() => readRunFile(path)).toThrow(expect.objectContaining({ name: 'UserError', exitCode: 2 }));
  };
  refuse(write('{"type":"Metric"}\n{"type":"Point"}'), /is no record that can be read: .*JSON/);
  refuse(write('{"root_group": {}, "metrics": {}}'), /not a record: schemaVersion/);
  refuse(write('null'), /not a record/);
  refuse(write('{"schemaVersion": 9}'), /newer Tailgate/);
  refuse(write('{"schemaVersion": 1, "suite": 7}'), /not a record: suite/);
  refuse(join(folder, 'none.json'), /none\.json is no record that can be read/);
  refuse(folder, /can be read/);
});
