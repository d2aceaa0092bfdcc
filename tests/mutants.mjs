/**
 * Plants defects in a copy of the source, one at a time, and expects the tests to find each: no defect of these kinds may
 * slip through, however short the tests become.
 *
 *   node tests/mutants.mjs [WORD...]   all of them, or those whose name has one of the words
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Each with the file below `src`, the tests that find it, what stands there, and what is put in its place. */
// biome-ignore format: one defect a line, and below it what is replaced by what
const MUTANTS = [
  ['the sign of a change is turned', 'verdict/pair-values.ts', ['verdict/pair.test.ts'],
    'const worse = higherIsBetter(metric) ? -1 : 1;',
    'const worse = higherIsBetter(metric) ? 1 : -1;'],
  ['the error is spent again at each look', 'statistics/change.ts', ['statistics/change.test.ts'],
    'const [ofAll, own] = [plan.error / looks,',
    'const [ofAll, own] = [plan.error,'],
  ['base and head are swapped', 'verdict/kept.ts', ['gate/judgement.test.ts', 'verdict/judge.test.ts'],
    "return { base: list('base'), head: list('head') };",
    "return { base: list('head'), head: list('base') };"],
  ['a failed request is left out of a percentile', 'measurement/quantiles.ts', ['measurement/quantiles.test.ts'],
    'if (level * total > answered || answered === 0) return Number.POSITIVE_INFINITY;',
    'if (answered === 0) return Number.POSITIVE_INFINITY;'],
  ['a late generator counts', 'measurement/diagnosis.ts', ['measurement/diagnosis.test.ts'],
    "return late && !isHeldUp ? 'starved' : 'sound';",
    "return 'sound';"],
  ['an arm that was halted is never resumed', 'processes/process.ts', ['processes/process.test.ts'],
    "for (const root of roots) root.signal('SIGCONT');",
    ''],
  ['SIGKILL leaves orphans', 'services/keeper.child.js', ['services/keeper.test.ts', 'cli/interruption.test.ts'],
    "process.on('disconnect', clearUp);",
    "process.on('disconnect', () => process.exit());"],
  ['what watches the sockets goes on after k6', 'blocks/program.ts', ['blocks/searches.test.ts'],
    'calls?.stop();',
    ''],
  ['a trial counts at the rate of the other arm', 'blocks/searches.ts', ['blocks/searches.test.ts'],
    'orders.find(({ arm }) => arm === slot.slot.arm)!',
    'orders[0]!'],
  ['each scenario takes the time that all are to share', 'plan/shape.ts', ['plan/paired.test.ts'],
    'LATER_ALONE_SECONDS / sharers',
    'LATER_ALONE_SECONDS'],
  ['a child gets the token', 'processes/environment.ts', ['processes/environment.test.ts'],
    'const kept = Object.entries(environment).filter(([name]) => !isWithheld(name));',
    'const kept = Object.entries(environment);'],
  ['the exit code is 0 without a result', 'handover/suite.ts', ['handover/suite.test.ts'],
    'if (measured.length < jobs.length || jobs.length === 0) {',
    'if (false) {'],
  ['a label counts that was set before the push', 'publish/acceptance.ts', ['publish/acceptance.test.ts'],
    "Date.parse(at) > since && !isReplaced ? 'valid'",
    "!isReplaced ? 'valid'"],
  ['a fork passes without an approval', 'publish/status.ts', ['publish/status.test.ts'],
    'const isUnproved = isFork && !approvedBy && exitCode === EXIT.pass;',
    'const isUnproved = false;'],
  ['the base is the merge base and not the parent of the test merge', 'revision/base.ts', ['revision/base.test.ts'],
    'if (parents.length !== 2 || !parents.includes(headSha)) return',
    'return'],
  ['a pull request is recorded', 'forge/context.ts', ['forge/context.test.ts'],
    "records: trigger.kind === 'push' && trigger.branch === defaultBranch,",
    'records: true,'],
  ['a hostile name becomes an element', 'report/format/markdown.ts', ['report/format/markdown.test.ts', 'report/hostile.test.ts'],
    "'<(?! )',",
    "'<(?=never)',"],
  ['a service gets the port of another one', 'config/interpolation.ts', ['services/instance.test.ts'],
    'filter(([name]) => name.startsWith(`${service}.`))',
    'map(([name, port]) => [`${service}.${name.split(".")[1]}`, port] as const)'],
  ['an interval without an upper end meets its SLO', 'verdict/slo.ts', ['verdict/judge.test.ts'],
    "if (isInclusive ? most <= bound : most < bound) return 'met';",
    "if (most < bound || most === Number.POSITIVE_INFINITY) return 'met';"],
  ['the soak is ignored', 'verdict/judge.ts', ['verdict/judge.test.ts'],
    'const isLoaded = soak.head.some((slice) => attempts(slice) > 0);',
    'const isLoaded = false;'],
  ['a shard that is lost is not missed', 'handover/collect.ts', ['handover/collect.test.ts'],
    'own.length === total &&',
    'own.length > 0 &&'],
  ['a key of the file is read and not used', 'config/scenarios.ts', ['config/document.test.ts'],
    'expectStatus: expect?.status ?? [],',
    'expectStatus: [],'],
  ['an SLO is read in the wrong unit', 'config/language/slo.ts', ['config/language/language.test.ts'],
    "s: { kept: 'ms', places: 3 },",
    "s: { kept: 'ms', places: 0 },"],
];

/** Copies what git knows, and leaves the checkout alone. @returns the folder of the copy */
function copyCheckout() {
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-mutants-'));
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  for (const path of String(listed.stdout).split('\0').filter(Boolean))
    cpSync(path, join(folder, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Plants one and runs its tests. @returns what became of it: found where these tests fail, and with a count of them */
function hunt(folder, [, file, tests, from, to]) {
  const path = join(folder, 'src', file);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (text.split(from).length !== 2) return `its text is not once in src/${file}`;
  const report = join(folder, 'mutant.json');
  rmSync(report, { force: true });
  writeFileSync(path, text.split(from).join(to));
  const args = ['run', '--reporter=json', `--outputFile=${report}`, '--retry=0', '--bail=1'];
  const { stdout, stderr } = spawnSync('npx', ['vitest', ...args, ...tests.map((test) => `tests/${test}`)], {
    cwd: folder,
    encoding: 'utf8',
  });
  writeFileSync(path, text);
  try {
    const { numFailedTests, numPassedTests } = JSON.parse(readFileSync(report, 'utf8'));
    return numFailedTests > 0 ? 'found' : `not found by ${numPassedTests} tests in ${tests.join(', ')}`;
  } catch {
    return `its tests did not run:\n${stdout.slice(-1000)}${stderr.slice(-1000)}`;
  }
}

const words = process.argv.slice(2);
const chosen = MUTANTS.filter(([name]) => words.length === 0 || words.some((word) => name.includes(word)));
const folder = copyCheckout();
let found = 0;
try {
  for (const mutant of chosen) {
    const began = performance.now();
    const outcome = hunt(folder, mutant);
    if (outcome === 'found') found++;
    console.log(`${mutant[0]}: ${outcome}, ${Math.round((performance.now() - began) / 1000)} s`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${found} of ${chosen.length} found`);
process.exitCode = found === chosen.length && found > 0 ? 0 : 1;
