import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseConfig } from '../../../src/config/document.ts';
import { describeSchema, printConfig } from '../../../src/config/schema/schema.ts';
import { METRIC_KINDS } from '../../../src/metrics/metric.ts';
import { METRICS } from '../../../src/metrics/table.ts';
import { FILE, FULL, SMALL } from '../configs.ts';

const schema = JSON.parse(JSON.stringify(describeSchema()));
const validate = new Ajv({ strict: false }).compile(schema);

type Node = {
  description?: string;
  properties?: Record<string, Node>;
  additionalProperties?: Node | boolean;
  anyOf?: Node[];
};

/** Paths of all keys that have no description. */
function listUndescribed({ properties = {}, additionalProperties, anyOf = [] }: Node, path = ''): string[] {
  const own = Object.entries(properties).flatMap(([key, inner]) => [
    ...(inner.description ? [] : [`${path}.${key}`]),
    ...listUndescribed(inner, `${path}.${key}`),
  ]);
  const others = [additionalProperties, ...anyOf].filter((inner) => typeof inner === 'object');
  return [...own, ...others.flatMap((inner) => listUndescribed(inner, `${path}.*`))];
}

describe('the schema for editors', () => {
  test('is tailgate.schema.json; `npm run schema` writes it', () => {
    expect(readFileSync('tailgate.schema.json', 'utf8')).toBe(`${JSON.stringify(schema, null, 2)}\n`);
  });

  test('is of the draft that editors know, and describes every key', () => {
    expect(schema.$schema).toBe('http://json-schema.org/draft-07/schema#');
    expect(listUndescribed(schema)).toEqual([]);
  });

  test('names each metric and each unit that an SLO may have', () => {
    const help: string = schema.properties.scenarios.additionalProperties.properties.slo.description;
    const metrics = METRIC_KINDS.filter((kind) => kind !== 'percentile' && METRICS[kind].estimate !== null);
    const units = ['us', 'ms', 's', '%', 'req/s', 'kB', 'MB', 'GB'];
    for (const name of [...metrics, 'capacity', ...units]) expect(help).toContain(`\`${name}\``);
  });
});

test('what a file says is written again in one form, which says the same and fits the schema for editors', () => {
  for (const text of [SMALL, FULL]) {
    const { settings } = parseConfig(text, FILE);
    const written = printConfig(settings);
    expect(parseConfig(JSON.stringify(written), FILE).settings).toEqual(settings);
    for (const one of [written, parse(text)]) {
      validate(one);
      expect(validate.errors).toBeNull();
    }
  }
});
