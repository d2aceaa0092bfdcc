import { expect, it } from 'vitest';
import type { Block } from '../../src/blocks/block.ts';
import { type Crash, joinCrashes } from '../../src/blocks/crash.ts';
import { nameBaseFailure } from '../../src/gate/failures.ts';
import type { Case } from '../../src/gate/judgement.ts';

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
