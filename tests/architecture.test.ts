import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Folders whose modules only compute, and the edges within them that touch the world. */
const PURE = ['config', 'plan', 'measurement', 'statistics', 'verdict', 'report'];
const EDGES = ['src/config/read.ts', 'src/terminal/progress.ts'];

function listModules(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
    .sort();
}

const pure = PURE.flatMap((folder) => listModules(join('src', folder))).filter(
  (path) => !EDGES.includes(path),
);

describe('the architecture', () => {
  it.each(pure)('keeps %s free of files, processes, clock, environment and randomness', (path) => {
    const code = readFileSync(path, 'utf8');
    const runtimeImports = code.matchAll(/^(?:import|export) (?!type )[^;]*? from '([^']+)'/gm);
    for (const [, from] of runtimeImports) {
      expect(from).not.toMatch(/^node:|^@actions\/|^execa$|^node-fetch$/);
      const target = from!.startsWith('.') ? join(path, '..', from!) : null;
      if (target !== null)
        expect([...pure, 'src/errors.ts', 'src/progress.ts', 'src/version.ts']).toContain(target);
    }
    expect(code).not.toMatch(
      /\bprocess\.\w|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.now\b/,
    );
  });

  it('lets gate.ts alone, and the entries, tie the stages together', () => {
    const stages = ['publish', 'report'];
    for (const path of [
      ...listModules('src/run'),
      ...listModules('src/k6'),
      ...listModules('src/baseline'),
    ]) {
      const code = readFileSync(path, 'utf8');
      for (const stage of stages) expect(code, path).not.toMatch(new RegExp(`from '\\.\\./${stage}/`));
    }
  });
});
