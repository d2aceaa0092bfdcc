import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { tellDetail } from '../../src/processes/details.ts';
import { showDetails } from '../../src/terminal/stream.ts';

it('a detail is one line behind a mark, whatever it says, and gives no command to a runner', () => {
  const stream = new PassThrough();
  const end = showDetails(stream, {});
  tellDetail(() => '::error::no\n::add-mask::x ##[group]y \u001b[2J');
  end();
  tellDetail(() => 'nobody listens');
  expect(String(stream.read())).toBe('◦ ::error::no ::add-mask::x ## [group]y\n');
});
