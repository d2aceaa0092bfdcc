/**
 * `npm run demo`: Tailgate at work on the bookstore, in a temporary git repository of two commits.
 * It takes about a minute.
 *
 * The second commit removes the index. Tailgate runs it beside the first one, in turns, and blocks it. With `--both`
 * a change that only rewords a comment is judged as well, and passes. With `--pool` a smaller connection pool is, which
 * shows only under the whole load. Leaves comments and reports in .tailgate-demo/.
 * Needs node and git; Tailgate itself finds or builds k6.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BLOCKED, ExampleError, gate, heading, inScratch, PASSED, replaceIn, run } from '../runner/gate.mjs';
import { rewordedComment, smallerPool, withoutIndex } from './revisions.mjs';

/** One scenario of three and the least budget with which both take turns: a demo, where real suites take minutes. */
const ARGS = ['--base-branch', 'main', '--budget', '23s'];
const both = process.argv.includes('--both');
const pool = process.argv.includes('--pool');
const here = fileURLToPath(new URL('.', import.meta.url));
const outputs = resolve('.tailgate-demo');

const MORE =
  'Also: `npm run demo -- --both`, a harmless change; `--pool`, one that only the whole load shows.';
const NEXT = `Next, in the folder of your own service:
  alias tailgate="node '${fileURLToPath(new URL('../../dist/cli.mjs', import.meta.url))}'"
  tailgate init   # writes tailgate.yml and the workflow
  tailgate try    # builds, starts and asks the service: edit until exit code 0
  tailgate run    # measures your work tree next to the commit it started from`;

/** Nothing that would make git or Tailgate look at another repository. */
const env = {
  ...Object.fromEntries(
    Object.keys(process.env)
      .filter((name) => /^(GIT|GITHUB)_/.test(name))
      .map((name) => [name, undefined]),
  ),
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Tailgate demo',
  GIT_AUTHOR_EMAIL: 'demo@localhost',
  GIT_COMMITTER_NAME: 'Tailgate demo',
  GIT_COMMITTER_EMAIL: 'demo@localhost',
};

await inScratch(async (repository) => {
  const began = Date.now();
  mkdirSync(outputs, { recursive: true });
  heading('1. A bookstore, committed to main');
  await git(repository, 'init', '--quiet', '--initial-branch=main');
  const service = readdirSync(here).filter((name) => !/^(demo|revisions)\.mjs$|^\./.test(name));
  for (const file of service) copyFileSync(join(here, file), join(repository, file));
  writeFileSync(join(repository, '.gitignore'), '.tailgate/\n');
  await commit(repository, 'The bookstore');
  console.log(readFileSync(join(here, 'tailgate.yml'), 'utf8').split('  lookup:')[0].trimEnd());
  console.log('  # … two more scenarios');

  const shown = [
    pool
      ? await show(repository, '2. A change keeps fewer connections', smallerPool, 'checkout', BLOCKED)
      : await show(repository, '2. A change removes the index', withoutIndex, 'search', BLOCKED),
  ];
  if (both) {
    shown.push(await show(repository, '3. A change rewords a comment', rewordedComment, 'search', PASSED));
  }
  heading('What you have seen');
  for (const line of shown) console.log(line);
  console.log(`\nThis took ${Math.round((Date.now() - began) / 1000)} s. ${MORE}\n\n${NEXT}`);
});

/** Commits a change on a branch of its own off main, and judges it as a pull request's run would. */
async function show(repository, title, { branch, message, replace }, scenario, wanted) {
  heading(title);
  await git(repository, 'switch', '--quiet', '--create', branch, 'main');
  for (const change of replace) replaceIn(repository, change);
  await commit(repository, message);
  await git(repository, '--no-pager', 'show', '--format=%h %s', '--unified=0', 'HEAD');

  const [comment, report] = [`${branch}.md`, `${branch}.html`].map((name) => join(outputs, name));
  for (const path of [comment, report]) rmSync(path, { force: true });
  const args = [...ARGS, '--only', scenario];
  console.log('\nStarts both revisions 7 times and measures them side by side, in about 50 s:');
  const place = { cwd: repository, env };
  const outcome = { what: message, wanted, isQuiet: true };
  const seen = await gate(outcome, args, ['--comment', comment, '--html', report], place);
  console.log('The comment that the pull request would get:\n');
  // As GitHub shows it: without marks that nobody sees, and with details folded.
  const text = readFileSync(comment, 'utf8').replace(/<!--.*?-->\s*/gs, '');
  const folded = text.replace(/<details><summary>(.*?)<\/summary>.*?<\/details>/gs, '▸ $1');
  console.log(
    folded
      .replace(/<\/?sub>/g, '')
      .trim()
      .replace(/^/gm, '  │ '),
  );
  const merge = wanted === BLOCKED ? 'The merge is blocked.' : 'Free to merge.';
  const [whole, pictures] = [comment, report].map((path) => relative('.', path));
  return `${message}: ${seen}\n  ${merge} Report with pictures: ${pictures}; the whole comment: ${whole}`;
}

async function git(cwd, ...args) {
  const code = await run('git', args, { cwd, env });
  if (code !== 0) throw new ExampleError(`git ${args[0]} failed; its own words are above`);
}

async function commit(repository, message) {
  await git(repository, 'add', '--all');
  await git(repository, 'commit', '--quiet', `--message=${message}`);
}
