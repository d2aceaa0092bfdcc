/**
 * `npm run bench -- simulate`: the whole judge on services whose truth is known, drawn from distributions: false alarms,
 * false `unchanged` at the tolerance, false `met` at the limit, and the bias of a p99. Exact code of `src`, some minutes.
 * `slo` and `bias` take five times the trials. Bounds are exact ones of 95 %, one side.
 *
 * npm run bench -- simulate [null|tolerance|slo|bias] [--trials 400] [--seed 1] [--rates 300,1000]
 */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { boundAbove } from './bounds.mjs';
import { makeCase } from './judge/case.mjs';
import { percent } from './judge/table.mjs';
import { judgeLooks, nameMetric } from './judge/tailgate.mjs';
import { readOptions } from './repeat.mjs';
import { loadSource } from './source.mjs';

const ASKED = readOptions({
  trials: { type: 'string', default: '400' },
  seed: { type: 'string', default: '1' },
  rates: { type: 'string', default: '50,100,300,1000' },
});
const { MEASURED_PERCENTS, pooledQuantile, judgeSlo, chooseConfidence, shapeTurns } = await loadSource([
  ...['src/measurement/levels.ts', 'src/measurement/quantiles.ts', 'src/verdict/slo.ts'],
  ...['src/statistics/confidence.ts', 'src/plan/shape.ts'],
]);
const TRIALS = Number(ASKED.trials);
const RUNS = 5 * TRIALS;
const RATES = ASKED.rates.split(',').map(Number);
const generator = xoroshiro128plus(Number(ASKED.seed));
const uniform = () => uniformFloat64(generator);
const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
const lognormal = () => 10 * Math.exp(0.5 * normal());
const LEVELS = MEASURED_PERCENTS.map((one) => one / 100);
const BLOCKS = 14;
/** Length (s) of a storm: requests that arrive meanwhile wait for its end. */
const STORM_SECONDS = 0.06;
/** Time (s) of the soak that is measured. */
const SOAK_SECONDS = 19;

/** What a run of the default budget is judged by, and the requests of each arm in a block: in turns, and alone. */
function planRun(rate, slo) {
  const given = makeCase({ name: 'cell', service: 'echo', base: {}, head: {}, load: { rate }, slo });
  const count = (sharers) => {
    const { alternating, alone } = shapeTurns(given.step, 30 / BLOCKS, { sharers });
    return {
      turns: Math.round((rate * (alternating.seconds - alternating.settleSeconds)) / 2),
      alone: Math.round(rate * (alone.seconds - alone.settleSeconds) * alone.rounds),
    };
  };
  const [first, later] = [count(), count(1)];
  return { ...given, rate, countBlock: (block) => (block < given.looks[0] ? first : later) };
}

/** A slice of a sample (ms), as k6 reports it. */
function makeSlice(sample, parts) {
  const sorted = Float64Array.from(sample).sort();
  const at = (level) => {
    const index = level * (sorted.length - 1);
    const low = Math.floor(index);
    return sorted[low] + (sorted[Math.ceil(index)] - sorted[low]) * (index - low);
  };
  return {
    ...{ startedAt: 0, seconds: 1, planned: sorted.length, ok: sorted.length, failed: 0, dropped: 0 },
    latency: { levels: LEVELS, values: LEVELS.map(at) },
    avg: sorted.reduce((sum, x) => sum + x, 0) / sorted.length,
    lag: null,
    ...parts,
  };
}

const halve = (count) => [Math.ceil(count / 2), Math.floor(count / 2)];

/**
 * Draws a job, whose load alone is longer after the first look.
 *
 * @param factor by which the head's latency is longer
 * @param scatter of blocks (log units)
 * @param storms for each second of load alone
 * @param drift by which one of the arms, chosen by lot, is slower in each block than in the one before (log units)
 */
