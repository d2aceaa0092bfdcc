import { expect, it } from 'vitest';
import type { Block } from '../../src/blocks/block.ts';
import { type Crash, joinCrashes } from '../../src/blocks/crash.ts';
import { nameBaseFailure, nameFailure } from '../../src/gate/failures.ts';
import type { Case } from '../../src/gate/judgement.ts';
import { ServiceFailure } from '../../src/services/surroundings.ts';

const given = { config: {}, draft: { pair: { baseCommit: 'c0ffee' } } } as Case;
const alone = { config: {}, draft: {} } as Case;
const blockOf = (crash: Crash) => ({ crash, failure: null }) as Block;
const onBase = {
  arm: 'base',
  service: 'app',
  label: 'search',
  exit: 'exit code 3',
  log: 'no cheese',
} as const;

const failureOf = (parts: Partial<ConstructorParameters<typeof ServiceFailure>[0]>) =>
  new ServiceFailure({
    kind: 'not-ready',
    arm: 'head',
    service: 'app',
    message: 'no answer',
    log: '',
    ...parts,
  });

it('a crash of both sides is told with the words of both', () => {
  const head = { ...onBase, arm: 'head', service: 'api', exit: 'signal SIGKILL', log: 'no bread' } as const;
  expect(nameBaseFailure(given, blockOf(joinCrashes(head, onBase)!))).toMatchObject({
    kind: 'base-failed',
    fault: 'crashed',
    both: true,
    message: 'under load it exited with exit code 3',
    log: 'The base:\nno cheese\n\nThis change:\nno bread',
  });
  expect(nameBaseFailure(given, blockOf(onBase))).not.toHaveProperty('both');
});

it('a head and a base that do not start are told with what a fresh tree may lack, and each with its words', () => {
  const ignored = '; files that git ignores are missing from a fresh checkout: let `build` create them';
  const failure = failureOf({ kind: 'build-failed', arm: 'base', message: 'no cheese', log: 'log' });
  failure.other = 'ready';
  const base = { commit: 'c0ffee', service: 'app', message: `no cheese${ignored}`, log: 'log' };
  expect(nameFailure(failure, given)).toEqual({ kind: 'base-failed', fault: 'build-failed', ...base });
  const ofHead = failureOf({ log: 'log' });
  expect(nameFailure(ofHead, alone)).toMatchObject({ message: 'no answer' });
  expect(nameFailure(ofHead, given)).toMatchObject({ message: `no answer${ignored}` });
});

it.each([
  [0, { onlyHead: true }],
  [2, {}],
])('the change is blamed only for a start that is its first: after %d', (started, more) => {
  const failure = failureOf({});
  failure.other = 'ready';
  const reason = nameFailure(failure, given, started);
  expect(reason).toEqual({ kind: 'not-ready', service: 'app', message: 'no answer', log: '', ...more });
});
