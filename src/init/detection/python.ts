import { type Files, leaveOutNested } from '../files/files.ts';
import { type Guessable, readSources, type SourceFile } from '../files/source.ts';
import type { ServiceFinding } from '../needs/finding.ts';
import { findMigration } from '../needs/migrations.ts';
import { findPort, listPortNames } from '../needs/ports.ts';
import { choosePaths } from '../routes/choice.ts';
import { chooseEnvironment, describePythonSetup } from './python-manager.ts';

/** An application's name and kind, as in `app = FastAPI(…)`, and one that a function of the project makes. */
const APPLICATION = /^(\w+)\s*(?::[^=\n]+)?=\s*(?:\w+\.)?(FastAPI|Starlette|Litestar|Quart|Flask)\(/m;
const MADE =
  /^(app|application|api)\s*(?::[^=\n]+)?=\s*(?:\w+\.)?((?:create|make|get|build)_(?:app|application)|init_app)\(/m;
const FACTORY = /^def (create_app|make_app|create_application)\(([^)]*)\)/m;

export const PYTHON_MANIFESTS = ['pyproject.toml', 'requirements.txt', 'Pipfile', 'setup.py'];
const REQUIREMENTS = [
  'requirements/prod.txt',
  'requirements/production.txt',
  'requirements/base.txt',
  'requirements/dev.txt',
];
const ENTRIES = ['main.py', 'app.py', 'server.py', 'run.py', 'src/main.py', 'src/app.py'];

/** A service in Python; null without one of its usual files. */
export function findPython(all: Files): ServiceFinding | null {
  const files = leaveOutNested(all, PYTHON_MANIFESTS);
  const from = [...PYTHON_MANIFESTS, ...REQUIREMENTS, 'manage.py'].find(files.has);
  if (from === undefined) return null;
  const manifests = [...PYTHON_MANIFESTS, ...REQUIREMENTS]
    .map((path) => files.read(path) ?? '')
    .join('\n')
    .toLowerCase();
  const has = (name: string) => new RegExp(`(?:^|["'\\s])${name}(?![\\w-])`, 'm').test(manifests);
  const sources = readSources(files, ['.py']);
  const environment = chooseEnvironment(files);
  const { prefix } = environment;
  const start =
    (files.has('manage.py') && (has('django') || /django/.test(files.read('manage.py')!))
      ? chooseDjango(sources, prefix, has)
      : null) ?? chooseServer(sources, prefix, has);
  const { port, env } = findPort(sources);
  return {
    title: `Python, ${environment.name}`,
    sure: start ? 2 : 0,
    from,
    build: environment.build ? { text: environment.build, why: environment.why } : undefined,
    prepare: findMigration(files, manifests, prefix === '' ? 'python3 -m ' : prefix),
    start: start ?? {
      text: `${nameInterpreter(prefix)} ${ENTRIES.find(files.has) ?? 'main.py'}`,
      why: 'no FastAPI, Starlette, Flask or Django application was found; how does the service start?',
    },
    port: start ? { kind: 'given' } : port,
    env: start ? [] : env,
    portNames: listPortNames(sources),
    ...choosePaths(sources),
    setup: describePythonSetup(files, environment),
    manifests,
    notes: /slowapi|flask-limiter/.test(manifests)
      ? ['A limiter of requests was seen. Answers of 429 count as failed: raise its limit for the run.']
      : [],
  };
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
  const importable = sources.filter(({ path }) => /^(?:[A-Za-z_]\w*\/)*[A-Za-z_]\w*\.py$/.test(path));
  const found = [APPLICATION, MADE, FACTORY]
    .flatMap((pattern) => importable.map(({ path, text }) => ({ path, match: pattern.exec(text), pattern })))
    .filter(({ match }) => match);
  const [chosen] = found;
  if (!chosen) return null;
  const isFactory = chosen.pattern === FACTORY;
  const name = chosen.match![1]!;
  const isAsync =
    /FastAPI|Starlette|Litestar|Quart/.test(chosen.match![2]!) ||
    (chosen.pattern !== APPLICATION && has('fastapi(?:\\[[^\\]]*\\])?'));
  const inSrc = chosen.path.startsWith('src/');
  const path = chosen.path.slice(inSrc ? 4 : 0).replace(/(?:(?:^|\/)__init__)?\.py$/, '');
  const module = path.replaceAll('/', '.');
  const doubts = [
    ...(found.filter(({ pattern }) => pattern === chosen.pattern).length > 1
      ? [`there are several applications; the one in ${chosen.path} was taken.`]
      : []),
    ...(isFactory ? [`the application is made by ${name} in ${chosen.path}.`] : []),
  ];
  const say = (text: string, ...more: string[]): Guessable => {
    const why = [...doubts, ...more].join(' ');
    return { text, ...(why && { why }) };
  };
  if (isAsync) {
    const options = `${isFactory ? ' --factory' : ''}${inSrc ? ' --app-dir src' : ''}`;
    const known = has('uvicorn(?:\\[[^\\]]*\\])?') || has('fastapi\\[(?:standard|all)');
    return say(
      `${prefix}uvicorn ${module}:${name}${options} --host 127.0.0.1 --port $PORT`,
      ...(known ? [] : ['is uvicorn installed by the build?']),
    );
  }
  if (has('gunicorn'))
    return say(
      `${prefix}gunicorn ${inSrc ? '--chdir src ' : ''}${isFactory ? `'${module}:${name}()'` : `${module}:${name}`} --bind 127.0.0.1:$PORT`,
    );
  return say(
    `${prefix}flask --app ${inSrc ? 'src/' : ''}${path}:${name} run --port $PORT`,
    'this is Flask’s server for development; how does it run in production?',
  );
}

function chooseDjango(
  sources: readonly SourceFile[],
  prefix: string,
  has: (name: string) => boolean,
): Guessable {
  const module = sources
    .find(({ path }) => /^(?:\w+\/)*wsgi\.py$/.test(path))
    ?.path.replace(/\.py$/, '')
    .replaceAll('/', '.');
  if (has('gunicorn') && module) return { text: `${prefix}gunicorn ${module} --bind 127.0.0.1:$PORT` };
  return {
    text: `${nameInterpreter(prefix)} manage.py runserver --noreload 127.0.0.1:$PORT`,
    why: 'this is Django’s server for development; how does it run in production?',
  };
}

function nameInterpreter(prefix: string): string {
  return prefix === '' ? 'python3' : `${prefix}python`;
}
