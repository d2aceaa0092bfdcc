import type { Config } from '../config/config.ts';
import { EXIT, type ExitCode } from '../errors.ts';
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

/** `tailgate plan`: shows what a run would do and how long it would take, without a run. @throws Interrupted */
export async function plan(options: PlanCommandOptions, signal: AbortSignal): Promise<ExitCode> {
  const { baseUrl: base, headUrl: head, from, shards, json } = options;
  const common = readCommon(options, signal);
  const { environment, budgetSeconds } = common;
  const config = readWanted({ ...common, deployments: { base, head }, from }, 'plan');
  const checkout = await findCheckout(config.directory, environment, signal);
  const wanted = { budgetSeconds, paired: canPair(config, checkout) };
  const planned = planVariants(config, wanted);
  const shared = shards === undefined ? null : planShards(config, parseShardCount(shards), wanted);
  if (json) {
    const { suite, when = null, allow, pods = null } = config;
    const describe = ({ config: { variant: own }, plan }: PlannedVariant) => {
      return { name: own?.name, values: own?.values, ...plan };
    };
    const { atMost, wall: wallSeconds } = addSeconds(planned.map((one) => one.plan));
    const variants = planned.map(describe);
    const shards = shared?.map((each) => ({
      variants: each.planned.map(describe),
      wallSeconds: timeOf(each),
    }));
    const document = { suite, when, allow, pods, seconds: { atMost }, wallSeconds, variants, shards };
    process.stdout.write(`${JSON.stringify({ schemaVersion: 1, ...document }, null, 2)}\n`);
    return EXIT.pass;
  }
  process.stdout.write(shared ? describeShards(shared, planned) : describePlans(planned, config));
  return EXIT.pass;
}
