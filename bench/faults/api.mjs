/**
 * Lets the nth request of a publishing step fail in eight ways, for every n, where no merge may pass: a change that is
 * slower, one whose label is of another head, a fork without an approval, no result.
 *
 * The server is local and answers no more than is asked here. Waits of the client are 100 times shorter.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSource } from '../source.mjs';

const HEAD = 'a'.repeat(40);
const PAGE = '<html>Sign in to the proxy</html>';

/** `times`: how often the request fails. `isDone`: it takes effect all the same. `cut`: half of the answer arrives. */
export const WAYS = {
  'a fault once': { status: 500, text: '{"message":"no"}', times: 1 },
  'a fault for good': { status: 502, text: PAGE, times: 99 },
  refused: { status: 403, text: '{"message":"Resource not accessible by integration"}', times: 99 },
  'not found': { status: 404, text: 'null', times: 99 },
  'rate limit': {
    status: 403,
    text: '{"message":"rate limit"}',
    headers: { 'retry-after': '3600' },
    times: 99,
  },
  'cut off': { isDone: true, cut: true, times: 99 },
  'another shape': { status: 200, text: 'null', times: 99 },
  'lost once': { isDone: true, lost: true, times: 1 },
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
    ...['tests/report/fixture.ts', 'tests/report/pair-fixture.ts'],
  ]);
  const figures = { steps: 0, requests: {}, faults: [] };
  const { setTimeout: wait } = globalThis;
  const { write } = process.stdout;
  globalThis.setTimeout = (run, ms, ...rest) => wait(run, (ms ?? 0) / 100, ...rest);
  process.stdout.write = () => true;
  try {
    for (const name of cases) {
      const sound = await publish(source, name);
      figures.requests[name] = sound.asked;
      const wrong = judge(name, sound);
      if (sound.exitCode !== CASES[name].exitCode) wrong.push(`exit code ${sound.exitCode}`);
      figures.faults.push(...wrong.map((what) => `${name}, sound: ${what}`));
      for (const way of ways) {
        const numbers = Array.from({ length: sound.asked }, (_, index) => index + 1);
        const ended = await Promise.all(numbers.map((n) => publish(source, name, { ...WAYS[way], n })));
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
  const server = await serve(fault, { before, label, fork });
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
    const comments = server.comments.filter(({ body }) => body.startsWith('<!-- tailgate')).length;
    const isToldOf = /<html|Cannot read properties|undefined/.test(log);
    return { error, exitCode, comments, isToldOf, set: server.set, asked: server.asked() };
  } finally {
    server.stop();
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

/** A GitHub with one commit, whose nth request fails, and all others like it from then on as often as `times` says. */
async function serve(fault, { before, label, fork }) {
  const user = { login: 'github-actions[bot]', type: 'Bot' };
  const comments = before ? [{ id: 1, html_url: 'x', body: '<!-- tailgate:default -->\nold', user }] : [];
  const statuses = before ? [{ context: 'tailgate/default', state: 'success', description: '' }] : [];
  const set = [];
  const branch = (ref, full_name = 'octo/shop') => ({ ref, sha: HEAD, repo: { full_name } });
  const pull = {
    ...{ number: 5, state: 'open', user: { login: fork ? 'mallory' : 'rosa' }, base: branch('main') },
    head: fork ? branch('faster', 'mallory/shop') : branch('feature'),
    labels: label ? [{ name: 'tailgate:accept' }] : [],
  };
  const event = (name, created_at) => ({ event: name, created_at, actor: { login: 'kim' } });
  const labelled = { ...event('labeled', '2026-03-01T12:05:00Z'), label: { name: 'tailgate:accept' } };
  const events = label ? [labelled, event('head_ref_force_pushed', '2026-03-01T12:06:00Z')] : [];
  const find = (path) => comments.findIndex(({ id }) => path.endsWith(`/${id}`));
  const add = (_path, { body }) => {
    const id = Date.now() * 100 + comments.length;
    comments.push({ id, html_url: 'https://x/1', body, user });
    return comments.at(-1);
  };
  const drop = (path) => {
    if (find(path) >= 0) comments.splice(find(path), 1);
    return {};
  };
  const keep = (_path, status) => {
    statuses.push(status);
    set.push(status.state);
    return status;
  };
  const routes = [
    ['POST', /graphql$/, () => ({ data: { viewer: { login: user.login } } })],
    ['GET', /issues\/5\/comments$/, () => comments],
    ['POST', /issues\/5\/comments$/, add],
    ['PATCH', /issues\/comments\/\d+$/, (path, body) => Object.assign(comments[find(path)] ?? {}, body)],
    ['DELETE', /issues\/comments\/\d+$/, drop],
    ['GET', /events$/, () => events],
    ['GET', /permission$/, () => ({ permission: 'write', role_name: 'write' })],
    ['GET', /pulls\/5$/, () => pull],
    ['GET', /pulls$/, () => [pull]],
    ['GET', /pulls\/5\/(commits|reviews)$/, () => []],
    ['GET', /statuses$/, () => statuses.toReversed()],
    ['POST', /statuses\/a+$/, keep],
  ];
  let asked = 0;
  let failing = null;
  let left = fault?.times ?? 0;
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const path = request.url.split('?')[0];
    const key = `${request.method} ${path}`;
    if (++asked === fault?.n) failing = key;
    const way = key === failing && left-- > 0 ? fault : null;
    const route = routes.find(([method, pattern]) => method === request.method && pattern.test(path));
    const isDone = route && (!way || way.isDone);
    const answer = isDone ? route[2](path, text && JSON.parse(text)) : { message: 'Not Found' };
    if (way?.lost) return request.socket.destroy();
    const said = way?.text ?? JSON.stringify(answer);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(said) };
    response.writeHead(way?.status ?? (route ? 200 : 404), { ...headers, ...way?.headers });
    if (way?.cut) response.write(said.slice(0, said.length / 2), () => request.socket.destroy());
    else response.end(said);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, stop, comments, set, asked: () => asked };
}
