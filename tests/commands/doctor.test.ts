import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Diagnosis, doctor } from '../../src/commands/doctor.ts';
import {
  findClosedPort,
  makeArchive,
  makeFolder,
  makeToolFolder,
  serveReleases,
  versionScript,
  writeScript,
} from '../k6/install/fixtures.ts';

const CONFIG = `service:
  start: node server.js
  url: http://127.0.0.1:\${PORT}
scenarios:
  search:
    request: GET /search?q=shoes
    slo: p99 < 30ms at 1000 req/s
`;

/** A machine with a folder to work in, and neither k6 nor go nor git unless they are put on its PATH. */
async function makeWorld(more: { mirror?: string; config?: string | null } = {}) {
  const cwd = await makeFolder();
  const bin = await makeToolFolder();
  if (more.config !== null) await writeFile(join(cwd, 'tailgate.yml'), more.config ?? CONFIG);
  const mirror = more.mirror ?? `http://127.0.0.1:${await findClosedPort()}`;
  const environment: NodeJS.ProcessEnv = { HOME: cwd, PATH: bin, TAILGATE_K6_MIRROR: mirror };
  const examine = async (json: boolean) => {
    let output = '';
    const write = (text: string) => {
      output += text;
    };
    const exitCode = await doctor({ config: 'tailgate.yml', json, cwd, environment, write });
    return { exitCode, output };
  };
  return {
    cwd,
    bin,
    environment,
    text: () => examine(false),
    async json() {
      const { exitCode, output } = await examine(true);
      return { exitCode, diagnosis: JSON.parse(output) as Diagnosis };
    },
  };
}

/** What `kubectl auth can-i` of 1.34 answers to an account without `pods/proxy`. */
const CAN_I = `case "$*" in *--subresource=proxy*) echo no; exit 1;; *) echo yes;; esac`;
const DEPLOYED = `base: { url: http://app-main.staging }
head: { url: http://app-pr.staging }
allow: [app-main.staging, app-pr.staging]
load-from: { kubernetes: { pods: 2, namespace: load } }
scenarios:
  search: { request: GET /, load: 10 req/s }
`;

describe('tailgate doctor --cluster', () => {
  const examine = async (world: Awaited<ReturnType<typeof makeWorld>>) => {
    let output = '';
    const write = (text: string) => {
      output += text;
    };
    const { cwd, environment } = world;
    const exitCode = await doctor({ config: 'tailgate.yml', cluster: true, cwd, environment, write });
    return { exitCode, rows: output.split('\n').filter((line) => line.includes(' cluster ')) };
  };

  test('tries the rights one by one', async () => {
    const world = await makeWorld({ config: DEPLOYED });
    await writeScript(join(world.bin, 'kubectl'), CAN_I);
    const { exitCode, rows } = await examine(world);
    expect(exitCode).toBe(2);
    expect(rows).toMatchInlineSnapshot(`
      [
        "✓ cluster  may create jobs.batch",
        "✓ cluster  may get jobs.batch",
        "✓ cluster  may list jobs.batch",
        "✓ cluster  may watch jobs.batch",
        "✓ cluster  may delete jobs.batch",
        "✓ cluster  may create configmaps",
        "✓ cluster  may get pods",
        "✓ cluster  may list pods",
        "✓ cluster  may get pods/log",
        "✗ cluster  may not patch pods/proxy",
        "✓ cluster  may list events",
      ]
    `);
  });

  test('says why none can be tried', async () => {
    expect((await examine(await makeWorld())).rows).toEqual([
      '✗ cluster  the configuration has no `load-from`',
    ]);
    expect((await examine(await makeWorld({ config: DEPLOYED }))).rows).toEqual([
      '✗ cluster  there is no `kubectl` on PATH',
    ]);
  });
});

