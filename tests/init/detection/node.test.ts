import { describe, expect, test } from 'vitest';
import { detect } from '../../../src/init/detection/detection.ts';
import { openFolder } from '../../../src/init/folder.ts';
import { makeFiles } from '../repository.ts';

test('a service that pm2 starts has a daemon of its own', () => {
  const find = (start: string) => {
    const manifest = JSON.stringify({ scripts: { start }, dependencies: { express: '5' } });
    return detect(openFolder(makeFiles({ 'package.json': manifest }))).env;
  };
  expect(find('pm2 start a.js --no-daemon')).toEqual([{ name: 'PM2_HOME', value: '.pm2' }]);
  expect(find('node a.js')).toEqual([]);
});

test.each<[string, Record<string, string>, string, string | undefined]>([
  [
    'migrates',
    { migrate: 'knex migrate:latest', start: 'npm run migrate && node a.js' },
    'npm install',
    'npm run migrate',
  ],
  ['seeds', { prestart: 'node seed.js', start: 'node a.js' }, 'npm install', 'npm run prestart'],
  [
    'builds, and then seeds and migrates',
    {
      build: 'tsc',
      fill: 'node seed.js',
      up: 'typeorm migration:run',
      start: 'npm run build && npm run fill && npm run up && node a.js',
    },
    'npm install && npm run build',
    'npm run fill && npm run up',
  ],
  ['builds', { prestart: 'tsc', start: 'node a.js' }, 'npm install && npm run prestart', undefined],
])('what a start script does first has its place: one that %s', (_, scripts, build, prepare) => {
  const manifest = JSON.stringify({ scripts, dependencies: { express: '5' } });
  const finding = detect(openFolder(makeFiles({ 'package.json': manifest })));
  expect([finding.build!.text, finding.prepare?.text]).toEqual([build, prepare]);
  expect(finding.start).toEqual({ text: 'node a.js' });
});

describe('a service of a workspace', () => {
  /** How it is built, where it has one package of the workspace in this version. */
  function build(root: Record<string, string>, version: string): string {
    const service = {
      name: '@shop/api',
      scripts: { build: 'tsc', start: 'node a.js' },
      dependencies: { express: '5', '@shop/db': version },
    };
    const folder = makeFiles({ ...root, 'apps/api/package.json': JSON.stringify(service) });
    return detect(openFolder(`${folder}/apps/api`, folder)).build!.text;
  }

  test.each([
    [
      'turbo',
      {
        'package.json': '{"workspaces":["apps/*"],"devDependencies":{"turbo":"2"}}',
        'package-lock.json': '{}',
      },
      '*',
      'npm ci --prefix ../.. && (cd ../../ && npx turbo run build --filter=@shop/api)',
      'npm ci --prefix ../.. && npm run build',
    ],
    [
      'pnpm',
      { 'package.json': '{}', 'pnpm-workspace.yaml': '', 'pnpm-lock.yaml': '' },
      'workspace:^',
      'pnpm install --frozen-lockfile && pnpm --filter @shop/api... run --if-present build',
      'pnpm install --frozen-lockfile && pnpm run build',
    ],
  ])('is built by %s after the packages that it depends on', (_, root, version, all, alone) => {
    expect(build(root as Record<string, string>, version)).toBe(all);
    expect(build(root as Record<string, string>, '^1.0.0')).toBe(alone);
  });
});
