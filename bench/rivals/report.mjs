import { boundAbove } from '../bounds.mjs';
import { percent, shareOf, signed, signedOrInfinite, table } from '../judge/table.mjs';
import { STUDIED } from '../judge/tailgate.mjs';
import { OTAVA, PEERS } from './peers.mjs';
import { RUN_BLOCKS } from './study.mjs';
import { listLoads, sumAlarms, writeTargets } from './targets.mjs';

const milliseconds = (value) => `${value.toPrecision(3)} ms`;

const RULES = [
  'Tailgate',
  ...[...PEERS.map(({ name }) => name), OTAVA].flatMap((name) => [`${name} p50`, `${name} p99`]),
];
const HISTORIES = new Set(
  PEERS.filter(({ takes }) => takes === 'history').flatMap(({ name }) => [`${name} p50`, `${name} p99`]),
);

/** The study's sections of RESULTS.md. */
export function writeReport(results, { size, counts, command, date, k6 }) {
  const { machine } = results[0].recorded;
  return [
    '## Rules of others',
    `\`${command}\`, ${date}, ${machine.cores} × ${machine.cpuModel}, ${machine.os}, node ${machine.node}, ${k6}. Recorded with`,
    '`npm run bench:record`; what the services and the injected changes are: [services](services/README.md). A block',
    'measures fresh processes of each arm side by side; a job is a run of Tailgate of',
    `${size} blocks at most. Rules of other tools get the same slices: [rules](rules/).`,
    '',
    '### What was to be shown',
    '',
    'Power: share of jobs drawn from the recorded blocks that are called `regressed`. Where a change was not',
    'injected, all latencies of identical code are multiplied instead, and either arm of a block may be the head.',
    'The tail mean is the geometric mean of the latencies from p90 to p99.',
    '',
    writeTargets(results),
    '',
    '### Recorded',
    '',
    writeRecorded(results),
    '',
    '### False alarms on identical code',
    '',
    writeFalseAlarms(results, size),
    '',
    '### What Tailgate says of identical code',
    '',
    writeVerdicts(results),
    '',
    '### Power',
    '',
    writeTrueChanges(results),
    '',
    writePower(results, size, counts),
    '',
    '### Is the minimum detectable change true?',
    '',
    writeDetectable(results, counts),
    '',
  ].join('\n');
}

function writeRecorded(results) {
  return table(
    [
      'cell',
      'blocks',
      'slice',
      'wall time',
      'CPU of others',
      'discarded',
      'p50',
      'p95',
      'p99',
      'spread of p50',
      'of tail mean',
      'of p99',
      'recorded',
    ],
    results.map(({ name, recorded: r, spread }) => [
      name,
      String(r.blocks),
      `${r.sliceSeconds.toFixed(1)} s`,
      `${Math.round(r.wallSeconds / 60)} min`,
      r.others === null ? 'unknown' : `${r.others.toFixed(2)} cores`,
      String(r.discarded),
      ...['0.5', '0.95', '0.99'].map((level) => milliseconds(r.base[level])),
      ...['p50', 'tail', 'p99'].map((metric) => percent(spread[metric], 1)),
      `${r.from.slice(0, 16).replace('T', ' ')} – ${r.to.slice(11, 16)} UTC`,
    ]),
  );
}

function writeFalseAlarms(results, size) {
  const idle = results.filter(({ name }) => !name.endsWith('-noisy'));
  const noisy = results.filter(({ name }) => name.endsWith('-noisy'));
  const sum = sumAlarms;
  const cellOf = ({ hits, trials }) => (trials === 0 ? '' : `${hits} / ${trials}`);
  return [
    'Jobs without a block in common. Every job is judged in both directions, base against same and same against base:',
    'on identical code either may alarm, and hardly both do. `k / n`: of n jobs, k with an alarm in either direction.',
    'Rate: for one direction, k / 2n. Bound: the rate is below it with 95 % confidence (Clopper–Pearson for k of n,',
    `halved), all cells together. Rules with a history (*) compare a run of ${RUN_BLOCKS} blocks with all earlier ones instead, in`,
    'one direction, hence nothing is halved. "One run" joins slices of as many fresh processes as the job has blocks,',
    'which flatters it: in practice it is one process.',
    '',
    table(
      ['rule', ...results.map(({ name }) => name), 'idle', 'noisy', 'rate', 'bound'],
      RULES.map((rule) => {
        const total = sum(results, rule);
        const directions = HISTORIES.has(rule) ? 1 : 2;
        return [
          HISTORIES.has(rule) ? `${rule} *` : rule,
          ...results.map((result) => cellOf(sum([result], rule))),
          cellOf(sum(idle, rule)),
          cellOf(sum(noisy, rule)),
          total.trials === 0 ? '' : percent(total.hits / total.trials / directions, 1),
          total.trials === 0 ? '' : percent(boundAbove(total.hits, total.trials) / directions, 1),
        ];
      }),
    ),
    '',
    `Effective number of jobs for Tailgate: ${sum(results, 'Tailgate').trials} (jobs of ${size} blocks, none used twice).`,
  ].join('\n');
}

/** Changes of the power table, fractions. */
const SHOWN = [0.05, 0.1, 0.2, 0.5];

const CODES = ['unchanged', 'inconclusive', 'improved', 'regressed'];

