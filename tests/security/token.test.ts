import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listProcesses } from '../../src/processes/procfs.ts';
import { runStep } from '../e2e/step.ts';
import { createProject, type Project, pullRequestEvent, pushEvent } from '../e2e/workflow.ts';
import { GitHubServer } from '../github/server.ts';
import { serveGit } from '../revision/server.ts';

const TOKEN = 'ghs_planted0123456789planted0123456789';
/** What the runner gives to the step beside it, and a secret of the user's own. */
const OTHERS = {
  ACTIONS_RUNTIME_TOKEN: 'runtime-planted-9f8e7d6c5b4a',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'identity-planted-1a2b3c4d5e6f',
  GH_TOKEN: 'ghp_planted_by_the_user_0a1b2c3d',
};
/** As git sends it, whatever comes before it in the same triple of bytes. */
const BASIC = Buffer.from(`x-access-token:${TOKEN}`).toString('base64');
const PLANTED = [TOKEN, BASIC, ...Object.values(OTHERS)];

let project: Project;
let server: GitHubServer;

beforeAll(async () => {
  project = await createProject();
  // Large, and of no interest.
  rmSync(join(project.repository, 'dist'), { recursive: true });
  server = await new GitHubServer('octo', 'shop').start();
  server.state.addToken(TOKEN);
});

afterAll(async () => {
  await server?.stop();
  project?.remove();
});

const holds = (text: string) => PLANTED.filter((secret) => text.includes(secret));

type Sighting = { what: string; command: string; secrets: string[] };

/** Looks at a process's descendants and at the files below `folders`, again and again, until it is told to stop. */
function watch(root: number, folders: string[]): () => { seen: Set<string>; sightings: Sighting[] } {
  const seen = new Set<string>();
  const sightings: Sighting[] = [];
  let files = 0;
  const own = read(`/proc/${root}/cmdline`);
  const look = () => {
    for (const pid of listDescendants(root)) {
      const line = read(`/proc/${pid}/cmdline`);
      const command = line.replaceAll('\0', ' ').trim();
      // Between fork and exec a child is still the program that made it.
      if (command === '' || line === own) continue;
      for (const word of command.split(' ').slice(0, 2)) seen.add(word.split('/').at(-1)!);
      for (const what of ['cmdline', 'environ']) {
        const secrets = holds(read(`/proc/${pid}/${what}`));
        if (secrets.length > 0) sightings.push({ what, command, secrets });
      }
    }
    if (files++ % 20 === 0) sightings.push(...folders.flatMap(searchFolder));
  };
  const timer = setInterval(look, 100);
  return () => {
    clearInterval(timer);
    return { seen, sightings: [...sightings, ...folders.flatMap(searchFolder)] };
  };
}

/** A call of git, or of its part that connects, by itself or while the one before it writes down what it was given. */
function isGit({ what, command, secrets }: Sighting): boolean {
  const isCall = /^(\/bin\/sh )?\S*\/git(-remote-http|-lfs)?( |$)|^cat \/proc\/\d+\/environ$/.test(command);
  return what === 'environ' && isCall && secrets.join() === BASIC;
}

function listDescendants(root: number): number[] {
  const parents = new Map(listProcesses()!.map(({ pid, parent }) => [pid, parent]));
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid) ?? 0;
    return parent === root || (parent > 1 && isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow);
}

function searchFolder(folder: string): Sighting[] {
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return []; // removed while it was read
  }
  return names.flatMap((name) => {
    const secrets = holds(`${name}\n${read(join(folder, name))}`);
    return secrets.length > 0 ? [{ what: 'file', command: name, secrets }] : [];
  });
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** Git is over too soon to be seen, so one of that name before it writes down what each call was given. */
function wrapGit(folder: string, calls: string): string {
  mkdirSync(calls);
  const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const script = `#!/bin/sh
cat /proc/$$/environ > "${calls}/$$.environ"
printf '%s\\n' "$@" > "${calls}/$$.arguments"
exec "${git}" "$@"
`;
  writeFileSync(join(folder, 'git'), script, { mode: 0o755 });
  return `${folder}:${process.env.PATH}`;
}

