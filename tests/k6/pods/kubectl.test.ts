import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findKubectl } from '../../../src/k6/pods/kubectl.ts';
import { makeFolder } from '../../folders.ts';

const folder = makeFolder('tailgate-test');
const { signal } = new AbortController();

/** A program named `kubectl`, which only says what it is given. */
function place(script: string): NodeJS.ProcessEnv {
  const path = join(folder, 'kubectl');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return { PATH: `${folder}:/usr/bin:/bin`, HOME: folder };
}

describe('kubectl', () => {
  it('is asked in the context and the namespace of the configuration', async () => {
    const environment = place('echo "$@"');
    const run = (place: { context?: string; namespace?: string }) =>
      findKubectl(place, environment, signal).run(['get', 'pods']);
    expect(await run({})).toBe('get pods');
    expect(await run({ context: 'staging', namespace: 'load' })).toBe(
      '--context=staging --namespace=load get pods',
    );
  });

  it('sees what it needs to sign in, and no token of the job', async () => {
    const environment = {
      ...place('env'),
      KUBECONFIG: '/k',
      KUBERNETES_SERVICE_HOST: '10.0.0.1',
      AWS_PROFILE: 'p',
      https_proxy: 'http://p',
      GITHUB_TOKEN: 'hush',
      GH_TOKEN: 'hush',
      ACTIONS_RUNTIME_TOKEN: 'hush',
      'INPUT_GITHUB-TOKEN': 'hush',
      NPM_TOKEN: 'hush',
      DATABASE_PASSWORD: 'hush',
    };
    const seen = await findKubectl({}, environment, signal).run(['x']);
    expect(seen).not.toContain('hush');
    const names = seen.split('\n').map((line) => line.split('=')[0]);
    expect(names).toEqual(
      expect.arrayContaining(['KUBECONFIG', 'KUBERNETES_SERVICE_HOST', 'AWS_PROFILE', 'https_proxy']),
    );
  });

  it('gets documents without a file, and writes logs into one however long they are', async () => {
    const kubectl = findKubectl(
      {},
      place('case $1 in create) cat;; *) head -c 70000000 /dev/zero;; esac'),
      signal,
    );
    expect(await kubectl.run(['create'], { input: '{"kind":"Job"}' })).toBe('{"kind":"Job"}');
    const into = join(folder, 'log');
    expect(await kubectl.run(['logs'], { into })).toBe('');
    expect(statSync(into).size).toBe(70_000_000);
  });

  it('says in one line what the cluster refuses', async () => {
    const refusals = [
      `echo 'Error from server (Forbidden): jobs.batch is forbidden: User "ann" cannot create resource "jobs"' >&2; exit 1`,
      `echo 'W1126 warning' >&2; echo 'The connection to the server 10.0.0.1:6443 was refused - did you specify the right host or port?' >&2; exit 1`,
      `echo 'error: context "x" does not exist' >&2; exit 1`,
      'exit 3',
    ];
    const told = [];
    for (const script of refusals)
      told.push(
        await findKubectl({}, place(script), signal)
          .run(['x'])
          .catch((error: Error) => error.message),
      );
    expect(told).toMatchInlineSnapshot(`
      [
        "kubectl: jobs.batch is forbidden: User "ann" cannot create resource "jobs"",
        "kubectl: The connection to the server 10.0.0.1:6443 was refused - did you specify the right host or port?",
        "kubectl: context "x" does not exist",
        "kubectl: it says nothing",
      ]
    `);
    const nowhere = findKubectl({}, { PATH: '/nowhere' }, signal).run(['x']);
    await expect(nowhere).rejects.toThrow('there is no `kubectl` on PATH');
  });
});
