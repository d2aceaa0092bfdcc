import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type InitOptions, init } from '../../src/commands/init.ts';
import { readConfig } from '../../src/config/read.ts';
import { createProject } from '../cli/project.ts';
import { git, makeFiles, makeRepository, readAll } from '../init/repository.ts';

const SERVER = `import { createServer } from 'node:http';
createServer((request, response) => {
  if (request.url === '/healthz') return response.end('ok');
  if (request.url === '/quote') return response.end('Slow and steady.');
  response.writeHead(404).end();
}).listen(process.env.PORT, '127.0.0.1');
`;
const NODE = { 'package.json': '{"scripts":{"start":"node server.mjs"}}', 'server.mjs': SERVER };
const WORKFLOW = '.github/workflows/tailgate.yml';

async function initIn(cwd: string, options: Partial<InitOptions> = {}) {
  let output = '';
  const write = (text: string) => {
    output += text;
  };
  const signal = new AbortController().signal;
  const all = { uses: 'tailgate/tailgate@v0', cwd, ask: null, write, try: false, ...options };
  return { exitCode: await init(all, signal), output };
}

/** Answers one question after the other, and keeps what was asked. */
function answer(...answers: string[]) {
  const asked: string[] = [];
  const ask = async (question: string) => {
    asked.push(question);
    return answers.shift() ?? '';
  };
  return { asked, ask };
}

