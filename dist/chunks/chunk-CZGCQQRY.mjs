import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{b as Se}from"./chunk-FIQTQMBZ.mjs";import{b as Ee,c as C,d as L,e as ve,f as M,i as W,l as xe,m as Te,n as Pe,q as _e}from"./chunk-LOTLXBVB.mjs";import{c as be,e as $,f as ke,g as S,j as O}from"./chunk-4GQNNRTH.mjs";import{h as Oe,i as I,j as Re,k,l as G,m as x,o as $e,p as Ce,q as Ie,r as Ae,u as Ne}from"./chunk-GVDNHSSL.mjs";import{f as F,j as D}from"./chunk-P7K7W7I6.mjs";import{S as ge,U as he,V as we}from"./chunk-WK5DH46I.mjs";import{d as Y,e as V}from"./chunk-GPCNYMNR.mjs";import{a as ue,b as v,c as de}from"./chunk-5LE4WRTK.mjs";import{b as ye}from"./chunk-SZR6RWJJ.mjs";import{b as j,c as fe,d as pe}from"./chunk-7RCFP5J6.mjs";import{copyFileSync as ot,existsSync as Fe,readdirSync as st,realpathSync as it,statSync as at,utimesSync as ct}from"node:fs";import{join as R,relative as lt}from"node:path";var mt=/^core\.(filemode|symlinks|ignorecase|precomposeunicode|trustctime|checkstat)$/;async function Gn(e,t){let n=await A(e.git,["rev-parse","--verify",`${t}^{tree}`]);return{commit:t,tree:n,dirty:!1,notes:[]}}async function jn(e,t,n=[]){let{checkout:r}=e,s=R(e.path,"index");ut(r.gitFolder,e.path);let o=S(r.top,{...ke(e.environment,[...r.settings.filter(([p])=>mt.test(p)),["core.looseCompression","0"],["core.bare","false"]]),GIT_DIR:e.path,GIT_WORK_TREE:r.top,GIT_INDEX_FILE:s},e.signal);await A(o,["add","--update"]);let{stdout:i}=await o(["ls-files","-z","--others","--exclude-standard"],{encoding:"latin1"}),l=n.map(p=>Fe(p)?it(p):p).map(p=>Buffer.from(lt(r.top,p)).toString("latin1")),a=i.split("\0").filter(p=>p!==""&&!l.some(T=>p===T||p.startsWith(`${T}/`))),c=a.filter(p=>!p.endsWith("/")),m=a.filter(p=>p.endsWith("/")),u=Buffer.from(c.map(p=>`${p}\0`).join(""),"latin1");await A(o,["update-index","-z","--add","--remove","--replace","--stdin"],u);let d=await A(o,["write-tree"]),f=[...m.map(p=>`${Me(p)} is a git repository of its own and not part of the snapshot.`),...await dt(e,o)];if(d===await A(o,["rev-parse","--verify",`${t}^{tree}`]))return{commit:t,tree:d,dirty:!1,notes:f};let h=await A(o,["show","--no-patch","--format=%cI",t]),w=await o(["commit-tree","-p",t,"-m","Changes that are not committed",d],{environment:{...be,GIT_AUTHOR_DATE:h,GIT_COMMITTER_DATE:h}});return{commit:Le(w),tree:d,dirty:!0,notes:f}}function ut(e,t){for(let n of st(e)){if(n!=="index"&&!/^sharedindex\.[0-9a-f]+$/.test(n))continue;ot(R(e,n),R(t,n));let r=Math.floor(at(R(e,n)).mtimeMs/1e3);ct(R(t,n),r,r)}}async function dt({checkout:e},t){let{stdout:n}=await t(["ls-files","-z","--stage"],{encoding:"latin1"}),r=[...n.matchAll(/(?:^|\0)160000 [^\t]*\t([^\0]*)/g)].map(([,o])=>o),s=[];for(let o of r){let i=R(e.top,Buffer.from(o,"latin1").toString());if(!Fe(R(i,".git")))continue;(await e.git(["status","--porcelain"],{cwd:i})).stdout!==""&&s.push(`Changes in the submodule ${Me(o)} are measured only once they are committed in it.`)}return s}async function A(e,t,n){return Le(await e(t,n===void 0?{}:{input:n}))}function Le(e){if(e.ok)return e.stdout;throw new v({what:`The files of the checkout could not be read: ${O(e)}.`,hint:"Does `git status` work there?",exitCode:3})}function Me(e){return JSON.stringify(Buffer.from(e,"latin1").toString())}import{existsSync as ft,writeFileSync as pt}from"node:fs";import{join as U}from"node:path";var gt=/^(core\.(autocrlf|eol|safecrlf|checkroundtripencoding|attributesfile|excludesfile|longpaths|protect\w+)|(filter|lfs)\.)/,ht=/^remote\..+\.(url|fetch|promisor|partialclonefilter)$/;async function Kn(e,t,n){let r=U(t,"store.git"),{format:s,commonFolder:o,objects:i,remote:l,settings:a}=e,c=g=>S(e.top,{...g,GIT_DIR:r},n.signal),m=l===null?"":a.find(([g])=>g===`remote.${l}.url`)[1],u=n.credentials!==null,d=a.filter(([g])=>u?ht.test(g):g.startsWith("remote.")),f=u?Pe(e,m):a.filter(([g])=>Te.test(g)),h=c($(n.environment,[...f,...d]));await C(r,{format:s,from:o,objects:i,bare:!0},h),await wt(e,r);let w=l===null?null:(await h(["ls-remote","--get-url",l])).stdout,p=await xe(w,h,n.credentials),z=[...a.filter(([g])=>gt.test(g)),...f.filter(([g])=>!(u&&g.endsWith(".extraheader")))],_=[...f,...p===null?[]:[p]];return{path:r,checkout:e,objects:[U(r,"objects"),...e.objects],environment:$(n.environment,[...z,...d]),submodules:{laying:$(n.environment,z),fetching:$(n.environment,_)},signal:n.signal,git:c($(n.environment,[..._,...d])),isShallow:()=>ft(U(r,"shallow"))}}async function wt({git:e},t){let n=["refs/heads","refs/tags","refs/remotes","refs/replace"],r={encoding:"latin1"},s=await e(["for-each-ref","--format=%(objectname) %(refname)",...n],r);if(!s.ok){let i=`The branches of the checkout could not be read: ${O(s)}.`;throw new v({what:i,hint:"Was it moved or removed meanwhile?",exitCode:3})}let o=s.stdout===""?"":`${s.stdout}
`;pt(U(t,"packed-refs"),o,"latin1")}import{copyFileSync as Tt,mkdirSync as Q}from"node:fs";import{join as N}from"node:path";import{existsSync as X,readdirSync as yt,realpathSync as Ge,rmSync as St}from"node:fs";import{join as y,resolve as bt}from"node:path";async function Z(e,t,n,r=e.environment){let s=[];for(let o of await kt(e,n)){let i=y(n.top,o.path);if(!(X(i)&&Ge(i)===y(Ge(n.top),o.path))||yt(i).length>0)continue;let a=await Et(e,t,o),m=await(a===null?xt(e,n.top,o,r):vt(e,a,i,o.commit)).catch(h=>{if(h instanceof v&&h.exitCode!==130)return h.message;throw h});if(m!==null){s.push(`the submodule ${JSON.stringify(o.path)} is empty: ${m}`);continue}let u=a??y(i,".git"),d={top:y(t.top,o.path),gitFolder:u,commonFolder:u},f={top:i,commit:o.commit};s.push(...await Z(e,d,f,e.submodules.laying))}return s}async function kt(e,t){let n=S(t.top,e.submodules.laying,e.signal),{stdout:r}=await n(["ls-files","-z","--stage"]),s=[...r.matchAll(/(?:^|\0)160000 ([0-9a-f]+) [^\t]*\t([^\0]*)/g)];if(s.length===0)return[];let o=`${t.commit}:.gitmodules`,i=await n(["config","-z","--blob",o,"--get-regexp","^submodule\\..*\\.path$"]),l=new Map(i.stdout.split("\0").map(a=>{let c=a.indexOf(`
`);return[a.slice(c+1),a.slice(10,c-5)]}));return s.map(([,a,c])=>({commit:a,path:c,name:l.get(c)??null}))}async function Et(e,t,{path:n,name:r,commit:s}){let o=[],i=y(t.top,n),l=e.checkout.git;if(X(y(i,".git"))){let a=await l(["rev-parse","--git-common-dir"],{cwd:i});a.ok&&o.push(bt(i,a.stdout))}r!==null&&!r.split(/[/\\]/).includes("..")&&o.push(y(t.gitFolder,"modules",r),y(t.commonFolder,"modules",r));for(let a of o){if(!X(y(a,"objects")))continue;if((await l(["cat-file","-e",`${s}^{tree}`],{cwd:a,environment:{GIT_DIR:a,GIT_WORK_TREE:a,GIT_NO_LAZY_FETCH:"1"}})).ok)return a}return null}async function vt(e,t,n,r){let s=S(n,e.submodules.laying,e.signal),{format:o,settings:i}=e.checkout,l=Ee(y(t,"objects")),a=await C(n,{format:o,from:t,objects:l},s);L(i,a);let c=await e.checkout.git(["config","--file",y(t,"config"),"remote.origin.url"]);return c.ok&&ve(a,[["remote.origin.url",c.stdout]]),await M(s,a,r),null}async function xt(e,t,{path:n,name:r,commit:s},o){if(r===null)return"it has no entry in .gitmodules";let l=await S(t,o,e.signal)(["submodule","init","--quiet","--",n]);if(!l.ok)return O(l);let a=S(t,e.submodules.fetching,e.signal),m=await a(["submodule","update","--quiet","--depth=1","--",n],{timeoutMs:18e4});if(!m.ok)return O(m);let u=y(t,n),d=S(u,e.submodules.laying,e.signal),f=(await d(["rev-parse","--absolute-git-dir"])).stdout,{settings:h}=e.checkout;return await W({git:(p,T)=>a(p,{...T,cwd:u}),checkout:{remote:"origin",settings:h}},s),L(h,f),St(y(f,"index")),await M(d,f,s),null}async function mr(e,t,n){let r=()=>{F(N(t,"head")),F(N(t,"base"))};try{r();let s=[je(e,t,"head",n.head.commit),je(e,t,"base",n.base.commit)];await Promise.allSettled(s);let[o,i]=await Promise.all(s);return{head:o,base:i,notes:[...o.notes,...i.notes],remove:r}}catch(s){throw r(),s}}async function je(e,t,n,r){let{checkout:s}=e,o=N(t,n);Q(t,{recursive:!0}),Q(o);let i=S(o,e.environment,e.signal),{format:l}=s,a=await C(o,{format:l,from:e.path,objects:e.objects},i);Tt(N(e.path,"packed-refs"),N(a,"packed-refs")),L(s.settings,a),await W(e,r),await M(i,a,r);let c=await Z(e,s,{top:o,commit:r}),m=N(o,s.prefix);try{Q(m,{recursive:!0})}catch{}return{arm:n,commit:r,top:o,directory:m,notes:c.map(u=>`${n}: ${u}`)}}var E=class extends Error{kind;arm;service;log;other=null;constructor(t,n,r,s,o){super(s),this.kind=t,this.arm=n,this.service=r,this.log=o}};import{join as nn}from"node:path";import{once as Pt}from"node:events";import{createServer as Ot}from"node:net";async function De(e){let t=await Promise.all(Array.from({length:e},async()=>{let r=Ot().listen(0,"127.0.0.1");return await Pt(r,"listening"),r})),n=t.map(r=>r.address().port);return await Promise.all(t.map(r=>new Promise(s=>r.close(s)))),n}import{once as Rt}from"node:events";import{setTimeout as $t}from"node:timers/promises";var ee=1e4,Ct=3e4,It=1e3;async function J(e,t,n,r){let{config:s,keeper:o,signal:i}=e,l=await G({command:t,cwd:s.directory,env:n,logPath:r,keeper:o}),a=new AbortController,c=Rt(i,"abort",{signal:a.signal}).catch(()=>{});return i.aborted||await Promise.race([l.exited,c]),a.abort(),await l.stop("SIGTERM",ee,e.grace),l.exit()??{code:null,signal:"SIGTERM"}}async function At(e,t,n,r){let{config:s,keeper:o,grace:i}=e,l=I(r),a=performance.now(),c=await G({command:t,cwd:s.directory,env:n,logPath:r,keeper:o}),m=new AbortController,u=o.hung.has(t)?It:Ct;await Promise.race([c.exited,Nt(e,u,m.signal)]),m.abort();let d=c.exit(),f=Math.round((performance.now()-a)/1e3);if(await c.stop("SIGTERM",ee,i),d?.code===0)return null;d===null&&o.hung.add(t);let h=d===null?`was ended after ${f} s`:`ended with ${x(d)}`,w=k(r,Oe,l);return w===""?h:`${h}: ${w}`}async function Nt({grace:e,signal:t},n,r){let s=o=>$t(e(n),void 0,{signal:o,ref:!1}).catch(()=>{});await s(AbortSignal.any([t,r])),t.aborted&&await s(r)}async function te(e,t,n){let r=[],s=o=>o?.catch(i=>r.push(i));for(let o of t.splice(0).reverse()){let{stop:i}=o.service;o.stop!==null&&await We(e,o,o.stop),await s(o.group?.stop(i.kind==="signal"?i.signal:"SIGTERM",ee,e.grace)),o.cleanup!==null&&await We(e,o,o.cleanup)}if(await s(e.keeper.endEscaped(n)),r.length>0)throw r[0]}async function We(e,{env:t,logPath:n},r){let s=await At(e,r.command,t,n).catch(o=>`could not be started: ${o.message}`);s===null?r.settle():r.fail(s)}import{writeFileSync as _t}from"node:fs";import{createServer as Ft}from"node:net";import{setTimeout as Lt}from"node:timers/promises";var q=64,Ue=8e6,Mt=2e3,Gt=1e3,jt=e=>`'use strict';
try {
  const { setFlagsFromString } = require('node:v8');
  for (const flag of ['max-inlined-bytecode-size=0', 'max-inlined-bytecode-size-small=0', 'no-use-osr'])
    setFlagsFromString('--' + flag);
  const { Session } = require('node:inspector');
  const socket = require('node:net').connect(${JSON.stringify(e)});
  let session = null;
  const begin = () => {
    session = new Session();
    session.connect();
    session.post('Profiler.enable');
    session.post('Profiler.setSamplingInterval', { interval: ${Gt} });
    session.post('Profiler.start');
  };
  const end = () => {
    const own = session;
    session = null;
    own.post('Profiler.stop', (error, result) => {
      socket.write(JSON.stringify(error ? [] : result.profile.nodes) + '\\n');
      own.disconnect();
    });
  };
  socket.setEncoding('latin1').on('error', () => {}).unref();
  socket.on('data', (commands) => {
    try {
      for (const command of commands) {
        if (command === '+' && session === null) begin();
        if (command === '-' && session !== null) end();
      }
    } catch {}
  });
} catch {}
`;async function xr(e){let t=new Map,n=!1,r=Ue,s=[],o=Ft(a=>{if(t.size>=q)return void a.destroy();t.set(a,""),a.setEncoding("utf8"),a.on("error",()=>{}),a.on("close",()=>t.delete(a)),a.on("data",c=>{if(r-=c.length,r<0)return void a.destroy();let[m,...u]=c.split(`
`,q),d=`${t.get(a)}${m}`;u.length>0&&s.length<q&&s.push(d),t.set(a,u.at(-1)??d)}),n&&a.write("+")});await new Promise((a,c)=>{o.once("error",c),o.listen(e,a)});let i=`${e}.cjs`;_t(i,jt(e),{mode:384});let l=a=>{n=a==="+",r=Ue,s=[];for(let c of t.keys())c.write(a)};return{preload:i,countPeers:()=>t.size,begin:()=>l("+"),async end(){let a=t.size;l("-");for(let c=0;c<Mt&&s.length<a;c+=50)await Lt(50);return s.slice(0,q)},close(){for(let a of t.keys())a.destroy();o.close()}}}function Je(e,t){return`${e??""} --require ${JSON.stringify(t)}`.trim()}import{Agent as Dt}from"node:https";import{connect as Wt}from"node:net";import{setTimeout as Be}from"node:timers/promises";import{stripVTControlCharacters as Ut}from"node:util";import{runInNewContext as Jt}from"node:vm";var He=50,B=2e3;async function re(e,t,n){let r=performance.now()+e.ready.timeoutSeconds*1e3,s=e.ready.kind==="log"?Zt(e,e.ready.pattern):null,o="nothing was tried yet";for(;!n.aborted;){let i=t();if(i!==null)return i;let l=await qt(e,s,n);if(l===null)return t();if(o=l,performance.now()>r)return`not ready after ${e.ready.timeoutSeconds} s: ${o}`;await Be(He)}return"interrupted"}async function qt(e,t,n){let r;try{r=e.readTrust?.()}catch(s){return s.message}return t!==null?t():e.ready.kind==="http"?Bt(new URL(e.ready.path,e.url).href,r,n):ze(e.host,e.port)}async function Bt(e,t,n){let r=AbortSignal.any([n,AbortSignal.timeout(B)]),s=t&&e.startsWith("https:")?new Dt(Ht(t)):void 0;try{let o=await Se(e,{redirect:"manual",signal:r,agent:s});return o.body?.resume(),o.status<500?null:`${e} answered ${o.status}`}catch(o){let{name:i,message:l,code:a}=o;return i==="AbortError"?`${e} gave no answer within ${B/1e3} s`:a!==void 0&&Kt.test(a)?`${l}; ${zt(e,t)}`:l}}function Ht(e){return"ca"in e?{ca:e.ca}:{rejectUnauthorized:!1}}var Kt=/SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/;function zt(e,t){return t!==void 0?"`tls.ca` has another one":ge(e,[])===null?"name it with `tls: {ca: FILE}`, or accept any with `tls: {insecure: true}`":"this machine must trust it by itself"}var Yt=2e3;async function Ke(e,t){let n=performance.now()+Yt;for(;await ze(e,t)===null;){if(performance.now()>n)return!0;await Be(He)}return!1}function ze(e,t){return new Promise(n=>{let r=Wt({host:e,port:t,timeout:B}),s=o=>{r.destroy(),n(o)};r.once("connect",()=>s(null)),r.once("timeout",()=>s(`no connection to ${e}:${t} within ${B/1e3} s`)),r.once("error",o=>s(o.message||`no connection to ${e}:${t}`))})}var Vt=80,ne=2**20,Xt=1e4,qe=1e3;function Zt({logPath:e,logFrom:t},n){let r=new RegExp(n),s=new RegExp(n,"i"),o,i=t,l=!1;return()=>{I(e)<i&&(i=t);let a=Re(e,i,ne),c=a.toString("utf8").split(/\r\n|[\n\r\u2028\u2029]/);l&&c.shift(),c.at(-1)===""&&c.pop();let m=()=>c.some(f=>{let h=Ut(f.slice(0,Xt));return r.test(h)?!0:(o??=s.exec(h)?.[0].slice(0,Vt),!1)});try{if(c.length>0&&Jt("isReady()",{isReady:m},{timeout:qe}))return null}catch(f){let{code:h,message:w}=f;return h!=="ERR_SCRIPT_EXECUTION_TIMEOUT"?w:`/${n}/ takes more than ${qe/1e3} s for its output: give \`ready.log\` an expression without repetitions in each other, such as \`(a+)+\``}let u=a.lastIndexOf(`
`)+1;(u>0||a.length===ne)&&(l=u===0),i+=l&&a.length===ne?a.length:u;let d=`no line of its output matches /${n}/`;return o===void 0?d:`${d}; one has \`${o}\`, with other small and capital letters: write \`ready.log\` as the service writes it`}}import{readFileSync as Qt}from"node:fs";import{join as en}from"node:path";var tn=/-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs;function oe(e,t){if(!("ca"in e))return e;let n;try{n=Qt(en(t,e.ca),"utf8")}catch(s){throw new Error(`\`tls.ca\` cannot be read: ${s.message}`)}let r=(n.match(tn)??[]).join(`
`);if(r==="")throw new Error(`\`tls.ca\` has no certificate in PEM: ${e.ca}`);return{ca:r}}async function Vr(e,t){let{config:n,shared:r}=e,s=n.services.filter(w=>!r.has(w.name)),o=performance.now(),{portOf:i,lastWords:l,...a}=await Ye(e,s,t),c=n.services.find(w=>w.name===n.target),m=V(c.name,t,i,e.environment),u=w=>Y(w,m,`request to ${c.name}`),f=s.some(({start:w})=>w!==void 0)?performance.now()-o:void 0,h=c.tls&&oe(c.tls,n.directory);return{...a,portOf:i,lastWords:()=>l(c.name),startupMs:f,targetUrl:u(c.url).replace(/\/$/,""),trust:h,fill:u}}async function Xr(e){await on(e);let t=e.config.services.filter(({scope:n,start:r})=>n==="run"&&r!==void 0);return Ye(e,t,"run")}async function Ye(e,t,n){let r=await De(t.length),s=new Map([...e.shared,...t.map((m,u)=>[m.name,r[u]])]),o=[];try{for(let m of t){if(e.signal.aborted)break;await sn(e,m,n,s,o)}}catch(m){throw await te(e,o,n),m}let i=o.flatMap(({service:m,group:u,logPath:d})=>u?[{service:m,group:u,logPath:d}]:[]),l=m=>{for(let{group:u}of i)u.signal(m)},a=m=>i.filter(({service:u})=>m(u)).map(({group:u})=>u.pid),c=!1;return{portOf:s,sessions:a(m=>!m.isRelay),relays:a(m=>m.isRelay===!0),crashed:Promise.race([...i.map(({group:m})=>m.exited),new Promise(()=>{})]).then(()=>{}),crash(){if(c)return null;let m=i.find(({group:u})=>u.exit()!==null);return m?{service:m.service.name,exit:x(m.group.exit()),log:k(m.logPath)}:null},lastWords(m){let u=i.find(({service:f})=>f.name===m),d=u?k(u.logPath):"";return d===""?null:{service:m,log:d}},halt:()=>l("SIGSTOP"),resume:()=>l("SIGCONT"),async stop(){c=!0,await te(e,o,n)}}}var rn=60;async function on(e){for(let{name:t,host:n,port:r}of e.config.external){let o=await re({ready:{kind:"tcp",timeoutSeconds:rn},url:null,host:n,port:r,logPath:"",logFrom:0},()=>null,e.signal);if(o!==null&&!e.signal.aborted)throw new E("not-ready",e.arm,t,o,"")}}async function sn(e,t,n,r,s){let o=V(t.name,n,r,e.environment),i=(g,P)=>Y(g,o,`${P} of ${t.name}`),l=Object.entries(t.env).map(([g,P])=>[g,i(P,`env.${g}`)]),a=r.get(t.name),c=j(e.environment,{PORT:String(a),TAILGATE_INSTANCE:n,...Object.fromEntries(l)}),m=nn(e.logFolder,`${t.name}.${n}.log`),u=t.url===void 0?null:i(t.url,"url");u!==null&&t.name===e.config.target&&he(u,e.config,`url of ${t.name}`),u!==null&&t.tls&&we(u,`url of ${t.name}`);let d=u===null?null:new URL(u),f={ready:t.ready,url:u,host:d?.hostname.replace(/^\[|\]$/g,"")??"127.0.0.1",port:d?Number(d.port||(d.protocol==="https:"?443:80)):a,logPath:m,logFrom:0,...t.tls&&{readTrust:()=>oe(t.tls,e.config.directory)}},h=[...r.values()].includes(f.port);if(t.start!==void 0&&!h&&await Ke(f.host,f.port)){let g=`something else already listens on ${f.host}:${f.port}, the address of its \`url\``;throw new E("not-ready",e.arm,t.name,g,"")}let w={service:t,group:null,env:c,logPath:m,stop:null,cleanup:null};s.push(w);let p=g=>e.keeper.owe({command:g,directory:e.config.directory,ports:Object.fromEntries(r),service:t.name,instance:n,env:t.env});if(t.stop.kind==="command"&&(w.stop=p(t.stop.command)),t.cleanup!==void 0&&(w.cleanup=p(t.cleanup)),t.prepare!==void 0){let g=await J(e,t.prepare,c,m);if(g.code!==0&&!e.signal.aborted){let P=`\`prepare\` ended with ${x(g)}: ${t.prepare}`;throw new E("not-ready",e.arm,t.name,P,k(m))}}if(t.start!==void 0&&!e.signal.aborted){let{keeper:g,config:P,preload:me}=e;f.logFrom=I(m);let rt=me&&{NODE_OPTIONS:Je(c.NODE_OPTIONS,me)};w.group=await G({command:t.start,cwd:P.directory,env:{...c,...rt},logPath:m,keeper:g})}let{group:T}=w,_=await re(f,()=>{let g=T?.exit()??null;return g===null?null:`it ended with ${x(g)} before it was ready`},e.signal);if(_!==null&&!e.signal.aborted)throw new E("not-ready",e.arm,t.name,_,k(m))}import{join as an}from"node:path";async function so(e,t){for(let n of e.config.services){if(n.build===void 0||e.signal.aborted)continue;t(n.name);let r=an(e.logFolder,`${n.name}.${e.arm}.build.log`),s=j(e.environment),o=await J(e,n.build,s,r);if(o.code!==0&&!e.signal.aborted){let i=`\`build\` ended with ${x(o)}: ${n.build}`;throw new E("build-failed",e.arm,n.name,i,k(r))}}}import{createHash as un}from"node:crypto";import{existsSync as se,mkdirSync as dn,readdirSync as fn,readFileSync as pn,symlinkSync as gn,writeFileSync as Ze}from"node:fs";import{dirname as ie,join as b,resolve as hn}from"node:path";import{fileURLToPath as wn}from"node:url";var Ve=`/** Counts what a script does with \`k6/net/grpc\`: calls, and streams by the time to their first message. */
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
`;var K={"k6/net/grpc":{file:"grpc.js",text:Ve},"k6/websockets":{file:"websockets.js",text:H},"k6/experimental/websockets":{file:"websockets.js",text:H},"k6/ws":{file:"websockets.js",text:H},"k6/experimental/redis":{file:"redis.js",text:Xe}},ae=/(\bfrom|\bimport|\bimport\(|\brequire\()(\s{0,20})(["'])([^"'\n]{1,500})\3/g,Qe="mirrors",yn=500;function yo(e,t,n){let r=kn(e),s=[...r].filter(([,l])=>Sn(l).length>0);if(s.length===0)return e;let o=b(t,Qe,un("sha256").update(e).digest("hex").slice(0,8)),i=l=>b(o,l);if(!se(i(e))){let l=new Map(s.map(([c,m])=>[c,bn(m,t)])),a=En([b(n,"-"),...r.keys()]);if(tt(a,i(a),l),!se(i(e)))throw new Error(`${e} could not be mirrored`);for(let{file:c,text:m}of Object.values(K))Ze(b(t,c),m)}return i(e)}function et(e,t){let[n,...r]=e.split(b(t,Qe,"/"));return[n,...r.map(s=>s.slice(s.indexOf("/")))].join("")}function Sn(e){return[...e.matchAll(ae)].map(([,,,,t])=>t).filter(t=>t in K)}function bn(e,t){return e.replace(ae,(n,r,s,o,i)=>i in K?`${r}${s}${o}${b(t,K[i].file)}${o}`:n)}function kn(e){let t=new Map,n=[e];for(let r=n.pop();r!==void 0&&t.size<yn;r=n.pop()){if(t.has(r)||!se(r))continue;let s=pn(r,"utf8");t.set(r,s);for(let[,,,,o]of s.matchAll(ae))o.startsWith("file://")?n.push(wn(o)):/^\.{0,2}\//.test(o)&&n.push(hn(ie(r),o))}return t}function En([e,...t]){let n=ie(e);for(;t.some(r=>!r.startsWith(b(n,"/")));)n=ie(n);return n}function tt(e,t,n){dn(t,{recursive:!0});let r=b(e,"/"),s=[...n.keys()].filter(i=>i.startsWith(r)),o=new Set(s.map(i=>i.slice(r.length).split("/")[0]));for(let i of new Set([...vn(e),...o])){let l=b(e,i),a=n.get(l);a!==void 0?Ze(b(t,i),a):o.has(i)?tt(l,b(t,i),n):gn(l,b(t,i))}}function vn(e){try{return fn(e)}catch{return[]}}import{rmSync as xn}from"node:fs";import{connect as Tn,createServer as Pn}from"node:net";import{join as On}from"node:path";import{setTimeout as Rn}from"node:timers/promises";function ce(e){let t=e||"tailgate-measuring";return process.platform==="linux"?`\0${t}`:On(D(process.env),`${t}.sock`)}async function nt(e,t,n=ce(),r=Number.POSITIVE_INFINITY){let s=!1,o=performance.now()+r*6e4;for(;!t.aborted;){let i=await $n(n);if(i)return()=>{i.close()};let l=await Cn(n);if(l===null&&!n.startsWith("\0")&&xn(n,{force:!0}),!s&&l!==null&&(e.phase(`waiting: another Tailgate measures on this machine (pid ${l})`),s=!0),performance.now()>o)throw new v({what:`Nothing was measured: another Tailgate (pid ${l}) has measured on this machine for ${r} minutes.`,hint:"Run this job again later. If no other job runs on this machine, end that process.",exitCode:ue.unmeasured});await Rn(l===null?20:100)}throw new de(String(t.reason))}function $n(e){return new Promise((t,n)=>{let r=Pn(s=>s.on("error",()=>{}).end(String(process.pid)));r.once("error",s=>s.code==="EADDRINUSE"?t(null):n(s)),r.listen(e,()=>{r.unref(),t(r)})})}function Cn(e){return new Promise(t=>{let n="",r=Tn(e);r.setTimeout(1e3,()=>r.destroy()),r.on("data",s=>{n+=s,n.length>10&&r.destroy()}),r.once("error",()=>t(null)),r.once("close",()=>t(/^\d{1,10}$/.test(n)?n:"unknown"))})}var In=40,An=3500;async function Lo(e,{progress:t,signal:n,environment:r,keepPath:s},o){let i=fe(r,e.secrets);ye(i),D(r),s&&Ie(s);let l=r.CI==="true"?In:void 0,a=await nt(t,n,ce(r.TAILGATE_LOCK),l),c=$e(),m=null,u=[()=>F(c.path)],d=f=>{u.unshift(f)};try{for(let f of await Ne())t.note(`clearing up after an earlier run: ${f}`);return m=_e(c.path,e.secrets),Ce(c),await o({workspace:c,keeper:m,secrets:i,grace:Nn(n),removeAtEnd:d})}finally{t.done(),await le(t,"not cleared up",()=>m?.close()),a();let f=p=>pe(p,i),h=p=>et(f(p),c.k6);await le(t,"not kept",()=>s&&Ae(c,s,h));let w=m?.listOwed()??[];for(let p of w)t.note(f(`not cleared up, and tried once more by the next run: ${p}`));if(w.length===0)for(let p of u)await le(t,"not removed",p)}}async function le(e,t,n){try{await n()}catch(r){e.note(`${t}: ${r.message}`)}}function Nn(e){let t=Number.POSITIVE_INFINITY;return e.addEventListener("abort",()=>{t=performance.now()+An}),n=>Math.max(100,Math.min(n,t-performance.now()))}export{Gn as a,jn as b,Kn as c,mr as d,je as e,xr as f,E as g,Vr as h,Xr as i,yo as j,et as k,so as l,Lo as m};
