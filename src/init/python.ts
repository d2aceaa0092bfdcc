import type { Files, Guessable, ServiceFinding, SetupStep } from './finding.ts';
import { findPaths, findPort, readSources, type SourceFile } from './source.ts';

const GIVEN = /environ(?:\.get\(\s*|\[\s*)["']PORT["']|getenv\(\s*["']PORT["']/;
const FIXED = /\bport\s*=\s*(\d{2,5})\b/;
/** An application's name and kind, as in `app = FastAPI(…)`. */
const APPLICATION = /^(\w+)\s*(?::[^=\n]+)?=\s*(FastAPI|Starlette|Litestar|Quart|Flask)\(/m;

/** How the tools are installed, and how a program of the environment is called. */
type Manager = { name: string; build?: string; prefix: string; setup?: SetupStep };

const FILES = ['pyproject.toml', 'requirements.txt', 'Pipfile', 'setup.py'];
const ENTRIES = ['main.py', 'app.py', 'server.py', 'src/main.py', 'src/app.py'];

/** A service in Python; null without one of its usual files. */
export function findPython(files: Files): ServiceFinding | null {
  const from = [...FILES, 'manage.py'].find(files.has);
  if (from === undefined) return null;
  const named = FILES.map((path) => files.read(path) ?? '')
    .join('\n')
    .toLowerCase();
  const has = (name: string) => new RegExp(`(?:^|["'\\s])${name}(?![\\w-])`, 'm').test(named);
  const sources = readSources(files, ['.py']);
  const { name, build, prefix, setup } = chooseManager(files);
  const start = chooseServer(sources, prefix, has) ?? chooseDjango(files, sources, prefix, has);
  return {
    title: `Python, ${name}`,
    from,
    build,
    start: start ?? {
      text: `${nameInterpreter(prefix)} ${ENTRIES.find(files.has) ?? 'main.py'}`,
      why: 'no FastAPI, Starlette, Flask or Django application was found; how does the service start?',
    },
    port: start ? { kind: 'given' } : findPort(sources, GIVEN, FIXED),
    ...findPaths(sources),
    setup: [{ uses: 'actions/setup-python', with: chooseVersion(files) }, ...(setup ? [setup] : [])],
  };
}

function chooseManager(files: Files): Manager {
  if (files.has('uv.lock')) {
    return {
      name: 'uv',
      build: 'uv sync --locked --no-dev',
      prefix: 'uv run --no-sync ',
      setup: { uses: 'astral-sh/setup-uv', with: {} },
    };
  }
  const prefix = '.venv/bin/';
  if (files.has('poetry.lock')) {
    return {
      name: 'Poetry',
      build: 'POETRY_VIRTUALENVS_IN_PROJECT=true poetry install',
      prefix,
      setup: { run: 'pipx install poetry' },
    };
  }
  const packages = files.has('requirements.txt')
    ? '-r requirements.txt'
    : ['pyproject.toml', 'setup.py'].some(files.has) && '.';
  if (!packages) return { name: 'pip', prefix: '' };
  return { name: 'pip', build: `python3 -m venv .venv && .venv/bin/pip install ${packages}`, prefix };
}

function chooseVersion(files: Files): Record<string, string> {
  if (files.has('.python-version')) return { 'python-version-file': '.python-version' };
  return /^requires-python\s*=/m.test(files.read('pyproject.toml') ?? '')
    ? { 'python-version-file': 'pyproject.toml' }
    : { 'python-version': '3.13' };
}

/**
 * The command that serves the first application that can be imported. Servers name it by its module, from the folder
 * of imports: the repository's own, or `src`.
 */
function chooseServer(
  sources: readonly SourceFile[],
  prefix: string,
  has: (name: string) => boolean,
): Guessable | null {
  const found = sources
    .map(({ path, text }) => ({ path, match: APPLICATION.exec(text) }))
    .find(({ path, match }) => match && /^(?:[A-Za-z_]\w*\/)*[A-Za-z_]\w*\.py$/.test(path));
  if (!found) return null;
  const [, name, kind] = found.match!;
  const inSrc = found.path.startsWith('src/');
  const path = found.path.slice(inSrc ? 4 : 0).replace(/(?:\/__init__)?\.py$/, '');
  const application = `${path.replaceAll('/', '.')}:${name}`;
  if (kind !== 'Flask') {
    const folder = inSrc ? ' --app-dir src' : '';
    return {
      text: `${prefix}uvicorn ${application}${folder} --host 127.0.0.1 --port $PORT`,
      ...(!has('uvicorn') && !has('fastapi\\[') && { why: 'is uvicorn installed by the build?' }),
    };
  }
  return {
    text: has('gunicorn')
      ? `${prefix}gunicorn ${inSrc ? '--chdir src ' : ''}${application} --bind 127.0.0.1:$PORT`
      : `${prefix}flask --app ${inSrc ? 'src/' : ''}${path}:${name} run --port $PORT`,
  };
}

function chooseDjango(
  files: Files,
  sources: readonly SourceFile[],
  prefix: string,
  has: (name: string) => boolean,
): Guessable | null {
  if (!files.has('manage.py')) return null;
  const settings = sources.find(({ path }) => /^\w+\/wsgi\.py$/.test(path))?.path.split('/')[0];
  return {
    text:
      has('gunicorn') && settings
        ? `${prefix}gunicorn ${settings}.wsgi --bind 127.0.0.1:$PORT`
        : `${nameInterpreter(prefix)} manage.py runserver --noreload 127.0.0.1:$PORT`,
  };
}

function nameInterpreter(prefix: string): string {
  return prefix === '' ? 'python3' : `${prefix}python`;
}
