import { describe, expect, test } from 'vitest';
import type { Interim } from '../../src/progress.ts';
import { renderInterim } from '../../src/report/interim.ts';

const SEARCH = {
  label: 'search',
  isCurrent: true,
  arms: [
    { arm: 'base', p50: 12.34, p99: 40.12 },
    { arm: 'head', p50: 12.41, p99: 1061.2 },
  ],
};
const CHECKOUT = {
  label: 'checkout-with-a-long-name at 100 req/s [cache=off, storage=memory]',
  isCurrent: false,
  arms: [
    { arm: 'base', p50: 0.812, p99: Number.POSITIVE_INFINITY },
    { arm: 'head', p50: Number.NaN, p99: Number.NaN },
  ],
};

const render = (parts: Partial<Interim>, room: { width?: number; height?: number } = {}): string =>
  renderInterim(
    { scenarios: [SEARCH, CHECKOUT], variantsLeft: 0, secondsLeft: 10, ...parts },
    { color: false, width: 120, height: 24, ...room },
  ).join('\n');

describe('the table of what is measured so far', () => {
  test('has a line for each scenario and arm, failures and what is not measured yet included', () => {
    expect(render({})).toMatchInlineSnapshot(`
      "scenario                                                                      p50      p99
      search                                                              base  12.3 ms  40.1 ms
                                                                          head  12.4 ms   1.06 s
      checkout-with-a-long-name at 100 req/s [cache=off, storage=memory]  base   812 µs        ∞
                                                                          head        –        –"
    `);
  });

  test('names no arm where there is only one', () => {
    const head = { ...SEARCH, arms: SEARCH.arms.slice(1) };
    expect(render({ scenarios: [head] })).toMatchInlineSnapshot(`
      "scenario        p50     p99
      search      12.4 ms  1.06 s"
    `);
  });

  test('counts variants to come', () => {
    expect(render({ scenarios: [SEARCH], variantsLeft: 3 })).toMatchInlineSnapshot(`
      "scenario            p50      p99
      search    base  12.3 ms  40.1 ms
                head  12.4 ms   1.06 s
      and 3 more variants to come"
    `);
  });

  test('shortens names in a narrow terminal, then leaves the median out, then everything', () => {
    expect(render({}, { width: 50 })).toMatchInlineSnapshot(`
      "scenario                            p50      p99
      search                    base  12.3 ms  40.1 ms
                                head  12.4 ms   1.06 s
      checkout-with-a-long-na…  base   812 µs        ∞
                                head        –        –"
    `);
    expect(render({}, { width: 30 })).toMatchInlineSnapshot(`
      "scenario                  p99
      search          base  40.1 ms
                      head   1.06 s
      checkout-with…  base        ∞
                      head        –"
    `);
    expect(render({}, { width: 23 })).toBe('');
  });

  test('shows scenarios under load first where not all fit, and counts the rest', () => {
    const scenarios = [...Array.from({ length: 9 }, () => ({ ...CHECKOUT })), SEARCH];
    expect(render({ scenarios, variantsLeft: 1 }, { width: 60, height: 8 })).toMatchInlineSnapshot(`
      "scenario                                      p50      p99
      checkout-with-a-long-name at 100 …  base   812 µs        ∞
                                          head        –        –
      search                              base  12.3 ms  40.1 ms
                                          head  12.4 ms   1.06 s
      and 8 more scenarios, 1 more variant to come"
    `);
  });

  test.each([
    [30, 8],
    [60, 12],
    [100, 5],
    [300, 40],
    [10, 3],
    [80, 1],
  ])('takes no more than %i columns and %i lines', (width, height) => {
    const scenarios = Array.from({ length: 40 }, (_, i) => ({ ...CHECKOUT, isCurrent: i > 35 }));
    const lines = renderInterim(
      { scenarios, variantsLeft: 2, secondsLeft: undefined },
      { color: false, width, height },
    );
    expect(lines.length).toBeLessThanOrEqual(height);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(Math.min(100, width));
  });
});
