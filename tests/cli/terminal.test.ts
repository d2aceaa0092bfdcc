import { afterEach, expect, it } from 'vitest';
import { hasProgram } from '../fixtures.ts';
import { lasts, layOutScreen } from '../terminal/screen.ts';
import { expectNothingLeft, FILES } from './pair.ts';
import { expectProgress } from './progress-line.ts';
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
    expectProgress(result, SIZE);
    await expectNothingLeft(repository, running);
  },
);

it.runIf(hasProgram('script'))(
  'Ctrl-C takes the line away and leaves the cursor on a line of its own',
  async () => {
    repository = createRepository(FILES);
    repository.commit({ delay: '3' });
    const running = repository.start(['run'], { REPLAY: '{"seconds":2}' }, SIZE);
    await running.saw(/block 2 of/);
    running.type('\x03');
    const { code, stdout } = await running.ended;
    expect(code, stdout).toBe(130);
    const end = layOutScreen(stdout);
    expect(end.join('\n')).not.toMatch(/^▸/m);
    expect(end.slice(-2)).toEqual(['error: Interrupted by SIGINT.', '']);
    expect(lasts(stdout)).toBe(false);
    await expectNothingLeft(repository, running);
  },
);

it.runIf(hasProgram('script'))('Ctrl-C ends try while it waits for a service', async () => {
  repository = createRepository({
    'tailgate.yml':
      'service: { start: sleep 60, url: "http://127.0.0.1:${PORT}" }\nscenarios: { home: { request: GET /, slo: p99 < 1s at 5 req/s } }\n',
  });
  const running = repository.start(['try'], {}, SIZE);
  await running.saw(/starting/);
  running.type('\x03');
  const { code, stdout } = await running.ended;
  expect(code, stdout).toBe(130);
  expect(stdout).toContain('error: Interrupted by SIGINT.');
  await expectNothingLeft(repository, running);
});
