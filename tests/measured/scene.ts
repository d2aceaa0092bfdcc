import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
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
  isRobbed?: boolean;
};

/** How often a run is tried on a machine that others disturb. */
const TRIES = 3;
/** Share of a second's processor time that disturbs a round, and of the seconds of a try that make it useless. */
const ROBBED = { share: 0.1, seconds: 0.03 };

/**
 * Measures a project, which is removed. A run without a verdict, which the machine may have disturbed, is tried twice more;
 * then its tests fail, unless the hypervisor took processors away in a try, as the kernel tells: see `skipRobbed`.
 *
 * @param isDue tells whether it says what it can only say where nothing has disturbed it
 */
export async function measure(
  make: () => Project | Repository,
  args: string[] = [],
  environment: NodeJS.ProcessEnv = {},
  isDue: (scene: Scene) => boolean = ({ code }) => code !== 3,
): Promise<Scene> {
  for (let tries = 1, robbed = 0; ; tries++) {
    const isRobbed = watchHypervisor();
    const scene = await measureOnce(make(), args, environment);
    if (isRobbed()) robbed++;
    if (isDue(scene)) return scene;
    if (tries === TRIES) return { ...scene, isRobbed: robbed > 0 };
  }
}

/** Skips a test of a scene that the hypervisor has spoilt. */
export function skipRobbed(context: TestContext, { isRobbed }: Scene): void {
  if (isRobbed) context.skip('the hypervisor took processors away, and no try had a verdict');
}

/** Watches the processor time that the hypervisor takes (proc_stat(5), the eighth number), until it is asked. */
function watchHypervisor(): () => boolean {
  const read = () => readFileSync('/proc/stat', 'utf8').split('\n')[0]!.split(/ +/).slice(1, 9).map(Number);
  let before = read();
  const robbed: boolean[] = [];
  const timer = setInterval(() => {
    const now = read();
    const spent = now.map((ticks, i) => ticks - before[i]!);
    robbed.push(spent[7]! > ROBBED.share * spent.reduce((a, b) => a + b, 0));
    before = now;
  }, 1000);
  return () => {
    clearInterval(timer);
    return robbed.filter(Boolean).length > ROBBED.seconds * robbed.length;
  };
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
  const kept = ['--junit', place('junit.xml'), '--keep', place('kept'), '--verbose'];
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
