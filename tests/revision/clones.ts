/** Servers with a pull request, and clones of them as actions/checkout makes them. */
import { commit, git, makeFolder, makeServer } from './fixture.ts';

/** `main` with four commits after `fork`, and `feature` with four others. `main` is checked out. */
export function fork() {
  const server = makeServer();
  const forked = commit(server, { 'server.js': 'two\n' });
  git(server, 'switch', '-q', '-c', 'feature');
  for (let index = 0; index < 4; index++) commit(server, { 'feature.js': `of feature ${index}\n` });
  git(server, 'switch', '-q', 'main');
  for (let index = 0; index < 4; index++) commit(server, { 'main.js': `${index}\n` });
  const [main, feature] = git(server, 'rev-parse', 'main', 'feature').split('\n') as [string, string];
  return { server, fork: forked, main, feature };
}

/** The same with GitHub's test merge. */
export function mergePull() {
  const pull = fork();
  git(pull.server, 'switch', '-q', '--detach', 'main');
  git(pull.server, 'merge', '-q', '--no-ff', '-m', 'test merge', 'feature');
  const merge = git(pull.server, 'rev-parse', 'HEAD');
  git(pull.server, 'update-ref', 'refs/pull/1/merge', merge);
  git(pull.server, 'switch', '-q', 'main');
  return { ...pull, merge };
}

/** One commit of a revision, on a detached HEAD. */
export function shallow(server: string, revision: string): string {
  const clone = makeFolder();
  git(clone, 'init', '-q', '-b', 'main');
  git(clone, 'remote', 'add', 'origin', `file://${server}`);
  git(clone, 'fetch', '-q', '--no-tags', '--depth=1', 'origin', revision);
  git(clone, 'checkout', '-q', '--detach', 'FETCH_HEAD');
  return clone;
}
