import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/handover/report.ts';
import { type Result, readResult, renderResult } from '../../src/handover/result.ts';
import { LARGEST_RESULT } from '../../src/handover/result-size.ts';
import { asSuite } from '../../src/handover/suite.ts';
import type { RunRecord } from '../../src/records/record.ts';
import { renderComment } from '../../src/report/comment.ts';
import { p, recordOf, reportOf, roundOf, slo } from '../report/fixture.ts';

type Instance = RunRecord['steps'][number]['instances'][number];

/** Slices as `recordStep` writes them: four significant digits, and all that a slice of a real service has. */
function instanceOf(block: number, ms: number): Instance {
  const shorten = (value: number) => Number(value.toPrecision(4));
  const slice = (alternating: boolean): Instance['slices'][number] => {
    const own = roundOf(ms, 3.137 * ms, 0, 0, 1767259800000 + block * 9000, 1.875);
    const { levels, values } = own.latency!;
    return {
      ...own,
      latency: { levels, values: values.map(shorten) },
      ...(alternating && { alternating: true as const }),
      avg: shorten(own.avg!),
      cpu: 0.4137,
      memory: 81.27,
      startup: 412.3,
    };
  };
  return { block, slices: [slice(true), slice(false), slice(false)] };
}

/** A report of three scenarios in so many variants: both arms in so many blocks. */
function largeReport(variants: number, blocks: number): Report {
  const specs = ['create', 'list', 'read'].flatMap((name, i) =>
    Array.from({ length: variants }, (_, v) => ({
      label: `${name} [axis=v${v}]`,
      p50: 2.1371 * (i + 1),
      p99: 8 * (i + 1),
      slos: [slo(p(97), '<', 60)],
    })),
  );
  const plain = recordOf(specs, 'head', () => 1, 100, false);
  // Instances are shared between steps, which makes the test quick and no byte of the text less.
  const instances = Array.from({ length: blocks }, (_, block) => instanceOf(block, 2.1371));
  const steps = plain.steps.flatMap((step) =>
    (['head', 'base'] as const).map((arm) => ({
      ...{ ...step, arm, instances },
      variant: { axis: step.label.slice(-3, -1) },
    })),
  );
  return { ...reportOf({ scenarios: specs, earlier: 0 }), record: { ...plain, steps } };
}

function handOverReport(report: Report): { notes: string[]; read: Report; bytes: number } {
  const notes: string[] = [];
  const result: Result = {
    schemaVersion: 1,
    tailgate: 'test',
    suite: report.suite,
    job: { id: 'measure', name: '', index: 0, total: 1 },
    run: { id: '77', attempt: 1 },
    outcome: { kind: 'report', report, failOn: [] },
  };
  const text = renderResult(result, (note) => notes.push(note));
  const { outcome } = readResult(text);
  if (outcome.kind !== 'report') throw new Error('no report');
  return { notes, read: outcome.report, bytes: Buffer.byteLength(text) };
}

const levelsOf = ({ steps }: RunRecord) =>
  steps.map(({ instances }) =>
    instances.map(({ slices }) => slices.map((one) => one.latency!.levels.length)),
  );

describe('a result of many variants', () => {
  it.each([
    [24, 16],
    [64, 16],
  ])(
    'fits with %i variants of 3 scenarios in %i blocks, with fewer levels, and tells so',
    (variants, blocks) => {
      const report = largeReport(variants, blocks);
      const { read, notes, bytes } = handOverReport(report);
      expect(bytes).toBeLessThan(LARGEST_RESULT);
      expect(notes[0]).toMatch(/^This run is large: its distributions are handed over with fewer levels/);
      // What acceptances, gates and the status are judged by is whole, and every slice keeps its counts.
      expect(read.verdict).toEqual(JSON.parse(JSON.stringify(report.verdict)));
      expect(levelsOf(read.record).map((step) => step.map((slices) => slices.length))).toEqual(
        levelsOf(report.record).map((step) => step.map((slices) => slices.length)),
      );
      const { latency } = read.record.steps[0]!.instances[0]!.slices[1]!;
      for (const level of [0, 0.5, 0.97, 0.99, 1]) expect(latency!.levels).toContain(level);
    },
  );

  it('says the same with fewer levels', () => {
    const report = largeReport(2, 300);
    const { read, notes } = handOverReport(report);
    expect(notes).toHaveLength(1);
    expect(renderComment(asSuite(read))).toBe(renderComment(asSuite(report)));
  });
});
