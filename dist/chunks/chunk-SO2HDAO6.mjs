import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{b as Ge}from"./chunk-XDGIBORD.mjs";import{a as le,b as C,u as et}from"./chunk-N5WYJCZ4.mjs";import{b as Re,c as Ne,e as Me,o as Fe,r as Zt}from"./chunk-LJ4BY777.mjs";import{a as qe,b as _,c as Be,d as A,f as He,g as Ke,h as ze,i as Je,k as Ve,m as K,n as j,o as Xe,p as Ze,s as Qe}from"./chunk-QUQKIIAI.mjs";import{g as _e,k as Y,n as R,p as V,q as Ye,s as H,t as X}from"./chunk-YP4ZYU4I.mjs";import{b as Ae,f as Le,i as Ue,l as De}from"./chunk-6DIU2OXL.mjs";import{b as tt}from"./chunk-2RRE6MSS.mjs";import{r as Pe,t as q,v as Oe,w as Ie,x as B}from"./chunk-YM5NTYMP.mjs";import{a as F,b as I,c as xe}from"./chunk-5LE4WRTK.mjs";import{a as je,b as We}from"./chunk-TINSQFZZ.mjs";import{b as M,c as Te,d as Ce}from"./chunk-FA2ZNKOJ.mjs";import{d as Xt}from"./chunk-JLN3Y4HN.mjs";import{rmSync as Qt}from"node:fs";import{connect as en,createServer as tn}from"node:net";import{join as nn}from"node:path";import{setTimeout as rn}from"node:timers/promises";function ue(e){let t=e||"tailgate-measuring";return process.platform==="linux"?`\0${t}`:nn(Y(process.env),`${t}.sock`)}async function nt(e,t,n=ue(),r=Number.POSITIVE_INFINITY){let o=!1,s=performance.now()+r*6e4;for(;!t.aborted;){let i=await on(n);if(i)return()=>{i.close()};let a=await sn(n);if(a===null&&!n.startsWith("\0")&&Qt(n,{force:!0}),!o&&a!==null&&(e.phase(`waiting: another Tailgate measures on this machine (pid ${a})`),o=!0),performance.now()>s)throw new I({what:`Nothing was measured: this run has waited for other runs on this machine for ${r} minutes${a===null?"":`, now for pid ${a}`}.`,hint:"Run this job again later. If no other job runs on this machine, end that process.",exitCode:F.unmeasured});await rn(a===null?20:100)}throw new xe(String(t.reason))}function on(e){return new Promise((t,n)=>{let r=tn(o=>o.on("error",()=>{}).end(String(process.pid)));r.once("error",o=>o.code==="EADDRINUSE"?t(null):n(o)),r.listen(e,()=>{r.unref(),t(r)})})}function sn(e){return new Promise(t=>{let n="",r=en(e);r.setTimeout(1e3,()=>r.destroy()),r.on("data",o=>{n+=o,n.length>10&&r.destroy()}),r.once("error",()=>t(null)),r.once("close",()=>t(/^\d{1,10}$/.test(n)?n:"unknown"))})}function rt(e,t){let n=AbortSignal.timeout(t);return n.addEventListener("abort",()=>{},{once:!0}),AbortSignal.any([e,n])}import{lookup as un}from"node:dns";import{Agent as dn}from"node:http";import{Agent as mn}from"node:https";import{connect as pn}from"node:net";import{setTimeout as it}from"node:timers/promises";import{stripVTControlCharacters as fn}from"node:util";import{runInNewContext as gn}from"node:vm";import{readFileSync as an}from"node:fs";import{join as cn}from"node:path";function ot(e){return"ca"in e?{ca:e.ca}:{rejectUnauthorized:!1}}var ln=/-----BEGIN CERTIFICATE-----(?:(?!-----BEGIN ).)+?-----END CERTIFICATE-----/gs;function de(e,t){if(!("ca"in e))return e;let n;try{n=an(cn(t,e.ca),"utf8")}catch(o){throw new Error(`\`tls.ca\` cannot be read: ${o.message}`)}let r=(n.match(ln)??[]).join(`
`);if(r==="")throw new Error(`\`tls.ca\` has no certificate in PEM: ${e.ca}`);return{ca:r}}var at=50,Z=2e3,hn=200;async function fe(e,t,n){let r=performance.now()+e.ready.timeoutSeconds*1e3,o=e.ready.kind==="log"?xn(e,e.ready.pattern):null,s="nothing was tried yet";for(;!n.aborted;){let i=t();if(i!==null)return i;let a=await wn(e,o,n);if(a===null)return t();if(s=a,performance.now()>r)return`not ready after ${e.ready.timeoutSeconds} s: ${s}`;await it(at)}return"interrupted"}async function wn(e,t,n){let r;try{r=e.readTrust?.()}catch(o){return o.message}return t!==null?t():e.ready.kind==="http"?yn(e.url.replace(/\/$/,"")+e.ready.path,r,n):lt(e.host,e.port,e.isForwarded?hn:0)}async function yn(e,t,n){let r=rt(n,Z);if(!URL.canParse(e))return"Invalid URL";let o=new URL(e).protocol==="https:"?new mn({...pe,...t&&ot(t)}):new dn(pe),s=Sn(e);if(s===null)return"user or password in the `url` has a `%` that begins no escape: write it as `%25`";let{url:i,headers:a}=s;try{let c=await Ge(i,{redirect:"manual",signal:r,agent:o,headers:a});return c.body?.resume(),c.status<500?null:`${i} answered ${c.status}`}catch(c){let{name:l,message:u,code:d}=c;return l==="AbortError"?`${i} gave no answer within ${Z/1e3} s`:d!==void 0&&kn.test(d)?`${u}; ${bn(i,t)}`:u}}var pe={autoSelectFamily:!1,lookup:((e,t,n)=>un(e,{...t,verbatim:!1},n))};function Sn(e){let t=new URL(e);if(t.username===""&&t.password==="")return{url:e,headers:{}};let n;try{n=[t.username,t.password].map(decodeURIComponent).join(":")}catch{return null}return t.username="",t.password="",{url:t.href,headers:{authorization:`Basic ${Buffer.from(n).toString("base64")}`}}}var kn=/SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/;function bn(e,t){return t!==void 0?"`tls.ca` has another one":Re(e,[])===null?"name it with `tls: {ca: FILE}`, or accept any with `tls: {insecure: true}`":"this machine must trust it by itself"}var $n=2e3;async function ct(e,t){let n=performance.now()+$n;for(;await lt(e,t)===null;){if(performance.now()>n)return!0;await it(at)}return!1}function lt(e,t,n=0){return new Promise(r=>{let o=pn({host:e,port:t,timeout:Z,...pe}),s=i=>{o.destroy(),r(i)};o.once("connect",()=>n===0?s(null):setTimeout(s,n,null)),n>0&&o.resume().once("end",()=>s("it takes no connection yet")),o.once("timeout",()=>s(`no connection to ${e}:${t} within ${Z/1e3} s`)),o.once("error",i=>s(i.message||`no connection to ${e}:${t}`))})}var vn=80,me=2**20,En=1e4,st=1e3;function xn({logPath:e,logFrom:t},n){let r=new RegExp(n),o=new RegExp(n,"i"),s,i=t,a=!1;return()=>{_(e)<i&&(i=t);let c=Be(e,i,me),l=c.toString("utf8").split(/\r\n|[\n\r\u2028\u2029]/);a&&l.shift(),l.at(-1)===""&&l.pop();let u=()=>l.some(f=>{let g=fn(f.slice(0,En));return r.test(g)?!0:(s??=o.exec(g)?.[0].slice(0,vn),!1)});try{if(l.length>0&&gn("isReady()",{isReady:u},{timeout:st}))return null}catch(f){let{code:g,message:h}=f;return g!=="ERR_SCRIPT_EXECUTION_TIMEOUT"?h:`/${n}/ takes more than ${st/1e3} s for its output: give \`ready.log\` an expression without repetitions in each other, such as \`(a+)+\``}let d=c.lastIndexOf(`
`)+1;(d>0||c.length===me)&&(a=d===0),i+=a&&c.length===me?c.length:d;let p=`no line of its output matches /${n}/`;return s===void 0?p:`${p}; one has \`${s}\`, with other small and capital letters: write \`ready.log\` as the service writes it`}}import{createHash as In}from"node:crypto";import{existsSync as pt,mkdirSync as Rn,readdirSync as Nn,readFileSync as Mn,symlinkSync as An,writeFileSync as Ln}from"node:fs";import{dirname as ge,join as E,resolve as Fn}from"node:path";import{fileURLToPath as _n}from"node:url";var ut=`/** Opens the files of \`k6/experimental/fs\`, and so those of \`k6/experimental/csv\`, beside the script. */
import * as fs from 'k6/experimental/fs';
import { locate } from './books.js';

export const open = (path) => fs.open(locate(String(path)));
export const { SeekMode, FSError } = fs;
export default { ...fs, open };
`;var dt=`/** Counts what a script does with \`k6/net/grpc\`: calls, and streams by the time to their first message. */
import * as grpc from 'k6/net/grpc';
import { begin, CODES, locate, overlay } from './books.js';

/** Clients as k6 knows them, for streams, and those that the script has closed. */
const originals = new WeakMap();
const closed = new WeakSet();

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
      closed.delete(client);
      try {
        return client.connect(...args);
      } catch (error) {
        begin().fail(CODES.grpc + 14, \`cannot connect: \${error?.message ?? error}\`);
        throw error;
      }
    },
    close() {
      closed.add(client);
      return client.close();
    },
    healthCheck(...args) {
      const call = begin();
      try {
        const response = client.healthCheck(...args);
        call.answer();
        return response;
      } catch (error) {
        failWith(call, error);
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
  const original = originals.get(client) ?? client;
  const stream = new grpc.Stream(original, ...args);
  const first = begin();
  let isWritten = false;
  stream.on('data', first.answer);
  // A stream that only the client feeds is answered when it ends.
  stream.on('end', first.answer);
  // Its end is an error where the script closes the connection.
  stream.on('error', (error) => {
    if (closed.has(original)) first.drop();
    else failWith(first.isOpen() ? first : begin(), error);
  });
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
`;var mt=`/** Counts the commands that a script sends with \`k6/experimental/redis\`. */
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
          const text = \`\${error?.message ?? error}\`;
          // k6 throws this for a key that is not there.
          if (text === 'redis: nil') request.answer();
          else request.fail(CODES.redis, text.slice(0, 300));
          throw error;
        },
      );
    };
  const commands = Object.keys(client).filter((name) => typeof client[name] === 'function');
  return overlay(client, Object.fromEntries(commands.map((name) => [name, count(client[name])])));
}

export default { Client };
`;var Q=`/** Counts what a script does with \`k6/websockets\` and \`k6/ws\`: connections, and the first message of each. */
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
`;var ee={"k6/experimental/fs":{file:"fs.js",text:ut},"k6/net/grpc":{file:"grpc.js",text:dt},"k6/websockets":{file:"websockets.js",text:Q},"k6/experimental/websockets":{file:"websockets.js",text:Q},"k6/ws":{file:"websockets.js",text:Q},"k6/experimental/redis":{file:"redis.js",text:mt}},he=/(\bfrom|\bimport|\bimport\(|\brequire\()(\s{0,20})(["'])([^"'\n]{1,500})\3/g,ft="mirrors",jn=500;function Co(e,t,n){let r=Dn(e),o=[...r].filter(([,a])=>Wn(a).length>0);if(o.length===0)return e;let s=E(t,ft,In("sha256").update(e).digest("hex").slice(0,8)),i=a=>E(s,a);if(!pt(i(e))){let a=new Map(o.map(([l,u])=>[l,Un(u,t)])),c=Gn([E(n,"-"),...r.keys()]);if(ht(c,i(c),a),!pt(i(e)))throw new Error(`${e} could not be mirrored`);for(let{file:l,text:u}of Object.values(ee))Ae(E(t,l),u)}return i(e)}function gt(e,t){let[n,...r]=e.split(E(t,ft,"/"));return[n,...r.map(o=>o.slice(o.indexOf("/")))].join("")}function Wn(e){return[...e.matchAll(he)].map(([,,,,t])=>t).filter(t=>t in ee)}function Un(e,t){return e.replace(he,(n,r,o,s,i)=>i in ee?`${r}${o}${s}${E(t,ee[i].file)}${s}`:n)}function Dn(e){let t=new Map,n=[e];for(let r=n.pop();r!==void 0&&t.size<jn;r=n.pop()){if(t.has(r)||!Le(r))continue;let o=Mn(r,"utf8");t.set(r,o);for(let[,,,,s]of o.matchAll(he))s.startsWith("file://")?n.push(_n(s)):/^\.{0,2}\//.test(s)&&n.push(Fn(ge(r),s))}return t}function Gn([e,...t]){let n=ge(e);for(;t.some(r=>!r.startsWith(E(n,"/")));)n=ge(n);return n}function ht(e,t,n){Rn(t,{recursive:!0});let r=E(e,"/"),o=[...n.keys()].filter(i=>i.startsWith(r)),s=new Set(o.map(i=>i.slice(r.length).split("/")[0]));for(let i of new Set([...qn(e),...s])){let a=E(e,i),c=n.get(a);c!==void 0?Ln(E(t,i),c):s.has(i)?ht(a,E(t,i),n):An(a,E(t,i))}}function qn(e){try{return Nn(e)}catch{return[]}}var Bn=40,Hn=3500;async function jo(e,{progress:t,signal:n,environment:r,keepPath:o},s){let i=Te(r,e.secrets);We(i),Y(r),o&&ze(o);let a=r.CI==="true"?Bn:void 0,c=await nt(t,n,ue(r.TAILGATE_LOCK),a),l=He(),u=null,d=new AbortController;try{for(let p of await Qe())t.note(`clearing up after an earlier run: ${p}`);return u=et(l.path,e.secrets),Ke(l),await s({workspace:l,keeper:u,secrets:i,grace:Kn(n,d.signal)})}finally{t.done(),await we(t,"not cleared up",()=>u?.close()),d.abort(),c();let p=h=>Ce(h,i),f=h=>gt(p(h),l.k6);await we(t,"not kept",()=>o&&Je(l,o,f));let g=u?.listOwed()??[];for(let h of g)t.note(p(`not cleared up, and tried once more by the next run: ${h}`));g.length===0&&await we(t,"not removed",()=>_e(l.path))}}async function we(e,t,n){try{await n()}catch(r){e.note(`${t}: ${r.message}`)}}function Kn(e,t){let n=Number.POSITIVE_INFINITY,r=()=>{n=performance.now()+Hn};return e.addEventListener("abort",r,{signal:t}),o=>Math.max(100,Math.min(o,n-performance.now()))}import{readdirSync as zn,readlinkSync as Jn}from"node:fs";var Yn="0A";function te(e){let t=R();if(t===null)return null;let n=V(t,e),r=new Set(n.flatMap(({pid:i})=>Vn(i))),o=["tcp","tcp6"].flatMap(i=>Xn(`/proc/net/${i}`)),s=new Map;for(let{inode:i,host:a,port:c}of o)!r.has(i)||a===null||(!s.has(c)||a==="127.0.0.1")&&s.set(c,{host:a,port:c});return[...s.values()]}function Vn(e){try{return zn(`/proc/${e}/fd`).flatMap(t=>{try{return/^socket:\[(\d+)\]$/.exec(Jn(`/proc/${e}/fd/${t}`))?.[1]??[]}catch{return[]}})}catch{return[]}}function Xn(e){return(H(e)??"").split(`
`).flatMap(t=>{let n=t.trim().split(/\s+/),[r,o]=n[1]?.split(":")??[];return n[3]!==Yn||r===void 0||o===void 0?[]:[{inode:n[9],host:Zn(r),port:Number.parseInt(o,16)}]})}function Zn(e){return/^0+$/.test(e)||/^(?:0{16}FFFF0000)?\w{6}7F$/.test(e)?"127.0.0.1":e==="00000000000000000000000001000000"?"[::1]":null}function wt(e,{arm:t,config:n},r,o=n.target){let s=e instanceof I&&e.exitCode===F.configuration;if(t!=="base"||!s||n.deployments!==void 0)return e;let{where:i,message:a}=e;return new O(r,t,o,i?`${i}: ${a}`:a,"")}var O=class extends Error{kind;arm;service;log;other=null;constructor(t,n,r,o,s){super(o),this.kind=t,this.arm=n,this.service=r,this.log=s}};import{once as Qn}from"node:events";import{setTimeout as yt}from"node:timers/promises";var Se=1e4,er=3e4,tr=500,nr=1e3;async function rr(e,t,n,r){let{config:o,keeper:s,signal:i}=e,a=await K({command:t,cwd:o.directory,env:n,logPath:r,keeper:s}),c=new AbortController,l=Qn(i,"abort",{signal:c.signal}).catch(()=>{});return i.aborted||await Promise.race([a.exited,l]),c.abort(),await a.stop("SIGTERM",Se,e.grace),a.exit()??{code:null,signal:"SIGTERM"}}async function L(e,t,n){let{service:r,key:o,told:s=t,env:i,logPath:a,kind:c}=n,l=await rr(e,t,i,a);if(l.code===0||e.signal.aborted)return;let u=`\`${o}\` ended with ${j(l)}: ${s}`;throw new O(c,e.arm,r,u,A(a))}async function or(e,t,n,r){let{config:o,keeper:s,grace:i}=e,a=_(r),c=performance.now(),l=await K({command:t,cwd:o.directory,env:n,logPath:r,keeper:s}),u=new AbortController,d=s.hung.has(t)?nr:er;await Promise.race([l.exited,sr(e,d,u.signal)]),u.abort();let p=l.exit(),f=Math.round((performance.now()-c)/1e3);if(await l.stop("SIGTERM",Se,i),p?.code===0)return null;p===null&&s.hung.add(t);let g=p===null?`was ended after ${f} s`:`ended with ${j(p)}`,h=A(r,qe,a);return h===""?g:`${g}: ${h}`}async function sr({grace:e,signal:t},n,r){let o=s=>yt(e(n),void 0,{signal:s,ref:!1}).catch(()=>{});await o(AbortSignal.any([t,r])),t.aborted&&await o(r)}async function ke(e,t,n){let r=[],o=s=>s?.catch(i=>r.push(i));for(let s of t.splice(0).reverse()){let{stop:i}=s.service;s.stop!==null&&await ye(e,s,s.stop);let a=s.clear!==null?"SIGKILL":i.kind==="signal"?i.signal:"SIGTERM";await o(s.group?.stop(a,Se,e.grace)),s.clear!==null&&!s.containers&&s.group!==null&&await yt(tr),s.clear!==null&&await ye(e,s,s.clear),s.cleanup!==null&&await ye(e,s,s.cleanup)}if(await o(e.keeper.endEscaped(n)),r.length>0)throw r[0]}async function ye(e,{env:t,logPath:n},r){let o=await or(e,r.command,t,n).catch(s=>`could not be started: ${s.message}`);o===null?r.settle():r.fail(o)}import{join as Fr}from"node:path";var ir=4;function $t(e,t,n){let r=e.map(({pid:s})=>s),o=new Map;return{halt(){for(let s of e)s.signal("SIGSTOP");for(let s=0;s<ir;s++){let i=Ye(R()??[],[...r,...t]),a=[...i].filter(([c,l])=>!r.includes(c)&&!o.has(c)&&!l.every(St));if(a.length===0&&[...i.values()].flat().every(St))return;for(let[c]of a)o.set(c,kt(c));a.length>0&&n([...o.keys()]);for(let[c]of a)bt(c,"SIGSTOP")}},resume(){for(let[s,i]of[...o].reverse()){let a=kt(s);(a===void 0||a===i)&&bt(s,"SIGCONT")}for(let s of e)s.signal("SIGCONT");o.size>0&&n([]),o.clear()}}}function St({state:e}){return"TtZX".includes(e)}function kt(e){return X(String(e))?.start}function bt(e,t){if(!(e<=1))try{process.kill(-e,t)}catch(n){let{code:r}=n;if(r==="EPERM")je(()=>`process group ${e} runs as another user, and cannot be halted`);else if(r!=="ESRCH")throw n}}import{once as ar}from"node:events";import{createServer as cr}from"node:net";async function vt(e){let t=await Promise.all(Array.from({length:e},async()=>{let r=cr().listen(0,"127.0.0.1");return await ar(r,"listening"),r})),n=t.map(r=>r.address().port);return await Promise.all(t.map(r=>new Promise(o=>r.close(o)))),n}import{writeFileSync as ur}from"node:fs";import{createServer as dr}from"node:net";import{setTimeout as Tt}from"node:timers/promises";var Et=`// Runs inside a process of the service, loaded first (\`--require\`), with the path of a private socket in SOCKET. It
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
`;var mr={time:["+","-"],allocations:["<",">"]},ne=64,pr=2e3;async function ls(e){let t=new Map,n=null,r=16e6,o=[],s=dr(c=>{if(t.size>=ne)return void c.destroy();t.set(c,""),c.setEncoding("utf8"),c.on("error",()=>{}),c.on("close",()=>t.delete(c)),c.on("data",l=>{if(r-=l.length,r<0)return void c.destroy();let[u,...d]=l.split("\0",ne),p=`${t.get(c)}${u}`;d.length>0&&o.length<ne&&o.push(p),t.set(c,d.at(-1)??p)}),n!==null&&c.write(n)});await new Promise((c,l)=>{s.once("error",l),s.listen(e,c)});let i=`${e}.cjs`;ur(i,`const SOCKET = ${JSON.stringify(e)};
${Et}`,{mode:384});let a=c=>{r=16e6,o=[];for(let l of t.keys())l.write(c)};return{preload:i,countPeers:()=>t.size,seesAllocations:!0,async sample(c,l="time"){let[u,d]=mr[l];n=u,a(u),await Tt(1e3*c);let p=t.size;n=null,a(d);for(let f=0;f<pr&&o.length<p;f+=50)await Tt(50);return o.slice(0,ne)},close(){for(let c of t.keys())c.destroy();s.close()}}}function Ct(e,t){return`${e??""} --require ${JSON.stringify(t)}`.trim()}function Pt(e,t,n){let r=(n(`/proc/${e}/cgroup`)??"").split(`
`).map(l=>l.split(":")),o=fr(n("/proc/self/mountinfo")??""),s=l=>{let[,,...u]=r.find(([,f])=>f?.split(",").includes(l))??[],d=o.find(({controllers:f})=>f.includes(l)),p=u.join(":");return d===void 0||!p.includes(t)||!p.startsWith(d.root)?null:d.path+p.slice(d.root==="/"?0:d.root.length)},[i,a]=[s("cpuacct"),s("memory")];if(i!==null&&a!==null)return{version:1,cpu:i,memory:a};let c=s("");return c===null?null:{version:2,cpu:c,memory:c}}function fr(e){return e.split(`
`).flatMap(t=>{let[n="",r=""]=t.split(" - "),[,,,o="",s=""]=n.split(" "),[i,,a=""]=r.split(" ");return i==="cgroup2"?[{root:o,path:s,controllers:[""]}]:i==="cgroup"?[{root:o,path:s,controllers:a.split(",")}]:[]})}function ds({version:e,cpu:t,memory:n},r){let[o,s]=e===1?[r(`${t}/cpuacct.usage`),r(`${n}/memory.max_usage_in_bytes`)]:[/^usage_usec (\d+)$/m.exec(r(`${t}/cpu.stat`)??"")?.[1],r(`${n}/memory.peak`)??r(`${n}/memory.current`)];return o==null||s==null?null:{seconds:Number(o)/(e===1?1e9:1e6),memory:Number(s)/1e6}}var P=`command -v docker >/dev/null || docker() { podman "$@"; }
`;function gr({run:e,instance:t,service:n}){let r=`${e}-${t}`;return{name:`${r}-${n}`,network:r,own:"tailgate.service",shared:"tailgate.instance"}}function z({run:e,instance:t,service:n}){return`${e}:${t}-${n}`}function Ot({from:e},t){let n=z(t);if("name"in e)return{command:P+oe({image:e.name,tag:n}),told:`docker pull ${e.name}`};let o=`docker build${e.dockerfile===void 0?"":` -f ${le(`${e.build}/${e.dockerfile}`)}`} ${le(e.build)}`;return{command:`${P}docker build -t ${n}${o.slice(12)}`,told:o}}function oe({image:e,tag:t,platform:n}){let r=C(e),o=`docker image inspect ${r} >/dev/null 2>&1`;if(n===void 0)return`{ ${o} || docker pull ${r}; } && docker tag ${r} ${t}`;let s=C(n);return`{ ${`[ "$(docker image inspect -f '{{.Os}}/{{.Architecture}}' ${r} 2>/dev/null)" = ${s} ]`} || docker pull --platform ${s} ${r} || ${o}; } && docker tag ${r} ${t}`}function It(e){let t=`docker image ls --format '{{.Repository}}:{{.Tag}}' | grep -E '(^|/)${z(e)}(\\.|$)'`;return`${P}failed=0; for tag in $(${t}); do docker rmi -f "$tag" || failed=1; done; exit $failed`}function Rt(e,t,n,r){let{name:o,network:s,own:i,shared:a}=gr(n),c=[`--name ${o}`,`--label ${i}=${o} --label ${a}=${s}`,`--network ${s} --network-alias ${n.service}`,"--add-host host.docker.internal:host-gateway",`-p "127.0.0.1:$PORT:${e.port}"`,`-e PORT=${e.port} -e TAILGATE_INSTANCE`,...t.map(p=>`-e ${p}`)],l=`docker network inspect ${s} >/dev/null 2>&1`,u=`docker network create --label ${a}=${s} ${s} >/dev/null`,d=[r,...e.command].map(C).join(" ");return{start:`${P}${l} || ${u} && docker run ${c.join(" ")} ${d}`,clear:[`${P}${re("ps -a",`${i}=${o}`,"rm -fv")} || exit`,`[ -n "$(docker ps -aq --filter label=${a}=${s})" ] || ${re("network ls",`${a}=${s}`,"network rm")}`].join(`
`),filter:`label=${i}=${o}`}}function re(e,t,n){return`{ ids=$(docker ${e} -q --filter label=${t}) && { [ -z "$ids" ] || docker ${n} $ids; }; }`}var hr=2e4;async function Nt({filter:e},t,n){let r=async(f,g)=>{let h=await Ue({file:"sh",arguments:["-c",P+f],environment:n,timeoutMs:hr,signal:new AbortController().signal});if(h.kind==="ended"&&h.exitCode===0)return h.output;let y=h.kind==="not-started"?h.code:De(h.output,"last");throw new I({what:`The containers cannot be ${g}: \`docker\` said: ${y||"nothing"}.`,exitCode:F.unmeasured})},o=`ids=$(docker ps -q --no-trunc --filter ${e} --filter status=running)`,i=[...(await r(`${o} && { [ -z "$ids" ] || docker inspect -f '{{.Id}} {{.State.Pid}}' $ids; }`,"listed")).matchAll(/^([0-9a-f]{64}) (\d+)$/gm)].map(([,f,g])=>({id:f,pid:Number(g)}));if(i.length===0)return null;let a=i.map(({id:f,pid:g})=>Pt(g,f,H)),c=i.flatMap(({pid:f})=>X(String(f))?.session??[]),l=wr(t),u=l!==null&&a.every(f=>f!==null),d=Promise.resolve(),p=(f,g,h)=>{let y=i.map(({id:b})=>b).join(" "),S=`left=$(docker ps -q --filter ${e} --filter status=${g}) && { [ -z "$left" ] || docker ${f} $left; }`,x=d.then(()=>r(`docker ${f} ${y} >/dev/null 2>&1 || { ${S}; }`,h));x.catch(()=>{}),d=x};return{groups:u?a:null,sessions:l===null?c:[...c,l],isForwarded:l!==null,halt:()=>p("pause","running","halted"),resume:()=>p("unpause","paused","let go on"),settled:async()=>{await d}}}function wr(e){return(R()??[]).find(({pid:n})=>{let r=H(`/proc/${n}/cmdline`)?.split("\0")??[];return r[0]?.endsWith("docker-proxy")&&r[r.indexOf("-host-port")+1]===String(e)})?.session??null}import{dirname as Mr,join as Ar}from"node:path";var U=Xt(Zt(),1);import{existsSync as Ft,mkdirSync as Or,readFileSync as _t,realpathSync as Ir,rmSync as Rr,writeFileSync as Nr}from"node:fs";import{dirname as $e,join as W}from"node:path";var N=class extends Error{path;hint;constructor(t,n,r){super(n),this.path=t,this.hint=r}};function Lt(e,t){let n=e.services??{},r=[],o=yr(n,t.service),s=Object.fromEntries(o.map(i=>[i,Sr(i,n,t,e,r)]));return{file:{...e,services:s,networks:be(e.networks,(i,a)=>Tr(i,a,r)),volumes:be(e.volumes,(i,a)=>Cr(i,a,r))},pulled:o.flatMap(i=>{let{build:a,image:c,platform:l}=s[i],u=l!==void 0&&{platform:String(l)};return a===void 0?[{image:String(n[i].image),tag:String(c),...u}]:[]}),notes:r}}function yr(e,t){if(!Object.hasOwn(e,t)){let o=`It has ${Object.keys(e).join(", ")||"no service"}. One of a profile is there only with \`COMPOSE_PROFILES\`.`;throw new N(["services"],`The file has no service \`${t}\`.`,o)}let n=new Set([t]);for(let r of n){let{depends_on:o,links:s,volumes_from:i,...a}=e[r]??{},c=[...se(s),...se(i)].map(d=>d.split(":")[0]),l=["network_mode","ipc","pid"].flatMap(d=>/^service:(.+)$/.exec(String(a[d]))?.[1]??[]),u=[...Array.isArray(o)?o:Object.keys(o??{})];for(let d of[...u,...c,...l])Object.hasOwn(e,d)&&n.add(d)}return[...n]}function Sr(e,t,n,r,o){let{container_name:s,restart:i,ports:a,logging:c,profiles:l,pull_policy:u,external_links:d,...p}=t[e],f=["services",e];for(let b of["network_mode","pid","ipc"]){let T=String(p[b]);if(T.startsWith("container:")||b==="network_mode"&&T==="host")throw new N([...f,b],`\`${b}: ${T}\` of \`${e}\` is the same for both revisions, which run side by side.`,"Take it out: services of a compose file reach each other by name.")}d!==void 0&&o.push(`\`${e}\` has no \`external_links\``);let g=p.build?e:kr(t,p.image),h=s!==void 0&&p.network_mode===void 0,y={...p,...g!==void 0&&{build:$r(t[g].build)},image:n.nameImage(g??`${e}-${br(p.image)}`),...(p.networks!==void 0||h)&&{networks:vr(p.networks??["default"],h?[String(s)]:[])},...p.volumes!==void 0&&{volumes:p.volumes.map((b,T)=>xr(Er(b),[...f,"volumes",`${T}`],r,n,o))},...p.deploy!==void 0&&{deploy:{...p.deploy,restart_policy:void 0}}};if(e!==n.service)return y;let S=n.port??Pr([...At(a),...At(p.expose)],e),x=Object.fromEntries(n.env.map(b=>[b,null]));return{...y,ports:[`127.0.0.1:${n.hostPort}:${S}`],environment:{...p.environment,...x}}}function kr(e,t){if(t!==void 0)return Object.keys(e).find(n=>{let{build:r,image:o}=e[n],s=[o,...se(r?.tags)].map(Mt);return r!==void 0&&s.includes(Mt(t))})}function br(e){return String(e).replace(/[^\w.-]+/g,"-").slice(-60)}function Mt(e){return/:[^/:]*$/.test(String(e))?String(e):`${e}:latest`}function $r(e){return typeof e=="string"?e:{...e,tags:void 0}}function vr(e,t){let n=Array.isArray(e)?Object.fromEntries(e.map(r=>[r,null])):e;return be(n,r=>{let o=[...se(r?.aliases),...t];return o.length===0?{}:{aliases:o}})}function Er(e){if(typeof e!="string")return e;let[t="",n,r=""]=e.split(":");if(n===void 0)return{type:"volume",target:t};let o=r.split(",").includes("ro")&&{read_only:!0};return{type:t.startsWith("/")?"bind":"volume",source:t,target:n,...o}}function xr(e,t,{volumes:n},{own:r,exists:o},s){let i=String(e.source);if(e.type!=="bind")return e;let a=r.some(c=>i===c||i.startsWith(`${c}/`));if(a&&!o(i))return s.push(`${i} is not in the revision, so \`${t[1]}\` has an empty volume there`),{type:"volume",target:e.target};if(a||e.read_only===!0)return e;throw new N(t,`\`${t[1]}\` may write to ${i}, which both revisions would share.`,`Mount it read-only (\`:ro\`), or a volume in its place${n?`: ${Object.keys(n).join(", ")}`:""}.`)}function Tr(e,t,n){return e?.external&&n.push(`the external network \`${t}\` is another one in each instance, and nobody else is in it`),e?.internal?{internal:!0}:{}}function Cr(e,t,n){let{external:r,driver:o,driver_opts:s}=e??{},i=String(s?.device??""),a=/[/:]/.test(i);return(r||a)&&n.push(`the volume \`${t}\` is another one in each instance, and empty`),r||a||s===void 0?{}:{driver:o,driver_opts:s}}function At(e){return(e??[]).map(t=>{let n=typeof t=="object"?t.target:String(t).split(":").at(-1);return String(n).split("/")[0]})}function Pr(e,t){let[n,...r]=[...new Set(e)];if(n!==void 0&&r.length===0&&/^\d+$/.test(n))return n;let o=n===void 0?"names no port":`has the ports ${[n,...r].join(", ")}`;throw new N(["services",t],`\`${t}\` ${o}.`,"Say in tailgate.yml at which one it is asked: `compose: {file: \u2026, service: \u2026, port: 8080}`.")}function se(e){return Array.isArray(e)?e.map(String):[]}function be(e,t){return Object.fromEntries(Object.entries(e??{}).map(([n,r])=>[n,t(r,n)]))}var ve=`${P}compose() { if docker compose version >/dev/null 2>&1; then docker compose "$@"; else docker-compose "$@"; fi; }
`;function J({run:e,instance:t,service:n}){return`${e}-${t}-${n}`}function jt({file:e},{folder:t,names:n}){return Or(t,{recursive:!0,mode:448}),`${ve}umask 077; compose -f ${C(e)} config > ${C(W(t,`${J(n)}.yml`))}`}function Wt(e,t){let{directory:n,folder:r,names:o}=t,s=W(r,`${J(o)}.yml`),i=(0,U.parse)(_t(s,"utf8"));Rr(s);let a=Lt(i,{service:e.service,port:e.port,hostPort:t.hostPort,env:t.env,own:[Ut(n),n,$e(W(n,e.file))].flatMap(l=>[l,Ir(l)]),exists:Ft,nameImage:t.nameImage}),c=W(r,`${J(o)}.json`);return Nr(c,JSON.stringify(a.file),{mode:384}),{...a,path:c}}function Ut(e,t=e){return Ft(W(t,".git"))?t:$e(t)===t?e:Ut(e,$e(t))}function Dt({path:e,file:t,pulled:n},r){let s=Object.values(t.services??{}).some(({build:i})=>i!==void 0)?`compose -p ${J(r)} -f ${C(e)} build`:":";return ve+[s,...n.map(oe)].join(" && ")}function Gt({path:e,pulled:t},{service:n},r){let o=J(r),s=`label=com.docker.compose.project=${o}`,i=`docker ps -aq --filter ${s}`,a=[ve,...t.map(u=>`docker image inspect ${u.tag} >/dev/null 2>&1 || { ${oe(u)}; } || exit`),"unset PORT",`said=$(compose -p ${o} -f ${C(e)} up -d --no-build 2>&1) || {`,'  code=$?; echo "$said"',`  for id in $(${i}); do docker inspect -f '{{.Name}}: {{.State.Status}}, exit code {{.State.ExitCode}}' $id; docker logs --tail 20 $id; done`,"  exit $code","}",`id=$(${i} --filter label=com.docker.compose.service=${C(n)})`,"docker logs -f $id; exit $(docker wait $id)"].join(`
`),l=[["ps -a","rm -fv"],["network ls","network rm"],["volume ls","volume rm"]].map(([u,d])=>re(u,s.replace("label=",""),d)).join(" && ");return{start:a,clear:P+l,filter:s}}function qt({path:e},t,n){let r=new U.LineCounter,o=(0,U.parseDocument)(_t(W(t,n),"utf8"),{lineCounter:r});for(let s=e.length;s>0;s--){let i=o.getIn(e.slice(0,s),!0);if(i?.range)return`${n}:${r.linePos(i.range[0]).line}`}return n}async function Bt(e,t,n,r,{built:o,progress:s}){let i=Ee(e,t,`build-${e.arm}`),a=n.kind==="image"?Ot(n,ie(e,t)):await Lr(e,t,n,r,{names:i,progress:s});if(a===null)return;let c={command:It(ie(e,t)),told:"removing the images",directory:e.config.directory,ports:{},service:t.name,instance:`${Ze}${e.arm}`,env:{}},{env:l,logPath:u}=r;o.push({service:t,group:null,env:l,logPath:u,preparedMs:0,stop:null,clear:e.keeper.owe(c),cleanup:null}),await L(e,a.command,{...r,told:a.told})}async function Lr(e,t,n,r,{names:o,progress:s}){let i=new Map([[`${t.name}.PORT`,0]]),a=B(t.name,"build",i,e.environment),c=Object.entries(t.env).map(([p,f])=>[p,q(f,a,`env.${p} of ${t.name}`)]),l=M(e.environment,{TAILGATE_INSTANCE:"build",...Object.fromEntries(c)}),u=await Kt(e,t,n,{...r,env:l},{names:o,hostPort:0});if(u===null)return null;let d=e.arm==="base"?" (base)":"";for(let p of u.notes)s.note(`${n.file}${d}: ${p}`);return{command:Dt(u,o),told:`docker compose build, or a pull, of ${n.file}`}}async function Ht(e,t,n,r,{hostPort:o,...s}){let i=Ee(e,t,r);if(n.kind==="image")return Rt(n,Object.keys(t.env),i,z(ie(e,t)));let a=await Kt(e,t,n,s,{names:i,hostPort:o});return a&&Gt(a,n,i)}async function Kt(e,t,n,r,{names:o,hostPort:s}){let{directory:i}=e.config,a={directory:i,folder:Ar(Mr(e.logFolder),"compose"),names:o,hostPort:s,env:Object.keys(t.env),nameImage:u=>z(ie(e,t,`.${u}`))},c=`docker compose -f ${n.file} config`,l={...r.env,PORT:n.port?.toString()??e.environment.PORT};if(await L(e,jt(n,a),{...r,env:l,told:c}),e.signal.aborted)return null;try{return Wt(n,a)}catch(u){if(!(u instanceof N))throw u;let{message:d,hint:p}=u;throw new I({what:d,where:qt(u,i,n.file),hint:p})}}function Ee({keeper:e},{name:t},n){return{run:`tailgate-${e.mark.TAILGATE_RUN.slice(0,8)}`,instance:n,service:t}}function ie(e,t,n=""){let r=Ee(e,t,e.arm??"head");return{...r,service:r.service+n}}function zt(e,t,n,r){let o=R()??[],s=new Set(V(o,n).map(({pid:c})=>c)),i=new Set(Ve(e,{instance:t}).map(({pid:c})=>c)),a=o.filter(({pid:c,session:l})=>l>1&&i.has(c)&&!s.has(c));return[...new Set(a.map(({session:c})=>c))].filter(c=>{let l=te([c])??[];return l.length>0&&l.every(({port:u})=>r.includes(u))})}async function ai(e,t){let{config:n,shared:r}=e,o=n.services.filter(y=>!r.has(`${y.name}.PORT`)),s=n.services.find(y=>y.name===n.target),i=performance.now(),{portOf:a,lastWords:c,preparedMs:l,...u}=await Jt(e,o,t),d;try{s.tls&&!e.signal.aborted&&(d=de(s.tls,n.directory))}catch(y){throw await u.stop(),y}let p=B(s.name,t,a,e.environment),f=(y,S)=>q(y,p,`request to ${s.name}`,S),g=o.some(({start:y})=>y!==void 0),h=g?performance.now()-i-l:void 0;return{...u,portOf:a,lastWords:()=>c(s.name),startupMs:h,readyAt:g?Date.now():null,targetUrl:f(s.url).replace(/\/$/,""),trust:d,fill:f}}async function ci(e){await jr(e);let t=e.config.services.filter(({scope:r,start:o})=>r==="run"&&o!==void 0),n=await Jt(e,t,"run");return n.findDaemons(),n}async function Jt(e,t,n){let r=t.flatMap(Oe),o=await vt(r.length),s=new Map([...e.shared,...r.map((m,w)=>[m,o[w]])]),i=[];try{for(let m of t){if(e.signal.aborted)break;await Wr(e,m,n,s,i)}}catch(m){throw await ke(e,i,n),m}let a=i.flatMap(({service:m,group:w,logPath:$,containers:D})=>w?[{service:m,group:w,logPath:$,containers:D}]:[]),c=a.flatMap(({containers:m})=>m??[]),l=a.filter(({service:m})=>m.halt!=="never"),u=l.flatMap(({containers:m})=>m??[]),d=({service:m})=>!m.isRelay&&!m.container,p=m=>m.map(({group:w})=>w.pid),f=a.filter(({service:m})=>m.isRelay),g=[e.config.target,...f.flatMap(({service:m})=>m.needs)],h=a.filter(({service:m,containers:w})=>w?.isForwarded&&g.includes(m.name)),y=a.some(({service:m})=>m.container!==void 0),S=p(a.filter(d)),x=[],b=$t(l.flatMap(({service:m,group:w})=>m.container===void 0?[w]:[]),x,m=>e.keeper.standStill(n,m)),T=!1;return{portOf:s,preparedMs:i.reduce((m,w)=>m+w.preparedMs,0),sessions:S,relays:[...p(a.filter(m=>!d(m))),...c.flatMap(({sessions:m})=>m)],groups:c.flatMap(({groups:m})=>m??[]),hops:1+f.length+h.length,isHidden:c.some(({groups:m})=>m===null),crashed:Promise.race([...a.map(({group:m})=>m.exited),new Promise(()=>{})]).then(()=>{}),crash(){if(T)return null;let m=a.find(({group:w})=>w.exit()!==null);return m?{service:m.service.name,exit:j(m.group.exit()),log:A(m.logPath)}:null},lastWords(m){let w=a.find(({service:D})=>D.name===m),$=w?A(w.logPath):"";return $===""?null:{service:m,log:$}},findDaemons(){if(y)return;let m=zt(e.keeper.mark.TAILGATE_RUN,n,p(a),o);S.push(...m),l.length===a.length&&x.push(...m)},halt(){b.halt();for(let m of u)m.halt()},resume(){b.resume();for(let m of u)m.resume()},async stop(){T=!0;let m=await Promise.allSettled(c.map($=>$.settled()));await ke(e,i,n);let w=m.find($=>$.status==="rejected");if(w!==void 0&&!e.signal.aborted)throw w.reason}}}var _r=60;async function jr(e){for(let{name:t,host:n,port:r}of e.config.external){let s=await fe({ready:{kind:"tcp",timeoutSeconds:_r},url:null,host:n,port:r,logPath:"",logFrom:0},()=>null,e.signal);if(s!==null&&!e.signal.aborted)throw new O("not-ready",e.arm,t,s,"")}}async function Wr(e,t,n,r,o){let s=B(t.name,n,r,e.environment),i=(k,v)=>q(k,s,`${v} of ${t.name}`),a=Object.entries(t.env).map(([k,v])=>[k,i(v,`env.${k}`)]),c=r.get(`${t.name}.PORT`),l=M(e.environment,{...Ie(t.name,r),TAILGATE_INSTANCE:n,...Object.fromEntries(a)}),u=Fr(e.logFolder,`${t.name}.${n}.log`),d=t.url===void 0?null:i(t.url,"url"),p=t.name===e.config.target;d!==null&&Fe(d,`url of ${t.name}`,{...!p&&{wanted:/./}}),d!==null&&p&&Ne(d,e.config,`url of ${t.name}`),d!==null&&t.tls&&Me(d,`url of ${t.name}`);let f=d===null?null:new URL(d),g={ready:t.ready,url:d,host:f?.hostname.replace(/^\[|\]$/g,"")??"127.0.0.1",port:f?Number(f.port||(f.protocol==="https:"?443:80)):c,logPath:u,logFrom:0,isForwarded:t.container!==void 0,...t.tls&&{readTrust:()=>de(t.tls,e.config.directory)}},h=[...r.values()].includes(g.port);if(t.start!==void 0&&!h&&await ct(g.host,g.port)){let k=`something else already listens on ${g.host}:${g.port}, the address of its \`url\``;throw new O("not-ready",e.arm,t.name,k,"")}let S={service:t,group:null,env:l,logPath:u,preparedMs:0,...{stop:null,clear:null,cleanup:null}};o.push(S);let x=(k,v)=>e.keeper.owe({command:k,told:v,directory:e.config.directory,ports:Object.fromEntries(r),service:t.name,instance:n,env:t.env});t.stop.kind==="command"&&(S.stop=x(t.stop.command)),t.cleanup!==void 0&&(S.cleanup=x(t.cleanup));let b={service:t.name,env:l,logPath:u,kind:"not-ready"},T=performance.now();t.prepare!==void 0&&await L(e,t.prepare,{...b,key:"prepare"}),S.preparedMs=performance.now()-T;let{container:m}=t,w=m&&await Ht(e,t,m,n,{...b,key:"start",hostPort:c});if(t.start!==void 0&&!e.signal.aborted){let{keeper:k,config:v,preload:G}=e;w&&(S.clear=x(w.clear,Xe)),g.logFrom=_(u);let ae=G&&{NODE_OPTIONS:Ct(l.NODE_OPTIONS,G)};S.group=await K({command:w?.start??t.start,cwd:v.directory,env:{...l,...ae},logPath:u,keeper:k})}if(e.config.pods!==void 0)return;let{group:$}=S,D=()=>{let k=$?.exit()??null;if(k===null)return null;let v=k.code===0&&!t.container?": `start` must stay in the foreground":"";return`it ended with ${j(k)} before it was ready${v}`},Vt=M(e.environment);do{let k=await fe(g,D,e.signal);if(e.signal.aborted)return;if(k!==null){let v=($&&te([$.pid]))??[],G=v.some(ce=>ce.port===g.port)?[]:v.map(ce=>ce.port),ae=G.length>0?`; it listens on ${G.slice(0,3).join(", ")}, not on ${g.port}`:"";throw new O("not-ready",e.arm,t.name,k+ae,A(u))}w&&(S.containers=await Nt(w,c,Vt))}while(S.containers===null)}import{join as Ur}from"node:path";async function gi(e,t,n,r=""){let o=M(e.environment),s=a=>{n.phase(`building ${a}${r}`);let c=Ur(e.logFolder,`${a}.${e.arm}.build.log`);return{service:a,key:"build",env:o,logPath:c,kind:"build-failed"}},{services:i}=e.config;for(let{name:a,build:c}of i)c!==void 0&&!e.signal.aborted&&await L(e,c,s(a));for(let a of i){let{name:c,container:l}=a;if(!(l===void 0||e.signal.aborted))try{await Bt(e,a,l,s(c),{built:t,progress:n})}catch(u){throw wt(u,e,"build-failed",c)}}}var Dr=1;function Si(e){let t=e.map(({weight:c})=>c),n=t.reduce(Yt),r=t.map(c=>c/n),o=r.flatMap((c,l)=>Array.from({length:c},()=>l)),s=tt(Dr);for(let c=o.length-1;c>0;c--){let l=s.index(c+1);[o[c],o[l]]=[o[l],o[c]]}let i=r.map(()=>0),a=o.map(c=>i[c]++);return{order:o,ranks:a,counts:r}}function Yt(e,t){return t===0?e:Yt(t,e%t)}function ki(e,t,n,r){let o=[],s=0;for(let{name:i,offset:a,length:c}of Pe(e)){let l=i.startsWith("data.")?t.indexOf(i.slice(5)):-1;if(l<0)continue;let u=a+c,d=n==="json"&&Gr(e,a,u);o.push(r(e.slice(s,d?a-1:a)),{column:l,as:d?"value":n}),s=d?u+1:u}return o.length===0?r(e):[...o,r(e.slice(s))]}function Gr(e,t,n){return e[t-1]==='"'&&e[t-2]!=="\\"&&e[n]==='"'&&e[n+1]!==":"}export{ds as a,te as b,ls as c,wt as d,O as e,ke as f,rt as g,ot as h,ct as i,ai as j,ci as k,Co as l,gt as m,Si as n,ki as o,gi as p,ue as q,nt as r,jo as s};
