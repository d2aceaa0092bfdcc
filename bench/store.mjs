/**
 * Lists and reads the newest of many records from a bare repository over file://, as `tailgate plan --store git` does in
 * a process of its own, and writes the figures into bench/RESULTS.md.
 *
 *   node bench/store.mjs [--records 10000] [--newest 50] [--runs 5] [--dry]
 *
 * Time is that of the reading itself; memory is the sum over the process and all of git, sampled while it works, Node
 * included.
 */
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { REPOSITORY } from './paths.mjs';
import { describeRun, writeSection } from './section.mjs';
import { loadSource } from './source.mjs';

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '10000' },
    newest: { type: 'string', default: '50' },
    runs: { type: 'string', default: '5' },
    dry: { type: 'boolean', default: false },
  },
});
const [count, newest, runs] = [values.records, values.newest, values.runs].map(Number);
const SAMPLE_MS = 5;

const folder = mkdtempSync(join(tmpdir(), 'tailgate-bench-store-'));
try {
  const { server, bytes, packed } = await fill(join(folder, 'server.git'));
  const reader = await bundleReader(join(folder, 'reader.cjs'));
  const results = [];
  for (let run = 0; run < runs; run++) results.push(await measure(reader, server));
  const text = describe(results, bytes, packed);
  console.log(text);
  if (!values.dry) writeSection('The store', text);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A bare repository with as many records as a busy one has after some years, packed as a server would. */
async function fill(server) {
  const { nameEntry, RECORDED_PERCENTS, readRecord } = await loadSource([
    'src/records/stores/entries.ts',
    'src/measurement/levels.ts',
    'src/records/record.ts',
  ]);
  const git = (...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  git('init', '--quiet', '--bare', server);
  const stream = join(folder, 'stream');
  const out = openSync(stream, 'w');
  const files = [];
  let bytes = 0;
  for (let index = 0; index < count; index++) {
    const record = makeRecord(index, RECORDED_PERCENTS);
    const text = `${JSON.stringify(readRecord(JSON.stringify(record)))}\n`;
    bytes += text.length;
    writeSync(out, `blob\nmark :${index + 1}\ndata ${text.length}\n${text}\n`);
    files.push(`M 100644 :${index + 1} ${nameEntry(record)}\n`);
  }
  writeSync(
    out,
    'commit refs/tailgate/default\ncommitter Bench <bench@localhost> 1767225600 +0000\ndata 0\n',
  );
  writeSync(out, `${files.join('')}\n`);
  closeSync(out);
  const input = openSync(stream, 'r');
  execFileSync('git', ['-C', server, 'fast-import', '--quiet'], { stdio: [input, 'ignore', 'inherit'] });
  closeSync(input);
  rmSync(stream);
  const packed = Number(git('-C', server, 'count-objects', '-v').match(/size-pack: (\d+)/)[1]) / 1024;
  return { server, bytes: bytes / count, packed };
}

/** One step, both arms, six blocks of two slices. */
function makeRecord(index, percents) {
  const time = (minutes) => new Date(Date.UTC(2024, 0, 1) + (index * 100 + minutes) * 60_000).toISOString();
  // No two alike, or they would pack better than real ones.
  const latency = () => 1 + Math.random() * 9;
  const slice = () => {
    const values = percents.map(latency).sort((a, b) => a - b);
    return {
      startedAt: Date.UTC(2024, 0, 1) + index,
      seconds: 3,
      planned: 3000,
      ok: 3000,
      failed: 0,
      dropped: 0,
      latency: {
        levels: percents.map((percent) => percent / 100),
        values: values.map((value) => Number(value.toPrecision(4))),
      },
      avg: 5,
      lag: { p50: 0, p99: 1, max: 2 },
    };
  };
  const step = (label, arm) => ({
    scenario: label,
    label,
    digest: 'd'.repeat(64),
    load: { kind: 'arrival-rate', rate: 1000 },
    arm,
    instances: Array.from({ length: 6 }, (_, block) => ({ block, slices: [slice(), slice()] })),
  });
  return {
    schemaVersion: 1,
    suite: 'default',
    commit: index.toString(16).padStart(40, '0'),
    dirty: false,
    branch: 'main',
    commitTime: time(0),
    attempt: `${index}-1`,
    recordedAt: time(10),
    tailgate: 'bench',
    environment: { cpuModel: 'Bench', cores: 2, os: 'Linux', k6: '1.8.1', node: '20' },
    steps: ['head', 'base'].map((arm) => step('search', arm)),
  };
}

async function bundleReader(outfile) {
  await build({
    stdin: {
      contents: `
        import { readFileSync } from 'node:fs';
        import { openGitStore } from './src/records/stores/git.ts';
        const [, , url, directory, newest] = process.argv;
        const store = openGitStore({ suite: 'default', directory, url, credentials: null,
          environment: process.env, signal: new AbortController().signal });
        const before = process.cpuUsage();
        const began = performance.now();
        store.list({ newest: Number(newest) }).then(({ records, unreadable }) => {
          const seconds = (performance.now() - began) / 1000;
          const { user, system } = process.cpuUsage(before);
          // proc_pid_stat(5): times of children that have ended, in clock ticks of 10 ms.
          const [userBelow, systemBelow] = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ').slice(13, 15);
          const cpu = (user + system) / 1e6 + (Number(userBelow) + Number(systemBelow)) / 100;
          console.log(JSON.stringify({ seconds, cpu, records: records.length, unreadable: unreadable.length }));
        });`,
      resolveDir: REPOSITORY,
    },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    minify: true,
    outfile,
    logLevel: 'error',
  });
  return outfile;
}

function measure(reader, server) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [reader, `file://${server}`, folder, String(newest)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let [peak, most, output] = [0, 0, ''];
    const timer = setInterval(() => {
      const processes = listTree(child.pid);
      const sum = processes.reduce((total, { kilobytes }) => total + kilobytes, 0);
      if (sum > peak) [peak, most] = [sum, processes.length];
    }, SAMPLE_MS);
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.on('close', (code) => {
      clearInterval(timer);
      const found = code === 0 ? JSON.parse(output) : null;
      if (found?.records !== newest || found.unreadable !== 0)
        reject(new Error(`the reader failed: ${output}`));
      else resolve({ ...found, peak: peak / 1024, processes: most });
    });
  });
}

