import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { parseBodyCheck } from '../../src/config/language/body-check.ts';
import type { Load } from '../../src/measurement/load.ts';
import { makeRequest, makeScenario, makeWork } from '../fixtures.ts';
import { expectMeasured, measure, useK6 } from './measure.ts';

useK6();

const LOAD: Load = { kind: 'arrival-rate', rate: 40 };

/** Measures one request whose answers must fit. @returns requests answered and failed, and kinds of failure */
async function ask(load: Load, answer: RequestListener) {
  const expectBody = [parseBodyCheck('contains "data"'), parseBodyCheck('not contains "\\"errors\\""')];
  const work = makeWork(makeRequest({ expectBody }));
  const scenario = makeScenario({ work, load });
  const { result, slots } = await measure([scenario], answer);
  expectMeasured(result);
  const sum = (of: 'ok' | 'failed') => slots[0]!.slices.reduce((total, slice) => total + slice[of], 0);
  return { ok: sum('ok'), failed: sum('failed'), codes: slots[0]!.failures.map(({ code }) => code) };
}

describe('an answer with another body than expected', () => {
  it.each([
    ['that reports errors', '{"data":null,"errors":[{"message":"boom"}]}'],
    ['that lacks what it should hold', '{}'],
    ['that is empty', ''],
  ])('has failed, whatever its status: one %s', async (_, body) => {
    const { ok, failed, codes } = await ask(LOAD, (_, response) => response.end(body));
    expect(ok).toBe(0);
    expect(failed).toBeGreaterThan(20);
    expect(codes).toEqual([4000]);
  });

  it('is looked for in a sample, and in all that a user gets once one was found', async () => {
    const { ok, failed } = await ask({ kind: 'users', users: 2 }, (_, response) =>
      response.end('{"errors":[]}'),
    );
    expect(failed).toBeGreaterThan(ok);
  });

  it('is none where the body fits', async () => {
    const { ok, failed } = await ask(LOAD, (_, response) => response.end('{"data":1}'));
    expect(ok).toBeGreaterThan(20);
    expect(failed).toBe(0);
  });
});
