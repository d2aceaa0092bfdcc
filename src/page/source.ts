import type { Config } from '../config/config.ts';
import { listVariants } from '../config/variants.ts';
import { EXIT, UserError } from '../errors.ts';
import { type CapacitySearch, planSearches } from '../plan/search.ts';
import { planAllSteps, type Step } from '../plan/step.ts';
import { digestSearch, digestStep } from '../records/creation.ts';
import { mergeRecords, type RunRecord } from '../records/record.ts';
import { readRunFile } from '../records/run-file.ts';
import { orderRecords, selectBaseline, selectTrend } from '../records/selection.ts';
import type { RecordStore } from '../records/store.ts';
import { composeContent, type PageContent } from '../report/page/content.ts';

/** Where the record of a page comes from: a file, or the newest in a store, of one branch if that is given. */
export type RecordSource =
  | { kind: 'file'; path: string }
  | { kind: 'store'; store: RecordStore; branch?: string };

/** Most earlier records in a trend: as many as have room. */
const MOST_EARLIER = 40;

/**
 * Reads the record of a page and those before it.
 *
 * @throws UserError when there is none, or none that holds a measurement
 */
export async function readSource(
  source: RecordSource,
  note: (text: string) => void,
): Promise<{ record: RunRecord; earlier: RunRecord[] }> {
  if (source.kind === 'file') return { record: readRecordFile(source.path), earlier: [] };
  const { branch, store } = source;
  const records = await store.list(note);
  const record = records
    .filter((one) => branch === undefined || one.branch === branch)
    .sort(orderRecords)
    .at(-1);
  if (record === undefined) {
    throw new UserError({
      what: `There is no record${branch === undefined ? '' : ` of ${JSON.stringify(branch)}`} to write a page from.`,
      hint: '`tailgate run --record` makes one, `--from FILE` takes what `tailgate run --json FILE` wrote, and `--check=structure` needs none.',
      exitCode: EXIT.unmeasured,
    });
  }
  const runs = groupShards(selectBaseline(records, { branch: record.branch, job: record.job }));
  const own = runs.find((run) => run.includes(record)) ?? [record];
  const whole = putTogether(own);
  const before = runs.filter((run) => run !== own).map(putTogether);
  const earlier = before.filter((one) => orderRecords(one, whole) < 0);
  return { record: whole, earlier: selectTrend(whole, earlier).slice(-MOST_EARLIER) };
}

/** Groups records that are parts of one suite, which several machines have shared; all others are by themselves. */
function groupShards(records: readonly RunRecord[]): RunRecord[][] {
  const runs = new Map<string | RunRecord, RunRecord[]>();
  for (const record of records) {
    const { commit, shard } = record;
    const key = commit === null || shard === undefined ? record : `${commit} ${shard.total}`;
    runs.set(key, [...(runs.get(key) ?? []), record]);
  }
  return [...runs.values()];
}

function putTogether(parts: readonly RunRecord[]): RunRecord {
  if (parts.length === 1) return parts[0]!;
  const { shard: _, ...whole } = mergeRecords(parts);
  return whole;
}

/**
 * Brings together the configuration and a record.
 *
 * @param buckets bounds (ms) of the buckets in which requests are counted
 * @throws UserError when the record holds no step of the configuration
 */
export function readContent(
  config: Config,
  { record, earlier }: { record: RunRecord; earlier: RunRecord[] },
  buckets: readonly number[] = [],
): { content: PageContent; leftOut: string[] } {
  const declared = listDeclared(config);
  const { steps, searches } = declared;
  const digests = new Map([
    ...steps.map((step) => [step.label, digestStep(step, config)] as const),
    ...searches.map((search) => [search.label, digestSearch(search, config)] as const),
  ]);
  const found = composeContent(declared, digests, { record, buckets, earlier });
  const { groups, capacities } = found.content;
  if (groups.length + capacities.length > 0 || steps.length + searches.length === 0) return found;
  throw new UserError({
    what: 'The record holds no scenario of the configuration as it is declared.',
    hint: 'Measure again: `tailgate run --record`.',
    exitCode: EXIT.unmeasured,
  });
}

/** Lists the steps and searches that the configuration declares, in all variants and in its order. */
export function listDeclared(config: Config): { steps: Step[]; searches: CapacitySearch[] } {
  const variants = listVariants(config);
  return {
    steps: variants.flatMap(planAllSteps),
    searches: variants.flatMap((variant) => planSearches(variant, false)),
  };
}

function readRecordFile(path: string): RunRecord {
  const { record, verdict } = readRunFile(path);
  if (verdict === 'invalid')
    throw new UserError({
      what: `${path} is of a run that could not be measured. A page shows measurements.`,
      hint: 'Run it again on a quiet machine.',
      exitCode: EXIT.unmeasured,
    });
  return record;
}
