/**
 * `npm run bench:deployments`: two deployments on loopback, started here and compared by their URLs: how often the one
 * that takes 20 % longer for each request is found, and how often equal ones are blocked. Each run has processes of its
 * own. Writes a line of JSON for each run, and its section of bench/RESULTS.md.
 *
 * node bench/deployments.mjs [--runs 10] [--out FILE] [--cli dist/cli.mjs] [--summarise]
 *
 * `--runs`: of each kind. What the file has already counts: run it again to go on.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runTailgate } from './command.mjs';
import { table } from './judge/table.mjs';
import { appendLine, readLines } from './lines.mjs';
import { BENCH_HOME, REPOSITORY } from './paths.mjs';
import { describeRun, writeSection } from './section.mjs';
import { deploy, REQUEST } from './services/deployed.mjs';
import { listenForStop } from './stop.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10' },
    out: { type: 'string', default: join(BENCH_HOME, 'deployments.jsonl') },
    cli: { type: 'string', default: join(REPOSITORY, 'dist', 'cli.mjs') },
    summarise: { type: 'boolean', default: false },
  },
});

/** What the head's requests take, as a multiple of the base's. */
const KINDS = { slower: 1.2, equal: 1 };
const describeConfig = ([base, head]) => `base: { url: "${base}" }
head: { url: "${head}" }
scenarios:
  main:
    request: GET /
    slo: p99 < 100ms at 200 req/s
`;

const stop = listenForStop('the run under way is dropped, the others are kept');
if (!values.summarise) await runAll();
const runs = readLines(values.out);
const text = report(runs);
console.log(text);
if (runs.length > 0) writeSection('Two deployments', text);

async function runAll() {
  const done = readLines(values.out);
  for (let index = 0; index < Number(values.runs); index++) {
    for (const kind of Object.keys(KINDS)) {
      if (done.filter((run) => run.kind === kind).length > index) continue;
      const run = await compare(kind).catch((error) => {
        if (!stop.aborted) throw error;
      });
      if (stop.aborted) return;
      appendLine(run, values.out);
      console.log(`${index + 1}, ${kind}: ${run.verdict} in ${run.seconds} s: ${run.headline}`);
    }
  }
}

async function compare(kind) {
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-deployments-'));
  const deployed = [];
  try {
    for (const [name, factor] of [
      ['base', 1],
      ['head', KINDS[kind]],
    ]) {
      deployed.push(await deploy(join(folder, name), factor, stop));
    }
    writeFileSync(join(folder, 'tailgate.yml'), describeConfig(deployed.map(({ url }) => url)));
    const began = performance.now();
    const { code, result } = await runTailgate(values.cli, folder, stop);
    const seconds = Math.round((performance.now() - began) / 1000);
    const { verdict, headline } = result;
    return { at: new Date().toISOString(), kind, code, verdict, headline, seconds };
  } finally {
    await Promise.all(deployed.map((service) => service.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(runs) {
  const rows = Object.entries(KINDS).map(([kind, factor]) => {
    const own = runs.filter((run) => run.kind === kind);
    const verdicts = [...new Set(own.map(({ verdict }) => verdict))].map(
      (verdict) => `${verdict} ${own.filter((run) => run.verdict === verdict).length}`,
    );
    const seconds = own.map((run) => run.seconds).sort((a, b) => a - b);
    return [
      factor === 1 ? 'equal' : `${Math.round(100 * (factor - 1))} % slower`,
      String(own.length),
      String(own.filter(({ code }) => code === 1).length),
      verdicts.join(', '),
      `${seconds[seconds.length >> 1] ?? '–'} s`,
    ];
  });
  return [
    '## Two deployments',
    '',
    `${describeRun('npm run bench:deployments')}. Two processes of one Node service for each run, compared`,
    `by their URLs at 200 req/s; a request waits ${REQUEST.waitMs} ms and computes for ${REQUEST.computeMs} ms.`,
    '',
    table(['the head', 'runs', 'blocked', 'verdicts', 'median time'], rows),
    '',
  ].join('\n');
}
