import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{b as Me}from"./chunk-KSRGRN5B.mjs";import{a as ee,b as T}from"./chunk-RFTJCVGN.mjs";import{b as Be}from"./chunk-2RRE6MSS.mjs";import{a as qe}from"./chunk-4Y3VP3HR.mjs";import{j as xe,k as Ce,m as Te,r as _t}from"./chunk-ACYGYOBZ.mjs";import{a as Ae,b as A,c as Fe,d as N,f as Le,g as _e,h as je,i as We,k as Ge,m as j,n as F,q as Ue}from"./chunk-FX2ZM36T.mjs";import{b as q,e as P,g as B,h as De,j as _,k as K}from"./chunk-PT43Q6WC.mjs";import{h as Pe}from"./chunk-BVOZDNM6.mjs";import{b as ve,f as Ee,i as Ne,l as Re}from"./chunk-GO36CBMD.mjs";import{r as be,t as Z,v as ke,w as $e,x as Q}from"./chunk-NFWKHPMF.mjs";import{a as U,b as M,c as we}from"./chunk-5LE4WRTK.mjs";import{a as Oe,b as Ie}from"./chunk-SZR6RWJJ.mjs";import{b as I,c as ye,d as Se}from"./chunk-7RCFP5J6.mjs";import{d as Lt}from"./chunk-JLN3Y4HN.mjs";import{rmSync as jt}from"node:fs";import{connect as Wt,createServer as Dt}from"node:net";import{join as Gt}from"node:path";import{setTimeout as Ut}from"node:timers/promises";function te(e){let t=e||"tailgate-measuring";return process.platform==="linux"?`\0${t}`:Gt(q(process.env),`${t}.sock`)}async function Ke(e,t,n=te(),r=Number.POSITIVE_INFINITY){let o=!1,s=performance.now()+r*6e4;for(;!t.aborted;){let i=await qt(n);if(i)return()=>{i.close()};let a=await Bt(n);if(a===null&&!n.startsWith("\0")&&jt(n,{force:!0}),!o&&a!==null&&(e.phase(`waiting: another Tailgate measures on this machine (pid ${a})`),o=!0),performance.now()>s)throw new M({what:`Nothing was measured: this run has waited for other runs on this machine for ${r} minutes${a===null?"":`, now for pid ${a}`}.`,hint:"Run this job again later. If no other job runs on this machine, end that process.",exitCode:U.unmeasured});await Ut(a===null?20:100)}throw new we(String(t.reason))}function qt(e){return new Promise((t,n)=>{let r=Dt(o=>o.on("error",()=>{}).end(String(process.pid)));r.once("error",o=>o.code==="EADDRINUSE"?t(null):n(o)),r.listen(e,()=>{r.unref(),t(r)})})}function Bt(e){return new Promise(t=>{let n="",r=Wt(e);r.setTimeout(1e3,()=>r.destroy()),r.on("data",o=>{n+=o,n.length>10&&r.destroy()}),r.once("error",()=>t(null)),r.once("close",()=>t(/^\d{1,10}$/.test(n)?n:"unknown"))})}import{createHash as Jt}from"node:crypto";import{existsSync as Je,mkdirSync as Yt,readdirSync as Vt,readFileSync as Xt,symlinkSync as Zt,writeFileSync as Qt}from"node:fs";import{dirname as ne,join as v,resolve as en}from"node:path";import{fileURLToPath as tn}from"node:url";var He=`/** Counts what a script does with \`k6/net/grpc\`: calls, and streams by the time to their first message. */
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
`;var ze=`/** Counts the commands that a script sends with \`k6/experimental/redis\`. */
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
`;var H=`/** Counts what a script does with \`k6/websockets\` and \`k6/ws\`: connections, and the first message of each. */
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
`;var z={"k6/net/grpc":{file:"grpc.js",text:He},"k6/websockets":{file:"websockets.js",text:H},"k6/experimental/websockets":{file:"websockets.js",text:H},"k6/ws":{file:"websockets.js",text:H},"k6/experimental/redis":{file:"redis.js",text:ze}},re=/(\bfrom|\bimport|\bimport\(|\brequire\()(\s{0,20})(["'])([^"'\n]{1,500})\3/g,Ye="mirrors",nn=500;function Ur(e,t,n){let r=sn(e),o=[...r].filter(([,a])=>rn(a).length>0);if(o.length===0)return e;let s=v(t,Ye,Jt("sha256").update(e).digest("hex").slice(0,8)),i=a=>v(s,a);if(!Je(i(e))){let a=new Map(o.map(([l,u])=>[l,on(u,t)])),c=an([v(n,"-"),...r.keys()]);if(Xe(c,i(c),a),!Je(i(e)))throw new Error(`${e} could not be mirrored`);for(let{file:l,text:u}of Object.values(z))ve(v(t,l),u)}return i(e)}function Ve(e,t){let[n,...r]=e.split(v(t,Ye,"/"));return[n,...r.map(o=>o.slice(o.indexOf("/")))].join("")}function rn(e){return[...e.matchAll(re)].map(([,,,,t])=>t).filter(t=>t in z)}function on(e,t){return e.replace(re,(n,r,o,s,i)=>i in z?`${r}${o}${s}${v(t,z[i].file)}${s}`:n)}function sn(e){let t=new Map,n=[e];for(let r=n.pop();r!==void 0&&t.size<nn;r=n.pop()){if(t.has(r)||!Ee(r))continue;let o=Xt(r,"utf8");t.set(r,o);for(let[,,,,s]of o.matchAll(re))s.startsWith("file://")?n.push(tn(s)):/^\.{0,2}\//.test(s)&&n.push(en(ne(r),s))}return t}function an([e,...t]){let n=ne(e);for(;t.some(r=>!r.startsWith(v(n,"/")));)n=ne(n);return n}function Xe(e,t,n){Yt(t,{recursive:!0});let r=v(e,"/"),o=[...n.keys()].filter(i=>i.startsWith(r)),s=new Set(o.map(i=>i.slice(r.length).split("/")[0]));for(let i of new Set([...cn(e),...s])){let a=v(e,i),c=n.get(a);c!==void 0?Qt(v(t,i),c):s.has(i)?Xe(a,v(t,i),n):Zt(a,v(t,i))}}function cn(e){try{return Vt(e)}catch{return[]}}var ln=40,un=3500;async function Qr(e,{progress:t,signal:n,environment:r,keepPath:o},s){let i=ye(r,e.secrets);Ie(i),q(r),o&&je(o);let a=r.CI==="true"?ln:void 0,c=await Ke(t,n,te(r.TAILGATE_LOCK),a),l=Le(),u=null,m=new AbortController,f=[()=>Pe(l.path)],p=h=>{f.unshift(h)};try{for(let h of await Ue())t.note(`clearing up after an earlier run: ${h}`);return u=qe(l.path,e.secrets),_e(l),await s({workspace:l,keeper:u,secrets:i,grace:dn(n,m.signal),removeAtEnd:p})}finally{t.done(),await oe(t,"not cleared up",()=>u?.close()),m.abort(),c();let h=S=>Se(S,i),g=S=>Ve(h(S),l.k6);await oe(t,"not kept",()=>o&&We(l,o,g));let $=u?.listOwed()??[];for(let S of $)t.note(h(`not cleared up, and tried once more by the next run: ${S}`));if($.length===0)for(let S of f)await oe(t,"not removed",S)}}async function oe(e,t,n){try{await n()}catch(r){e.note(`${t}: ${r.message}`)}}function dn(e,t){let n=Number.POSITIVE_INFINITY,r=()=>{n=performance.now()+un};return e.addEventListener("abort",r,{signal:t}),o=>Math.max(100,Math.min(o,n-performance.now()))}var x=class extends Error{kind;arm;service;log;other=null;constructor(t,n,r,o,s){super(o),this.kind=t,this.arm=n,this.service=r,this.log=s}};import{once as mn}from"node:events";import{setTimeout as Ze}from"node:timers/promises";var ie=1e4,fn=3e4,pn=500,gn=1e3;async function hn(e,t,n,r){let{config:o,keeper:s,signal:i}=e,a=await j({command:t,cwd:o.directory,env:n,logPath:r,keeper:s}),c=new AbortController,l=mn(i,"abort",{signal:c.signal}).catch(()=>{});return i.aborted||await Promise.race([a.exited,l]),c.abort(),await a.stop("SIGTERM",ie,e.grace),a.exit()??{code:null,signal:"SIGTERM"}}async function R(e,t,n){let{service:r,key:o,told:s=t,env:i,logPath:a,kind:c}=n,l=await hn(e,t,i,a);if(l.code===0||e.signal.aborted)return;let u=`\`${o}\` ended with ${F(l)}: ${s}`;throw new x(c,e.arm,r,u,N(a))}async function wn(e,t,n,r){let{config:o,keeper:s,grace:i}=e,a=A(r),c=performance.now(),l=await j({command:t,cwd:o.directory,env:n,logPath:r,keeper:s}),u=new AbortController,m=s.hung.has(t)?gn:fn;await Promise.race([l.exited,yn(e,m,u.signal)]),u.abort();let f=l.exit(),p=Math.round((performance.now()-c)/1e3);if(await l.stop("SIGTERM",ie,i),f?.code===0)return null;f===null&&s.hung.add(t);let h=f===null?`was ended after ${p} s`:`ended with ${F(f)}`,g=N(r,Ae,a);return g===""?h:`${h}: ${g}`}async function yn({grace:e,signal:t},n,r){let o=s=>Ze(e(n),void 0,{signal:s,ref:!1}).catch(()=>{});await o(AbortSignal.any([t,r])),t.aborted&&await o(r)}async function ae(e,t,n){let r=[],o=s=>s?.catch(i=>r.push(i));for(let s of t.splice(0).reverse()){let{stop:i}=s.service;s.stop!==null&&await se(e,s,s.stop);let a=s.clear!==null?"SIGKILL":i.kind==="signal"?i.signal:"SIGTERM";await o(s.group?.stop(a,ie,e.grace)),s.clear!==null&&!s.containers&&s.group!==null&&await Ze(pn),s.clear!==null&&await se(e,s,s.clear),s.cleanup!==null&&await se(e,s,s.cleanup)}if(await o(e.keeper.endEscaped(n)),r.length>0)throw r[0]}async function se(e,{env:t,logPath:n},r){let o=await wn(e,r.command,t,n).catch(s=>`could not be started: ${s.message}`);o===null?r.settle():r.fail(o)}import{readdirSync as Sn,readlinkSync as bn}from"node:fs";var kn="0A";function Qe(e){let t=P();if(t===null)return null;let n=B(t,e),r=new Set(n.flatMap(({pid:i})=>$n(i))),o=["tcp","tcp6"].flatMap(i=>vn(`/proc/net/${i}`)),s=new Map;for(let{inode:i,host:a,port:c}of o)!r.has(i)||a===null||(!s.has(c)||a==="127.0.0.1")&&s.set(c,{host:a,port:c});return[...s.values()]}function $n(e){try{return Sn(`/proc/${e}/fd`).flatMap(t=>{try{return/^socket:\[(\d+)\]$/.exec(bn(`/proc/${e}/fd/${t}`))?.[1]??[]}catch{return[]}})}catch{return[]}}function vn(e){return(_(e)??"").split(`
`).flatMap(t=>{let n=t.trim().split(/\s+/),[r,o]=n[1]?.split(":")??[];return n[3]!==kn||r===void 0||o===void 0?[]:[{inode:n[9],host:En(r),port:Number.parseInt(o,16)}]})}function En(e){return/^0+$/.test(e)||/^(?:0{16}FFFF0000)?\w{6}7F$/.test(e)?"127.0.0.1":e==="00000000000000000000000001000000"?"[::1]":null}import{join as wr}from"node:path";var xn=4;function rt(e,t,n){let r=e.map(({pid:s})=>s),o=new Map;return{halt(){for(let s of e)s.signal("SIGSTOP");for(let s=0;s<xn;s++){let i=De(P()??[],[...r,...t]),a=[...i].filter(([c,l])=>!r.includes(c)&&!o.has(c)&&!l.every(et));if(a.length===0&&[...i.values()].flat().every(et))return;for(let[c]of a)o.set(c,tt(c));a.length>0&&n([...o.keys()]);for(let[c]of a)nt(c,"SIGSTOP")}},resume(){for(let[s,i]of[...o].reverse()){let a=tt(s);(a===void 0||a===i)&&nt(s,"SIGCONT")}for(let s of e)s.signal("SIGCONT");o.size>0&&n([]),o.clear()}}}function et({state:e}){return"TtZX".includes(e)}function tt(e){return K(String(e))?.start}function nt(e,t){if(!(e<=1))try{process.kill(-e,t)}catch(n){let{code:r}=n;if(r==="EPERM")Oe(()=>`process group ${e} runs as another user, and cannot be halted`);else if(r!=="ESRCH")throw n}}import{once as Cn}from"node:events";import{createServer as Tn}from"node:net";async function ot(e){let t=await Promise.all(Array.from({length:e},async()=>{let r=Tn().listen(0,"127.0.0.1");return await Cn(r,"listening"),r})),n=t.map(r=>r.address().port);return await Promise.all(t.map(r=>new Promise(o=>r.close(o)))),n}import{writeFileSync as On}from"node:fs";import{createServer as In}from"node:net";import{setTimeout as at}from"node:timers/promises";var st=`// Runs inside a process of the service, loaded first (\`--require\`), with the path of a private socket in SOCKET. It
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
`;var Nn={time:["+","-"],allocations:["<",">"]},J=64,Rn=2e3;async function Eo(e){let t=new Map,n=null,r=16e6,o=[],s=In(c=>{if(t.size>=J)return void c.destroy();t.set(c,""),c.setEncoding("utf8"),c.on("error",()=>{}),c.on("close",()=>t.delete(c)),c.on("data",l=>{if(r-=l.length,r<0)return void c.destroy();let[u,...m]=l.split("\0",J),f=`${t.get(c)}${u}`;m.length>0&&o.length<J&&o.push(f),t.set(c,m.at(-1)??f)}),n!==null&&c.write(n)});await new Promise((c,l)=>{s.once("error",l),s.listen(e,c)});let i=`${e}.cjs`;On(i,`const SOCKET = ${JSON.stringify(e)};
${st}`,{mode:384});let a=c=>{r=16e6,o=[];for(let l of t.keys())l.write(c)};return{preload:i,countPeers:()=>t.size,seesAllocations:!0,async sample(c,l="time"){let[u,m]=Nn[l];n=u,a(u),await at(1e3*c);let f=t.size;n=null,a(m);for(let p=0;p<Rn&&o.length<f;p+=50)await at(50);return o.slice(0,J)},close(){for(let c of t.keys())c.destroy();s.close()}}}function ct(e,t){return`${e??""} --require ${JSON.stringify(t)}`.trim()}function lt(e,t,n){let r=(n(`/proc/${e}/cgroup`)??"").split(`
`).map(l=>l.split(":")),o=Mn(n("/proc/self/mountinfo")??""),s=l=>{let[,,...u]=r.find(([,p])=>p?.split(",").includes(l))??[],m=o.find(({controllers:p})=>p.includes(l)),f=u.join(":");return m===void 0||!f.includes(t)||!f.startsWith(m.root)?null:m.path+f.slice(m.root==="/"?0:m.root.length)},[i,a]=[s("cpuacct"),s("memory")];if(i!==null&&a!==null)return{version:1,cpu:i,memory:a};let c=s("");return c===null?null:{version:2,cpu:c,memory:c}}function Mn(e){return e.split(`
`).flatMap(t=>{let[n="",r=""]=t.split(" - "),[,,,o="",s=""]=n.split(" "),[i,,a=""]=r.split(" ");return i==="cgroup2"?[{root:o,path:s,controllers:[""]}]:i==="cgroup"?[{root:o,path:s,controllers:a.split(",")}]:[]})}function Co({version:e,cpu:t,memory:n},r){let[o,s]=e===1?[r(`${t}/cpuacct.usage`),r(`${n}/memory.max_usage_in_bytes`)]:[/^usage_usec (\d+)$/m.exec(r(`${t}/cpu.stat`)??"")?.[1],r(`${n}/memory.peak`)??r(`${n}/memory.current`)];return o==null||s==null?null:{seconds:Number(o)/(e===1?1e9:1e6),memory:Number(s)/1e6}}var C=`command -v docker >/dev/null || docker() { podman "$@"; }
`;function An({run:e,instance:t,service:n}){let r=`${e}-${t}`;return{name:`${r}-${n}`,network:r,own:"tailgate.service",shared:"tailgate.instance"}}function V({run:e,instance:t,service:n}){return`${e}-${n}:${t}`}function ut({from:e},t){if("name"in e)return{command:C+ce(e.name),told:`docker pull ${e.name}`,built:[]};let n=V(t),o=`docker build${e.dockerfile===void 0?"":` -f ${ee(`${e.build}/${e.dockerfile}`)}`} ${ee(e.build)}`;return{command:`${C}docker build -t ${n}${o.slice(12)}`,told:o,built:[n]}}function ce(e){let t=T(e);return`docker image inspect ${t} >/dev/null 2>&1 || docker pull ${t}`}function dt(e){return`${C}failed=0; for tag in ${e.join(" ")}; do if docker image inspect "$tag" >/dev/null 2>&1; then docker rmi -f "$tag" || failed=1; fi; done; exit $failed`}function mt(e,t,n,r){let{name:o,network:s,own:i,shared:a}=An(n),c="name"in e.from?e.from.name:r,l=[`--name ${o}`,`--label ${i}=${o} --label ${a}=${s}`,`--network ${s} --network-alias ${n.service}`,"--add-host host.docker.internal:host-gateway",`-p "127.0.0.1:$PORT:${e.port}"`,`-e PORT=${e.port} -e TAILGATE_INSTANCE`,...t.map(p=>`-e ${p}`)],u=`docker network inspect ${s} >/dev/null 2>&1`,m=`docker network create --label ${a}=${s} ${s} >/dev/null`,f=[c,...e.command].map(T).join(" ");return{start:`${C}${u} || ${m} && docker run ${l.join(" ")} ${f}`,clear:[`${C}${Y("ps -a",`${i}=${o}`,"rm -fv")} || exit`,`[ -n "$(docker ps -aq --filter label=${a}=${s})" ] || ${Y("network ls",`${a}=${s}`,"network rm")}`].join(`
`),filter:`label=${i}=${o}`}}function Y(e,t,n){return`{ ids=$(docker ${e} -q --filter label=${t}) && { [ -z "$ids" ] || docker ${n} $ids; }; }`}var Fn=2e4;async function ft({filter:e},t,n){let r=async(p,h)=>{let g=await Ne({file:"sh",arguments:["-c",C+p],environment:n,timeoutMs:Fn,signal:new AbortController().signal});if(g.kind==="ended"&&g.exitCode===0)return g.output;let $=g.kind==="not-started"?g.code:Re(g.output,"last");throw new M({what:`The containers cannot be ${h}: \`docker\` said: ${$||"nothing"}.`,exitCode:U.unmeasured})},o=`ids=$(docker ps -q --no-trunc --filter ${e} --filter status=running)`,i=[...(await r(`${o} && { [ -z "$ids" ] || docker inspect -f '{{.Id}} {{.State.Pid}}' $ids; }`,"listed")).matchAll(/^([0-9a-f]{64}) (\d+)$/gm)].map(([,p,h])=>({id:p,pid:Number(h)}));if(i.length===0)return null;let a=i.map(({id:p,pid:h})=>lt(h,p,_)),c=i.flatMap(({pid:p})=>K(String(p))?.session??[]),l=Ln(t),u=l!==null&&a.every(p=>p!==null),m=Promise.resolve(),f=(p,h,g)=>{let $=i.map(({id:k})=>k).join(" "),S=`left=$(docker ps -q --filter ${e} --filter status=${h}) && { [ -z "$left" ] || docker ${p} $left; }`,b=m.then(()=>r(`docker ${p} ${$} >/dev/null 2>&1 || { ${S}; }`,g));b.catch(()=>{}),m=b};return{groups:u?a:null,sessions:l===null?c:[...c,l],isForwarded:l!==null,halt:()=>f("pause","running","halted"),resume:()=>f("unpause","paused","let go on"),settled:async()=>{await m}}}function Ln(e){return(P()??[]).find(({pid:n})=>{let r=_(`/proc/${n}/cmdline`)?.split("\0")??[];return r[0]?.endsWith("docker-proxy")&&r[r.indexOf("-host-port")+1]===String(e)})?.session??null}import{dirname as Zn,join as Qn}from"node:path";var L=Lt(_t(),1);import{existsSync as Hn,mkdirSync as zn,readFileSync as wt,realpathSync as Jn,rmSync as Yn,writeFileSync as Vn}from"node:fs";import{dirname as Xn,join as W}from"node:path";var O=class extends Error{path;hint;constructor(t,n,r){super(n),this.path=t,this.hint=r}};function ht(e,t){let n=e.services??{},r=[],o=_n(n,t.service),s=Object.fromEntries(o.map(l=>[l,jn(l,n,t,e,r)])),i=Object.values(s),a=new Set(i.map(({image:l})=>String(l))),c=new Set(i.flatMap(({build:l,image:u})=>l===void 0?[]:[String(u)]));return{file:{...e,services:s,networks:le(e.networks,(l,u)=>qn(l,u,r)),volumes:le(e.volumes,(l,u)=>Bn(l,u,r))},built:[...c],pulled:[...a].filter(l=>!c.has(l)),notes:r}}function _n(e,t){if(!Object.hasOwn(e,t)){let o=`It has ${Object.keys(e).join(", ")||"no service"}. One of a profile is there only with \`COMPOSE_PROFILES\`.`;throw new O(["services"],`The file has no service \`${t}\`.`,o)}let n=new Set([t]);for(let r of n){let{depends_on:o,links:s,volumes_from:i,...a}=e[r]??{},c=[...gt(s),...gt(i)].map(m=>m.split(":")[0]),l=["network_mode","ipc","pid"].flatMap(m=>/^service:(.+)$/.exec(String(a[m]))?.[1]??[]),u=[...Array.isArray(o)?o:Object.keys(o??{})];for(let m of[...u,...c,...l])Object.hasOwn(e,m)&&n.add(m)}return[...n]}function jn(e,t,n,r,o){let{container_name:s,restart:i,ports:a,logging:c,profiles:l,pull_policy:u,external_links:m,...f}=t[e],p=["services",e];for(let b of["network_mode","pid","ipc"]){let k=String(f[b]);if(k.startsWith("container:")||b==="network_mode"&&k==="host")throw new O([...p,b],`\`${b}: ${k}\` of \`${e}\` is the same for both revisions, which run side by side.`,"Take it out: services of a compose file reach each other by name.")}m!==void 0&&o.push(`\`${e}\` has no \`external_links\``);let h=f.build?e:Wn(t,f.image),g={...f,...h!==void 0&&{build:t[h].build,image:n.nameImage(h)},...f.networks!==void 0&&{networks:Dn(f.networks)},...f.volumes!==void 0&&{volumes:f.volumes.map((b,k)=>Un(Gn(b),[...p,"volumes",`${k}`],r,n,o))},...f.deploy!==void 0&&{deploy:{...f.deploy,restart_policy:void 0}}};if(e!==n.service)return g;let $=n.port??Kn([...pt(a),...pt(f.expose)],e),S=Object.fromEntries(n.env.map(b=>[b,null]));return{...g,ports:[`127.0.0.1:${n.hostPort}:${$}`],environment:{...f.environment,...S}}}function Wn(e,t){if(t!==void 0)return Object.keys(e).find(n=>e[n].build!==void 0&&e[n].image===t)}function Dn(e){return Array.isArray(e)?e:le(e,t=>t?.aliases===void 0?{}:{aliases:t.aliases})}function Gn(e){if(typeof e!="string")return e;let[t="",n,r=""]=e.split(":");if(n===void 0)return{type:"volume",target:t};let o=r.split(",").includes("ro")&&{read_only:!0};return{type:t.startsWith("/")?"bind":"volume",source:t,target:n,...o}}function Un(e,t,{volumes:n},{own:r,exists:o},s){let i=String(e.source);if(e.type!=="bind")return e;let a=r.some(c=>i===c||i.startsWith(`${c}/`));if(a&&!o(i))return s.push(`${i} is not in the revision, so \`${t[1]}\` has an empty volume there`),{type:"volume",target:e.target};if(a||e.read_only===!0)return e;throw new O(t,`\`${t[1]}\` may write to ${i}, which both revisions would share.`,`Mount it read-only (\`:ro\`), or a volume in its place${n?`: ${Object.keys(n).join(", ")}`:""}.`)}function qn(e,t,n){return e?.external&&n.push(`the external network \`${t}\` is another one in each instance, and nobody else is in it`),e?.internal?{internal:!0}:{}}function Bn(e,t,n){let{external:r,driver:o,driver_opts:s}=e??{},i=String(s?.device??""),a=/[/:]/.test(i);return(r||a)&&n.push(`the volume \`${t}\` is another one in each instance, and empty`),r||a||s===void 0?{}:{driver:o,driver_opts:s}}function pt(e){return(e??[]).map(t=>{let n=typeof t=="object"?t.target:String(t).split(":").at(-1);return String(n).split("/")[0]})}function Kn(e,t){let[n,...r]=[...new Set(e)];if(n!==void 0&&r.length===0&&/^\d+$/.test(n))return n;let o=n===void 0?"names no port":`has the ports ${[n,...r].join(", ")}`;throw new O(["services",t],`\`${t}\` ${o}.`,"Say in tailgate.yml at which one it is asked: `compose: {file: \u2026, service: \u2026, port: 8080}`.")}function gt(e){return Array.isArray(e)?e.map(String):[]}function le(e,t){return Object.fromEntries(Object.entries(e??{}).map(([n,r])=>[n,t(r,n)]))}var ue=`${C}compose() { if docker compose version >/dev/null 2>&1; then docker compose "$@"; else docker-compose "$@"; fi; }
`;function D({run:e,instance:t,service:n}){return`${e}-${t}-${n}`}function yt({file:e},{folder:t,names:n}){return zn(t,{recursive:!0,mode:448}),`${ue}umask 077; compose -f ${T(e)} config > ${T(W(t,`${D(n)}.yml`))}`}function St(e,t){let{directory:n,folder:r,names:o}=t,s=W(r,`${D(o)}.yml`),i=(0,L.parse)(wt(s,"utf8"));Yn(s);let a=ht(i,{service:e.service,port:e.port,hostPort:t.hostPort,env:t.env,own:[n,Xn(W(n,e.file))].flatMap(l=>[l,Jn(l)]),exists:Hn,nameImage:t.nameImage}),c=W(r,`${D(o)}.json`);return Vn(c,JSON.stringify(a.file),{mode:384}),{...a,path:c}}function bt({path:e,built:t,pulled:n},r){let o=t.length===0?":":`compose -p ${D(r)} -f ${T(e)} build`;return ue+[o,...n.map(s=>`{ ${ce(s)}; }`)].join(" && ")}function kt(e,{service:t},n){let r=D(n),o=`label=com.docker.compose.project=${r}`,s=`docker ps -aq --filter ${o}`,i=[`${ue}said=$(compose -p ${r} -f ${T(e)} up -d --no-build 2>&1) || {`,'  code=$?; echo "$said"',`  for id in $(${s}); do docker inspect -f '{{.Name}}: {{.State.Status}}, exit code {{.State.ExitCode}}' $id; docker logs --tail 20 $id; done`,"  exit $code","}",`id=$(${s} --filter label=com.docker.compose.service=${T(t)})`,"docker logs -f $id; exit $(docker wait $id)"].join(`
`),c=[["ps -a","rm -fv"],["network ls","network rm"],["volume ls","volume rm"]].map(([l,u])=>Y(l,o.replace("label=",""),u)).join(" && ");return{start:i,clear:C+c,filter:o}}function $t({path:e},t,n){let r=new L.LineCounter,o=(0,L.parseDocument)(wt(W(t,n),"utf8"),{lineCounter:r});for(let s=e.length;s>0;s--){let i=o.getIn(e.slice(0,s),!0);if(i?.range)return`${n}:${r.linePos(i.range[0]).line}`}return n}async function vt(e,t,n,r,{built:o,progress:s}){let i=de(e,t,`build-${e.arm}`),a=n.kind==="image"?ut(n,me(e,t)):await er(e,t,n,r,{names:i,progress:s});if(a===null)return;let c={command:dt(a.built),told:"removing the images",directory:e.config.directory,ports:{},service:t.name,instance:`build of ${e.arm}`,env:{}},{env:l,logPath:u}=r;a.built.length>0&&o.push({service:t,group:null,env:l,logPath:u,stop:null,clear:e.keeper.owe(c),cleanup:null}),await R(e,a.command,{...r,told:a.told})}async function er(e,t,n,r,{names:o,progress:s}){let i=Object.fromEntries(Object.keys(t.env).map(u=>[u,""])),a=I(e.environment,{PORT:"0",TAILGATE_INSTANCE:"build",...i}),c=await xt(e,t,n,{...r,env:a},{names:o,hostPort:0});if(c===null)return null;let l=e.arm==="base"?" (base)":"";for(let u of c.notes)s.note(`${n.file}${l}: ${u}`);return{command:bt(c,o),told:`docker compose build, or a pull, of ${n.file}`,built:c.built}}async function Et(e,t,n,r,{hostPort:o,...s}){let i=de(e,t,r);if(n.kind==="image")return mt(n,Object.keys(t.env),i,V(me(e,t)));let a=await xt(e,t,n,s,{names:i,hostPort:o});return a&&kt(a.path,n,i)}async function xt(e,t,n,r,{names:o,hostPort:s}){let{directory:i}=e.config,a={directory:i,folder:Qn(Zn(e.logFolder),"compose"),names:o,hostPort:s,env:Object.keys(t.env),nameImage:l=>V(me(e,t,`-${l}`))},c=`docker compose -f ${n.file} config`;if(await R(e,yt(n,a),{...r,told:c}),e.signal.aborted)return null;try{return St(n,a)}catch(l){if(!(l instanceof O))throw l;let{message:u,hint:m}=l,f=$t(l,i,n.file);throw e.arm==="base"?new x("build-failed","base",t.name,`${f}: ${u}`,""):new M({what:u,where:f,hint:m})}}function de({keeper:e},{name:t},n){return{run:`tailgate-${e.mark.TAILGATE_RUN.slice(0,8)}`,instance:n,service:t}}function me(e,t,n=""){let r=de(e,t,e.arm??"run");return{...r,service:r.service+n}}function Ct(e,t,n,r){let o=P()??[],s=new Set(B(o,n).map(({pid:c})=>c)),i=new Set(Ge(e,{instance:t}).map(({pid:c})=>c)),a=o.filter(({pid:c,session:l})=>l>1&&i.has(c)&&!s.has(c));return[...new Set(a.map(({session:c})=>c))].filter(c=>{let l=Qe([c])??[];return l.length>0&&l.every(({port:u})=>r.includes(u))})}import{Agent as or}from"node:https";import{connect as sr}from"node:net";import{setTimeout as Ot}from"node:timers/promises";import{stripVTControlCharacters as ir}from"node:util";import{runInNewContext as ar}from"node:vm";import{readFileSync as tr}from"node:fs";import{join as nr}from"node:path";function Tt(e){return"ca"in e?{ca:e.ca}:{rejectUnauthorized:!1}}var rr=/-----BEGIN CERTIFICATE-----(?:(?!-----BEGIN ).)+?-----END CERTIFICATE-----/gs;function fe(e,t){if(!("ca"in e))return e;let n;try{n=tr(nr(t,e.ca),"utf8")}catch(o){throw new Error(`\`tls.ca\` cannot be read: ${o.message}`)}let r=(n.match(rr)??[]).join(`
`);if(r==="")throw new Error(`\`tls.ca\` has no certificate in PEM: ${e.ca}`);return{ca:r}}var It=50,X=2e3,cr=200;async function ge(e,t,n){let r=performance.now()+e.ready.timeoutSeconds*1e3,o=e.ready.kind==="log"?hr(e,e.ready.pattern):null,s="nothing was tried yet";for(;!n.aborted;){let i=t();if(i!==null)return i;let a=await lr(e,o,n);if(a===null)return t();if(s=a,performance.now()>r)return`not ready after ${e.ready.timeoutSeconds} s: ${s}`;await Ot(It)}return"interrupted"}async function lr(e,t,n){let r;try{r=e.readTrust?.()}catch(o){return o.message}return t!==null?t():e.ready.kind==="http"?ur(e.url.replace(/\/$/,"")+e.ready.path,r,n):Rt(e.host,e.port,e.isForwarded?cr:0)}async function ur(e,t,n){let r=AbortSignal.any([n,AbortSignal.timeout(X)]),o=t&&e.startsWith("https:")?new or(Tt(t)):void 0;try{let s=await Me(e,{redirect:"manual",signal:r,agent:o});return s.body?.resume(),s.status<500?null:`${e} answered ${s.status}`}catch(s){let{name:i,message:a,code:c}=s;return i==="AbortError"?`${e} gave no answer within ${X/1e3} s`:c!==void 0&&dr.test(c)?`${a}; ${mr(e,t)}`:a}}var dr=/SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/;function mr(e,t){return t!==void 0?"`tls.ca` has another one":xe(e,[])===null?"name it with `tls: {ca: FILE}`, or accept any with `tls: {insecure: true}`":"this machine must trust it by itself"}var fr=2e3;async function Nt(e,t){let n=performance.now()+fr;for(;await Rt(e,t)===null;){if(performance.now()>n)return!0;await Ot(It)}return!1}function Rt(e,t,n=0){return new Promise(r=>{let o=sr({host:e,port:t,timeout:X}),s=i=>{o.destroy(),r(i)};o.once("connect",()=>n===0?s(null):setTimeout(s,n,null)),n>0&&o.resume().once("end",()=>s("it takes no connection yet")),o.once("timeout",()=>s(`no connection to ${e}:${t} within ${X/1e3} s`)),o.once("error",i=>s(i.message||`no connection to ${e}:${t}`))})}var pr=80,pe=2**20,gr=1e4,Pt=1e3;function hr({logPath:e,logFrom:t},n){let r=new RegExp(n),o=new RegExp(n,"i"),s,i=t,a=!1;return()=>{A(e)<i&&(i=t);let c=Fe(e,i,pe),l=c.toString("utf8").split(/\r\n|[\n\r\u2028\u2029]/);a&&l.shift(),l.at(-1)===""&&l.pop();let u=()=>l.some(p=>{let h=ir(p.slice(0,gr));return r.test(h)?!0:(s??=o.exec(h)?.[0].slice(0,pr),!1)});try{if(l.length>0&&ar("isReady()",{isReady:u},{timeout:Pt}))return null}catch(p){let{code:h,message:g}=p;return h!=="ERR_SCRIPT_EXECUTION_TIMEOUT"?g:`/${n}/ takes more than ${Pt/1e3} s for its output: give \`ready.log\` an expression without repetitions in each other, such as \`(a+)+\``}let m=c.lastIndexOf(`
`)+1;(m>0||c.length===pe)&&(a=m===0),i+=a&&c.length===pe?c.length:m;let f=`no line of its output matches /${n}/`;return s===void 0?f:`${f}; one has \`${s}\`, with other small and capital letters: write \`ready.log\` as the service writes it`}}async function Ns(e,t){let{config:n,shared:r}=e,o=n.services.filter(g=>!r.has(`${g.name}.PORT`)),s=n.services.find(g=>g.name===n.target),i=performance.now(),{portOf:a,lastWords:c,...l}=await Mt(e,o,t),u;try{s.tls&&!e.signal.aborted&&(u=fe(s.tls,n.directory))}catch(g){throw await l.stop(),g}let m=Q(s.name,t,a,e.environment),f=g=>Z(g,m,`request to ${s.name}`),p=o.some(({start:g})=>g!==void 0),h=p?performance.now()-i:void 0;return{...l,portOf:a,lastWords:()=>c(s.name),startupMs:h,readyAt:p?Date.now():null,targetUrl:f(s.url).replace(/\/$/,""),trust:u,fill:f}}async function Rs(e){await Sr(e);let t=e.config.services.filter(({scope:r,start:o})=>r==="run"&&o!==void 0),n=await Mt(e,t,"run");return n.findDaemons(),n}async function Mt(e,t,n){let r=t.flatMap(ke),o=await ot(r.length),s=new Map([...e.shared,...r.map((d,y)=>[d,o[y]])]),i=[];try{for(let d of t){if(e.signal.aborted)break;await br(e,d,n,s,i)}}catch(d){throw await ae(e,i,n),d}let a=i.flatMap(({service:d,group:y,logPath:w,containers:E})=>y?[{service:d,group:y,logPath:w,containers:E}]:[]),c=a.flatMap(({containers:d})=>d??[]),l=a.filter(({service:d})=>d.halt!=="never"),u=l.flatMap(({containers:d})=>d??[]),m=({service:d})=>!d.isRelay&&!d.container,f=d=>d.map(({group:y})=>y.pid),p=a.filter(({service:d})=>d.isRelay),h=[e.config.target,...p.flatMap(({service:d})=>d.needs)],g=a.filter(({service:d,containers:y})=>y?.isForwarded&&h.includes(d.name)),$=a.some(({service:d})=>d.container!==void 0),S=f(a.filter(m)),b=[],k=rt(l.flatMap(({service:d,group:y})=>d.container===void 0?[y]:[]),b,d=>e.keeper.standStill(n,d)),G=!1;return{portOf:s,sessions:S,relays:[...f(a.filter(d=>!m(d))),...c.flatMap(({sessions:d})=>d)],groups:c.flatMap(({groups:d})=>d??[]),hops:1+p.length+g.length,isHidden:c.some(({groups:d})=>d===null),crashed:Promise.race([...a.map(({group:d})=>d.exited),new Promise(()=>{})]).then(()=>{}),crash(){if(G)return null;let d=a.find(({group:y})=>y.exit()!==null);return d?{service:d.service.name,exit:F(d.group.exit()),log:N(d.logPath)}:null},lastWords(d){let y=a.find(({service:E})=>E.name===d),w=y?N(y.logPath):"";return w===""?null:{service:d,log:w}},findDaemons(){if($)return;let d=Ct(e.keeper.mark.TAILGATE_RUN,n,f(a),o);S.push(...d),l.length===a.length&&b.push(...d)},halt(){k.halt();for(let d of u)d.halt()},resume(){k.resume();for(let d of u)d.resume()},async stop(){G=!0;let d=await Promise.allSettled(c.map(w=>w.settled()));await ae(e,i,n);let y=d.find(w=>w.status==="rejected");if(y!==void 0&&!e.signal.aborted)throw y.reason}}}var yr=60;async function Sr(e){for(let{name:t,host:n,port:r}of e.config.external){let s=await ge({ready:{kind:"tcp",timeoutSeconds:yr},url:null,host:n,port:r,logPath:"",logFrom:0},()=>null,e.signal);if(s!==null&&!e.signal.aborted)throw new x("not-ready",e.arm,t,s,"")}}async function br(e,t,n,r,o){let s=Q(t.name,n,r,e.environment),i=(w,E)=>Z(w,s,`${E} of ${t.name}`),a=Object.entries(t.env).map(([w,E])=>[w,i(E,`env.${w}`)]),c=r.get(`${t.name}.PORT`),l=I(e.environment,{...$e(t.name,r),TAILGATE_INSTANCE:n,...Object.fromEntries(a)}),u=wr(e.logFolder,`${t.name}.${n}.log`),m=t.url===void 0?null:i(t.url,"url");m!==null&&t.name===e.config.target&&Ce(m,e.config,`url of ${t.name}`),m!==null&&t.tls&&Te(m,`url of ${t.name}`);let f=m===null?null:new URL(m),p={ready:t.ready,url:m,host:f?.hostname.replace(/^\[|\]$/g,"")??"127.0.0.1",port:f?Number(f.port||(f.protocol==="https:"?443:80)):c,logPath:u,logFrom:0,isForwarded:t.container!==void 0,...t.tls&&{readTrust:()=>fe(t.tls,e.config.directory)}},h=[...r.values()].includes(p.port);if(t.start!==void 0&&!h&&await Nt(p.host,p.port)){let w=`something else already listens on ${p.host}:${p.port}, the address of its \`url\``;throw new x("not-ready",e.arm,t.name,w,"")}let g={service:t,group:null,env:l,logPath:u,stop:null,clear:null,cleanup:null};o.push(g);let $=(w,E)=>e.keeper.owe({command:w,told:E,directory:e.config.directory,ports:Object.fromEntries(r),service:t.name,instance:n,env:t.env});t.stop.kind==="command"&&(g.stop=$(t.stop.command)),t.cleanup!==void 0&&(g.cleanup=$(t.cleanup));let S={service:t.name,env:l,logPath:u,kind:"not-ready"};t.prepare!==void 0&&await R(e,t.prepare,{...S,key:"prepare"});let{container:b}=t,k=b&&await Et(e,t,b,n,{...S,key:"start",hostPort:c});if(t.start!==void 0&&!e.signal.aborted){let{keeper:w,config:E,preload:he}=e;k&&(g.clear=$(k.clear,"removing the containers")),p.logFrom=A(u);let Ft=he&&{NODE_OPTIONS:ct(l.NODE_OPTIONS,he)};g.group=await j({command:k?.start??t.start,cwd:E.directory,env:{...l,...Ft},logPath:u,keeper:w})}if(e.config.pods!==void 0)return;let{group:G}=g,d=()=>{let w=G?.exit()??null;return w===null?null:`it ended with ${F(w)} before it was ready`},y=I(e.environment);do{let w=await ge(p,d,e.signal);if(e.signal.aborted)return;if(w!==null)throw new x("not-ready",e.arm,t.name,w,N(u));k&&(g.containers=await ft(k,c,y))}while(g.containers===null)}import{join as kr}from"node:path";async function js(e,t,n,r=""){for(let o of e.config.services){let{name:s,build:i,container:a}=o;if(e.signal.aborted)return;(i!==void 0||a!==void 0)&&n.phase(`building ${s}${r}`);let c=I(e.environment),l=kr(e.logFolder,`${s}.${e.arm}.build.log`),u={service:s,key:"build",env:c,logPath:l,kind:"build-failed"};i!==void 0&&await R(e,i,u),a!==void 0&&!e.signal.aborted&&await vt(e,o,a,u,{built:t,progress:n})}}var $r=1;function Us(e){let t=e.map(({weight:c})=>c),n=t.reduce(At),r=t.map(c=>c/n),o=r.flatMap((c,l)=>Array.from({length:c},()=>l)),s=Be($r);for(let c=o.length-1;c>0;c--){let l=s.index(c+1);[o[c],o[l]]=[o[l],o[c]]}let i=r.map(()=>0),a=o.map(c=>i[c]++);return{order:o,ranks:a,counts:r}}function At(e,t){return t===0?e:At(t,e%t)}function qs(e,t,n,r){let o=[],s=0;for(let{name:i,offset:a,length:c}of be(e)){let l=i.startsWith("data.")?t.indexOf(i.slice(5)):-1;if(l<0)continue;let u=a+c,m=n==="json"&&vr(e,a,u);o.push(r(e.slice(s,m?a-1:a)),{column:l,as:m?"value":n}),s=m?u+1:u}return o.length===0?r(e):[...o,r(e.slice(s))]}function vr(e,t,n){return e[t-1]==='"'&&e[t-2]!=="\\"&&e[n]==='"'&&e[n+1]!==":"}export{Eo as a,x as b,ae as c,Co as d,Qe as e,Tt as f,Ns as g,Rs as h,Ur as i,Ve as j,Us as k,qs as l,js as m,te as n,Ke as o,Qr as p};