function writeVerdicts(results) {
  return [
    'Disjoint jobs, base against same. Load: measured seconds of both arms until the verdict, median.',
    '',
    table(
      ['cell', 'jobs', ...CODES, 'load to the verdict', 'inconclusive because of'],
      results.map(({ name, recorded, identical }) => {
        const { verdicts } = identical;
        const loads = listLoads(verdicts, recorded);
        const reasons = {};
        for (const { codes } of verdicts) {
          for (const [metric, code] of Object.entries(codes)) {
            if (code === 'inconclusive') reasons[metric] = (reasons[metric] ?? 0) + 1;
          }
        }
        return [
          name,
          String(verdicts.length),
          ...CODES.map((code) => String(verdicts.filter((verdict) => verdict.code === code).length)),
          loads.length === 0 ? '' : `${loads[loads.length >> 1].toFixed(0)} s`,
          Object.entries(reasons)
            .map(([metric, count]) => `${metric} ${count}`)
            .join(', '),
        ];
      }),
    ),
  ].join('\n');
}

function writeTrueChanges(results) {
  const rows = results.flatMap(({ name, recorded, sameChange, changes }) => [
    rowOf(name, 'same', { ...sameChange, blocks: recorded.blocks }),
    ...changes.map((change) => rowOf(name, change.arm, change.true)),
  ]);
  return [
    'What the injected changes are at the caller: all recorded slices of the arm against those of the base in the same',
    'blocks. `same` shows how well that is known. What long runs without any part in the study say of them: "Injected changes".',
    '',
    table(['cell', 'arm', 'blocks', 'p50', 'tail mean', 'p99', 'failures'], rows),
  ].join('\n');
}

function rowOf(name, arm, { blocks, change }) {
  return [
    name,
    arm,
    String(blocks),
    ...[change.p50, change.tail, change.p99].map(signedOrInfinite),
    signed(change.errors, 2),
  ];
}

function writePower(results, size, counts) {
  const columns = results.flatMap(({ name, changes }) => changes.map((change) => ({ name, ...change })));
  const drawn = `${counts.power} jobs of ${size} blocks for each change`;
  const share = (alarms, rule) => {
    const count = alarms[rule];
    return count ? percent(count.hits / count.trials) : '';
  };
  return [
    `Tailgate, ${drawn}, drawn with replacement (bootstrap), so that jobs share blocks: what is drawn`,
    'from a dozen blocks tells of these blocks. `disjoint`: jobs called `regressed`, of those without a block in common.',
    '`regressed` by metric, then the verdict of the run.',
    '',
    table(
      [
        'cell',
        'change',
        'p50',
        'tail mean',
        'p99',
        'failures',
        'slow share',
        'run: regressed',
        'inconclusive',
        'unchanged',
        'improved',
        'disjoint',
      ],
      columns.map(({ name, arm, verdicts, disjoint }) => [
        name,
        arm,
        ...['p50', 'tail', 'p99', 'errors', 'slow-share', 'any'].map((metric) =>
          percent(shareOf(verdicts, metric)),
        ),
        ...['inconclusive', 'unchanged', 'improved'].map((code) => percent(shareOf(verdicts, 'any', code))),
        disjoint.trials === 0 ? 'none' : `${disjoint.hits} of ${disjoint.trials}`,
      ]),
    ),
    '',
    ...columns
      .filter(({ arm }) => arm === 'stall')
      .map(
        ({ name, blocks, stalls }) =>
          `Of ${blocks} blocks of ${name} with stalls ${stalls.blocks} met one. ${stalls.unchanged} jobs were called \`unchanged\`; ${stalls.unmet} of them had met no stall in any block they used.`,
      ),
    '',
    'Rules of others on the same jobs, with the same total load. Rules with a history (*) get 64 earlier runs of the same',
    'length, drawn likewise and hence free of drift, which flatters them.',
    '',
    table(
      ['rule', ...columns.map(({ name, arm }) => `${name} ${arm}`)],
      RULES.map((rule) => [
        HISTORIES.has(rule) ? `${rule} *` : rule,
        ...columns.map(({ alarms }) => share(alarms, rule)),
      ]),
    ),
    '',
    'All latencies of identical code multiplied, power by metric at +5, +10, +20 and +50 %:',
    '',
    table(
      ['cell', ...STUDIED.flatMap((metric) => SHOWN.map((change) => `${metric} ${signed(change, 0)}`))],
      results.map(({ name, curve }) => [
        name,
        ...STUDIED.flatMap((metric) =>
          SHOWN.map((change) => percent(curve.find((point) => point.change === change).power[metric])),
        ),
      ]),
    ),
    '',
    '![Power of Tailgate against the size of a slowdown, by service](../docs/images/power.svg)',
    '',
    '![Power of Tailgate and of other rules against the size of a slowdown](../docs/images/power-rules.svg)',
  ].join('\n');
}

function writeDetectable(results, counts) {
  return [
    `Median of what ${counts.detectable} resampled jobs of identical code state; and the share of other jobs, two for each of these, that call the`,
    'metric `regressed` when all latencies of the head are longer by just what that one stated. It should be 80 %; of so few',
    `jobs it is known to ± ${percent(2 * Math.sqrt(0.16 / (2 * counts.detectable)))}. No job has a block twice.`,
    '',
    table(
      ['cell', ...['p50', 'tail', 'p99'].flatMap((name) => [`${name}: stated`, 'power'])],
      results.map(({ name, detectable }) => [
        name,
        ...detectable.flatMap(({ median, power }) =>
          median === null ? ['none', ''] : [percent(median, 1), percent(power)],
        ),
      ]),
    ),
  ].join('\n');
}
