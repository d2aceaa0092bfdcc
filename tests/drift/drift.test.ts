import { describe, expect, it } from 'vitest';
import { describeDrift, readDrift } from '../../src/drift/drift.ts';
import { renderDrift, writeIssue } from '../../src/drift/words.ts';
import type { Report } from '../../src/handover/report.ts';
import type { ChangeFinding } from '../../src/verdict/findings.ts';

const P50 = { kind: 'percentile', percent: 50 } as const;
const P99 = { kind: 'percentile', percent: 99 } as const;
const around = {
  from: { sha: 'a'.repeat(40), name: 'v1.4.0' },
  to: { sha: 'b'.repeat(40), name: 'main' },
  tolerance: 0.1,
};
const marker = '<!-- tailgate-drift: api -->';
const run = 'https://github.com/octo/shop/actions/runs/7/attempts/1';

const paired = (code: string, [value, low, high]: [number, number, number], more: object = {}) =>
  ({
    kind: 'paired',
    label: 'search',
    metric: P50,
    base: 10,
    head: 10 * (1 + value),
    change: { value, low, high },
    confidence: 0.9,
    code,
    ...more,
  }) as ChangeFinding;
const read = (changes: ChangeFinding[], invalid: object[] = [], faults: object[] = []) =>
  readDrift({ suite: 'api', verdict: { changes, invalid, faults } } as unknown as Report, around);

const GROWN = [
  paired('unchanged', [0.06, 0.04, 0.08], { metric: P99 }),
  paired('regressed', [0.34, 0.3, 0.38]),
  paired('improved', [0.2, 0.1, 0.3], { label: 'work', metric: { kind: 'rate' } }),
];

describe('the drift', () => {
  it.each([
    [[paired('regressed', [0.34, 0.3, 0.38]), paired('inconclusive', [0.1, 0, 0.2])], 'beyond'],
    [[paired('unchanged', [0.06, 0.04, 0.08])], 'within'],
    [[paired('unchanged', [0, -0.01, 0.01]), paired('inconclusive', [0.1, 0, 0.2])], 'undecided'],
    [[], 'within'],
  ])('%#: is what its gravest change says', (changes, result) => {
    expect(read(changes).result).toBe(result);
  });

  it('says nothing of a run that could not be measured, whatever it has seen', () => {
    const drift = read(GROWN, [{ kind: 'machine-disturbed', label: 'search' }]);
    expect(drift.result).toBe('unmeasured');
    expect(renderDrift(drift)).toContain('the machine was disturbed in search');
  });

  it('is not within the tolerance where the service has died, and says so', () => {
    const crash = { kind: 'crashed', service: 'app', label: 'search', exit: 'exit code 1', log: '' };
    const drift = read([], [], [crash]);
    expect(drift.result).toBe('unmeasured');
    expect(renderDrift(drift)).toContain('app of this change crashed during search');
    expect(read([paired('regressed', [0.34, 0.3, 0.38])], [], [crash]).result).toBe('beyond');
  });

  it('names the percentiles that had too few requests: of them it says nothing', () => {
    const unread = [{ label: 'search', metric: P99, requests: 1200, needed: 5000 }];
    const verdict = {
      changes: [paired('unchanged', [0.06, 0.04, 0.08])],
      invalid: [],
      faults: [],
      pair: { unread },
    };
    const drift = readDrift({ suite: 'api', verdict } as unknown as Report, around);
    expect(drift.result).toBe('within');
    expect(renderDrift(drift)).toContain(
      [
        'No latency that is compared has become more than 10 % slower since v1.4.0, and nothing else worse than its tolerance.',
        'search p99 is not compared: it takes 5,000 requests of each revision, and 1,200 were due',
      ].join('\n'),
    );
  });

  it('is not decided where the old commit serves nothing of it, and names what that is', () => {
    const fresh = {
      kind: 'uncompared',
      ...{ label: 'cart', metric: P50, where: 'all', head: 10, tolerance: 0.1 },
      ...{ code: 'first-run', reason: { kind: 'new' } },
    } as ChangeFinding;
    const named = 'cart p50 is not compared: v1.4.0 does not serve it';
    const drift = read([fresh]);
    expect(drift.result).toBe('undecided');
    // A larger budget would tell nothing.
    expect(renderDrift(drift)).toBe(
      `Nothing could be compared: what has changed since v1.4.0 is not known.\n${named}`,
    );
    const beside = read([fresh, paired('unchanged', [0.06, 0.04, 0.08])]);
    expect(beside).toMatchObject({ result: 'within', reasons: [named] });
  });

  it('tells a metric in turns from the same one with each arm alone', () => {
    const both = [
      paired('regressed', [0.34, 0.3, 0.38]),
      paired('unchanged', [0, -0.01, 0.01], { where: 'alone' }),
    ];
    expect(renderDrift(read(both))).toMatch(/^search p50 {2,}10 ms.*\nsearch p50 alone {2,}10 ms/m);
  });

  it('has the wider tolerance of what each arm does alone, where that was measured', () => {
    const alone = paired('unchanged', [0.06, 0.04, 0.08], { where: 'alone' });
    const words = 'more than 10 % (20 % with the whole load alone) slower since v1.4.0';
    expect(renderDrift(read([alone]))).toContain(words);
    expect(renderDrift(read([paired('unchanged', [0.06, 0.04, 0.08])]))).toContain('more than 10 % slower');
  });

  it('tells what grew within the tolerance, the gravest first', () => {
    expect(read(GROWN).rows.map(({ kind }) => kind)).toEqual(['beyond', 'grown', 'shrunk']);
    expect(renderDrift(read(GROWN))).toMatchInlineSnapshot(`
      "              v1.4.0       now               change
      search p50     10 ms   13.4 ms  +34 % (+30 … +38 %)  beyond the tolerance
      search p99     10 ms   10.6 ms     +6 % (+4 … +8 %)  worse, within the tolerance
      work rate   10 req/s  12 req/s  +20 % (+10 … +30 %)  better
      search p50 +34 % (+30 … +38 %) since v1.4.0, surely beyond the tolerance."
    `);
  });

  it('says so where it is undecided and in the issue as well, unless all has a tolerance as wide', () => {
    const alone = paired('unchanged', [0.15, 0.12, 0.18], { where: 'alone' });
    const verdict = { changes: [alone], invalid: [], faults: [] };
    const readWith = (tolerance: number) =>
      readDrift({ suite: 'api', verdict } as unknown as Report, { ...around, tolerance });
    const both = '10 % (20 % with the whole load alone)';
    expect(renderDrift(read([alone, paired('inconclusive', [0.1, 0, 0.2])]))).toContain(
      `Whether something has become more than ${both} slower since v1.4.0 is not decided`,
    );
    expect(writeIssue(readWith(0.1), { marker, run, closes: true }).body).toContain(
      `The tolerance is ${both} for latencies and capacities`,
    );
    for (const tolerance of [0.2, 0.3])
      expect(renderDrift(readWith(tolerance))).toContain(`more than ${100 * tolerance} % slower since`);
  });

  it('is data as well', () => {
    expect(describeDrift(read(GROWN), null)).toMatchObject({
      result: 'beyond',
      from: { name: 'v1.4.0' },
      changes: [{ label: 'search', metric: 'p50', change: { low: 0.3 } }, {}, {}],
      issue: null,
    });
  });
});

