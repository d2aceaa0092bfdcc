import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseConfig } from '../../src/config/document.ts';
import { interpolate, lookupService } from '../../src/config/interpolation.ts';
import { UserError } from '../../src/errors.ts';
import { explainDistrust, installInCache } from '../../src/k6/install/cache.ts';
import { type Search, searchK6 } from '../../src/k6/install/k6.ts';
import { removeStale } from '../../src/processes/folder.ts';
import { askOwner } from '../../src/processes/lock.ts';
import { silent } from '../../src/progress.ts';
import { reapLeftovers, rememberRun } from '../../src/services/leftovers.ts';
import { keepWorkspace, makeKeepFolder, makeWorkspace, nameWorkspace } from '../../src/services/workspace.ts';
import { CONFIG, createProject, type Project, SERVICE } from '../cli/project.ts';
import { createProject as createActionProject, pullRequestEvent, pushEvent, run } from '../e2e/workflow.ts';
import { REPLAYED_K6 } from '../fixtures.ts';
import { GitHubServer } from '../github/server.ts';
import { serveGit } from '../revision/server.ts';
import { CANNOT_PLANT, makeGround, plantFile, plantFolder, STRANGER } from './planted.ts';

/** What another user of the machine, a configuration or a service might try. None of it works in silence. */
let ground: ReturnType<typeof makeGround>;
/** Made by whatever was planted, when it is run. */
let proof: string;
beforeEach(() => {
  ground = makeGround();
  proof = join(ground.path, 'was-run');
});
afterEach(() => {
  vi.unstubAllEnvs();
  ground.remove();
});

/** The state of a run that is over, and owes a command. */
function writeState(command = `touch ${proof}`): string {
  const { pid } = spawnSync('true');
  const debt = { command, directory: '/', ports: {}, service: 'app', instance: 'head_1', env: {} };
  return JSON.stringify({
    id: 'a',
    pid,
    host: hostname(),
    workspace: '/nowhere',
    debts: [debt],
    secrets: [],
  });
}

