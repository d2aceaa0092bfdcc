import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Summary } from './summary.ts';

/** First redirect that a virtual user was answered with. */
export type SeenRedirect = {
  label: string;
  /** Number of the request among those of the scenario. */
  which: number;
  status: number;
  /** Path that it leads to; null where it leads to another server, or says nothing. */
  location: string | null;
};

/** What a virtual user told of its first failure of a kind. */
export type ToldFailure = { label: string; code: number; text: string };

export type K6Result =
  /** `complete` is false when k6 was interrupted. Then the summary ends there. */
  | {
      kind: 'measured';
      complete: boolean;
      summary: Summary;
      told: ToldFailure[];
      redirects: SeenRedirect[];
      /** Nodes of the pods that sent the load. Absent: this machine did. */
      nodes?: string[];
    }
  /**
   * k6 ended without a measurement. `fault` says who is to blame. `missing`: the function that tailgate.yml names and
   * the script lacks, and which there are.
   */
  | {
      kind: 'failed';
      fault: 'script' | 'harness';
      message: string;
      log: string;
      missing?: { exec: string; there: string };
    };

/** Meaning of k6's exit codes (k6: errext/exitcodes/codes.go). Codes not listed are faults of the harness. */
const SCRIPT_FAULTS: Record<number, string> = {
  100: 'its `setup` did not finish in time',
  101: 'its `teardown` did not finish in time',
  104: 'k6 does not accept its options',
  107: 'it threw an exception outside an iteration',
  108: 'it aborted the test',
  110: 'it marked the test as failed',
};

/**
 * Reads why k6 did not take a script: what it says of itself, or what the runtime refuses.
 *
 * @param code exit code of k6
 * @param log its last lines
 * @returns null when the script is not to blame
 */
export function readRefusal(code: number, log: string): Extract<K6Result, { kind: 'failed' }> | null {
  if (!(code in SCRIPT_FAULTS)) return null;
  const whole = log.replaceAll('\\"', '"');
  const missing = /TAILGATE_EXPORTS (\S+): ((?:(?!TAILGATE_EXPORTS ).)*?) TAILGATE_END/.exec(whole);
  const refused = /TAILGATE_REFUSED ((?:(?!TAILGATE_REFUSED ).)*?) TAILGATE_END/.exec(whole)?.[1];
  return {
    kind: 'failed',
    fault: 'script',
    message: refused ?? `${SCRIPT_FAULTS[code]}${explainException(whole)}`,
    log,
    ...(missing !== null && { missing: { exec: missing[1]!, there: missing[2]! } }),
  };
}

/** Explains exceptions that scripts throw since Tailgate runs them, and not k6 alone. Empty for others. */
function explainException(log: string): string {
  const extension = /"(k6\/x\/[^"\s]+)"/.exec(log)?.[1];
  if (extension !== undefined)
    return `: it imports \`${extension}\`, an extension that this k6 lacks. None is fetched from elsewhere unless \`allow\` names hosts; let TAILGATE_K6 name a k6 that has it`;
  return / of undefined/.test(log)
    ? '; Tailgate replaces its scenarios and its load, so `exec.test.options.scenarios` has not those of the script'
    : '';
}

/** Reads what virtual users told of failures and redirects, each once. A script may have written much more beside it. */
export async function readTold(logPath: string): Promise<{ told: ToldFailure[]; redirects: SeenRedirect[] }> {
  const told = new Map<string, ToldFailure>();
  const redirects = new Map<string, SeenRedirect>();
  for await (const line of createInterface({ input: createReadStream(logPath) })) {
    const marked = /TAILGATE_(FAILURE|REDIRECT) ((?:(?!TAILGATE_(?:FAILURE|REDIRECT) )[^"\\]|\\.)*)"/.exec(
      line,
    );
    if (marked === null) continue;
    const text = marked[2]!.replaceAll('\\"', '"');
    if (marked[1] === 'FAILURE') {
      const [, code, label, words] = /^(\d+) (.*?): (.*)$/s.exec(text) ?? [];
      const key = `${code} ${label}`;
      if (words !== undefined && !told.has(key))
        told.set(key, { label: label!, code: Number(code), text: words });
    } else {
      const [, which, status, location, label] = /^(\d+) (\d+) (\S+) (.*)$/s.exec(text) ?? [];
      const key = `${which} ${label}`;
      if (label === undefined || redirects.has(key)) continue;
      redirects.set(key, {
        label,
        which: Number(which),
        status: Number(status),
        location: location === '-' ? null : location!,
      });
    }
  }
  return { told: [...told.values()], redirects: [...redirects.values()] };
}
