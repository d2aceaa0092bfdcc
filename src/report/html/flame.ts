import type { FlameGraph } from '../../profiles/flame-graph.ts';
import { CHANGES, describeBar, formatAmount, placeBar, plotFlameGraph } from '../charts/flame.ts';
import type { TitledPicture } from './picture.ts';

const WORDS = {
  time: { title: 'Where the processor time goes', what: 'processor time for each request' },
  allocations: { title: 'What allocates', what: 'share of what the head allocates' },
};

/** Draws a flame graph of what base and head do differently. */
export function drawFlameGraph(graph: FlameGraph): TitledPicture {
  const { of, bars } = graph;
  const { title, what } = WORDS[of];
  return {
    title,
    note: `A bar is a function with what it calls below it, as wide as the head's ${what}. ▲ orange: surely more than in the base; ▼ blue: surely less; grey: no clear change. (elsewhere): no code of this repository.`,
    description: `All: ${describeBar(bars[0]!, of)}; ${bars.filter(({ change }) => change === 'grown').length} of ${bars.length} bars have surely grown`,
    plots: [plotFlameGraph(graph)],
    header: ['function', 'level', 'base', 'head', 'change'],
    values: bars.map((bar) => [
      placeBar(bar),
      String(bar.depth),
      formatAmount(bar.base, of),
      formatAmount(bar.head, of),
      CHANGES[bar.change ?? 'none'],
    ]),
  };
}
