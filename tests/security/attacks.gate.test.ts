/** Changes that make a gate easier to pass, as a pull request in a real repository: none gets through without a word. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/read.ts';
import { chooseSource } from '../../src/config/selection.ts';
import { layOutArms } from '../../src/gate/arms.ts';
import type { GateRequest } from '../../src/gate/request.ts';
import type { Session } from '../../src/gate/session.ts';
import { asSuite } from '../../src/handover/suite.ts';
import { silent } from '../../src/progress.ts';
import { renderComment } from '../../src/report/comment.ts';
import type { BaseTrigger } from '../../src/revision/base.ts';
import { findCheckout } from '../../src/revision/checkout.ts';
import { pairedReportOf } from '../report/pair-fixture.ts';
import { commit, environment, git, makeFolder, makeRepository, write } from '../revision/fixture.ts';

const CONFIG = `suite: shop
service:
  start: node server.js
  url: http://127.0.0.1:\${PORT}
scenarios:
  search:
    request: { path: "/search?q=shoes", headers: { authorization: hush-before } }
    load: 1000 req/s
    slo: p99 < 30ms
  browse:
    script: load/browse.js
    load: 20 users
`;

const FILES = {
  'tailgate.yml': CONFIG,
  'server.js': 'one\n',
  'load/browse.js': `import { visit } from './lib/visit.js';\nexport default () => visit(open('../data/items.json'));\n`,
  'load/lib/visit.js': 'export const visit = (items) => items;\n',
  'data/items.json': '["shoes"]\n',
};

/** The file with some of its text replaced. */
function edit(...replacements: [string | RegExp, string][]): Record<string, string> {
  const text = replacements.reduce((now, [from, to]) => {
    const next = now.replace(from, to);
    if (next === now) throw new Error(`nothing replaced: ${from}`);
    return next;
  }, CONFIG);
  return { 'tailgate.yml': text };
}

const WEAKER = edit(['30ms', '1s'], [/$/, 'baseline: { from: history }\n']);
const WEAKER_TOLD = ['scenarios.search.slo: p99 < 30ms → p99 < 1s', 'baseline: null → { from: history }'];

type Way = { trigger?: (base: string, head: string) => BaseTrigger; asked?: string; from?: 'history' };
const pullRequest = (baseSha: string, headSha: string): BaseTrigger => ({
  kind: 'pull_request',
  baseBranch: 'main',
  baseSha,
  headSha,
});

/** What is told of a change, and what it is compared with. */
async function propose(
  files: Record<string, string>,
  { trigger = pullRequest, asked, from }: Way = {},
  base: Record<string, string> = FILES,
) {
  const directory = makeRepository(base);
  const baseSha = git(directory, 'rev-parse', 'HEAD');
  git(directory, 'switch', '--quiet', '--create', 'change');
  const headSha = commit(directory, { 'server.js': 'two\n', ...files });
  return tell(directory, { asked: asked ? baseSha : null, trigger: trigger(baseSha, headSha), from });
}

async function tell(directory: string, base: GateRequest['base']) {
  const folder = makeFolder();
  const { signal } = new AbortController();
  const config = chooseSource(readConfig(join(directory, 'tailgate.yml'), directory), base.from);
  const session: Partial<Session> = {
    ...{ only: [], environment, progress: silent, signal, base, store: 'git' },
    workspace: { path: folder } as Session['workspace'],
    keeper: { mark: {} } as Session['keeper'],
  };
  const checkout = await findCheckout(directory, environment, signal);
  const arms = await layOutArms(config, checkout, session as Session);
  if (arms.kind !== 'arms') throw new Error('nothing is measured');
  const { gateChanges, comparison } = arms;
  const told = gateChanges.map((change) =>
    change.kind === 'setting' ? `${change.setting}: ${change.from} → ${change.to}` : change,
  );
  return { told, comparison, gateChanges };
}

describe('a change of the gate is told:', () => {
  it('of the file, of a script, its modules and data, also in the comment on a run that passes, and not of code', async () => {
    const paths = ['load/browse.js', 'load/lib/visit.js', 'data/items.json'] as const;
    const files = {
      ...Object.fromEntries(paths.map((path) => [path, `${FILES[path]}\n`])),
      ...edit([/(authorization: hush)-before/, '$1-after'], ['1000 req/s', '1 req/s']),
    };
    const { told, gateChanges } = await propose(files);
    expect(told.sort()).toEqual([
      'data/items.json: *** → ***',
      'load/browse.js: *** → ***',
      'load/lib/visit.js: *** → ***',
      'scenarios.search.load: 1000 req/s → 1 req/s',
      'scenarios.search.request.headers.authorization: *** → ***',
    ]);
    const comment = renderComment(asSuite(pairedReportOf({ verdict: { gateChanges } })));
    expect(comment).toMatch(/^### ✅.*5 gate changes/m);
    expect(comment).toContain('headers.authorization');
    expect(comment + told.join()).not.toContain('hush');
    expect((await propose({})).told).toEqual([]);
  });

  it('of the name of the target, so that the base starts with the head’s command', async () => {
    const services = 'services:\n  app:\n    start: node fast.js\n    url: http://127.0.0.1:${PORT}\n';
    const { told } = await propose(edit([/service:\n((?: {2}.*\n)+)/, services]));
    expect(told).toContainEqual(expect.objectContaining({ kind: 'borrowed' }));
  });

  it('in a merge queue, with a base that is asked for, whatever the head says about baselines, but not the command line', async () => {
    const queue = (baseSha: string, headSha: string): BaseTrigger => ({
      kind: 'merge_group',
      baseSha,
      headSha,
    });
    const local = (): BaseTrigger => ({ kind: 'local', baseBranch: 'main' });
    for (const way of [{ trigger: queue }, { trigger: local, asked: 'yes' }])
      expect((await propose(WEAKER, way)).told).toEqual(expect.arrayContaining(WEAKER_TOLD));
    const { told, comparison } = await propose(edit(['30ms', '1s']), { from: 'history' });
    expect([comparison, told]).toEqual([{ kind: 'history' }, [WEAKER_TOLD[0]]]);
  });

  it('or it is told that it cannot be', async () => {
    const unread = [expect.objectContaining({ kind: 'unread' })];
    expect((await propose(WEAKER, {}, { ...FILES, 'tailgate.yml': 'suite: [\n' })).told).toEqual(unread);
    const { 'tailgate.yml': _, ...others } = FILES;
    const added = [{ kind: 'added', name: 'tailgate.yml' }];
    expect((await propose({ 'tailgate.yml': CONFIG }, {}, others)).told).toEqual(added);
    const directory = makeRepository(FILES);
    git(directory, 'switch', '--quiet', '--orphan', 'change');
    write(directory, { ...FILES, ...WEAKER });
    const headSha = commit(directory, {});
    const { told } = await tell(directory, { asked: null, trigger: pullRequest('0'.repeat(40), headSha) });
    expect(told).toEqual(unread);
  });
});

it('a change to what a script reads is measured, whatever `when.changed` names', async () => {
  const base = { ...FILES, ...edit([/^/, 'when:\n  changed: [src/**]\n']), 'src/a.js': 'one\n' };
  const { told } = await propose({ 'load/lib/visit.js': 'export const visit = () => {};\n' }, {}, base);
  expect(told).toEqual(['load/lib/visit.js: *** → ***']);
  await expect(propose({ 'server.js': 'three\n' }, {}, base)).rejects.toThrow('nothing is measured');
});
