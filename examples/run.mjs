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
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyExample, listExamples, readExample } from './runner/example.mjs';
import { BLOCKED, ExampleError, gate, heading, inScratch, PASSED, replaceIn, run } from './runner/gate.mjs';

const flag = { type: 'boolean', default: false };
const { values, positionals: names } = parseArgs({
  options: { all: flag, list: flag, short: flag },
  allowPositionals: true,
});

await inScratch(async (scratch) => {
  const all = listExamples();
  if (values.list || (names.length === 0 && !values.all)) {
    for (const name of all) console.log(`${name.padEnd(14)}${readExample(name).what}`);
    return;
  }
  const shown = [];
  for (const example of (values.all ? all : names).map(readExample)) {
    shown.push(...(await showExample(example, scratch)));
  }
  heading('What you have seen');
  for (const line of shown) console.log(line);
});

/** Shows one example from its installation to its regressions. Returns the lines of the closing table. */
async function showExample(example, scratch) {
  const began = Date.now();
  heading(`${example.name}: ${example.what}`);
  if (example.install) {
    const code = await run('bash', [example.install], { cwd: example.folder });
    if (code !== 0) throw new ExampleError(`${example.name} could not be installed; its own words are above`);
  }
  const lines = [];
  const regressions = values.short ? example.regressions.slice(0, 1) : example.regressions;
  const unchanged = { what: 'the unchanged code', wanted: PASSED };
  for (const { what, wanted = BLOCKED, env = {}, replace, options = [] } of [unchanged, ...regressions]) {
    heading(`${example.name}: ${what}`);
    for (const [name, value] of Object.entries(env)) console.log(`${name}=${value}`);
    const cwd = replace ? copyExample(example, scratch) : example.folder;
    for (const change of replace ?? []) replaceIn(cwd, change);
    const args = lastOfEach([...example.options, ...(values.short ? example.short : []), ...options]);
    const expected = { what: `${example.name}, ${what}`, wanted };
    const seen = await gate(expected, args, ['--store', join(scratch, 'records')], { cwd, env });
    lines.push(`${expected.what}\n  ${seen}`);
  }
  lines.push(`${example.name}: ${Math.round((Date.now() - began) / 1000)} s`, '');
  return lines;
}

/** Keeps of each option the last value: that of a regression goes before that of `short`, and this before the usual. */
function lastOfEach(options) {
  const last = new Map();
  for (let at = 0; at < options.length; at += 2) last.set(options[at], options[at + 1]);
  return [...last].flat();
}
