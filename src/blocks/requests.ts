import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config, Request } from '../config/config.ts';
import { parseData } from '../config/data.ts';
import { quote } from '../config/diagnostics/words.ts';
import { assertAllowed } from '../config/hosts.ts';
import { readDataText } from '../config/read.ts';
import { chooseEncoding } from '../config/variants.ts';
import { UserError } from '../errors.ts';
import { type Deal, type DealtRequest, dealRequests, splitTemplate, type Template } from '../k6/mix.ts';
import type { Slot } from '../plan/slot.ts';
import type { RunningInstance } from '../services/instance.ts';

type Target = Pick<RunningInstance, 'fill' | 'targetUrl'>;

/**
 * Fills in the requests of a scenario; null for a script. Paths are completed here, since a process that drives both arms
 * has no single target. k6 fills in the values of a data file, which it finds in a file in `folder`.
 *
 * @param block index of the block: each continues roughly where the previous one ended
 */
export function dealOut(
  slot: Slot,
  block: number,
  instance: Target,
  { config, folder }: { config: Config; folder: string },
): Deal | null {
  const { work, scenario } = slot.step;
  if (work.kind === 'script') return null;
  const { requests, data } = work;
  const columns = data?.columns ?? [];
  const dataFile = data ? `data-${scenario}.json` : null;
  if (dataFile !== null) layOutRows(data!.path, join(folder, dataFile));
  return {
    dataFile,
    first: countBefore(slot, block),
    sequence: dealRequests(requests),
    requests: requests.map(({ request }) => fillRequest(request, columns, instance, config, slot)),
  };
}

/** Fills in a request, except references to these columns of data. */
function fillRequest(
  { url, headers, body, quotesData, ...request }: Request,
  columns: readonly string[],
  instance: Target,
  config: Config,
  slot: Slot,
): DealtRequest {
  const path = splitTemplate(url, columns, 'path', (part) => encodeUrl(instance.fill(part)));
  const filled = Object.entries(headers).map(([name, value]) => [
    name,
    splitTemplate(value, columns, 'raw', (part) => fillHeader(name, part, instance, slot)),
  ]);
  const { method, expectStatus, expectBody = [], timeoutSeconds } = request;
  const fillBody = (part: string) => instance.fill(part, chooseEncoding(body!));
  return {
    ...{ method, expectStatus, expectBody, timeoutMs: timeoutSeconds * 1000 },
    url: complete(path, instance, config, slot),
    headers: Object.fromEntries(filled),
    body: body === undefined ? null : splitTemplate(body, columns, quotesData ? 'json' : 'raw', fillBody),
  };
}

/** Go encodes what is not ASCII in paths, but not in queries, where servers refuse it. A host stays as it is. */
const FOREIGN = /^(https?:[/][/][^/?#]*)|[\u0080-\ud7ff\ue000-\u{10ffff}]+/giu;
const encodeUrl = (url: string) => url.replace(FOREIGN, (part, host) => host ?? encodeURIComponent(part));

/** Fills in a header. Go refuses line breaks, which pasted tokens often have. @throws UserError for one */
function fillHeader(name: string, text: string, instance: Target, { step }: Slot): string {
  const value = instance.fill(text);
  if (!/[\r\n]/.test(value)) return value;
  throw new UserError({
    what: `The header ${quote(name)} contains a line break after its variables are filled in.`,
    where: `request of ${step.label}`,
    hint: 'Remove the line break from the variable.',
  });
}

/** Writes the rows of a data file where k6 finds them, once for all blocks. @throws DataFault */
function layOutRows(path: string, file: string): void {
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(parseData(readDataText(path)).rows));
}

/** Completes a path to a URL, and checks where it leads: the part before the first data value contains the whole host. */
function complete(url: Template, { targetUrl }: Target, config: Config, { step }: Slot): Template {
  const [head, ...rest] = typeof url === 'string' ? [url] : url;
  const whole = String(head).startsWith('/') ? `${targetUrl}${head}` : String(head);
  const where = `request of ${step.label}`;
  assertAllowed(whole, config, where);
  if (rest.length > 0 && !/^https?:\/\/[^/?#]+[/?#]/i.test(whole))
    throw new UserError({
      what: 'A data file cannot set the host.',
      where,
      hint: 'Expected a path that begins with `/`; `${data.NAME}` may only come after that.',
    });
  return typeof url === 'string' ? whole : [whole, ...rest];
}

/** Maximum number of rounds of a step in a block. */
const MOST_ROUNDS = 16;
/** Added for each block: with round numbers of requests and rows, all blocks would begin at the same place. */
const ODD = 37;

/**
 * Estimates the number of requests that this arm got before a slot, the same for both arms, so that blocks do not begin
 * with the same rows again. Closed models send as many as the service can handle; they always begin with the first.
 */
function countBefore({ step: { load }, round, seconds, turns, requests }: Slot, block: number): number {
  const own = load.kind === 'arrival-rate' ? (load.rate * seconds) / (turns?.of ?? 1) : (requests ?? 0);
  // A stretch on one arm has more requests than expected in half of the cases.
  const most = Math.ceil(turns === null && load.kind === 'arrival-rate' ? own + 5 * Math.sqrt(own) : own);
  return (block * MOST_ROUNDS + (round === null ? 0 : round + 1)) * most + Math.sign(own) * block * ODD;
}
