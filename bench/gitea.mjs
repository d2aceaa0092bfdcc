/**
 * Opens, updates and closes the issue of `tailgate drift` on a Gitea or Forgejo that runs already, in a repository to
 * throw away, and asks the server itself what is there after each step.
 *
 *   GITEA_TOKEN=… node bench/gitea.mjs --url http://127.0.0.1:3000 --repository rosa/shop
 */
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { loadSource } from './source.mjs';

const { values } = parseArgs({ options: { url: { type: 'string' }, repository: { type: 'string' } } });
const token = process.env.GITEA_TOKEN;
const [owner, repo] = values.repository?.split('/') ?? [];
if (!values.url || !repo || !token) throw new Error('`--url`, `--repository OWNER/NAME` and GITEA_TOKEN');

const { connect, keepIssue, closeIssue } = await loadSource([
  'src/forge/octokit.ts',
  'src/forge/own-issues.ts',
]);
const octokit = connect({
  ...{ apiUrl: `${values.url}/api/v1`, forge: 'gitea', token, userAgent: 'tailgate/bench' },
  note: (text) => console.log(`note: ${text}`),
});
const place = { owner, repo, marker: '<!-- tailgate: drift bench -->' };
const textOf = (title) => ({ title, body: `${place.marker}\n${title}` });

await step('the first text', () => keepIssue(octokit, place, textOf('p50 is slower')), 'opened', [
  'p50 is slower',
]);
await step('another text', () => keepIssue(octokit, place, textOf('p99 is slower')), 'updated', [
  'p99 is slower',
]);
await ask('POST', 'issues', textOf('a copy'));
await ask('POST', 'issues', { title: 'somebody else’s matter', body: 'no marker' });
await step('beside a copy', () => keepIssue(octokit, place, textOf('both are slower')), 'updated', [
  'both are slower',
]);
await step('all is well', () => closeIssue(octokit, place, textOf('as fast as before')), 'closed', []);
assert.equal(await closeIssue(octokit, place, textOf('as fast as before')), null);
console.log('all is well again: nothing is open, and nothing is done');
await step('slower again', () => keepIssue(octokit, place, textOf('slower again')), 'opened', [
  'slower again',
]);
await step('and well', () => closeIssue(octokit, place, textOf('as fast as before')), 'closed', []);
const others = (await ask('GET', 'issues?state=open&type=issues')).filter(({ body }) => body === 'no marker');
assert.ok(others.length > 0, 'an issue without the marker stays open');

/** Acts, and checks what was said and which issues of the marker the server has open then, by title. */
async function step(name, act, action, open) {
  const kept = await act();
  assert.equal(kept.action, action);
  const found = await ask('GET', 'issues?state=open&type=issues');
  const titles = found.filter(({ body }) => body.startsWith(place.marker)).map(({ title }) => title);
  assert.deepEqual(titles, open);
  console.log(`${name}: ${kept.action} ${kept.url}`);
}

async function ask(method, path, body) {
  const answer = await fetch(`${values.url}/api/v1/repos/${owner}/${repo}/${path}`, {
    method,
    headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
  return answer.json();
}
