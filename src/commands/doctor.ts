import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { CONFIG_NAMES, findConfig, readConfig } from '../config/read.ts';
import { describeError, EXIT, type ExitCode, Interrupted, UserError } from '../errors.ts';
import { describeAttempts, INSTALL_HINT, type K6Options, type Search, searchK6 } from '../k6/install/k6.ts';
import type { K6 } from '../k6/install/places.ts';
import { readGoVersion } from '../k6/install/toolchain.ts';
import { ClusterFault } from '../k6/pods/kubectl.ts';
import { type Right, tryRights } from '../k6/pods/rights.ts';
import { assertSupportedPlatform, describeMachine, type Machine } from '../machine/machine.ts';
import { findNoise, type NoiseFinding } from '../machine/noise.ts';
import { readToolVersion } from '../processes/child.ts';
import { findProfilers, type ProfilerFinding } from '../profilers/attached.ts';
import { silent } from '../progress.ts';

type DoctorOptions = {
  /** Path of `--config`, absolute or from `cwd`; absent: the file is looked for. */
  config?: string;
  /** Tries the rights in the cluster from which load comes. */
  cluster?: boolean;
  /** Prints one JSON document, `Diagnosis`, instead of text. */
  json?: boolean;
  cwd?: string;
  environment?: NodeJS.ProcessEnv;
  write?: (text: string) => void;
  signal?: AbortSignal;
};

/** The document that `tailgate doctor --json` prints. */
export type Diagnosis = {
  schemaVersion: 1;
  /** True when a run would be possible here. The exit code says the same. */
  ok: boolean;
  k6:
    | ({ status: 'found' } & K6)
    /** A run would download or build k6. Success is likely, not certain. */
    | ({ status: 'installable'; attempts: Search['attempts'] } & NonNullable<Search['prospect']>)
    | { status: 'missing'; attempts: Search['attempts'] }
    | { status: 'unusable'; error: string };
  node: { version: string; ok: boolean };
  /** Version; null without git, when commits and branches are unknown. */
  git: string | null;
  /** Version; null without Go, which is only needed where k6 has to be built. */
  go: string | null;
  machine: Machine;
  noise: NoiseFinding[];
  /** Those that name slow functions, for each runtime but Node.js, which needs none. */
  profilers: ProfilerFinding[];
  /** What the cluster of `load-from` allows, if that was asked: rights one by one, or why none could be tried. */
  cluster?: { rights: Right[] } | { error: string };
  config:
    | { status: 'read'; path: string; suite: string; scenarios: number }
    | { status: 'missing'; path: string }
    | { status: 'invalid'; path: string; error: string };
};

const OLDEST_NODE = 20;

/**
 * `tailgate doctor`: tells if a run is possible here, with which tools, and how quiet the machine is. It installs and
 * changes nothing.
 *
 * @returns 0 when a run would be possible, 2 otherwise.
 * @throws UserError on a platform that is not supported.
 */
export async function doctor(options: DoctorOptions): Promise<ExitCode> {
  assertSupportedPlatform(process.platform);
  const diagnosis = await diagnose(options);
  const write = options.write ?? ((text) => void process.stdout.write(text));
  write(options.json ? `${JSON.stringify(diagnosis, null, 2)}\n` : describeDiagnosis(diagnosis));
  return diagnosis.ok ? EXIT.pass : EXIT.configuration;
}

async function diagnose(options: DoctorOptions): Promise<Diagnosis> {
  const environment = options.environment ?? process.env;
  const signal = options.signal ?? new AbortController().signal;
  const { config, finding } = examineConfig(options);
  const k6 = await examineK6({
    environment,
    ci: environment.CI === 'true',
    progress: silent,
    signal,
  });
  const node = {
    version: process.versions.node,
    ok: Number.parseInt(process.versions.node, 10) >= OLDEST_NODE,
  };
  const cluster = options.cluster ? await tryCluster(config, environment, signal) : undefined;
  const clusterOk = cluster === undefined || ('rights' in cluster && cluster.rights.every(({ ok }) => ok));
  const k6Ok = k6.status === 'found' || k6.status === 'installable';
  return {
    schemaVersion: 1,
    ok: k6Ok && node.ok && finding.status === 'read' && clusterOk,
    k6,
    node,
    git: await readToolVersion('git', ['--version'], environment, signal),
    go: await readGoVersion(environment, signal),
    machine: describeMachine(),
    noise: findNoise(),
    profilers: await findProfilers(environment, signal),
    ...(cluster && { cluster }),
    config: finding,
  };
}

