import { writeConfig } from '../jobs/config.mjs';
import { source } from './tailgate.mjs';

/**
 * What a cell's blocks are judged by: its configuration as a job has it, and the plan of a job.
 *
 * @typedef {object} Case
 * @property {object[]} slos
 * @property {object} load
 * @property {{metric: object, where: string, tolerance: number, confidence: number}[]} gates  metrics that are compared, and where
 * @property {(longer: {after: number, reason: string | null} | null) => number[]} scheduleLooks  of a job whose stretches
 *   alone became longer after so many blocks; null: they did not
 * @property {boolean} mayBeLonger  whether they can
 * @property {boolean} takesTurns
 * @property {(metric: object, where?: string) => object} sensitivityOf
 * @property {{least: number, last: number, most: number}} wall  time (s) that `tailgate plan` states
 */

/**
 * @param {import('../jobs/cells.mjs').Cell} cell
 * @param {{gatesCpu?: boolean}} [options]  whether processor time is gated as well
 * @returns {Case}
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
    load: step.load,
    gates: Object.assign(
      source
        .listPairMetrics(scenario.slos, { takesTurns, isAsked: (metric) => sensitivityOf(metric).isAsked })
        .map(({ metric, where }) => ({ metric, where, ...sensitivityOf(metric, where) })),
      { slackMs: source.findSlackMs(scenario.slos) },
    ),
    scheduleLooks: (longer) =>
      longer === null
        ? plan.looks
        : source.addBlocks(plan, config, {
            measured: longer.after,
            worksMore: longer.reason === 'hidden-work',
          }).looks,
    mayBeLonger: source.mayBeLonger(plan, step),
    takesTurns,
    sensitivityOf,
    wall: source.estimateWall(plan),
  };
}

/** Time (s) that `tailgate plan` states for so many scenarios of 200 req/s. @returns {Case['wall']} */
export function estimateScenarios(count) {
  const scenario = { request: 'GET /', slo: 'p99 < 50ms at 200 req/s' };
  const config = {
    service: { start: 'server', url: 'http://127.0.0.1:${PORT}' },
    scenarios: Object.fromEntries(Array.from({ length: count }, (_, i) => [`s${i + 1}`, scenario])),
  };
  const place = { path: '/load/tailgate.yml', directory: process.cwd(), shownAs: 'tailgate.yml' };
  return source.estimateWall(
    source.planRun(source.parseConfig(JSON.stringify(config), place), { paired: true }),
  );
}

/** Recorded blocks as the judge reads them: where arms take no turns, all is compared that was measured of each alone. */
export function arrangeBlocks(blocks, { takesTurns }) {
  return takesTurns ? blocks : blocks.map(({ alone }) => ({ ...alone, isLong: false }));
}
