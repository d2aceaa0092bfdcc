/** A program that records one run in the git store, as one job of many: `node recorder.cjs DIRECTORY ATTEMPT`. */
import { randomBytes } from 'node:crypto';
import { UserError } from '../../src/errors.ts';
import { openGitStore } from '../../src/records/git.ts';
import { makeRecord } from './fixture.ts';

const [, , directory, attempt] = process.argv;
const { TEST_SIZE: size, ...environment } = process.env;

const store = openGitStore({
  suite: 'default',
  directory: directory!,
  credentials: null,
  environment,
  signal: new AbortController().signal,
});

// What no compression makes smaller.
const labels =
  randomBytes(Number(size ?? 0))
    .toString('base64')
    .match(/.{1,10000}/g) ?? [];
const covers = labels.map((label) => ({ label, metric: { kind: 'errors' as const } }));
const accepted = [{ by: 'kim', at: '2026-01-01T00:00:00Z', why: '', via: 'label' as const, covers }];
store.append(makeRecord({ attempt, accepted })).catch((error: unknown) => {
  process.stderr.write(error instanceof UserError ? `${error.message}\n${error.hint}\n` : String(error));
  process.exitCode = error instanceof UserError ? error.exitCode : 99;
});
