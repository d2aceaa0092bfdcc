import type { Config } from '../config/config.ts';
import { EXIT, type ExitCode, throwIfInterrupted } from '../errors.ts';
import { canPair } from '../gate/arms.ts';
import { readWanted } from '../gate/gate.ts';
import { type PlannedVariant, planVariants } from '../plan/planning.ts';
import { parseShardCount, planShards, timeOf } from '../plan/shards.ts';
import { addSeconds } from '../plan/wall.ts';
import { describePlans, describeShards } from '../report/plan.ts';
import { findCheckout } from '../revision/checkout.ts';
import { type CommonOptions, readCommon } from './shared.ts';

type PlanCommandOptions = CommonOptions & { from?: Config['baseline']['kind']; json?: boolean } & Partial<
    Record<'shards' | 'baseUrl' | 'headUrl', string>
  >;

/** `tailgate plan`: tells what a run would do and how long it would take, without a run. @throws Interrupted */
export async function plan(options: PlanCommandOptions, signal: AbortSignal): Promise<ExitCode> {
  const { baseUrl: base, headUrl: head, from, shards, json } = options;
  const common = readCommon(options, signal);
  const { environment, budgetSeconds } = common;
  const config = readWanted({ ...common, deployments: { base, head }, from }, 'plan');
  const checkout = await findCheckout(config.directory, environment, signal);
  const wanted = { budgetSeconds, paired: canPair(config, checkout) };
  const planned = planVariants(config, wanted);
  // A signal that came meanwhile otherwise waits for the end of a long computation.
  await new Promise((done) => setImmediate(done));
  throwIfInterrupted(signal);
  const shared = shards === undefined ? null : planShards(config, parseShardCount(shards), wanted);
  if (json) {
    const { when = null, allow, pods = null } = config;
    const document = shared
      ? { shards: shared.map((shard) => ({ labels: listLabels(shard.planned), wallSeconds: timeOf(shard) })) }
      : { ...describeDocument(planned), when, allow, pods };
    process.stdout.write(`${JSON.stringify({ schemaVersion: 1, ...document }, tidyNumber, 2)}\n`);
    return EXIT.pass;
  }
  const patterns = config.when?.changed.map((pattern) => JSON.stringify(pattern)).join(', ');
  const condition =
    patterns === undefined
      ? ''
      : `Nothing of it unless base and head differ in ${patterns}, in the configuration or in a script that it names.\n`;
  process.stdout.write(shared ? describeShards(shared, planned) : describePlans(planned, config) + condition);
  return EXIT.pass;
}

/** Writes 114.8 for 114.79999999999997. */
function tidyNumber(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
}

function listLabels(planned: readonly PlannedVariant[]): string[] {
  return planned.flatMap(({ plan: { steps, searches } }) =>
    [...steps, ...searches].map(({ label }) => label),
  );
}

/** Gives the plan as JSON has it: that of the suite, or those of all variants and what they take together. */
function describeDocument(planned: readonly PlannedVariant[]): object {
  const [{ config, plan }] = planned as [PlannedVariant, ...PlannedVariant[]];
  if (config.variant === undefined) return plan;
  const { atMost, wall } = addSeconds(planned.map((one) => one.plan));
  const variants = planned.map(({ config: { variant }, plan: { suite: _, ...own } }) => {
    const { name, values } = variant!;
    return { name, values, ...own };
  });
  return { suite: plan.suite, variants, seconds: { atMost }, wallSeconds: wall };
}
