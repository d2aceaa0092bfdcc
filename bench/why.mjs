/**
 * `npm run bench -- why`: whether a blocked run names the function that a change has made slower. See why/README.md.
 *
 * npm run bench -- why --half 1|2 [--services go-ledger,java-orders] [--cli dist/cli.mjs]   each case is a run of the gate
 * npm run bench -- why --silent [--runs 40] [--services …]   profiles of identical code
 * npm run bench -- why --check   starts each service with each change, and asks it once
 *
 * `--print`: no file is written. Profilers have to be on the PATH: py-spy, asprof, perf. A whole half is written into
 * bench/RESULTS.md.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { runInFolder } from './command.mjs';
import { makeRepository } from './jobs/repository.mjs';
import { REPOSITORY } from './paths.mjs';
import { startService } from './processes.mjs';
import { readOptions } from './repeat.mjs';
import { describeRun, writeSection } from './section.mjs';
import { listenForStop } from './stop.mjs';
import { profileTwins } from './why/twins.mjs';

const options = readOptions({
  half: { type: 'string' },
  services: { type: 'string' },
  silent: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  runs: { type: 'string', default: '40' },
});
const stop = listenForStop('the run under way is dropped');
const text = readFileSync(join(REPOSITORY, 'bench', 'why', 'cases.yml'), 'utf8');
const chosen = parse(text.replaceAll('$BIN', join(REPOSITORY, 'node_modules', '.bin'))).filter(
  ({ service: { name, half } }) =>
    (options.services?.split(',').includes(name) ?? true) && (!options.half || half === Number(options.half)),
);
const modes = { check: checkAll, silent: trySilence, half: tryCases };
const mode = Object.keys(modes).find((name) => options[name]);
if (!mode) throw new Error('--half, --silent or --check?');
await modes[mode]().catch((error) => {
  if (!stop.aborted) throw error;
});

/** Keeps a text as a section of bench/RESULTS.md, if it is of all services. */
function report(title, command, text) {
  console.log(text);
  if (options.services || options.print || stop.aborted) return;
  writeSection(title, `## ${title}\n\n${describeRun(`npm run bench -- why ${command}`)}.\n\n${text}\n`);
}

/** Does something in a repository with a service, and its change in a second commit; removes it. */
async function inRepository(service, change, act) {
  const place = join(REPOSITORY, 'bench', 'why', 'services', service.name);
  const paths = readdirSync(place, { recursive: true }).filter((path) =>
    statSync(join(place, path)).isFile(),
  );
  const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(place, path), 'utf8')]));
  const ignored = { '.gitignore': 'out/\ndist/\n.tailgate/\n__pycache__/\n' };
  const base = { ...files, ...ignored, 'tailgate.yml': configure(service) };
  const { folder, remove } = makeRepository(base, change && applyChange(files, change));
  try {
    return await act(folder);
  } finally {
    remove();
  }
}

function applyChange(files, { at: { file }, from, to }) {
  const parts = files[file].split(from);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${from}`);
  return { [file]: parts.join(to) };
}

/** Names of Go begin with their package, which cases leave out. */
function isRight(named, right) {
  return right.some((one) => one === named || named?.endsWith(`.${one}`));
}

function configure({ name, build, start }) {
  const service = { ...(build && { build }), start, url: 'http://127.0.0.1:${PORT}' };
  const scenarios = { page: { request: 'GET /', load: '60 req/s' } };
  const explain = { java: 'async-profiler', python: 'py-spy', go: 'perf' }[name.split('-')[0]];
  return JSON.stringify({ service, scenarios, measure: { budget: '90s' }, ...(explain && { explain }) });
}

/** One run of the gate for each case. */
async function tryCases() {
  const args = ['run', '--base', 'HEAD~1', '--json'];
  const cases = [];
  for (const { service, changes } of chosen)
    for (const change of changes) {
      const { result, seconds, words } = await inRepository(service, change, (folder) =>
        runInFolder(options.cli, folder, args, stop),
      );
      cases.push(judge(service, change, result, seconds));
      console.log(cases.at(-1).row.join(' | '), result ? '' : words);
    }
  const count = (outcome, of = cases) => of.filter((one) => one.outcome === outcome).length;
  const due = cases.filter(({ isDue }) => isDue);
  const others = cases.filter(({ outcome }) => outcome !== 'right');
  const named = others.map(({ row: [service, kind, , said] }) => `${service}, ${kind}: ${said}`).join('; ');
  const counts = `Right: ${count('right', due)} of ${due.length} in which a function takes the time. Wrong: ${count('WRONG')} of ${cases.length}. Nothing named: ${count('silent')}. Not right: ${named || 'none'}.`;
  report(`Functions, half ${options.half}`, `--half ${options.half}`, counts);
}

function judge({ name }, { at: { kind, right } }, result, seconds) {
  const risen = result?.risen?.[0];
  const named = risen && (risen.kind === 'collection' ? null : risen.name);
  const said = named === undefined ? 'nothing' : (named ?? 'garbage collection');
  const outcome = named === undefined ? 'silent' : isRight(named, right) ? 'right' : 'WRONG';
  const share = risen ? `${Math.round(100 * risen.share)} %` : '';
  const verdict = result?.verdict ?? 'none';
  const row = [name, kind, verdict, `\`${said}\``, share, outcome, `${Math.round(seconds)} s`];
  return { outcome, isDue: right.length > 0, row };
}

/** Profiles of a service beside itself. */
async function trySilence() {
  const runs = Number(options.runs);
  let named = 0;
  for (let run = 0; run < runs && !stop.aborted; run++) {
    const { service } = chosen[run % chosen.length];
    const rise = run % 2 === 0 ? 1.04 : 1.2;
    const { holders, rounds } = await inRepository(service, null, (base) =>
      inRepository(service, null, (head) => {
        for (const cwd of service.build ? [base, head] : [])
          execFileSync('sh', ['-c', service.build], { cwd, stdio: 'ignore' });
        return profileTwins([base, head], rise, stop);
      }),
    );
    if (holders.length > 0) named++;
    const told = holders.map(({ name }) => name).join(', ') || 'nothing';
    const more = Math.round(100 * (rise - 1));
    console.log(`${service.name}, as if it took ${more} % more: ${told}, of ${rounds} rounds`);
  }
  const text = `Of ${runs} profiles of identical code, as if the head took 4 % more or 20 %, ${named} named a function.`;
  report('Functions, identical code', '--silent', text);
}

/** Starts each service with each change, and asks it once. */
async function checkAll() {
  for (const { service, changes } of chosen)
    for (const change of [null, ...changes])
      await inRepository(service, change, async (cwd) => {
        if (service.build) execFileSync('sh', ['-c', service.build], { cwd, stdio: 'inherit' });
        const { url, stop: end } = await startService(service.start, { cwd, ready: '/', signal: stop });
        const answer = await fetch(url).then((response) => response.text());
        console.log(`${service.name}, ${change?.at.kind ?? 'as it is'}: ${answer.length} characters`);
        await end();
      });
}