describe('tailgate init', () => {
  test('writes a configuration and a workflow, and says what comes next', async () => {
    const folder = makeRepository(NODE);
    const { exitCode, output } = await initIn(folder);
    expect(exitCode).toBe(0);
    expect(Object.keys(readAll(folder)).sort()).toEqual([
      WORKFLOW,
      'package.json',
      'server.mjs',
      'tailgate.yml',
    ]);
    expect(readConfig('tailgate.yml', folder).services[0]).toMatchObject({ start: 'node server.mjs' });
    expect(output).toContain('Make `publish` a required check of main.');
  });

  test('is what the command line does, with the plan', () => {
    const folder = makeRepository(NODE);
    const cli = join(process.cwd(), 'dist/cli.mjs');
    const run = (...args: string[]) =>
      execFileSync('node', [cli, 'init', ...args], { cwd: folder, encoding: 'utf8' });
    expect(run('--help')).toMatch(/^Examples:/);
    expect(run('--dry-run')).toContain('--- tailgate.yml');
    expect(Object.keys(readAll(folder))).toHaveLength(2);
    expect(run()).toMatch(/wrote tailgate\.yml[\s\S]*quote: 60 req\/s[\s\S]*Under load[\s\S]*Next:/);
  });

  test('overwrites nothing unless it is told to', async () => {
    const folder = makeRepository({ ...NODE, [WORKFLOW]: 'mine', 'tailgate.yml': 'mine too' });
    const before = readAll(folder);
    await expect(initIn(folder)).rejects.toMatchObject({
      exitCode: 2,
      message: `tailgate.yml and ${WORKFLOW} exist already; nothing was written.`,
    });
    expect(readAll(folder)).toEqual(before);
    await initIn(folder, { force: true });
    expect(readAll(folder)[WORKFLOW]).toMatch(/^# Written by/);
  });

  test('keeps what is there when asked to, and finds its own files unchanged', async () => {
    const folder = makeRepository(NODE);
    await initIn(folder);
    const first = readAll(folder);
    await initIn(folder);
    expect(readAll(folder)).toEqual(first);
    writeFileSync(join(folder, 'tailgate.yml'), first['tailgate.yml']!.replace('250ms', '90ms'));
    await initIn(folder, { keep: true, forks: true });
    expect(readAll(folder)['tailgate.yml']).toContain('90ms');
    expect(readAll(folder)['.github/workflows/tailgate-forks.yml']).toContain('workflow_run');
  });

  test('says what comes next also where the file that stays cannot be planned', async () => {
    const folder = makeRepository({ ...NODE, 'tailgate.yml': 'mine' });
    let output = '';
    const write = (text: string) => {
      output += text;
    };
    await expect(initIn(folder, { keep: true, write })).rejects.toMatchObject({ exitCode: 2 });
    expect(output).toMatch(/left {2}tailgate\.yml\nwrote \.github[\s\S]*\nNext:\n/);
  });

  test('takes a tailgate.yaml that is there for the configuration', async () => {
    const own = 'suite: mine\nservice: { start: node server.mjs, url: "http://127.0.0.1:${PORT}" }\n';
    const scenarios = 'scenarios: { quote: { request: GET /quote, slo: p99 < 250ms at 60 req/s } }\n';
    const folder = makeRepository({ ...NODE, 'tailgate.yaml': own + scenarios });
    const { output } = await initIn(folder, { keep: true });
    expect(output).toContain('left  tailgate.yaml');
    const files = readAll(folder);
    expect(files).not.toHaveProperty(['tailgate.yml']);
    expect(files[WORKFLOW]).toContain('suites: mine');
  });

  test('asks on a terminal what is not clear, and before it overwrites', async () => {
    const folder = makeRepository({ 'tailgate.yml': 'mine' });
    const { asked, ask } = answer('./serve "a: b" # c', 'no slash', '/search?q=a#b', 'n');
    await expect(initIn(folder, { ask })).rejects.toThrow();
    // The user's own file was kept, and says nothing that could be planned.
    expect(readAll(folder)['tailgate.yml']).toBe('mine');
    expect(asked.at(-1)).toMatch(/tailgate\.yml exists already\. Overwrite it\?/);
    const again = answer('./serve "a: b" # c', '/search?q=a#b', 'y');
    await initIn(folder, { ask: again.ask });
    const config = readConfig('tailgate.yml', folder);
    expect(config.services[0]).toMatchObject({ start: './serve "a: b" # c' });
    expect(config.scenarios[0]!.work).toMatchObject({ request: { url: '/search?q=a#b' } });
  });

  test('starts the service where somebody sits there, and writes what has answered', async () => {
    const hidden = SERVER.replace('process.env.PORT', 'process.env.SHOP_PORT ?? 0');
    const folder = makeRepository({ ...NODE, 'server.mjs': hidden });
    const { asked, ask } = answer();
    const environment = { ...process.env, TAILGATE_LOCK: join(makeFiles({}), 'lock') };
    const { exitCode, output } = await initIn(folder, { ask, try: undefined, environment });
    expect(output).toMatch(/GET \/quote answered 200 with 16 bytes/);
    expect(exitCode).toBe(0);
    expect(asked).toEqual([]);
    const { services, scenarios } = readConfig('tailgate.yml', folder);
    expect(services[0]).toMatchObject({ env: { SHOP_PORT: '${PORT}' }, url: 'http://127.0.0.1:${PORT}' });
    expect(scenarios[0]!.work).toMatchObject({ request: { url: '/quote', expectStatus: [200] } });
  });

  test.each([true, false])(
    'starts nothing by itself where no commit has a tree for it, and says so (in git: %s)',
    async (isGit) => {
      const folder = makeFiles(NODE);
      if (isGit) git(folder, 'init', '--quiet', '--initial-branch=main');
      const environment = { ...process.env, TAILGATE_LOCK: join(makeFiles({}), 'lock') };
      const line =
        'It is not tried, since there is no commit: `--try` builds and starts it in this very folder.\n';
      const { ask } = answer();
      const printed = await initIn(folder, { ask, try: undefined, environment, dryRun: true });
      expect(printed.output).not.toContain(line);
      const { exitCode, output } = await initIn(folder, { ask, try: undefined, environment });
      expect(output).toContain(line);
      expect(output).not.toContain('Starting it');
      expect(exitCode).toBe(0);
      expect((await initIn(folder, { ask, environment })).output).not.toContain('It is not tried');
    },
  );

  test('asks what it could not see, and tries that', async () => {
    const hidden = SERVER.replaceAll("'/quote'", "'/' + ['quo', 'te'].join('')").replaceAll(
      "'/healthz'",
      "''",
    );
    const folder = makeRepository({ ...NODE, 'server.mjs': hidden });
    const { asked, ask } = answer('/quote');
    const environment = { ...process.env, TAILGATE_LOCK: join(makeFiles({}), 'lock') };
    const { exitCode, output } = await initIn(folder, { ask, try: true, environment });
    expect(output).toMatch(/1\. GET \/\w* answered 404\. Nothing is there[\s\S]*GET \/quote answered 200/);
    expect(exitCode).toBe(0);
    expect(asked).toHaveLength(1);
    expect(readConfig('tailgate.yml', folder).scenarios[0]!.work).toMatchObject({
      request: { url: '/quote' },
    });
  });

  test('that finds nothing to start says so with --try, and is no pass', async () => {
    const environment = { ...process.env, TAILGATE_LOCK: join(makeFiles({}), 'lock') };
    const { exitCode, output } = await initIn(makeRepository({}), { try: true, environment });
    expect(exitCode).toBe(3);
    expect(output).toMatch(/The program \.\/service is missing/);
  });

  test('asks nothing with --yes', async () => {
    const { asked, ask } = answer();
    await initIn(makeRepository({}), { ask, yes: true });
    expect(asked).toEqual([]);
  });

  test('in a subfolder names it, and puts the workflow where it is looked for', async () => {
    const root = makeRepository({ 'services/My “Shop”/package.json': NODE['package.json'] });
    const folder = join(root, 'services/My “Shop”');
    const { output } = await initIn(folder);
    expect(output).toContain('Make `publish services-my-shop` a required check of main.');
    expect(readConfig('tailgate.yml', folder).suite).toBe('services-my-shop');
    const workflow = parse(readAll(root)['.github/workflows/tailgate-services-my-shop.yml']!);
    const step = workflow.jobs.measure.steps.find(({ id }: { id?: string }) => id === 'tailgate');
    expect(step.with['working-directory']).toBe('services/My “Shop”');
    expect(workflow.jobs.publish.name).toContain("&& 'publish services-my-shop' ||");
  });

  test('expects the suite of the configuration that stays, or of the one that it writes', async () => {
    const suites = (folder: string) => {
      const { jobs } = parse(readAll(folder)[WORKFLOW]!);
      const steps = jobs.publish.steps as { with?: { suites?: string } }[];
      return steps.find((step) => step.with?.suites !== undefined)?.with?.suites;
    };
    const named = NODE['package.json'].replace('{', '{"name":"@acme/Book Shop",');
    const existing = { ...NODE, 'package.json': named, 'tailgate.yml': 'suite: api' };
    for (const [options, expected] of [
      [{ keep: true, dryRun: false }, 'api'],
      [{ force: true }, 'book-shop'],
      [{ ask: answer('', 'n', 'n').ask }, 'api'],
      [{ ask: answer('', 'y', 'y').ask }, 'book-shop'],
    ] as const) {
      const folder = makeRepository(existing);
      // The configuration that stays has no scenario to plan.
      await initIn(folder, options).catch(() => {});
      expect([options, suites(folder)]).toEqual([options, expected]);
    }
    const root = makeRepository({ 'services/web/package.json': NODE['package.json'] });
    await initIn(join(root, 'services/web'));
    expect(readAll(root)['.github/workflows/tailgate-services-web.yml']).toContain('suites: services-web');
  });

  test.each([
    ['a package, without its scope', { 'package.json': '{"name":"@acme/orders.api"}' }, 'orders-api'],
    [
      'a Go module, without path and version',
      { 'go.mod': 'module example.org/acme/orders/v2 // x\n' },
      'orders',
    ],
    ['a Python project', { 'pyproject.toml': '[project]\nname = "Orders_Api"\n' }, 'orders_api'],
  ])('names the suite after %s', async (_, files, suite) => {
    const folder = makeRepository(files);
    await initIn(folder);
    expect(readConfig('tailgate.yml', folder).suite).toBe(suite);
  });

  test('names the suite after the folder where nothing has a name', async () => {
    const folder = join(makeFiles({ '42 Orders/README.md': '' }), '42 Orders');
    await initIn(folder);
    expect(readConfig('tailgate.yml', folder).suite).toBe('orders');
  });

  test('refuses a folder whose name would be an expression', async () => {
    const root = makeRepository({});
    const folder = join(root, '${{ secrets.X }}');
    mkdirSync(folder);
    await expect(initIn(folder)).rejects.toMatchObject({ exitCode: 2 });
    expect(readAll(root)).toEqual({});
  });

  test.each([
    ['.gitea', 'git@example.org:o/r.git', '.gitea/workflows/tailgate.yml'],
    ['.forgejo', 'git@example.org:o/r.git', '.forgejo/workflows/tailgate.yml'],
    [null, 'https://codeberg.org/o/r.git', '.forgejo/workflows/tailgate.yml'],
    [null, 'https://github.com/o/r.git', WORKFLOW],
    // Hosts of ~/.ssh/config, as those have who use several accounts.
    [null, 'git@github.com-work:o/r.git', WORKFLOW],
    [null, 'github-work:o/r.git', WORKFLOW],
    [null, 'ssh://git@github.corp.example/o/gitea.git', WORKFLOW],
  ])('with %s and %s writes %s', async (marker, remote, path) => {
    const folder = makeRepository(NODE);
    if (marker) mkdirSync(join(folder, marker));
    git(folder, 'remote', 'add', 'origin', remote);
    await initIn(folder);
    const text = readAll(folder)[path]!;
    const isPublic = /github(?:\.com|-work)/.test(remote);
    expect(text).toContain(isPublic ? 'pattern: tailgate-*' : '# v3.2.2');
  });

  test('refuses a second site, and takes no workflow of a folder named so for one', async () => {
    const text = NODE['package.json'];
    const files = { 'api/package.json': text, 'web/package.json': text, 'my-site/package.json': text };
    const root = makeRepository(files);
    await initIn(join(root, 'my-site'));
    await initIn(join(root, 'api'), { site: true });
    await initIn(join(root, 'api'), { site: true, keep: true });
    const before = readAll(root);
    expect(Object.keys(before)).toContain('.github/workflows/tailgate-my-site.yml');
    await expect(initIn(join(root, 'web'), { site: true })).rejects.toMatchObject({
      exitCode: 2,
      message: 'tailgate-api-site.yml puts a site on GitHub Pages already, and a repository has one.',
    });
    expect(readAll(root)).toEqual(before);
  });

  test('takes the default branch of the repository', async () => {
    const folder = makeRepository(NODE);
    git(folder, 'branch', '-m', 'main', 'trunk');
    await initIn(folder);
    expect(parse(readAll(folder)[WORKFLOW]!).on.push.branches).toEqual(['trunk']);
  });

  test('outside of git says what is missing', async () => {
    const { output } = await initIn(makeFiles(NODE));
    expect(output).toContain('git init');
  });

  test.each([
    [{ uses: 'o/r@v1\n  evil: true' }, /--uses/],
    [{ force: true, keep: true }, /contradict/],
    [{ oneStep: true, forks: true }, /--forks/],
    [{ forge: 'gitea', forks: true }, /github\.com only/],
    [{ forge: 'gitlab' as never }, /unknown/],
  ] satisfies [Partial<InitOptions>, RegExp][])('refuses %j and writes nothing', async (options, message) => {
    const folder = makeRepository({});
    await expect(initIn(folder, options)).rejects.toThrow(message);
    expect(readAll(folder)).toEqual({});
  });

  test('of a small service can be run as it is, and passes', async () => {
    const project = createProject(NODE);
    try {
      await initIn(project.folder);
      const { code, stdout, stderr } = await project.run(['run', '--from', 'history', '--budget', '6s']);
      expect(code, stdout + stderr).toBe(0);
    } finally {
      project.remove();
    }
  });
});
