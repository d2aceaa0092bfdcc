import type { RecordStore } from '../../src/records/folder.ts';
import { type RunRecord, readRecord } from '../../src/records/record.ts';

/** A small valid record; passed through the reader, so that it can never drift from the schema. */
export function makeRecord(parts: Partial<RunRecord> = {}): RunRecord {
  const slice = {
    ...{ startedAt: 0, seconds: 1, planned: 100, ok: 100, failed: 0, dropped: 0 },
    latency: { levels: [0, 0.5, 0.99, 1], values: [1, 5, 20, 30] },
    avg: 6,
    lag: { p50: 0, p99: 1, max: 2 },
  };
  const record: RunRecord = {
    schemaVersion: 2,
    suite: 'default',
    ...{ commit: 'a1b2c3d4'.repeat(5), dirty: false, branch: 'main', commitTime: '2026-01-01T00:00:00Z' },
    ...{ attempt: '1-1', recordedAt: '2026-01-01T00:10:00Z', tailgate: 'test' },
    environment: { cpuModel: 'Test CPU', cores: 2, os: 'Linux 6 x64', k6: '1.8.1', node: '20.0.0' },
    steps: [
      {
        ...{ scenario: 'search', label: 'search', digest: 'd1', arm: 'head' },
        load: { kind: 'arrival-rate', rate: 100 },
        instances: [{ slices: [slice] }],
      },
    ],
    ...parts,
  };
  return readRecord(JSON.stringify(record));
}

/** All that a store has to say. */
export async function readAll(store: RecordStore): Promise<{ records: RunRecord[]; notes: string[] }> {
  const notes: string[] = [];
  return { records: await store.list((text) => notes.push(text)), notes };
}
