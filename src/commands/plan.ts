import type { Config } from '../config/config.ts';
import { chooseDeployments } from '../config/deployments.ts';
import { warnOfHosts } from '../config/hosts.ts';
import { printCapacity } from '../config/language/capacity.ts';
import { parseDuration } from '../config/language/duration.ts';
import { printLoad } from '../config/language/load.ts';
import { readConfig } from '../config/read.ts';
import { chooseSource, explainSelection, selectScenarios, splitNames } from '../config/selection.ts';
import { resolveSensitivity } from '../config/sensitivity.ts';
import { bareLabel } from '../config/variants.ts';
import { EXIT, type ExitCode, throwIfInterrupted } from '../errors.ts';
import { canPair } from '../gate/arms.ts';
import { tellPlan } from '../gate/details.ts';
import { listBlockSlots } from '../plan/layout.ts';
import type { Plan } from '../plan/plan.ts';
import type { CapacitySearch } from '../plan/search.ts';
import { describeShortage } from '../plan/shortage.ts';
import { isAlone, loadSeconds, type Slot } from '../plan/slot.ts';
import { mayTakeTurns, type Step } from '../plan/step.ts';
import { type PlannedVariant, planVariants } from '../plan/variants.ts';
import { childEnvironment } from '../processes/environment.ts';
import { digestStep } from '../records/creation.ts';
import { expectDetectable, type Outlook } from '../records/outlook.ts';
import { formatChange } from '../report/format/numbers.ts';
import { counted, title } from '../report/words/terms.ts';
import { findCheckout } from '../revision/checkout.ts';
import { chooseConfigPath } from './config-path.ts';
import { openStore } from './store.ts';

type PlanCommandOptions = {
  /** Path of `--config`; absent: the file is looked for. */
  config?: string;
  only?: string[];
  baseUrl?: string;
  headUrl?: string;
  budget?: string;
  from?: Config['baseline']['kind'];
  store?: string;
  json?: boolean;
};

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
  const paired = canPair(config, await findCheckout(config.directory, process.env, signal));
  const budgetSeconds = options.budget === undefined ? undefined : parseDuration(options.budget);
  await heedSignals(signal);
  const planned = planVariants(config, { budgetSeconds, paired });
  for (const each of planned) tellPlan(each.plan);
  await heedSignals(signal);
  // It takes seconds for each, so a plan of many variants would not be there at once.
  const outlook = paired && planned.length === 1 ? await lookOut(planned[0]!, options.store, signal) : null;
  const document = {
    schemaVersion: 1,
    ...describeDocument(planned),
    when: config.when ?? null,
    allow: config.allow,
    outlook: outlook?.changes ?? [],
  };
  throwIfInterrupted(signal);
  process.stdout.write(
    options.json
      ? `${JSON.stringify(document, tidyNumber, 2)}\n`
      : describePlans(planned, config) +
          describeSelection(config, only) +
          describeHosts(config) +
          describeWhen(config) +
          describeOutlook(outlook),
  );
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

/** Number of records that are searched for the newest paired run. */
const NEWEST = 64;

type Expected = { date: string; changes: Outlook[] };

