/**
 * Changes that make a gate easier to pass, as a pull request in a real repository. What a reader sees of them is rendered as
 * that of a run that passes: none gets through without a word. `verdict/gate-diff` has the words key by key.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/read.ts';
import { chooseSource } from '../../src/config/selection.ts';
import { layOutArms } from '../../src/gate/arms.ts';
import { chooseArms } from '../../src/gate/choice.ts';
import type { GateRequest } from '../../src/gate/request.ts';
import type { Session } from '../../src/gate/session.ts';
import { asSuite } from '../../src/handover/suite.ts';
import { silent } from '../../src/progress.ts';
import { annotate } from '../../src/report/annotations.ts';
import { renderComment } from '../../src/report/comment.ts';
import { suiteHeadline } from '../../src/report/words/suite.ts';
import type { BaseTrigger } from '../../src/revision/base.ts';
import { findCheckout } from '../../src/revision/checkout.ts';
import { pairedReportOf } from '../report/pair-fixture.ts';
import { commit, environment, git, makeFolder, makeRepository, write } from '../revision/fixture.ts';

const CONFIG = `suite: shop
service:
  start: node server.js
  url: http://127.0.0.1:\${PORT}
  env: { API_KEY: hush-before }
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
const WEAKER_TOLD = ['scenarios.search.slo: p99 < 30ms → p99 < 1s', 'baseline: not set → { from: history }'];

type Way = { trigger?: (base: string, head: string) => BaseTrigger; asked?: string; from?: 'history' };
const pullRequest = (baseSha: string, headSha: string): BaseTrigger => ({
  kind: 'pull_request',
  baseBranch: 'main',
  baseSha,
  headSha,
});

/** What is told of a change that is measured and passes, by the ways in which it is told. */
async function propose(
  files: Record<string, string>,
  { trigger = pullRequest, asked, from }: Way = {},
  base = FILES,
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
  const around = { only: [] as string[], environment, progress: silent, signal };
  const request = {
    ...around,
    base,
    store: { kind: 'git', url: null },
  } as Partial<GateRequest> as GateRequest;
  const session = { workspace: { path: folder }, keeper: { mark: {} } } as Partial<Session> as Session;
  const checkout = await findCheckout(directory, environment, signal);
  const choice = await chooseArms(config, checkout, session, request);
  if (choice.kind === 'nothing') throw new Error('nothing is measured');
  const arms = await layOutArms(config, choice, folder, request);
  const report = pairedReportOf({ verdict: { gateChanges: arms.gateChanges } });
  expect(report.verdict.blocks).toBe(false);
  const comment = renderComment(asSuite(report)).replace(/[`\\]|<!--.*?-->|&#8203;|<\/?span>/g, '');
  return {
    arms,
    comment,
    headline: suiteHeadline(asSuite(report)),
    annotations: annotate(report).map(({ title }) => title),
  };
}

function expectTold({ comment, headline, annotations }: Awaited<ReturnType<typeof propose>>, told: string[]) {
  for (const line of told) {
    expect(comment).toContain(line);
    expect(annotations.join('\n')).toContain(line);
  }
  expect(headline).toMatch(/; .*(changed|new gate|base started as head|gate of base unreadable)$/);
  expect(comment.split('\n').find((line) => line.startsWith('###'))).toMatch(/changed|new gate|base/);
  expect([comment, headline, ...annotations].join('\n')).not.toContain('hush');
}

describe('a change of the gate is told in headline, comment and annotation:', () => {
  it('load, limits, services and secrets that may be, of the file', async () => {
    const files = edit(
      ['/search?q=shoes', '/healthz'],
      [/(authorization: hush)-before/, '$1-after'],
      [/(API_KEY: hush)-before/, '$1-after'],
      ['1000 req/s', '1 req/s'],
      ['node server.js', 'node fast.js'],
      [/^/, 'when:\n  changed: [server.js]\n'],
    );
    expectTold(await propose(files), [
      'scenarios.search.request.path: /search?q=shoes → /healthz',
      'scenarios.search.request.headers.authorization: changed',
      'service.env.API_KEY: changed',
      'scenarios.search.load: 1000 req/s → 1 req/s',
      'service.start: node server.js → node fast.js',
      'when: not set → { changed: server.js }',
    ]);
  });

  it('the contents of a script, of its modules and of its data', async () => {
    const told = ['load/browse.js', 'load/lib/visit.js', 'data/items.json'].map((path) => `${path}: changed`);
    const changed = (text: string) => `${text}\n`;
    const files = {
      'load/browse.js': changed(FILES['load/browse.js']),
      'load/lib/visit.js': changed(FILES['load/lib/visit.js']),
      'data/items.json': '[]\n',
    };
    expectTold(await propose(files), told);
  });

  it('another name of the target, so that the base starts with the head’s command', async () => {
    const services = 'services:\n  app:\n    start: node fast.js\n    url: http://127.0.0.1:${PORT}\n';
    expectTold(await propose(edit([/service:\n((?: {2}.*\n)+)/, services])), [
      'Base starts with the commands of head: its target is service, not app',
    ]);
  });

  it('and nothing of a change of nothing but code', async () => {
    const { headline, annotations, arms } = await propose({});
    expect([arms.gateChanges, annotations]).toEqual([[], []]);
    expect(headline).not.toMatch(/gate/);
  });
});

describe('whatever the head says about baselines, its gate is compared', () => {
  it('in a merge queue, and with a base that is asked for', async () => {
    const queue = (baseSha: string, headSha: string): BaseTrigger => ({
      kind: 'merge_group',
      baseSha,
      headSha,
    });
    expectTold(await propose(WEAKER, { trigger: queue }), WEAKER_TOLD);
    const local = (): BaseTrigger => ({ kind: 'local', baseBranch: 'main' });
    expectTold(await propose(WEAKER, { trigger: local, asked: 'yes' }), WEAKER_TOLD);
  });

  it('but not what the command line says, which the change has no part in', async () => {
    const { arms } = await propose(edit(['30ms', '1s']), { from: 'history' });
    expect(arms.comparison).toEqual({ kind: 'history' });
    expect(arms.gateChanges).toMatchObject([{ setting: 'scenarios.search.slo' }]);
  });

  it('or it is told that it cannot be', async () => {
    const unknown = 'The gate of base cannot be read, so its changes are not known';
    expectTold(await propose(WEAKER, {}, { ...FILES, 'tailgate.yml': 'suite: [\n' }), [unknown]);
    const { 'tailgate.yml': _, ...others } = FILES;
    expectTold(await propose({ 'tailgate.yml': CONFIG }, {}, others as typeof FILES), [
      'tailgate.yml is new; later changes of it are listed here',
    ]);
    const directory = makeRepository(FILES);
    git(directory, 'switch', '--quiet', '--orphan', 'change');
    write(directory, { ...FILES, ...WEAKER });
    const headSha = commit(directory, {});
    expectTold(await tell(directory, { asked: null, trigger: pullRequest('0'.repeat(40), headSha) }), [
      `${unknown}: The revision that is checked out and main have no history in common`,
    ]);
  });
});

it('a change to what a script reads is measured, whatever `when.changed` names', async () => {
  const base = { ...FILES, ...edit([/^/, 'when:\n  changed: [src/**]\n']), 'src/a.js': 'one\n' };
  const { arms } = await propose({ 'load/lib/visit.js': 'export const visit = () => {};\n' }, {}, base);
  expect(arms.gateChanges).toMatchObject([{ setting: 'load/lib/visit.js' }]);
  await expect(propose({ 'server.js': 'three\n' }, {}, base)).rejects.toThrow('nothing is measured');
});
