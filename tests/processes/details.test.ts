import { expect, it } from 'vitest';
import { followDetails, hideFromDetails, tellCommand, tellDetail } from '../../src/processes/details.ts';

function collect(tell: () => void): string[] {
  const shown: string[] = [];
  const end = followDetails({ GITHUB_TOKEN: 'ghs_planted', TAILGATE_TOKEN: 'own-planted' }, (text) =>
    shown.push(text),
  );
  tell();
  end();
  return shown;
}

it('details are written only where somebody listens', () => {
  let written = 0;
  const tell = () =>
    tellDetail(() => {
      written++;
      return 'base chosen';
    });
  tell();
  expect(written).toBe(0);
  expect(collect(tell)).toEqual(['base chosen']);
  tell();
  expect(written).toBe(1);
});

it('details hold no token, no hidden value, no user of an address, no value of a query', () => {
  const shown = collect(() => {
    hideFromDetails(['hidden-planted']);
    tellDetail(() => 'ghs_planted and own-planted and hidden-planted');
    tellDetail(() => 'git fetch https://me:planted@example.org/a?key=planted&page=2');
  });
  expect(shown).toEqual(['*** and *** and ***', 'git fetch https://***@example.org/a?key=***&page=***']);
});

it('a command is told with how it ended and its time, and cut where it has no end', () => {
  const [line, long] = collect(() => {
    tellCommand(['k6', 'run', '/tmp/a.js'], 0, 'exit code 0');
    tellCommand('x'.repeat(100_000), 0, 'signal SIGTERM');
  });
  expect(line).toMatch(/^k6 run \/tmp\/a\.js: exit code 0 after \d+ ms$/);
  expect(long).toMatch(/^x{500}: signal SIGTERM after \d+ ms$/);
});
