import fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseConfig } from '../../src/config/document.ts';
import { UserError } from '../../src/errors.ts';
import { findK6 } from '../../src/k6/find.ts';
import { silent } from '../../src/progress.ts';
import { keepWorkspace, makeKeepFolder, makeWorkspace, nameWorkspace } from '../../src/services/workspace.ts';
import { CANNOT_PLANT, makeGround, plantFile, plantFolder } from './planted.ts';

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

async function refusalOf(act: () => unknown): Promise<UserError> {
  try {
    await act();
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe.skipIf(CANNOT_PLANT)('a k6 in a cache', () => {
  const folder = () => join(ground.path, 'tailgate/k6-2.2.0');

  /** A program that proves that it was run, and then says that it is k6. */
  function plantK6(): void {
    const program = `#!/bin/sh\n: > ${proof}\necho 'k6 v2.2.0 (go1.26.8, linux/amd64)'\n`;
    plantFile(join(folder(), 'k6'), program, { mode: 0o755, owner: process.getuid!() });
  }

  const locate = () =>
    findK6({
      environment: { XDG_CACHE_HOME: ground.path, PATH: '' },
      progress: silent,
      signal: new AbortController().signal,
    });

  // Whose else a folder may be is told in `processes/folder`.
  it("is not run when its folder is another user's, one that others can write to, or a link", async () => {
    const isRefused = () => expect(locate()).rejects.toThrow(/yours alone/);
    plantK6();
    plantFolder(folder());
    await isRefused();
    plantFolder(folder(), 0o777, process.getuid!());
    await isRefused();
    fs.renameSync(folder(), join(ground.path, 'elsewhere'));
    fs.symlinkSync(join(ground.path, 'elsewhere'), folder());
    await isRefused();
    expect(fs.existsSync(proof)).toBe(false);
  });
});

describe.skipIf(CANNOT_PLANT)('a folder that is written to', () => {
  it('for evidence is refused where another user has put a link that leads elsewhere', async () => {
    const target = join(ground.path, 'kept');
    const victim = join(ground.path, 'victim');
    fs.writeFileSync(victim, 'untouched');
    plantFolder(join(target, 'logs'), 0o755);
    fs.symlinkSync(victim, join(target, 'logs/app.log'));
    expect((await refusalOf(() => makeKeepFolder(target))).where).toBe(join(target, 'logs'));
    vi.stubEnv('RUNNER_TEMP', ground.path);
    const workspace = nameWorkspace();
    makeWorkspace(workspace);
    fs.writeFileSync(join(workspace.logs, 'app.log'), 'overwritten');
    expect(() => keepWorkspace(workspace, target, (text) => text)).toThrow(/yours alone/);
    expect(fs.lstatSync(victim).size).toBe('untouched'.length);
  });
});

it('a variable that is withheld from children is refused wherever the file names it, with its line', async () => {
  const names = ['GITHUB_TOKEN', 'ACTIONS_RUNTIME_TOKEN', 'INPUT_STORE', 'GITHUB_ENV', 'K6_OUT'];
  const places = ['path: "/*"', 'headers: { a: "*" }', 'body: "*"', 'json: { deep: ["*"] }'];
  const requests = places.map(
    (place) => `method: POST, ${place.startsWith('path') ? '' : 'path: /, '}${place}`,
  );
  const describeFile = (env: string, request: string) =>
    `service: { start: a, url: "http://127.0.0.1:\${PORT}", env: { SOME: "${env}" } }
scenarios: { a: { load: 1 req/s, request: { ${request} } } }\n`;
  const texts = [describeFile('*', 'path: /'), ...requests.map((request) => describeFile('x', request))];
  for (const [index, text] of texts.entries()) {
    for (const name of names) {
      const file = { path: '/repo/tailgate.yml', directory: '/repo', shownAs: 'tailgate.yml' };
      const act = () => parseConfig(text.replace('*', `\${env.${name}}`), file);
      const { exitCode, detail } = await refusalOf(act);
      expect(exitCode, text).toBe(2);
      expect(detail).toMatch(`tailgate.yml:${index === 0 ? 1 : 2}:`);
      expect(detail).toMatch(`\`${name}\` is withheld`);
    }
  }
});

it('the token of the job is left on the disk by no workflow', () => {
  const folders = ['src/init', 'examples/workflows'];
  const names = (folder: string) => fs.readdirSync(folder).filter((name) => name.endsWith('.yml'));
  const paths = folders.flatMap((folder) => names(folder).map((name) => join(folder, name)));
  for (const path of ['README.md', ...paths]) {
    const text = fs.readFileSync(path, 'utf8');
    // All that a step has below it, up to the next step.
    const steps = text.split(/^ *- /m).filter((step) => /^uses: \S*actions\/checkout\b/.test(step));
    for (const step of steps) expect(step).toMatch(/^ +with:\n(?: .*\n)*? +persist-credentials: false/m);
    expect(text.match(/uses: \S*actions\/checkout\b/g)?.length ?? 0, path).toBe(steps.length);
  }
});
