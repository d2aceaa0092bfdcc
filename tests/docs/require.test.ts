import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { makeFolder } from '../folders.ts';

const page = readFileSync('docs/require.md', 'utf8');
const workflow = parse(/^```yaml\n(name: Tailgate acceptance\n[\s\S]*?)^```/m.exec(page)![1]!);
const { run } = workflow.jobs['publish-again'].steps[0] as { run: string };

/** Runs the step as a runner does, with a `gh` that answers so. @returns what it prints, and how `gh` was called */
function publishAgain(gh: string): { printed: string; asked: string[] } {
  const folder = makeFolder('tailgate-test-accepting');
  const log = join(folder, 'asked');
  writeFileSync(log, '');
  writeFileSync(join(folder, 'gh'), `#!/bin/sh\necho "$1 $2" >> '${log}'\n${gh}\n`, { mode: 0o755 });
  const printed = execFileSync('bash', ['-e', '-c', run], {
    env: { PATH: `${folder}:${process.env.PATH}`, HEAD: 'a'.repeat(40) },
    encoding: 'utf8',
  });
  return { printed, asked: readFileSync(log, 'utf8').trim().split('\n') };
}

describe('the workflow that publishes again once a label is set', () => {
  it('ends well where no run is over yet', () => {
    const { printed, asked } = publishAgain(':');
    expect(asked).toEqual(['run list']);
    expect(printed).toContain('reads the label itself');
  });

  it('re-runs the job of the last run', () => {
    expect(publishAgain('echo 7').asked).toEqual(['run list', 'run view', 'run rerun']);
  });
});
