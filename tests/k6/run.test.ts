import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startK6 } from '../../src/k6/run.ts';
import { folder, keeper, useKeeper } from '../keeper.ts';

useKeeper();

it('the begin of the load is found behind the place at which a long log was cut', async () => {
  const binary = join(folder, 'k6');
  const log = join(folder, 'cut.log');
  const script = `#!/bin/sh
head -c 200000 /dev/zero | tr '\\0' '\\n'
sleep 1
: > '${log}'
echo 'msg="TAILGATE_BEGAN 1234"'
sleep 1
`;
  writeFileSync(binary, script, { mode: 0o755 });
  const { began, finished } = await startK6({
    binary,
    folder,
    name: 'cut',
    script: '',
    cwd: folder,
    targetUrl: 'http://127.0.0.1:9',
    environment: process.env,
    keeper,
  });
  expect(await began).toBe(1234);
  expect(await finished).toMatchObject({ kind: 'failed', fault: 'harness' });
});
