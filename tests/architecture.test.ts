import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Modules of pure rooms that touch the world, and modules of other rooms that do not. */
const EDGES = ['src/config/read.ts'];
const PURE_ELSEWHERE = [
  'src/records/record.ts',
  'src/records/selection.ts',
  'src/handover/report.ts',
  'src/handover/suite.ts',
  'src/processes/environment.ts',
  'src/processes/shell-words.ts',
];

/** The table in docs/architecture.md, from the top floor down. */
const rooms = readRooms();
const modules = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
  .map((name) => join('src', name))
  .sort();
const pure = modules.filter((path) => isPure(path));

function readRooms(): { places: string[]; pure: boolean }[] {
  const text = readFileSync('docs/architecture.md', 'utf8');
  const table = text.slice(text.indexOf('<!-- rooms -->'), text.indexOf('<!-- /rooms -->'));
  return table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [, names, mark] = line.split('|').map((cell) => cell.trim());
      return {
        places: [...names!.matchAll(/`([^`]+)`/g)].map(([, name]) => join('src', name!)),
        pure: mark === 'yes',
      };
    });
}

/** Files of `src` itself are named one by one, all others by their folder. */
function floorOf(path: string): number {
  return rooms.findIndex(({ places }) => places.includes(path) || places.includes(dirname(path)));
}

function isPure(path: string): boolean {
  return (rooms[floorOf(path)]?.pure === true && !EDGES.includes(path)) || PURE_ELSEWHERE.includes(path);
}

/** What a module imports or passes on, as written; types only, or not. */
function readImports(path: string): { from: string; isType: boolean }[] {
  const code = readFileSync(path, 'utf8');
  return [...code.matchAll(/^(?:import|export) (type )?[^;]*?from '([^']+)'/gm)].map(([, type, from]) => ({
    from: from!,
    isType: type !== undefined,
  }));
}

describe('the rooms of src', () => {
  it('are all on the map, and the map names no other', () => {
    for (const path of modules) expect(floorOf(path), path).not.toBe(-1);
    for (const place of rooms.flatMap(({ places }) => places)) {
      expect(existsSync(place), place).toBe(true);
      if (statSync(place).isDirectory())
        expect(
          modules.some((path) => dirname(path) === place),
          place,
        ).toBe(true);
    }
  });

  it('import nothing from a higher floor, types included, so that none is in a circle', () => {
    const upward = modules.flatMap((path) =>
      readImports(path)
        .filter(({ from }) => from.startsWith('.') && from.endsWith('.ts'))
        .map(({ from }) => normalize(join(dirname(path), from)))
        .filter((target) => floorOf(target) < floorOf(path))
        .map((target) => `${path} → ${target}`),
    );
    expect(upward).toEqual([]);
  });

  it('are near each other: nobody climbs three folders to reach a module', () => {
    const far = modules.flatMap((path) =>
      readImports(path)
        .filter(({ from }) => from.startsWith('../../../'))
        .map(({ from }) => `${path} → ${from}`),
    );
    expect(far).toEqual([]);
  });

  it('export no two things of one name', () => {
    const owners = new Map<string, string[]>();
    for (const path of modules) {
      const code = readFileSync(path, 'utf8');
      const names = code.matchAll(/^export (?:async )?(?:function|const|let|type|interface|class) (\w+)/gm);
      // A schema and its type are one thing, and have names that differ by their case or ending.
      for (const name of new Set([...names].map(([, each]) => each!)))
        owners.set(name, [...(owners.get(name) ?? []), path]);
    }
    expect([...owners].filter(([, paths]) => paths.length > 1)).toEqual([]);
  });
});

it('only `forge` knows that the forge is GitHub, and what its runner says', () => {
  // The branch by the variables of many systems, and what no child may have.
  const many = ['src/revision/subject.ts', 'src/processes/environment.ts'];
  const knowing = modules.filter((path) => {
    const code = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    return /\bGITHUB_|[oO]ctokit|@actions\/github\b/.test(code);
  });
  expect(knowing.filter((path) => dirname(path) !== 'src/forge' && !many.includes(path))).toEqual([]);
});

describe('the pure rooms', () => {
  it.each(pure)('keep %s free of files, processes, clock, environment and randomness', (path) => {
    for (const { from, isType } of readImports(path)) {
      if (isType) continue;
      expect(from).not.toMatch(/^node:|^@actions\/|^execa$|^node-fetch$/);
      if (from.startsWith('.')) expect(pure).toContain(normalize(join(dirname(path), from)));
    }
    expect(readFileSync(path, 'utf8')).not.toMatch(
      /\bprocess\.\w|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.now\b/,
    );
  });
});
