// Loaded first (`--require`) in each Node process and thread of a service, with STEM, the beginning of its files, and
// MS, the length of a round. It writes a profile at the end of each round of the clock, so that a process may end by a
// signal. Whatever fails here must not reach the service.
try {
  const { writeFileSync } = require('node:fs');
  const { Session } = require('node:inspector');
  const { findSourceMap } = require('node:module');
  const { threadId } = require('node:worker_threads');

  // V8 would count samples of functions that it inlines, or replaces while they run, as those of their callers.
  for (const flag of ['max-inlined-bytecode-size=0', 'max-inlined-bytecode-size-small=0', 'no-use-osr'])
    require('node:v8').setFlagsFromString(`--${flag}`);
  process.setSourceMapsEnabled?.(true);

  /** Says where a function stands in what it was compiled from. */
  const locate = (frame) => {
    const { functionName, url, lineNumber, columnNumber } = frame;
    const map = url === '' ? undefined : findSourceMap(url);
    const entry = map?.findEntry(lineNumber, columnNumber);
    if (!entry?.originalSource?.startsWith('file:')) return frame;
    // Of a minified function the map has the true name, if it stands as in `function a(` or `a=(`.
    const named = [0, 1, 3]
      .map((gap) => columnNumber - functionName.length - gap)
      .map((column) => [column, column >= 0 && map.findEntry(lineNumber, column)])
      .find(([column, at]) => at?.generatedColumn === column && at.generatedLine === lineNumber && at.name);
    return {
      functionName: named ? named[1].name : functionName,
      url: entry.originalSource,
      lineNumber: entry.originalLine,
      columnNumber: 0,
    };
  };
  const tidy = ({ id, hitCount, children, callFrame }) => {
    let at = callFrame;
    try {
      at = locate(callFrame);
    } catch {}
    const { functionName, url, lineNumber, columnNumber } = at;
    return { id, hitCount, children, callFrame: { functionName, url, lineNumber, columnNumber } };
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
          const text = error ? '' : JSON.stringify({ nodes: result.profile.nodes.map(tidy) });
          writeFileSync(`${STEM}${round}.${process.pid}-${threadId}.cpuprofile`, text);
        } catch {}
        begin();
      });
    setTimeout(end, (round + 1) * MS - Date.now()).unref();
  };
  writeFileSync(`${STEM}here`, '');
  begin();
} catch {}
