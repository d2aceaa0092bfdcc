/**
 * `npm run bench -- faults PART`: promises under faults, at each moment or at many. Prints figures as JSON; the exit code is
 * 1 if a promise was broken.
 *
 *   api                                   each request of a publishing step fails, in eight ways
 *   disk [--times 50]                     each call that writes to the file system fails
 *   kill [--times 200] [--seed 1] [--roles tailgate,ctrl-c]   `kill -9` of a process of a run at drawn moments, or Ctrl-C
 */
import { failRequests } from './faults/api.mjs';
import { fillDisk } from './faults/disk.mjs';
import { killRuns } from './faults/kill.mjs';
import { readOptions } from './repeat.mjs';

const { parts, times, seed, roles } = readOptions({
  times: { type: 'string' },
  seed: { type: 'string', default: '1' },
  roles: { type: 'string' },
});
const PARTS = {
  api: () => failRequests(),
  disk: () => fillDisk(times && Number(times)),
  kill: () => killRuns({ kills: Number(times ?? 200), seed: Number(seed), roles: roles?.split(',') }),
};
if (!Object.hasOwn(PARTS, parts[0] ?? '')) throw new Error(`say which: ${Object.keys(PARTS).join(', ')}`);
const figures = await PARTS[parts[0]]();
console.log(JSON.stringify(figures, null, 2));
if (figures.faults.length > 0) process.exitCode = 1;
