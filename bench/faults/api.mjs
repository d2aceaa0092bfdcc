/**
 * Lets the nth request of a publishing step fail in eight ways, for every n, where no merge may pass: a change that is
 * slower, one whose label is of another head, a fork without an approval, no result.
 *
 * The server is the one of the tests. Waits of the client are 100 times shorter.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSource } from '../source.mjs';

const HEAD = 'a'.repeat(40);
const PAGE = '<html>Sign in to the proxy</html>';

/** Faults of the tests' server. `times`: how often the request fails. */
export const WAYS = {
  'a fault once': { kind: 'status', status: 500 },
  'a fault for good': { kind: 'text', text: PAGE, status: 502, times: 99 },
  refused: { kind: 'status', status: 403, message: 'Resource not accessible by integration', times: 99 },
  'not found': { kind: 'text', text: 'null', status: 404, times: 99 },
  'rate limit': { kind: 'rate-limit', seconds: 3600, times: 99 },
  'cut off': { kind: 'cut-off', times: 99 },
  'another shape': { kind: 'text', text: 'null', times: 99 },
  'lost once': { kind: 'lost-answer' },
};

/** What is published, what is there before, and with which code the step must end while the server is sound. */
export const CASES = {
  slower: { slower: 1.5, before: true, exitCode: 1 },
  'label of another head': { slower: 1.5, label: true, exitCode: 1 },
  fork: { fork: true, exitCode: 0 },
  'no result': { empty: true, before: true, exitCode: 3 },
};

const OWN = {
  ...{ kind: 'pull_request', number: 5, headSha: HEAD, headBranch: 'feature', baseBranch: 'main' },
  ...{ baseSha: null, fromFork: false, author: 'rosa', since: '2026-03-01T12:00:00Z' },
  ...{ action: 'synchronize', label: null },
};
const FORK = {
  ...{ kind: 'workflow_run', event: 'pull_request', headSha: HEAD, headBranch: 'faster', fromFork: true },
  ...{ headOwner: 'mallory', headRepository: 'mallory/shop', run: { id: '9', attempt: 1 }, since: null },
};

/** @returns how many steps were run, and what was wrong in a line each */
export async function failRequests(cases = Object.keys(CASES), ways = Object.keys(WAYS)) {
  const source = await loadSource([
    ...['src/gate/publishing.ts', 'src/handover/result.ts', 'src/records/record.ts', 'src/forge/github.ts'],
    ...['tests/report/fixture.ts', 'tests/report/pair-fixture.ts', 'tests/github/server.ts'],
  ]);
  const figures = { steps: 0, requests: {}, faults: [] };
  const { setTimeout: wait } = globalThis;
  const { write } = process.stdout;
  globalThis.setTimeout = (run, ms, ...rest) => wait(run, (ms ?? 0) / 100, ...rest);
  process.stdout.write = () => true;
  try {
    for (const name of cases) {
      const sound = await publish(source, name);
      figures.requests[name] = sound.seen.length;
      const wrong = judge(name, sound);
      if (sound.exitCode !== CASES[name].exitCode) wrong.push(`exit code ${sound.exitCode}`);
      figures.faults.push(...wrong.map((what) => `${name}, sound: ${what}`));
      for (const way of ways) {
        const fail = (one, index) => {
          const isLike = ({ method, path }) => method === one.method && path === one.path;
          const { method, path } = one;
          const skip = sound.seen.slice(0, index).filter(isLike).length;
          return publish(source, name, { ...WAYS[way], method, path: RegExp(`^${path}$`), skip });
        };
        const ended = await Promise.all(sound.seen.map(fail));
        figures.steps += ended.length;
        ended.forEach((end, index) => {
          for (const what of judge(name, end))
            figures.faults.push(`${name}, request ${index + 1} ${way}: ${what}`);
        });
      }
    }
  } finally {
    globalThis.setTimeout = wait;
    process.stdout.write = write;
  }
  return figures;
}

