import { expect, it } from 'vitest';
import type { Block } from '../../src/blocks/block.ts';
import { type Crash, joinCrashes } from '../../src/blocks/crash.ts';
import { nameBaseFailure, nameFailure } from '../../src/gate/failures.ts';
import type { Case } from '../../src/gate/judgement.ts';
import { ServiceFailure } from '../../src/services/surroundings.ts';

const given = { draft: { pair: { baseCommit: 'c0ffee' } } } as Case;
const blockOf = (crash: Crash) => ({ crash, failure: null }) as Block;
const onBase = {
  arm: 'base',
  service: 'app',
  label: 'search',
  exit: 'exit code 3',
  log: 'no cheese',
} as const;

it('a crash of both sides is told with the words of both', () => {
  const head = { ...onBase, arm: 'head', service: 'api', exit: 'signal SIGKILL', log: 'no bread' } as const;
  expect(nameBaseFailure(given, blockOf(joinCrashes(head, onBase)!))).toMatchObject({
    kind: 'base-failed',
    fault: 'crashed',
    both: true,
    message: 'under load it ended with exit code 3, and `api` of this change with signal SIGKILL',
    log: 'The base:\nno cheese\n\nThis change:\nno bread',
  });
});

it('a crash of the base alone does not speak of the change', () => {
  const reason = nameBaseFailure(given, blockOf(onBase))!;
  expect(reason).toMatchObject({ message: 'under load it ended with exit code 3', log: 'no cheese' });
  expect(reason).not.toHaveProperty('both');
});

it('a head and a base that do not start are told with what a fresh tree may lack, and each with its words', () => {
  const pair = { baseCommit: 'c0ffee', baseTree: '', headTree: '', seed: 1 };
  const ignored = '; files that git ignores are not in a fresh tree: let `build` make them';
  const failure = new ServiceFailure('build-failed', 'base', 'app', 'no cheese', 'log');
  failure.other = 'ready';
  const base = { commit: 'c0ffee', service: 'app', message: `no cheese${ignored}`, log: 'log' };
  expect(nameFailure(failure, { pair })).toEqual({ kind: 'base-failed', fault: 'build-failed', ...base });
  const alone = new ServiceFailure('not-ready', 'head', 'app', 'no answer', 'log');
  expect(nameFailure(alone, { pair: undefined })).toMatchObject({ message: 'no answer' });
  expect(nameFailure(alone, { pair })).toMatchObject({ message: `no answer${ignored}` });
});

it.each([
  [0, 'no answer', { onlyHead: true }],
  [1, 'no answer; it was ready in 1 start before', {}],
  [2, 'no answer; it was ready in 2 starts before', {}],
])('the change is blamed only for a start that is its first: after %d', (started, message, more) => {
  const failure = new ServiceFailure('not-ready', 'head', 'app', 'no answer', '');
  failure.other = 'ready';
  const arms = { pair: { baseCommit: 'c0ffee' } } as never;
  const reason = nameFailure(failure, arms, { started });
  expect(reason).toEqual({ kind: 'not-ready', service: 'app', message, log: '', ...more });
});
