import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{c as ut}from"./chunk-OQUG6OOJ.mjs";import{a as Yt,b as Xt,c as Zt,d as en,f as xe,g as ln,h as cn,i as hn,j as En}from"./chunk-WBJO4SFF.mjs";import{a as vt,d as kt,h as Mt}from"./chunk-IITZAU2B.mjs";import{a as Ee,b as nn,c as rn,d as sn,e as on,h as le,i as an}from"./chunk-7AXH7B5Y.mjs";import{a as _t,b as C,c as se,d as Pt,e as oe,f as be,g as $t,h as It,i as Ht,j as zt,k as Vt,l as Kt,n as wn,p as vn}from"./chunk-WGDRYMKU.mjs";import{E as yn,F as bn,f as xt,g as D,h as re,j as Tt,k as Ct,l as At,n as Ot,s as ye,t as un,u as mn,v as dn,w as pn,x as fn,z as gn}from"./chunk-HKYWG7CV.mjs";import{a as H,b as kn,c as Mn,d as Rn}from"./chunk-OUB4Q7YX.mjs";import{a as ce}from"./chunk-TXC5OVYN.mjs";import{a as Dt,b as jt,c as Ut,d as Gt}from"./chunk-2VGYVKZ2.mjs";import{a as Jt}from"./chunk-BYKIIYLB.mjs";import{a as Rt}from"./chunk-DNDBJQMZ.mjs";import{a as Et,d as Se,g as Sn}from"./chunk-SSVTQSPS.mjs";import{a as ae,b as ke,d as Me,e as Wt}from"./chunk-IRCU6R6X.mjs";import{b as we,e as ve,f as j,g as U,h as Ft,i as qt,o as ie,p as W,q as Re,r as Qt,u as tn}from"./chunk-H5SELM4T.mjs";import{a as Lt}from"./chunk-JU7ICJHA.mjs";import{f as nt,n as Nt,p as Bt}from"./chunk-5ZXNAKYR.mjs";import{C as bt,D as wt,a as mt,c as dt,d as pt,g as ft,k as ht,l as gt,w as St,y as ne,z as yt}from"./chunk-TUM4RPNL.mjs";import{m as Ze,p as et,q as tt}from"./chunk-M4S37P5S.mjs";import{C as O,D as ee,E as st,G as ot,J as at,aa as it,e as Z,f as M,fa as lt,ja as J,k as N,l as P,na as te,oa as ct,p as rt,q as ge,s as q,ua as L}from"./chunk-4E4AUD57.mjs";import{a as X,d as he,f as Xe}from"./chunk-LJUUIAVS.mjs";import{g as Ye}from"./chunk-HENDURBQ.mjs";import{a as F,b as A,c as Ke,d as Qe}from"./chunk-NZMXMQNO.mjs";import{randomInt as ba}from"node:crypto";function xn(e,t){return{code:"skipped",blocks:!1,slos:[],changes:[],faults:[],invalid:[],pair:null,unmeasured:{kind:"irrelevant",baseCommit:e,patterns:[...t]},loosened:[],costs:[],suspects:[],acceptances:[],refusals:[],effort:{slices:0,discardedRounds:0,instances:0,loadSeconds:0}}}import{relative as ds}from"node:path";var ss=720*3600;async function Tn(e,t,n){let r=new Map(n.flatMap(({commit:d,commitTime:h})=>{let p=Date.parse(h??"")/1e3;return d===null||Number.isNaN(p)?[]:[[d,p]]}));if(r.size===0||"kind"in e)return new Set;let{git:s,remote:o}=e,a=await s(["rev-parse","--is-shallow-repository"]),i=await Te(s,o,t);if(a.stdout!=="false"||i.length===0)return new Set;let u=Math.floor(Math.min(...r.values()))-ss,c=await s(["rev-list","--timestamp",`--max-age=${Math.max(0,u)}`,...i]);if(!c.ok)return new Set;let l=new Map([...c.stdout.matchAll(/^(\d+) ([0-9a-f]+)$/gm)].map(([,d,h])=>[h,Number(d)])),m=Math.max(Number.NEGATIVE_INFINITY,...i.map(d=>l.get(d)??Number.NEGATIVE_INFINITY));return new Set([...r].filter(([d,h])=>!l.has(d)&&h<=m).map(([d])=>d))}async function Te(e,t,n){let r=[...t===null?[]:[`refs/remotes/${t}/${n}`],`refs/heads/${n}`],s=await Promise.all(r.map(o=>U(e,o)));return[...new Set(s.filter(o=>o!==null))]}var os="A full clone has it: `fetch-depth: 0` for actions/checkout, `git fetch --unshallow` on a laptop. To fetch it later, the job needs `contents: read`.";async function On(e,t){let{head:n}=t,r=t.asked===null?await as(e,t.trigger,n,t.dirty):{commit:await ls(e,t.asked),because:"asked",branch:null};if(!("commit"in r))return r;let s=await W(e,r.commit,r.branch);if(s!==null)return Ce(`The base revision ${r.commit.slice(0,10)}`,s);let o=await e.git(["rev-parse","--verify",`${r.commit}^{tree}`]);return{kind:"base",commit:r.commit,tree:o.stdout,because:r.because}}async function as(e,t,n,r){switch(t.kind){case"pull_request":{let s=await _n(e,n);if(s.length===2&&s.includes(t.headSha)){let o=s.find(a=>a!==t.headSha);return o===t.formerBaseSha&&o!==t.baseSha?cs(t.baseBranch):{commit:o,because:"merge-parent",branch:t.baseBranch}}return An(e,n,t.baseBranch,t.baseSha)}case"merge_group":return{commit:t.baseSha,because:"merge-group",branch:null};case"push":{let{before:s,branch:o}=t;return s!==null&&ie(s)&&!/^0+$/.test(s)&&s!==n&&await W(e,s,o)===null?{commit:s,because:"before-push",branch:o}:Cn(e,n,o)}case"local":return e.checkout.branch!==t.baseBranch?An(e,n,t.baseBranch,null):r?{commit:n,because:"parent",branch:t.baseBranch}:Cn(e,n,t.baseBranch)}}async function Cn(e,t,n){let[r]=await _n(e,t);return r!==void 0?{commit:r,because:"parent",branch:n}:{kind:"none",reason:"root-commit",message:"The first commit has none before it."}}async function _n(e,t){let{stdout:n}=await e.git(["cat-file","commit",t]),[r=""]=n.split(`

`,1);return[...r.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([,s])=>s)}async function An(e,t,n,r){let s=await is(e,n,r);if(s!==null&&typeof s=="object")return Ce(`The branch ${n}`,s.problem);if(s===null)return{kind:"none",reason:"unknown-branch",message:`There is no branch ${JSON.stringify(n)} to compare with, here or on the remote.`,hint:"Name one with `--base-branch`, or a revision with `--base`."};let o=await e.git(["merge-base",t,s]);if(o.ok)return{commit:o.stdout,because:"merge-base",branch:n};let a=e.isShallow()?await Qt(e,t,s):{commit:null};return"problem"in a?Ce(`The merge base with ${n}`,a.problem):a.commit!==null?{commit:a.commit,because:"merge-base",branch:n}:{kind:"none",reason:"unrelated",message:`The revision that is checked out and ${n} have no history in common.`}}async function is(e,t,n){let[r]=await Te(e.git,e.checkout.remote,t);if(r!==void 0)return r;let s=await Re(e,`refs/heads/${t}`);if(s!==null||n===null)return s;let o=await W(e,n,null);return o===null?n:{problem:o}}async function ls(e,t){let{git:n,top:r,remote:s}=e.checkout,o=await n(["rev-parse","--verify","--quiet","--end-of-options",t]);if(o.ok&&ie(o.stdout)){let c=await U(n,o.stdout);if(c!==null)return c}if(ie(t)&&await W(e,t,null)===null)return t;let a=s!==null&&t.startsWith(`${s}/`)?t.slice(s.length+1):t;for(let c of[`refs/heads/${a}`,`refs/tags/${a}`]){let l=await Re(e,c);if(l!==null)return l}let{stdout:i}=await n(["for-each-ref","--format=%(refname:short)"]),u=Ye(t,i.split(`
`).filter(Boolean));throw new A({what:`--base names no revision: ${JSON.stringify(t)}.`,where:r,hint:u===void 0?"It takes a branch, a tag or a commit of this repository.":`Did you mean ${u}?`})}function cs(e){return{kind:"none",reason:"unobtainable",message:`What is checked out is still the test merge with the former base, not with ${e}.`,hint:"Choose the base again, or push a commit: then GitHub starts a run with the new one."}}function Ce(e,t){return{kind:"none",reason:"unobtainable",message:`${e} is not in this clone and could not be fetched: ${t}.`,hint:os}}async function $n(e,t,n){return[...(await In(e,["diff-tree",...["-r","-z","--raw","--no-renames","--no-ext-diff","--ignore-submodules=none"],t,n])).matchAll(/:(\d+) (\d+) [^\0]*\0([^\0]*)\0/g)].map(([,o,a,i])=>({path:Nn(i),submodule:o===Pn||a===Pn}))}async function Ae(e,t){return(await In(e,["ls-tree","-r","-z","--full-tree","--name-only",t])).split("\0").filter(Boolean).map(Nn)}var Pn="160000";async function In(e,t){let n=await e.git(t,{encoding:"latin1"});if(n.ok)return n.stdout;throw new A({what:`What differs from the base could not be found out: ${Ft(n)}.`,hint:"Without `when` everything is measured.",exitCode:3})}function Nn(e){return Buffer.from(e,"latin1").toString()}async function Bn(e,t,n){let{prefix:r}=e.checkout,s=await $n(e,n.base,n.head);if(us(s,t,r))return{relevant:!0,notes:[]};let o=[...await Ae(e,n.head),...await Ae(e,n.base)].flatMap(l=>Ln(l,r)??[]),a=ms(t.patterns,o);if(a.length===0)return{relevant:!1,notes:[]};let i=ne(t.patterns),u=!o.some(l=>i(l)==="in"),c=a.map(l=>`${JSON.stringify(l)} of \`when.changed\` matches no file of base or head${u?"; everything is measured":""}`);return{relevant:u,notes:c}}function us(e,t,n){let r=ne(t.patterns);return e.some(({path:s,submodule:o})=>{let a=Ln(s,n);if(a===null)return!1;if(t.always.includes(a))return!0;let i=r(a);return i==="in"||o&&i==="unnamed"})}function ms(e,t){return e.filter(n=>{if(yt(n))return!1;let r=ne([n]);return!t.some(s=>r(s)==="in")})}function Ln(e,t){return t===""?e:e.startsWith(`${t}/`)?e.slice(t.length+1):null}async function Dn(e){let{asked:t,trigger:n,checkout:r}=e;if("kind"in r)return Oe(r,t);if(r.head===null)return Oe({kind:"none",reason:"no-commit",message:"Nothing is committed yet."},t);let s=await Zt(r,e.folder,e),o=n.kind==="local"?await Xt(s,r.head,e.leaveOut):await Yt(s,r.head),a=await On(s,{head:r.head,dirty:o.dirty,asked:t,trigger:n});if(a.kind==="none")return Oe(a,t);if(a.tree===o.tree)return{kind:"identical",base:a,head:o,notes:o.notes};let i={base:a.tree,head:o.tree},u=e.watched&&await Bn(s,e.watched,i),c=[...o.notes,...u?.notes??[]];return u?.relevant===!1?{kind:"irrelevant",base:a,head:o,notes:c}:{kind:"different",base:a,head:o,notes:c,layOut:l=>en(s,l,{head:o,base:a})}}function Oe(e,t){if(t===null)return e;throw new A({what:`--base ${JSON.stringify(t)} cannot be used: ${e.message}`,hint:e.hint})}async function Gn(e,t,{workspace:n,keeper:r},s){let{progress:o,signal:a,base:i}=s,u=e.baseline.kind==="paired"&&e.deployments===void 0,c=i.asked!==null||jn(i.trigger);if(!u&&e.when===void 0&&!c)return{kind:"alone",comparison:{kind:"history"}};o.phase(u?"laying out base and head":"looking at what has changed");let l=await Dn({checkout:t,environment:{...s.environment,...r.mark},asked:i.asked,trigger:i.trigger,folder:n.path,credentials:i.credentials??null,leaveOut:[...s.store.kind==="directory"?[s.store.path]:[],...s.keepPath?[s.keepPath]:[]],...e.when&&{watched:fs(e,e.when)},signal:a});if(l.kind==="none"){if(u&&(l.reason==="unobtainable"||jn(i.trigger)))throw hs(l);e.when?o.note(`no base to find out what has changed, so everything is measured: ${Un(l)}`):u&&l.reason!=="no-repository"&&o.note(`no base to measure beside the head: ${Un(l)}`);let m=c&&{unread:l.message};return{kind:"alone",comparison:{kind:"history"},...m}}for(let m of l.notes)o.note(m);if(l.kind==="irrelevant"||l.kind==="identical"&&e.when)return{kind:"nothing",base:l.base.commit};if(!u){let m=l.kind==="different"&&{pair:l};return{kind:"alone",comparison:{kind:"history"},...m}}return l.kind==="different"?{kind:"pair",pair:l}:{kind:"alone",comparison:{kind:"none",reason:{kind:"identical"}}}}var ps="Give actions/checkout `fetch-depth: 0`, and its job `contents: read`. Or compare with recorded runs on purpose: `from: history` under `baseline`.";function fs({path:e,directory:t,scenarios:n,k6Path:r=e},{changed:s}){let o=n.flatMap(({work:a})=>Ht(a));return{patterns:s,always:[e,r,...o].map(a=>ds(t,a))}}function jn({kind:e}){return e==="pull_request"||e==="merge_group"}function Un({message:e,hint:t}){return`${e}${t?` ${t}`:""}`}function hs({message:e,hint:t=ps}){return new A({what:`No base to measure beside the head: ${e}`,hint:t,exitCode:F.unmeasured})}async function _e(e,t,n){let{progress:r,environment:s,signal:o,subject:a}=n,{suite:i,directory:u}=e,c=n.base.credentials??null,l=tn(n.store,{suite:i,directory:u,credentials:c,environment:s,signal:o});try{let{records:m,unreadable:d}=await l.list({newest:Lt});for(let{name:v,reason:E}of d)r.note(`record ${v} is left out: ${E}`);let h=a.commit===null?null:n.baseBranch,p=m.filter(v=>v.branch===h),S=h===null?new Set:await Tn(t,h,p);return S.size>0&&r.note(`${gs(S.size)} no longer on ${h} and left out`),{store:l,baseline:Dt(p,{branch:h,onBranch:v=>!S.has(v),leg:n.leg}),problem:null}}catch(m){if(!(m instanceof A)||m.exitCode!==F.unmeasured)throw m;return r.note(`the records cannot be read, so there is no trend: ${m.message}`),{store:l,baseline:[],problem:m}}}function Pe({problem:e}){if(e===null)return;let{message:t,where:n,hint:r,detail:s}=e;throw new A({what:t,where:n,hint:r,detail:s,cause:e,exitCode:F.unmeasured})}async function Fn({store:e},t){try{return{recordPath:await e.append(t),unrecorded:null}}catch(n){if(n instanceof Ke)throw n;let r=n instanceof A&&n.hint?` ${n.hint}`:"";return{recordPath:null,unrecorded:`${n.message}${r}`}}}function gs(e){return e===1?"the commit of one record is":`the commits of ${e} records are`}import{randomInt as Ve}from"node:crypto";import{readFileSync as qn}from"node:fs";import{availableParallelism as Jn}from"node:os";import{setTimeout as Ss}from"node:timers/promises";var ys=250,bs=.1;async function ue(e,t){let n=performance.now()+e,r=$e(0,new Set);for(;r.busy!==null&&performance.now()<n&&!t.aborted;){await Ss(500);let s=$e(0,new Set),o=(s.monotonic-r.monotonic)/1e3;if(((s.busy??0)-r.busy+(s.steal??0)-(r.steal??0))/o<bs*Jn())return!0;r=s}return r.busy===null}function Wn(e,t,n=new Map){let r=[],s=Jn(),o=()=>{let i=$e(e,new Set(t),n);(i.generator??0)<(r.at(-1)?.generator??0)||(r.push(i),s=Ms(e)??s)};o();let a=setInterval(o,ys);return{samples:r,take:o,generatorLimit:()=>s,stop(){clearInterval(a),o()}}}function $e(e,t,n=new Map){let r=ws(),{user:s,system:o}=process.cpuUsage(),a=new Set([e,...t]),i=r&&rn(nn()??[],a),u=i&&ks(i,e,t);return{wall:Date.now(),monotonic:performance.now(),busy:r?.busy??null,steal:r?.steal??null,generator:u?.generator??null,service:u?.service??null,self:(s+o)/1e6,arms:new Map([...n].map(([c,l])=>[c,vs(i??[],l)]))}}function ws(){try{let[e,t,n,,,,,r]=qn("/proc/stat","latin1").slice(0,200).split(`
`)[0].trim().split(/\s+/).slice(1).map(Number);return{busy:(e+t+n)/Ee,steal:(r??0)/Ee}}catch{return null}}function vs(e,t){let n=e.filter(({session:s})=>t.includes(s)),r=s=>n.reduce((o,a)=>o+s(a),0);return{seconds:r(({pid:s,seconds:o})=>Math.max(o,sn(s)??0)),memory:r(({pid:s})=>on(s)??0)}}function ks(e,t,n){let r={generator:0,service:0};for(let{session:s,seconds:o}of e)s===t?r.generator+=o:n.has(s)&&(r.service+=o);return r}function Ms(e){try{return(/^Cpus_allowed_list:\s*(\S+)/m.exec(qn(`/proc/${e}/status`,"latin1"))?.[1]).split(",").map(r=>r.split("-").map(Number)).reduce((r,[s,o])=>r+(o===void 0?1:o-s+1),0)}catch{return null}}function Ne(e,t,n,r){let s=(n-t)/1e3,o=d=>{let h=Ie(e,t,d),p=Ie(e,n,d);return h===null||p===null?null:Math.max(0,(p-h)/s)},[a,i,u,c]=[o(d=>d.busy),o(d=>d.generator),o(d=>d.service),o(d=>d.self)],l=r.outsiders?null:u,m=a!==null&&i!==null&&l!==null;return{cores:r.cores,generator:i,generatorLimit:r.generatorLimit,service:l,others:m?Math.max(0,a-i-l-(c??0)):null,steal:o(d=>d.steal),clockJumpMs:Rs(e,t,n)}}function Hn(e,t,n,r){let s=u=>Ie(e,u,c=>c.arms.get(t)?.seconds??null),[o,a]=[s(n),s(r)],i=e.findLast(({wall:u})=>u<=r)?.arms.get(t)?.memory??0;return o===null||a===null||a<o||i===0?null:{cpu:a-o,memory:i}}function Ie(e,t,n){let r=e.findIndex(u=>u.wall>=t),s=e[r===-1?e.length-1:r],o=e[Math.max(0,(r===-1?e.length-1:r)-1)];if(!o||!s)return null;let[a,i]=[n(o),n(s)];return a===null||i===null?null:s.wall===o.wall?i:a+Math.min(1,Math.max(0,(t-o.wall)/(s.wall-o.wall)))*(i-a)}function Rs(e,t,n){let r=e.filter(s=>s.wall>=t&&s.wall<=n).map(s=>s.wall-s.monotonic);return r.length<2?0:Math.max(...r)-Math.min(...r)}function zn(e){let{intended:t,sent:n,dropped:r}=e;if(Be(e))return"disturbed";let s=t===null?0:t-n,o=t!==null&&s>Math.max(2,.01*t),a=Kn(e);return t===null?Qn(e)?"generator-starved":"sound":o||r>0?a?"generator-starved":r>0&&o?"service-slow":o?(e.lagMs??0)>20?"generator-starved":"unknown":"sound":e.lagMs!==null&&e.lagMs>20&&!Es(e)?"generator-starved":"sound"}function Be({cpu:e,clockJumpMs:t}){return t>100||e.steal!==null&&e.steal>.1*e.cores||e.others!==null&&e.others>.2*e.cores}function Es(e){let{cores:t,generator:n,service:r}=e.cpu;return n===null||r===null?!1:n<.3*t&&r>n&&n+r<.9*t&&Le(e)}function Le({cpu:{cores:e,others:t,steal:n},clockJumpMs:r}){return t!==null&&t<.05*e&&(n??0)<.025*e&&r<=100}function Vn(e,t){if(Kn(e))return!0;let{generator:n,service:r}=e.cpu;return(t==="generator-starved"||t==="unknown")&&n!==null&&!(r!==null&&r>n)}function Kn(e){let{cpu:t}=e;return t.generator===null?!1:Qn(e)?!0:t.generator+(t.service??0)+(t.others??0)>.9*t.cores&&t.generator>.45*t.cores}function Qn({cpu:{generator:e,generatorLimit:t}}){return e!==null&&t!==null&&e>.9*t}function me(e,t){let{cpu:n,intended:r,sent:s,seconds:o,clockJumpMs:a,lagMs:i}=t,u=`${Math.max(0,Math.round((r??0)-s))} of ${Math.round(r??0)} arrivals never began in ${xs(o)} s`,c=(l,m)=>`${Math.round(100*l/m)} %`;switch(e){case"disturbed":return a>100?`the clock jumped by ${Math.round(a)} ms`:n.steal!==null&&n.steal>.1*n.cores?`the hypervisor took ${c(n.steal,n.cores)} of the processors`:`other processes took ${c(n.others??0,n.cores)} of the processors`;case"generator-starved":{let l=n.generator===null?"":`; k6 had ${c(n.generator,n.generatorLimit??n.cores)} of its processors`;return`${(i??0)>20?`k6 began arrivals ${Math.round(i)} ms late (p99)`:`k6 fell behind: ${u}`}${l}`}case"unknown":return`${u}, and nothing shows why`;case"service-slow":return`the service was too slow for the rate: ${u}`;case"sound":return"nothing disturbed it"}}function xs(e){return Math.round(e*10)/10}async function z(e,{arms:t,together:n,block:r,variant:s}){e.starts++;let o=e.starts>1?`_${e.starts}`:"",a=s===void 0?"":`v${s}_`,u=(await Promise.allSettled(n.map(async c=>{e.running.set(c,await ln(t[c],`${c}_${a}${r+1}${o}`))}))).flatMap(c=>c.status==="rejected"?[c.reason]:[]);if(u.length>0)throw u.find(({arm:c})=>c!=="base")??u[0]}async function V({running:e}){let t=[...e.values()];e.clear();let r=(await Promise.allSettled(t.map(s=>s.stop()))).find(s=>s.status==="rejected");if(r)throw r.reason}import{availableParallelism as oo}from"node:os";import{readFileSync as Gs,writeFileSync as rr}from"node:fs";import{totalmem as Fs}from"node:os";import{join as de}from"node:path";import{setTimeout as qs}from"node:timers/promises";var Yn=`// Latency of the caller (ms): connection phases plus http_req_duration, of requests answered as expected.
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
// Declared request that was sent last.
let request = slot.request;

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
  const wanted = slot.request === null ? [] : request.expectStatus;
  const expected =
    wanted.length > 0 ? wanted.includes(response.status) : response.status >= 200 && response.status < 400;
  if (!expected) {
    const which = slot.deal !== null && slot.deal.requests.length > 1 ? \` of \${request.name}\` : '';
    if (response.status > 0) tellFailure(\`status \${response.status}\${which}\`);
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
  // The finalizer of MurmurHash3, by Austin Appleby (public domain).
  let hash = countOwn() + 1;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  sleep((((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32) * (JITTER_MS / 1000));
}

/** Number of this arrival among those of its arm. */
function countOwn() {
  const { turns } = slot;
  const number = exec.scenario.iterationInTest;
  if (turns === null) return number;
  return Math.floor(number / (turns.arrivals * turns.of)) * turns.arrivals + (number % turns.arrivals);
}

const ENCODE = {
  path: encodeURIComponent,
  json: (value) => JSON.stringify(String(value)).slice(1, -1),
  value: JSON.stringify,
  raw: String,
};

function fill(template, row) {
  if (template === null || typeof template === 'string') return template;
  return template
    .map((part) => (typeof part === 'string' ? part : ENCODE[part.as](row[part.column])))
    .join('');
}

/** Chooses the request, and the row of data, by the number of the arrival: both arms get the same ones. */
function dealRequest({ name, first, requests }) {
  const { order, ranks, counts } = SEQUENCES[name];
  const position = first + countOwn();
  const at = position % order.length;
  const which = order[at];
  const dealt = requests[which];
  const rows = ROWS[name];
  if (!rows) return dealt;
  // Each request takes the rows in order, and begins anew after the last.
  const row = rows[(Math.floor(position / order.length) * counts[which] + ranks[at]) % rows.length];
  const headers = {};
  for (const [header, value] of Object.entries(dealt.headers)) headers[header] = fill(value, row);
  return { ...dealt, url: fill(dealt.url, row), headers, body: fill(dealt.body, row) };
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
    if (slot.request !== null) {
      request = slot.deal === null ? slot.request : dealRequest(slot.deal);
      sendRequest(request);
    } else {
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
`;var Cs="tailgate_slice",As=["0.0.0.0/2","64.0.0.0/3","96.0.0.0/4","112.0.0.0/5","120.0.0.0/6","124.0.0.0/7","126.0.0.0/8","128.0.0.0/1",...Array.from({length:16},(e,t)=>`${(2**t).toString(16)}::/${16-t}`)];function Xn({program:e,targetUrl:t,confined:n,requestOf:r,dealOf:s=()=>null}){let o=e.slots[0].step.work,a=new Map(e.slots.map(l=>[l,s(l)])),i=Object.fromEntries(e.slots.map(l=>{let m=a.get(l)??null;return[l.key,_s(l,m===null?r(l):null,m)]})),u=[...a.values()].filter(l=>l!==null),c=o.kind==="script"?[`export * from ${JSON.stringify(o.path)};`,`import * as user from ${JSON.stringify(o.path)};`]:["const user = {};"];return["import { sleep } from 'k6';","import http from 'k6/http';","import exec from 'k6/execution';",...u.some(({dataFile:l})=>l!==null)?["import { SharedArray } from 'k6/data';"]:[],"import { Counter, Gauge, Trend } from 'k6/metrics';",...c,"",`const TARGET_URL = __ENV.TARGET_URL || ${JSON.stringify(t)};`,`const SLICE_TAG = ${JSON.stringify(Cs)};`,`const PERCENTS = ${JSON.stringify(un)};`,`const BLOCKED = ${JSON.stringify(n?As:[])};`,`const SEQUENCES = ${JSON.stringify(Object.fromEntries(u.map(({name:l,sequence:m})=>[l,m])))};`,`const ROWS = {${[...new Set(u.flatMap(Os))].join(", ")}};`,`const SLOTS = ${JSON.stringify(i,null,2)};`,`const SCENARIOS = ${JSON.stringify(Object.fromEntries(e.slots.map(l=>[Zn(l),Ps(l)])),null,2)};`,"",Yn].join(`
`)}function Os({name:e,dataFile:t}){if(t===null)return[];let n=JSON.stringify(e);return[`${n}: new SharedArray(${n}, () => JSON.parse(open(${JSON.stringify(`./${t}`)})))`]}function De(e){return e.round!==null||e.slices>1}function Zn({key:e,turns:t}){return t?.scenario??e}function _s(e,t,n){let{load:r,work:s,label:o}=e.step;return{label:o,measured:De(e),told:e.arm==="head",startMs:e.startSeconds*1e3,settleMs:e.settleSeconds*1e3,sliceMs:(e.seconds-e.settleSeconds)*1e3/e.slices,slices:e.slices,firstSlice:e.turns===null?0:e.turns.position*e.slices,rate:r.kind==="arrival-rate"?r.rate:null,scenario:Zn(e),turns:e.turns&&{...e.turns,...oe(e)},iterations:e.round===null?null:e.requests,exec:s.kind==="script"?s.exec:null,custom:[...new Set(pt(e.step.slos).map(({name:a})=>a))],deal:n&&{name:n.name,first:n.first,requests:n.requests},request:n?.requests[0]??(t&&{method:t.method,url:t.url,headers:t.headers,body:t.body??null,expectStatus:t.expectStatus,timeoutMs:t.timeoutSeconds*1e3})}}function Ps(e){let{load:t,virtualUsers:n,graceSeconds:r}=e.step,s={exec:"runIteration",startTime:`${e.startSeconds}s`,gracefulStop:`${r}s`},o=`${e.seconds}s`;switch(t.kind){case"arrival-rate":return{...s,executor:"constant-arrival-rate",duration:o,...$s(t.rate),preAllocatedVUs:n,maxVUs:n};case"users":return{...s,executor:"constant-vus",duration:o,vus:t.users};case"fixed-work":return e.round===null?{...s,executor:"constant-vus",duration:o,vus:t.users}:{...s,executor:"shared-iterations",vus:t.users,iterations:e.requests??t.requests,maxDuration:`${D}s`}}}function $s(e){for(let[t,n]of[["1s",1],["1m",60],["1h",3600]]){let r=e*n;if(Math.abs(r-Math.round(r))<1e-9*r)return{rate:Math.round(r),timeUnit:t}}return{rate:Math.max(1,Math.round(e*3600)),timeUnit:"1h"}}var er=P({count:M(),avg:M(),values:N(M())}).nullable(),Is=rt("type",[P({type:q("trend"),count:M(),avg:M(),values:N(M())}),P({type:q("rate"),hits:M(),count:M()}),P({type:q("counter"),sum:M()})]),Ns=P({schemaVersion:q(1),percents:N(M()),slots:ge(Z(),P({startedAt:M(),endedAt:M(),dropped:M(),slices:N(P({started:M(),finished:M(),exceptions:M(),begun:M(),ended:M(),redirected:M(),requests:M(),failed:M(),latency:er,service:er,lag:P({p50:M(),p99:M(),max:M()}).nullable(),custom:ge(Z(),Is).optional()}))})),thresholds:N(Z()),seen:N(at).optional()});function tr(e){return Ns.parse(JSON.parse(e))}function nr(e,t){return t.filter(n=>De(n)&&(e.slots[n.key]?.startedAt??0)>0).map(n=>({...Bs(n,e.slots[n.key],e.percents),seen:e.seen}))}function Bs(e,t,n){let r=n.map(p=>p/100),{load:s}=e.step,o=s.kind==="fixed-work"&&t.endedAt>t.startedAt?(t.endedAt-t.startedAt)/1e3:e.seconds-e.settleSeconds,a=s.kind==="arrival-rate"?s.rate:null,i=oe(e),u=i===null?o/e.slices:i.planned/a/e.slices,c=a===null?null:a*u,l=t.slices.every(p=>(p.latency?.count??0)===(p.service?.count??0)),m=Ds(e,t.slices),d=t.slices.map((p,S)=>{let k=l?p.latency:p.service;return{startedAt:t.startedAt+(e.settleSeconds+S*o/e.slices)*1e3,seconds:u,...e.turns!==null&&{alternating:!0},planned:c,ok:k?.count??0,failed:Math.max(p.failed,p.exceptions)+Math.max(0,m(p)),dropped:js(t,p,s.kind==="fixed-work"?e:null,c),latency:k&&{levels:r,values:k.values},avg:k?.avg??null,service:p.service&&Us(r,p.service.values),lag:p.lag,...Object.keys(p.custom??{}).length>0&&{custom:Ls(p.custom,r)}}}),h=t.slices.reduce((p,S)=>p+S.started,0);return{slot:e,slices:d,sent:h,intended:c===null?null:c*e.slices,connectionIncluded:l}}function Ls(e,t){return Object.fromEntries(Object.entries(e).map(([n,r])=>[n,r.type==="trend"?{...r,levels:t}:r]))}function Ds(e,t){let n=o=>t.reduce((a,i)=>a+o(i),0),r=n(({requests:o})=>o)<=n(({begun:o})=>o);return e.step.work.kind==="script"&&(r||n(({redirected:o})=>o)>0)?({begun:o,ended:a})=>o-a:({started:o,finished:a})=>o-a}function js(e,t,n,r){return e.dropped===0?0:Math.round(n?e.dropped/n.slices:Math.min(e.dropped,Math.max(0,(r??0)-t.started)))}function Us(e,t){let n=r=>t[e.findIndex(s=>Math.abs(s-r/100)<1e-9)];return{p50:n(50),p95:n(95),p99:n(99)}}var sr={100:"its `setup` did not finish in time",101:"its `teardown` did not finish in time",104:"k6 does not accept its options",107:"it threw an exception outside an iteration",108:"it aborted the test",110:"it marked the test as failed"},Js=99,or=105;async function ar(e){let{folder:t,name:n}=e,r=de(t,`${n}.js`),s=de(t,`${n}.summary.json`),o=de(t,`${n}.log`),a=de(t,"k6-config.json");rr(r,e.script),rr(a,"{}");let i=await an({command:[e.binary,"run","--quiet","--no-color","--no-usage-report","--config",a,"--address","","--env",`TARGET_URL=${e.targetUrl}`,"--env",`BASE_URL=${e.targetUrl}`,"--env",`TAILGATE_SUMMARY=${s}`,r],cwd:e.cwd,env:{...Ks(),...X(e.environment)},logPath:o,keeper:e.keeper}),u=i.exited.then(c=>{let l=le(o),m=c.code??-1,d=(h,p)=>({kind:"failed",fault:h,message:p,log:l});if(c.signal!==null)return d("harness",`k6 was ended by ${c.signal}`);if(m in sr)return d("script",zs(l)??sr[m]);if(m!==0&&m!==Js&&m!==or)return d("harness",`k6 ended with exit code ${m}`);try{let h=tr(Gs(s,"utf8"));return{kind:"measured",complete:m!==or,summary:h,failures:Qs(o)}}catch(h){return d("harness",`k6 left no readable summary: ${h.message}`)}});return{group:i,began:Hs(o,i),finished:u}}var Ws=20;async function Hs(e,{exit:t}){for(;t()===null;){let n=/TAILGATE_BEGAN (\d+)/.exec(le(e))?.[1];if(n!==void 0)return Number(n);await qs(Ws)}return null}function zs(e){let t=/TAILGATE_REFUSED (.*?\})/.exec(e)?.[1]?.replaceAll('\\"','"');return t===void 0?null:`its threshold on \`${t}\` would never fail: Tailgate replaces the scenarios of a script, so leave \`scenario\` out of it, or use a tag that the script sets itself`}var Vs=4;function Ks(){let e=Math.min(Fs(),process.constrainedMemory?.()||Number.POSITIVE_INFINITY);return{GOGC:"800",GOMEMLIMIT:`${Math.floor(e/Vs/2**20)}MiB`}}function Qs(e){let t=new Map;for(let[,n]of le(e,2e3).matchAll(/TAILGATE_FAILURE ((?:[^"\\]|\\.)*)"/g)){let r=n.replaceAll('\\"','"');t.set(r,(t.get(r)??0)+1)}return[...t].sort((n,r)=>r[1]-n[1]).map(([n])=>n)}import{existsSync as Zs,writeFileSync as eo}from"node:fs";import{join as ur}from"node:path";var Ys=1;function ir(e){let t=e.map(({weight:u})=>u),n=t.reduce(lr),r=t.map(u=>u/n),s=r.flatMap((u,c)=>Array.from({length:u},()=>c)),o=mn(Ys);for(let u=s.length-1;u>0;u--){let c=o.index(u+1);[s[u],s[c]]=[s[c],s[u]]}let a=r.map(()=>0),i=s.map(u=>a[u]++);return{order:s,ranks:i,counts:r}}function lr(e,t){return t===0?e:lr(t,e%t)}function cr(e,t,n,r){let s=[],o=0;for(let{name:a,offset:i,length:u}of Xe(e)){let c=a.startsWith("data.")?t.indexOf(a.slice(5)):-1;if(c<0)continue;let l=i+u,m=n==="json"&&Xs(e,i,l);s.push(r(e.slice(o,m?i-1:i)),{column:c,as:m?"value":n}),o=m?l+1:l}return s.length===0?r(e):[...s,r(e.slice(o))]}function Xs(e,t,n){return e[t-1]==='"'&&e[t-2]!=="\\"&&e[n]==='"'&&e[n+1]!==":"}function mr(e,t,n){if(e.step.work.kind==="script")return null;let{request:r}=e.step.work;return{...r,url:pr(t.fill(r.url),t,n,e),headers:Object.fromEntries(Object.entries(r.headers).map(([s,o])=>[s,t.fill(o)])),body:r.body===void 0?void 0:t.fill(r.body)}}function dr(e,t,n,{config:r,folder:s}){let{work:o,scenario:a}=e.step;if(o.kind==="script"||o.mix===void 0&&o.data===void 0)return null;let i=o.data&&mt(wt(o.data.path),o.data.path),u=o.data?`data-${a}.json`:null;u!==null&&!Zs(ur(s,u))&&eo(ur(s,u),JSON.stringify(i.rows));let c=(m,d)=>cr(m,i?.columns??[],d,n.fill),l=St(o);return{name:a,dataFile:u,first:no(e,t),sequence:ir(l),requests:l.map(({request:m})=>({name:`${m.method} ${m.url}`,method:m.method,url:pr(c(m.url,"path"),n,r,e),headers:Object.fromEntries(Object.entries(m.headers).map(([d,h])=>[d,c(h,"raw")])),body:m.body===void 0?null:c(m.body,m.quotesData?"json":"raw"),expectStatus:m.expectStatus,timeoutMs:m.timeoutSeconds*1e3}))}}function pr(e,{targetUrl:t},n,{step:r}){let[s,...o]=typeof e=="string"?[e]:e,a=String(s),i=a.startsWith("/")?t+a:a;return ht(i,n,`request of ${r.label}`),typeof e=="string"?i:[i,...o]}var to=16;function no({step:{load:e},round:t,seconds:n,turns:r,requests:s},o){let a=e.kind==="arrival-rate"?e.rate*n/(r?.of??1):s??0;return(o*to+(t===null?0:t+1))*Math.ceil(a)}function fr(e,{instances:t,began:n,sample:r}){let s=[],o=new Set,a=!1,i=()=>{for(let l of o)t.get(l)?.resume();o.clear()},u=l=>{for(let[m,d]of t)m!==l&&(d.halt(),o.add(m))},c=e.slots.flatMap(l=>[...t.size>1&&l.round!==null&&C(l)?[{at:l.startSeconds,act:()=>u(l.arm)},{at:ro(l),act:i}]:[],...so(l).map(m=>({at:m,act:r}))]);return n.then(l=>{if(!(l===null||a))for(let{at:m,act:d}of c)s.push(setTimeout(d,l+m*1e3-Date.now()))}),{end(){a=!0;for(let l of s)clearTimeout(l);i()}}}function ro({step:e,startSeconds:t,seconds:n}){return t+(e.load.kind==="fixed-work"?D:n)}function so({round:e,step:t,startSeconds:n,seconds:r,settleSeconds:s,slices:o}){if(e===null&&o===1||t.load.kind==="fixed-work")return[];let a=(r-s)/o;return Array.from({length:o+1},(i,u)=>n+s+u*a)}var ao=150+D;async function K(e,t,{around:n,k6:r,folder:s,instances:o,shared:a,block:i=0}){let u=[...new Set(e.slots.map(b=>b.step.label))].join(", "),c=[...new Set(e.slots.map(({arm:b})=>b))],l=c.includes("head")?"head":"base",{targetUrl:m}=o.get(l),d=await ar({binary:r,folder:s,name:t,script:Xn({program:e,targetUrl:m,confined:n.config.allow.length===0,requestOf:b=>mr(b,o.get(b.arm),n.config),dealOf:b=>dr(b,i,o.get(b.arm),{config:n.config,folder:s})}),cwd:n.config.directory,targetUrl:m,environment:{...n.environment,...mo(e,o.get(l))},keeper:n.keeper}),h=Date.now(),p=[...o.values(),a],S=Wn(d.group.pid,p.flatMap(({sessions:b})=>b),new Map([...o].map(([b,{sessions:rs}])=>[b,rs]))),k=fr(e,{instances:o,began:d.began,sample:S.take}),v=()=>d.group.signal("SIGKILL");n.signal.addEventListener("abort",v,{once:!0}),n.signal.aborted&&v();for(let b of p)b.crashed.then(()=>b.crash()!==null&&d.group.signal("SIGINT"));let E=!1,g=e.seconds+ao,R=setTimeout(()=>{E=!0,v()},g*1e3),f=await d.finished;clearTimeout(R),k.end(),S.stop(),n.signal.removeEventListener("abort",v),await d.group.stop("SIGTERM",1e3);let w=(Date.now()-h)/1e3,x=e.slots.findLast(b=>b.startSeconds<=w)??e.slots[0],y={slots:[],crash:Q(o,a,x.step.label),failure:null,failures:[],thresholds:[],loadSeconds:w};if(n.signal.aborted)return y;let T=b=>y.crash===null?{...y,failure:{...b,label:u,arm:l}}:y;if(f.kind==="failed"){let b=`k6 had not ended after ${Math.round(g)} s, and was killed`;return T(E?{...f,message:b}:f)}if(!f.complete&&y.crash===null)return T({kind:"failed",fault:"harness",message:"k6 was interrupted from outside",log:""});let I={cores:oo(),generatorLimit:S.generatorLimit(),outsiders:lo(n)};return{...y,failures:f.failures,thresholds:c.includes("head")?f.summary.thresholds.map(b=>({label:u,threshold:b})):[],slots:nr(f.summary,e.slots).map(b=>uo(b,S.samples,I)).map(b=>hr(n)?b:co(b,S.samples,o))}}function Q(e,t,n){for(let[r,s]of[["shared",t],...e]){let o=s.crash();if(o!==null)return{...o,arm:r,label:n}}return null}var io=/\b(docker|podman|nerdctl)\b/;function lo(e){let{external:t,services:n}=e.config;return t.length>0||n.some(({start:r})=>r===void 0)||hr(e)}function hr({config:e}){return e.services.some(({start:t})=>t!==void 0&&io.test(t))}function co(e,t,n){let{arm:r,turns:s}=e.slot,o=n.get(r);if(o?.sessions.length===0)return e;let a=o?.startupMs,i=e.slices.map(u=>{let{startedAt:c,seconds:l}=u,m=Hn(t,r,c,c+l*(s?.of??1)*1e3);return{...u,...m,...a!==void 0&&{startup:a}}});return{...e,slices:i}}function uo(e,t,n){let{slices:r}=e,s=r.reduce((d,h)=>d+h.seconds,0),o=r[0].startedAt,a=s*(e.slot.turns?.of??1),{clockJumpMs:i,...u}=Ne(t,o,o+a*1e3,n),c=r.map(({startedAt:d,seconds:h})=>{let p=d+h*(e.slot.turns?.of??1)*1e3,{clockJumpMs:S,...k}=Ne(t,d,p,n);return Be({cpu:k,clockJumpMs:S})}),l=r.flatMap(d=>d.lag===null?[]:[d.lag.p99]),m={sent:e.sent,intended:e.intended,seconds:s,dropped:r.reduce((d,h)=>d+h.dropped,0),lagMs:l.length>0?Math.max(...l):null,cpu:u,clockJumpMs:i};return{...e,evidence:m,diagnosis:zn(m),disturbed:c}}function mo({slots:e},{fill:t}){return Object.fromEntries(Object.entries(e[0].step.parameters??{}).map(([n,r])=>[`VARIANT_${n.toUpperCase()}`,t(r)]))}var po=1.25,fo=1;function gr(e,t){let n=O(t,.5),r=a=>!(O(a,.5)>po*n),s=e.findIndex((a,i)=>r([a])&&r(e.slice(i)));if(s===-1)return null;let o=e.slice(0,s).reduce((a,i)=>a+i.seconds,0);return Math.max(fo,o)}function Sr(e,t,n){let r=e.filter(({slot:s})=>s.round===null&&!t.some(o=>o.slot.step===s.step));for(let{slot:s,slices:o}of r){let a=e.filter(l=>l.slot.round!==null&&l.slot.step===s.step&&l.slot.arm===s.arm&&C(l.slot)===C(s)),i=gr(o,a.flatMap(({slices:l})=>l)),{label:u}=s.step,c=n.get(u);n.set(u,c===null||i===null?null:Math.max(c??0,i))}}var ho=3;function yr({steps:e},t){let n=e.flatMap(({label:r})=>{let s=t.flatMap(({warmUps:o})=>o.get(r)??[]);return s.length>0?[[r,Math.max(...s)]]:t.length>=ho?[[r,re.seconds]]:[]});return new Map(n)}var pe=2e4,go=2;async function br(e,t,n){let r=performance.now(),s={index:t,kept:[],discarded:[],crash:null,failure:null,failures:[],thresholds:[],warmUps:new Map,soak:[],loadSeconds:0,wallSeconds:0};for(let[o,a]of e.entries())Y(s,n)&&await So(a,o,s,n);return s.wallSeconds=(performance.now()-r)/1e3,s}async function So(e,t,n,r){let s={running:new Map,starts:0};try{bo(n.index,e.arms,r),await z(s,{...r,together:e.arms,block:n.index});for(let[o,a]of e.programs.entries()){let i=`${wr(n,r)}-${t+1}-${o+1}`;await vo(a,i,s,n,r)}e.arms.length>1&&Y(n,r)&&await yo(s,n,r)}finally{await V(s)}}async function yo(e,t,n){let{arms:r,shared:s,k6:o,folder:a,progress:i}=n,u={around:r.head,k6:o,folder:a,instances:e.running,shared:s,block:t.index},c=n.soak?.(t)??[];for(let l=1;c.length>0&&Y(t,n);l++){let{arm:m}=c[0].slots[0],d=c.reduce((p,S)=>p+S.seconds,0);i.phase(`keeping the ${m} under load, for stalls, growth and memory`,d);let h=[...e.running].filter(([p])=>p!==m).map(([,p])=>p);for(let p of h)p.halt();try{for(let[p,S]of c.entries()){let k=`${wr(t,n)}-soak-${l}-${p+1}`,v=await K(S,k,u);t.crash??=v.crash,t.failure??=v.failure,t.loadSeconds+=v.loadSeconds,t.soak.push(...v.slots)}}finally{for(let p of h)p.resume()}c=n.soak?.(t)??[]}}function wr({index:e},{variant:t}){return`${t===void 0?"":`variant-${t}-`}block-${e+1}`}function bo(e,t,n){let{arms:r,progress:s}=n,{services:o}=r.head.config,a=o.filter(({start:i,scope:u})=>i&&u==="instance").map(({name:i})=>i);a.length===0||e>0||s.phase(`starting ${a.join(", ")}${r.base?` of ${t.join(" and ")}`:""}`)}function wo({index:e},{planned:t}){return t>1?`block ${e+1} of ${t}: `:""}async function vo(e,t,n,r,s){let{arms:o,shared:a,k6:i,folder:u,progress:c,repeatDisturbed:l=!0}=s,m=e,d=!0;for(let h=0;m!==null&&Y(r,s);h++){let p=[...new Set(m.slots.map(b=>b.step.label))].join(", ");c.phase(`${wo(r,s)}measuring ${p}`,m.seconds);let S=h===0?t:`${t}-again${h}`,k=await K(m,S,{around:o.head,k6:i,folder:u,instances:n.running,shared:a,block:r.index}),{crash:v,failure:E,failures:g,thresholds:R,loadSeconds:f,slots:w}=k;r.crash=v,r.failure=E??r.failure,r.failures.push(...g),r.loadSeconds+=f;let x=w.filter(({slot:b})=>b.round!==null),y=v===null&&l?Mo(x):[],T=x.filter(b=>!y.includes(b));r.kept.push(...T),r.discarded.push(...y),y.length===0&&r.thresholds.push(...R),Sr(w,y,r.warmUps);let I=y.map(({slot:b})=>b);m=I.length>0&&h<go&&d?Ot(e,I):null,y.length>0&&c.note(Eo(y,m!==null)),m!==null&&(d=await Ro(s),r.crash=Q(n.running,a,I[0].step.label),o.base&&Y(r,s)&&await ko(n,r,s))}}async function ko(e,t,n){let r=[...e.running.keys()];await V(e),await z(e,{...n,together:r,block:t.index})}function Mo(e){let t=e.filter(vr);return e.filter(({slot:n})=>t.some(r=>r.slot.step===n.step&&r.slot.round===n.round))}async function Ro({arms:e,progress:t}){return t.phase(`waiting for the machine to calm down (${pe/1e3} s at most)`),ue(pe,e.head.signal)}function Y({crash:e,failure:t},{arms:n}){return e===null&&(t===null||je(t))&&!n.head.signal.aborted}function je({arm:e,fault:t}){return e==="base"&&t==="script"}function Eo(e,t){let n=[...new Set(e.map(({slot:a})=>a.step.label))],r=e.filter(vr).map(({diagnosis:a,evidence:i})=>me(a,i));return`${`${e.length} ${e.length===1?"round":"rounds"} of ${n.join(", ")}`} ${t?"will be measured again":"discarded"}: ${[...new Set(r)].join("; ")}`}function vr({diagnosis:e}){return e!=="sound"&&e!=="service-slow"}var xo=.98,To=.01,Co=.8;function kr(e,t,{diagnosis:n,evidence:r,slices:s}){let o=L(s,e.metric),{sent:a,intended:i}=r,u=i!==null&&a<xo*i,c=Ao(s),l=ee(s),d=!Number.isNaN(o)&&!Me(ae,l)&&!Me(e,o)&&!u&&!c;return{rate:t,achieved:st(s),met:d,value:o,errors:l,dropped:s.reduce((h,p)=>h+p.dropped,0),...c&&{growing:c},...!d&&Vn(r,n)&&{limitedBy:"generator"}}}function Ao(e){let t=e.filter(i=>ot(i)>0).map(i=>({at:i.startedAt/1e3,wait:O([i],.5)/1e3})),n=t[0],r=t.at(-1);if(n===void 0||r===void 0||t.length<4||r.wait===1/0)return;let s=t.flatMap((i,u)=>t.slice(u+1).map(c=>c.wait>i.wait)),o=s.filter(Boolean).length>=Co*s.length,a=(r.wait-n.wait)/(r.at-n.at);return o&&a>To?!0:void 0}var Oo=8,_o=2;async function Mr(e,t){let{instances:n,around:r,shared:s,start:o,progress:a,block:i,repeatDisturbed:u=!0}=t,c=[...n.keys()],l={block:i,arms:new Map(c.map(p=>[p,{trials:[],estimate:null}])),discarded:[],crash:null,failure:null,loadSeconds:0},m=0,d=p=>l.arms.get(p).trials,h=()=>l.crash===null&&l.failure===null&&!r.signal.aborted;for(let p=1;h()&&l.loadSeconds<t.secondsLeft;p++){let S=c.flatMap(E=>{let g=Nt({...e.goal,outcomes:d(E),start:o});return g===null?[]:[{arm:E,...g}]});if(S.length===0)break;t.drawFirst()!==S[0].arm&&S.reverse(),a.phase($o(e,S,l));let k=[];for(let[E,g]of Po(e,S,p===1).entries()){if(!h())break;let R=`search-${e.scenario}-${i+1}-${p}-${E+1}`,f=await K(g,R,{...t,around:r,instances:n,shared:s});l.crash=f.crash,l.failure=f.failure,l.loadSeconds+=f.loadSeconds;let w=f.slots.filter(({slot:y})=>y.round!==null),x=u?w.filter(({diagnosis:y})=>y==="disturbed"):[];if(k.push(...x),!(x.length>0))for(let y of w){let{rate:T}=S.find(({arm:b})=>b===y.slot.arm),I=kr(e.goal.slo,T,y);d(y.slot.arm).push(I)}}if(k.length===0)continue;l.discarded.push(...k);let v=k.map(({diagnosis:E,evidence:g})=>me(E,g));if(a.note(`a trial of ${e.label} is discarded: ${[...new Set(v)].join("; ")}`),l.discarded.length>Oo||m===_o)break;await ue(pe,r.signal)||m++,l.crash??=Q(n,s,e.label)}for(let p of l.arms.values())p.estimate=Bt(p.trials,e.goal);return l}function Po(e,t,n){return e.work.kind==="request"?[ye(e,t,n)]:t.map(r=>ye(e,[r],n))}function $o({label:e},t,{arms:n}){let r=t.map(({arm:s,rate:o})=>{let{trials:a}=n.get(s),i=Math.max(0,...a.filter(({met:m})=>m).map(m=>m.rate)),u=Math.min(...a.filter(({met:m})=>!m).map(m=>m.rate)),c=[...i>0?[`${$(i)} meets`]:[],...u<1/0?[`${$(u)} does not`]:[]],l=c.length>0?`${c.join(", ")}; `:"";return`${n.size>1?`${s}: `:""}${l}trying ${$(o)}`});return`capacity of ${e}: ${r.join(" \xB7 ")}`}function Rr({label:e},{arms:t}){let n=[...t].map(([r,{estimate:s,trials:o}])=>{let a=t.size>1?`${r} `:"",i=`${o.length} trials`;if(s===null)return`${a}not found (${i})`;let{kind:u,value:c,low:l,high:m}=s;return u==="found"?`${a}${$(c)} (${$(l)} \u2026 ${$(m)}, ${i})`:`${a}${u==="below"?`less than ${$(m)}`:`at least ${$(l)}`} (${i})`});return`capacity of ${e}: ${n.join("; ")}`}function $(e){return`${Number(e.toPrecision(4)).toLocaleString("en")} req/s`}var Er={far:2,near:1.12},Io=.7;async function xr(e,t,n){for(let s of e)t.set(s,[]);let r=Math.max(0,...e.map(({blocks:s})=>s.most));for(let s=0;s<r;s++){let o=e.filter(l=>Lo(l,t.get(l),s));if(o.length===0||Tr(t,n))return;let a=n.drawFirst(),i=n.arms.base?a==="head"?["head","base"]:["base","head"]:["head"],u=new Map(o.map(l=>[l,Do(l,t.get(l))])),c=n.swapped?i.map(l=>[l]):[i];for(let[l,m]of c.entries())await No(o,{together:m,block:s,before:u,found:t,share:1/(c.length-l)},n)}}async function No(e,{together:t,block:n,before:r,found:s,share:o},a){let{arms:i,progress:u}=a,c={running:new Map,starts:0};try{u.phase(`starting services for the search of a capacity, start ${n+1}`),await z(c,{arms:i,together:t,block:Bo+n});for(let l of e){if(Tr(s,a))return;let m=s.get(l),d=await Mr(l,{...a,around:i.head,instances:c.running,block:n,start:r.get(l),secondsLeft:o*Cr(l,m)});m.push(d),u.note(Rr(l,d))}}finally{await V(c)}}var Bo=1e3;function Tr(e,{arms:t}){let n=[...e.values()].flat();return t.head.signal.aborted||n.some(({crash:r,failure:s})=>r!==null||s!==null)}function Cr({budgetSeconds:e},t){return e-t.reduce((n,{loadSeconds:r})=>n+r,0)}function Lo(e,t,n){if(n===0)return!0;if(n>=e.blocks.most)return!1;let r=Array.from({length:n},(s,o)=>t.filter(a=>a.block===o).reduce((a,{loadSeconds:i})=>a+i,0));return Cr(e,t)>=Io*Math.min(...r)}function Do({goal:e},t){let n=t.flatMap(({arms:r})=>[...r.values()].flatMap(({estimate:s})=>s??[]));return n.length===0?{rate:e.from,factor:Er.far}:{rate:lt(n.map(({value:r})=>r)),factor:Er.near}}function Ar(e,t){let[n,...r]=e;if(r.length===0)return n;let s=i=>e.flatMap(i),o={slos:s(({slos:i})=>i),changes:s(({changes:i})=>i),faults:s(({faults:i})=>i),invalid:s(({invalid:i})=>i)},a=i=>G(e.map(({effort:u})=>u[i]));return{...n,...ce({...o,failOn:t}),...o,costs:s(({costs:i})=>i),suspects:s(({suspects:i})=>i),pair:jo(e.flatMap(({pair:i})=>i??[])),effort:{slices:a("slices"),discardedRounds:a("discardedRounds"),instances:a("instances"),loadSeconds:a("loadSeconds")}}}function jo(e){let[t]=e;return t===void 0?null:{...t,variants:e.length,blocks:G(e.map(({blocks:n})=>n)),planned:G(e.map(({planned:n})=>n)),discarded:{base:G(e.map(({discarded:n})=>n.base)),head:G(e.map(({discarded:n})=>n.head))},error:Number(Math.min(1,G(e.map(({error:n})=>n))).toFixed(9))}}function G(e){return e.reduce((t,n)=>t+n,0)}function Or({label:e,kept:t,failures:n}){let r=[],s=Pr(t.filter(({diagnosis:u})=>u==="service-slow"));s!==null&&r.push({kind:"cannot-keep-up",label:e,...Ue(s),cpu:s.cpu});let o=t.flatMap(u=>u.slices),a=o.reduce((u,c)=>u+c.failed,0),i=o.reduce((u,c)=>u+c.failed+c.ok,0);return a>.001*i&&r.push({kind:"failing",label:e,failed:a,requests:i,examples:n.slice(0,3)}),r}function _r({label:e,kept:t,discarded:n},r){if(t.length>=r/2&&t.length>0){if(t.flatMap(l=>l.slices).reduce((l,m)=>l+m.ok+m.failed+m.dropped,0)>0)return null;let{seconds:c}=t[0].evidence;return t.every(({evidence:l})=>l.sent===0)?{kind:"none-begun",label:e,seconds:c}:{kind:"script-failed",label:e,message:"it sent no HTTP request while it was measured",log:""}}let s=Pr(n);if(s===null)return{kind:"harness",message:`${e} was not measured`,log:""};let o=u=>n.filter(({diagnosis:c})=>c===u).length,{cpu:a,lagMs:i}=s;return o("generator-starved")>=Math.max(o("disturbed"),o("unknown"))?{kind:"generator-starved",label:e,...Ue(s),lagMs:i,cpu:a}:o("disturbed")>=o("unknown")?{kind:"machine-disturbed",label:e,discarded:n.length,rounds:n.length+t.length,cpu:a}:{kind:"cause-unknown",label:e,...Ue(s),cpu:a}}function Pr(e){let t=({sent:n,intended:r})=>r===null?0:r-n;return e.map(({evidence:n})=>n).sort((n,r)=>t(r)-t(n))[0]??null}function Ue({sent:e,intended:t,seconds:n}){return{sent:e,intended:t??e,seconds:n}}function $r({head:e,base:t,together:n}){let r=e+n;return r<2||r<=2*t?null:{kind:"crowded",head:e,base:t,together:n}}function Ir(e,t){let{head:n,base:r,together:s}=t;return n>0&&n+s>=7+3*r?{kind:"fills-machine",label:e,...t}:null}function _(e,t,n){return e.filter(({slot:r})=>r.step.label===t.label&&r.arm===n)}function Ge(e,{kept:t},n){let r=t.filter(({slot:i})=>n(i)),[s,o]=[_(r,e,"base"),_(r,e,"head")],a=(i,u)=>i.filter(({slot:c})=>u.some(l=>l.slot.round===c.round)).flatMap(({slices:c})=>c);return{base:a(s,o),head:a(o,s)}}function Nr(e,t){let n=t.flatMap(({discarded:s})=>s).filter(({slot:s,diagnosis:o,evidence:a})=>{let i=o==="generator-starved"||o==="unknown";return s.step.label===e.label&&i&&Le(a)}),r=n.filter(({slot:s})=>C(s));return{head:fe(r,"head"),base:fe(r,"base"),together:n.filter(({slot:s})=>s.turns?.position===0).length}}function Fe(e,t){let n=t.flatMap(s=>s.soak),r=s=>_(n,e,s).flatMap(({slices:o,disturbed:a})=>o.filter((i,u)=>!a[u]));return{base:r("base"),head:r("head")}}function qe(e,t,n){let r=a=>_(a,e,"head").filter(({slot:i})=>n(i)),s=`${e.label}: `,o=t.flatMap(a=>a.failures).filter(a=>a.startsWith(s));return{label:e.label,kept:t.flatMap(a=>r(a.kept)),discarded:t.flatMap(a=>r(a.discarded)),failures:[...new Set(o.map(a=>a.slice(s.length)))]}}function Br(e,t,n){let r=n.flatMap(({index:s,kept:o})=>{let a=_(o,e,t);return a.length>0?[{block:s,slots:a}]:[]});return{scenario:e.scenario,label:e.label,...e.variant&&{variant:e.variant},load:e.load,instances:r.map(({block:s,slots:o})=>({block:s,slices:o.flatMap(({slices:a})=>a)})),connectionIncluded:r.every(({slots:s})=>s.every(o=>o.connectionIncluded))}}function Lr(e,t,n){let r=t.flatMap(({crash:i})=>{if(i?.arm!=="head")return[];let{arm:u,...c}=i;return[{kind:"crashed",...c}]}),o=[...new Set(t.flatMap(({thresholds:i})=>i.map(({label:u})=>u)))].map(i=>{let u=t.flatMap(c=>c.thresholds.filter(l=>l.label===i));return{kind:"threshold",label:i,thresholds:[...new Set(u.map(({threshold:c})=>c))]}}),a=[...n].flatMap(([i,u])=>Ir(i,u)??[]);return[...r,...a,...e.flatMap(Or),...o]}function Dr(e,t,n,r){if(t.length===0)return[];let s=t.flatMap(({failure:a,crash:i})=>{if(i?.arm==="shared")return[{kind:"harness",message:`\`${i.service}\`, which serves the whole run, ended with ${i.exit}`,log:i.log}];if(a===null)return[];let{fault:u,label:c,message:l,log:m}=a;return[u==="script"?{kind:"script-failed",label:c,message:l,log:m}:{kind:"harness",message:l,log:m}]});if(s.length>0||t.some(({crash:a})=>a!==null))return s;let o=At(e,t.length).filter(({arm:a})=>a==="head");return e.steps.flatMap(a=>r.some(c=>c.kind==="fills-machine"&&c.label===a.label)?[]:(n.has(a.label)?[C]:[C,se]).map(c=>{let l=o.filter(m=>m.step===a&&c(m)).length;return l===0?null:_r(qe(a,t,c),l)}).find(c=>c!==null)??[])}function fe(e,t){return e.filter(({slot:n})=>n.arm===t).length}function jr(e,t){return[...e].flatMap(([{scenario:n,label:r,goal:s},o])=>["head","base"].flatMap(a=>{let i=o.flatMap(({block:u,arms:c})=>{let l=c.get(a);return l&&l.trials.length>0?[{block:u,...l}]:[]});return i.length>0?[{scenario:n,label:r,digest:t.get(r),goal:s,arm:a,blocks:i}]:[]}))}function Ur(e){return Math.max(0,...[...e.values()].flatMap(t=>t.map(({block:n})=>n+1)))}function Gr(e){let t=[...e.values()].flat(),n=t.flatMap(({failure:r,crash:s})=>{if(s?.arm==="shared")return[{kind:"harness",message:`\`${s.service}\`, which serves the whole run, ended with ${s.exit}`,log:s.log}];if(s?.arm==="base")return[{kind:"harness",message:`\`${s.service}\` of the base ended with ${s.exit} in the search of ${s.label}`,log:s.log}];if(r===null)return[];let{fault:o,label:a,message:i,log:u}=r;return[o==="script"?{kind:"script-failed",label:a,message:i,log:u}:{kind:"harness",message:i,log:u}]});return n.length>0||t.some(({crash:r})=>r!==null)?n:[...e].flatMap(([{label:r},s])=>s.some(({arms:a})=>a.get("head")?.estimate!=null)?[]:[Uo(r,s)])}function Uo(e,t){let n=t.flatMap(o=>o.discarded),r=t.flatMap(({arms:o})=>o.get("head")?.trials??[]),s=n.at(-1);return s===void 0||r.length>n.length?{kind:"search-too-short",label:e,trials:r.length}:{kind:"machine-disturbed",label:e,discarded:n.length,rounds:n.length+r.length,cpu:s.evidence.cpu}}function Fr(e){return[...e.values()].flat().flatMap(({crash:t})=>{if(t?.arm!=="head")return[];let{arm:n,...r}=t;return[{kind:"crashed",...r}]})}function qr({label:e,slos:t,slices:n,seen:r=[]}){return t.flatMap(({metric:s})=>{if(s.kind!=="custom")return[];let o=r.find(({name:i})=>i===s.name)?.type??null,a=o===null||it(s).some(i=>i===o);return a&&!Number.isNaN(L(n,s))?[]:[{kind:"metric-unknown",label:e,metric:J(s),is:a?null:o,seen:[...r]}]})}var Go=[50,90],Jr=.2,Fo=1.645,qo=5;function Wr(e){let t=e.filter(r=>r.length>1).map(r=>({first:r.slice(0,r.length>>1),second:r.slice(r.length+1>>1)}));return t.length<qo?null:Go.flatMap(r=>{let s=c=>O(c,r/100),o=t.map(({first:c,second:l})=>Math.log(s(l))-Math.log(s(c))),[a,i]=[s(t.flatMap(c=>c.first)),s(t.flatMap(c=>c.second))];return gn(o,"signed-rank",Fo)>Math.log1p(Jr)&&i>(1+Jr)*a?[{percent:r,first:a,second:i}]:[]}).sort((r,s)=>s.second/s.first-r.second/r.first)[0]??null}var Jo=.01,Hr={latency:.2,memory:.1},Wo=[50,90],Ho=20,zr=.5,Je=8;function We({base:e,head:t}){if(t.length<Je)return null;let n=wn(e,t);return n!==null?{kind:"stalls",...n}:zo(e,t)??Vo(e,t)}function zo(e,t){let n=He(t);if(n===null)return null;let{percent:r,first:s,second:o}=n;if(e.length>=Je){let{first:a,second:i}=Vr(e,r);if(Math.log(i/a)>=zr*Math.log(o/s))return null}return{kind:"ageing",of:"latency",percent:r,from:s,to:o}}function He(e){if(e.length<Je)return null;let t=e.length>>1;for(let n of Wo){let r=e.map(o=>Math.log(O([o],n/100))),{low:s}=Rn(r.slice(0,t),r.slice(-t),Jo);if(s>Math.log1p(Hr.latency))return{percent:n,...Vr(e,n)}}return null}function Vr(e,t){let n=e.length>>1,r=s=>O(s,t/100);return{first:r(e.slice(0,n)),second:r(e.slice(-n))}}function Vo(e,t){let n=(i,u)=>(i.at(-1)?.memory??Number.NaN)-(i[u]?.memory??Number.NaN),[r,s]=[t[0].memory??Number.NaN,t.at(-1).memory??Number.NaN],o=n(t,0),a=n(t,2*t.length/3|0);return o>Math.max(Ho,Hr.memory*r)&&a>o/6?n(e,0)>=zr*o?null:{kind:"ageing",of:"memory",percent:null,from:r,to:s}:null}var Ko=.01,Qo=20;function Kr(e,t,{runs:n},r){let s=Ko/t.length;return t.flatMap(o=>{let a=Sn(n.map(({slices:u})=>Math.log(L(u,o))),s);if(a===null||n.length-a.index>Qo)return[];let i=Math.expm1(a.after-a.before);return i>r(o)?[{label:e,metric:o,commit:n[a.index].commit,change:i}]:[]})}function Qr(e){let t=e.steps.filter(g=>g.slices.some(R=>R.ok+R.failed+R.dropped>0)),n=Rt(Math.max(1,e.looks.length)),r=(e.capacities??[]).map(bn),s=new Map(t.map(({label:g,stretches:R})=>[g,Wr(R)])),o=new Map(t.map(({label:g,soak:R,crowding:f})=>{let w=s.get(g);return[g,w?{kind:"growing",...w}:$r(f)??We(R)]})),a=new Map(t.map(({label:g,soak:R})=>[g,s.get(g)??He(R.head)])),i=t.flatMap(qr),u=({label:g,slo:R})=>!i.some(f=>"metric"in f&&f.label===g&&f.metric===J(R.metric)),l=[...t.flatMap(g=>ta(g,n)).filter(u).map(g=>Zo(g,a)),...r.flatMap(g=>g.slos)],m=[...e.invalid,...i,...l.flatMap(Xo),...Mn(t,l,e),...r.flatMap(g=>g.invalid)],{changes:d,costs:h,open:p,pair:S}=vn(t,e),k=d.map(g=>ea(g,o)),v={...ce({slos:l,changes:k,faults:e.faults,invalid:m,failOn:e.failOn}),slos:l,changes:k,costs:h,faults:e.faults,invalid:m,pair:S,loosened:e.loosened,suspects:e.comparison.kind==="history"?[]:t.flatMap(({label:g,history:R,slos:f,sensitivityOf:w})=>Kr(g,dt(f),R,x=>w(x).tolerance)),acceptances:[],refusals:[],effort:e.effort},E=t.some(({soak:g})=>g.base.length===0&&We(g)!==null);return{verdict:v,undecided:Yo(v,p),asksBase:E}}function Yo(e,t){return e.faults.some(({kind:n})=>n==="crashed")?!1:e.invalid.length>0?e.invalid.every(({kind:n})=>n==="machine-disturbed"):e.changes.some(({code:n})=>n==="regressed")?!1:t||e.slos.some(({code:n,stretches:r})=>n==="at-limit"&&!r)}function Xo({label:e,slo:{metric:t},estimate:n}){return ct(t)&&Number.isNaN(n.value)?[{kind:"cost-unknown",label:e,metric:J(t)}]:[]}function Zo(e,t){let n=t.get(e.label);return!n||e.code!=="met"||!te(e.slo.metric)?e:{...e,code:"at-limit",growth:n}}function ea(e,t){let n=t.get(e.label);return!n||e.code!=="unchanged"||!te(e.metric)?e:{...e,code:"inconclusive",reason:n}}function ta(e,t){let{label:n,slos:r,slices:s,soak:o}=e,a=r.flatMap(u=>{let c=u.limit.kind==="relative"?e.others?.get(u.limit.scenario):void 0,l=(p,S)=>u.limit.kind==="absolute"?ke(n,u,p,t):c?kn(n,{slo:u,other:c.label,pairs:S()},t):null,m=l(s,()=>c.pairs);if(m===null)return[];let d=te(u.metric)||u.metric.kind==="errors";if(m.code!=="met"||!d||o.head.length===0)return[m];let h=l(o.head,()=>[...H(o.head.map(p=>[p]),[]),...H([],c.soak.map(p=>[p]))]);return[h!==null&&Wt(h)?{...h,stretches:m.estimate}:m]});if(r.some(({metric:u})=>u.kind==="errors"))return a;let i=ke(n,ae,s,t);return i.code==="missed"?[...a,i]:a}function B(e,t,n,r=new Map){let{config:s,plan:o,baseline:a,digests:i,draft:u,comparison:c}=e,l=o.steps.map(f=>qe(f,t,C)),m=new Map(o.steps.map(f=>[f.label,Nr(f,t)])),d=Lr(l,t,m),h=c.kind==="pair"?["head","base"]:["head"],p=o.steps.flatMap(f=>h.flatMap(w=>{let x=Br(f,w,t),y=i.get(f.label);return x.instances.length>0?[fn(x,w,y)]:[]})),S=jr(r,i),k={...u,steps:p,...S.length>0&&{capacities:S}},v=ze(o,t),E=o.steps.flatMap((f,w)=>{if(!p.some(({label:y,arm:T})=>y===f.label&&T==="head"))return[];let x=s.scenarios.find(({name:y})=>y===f.scenario);return[{label:f.label,slos:f.slos,slices:l[w].kept.flatMap(y=>y.slices),stretches:f.load.kind==="arrival-rate"?l[w].kept.map(({slices:y})=>y):[],inTurns:t.map(y=>Ge(f,y,se)),alone:t.map(y=>Ge(f,y,C)),crowding:m.get(f.label),soak:Fe(f,t),...f.work.kind==="script"&&{seen:na(f,t)},isNew:v.has(f.label),others:ra(f,o,t),history:jt(a,k,f.label),sensitivityOf:y=>Se(s,x,y)}]}),g=f=>fe(t.flatMap(w=>w.discarded),f);return{...Qr({steps:E,faults:[...d,...Fr(r)],searches:o.searches.length,capacities:o.searches.flatMap(f=>{let w=S.filter(({label:T})=>T===f.label),x=w.find(({arm:T})=>T==="head");if(x===void 0)return[];let y=s.scenarios.find(({name:T})=>T===f.scenario);return[{label:f.label,goal:f.goal,slos:f.slos,head:x,base:w.find(({arm:T})=>T==="base")??null,history:Ut(a,k,f.label),sensitivity:Se(s,y,yn)}]}),invalid:n?[n]:[...Dr(o,t,v,d),...Gr(r)],looks:o.looks,comparison:c,discarded:{base:g("base"),head:g("head")},loosened:e.loosened,failOn:e.failOn,effort:{slices:t.flatMap(({kept:f})=>f).reduce((f,w)=>f+w.slices.length,0),discardedRounds:g("head"),instances:h.length*(t.length+Ur(r)),loadSeconds:[...t,...[...r.values()].flat()].reduce((f,{loadSeconds:w})=>f+w,0)}}),record:k}}function na(e,t){let n=t.flatMap(({kept:r})=>_(r,e,"head").flatMap(s=>s.seen??[]));return[...new Map(n.map(r=>[r.name,r])).values()]}function ra(e,{steps:t},n){let r=e.slos.flatMap(({limit:o})=>o.kind==="relative"?[o.scenario]:[]),s=({kept:o},a)=>_(o,a,"head").filter(({slot:i})=>C(i)).sort((i,u)=>i.slot.round-u.slot.round).map(({slices:i})=>i);return new Map(r.flatMap(o=>{let a=Et(t,e,o);if(a===void 0)return[];let i=n.flatMap(u=>H(s(u,e),s(u,a)));return[[o,{label:a.label,pairs:i,soak:Fe(a,n).head}]]}))}var sa=.5,oa=2;function ze({paired:e,steps:t},n){if(!e)return new Set;let r=s=>{let o=n.map(({kept:a})=>({base:_(a,s,"base"),head:_(a,s,"head")})).filter(({base:a,head:i})=>a.length>0&&i.length>0);return o.length>=oa&&o.every(({base:a,head:i})=>Yr(a)&&!Yr(i))};return new Set(t.filter(r).map(({label:s})=>s))}function Yr(e){return ee(e.flatMap(({slices:t})=>t))>sa}async function Xr(e,t){let{request:n}=t,{head:r,base:s}=e.configs,o=ma(t),a=e.variants.map((c,l)=>ia(e,l,t)),i=[],u=null;try{for(let[c,l]of[["head",r],["base",s]])l!==null&&await e.prepare(c,()=>da({...o,arm:c,config:l},s!==null,n.progress));u=await cn({...o,arm:null,config:r});for(let[c,l]of a.entries()){a.length>1&&!n.signal.aborted&&n.progress.note(`variant ${c+1} of ${a.length}: ${l.config.variant.name}`);let m=await la(e,l,pa(e,c,u,o,t));if(i.push(m),n.signal.aborted)break;if(aa(m)){let d=a.length-i.length;d>0&&n.progress.note(`not measured, since the run has no verdict now: ${d} more variants`);break}}}catch(c){if(!(c instanceof xe))throw c;i.push(B(a[0],[],await Zr(c,e)))}finally{await u?.stop()}return ca(i,n.failOn)}function aa({verdict:{invalid:e}}){return e.some(({kind:t})=>t!=="machine-disturbed")}function ia(e,t,n){let{head:r,base:s}=e.variants[t],{request:o,plans:a,baseline:i,draft:u}=n,c=s!==null,l=a[t].paired===c?a[t]:$t(r,{budgetSeconds:o.budgetSeconds,paired:c}),m=e.comparison.kind==="pair"&&!c;return{config:r,plan:l,baseline:i,digests:new Map([...l.steps.map(d=>[d.label,dn(d,r.deployments)]),...l.searches.map(d=>[d.label,pn(d,r.deployments)])]),draft:{...u,...e.pair&&{pair:e.pair},...e.deployments&&{deployments:e.deployments}},comparison:m?{kind:"none",reason:{kind:"new"}}:e.comparison,loosened:e.loosened,failOn:o.failOn}}async function la(e,t,n){let{plan:r}=t,s=[],o=new Map;try{let a=await ha(t,s,n);return r.searches.length===0||ua(a)?a:(await xr(r.searches,o,{...n,swapped:r.swapped,drawFirst:()=>Ve(2)===0?"head":"base"}),B(t,s,null,o))}catch(a){if(!(a instanceof xe))throw a;return B(t,s,await Zr(a,e,t.config.variant),o)}}function ca(e,t){let[n]=e,r=e.flatMap(({record:s})=>s.capacities??[]);return{verdict:Ar(e.map(({verdict:s})=>s),t),record:{...n.record,steps:e.flatMap(({record:s})=>s.steps),...r.length>0&&{capacities:r}},undecided:e.some(({undecided:s})=>s),asksBase:e.some(({asksBase:s})=>s)}}function ua({verdict:e}){return e.invalid.length>0||e.faults.some(({kind:t})=>t==="crashed")}function ma({request:e,session:t}){let{environment:n,signal:r}=e,{workspace:s,keeper:o,grace:a}=t;return{logFolder:s.logs,environment:n,keeper:o,signal:r,grace:a,shared:new Map}}async function da(e,t,n){let r=t?` of ${e.arm}`:"";await hn(e,s=>n.phase(`building ${s}${r}`))}function pa(e,t,n,r,{request:s,session:o,k6:a}){let{head:i,base:u}=e.variants[t],c=(l,m)=>({...r,arm:l,config:m,shared:new Map([...n.portOf].filter(([d])=>m.services.some(h=>h.name===d&&h.scope==="run")))});return{arms:{head:c("head",i),...u&&{base:c("base",u)}},shared:n,...i.variant&&{variant:t+1},k6:a,folder:o.workspace.k6,progress:s.progress}}var fa=2;async function ha(e,t,n){let{signal:r}=n.arms.head,{plan:s}=e;for(;t.length<s.blocks&&!r.aborted;){let o=t.length,a={index:o,first:Ve(2)===0?"head":"base",reversed:Ve(2)===0,headOnly:ze(s,t),warmUpSeconds:yr(s,t)},i={judgement:null},u=await br(Ct(s,a),o,{...n,planned:s.blocks,soak:c=>s.soakSeconds===0||!s.looks.includes(o+1)?[]:(i.judgement=B({...e,plan:s},[...t,c],null),ga(i.judgement,s,c))});if(t.push(u),u.failure!==null||u.crash!==null||t.length===fa&&t.every(({kept:c})=>c.length===0))break;if(o===0&&s.paired&&(s=Sa(e,u)),s.looks.includes(t.length)){let c=i.judgement??B({...e,plan:s},t,null);if(!c.undecided||t.length===s.blocks)return c}}return B({...e,plan:s},t,ya(e,t.at(-1)))}function ga({verdict:e,undecided:t,asksBase:n},r,{index:s,soak:o}){let a=c=>o.some(({slot:l})=>l.arm===c);if(a("head"))return n&&!a("base")?be(r,"base"):[];let i=s+1===r.blocks||!t,u=e.slos.some(({code:c})=>c==="met")||e.changes.some(({code:c})=>c==="unchanged");return i&&e.invalid.length===0&&u?be(r,"head"):[]}function Sa({config:e,plan:t},n){let r=n.kept.reduce((a,{slot:i})=>a+_t(i),0),s=t.steps.length*2*(re.seconds-xt),o=n.wallSeconds-r-s;return n.discarded.length>0?t:Tt(t,e,Math.max(.5,o))}async function Zr(e,{pair:t,guessMissing:n},r){let{kind:s,arm:o,service:a,log:i}=e,u=r?`${e.message} (variant ${r.name})`:e.message,c=o===null?null:await n(o,i);if(o!=="base"||t===void 0){let l=c===null?"":`; \`${c}\` is git-ignored, so a fresh tree has none: let \`build\` make it, or name it in \`reuse\``;return{kind:s,service:a,message:u+l,log:i}}return{kind:"base-failed",fault:s,commit:t.baseCommit,service:a,message:u,log:i,missing:c}}function ya({draft:e},t){let n=e.pair?.baseCommit;if(t===void 0||n===void 0)return null;let{crash:r,failure:s}=t;if(r?.arm==="base"){let{service:u,exit:c,log:l}=r,m=`it ended with ${c} under load`;return{kind:"base-failed",fault:"crashed",commit:n,service:u,message:m,log:l,missing:null}}if(r!==null||s===null||!je(s))return null;let{label:o,log:a}=s,i=`the script of ${o} fails on the base, though not on the head: ${s.message}`;return{kind:"base-failed",fault:"script-failed",commit:n,service:o,message:i,log:a,missing:null}}async function pu(e){let{progress:t,signal:n,environment:r,budgetSeconds:s}=e;kt(process.platform);let o=tt(ft(Ze(bt(e.configPath,process.cwd(),wa(e)),e.only),e.deployments),e.base.from),a=await qt(o.directory,r,n),i=It(o,{budgetSeconds:s,paired:zt(o,a)});for(let c of et(o,e.only))t.note(c);for(let c of gt(o))t.note(c);for(let{plan:c}of i)for(let l of c.shortages)t.note(Pt(l));let u=await _e(o,a,e);return o.baseline.kind==="history"&&Pe(u),En(o,e,async c=>{let l=await Gn(o,a,c,e);if(l.kind==="nothing")return ka(l.base,o,c,e);let m=await Mt({environment:r,path:o.k6Path,version:e.k6Version,progress:t,signal:n,ci:r.CI==="true"}),d=await Vt(o,l,c.workspace.path,ba(2**31),e);c.removeAtEnd(()=>d.remove()),d.suiteBefore!==o.suite&&(u=await va(u,d,o,a,e));let h=ns(e,o,m.version),p=f=>(f.comparison.kind==="history"&&Pe(u),Xr(f,{request:e,plans:i.map(({plan:w})=>w),session:c,baseline:u.baseline,draft:h,k6:m.path})),S=await p(d);S.verdict.invalid.find(({kind:f})=>f==="base-failed")&&o.baseline.onBaseFailure==="history"&&(t.note("the base cannot be measured; `on-base-failure` asks for a comparison with recorded runs"),S=await p(Kt(d))),Qe(n);let{verdict:v,record:E}=S,g=e.record&&v.invalid.length===0?await Fn(u,E):es,R=Gt(E,u.baseline);return he({...g,...ts(v,E,R,e)},c.secrets)})}function wa({only:e,environment:t}){return{only:e,calling:{command:"tailgate run",variables:X(t)}}}async function va({store:e},{suiteBefore:t},...[n,r,s]){return{...await _e({...n,suite:t},r,s),store:e}}var es={recordPath:null,unrecorded:null};function ka(e,t,{secrets:n},r){let s=xn(e,t.when.changed),o={...ns(r,t,"not used"),steps:[]};return he({...es,...ts(s,o,[],r)},n)}function ts(e,t,n,{baseBranch:r,link:s}){return{report:ut(e,t,{baseBranch:r,link:s,history:n}),exitCode:nt(e)}}function ns(e,t,n){return{schemaVersion:1,suite:t.suite,...e.subject,attempt:e.attempt,...e.leg&&{leg:e.leg},recordedAt:new Date().toISOString(),tailgate:Jt,environment:{...vt(),k6:n}}}async function gu(e,t,n){let r=ve(e,we(t),n),s=await j(r,"rev-parse","--verify","HEAD");if(s===null)return{commit:null,dirty:!1,branch:null,commitTime:null};let[o,a,i]=await Promise.all([j(r,"status","--porcelain","--untracked-files=no"),j(r,"symbolic-ref","--quiet","--short","HEAD"),j(r,"show","--no-patch","--format=%cI","HEAD")]);return{commit:s,dirty:o!=="",branch:a??t.GITHUB_REF_NAME??null,commitTime:i}}async function Su(e,t,n){let r=ve(e,we(t),n),s=await j(r,"symbolic-ref","--quiet","--short","refs/remotes/origin/HEAD");if(s!==null)return s.replace(/^origin\//,"");for(let o of["main","master"])if(await U(r,`refs/heads/${o}`)!==null)return o;return"main"}export{pu as a,gu as b,Su as c};
