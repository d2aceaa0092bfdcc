/** A program that records one run in the git store, as one job of many: `node recorder.cjs DIRECTORY ATTEMPT`. */
import { randomBytes } from 'node:crypto';
import { UserError } from '../../src/errors.ts';
import { openGitStore } from '../../src/records/git.ts';
import { findCheckout } from '../../src/revision/checkout.ts';
import { makeRecord } from './fixture.ts';

const [, , directory, attempt] = process.argv;
const { TEST_SIZE: size, ...environment } = process.env;
const { signal } = new AbortController();

// What no compression makes smaller.
const steps = Array.from({ length: Math.ceil(Number(size ?? 0) / 10_000) }, () => ({
  ...makeRecord().steps[0]!,
  digest: randomBytes(10_000).toString('base64'),
}));

async function main(): Promise<void> {
  const checkout = await findCheckout(directory!, environment, signal);
  const around = { suite: 'default', checkout, credentials: null, environment, signal };
  await openGitStore(around).append(makeRecord({ attempt, steps }));
}

main().catch((error: unknown) => {
  process.stderr.write(error instanceof UserError ? `${error.message}\n${error.hint}\n` : String(error));
  process.exitCode = error instanceof UserError ? error.exitCode : 99;
});
