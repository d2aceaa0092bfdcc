/**
 * `npm run bench:hostile`: how long the publishing step works on hostile results: 256 files, each at its limit of a kind
 * (hostile/kinds.mjs), published to a local GitHub as a fork's. Prints processor time and exit code for each kind, and
 * the slowest. No hostile result may pass without a word, and none may take longer than 20 s.
 *
 * node bench/hostile.mjs [--seed 1] [--kinds logs,gates] [--files 256]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { KINDS } from './hostile/kinds.mjs';
import { REPOSITORY } from './paths.mjs';
import { seededRandom } from './random.mjs';
import { loadSource } from './source.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    kinds: { type: 'string' },
    files: { type: 'string', default: '256' },
  },
});
const TOKEN = 'ghs_0123456789abcdef';
const HEAD = 'b'.repeat(40);
const MOST_SECONDS = 20;
/** Largest file of which so many are read together (256 MiB in 256 files), and the largest size of a list. */
const ROOM = 1024 * 1024;
const LARGEST = 5000;

const { GitHubServer, nameResult, pairedReportOf } = await loadSource([
  'tests/github/server.ts',
  'src/handover/result-name.ts',
  'tests/report/pair-fixture.ts',
]);

const kinds = values.kinds?.split(',') ?? Object.keys(KINDS);
let slowest = { kind: '', seconds: 0 };
for (const kind of kinds) {
  const { seconds, exitCode, bytes } = await publish(kind);
  console.log(`${kind}: ${seconds.toFixed(1)} s of processor time, ${bytes} bytes, exit code ${exitCode}`);
  if (seconds > slowest.seconds) slowest = { kind, seconds };
}
console.log(`slowest: ${slowest.kind}, ${slowest.seconds.toFixed(1)} s; ${MOST_SECONDS} s are the most`);
process.exitCode = slowest.seconds > MOST_SECONDS ? 1 : 0;

/** Publishes files of one kind. */
async function publish(kind) {
  const root = mkdtempSync(join(tmpdir(), 'tailgate-hostile-'));
  const server = new GitHubServer('octo', 'shop');
  await server.start();
  try {
    server.state.addToken(TOKEN);
    server.state.pulls.set(8, { headSha: HEAD, headRepository: 'stranger/shop', headBranch: 'faster' });
    const results = join(root, 'results');
    mkdirSync(results);
    for (let i = 0; i < Number(values.files); i++) writeResult(results, kind, i);
    const bytes = readdirSync(results).reduce((sum, name) => sum + statSync(join(results, name)).size, 0);
    return { bytes, ...(await run(root, results, server.url)) };
  } finally {
    await server.stop();
    rmSync(root, { recursive: true, force: true });
  }
}

/** Writes the largest file of a kind that leaves room for the others: jobs of 32 suites. */
function writeResult(folder, kind, index) {
  for (let size = LARGEST; size >= 1; size = Math.floor(size / 2)) {
    const draw = seededRandom(Number(values.seed) + index);
    const suite = `s${index % 32}`;
    const report = { ...pairedReportOf({ earlier: 0 }), suite };
    Object.assign(report.record, { commit: HEAD, dirty: false });
    KINDS[kind](report, size, () => draw.below(1_000_000) / 1_000_000);
    const place = { index: Math.floor(index / 32), total: Math.ceil(Number(values.files) / 32) };
    const result = {
      ...{ schemaVersion: 1, tailgate: 'bench', suite, run: { id: '77', attempt: 1 } },
      job: { id: 'measure', name: `job ${place.index}`, ...place },
      outcome: { kind: 'report', report, failOn: [] },
    };
    const text = JSON.stringify(result, (_, one) =>
      Number.isFinite(one) || typeof one !== 'number' ? one : `${one}`,
    );
    if (Buffer.byteLength(text) > ROOM && size > 1) continue;
    writeFileSync(join(folder, nameResult(result)), text);
    return;
  }
}

/** Runs the publishing step, which tells its processor time as it ends. */
async function run(root, results, url) {
  const repository = { full_name: 'stranger/shop', owner: { login: 'stranger' } };
  const event = {
    action: 'completed',
    repository: { default_branch: 'main' },
    workflow_run: {
      ...{ id: 77, run_attempt: 1, event: 'pull_request', head_sha: HEAD, head_branch: 'faster' },
      ...{ head_repository: repository, conclusion: 'success' },
    },
  };
  const files = Object.fromEntries(
    ['OUTPUT', 'STEP_SUMMARY', 'STATE'].map((name) => [name, join(root, name)]),
  );
  for (const path of Object.values(files)) writeFileSync(path, '');
  writeFileSync(join(root, 'event.json'), JSON.stringify(event));
  const inputs = {
    mode: 'publish',
    results,
    comment: 'always',
    store: join(root, 'store'),
    'github-token': TOKEN,
  };
  const used = join(root, 'cpu');
  const tell = `import{writeFileSync}from'node:fs';process.on('exit',()=>writeFileSync(${JSON.stringify(used)},String(process.cpuUsage().user/1e6)))`;
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(tell)}`, join(REPOSITORY, 'dist', 'action.mjs')],
    {
      cwd: root,
      stdio: 'ignore',
      env: {
        ...{ PATH: process.env.PATH, HOME: root, CI: 'true', GITHUB_ACTIONS: 'true', RUNNER_TEMP: root },
        ...{ GITHUB_EVENT_NAME: 'workflow_run', GITHUB_EVENT_PATH: join(root, 'event.json') },
        ...{ GITHUB_REPOSITORY: 'octo/shop', GITHUB_RUN_ID: '99', GITHUB_RUN_ATTEMPT: '1' },
        ...{ GITHUB_WORKSPACE: root, GITHUB_API_URL: url },
        ...Object.fromEntries(Object.entries(files).map(([name, path]) => [`GITHUB_${name}`, path])),
        ...Object.fromEntries(
          Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
        ),
      },
    },
  );
  const [exitCode] = await once(child, 'close');
  return { exitCode, seconds: Number(readFileSync(used, 'utf8')) };
}
