import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { findTools } from '../../src/init/tools.ts';

test('docker is asked whether it is there, and sees no token', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-test-'));
  try {
    const docker = join(folder, 'docker');
    writeFileSync(docker, '#!/bin/sh\nenv > "$0.seen"\n');
    chmodSync(docker, 0o755);
    const environment = {
      ...process.env,
      PATH: `${folder}${delimiter}${process.env.PATH}`,
      GITHUB_TOKEN: 'ghs_secret',
    };
    const tools = await findTools(environment, new AbortController().signal);
    expect(tools.docker).toBe(true);
    expect(readFileSync(`${docker}.seen`, 'utf8')).not.toContain('ghs_secret');
    writeFileSync(docker, '#!/bin/sh\nexit 1\n');
    expect((await findTools(environment, new AbortController().signal)).docker).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
