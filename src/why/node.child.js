// Loaded first (`--require`) in each Node process and thread of a service, with STEM, the beginning of its files, and
// MS, the length of a round. It writes collapsed stacks at the end of each round of the clock, so that a process may end
// by a signal. Whatever fails here must not reach the service.
try {
  const { writeFileSync } = require('node:fs');
  const { Session } = require('node:inspector');
  const { findSourceMap } = require('node:module');
  const { fileURLToPath } = require('node:url');
  const { threadId } = require('node:worker_threads');

  // V8 would count samples of functions that it inlines, or replaces while they run, as those of their callers.
  for (const flag of ['max-inlined-bytecode-size=0', 'max-inlined-bytecode-size-small=0', 'no-use-osr'])
    require('node:v8').setFlagsFromString(`--${flag}`);
  process.setSourceMapsEnabled?.(true);

  /** Names a function and where it stands in what it was compiled from. Empty where its name may differ with each build. */
  const nameCall = ({ functionName, url, lineNumber, columnNumber }) => {
    if (url === '') return functionName === '(garbage collector)' ? functionName : '';
    const write = (name, at, line) =>
      `${name} (${at.startsWith('file:') ? fileURLToPath(at) : at}:${line + 1})`;
    const map = findSourceMap(url);
    const { originalSource, originalLine } = map?.findEntry(lineNumber, columnNumber) ?? {};
    if (!originalSource?.startsWith('file:'))
      return columnNumber > 500 ? '' : write(functionName, url, lineNumber);
    // Of a minified function the map has the true name, if it stands as in `function a(` or `a=(`.
    const named = [0, 1, 3]
      .map((gap) => [columnNumber - functionName.length - gap])
      .map(([column]) => [column, column >= 0 && map.findEntry(lineNumber, column)])
      .find(([column, at]) => at?.generatedColumn === column && at.generatedLine === lineNumber && at.name);
    return write(named ? named[1].name : functionName, originalSource, originalLine);
  };

  /** Names a frame as far as its source map, which may hold anything, has a name. */
  const tryName = (frame) => {
    try {
      return nameCall(frame).replace(/[;\n]/g, ' ');
    } catch {
      return '';
    }
  };

  /** Writes a profile as collapsed stacks: calls from the outermost to the innermost, and samples of the last. */
  const collapse = ({ nodes }) => {
    const [root] = nodes;
    const stacks = new Map([[root.id, '']]);
    const byId = new Map(nodes.map((node) => [node.id, node]));
    const lines = [];
    const queue = [root];
    for (const { id, children = [], hitCount } of queue) {
      if (hitCount > 0) lines.push(`${stacks.get(id) || ';'} ${hitCount}`);
      for (const child of children.map((one) => byId.get(one))) {
        const { callFrame } = child;
        if (callFrame.functionName === '(idle)') continue;
        stacks.set(child.id, `${stacks.get(id)};${tryName(callFrame)}`);
        queue.push(child);
      }
    }
    return lines.join('\n');
  };

  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: 1000 });
  const begin = () => {
    const round = Math.floor(Date.now() / MS);
    session.post('Profiler.start');
    const end = () =>
      session.post('Profiler.stop', (error, result) => {
        try {
          const path = `${STEM}${round}.${process.pid}-${threadId}.txt`;
          writeFileSync(path, error ? '' : collapse(result.profile));
        } catch {}
        begin();
      });
    setTimeout(end, (round + 1) * MS - Date.now()).unref();
  };
  writeFileSync(`${STEM}here`, '');
  begin();
} catch {}
