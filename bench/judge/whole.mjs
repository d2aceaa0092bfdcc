import { judgeLooks, nameMetric, source } from './tailgate.mjs';

const NOTHING = { base: [], head: [] };

/**
 * What a run would have said of these blocks, stopping where it would have: the same code as `judge` in
 * src/verdict/judge.ts, but for smallest detectable changes, which take longer than all the rest. Nothing is known here of
 * a soak, which can only take `met` and `unchanged` away.
 *
 * @param {object[]} job  blocks of `drawJobs` or `restoreJob`
 * @param {import('./case.mjs').Case} given
 * @param {number} seed  of the sign vectors
 * @param {number} [rows]  number of these
 * @returns {{code: string, isMet: boolean, used: number, regressed: string[], isCut: boolean}} verdict of the
 *   run; whether all SLOs are met; blocks used; metrics that are slower; whether a run would have measured more blocks
 */
export function judgeWhole(job, given, seed, rows) {
  for (const look of judgeLooks(job, given.gates, seed, rows)) {
    const { used, gates, compared, settled, isLast } = look;
    const head = job.slice(0, used).map((block) => (block.alone ?? block).head);
    const slos = judgeSlos(head, given, job.looks);
    const isGrowing = source.findGrowth(head) !== null;
    const changes = compared.map(({ code }, index) => ({ ...gates[index], code }));
    const codes = changes.map(({ metric, code }) =>
      isGrowing && code === 'unchanged' && source.isLatency(metric) ? 'inconclusive' : code,
    );
    const regressed = changes.filter(({ code }) => code === 'regressed').map(nameMetric);
    const isOpen = !settled || slos.includes('at-limit');
    if (isLast || regressed.length > 0 || !isOpen) {
      return {
        code: source.findGravest([...codes, ...slos]),
        isMet: slos.every((code) => code === 'met'),
        used,
        regressed,
        codes: Object.fromEntries(changes.map((change) => [nameMetric(change), change.code])),
        isCut: regressed.length === 0 && isOpen && used < (job.looks?.at(-1) ?? used),
      };
    }
  }
}

/** Codes of the SLOs, by the stretches of the head alone. */
function judgeSlos(stretches, { slos, load, sensitivityOf }, looks) {
  const { verdict } = source.judge({
    steps: [
      {
        label: 'cell',
        slos,
        load,
        blocks: stretches.map((slices) => [{ slot: { arm: 'head', round: 0, turns: null }, slices }]),
        soak: NOTHING,
        isNew: false,
        history: { runs: [], incompatible: { records: 0, differs: [] } },
        sensitivityOf,
      },
    ],
    faults: [],
    invalid: [],
    looks,
    comparison: { kind: 'none', reason: { kind: 'new' } },
    gateChanges: [],
    failOn: [],
    effort: {},
  });
  return verdict.slos.map(({ code }) => code);
}
