import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/handover/report.ts';
import { asSuite } from '../../src/handover/suite.ts';
import { renderComment } from '../../src/report/comment.ts';
import { rowsOf } from '../../src/report/rows/rows.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import { isMissedAlready } from '../../src/report/words/rows.ts';
import { above, below, type Found, found, generator, searchedReport } from './capacity-fixture.ts';

/** Comment and terminal, on one line each. */
const texts = (report: Report) =>
  [renderComment(asSuite(report)), renderTerminal(asSuite(report), { color: false, width: 200 })].map(
    (text) => text.replaceAll(/\s+/g, ' ').replaceAll('&#39;', "'").replaceAll('&#60;', '<'),
  );

describe('a capacity in comment and terminal', () => {
  it.each([
    [above, '≥ 5,000 req/s'],
    [below, '< 100 req/s'],
    [generator(1800), '≥ 1,800 req/s'],
    [generator(0), '–'],
    [null, '–'],
  ])('is a bound where the head alone was searched and it was not found: %j', (head, value) => {
    for (const text of texts(searchedReport(head))) expect(text).not.toMatch(/– req\/s|NaN|at least 0/);
    expect(texts(searchedReport(head))[0]).toMatch(
      new RegExp(`\\| quote capacity \\(p99 < 30 ms\\) \\| ${value} \\|`),
    );
  });

  it.each([
    [above, found(400), 'fell', '≥ 5,000 req/s', '400 req/s'],
    [below, found(400), 'rose', '< 100 req/s', '400 req/s'],
    [found(400), generator(1800), 'rose', '400 req/s', '≥ 1,800 req/s'],
    [generator(1800), below, 'fell', '≥ 1,800 req/s', '< 100 req/s'],
  ])('is a bound where it was not found, of the base as well: %j, %j', (base, head, verb, before, now) => {
    const [comment, terminal] = texts(searchedReport(head, base));
    expect(comment).toContain(`quote capacity (p99 < 30 ms) ${verb}: ${before} → ${now}`);
    expect(terminal).toContain(` ${before} ${now} `);
  });

  it('is that of the starts that were compared, and not of a search for which k6 was too slow', () => {
    const report = searchedReport([generator(1000), ...[1260, 1290, 1275].map(found)], found(1500));
    const [row] = rowsOf(report);
    expect(row).toMatchObject({ sides: { base: 'found', head: 'found' }, head: expect.closeTo(1275, 0) });
    expect(row!.movement?.value).toBeCloseTo(1275 / 1500 - 1, 2);
    const [sent] = rowsOf(searchedReport(generator(1000), found(1500)));
    expect(sent!.sides).toEqual({ base: 'found', head: 'generator' });
  });

  it('was missed before only where it is known for the base, and not where k6 had no more', () => {
    const isAlready = (base: Found) =>
      rowsOf(searchedReport(found(400), base, 'capacity > 500 req/s')).map(isMissedAlready);
    expect(isAlready(found(450))).toEqual([true]);
    expect(isAlready(generator(450))).toEqual([false]);
  });

  it('names the rate that k6 reached where the SLO asks for more', () => {
    for (const text of texts(searchedReport(generator(1800), undefined, 'capacity > 2500 req/s')))
      expect(text).toContain('at least 1,800 req/s; k6 was the bottleneck');
  });
});
