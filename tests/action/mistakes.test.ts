import { afterEach, expect, it, vi } from 'vitest';
import { annotateMistakes } from '../../src/action/outputs.ts';
import { parseConfig } from '../../src/config/document.ts';

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

it('marks ten mistakes of a configuration at their lines, where it is in the workspace', () => {
  expect(annotate(MISTAKEN, '/work')).toEqual([
    '::error title=Tailgate,file=api/tailgate.yml,line=2,col=3::`strat` is not a key of `service`.%0Adid you mean `start`?\n',
    expect.stringMatching(
      /^::error title=Tailgate,file=api\/tailgate\.yml,line=4,col=3::This name is [^\n]+\n$/,
    ),
  ]);
  const many = Array.from({ length: 30 }, (_, index) => `k${index}: 1\n`).join('');
  expect(annotate(many, '/work')).toHaveLength(10);
  expect(annotate(many, '/elsewhere')).toEqual([]);
  annotateMistakes(new Error('another'), {});
});
