import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { describeSchema } from '../../../src/config/schema/schema.ts';
import { METRIC_KINDS } from '../../../src/metrics/metric.ts';
import { METRICS } from '../../../src/metrics/table.ts';
import { FULL, SMALL } from '../configs.ts';

const schema = JSON.parse(readFileSync('tailgate.schema.json', 'utf8'));
const validate = new Ajv({ strict: false }).compile(schema);

type Node = {
  description?: string;
  properties?: Record<string, Node>;
  additionalProperties?: Node | boolean;
  anyOf?: Node[];
};

/** Paths of all keys that have no description. */
function undescribed(node: Node, path: string): string[] {
  const own = Object.entries(node.properties ?? {}).flatMap(([key, inner]) => [
    ...(inner.description ? [] : [`${path}.${key}`]),
    ...undescribed(inner, `${path}.${key}`),
  ]);
  const others = [node.additionalProperties, ...(node.anyOf ?? [])].filter(
    (inner) => typeof inner === 'object',
  );
  return [...own, ...others.flatMap((inner) => undescribed(inner, `${path}.*`))];
}

describe('tailgate.schema.json', () => {
  test('is what scripts/schema.mjs makes', () => {
    execFileSync(process.execPath, ['scripts/schema.mjs', '--check']);
  });

  test('is of the draft that editors know, and describes every key', () => {
    expect(schema.$schema).toBe('http://json-schema.org/draft-07/schema#');
    expect(undescribed(schema, '')).toEqual([]);
  });

  test('accepts every form that the reader accepts', () => {
    for (const text of [SMALL, FULL]) {
      validate(parse(text));
      expect(validate.errors).toBeNull();
    }
  });

  test.each([
    ['one percentage for all', 'tolerance: 5%\nconfidence: 99.9%'],
    ['one for each metric', 'tolerance:\n  p50: 3%\n  p99.99: 10%\n  tail: 5%\n  errors: 0.1%'],
    ['one of a metric that a script feeds', 'tolerance:\n  queue_wait.p95: 20%\n  hits.rate: 5%'],
    ['a comparison with earlier runs', 'from: history'],
    ['earlier runs in place of a base', 'from: paired\non-base-failure: history'],
  ])('accepts %s', (_, baseline) => {
    validate(parse(`${SMALL}baseline:\n${baseline.replace(/^/gm, '  ')}\n`));
    expect(validate.errors).toBeNull();
  });

  test('says where a tolerance for all does not reach', () => {
    const { baseline, scenarios } = schema.properties;
    expect(baseline.properties.tolerance.description).toMatch(/`errors`.*difference of shares/);
    for (const key of ['tolerance', 'confidence', 'budget'])
      expect(scenarios.additionalProperties.properties).toHaveProperty(key);
  });

  test('names each metric and each unit that an SLO may have', () => {
    const { scenarios } = (describeSchema() as typeof schema).properties;
    const help: string = scenarios.additionalProperties.properties.slo.description;
    const metrics = METRIC_KINDS.filter((kind) => kind !== 'percentile' && METRICS[kind].estimate !== null);
    expect(metrics).toContain('memory');
    const units = ['us', 'ms', 's', '%', 'req/s', 'kB', 'MB', 'GB'];
    for (const name of [...metrics, 'capacity', ...units]) expect(help).toContain(`\`${name}\``);
  });

  test.each([
    ['an unknown key', SMALL.replace('start', 'strat')],
    [
      'a build that differs by variant',
      SMALL.concat('variants: { a: { b: { services: { c: { build: d } } } } }\n'),
    ],
    ['a load without a unit', SMALL.concat('    load: 5\n')],
    ['a bad name', SMALL.replace('search:', 'Search:')],
    ['another readiness', SMALL.replace('scen', '  ready: udp\nscen')],
    ['another baseline', SMALL.concat('baseline:\n  from: main\n')],
    ['a tolerance of what is not compared', SMALL.concat('baseline:\n  tolerance:\n    avg: 5%\n')],
    ['a confidence without its sign', SMALL.concat('    confidence:\n      p99: 99\n')],
    ['another scope', SMALL.replace('scen', '  scope: suite\nscen')],
    ['no scenarios', SMALL.replace(/scenarios:[\s\S]*/, '')],
  ])('rejects %s', (_, text) => {
    expect(validate(parse(text))).toBe(false);
  });
});
