import { plotTrials } from '../charts/trials.ts';
import { formatMs, formatRate, formatShare } from '../format/numbers.ts';
import { armNames, counted } from '../words/terms.ts';
import { type Drawn, nameArm, type TitledPicture } from './picture.ts';

/** Draws the trials of a search. Nothing without one. */
export function drawTrials({ report, label }: Drawn): TitledPicture[] {
  const names = armNames(report);
  const searched = (['head', 'base'] as const).flatMap((arm) => {
    const measured = report.record.capacities?.find((one) => one.label === label && one.arm === arm);
    const name = nameArm(names, arm);
    return measured?.blocks.some(({ trials }) => trials.length > 0) ? [{ name, measured }] : [];
  });
  if (searched.length === 0) return [];
  const trials = searched.flatMap(({ name, measured }) =>
    measured.blocks.flatMap(({ block, trials: own }) => own.map((trial) => ({ name, block, ...trial }))),
  );
  return [
    {
      title: 'Trials of the search',
      note: `${counted(trials.length, 'trial')} at one rate each; line and band: the capacity and its interval.`,
      description: `${trials.filter(({ met }) => met).length} of ${trials.length} trials met the SLO`,
      plots: [plotTrials(searched)],
      legend: searched.map(({ name }) => name),
      header: ['arm', 'start', 'rate', 'latency', 'errors', 'result'],
      values: trials.map(({ name, block, rate, value, errors, met }) => [
        name,
        String(block + 1),
        formatRate(rate),
        formatMs(value),
        formatShare(errors),
        met ? 'met' : 'not met',
      ]),
    },
  ];
}
