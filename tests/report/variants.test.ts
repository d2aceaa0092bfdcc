import { describe, expect, it } from 'vitest';
import type { VariantValues } from '../../src/config/config.ts';
import { printValues } from '../../src/config/variants.ts';
import type { Report } from '../../src/handover/report.ts';
import { asSuite } from '../../src/handover/suite.ts';
import { COMMENT_LIMIT, renderComment } from '../../src/report/comment.ts';
import { renderHistory } from '../../src/report/history.ts';
import { renderJunit } from '../../src/report/junit.ts';
import { renderOpenMetrics } from '../../src/report/openmetrics.ts';
import { p, type ScenarioSpec, slo } from './fixture.ts';
import { pairedReportOf } from './pair-fixture.ts';

function commentOn(report: Report): string {
  return renderComment(asSuite(report)).replaceAll('\u00a0', ' ');
}

const CACHES = ['on', 'off'];
const HASHES = ['none', 'sha1', 'sha256'];
const STORES = ['memory', 'sqlite', 'postgres', 'mysql'];
const ALL: VariantValues[] = CACHES.flatMap((cache) =>
  HASHES.flatMap((hash) => STORES.map((storage) => ({ cache, hash, storage }))),
);

/** A report of these variants, with 3 records; `slower` says of which labels p99 is a third longer. */
function reportOf(
  variants: VariantValues[],
  slower: (label: string) => boolean,
  names = ['create', 'list', 'read'],
): Report {
  const steps = names.flatMap((name, i) =>
    variants.map((variant) => ({
      name,
      variant,
      label: `${name} [${printValues(variant)}]`,
      p99: 8 * (i + 1),
    })),
  );
  const scenarios = steps.map(({ label, p99 }): ScenarioSpec => {
    const now = slower(label) ? { now: { p99: 1.4 } } : {};
    return { label, p50: p99 / 4, p99, slos: [slo(p(99), '<', 2 * p99)], ...now };
  });
  const { verdict, record, history, ...report } = pairedReportOf({
    scenarios,
    earlier: 3,
    pair: { variants: variants.length, blocks: 16 },
  });
  const place = (run: Report['record']) => ({
    ...run,
    steps: run.steps.map((step) => {
      const { name, variant } = steps.find(({ label }) => label === step.label)!;
      return { ...step, scenario: name, variant };
    }),
  });
  return { ...report, verdict, record: place(record), history: history.map(place) };
}

const tables = (markdown: string) => markdown.split('\n').filter((line) => line.startsWith('|'));

describe('a comment', () => {
  it('has 24 variants of 3 scenarios with 3 records as rows, whole, under its limit', () => {
    const report = reportOf(ALL, (label) => label.startsWith('create [cache=off hash=sha256'));
    const comment = commentOn(report);
    expect(comment.length).toBeLessThanOrEqual(COMMENT_LIMIT);
    expect(comment).toContain(
      '| cache | hash | storage | create p99 < 16 ms | list p99 < 32 ms | read p99 < 48 ms |',
    );
    expect(tables(comment).filter((line) => /^\| (on|off) \| (none|sha1|sha256) \|/.test(line))).toHaveLength(
      24,
    );
    expect(comment).toMatch(/\| off \| sha256 \| mysql \| ❌ [\d.]+ ms, \+\d+ % \| ✅ [^|]* \| ✅ [^|]* \|/);
    expect(comment).toMatch(/<details><summary>24 variants of 3 scenarios<\/summary>/);
    expect(comment).toMatch(
      /^### ❌ create &#91;cache=off hash=sha256 storage=\w+&#93; p99 is \d+ % slower/m,
    );
    expect(comment).toMatch(/16 fresh starts of each of 24 variants/);
    expect(comment).toMatch(/the variants share one chance of a false alarm, 1 % for the whole run/);
  });

  it('has few variants as columns, unfolded', () => {
    const comment = commentOn(
      reportOf([{ cache: 'on' }, { cache: 'off' }], (label) => label === 'list [cache=off]'),
    );
    expect(comment).toContain('|  | cache on | cache off |');
    expect(comment).toMatch(/\n\| list p99 < 32 ms \| ✅ [^|]* \| ❌ [^|]* \|/);
    expect(comment).not.toMatch(/<summary>2 variants/);
  });

  it('marks a variant that could not be measured', () => {
    const report = reportOf([{ cache: 'on' }, { cache: 'off' }], () => false);
    const cpu = { cores: 2, generator: 1, generatorLimit: 1, service: 0, others: 0, steal: 0 };
    report.verdict.invalid = [
      { kind: 'machine-disturbed', label: 'read [cache=off]', discarded: 4, rounds: 4, cpu },
    ];
    expect(commentOn(report)).toMatch(/\n\| read p99 < 48 ms \| ✅ [^|]* \| ⛔ \|/);
  });

  it('has no such table without variants', () => {
    expect(commentOn(pairedReportOf())).not.toMatch(/\| cache/);
  });
});

describe('other formats', () => {
  const report = reportOf(ALL, () => false);

  it('name the variant of each row', () => {
    const label = 'create [cache=off hash=sha1 storage=mysql]';
    expect(renderJunit(report)).toContain(label);
    expect(renderHistory(report.history, { color: false, width: 160 })).toContain(label);
    expect(renderOpenMetrics(report)).toContain(
      'scenario="create",variant_cache="off",variant_hash="sha1",variant_storage="mysql",metric="p99"',
    );
  });
});
