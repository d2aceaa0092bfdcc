import type { RunRecord } from './record.ts';

type RecordTimes = Pick<RunRecord, 'commitTime' | 'recordedAt'>;

/** Orders records by the time of the commit, then by the time of the measurement. */
export function orderRecords(a: RecordTimes, b: RecordTimes): number {
  return (
    compareTimes(a.commitTime ?? a.recordedAt, b.commitTime ?? b.recordedAt) ||
    compareTimes(a.recordedAt, b.recordedAt)
  );
}

/** Orders dates of any time zone. What is no date comes first. */
function compareTimes(a: string, b: string): number {
  const [x, y] = [readTime(a), readTime(b)];
  return x === y ? 0 : x - y;
}

function readTime(text: string): number {
  const time = Date.parse(text);
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;
}
