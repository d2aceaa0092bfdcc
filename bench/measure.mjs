import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BLOCKS_OF_JOB } from './cells.mjs';
import { loadSource } from './source.mjs';

const MODULES = [
  'src/config/document.ts',
  'src/k6/install/k6.ts',
  'src/services/keeper.ts',
  'src/blocks/block.ts',
  'src/plan/step.ts',
  'src/plan/shape.ts',
  'src/plan/paired.ts',
];

/**
 * Measures one block of a study with the code that `tailgate run` uses: a fresh process for each arm, all of them up
 * at the same time, warmed up one after the other and then measured in turns. What was disturbed is measured again, all arms
 * of it, except where disturbances are wanted.
 *
 * @type {import('./record.mjs').MeasureArms}
 */
export async function measureArms(cell, arms, { signal, layOut = layOutTurns }) {
  const source = await loadSource(MODULES);
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
        layOut(
          step,
          arms.map(({ name }) => name),
          cell,
          source,
        ),
      ],
      0,
      {
        // The block drives as many arms as there are keys; `head` only says whose load and scripts these are.
        arms: {
          head: surroundings(arms[0]),
          ...Object.fromEntries(arms.map((arm) => [arm.name, surroundings(arm)])),
        },
        shared: { sessions: [], crash: () => null, crashed: new Promise(() => {}), halt() {}, resume() {} },
        k6: k6.path,
        seed: 1,
        folder: scripts,
        progress,
        planned: 1,
        repeatDisturbed: !cell.neighbour,
      },
    );
    if (block.crash)
      throw new Error(`${block.crash.service} of ${block.crash.arm} ended: ${block.crash.log}`);
    if (block.failure) throw new Error(`${block.failure.message}: ${block.failure.log}`);
    return arms.map(({ name }) => {
      const own = block.kept.filter(({ slot }) => slot.arm === name);
      if (own.length === 0) {
        const { evidence, diagnosis } = block.discarded.findLast(({ slot }) => slot.arm === name);
        throw new Error(`discarded again and again: ${diagnosis}, ${JSON.stringify(evidence)}`);
      }
      const { evidence, diagnosis } = own[0];
      const discarded = block.discarded.filter(({ slot }) => slot.arm === name).length;
      const { others, steal } = evidence.cpu;
      return {
        arm: name,
        slices: own.flatMap(({ slices }) => slices),
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

/**
 * As `layOutBlock` has it for a run with the default budget, with as many arms in turn as the block has. The load on each
 * arm alone is left out.
 */
function layOutTurns(step, order, { warmSeconds }, { shapeTurns, armSeconds, round3 }) {
  const { alternating } = shapeTurns(step, armSeconds({ blocks: BLOCKS_OF_JOB, addedBlocks: 0 }, step));
  const program = startProgram(step, order, warmSeconds, round3);
  const stretch = (seconds) => (seconds * order.length) / 2;
  program.addTurns(0, {
    seconds: stretch(alternating.seconds),
    settleSeconds: stretch(alternating.settleSeconds),
  });
  return program.end();
}

/** Two arms, each measured as long one after the other as in turns; which of both comes first is drawn. */
export function layOutBoth(step, order, { warmSeconds }, { shapeTurns, armSeconds, round3 }) {
  const { alternating } = shapeTurns(step, armSeconds({ blocks: BLOCKS_OF_JOB, addedBlocks: 0 }, step));
  const { settleSeconds } = alternating;
  const each = { seconds: (alternating.seconds - settleSeconds) / 2 + settleSeconds, settleSeconds };
  const program = startProgram(step, order, warmSeconds, round3);
  const inTurns = () => program.addTurns(0, alternating);
  const oneByOne = () => {
    for (const arm of order) program.addAlone(arm, 1, each);
  };
  for (const measure of Math.random() < 0.5 ? [inTurns, oneByOne] : [oneByOne, inTurns]) measure();
  return program.end();
}

/** All arms in turns, in one round. @param {number} seconds load on each of them */
export const layOutLong =
  (seconds) =>
  (step, order, { warmSeconds }, { shapeTurns, armSeconds, round3 }) => {
    const { settleSeconds } = shapeTurns(
      step,
      armSeconds({ blocks: BLOCKS_OF_JOB, addedBlocks: 0 }, step),
    ).alternating;
    const program = startProgram(step, order, warmSeconds, round3);
    program.addTurns(0, { seconds: seconds * order.length + settleSeconds, settleSeconds });
    return program.end();
  };

/** Lays out one k6 process, which begins with a warm-up of each arm. */
function startProgram(step, order, warmSeconds, round3) {
  const slots = [];
  let at = 0;
  const add = (arm, round, { seconds, settleSeconds }, turns) => {
    const key = `${arm}-${round === null ? 'W' : `R${round + 1}`}`;
    const length = {
      startSeconds: round3(at),
      seconds: round3(seconds),
      settleSeconds: round3(settleSeconds),
    };
    slots.push({ key, step, arm, round, ...length, slices: 1, requests: null, turns });
  };
  const wait = (seconds) => {
    at += seconds + step.pauseSeconds + 0.05;
  };
  const addAlone = (arm, round, length) => {
    add(arm, round, length, null);
    wait(length.seconds);
  };
  for (const arm of order) addAlone(arm, null, { seconds: warmSeconds, settleSeconds: 0 });
  return {
    addAlone,
    addTurns(round, length) {
      for (const [position, arm] of order.entries()) {
        add(arm, round, length, { scenario: 'turns', of: order.length, position });
      }
      wait(length.seconds);
    },
    end: () => ({ arms: order, programs: [{ slots, seconds: at }] }),
  };
}
