import { resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { warnOfHosts } from '../config/hosts.ts';
import { printCapacity } from '../config/language/capacity.ts';
import { parseDuration } from '../config/language/duration.ts';
import { printLoad } from '../config/language/load.ts';
import { readConfig } from '../config/read.ts';
import { chooseSource, selectScenarios, splitNames } from '../config/selection.ts';
import { resolveSensitivity } from '../config/sensitivity.ts';
import { EXIT, type ExitCode } from '../errors.ts';
import { canPair } from '../gate/arms.ts';
import { listBlockSlots } from '../plan/layout.ts';
import type { Plan } from '../plan/plan.ts';
import { planRun } from '../plan/planning.ts';
import type { CapacitySearch } from '../plan/search.ts';
import { describeShortage } from '../plan/shortage.ts';
import { isAlone, loadSeconds, type Slot } from '../plan/slot.ts';
import { mayTakeTurns, type Step } from '../plan/step.ts';
import { digestStep } from '../records/creation.ts';
import { expectDetectable, type Outlook } from '../records/outlook.ts';
import { formatChange } from '../report/format/numbers.ts';
import { title } from '../report/words/terms.ts';
import { findCheckout } from '../revision/checkout.ts';
import { openStore } from './store.ts';

type PlanCommandOptions = {
  config: string;
  only?: string[];
  budget?: string;
  from?: Config['baseline']['kind'];
  store?: string;
  json?: boolean;
};

/** `tailgate plan`: tells what a run would do and how long it would take, without a run. */
export async function plan(options: PlanCommandOptions, signal: AbortSignal): Promise<ExitCode> {
  const only = (options.only ?? []).flatMap(splitNames);
  const whole = readConfig(resolve(options.config), process.cwd());
  const config = chooseSource(selectScenarios(whole, only), options.from);
  const paired = canPair(config, await findCheckout(config.directory, process.env, signal));
  const budgetSeconds = options.budget === undefined ? undefined : parseDuration(options.budget);
  const planned = planRun(config, { budgetSeconds, paired });
  const outlook = paired ? await lookOut(config, planned, options.store, signal) : null;
  const document = {
    schemaVersion: 1,
    ...planned,
    when: config.when ?? null,
    allow: config.allow,
    outlook: outlook?.changes ?? [],
  };
  process.stdout.write(
    options.json
      ? `${JSON.stringify(document, null, 2)}\n`
      : describePlan(planned) + describeHosts(config) + describeWhen(config) + describeOutlook(outlook),
  );
  return EXIT.pass;
}

/** Number of records that are searched for the newest paired run. */
const NEWEST = 64;

type Expected = { date: string; changes: Outlook[] };

/** The smallest changes that a run is expected to see, from the newest paired run among the records. */
async function lookOut(
  config: Config,
  planned: Plan,
  place: string | undefined,
  signal: AbortSignal,
): Promise<Expected | null> {
  const { records } = await openStore(config, place, signal).list({ newest: NEWEST });
  const last = records.findLast((record) => record.pair !== undefined);
  if (last === undefined) return null;
  const digests = new Map(planned.steps.map((step) => [step.label, digestStep(step)]));
  const changes = expectDetectable(planned, last, digests, (name, metric) =>
    resolveSensitivity(config, config.scenarios.find((scenario) => scenario.name === name)!, metric),
  );
  return { date: last.recordedAt.slice(0, 10), changes };
}

function describeOutlook(outlook: Expected | null): string {
  if (outlook === null || outlook.changes.length === 0) return '';
  const lines = outlook.changes.map(({ label, metric, detectable }) => {
    const change = detectable === null ? 'none that it could tell' : formatChange(detectable);
    return `  ${title(label, metric)}: ${change}`;
  });
  return [
    `Smallest slowdowns that 8 runs of 10 would report, as noisy as the run of ${outlook.date}:`,
    ...lines,
    '',
  ].join('\n');
}

function describeHosts(config: Config): string {
  return warnOfHosts(config)
    .map((warning) => `Warning: ${warning}\n`)
    .join('');
}

function describeWhen({ when }: Config): string {
  if (when === undefined) return '';
  const patterns = when.changed.map((pattern) => JSON.stringify(pattern)).join(', ');
  return `Nothing of it unless base and head differ in ${patterns}, in the configuration or in a script that it names.\n`;
}

function describePlan(planned: Plan): string {
  const { suite, steps, seconds, shortages } = planned;
  const fixed = steps.some(({ load }) => load.kind === 'fixed-work') ? ', plus the fixed work' : '';
  const first = steps.length > 0 ? `${Math.ceil(seconds.firstBlock)} s for the first block, ` : '';
  return [
    `suite ${suite}`,
    ...steps.map((step) => describeStep(planned, step)),
    ...planned.searches.map((search) => describeSearch(planned, search)),
    ...describeBlocks(planned),
    `Under load: ${first}${Math.ceil(seconds.atMost)} s at most${fixed}.`,
    ...describeWallTime(planned),
    ...shortages.map(describeShortage),
    '',
  ].join('\n');
}

/** Says what it costs that arms cannot take turns. */
function describeAlone(steps: readonly Step[]): string[] {
  const labels = steps.filter((step) => !mayTakeTurns(step)).map(({ label }) => label);
  if (labels.length === 0) return [];
  const list = labels.join(', ');
  return [
    `No turns in ${list} (a script or a closed model): each revision is measured alone, and a change must be some three times as large to be seen.`,
  ];
}

/** Time (s) of a block beside its load: k6's start and end, a service that starts at once, and its stop. */
const BLOCK_OVERHEAD_SECONDS = 0.4;

/** Says how long a user waits. How long the services take to build and to start is not known before a run. */
function describeWallTime({ paired, blocks, looks, seconds }: Plan): string[] {
  if (!paired || blocks < 2) return [];
  const each = (seconds.atMost - seconds.firstBlock - seconds.soak - seconds.searches) / (blocks - 1);
  const wall = (count: number) =>
    Math.ceil(
      seconds.firstBlock +
        (count - 1) * each +
        count * BLOCK_OVERHEAD_SECONDS +
        seconds.soak +
        seconds.searches,
    );
  const [first, last] = [wall(looks[0]!), wall(blocks)];
  const range = first === last ? `${first} s` : `${first} s when the first look is clear, ${last} s at most`;
  const soak = seconds.soak > 0 ? `, ${Math.ceil(seconds.soak)} s of soak included` : '';
  return [`Wall time: about ${range}${soak}, and for each block the time in which the services start.`];
}

function describeStep(planned: Plan, step: Step): string {
  const own = listBlockSlots({ ...planned, steps: [step] }, 0).filter(
    (slot) => slot.arm === 'head' && slot.round !== null,
  );
  const alternating = own.filter((slot) => !isAlone(slot));
  const alone = own.filter(isAlone);
  const load = (slots: Slot[]) => `${slots.length} × ${loadSeconds(slots[0]!)} s`;
  const where = `in a block, ${step.virtualUsers} virtual users`;
  if (alternating.length > 0) {
    const loads = `${load(alternating)} for each revision in turns, ${load(alone)} for each alone`;
    return `  ${step.label}: ${printLoad(step.load)}, ${loads} ${where}`;
  }
  const rounds = step.load.kind === 'fixed-work' ? 'once' : load(own);
  const each = planned.paired ? ' for each revision' : '';
  return `  ${step.label}: ${printLoad(step.load)}, ${rounds}${each} ${where}`;
}

function describeSearch({ paired }: Plan, { label, goal, budgetSeconds, blocks }: CapacitySearch): string {
  const starts = `${blocks.expected} to ${blocks.most}`;
  const count = blocks.expected === blocks.most ? `${blocks.most}` : starts;
  const whose = paired ? 'of each revision ' : '';
  return `  ${label}: capacity, ${printCapacity(goal)}: searched on ${count} fresh starts ${whose}by trials of 2 to 10 s, in ${budgetSeconds} s at most`;
}

function describeBlocks({ paired, swapped, blocks, looks, steps }: Plan): string[] {
  if (steps.length === 0) return [];
  if (!paired) {
    return [
      blocks > 1
        ? `Up to ${blocks} blocks, each with a fresh start of the services; it stops as soon as every SLO is decided.`
        : 'One block with a fresh start of the services.',
    ];
  }
  const tries = looks.length > 1 ? `, tried after ${looks.slice(0, -1).join(', ')} and ${looks.at(-1)}` : '';
  return [
    `Base and head side by side in ${blocks} blocks at most${tries}; each block has fresh starts of both.`,
    ...describeAlone(steps),
    ...(swapped
      ? [
          'The port is fixed, so base and head take turns; `url: http://127.0.0.1:${PORT}` lets both be up, which is quicker.',
        ]
      : []),
  ];
}
