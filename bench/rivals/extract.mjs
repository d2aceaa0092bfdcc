import { boundAbove } from '../bounds.mjs';
import { percent, shareOf, signed, table } from '../judge/table.mjs';
import { sumAlarms, writeTargets } from './targets.mjs';

const RULES = [
  'Tailgate',
  'one run, ratio > 110 %',
  'one run, ratio > 125 %',
  'median of blocks > 110 %',
  'Bencher: t limit 0.99',
  'tachometer: 95 % interval, horizon ±10 %',
  'Firecracker: permutations, p < 0.01 and > 5 %',
  'Otava: E-divisive',
];

/** The study's most important tables, for a page of the docs. */
export function renderExtract(results, size, counts) {
  const { hits, trials } = sumAlarms(results, 'Tailgate');
  const blocks = results.reduce((sum, { recorded }) => sum + recorded.blocks, 0);
  const columns = results.flatMap(({ name, same, changes }) =>
    changes.map((change) => ({ name, same, ...change })),
  );
  const cells = results.filter(({ same }) => same !== null);
  const ofAlarms = (alarms, rule) => {
    const count = alarms[rule];
    return count ? percent(count.hits / count.trials) : '';
  };
  const whatIs = ({ true: { change } }) =>
    Number.isFinite(change.p99) ? `p50 ${signed(change.p50, 0)}, p99 ${signed(change.p99, 0)}` : 'p99 ∞';
  return [
    `${blocks} blocks of ${results.length} services and conditions (${results.map((one) => `${one.name} ${one.recorded.blocks}`).join(', ')}).`,
    `Identical code: ${hits} of ${trials} disjoint jobs of ${size} blocks were called \`regressed\` when judged either way round. ${trials} jobs bound`,
    `the rate of false alarms below ${percent(boundAbove(hits, trials) / 2, 1)} only (95 %, Clopper–Pearson); what holds it at 1 % is the argument above and the`,
    'simulations in `tests/statistics`.',
    '',
    writeTargets(results),
    '',
    `Whole runs of at most ${size} blocks, ${counts.power} jobs resampled for each row; what the change is at the callers, by all recorded blocks:`,
    '',
    table(
      ['service', 'change', 'what it is', 'blocks', 'regressed', 'inconclusive', 'unchanged'],
      columns.map((one) => [
        one.name,
        one.arm,
        whatIs(one),
        String(one.blocks),
        ...['regressed', 'inconclusive', 'unchanged'].map((code) =>
          percent(shareOf(one.verdicts, 'any', code)),
        ),
      ]),
    ),
    '',
    'Alarms at p50 or p99 of the same jobs by the rules of others, with the same total load. `same` is identical code:',
    'alarms there are false. What its two arms happened to differ by in the recorded blocks counts there; in the plots either',
    'arm may be the head.',
    '',
    table(
      ['service', 'change', ...RULES],
      cells.flatMap(({ name, same, changes }) =>
        [{ arm: 'same', ...same }, ...changes].map(({ arm, alarms }) => [
          name,
          arm,
          ...RULES.map((rule) => ofAlarms(alarms, rule)),
        ]),
      ),
    ),
    '',
    '![Power of Tailgate against the size of a slowdown, by service](images/power.svg)',
    '',
    '![Tailgate and rules of other tools against the size of a slowdown](images/power-rules.svg)',
  ].join('\n');
}
