import type { Files } from '../files/files.ts';
import type { Guessable, SourceFile } from '../files/source.ts';
import type { SetupStep } from '../workflows/actions.ts';
import { type Described, findVersionFile, type Language } from './language.ts';

/** An application's name and kind, as in `app = FastAPI(…)`, and one that a function of the project makes. */
const APPLICATION = /^(\w+)\s*(?::[^=\r\n]+)?=\s*(?:\w+\.)?(FastAPI|Starlette|Litestar|Quart|Flask)\(/m;
const MADE =
  /^(app|application|api)\s*(?::[^=\r\n]+)?=\s*(?:\w+\.)?((?:create|make|get|build)_(?:app|application)|init_app)\(/m;
const FACTORY = /^def (create_app|make_app|create_application)\(([^)]{0,500})\)/m;

const LISTS = ['prod', 'production', 'base', 'dev'].map((name) => `requirements/${name}.txt`);
const MANIFESTS = ['pyproject.toml', 'requirements.txt', 'Pipfile', 'setup.py', ...LISTS];
const ENTRIES = ['main.py', 'app.py', 'server.py', 'run.py', 'src/main.py', 'src/app.py'];

export const PYTHON: Language = {
  title: 'Python',
  marks: [...MANIFESTS, 'manage.py'],
  code: ['.py'],
  describe({ files, sources }) {
    const manifests = MANIFESTS.map((path) => files.read(path) ?? '')
      .join('\n')
      .toLowerCase();
    const has = (name: string) => new RegExp(`(?:^|["'\\s])${name}(?![\\w-])`, 'm').test(manifests);
    const { name, build, prefix, setup, others } = chooseEnvironment(files);
    const manage = files.read('manage.py');
    const isDjango = manage !== null && (has('django') || /django/.test(manage));
    const python = prefix === '' ? 'python3' : `${prefix}python`;
    const server = isDjango ? null : chooseServer(sources, prefix, has);
    const start = isDjango ? chooseDjango(sources, prefix, python, has) : server?.start;
    const django = isDjango && has('gunicorn') ? readDjango(files, sources) : undefined;
    const app = has('flask-migrate') && server?.app;
    return {
      title: `Python, ${name}`,
      sure: start ? 2 : 0,
      build,
      prepare: isDjango ? { text: `${python} manage.py migrate --noinput` } : undefined,
      start: start ?? {
        text: `${python} ${ENTRIES.find(files.has) ?? 'main.py'}`,
        why: 'no FastAPI, Starlette, Flask or Django application was found; how does the service start?',
      },
      setup,
      manifests,
      prefix,
      others,
      variables: app ? [{ name: 'FLASK_APP', value: app, from: 'the code' }] : django?.variables,
      notes: django?.notes,
    };
  },
};

/** The settings that gunicorn serves with, where manage.py names others, and those of production beside them. */
function readDjango(files: Files, sources: readonly SourceFile[]): Pick<Described, 'variables' | 'notes'> {
  const settingsOf = (path: string) =>
    /DJANGO_SETTINGS_MODULE["']\s{0,9},\s{0,9}["']([\w.]+)/.exec(files.read(path) ?? '')?.[1];
  const wsgi = sources.find(({ path }) => WSGI.test(path))?.path ?? 'wsgi.py';
  const served = settingsOf(wsgi);
  if (served === undefined) return {};
  const beside = served.slice(0, served.lastIndexOf('.') + 1).replaceAll('.', '/');
  const production = ['production', 'prod'].map((each) => `${beside}${each}.py`).find(files.has);
  const other = { name: 'DJANGO_SETTINGS_MODULE', value: served, from: wsgi };
  const note = `It starts with the settings ${served}, and there is ${production}: DJANGO_SETTINGS_MODULE in \`env\` says which.`;
  return {
    variables: served === settingsOf('manage.py') ? [] : [other],
    notes: production === undefined || /prod/.test(served) ? [] : [note],
  };
}

const WSGI = /^(?:\w+\/)*wsgi\.py$/;

/**
 * The command that serves the first application that can be imported. Servers name it by its module, from the folder
 * of imports: the repository's own, or `src`.
 */
function chooseServer(
  sources: readonly SourceFile[],
  prefix: string,
  has: (name: string) => boolean,
): { start: Guessable; app?: string } | null {
  const importable = sources.filter(({ path }) => /^(?:[A-Za-z_]\w*\/)*[A-Za-z_]\w*\.py$/.test(path));
  const found = [APPLICATION, MADE, FACTORY].flatMap((pattern) =>
    importable.flatMap(({ path, text }) => {
      const [, name, kind] = pattern.exec(text) ?? [];
      return name === undefined ? [] : [{ path, text, name, kind: kind!, pattern }];
    }),
  );
  const [chosen] = found;
  if (!chosen) return null;
  const { name, kind, pattern } = chosen;
  const isFactory = pattern === FACTORY;
  // Code that imports itself as `src.…`, or climbs out of its package, is imported from the folder above.
  const climbs = new RegExp(`^[ \\t]*from \\.{${chosen.path.split('/').length - 1}}`, 'm');
  const isBelow = chosen.path.startsWith('src/');
  const isPackage =
    isBelow &&
    (climbs.test(chosen.text) || sources.some(({ text }) => /^[ \t]*(?:from|import) src\b/m.test(text)));
  const inSrc = isBelow && !isPackage;
  const path = chosen.path.slice(inSrc ? 4 : 0).replace(/(?:(?:^|\/)__init__)?\.py$/, '');
  const module = path.replaceAll('/', '.');
  const doubt =
    isFactory || found.filter((each) => each.pattern === pattern).length > 1
      ? `the application in ${chosen.path} was taken; is it the service?`
      : undefined;
  const isAsync =
    /FastAPI|Starlette|Litestar|Quart/.test(kind) ||
    (pattern !== APPLICATION && has('fastapi(?:\\[[^\\]]*\\])?'));
  if (isAsync) {
    const factory = isFactory ? ' --factory' : '';
    const folder = inSrc ? ' --app-dir src' : '';
    const text = `${prefix}uvicorn ${module}:${name}${factory}${folder} --host 127.0.0.1 --port $PORT`;
    return { start: { text, why: doubt } };
  }
  const app = `${isPackage ? module : `${inSrc ? 'src/' : ''}${path}`}:${name}`;
  if (has('gunicorn')) {
    const called = isFactory ? `'${module}:${name}()'` : `${module}:${name}`;
    const text = `${prefix}gunicorn ${inSrc ? '--chdir src ' : ''}${called} --bind 127.0.0.1:$PORT`;
    return { start: { text, why: doubt }, app };
  }
  const why = 'this is Flask’s server for development; how does it run in production?';
  return { start: { text: `${prefix}flask --app ${app} run --port $PORT`, why }, app };
}

function chooseDjango(
  sources: readonly SourceFile[],
  prefix: string,
  python: string,
  has: (name: string) => boolean,
): Guessable {
  const module = sources
    .find(({ path }) => WSGI.test(path))
    ?.path.replace(/\.py$/, '')
    .replaceAll('/', '.');
  if (has('gunicorn') && module) return { text: `${prefix}gunicorn ${module} --bind 127.0.0.1:$PORT` };
  return {
    text: `${python} manage.py runserver --noreload 127.0.0.1:$PORT`,
    why: 'this is Django’s server for development; how does it run in production?',
  };
}

/** How packages are installed, and how a program of the environment is called. */
type PythonEnvironment = Pick<Described, 'build' | 'others'> & {
  name: string;
  prefix: string;
  setup: SetupStep[];
};

const PREFIX = '.venv/bin/';
/** Tools with a lock file. */
const LOCKED = [
  {
    name: 'Poetry',
    lock: 'poetry.lock',
    // Both would install into the environment of whoever calls, where one is active.
    build:
      'env -u VIRTUAL_ENV -u CONDA_PREFIX POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-root --only main',
  },
  {
    name: 'Pipenv',
    lock: 'Pipfile.lock',
    build: 'PIPENV_IGNORE_VIRTUALENVS=1 PIPENV_VENV_IN_PROJECT=1 pipenv sync',
  },
];

function chooseEnvironment(files: Files): PythonEnvironment {
  const chosen = chooseVersion(files);
  const why = 'python-version' in chosen && chosen['python-version'] === LATEST ? UNNAMED : undefined;
  const python = (cache: Record<string, string>): SetupStep => ({
    uses: 'actions/setup-python',
    with: { ...chosen, ...cache },
  });
  const list = ['requirements.txt', ...LISTS].find(files.has);
  // Many a pyproject.toml has the settings of tools only.
  const isProject = /^\[(?:project|build-system|tool\.(?:poetry|pdm|flit|hatch))\b/m.test(
    files.read('pyproject.toml') ?? '',
  );
  const project = isProject ? 'pyproject.toml' : ['setup.py'].find(files.has);
  const installs = [...(list ? [`-r ${list}`] : []), ...(project ? ['.'] : [])];
  const plain = installs.map((what) => ({
    build: { text: `python3 -m venv .venv && .venv/bin/pip install ${what}`, why },
  }));
  const own = list ?? project;
  const uv = ['', ...(files.above ?? []).map((folder) => `${folder}/`)]
    .map((folder) => `${folder}uv.lock`)
    .find(files.has);
  if (uv !== undefined) {
    const setup: SetupStep = {
      uses: 'astral-sh/setup-uv',
      with: uv === 'uv.lock' ? {} : { 'cache-dependency-glob': uv },
    };
    const build = { text: 'uv sync --locked --no-dev', why };
    return { name: 'uv', build, prefix: 'uv run --no-sync ', setup: [python({}), setup], others: plain };
  }
  const locked = LOCKED.find(({ lock }) => files.has(lock));
  if (locked !== undefined) {
    const { name, lock, build } = locked;
    const tool = name.toLowerCase();
    // The manager comes first: setup-python asks it where its cache is.
    const setup = [{ run: `pipx install ${tool}` }, python({ cache: tool, 'cache-dependency-path': lock })];
    return { name, build: { text: build, why }, prefix: PREFIX, setup, others: plain };
  }
  if (own === undefined) return { name: 'pip', prefix: '', setup: [python({})] };
  const setup = [python({ cache: 'pip', 'cache-dependency-path': own })];
  return { name: 'pip', ...plain[0], prefix: PREFIX, setup, others: plain.slice(1) };
}

const LATEST = '3.13';
const UNNAMED = `no file says which Python it needs; the workflow installs ${LATEST}.`;

function chooseVersion(files: Files): Record<string, string> {
  const file = findVersionFile(files, ['.python-version'], 'python');
  if (file !== undefined) return { 'python-version-file': file };
  if (/^(?:requires-python|python)\s*=/m.test(files.read('pyproject.toml') ?? ''))
    return { 'python-version-file': 'pyproject.toml' };
  const named =
    /^python-(\d\.\d+)/m.exec(files.read('runtime.txt') ?? '')?.[1] ??
    /^FROM\s+(?:[\w.-]+\/)*python:(3\.\d+)/im.exec(files.read('Dockerfile') ?? '')?.[1];
  return { 'python-version': named ?? LATEST };
}
