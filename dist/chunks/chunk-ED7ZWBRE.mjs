import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{b as Le}from"./chunk-KSRGRN5B.mjs";import{a as ce,b as P}from"./chunk-RFTJCVGN.mjs";import{b as Ue,c as L,d as B,e as ze,f as J,i as X,l as Ye,m as Ve,n as Xe,q as tt}from"./chunk-RR3TYXY4.mjs";import{c as Ge,e as F,f as We,g as E,j as R}from"./chunk-ENRTX466.mjs";import{d as Ht,e as Re,f as Ae,g as _e}from"./chunk-Z6OK7IAX.mjs";import{p as Fe,s as je}from"./chunk-H62C6DPI.mjs";import{a as De,b as j,c as qe,d as A,f as Be,g as Je,h as Ke,i as He,l as K,m as G,p as et}from"./chunk-IE6LBWBZ.mjs";import{f as q,j as V,m as Ze,q as ae,r as Qe}from"./chunk-ZK3S4KKA.mjs";import{u as se,v as ie}from"./chunk-J4LUNA2G.mjs";import{a as Y,b as $,c as Oe}from"./chunk-5LE4WRTK.mjs";import{b as Me}from"./chunk-SZR6RWJJ.mjs";import{b as N,c as Ie,d as Ne}from"./chunk-7RCFP5J6.mjs";import{d as Kt}from"./chunk-JLN3Y4HN.mjs";import{createHash as Xt}from"node:crypto";import{existsSync as le,mkdirSync as Zt,readdirSync as Qt,readFileSync as en,symlinkSync as tn,writeFileSync as ot}from"node:fs";import{dirname as ue,join as x,resolve as nn}from"node:path";import{fileURLToPath as rn}from"node:url";var nt=`/** Counts what a script does with \`k6/net/grpc\`: calls, and streams by the time to their first message. */
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
`;var rt=`/** Counts the commands that a script sends with \`k6/experimental/redis\`. */
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
`;var Q={"k6/net/grpc":{file:"grpc.js",text:nt},"k6/websockets":{file:"websockets.js",text:Z},"k6/experimental/websockets":{file:"websockets.js",text:Z},"k6/ws":{file:"websockets.js",text:Z},"k6/experimental/redis":{file:"redis.js",text:rt}},de=/(\bfrom|\bimport|\bimport\(|\brequire\()(\s{0,20})(["'])([^"'\n]{1,500})\3/g,st="mirrors",on=500;function no(e,t,n){let r=cn(e),s=[...r].filter(([,c])=>sn(c).length>0);if(s.length===0)return e;let o=x(t,st,Xt("sha256").update(e).digest("hex").slice(0,8)),i=c=>x(o,c);if(!le(i(e))){let c=new Map(s.map(([l,d])=>[l,an(d,t)])),a=ln([x(n,"-"),...r.keys()]);if(at(a,i(a),c),!le(i(e)))throw new Error(`${e} could not be mirrored`);for(let{file:l,text:d}of Object.values(Q))ot(x(t,l),d)}return i(e)}function it(e,t){let[n,...r]=e.split(x(t,st,"/"));return[n,...r.map(s=>s.slice(s.indexOf("/")))].join("")}function sn(e){return[...e.matchAll(de)].map(([,,,,t])=>t).filter(t=>t in Q)}function an(e,t){return e.replace(de,(n,r,s,o,i)=>i in Q?`${r}${s}${o}${x(t,Q[i].file)}${o}`:n)}function cn(e){let t=new Map,n=[e];for(let r=n.pop();r!==void 0&&t.size<on;r=n.pop()){if(t.has(r)||!le(r))continue;let s=en(r,"utf8");t.set(r,s);for(let[,,,,o]of s.matchAll(de))o.startsWith("file://")?n.push(rn(o)):/^\.{0,2}\//.test(o)&&n.push(nn(ue(r),o))}return t}function ln([e,...t]){let n=ue(e);for(;t.some(r=>!r.startsWith(x(n,"/")));)n=ue(n);return n}function at(e,t,n){Zt(t,{recursive:!0});let r=x(e,"/"),s=[...n.keys()].filter(i=>i.startsWith(r)),o=new Set(s.map(i=>i.slice(r.length).split("/")[0]));for(let i of new Set([...un(e),...o])){let c=x(e,i),a=n.get(c);a!==void 0?ot(x(t,i),a):o.has(i)?at(c,x(t,i),n):tn(c,x(t,i))}}function un(e){try{return Qt(e)}catch{return[]}}import{rmSync as dn}from"node:fs";import{connect as mn,createServer as fn}from"node:net";import{join as pn}from"node:path";import{setTimeout as gn}from"node:timers/promises";function me(e){let t=e||"tailgate-measuring";return process.platform==="linux"?`\0${t}`:pn(V(process.env),`${t}.sock`)}async function ct(e,t,n=me(),r=Number.POSITIVE_INFINITY){let s=!1,o=performance.now()+r*6e4;for(;!t.aborted;){let i=await hn(n);if(i)return()=>{i.close()};let c=await wn(n);if(c===null&&!n.startsWith("\0")&&dn(n,{force:!0}),!s&&c!==null&&(e.phase(`waiting: another Tailgate measures on this machine (pid ${c})`),s=!0),performance.now()>o)throw new $({what:`Nothing was measured: another Tailgate (pid ${c}) has measured on this machine for ${r} minutes.`,hint:"Run this job again later. If no other job runs on this machine, end that process.",exitCode:Y.unmeasured});await gn(c===null?20:100)}throw new Oe(String(t.reason))}function hn(e){return new Promise((t,n)=>{let r=fn(s=>s.on("error",()=>{}).end(String(process.pid)));r.once("error",s=>s.code==="EADDRINUSE"?t(null):n(s)),r.listen(e,()=>{r.unref(),t(r)})})}function wn(e){return new Promise(t=>{let n="",r=mn(e);r.setTimeout(1e3,()=>r.destroy()),r.on("data",s=>{n+=s,n.length>10&&r.destroy()}),r.once("error",()=>t(null)),r.once("close",()=>t(/^\d{1,10}$/.test(n)?n:"unknown"))})}var yn=40,Sn=3500;async function ko(e,{progress:t,signal:n,environment:r,keepPath:s},o){let i=Ie(r,e.secrets);Me(i),V(r),s&&Ke(s);let c=r.CI==="true"?yn:void 0,a=await ct(t,n,me(r.TAILGATE_LOCK),c),l=Be(),d=null,m=[()=>q(l.path)],f=u=>{m.unshift(u)};try{for(let u of await et())t.note(`clearing up after an earlier run: ${u}`);return d=tt(l.path,e.secrets),Je(l),await o({workspace:l,keeper:d,secrets:i,grace:bn(n),removeAtEnd:f})}finally{t.done(),await fe(t,"not cleared up",()=>d?.close()),a();let u=h=>Ne(h,i),p=h=>it(u(h),l.k6);await fe(t,"not kept",()=>s&&He(l,s,p));let g=d?.listOwed()??[];for(let h of g)t.note(u(`not cleared up, and tried once more by the next run: ${h}`));if(g.length===0)for(let h of m)await fe(t,"not removed",h)}}async function fe(e,t,n){try{await n()}catch(r){e.note(`${t}: ${r.message}`)}}function bn(e){let t=Number.POSITIVE_INFINITY;return e.addEventListener("abort",()=>{t=performance.now()+Sn}),n=>Math.max(100,Math.min(n,t-performance.now()))}import{copyFileSync as kn,existsSync as lt,readdirSync as vn,realpathSync as $n,statSync as En,utimesSync as xn}from"node:fs";import{join as _,relative as Cn}from"node:path";var Tn=/^core\.(filemode|symlinks|ignorecase|precomposeunicode|trustctime|checkstat)$/;async function To(e,t){let n=await W(e.git,["rev-parse","--verify",`${t}^{tree}`]);return{commit:t,tree:n,dirty:!1,notes:[]}}async function Po(e,t,n=[]){let{checkout:r}=e,s=_(e.path,"index");Pn(r.gitFolder,e.path);let o=E(r.top,{...We(e.environment,[...r.settings.filter(([h])=>Tn.test(h)),["core.looseCompression","0"],["core.bare","false"]]),GIT_DIR:e.path,GIT_WORK_TREE:r.top,GIT_INDEX_FILE:s},e.signal);await W(o,["add","--update"]);let{stdout:i}=await o(["ls-files","-z","--others","--exclude-standard"],{encoding:"latin1"}),c=n.map(h=>lt(h)?$n(h):h).map(h=>Buffer.from(Cn(r.top,h)).toString("latin1")),a=i.split("\0").filter(h=>h!==""&&!c.some(v=>h===v||h.startsWith(`${v}/`))),l=a.filter(h=>!h.endsWith("/")),d=a.filter(h=>h.endsWith("/")),m=Buffer.from(l.map(h=>`${h}\0`).join(""),"latin1");await W(o,["update-index","-z","--add","--remove","--replace","--stdin"],m);let f=await W(o,["write-tree"]),u=[...d.map(h=>`${dt(h)} is a git repository of its own and not part of the snapshot.`),...await On(e,o)];if(f===await W(o,["rev-parse","--verify",`${t}^{tree}`]))return{commit:t,tree:f,dirty:!1,notes:u};let p=await W(o,["show","--no-patch","--format=%cI",t]),g=await o(["commit-tree","-p",t,"-m","Changes that are not committed",f],{environment:{...Ge,GIT_AUTHOR_DATE:p,GIT_COMMITTER_DATE:p}});return{commit:ut(g),tree:f,dirty:!0,notes:u}}function Pn(e,t){for(let n of vn(e)){if(n!=="index"&&!/^sharedindex\.[0-9a-f]+$/.test(n))continue;kn(_(e,n),_(t,n));let r=Math.floor(En(_(e,n)).mtimeMs/1e3);xn(_(t,n),r,r)}}async function On({checkout:e},t){let{stdout:n}=await t(["ls-files","-z","--stage"],{encoding:"latin1"}),r=[...n.matchAll(/(?:^|\0)160000 [^\t]*\t([^\0]*)/g)].map(([,o])=>o),s=[];for(let o of r){let i=_(e.top,Buffer.from(o,"latin1").toString());if(!lt(_(i,".git")))continue;(await e.git(["status","--porcelain"],{cwd:i})).stdout!==""&&s.push(`Changes in the submodule ${dt(o)} are measured only once they are committed in it.`)}return s}async function W(e,t,n){return ut(await e(t,n===void 0?{}:{input:n}))}function ut(e){if(e.ok)return e.stdout;throw new $({what:`The files of the checkout could not be read: ${R(e)}.`,hint:"Does `git status` work there?",exitCode:3})}function dt(e){return JSON.stringify(Buffer.from(e,"latin1").toString())}import{existsSync as In,writeFileSync as Nn}from"node:fs";import{join as ee}from"node:path";var Rn=/^(core\.(autocrlf|eol|safecrlf|checkroundtripencoding|attributesfile|excludesfile|longpaths|protect\w+)|(filter|lfs)\.)/,An=/^remote\..+\.(url|fetch|promisor|partialclonefilter)$/;async function Fo(e,t,n){let r=ee(t,"store.git"),{format:s,commonFolder:o,objects:i,remote:c,settings:a}=e,l=b=>E(e.top,{...b,GIT_DIR:r},n.signal),d=c===null?"":a.find(([b])=>b===`remote.${c}.url`)[1],m=n.credentials!==null,f=a.filter(([b])=>m?An.test(b):b.startsWith("remote.")),u=m?Xe(e,d):a.filter(([b])=>Ve.test(b)),p=l(F(n.environment,[...u,...f]));await L(r,{format:s,from:o,objects:i,bare:!0},p),await _n(e,r);let g=c===null?null:(await p(["ls-remote","--get-url",c])).stdout,h=await Ye(g,p,n.credentials),w=[...a.filter(([b])=>Rn.test(b)),...u.filter(([b])=>!(m&&b.endsWith(".extraheader")))],y=[...u,...h===null?[]:[h]];return{path:r,checkout:e,objects:[ee(r,"objects"),...e.objects],environment:F(n.environment,[...w,...f]),submodules:{laying:F(n.environment,w),fetching:F(n.environment,y)},signal:n.signal,git:l(F(n.environment,[...y,...f])),isShallow:()=>In(ee(r,"shallow"))}}async function _n({git:e},t){let n=["refs/heads","refs/tags","refs/remotes","refs/replace"],r={encoding:"latin1"},s=await e(["for-each-ref","--format=%(objectname) %(refname)",...n],r);if(!s.ok){let i=`The branches of the checkout could not be read: ${R(s)}.`;throw new $({what:i,hint:"Was it moved or removed meanwhile?",exitCode:3})}let o=s.stdout===""?"":`${s.stdout}
`;Nn(ee(t,"packed-refs"),o,"latin1")}import{copyFileSync as Dn,mkdirSync as he}from"node:fs";import{join as U}from"node:path";import{existsSync as pe,readdirSync as Mn,realpathSync as mt,rmSync as Fn}from"node:fs";import{join as k,resolve as jn}from"node:path";async function ge(e,t,n,r=e.environment){let s=[];for(let o of await Ln(e,n)){let i=k(n.top,o.path);if(!(pe(i)&&mt(i)===k(mt(n.top),o.path))||Mn(i).length>0)continue;let a=await Gn(e,t,o),d=await(a===null?Un(e,n.top,o,r):Wn(e,a,i,o.commit)).catch(p=>{if(p instanceof $&&p.exitCode!==130)return p.message;throw p});if(d!==null){s.push(`the submodule ${JSON.stringify(o.path)} is empty: ${d}`);continue}let m=a??k(i,".git"),f={top:k(t.top,o.path),gitFolder:m,commonFolder:m},u={top:i,commit:o.commit};s.push(...await ge(e,f,u,e.submodules.laying))}return s}async function Ln(e,t){let n=E(t.top,e.submodules.laying,e.signal),{stdout:r}=await n(["ls-files","-z","--stage"]),s=[...r.matchAll(/(?:^|\0)160000 ([0-9a-f]+) [^\t]*\t([^\0]*)/g)];if(s.length===0)return[];let o=`${t.commit}:.gitmodules`,i=await n(["config","-z","--blob",o,"--get-regexp","^submodule\\..*\\.path$"]),c=new Map(i.stdout.split("\0").map(a=>{let l=a.indexOf(`
`);return[a.slice(l+1),a.slice(10,l-5)]}));return s.map(([,a,l])=>({commit:a,path:l,name:c.get(l)??null}))}async function Gn(e,t,{path:n,name:r,commit:s}){let o=[],i=k(t.top,n),c=e.checkout.git;if(pe(k(i,".git"))){let a=await c(["rev-parse","--git-common-dir"],{cwd:i});a.ok&&o.push(jn(i,a.stdout))}r!==null&&!r.split(/[/\\]/).includes("..")&&o.push(k(t.gitFolder,"modules",r),k(t.commonFolder,"modules",r));for(let a of o){if(!pe(k(a,"objects")))continue;if((await c(["cat-file","-e",`${s}^{tree}`],{cwd:a,environment:{GIT_DIR:a,GIT_WORK_TREE:a,GIT_NO_LAZY_FETCH:"1"}})).ok)return a}return null}async function Wn(e,t,n,r){let s=E(n,e.submodules.laying,e.signal),{format:o,settings:i}=e.checkout,c=Ue(k(t,"objects")),a=await L(n,{format:o,from:t,objects:c},s);B(i,a);let l=await e.checkout.git(["config","--file",k(t,"config"),"remote.origin.url"]);return l.ok&&ze(a,[["remote.origin.url",l.stdout]]),await J(s,a,r),null}async function Un(e,t,{path:n,name:r,commit:s},o){if(r===null)return"it has no entry in .gitmodules";let c=await E(t,o,e.signal)(["submodule","init","--quiet","--",n]);if(!c.ok)return R(c);let a=E(t,e.submodules.fetching,e.signal),d=await a(["submodule","update","--quiet","--depth=1","--",n],{timeoutMs:18e4});if(!d.ok)return R(d);let m=k(t,n),f=E(m,e.submodules.laying,e.signal),u=(await f(["rev-parse","--absolute-git-dir"])).stdout,{settings:p}=e.checkout;return await X({git:(h,v)=>a(h,{...v,cwd:m}),checkout:{remote:"origin",settings:p}},s),B(p,u),Fn(k(u,"index")),await J(f,u,s),null}async function Qo(e,t,n){let r=()=>{q(U(t,"head")),q(U(t,"base"))};try{r();let s=[ft(e,t,"head",n.head.commit),ft(e,t,"base",n.base.commit)];await Promise.allSettled(s);let[o,i]=await Promise.all(s);return{head:o,base:i,notes:[...o.notes,...i.notes],remove:r}}catch(s){throw r(),s}}async function ft(e,t,n,r){let{checkout:s}=e,o=U(t,n);he(t,{recursive:!0}),he(o);let i=E(o,e.environment,e.signal),{format:c}=s,a=await L(o,{format:c,from:e.path,objects:e.objects},i);Dn(U(e.path,"packed-refs"),U(a,"packed-refs")),B(s.settings,a),await X(e,r),await J(i,a,r);let l=await ge(e,s,{top:o,commit:r}),d=U(o,s.prefix);try{he(d,{recursive:!0})}catch{}return{arm:n,commit:r,top:o,directory:d,notes:l.map(m=>`${n}: ${m}`)}}var C=class extends Error{kind;arm;service;log;other=null;constructor(t,n,r,s,o){super(s),this.kind=t,this.arm=n,this.service=r,this.log=o}};import{once as qn}from"node:events";import{setTimeout as pt}from"node:timers/promises";var ye=1e4,Bn=3e4,Jn=500,Kn=1e3;async function Hn(e,t,n,r){let{config:s,keeper:o,signal:i}=e,c=await K({command:t,cwd:s.directory,env:n,logPath:r,keeper:o}),a=new AbortController,l=qn(i,"abort",{signal:a.signal}).catch(()=>{});return i.aborted||await Promise.race([c.exited,l]),a.abort(),await c.stop("SIGTERM",ye,e.grace),c.exit()??{code:null,signal:"SIGTERM"}}async function M(e,t,n){let{service:r,key:s,told:o=t,env:i,logPath:c,kind:a}=n,l=await Hn(e,t,i,c);if(l.code===0||e.signal.aborted)return;let d=`\`${s}\` ended with ${G(l)}: ${o}`;throw new C(a,e.arm,r,d,A(c))}async function zn(e,t,n,r){let{config:s,keeper:o,grace:i}=e,c=j(r),a=performance.now(),l=await K({command:t,cwd:s.directory,env:n,logPath:r,keeper:o}),d=new AbortController,m=o.hung.has(t)?Kn:Bn;await Promise.race([l.exited,Yn(e,m,d.signal)]),d.abort();let f=l.exit(),u=Math.round((performance.now()-a)/1e3);if(await l.stop("SIGTERM",ye,i),f?.code===0)return null;f===null&&o.hung.add(t);let p=f===null?`was ended after ${u} s`:`ended with ${G(f)}`,g=A(r,De,c);return g===""?p:`${p}: ${g}`}async function Yn({grace:e,signal:t},n,r){let s=o=>pt(e(n),void 0,{signal:o,ref:!1}).catch(()=>{});await s(AbortSignal.any([t,r])),t.aborted&&await s(r)}async function Se(e,t,n){let r=[],s=o=>o?.catch(i=>r.push(i));for(let o of t.splice(0).reverse()){let{stop:i}=o.service;o.stop!==null&&await we(e,o,o.stop);let c=o.clear!==null?"SIGKILL":i.kind==="signal"?i.signal:"SIGTERM";await s(o.group?.stop(c,ye,e.grace)),o.clear!==null&&!o.containers&&o.group!==null&&await pt(Jn),o.clear!==null&&await we(e,o,o.clear),o.cleanup!==null&&await we(e,o,o.cleanup)}if(await s(e.keeper.endEscaped(n)),r.length>0)throw r[0]}async function we(e,{env:t,logPath:n},r){let s=await zn(e,r.command,t,n).catch(o=>`could not be started: ${o.message}`);s===null?r.settle():r.fail(s)}import{join as Ur}from"node:path";import{once as Vn}from"node:events";import{createServer as Xn}from"node:net";async function gt(e){let t=await Promise.all(Array.from({length:e},async()=>{let r=Xn().listen(0,"127.0.0.1");return await Vn(r,"listening"),r})),n=t.map(r=>r.address().port);return await Promise.all(t.map(r=>new Promise(s=>r.close(s)))),n}import{writeFileSync as Qn}from"node:fs";import{createServer as er}from"node:net";import{setTimeout as yt}from"node:timers/promises";var ht=`// Runs inside a process of the service, loaded first (\`--require\`), with the path of a private socket in SOCKET. It
// does nothing until it is told to, and whatever fails here must not reach the service.
try {
  const { existsSync, readFileSync, statSync } = require('node:fs');
  const { Session } = require('node:inspector');
  const { findSourceMap, SourceMap } = require('node:module');
  const { fileURLToPath, pathToFileURL } = require('node:url');

  // V8 would count samples of functions that it inlines, or replaces while they run, as those of their callers.
  for (const flag of ['max-inlined-bytecode-size=0', 'max-inlined-bytecode-size-small=0', 'no-use-osr'])
    require('node:v8').setFlagsFromString(\`--\${flag}\`);

  /** Microseconds between samples, and most bytes of a compiled file, and of its source map. */
  const INTERVAL = 1000;
  const MOST_BYTES = 20_000_000;
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

  /** Finds the source map of a compiled file: the one that a loader has told Node of, else the one that it names. */
  const findMap = (url) => {
    const file = url.startsWith('file:') ? new URL(url) : pathToFileURL(url);
    const known = findSourceMap(file.href);
    if (known) return { map: known, base: file };
    const text = readText(file);
    const at = text.lastIndexOf(COMMENT);
    if (at < 0) return null;
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
  const begin = () => {
    session = new Session();
    session.connect();
    session.post('Profiler.enable');
    session.post('Profiler.setSamplingInterval', { interval: INTERVAL });
    session.post('Profiler.start');
  };
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
  const collapse = (nodes) => {
    const byId = new Map(nodes.map((node) => [node.id, node]));
    const stacks = new Map();
    const add = ({ hitCount, callFrame, children = [] }, above) => {
      let calls = [];
      try {
        calls = nameCall(locate(callFrame));
      } catch {}
      const stack = [...above, ...calls];
      const line = stack.join(';') || '(elsewhere)';
      if (hitCount > 0 && callFrame.functionName !== '(idle)')
        stacks.set(line, (stacks.get(line) ?? 0) + hitCount);
      for (const child of children) add(byId.get(child), stack);
    };
    add(nodes[0], []);
    return [...stacks].map(([line, count]) => \`\${line} \${count}\`).join('\\n');
  };
  const end = () => {
    const own = session;
    session = null;
    own.post('Profiler.stop', (error, result) => {
      socket.write(\`\${error ? '' : collapse(result.profile.nodes)}\\0\`);
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
        if (command === '-' && session !== null) end();
      }
    } catch {}
  });
} catch {}
`;var te=64,tr=2e3;async function ws(e){let t=new Map,n=!1,r=16e6,s=[],o=er(a=>{if(t.size>=te)return void a.destroy();t.set(a,""),a.setEncoding("utf8"),a.on("error",()=>{}),a.on("close",()=>t.delete(a)),a.on("data",l=>{if(r-=l.length,r<0)return void a.destroy();let[d,...m]=l.split("\0",te),f=`${t.get(a)}${d}`;m.length>0&&s.length<te&&s.push(f),t.set(a,m.at(-1)??f)}),n&&a.write("+")});await new Promise((a,l)=>{o.once("error",l),o.listen(e,a)});let i=`${e}.cjs`;Qn(i,`const SOCKET = ${JSON.stringify(e)};
${ht}`,{mode:384});let c=a=>{n=a==="+",r=16e6,s=[];for(let l of t.keys())l.write(a)};return{preload:i,countPeers:()=>t.size,async sample(a){c("+"),await yt(1e3*a);let l=t.size;c("-");for(let d=0;d<tr&&s.length<l;d+=50)await yt(50);return s.slice(0,te)},close(){for(let a of t.keys())a.destroy();o.close()}}}function St(e,t){return`${e??""} --require ${JSON.stringify(t)}`.trim()}function bt(e,t,n){let r=(n(`/proc/${e}/cgroup`)??"").split(`
`).map(l=>l.split(":")),s=nr(n("/proc/self/mountinfo")??""),o=l=>{let[,,...d]=r.find(([,u])=>u?.split(",").includes(l))??[],m=s.find(({controllers:u})=>u.includes(l)),f=d.join(":");return m===void 0||!f.includes(t)||!f.startsWith(m.root)?null:m.path+f.slice(m.root==="/"?0:m.root.length)},[i,c]=[o("cpuacct"),o("memory")];if(i!==null&&c!==null)return{version:1,cpu:i,memory:c};let a=o("");return a===null?null:{version:2,cpu:a,memory:a}}function nr(e){return e.split(`
`).flatMap(t=>{let[n="",r=""]=t.split(" - "),[,,,s="",o=""]=n.split(" "),[i,,c=""]=r.split(" ");return i==="cgroup2"?[{root:s,path:o,controllers:[""]}]:i==="cgroup"?[{root:s,path:o,controllers:c.split(",")}]:[]})}function Ss({version:e,cpu:t,memory:n},r){let[s,o]=e===1?[r(`${t}/cpuacct.usage`),r(`${n}/memory.max_usage_in_bytes`)]:[/^usage_usec (\d+)$/m.exec(r(`${t}/cpu.stat`)??"")?.[1],r(`${n}/memory.peak`)??r(`${n}/memory.current`)];return s==null||o==null?null:{seconds:Number(s)/(e===1?1e9:1e6),memory:Number(o)/1e6}}var T=`command -v docker >/dev/null || docker() { podman "$@"; }
`;function rr({run:e,instance:t,service:n}){let r=`${e}-${t}`;return{name:`${r}-${n}`,network:r,own:"tailgate.service",shared:"tailgate.instance"}}function re({run:e,instance:t,service:n}){return`${e}-${n}:${t}`}function kt({from:e},t){if("name"in e)return{command:T+be(e.name),told:`docker pull ${e.name}`,built:[]};let n=re(t),s=`docker build${e.dockerfile===void 0?"":` -f ${ce(`${e.build}/${e.dockerfile}`)}`} ${ce(e.build)}`;return{command:`${T}docker build -t ${n}${s.slice(12)}`,told:s,built:[n]}}function be(e){let t=P(e);return`docker image inspect ${t} >/dev/null 2>&1 || docker pull ${t}`}function vt(e){return`${T}failed=0; for tag in ${e.join(" ")}; do if docker image inspect "$tag" >/dev/null 2>&1; then docker rmi -f "$tag" || failed=1; fi; done; exit $failed`}function $t(e,t,n,r){let{name:s,network:o,own:i,shared:c}=rr(n),a="name"in e.from?e.from.name:r,l=[`--name ${s}`,`--label ${i}=${s} --label ${c}=${o}`,`--network ${o} --network-alias ${n.service}`,"--add-host host.docker.internal:host-gateway",`-p "127.0.0.1:$PORT:${e.port}"`,`-e PORT=${e.port} -e TAILGATE_INSTANCE`,...t.map(u=>`-e ${u}`)],d=`docker network inspect ${o} >/dev/null 2>&1`,m=`docker network create --label ${c}=${o} ${o} >/dev/null`,f=[a,...e.command].map(P).join(" ");return{start:`${T}${d} || ${m} && docker run ${l.join(" ")} ${f}`,clear:[`${T}${ne("ps -a",`${i}=${s}`,"rm -fv")} || exit`,`[ -n "$(docker ps -aq --filter label=${c}=${o})" ] || ${ne("network ls",`${c}=${o}`,"network rm")}`].join(`
`),filter:`label=${i}=${s}`}}function ne(e,t,n){return`{ ids=$(docker ${e} -q --filter label=${t}) && { [ -z "$ids" ] || docker ${n} $ids; }; }`}var or=2e4;async function Et({filter:e},t,n){let r=async(u,p)=>{let g=await Fe({file:"sh",arguments:["-c",T+u],environment:n,timeoutMs:or,signal:new AbortController().signal});if(g.kind==="ended"&&g.exitCode===0)return g.output;let h=g.kind==="not-started"?g.code:je(g.output,"last");throw new $({what:`The containers cannot be ${p}: \`docker\` said: ${h||"nothing"}.`,exitCode:Y.unmeasured})},s=`ids=$(docker ps -q --no-trunc --filter ${e} --filter status=running)`,i=[...(await r(`${s} && { [ -z "$ids" ] || docker inspect -f '{{.Id}} {{.State.Pid}}' $ids; }`,"listed")).matchAll(/^([0-9a-f]{64}) (\d+)$/gm)].map(([,u,p])=>({id:u,pid:Number(p)}));if(i.length===0)return null;let c=i.map(({id:u,pid:p})=>bt(p,u,ae)),a=i.flatMap(({pid:u})=>Qe(String(u))?.session??[]),l=sr(t),d=l!==null&&c.every(u=>u!==null),m=Promise.resolve(),f=(u,p,g)=>{let h=i.map(({id:y})=>y).join(" "),v=`left=$(docker ps -q --filter ${e} --filter status=${p}) && { [ -z "$left" ] || docker ${u} $left; }`,w=m.then(()=>r(`docker ${u} ${h} >/dev/null 2>&1 || { ${v}; }`,g));w.catch(()=>{}),m=w};return{groups:d?c:null,sessions:l===null?a:[...a,l],halt:()=>f("pause","running","halted"),resume:()=>f("unpause","paused","let go on"),settled:async()=>{await m}}}function sr(e){return(Ze()??[]).find(({pid:n})=>{let r=ae(`/proc/${n}/cmdline`)?.split("\0")??[];return r[0]?.endsWith("docker-proxy")&&r[r.indexOf("-host-port")+1]===String(e)})?.session??null}import{dirname as kr,join as vr}from"node:path";var D=Kt(Ht(),1);import{existsSync as gr,mkdirSync as hr,readFileSync as Pt,realpathSync as wr,rmSync as yr,writeFileSync as Sr}from"node:fs";import{dirname as br,join as H}from"node:path";var O=class extends Error{path;hint;constructor(t,n,r){super(n),this.path=t,this.hint=r}};function Tt(e,t){let n=e.services??{},r=[],s=ir(n,t.service),o=Object.fromEntries(s.map(l=>[l,ar(l,n,t,e,r)])),i=Object.values(o),c=new Set(i.map(({image:l})=>String(l))),a=new Set(i.flatMap(({build:l,image:d})=>l===void 0?[]:[String(d)]));return{file:{...e,services:o,networks:ke(e.networks,(l,d)=>mr(l,d,r)),volumes:ke(e.volumes,(l,d)=>fr(l,d,r))},built:[...a],pulled:[...c].filter(l=>!a.has(l)),notes:r}}function ir(e,t){if(!Object.hasOwn(e,t)){let s=`It has ${Object.keys(e).join(", ")||"no service"}. One of a profile is there only with \`COMPOSE_PROFILES\`.`;throw new O(["services"],`The file has no service \`${t}\`.`,s)}let n=new Set([t]);for(let r of n){let{depends_on:s,links:o,volumes_from:i,...c}=e[r]??{},a=[...Ct(o),...Ct(i)].map(m=>m.split(":")[0]),l=["network_mode","ipc","pid"].flatMap(m=>/^service:(.+)$/.exec(String(c[m]))?.[1]??[]),d=[...Array.isArray(s)?s:Object.keys(s??{})];for(let m of[...d,...a,...l])Object.hasOwn(e,m)&&n.add(m)}return[...n]}function ar(e,t,n,r,s){let{container_name:o,restart:i,ports:c,logging:a,profiles:l,pull_policy:d,external_links:m,...f}=t[e],u=["services",e];for(let w of["network_mode","pid","ipc"]){let y=String(f[w]);if(y.startsWith("container:")||w==="network_mode"&&y==="host")throw new O([...u,w],`\`${w}: ${y}\` of \`${e}\` is the same for both revisions, which run side by side.`,"Take it out: services of a compose file reach each other by name.")}m!==void 0&&s.push(`\`${e}\` has no \`external_links\``);let p=f.build?e:cr(t,f.image),g={...f,...p!==void 0&&{build:t[p].build,image:n.nameImage(p)},...f.networks!==void 0&&{networks:lr(f.networks)},...f.volumes!==void 0&&{volumes:f.volumes.map((w,y)=>dr(ur(w),[...u,"volumes",`${y}`],r,n,s))},...f.deploy!==void 0&&{deploy:{...f.deploy,restart_policy:void 0}}};if(e!==n.service)return g;let h=n.port??pr([...xt(c),...xt(f.expose)],e),v=Object.fromEntries(n.env.map(w=>[w,null]));return{...g,ports:[`127.0.0.1:${n.hostPort}:${h}`],environment:{...f.environment,...v}}}function cr(e,t){if(t!==void 0)return Object.keys(e).find(n=>e[n].build!==void 0&&e[n].image===t)}function lr(e){return Array.isArray(e)?e:ke(e,t=>t?.aliases===void 0?{}:{aliases:t.aliases})}function ur(e){if(typeof e!="string")return e;let[t="",n,r=""]=e.split(":");if(n===void 0)return{type:"volume",target:t};let s=r.split(",").includes("ro")&&{read_only:!0};return{type:t.startsWith("/")?"bind":"volume",source:t,target:n,...s}}function dr(e,t,{volumes:n},{own:r,exists:s},o){let i=String(e.source);if(e.type!=="bind")return e;let c=r.some(a=>i===a||i.startsWith(`${a}/`));if(c&&!s(i))return o.push(`${i} is not in the revision, so \`${t[1]}\` has an empty volume there`),{type:"volume",target:e.target};if(c||e.read_only===!0)return e;throw new O(t,`\`${t[1]}\` may write to ${i}, which both revisions would share.`,`Mount it read-only (\`:ro\`), or a volume in its place${n?`: ${Object.keys(n).join(", ")}`:""}.`)}function mr(e,t,n){return e?.external&&n.push(`the external network \`${t}\` is another one in each instance, and nobody else is in it`),e?.internal?{internal:!0}:{}}function fr(e,t,n){let{external:r,driver:s,driver_opts:o}=e??{},i=String(o?.device??""),c=/[/:]/.test(i);return(r||c)&&n.push(`the volume \`${t}\` is another one in each instance, and empty`),r||c||o===void 0?{}:{driver:s,driver_opts:o}}function xt(e){return(e??[]).map(t=>{let n=typeof t=="object"?t.target:String(t).split(":").at(-1);return String(n).split("/")[0]})}function pr(e,t){let[n,...r]=[...new Set(e)];if(n!==void 0&&r.length===0&&/^\d+$/.test(n))return n;let s=n===void 0?"names no port":`has the ports ${[n,...r].join(", ")}`;throw new O(["services",t],`\`${t}\` ${s}.`,"Say in tailgate.yml at which one it is asked: `compose: {file: \u2026, service: \u2026, port: 8080}`.")}function Ct(e){return Array.isArray(e)?e.map(String):[]}function ke(e,t){return Object.fromEntries(Object.entries(e??{}).map(([n,r])=>[n,t(r,n)]))}var ve=`${T}compose() { if docker compose version >/dev/null 2>&1; then docker compose "$@"; else docker-compose "$@"; fi; }
`;function z({run:e,instance:t,service:n}){return`${e}-${t}-${n}`}function Ot({file:e},{folder:t,names:n}){return hr(t,{recursive:!0,mode:448}),`${ve}umask 077; compose -f ${P(e)} config > ${P(H(t,`${z(n)}.yml`))}`}function It(e,t){let{directory:n,folder:r,names:s}=t,o=H(r,`${z(s)}.yml`),i=(0,D.parse)(Pt(o,"utf8"));yr(o);let c=Tt(i,{service:e.service,port:e.port,hostPort:t.hostPort,env:t.env,own:[n,br(H(n,e.file))].flatMap(l=>[l,wr(l)]),exists:gr,nameImage:t.nameImage}),a=H(r,`${z(s)}.json`);return Sr(a,JSON.stringify(c.file),{mode:384}),{...c,path:a}}function Nt({path:e,built:t,pulled:n},r){let s=t.length===0?":":`compose -p ${z(r)} -f ${P(e)} build`;return ve+[s,...n.map(o=>`{ ${be(o)}; }`)].join(" && ")}function Rt(e,{service:t},n){let r=z(n),s=`label=com.docker.compose.project=${r}`,o=`docker ps -aq --filter ${s}`,i=[`${ve}said=$(compose -p ${r} -f ${P(e)} up -d --no-build 2>&1) || {`,'  code=$?; echo "$said"',`  for id in $(${o}); do docker inspect -f '{{.Name}}: {{.State.Status}}, exit code {{.State.ExitCode}}' $id; docker logs --tail 20 $id; done`,"  exit $code","}",`id=$(${o} --filter label=com.docker.compose.service=${P(t)})`,"docker logs -f $id; exit $(docker wait $id)"].join(`
`),a=[["ps -a","rm -fv"],["network ls","network rm"],["volume ls","volume rm"]].map(([l,d])=>ne(l,s.replace("label=",""),d)).join(" && ");return{start:i,clear:T+a,filter:s}}function At({path:e},t,n){let r=new D.LineCounter,s=(0,D.parseDocument)(Pt(H(t,n),"utf8"),{lineCounter:r});for(let o=e.length;o>0;o--){let i=s.getIn(e.slice(0,o),!0);if(i?.range)return`${n}:${r.linePos(i.range[0]).line}`}return n}async function _t(e,t,n,r,{built:s,progress:o}){let i=$e(e,t,`build-${e.arm}`),c=n.kind==="image"?kt(n,Ee(e,t)):await $r(e,t,n,r,{names:i,progress:o});if(c===null)return;let a={command:vt(c.built),told:"removing the images",directory:e.config.directory,ports:{},service:t.name,instance:`build of ${e.arm}`,env:{}},{env:l,logPath:d}=r;c.built.length>0&&s.push({service:t,group:null,env:l,logPath:d,stop:null,clear:e.keeper.owe(a),cleanup:null}),await M(e,c.command,{...r,told:c.told})}async function $r(e,t,n,r,{names:s,progress:o}){let i=Object.fromEntries(Object.keys(t.env).map(d=>[d,""])),c=N(e.environment,{PORT:"0",TAILGATE_INSTANCE:"build",...i}),a=await Ft(e,t,n,{...r,env:c},{names:s,hostPort:0});if(a===null)return null;let l=e.arm==="base"?" (base)":"";for(let d of a.notes)o.note(`${n.file}${l}: ${d}`);return{command:Nt(a,s),told:`docker compose build, or a pull, of ${n.file}`,built:a.built}}async function Mt(e,t,n,r,{hostPort:s,...o}){let i=$e(e,t,r);if(n.kind==="image")return $t(n,Object.keys(t.env),i,re(Ee(e,t)));let c=await Ft(e,t,n,o,{names:i,hostPort:s});return c&&Rt(c.path,n,i)}async function Ft(e,t,n,r,{names:s,hostPort:o}){let{directory:i}=e.config,c={directory:i,folder:vr(kr(e.logFolder),"compose"),names:s,hostPort:o,env:Object.keys(t.env),nameImage:l=>re(Ee(e,t,`-${l}`))},a=`docker compose -f ${n.file} config`;if(await M(e,Ot(n,c),{...r,told:a}),e.signal.aborted)return null;try{return It(n,c)}catch(l){if(!(l instanceof O))throw l;let{message:d,hint:m}=l,f=At(l,i,n.file);throw e.arm==="base"?new C("build-failed","base",t.name,`${f}: ${d}`,""):new $({what:d,where:f,hint:m})}}function $e({keeper:e},{name:t},n){return{run:`tailgate-${e.mark.TAILGATE_RUN.slice(0,8)}`,instance:n,service:t}}function Ee(e,t,n=""){let r=$e(e,t,e.arm??"run");return{...r,service:r.service+n}}import{Agent as Er}from"node:https";import{connect as xr}from"node:net";import{setTimeout as Lt}from"node:timers/promises";import{stripVTControlCharacters as Cr}from"node:util";import{runInNewContext as Tr}from"node:vm";var Gt=50,oe=2e3,Pr=200;async function Ce(e,t,n){let r=performance.now()+e.ready.timeoutSeconds*1e3,s=e.ready.kind==="log"?jr(e,e.ready.pattern):null,o="nothing was tried yet";for(;!n.aborted;){let i=t();if(i!==null)return i;let c=await Or(e,s,n);if(c===null)return t();if(o=c,performance.now()>r)return`not ready after ${e.ready.timeoutSeconds} s: ${o}`;await Lt(Gt)}return"interrupted"}async function Or(e,t,n){let r;try{r=e.readTrust?.()}catch(s){return s.message}return t!==null?t():e.ready.kind==="http"?Ir(new URL(e.ready.path,e.url).href,r,n):Ut(e.host,e.port,e.isForwarded?Pr:0)}async function Ir(e,t,n){let r=AbortSignal.any([n,AbortSignal.timeout(oe)]),s=t&&e.startsWith("https:")?new Er(Nr(t)):void 0;try{let o=await Le(e,{redirect:"manual",signal:r,agent:s});return o.body?.resume(),o.status<500?null:`${e} answered ${o.status}`}catch(o){let{name:i,message:c,code:a}=o;return i==="AbortError"?`${e} gave no answer within ${oe/1e3} s`:a!==void 0&&Rr.test(a)?`${c}; ${Ar(e,t)}`:c}}function Nr(e){return"ca"in e?{ca:e.ca}:{rejectUnauthorized:!1}}var Rr=/SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/;function Ar(e,t){return t!==void 0?"`tls.ca` has another one":Re(e,[])===null?"name it with `tls: {ca: FILE}`, or accept any with `tls: {insecure: true}`":"this machine must trust it by itself"}var _r=2e3;async function Wt(e,t){let n=performance.now()+_r;for(;await Ut(e,t)===null;){if(performance.now()>n)return!0;await Lt(Gt)}return!1}function Ut(e,t,n=0){return new Promise(r=>{let s=xr({host:e,port:t,timeout:oe}),o=i=>{s.destroy(),r(i)};s.once("connect",()=>n===0?o(null):setTimeout(o,n,null)),n>0&&s.resume().once("end",()=>o("it takes no connection yet")),s.once("timeout",()=>o(`no connection to ${e}:${t} within ${oe/1e3} s`)),s.once("error",i=>o(i.message||`no connection to ${e}:${t}`))})}var Mr=80,xe=2**20,Fr=1e4,jt=1e3;function jr({logPath:e,logFrom:t},n){let r=new RegExp(n),s=new RegExp(n,"i"),o,i=t,c=!1;return()=>{j(e)<i&&(i=t);let a=qe(e,i,xe),l=a.toString("utf8").split(/\r\n|[\n\r\u2028\u2029]/);c&&l.shift(),l.at(-1)===""&&l.pop();let d=()=>l.some(u=>{let p=Cr(u.slice(0,Fr));return r.test(p)?!0:(o??=s.exec(p)?.[0].slice(0,Mr),!1)});try{if(l.length>0&&Tr("isReady()",{isReady:d},{timeout:jt}))return null}catch(u){let{code:p,message:g}=u;return p!=="ERR_SCRIPT_EXECUTION_TIMEOUT"?g:`/${n}/ takes more than ${jt/1e3} s for its output: give \`ready.log\` an expression without repetitions in each other, such as \`(a+)+\``}let m=a.lastIndexOf(`
`)+1;(m>0||a.length===xe)&&(c=m===0),i+=c&&a.length===xe?a.length:m;let f=`no line of its output matches /${n}/`;return o===void 0?f:`${f}; one has \`${o}\`, with other small and capital letters: write \`ready.log\` as the service writes it`}}import{readFileSync as Lr}from"node:fs";import{join as Gr}from"node:path";var Wr=/-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs;function Te(e,t){if(!("ca"in e))return e;let n;try{n=Lr(Gr(t,e.ca),"utf8")}catch(s){throw new Error(`\`tls.ca\` cannot be read: ${s.message}`)}let r=(n.match(Wr)??[]).join(`
`);if(r==="")throw new Error(`\`tls.ca\` has no certificate in PEM: ${e.ca}`);return{ca:r}}async function wi(e,t){let{config:n,shared:r}=e,s=n.services.filter(g=>!r.has(g.name)),o=performance.now(),{portOf:i,lastWords:c,...a}=await Dt(e,s,t),l=n.services.find(g=>g.name===n.target),d=ie(l.name,t,i,e.environment),m=g=>se(g,d,`request to ${l.name}`),u=s.some(({start:g})=>g!==void 0)?performance.now()-o:void 0,p=l.tls&&Te(l.tls,n.directory);return{...a,portOf:i,lastWords:()=>c(l.name),startupMs:u,targetUrl:m(l.url).replace(/\/$/,""),trust:p,fill:m}}async function yi(e){await qr(e);let t=e.config.services.filter(({scope:n,start:r})=>n==="run"&&r!==void 0);return Dt(e,t,"run")}async function Dt(e,t,n){let r=await gt(t.length),s=new Map([...e.shared,...t.map((u,p)=>[u.name,r[p]])]),o=[];try{for(let u of t){if(e.signal.aborted)break;await Br(e,u,n,s,o)}}catch(u){throw await Se(e,o,n),u}let i=o.flatMap(({service:u,group:p,logPath:g,containers:h})=>p?[{service:u,group:p,logPath:g,containers:h}]:[]),c=i.flatMap(({containers:u})=>u??[]),a=i.filter(({service:u})=>u.container===void 0),l=u=>{for(let{group:p}of a)p.signal(u)},d=({service:u})=>!u.isRelay&&!u.container,m=u=>u.map(({group:p})=>p.pid),f=!1;return{portOf:s,sessions:m(i.filter(d)),relays:[...m(i.filter(u=>!d(u))),...c.flatMap(({sessions:u})=>u)],groups:c.flatMap(({groups:u})=>u??[]),isHidden:c.some(({groups:u})=>u===null),crashed:Promise.race([...i.map(({group:u})=>u.exited),new Promise(()=>{})]).then(()=>{}),crash(){if(f)return null;let u=i.find(({group:p})=>p.exit()!==null);return u?{service:u.service.name,exit:G(u.group.exit()),log:A(u.logPath)}:null},lastWords(u){let p=i.find(({service:h})=>h.name===u),g=p?A(p.logPath):"";return g===""?null:{service:u,log:g}},halt(){l("SIGSTOP");for(let u of c)u.halt()},resume(){l("SIGCONT");for(let u of c)u.resume()},async stop(){f=!0;let u=await Promise.allSettled(c.map(g=>g.settled()));await Se(e,o,n);let p=u.find(g=>g.status==="rejected");if(p!==void 0&&!e.signal.aborted)throw p.reason}}}var Dr=60;async function qr(e){for(let{name:t,host:n,port:r}of e.config.external){let o=await Ce({ready:{kind:"tcp",timeoutSeconds:Dr},url:null,host:n,port:r,logPath:"",logFrom:0},()=>null,e.signal);if(o!==null&&!e.signal.aborted)throw new C("not-ready",e.arm,t,o,"")}}async function Br(e,t,n,r,s){let o=ie(t.name,n,r,e.environment),i=(S,I)=>se(S,o,`${I} of ${t.name}`),c=Object.entries(t.env).map(([S,I])=>[S,i(I,`env.${S}`)]),a=r.get(t.name),l=N(e.environment,{PORT:String(a),TAILGATE_INSTANCE:n,...Object.fromEntries(c)}),d=Ur(e.logFolder,`${t.name}.${n}.log`),m=t.url===void 0?null:i(t.url,"url");m!==null&&t.name===e.config.target&&Ae(m,e.config,`url of ${t.name}`),m!==null&&t.tls&&_e(m,`url of ${t.name}`);let f=m===null?null:new URL(m),u={ready:t.ready,url:m,host:f?.hostname.replace(/^\[|\]$/g,"")??"127.0.0.1",port:f?Number(f.port||(f.protocol==="https:"?443:80)):a,logPath:d,logFrom:0,isForwarded:t.container!==void 0,...t.tls&&{readTrust:()=>Te(t.tls,e.config.directory)}},p=[...r.values()].includes(u.port);if(t.start!==void 0&&!p&&await Wt(u.host,u.port)){let S=`something else already listens on ${u.host}:${u.port}, the address of its \`url\``;throw new C("not-ready",e.arm,t.name,S,"")}let g={service:t,group:null,env:l,logPath:d,stop:null,clear:null,cleanup:null};s.push(g);let h=(S,I)=>e.keeper.owe({command:S,told:I,directory:e.config.directory,ports:Object.fromEntries(r),service:t.name,instance:n,env:t.env});t.stop.kind==="command"&&(g.stop=h(t.stop.command)),t.cleanup!==void 0&&(g.cleanup=h(t.cleanup));let v={service:t.name,env:l,logPath:d,kind:"not-ready"};t.prepare!==void 0&&await M(e,t.prepare,{...v,key:"prepare"});let{container:w}=t,y=w&&await Mt(e,t,w,n,{...v,key:"start",hostPort:a});if(t.start!==void 0&&!e.signal.aborted){let{keeper:S,config:I,preload:Pe}=e;y&&(g.clear=h(y.clear,"removing the containers")),u.logFrom=j(d);let Jt=Pe&&{NODE_OPTIONS:St(l.NODE_OPTIONS,Pe)};g.group=await K({command:y?.start??t.start,cwd:I.directory,env:{...l,...Jt},logPath:d,keeper:S})}let{group:b}=g,qt=()=>{let S=b?.exit()??null;return S===null?null:`it ended with ${G(S)} before it was ready`},Bt=N(e.environment);do{let S=await Ce(u,qt,e.signal);if(e.signal.aborted)return;if(S!==null)throw new C("not-ready",e.arm,t.name,S,A(d));y&&(g.containers=await Et(y,a,Bt))}while(g.containers===null)}import{join as Jr}from"node:path";async function Ei(e,t,n,r=""){for(let s of e.config.services){let{name:o,build:i,container:c}=s;if(e.signal.aborted)return;(i!==void 0||c!==void 0)&&n.phase(`building ${o}${r}`);let a=N(e.environment),l=Jr(e.logFolder,`${o}.${e.arm}.build.log`),d={service:o,key:"build",env:a,logPath:l,kind:"build-failed"};i!==void 0&&await M(e,i,d),c!==void 0&&!e.signal.aborted&&await _t(e,s,c,d,{built:t,progress:n})}}export{To as a,Po as b,Fo as c,Qo as d,ft as e,ws as f,C as g,Se as h,Ss as i,wi as j,yi as k,no as l,it as m,Ei as n,ko as o};
