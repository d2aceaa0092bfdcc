import { describe, expect, test } from 'vitest';
import { detect } from '../../../src/init/detection/detection.ts';
import { openFolder } from '../../../src/init/folder.ts';
import { makeFiles } from '../repository.ts';

test.each([
  [
    'climbs out of it',
    { 'requirements.txt': 'fastapi\nuvicorn\n', 'src/main.py': 'from .routes import all\napp = FastAPI()' },
    '.venv/bin/uvicorn src.main:app --host 127.0.0.1 --port $PORT',
  ],
  [
    'climbs out of a package in it',
    {
      'requirements.txt': 'flask\ngunicorn\n',
      'src/shop/web.py': 'from ..db import query\napp = Flask(__name__)',
    },
    '.venv/bin/gunicorn src.shop.web:app --bind 127.0.0.1:$PORT',
  ],
  [
    'names it, in whatever file',
    {
      'requirements.txt': 'flask\n',
      'src/shop/web.py': 'app = Flask(__name__)',
      'src/shop/items.py': 'from src.shop.web import app',
    },
    '.venv/bin/flask --app src.shop.web:app run --port $PORT',
  ],
])('code below src that %s is imported from the folder above', (_, files, start) => {
  const find = (all: Record<string, string>) => detect(openFolder(makeFiles(all))).start.text;
  expect(find(files as Record<string, string>)).toBe(start);
  const within = {
    'requirements.txt': 'fastapi\n',
    'src/shop/web.py': 'from .db import q\nimport src_tools\napi = FastAPI()',
  };
  expect(find(within)).toContain('uvicorn shop.web:api --app-dir src ');
});

describe('the settings of Django', () => {
  const say = (module: string) => `os.environ.setdefault("DJANGO_SETTINGS_MODULE", '${module}')`;
  const find = (manage: string, wsgi: string, requirements = 'django\ngunicorn\n') => {
    const finding = detect(
      openFolder(
        makeFiles({
          'requirements.txt': requirements,
          'manage.py': say(manage),
          'shop/wsgi.py': say(wsgi),
          'shop/settings/prod.py': '',
        }),
      ),
    );
    return [finding.env, finding.notes];
  };
  const note = (module: string) =>
    `It starts with the settings ${module}, and there is shop/settings/prod.py: DJANGO_SETTINGS_MODULE in \`env\` says which.`;

  test('are those that gunicorn serves with, for its commands as well, where manage.py names others', () => {
    const line = { name: 'DJANGO_SETTINGS_MODULE', value: 'shop.settings.prod' };
    expect(find('shop.settings.dev', 'shop.settings.prod')).toEqual([[line], []]);
    expect(find('shop.settings.prod', 'shop.settings.prod')).toEqual([[], []]);
    // Its server for development is started by manage.py itself.
    expect(find('shop.settings.dev', 'shop.settings.prod', 'django\n')).toEqual([[], []]);
  });

  test('are noted where those of production lie beside them', () => {
    const [module, other] = ['shop.settings.base', 'shop.base'];
    expect(find(module, module)).toEqual([[], [note(module)]]);
    expect(find(other, other)).toEqual([[], []]);
  });
});

test('a pyproject.toml is installed where it describes a project, and not where it has settings of tools only', () => {
  const find = (pyproject: string, more: Record<string, string> = {}) => {
    const files = { 'pyproject.toml': pyproject, 'app.py': 'app = Flask(__name__)', ...more };
    return detect(openFolder(makeFiles(files)));
  };
  const list = { 'requirements.txt': 'flask\n' };
  const installs = (what: string) => `python3 -m venv .venv && .venv/bin/pip install ${what}`;
  const tools = '[tool.black]\nline-length = 100\n\n[tool.pytest.ini_options]\n';
  expect(find(tools).build).toBeUndefined();
  expect(find(tools, { 'setup.py': '' }).build!.text).toBe(installs('.'));
  const listed = find(tools, list);
  expect([listed.build!.text, listed.others]).toEqual([installs('-r requirements.txt'), []]);
  for (const section of ['project', 'build-system', 'tool.poetry', 'tool.pdm', 'tool.hatch.version']) {
    const { others } = find(`${tools}\n[${section}]\n`, list);
    expect(others!.map(({ build }) => build!.text)).toEqual([installs('.')]);
  }
});

test('Flask-Migrate is told the application that is served', () => {
  const find = (list: string) =>
    detect(
      openFolder(
        makeFiles({
          'requirements.txt': list,
          'shop/__init__.py': 'def create_app(name=None):\n    ...',
          'migrations/alembic.ini': '',
        }),
      ),
    );
  const finding = find('Flask==3\ngunicorn\nFlask-Migrate==4\n');
  expect(finding.start.text).toBe(".venv/bin/gunicorn 'shop:create_app()' --bind 127.0.0.1:$PORT");
  expect(finding.prepare).toEqual({ text: '.venv/bin/flask db upgrade' });
  expect(finding.env).toEqual([{ name: 'FLASK_APP', value: 'shop:create_app' }]);
  expect(find('Flask==3\ngunicorn\n').env).toEqual([]);
});

test('the migrations of Alembic have no routes', () => {
  const folder = makeFiles({
    'requirements.txt': 'fastapi\nuvicorn\nalembic\n',
    'main.py': 'app = FastAPI()\n@app.get("/items")\ndef items(): ...\n',
    'alembic.ini': '[alembic]\n',
    'alembic/env.py': 'config = engine_from_config(section, prefix="sqlalchemy.", poolclass=NullPool)\n',
  });
  expect(detect(openFolder(folder)).candidates).toEqual(['/items', '/api/items']);
});
