import * as z from 'zod';
import { EXIT, UserError } from '../errors.ts';
import { boundedLog, parseDocument, runAttempt, runId, variant } from '../json-values.ts';
import { MOST_JOBS } from '../plan/shards.ts';
import { FAIL_ON_CODES } from '../verdict/codes.ts';
import { reportSchema, suiteName } from './report.ts';
import { fitReport } from './result-room.ts';
import { checkSize, LARGEST_RESULT, MOST_IN_ALL } from './result-size.ts';

/** Id of a job in a workflow file, with the characters that GitHub allows. */
export const JOB_ID = /^[A-Za-z_][A-Za-z0-9_-]{0,99}$/;

/** Most characters that are kept of the message of a fault. */
const LONGEST_MESSAGE = 20_000;

/** Report as it is handed over, without earlier runs: whoever wrote the file may have made them up. */
const handedReport = reportSchema
  .omit({ history: true })
  .transform((report): z.infer<typeof reportSchema> => ({ ...report, history: [] }));

/** Result that a measuring job hands over to the publishing one, as a file. */
const resultSchema = z.object({
  schemaVersion: z.literal(1),
  /** Version of Tailgate. */
  tailgate: z.string().max(100),
  suite: suiteName,
  /** Job that made the result: all of a matrix share an `id`, `index` counts from 0, `name` is empty without one. */
  job: z
    .object({
      id: z.string().regex(JOB_ID),
      name: z.string().max(500),
      index: z.number().int().min(0),
      total: z.number().int().min(1).max(MOST_JOBS),
    })
    .refine(({ index, total }) => index < total, 'index is not below total'),
  /** Workflow run and its attempt, from 1. */
  run: z.object({ id: runId, attempt: runAttempt }),
  outcome: z.discriminatedUnion('kind', [
    /** `failOn`: codes that block besides those that always do, as when the verdict was made. */
    variant('report', { report: handedReport, failOn: z.array(z.enum(FAIL_ON_CODES)).max(10) }),
    /**
     * Tailgate ended without a verdict. `exitCode` 2: the user made a mistake, for instance in the configuration. 3:
     * something kept it from measuring. `message` is an error as a terminal shows it and may have several lines.
     */
    variant('fault', {
      exitCode: z.literal([2, 3]),
      message: boundedLog.transform((text) => text.slice(0, LONGEST_MESSAGE)),
    }),
  ]),
});
export type Result = z.infer<typeof resultSchema>;

/**
 * Renders a result as JSON; numbers that JSON does not have are written as their names (`"Infinity"`).
 * The report is made to fit: see `fitReport`.
 *
 * @param note tells what was left out
 * @throws UserError when `readResult` would not take it: then the job that publishes could not judge it
 */
export function renderResult(result: Result, note: (text: string) => void = () => {}): string {
  const { outcome } = result;
  const fitted = outcome.kind === 'report' ? fitReport(outcome.report) : null;
  if (fitted?.isThinned)
    note(
      'This run is large: its distributions are handed over with fewer levels. The verdict is that of all of them.',
    );
  const whole = fitted === null ? result : { ...result, outcome: { ...outcome, report: fitted.report } };
  const text = JSON.stringify(whole, portable);
  try {
    readResult(text);
  } catch (error) {
    throw new UserError({
      what: `The result of suite ${result.suite} cannot be handed over: ${(error as Error).message}.`,
      hint: 'Split the scenarios over several suites, or give them less time. If that is no help, please report it.',
      exitCode: EXIT.unmeasured,
    });
  }
  return text;
}

/**
 * Reads a result that may come from an attacker.
 *
 * @param room what is left for this and all further results of the run; it becomes less
 * @throws Error with a one-line reason when the text is no such result
 */
export function readResult(text: string, room = { ...MOST_IN_ALL }): Result {
  if (Buffer.byteLength(text) > LARGEST_RESULT) throw new Error(`larger than ${LARGEST_RESULT} bytes`);
  const value = parseDocument(text);
  checkSize(value, room);
  const parsed = resultSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`not a result: ${issue?.path.join('.').slice(0, 200) || 'top level'}: ${issue?.message}`);
  }
  const { suite, outcome } = parsed.data;
  if (outcome.kind === 'report' && outcome.report.suite !== suite) {
    throw new Error(`not a result: its report is of another suite than ${suite}`);
  }
  return parsed.data;
}

function portable(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}
