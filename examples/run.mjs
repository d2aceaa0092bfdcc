/**
 * `npm run example -- NAME…`: installs an example, gates it unchanged, then with a regression of it, and shows both
 * verdicts. `npm run examples` does so with all of them.
 *
 *   --short        less load, for CI: the options `short` of the example
 *   --all          every example
 *   --list         their names and what they are
 *
 * Exits 0 only if the unchanged code passed and each regression was blocked. What an example is stands in its
 * `example.json`; `runner/example.mjs` describes the file. A regression is a variable of the environment, or an edit in a
 * temporary copy of the folder, so no file of yours changes.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyExample, replaceIn } from './runner/copy.mjs';
import { ExampleError, listExamples, readExample } from './runner/example.mjs';
import { Interrupted, run } from './runner/program.mjs';

const PASSED = 0;
const BLOCKED = 1;
const UNMEASURED = 3;
/** Times that one run is tried on a machine too busy to measure. */
const TRIES = 3;

const { bin } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const cli = fileURLToPath(new URL(`../${bin.tailgate}`, import.meta.url));
const flags = process.argv.slice(2).filter((arg) => arg.startsWith('--'));
const names = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const short = flags.includes('--short');

const scratch = mkdtempSync(join(tmpdir(), 'tailgate-example-'));
try {
  await main();
} catch (error) {
  if (!(error instanceof ExampleError || error instanceof Interrupted)) throw error;
  console.error(`\nexample: ${error.message}`);
  process.exitCode = error instanceof Interrupted ? 130 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
}

async function main() {
  const unknown = flags.find((flag) => !['--all', '--list', '--short'].includes(flag));
  if (unknown) throw new ExampleError(`${unknown} is not known; there are --all, --list and --short`);
  const all = listExamples();
  if (flags.includes('--list') || (names.length === 0 && !flags.includes('--all'))) {
    for (const name of all) console.log(`${name.padEnd(14)}${readExample(name).what}`);
    return;
  }
  const chosen = (flags.includes('--all') ? all : names).map(readExample);
  const shown = [];
  for (const example of chosen) shown.push(...(await showExample(example)));
  heading('What you have seen');
  for (const line of shown) console.log(line);
}

/** Shows one example from its installation to its regressions. Returns the lines of the closing table. */
async function showExample(example) {
  const began = Date.now();
  heading(`${example.name}: ${example.what}`);
  if (example.install) {
    const code = await run('bash', [example.install], { cwd: example.folder });
    if (code !== 0) throw new ExampleError(`${example.name} could not be installed; its own words are above`);
  }
  const unchanged = await gate(example, example.folder, {});
  expect(example, 'the unchanged code', unchanged, PASSED);
  const lines = [line(example.name, 'unchanged', unchanged)];
  for (const regression of short ? example.regressions.slice(0, 1) : example.regressions) {
    heading(`${example.name}: ${regression.what}`);
    const folder = regression.replace ? copyExample(example, scratch) : example.folder;
    for (const change of regression.replace ?? []) replaceIn(folder, change);
    const seen = await gate(example, folder, regression);
    expect(example, `the regression "${regression.what}"`, seen, BLOCKED);
    lines.push(line(example.name, regression.what, seen));
  }
  lines.push(`${example.name}: ${Math.round((Date.now() - began) / 1000)} s`, '');
  return lines;
}

/** Runs Tailgate in a folder, again when it says that the machine was too busy. Resolves to code, verdict, headline. */
async function gate(example, folder, { env, options = [] }) {
  const args = lastOfEach([...example.options, ...(short ? example.short : []), ...options]);
  const result = join(scratch, 'result.json');
  for (let attempt = 1; ; attempt += 1) {
    rmSync(result, { force: true });
    const settings = Object.entries(env ?? {}).map(([name, value]) => `${name}=${value} `);
    const shown = args.map((arg) => (/[^\w.,=-]/.test(arg) ? `'${arg}'` : arg));
    console.log(`$ ${settings.join('')}tailgate run ${shown.join(' ')}\n`);
    const store = ['--store', join(scratch, 'records'), '--json', result];
    const code = await run(process.execPath, [cli, 'run', ...args, ...store], { cwd: folder, env });
    if (code !== UNMEASURED || attempt === TRIES) return { code, ...readResult(result) };
    console.log(`\nTailgate could not measure that; once more (${attempt + 1} of at most ${TRIES} tries).\n`);
  }
}

/** Keeps of each option the last value: that of a regression goes before that of `short`, and this before the usual. */
function lastOfEach(options) {
  const values = new Map();
  for (let at = 0; at < options.length; at += 2) values.set(options[at], options[at + 1]);
  return [...values].flat();
}

function readResult(path) {
  try {
    const { verdict, headline } = JSON.parse(readFileSync(path, 'utf8'));
    return { verdict, headline };
  } catch {
    return { verdict: 'none', headline: 'Tailgate came to no verdict; its own words are above' };
  }
}

function expect({ name }, what, { code, verdict, headline }, wanted) {
  if (code === wanted) return;
  throw new ExampleError(
    `${name}: ${what} should end with exit ${wanted}, but was ${verdict}, exit ${code}: ${headline}`,
  );
}

function line(name, what, { code, verdict, headline }) {
  return `${name}, ${what}\n  ${verdict}, exit ${code}: ${headline}`;
}

function heading(text) {
  console.log(`\n${'━'.repeat(text.length)}\n${text}\n${'━'.repeat(text.length)}`);
}
