import { resolve } from 'node:path';
import { parseDuration } from '../config/duration.ts';
import { printLoad } from '../config/load.ts';
import { readConfig } from '../config/read.ts';
import { selectScenarios, splitNames } from '../config/selection.ts';
import { EXIT, type ExitCode } from '../errors.ts';
import { type Plan, planRun } from '../plan/plan.ts';
import { describeShortage } from '../plan/shortage.ts';

/** `tailgate plan`: what a run would do, and how long it would take, without doing it. */
export async function plan(options: {
  config: string;
  only?: string[];
  budget?: string;
  json?: boolean;
}): Promise<ExitCode> {
  const only = (options.only ?? []).flatMap(splitNames);
  const config = selectScenarios(readConfig(resolve(options.config), process.cwd()), only);
  const planned = planRun(config, options.budget === undefined ? undefined : parseDuration(options.budget));
  process.stdout.write(options.json ? `${JSON.stringify(planned, null, 2)}\n` : describePlan(planned));
  return EXIT.pass;
}

function describePlan({ suite, steps, looks, seconds, shortages }: Plan): string {
  const slots = looks[0]!.flatMap((program) => program.slots);
  const rows = steps.map((step) => {
    const own = slots.filter((slot) => slot.step === step && slot.round !== null);
    const shape = step.load.kind === 'fixed-work' ? 'once' : `${own.length} × ${own[0]!.seconds} s`;
    return `  ${step.label}: ${printLoad(step.load)}, ${shape}, ${step.virtualUsers} virtual users`;
  });
  const fixed = steps.some(({ load }) => load.kind === 'fixed-work') ? ', plus the fixed work' : '';
  const more =
    looks.length > 1
      ? `Up to ${looks.length} blocks, each with a fresh start of the services; it stops as soon as every SLO is decided.`
      : 'One block with a fresh start of the services.';
  return [
    `suite ${suite}`,
    ...rows,
    more,
    `Under load: ${Math.ceil(seconds.firstLook)} s for the first block, ${Math.ceil(seconds.atMost)} s at most${fixed}.`,
    ...shortages.map(describeShortage),
    '',
  ].join('\n');
}
