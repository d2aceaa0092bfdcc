import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{c as ct}from"./chunk-DM2WLW52.mjs";import{a as Vt,b as qt,c as Kt,d as Qt,f as Ae,g as rn,h as sn,i as un,j as wn}from"./chunk-YSHE6CWA.mjs";import{a as St,d as yt,h as bt}from"./chunk-IITZAU2B.mjs";import{a as Ee,b as Xt,c as Zt,d as en,e as tn,h as le,i as nn}from"./chunk-7AXH7B5Y.mjs";import{B as gn,a as kt,b as D,c as re,d as Mt,e as Rt,f as Et,h as At,i as Ct,j as x,k as se,l as xt,m as oe,n as ye,o as be,p as Tt,q as Ot,r as Ft,s as Ht,t as zt,u as Jt,w as dn,x as pn,y as fn,z as hn}from"./chunk-KNMFOQ2L.mjs";import{f as on,g as an,h as ln,i as cn}from"./chunk-BVTGSF43.mjs";import{a as W,b as Sn,c as yn,d as bn}from"./chunk-5S7HSFPC.mjs";import{a as ce}from"./chunk-FAKPDSIK.mjs";import{a as $t,b as Lt,c as Bt,d as Nt}from"./chunk-EI4KB3RE.mjs";import{a as Gt}from"./chunk-BYKIIYLB.mjs";import{a as wt,c as vt,f as Se,i as mn}from"./chunk-CYJ5IN75.mjs";import{a as ae,b as ke,d as Me,e as Ut}from"./chunk-IRCU6R6X.mjs";import{b as we,e as ve,f as j,g as G,h as Dt,i as jt,o as ie,p as J,q as Re,r as Wt,u as Yt}from"./chunk-A5JN5ULR.mjs";import{a as It}from"./chunk-JU7ICJHA.mjs";import{f as tt,n as _t,p as Pt}from"./chunk-HEDN7RAY.mjs";import{b as ut,c as dt,f as mt,j as pt,k as ft,v as ne,w as ht,z as gt}from"./chunk-XYPXM5SS.mjs";import{m as Xe,p as Ze,q as et}from"./chunk-7ZYMVH5R.mjs";import{C as _,D as ee,E as rt,G as st,J as ot,aa as at,e as Z,f as R,fa as it,ja as z,k as L,l as I,na as te,oa as lt,p as nt,q as ge,s as H,ua as N}from"./chunk-4E4AUD57.mjs";import{a as X,d as he}from"./chunk-LJUUIAVS.mjs";import{g as Ye}from"./chunk-HENDURBQ.mjs";import{a as F,b as T,c as Ke,d as Qe}from"./chunk-NZMXMQNO.mjs";import{randomInt as ea}from"node:crypto";function vn(e,t){return{code:"skipped",blocks:!1,slos:[],changes:[],faults:[],invalid:[],pair:null,unmeasured:{kind:"irrelevant",baseCommit:e,patterns:[...t]},loosened:[],costs:[],suspects:[],acceptances:[],refusals:[],effort:{slices:0,discardedRounds:0,instances:0,loadSeconds:0}}}import{relative as Zr}from"node:path";var Jr=720*3600;async function kn(e,t,n){let r=new Map(n.flatMap(({commit:m,commitTime:h})=>{let p=Date.parse(h??"")/1e3;return m===null||Number.isNaN(p)?[]:[[m,p]]}));if(r.size===0||"kind"in e)return new Set;let{git:s,remote:o}=e,a=await s(["rev-parse","--is-shallow-repository"]),i=await Ce(s,o,t);if(a.stdout!=="false"||i.length===0)return new Set;let u=Math.floor(Math.min(...r.values()))-Jr,l=await s(["rev-list","--timestamp",`--max-age=${Math.max(0,u)}`,...i]);if(!l.ok)return new Set;let c=new Map([...l.stdout.matchAll(/^(\d+) ([0-9a-f]+)$/gm)].map(([,m,h])=>[h,Number(m)])),d=Math.max(Number.NEGATIVE_INFINITY,...i.map(m=>c.get(m)??Number.NEGATIVE_INFINITY));return new Set([...r].filter(([m,h])=>!c.has(m)&&h<=d).map(([m])=>m))}async function Ce(e,t,n){let r=[...t===null?[]:[`refs/remotes/${t}/${n}`],`refs/heads/${n}`],s=await Promise.all(r.map(o=>G(e,o)));return[...new Set(s.filter(o=>o!==null))]}var Wr="A full clone has it: `fetch-depth: 0` for actions/checkout, `git fetch --unshallow` on a laptop. To fetch it later, the job needs `contents: read`.";async function En(e,t){let{head:n}=t,r=t.asked===null?await Vr(e,t.trigger,n,t.dirty):{commit:await Kr(e,t.asked),because:"asked",branch:null};if(!("commit"in r))return r;let s=await J(e,r.commit,r.branch);if(s!==null)return xe(`The base revision ${r.commit.slice(0,10)}`,s);let o=await e.git(["rev-parse","--verify",`${r.commit}^{tree}`]);return{kind:"base",commit:r.commit,tree:o.stdout,because:r.because}}async function Vr(e,t,n,r){switch(t.kind){case"pull_request":{let s=await An(e,n);if(s.length===2&&s.includes(t.headSha)){let o=s.find(a=>a!==t.headSha);return o===t.formerBaseSha&&o!==t.baseSha?Qr(t.baseBranch):{commit:o,because:"merge-parent",branch:t.baseBranch}}return Rn(e,n,t.baseBranch,t.baseSha)}case"merge_group":return{commit:t.baseSha,because:"merge-group",branch:null};case"push":{let{before:s,branch:o}=t;return s!==null&&ie(s)&&!/^0+$/.test(s)&&s!==n&&await J(e,s,o)===null?{commit:s,because:"before-push",branch:o}:Mn(e,n,o)}case"local":return e.checkout.branch!==t.baseBranch?Rn(e,n,t.baseBranch,null):r?{commit:n,because:"parent",branch:t.baseBranch}:Mn(e,n,t.baseBranch)}}async function Mn(e,t,n){let[r]=await An(e,t);return r!==void 0?{commit:r,because:"parent",branch:n}:{kind:"none",reason:"root-commit",message:"The first commit has none before it."}}async function An(e,t){let{stdout:n}=await e.git(["cat-file","commit",t]),[r=""]=n.split(`

`,1);return[...r.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([,s])=>s)}async function Rn(e,t,n,r){let s=await qr(e,n,r);if(s!==null&&typeof s=="object")return xe(`The branch ${n}`,s.problem);if(s===null)return{kind:"none",reason:"unknown-branch",message:`There is no branch ${JSON.stringify(n)} to compare with, here or on the remote.`,hint:"Name one with `--base-branch`, or a revision with `--base`."};let o=await e.git(["merge-base",t,s]);if(o.ok)return{commit:o.stdout,because:"merge-base",branch:n};let a=e.isShallow()?await Wt(e,t,s):{commit:null};return"problem"in a?xe(`The merge base with ${n}`,a.problem):a.commit!==null?{commit:a.commit,because:"merge-base",branch:n}:{kind:"none",reason:"unrelated",message:`The revision that is checked out and ${n} have no history in common.`}}async function qr(e,t,n){let[r]=await Ce(e.git,e.checkout.remote,t);if(r!==void 0)return r;let s=await Re(e,`refs/heads/${t}`);if(s!==null||n===null)return s;let o=await J(e,n,null);return o===null?n:{problem:o}}async function Kr(e,t){let{git:n,top:r,remote:s}=e.checkout,o=await n(["rev-parse","--verify","--quiet","--end-of-options",t]);if(o.ok&&ie(o.stdout)){let l=await G(n,o.stdout);if(l!==null)return l}if(ie(t)&&await J(e,t,null)===null)return t;let a=s!==null&&t.startsWith(`${s}/`)?t.slice(s.length+1):t;for(let l of[`refs/heads/${a}`,`refs/tags/${a}`]){let c=await Re(e,l);if(c!==null)return c}let{stdout:i}=await n(["for-each-ref","--format=%(refname:short)"]),u=Ye(t,i.split(`
`).filter(Boolean));throw new T({what:`--base names no revision: ${JSON.stringify(t)}.`,where:r,hint:u===void 0?"It takes a branch, a tag or a commit of this repository.":`Did you mean ${u}?`})}function Qr(e){return{kind:"none",reason:"unobtainable",message:`What is checked out is still the test merge with the former base, not with ${e}.`,hint:"Choose the base again, or push a commit: then GitHub starts a run with the new one."}}function xe(e,t){return{kind:"none",reason:"unobtainable",message:`${e} is not in this clone and could not be fetched: ${t}.`,hint:Wr}}async function xn(e,t,n){return[...(await Tn(e,["diff-tree",...["-r","-z","--raw","--no-renames","--no-ext-diff","--ignore-submodules=none"],t,n])).matchAll(/:(\d+) (\d+) [^\0]*\0([^\0]*)\0/g)].map(([,o,a,i])=>({path:On(i),submodule:o===Cn||a===Cn}))}async function Te(e,t){return(await Tn(e,["ls-tree","-r","-z","--full-tree","--name-only",t])).split("\0").filter(Boolean).map(On)}var Cn="160000";async function Tn(e,t){let n=await e.git(t,{encoding:"latin1"});if(n.ok)return n.stdout;throw new T({what:`What differs from the base could not be found out: ${Dt(n)}.`,hint:"Without `when` everything is measured.",exitCode:3})}function On(e){return Buffer.from(e,"latin1").toString()}async function _n(e,t,n){let{prefix:r}=e.checkout,s=await xn(e,n.base,n.head);if(Yr(s,t,r))return{relevant:!0,notes:[]};let o=[...await Te(e,n.head),...await Te(e,n.base)].flatMap(c=>Pn(c,r)??[]),a=Xr(t.patterns,o);if(a.length===0)return{relevant:!1,notes:[]};let i=ne(t.patterns),u=!o.some(c=>i(c)==="in"),l=a.map(c=>`${JSON.stringify(c)} of \`when.changed\` matches no file of base or head${u?"; everything is measured":""}`);return{relevant:u,notes:l}}function Yr(e,t,n){let r=ne(t.patterns);return e.some(({path:s,submodule:o})=>{let a=Pn(s,n);if(a===null)return!1;if(t.always.includes(a))return!0;let i=r(a);return i==="in"||o&&i==="unnamed"})}function Xr(e,t){return e.filter(n=>{if(ht(n))return!1;let r=ne([n]);return!t.some(s=>r(s)==="in")})}function Pn(e,t){return t===""?e:e.startsWith(`${t}/`)?e.slice(t.length+1):null}async function In(e){let{asked:t,trigger:n,checkout:r}=e;if("kind"in r)return Oe(r,t);if(r.head===null)return Oe({kind:"none",reason:"no-commit",message:"Nothing is committed yet."},t);let s=await Kt(r,e.folder,e),o=n.kind==="local"?await qt(s,r.head,e.leaveOut):await Vt(s,r.head),a=await En(s,{head:r.head,dirty:o.dirty,asked:t,trigger:n});if(a.kind==="none")return Oe(a,t);if(a.tree===o.tree)return{kind:"identical",base:a,head:o,notes:o.notes};let i={base:a.tree,head:o.tree},u=e.watched&&await _n(s,e.watched,i),l=[...o.notes,...u?.notes??[]];return u?.relevant===!1?{kind:"irrelevant",base:a,head:o,notes:l}:{kind:"different",base:a,head:o,notes:l,layOut:c=>Qt(s,c,{head:o,base:a})}}function Oe(e,t){if(t===null)return e;throw new T({what:`--base ${JSON.stringify(t)} cannot be used: ${e.message}`,hint:e.hint})}async function Bn(e,t,{workspace:n,keeper:r},s){let{progress:o,signal:a,base:i}=s,u=e.baseline.kind==="paired"&&e.deployments===void 0,l=i.asked!==null||$n(i.trigger);if(!u&&e.when===void 0&&!l)return{kind:"alone",comparison:{kind:"history"}};o.phase(u?"laying out base and head":"looking at what has changed");let c=await In({checkout:t,environment:{...s.environment,...r.mark},asked:i.asked,trigger:i.trigger,folder:n.path,credentials:i.credentials??null,leaveOut:[...s.store.kind==="directory"?[s.store.path]:[],...s.keepPath?[s.keepPath]:[]],...e.when&&{watched:ts(e,e.when)},signal:a});if(c.kind==="none"){if(u&&(c.reason==="unobtainable"||$n(i.trigger)))throw ns(c);e.when?o.note(`no base to find out what has changed, so everything is measured: ${Ln(c)}`):u&&c.reason!=="no-repository"&&o.note(`no base to measure beside the head: ${Ln(c)}`);let d=l&&{unread:c.message};return{kind:"alone",comparison:{kind:"history"},...d}}for(let d of c.notes)o.note(d);if(c.kind==="irrelevant"||c.kind==="identical"&&e.when)return{kind:"nothing",base:c.base.commit};if(!u){let d=c.kind==="different"&&{pair:c};return{kind:"alone",comparison:{kind:"history"},...d}}return c.kind==="different"?{kind:"pair",pair:c}:{kind:"alone",comparison:{kind:"none",reason:{kind:"identical"}}}}var es="Give actions/checkout `fetch-depth: 0`, and its job `contents: read`. Or compare with recorded runs on purpose: `from: history` under `baseline`.";function ts({path:e,directory:t,scenarios:n,k6Path:r=e},{changed:s}){let o=n.flatMap(({work:a})=>a.kind==="script"?Ft(a.path):[]);return{patterns:s,always:[e,r,...o].map(a=>Zr(t,a))}}function $n({kind:e}){return e==="pull_request"||e==="merge_group"}function Ln({message:e,hint:t}){return`${e}${t?` ${t}`:""}`}function ns({message:e,hint:t=es}){return new T({what:`No base to measure beside the head: ${e}`,hint:t,exitCode:F.unmeasured})}async function _e(e,t,n){let{progress:r,environment:s,signal:o,subject:a}=n,{suite:i,directory:u}=e,l=n.base.credentials??null,c=Yt(n.store,{suite:i,directory:u,credentials:l,environment:s,signal:o});try{let{records:d,unreadable:m}=await c.list({newest:It});for(let{name:M,reason:A}of m)r.note(`record ${M} is left out: ${A}`);let h=a.commit===null?null:n.baseBranch,p=d.filter(M=>M.branch===h),S=h===null?new Set:await kn(t,h,p);return S.size>0&&r.note(`${rs(S.size)} no longer on ${h} and left out`),{store:c,baseline:$t(p,{branch:h,onBranch:M=>!S.has(M),leg:n.leg}),problem:null}}catch(d){if(!(d instanceof T)||d.exitCode!==F.unmeasured)throw d;return r.note(`the records cannot be read, so there is no trend: ${d.message}`),{store:c,baseline:[],problem:d}}}function Pe({problem:e}){if(e===null)return;let{message:t,where:n,hint:r,detail:s}=e;throw new T({what:t,where:n,hint:r,detail:s,cause:e,exitCode:F.unmeasured})}async function Nn({store:e},t){try{return{recordPath:await e.append(t),unrecorded:null}}catch(n){if(n instanceof Ke)throw n;let r=n instanceof T&&n.hint?` ${n.hint}`:"";return{recordPath:null,unrecorded:`${n.message}${r}`}}}function rs(e){return e===1?"the commit of one record is":`the commits of ${e} records are`}import{randomInt as qe}from"node:crypto";import{readFileSync as Dn}from"node:fs";import{availableParallelism as jn}from"node:os";import{setTimeout as ss}from"node:timers/promises";var os=250,as=.1;async function ue(e,t){let n=performance.now()+e,r=Ie(0,new Set);for(;r.busy!==null&&performance.now()<n&&!t.aborted;){await ss(500);let s=Ie(0,new Set),o=(s.monotonic-r.monotonic)/1e3;if(((s.busy??0)-r.busy+(s.steal??0)-(r.steal??0))/o<as*jn())return!0;r=s}return r.busy===null}function Gn(e,t,n=new Map){let r=[],s=jn(),o=()=>{let i=Ie(e,new Set(t),n);(i.generator??0)<(r.at(-1)?.generator??0)||(r.push(i),s=us(e)??s)};o();let a=setInterval(o,os);return{samples:r,take:o,generatorLimit:()=>s,stop(){clearInterval(a),o()}}}function Ie(e,t,n=new Map){let r=is(),{user:s,system:o}=process.cpuUsage(),a=new Set([e,...t]),i=r&&Zt(Xt()??[],a),u=i&&cs(i,e,t);return{wall:Date.now(),monotonic:performance.now(),busy:r?.busy??null,steal:r?.steal??null,generator:u?.generator??null,service:u?.service??null,self:(s+o)/1e6,arms:new Map([...n].map(([l,c])=>[l,ls(i??[],c)]))}}function is(){try{let[e,t,n,,,,,r]=Dn("/proc/stat","latin1").slice(0,200).split(`
`)[0].trim().split(/\s+/).slice(1).map(Number);return{busy:(e+t+n)/Ee,steal:(r??0)/Ee}}catch{return null}}function ls(e,t){let n=e.filter(({session:s})=>t.includes(s)),r=s=>n.reduce((o,a)=>o+s(a),0);return{seconds:r(({pid:s,seconds:o})=>Math.max(o,en(s)??0)),memory:r(({pid:s})=>tn(s)??0)}}function cs(e,t,n){let r={generator:0,service:0};for(let{session:s,seconds:o}of e)s===t?r.generator+=o:n.has(s)&&(r.service+=o);return r}function us(e){try{return(/^Cpus_allowed_list:\s*(\S+)/m.exec(Dn(`/proc/${e}/status`,"latin1"))?.[1]).split(",").map(r=>r.split("-").map(Number)).reduce((r,[s,o])=>r+(o===void 0?1:o-s+1),0)}catch{return null}}function Le(e,t,n,r){let s=(n-t)/1e3,o=m=>{let h=$e(e,t,m),p=$e(e,n,m);return h===null||p===null?null:Math.max(0,(p-h)/s)},[a,i,u,l]=[o(m=>m.busy),o(m=>m.generator),o(m=>m.service),o(m=>m.self)],c=r.outsiders?null:u,d=a!==null&&i!==null&&c!==null;return{cores:r.cores,generator:i,generatorLimit:r.generatorLimit,service:c,others:d?Math.max(0,a-i-c-(l??0)):null,steal:o(m=>m.steal),clockJumpMs:ds(e,t,n)}}function Un(e,t,n,r){let s=u=>$e(e,u,l=>l.arms.get(t)?.seconds??null),[o,a]=[s(n),s(r)],i=e.findLast(({wall:u})=>u<=r)?.arms.get(t)?.memory??0;return o===null||a===null||a<o||i===0?null:{cpu:a-o,memory:i}}function $e(e,t,n){let r=e.findIndex(u=>u.wall>=t),s=e[r===-1?e.length-1:r],o=e[Math.max(0,(r===-1?e.length-1:r)-1)];if(!o||!s)return null;let[a,i]=[n(o),n(s)];return a===null||i===null?null:s.wall===o.wall?i:a+Math.min(1,Math.max(0,(t-o.wall)/(s.wall-o.wall)))*(i-a)}function ds(e,t,n){let r=e.filter(s=>s.wall>=t&&s.wall<=n).map(s=>s.wall-s.monotonic);return r.length<2?0:Math.max(...r)-Math.min(...r)}function Fn(e){let{intended:t,sent:n,dropped:r}=e;if(Be(e))return"disturbed";let s=t===null?0:t-n,o=t!==null&&s>Math.max(2,.01*t),a=zn(e);return t===null?Jn(e)?"generator-starved":"sound":o||r>0?a?"generator-starved":r>0&&o?"service-slow":o?(e.lagMs??0)>20?"generator-starved":"unknown":"sound":e.lagMs!==null&&e.lagMs>20&&!ms(e)?"generator-starved":"sound"}function Be({cpu:e,clockJumpMs:t}){return t>100||e.steal!==null&&e.steal>.1*e.cores||e.others!==null&&e.others>.2*e.cores}function ms(e){let{cores:t,generator:n,service:r}=e.cpu;return n===null||r===null?!1:n<.3*t&&r>n&&n+r<.9*t&&Ne(e)}function Ne({cpu:{cores:e,others:t,steal:n},clockJumpMs:r}){return t!==null&&t<.05*e&&(n??0)<.025*e&&r<=100}function Hn(e,t){if(zn(e))return!0;let{generator:n,service:r}=e.cpu;return(t==="generator-starved"||t==="unknown")&&n!==null&&!(r!==null&&r>n)}function zn(e){let{cpu:t}=e;return t.generator===null?!1:Jn(e)?!0:t.generator+(t.service??0)+(t.others??0)>.9*t.cores&&t.generator>.45*t.cores}function Jn({cpu:{generator:e,generatorLimit:t}}){return e!==null&&t!==null&&e>.9*t}function de(e,t){let{cpu:n,intended:r,sent:s,seconds:o,clockJumpMs:a,lagMs:i}=t,u=`${Math.max(0,Math.round((r??0)-s))} of ${Math.round(r??0)} arrivals never began in ${ps(o)} s`,l=(c,d)=>`${Math.round(100*c/d)} %`;switch(e){case"disturbed":return a>100?`the clock jumped by ${Math.round(a)} ms`:n.steal!==null&&n.steal>.1*n.cores?`the hypervisor took ${l(n.steal,n.cores)} of the processors`:`other processes took ${l(n.others??0,n.cores)} of the processors`;case"generator-starved":{let c=n.generator===null?"":`; k6 had ${l(n.generator,n.generatorLimit??n.cores)} of its processors`;return`${(i??0)>20?`k6 began arrivals ${Math.round(i)} ms late (p99)`:`k6 fell behind: ${u}`}${c}`}case"unknown":return`${u}, and nothing shows why`;case"service-slow":return`the service was too slow for the rate: ${u}`;case"sound":return"nothing disturbed it"}}function ps(e){return Math.round(e*10)/10}async function V(e,{arms:t,together:n,block:r,variant:s}){e.starts++;let o=e.starts>1?`_${e.starts}`:"",a=s===void 0?"":`v${s}_`,u=(await Promise.allSettled(n.map(async l=>{e.running.set(l,await rn(t[l],`${l}_${a}${r+1}${o}`))}))).flatMap(l=>l.status==="rejected"?[l.reason]:[]);if(u.length>0)throw u.find(({arm:l})=>l!=="base")??u[0]}async function q({running:e}){let t=[...e.values()];e.clear();let r=(await Promise.allSettled(t.map(s=>s.stop()))).find(s=>s.status==="rejected");if(r)throw r.reason}import{availableParallelism as js}from"node:os";import{readFileSync as Cs,writeFileSync as Xn}from"node:fs";import{totalmem as xs}from"node:os";import{join as me}from"node:path";import{setTimeout as Ts}from"node:timers/promises";var Wn=`// Latency of the caller (ms): connection phases plus http_req_duration, of requests answered as expected.
const latency = new Trend('tailgate_latency', true);
// Lateness of an arrival (ms). Open model only. It says nothing while arrivals are dropped.
const lag = new Trend('tailgate_lag', true);
const started = new Counter('tailgate_started');
const exceptions = new Counter('tailgate_exceptions');
// Requests of scripts only: a declared request is the whole of its iteration.
const begun = new Counter('tailgate_begun');
const ended = new Counter('tailgate_ended');
const redirected = new Counter('tailgate_redirected');
const startTime = new Gauge('tailgate_start_time');
const endTime = new Gauge('tailgate_end_time');

const NOT_ALLOWED = 'not sent: it would go to another machine, which \`allow\` in tailgate.yml does not name';
const told = new Set();
let slot = SLOTS[Object.keys(SLOTS)[0]];

/** Tells one line per virtual user and kind of failure. Tailgate shows the commonest. */
function tellFailure(text) {
  const line = \`\${slot.label}: \${text}\`;
  if (!slot.told || told.has(line)) return;
  told.add(line);
  console.warn(\`TAILGATE_FAILURE \${line}\`);
}

function observe(response) {
  if (!response?.timings) return;
  if (slot.request === null && response.status > 0 && response.url !== response.request?.url) {
    redirected.add(1);
  }
  const expected =
    slot.request && slot.request.expectStatus.length > 0
      ? slot.request.expectStatus.includes(response.status)
      : response.status >= 200 && response.status < 400;
  if (!expected) {
    if (response.status > 0) tellFailure(\`status \${response.status}\`);
    // k6: error_codes.go. Addresses that a script blocks itself have the same code.
    else if (response.error_code === 1110 && BLOCKED.length > 0) tellFailure(NOT_ALLOWED);
    else tellFailure(\`\${response.error_code} \${response.error}\`);
    return;
  }
  const t = response.timings;
  // \`blocked\` lasts until there is a connection: to connect and the TLS handshake are parts of it (k6: tracer.go).
  latency.add(t.blocked + t.duration);
}

/** Counts requests of scripts. An iteration that k6 cuts off counts no further: its last request never ends. */
function count(counter, requests) {
  if (slot.request === null) counter.add(requests);
}

for (const method of ['get', 'head', 'post', 'put', 'patch', 'del', 'options', 'request']) {
  const original = http[method];
  http[method] = (...args) => {
    count(begun, 1);
    try {
      const response = original.apply(http, args);
      observe(response);
      return response;
    } finally {
      count(ended, 1);
    }
  };
}
const asyncRequest = http.asyncRequest;
http.asyncRequest = async (...args) => {
  count(begun, 1);
  try {
    const response = await asyncRequest.apply(http, args);
    observe(response);
    return response;
  } finally {
    count(ended, 1);
  }
};
const batch = http.batch;
http.batch = (...args) => {
  const requests = Object.keys(args[0] ?? {}).length;
  count(begun, requests);
  try {
    const responses = batch.apply(http, args);
    for (const response of Object.values(responses)) observe(response);
    return responses;
  } finally {
    count(ended, requests);
  }
};

/** Slots that each scenario drives, in the order of their turns. */
const rosters = {};
for (const each of Object.values(SLOTS)) {
  rosters[each.scenario] = rosters[each.scenario] || [];
  rosters[each.scenario][each.turns ? each.turns.position : 0] = each;
}

/** Finds the slice of the slot that an arrival belongs to. Negative while the slot settles. */
function findSlice({ turns, settleMs, sliceMs, iterations, slices, rate }, elapsed, iteration) {
  if (iterations !== null) return Math.floor((iteration * slices) / iterations);
  if (turns === null) return Math.floor((elapsed - settleMs) / sliceMs);
  return Math.floor((((iteration - turns.settling) / rate) * 1000) / sliceMs);
}

function enterSlice() {
  const { name, startTime: began, iterationInTest } = exec.scenario;
  const roster = rosters[name];
  const { turns } = roster[0];
  slot = turns === null ? roster[0] : roster[Math.floor(iterationInTest / turns.arrivals) % turns.of];
  const elapsed = Date.now() - began;
  let slice = 'settling';
  if (slot.measured) {
    const at = findSlice(slot, elapsed, iterationInTest);
    if (at >= 0) slice = String(slot.firstSlice + Math.min(at, slot.slices - 1));
  }
  const tags = exec.vu.metrics.tags;
  if (tags[SLICE_TAG] !== slice) tags[SLICE_TAG] = slice;
  if (iterationInTest === 0) console.warn(\`TAILGATE_BEGAN \${Math.round(began - slot.startMs)}\`);
  started.add(1);
  startTime.add(began);
  if (slot.rate !== null) lag.add(Math.max(0, elapsed - (iterationInTest * 1000) / slot.rate));
}

/** Longest delay (ms) of an arrival. */
const JITTER_MS = 5;

/**
 * Delays an arrival by a random part of some milliseconds, drawn from its number, so that arrivals come in bursts as
 * those of many callers do. Even ones meet no queue of their own. Arms that take turns draw the same delays, by the
 * number of the arrival among their own.
 */
function jitter() {
  if (slot.rate === null) return;
  const { turns } = slot;
  const number = exec.scenario.iterationInTest;
  const own =
    turns === null
      ? number
      : Math.floor(number / (turns.arrivals * turns.of)) * turns.arrivals + (number % turns.arrivals);
  // The finalizer of MurmurHash3, by Austin Appleby (public domain).
  let hash = own + 1;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  sleep((((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32) * (JITTER_MS / 1000));
}

function leaveSlice() {
  if (slot.iterations !== null) endTime.add(Date.now());
}

function sendRequest({ method, url, headers, body, expectStatus, timeoutMs }) {
  http.request(method, url.startsWith('/') ? TARGET_URL + url : url, body, {
    headers,
    timeout: timeoutMs,
    redirects: 0,
    responseType: 'none',
    responseCallback: http.expectedStatuses(
      ...(expectStatus.length > 0 ? expectStatus : [{ min: 200, max: 399 }]),
    ),
    tags: { name: slot.label },
  });
}

function fail(error) {
  exceptions.add(1);
  tellFailure(\`exception: \${error?.message ?? error}\`);
}

export function runIteration(data) {
  enterSlice();
  jitter();
  try {
    if (slot.request !== null) sendRequest(slot.request);
    else {
      const result = user[slot.exec](data);
      if (result && typeof result.then === 'function') {
        return result.then(leaveSlice, (error) => {
          fail(error);
          throw error;
        });
      }
    }
  } catch (error) {
    fail(error);
    throw error;
  }
  leaveSlice();
}

/**
 * Finds out what the script has made of a name: \`trend\`, \`rate\`, \`counter\`, or null for nothing. k6 has no list of its
 * metrics, but it refuses a second one of another type, and says of which type the first one is. A threshold on a
 * metric that is not there would end k6.
 */
function findType(name) {
  try {
    new Gauge(name);
    return null;
  } catch (error) {
    return /already exists but with type (\\w+)/.exec(error?.message ?? error)?.[1] ?? null;
  }
}

/** Metrics of the script that SLOs name, each with its type. */
const customTypes = {};
for (const { custom } of Object.values(SLOTS)) {
  for (const name of custom) customTypes[name] = findType(name);
}
// Such a statement holds for every value. What it is about is in the summary then.
const ALWAYS = { trend: 'max<=1.7e308', rate: 'rate>=0', counter: 'count>=-1.7e308' };

const submetrics = {};
function want(metric, tags, statement) {
  submetrics[
    \`\${metric}{\${Object.entries(tags)
      .map(([key, value]) => \`\${key}:\${value}\`)
      .join(',')}}\`
  ] = [statement];
}
for (const { scenario, measured, firstSlice, slices, rate, request, custom } of Object.values(SLOTS)) {
  if (!measured) continue;
  want('tailgate_start_time', { scenario }, 'value>=0');
  want('tailgate_end_time', { scenario }, 'value>=0');
  want('dropped_iterations', { scenario }, 'count>=0');
  for (let i = 0; i < slices; i++) {
    const tags = { scenario, [SLICE_TAG]: firstSlice + i };
    want('tailgate_latency', tags, 'max>=0');
    want('http_req_duration', { ...tags, expected_response: true }, 'max>=0');
    want('http_req_failed', tags, 'rate>=0');
    want('tailgate_started', tags, 'count>=0');
    want('tailgate_exceptions', tags, 'count>=0');
    want('iterations', tags, 'count>=0');
    if (rate !== null) want('tailgate_lag', tags, 'max>=0');
    if (request !== null) continue;
    want('tailgate_begun', tags, 'count>=0');
    want('tailgate_ended', tags, 'count>=0');
    want('tailgate_redirected', tags, 'count>=0');
    for (const name of custom) {
      if (ALWAYS[customTypes[name]]) want(name, tags, ALWAYS[customTypes[name]]);
    }
  }
}

const {
  scenarios: _,
  vus: __,
  duration: ___,
  iterations: ____,
  stages: _____,
  ...userOptions
} = user.options || {};

/**
 * Reads thresholds as k6 does: a text or an object. Only the statement of an object is kept: its other fields may end
 * k6 in the middle of the measurement.
 */
function readThresholds(own) {
  const read = {};
  for (const [metric, statements] of Object.entries(own || {})) {
    // k6 would find no request of such a scenario, and the threshold would always hold.
    if (/[{,]\\s*["']?scenario["']?\\s*:/.test(metric)) throw new Error(\`TAILGATE_REFUSED \${metric}\`);
    read[metric] = Array.isArray(statements)
      ? statements.map((statement) => statement?.threshold ?? statement)
      : statements;
  }
  return read;
}

export const options = {
  ...userOptions,
  scenarios: SCENARIOS,
  blacklistIPs: [...(userOptions.blacklistIPs || []), ...BLOCKED],
  thresholds: { ...readThresholds(userOptions.thresholds), ...submetrics },
  summaryTrendStats: [
    'count',
    'avg',
    'min',
    'max',
    ...PERCENTS.filter((p) => p > 0 && p < 100).map((p) => \`p(\${p})\`),
  ],
  summaryTimeUnit: 'ms',
  systemTags: [
    'scenario',
    'expected_response',
    'status',
    'method',
    'name',
    'url',
    'group',
    'check',
    'error',
    'error_code',
  ],
};

function values(data, metric, tags) {
  const name = \`\${metric}{\${Object.entries(tags)
    .map(([key, value]) => \`\${key}:\${value}\`)
    .join(',')}}\`;
  return data.metrics[name] ? data.metrics[name].values : null;
}

function pickQuantiles(trend) {
  return PERCENTS.map((p) => (p === 0 ? trend.min : p === 100 ? trend.max : trend[\`p(\${p})\`]));
}

/** Picks the samples of a metric of the script. Null where it was not fed; a Counter that was not is 0. */
function pickSamples(data, name, tags) {
  const found = values(data, name, tags);
  if (!found) return null;
  if (customTypes[name] === 'rate')
    return { type: 'rate', hits: found.passes, count: found.passes + found.fails };
  if (customTypes[name] === 'counter') return { type: 'counter', sum: found.count };
  return found.count > 0
    ? { type: 'trend', count: found.count, avg: found.avg, values: pickQuantiles(found) }
    : null;
}

/** Lists what the script fed, beside k6's own metrics and those of Tailgate. A threshold makes k6 list others as well. */
function listSeen(data) {
  const own = /^(?:tailgate_|http_|ws_|grpc_|browser_|iteration|data_|vus|group_duration$|checks$|dropped_)/;
  return Object.entries(data.metrics)
    .filter(
      ([
        name,
        {
          values: { count, passes, fails },
          type,
        },
      ]) => {
        const samples = type === 'rate' ? passes + fails : type === 'trend' ? count : 1;
        return !name.includes('{') && !own.test(name) && samples > 0;
      },
    )
    .map(([name, { type, contains }]) => ({
      name,
      type: type === 'trend' && contains === 'time' ? 'time' : type,
    }));
}

export function handleSummary(data) {
  const slots = {};
  for (const [key, { scenario, measured, firstSlice, slices, custom }] of Object.entries(SLOTS)) {
    if (!measured) continue;
    const start = values(data, 'tailgate_start_time', { scenario });
    const end = values(data, 'tailgate_end_time', { scenario });
    const dropped = values(data, 'dropped_iterations', { scenario });
    slots[key] = {
      startedAt: start ? start.value : 0,
      endedAt: end ? end.max : 0,
      dropped: dropped ? dropped.count : 0,
      slices: [],
    };
    for (let i = 0; i < slices; i++) {
      const tags = { scenario, [SLICE_TAG]: firstSlice + i };
      const own = values(data, 'tailgate_latency', tags);
      const service = values(data, 'http_req_duration', { ...tags, expected_response: true });
      const failed = values(data, 'http_req_failed', tags);
      const late = values(data, 'tailgate_lag', tags);
      const countOf = (metric) => (values(data, metric, tags) || { count: 0 }).count;
      slots[key].slices.push({
        started: countOf('tailgate_started'),
        finished: countOf('iterations'),
        exceptions: countOf('tailgate_exceptions'),
        begun: countOf('tailgate_begun'),
        ended: countOf('tailgate_ended'),
        redirected: countOf('tailgate_redirected'),
        requests: failed ? failed.passes + failed.fails : 0,
        failed: failed ? failed.passes : 0,
        latency: own && own.count > 0 ? { count: own.count, avg: own.avg, values: pickQuantiles(own) } : null,
        service:
          service && service.count > 0
            ? { count: service.count, avg: service.avg, values: pickQuantiles(service) }
            : null,
        lag: late && late.count > 0 ? { p50: late['p(50)'], p99: late['p(99)'], max: late.max } : null,
        custom: Object.fromEntries(
          custom
            .map((name) => [name, pickSamples(data, name, tags)])
            .filter(([, samples]) => samples !== null),
        ),
      });
    }
  }
  const thresholds = [];
  for (const [name, metric] of Object.entries(data.metrics)) {
    for (const [statement, { ok }] of Object.entries(metric.thresholds || {})) {
      if (!ok) thresholds.push(\`\${name}: \${statement}\`);
    }
  }
  const summary = { schemaVersion: 1, percents: PERCENTS, slots, thresholds, seen: listSeen(data) };
  return { [__ENV.TAILGATE_SUMMARY || 'tailgate-summary.json']: JSON.stringify(summary) };
}
`;var hs="tailgate_slice",gs=["0.0.0.0/2","64.0.0.0/3","96.0.0.0/4","112.0.0.0/5","120.0.0.0/6","124.0.0.0/7","126.0.0.0/8","128.0.0.0/1",...Array.from({length:16},(e,t)=>`${(2**t).toString(16)}::/${16-t}`)];function Vn({program:e,targetUrl:t,confined:n,requestOf:r}){let s=e.slots[0].step.work,o=Object.fromEntries(e.slots.map(i=>[i.key,Ss(i,r(i))]));return["import { sleep } from 'k6';","import http from 'k6/http';","import exec from 'k6/execution';","import { Counter, Gauge, Trend } from 'k6/metrics';",...s.kind==="script"?[`export * from ${JSON.stringify(s.path)};`,`import * as user from ${JSON.stringify(s.path)};`]:["const user = {};"],"",`const TARGET_URL = __ENV.TARGET_URL || ${JSON.stringify(t)};`,`const SLICE_TAG = ${JSON.stringify(hs)};`,`const PERCENTS = ${JSON.stringify(on)};`,`const BLOCKED = ${JSON.stringify(n?gs:[])};`,`const SLOTS = ${JSON.stringify(o,null,2)};`,`const SCENARIOS = ${JSON.stringify(Object.fromEntries(e.slots.map(i=>[qn(i),ys(i)])),null,2)};`,"",Wn].join(`
`)}function De(e){return e.round!==null||e.slices>1}function qn({key:e,turns:t}){return t?.scenario??e}function Ss(e,t){let{load:n,work:r,label:s}=e.step;return{label:s,measured:De(e),told:e.arm==="head",startMs:e.startSeconds*1e3,settleMs:e.settleSeconds*1e3,sliceMs:(e.seconds-e.settleSeconds)*1e3/e.slices,slices:e.slices,firstSlice:e.turns===null?0:e.turns.position*e.slices,rate:n.kind==="arrival-rate"?n.rate:null,scenario:qn(e),turns:e.turns&&{...e.turns,...oe(e)},iterations:e.round===null?null:e.requests,exec:r.kind==="script"?r.exec:null,custom:[...new Set(dt(e.step.slos).map(({name:o})=>o))],request:t&&{method:t.method,url:t.url,headers:t.headers,body:t.body??null,expectStatus:t.expectStatus,timeoutMs:t.timeoutSeconds*1e3}}}function ys(e){let{load:t,virtualUsers:n,graceSeconds:r}=e.step,s={exec:"runIteration",startTime:`${e.startSeconds}s`,gracefulStop:`${r}s`},o=`${e.seconds}s`;switch(t.kind){case"arrival-rate":return{...s,executor:"constant-arrival-rate",duration:o,...bs(t.rate),preAllocatedVUs:n,maxVUs:n};case"users":return{...s,executor:"constant-vus",duration:o,vus:t.users};case"fixed-work":return e.round===null?{...s,executor:"constant-vus",duration:o,vus:t.users}:{...s,executor:"shared-iterations",vus:t.users,iterations:e.requests??t.requests,maxDuration:`${D}s`}}}function bs(e){for(let[t,n]of[["1s",1],["1m",60],["1h",3600]]){let r=e*n;if(Math.abs(r-Math.round(r))<1e-9*r)return{rate:Math.round(r),timeUnit:t}}return{rate:Math.max(1,Math.round(e*3600)),timeUnit:"1h"}}var Kn=I({count:R(),avg:R(),values:L(R())}).nullable(),ws=nt("type",[I({type:H("trend"),count:R(),avg:R(),values:L(R())}),I({type:H("rate"),hits:R(),count:R()}),I({type:H("counter"),sum:R()})]),vs=I({schemaVersion:H(1),percents:L(R()),slots:ge(Z(),I({startedAt:R(),endedAt:R(),dropped:R(),slices:L(I({started:R(),finished:R(),exceptions:R(),begun:R(),ended:R(),redirected:R(),requests:R(),failed:R(),latency:Kn,service:Kn,lag:I({p50:R(),p99:R(),max:R()}).nullable(),custom:ge(Z(),ws).optional()}))})),thresholds:L(Z()),seen:L(ot).optional()});function Qn(e){return vs.parse(JSON.parse(e))}function Yn(e,t){return t.filter(n=>De(n)&&(e.slots[n.key]?.startedAt??0)>0).map(n=>({...ks(n,e.slots[n.key],e.percents),seen:e.seen}))}function ks(e,t,n){let r=n.map(p=>p/100),{load:s}=e.step,o=s.kind==="fixed-work"&&t.endedAt>t.startedAt?(t.endedAt-t.startedAt)/1e3:e.seconds-e.settleSeconds,a=s.kind==="arrival-rate"?s.rate:null,i=oe(e),u=i===null?o/e.slices:i.planned/a/e.slices,l=a===null?null:a*u,c=t.slices.every(p=>(p.latency?.count??0)===(p.service?.count??0)),d=Rs(e,t.slices),m=t.slices.map((p,S)=>{let w=c?p.latency:p.service;return{startedAt:t.startedAt+(e.settleSeconds+S*o/e.slices)*1e3,seconds:u,...e.turns!==null&&{alternating:!0},planned:l,ok:w?.count??0,failed:Math.max(p.failed,p.exceptions)+Math.max(0,d(p)),dropped:Es(t,p,s.kind==="fixed-work"?e:null,l),latency:w&&{levels:r,values:w.values},avg:w?.avg??null,service:p.service&&As(r,p.service.values),lag:p.lag,...Object.keys(p.custom??{}).length>0&&{custom:Ms(p.custom,r)}}}),h=t.slices.reduce((p,S)=>p+S.started,0);return{slot:e,slices:m,sent:h,intended:l===null?null:l*e.slices,connectionIncluded:c}}function Ms(e,t){return Object.fromEntries(Object.entries(e).map(([n,r])=>[n,r.type==="trend"?{...r,levels:t}:r]))}function Rs(e,t){let n=o=>t.reduce((a,i)=>a+o(i),0),r=n(({requests:o})=>o)<=n(({begun:o})=>o);return e.step.work.kind==="script"&&(r||n(({redirected:o})=>o)>0)?({begun:o,ended:a})=>o-a:({started:o,finished:a})=>o-a}function Es(e,t,n,r){return e.dropped===0?0:Math.round(n?e.dropped/n.slices:Math.min(e.dropped,Math.max(0,(r??0)-t.started)))}function As(e,t){let n=r=>t[e.findIndex(s=>Math.abs(s-r/100)<1e-9)];return{p50:n(50),p95:n(95),p99:n(99)}}var Zn={100:"its `setup` did not finish in time",101:"its `teardown` did not finish in time",104:"k6 does not accept its options",107:"it threw an exception outside an iteration",108:"it aborted the test",110:"it marked the test as failed"},Os=99,er=105;async function tr(e){let{folder:t,name:n}=e,r=me(t,`${n}.js`),s=me(t,`${n}.summary.json`),o=me(t,`${n}.log`),a=me(t,"k6-config.json");Xn(r,e.script),Xn(a,"{}");let i=await nn({command:[e.binary,"run","--quiet","--no-color","--no-usage-report","--config",a,"--address","","--env",`TARGET_URL=${e.targetUrl}`,"--env",`BASE_URL=${e.targetUrl}`,"--env",`TAILGATE_SUMMARY=${s}`,r],cwd:e.cwd,env:{...Ls(),...X(e.environment)},logPath:o,keeper:e.keeper}),u=i.exited.then(l=>{let c=le(o),d=l.code??-1,m=(h,p)=>({kind:"failed",fault:h,message:p,log:c});if(l.signal!==null)return m("harness",`k6 was ended by ${l.signal}`);if(d in Zn)return m("script",Is(c)??Zn[d]);if(d!==0&&d!==Os&&d!==er)return m("harness",`k6 ended with exit code ${d}`);try{let h=Qn(Cs(s,"utf8"));return{kind:"measured",complete:d!==er,summary:h,failures:Bs(o)}}catch(h){return m("harness",`k6 left no readable summary: ${h.message}`)}});return{group:i,began:Ps(o,i),finished:u}}var _s=20;async function Ps(e,{exit:t}){for(;t()===null;){let n=/TAILGATE_BEGAN (\d+)/.exec(le(e))?.[1];if(n!==void 0)return Number(n);await Ts(_s)}return null}function Is(e){let t=/TAILGATE_REFUSED (.*?\})/.exec(e)?.[1]?.replaceAll('\\"','"');return t===void 0?null:`its threshold on \`${t}\` would never fail: Tailgate replaces the scenarios of a script, so leave \`scenario\` out of it, or use a tag that the script sets itself`}var $s=4;function Ls(){let e=Math.min(xs(),process.constrainedMemory?.()||Number.POSITIVE_INFINITY);return{GOGC:"800",GOMEMLIMIT:`${Math.floor(e/$s/2**20)}MiB`}}function Bs(e){let t=new Map;for(let[,n]of le(e,2e3).matchAll(/TAILGATE_FAILURE ((?:[^"\\]|\\.)*)"/g)){let r=n.replaceAll('\\"','"');t.set(r,(t.get(r)??0)+1)}return[...t].sort((n,r)=>r[1]-n[1]).map(([n])=>n)}function nr(e,{instances:t,began:n,sample:r}){let s=[],o=new Set,a=!1,i=()=>{for(let c of o)t.get(c)?.resume();o.clear()},u=c=>{for(let[d,m]of t)d!==c&&(m.halt(),o.add(d))},l=e.slots.flatMap(c=>[...t.size>1&&c.round!==null&&x(c)?[{at:c.startSeconds,act:()=>u(c.arm)},{at:Ns(c),act:i}]:[],...Ds(c).map(d=>({at:d,act:r}))]);return n.then(c=>{if(!(c===null||a))for(let{at:d,act:m}of l)s.push(setTimeout(m,c+d*1e3-Date.now()))}),{end(){a=!0;for(let c of s)clearTimeout(c);i()}}}function Ns({step:e,startSeconds:t,seconds:n}){return t+(e.load.kind==="fixed-work"?D:n)}function Ds({round:e,step:t,startSeconds:n,seconds:r,settleSeconds:s,slices:o}){if(e===null&&o===1||t.load.kind==="fixed-work")return[];let a=(r-s)/o;return Array.from({length:o+1},(i,u)=>n+s+u*a)}var Gs=150+D;async function K(e,t,{around:n,k6:r,folder:s,instances:o,shared:a}){let i=[...new Set(e.slots.map(b=>b.step.label))].join(", "),u=[...new Set(e.slots.map(({arm:b})=>b))],l=u.includes("head")?"head":"base",{targetUrl:c}=o.get(l),d=await tr({binary:r,folder:s,name:t,script:Vn({program:e,targetUrl:c,confined:n.config.allow.length===0,requestOf:b=>Ws(b,o.get(b.arm),n.config)}),cwd:n.config.directory,targetUrl:c,environment:{...n.environment,...Js(e,o.get(l))},keeper:n.keeper}),m=Date.now(),h=[...o.values(),a],p=Gn(d.group.pid,h.flatMap(({sessions:b})=>b),new Map([...o].map(([b,{sessions:O}])=>[b,O]))),S=nr(e,{instances:o,began:d.began,sample:p.take}),w=()=>d.group.signal("SIGKILL");n.signal.addEventListener("abort",w,{once:!0}),n.signal.aborted&&w();for(let b of h)b.crashed.then(()=>b.crash()!==null&&d.group.signal("SIGINT"));let M=!1,A=e.seconds+Gs,g=setTimeout(()=>{M=!0,w()},A*1e3),k=await d.finished;clearTimeout(g),S.end(),p.stop(),n.signal.removeEventListener("abort",w),await d.group.stop("SIGTERM",1e3);let f=(Date.now()-m)/1e3,v=e.slots.findLast(b=>b.startSeconds<=f)??e.slots[0],E={slots:[],crash:Q(o,a,v.step.label),failure:null,failures:[],thresholds:[],loadSeconds:f};if(n.signal.aborted)return E;let y=b=>E.crash===null?{...E,failure:{...b,label:i,arm:l}}:E;if(k.kind==="failed"){let b=`k6 had not ended after ${Math.round(A)} s, and was killed`;return y(M?{...k,message:b}:k)}if(!k.complete&&E.crash===null)return y({kind:"failed",fault:"harness",message:"k6 was interrupted from outside",log:""});let C={cores:js(),generatorLimit:p.generatorLimit(),outsiders:Fs(n)};return{...E,failures:k.failures,thresholds:u.includes("head")?k.summary.thresholds.map(b=>({label:i,threshold:b})):[],slots:Yn(k.summary,e.slots).map(b=>zs(b,p.samples,C)).map(b=>rr(n)?b:Hs(b,p.samples,o))}}function Q(e,t,n){for(let[r,s]of[["shared",t],...e]){let o=s.crash();if(o!==null)return{...o,arm:r,label:n}}return null}var Us=/\b(docker|podman|nerdctl)\b/;function Fs(e){let{external:t,services:n}=e.config;return t.length>0||n.some(({start:r})=>r===void 0)||rr(e)}function rr({config:e}){return e.services.some(({start:t})=>t!==void 0&&Us.test(t))}function Hs(e,t,n){let{arm:r,turns:s}=e.slot,o=n.get(r);if(o?.sessions.length===0)return e;let a=o?.startupMs,i=e.slices.map(u=>{let{startedAt:l,seconds:c}=u,d=Un(t,r,l,l+c*(s?.of??1)*1e3);return{...u,...d,...a!==void 0&&{startup:a}}});return{...e,slices:i}}function zs(e,t,n){let{slices:r}=e,s=r.reduce((m,h)=>m+h.seconds,0),o=r[0].startedAt,a=s*(e.slot.turns?.of??1),{clockJumpMs:i,...u}=Le(t,o,o+a*1e3,n),l=r.map(({startedAt:m,seconds:h})=>{let p=m+h*(e.slot.turns?.of??1)*1e3,{clockJumpMs:S,...w}=Le(t,m,p,n);return Be({cpu:w,clockJumpMs:S})}),c=r.flatMap(m=>m.lag===null?[]:[m.lag.p99]),d={sent:e.sent,intended:e.intended,seconds:s,dropped:r.reduce((m,h)=>m+h.dropped,0),lagMs:c.length>0?Math.max(...c):null,cpu:u,clockJumpMs:i};return{...e,evidence:d,diagnosis:Fn(d),disturbed:l}}function Js({slots:e},{fill:t}){return Object.fromEntries(Object.entries(e[0].step.parameters??{}).map(([n,r])=>[`VARIANT_${n.toUpperCase()}`,t(r)]))}function Ws(e,t,n){if(e.step.work.kind==="script")return null;let{request:r}=e.step.work,s=t.fill(r.url),o=s.startsWith("/")?t.targetUrl+s:s;return pt(o,n,`request of ${e.step.label}`),{...r,url:o,headers:Object.fromEntries(Object.entries(r.headers).map(([a,i])=>[a,t.fill(i)])),body:r.body===void 0?void 0:t.fill(r.body)}}var Vs=1.25,qs=1;function sr(e,t){let n=_(t,.5),r=a=>!(_(a,.5)>Vs*n),s=e.findIndex((a,i)=>r([a])&&r(e.slice(i)));if(s===-1)return null;let o=e.slice(0,s).reduce((a,i)=>a+i.seconds,0);return Math.max(qs,o)}function or(e,t,n){let r=e.filter(({slot:s})=>s.round===null&&!t.some(o=>o.slot.step===s.step));for(let{slot:s,slices:o}of r){let a=e.filter(c=>c.slot.round!==null&&c.slot.step===s.step&&c.slot.arm===s.arm&&x(c.slot)===x(s)),i=sr(o,a.flatMap(({slices:c})=>c)),{label:u}=s.step,l=n.get(u);n.set(u,l===null||i===null?null:Math.max(l??0,i))}}var Ks=3;function ar({steps:e},t){let n=e.flatMap(({label:r})=>{let s=t.flatMap(({warmUps:o})=>o.get(r)??[]);return s.length>0?[[r,Math.max(...s)]]:t.length>=Ks?[[r,re.seconds]]:[]});return new Map(n)}var pe=2e4,Qs=2;async function ir(e,t,n){let r=performance.now(),s={index:t,kept:[],discarded:[],crash:null,failure:null,failures:[],thresholds:[],warmUps:new Map,soak:[],loadSeconds:0,wallSeconds:0};for(let[o,a]of e.entries())Y(s,n)&&await Ys(a,o,s,n);return s.wallSeconds=(performance.now()-r)/1e3,s}async function Ys(e,t,n,r){let s={running:new Map,starts:0};try{Zs(n.index,e.arms,r),await V(s,{...r,together:e.arms,block:n.index});for(let[o,a]of e.programs.entries()){let i=`${lr(n,r)}-${t+1}-${o+1}`;await to(a,i,s,n,r)}e.arms.length>1&&Y(n,r)&&await Xs(s,n,r)}finally{await q(s)}}async function Xs(e,t,n){let{arms:r,shared:s,k6:o,folder:a,progress:i}=n,u={around:r.head,k6:o,folder:a,instances:e.running,shared:s},l=n.soak?.(t)??[];for(let c=1;l.length>0&&Y(t,n);c++){let{arm:d}=l[0].slots[0],m=l.reduce((p,S)=>p+S.seconds,0);i.phase(`keeping the ${d} under load, for stalls, growth and memory`,m);let h=[...e.running].filter(([p])=>p!==d).map(([,p])=>p);for(let p of h)p.halt();try{for(let[p,S]of l.entries()){let w=`${lr(t,n)}-soak-${c}-${p+1}`,M=await K(S,w,u);t.crash??=M.crash,t.failure??=M.failure,t.loadSeconds+=M.loadSeconds,t.soak.push(...M.slots)}}finally{for(let p of h)p.resume()}l=n.soak?.(t)??[]}}function lr({index:e},{variant:t}){return`${t===void 0?"":`variant-${t}-`}block-${e+1}`}function Zs(e,t,n){let{arms:r,progress:s}=n,{services:o}=r.head.config,a=o.filter(({start:i,scope:u})=>i&&u==="instance").map(({name:i})=>i);a.length===0||e>0||s.phase(`starting ${a.join(", ")}${r.base?` of ${t.join(" and ")}`:""}`)}function eo({index:e},{planned:t}){return t>1?`block ${e+1} of ${t}: `:""}async function to(e,t,n,r,s){let{arms:o,shared:a,k6:i,folder:u,progress:l,repeatDisturbed:c=!0}=s,d=e,m=!0;for(let h=0;d!==null&&Y(r,s);h++){let p=[...new Set(d.slots.map(O=>O.step.label))].join(", ");l.phase(`${eo(r,s)}measuring ${p}`,d.seconds);let S=h===0?t:`${t}-again${h}`,w=await K(d,S,{around:o.head,k6:i,folder:u,instances:n.running,shared:a}),{crash:M,failure:A,failures:g,thresholds:k,loadSeconds:f,slots:v}=w;r.crash=M,r.failure=A??r.failure,r.failures.push(...g),r.loadSeconds+=f;let E=v.filter(({slot:O})=>O.round!==null),y=M===null&&c?ro(E):[],C=E.filter(O=>!y.includes(O));r.kept.push(...C),r.discarded.push(...y),y.length===0&&r.thresholds.push(...k),or(v,y,r.warmUps);let b=y.map(({slot:O})=>O);d=b.length>0&&h<Qs&&m?At(e,b):null,y.length>0&&l.note(oo(y,d!==null)),d!==null&&(m=await so(s),r.crash=Q(n.running,a,b[0].step.label),o.base&&Y(r,s)&&await no(n,r,s))}}async function no(e,t,n){let r=[...e.running.keys()];await q(e),await V(e,{...n,together:r,block:t.index})}function ro(e){let t=e.filter(cr);return e.filter(({slot:n})=>t.some(r=>r.slot.step===n.step&&r.slot.round===n.round))}async function so({arms:e,progress:t}){return t.phase(`waiting for the machine to calm down (${pe/1e3} s at most)`),ue(pe,e.head.signal)}function Y({crash:e,failure:t},{arms:n}){return e===null&&(t===null||je(t))&&!n.head.signal.aborted}function je({arm:e,fault:t}){return e==="base"&&t==="script"}function oo(e,t){let n=[...new Set(e.map(({slot:a})=>a.step.label))],r=e.filter(cr).map(({diagnosis:a,evidence:i})=>de(a,i));return`${`${e.length} ${e.length===1?"round":"rounds"} of ${n.join(", ")}`} ${t?"will be measured again":"discarded"}: ${[...new Set(r)].join("; ")}`}function cr({diagnosis:e}){return e!=="sound"&&e!=="service-slow"}var ao=.98,io=.01,lo=.8;function ur(e,t,{diagnosis:n,evidence:r,slices:s}){let o=N(s,e.metric),{sent:a,intended:i}=r,u=i!==null&&a<ao*i,l=co(s),c=ee(s),m=!Number.isNaN(o)&&!Me(ae,c)&&!Me(e,o)&&!u&&!l;return{rate:t,achieved:rt(s),met:m,value:o,errors:c,dropped:s.reduce((h,p)=>h+p.dropped,0),...l&&{growing:l},...!m&&Hn(r,n)&&{limitedBy:"generator"}}}function co(e){let t=e.filter(i=>st(i)>0).map(i=>({at:i.startedAt/1e3,wait:_([i],.5)/1e3})),n=t[0],r=t.at(-1);if(n===void 0||r===void 0||t.length<4||r.wait===1/0)return;let s=t.flatMap((i,u)=>t.slice(u+1).map(l=>l.wait>i.wait)),o=s.filter(Boolean).length>=lo*s.length,a=(r.wait-n.wait)/(r.at-n.at);return o&&a>io?!0:void 0}var uo=8,mo=2;async function dr(e,t){let{instances:n,around:r,shared:s,start:o,progress:a,block:i,repeatDisturbed:u=!0}=t,l=[...n.keys()],c={block:i,arms:new Map(l.map(p=>[p,{trials:[],estimate:null}])),discarded:[],crash:null,failure:null,loadSeconds:0},d=0,m=p=>c.arms.get(p).trials,h=()=>c.crash===null&&c.failure===null&&!r.signal.aborted;for(let p=1;h()&&c.loadSeconds<t.secondsLeft;p++){let S=l.flatMap(A=>{let g=_t({...e.goal,outcomes:m(A),start:o});return g===null?[]:[{arm:A,...g}]});if(S.length===0)break;t.drawFirst()!==S[0].arm&&S.reverse(),a.phase(fo(e,S,c));let w=[];for(let[A,g]of po(e,S,p===1).entries()){if(!h())break;let k=`search-${e.scenario}-${i+1}-${p}-${A+1}`,f=await K(g,k,{...t,around:r,instances:n,shared:s});c.crash=f.crash,c.failure=f.failure,c.loadSeconds+=f.loadSeconds;let v=f.slots.filter(({slot:y})=>y.round!==null),E=u?v.filter(({diagnosis:y})=>y==="disturbed"):[];if(w.push(...E),!(E.length>0))for(let y of v){let{rate:C}=S.find(({arm:O})=>O===y.slot.arm),b=ur(e.goal.slo,C,y);m(y.slot.arm).push(b)}}if(w.length===0)continue;c.discarded.push(...w);let M=w.map(({diagnosis:A,evidence:g})=>de(A,g));if(a.note(`a trial of ${e.label} is discarded: ${[...new Set(M)].join("; ")}`),c.discarded.length>uo||d===mo)break;await ue(pe,r.signal)||d++,c.crash??=Q(n,s,e.label)}for(let p of c.arms.values())p.estimate=Pt(p.trials,e.goal);return c}function po(e,t,n){return e.work.kind==="request"?[ye(e,t,n)]:t.map(r=>ye(e,[r],n))}function fo({label:e},t,{arms:n}){let r=t.map(({arm:s,rate:o})=>{let{trials:a}=n.get(s),i=Math.max(0,...a.filter(({met:d})=>d).map(d=>d.rate)),u=Math.min(...a.filter(({met:d})=>!d).map(d=>d.rate)),l=[...i>0?[`${$(i)} meets`]:[],...u<1/0?[`${$(u)} does not`]:[]],c=l.length>0?`${l.join(", ")}; `:"";return`${n.size>1?`${s}: `:""}${c}trying ${$(o)}`});return`capacity of ${e}: ${r.join(" \xB7 ")}`}function mr({label:e},{arms:t}){let n=[...t].map(([r,{estimate:s,trials:o}])=>{let a=t.size>1?`${r} `:"",i=`${o.length} trials`;if(s===null)return`${a}not found (${i})`;let{kind:u,value:l,low:c,high:d}=s;return u==="found"?`${a}${$(l)} (${$(c)} \u2026 ${$(d)}, ${i})`:`${a}${u==="below"?`less than ${$(d)}`:`at least ${$(c)}`} (${i})`});return`capacity of ${e}: ${n.join("; ")}`}function $(e){return`${Number(e.toPrecision(4)).toLocaleString("en")} req/s`}var pr={far:2,near:1.12},ho=.7;async function fr(e,t,n){for(let s of e)t.set(s,[]);let r=Math.max(0,...e.map(({blocks:s})=>s.most));for(let s=0;s<r;s++){let o=e.filter(c=>yo(c,t.get(c),s));if(o.length===0||hr(t,n))return;let a=n.drawFirst(),i=n.arms.base?a==="head"?["head","base"]:["base","head"]:["head"],u=new Map(o.map(c=>[c,bo(c,t.get(c))])),l=n.swapped?i.map(c=>[c]):[i];for(let[c,d]of l.entries())await go(o,{together:d,block:s,before:u,found:t,share:1/(l.length-c)},n)}}async function go(e,{together:t,block:n,before:r,found:s,share:o},a){let{arms:i,progress:u}=a,l={running:new Map,starts:0};try{u.phase(`starting services for the search of a capacity, start ${n+1}`),await V(l,{arms:i,together:t,block:So+n});for(let c of e){if(hr(s,a))return;let d=s.get(c),m=await dr(c,{...a,around:i.head,instances:l.running,block:n,start:r.get(c),secondsLeft:o*gr(c,d)});d.push(m),u.note(mr(c,m))}}finally{await q(l)}}var So=1e3;function hr(e,{arms:t}){let n=[...e.values()].flat();return t.head.signal.aborted||n.some(({crash:r,failure:s})=>r!==null||s!==null)}function gr({budgetSeconds:e},t){return e-t.reduce((n,{loadSeconds:r})=>n+r,0)}function yo(e,t,n){if(n===0)return!0;if(n>=e.blocks.most)return!1;let r=Array.from({length:n},(s,o)=>t.filter(a=>a.block===o).reduce((a,{loadSeconds:i})=>a+i,0));return gr(e,t)>=ho*Math.min(...r)}function bo({goal:e},t){let n=t.flatMap(({arms:r})=>[...r.values()].flatMap(({estimate:s})=>s??[]));return n.length===0?{rate:e.from,factor:pr.far}:{rate:it(n.map(({value:r})=>r)),factor:pr.near}}function Sr(e,t){let[n,...r]=e;if(r.length===0)return n;let s=i=>e.flatMap(i),o={slos:s(({slos:i})=>i),changes:s(({changes:i})=>i),faults:s(({faults:i})=>i),invalid:s(({invalid:i})=>i)},a=i=>U(e.map(({effort:u})=>u[i]));return{...n,...ce({...o,failOn:t}),...o,costs:s(({costs:i})=>i),suspects:s(({suspects:i})=>i),pair:wo(e.flatMap(({pair:i})=>i??[])),effort:{slices:a("slices"),discardedRounds:a("discardedRounds"),instances:a("instances"),loadSeconds:a("loadSeconds")}}}function wo(e){let[t]=e;return t===void 0?null:{...t,variants:e.length,blocks:U(e.map(({blocks:n})=>n)),planned:U(e.map(({planned:n})=>n)),discarded:{base:U(e.map(({discarded:n})=>n.base)),head:U(e.map(({discarded:n})=>n.head))},error:Number(Math.min(1,U(e.map(({error:n})=>n))).toFixed(9))}}function U(e){return e.reduce((t,n)=>t+n,0)}function yr({label:e,kept:t,failures:n}){let r=[],s=wr(t.filter(({diagnosis:u})=>u==="service-slow"));s!==null&&r.push({kind:"cannot-keep-up",label:e,...Ge(s),cpu:s.cpu});let o=t.flatMap(u=>u.slices),a=o.reduce((u,l)=>u+l.failed,0),i=o.reduce((u,l)=>u+l.failed+l.ok,0);return a>.001*i&&r.push({kind:"failing",label:e,failed:a,requests:i,examples:n.slice(0,3)}),r}function br({label:e,kept:t,discarded:n},r){if(t.length>=r/2&&t.length>0){if(t.flatMap(c=>c.slices).reduce((c,d)=>c+d.ok+d.failed+d.dropped,0)>0)return null;let{seconds:l}=t[0].evidence;return t.every(({evidence:c})=>c.sent===0)?{kind:"none-begun",label:e,seconds:l}:{kind:"script-failed",label:e,message:"it sent no HTTP request while it was measured",log:""}}let s=wr(n);if(s===null)return{kind:"harness",message:`${e} was not measured`,log:""};let o=u=>n.filter(({diagnosis:l})=>l===u).length,{cpu:a,lagMs:i}=s;return o("generator-starved")>=Math.max(o("disturbed"),o("unknown"))?{kind:"generator-starved",label:e,...Ge(s),lagMs:i,cpu:a}:o("disturbed")>=o("unknown")?{kind:"machine-disturbed",label:e,discarded:n.length,rounds:n.length+t.length,cpu:a}:{kind:"cause-unknown",label:e,...Ge(s),cpu:a}}function wr(e){let t=({sent:n,intended:r})=>r===null?0:r-n;return e.map(({evidence:n})=>n).sort((n,r)=>t(r)-t(n))[0]??null}function Ge({sent:e,intended:t,seconds:n}){return{sent:e,intended:t??e,seconds:n}}function vr({head:e,base:t,together:n}){let r=e+n;return r<2||r<=2*t?null:{kind:"crowded",head:e,base:t,together:n}}function kr(e,t){let{head:n,base:r,together:s}=t;return n>0&&n+s>=7+3*r?{kind:"fills-machine",label:e,...t}:null}function P(e,t,n){return e.filter(({slot:r})=>r.step.label===t.label&&r.arm===n)}function Ue(e,{kept:t},n){let r=t.filter(({slot:i})=>n(i)),[s,o]=[P(r,e,"base"),P(r,e,"head")],a=(i,u)=>i.filter(({slot:l})=>u.some(c=>c.slot.round===l.round)).flatMap(({slices:l})=>l);return{base:a(s,o),head:a(o,s)}}function Mr(e,t){let n=t.flatMap(({discarded:s})=>s).filter(({slot:s,diagnosis:o,evidence:a})=>{let i=o==="generator-starved"||o==="unknown";return s.step.label===e.label&&i&&Ne(a)}),r=n.filter(({slot:s})=>x(s));return{head:fe(r,"head"),base:fe(r,"base"),together:n.filter(({slot:s})=>s.turns?.position===0).length}}function Fe(e,t){let n=t.flatMap(s=>s.soak),r=s=>P(n,e,s).flatMap(({slices:o,disturbed:a})=>o.filter((i,u)=>!a[u]));return{base:r("base"),head:r("head")}}function He(e,t,n){let r=a=>P(a,e,"head").filter(({slot:i})=>n(i)),s=`${e.label}: `,o=t.flatMap(a=>a.failures).filter(a=>a.startsWith(s));return{label:e.label,kept:t.flatMap(a=>r(a.kept)),discarded:t.flatMap(a=>r(a.discarded)),failures:[...new Set(o.map(a=>a.slice(s.length)))]}}function Rr(e,t,n){let r=n.flatMap(({index:s,kept:o})=>{let a=P(o,e,t);return a.length>0?[{block:s,slots:a}]:[]});return{scenario:e.scenario,label:e.label,...e.variant&&{variant:e.variant},load:e.load,instances:r.map(({block:s,slots:o})=>({block:s,slices:o.flatMap(({slices:a})=>a)})),connectionIncluded:r.every(({slots:s})=>s.every(o=>o.connectionIncluded))}}function Er(e,t,n){let r=t.flatMap(({crash:i})=>{if(i?.arm!=="head")return[];let{arm:u,...l}=i;return[{kind:"crashed",...l}]}),o=[...new Set(t.flatMap(({thresholds:i})=>i.map(({label:u})=>u)))].map(i=>{let u=t.flatMap(l=>l.thresholds.filter(c=>c.label===i));return{kind:"threshold",label:i,thresholds:[...new Set(u.map(({threshold:l})=>l))]}}),a=[...n].flatMap(([i,u])=>kr(i,u)??[]);return[...r,...a,...e.flatMap(yr),...o]}function Ar(e,t,n,r){if(t.length===0)return[];let s=t.flatMap(({failure:a,crash:i})=>{if(i?.arm==="shared")return[{kind:"harness",message:`\`${i.service}\`, which serves the whole run, ended with ${i.exit}`,log:i.log}];if(a===null)return[];let{fault:u,label:l,message:c,log:d}=a;return[u==="script"?{kind:"script-failed",label:l,message:c,log:d}:{kind:"harness",message:c,log:d}]});if(s.length>0||t.some(({crash:a})=>a!==null))return s;let o=Et(e,t.length).filter(({arm:a})=>a==="head");return e.steps.flatMap(a=>r.some(l=>l.kind==="fills-machine"&&l.label===a.label)?[]:(n.has(a.label)?[x]:[x,se]).map(l=>{let c=o.filter(d=>d.step===a&&l(d)).length;return c===0?null:br(He(a,t,l),c)}).find(l=>l!==null)??[])}function fe(e,t){return e.filter(({slot:n})=>n.arm===t).length}function Cr(e,t){return[...e].flatMap(([{scenario:n,label:r,goal:s},o])=>["head","base"].flatMap(a=>{let i=o.flatMap(({block:u,arms:l})=>{let c=l.get(a);return c&&c.trials.length>0?[{block:u,...c}]:[]});return i.length>0?[{scenario:n,label:r,digest:t.get(r),goal:s,arm:a,blocks:i}]:[]}))}function xr(e){return Math.max(0,...[...e.values()].flatMap(t=>t.map(({block:n})=>n+1)))}function Tr(e){let t=[...e.values()].flat(),n=t.flatMap(({failure:r,crash:s})=>{if(s?.arm==="shared")return[{kind:"harness",message:`\`${s.service}\`, which serves the whole run, ended with ${s.exit}`,log:s.log}];if(s?.arm==="base")return[{kind:"harness",message:`\`${s.service}\` of the base ended with ${s.exit} in the search of ${s.label}`,log:s.log}];if(r===null)return[];let{fault:o,label:a,message:i,log:u}=r;return[o==="script"?{kind:"script-failed",label:a,message:i,log:u}:{kind:"harness",message:i,log:u}]});return n.length>0||t.some(({crash:r})=>r!==null)?n:[...e].flatMap(([{label:r},s])=>s.some(({arms:a})=>a.get("head")?.estimate!=null)?[]:[vo(r,s)])}function vo(e,t){let n=t.flatMap(o=>o.discarded),r=t.flatMap(({arms:o})=>o.get("head")?.trials??[]),s=n.at(-1);return s===void 0||r.length>n.length?{kind:"search-too-short",label:e,trials:r.length}:{kind:"machine-disturbed",label:e,discarded:n.length,rounds:n.length+r.length,cpu:s.evidence.cpu}}function Or(e){return[...e.values()].flat().flatMap(({crash:t})=>{if(t?.arm!=="head")return[];let{arm:n,...r}=t;return[{kind:"crashed",...r}]})}function _r({label:e,slos:t,slices:n,seen:r=[]}){return t.flatMap(({metric:s})=>{if(s.kind!=="custom")return[];let o=r.find(({name:i})=>i===s.name)?.type??null,a=o===null||at(s).some(i=>i===o);return a&&!Number.isNaN(N(n,s))?[]:[{kind:"metric-unknown",label:e,metric:z(s),is:a?null:o,seen:[...r]}]})}var ko=[50,90],Pr=.2,Mo=1.645,Ro=5;function Ir(e){let t=e.filter(r=>r.length>1).map(r=>({first:r.slice(0,r.length>>1),second:r.slice(r.length+1>>1)}));return t.length<Ro?null:ko.flatMap(r=>{let s=l=>_(l,r/100),o=t.map(({first:l,second:c})=>Math.log(s(c))-Math.log(s(l))),[a,i]=[s(t.flatMap(l=>l.first)),s(t.flatMap(l=>l.second))];return dn(o,"signed-rank",Mo)>Math.log1p(Pr)&&i>(1+Pr)*a?[{percent:r,first:a,second:i}]:[]}).sort((r,s)=>s.second/s.first-r.second/r.first)[0]??null}var Eo=.01,$r={latency:.2,memory:.1},Ao=[50,90],Co=20,Lr=.5,ze=8;function Je({base:e,head:t}){if(t.length<ze)return null;let n=hn(e,t);return n!==null?{kind:"stalls",...n}:xo(e,t)??To(e,t)}function xo(e,t){let n=We(t);if(n===null)return null;let{percent:r,first:s,second:o}=n;if(e.length>=ze){let{first:a,second:i}=Br(e,r);if(Math.log(i/a)>=Lr*Math.log(o/s))return null}return{kind:"ageing",of:"latency",percent:r,from:s,to:o}}function We(e){if(e.length<ze)return null;let t=e.length>>1;for(let n of Ao){let r=e.map(o=>Math.log(_([o],n/100))),{low:s}=bn(r.slice(0,t),r.slice(-t),Eo);if(s>Math.log1p($r.latency))return{percent:n,...Br(e,n)}}return null}function Br(e,t){let n=e.length>>1,r=s=>_(s,t/100);return{first:r(e.slice(0,n)),second:r(e.slice(-n))}}function To(e,t){let n=(i,u)=>(i.at(-1)?.memory??Number.NaN)-(i[u]?.memory??Number.NaN),[r,s]=[t[0].memory??Number.NaN,t.at(-1).memory??Number.NaN],o=n(t,0),a=n(t,2*t.length/3|0);return o>Math.max(Co,$r.memory*r)&&a>o/6?n(e,0)>=Lr*o?null:{kind:"ageing",of:"memory",percent:null,from:r,to:s}:null}var Oo=.01,_o=20;function Nr(e,t,{runs:n},r){let s=Oo/t.length;return t.flatMap(o=>{let a=mn(n.map(({slices:u})=>Math.log(N(u,o))),s);if(a===null||n.length-a.index>_o)return[];let i=Math.expm1(a.after-a.before);return i>r(o)?[{label:e,metric:o,commit:n[a.index].commit,change:i}]:[]})}function Dr(e){let t=e.steps.filter(g=>g.slices.some(k=>k.ok+k.failed+k.dropped>0)),n=wt(Math.max(1,e.looks.length)),r=(e.capacities??[]).map(fn),s=new Map(t.map(({label:g,stretches:k})=>[g,Ir(k)])),o=new Map(t.map(({label:g,soak:k,crowding:f})=>{let v=s.get(g);return[g,v?{kind:"growing",...v}:vr(f)??Je(k)]})),a=new Map(t.map(({label:g,soak:k})=>[g,s.get(g)??We(k.head)])),i=t.flatMap(_r),u=({label:g,slo:k})=>!i.some(f=>"metric"in f&&f.label===g&&f.metric===z(k.metric)),c=[...t.flatMap(g=>Bo(g,n)).filter(u).map(g=>$o(g,a)),...r.flatMap(g=>g.slos)],d=[...e.invalid,...i,...c.flatMap(Io),...yn(t,c,e),...r.flatMap(g=>g.invalid)],{changes:m,costs:h,open:p,pair:S}=gn(t,e),w=m.map(g=>Lo(g,o)),M={...ce({slos:c,changes:w,faults:e.faults,invalid:d,failOn:e.failOn}),slos:c,changes:w,costs:h,faults:e.faults,invalid:d,pair:S,loosened:e.loosened,suspects:e.comparison.kind==="history"?[]:t.flatMap(({label:g,history:k,slos:f,sensitivityOf:v})=>Nr(g,ut(f),k,E=>v(E).tolerance)),acceptances:[],refusals:[],effort:e.effort},A=t.some(({soak:g})=>g.base.length===0&&Je(g)!==null);return{verdict:M,undecided:Po(M,p),asksBase:A}}function Po(e,t){return e.faults.some(({kind:n})=>n==="crashed")?!1:e.invalid.length>0?e.invalid.every(({kind:n})=>n==="machine-disturbed"):e.changes.some(({code:n})=>n==="regressed")?!1:t||e.slos.some(({code:n,stretches:r})=>n==="at-limit"&&!r)}function Io({label:e,slo:{metric:t},estimate:n}){return lt(t)&&Number.isNaN(n.value)?[{kind:"cost-unknown",label:e,metric:z(t)}]:[]}function $o(e,t){let n=t.get(e.label);return!n||e.code!=="met"||!te(e.slo.metric)?e:{...e,code:"at-limit",growth:n}}function Lo(e,t){let n=t.get(e.label);return!n||e.code!=="unchanged"||!te(e.metric)?e:{...e,code:"inconclusive",reason:n}}function Bo(e,t){let{label:n,slos:r,slices:s,soak:o}=e,a=r.flatMap(u=>{let l=u.limit.kind==="relative"?e.others?.get(u.limit.scenario):void 0,c=(p,S)=>u.limit.kind==="absolute"?ke(n,u,p,t):l?Sn(n,{slo:u,other:l.label,pairs:S()},t):null,d=c(s,()=>l.pairs);if(d===null)return[];let m=te(u.metric)||u.metric.kind==="errors";if(d.code!=="met"||!m||o.head.length===0)return[d];let h=c(o.head,()=>[...W(o.head.map(p=>[p]),[]),...W([],l.soak.map(p=>[p]))]);return[h!==null&&Ut(h)?{...h,stretches:d.estimate}:d]});if(r.some(({metric:u})=>u.kind==="errors"))return a;let i=ke(n,ae,s,t);return i.code==="missed"?[...a,i]:a}function B(e,t,n,r=new Map){let{config:s,plan:o,baseline:a,digests:i,draft:u,comparison:l}=e,c=o.steps.map(f=>He(f,t,x)),d=new Map(o.steps.map(f=>[f.label,Mr(f,t)])),m=Er(c,t,d),h=l.kind==="pair"?["head","base"]:["head"],p=o.steps.flatMap(f=>h.flatMap(v=>{let E=Rr(f,v,t),y=i.get(f.label);return E.instances.length>0?[cn(E,v,y)]:[]})),S=Cr(r,i),w={...u,steps:p,...S.length>0&&{capacities:S}},M=Ve(o,t),A=o.steps.flatMap((f,v)=>{if(!p.some(({label:y,arm:C})=>y===f.label&&C==="head"))return[];let E=s.scenarios.find(({name:y})=>y===f.scenario);return[{label:f.label,slos:f.slos,slices:c[v].kept.flatMap(y=>y.slices),stretches:f.load.kind==="arrival-rate"?c[v].kept.map(({slices:y})=>y):[],inTurns:t.map(y=>Ue(f,y,se)),alone:t.map(y=>Ue(f,y,x)),crowding:d.get(f.label),soak:Fe(f,t),...f.work.kind==="script"&&{seen:No(f,t)},isNew:M.has(f.label),others:Do(f,o,t),history:Lt(a,w,f.label),sensitivityOf:y=>Se(s,E,y)}]}),g=f=>fe(t.flatMap(v=>v.discarded),f);return{...Dr({steps:A,faults:[...m,...Or(r)],searches:o.searches.length,capacities:o.searches.flatMap(f=>{let v=S.filter(({label:C})=>C===f.label),E=v.find(({arm:C})=>C==="head");if(E===void 0)return[];let y=s.scenarios.find(({name:C})=>C===f.scenario);return[{label:f.label,goal:f.goal,slos:f.slos,head:E,base:v.find(({arm:C})=>C==="base")??null,history:Bt(a,w,f.label),sensitivity:Se(s,y,pn)}]}),invalid:n?[n]:[...Ar(o,t,M,m),...Tr(r)],looks:o.looks,comparison:l,discarded:{base:g("base"),head:g("head")},loosened:e.loosened,failOn:e.failOn,effort:{slices:t.flatMap(({kept:f})=>f).reduce((f,v)=>f+v.slices.length,0),discardedRounds:g("head"),instances:h.length*(t.length+xr(r)),loadSeconds:[...t,...[...r.values()].flat()].reduce((f,{loadSeconds:v})=>f+v,0)}}),record:w}}function No(e,t){let n=t.flatMap(({kept:r})=>P(r,e,"head").flatMap(s=>s.seen??[]));return[...new Map(n.map(r=>[r.name,r])).values()]}function Do(e,{steps:t},n){let r=e.slos.flatMap(({limit:o})=>o.kind==="relative"?[o.scenario]:[]),s=({kept:o},a)=>P(o,a,"head").filter(({slot:i})=>x(i)).sort((i,u)=>i.slot.round-u.slot.round).map(({slices:i})=>i);return new Map(r.flatMap(o=>{let a=vt(t,e,o);if(a===void 0)return[];let i=n.flatMap(u=>W(s(u,e),s(u,a)));return[[o,{label:a.label,pairs:i,soak:Fe(a,n).head}]]}))}var jo=.5,Go=2;function Ve({paired:e,steps:t},n){if(!e)return new Set;let r=s=>{let o=n.map(({kept:a})=>({base:P(a,s,"base"),head:P(a,s,"head")})).filter(({base:a,head:i})=>a.length>0&&i.length>0);return o.length>=Go&&o.every(({base:a,head:i})=>jr(a)&&!jr(i))};return new Set(t.filter(r).map(({label:s})=>s))}function jr(e){return ee(e.flatMap(({slices:t})=>t))>jo}async function Gr(e,t){let{request:n}=t,{head:r,base:s}=e.configs,o=Wo(t),a=e.variants.map((l,c)=>Fo(e,c,t)),i=[],u=null;try{for(let[l,c]of[["head",r],["base",s]])c!==null&&await e.prepare(l,()=>Vo({...o,arm:l,config:c},s!==null,n.progress));u=await sn({...o,arm:null,config:r});for(let[l,c]of a.entries()){a.length>1&&!n.signal.aborted&&n.progress.note(`variant ${l+1} of ${a.length}: ${c.config.variant.name}`);let d=await Ho(e,c,qo(e,l,u,o,t));if(i.push(d),n.signal.aborted)break;if(Uo(d)){let m=a.length-i.length;m>0&&n.progress.note(`not measured, since the run has no verdict now: ${m} more variants`);break}}}catch(l){if(!(l instanceof Ae))throw l;i.push(B(a[0],[],await Ur(l,e)))}finally{await u?.stop()}return zo(i,n.failOn)}function Uo({verdict:{invalid:e}}){return e.some(({kind:t})=>t!=="machine-disturbed")}function Fo(e,t,n){let{head:r,base:s}=e.variants[t],{request:o,plans:a,baseline:i,draft:u}=n,l=s!==null,c=a[t].paired===l?a[t]:Tt(r,{budgetSeconds:o.budgetSeconds,paired:l}),d=e.comparison.kind==="pair"&&!l;return{config:r,plan:c,baseline:i,digests:new Map([...c.steps.map(m=>[m.label,an(m,r.deployments)]),...c.searches.map(m=>[m.label,ln(m,r.deployments)])]),draft:{...u,...e.pair&&{pair:e.pair},...e.deployments&&{deployments:e.deployments}},comparison:d?{kind:"none",reason:{kind:"new"}}:e.comparison,loosened:e.loosened,failOn:o.failOn}}async function Ho(e,t,n){let{plan:r}=t,s=[],o=new Map;try{let a=await Qo(t,s,n);return r.searches.length===0||Jo(a)?a:(await fr(r.searches,o,{...n,swapped:r.swapped,drawFirst:()=>qe(2)===0?"head":"base"}),B(t,s,null,o))}catch(a){if(!(a instanceof Ae))throw a;return B(t,s,await Ur(a,e,t.config.variant),o)}}function zo(e,t){let[n]=e,r=e.flatMap(({record:s})=>s.capacities??[]);return{verdict:Sr(e.map(({verdict:s})=>s),t),record:{...n.record,steps:e.flatMap(({record:s})=>s.steps),...r.length>0&&{capacities:r}},undecided:e.some(({undecided:s})=>s),asksBase:e.some(({asksBase:s})=>s)}}function Jo({verdict:e}){return e.invalid.length>0||e.faults.some(({kind:t})=>t==="crashed")}function Wo({request:e,session:t}){let{environment:n,signal:r}=e,{workspace:s,keeper:o,grace:a}=t;return{logFolder:s.logs,environment:n,keeper:o,signal:r,grace:a,shared:new Map}}async function Vo(e,t,n){let r=t?` of ${e.arm}`:"";await un(e,s=>n.phase(`building ${s}${r}`))}function qo(e,t,n,r,{request:s,session:o,k6:a}){let{head:i,base:u}=e.variants[t],l=(c,d)=>({...r,arm:c,config:d,shared:new Map([...n.portOf].filter(([m])=>d.services.some(h=>h.name===m&&h.scope==="run")))});return{arms:{head:l("head",i),...u&&{base:l("base",u)}},shared:n,...i.variant&&{variant:t+1},k6:a,folder:o.workspace.k6,progress:s.progress}}var Ko=2;async function Qo(e,t,n){let{signal:r}=n.arms.head,{plan:s}=e;for(;t.length<s.blocks&&!r.aborted;){let o=t.length,a={index:o,first:qe(2)===0?"head":"base",reversed:qe(2)===0,headOnly:Ve(s,t),warmUpSeconds:ar(s,t)},i={judgement:null},u=await ir(Rt(s,a),o,{...n,planned:s.blocks,soak:l=>s.soakSeconds===0||!s.looks.includes(o+1)?[]:(i.judgement=B({...e,plan:s},[...t,l],null),Yo(i.judgement,s,l))});if(t.push(u),u.failure!==null||u.crash!==null||t.length===Ko&&t.every(({kept:l})=>l.length===0))break;if(o===0&&s.paired&&(s=Xo(e,u)),s.looks.includes(t.length)){let l=i.judgement??B({...e,plan:s},t,null);if(!l.undecided||t.length===s.blocks)return l}}return B({...e,plan:s},t,Zo(e,t.at(-1)))}function Yo({verdict:e,undecided:t,asksBase:n},r,{index:s,soak:o}){let a=l=>o.some(({slot:c})=>c.arm===l);if(a("head"))return n&&!a("base")?be(r,"base"):[];let i=s+1===r.blocks||!t,u=e.slos.some(({code:l})=>l==="met")||e.changes.some(({code:l})=>l==="unchanged");return i&&e.invalid.length===0&&u?be(r,"head"):[]}function Xo({config:e,plan:t},n){let r=n.kept.reduce((a,{slot:i})=>a+Ct(i),0),s=t.steps.length*2*(re.seconds-kt),o=n.wallSeconds-r-s;return n.discarded.length>0?t:Mt(t,e,Math.max(.5,o))}async function Ur(e,{pair:t,guessMissing:n},r){let{kind:s,arm:o,service:a,log:i}=e,u=r?`${e.message} (variant ${r.name})`:e.message,l=o===null?null:await n(o,i);if(o!=="base"||t===void 0){let c=l===null?"":`; \`${l}\` is git-ignored, so a fresh tree has none: let \`build\` make it, or name it in \`reuse\``;return{kind:s,service:a,message:u+c,log:i}}return{kind:"base-failed",fault:s,commit:t.baseCommit,service:a,message:u,log:i,missing:l}}function Zo({draft:e},t){let n=e.pair?.baseCommit;if(t===void 0||n===void 0)return null;let{crash:r,failure:s}=t;if(r?.arm==="base"){let{service:u,exit:l,log:c}=r,d=`it ended with ${l} under load`;return{kind:"base-failed",fault:"crashed",commit:n,service:u,message:d,log:c,missing:null}}if(r!==null||s===null||!je(s))return null;let{label:o,log:a}=s,i=`the script of ${o} fails on the base, though not on the head: ${s.message}`;return{kind:"base-failed",fault:"script-failed",commit:n,service:o,message:i,log:a,missing:null}}async function Nc(e){let{progress:t,signal:n,environment:r,budgetSeconds:s}=e;yt(process.platform);let o=et(mt(Xe(gt(e.configPath,process.cwd(),ta(e)),e.only),e.deployments),e.base.from),a=await jt(o.directory,r,n),i=Ot(o,{budgetSeconds:s,paired:Ht(o,a)});for(let l of Ze(o,e.only))t.note(l);for(let l of ft(o))t.note(l);for(let{plan:l}of i)for(let c of l.shortages)t.note(xt(c));let u=await _e(o,a,e);return o.baseline.kind==="history"&&Pe(u),wn(o,e,async l=>{let c=await Bn(o,a,l,e);if(c.kind==="nothing")return ra(c.base,o,l,e);let d=await bt({environment:r,path:o.k6Path,version:e.k6Version,progress:t,signal:n,ci:r.CI==="true"}),m=await zt(o,c,l.workspace.path,ea(2**31),e);l.removeAtEnd(()=>m.remove()),m.suiteBefore!==o.suite&&(u=await na(u,m,o,a,e));let h=zr(e,o,d.version),p=f=>(f.comparison.kind==="history"&&Pe(u),Gr(f,{request:e,plans:i.map(({plan:v})=>v),session:l,baseline:u.baseline,draft:h,k6:d.path})),S=await p(m);S.verdict.invalid.find(({kind:f})=>f==="base-failed")&&o.baseline.onBaseFailure==="history"&&(t.note("the base cannot be measured; `on-base-failure` asks for a comparison with recorded runs"),S=await p(Jt(m))),Qe(n);let{verdict:M,record:A}=S,g=e.record&&M.invalid.length===0?await Nn(u,A):Fr,k=Nt(A,u.baseline);return he({...g,...Hr(M,A,k,e)},l.secrets)})}function ta({only:e,environment:t}){return{only:e,calling:{command:"tailgate run",variables:X(t)}}}async function na({store:e},{suiteBefore:t},...[n,r,s]){return{...await _e({...n,suite:t},r,s),store:e}}var Fr={recordPath:null,unrecorded:null};function ra(e,t,{secrets:n},r){let s=vn(e,t.when.changed),o={...zr(r,t,"not used"),steps:[]};return he({...Fr,...Hr(s,o,[],r)},n)}function Hr(e,t,n,{baseBranch:r,link:s}){return{report:ct(e,t,{baseBranch:r,link:s,history:n}),exitCode:tt(e)}}function zr(e,t,n){return{schemaVersion:1,suite:t.suite,...e.subject,attempt:e.attempt,...e.leg&&{leg:e.leg},recordedAt:new Date().toISOString(),tailgate:Gt,environment:{...St(),k6:n}}}async function Gc(e,t,n){let r=ve(e,we(t),n),s=await j(r,"rev-parse","--verify","HEAD");if(s===null)return{commit:null,dirty:!1,branch:null,commitTime:null};let[o,a,i]=await Promise.all([j(r,"status","--porcelain","--untracked-files=no"),j(r,"symbolic-ref","--quiet","--short","HEAD"),j(r,"show","--no-patch","--format=%cI","HEAD")]);return{commit:s,dirty:o!=="",branch:a??t.GITHUB_REF_NAME??null,commitTime:i}}async function Uc(e,t,n){let r=ve(e,we(t),n),s=await j(r,"symbolic-ref","--quiet","--short","refs/remotes/origin/HEAD");if(s!==null)return s.replace(/^origin\//,"");for(let o of["main","master"])if(await G(r,`refs/heads/${o}`)!==null)return o;return"main"}export{Nc as a,Gc as b,Uc as c};
