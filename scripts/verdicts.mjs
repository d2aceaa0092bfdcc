/**
 * Parts of docs/verdicts.md. Verdicts, words and headlines are those of the source; what they mean is told here, and each
 * must have a meaning. Throws where one has none, or where a meaning is of nothing that there is.
 */
import { importSource } from './source.mjs';

const { INVALID, METRICS, plain, STATUSES, tellInvalid, TONES, VERDICTS } = await importSource(
  'verdicts',
  `
  export { METRICS } from './src/metrics/table.ts';
  export { TONES } from './src/report/format/passages.ts';
  export { plain } from './src/report/format/phrase.ts';
  export { tellInvalid } from './src/report/words/troubles.ts';
  export { STATUSES } from './src/report/words/rows.ts';
  export { VERDICTS } from './src/verdict/codes.ts';
  export { INVALID } from './tests/report/obstacles.ts';
`,
);

const ACCEPTED = '[accepted](require.md#accepting-a-slowdown)';

const VERDICT_MEANINGS = {
  regressed: 'something is slower, or fails more often, by more than the tolerance',
  missed: 'an SLO does not hold, or the service crashed',
  invalid: 'it could not be measured; this says nothing about the change',
  accepted: `it would block, but somebody with permission ${ACCEPTED} it`,
  'at-limit': "an SLO's limit lies within the interval; blocks with `fail-on: at-limit`",
  inconclusive: 'neither a change nor its absence could be shown; blocks with `fail-on: inconclusive`',
  improved: 'something is faster, and nothing is worse',
  unchanged: 'every change is shown to be smaller than the tolerance',
  'first-run': 'there is nothing to compare with yet; SLOs are still judged',
  met: 'the SLOs hold, and there was nothing to compare, for instance with the same files on both sides',
  skipped: 'no file that `when.changed` names has changed',
};

/** Meaning, and what to do. */
const WORD_MEANINGS = {
  met: 'the whole interval is within the limit',
  missed:
    'the whole interval is beyond the limit. If base misses it too, this change is not the cause. A value after it is the judged one; columns show a typical start. `in the soak`: missed under 20 s of uninterrupted load, so look for what fills up: a queue, a pool, memory',
  limit:
    'the limit is within the interval, or is met in short rounds but not in the soak: raise it a little, or make the service faster',
  few: 'the percentile may also be above the limit: use more load, a larger `budget`, or a lower percentile',
  growing:
    'latency or memory had not settled when the load ended: look for a queue, a pool, a cache or a leak; a longer `measure.soak` shows where it ends',
  unchanged: 'every change within the interval is smaller than the tolerance',
  noisy:
    'not certain among so many metrics, or the interval reaches beyond the tolerance: use a larger `budget` or a quieter runner, or a larger `tolerance` if a change of that size does not matter',
  otherWork: 'base and head do different work, so less time is not an improvement: compare the answers',
  first: 'there was nothing to compare with yet',
  skipped:
    'it was left out, and a sentence says why, such as the same files on both sides or too few requests',
  accepted: 'it would block, but somebody accepted it',
};

/** What to do about obstacles whose own text does not say enough, by their kind. */
const ADVICE = {
  starved: 'the service and k6 share the machine. A re-run will not help',
  disturbed:
    'other processes took CPU time in more than one round in five: re-run all jobs, stop other workloads, or use a dedicated runner',
  'not-ready': 'read the log below it: the port, `ready`, a missing variable',
  'base-failed': `git ignores something that it needs: let \`build\` create it. A change that repairs the base can be ${ACCEPTED}. If head crashed too, read the log`,
  'cost-unknown':
    '`start` runs a container, or this is not Linux: use `image` or `compose`, or remove that SLO',
};

/** Looks up a meaning for each of the keys. */
function explain(keys, meanings) {
  const unknown = [
    ...keys.filter((key) => !(key in meanings)),
    ...Object.keys(meanings).filter((key) => !keys.includes(key)),
  ];
  if (unknown.length > 0)
    throw new Error(`scripts/verdicts.mjs does not fit the source: ${unknown.join(', ')}`);
  return keys.map((key) => meanings[key]);
}

/** Lists the words of all metrics for a change to the worse or to the better. */
const wordsOf = (way) => {
  const all = new Set(Object.values(METRICS).map(({ words }) => words[way]));
  return [...all].map((word) => `\`${word}\``).join(', ');
};

/** Gives the parts of the page: heads and rows of tables. */
export function listVerdictParts() {
  const codes = Object.keys(VERDICTS);
  const meanings = explain(codes, VERDICT_MEANINGS);
  const icons = codes.map((code) => (VERDICTS[code].exitCode === 1 ? TONES.bad.icon : VERDICTS[code].icon));
  const words = Object.keys(STATUSES);
  const told = explain(words, WORD_MEANINGS);
  const kinds = new Map(
    INVALID.toReversed().map((reason) => [reason.kind, plain(tellInvalid(reason).title)]),
  );
  explain(
    [...kinds.keys()].filter((kind) => kind in ADVICE),
    ADVICE,
  );
  return {
    verdicts: [
      ['', 'Verdict', 'Exit code', 'Meaning'],
      codes.map((code, i) => [icons[i], `\`${code}\``, String(VERDICTS[code].exitCode), meanings[i]]),
    ],
    words: [
      ['Words', 'Meaning, and what to do'],
      [
        ...words.map((word, i) => [`\`${STATUSES[word]}\``, told[i]]),
        [wordsOf('worse'), 'proven to exceed the tolerance'],
        [wordsOf('better'), 'proven, whatever its size'],
      ],
    ],
    obstacles: [
      ['Headline', 'What to do'],
      Object.keys(ADVICE).map((kind) => [kinds.get(kind), ADVICE[kind]]),
    ],
  };
}
