import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BlockOptions } from '../blocks/block.ts';
import type { Config } from '../config/config.ts';
import type { Arm } from '../measurement/measurement.ts';
import { isLatency } from '../metrics/metric.ts';
import { layOutTurns } from '../plan/layout.ts';
import { EXPLANATION_SECONDS, type Plan } from '../plan/plan.ts';
import { takesTurns } from '../plan/stretches.ts';
import { bindGit, type Git, type GitSetting, gitEnvironment } from '../revision/git.ts';
import { isMoreWork, listProcessorCosts } from '../verdict/costs.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { DIFF, readChange } from './functions/change.ts';
import { findRisen, type Risen } from './functions/rise.ts';
import type { Sources } from './functions/stacks.ts';
import { PRESETS, profileArms } from './profile.ts';

/**
 * Finds the function or package that uses the CPU time by which a scenario became slower, by profiling one more start of each
 * arm. It never decides; a failure is only a note. Empty if `explain` is off, nothing does more work, or there are no turns.
 */
export async function explainRegression(
  verdict: Verdict,
  { plan, config }: { plan: Plan; config: Config },
  tops: Record<Arm, string> | undefined,
  options: Omit<BlockOptions, 'planned'>,
): Promise<Risen[]> {
  const { progress, folder } = options;
  const { head, base } = options.arms;
  const slowest = findSlowest(verdict);
  const step = plan.steps.find((one) => one.label === slowest?.label);
  // Profilers cannot see into containers.
  const isSeen = config.services.some(({ start, container }) => start !== undefined && !container);
  if (config.explain === 'off' || !isSeen || !step || !slowest || !tops || !base) return [];
  if (!takesTurns(plan, step) || head.signal.aborted) return [];
  const command = config.explain === 'auto' ? null : (PRESETS[config.explain] ?? config.explain);
  // A threefold rise shows in a third of the samples, with a profiler that starts at once.
  const isClear = command === null && slowest.head > 3 * slowest.base;
  progress.phase(`profiling ${step.label}, to name the function`, EXPLANATION_SECONDS / (isClear ? 3 : 1));
  const attributes = join(folder, 'profile.attributes');
  const settings: GitSetting[] = [['core.attributesFile', attributes], ...PATTERNS];
  const git = (arm: Arm) => bindGit(tops[arm], gitEnvironment(head.environment, settings), head.signal);
  try {
    const layOut = (length: number) => layOutTurns(plan, step, length);
    const locate = (arm: Arm) => locateSources(tops[arm], git(arm));
    const sources = { base: await locate('base'), head: await locate('head') };
    const given = { ...options, arms: { head, base } };
    const rounds = await profileArms(given, command, sources, layOut, isClear ? 1 : 3);
    if (command === null && !rounds.some(({ head }) => head.total > 0))
      throw new Error('no Node.js process was profiled, and `explain: auto` is for Node.js only');
    writeFileSync(attributes, `${DRIVERS.replaceAll(' ', '\n').replaceAll('=', ' diff=')}\n`);
    const { stdout: from } = await git('base')(['rev-parse', 'HEAD']);
    const diff = await git('head')([...DIFF.split(' '), from, 'HEAD', '--'], { timeoutMs: 5000 });
    const [named] = findRisen(rounds, slowest, readChange(diff.stdout));
    return named ? [{ label: step.label, ...named }] : [];
  } catch (error) {
    progress.note(`could not find what takes the CPU time: ${(error as Error).message}`);
    return [];
  }
}

/** Finds the scenario whose CPU time grew most, among the slower ones. */
function findSlowest(verdict: Verdict): { label: string; base: number; head: number } | undefined {
  if (verdict.invalid.length > 0 || verdict.faults.length > 0) return undefined;
  const slower = verdict.changes.filter(({ code, metric }) => code === 'regressed' && isLatency(metric));
  return listProcessorCosts(verdict)
    .filter((cost) => isMoreWork(cost) && slower.some(({ label }) => label === cost.label))
    .sort((a, b) => b.change.value - a.change.value)[0];
}

/** Which of git's patterns finds the function in which a hunk begins. */
const DRIVERS =
  '*.c=cpp *.cc=cpp *.cpp=cpp *.h=cpp *.cs=csharp *.ex=elixir *.go=golang *.java=java *.kt=kotlin *.php=php *.py=python *.rb=ruby *.rs=rust *.js=js *.cjs=js *.mjs=js *.ts=js *.cts=js *.mts=js *.jsx=js *.tsx=js package-lock.json=lock npm-shrinkwrap.json=lock';
/** Git has none for JavaScript, and none for the package that an entry of a lock file belongs to. */
const PATTERNS: GitSetting[] = [
  ['core.quotePath', 'false'],
  [
    'diff.js.xfuncname',
    '!^[ \t]*(if|else|for|while|switch|catch|return|do|throw|await|new|try)[^A-Za-z0-9_$]\n^[ \t]*(((export|default|async|static|public|private|protected|override|get|set)[ \t]+)*(function[ \t*].*|[#A-Za-z_$][A-Za-z0-9_$]*[ \t]*\\(.*\\{[ \t]*|(const|let|var)[ \t]+[A-Za-z_$][A-Za-z0-9_$]*[^=]*=[ \t]*(async[ \t]*)?(function|\\([^()]*\\)[^=]*=>|[A-Za-z_$][A-Za-z0-9_$]*[ \t]*=>).*))$',
  ],
  ['diff.lock.xfuncname', '^ *"[^"]*": [{]'],
];

/** Reads which sources a work tree contains, and which Go modules. */
export async function locateSources(top: string, git: Git): Promise<Sources> {
  const { stdout: files } = await git(['ls-files', '-z']);
  const { stdout: lines } = await git('grep -hI --no-color ^module -- go.mod **/go.mod'.split(' '));
  const modules = [...lines.matchAll(/module[ \t]+(\S+)/g)].map(([, name]) => name!);
  return { top, files: files.split('\0'), modules };
}
