import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRunFile } from '../../src/records/run-file.ts';
import { makeFolder } from '../folders.ts';
import { makeRecord } from './stores/fixture.ts';

it('a file with a run is a stored record, or a whole result with its verdict, and nothing else', () => {
  const path = join(makeFolder('tailgate-test'), 'run.json');
  const read = (content: string) => {
    writeFileSync(path, content);
    return readRunFile(path);
  };
  const record = makeRecord();
  expect(read(JSON.stringify(record))).toEqual({ record, verdict: null });
  const result = { schemaVersion: 1, verdict: 'first-run', record };
  expect(read(JSON.stringify(result))).toEqual({ record, verdict: 'first-run' });
  const refused = (message: RegExp) =>
    expect.objectContaining({ name: 'UserError', exitCode: 2, message: expect.stringMatching(message) });
  for (const [content, message] of [
    ['{"type":"Metric"}\n{"type":"Point"}', /is no record that can be read: .*JSON/],
    ['{"root_group": {}, "metrics": {}}', /not a record: schemaVersion/],
    ['null', /not a record/],
    ['{"schemaVersion": 9}', /newer Tailgate/],
  ] as const)
    expect(() => read(content)).toThrow(refused(message));
  for (const none of [join(path, 'none.json'), '/'])
    expect(() => readRunFile(none)).toThrow(refused(/is no record that can be read/));
});
