import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { BRIEF, CONFIG, everything, expectNothingLeft, FILES } from './pair.ts';
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
    "off": { env: { FACTOR: 10 } }
`;

it('measures each variant by itself, and finds a change that only one of them shows', async (context) => {
  await skipWhereOccupied(context);
  const config = CONFIG.replace('200ms', '60ms') + BRIEF.replace('soak: 5s', 'soak: 0s');
  repository = createRepository(
    { ...FILES, 'server.cjs': SERVICE, 'tailgate.yml': config + VARIANTS },
    { k6: 'real' },
  );
  // 2 and 20 ms at the base; 2 and 70 ms now.
  repository.commit({});
  repository.write('tailgate.yml', config + VARIANTS.replace('10', '35'));
  const out = mkdtempSync(join(tmpdir(), 'tailgate-test-out-'));
  try {
    const result = await repository.run(['run', '--json', join(out, 'result.json')]);
    expect(result.code, everything(result)).toBe(1);
    const { slos, changes, record, loosened, pair } = JSON.parse(
      readFileSync(join(out, 'result.json'), 'utf8'),
    );
    const outcome = (list: { label: string; metric: string; outcome: string }[], label: string) =>
      list.find((one) => one.label === label && one.metric === 'p50')?.outcome;
    expect(outcome(slos, 'search [cache=on]')).toBe('met');
    expect(outcome(slos, 'search [cache=off]')).toBe('missed');
    expect(outcome(changes, 'search [cache=off]')).toBe('regressed');
    expect(outcome(changes, 'search [cache=on]')).not.toBe('regressed');
    expect(record.steps.map(({ variant }: { variant: unknown }) => variant)).toContainEqual({ cache: 'off' });
    expect(pair).toMatchObject({ variants: 2, error: 0.25 });
    expect(loosened).toMatchObject([{ kind: 'contents', setting: 'variants.cache.off.env.FACTOR' }]);
    await expectNothingLeft(repository, result.running);
  } finally {
    rmSync(out, { recursive: true });
  }
});
