import type { Config } from '../config/config.ts';
import { listVariants } from '../config/variants.ts';
import { EXIT, UserError } from '../errors.ts';
import { type CapacitySearch, planSearches } from '../plan/search.ts';
import { planAllSteps, type Step } from '../plan/step.ts';
import { type RecordStore, readRegular } from '../records/folder.ts';
import { mergeRecords, type RunRecord, readRecord } from '../records/record.ts';
import { orderRecords, selectBaseline, selectTrend } from '../records/selection.ts';
import { digestStep } from '../records/steps.ts';
import { composeContent } from '../report/page/content.ts';

/** Where the record of a page comes from: a file, or the newest in a store, of one branch if that is given. */
export type RecordSource =
  | { kind: 'file'; path: string }
  | { kind: 'store'; store: RecordStore; branch?: string };

/** Most earlier records in a trend: as many as fit. */
const MOST_EARLIER = 40;

/**
 * Reads the record of a page and earlier ones.
 *
 * @throws UserError if there is none, or none with a measurement
 */
export async function readSource(
  source: RecordSource,
  note: (text: string) => void,
): Promise<{ record: RunRecord; earlier: RunRecord[] }> {
  if (source.kind === 'file') {
    const { record, verdict } = readRunFile(source.path);
    if (verdict !== 'invalid') return { record, earlier: [] };
    throw refuse(`${source.path} is from a run that was not measured.`, 'Run it again on a quiet machine.');
  }
  const { branch, store } = source;
  const records = await store.list(note);
  const newest = records
    .filter((one) => branch === undefined || one.branch === branch)
    .sort(orderRecords)
    .at(-1);
  if (newest === undefined)
    throw refuse(
      `There is no record${branch === undefined ? '' : ` of ${JSON.stringify(branch)}`} to write a page from.`,
      '`tailgate run --record` creates one, `--from FILE` reads what `tailgate run --json FILE` wrote, and `--check=structure` needs none.',
    );
  // Records of parts of one suite, shared by several machines, are combined; all others stay separate.
  const runs = new Map<string | RunRecord, RunRecord[]>();
  const keyOf = (one: RunRecord) =>
    one.commit === null || one.shard === undefined ? one : `${one.commit} ${one.shard.total}`;
  for (const one of selectBaseline(records, { branch: newest.branch, job: newest.job }))
    runs.set(keyOf(one), [...(runs.get(keyOf(one)) ?? []), one]);
  const record = mergeRecords(runs.get(keyOf(newest)) ?? [newest]);
  runs.delete(keyOf(newest));
  const earlier = [...runs.values()].map(mergeRecords).filter((one) => orderRecords(one, record) < 0);
  return { record, earlier: selectTrend(record, earlier).slice(-MOST_EARLIER) };
}

/**
 * Reads a file with a run: a stored record, or the output of `tailgate run --json`, which contains the record and a
 * verdict.
 *
 * @throws UserError if it cannot be read or contains no run
 */
function readRunFile(path: string): { record: RunRecord; verdict: unknown } {
  try {
    const found = JSON.parse(readRegular(path));
    return { record: readRecord(JSON.stringify(found?.record ?? found)), verdict: found?.verdict };
  } catch (cause) {
    throw new UserError({
      what: `${path} is not a readable record: ${(cause as Error).message}.`,
      hint: 'Expected a Tailgate record: .tailgate/<suite>/*.json, or what `tailgate run --json FILE` writes.',
      cause,
    });
  }
}

/**
 * Combines the configuration with a record.
 *
 * @param buckets bounds (ms) of the buckets in which requests are counted
 * @throws UserError if the record contains no step of the configuration
 */
export function readContent(
  config: Config,
  { record, earlier }: { record: RunRecord; earlier: RunRecord[] },
  buckets: readonly number[] = [],
): ReturnType<typeof composeContent> {
  const declared = listDeclared(config);
  const { steps, searches } = declared;
  const digests = new Map([
    ...steps.map((step) => [step.label, digestStep(step, config)] as const),
    ...searches.map((search) => [search.label, digestStep(search, config)] as const),
  ]);
  const found = composeContent(declared, digests, { record, buckets, earlier });
  const { groups, capacities } = found.content;
  if (groups.length + capacities.length > 0) return found;
  throw refuse(
    'No scenario in the record matches the configuration.',
    'Measure again: `tailgate run --record`.',
  );
}

/** Lists the steps and searches that the configuration declares, in all variants and in its order. */
export function listDeclared(config: Config): { steps: Step[]; searches: CapacitySearch[] } {
  const variants = listVariants(config);
  return {
    steps: variants.flatMap(planAllSteps),
    searches: variants.flatMap((variant) => planSearches(variant, false)),
  };
}

/** A page shows measurements, but there are none. */
function refuse(what: string, hint: string): UserError {
  return new UserError({ what, hint, exitCode: EXIT.unmeasured });
}
