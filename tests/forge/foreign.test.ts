import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flatten, withStoppedCommands } from '../../src/forge/foreign.ts';

describe('foreign text in a log', () => {
  it('is left as it is when no runner could take it for a command', () => {
    expect(withStoppedCommands('t', 'GET /a: 200, [1]')).toBe('GET /a: 200, [1]');
  });

  it.each([
    '::set-output name=verdict::met',
    'first\n  ::error::made up',
    'anywhere ##[error]in a line',
    'a\r::add-mask::a',
  ])('is wrapped: %j', (text) => {
    expect(withStoppedCommands('t0k', text)).toBe(`::stop-commands::t0k\n${text}\n::t0k::`);
  });

  it('never holds a line that starts a command outside the wrapping', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('::', '##[', 'error', ']', ' ', '\n', '\r', 'x', 't0k')),
        (parts) => {
          const printed = withStoppedCommands('unknowable', parts.join('')).split('\n');
          const wrapped = printed[0] === '::stop-commands::unknowable' && printed.at(-1) === '::unknowable::';
          expect(wrapped || !/::|##\[/.test(printed.join('\n'))).toBe(true);
        },
      ),
    );
  });

  it('becomes one short line on demand', () => {
    expect(flatten('Not\r\n  Found\u0000\u202e!', 40)).toBe('Not Found !');
    expect(flatten('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`);
  });
});
