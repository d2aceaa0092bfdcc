import { expect, it } from 'vitest';
import { parseSlo } from '../../src/config/language/slo.ts';
import { judgeRecorded } from '../../src/records/judgement.ts';
import { makeRecord } from './stores/fixture.ts';

it('a stored run says nothing of an SLO on a cost or a metric of the script that it has not kept', () => {
  const { steps } = makeRecord();
  const judged = (text: string) => judgeRecorded(steps[0]!, parseSlo(text).slo, steps);
  for (const slo of ['cpu < 3ms', 'memory < 100MB', 'queue_wait.p95 < 5ms']) expect(judged(slo)).toBeNull();
  expect(judged('p50 < 1s')).toMatchObject({ label: 'search' });
});