/** The smallest changes that a run is expected to see, from the newest paired run among the records. */
async function lookOut(
  { config, plan: planned }: PlannedVariant,
  place: string | undefined,
  signal: AbortSignal,
): Promise<Expected | null> {
  const { records } = await openStore(config, place, signal).list({ newest: NEWEST });
  const last = records.findLast((record) => record.pair !== undefined);
  if (last === undefined) return null;
  const digests = new Map(planned.steps.map((step) => [step.label, digestStep(step, config.deployments)]));
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

function describeSelection(config: Config, only: readonly string[]): string {
  return explainSelection(config, only)
    .map((note) => `${note}.\n`)
    .join('');
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

/** Gives the plan as JSON has it: that of the suite, or those of all variants and what they take together. */
function describeDocument(planned: readonly PlannedVariant[]): object {
  const [{ config, plan }] = planned as [PlannedVariant, ...PlannedVariant[]];
  if (config.variant === undefined) return plan;
  const walls = planned.map((one) => estimateWall(one.plan));
  return {
    suite: plan.suite,
    variants: planned.map(({ config: { variant }, plan: { suite: _, ...own } }) => ({
      name: variant!.name,
      values: variant!.values,
      ...own,
    })),
    seconds: { atMost: add(planned.map((one) => one.plan.seconds.atMost)) },
    wallSeconds: { least: add(walls.map(({ least }) => least)), most: add(walls.map(({ most }) => most)) },
  };
}

function add(seconds: readonly number[]): number {
  return Math.ceil(seconds.reduce((sum, one) => sum + one, 0));
}

function describePlans(planned: readonly PlannedVariant[], suite: Config): string {
  const [{ config, plan }] = planned as [PlannedVariant, ...PlannedVariant[]];
  const body = config.variant ? describeVariants(planned) : describePlan(plan, suite);
  return [`suite ${plan.suite}`, ...body, ''].join('\n');
}

function describePlan(planned: Plan, config: Config): string[] {
  const { steps, seconds, shortages } = planned;
  const first = steps.length > 0 ? `${Math.ceil(seconds.firstBlock)} s for the first block, ` : '';
  return [
    ...steps.map((step) => describeStep(planned, step, step.label)),
    ...planned.searches.map((search) => describeSearch(planned, search, search.label)),
    ...describeFamilies(steps),
    ...describeBlocks(planned, config),
    `Under load: ${first}${Math.ceil(seconds.atMost)} s at most${fixedWords(steps)}.`,
    ...describeWallTime(planned, config),
    ...shortages.map(describeShortage),
  ];
}

function fixedWords(steps: readonly Step[]): string {
  return steps.some(({ load }) => load.kind === 'fixed-work') ? ', plus the fixed work' : '';
}

/** Lists the variants, those with the same plan together, and what they take in all. */
function describeVariants(planned: readonly PlannedVariant[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { config, plan } of planned) {
    const { name, values } = config.variant!;
    const bare = (label: string) => bareLabel(label, values);
    const text = [
      ...plan.steps.map((step) => describeStep(plan, step, bare(step.label))),
      ...plan.searches.map((search) => describeSearch(plan, search, bare(search.label))),
      ...describeFamilies(plan.steps).map(bare),
      ...describeBlocks(
        { ...plan, steps: plan.steps.map((step) => ({ ...step, label: bare(step.label) })) },
        config,
      ),
      ...plan.shortages.map((shortage) => bare(describeShortage(shortage))),
    ].join('\n');
    groups.set(text, [...(groups.get(text) ?? []), name]);
  }
  const count = planned.length;
  const seconds = add(planned.map(({ plan }) => plan.seconds.atMost));
  const walls = planned.map(({ plan }) => estimateWall(plan));
  const [least, most] = [add(walls.map((wall) => wall.least)), add(walls.map((wall) => wall.most))];
  return [
    `${counted(count, 'variant')}, one after the other. They share one chance of a false alarm, so each has to be surer.`,
    ...[...groups].flatMap(([text, names]) => [
      ...names.map((name) => `  [${name}]`),
      `in ${names.length === 1 ? 'this variant' : `each of these ${names.length}`}:`,
      text,
    ]),
    `Under load: ${lengthWords(seconds)} at most in ${counted(count, 'variant')}${fixedWords(planned.flatMap(({ plan }) => plan.steps))}.`,
    `Wall time: about ${lengthWords(least)} when each first look is clear, ${lengthWords(most)} at most, and for each block the time in which the services start.`,
  ];
}

/** Writes `90 s`, `23 min`, `2.5 h`. */
function lengthWords(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 360) / 10} h`;
}

/** Says which scenarios are measured in turns, since limits of some are relative to others. */
function describeFamilies(steps: readonly Step[]): string[] {
  const families = new Set(steps.flatMap(({ family }) => (family ? [family.join(', ')] : [])));
  return [...families].map(
    (labels) => `One after the other in short rounds, for relative limits: ${labels}.`,
  );
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

/** Estimates the time (s) until the first look, and until the end. */
function estimateWall({ blocks, looks, seconds }: Plan): { least: number; most: number } {
  const { firstBlock, soak, searches, atMost } = seconds;
  const each = (atMost - firstBlock - soak - searches) / Math.max(1, blocks - 1);
  const wall = (count: number) =>
    Math.ceil(firstBlock + Math.max(0, count - 1) * each + count * BLOCK_OVERHEAD_SECONDS + soak + searches);
  return { least: wall(looks[0] ?? 0), most: wall(blocks) };
}

/** Says how long a user waits. How long the services take to build and to start is not known before a run. */
function describeWallTime(plan: Plan, { deployments }: Config): string[] {
  const { paired, blocks, seconds } = plan;
  if (!paired || blocks < 2) return [];
  const { least: first, most: last } = estimateWall(plan);
  const range = first === last ? `${first} s` : `${first} s when the first look is clear, ${last} s at most`;
  const soak = seconds.soak > 0 ? `, ${Math.ceil(seconds.soak)} s of soak included` : '';
  const starts = deployments ? '' : ', and for each block the time in which the services start';
  return [`Wall time: about ${range}${soak}${starts}.`];
}

function describeStep(planned: Plan, step: Step, label: string): string {
  const own = listBlockSlots({ ...planned, steps: [step] }, 0).filter(
    (slot) => slot.arm === 'head' && slot.round !== null,
  );
  const alternating = own.filter((slot) => !isAlone(slot));
  const alone = own.filter(isAlone);
  const load = (slots: Slot[]) => `${slots.length} × ${loadSeconds(slots[0]!)} s`;
  const where = `in a block, ${step.virtualUsers} virtual users`;
  if (alternating.length > 0) {
    const loads = `${load(alternating)} for each revision in turns, ${load(alone)} for each alone`;
    return `  ${label}: ${printLoad(step.load)}, ${loads} ${where}`;
  }
  const rounds = step.load.kind === 'fixed-work' ? 'once' : load(own);
  const each = planned.paired ? ' for each revision' : '';
  return `  ${label}: ${printLoad(step.load)}, ${rounds}${each} ${where}`;
}

function describeSearch(
  { paired }: Plan,
  { goal, budgetSeconds, blocks }: CapacitySearch,
  label: string,
): string {
  const starts = `${blocks.expected} to ${blocks.most}`;
  const count = blocks.expected === blocks.most ? `${blocks.most}` : starts;
  const whose = paired ? 'of each revision ' : '';
  return `  ${label}: capacity, ${printCapacity(goal)}: searched on ${count} fresh starts ${whose}by trials of 2 to 10 s, in ${budgetSeconds} s at most`;
}

function describeBlocks({ paired, swapped, blocks, looks, steps }: Plan, { deployments }: Config): string[] {
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
    `Base and head side by side in ${blocks} blocks at most${tries}; ${deployments ? 'both run already, so nothing starts afresh' : 'each block has fresh starts of both'}.`,
    ...describeAlone(steps),
    ...(swapped
      ? [
          'The port is fixed, so one revision is measured after the other; `url: http://127.0.0.1:${PORT}` lets both be up, which is quicker and shows smaller changes.',
        ]
      : []),
  ];
}
