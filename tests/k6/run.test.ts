import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startK6 } from '../../src/k6/run.ts';
import { folder, keeper, useKeeper } from '../keeper.ts';

useKeeper();

/** Starts a shell script that stands for k6. */
function start(name: string, script: string) {
  const binary = join(folder, 'k6');
  writeFileSync(binary, `#!/bin/sh\n${script}`, { mode: 0o755 });
  const common = {
    script: '',
    cwd: folder,
    targetUrl: 'http://127.0.0.1:9',
    environment: { ...process.env, GITHUB_TOKEN: 'x' },
  };
  return startK6({ binary, folder, name, keeper, ...common });
}

it('the begin of the load is found behind the place at which a long log was cut', async () => {
  const { began, finished } = await start(
    'cut',
    `head -c 200000 /dev/zero | tr '\\0' '\\n'
sleep 1
: > '${join(folder, 'cut.log')}'
echo 'msg="TAILGATE_BEGAN 1234"'
sleep 1
`,
  );
  expect(await began).toBe(1234);
  expect(await finished).toMatchObject({ kind: 'failed', fault: 'harness' });
});

const TOLD = ['a', 'b'].map((label) => ({ label, code: 500, text: 'x' }));
const [SCRIPT = {}, HARNESS = {}] = ['script', 'harness'].map((fault) => ({ kind: 'failed', fault }));

it.each<[end: string, result: object]>([
  ['exit 0', { kind: 'measured', complete: true, told: TOLD }],
  ['exit 105', { kind: 'measured', complete: false }],
  ...['exit 1', 'kill -9 $$'].map((end): [string, object] => [end, HARNESS]),
  ...[99, 100, 101, 104, 107, 108, 110].map((code): [string, object] => [`exit ${code}`, SCRIPT]),
])('a summary counts only as far as k6 has ended well: %s', async (end, result) => {
  const summary = '{"schemaVersion":1,"percents":[],"metrics":{},"seen":[]}';
  const told = ['a', 'b', 'a'].map((label) => `echo 'msg="TAILGATE_FAILURE 500 ${label}: x"'`).join('; ');
  const { finished } = await start('ended', `${told}; echo '${summary}' > ended.summary.json; ${end}`);
  expect(await finished).toMatchObject(result);
});

it('a summary is read only if it is a file: a link may lead to what has no end', async () => {
  const { finished } = await start('linked', `echo '{}' > there; ln -s there linked.summary.json`);
  expect(await finished).toMatchObject({ message: expect.stringContaining('it is not a file') });
});

it('what k6 loads beside its script is written once for all programs of a folder, none of which sees a token', async () => {
  const read = () => statSync(join(folder, 'books.js')).ino;
  await (await start('first', 'env > seen')).finished;
  const seen = readFileSync(join(folder, 'seen'), 'utf8');
  expect(seen).toContain('K6_AUTO_EXTENSION_RESOLUTION=false');
  expect(seen).not.toContain('GITHUB_TOKEN');
  const before = read();
  await (await start('second', '')).finished;
  expect(read()).toBe(before);
});
