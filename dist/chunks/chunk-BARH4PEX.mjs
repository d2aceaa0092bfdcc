import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{b as Le}from"./chunk-KSRGRN5B.mjs";import{a as ze}from"./chunk-7TPXUIHQ.mjs";import{a as re,b as T}from"./chunk-ZBJX5E4R.mjs";import{a as xe,b as Te,d as Ce,p as qt}from"./chunk-KTQTLBGL.mjs";import{a as Fe,b as L,c as _e,d as N,f as je,g as We,h as De,i as Ge,k as qe,m as U,n as F,o as Be,p as He,s as Ke}from"./chunk-LOJMJHJR.mjs";import{b as K,e as O,g as z,h as Ue,j as G,k as J}from"./chunk-NEOXD6EY.mjs";import{h as Ie}from"./chunk-5C5D5LQ4.mjs";import{b as Pe,f as Oe,i as Me,l as Ae}from"./chunk-6DIU2OXL.mjs";import{b as Je}from"./chunk-2RRE6MSS.mjs";import{r as $e,t as W,v as ve,w as Ee,x as D}from"./chunk-YM5NTYMP.mjs";import{a as H,b as A,c as Se}from"./chunk-5LE4WRTK.mjs";import{a as Re,b as Ne}from"./chunk-TINSQFZZ.mjs";import{b as R,c as ke,d as be}from"./chunk-FA2ZNKOJ.mjs";import{d as Ut}from"./chunk-JLN3Y4HN.mjs";import{rmSync as Bt}from"node:fs";import{connect as Ht,createServer as Kt}from"node:net";import{join as zt}from"node:path";import{setTimeout as Jt}from"node:timers/promises";function oe(e){let t=e||"tailgate-measuring";return process.platform==="linux"?`\0${t}`:zt(K(process.env),`${t}.sock`)}async function Ve(e,t,n=oe(),r=Number.POSITIVE_INFINITY){let o=!1,s=performance.now()+r*6e4;for(;!t.aborted;){let i=await Vt(n);if(i)return()=>{i.close()};let a=await Yt(n);if(a===null&&!n.startsWith("\0")&&Bt(n,{force:!0}),!o&&a!==null&&(e.phase(`waiting: another Tailgate measures on this machine (pid ${a})`),o=!0),performance.now()>s)throw new A({what:`Nothing was measured: this run has waited for other runs on this machine for ${r} minutes${a===null?"":`, now for pid ${a}`}.`,hint:"Run this job again later. If no other job runs on this machine, end that process.",exitCode:H.unmeasured});await Jt(a===null?20:100)}throw new Se(String(t.reason))}function Vt(e){return new Promise((t,n)=>{let r=Kt(o=>o.on("error",()=>{}).end(String(process.pid)));r.once("error",o=>o.code==="EADDRINUSE"?t(null):n(o)),r.listen(e,()=>{r.unref(),t(r)})})}function Yt(e){return new Promise(t=>{let n="",r=Ht(e);r.setTimeout(1e3,()=>r.destroy()),r.on("data",o=>{n+=o,n.length>10&&r.destroy()}),r.once("error",()=>t(null)),r.once("close",()=>t(/^\d{1,10}$/.test(n)?n:"unknown"))})}import{createHash as en}from"node:crypto";import{existsSync as Ze,mkdirSync as tn,readdirSync as nn,readFileSync as rn,symlinkSync as on,writeFileSync as sn}from"node:fs";import{dirname as se,join as $,resolve as an}from"node:path";import{fileURLToPath as cn}from"node:url";var Ye=`/** Counts what a script does with \`k6/net/grpc\`: calls, and streams by the time to their first message. */
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
`;var Xe=`/** Counts the commands that a script sends with \`k6/experimental/redis\`. */
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
`;var V=`/** Counts what a script does with \`k6/websockets\` and \`k6/ws\`: connections, and the first message of each. */
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
`;var Y={"k6/net/grpc":{file:"grpc.js",text:Ye},"k6/websockets":{file:"websockets.js",text:V},"k6/experimental/websockets":{file:"websockets.js",text:V},"k6/ws":{file:"websockets.js",text:V},"k6/experimental/redis":{file:"redis.js",text:Xe}},ie=/(\bfrom|\bimport|\bimport\(|\brequire\()(\s{0,20})(["'])([^"'\n]{1,500})\3/g,Qe="mirrors",ln=500;function Jr(e,t,n){let r=mn(e),o=[...r].filter(([,a])=>un(a).length>0);if(o.length===0)return e;let s=$(t,Qe,en("sha256").update(e).digest("hex").slice(0,8)),i=a=>$(s,a);if(!Ze(i(e))){let a=new Map(o.map(([l,u])=>[l,dn(u,t)])),c=fn([$(n,"-"),...r.keys()]);if(tt(c,i(c),a),!Ze(i(e)))throw new Error(`${e} could not be mirrored`);for(let{file:l,text:u}of Object.values(Y))Pe($(t,l),u)}return i(e)}function et(e,t){let[n,...r]=e.split($(t,Qe,"/"));return[n,...r.map(o=>o.slice(o.indexOf("/")))].join("")}function un(e){return[...e.matchAll(ie)].map(([,,,,t])=>t).filter(t=>t in Y)}function dn(e,t){return e.replace(ie,(n,r,o,s,i)=>i in Y?`${r}${o}${s}${$(t,Y[i].file)}${s}`:n)}function mn(e){let t=new Map,n=[e];for(let r=n.pop();r!==void 0&&t.size<ln;r=n.pop()){if(t.has(r)||!Oe(r))continue;let o=rn(r,"utf8");t.set(r,o);for(let[,,,,s]of o.matchAll(ie))s.startsWith("file://")?n.push(cn(s)):/^\.{0,2}\//.test(s)&&n.push(an(se(r),s))}return t}function fn([e,...t]){let n=se(e);for(;t.some(r=>!r.startsWith($(n,"/")));)n=se(n);return n}function tt(e,t,n){tn(t,{recursive:!0});let r=$(e,"/"),o=[...n.keys()].filter(i=>i.startsWith(r)),s=new Set(o.map(i=>i.slice(r.length).split("/")[0]));for(let i of new Set([...pn(e),...s])){let a=$(e,i),c=n.get(a);c!==void 0?sn($(t,i),c):s.has(i)?tt(a,$(t,i),n):on(a,$(t,i))}}function pn(e){try{return nn(e)}catch{return[]}}var gn=40,hn=3500;async function so(e,{progress:t,signal:n,environment:r,keepPath:o},s){let i=ke(r,e.secrets);Ne(i),K(r),o&&De(o);let a=r.CI==="true"?gn:void 0,c=await Ve(t,n,oe(r.TAILGATE_LOCK),a),l=je(),u=null,m=new AbortController,f=[()=>Ie(l.path)],p=h=>{f.unshift(h)};try{for(let h of await Ke())t.note(`clearing up after an earlier run: ${h}`);return u=ze(l.path,e.secrets),We(l),await s({workspace:l,keeper:u,secrets:i,grace:wn(n,m.signal),removeAtEnd:p})}finally{t.done(),await ae(t,"not cleared up",()=>u?.close()),m.abort(),c();let h=b=>be(b,i),g=b=>et(h(b),l.k6);await ae(t,"not kept",()=>o&&Ge(l,o,g));let k=u?.listOwed()??[];for(let b of k)t.note(h(`not cleared up, and tried once more by the next run: ${b}`));if(k.length===0)for(let b of f)await ae(t,"not removed",b)}}async function ae(e,t,n){try{await n()}catch(r){e.note(`${t}: ${r.message}`)}}function wn(e,t){let n=Number.POSITIVE_INFINITY,r=()=>{n=performance.now()+hn};return e.addEventListener("abort",r,{signal:t}),o=>Math.max(100,Math.min(o,n-performance.now()))}var C=class extends Error{kind;arm;service;log;other=null;constructor(t,n,r,o,s){super(o),this.kind=t,this.arm=n,this.service=r,this.log=s}};import{once as yn}from"node:events";import{setTimeout as nt}from"node:timers/promises";var le=1e4,Sn=3e4,kn=500,bn=1e3;async function $n(e,t,n,r){let{config:o,keeper:s,signal:i}=e,a=await U({command:t,cwd:o.directory,env:n,logPath:r,keeper:s}),c=new AbortController,l=yn(i,"abort",{signal:c.signal}).catch(()=>{});return i.aborted||await Promise.race([a.exited,l]),c.abort(),await a.stop("SIGTERM",le,e.grace),a.exit()??{code:null,signal:"SIGTERM"}}async function M(e,t,n){let{service:r,key:o,told:s=t,env:i,logPath:a,kind:c}=n,l=await $n(e,t,i,a);if(l.code===0||e.signal.aborted)return;let u=`\`${o}\` ended with ${F(l)}: ${s}`;throw new C(c,e.arm,r,u,N(a))}async function vn(e,t,n,r){let{config:o,keeper:s,grace:i}=e,a=L(r),c=performance.now(),l=await U({command:t,cwd:o.directory,env:n,logPath:r,keeper:s}),u=new AbortController,m=s.hung.has(t)?bn:Sn;await Promise.race([l.exited,En(e,m,u.signal)]),u.abort();let f=l.exit(),p=Math.round((performance.now()-c)/1e3);if(await l.stop("SIGTERM",le,i),f?.code===0)return null;f===null&&s.hung.add(t);let h=f===null?`was ended after ${p} s`:`ended with ${F(f)}`,g=N(r,Fe,a);return g===""?h:`${h}: ${g}`}async function En({grace:e,signal:t},n,r){let o=s=>nt(e(n),void 0,{signal:s,ref:!1}).catch(()=>{});await o(AbortSignal.any([t,r])),t.aborted&&await o(r)}async function ue(e,t,n){let r=[],o=s=>s?.catch(i=>r.push(i));for(let s of t.splice(0).reverse()){let{stop:i}=s.service;s.stop!==null&&await ce(e,s,s.stop);let a=s.clear!==null?"SIGKILL":i.kind==="signal"?i.signal:"SIGTERM";await o(s.group?.stop(a,le,e.grace)),s.clear!==null&&!s.containers&&s.group!==null&&await nt(kn),s.clear!==null&&await ce(e,s,s.clear),s.cleanup!==null&&await ce(e,s,s.cleanup)}if(await o(e.keeper.endEscaped(n)),r.length>0)throw r[0]}async function ce(e,{env:t,logPath:n},r){let o=await vn(e,r.command,t,n).catch(s=>`could not be started: ${s.message}`);o===null?r.settle():r.fail(o)}import{readdirSync as xn,readlinkSync as Tn}from"node:fs";var Cn="0A";function rt(e){let t=O();if(t===null)return null;let n=z(t,e),r=new Set(n.flatMap(({pid:i})=>Pn(i))),o=["tcp","tcp6"].flatMap(i=>On(`/proc/net/${i}`)),s=new Map;for(let{inode:i,host:a,port:c}of o)!r.has(i)||a===null||(!s.has(c)||a==="127.0.0.1")&&s.set(c,{host:a,port:c});return[...s.values()]}function Pn(e){try{return xn(`/proc/${e}/fd`).flatMap(t=>{try{return/^socket:\[(\d+)\]$/.exec(Tn(`/proc/${e}/fd/${t}`))?.[1]??[]}catch{return[]}})}catch{return[]}}function On(e){return(G(e)??"").split(`
`).flatMap(t=>{let n=t.trim().split(/\s+/),[r,o]=n[1]?.split(":")??[];return n[3]!==Cn||r===void 0||o===void 0?[]:[{inode:n[9],host:In(r),port:Number.parseInt(o,16)}]})}function In(e){return/^0+$/.test(e)||/^(?:0{16}FFFF0000)?\w{6}7F$/.test(e)?"127.0.0.1":e==="00000000000000000000000001000000"?"[::1]":null}import{join as vr}from"node:path";var Rn=4;function at(e,t,n){let r=e.map(({pid:s})=>s),o=new Map;return{halt(){for(let s of e)s.signal("SIGSTOP");for(let s=0;s<Rn;s++){let i=Ue(O()??[],[...r,...t]),a=[...i].filter(([c,l])=>!r.includes(c)&&!o.has(c)&&!l.every(ot));if(a.length===0&&[...i.values()].flat().every(ot))return;for(let[c]of a)o.set(c,st(c));a.length>0&&n([...o.keys()]);for(let[c]of a)it(c,"SIGSTOP")}},resume(){for(let[s,i]of[...o].reverse()){let a=st(s);(a===void 0||a===i)&&it(s,"SIGCONT")}for(let s of e)s.signal("SIGCONT");o.size>0&&n([]),o.clear()}}}function ot({state:e}){return"TtZX".includes(e)}function st(e){return J(String(e))?.start}function it(e,t){if(!(e<=1))try{process.kill(-e,t)}catch(n){let{code:r}=n;if(r==="EPERM")Re(()=>`process group ${e} runs as another user, and cannot be halted`);else if(r!=="ESRCH")throw n}}import{once as Nn}from"node:events";import{createServer as Mn}from"node:net";async function ct(e){let t=await Promise.all(Array.from({length:e},async()=>{let r=Mn().listen(0,"127.0.0.1");return await Nn(r,"listening"),r})),n=t.map(r=>r.address().port);return await Promise.all(t.map(r=>new Promise(o=>r.close(o)))),n}import{writeFileSync as Ln}from"node:fs";import{createServer as Fn}from"node:net";import{setTimeout as dt}from"node:timers/promises";var lt=`// Runs inside a process of the service, loaded first (\`--require\`), with the path of a private socket in SOCKET. It
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
`;var _n={time:["+","-"],allocations:["<",">"]},X=64,jn=2e3;async function Io(e){let t=new Map,n=null,r=16e6,o=[],s=Fn(c=>{if(t.size>=X)return void c.destroy();t.set(c,""),c.setEncoding("utf8"),c.on("error",()=>{}),c.on("close",()=>t.delete(c)),c.on("data",l=>{if(r-=l.length,r<0)return void c.destroy();let[u,...m]=l.split("\0",X),f=`${t.get(c)}${u}`;m.length>0&&o.length<X&&o.push(f),t.set(c,m.at(-1)??f)}),n!==null&&c.write(n)});await new Promise((c,l)=>{s.once("error",l),s.listen(e,c)});let i=`${e}.cjs`;Ln(i,`const SOCKET = ${JSON.stringify(e)};
${lt}`,{mode:384});let a=c=>{r=16e6,o=[];for(let l of t.keys())l.write(c)};return{preload:i,countPeers:()=>t.size,seesAllocations:!0,async sample(c,l="time"){let[u,m]=_n[l];n=u,a(u),await dt(1e3*c);let f=t.size;n=null,a(m);for(let p=0;p<jn&&o.length<f;p+=50)await dt(50);return o.slice(0,X)},close(){for(let c of t.keys())c.destroy();s.close()}}}function mt(e,t){return`${e??""} --require ${JSON.stringify(t)}`.trim()}function ft(e,t,n){let r=(n(`/proc/${e}/cgroup`)??"").split(`
`).map(l=>l.split(":")),o=Wn(n("/proc/self/mountinfo")??""),s=l=>{let[,,...u]=r.find(([,p])=>p?.split(",").includes(l))??[],m=o.find(({controllers:p})=>p.includes(l)),f=u.join(":");return m===void 0||!f.includes(t)||!f.startsWith(m.root)?null:m.path+f.slice(m.root==="/"?0:m.root.length)},[i,a]=[s("cpuacct"),s("memory")];if(i!==null&&a!==null)return{version:1,cpu:i,memory:a};let c=s("");return c===null?null:{version:2,cpu:c,memory:c}}function Wn(e){return e.split(`
`).flatMap(t=>{let[n="",r=""]=t.split(" - "),[,,,o="",s=""]=n.split(" "),[i,,a=""]=r.split(" ");return i==="cgroup2"?[{root:o,path:s,controllers:[""]}]:i==="cgroup"?[{root:o,path:s,controllers:a.split(",")}]:[]})}function No({version:e,cpu:t,memory:n},r){let[o,s]=e===1?[r(`${t}/cpuacct.usage`),r(`${n}/memory.max_usage_in_bytes`)]:[/^usage_usec (\d+)$/m.exec(r(`${t}/cpu.stat`)??"")?.[1],r(`${n}/memory.peak`)??r(`${n}/memory.current`)];return o==null||s==null?null:{seconds:Number(o)/(e===1?1e9:1e6),memory:Number(s)/1e6}}var P=`command -v docker >/dev/null || docker() { podman "$@"; }
`;function Dn({run:e,instance:t,service:n}){let r=`${e}-${t}`;return{name:`${r}-${n}`,network:r,own:"tailgate.service",shared:"tailgate.instance"}}function q({run:e,instance:t,service:n}){return`${e}:${t}-${n}`}function pt({from:e},t){let n=q(t);if("name"in e)return{command:P+Q({image:e.name,tag:n}),told:`docker pull ${e.name}`};let o=`docker build${e.dockerfile===void 0?"":` -f ${re(`${e.build}/${e.dockerfile}`)}`} ${re(e.build)}`;return{command:`${P}docker build -t ${n}${o.slice(12)}`,told:o}}function Q({image:e,tag:t,platform:n}){let r=T(e),o=`docker image inspect ${r} >/dev/null 2>&1`;if(n===void 0)return`{ ${o} || docker pull ${r}; } && docker tag ${r} ${t}`;let s=T(n);return`{ ${`[ "$(docker image inspect -f '{{.Os}}/{{.Architecture}}' ${r} 2>/dev/null)" = ${s} ]`} || docker pull --platform ${s} ${r} || ${o}; } && docker tag ${r} ${t}`}function gt(e){let t=`docker image ls --format '{{.Repository}}:{{.Tag}}' | grep -E '(^|/)${q(e)}(\\.|$)'`;return`${P}failed=0; for tag in $(${t}); do docker rmi -f "$tag" || failed=1; done; exit $failed`}function ht(e,t,n,r){let{name:o,network:s,own:i,shared:a}=Dn(n),c=[`--name ${o}`,`--label ${i}=${o} --label ${a}=${s}`,`--network ${s} --network-alias ${n.service}`,"--add-host host.docker.internal:host-gateway",`-p "127.0.0.1:$PORT:${e.port}"`,`-e PORT=${e.port} -e TAILGATE_INSTANCE`,...t.map(f=>`-e ${f}`)],l=`docker network inspect ${s} >/dev/null 2>&1`,u=`docker network create --label ${a}=${s} ${s} >/dev/null`,m=[r,...e.command].map(T).join(" ");return{start:`${P}${l} || ${u} && docker run ${c.join(" ")} ${m}`,clear:[`${P}${Z("ps -a",`${i}=${o}`,"rm -fv")} || exit`,`[ -n "$(docker ps -aq --filter label=${a}=${s})" ] || ${Z("network ls",`${a}=${s}`,"network rm")}`].join(`
`),filter:`label=${i}=${o}`}}function Z(e,t,n){return`{ ids=$(docker ${e} -q --filter label=${t}) && { [ -z "$ids" ] || docker ${n} $ids; }; }`}var Gn=2e4;async function wt({filter:e},t,n){let r=async(p,h)=>{let g=await Me({file:"sh",arguments:["-c",P+p],environment:n,timeoutMs:Gn,signal:new AbortController().signal});if(g.kind==="ended"&&g.exitCode===0)return g.output;let k=g.kind==="not-started"?g.code:Ae(g.output,"last");throw new A({what:`The containers cannot be ${h}: \`docker\` said: ${k||"nothing"}.`,exitCode:H.unmeasured})},o=`ids=$(docker ps -q --no-trunc --filter ${e} --filter status=running)`,i=[...(await r(`${o} && { [ -z "$ids" ] || docker inspect -f '{{.Id}} {{.State.Pid}}' $ids; }`,"listed")).matchAll(/^([0-9a-f]{64}) (\d+)$/gm)].map(([,p,h])=>({id:p,pid:Number(h)}));if(i.length===0)return null;let a=i.map(({id:p,pid:h})=>ft(h,p,G)),c=i.flatMap(({pid:p})=>J(String(p))?.session??[]),l=Un(t),u=l!==null&&a.every(p=>p!==null),m=Promise.resolve(),f=(p,h,g)=>{let k=i.map(({id:S})=>S).join(" "),b=`left=$(docker ps -q --filter ${e} --filter status=${h}) && { [ -z "$left" ] || docker ${p} $left; }`,E=m.then(()=>r(`docker ${p} ${k} >/dev/null 2>&1 || { ${b}; }`,g));E.catch(()=>{}),m=E};return{groups:u?a:null,sessions:l===null?c:[...c,l],isForwarded:l!==null,halt:()=>f("pause","running","halted"),resume:()=>f("unpause","paused","let go on"),settled:async()=>{await m}}}function Un(e){return(O()??[]).find(({pid:n})=>{let r=G(`/proc/${n}/cmdline`)?.split("\0")??[];return r[0]?.endsWith("docker-proxy")&&r[r.indexOf("-host-port")+1]===String(e)})?.session??null}import{dirname as or,join as sr}from"node:path";var j=Ut(qt(),1);import{existsSync as bt,mkdirSync as er,readFileSync as $t,realpathSync as tr,rmSync as nr,writeFileSync as rr}from"node:fs";import{dirname as me,join as _}from"node:path";var I=class extends Error{path;hint;constructor(t,n,r){super(n),this.path=t,this.hint=r}};function kt(e,t){let n=e.services??{},r=[],o=qn(n,t.service),s=Object.fromEntries(o.map(i=>[i,Bn(i,n,t,e,r)]));return{file:{...e,services:s,networks:de(e.networks,(i,a)=>Xn(i,a,r)),volumes:de(e.volumes,(i,a)=>Zn(i,a,r))},pulled:o.flatMap(i=>{let{build:a,image:c,platform:l}=s[i],u=l!==void 0&&{platform:String(l)};return a===void 0?[{image:String(n[i].image),tag:String(c),...u}]:[]}),notes:r}}function qn(e,t){if(!Object.hasOwn(e,t)){let o=`It has ${Object.keys(e).join(", ")||"no service"}. One of a profile is there only with \`COMPOSE_PROFILES\`.`;throw new I(["services"],`The file has no service \`${t}\`.`,o)}let n=new Set([t]);for(let r of n){let{depends_on:o,links:s,volumes_from:i,...a}=e[r]??{},c=[...ee(s),...ee(i)].map(m=>m.split(":")[0]),l=["network_mode","ipc","pid"].flatMap(m=>/^service:(.+)$/.exec(String(a[m]))?.[1]??[]),u=[...Array.isArray(o)?o:Object.keys(o??{})];for(let m of[...u,...c,...l])Object.hasOwn(e,m)&&n.add(m)}return[...n]}function Bn(e,t,n,r,o){let{container_name:s,restart:i,ports:a,logging:c,profiles:l,pull_policy:u,external_links:m,...f}=t[e],p=["services",e];for(let S of["network_mode","pid","ipc"]){let x=String(f[S]);if(x.startsWith("container:")||S==="network_mode"&&x==="host")throw new I([...p,S],`\`${S}: ${x}\` of \`${e}\` is the same for both revisions, which run side by side.`,"Take it out: services of a compose file reach each other by name.")}m!==void 0&&o.push(`\`${e}\` has no \`external_links\``);let h=f.build?e:Hn(t,f.image),g=s!==void 0&&f.network_mode===void 0,k={...f,...h!==void 0&&{build:zn(t[h].build)},image:n.nameImage(h??`${e}-${Kn(f.image)}`),...(f.networks!==void 0||g)&&{networks:Jn(f.networks??["default"],g?[String(s)]:[])},...f.volumes!==void 0&&{volumes:f.volumes.map((S,x)=>Yn(Vn(S),[...p,"volumes",`${x}`],r,n,o))},...f.deploy!==void 0&&{deploy:{...f.deploy,restart_policy:void 0}}};if(e!==n.service)return k;let b=n.port??Qn([...St(a),...St(f.expose)],e),E=Object.fromEntries(n.env.map(S=>[S,null]));return{...k,ports:[`127.0.0.1:${n.hostPort}:${b}`],environment:{...f.environment,...E}}}function Hn(e,t){if(t!==void 0)return Object.keys(e).find(n=>{let{build:r,image:o}=e[n],s=[o,...ee(r?.tags)].map(yt);return r!==void 0&&s.includes(yt(t))})}function Kn(e){return String(e).replace(/[^\w.-]+/g,"-").slice(-60)}function yt(e){return/:[^/:]*$/.test(String(e))?String(e):`${e}:latest`}function zn(e){return typeof e=="string"?e:{...e,tags:void 0}}function Jn(e,t){let n=Array.isArray(e)?Object.fromEntries(e.map(r=>[r,null])):e;return de(n,r=>{let o=[...ee(r?.aliases),...t];return o.length===0?{}:{aliases:o}})}function Vn(e){if(typeof e!="string")return e;let[t="",n,r=""]=e.split(":");if(n===void 0)return{type:"volume",target:t};let o=r.split(",").includes("ro")&&{read_only:!0};return{type:t.startsWith("/")?"bind":"volume",source:t,target:n,...o}}function Yn(e,t,{volumes:n},{own:r,exists:o},s){let i=String(e.source);if(e.type!=="bind")return e;let a=r.some(c=>i===c||i.startsWith(`${c}/`));if(a&&!o(i))return s.push(`${i} is not in the revision, so \`${t[1]}\` has an empty volume there`),{type:"volume",target:e.target};if(a||e.read_only===!0)return e;throw new I(t,`\`${t[1]}\` may write to ${i}, which both revisions would share.`,`Mount it read-only (\`:ro\`), or a volume in its place${n?`: ${Object.keys(n).join(", ")}`:""}.`)}function Xn(e,t,n){return e?.external&&n.push(`the external network \`${t}\` is another one in each instance, and nobody else is in it`),e?.internal?{internal:!0}:{}}function Zn(e,t,n){let{external:r,driver:o,driver_opts:s}=e??{},i=String(s?.device??""),a=/[/:]/.test(i);return(r||a)&&n.push(`the volume \`${t}\` is another one in each instance, and empty`),r||a||s===void 0?{}:{driver:o,driver_opts:s}}function St(e){return(e??[]).map(t=>{let n=typeof t=="object"?t.target:String(t).split(":").at(-1);return String(n).split("/")[0]})}function Qn(e,t){let[n,...r]=[...new Set(e)];if(n!==void 0&&r.length===0&&/^\d+$/.test(n))return n;let o=n===void 0?"names no port":`has the ports ${[n,...r].join(", ")}`;throw new I(["services",t],`\`${t}\` ${o}.`,"Say in tailgate.yml at which one it is asked: `compose: {file: \u2026, service: \u2026, port: 8080}`.")}function ee(e){return Array.isArray(e)?e.map(String):[]}function de(e,t){return Object.fromEntries(Object.entries(e??{}).map(([n,r])=>[n,t(r,n)]))}var fe=`${P}compose() { if docker compose version >/dev/null 2>&1; then docker compose "$@"; else docker-compose "$@"; fi; }
`;function B({run:e,instance:t,service:n}){return`${e}-${t}-${n}`}function vt({file:e},{folder:t,names:n}){return er(t,{recursive:!0,mode:448}),`${fe}umask 077; compose -f ${T(e)} config > ${T(_(t,`${B(n)}.yml`))}`}function Et(e,t){let{directory:n,folder:r,names:o}=t,s=_(r,`${B(o)}.yml`),i=(0,j.parse)($t(s,"utf8"));nr(s);let a=kt(i,{service:e.service,port:e.port,hostPort:t.hostPort,env:t.env,own:[xt(n),n,me(_(n,e.file))].flatMap(l=>[l,tr(l)]),exists:bt,nameImage:t.nameImage}),c=_(r,`${B(o)}.json`);return rr(c,JSON.stringify(a.file),{mode:384}),{...a,path:c}}function xt(e,t=e){return bt(_(t,".git"))?t:me(t)===t?e:xt(e,me(t))}function Tt({path:e,file:t,pulled:n},r){let s=Object.values(t.services??{}).some(({build:i})=>i!==void 0)?`compose -p ${B(r)} -f ${T(e)} build`:":";return fe+[s,...n.map(Q)].join(" && ")}function Ct({path:e,pulled:t},{service:n},r){let o=B(r),s=`label=com.docker.compose.project=${o}`,i=`docker ps -aq --filter ${s}`,a=[fe,...t.map(u=>`docker image inspect ${u.tag} >/dev/null 2>&1 || { ${Q(u)}; } || exit`),"unset PORT",`said=$(compose -p ${o} -f ${T(e)} up -d --no-build 2>&1) || {`,'  code=$?; echo "$said"',`  for id in $(${i}); do docker inspect -f '{{.Name}}: {{.State.Status}}, exit code {{.State.ExitCode}}' $id; docker logs --tail 20 $id; done`,"  exit $code","}",`id=$(${i} --filter label=com.docker.compose.service=${T(n)})`,"docker logs -f $id; exit $(docker wait $id)"].join(`
`),l=[["ps -a","rm -fv"],["network ls","network rm"],["volume ls","volume rm"]].map(([u,m])=>Z(u,s.replace("label=",""),m)).join(" && ");return{start:a,clear:P+l,filter:s}}function Pt({path:e},t,n){let r=new j.LineCounter,o=(0,j.parseDocument)($t(_(t,n),"utf8"),{lineCounter:r});for(let s=e.length;s>0;s--){let i=o.getIn(e.slice(0,s),!0);if(i?.range)return`${n}:${r.linePos(i.range[0]).line}`}return n}async function Ot(e,t,n,r,{built:o,progress:s}){let i=pe(e,t,`build-${e.arm}`),a=n.kind==="image"?pt(n,te(e,t)):await ir(e,t,n,r,{names:i,progress:s});if(a===null)return;let c={command:gt(te(e,t)),told:"removing the images",directory:e.config.directory,ports:{},service:t.name,instance:`${He}${e.arm}`,env:{}},{env:l,logPath:u}=r;o.push({service:t,group:null,env:l,logPath:u,stop:null,clear:e.keeper.owe(c),cleanup:null}),await M(e,a.command,{...r,told:a.told})}async function ir(e,t,n,r,{names:o,progress:s}){let i=new Map([[`${t.name}.PORT`,0]]),a=D(t.name,"build",i,e.environment),c=Object.entries(t.env).map(([f,p])=>[f,W(p,a,`env.${f} of ${t.name}`)]),l=R(e.environment,{TAILGATE_INSTANCE:"build",...Object.fromEntries(c)}),u=await Rt(e,t,n,{...r,env:l},{names:o,hostPort:0});if(u===null)return null;let m=e.arm==="base"?" (base)":"";for(let f of u.notes)s.note(`${n.file}${m}: ${f}`);return{command:Tt(u,o),told:`docker compose build, or a pull, of ${n.file}`}}async function It(e,t,n,r,{hostPort:o,...s}){let i=pe(e,t,r);if(n.kind==="image")return ht(n,Object.keys(t.env),i,q(te(e,t)));let a=await Rt(e,t,n,s,{names:i,hostPort:o});return a&&Ct(a,n,i)}async function Rt(e,t,n,r,{names:o,hostPort:s}){let{directory:i}=e.config,a={directory:i,folder:sr(or(e.logFolder),"compose"),names:o,hostPort:s,env:Object.keys(t.env),nameImage:u=>q(te(e,t,`.${u}`))},c=`docker compose -f ${n.file} config`,l={...r.env,PORT:n.port?.toString()??e.environment.PORT};if(await M(e,vt(n,a),{...r,env:l,told:c}),e.signal.aborted)return null;try{return Et(n,a)}catch(u){if(!(u instanceof I))throw u;let{message:m,hint:f}=u,p=Pt(u,i,n.file);throw e.arm==="base"?new C("build-failed","base",t.name,`${p}: ${m}`,""):new A({what:m,where:p,hint:f})}}function pe({keeper:e},{name:t},n){return{run:`tailgate-${e.mark.TAILGATE_RUN.slice(0,8)}`,instance:n,service:t}}function te(e,t,n=""){let r=pe(e,t,e.arm??"head");return{...r,service:r.service+n}}function Nt(e,t,n,r){let o=O()??[],s=new Set(z(o,n).map(({pid:c})=>c)),i=new Set(qe(e,{instance:t}).map(({pid:c})=>c)),a=o.filter(({pid:c,session:l})=>l>1&&i.has(c)&&!s.has(c));return[...new Set(a.map(({session:c})=>c))].filter(c=>{let l=rt([c])??[];return l.length>0&&l.every(({port:u})=>r.includes(u))})}import{Agent as ur}from"node:https";import{connect as dr}from"node:net";import{setTimeout as Lt}from"node:timers/promises";import{stripVTControlCharacters as mr}from"node:util";import{runInNewContext as fr}from"node:vm";import{readFileSync as ar}from"node:fs";import{join as cr}from"node:path";function Mt(e){return"ca"in e?{ca:e.ca}:{rejectUnauthorized:!1}}var lr=/-----BEGIN CERTIFICATE-----(?:(?!-----BEGIN ).)+?-----END CERTIFICATE-----/gs;function ge(e,t){if(!("ca"in e))return e;let n;try{n=ar(cr(t,e.ca),"utf8")}catch(o){throw new Error(`\`tls.ca\` cannot be read: ${o.message}`)}let r=(n.match(lr)??[]).join(`
`);if(r==="")throw new Error(`\`tls.ca\` has no certificate in PEM: ${e.ca}`);return{ca:r}}var Ft=50,ne=2e3,pr=200;async function we(e,t,n){let r=performance.now()+e.ready.timeoutSeconds*1e3,o=e.ready.kind==="log"?$r(e,e.ready.pattern):null,s="nothing was tried yet";for(;!n.aborted;){let i=t();if(i!==null)return i;let a=await gr(e,o,n);if(a===null)return t();if(s=a,performance.now()>r)return`not ready after ${e.ready.timeoutSeconds} s: ${s}`;await Lt(Ft)}return"interrupted"}async function gr(e,t,n){let r;try{r=e.readTrust?.()}catch(o){return o.message}return t!==null?t():e.ready.kind==="http"?hr(e.url.replace(/\/$/,"")+e.ready.path,r,n):jt(e.host,e.port,e.isForwarded?pr:0)}async function hr(e,t,n){let r=AbortSignal.any([n,AbortSignal.timeout(ne)]),o=t&&e.startsWith("https:")?new ur(Mt(t)):void 0;try{let s=await Le(e,{redirect:"manual",signal:r,agent:o});return s.body?.resume(),s.status<500?null:`${e} answered ${s.status}`}catch(s){let{name:i,message:a,code:c}=s;return i==="AbortError"?`${e} gave no answer within ${ne/1e3} s`:c!==void 0&&wr.test(c)?`${a}; ${yr(e,t)}`:a}}var wr=/SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/;function yr(e,t){return t!==void 0?"`tls.ca` has another one":xe(e,[])===null?"name it with `tls: {ca: FILE}`, or accept any with `tls: {insecure: true}`":"this machine must trust it by itself"}var Sr=2e3;async function _t(e,t){let n=performance.now()+Sr;for(;await jt(e,t)===null;){if(performance.now()>n)return!0;await Lt(Ft)}return!1}function jt(e,t,n=0){return new Promise(r=>{let o=dr({host:e,port:t,timeout:ne}),s=i=>{o.destroy(),r(i)};o.once("connect",()=>n===0?s(null):setTimeout(s,n,null)),n>0&&o.resume().once("end",()=>s("it takes no connection yet")),o.once("timeout",()=>s(`no connection to ${e}:${t} within ${ne/1e3} s`)),o.once("error",i=>s(i.message||`no connection to ${e}:${t}`))})}var kr=80,he=2**20,br=1e4,At=1e3;function $r({logPath:e,logFrom:t},n){let r=new RegExp(n),o=new RegExp(n,"i"),s,i=t,a=!1;return()=>{L(e)<i&&(i=t);let c=_e(e,i,he),l=c.toString("utf8").split(/\r\n|[\n\r\u2028\u2029]/);a&&l.shift(),l.at(-1)===""&&l.pop();let u=()=>l.some(p=>{let h=mr(p.slice(0,br));return r.test(h)?!0:(s??=o.exec(h)?.[0].slice(0,kr),!1)});try{if(l.length>0&&fr("isReady()",{isReady:u},{timeout:At}))return null}catch(p){let{code:h,message:g}=p;return h!=="ERR_SCRIPT_EXECUTION_TIMEOUT"?g:`/${n}/ takes more than ${At/1e3} s for its output: give \`ready.log\` an expression without repetitions in each other, such as \`(a+)+\``}let m=c.lastIndexOf(`
`)+1;(m>0||c.length===he)&&(a=m===0),i+=a&&c.length===he?c.length:m;let f=`no line of its output matches /${n}/`;return s===void 0?f:`${f}; one has \`${s}\`, with other small and capital letters: write \`ready.log\` as the service writes it`}}async function Ds(e,t){let{config:n,shared:r}=e,o=n.services.filter(g=>!r.has(`${g.name}.PORT`)),s=n.services.find(g=>g.name===n.target),i=performance.now(),{portOf:a,lastWords:c,...l}=await Wt(e,o,t),u;try{s.tls&&!e.signal.aborted&&(u=ge(s.tls,n.directory))}catch(g){throw await l.stop(),g}let m=D(s.name,t,a,e.environment),f=(g,k)=>W(g,m,`request to ${s.name}`,k),p=o.some(({start:g})=>g!==void 0),h=p?performance.now()-i:void 0;return{...l,portOf:a,lastWords:()=>c(s.name),startupMs:h,readyAt:p?Date.now():null,targetUrl:f(s.url).replace(/\/$/,""),trust:u,fill:f}}async function Gs(e){await xr(e);let t=e.config.services.filter(({scope:r,start:o})=>r==="run"&&o!==void 0),n=await Wt(e,t,"run");return n.findDaemons(),n}async function Wt(e,t,n){let r=t.flatMap(ve),o=await ct(r.length),s=new Map([...e.shared,...r.map((d,y)=>[d,o[y]])]),i=[];try{for(let d of t){if(e.signal.aborted)break;await Tr(e,d,n,s,i)}}catch(d){throw await ue(e,i,n),d}let a=i.flatMap(({service:d,group:y,logPath:w,containers:v})=>y?[{service:d,group:y,logPath:w,containers:v}]:[]),c=a.flatMap(({containers:d})=>d??[]),l=a.filter(({service:d})=>d.halt!=="never"),u=l.flatMap(({containers:d})=>d??[]),m=({service:d})=>!d.isRelay&&!d.container,f=d=>d.map(({group:y})=>y.pid),p=a.filter(({service:d})=>d.isRelay),h=[e.config.target,...p.flatMap(({service:d})=>d.needs)],g=a.filter(({service:d,containers:y})=>y?.isForwarded&&h.includes(d.name)),k=a.some(({service:d})=>d.container!==void 0),b=f(a.filter(m)),E=[],S=at(l.flatMap(({service:d,group:y})=>d.container===void 0?[y]:[]),E,d=>e.keeper.standStill(n,d)),x=!1;return{portOf:s,sessions:b,relays:[...f(a.filter(d=>!m(d))),...c.flatMap(({sessions:d})=>d)],groups:c.flatMap(({groups:d})=>d??[]),hops:1+p.length+g.length,isHidden:c.some(({groups:d})=>d===null),crashed:Promise.race([...a.map(({group:d})=>d.exited),new Promise(()=>{})]).then(()=>{}),crash(){if(x)return null;let d=a.find(({group:y})=>y.exit()!==null);return d?{service:d.service.name,exit:F(d.group.exit()),log:N(d.logPath)}:null},lastWords(d){let y=a.find(({service:v})=>v.name===d),w=y?N(y.logPath):"";return w===""?null:{service:d,log:w}},findDaemons(){if(k)return;let d=Nt(e.keeper.mark.TAILGATE_RUN,n,f(a),o);b.push(...d),l.length===a.length&&E.push(...d)},halt(){S.halt();for(let d of u)d.halt()},resume(){S.resume();for(let d of u)d.resume()},async stop(){x=!0;let d=await Promise.allSettled(c.map(w=>w.settled()));await ue(e,i,n);let y=d.find(w=>w.status==="rejected");if(y!==void 0&&!e.signal.aborted)throw y.reason}}}var Er=60;async function xr(e){for(let{name:t,host:n,port:r}of e.config.external){let s=await we({ready:{kind:"tcp",timeoutSeconds:Er},url:null,host:n,port:r,logPath:"",logFrom:0},()=>null,e.signal);if(s!==null&&!e.signal.aborted)throw new C("not-ready",e.arm,t,s,"")}}async function Tr(e,t,n,r,o){let s=D(t.name,n,r,e.environment),i=(w,v)=>W(w,s,`${v} of ${t.name}`),a=Object.entries(t.env).map(([w,v])=>[w,i(v,`env.${w}`)]),c=r.get(`${t.name}.PORT`),l=R(e.environment,{...Ee(t.name,r),TAILGATE_INSTANCE:n,...Object.fromEntries(a)}),u=vr(e.logFolder,`${t.name}.${n}.log`),m=t.url===void 0?null:i(t.url,"url");m!==null&&t.name===e.config.target&&Te(m,e.config,`url of ${t.name}`),m!==null&&t.tls&&Ce(m,`url of ${t.name}`);let f=m===null?null:new URL(m),p={ready:t.ready,url:m,host:f?.hostname.replace(/^\[|\]$/g,"")??"127.0.0.1",port:f?Number(f.port||(f.protocol==="https:"?443:80)):c,logPath:u,logFrom:0,isForwarded:t.container!==void 0,...t.tls&&{readTrust:()=>ge(t.tls,e.config.directory)}},h=[...r.values()].includes(p.port);if(t.start!==void 0&&!h&&await _t(p.host,p.port)){let w=`something else already listens on ${p.host}:${p.port}, the address of its \`url\``;throw new C("not-ready",e.arm,t.name,w,"")}let g={service:t,group:null,env:l,logPath:u,stop:null,clear:null,cleanup:null};o.push(g);let k=(w,v)=>e.keeper.owe({command:w,told:v,directory:e.config.directory,ports:Object.fromEntries(r),service:t.name,instance:n,env:t.env});t.stop.kind==="command"&&(g.stop=k(t.stop.command)),t.cleanup!==void 0&&(g.cleanup=k(t.cleanup));let b={service:t.name,env:l,logPath:u,kind:"not-ready"};t.prepare!==void 0&&await M(e,t.prepare,{...b,key:"prepare"});let{container:E}=t,S=E&&await It(e,t,E,n,{...b,key:"start",hostPort:c});if(t.start!==void 0&&!e.signal.aborted){let{keeper:w,config:v,preload:ye}=e;S&&(g.clear=k(S.clear,Be)),p.logFrom=L(u);let Gt=ye&&{NODE_OPTIONS:mt(l.NODE_OPTIONS,ye)};g.group=await U({command:S?.start??t.start,cwd:v.directory,env:{...l,...Gt},logPath:u,keeper:w})}if(e.config.pods!==void 0)return;let{group:x}=g,d=()=>{let w=x?.exit()??null;return w===null?null:`it ended with ${F(w)} before it was ready`},y=R(e.environment);do{let w=await we(p,d,e.signal);if(e.signal.aborted)return;if(w!==null)throw new C("not-ready",e.arm,t.name,w,N(u));S&&(g.containers=await wt(S,c,y))}while(g.containers===null)}import{join as Cr}from"node:path";async function zs(e,t,n,r=""){let o=R(e.environment),s=a=>{n.phase(`building ${a}${r}`);let c=Cr(e.logFolder,`${a}.${e.arm}.build.log`);return{service:a,key:"build",env:o,logPath:c,kind:"build-failed"}},{services:i}=e.config;for(let{name:a,build:c}of i)c!==void 0&&!e.signal.aborted&&await M(e,c,s(a));for(let a of i){let{name:c,container:l}=a;l!==void 0&&!e.signal.aborted&&await Ot(e,a,l,s(c),{built:t,progress:n})}}var Pr=1;function Xs(e){let t=e.map(({weight:c})=>c),n=t.reduce(Dt),r=t.map(c=>c/n),o=r.flatMap((c,l)=>Array.from({length:c},()=>l)),s=Je(Pr);for(let c=o.length-1;c>0;c--){let l=s.index(c+1);[o[c],o[l]]=[o[l],o[c]]}let i=r.map(()=>0),a=o.map(c=>i[c]++);return{order:o,ranks:a,counts:r}}function Dt(e,t){return t===0?e:Dt(t,e%t)}function Zs(e,t,n,r){let o=[],s=0;for(let{name:i,offset:a,length:c}of $e(e)){let l=i.startsWith("data.")?t.indexOf(i.slice(5)):-1;if(l<0)continue;let u=a+c,m=n==="json"&&Or(e,a,u);o.push(r(e.slice(s,m?a-1:a)),{column:l,as:m?"value":n}),s=m?u+1:u}return o.length===0?r(e):[...o,r(e.slice(s))]}function Or(e,t,n){return e[t-1]==='"'&&e[t-2]!=="\\"&&e[n]==='"'&&e[n+1]!==":"}export{No as a,Io as b,C as c,ue as d,rt as e,Mt as f,Ds as g,Gs as h,Jr as i,et as j,Xs as k,Zs as l,zs as m,oe as n,Ve as o,so as p};