/** Resident memory of a process and its descendants; git's are in process groups of their own but have their parents. */
function listTree(root) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        const status = readFileSync(`/proc/${id}/status`, 'utf8');
        const field = (name) => Number(status.match(new RegExp(`^${name}:\\s+(\\d+)`, 'm'))?.[1] ?? 0);
        return [{ id: Number(id), parent: field('PPid'), kilobytes: field('VmRSS') }];
      } catch {
        // It has ended.
        return [];
      }
    });
  const tree = all.filter(({ id }) => id === root);
  for (const { id } of tree) tree.push(...all.filter(({ parent }) => parent === id));
  return tree;
}

function describe(results, bytes, packed) {
  const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
  const rows = results.map(
    ({ seconds, cpu, peak, processes }, index) =>
      `| ${index + 1} | ${seconds.toFixed(2)} s | ${cpu.toFixed(2)} s | ${peak.toFixed(0)} MB | ${processes} |`,
  );
  return `## The store

${describeRun('npm run bench:store')},
${execFileSync('git', ['--version'], { encoding: 'utf8' }).trim()}. A bare repository with ${count.toLocaleString('en')} records of ${(bytes / 1024).toFixed(0)} kB each
(${packed.toFixed(0)} MB packed); \`list({ newest: ${newest} })\` over \`file://\` by a process of its own. Time is that of the reading, processor time
that of Node and git in it; memory is the sum of the resident memory of all processes, Node itself included, where it was highest. Asked for are
less than 1 s and 150 MB. The machine's load average was ${loadavg()[0].toFixed(1)}.

| run | time | processor time | peak memory | processes then |
| - | -: | -: | -: | -: |
${rows.join('\n')}
| median | ${median(results.map(({ seconds }) => seconds)).toFixed(2)} s | ${median(results.map(({ cpu }) => cpu)).toFixed(2)} s | ${median(results.map(({ peak }) => peak)).toFixed(0)} MB | |
`;
}
