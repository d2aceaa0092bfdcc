import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{d as he,g as ye}from"./chunk-ENRTX466.mjs";import{a as ae,b as T,c as G,r as E,s as ce,t as le,u as de,w as _,y as ue,z as fe}from"./chunk-Z6OK7IAX.mjs";import{d as Z,e as ee,h as w}from"./chunk-H62C6DPI.mjs";import{f as pe,h as ge}from"./chunk-ZK3S4KKA.mjs";import{b as me}from"./chunk-LO7ARO6F.mjs";import{a as be}from"./chunk-S3OTVKUU.mjs";import{g as Q,n as R}from"./chunk-QLWRFQOT.mjs";import{Wa as j}from"./chunk-VEFGDEWB.mjs";import{Bb as se,Cb as ie,Db as h,Qa as k,bb as te,cb as P,ra as f,ua as Y,ub as ne,wa as J,wb as oe,yb as re}from"./chunk-JNJDYUUE.mjs";import{s as X}from"./chunk-J4LUNA2G.mjs";import{b as S}from"./chunk-5LE4WRTK.mjs";import{a as O}from"./chunk-SZR6RWJJ.mjs";import{existsSync as Ft}from"node:fs";import{basename as Ut,join as qt,relative as zt}from"node:path";import{existsSync as ve,statSync as Je}from"node:fs";import{basename as Xe,join as D}from"node:path";var Qe=[[/Cannot find (module|package)|ERR_MODULE_NOT_FOUND|Could not resolve "/,["node_modules"]],[/ModuleNotFoundError|ImportError|No module named/,[".venv","venv","env","__pypackages__"]],[/vendor\/autoload\.php|inconsistent vendoring|is explicitly required in go\.mod/,["vendor"]],[/Could not find gem|bundler: command not found|Bundler::GemNotFound/,["vendor"]]],Ze=[".bin","bin"];async function Se(e,t,o,n,r){let s=ye(t,he(n),r),i=["ls-files","-z","--others","--ignored","--exclude-standard","--directory"],{stdout:a}=await s(i),c=a.split("\0").map(l=>l.replace(/\/$/,"")).filter(l=>l!==""&&!ve(D(o,l))).sort((l,d)=>d.length-l.length);return c.find(l=>et(e,l))??c.find(l=>tt(e,D(t,l)))??c.find(l=>Qe.some(([d,u])=>u.includes(Xe(l))&&d.test(e)))??null}function et(e,t){let o=t.replace(/[.*+?^${}()|[\]\\]/g,"\\$&"),n=new RegExp(`(^|[\\s'"\`=:(/])${o}($|[\\s'"\`:),/])`,"gm"),r=/^[a-z]+$/i.test(t);return[...e.matchAll(n)].some(([,s,i])=>!r||/['"`/]/.test(`${s}${i}`))}function tt(e,t){return Je(t,{throwIfNoEntry:!1})?.isDirectory()?[...e.matchAll(/(?<![\w.@-])([\w.@-]+): (?:command )?not found/g)].map(([,n])=>n).some(n=>Ze.some(r=>ve(D(t,r,n)))):!1}import{existsSync as B,lstatSync as nt,mkdirSync as ot,readFileSync as rt,realpathSync as I}from"node:fs";import{dirname as A,isAbsolute as $e,join as v,relative as W,resolve as st}from"node:path";async function Ce(e,t,o,n){let r=[];for(let{path:s,lockFile:i}of o){let a=it(e,t,s,i)??await at(e,t,s,n);a!==null&&r.push(`${s} is not reused: ${a}`)}return r}function it(e,t,o,n){for(let c of[o,n]){let l=W(".",c).split("/");if($e(c)||l[0]===""||l.includes("..")||l.includes(".git"))return`${c} is not below the folder of tailgate.yml`}let r=v(e,o);if(!B(r))return"the checkout has none";if(!ke(r,e))return"it is a link to a place outside of the folder of tailgate.yml";let s=v(t,o);if(!ke(xe(A(s)),t))return"a link of this revision leads out of its tree";if(nt(s,{throwIfNoEntry:!1}))return"this revision has its own";let[i,a]=[we(v(e,n)),we(v(t,n))];return i===null||a===null?`${i===null?"the checkout":"this revision"} has no ${n}`:i.equals(a)?B(v(r,"pyvenv.cfg"))?"a virtual environment holds the paths of the checkout; let `build` make it":null:`${n} differs from the checkout's`}async function at(e,t,o,n){let r=v(t,o);ot(A(r),{recursive:!0});let s=await ge(A(r),st(e,o),n)??await ct(r,e,n);return s!==null&&pe(r),s}async function ct(e,t,o){let r=[...new Set([t,I(t)])].flatMap(a=>["-o","-lname",`${a}/*`]),{stdout:s}=await me("find",[e,"-type","l","(",...r.slice(1),")","-print"],{reject:!1,stdin:"ignore",cancelSignal:o}),[i]=s.split(`
`);return i?`${W(e,i)} in it is a link into the checkout`:null}function xe(e){return B(e)?e:xe(A(e))}function ke(e,t){let o=W(I(t),I(e));return o===""||!(o.startsWith("..")||$e(o))}function we(e){try{return rt(e)}catch{return null}}import{writeFileSync as dt}from"node:fs";import{join as ut}from"node:path";var Re=`// Stands before one arm while a gate is proved: takes each connection on to the service, and holds its answers back.
// node relay.mjs PORT HOST:PORT SLOWDOWN HELD_SHARE HOLD_MS
import { connect, createServer } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const [port, address, ...plant] = process.argv.slice(2);
const [slowdown, heldShare, holdMs] = plant.map(Number);
const [, host, servicePort = 80] = /^\\[?(.*?)\\]?(?::(\\d+))?$/.exec(address);

/** Most bytes that wait for their time on one connection before its service is read no further. */
const MOST_WAITING = 2 ** 20;

/** Time (ns) by which the sleeping thread wakes up early, and from which on the relay waits at work. */
const [EARLY_NS, NEAR_NS] = [100_000n, 200_000n];

/** When (ns) the next answer is due; 0 for none. Both threads share it. */
const next = isMainThread ? new BigInt64Array(new SharedArrayBuffer(8)) : workerData;

/** What waits, soonest first. */
const waiting = [];

const now = () => process.hrtime.bigint();

function wait(due, act) {
  let place = waiting.length;
  while (place > 0 && waiting[place - 1].due > due) place--;
  waiting.splice(place, 0, { due, act });
  if (place === 0) sleepUntil(due);
}

/** Lets go what is due. What is due at once is waited for: the thread wakes up early. */
function release() {
  while (waiting.length > 0 && waiting[0].due - now() < NEAR_NS) {
    const { due, act } = waiting.shift();
    while (now() < due);
    act();
  }
  sleepUntil(waiting[0]?.due ?? 0n);
}

function sleepUntil(due) {
  Atomics.store(next, 0, due);
  Atomics.notify(next, 0);
}

/** Sleeps in a thread of its own. Node's timers are whole milliseconds, too coarse for a share of a quick answer. */
function sleep() {
  for (let told = 0n; ; ) {
    const due = Atomics.load(next, 0);
    const ms = due === told ? Number.POSITIVE_INFINITY : Number(due - EARLY_NS - now()) / 1e6;
    if (ms > 0 && Atomics.wait(next, 0, due, ms) !== 'timed-out') continue;
    told = due;
    parentPort.postMessage(null);
  }
}

/** Takes a connection on. What the service sends comes later by a share of its time since the request, in order. */
function relay(client) {
  const service = connect({ host, port: Number(servicePort), allowHalfOpen: true, noDelay: true });
  let asked = now();
  let isAnswered = true;
  let heldNs = 0;
  let last = 0n;
  let bytes = 0;
  const later = (size, act) => {
    const at = now();
    const due = at + BigInt(Math.round(Number(at - asked) * slowdown + heldNs));
    last = due > last ? due : last;
    // Where nothing is planted nothing waits, on the same path.
    if (last <= at && bytes === 0) return act();
    bytes += size;
    if (bytes > MOST_WAITING) service.pause();
    wait(last, () => {
      bytes -= size;
      if (bytes <= MOST_WAITING) service.resume();
      act();
    });
  };
  client.on('data', (chunk) => {
    if (isAnswered) {
      asked = now();
      heldNs = Math.random() < heldShare ? holdMs * 1e6 : 0;
      isAnswered = false;
    }
    if (!service.write(chunk)) client.pause();
  });
  service.on('data', (chunk) => {
    isAnswered = true;
    later(chunk.length, () => {
      if (!client.write(chunk)) service.pause();
    });
  });
  service.on('drain', () => client.resume());
  client.on('drain', () => service.resume());
  client.on('end', () => service.end());
  service.on('end', () => later(1, () => client.end()));
  for (const [one, other] of [
    [client, service],
    [service, client],
  ]) {
    one.on('error', () => other.destroy());
    one.on('close', () => one.errored && other.destroy());
  }
}

if (isMainThread) {
  new Worker(new URL(import.meta.url), { argv: process.argv.slice(2), workerData: next }).on(
    'message',
    release,
  );
  createServer({ allowHalfOpen: true, noDelay: true }, relay).listen(Number(port), '127.0.0.1');
} else sleep();
`;var Oe={slowdown:0,heldShare:0,holdMs:0};function ft({url:e="",name:t}){let[,o,n=""]=/^http:\/\/([^/?#@]+)(\/.*)?$/i.exec(e)??[];return o===void 0?null:{address:o.replaceAll("${PORT}",`\${${t}.PORT}`),path:n}}function F(e,{slowdown:t,heldShare:o,holdMs:n},r){let s=e.services.find(({name:u})=>u===e.target),i=ft(s);if(i===null)throw new Error(`no relay can stand before ${s.name}`);let a=ut(r,"relay.mjs");dt(a,Re);let c=e.services.map(({name:u})=>u),l="relay";for(;c.includes(l);)l+="-";let d={name:l,start:`exec "$RELAY_NODE" "$RELAY_FILE" "$PORT" "$RELAY_TO" ${t} ${o} ${n}`,url:`http://127.0.0.1:\${PORT}${i.path}`,env:{RELAY_NODE:process.execPath,RELAY_FILE:a,RELAY_TO:i.address,NODE_OPTIONS:""},needs:[s.name],ready:{kind:"tcp",timeoutSeconds:30},stop:{kind:"signal",signal:"SIGTERM"},scope:"instance",reuse:[],isRelay:!0};return{...e,services:[...e.services,d],target:l}}import{existsSync as He}from"node:fs";import{basename as Ke,join as V}from"node:path";var mt={tolerance:{byMetric:{}},confidence:{byMetric:{}}};function Me(e,t,o){return["tolerance","confidence"].flatMap(n=>{let r=[],s=[];for(let i of o)for(let a of pt(i,e,t)){let c=n==="confidence"||!(Y(a)||J(a)),l={label:i.base.name,metric:f(a),isCommon:c};r.push(l);let d=h(e,i.base,a),u=h(t,i.head,a);if(!gt(d,u,n))continue;let[g,m]=[U(d,n),U(u,n)],p=g===Ae(e,i.base,a,n)&&m===Ae(t,i.head,a,n);s.push({...l,label:p?null:l.label,from:g,to:m})}return[null,...o.map(i=>i.base.name)].flatMap(i=>{let a=r.filter(c=>i===null||c.label===i);return ht(n,s.filter(c=>c.label===i),a.filter(({isCommon:c})=>c).map(({metric:c})=>c))})})}function Ne(e,t,o){return re.flatMap(n=>{let r=h(e,o.base,n),s=h(t,o.head,n).isAsked||o.head.slos.some(a=>a.metric.kind===n.kind);if(!r.isAsked||s)return[];let i=P(r.set);return[{kind:"tolerance",label:o.base.name,metric:f(n),from:i,to:"not compared"}]})}function pt(e,t,o){let n=(s,i)=>{let a=c=>h(s,i,c).isAsked;return se(i.slos,{isAsked:a}).map(({metric:c})=>f(c))},r=[n(t,e.base),n(o,e.head)];return ie(e.base.slos).filter(s=>r.every(i=>i.includes(f(s))))}function gt(e,t,o){return t[o]>e[o]||o==="tolerance"&&t.set.ms>e.set.ms}function U({set:e,confidence:t},o){return o==="tolerance"?P(e):te(t)}function Ae(e,t,o,n){return U(h(e,{...t,sensitivity:mt},o),n)}function ht(e,t,o){let n=new Map(t.map(c=>[c.metric,c])),[r,...s]=o.map(c=>n.get(c)),i=r&&s.every(c=>c?.from===r.from&&c.to===r.to)?r:void 0,a=[...n.values()].filter(({isCommon:c,to:l})=>!i||!c&&l!==i.to);return[...i?[{...i,metric:null}]:[],...a].map(({label:c,metric:l,from:d,to:u})=>({kind:e,label:c,metric:l,from:d,to:u}))}var Le=(e,t)=>Number(t)>Number(e),yt=(e,t)=>Array.isArray(t)&&[e??[]].flat().every(o=>t.includes(o)),bt={budget:Le,"measure.soak":Le,"baseline.on-base-failure":(e,t)=>t!=="history",secrets:yt},vt=/(^|\.)(env|headers|files)\.|(^|\.)(body|json)$/,St=1e3;function _e(e,t){return De(null,Te(e,t.config),Te(t,e.config))}function je([e,t],[o,n]){return De(t.name,Ge(e,t,n),Ge(o,n,t))}function De(e,t,o){let[n,r]=[new Map(t),new Map(o)];return[...new Set([...n.keys(),...r.keys()])].flatMap(s=>{let[i,a]=[n.get(s),r.get(s)],[c,l]=[i??a?.usual,a??i?.usual];if(c?.text===l?.text||bt[s]?.(c?.value,l?.value))return[];let d=s.replace(/^services\.service\b/,"service").replace(/^files\./,"");return vt.test(s)?[{kind:"contents",label:e,setting:d,change:c===void 0?"added":l===void 0?"removed":"changed"}]:[{kind:"setting",label:e,setting:d,from:Pe(c),to:Pe(l)}]})}function Pe(e){return e?.text.replace(/\/\/[^/@\s]*@/g,"//***@").slice(0,St)??null}function $(e,t,o=""){if(e==null)return[];let n=le(t),r=Array.isArray(e);if(typeof e=="object"&&!n&&!(r&&e.every(a=>typeof a!="object")))return Object.entries(e).flatMap(([a,c])=>{let[l,d]=r?[Number(a),Number(a)+1]:[a,a];return $(c,ce(t,l),o===""?`${d}`:`${o}.${d}`)});if(r&&e.length===0)return[];let s=n?n.print(e):[e].flat().join(", "),i=de(t);return[[o,{value:e,text:s,...i&&{usual:{value:n?.parse(i),text:i}}}]]}function Be(e){let t=s=>JSON.stringify({...s,label:null}),[o=[],...n]=e.map(s=>s.map(t)),r=new Set(n.length===0?[]:o.filter(s=>n.every(i=>i.includes(s))));return e.flatMap((s,i)=>s.flatMap(a=>r.has(t(a))?i===0?[{...a,label:null}]:[]:[a]))}function Te({config:e,files:t},o){let{settings:n,deployments:r}=e,{service:s,when:i,measure:a,baseline:c,...l}=n,d=n.services??{service:s??{}},u=e.services.map(({name:m,start:p,url:N})=>{let L=o.services.some(x=>x.name===m);return[m,L?d[m]:p??N??"runs already"]}),g={...y(l,"scenarios","page","explain"),base:{url:r?.base},head:{url:r?.head},target:e.target,when:i&&y(i,"changed"),measure:a&&y(a,"budget"),baseline:{...y(c??{},"tolerance","confidence"),from:e.baseline.kind},services:Object.fromEntries(u),variants:kt(n.variants,o.variants)};return[...$(g,E([])),...$(t.get("k6"),[],"files")]}function kt(e={},t){let o=Object.entries(y(e,"exclude")).map(([n,r])=>{let s=t?.axes.find(a=>a.name===n)?.values??[],i=Object.entries(r).filter(([a])=>s.some(c=>c.name===a));return[n,Object.fromEntries(i)]});return Object.fromEntries(o)}function Ge({config:e,files:t},o,n){let{name:r,work:s,budgetSeconds:i=e.measure.budgetSeconds}=o,a=e.settings.scenarios[r]??{},{request:c,requests:l,script:d,data:u,exec:g,...m}=y(a,"load","slo","tolerance","confidence"),p=l?.map(b=>typeof b=="object"?{...b,request:Ee(b.request)}:void 0),N={data:u,exec:g,request:Ee(c),requests:p},L=s.kind==="script"?[]:ne(s).map(({request:b})=>`${b.method} ${b.url}`),x=d??L.join(", "),K=s.kind===n.work.kind;return[["request",{value:x,text:x}],...$({...m,budget:i,...K&&N},E(["scenarios",r])),...K?$(t.get(r),[],"files"):[]]}function Ee(e){return typeof e=="object"?y(e,"method","path"):void 0}function y(e,...t){return Object.fromEntries(Object.entries(e).filter(([o])=>!t.includes(o)))}function Fe(e,t){let o=[],n=[];for(let i of e.config.scenarios){let a=t.config.scenarios.find(({name:l})=>l===i.name);if(!a){n.push({kind:"scenario-removed",label:i.name});continue}let c={base:i,head:a};o.push(c),n.push(...Ct(c),...Rt(c))}let r=wt(e.config,t.config);r.length>0&&n.push({kind:"variants-removed",names:r}),n.push(...Me(e.config,t.config,o));let{when:s}=t.config;return s!==void 0&&$t(e.config.when,s)&&n.push({kind:"when",from:e.config.when?.changed??null,to:s.changed}),[...n,..._e(e,t),...Be(o.map(i=>[...Ne(e.config,t.config,i),...je([e,i.base],[t,i.head])]))]}function wt(e,t){return R(e,{...t,only:void 0}).flatMap(({own:n,other:r})=>r===null&&n.variant?[n.variant.name]:[])}function $t(e,{changed:t}){if(e===void 0)return!0;let o=t.filter(r=>_(r)||e.changed.includes(r)),n=e.changed.filter(r=>!_(r)||t.includes(r));return o.length!==n.length||o.some((r,s)=>r!==n[s])}function Ct({base:e,head:t}){let o=Ie(e.slos),n=Ie(t.slos),r=[];for(let[s,i]of o){let a=n.get(s),c={label:e.name,metric:i.metric,from:w(i.limit)};a?xt(i,a)&&r.push({kind:"slo",...c,to:w(a.limit)}):r.push({kind:"slo-removed",...c})}return r}function Ie(e){let t=new Map,o=e.some(({metric:n})=>n.kind==="errors");for(let n of o?e:[...e,be]){let{limit:r}=n,s=r.kind==="relative"?`${r.scenario}.${f(r.metric)}`:r.unit,i=`${f(n.metric)} ${n.operator[0]} ${s}`,a=t.get(i);(!a||q(n,a))&&t.set(i,n)}return t}function q({operator:e,limit:t},o){let n=e.startsWith("<"),r=(a,c)=>n?a<c:a>c;if(t.kind==="absolute"&&o.limit.kind==="absolute")return r(t.value,o.limit.value);if(t.kind==="absolute"||o.limit.kind==="absolute")return!1;let{factor:s,offsetMs:i}=o.limit;return r(s,t.factor)||r(i,t.offsetMs)?!1:r(t.factor,s)||r(t.offsetMs,i)}function xt(e,t){return e.limit.kind==="absolute"?q(e,t):w(e.limit)!==w(t.limit)&&!q(t,e)}function Rt({base:e,head:t}){let o=e.name,[n,r]=[We(e.loads),We(t.loads)],i=[[n.open,r.open??r.closed],[n.closed,r.closed]].flatMap(([d,u])=>d&&u&&(d.isOpen!==u.isOpen||u.size<d.size)?[{kind:"load-reduced",label:o,from:d.text,to:u.text}]:[]),a=d=>JSON.stringify(d.map(u=>JSON.stringify(u)).sort());if(i.length>0||a(e.loads)===a(t.loads))return i;let[c,l]=[e,t].map(({loads:d})=>d.map(k).join(", ")||null);return c===null?[]:[{kind:"setting",label:o,setting:"load",from:c,to:l}]}function We(e){let t=e.map(Ot).sort((o,n)=>n.size-o.size);return{open:t.find(({isOpen:o})=>o),closed:t.find(({isOpen:o})=>!o)}}function Ot(e){switch(e.kind){case"arrival-rate":return{size:e.rate,text:k({...e,seconds:void 0}),isOpen:!0};case"users":return{size:e.users,text:k({...e,seconds:void 0}),isOpen:!1};case"fixed-work":return{size:e.users,text:k(e),isOpen:!1}}}import{createHash as At}from"node:crypto";import{readFileSync as Mt,statSync as Nt}from"node:fs";import{dirname as Ue,join as Lt,relative as Pt}from"node:path";var Tt=1e3,Gt=/\.[cm]?[jt]s$/,Et=/^(?!\/)[^*?<>|{}$:]*[./][^*?<>|{}$:]*$/,_t=200;function z(e){let t=e.scenarios.map(({name:o,work:n})=>[o,qe(jt(n),e)]);return e.k6Path?.startsWith(`${e.directory}/`)&&t.push(["k6",qe([e.k6Path],e)]),{config:e,files:new Map(t)}}function jt(e){return e.kind==="script"?Dt(e.path):e.data?[e.data.path]:[]}function Dt(e){let t=new Set([e]);for(let o of t)if(!(!Gt.test(o)||t.size>Tt))for(let n of Bt(o))for(let r of[Ue(o),Ue(e)]){let s=Lt(r,n);ze(s)&&t.add(s)}return[...t]}function Bt(e){let t=(Ve(e)?.toString()??"").split(/["'`\n\r]/);return[...new Set(t)].filter(o=>o.length<=_t&&Et.test(o))}function qe(e,{directory:t}){return Object.fromEntries(e.flatMap(o=>{let n=Ve(o);return n===null?[]:[[Pt(t,o),At("sha256").update(n).digest("hex")]]}))}function ze(e){try{return Nt(e).isFile()}catch{return!1}}function Ve(e){try{return ze(e)?Mt(e):null}catch{return null}}function M(e,t,o){let{only:n,base:r}=o,s=It(e,t,o);if(s instanceof S){let l=e.baseline.kind==="paired"&&e.deployments===void 0,d=Ke(e.path),u=He(V(t,Ye(d,t)))?{}:{adds:d};return{config:null,loosened:[{kind:"unread",reason:s.message,borrows:l,...u}]}}let i=r.from?{...s.baseline,kind:r.from}:s.baseline,a=n.map(Z),c=s.scenarios.filter(({name:l})=>n.length===0||ee(a,l));return{config:s,loosened:Fe(z({...s,baseline:i,scenarios:c}),z(e.whole??e))}}function It({path:e},t,o){try{let n=fe(V(t,Ye(Ke(e),t)),t);return ae(n,o.deployments)}catch(n){if(n instanceof S)return n;throw n}}function Ye(e,t){let o=ue,n=r=>He(V(t,r));return n(e)||!o.includes(e)?e:o.find(n)??e}function H(e,t){let o=R(e,t),n=o.map(({own:s,other:i})=>i&&Wt(s,i)).find(Boolean)??null,r=(s,{services:i,external:a,target:c})=>({...s,path:t.path,directory:t.directory,services:i,external:a,target:c});return{config:r(e,n===null?t:e),variants:o.map(({own:s,other:i})=>({head:s,base:i&&r(s,n===null?i:s)})),loosened:n===null?[]:[{kind:"borrowed",reason:n}]}}function Wt(e,t){if(t.target!==e.target)return`its target is ${t.target}, not ${e.target}`;let o=e.scenarios.flatMap(({work:s})=>s.kind==="request"?oe(s):[]),n=t.services.map(({name:s})=>`${s}.PORT`),r=o.flatMap(X).find(({name:s})=>s.endsWith(".PORT")&&!n.includes(s));return r?`it has no \${${r.name}}, which a request asks for`:null}function oo({baseline:e,deployments:t},o){return e.kind==="paired"&&(t!==void 0||!("kind"in o))}async function ro(e,t,o,n,r){if(t.kind==="alone"){let a=await Kt(e,t,o,r);return e.deployments!==void 0&&e.baseline.kind==="paired"?Ht(e,a,n):a}let s=await t.pair.layOut(o);for(let a of s.notes)r.progress.note(a);let i=Jt(e,t.pair,s,n,r);return r.plant===void 0?i:Vt(i,r.plant,o)}function Vt(e,t,o){let n=e.variants.map(({head:r,base:s})=>({head:F(r,t,o),base:s&&F(s,Oe,o)}));return{...e,variants:n}}function Ht(e,t,o){return{...t,configs:{head:e,base:G(e,"base")},variants:[{head:e,base:G(e,"base")}],deployments:{base:T(e.deployments.base),head:T(e.deployments.head)},comparison:{kind:"pair",base:{baseCommit:null,because:"deployed"},seed:o}}}function so(e){return{...e,configs:{...e.configs,base:null},variants:e.variants.map(({head:t})=>({head:t,base:null})),comparison:{kind:"history",instead:!0},pair:void 0}}async function Kt(e,{comparison:t,pair:o,unread:n},r,s){let i=o&&await Yt(e,o,r,s);return{configs:{head:e,base:null},variants:Q(e).map(a=>({head:a,base:null})),comparison:t,loosened:n?[{kind:"unread",reason:n,borrows:!1}]:i?.loosened??[],suiteBefore:i?.config?.suite??e.suite,pair:void 0,prepare:(a,c)=>c(),guessMissing:async()=>null,remove(){}}}async function Yt(e,t,o,n){let r=await t.layOut(o);try{return M(C(e,r.head),r.base.directory,n)}finally{r.remove()}}function Jt(e,{base:t,head:o},n,r,s){let i=s.head===void 0?C(e,n.head):Xt(e,n.head,s);Qt(i,n.head);let a=M(i,n.base.directory,s),c=H(i,a.config??C(e,n.base)),l={head:i,base:c.config};return{configs:l,variants:c.variants,comparison:{kind:"pair",base:{baseCommit:t.commit,because:t.because},seed:r},loosened:[...c.loosened,...a.loosened],suiteBefore:a.config?.suite??e.suite,tops:{base:n.base.top,head:n.head.top},pair:{baseCommit:t.commit,baseTree:t.tree,headTree:o.tree,seed:r},async prepare(d,u){let g=l[d].services.flatMap(p=>p.reuse),m=await Ce(e.directory,n[d].directory,g,s.signal);for(let p of m)s.progress.note(`${d}: ${p}`);await u()},guessMissing:(d,u)=>Se(u,e.directory,n[d].directory,s.environment,s.signal),remove:n.remove}}function Xt(e,t,o){let n={...C(e,t),scenarios:e.scenarios};return H(n,M(n,t.directory,o).config??n).config}function C(e,{directory:t}){let o=a=>a.startsWith(`${e.directory}/`)?t+a.slice(e.directory.length):a,n=e.scenarios.map(a=>{let{work:c}=a;if(c.kind==="script")return{...a,work:{...c,path:o(c.path)}};let{data:l}=c;return l?{...a,work:{...c,data:{...l,path:o(l.path)}}}:a}),r=qt(t,Ut(e.path)),s=e.k6Path!==void 0&&{k6Path:o(e.k6Path)},i=e.whole&&{whole:C(e.whole,{directory:t})};return{...e,path:r,directory:t,scenarios:n,...s,...i}}function Qt({scenarios:e},{directory:t}){for(let{name:o,work:n}of e){let r=n.kind==="script"?n.path:n.data?.path;if(!(r===void 0||Ft(r)))throw new S({what:`The ${n.kind==="script"?"script":"data"} of ${o}, ${zt(t,r)}, is not part of the revision that is measured.`,hint:"Does git ignore it? Commit it, or compare with recorded runs: `--from history`."})}}function uo({suite:e,paired:t,blocks:o,looks:n,seconds:r,steps:s,searches:i}){O(()=>[`plan of ${e}: ${t?"base and head side by side":"the head alone"}`,`${j(o,"block")} at most, looks after ${n.join(", ")||"none"}`,`${Math.ceil(r.atMost)} s under load at most`,`${j(s.length,"step")}, ${i.length} to search`].join("; "))}function fo(e,t,o){O(()=>{let n=`--base ${t===null?"is not given":`is ${t}`}, trigger ${o.kind}`;if(e.kind==="none")return`no base (${n}): ${e.reason}: ${e.message}`;let{base:r,head:s}=e,i=e.kind==="identical"?"the same files":`trees ${r.tree} and ${s.tree}`;return`base ${r.commit}, because ${r.because} (${n}); base and head are ${e.kind}: ${i}`})}function mo({verdict:e,undecided:t},o,{plan:n}){O(()=>{let s=e.changes.filter(({code:l})=>l!=="unchanged").map(l=>{let d="pValue"in l&&l.pValue!==null?`, p ${Number(l.pValue.toPrecision(3))}`:"",u=l.where==="alone"?" alone":"";return`${l.label} ${f(l.metric)}${u} ${l.code}${d}`}),i=e.slos.filter(({code:l})=>l!=="met").map(({label:l,slo:d,code:u})=>`${l} ${f(d.metric)} ${u}`),a=e.invalid.map(({kind:l})=>`invalid: ${l}`),c=[...s,...i,...a].join("; ")||"nothing is open";return`look after block ${o} of ${n.blocks}: ${c}; ${t?"undecided":"decided"}`})}export{Oe as a,ft as b,jt as c,oo as d,ro as e,so as f,C as g,uo as h,fo as i,mo as j};
