import type { Config } from '../config/config.ts';
import { chooseDeployments } from '../config/deployments.ts';
import { warnOfHosts } from '../config/hosts.ts';
import { parseDuration } from '../config/language/duration.ts';
import { readConfig } from '../config/read.ts';
import { chooseSource, explainSelection, selectScenarios, splitNames } from '../config/selection.ts';
import { EXIT, type ExitCode, throwIfInterrupted } from '../errors.ts';
import { canPair } from '../gate/arms.ts';
import { tellPlan } from '../gate/details.ts';
import { type PlannedVariant, planVariants } from '../plan/planning.ts';
import { type PlannedShard, parseShardCount, planShards, timeOf } from '../plan/shards.ts';
import { addSeconds } from '../plan/wall.ts';
import { childEnvironment } from '../processes/environment.ts';
import { assertAimed } from '../records/work-files.ts';
import { describePlans, describeShards } from '../report/plan.ts';
import { findCheckout } from '../revision/checkout.ts';
import { chooseConfigPath } from './config-path.ts';
import { describePlannedBase, findPlannedBase } from './plan-base.ts';

/** `config`: path; absent: the file is looked for. `base`: revision; absent: that of a run is not looked for. */
type PlanCommandOptions = { only?: string[]; from?: Config['baseline']['kind']; json?: boolean } & Partial<
  Record<'config' | 'shards' | 'baseUrl' | 'headUrl' | 'base' | 'budget', string>
>;

/** `tailgate plan`: tells what a run would do and how long it would take, without a run. @throws Interrupted */
export async function plan(options: PlanCommandOptions, signal: AbortSignal): Promise<ExitCode> {
  const only = (options.only ?? []).flatMap(splitNames);
  const calling = { command: 'tailgate plan', variables: childEnvironment(process.env) };
  const whole = readConfig(chooseConfigPath(options.config), process.cwd(), { only, calling });
  const deployed = chooseDeployments(selectScenarios(whole, only), {
    base: options.baseUrl,
    head: options.headUrl,
  });
  const config = chooseSource(deployed, options.from);
  assertAimed(config);
  const checkout = await findCheckout(config.directory, process.env, signal);
  const base =
    options.base === undefined ? null : await findPlannedBase(config, checkout, options.base, signal);
  const isSame = base?.differs === 'not' && config.deployments === undefined;
  const paired = canPair(config, checkout) && !isSame;
  const budgetSeconds = options.budget === undefined ? undefined : parseDuration(options.budget);
  await heedSignals(signal);
  const planned = planVariants(config, { budgetSeconds, paired });
  for (const each of planned) tellPlan(each.plan);
  await heedSignals(signal);
  if (options.shards !== undefined) {
    const shards = planShards(config, parseShardCount(options.shards), { budgetSeconds, paired });
    process.stdout.write(
      options.json
        ? `${JSON.stringify({ schemaVersion: 1, shards: shards.map(describeShard) }, tidyNumber, 2)}\n`
        : describeShards(shards, planned),
    );
    return EXIT.pass;
  }
  throwIfInterrupted(signal);
  if (options.json) {
    const { when = null, allow, pods = null } = config;
    const document = { schemaVersion: 1, ...describeDocument(planned), when, base, allow, pods };
    process.stdout.write(`${JSON.stringify(document, tidyNumber, 2)}\n`);
    return EXIT.pass;
  }
  const lines = [
    ...explainSelection(config, only).map((note) => `${note}.`),
    ...warnOfHosts(config).map((warning) => `Warning: ${warning}`),
    ...describeWhen(config),
    ...(base === null ? [] : describePlannedBase(base, config)),
  ];
  process.stdout.write(describePlans(planned, config) + lines.map((line) => `${line}\n`).join(''));
  return EXIT.pass;
}

/** Lets a signal that came meanwhile in, which otherwise waits for the end of a long computation. @throws Interrupted */
async function heedSignals(signal: AbortSignal): Promise<void> {
  await new Promise((done) => setImmediate(done));
  throwIfInterrupted(signal);
}

/** Writes 114.8 for 114.79999999999997. */
function tidyNumber(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
}

function describeWhen({ when }: Config): string[] {
  if (when === undefined) return [];
  const patterns = when.changed.map((pattern) => JSON.stringify(pattern)).join(', ');
  return [
    `Nothing of it unless base and head differ in ${patterns}, in the configuration or in a script that it names.`,
  ];
}

function describeShard(shard: PlannedShard): object {
  const labels = shard.planned.flatMap(({ plan: { steps, searches } }) =>
    [...steps, ...searches].map(({ label }) => label),
  );
  return { labels, wallSeconds: timeOf(shard) };
}

/** Gives the plan as JSON has it: that of the suite, or those of all variants and what they take together. */
function describeDocument(planned: readonly PlannedVariant[]): object {
  const [{ config, plan }] = planned as [PlannedVariant, ...PlannedVariant[]];
  if (config.variant === undefined) return plan;
  const { atMost, wall } = addSeconds(planned.map((one) => one.plan));
  return {
    suite: plan.suite,
    variants: planned.map(({ config: { variant }, plan: { suite: _, ...own } }) => ({
      name: variant!.name,
      values: variant!.values,
      ...own,
    })),
    seconds: { atMost },
    wallSeconds: wall,
  };
}
