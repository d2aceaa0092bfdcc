import type { Files } from '../files/files.ts';
import type { SetupStep } from '../workflows/actions.ts';

/** How packages are installed, and how a program of the environment is called. */
export type PythonEnvironment = {
  name: string;
  build?: string;
  why?: string;
  prefix: string;
  setup: SetupStep[];
  /** Name of the cache of setup-python, and the file that it follows from. */
  cache?: { cache: string; 'cache-dependency-path': string };
};

const REQUIREMENTS = [
  'requirements.txt',
  'requirements/prod.txt',
  'requirements/production.txt',
  'requirements/base.txt',
  'requirements/dev.txt',
];
const PREFIX = '.venv/bin/';

export function chooseEnvironment(files: Files): PythonEnvironment {
  const found = findEnvironment(files);
  return found.build === undefined ? found : { ...found, why: doubtVersion(files) };
}

function findEnvironment(files: Files): PythonEnvironment {
  const folders = ['', ...(files.above ?? []).map((folder) => `${folder}/`)];
  const uv = folders.map((folder) => `${folder}uv.lock`).find(files.has);
  if (uv !== undefined)
    return {
      name: 'uv',
      build: 'uv sync --locked --no-dev',
      prefix: 'uv run --no-sync ',
      setup: [{ uses: 'astral-sh/setup-uv', with: uv === 'uv.lock' ? {} : { 'cache-dependency-glob': uv } }],
    };
  if (files.has('poetry.lock'))
    return {
      name: 'Poetry',
      build: 'POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-root',
      prefix: PREFIX,
      setup: [{ run: 'pipx install poetry' }],
      cache: { cache: 'poetry', 'cache-dependency-path': 'poetry.lock' },
    };
  if (files.has('Pipfile.lock'))
    return {
      name: 'Pipenv',
      build: 'PIPENV_VENV_IN_PROJECT=1 pipenv sync',
      prefix: PREFIX,
      setup: [{ run: 'pipx install pipenv' }],
      cache: { cache: 'pipenv', 'cache-dependency-path': 'Pipfile.lock' },
    };
  const list = REQUIREMENTS.find(files.has);
  const own = ['pyproject.toml', 'setup.py'].find(files.has);
  if (!list && !own) return { name: 'pip', prefix: '', setup: [] };
  const makes = 'python3 -m venv .venv && .venv/bin/pip install';
  return {
    name: 'pip',
    build: list ? `${makes} -r ${list}` : `${makes} .`,
    prefix: PREFIX,
    setup: [],
    cache: { cache: 'pip', 'cache-dependency-path': list ?? own! },
  };
}

const LOCKS = ['Pipfile.lock', 'poetry.lock', ...REQUIREMENTS];
/** A pinned version of a package that tells the age of a project, in the forms of pip, Pipenv and Poetry. */
const PINNED =
  /["']?\b(django|flask|werkzeug|sqlalchemy|pydantic|markupsafe)["']?(?:\s*==\s*|: \{[^}]*?"version": "==|"\nversion = ")(\d+\.\d+)/gi;
const OLD =
  /^(?:django [12]\.|flask [01]\.|werkzeug [01]\.|sqlalchemy 1\.[0-3]|pydantic 1\.|markupsafe (?:0|1\.[01])\b)/i;

/** Says why the build is a guess: old releases do not work with a Python of today. */
function doubtVersion(files: Files): string | undefined {
  const lock = LOCKS.find(files.has);
  for (const [, name, version] of (lock ? readPins(files, lock) : '').matchAll(PINNED))
    if (OLD.test(`${name} ${version}`))
      return `${name} ${version} in ${lock} is old; which Python does it need? The workflow installs it.`;
  const { 'python-version': chosen } = chooseVersion(files);
  return chosen === '3.13' ? 'no file says which Python it needs; the workflow installs 3.13.' : undefined;
}

const DEEPEST = 3;

/** Reads a lock file, or a list of requirements with those that it includes (`-r base.txt`). */
function readPins(files: Files, path: string, depth = 0): string {
  const text = files.read(path) ?? '';
  if (depth === DEEPEST || !path.endsWith('.txt')) return text;
  const included = [...text.matchAll(/^[ \t]*(?:-r|--requirement)[ =]*([\w./-]+)/gm)].map(([, name]) =>
    readPins(files, new URL(name!, `file:///${path}`).pathname.slice(1), depth + 1),
  );
  return [text, ...included].join('\n');
}

/** The manager comes first: setup-python asks it where its cache is. */
export function describePythonSetup(files: Files, { name, setup, cache }: PythonEnvironment): SetupStep[] {
  const python: SetupStep = { uses: 'actions/setup-python', with: { ...chooseVersion(files), ...cache } };
  return name === 'uv' ? [python, ...setup] : [...setup, python];
}

function chooseVersion(files: Files): Record<string, string> {
  if (files.has('.python-version')) return { 'python-version-file': '.python-version' };
  if (/^(?:requires-python|python)\s*=/m.test(files.read('pyproject.toml') ?? ''))
    return { 'python-version-file': 'pyproject.toml' };
  const named =
    /^python-(\d\.\d+)/m.exec(files.read('runtime.txt') ?? '')?.[1] ??
    /^FROM\s+(?:[\w.-]+\/)*python:(3\.\d+)/im.exec(files.read('Dockerfile') ?? '')?.[1];
  return { 'python-version': named ?? '3.13' };
}
