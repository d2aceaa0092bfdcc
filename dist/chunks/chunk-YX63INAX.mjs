import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{b as je}from"./chunk-XDGIBORD.mjs";import{a as se,b as C,u as Ve}from"./chunk-6ACUEMBP.mjs";import{b as Pe,c as Oe,e as Ie,q as zt}from"./chunk-C75QTUFU.mjs";import{a as We,b as F,c as De,d as M,f as Ue,g as Ge,h as qe,i as Be,k as Ke,m as B,n as _,o as ze,p as Je,s as Ye}from"./chunk-QUQKIIAI.mjs";import{g as Me,k as J,n as O,p as Y,q as He,s as q,t as V}from"./chunk-YP4ZYU4I.mjs";import{b as Re,f as Ne,i as Fe,l as _e}from"./chunk-6DIU2OXL.mjs";import{b as Xe}from"./chunk-2RRE6MSS.mjs";import{r as xe,t as U,v as Ce,w as Te,x as G}from"./chunk-YM5NTYMP.mjs";import{a as z,b as L,c as $e}from"./chunk-5LE4WRTK.mjs";import{a as Ae,b as Le}from"./chunk-TINSQFZZ.mjs";import{b as N,c as ve,d as Ee}from"./chunk-FA2ZNKOJ.mjs";import{d as Kt}from"./chunk-JLN3Y4HN.mjs";import{rmSync as Jt}from"node:fs";import{connect as Yt,createServer as Vt}from"node:net";import{join as Xt}from"node:path";import{setTimeout as Zt}from"node:timers/promises";function ie(e){let t=e||"tailgate-measuring";return process.platform==="linux"?`\0${t}`:Xt(J(process.env),`${t}.sock`)}async function Ze(e,t,n=ie(),r=Number.POSITIVE_INFINITY){let o=!1,s=performance.now()+r*6e4;for(;!t.aborted;){let i=await Qt(n);if(i)return()=>{i.close()};let a=await en(n);if(a===null&&!n.startsWith("\0")&&Jt(n,{force:!0}),!o&&a!==null&&(e.phase(`waiting: another Tailgate measures on this machine (pid ${a})`),o=!0),performance.now()>s)throw new L({what:`Nothing was measured: this run has waited for other runs on this machine for ${r} minutes${a===null?"":`, now for pid ${a}`}.`,hint:"Run this job again later. If no other job runs on this machine, end that process.",exitCode:z.unmeasured});await Zt(a===null?20:100)}throw new $e(String(t.reason))}function Qt(e){return new Promise((t,n)=>{let r=Vt(o=>o.on("error",()=>{}).end(String(process.pid)));r.once("error",o=>o.code==="EADDRINUSE"?t(null):n(o)),r.listen(e,()=>{r.unref(),t(r)})})}function en(e){return new Promise(t=>{let n="",r=Yt(e);r.setTimeout(1e3,()=>r.destroy()),r.on("data",o=>{n+=o,n.length>10&&r.destroy()}),r.once("error",()=>t(null)),r.once("close",()=>t(/^\d{1,10}$/.test(n)?n:"unknown"))})}import{lookup as on}from"node:dns";import{Agent as sn}from"node:http";import{Agent as an}from"node:https";import{connect as cn}from"node:net";import{setTimeout as tt}from"node:timers/promises";import{stripVTControlCharacters as ln}from"node:util";import{runInNewContext as un}from"node:vm";import{readFileSync as tn}from"node:fs";import{join as nn}from"node:path";function Qe(e){return"ca"in e?{ca:e.ca}:{rejectUnauthorized:!1}}var rn=/-----BEGIN CERTIFICATE-----(?:(?!-----BEGIN ).)+?-----END CERTIFICATE-----/gs;function ae(e,t){if(!("ca"in e))return e;let n;try{n=tn(nn(t,e.ca),"utf8")}catch(o){throw new Error(`\`tls.ca\` cannot be read: ${o.message}`)}let r=(n.match(rn)??[]).join(`
`);if(r==="")throw new Error(`\`tls.ca\` has no certificate in PEM: ${e.ca}`);return{ca:r}}var nt=50,X=2e3,dn=200;async function ue(e,t,n){let r=performance.now()+e.ready.timeoutSeconds*1e3,o=e.ready.kind==="log"?kn(e,e.ready.pattern):null,s="nothing was tried yet";for(;!n.aborted;){let i=t();if(i!==null)return i;let a=await mn(e,o,n);if(a===null)return t();if(s=a,performance.now()>r)return`not ready after ${e.ready.timeoutSeconds} s: ${s}`;await tt(nt)}return"interrupted"}async function mn(e,t,n){let r;try{r=e.readTrust?.()}catch(o){return o.message}return t!==null?t():e.ready.kind==="http"?pn(e.url.replace(/\/$/,"")+e.ready.path,r,n):ot(e.host,e.port,e.isForwarded?dn:0)}async function pn(e,t,n){let r=AbortSignal.any([n,AbortSignal.timeout(X)]);if(!URL.canParse(e))return"Invalid URL";let o=new URL(e).protocol==="https:"?new an({...le,...t&&Qe(t)}):new sn(le),s=fn(e);if(s===null)return"user or password in the `url` has a `%` that begins no escape: write it as `%25`";let{url:i,headers:a}=s;try{let c=await je(i,{redirect:"manual",signal:r,agent:o,headers:a});return c.body?.resume(),c.status<500?null:`${i} answered ${c.status}`}catch(c){let{name:l,message:u,code:m}=c;return l==="AbortError"?`${i} gave no answer within ${X/1e3} s`:m!==void 0&&gn.test(m)?`${u}; ${hn(i,t)}`:u}}var le={autoSelectFamily:!1,lookup:((e,t,n)=>on(e,{...t,verbatim:!1},n))};function fn(e){let t=new URL(e);if(t.username===""&&t.password==="")return{url:e,headers:{}};let n;try{n=[t.username,t.password].map(decodeURIComponent).join(":")}catch{return null}return t.username="",t.password="",{url:t.href,headers:{authorization:`Basic ${Buffer.from(n).toString("base64")}`}}}var gn=/SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/;function hn(e,t){return t!==void 0?"`tls.ca` has another one":Pe(e,[])===null?"name it with `tls: {ca: FILE}`, or accept any with `tls: {insecure: true}`":"this machine must trust it by itself"}var wn=2e3;async function rt(e,t){let n=performance.now()+wn;for(;await ot(e,t)===null;){if(performance.now()>n)return!0;await tt(nt)}return!1}function ot(e,t,n=0){return new Promise(r=>{let o=cn({host:e,port:t,timeout:X,...le}),s=i=>{o.destroy(),r(i)};o.once("connect",()=>n===0?s(null):setTimeout(s,n,null)),n>0&&o.resume().once("end",()=>s("it takes no connection yet")),o.once("timeout",()=>s(`no connection to ${e}:${t} within ${X/1e3} s`)),o.once("error",i=>s(i.message||`no connection to ${e}:${t}`))})}var yn=80,ce=2**20,Sn=1e4,et=1e3;function kn({logPath:e,logFrom:t},n){let r=new RegExp(n),o=new RegExp(n,"i"),s,i=t,a=!1;return()=>{F(e)<i&&(i=t);let c=De(e,i,ce),l=c.toString("utf8").split(/\r\n|[\n\r\u2028\u2029]/);a&&l.shift(),l.at(-1)===""&&l.pop();let u=()=>l.some(f=>{let g=ln(f.slice(0,Sn));return r.test(g)?!0:(s??=o.exec(g)?.[0].slice(0,yn),!1)});try{if(l.length>0&&un("isReady()",{isReady:u},{timeout:et}))return null}catch(f){let{code:g,message:w}=f;return g!=="ERR_SCRIPT_EXECUTION_TIMEOUT"?w:`/${n}/ takes more than ${et/1e3} s for its output: give \`ready.log\` an expression without repetitions in each other, such as \`(a+)+\``}let m=c.lastIndexOf(`
`)+1;(m>0||c.length===ce)&&(a=m===0),i+=a&&c.length===ce?c.length:m;let p=`no line of its output matches /${n}/`;return s===void 0?p:`${p}; one has \`${s}\`, with other small and capital letters: write \`ready.log\` as the service writes it`}}import{createHash as xn}from"node:crypto";import{existsSync as ct,mkdirSync as Cn,readdirSync as Tn,readFileSync as Pn,symlinkSync as On,writeFileSync as In}from"node:fs";import{dirname as de,join as $,resolve as Rn}from"node:path";import{fileURLToPath as Nn}from"node:url";var st=`/** Opens the files of \`k6/experimental/fs\`, and so those of \`k6/experimental/csv\`, beside the script. */
import * as fs from 'k6/experimental/fs';
import { locate } from './books.js';

export const open = (path) => fs.open(locate(String(path)));
export const { SeekMode, FSError } = fs;
export default { ...fs, open };
`;var it=`/** Counts what a script does with \`k6/net/grpc\`: calls, and streams by the time to their first message. */
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
`;var at=`/** Counts the commands that a script sends with \`k6/experimental/redis\`. */
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
`;var Q={"k6/experimental/fs":{file:"fs.js",text:st},"k6/net/grpc":{file:"grpc.js",text:it},"k6/websockets":{file:"websockets.js",text:Z},"k6/experimental/websockets":{file:"websockets.js",text:Z},"k6/ws":{file:"websockets.js",text:Z},"k6/experimental/redis":{file:"redis.js",text:at}},me=/(\bfrom|\bimport|\bimport\(|\brequire\()(\s{0,20})(["'])([^"'\n]{1,500})\3/g,lt="mirrors",Mn=500;function ko(e,t,n){let r=Fn(e),o=[...r].filter(([,a])=>An(a).length>0);if(o.length===0)return e;let s=$(t,lt,xn("sha256").update(e).digest("hex").slice(0,8)),i=a=>$(s,a);if(!ct(i(e))){let a=new Map(o.map(([l,u])=>[l,Ln(u,t)])),c=_n([$(n,"-"),...r.keys()]);if(dt(c,i(c),a),!ct(i(e)))throw new Error(`${e} could not be mirrored`);for(let{file:l,text:u}of Object.values(Q))Re($(t,l),u)}return i(e)}function ut(e,t){let[n,...r]=e.split($(t,lt,"/"));return[n,...r.map(o=>o.slice(o.indexOf("/")))].join("")}function An(e){return[...e.matchAll(me)].map(([,,,,t])=>t).filter(t=>t in Q)}function Ln(e,t){return e.replace(me,(n,r,o,s,i)=>i in Q?`${r}${o}${s}${$(t,Q[i].file)}${s}`:n)}function Fn(e){let t=new Map,n=[e];for(let r=n.pop();r!==void 0&&t.size<Mn;r=n.pop()){if(t.has(r)||!Ne(r))continue;let o=Pn(r,"utf8");t.set(r,o);for(let[,,,,s]of o.matchAll(me))s.startsWith("file://")?n.push(Nn(s)):/^\.{0,2}\//.test(s)&&n.push(Rn(de(r),s))}return t}function _n([e,...t]){let n=de(e);for(;t.some(r=>!r.startsWith($(n,"/")));)n=de(n);return n}function dt(e,t,n){Cn(t,{recursive:!0});let r=$(e,"/"),o=[...n.keys()].filter(i=>i.startsWith(r)),s=new Set(o.map(i=>i.slice(r.length).split("/")[0]));for(let i of new Set([...jn(e),...s])){let a=$(e,i),c=n.get(a);c!==void 0?In($(t,i),c):s.has(i)?dt(a,$(t,i),n):On(a,$(t,i))}}function jn(e){try{return Tn(e)}catch{return[]}}var Wn=40,Dn=3500;async function Ro(e,{progress:t,signal:n,environment:r,keepPath:o},s){let i=ve(r,e.secrets);Le(i),J(r),o&&qe(o);let a=r.CI==="true"?Wn:void 0,c=await Ze(t,n,ie(r.TAILGATE_LOCK),a),l=Ue(),u=null,m=new AbortController,p=[()=>Me(l.path)],f=g=>{p.unshift(g)};try{for(let g of await Ye())t.note(`clearing up after an earlier run: ${g}`);return u=Ve(l.path,e.secrets),Ge(l),await s({workspace:l,keeper:u,secrets:i,grace:Un(n,m.signal),removeAtEnd:f})}finally{t.done(),await pe(t,"not cleared up",()=>u?.close()),m.abort(),c();let g=S=>Ee(S,i),w=S=>ut(g(S),l.k6);await pe(t,"not kept",()=>o&&Be(l,o,w));let h=u?.listOwed()??[];for(let S of h)t.note(g(`not cleared up, and tried once more by the next run: ${S}`));if(h.length===0)for(let S of p)await pe(t,"not removed",S)}}async function pe(e,t,n){try{await n()}catch(r){e.note(`${t}: ${r.message}`)}}function Un(e,t){let n=Number.POSITIVE_INFINITY,r=()=>{n=performance.now()+Dn};return e.addEventListener("abort",r,{signal:t}),o=>Math.max(100,Math.min(o,n-performance.now()))}var T=class extends Error{kind;arm;service;log;other=null;constructor(t,n,r,o,s){super(o),this.kind=t,this.arm=n,this.service=r,this.log=s}};import{once as Gn}from"node:events";import{setTimeout as mt}from"node:timers/promises";var ge=1e4,qn=3e4,Bn=500,Hn=1e3;async function Kn(e,t,n,r){let{config:o,keeper:s,signal:i}=e,a=await B({command:t,cwd:o.directory,env:n,logPath:r,keeper:s}),c=new AbortController,l=Gn(i,"abort",{signal:c.signal}).catch(()=>{});return i.aborted||await Promise.race([a.exited,l]),c.abort(),await a.stop("SIGTERM",ge,e.grace),a.exit()??{code:null,signal:"SIGTERM"}}async function A(e,t,n){let{service:r,key:o,told:s=t,env:i,logPath:a,kind:c}=n,l=await Kn(e,t,i,a);if(l.code===0||e.signal.aborted)return;let u=`\`${o}\` ended with ${_(l)}: ${s}`;throw new T(c,e.arm,r,u,M(a))}async function zn(e,t,n,r){let{config:o,keeper:s,grace:i}=e,a=F(r),c=performance.now(),l=await B({command:t,cwd:o.directory,env:n,logPath:r,keeper:s}),u=new AbortController,m=s.hung.has(t)?Hn:qn;await Promise.race([l.exited,Jn(e,m,u.signal)]),u.abort();let p=l.exit(),f=Math.round((performance.now()-c)/1e3);if(await l.stop("SIGTERM",ge,i),p?.code===0)return null;p===null&&s.hung.add(t);let g=p===null?`was ended after ${f} s`:`ended with ${_(p)}`,w=M(r,We,a);return w===""?g:`${g}: ${w}`}async function Jn({grace:e,signal:t},n,r){let o=s=>mt(e(n),void 0,{signal:s,ref:!1}).catch(()=>{});await o(AbortSignal.any([t,r])),t.aborted&&await o(r)}async function he(e,t,n){let r=[],o=s=>s?.catch(i=>r.push(i));for(let s of t.splice(0).reverse()){let{stop:i}=s.service;s.stop!==null&&await fe(e,s,s.stop);let a=s.clear!==null?"SIGKILL":i.kind==="signal"?i.signal:"SIGTERM";await o(s.group?.stop(a,ge,e.grace)),s.clear!==null&&!s.containers&&s.group!==null&&await mt(Bn),s.clear!==null&&await fe(e,s,s.clear),s.cleanup!==null&&await fe(e,s,s.cleanup)}if(await o(e.keeper.endEscaped(n)),r.length>0)throw r[0]}async function fe(e,{env:t,logPath:n},r){let o=await zn(e,r.command,t,n).catch(s=>`could not be started: ${s.message}`);o===null?r.settle():r.fail(o)}import{readdirSync as Yn,readlinkSync as Vn}from"node:fs";var Xn="0A";function pt(e){let t=O();if(t===null)return null;let n=Y(t,e),r=new Set(n.flatMap(({pid:i})=>Zn(i))),o=["tcp","tcp6"].flatMap(i=>Qn(`/proc/net/${i}`)),s=new Map;for(let{inode:i,host:a,port:c}of o)!r.has(i)||a===null||(!s.has(c)||a==="127.0.0.1")&&s.set(c,{host:a,port:c});return[...s.values()]}function Zn(e){try{return Yn(`/proc/${e}/fd`).flatMap(t=>{try{return/^socket:\[(\d+)\]$/.exec(Vn(`/proc/${e}/fd/${t}`))?.[1]??[]}catch{return[]}})}catch{return[]}}function Qn(e){return(q(e)??"").split(`
`).flatMap(t=>{let n=t.trim().split(/\s+/),[r,o]=n[1]?.split(":")??[];return n[3]!==Xn||r===void 0||o===void 0?[]:[{inode:n[9],host:er(r),port:Number.parseInt(o,16)}]})}function er(e){return/^0+$/.test(e)||/^(?:0{16}FFFF0000)?\w{6}7F$/.test(e)?"127.0.0.1":e==="00000000000000000000000001000000"?"[::1]":null}import{join as Rr}from"node:path";var tr=4;function wt(e,t,n){let r=e.map(({pid:s})=>s),o=new Map;return{halt(){for(let s of e)s.signal("SIGSTOP");for(let s=0;s<tr;s++){let i=He(O()??[],[...r,...t]),a=[...i].filter(([c,l])=>!r.includes(c)&&!o.has(c)&&!l.every(ft));if(a.length===0&&[...i.values()].flat().every(ft))return;for(let[c]of a)o.set(c,gt(c));a.length>0&&n([...o.keys()]);for(let[c]of a)ht(c,"SIGSTOP")}},resume(){for(let[s,i]of[...o].reverse()){let a=gt(s);(a===void 0||a===i)&&ht(s,"SIGCONT")}for(let s of e)s.signal("SIGCONT");o.size>0&&n([]),o.clear()}}}function ft({state:e}){return"TtZX".includes(e)}function gt(e){return V(String(e))?.start}function ht(e,t){if(!(e<=1))try{process.kill(-e,t)}catch(n){let{code:r}=n;if(r==="EPERM")Ae(()=>`process group ${e} runs as another user, and cannot be halted`);else if(r!=="ESRCH")throw n}}import{once as nr}from"node:events";import{createServer as rr}from"node:net";async function yt(e){let t=await Promise.all(Array.from({length:e},async()=>{let r=rr().listen(0,"127.0.0.1");return await nr(r,"listening"),r})),n=t.map(r=>r.address().port);return await Promise.all(t.map(r=>new Promise(o=>r.close(o)))),n}import{writeFileSync as sr}from"node:fs";import{createServer as ir}from"node:net";import{setTimeout as bt}from"node:timers/promises";var St=`// Runs inside a process of the service, loaded first (\`--require\`), with the path of a private socket in SOCKET. It
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
`;var ar={time:["+","-"],allocations:["<",">"]},ee=64,cr=2e3;async function ts(e){let t=new Map,n=null,r=16e6,o=[],s=ir(c=>{if(t.size>=ee)return void c.destroy();t.set(c,""),c.setEncoding("utf8"),c.on("error",()=>{}),c.on("close",()=>t.delete(c)),c.on("data",l=>{if(r-=l.length,r<0)return void c.destroy();let[u,...m]=l.split("\0",ee),p=`${t.get(c)}${u}`;m.length>0&&o.length<ee&&o.push(p),t.set(c,m.at(-1)??p)}),n!==null&&c.write(n)});await new Promise((c,l)=>{s.once("error",l),s.listen(e,c)});let i=`${e}.cjs`;sr(i,`const SOCKET = ${JSON.stringify(e)};
${St}`,{mode:384});let a=c=>{r=16e6,o=[];for(let l of t.keys())l.write(c)};return{preload:i,countPeers:()=>t.size,seesAllocations:!0,async sample(c,l="time"){let[u,m]=ar[l];n=u,a(u),await bt(1e3*c);let p=t.size;n=null,a(m);for(let f=0;f<cr&&o.length<p;f+=50)await bt(50);return o.slice(0,ee)},close(){for(let c of t.keys())c.destroy();s.close()}}}function $t(e,t){return`${e??""} --require ${JSON.stringify(t)}`.trim()}function vt(e,t,n){let r=(n(`/proc/${e}/cgroup`)??"").split(`
`).map(l=>l.split(":")),o=lr(n("/proc/self/mountinfo")??""),s=l=>{let[,,...u]=r.find(([,f])=>f?.split(",").includes(l))??[],m=o.find(({controllers:f})=>f.includes(l)),p=u.join(":");return m===void 0||!p.includes(t)||!p.startsWith(m.root)?null:m.path+p.slice(m.root==="/"?0:m.root.length)},[i,a]=[s("cpuacct"),s("memory")];if(i!==null&&a!==null)return{version:1,cpu:i,memory:a};let c=s("");return c===null?null:{version:2,cpu:c,memory:c}}function lr(e){return e.split(`
`).flatMap(t=>{let[n="",r=""]=t.split(" - "),[,,,o="",s=""]=n.split(" "),[i,,a=""]=r.split(" ");return i==="cgroup2"?[{root:o,path:s,controllers:[""]}]:i==="cgroup"?[{root:o,path:s,controllers:a.split(",")}]:[]})}function rs({version:e,cpu:t,memory:n},r){let[o,s]=e===1?[r(`${t}/cpuacct.usage`),r(`${n}/memory.max_usage_in_bytes`)]:[/^usage_usec (\d+)$/m.exec(r(`${t}/cpu.stat`)??"")?.[1],r(`${n}/memory.peak`)??r(`${n}/memory.current`)];return o==null||s==null?null:{seconds:Number(o)/(e===1?1e9:1e6),memory:Number(s)/1e6}}var P=`command -v docker >/dev/null || docker() { podman "$@"; }
`;function ur({run:e,instance:t,service:n}){let r=`${e}-${t}`;return{name:`${r}-${n}`,network:r,own:"tailgate.service",shared:"tailgate.instance"}}function H({run:e,instance:t,service:n}){return`${e}:${t}-${n}`}function Et({from:e},t){let n=H(t);if("name"in e)return{command:P+ne({image:e.name,tag:n}),told:`docker pull ${e.name}`};let o=`docker build${e.dockerfile===void 0?"":` -f ${se(`${e.build}/${e.dockerfile}`)}`} ${se(e.build)}`;return{command:`${P}docker build -t ${n}${o.slice(12)}`,told:o}}function ne({image:e,tag:t,platform:n}){let r=C(e),o=`docker image inspect ${r} >/dev/null 2>&1`;if(n===void 0)return`{ ${o} || docker pull ${r}; } && docker tag ${r} ${t}`;let s=C(n);return`{ ${`[ "$(docker image inspect -f '{{.Os}}/{{.Architecture}}' ${r} 2>/dev/null)" = ${s} ]`} || docker pull --platform ${s} ${r} || ${o}; } && docker tag ${r} ${t}`}function xt(e){let t=`docker image ls --format '{{.Repository}}:{{.Tag}}' | grep -E '(^|/)${H(e)}(\\.|$)'`;return`${P}failed=0; for tag in $(${t}); do docker rmi -f "$tag" || failed=1; done; exit $failed`}function Ct(e,t,n,r){let{name:o,network:s,own:i,shared:a}=ur(n),c=[`--name ${o}`,`--label ${i}=${o} --label ${a}=${s}`,`--network ${s} --network-alias ${n.service}`,"--add-host host.docker.internal:host-gateway",`-p "127.0.0.1:$PORT:${e.port}"`,`-e PORT=${e.port} -e TAILGATE_INSTANCE`,...t.map(p=>`-e ${p}`)],l=`docker network inspect ${s} >/dev/null 2>&1`,u=`docker network create --label ${a}=${s} ${s} >/dev/null`,m=[r,...e.command].map(C).join(" ");return{start:`${P}${l} || ${u} && docker run ${c.join(" ")} ${m}`,clear:[`${P}${te("ps -a",`${i}=${o}`,"rm -fv")} || exit`,`[ -n "$(docker ps -aq --filter label=${a}=${s})" ] || ${te("network ls",`${a}=${s}`,"network rm")}`].join(`
`),filter:`label=${i}=${o}`}}function te(e,t,n){return`{ ids=$(docker ${e} -q --filter label=${t}) && { [ -z "$ids" ] || docker ${n} $ids; }; }`}var dr=2e4;async function Tt({filter:e},t,n){let r=async(f,g)=>{let w=await Fe({file:"sh",arguments:["-c",P+f],environment:n,timeoutMs:dr,signal:new AbortController().signal});if(w.kind==="ended"&&w.exitCode===0)return w.output;let h=w.kind==="not-started"?w.code:_e(w.output,"last");throw new L({what:`The containers cannot be ${g}: \`docker\` said: ${h||"nothing"}.`,exitCode:z.unmeasured})},o=`ids=$(docker ps -q --no-trunc --filter ${e} --filter status=running)`,i=[...(await r(`${o} && { [ -z "$ids" ] || docker inspect -f '{{.Id}} {{.State.Pid}}' $ids; }`,"listed")).matchAll(/^([0-9a-f]{64}) (\d+)$/gm)].map(([,f,g])=>({id:f,pid:Number(g)}));if(i.length===0)return null;let a=i.map(({id:f,pid:g})=>vt(g,f,q)),c=i.flatMap(({pid:f})=>V(String(f))?.session??[]),l=mr(t),u=l!==null&&a.every(f=>f!==null),m=Promise.resolve(),p=(f,g,w)=>{let h=i.map(({id:b})=>b).join(" "),S=`left=$(docker ps -q --filter ${e} --filter status=${g}) && { [ -z "$left" ] || docker ${f} $left; }`,E=m.then(()=>r(`docker ${f} ${h} >/dev/null 2>&1 || { ${S}; }`,w));E.catch(()=>{}),m=E};return{groups:u?a:null,sessions:l===null?c:[...c,l],isForwarded:l!==null,halt:()=>p("pause","running","halted"),resume:()=>p("unpause","paused","let go on"),settled:async()=>{await m}}}function mr(e){return(O()??[]).find(({pid:n})=>{let r=q(`/proc/${n}/cmdline`)?.split("\0")??[];return r[0]?.endsWith("docker-proxy")&&r[r.indexOf("-host-port")+1]===String(e)})?.session??null}import{dirname as Pr,join as Or}from"node:path";var W=Kt(zt(),1);import{existsSync as Rt,mkdirSync as Er,readFileSync as Nt,realpathSync as xr,rmSync as Cr,writeFileSync as Tr}from"node:fs";import{dirname as ye,join as j}from"node:path";var I=class extends Error{path;hint;constructor(t,n,r){super(n),this.path=t,this.hint=r}};function It(e,t){let n=e.services??{},r=[],o=pr(n,t.service),s=Object.fromEntries(o.map(i=>[i,fr(i,n,t,e,r)]));return{file:{...e,services:s,networks:we(e.networks,(i,a)=>br(i,a,r)),volumes:we(e.volumes,(i,a)=>$r(i,a,r))},pulled:o.flatMap(i=>{let{build:a,image:c,platform:l}=s[i],u=l!==void 0&&{platform:String(l)};return a===void 0?[{image:String(n[i].image),tag:String(c),...u}]:[]}),notes:r}}function pr(e,t){if(!Object.hasOwn(e,t)){let o=`It has ${Object.keys(e).join(", ")||"no service"}. One of a profile is there only with \`COMPOSE_PROFILES\`.`;throw new I(["services"],`The file has no service \`${t}\`.`,o)}let n=new Set([t]);for(let r of n){let{depends_on:o,links:s,volumes_from:i,...a}=e[r]??{},c=[...re(s),...re(i)].map(m=>m.split(":")[0]),l=["network_mode","ipc","pid"].flatMap(m=>/^service:(.+)$/.exec(String(a[m]))?.[1]??[]),u=[...Array.isArray(o)?o:Object.keys(o??{})];for(let m of[...u,...c,...l])Object.hasOwn(e,m)&&n.add(m)}return[...n]}function fr(e,t,n,r,o){let{container_name:s,restart:i,ports:a,logging:c,profiles:l,pull_policy:u,external_links:m,...p}=t[e],f=["services",e];for(let b of["network_mode","pid","ipc"]){let v=String(p[b]);if(v.startsWith("container:")||b==="network_mode"&&v==="host")throw new I([...f,b],`\`${b}: ${v}\` of \`${e}\` is the same for both revisions, which run side by side.`,"Take it out: services of a compose file reach each other by name.")}m!==void 0&&o.push(`\`${e}\` has no \`external_links\``);let g=p.build?e:gr(t,p.image),w=s!==void 0&&p.network_mode===void 0,h={...p,...g!==void 0&&{build:wr(t[g].build)},image:n.nameImage(g??`${e}-${hr(p.image)}`),...(p.networks!==void 0||w)&&{networks:yr(p.networks??["default"],w?[String(s)]:[])},...p.volumes!==void 0&&{volumes:p.volumes.map((b,v)=>kr(Sr(b),[...f,"volumes",`${v}`],r,n,o))},...p.deploy!==void 0&&{deploy:{...p.deploy,restart_policy:void 0}}};if(e!==n.service)return h;let S=n.port??vr([...Ot(a),...Ot(p.expose)],e),E=Object.fromEntries(n.env.map(b=>[b,null]));return{...h,ports:[`127.0.0.1:${n.hostPort}:${S}`],environment:{...p.environment,...E}}}function gr(e,t){if(t!==void 0)return Object.keys(e).find(n=>{let{build:r,image:o}=e[n],s=[o,...re(r?.tags)].map(Pt);return r!==void 0&&s.includes(Pt(t))})}function hr(e){return String(e).replace(/[^\w.-]+/g,"-").slice(-60)}function Pt(e){return/:[^/:]*$/.test(String(e))?String(e):`${e}:latest`}function wr(e){return typeof e=="string"?e:{...e,tags:void 0}}function yr(e,t){let n=Array.isArray(e)?Object.fromEntries(e.map(r=>[r,null])):e;return we(n,r=>{let o=[...re(r?.aliases),...t];return o.length===0?{}:{aliases:o}})}function Sr(e){if(typeof e!="string")return e;let[t="",n,r=""]=e.split(":");if(n===void 0)return{type:"volume",target:t};let o=r.split(",").includes("ro")&&{read_only:!0};return{type:t.startsWith("/")?"bind":"volume",source:t,target:n,...o}}function kr(e,t,{volumes:n},{own:r,exists:o},s){let i=String(e.source);if(e.type!=="bind")return e;let a=r.some(c=>i===c||i.startsWith(`${c}/`));if(a&&!o(i))return s.push(`${i} is not in the revision, so \`${t[1]}\` has an empty volume there`),{type:"volume",target:e.target};if(a||e.read_only===!0)return e;throw new I(t,`\`${t[1]}\` may write to ${i}, which both revisions would share.`,`Mount it read-only (\`:ro\`), or a volume in its place${n?`: ${Object.keys(n).join(", ")}`:""}.`)}function br(e,t,n){return e?.external&&n.push(`the external network \`${t}\` is another one in each instance, and nobody else is in it`),e?.internal?{internal:!0}:{}}function $r(e,t,n){let{external:r,driver:o,driver_opts:s}=e??{},i=String(s?.device??""),a=/[/:]/.test(i);return(r||a)&&n.push(`the volume \`${t}\` is another one in each instance, and empty`),r||a||s===void 0?{}:{driver:o,driver_opts:s}}function Ot(e){return(e??[]).map(t=>{let n=typeof t=="object"?t.target:String(t).split(":").at(-1);return String(n).split("/")[0]})}function vr(e,t){let[n,...r]=[...new Set(e)];if(n!==void 0&&r.length===0&&/^\d+$/.test(n))return n;let o=n===void 0?"names no port":`has the ports ${[n,...r].join(", ")}`;throw new I(["services",t],`\`${t}\` ${o}.`,"Say in tailgate.yml at which one it is asked: `compose: {file: \u2026, service: \u2026, port: 8080}`.")}function re(e){return Array.isArray(e)?e.map(String):[]}function we(e,t){return Object.fromEntries(Object.entries(e??{}).map(([n,r])=>[n,t(r,n)]))}var Se=`${P}compose() { if docker compose version >/dev/null 2>&1; then docker compose "$@"; else docker-compose "$@"; fi; }
`;function K({run:e,instance:t,service:n}){return`${e}-${t}-${n}`}function Mt({file:e},{folder:t,names:n}){return Er(t,{recursive:!0,mode:448}),`${Se}umask 077; compose -f ${C(e)} config > ${C(j(t,`${K(n)}.yml`))}`}function At(e,t){let{directory:n,folder:r,names:o}=t,s=j(r,`${K(o)}.yml`),i=(0,W.parse)(Nt(s,"utf8"));Cr(s);let a=It(i,{service:e.service,port:e.port,hostPort:t.hostPort,env:t.env,own:[Lt(n),n,ye(j(n,e.file))].flatMap(l=>[l,xr(l)]),exists:Rt,nameImage:t.nameImage}),c=j(r,`${K(o)}.json`);return Tr(c,JSON.stringify(a.file),{mode:384}),{...a,path:c}}function Lt(e,t=e){return Rt(j(t,".git"))?t:ye(t)===t?e:Lt(e,ye(t))}function Ft({path:e,file:t,pulled:n},r){let s=Object.values(t.services??{}).some(({build:i})=>i!==void 0)?`compose -p ${K(r)} -f ${C(e)} build`:":";return Se+[s,...n.map(ne)].join(" && ")}function _t({path:e,pulled:t},{service:n},r){let o=K(r),s=`label=com.docker.compose.project=${o}`,i=`docker ps -aq --filter ${s}`,a=[Se,...t.map(u=>`docker image inspect ${u.tag} >/dev/null 2>&1 || { ${ne(u)}; } || exit`),"unset PORT",`said=$(compose -p ${o} -f ${C(e)} up -d --no-build 2>&1) || {`,'  code=$?; echo "$said"',`  for id in $(${i}); do docker inspect -f '{{.Name}}: {{.State.Status}}, exit code {{.State.ExitCode}}' $id; docker logs --tail 20 $id; done`,"  exit $code","}",`id=$(${i} --filter label=com.docker.compose.service=${C(n)})`,"docker logs -f $id; exit $(docker wait $id)"].join(`
`),l=[["ps -a","rm -fv"],["network ls","network rm"],["volume ls","volume rm"]].map(([u,m])=>te(u,s.replace("label=",""),m)).join(" && ");return{start:a,clear:P+l,filter:s}}function jt({path:e},t,n){let r=new W.LineCounter,o=(0,W.parseDocument)(Nt(j(t,n),"utf8"),{lineCounter:r});for(let s=e.length;s>0;s--){let i=o.getIn(e.slice(0,s),!0);if(i?.range)return`${n}:${r.linePos(i.range[0]).line}`}return n}async function Wt(e,t,n,r,{built:o,progress:s}){let i=ke(e,t,`build-${e.arm}`),a=n.kind==="image"?Et(n,oe(e,t)):await Ir(e,t,n,r,{names:i,progress:s});if(a===null)return;let c={command:xt(oe(e,t)),told:"removing the images",directory:e.config.directory,ports:{},service:t.name,instance:`${Je}${e.arm}`,env:{}},{env:l,logPath:u}=r;o.push({service:t,group:null,env:l,logPath:u,preparedMs:0,stop:null,clear:e.keeper.owe(c),cleanup:null}),await A(e,a.command,{...r,told:a.told})}async function Ir(e,t,n,r,{names:o,progress:s}){let i=new Map([[`${t.name}.PORT`,0]]),a=G(t.name,"build",i,e.environment),c=Object.entries(t.env).map(([p,f])=>[p,U(f,a,`env.${p} of ${t.name}`)]),l=N(e.environment,{TAILGATE_INSTANCE:"build",...Object.fromEntries(c)}),u=await Ut(e,t,n,{...r,env:l},{names:o,hostPort:0});if(u===null)return null;let m=e.arm==="base"?" (base)":"";for(let p of u.notes)s.note(`${n.file}${m}: ${p}`);return{command:Ft(u,o),told:`docker compose build, or a pull, of ${n.file}`}}async function Dt(e,t,n,r,{hostPort:o,...s}){let i=ke(e,t,r);if(n.kind==="image")return Ct(n,Object.keys(t.env),i,H(oe(e,t)));let a=await Ut(e,t,n,s,{names:i,hostPort:o});return a&&_t(a,n,i)}async function Ut(e,t,n,r,{names:o,hostPort:s}){let{directory:i}=e.config,a={directory:i,folder:Or(Pr(e.logFolder),"compose"),names:o,hostPort:s,env:Object.keys(t.env),nameImage:u=>H(oe(e,t,`.${u}`))},c=`docker compose -f ${n.file} config`,l={...r.env,PORT:n.port?.toString()??e.environment.PORT};if(await A(e,Mt(n,a),{...r,env:l,told:c}),e.signal.aborted)return null;try{return At(n,a)}catch(u){if(!(u instanceof I))throw u;let{message:m,hint:p}=u,f=jt(u,i,n.file);throw e.arm==="base"?new T("build-failed","base",t.name,`${f}: ${m}`,""):new L({what:m,where:f,hint:p})}}function ke({keeper:e},{name:t},n){return{run:`tailgate-${e.mark.TAILGATE_RUN.slice(0,8)}`,instance:n,service:t}}function oe(e,t,n=""){let r=ke(e,t,e.arm??"head");return{...r,service:r.service+n}}function Gt(e,t,n,r){let o=O()??[],s=new Set(Y(o,n).map(({pid:c})=>c)),i=new Set(Ke(e,{instance:t}).map(({pid:c})=>c)),a=o.filter(({pid:c,session:l})=>l>1&&i.has(c)&&!s.has(c));return[...new Set(a.map(({session:c})=>c))].filter(c=>{let l=pt([c])??[];return l.length>0&&l.every(({port:u})=>r.includes(u))})}async function Zs(e,t){let{config:n,shared:r}=e,o=n.services.filter(h=>!r.has(`${h.name}.PORT`)),s=n.services.find(h=>h.name===n.target),i=performance.now(),{portOf:a,lastWords:c,preparedMs:l,...u}=await qt(e,o,t),m;try{s.tls&&!e.signal.aborted&&(m=ae(s.tls,n.directory))}catch(h){throw await u.stop(),h}let p=G(s.name,t,a,e.environment),f=(h,S)=>U(h,p,`request to ${s.name}`,S),g=o.some(({start:h})=>h!==void 0),w=g?performance.now()-i-l:void 0;return{...u,portOf:a,lastWords:()=>c(s.name),startupMs:w,readyAt:g?Date.now():null,targetUrl:f(s.url).replace(/\/$/,""),trust:m,fill:f}}async function Qs(e){await Mr(e);let t=e.config.services.filter(({scope:r,start:o})=>r==="run"&&o!==void 0),n=await qt(e,t,"run");return n.findDaemons(),n}async function qt(e,t,n){let r=t.flatMap(Ce),o=await yt(r.length),s=new Map([...e.shared,...r.map((d,y)=>[d,o[y]])]),i=[];try{for(let d of t){if(e.signal.aborted)break;await Ar(e,d,n,s,i)}}catch(d){throw await he(e,i,n),d}let a=i.flatMap(({service:d,group:y,logPath:x,containers:D})=>y?[{service:d,group:y,logPath:x,containers:D}]:[]),c=a.flatMap(({containers:d})=>d??[]),l=a.filter(({service:d})=>d.halt!=="never"),u=l.flatMap(({containers:d})=>d??[]),m=({service:d})=>!d.isRelay&&!d.container,p=d=>d.map(({group:y})=>y.pid),f=a.filter(({service:d})=>d.isRelay),g=[e.config.target,...f.flatMap(({service:d})=>d.needs)],w=a.filter(({service:d,containers:y})=>y?.isForwarded&&g.includes(d.name)),h=a.some(({service:d})=>d.container!==void 0),S=p(a.filter(m)),E=[],b=wt(l.flatMap(({service:d,group:y})=>d.container===void 0?[y]:[]),E,d=>e.keeper.standStill(n,d)),v=!1;return{portOf:s,preparedMs:i.reduce((d,y)=>d+y.preparedMs,0),sessions:S,relays:[...p(a.filter(d=>!m(d))),...c.flatMap(({sessions:d})=>d)],groups:c.flatMap(({groups:d})=>d??[]),hops:1+f.length+w.length,isHidden:c.some(({groups:d})=>d===null),crashed:Promise.race([...a.map(({group:d})=>d.exited),new Promise(()=>{})]).then(()=>{}),crash(){if(v)return null;let d=a.find(({group:y})=>y.exit()!==null);return d?{service:d.service.name,exit:_(d.group.exit()),log:M(d.logPath)}:null},lastWords(d){let y=a.find(({service:D})=>D.name===d),x=y?M(y.logPath):"";return x===""?null:{service:d,log:x}},findDaemons(){if(h)return;let d=Gt(e.keeper.mark.TAILGATE_RUN,n,p(a),o);S.push(...d),l.length===a.length&&E.push(...d)},halt(){b.halt();for(let d of u)d.halt()},resume(){b.resume();for(let d of u)d.resume()},async stop(){v=!0;let d=await Promise.allSettled(c.map(x=>x.settled()));await he(e,i,n);let y=d.find(x=>x.status==="rejected");if(y!==void 0&&!e.signal.aborted)throw y.reason}}}var Nr=60;async function Mr(e){for(let{name:t,host:n,port:r}of e.config.external){let s=await ue({ready:{kind:"tcp",timeoutSeconds:Nr},url:null,host:n,port:r,logPath:"",logFrom:0},()=>null,e.signal);if(s!==null&&!e.signal.aborted)throw new T("not-ready",e.arm,t,s,"")}}async function Ar(e,t,n,r,o){let s=G(t.name,n,r,e.environment),i=(k,R)=>U(k,s,`${R} of ${t.name}`),a=Object.entries(t.env).map(([k,R])=>[k,i(R,`env.${k}`)]),c=r.get(`${t.name}.PORT`),l=N(e.environment,{...Te(t.name,r),TAILGATE_INSTANCE:n,...Object.fromEntries(a)}),u=Rr(e.logFolder,`${t.name}.${n}.log`),m=t.url===void 0?null:i(t.url,"url");m!==null&&t.name===e.config.target&&Oe(m,e.config,`url of ${t.name}`),m!==null&&t.tls&&Ie(m,`url of ${t.name}`);let p=m===null?null:new URL(m),f={ready:t.ready,url:m,host:p?.hostname.replace(/^\[|\]$/g,"")??"127.0.0.1",port:p?Number(p.port||(p.protocol==="https:"?443:80)):c,logPath:u,logFrom:0,isForwarded:t.container!==void 0,...t.tls&&{readTrust:()=>ae(t.tls,e.config.directory)}},g=[...r.values()].includes(f.port);if(t.start!==void 0&&!g&&await rt(f.host,f.port)){let k=`something else already listens on ${f.host}:${f.port}, the address of its \`url\``;throw new T("not-ready",e.arm,t.name,k,"")}let h={service:t,group:null,env:l,logPath:u,preparedMs:0,...{stop:null,clear:null,cleanup:null}};o.push(h);let S=(k,R)=>e.keeper.owe({command:k,told:R,directory:e.config.directory,ports:Object.fromEntries(r),service:t.name,instance:n,env:t.env});t.stop.kind==="command"&&(h.stop=S(t.stop.command)),t.cleanup!==void 0&&(h.cleanup=S(t.cleanup));let E={service:t.name,env:l,logPath:u,kind:"not-ready"},b=performance.now();t.prepare!==void 0&&await A(e,t.prepare,{...E,key:"prepare"}),h.preparedMs=performance.now()-b;let{container:v}=t,d=v&&await Dt(e,t,v,n,{...E,key:"start",hostPort:c});if(t.start!==void 0&&!e.signal.aborted){let{keeper:k,config:R,preload:be}=e;d&&(h.clear=S(d.clear,ze)),f.logFrom=F(u);let Ht=be&&{NODE_OPTIONS:$t(l.NODE_OPTIONS,be)};h.group=await B({command:d?.start??t.start,cwd:R.directory,env:{...l,...Ht},logPath:u,keeper:k})}if(e.config.pods!==void 0)return;let{group:y}=h,x=()=>{let k=y?.exit()??null;return k===null?null:`it ended with ${_(k)} before it was ready`},D=N(e.environment);do{let k=await ue(f,x,e.signal);if(e.signal.aborted)return;if(k!==null)throw new T("not-ready",e.arm,t.name,k,M(u));d&&(h.containers=await Tt(d,c,D))}while(h.containers===null)}import{join as Lr}from"node:path";async function si(e,t,n,r=""){let o=N(e.environment),s=a=>{n.phase(`building ${a}${r}`);let c=Lr(e.logFolder,`${a}.${e.arm}.build.log`);return{service:a,key:"build",env:o,logPath:c,kind:"build-failed"}},{services:i}=e.config;for(let{name:a,build:c}of i)c!==void 0&&!e.signal.aborted&&await A(e,c,s(a));for(let a of i){let{name:c,container:l}=a;l!==void 0&&!e.signal.aborted&&await Wt(e,a,l,s(c),{built:t,progress:n})}}var Fr=1;function li(e){let t=e.map(({weight:c})=>c),n=t.reduce(Bt),r=t.map(c=>c/n),o=r.flatMap((c,l)=>Array.from({length:c},()=>l)),s=Xe(Fr);for(let c=o.length-1;c>0;c--){let l=s.index(c+1);[o[c],o[l]]=[o[l],o[c]]}let i=r.map(()=>0),a=o.map(c=>i[c]++);return{order:o,ranks:a,counts:r}}function Bt(e,t){return t===0?e:Bt(t,e%t)}function ui(e,t,n,r){let o=[],s=0;for(let{name:i,offset:a,length:c}of xe(e)){let l=i.startsWith("data.")?t.indexOf(i.slice(5)):-1;if(l<0)continue;let u=a+c,m=n==="json"&&_r(e,a,u);o.push(r(e.slice(s,m?a-1:a)),{column:l,as:m?"value":n}),s=m?u+1:u}return o.length===0?r(e):[...o,r(e.slice(s))]}function _r(e,t,n){return e[t-1]==='"'&&e[t-2]!=="\\"&&e[n]==='"'&&e[n+1]!==":"}export{rs as a,ts as b,T as c,he as d,pt as e,Qe as f,rt as g,Zs as h,Qs as i,ko as j,ut as k,li as l,ui as m,si as n,ie as o,Ze as p,Ro as q};
