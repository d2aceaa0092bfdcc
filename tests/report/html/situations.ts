/** Reports of situations that a reader can be in, with all that a record may hold. */
import type { Report } from '../../../src/handover/report.ts';
import { asSuite, type SuiteReport } from '../../../src/handover/suite.ts';
import { found, searchedReport } from '../capacity-fixture.ts';
import { cases } from '../cases.ts';
import { suiteCases } from '../suite-cases.ts';
import { ALL, variantsOf } from '../variant-fixture.ts';

/** A slower change whose report has costs and logs. */
function everything(): Report {
  const report = structuredClone(cases['pair regressed']!());
  const cost = (kind: 'cpu' | 'memory', base: number) => ({
    ...{ label: 'checkout', metric: { kind }, base, head: 1.1 * base },
    change: { value: 0.1, low: 0.08, high: 0.12 },
  });
  report.verdict.costs = [cost('cpu', 1.2), cost('memory', 84)];
  report.logs = ['api of base', 'api of head', 'k6'].map((name) => ({
    name,
    log: `${name}: ready\n${name}: done`,
  }));
  return report;
}

export const situations: Record<string, () => SuiteReport> = {
  ...Object.fromEntries(
    [
      'pair unchanged',
      'pair improved',
      'pair inconclusive',
      'missed without history',
      'at its limit',
      'accepted',
      'first run',
      'skipped',
      'crashed',
      'invalid: not-ready',
      'k6 out of CPU',
    ].map((name) => [name, () => asSuite(cases[name]!())]),
  ),
  'slower, with all that a record holds': () => asSuite(everything()),
  'a capacity': () => asSuite(searchedReport(found(1800), found(2200))),
  'six variants': () =>
    asSuite(variantsOf(ALL.slice(0, 6), (label) => label.startsWith('create [cache=on hash=sha1'))),
  'several jobs': () => suiteCases['a regressed and a missing job']!(),
};
