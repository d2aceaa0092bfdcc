import { nearest } from '../config/diagnostics/words.ts';
import { FAIL_ON_CODES, type FailOnCode } from '../verdict/codes.ts';

/** What blocks: the codes beside those that always do, or nothing at all (`none`). */
export type FailOn = { failOn: FailOnCode[]; reportOnly: boolean };

/**
 * Reads what blocks, as the input `fail-on` has it.
 *
 * @param mistakes receives a line for each item that makes no sense
 */
export function readFailOn(items: readonly string[], mistakes: string[]): FailOn {
  if (items.includes('none')) {
    if (items.length > 1) mistakes.push('fail-on: `none` stands alone, since then nothing blocks.');
    return { failOn: [], reportOnly: true };
  }
  const failOn: FailOnCode[] = [];
  for (const item of items) {
    const code = FAIL_ON_CODES.find((known) => known === item);
    if (code) {
      failOn.push(code);
      continue;
    }
    const near = nearest(item, FAIL_ON_CODES);
    const guess = near ? ` Did you mean ${near}?` : '';
    const found = JSON.stringify(item.length > 60 ? `${item.slice(0, 60)}…` : item);
    mistakes.push(`fail-on: expected ${FAIL_ON_CODES.join(', ')} or none, found ${found}.${guess}`);
  }
  return { failOn, reportOnly: false };
}