describe('a planted token', () => {
  it('reads the base of a private repository and writes its record, and is found nowhere else', async () => {
    const base = await project.commit('Base');
    const bare = join(project.root, 'octo', 'shop.git');
    await project.git('clone', '--quiet', '--bare', project.repository, bare);
    await project.git('-C', bare, 'config', 'http.receivepack', 'true');
    await project.git('checkout', '--quiet', '-b', 'faster');
    writeFileSync(join(project.repository, 'note'), 'a change');
    const head = await project.commit('Change');
    await project.git('checkout', '--quiet', '--detach', base);
    await project.git('merge', '--quiet', '--no-ff', '-m', 'Merge', head);
    await project.git('push', '--quiet', bare, `${head}:refs/heads/faster`, 'HEAD:refs/pull/5/merge');
    server.state.pulls.set(5, { headSha: head });
    await serveGit(join(project.root, 'octo'), `basic ${BASIC}`, async (owner) => {
      const url = `${owner}/shop.git`;
      await act(url, bare, 'pull_request', pullRequestEvent(head, base), 'refs/pull/5/merge', 'paired.yml');
      // It was beside its base, which came from the server.
      expect(server.state.comments.map(({ body }) => body).join()).toMatch(base.slice(0, 7));
      await act(url, bare, 'push', pushEvent(base), 'refs/heads/main', 'tailgate.yml');
      const refs = await project.git('-C', bare, 'for-each-ref', '--format=%(refname)', 'refs/tailgate');
      expect(refs).toBe('refs/tailgate/default');
    });
  });
});

/** Runs a step on a clone as actions/checkout makes it with `persist-credentials: false`: one commit, and no header. */
async function act(url: string, bare: string, event: string, payload: object, ref: string, config: string) {
  const workspace = mkdtempSync(join(project.root, 'workspace-'));
  const git = (...args: string[]) => project.git('-C', workspace, ...args);
  await git('init', '--quiet');
  await git('fetch', '--quiet', '--depth=1', `file://${bare}`, ref);
  await git('checkout', '--quiet', '--detach', 'FETCH_HEAD');
  await git('remote', 'add', 'origin', url);
  const bin = mkdtempSync(join(project.root, 'bin-'));
  const calls = join(bin, 'calls');
  const environment = {
    PATH: wrapGit(bin, calls),
    GITHUB_REF: ref,
    GITHUB_SHA: await git('rev-parse', 'HEAD'),
    GITHUB_SERVER_URL: new URL(url).origin,
    GITHUB_API_URL: server.url,
    REPLAY: '{"seconds":1}',
    EVIDENCE: project.evidence,
    GITHUB_TOKEN: TOKEN,
    ...OTHERS,
  };
  let stop: ReturnType<typeof watch> | undefined;
  const outcome = await runStep({
    ...{ parent: project.root, workspace, event, payload, environment },
    inputs: { config, 'github-token': TOKEN },
    onStart: (pid, root) => {
      stop = watch(pid, [root, workspace, project.evidence]);
    },
  });
  const { seen, sightings } = stop!();
  expect(outcome.status, outcome.log).toBe(0);
  // It was there, and there was somebody to take it.
  expect([...seen]).toEqual(expect.arrayContaining(['node', 'sh', 'replay.mjs']));
  // Git alone is given it, for the server it belongs to, in its environment: what its calls had is looked at below.
  expect(sightings.filter((sighting) => !isGit(sighting))).toEqual([]);
  const given = readdirSync(calls).map((name) => ({ name, secrets: holds(read(join(calls, name))) }));
  const allowed = ({ name, secrets }: (typeof given)[number]) =>
    secrets.length === 0 || (name.endsWith('.environ') && secrets.join() === BASIC);
  expect(given.filter((call) => !allowed(call))).toEqual([]);
  expect(given.some(({ secrets }) => secrets.length > 0)).toBe(true);
  // How the runner is told to mask it.
  const shown = outcome.log.split('\n').filter((line) => line !== `::add-mask::${TOKEN}`);
  expect(holds(shown.join('\n'))).toEqual([]);
  expect(holds(JSON.stringify(server.seen.map(({ path, body }) => [path, body])))).toEqual([]);
  expect(holds(JSON.stringify(server.state.comments))).toEqual([]);
  expect(server.seen.some(({ headers }) => headers.authorization?.includes(TOKEN))).toBe(true);
}