async function refusalOf(act: () => unknown): Promise<UserError> {
  try {
    await act();
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe.skipIf(CANNOT_PLANT)('a state folder that is not ours alone', () => {
  const places = {
    'on a runner': () => {
      vi.stubEnv('RUNNER_TEMP', ground.path);
      return join(ground.path, `tailgate-runs-${process.getuid!()}`);
    },
    'in XDG_STATE_HOME': () => {
      vi.stubEnv('RUNNER_TEMP', undefined);
      vi.stubEnv('XDG_STATE_HOME', ground.path);
      return join(ground.path, 'tailgate');
    },
    'in the home': () => {
      vi.stubEnv('RUNNER_TEMP', undefined);
      vi.stubEnv('XDG_STATE_HOME', undefined);
      vi.stubEnv('HOME', ground.path);
      return join(ground.path, '.local/state/tailgate');
    },
  };
  const plants: Record<string, (folder: string) => void> = {
    "another user's": (folder) => {
      plantFolder(folder);
      plantFile(join(folder, 'a.json'), writeState());
    },
    'a link to another user’s': (folder) => {
      plantFolder(join(ground.path, 'elsewhere'));
      plantFile(join(ground.path, 'elsewhere/a.json'), writeState());
      mkdirSync(join(folder, '..'), { recursive: true });
      symlinkSync(join(ground.path, 'elsewhere'), folder);
    },
    'a link to one of our own': (folder) => {
      plantFolder(join(ground.path, 'elsewhere'), 0o700, process.getuid!());
      plantFile(join(ground.path, 'elsewhere/a.json'), writeState(), { owner: process.getuid!() });
      mkdirSync(join(folder, '..'), { recursive: true });
      symlinkSync(join(ground.path, 'elsewhere'), folder);
    },
    'writable by its group': (folder) => {
      plantFolder(folder, 0o770, process.getuid!());
      plantFile(join(folder, 'a.json'), writeState());
    },
    'writable by all': (folder) => {
      plantFolder(folder, 0o1777, process.getuid!());
      plantFile(join(folder, 'a.json'), writeState());
    },
  };
  const cases = Object.keys(places).flatMap((place) =>
    Object.keys(plants).map((plant) => [place, plant] as const),
  );

  it.each(cases)('is refused %s: %s', async (place, plant) => {
    const folder = places[place as keyof typeof places]();
    plants[plant]!(folder);
    for (const act of [
      reapLeftovers,
      () => rememberRun({ id: 'b', pid: 1, workspace: '', debts: [], secrets: [] }),
    ]) {
      const refusal = await refusalOf(act);
      expect(refusal.exitCode).toBe(2);
      expect(refusal.where).toBe(folder);
      expect(refusal.message).toMatch(/it is a link|it belongs to user \d+ and has mode \d{4}/);
      expect(refusal.hint).toMatch(/remove it/);
    }
    expect(existsSync(proof)).toBe(false);
  });

  it('stops a run before anything is started, and is told by the post step', async () => {
    const folder = places['on a runner']();
    plants["another user's"]!(folder);
    const project = createProject({ 'tailgate.yml': CONFIG, 'server.cjs': SERVICE });
    try {
      const environment = { RUNNER_TEMP: ground.path, TMPDIR: ground.path };
      const { code, stderr, running } = await project.run(['run', '--from', 'history'], environment);
      expect(code).toBe(2);
      expect(stderr).toMatch(`it belongs to user ${STRANGER} and has mode 0755.\n  at ${folder}\n`);
      expect(running.orphans()).toEqual([]);
      const post = spawnSync(process.execPath, [resolve('dist/post.mjs')], {
        env: { ...process.env, ...environment },
        encoding: 'utf8',
      });
      expect(post.stdout).toMatch(folder);
      expect(readdirSync(ground.path)).toEqual([basename(folder)]);
    } finally {
      project.remove();
    }
  });

  it('runs nothing of a file that another user left in a folder that is ours again', async () => {
    const folder = places['in XDG_STATE_HOME']();
    plantFolder(folder, 0o700, process.getuid!());
    plantFile(join(folder, 'a.json'), writeState());
    plantFile(join(ground.path, 'linked.json'), writeState(), { owner: process.getuid!() });
    symlinkSync(join(ground.path, 'linked.json'), join(folder, 'b.json'));
    // A pipe that nobody writes to.
    spawnSync('mkfifo', [join(folder, 'c.json')]);
    expect(await reapLeftovers()).toEqual([]);
    expect(existsSync(proof)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is a test of something: what is ours alone is run', async () => {
    const folder = places['in XDG_STATE_HOME']();
    plantFolder(folder, 0o700, process.getuid!());
    plantFile(join(folder, 'a.json'), writeState(), { owner: process.getuid!() });
    await reapLeftovers();
    expect(existsSync(proof)).toBe(true);
  });

  it('is not looked for in a temporary folder, whose names all can guess', async () => {
    vi.stubEnv('RUNNER_TEMP', undefined);
    vi.stubEnv('TMPDIR', ground.path);
    vi.stubEnv('XDG_STATE_HOME', join(ground.path, 'state'));
    plantFolder(join(ground.path, `tailgate-runs-${process.getuid!()}`), 0o700, process.getuid!());
    plantFile(join(ground.path, `tailgate-runs-${process.getuid!()}/a.json`), writeState(), {
      owner: process.getuid!(),
    });
    expect(await reapLeftovers()).toEqual([]);
    expect(existsSync(proof)).toBe(false);
  });
});

describe.skipIf(CANNOT_PLANT)('a k6 in a cache', () => {
  const VERSION = '2.2.0';
  const entry = (root: string) => join(root, 'k6', VERSION, 'x64');

  /** A program that proves that it was run, and then says that it is k6. */
  function plantK6(root: string, how: { mode?: number; owner?: number }): void {
    plantFile(
      join(entry(root), 'k6'),
      `#!/bin/sh\n: > ${proof}\necho 'k6 v${VERSION} (go1.26.8, linux/amd64)'\n`,
      how,
    );
    writeFileSync(`${entry(root)}.complete`, '');
  }

  /** Looks for k6 where there is no other, and nothing may be installed. */
  function search(root: string): Promise<Search> {
    const environment = { RUNNER_TOOL_CACHE: root, XDG_CACHE_HOME: join(ground.path, 'own'), PATH: '' };
    const signal = new AbortController().signal;
    const release = { TAILGATE_K6_MIRROR: 'http://127.0.0.1:9' };
    return searchK6(
      {
        environment: { ...environment, ...release },
        version: VERSION,
        ci: true,
        progress: silent,
        signal,
        platform: 'linux',
        arch: 'x64',
      },
      { install: false },
    );
  }

  const own = () => process.getuid!();
  const plants: Record<string, (root: string) => void> = {
    "is another user's": (root) => plantK6(root, { mode: 0o755, owner: STRANGER }),
    'can be written by all': (root) => plantK6(root, { mode: 0o777, owner: own() }),
    'can be written by its group': (root) => plantK6(root, { mode: 0o775, owner: own() }),
    'is a link': (root) => {
      plantFile(join(ground.path, 'evil'), `#!/bin/sh\n: > ${proof}\n`, { mode: 0o755 });
      mkdirSync(entry(root), { recursive: true });
      symlinkSync(join(ground.path, 'evil'), join(entry(root), 'k6'));
      writeFileSync(`${entry(root)}.complete`, '');
    },
    "is in another user's folder": (root) => {
      plantK6(root, { mode: 0o755, owner: own() });
      plantFolder(join(root, 'k6'));
    },
    'is in a folder that all can write': (root) => {
      plantK6(root, { mode: 0o755, owner: own() });
      plantFolder(entry(root), 0o777, own());
    },
    'is in a cache that another user opened to all': (root) => {
      plantK6(root, { mode: 0o755, owner: own() });
      plantFolder(root, 0o777);
    },
  };

  it.each(Object.keys(plants))('is not run when it %s', async (plant) => {
    const root = join(ground.path, 'tools');
    plants[plant]!(root);
    const { k6, attempts } = await search(root);
    expect(k6).toBeNull();
    expect(existsSync(proof)).toBe(false);
    expect(attempts.map(({ place, reason }) => `${place} ${reason}`).join('\n')).toMatch(
      /tools\/k6\/2.2.0\/x64\/k6 .*(it is a link|it belongs to user \d+ and has mode \d{4}).*yours or root's alone/,
    );
  });

  it("is run when it is ours alone, also in a hosted runner's tool cache, which all can write", async () => {
    const root = join(ground.path, 'tools');
    plantK6(root, { mode: 0o755, owner: own() });
    chmodSync(root, 0o777);
    expect((await search(root)).k6).toMatchObject({ version: VERSION, source: 'cache' });
    expect(existsSync(proof)).toBe(true);
  });

  it("is not installed into a cache where another user could replace it, but into the user's own", async () => {
    const root = join(ground.path, 'tools');
    plantFolder(join(root, 'k6'));
    const home = join(ground.path, 'own');
    const around = {
      environment: { RUNNER_TOOL_CACHE: root, XDG_CACHE_HOME: home, PATH: process.env.PATH },
      platform: 'linux' as const,
      arch: 'x64',
      progress: silent,
      signal: new AbortController().signal,
    };
    const make = async (folder: string) => {
      const path = join(folder, 'made');
      writeFileSync(path, `#!/bin/sh\necho 'k6 v${VERSION} (go1.26.8, linux/amd64)'\n`, { mode: 0o755 });
      return path;
    };
    const before = process.umask(0);
    try {
      const path = await installInCache(VERSION, around, make);
      expect(path).toBe(join(home, 'tailgate/k6', VERSION, 'x64/k6'));
      // A lax umask opens nothing.
      expect(explainDistrust(join(home, 'tailgate'), VERSION, 'x64')).toBeNull();
    } finally {
      process.umask(before);
    }
  });
});

describe.skipIf(CANNOT_PLANT)('a folder that is written to', () => {
  it('for evidence is refused where another user has put a link that leads elsewhere', async () => {
    const target = join(ground.path, 'kept');
    const victim = join(ground.path, 'victim');
    writeFileSync(victim, 'untouched');
    plantFolder(join(target, 'logs'), 0o755);
    symlinkSync(victim, join(target, 'logs/app.log'));
    expect((await refusalOf(() => makeKeepFolder(target))).where).toBe(join(target, 'logs'));
    vi.stubEnv('RUNNER_TEMP', ground.path);
    const workspace = nameWorkspace();
    makeWorkspace(workspace);
    writeFileSync(join(workspace.logs, 'app.log'), 'overwritten');
    expect(() => keepWorkspace(workspace, target, (text) => text)).toThrow(/belongs to user 65534/);
    expect(lstatSync(victim).size).toBe('untouched'.length);
  });

  it('is not cleared of what another user left there, who could lead the removal elsewhere', () => {
    const long = new Date(Date.now() - 48 * 3_600_000);
    for (const [name, owner] of [
      ['stale-theirs', STRANGER],
      ['stale-ours', process.getuid!()],
    ] as const) {
      plantFolder(join(ground.path, name), 0o755, owner);
      utimesSync(join(ground.path, name), long, long);
    }
    removeStale(ground.path, 'stale-');
    expect(readdirSync(ground.path)).toEqual(['stale-theirs']);
  });
});

describe('the lock of the machine', () => {
  it.each(['\n::add-mask::x\n', '1'.repeat(5000)])(
    'tells nothing that its owner makes up: %j',
    async (answer) => {
      const address = `\0tailgate-test-liar-${process.pid}`;
      const server = createServer((socket) => socket.on('error', () => {}).end(answer));
      await new Promise<void>((done) => server.listen(address, done));
      try {
        expect(await askOwner(address)).toBe('unknown');
      } finally {
        await new Promise((done) => server.close(done));
      }
    },
  );
});

describe('a variable that is withheld from children', () => {
  const VALUE = 'planted-0123456789';
  const names = [
    'GITHUB_TOKEN',
    'GH_TOKEN',
    'GITEA_TOKEN',
    'ACTIONS_RUNTIME_TOKEN',
    'ACTIONS_ID_TOKEN_REQUEST_TOKEN',
    'ACTIONS_ID_TOKEN_REQUEST_URL',
    'INPUT_STORE',
    'GITHUB_ENV',
    'K6_OUT',
    'TAILGATE_TOKEN',
  ];
  const write = ({
    env = 'x',
    url = 'http://127.0.0.1:${PORT}',
    path = '/',
    header = 'x',
    body = 'x',
    json = 'x',
  }) => `
service:
  start: node server.js
  url: ${url}
  env:
    SOME: ${env}
scenarios:
  search:
    request:
      method: POST
      path: ${path}
      headers:
        authorization: ${header}
      body: ${body}
    load: 1 req/s
  other:
    request:
      method: POST
      path: /
      json:
        deep: [${json}]
    load: 1 req/s
`;
  const places = ['env', 'url', 'path', 'header', 'body', 'json'] as const;

  it.each(places.flatMap((place) => names.map((name) => [place, name] as const)))(
    'is refused in %s, with its line: %s',
    async (place, name) => {
      const template = { env: '', header: '', body: '', json: '', url: 'http://127.0.0.1/', path: '/' }[
        place
      ];
      const text = write({ [place]: `'${template}\${env.${name}}'` });
      const line = text.split('\n').findIndex((each) => each.includes(name)) + 1;
      const file = { path: '/repo/tailgate.yml', directory: '/repo', shownAs: 'tailgate.yml' };
      const { exitCode, detail } = await refusalOf(() => parseConfig(text, file));
      expect(exitCode).toBe(2);
      expect(detail).toMatch(`tailgate.yml:${line}:`);
      expect(detail).toMatch(`\`${name}\` is withheld`);
    },
  );

  it('is not filled in where a template comes from elsewhere, such as the state of an earlier run', () => {
    for (const name of names) {
      const lookup = lookupService('app', 'head_1', new Map([['app.PORT', 1]]), { [name]: VALUE });
      expect(() => interpolate(`\${env.${name}}`, lookup, 'env of app')).toThrow('is withheld');
      expect(JSON.stringify(lookup)).not.toContain(VALUE);
    }
  });
});

describe('load on another host', () => {
  /** TEST-NET-1 (RFC 5737): nobody has it. */
  const ELSEWHERE = '192.0.2.1';
  const RUNNING = CONFIG.replace(/^ {2}start.*\n/m, '').replace('127.0.0.1:${PORT}', `${ELSEWHERE}:9`);
  let project: Project;
  afterEach(() => project?.remove());

  it.each<[string, string, NodeJS.ProcessEnv, RegExp]>([
    [
      'that the url names beside `start`',
      CONFIG.replace('127.0.0.1', ELSEWHERE),
      {},
      /tailgate\.yml:4:8: .*`192\.0\.2\.1` is another/,
    ],
    [
      'that a request names beside `start`',
      CONFIG.replace('/search', `http://${ELSEWHERE}/`),
      {},
      /tailgate\.yml:11:13: .*goes to `192\.0\.2\.1`/,
    ],
    [
      'that runs already, and is not allowed',
      RUNNING,
      {},
      /tailgate\.yml:3:8: [\s\S]*allow: \[192\.0\.2\.1\]/,
    ],
    [
      'that the url has from the environment',
      CONFIG.replace('127.0.0.1', '${env.SOME_HOST}'),
      { SOME_HOST: ELSEWHERE },
      /Load would go to `192\.0\.2\.1`, which is not this machine\.\n {2}at url of service/,
    ],
    [
      'that a request has from the environment',
      CONFIG.replace('/search', '${env.SOME_URL}'),
      { SOME_URL: `http://${ELSEWHERE}/` },
      /Load would go to `192\.0\.2\.1`, which is not this machine\.\n {2}at request of search/,
    ],
  ])('%s is refused', async (_, config, environment, reason) => {
    project = createProject({ 'tailgate.yml': config, 'server.cjs': SERVICE });
    const { code, stdout, stderr, running } = await project.run(['run', '--from', 'history'], environment);
    expect(code, stdout + stderr).toBe(2);
    expect(stderr).toMatch(reason);
    expect(running.orphans()).toEqual([]);
  });

  it('is warned of by `plan` where it is allowed', async () => {
    project = createProject({ 'tailgate.yml': `allow: [${ELSEWHERE}]\n${RUNNING}` });
    const { code, stdout, stderr } = await project.run(['plan']);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^Warning: Load goes to another machine: `allow` names `192\.0\.2\.1`\./m);
    const { stdout: json } = await project.run(['plan', '--json']);
    expect(JSON.parse(json).allow).toEqual([ELSEWHERE]);
  });
});

describe('the token of the job', () => {
  const TOKEN = 'ghs_planted0123456789planted0123456789';
  const LOGIN = Buffer.from(`x-access-token:${TOKEN}`).toString('base64');

  /** Lists the files of a folder that hold the token, as it is or as git sends it. */
  const search = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => [TOKEN, LOGIN].some((secret) => readFileSync(path, 'latin1').includes(secret)));

  it.each([
    'README.md',
    'docs/gitea.md',
    ...['src/init', 'examples/workflows'].flatMap((folder) =>
      readdirSync(folder).flatMap((name) => (name.endsWith('.yml') ? [join(folder, name)] : [])),
    ),
  ])('is left on the disk by no workflow of %s', (path) => {
    const text = readFileSync(path, 'utf8');
    // All that a step has below it, up to the next step.
    const steps = text.split(/^ *- /m).filter((step) => /^uses: \S*actions\/checkout\b/.test(step));
    for (const step of steps) expect(step).toMatch(/^ +with:\n(?: .*\n)*? +persist-credentials: false/m);
    expect(text.match(/uses: \S*actions\/checkout\b/g)?.length ?? 0).toBe(steps.length);
  });

  it('is all that a private repository needs, for the base and for the records, and stays off the disk', async () => {
    const project = await createActionProject();
    const github = await new GitHubServer('octo', 'shop').start();
    try {
      github.state.addToken(TOKEN);
      rmSync(join(project.repository, 'dist'), { recursive: true });
      const base = await project.commit('Base');
      const bare = join(project.root, 'shop.git');
      await project.git('clone', '--quiet', '--bare', project.repository, bare);
      await project.git('-C', bare, 'config', 'http.receivepack', 'true');
      await project.git('checkout', '--quiet', '-b', 'faster');
      writeFileSync(join(project.repository, 'note'), 'a change');
      const head = await project.commit('Change');
      await project.git('checkout', '--quiet', '--detach', base);
      await project.git('merge', '--quiet', '--no-ff', '-m', 'Merge', head);
      const merge = await project.git('rev-parse', 'HEAD');
      await project.git('push', '--quiet', bare, `${head}:refs/heads/faster`, `${merge}:refs/pull/5/merge`);
      github.state.pulls.set(5, { headSha: head });

      await serveGit(bare, `basic ${LOGIN}`, async (url, seen) => {
        /** A clone as actions/checkout makes it with `persist-credentials: false`: one commit, and no header. */
        const act = async (event: string, document: object, ref: string, config: string) => {
          const root = mkdtempSync(join(project.root, 'runner-'));
          const [workspace, temp, home] = ['workspace', 'temp', 'home'].map((name) => join(root, name)) as [
            string,
            string,
            string,
          ];
          for (const folder of [workspace, temp, home]) mkdirSync(folder);
          await project.git('init', '--quiet', workspace);
          await project.git('-C', workspace, 'fetch', '--quiet', '--depth=1', `file://${bare}`, ref);
          await project.git('-C', workspace, 'checkout', '--quiet', '--detach', 'FETCH_HEAD');
          await project.git('-C', workspace, 'remote', 'add', 'origin', url);
          const files = Object.fromEntries(
            ['OUTPUT', 'STEP_SUMMARY', 'STATE', 'ENV', 'PATH'].map((name) => [
              `GITHUB_${name}`,
              join(temp, name),
            ]),
          );
          for (const path of Object.values(files)) writeFileSync(path, '');
          writeFileSync(join(temp, 'event.json'), JSON.stringify(document));
          const env: NodeJS.ProcessEnv = {
            HOME: home,
            TMPDIR: temp,
            RUNNER_TEMP: temp,
            CI: 'true',
            GITHUB_ACTIONS: 'true',
            GITHUB_EVENT_NAME: event,
            GITHUB_EVENT_PATH: join(temp, 'event.json'),
            GITHUB_REF: ref,
            GITHUB_SHA: await project.git('-C', workspace, 'rev-parse', 'HEAD'),
            GITHUB_RUN_ID: '77',
            GITHUB_REPOSITORY: 'octo/shop',
            GITHUB_WORKSPACE: workspace,
            GITHUB_SERVER_URL: new URL(url).origin,
            GITHUB_API_URL: github.url,
            ...files,
            TAILGATE_K6: REPLAYED_K6,
            TAILGATE_LOCK: basename(root),
            TAILGATE_RUN: process.env.TAILGATE_RUN,
            EVIDENCE: project.evidence,
            INPUT_CONFIG: config,
            'INPUT_GITHUB-TOKEN': TOKEN,
          };
          const script = resolve('dist/action.mjs');
          const { status, log } = await run(process.execPath, [script], { cwd: workspace, env });
          expect(status, log).toBe(0);
          expect(search(root)).toEqual([]);
        };
        await act('pull_request', pullRequestEvent(head, base), 'refs/pull/5/merge', 'paired.yml');
        // It was beside its base, which came from the server.
        expect(github.state.comments.map(({ body }) => body).join()).toMatch(base.slice(0, 7));
        expect(seen.filter(({ path }) => path.endsWith('git-upload-pack')).length).toBeGreaterThan(0);

        await act('push', pushEvent(base), 'refs/heads/main', 'tailgate.yml');
        expect(await project.git('-C', bare, 'for-each-ref', '--format=%(refname)', 'refs/tailgate')).toBe(
          'refs/tailgate/default',
        );
      });
    } finally {
      await github.stop();
      project.remove();
    }
  });
});
