import type { Report } from '../handover/report.ts';
import { higherIsBetter, printMetric } from '../metrics/metric.ts';
import { plain } from '../report/format/phrase.ts';
import { nameInvalid } from '../report/words/causes.ts';
import { title } from '../report/words/terms.ts';
import { brokenWords, unreadWords } from '../report/words/unmeasured.ts';
import { type ChangeFinding, isPairedFinding, type PairedFinding } from '../verdict/findings.ts';

/** Commit that is compared, with what people call it: a tag, a branch or a date. */
export type Named = { sha: string; name: string };

/** One metric, then and now. */
export type DriftRow = Pick<
  PairedFinding,
  'label' | 'metric' | 'where' | 'base' | 'head' | 'change' | 'confidence'
> & {
  /** `beyond` the tolerance, as the interval proves; `grown` or `shrunk` for certain, but within; neither: `same`. */
  kind: 'beyond' | 'grown' | 'shrunk' | 'same' | 'undecided';
};

/** What a comparison with a commit of the past says. */
export type Drift = {
  /** `beyond`: something surely is beyond the tolerance. `within`: nothing is. `undecided` says neither. */
  result: 'beyond' | 'within' | 'undecided' | 'unmeasured';
  from: Named;
  to: Named;
  suite: string;
  /** Fraction. */
  tolerance: number;
  /** Gravest first. */
  rows: DriftRow[];
  /** Reasons why nothing, or not all, could be measured. */
  reasons: string[];
};

const ORDER = ['beyond', 'undecided', 'grown', 'same', 'shrunk'] as const satisfies DriftRow['kind'][];

/** Reads the drift from the report of a run whose tolerance of latencies and capacities was that of the drift. */
export function readDrift(
  { suite, verdict }: Report,
  around: Pick<Drift, 'from' | 'to' | 'tolerance'>,
): Drift {
  const { invalid, changes } = verdict;
  const broken = brokenWords(verdict);
  const fresh = changes.filter(({ reason }) => reason?.kind === 'new');
  const rows = changes
    .filter(isPairedFinding)
    .map(readRow)
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || size(b) - size(a));
  return {
    ...around,
    suite,
    rows,
    reasons: [
      ...invalid.map((reason) => plain(nameInvalid(reason))),
      ...broken,
      ...unreadWords(verdict),
      ...fresh.map(
        ({ label, metric }) =>
          `${title(label, metric)} is not compared: ${around.from.name} does not serve it`,
      ),
    ],
    result: chooseResult({ isInvalid: invalid.length > 0, isBroken: broken.length > 0 }, changes),
  };
}

function chooseResult(
  { isInvalid, isBroken }: { isInvalid: boolean; isBroken: boolean },
  changes: readonly ChangeFinding[],
): Drift['result'] {
  if (isInvalid) return 'unmeasured';
  if (changes.some(({ code }) => code === 'regressed')) return 'beyond';
  if (isBroken) return 'unmeasured';
  if (changes.length > 0 && !changes.some(isPairedFinding)) return 'undecided';
  return changes.some(({ code }) => code === 'inconclusive') ? 'undecided' : 'within';
}

function readRow({ label, metric, where, base, head, change, confidence, code }: PairedFinding): DriftRow {
  const [least, most] = higherIsBetter(metric) ? [-change.high, -change.low] : [change.low, change.high];
  const within = least > 0 ? 'grown' : most < 0 ? 'shrunk' : 'same';
  const kind = code === 'regressed' ? 'beyond' : code === 'inconclusive' ? 'undecided' : within;
  return { label, metric, where, base, head, change, confidence, kind };
}

function size({ metric, change }: DriftRow): number {
  return higherIsBetter(metric) ? -change.value : change.value;
}

/** Writes the drift as data. @param issue address of the issue; null where there is none */
export function describeDrift({ rows, ...drift }: Drift, issue: string | null): object {
  return {
    schemaVersion: 1,
    ...drift,
    changes: rows.map(({ metric, ...row }) => ({ ...row, metric: printMetric(metric) })),
    issue,
  };
}
