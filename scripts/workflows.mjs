/**
 * Keeps pair.yml, forks.yml and one-step.yml of examples/workflows/ in step with what `tailgate init` writes, and lints every
 * workflow there is. The others are written by hand.
 *
 *   node scripts/workflows.mjs                    writes examples/workflows/
 *   node scripts/workflows.mjs --check            exits with 1 when they are stale
 *   node scripts/workflows.mjs --lint FOLDER      actionlint and zizmor from FOLDER, over all that init can write,
 *                                                 .github/workflows and examples; actionlint over those in the docs
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importSource } from './source.mjs';

/** Stands for the clone of whoever copies an example. */
const USES = 'OWNER/tailgate@COMMIT';

const scratch = mkdtempSync(join(tmpdir(), 'tailgate-workflows-'));
try {
  const init = await load();
  if (process.argv.includes('--lint')) lint(init, process.argv.at(-1));
  else keepExamples(init, process.argv.includes('--check'));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function load() {
  const modules = ['workflows/workflow', 'detection', 'workflows/actions'];
  return importSource(
    'workflows',
    modules.map((name) => `export * from './src/init/${name}.ts';`).join('\n'),
  );
}

/** A folder with these files and nothing else, as a detection sees one. */
function inMemory(texts) {
  const all = Object.keys(texts);
  return { list: all, all, has: (path) => path in texts, read: (path) => texts[path] ?? null };
}

function keepExamples(init, check) {
  const { setup } = init.detect(inMemory({ 'package.json': '{"scripts":{"start":"node server.js"}}' }));
  const options = {
    forge: 'github',
    uses: USES,
    branch: 'main',
    folder: '.',
    suite: null,
    expected: 'default',
    setup,
  };
  const wanted = {
    'pair.yml': init.describeWorkflow('pair', options),
    'forks.yml': init.describeWorkflow('forks', options),
    'one-step.yml': init.describeWorkflow('oneStep', options),
  };
  const folder = 'examples/workflows';
  const stale = Object.entries(wanted).filter(([name, text]) => {
    const path = join(folder, name);
    return !existsSync(path) || readFileSync(path, 'utf8') !== text;
  });
  if (stale.length === 0) {
    console.log(`${folder} is what tailgate init writes.`);
  } else if (check) {
    console.error(`${folder} is not what tailgate init writes. Run: npm run docs`);
    process.exitCode = 1;
  } else {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of stale) writeFileSync(join(folder, name), text);
    console.log(`${folder} is what tailgate init writes now.`);
  }
}

function lint(init, tools) {
  const folder = join(scratch, '.github/workflows');
  mkdirSync(folder, { recursive: true });
  writeAll(init, folder);
  const own = readdirSync('.github/workflows').map((name) => join('.github/workflows', name));
  const examples = readdirSync('examples/workflows').map((name) => join('examples/workflows', name));
  for (const path of [...own, ...examples]) {
    writeFileSync(join(folder, path.replaceAll('/', '_').replace(/^\.+/, '')), readFileSync(path, 'utf8'));
  }
  const names = readdirSync(folder);
  run(join(tools, 'zizmor'), ['--offline', '--no-progress', '--quiet', '--color=never', folder]);
  // Workflows in the docs are short on purpose: their actions are not pinned.
  const shown = writeShown(folder);
  // `dir` of its own: actionlint wants a repository to look for local actions in.
  run(join(tools, 'actionlint'), [
    '-no-color',
    // GitHub Enterprise Server knows no newer ones.
    ...['-ignore', 'load-artifact@v3" action is too old'],
    ...[...names, ...shown].map((name) => join(folder, name)),
  ]);
  console.log(
    `${names.length} workflows: nothing to find for actionlint and zizmor, nor in ${shown.length} of the docs.`,
  );
}

/** Writes the workflows that the README and the docs show. */
function writeShown(folder) {
  const pages = ['README.md', ...readdirSync('docs').map((name) => join('docs', name))];
  return pages
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) => {
      const blocks = [...readFileSync(path, 'utf8').matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(
        ([, text]) => text,
      );
      return blocks
        .filter((text) => /^jobs:/m.test(text))
        .map((text, index) => {
          const name = `${path.replaceAll('/', '_')}-${index}.yml`;
          writeFileSync(join(folder, name), text);
          return name;
        });
    });
}

/** Every set of set-up steps, in every form, on both kinds of server. */
function writeAll(init, folder) {
  const repositories = {
    npm: { 'package.json': '{"engines":{"node":">=20"}}' },
    pnpm: { 'package.json': '{}', 'pnpm-lock.yaml': '' },
    pip: { 'requirements.txt': 'flask' },
    uv: { 'pyproject.toml': 'requires-python = ">=3.12"', 'uv.lock': '' },
    poetry: { 'pyproject.toml': '', 'poetry.lock': '' },
    go: { 'go.mod': 'module x' },
    java: { 'pom.xml': '<project/>' },
    rust: { 'Cargo.toml': '' },
    docker: { Dockerfile: 'EXPOSE 80' },
    none: {},
  };
  const references = { tag: USES, local: './' };
  for (const [language, texts] of Object.entries(repositories)) {
    for (const forge of init.FORGES) {
      for (const [kind, uses] of Object.entries(references)) {
        for (const place of [
          { folder: '.', suite: null },
          { folder: 'services/a b', suite: 'services-a-b' },
        ]) {
          const options = {
            forge,
            uses,
            branch: 'main',
            setup: init.detect(inMemory(texts)).setup,
            ...place,
            expected: place.suite ?? 'default',
          };
          const name = `${language}-${forge}-${kind}-${place.suite ?? 'root'}`;
          writeFileSync(join(folder, `${name}-pair.yml`), init.describeWorkflow('pair', options));
          writeFileSync(join(folder, `${name}-one.yml`), init.describeWorkflow('oneStep', options));
          if (forge !== 'github') continue;
          writeFileSync(join(folder, `${name}-forks.yml`), init.describeWorkflow('forks', options));
        }
      }
    }
  }
}

function run(program, args) {
  const { status, error, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (error) throw error;
  if (status === 0) return;
  process.stderr.write(`${stdout}${stderr}`.slice(0, 20_000));
  console.error(`${program} has found something (exit code ${status}).`);
  process.exit(1);
}
