import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CliResult, eventually, type Project } from '../cli/project.ts';
import type { Repository } from '../cli/repository.ts';
import { makeFolder } from '../folders.ts';

/** A run with real k6, which takes long: measured once, with all that it leaves, and then only read. */
export type Scene = CliResult & {
  /** All that it has said. */
  said: string;
  json: ReturnType<typeof JSON.parse>;
  /** Text of a result, or of a file that was kept; empty where there is none. */
  read(name: 'comment.md' | 'result.json' | 'report.html' | 'junit.xml' | `kept/${string}`): string;
  /** Names of what was kept below a folder. */
  kept(folder: 'logs' | 'k6'): string[];
  /** Processes and folders that it has left. */
  left: string[];
  /** Whether the checkout is as it was. */
  isUntouched: boolean;
  /** Text of the one record that it has stored, if any. */
  record: string;
};

/** How often a run is tried on a machine that others disturb. */
const TRIES = 3;

/**
 * Measures a project, which is removed. A run without a verdict, as if disturbed, is tried twice more; then its tests fail.
 *
 * @param isDue tells whether it says what it can only say where nothing has disturbed it
 */
export async function measure(
  make: () => Project | Repository,
  args: string[] = [],
  environment: NodeJS.ProcessEnv = {},
  isDue: (scene: Scene) => boolean = ({ code }) => code !== 3,
): Promise<Scene> {
  for (let tries = 1; ; tries++) {
    const scene = await measureOnce(make(), args, environment);
    if (isDue(scene) || tries === TRIES) return scene;
  }
}

async function measureOnce(
  project: Project | Repository,
  args: string[],
  environment: NodeJS.ProcessEnv,
): Promise<Scene> {
  const out = makeFolder('tailgate-measured');
  const place = (name: string) => join(out, name);
  const results = [
    '--comment',
    place('comment.md'),
    '--json',
    place('result.json'),
    '--html',
    place('report.html'),
  ];
  const kept = ['--junit', place('junit.xml'), '--keep', place('kept')];
  const repository = 'fingerprint' in project ? project : null;
  const before = repository?.fingerprint().join('\n');
  const running = project.start(['run', ...results, ...kept, ...args], environment);
  const result = await running.ended;
  await eventually(() => running.orphans().length === 0, 3);
  const read = (name: string) => (existsSync(place(name)) ? readFileSync(place(name), 'utf8') : '');
  const list = (folder: string) => (existsSync(folder) ? readdirSync(folder, { recursive: true }) : []);
  const store = join(project.folder, '.tailgate');
  const [recorded] = list(store)
    .map(String)
    .filter((name) => name.endsWith('.json'));
  const scene: Scene = {
    ...result,
    said: result.stdout + result.stderr,
    json: JSON.parse(read('result.json') || '{}'),
    read,
    kept: (folder) => list(place(`kept/${folder}`)).map(String),
    left: [...running.orphans(), ...(repository?.leftovers() ?? [])],
    isUntouched: repository?.fingerprint().join('\n') === before,
    record: recorded === undefined ? '' : readFileSync(join(store, recorded), 'utf8'),
  };
  project.remove();
  return scene;
}