/** What no fault of a server may lead to. */
function judge(name, { error, exitCode, set, comments, isToldOf }) {
  const wrong = [];
  if (error) wrong.push(`ended with ${error}`);
  if (set.includes('success')) wrong.push('a success');
  if (comments > 1) wrong.push(`${comments} comments`);
  if (isToldOf) wrong.push('words of a proxy, or of JavaScript');
  // A fork's step says whether it has published.
  if (exitCode === 0 && (!CASES[name].fork || set.length === 0)) wrong.push('exit code 0');
  return wrong;
}

async function publish(source, name, fault) {
  const { slower = 1, before, label, fork, empty } = CASES[name];
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-bench-api-'));
  const server = await serve(source, fault, { before, label, fork });
  let log = '';
  try {
    const results = join(folder, 'results');
    mkdirSync(results);
    if (!empty) hand(source, results, slower);
    const run = { id: fork ? '99' : '9', attempt: '1' };
    const page = `https://github.com/octo/shop/actions/runs/${run.id}/attempts/1`;
    const context = {
      trigger: fork ? FORK : OWN,
      ...{ owner: 'octo', repo: 'shop', defaultBranch: 'main', baseBranch: 'main', records: false },
      ...{ actor: 'rosa', run: { ...run, url: page } },
      ...{ serverUrl: server.url, apiUrl: server.url },
    };
    const note = (text) => {
      log += `${text}\n`;
    };
    const { exitCode, error } = await source
      .publishResults({
        ...{ context, note, forge: source.connectTo(context, { apiUrl: server.url, token: 'good' }) },
        ...{ folder: results, suites: ['default'], failOn: [], reportOnly: false, acceptBy: null },
        ...{ comment: 'always', token: 'good', store: join(folder, 'records') },
        ...{ environment: {}, signal: new AbortController().signal },
      })
      .catch((thrown) => ({ error: String(thrown) }));
    const { comments: all, statuses } = server.state;
    const comments = all.filter(({ body }) => body.startsWith('<!-- tailgate')).length;
    const isToldOf = /<html|Cannot read properties|undefined/.test(log);
    const set = statuses.slice(before ? 1 : 0).map(({ state }) => state);
    return { error, exitCode, comments, isToldOf, set, seen: server.seen };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function hand({ bookstore, recordOf, pairedReportOf, nameResult, renderDocument }, folder, slower) {
  const record = { ...recordOf(bookstore, 'head', () => 1, 100, true), commit: HEAD };
  const scenarios = bookstore.map((scenario) => ({ ...scenario, now: { p99: slower } }));
  const report = { ...pairedReportOf({ record, scenarios, earlier: 0 }), baseBranch: 'main' };
  const job = { id: 'measure', name: '', index: 0, total: 1 };
  const run = { id: '9', attempt: 1 };
  const result = { schemaVersion: 2, suite: report.suite, job, run };
  const outcome = { kind: 'report', report, failOn: [] };
  writeFileSync(join(folder, nameResult(result)), renderDocument({ ...result, outcome }));
}

/** The GitHub of the tests. Of a request that fails, all others like it fail from then on, as often as `times` says. */
async function serve({ GitHubServer }, fault, { before, label, fork }) {
  const server = await new GitHubServer().start();
  const { state } = server;
  const bot = state.addToken('good');
  const theirs = { headBranch: 'faster', headRepository: 'mallory/shop', author: 'mallory' };
  state.pulls.set(5, { headSha: HEAD, ...(fork && theirs) });
  state.consent.roles.set('kim', 'write');
  if (label) {
    state.label(5, 'kim', '2026-03-01T12:05:00Z');
    state.consent.record(5, { event: 'head_ref_force_pushed', by: 'kim', at: '2026-03-01T12:06:00Z' });
  }
  if (before) {
    state.addComment(5, bot, '<!-- tailgate:default -->\nold');
    state.statuses.push({ id: 1, sha: HEAD, state: 'success', context: 'tailgate/default' });
  }
  if (fault) server.fail(fault);
  return server;
}
