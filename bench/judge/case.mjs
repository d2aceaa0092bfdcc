import { writeConfig } from '../jobs/config.mjs';
import { source } from './tailgate.mjs';

/**
 * What a cell's blocks are judged by: its configuration as a job has it, and the plan of a job.
 *
 * @param {import('../jobs/cells.mjs').Cell} cell
 * @param {{gatesCpu?: boolean}} [options]  whether CPU time is gated as well
 * @returns `gates`: metrics that are compared, and where; `looks`: block counts at which the verdict is tried; `wall`: time (s)
 */
export function makeCase(cell, { gatesCpu = false } = {}) {
  const asked = gatesCpu ? '\nbaseline:\n  tolerance:\n    cpu: 10%\n' : '';
  const config = source.parseConfig(writeConfig(cell, 'head') + asked, {
    path: '/load/tailgate.yml',
    directory: process.cwd(),
    shownAs: cell.name,
  });
  const [scenario] = config.scenarios;
  const plan = source.planRun(config, { paired: true });
  const [step] = plan.steps;
  const takesTurns = source.takesTurns(plan, step);
  const sensitivityOf = (metric, where) => source.resolveSensitivity(config, scenario, metric, where);
  return {
    slos: scenario.slos,
    step,
    gates: Object.assign(
      source
        .listPairMetrics(scenario.slos, { takesTurns, isAsked: (metric) => sensitivityOf(metric).isAsked })
        .map(({ metric, where }) => ({ metric, where, ...sensitivityOf(metric, where) })),
      { error: 0.01 },
    ),
    looks: plan.looks,
    takesTurns,
    sensitivityOf,
    wall: source.estimateWall(plan),
  };
}

/** Recorded blocks as the judge reads them: where arms take no turns, all is compared that was measured of each alone. */
export function arrangeBlocks(blocks, { takesTurns }) {
  return takesTurns ? blocks : blocks.map(({ alone }) => ({ ...alone, isLong: false }));
}
