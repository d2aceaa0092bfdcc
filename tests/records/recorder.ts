/** A program that records one run in the git store, as one job of many: `node recorder.cjs DIRECTORY ATTEMPT`. */
import { UserError } from '../../src/errors.ts';
import { openGitStore } from '../../src/records/git.ts';
import { findCheckout } from '../../src/revision/checkout.ts';
import { makeRecord } from './fixture.ts';

const [, , directory, attempt] = process.argv;
const { env: environment } = process;
const { signal } = new AbortController();

async function main(): Promise<void> {
  const checkout = await findCheckout(directory!, environment, signal);
  const around = { suite: 'default', checkout, credentials: null, environment, signal };
  await openGitStore(around).append(makeRecord({ attempt }));
}

main().catch((error: unknown) => {
  process.stderr.write(error instanceof UserError ? `${error.message}\n${error.hint}\n` : String(error));
  process.exitCode = error instanceof UserError ? error.exitCode : 99;
});
