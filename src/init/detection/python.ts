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
    const start = isDjango ? chooseDjango(sources, prefix, python, has) : chooseServer(sources, prefix, has);
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
    };
  },
};

/**
 * The command that serves the first application that can be imported. Servers name it by its module, from the folder
 * of imports: the repository's own, or `src`.
 */
function chooseServer(
  sources: readonly SourceFile[],
  prefix: string,
  has: (name: string) => boolean,
): Guessable | null {
  const importable = sources.filter(({ path }) => /^(?:[A-Za-z_]\w*\/)*[A-Za-z_]\w*\.py$/.test(path));
  const found = [APPLICATION, MADE, FACTORY].flatMap((pattern) =>
    importable.flatMap(({ path, text }) => {
      const [, name, kind] = pattern.exec(text) ?? [];
      return name === undefined ? [] : [{ path, name, kind: kind!, pattern }];
    }),
  );
  const [chosen] = found;
  if (!chosen) return null;
  const { name, kind, pattern } = chosen;
  const isFactory = pattern === FACTORY;
  const inSrc = chosen.path.startsWith('src/');
  const path = chosen.path.slice(inSrc ? 4 : 0).replace(/(?:(?:^|\/)__init__)?\.py$/, '');
  const module = path.replaceAll('/', '.');
  const doubt =
    isFactory || found.filter((each) => each.pattern === pattern).length > 1
      ? `the application in ${chosen.path} was taken; is it the service?`
      : undefined;
  const isAsync =
    /FastAPI|Starlette|Litestar|Quart/.test(kind) ||
    (pattern !== APPLICATION && has('fastapi(?:\\[[^\\]]*\\])?'));
  if (isAsync)
    return {
      text: `${prefix}uvicorn ${module}:${name}${isFactory ? ' --factory' : ''}${inSrc ? ' --app-dir src' : ''} --host 127.0.0.1 --port $PORT`,
      why: doubt,
    };
  if (has('gunicorn'))
    return {
      text: `${prefix}gunicorn ${inSrc ? '--chdir src ' : ''}${isFactory ? `'${module}:${name}()'` : `${module}:${name}`} --bind 127.0.0.1:$PORT`,
      why: doubt,
    };
  return {
    text: `${prefix}flask --app ${inSrc ? 'src/' : ''}${path}:${name} run --port $PORT`,
    why: 'this is Flask’s server for development; how does it run in production?',
  };
}

function chooseDjango(
  sources: readonly SourceFile[],
  prefix: string,
  python: string,
  has: (name: string) => boolean,
): Guessable {
  const module = sources
    .find(({ path }) => /^(?:\w+\/)*wsgi\.py$/.test(path))
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
  const project = ['pyproject.toml', 'setup.py'].find(files.has);
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
