/**
 * `npm run bench:capacity`: searches for capacities that are known: a token bucket that serves R requests per second and no
 * more, R drawn at random. Also pairs, in which the head serves 15 % less, or is the same code. Each trial is a run of the
 * command line with real k6. Writes a line of JSON for each trial, and its section of bench/RESULTS.md.
 *
 * node bench/capacity.mjs [--trials 60] [--pairs 20] [--same 20] [--budget 60s] [--pair-budget 5m] [--seed 1] [--out FILE]
 *
 * What the file has already counts: run it again to go on.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { table } from './judge/table.mjs';
import { appendLine, readLines } from './lines.mjs';
import { BENCH_HOME, REPOSITORY } from './paths.mjs';
import { seededRandom } from './random.mjs';
import { describeRun, writeSection } from './section.mjs';

const { values } = parseArgs({
  options: {
    trials: { type: 'string', default: '60' },
    pairs: { type: 'string', default: '0' },
    same: { type: 'string', default: '0' },
    budget: { type: 'string', default: '60s' },
    'pair-budget': { type: 'string', default: '5m' },
    out: { type: 'string', default: join(BENCH_HOME, 'capacity.jsonl') },
    seed: { type: 'string', default: '1' },
  },
});

const RANGE = { from: 100, to: 5000 };
/** Limits drawn (req/s): a generator on two cores can send a good deal more than the highest. */
const LIMITS = { least: 150, most: 2500 };
const SLOWER = 0.85;
const WITHIN = 0.05;

const known = readLines(values.out);
const DUE = Object.entries({ alone: values.trials, slower: values.pairs, same: values.same });
for (const [order, [kind, wanted]] of DUE.entries()) {
  for (let index = 0; index < Number(wanted); index++) {
    if (
      known.some(
        (line) => line.kind === kind && line.index === index && line.seed === values.seed && line.valid,
      )
    )
      continue;
    // Each trial has its own draw, whatever was left out before it.
    const random = seededRandom(Number(values.seed) * 1_000_003 + order * 10_007 + index);
    const draw = Array.from({ length: 8 }, () => random.below(1e6)).at(-1) / 1e6;
    const limit = Math.round(LIMITS.least * (LIMITS.most / LIMITS.least) ** draw);
    const budget = kind === 'alone' ? values.budget : values['pair-budget'];
    const line = { kind, index, seed: values.seed, limit, budget, ...run(kind, limit, budget) };
    appendLine(line, values.out);
    known.push(line);
    process.stderr.write(`${describe(line)}\n`);
  }
}
const text = report(known);
process.stdout.write(text);
if (known.length > 0) writeSection('Capacity', text);

function run(kind, limit, budget) {
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-capacity-'));
  const git = (...args) =>
    spawnSync('git', ['-C', folder, '-c', 'user.name=bench', '-c', 'user.email=bench@localhost', ...args]);
  const write = (rate, note) => {
    const start = `RATE=${rate} exec node bucket.mjs`;
    const scenario = {
      request: 'GET /',
      capacity: `p99 < 30ms between ${RANGE.from} and ${RANGE.to} req/s`,
      budget,
    };
    const service = { start, url: 'http://127.0.0.1:${PORT}', ready: { path: '/healthz' } };
    writeFileSync(join(folder, 'tailgate.yml'), JSON.stringify({ service, scenarios: { quote: scenario } }));
    writeFileSync(join(folder, 'note.txt'), note);
  };
  try {
    copyFileSync(join(REPOSITORY, 'bench', 'capacity', 'bucket.mjs'), join(folder, 'bucket.mjs'));
    write(limit, 'base');
    if (kind !== 'alone') {
      git('init', '-q');
      git('add', '.');
      git('commit', '-qm', 'base');
      write(kind === 'slower' ? Math.round(SLOWER * limit) : limit, 'head');
      git('commit', '-qam', 'head');
    }
    const from = kind === 'alone' ? ['--from', 'history'] : ['--base', 'HEAD~1'];
    const began = performance.now();
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(REPOSITORY, 'dist', 'cli.mjs'), 'run', '--record', ...from],
      { cwd: folder, encoding: 'utf8' },
    );
    const seconds = Math.round((performance.now() - began) / 1000);
    const record = readRecord(folder);
    const head = record?.capacities?.find(({ arm }) => arm === 'head');
    if (!head) return { valid: false, status, seconds, stderr: stderr.slice(-2000) };
    const capacities = record.capacities.map(({ arm, blocks }) => ({
      arm,
      blocks: blocks.map(({ estimate, trials }) => ({ estimate, trials: trials.length })),
    }));
    return { valid: true, status, seconds, capacities };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readRecord(folder) {
  const store = join(folder, '.tailgate');
  if (!existsSync(store)) return null;
  const name = readdirSync(store, { recursive: true }).find((path) => String(path).endsWith('.json'));
  return name ? JSON.parse(readFileSync(join(store, String(name)), 'utf8')) : null;
}

function estimateOf({ capacities }) {
  return capacities.find(({ arm }) => arm === 'head').blocks[0].estimate;
}

function describe(line) {
  if (!line.valid) return `${line.kind} ${line.index}: not measured in ${line.seconds} s`;
  const { value } = estimateOf(line) ?? { value: Number.NaN };
  const what = line.kind === 'alone' ? `${Math.round(value)} req/s` : `exit code ${line.status}`;
  return `${line.kind} ${line.index}: limit ${line.limit}, ${what}, ${line.seconds} s`;
}

function report(lines) {
  const valid = lines.filter((line) => line.valid);
  const alone = valid.filter(({ kind }) => kind === 'alone');
  const errorOf = (line) => Math.abs((estimateOf(line)?.value ?? Number.NaN) / line.limit - 1);
  const errors = alone.map(errorOf).sort((a, b) => a - b);
  const isNear = (line) => errorOf(line) <= WITHIN;
  const isCovered = (line) => {
    const { low, high } = estimateOf(line) ?? {};
    return low <= line.limit && line.limit <= high;
  };
  const isBlocked = ({ status }) => status === 1;
  const rows = [
    ['alone: within 5 % of the limit', 'alone', isNear],
    ['alone: the limit is in the interval of 95 %', 'alone', isCovered],
    ['the head serves 15 % less: blocked', 'slower', isBlocked],
    ['identical code: blocked', 'same', isBlocked],
  ].flatMap(([what, kind, holds]) => {
    const budgets = new Set(valid.filter((line) => line.kind === kind).map(({ budget }) => budget));
    return [...budgets].map((budget) => {
      const own = valid.filter((line) => line.kind === kind && line.budget === budget);
      const longest = Math.max(...own.map(({ seconds }) => seconds));
      return [what, budget, String(own.length), String(own.filter(holds).length), `${longest} s`];
    });
  });
  const vain = lines.length - valid.length;
  const typical = errors[errors.length >> 1];
  return [
    '## Capacity',
    '',
    `${describeRun('npm run bench:capacity')}. Whole runs on a token bucket that serves R requests`,
    `per second, R drawn from ${LIMITS.least} to ${LIMITS.most}; \`capacity: p99 < 30ms between ${RANGE.from} and ${RANGE.to} req/s\`.`,
    `${vain} more could not be measured.${
      typical === undefined
        ? ''
        : ` The median error is ${(100 * typical).toFixed(1)} %, the largest ${(100 * errors.at(-1)).toFixed(1)} %.`
    }`,
    '',
    table(['what', 'budget', 'trials', 'so many', 'longest'], rows),
    '',
  ].join('\n');
}
