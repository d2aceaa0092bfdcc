import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{c as Xn,e as qr}from"./chunk-LY7NHDOJ.mjs";import{a as kr,b as vr,c as Mr,d as xr,f as Ir,g as pe,h as _r,i as Nr,j as Br,k as Dr,l as Gr,m as cs}from"./chunk-CZGCQQRY.mjs";import{a as rr,d as sr,h as or}from"./chunk-XPRPDDIP.mjs";import{c as hr,d as gr,e as br,f as yr,h as Ce,i as Rr,j as Tr,l as rs}from"./chunk-5CKQSFZG.mjs";import{a as re,b as Mn,c as xn,d as Xe,e as Rn,f as Tn,g as Cn,h as tt,i as En,j as $n,k as Pn,l as In,o as _n}from"./chunk-DS7ZOD5Y.mjs";import{a as ls}from"./chunk-MSBS5NT6.mjs";import{a as Pe,e as Xr,f as Qr}from"./chunk-ELRLMNLF.mjs";import{a as ss,c as os,d as as,e as is}from"./chunk-RVUT5U2M.mjs";import{a as ct,b as ut,c as Ie,d as Zr}from"./chunk-SV4COUWG.mjs";import{a as On,b as z,c as et,d as P,e as An}from"./chunk-H4SNI4JH.mjs";import{a as Lr,b as Fr,c as jr,d as Wr}from"./chunk-NDCJDBC5.mjs";import{d as we,e as Sn,f as wn,g as kn,h as vn,j as ke,m as Qe,o as Ze}from"./chunk-6ODLGO7J.mjs";import{a as lr,b as cr,c as ur,d as dr}from"./chunk-VMLJ7PMY.mjs";import{b as Yr}from"./chunk-QIF2HPBA.mjs";import{a as cn}from"./chunk-U3JI4MV4.mjs";import{a as pr,g as Ae,h as me,j as ot,k as wr,o as Or,s as Pr}from"./chunk-LOTLXBVB.mjs";import{i as xe,j as mr}from"./chunk-4GQNNRTH.mjs";import{a as Qn,n as ve,o as Zn,r as er,s as tr}from"./chunk-3EFGWBFI.mjs";import{b as sn,f as on,g as an,p as nr}from"./chunk-5IZLOIY6.mjs";import{a as it,b as Ee,c as $e,e as Ar,f as Cr,h as Er,k as lt,l as $r}from"./chunk-GVDNHSSL.mjs";import{a as at}from"./chunk-ERJMAR6R.mjs";import{a as fr}from"./chunk-BYKIIYLB.mjs";import{b as es,c as ts,e as ns}from"./chunk-BUU75T5M.mjs";import{l as Sr,m as Ur}from"./chunk-GNLV34BJ.mjs";import{g as Jr,l as Hr,m as Vr}from"./chunk-W3ZDXRYV.mjs";import{f as zr}from"./chunk-YDA3LPQF.mjs";import{a as Kr}from"./chunk-XFIZ234N.mjs";import{A as yn,E as de,F as Re,I as nt,J as rt,a as un,g as Ke,l as te,m as ne,n as ye,q as fn,y as bn}from"./chunk-2F2E2CHG.mjs";import{U as mn,W as pn,ea as ee,ja as hn,ka as Se,na as Ye,oa as gn,u as dn}from"./chunk-WK5DH46I.mjs";import{D as Yn,H as ar,J as ir,N as Te,Q as Oe,f as ln,g as Nn,h as Ln,i as Bn,j as Dn,k as Fn,l as jn,m as Wn,n as ue,o as Gn,p as Un,q as qn,s as zn,t as Jn,u as Hn,v as Vn,w as Kn,wa as st}from"./chunk-U74OWDF7.mjs";import{Da as F,E as _,Ga as nn,I as he,K as Xt,M as ge,O as Qt,a as Ht,f as X,g as L,h as Vt,ha as be,ia as Zt,l as B,m as D,na as en,q as Kt,r as fe,s as Yt,t as le,ta as ce,xa as Q,ya as tn}from"./chunk-YUZ2LYA3.mjs";import{b as rn}from"./chunk-GPCNYMNR.mjs";import{h as Jt}from"./chunk-NBSSC66W.mjs";import{a as ie,b as $,c as qt,d as zt}from"./chunk-5LE4WRTK.mjs";import{a as Me}from"./chunk-SZR6RWJJ.mjs";import{b as Z,f as Ve}from"./chunk-7RCFP5J6.mjs";import{randomInt as qc}from"node:crypto";function us(e){return{code:"skipped",blocks:!1,slos:[],changes:[],faults:[],invalid:[],pair:null,unmeasured:e,loosened:[],costs:[],suspects:[],acceptances:[],refusals:[],effort:{slices:0,discardedRounds:0,instances:0,loadSeconds:0}}}import{relative as ja}from"node:path";var $a=720*3600;async function ds(e,t,r){let n=new Map(r.flatMap(({commit:m,commitTime:p})=>{let h=Date.parse(p??"")/1e3;return m===null||Number.isNaN(h)?[]:[[m,h]]}));if(n.size===0||"kind"in e)return new Set;let{git:s,remote:o}=e,a=await s(["rev-parse","--is-shallow-repository"]),i=await dt(s,o,t);if(a.stdout!=="false"||i.length===0)return new Set;let c=Math.floor(Math.min(...n.values()))-$a,u=await s(["rev-list","--timestamp",`--max-age=${Math.max(0,c)}`,...i]);if(!u.ok)return new Set;let l=new Map([...u.stdout.matchAll(/^(\d+) ([0-9a-f]+)$/gm)].map(([,m,p])=>[p,Number(m)])),d=Math.max(Number.NEGATIVE_INFINITY,...i.map(m=>l.get(m)??Number.NEGATIVE_INFINITY));return new Set([...n].filter(([m,p])=>!l.has(m)&&p<=d).map(([m])=>m))}async function dt(e,t,r){let n=[...t===null?[]:[`refs/remotes/${t}/${r}`],`refs/heads/${r}`],s=await Promise.all(n.map(o=>xe(e,o)));return[...new Set(s.filter(o=>o!==null))]}var Pa="A full clone has it: `fetch-depth: 0` for actions/checkout, `git fetch --unshallow` on a laptop. To fetch it later, the job needs `contents: read`.";async function fs(e,t){let{head:r}=t,n=t.asked===null?await Ia(e,t.trigger,r,t.dirty):{commit:await Na(e,t.asked),because:"asked",branch:null};if(!("commit"in n))return n;let s=await me(e,n.commit,n.branch);if(s!==null)return mt(`The base revision ${n.commit.slice(0,10)}`,s);let o=await e.git(["rev-parse","--verify",`${n.commit}^{tree}`]);return{kind:"base",commit:n.commit,tree:o.stdout,because:n.because}}async function Ia(e,t,r,n){switch(t.kind){case"pull_request":{let s=await hs(e,r);if(s.length===2&&s.includes(t.headSha)){let o=s.find(a=>a!==t.headSha);return o===t.formerBaseSha&&o!==t.baseSha?La(t.baseBranch):{commit:o,because:"merge-parent",branch:t.baseBranch}}return ps(e,r,t.baseBranch,t.baseSha)}case"merge_group":return{commit:t.baseSha,because:"merge-group",branch:null};case"push":{let{before:s,branch:o}=t;return s!==null&&Ae(s)&&!/^0+$/.test(s)&&s!==r&&await me(e,s,o)===null?{commit:s,because:"before-push",branch:o}:ms(e,r,o)}case"local":return e.checkout.branch!==t.baseBranch?ps(e,r,t.baseBranch,null):n?{commit:r,because:"parent",branch:t.baseBranch}:ms(e,r,t.baseBranch)}}async function ms(e,t,r){let[n]=await hs(e,t);return n!==void 0?{commit:n,because:"parent",branch:r}:{kind:"none",reason:"root-commit",message:"The first commit has none before it."}}async function hs(e,t){let{stdout:r}=await e.git(["cat-file","commit",t]),[n=""]=r.split(`

`,1);return[...n.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([,s])=>s)}async function ps(e,t,r,n){let s=await _a(e,r,n);if(s!==null&&typeof s=="object")return mt(`The branch ${r}`,s.problem);if(s===null)return{kind:"none",reason:"unknown-branch",message:`There is no branch ${JSON.stringify(r)} to compare with, here or on the remote.`,hint:"Name one with `--base-branch`, or a revision with `--base`."};let o=await e.git(["merge-base",t,s]);if(o.ok)return{commit:o.stdout,because:"merge-base",branch:r};let a=e.isShallow()?await wr(e,t,s):{commit:null};return"problem"in a?mt(`The merge base with ${r}`,a.problem):a.commit!==null?{commit:a.commit,because:"merge-base",branch:r}:{kind:"none",reason:"unrelated",message:`The revision that is checked out and ${r} have no history in common.`}}async function _a(e,t,r){let[n]=await dt(e.git,e.checkout.remote,t);if(n!==void 0)return n;let s=await ot(e,`refs/heads/${t}`);if(s!==null||r===null)return s;let o=await me(e,r,null);return o===null?r:{problem:o}}async function Na(e,t){let{git:r,top:n,remote:s}=e.checkout,o=await r(["rev-parse","--verify","--quiet","--end-of-options",t]);if(o.ok&&Ae(o.stdout)){let u=await xe(r,o.stdout);if(u!==null)return u}if(Ae(t)&&await me(e,t,null)===null)return t;let a=s!==null&&t.startsWith(`${s}/`)?t.slice(s.length+1):t;for(let u of[`refs/heads/${a}`,`refs/tags/${a}`]){let l=await ot(e,u);if(l!==null)return l}let{stdout:i}=await r(["for-each-ref","--format=%(refname:short)"]),c=Jt(t,i.split(`
`).filter(Boolean));throw new $({what:`--base names no revision: ${JSON.stringify(t)}.`,where:n,hint:c===void 0?"It takes a branch, a tag or a commit of this repository.":`Did you mean ${c}?`})}function La(e){return{kind:"none",reason:"unobtainable",message:`What is checked out is still the test merge with the former base, not with ${e}.`,hint:"Choose the base again, or push a commit: then GitHub starts a run with the new one."}}function mt(e,t){return{kind:"none",reason:"unobtainable",message:`${e} is not in this clone and could not be fetched: ${t}.`,hint:Pa}}async function ys(e,t,r){let{prefix:n}=e.checkout,s=await Fa(e,r.base,r.head);if(Ba(s,t,n))return{relevant:!0,notes:[]};let o=[...await bs(e,r.head),...await bs(e,r.base)].flatMap(l=>Ss(l,n)??[]),a=Da(t.patterns,o);if(a.length===0)return{relevant:!1,notes:[]};let i=ve(t.patterns),c=!o.some(l=>i(l)==="in"),u=a.map(l=>`${JSON.stringify(l)} of \`when.changed\` matches no file of base or head${c?"; everything is measured":""}`);return{relevant:c,notes:u}}function Ba(e,t,r){let n=ve(t.patterns);return e.some(({path:s,submodule:o})=>{let a=Ss(s,r);if(a===null)return!1;if(t.always.includes(a))return!0;let i=n(a);return i==="in"||o&&i==="unnamed"})}function Da(e,t){return e.filter(r=>{if(Zn(r))return!1;let n=ve([r]);return!t.some(s=>n(s)==="in")})}function Ss(e,t){return t===""?e:e.startsWith(`${t}/`)?e.slice(t.length+1):null}var gs="160000";async function Fa(e,t,r){return[...(await ws(e,["diff-tree",...["-r","-z","--raw","--no-renames","--no-ext-diff","--ignore-submodules=none"],t,r])).matchAll(/:(\d+) (\d+) [^\0]*\0([^\0]*)\0/g)].map(([,o,a,i])=>({path:ks(i),submodule:o===gs||a===gs}))}async function bs(e,t){return(await ws(e,["ls-tree","-r","-z","--full-tree","--name-only",t])).split("\0").filter(Boolean).map(ks)}async function ws(e,t){let r=await e.git(t,{encoding:"latin1"});if(r.ok)return r.stdout;throw new $({what:`What differs from the base could not be found out: ${mr(r)}.`,hint:"Without `when` everything is measured.",exitCode:3})}function ks(e){return Buffer.from(e,"latin1").toString()}async function vs(e){let{asked:t,commit:r,trigger:n,checkout:s}=e;if("kind"in s)return pt(s,t);if(s.head===null)return pt({kind:"none",reason:"no-commit",message:"Nothing is committed yet."},t);let o=await Mr(s,e.folder,e),a=n.kind==="local"&&r===null?await vr(o,s.head,e.leaveOut):await kr(o,r??s.head),i=e.identical?{kind:"base",commit:a.commit,tree:a.tree,because:"asked"}:await fs(o,{head:s.head,dirty:a.dirty,asked:t,trigger:n});if(i.kind==="none")return pt(i,t);if(i.tree===a.tree&&!e.identical)return{kind:"identical",base:i,head:a,notes:a.notes};let c={base:i.tree,head:a.tree},u=e.watched&&await ys(o,e.watched,c),l=[...a.notes,...u?.notes??[]];return u?.relevant===!1?{kind:"irrelevant",base:i,head:a,notes:l}:{kind:"different",base:i,head:a,notes:l,layOut:d=>xr(o,d,{head:a,base:i})}}function pt(e,t){if(t===null)return e;throw new $({what:`--base ${JSON.stringify(t)} cannot be used: ${e.message}`,hint:e.hint})}async function Rs(e,t,{workspace:r,keeper:n},s){let{progress:o,signal:a,base:i}=s;i.asked===null&&e.deployments===void 0&&Wa(i.trigger);let c=e.baseline.kind==="paired"&&e.deployments===void 0,u=i.asked!==null||Ms(i.trigger);if(!c&&e.when===void 0&&!u)return Me(()=>"no base: the configuration or `--from` asks for recorded runs, and no merge waits for the run"),{kind:"alone",comparison:{kind:"history"}};o.phase(c?"laying out base and head":"looking at what has changed");let l=await vs({checkout:t,environment:{...s.environment,...n.mark},identical:s.plant!==void 0,asked:i.asked,commit:s.head??null,trigger:i.trigger,folder:r.path,credentials:i.credentials??null,leaveOut:[...s.store.kind==="directory"?[s.store.path]:[],...s.keepPath?[s.keepPath]:[]],...e.when&&!s.plant&&{watched:qa(e,e.when)},signal:a});if(Rr(l,i.asked,i.trigger),l.kind==="none"){if(c&&(l.reason==="unobtainable"||Ms(i.trigger)))throw za(l);e.when?o.note(`no base to find out what has changed, so everything is measured: ${xs(l)}`):c&&l.reason!=="no-repository"&&o.note(`no base to measure beside the head: ${xs(l)}`);let d=u&&{unread:l.message};return{kind:"alone",comparison:{kind:"history"},...d}}for(let d of l.notes)o.note(d);if(c&&Ga(l,s),l.kind==="irrelevant"||l.kind==="identical"&&e.when)return{kind:"nothing",base:l.base.commit};if(!c){let d=l.kind==="different"&&{pair:l};return{kind:"alone",comparison:{kind:"history"},...d}}return l.kind==="different"?{kind:"pair",pair:l}:{kind:"alone",comparison:{kind:"none",reason:{kind:"identical"}}}}function Wa(e){if(e.kind!=="local"||e.commented===void 0)return;let{baseBranch:t,commented:r}=e;throw new $({what:`issue_comment checks out ${t}, not pull request ${r}, and names no base to compare it with.`,hint:`Best measure on \`pull_request\`. Otherwise check out the pull request (\`ref: refs/pull/\${{ github.event.issue.number }}/head\` and \`fetch-depth: 0\` for actions/checkout), and set the input \`base\`, such as \`origin/${t}\`. Its code then has the secrets and the token of this job: check first who has commented.`})}function Ga({base:e,head:t},r){let{trigger:n}=r.base;if(n.kind!=="local"||n.event===void 0)return;let s=`${st(r.subject.commit)}${t.dirty?" with changes that are not committed":""}`,o=`${st(e.commit)}, ${Sr(e,n.baseBranch)}`;r.progress.note(`${n.event}: what is checked out, ${s}, is compared with ${o}`)}var Ua="Give actions/checkout `fetch-depth: 0`, and its job `contents: read`. Or compare with recorded runs on purpose: `from: history` under `baseline`.";function qa({path:e,directory:t,scenarios:r,k6Path:n=e},{changed:s}){let o=r.flatMap(({work:a})=>hr(a));return{patterns:s,always:[e,n,...o].map(a=>ja(t,a))}}function Ms({kind:e}){return e==="pull_request"||e==="merge_group"}function xs({message:e,hint:t}){return`${e}${t?` ${t}`:""}`}function za({message:e,hint:t=Ua}){return new $({what:`No base to measure beside the head: ${e}`,hint:t,exitCode:ie.unmeasured})}async function ft(e,t,r){let{progress:n,environment:s,signal:o,subject:a}=r,{suite:i,directory:c}=e,u=r.base.credentials??null,l=Pr(r.store,{suite:i,directory:c,credentials:u,environment:s,signal:o});try{let{records:d,unreadable:m}=await l.list({newest:Or});for(let{name:b,reason:k}of m)n.note(`record ${b} is left out: ${k}`);let p=a.commit===null?null:r.baseBranch,h=d.filter(b=>b.branch===p),g=p===null?new Set:await ds(t,p,h);return g.size>0&&n.note(`${Ja(g.size)} no longer on ${p} and left out`),{store:l,baseline:lr(h,{branch:p,onBranch:b=>!g.has(b),job:r.job}),problem:null}}catch(d){if(!(d instanceof $)||d.exitCode!==ie.unmeasured)throw d;return n.note(`the records cannot be read, so there is no trend: ${d.message}`),{store:l,baseline:[],problem:d}}}function ht({problem:e}){if(e===null)return;let{message:t,where:r,hint:n,detail:s}=e;throw new $({what:t,where:r,hint:n,detail:s,cause:e,exitCode:ie.unmeasured})}async function Ts({store:e},t){try{return{recordPath:await e.append(t),unrecorded:null}}catch(r){if(r instanceof qt)throw r;let n=r instanceof $&&r.hint?` ${r.hint}`:"";return{recordPath:null,unrecorded:`${r.message}${n}`}}}function Ja(e){return e===1?"the commit of one record is":`the commits of ${e} records are`}import{randomInt as Nc}from"node:crypto";async function J(e,{arms:t,together:r,block:n,variant:s}){e.starts++;let o=e.starts>1?`_${e.starts}`:"",a=s===void 0?"":`v${s}_`,i=async p=>{let h=await _r(t[p],`${p}_${a}${n+1}${o}`);e.running.set(p,h)},c=await Promise.allSettled(r.map(i)),u=()=>c.flatMap(p=>p.status==="rejected"?[p.reason]:[]);t.base&&!r.includes("base")&&u().length>0&&c.push(...await Promise.allSettled([i("base")]));let l=u(),d=l.find(({arm:p})=>p==="base"),m=l.find(({arm:p})=>p!=="base")??d;if(m instanceof pe&&c.length>1&&(m.other=l.length<c.length?"ready":d),m!==void 0)throw m}async function H({running:e}){let t=[...e.values()];e.clear();let n=(await Promise.allSettled(t.map(s=>s.stop()))).find(s=>s.status==="rejected");if(n)throw n.reason}import{readFileSync as bt}from"node:fs";import{availableParallelism as Os}from"node:os";import{setTimeout as Ha}from"node:timers/promises";var Va=250,Ka=.1;async function Ne(e,t){let r=performance.now()+e,n=gt(0,new Set);for(;n.busy!==null&&performance.now()<r&&!t.aborted;){await Ha(500);let s=gt(0,new Set),o=(s.monotonic-n.monotonic)/1e3;if(((s.busy??0)-n.busy+(s.steal??0)-(n.steal??0))/o<Ka*Os())return!0;n=s}return n.busy===null}function As(e,t,r=new Map){let n=[],s=Os(),o=()=>{let i=gt(e,new Set(t),r),c=n.findLast(({generator:l})=>l!==null)?.generator??0,u=(i.generator??0)<c;n.push(u?{...i,busy:null,generator:null,service:null}:i),s=ei(e)??s};o();let a=setInterval(o,Va);return{samples:n,take:o,generatorLimit:()=>s,stop(){clearInterval(a),o()}}}function gt(e,t,r=new Map){let n=Ya(),{user:s,system:o}=process.cpuUsage(),a=new Set([e,...t]),i=n&&$e(Ee()??[],a),c=i&&Za(i,e,t);return{wall:Date.now(),monotonic:performance.now(),busy:n?.busy??null,steal:n?.steal??null,generator:c?.generator??null,service:c?.service??null,self:(s+o)/1e6,opens:Xa(),arms:new Map([...r].map(([u,l])=>[u,Qa(i??[],l)]))}}function Ya(){try{let[e,t,r,,,,,n]=bt("/proc/stat","latin1").slice(0,200).split(`
`)[0].trim().split(/\s+/).slice(1).map(Number);return{busy:(e+t+r)/it,steal:(n??0)/it}}catch{return null}}function Xa(){try{let e=bt("/proc/self/net/snmp","latin1").split(`
`),[t,r]=e.filter(n=>n.startsWith("Tcp:")).map(n=>n.split(" "));return Number(r[t.indexOf("ActiveOpens")])}catch{return null}}function Cs(e,t,r){let[n,s]=[t,r].map(o=>_e(e,o,({opens:a})=>a));return n===null||s===null?null:Math.ceil(s-n)}function Qa(e,t){let r=e.filter(({session:s})=>t.includes(s)),n=s=>r.reduce((o,a)=>o+s(a),0);return{seconds:n(({pid:s,seconds:o})=>Math.max(o,Ar(s)??0)),memory:n(({pid:s})=>Cr(s)??0)}}function Za(e,t,r){let n={generator:0,service:0};for(let{session:s,seconds:o}of e)s===t?n.generator+=o:r.has(s)&&(n.service+=o);return n}function ei(e){try{return(/^Cpus_allowed_list:\s*(\S+)/m.exec(bt(`/proc/${e}/status`,"latin1"))?.[1]).split(",").map(n=>n.split("-").map(Number)).reduce((n,[s,o])=>n+(o===void 0?1:o-s+1),0)}catch{return null}}function yt(e,t,r,n){let s=(r-t)/1e3,o=m=>{let p=_e(e,t,m),h=_e(e,r,m);return p===null||h===null?null:Math.max(0,(h-p)/s)},[a,i,c,u]=[o(m=>m.busy),o(m=>m.generator),o(m=>m.service),o(m=>m.self)],l=n.outsiders?null:c,d=a!==null&&i!==null&&l!==null;return{cores:n.cores,generator:i,generatorLimit:n.generatorLimit,service:l,others:d?Math.max(0,a-i-l-(u??0)):null,steal:o(m=>m.steal),clockJumpMs:ti(e,t,r)}}function Es(e,t,r,n){let s=u=>_e(e,u,l=>l.arms.get(t)?.seconds??null),[o,a]=[s(r),s(n)],i=e.findLast(({wall:u})=>u<=n)?.arms.get(t)?.memory??0;return!((e.at(-1)?.wall??0)>=n)||o===null||a===null||a<=o||i===0?null:{cpu:a-o,memory:i}}function _e(e,t,r){let n=e.filter(u=>r(u)!==null),s=n.findIndex(u=>u.wall>=t),o=n[s===-1?n.length-1:s],a=n[Math.max(0,(s===-1?n.length-1:s)-1)];if(!a||!o)return null;let[i,c]=[r(a),r(o)];return i===null||c===null?null:o.wall===a.wall?c:i+Math.min(1,Math.max(0,(t-a.wall)/(o.wall-a.wall)))*(c-i)}function ti(e,t,r){let n=e.filter(s=>s.wall>=t&&s.wall<=r).map(s=>s.wall-s.monotonic);return n.length<2?0:Math.max(...n)-Math.min(...n)}var ni=.98,ri=.01,si=.8;function $s(e,t,{diagnosis:r,evidence:n,slices:s}){let o=F(s,e.metric),{sent:a,intended:i}=n,c=i!==null&&a<ni*i,u=oi(s),l=he(s),m=!Number.isNaN(o)&&!nt(de,l)&&!nt(e,o)&&!c&&!u;return{rate:t,achieved:Xt(s),met:m,value:o,errors:l,dropped:s.reduce((p,h)=>p+h.dropped,0),...u&&{growing:u},...!m&&Wn(n,r)&&{limitedBy:"generator"}}}function oi(e){let t=e.filter(i=>ge(i)>0).map(i=>({at:i.startedAt/1e3,wait:_([i],.5)/1e3})),r=t[0],n=t.at(-1);if(r===void 0||n===void 0||t.length<4||n.wait===1/0)return;let s=t.flatMap((i,c)=>t.slice(c+1).map(u=>u.wait>i.wait)),o=s.filter(Boolean).length>=si*s.length,a=(n.wait-r.wait)/(n.at-r.at);return o&&a>ri?!0:void 0}function V(e,t,r){let n=s=>{let o=(s==="shared"?t:e.get(s))?.crash()??null;return o&&{...o,arm:s,label:r}};return n("shared")??St(n("head"),n("base"))}function St(e,t){return e&&t?{...t,head:e,log:wt(e.log,t.log)}:t??e}function wt(e,t){let[r,n]=[e,t].map(s=>s.split(`
`).slice(-Er).join(`
`));return`The base:
${n}

This change:
${r}`}function Le(e){return e.flatMap(({crash:t})=>{if(t?.arm!=="head")return[];let{arm:r,...n}=t;return[{kind:"crashed",...n}]})}function Be(e){return e.flatMap(({failure:t,crash:r})=>{if(r?.arm==="shared")return[{kind:"harness",message:`\`${r.service}\`, which serves the whole run, ended with ${r.exit}`,log:r.log}];if(t===null)return[];let{fault:n,label:s,message:o,log:a}=t;return[n==="script"?{kind:"script-failed",label:s,message:o,log:a}:{kind:"harness",message:o,log:a}]})}function Ps(e){let t=e.filter(_s);return e.filter(({slot:r})=>t.some(n=>n.slot.step===r.step&&n.slot.round===r.round))}function Is(e,t){let r=[...new Set(e.map(({slot:a})=>a.step.label))],n=e.filter(_s).map(({diagnosis:a,evidence:i})=>ue(a,i));return`${`${e.length} ${e.length===1?"round":"rounds"} of ${r.join(", ")}`} ${t?"will be measured again":"discarded"}: ${[...new Set(n)].join("; ")}`}function _s({diagnosis:e}){return e!=="sound"&&e!=="service-slow"}function Ns({slot:e,diagnosis:t,evidence:r},n){let{sent:s,intended:o,seconds:a,dropped:i,lagMs:c,clockJumpMs:u,cpu:l}=r,d=b=>b===null?"unknown":Number(b.toPrecision(3)),{generator:m,service:p,others:h,steal:g,cores:f}=l;return[`discarded: block ${n+1}, ${e.step.label}, ${e.arm}, round ${e.round+1}, ${e.turns?"in turns":"alone"}`,t==="sound"?"sound, but its counterpart is not":ue(t,r),`${s} of ${o??s} arrivals in ${d(a)} s, ${i} dropped, p99 of lateness ${d(c)} ms`,`of ${f} cores k6 used ${d(m)}, the service ${d(p)}, others ${d(h)}, the hypervisor ${d(g)}`,`the clock jumped by ${d(u)} ms`].join("; ")}import{availableParallelism as cl}from"node:os";import{setTimeout as ul}from"node:timers/promises";function Ds(e,t){let{rate:r,settling:n,measured:s}=e,o=Ls({...e,count:n},t),a=n/r*1e3,i=n>0?0:Math.min(100,500*s/r),c=1-i*r/(1e3*Math.max(1,s)),u=Ls({...e,count:s},t),l=[...o,...u.map(h=>a+i+h*c)],d=e.arms*e.turn,m=0;for(;m+d<=n&&l[m]<100;)m+=d;let p=l.slice(m).map(h=>Number(Math.max(h,100).toFixed(2)));return{dueMs:p,skipped:m,...ii(p,r)}}function Ls({rate:e,count:t,arms:r,turn:n},s){let o=Math.ceil(t/(r*n))*n,a=ai(o,o/e*1e3,s),i=[],c=0;for(let u=0;u<o;u+=n)for(let l=0;l<r;l++)for(let d of a.slice(u,u+n))c+=d,i.push(c);return i.slice(0,t)}function ai(e,t,r){let n=Array.from({length:e+1},()=>-Math.log(1-r.uniform())),s=n.reduce((o,a)=>o+a,0);return n.slice(0,e).map(o=>o/s*t)}var Bs=[1,1.01,1.02,1.05,1.1,1.15,1.2,1.3,1.5,2,3,5,10];function ii(e,t){let r=e.length,n=c=>e.reduce((u,l,d)=>Math.min(u,l-d*1e3/(t*c)),1/0),s=t*(Bs.find(c=>n(c)>=5)??Bs.at(-1)),o=Math.max(0,Math.floor(n(s/t)-5)),[a,i]=[0,0];for(let c=0;c<r;c++){for(;i<r&&e[i]<o+c*1e3/s;)i++;a=Math.max(a,c+1-i)}return{launchMs:o,launchRate:s,launchSeconds:(r-.5)/s,waiting:a}}function Fs(e,t){let r=2166136261^e;for(let n=0;n<t.length;n++)r=Math.imul(r^t.charCodeAt(n),16777619);return r|0}var js=`/**
 * Tailgate's own books: every request is counted and timed here, whatever a script calls its tags, and whatever it makes
 * of k6's own metrics. This module is loaded before the script, so that the script finds the counted functions in
 * \`k6/http\` however it imports them.
 */
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';

/** Tag of all samples: the slot, and the slice in which its iteration began. It is given with each sample. */
export const TAG = 'tailgate';
/** Codes of failures. Statuses of HTTP and error codes of k6 stand for themselves. */
export const CODES = { endless: 1051, grpc: 2000, socket: 3000, redis: 9000, exception: 9001 };
/** A failure is stored as its code, plus so much for the number of its request among those that are dealt out. */
export const WHICH = 10000;

// Latency of the caller (ms): connection phases plus http_req_duration, of requests answered as expected.
const latency = new Trend('tailgate_latency', true);
// Codes of the requests that failed.
const failures = new Trend('tailgate_failed');
// Requests of scripts only: a declared request is the whole of its iteration.
const begun = new Counter('tailgate_begun');
// Requests that k6 sent again, unseen, and connections that it opened.
const resent = new Counter('tailgate_resent');
const connects = new Counter('tailgate_connects');
// Size (bytes) and status of a sample of the answers.
const sizes = new Trend('tailgate_size');
const statuses = new Trend('tailgate_status');
// Requests that ended, though there is nothing to say of them: a socket closed by the script before any message came.
const voids = new Counter('tailgate_void');
// Requests of other protocols, and answers for which k6 sends more than one request: redirects, digests.
const others = new Counter('tailgate_other');
const hops = new Counter('tailgate_hops');

/** Iteration of this virtual user. Setup and teardown have none. */
let current = { tags: { [TAG]: 'none' }, slot: null, which: 0, isSampled: false, begun: 0 };

/** @param at tags of the samples, slot, number of the request, and whether answers are looked at more closely */
export function openIteration(at) {
  current = at;
}

const warn = console.warn;
const told = new Set();

/** Tells what a failure was, once for each virtual user and kind. How many there are is counted. */
export function tellFailure({ slot }, code, text) {
  if (slot === null || !slot.told) return;
  const line = \`\${code} \${slot.label}: \${text}\`;
  if (told.has(line)) return;
  told.add(line);
  warn(\`TAILGATE_FAILURE \${line}\`);
}

function fail(at, code, text) {
  failures.add(at.which * WHICH + code, at.tags);
  if (text !== null) tellFailure(at, code, text);
}

/** Milliseconds of the test so far. Dates have no fractions. */
export const clock = () => exec.instance.currentTestRunDuration;

/** Begins a request of another protocol than HTTP. The first of \`answer\`, \`fail\` and \`drop\` ends it. */
export function begin(since = clock()) {
  const at = current;
  let began = since;
  let isOpen = true;
  at.begun += 1;
  begun.add(1, at.tags);
  const end = (note) => {
    if (!isOpen) return;
    isOpen = false;
    others.add(1);
    note();
  };
  return {
    isOpen: () => isOpen,
    /** Lets the time begin only now. */
    restart() {
      began = clock();
    },
    answer: () => end(() => latency.add(clock() - began, at.tags)),
    fail: (code, text) => end(() => fail(at, code, text)),
    drop: () => end(() => voids.add(1, at.tags)),
  };
}

/** Puts functions of ours in place of some of an object of k6, which lets nobody change it. */
export function overlay(original, counted) {
  return new Proxy(
    {},
    {
      get: (_, name) => (Object.hasOwn(counted, name) ? counted[name] : original[name]),
      set(_, name, value) {
        original[name] = value;
        return true;
      },
    },
  );
}

const usual = [{ min: 200, max: 399 }];
const rangesOf = new WeakMap();
let ranges = usual;

const { expectedStatuses, setResponseCallback } = http;
http.expectedStatuses = (...wanted) => {
  const callback = expectedStatuses(...wanted);
  rangesOf.set(callback, wanted);
  return callback;
};
http.setResponseCallback = (callback) => {
  setResponseCallback(callback);
  ranges = rangesOf.get(callback) || usual;
};

function listRanges(params) {
  if (!params || params.responseCallback === undefined) return ranges;
  // Without a callback k6 judges no answer. A status of 500 is a failure all the same.
  return rangesOf.get(params.responseCallback) || usual;
}

const isIn = (status) => (range) =>
  typeof range === 'number' ? range === status : status >= range.min && status <= range.max;

/**
 * Tells whether k6 sent a request a second time. Go's transport does so with a GET when a kept connection ends before
 * the first byte of the answer. Its trace then has no time to connect, but one in which it was blocked, and in \`sending\`
 * lies all from the first connection on (k6: tracer.go).
 */
const wasResent = ({ connecting, blocked, sending }) =>
  connecting === 0 && blocked > 0.04 && sending - blocked > 0.08;

function note(response, at, params) {
  if (!response?.timings) return;
  const { status, error_code: code, timings } = response;
  if (timings.connecting > 0) connects.add(1, at.tags);
  if (wasResent(timings)) resent.add(1, at.tags);
  // Statuses have codes of their own, from 1400 to 1599 (k6: error_codes.go).
  const isBroken = status === 0 || (code > 0 && (code < 1400 || code > 1599));
  if (isBroken) {
    if (code === 1050 && timings.receiving > 0)
      fail(at, CODES.endless, \`the answer began, and did not end within \${Math.round(timings.duration)} ms\`);
    else fail(at, code || 1000, describeError(code, response.error));
    return;
  }
  if (!listRanges(params).some(isIn(status))) {
    fail(at, status, null);
    return;
  }
  // \`blocked\` lasts until there is a connection: to connect and the TLS handshake are parts of it (k6: tracer.go).
  latency.add(timings.blocked + timings.duration, at.tags);
  if (response.url !== response.request.url || (params?.auth && params.auth !== 'basic')) hops.add(1);
  if (at.isSampled) noteAnswer(response, at);
}

// Addresses that a script blocks itself have the same code.
function describeError(code, error) {
  return code === 1110 && current.slot?.isConfined
    ? 'not sent: it would go to another machine, which \`allow\` in tailgate.yml does not name'
    : \`\${code} \${error}\`;
}

/** Whether bodies must be kept for their size to be known: answers do not tell their length. */
let isLengthTold = false;
export const needsBody = () => !isLengthTold;

function noteAnswer({ status, headers, body }, { slot, which }) {
  if (slot === null) return;
  const tags = { [TAG]: \`\${slot.id}/\${which}\` };
  statuses.add(status, tags);
  const length = headers['Content-Length'];
  isLengthTold = length !== undefined;
  if (length !== undefined) sizes.add(Number(length), tags);
  else if (body !== null && body !== undefined)
    sizes.add(typeof body === 'string' ? body.length : (body.byteLength ?? 0), tags);
}

/** Counts \`count\` requests that begin. A declared request is counted with its iteration. */
function open(count) {
  const at = current;
  at.begun += count;
  if (at.slot === null || at.slot.request === null) begun.add(count, at.tags);
  return at;
}

/** With the option \`throw\` k6 throws instead of answering. */
function failThrown(at, error) {
  fail(at, CODES.exception, \`exception: \${error?.message ?? error}\`);
}

function countIn(original, paramsAt) {
  return (...args) => {
    const at = open(1);
    let response;
    try {
      response = original.apply(http, args);
    } catch (error) {
      failThrown(at, error);
      throw error;
    }
    note(response, at, args[paramsAt]);
    return response;
  };
}

for (const method of ['get', 'head']) http[method] = countIn(http[method], 1);
for (const method of ['post', 'put', 'patch', 'del', 'options']) http[method] = countIn(http[method], 2);
http.request = countIn(http.request, 3);

const { asyncRequest, batch } = http;
http.asyncRequest = async (...args) => {
  const at = open(1);
  let response;
  try {
    response = await asyncRequest.apply(http, args);
  } catch (error) {
    failThrown(at, error);
    throw error;
  }
  note(response, at, args[3]);
  return response;
};
http.batch = (...args) => {
  const requests = args[0] ?? {};
  const keys = Object.keys(requests);
  const at = open(keys.length);
  let responses;
  try {
    responses = batch.apply(http, args);
  } catch (error) {
    for (const _ of keys) failThrown(at, error);
    throw error;
  }
  for (const key of keys) {
    const request = requests[key];
    note(responses[key], at, Array.isArray(request) ? request[3] : request?.params);
  }
  return responses;
};
`;var Ws=`// Lateness of an arrival (ms). Open model only. It says nothing while arrivals are dropped.
const lag = new Trend('tailgate_lag', true);
const started = new Counter('tailgate_started');
// Iterations of scripts that came to an end, and those that threw: after a request, or before any.
const finished = new Counter('tailgate_finished');
const exceptions = new Counter('tailgate_exceptions');
const barren = new Counter('tailgate_barren');
// Iterations whose script has taken away the tag by which k6's own metrics and the script's are told apart.
const untagged = new Counter('tailgate_untagged');
const startTime = new Gauge('tailgate_start_time');
const endTime = new Gauge('tailgate_end_time');

const told = new Set();
let slot = SLOTS[Object.keys(SLOTS)[0]];
/** Iteration as the books know it, and its number among those of its arm: to ask k6 for it takes time. */
let at = null;
let number = 0;

/**
 * Tells of the first redirect of each request. Of where it leads only a path on the same server is told: queries, users
 * in addresses and other servers may be secret.
 */
function noteRedirect({ status, headers, request: { url } }, which) {
  if (!slot.told || status < 300 || status > 399 || status === 304) return;
  const key = \`\${slot.label} \${which}\`;
  if (told.has(key)) return;
  told.add(key);
  const split = (address) => /^((?:[a-z][a-z0-9+.-]*:)?\\/\\/[^/?#]*)?([^?#]*)/i.exec(address || '');
  const [, server, path] = split(headers.Location);
  const isSame = server === undefined || server === '' || server === split(url)[1];
  const leads = isSame && path.startsWith('/') ? path.slice(0, 200).replace(/[^\\x21-\\x7e]|["\\\\]/g, '?') : '-';
  console.warn(\`TAILGATE_REDIRECT \${which} \${status} \${leads} \${slot.label}\`);
}

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

/** Tags of samples, by slot and slice: k6 takes them with each sample. */
const tagsOf = {};
function tagSlice({ id }, slice) {
  const name = \`\${id}.\${slice}\`;
  tagsOf[name] = tagsOf[name] || { [TAG]: name };
  return tagsOf[name];
}

/**
 * Waits until the arrival is due that this iteration stands for.
 *
 * @returns its number among those of the scenario, and when it is due (ms from the slot's start); null where there is none
 */
function awaitArrival() {
  const { name, startTime, iterationInTest: iteration } = exec.scenario;
  const arrivals = ARRIVALS[name];
  const [{ rate, skipped, startMs, launchMs }] = rosters[name];
  const began = startTime - launchMs;
  if (iteration === 0) console.warn(\`TAILGATE_BEGAN \${Math.round(began - startMs)}\`);
  if (!arrivals) return { began, iteration, due: rate === null ? null : (iteration * 1000) / rate };
  // k6 may begin one more than are wanted.
  if (iteration >= arrivals.length) return null;
  const due = arrivals[iteration];
  const wait = began + due - Date.now();
  if (wait > 0) sleep(wait / 1000);
  return { began, iteration: iteration + skipped, due };
}

function enterSlice({ began, iteration, due }) {
  const { name, iterationInTest } = exec.scenario;
  const roster = rosters[name];
  const { turns } = roster[0];
  slot = turns === null ? roster[0] : roster[Math.floor(iteration / turns.arrivals) % turns.of];
  const elapsed = Date.now() - began;
  let slice = 'settling';
  if (slot.measured) {
    const position = findSlice(slot, ARRIVALS[name] ? due : elapsed, iteration);
    if (position >= 0) slice = String(Math.min(position, slot.slices - 1));
  }
  const sliceTags = tagSlice(slot, slice);
  const own = exec.vu.metrics.tags;
  if (own[TAG] !== sliceTags[TAG]) own[TAG] = sliceTags[TAG];
  number = countOwn(iteration);
  const isSampled = slice !== 'settling' && draw(number, 7) < slot.sampledShare;
  at = { tags: sliceTags, slot, which: 0, isSampled, begun: 0 };
  openIteration(at);
  if (iterationInTest === 0) {
    for (const { id } of roster) startTime.add(began, { [TAG]: id });
  }
  started.add(1, at.tags);
  if (due !== null) lag.add(Math.max(0, elapsed - due), at.tags);
}

/** Draws a number from 0 to 1 that a position always gets: arms that take turns get the same ones. */
function draw(position, salt) {
  // The finalizer of MurmurHash3, by Austin Appleby (public domain).
  let hash = position + 1 + Math.imul(salt, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Counts the arrivals of the arm before this one. */
function countOwn(iteration) {
  const { turns } = slot;
  if (turns === null) return iteration;
  return Math.floor(iteration / (turns.arrivals * turns.of)) * turns.arrivals + (iteration % turns.arrivals);
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
  const position = first + number;
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

const callbacks = new Map();
function expectStatuses(wanted) {
  const key = wanted.join();
  if (!callbacks.has(key))
    callbacks.set(key, http.expectedStatuses(...(wanted.length > 0 ? wanted : [{ min: 200, max: 399 }])));
  return callbacks.get(key);
}

function sendRequest({ method, url, headers, body, expectStatus, timeoutMs, which = 0 }) {
  at.which = which;
  const response = http.request(method, url.startsWith('/') ? TARGET_URL + url : url, body, {
    headers,
    timeout: timeoutMs,
    redirects: 0,
    // Only a body that is kept has a size, where the answer does not tell it.
    responseType: at.isSampled && needsBody() ? 'binary' : 'none',
    responseCallback: expectStatuses(expectStatus),
    tags: { name: slot.label },
  });
  if (expectStatus.length === 0) noteRedirect(response, which);
}

function leaveIteration() {
  if (slot.iterations !== null) endTime.add(Date.now(), { [TAG]: slot.id });
  if (slot.request !== null) return;
  finished.add(1, at.tags);
  if (exec.vu.metrics.tags[TAG] !== at.tags[TAG]) untagged.add(1, at.tags);
}

/** Counts an iteration that threw. Where no request had begun, it is the script's own fault. */
function failIteration(error) {
  (at.begun === 0 ? barren : exceptions).add(1, at.tags);
  tellFailure(at, CODES.exception, \`exception: \${error?.message ?? error}\`);
  leaveIteration();
}

export function runIteration(data) {
  const arrival = awaitArrival();
  if (arrival === null) return undefined;
  enterSlice(arrival);
  try {
    if (slot.request !== null) {
      sendRequest(slot.deal === null ? slot.request : dealRequest(slot.deal));
    } else {
      const result = user[slot.exec](data);
      if (result && typeof result.then === 'function') {
        return result.then(leaveIteration, (error) => {
          failIteration(error);
          throw error;
        });
      }
    }
  } catch (error) {
    failIteration(error);
    throw error;
  }
  leaveIteration();
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

/** Numbers of the requests of a slot. */
const listWhich = ({ deal }) => (deal === null ? [0] : deal.requests.map(({ which }) => which));

const nameSubmetric = (metric, value) => \`\${metric}{\${TAG}:\${value}}\`;
const submetrics = {};
function want(metric, value, statement) {
  submetrics[nameSubmetric(metric, value)] = [statement];
}
for (const each of Object.values(SLOTS)) {
  const { id, measured, slices, rate, request, custom } = each;
  if (!measured) continue;
  want('tailgate_start_time', id, 'value>=0');
  want('tailgate_end_time', id, 'value>=0');
  submetrics[\`dropped_iterations{scenario:\${each.scenario}}\`] = ['count>=0'];
  for (const which of listWhich(each)) {
    want('tailgate_size', \`\${id}/\${which}\`, 'max>=0');
    want('tailgate_status', \`\${id}/\${which}\`, 'max>=0');
  }
  for (let i = 0; i < slices; i++) {
    const slice = \`\${id}.\${i}\`;
    for (const metric of ['tailgate_latency', 'tailgate_failed']) want(metric, slice, 'max>=0');
    for (const metric of ['tailgate_started', 'tailgate_resent', 'tailgate_connects', 'data_received'])
      want(metric, slice, 'count>=0');
    if (rate !== null) want('tailgate_lag', slice, 'max>=0');
    if (request !== null) continue;
    for (const metric of ['begun', 'void', 'finished', 'exceptions', 'barren', 'untagged'])
      want(\`tailgate_\${metric}\`, slice, 'count>=0');
    for (const name of custom) {
      if (ALWAYS[customTypes[name]]) want(name, slice, ALWAYS[customTypes[name]]);
    }
  }
}

const {
  scenarios: ownScenarios,
  vus: __,
  duration: ___,
  iterations: ____,
  stages: _____,
  systemTags: ownTags = [],
  ...userOptions
} = user.options || {};

/** Refuses what the script asks for. Its words reach the user: see k6/process.ts. */
function refuse(text) {
  throw new Error(\`TAILGATE_REFUSED \${text} TAILGATE_END\`);
}

/** Options that change how much load is sent, and by what part of it. */
const THROTTLES = ['rps', 'executionSegment', 'executionSegmentSequence', 'paused'];
const throttles = THROTTLES.filter((name) => userOptions[name]);
if (throttles.length > 0) {
  const found = throttles.map((name) => \`\\\`\${name}: \${JSON.stringify(userOptions[name])}\\\`\`).join(', ');
  refuse(
    \`its options \${found} change how much load k6 sends; the load is declared in tailgate.yml, so take them out of the script\`,
  );
}

/** Takes over what a scenario of the script sets for its function: variables and tags. */
function adoptScenario({ exec: wanted, scenarioName }) {
  const own = Object.entries(ownScenarios || {}).filter(([, each]) => (each.exec || 'default') === wanted);
  if (own.some(([, { options: extra }]) => extra?.browser))
    refuse(
      'it drives a browser, which Tailgate does not measure: write a script that sends the requests, with \`k6/http\` for example',
    );
  const describe = ([, { env = {}, tags = {} }]) => JSON.stringify([env, tags]);
  const named = own.filter(([name]) => name === scenarioName);
  const chosen = named.length > 0 ? named : own;
  if (new Set(chosen.map(describe)).size > 1) {
    const names = own.map(([name]) => \`\\\`\${name}\\\`\`).join(', ');
    refuse(
      \`its scenarios \${names} call \\\`\${wanted}\\\` with other variables or tags, and nothing says which of them is meant: give the scenario in tailgate.yml the name of one of them\`,
    );
  }
  const [, { env = {}, tags = {} } = {}] = chosen[0] || [];
  return { env, tags };
}

if (user.options !== undefined || Object.values(SLOTS)[0].request === null) {
  for (const each of Object.values(SLOTS)) {
    if (each.request !== null) continue;
    if (typeof user[each.exec] !== 'function') {
      const names = Object.keys(user).filter((name) => typeof user[name] === 'function');
      const there = names.length > 0 ? \`it exports \${names.join(', ')}\` : 'it exports no function';
      throw new Error(\`TAILGATE_EXPORTS \${each.exec}: \${there} TAILGATE_END\`);
    }
    Object.assign(SCENARIOS[each.scenario], adoptScenario(each));
  }
}

/** Tags that k6 can set, beside those of the user: https://grafana.com/docs/k6/latest/using-k6/tags-and-groups/ */
const SYSTEM_TAGS =
  'proto subproto status method url name group check error error_code tls_version scenario service expected_response ip ocsp_status rpc_type';
const namedTags = [];

/**
 * Reads thresholds as k6 does: a text or an object. Only the statement of an object is kept: its other fields may end
 * k6 in the middle of the measurement.
 */
function readThresholds(own) {
  const read = {};
  for (const [metric, statements] of Object.entries(own || {})) {
    const [, name, tags = ''] = /^([^{]*)(\\{.*)?$/s.exec(metric);
    for (const [, tag] of tags.matchAll(/[{,]\\s*["']?([^:,{}"'\\s]+)["']?\\s*:/g)) {
      // k6 would find no request of such a scenario, and the threshold would always hold.
      if (tag === 'scenario')
        refuse(
          \`its threshold on \\\`\${metric}\\\` would never fail: Tailgate replaces the scenarios of a script, so leave \\\`scenario\\\` out of it, or use a tag that the script sets itself\`,
        );
      namedTags.push(tag);
    }
    read[metric] = Array.isArray(statements)
      ? statements.map((statement) => statement?.threshold ?? statement)
      : statements;
    for (const statement of [read[metric]].flat()) {
      if (/^\\s*(count|rate)\\b/.test(statement) && findType(name.trim()) === 'counter')
        refuse(
          \`its threshold \\\`\${metric}: \${statement}\\\` is on an amount, and Tailgate runs the script in short parts: take it out, and declare \\\`\${name === 'http_reqs' ? 'rate' : \`\${name.trim()}.rate\`} > \u2026\\\` as an SLO in tailgate.yml\`,
        );
    }
  }
  return read;
}
const ownThresholds = readThresholds(userOptions.thresholds);
const isScript = Object.values(SLOTS).some(({ request }) => request === null);

export const options = {
  ...userOptions,
  ...(INSECURE && { insecureSkipTLSVerify: true }),
  scenarios: SCENARIOS,
  blacklistIPs: [...(userOptions.blacklistIPs || []), ...BLOCKED],
  thresholds: { ...ownThresholds, ...submetrics },
  summaryTrendStats: [
    'count',
    'avg',
    'min',
    'max',
    ...PERCENTS.filter((p) => p > 0 && p < 100).map((p) => \`p(\${p})\`),
  ],
  summaryTimeUnit: 'ms',
  // Tags cost time with each request. Nobody asks for those of declared ones.
  systemTags: isScript
    ? [
        ...new Set([
          ...['scenario', 'expected_response', 'status', 'method', 'name', 'url', 'group', 'check', 'error'],
          ...['error_code', ...ownTags],
          ...namedTags.filter((tag) => SYSTEM_TAGS.split(' ').includes(tag)),
        ]),
      ]
    : ['scenario'],
};

function values(data, metric, value) {
  const found = data.metrics[value === null ? metric : nameSubmetric(metric, value)];
  return found ? found.values : null;
}
const countOf = (data, metric, value) => (values(data, metric, value) || { count: 0 }).count;

function pickQuantiles(trend) {
  return PERCENTS.map((p) => (p === 0 ? trend.min : p === 100 ? trend.max : trend[\`p(\${p})\`]));
}

/** Picks a distribution; null without samples. */
function pickTrend(data, metric, value) {
  const found = values(data, metric, value);
  return found && found.count > 0
    ? { count: found.count, avg: found.avg, values: pickQuantiles(found) }
    : null;
}

/** Picks the samples of a metric of the script. Null where it was not fed; a Counter that was not is 0. */
function pickSamples(data, name, slice) {
  const found = values(data, name, slice);
  if (!found) return null;
  if (customTypes[name] === 'rate')
    return { type: 'rate', hits: found.passes, count: found.passes + found.fails };
  if (customTypes[name] === 'counter') return { type: 'counter', sum: found.count };
  const trend = pickTrend(data, name, slice);
  return trend && { type: 'trend', ...trend };
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

/**
 * Counts requests that k6 sent and the books do not have: the script found a way around them. Requests that were cut off
 * may be in either, and where k6 follows redirects or asks twice, nobody knows how many it sent.
 */
function countLost(data) {
  if (!isScript || countOf(data, 'tailgate_hops', null) > 0) return 0;
  const ended = countOf(data, 'tailgate_latency', null) + countOf(data, 'tailgate_failed', null);
  const own = ended - countOf(data, 'tailgate_other', null);
  const cut = countOf(data, 'tailgate_begun', null) - countOf(data, 'tailgate_void', null) - ended;
  return Math.max(0, countOf(data, 'http_reqs', null) - own - Math.max(0, cut));
}

function describeSlice(data, { id, custom }, index) {
  const slice = \`\${id}.\${index}\`;
  const count = (metric) => countOf(data, metric, slice);
  const late = values(data, 'tailgate_lag', slice);
  return {
    started: count('tailgate_started'),
    finished: count('tailgate_finished'),
    exceptions: count('tailgate_exceptions'),
    barren: count('tailgate_barren'),
    untagged: count('tailgate_untagged'),
    begun: count('tailgate_begun'),
    voided: count('tailgate_void'),
    resent: count('tailgate_resent'),
    connects: count('tailgate_connects'),
    received: count('data_received'),
    failed: pickTrend(data, 'tailgate_failed', slice),
    latency: pickTrend(data, 'tailgate_latency', slice),
    lag: late && late.count > 0 ? { p50: late['p(50)'], p99: late['p(99)'], max: late.max } : null,
    custom: Object.fromEntries(
      custom.map((name) => [name, pickSamples(data, name, slice)]).filter(([, samples]) => samples !== null),
    ),
  };
}

/** Tells whether a threshold had anything to judge. A Gauge has no count. */
function hasSamples({ type, values: { count, passes, fails } }) {
  return type === 'gauge' || (type === 'rate' ? passes + fails : count) > 0;
}

export function handleSummary(data) {
  const slots = {};
  for (const [key, each] of Object.entries(SLOTS)) {
    const { id, scenario, measured, slices } = each;
    if (!measured) continue;
    const start = values(data, 'tailgate_start_time', id);
    const end = values(data, 'tailgate_end_time', id);
    const dropped = data.metrics[\`dropped_iterations{scenario:\${scenario}}\`];
    slots[key] = {
      startedAt: start ? start.value : 0,
      endedAt: end ? end.max : 0,
      dropped: dropped ? dropped.values.count : 0,
      answers: listWhich(each).map((which) => ({
        sizes: pickTrend(data, 'tailgate_size', \`\${id}/\${which}\`),
        statuses: pickTrend(data, 'tailgate_status', \`\${id}/\${which}\`),
      })),
      slices: Array.from({ length: slices }, (_, index) => describeSlice(data, each, index)),
    };
  }
  const thresholds = [];
  const [fed, unfed] = [[], []];
  // k6 trims what stands between the braces.
  const squash = (name) => name.replace(/[\\s"']/g, '');
  const metrics = new Map(Object.entries(data.metrics).map(([name, metric]) => [squash(name), metric]));
  for (const name of Object.keys(ownThresholds)) {
    const metric = metrics.get(squash(name));
    const statements = [ownThresholds[name]].flat().map((statement) => \`\${name}: \${statement}\`);
    (metric && hasSamples(metric) ? fed : unfed).push(...statements);
    for (const [statement, { ok }] of Object.entries(metric?.thresholds || {})) {
      if (!ok) thresholds.push(\`\${name}: \${statement}\`);
    }
  }
  const summary = {
    schemaVersion: 1,
    percents: PERCENTS,
    slots,
    thresholds,
    fed,
    unfed,
    lost: countLost(data),
    seen: listSeen(data),
  };
  return { [__ENV.TAILGATE_SUMMARY || 'tailgate-summary.json']: JSON.stringify(summary) };
}
`;var De="books.js",qs=js,Gs={perSecond:50,share:1/8},ui=["0.0.0.0/2","64.0.0.0/3","96.0.0.0/4","112.0.0.0/5","120.0.0.0/6","124.0.0.0/7","126.0.0.0/8","128.0.0.0/1",...Array.from({length:16},(e,t)=>`${(2**t).toString(16)}::/${16-t}`)];function zs({program:e,targetUrl:t,confined:r,scriptPath:n,insecure:s=!1,requestOf:o,arrivals:a=new Map,name:i="script",dealOf:c=()=>null}){let u=e.slots[0].step.work,l=new Map(e.slots.map(f=>[f,c(f)])),d=Object.fromEntries(e.slots.map((f,b)=>{let k=l.get(f)??null,R=k===null?o(f):null;return[f.key,{id:`s${b}`,...fi(f,R,k),...mi(a.get(j(f))),isConfined:r}]})),m=Math.max(0,...[...a.values()].map(({waiting:f})=>f)),p=[...l.values()].filter(f=>f!==null),h=JSON.stringify(u.kind==="script"?n??u.path:null),g=u.kind==="script"?[`export * from ${h};`,`import * as user from ${h};`]:["const user = {};"];return[`import { CODES, needsBody, openIteration, TAG, tellFailure } from './${De}';`,"import { sleep } from 'k6';","import http from 'k6/http';","import exec from 'k6/execution';",...a.size>0||p.some(({dataFile:f})=>f!==null)?["import { SharedArray } from 'k6/data';"]:[],"import { Counter, Gauge, Trend } from 'k6/metrics';",...g,"",`const TARGET_URL = __ENV.TARGET_URL || ${JSON.stringify(t)};`,`const PERCENTS = ${JSON.stringify(Lr)};`,`const INSECURE = ${s};`,`const BLOCKED = ${JSON.stringify(r?ui:[])};`,`const SEQUENCES = ${JSON.stringify(Object.fromEntries(p.map(({name:f,sequence:b})=>[f,b])))};`,`const ROWS = {${[...new Set(p.flatMap(di))].join(", ")}};`,`const ARRIVALS = {${[...a.keys()].map(f=>pi(f,i)).join(", ")}};`,`const SLOTS = ${JSON.stringify(d,null,2)};`,`const SCENARIOS = ${JSON.stringify(Object.fromEntries(e.slots.map(f=>[j(f),hi(f,a,m)])),null,2)};`,"",Ws].join(`
`)}function di({name:e,dataFile:t}){if(t===null)return[];let r=JSON.stringify(e);return[`${r}: new SharedArray(${r}, () => JSON.parse(open(${JSON.stringify(`./${t}`)})))`]}function mi({skipped:e,launchMs:t}={skipped:0,launchMs:0}){return{skipped:e,launchMs:t}}function kt(e){return`${e}.arrivals.json`}function pi(e,t){let r=JSON.stringify(e),n=JSON.stringify(`./${kt(t)}`);return`${r}: new SharedArray(${JSON.stringify(`arrivals ${e}`)}, () => JSON.parse(open(${n}))[${r}])`}function vt(e){return e.round!==null||e.slices>1}function j({key:e,turns:t}){return t?.scenario??e}function fi(e,t,r){let{load:n,work:s,label:o}=e.step,a=r?.requests.map((i,c)=>({...i,which:c}));return{label:o,measured:vt(e),told:e.arm==="head",startMs:e.startSeconds*1e3,settleMs:e.settleSeconds*1e3,sliceMs:(e.seconds-e.settleSeconds)*1e3/e.slices,slices:e.slices,rate:n.kind==="arrival-rate"?n.rate:null,sampledShare:n.kind==="arrival-rate"?Math.min(1,Gs.perSecond/n.rate):Gs.share,scenario:j(e),scenarioName:e.step.scenario,turns:e.turns&&{...e.turns,...re(e)},iterations:e.round===null?null:e.requests,exec:s.kind==="script"?s.exec:null,custom:[...new Set(Se(e.step.slos).map(({name:i})=>i))],deal:r&&{name:r.name,first:r.first,requests:a},request:a?.[0]??(t&&{method:t.method,url:t.url,headers:t.headers,body:t.body??null,expectStatus:t.expectStatus,timeoutMs:t.timeoutSeconds*1e3})}}function hi(e,t,r){let{load:n,virtualUsers:s,graceSeconds:o}=e.step,a={exec:"runIteration",startTime:`${e.startSeconds}s`,gracefulStop:`${o}s`},i=`${e.seconds}s`;switch(n.kind){case"arrival-rate":{let c=t.get(j(e)),u={preAllocatedVUs:s+r,maxVUs:s+r},l="constant-arrival-rate";if(c===void 0)return{...a,...u,executor:l,duration:i,...Us(n.rate)};let d=Math.max(te,c.launchSeconds),m=c.launchMs/1e3,p=Math.max(0,e.seconds-m-d)+o;return{...a,startTime:`${be(e.startSeconds+m)}s`,...u,executor:l,duration:`${be(d)}s`,gracefulStop:`${be(p)}s`,...Us(c.launchRate)}}case"users":return{...a,executor:"constant-vus",duration:i,vus:n.users};case"fixed-work":return e.round===null?{...a,executor:"constant-vus",duration:i,vus:n.users}:{...a,executor:"shared-iterations",vus:n.users,iterations:e.requests??n.requests,maxDuration:`${ne}s`}}}function Us(e){for(let[t,r]of[["1s",1],["1m",60],["1h",3600]]){let n=e*r;if(Math.abs(n-Math.round(n))<1e-9*n)return{rate:Math.round(n),timeUnit:t}}return{rate:Math.max(1,Math.round(e*3600)),timeUnit:"1h"}}function Js(e,t,r){return new Map(e.slots.flatMap(n=>{let{load:s,label:o}=n.step;if(s.kind!=="arrival-rate"||s.arrivals==="even")return[];let a=Pe(Fs(t,`${r} ${n.round} ${o}`));return[[j(n),Ds({rate:s.rate,...gi(n,s.rate)},a)]]}))}function gi(e,t){let r=re(e);if(r!==null){let{settling:s,measured:o,arrivals:a}=r;return{settling:s,measured:o,arms:e.turns.of,turn:a}}return{settling:xn(t,e.settleSeconds),measured:Mn(e),arms:1,turn:1}}var se={grpc:2e3,socket:3e3,redis:9e3,exception:9001},Hs=1e4;function Mt({values:e,count:t},r){let n=new Map([[e[0],0],[e.at(-1),0]]);for(let[s,o]of e.entries())s===0||o!==e[s-1]||n.set(o,(n.get(o)??0)+r[s]-r[s-1]);return[...n].map(([s,o])=>({which:Math.floor(s/Hs),code:s%Hs,count:Math.max(1,Math.round(o*t))})).sort((s,o)=>o.count-s.count)}function Vs(e){let t=new Map;for(let r of e){let n=`${r.which} ${r.code}`;t.set(n,{...r,count:r.count+(t.get(n)?.count??0)})}return[...t.values()].sort((r,n)=>n.count-r.count)}var bi=["OK","CANCELLED","UNKNOWN","INVALID_ARGUMENT","DEADLINE_EXCEEDED","NOT_FOUND","ALREADY_EXISTS","PERMISSION_DENIED","RESOURCE_EXHAUSTED","FAILED_PRECONDITION","ABORTED","OUT_OF_RANGE","UNIMPLEMENTED","INTERNAL","UNAVAILABLE","DATA_LOSS","UNAUTHENTICATED"];function Ks(e,t){if(e<1e3)return`status ${e}`;let r=t===void 0?"":`: ${t}`;return e>=se.exception?t??"exception":e>=se.redis?`redis${r}`:e>=se.socket?`WebSocket${r}`:e>=se.grpc?`gRPC status ${bi[e-se.grpc]??e-se.grpc}${r}`:t??`error ${e} of k6`}import{createReadStream as Ri,existsSync as Rt,readFileSync as no,statSync as Ti,writeFileSync as Tt}from"node:fs";import{totalmem as Oi}from"node:os";import{dirname as Ai,join as W}from"node:path";import{createInterface as Ci}from"node:readline";import{setTimeout as Ei}from"node:timers/promises";import{rootCertificates as $i}from"node:tls";var I=Vt().nonnegative(),Ys=B(L()).refine(e=>e.every((t,r)=>!(t<e[r-1]))),Fe=D({count:I,avg:L(),values:Ys}).nullable(),yi=Fe.refine(e=>e===null||e.values[0]>=0&&e.values.at(-1)>0&&e.avg>0),Si=Kt("type",[D({type:le("trend"),count:I,avg:L(),values:Ys}),D({type:le("rate"),hits:I,count:I}),D({type:le("counter"),sum:L()})]),wi=D({schemaVersion:le(1),percents:B(L()),slots:fe(X(),D({startedAt:L(),endedAt:L(),dropped:I,answers:B(D({sizes:Fe,statuses:Fe})),slices:B(D({started:I,finished:I,exceptions:I,barren:I,untagged:I,begun:I,voided:I,resent:I,connects:I,received:L().nonnegative(),failed:Fe,latency:yi,lag:fe(Yt(["p50","p99","max"]),L().nonnegative()).nullable(),custom:fe(X(),Si).optional()}))})),thresholds:B(X()),fed:B(X()),unfed:B(X()),lost:I,seen:B(Qt).optional()});function Xs(e){let{success:t,data:r,error:n}=wi.safeParse(JSON.parse(e));if(!t)throw new Error(Ht(n));return r}function Qs(e,t){for(let r of t.filter(({key:n})=>n in e.slots)){let{label:n,load:s,work:o,graceSeconds:a}=r.step,{slices:i}=e.slots[r.key],c=h=>i.reduce((g,f)=>g+h(f),0),u=c(h=>h.started),l=ki(r);if(i.length>r.slices||u>l)return`${u} arrivals of ${n} in ${i.length} parts, where ${l} in ${r.slices} were due`;if(o.kind==="script")continue;let d=c(({latency:h,failed:g})=>(h?.count??0)+(g?.count??0));if(d>u)return`${d} answers to ${u} requests of ${n}`;if(s.kind!=="users")continue;let m=Math.round(c(({latency:h})=>(h?.count??0)*(h?.avg??0))/1e3),p=Math.ceil(s.users*(r.seconds+a)*1.1);if(m>p)return`${m} s of requests of ${n}, whose users had ${p} s`}return null}function ki({step:{load:e},seconds:t,round:r,requests:n}){return e.kind==="arrival-rate"?Math.ceil(e.rate*t)+1:e.kind==="fixed-work"&&r!==null?n??e.requests:Number.POSITIVE_INFINITY}function Zs(e,t){return t.filter(r=>vt(r)&&(e.slots[r.key]?.startedAt??0)>0).map(r=>({...vi(r,e.slots[r.key],e.percents),seen:e.seen}))}function vi(e,t,r){let n=r.map(f=>f/100),{load:s,work:o}=e.step,a=s.kind==="fixed-work"&&t.endedAt>=t.startedAt?Math.max(1,t.endedAt-t.startedAt)/1e3:e.seconds-e.settleSeconds,i=s.kind==="arrival-rate"?s.rate:null,c=re(e),u=c===null?a/e.slices:c.planned/i/e.slices,l=i===null?null:i*u,d=o.kind==="script",m=t.slices.map((f,b)=>{let{latency:k,failed:R,exceptions:O}=f;return{startedAt:t.startedAt+(e.settleSeconds+b*a/e.slices)*1e3,seconds:u,...e.turns!==null&&{alternating:!0},planned:l,ok:k?.count??0,failed:Math.max(R?.count??0,O)+xt(f,d),dropped:xi(t,s.kind==="fixed-work"?e:null,l),...f.resent>0&&{resent:f.resent},latency:k&&{levels:n,values:k.values},avg:k?.avg??null,lag:f.lag,...Object.keys(f.custom??{}).length>0&&{custom:Mi(f.custom,n)}}}),p=f=>t.slices.reduce((b,k)=>b+f(k),0),h=p(f=>xt(f,d)),g=p(f=>f.started>f.finished?0:xt(f,!0));return{slot:e,slices:m,sent:p(({started:f})=>f),intended:l===null?null:l*e.slices,barren:p(({barren:f})=>f),lost:d?g+(Se(e.step.slos).length>0?p(({untagged:f})=>f):0):0,cut:h,received:p(({received:f})=>f),failures:Vs(t.slices.flatMap(({failed:f})=>f===null?[]:Mt(f,n))),answers:t.answers.map(({sizes:f,statuses:b})=>({sizes:f&&{...f,levels:n},statuses:new Map(b?Mt(b,n).map(({code:k,count:R})=>[k,R]):[])})),connects:p(({connects:f})=>f)}}function xt({started:e,begun:t,voided:r,latency:n,failed:s},o){let a=r+(n?.count??0)+(s?.count??0);return Math.max(0,(o?t:e)-a)}function Mi(e,t){return Object.fromEntries(Object.entries(e).map(([r,n])=>[r,n.type==="trend"?{...n,levels:t}:n]))}function xi(e,t,r){if(e.dropped===0)return 0;if(t)return Math.round(e.dropped/t.slices);let n=(r??0)*e.slices.length-e.slices.reduce((s,{started:o})=>s+o,0);return Math.round(Math.min(e.dropped,Math.max(0,n))/e.slices.length)}var eo={100:"its `setup` did not finish in time",101:"its `teardown` did not finish in time",104:"k6 does not accept its options",107:"it threw an exception outside an iteration",108:"it aborted the test",110:"it marked the test as failed"},Pi=99,to=105;async function ro(e){let{folder:t,name:r}=e,n=W(t,`${r}.js`),s=W(t,`${r}.summary.json`),o=W(t,`${r}.log`),a=W(t,"k6-config.json");if(Tt(n,e.script),e.arrivals?.size){let u=[...e.arrivals].map(([l,d])=>[l,d.dueMs]);Tt(W(t,kt(r)),JSON.stringify(Object.fromEntries(u)))}Rt(W(t,De))||at(W(t,De),qs),Rt(a)||at(a,"{}");let i=await $r({command:[e.binary,"run","--quiet","--no-color","--no-usage-report","--config",a,"--address","","--env",`TARGET_URL=${e.targetUrl}`,"--env",`BASE_URL=${e.targetUrl}`,"--env",`TAILGATE_SUMMARY=${s}`,...e.userScript?["--env",`TAILGATE_SCRIPT_FOLDER=${Ai(e.userScript)}`]:[],n],cwd:e.cwd,env:{...Fi(),...Z(e.environment,ji(e)),...!e.mayFetch&&{K6_AUTO_EXTENSION_RESOLUTION:"false"}},logPath:o,keeper:e.keeper}),c=i.exited.then(async u=>{let l=Dr(Bi(o),t),d=u.code??-1,m=(p,h)=>({kind:"failed",fault:p,message:h,log:l});if(u.signal!==null)return m("harness",`k6 was ended by ${u.signal}`);if(d in eo){let p=l.replaceAll('\\"','"'),h=/TAILGATE_EXPORTS (\S+): (.*?) TAILGATE_END/.exec(p),g=/TAILGATE_REFUSED (.*?) TAILGATE_END/.exec(p)?.[1];return{...m("script",g??`${eo[d]}${Ni(p)}`),...h!==null&&{missing:{exec:h[1],there:h[2]}}}}if(d!==0&&d!==Pi&&d!==to)return m("harness",`k6 ended with exit code ${d}`);try{if(!Ti(s).isFile())throw new Error("it is no file");let p=Xs(no(s,"utf8"));return{kind:"measured",complete:d!==to,summary:p,...await Wi(o)}}catch(p){return m("harness",`k6 left no readable summary: ${p.message}`)}});return{group:i,began:_i(o,i),finished:c}}var Ii=20;async function _i(e,{exit:t}){for(;t()===null;){let r=/TAILGATE_BEGAN (\d+)/.exec(lt(e))?.[1];if(r!==void 0)return Number(r);await Ei(Ii)}return null}function Ni(e){let t=/"(k6\/x\/[^"\s]+)"/.exec(e)?.[1];return t!==void 0?`: it imports \`${t}\`, an extension that this k6 lacks. None is fetched from elsewhere unless \`allow\` names hosts; give \`k6.path\` a k6 that has it`:/ of undefined/.test(e)?"; Tailgate replaces its scenarios and its load, so `exec.test.options.scenarios` has not those of the script":""}var Li=20;function Bi(e){let t=lt(e,2e3).split(`
`).filter(s=>!s.includes("TAILGATE_BEGAN")),r=t.slice(-Li),n=t.find(s=>/^time="[^"]*" level=error (?!.* source=console)/.test(s));return(n===void 0||r.includes(n)?r:[n,...r.slice(1)]).join(`
`)}var Di=4;function Fi(){let e=Math.min(Oi(),process.constrainedMemory?.()||Number.POSITIVE_INFINITY);return{GOGC:"800",GOMEMLIMIT:`${Math.floor(e/Di/2**20)}MiB`}}function ji({certificates:e=[],environment:t,folder:r}){if(e.length===0)return{};let n=t.SSL_CERT_FILE,s=n&&Rt(n)?[no(n,"utf8")]:$i,o=W(r,"certificates.pem");return Tt(o,[...e,...s].join(`
`)),{SSL_CERT_FILE:o}}async function Wi(e){let t=new Map,r=new Map;for await(let n of Ci({input:Ri(e)})){let s=/TAILGATE_(FAILURE|REDIRECT) ((?:[^"\\]|\\.)*)"/.exec(n);if(s===null)continue;let o=s[2].replaceAll('\\"','"');if(s[1]==="FAILURE"){let[,a,i,c]=/^(\d+) (.*?): (.*)$/s.exec(o)??[],u=`${a} ${i}`;c!==void 0&&!t.has(u)&&t.set(u,{label:i,code:Number(a),text:c})}else{let[,a,i,c,u]=/^(\d+) (\d+) (\S+) (.*)$/s.exec(o)??[],l=`${a} ${u}`;if(u===void 0||r.has(l))continue;r.set(l,{label:u,which:Number(a),status:Number(i),location:c==="-"?null:c})}}return{told:[...t.values()],redirects:[...r.values()]}}import{lookup as Yi}from"node:dns/promises";import{execFile as Gi,spawn as Ui}from"node:child_process";import{createInterface as qi}from"node:readline";var zi=2e3,Ji=4e6,Hi=1e5,oo=["-oL","ss","--no-header","--numeric","--tcp","--info","--oneline"];function ao(e,t){let r=[],n=[],s=new Set(t),o=t.map(c=>`not sport = :${c} and not dport = :${c}`).join(" and "),a=Ui("stdbuf",[...oo,"--events",...o?[`( ${o} )`]:[]],{env:{PATH:process.env.PATH,LC_ALL:"C"},stdio:["ignore","pipe","ignore"]});a.on("error",()=>{}),qi({input:a.stdout}).on("line",c=>{let u=so(c);u===null||s.has(u.localPort)||n.length>=Hi||n.push({...u,wall:Date.now()})});let i=()=>{a.kill()};return process.once("exit",i),{samples:r,closed:n,async take(){let c=Date.now(),u=await Vi(o),l=Date.now(),d=Ee();if(u===null||d===null)return;let m=u.split(`
`).flatMap(g=>so(g)??[]);for(let{isListener:g,localPort:f}of m)g&&s.add(f);let p=m.filter(({localPort:g})=>!s.has(g)),h=new Map;for(let[g,f]of e){let b=$e(d,new Set(f)).filter(({session:R})=>f.includes(R)),k=new Set(b.map(({pid:R})=>R));h.set(g,p.filter(R=>R.pids.some(O=>k.has(O))))}r.push({asked:c,read:l,open:h})},stop(){process.off("exit",i),i()}}}function Vi(e){let t=["--all","--processes","exclude","time-wait",...e?[`( ${e} )`]:[]],r={timeout:zi,maxBuffer:Ji,env:{PATH:process.env.PATH,LC_ALL:"C"}};return new Promise(n=>{Gi("stdbuf",[...oo,...t],r,(s,o)=>n(s?null:o))})}function so(e){let[t,,,r,n,...s]=e.trim().split(/\s+/);if(r===void 0||n===void 0)return null;let o=Number(r.slice(r.lastIndexOf(":")+1)),a=s.join(" "),i=u=>Number(new RegExp(`(?:^| )${u}:(\\d{1,15})(?= |$)`).exec(a)?.[1]??0),c=t==="LISTEN";return!c&&(n.endsWith(":*")||n.endsWith(":0"))?null:{isListener:c,localPort:o,key:`${r} ${n}`,peer:Ki(n),pids:[...a.matchAll(/,pid=(\d{1,10}),/g)].map(([,u])=>Number(u)),messages:i("data_segs_out"),sent:i("bytes_sent"),received:i("bytes_received")}}function Ki(e){return e.replace(/^\[::ffff:([\d.]+)\]/,"$1").replace(/%[^\]:]*/,"")}function io({slots:e},t,{config:r}){let n=e.some(i=>i.round!==null&&P(i)),s=[...t.values()].some(({sessions:i})=>i.length>0);if(process.platform!=="linux"||r.baseline.kind!=="paired"||!n||!s)return null;let o=new Map([...t].map(([i,c])=>[i,c.sessions])),a=[...t.values()].flatMap(({targetUrl:i})=>Number(new URL(i).port)||[]);return{...ao(o,a),names:Xi(t,r)}}async function Xi(e,{external:t}){let r=[...e.values()].flatMap(({portOf:s})=>[...s].map(([o,a])=>({name:o,port:a,addresses:Ot}))),n=await Promise.all(t.map(async({name:s,host:o,port:a})=>{let c=(await Yi(o,{all:!0}).catch(()=>[])).map(({address:l})=>l),u=c.some(l=>Ot.includes(l));return{name:s,port:a,addresses:u?[...c,...Ot]:c}}));return new Map([...n,...r].flatMap(({name:s,port:o,addresses:a})=>a.map(i=>[i.includes(":")?`[${i}]:${o}`:`${i}:${o}`,s])))}var Ot=["127.0.0.1","::1"];async function lo(e,t,r){if(t===null)return e;let n=await t.names;return e.map(s=>{let{slot:o,slices:a}=s;if(o.round===null||!P(o))return s;let{settleSeconds:i}=o,c=r.get(j(o))?.dueMs,u=a[0].startedAt-1e3*i,l=a.reduce((f,b)=>f+b.seconds,0),d=c?.filter(f=>f<1e3*i).length,p=(1+(d===void 0?i/l:d/(c.length-d)))*a.reduce((f,{ok:b,failed:k})=>f+b+k,0),h=u+1e3*(i+l),g=Nn(o.arm,t,{from:u,to:h,requests:p},n);return g===null?s:{...s,calls:g}})}function je(e){let t=e.flatMap(({calls:r})=>r===void 0?[]:[r]);return t.length>0?Ln(t):null}import{existsSync as el,writeFileSync as tl}from"node:fs";import{join as nl}from"node:path";var Qi=1;function co(e){let t=e.map(({weight:c})=>c),r=t.reduce(uo),n=t.map(c=>c/r),s=n.flatMap((c,u)=>Array.from({length:c},()=>u)),o=Pe(Qi);for(let c=s.length-1;c>0;c--){let u=o.index(c+1);[s[c],s[u]]=[s[u],s[c]]}let a=n.map(()=>0),i=s.map(c=>a[c]++);return{order:s,ranks:i,counts:n}}function uo(e,t){return t===0?e:uo(t,e%t)}function mo(e,t,r,n){let s=[],o=0;for(let{name:a,offset:i,length:c}of rn(e)){let u=a.startsWith("data.")?t.indexOf(a.slice(5)):-1;if(u<0)continue;let l=i+c,d=r==="json"&&Zi(e,i,l);s.push(n(e.slice(o,d?i-1:i)),{column:u,as:d?"value":r}),o=d?l+1:l}return s.length===0?n(e):[...s,n(e.slice(o))]}function Zi(e,t,r){return e[t-1]==='"'&&e[t-2]!=="\\"&&e[r]==='"'&&e[r+1]!==":"}function po(e,t,r){if(e.step.work.kind==="script")return null;let{request:n}=e.step.work;return{...n,url:ho(t.fill(n.url),t,r,e),headers:Object.fromEntries(Object.entries(n.headers).map(([s,o])=>[s,t.fill(o)])),body:n.body===void 0?void 0:t.fill(n.body)}}function fo(e,t,r,{config:n,folder:s}){let{work:o,scenario:a}=e.step;if(o.kind==="script"||o.mix===void 0&&o.data===void 0)return null;let i=o.data?`data-${a}.json`:null;i!==null&&rl(o.data.path,nl(s,i));let c=(l,d)=>mo(l,o.data?.columns??[],d,r.fill),u=ee(o);return{name:a,dataFile:i,first:ol(e,t),sequence:co(u),requests:u.map(({request:l})=>({name:`${l.method} ${l.url}`,method:l.method,url:ho(c(l.url,"path"),r,n,e),headers:Object.fromEntries(Object.entries(l.headers).map(([d,m])=>[d,c(m,"raw")])),body:l.body===void 0?null:c(l.body,l.quotesData?"json":"raw"),expectStatus:l.expectStatus,timeoutMs:l.timeoutSeconds*1e3}))}}function rl(e,t){el(t)||tl(t,JSON.stringify(dn(tr(e),e).rows))}function ho(e,{targetUrl:t},r,{step:n}){let[s,...o]=typeof e=="string"?[e]:e,a=String(s),i=a.startsWith("/")?t+a:a;return mn(i,r,`request of ${n.label}`),typeof e=="string"?i:[i,...o]}var sl=16;function ol({step:{load:e},round:t,seconds:r,turns:n,requests:s},o){let a=e.kind==="arrival-rate"?e.rate*r/(n?.of??1):s??0;return(o*sl+(t===null?0:t+1))*Math.ceil(a)}var al=.1,il=.1;function bo(e,{instances:t,began:r,sample:n,readCalls:s=()=>{}}){let o=[],a=new Set,i=!1,c=()=>{for(let d of a)t.get(d)?.resume();a.clear()},u=d=>{for(let[m,p]of t)m!==d&&(p.halt(),a.add(m))},l=e.slots.flatMap(d=>[...t.size>1&&d.round!==null&&P(d)?[{at:d.startSeconds,act:()=>u(d.arm)},{at:go(d),act:c}]:[],...ll(d).map(m=>({at:m,act:n})),...d.round!==null&&P(d)?[d.startSeconds-al,go(d)+il].map(m=>({at:m,act:s})):[]]);return r.then(d=>{if(!(d===null||i))for(let{at:m,act:p}of l)o.push(setTimeout(p,d+m*1e3-Date.now()))}),{end(){i=!0;for(let d of o)clearTimeout(d);c()}}}function go({step:e,startSeconds:t,seconds:r}){return t+(e.load.kind==="fixed-work"?ne:r)}function ll({round:e,step:t,startSeconds:r,seconds:n,settleSeconds:s,slices:o}){if(e===null&&o===1)return[];if(t.load.kind==="fixed-work")return[r];let a=(n-s)/o;return Array.from({length:o+1},(i,c)=>r+s+c*a)}var dl=30,ml=120;async function G(e,t,r){let{around:n,k6:s,folder:o,instances:a,shared:i,seed:c,block:u=0}=r,l=[...new Set(e.slots.map(w=>w.step.label))].join(", "),m=[...new Set(e.slots.map(({arm:w})=>w))].includes("head")?"head":"base",{targetUrl:p}=a.get(m),{work:h}=e.slots[0].step,g=new Map(e.slots.map(w=>[w,fo(w,u,a.get(w.arm),{config:n.config,folder:o})])),f=n.config.allow.length===0,b=[...a.values()].flatMap(({trust:w})=>w??[]),k=Js(e,c,u),R=await ro({binary:s,folder:o,name:t,arrivals:k,script:zs({program:e,arrivals:k,name:t,targetUrl:p,confined:f,insecure:f&&b.some(w=>"insecure"in w),requestOf:w=>po(w,a.get(w.arm),n.config),dealOf:w=>g.get(w)??null,...h.kind==="script"&&{scriptPath:Br(h.path,o,n.config.directory)}}),...h.kind==="script"&&{userScript:h.path},cwd:n.config.directory,targetUrl:p,environment:{...n.environment,...vl(e,a.get(m))},mayFetch:!f,certificates:b.flatMap(w=>"ca"in w?w.ca:[]),keeper:n.keeper}),O=Date.now(),A=[...a.values(),i],S=As(R.group.pid,A.flatMap(({sessions:w,relays:q=[]})=>[...w,...q]),new Map([...a].map(([w,{sessions:q}])=>[w,q]))),y=io(e,a,n),M=bo(e,{instances:a,began:R.began,sample:S.take,readCalls:()=>{y?.take()}}),v=()=>R.group.signal("SIGKILL");n.signal.addEventListener("abort",v,{once:!0}),n.signal.aborted&&v();for(let w of A)w.crashed.then(()=>w.crash()!==null&&R.group.signal("SIGINT"));let x=!1,C=e.seconds+dl+(h.kind==="script"?ml:0)+(e.slots.some(({step:w})=>w.load.kind==="fixed-work")?ne:0),N=setTimeout(()=>{x=!0,v()},C*1e3),T=await R.finished;clearTimeout(N),T.kind==="measured"&&T.complete&&await fl(pl(e,await R.began)),M.end(),S.stop(),await y?.take(),y?.stop(),n.signal.removeEventListener("abort",v),await R.group.stop("SIGTERM",1e3);let Wt=(Date.now()-O)/1e3,Ta=e.slots.findLast(w=>w.startSeconds<=Wt)??e.slots[0];await gl(e,t,r);let Y={slots:[],crash:V(a,i,Ta.step.label),failure:null,failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],loadSeconds:Wt};if(n.signal.aborted)return Y;let Je=w=>Y.crash===null?{...Y,failure:{...w,label:l,arm:m}}:Y;if(T.kind==="failed"&&T.missing){let{exec:w,there:q}=T.missing;throw new $({what:`The k6 script of ${l} has no function \`${w}\`: ${q}.`,where:h.kind==="script"?h.path:l,hint:"Name the function to measure with `exec` in tailgate.yml, or export it as `default`."})}if(T.kind==="failed"){let w=`k6 had not ended after ${Math.round(C)} s, and was killed`;return Je(x?{...T,message:w}:T)}if(!T.complete&&Y.crash===null)return Je({kind:"failed",fault:"harness",message:"k6 was interrupted from outside",log:""});let Gt=Qs(T.summary,e.slots);if(Gt!==null)return Je({kind:"failed",fault:"harness",message:`k6 reported ${Gt}`,log:""});let Oa={cores:cl(),generatorLimit:S.generatorLimit(),outsiders:yl(n)},Ut=Zs(T.summary,e.slots).map(w=>wl(w,S.samples)).map(w=>kl(w,S.samples,Oa)).map(w=>So(n)?w:Sl(w,S.samples,a)),He=w=>m==="head"?w.map(q=>({label:l,threshold:q})):[],{summary:ae,redirects:Aa}=T,Ca=e.slots.every(({round:w})=>w===null),Ea=a.get("head")?.lastWords()??null;return{...Y,failures:Ut.filter(({slot:w})=>w.arm==="head"&&(w.round!==null||Ca)).flatMap(w=>hl(w,T.told,g.get(w.slot)?.requests??[])).map(w=>({...w,said:Ea})),redirects:Aa,thresholds:He(ae.thresholds),fed:He(ae.fed),unfed:He(ae.unfed),lost:ae.lost>0?[{label:l,requests:ae.lost}]:[],slots:await lo(Ut,y,k)}}function pl({slots:e},t){let r=e.map(({step:n,startSeconds:s,seconds:o})=>n.load.kind==="arrival-rate"?s+o:0);return t===null?0:t+1e3*Math.max(...r)+20}async function fl(e){await ul(Math.min(5e3,Math.max(0,e-Date.now())))}function hl({slot:e,failures:t,cut:r,received:n,sent:s,slices:o,barren:a},i,c){let{label:u,graceSeconds:l}=e.step,d=t.map(({code:f,which:b,count:k})=>{let R=i.find(A=>A.label===u&&A.code===f)?.text,O=c.length>1?` of ${c[b]?.name}`:"";return{label:u,text:`${Ks(f,R)}${O}`,count:k}}),m=i.find(f=>f.label===u&&f.text.startsWith("exception")),p=a+o.reduce((f,b)=>f+b.failed,0)-r;if(m!==void 0&&p>d.reduce((f,{count:b})=>f+b,0)&&d.push({label:u,text:m.text,count:a||1}),r===0)return d;let g=r===s&&n>0?`the answer began, and did not end within ${l} s`:`no complete answer within ${l} s`;return[...d,{label:u,text:g,count:r}].sort((f,b)=>b.count-f.count)}async function gl(e,t,r){let{instances:n,shared:s,around:o}=r,a=n.get("base");if(a===void 0||V(n,s,"")?.arm!=="head"||o.signal.aborted)return;let i=e.slots.filter(({arm:l})=>l==="head"),c=(i.length>0?i:e.slots).map(l=>({...l,arm:"base",turns:null}));a.resume();let u={...r,instances:new Map([["base",a]])};await G(ke({...e,slots:c},c),`${t}-base`,u)}var bl=/\b(docker|podman|nerdctl)\b/;function yl(e){let{external:t,services:r}=e.config;return t.length>0||r.some(({start:n})=>n===void 0)||So(e)}function So({config:e}){return e.services.some(({start:t})=>t!==void 0&&bl.test(t))}function Sl(e,t,r){let{arm:n}=e.slot,s=r.get(n);if(s?.sessions.length===0)return e;let o=s?.startupMs,a=e.slices.map((i,c)=>{let{startedAt:u,seconds:l}=i,d=u+z(e.slot,l)*1e3,p=e.slot.step.load.kind==="fixed-work"&&c===e.slices.length-1?t.find(({wall:g})=>g>=d):void 0,h=Es(t,n,u,p?.wall??d);return{...i,...h,...o!==void 0&&{startup:o}}});return{...e,slices:a}}var yo=250;function wl(e,t){let{slices:r,slot:n,connects:s}=e,o=r[0].startedAt,a=z(n,r.reduce((l,d)=>l+d.seconds,0)),i=Cs(t,o-yo,o+a*1e3+yo),c=i===null?0:Math.max(0,i-s),u=r.map(({resent:l=0,...d})=>{let m=Math.min(l,c);return c-=m,{...d,...m>0&&{resent:m}}});return{...e,slices:u}}function kl(e,t,r){let{slices:n}=e,s=n.reduce((m,p)=>m+p.seconds,0),o=n[0].startedAt,a=z(e.slot,s),{clockJumpMs:i,...c}=yt(t,o,o+a*1e3,r),u=n.map(({startedAt:m,seconds:p})=>{let h=m+z(e.slot,p)*1e3,{clockJumpMs:g,...f}=yt(t,m,h,r);return Fn({cpu:f,clockJumpMs:g})}),l=n.flatMap(m=>m.lag===null?[]:[m.lag.p99]),d={sent:e.sent,intended:e.intended,seconds:s,dropped:n.reduce((m,p)=>m+p.dropped,0),lagMs:l.length>0?Math.max(...l):null,cpu:c,clockJumpMs:i};return{...e,evidence:d,diagnosis:Dn(d),disturbed:u}}function vl({slots:e},{fill:t}){return Object.fromEntries(Object.entries(e[0].step.parameters??{}).map(([r,n])=>[`VARIANT_${r.toUpperCase()}`,t(n)]))}var Ml=1.15,xl=1;function wo(e,t){let r=_(t,.5),n=a=>!(_(a,.5)>Ml*r),s=e.findIndex((a,i)=>n([a])&&n(e.slice(i)));if(s===-1)return null;let o=e.slice(0,s===0?0:s+1).reduce((a,i)=>a+i.seconds,0);return Math.max(xl,o)}function ko(e,t,r){let n=e.filter(({slot:s})=>s.round===null&&!t.some(o=>o.slot.step===s.step));for(let{slot:s,slices:o}of n){let a=e.filter(l=>l.slot.round!==null&&l.slot.step===s.step&&l.slot.arm===s.arm&&P(l.slot)===P(s)),i=wo(o.map(l=>({...l,seconds:z(s,l.seconds)})),a.flatMap(({slices:l})=>l)),{label:c}=s.step,u=r.get(c);r.set(c,u===null||i===null?null:Math.max(u??0,i))}}var Rl=3;function vo({steps:e},t){let r=e.flatMap(({label:n})=>{let s=t.flatMap(({warmUps:o})=>o.get(n)??[]);return s.length>0?[[n,Math.max(...s)]]:t.length>=Rl?[[n,ye.seconds]]:[]});return new Map(r)}var We=2e4,Tl=2;async function Mo(e,t,r){let n=performance.now(),s={index:t,kept:[],discarded:[],crash:null,failure:null,failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],soakFailures:[],warmUps:new Map,soak:[],wallSeconds:0};for(let[o,a]of e.entries()){let i=s.crash?.arm==="head"?s.crash:null;i!==null&&(s.crash=null),oe(s,r)&&await Ol(a,o,s,r),s.crash=St(i,s.crash)}return s.wallSeconds=(performance.now()-n)/1e3,s}async function Ol(e,t,r,n){let s={running:new Map,starts:0};try{Cl(r.index,e.arms,n),await J(s,{...n,together:e.arms,block:At(r,n)});for(let[o,a]of e.programs.entries()){let i=`${Ro(r,n)}-${t+1}-${o+1}`;await $l(a,i,s,r,n)}e.arms.length>1&&oe(r,n)&&await Al(s,r,n)}finally{await H(s)}}async function Al(e,t,r){let{progress:n}=r,s=xo(e,t,r),o=r.soak?.(t)??[];for(let a=1;o.length>0&&oe(t,r);a++){let{arm:i}=o[0].slots[0],c=o.reduce((l,d)=>l+d.seconds,0);n.phase(`keeping the ${i} under load, for stalls, growth and memory`,c),r.follow?.(t,o.flatMap(To));let u=[...e.running].filter(([l])=>l!==i).map(([,l])=>l);for(let l of u)l.halt();try{for(let[l,d]of o.entries()){if(!oe(t,r))break;let m=`${Ro(t,r)}-soak-${a}-${l+1}`,p=await G(d,m,s);t.crash=p.crash,t.failure??=p.failure,t.soak.push(...p.slots),t.soakFailures.push(...p.failures)}}finally{for(let l of u)l.resume()}o=r.soak?.(t)??[]}}function xo(e,t,r){let{arms:n,shared:s,k6:o,seed:a,folder:i}=r;return{around:n.head,k6:o,seed:a,folder:i,instances:e.running,shared:s,block:t.index}}function Ro(e,t){let{variant:r}=t;return`${r===void 0?"":`variant-${r}-`}block-${At(e,t)+1}`}function At({index:e},{sizings:t=0}){return e+t}function Cl(e,t,r){let{arms:n,progress:s}=r,{services:o}=n.head.config,a=o.filter(({start:i,scope:c})=>i&&c==="instance").map(({name:i})=>i);a.length===0||e>0||s.phase(`starting ${a.join(", ")}${n.base?` of ${t.join(" and ")}`:""}`)}function El({index:e},{planned:t}){return t>1?`block ${e+1} of ${t}: `:""}async function $l(e,t,r,n,s){let{arms:o,shared:a,progress:i,repeatDisturbed:c=!0}=s,u=e,l=!0;for(let d=0;u!==null&&oe(n,s);d++){let m=To(u),p=u.slots.every(({requests:T})=>T===null)?u.seconds:void 0;i.phase(`${El(n,s)}measuring ${m.join(", ")}`,p),s.follow?.(n,m);let h=d===0?t:`${t}-again${d}`,g=await G(u,h,xo(r,n,s)),{crash:f,failure:b,failures:k,redirects:R,thresholds:O,fed:A,unfed:S,lost:y,slots:M}=g;n.crash=f,n.failure=b??n.failure,n.failures.push(...k),n.redirects.push(...R),n.fed.push(...A),n.unfed.push(...S),n.lost.push(...y);let v=M.filter(({slot:T})=>T.round!==null),x=f===null&&c?Ps(v):[],C=v.filter(T=>!x.includes(T));n.kept.push(...C),n.discarded.push(...x),x.length===0&&n.thresholds.push(...O);for(let T of x)Me(()=>Ns(T,n.index));ko(M,x,n.warmUps);let N=x.filter(T=>!_l(T,s)).map(({slot:T})=>T);u=N.length>0&&d<Tl&&l?ke(e,N):null,x.length>0&&i.note(Is(x,u!==null)),u!==null&&(l=await Il(s),n.crash=V(r.running,a,N[0].step.label),o.base&&oe(n,s)&&await Pl(r,n,s))}}function To({slots:e}){return[...new Set(e.map(({step:t})=>t.label))]}async function Pl(e,t,r){let n=[...e.running.keys()];await H(e),await J(e,{...r,together:n,block:At(t,r)})}async function Il({arms:e,progress:t}){return t.phase(`waiting for the machine to calm down (${We/1e3} s at most)`),Ne(We,e.head.signal)}function _l({slot:e,evidence:t},{isEnough:r}){return r!==void 0&&e.requests!==null&&t.seconds<te}function oe(e,{arms:t,isEnough:r}){let{crash:n,failure:s}=e;return n!==null||s!==null&&!Ct(s)||t.head.signal.aborted?!1:!r?.(e)}function Ct({arm:e,fault:t}){return e==="base"&&t==="script"}var Nl=8,Ll=2;async function Oo(e,t){let{instances:r,around:n,shared:s,start:o,progress:a,block:i,repeatDisturbed:c=!0}=t,u=[...r.keys()],l={block:i,arms:new Map(u.map(h=>[h,{trials:[],estimate:null}])),discarded:[],crash:null,failure:null,loadSeconds:0},d=0,m=h=>l.arms.get(h).trials,p=()=>l.crash===null&&l.failure===null&&!n.signal.aborted;for(let h=1;p()&&l.loadSeconds<t.secondsLeft;h++){let g=u.flatMap(k=>{let R=ar({...e.goal,outcomes:m(k),start:o});return R===null?[]:[{arm:k,...R}]});if(g.length===0)break;t.drawFirst()!==g[0].arm&&g.reverse(),a.phase(Dl(e,g,l));let f=[];for(let[k,R]of Bl(e,g,h===1).entries()){if(!p())break;let O=`search-${e.scenario}-${i+1}-${h}-${k+1}`,A=await G(R,O,{...t,around:n,instances:r,shared:s});l.crash=A.crash,l.failure=A.failure,l.loadSeconds+=A.loadSeconds;let S=A.slots.filter(({slot:M})=>M.round!==null),y=c?S.filter(({diagnosis:M})=>M==="disturbed"):[];if(f.push(...y),!(y.length>0))for(let M of S){let{rate:v}=g.find(({arm:C})=>C===M.slot.arm),x=$s(e.goal.slo,v,M);m(M.slot.arm).push(x)}}if(f.length===0)continue;l.discarded.push(...f);let b=f.map(({diagnosis:k,evidence:R})=>ue(k,R));if(a.note(`a trial of ${e.label} is discarded: ${[...new Set(b)].join("; ")}`),l.discarded.length>Nl||d===Ll)break;await Ne(We,n.signal)||d++,l.crash??=V(r,s,e.label)}for(let h of l.arms.values())h.estimate=ir(h.trials,e.goal);return l}function Bl(e,t,r){return e.work.kind==="request"?[Ze(e,t,r)]:t.map(n=>Ze(e,[n],r))}function Dl({label:e},t,{arms:r}){let n=t.map(({arm:s,rate:o})=>{let{trials:a}=r.get(s),i=Math.max(0,...a.filter(({met:d})=>d).map(d=>d.rate)),c=Math.min(...a.filter(({met:d})=>!d).map(d=>d.rate)),u=[...i>0?[`${U(i)} meets`]:[],...c<1/0?[`${U(c)} does not`]:[]],l=u.length>0?`${u.join(", ")}; `:"";return`${r.size>1?`${s}: `:""}${l}trying ${U(o)}`});return`capacity of ${e}: ${n.join(" \xB7 ")}`}function Ao({label:e},{arms:t}){let r=[...t].map(([n,{estimate:s,trials:o}])=>{let a=t.size>1?`${n} `:"",i=`${o.length} trials`;if(s===null)return`${a}not found (${i})`;let{kind:c,value:u,low:l,high:d}=s;return c==="found"?`${a}${U(u)} (${U(l)} \u2026 ${U(d)}, ${i})`:`${a}${c==="below"?`less than ${U(d)}`:`at least ${U(l)}`} (${i})`});return`capacity of ${e}: ${r.join("; ")}`}function U(e){return`${Number(e.toPrecision(4)).toLocaleString("en")} req/s`}var Co={far:2,near:1.12},Fl=.7;async function Eo(e,t,r){for(let s of e)t.set(s,[]);let n=Math.max(0,...e.map(({blocks:s})=>s.most));for(let s=0;s<n;s++){let o=e.filter(d=>Gl(d,t.get(d),s));if(o.length===0||$o(t,r,["head","base"]))return;let i=r.drawFirst()==="head"?["head","base"]:["base","head"],c=r.arms.base?i:["head"],u=new Map(o.map(d=>[d,Ul(d,t.get(d))])),l=r.swapped?c.map(d=>[d]):[c];for(let[d,m]of l.entries())await jl(o,{together:m,block:s,before:u,found:t,share:1/(l.length-d)},r)}}async function jl(e,{together:t,block:r,before:n,found:s,share:o},a){let{arms:i,progress:c}=a,u={running:new Map,starts:0};try{c.phase(`starting services for the search of a capacity, start ${r+1}`),await J(u,{arms:i,together:t,block:Wl+r});for(let l of e){if($o(s,a,t))return;let d=s.get(l),m=await Oo(l,{...a,around:i.head,instances:u.running,block:r,start:n.get(l),secondsLeft:o*Po(l,d)});d.push(m),c.note(Ao(l,m))}}finally{await H(u)}}var Wl=1e3;function $o(e,{arms:t},r){let n=({crash:s,failure:o})=>o!==null||s!==null&&(s.arm!=="head"||r.includes("head"));return t.head.signal.aborted||[...e.values()].flat().some(n)}function Po({budgetSeconds:e},t){return e-t.reduce((r,{loadSeconds:n})=>r+n,0)}function Gl(e,t,r){if(r===0)return!0;if(r>=e.blocks.most)return!1;let n=Array.from({length:r},(a,i)=>t.filter(c=>c.block===i).reduce((c,{loadSeconds:u})=>c+u,0)),[s,...o]=n;return Po(e,t)>=Fl*Math.min(Qe.later/Qe.first*s,...o)}function Ul({goal:e},t){let r=t.flatMap(({arms:n})=>[...n.values()].flatMap(({estimate:s})=>s??[]));return r.length===0?{rate:e.from,factor:Co.far}:{rate:en(r.map(({value:n})=>n)),factor:Co.near}}import{realpathSync as No}from"node:fs";import{devNull as Yl}from"node:os";import{join as $t}from"node:path";import{realpathSync as ql}from"node:fs";import{join as zl}from"node:path";import{setTimeout as Jl}from"node:timers/promises";var Et=["base","head"],Hl=4,Vl=2,Kl=4;async function Io(e){let{arms:t,folder:r,layOut:n,shared:s,k6:o,seed:a,block:i,tops:c,seconds:u,variant:l}=e,d=performance.now()+1e3*u,m=new Map,p={running:new Map,starts:0},h=[];try{for(let v of Et)m.set(v,await Ir(zl(r,`${v}.sock`)));let g=v=>({...t[v],preload:m.get(v).preload}),f={head:g("head"),base:g("base")};if(await J(p,{arms:f,together:Et,block:i,...l&&{variant:l}}),[...m.values()].some(v=>v.countPeers()===0))return h;let b={around:t.head,k6:o,folder:r,instances:p.running,shared:s,block:i,seed:a},k=()=>{for(let v of m.values())v.begin()},R=async v=>Gn(await m.get(v).end(),[c[v],ql(c[v])]);k();let O=!1,A=(d-performance.now())/1e3-Kl,S=G(n(A),"profile",b).finally(()=>{O=!0});for(let v=0;await Promise.race([Jl(1e3*Hl),S]),!O;v++){let[x,C]=await Promise.all(Et.map(R));k(),v>=Vl&&h.push({base:x,head:C})}let{crash:y,failure:M}=await S;return y===null&&M===null?h:[]}finally{await H(p);for(let g of m.values())g.close()}}async function Lo(e,{plan:t,blocks:r,config:n},{tops:s},o){let{arms:a,progress:i}=o,{head:c,base:u}=a,l=Xl(e.verdict),d=t.steps.find(({label:m})=>m===l?.label);if(n.explain==="off"||!l||!d||!s||!u||!we(t,d)||c.signal.aborted)return e;i.phase(`looking for what takes the processor time of ${l.label}`,40);try{let m=await Io({...o,arms:{head:c,base:u},tops:s,block:r.length,seconds:40,layOut:b=>kn(t,d,b)}),p=Un(m,l),h=[...new Set(p.flatMap(b=>b.function?.file??[]))];if(p.length===0||!h.every(b=>Bo(b,s.head)))return e;let g=await Ql(h,s,c),f={label:l.label,...qn(p,m,g)};return{...e,verdict:{...e.verdict,risen:[f]}}}catch(m){return i.note(`what takes the processor time could not be looked for: ${m.message}`),e}}function Xl(e){if(e.invalid.length>0||e.faults.length>0)return;let t=new Set(e.changes.filter(({code:r,metric:n})=>r==="regressed"&&Q(n)).map(({label:r})=>r));return Hr(e).filter(r=>t.has(r.label)&&Vr(r)).sort((r,n)=>n.change.value-r.change.value)[0]}function Bo(e,t){try{return No($t(t,e)).startsWith(`${No(t)}/`)}catch{return!1}}async function Ql(e,t,{environment:r,signal:n}){let s=new Map,o=["--no-index","--unified=0","--no-color","--no-ext-diff","--no-textconv"];for(let a of e){let i=Bo(a,t.base)?$t(t.base,a):Yl,c=await nr({file:"git",arguments:["diff",...o,"--",i,$t(t.head,a)],environment:Z(r),timeoutMs:5e3,signal:n});if(c.kind!=="ended")continue;let l=[...c.output.matchAll(/^@@ -[\d,]{1,20} \+(\d{1,9})(?:,(\d{1,9}))? @@/gm)].flatMap(([,d,m="1"])=>Array.from({length:Math.min(Zl,Math.max(1,Number(m)))},(p,h)=>Number(d)+h));l.length>0&&s.set(a,l)}return s}var Zl=1e4;async function Pt(e,{pair:t,guessMissing:r},n){let{kind:s,arm:o,service:a,log:i,other:c}=e,u=n?`${e.message} (variant ${n.name})`:e.message,l=o===null?null:await r(o,i);if(o!=="base"||t===void 0){let d=l===null?"":`; \`${l}\` is git-ignored, so a fresh tree has none: let \`build\` make it, or name it in \`reuse\``,m=c==="ready"&&o==="head";if(c===null||c==="ready")return{kind:s,service:a,message:u+d,log:i,...m&&{onlyHead:!0}};let p=`; \`${c.service}\` of the base: ${c.message}`;return{kind:s,service:a,message:u+p+d,log:wt(i,c.log),both:!0}}return{kind:"base-failed",fault:s,commit:t.baseCommit,service:a,message:u,log:i,missing:l}}function Ge({draft:e},t){let r=e.pair?.baseCommit;if(t===void 0||r===void 0)return null;let{crash:n,failure:s}=t;if(n?.arm==="base"){let{service:c,exit:u,log:l,head:d}=n,m=d&&`, and \`${d.service}\` of this change with ${d.exit}`,p=`under load it ended with ${u}${m??""}`;return{kind:"base-failed",fault:"crashed",commit:r,service:c,message:p,log:l,missing:null,...d&&{both:!0}}}if(n!==null||s===null||!Ct(s))return null;let{label:o,log:a}=s,i=`the script of ${o} fails on the base, though not on the head: ${s.message}`;return{kind:"base-failed",fault:"script-failed",commit:r,service:o,message:i,log:a,missing:null}}function Do({label:e,kept:t,failures:r}){let n=[],s=Go(t.filter(({diagnosis:a})=>a==="service-slow"));s!==null&&n.push({kind:"cannot-keep-up",label:e,...It(s),cpu:s.cpu});let o=jo({label:e,slices:t.flatMap(a=>a.slices),failures:r});return o===null?n:[...n,o]}function Fo(e){let t=jo(e);return t&&{...t,soak:!0}}function jo({label:e,slices:t,failures:r}){let n=t.reduce((o,a)=>o+a.failed,0),s=t.reduce((o,a)=>o+a.failed+a.ok,0);return n<=.001*s?null:{kind:"failing",label:e,failed:n,requests:s,examples:r.slice(0,3)}}var ec=.01;function tc({label:e,kept:t,failures:r,thresholds:n,lost:s}){let o=u=>({kind:"script-failed",label:e,message:u,log:""}),a=t.reduce((u,l)=>u+l.barren,0),i=t.reduce((u,l)=>u+l.evidence.sent,0);if(a>ec*i){let u=r.find(l=>l.startsWith("exception"));return o(`it threw before it sent a request, in ${a} of ${i} iterations${u?`: ${u}`:""}`)}let c=s+t.reduce((u,l)=>u+l.lost,0);if(c>0)return o(`${c} of its requests are in no count: it sends them in a way that Tailgate does not see`);if(n.length>0){let u=n.slice(0,3).map(l=>`\`${l}\``);return o(`nothing was measured that its threshold ${u.join(", ")} could judge, so it would always hold: mend its name or tags, or take it out`)}return null}function Wo(e,t){let{label:r,kept:n,discarded:s}=e,o=tc(e);if(o!==null)return o;if(n.length>=t/2&&n.length>0){if(n.flatMap(m=>m.slices).reduce((m,p)=>m+p.ok+p.failed+p.dropped,0)>0)return null;let{seconds:d}=n[0].evidence;return n.every(({evidence:m})=>m.sent===0)?{kind:"none-begun",label:r,seconds:d}:{kind:"script-failed",label:r,message:"it sent no request while it was measured; Tailgate replaces its scenarios, so `exec.scenario.name` and `exec.test.options.scenarios` are not those of the script",log:""}}let a=Go(s);if(a===null)return{kind:"harness",message:`${r} was not measured`,log:""};let i=l=>s.filter(({diagnosis:d})=>d===l).length,{cpu:c,lagMs:u}=a;return i("generator-starved")>=Math.max(i("disturbed"),i("unknown"))?{kind:"generator-starved",label:r,...It(a),lagMs:u,cpu:c}:i("disturbed")>=i("unknown")?{kind:"machine-disturbed",label:r,discarded:s.length,rounds:s.length+n.length,cpu:c}:{kind:"cause-unknown",label:r,...It(a),cpu:c}}function Go(e){let t=({sent:r,intended:n})=>n===null?0:n-r;return e.map(({evidence:r})=>r).sort((r,n)=>t(n)-t(r))[0]??null}function It({sent:e,intended:t,seconds:r}){return{sent:e,intended:t??e,seconds:r}}function Uo({head:e,base:t,together:r}){let n=e+r;return n<2||n<=2*t?null:{kind:"crowded",head:e,base:t,together:r}}function qo(e,t){let{head:r,base:n,together:s}=t;return r>0&&r+s>=7+3*n?{kind:"fills-machine",label:e,...t}:null}function E(e,t,r){return e.filter(({slot:n})=>n.step.label===t.label&&n.arm===r)}function qe({label:e},t){return t.map(({kept:r})=>r.filter(({slot:n})=>n.step.label===e))}function zo(e,t){let r=t.flatMap(({discarded:s})=>s).filter(({slot:s,diagnosis:o,evidence:a})=>{let i=o==="generator-starved"||o==="unknown";return s.step.label===e.label&&i&&jn(a)}),n=r.filter(({slot:s})=>P(s));return{head:Ue(n,"head"),base:Ue(n,"base"),together:r.filter(({slot:s})=>s.turns?.position===0).length}}function ze(e,t){let r=t.flatMap(s=>s.soak),n=s=>E(r,e,s).flatMap(({slices:o,disturbed:a})=>o.filter((i,c)=>!a[c]));return{base:n("base"),head:n("head")}}function _t(e,t,r){let n=s=>E(s,e,"head").filter(({slot:o})=>r(o));return{label:e.label,kept:t.flatMap(s=>n(s.kept)),discarded:t.flatMap(s=>n(s.discarded)),failures:Jo(e,t.flatMap(s=>s.failures)),thresholds:nc(e,t),lost:t.flatMap(({lost:s})=>s).filter(({label:s})=>s===e.label).reduce((s,{requests:o})=>s+o,0)}}function Jo({label:e},t){let r=new Map;for(let{text:n,count:s}of t.filter(o=>o.label===e))r.set(n,(r.get(n)??0)+s);return[...r].sort((n,s)=>s[1]-n[1]).map(([n])=>n)}function nc({label:e},t){let r=s=>t.flatMap(o=>o[s].filter(a=>a.label===e)).map(o=>o.threshold),n=new Set(r("fed"));return[...new Set(r("unfed"))].filter(s=>!n.has(s))}function Ho(e,t){let{head:r}=ze(e,t);if(r.length===0)return null;let n=t.flatMap(s=>s.soakFailures);return{label:e.label,slices:r,failures:Jo(e,n)}}function Vo(e,t,r){let n=r.flatMap(({index:a,kept:i})=>{let c=E(i,e,t);return c.length>0?[{block:a,slots:c}]:[]}),s=ze(e,r)[t],o=r.flatMap(a=>E(a.discarded,e,t).flatMap(({slices:i,evidence:c,diagnosis:u})=>i.length===0?[]:[{startedAt:i[0].startedAt,seconds:c.seconds,because:u}]));return{scenario:e.scenario,label:e.label,...e.variant&&{variant:e.variant},load:e.load,instances:n.map(({block:a,slots:i})=>{let c=je(i);return{block:a,slices:i.flatMap(({slices:u})=>u),...c&&{calls:c}}}),...s.length>0&&{soak:s},...o.length>0&&{discarded:o}}}function Ko(e,t,r,n){let o=[...new Set(t.flatMap(({thresholds:m})=>m.map(({label:p})=>p)))].map(m=>{let p=t.flatMap(h=>h.thresholds.filter(g=>g.label===m));return{kind:"threshold",label:m,thresholds:[...new Set(p.map(({threshold:h})=>h))]}}),a=[...r].flatMap(([m,p])=>qo(m,p)??[]),i=t.flatMap(m=>[...m.failures,...m.soakFailures]),c=m=>m.kind==="failing"?{...m,...i.findLast(({label:p})=>p===m.label)?.said}:m,u=e.flatMap(Do),l=m=>u.some(p=>p.kind==="failing"&&p.label===m),d=n.filter(({label:m})=>!l(m)).flatMap(m=>Fo(m)??[]);return[...Le(t),...a,...[...u,...d].map(c),...o]}function Yo(e,t,r,n){if(t.length===0)return[];let s=Be(t);if(s.length>0||t.some(({crash:a})=>a!==null))return s;let o=vn(e,t.length).filter(({arm:a})=>a==="head");return e.steps.flatMap(a=>n.some(u=>u.kind==="fills-machine"&&u.label===a.label)?[]:(r.has(a.label)?[P]:[P,An]).map(u=>{let l=o.filter(d=>d.step===a&&u(d)).length;return l===0?null:Wo(_t(a,t,u),l)}).find(u=>u!==null)??[])}function Ue(e,t){return e.filter(({slot:r})=>r.arm===t).length}var rc=.5;function Qo(e,t){let{work:r,label:n}=e;if(r.kind==="script")return[];let s=t.flatMap(({kept:a})=>E(a,e,"head")),o=t.flatMap(({redirects:a})=>a);return ee(r).flatMap(({request:a},i)=>{let c=o.find(m=>m.label===n&&m.which===i);if(c===void 0)return[];let{status:u,location:l}=c,d=Jn(s.flatMap(({answers:m})=>m[i]??[])).get(u)??0;return d<=rc?[]:[{label:n,request:Nt(a),status:u,location:l,share:d}]})}function Zo(e,{paired:t},r){let{work:n,label:s}=e,o=r.map(({kept:i})=>({base:Xo(E(i,e,"base")),head:Xo(E(i,e,"head"))}));if(!t)return Vn(s,o.flatMap(({head:i})=>i.slices));let a=n.kind==="script"?null:ee(n).map(({request:i})=>({text:Nt(i),keepsSize:i.expectSize==="same"}));return Hn(s,a,o)}function ea(e,t,r){let{work:n}=e,s=r.flatMap(({kept:a})=>E(a,e,t));return(n.kind==="script"?[null]:ee(n).map(({request:a})=>Nt(a))).flatMap((a,i)=>{let c=s.flatMap(({answers:p})=>p[i]??[]),u={};for(let[p,h]of c.flatMap(({statuses:g})=>[...g]))u[p]=(u[p]??0)+h;let{typical:l,mean:d,count:m}=zn(c);return Object.keys(u).length===0&&m===0?[]:[{request:a,statuses:u,...m>0&&{bytes:{typical:l,mean:Math.round(d)}}}]})}function Xo(e){return{answers:e.map(({answers:t})=>t),slices:e.flatMap(({slices:t})=>t),iterations:e.reduce((t,{sent:r})=>t+r,0),connects:e.reduce((t,{connects:r})=>t+r,0),calls:je(e)}}function Nt({method:e,url:t}){let r=t.replace(/[?#].*/s,"");return e==="GET"?r:`${e} ${r}`}function ta(e,t){return[...e].flatMap(([{scenario:r,label:n,goal:s},o])=>["head","base"].flatMap(a=>{let i=o.flatMap(({block:c,arms:u})=>{let l=u.get(a);return l&&l.trials.length>0?[{block:c,...l}]:[]});return i.length>0?[{scenario:r,label:n,digest:t.get(n),goal:s,arm:a,blocks:i}]:[]}))}function na(e){return Math.max(0,...[...e.values()].flatMap(t=>t.map(({block:r})=>r+1)))}function ra(e){let t=[...e.values()].flat(),r=Be(t);return r.length>0||t.some(({crash:n})=>n!==null)?r:[...e].flatMap(([{label:n},s])=>s.some(({arms:a})=>a.get("head")?.estimate!=null)?[]:[sc(n,s)])}function sc(e,t){let r=t.flatMap(o=>o.discarded),n=t.flatMap(({arms:o})=>o.get("head")?.trials??[]),s=r.at(-1);return s===void 0||n.length>r.length?{kind:"search-too-short",label:e,trials:n.length}:{kind:"machine-disturbed",label:e,discarded:r.length,rounds:r.length+n.length,cpu:s.evidence.cpu}}function sa({label:e,slos:t,slices:r,seen:n=[]}){return t.flatMap(({metric:s})=>{if(s.kind!=="custom")return[];let o=n.find(({name:i})=>i===s.name)?.type??null,a=o===null||Zt(s).some(i=>i===o);return a&&!Number.isNaN(F(r,s))?[]:[{kind:"metric-unknown",label:e,metric:ce(s),is:a?null:o,seen:[...n]}]})}var oc=[50,90],oa=.2,ac=5;function aa(e){let t=e.filter(n=>n.length>1).map(n=>({first:n.slice(0,n.length>>1),second:n.slice(n.length+1>>1)}));return t.length<ac?null:oc.flatMap(n=>{let s=u=>_(u,n/100),o=t.map(({first:u,second:l})=>Math.log(s(l))-Math.log(s(u))),[a,i]=[s(t.flatMap(u=>u.first)),s(t.flatMap(u=>u.second))];return zr(o)>Math.log1p(oa)&&i>(1+oa)*a?[{percent:n,first:a,second:i}]:[]}).sort((n,s)=>s.second/s.first-n.second/n.first)[0]??null}var ic=.01,ia={latency:.2,memory:.1},lc=[50,90],cc=20,la=.5,Lt=8;function Bt({base:e,head:t},r=[]){if(t.length<Lt)return null;let n=ns(e,t);if(n.stretches>0){if(e.length===0)return{kind:"stalls",...n};let s=ts(r),o=es({stretches:n.stretches+s.stretches,of:n.of+s.of,base:n.base+s.base});if(o!==null)return{kind:"stalls",...o}}return uc(e,t)??dc(e,t)}function uc(e,t){let r=Dt(t);if(r===null)return null;let{percent:n,first:s,second:o}=r;if(e.length>=Lt){let{first:a,second:i}=ca(e,n);if(Math.log(i/a)>=la*Math.log(o/s))return null}return{kind:"ageing",of:"latency",percent:n,from:s,to:o}}function Dt(e){if(e.length<Lt)return null;let t=e.length>>1;for(let r of lc){let n=e.map(o=>Math.log(_([o],r/100))),{low:s}=ls(n.slice(0,t),n.slice(-t),ic);if(s>Math.log1p(ia.latency))return{percent:r,...ca(e,r)}}return null}function ca(e,t){let r=e.length>>1,n=s=>_(s,t/100);return{first:n(e.slice(0,r)),second:n(e.slice(-r))}}function dc(e,t){let r=(i,c)=>(i.at(-1)?.memory??Number.NaN)-(i[c]?.memory??Number.NaN),[n,s]=[t[0].memory??Number.NaN,t.at(-1).memory??Number.NaN],o=r(t,0),a=r(t,2*t.length/3|0);return o>Math.max(cc,ia.memory*n)&&a>o/6?r(e,0)>=la*o?null:{kind:"ageing",of:"memory",percent:null,from:n,to:s}:null}var mc=.01,pc=20;function ua(e,t,{runs:r},n){let s=mc/t.length;return t.flatMap(o=>{let a=Yr(r.map(({slices:c})=>Math.log(F(c,o))),s);if(a===null||r.length-a.index>pc)return[];let i=Math.expm1(a.after-a.before);return i>n(o)?[{label:e,metric:o,commit:r[a.index].commit,change:i}]:[]})}function da(e){let t=e.steps.filter(({blocks:y})=>ut(y).some(M=>ge(M)>0)),r=Math.max(0,...e.steps.map(y=>y.blocks.length)),n=un(e.looks,r),s=(e.capacities??[]).map(Qr),o=new Map(t.map(y=>[y.label,gc(y)])),a=new Map(t.map(({label:y,soak:M,crowding:v,blocks:x})=>{let C=o.get(y),{inTurns:N,alone:T}=Ie(x);return[y,C?{kind:"growing",...C}:Uo(v)??Bt(M,[...N,...T])]})),i=new Map(t.map(({label:y,soak:M})=>[y,o.get(y)??Dt(M.head)])),c=t.flatMap(y=>sa({...y,slices:ut(y.blocks)})),u=({label:y,slo:M})=>!c.some(v=>"metric"in v&&v.label===y&&v.metric===ce(M.metric)),d=[...t.flatMap(y=>kc(y,t,n)).filter(u).map(y=>bc(y,i)),...s.flatMap(y=>y.slos)],m=[...e.invalid,...c,...d.flatMap(hc),...is(t,d,e),...s.flatMap(y=>y.invalid)],{changes:p,costs:h,open:g,pair:f}=rs(t,e),b=e.work??[],k=new Set(b.filter(Kn).map(({label:y})=>y)),R=p.map(y=>yc(y,a)).map(y=>k.has(y.label)?Sc(y):y),O=[...e.faults,...b.flatMap(wc)],A={...Ur({slos:d,changes:R,faults:O,invalid:m,failOn:e.failOn}),slos:d,changes:R,costs:h,faults:O,invalid:m,pair:f,loosened:e.loosened,suspects:e.comparison.kind==="history"?[]:t.flatMap(({label:y,history:M,slos:v,sensitivityOf:x})=>ua(y,hn(v),M,C=>x(C).tolerance)),...e.redirects?.length&&{redirects:e.redirects},...b.length>0&&{work:[...b]},acceptances:[],refusals:[],effort:e.effort},S=t.some(({soak:y})=>y.base.length===0&&Bt(y)!==null);return{verdict:A,undecided:fc(A,g),asksBase:S}}function fc(e,t){return e.faults.some(({kind:r})=>r==="crashed")?!1:e.invalid.length>0?e.invalid.every(({kind:r})=>r==="machine-disturbed"):e.changes.some(({code:r})=>r==="regressed")?!1:t||e.slos.some(({code:r,stretches:n})=>r==="at-limit"&&!n)}function hc({label:e,slo:{metric:t},estimate:r}){return tn(t)&&Number.isNaN(r.value)?[{kind:"cost-unknown",label:e,metric:ce(t)}]:[]}function gc({load:e,blocks:t}){return e.kind==="arrival-rate"?aa(ct(t).flat()):null}function bc(e,t){let r=t.get(e.label);return!r||e.code!=="met"||!Q(e.slo.metric)?e:{...e,code:"at-limit",growth:r}}function yc(e,t){let r=t.get(e.label);return!r||e.code!=="unchanged"||!Q(e.metric)?e:{...e,code:"inconclusive",reason:{kind:"unsteady",evidence:r}}}function Sc(e){return e.code!=="improved"?e:{...e,code:"inconclusive",reason:{kind:"other-work"}}}function wc(e){if(e.kind!=="size"||!e.blocks)return[];let{label:t,base:r,head:n}=e;return[{kind:"other-size",label:t,base:r,head:n}]}function kc(e,t,r){let{label:n,slos:s,soak:o}=e,a=ct(e.blocks).map(d=>d.flat()),i=o.head.map(d=>[d]),c=s.flatMap(d=>{let m=d.limit.kind==="relative"?os(e,t,d.limit.scenario):void 0,p=(b,k)=>d.limit.kind==="absolute"?Re(n,d,b,r):m?as(n,{slo:d,other:m.label,pairs:k()},r):null,h=p(a,()=>ss(e,m));if(h===null)return[];let g=Q(d.metric)||d.metric.kind==="errors";if(h.code!=="met"||!g||o.head.length===0)return[h];let f=p(i,()=>[...i.map(b=>({own:b,other:[]})),...m.soak.head.map(b=>({own:[],other:[b]}))]);return[f!==null&&rt(f)?{...f,stretches:h.estimate}:h]});if(s.some(({metric:d})=>d.kind==="errors"))return c;let u=Re(n,de,a,r);if(u.code==="missed")return[...c,u];let l=o.head.length>0?Re(n,de,i,r):null;return l!==null&&rt(l)?[...c,{...l,stretches:u.estimate}]:c}function K(e,t,r,n=new Map){let{config:s,plan:o,baseline:a,digests:i,draft:c,comparison:u}=e,l=o.steps.map(S=>_t(S,t,P)),d=new Map(o.steps.map(S=>[S.label,zo(S,t)])),m=o.steps.flatMap(S=>Ho(S,t)??[]),p=Ko(l,t,d,m),h=u.kind==="pair"?["head","base"]:["head"],g=o.steps.flatMap(S=>h.flatMap(y=>{let M=Vo(S,y,t),v=i.get(S.label);if(M.instances.length===0)return[];let x=ea(S,y,t);return[{...Wr(M,y,v),...x.length>0&&{answers:x}}]})),f=ta(n,i),b={...c,steps:g,...f.length>0&&{capacities:f}},k=Ft(o,t),R=o.steps.flatMap(S=>{if(!g.some(({label:x,arm:C})=>x===S.label&&C==="head"))return[];let y=s.scenarios.find(({name:x})=>x===S.scenario),M=cr(a,b,S.label),v=x=>{let C=t.flatMap(({kept:N})=>E(N,S,"base").flatMap(({slices:T})=>T));return C.length>0?F(C,x):Kr(M.runs.map(({slices:N})=>F(N,x)))};return[{label:S.label,slos:S.slos,load:S.load,blocks:qe(S,t),crowding:d.get(S.label),soak:ze(S,t),...S.work.kind==="script"&&{seen:vc(S,t)},isNew:k.has(S.label),limits:Mc(S,o),history:M,sensitivityOf:(x,C)=>Ye(s,y,x,C,()=>v(x))}]}),O=S=>Ue(t.flatMap(y=>y.discarded),S);return{...da({steps:R,faults:[...p,...Le([...n.values()].flat())],searches:o.searches.length,capacities:o.searches.flatMap(S=>{let y=f.filter(({label:x})=>x===S.label),M=y.find(({arm:x})=>x==="head");if(M===void 0)return[];let v=s.scenarios.find(({name:x})=>x===S.scenario);return[{label:S.label,goal:S.goal,slos:S.slos,head:M,base:y.find(({arm:x})=>x==="base")??null,history:ur(a,b,S.label),sensitivity:Ye(s,v,Xr)}]}),invalid:r?[r]:[...Yo(o,t,k,p),...ra(n)],looks:o.looks,comparison:u,discarded:{base:O("base"),head:O("head")},loosened:e.loosened,failOn:e.failOn,redirects:o.steps.flatMap(S=>Qo(S,t)),work:o.steps.flatMap(S=>Zo(S,o,t)),effort:{slices:t.flatMap(({kept:S})=>S).reduce((S,y)=>S+y.slices.length,0),discardedRounds:O("head"),instances:h.length*(t.length+na(n)),loadSeconds:[...t.flatMap(({kept:S,soak:y})=>[...S,...y].map(({evidence:M})=>M.seconds)),...[...n.values()].flat().map(({loadSeconds:S})=>S)].reduce((S,y)=>S+y,0)}}),record:b}}function vc(e,t){let r=t.flatMap(({kept:n})=>E(n,e,"head").flatMap(s=>s.seen??[]));return[...new Map(r.map(n=>[n.name,n])).values()]}function Mc(e,{steps:t}){return new Map(nn(e.slos).flatMap(r=>{let n=cn(t,e,r);return n===void 0?[]:[[r,n.label]]}))}var xc=.5,Rc=2;function Ft({paired:e,steps:t},r){if(!e)return new Set;let n=s=>{let o=r.map(({kept:a})=>({base:E(a,s,"base"),head:E(a,s,"head")})).filter(({base:a,head:i})=>a.length>0&&i.length>0);return o.length>=Rc&&o.every(({base:a,head:i})=>ma(a)&&!ma(i))};return new Set(t.filter(n).map(({label:s})=>s))}function ma(e){return he(e.flatMap(({slices:t})=>t))>xc}import{randomInt as ya}from"node:crypto";function pa(e,t){let r=new Map;for(let n of e.steps.filter(s=>Sn(e,s))){let s=qe(n,t),o=Jr({alone:Ie(s).alone,all:s.map(Zr)});o!==null&&r.set(n.label,o)}return r}var Tc=2.5,Oc=.5;function fa(e,t,{wallSeconds:r,loadSeconds:n}){let s=Math.max(Oc,r-n-Ac(e)),o=e.steps.reduce((a,i)=>a+i.budgetSeconds,0);return bn(e,t,Math.floor((Tc-1)*o/s))}function Ac(e){return e.steps.filter(({load:n})=>n.kind!=="fixed-work").map(n=>we(e,n)?1:2).reduce((n,s)=>n+s,0)*(ye.seconds-te)}function jt({steps:e,paired:t},{kept:r,discarded:n}){let s=t?["base","head"]:["head"],o=[...r,...n].filter(({slot:i})=>i.requests!==null),a=e.filter(({load:i})=>i.kind==="fixed-work").map(i=>({label:i.label,of:s.map(c=>E(o,i,c))}));return a.some(({of:i})=>i.some(c=>c.length===0))?new Map:new Map(a.map(({label:i,of:c})=>[i,c.flat().filter(({slices:u})=>u.reduce((l,{ok:d,failed:m})=>l+d-m,0)>0).map(({slices:u})=>u.reduce((l,{seconds:d})=>l+d,0))]))}function ha(e,{steps:t},r){return t.flatMap((n,s)=>{if(n===e.steps[s])return[];let o=Te(1e3*Math.min(...r.get(n.label))),[a,i]=[e.steps[s],n].map(c=>Oe(Ke(c)));return[`${n.label}: ${a} requests took only ${o}; from now on there are ${i} in each stretch, which is ${Oe(n.passes)} times the work`]})}function ga({steps:e,blocks:t},r){return e.flatMap(n=>{let{label:s,budgetSeconds:o}=n,a=r.get(s)??[],i=a.length===0?0:Tn(a);return i*t<=o?[]:[`${s}: ${Oe(Ke(n))} requests take ${Te(i*500)}; for two revisions in ${t} blocks, the fewest that can show a change, that is ${Te(i*t*1e3)}, more than its budget of ${o} s`]})}function ba(e,t,r){let{block:n,current:s,later:o}=r,a=[...t,...n===null?[]:[n]].flatMap(c=>c.kept),i=e.paired?["base","head"]:["head"];return{scenarios:e.steps.map(c=>({label:c.label,isCurrent:s.includes(c.label),arms:i.map(u=>{let l=Bn(E(a,c,u).flatMap(d=>d.slices));return{arm:u,p50:_(l,.5),p99:_(l,.99)}})})),variantsLeft:o.length,secondsLeft:Cc(e,t,r)}}function Cc(e,t,{elapsedSeconds:r,isLast:n,later:s}){if(t.length===0&&e.fixedWork.length>0)return;let{soak:o,searches:a}=e.seconds,i=Pn(e).last-o-a,c=t.filter(({discarded:d})=>d.length===0),u=c.length>0?c.reduce((d,{wallSeconds:m})=>d+m,0)/c.length:i/e.blocks,l=n?0:u*(e.blocks-t.length)-r;return Math.max(0,l)+o+a+In(s).wall.last}var Sa={blocks:2,seconds:60};async function wa(e,t){let{signal:r}=t.arms.head,{blocks:n}=e,s=new Set,o=0;for(;n.length<e.plan.blocks&&!r.aborted;){let a=n.length;for(let[g,f]of pa(e.plan,n)){if(s.has(g))continue;s.add(g);let b=f==="hidden-work";e.plan=yn(e.plan,e.config,{measured:a,worksMore:b}),t.progress.note(_c(g,f,e.plan))}let{plan:i}=e,c={index:a,first:ya(2)===0?"head":"base",reversed:ya(2)===0,headOnly:Ft(i,n),warmUpSeconds:vo(i,n),shift:et[a%et.length],longer:s},u={judgement:null},l=performance.now(),d=!1,m=(g,f)=>{let b=(performance.now()-l)/1e3,k={block:g,elapsedSeconds:b,isLast:d,current:f,later:e.later};t.progress.interim(()=>ba(i,n,k))};a>0&&m(null,[]);let p=await Mo(wn(i,c),a,{...t,planned:i.blocks,sizings:o,follow:m,...a===0&&{isEnough:g=>Xe(i,jt(i,g))!==i},soak:g=>{if(i.soakSeconds===0||!i.looks.includes(a+1))return[];u.judgement=K(e,[...n,g],null);let f=$c(u.judgement,i,g);return d=f.length>0,f}}),h=jt(i,p);if(a===0&&p.failure===null&&p.crash===null){e.plan=Xe(i,h);for(let g of ha(i,e.plan,h))t.progress.note(g);if(e.plan!==i){o++;continue}}if(n.push(p),p.failure!==null||p.crash!==null)break;if(Ec(n)){t.progress.note("most rounds were disturbed for a minute, and the machine does not calm down: the run ends here; a quieter machine, or a runner of its own, helps");break}if(a===0&&i.paired){e.plan=Pc(p,h,e);for(let g of ga(e.plan,h))t.progress.note(g);Ce(e.plan)}if(e.plan.looks.includes(n.length)){let g=u.judgement??K(e,n,null);if(Tr(g,n.length,e),!g.undecided||n.length===e.plan.blocks)return g}}return K(e,n,Ge(e,n.at(-1)))}function Ec(e){let t=e.filter(({kept:n,discarded:s})=>s.length>n.length),r=t.reduce((n,{wallSeconds:s})=>n+s,0);return t.length>=Sa.blocks&&2*t.length>e.length&&r>=Sa.seconds}function $c({verdict:e,undecided:t,asksBase:r},n,{index:s,soak:o}){let a=u=>o.some(({slot:l})=>l.arm===u);if(a("head"))return r&&!a("base")?tt(n,"base"):[];let i=s+1===n.blocks||!t,c=e.slos.some(({code:u})=>u==="met")||e.changes.some(({code:u})=>u==="unchanged");return i&&e.invalid.length===0&&c?tt(n,"head"):[]}function Pc({kept:e,discarded:t,wallSeconds:r},n,{plan:s,config:o}){let a=Rn(s,o,n);if(t.length>0)return a;let i=e.reduce((c,{slot:u,evidence:l})=>c+(u.requests===null?On(u):l.seconds),0);return fa(a,o,{wallSeconds:r,loadSeconds:i})}var Ic={rare:"slow requests come in some blocks only","hidden-work":"one revision takes more processor time, and its typical request no longer"};function _c(e,t,{blocks:r}){return`${e}: ${Ic[t]}; from now on each revision has the whole load alone for ${fn} s a block, in ${r} blocks at most`}async function ka(e,t){let{request:r}=t,{head:n,base:s}=e.configs,o=Wc(t),a=e.variants.map((u,l)=>Bc(e,l,t)),i=[],c=null;try{for(let[u,l]of[["head",n],["base",s]])l!==null&&await e.prepare(u,()=>Gc({...o,arm:u,config:l},s!==null,r.progress));c=await Nr({...o,arm:null,config:n});for(let[u,l]of a.entries()){a.length>1&&!r.signal.aborted&&r.progress.note(`variant ${u+1} of ${a.length}: ${l.config.variant.name}`);let d={...l,blocks:[],later:a.slice(u+1).map(({plan:g})=>g)},m=Uc(e,u,c,o,t),p=await Dc(e,d,m),h=!i.some(({verdict:g})=>g.code==="regressed");if(i.push(h?await Lo(p,d,e,m):p),r.signal.aborted)break;if(Lc(p)){let g=a.length-i.length;g>0&&r.progress.note(`not measured, since the run has no verdict now: ${g} more variants`);break}}}catch(u){if(!(u instanceof pe))throw u;i.push(K(a[0],[],await Pt(u,e)))}finally{await c?.stop()}return Fc(i,r.failOn)}function Lc({verdict:{invalid:e}}){return e.some(({kind:t})=>t!=="machine-disturbed")}function Bc(e,t,r){let{head:n,base:s}=e.variants[t],{request:o,plans:a,baseline:i,draft:c}=r,u=s!==null,l=a[t].paired===u?a[t]:$n(n,{budgetSeconds:o.budgetSeconds,paired:u}),d=e.comparison.kind==="pair"&&!u;return{config:n,plan:l,baseline:i,digests:new Map([...l.steps.map(m=>[m.label,Fr(m,n.deployments)]),...l.searches.map(m=>[m.label,jr(m,n.deployments)])]),draft:{...c,...e.pair&&{pair:e.pair},...e.deployments&&{deployments:e.deployments}},comparison:d?{kind:"none",reason:{kind:"new"}}:e.comparison,loosened:e.loosened,failOn:o.failOn}}async function Dc(e,t,r){let n=new Map,s=o=>K(t,t.blocks,o,n);try{let o=await wa(t,r),{plan:a}=t;if(a.searches.length===0||jc(o))return o;await Eo(a.searches,n,{...r,swapped:a.swapped,drawFirst:()=>Nc(2)===0?"head":"base"});let i=[...n.values()].flat();return s(Ge(t,i.find(({crash:c})=>c?.arm==="base")))}catch(o){if(!(o instanceof pe))throw o;return s(await Pt(o,e,t.config.variant))}}function Fc(e,t){return{verdict:qr(e.map(({verdict:r})=>r),t),record:Yn(e.map(({record:r})=>r)),undecided:e.some(({undecided:r})=>r),asksBase:e.some(({asksBase:r})=>r)}}function jc({verdict:e}){return e.invalid.length>0||e.faults.some(({kind:t})=>t==="crashed")}function Wc({request:e,session:t}){let{environment:r,signal:n}=e,{workspace:s,keeper:o,grace:a}=t;return{logFolder:s.logs,environment:r,keeper:o,signal:n,grace:a,shared:new Map}}async function Gc(e,t,r){let n=t?` of ${e.arm}`:"";await Gr(e,s=>r.phase(`building ${s}${n}`))}function Uc(e,t,r,n,{request:s,session:o,k6:a,seed:i}){let{head:c,base:u}=e.variants[t],l=(d,m)=>({...n,arm:d,config:m,shared:new Map([...r.portOf].filter(([p])=>m.services.some(h=>h.name===p&&h.scope==="run")))});return{arms:{head:l("head",c),...u&&{base:l("base",u)}},shared:r,...c.variant&&{variant:t+1},k6:a,seed:i,folder:o.workspace.k6,progress:s.progress}}async function Zh(e){let{progress:t,signal:r,environment:n,budgetSeconds:s}=e;sr(process.platform);let o=zc(an(Qn(sn(er(e.configPath,process.cwd(),Jc(e)),e.only),e.deployments),e.base.from),e),a=await pr(o.directory,n,r),i={budgetSeconds:s,paired:gr(o,a)},{config:c,planned:u}=e.shard?_n(o,e.shard.total,i)[e.shard.index-1]:{config:o,planned:En(o,i)};if(e.shard&&u.length===0)return va({kind:"spare",...e.shard},c,e);for(let d of on(c,e.only))t.note(d);for(let d of pn(c))t.note(d);for(let{plan:d}of u){Ce(d);for(let m of d.shortages)t.note(Cn(m))}let l=await ft(c,a,e);return c.baseline.kind==="history"&&ht(l),cs(c,e,async d=>{let m=await Rs(c,a,d,e);if(m.kind==="nothing"){let M=[...c.when.changed],v=va({kind:"irrelevant",baseCommit:m.base,patterns:M},c,e);return Ve(v,d.secrets)}let p=await or({environment:n,path:c.k6Path,version:e.k6Version,progress:t,signal:r,ci:n.CI==="true"}),h=qc(2**31),g=await br(c,m,d.workspace.path,h,e);d.removeAtEnd(()=>g.remove()),g.suiteBefore!==c.suite&&(l=await Hc(l,g,c,a,e));let f={...Ra(e,c,p.version),seed:h},b=M=>(M.comparison.kind==="history"&&ht(l),ka(M,{request:e,plans:u.map(({plan:v})=>v),session:d,baseline:l.baseline,draft:f,k6:p.path,seed:h})),k=await b(g);k.verdict.invalid.find(M=>M.kind==="base-failed"&&!M.both)&&c.baseline.onBaseFailure==="history"&&(t.note("the base cannot be measured; `on-base-failure` asks for a comparison with recorded runs"),k=await b(yr(g))),zt(r);let{verdict:O,record:A}=k,S=e.record&&O.invalid.length===0?await Ts(l,A):Ma,y=dr(A,l.baseline);return Ve({...S,...xa(O,A,y,e)},d.secrets)})}function zc(e,{soakSeconds:t=e.measure.soakSeconds,tolerance:r,explain:n=e.explain}){let s={...e,explain:n,measure:{...e.measure,soakSeconds:t}};return r===void 0?s:gn(s,r)}function Jc({only:e,environment:t}){return{only:e,calling:{command:"tailgate run",variables:Z(t)}}}async function Hc({store:e},{suiteBefore:t},...[r,n,s]){return{...await ft({...r,suite:t},n,s),store:e}}var Ma={recordPath:null,unrecorded:null};function va(e,t,r){let n={...Ra(r,t,"not used"),steps:[]};return{...Ma,...xa(us(e),n,[],r)}}function xa(e,t,r,{baseBranch:n,link:s}){return{report:Xn(e,t,{baseBranch:n,link:s,history:r}),exitCode:ln(e)}}function Ra(e,t,r){return{schemaVersion:1,suite:t.suite,...e.subject,attempt:e.attempt,...e.job&&{job:e.job},...e.shard&&{shard:e.shard},recordedAt:new Date().toISOString(),tailgate:fr,environment:{...rr(),k6:r}}}export{Zh as a};
