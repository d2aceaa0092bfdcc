// Runs inside a process of the service, loaded first (`--require`), with the path of a private socket in SOCKET. It
// does nothing until it is told to, and whatever fails here must not reach the service.
try {
  const { existsSync, readFileSync, statSync } = require('node:fs');
  const { Session } = require('node:inspector');
  const { findSourceMap, SourceMap } = require('node:module');
  const { fileURLToPath, pathToFileURL } = require('node:url');

  // V8 would count samples of functions that it inlines, or replaces while they run, as those of their callers.
  for (const flag of ['max-inlined-bytecode-size=0', 'max-inlined-bytecode-size-small=0', 'no-use-osr'])
    require('node:v8').setFlagsFromString(`--${flag}`);

  /** Microseconds, and bytes that are allocated, between samples; most bytes of a compiled file, and of its source map. */
  const INTERVAL = 1000;
  const BYTES = 16_384;
  const MOST_BYTES = 20_000_000;
  /** Characters of a line on average from which nobody has written it: names of minified code differ with each build. */
  const WIDEST = 200;
  const COMMENT = '\n//# sourceMappingURL=';

  const readText = (url) => {
    const stat = statSync(url);
    return stat.isFile() && stat.size <= MOST_BYTES ? readFileSync(url, 'utf8') : '';
  };
  const readTarget = (target, file) => {
    if (!target.startsWith('data:')) return readText(new URL(target, file));
    const [kind, data] = target.split(',', 2);
    return kind.endsWith(';base64') ? Buffer.from(data, 'base64').toString() : decodeURIComponent(data);
  };

  /** In place of a source map. */
  const MINIFIED = {};

  /** Finds the source map of a compiled file: the one that a loader has told Node of, else the one that it names. */
  const findMap = (url) => {
    const file = url.startsWith('file:') ? new URL(url) : pathToFileURL(url);
    const known = findSourceMap(file.href);
    if (known) return { map: known, base: file };
    const text = readText(file);
    const at = text.lastIndexOf(COMMENT);
    if (at < 0) return text.length > WIDEST * text.split('\n').length ? MINIFIED : null;
    const [target] = text.slice(at + COMMENT.length).split(/\s/, 1);
    const data = JSON.parse(readTarget(target, file));
    const folder = data.sourceRoot ? `${data.sourceRoot}/` : '';
    const beside = target.startsWith('data:') ? file : new URL(target, file);
    return { map: new SourceMap(data), base: new URL(folder, beside) };
  };
  const maps = new Map();
  const readMap = (url) => {
    if (!maps.has(url)) maps.set(url, null);
    else return maps.get(url);
    try {
      maps.set(url, findMap(url));
    } catch {}
    return maps.get(url);
  };

  /** Says where a function stands in what it was compiled from, if that is there; else where it runs. */
  const locate = (frame) => {
    const { functionName, url, lineNumber, columnNumber } = frame;
    const found = functionName && (url.startsWith('file:') || url.startsWith('/')) ? readMap(url) : null;
    if (found === MINIFIED) return { ...frame, functionName: '' };
    const entry = found?.map.findEntry(lineNumber, columnNumber);
    if (!entry?.originalSource) return frame;
    // webpack names files from the folder in which it was started.
    const inFolder = /^webpack:\/\/[^/]*\/(.*)$/.exec(entry.originalSource);
    const source = inFolder
      ? new URL(inFolder[1], pathToFileURL(`${process.cwd()}/`))
      : new URL(entry.originalSource, found.base);
    if (source.protocol !== 'file:') return frame;
    if (!source.href.includes('/node_modules/') && !existsSync(fileURLToPath(source))) return frame;
    // Of a minified function the map has the true name, if it stands as in `function a(` or `a=(`.
    const named = [0, 1, 3]
      .map((gap) => columnNumber - functionName.length - gap)
      .map((column) => column >= 0 && [column, found.map.findEntry(lineNumber, column)])
      .find(
        (at) => at && at[1].generatedColumn === at[0] && at[1].generatedLine === lineNumber && at[1].name,
      );
    return {
      functionName: named ? named[1].name : functionName,
      url: source.href,
      lineNumber: entry.originalLine,
    };
  };

  let session = null;
  const open = () => {
    session = new Session();
    session.connect();
    return session;
  };
  const begin = () => {
    const own = open();
    own.post('Profiler.enable');
    own.post('Profiler.setSamplingInterval', { interval: INTERVAL });
    own.post('Profiler.start');
  };
  /** What has been thrown away by the end counts as well. */
  const beginAllocations = () =>
    open().post('HeapProfiler.startSampling', {
      samplingInterval: BYTES,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    });
  /** What no revision has written itself. */
  const FOREIGN = /^(node:|$)|\/node_modules\//;
  const nameCall = ({ functionName, url, lineNumber }) => {
    if (FOREIGN.test(url)) return url === '' && functionName === '(garbage collector)' ? [functionName] : [];
    const name = functionName.replace(/[;\p{Cc}]/gu, ' ');
    return name === ''
      ? []
      : [`${name} (${url.startsWith('file:') ? fileURLToPath(url) : url}:${lineNumber + 1})`];
  };
  /** Writes samples as collapsed stacks: the calls of code that may be the revision's own, and a number. */
  const collapse = (root, listChildren, count) => {
    const stacks = new Map();
    const add = (node, above) => {
      let calls = [];
      try {
        calls = nameCall(locate(node.callFrame));
      } catch {}
      const stack = [...above, ...calls];
      const line = stack.join(';') || '(elsewhere)';
      const samples = count(node);
      if (samples > 0) stacks.set(line, (stacks.get(line) ?? 0) + samples);
      for (const child of listChildren(node)) add(child, stack);
    };
    add(root, []);
    return [...stacks].map(([line, count]) => `${line} ${count}`).join('\n');
  };
  const collapseTime = ({ nodes }) => {
    const byId = new Map(nodes.map((node) => [node.id, node]));
    const listChildren = ({ children = [] }) => children.map((id) => byId.get(id));
    const count = ({ callFrame, hitCount }) => (callFrame.functionName === '(idle)' ? 0 : hitCount);
    return collapse(nodes[0], listChildren, count);
  };
  const collapseAllocations = ({ head }) =>
    collapse(
      head,
      ({ children }) => children,
      ({ selfSize }) => Math.round(selfSize / BYTES),
    );
  const end = (method, write) => {
    const own = session;
    session = null;
    own.post(method, (error, result) => {
      socket.write(`${error ? '' : write(result.profile)}\0`);
      own.disconnect();
    });
  };
  const socket = require('node:net').connect(SOCKET);
  socket
    .setEncoding('latin1')
    .on('error', () => {})
    .unref();
  socket.on('data', (commands) => {
    try {
      for (const command of commands) {
        if (command === '+' && session === null) begin();
        if (command === '<' && session === null) beginAllocations();
        if (command === '-' && session !== null) end('Profiler.stop', collapseTime);
        if (command === '>' && session !== null) end('HeapProfiler.stopSampling', collapseAllocations);
      }
    } catch {}
  });
} catch {}
