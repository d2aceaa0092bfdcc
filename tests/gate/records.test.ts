import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readBaseline, useRecords } from '../../src/gate/records.ts';
import type { GateRequest } from '../../src/gate/request.ts';
import { asSuite } from '../../src/handover/suite.ts';
import { silent } from '../../src/progress.ts';
import { openFolderStore } from '../../src/records/folder.ts';
import { findCheckout } from '../../src/revision/checkout.ts';
import { makeRecord } from '../records/fixture.ts';
import { makeProject } from '../records/git-fixture.ts';
import { reportOf } from '../report/fixture.ts';
import { environment, git, makeFolder } from '../revision/fixture.ts';

const read = async (directory: string, store: GateRequest['store']) => {
  const subject = { commit: 'a'.repeat(40), dirty: false, branch: 'main', commitTime: null };
  const request: Partial<GateRequest> = {
    ...{ store, subject, progress: silent, signal: new AbortController().signal, baseBranch: 'main' },
    base: { asked: null, trigger: { kind: 'local', baseBranch: 'main' } },
    environment: { ...environment, RUNNER_TEMP: makeFolder() },
  };
  const checkout = await findCheckout(directory, environment, request.signal!);
  return readBaseline('default', checkout, request as GateRequest);
};

it('earlier runs are those of the base branch; those that cannot be read never pass for none', async () => {
  const path = join(makeFolder(), 'records');
  const store = openFolderStore(join(path, 'default'));
  await store.append(...['main', 'feature'].map((branch) => makeRecord({ branch, attempt: branch })));
  const found = await read('/', path);
  expect(found.map(({ branch }) => branch)).toEqual(['main']);
  const { clone } = makeProject();
  git(clone, 'config', 'remote.origin.url', `file://${clone}-gone`);
  const lost = read(clone, 'git');
  await expect(lost).rejects.toMatchObject({ name: 'UserError', exitCode: 3 });
});

it('a run that could not be measured, or that nobody wants recorded, is not recorded', async () => {
  const store = openFolderStore(join(makeFolder(), 'records'));
  const invalid = reportOf({ verdict: { invalid: [{ kind: 'harness', message: '', log: '' }] } });
  await useRecords(asSuite(invalid), () => store, { isDue: true, note() {} });
  await useRecords(asSuite(reportOf()), () => store, { isDue: false, note() {} });
  expect(await store.list(() => {})).toEqual([]);
  const { recorded } = await useRecords(asSuite(reportOf()), () => store, { isDue: true, note() {} });
  expect(recorded).toHaveLength(1);
});
