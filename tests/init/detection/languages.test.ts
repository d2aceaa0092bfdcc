import { expect, test } from 'vitest';
import { detect } from '../../../src/init/detection/detection.ts';
import { openFolder } from '../../../src/init/folder.ts';
import { makeFiles } from '../repository.ts';

const INSTALL = 'composer install --no-dev --no-interaction --optimize-autoloader';
const NODE = { uses: 'actions/setup-node' };

test.each([
  [
    'Laravel',
    {
      artisan: '',
      'package.json': '{"scripts":{"build":"vite build"},"devDependencies":{"laravel-vite-plugin":"1"}}',
      'package-lock.json': '{}',
    },
    `${INSTALL} && npm ci && npm run build`,
    [NODE],
  ],
  [
    'Laravel with Mix',
    {
      artisan: '',
      'package.json': '{"scripts":{"production":"mix --production"},"devDependencies":{"laravel-mix":"6"}}',
    },
    `${INSTALL} && npm install && npm run production`,
    [NODE],
  ],
  [
    'Symfony',
    {
      'bin/console': '',
      'public/index.php': '',
      'package.json':
        '{"scripts":{"build":"encore production"},"devDependencies":{"@symfony/webpack-encore":"4"}}',
      'pnpm-lock.yaml': '',
    },
    `APP_ENV=prod ${INSTALL} && pnpm install --frozen-lockfile && pnpm run build`,
    [{ run: expect.stringContaining('corepack enable') }, NODE],
  ],
])('%s builds what its pages load, and a workflow installs what that takes', (_, files, build, setup) => {
  const find = (all: Record<string, string>) =>
    detect(openFolder(makeFiles({ 'composer.json': '{}', ...all })));
  const finding = find(files as Record<string, string>);
  expect(finding.build!.text).toBe(build);
  expect(finding.setup).toMatchObject(setup);
  const without = find({ artisan: '', 'package.json': '{"scripts":{"build":"tsc"}}' });
  expect([without.build!.text, without.setup]).toEqual([INSTALL, []]);
});

test.each([
  ['<AssemblyName>Shop.Api</AssemblyName>', './Shop.Api.dll'],
  ['', './Web.dll'],
])('.NET starts the assembly by its name: %j', (property, name) => {
  const project = `<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup>${property}</PropertyGroup></Project>`;
  const { start } = detect(openFolder(makeFiles({ 'Web.csproj': project })));
  expect(start.text).toBe(`cd .tailgate-app && exec dotnet ${name} --urls http://127.0.0.1:$PORT`);
});

test.each<[string, Record<string, string>, string]>([
  ['of its own', {}, 'postgres://postgres:postgres@127.0.0.1:${postgres.PORT}/app'],
  [
    'with the credentials of an example',
    {
      '.env.example': 'DB_HOST=db\nDB_USER=shop\nDB_PASSWORD=secret\nDB_NAME=orders\n',
      'compose.yaml': 'services: {db: {image: "postgres:16"}}',
    },
    'postgres://shop:secret@127.0.0.1:${postgres.PORT}/orders',
  ],
])('Rails with PostgreSQL is told a database %s', (_, files, url) => {
  const find = (gem: string) => {
    const rails = { Gemfile: `gem 'rails'\ngem '${gem}'\n`, 'config/database.yml': '' };
    return detect(openFolder(makeFiles({ ...rails, ...files })));
  };
  const read = (gem: string) => find(gem).env.find(({ name }) => name === 'DATABASE_URL')?.value;
  expect(read('pg')).toBe(url);
  expect(find('pg').databases.map(({ kind }) => kind)).toEqual(['postgres']);
  expect(read('sqlite3')).toBeUndefined();
});