describe('the issue', () => {
  it('names what is beyond, shows all, and begins with its marker', () => {
    const { title, body } = writeIssue(read(GROWN), { marker, run, closes: false });
    expect(title).toBe('Drift of api: search p50 +34 % (+30 … +38 %) since v1.4.0');
    expect(body).toMatchInlineSnapshot(`
      "<!-- tailgate-drift: api -->

      **search p50 +34 % (+30 … +38 %)** since \`v1.4.0\`, surely beyond the tolerance.

      |  | \`v1.4.0\` \`aaaaaaaaaa\` | \`main\` \`bbbbbbbbbb\` | change |  |
      | - | -: | -: | -: | - |
      | search p50 | 10 ms | 13.4 ms | +34 % (+30 … +38 %) | beyond the tolerance |
      | search p99 | 10 ms | 10.6 ms | +6 % (+4 … +8 %) | worse, within the tolerance |
      | work rate | 10 req/s | 12 req/s | +20 % (+10 … +30 %) | better |

      Both were measured side by side. The tolerance is 10 % for latencies and capacities (\`drift.tolerance\`). Each change since may have been within that of its own run: small ones add up. \`tailgate bisect aaaaaaaaaa bbbbbbbbbb\` finds a large one among them.

      Tailgate keeps this issue up to date, and closes it once nothing is beyond the tolerance.

      [Run](https://github.com/octo/shop/actions/runs/7/attempts/1)
      "
    `);
  });

  it('says why it is closed', () => {
    const { body } = writeIssue(read([GROWN[0]!]), { marker, run, closes: true });
    expect(body).toContain('Nothing is beyond the tolerance any more, so this issue is closed.');
  });

  it('keeps hostile names text, and its marker on the first line', () => {
    const drift = readDrift(
      {
        suite: 'api',
        verdict: {
          changes: [
            paired('regressed', [0.34, 0.3, 0.38], {
              label: '@octo <img src=x> | `x`\n<!-- tailgate-drift: web -->',
            }),
          ],
          invalid: [],
          faults: [],
        },
      } as unknown as Report,
      { ...around, from: { sha: 'a'.repeat(40), name: 'v1|`@octo`<b>' } },
    );
    const { title, body } = writeIssue(drift, { marker, run: 'javascript:alert(1)', closes: false });
    expect(body.split('\n')[0]).toBe(marker);
    expect(body.match(/<!--/g)).toHaveLength(1);
    expect(body).not.toMatch(/<img|<b>v1|[^&\w]@octo\b|\]\(javascript/);
    expect(title).not.toContain('\n');
  });

  it('has room for the gravest of many', () => {
    const many = Array.from({ length: 3000 }, (_, i) =>
      paired('unchanged', [0.01, 0, 0.02], { label: `s${i}` }),
    );
    expect(writeIssue(read(many), { marker, run, closes: true }).body.length).toBeLessThan(65_536);
  });
});
