import { afterEach, expect, it } from 'vitest';
import { hasProgram } from '../fixtures.ts';
import { expectNothingLeft, FILES } from './pair.ts';
import { skipWhereOccupied } from './project.ts';
import { createRepository, type Repository } from './repository.ts';
import { expectTable } from './table.ts';

let repository: Repository;
afterEach(() => repository?.remove());

it.runIf(hasProgram('script'))(
  'a terminal shows what k6 has measured so far, and then only the report',
  async (context) => {
    await skipWhereOccupied(context);
    const size = { columns: 100, rows: 24 };
    repository = createRepository(FILES, { k6: 'real' });
    repository.commit({ delay: '2.1' });
    const running = repository.start(['run'], {}, size);
    const result = await running.ended;
    expect(result.code, result.stdout).toBe(0);
    expectTable(result, size);
    await expectNothingLeft(repository, running);
  },
);
