import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSource } from './source.mjs';

const MODULES = ['config/document.ts', 'k6/binary.ts', 'run/keeper.ts', 'run/block.ts', 'plan/step.ts'];

/**
 * Measures one block of a study with the code that `tailgate run` uses: a fresh process for each arm, all of them up
 * at the same time, warmed up and then measured one after the other. What was disturbed is measured again, all arms
 * of it, except where disturbances are wanted.
 *
 * @type {import('./record.mjs').MeasureArms}
 */
export async function measureArms(cell, arms, { signal }) {
  const source = await loadSource(MODULES.map((path) => `src/${path}`));
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-bench-'));
  const logs = join(folder, 'logs');
  const scripts = join(folder, 'k6');
  for (const path of [logs, scripts]) mkdirSync(path, { recursive: true });
  const config = source.parseConfig(JSON.stringify(cell.tailgate), {
    path: join(folder, 'tailgate.yml'),
    directory: folder,
    shownAs: `the cell ${cell.name}`,
  });
  const progress = { phase() {}, note() {}, done() {} };
  const k6 = await source.findK6({ environment: process.env, progress, signal, ci: false });
  const keeper = source.startKeeper(folder);
  const surroundings = (arm) => ({
    arm: 'head',
    config: withEnvironment(config, arm.env),
    logFolder: logs,
    environment: process.env,
    keeper,
    signal,
    grace: () => 3000,
    shared: new Map(),
  });
  try {
    const [step] = source.planSteps(config.scenarios[0], 60);
    const block = await source.measureBlock(
      [
        layOutStage(
          step,
          arms.map(({ name }) => name),
          cell,
        ),
      ],
      0,
      {
        // The block drives as many arms as there are keys; `head` only says whose load and scripts these are.
        arms: {
          head: surroundings(arms[0]),
          ...Object.fromEntries(arms.map((arm) => [arm.name, surroundings(arm)])),
        },
        shared: { sessions: [], crash: () => null, crashed: new Promise(() => {}) },
        k6: k6.path,
        folder: scripts,
        progress,
        repeatDisturbed: !cell.neighbour,
      },
    );
    if (block.crash)
      throw new Error(`${block.crash.service} of ${block.crash.arm} ended: ${block.crash.log}`);
    if (block.failure) throw new Error(`${block.failure.message}: ${block.failure.log}`);
    return arms.map(({ name }) => {
      const own = block.kept.filter(({ slot }) => slot.arm === name);
      if (own.length === 0) throw new Error('the machine was disturbed again and again');
      const { evidence, diagnosis } = own[0];
      const discarded = block.discarded.filter(({ slot }) => slot.arm === name).length;
      const { others, steal } = evidence.cpu;
      return {
        arm: name,
        rounds: own.flatMap(({ rounds }) => rounds),
        evidence: { others, steal, lagMs: evidence.lagMs, diagnosis, discarded },
      };
    });
  } finally {
    await keeper.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function withEnvironment(config, env) {
  const services = config.services.map((service) => ({ ...service, env: { ...service.env, ...env } }));
  return { ...config, services };
}

function layOutStage(step, order, { roundSeconds, warmSeconds }) {
  const slots = [];
  let at = 0;
  const add = (arm, round, seconds, settleSeconds) => {
    const key = `${arm}-${round === null ? 'W' : 'R1'}`;
    slots.push({
      key,
      step,
      arm,
      round,
      startSeconds: Number(at.toFixed(3)),
      seconds,
      settleSeconds,
      slices: 1,
      requests: null,
    });
    at += seconds + step.graceSeconds + 0.05;
  };
  for (const arm of order) add(arm, null, warmSeconds, 0);
  for (const arm of order) add(arm, 0, roundSeconds, 0.2);
  return { arms: order, programs: [{ slots, seconds: at }] };
}
