import { expect, test } from 'vitest';
import { detect } from '../../../src/init/detection/detection.ts';
import { openFolder } from '../../../src/init/folder.ts';
import { makeFiles } from '../repository.ts';

const find = (files: Record<string, string>) => detect(openFolder(makeFiles(files)));

test('the command of an image is taken only where its module is here, or in a folder that it names', () => {
  const start = (command: string) =>
    find({
      'requirements.txt': 'fastapi\nuvicorn\n',
      'src/main.py': 'app = FastAPI()',
      Dockerfile: `FROM python\nWORKDIR /code\nCOPY src .\nCMD ${command}\n`,
    }).start.text;
  for (const command of ['uvicorn main:app', 'fastapi run app/main.py', 'gunicorn -c src/main.py a.main:app'])
    expect(start(command)).toBe('.venv/bin/uvicorn main:app --app-dir src --host 127.0.0.1 --port $PORT');
  for (const command of ['gunicorn src.main:app -c conf.py', 'gunicorn --chdir src main:app'])
    expect(start(command)).toBe(`.venv/bin/${command}`);
});

test.each([
  [
    'Procfile',
    'release: rake db:migrate\nweb: puma -C config/puma.rb\n',
    ['bundle exec rake db:migrate', 'bundle exec puma -C config/puma.rb'],
  ],
  [
    'Dockerfile',
    'FROM ruby\nCMD ["rails", "server", "-b", "0.0.0.0", "-p", "3000"]\n',
    [undefined, 'bundle exec rails server -b 127.0.0.1 -p $PORT'],
  ],
])('a program of Ruby in a %s has the gems of its bundle', (name, text, commands) => {
  const { prepare, start } = find({ Gemfile: "gem 'rails'\ngem 'puma'\n", 'config.ru': '', [name]: text });
  expect([prepare?.text, start.text]).toEqual(commands);
});
