import type { Files, Finding, Guessable, Port, SetupStep } from './finding.ts';
import { choosePath, findHealth, findPort, findRoutes, readSources, type SourceFile } from './source.ts';

const GIVEN = /environ(?:\.get\(\s*|\[\s*)["']PORT["']|getenv\(\s*["']PORT["']/;
const FIXED = /\bport\s*=\s*(\d{2,5})\b/;
/** `app = FastAPI(…)`: which kind of application, and its name. */
const APPLICATION = /^(\w+)\s*(?::[^=\n]+)?=\s*(FastAPI|Starlette|Litestar|Quart|Flask)\(/m;

/** How the tools are installed, and how a program of the environment is called. */
type Manager = { name: string; build?: string; prefix: string; setup: SetupStep[] };

/** A service in Python; null without a sign of one. */
export function findPython(files: Files): Finding | null {
  const from = ['pyproject.toml', 'requirements.txt', 'Pipfile', 'setup.py', 'manage.py'].find(files.has);
  if (from === undefined) return null;
  const named = ['pyproject.toml', 'requirements.txt', 'Pipfile', 'setup.py']
    .map((path) => files.read(path) ?? '')
    .join('\n')
    .toLowerCase();
  const sources = readSources(files, ['.py']);
  const manager = chooseManager(files);
  const routes = findRoutes(sources);
  const { start, port } = chooseStart(files, sources, manager, (name) =>
    new RegExp(`(?:^|["'\\s])${name}(?![\\w-])`, 'm').test(named),
  );
  return {
    title: `Python, ${manager.name}`,
    from,
    build: manager.build,
    start,
    port,
    health: findHealth(routes),
    path: choosePath(routes),
    setup: manager.setup,
    beside: [],
  };
}

function chooseManager(files: Files): Manager {
  const python = { uses: 'actions/setup-python', with: chooseVersion(files) } as const;
  const venv = 'python3 -m venv .venv && .venv/bin/pip install';
  if (files.has('uv.lock')) {
    return {
      name: 'uv',
      build: 'uv sync --locked --no-dev',
      prefix: 'uv run --no-sync ',
      setup: [python, { uses: 'astral-sh/setup-uv', with: {} }],
    };
  }
  if (files.has('poetry.lock')) {
    return {
      name: 'Poetry',
      build: 'POETRY_VIRTUALENVS_IN_PROJECT=true poetry install',
      prefix: '.venv/bin/',
      setup: [python, { run: 'pipx install poetry' }],
    };
  }
  if (files.has('requirements.txt')) {
    return { name: 'pip', build: `${venv} -r requirements.txt`, prefix: '.venv/bin/', setup: [python] };
  }
  if (files.has('pyproject.toml') || files.has('setup.py')) {
    return { name: 'pip', build: `${venv} .`, prefix: '.venv/bin/', setup: [python] };
  }
  return { name: 'pip', prefix: '', setup: [python] };
}

function chooseVersion(files: Files): Record<string, string> {
  if (files.has('.python-version')) return { 'python-version-file': '.python-version' };
  return /^requires-python\s*=/m.test(files.read('pyproject.toml') ?? '')
    ? { 'python-version-file': 'pyproject.toml' }
    : { 'python-version': '3.13' };
}

function chooseStart(
  files: Files,
  sources: readonly SourceFile[],
  { prefix }: Manager,
  has: (name: string) => boolean,
): { start: Guessable; port: Port } {
  const given: Port = { kind: 'given' };
  const application = findApplication(sources);
  const isAsync = application !== null && application.kind !== 'Flask';
  if (application && isAsync) {
    const folder = application.folder === '' ? '' : ` --app-dir ${application.folder}`;
    const start = `${prefix}uvicorn ${application.module}:${application.name}${folder} --host 127.0.0.1 --port $PORT`;
    const why = has('uvicorn') || has('fastapi\\[') ? undefined : 'is uvicorn installed by the build?';
    return { start: { text: start, ...(why && { why }) }, port: given };
  }
  if (application) {
    const folder = application.folder === '' ? '' : `--chdir ${application.folder} `;
    const module = `${application.folder && `${application.folder}/`}${application.module.replaceAll('.', '/')}`;
    const start = has('gunicorn')
      ? `${prefix}gunicorn ${folder}${application.module}:${application.name} --bind 127.0.0.1:$PORT`
      : `${prefix}flask --app ${module}:${application.name} run --port $PORT`;
    return { start: { text: start }, port: given };
  }
  const settings = sources.find(({ path }) => /^\w+\/wsgi\.py$/.test(path))?.path.split('/')[0];
  if (files.has('manage.py')) {
    const start =
      has('gunicorn') && settings
        ? `${prefix}gunicorn ${settings}.wsgi --bind 127.0.0.1:$PORT`
        : `${prefix || 'python3 '}${prefix ? 'python ' : ''}manage.py runserver --noreload 127.0.0.1:$PORT`;
    return { start: { text: start }, port: given };
  }
  const entry = ['main.py', 'app.py', 'server.py', 'src/main.py', 'src/app.py'].find(files.has);
  const python = prefix === '' ? 'python3' : `${prefix}python`;
  return {
    start: {
      text: `${python} ${entry ?? 'main.py'}`,
      why: 'no FastAPI, Starlette, Flask or Django application was found; how does the service start?',
    },
    port: findPort(sources, GIVEN, FIXED),
  };
}

type Application = { kind: string; name: string; folder: string; module: string };

/** The shallowest one, as `uvicorn` and `flask` name it: a module of packages from the folder of imports. */
function findApplication(sources: readonly SourceFile[]): Application | null {
  for (const { path, text } of [...sources].sort((a, b) => depthOf(a.path) - depthOf(b.path))) {
    const match = APPLICATION.exec(text);
    // Other names cannot be imported.
    if (!match || !/^(?:[A-Za-z_]\w*\/)*[A-Za-z_]\w*\.py$/.test(path)) continue;
    const folder = path.startsWith('src/') ? 'src' : '';
    const module = path
      .slice(folder === '' ? 0 : 4, -3)
      .replace(/\/__init__$/, '')
      .replaceAll('/', '.');
    return { kind: match[2]!, name: match[1]!, folder, module };
  }
  return null;
}

function depthOf(path: string): number {
  return path.split('/').length;
}
