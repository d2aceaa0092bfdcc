// Loaded first (`--require`) in each Node process and thread of a service, with STEM, the prefix of its files, and
// MS, the length of a round. It writes collapsed stacks at the end of each round by the clock, so that a process may end
// by a signal. Failures here must not affect the service.
try {
  const { writeFileSync } = require('node:fs');
  const { Session } = require('node:inspector');
  const { findSourceMap } = require('node:module');
  const { threadId } = require('node:worker_threads');

  // V8 would attribute samples of functions that it inlines, or replaces while they run, to their callers.
  for (const flag of ['max-inlined-bytecode-size=0', 'max-inlined-bytecode-size-small=0', 'no-use-osr'])
    require('node:v8').setFlagsFromString(`--${flag}`);
  process.setSourceMapsEnabled?.(true);

  /** Names a function and its location in the original source. Empty if its name may differ with each build. */
  const nameCall = ({ functionName, url, lineNumber, columnNumber }) => {
    if (url === '') return functionName === '(garbage collector)' ? functionName : '';
    const map = findSourceMap(url);
    const { originalSource, originalLine } = map?.findEntry(lineNumber, columnNumber) ?? {};
    const isMapped = originalSource?.startsWith('file:');
    if (!isMapped && columnNumber > 500) return '';
    const [at, line] = isMapped ? [originalSource, originalLine] : [url, lineNumber];
    // The name of a minified function comes right before it, as in `function a(` or `a = (`: the map has the original one.
    const from = columnNumber - functionName.length;
    const before = map?.findEntry(lineNumber, from);
    const isNamed =
      functionName && before?.generatedLine === lineNumber && before.generatedColumn >= from - 3;
    const path = at.startsWith('file://') ? decodeURIComponent(at.slice(7)) : at;
    return `${(isNamed && before.name) || functionName} (${path}:${line + 1})`.replace(/[;\n]/g, ' ');
  };

  /** Writes a profile as collapsed stacks: calls from the outermost to the innermost, and samples of the last. */
  const collapse = ({ nodes }) => {
    const callers = new Map();
    const lines = [];
    // V8 lists a function before those that it calls.
    for (const { id, callFrame, hitCount, children = [] } of nodes) {
      if (callFrame.functionName === '(idle)') continue;
      let name = '';
      try {
        name = nameCall(callFrame);
      } catch {} // a source map may contain anything
      const stack = callers.has(id) ? `${callers.get(id)};${name}` : '';
      for (const child of children) callers.set(child, stack);
      if (hitCount > 0) lines.push(`${stack || ';'} ${hitCount}`);
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
      session.post('Profiler.stop', (_, result) => {
        try {
          writeFileSync(`${STEM}${round}.${process.pid}-${threadId}.txt`, collapse(result.profile));
        } catch {}
        begin();
      });
    setTimeout(end, (round + 1) * MS - Date.now()).unref();
  };
  writeFileSync(`${STEM}here`, '');
  begin();
} catch {}
