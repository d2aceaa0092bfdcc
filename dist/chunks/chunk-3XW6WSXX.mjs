import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{b as Pe}from"./chunk-KSRGRN5B.mjs";import{a as V,b as x}from"./chunk-RFTJCVGN.mjs";import{a as Le}from"./chunk-J4WIKZWQ.mjs";import{j as ye,k as Se,m as be,r as vt}from"./chunk-JDPXGOOX.mjs";import{a as Te,b as R,c as Oe,d as O,f as Ie,g as Ne,h as Re,i as Ae,l as _,m as A,p as _e}from"./chunk-5J6BWCCB.mjs";import{b as U,e as Me,i as Y,j as Fe}from"./chunk-6VRMOH4M.mjs";import{h as ve}from"./chunk-2VK7TKRV.mjs";import{b as ke,f as $e,i as xe,l as Ce}from"./chunk-GEZPVRIA.mjs";import{t as z,v as he,w as we,x as J}from"./chunk-NFWKHPMF.mjs";import{a as W,b as N,c as fe}from"./chunk-5LE4WRTK.mjs";import{b as Ee}from"./chunk-SZR6RWJJ.mjs";import{b as T,c as pe,d as ge}from"./chunk-7RCFP5J6.mjs";import{d as $t}from"./chunk-JLN3Y4HN.mjs";import{rmSync as Et}from"node:fs";import{connect as xt,createServer as Ct}from"node:net";import{join as Pt}from"node:path";import{setTimeout as Tt}from"node:timers/promises";function X(e){let t=e||"tailgate-measuring";return process.platform==="linux"?`\0${t}`:Pt(U(process.env),`${t}.sock`)}async function je(e,t,n=X(),r=Number.POSITIVE_INFINITY){let s=!1,o=performance.now()+r*6e4;for(;!t.aborted;){let i=await Ot(n);if(i)return()=>{i.close()};let a=await It(n);if(a===null&&!n.startsWith("\0")&&Et(n,{force:!0}),!s&&a!==null&&(e.phase(`waiting: another Tailgate measures on this machine (pid ${a})`),s=!0),performance.now()>o)throw new N({what:`Nothing was measured: this run has waited for other runs on this machine for ${r} minutes${a===null?"":`, now for pid ${a}`}.`,hint:"Run this job again later. If no other job runs on this machine, end that process.",exitCode:W.unmeasured});await Tt(a===null?20:100)}throw new fe(String(t.reason))}function Ot(e){return new Promise((t,n)=>{let r=Ct(s=>s.on("error",()=>{}).end(String(process.pid)));r.once("error",s=>s.code==="EADDRINUSE"?t(null):n(s)),r.listen(e,()=>{r.unref(),t(r)})})}function It(e){return new Promise(t=>{let n="",r=xt(e);r.setTimeout(1e3,()=>r.destroy()),r.on("data",s=>{n+=s,n.length>10&&r.destroy()}),r.once("error",()=>t(null)),r.once("close",()=>t(/^\d{1,10}$/.test(n)?n:"unknown"))})}import{createHash as Mt}from"node:crypto";import{existsSync as Ge,mkdirSync as Ft,readdirSync as _t,readFileSync as Lt,symlinkSync as jt,writeFileSync as Wt}from"node:fs";import{dirname as Q,join as $,resolve as Ut}from"node:path";import{fileURLToPath as Gt}from"node:url";var We=`/** Counts what a script does with \`k6/net/grpc\`: calls, and streams by the time to their first message. */
import * as grpc from 'k6/net/grpc';
import { begin, CODES, overlay } from './books.js';

/** Clients as k6 knows them, for streams. */
const originals = new WeakMap();

/** k6 takes relative paths to be beside the script that it was started with, which is Tailgate's. */
const locate = (path) => (/^(\\/|file:)/.test(path) ? path : \`\${__ENV.TAILGATE_SCRIPT_FOLDER}/\${path}\`);

/** k6's statuses are no plain numbers. */
function settle(call, { status, error }) {
  if (Number(status) === 0) call.answer();
  else failWith(call, { code: status, message: error?.message });
}

const UNKNOWN = 2;

function failWith(call, error) {
  const own = Number(error?.code);
  const code = Number.isInteger(own) ? own : UNKNOWN;
  call.fail(CODES.grpc + code, \`\${error?.message ?? error}\`.slice(0, 300));
}

export function Client() {
  const client = new grpc.Client();
  const counted = {
    load: (paths, ...files) => client.load((paths?.length > 0 ? paths : ['.']).map(locate), ...files),
    loadProtoset: (path) => client.loadProtoset(locate(path)),
    // A connection that cannot be made is a request that failed. One that can is part of none.
    connect(...args) {
      try {
        return client.connect(...args);
      } catch (error) {
        begin().fail(CODES.grpc + 14, \`cannot connect: \${error?.message ?? error}\`);
        throw error;
      }
    },
    invoke(...args) {
      const call = begin();
      try {
        const response = client.invoke(...args);
        settle(call, response);
        return response;
      } catch (error) {
        failWith(call, error);
        throw error;
      }
    },
    asyncInvoke(...args) {
      const call = begin();
      return client.asyncInvoke(...args).then(
        (response) => {
          settle(call, response);
          return response;
        },
        (error) => {
          failWith(call, error);
          throw error;
        },
      );
    },
  };
  const own = overlay(client, counted);
  originals.set(own, client);
  return own;
}

export function Stream(client, ...args) {
  const stream = new grpc.Stream(originals.get(client) ?? client, ...args);
  const first = begin();
  let isWritten = false;
  stream.on('data', first.answer);
  // A stream that only the client feeds is answered when it ends.
  stream.on('end', first.answer);
  stream.on('error', (error) => failWith(first.isOpen() ? first : begin(), error));
  const write = (message) => {
    if (!isWritten) first.restart();
    isWritten = true;
    return stream.write(message);
  };
  return overlay(stream, { write });
}

export const {
  StatusOK,
  StatusCanceled,
  StatusUnknown,
  StatusInvalidArgument,
  StatusDeadlineExceeded,
  StatusNotFound,
  StatusAlreadyExists,
  StatusPermissionDenied,
  StatusResourceExhausted,
  StatusFailedPrecondition,
  StatusAborted,
  StatusOutOfRange,
  StatusUnimplemented,
  StatusInternal,
  StatusUnavailable,
  StatusDataLoss,
  StatusUnauthenticated,
  HealthCheckUnknown,
  HealthCheckServing,
  HealthCheckNotServing,
  HealthCheckServiceUnkown,
} = grpc;

export default { ...grpc, Client, Stream };
`;var Ue=`/** Counts the commands that a script sends with \`k6/experimental/redis\`. */
import { Client as Original } from 'k6/experimental/redis';
import { begin, CODES, overlay } from './books.js';

export function Client(...args) {
  const client = new Original(...args);
  const count =
    (command) =>
    (...values) => {
      const request = begin();
      return command(...values).then(
        (value) => {
          request.answer();
          return value;
        },
        (error) => {
          request.fail(CODES.redis, \`\${error?.message ?? error}\`.slice(0, 300));
          throw error;
        },
      );
    };
  const commands = Object.keys(client).filter((name) => typeof client[name] === 'function');
  return overlay(client, Object.fromEntries(commands.map((name) => [name, count(client[name])])));
}

export default { Client };
`;var G=`/** Counts what a script does with \`k6/websockets\` and \`k6/ws\`: connections, and the first message of each. */
import { Blob, WebSocket as Original } from 'k6/websockets';
import ws from 'k6/ws';
import { begin, CODES, clock, overlay } from './books.js';

/** Codes with which a socket is closed in order (RFC 6455, 7.4.1). */
const ORDERLY = [1000, 1001, 1005];

/**
 * Follows a socket: one request is to connect, another is the first message, from what was sent first, or else from the
 * opening. A socket that never hears anything has only the first of these.
 */
function follow() {
  const connect = begin();
  let openedAt = 0;
  let asked = null;
  let isOver = false;
  return {
    open() {
      connect.answer();
      openedAt = clock();
    },
    send() {
      if (!isOver) asked = asked ?? begin();
    },
    hear() {
      if (isOver) return;
      isOver = true;
      (asked ?? begin(openedAt)).answer();
    },
    fail(code, text) {
      const due = [connect, asked].find((request) => request?.isOpen());
      if (due === undefined && isOver) return;
      isOver = true;
      (due ?? begin()).fail(code, text);
    },
    close() {
      isOver = true;
      connect.drop();
      asked?.drop();
    },
  };
}

/** In \`k6/ws\` the words of an error are a function. */
function textOf(error) {
  const words = error?.error ?? error?.message ?? error;
  return \`\${typeof words === 'function' ? error.error() : words}\`.replace(/^websocket: /, '').slice(0, 300);
}

export function WebSocket(...args) {
  const socket = new Original(...args);
  const seen = follow();
  socket.addEventListener('open', seen.open);
  socket.addEventListener('message', seen.hear);
  socket.addEventListener('error', (event) => seen.fail(CODES.socket, textOf(event)));
  socket.addEventListener('close', ({ code }) => {
    if (!ORDERLY.includes(code)) seen.fail(CODES.socket + code, \`closed with code \${code}\`);
    seen.close();
  });
  const send = (...message) => {
    seen.send();
    return socket.send(...message);
  };
  return overlay(socket, { send });
}

const { connect } = ws;
ws.connect = (url, ...args) => {
  const run = args.pop();
  const seen = follow();
  let response;
  try {
    response = connect.call(ws, url, ...args, (socket) => {
      socket.on('open', seen.open);
      socket.on('message', seen.hear);
      socket.on('binaryMessage', seen.hear);
      socket.on('error', (error) => seen.fail(CODES.socket, textOf(error)));
      socket.on('close', (code) => {
        if (!ORDERLY.includes(code)) seen.fail(CODES.socket + code, \`closed with code \${code}\`);
      });
      const sending = {
        send: (...message) => {
          seen.send();
          return socket.send(...message);
        },
        sendBinary: (...message) => {
          seen.send();
          return socket.sendBinary(...message);
        },
      };
      return run(overlay(socket, sending));
    });
  } catch (error) {
    seen.fail(CODES.socket, textOf(error));
    throw error;
  }
  if (response?.status !== 101) seen.fail(CODES.socket, response?.error || \`status \${response?.status}\`);
  seen.close();
  return response;
};

const counted = ws.connect;

export { Blob, counted as connect };
export default { ...ws, WebSocket, Blob };
`;var D={"k6/net/grpc":{file:"grpc.js",text:We},"k6/websockets":{file:"websockets.js",text:G},"k6/experimental/websockets":{file:"websockets.js",text:G},"k6/ws":{file:"websockets.js",text:G},"k6/experimental/redis":{file:"redis.js",text:Ue}},Z=/(\bfrom|\bimport|\bimport\(|\brequire\()(\s{0,20})(["'])([^"'\n]{1,500})\3/g,De="mirrors",Dt=500;function br(e,t,n){let r=Kt(e),s=[...r].filter(([,a])=>qt(a).length>0);if(s.length===0)return e;let o=$(t,De,Mt("sha256").update(e).digest("hex").slice(0,8)),i=a=>$(o,a);if(!Ge(i(e))){let a=new Map(s.map(([c,d])=>[c,Bt(d,t)])),l=Ht([$(n,"-"),...r.keys()]);if(Be(l,i(l),a),!Ge(i(e)))throw new Error(`${e} could not be mirrored`);for(let{file:c,text:d}of Object.values(D))ke($(t,c),d)}return i(e)}function qe(e,t){let[n,...r]=e.split($(t,De,"/"));return[n,...r.map(s=>s.slice(s.indexOf("/")))].join("")}function qt(e){return[...e.matchAll(Z)].map(([,,,,t])=>t).filter(t=>t in D)}function Bt(e,t){return e.replace(Z,(n,r,s,o,i)=>i in D?`${r}${s}${o}${$(t,D[i].file)}${o}`:n)}function Kt(e){let t=new Map,n=[e];for(let r=n.pop();r!==void 0&&t.size<Dt;r=n.pop()){if(t.has(r)||!$e(r))continue;let s=Lt(r,"utf8");t.set(r,s);for(let[,,,,o]of s.matchAll(Z))o.startsWith("file://")?n.push(Gt(o)):/^\.{0,2}\//.test(o)&&n.push(Ut(Q(r),o))}return t}function Ht([e,...t]){let n=Q(e);for(;t.some(r=>!r.startsWith($(n,"/")));)n=Q(n);return n}function Be(e,t,n){Ft(t,{recursive:!0});let r=$(e,"/"),s=[...n.keys()].filter(i=>i.startsWith(r)),o=new Set(s.map(i=>i.slice(r.length).split("/")[0]));for(let i of new Set([...zt(e),...o])){let a=$(e,i),l=n.get(a);l!==void 0?Wt($(t,i),l):o.has(i)?Be(a,$(t,i),n):jt(a,$(t,i))}}function zt(e){try{return _t(e)}catch{return[]}}var Jt=40,Yt=3500;async function Nr(e,{progress:t,signal:n,environment:r,keepPath:s},o){let i=pe(r,e.secrets);Ee(i),U(r),s&&Re(s);let a=r.CI==="true"?Jt:void 0,l=await je(t,n,X(r.TAILGATE_LOCK),a),c=Ie(),d=null,f=new AbortController,m=[()=>ve(c.path)],p=h=>{m.unshift(h)};try{for(let h of await _e())t.note(`clearing up after an earlier run: ${h}`);return d=Le(c.path,e.secrets),Ne(c),await o({workspace:c,keeper:d,secrets:i,grace:Vt(n,f.signal),removeAtEnd:p})}finally{t.done(),await ee(t,"not cleared up",()=>d?.close()),f.abort(),l();let h=y=>ge(y,i),g=y=>qe(h(y),c.k6);await ee(t,"not kept",()=>s&&Ae(c,s,g));let b=d?.listOwed()??[];for(let y of b)t.note(h(`not cleared up, and tried once more by the next run: ${y}`));if(b.length===0)for(let y of m)await ee(t,"not removed",y)}}async function ee(e,t,n){try{await n()}catch(r){e.note(`${t}: ${r.message}`)}}function Vt(e,t){let n=Number.POSITIVE_INFINITY,r=()=>{n=performance.now()+Yt};return e.addEventListener("abort",r,{signal:t}),s=>Math.max(100,Math.min(s,n-performance.now()))}var v=class extends Error{kind;arm;service;log;other=null;constructor(t,n,r,s,o){super(s),this.kind=t,this.arm=n,this.service=r,this.log=o}};import{once as Xt}from"node:events";import{setTimeout as Ke}from"node:timers/promises";var ne=1e4,Qt=3e4,Zt=500,en=1e3;async function tn(e,t,n,r){let{config:s,keeper:o,signal:i}=e,a=await _({command:t,cwd:s.directory,env:n,logPath:r,keeper:o}),l=new AbortController,c=Xt(i,"abort",{signal:l.signal}).catch(()=>{});return i.aborted||await Promise.race([a.exited,c]),l.abort(),await a.stop("SIGTERM",ne,e.grace),a.exit()??{code:null,signal:"SIGTERM"}}async function I(e,t,n){let{service:r,key:s,told:o=t,env:i,logPath:a,kind:l}=n,c=await tn(e,t,i,a);if(c.code===0||e.signal.aborted)return;let d=`\`${s}\` ended with ${A(c)}: ${o}`;throw new v(l,e.arm,r,d,O(a))}async function nn(e,t,n,r){let{config:s,keeper:o,grace:i}=e,a=R(r),l=performance.now(),c=await _({command:t,cwd:s.directory,env:n,logPath:r,keeper:o}),d=new AbortController,f=o.hung.has(t)?en:Qt;await Promise.race([c.exited,rn(e,f,d.signal)]),d.abort();let m=c.exit(),p=Math.round((performance.now()-l)/1e3);if(await c.stop("SIGTERM",ne,i),m?.code===0)return null;m===null&&o.hung.add(t);let h=m===null?`was ended after ${p} s`:`ended with ${A(m)}`,g=O(r,Te,a);return g===""?h:`${h}: ${g}`}async function rn({grace:e,signal:t},n,r){let s=o=>Ke(e(n),void 0,{signal:o,ref:!1}).catch(()=>{});await s(AbortSignal.any([t,r])),t.aborted&&await s(r)}async function re(e,t,n){let r=[],s=o=>o?.catch(i=>r.push(i));for(let o of t.splice(0).reverse()){let{stop:i}=o.service;o.stop!==null&&await te(e,o,o.stop);let a=o.clear!==null?"SIGKILL":i.kind==="signal"?i.signal:"SIGTERM";await s(o.group?.stop(a,ne,e.grace)),o.clear!==null&&!o.containers&&o.group!==null&&await Ke(Zt),o.clear!==null&&await te(e,o,o.clear),o.cleanup!==null&&await te(e,o,o.cleanup)}if(await s(e.keeper.endEscaped(n)),r.length>0)throw r[0]}async function te(e,{env:t,logPath:n},r){let s=await nn(e,r.command,t,n).catch(o=>`could not be started: ${o.message}`);s===null?r.settle():r.fail(s)}import{join as Xn}from"node:path";import{once as on}from"node:events";import{createServer as sn}from"node:net";async function He(e){let t=await Promise.all(Array.from({length:e},async()=>{let r=sn().listen(0,"127.0.0.1");return await on(r,"listening"),r})),n=t.map(r=>r.address().port);return await Promise.all(t.map(r=>new Promise(s=>r.close(s)))),n}import{writeFileSync as cn}from"node:fs";import{createServer as ln}from"node:net";import{setTimeout as Ye}from"node:timers/promises";var ze=`// Runs inside a process of the service, loaded first (\`--require\`), with the path of a private socket in SOCKET. It
// does nothing until it is told to, and whatever fails here must not reach the service.
try {
  const { existsSync, readFileSync, statSync } = require('node:fs');
  const { Session } = require('node:inspector');
  const { findSourceMap, SourceMap } = require('node:module');
  const { fileURLToPath, pathToFileURL } = require('node:url');

  // V8 would count samples of functions that it inlines, or replaces while they run, as those of their callers.
  for (const flag of ['max-inlined-bytecode-size=0', 'max-inlined-bytecode-size-small=0', 'no-use-osr'])
    require('node:v8').setFlagsFromString(\`--\${flag}\`);

  /** Microseconds, and bytes that are allocated, between samples; most bytes of a compiled file, and of its source map. */
  const INTERVAL = 1000;
  const BYTES = 16_384;
  const MOST_BYTES = 20_000_000;
  /** Characters of a line on average from which nobody has written it: names of minified code differ with each build. */
  const WIDEST = 200;
  const COMMENT = '\\n//# sourceMappingURL=';

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
    if (at < 0) return text.length > WIDEST * text.split('\\n').length ? MINIFIED : null;
    const [target] = text.slice(at + COMMENT.length).split(/\\s/, 1);
    const data = JSON.parse(readTarget(target, file));
    const folder = data.sourceRoot ? \`\${data.sourceRoot}/\` : '';
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
    const inFolder = /^webpack:\\/\\/[^/]*\\/(.*)$/.exec(entry.originalSource);
    const source = inFolder
      ? new URL(inFolder[1], pathToFileURL(\`\${process.cwd()}/\`))
      : new URL(entry.originalSource, found.base);
    if (source.protocol !== 'file:') return frame;
    if (!source.href.includes('/node_modules/') && !existsSync(fileURLToPath(source))) return frame;
    // Of a minified function the map has the true name, if it stands as in \`function a(\` or \`a=(\`.
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
  const FOREIGN = /^(node:|$)|\\/node_modules\\//;
  const nameCall = ({ functionName, url, lineNumber }) => {
    if (FOREIGN.test(url)) return url === '' && functionName === '(garbage collector)' ? [functionName] : [];
    const name = functionName.replace(/[;\\p{Cc}]/gu, ' ');
    return name === ''
      ? []
      : [\`\${name} (\${url.startsWith('file:') ? fileURLToPath(url) : url}:\${lineNumber + 1})\`];
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
    return [...stacks].map(([line, count]) => \`\${line} \${count}\`).join('\\n');
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
      socket.write(\`\${error ? '' : write(result.profile)}\\0\`);
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
`;var un={time:["+","-"],allocations:["<",">"]},q=64,dn=2e3;async function Yr(e){let t=new Map,n=null,r=16e6,s=[],o=ln(l=>{if(t.size>=q)return void l.destroy();t.set(l,""),l.setEncoding("utf8"),l.on("error",()=>{}),l.on("close",()=>t.delete(l)),l.on("data",c=>{if(r-=c.length,r<0)return void l.destroy();let[d,...f]=c.split("\0",q),m=`${t.get(l)}${d}`;f.length>0&&s.length<q&&s.push(m),t.set(l,f.at(-1)??m)}),n!==null&&l.write(n)});await new Promise((l,c)=>{o.once("error",c),o.listen(e,l)});let i=`${e}.cjs`;cn(i,`const SOCKET = ${JSON.stringify(e)};
${ze}`,{mode:384});let a=l=>{r=16e6,s=[];for(let c of t.keys())c.write(l)};return{preload:i,countPeers:()=>t.size,seesAllocations:!0,async sample(l,c="time"){let[d,f]=un[c];n=d,a(d),await Ye(1e3*l);let m=t.size;n=null,a(f);for(let p=0;p<dn&&s.length<m;p+=50)await Ye(50);return s.slice(0,q)},close(){for(let l of t.keys())l.destroy();o.close()}}}function Ve(e,t){return`${e??""} --require ${JSON.stringify(t)}`.trim()}function Xe(e,t,n){let r=(n(`/proc/${e}/cgroup`)??"").split(`
`).map(c=>c.split(":")),s=mn(n("/proc/self/mountinfo")??""),o=c=>{let[,,...d]=r.find(([,p])=>p?.split(",").includes(c))??[],f=s.find(({controllers:p})=>p.includes(c)),m=d.join(":");return f===void 0||!m.includes(t)||!m.startsWith(f.root)?null:f.path+m.slice(f.root==="/"?0:f.root.length)},[i,a]=[o("cpuacct"),o("memory")];if(i!==null&&a!==null)return{version:1,cpu:i,memory:a};let l=o("");return l===null?null:{version:2,cpu:l,memory:l}}function mn(e){return e.split(`
`).flatMap(t=>{let[n="",r=""]=t.split(" - "),[,,,s="",o=""]=n.split(" "),[i,,a=""]=r.split(" ");return i==="cgroup2"?[{root:s,path:o,controllers:[""]}]:i==="cgroup"?[{root:s,path:o,controllers:a.split(",")}]:[]})}function Xr({version:e,cpu:t,memory:n},r){let[s,o]=e===1?[r(`${t}/cpuacct.usage`),r(`${n}/memory.max_usage_in_bytes`)]:[/^usage_usec (\d+)$/m.exec(r(`${t}/cpu.stat`)??"")?.[1],r(`${n}/memory.peak`)??r(`${n}/memory.current`)];return s==null||o==null?null:{seconds:Number(s)/(e===1?1e9:1e6),memory:Number(o)/1e6}}var E=`command -v docker >/dev/null || docker() { podman "$@"; }
`;function fn({run:e,instance:t,service:n}){let r=`${e}-${t}`;return{name:`${r}-${n}`,network:r,own:"tailgate.service",shared:"tailgate.instance"}}function K({run:e,instance:t,service:n}){return`${e}-${n}:${t}`}function Qe({from:e},t){if("name"in e)return{command:E+oe(e.name),told:`docker pull ${e.name}`,built:[]};let n=K(t),s=`docker build${e.dockerfile===void 0?"":` -f ${V(`${e.build}/${e.dockerfile}`)}`} ${V(e.build)}`;return{command:`${E}docker build -t ${n}${s.slice(12)}`,told:s,built:[n]}}function oe(e){let t=x(e);return`docker image inspect ${t} >/dev/null 2>&1 || docker pull ${t}`}function Ze(e){return`${E}failed=0; for tag in ${e.join(" ")}; do if docker image inspect "$tag" >/dev/null 2>&1; then docker rmi -f "$tag" || failed=1; fi; done; exit $failed`}function et(e,t,n,r){let{name:s,network:o,own:i,shared:a}=fn(n),l="name"in e.from?e.from.name:r,c=[`--name ${s}`,`--label ${i}=${s} --label ${a}=${o}`,`--network ${o} --network-alias ${n.service}`,"--add-host host.docker.internal:host-gateway",`-p "127.0.0.1:$PORT:${e.port}"`,`-e PORT=${e.port} -e TAILGATE_INSTANCE`,...t.map(p=>`-e ${p}`)],d=`docker network inspect ${o} >/dev/null 2>&1`,f=`docker network create --label ${a}=${o} ${o} >/dev/null`,m=[l,...e.command].map(x).join(" ");return{start:`${E}${d} || ${f} && docker run ${c.join(" ")} ${m}`,clear:[`${E}${B("ps -a",`${i}=${s}`,"rm -fv")} || exit`,`[ -n "$(docker ps -aq --filter label=${a}=${o})" ] || ${B("network ls",`${a}=${o}`,"network rm")}`].join(`
`),filter:`label=${i}=${s}`}}function B(e,t,n){return`{ ids=$(docker ${e} -q --filter label=${t}) && { [ -z "$ids" ] || docker ${n} $ids; }; }`}var pn=2e4;async function tt({filter:e},t,n){let r=async(p,h)=>{let g=await xe({file:"sh",arguments:["-c",E+p],environment:n,timeoutMs:pn,signal:new AbortController().signal});if(g.kind==="ended"&&g.exitCode===0)return g.output;let b=g.kind==="not-started"?g.code:Ce(g.output,"last");throw new N({what:`The containers cannot be ${h}: \`docker\` said: ${b||"nothing"}.`,exitCode:W.unmeasured})},s=`ids=$(docker ps -q --no-trunc --filter ${e} --filter status=running)`,i=[...(await r(`${s} && { [ -z "$ids" ] || docker inspect -f '{{.Id}} {{.State.Pid}}' $ids; }`,"listed")).matchAll(/^([0-9a-f]{64}) (\d+)$/gm)].map(([,p,h])=>({id:p,pid:Number(h)}));if(i.length===0)return null;let a=i.map(({id:p,pid:h})=>Xe(h,p,Y)),l=i.flatMap(({pid:p})=>Fe(String(p))?.session??[]),c=gn(t),d=c!==null&&a.every(p=>p!==null),f=Promise.resolve(),m=(p,h,g)=>{let b=i.map(({id:w})=>w).join(" "),y=`left=$(docker ps -q --filter ${e} --filter status=${h}) && { [ -z "$left" ] || docker ${p} $left; }`,u=f.then(()=>r(`docker ${p} ${b} >/dev/null 2>&1 || { ${y}; }`,g));u.catch(()=>{}),f=u};return{groups:d?a:null,sessions:c===null?l:[...l,c],isForwarded:c!==null,halt:()=>m("pause","running","halted"),resume:()=>m("unpause","paused","let go on"),settled:async()=>{await f}}}function gn(e){return(Me()??[]).find(({pid:n})=>{let r=Y(`/proc/${n}/cmdline`)?.split("\0")??[];return r[0]?.endsWith("docker-proxy")&&r[r.indexOf("-host-port")+1]===String(e)})?.session??null}import{dirname as Nn,join as Rn}from"node:path";var M=$t(vt(),1);import{existsSync as xn,mkdirSync as Cn,readFileSync as st,realpathSync as Pn,rmSync as Tn,writeFileSync as On}from"node:fs";import{dirname as In,join as L}from"node:path";var C=class extends Error{path;hint;constructor(t,n,r){super(n),this.path=t,this.hint=r}};function ot(e,t){let n=e.services??{},r=[],s=hn(n,t.service),o=Object.fromEntries(s.map(c=>[c,wn(c,n,t,e,r)])),i=Object.values(o),a=new Set(i.map(({image:c})=>String(c))),l=new Set(i.flatMap(({build:c,image:d})=>c===void 0?[]:[String(d)]));return{file:{...e,services:o,networks:se(e.networks,(c,d)=>$n(c,d,r)),volumes:se(e.volumes,(c,d)=>vn(c,d,r))},built:[...l],pulled:[...a].filter(c=>!l.has(c)),notes:r}}function hn(e,t){if(!Object.hasOwn(e,t)){let s=`It has ${Object.keys(e).join(", ")||"no service"}. One of a profile is there only with \`COMPOSE_PROFILES\`.`;throw new C(["services"],`The file has no service \`${t}\`.`,s)}let n=new Set([t]);for(let r of n){let{depends_on:s,links:o,volumes_from:i,...a}=e[r]??{},l=[...rt(o),...rt(i)].map(f=>f.split(":")[0]),c=["network_mode","ipc","pid"].flatMap(f=>/^service:(.+)$/.exec(String(a[f]))?.[1]??[]),d=[...Array.isArray(s)?s:Object.keys(s??{})];for(let f of[...d,...l,...c])Object.hasOwn(e,f)&&n.add(f)}return[...n]}function wn(e,t,n,r,s){let{container_name:o,restart:i,ports:a,logging:l,profiles:c,pull_policy:d,external_links:f,...m}=t[e],p=["services",e];for(let u of["network_mode","pid","ipc"]){let w=String(m[u]);if(w.startsWith("container:")||u==="network_mode"&&w==="host")throw new C([...p,u],`\`${u}: ${w}\` of \`${e}\` is the same for both revisions, which run side by side.`,"Take it out: services of a compose file reach each other by name.")}f!==void 0&&s.push(`\`${e}\` has no \`external_links\``);let h=m.build?e:yn(t,m.image),g={...m,...h!==void 0&&{build:t[h].build,image:n.nameImage(h)},...m.networks!==void 0&&{networks:Sn(m.networks)},...m.volumes!==void 0&&{volumes:m.volumes.map((u,w)=>kn(bn(u),[...p,"volumes",`${w}`],r,n,s))},...m.deploy!==void 0&&{deploy:{...m.deploy,restart_policy:void 0}}};if(e!==n.service)return g;let b=n.port??En([...nt(a),...nt(m.expose)],e),y=Object.fromEntries(n.env.map(u=>[u,null]));return{...g,ports:[`127.0.0.1:${n.hostPort}:${b}`],environment:{...m.environment,...y}}}function yn(e,t){if(t!==void 0)return Object.keys(e).find(n=>e[n].build!==void 0&&e[n].image===t)}function Sn(e){return Array.isArray(e)?e:se(e,t=>t?.aliases===void 0?{}:{aliases:t.aliases})}function bn(e){if(typeof e!="string")return e;let[t="",n,r=""]=e.split(":");if(n===void 0)return{type:"volume",target:t};let s=r.split(",").includes("ro")&&{read_only:!0};return{type:t.startsWith("/")?"bind":"volume",source:t,target:n,...s}}function kn(e,t,{volumes:n},{own:r,exists:s},o){let i=String(e.source);if(e.type!=="bind")return e;let a=r.some(l=>i===l||i.startsWith(`${l}/`));if(a&&!s(i))return o.push(`${i} is not in the revision, so \`${t[1]}\` has an empty volume there`),{type:"volume",target:e.target};if(a||e.read_only===!0)return e;throw new C(t,`\`${t[1]}\` may write to ${i}, which both revisions would share.`,`Mount it read-only (\`:ro\`), or a volume in its place${n?`: ${Object.keys(n).join(", ")}`:""}.`)}function $n(e,t,n){return e?.external&&n.push(`the external network \`${t}\` is another one in each instance, and nobody else is in it`),e?.internal?{internal:!0}:{}}function vn(e,t,n){let{external:r,driver:s,driver_opts:o}=e??{},i=String(o?.device??""),a=/[/:]/.test(i);return(r||a)&&n.push(`the volume \`${t}\` is another one in each instance, and empty`),r||a||o===void 0?{}:{driver:s,driver_opts:o}}function nt(e){return(e??[]).map(t=>{let n=typeof t=="object"?t.target:String(t).split(":").at(-1);return String(n).split("/")[0]})}function En(e,t){let[n,...r]=[...new Set(e)];if(n!==void 0&&r.length===0&&/^\d+$/.test(n))return n;let s=n===void 0?"names no port":`has the ports ${[n,...r].join(", ")}`;throw new C(["services",t],`\`${t}\` ${s}.`,"Say in tailgate.yml at which one it is asked: `compose: {file: \u2026, service: \u2026, port: 8080}`.")}function rt(e){return Array.isArray(e)?e.map(String):[]}function se(e,t){return Object.fromEntries(Object.entries(e??{}).map(([n,r])=>[n,t(r,n)]))}var ie=`${E}compose() { if docker compose version >/dev/null 2>&1; then docker compose "$@"; else docker-compose "$@"; fi; }
`;function j({run:e,instance:t,service:n}){return`${e}-${t}-${n}`}function it({file:e},{folder:t,names:n}){return Cn(t,{recursive:!0,mode:448}),`${ie}umask 077; compose -f ${x(e)} config > ${x(L(t,`${j(n)}.yml`))}`}function at(e,t){let{directory:n,folder:r,names:s}=t,o=L(r,`${j(s)}.yml`),i=(0,M.parse)(st(o,"utf8"));Tn(o);let a=ot(i,{service:e.service,port:e.port,hostPort:t.hostPort,env:t.env,own:[n,In(L(n,e.file))].flatMap(c=>[c,Pn(c)]),exists:xn,nameImage:t.nameImage}),l=L(r,`${j(s)}.json`);return On(l,JSON.stringify(a.file),{mode:384}),{...a,path:l}}function ct({path:e,built:t,pulled:n},r){let s=t.length===0?":":`compose -p ${j(r)} -f ${x(e)} build`;return ie+[s,...n.map(o=>`{ ${oe(o)}; }`)].join(" && ")}function lt(e,{service:t},n){let r=j(n),s=`label=com.docker.compose.project=${r}`,o=`docker ps -aq --filter ${s}`,i=[`${ie}said=$(compose -p ${r} -f ${x(e)} up -d --no-build 2>&1) || {`,'  code=$?; echo "$said"',`  for id in $(${o}); do docker inspect -f '{{.Name}}: {{.State.Status}}, exit code {{.State.ExitCode}}' $id; docker logs --tail 20 $id; done`,"  exit $code","}",`id=$(${o} --filter label=com.docker.compose.service=${x(t)})`,"docker logs -f $id; exit $(docker wait $id)"].join(`
`),l=[["ps -a","rm -fv"],["network ls","network rm"],["volume ls","volume rm"]].map(([c,d])=>B(c,s.replace("label=",""),d)).join(" && ");return{start:i,clear:E+l,filter:s}}function ut({path:e},t,n){let r=new M.LineCounter,s=(0,M.parseDocument)(st(L(t,n),"utf8"),{lineCounter:r});for(let o=e.length;o>0;o--){let i=s.getIn(e.slice(0,o),!0);if(i?.range)return`${n}:${r.linePos(i.range[0]).line}`}return n}async function dt(e,t,n,r,{built:s,progress:o}){let i=ae(e,t,`build-${e.arm}`),a=n.kind==="image"?Qe(n,ce(e,t)):await An(e,t,n,r,{names:i,progress:o});if(a===null)return;let l={command:Ze(a.built),told:"removing the images",directory:e.config.directory,ports:{},service:t.name,instance:`build of ${e.arm}`,env:{}},{env:c,logPath:d}=r;a.built.length>0&&s.push({service:t,group:null,env:c,logPath:d,stop:null,clear:e.keeper.owe(l),cleanup:null}),await I(e,a.command,{...r,told:a.told})}async function An(e,t,n,r,{names:s,progress:o}){let i=Object.fromEntries(Object.keys(t.env).map(d=>[d,""])),a=T(e.environment,{PORT:"0",TAILGATE_INSTANCE:"build",...i}),l=await ft(e,t,n,{...r,env:a},{names:s,hostPort:0});if(l===null)return null;let c=e.arm==="base"?" (base)":"";for(let d of l.notes)o.note(`${n.file}${c}: ${d}`);return{command:ct(l,s),told:`docker compose build, or a pull, of ${n.file}`,built:l.built}}async function mt(e,t,n,r,{hostPort:s,...o}){let i=ae(e,t,r);if(n.kind==="image")return et(n,Object.keys(t.env),i,K(ce(e,t)));let a=await ft(e,t,n,o,{names:i,hostPort:s});return a&&lt(a.path,n,i)}async function ft(e,t,n,r,{names:s,hostPort:o}){let{directory:i}=e.config,a={directory:i,folder:Rn(Nn(e.logFolder),"compose"),names:s,hostPort:o,env:Object.keys(t.env),nameImage:c=>K(ce(e,t,`-${c}`))},l=`docker compose -f ${n.file} config`;if(await I(e,it(n,a),{...r,told:l}),e.signal.aborted)return null;try{return at(n,a)}catch(c){if(!(c instanceof C))throw c;let{message:d,hint:f}=c,m=ut(c,i,n.file);throw e.arm==="base"?new v("build-failed","base",t.name,`${m}: ${d}`,""):new N({what:d,where:m,hint:f})}}function ae({keeper:e},{name:t},n){return{run:`tailgate-${e.mark.TAILGATE_RUN.slice(0,8)}`,instance:n,service:t}}function ce(e,t,n=""){let r=ae(e,t,e.arm??"run");return{...r,service:r.service+n}}import{Agent as Mn}from"node:https";import{connect as Fn}from"node:net";import{setTimeout as gt}from"node:timers/promises";import{stripVTControlCharacters as _n}from"node:util";import{runInNewContext as Ln}from"node:vm";var ht=50,H=2e3,jn=200;async function ue(e,t,n){let r=performance.now()+e.ready.timeoutSeconds*1e3,s=e.ready.kind==="log"?zn(e,e.ready.pattern):null,o="nothing was tried yet";for(;!n.aborted;){let i=t();if(i!==null)return i;let a=await Wn(e,s,n);if(a===null)return t();if(o=a,performance.now()>r)return`not ready after ${e.ready.timeoutSeconds} s: ${o}`;await gt(ht)}return"interrupted"}async function Wn(e,t,n){let r;try{r=e.readTrust?.()}catch(s){return s.message}return t!==null?t():e.ready.kind==="http"?Un(new URL(e.ready.path,e.url).href,r,n):yt(e.host,e.port,e.isForwarded?jn:0)}async function Un(e,t,n){let r=AbortSignal.any([n,AbortSignal.timeout(H)]),s=t&&e.startsWith("https:")?new Mn(Gn(t)):void 0;try{let o=await Pe(e,{redirect:"manual",signal:r,agent:s});return o.body?.resume(),o.status<500?null:`${e} answered ${o.status}`}catch(o){let{name:i,message:a,code:l}=o;return i==="AbortError"?`${e} gave no answer within ${H/1e3} s`:l!==void 0&&Dn.test(l)?`${a}; ${qn(e,t)}`:a}}function Gn(e){return"ca"in e?{ca:e.ca}:{rejectUnauthorized:!1}}var Dn=/SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/;function qn(e,t){return t!==void 0?"`tls.ca` has another one":ye(e,[])===null?"name it with `tls: {ca: FILE}`, or accept any with `tls: {insecure: true}`":"this machine must trust it by itself"}var Bn=2e3;async function wt(e,t){let n=performance.now()+Bn;for(;await yt(e,t)===null;){if(performance.now()>n)return!0;await gt(ht)}return!1}function yt(e,t,n=0){return new Promise(r=>{let s=Fn({host:e,port:t,timeout:H}),o=i=>{s.destroy(),r(i)};s.once("connect",()=>n===0?o(null):setTimeout(o,n,null)),n>0&&s.resume().once("end",()=>o("it takes no connection yet")),s.once("timeout",()=>o(`no connection to ${e}:${t} within ${H/1e3} s`)),s.once("error",i=>o(i.message||`no connection to ${e}:${t}`))})}var Kn=80,le=2**20,Hn=1e4,pt=1e3;function zn({logPath:e,logFrom:t},n){let r=new RegExp(n),s=new RegExp(n,"i"),o,i=t,a=!1;return()=>{R(e)<i&&(i=t);let l=Oe(e,i,le),c=l.toString("utf8").split(/\r\n|[\n\r\u2028\u2029]/);a&&c.shift(),c.at(-1)===""&&c.pop();let d=()=>c.some(p=>{let h=_n(p.slice(0,Hn));return r.test(h)?!0:(o??=s.exec(h)?.[0].slice(0,Kn),!1)});try{if(c.length>0&&Ln("isReady()",{isReady:d},{timeout:pt}))return null}catch(p){let{code:h,message:g}=p;return h!=="ERR_SCRIPT_EXECUTION_TIMEOUT"?g:`/${n}/ takes more than ${pt/1e3} s for its output: give \`ready.log\` an expression without repetitions in each other, such as \`(a+)+\``}let f=l.lastIndexOf(`
`)+1;(f>0||l.length===le)&&(a=f===0),i+=a&&l.length===le?l.length:f;let m=`no line of its output matches /${n}/`;return o===void 0?m:`${m}; one has \`${o}\`, with other small and capital letters: write \`ready.log\` as the service writes it`}}import{readFileSync as Jn}from"node:fs";import{join as Yn}from"node:path";var Vn=/-----BEGIN CERTIFICATE-----(?:(?!-----BEGIN ).)+?-----END CERTIFICATE-----/gs;function de(e,t){if(!("ca"in e))return e;let n;try{n=Jn(Yn(t,e.ca),"utf8")}catch(s){throw new Error(`\`tls.ca\` cannot be read: ${s.message}`)}let r=(n.match(Vn)??[]).join(`
`);if(r==="")throw new Error(`\`tls.ca\` has no certificate in PEM: ${e.ca}`);return{ca:r}}async function Vo(e,t){let{config:n,shared:r}=e,s=n.services.filter(g=>!r.has(`${g.name}.PORT`)),o=n.services.find(g=>g.name===n.target),i=performance.now(),{portOf:a,lastWords:l,...c}=await St(e,s,t),d;try{o.tls&&!e.signal.aborted&&(d=de(o.tls,n.directory))}catch(g){throw await c.stop(),g}let f=J(o.name,t,a,e.environment),m=g=>z(g,f,`request to ${o.name}`),p=s.some(({start:g})=>g!==void 0),h=p?performance.now()-i:void 0;return{...c,portOf:a,lastWords:()=>l(o.name),startupMs:h,readyAt:p?Date.now():null,targetUrl:m(o.url).replace(/\/$/,""),trust:d,fill:m}}async function Xo(e){await Zn(e);let t=e.config.services.filter(({scope:n,start:r})=>n==="run"&&r!==void 0);return St(e,t,"run")}async function St(e,t,n){let r=t.flatMap(he),s=await He(r.length),o=new Map([...e.shared,...r.map((u,w)=>[u,s[w]])]),i=[];try{for(let u of t){if(e.signal.aborted)break;await er(e,u,n,o,i)}}catch(u){throw await re(e,i,n),u}let a=i.flatMap(({service:u,group:w,logPath:k,containers:F})=>w?[{service:u,group:w,logPath:k,containers:F}]:[]),l=a.flatMap(({containers:u})=>u??[]),c=a.filter(({service:u})=>u.halt!=="never"),d=c.flatMap(({containers:u})=>u??[]),f=u=>{for(let{group:w,service:k}of c)k.container===void 0&&w.signal(u)},m=({service:u})=>!u.isRelay&&!u.container,p=u=>u.map(({group:w})=>w.pid),h=a.filter(({service:u})=>u.isRelay),g=[e.config.target,...h.flatMap(({service:u})=>u.needs)],b=a.filter(({service:u,containers:w})=>w?.isForwarded&&g.includes(u.name)),y=!1;return{portOf:o,sessions:p(a.filter(m)),relays:[...p(a.filter(u=>!m(u))),...l.flatMap(({sessions:u})=>u)],groups:l.flatMap(({groups:u})=>u??[]),hops:1+h.length+b.length,isHidden:l.some(({groups:u})=>u===null),crashed:Promise.race([...a.map(({group:u})=>u.exited),new Promise(()=>{})]).then(()=>{}),crash(){if(y)return null;let u=a.find(({group:w})=>w.exit()!==null);return u?{service:u.service.name,exit:A(u.group.exit()),log:O(u.logPath)}:null},lastWords(u){let w=a.find(({service:F})=>F.name===u),k=w?O(w.logPath):"";return k===""?null:{service:u,log:k}},halt(){f("SIGSTOP");for(let u of d)u.halt()},resume(){f("SIGCONT");for(let u of d)u.resume()},async stop(){y=!0;let u=await Promise.allSettled(l.map(k=>k.settled()));await re(e,i,n);let w=u.find(k=>k.status==="rejected");if(w!==void 0&&!e.signal.aborted)throw w.reason}}}var Qn=60;async function Zn(e){for(let{name:t,host:n,port:r}of e.config.external){let o=await ue({ready:{kind:"tcp",timeoutSeconds:Qn},url:null,host:n,port:r,logPath:"",logFrom:0},()=>null,e.signal);if(o!==null&&!e.signal.aborted)throw new v("not-ready",e.arm,t,o,"")}}async function er(e,t,n,r,s){let o=J(t.name,n,r,e.environment),i=(S,P)=>z(S,o,`${P} of ${t.name}`),a=Object.entries(t.env).map(([S,P])=>[S,i(P,`env.${S}`)]),l=r.get(`${t.name}.PORT`),c=T(e.environment,{...we(t.name,r),TAILGATE_INSTANCE:n,...Object.fromEntries(a)}),d=Xn(e.logFolder,`${t.name}.${n}.log`),f=t.url===void 0?null:i(t.url,"url");f!==null&&t.name===e.config.target&&Se(f,e.config,`url of ${t.name}`),f!==null&&t.tls&&be(f,`url of ${t.name}`);let m=f===null?null:new URL(f),p={ready:t.ready,url:f,host:m?.hostname.replace(/^\[|\]$/g,"")??"127.0.0.1",port:m?Number(m.port||(m.protocol==="https:"?443:80)):l,logPath:d,logFrom:0,isForwarded:t.container!==void 0,...t.tls&&{readTrust:()=>de(t.tls,e.config.directory)}},h=[...r.values()].includes(p.port);if(t.start!==void 0&&!h&&await wt(p.host,p.port)){let S=`something else already listens on ${p.host}:${p.port}, the address of its \`url\``;throw new v("not-ready",e.arm,t.name,S,"")}let g={service:t,group:null,env:c,logPath:d,stop:null,clear:null,cleanup:null};s.push(g);let b=(S,P)=>e.keeper.owe({command:S,told:P,directory:e.config.directory,ports:Object.fromEntries(r),service:t.name,instance:n,env:t.env});t.stop.kind==="command"&&(g.stop=b(t.stop.command)),t.cleanup!==void 0&&(g.cleanup=b(t.cleanup));let y={service:t.name,env:c,logPath:d,kind:"not-ready"};t.prepare!==void 0&&await I(e,t.prepare,{...y,key:"prepare"});let{container:u}=t,w=u&&await mt(e,t,u,n,{...y,key:"start",hostPort:l});if(t.start!==void 0&&!e.signal.aborted){let{keeper:S,config:P,preload:me}=e;w&&(g.clear=b(w.clear,"removing the containers")),p.logFrom=R(d);let kt=me&&{NODE_OPTIONS:Ve(c.NODE_OPTIONS,me)};g.group=await _({command:w?.start??t.start,cwd:P.directory,env:{...c,...kt},logPath:d,keeper:S})}if(e.config.pods!==void 0)return;let{group:k}=g,F=()=>{let S=k?.exit()??null;return S===null?null:`it ended with ${A(S)} before it was ready`},bt=T(e.environment);do{let S=await ue(p,F,e.signal);if(e.signal.aborted)return;if(S!==null)throw new v("not-ready",e.arm,t.name,S,O(d));w&&(g.containers=await tt(w,l,bt))}while(g.containers===null)}import{join as tr}from"node:path";async function rs(e,t,n,r=""){for(let s of e.config.services){let{name:o,build:i,container:a}=s;if(e.signal.aborted)return;(i!==void 0||a!==void 0)&&n.phase(`building ${o}${r}`);let l=T(e.environment),c=tr(e.logFolder,`${o}.${e.arm}.build.log`),d={service:o,key:"build",env:l,logPath:c,kind:"build-failed"};i!==void 0&&await I(e,i,d),a!==void 0&&!e.signal.aborted&&await dt(e,s,a,d,{built:t,progress:n})}}export{Yr as a,v as b,re as c,Xr as d,Vo as e,Xo as f,br as g,qe as h,rs as i,X as j,je as k,Nr as l};
