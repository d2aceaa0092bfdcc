import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A repository with a tiny service, its gate and a workflow that uses the bundled action as `./`. */
export type Project = {
  root: string;
  /** The repository. */
  repository: string;
  /** Where the service, k6 and the workflow's last step leave what the test looks at. */
  evidence: string;
  git: (...args: string[]) => Promise<string>;
  commit: (message: string) => Promise<string>;
  remove: () => void;
};

export type Outcome = { status: number | null; log: string; signal: NodeJS.Signals | null };

/** Answers at once; writes its environment where the test finds it, and says things that look like commands. */
const SERVICE = `
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
writeFileSync(process.env.EVIDENCE + '/service.json', JSON.stringify(process.env));
console.log('::error title=forged::the service said so');
console.log('harmless ##[error]the service said so');
if (process.env.CRASH) process.exit(7);
const answer = (request, response) => {
  const file = request.url === '/list' ? 'delay-of-list' : 'delay';
  const delay = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  response.setHeader('Server-Timing', 'delay;dur=' + delay);
  setTimeout(() => response.end('ok'), delay);
};
createServer(answer).listen(process.env.PORT, '127.0.0.1');
`;

const WORKFLOW = `
on: [pull_request, push, merge_group]
jobs:
  gate:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v6
      - run: if [ -d "$EVIDENCE/store" ]; then cp -r "$EVIDENCE/store" .tailgate; fi
      - uses: ./
        id: tailgate
        with:
          config: \${{ vars.CONFIG || 'tailgate.yml' }}
          store: .tailgate
      - if: always()
        env:
          OUTPUTS: \${{ toJSON(steps.tailgate.outputs) }}
          REPORT: \${{ steps.tailgate.outputs.report }}
        run: |
          echo "$OUTPUTS" > "$EVIDENCE/outputs.json"
          if [ -d .tailgate ]; then rm -rf "$EVIDENCE/store"; cp -r .tailgate "$EVIDENCE/store"; fi
          if [ -n "$REPORT" ]; then cp "$REPORT" "$EVIDENCE/report.json"; fi
`;

/**
 * Jobs of a matrix that measure, and one that publishes. Results travel as files: act's artifact server does not take what actions/upload-artifact 4 and later send. Act does
 * not count the jobs of a matrix, so their numbers come from outside. A job named `broken` fails before it measures.
 */
const MEASURE = `
on: [pull_request, push, merge_group]
jobs:
  measure:
    runs-on: ubuntu-latest
    strategy:
      fail-fast: false
      max-parallel: 1
      matrix:
        flavour: \${{ fromJSON(vars.LEGS) }}
    steps:
      - uses: actions/checkout@v6
      - if: matrix.flavour == 'broken'
        run: exit 1
      - uses: ./
        id: tailgate
        with:
          mode: measure
          config: \${{ vars.CONFIG }}
          github-token: ''
          store: .tailgate
          shard: \${{ vars.SHARD }}
          job: '[{ "job-index": \${{ fromJSON(vars.PLACES)[matrix.flavour] }}, "job-total": \${{ vars.TOTAL }} }, \${{ toJSON(matrix) }}]'
      - if: always() && steps.tailgate.outputs.results
        env:
          RESULTS: \${{ steps.tailgate.outputs.results }}
          ARTIFACT: \${{ steps.tailgate.outputs.artifact }}
        run: mkdir "$EVIDENCE/results/$ARTIFACT" && cp "$RESULTS"/* "$EVIDENCE/results/$ARTIFACT/"
  publish:
    needs: measure
    if: always()
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v6
      - run: rm -rf tailgate-results && cp -r "$EVIDENCE/results" tailgate-results
      - uses: ./
        id: tailgate
        with:
          mode: publish
          github-token: \${{ secrets.GITHUB_TOKEN }}
      - if: always()
        env:
          OUTPUTS: \${{ toJSON(steps.tailgate.outputs) }}
        run: echo "$OUTPUTS" > "$EVIDENCE/outputs.json"
`;

/** A re-run of the publishing job alone, and what a workflow_run starts. */
const PUBLISH = `
on: [pull_request, workflow_run]
jobs:
  publish:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v6
      - run: rm -rf tailgate-results && cp -r "$EVIDENCE/results" tailgate-results
      - uses: ./
        with:
          mode: publish
          github-token: \${{ secrets.GITHUB_TOKEN }}
`;

/** Against recorded runs. */
const ALONE = 'measure:\n  budget: 2s\n  soak: 0s\nbaseline:\n  from: history\n';
/** Beside the base, in the fewest blocks that can tell 25 ms from none. */
const PAIRED = 'measure:\n  budget: 10s\nbaseline:\n  confidence: 75%\n  tolerance: 50%\n';
const LIST = '  list:\n    request: GET /list\n    slo: p50 < 250ms at 100 req/s\n';

const describeGate = (slo: string, how = ALONE) => `service:
  build: env > "$EVIDENCE/build.env"
  start: node server.mjs
  url: http://127.0.0.1:\${PORT}
scenarios:
  home:
    request: GET /
    slo: ${slo}
${how}`;

