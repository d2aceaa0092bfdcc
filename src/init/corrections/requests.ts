import { rankPath } from '../routes/choice.ts';
import { DESCRIPTIONS } from '../routes/descriptions.ts';
import type { Answer } from './observation.ts';

/** Paths that many services answer. */
export const USUAL = ['/healthz', '/health', '/actuator/health', '/api/health', '/ping', '/'];

/**
 * The answer of the request that is best measured: one of 2xx before all others, alike twice, with something in it, and
 * the service's own work rather than a health check. Descriptions of the API are not measured. Null where nothing else
 * answered.
 *
 * @param own paths that the service's description or its code names, the likeliest first
 */
export function chooseAnswer(answers: readonly Answer[], own: readonly string[] = []): Answer | null {
  const rank = ({ path, status, alike, empty }: Answer) =>
    (status < 300
      ? 0
      : status < 400
        ? 100
        : status < 500 && status !== 404
          ? 150
          : status < 500
            ? 300
            : 200) +
    (alike ? 0 : 4) +
    (empty ? 5 : 0) +
    (own.includes(path) ? 0 : 2) +
    rankPath(path);
  return answers
    .filter(({ path }) => !DESCRIPTIONS.includes(path))
    .reduce<Answer | null>((best, each) => (best && rank(best) <= rank(each) ? best : each), null);
}

/** Says what came back. */
export function describeAnswer(
  { method = 'GET', path, status, bytes, milliseconds }: Answer,
  startupMilliseconds: number,
): string {
  const size = bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`;
  return `${method} ${path} answered ${status} with ${size} in ${Math.round(milliseconds)} ms. The service was ready after ${(startupMilliseconds / 1000).toFixed(1)} s.`;
}
