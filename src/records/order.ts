import type { RunRecord } from './record.ts';

type RecordTimes = Pick<RunRecord, 'commitTime' | 'recordedAt'>;

/** Orders records by the time of the commit, then by the time of the measurement. */
export function orderRecords(a: RecordTimes, b: RecordTimes): number {
  return (
    compareText(a.commitTime ?? a.recordedAt, b.commitTime ?? b.recordedAt) ||
    compareText(a.recordedAt, b.recordedAt)
  );
}

export function compareText(a: string, b: string): number {
  const [x, y] = [Date.parse(a), Date.parse(b)];
  return x - y || (a < b ? -1 : a > b ? 1 : 0);
}
