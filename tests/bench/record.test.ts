import { appendFileSync, readFileSync, truncateSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { MEASURED_PERCENTS, RECORDED_PERCENTS } from '../../src/measurement/levels.ts';
import type { Slice } from '../../src/measurement/measurement.ts';
import { makeFolder } from '../folders.ts';

const load = (path: string) => import(pathToFileURL(resolve('bench', path)).href);
const { recordCells } = await load('record.mjs');
const { appendBlock, pathOf, readBlocks } = await load('blocks.mjs');
const { armsOfBlock, CELLS } = await load('cells.mjs');

let folder: string;
beforeEach(() => {
  folder = makeFolder('tailgate-test');
});

const cell = { ...CELLS.find(({ name }: { name: string }) => name === 'echo'), blocks: 2 };

/** Twenty real requests to a real server, one after the other. */
async function measureSlice(): Promise<Slice> {
  const server = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const startedAt = Date.now();
  const times: number[] = [];
  for (let i = 0; i < 20; i++) {
    const began = performance.now();
    await (await fetch(url)).text();
    times.push(performance.now() - began);
  }
  server.closeAllConnections();
  server.close();
  times.sort((a, b) => a - b);
  return {
    startedAt,
    seconds: (Date.now() - startedAt) / 1000,
    planned: 20,
    ok: 20,
    failed: 0,
    dropped: 0,
    latency: {
      levels: MEASURED_PERCENTS.map((percent) => percent / 100),
      values: MEASURED_PERCENTS.map((percent) => times[Math.min(19, Math.floor(percent / 5))]!),
    },
    avg: times.reduce((sum, time) => sum + time, 0) / 20,
    lag: null,
  };
}

async function measureArms(_: unknown, arms: { name: string }[]) {
  const measured = [];
  for (const { name } of arms) measured.push({ arm: name, slices: [await measureSlice()], evidence: null });
  return measured;
}

const record = (parts: object) =>
  recordCells({
    cells: [cell],
    measureArms,
    folder,
    signal: new AbortController().signal,
    machine: {},
    ...parts,
  });

test('blocks are kept as they are measured, with the levels of a record, and recording goes on where it stopped', async () => {
  const stop = new AbortController();
  let blocks = 0;
  const stopAfterOne = async (...args: Parameters<typeof measureArms>) => {
    if (++blocks === 2) stop.abort();
    return measureArms(...args);
  };
  expect(await record({ measureArms: stopAfterOne, signal: stop.signal })).toEqual({ echo: 1 });
  expect(await record({})).toEqual({ echo: 2 });
  const recorded = readBlocks('echo', folder);
  expect(recorded.map(({ block }: { block: number }) => block)).toEqual([0, 1]);
  for (const { arms } of recorded) {
    expect(arms.map(({ arm }: { arm: string }) => arm).sort()).toEqual(['base', 'same']);
    expect(arms[0].slices[0].latency.levels).toEqual(RECORDED_PERCENTS.map((percent) => percent / 100));
  }
});

test('half a block left by a kill is dropped, the whole ones stay', async () => {
  await record({});
  const path = pathOf('echo', folder);
  const whole = readFileSync(path).length;
  appendBlock(
    { schemaVersion: 2, cell: 'echo', block: 2, arms: [], padding: 'x'.repeat(1000) + Math.random() },
    folder,
  );
  truncateSync(path, whole + 25);
  expect(readBlocks('echo', folder)).toHaveLength(2);
  expect(await record({ cells: [{ ...cell, blocks: 3 }] })).toEqual({ echo: 3 });
  expect(readBlocks('echo', folder).map(({ block }: { block: number }) => block)).toEqual([0, 1, 2]);
});

test('a file that is no gzip is refused, not overwritten', async () => {
  appendFileSync(pathOf('echo', folder), 'not recorded by us\n');
  await expect(record({})).rejects.toThrow(/damaged/);
  expect(readFileSync(pathOf('echo', folder), 'utf8')).toBe('not recorded by us\n');
});

test('a file of an older format is refused, and says so', async () => {
  appendBlock({ schemaVersion: 1, cell: 'echo', block: 0, arms: [{ arm: 'base', rounds: [] }] }, folder);
  const refusal = /echo\.jsonl\.gz is of an older format \(version 1; this bench reads 2\)/;
  expect(() => readBlocks('echo', folder)).toThrow(refusal);
  await expect(record({})).rejects.toThrow(refusal);
});

test('a block that fails is tried again, and after three in a row the other cells go on without it', async () => {
  let calls = 0;
  const failTwice = (...args: Parameters<typeof measureArms>) => {
    if (++calls <= 2) throw new Error('k6 was gone');
    return measureArms(...args);
  };
  expect(await record({ measureArms: failTwice, cells: [{ ...cell, blocks: 1 }] })).toEqual({ echo: 1 });
  const failing = () => Promise.reject(new Error('k6 was gone'));
  await expect(record({ measureArms: failing })).rejects.toThrow('k6 was gone');
  const failEcho = (which: typeof cell, arms: { name: string }[]) =>
    which.name === 'echo' ? failing() : measureArms(which, arms);
  const cells = [cell, { ...cell, name: 'other' }].map((each) => ({ ...each, blocks: 2 }));
  expect(await record({ measureArms: failEcho, cells })).toEqual({ echo: 1, other: 2 });
});

/** A multiple of every `every`. */
const BLOCKS = 48;

test('base and same are in every block, and every other arm as often as it says', () => {
  for (const { arms, name } of CELLS) {
    const counts: Record<string, number> = {};
    for (let block = 0; block < BLOCKS; block++) {
      for (const arm of armsOfBlock({ arms }, block)) counts[arm.name] = (counts[arm.name] ?? 0) + 1;
    }
    for (const arm of arms) expect(counts[arm.name], `${name} ${arm.name}`).toBe(BLOCKS / (arm.every ?? 1));
  }
});
