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

  /** Names a function and where it stands in what it was compiled from. Empty where a source map is odd. */
  const nameCall = ({ functionName, url, lineNumber, columnNumber }) => {
    try {
      if (url === '') return functionName === '(garbage collector)' ? functionName : '';
      const { originalSource, originalLine } = findSourceMap(url)?.findEntry(lineNumber, columnNumber) ?? {};
      const [at, line] = originalSource?.startsWith('file:')
        ? [originalSource, originalLine]
        : [url, lineNumber];
      const path = at.startsWith('file:') ? fileURLToPath(at) : at;
      return `${functionName} (${path}:${line + 1})`.replace(/[;\n]/g, ' ');
    } catch {
      return '';
    }
  };

  /** Writes a profile as collapsed stacks: calls from the outermost to the innermost, and samples of the last. */
  const collapse = ({ nodes }) => {
    const byId = new Map(nodes.map((node) => [node.id, node]));
    const lines = [];
    // V8 lists callers first.
    for (const { id, stack = '', callFrame, hitCount, children = [] } of nodes) {
      const own = id === nodes[0].id ? stack : `${stack};${nameCall(callFrame)}`;
      for (const child of children) byId.get(child).stack = own;
      if (hitCount > 0 && callFrame.functionName !== '(idle)') lines.push(`${own || ';'} ${hitCount}`);
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
