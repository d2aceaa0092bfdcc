import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
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

describe('a file with a run', () => {
  it('is a stored record, or a whole result with its verdict', () => {
    const record = makeRecord();
    expect(readRunFile(write(JSON.stringify(record)))).toEqual({ record, verdict: null });
    const result = { schemaVersion: 1, verdict: 'first-run', record };
    expect(readRunFile(write(JSON.stringify(result)))).toEqual({ record, verdict: 'first-run' });
  });

  it.each([
    ['text', 'hello', /is no record that can be read: .*JSON/],
    ['samples of k6', '{"type":"Metric","data":{"name":"http_reqs"}}\n{"type":"Point"}', /JSON/],
    ['a summary of k6', '{"root_group": {}, "metrics": {}}', /not a record: schemaVersion/],
    ['nothing', 'null', /not a record/],
    ['a newer record', '{"schemaVersion": 9}', /newer Tailgate/],
    ['a broken record', '{"schemaVersion": 1, "suite": 7}', /not a record: suite/],
  ])('is not %s', (_, text, what) => {
    const path = write(text);
    expect(() => readRunFile(path)).toThrow(what);
    expect(() => readRunFile(path)).toThrow(expect.objectContaining({ name: 'UserError', exitCode: 2 }));
  });

  it('is neither missing nor a folder', () => {
    expect(() => readRunFile(join(folder, 'none.json'))).toThrow(/none\.json is no record that can be read/);
    expect(() => readRunFile(folder)).toThrow(/can be read/);
  });
});
