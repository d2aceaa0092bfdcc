import { FAIL_ON_CODES, type FailOnCode } from '../verdict/codes.ts';

/**
 * Reads what blocks beside what always does, as the input `fail-on` has it; with `none` nothing does.
 *
 * @param mistakes receives a line for each item that makes no sense
 */
export function readFailOn(
  items: readonly string[],
  mistakes: string[],
): { failOn: FailOnCode[]; reportOnly: boolean } {
  const reportOnly = items.includes('none');
  const failOn = FAIL_ON_CODES.filter((code) => items.includes(code));
  if (reportOnly && items.length > 1)
    mistakes.push('fail-on: `none` stands alone, since then nothing blocks.');
  for (const item of reportOnly ? [] : items.filter((one) => !FAIL_ON_CODES.some((code) => code === one)))
    mistakes.push(
      `fail-on: expected ${FAIL_ON_CODES.join(', ')} or none, found ${JSON.stringify(item.slice(0, 60))}.`,
    );
  return { failOn: reportOnly ? [] : failOn, reportOnly };
}
