import type { Config } from '../config/config.ts';
import { planFewer } from './paired.ts';
import type { Plan } from './plan.ts';
import { estimateWall, sumLoad } from './wall.ts';

/** Longest wall time of a run, as a multiple of what `tailgate plan` says. People disable gates that take longer. */
const MOST_WALL = 1.1;

/**
 * Fits a plan to the cost of starts: fewer blocks if the first one showed that a service, or the pods that send the load,
 * start or warm up slowly. The rounds of the others become longer instead. The test stays exact: this is called before the
 * first look, and uses only durations: s that the first block took, without fixed work and repeats, and warm-ups by label.
 */
export function fitToStarts(plan: Plan, config: Config, seconds: number, warmUps: Map<string, number>): Plan {
  const overhead = seconds - plan.seconds.firstBlock;
  const most = MOST_WALL * estimateWall(plan);
  const sumUp = (own: Plan) => ({ ...own, seconds: sumLoad(own, warmUps) });
  let fitted = plan;
  for (let blocks = plan.blocks - 1; estimateWall(sumUp(fitted), overhead) > most; blocks--) {
    fitted = planFewer(plan, config, blocks);
    if (fitted.blocks > blocks) break;
  }
  return fitted === plan ? plan : sumUp(fitted);
}
