import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { loadInputs } from '../../src/action/inputs.ts';
import { measureJob } from '../../src/action/measure.ts';
import { annotateMistakes } from '../../src/action/outputs.ts';
import { parseConfig } from '../../src/config/document.ts';
import type { GitHubContext } from '../../src/forge/context.ts';
import { makeFolder } from '../folders.ts';

afterEach(() => vi.restoreAllMocks());

/** What the runner is told of a mistaken configuration. */
function annotate(text: string, workspace: string): string[] {
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  try {
    parseConfig(text, { path: '/work/api/tailgate.yml', directory: '/work/api', shownAs: 'tailgate.yml' });
  } catch (error) {
    annotateMistakes(error, { GITHUB_WORKSPACE: workspace });
  }
  return lines;
}

const MISTAKEN = 'service:\n  strat: x\nscenarios:\n  "a\\n::add-mask::x": {}\n';

it('marks each mistake of a configuration at its line, from the top of the workspace', () => {
  expect(annotate(MISTAKEN, '/work')).toEqual([
    '::error title=Tailgate,file=api/tailgate.yml,line=2,col=3::`strat` is not a key of `service`.%0Adid you mean `start`?\n',
    expect.stringMatching(
      /^::error title=Tailgate,file=api\/tailgate\.yml,line=4,col=3::This name is [^\n]+\n$/,
    ),
  ]);
});

it('is told of the configuration of a job', async () => {
  const folder = makeFolder('tailgate-test');
  writeFileSync(join(folder, 'tailgate.yml'), MISTAKEN);
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  const context = { trigger: { kind: 'other' }, baseBranch: 'main', run: {} } as GitHubContext;
  const around = { ...process.env, GITHUB_WORKSPACE: folder };
  const { outcome } = await measureJob(
    loadInputs(() => ''),
    context,
    around,
    new AbortController().signal,
  );
  expect(outcome).toMatchObject({ kind: 'fault', exitCode: 2 });
  expect(lines.join('')).toContain('::error title=Tailgate,file=tailgate.yml,line=2,col=3::');
});

it('marks ten at most, and none in a file outside of the workspace', () => {
  const many = Array.from({ length: 30 }, (_, index) => `k${index}: 1\n`).join('');
  expect(annotate(many, '/work')).toHaveLength(10);
  expect(annotate(many, '/elsewhere')).toEqual([]);
  annotateMistakes(new Error('another'), {});
});