function drawJob(plan, { factor = 1, scatter = 0.05, stalls = 0, storms = 0, drift = 0 }) {
  const { rate, looks, countBlock } = plan;
  const drawBlock = (_, block) => {
    const counts = countBlock(block);
    const stalled = uniform() < stalls ? 5 : 1;
    const second = uniform() < 0.5 ? 'base' : 'head';
    // Of the scatter of a start half is common to both arms, as that of the machine is.
    const each = scatter / Math.SQRT2;
    const both = each * normal();
    const [base, head] = ['base', 'head'].map((arm) => {
      const start = Math.exp(both + each * normal() + (arm === second ? drift * block : 0));
      const sample = (count, stall, stormy) =>
        drawHeld(count, rate, stormy).map(
          (wait) => (lognormal() * start * stall + wait) * (arm === 'head' ? factor : 1),
        );
      const turns = sample(counts.turns, uniform() < 0.5 ? stalled : 1, 0);
      const alone = halve(counts.alone).map((count) =>
        makeSlice(sample(count, 1, storms), { seconds: count / rate }),
      );
      return { turns: [makeSlice(turns, { alternating: true })], alone };
    });
    return { base: base.turns, head: head.turns, alone: { base: base.alone, head: head.alone } };
  };
  return Object.assign(Array.from({ length: BLOCKS }, drawBlock), { looks });
}

/** By how much (ms) each of so many requests waits for the end of a storm, which may have begun before the first. */
function drawHeld(count, rate, storms) {
  const held = new Float64Array(count);
  const met = Math.round(rate * STORM_SECONDS);
  for (let at = -met; storms > 0 && at < count; at++) {
    if (uniform() >= storms / rate) continue;
    for (let i = Math.max(0, at); i < Math.min(count, at + met); i++)
      held[i] = Math.max(held[i], 1000 * STORM_SECONDS * (1 - (i - at) / met));
  }
  return held;
}

/** What is said of an SLO at a look, by the head alone. */
function judgeAt(used, starts, slo, looks) {
  return judgeSlo('cell', slo, starts.slice(0, used), chooseConfidence(looks, used)).code;
}

/** Judges a job as a run does, look by look. */
function judgeJob(job, { gates, slos, looks }, seed) {
  const starts = job.map((block) => block.alone.head);
  for (const look of judgeLooks(job, gates, seed, 2048)) {
    const isSlower = look.compared.some(({ code }) => code === 'regressed');
    const isOpen = !look.settled || slos.some((slo) => judgeAt(look.used, starts, slo, looks) === 'at-limit');
    if (look.isLast || isSlower || !isOpen) return { ...look, isSlower };
  }
}

/** Jobs of one kind: how many are called slower, and metrics by what they are called. */
function study(name, rate, options) {
  const plan = planRun(rate, ['p95 < 9s', 'p99 < 9s']);
  const counts = { regressed: {}, unchanged: {} };
  let [regressed, blocks] = [0, 0];
  for (let trial = 0; trial < TRIALS; trial++) {
    const { isSlower, used, gates, compared } = judgeJob(drawJob(plan, options), plan, trial);
    if (isSlower) regressed++;
    blocks += used;
    for (const [i, { code }] of compared.entries()) {
      const metric = nameMetric(gates[i]);
      if (counts[code]) counts[code][metric] = (counts[code][metric] ?? 0) + 1;
    }
  }
  const [slower, unchanged] = [counts.regressed, counts.unchanged].map((of) =>
    Object.entries(of).map(([metric, n]) => `${metric} ${percent(n / TRIALS, 1)}`),
  );
  const called = `regressed ${percent(regressed / TRIALS, 1)}; ${(blocks / TRIALS).toFixed(1)} blocks`;
  const words = `${called}; ${slower.join(', ')} | unchanged: ${unchanged.join(', ')}`;
  console.log(`${name} at ${rate} req/s: ${words}`);
  return { regressed, unchanged: counts.unchanged };
}

/** Services as an SLO sees them. Storms are those of each second. */
const SHAPES = {
  lognormal: { draw: lognormal },
  'two kinds of requests': {
    draw: () => (uniform() < 0.05 ? 60 * Math.exp(0.2 * normal()) : 10 * Math.exp(0.3 * normal())),
  },
  storms: { draw: lognormal, storms: 0.5 },
};

/** The head alone, start by start, until the last look; `soak`: of the last start. */
function drawHead({ rate, countBlock }, { draw, storms = 0 }, scatter) {
  let start = 1;
  const sample = (count) => makeSlice(drawHeld(count, rate, storms).map((wait) => draw() * start + wait));
  const starts = Array.from({ length: BLOCKS }, (_, block) => {
    start = Math.exp(scatter * normal());
    return halve(countBlock(block).alone).map(sample);
  });
  return Object.assign(starts, { soak: sample(SOAK_SECONDS * rate) });
}

