import { afterEach, expect, it } from 'vitest';
import { hasProgram } from '../fixtures.ts';
import { lasts, layOutScreen, listScreens } from '../terminal/screen.ts';
import { expectNothingLeft, FILES } from './pair.ts';
import { createRepository, type Repository } from './repository.ts';

let repository: Repository;
afterEach(() => (repository as Repository | undefined)?.remove());

const SIZE = { columns: 60, rows: 12 };

it.runIf(hasProgram('script'))(
  'a terminal shows one line while a run measures, and then only the report',
  async () => {
    repository = createRepository(FILES);
    repository.commit({ delay: '3' });
    const running = repository.start(['run'], { REPLAY: '{"seconds":0.2}' }, SIZE);
    const result = await running.ended;
    expect(result.code, result.stdout).toBe(0);
    const { stdout } = result;
    const drawn = listScreens(stdout).flatMap((screen) =>
      screen.split('\n').filter((line) => /^▸/.test(line)),
    );
    expect(drawn.join('\n')).toMatch(/^▸ block 2 of \d+: .* left$/m);
    expect(Math.max(...drawn.map((line) => line.length))).toBeLessThan(SIZE.columns);
    const end = layOutScreen(stdout).join('\n');
    expect(end).not.toMatch(/^▸/m);
    // The headline, after all else.
    expect(end).toMatch(/\n\n\p{Emoji}\uFE0F? \S[^\n]*(\n[^\n]+)*\n$/u);
    expect(lasts(stdout)).toBe(false);
    await expectNothingLeft(repository, running);
  },
);
