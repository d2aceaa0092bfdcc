import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{b as De}from"./chunk-KSRGRN5B.mjs";import{a as Xe}from"./chunk-7TPXUIHQ.mjs";import{a as oe,b as T}from"./chunk-Z54Q74HQ.mjs";import{D as Me,a as Oe,b as K,d as Pe,p as Xt}from"./chunk-N24BVDPI.mjs";import{a as We,b as F,c as Ge,d as N,f as Ue,g as qe,h as Be,i as He,k as Je,m as U,n as L,o as ze,p as Ve,s as Ye}from"./chunk-LOJMJHJR.mjs";import{b as J,e as P,g as z,h as Ke,j as G,k as V}from"./chunk-NEOXD6EY.mjs";import{h as Ae}from"./chunk-5C5D5LQ4.mjs";import{b as Ie,f as Ne,i as _e,l as je}from"./chunk-6DIU2OXL.mjs";import{b as Ze}from"./chunk-2RRE6MSS.mjs";import{n as Re}from"./chunk-ZLG4PK2Q.mjs";import{Bb as Ce,Qa as Te}from"./chunk-ZWXAULKG.mjs";import{r as ve,t as D,v as Ee,w as xe,x as W}from"./chunk-YM5NTYMP.mjs";import{a as H,b as A,c as be}from"./chunk-5LE4WRTK.mjs";import{a as Fe,b as Le}from"./chunk-TINSQFZZ.mjs";import{b as I,c as ke,d as $e}from"./chunk-FA2ZNKOJ.mjs";import{d as Yt}from"./chunk-JLN3Y4HN.mjs";import{rmSync as Zt}from"node:fs";import{connect as Qt,createServer as en}from"node:net";import{join as tn}from"node:path";import{setTimeout as nn}from"node:timers/promises";function se(e){let t=e||"tailgate-measuring";return process.platform==="linux"?`\0${t}`:tn(J(process.env),`${t}.sock`)}async function Qe(e,t,n=se(),r=Number.POSITIVE_INFINITY){let s=!1,o=performance.now()+r*6e4;for(;!t.aborted;){let i=await rn(n);if(i)return()=>{i.close()};let a=await on(n);if(a===null&&!n.startsWith("\0")&&Zt(n,{force:!0}),!s&&a!==null&&(e.phase(`waiting: another Tailgate measures on this machine (pid ${a})`),s=!0),performance.now()>o)throw new A({what:`Nothing was measured: this run has waited for other runs on this machine for ${r} minutes${a===null?"":`, now for pid ${a}`}.`,hint:"Run this job again later. If no other job runs on this machine, end that process.",exitCode:H.unmeasured});await nn(a===null?20:100)}throw new be(String(t.reason))}function rn(e){return new Promise((t,n)=>{let r=en(s=>s.on("error",()=>{}).end(String(process.pid)));r.once("error",s=>s.code==="EADDRINUSE"?t(null):n(s)),r.listen(e,()=>{r.unref(),t(r)})})}function on(e){return new Promise(t=>{let n="",r=Qt(e);r.setTimeout(1e3,()=>r.destroy()),r.on("data",s=>{n+=s,n.length>10&&r.destroy()}),r.once("error",()=>t(null)),r.once("close",()=>t(/^\d{1,10}$/.test(n)?n:"unknown"))})}import{createHash as ln}from"node:crypto";import{existsSync as nt,mkdirSync as un,readdirSync as dn,readFileSync as mn,symlinkSync as fn,writeFileSync as pn}from"node:fs";import{dirname as ie,join as $,resolve as gn}from"node:path";import{fileURLToPath as hn}from"node:url";var et=`/** Counts what a script does with \`k6/net/grpc\`: calls, and streams by the time to their first message. */
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
`;var tt=`/** Counts the commands that a script sends with \`k6/experimental/redis\`. */
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
`;var Y=`/** Counts what a script does with \`k6/websockets\` and \`k6/ws\`: connections, and the first message of each. */
import { Blob, WebSocket as Original } from 'k6/websockets';
import ws from 'k6/ws';
import { begin, CODES, clock, overlay } from './books.js';

/** Codes with which a socket is closed in order (RFC 6455, 7.4.1). */
const ORDERLY = [1000, 1001, 1005];

/** \`readyState\` of a socket that is open. k6 has no constant for it. */
const OPEN = 1;

/**
 * Follows a socket: one request is to connect, another is the first message, from what was sent first, or else from the
 * opening. A socket that never hears anything has only the first of these. One that breaks later has a third, which failed.
 */
function follow() {
  const connect = begin();
  let openedAt = 0;
  let asked = null;
  let isHeard = false;
  let isLeft = false;
  let isOver = false;
  return {
    open() {
      connect.answer();
      openedAt = clock();
    },
    send() {
      if (!isHeard && !isOver) asked = asked ?? begin();
    },
    hear() {
      if (isHeard || isOver) return;
      isHeard = true;
      (asked ?? begin(openedAt)).answer();
    },
    /** The script itself closes the socket. How that ends says nothing of the service, unless it hangs. */
    leave() {
      isLeft = true;
    },
    isAsked: () => !isLeft && asked?.isOpen(),
    fail(code, text) {
      const due = [connect, asked].find((request) => request?.isOpen());
      const isHanging = due !== undefined && /\\b1006\\b/.test(text);
      // An orderly end is an error too where its message has no code.
      if (isOver || (isLeft && !isHanging) || /\\bclose 100[015]\\b/.test(text)) return;
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
  // A connection that is reset has no code.
  socket.addEventListener('close', ({ code = 1006 }) => {
    if (!ORDERLY.includes(code)) seen.fail(CODES.socket + code, \`closed with code \${code}\`);
    seen.close();
  });
  const send = (...message) => {
    seen.send();
    return socket.send(...message);
  };
  const close = (...how) => {
    // The handlers of the script come before ours. In that of an error it is closed already.
    if (socket.readyState === OPEN) seen.leave();
    return socket.close(...how);
  };
  return overlay(socket, { send, close });
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
        // One that is reset has the code of an orderly end.
        if (!ORDERLY.includes(code) || (code === 1001 && seen.isAsked()))
          seen.fail(CODES.socket + code, \`closed with code \${code}\`);
      });
      const own = {
        close: (...how) => {
          seen.leave();
          return socket.close(...how);
        },
        send: (...message) => {
          seen.send();
          return socket.send(...message);
        },
        sendBinary: (...message) => {
          seen.send();
          return socket.sendBinary(...message);
        },
      };
      return run(overlay(socket, own));
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
`;var X={"k6/net/grpc":{file:"grpc.js",text:et},"k6/websockets":{file:"websockets.js",text:Y},"k6/experimental/websockets":{file:"websockets.js",text:Y},"k6/ws":{file:"websockets.js",text:Y},"k6/experimental/redis":{file:"redis.js",text:tt}},ae=/(\bfrom|\bimport|\bimport\(|\brequire\()(\s{0,20})(["'])([^"'\n]{1,500})\3/g,rt="mirrors",wn=500;function co(e,t,n){let r=bn(e),s=[...r].filter(([,a])=>yn(a).length>0);if(s.length===0)return e;let o=$(t,rt,ln("sha256").update(e).digest("hex").slice(0,8)),i=a=>$(o,a);if(!nt(i(e))){let a=new Map(s.map(([l,u])=>[l,Sn(u,t)])),c=kn([$(n,"-"),...r.keys()]);if(st(c,i(c),a),!nt(i(e)))throw new Error(`${e} could not be mirrored`);for(let{file:l,text:u}of Object.values(X))Ie($(t,l),u)}return i(e)}function ot(e,t){let[n,...r]=e.split($(t,rt,"/"));return[n,...r.map(s=>s.slice(s.indexOf("/")))].join("")}function yn(e){return[...e.matchAll(ae)].map(([,,,,t])=>t).filter(t=>t in X)}function Sn(e,t){return e.replace(ae,(n,r,s,o,i)=>i in X?`${r}${s}${o}${$(t,X[i].file)}${o}`:n)}function bn(e){let t=new Map,n=[e];for(let r=n.pop();r!==void 0&&t.size<wn;r=n.pop()){if(t.has(r)||!Ne(r))continue;let s=mn(r,"utf8");t.set(r,s);for(let[,,,,o]of s.matchAll(ae))o.startsWith("file://")?n.push(hn(o)):/^\.{0,2}\//.test(o)&&n.push(gn(ie(r),o))}return t}function kn([e,...t]){let n=ie(e);for(;t.some(r=>!r.startsWith($(n,"/")));)n=ie(n);return n}function st(e,t,n){un(t,{recursive:!0});let r=$(e,"/"),s=[...n.keys()].filter(i=>i.startsWith(r)),o=new Set(s.map(i=>i.slice(r.length).split("/")[0]));for(let i of new Set([...$n(e),...o])){let a=$(e,i),c=n.get(a);c!==void 0?pn($(t,i),c):o.has(i)?st(a,$(t,i),n):fn(a,$(t,i))}}function $n(e){try{return dn(e)}catch{return[]}}var vn=40,En=3500;async function bo(e,{progress:t,signal:n,environment:r,keepPath:s},o){let i=ke(r,e.secrets);Le(i),J(r),s&&Be(s);let a=r.CI==="true"?vn:void 0,c=await Qe(t,n,se(r.TAILGATE_LOCK),a),l=Ue(),u=null,d=new AbortController,m=[()=>Ae(l.path)],p=h=>{m.unshift(h)};try{for(let h of await Ye())t.note(`clearing up after an earlier run: ${h}`);return u=Xe(l.path,e.secrets),qe(l),await o({workspace:l,keeper:u,secrets:i,grace:xn(n,d.signal),removeAtEnd:p})}finally{t.done(),await ce(t,"not cleared up",()=>u?.close()),d.abort(),c();let h=k=>$e(k,i),g=k=>ot(h(k),l.k6);await ce(t,"not kept",()=>s&&He(l,s,g));let b=u?.listOwed()??[];for(let k of b)t.note(h(`not cleared up, and tried once more by the next run: ${k}`));if(b.length===0)for(let k of m)await ce(t,"not removed",k)}}async function ce(e,t,n){try{await n()}catch(r){e.note(`${t}: ${r.message}`)}}function xn(e,t){let n=Number.POSITIVE_INFINITY,r=()=>{n=performance.now()+En};return e.addEventListener("abort",r,{signal:t}),s=>Math.max(100,Math.min(s,n-performance.now()))}var C=class extends Error{kind;arm;service;log;other=null;constructor(t,n,r,s,o){super(s),this.kind=t,this.arm=n,this.service=r,this.log=o}};import{once as Tn}from"node:events";import{setTimeout as it}from"node:timers/promises";var ue=1e4,Cn=3e4,On=500,Pn=1e3;async function Rn(e,t,n,r){let{config:s,keeper:o,signal:i}=e,a=await U({command:t,cwd:s.directory,env:n,logPath:r,keeper:o}),c=new AbortController,l=Tn(i,"abort",{signal:c.signal}).catch(()=>{});return i.aborted||await Promise.race([a.exited,l]),c.abort(),await a.stop("SIGTERM",ue,e.grace),a.exit()??{code:null,signal:"SIGTERM"}}async function M(e,t,n){let{service:r,key:s,told:o=t,env:i,logPath:a,kind:c}=n,l=await Rn(e,t,i,a);if(l.code===0||e.signal.aborted)return;let u=`\`${s}\` ended with ${L(l)}: ${o}`;throw new C(c,e.arm,r,u,N(a))}async function In(e,t,n,r){let{config:s,keeper:o,grace:i}=e,a=F(r),c=performance.now(),l=await U({command:t,cwd:s.directory,env:n,logPath:r,keeper:o}),u=new AbortController,d=o.hung.has(t)?Pn:Cn;await Promise.race([l.exited,Nn(e,d,u.signal)]),u.abort();let m=l.exit(),p=Math.round((performance.now()-c)/1e3);if(await l.stop("SIGTERM",ue,i),m?.code===0)return null;m===null&&o.hung.add(t);let h=m===null?`was ended after ${p} s`:`ended with ${L(m)}`,g=N(r,We,a);return g===""?h:`${h}: ${g}`}async function Nn({grace:e,signal:t},n,r){let s=o=>it(e(n),void 0,{signal:o,ref:!1}).catch(()=>{});await s(AbortSignal.any([t,r])),t.aborted&&await s(r)}async function de(e,t,n){let r=[],s=o=>o?.catch(i=>r.push(i));for(let o of t.splice(0).reverse()){let{stop:i}=o.service;o.stop!==null&&await le(e,o,o.stop);let a=o.clear!==null?"SIGKILL":i.kind==="signal"?i.signal:"SIGTERM";await s(o.group?.stop(a,ue,e.grace)),o.clear!==null&&!o.containers&&o.group!==null&&await it(On),o.clear!==null&&await le(e,o,o.clear),o.cleanup!==null&&await le(e,o,o.cleanup)}if(await s(e.keeper.endEscaped(n)),r.length>0)throw r[0]}async function le(e,{env:t,logPath:n},r){let s=await In(e,r.command,t,n).catch(o=>`could not be started: ${o.message}`);s===null?r.settle():r.fail(s)}import{readdirSync as Mn,readlinkSync as An}from"node:fs";var Fn="0A";function at(e){let t=P();if(t===null)return null;let n=z(t,e),r=new Set(n.flatMap(({pid:i})=>Ln(i))),s=["tcp","tcp6"].flatMap(i=>_n(`/proc/net/${i}`)),o=new Map;for(let{inode:i,host:a,port:c}of s)!r.has(i)||a===null||(!o.has(c)||a==="127.0.0.1")&&o.set(c,{host:a,port:c});return[...o.values()]}function Ln(e){try{return Mn(`/proc/${e}/fd`).flatMap(t=>{try{return/^socket:\[(\d+)\]$/.exec(An(`/proc/${e}/fd/${t}`))?.[1]??[]}catch{return[]}})}catch{return[]}}function _n(e){return(G(e)??"").split(`
`).flatMap(t=>{let n=t.trim().split(/\s+/),[r,s]=n[1]?.split(":")??[];return n[3]!==Fn||r===void 0||s===void 0?[]:[{inode:n[9],host:jn(r),port:Number.parseInt(s,16)}]})}function jn(e){return/^0+$/.test(e)||/^(?:0{16}FFFF0000)?\w{6}7F$/.test(e)?"127.0.0.1":e==="00000000000000000000000001000000"?"[::1]":null}import{join as Ir}from"node:path";var Dn=4;function dt(e,t,n){let r=e.map(({pid:o})=>o),s=new Map;return{halt(){for(let o of e)o.signal("SIGSTOP");for(let o=0;o<Dn;o++){let i=Ke(P()??[],[...r,...t]),a=[...i].filter(([c,l])=>!r.includes(c)&&!s.has(c)&&!l.every(ct));if(a.length===0&&[...i.values()].flat().every(ct))return;for(let[c]of a)s.set(c,lt(c));a.length>0&&n([...s.keys()]);for(let[c]of a)ut(c,"SIGSTOP")}},resume(){for(let[o,i]of[...s].reverse()){let a=lt(o);(a===void 0||a===i)&&ut(o,"SIGCONT")}for(let o of e)o.signal("SIGCONT");s.size>0&&n([]),s.clear()}}}function ct({state:e}){return"TtZX".includes(e)}function lt(e){return V(String(e))?.start}function ut(e,t){if(!(e<=1))try{process.kill(-e,t)}catch(n){let{code:r}=n;if(r==="EPERM")Fe(()=>`process group ${e} runs as another user, and cannot be halted`);else if(r!=="ESRCH")throw n}}import{once as Wn}from"node:events";import{createServer as Gn}from"node:net";async function mt(e){let t=await Promise.all(Array.from({length:e},async()=>{let r=Gn().listen(0,"127.0.0.1");return await Wn(r,"listening"),r})),n=t.map(r=>r.address().port);return await Promise.all(t.map(r=>new Promise(s=>r.close(s)))),n}import{writeFileSync as qn}from"node:fs";import{createServer as Bn}from"node:net";import{setTimeout as gt}from"node:timers/promises";var ft=`// Runs inside a process of the service, loaded first (\`--require\`), with the path of a private socket in SOCKET. It
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
`;var Hn={time:["+","-"],allocations:["<",">"]},Z=64,Kn=2e3;async function Bo(e){let t=new Map,n=null,r=16e6,s=[],o=Bn(c=>{if(t.size>=Z)return void c.destroy();t.set(c,""),c.setEncoding("utf8"),c.on("error",()=>{}),c.on("close",()=>t.delete(c)),c.on("data",l=>{if(r-=l.length,r<0)return void c.destroy();let[u,...d]=l.split("\0",Z),m=`${t.get(c)}${u}`;d.length>0&&s.length<Z&&s.push(m),t.set(c,d.at(-1)??m)}),n!==null&&c.write(n)});await new Promise((c,l)=>{o.once("error",l),o.listen(e,c)});let i=`${e}.cjs`;qn(i,`const SOCKET = ${JSON.stringify(e)};
${ft}`,{mode:384});let a=c=>{r=16e6,s=[];for(let l of t.keys())l.write(c)};return{preload:i,countPeers:()=>t.size,seesAllocations:!0,async sample(c,l="time"){let[u,d]=Hn[l];n=u,a(u),await gt(1e3*c);let m=t.size;n=null,a(d);for(let p=0;p<Kn&&s.length<m;p+=50)await gt(50);return s.slice(0,Z)},close(){for(let c of t.keys())c.destroy();o.close()}}}function ht(e,t){return`${e??""} --require ${JSON.stringify(t)}`.trim()}function wt(e,t,n){let r=(n(`/proc/${e}/cgroup`)??"").split(`
`).map(l=>l.split(":")),s=Jn(n("/proc/self/mountinfo")??""),o=l=>{let[,,...u]=r.find(([,p])=>p?.split(",").includes(l))??[],d=s.find(({controllers:p})=>p.includes(l)),m=u.join(":");return d===void 0||!m.includes(t)||!m.startsWith(d.root)?null:d.path+m.slice(d.root==="/"?0:d.root.length)},[i,a]=[o("cpuacct"),o("memory")];if(i!==null&&a!==null)return{version:1,cpu:i,memory:a};let c=o("");return c===null?null:{version:2,cpu:c,memory:c}}function Jn(e){return e.split(`
`).flatMap(t=>{let[n="",r=""]=t.split(" - "),[,,,s="",o=""]=n.split(" "),[i,,a=""]=r.split(" ");return i==="cgroup2"?[{root:s,path:o,controllers:[""]}]:i==="cgroup"?[{root:s,path:o,controllers:a.split(",")}]:[]})}function Ko({version:e,cpu:t,memory:n},r){let[s,o]=e===1?[r(`${t}/cpuacct.usage`),r(`${n}/memory.max_usage_in_bytes`)]:[/^usage_usec (\d+)$/m.exec(r(`${t}/cpu.stat`)??"")?.[1],r(`${n}/memory.peak`)??r(`${n}/memory.current`)];return s==null||o==null?null:{seconds:Number(s)/(e===1?1e9:1e6),memory:Number(o)/1e6}}var O=`command -v docker >/dev/null || docker() { podman "$@"; }
`;function zn({run:e,instance:t,service:n}){let r=`${e}-${t}`;return{name:`${r}-${n}`,network:r,own:"tailgate.service",shared:"tailgate.instance"}}function q({run:e,instance:t,service:n}){return`${e}:${t}-${n}`}function yt({from:e},t){let n=q(t);if("name"in e)return{command:O+ee({image:e.name,tag:n}),told:`docker pull ${e.name}`};let s=`docker build${e.dockerfile===void 0?"":` -f ${oe(`${e.build}/${e.dockerfile}`)}`} ${oe(e.build)}`;return{command:`${O}docker build -t ${n}${s.slice(12)}`,told:s}}function ee({image:e,tag:t,platform:n}){let r=T(e),s=`docker image inspect ${r} >/dev/null 2>&1`;if(n===void 0)return`{ ${s} || docker pull ${r}; } && docker tag ${r} ${t}`;let o=T(n);return`{ ${`[ "$(docker image inspect -f '{{.Os}}/{{.Architecture}}' ${r} 2>/dev/null)" = ${o} ]`} || docker pull --platform ${o} ${r} || ${s}; } && docker tag ${r} ${t}`}function St(e){let t=`docker image ls --format '{{.Repository}}:{{.Tag}}' | grep -E '(^|/)${q(e)}(\\.|$)'`;return`${O}failed=0; for tag in $(${t}); do docker rmi -f "$tag" || failed=1; done; exit $failed`}function bt(e,t,n,r){let{name:s,network:o,own:i,shared:a}=zn(n),c=[`--name ${s}`,`--label ${i}=${s} --label ${a}=${o}`,`--network ${o} --network-alias ${n.service}`,"--add-host host.docker.internal:host-gateway",`-p "127.0.0.1:$PORT:${e.port}"`,`-e PORT=${e.port} -e TAILGATE_INSTANCE`,...t.map(m=>`-e ${m}`)],l=`docker network inspect ${o} >/dev/null 2>&1`,u=`docker network create --label ${a}=${o} ${o} >/dev/null`,d=[r,...e.command].map(T).join(" ");return{start:`${O}${l} || ${u} && docker run ${c.join(" ")} ${d}`,clear:[`${O}${Q("ps -a",`${i}=${s}`,"rm -fv")} || exit`,`[ -n "$(docker ps -aq --filter label=${a}=${o})" ] || ${Q("network ls",`${a}=${o}`,"network rm")}`].join(`
`),filter:`label=${i}=${s}`}}function Q(e,t,n){return`{ ids=$(docker ${e} -q --filter label=${t}) && { [ -z "$ids" ] || docker ${n} $ids; }; }`}var Vn=2e4;async function kt({filter:e},t,n){let r=async(p,h)=>{let g=await _e({file:"sh",arguments:["-c",O+p],environment:n,timeoutMs:Vn,signal:new AbortController().signal});if(g.kind==="ended"&&g.exitCode===0)return g.output;let b=g.kind==="not-started"?g.code:je(g.output,"last");throw new A({what:`The containers cannot be ${h}: \`docker\` said: ${b||"nothing"}.`,exitCode:H.unmeasured})},s=`ids=$(docker ps -q --no-trunc --filter ${e} --filter status=running)`,i=[...(await r(`${s} && { [ -z "$ids" ] || docker inspect -f '{{.Id}} {{.State.Pid}}' $ids; }`,"listed")).matchAll(/^([0-9a-f]{64}) (\d+)$/gm)].map(([,p,h])=>({id:p,pid:Number(h)}));if(i.length===0)return null;let a=i.map(({id:p,pid:h})=>wt(h,p,G)),c=i.flatMap(({pid:p})=>V(String(p))?.session??[]),l=Yn(t),u=l!==null&&a.every(p=>p!==null),d=Promise.resolve(),m=(p,h,g)=>{let b=i.map(({id:S})=>S).join(" "),k=`left=$(docker ps -q --filter ${e} --filter status=${h}) && { [ -z "$left" ] || docker ${p} $left; }`,E=d.then(()=>r(`docker ${p} ${b} >/dev/null 2>&1 || { ${k}; }`,g));E.catch(()=>{}),d=E};return{groups:u?a:null,sessions:l===null?c:[...c,l],isForwarded:l!==null,halt:()=>m("pause","running","halted"),resume:()=>m("unpause","paused","let go on"),settled:async()=>{await d}}}function Yn(e){return(P()??[]).find(({pid:n})=>{let r=G(`/proc/${n}/cmdline`)?.split("\0")??[];return r[0]?.endsWith("docker-proxy")&&r[r.indexOf("-host-port")+1]===String(e)})?.session??null}import{dirname as mr,join as fr}from"node:path";var j=Yt(Xt(),1);import{existsSync as xt,mkdirSync as cr,readFileSync as Tt,realpathSync as lr,rmSync as ur,writeFileSync as dr}from"node:fs";import{dirname as fe,join as _}from"node:path";var R=class extends Error{path;hint;constructor(t,n,r){super(n),this.path=t,this.hint=r}};function Et(e,t){let n=e.services??{},r=[],s=Xn(n,t.service),o=Object.fromEntries(s.map(i=>[i,Zn(i,n,t,e,r)]));return{file:{...e,services:o,networks:me(e.networks,(i,a)=>sr(i,a,r)),volumes:me(e.volumes,(i,a)=>ir(i,a,r))},pulled:s.flatMap(i=>{let{build:a,image:c,platform:l}=o[i],u=l!==void 0&&{platform:String(l)};return a===void 0?[{image:String(n[i].image),tag:String(c),...u}]:[]}),notes:r}}function Xn(e,t){if(!Object.hasOwn(e,t)){let s=`It has ${Object.keys(e).join(", ")||"no service"}. One of a profile is there only with \`COMPOSE_PROFILES\`.`;throw new R(["services"],`The file has no service \`${t}\`.`,s)}let n=new Set([t]);for(let r of n){let{depends_on:s,links:o,volumes_from:i,...a}=e[r]??{},c=[...te(o),...te(i)].map(d=>d.split(":")[0]),l=["network_mode","ipc","pid"].flatMap(d=>/^service:(.+)$/.exec(String(a[d]))?.[1]??[]),u=[...Array.isArray(s)?s:Object.keys(s??{})];for(let d of[...u,...c,...l])Object.hasOwn(e,d)&&n.add(d)}return[...n]}function Zn(e,t,n,r,s){let{container_name:o,restart:i,ports:a,logging:c,profiles:l,pull_policy:u,external_links:d,...m}=t[e],p=["services",e];for(let S of["network_mode","pid","ipc"]){let x=String(m[S]);if(x.startsWith("container:")||S==="network_mode"&&x==="host")throw new R([...p,S],`\`${S}: ${x}\` of \`${e}\` is the same for both revisions, which run side by side.`,"Take it out: services of a compose file reach each other by name.")}d!==void 0&&s.push(`\`${e}\` has no \`external_links\``);let h=m.build?e:Qn(t,m.image),g=o!==void 0&&m.network_mode===void 0,b={...m,...h!==void 0&&{build:tr(t[h].build)},image:n.nameImage(h??`${e}-${er(m.image)}`),...(m.networks!==void 0||g)&&{networks:nr(m.networks??["default"],g?[String(o)]:[])},...m.volumes!==void 0&&{volumes:m.volumes.map((S,x)=>or(rr(S),[...p,"volumes",`${x}`],r,n,s))},...m.deploy!==void 0&&{deploy:{...m.deploy,restart_policy:void 0}}};if(e!==n.service)return b;let k=n.port??ar([...vt(a),...vt(m.expose)],e),E=Object.fromEntries(n.env.map(S=>[S,null]));return{...b,ports:[`127.0.0.1:${n.hostPort}:${k}`],environment:{...m.environment,...E}}}function Qn(e,t){if(t!==void 0)return Object.keys(e).find(n=>{let{build:r,image:s}=e[n],o=[s,...te(r?.tags)].map($t);return r!==void 0&&o.includes($t(t))})}function er(e){return String(e).replace(/[^\w.-]+/g,"-").slice(-60)}function $t(e){return/:[^/:]*$/.test(String(e))?String(e):`${e}:latest`}function tr(e){return typeof e=="string"?e:{...e,tags:void 0}}function nr(e,t){let n=Array.isArray(e)?Object.fromEntries(e.map(r=>[r,null])):e;return me(n,r=>{let s=[...te(r?.aliases),...t];return s.length===0?{}:{aliases:s}})}function rr(e){if(typeof e!="string")return e;let[t="",n,r=""]=e.split(":");if(n===void 0)return{type:"volume",target:t};let s=r.split(",").includes("ro")&&{read_only:!0};return{type:t.startsWith("/")?"bind":"volume",source:t,target:n,...s}}function or(e,t,{volumes:n},{own:r,exists:s},o){let i=String(e.source);if(e.type!=="bind")return e;let a=r.some(c=>i===c||i.startsWith(`${c}/`));if(a&&!s(i))return o.push(`${i} is not in the revision, so \`${t[1]}\` has an empty volume there`),{type:"volume",target:e.target};if(a||e.read_only===!0)return e;throw new R(t,`\`${t[1]}\` may write to ${i}, which both revisions would share.`,`Mount it read-only (\`:ro\`), or a volume in its place${n?`: ${Object.keys(n).join(", ")}`:""}.`)}function sr(e,t,n){return e?.external&&n.push(`the external network \`${t}\` is another one in each instance, and nobody else is in it`),e?.internal?{internal:!0}:{}}function ir(e,t,n){let{external:r,driver:s,driver_opts:o}=e??{},i=String(o?.device??""),a=/[/:]/.test(i);return(r||a)&&n.push(`the volume \`${t}\` is another one in each instance, and empty`),r||a||o===void 0?{}:{driver:s,driver_opts:o}}function vt(e){return(e??[]).map(t=>{let n=typeof t=="object"?t.target:String(t).split(":").at(-1);return String(n).split("/")[0]})}function ar(e,t){let[n,...r]=[...new Set(e)];if(n!==void 0&&r.length===0&&/^\d+$/.test(n))return n;let s=n===void 0?"names no port":`has the ports ${[n,...r].join(", ")}`;throw new R(["services",t],`\`${t}\` ${s}.`,"Say in tailgate.yml at which one it is asked: `compose: {file: \u2026, service: \u2026, port: 8080}`.")}function te(e){return Array.isArray(e)?e.map(String):[]}function me(e,t){return Object.fromEntries(Object.entries(e??{}).map(([n,r])=>[n,t(r,n)]))}var pe=`${O}compose() { if docker compose version >/dev/null 2>&1; then docker compose "$@"; else docker-compose "$@"; fi; }
`;function B({run:e,instance:t,service:n}){return`${e}-${t}-${n}`}function Ct({file:e},{folder:t,names:n}){return cr(t,{recursive:!0,mode:448}),`${pe}umask 077; compose -f ${T(e)} config > ${T(_(t,`${B(n)}.yml`))}`}function Ot(e,t){let{directory:n,folder:r,names:s}=t,o=_(r,`${B(s)}.yml`),i=(0,j.parse)(Tt(o,"utf8"));ur(o);let a=Et(i,{service:e.service,port:e.port,hostPort:t.hostPort,env:t.env,own:[Pt(n),n,fe(_(n,e.file))].flatMap(l=>[l,lr(l)]),exists:xt,nameImage:t.nameImage}),c=_(r,`${B(s)}.json`);return dr(c,JSON.stringify(a.file),{mode:384}),{...a,path:c}}function Pt(e,t=e){return xt(_(t,".git"))?t:fe(t)===t?e:Pt(e,fe(t))}function Rt({path:e,file:t,pulled:n},r){let o=Object.values(t.services??{}).some(({build:i})=>i!==void 0)?`compose -p ${B(r)} -f ${T(e)} build`:":";return pe+[o,...n.map(ee)].join(" && ")}function It({path:e,pulled:t},{service:n},r){let s=B(r),o=`label=com.docker.compose.project=${s}`,i=`docker ps -aq --filter ${o}`,a=[pe,...t.map(u=>`docker image inspect ${u.tag} >/dev/null 2>&1 || { ${ee(u)}; } || exit`),"unset PORT",`said=$(compose -p ${s} -f ${T(e)} up -d --no-build 2>&1) || {`,'  code=$?; echo "$said"',`  for id in $(${i}); do docker inspect -f '{{.Name}}: {{.State.Status}}, exit code {{.State.ExitCode}}' $id; docker logs --tail 20 $id; done`,"  exit $code","}",`id=$(${i} --filter label=com.docker.compose.service=${T(n)})`,"docker logs -f $id; exit $(docker wait $id)"].join(`
`),l=[["ps -a","rm -fv"],["network ls","network rm"],["volume ls","volume rm"]].map(([u,d])=>Q(u,o.replace("label=",""),d)).join(" && ");return{start:a,clear:O+l,filter:o}}function Nt({path:e},t,n){let r=new j.LineCounter,s=(0,j.parseDocument)(Tt(_(t,n),"utf8"),{lineCounter:r});for(let o=e.length;o>0;o--){let i=s.getIn(e.slice(0,o),!0);if(i?.range)return`${n}:${r.linePos(i.range[0]).line}`}return n}async function Mt(e,t,n,r,{built:s,progress:o}){let i=ge(e,t,`build-${e.arm}`),a=n.kind==="image"?yt(n,ne(e,t)):await pr(e,t,n,r,{names:i,progress:o});if(a===null)return;let c={command:St(ne(e,t)),told:"removing the images",directory:e.config.directory,ports:{},service:t.name,instance:`${Ve}${e.arm}`,env:{}},{env:l,logPath:u}=r;s.push({service:t,group:null,env:l,logPath:u,stop:null,clear:e.keeper.owe(c),cleanup:null}),await M(e,a.command,{...r,told:a.told})}async function pr(e,t,n,r,{names:s,progress:o}){let i=new Map([[`${t.name}.PORT`,0]]),a=W(t.name,"build",i,e.environment),c=Object.entries(t.env).map(([m,p])=>[m,D(p,a,`env.${m} of ${t.name}`)]),l=I(e.environment,{TAILGATE_INSTANCE:"build",...Object.fromEntries(c)}),u=await Ft(e,t,n,{...r,env:l},{names:s,hostPort:0});if(u===null)return null;let d=e.arm==="base"?" (base)":"";for(let m of u.notes)o.note(`${n.file}${d}: ${m}`);return{command:Rt(u,s),told:`docker compose build, or a pull, of ${n.file}`}}async function At(e,t,n,r,{hostPort:s,...o}){let i=ge(e,t,r);if(n.kind==="image")return bt(n,Object.keys(t.env),i,q(ne(e,t)));let a=await Ft(e,t,n,o,{names:i,hostPort:s});return a&&It(a,n,i)}async function Ft(e,t,n,r,{names:s,hostPort:o}){let{directory:i}=e.config,a={directory:i,folder:fr(mr(e.logFolder),"compose"),names:s,hostPort:o,env:Object.keys(t.env),nameImage:u=>q(ne(e,t,`.${u}`))},c=`docker compose -f ${n.file} config`,l={...r.env,PORT:n.port?.toString()??e.environment.PORT};if(await M(e,Ct(n,a),{...r,env:l,told:c}),e.signal.aborted)return null;try{return Ot(n,a)}catch(u){if(!(u instanceof R))throw u;let{message:d,hint:m}=u,p=Nt(u,i,n.file);throw e.arm==="base"?new C("build-failed","base",t.name,`${p}: ${d}`,""):new A({what:d,where:p,hint:m})}}function ge({keeper:e},{name:t},n){return{run:`tailgate-${e.mark.TAILGATE_RUN.slice(0,8)}`,instance:n,service:t}}function ne(e,t,n=""){let r=ge(e,t,e.arm??"head");return{...r,service:r.service+n}}function Lt(e,t,n,r){let s=P()??[],o=new Set(z(s,n).map(({pid:c})=>c)),i=new Set(Je(e,{instance:t}).map(({pid:c})=>c)),a=s.filter(({pid:c,session:l})=>l>1&&i.has(c)&&!o.has(c));return[...new Set(a.map(({session:c})=>c))].filter(c=>{let l=at([c])??[];return l.length>0&&l.every(({port:u})=>r.includes(u))})}import{Agent as yr}from"node:https";import{connect as Sr}from"node:net";import{setTimeout as Dt}from"node:timers/promises";import{stripVTControlCharacters as br}from"node:util";import{runInNewContext as kr}from"node:vm";import{readFileSync as gr}from"node:fs";import{join as hr}from"node:path";function _t(e){return"ca"in e?{ca:e.ca}:{rejectUnauthorized:!1}}var wr=/-----BEGIN CERTIFICATE-----(?:(?!-----BEGIN ).)+?-----END CERTIFICATE-----/gs;function he(e,t){if(!("ca"in e))return e;let n;try{n=gr(hr(t,e.ca),"utf8")}catch(s){throw new Error(`\`tls.ca\` cannot be read: ${s.message}`)}let r=(n.match(wr)??[]).join(`
`);if(r==="")throw new Error(`\`tls.ca\` has no certificate in PEM: ${e.ca}`);return{ca:r}}var Wt=50,re=2e3,$r=200;async function ye(e,t,n){let r=performance.now()+e.ready.timeoutSeconds*1e3,s=e.ready.kind==="log"?Rr(e,e.ready.pattern):null,o="nothing was tried yet";for(;!n.aborted;){let i=t();if(i!==null)return i;let a=await vr(e,s,n);if(a===null)return t();if(o=a,performance.now()>r)return`not ready after ${e.ready.timeoutSeconds} s: ${o}`;await Dt(Wt)}return"interrupted"}async function vr(e,t,n){let r;try{r=e.readTrust?.()}catch(s){return s.message}return t!==null?t():e.ready.kind==="http"?Er(e.url.replace(/\/$/,"")+e.ready.path,r,n):Ut(e.host,e.port,e.isForwarded?$r:0)}async function Er(e,t,n){let r=AbortSignal.any([n,AbortSignal.timeout(re)]),s=t&&e.startsWith("https:")?new yr(_t(t)):void 0;try{let o=await De(e,{redirect:"manual",signal:r,agent:s});return o.body?.resume(),o.status<500?null:`${e} answered ${o.status}`}catch(o){let{name:i,message:a,code:c}=o;return i==="AbortError"?`${e} gave no answer within ${re/1e3} s`:c!==void 0&&xr.test(c)?`${a}; ${Tr(e,t)}`:a}}var xr=/SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/;function Tr(e,t){return t!==void 0?"`tls.ca` has another one":Oe(e,[])===null?"name it with `tls: {ca: FILE}`, or accept any with `tls: {insecure: true}`":"this machine must trust it by itself"}var Cr=2e3;async function Gt(e,t){let n=performance.now()+Cr;for(;await Ut(e,t)===null;){if(performance.now()>n)return!0;await Dt(Wt)}return!1}function Ut(e,t,n=0){return new Promise(r=>{let s=Sr({host:e,port:t,timeout:re}),o=i=>{s.destroy(),r(i)};s.once("connect",()=>n===0?o(null):setTimeout(o,n,null)),n>0&&s.resume().once("end",()=>o("it takes no connection yet")),s.once("timeout",()=>o(`no connection to ${e}:${t} within ${re/1e3} s`)),s.once("error",i=>o(i.message||`no connection to ${e}:${t}`))})}var Or=80,we=2**20,Pr=1e4,jt=1e3;function Rr({logPath:e,logFrom:t},n){let r=new RegExp(n),s=new RegExp(n,"i"),o,i=t,a=!1;return()=>{F(e)<i&&(i=t);let c=Ge(e,i,we),l=c.toString("utf8").split(/\r\n|[\n\r\u2028\u2029]/);a&&l.shift(),l.at(-1)===""&&l.pop();let u=()=>l.some(p=>{let h=br(p.slice(0,Pr));return r.test(h)?!0:(o??=s.exec(h)?.[0].slice(0,Or),!1)});try{if(l.length>0&&kr("isReady()",{isReady:u},{timeout:jt}))return null}catch(p){let{code:h,message:g}=p;return h!=="ERR_SCRIPT_EXECUTION_TIMEOUT"?g:`/${n}/ takes more than ${jt/1e3} s for its output: give \`ready.log\` an expression without repetitions in each other, such as \`(a+)+\``}let d=c.lastIndexOf(`
`)+1;(d>0||c.length===we)&&(a=d===0),i+=a&&c.length===we?c.length:d;let m=`no line of its output matches /${n}/`;return o===void 0?m:`${m}; one has \`${o}\`, with other small and capital letters: write \`ready.log\` as the service writes it`}}async function ei(e,t){let{config:n,shared:r}=e,s=n.services.filter(g=>!r.has(`${g.name}.PORT`)),o=n.services.find(g=>g.name===n.target),i=performance.now(),{portOf:a,lastWords:c,...l}=await qt(e,s,t),u;try{o.tls&&!e.signal.aborted&&(u=he(o.tls,n.directory))}catch(g){throw await l.stop(),g}let d=W(o.name,t,a,e.environment),m=(g,b)=>D(g,d,`request to ${o.name}`,b),p=s.some(({start:g})=>g!==void 0),h=p?performance.now()-i:void 0;return{...l,portOf:a,lastWords:()=>c(o.name),startupMs:h,readyAt:p?Date.now():null,targetUrl:m(o.url).replace(/\/$/,""),trust:u,fill:m}}async function ti(e){await Mr(e);let t=e.config.services.filter(({scope:r,start:s})=>r==="run"&&s!==void 0),n=await qt(e,t,"run");return n.findDaemons(),n}async function qt(e,t,n){let r=t.flatMap(Ee),s=await mt(r.length),o=new Map([...e.shared,...r.map((f,y)=>[f,s[y]])]),i=[];try{for(let f of t){if(e.signal.aborted)break;await Ar(e,f,n,o,i)}}catch(f){throw await de(e,i,n),f}let a=i.flatMap(({service:f,group:y,logPath:w,containers:v})=>y?[{service:f,group:y,logPath:w,containers:v}]:[]),c=a.flatMap(({containers:f})=>f??[]),l=a.filter(({service:f})=>f.halt!=="never"),u=l.flatMap(({containers:f})=>f??[]),d=({service:f})=>!f.isRelay&&!f.container,m=f=>f.map(({group:y})=>y.pid),p=a.filter(({service:f})=>f.isRelay),h=[e.config.target,...p.flatMap(({service:f})=>f.needs)],g=a.filter(({service:f,containers:y})=>y?.isForwarded&&h.includes(f.name)),b=a.some(({service:f})=>f.container!==void 0),k=m(a.filter(d)),E=[],S=dt(l.flatMap(({service:f,group:y})=>f.container===void 0?[y]:[]),E,f=>e.keeper.standStill(n,f)),x=!1;return{portOf:o,sessions:k,relays:[...m(a.filter(f=>!d(f))),...c.flatMap(({sessions:f})=>f)],groups:c.flatMap(({groups:f})=>f??[]),hops:1+p.length+g.length,isHidden:c.some(({groups:f})=>f===null),crashed:Promise.race([...a.map(({group:f})=>f.exited),new Promise(()=>{})]).then(()=>{}),crash(){if(x)return null;let f=a.find(({group:y})=>y.exit()!==null);return f?{service:f.service.name,exit:L(f.group.exit()),log:N(f.logPath)}:null},lastWords(f){let y=a.find(({service:v})=>v.name===f),w=y?N(y.logPath):"";return w===""?null:{service:f,log:w}},findDaemons(){if(b)return;let f=Lt(e.keeper.mark.TAILGATE_RUN,n,m(a),s);k.push(...f),l.length===a.length&&E.push(...f)},halt(){S.halt();for(let f of u)f.halt()},resume(){S.resume();for(let f of u)f.resume()},async stop(){x=!0;let f=await Promise.allSettled(c.map(w=>w.settled()));await de(e,i,n);let y=f.find(w=>w.status==="rejected");if(y!==void 0&&!e.signal.aborted)throw y.reason}}}var Nr=60;async function Mr(e){for(let{name:t,host:n,port:r}of e.config.external){let o=await ye({ready:{kind:"tcp",timeoutSeconds:Nr},url:null,host:n,port:r,logPath:"",logFrom:0},()=>null,e.signal);if(o!==null&&!e.signal.aborted)throw new C("not-ready",e.arm,t,o,"")}}async function Ar(e,t,n,r,s){let o=W(t.name,n,r,e.environment),i=(w,v)=>D(w,o,`${v} of ${t.name}`),a=Object.entries(t.env).map(([w,v])=>[w,i(v,`env.${w}`)]),c=r.get(`${t.name}.PORT`),l=I(e.environment,{...xe(t.name,r),TAILGATE_INSTANCE:n,...Object.fromEntries(a)}),u=Ir(e.logFolder,`${t.name}.${n}.log`),d=t.url===void 0?null:i(t.url,"url");d!==null&&t.name===e.config.target&&K(d,e.config,`url of ${t.name}`),d!==null&&t.tls&&Pe(d,`url of ${t.name}`);let m=d===null?null:new URL(d),p={ready:t.ready,url:d,host:m?.hostname.replace(/^\[|\]$/g,"")??"127.0.0.1",port:m?Number(m.port||(m.protocol==="https:"?443:80)):c,logPath:u,logFrom:0,isForwarded:t.container!==void 0,...t.tls&&{readTrust:()=>he(t.tls,e.config.directory)}},h=[...r.values()].includes(p.port);if(t.start!==void 0&&!h&&await Gt(p.host,p.port)){let w=`something else already listens on ${p.host}:${p.port}, the address of its \`url\``;throw new C("not-ready",e.arm,t.name,w,"")}let g={service:t,group:null,env:l,logPath:u,stop:null,clear:null,cleanup:null};s.push(g);let b=(w,v)=>e.keeper.owe({command:w,told:v,directory:e.config.directory,ports:Object.fromEntries(r),service:t.name,instance:n,env:t.env});t.stop.kind==="command"&&(g.stop=b(t.stop.command)),t.cleanup!==void 0&&(g.cleanup=b(t.cleanup));let k={service:t.name,env:l,logPath:u,kind:"not-ready"};t.prepare!==void 0&&await M(e,t.prepare,{...k,key:"prepare"});let{container:E}=t,S=E&&await At(e,t,E,n,{...k,key:"start",hostPort:c});if(t.start!==void 0&&!e.signal.aborted){let{keeper:w,config:v,preload:Se}=e;S&&(g.clear=b(S.clear,ze)),p.logFrom=F(u);let Vt=Se&&{NODE_OPTIONS:ht(l.NODE_OPTIONS,Se)};g.group=await U({command:S?.start??t.start,cwd:v.directory,env:{...l,...Vt},logPath:u,keeper:w})}if(e.config.pods!==void 0)return;let{group:x}=g,f=()=>{let w=x?.exit()??null;return w===null?null:`it ended with ${L(w)} before it was ready`},y=I(e.environment);do{let w=await ye(p,f,e.signal);if(e.signal.aborted)return;if(w!==null)throw new C("not-ready",e.arm,t.name,w,N(u));S&&(g.containers=await kt(S,c,y))}while(g.containers===null)}import{join as Fr}from"node:path";async function ai(e,t,n,r=""){let s=I(e.environment),o=a=>{n.phase(`building ${a}${r}`);let c=Fr(e.logFolder,`${a}.${e.arm}.build.log`);return{service:a,key:"build",env:s,logPath:c,kind:"build-failed"}},{services:i}=e.config;for(let{name:a,build:c}of i)c!==void 0&&!e.signal.aborted&&await M(e,c,o(a));for(let a of i){let{name:c,container:l}=a;l!==void 0&&!e.signal.aborted&&await Mt(e,a,l,o(c),{built:t,progress:n})}}var Lr=1;function Bt(e){let t=e.map(({weight:c})=>c),n=t.reduce(Ht),r=t.map(c=>c/n),s=r.flatMap((c,l)=>Array.from({length:c},()=>l)),o=Ze(Lr);for(let c=s.length-1;c>0;c--){let l=o.index(c+1);[s[c],s[l]]=[s[l],s[c]]}let i=r.map(()=>0),a=s.map(c=>i[c]++);return{order:s,ranks:a,counts:r}}function Ht(e,t){return t===0?e:Ht(t,e%t)}function Kt(e,t,n,r){let s=[],o=0;for(let{name:i,offset:a,length:c}of ve(e)){let l=i.startsWith("data.")?t.indexOf(i.slice(5)):-1;if(l<0)continue;let u=a+c,d=n==="json"&&_r(e,a,u);s.push(r(e.slice(o,d?a-1:a)),{column:l,as:d?"value":n}),o=d?u+1:u}return s.length===0?r(e):[...s,r(e.slice(o))]}function _r(e,t,n){return e[t-1]==='"'&&e[t-2]!=="\\"&&e[n]==='"'&&e[n+1]!==":"}import{existsSync as jr,writeFileSync as Dr}from"node:fs";import{join as Wr}from"node:path";function bi(e,t,n){if(e.step.work.kind==="script")return null;let{request:r}=e.step.work;return{...r,url:zt(t.fill(r.url),t,n,e),headers:Object.fromEntries(Object.entries(r.headers).map(([s,o])=>[s,t.fill(o)])),body:r.body===void 0?void 0:t.fill(r.body,Jt(r.body))}}function ki(e,t,n,{config:r,folder:s}){let{work:o,scenario:i}=e.step;if(o.kind==="script"||o.mix===void 0&&o.data===void 0)return null;let a=o.data?`data-${i}.json`:null;a!==null&&Gr(o.data.path,Wr(s,a));let c=(u,d,m)=>Kt(u,o.data?.columns??[],d,p=>n.fill(p,m)),l=Ce(o);return{name:i,dataFile:a,first:qr(e,e.block??t),sequence:Bt(l),requests:l.map(({request:u})=>({name:`${u.method} ${u.url}`,method:u.method,url:zt(c(u.url,"path"),n,r,e),headers:Object.fromEntries(Object.entries(u.headers).map(([d,m])=>[d,c(m,"raw")])),body:u.body===void 0?null:c(u.body,u.quotesData?"json":"raw",Jt(u.body)),expectStatus:u.expectStatus,timeoutMs:u.timeoutSeconds*1e3}))}}function Jt(e){return Re(e)?t=>JSON.stringify(t).slice(1,-1):void 0}function Gr(e,t){jr(t)||Dr(t,JSON.stringify(Te(Me(e),e).rows))}function zt(e,{targetUrl:t},n,{step:r}){let[s,...o]=typeof e=="string"?[e]:e,i=String(s),a=i.startsWith("/")?t+i:i;return K(a,n,`request of ${r.label}`),typeof e=="string"?a:[a,...o]}var Ur=16;function qr({step:{load:e},round:t,seconds:n,turns:r,requests:s},o){let i=e.kind==="arrival-rate"?e.rate*n/(r?.of??1):s??0;return(o*Ur+(t===null?0:t+1))*Math.ceil(i)}export{Ko as a,Bo as b,C as c,de as d,at as e,_t as f,ei as g,ti as h,co as i,ot as j,Kt as k,bi as l,ki as m,Jt as n,ai as o,se as p,Qe as q,bo as r};
