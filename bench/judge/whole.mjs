import { judgeLooks, source } from './tailgate.mjs';

const NOTHING = { base: [], head: [] };

/**
 * Verdict of a run that measures these blocks, stopping where it would: the same code as `judge` in src/verdict/judge.ts, but
 * for smallest detectable changes, which take longer than all the rest. Nothing is known here of a soak, which can only
 * take `met` and `unchanged` away.
 *
 * @param {object[]} job  blocks of `drawJobs`
 * @param {ReturnType<typeof import('./case.mjs').makeCase>} given
 * @param {number} seed  of the sign vectors
 * @param {number} rows  number of these
 * @returns {string} code
 */
export function judgeWhole(job, given, seed, rows) {
  for (const look of judgeLooks(job, given.gates, seed, rows)) {
    const { used, gates, compared, settled, isLast } = look;
    const head = job.slice(0, used).map((block) => (block.alone ?? block).head);
    const slos = judgeSlos(head, given, job.looks);
    const isGrowing = source.findGrowth(head) !== null;
    const isSlower = compared.some(({ code }) => code === 'regressed');
    if (!isLast && !isSlower && (!settled || slos.includes('at-limit'))) continue;
    const codes = compared.map(({ code }, index) =>
      isGrowing && code === 'unchanged' && source.isLatency(gates[index].metric) ? 'inconclusive' : code,
    );
    return source.findGravest([...codes, ...slos]);
  }
}

/** Codes of the SLOs, by the stretches of the head alone. */
function judgeSlos(stretches, { slos, step, sensitivityOf }, looks) {
  const { verdict } = source.judge({
    steps: [
      {
        ...{ label: 'cell', slos, load: step.load, soak: NOTHING, isNew: false, sensitivityOf },
        blocks: stretches.map((slices) => [{ slot: { arm: 'head', round: 0, turns: null }, slices }]),
        history: { runs: [], incompatible: { records: 0, differs: [] } },
      },
    ],
    ...{ looks, faults: [], invalid: [], gateChanges: [], failOn: [], effort: {} },
    comparison: { kind: 'none', reason: { kind: 'new' } },
  });
  return verdict.slos.map(({ code }) => code);
}
