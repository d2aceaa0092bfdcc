/**
 * `node bench/replay.mjs [--cells pool-node,b] > FILE`: judges the recorded jobs anew, as they were and with the labels
 * exchanged. A line of JSON for each way of each job: two trees of the source are compared by the `diff` of their lines.
 */
import { parseArgs } from 'node:util';
import { chooseCells } from './jobs/cells.mjs';
import { readRecorded } from './jobs/recorded.mjs';
import { readJobs } from './jobs/store.mjs';
import { arrangeBlocks, makeCase } from './judge/case.mjs';
import { restoreJob } from './judge/draws.mjs';
import { swapArms } from './judge/jobs.mjs';
import { SEED } from './judge/power.mjs';
import { judgeWhole } from './judge/whole.mjs';

const { values } = parseArgs({ options: { cells: { type: 'string' } } });
const cells = chooseCells(values.cells);
const told = new Map(readJobs(cells).map((job) => [`${job.cell} ${job.at}`, job.verdict]));
for (const cell of cells) {
  const given = makeCase(cell);
  for (const { at, blocks } of readRecorded(cell)) {
    const own = arrangeBlocks(blocks, given);
    for (const [way, job] of Object.entries({ 'as it was': own, exchanged: swapArms(own) })) {
      const recorded = way === 'as it was' ? { recorded: told.get(`${cell.name} ${at}`) } : {};
      console.log(
        JSON.stringify({
          cell: cell.name,
          at,
          way,
          ...recorded,
          ...judgeWhole(restoreJob(job, given), given, SEED),
        }),
      );
    }
  }
}