describe('tailgate doctor', () => {
  test('says which profilers are there, and how to get others', async () => {
    const world = await makeWorld();
    expect((await world.text()).output).toContain(
      '! profiler no py-spy, which names slow functions of Python\n           pip install py-spy\n',
    );
    await writeScript(join(world.bin, 'py-spy'), 'echo "py-spy 0.4.3"');
    expect((await world.json()).diagnosis.profilers).toContainEqual(
      expect.objectContaining({ runtime: 'Python', file: 'py-spy', version: '0.4.3' }),
    );
  });

  test('says that a run is possible, and with what', async () => {
    const world = await makeWorld();
    const path = await writeScript(join(world.bin, 'k6'), versionScript('1.8.1'));
    await writeScript(join(world.bin, 'git'), 'echo "git version 2.47.3"');
    const { exitCode, output } = await world.text();
    expect(exitCode).toBe(0);
    expect(output).toMatch(/^✓ k6 +1\.8\.1, on PATH$/m);
    expect(output).toContain(path);
    expect(output).toMatch(/^✓ git +2\.47\.3$/m);
    expect(output).toMatch(/^! go +none/m);
    expect(output).toMatch(/^✓ machine +\d+ cores?, /m);
    expect(output).toMatch(/^✓ config +suite default, 1 scenario$/m);
    expect(output).toMatch(/^[✓!] noise /m);
    expect(output).toMatch(/A run is possible here\.\n$/);
  });

  test('says the same as JSON', async () => {
    const world = await makeWorld();
    const path = await writeScript(join(world.bin, 'k6'), versionScript('1.8.1'));
    const { exitCode, diagnosis } = await world.json();
    expect(exitCode).toBe(0);
    expect(diagnosis).toEqual({
      schemaVersion: 1,
      ok: true,
      k6: { status: 'found', path, version: '1.8.1', source: 'path' },
      node: { version: process.versions.node, ok: true },
      git: null,
      go: null,
      machine: expect.objectContaining({ cores: expect.any(Number) }),
      noise: expect.any(Array),
      profilers: expect.any(Array),
      config: { status: 'read', path: join(world.cwd, 'tailgate.yml'), suite: 'default', scenarios: 1 },
    });
  });

  test('says what a run would download, and downloads nothing', async () => {
    const { url, requests } = await serveReleases([
      await makeArchive('2.2.0'),
      await makeArchive('2.2.0', 'linux-arm64'),
    ]);
    const world = await makeWorld({ mirror: url });
    const { exitCode, output } = await world.text();
    // Releases for other systems than Linux are not on this mirror.
    if (process.platform === 'linux') {
      expect(exitCode).toBe(0);
      expect(output).toMatch(/^✓ k6 +none yet; a run would download 2\.2\.0$/m);
    }
    expect(requests.filter((path) => path.endsWith('.gz'))).toEqual([]);
  });

  test('says what a run would build', async () => {
    const world = await makeWorld();
    await writeScript(join(world.bin, 'go'), 'echo "go version go1.26.8 linux/amd64"');
    const { exitCode, diagnosis } = await world.json();
    expect(exitCode).toBe(0);
    expect(diagnosis.k6).toMatchObject({ status: 'installable', source: 'go', version: '2.2.0' });
    expect(diagnosis.go).toBe('1.26.8');
  });

  test('names every place when k6 can neither be found nor installed', async () => {
    const { exitCode, output } = await (await makeWorld()).text();
    expect(exitCode).toBe(2);
    expect(output).toMatch(/^✗ k6 +none, and none can be installed$/m);
    expect(output).toMatch(/^ +PATH: there is no k6 on it$/m);
    expect(output).toMatch(/^ +download of k6 2\.2\.0: .*refuses the connection$/m);
    expect(output).toMatch(/^ +go install .*: there is no working go on PATH$/m);
    expect(output).toMatch(/No run is possible here yet/);
  });

  test('shows why the k6 that is named is no use', async () => {
    const world = await makeWorld();
    world.environment.TAILGATE_K6 = await writeScript(join(world.cwd, 'old'), versionScript('0.49.0'));
    const { exitCode, output } = await world.text();
    expect(exitCode).toBe(2);
    expect(output).toMatch(/^✗ k6 +not usable$/m);
    expect(output).toMatch(/TAILGATE_K6 names cannot be used: k6 0\.49\.0 is too old/);
  });

  test('shows what is wrong with the configuration', async () => {
    const world = await makeWorld({ config: CONFIG.replace('scenarios:', 'scenario:') });
    await writeScript(join(world.bin, 'k6'), versionScript('1.8.1'));
    const { exitCode, output } = await world.text();
    expect(exitCode).toBe(2);
    expect(output).toMatch(/^✗ config +.*tailgate\.yml$/m);
    expect(output).toMatch(/scenarios/);
  });

  test('says that there is no configuration', async () => {
    const world = await makeWorld({ config: null });
    await writeScript(join(world.bin, 'k6'), versionScript('1.8.1'));
    const { exitCode, diagnosis } = await world.json();
    expect(exitCode).toBe(2);
    expect(diagnosis.config).toEqual({ status: 'missing', path: join(world.cwd, 'tailgate.yml') });
  });
});
