import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createProject, type Project } from '../cli/project.ts';

const CONFIG = `
service:
  start: node server.cjs
  url: http://127.0.0.1:\${PORT}
scenarios:
  search:
    request: GET /
    slo: p99 < 30ms at 200 req/s
`;

let project: Project;
afterEach(() => project.remove());

describe('tailgate plan', () => {
  it('is read by programs: with a version of its shape, and numbers as people write them', async () => {
    project = createProject({ 'tailgate.yml': CONFIG });
    const { code, stdout } = await project.run(['plan', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ schemaVersion: 1, suite: 'default', steps: [{}] });
    expect(stdout).not.toMatch(/\d\.\d{6}/);
  });

  it('says nothing of a reader that has seen enough', () => {
    project = createProject({ 'tailgate.yml': CONFIG });
    const cli = `'${process.execPath}' '${resolve('dist/cli.mjs')}'`;
    for (const command of ['--help', 'plan', 'plan --json']) {
      const { stderr, stdout } = spawnSync(
        'sh',
        ['-c', `{ ${cli} ${command}; echo "code $?" >&2; } | true`],
        {
          cwd: project.folder,
          encoding: 'utf8',
        },
      );
      expect([command, stdout, stderr]).toEqual([command, '', 'code 0\n']);
    }
  });
});
