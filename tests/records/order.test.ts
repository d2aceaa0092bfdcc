import { expect, it } from 'vitest';
import { orderRecords } from '../../src/records/order.ts';

it('records are ordered by when their commits were made, in any time zone, then by when they were measured', () => {
  const at = (commitTime: string, recordedAt: string) => ({ commitTime, recordedAt });
  const first = at('2026-01-01T12:00:00+02:00', '2026-01-03T00:00:00Z');
  const again = at('2026-01-01T10:00:00Z', '2026-01-04T00:00:00Z');
  const later = at('2026-01-01T11:00:00Z', '2026-01-02T00:00:00Z');
  expect([later, again, first].sort(orderRecords)).toEqual([first, again, later]);
});
