import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findLock, takeLock } from '../../src/processes/lock.ts';
import { silent } from '../../src/progress.ts';
import { failIfPromised } from '../fixtures.ts';

/** A Docker engine, and what tests need of it. */
export type Docker = {
  /** What clients read. */
  environment: NodeJS.ProcessEnv;
  /** Runs the client. @returns what it prints */
  client(...args: string[]): string;
  /** Lists containers, networks, volumes and images that were not there at first. */
  things(): string[];
  /** Removes them. */
  clear(): void;
  /** Folder with the program `app`, which `APP` is. */
  folder: string;
  stop(): Promise<void>;
};

/**
 * A service and its database. It takes 20 ms for an answer, and works on as many at once as the file `capacity` says.
 * With `db` as its argument it is the database. `MODE=crash` ends it as it starts.
 */
const APP = `package main

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

func serveRows() {
	listener, _ := net.Listen("tcp", ":5432")
	fmt.Println("database up")
	for {
		client, _ := listener.Accept()
		go func() {
			for lines := bufio.NewScanner(client); lines.Scan(); {
				fmt.Fprintln(client, "row")
			}
		}()
	}
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "db" {
		serveRows()
	}
	if os.Getenv("MODE") == "crash" {
		fmt.Println("out of cheese")
		os.Exit(3)
	}
	text, _ := os.ReadFile("/capacity")
	size, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	pool := make(chan net.Conn, size)
	for i := 0; i < size; i++ {
		pool <- nil
	}
	http.HandleFunc("/environment", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintln(w, strings.Join(os.Environ(), "\\n"))
	})
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		row := <-pool
		defer func() { pool <- row }()
		if db := os.Getenv("DB"); db != "" {
			if row == nil {
				row, _ = net.Dial("tcp", db)
			}
			fmt.Fprintln(row, "get")
			bufio.NewReader(row).ReadString('\\n')
		}
		time.Sleep(20 * time.Millisecond)
		fmt.Fprint(w, "ok")
	})
	fmt.Println("app up")
	http.ListenAndServe(":8080", nil)
}
`;

/** Takes the running engine, or starts one. @returns why there is none @throws if Docker is promised and there is none */
export async function startDocker(): Promise<Docker | string> {
  const docker = await findDocker();
  if (typeof docker === 'string') failIfPromised('docker', docker);
  return docker;
}

async function findDocker(): Promise<Docker | string> {
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-docker-'));
  const missing = (tool: string) => {
    rmSync(folder, { recursive: true, force: true });
    return `there is no ${tool} here`;
  };
  const attempt = (file: string, args: string[], env: NodeJS.ProcessEnv = process.env) => {
    try {
      return execFileSync(file, args, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'ignore'] });
    } catch {
      return null;
    }
  };
  writeFileSync(join(folder, 'app.go'), APP);
  const goes = { ...process.env, CGO_ENABLED: '0', GO111MODULE: 'off', GOFLAGS: '' };
  if (attempt('docker', ['--version']) === null) return missing('docker');
  const isRunning = attempt('docker', ['info']) !== null;
  if (!isRunning && !process.env.TAILGATE_TEST_PROGRAMS?.split(' ').includes('docker'))
    return missing('Docker engine');
  if (attempt('go', ['build', '-o', join(folder, 'app'), join(folder, 'app.go')], goes) === null)
    return missing('go');
  const engine = isRunning ? await shareEngine() : await startAlone(folder);
  if (typeof engine === 'string') {
    rmSync(folder, { recursive: true, force: true });
    return engine;
  }
  const { environment } = engine;
  const client = (...args: string[]) =>
    execFileSync('docker', args, { encoding: 'utf8', env: { ...process.env, ...environment } });
  const list = () =>
    [
      client('ps', '-a', '--format', 'container {{.Names}}'),
      client('network', 'ls', '--format', 'network {{.Name}}'),
      client('volume', 'ls', '--format', 'volume {{.Name}}'),
      client('images', '--format', 'image {{.Repository}}:{{.Tag}}'),
    ]
      .join('')
      .split('\n')
      // What a build leaves between its steps has no name.
      .filter((line) => line !== '' && !line.includes('<none>'));
  const first = new Set(list());
  const things = () => list().filter((line) => !first.has(line));
  return {
    environment,
    client,
    things,
    clear() {
      for (const thing of things()) {
        const [kind, name] = thing.split(' ') as [string, string];
        client(kind, 'rm', '--force', ...(kind === 'container' ? ['--volumes'] : []), name);
      }
    },
    folder,
    async stop() {
      await engine.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Takes the running engine, or starts one. @returns why there is none @throws if Docker is promised and there is none */
async function shareEngine() {
  const held = await lock();
  return { environment: {} as NodeJS.ProcessEnv, stop: async () => void held.close() };
}

const lock = () => takeLock(silent, new AbortController().signal, findLock('tailgate-tests-docker'));

/** Starts an engine while no other one starts: of two that make the same bridge one ends. */
async function startAlone(folder: string) {
  const held = await lock();
  try {
    return await startEngine(folder);
  } finally {
    held.close();
  }
}

async function startEngine(folder: string) {
  if (process.getuid?.() !== 0) return 'no Docker engine runs here, and only root can start one';
  const host = `unix://${join(folder, 'docker.sock')}`;
  const places = ['--data-root', 'data', '--exec-root', 'exec', '--pidfile', 'pid'];
  const args = places.map((word) => (word.startsWith('--') ? word : join(folder, word)));
  const daemon = spawn('dockerd', [...args, '-H', host], { detached: true, stdio: 'ignore' });
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    for (const event of ['exit', 'error'])
      daemon.once(event, () => {
        hasEnded = true;
        resolve();
      });
  });
  const environment: NodeJS.ProcessEnv = { DOCKER_HOST: host };
  for (let i = 0; i < 120 && !hasEnded; i++) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    try {
      execFileSync('docker', ['info'], { env: { ...process.env, ...environment }, stdio: 'ignore' });
      return {
        environment,
        async stop() {
          daemon.kill();
          await ended;
        },
      };
    } catch {}
  }
  daemon.kill();
  return '`dockerd` cannot run here';
}

/** Tells whether there is Docker Compose 2. @throws where Docker is promised, and this is missing */
export function hasCompose(): boolean {
  try {
    execFileSync('docker', ['compose', 'version'], { stdio: 'ignore' });
    return true;
  } catch {
    failIfPromised('docker', '`docker compose version` fails');
    return false;
  }
}
