import type { Config } from '../config/config.ts';
import { listVariants } from '../config/variants.ts';
import { isTaken } from '../services/readiness.ts';
import { correct } from './corrections/correct.ts';
import { ask, type Correction } from './corrections/correction.ts';
import { equip } from './corrections/databases.ts';
import type { Observation } from './corrections/observation.ts';
import { chooseAnswer, describeAnswer } from './corrections/requests.ts';
import { explainObservation } from './corrections/words.ts';
import { readUrl } from './needs/databases.ts';
import type { Finding } from './needs/finding.ts';
import { isUrlOfDatabase } from './needs/settings.ts';
import { findTools } from './tools.ts';
import { type TryOptions, withTries } from './tries.ts';

/** Rounds that a proposal has. Each corrects one thing, and a build is made again only where it changed. */
const MOST_TRIES = 8;
const TOLD_LINES = 15;
const LONGEST_LINE = 240;

/**
 * Tries a proposal, corrects it from what happens, and tries it again: until it answers, or until only a person knows
 * more. A correction that was made before ends it too.
 *
 * @param configure reads a proposal as the configuration that it will be
 * @param options `tell` takes a line for each try
 */
export async function improve(
  proposed: Finding,
  configure: (finding: Finding) => Config,
  options: TryOptions & { tell: (text: string) => void },
): Promise<Correction> {
  const tools = await findTools(options.environment, options.signal);
  // Proposed commands must never reach the database of whoever calls.
  const environment = Object.fromEntries(
    Object.entries(options.environment).filter(
      ([name, value = '']) => !isUrlOfDatabase(name) && readUrl(value) === null && !/^PG[A-Z]+$/.test(name),
    ),
  );
  const first = { ...proposed, databases: proposed.databases.map((each) => equip(each, tools)) };
  // A database that a try would leave out, while something else listens where it would be looked for.
  for (const { kind, port, absent } of first.databases) {
    if (!absent || !(await isTaken('127.0.0.1', port))) continue;
    const said = `It asks for ${kind}. Docker, which would start one for the try, is missing on this machine, and what listens on port ${port} here may be somebody's own.`;
    options.tell(`${said}\n`);
    return ask(first, said);
  }
  return withTries(configure(first), { ...options, environment }, async (attempt) => {
    let finding = first;
    for (let number = 1; ; number++) {
      const observed = await attempt(configure(finding), {
        paths: finding.candidates ?? [],
        headers: finding.headers,
      });
      const step = correct(finding, observed, tools);
      const isLast = step.kind !== 'corrected' || number === MOST_TRIES;
      options.tell(
        `${number}. ${step.said}\n${step.kind === 'answered' || !isLast ? '' : showLog(observed)}`,
      );
      if (step.kind !== 'corrected') return step;
      // The last correction stays, though nobody has seen whether it helps.
      const note = `${MOST_TRIES} tries led to no answer, and the last correction was not tried: ${step.said}`;
      if (isLast) return ask(step.finding, step.said, note);
      finding = step.finding;
    }
  });
}

/** Tries a configuration that is there already, once, and says what came back. */
export async function tryConfig(
  config: Config,
  options: TryOptions,
): Promise<{ answered: boolean; said: string }> {
  const [own = config] = listVariants(config);
  return withTries(own, options, async (attempt) => {
    const observed = await attempt(own, null);
    const answer = chooseAnswer(observed.answers);
    const told = answer === null ? '' : `${describeAnswer(answer, observed.startupMilliseconds)}\n`;
    if (answer !== null && answer.status < 300) return { answered: true, said: told };
    const said = `${told}${answer === null ? 'It does not work yet. ' : ''}${explainObservation(observed)}\n${showLog(observed)}`;
    return { answered: answer !== null && answer.status < 400, said };
  });
}

/** The last lines of what failed. */
function showLog({ log }: Observation): string {
  const lines = log.trimEnd().split('\n').slice(-TOLD_LINES).filter(Boolean);
  return lines.map((line) => `    ${line.slice(0, LONGEST_LINE)}\n`).join('');
}
