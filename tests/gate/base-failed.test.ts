import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gate } from '../../src/gate/gate.ts';
import type { Report } from '../../src/handover/report.ts';
import { silent } from '../../src/progress.ts';
import { readSubject } from '../../src/revision/subject.ts';
import { BRIEF, CONFIG, FILES } from '../cli/pair.ts';
import { createRepository, type Repository } from '../cli/repository.ts';
import { REPLAYED_K6 } from '../fixtures.ts';
import { PublishingScene } from './publishing-scene.ts';

const BROKEN_BUILD = CONFIG.replace('service:\n', 'service:\n  build: make-the-thing\n') + BRIEF;
const CRASHING = `${FILES['server.cjs']}setTimeout(() => process.exit(3), 600);\n`;

let repository: Repository;
let scene: PublishingScene;
beforeEach(async () => {
  scene = await new PublishingScene().start();
});
afterEach(async () => {
  await scene.stop();
  repository.remove();
});

/** Measures a change of a base, and hands over the report of it. */
async function measure(base: Record<string, string>, change: Record<string, string>): Promise<Report> {
  repository = createRepository({ ...FILES, ...base });
  const asked = repository.git('rev-parse', 'HEAD');
  repository.git('switch', '--quiet', '--create', 'feature');
  repository.commit(change);
  const environment = {
    ...process.env,
    ...repository.environment,
    TAILGATE_K6: REPLAYED_K6,
    TAILGATE_LOCK: repository.folder.split('/').at(-1),
  };
  const { signal } = new AbortController();
  const { report } = await gate({
    configPath: join(repository.folder, 'tailgate.yml'),
    only: [],
    failOn: [],
    record: false,
    store: { kind: 'directory', path: join(repository.folder, 'records') },
    subject: await readSubject(repository.folder, environment, signal),
    baseBranch: 'main',
    base: { asked, trigger: { kind: 'local', baseBranch: 'main' } },
    attempt: '1',
    link: null,
    environment,
    progress: silent,
    signal,
  });
  return report;
}

/** Publishes the report, with the label of somebody who may. */
async function publish(report: Report, { labelled }: { labelled: boolean }) {
  const head = report.record.commit!;
  scene.server.state.pulls.set(5, { headSha: head, author: 'rosa' });
  scene.server.state.consent.roles.set('kim', 'write');
  scene.server.state.labels.set(5, labelled ? ['tailgate:accept'] : []);
  const event = { event: 'labeled', name: 'tailgate:accept', by: 'kim', at: '2026-03-01T12:05:00Z' } as const;
  if (labelled) scene.server.state.consent.record(5, event);
  const run = labelled ? 10 : 9;
  const { exitCode, suites } = await scene.publish({ report, head, run, records: true, comment: 'always' });
  const [{ outcome }] = suites[0]!.jobs as [(typeof suites)[0]['jobs'][0]];
  if (outcome.kind !== 'report') throw new Error('no report');
  const { code, acceptances } = outcome.report.verdict;
  const body = scene.server.state.comments.at(-1)!.body;
  return { exitCode, code, accepted: acceptances.length > 0, state: scene.status(head)!.state, body };
}

describe('a base that cannot be measured', () => {
  it.each([
    ['cannot be built', { 'tailgate.yml': BROKEN_BUILD }, /did not build/],
    ['cannot be started', { 'server.cjs': 'process.exit(3);\n' }, /did not become ready/],
  ])('since it %s is accepted by the label where the head alone passes', async (_, base, why) => {
    const report = await measure(base, { 'tailgate.yml': CONFIG + BRIEF, 'server.cjs': FILES['server.cjs'] });
    expect(report.verdict).toMatchObject({ code: 'invalid', slos: [{ code: 'met' }] });
    const before = await publish(report, { labelled: false });
    expect(before).toMatchObject({ exitCode: 3, code: 'invalid', state: 'error' });
    expect(before.body).toContain('Add the label `tailgate:accept`');
    const after = await publish(report, { labelled: true });
    expect(after).toMatchObject({ exitCode: 0, code: 'accepted', accepted: true, state: 'success' });
    expect(after.body).toMatch(why);
    expect(after.body).toMatch(/kim accepted that there is no base to compare with/);
  });

  it.each([
    ['misses its SLO', { delay: '400' }],
    ['crashes', { 'server.cjs': CRASHING }],
    ['cannot be started either', { 'server.cjs': 'process.exit(4);\n' }],
    ['cannot be built either', { 'tailgate.yml': BROKEN_BUILD, more: '1' }],
  ])('is not accepted where the head %s', async (_, change) => {
    const report = await measure(
      { 'tailgate.yml': BROKEN_BUILD },
      { 'tailgate.yml': CONFIG + BRIEF, ...change },
    );
    const said = await publish(report, { labelled: true });
    expect(said).toMatchObject({ exitCode: 3, code: 'invalid', accepted: false });
    expect(said.state).not.toBe('success');
    expect(said.body).not.toContain('Add the label `tailgate:accept`');
  });
});

it('a head that cannot be started beside a base that can is never accepted', async () => {
  const report = await measure({}, { 'server.cjs': 'process.exit(4);\n' });
  expect(await publish(report, { labelled: true })).toMatchObject({ exitCode: 3, code: 'invalid' });
});
