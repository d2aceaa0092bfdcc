import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openApiPath } from './state.ts';

/**
 * A proxy that checks every request and every answer against a description of an API, by default GitHub's own. What
 * does not conform is answered with an error instead, so that whoever asked fails.
 */
export type Prism = {
  url: string;
  /** Lines of Prism's log about exchanges that do not conform, requests that GitHub's API does not have included. */
  violations: () => Promise<string[]>;
  stop: () => Promise<void>;
};

/** Starts Prism in front of `upstream`. It reads the description first, which takes some seconds. */
export async function startPrism(upstream: string, description?: string): Promise<Prism> {
  // Prism watches the description, and ends when it is removed too early: it stays until Prism has ended.
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-prism-'));
  const extract = join(folder, 'github.json');
  if (description === undefined) writeFileSync(extract, JSON.stringify(extractDescription()));
  const port = await findFreePort();
  const command = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js');
  const args = [command, 'proxy', description ?? extract, upstream, '--errors', '--port', String(port)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      log += chunk;
      if (log.includes('Prism is listening')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`Prism ended with ${code}:\n${log.slice(-2000)}`)));
  }).catch((error) => {
    rmSync(folder, { recursive: true });
    throw error;
  });
  log = '';
  const url = `http://127.0.0.1:${port}`;
  let marks = 0;
  return {
    url,
    violations: async () => {
      // The log comes late but in order, so it is complete once it has a request that is known to be in it.
      const mark = `/end-of-log-${++marks} `;
      await fetch(url + mark.trim()).catch((cause) => {
        throw new Error(`Prism does not answer, its log ends with:\n${log.slice(-2000)}`, { cause });
      });
      while (!log.includes(`${mark}✖`)) await sleep(20);
      // The description is of REST alone; without GraphQL a publisher goes on.
      const known = ['/end-of-log-', '/graphql'];
      return log
        .split('\n')
        .filter((line) => line.includes('✖') && !known.some((path) => line.includes(path)));
    },
    stop: async () => {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

type Description = { paths: object; components: Record<string, Record<string, object>> };

/** All that Tailgate may ask for. Whatever else is asked for is not in the extract, and so does not conform. */
const PATHS =
  /^\/(user|repos\/\{owner\}\/\{repo\}(\/(issues|pulls|statuses|commits|collaborators)(\/.*)?)?)$/;

/** The part of GitHub's description that Tailgate needs, as it stands there: Prism reads all of it for 15 s. */
function extractDescription(): object {
  const whole = JSON.parse(readFileSync(openApiPath(), 'utf8')) as Description;
  const paths = Object.fromEntries(Object.entries(whole.paths).filter(([path]) => PATHS.test(path)));
  const components: Description['components'] = {};
  const take = (part: object) => {
    JSON.stringify(part, (key, value) => {
      if (key === '$ref' && typeof value === 'string') {
        const [kind, name] = value.replace('#/components/', '').split('/') as [string, string];
        components[kind] ??= {};
        if (!components[kind][name]) {
          components[kind][name] = whole.components[kind]![name]!;
          take(components[kind][name]);
        }
      }
      return value;
    });
  };
  take(paths);
  return { ...whole, paths, 'x-webhooks': undefined, components };
}
