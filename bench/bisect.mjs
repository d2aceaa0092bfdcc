/**
 * `npm run bench:bisect`: searches of `tailgate bisect` in repositories of 16 commits with one that makes a request 15 %
 * longer, at a place drawn from a fixed seed, and in some without any. The service computes, so that the truth is known.
 *
 * node bench/bisect.mjs [--ranges 20] [--without 5] [--only 1,5] [--minutes 600] [--cli dist/cli.mjs]
 *
 * `--only`: searches of these numbers, where there is no time for all. Prints a line for each search, and writes the
 * section of bench/RESULTS.md once all are done. A search takes five to ten minutes, one without a slow commit less.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeHistory, runInFolder } from './history.mjs';
import { REPOSITORY } from './paths.mjs';
import { seededRandom } from './random.mjs';
import { describeRun, writeSection } from './section.mjs';
import { listenForStop } from './stop.mjs';

const { values } = parseArgs({
  options: {
    ranges: { type: 'string', default: '20' },
    without: { type: 'string', default: '5' },
    only: { type: 'string' },
    minutes: { type: 'string' },
    cli: { type: 'string', default: join(REPOSITORY, 'dist', 'cli.mjs') },
  },
});
const COMMITS = 16;
const SLOWER = 1.15;
const LOAD = { costMs: 2, rate: 100 };
const SEED = 37;

const stop = listenForStop('the search under way is dropped');
const cli = resolve(values.cli);
const until = performance.now() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
const { ranges, without } = { ranges: Number(values.ranges), without: Number(values.without) };
const { below } = seededRandom(SEED);
const places = Array.from({ length: ranges }, () => below(COMMITS));
// They take turns, so that each kind has its share when time is up.
const cases = [...places.keys()].flatMap((i) => [
  places[i],
  ...((i + 1) % Math.max(1, Math.ceil(ranges / Math.max(1, without))) === 0 ? [null] : []),
]);
const only = values.only?.split(',').map(Number);
const results = [];
for (const [i, slow] of cases.entries()) {
  if (only && !only.includes(i + 1)) continue;
  if (stop.aborted || performance.now() > until) break;
  const factors = Array.from({ length: COMMITS }, (_, i) => (slow !== null && i >= slow ? SLOWER : 1));
  const { folder, shas, remove } = makeHistory([1, ...factors], LOAD);
  try {
    const { code, result, seconds, words } = await runInFolder(
      cli,
      folder,
      ['bisect', shas[0], 'main', '--json'],
      stop,
    );
    const said = result?.result ?? `exit ${code}`;
    const found = said === 'commit' ? shas.indexOf(result.commits[0].sha) - 1 : null;
    const isRight = slow === null ? said === 'none' : found === slow;
    results.push({ slow, said, isRight, seconds, runs: result?.runs ?? 0, error: result?.error ?? null });
    const truth = slow === null ? 'none' : `commit ${slow + 1}`;
    const told = found === null ? said : `commit ${found + 1}`;
    console.log(
      `${i + 1} ${isRight ? 'right' : 'WRONG'}: ${truth}, said ${told}; ${result?.runs ?? 0} runs, ${Math.round(seconds)} s${isRight ? '' : `:\n${words}`}`,
    );
  } finally {
    remove();
  }
}
const isWhole = results.length === cases.length;
console.log(describe(results));
if (isWhole && ranges >= 20)
  writeSection('Bisect', `## Bisect\n\n${describeRun('npm run bench:bisect')}.\n\n${describe(results)}\n`);

function describe(all) {
  const slower = all.filter(({ slow }) => slow !== null);
  const same = all.filter(({ slow }) => slow === null);
  const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
  const row = (name, of) =>
    `| ${name} | ${of.length} | ${of.filter(({ isRight }) => isRight).length} | ${of.filter(({ isRight, said }) => !isRight && said === 'range').length} | ${of.filter(({ isRight, said }) => !isRight && said !== 'range').length} | ${median(of.map(({ runs }) => runs))} | ${Math.round(median(of.map(({ seconds }) => seconds)))} s |`;
  return [
    `Ranges of ${COMMITS} commits, one of which makes each request ${Math.round(100 * (SLOWER - 1))} % longer, or none. Right: that commit, or \`none\`.`,
    '',
    '| range | searches | right | a range of commits | wrong | runs, median | time, median |',
    '| - | -: | -: | -: | -: | -: | -: |',
    row('with a slow commit', slower),
    row('without', same),
  ].join('\n');
}
