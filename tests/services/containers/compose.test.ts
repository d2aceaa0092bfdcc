import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isolate } from '../../../src/services/containers/compose.ts';
import { makeFolder } from '../../folders.ts';

const COMPOSE = { kind: 'compose', file: 'compose.yaml', service: 'app', port: 80 } as const;

/** Isolates a service that mounts a folder. @returns its mounts */
function mount(directory: string, source: string): unknown {
  const folder = makeFolder('compose');
  const names = { run: 'tailgate-1', instance: 'head_1', service: 'app' };
  const volumes = [{ type: 'bind', source, target: '/files' }];
  writeFileSync(join(directory, 'compose.yaml'), 'services: {}\n');
  // JSON is YAML.
  writeFileSync(
    join(folder, 'tailgate-1-head_1-app.yml'),
    JSON.stringify({ services: { app: { image: 'a', volumes } } }),
  );
  const place = { directory, folder, names, hostPort: 40123, env: [], nameImage: () => 'tailgate-1:app' };
  return isolate(COMPOSE, place).file.services!.app!.volumes;
}

describe('a folder that a compose file mounts', () => {
  it('may be anywhere in a work tree, above the configuration too, as each revision has its own', () => {
    const top = makeFolder('repository');
    writeFileSync(join(top, '.git'), 'gitdir: elsewhere\n');
    for (const name of ['services/api', 'shared']) mkdirSync(join(top, name), { recursive: true });
    for (const source of [top, join(top, 'shared'), join(top, 'services')])
      expect(mount(join(top, 'services/api'), source)).toEqual([{ type: 'bind', source, target: '/files' }]);
    expect(() => mount(join(top, 'services/api'), `${top}-other`)).toThrow(/may write to .*-other/);
  });

  it('is beside the configuration, or shared, where there is no repository', () => {
    const top = makeFolder('no-repository');
    for (const name of ['api/files', 'shared']) mkdirSync(join(top, name), { recursive: true });
    const source = join(top, 'api/files');
    expect(mount(join(top, 'api'), source)).toEqual([{ type: 'bind', source, target: '/files' }]);
    expect(() => mount(join(top, 'api'), join(top, 'shared'))).toThrow(/may write to .*shared/);
  });
});
