import fc from 'fast-check';
import type { LimitValue, Operator, Slo } from '../../src/config/language/slo-type.ts';
import type { Load } from '../../src/measurement/load.ts';
import { type Metric, unitOf } from '../../src/metrics/metric.ts';

const name = fc.stringMatching(/^[a-z][a-z0-9_-]{0,15}$/);
/** Any double of a size that somebody could write; with up to 17 digits. */
const quantity = fc.double({ min: 1e-6, max: 1e9, noNaN: true });
const offset = fc.oneof(
  fc.constant(0),
  quantity,
  quantity.map((value) => -value),
);

export const metric: fc.Arbitrary<Metric> = fc.oneof(
  fc
    .oneof(fc.double({ min: 50, max: 99.999, noNaN: true }), fc.constantFrom(50, 90, 95, 99, 99.9, 99.999))
    .map((percent) => ({ kind: 'percentile' as const, percent })),
  fc
    .constantFrom(...(['avg', 'min', 'max', 'errors', 'rate', 'capacity'] as const))
    .map((kind) => ({ kind })),
);

/** What has a setting of its own. */
export const comparedMetric: fc.Arbitrary<Metric> = fc.oneof(
  metric.filter(({ kind }) => kind === 'percentile' || kind === 'errors'),
  fc.constant({ kind: 'tail' as const }),
);

/** Fractions, with up to 17 digits. */
export const percentage = fc.oneof(
  fc.double({ min: 1e-12, max: 1, noNaN: true }),
  fc.constantFrom(0, 0.001, 0.05, 0.3, 1),
);

function limitFor(subject: Metric): fc.Arbitrary<LimitValue> {
  const unit = unitOf(subject);
  const value = unit === 'fraction' ? fc.double({ min: 1e-9, max: 1, noNaN: true }) : quantity;
  const absolute = fc
    .oneof(value, fc.constant(0))
    .map((amount) => ({ kind: 'absolute' as const, value: amount, unit }));
  const relative = fc.record({
    kind: fc.constant('relative' as const),
    scenario: name,
    metric: metric.filter((other) => unitOf(other) === unit),
    factor: fc.oneof(fc.constant(1), fc.double({ min: 0.001, max: 1000, noNaN: true })),
    offsetMs: unit === 'ms' ? offset : fc.constant(0),
  });
  return fc.oneof(absolute, relative);
}

export const slo: fc.Arbitrary<Slo> = metric.chain((subject) =>
  fc.record({
    metric: fc.constant(subject),
    operator: fc.constantFrom<Operator>('<', '<=', '>', '>='),
    limit: limitFor(subject),
  }),
);

const users = fc.integer({ min: 1, max: 40_000 });
export const load: fc.Arbitrary<Load> = fc.oneof(
  fc
    .oneof(fc.integer({ min: 1, max: 300_000 }), fc.double({ min: 0.001, max: 300_000, noNaN: true }))
    .map((rate) => ({ kind: 'arrival-rate' as const, rate })),
  users.map((count) => ({ kind: 'users' as const, users: count })),
  users.chain((count) =>
    fc.record({
      kind: fc.constant('fixed-work' as const),
      requests: fc.integer({ min: count, max: 1_000_000_000 }),
      users: fc.constant(count),
    }),
  ),
);

/** A text with a few characters changed, dropped, doubled or put in: what slips of the hand make of it. */
export function mutated(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const marks = [
    ...' .%<=:-#"\'{}[]$*&!|>\n\tx9\0\u202e√',
    ...'req/s;ms; at ;${;$${; + ; x ;: ;- ;  '.split(';'),
  ];
  const piece = fc.oneof(fc.constantFrom(...marks), fc.string({ maxLength: 3, unit: 'binary' }));
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    drop: fc.integer({ min: 0, max: 4 }),
    put: piece,
  });
  return fc.tuple(text, fc.array(edit, { minLength: 1, maxLength: 4 })).map(([original, edits]) =>
    edits.reduce((current, { at, drop, put }) => {
      const index = Math.floor(at * current.length);
      return current.slice(0, index) + put + current.slice(index + drop);
    }, original),
  );
}