/** p99 (ms) of all requests of all starts, to about 0.1 %. */
function findTruth({ draw, storms = 0 }, scatter, rate) {
  const all = drawHeld(4_000_000, rate, storms);
  for (let i = 0; i < all.length; i++) all[i] += draw() * Math.exp(scatter * normal());
  return all.sort()[Math.round(0.99 * all.length)];
}

/** Each service, rate and scatter of its starts. */
function* listServices() {
  for (const [name, shape] of Object.entries(SHAPES))
    for (const scatter of [0, 0.05, 0.1]) {
      let truth = Number.NaN;
      for (const rate of RATES) {
        // Only storms meet other shares of requests at another rate.
        if (Number.isNaN(truth) || shape.storms) truth = findTruth(shape, scatter, rate);
        const plan = planRun(rate, 'p99 < 9s');
        const title = `${name}, ${rate} req/s, scatter ${scatter}`;
        yield { title, truth, rate, looks: plan.looks, drawStarts: () => drawHead(plan, shape, scatter) };
      }
    }
}

/** Words of how many runs something was seen in, with the bound. */
const withBound = (count, of) => `${count} of ${of}, at most ${percent(boundAbove(count, of), 1)}`;
const STORMS = { storms: 0.5 };
const STUDIES = {
  slo() {
    for (const { title, truth, rate, looks, drawStarts } of listServices())
      for (const above of [0, 0.01]) {
        const [slo] = planRun(rate, `p99 < ${(truth / (1 + above)).toFixed(4)}ms`).slos;
        const codes = { met: 0, missed: 0, 'at-limit': 0 };
        // What the soak shows beyond the limit takes `met` away, by its value.
        let kept = 0;
        for (let run = 0; run < RUNS; run++) {
          const starts = drawStarts();
          // A run ends at the first look that decides it.
          const said = looks.map((used) => judgeAt(used, starts, slo, looks));
          const code = said.find((one) => one !== 'at-limit') ?? 'at-limit';
          codes[code]++;
          if (code === 'met' && pooledQuantile([starts.soak], 0.99) < slo.limit.value) kept++;
        }
        const [met, missed] = [codes.met, codes.missed].map((count) => percent(count / RUNS, 1));
        const words = `met ${met}, after the soak ${withBound(kept, RUNS)}; missed ${missed}`;
        console.log(`${title}, p99 ${percent(above, 1)} above the limit: ${words}`);
      }
  },
  bias() {
    for (const { title, truth, looks, drawStarts } of listServices()) {
      const shown = looks.map(() => []);
      for (let run = 0; run < RUNS; run++) {
        const starts = drawStarts();
        for (const [i, used] of looks.entries())
          shown[i].push(pooledQuantile(starts.slice(0, used).flat(), 0.99) / truth - 1);
      }
      const [first, last] = shown.map((list) => {
        const mean = list.reduce((sum, x) => sum + x, 0) / RUNS;
        const error = Math.sqrt(list.reduce((sum, x) => sum + (x - mean) ** 2, 0)) / RUNS;
        return `${(100 * mean).toFixed(2)} ± ${(196 * error).toFixed(2)} %`;
      });
      console.log(`${title}: p99 off by ${first} at the first look, ${last} at the last`);
    }
  },
  null() {
    const cells = RATES.flatMap((rate) =>
      [{}, { scatter: 0.1 }, { stalls: 0.1 }, { drift: 0.02 }, STORMS].map((options) =>
        study(`null ${JSON.stringify(options)}`, rate, options),
      ),
    );
    const regressed = cells.reduce((sum, cell) => sum + cell.regressed, 0);
    console.log(`identical code: regressed ${withBound(regressed, cells.length * TRIALS)}`);
  },
  tolerance() {
    // p50 and tail have a tolerance of 5 %, far percentiles one of 10 %. What is called unchanged there is wrong.
    for (const [factor, metrics] of [
      [1.05, ['p50', 'tail']],
      [1.1, ['p95', 'p99']],
    ])
      for (const rate of RATES)
        for (const options of [{}, { scatter: 0.1 }, { stalls: 0.1 }, STORMS]) {
          const name = `all × ${factor} ${JSON.stringify(options)}`;
          const { unchanged } = study(name, rate, { factor, ...options });
          const words = metrics.map((metric) => `${metric} ${withBound(unchanged[metric] ?? 0, TRIALS)}`);
          console.log(`  wrong: ${words.join('; ')}`);
        }
  },
};
for (const [name, run] of Object.entries(STUDIES))
  if (ASKED.parts.length === 0 || ASKED.parts.includes(name)) run();
