import { followDetails } from '../processes/details.ts';
import { cleanForLog } from '../report/format/visible.ts';

/**
 * Writes what is decided and done, a line each. No line gives a command to a runner: each starts with a mark, and `##[`
 * is broken up. Returns what ends it.
 */
export function showDetails(stream: NodeJS.WritableStream, environment: NodeJS.ProcessEnv): () => void {
  return followDetails(environment, (text) => {
    stream.write(`◦ ${cleanForLog(text)}\n`);
  });
}
