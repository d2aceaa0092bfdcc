/** A program that records one run in the git store, as one job of many: `node recorder.cjs DIRECTORY ATTEMPT`. */
import { openGitStore } from '../../src/baseline/git.ts';
import { UserError } from '../../src/errors.ts';
import { makeRecord } from './fixture.ts';

const [, , directory, attempt] = process.argv;
const { TEST_TOKEN: token, TEST_SERVER: serverUrl, ...environment } = process.env;

const store = openGitStore({
  suite: 'default',
  directory: directory!,
  url: null,
  branches: null,
  credentials: token && serverUrl ? { token, serverUrl } : null,
  environment,
  signal: new AbortController().signal,
});

store.append(makeRecord({ attempt })).catch((error: unknown) => {
  process.stderr.write(error instanceof UserError ? `${error.message}\n${error.hint}\n` : String(error));
  process.exitCode = error instanceof UserError ? error.exitCode : 99;
});