async function tryCluster(
  config: Config | null,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<NonNullable<Diagnosis['cluster']>> {
  if (config?.pods === undefined) return { error: 'the configuration has no `load-from`' };
  try {
    return { rights: await tryRights(config.pods, environment, signal) };
  } catch (error) {
    if (!(error instanceof ClusterFault)) throw error;
    return { error: error.message };
  }
}

function examineConfig(options: DoctorOptions): { config: Config | null; finding: Diagnosis['config'] } {
  const cwd = options.cwd ?? process.cwd();
  let path = resolve(cwd, options.config ?? CONFIG_NAMES[0]);
  try {
    if (options.config === undefined) ({ path } = findConfig(cwd));
    if (!existsSync(path)) return { config: null, finding: { status: 'missing', path } };
    const config = readConfig(path, cwd);
    const { suite, scenarios } = config;
    return { config, finding: { status: 'read', path, suite, scenarios: scenarios.length } };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { config: null, finding: { status: 'invalid', path, error: describeError(error) } };
  }
}

async function examineK6(options: K6Options): Promise<Diagnosis['k6']> {
  try {
    const { k6, prospect, attempts } = await searchK6(options, { install: false });
    if (k6) return { status: 'found', ...k6 };
    if (prospect) return { status: 'installable', ...prospect, attempts };
    return { status: 'missing', attempts };
  } catch (error) {
    if (!(error instanceof UserError) || error instanceof Interrupted) throw error;
    return { status: 'unusable', error: describeError(error) };
  }
}

const SOURCES: Record<K6['source'], string> = {
  environment: 'named by TAILGATE_K6',
  cache: "from Tailgate's cache",
  path: 'on PATH',
  download: 'downloaded',
  go: 'built with go',
};

/** `ok` is null for what deserves a look but stops nothing. */
type Row = [ok: boolean | null, name: string, text: string, ...details: string[]];

function describeDiagnosis(diagnosis: Diagnosis): string {
  const { ok, k6, node, git, go, machine, noise, profilers, cluster, config } = diagnosis;
  const old = node.ok ? '' : ` is too old, ${OLDEST_NODE} or newer is needed`;
  const cores = `${machine.cores} ${machine.cores === 1 ? 'core' : 'cores'}`;
  const rows: Row[] = [
    describeK6(k6),
    [node.ok, 'node', node.version + old],
    [git ? true : null, 'git', git ?? 'none: commit and branch of a run stay unknown'],
    [go ? true : null, 'go', go ?? 'none: only needed where k6 has to be built'],
    [true, 'machine', `${cores}, ${machine.cpuModel}, ${machine.os}`],
    describeConfig(config),
    ...describeCluster(cluster),
    ...profilers.map(describeProfiler),
    ...noise.map(({ seen, means, advice }): Row => [null, 'noise', seen, means, advice]),
  ];
  if (noise.length === 0) rows.push([true, 'noise', 'no source of noise found']);
  const end = ok ? 'A run is possible here.' : 'No run is possible here yet: see the lines with ✗.';
  return `${rows.map(printRow).join('')}\n${end}\n`;
}

function describeK6(k6: Diagnosis['k6']): Row {
  switch (k6.status) {
    case 'found':
      return [true, 'k6', `${k6.version}, ${SOURCES[k6.source]}`, k6.path];
    case 'installable': {
      const how = k6.source === 'go' ? 'build' : 'download';
      const attempts = describeAttempts(k6.attempts);
      return [true, 'k6', `none yet; a run would ${how} ${k6.version}`, k6.from, attempts];
    }
    case 'missing':
      return [false, 'k6', 'none, and none can be installed', describeAttempts(k6.attempts), INSTALL_HINT];
    case 'unusable':
      return [false, 'k6', 'not usable', k6.error];
  }
}

function describeCluster(cluster: Diagnosis['cluster']): Row[] {
  if (cluster === undefined) return [];
  if ('error' in cluster) return [[false, 'cluster', cluster.error]];
  return cluster.rights.map(({ verb, resource, ok }) => [
    ok,
    'cluster',
    `${ok ? 'may' : 'may not'} ${verb} ${resource}`,
  ]);
}

function describeProfiler({ runtime, file, version, limit, advice }: ProfilerFinding): Row {
  const where = `names slow functions of ${runtime}`;
  if (version === null) return [null, 'profiler', `no ${file}, which ${where}`, advice];
  return limit === null
    ? [true, 'profiler', `${file} ${version} ${where}`]
    : [null, 'profiler', `${file} ${version} ${where}, but may not look into them`, limit];
}

function describeConfig(config: Diagnosis['config']): Row {
  switch (config.status) {
    case 'read': {
      const scenarios = `${config.scenarios} ${config.scenarios === 1 ? 'scenario' : 'scenarios'}`;
      return [true, 'config', `suite ${config.suite}, ${scenarios}`, config.path];
    }
    case 'missing':
      return [false, 'config', `there is no ${config.path}`];
    case 'invalid':
      return [false, 'config', config.path, config.error];
  }
}

function printRow([ok, name, text, ...details]: Row): string {
  const mark = ok === null ? '!' : ok ? '✓' : '✗';
  const lines = details.flatMap((detail) => detail.split('\n')).map((line) => `           ${line}`.trimEnd());
  return [`${mark} ${name.padEnd(8)} ${text}`, ...lines].map((line) => `${line}\n`).join('');
}