/** Makes the repository in a temporary folder. `dist/` is copied, as a release has it. */
export async function createProject(): Promise<Project> {
  const root = mkdtempSync(join(tmpdir(), 'tailgate-act-'));
  const repository = join(root, 'repository');
  const evidence = join(root, 'evidence');
  for (const folder of [evidence, join(repository, '.github/workflows')])
    mkdirSync(folder, { recursive: true });
  cpSync('dist', join(repository, 'dist'), { recursive: true });
  cpSync('action.yml', join(repository, 'action.yml'));
  const write = (name: string, text: string) => writeFileSync(join(repository, name), text);
  write('server.mjs', SERVICE);
  write('tailgate.yml', describeGate('p90 < 250ms at 100 req/s'));
  write('missed.yml', describeGate('p50 < 1us at 100 req/s'));
  write('paired.yml', describeGate('p50 < 250ms at 100 req/s', PAIRED));
  write('mistaken.yml', describeGate('p90 << 250ms at 100 req/s'));
  write('sharded.yml', describeGate('p50 < 250ms at 100 req/s', LIST + PAIRED.replace('10s', '14s')));
  write('.github/workflows/gate.yml', WORKFLOW);
  write('.github/workflows/measure.yml', MEASURE);
  write('.github/workflows/publish.yml', PUBLISH);
  write('.gitignore', '.tailgate/\n');
  const git = async (...args: string[]) => {
    const own = ['user.name=Test', 'user.email=test@example.com', 'core.hooksPath=/dev/null'];
    const all = [...own.flatMap((setting) => ['-c', setting]), ...args];
    const { status, log } = await run('git', all, { cwd: repository, env: { HOME: root } });
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${log}`);
    return log.trim();
  };
  const commit = async (message: string) => {
    await git('add', '--all');
    await git('commit', '--quiet', '--allow-empty', '--message', message);
    return git('rev-parse', 'HEAD');
  };
  await git('init', '--quiet', '--initial-branch=main');
  await git('remote', 'add', 'origin', 'https://github.com/octo/shop.git');
  await commit('Start');
  return {
    root,
    repository,
    evidence,
    git,
    commit,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** A k6 that writes down the environment it was given and then is k6. */
export function wrapK6(project: Project, k6: string): string {
  const path = join(project.root, 'k6');
  writeFileSync(path, `#!/bin/sh\nenv > "${project.evidence}/k6.env"\nexec "${k6}" "$@"\n`, { mode: 0o755 });
  return path;
}

/** Runs a program to its end; the log has both streams in order of arrival. */
export function run(
  command: string,
  args: string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; onStart?: (pid: number) => void },
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env.PATH, ...options.env };
    const child = spawn(command, args, { cwd: options.cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let log = '';
    const take = (chunk: Buffer) => {
      log += chunk;
    };
    child.once('spawn', () => options.onStart?.(child.pid!));
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('error', reject);
    child.once('close', (status, signal) => resolve({ status, log, signal }));
  });
}

/** Act says so of a step that Tailgate fails because of its verdict. */
export function isBlocked({ log }: Outcome): boolean {
  return log.includes('exit status 1');
}

/** The event of a pull request, as GitHub sends it, with the fields that matter. */
export function pullRequestEvent(head: string, base = head): object {
  const repository = describeRepository();
  return {
    action: 'synchronize',
    number: 5,
    repository,
    pull_request: {
      number: 5,
      // What a label is judged by: who opened it, and by when its head was there.
      user: { login: 'author' },
      updated_at: new Date(Date.now() - 60_000).toISOString(),
      head: { sha: head, ref: 'faster', repo: repository },
      base: { sha: base, ref: 'main', repo: repository },
    },
  };
}

export function pushEvent(head: string): object {
  return { ref: 'refs/heads/main', after: head, repository: describeRepository() };
}

export function mergeGroupEvent(base: string, head: string): object {
  return {
    action: 'checks_requested',
    merge_group: {
      base_sha: base,
      head_sha: head,
      base_ref: 'refs/heads/main',
      head_ref: `refs/heads/gh-readonly-queue/main/pr-5-${base}`,
    },
    repository: describeRepository(),
  };
}

function describeRepository(): object {
  return { name: 'shop', full_name: 'octo/shop', default_branch: 'main', owner: { login: 'octo' } };
}

/** What starts the workflow that tells of the run of a fork. */
export function workflowRunEvent(id: number, head: string): object {
  return {
    action: 'completed',
    repository: describeRepository(),
    workflow_run: {
      ...{ id, run_attempt: 1, event: 'pull_request', conclusion: 'success', pull_requests: [] },
      ...{ head_sha: head, head_branch: 'faster' },
      head_repository: { full_name: 'stranger/shop', owner: { login: 'stranger' } },
      created_at: new Date(Date.now() - 60_000).toISOString(),
    },
  };
}

/** Command lines of processes whose environment names the folder. */
export function listProcesses(folder: string): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      if (!/^\d+$/.test(pid) || !readFileSync(`/proc/${pid}/environ`, 'latin1').includes(folder)) return [];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').trim();
      return command === '' ? [] : [command];
    } catch {
      return [];
    }
  });
}
