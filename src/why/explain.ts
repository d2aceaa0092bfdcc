import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BlockOptions } from '../blocks/block.ts';
import type { Config } from '../config/config.ts';
import type { Arm } from '../measurement/measurement.ts';
import { isLatency } from '../metrics/metric.ts';
import { layOutTurns } from '../plan/layout.ts';
import { EXPLANATION_SECONDS, type Plan } from '../plan/plan.ts';
import { takesTurns } from '../plan/stretches.ts';
import { bindGit, type Git, gitEnvironment } from '../revision/git.ts';
import { isMoreWork, listProcessorCosts } from '../verdict/costs.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { type Change, DIFF, readChange } from './functions/change.ts';
import { chooseHolder, findHolders, type Risen } from './functions/rise.ts';
import type { Sources } from './functions/stacks.ts';
import { PRESETS, profileArms } from './profile.ts';

/** What was measured of a variant. */
type Explained = { plan: Plan; config: Config; blocks: readonly unknown[] };

/**
 * Looks for the function or package that takes the processor time by which a scenario has become slower, on one more start of
 * each arm, with a profiler. It never decides, and whatever fails is a note. Empty where `explain` is off, where nothing is
 * slower by more work, or where both arms cannot take turns.
 */
export async function explainRegression(
  verdict: Verdict,
  { plan, blocks, config }: Explained,
  tops: Record<Arm, string> | undefined,
  options: Omit<BlockOptions, 'planned'>,
): Promise<Risen[]> {
  const { arms, progress, folder } = options;
  const { head, base } = arms;
  const slowest = findSlowest(verdict);
  const step = plan.steps.find((one) => one.label === slowest?.label);
  // Nothing looks into containers.
  const isSeen = config.services.some(({ start, container }) => start !== undefined && !container);
  if (config.explain === 'off' || !isSeen || !step || !slowest || !tops || !base) return [];
  if (!takesTurns(plan, step) || head.signal.aborted) return [];
  const command = config.explain === 'auto' ? null : (PRESETS[config.explain] ?? config.explain);
  // Node's profiler shows in rounds of a second that a busy service takes more than three times as much.
  const often = step.load.kind === 'arrival-rate' ? step.load.rate / 2 : 0;
  const isClear = command === null && slowest.head > 3 * slowest.base && often * slowest.base > 20;
  progress.phase(`profiling ${step.label}, to name the function`, isClear ? 15 : EXPLANATION_SECONDS);
  try {
    const bind = (arm: Arm) => bindGit(tops[arm], gitEnvironment(head.environment), head.signal);
    const rounds = await profileArms({
      ...options,
      arms: { head, base },
      sources: {
        head: await locateSources(tops.head, bind('head')),
        base: await locateSources(tops.base, bind('base')),
      },
      ...{ command, roundSeconds: isClear ? 1 : 3, block: blocks.length, seconds: EXPLANATION_SECONDS },
      layOut: (seconds) => layOutTurns(plan, step, seconds),
    });
    const holders = findHolders(rounds, slowest);
    if (holders.length === 0) return [];
    const change = await readDiff(bind('base'), bind('head'), folder);
    return [{ label: step.label, ...chooseHolder(holders, change) }];
  } catch (error) {
    progress.note(`what takes the processor time could not be looked for: ${(error as Error).message}`);
    return [];
  }
}

/** Finds the scenario whose processor time has grown most, of those that are slower. */
function findSlowest(verdict: Verdict): { label: string; base: number; head: number } | undefined {
  if (verdict.invalid.length > 0 || verdict.faults.length > 0) return undefined;
  const slower = new Set(
    verdict.changes
      .filter(({ code, metric }) => code === 'regressed' && isLatency(metric))
      .map(({ label }) => label),
  );
  return listProcessorCosts(verdict)
    .filter((cost) => slower.has(cost.label) && isMoreWork(cost))
    .sort((a, b) => b.change.value - a.change.value)[0];
}

/** Which pattern of git's finds the function that a hunk begins in. */
const DRIVERS =
  '*.c=cpp *.cc=cpp *.cpp=cpp *.h=cpp *.cs=csharp *.ex=elixir *.go=golang *.java=java *.kt=kotlin *.php=php *.py=python *.rb=ruby *.rs=rust *.js=js *.cjs=js *.mjs=js *.ts=js *.cts=js *.mts=js *.jsx=js *.tsx=js package-lock.json=lock npm-shrinkwrap.json=lock';
/** Git has none for JavaScript, and none for the package that an entry of a lock file is of. */
const PATTERNS = {
  js: '!^[ \t]*(if|else|for|while|switch|catch|return|do|throw|await|new|try)[^A-Za-z0-9_$]\n^[ \t]*(((export|default|async|static|public|private|protected|override|get|set)[ \t]+)*(function[ \t*].*|[#A-Za-z_$][A-Za-z0-9_$]*[ \t]*\\(.*\\{[ \t]*|(const|let|var)[ \t]+[A-Za-z_$][A-Za-z0-9_$]*[^=]*=[ \t]*(async[ \t]*)?(function|\\([^()]*\\)[^=]*=>|[A-Za-z_$][A-Za-z0-9_$]*[ \t]*=>).*))$',
  lock: '^ *"[^"]*": [{]',
};

/** Reads what a change touches. */
async function readDiff(base: Git, head: Git, folder: string): Promise<Change> {
  const path = join(folder, 'profile.attributes');
  writeFileSync(path, `${DRIVERS.replaceAll(' ', '\n').replaceAll('=', ' diff=')}\n`);
  const patterns = Object.entries(PATTERNS).map(([name, text]) => `diff.${name}.xfuncname=${text}`);
  const settings = [`core.attributesFile=${path}`, 'core.quotePath=false', ...patterns];
  const { stdout: from } = await base(['rev-parse', 'HEAD']);
  const order = [...settings.flatMap((one) => ['-c', one]), ...DIFF.split(' '), from, 'HEAD', '--'];
  const { ok, stdout } = await head(order, { timeoutMs: 5000 });
  return readChange(ok ? stdout : '');
}

/** Reads where the sources of a work tree are, and which modules of Go are there. */
export async function locateSources(top: string, git: Git): Promise<Sources> {
  const { stdout: files } = await git(['ls-files', '-z']);
  const find = '-c grep.lineNumber=false grep -I --no-color -E ^module -- go.mod **/go.mod';
  const { stdout: lines } = await git(find.split(' '));
  const modules = lines.matchAll(/^(.*?)go\.mod:module[ \t]+(\S+)/gm);
  return {
    roots: [top, realpathSync(top)],
    files: files.split('\0').filter((file) => file !== ''),
    modules: [...modules].map(([, folder, name]) => ({ folder: folder!, name: name! })),
  };
}
