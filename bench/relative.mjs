/**
 * `npm run bench:relative`: how often the interval of a relative limit covers the difference that two scenarios truly
 * have: whole runs of the command line on a service of which one path is 10 ms, or twice, as slow as the other.
 * Writes a line of JSON for each trial, and its section of bench/RESULTS.md.
 *
 * node bench/relative.mjs [--trials 60] [--budget 16s] [--minutes 60] [--out FILE] [--cli dist/cli.mjs] [--summarise]
 *
 * What the file has already counts: run it again to go on. Trials on a machine that was disturbed are left out.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runTailgate } from './command.mjs';
import { table } from './judge/table.mjs';
import { appendLine, readLines } from './lines.mjs';
import { BENCH_HOME, REPOSITORY, SERVICES } from './paths.mjs';
import { describeRun, writeSection } from './section.mjs';
import { listenForStop } from './stop.mjs';

const { values } = parseArgs({
  options: {
    trials: { type: 'string', default: '60' },
    budget: { type: 'string', default: '16s' },
    minutes: { type: 'string' },
    out: { type: 'string', default: join(BENCH_HOME, 'relative.jsonl') },
    cli: { type: 'string', default: join(REPOSITORY, 'dist', 'cli.mjs') },
    summarise: { type: 'boolean', default: false },
  },
});

/** Relations that hold exactly: the distance to such a limit is 0. Each trial judges all of them. */
const LIMITS = ['p50 < raw.p50 + 10ms', 'p95 < raw.p95 + 10ms', 'avg < raw.avg + 10ms'];
const TIMES = ['p50 < 2 x raw.p50', 'p95 < 2 x raw.p95', 'avg < 2 x raw.avg'];
/** Trials in a row without a measurement after which the machine is left alone. */
const VAIN = 5;

const stop = listenForStop('the trial under way is dropped, the others are kept');
if (!values.summarise) await runTrials();
const trials = readLines(values.out);
const text = report(trials);
console.log(text);
if (trials.length > 0) writeSection('Relative limits', text);

async function runTrials() {
  const until = performance.now() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
  let done = readLines(values.out).length;
  for (let vain = 0; done < Number(values.trials) && vain < VAIN; ) {
    if (stop.aborted || performance.now() > until) return;
    const trial = await runTrial().catch((error) => {
      if (!stop.aborted) throw error;
    });
    if (stop.aborted) return;
    if (trial.slos.length === 0) {
      vain++;
      console.log(`left out: ${trial.headline}`);
      continue;
    }
    vain = 0;
    done++;
    appendLine(trial, values.out);
    const covered = trial.slos.filter(({ covered }) => covered).length;
    console.log(`${done}/${values.trials}: ${covered} of ${trial.slos.length} covered`);
  }
}

async function runTrial() {
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-relative-'));
  try {
    writeFileSync(join(folder, 'tailgate.yml'), describeConfig());
    const { headline, slos } = (await runTailgate(values.cli, folder, stop)).result;
    return {
      at: new Date().toISOString(),
      budget: values.budget,
      headline,
      slos: slos
        .filter(({ relative }) => relative)
        .map(({ label, slo, value, relative: { difference } }) => ({
          slo: `${label} ${slo}`,
          value,
          difference,
          covered: asNumber(difference.low) <= 0 && asNumber(difference.high) >= 0,
        })),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Infinite ends are texts in JSON. */
function asNumber(end) {
  return Number(end ?? Number.NaN);
}

function describeConfig() {
  const scenario = (name, path, limits) =>
    [
      `  ${name}:`,
      `    request: GET ${path}`,
      '    load: 100 req/s',
      ...(limits.length > 0 ? ['    slo:', ...limits.map((limit) => `      - ${limit}`)] : []),
    ].join('\n');
  return [
    'service:',
    `  start: exec node ${JSON.stringify(join(SERVICES, 'relative.mjs'))}`,
    '  url: http://127.0.0.1:${PORT}',
    'baseline: { from: history }',
    `measure: { budget: ${values.budget} }`,
    'scenarios:',
    scenario('raw', '/raw', []),
    scenario('later', '/later', LIMITS),
    scenario('twice', '/twice', TIMES),
    '',
  ].join('\n');
}

function report(trials) {
  const slos = [...LIMITS.map((limit) => `later ${limit}`), ...TIMES.map((limit) => `twice ${limit}`)];
  const rows = slos.map((name, index) => {
    const own = trials.flatMap((trial) => trial.slos[index] ?? []);
    const widths = own
      .map(({ difference }) => asNumber(difference.high) - asNumber(difference.low))
      .sort((a, b) => a - b);
    const covered = own.filter((each) => each.covered).length;
    const width = widths[widths.length >> 1] ?? Number.NaN;
    return [name, String(own.length), `${covered}`, share(covered, own.length), `${width.toFixed(1)} ms`];
  });
  const all = trials.flatMap((trial) => trial.slos);
  const covered = all.filter((each) => each.covered).length;
  return [
    '## Relative limits',
    '',
    `${describeRun('npm run bench:relative')}. Whole runs with ${values.budget} of load for each`,
    'scenario; of one service, `later` answers 10 ms after `raw`, and `twice` takes twice its time. How often the interval of',
    `the difference covers the true one: ${covered} of ${all.length} (${share(covered, all.length)}) in ${trials.length} trials.`,
    '',
    table(['limit that holds exactly', 'trials', 'covered', 'share', 'typical width'], rows),
    '',
  ].join('\n');
}

function share(part, whole) {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}
