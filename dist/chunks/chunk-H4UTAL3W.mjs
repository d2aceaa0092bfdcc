import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{b as _e}from"./chunk-XDGIBORD.mjs";import{a as Ve}from"./chunk-7TPXUIHQ.mjs";import{a as se,b as T}from"./chunk-IJPE5P2C.mjs";import{a as Ce,b as Pe,d as Oe,p as Ht}from"./chunk-3MNKJDEG.mjs";import{a as je,b as L,c as We,d as M,f as De,g as Ge,h as Ue,i as qe,k as He,m as B,n as _,o as Ke,p as ze,s as Je}from"./chunk-LOJMJHJR.mjs";import{b as J,e as O,g as V,h as Be,j as q,k as Y}from"./chunk-NEOXD6EY.mjs";import{h as Ne}from"./chunk-5C5D5LQ4.mjs";import{b as Ie,f as Re,i as Fe,l as Le}from"./chunk-6DIU2OXL.mjs";import{b as Ye}from"./chunk-2RRE6MSS.mjs";import{r as Ee,t as G,v as xe,w as Te,x as U}from"./chunk-YM5NTYMP.mjs";import{a as z,b as F,c as be}from"./chunk-5LE4WRTK.mjs";import{a as Me,b as Ae}from"./chunk-TINSQFZZ.mjs";import{b as N,c as $e,d as ve}from"./chunk-FA2ZNKOJ.mjs";import{d as Bt}from"./chunk-JLN3Y4HN.mjs";import{rmSync as Kt}from"node:fs";import{connect as zt,createServer as Jt}from"node:net";import{join as Vt}from"node:path";import{setTimeout as Yt}from"node:timers/promises";function ie(e){let t=e||"tailgate-measuring";return process.platform==="linux"?`\0${t}`:Vt(J(process.env),`${t}.sock`)}async function Xe(e,t,n=ie(),r=Number.POSITIVE_INFINITY){let o=!1,s=performance.now()+r*6e4;for(;!t.aborted;){let i=await Xt(n);if(i)return()=>{i.close()};let a=await Zt(n);if(a===null&&!n.startsWith("\0")&&Kt(n,{force:!0}),!o&&a!==null&&(e.phase(`waiting: another Tailgate measures on this machine (pid ${a})`),o=!0),performance.now()>s)throw new F({what:`Nothing was measured: this run has waited for other runs on this machine for ${r} minutes${a===null?"":`, now for pid ${a}`}.`,hint:"Run this job again later. If no other job runs on this machine, end that process.",exitCode:z.unmeasured});await Yt(a===null?20:100)}throw new be(String(t.reason))}function Xt(e){return new Promise((t,n)=>{let r=Jt(o=>o.on("error",()=>{}).end(String(process.pid)));r.once("error",o=>o.code==="EADDRINUSE"?t(null):n(o)),r.listen(e,()=>{r.unref(),t(r)})})}function Zt(e){return new Promise(t=>{let n="",r=zt(e);r.setTimeout(1e3,()=>r.destroy()),r.on("data",o=>{n+=o,n.length>10&&r.destroy()}),r.once("error",()=>t(null)),r.once("close",()=>t(/^\d{1,10}$/.test(n)?n:"unknown"))})}import{Agent as nn}from"node:https";import{connect as rn}from"node:net";import{setTimeout as et}from"node:timers/promises";import{stripVTControlCharacters as on}from"node:util";import{runInNewContext as sn}from"node:vm";import{readFileSync as Qt}from"node:fs";import{join as en}from"node:path";function Ze(e){return"ca"in e?{ca:e.ca}:{rejectUnauthorized:!1}}var tn=/-----BEGIN CERTIFICATE-----(?:(?!-----BEGIN ).)+?-----END CERTIFICATE-----/gs;function ae(e,t){if(!("ca"in e))return e;let n;try{n=Qt(en(t,e.ca),"utf8")}catch(o){throw new Error(`\`tls.ca\` cannot be read: ${o.message}`)}let r=(n.match(tn)??[]).join(`
`);if(r==="")throw new Error(`\`tls.ca\` has no certificate in PEM: ${e.ca}`);return{ca:r}}var tt=50,X=2e3,an=200;async function le(e,t,n){let r=performance.now()+e.ready.timeoutSeconds*1e3,o=e.ready.kind==="log"?gn(e,e.ready.pattern):null,s="nothing was tried yet";for(;!n.aborted;){let i=t();if(i!==null)return i;let a=await cn(e,o,n);if(a===null)return t();if(s=a,performance.now()>r)return`not ready after ${e.ready.timeoutSeconds} s: ${s}`;await et(tt)}return"interrupted"}async function cn(e,t,n){let r;try{r=e.readTrust?.()}catch(o){return o.message}return t!==null?t():e.ready.kind==="http"?ln(e.url.replace(/\/$/,"")+e.ready.path,r,n):rt(e.host,e.port,e.isForwarded?an:0)}async function ln(e,t,n){let r=AbortSignal.any([n,AbortSignal.timeout(X)]),o=t&&e.startsWith("https:")?new nn(Ze(t)):void 0;try{let s=await _e(e,{redirect:"manual",signal:r,agent:o});return s.body?.resume(),s.status<500?null:`${e} answered ${s.status}`}catch(s){let{name:i,message:a,code:c}=s;return i==="AbortError"?`${e} gave no answer within ${X/1e3} s`:c!==void 0&&un.test(c)?`${a}; ${dn(e,t)}`:a}}var un=/SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/;function dn(e,t){return t!==void 0?"`tls.ca` has another one":Ce(e,[])===null?"name it with `tls: {ca: FILE}`, or accept any with `tls: {insecure: true}`":"this machine must trust it by itself"}var mn=2e3;async function nt(e,t){let n=performance.now()+mn;for(;await rt(e,t)===null;){if(performance.now()>n)return!0;await et(tt)}return!1}function rt(e,t,n=0){return new Promise(r=>{let o=rn({host:e,port:t,timeout:X}),s=i=>{o.destroy(),r(i)};o.once("connect",()=>n===0?s(null):setTimeout(s,n,null)),n>0&&o.resume().once("end",()=>s("it takes no connection yet")),o.once("timeout",()=>s(`no connection to ${e}:${t} within ${X/1e3} s`)),o.once("error",i=>s(i.message||`no connection to ${e}:${t}`))})}var pn=80,ce=2**20,fn=1e4,Qe=1e3;function gn({logPath:e,logFrom:t},n){let r=new RegExp(n),o=new RegExp(n,"i"),s,i=t,a=!1;return()=>{L(e)<i&&(i=t);let c=We(e,i,ce),l=c.toString("utf8").split(/\r\n|[\n\r\u2028\u2029]/);a&&l.shift(),l.at(-1)===""&&l.pop();let u=()=>l.some(f=>{let g=on(f.slice(0,fn));return r.test(g)?!0:(s??=o.exec(g)?.[0].slice(0,pn),!1)});try{if(l.length>0&&sn("isReady()",{isReady:u},{timeout:Qe}))return null}catch(f){let{code:g,message:w}=f;return g!=="ERR_SCRIPT_EXECUTION_TIMEOUT"?w:`/${n}/ takes more than ${Qe/1e3} s for its output: give \`ready.log\` an expression without repetitions in each other, such as \`(a+)+\``}let m=c.lastIndexOf(`
`)+1;(m>0||c.length===ce)&&(a=m===0),i+=a&&c.length===ce?c.length:m;let p=`no line of its output matches /${n}/`;return s===void 0?p:`${p}; one has \`${s}\`, with other small and capital letters: write \`ready.log\` as the service writes it`}}import{createHash as Sn}from"node:crypto";import{existsSync as it,mkdirSync as kn,readdirSync as bn,readFileSync as $n,symlinkSync as vn,writeFileSync as En}from"node:fs";import{dirname as ue,join as $,resolve as xn}from"node:path";import{fileURLToPath as Tn}from"node:url";var ot=`/** Counts what a script does with \`k6/net/grpc\`: calls, and streams by the time to their first message. */
import * as grpc from 'k6/net/grpc';
import { begin, CODES, overlay } from './books.js';

/** Clients as k6 knows them, for streams, and those that the script has closed. */
const originals = new WeakMap();
const closed = new WeakSet();

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
`;var st=`/** Counts the commands that a script sends with \`k6/experimental/redis\`. */
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
`;var Z=`/** Counts what a script does with \`k6/websockets\` and \`k6/ws\`: connections, and the first message of each. */
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
`;var Q={"k6/net/grpc":{file:"grpc.js",text:ot},"k6/websockets":{file:"websockets.js",text:Z},"k6/experimental/websockets":{file:"websockets.js",text:Z},"k6/ws":{file:"websockets.js",text:Z},"k6/experimental/redis":{file:"redis.js",text:st}},de=/(\bfrom|\bimport|\bimport\(|\brequire\()(\s{0,20})(["'])([^"'\n]{1,500})\3/g,at="mirrors",Cn=500;function lo(e,t,n){let r=In(e),o=[...r].filter(([,a])=>Pn(a).length>0);if(o.length===0)return e;let s=$(t,at,Sn("sha256").update(e).digest("hex").slice(0,8)),i=a=>$(s,a);if(!it(i(e))){let a=new Map(o.map(([l,u])=>[l,On(u,t)])),c=Rn([$(n,"-"),...r.keys()]);if(lt(c,i(c),a),!it(i(e)))throw new Error(`${e} could not be mirrored`);for(let{file:l,text:u}of Object.values(Q))Ie($(t,l),u)}return i(e)}function ct(e,t){let[n,...r]=e.split($(t,at,"/"));return[n,...r.map(o=>o.slice(o.indexOf("/")))].join("")}function Pn(e){return[...e.matchAll(de)].map(([,,,,t])=>t).filter(t=>t in Q)}function On(e,t){return e.replace(de,(n,r,o,s,i)=>i in Q?`${r}${o}${s}${$(t,Q[i].file)}${s}`:n)}function In(e){let t=new Map,n=[e];for(let r=n.pop();r!==void 0&&t.size<Cn;r=n.pop()){if(t.has(r)||!Re(r))continue;let o=$n(r,"utf8");t.set(r,o);for(let[,,,,s]of o.matchAll(de))s.startsWith("file://")?n.push(Tn(s)):/^\.{0,2}\//.test(s)&&n.push(xn(ue(r),s))}return t}function Rn([e,...t]){let n=ue(e);for(;t.some(r=>!r.startsWith($(n,"/")));)n=ue(n);return n}function lt(e,t,n){kn(t,{recursive:!0});let r=$(e,"/"),o=[...n.keys()].filter(i=>i.startsWith(r)),s=new Set(o.map(i=>i.slice(r.length).split("/")[0]));for(let i of new Set([...Nn(e),...s])){let a=$(e,i),c=n.get(a);c!==void 0?En($(t,i),c):s.has(i)?lt(a,$(t,i),n):vn(a,$(t,i))}}function Nn(e){try{return bn(e)}catch{return[]}}var Mn=40,An=3500;async function bo(e,{progress:t,signal:n,environment:r,keepPath:o},s){let i=$e(r,e.secrets);Ae(i),J(r),o&&Ue(o);let a=r.CI==="true"?Mn:void 0,c=await Xe(t,n,ie(r.TAILGATE_LOCK),a),l=De(),u=null,m=new AbortController,p=[()=>Ne(l.path)],f=g=>{p.unshift(g)};try{for(let g of await Je())t.note(`clearing up after an earlier run: ${g}`);return u=Ve(l.path,e.secrets),Ge(l),await s({workspace:l,keeper:u,secrets:i,grace:Fn(n,m.signal),removeAtEnd:f})}finally{t.done(),await me(t,"not cleared up",()=>u?.close()),m.abort(),c();let g=S=>ve(S,i),w=S=>ct(g(S),l.k6);await me(t,"not kept",()=>o&&qe(l,o,w));let h=u?.listOwed()??[];for(let S of h)t.note(g(`not cleared up, and tried once more by the next run: ${S}`));if(h.length===0)for(let S of p)await me(t,"not removed",S)}}async function me(e,t,n){try{await n()}catch(r){e.note(`${t}: ${r.message}`)}}function Fn(e,t){let n=Number.POSITIVE_INFINITY,r=()=>{n=performance.now()+An};return e.addEventListener("abort",r,{signal:t}),o=>Math.max(100,Math.min(o,n-performance.now()))}var C=class extends Error{kind;arm;service;log;other=null;constructor(t,n,r,o,s){super(o),this.kind=t,this.arm=n,this.service=r,this.log=s}};import{once as Ln}from"node:events";import{setTimeout as ut}from"node:timers/promises";var fe=1e4,_n=3e4,jn=500,Wn=1e3;async function Dn(e,t,n,r){let{config:o,keeper:s,signal:i}=e,a=await B({command:t,cwd:o.directory,env:n,logPath:r,keeper:s}),c=new AbortController,l=Ln(i,"abort",{signal:c.signal}).catch(()=>{});return i.aborted||await Promise.race([a.exited,l]),c.abort(),await a.stop("SIGTERM",fe,e.grace),a.exit()??{code:null,signal:"SIGTERM"}}async function A(e,t,n){let{service:r,key:o,told:s=t,env:i,logPath:a,kind:c}=n,l=await Dn(e,t,i,a);if(l.code===0||e.signal.aborted)return;let u=`\`${o}\` ended with ${_(l)}: ${s}`;throw new C(c,e.arm,r,u,M(a))}async function Gn(e,t,n,r){let{config:o,keeper:s,grace:i}=e,a=L(r),c=performance.now(),l=await B({command:t,cwd:o.directory,env:n,logPath:r,keeper:s}),u=new AbortController,m=s.hung.has(t)?Wn:_n;await Promise.race([l.exited,Un(e,m,u.signal)]),u.abort();let p=l.exit(),f=Math.round((performance.now()-c)/1e3);if(await l.stop("SIGTERM",fe,i),p?.code===0)return null;p===null&&s.hung.add(t);let g=p===null?`was ended after ${f} s`:`ended with ${_(p)}`,w=M(r,je,a);return w===""?g:`${g}: ${w}`}async function Un({grace:e,signal:t},n,r){let o=s=>ut(e(n),void 0,{signal:s,ref:!1}).catch(()=>{});await o(AbortSignal.any([t,r])),t.aborted&&await o(r)}async function ge(e,t,n){let r=[],o=s=>s?.catch(i=>r.push(i));for(let s of t.splice(0).reverse()){let{stop:i}=s.service;s.stop!==null&&await pe(e,s,s.stop);let a=s.clear!==null?"SIGKILL":i.kind==="signal"?i.signal:"SIGTERM";await o(s.group?.stop(a,fe,e.grace)),s.clear!==null&&!s.containers&&s.group!==null&&await ut(jn),s.clear!==null&&await pe(e,s,s.clear),s.cleanup!==null&&await pe(e,s,s.cleanup)}if(await o(e.keeper.endEscaped(n)),r.length>0)throw r[0]}async function pe(e,{env:t,logPath:n},r){let o=await Gn(e,r.command,t,n).catch(s=>`could not be started: ${s.message}`);o===null?r.settle():r.fail(o)}import{readdirSync as qn,readlinkSync as Bn}from"node:fs";var Hn="0A";function dt(e){let t=O();if(t===null)return null;let n=V(t,e),r=new Set(n.flatMap(({pid:i})=>Kn(i))),o=["tcp","tcp6"].flatMap(i=>zn(`/proc/net/${i}`)),s=new Map;for(let{inode:i,host:a,port:c}of o)!r.has(i)||a===null||(!s.has(c)||a==="127.0.0.1")&&s.set(c,{host:a,port:c});return[...s.values()]}function Kn(e){try{return qn(`/proc/${e}/fd`).flatMap(t=>{try{return/^socket:\[(\d+)\]$/.exec(Bn(`/proc/${e}/fd/${t}`))?.[1]??[]}catch{return[]}})}catch{return[]}}function zn(e){return(q(e)??"").split(`
`).flatMap(t=>{let n=t.trim().split(/\s+/),[r,o]=n[1]?.split(":")??[];return n[3]!==Hn||r===void 0||o===void 0?[]:[{inode:n[9],host:Jn(r),port:Number.parseInt(o,16)}]})}function Jn(e){return/^0+$/.test(e)||/^(?:0{16}FFFF0000)?\w{6}7F$/.test(e)?"127.0.0.1":e==="00000000000000000000000001000000"?"[::1]":null}import{join as xr}from"node:path";var Vn=4;function gt(e,t,n){let r=e.map(({pid:s})=>s),o=new Map;return{halt(){for(let s of e)s.signal("SIGSTOP");for(let s=0;s<Vn;s++){let i=Be(O()??[],[...r,...t]),a=[...i].filter(([c,l])=>!r.includes(c)&&!o.has(c)&&!l.every(mt));if(a.length===0&&[...i.values()].flat().every(mt))return;for(let[c]of a)o.set(c,pt(c));a.length>0&&n([...o.keys()]);for(let[c]of a)ft(c,"SIGSTOP")}},resume(){for(let[s,i]of[...o].reverse()){let a=pt(s);(a===void 0||a===i)&&ft(s,"SIGCONT")}for(let s of e)s.signal("SIGCONT");o.size>0&&n([]),o.clear()}}}function mt({state:e}){return"TtZX".includes(e)}function pt(e){return Y(String(e))?.start}function ft(e,t){if(!(e<=1))try{process.kill(-e,t)}catch(n){let{code:r}=n;if(r==="EPERM")Me(()=>`process group ${e} runs as another user, and cannot be halted`);else if(r!=="ESRCH")throw n}}import{once as Yn}from"node:events";import{createServer as Xn}from"node:net";async function ht(e){let t=await Promise.all(Array.from({length:e},async()=>{let r=Xn().listen(0,"127.0.0.1");return await Yn(r,"listening"),r})),n=t.map(r=>r.address().port);return await Promise.all(t.map(r=>new Promise(o=>r.close(o)))),n}import{writeFileSync as Qn}from"node:fs";import{createServer as er}from"node:net";import{setTimeout as St}from"node:timers/promises";var wt=`// Runs inside a process of the service, loaded first (\`--require\`), with the path of a private socket in SOCKET. It
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
`;var tr={time:["+","-"],allocations:["<",">"]},ee=64,nr=2e3;async function Ho(e){let t=new Map,n=null,r=16e6,o=[],s=er(c=>{if(t.size>=ee)return void c.destroy();t.set(c,""),c.setEncoding("utf8"),c.on("error",()=>{}),c.on("close",()=>t.delete(c)),c.on("data",l=>{if(r-=l.length,r<0)return void c.destroy();let[u,...m]=l.split("\0",ee),p=`${t.get(c)}${u}`;m.length>0&&o.length<ee&&o.push(p),t.set(c,m.at(-1)??p)}),n!==null&&c.write(n)});await new Promise((c,l)=>{s.once("error",l),s.listen(e,c)});let i=`${e}.cjs`;Qn(i,`const SOCKET = ${JSON.stringify(e)};
${wt}`,{mode:384});let a=c=>{r=16e6,o=[];for(let l of t.keys())l.write(c)};return{preload:i,countPeers:()=>t.size,seesAllocations:!0,async sample(c,l="time"){let[u,m]=tr[l];n=u,a(u),await St(1e3*c);let p=t.size;n=null,a(m);for(let f=0;f<nr&&o.length<p;f+=50)await St(50);return o.slice(0,ee)},close(){for(let c of t.keys())c.destroy();s.close()}}}function kt(e,t){return`${e??""} --require ${JSON.stringify(t)}`.trim()}function bt(e,t,n){let r=(n(`/proc/${e}/cgroup`)??"").split(`
`).map(l=>l.split(":")),o=rr(n("/proc/self/mountinfo")??""),s=l=>{let[,,...u]=r.find(([,f])=>f?.split(",").includes(l))??[],m=o.find(({controllers:f})=>f.includes(l)),p=u.join(":");return m===void 0||!p.includes(t)||!p.startsWith(m.root)?null:m.path+p.slice(m.root==="/"?0:m.root.length)},[i,a]=[s("cpuacct"),s("memory")];if(i!==null&&a!==null)return{version:1,cpu:i,memory:a};let c=s("");return c===null?null:{version:2,cpu:c,memory:c}}function rr(e){return e.split(`
`).flatMap(t=>{let[n="",r=""]=t.split(" - "),[,,,o="",s=""]=n.split(" "),[i,,a=""]=r.split(" ");return i==="cgroup2"?[{root:o,path:s,controllers:[""]}]:i==="cgroup"?[{root:o,path:s,controllers:a.split(",")}]:[]})}function zo({version:e,cpu:t,memory:n},r){let[o,s]=e===1?[r(`${t}/cpuacct.usage`),r(`${n}/memory.max_usage_in_bytes`)]:[/^usage_usec (\d+)$/m.exec(r(`${t}/cpu.stat`)??"")?.[1],r(`${n}/memory.peak`)??r(`${n}/memory.current`)];return o==null||s==null?null:{seconds:Number(o)/(e===1?1e9:1e6),memory:Number(s)/1e6}}var P=`command -v docker >/dev/null || docker() { podman "$@"; }
`;function or({run:e,instance:t,service:n}){let r=`${e}-${t}`;return{name:`${r}-${n}`,network:r,own:"tailgate.service",shared:"tailgate.instance"}}function H({run:e,instance:t,service:n}){return`${e}:${t}-${n}`}function $t({from:e},t){let n=H(t);if("name"in e)return{command:P+ne({image:e.name,tag:n}),told:`docker pull ${e.name}`};let o=`docker build${e.dockerfile===void 0?"":` -f ${se(`${e.build}/${e.dockerfile}`)}`} ${se(e.build)}`;return{command:`${P}docker build -t ${n}${o.slice(12)}`,told:o}}function ne({image:e,tag:t,platform:n}){let r=T(e),o=`docker image inspect ${r} >/dev/null 2>&1`;if(n===void 0)return`{ ${o} || docker pull ${r}; } && docker tag ${r} ${t}`;let s=T(n);return`{ ${`[ "$(docker image inspect -f '{{.Os}}/{{.Architecture}}' ${r} 2>/dev/null)" = ${s} ]`} || docker pull --platform ${s} ${r} || ${o}; } && docker tag ${r} ${t}`}function vt(e){let t=`docker image ls --format '{{.Repository}}:{{.Tag}}' | grep -E '(^|/)${H(e)}(\\.|$)'`;return`${P}failed=0; for tag in $(${t}); do docker rmi -f "$tag" || failed=1; done; exit $failed`}function Et(e,t,n,r){let{name:o,network:s,own:i,shared:a}=or(n),c=[`--name ${o}`,`--label ${i}=${o} --label ${a}=${s}`,`--network ${s} --network-alias ${n.service}`,"--add-host host.docker.internal:host-gateway",`-p "127.0.0.1:$PORT:${e.port}"`,`-e PORT=${e.port} -e TAILGATE_INSTANCE`,...t.map(p=>`-e ${p}`)],l=`docker network inspect ${s} >/dev/null 2>&1`,u=`docker network create --label ${a}=${s} ${s} >/dev/null`,m=[r,...e.command].map(T).join(" ");return{start:`${P}${l} || ${u} && docker run ${c.join(" ")} ${m}`,clear:[`${P}${te("ps -a",`${i}=${o}`,"rm -fv")} || exit`,`[ -n "$(docker ps -aq --filter label=${a}=${s})" ] || ${te("network ls",`${a}=${s}`,"network rm")}`].join(`
`),filter:`label=${i}=${o}`}}function te(e,t,n){return`{ ids=$(docker ${e} -q --filter label=${t}) && { [ -z "$ids" ] || docker ${n} $ids; }; }`}var sr=2e4;async function xt({filter:e},t,n){let r=async(f,g)=>{let w=await Fe({file:"sh",arguments:["-c",P+f],environment:n,timeoutMs:sr,signal:new AbortController().signal});if(w.kind==="ended"&&w.exitCode===0)return w.output;let h=w.kind==="not-started"?w.code:Le(w.output,"last");throw new F({what:`The containers cannot be ${g}: \`docker\` said: ${h||"nothing"}.`,exitCode:z.unmeasured})},o=`ids=$(docker ps -q --no-trunc --filter ${e} --filter status=running)`,i=[...(await r(`${o} && { [ -z "$ids" ] || docker inspect -f '{{.Id}} {{.State.Pid}}' $ids; }`,"listed")).matchAll(/^([0-9a-f]{64}) (\d+)$/gm)].map(([,f,g])=>({id:f,pid:Number(g)}));if(i.length===0)return null;let a=i.map(({id:f,pid:g})=>bt(g,f,q)),c=i.flatMap(({pid:f})=>Y(String(f))?.session??[]),l=ir(t),u=l!==null&&a.every(f=>f!==null),m=Promise.resolve(),p=(f,g,w)=>{let h=i.map(({id:b})=>b).join(" "),S=`left=$(docker ps -q --filter ${e} --filter status=${g}) && { [ -z "$left" ] || docker ${f} $left; }`,E=m.then(()=>r(`docker ${f} ${h} >/dev/null 2>&1 || { ${S}; }`,w));E.catch(()=>{}),m=E};return{groups:u?a:null,sessions:l===null?c:[...c,l],isForwarded:l!==null,halt:()=>p("pause","running","halted"),resume:()=>p("unpause","paused","let go on"),settled:async()=>{await m}}}function ir(e){return(O()??[]).find(({pid:n})=>{let r=q(`/proc/${n}/cmdline`)?.split("\0")??[];return r[0]?.endsWith("docker-proxy")&&r[r.indexOf("-host-port")+1]===String(e)})?.session??null}import{dirname as $r,join as vr}from"node:path";var W=Bt(Ht(),1);import{existsSync as Ot,mkdirSync as yr,readFileSync as It,realpathSync as Sr,rmSync as kr,writeFileSync as br}from"node:fs";import{dirname as we,join as j}from"node:path";var I=class extends Error{path;hint;constructor(t,n,r){super(n),this.path=t,this.hint=r}};function Pt(e,t){let n=e.services??{},r=[],o=ar(n,t.service),s=Object.fromEntries(o.map(i=>[i,cr(i,n,t,e,r)]));return{file:{...e,services:s,networks:he(e.networks,(i,a)=>gr(i,a,r)),volumes:he(e.volumes,(i,a)=>hr(i,a,r))},pulled:o.flatMap(i=>{let{build:a,image:c,platform:l}=s[i],u=l!==void 0&&{platform:String(l)};return a===void 0?[{image:String(n[i].image),tag:String(c),...u}]:[]}),notes:r}}function ar(e,t){if(!Object.hasOwn(e,t)){let o=`It has ${Object.keys(e).join(", ")||"no service"}. One of a profile is there only with \`COMPOSE_PROFILES\`.`;throw new I(["services"],`The file has no service \`${t}\`.`,o)}let n=new Set([t]);for(let r of n){let{depends_on:o,links:s,volumes_from:i,...a}=e[r]??{},c=[...re(s),...re(i)].map(m=>m.split(":")[0]),l=["network_mode","ipc","pid"].flatMap(m=>/^service:(.+)$/.exec(String(a[m]))?.[1]??[]),u=[...Array.isArray(o)?o:Object.keys(o??{})];for(let m of[...u,...c,...l])Object.hasOwn(e,m)&&n.add(m)}return[...n]}function cr(e,t,n,r,o){let{container_name:s,restart:i,ports:a,logging:c,profiles:l,pull_policy:u,external_links:m,...p}=t[e],f=["services",e];for(let b of["network_mode","pid","ipc"]){let v=String(p[b]);if(v.startsWith("container:")||b==="network_mode"&&v==="host")throw new I([...f,b],`\`${b}: ${v}\` of \`${e}\` is the same for both revisions, which run side by side.`,"Take it out: services of a compose file reach each other by name.")}m!==void 0&&o.push(`\`${e}\` has no \`external_links\``);let g=p.build?e:lr(t,p.image),w=s!==void 0&&p.network_mode===void 0,h={...p,...g!==void 0&&{build:dr(t[g].build)},image:n.nameImage(g??`${e}-${ur(p.image)}`),...(p.networks!==void 0||w)&&{networks:mr(p.networks??["default"],w?[String(s)]:[])},...p.volumes!==void 0&&{volumes:p.volumes.map((b,v)=>fr(pr(b),[...f,"volumes",`${v}`],r,n,o))},...p.deploy!==void 0&&{deploy:{...p.deploy,restart_policy:void 0}}};if(e!==n.service)return h;let S=n.port??wr([...Ct(a),...Ct(p.expose)],e),E=Object.fromEntries(n.env.map(b=>[b,null]));return{...h,ports:[`127.0.0.1:${n.hostPort}:${S}`],environment:{...p.environment,...E}}}function lr(e,t){if(t!==void 0)return Object.keys(e).find(n=>{let{build:r,image:o}=e[n],s=[o,...re(r?.tags)].map(Tt);return r!==void 0&&s.includes(Tt(t))})}function ur(e){return String(e).replace(/[^\w.-]+/g,"-").slice(-60)}function Tt(e){return/:[^/:]*$/.test(String(e))?String(e):`${e}:latest`}function dr(e){return typeof e=="string"?e:{...e,tags:void 0}}function mr(e,t){let n=Array.isArray(e)?Object.fromEntries(e.map(r=>[r,null])):e;return he(n,r=>{let o=[...re(r?.aliases),...t];return o.length===0?{}:{aliases:o}})}function pr(e){if(typeof e!="string")return e;let[t="",n,r=""]=e.split(":");if(n===void 0)return{type:"volume",target:t};let o=r.split(",").includes("ro")&&{read_only:!0};return{type:t.startsWith("/")?"bind":"volume",source:t,target:n,...o}}function fr(e,t,{volumes:n},{own:r,exists:o},s){let i=String(e.source);if(e.type!=="bind")return e;let a=r.some(c=>i===c||i.startsWith(`${c}/`));if(a&&!o(i))return s.push(`${i} is not in the revision, so \`${t[1]}\` has an empty volume there`),{type:"volume",target:e.target};if(a||e.read_only===!0)return e;throw new I(t,`\`${t[1]}\` may write to ${i}, which both revisions would share.`,`Mount it read-only (\`:ro\`), or a volume in its place${n?`: ${Object.keys(n).join(", ")}`:""}.`)}function gr(e,t,n){return e?.external&&n.push(`the external network \`${t}\` is another one in each instance, and nobody else is in it`),e?.internal?{internal:!0}:{}}function hr(e,t,n){let{external:r,driver:o,driver_opts:s}=e??{},i=String(s?.device??""),a=/[/:]/.test(i);return(r||a)&&n.push(`the volume \`${t}\` is another one in each instance, and empty`),r||a||s===void 0?{}:{driver:o,driver_opts:s}}function Ct(e){return(e??[]).map(t=>{let n=typeof t=="object"?t.target:String(t).split(":").at(-1);return String(n).split("/")[0]})}function wr(e,t){let[n,...r]=[...new Set(e)];if(n!==void 0&&r.length===0&&/^\d+$/.test(n))return n;let o=n===void 0?"names no port":`has the ports ${[n,...r].join(", ")}`;throw new I(["services",t],`\`${t}\` ${o}.`,"Say in tailgate.yml at which one it is asked: `compose: {file: \u2026, service: \u2026, port: 8080}`.")}function re(e){return Array.isArray(e)?e.map(String):[]}function he(e,t){return Object.fromEntries(Object.entries(e??{}).map(([n,r])=>[n,t(r,n)]))}var ye=`${P}compose() { if docker compose version >/dev/null 2>&1; then docker compose "$@"; else docker-compose "$@"; fi; }
`;function K({run:e,instance:t,service:n}){return`${e}-${t}-${n}`}function Rt({file:e},{folder:t,names:n}){return yr(t,{recursive:!0,mode:448}),`${ye}umask 077; compose -f ${T(e)} config > ${T(j(t,`${K(n)}.yml`))}`}function Nt(e,t){let{directory:n,folder:r,names:o}=t,s=j(r,`${K(o)}.yml`),i=(0,W.parse)(It(s,"utf8"));kr(s);let a=Pt(i,{service:e.service,port:e.port,hostPort:t.hostPort,env:t.env,own:[Mt(n),n,we(j(n,e.file))].flatMap(l=>[l,Sr(l)]),exists:Ot,nameImage:t.nameImage}),c=j(r,`${K(o)}.json`);return br(c,JSON.stringify(a.file),{mode:384}),{...a,path:c}}function Mt(e,t=e){return Ot(j(t,".git"))?t:we(t)===t?e:Mt(e,we(t))}function At({path:e,file:t,pulled:n},r){let s=Object.values(t.services??{}).some(({build:i})=>i!==void 0)?`compose -p ${K(r)} -f ${T(e)} build`:":";return ye+[s,...n.map(ne)].join(" && ")}function Ft({path:e,pulled:t},{service:n},r){let o=K(r),s=`label=com.docker.compose.project=${o}`,i=`docker ps -aq --filter ${s}`,a=[ye,...t.map(u=>`docker image inspect ${u.tag} >/dev/null 2>&1 || { ${ne(u)}; } || exit`),"unset PORT",`said=$(compose -p ${o} -f ${T(e)} up -d --no-build 2>&1) || {`,'  code=$?; echo "$said"',`  for id in $(${i}); do docker inspect -f '{{.Name}}: {{.State.Status}}, exit code {{.State.ExitCode}}' $id; docker logs --tail 20 $id; done`,"  exit $code","}",`id=$(${i} --filter label=com.docker.compose.service=${T(n)})`,"docker logs -f $id; exit $(docker wait $id)"].join(`
`),l=[["ps -a","rm -fv"],["network ls","network rm"],["volume ls","volume rm"]].map(([u,m])=>te(u,s.replace("label=",""),m)).join(" && ");return{start:a,clear:P+l,filter:s}}function Lt({path:e},t,n){let r=new W.LineCounter,o=(0,W.parseDocument)(It(j(t,n),"utf8"),{lineCounter:r});for(let s=e.length;s>0;s--){let i=o.getIn(e.slice(0,s),!0);if(i?.range)return`${n}:${r.linePos(i.range[0]).line}`}return n}async function _t(e,t,n,r,{built:o,progress:s}){let i=Se(e,t,`build-${e.arm}`),a=n.kind==="image"?$t(n,oe(e,t)):await Er(e,t,n,r,{names:i,progress:s});if(a===null)return;let c={command:vt(oe(e,t)),told:"removing the images",directory:e.config.directory,ports:{},service:t.name,instance:`${ze}${e.arm}`,env:{}},{env:l,logPath:u}=r;o.push({service:t,group:null,env:l,logPath:u,preparedMs:0,stop:null,clear:e.keeper.owe(c),cleanup:null}),await A(e,a.command,{...r,told:a.told})}async function Er(e,t,n,r,{names:o,progress:s}){let i=new Map([[`${t.name}.PORT`,0]]),a=U(t.name,"build",i,e.environment),c=Object.entries(t.env).map(([p,f])=>[p,G(f,a,`env.${p} of ${t.name}`)]),l=N(e.environment,{TAILGATE_INSTANCE:"build",...Object.fromEntries(c)}),u=await Wt(e,t,n,{...r,env:l},{names:o,hostPort:0});if(u===null)return null;let m=e.arm==="base"?" (base)":"";for(let p of u.notes)s.note(`${n.file}${m}: ${p}`);return{command:At(u,o),told:`docker compose build, or a pull, of ${n.file}`}}async function jt(e,t,n,r,{hostPort:o,...s}){let i=Se(e,t,r);if(n.kind==="image")return Et(n,Object.keys(t.env),i,H(oe(e,t)));let a=await Wt(e,t,n,s,{names:i,hostPort:o});return a&&Ft(a,n,i)}async function Wt(e,t,n,r,{names:o,hostPort:s}){let{directory:i}=e.config,a={directory:i,folder:vr($r(e.logFolder),"compose"),names:o,hostPort:s,env:Object.keys(t.env),nameImage:u=>H(oe(e,t,`.${u}`))},c=`docker compose -f ${n.file} config`,l={...r.env,PORT:n.port?.toString()??e.environment.PORT};if(await A(e,Rt(n,a),{...r,env:l,told:c}),e.signal.aborted)return null;try{return Nt(n,a)}catch(u){if(!(u instanceof I))throw u;let{message:m,hint:p}=u,f=Lt(u,i,n.file);throw e.arm==="base"?new C("build-failed","base",t.name,`${f}: ${m}`,""):new F({what:m,where:f,hint:p})}}function Se({keeper:e},{name:t},n){return{run:`tailgate-${e.mark.TAILGATE_RUN.slice(0,8)}`,instance:n,service:t}}function oe(e,t,n=""){let r=Se(e,t,e.arm??"head");return{...r,service:r.service+n}}function Dt(e,t,n,r){let o=O()??[],s=new Set(V(o,n).map(({pid:c})=>c)),i=new Set(He(e,{instance:t}).map(({pid:c})=>c)),a=o.filter(({pid:c,session:l})=>l>1&&i.has(c)&&!s.has(c));return[...new Set(a.map(({session:c})=>c))].filter(c=>{let l=dt([c])??[];return l.length>0&&l.every(({port:u})=>r.includes(u))})}async function Us(e,t){let{config:n,shared:r}=e,o=n.services.filter(h=>!r.has(`${h.name}.PORT`)),s=n.services.find(h=>h.name===n.target),i=performance.now(),{portOf:a,lastWords:c,preparedMs:l,...u}=await Gt(e,o,t),m;try{s.tls&&!e.signal.aborted&&(m=ae(s.tls,n.directory))}catch(h){throw await u.stop(),h}let p=U(s.name,t,a,e.environment),f=(h,S)=>G(h,p,`request to ${s.name}`,S),g=o.some(({start:h})=>h!==void 0),w=g?performance.now()-i-l:void 0;return{...u,portOf:a,lastWords:()=>c(s.name),startupMs:w,readyAt:g?Date.now():null,targetUrl:f(s.url).replace(/\/$/,""),trust:m,fill:f}}async function qs(e){await Cr(e);let t=e.config.services.filter(({scope:r,start:o})=>r==="run"&&o!==void 0),n=await Gt(e,t,"run");return n.findDaemons(),n}async function Gt(e,t,n){let r=t.flatMap(xe),o=await ht(r.length),s=new Map([...e.shared,...r.map((d,y)=>[d,o[y]])]),i=[];try{for(let d of t){if(e.signal.aborted)break;await Pr(e,d,n,s,i)}}catch(d){throw await ge(e,i,n),d}let a=i.flatMap(({service:d,group:y,logPath:x,containers:D})=>y?[{service:d,group:y,logPath:x,containers:D}]:[]),c=a.flatMap(({containers:d})=>d??[]),l=a.filter(({service:d})=>d.halt!=="never"),u=l.flatMap(({containers:d})=>d??[]),m=({service:d})=>!d.isRelay&&!d.container,p=d=>d.map(({group:y})=>y.pid),f=a.filter(({service:d})=>d.isRelay),g=[e.config.target,...f.flatMap(({service:d})=>d.needs)],w=a.filter(({service:d,containers:y})=>y?.isForwarded&&g.includes(d.name)),h=a.some(({service:d})=>d.container!==void 0),S=p(a.filter(m)),E=[],b=gt(l.flatMap(({service:d,group:y})=>d.container===void 0?[y]:[]),E,d=>e.keeper.standStill(n,d)),v=!1;return{portOf:s,preparedMs:i.reduce((d,y)=>d+y.preparedMs,0),sessions:S,relays:[...p(a.filter(d=>!m(d))),...c.flatMap(({sessions:d})=>d)],groups:c.flatMap(({groups:d})=>d??[]),hops:1+f.length+w.length,isHidden:c.some(({groups:d})=>d===null),crashed:Promise.race([...a.map(({group:d})=>d.exited),new Promise(()=>{})]).then(()=>{}),crash(){if(v)return null;let d=a.find(({group:y})=>y.exit()!==null);return d?{service:d.service.name,exit:_(d.group.exit()),log:M(d.logPath)}:null},lastWords(d){let y=a.find(({service:D})=>D.name===d),x=y?M(y.logPath):"";return x===""?null:{service:d,log:x}},findDaemons(){if(h)return;let d=Dt(e.keeper.mark.TAILGATE_RUN,n,p(a),o);S.push(...d),l.length===a.length&&E.push(...d)},halt(){b.halt();for(let d of u)d.halt()},resume(){b.resume();for(let d of u)d.resume()},async stop(){v=!0;let d=await Promise.allSettled(c.map(x=>x.settled()));await ge(e,i,n);let y=d.find(x=>x.status==="rejected");if(y!==void 0&&!e.signal.aborted)throw y.reason}}}var Tr=60;async function Cr(e){for(let{name:t,host:n,port:r}of e.config.external){let s=await le({ready:{kind:"tcp",timeoutSeconds:Tr},url:null,host:n,port:r,logPath:"",logFrom:0},()=>null,e.signal);if(s!==null&&!e.signal.aborted)throw new C("not-ready",e.arm,t,s,"")}}async function Pr(e,t,n,r,o){let s=U(t.name,n,r,e.environment),i=(k,R)=>G(k,s,`${R} of ${t.name}`),a=Object.entries(t.env).map(([k,R])=>[k,i(R,`env.${k}`)]),c=r.get(`${t.name}.PORT`),l=N(e.environment,{...Te(t.name,r),TAILGATE_INSTANCE:n,...Object.fromEntries(a)}),u=xr(e.logFolder,`${t.name}.${n}.log`),m=t.url===void 0?null:i(t.url,"url");m!==null&&t.name===e.config.target&&Pe(m,e.config,`url of ${t.name}`),m!==null&&t.tls&&Oe(m,`url of ${t.name}`);let p=m===null?null:new URL(m),f={ready:t.ready,url:m,host:p?.hostname.replace(/^\[|\]$/g,"")??"127.0.0.1",port:p?Number(p.port||(p.protocol==="https:"?443:80)):c,logPath:u,logFrom:0,isForwarded:t.container!==void 0,...t.tls&&{readTrust:()=>ae(t.tls,e.config.directory)}},g=[...r.values()].includes(f.port);if(t.start!==void 0&&!g&&await nt(f.host,f.port)){let k=`something else already listens on ${f.host}:${f.port}, the address of its \`url\``;throw new C("not-ready",e.arm,t.name,k,"")}let h={service:t,group:null,env:l,logPath:u,preparedMs:0,...{stop:null,clear:null,cleanup:null}};o.push(h);let S=(k,R)=>e.keeper.owe({command:k,told:R,directory:e.config.directory,ports:Object.fromEntries(r),service:t.name,instance:n,env:t.env});t.stop.kind==="command"&&(h.stop=S(t.stop.command)),t.cleanup!==void 0&&(h.cleanup=S(t.cleanup));let E={service:t.name,env:l,logPath:u,kind:"not-ready"},b=performance.now();t.prepare!==void 0&&await A(e,t.prepare,{...E,key:"prepare"}),h.preparedMs=performance.now()-b;let{container:v}=t,d=v&&await jt(e,t,v,n,{...E,key:"start",hostPort:c});if(t.start!==void 0&&!e.signal.aborted){let{keeper:k,config:R,preload:ke}=e;d&&(h.clear=S(d.clear,Ke)),f.logFrom=L(u);let qt=ke&&{NODE_OPTIONS:kt(l.NODE_OPTIONS,ke)};h.group=await B({command:d?.start??t.start,cwd:R.directory,env:{...l,...qt},logPath:u,keeper:k})}if(e.config.pods!==void 0)return;let{group:y}=h,x=()=>{let k=y?.exit()??null;return k===null?null:`it ended with ${_(k)} before it was ready`},D=N(e.environment);do{let k=await le(f,x,e.signal);if(e.signal.aborted)return;if(k!==null)throw new C("not-ready",e.arm,t.name,k,M(u));d&&(h.containers=await xt(d,c,D))}while(h.containers===null)}import{join as Or}from"node:path";async function Vs(e,t,n,r=""){let o=N(e.environment),s=a=>{n.phase(`building ${a}${r}`);let c=Or(e.logFolder,`${a}.${e.arm}.build.log`);return{service:a,key:"build",env:o,logPath:c,kind:"build-failed"}},{services:i}=e.config;for(let{name:a,build:c}of i)c!==void 0&&!e.signal.aborted&&await A(e,c,s(a));for(let a of i){let{name:c,container:l}=a;l!==void 0&&!e.signal.aborted&&await _t(e,a,l,s(c),{built:t,progress:n})}}var Ir=1;function Qs(e){let t=e.map(({weight:c})=>c),n=t.reduce(Ut),r=t.map(c=>c/n),o=r.flatMap((c,l)=>Array.from({length:c},()=>l)),s=Ye(Ir);for(let c=o.length-1;c>0;c--){let l=s.index(c+1);[o[c],o[l]]=[o[l],o[c]]}let i=r.map(()=>0),a=o.map(c=>i[c]++);return{order:o,ranks:a,counts:r}}function Ut(e,t){return t===0?e:Ut(t,e%t)}function ei(e,t,n,r){let o=[],s=0;for(let{name:i,offset:a,length:c}of Ee(e)){let l=i.startsWith("data.")?t.indexOf(i.slice(5)):-1;if(l<0)continue;let u=a+c,m=n==="json"&&Rr(e,a,u);o.push(r(e.slice(s,m?a-1:a)),{column:l,as:m?"value":n}),s=m?u+1:u}return o.length===0?r(e):[...o,r(e.slice(s))]}function Rr(e,t,n){return e[t-1]==='"'&&e[t-2]!=="\\"&&e[n]==='"'&&e[n+1]!==":"}export{zo as a,Ho as b,C as c,ge as d,dt as e,Ze as f,nt as g,Us as h,qs as i,lo as j,ct as k,Qs as l,ei as m,Vs as n,ie as o,Xe as p,bo as q};
