/**
 * Changes that make a gate easier to pass, each as a pull request in a real repository. What a reader sees of them is
 * rendered as that of a run that passes: none of them gets through without a word.
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
import { summaryLine } from '../../src/report/words/headline.ts';
import type { BaseTrigger } from '../../src/revision/base.ts';
import { findCheckout } from '../../src/revision/checkout.ts';
import { pairedReportOf } from '../report/pair-fixture.ts';
import { commit, environment, git, makeFolder, makeRepository, write } from '../revision/fixture.ts';

const CONFIG = `suite: shop
service:
  start: node server.js
  url: http://127.0.0.1:\${PORT}
  env:
    API_KEY: hush-before
scenarios:
  search:
    request:
      path: /search?q=shoes
      headers:
        authorization: hush-before
      timeout: 2s
      expect:
        status: 200
    load: 1000 req/s
    slo: p99 < 30ms
  browse:
    script: load/browse.js
    load: 20 users for 30s
measure:
  budget: 2m
baseline:
  tolerance: 5%
  on-base-failure: invalid
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

const HISTORY: [string | RegExp, string] = [/baseline:\n[\s\S]*$/, 'baseline:\n  from: history\n'];

const ATTACKS: [name: string, files: Record<string, string>, told: string[]][] = [
  ['another request', edit(['/search?q=shoes', '/healthz']), ['search: GET /search?q=shoes → GET /healthz']],
  [
    'errors that count as success',
    edit(['status: 200', 'status: [200, 404, 500]']),
    ['search request.expect.status: 200 → 200, 404, 500'],
  ],
  ['a longer timeout', edit(['timeout: 2s', 'timeout: 60s']), ['search request.timeout: 2s → 1m']],
  [
    'another header',
    edit([/(authorization: hush)-before/, '$1-after']),
    ['search request.headers.authorization: changed'],
  ],
  ['another SLO', edit(['30ms', '30s']), ['search p99: 30ms → 30s']],
  [
    'an SLO on errors that allows more than none at all',
    edit(['slo: p99 < 30ms', 'slo: [p99 < 30ms, errors < 90%]']),
    ['search errors: 1% → 90%'],
  ],
  ['less load', edit(['1000 req/s', '1 req/s']), ['search load: 1000 req/s → 1 req/s']],
  ['shorter load', edit(['for 30s', 'for 1s']), ['browse load: 20 users for 30s → 20 users for 1s']],
  [
    'more load than the machine has',
    edit(['1000 req/s', '90000 req/s']),
    ['search load: 1000 req/s → 90000 req/s'],
  ],
  ['a scenario less', edit([/ {2}browse:[\s\S]*(?=measure)/, '']), ['browse: no longer measured']],
  ['another script', edit(['browse.js', 'lib/visit.js']), ['browse: load/browse.js → load/lib/visit.js']],
  [
    'another function of the script',
    edit(['browse.js', 'browse.js\n    exec: nothing']),
    ['browse exec: default → nothing'],
  ],
  [
    'the contents of a script',
    { 'load/browse.js': 'export default () => {};\n' },
    ['browse load/browse.js: changed'],
  ],
  [
    'a module of a script',
    { 'load/lib/visit.js': 'export const visit = () => {};\n' },
    ['browse load/lib/visit.js: changed'],
  ],
  ['the data of a script', { 'data/items.json': '[]\n' }, ['browse data/items.json: changed']],
  ['less time to measure', edit(['budget: 2m', 'budget: 20s']), ['budget: 2m → 20s']],
  ['no soak', edit(['budget: 2m', 'budget: 2m\n  soak: 0s']), ['measure.soak: 20s → 0s']],
  ['a larger tolerance', edit(['tolerance: 5%', 'tolerance: 50%']), ['tolerance: 5% → 50%']],
  [
    'more confidence',
    edit(['tolerance: 5%', 'tolerance: 5%\n  confidence: 99.99%']),
    ['confidence: 99% → 99.99%'],
  ],
  ['a base that may fail', edit(['invalid', 'history']), ['baseline.on-base-failure: invalid → history']],
  [
    'changes that are not measured',
    edit([/^/, 'when:\n  changed: [server.js]\n']),
    ['what is measured: changes of any file → of server.js only'],
  ],
  ['another suite', edit(['suite: shop', 'suite: store']), ['suite: shop → store']],
  [
    'another start',
    edit(['node server.js', 'node fast.js']),
    ['service.start: node server.js → node fast.js'],
  ],
  ['another environment', edit([/(API_KEY: hush)-before/, '$1-after']), ['service.env.API_KEY: changed']],
  [
    'another name of the target, so that the base starts with the head’s command',
    edit([
      /service:\n((?: {2}.*\n)+)/,
      'services:\n  app:\n    start: node fast.js\n    url: http://127.0.0.1:${PORT}\n',
    ]),
    ['The base starts with the head’s commands, not with its own: its target is service, not app'],
  ],
  [
    'records in place of the base, and all else with them',
    edit(
      HISTORY,
      ['30ms', '30s'],
      ['1000 req/s', '1 req/s'],
      [/ {2}browse:[\s\S]*(?=measure)/, ''],
      ['suite: shop', 'suite: store'],
    ),
    [
      'browse: no longer measured',
      'suite: shop → store',
      'baseline.from: paired → history',
      'search p99: 30ms → 30s',
      'search load: 1000 req/s → 1 req/s',
    ],
  ],
];

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
  const request = {
    only: [] as string[],
    environment,
    progress: silent,
    signal,
    base,
    store: { kind: 'git', url: null },
  } as Partial<GateRequest> as GateRequest;
  const session = { workspace: { path: folder }, keeper: { mark: {} } } as Partial<Session> as Session;
  const checkout = await findCheckout(directory, environment, signal);
  const choice = await chooseArms(config, checkout, session, request);
  if (choice.kind === 'nothing') throw new Error('nothing is measured');
  const arms = await layOutArms(config, choice, folder, 1, request);
  const report = pairedReportOf({ verdict: { loosened: arms.loosened } });
  expect(report.verdict.blocks).toBe(false);
  const comment = renderComment(asSuite(report)).replace(/[`\\]|<!--.*?-->|&#8203;|<\/?span>/g, '');
  return {
    arms,
    comment,
    headline: summaryLine(report),
    annotations: annotate(report).map(({ title }) => title),
  };
}

function expectTold({ comment, headline, annotations }: Awaited<ReturnType<typeof propose>>, told: string[]) {
  for (const line of told) {
    expect(comment).toContain(line);
    expect(annotations.join('\n')).toContain(line);
  }
  expect(headline).toMatch(
    /; .*(loosened|altered|added|base started as the head is|gate of the base unknown)$/,
  );
  expect(comment.split('\n').find((line) => line.startsWith('###'))).toMatch(/loosened|altered|added|base/);
  expect([comment, headline, ...annotations].join('\n')).not.toContain('hush');
}

describe('a change that loosens its gate is told in headline, comment and annotation:', () => {
  it.each(ATTACKS)('%s', async (_, files, told) => {
    expectTold(await propose(files), told);
  });

  it('a change of nothing but code is told nothing about', async () => {
    const { headline, annotations, arms } = await propose({});
    expect([arms.loosened, annotations]).toEqual([[], []]);
    expect(headline).not.toMatch(/gate/);
  });
});

describe('whatever the head says about baselines, its gate is compared', () => {
  const files = edit(HISTORY, ['30ms', '30s']);

  it('in a merge queue, and with a base that is asked for', async () => {
    const told = ['search p99: 30ms → 30s', 'baseline.from: paired → history'];
    const queue = (baseSha: string, headSha: string): BaseTrigger => ({
      kind: 'merge_group',
      baseSha,
      headSha,
    });
    expectTold(await propose(files, { trigger: queue }), told);
    const local = (): BaseTrigger => ({ kind: 'local', baseBranch: 'main' });
    const asked = await propose(files, { trigger: local, asked: 'yes' });
    expectTold(asked, told);
    expect(asked.arms.configs.base).toBeNull();
  });

  it('but not what the command line says, which the change has no part in', async () => {
    const { arms } = await propose(edit(['30ms', '30s']), { from: 'history' });
    expect(arms.comparison).toEqual({ kind: 'history' });
    expect(arms.loosened).toMatchObject([{ kind: 'slo' }]);
  });

  it('and the records are those of the suite as the base names it', async () => {
    const { arms } = await propose(edit(HISTORY, ['suite: shop', 'suite: store']));
    expect(arms.suiteBefore).toBe('shop');
  });

  it('or it is told that it cannot be', async () => {
    const alone = ['Nobody knows what this change loosens: the configuration of the base cannot be used'];
    expectTold(await propose(files, {}, { ...FILES, 'tailgate.yml': 'suite: [\n' }), alone);
    const { 'tailgate.yml': _, ...others } = FILES;
    const adopted = ['This change adds tailgate.yml; later changes of the gate will be listed here'];
    expectTold(await propose({ 'tailgate.yml': CONFIG }, {}, others as typeof FILES), adopted);
    const directory = makeRepository(FILES);
    git(directory, 'switch', '--quiet', '--orphan', 'change');
    write(directory, { ...FILES, ...files });
    const headSha = commit(directory, {});
    const unrelated = await tell(directory, { asked: null, trigger: pullRequest('0'.repeat(40), headSha) });
    expectTold(unrelated, [
      'Nobody knows what this change loosens: the configuration of the base cannot be used (The revision that is checked out and main have no history in common)',
    ]);
  });
});

describe('a change to what a script reads', () => {
  it('is measured, whatever `when.changed` names', async () => {
    const base = { ...FILES, ...edit([/^/, 'when:\n  changed: [src/**]\n']), 'src/a.js': 'one\n' };
    const { arms } = await propose({ 'load/lib/visit.js': 'export const visit = () => {};\n' }, {}, base);
    expect(arms.loosened).toEqual([
      { kind: 'contents', label: 'browse', setting: 'load/lib/visit.js', change: 'changed' },
    ]);
    await expect(propose({ 'server.js': 'three\n' }, {}, base)).rejects.toThrow('nothing is measured');
  });
});
