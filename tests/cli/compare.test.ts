import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeRound } from '../fixtures.ts';
import { makeRecord } from '../records/stores/fixture.ts';
import { createProject, type Project } from './project.ts';

/** A record of eight starts whose latencies differ by some percent. */
function recordOf(typical: number): string {
  const instances = Array.from({ length: 8 }, (_, i) => ({
    slices: [makeRound([1, 2, 3].map((x) => x * typical * (1 + 0.005 * ((5 * i) % 8))))],
  }));
  return JSON.stringify(makeRecord({ steps: [{ ...makeRecord().steps[0]!, instances }] }));
}

let project: Project;
beforeEach(() => {
  project = createProject({ 'base.json': recordOf(10), 'head.json': recordOf(13), 'other.json': '{}' });
});
afterEach(() => project.remove());

describe('tailgate compare', () => {
  it('exits with the verdict', async () => {
    const slower = await project.run(['compare', 'base.json', 'head.json']);
    expect(slower.code, slower.stderr).toBe(1);
    expect(slower.stdout).toMatch(/slower/);
    const same = await project.run(['compare', 'base.json', 'base.json', '--json']);
    expect(same.code, same.stderr).toBe(0);
    expect(JSON.parse(same.stdout)).toMatchObject({ verdict: 'unchanged' });
    expect(same.stderr).toMatch(/not measured side by side/);
  });

  it('exits with 2 for what it cannot compare, and shows examples first when asked for help', async () => {
    const { code, stderr } = await project.run(['compare', 'base.json', 'other.json']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: other\.json is no record[\s\S]*Expected a record of Tailgate/);
    expect((await project.run(['compare', 'base.json'])).code).toBe(2);
    const help = await project.run(['compare', '--help']);
    expect(help.stdout).toMatch(
      /^Examples:[\s\S]*\n {2}tailgate compare before\.json after\.json --config[\s\S]*Usage: tailgate compare/,
    );
  });
});
