/**
 * What the author of a result may write into it, by kind: each changes a report so that it is `size` large of its kind.
 * `random` gives fractions, so that no two files are alike. All is accepted by the schema of results.
 */
export const KINDS = {
  findings(report, size, random) {
    const { slo, change, step } = samplesOf(report);
    report.verdict.slos = times(size, (i) => ({ ...slo, label: `l${i}`, code: pick(random, SLO_CODES) }));
    report.verdict.changes = times(size, (i) => ({
      ...change,
      label: `l${size - i}`,
      code: pick(random, CODES),
    }));
    report.record.steps = times(size, (i) => ({ ...step, label: `l${i}`, instances: [] }));
  },

  'metrics of one scenario'(report, size, random) {
    const { slo, change } = samplesOf(report);
    const metricOf = (i) => ({ kind: 'percentile', percent: 50 + (49.9 * i) / size + random() / 1e6 });
    report.verdict.slos = times(size, (i) => ({ ...slo, slo: { ...slo.slo, metric: metricOf(i) } }));
    report.verdict.changes = times(size, (i) => ({ ...change, metric: metricOf(i + size) }));
  },

  'slower tails'(report, size, random) {
    const { change } = samplesOf(report);
    const metric = { kind: 'tail' };
    report.verdict.slos = [];
    report.verdict.changes = times(size, (i) => ({
      ...{ ...change, metric, label: `l${i}`, code: 'regressed' },
      tolerance: random(),
    }));
  },

  reasons(report, size, random) {
    const { change } = samplesOf(report);
    report.verdict.code = 'inconclusive';
    report.verdict.changes = times(size, (i) => ({
      ...{ ...change, label: `l${i}`, code: 'inconclusive' },
      reason: { kind: 'too-few-blocks', blocks: i, needed: Math.floor(1e6 * random()) },
    }));
  },

  costs(report, size, random) {
    const change = { value: 1 + random(), low: 1, high: 2 };
    report.verdict.costs = times(size, (i) => ({
      ...{ label: `l${i}`, metric: { kind: 'cpu' }, base: 1, head: 2, change },
    }));
    report.verdict.changes = report.verdict.changes.flatMap((one) =>
      times(size / 8, (i) => ({ ...one, label: `l${size - i}`, code: 'regressed' })),
    );
  },

  faults(report, size, random) {
    report.verdict.faults = times(size, (i) => ({
      ...{ kind: 'failing', label: `l${i}`, failed: Math.floor(9 * random()), requests: 9 },
      examples: ['`a` _b_ <c>'.repeat(20)],
    }));
  },

  gates(report, size, random) {
    report.verdict.gateChanges = times(size, (i) => {
      const same = `${'_'.repeat(40)}${i}`;
      return { kind: 'setting', setting: `s${i}`, from: same + random(), to: same + random() };
    });
  },

  'long settings'(report, size, random) {
    const same = 'x'.repeat(Math.min(19_900, 40 * size));
    report.verdict.gateChanges = times(Math.max(2, size / 20), (i) => {
      return { kind: 'setting', setting: `s${i}`, from: `${same}${random()}`, to: `${same}b` };
    });
  },

  logs(report, size, random) {
    const blank = pick(random, [' ', '\t', '\n', '\r', '`', '_', '\u001b]', '\u001b[', '\u0301', '\u202e']);
    const log = `${blank.repeat(Math.min(199_990, 100 * size))}x`;
    report.verdict.code = 'regressed';
    report.verdict.faults = times(6, () => ({
      ...{ kind: 'crashed', service: 'app', label: 'search', exit: '1', log },
    }));
  },

  texts(report, size, random) {
    const unit = pick(random, ['_', '`', '\u001b[', ' ', '[', '](', '<', '@', 'a.', '0', '::']);
    const text = unit.repeat(Math.min(19_900, 10 * size) / unit.length);
    const failing = { kind: 'failing', label: text, failed: 1, requests: 2, examples: [text, text] };
    const crash = { kind: 'crashed', service: text, label: text, exit: text, log: '' };
    report.verdict.faults = times(size / 10, (i) => (i % 2 === 0 ? failing : crash));
    Object.assign(report, { link: text });
    Object.assign(report.verdict.changes[0], { label: text });
  },

  slices(report, size, random) {
    const { step } = samplesOf(report);
    const [slice] = step.instances[0].slices;
    const latency = { levels: [0, 1], values: [1, 1 + random()] };
    const slices = times(size, (i) => ({ ...slice, ok: i + 1, latency }));
    report.record.steps = report.record.steps.map((one) => ({
      ...one,
      instances: times(8, (block) => ({ block, slices })),
    }));
  },
};

const CODES = ['regressed', 'improved', 'unchanged', 'inconclusive'];
const SLO_CODES = ['met', 'missed', 'at-limit'];

function samplesOf({ verdict, record }) {
  const change = verdict.changes.find(({ metric }) => metric.kind === 'percentile');
  return { slo: verdict.slos[0], change, step: record.steps[0] };
}

function times(count, make) {
  return Array.from({ length: Math.max(1, Math.floor(count)) }, (_, i) => make(i));
}

function pick(random, all) {
  return all[Math.floor(random() * all.length)];
}
