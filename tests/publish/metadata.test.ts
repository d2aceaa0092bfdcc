import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadInputs } from '../../src/action/inputs.ts';

const action = parse(readFileSync('action.yml', 'utf8')) as {
  description: string;
  inputs: Record<string, { description: string; default: string }>;
  outputs: Record<string, { description: string }>;
};

it('action.yml has the defaults of the source', () => {
  // What the runner makes of the expressions in a job without a matrix.
  const evaluated: Record<string, string> = {
    '[${{ toJSON(strategy) }}, ${{ toJSON(matrix) }}]':
      '[{"job-index":0,"job-total":1,"max-parallel":1},null]',
  };
  const declared = loadInputs((name) => {
    const text = action.inputs[name]!.default;
    return evaluated[text] ?? text;
  });
  expect(declared).toEqual({ ...loadInputs(() => ''), 'github-token': '${{ github.token }}' });
});

it('action.yml names the outputs that the action sets, and is described in the 125 characters of the Marketplace', () => {
  const names = ['verdict', 'record', 'report', 'html', 'results', 'artifact'];
  expect(Object.keys(action.outputs)).toEqual(names);
  expect(action.description.length).toBeLessThan(125);
});
