/** Synthetic measurements of identical code, for studies of false alarms and of power. */
import type { Draw } from '../random.ts';

/** The deviation of one block for each metric, in units of the spread between blocks. */
export type Noise = (draw: Draw, metrics: number) => () => number[];

const each = (metrics: number, value: (metric: number) => number) =>
  Array.from({ length: metrics }, (_, metric) => value(metric));

/** Means of three slices of each arm, of which an instance has a share `correlation` of the variance in common. */
function instances(correlation: number): Noise {
  return (draw, metrics) => () =>
    each(metrics, () => {
      const arm = () => {
        const own = Math.sqrt(correlation) * draw.normal();
        const slices = each(3, () => own + Math.sqrt(1 - correlation) * draw.normal());
        return slices.reduce((sum, x) => sum + x, 0) / 3;
      };
      return arm() - arm();
    });
}

function independent(deviation: (draw: Draw) => number): Noise {
  return (draw, metrics) => () => each(metrics, () => deviation(draw));
}

const lognormal = (draw: Draw) => Math.exp(0.8 * draw.normal());
const t3 = (draw: Draw) =>
  draw.normal() / Math.sqrt((draw.normal() ** 2 + draw.normal() ** 2 + draw.normal() ** 2) / 3);

export const NOISES: Record<string, Noise> = {
  'slices of an instance uncorrelated': instances(0),
  'slices of an instance correlated by 0.1': instances(0.1),
  'slices of an instance correlated by 0.3': instances(0.3),
  'slices of an instance correlated by 0.5': instances(0.5),
  'log-normal arms': independent((draw) => lognormal(draw) - lognormal(draw)),
  'heavy tails': independent(t3),
  /** The machine gets slower; the arm measured second, chosen by lot, suffers more. */
  'drift along the run': (draw, metrics) => {
    let block = 0;
    return () => {
      block++;
      const second = draw.uniform() < 0.5 ? -1 : 1;
      return each(metrics, () => second * block * 0.3 + draw.normal());
    };
  },
  /** One block in ten has an arm hit by something ten times as big as the noise. */
  contamination: (draw, metrics) => () => {
    const hit = draw.uniform() < 0.1 ? 10 * draw.normal() : 0;
    return each(metrics, () => hit + draw.normal());
  },
  'unequal spread of arms and blocks': (draw, metrics) => () => {
    const scale = Math.exp(draw.normal());
    return each(metrics, () => scale * (3 * draw.normal() - draw.normal()));
  },
  'metrics that hang together': (draw, metrics) => () => {
    const common = draw.normal();
    return each(metrics, () => Math.sqrt(0.9) * common + Math.sqrt(0.1) * draw.normal());
  },
};
