import { defaultTolerance } from '../metrics/metric.ts';
import { table, toMarkdown } from '../report/format/markdown.ts';
import { formatMovement, formatShare, formatValue } from '../report/format/numbers.ts';
import { code, link, type Phrase, plain, say, strong } from '../report/format/phrase.ts';
import { alignTable } from '../report/format/text-table.ts';
import { cut } from '../report/format/visible.ts';
import { listed, title } from '../report/words/terms.ts';
import type { Drift, DriftRow } from './drift.ts';

const KINDS: Record<DriftRow['kind'], string> = {
  beyond: 'beyond the tolerance',
  grown: 'worse, within the tolerance',
  shrunk: 'better',
  same: 'no change shown',
  undecided: 'undecided',
};

/** Most metrics that an issue lists; the gravest come first. */
const MOST_ROWS = 40;

/** Writes the drift for a terminal. */
export function renderDrift(drift: Drift): string {
  const lines = alignTable(
    ['', cut(drift.from.name, 24), 'now', 'change', ''].map((header, i) => ({
      header,
      right: i > 0 && i < 4,
    })),
    drift.rows.map((row) => cellsOf(row).map((text) => ({ text }))),
  );
  return [...(drift.rows.length === 0 ? [] : lines), plain(summarise(drift)), ...drift.reasons].join('\n');
}

/** Says the whole in one sentence. */
export function summarise({ result, from, rows, tolerance }: Drift): Phrase {
  const since = say`since ${code(cut(from.name, 60))}`;
  const limit = toleranceWords(rows, tolerance);
  switch (result) {
    case 'beyond': {
      const beyond = rows.filter(({ kind }) => kind === 'beyond');
      const all = listed(beyond.slice(0, 3).map(nameChange));
      const rest = beyond.length > 3 ? `, and ${beyond.length - 3} more` : '';
      return say`${strong(`${all}${rest}`)} ${since}, surely beyond the tolerance.`;
    }
    case 'within':
      return rows.length === 0
        ? say`Nothing that is compared has changed ${since}.`
        : say`No latency that is compared has become more than ${limit} slower ${since}, and nothing else worse than its tolerance.`;
    case 'undecided':
      if (rows.length === 0) return say`Nothing could be compared: what has changed ${since} is not known.`;
      return say`Whether something has become more than ${limit} slower ${since} is not decided: a larger ${code('budget')} or a quieter machine tells.`;
    case 'unmeasured':
      return say`What has changed ${since} could not be measured.`;
  }
}

/** Writes the tolerance. What each arm does alone under the whole load scatters more, and has no smaller one than usual. */
function toleranceWords(rows: readonly DriftRow[], tolerance: number): string {
  const alone = rows.find(({ where }) => where === 'alone');
  const least = alone === undefined ? 0 : defaultTolerance(alone.metric, 'alone');
  const own = least > tolerance ? ` (${formatShare(least)} with the whole load alone)` : '';
  return `${formatShare(tolerance)}${own}`;
}

/** Writes the issue. Its first line, hidden when rendered, is the marker. */
export function writeIssue(
  drift: Drift,
  { marker, run, closes }: { marker: string; run: string; closes: boolean },
): { title: string; body: string } {
  const { from, to, rows, tolerance } = drift;
  const [worst] = rows;
  const name = (text: string, sha: string) =>
    toMarkdown(
      text === sha.slice(0, 10) ? say`${code(text)}` : say`${code(cut(text, 60))} ${code(sha.slice(0, 10))}`,
    );
  const search = `tailgate bisect ${from.sha.slice(0, 10)} ${to.sha.slice(0, 10)}`;
  const parts = [
    marker,
    toMarkdown(summarise(drift)),
    ...(rows.length === 0
      ? []
      : [
          table(
            ['', name(from.name, from.sha), name(to.name, to.sha), 'change', ''],
            ['-', '-:', '-:', '-:', '-'],
            rows.slice(0, MOST_ROWS).map((row) => cellsOf(row).map((text) => toMarkdown(say`${text}`))),
          ),
          toMarkdown(
            say`Both were measured side by side. The tolerance is ${toleranceWords(rows, tolerance)} for latencies and capacities (${code('drift.tolerance')}). Each change since may have been within that of its own run: small ones add up. ${code(search)} finds a large one among them.`,
          ),
        ]),
    closes
      ? 'Nothing is beyond the tolerance any more, so this issue is closed.'
      : 'Tailgate keeps this issue up to date, and closes it once nothing is beyond the tolerance.',
    toMarkdown([link('Run', run)]),
  ];
  const head =
    worst?.kind === 'beyond'
      ? `${nameChange(worst)} since ${cut(from.name, 60)}`
      : `since ${cut(from.name, 60)}`;
  return { title: plain(say`Drift of ${drift.suite}: ${head}`), body: `${parts.join('\n\n')}\n` };
}

function nameChange({ label, metric, where, change }: DriftRow): string {
  return `${title(label, metric, where)} ${formatMovement(metric, change)}`;
}

function cellsOf({ label, metric, where, base, head, change, kind }: DriftRow): string[] {
  return [
    title(label, metric, where),
    formatValue(metric, base),
    formatValue(metric, head),
    formatMovement(metric, change),
    KINDS[kind],
  ];
}
