import fc from 'fast-check';
import { expect, it } from 'vitest';
import { explainDeliveryFault } from '../../src/forge/fault.ts';
import { flatten, withStoppedCommands } from '../../src/forge/foreign.ts';

it('foreign text is left as it is when no runner could take it for a command, and else wrapped', () => {
  expect(withStoppedCommands('t', 'GET /a: 200, [1]')).toBe('GET /a: 200, [1]');
  for (const text of ['::set-output name=verdict::met', 'anywhere ##[error]in a line', 'a\r::add-mask::a'])
    expect(withStoppedCommands('t0k', text)).toBe(`::stop-commands::t0k\n${text}\n::t0k::`);
});

it('foreign text never holds a line that starts a command outside of the wrapping', () => {
  const part = fc.constantFrom('::', '##[', 'error', ']', ' ', '\n', '\r', 'x', 't0k');
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const printed = withStoppedCommands('unknowable', parts.join('')).split('\n');
      const wrapped = printed[0] === '::stop-commands::unknowable' && printed.at(-1) === '::unknowable::';
      expect(wrapped || !/::|##\[/.test(printed.join('\n'))).toBe(true);
    }),
  );
});

it('foreign text becomes one short line on demand', () => {
  expect(flatten('Not\r\n  Found\u0000\u202e!', 40)).toBe('Not Found !');
  expect(flatten('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`);
});

it.each([
  ['refused', 403, 'Resource not accessible by integration'],
  ['refused', 401, 'no'],
  ['refused', 404, 'no'],
  ['failed', 502, 'Server Error'],
  ['failed', 422, `::x::\n${'x'.repeat(500)}`],
  ['failed', 403, 'API rate limit exceeded'],
  ['failed', 429, 'Too many'],
])('what the API does not do is %s, in one line: %i %s', (kind, status, message) => {
  const response = { data: { message } };
  const fault = explainDeliveryFault(Object.assign(new Error(message), { status, response }));
  expect(fault).toEqual({ kind, reason: expect.stringMatching(new RegExp(`^${status}: .{1,200}$`)) });
});
