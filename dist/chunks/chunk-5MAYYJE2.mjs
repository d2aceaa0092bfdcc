import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{G as C,H as ce,I as le,J as ue,K as N,M as fe,O as H}from"./chunk-XFFH42GL.mjs";import{a as ae,c as O}from"./chunk-33H2Z4VO.mjs";import{a as P,b as K,d as De}from"./chunk-JLN3Y4HN.mjs";var de=K(v=>{"use strict";Object.defineProperty(v,"__esModule",{value:!0});v.signals=void 0;v.signals=[];v.signals.push("SIGHUP","SIGINT","SIGTERM");process.platform!=="win32"&&v.signals.push("SIGALRM","SIGABRT","SIGVTALRM","SIGXCPU","SIGXFSZ","SIGUSR2","SIGTRAP","SIGSYS","SIGQUIT","SIGIOT");process.platform==="linux"&&v.signals.push("SIGIO","SIGPOLL","SIGPWR","SIGSTKFLT")});var me=K(h=>{"use strict";var F;Object.defineProperty(h,"__esModule",{value:!0});h.unload=h.load=h.onExit=h.signals=void 0;var U=de();Object.defineProperty(h,"signals",{enumerable:!0,get:function(){return U.signals}});var R=e=>!!e&&typeof e=="object"&&typeof e.removeListener=="function"&&typeof e.emit=="function"&&typeof e.reallyExit=="function"&&typeof e.listeners=="function"&&typeof e.kill=="function"&&typeof e.pid=="number"&&typeof e.on=="function",X=Symbol.for("signal-exit emitter"),J=globalThis,Be=Object.defineProperty.bind(Object),V=class{emitted={afterExit:!1,exit:!1};listeners={afterExit:[],exit:[]};count=0;id=Math.random();constructor(){if(J[X])return J[X];Be(J,X,{value:this,writable:!1,enumerable:!1,configurable:!1})}on(n,t){this.listeners[n].push(t)}removeListener(n,t){let s=this.listeners[n],r=s.indexOf(t);r!==-1&&(r===0&&s.length===1?s.length=0:s.splice(r,1))}emit(n,t,s){if(this.emitted[n])return!1;this.emitted[n]=!0;let r=!1;for(let i of this.listeners[n])r=i(t,s)===!0||r;return n==="exit"&&(r=this.emit("afterExit",t,s)||r),r}},D=class{},qe=e=>({onExit(n,t){return e.onExit(n,t)},load(){return e.load()},unload(){return e.unload()}}),Y=class extends D{onExit(){return()=>{}}load(){}unload(){}},Z=class extends D{#o=Q.platform==="win32"?"SIGINT":"SIGHUP";#t=new V;#e;#s;#i;#r={};#n=!1;constructor(n){super(),this.#e=n,this.#r={};for(let t of U.signals)this.#r[t]=()=>{let s=this.#e.listeners(t),{count:r}=this.#t,i=n;if(typeof i.__signal_exit_emitter__=="object"&&typeof i.__signal_exit_emitter__.count=="number"&&(r+=i.__signal_exit_emitter__.count),s.length===r){this.unload();let a=this.#t.emit("exit",null,t),l=t==="SIGHUP"?this.#o:t;a||n.kill(n.pid,l)}};this.#i=n.reallyExit,this.#s=n.emit}onExit(n,t){if(!R(this.#e))return()=>{};this.#n===!1&&this.load();let s=t?.alwaysLast?"afterExit":"exit";return this.#t.on(s,n),()=>{this.#t.removeListener(s,n),this.#t.listeners.exit.length===0&&this.#t.listeners.afterExit.length===0&&this.unload()}}load(){if(!this.#n){this.#n=!0,this.#t.count+=1;for(let n of U.signals)try{let t=this.#r[n];t&&this.#e.on(n,t)}catch{}this.#e.emit=(n,...t)=>this.#c(n,...t),this.#e.reallyExit=n=>this.#a(n)}}unload(){this.#n&&(this.#n=!1,U.signals.forEach(n=>{let t=this.#r[n];if(!t)throw new Error("Listener not defined for signal: "+n);try{this.#e.removeListener(n,t)}catch{}}),this.#e.emit=this.#s,this.#e.reallyExit=this.#i,this.#t.count-=1)}#a(n){return R(this.#e)?(this.#e.exitCode=n||0,this.#t.emit("exit",this.#e.exitCode,null),this.#i.call(this.#e,this.#e.exitCode)):0}#c(n,...t){let s=this.#s;if(n==="exit"&&R(this.#e)){typeof t[0]=="number"&&(this.#e.exitCode=t[0]);let r=s.call(this.#e,n,...t);return this.#t.emit("exit",this.#e.exitCode,null),r}else return s.call(this.#e,n,...t)}},Q=globalThis.process;F=qe(R(Q)?new Z(Q):new Y),h.onExit=F.onExit,h.load=F.load,h.unload=F.unload});var he=K((on,G)=>{"use strict";G.exports=Ye;G.exports.sync=Ze;G.exports._getTmpname=ee;G.exports._cleanupOnExit=te;var f=P("fs"),Ke=P("node:crypto"),{onExit:ge}=me(),He=P("path"),{promisify:m}=P("util"),S={},ze=(function(){try{return P("worker_threads").threadId}catch{return 0}})(),Xe=0;function ee(e){return e+"."+Ke.createHash("sha1").update(__filename).update(String(process.pid)).update(String(ze)).update(String(++Xe)).digest().readUInt32BE(0)}function te(e){return()=>{try{f.unlinkSync(typeof e=="function"?e():e)}catch{}}}function Je(e){return new Promise(n=>{S[e]||(S[e]=[]),S[e].push(n),S[e].length===1&&n()})}function j(e){return e.code==="ENOSYS"||(!process.getuid||process.getuid()!==0)&&(e.code==="EINVAL"||e.code==="EPERM")}async function Ve(e,n,t={}){typeof t=="string"&&(t={encoding:t});let s,r,i=ge(te(()=>r)),a=He.resolve(e);try{await Je(a);let l=await m(f.realpath)(e).catch(()=>e);if(r=ee(l),!t.mode||!t.chown){let o=await m(f.stat)(l).catch(()=>{});o&&(t.mode==null&&(t.mode=o.mode),t.chown==null&&process.getuid&&(t.chown={uid:o.uid,gid:o.gid}))}s=await m(f.open)(r,"w",t.mode),t.tmpfileCreated&&await t.tmpfileCreated(r),ArrayBuffer.isView(n)?await m(f.write)(s,n,0,n.length,0):n!=null&&await m(f.write)(s,String(n),0,String(t.encoding||"utf8")),t.fsync!==!1&&await m(f.fsync)(s),await m(f.close)(s),s=null,t.chown&&await m(f.chown)(r,t.chown.uid,t.chown.gid).catch(o=>{if(!j(o))throw o}),t.mode&&await m(f.chmod)(r,t.mode).catch(o=>{if(!j(o))throw o}),await m(f.rename)(r,l)}finally{s&&await m(f.close)(s).catch(()=>{}),i(),await m(f.unlink)(r).catch(()=>{}),S[a].shift(),S[a].length>0?S[a][0]():delete S[a]}}async function Ye(e,n,t,s){t instanceof Function&&(s=t,t={});let r=Ve(e,n,t);if(s)try{let i=await r;return s(i)}catch(i){return s(i)}return r}function Ze(e,n,t){typeof t=="string"?t={encoding:t}:t||(t={});try{e=f.realpathSync(e)}catch{}let s=ee(e);if(!t.mode||!t.chown)try{let o=f.statSync(e);t=Object.assign({},t),t.mode||(t.mode=o.mode),!t.chown&&process.getuid&&(t.chown={uid:o.uid,gid:o.gid})}catch{}let r,i=te(s),a=ge(i),l=!0;try{if(r=f.openSync(s,"w",t.mode||438),t.tmpfileCreated&&t.tmpfileCreated(s),ArrayBuffer.isView(n)?f.writeSync(r,n,0,n.length,0):n!=null&&f.writeSync(r,String(n),0,String(t.encoding||"utf8")),t.fsync!==!1&&f.fsyncSync(r),f.closeSync(r),r=null,t.chown)try{f.chownSync(s,t.chown.uid,t.chown.gid)}catch(o){if(!j(o))throw o}if(t.mode)try{f.chmodSync(s,t.mode)}catch(o){if(!j(o))throw o}f.renameSync(s,e),l=!1}finally{if(r)try{f.closeSync(r)}catch{}a(),l&&i()}}});import{existsSync as je}from"node:fs";async function tn(e,n,t){let s=le(e,C(n),t),r=await s(["--version"]),[,i,a]=r.stdout.match(/(?<!\d)(\d+)\.(\d+)/)??[];if(!je(`${e}/.`))return z(e,H(r));if(Number(i??0)*1e3+Number(a??0)<2032)return{kind:"none",reason:"no-git",message:"There is no working git on PATH, of version 2.32 or newer."};let c=await s(["rev-parse",...["--path-format=absolute",...["--show-toplevel","--show-prefix","--absolute-git-dir","--git-common-dir"],"--show-object-format","--is-shallow-repository"]]),[d="",p="",w="",g="",T="",L,A]=c.stdout.split(`
`);if(!c.ok||d==="")return z(e,H(c),c.stderr);if(A!==void 0)return z(e,"its path has a line end");let[M,x,Re]=await Promise.all([fe(s,"HEAD"),ue(s,"symbolic-ref","--quiet","HEAD"),s(["config","--local","--includes","--list","-z"])]),oe=Re.stdout.split("\0").filter(b=>b!=="").map(b=>{let q=b.indexOf(`
`);return q<0?[b,"true"]:[b.slice(0,q),b.slice(q+1)]});return{top:d,prefix:p.replace(/\/$/,""),gitFolder:w,commonFolder:g,format:T,isShallow:L!=="false",head:M,branch:x?.replace(/^refs\/heads\//,"")??null,remote:We(oe),local:oe,git:s}}function z(e,n,t=""){let s=`${e} is not in the work tree of a git repository that can be read (${n}).`,r=/git config --global --add safe\.directory .+/.exec(t)?.[0];return r===void 0?{kind:"none",reason:"no-repository",message:s}:{kind:"none",reason:"foreign-repository",message:s,hint:r}}function We(e){let n=e.filter(([i])=>/^remote\.\w[\w./-]*\.url$/.test(i)),t=n.find(([i])=>i==="remote.origin.url")??(n.length===1?n[0]:void 0);if(t===void 0)return null;let s=t[0].slice(7,-4),r=["promisor","partialclonefilter"].map(i=>`remote.${s}.${i}`);return{name:s,url:t[1],isPartial:e.some(([i])=>r.includes(i))}}var ye=De(he(),1);import*as u from"node:fs";import{basename as pe,dirname as $,join as we,resolve as _}from"node:path";var{O_WRONLY:Qe,O_NONBLOCK:et,W_OK:tt}=u.constants;function nt(e,n,t){try{if(W($(_(e))),ne(e))ye.default.sync(e,n,{mode:t});else{let s=u.openSync(e,Qe|et);u.appendFileSync(e,n),u.closeSync(s)}}catch(s){throw Object.assign(s,{path:e})}}function cn(e,n){u.existsSync(e)||nt(e,n)}function W(e,n){if(!u.existsSync(e)){W($(_(e)),n);try{u.mkdirSync(e,{mode:n})}catch(t){if(!u.existsSync(e))throw t}}}function ne(e){let n=u.statSync(e,{throwIfNoEntry:!1});return(!n||n.isFile()||n.isDirectory())&&!/^\/(dev|proc)\//.test(_(e))}function ln(e){try{if(u.statSync(e,{throwIfNoEntry:!1})?.isDirectory())return"it is a folder";let n=$(_(e));for(;!u.existsSync(n);)n=$(n);return u.statSync(we(n,`${pe(e)}.0123456789`),{throwIfNoEntry:!1}),u.accessSync(ne(e)?`${n}/`:e,tt),null}catch(n){return n.message}}function rt(e){return ne(e)?u.existsSync(e)?u.realpathSync(e):we(rt($(_(e))),pe(e)):_(e)}function un(e){try{return u.statSync(e).isFile()}catch{return!1}}import{spawnSync as ke}from"node:child_process";import{lstatSync as it,readdirSync as ot,rmSync as at}from"node:fs";import{join as ct}from"node:path";import{accessSync as st,constants as Se,lstatSync as xe}from"node:fs";function B(){return process.getuid?.()??0}function be(e,n){let t=s=>{try{s()}catch(r){let i=`This folder cannot be made or written: ${r.message}`;throw new O({what:i,where:e,hint:n,cause:r})}};t(()=>W(e,448)),ve(e,n),t(()=>st(e,Se.W_OK|Se.X_OK))}function hn(e,n){return xe(e,{throwIfNoEntry:!1})===void 0?!1:(ve(e,n),!0)}function ve(e,n){let t=xe(e),s=(t.mode&4095).toString(8).padStart(4,"0"),r=t.isSymbolicLink()?"it is a link":t.isDirectory()?t.uid!==B()||(t.mode&63)!==0?`it belongs to user ${t.uid} and has mode ${s}`:null:"it is no folder";if(r!==null)throw new O({what:`Tailgate takes this folder only if it is yours alone (no link, owner ${B()}, mode 0700): ${r}.`,where:e,hint:`Others may have put files there. Look at it, then remove it: Tailgate makes it anew. ${n}`})}function lt(e){let n=()=>at(e,{recursive:!0,force:!0,maxRetries:3});try{n()}catch{ke("chmod",["-R","u+rwX",e],{stdio:"ignore"}),ke("rm",["-rf",e],{stdio:"ignore"}),n()}}var ut=24*36e5;function Ee(e,n){let t=s=>{try{return s()}catch{return null}};for(let s of t(()=>ot(e))??[]){let r=ct(e,s),i=s.startsWith(n)&&t(()=>it(r));i&&i.uid===B()&&Date.now()-i.mtimeMs>ut&&t(()=>lt(r))}}import{appendFileSync as ft,closeSync as dt,fstatSync as mt,openSync as gt,readSync as ht,statSync as pt,truncateSync as wt}from"node:fs";import{stripVTControlCharacters as yt}from"node:util";var Te=64*1024,En=5;function _e(e){return pt(e,{throwIfNoEntry:!1})?.size??0}function re(e,n,t){let s;try{s=gt(e,"r")}catch{return Buffer.alloc(0)}try{let r=Buffer.alloc(Math.min(Math.max(0,mt(s).size-n),t));return r.subarray(0,ht(s,r,0,r.length,n))}finally{dt(s)}}function Ie(e,n=20,t=0){let s=_e(e),r=t>s?0:t,i=Math.max(r,s-Te),a=re(e,i,Te).toString("utf8"),l=i>r?xt(a):a;return yt(l).replaceAll("\r","").trimEnd().split(`
`).slice(-n).join(`
`)}var St=4096;function xt(e){let n=e.slice(e.indexOf(`
`)+1);return n!==e&&n.trim()!==""?n:e.slice(St)}var I=2**20,k={bytes:16*I,first:1*I,last:4*I},bt=`\u2026 cut here by Tailgate: of more than ${k.bytes/I} MiB it keeps the first ${k.first/I} and the last ${k.last/I} \u2026`;function Tn(e){let n=_e(e);if(!(n<=k.bytes))try{let t=re(e,0,k.first),s=re(e,n-k.last,k.last);wt(e,t.lastIndexOf(`
`)+1),ft(e,Buffer.concat([Buffer.from(`${bt}
`),s.subarray(s.indexOf(`
`)+1)]))}catch{}}import{randomUUID as vt}from"node:crypto";import{mkdirSync as kt,readdirSync as Pe,readFileSync as Et,realpathSync as Tt,statSync as _t,writeFileSync as It}from"node:fs";import{tmpdir as Pt}from"node:os";import{dirname as Ot,join as E}from"node:path";var Oe="tailgate-run-";function Mn(){let e=E(Gt(),`${Oe}${vt().slice(0,8)}`);return{path:e,logs:E(e,"logs"),k6:E(e,"k6")}}function Gt(){let e=process.env.RUNNER_TEMP||Pt();try{return Tt(e)}catch{return e}}function Cn({path:e,logs:n,k6:t}){Ee(Ot(e),Oe);for(let s of[e,n,t])kt(s,{mode:448})}var Ge=["logs","k6"];function $t(e){for(let n of Ge)be(E(e,n),"Give `--keep` a folder that can be made and written.")}var Lt=e=>e.isFile();function Nn(e,n,t){$t(n);for(let s of Ge)for(let{name:r}of Pe(e[s],{withFileTypes:!0}).filter(Lt)){let i=Et(E(e[s],r),"utf8");It(E(n,s,r),t(i))}}var At=40,Mt=400;function Fn({logs:e,k6:n},t){let s=new Map;for(let[r,i]of[[e,Ct],[n,()=>"k6"]])for(let a of Pe(r).filter(l=>l.endsWith(".log"))){let l=i(a),o=E(r,a),c=_t(o).mtimeMs;if(l===null||c<(s.get(l)?.time??0))continue;let p=t(Ie(o,At)).split(`
`).map(w=>w.slice(0,Mt)).join(`
`);p.trim()!==""&&s.set(l,{time:c,log:p})}return[...s].map(([r,{log:i}])=>({name:r,log:i})).sort((r,i)=>r.name<i.name?-1:1)}function Ct(e){let[,n,t]=/^(.+)\.((?:head|base)_\w+|run)\.log$/.exec(e)??[];return n===void 0?null:t==="run"?n:`${n} of ${t.split("_")[0]}`}import{copyFileSync as Nt,existsSync as Ae,mkdirSync as $e,realpathSync as Le,writeFileSync as Ft}from"node:fs";import{join as y}from"node:path";async function Ut(e,{format:n},t,s){$e(e,{recursive:!0});let r=["init","--quiet","--template=",`--object-format=${n}`,s?"--bare":"--no-bare",e],i={GIT_DIR:void 0,GIT_DEFAULT_REF_FORMAT:"files"};N(`No repository could be made at ${e}`,await t(r,{cwd:e,environment:i}));let a=s?e:y(e,".git");return $e(y(a,"info"),{recursive:!0}),a}async function Rt(e,n,t,s=!1){let{from:r,others:i=[]}=n,a=await Ut(e,n,t,s),l=[r,...i].map(o=>`${y(o,"objects")}
`);Ft(y(a,Dt),l.join(""));for(let o of["shallow","packed-refs","info/exclude","info/attributes"])Ae(y(r,o))&&Nt(y(r,o),y(a,o))}var Dt="objects/info/alternates",jt=/^(core\.(autocrlf|eol|safecrlf|checkroundtripencoding|attributesfile|excludesfile|longpaths|protect\w+|filemode|symlinks|ignorecase|precomposeunicode)|(filter|lfs)\..+)$/;function Wt(e){return e.filter(([n])=>jt.test(n))}async function Wn(e,n,t,s){await Rt(e,t,s);let r=`The files of ${n.slice(0,10)} could not be laid out`;N(r,await s(["checkout","--quiet","--force","--detach",n]));let i=t.url?.replace(/^(https?:\/\/)[^/]*@/,"$1"),a=[...Wt(t.local),...i?[["remote.origin.url",i]]:[]];for(let[l,o]of a)N(r,await s(["config","--replace-all",l,o]))}async function Bn(e,n){let{stdout:t}=await e(["ls-files","-z","--stage"]);return[...t.matchAll(/(?:^|\0)160000 ([0-9a-f]+) [^\t\0]*\t([^\0]*)/g)].map(([,r,i])=>({commit:r,path:i})).filter(({path:r})=>{let i=y(n,r);return Ae(i)&&Le(i)===y(Le(n),r)})}var Bt=e=>Buffer.from(`x-access-token:${e}`).toString("base64");function Hn(e,n,t,s){let r=se(e),i=t&&se(t.serverUrl);if(t&&i&&r?.origin===i.origin){let l=Bt(t.token),o=[`http.${i.origin}/.extraheader`,`AUTHORIZATION: basic ${l}`];return{url:i.origin+r.pathname,environment:ce(s,[o])}}let a=n.filter(([l,o])=>{if(r===null)return l==="core.sshcommand";let c=l.match(/^http\.(.+)\.extraheader$/)?.[1];return c!==void 0&&se(c)?.origin===r.origin&&/^authorization:/i.test(o)});return{url:e,environment:C(s,a)}}function se(e){return/^https?:/.test(e)&&URL.canParse(e)?new URL(e):null}import{spawn as Kt}from"node:child_process";import{randomUUID as Fe}from"node:crypto";import{setTimeout as Ue}from"node:timers/promises";var Me=`/**
 * Program of the keeper: see \`keeper.ts\`. It is run as text by \`node -e\`, so it needs nothing but Node. It learns all it
 * knows by messages, keeps nothing on disk, and clears up once it is told to, or once the channel closes.
 */
const { spawn, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const { setTimeout: sleep } = require('node:timers/promises');

/** Time (ms) for processes to end by themselves, and after which none is waited for. */
const ASKED_MS = 2000;
const KILLED_MS = 5000;
/** Time (ms) for an owed command. */
const COMMAND_MS = 30_000;
/** Characters of a command's output that are kept. */
const MOST_OUTPUT = 2000;

let own = { id: '', folder: '' };
const groups = new Set();
let still = [];
const debts = new Map();
let isClearing = false;

// Ctrl-C in a terminal and the end of a session are Tailgate's business.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.stdout.on('error', () => {});
process.on('disconnect', clearUp);
process.on('message', (message, lock) => {
  if (message.begin) own = message.begin;
  if (message.add) groups.add(message.add);
  if (message.remove) groups.delete(message.remove);
  if (message.still) still = message.still;
  if (message.owe) debts.set(message.key, message.owe);
  if (message.settle) debts.delete(message.settle);
  const reply = (failure) => process.connected && process.send({ key: message.key, failure });
  if (message.end) endAll(message.end).then(() => reply(null));
  if (message.pay) run(debts.get(message.pay), message.limitMs).then(reply);
  if (message.close) clearUp();
  // Whoever waits for the machine asks who holds it.
  lock?.on('connection', (socket) => socket.on('error', () => {}).end(\`\${message.owner}\`));
});

async function clearUp() {
  if (isClearing) return;
  isClearing = true;
  // It was told of no run, so nothing is its own.
  if (own.id === '') process.exit();
  await endAll();
  await payAll();
  await endAll();
  removeFolder();
  // The channel and the lock go with this process.
  process.stdout.write('', () => process.exit());
}

/** Ends the groups, and what has left them: asks, then kills. @param instance of which what has left the groups is meant */
async function endAll(instance) {
  const began = Date.now();
  // A process that replaces its program has no environment for a moment, so what is gone has to be gone twice.
  const enough = instance ? 2 : 3;
  for (let quiet = 0; quiet < enough && Date.now() - began < KILLED_MS; ) {
    const left = [...(instance ? [] : [...groups].map((group) => -group)), ...listMarked(instance)];
    const signal = Date.now() - began < ASKED_MS ? 'SIGTERM' : 'SIGKILL';
    const found = left.filter((target) => send(target, signal));
    if (!instance) for (const group of [...groups, ...still]) send(-group, 'SIGCONT');
    quiet = found.length === 0 ? quiet + 1 : 0;
    if (quiet < enough) await sleep(20);
  }
}

/** Signals a process, or a group by its negative id. @returns whether there is one */
function send(target, signal) {
  try {
    process.kill(target, signal);
    return true;
  } catch {
    return false;
  }
}

/** Lists processes of the run, or of an instance, wherever they are, on systems with /proc. */
function listMarked(instance) {
  try {
    return fs
      .readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && pid !== process.pid && isMarked(pid, instance));
  } catch {
    return [];
  }
}

function isMarked(pid, instance) {
  try {
    const environ = fs.readFileSync(\`/proc/\${pid}/environ\`, 'latin1');
    const entries = environ.split('\\0');
    if (entries.includes(\`TAILGATE_RUN=\${own.id}\`))
      return instance === undefined || entries.includes(\`TAILGATE_INSTANCE=\${instance}\`);
    // Redis and nginx write their title over their environment. They work in the folder of the run.
    const isOverwritten = instance === undefined && environ !== '' && !environ.includes('=');
    return isOverwritten && fs.readlinkSync(\`/proc/\${pid}/cwd\`).startsWith(\`\${own.folder}/\`);
  } catch {
    return false; // ended meanwhile, or another user's
  }
}

/** Runs what is owed: of one instance in order of rank, of several at the same time, what was built last. */
async function payAll() {
  const all = [...debts.values()].sort((a, b) => a.rank - b.rank);
  const isBuilt = ({ rank }) => rank === 2;
  for (const part of [all.filter((debt) => !isBuilt(debt)), all.filter(isBuilt)]) {
    const instances = new Set(part.map(({ instance }) => instance));
    await Promise.all(
      [...instances].map(async (name) => {
        for (const debt of part.filter(({ instance }) => instance === name)) {
          const failure = await run(debt, COMMAND_MS);
          if (failure !== null) tell({ name: debt.name, instance: name, failure });
        }
      }),
    );
  }
}

function tell(failure) {
  process.stdout.write(\`\${JSON.stringify(failure)}\\n\`);
}

/** Runs a command. @returns null when it ended with exit code 0, else how it ended, and its last words */
function run({ command, directory, env }, limitMs) {
  return new Promise((resolve) => {
    const cwd = fs.existsSync(directory) ? directory : '/';
    const marked = { ...env, TAILGATE_RUN: own.id };
    const child = spawn('sh', ['-c', command], {
      cwd,
      env: marked,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const take = (data) => {
      output = \`\${output}\${data}\`.slice(-MOST_OUTPUT);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    const timer = setTimeout(() => {
      resolve(\`was ended after \${Math.round(limitMs / 1000)} s\`);
      send(-child.pid, 'SIGTERM');
      setTimeout(send, ASKED_MS, -child.pid, 'SIGKILL').unref();
    }, limitMs);
    child.on('error', ({ message }) => resolve(\`could not be started: \${message}\`));
    child.on('exit', async (code, signal) => {
      clearTimeout(timer);
      if (code === 0) return resolve(null);
      await sleep(100); // for the rest of its output
      // A line that was cut may begin within a secret, which nothing would know any more.
      const whole =
        output.length < MOST_OUTPUT ? output : output.slice(output.indexOf('\\n') + 1 || MOST_OUTPUT);
      const words = whole.trim().split('\\n').slice(-5).join('\\n');
      const how = \`ended with \${signal === null ? \`exit code \${code}\` : \`signal \${signal}\`}\`;
      resolve(words === '' ? how : \`\${how}: \${words}\`);
    });
  });
}

function removeFolder() {
  const remove = () => fs.rmSync(own.folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    remove();
  } catch {
    // Go's module cache is read-only. \`chmod -R\` follows no links.
    spawnSync('chmod', ['-R', 'u+rwX', own.folder], { stdio: 'ignore' });
    try {
      remove();
    } catch ({ message }) {
      tell({ name: 'removing the folder of the run', instance: own.folder, failure: \`failed: \${message}\` });
    }
  }
}
`;var Ht=12e4,zt=3e4,Xt=1e3,Jt=5e3,Vt=1e4;function er(e){let n=Fe(),t=Ce(),s=[],r=c=>{s.push(c),t.say(c)};r({begin:{id:n,folder:e}});let i=[],a=new Set,l=new Map,o=0;return{mark:{TAILGATE_RUN:n},add:c=>r({add:c}),remove:c=>r({remove:c}),hold(c){process.platform==="linux"&&t.say({owner:process.pid},c)},owe({command:c,told:d,service:p,...w}){if(!t.isThere())throw ie("has gone");let g=++o,T=`${d??`\`${c}\``} of ${p}`;return r({key:g,owe:{...w,command:c,name:T}}),{async pay({signal:L,grace:A}){let M=A(a.has(c)?Xt:zt),x=await t.ask({pay:g,limitMs:M},M,{signal:L,grace:A});x===void 0||x!==null&&L.aborted||(x?.startsWith("was ended")&&a.add(c),x!==null&&i.push({name:T,instance:w.instance,failure:x}),r({settle:g}))}}},standStill(c,d){d.length>0?l.set(c,d):l.delete(c),r({still:[...l.values()].flat()})},listOwed:()=>Yt([...i,...t.failures()]),async endEscaped(c){if(!t.isThere())throw ie("has gone");await t.ask({end:c},Vt)},async close(c=Ht){if(r({close:!0}),!await Ne(c,t.ended))return!1;if(t.hasCleared())return!0;t=Ce();for(let d of s)t.say(d);return Ne(c,t.ended)}}}function Ce(){let e=Kt(process.execPath,["-e",Me],{detached:!0,stdio:["ignore","pipe","ignore","ipc"],env:{PATH:process.env.PATH??"/usr/bin:/bin"},cwd:"/"});if(e.on("error",()=>{}),e.pid===void 0)throw ie("cannot be started");let n="";e.stdout.on("data",r=>{n+=r});let t=new Promise(r=>e.once("close",r));e.unref(),e.channel.unref(),e.stdout.unref();let s=(r,i)=>{e.connected&&e.send(r,i,a=>{a??i?.close()})};return{ended:t,say:s,isThere:()=>e.connected,hasCleared:()=>e.exitCode===0,failures:()=>n.split(`
`).flatMap(r=>r.endsWith("}")?[JSON.parse(r)]:[]),async ask(r,i,{signal:a,grace:l}={}){if(!e.connected)return;let o=Fe(),c,d=new AbortController,p=g=>{g.key===o&&(c=g,d.abort())};e.on("message",p),t.then(()=>d.abort()),s({...r,key:o});let w=(g,T)=>Ue(g,void 0,{signal:T}).catch(()=>{});return await w(i+Jt,AbortSignal.any([d.signal,...a?[a]:[]])),a?.aborted&&l&&await w(l(i),d.signal),e.off("message",p),c?.failure}}}async function Ne(e,n){let t=new AbortController,s=Ue(e,!1,t).catch(()=>!1),r=await Promise.race([n.then(()=>!0),s]);return t.abort(),r}function ie(e){let n=`The process that clears up after a run ${e}.`;return new O({what:n,hint:"May this user start another process?",exitCode:ae.unmeasured})}function Yt(e){return[...new Set(e.map(({name:t})=>t))].map(t=>{let s=e.filter(i=>i.name===t),r=s.length>1?` and ${s.length-1} more`:"";return`${t} (${s[0].instance}${r}) ${s[0].failure}`})}export{nt as a,cn as b,ln as c,rt as d,un as e,B as f,be as g,hn as h,lt as i,Ee as j,En as k,_e as l,re as m,Ie as n,Tn as o,tn as p,Oe as q,Mn as r,Cn as s,$t as t,Nn as u,Fn as v,Ut as w,Rt as x,Dt as y,Wt as z,Wn as A,Bn as B,Bt as C,Hn as D,er as E};
