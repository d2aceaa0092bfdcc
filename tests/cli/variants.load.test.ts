import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { CONFIG, everything, expectNothingLeft, FILES } from './pair.ts';
import { skipWhereOccupied } from './project.ts';
import { createRepository, type Repository } from './repository.ts';

let repository: Repository;
afterEach(() => (repository as Repository | undefined)?.remove());

/** The delay comes from the environment, so that it is the variant's. */
const SERVICE = FILES['server.cjs'].replace(
  "Number(readFileSync('delay', 'utf8'))",
  "Number(readFileSync('delay', 'utf8')) * Number(process.env.FACTOR ?? 1)",
);

const VARIANTS = `
variants:
  cache:
    "on": {}
    "off": { env: { FACTOR: 35 } }
`;

it('measures each variant by itself, and judges it by the SLO of all', async (context) => {
  await skipWhereOccupied(context);
  const config = CONFIG.replace('200ms', '60ms') + VARIANTS;
  repository = createRepository({ ...FILES, 'server.cjs': SERVICE, 'tailgate.yml': config }, { k6: 'real' });
  const out = mkdtempSync(join(tmpdir(), 'tailgate-test-out-'));
  try {
    const brief = ['--from', 'history', '--budget', '3s'];
    const result = await repository.run(['run', ...brief, '--json', join(out, 'result.json')]);
    expect(result.code, everything(result)).toBe(1);
    const { slos, record } = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8'));
    const outcome = (label: string) =>
      slos.find((one: { label: string; metric: string }) => one.label === label && one.metric === 'p50')
        ?.outcome;
    expect(outcome('search [cache=on]')).toBe('met');
    expect(outcome('search [cache=off]')).toBe('missed');
    expect(record.steps.map(({ variant }: { variant: unknown }) => variant)).toContainEqual({ cache: 'off' });
    await expectNothingLeft(repository, result.running);
  } finally {
    rmSync(out, { recursive: true });
  }
});
