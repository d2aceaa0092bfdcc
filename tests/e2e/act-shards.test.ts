import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GitHubServer } from '../github/server.ts';
import { type GitServer, serveProject } from './git-server.ts';
import { type Host, startHost } from './host.ts';
import {
  createProject,
  isBlocked,
  MEASURE,
  type Outcome,
  type Project,
  pullRequestEvent,
  pushEvent,
} from './workflow.ts';

const TOKEN = 'ghs_0123456789abcdefTheSecretOfTheShards';

/** Two scenarios, one for each shard. */
const GATE = (how: string) => `service:
  start: node server.mjs
  url: http://127.0.0.1:\${PORT}
scenarios:
  home:
    request: GET /
    slo: p50 < 250ms at 100 req/s
  list:
    request: GET /list
    slo: p50 < 250ms at 100 req/s
${how}`;

let host: Host;
let github: GitHubServer;
let git: GitServer;
let project: Project;
let base: string;

beforeAll(async () => {
  project = await createProject();
  const write = (name: string, text: string) => writeFileSync(join(project.repository, name), text);
  write('.github/workflows/measure.yml', MEASURE);
  const server = readFileSync(join(project.repository, 'server.mjs'), 'utf8');
  const [line] = /^const delay = .*$/m.exec(server)!;
  const ofList = line.replace("existsSync('delay')", "request.url === '/list' && existsSync('delay')");
  write('server.mjs', server.replace(`${line}\n`, '').replace('=> {\n', `=> {\n  ${ofList}\n`));
  write('sharded.yml', GATE('measure:\n  budget: 14s\nbaseline:\n  confidence: 75%\n  tolerance: 50%\n'));
  write('recorded.yml', GATE('measure:\n  budget: 2s\nbaseline:\n  from: history\n'));
  base = await project.commit('Two scenarios');
  git = await serveProject(project);
  host = await startHost(project);
  github = host.github;
  github.state.addToken(TOKEN);
});

afterAll(async () => {
  await host?.stop();
  git?.stop();
  project?.remove();
});

beforeEach(() => {
  github.state.comments.length = 0;
  github.state.statuses.length = 0;
});

type Run = {
  id: number;
  attempt?: number;
  config?: string;
  event?: 'pull_request' | 'push';
  crashes?: boolean;
};

/** Runs these jobs of a matrix of two, each at its place. One whose name is `broken` fails before it measures. */
function runJobs(head: string, jobs: Record<string, number>, run: Run): Promise<Outcome> {
  const { id, attempt = 1, config = 'sharded.yml', event = 'pull_request', crashes = false } = run;
  mkdirSync(join(project.evidence, 'results'), { recursive: true });
  if (event === 'pull_request') github.state.pulls.set(5, { headSha: head });
  const args = [
    ...['--workflows', '.github/workflows/measure.yml'],
    ...['--env', `GITHUB_SERVER_URL=${git.url}`, '--env', 'GITHUB_REPOSITORY=octo/shop'],
    ...['--env', `GITHUB_RUN_ID=${id}`, '--env', `GITHUB_RUN_ATTEMPT=${attempt}`],
    ...['--var', `CONFIG=${config}`, '--var', `LEGS=${JSON.stringify(Object.keys(jobs))}`],
    ...['--var', 'SHARD=true', '--var', 'TOTAL=2', '--var', `PLACES=${JSON.stringify(jobs)}`],
    ...(crashes ? ['--env', 'CRASH=yes'] : []),
  ];
  const payload = event === 'push' ? pushEvent(head) : pullRequestEvent(head, base);
  return host.runAct({ event, payload, token: TOKEN, args });
}

function readComment(): string {
  expect(github.state.comments).toHaveLength(1);
  return github.state.comments[0]!.body;
}

/** Scenarios with a p50 in the one table of all figures. */
function listRows(): string[] {
  return [...readComment().matchAll(/^\| \**(\w+)\sp50\** \|/gm)].map(([, label]) => label!);
}

/** Scenarios that each shard of a run measured, by the newest attempt of its job. */
function listMeasured(id: number): string[][] {
  const folder = join(project.evidence, 'results');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const results = names
    .filter((name) => name.endsWith('.json') && name.includes(`.${id}-`))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  return [0, 1].map((index) => {
    const result = results.filter(({ job }) => job.index === index).at(-1);
    const { steps } = result.outcome.report.record as { steps: { scenario: string }[] };
    return [...new Set(steps.map(({ scenario }) => scenario))];
  });
}

describe('a suite that two jobs of a matrix share', () => {
  beforeAll(async () => {
    await project.git('switch', '--quiet', '--create', 'faster');
  });

  it('has one comment with one table and one verdict, and each job measures its part', async () => {
    writeFileSync(join(project.repository, 'delay'), '40');
    const head = await project.commit('Make the list slower');
    const outcome = await runJobs(head, { a: 0, b: 1 }, { id: 11 });
    expect(isBlocked(outcome), outcome.log.slice(-4000)).toBe(true);
    expect(listMeasured(11)).toEqual([['home'], ['list']]);
    expect(readComment()).toMatch(/^### ❌ list p50 is [\d.]+ times slower/m);
    expect(readComment()).not.toMatch(/loosen|remove/);
    expect(listRows()).toEqual(['home', 'list']);
    expect(github.state.statuses).toMatchObject([{ sha: head, state: 'failure' }]);
  });

  it('is blocked while a shard is lost or fails, says which, and has its part replaced by each re-run of its job', async () => {
    writeFileSync(join(project.repository, 'delay'), '0');
    const head = await project.commit('Make the list fast again');
    const lost = await runJobs(head, { a: 0, broken: 1 }, { id: 12 });
    expect(lost.log).toContain('exit status 3');
    expect(readComment()).toMatch(/^### ⛔.*shard 2 of 2: no result arrived/m);
    expect(github.state.statuses).toMatchObject([{ sha: head, state: 'error' }]);
    const failed = await runJobs(head, { b: 1 }, { id: 12, attempt: 2, crashes: true });
    expect(failed.log).toContain('exit status 3');
    expect(readComment()).toMatch(/^### ⛔.*did not become ready/m);
    expect(readComment()).toMatch(/^\| home\sp50 \| ✅/m);
    const whole = await runJobs(head, { b: 1 }, { id: 12, attempt: 3 });
    expect(whole.status, whole.log.slice(-4000)).toBe(0);
    expect(listMeasured(12)).toEqual([['home'], ['list']]);
    expect(listRows()).toEqual(['home', 'list']);
    expect(github.state.statuses.at(-1)).toMatchObject({ sha: head, state: 'success' });
  });

  it('is recorded by the publishing job, as each machine measured it', async () => {
    const head = await project.git('rev-parse', 'HEAD');
    await project.git('push', '--quiet', '--force', git.bare, 'HEAD:refs/heads/main');
    const outcome = await runJobs(head, { a: 0, b: 1 }, { id: 14, event: 'push', config: 'recorded.yml' });
    expect(outcome.status, outcome.log.slice(-3000)).toBe(0);
    const names = await project.git('-C', git.bare, 'ls-tree', '--name-only', 'refs/tailgate/default');
    const shards = await Promise.all(
      names.split('\n').map(async (name) => {
        const text = await project.git('-C', git.bare, 'show', `refs/tailgate/default:${name}`);
        const { shard, steps } = JSON.parse(text);
        return [shard.index, steps.map(({ label }: { label: string }) => label)];
      }),
    );
    expect(shards.sort()).toEqual([
      [1, ['home']],
      [2, ['list']],
    ]);
  });
});
