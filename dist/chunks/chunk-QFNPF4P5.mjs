import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{a as _r}from"./chunk-RL3VLUCS.mjs";import{a as lr,b as cr,c as ur,d as dr,f as vr,g as de,h as xr,i as Mr,j as Rr,k as Tr,l as Or,m as $r,n as Ir,o as zr}from"./chunk-ED7ZWBRE.mjs";import{a as Wn,d as Gn,h as Un,l as Nr}from"./chunk-TOCWXZWB.mjs";import{c as nr,d as rr,e as sr,f as or,h as Te,i as mr,j as pr}from"./chunk-HS52MTD6.mjs";import{a as ee,b as on,c as an,d as Je,e as ln,f as cn,g as mn,h as Ye,i as pn,j as fn,k as hn,l as gn,o as bn}from"./chunk-RELMLX6U.mjs";import{a as Fr,b as qr}from"./chunk-64J6NOD7.mjs";import{c as In}from"./chunk-LFJMJJ3M.mjs";import{c as Gr,d as Ur}from"./chunk-SV4COUWG.mjs";import{a as un,b as U,c as Ke,d as I,e as dn}from"./chunk-H4SNI4JH.mjs";import{a as Oe,b as Ar,c as Cr,d as Er,e as Pr,i as Wr}from"./chunk-NVWN5ZDW.mjs";import{d as ye,e as tn,f as nn,g as rn,h as sn,j as Se,m as He,o as Ve}from"./chunk-YT6MIRXD.mjs";import{a as Jn,b as Hn,c as Vn,d as Kn}from"./chunk-TCKP3BUM.mjs";import{a as Kt}from"./chunk-CBC62FT7.mjs";import{a as Xn,g as Re,h as ue,j as et,k as ir,o as fr,s as kr}from"./chunk-RR3TYXY4.mjs";import{i as ve,j as Yn}from"./chunk-ENRTX466.mjs";import{A as Fn,a as _n,f as Nn,h as Ln,v as we,w as Bn,z as Dn}from"./chunk-Z6OK7IAX.mjs";import{b as zt,f as Jt,g as Ht,p as jn}from"./chunk-H62C6DPI.mjs";import{a as Qn,d as Xe,j as Zn,l as wr}from"./chunk-IE6LBWBZ.mjs";import{l as nt,m as Ae,n as hr,o as gr,q as br,s as yr,t as Sr}from"./chunk-ZK3S4KKA.mjs";import{a as tt}from"./chunk-ERJMAR6R.mjs";import{a as er}from"./chunk-BYKIIYLB.mjs";import{e as ar}from"./chunk-F2QCCDU7.mjs";import{g as Lr,l as Br,m as Dr}from"./chunk-T7H4RWK5.mjs";import{a as jr}from"./chunk-XFIZ234N.mjs";import{a as tr,e as Qe}from"./chunk-S3OTVKUU.mjs";import{E as Zt,G as en,K as yn,L as Sn,M as wn,N as kn,O as vn,P as xn,Q as Mn,R as ce,S as Tn,T as An,V as On,W as $n,X as Cn,Y as En,ab as Ze,ea as Pn,f as Vt,ia as qn,ka as zn,n as qe,oa as xe,ra as Me,s as Q,t as Z,u as ge,x as Xt}from"./chunk-VEFGDEWB.mjs";import{Ab as be,Ba as le,D,Db as ze,Ea as Ut,Eb as Qt,H as fe,J as Dt,Jb as Rn,L as Ft,N as jt,_a as Yt,a as _t,e as K,f as N,g as Nt,ga as he,k as L,l as B,la as Wt,p as Lt,q as pe,r as Bt,s as ie,ub as X,va as Gt}from"./chunk-JNJDYUUE.mjs";import{h as It,s as qt}from"./chunk-J4LUNA2G.mjs";import{a as ae,b as P,c as Et,d as Pt}from"./chunk-5LE4WRTK.mjs";import{a as ke}from"./chunk-SZR6RWJJ.mjs";import{b as Y,f as Ue}from"./chunk-7RCFP5J6.mjs";import{randomInt as Xl}from"node:crypto";function Jr(e){return{code:"skipped",blocks:!1,slos:[],changes:[],faults:[],invalid:[],pair:null,unmeasured:e,loosened:[],costs:[],suspects:[],acceptances:[],refusals:[],effort:{slices:0,discardedRounds:0,instances:0,loadSeconds:0}}}import{relative as pa}from"node:path";var sa=720*3600;async function Hr(e,t,r){let n=new Map(r.flatMap(({commit:m,commitTime:p})=>{let h=Date.parse(p??"")/1e3;return m===null||Number.isNaN(h)?[]:[[m,h]]}));if(n.size===0||"kind"in e)return new Set;let{git:s,remote:o}=e,a=await s(["rev-parse","--is-shallow-repository"]),i=await rt(s,o,t);if(a.stdout!=="false"||i.length===0)return new Set;let c=Math.floor(Math.min(...n.values()))-sa,u=await s(["rev-list","--timestamp",`--max-age=${Math.max(0,c)}`,...i]);if(!u.ok)return new Set;let l=new Map([...u.stdout.matchAll(/^(\d+) ([0-9a-f]+)$/gm)].map(([,m,p])=>[p,Number(m)])),d=Math.max(Number.NEGATIVE_INFINITY,...i.map(m=>l.get(m)??Number.NEGATIVE_INFINITY));return new Set([...n].filter(([m,p])=>!l.has(m)&&p<=d).map(([m])=>m))}async function rt(e,t,r){let n=[...t===null?[]:[`refs/remotes/${t}/${r}`],`refs/heads/${r}`],s=await Promise.all(n.map(o=>ve(e,o)));return[...new Set(s.filter(o=>o!==null))]}var oa="A full clone has it: `fetch-depth: 0` for actions/checkout, `git fetch --unshallow` on a laptop. To fetch it later, the job needs `contents: read`.";async function Yr(e,t){let{head:r}=t,n=t.asked===null?await aa(e,t.trigger,r,t.dirty):{commit:await la(e,t.asked),because:"asked",branch:null};if(!("commit"in n))return n;let s=await ue(e,n.commit,n.branch);if(s!==null)return st(`The base revision ${n.commit.slice(0,10)}`,s);let o=await e.git(["rev-parse","--verify",`${n.commit}^{tree}`]);return{kind:"base",commit:n.commit,tree:o.stdout,because:n.because}}async function aa(e,t,r,n){switch(t.kind){case"pull_request":{let s=await Xr(e,r);if(s.length===2&&s.includes(t.headSha)){let o=s.find(a=>a!==t.headSha);return o===t.formerBaseSha&&o!==t.baseSha?ca(t.baseBranch):{commit:o,because:"merge-parent",branch:t.baseBranch}}return Kr(e,r,t.baseBranch,t.baseSha)}case"merge_group":return{commit:t.baseSha,because:"merge-group",branch:null};case"push":{let{before:s,branch:o}=t;return s!==null&&Re(s)&&!/^0+$/.test(s)&&s!==r&&await ue(e,s,o)===null?{commit:s,because:"before-push",branch:o}:Vr(e,r,o)}case"local":return e.checkout.branch!==t.baseBranch?Kr(e,r,t.baseBranch,null):n?{commit:r,because:"parent",branch:t.baseBranch}:Vr(e,r,t.baseBranch)}}async function Vr(e,t,r){let[n]=await Xr(e,t);return n!==void 0?{commit:n,because:"parent",branch:r}:{kind:"none",reason:"root-commit",message:"The first commit has none before it."}}async function Xr(e,t){let{stdout:r}=await e.git(["cat-file","commit",t]),[n=""]=r.split(`

`,1);return[...n.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([,s])=>s)}async function Kr(e,t,r,n){let s=await ia(e,r,n);if(s!==null&&typeof s=="object")return st(`The branch ${r}`,s.problem);if(s===null)return{kind:"none",reason:"unknown-branch",message:`There is no branch ${JSON.stringify(r)} to compare with, here or on the remote.`,hint:"Name one with `--base-branch`, or a revision with `--base`."};let o=await e.git(["merge-base",t,s]);if(o.ok)return{commit:o.stdout,because:"merge-base",branch:r};let a=e.isShallow()?await ir(e,t,s):{commit:null};return"problem"in a?st(`The merge base with ${r}`,a.problem):a.commit!==null?{commit:a.commit,because:"merge-base",branch:r}:{kind:"none",reason:"unrelated",message:`The revision that is checked out and ${r} have no history in common.`}}async function ia(e,t,r){let[n]=await rt(e.git,e.checkout.remote,t);if(n!==void 0)return n;let s=await et(e,`refs/heads/${t}`);if(s!==null||r===null)return s;let o=await ue(e,r,null);return o===null?r:{problem:o}}async function la(e,t){let{git:r,top:n,remote:s}=e.checkout,o=await r(["rev-parse","--verify","--quiet","--end-of-options",t]);if(o.ok&&Re(o.stdout)){let u=await ve(r,o.stdout);if(u!==null)return u}if(Re(t)&&await ue(e,t,null)===null)return t;let a=s!==null&&t.startsWith(`${s}/`)?t.slice(s.length+1):t;for(let u of[`refs/heads/${a}`,`refs/tags/${a}`]){let l=await et(e,u);if(l!==null)return l}let{stdout:i}=await r(["for-each-ref","--format=%(refname:short)"]),c=It(t,i.split(`
`).filter(Boolean));throw new P({what:`--base names no revision: ${JSON.stringify(t)}.`,where:n,hint:c===void 0?"It takes a branch, a tag or a commit of this repository.":`Did you mean ${c}?`})}function ca(e){return{kind:"none",reason:"unobtainable",message:`What is checked out is still the test merge with the former base, not with ${e}.`,hint:"Choose the base again, or push a commit: then GitHub starts a run with the new one."}}function st(e,t){return{kind:"none",reason:"unobtainable",message:`${e} is not in this clone and could not be fetched: ${t}.`,hint:oa}}async function es(e,t,r){let{prefix:n}=e.checkout,s=await ma(e,r.base,r.head);if(ua(s,t,n))return{relevant:!0,notes:[]};let o=[...await Zr(e,r.head),...await Zr(e,r.base)].flatMap(l=>ts(l,n)??[]),a=da(t.patterns,o);if(a.length===0)return{relevant:!1,notes:[]};let i=we(t.patterns),c=!o.some(l=>i(l)==="in"),u=a.map(l=>`${JSON.stringify(l)} of \`when.changed\` matches no file of base or head${c?"; everything is measured":""}`);return{relevant:c,notes:u}}function ua(e,t,r){let n=we(t.patterns);return e.some(({path:s,submodule:o})=>{let a=ts(s,r);if(a===null)return!1;if(t.always.includes(a))return!0;let i=n(a);return i==="in"||o&&i==="unnamed"})}function da(e,t){return e.filter(r=>{if(Bn(r))return!1;let n=we([r]);return!t.some(s=>n(s)==="in")})}function ts(e,t){return t===""?e:e.startsWith(`${t}/`)?e.slice(t.length+1):null}var Qr="160000";async function ma(e,t,r){return[...(await ns(e,["diff-tree",...["-r","-z","--raw","--no-renames","--no-ext-diff","--ignore-submodules=none"],t,r])).matchAll(/:(\d+) (\d+) [^\0]*\0([^\0]*)\0/g)].map(([,o,a,i])=>({path:rs(i),submodule:o===Qr||a===Qr}))}async function Zr(e,t){return(await ns(e,["ls-tree","-r","-z","--full-tree","--name-only",t])).split("\0").filter(Boolean).map(rs)}async function ns(e,t){let r=await e.git(t,{encoding:"latin1"});if(r.ok)return r.stdout;throw new P({what:`What differs from the base could not be found out: ${Yn(r)}.`,hint:"Without `when` everything is measured.",exitCode:3})}function rs(e){return Buffer.from(e,"latin1").toString()}async function ss(e){let{asked:t,commit:r,trigger:n,checkout:s}=e;if("kind"in s)return ot(s,t);if(s.head===null)return ot({kind:"none",reason:"no-commit",message:"Nothing is committed yet."},t);let o=await ur(s,e.folder,e),a=n.kind==="local"&&r===null?await cr(o,s.head,e.leaveOut):await lr(o,r??s.head),i=e.identical?{kind:"base",commit:a.commit,tree:a.tree,because:"asked"}:await Yr(o,{head:s.head,dirty:a.dirty,asked:t,trigger:n});if(i.kind==="none")return ot(i,t);if(i.tree===a.tree&&!e.identical)return{kind:"identical",base:i,head:a,notes:a.notes};let c={base:i.tree,head:a.tree},u=e.watched&&await es(o,e.watched,c),l=[...a.notes,...u?.notes??[]];return u?.relevant===!1?{kind:"irrelevant",base:i,head:a,notes:l}:{kind:"different",base:i,head:a,notes:l,layOut:d=>dr(o,d,{head:a,base:i})}}function ot(e,t){if(t===null)return e;throw new P({what:`--base ${JSON.stringify(t)} cannot be used: ${e.message}`,hint:e.hint})}async function is(e,t,{workspace:r,keeper:n},s){let{progress:o,signal:a,base:i}=s;i.asked===null&&e.deployments===void 0&&fa(i.trigger);let c=e.baseline.kind==="paired"&&e.deployments===void 0,u=i.asked!==null||os(i.trigger);if(!c&&e.when===void 0&&!u)return ke(()=>"no base: the configuration or `--from` asks for recorded runs, and no merge waits for the run"),{kind:"alone",comparison:{kind:"history"}};o.phase(c?"laying out base and head":"looking at what has changed");let l=await ss({checkout:t,environment:{...s.environment,...n.mark},identical:s.plant!==void 0,asked:i.asked,commit:s.head??null,trigger:i.trigger,folder:r.path,credentials:i.credentials??null,leaveOut:[...s.store.kind==="directory"?[s.store.path]:[],...s.keepPath?[s.keepPath]:[]],...e.when&&!s.plant&&{watched:ba(e,e.when)},signal:a});if(mr(l,i.asked,i.trigger),l.kind==="none"){if(c&&(l.reason==="unobtainable"||os(i.trigger)))throw ya(l);e.when?o.note(`no base to find out what has changed, so everything is measured: ${as(l)}`):c&&l.reason!=="no-repository"&&o.note(`no base to measure beside the head: ${as(l)}`);let d=u&&{unread:l.message};return{kind:"alone",comparison:{kind:"history"},...d}}for(let d of l.notes)o.note(d);if(c&&ha(l,s),l.kind==="irrelevant"||l.kind==="identical"&&e.when)return{kind:"nothing",base:l.base.commit};if(!c){let d=l.kind==="different"&&{pair:l};return{kind:"alone",comparison:{kind:"history"},...d}}return l.kind==="different"?{kind:"pair",pair:l}:{kind:"alone",comparison:{kind:"none",reason:{kind:"identical"}}}}function fa(e){if(e.kind!=="local"||e.commented===void 0)return;let{baseBranch:t,commented:r}=e;throw new P({what:`issue_comment checks out ${t}, not pull request ${r}, and names no base to compare it with.`,hint:`Best measure on \`pull_request\`. Otherwise check out the pull request (\`ref: refs/pull/\${{ github.event.issue.number }}/head\` and \`fetch-depth: 0\` for actions/checkout), and set the input \`base\`, such as \`origin/${t}\`. Its code then has the secrets and the token of this job: check first who has commented.`})}function ha({base:e,head:t},r){let{trigger:n}=r.base;if(n.kind!=="local"||n.event===void 0)return;let s=`${Ze(r.subject.commit)}${t.dirty?" with changes that are not committed":""}`,o=`${Ze(e.commit)}, ${ar(e,n.baseBranch)}`;r.progress.note(`${n.event}: what is checked out, ${s}, is compared with ${o}`)}var ga="Give actions/checkout `fetch-depth: 0`, and its job `contents: read`. Or compare with recorded runs on purpose: `from: history` under `baseline`.";function ba({path:e,directory:t,scenarios:r,k6Path:n=e},{changed:s}){let o=r.flatMap(({work:a})=>nr(a));return{patterns:s,always:[e,n,...o].map(a=>pa(t,a))}}function os({kind:e}){return e==="pull_request"||e==="merge_group"}function as({message:e,hint:t}){return`${e}${t?` ${t}`:""}`}function ya({message:e,hint:t=ga}){return new P({what:`No base to measure beside the head: ${e}`,hint:t,exitCode:ae.unmeasured})}async function at(e,t,r){let{progress:n,environment:s,signal:o,subject:a}=r,{suite:i,directory:c}=e,u=r.base.credentials??null,l=kr(r.store,{suite:i,directory:c,credentials:u,environment:s,signal:o});try{let{records:d,unreadable:m}=await l.list({newest:fr});for(let{name:b,reason:k}of m)n.note(`record ${b} is left out: ${k}`);let p=a.commit===null?null:r.baseBranch,h=d.filter(b=>b.branch===p),g=p===null?new Set:await Hr(t,p,h);return g.size>0&&n.note(`${Sa(g.size)} no longer on ${p} and left out`),{store:l,baseline:Jn(h,{branch:p,onBranch:b=>!g.has(b),job:r.job}),problem:null}}catch(d){if(!(d instanceof P)||d.exitCode!==ae.unmeasured)throw d;return n.note(`the records cannot be read, so there is no trend: ${d.message}`),{store:l,baseline:[],problem:d}}}function it({problem:e}){if(e===null)return;let{message:t,where:r,hint:n,detail:s}=e;throw new P({what:t,where:r,hint:n,detail:s,cause:e,exitCode:ae.unmeasured})}async function ls({store:e},t){try{return{recordPath:await e.append(t),unrecorded:null}}catch(r){if(r instanceof Et)throw r;let n=r instanceof P&&r.hint?` ${r.hint}`:"";return{recordPath:null,unrecorded:`${r.message}${n}`}}}function Sa(e){return e===1?"the commit of one record is":`the commits of ${e} records are`}import{randomInt as Ul}from"node:crypto";async function q(e,{arms:t,together:r,block:n,variant:s}){e.starts++;let o=e.starts>1?`_${e.starts}`:"",a=s===void 0?"":`v${s}_`,i=async p=>{let h=await Rr(t[p],`${p}_${a}${n+1}${o}`);e.running.set(p,h)},c=await Promise.allSettled(r.map(i)),u=()=>c.flatMap(p=>p.status==="rejected"?[p.reason]:[]);t.base&&!r.includes("base")&&u().length>0&&c.push(...await Promise.allSettled([i("base")]));let l=u(),d=l.find(({arm:p})=>p==="base"),m=l.find(({arm:p})=>p!=="base")??d;if(m instanceof de&&c.length>1&&(m.other=l.length<c.length?"ready":d),m!==void 0)throw m}async function z({running:e}){let t=[...e.values()];e.clear();let n=(await Promise.allSettled(t.map(s=>s.stop()))).find(s=>s.status==="rejected");if(n)throw n.reason}import{readFileSync as ct}from"node:fs";import{availableParallelism as cs}from"node:os";import{setTimeout as wa}from"node:timers/promises";var ka=250,va=.1;async function Ce(e,t){let r=performance.now()+e,n=lt(0,new Set);for(;n.busy!==null&&performance.now()<r&&!t.aborted;){await wa(500);let s=lt(0,new Set),o=(s.monotonic-n.monotonic)/1e3;if(((s.busy??0)-n.busy+(s.steal??0)-(n.steal??0))/o<va*cs())return!0;n=s}return n.busy===null}function us(e,t,r=new Map){let n=[],s=cs(),o=()=>{let i=lt(e,new Set(t),r),c=n.findLast(({generator:l})=>l!==null)?.generator??0,u=(i.generator??0)<c;n.push(u?{...i,busy:null,generator:null,service:null}:i),s=Aa(e)??s};o();let a=setInterval(o,ka);return{samples:n,take:o,generatorLimit:()=>s,stop(){clearInterval(a),o()}}}function lt(e,t,r=new Map){let n=xa(),{user:s,system:o}=process.cpuUsage(),a=new Set([e,...t]),i=n&&hr(Ae()??[],a),c=i&&Ta(i,e,t);return{wall:Date.now(),monotonic:performance.now(),busy:n?.busy??null,steal:n?.steal??null,generator:c?.generator??null,service:c?.service??null,self:(s+o)/1e6,opens:Ma(),arms:new Map([...r].map(([u,l])=>[u,Ra(i??[],l)]))}}function xa(){try{let[e,t,r,,,,,n]=ct("/proc/stat","latin1").slice(0,200).split(`
`)[0].trim().split(/\s+/).slice(1).map(Number);return{busy:(e+t+r)/nt,steal:(n??0)/nt}}catch{return null}}function Ma(){try{let e=ct("/proc/self/net/snmp","latin1").split(`
`),[t,r]=e.filter(n=>n.startsWith("Tcp:")).map(n=>n.split(" "));return Number(r[t.indexOf("ActiveOpens")])}catch{return null}}function ds(e,t,r){let[n,s]=[t,r].map(o=>$e(e,o,({opens:a})=>a));return n===null||s===null?null:Math.ceil(s-n)}function Ra(e,{sessions:t,groups:r=[]}){let s=[...e.filter(({session:a})=>t.includes(a)).map(({pid:a,seconds:i})=>({seconds:Math.max(i,yr(a)??0),memory:Sr(a)??0})),...r.flatMap(a=>Mr(a,br)??[])],o=a=>s.reduce((i,c)=>i+a(c),0);return{seconds:o(({seconds:a})=>a),memory:o(({memory:a})=>a)}}function Ta(e,t,r){let n={generator:0,service:0};for(let{session:s,seconds:o}of e)s===t?n.generator+=o:r.has(s)&&(n.service+=o);return n}function Aa(e){try{return(/^Cpus_allowed_list:\s*(\S+)/m.exec(ct(`/proc/${e}/status`,"latin1"))?.[1]).split(",").map(n=>n.split("-").map(Number)).reduce((n,[s,o])=>n+(o===void 0?1:o-s+1),0)}catch{return null}}function ut(e,t,r,n){let s=(r-t)/1e3,o=m=>{let p=$e(e,t,m),h=$e(e,r,m);return p===null||h===null?null:Math.max(0,(h-p)/s)},[a,i,c,u]=[o(m=>m.busy),o(m=>m.generator),o(m=>m.service),o(m=>m.self)],l=n.outsiders?null:c,d=a!==null&&i!==null&&l!==null;return{cores:n.cores,generator:i,generatorLimit:n.generatorLimit,service:l,others:d?Math.max(0,a-i-l-(u??0)):null,steal:o(m=>m.steal),clockJumpMs:Oa(e,t,r)}}function ms(e,t,r,n){let s=u=>$e(e,u,l=>l.arms.get(t)?.seconds??null),[o,a]=[s(r),s(n)],i=e.findLast(({wall:u})=>u<=n)?.arms.get(t)?.memory??0;return!((e.at(-1)?.wall??0)>=n)||o===null||a===null||a<=o||i===0?null:{cpu:a-o,memory:i}}function $e(e,t,r){let n=e.filter(u=>r(u)!==null),s=n.findIndex(u=>u.wall>=t),o=n[s===-1?n.length-1:s],a=n[Math.max(0,(s===-1?n.length-1:s)-1)];if(!a||!o)return null;let[i,c]=[r(a),r(o)];return i===null||c===null?null:o.wall===a.wall?c:i+Math.min(1,Math.max(0,(t-a.wall)/(o.wall-a.wall)))*(c-i)}function Oa(e,t,r){let n=e.filter(s=>s.wall>=t&&s.wall<=r).map(s=>s.wall-s.monotonic);return n.length<2?0:Math.max(...n)-Math.min(...n)}var $a=.98,Ca=.01,Ea=.8;function ps(e,t,{diagnosis:r,evidence:n,slices:s}){let o=le(s,e.metric),{sent:a,intended:i}=n,c=i!==null&&a<$a*i,u=Pa(s),l=fe(s),m=!Number.isNaN(o)&&!Qe(tr,l)&&!Qe(e,o)&&!c&&!u;return{rate:t,achieved:Dt(s),met:m,value:o,errors:l,dropped:s.reduce((p,h)=>p+h.dropped,0),...u&&{growing:u},...!m&&Mn(n,r)&&{limitedBy:"generator"}}}function Pa(e){let t=e.filter(i=>Ft(i)>0).map(i=>({at:i.startedAt/1e3,wait:D([i],.5)/1e3})),r=t[0],n=t.at(-1);if(r===void 0||n===void 0||t.length<4||n.wait===1/0)return;let s=t.flatMap((i,c)=>t.slice(c+1).map(u=>u.wait>i.wait)),o=s.filter(Boolean).length>=Ea*s.length,a=(n.wait-r.wait)/(n.at-r.at);return o&&a>Ca?!0:void 0}function J(e,t,r){let n=s=>{let o=(s==="shared"?t:e.get(s))?.crash()??null;return o&&{...o,arm:s,label:r}};return n("shared")??dt(n("head"),n("base"))}function dt(e,t){return e&&t?{...t,head:e,log:mt(e.log,t.log)}:t??e}function mt(e,t){let[r,n]=[e,t].map(s=>s.split(`
`).slice(-Qn).join(`
`));return`The base:
${n}

This change:
${r}`}function Ee(e){return e.flatMap(({crash:t})=>{if(t?.arm!=="head")return[];let{arm:r,...n}=t;return[{kind:"crashed",...n}]})}function Pe(e){return e.flatMap(({failure:t,crash:r})=>{if(r?.arm==="shared")return[{kind:"harness",message:`\`${r.service}\`, which serves the whole run, ended with ${r.exit}`,log:r.log}];if(t===null)return[];let{fault:n,label:s,message:o,log:a}=t;return[n==="script"?{kind:"script-failed",label:s,message:o,log:a}:{kind:"harness",message:o,log:a}]})}function fs(e){let t=e.filter(gs);return e.filter(({slot:r})=>t.some(n=>n.slot.step===r.step&&n.slot.round===r.round))}function hs(e,t){let r=[...new Set(e.map(({slot:a})=>a.step.label))],n=e.filter(gs).map(({diagnosis:a,evidence:i})=>ce(a,i));return`${`${e.length} ${e.length===1?"round":"rounds"} of ${r.join(", ")}`} ${t?"will be measured again":"discarded"}: ${[...new Set(n)].join("; ")}`}function gs({diagnosis:e}){return e!=="sound"&&e!=="service-slow"}function bs({slot:e,diagnosis:t,evidence:r},n){let{sent:s,intended:o,seconds:a,dropped:i,lagMs:c,clockJumpMs:u,cpu:l}=r,d=b=>b===null?"unknown":Number(b.toPrecision(3)),{generator:m,service:p,others:h,steal:g,cores:f}=l;return[`discarded: block ${n+1}, ${e.step.label}, ${e.arm}, round ${e.round+1}, ${e.turns?"in turns":"alone"}`,t==="sound"?"sound, but its counterpart is not":ce(t,r),`${s} of ${o??s} arrivals in ${d(a)} s, ${i} dropped, p99 of lateness ${d(c)} ms`,`of ${f} cores k6 used ${d(m)}, the service ${d(p)}, others ${d(h)}, the hypervisor ${d(g)}`,`the clock jumped by ${d(u)} ms`].join("; ")}import{availableParallelism as Li}from"node:os";import{setTimeout as Bi}from"node:timers/promises";function ws(e,t){let{rate:r,settling:n,measured:s}=e,o=ys({...e,count:n},t),a=n/r*1e3,i=n>0?0:Math.min(100,500*s/r),c=1-i*r/(1e3*Math.max(1,s)),u=ys({...e,count:s},t),l=[...o,...u.map(h=>a+i+h*c)],d=e.arms*e.turn,m=0;for(;m+d<=n&&l[m]<100;)m+=d;let p=l.slice(m).map(h=>Number(Math.max(h,100).toFixed(2)));return{dueMs:p,skipped:m,..._a(p,r)}}function ys({rate:e,count:t,arms:r,turn:n},s){let o=Math.ceil(t/(r*n))*n,a=Ia(o,o/e*1e3,s),i=[],c=0;for(let u=0;u<o;u+=n)for(let l=0;l<r;l++)for(let d of a.slice(u,u+n))c+=d,i.push(c);return i.slice(0,t)}function Ia(e,t,r){let n=Array.from({length:e+1},()=>-Math.log(1-r.uniform())),s=n.reduce((o,a)=>o+a,0);return n.slice(0,e).map(o=>o/s*t)}var Ss=[1,1.01,1.02,1.05,1.1,1.15,1.2,1.3,1.5,2,3,5,10];function _a(e,t){let r=e.length,n=c=>e.reduce((u,l,d)=>Math.min(u,l-d*1e3/(t*c)),1/0),s=t*(Ss.find(c=>n(c)>=5)??Ss.at(-1)),o=Math.max(0,Math.floor(n(s/t)-5)),[a,i]=[0,0];for(let c=0;c<r;c++){for(;i<r&&e[i]<o+c*1e3/s;)i++;a=Math.max(a,c+1-i)}return{launchMs:o,launchRate:s,launchSeconds:(r-.5)/s,waiting:a}}function ks(e,t){let r=2166136261^e;for(let n=0;n<t.length;n++)r=Math.imul(r^t.charCodeAt(n),16777619);return r|0}var vs=`/**
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
`;var xs=`// Lateness of an arrival (ms). Open model only. It says nothing while arrivals are dropped.
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
`;var Ie="books.js",Ts=vs,Ms={perSecond:50,share:1/8},Ba=["0.0.0.0/2","64.0.0.0/3","96.0.0.0/4","112.0.0.0/5","120.0.0.0/6","124.0.0.0/7","126.0.0.0/8","128.0.0.0/1",...Array.from({length:16},(e,t)=>`${(2**t).toString(16)}::/${16-t}`)];function As({program:e,targetUrl:t,confined:r,scriptPath:n,insecure:s=!1,requestOf:o,arrivals:a=new Map,name:i="script",dealOf:c=()=>null}){let u=e.slots[0].step.work,l=new Map(e.slots.map(f=>[f,c(f)])),d=Object.fromEntries(e.slots.map((f,b)=>{let k=l.get(f)??null,v=k===null?o(f):null;return[f.key,{id:`s${b}`,...Wa(f,v,k),...Fa(a.get(F(f))),isConfined:r}]})),m=Math.max(0,...[...a.values()].map(({waiting:f})=>f)),p=[...l.values()].filter(f=>f!==null),h=JSON.stringify(u.kind==="script"?n??u.path:null),g=u.kind==="script"?[`export * from ${h};`,`import * as user from ${h};`]:["const user = {};"];return[`import { CODES, needsBody, openIteration, TAG, tellFailure } from './${Ie}';`,"import { sleep } from 'k6';","import http from 'k6/http';","import exec from 'k6/execution';",...a.size>0||p.some(({dataFile:f})=>f!==null)?["import { SharedArray } from 'k6/data';"]:[],"import { Counter, Gauge, Trend } from 'k6/metrics';",...g,"",`const TARGET_URL = __ENV.TARGET_URL || ${JSON.stringify(t)};`,`const PERCENTS = ${JSON.stringify(Ar)};`,`const INSECURE = ${s};`,`const BLOCKED = ${JSON.stringify(r?Ba:[])};`,`const SEQUENCES = ${JSON.stringify(Object.fromEntries(p.map(({name:f,sequence:b})=>[f,b])))};`,`const ROWS = {${[...new Set(p.flatMap(Da))].join(", ")}};`,`const ARRIVALS = {${[...a.keys()].map(f=>ja(f,i)).join(", ")}};`,`const SLOTS = ${JSON.stringify(d,null,2)};`,`const SCENARIOS = ${JSON.stringify(Object.fromEntries(e.slots.map(f=>[F(f),Ga(f,a,m)])),null,2)};`,"",xs].join(`
`)}function Da({name:e,dataFile:t}){if(t===null)return[];let r=JSON.stringify(e);return[`${r}: new SharedArray(${r}, () => JSON.parse(open(${JSON.stringify(`./${t}`)})))`]}function Fa({skipped:e,launchMs:t}={skipped:0,launchMs:0}){return{skipped:e,launchMs:t}}function pt(e){return`${e}.arrivals.json`}function ja(e,t){let r=JSON.stringify(e),n=JSON.stringify(`./${pt(t)}`);return`${r}: new SharedArray(${JSON.stringify(`arrivals ${e}`)}, () => JSON.parse(open(${n}))[${r}])`}function ft(e){return e.round!==null||e.slices>1}function F({key:e,turns:t}){return t?.scenario??e}function Wa(e,t,r){let{load:n,work:s,label:o}=e.step,a=r?.requests.map((i,c)=>({...i,which:c}));return{label:o,measured:ft(e),told:e.arm==="head",startMs:e.startSeconds*1e3,settleMs:e.settleSeconds*1e3,sliceMs:(e.seconds-e.settleSeconds)*1e3/e.slices,slices:e.slices,rate:n.kind==="arrival-rate"?n.rate:null,sampledShare:n.kind==="arrival-rate"?Math.min(1,Ms.perSecond/n.rate):Ms.share,scenario:F(e),scenarioName:e.step.scenario,turns:e.turns&&{...e.turns,...ee(e)},iterations:e.round===null?null:e.requests,exec:s.kind==="script"?s.exec:null,custom:[...new Set(be(e.step.slos).map(({name:i})=>i))],deal:r&&{name:r.name,first:r.first,requests:a},request:a?.[0]??(t&&{method:t.method,url:t.url,headers:t.headers,body:t.body??null,expectStatus:t.expectStatus,timeoutMs:t.timeoutSeconds*1e3})}}function Ga(e,t,r){let{load:n,virtualUsers:s,graceSeconds:o}=e.step,a={exec:"runIteration",startTime:`${e.startSeconds}s`,gracefulStop:`${o}s`},i=`${e.seconds}s`;switch(n.kind){case"arrival-rate":{let c=t.get(F(e)),u={preAllocatedVUs:s+r,maxVUs:s+r},l="constant-arrival-rate";if(c===void 0)return{...a,...u,executor:l,duration:i,...Rs(n.rate)};let d=Math.max(Q,c.launchSeconds),m=c.launchMs/1e3,p=Math.max(0,e.seconds-m-d)+o;return{...a,startTime:`${he(e.startSeconds+m)}s`,...u,executor:l,duration:`${he(d)}s`,gracefulStop:`${he(p)}s`,...Rs(c.launchRate)}}case"users":return{...a,executor:"constant-vus",duration:i,vus:n.users};case"fixed-work":return e.round===null?{...a,executor:"constant-vus",duration:i,vus:n.users}:{...a,executor:"shared-iterations",vus:n.users,iterations:e.requests??n.requests,maxDuration:`${Z}s`}}}function Rs(e){for(let[t,r]of[["1s",1],["1m",60],["1h",3600]]){let n=e*r;if(Math.abs(n-Math.round(n))<1e-9*n)return{rate:Math.round(n),timeUnit:t}}return{rate:Math.max(1,Math.round(e*3600)),timeUnit:"1h"}}function Os(e,t,r){return new Map(e.slots.flatMap(n=>{let{load:s,label:o}=n.step;if(s.kind!=="arrival-rate"||s.arrivals==="even")return[];let a=Oe(ks(t,`${r} ${n.round} ${o}`));return[[F(n),ws({rate:s.rate,...Ua(n,s.rate)},a)]]}))}function Ua(e,t){let r=ee(e);if(r!==null){let{settling:s,measured:o,arrivals:a}=r;return{settling:s,measured:o,arms:e.turns.of,turn:a}}return{settling:an(t,e.settleSeconds),measured:on(e),arms:1,turn:1}}var te={grpc:2e3,socket:3e3,redis:9e3,exception:9001},$s=1e4;function ht({values:e,count:t},r){let n=new Map([[e[0],0],[e.at(-1),0]]);for(let[s,o]of e.entries())s===0||o!==e[s-1]||n.set(o,(n.get(o)??0)+r[s]-r[s-1]);return[...n].map(([s,o])=>({which:Math.floor(s/$s),code:s%$s,count:Math.max(1,Math.round(o*t))})).sort((s,o)=>o.count-s.count)}function Cs(e){let t=new Map;for(let r of e){let n=`${r.which} ${r.code}`;t.set(n,{...r,count:r.count+(t.get(n)?.count??0)})}return[...t.values()].sort((r,n)=>n.count-r.count)}var qa=["OK","CANCELLED","UNKNOWN","INVALID_ARGUMENT","DEADLINE_EXCEEDED","NOT_FOUND","ALREADY_EXISTS","PERMISSION_DENIED","RESOURCE_EXHAUSTED","FAILED_PRECONDITION","ABORTED","OUT_OF_RANGE","UNIMPLEMENTED","INTERNAL","UNAVAILABLE","DATA_LOSS","UNAUTHENTICATED"];function Es(e,t){if(e<1e3)return`status ${e}`;let r=t===void 0?"":`: ${t}`;return e>=te.exception?t??"exception":e>=te.redis?`redis${r}`:e>=te.socket?`WebSocket${r}`:e>=te.grpc?`gRPC status ${qa[e-te.grpc]??e-te.grpc}${r}`:t??`error ${e} of k6`}import{createReadStream as Qa,existsSync as bt,readFileSync as Ds,statSync as Za,writeFileSync as yt}from"node:fs";import{totalmem as ei}from"node:os";import{dirname as ti,join as j}from"node:path";import{createInterface as ni}from"node:readline";import{setTimeout as ri}from"node:timers/promises";import{rootCertificates as si}from"node:tls";var _=Nt().nonnegative(),Ps=L(N()).refine(e=>e.every((t,r)=>!(t<e[r-1]))),_e=B({count:_,avg:N(),values:Ps}).nullable(),za=_e.refine(e=>e===null||e.values[0]>=0&&e.values.at(-1)>0&&e.avg>0),Ja=Lt("type",[B({type:ie("trend"),count:_,avg:N(),values:Ps}),B({type:ie("rate"),hits:_,count:_}),B({type:ie("counter"),sum:N()})]),Ha=B({schemaVersion:ie(1),percents:L(N()),slots:pe(K(),B({startedAt:N(),endedAt:N(),dropped:_,answers:L(B({sizes:_e,statuses:_e})),slices:L(B({started:_,finished:_,exceptions:_,barren:_,untagged:_,begun:_,voided:_,resent:_,connects:_,received:N().nonnegative(),failed:_e,latency:za,lag:pe(Bt(["p50","p99","max"]),N().nonnegative()).nullable(),custom:pe(K(),Ja).optional()}))})),thresholds:L(K()),fed:L(K()),unfed:L(K()),lost:_,seen:L(jt).optional()});function Is(e){let{success:t,data:r,error:n}=Ha.safeParse(JSON.parse(e));if(!t)throw new Error(_t(n));return r}function _s(e,t){for(let r of t.filter(({key:n})=>n in e.slots)){let{label:n,load:s,work:o,graceSeconds:a}=r.step,{slices:i}=e.slots[r.key],c=h=>i.reduce((g,f)=>g+h(f),0),u=c(h=>h.started),l=Va(r);if(i.length>r.slices||u>l)return`${u} arrivals of ${n} in ${i.length} parts, where ${l} in ${r.slices} were due`;if(o.kind==="script")continue;let d=c(({latency:h,failed:g})=>(h?.count??0)+(g?.count??0));if(d>u)return`${d} answers to ${u} requests of ${n}`;if(s.kind!=="users")continue;let m=Math.round(c(({latency:h})=>(h?.count??0)*(h?.avg??0))/1e3),p=Math.ceil(s.users*(r.seconds+a)*1.1);if(m>p)return`${m} s of requests of ${n}, whose users had ${p} s`}return null}function Va({step:{load:e},seconds:t,round:r,requests:n}){return e.kind==="arrival-rate"?Math.ceil(e.rate*t)+1:e.kind==="fixed-work"&&r!==null?n??e.requests:Number.POSITIVE_INFINITY}function Ns(e,t){return t.filter(r=>ft(r)&&(e.slots[r.key]?.startedAt??0)>0).map(r=>({...Ka(r,e.slots[r.key],e.percents),seen:e.seen}))}function Ka(e,t,r){let n=r.map(f=>f/100),{load:s,work:o}=e.step,a=s.kind==="fixed-work"&&t.endedAt>=t.startedAt?Math.max(1,t.endedAt-t.startedAt)/1e3:e.seconds-e.settleSeconds,i=s.kind==="arrival-rate"?s.rate:null,c=ee(e),u=c===null?a/e.slices:c.planned/i/e.slices,l=i===null?null:i*u,d=o.kind==="script",m=t.slices.map((f,b)=>{let{latency:k,failed:v,exceptions:O}=f;return{startedAt:t.startedAt+(e.settleSeconds+b*a/e.slices)*1e3,seconds:u,...e.turns!==null&&{alternating:!0},planned:l,ok:k?.count??0,failed:Math.max(v?.count??0,O)+gt(f,d),dropped:Xa(t,s.kind==="fixed-work"?e:null,l),...f.resent>0&&{resent:f.resent},latency:k&&{levels:n,values:k.values},avg:k?.avg??null,lag:f.lag,...Object.keys(f.custom??{}).length>0&&{custom:Ya(f.custom,n)}}}),p=f=>t.slices.reduce((b,k)=>b+f(k),0),h=p(f=>gt(f,d)),g=p(f=>f.started>f.finished?0:gt(f,!0));return{slot:e,slices:m,sent:p(({started:f})=>f),intended:l===null?null:l*e.slices,barren:p(({barren:f})=>f),lost:d?g+(be(e.step.slos).length>0?p(({untagged:f})=>f):0):0,cut:h,received:p(({received:f})=>f),failures:Cs(t.slices.flatMap(({failed:f})=>f===null?[]:ht(f,n))),answers:t.answers.map(({sizes:f,statuses:b})=>({sizes:f&&{...f,levels:n},statuses:new Map(b?ht(b,n).map(({code:k,count:v})=>[k,v]):[])})),connects:p(({connects:f})=>f)}}function gt({started:e,begun:t,voided:r,latency:n,failed:s},o){let a=r+(n?.count??0)+(s?.count??0);return Math.max(0,(o?t:e)-a)}function Ya(e,t){return Object.fromEntries(Object.entries(e).map(([r,n])=>[r,n.type==="trend"?{...n,levels:t}:n]))}function Xa(e,t,r){if(e.dropped===0)return 0;if(t)return Math.round(e.dropped/t.slices);let n=(r??0)*e.slices.length-e.slices.reduce((s,{started:o})=>s+o,0);return Math.round(Math.min(e.dropped,Math.max(0,n))/e.slices.length)}var Ls={100:"its `setup` did not finish in time",101:"its `teardown` did not finish in time",104:"k6 does not accept its options",107:"it threw an exception outside an iteration",108:"it aborted the test",110:"it marked the test as failed"},oi=99,Bs=105;async function Fs(e){let{folder:t,name:r}=e,n=j(t,`${r}.js`),s=j(t,`${r}.summary.json`),o=j(t,`${r}.log`),a=j(t,"k6-config.json");if(yt(n,e.script),e.arrivals?.size){let u=[...e.arrivals].map(([l,d])=>[l,d.dueMs]);yt(j(t,pt(r)),JSON.stringify(Object.fromEntries(u)))}bt(j(t,Ie))||tt(j(t,Ie),Ts),bt(a)||tt(a,"{}");let i=await wr({command:[e.binary,"run","--quiet","--no-color","--no-usage-report","--config",a,"--address","","--env",`TARGET_URL=${e.targetUrl}`,"--env",`BASE_URL=${e.targetUrl}`,"--env",`TAILGATE_SUMMARY=${s}`,...e.userScript?["--env",`TAILGATE_SCRIPT_FOLDER=${ti(e.userScript)}`]:[],n],cwd:e.cwd,env:{...mi(),...Y(e.environment,pi(e)),...!e.mayFetch&&{K6_AUTO_EXTENSION_RESOLUTION:"false"}},logPath:o,keeper:e.keeper}),c=i.exited.then(async u=>{let l=$r(ui(o),t),d=u.code??-1,m=(p,h)=>({kind:"failed",fault:p,message:h,log:l});if(u.signal!==null)return m("harness",`k6 was ended by ${u.signal}`);if(d in Ls){let p=l.replaceAll('\\"','"'),h=/TAILGATE_EXPORTS (\S+): (.*?) TAILGATE_END/.exec(p),g=/TAILGATE_REFUSED (.*?) TAILGATE_END/.exec(p)?.[1];return{...m("script",g??`${Ls[d]}${li(p)}`),...h!==null&&{missing:{exec:h[1],there:h[2]}}}}if(d!==0&&d!==oi&&d!==Bs)return m("harness",`k6 ended with exit code ${d}`);try{if(!Za(s).isFile())throw new Error("it is no file");let p=Is(Ds(s,"utf8"));return{kind:"measured",complete:d!==Bs,summary:p,...await fi(o)}}catch(p){return m("harness",`k6 left no readable summary: ${p.message}`)}});return{group:i,began:ii(o,i),finished:c}}var ai=20;async function ii(e,{exit:t}){for(;t()===null;){let r=/TAILGATE_BEGAN (\d+)/.exec(Xe(e))?.[1];if(r!==void 0)return Number(r);await ri(ai)}return null}function li(e){let t=/"(k6\/x\/[^"\s]+)"/.exec(e)?.[1];return t!==void 0?`: it imports \`${t}\`, an extension that this k6 lacks. None is fetched from elsewhere unless \`allow\` names hosts; give \`k6.path\` a k6 that has it`:/ of undefined/.test(e)?"; Tailgate replaces its scenarios and its load, so `exec.test.options.scenarios` has not those of the script":""}var ci=20;function ui(e){let t=Xe(e,2e3).split(`
`).filter(s=>!s.includes("TAILGATE_BEGAN")),r=t.slice(-ci),n=t.find(s=>/^time="[^"]*" level=error (?!.* source=console)/.test(s));return(n===void 0||r.includes(n)?r:[n,...r.slice(1)]).join(`
`)}var di=4;function mi(){let e=Math.min(ei(),process.constrainedMemory?.()||Number.POSITIVE_INFINITY);return{GOGC:"800",GOMEMLIMIT:`${Math.floor(e/di/2**20)}MiB`}}function pi({certificates:e=[],environment:t,folder:r}){if(e.length===0)return{};let n=t.SSL_CERT_FILE,s=n&&bt(n)?[Ds(n,"utf8")]:si,o=j(r,"certificates.pem");return yt(o,[...e,...s].join(`
`)),{SSL_CERT_FILE:o}}async function fi(e){let t=new Map,r=new Map;for await(let n of ni({input:Qa(e)})){let s=/TAILGATE_(FAILURE|REDIRECT) ((?:[^"\\]|\\.)*)"/.exec(n);if(s===null)continue;let o=s[2].replaceAll('\\"','"');if(s[1]==="FAILURE"){let[,a,i,c]=/^(\d+) (.*?): (.*)$/s.exec(o)??[],u=`${a} ${i}`;c!==void 0&&!t.has(u)&&t.set(u,{label:i,code:Number(a),text:c})}else{let[,a,i,c,u]=/^(\d+) (\d+) (\S+) (.*)$/s.exec(o)??[],l=`${a} ${u}`;if(u===void 0||r.has(l))continue;r.set(l,{label:u,which:Number(a),status:Number(i),location:c==="-"?null:c})}}return{told:[...t.values()],redirects:[...r.values()]}}import{lookup as xi}from"node:dns/promises";import{execFile as hi,spawn as gi}from"node:child_process";import{createInterface as bi}from"node:readline";var yi=2e3,Si=4e6,wi=1e5,Ws=["-oL","ss","--no-header","--numeric","--tcp","--info","--oneline"];function Gs(e,t){let r=[],n=[],s=new Set(t),o=t.map(c=>`not sport = :${c} and not dport = :${c}`).join(" and "),a=gi("stdbuf",[...Ws,"--events",...o?[`( ${o} )`]:[]],{env:{PATH:process.env.PATH,LC_ALL:"C"},stdio:["ignore","pipe","ignore"]});a.on("error",()=>{}),bi({input:a.stdout}).on("line",c=>{let u=js(c);u===null||s.has(u.localPort)||n.length>=wi||n.push({...u,wall:Date.now()})});let i=()=>{a.kill()};return process.once("exit",i),{samples:r,closed:n,async take(){let c=Date.now(),u=await ki(o),l=Date.now(),d=Ae();if(u===null||d===null)return;let m=u.split(`
`).flatMap(g=>js(g)??[]);for(let{isListener:g,localPort:f}of m)g&&s.add(f);let p=m.filter(({localPort:g})=>!s.has(g)),h=new Map;for(let[g,f]of e){let b=gr(d,f),k=new Set(b.map(({pid:v})=>v));h.set(g,p.filter(v=>v.pids.some(O=>k.has(O))))}r.push({asked:c,read:l,open:h})},stop(){process.off("exit",i),i()}}}function ki(e){let t=["--all","--processes","exclude","time-wait",...e?[`( ${e} )`]:[]],r={timeout:yi,maxBuffer:Si,env:{PATH:process.env.PATH,LC_ALL:"C"}};return new Promise(n=>{hi("stdbuf",[...Ws,...t],r,(s,o)=>n(s?null:o))})}function js(e){let[t,,,r,n,...s]=e.trim().split(/\s+/);if(r===void 0||n===void 0)return null;let o=Number(r.slice(r.lastIndexOf(":")+1)),a=s.join(" "),i=u=>Number(new RegExp(`(?:^| )${u}:(\\d{1,15})(?= |$)`).exec(a)?.[1]??0),c=t==="LISTEN";return!c&&(n.endsWith(":*")||n.endsWith(":0"))?null:{isListener:c,localPort:o,key:`${r} ${n}`,peer:vi(n),pids:[...a.matchAll(/,pid=(\d{1,10}),/g)].map(([,u])=>Number(u)),messages:i("data_segs_out"),sent:i("bytes_sent"),received:i("bytes_received")}}function vi(e){return e.replace(/^\[::ffff:([\d.]+)\]/,"$1").replace(/%[^\]:]*/,"")}function Us({slots:e},t,{config:r}){let n=e.some(i=>i.round!==null&&I(i)),s=[...t.values()].some(({sessions:i})=>i.length>0);if(process.platform!=="linux"||r.baseline.kind!=="paired"||!n||!s)return null;let o=new Map([...t].map(([i,c])=>[i,c.sessions])),a=[...t.values()].flatMap(({targetUrl:i})=>Number(new URL(i).port)||[]);return{...Gs(o,a),names:Mi(t,r)}}async function Mi(e,{external:t}){let r=[...e.values()].flatMap(({portOf:s})=>[...s].map(([o,a])=>({name:o,port:a,addresses:St}))),n=await Promise.all(t.map(async({name:s,host:o,port:a})=>{let c=(await xi(o,{all:!0}).catch(()=>[])).map(({address:l})=>l),u=c.some(l=>St.includes(l));return{name:s,port:a,addresses:u?[...c,...St]:c}}));return new Map([...n,...r].flatMap(({name:s,port:o,addresses:a})=>a.map(i=>[i.includes(":")?`[${i}]:${o}`:`${i}:${o}`,s])))}var St=["127.0.0.1","::1"];async function qs(e,t,r){if(t===null)return e;let n=await t.names;return e.map(s=>{let{slot:o,slices:a}=s;if(o.round===null||!I(o))return s;let{settleSeconds:i}=o,c=r.get(F(o))?.dueMs,u=a[0].startedAt-1e3*i,l=a.reduce((f,b)=>f+b.seconds,0),d=c?.filter(f=>f<1e3*i).length,p=(1+(d===void 0?i/l:d/(c.length-d)))*a.reduce((f,{ok:b,failed:k})=>f+b+k,0),h=u+1e3*(i+l),g=yn(o.arm,t,{from:u,to:h,requests:p},n);return g===null?s:{...s,calls:g}})}function Ne(e){let t=e.flatMap(({calls:r})=>r===void 0?[]:[r]);return t.length>0?Sn(t):null}import{existsSync as Ai,writeFileSync as Oi}from"node:fs";import{join as $i}from"node:path";var Ri=1;function zs(e){let t=e.map(({weight:c})=>c),r=t.reduce(Js),n=t.map(c=>c/r),s=n.flatMap((c,u)=>Array.from({length:c},()=>u)),o=Oe(Ri);for(let c=s.length-1;c>0;c--){let u=o.index(c+1);[s[c],s[u]]=[s[u],s[c]]}let a=n.map(()=>0),i=s.map(c=>a[c]++);return{order:s,ranks:i,counts:n}}function Js(e,t){return t===0?e:Js(t,e%t)}function Hs(e,t,r,n){let s=[],o=0;for(let{name:a,offset:i,length:c}of qt(e)){let u=a.startsWith("data.")?t.indexOf(a.slice(5)):-1;if(u<0)continue;let l=i+c,d=r==="json"&&Ti(e,i,l);s.push(n(e.slice(o,d?i-1:i)),{column:u,as:d?"value":r}),o=d?l+1:l}return s.length===0?n(e):[...s,n(e.slice(o))]}function Ti(e,t,r){return e[t-1]==='"'&&e[t-2]!=="\\"&&e[r]==='"'&&e[r+1]!==":"}function Vs(e,t,r){if(e.step.work.kind==="script")return null;let{request:n}=e.step.work;return{...n,url:Ys(t.fill(n.url),t,r,e),headers:Object.fromEntries(Object.entries(n.headers).map(([s,o])=>[s,t.fill(o)])),body:n.body===void 0?void 0:t.fill(n.body)}}function Ks(e,t,r,{config:n,folder:s}){let{work:o,scenario:a}=e.step;if(o.kind==="script"||o.mix===void 0&&o.data===void 0)return null;let i=o.data?`data-${a}.json`:null;i!==null&&Ci(o.data.path,$i(s,i));let c=(l,d)=>Hs(l,o.data?.columns??[],d,r.fill),u=X(o);return{name:a,dataFile:i,first:Pi(e,t),sequence:zs(u),requests:u.map(({request:l})=>({name:`${l.method} ${l.url}`,method:l.method,url:Ys(c(l.url,"path"),r,n,e),headers:Object.fromEntries(Object.entries(l.headers).map(([d,m])=>[d,c(m,"raw")])),body:l.body===void 0?null:c(l.body,l.quotesData?"json":"raw"),expectStatus:l.expectStatus,timeoutMs:l.timeoutSeconds*1e3}))}}function Ci(e,t){Ai(t)||Oi(t,JSON.stringify(Yt(Fn(e),e).rows))}function Ys(e,{targetUrl:t},r,{step:n}){let[s,...o]=typeof e=="string"?[e]:e,a=String(s),i=a.startsWith("/")?t+a:a;return Nn(i,r,`request of ${n.label}`),typeof e=="string"?i:[i,...o]}var Ei=16;function Pi({step:{load:e},round:t,seconds:r,turns:n,requests:s},o){let a=e.kind==="arrival-rate"?e.rate*r/(n?.of??1):s??0;return(o*Ei+(t===null?0:t+1))*Math.ceil(a)}var Ii=.1,_i=.1;function Qs(e,{instances:t,began:r,sample:n,readCalls:s=()=>{}}){let o=[],a=new Set,i=!1,c=()=>{for(let d of a)t.get(d)?.resume();a.clear()},u=d=>{for(let[m,p]of t)m!==d&&(p.halt(),a.add(m))},l=e.slots.flatMap(d=>[...t.size>1&&d.round!==null&&I(d)?[{at:d.startSeconds,act:()=>u(d.arm)},{at:Xs(d),act:c}]:[],...Ni(d).map(m=>({at:m,act:n})),...d.round!==null&&I(d)?[d.startSeconds-Ii,Xs(d)+_i].map(m=>({at:m,act:s})):[]]);return r.then(d=>{if(!(d===null||i))for(let{at:m,act:p}of l)o.push(setTimeout(p,d+m*1e3-Date.now()))}),{end(){i=!0;for(let d of o)clearTimeout(d);c()}}}function Xs({step:e,startSeconds:t,seconds:r}){return t+(e.load.kind==="fixed-work"?Z:r)}function Ni({round:e,step:t,startSeconds:r,seconds:n,settleSeconds:s,slices:o}){if(e===null&&o===1)return[];if(t.load.kind==="fixed-work")return[r];let a=(n-s)/o;return Array.from({length:o+1},(i,c)=>r+s+c*a)}var Di=30,Fi=120;async function W(e,t,r){let{around:n,k6:s,folder:o,instances:a,shared:i,seed:c,block:u=0}=r,l=[...new Set(e.slots.map(w=>w.step.label))].join(", "),m=[...new Set(e.slots.map(({arm:w})=>w))].includes("head")?"head":"base",{targetUrl:p}=a.get(m),{work:h}=e.slots[0].step,g=new Map(e.slots.map(w=>[w,Ks(w,u,a.get(w.arm),{config:n.config,folder:o})])),f=n.config.allow.length===0,b=[...a.values()].flatMap(({trust:w})=>w??[]),k=Os(e,c,u),v=await Fs({binary:s,folder:o,name:t,arrivals:k,script:As({program:e,arrivals:k,name:t,targetUrl:p,confined:f,insecure:f&&b.some(w=>"insecure"in w),requestOf:w=>Vs(w,a.get(w.arm),n.config),dealOf:w=>g.get(w)??null,...h.kind==="script"&&{scriptPath:Or(h.path,o,n.config.directory)}}),...h.kind==="script"&&{userScript:h.path},cwd:n.config.directory,targetUrl:p,environment:{...n.environment,...Ki(e,a.get(m))},mayFetch:!f,certificates:b.flatMap(w=>"ca"in w?w.ca:[]),keeper:n.keeper}),O=Date.now(),A=[...a.values(),i],y=us(v.group.pid,A.flatMap(({sessions:w,relays:oe=[]})=>[...w,...oe]),a),M=Us(e,a,n),T=Qs(e,{instances:a,began:v.began,sample:y.take,readCalls:()=>{M?.take()}}),$=()=>v.group.signal("SIGKILL");n.signal.addEventListener("abort",$,{once:!0}),n.signal.aborted&&$();for(let w of A)w.crashed.then(()=>w.crash()!==null&&v.group.signal("SIGINT"));let S=!1,R=e.seconds+Di+(h.kind==="script"?Fi:0)+(e.slots.some(({step:w})=>w.load.kind==="fixed-work")?Z:0),E=setTimeout(()=>{S=!0,$()},R*1e3),x=await v.finished;clearTimeout(E),x.kind==="measured"&&x.complete&&await Wi(ji(e,await v.began)),T.end(),y.stop(),await M?.take(),M?.stop(),n.signal.removeEventListener("abort",$),await v.group.stop("SIGTERM",1e3);let re=(Date.now()-O)/1e3,Zo=e.slots.findLast(w=>w.startSeconds<=re)??e.slots[0];await Ui(e,t,r);let V={slots:[],crash:J(a,i,Zo.step.label),failure:null,failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],loadSeconds:re};if(n.signal.aborted)return V;let We=w=>V.crash===null?{...V,failure:{...w,label:l,arm:m}}:V;if(x.kind==="failed"&&x.missing){let{exec:w,there:oe}=x.missing;throw new P({what:`The k6 script of ${l} has no function \`${w}\`: ${oe}.`,where:h.kind==="script"?h.path:l,hint:"Name the function to measure with `exec` in tailgate.yml, or export it as `default`."})}if(x.kind==="failed"){let w=`k6 had not ended after ${Math.round(R)} s, and was killed`;return We(S?{...x,message:w}:x)}if(!x.complete&&V.crash===null)return We({kind:"failed",fault:"harness",message:"k6 was interrupted from outside",log:""});let $t=_s(x.summary,e.slots);if($t!==null)return We({kind:"failed",fault:"harness",message:`k6 reported ${$t}`,log:""});let ea={cores:Li(),generatorLimit:y.generatorLimit(),outsiders:zi(n)||A.some(({isHidden:w})=>w)},Ct=Ns(x.summary,e.slots).map(w=>Hi(w,y.samples)).map(w=>Vi(w,y.samples,ea)).map(w=>eo(n)||a.get(w.slot.arm)?.isHidden?w:Ji(w,y.samples,a)),Ge=w=>m==="head"?w.map(oe=>({label:l,threshold:oe})):[],{summary:se,redirects:ta}=x,na=e.slots.every(({round:w})=>w===null),ra=a.get("head")?.lastWords()??null;return{...V,failures:Ct.filter(({slot:w})=>w.arm==="head"&&(w.round!==null||na)).flatMap(w=>Gi(w,x.told,g.get(w.slot)?.requests??[])).map(w=>({...w,said:ra})),redirects:ta,thresholds:Ge(se.thresholds),fed:Ge(se.fed),unfed:Ge(se.unfed),lost:se.lost>0?[{label:l,requests:se.lost}]:[],slots:await qs(Ct,M,k)}}function ji({slots:e},t){let r=e.map(({step:n,startSeconds:s,seconds:o})=>n.load.kind==="arrival-rate"?s+o:0);return t===null?0:t+1e3*Math.max(...r)+20}async function Wi(e){await Bi(Math.min(5e3,Math.max(0,e-Date.now())))}function Gi({slot:e,failures:t,cut:r,received:n,sent:s,slices:o,barren:a},i,c){let{label:u,graceSeconds:l}=e.step,d=t.map(({code:f,which:b,count:k})=>{let v=i.find(A=>A.label===u&&A.code===f)?.text,O=c.length>1?` of ${c[b]?.name}`:"";return{label:u,text:`${Es(f,v)}${O}`,count:k}}),m=i.find(f=>f.label===u&&f.text.startsWith("exception")),p=a+o.reduce((f,b)=>f+b.failed,0)-r;if(m!==void 0&&p>d.reduce((f,{count:b})=>f+b,0)&&d.push({label:u,text:m.text,count:a||1}),r===0)return d;let g=r===s&&n>0?`the answer began, and did not end within ${l} s`:`no complete answer within ${l} s`;return[...d,{label:u,text:g,count:r}].sort((f,b)=>b.count-f.count)}async function Ui(e,t,r){let{instances:n,shared:s,around:o}=r,a=n.get("base");if(a===void 0||J(n,s,"")?.arm!=="head"||o.signal.aborted)return;let i=e.slots.filter(({arm:l})=>l==="head"),c=(i.length>0?i:e.slots).map(l=>({...l,arm:"base",turns:null}));a.resume();let u={...r,instances:new Map([["base",a]])};await W(Se({...e,slots:c},c),`${t}-base`,u)}var qi=/\b(docker|podman|nerdctl)\b/;function zi(e){let{external:t,services:r}=e.config;return t.length>0||r.some(({start:n})=>n===void 0)||eo(e)}function eo({config:e}){return e.services.some(({start:t,container:r})=>t!==void 0&&r===void 0&&qi.test(t))}function Ji(e,t,r){let{arm:n}=e.slot,s=r.get(n);if(s&&s.sessions.length+(s.groups?.length??0)===0)return e;let o=s?.startupMs,a=e.slices.map((i,c)=>{let{startedAt:u,seconds:l}=i,d=u+U(e.slot,l)*1e3,p=e.slot.step.load.kind==="fixed-work"&&c===e.slices.length-1?t.find(({wall:g})=>g>=d):void 0,h=ms(t,n,u,p?.wall??d);return{...i,...h,...o!==void 0&&{startup:o}}});return{...e,slices:a}}var Zs=250;function Hi(e,t){let{slices:r,slot:n,connects:s}=e,o=r[0].startedAt,a=U(n,r.reduce((l,d)=>l+d.seconds,0)),i=ds(t,o-Zs,o+a*1e3+Zs),c=i===null?0:Math.max(0,i-s),u=r.map(({resent:l=0,...d})=>{let m=Math.min(l,c);return c-=m,{...d,...m>0&&{resent:m}}});return{...e,slices:u}}function Vi(e,t,r){let{slices:n}=e,s=n.reduce((m,p)=>m+p.seconds,0),o=n[0].startedAt,a=U(e.slot,s),{clockJumpMs:i,...c}=ut(t,o,o+a*1e3,r),u=n.map(({startedAt:m,seconds:p})=>{let h=m+U(e.slot,p)*1e3,{clockJumpMs:g,...f}=ut(t,m,h,r);return vn({cpu:f,clockJumpMs:g})}),l=n.flatMap(m=>m.lag===null?[]:[m.lag.p99]),d={sent:e.sent,intended:e.intended,seconds:s,dropped:n.reduce((m,p)=>m+p.dropped,0),lagMs:l.length>0?Math.max(...l):null,cpu:c,clockJumpMs:i};return{...e,evidence:d,diagnosis:kn(d),disturbed:u}}function Ki({slots:e},{fill:t}){return Object.fromEntries(Object.entries(e[0].step.parameters??{}).map(([r,n])=>[`VARIANT_${r.toUpperCase()}`,t(n)]))}var Yi=1.15,Xi=1;function to(e,t){let r=D(t,.5),n=a=>!(D(a,.5)>Yi*r),s=e.findIndex((a,i)=>n([a])&&n(e.slice(i)));if(s===-1)return null;let o=e.slice(0,s===0?0:s+1).reduce((a,i)=>a+i.seconds,0);return Math.max(Xi,o)}function no(e,t,r){let n=e.filter(({slot:s})=>s.round===null&&!t.some(o=>o.slot.step===s.step));for(let{slot:s,slices:o}of n){let a=e.filter(l=>l.slot.round!==null&&l.slot.step===s.step&&l.slot.arm===s.arm&&I(l.slot)===I(s)),i=to(o.map(l=>({...l,seconds:U(s,l.seconds)})),a.flatMap(({slices:l})=>l)),{label:c}=s.step,u=r.get(c);r.set(c,u===null||i===null?null:Math.max(u??0,i))}}var Qi=3;function ro({steps:e},t){let r=e.flatMap(({label:n})=>{let s=t.flatMap(({warmUps:o})=>o.get(n)??[]);return s.length>0?[[n,Math.max(...s)]]:t.length>=Qi?[[n,ge.seconds]]:[]});return new Map(r)}var Le=2e4,Zi=2;async function so(e,t,r){let n=performance.now(),s={index:t,kept:[],discarded:[],crash:null,failure:null,failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],soakFailures:[],warmUps:new Map,soak:[],wallSeconds:0};for(let[o,a]of e.entries()){let i=s.crash?.arm==="head"?s.crash:null;i!==null&&(s.crash=null),ne(s,r)&&await el(a,o,s,r),s.crash=dt(i,s.crash)}return s.wallSeconds=(performance.now()-n)/1e3,s}async function el(e,t,r,n){let s={running:new Map,starts:0};try{nl(r.index,e.arms,n),await q(s,{...n,together:e.arms,block:wt(r,n)});for(let[o,a]of e.programs.entries()){let i=`${ao(r,n)}-${t+1}-${o+1}`;await sl(a,i,s,r,n)}e.arms.length>1&&ne(r,n)&&await tl(s,r,n)}finally{await z(s)}}async function tl(e,t,r){let{progress:n}=r,s=oo(e,t,r),o=r.soak?.(t)??[];for(let a=1;o.length>0&&ne(t,r);a++){let{arm:i}=o[0].slots[0],c=o.reduce((l,d)=>l+d.seconds,0);n.phase(`keeping the ${i} under load, for stalls, growth and memory`,c),r.follow?.(t,o.flatMap(io));let u=[...e.running].filter(([l])=>l!==i).map(([,l])=>l);for(let l of u)l.halt();try{for(let[l,d]of o.entries()){if(!ne(t,r))break;let m=`${ao(t,r)}-soak-${a}-${l+1}`,p=await W(d,m,s);t.crash=p.crash,t.failure??=p.failure,t.soak.push(...p.slots),t.soakFailures.push(...p.failures)}}finally{for(let l of u)l.resume()}o=r.soak?.(t)??[]}}function oo(e,t,r){let{arms:n,shared:s,k6:o,seed:a,folder:i}=r;return{around:n.head,k6:o,seed:a,folder:i,instances:e.running,shared:s,block:t.index}}function ao(e,t){let{variant:r}=t;return`${r===void 0?"":`variant-${r}-`}block-${wt(e,t)+1}`}function wt({index:e},{sizings:t=0}){return e+t}function nl(e,t,r){let{arms:n,progress:s}=r,{services:o}=n.head.config,a=o.filter(({start:i,scope:c})=>i&&c==="instance").map(({name:i})=>i);a.length===0||e>0||s.phase(`starting ${a.join(", ")}${n.base?` of ${t.join(" and ")}`:""}`)}function rl({index:e},{planned:t}){return t>1?`block ${e+1} of ${t}: `:""}async function sl(e,t,r,n,s){let{arms:o,shared:a,progress:i,repeatDisturbed:c=!0}=s,u=e,l=!0;for(let d=0;u!==null&&ne(n,s);d++){let m=io(u),p=u.slots.every(({requests:x})=>x===null)?u.seconds:void 0;i.phase(`${rl(n,s)}measuring ${m.join(", ")}`,p),s.follow?.(n,m);let h=d===0?t:`${t}-again${d}`,g=await W(u,h,oo(r,n,s)),{crash:f,failure:b,failures:k,redirects:v,thresholds:O,fed:A,unfed:y,lost:M,slots:T}=g;n.crash=f,n.failure=b??n.failure,n.failures.push(...k),n.redirects.push(...v),n.fed.push(...A),n.unfed.push(...y),n.lost.push(...M);let $=T.filter(({slot:x})=>x.round!==null),S=f===null&&c?fs($):[],R=$.filter(x=>!S.includes(x));n.kept.push(...R),n.discarded.push(...S),S.length===0&&n.thresholds.push(...O);for(let x of S)ke(()=>bs(x,n.index));no(T,S,n.warmUps);let E=S.filter(x=>!il(x,s)).map(({slot:x})=>x);u=E.length>0&&d<Zi&&l?Se(e,E):null,S.length>0&&i.note(hs(S,u!==null)),u!==null&&(l=await al(s),n.crash=J(r.running,a,E[0].step.label),o.base&&ne(n,s)&&await ol(r,n,s))}}function io({slots:e}){return[...new Set(e.map(({step:t})=>t.label))]}async function ol(e,t,r){let n=[...e.running.keys()];await z(e),await q(e,{...r,together:n,block:wt(t,r)})}async function al({arms:e,progress:t}){return t.phase(`waiting for the machine to calm down (${Le/1e3} s at most)`),Ce(Le,e.head.signal)}function il({slot:e,evidence:t},{isEnough:r}){return r!==void 0&&e.requests!==null&&t.seconds<Q}function ne(e,{arms:t,isEnough:r}){let{crash:n,failure:s}=e;return n!==null||s!==null&&!kt(s)||t.head.signal.aborted?!1:!r?.(e)}function kt({arm:e,fault:t}){return e==="base"&&t==="script"}var ll=8,cl=2;async function lo(e,t){let{instances:r,around:n,shared:s,start:o,progress:a,block:i,repeatDisturbed:c=!0}=t,u=[...r.keys()],l={block:i,arms:new Map(u.map(h=>[h,{trials:[],estimate:null}])),discarded:[],crash:null,failure:null,loadSeconds:0},d=0,m=h=>l.arms.get(h).trials,p=()=>l.crash===null&&l.failure===null&&!n.signal.aborted;for(let h=1;p()&&l.loadSeconds<t.secondsLeft;h++){let g=u.flatMap(k=>{let v=qn({...e.goal,outcomes:m(k),start:o});return v===null?[]:[{arm:k,...v}]});if(g.length===0)break;t.drawFirst()!==g[0].arm&&g.reverse(),a.phase(dl(e,g,l));let f=[];for(let[k,v]of ul(e,g,h===1).entries()){if(!p())break;let O=`search-${e.scenario}-${i+1}-${h}-${k+1}`,A=await W(v,O,{...t,around:n,instances:r,shared:s});l.crash=A.crash,l.failure=A.failure,l.loadSeconds+=A.loadSeconds;let y=A.slots.filter(({slot:T})=>T.round!==null),M=c?y.filter(({diagnosis:T})=>T==="disturbed"):[];if(f.push(...M),!(M.length>0))for(let T of y){let{rate:$}=g.find(({arm:R})=>R===T.slot.arm),S=ps(e.goal.slo,$,T);m(T.slot.arm).push(S)}}if(f.length===0)continue;l.discarded.push(...f);let b=f.map(({diagnosis:k,evidence:v})=>ce(k,v));if(a.note(`a trial of ${e.label} is discarded: ${[...new Set(b)].join("; ")}`),l.discarded.length>ll||d===cl)break;await Ce(Le,n.signal)||d++,l.crash??=J(r,s,e.label)}for(let h of l.arms.values())h.estimate=zn(h.trials,e.goal);return l}function ul(e,t,r){return e.work.kind==="request"?[Ve(e,t,r)]:t.map(n=>Ve(e,[n],r))}function dl({label:e},t,{arms:r}){let n=t.map(({arm:s,rate:o})=>{let{trials:a}=r.get(s),i=Math.max(0,...a.filter(({met:d})=>d).map(d=>d.rate)),c=Math.min(...a.filter(({met:d})=>!d).map(d=>d.rate)),u=[...i>0?[`${G(i)} meets`]:[],...c<1/0?[`${G(c)} does not`]:[]],l=u.length>0?`${u.join(", ")}; `:"";return`${r.size>1?`${s}: `:""}${l}trying ${G(o)}`});return`capacity of ${e}: ${n.join(" \xB7 ")}`}function co({label:e},{arms:t}){let r=[...t].map(([n,{estimate:s,trials:o}])=>{let a=t.size>1?`${n} `:"",i=`${o.length} trials`;if(s===null)return`${a}not found (${i})`;let{kind:c,value:u,low:l,high:d}=s;return c==="found"?`${a}${G(u)} (${G(l)} \u2026 ${G(d)}, ${i})`:`${a}${c==="below"?`less than ${G(d)}`:`at least ${G(l)}`} (${i})`});return`capacity of ${e}: ${r.join("; ")}`}function G(e){return`${Number(e.toPrecision(4)).toLocaleString("en")} req/s`}var uo={far:2,near:1.12},ml=.7;async function mo(e,t,r){for(let s of e)t.set(s,[]);let n=Math.max(0,...e.map(({blocks:s})=>s.most));for(let s=0;s<n;s++){let o=e.filter(d=>hl(d,t.get(d),s));if(o.length===0||po(t,r,["head","base"]))return;let i=r.drawFirst()==="head"?["head","base"]:["base","head"],c=r.arms.base?i:["head"],u=new Map(o.map(d=>[d,gl(d,t.get(d))])),l=r.swapped?c.map(d=>[d]):[c];for(let[d,m]of l.entries())await pl(o,{together:m,block:s,before:u,found:t,share:1/(l.length-d)},r)}}async function pl(e,{together:t,block:r,before:n,found:s,share:o},a){let{arms:i,progress:c}=a,u={running:new Map,starts:0};try{c.phase(`starting services for the search of a capacity, start ${r+1}`),await q(u,{arms:i,together:t,block:fl+r});for(let l of e){if(po(s,a,t))return;let d=s.get(l),m=await lo(l,{...a,around:i.head,instances:u.running,block:r,start:n.get(l),secondsLeft:o*fo(l,d)});d.push(m),c.note(co(l,m))}}finally{await z(u)}}var fl=1e3;function po(e,{arms:t},r){let n=({crash:s,failure:o})=>o!==null||s!==null&&(s.arm!=="head"||r.includes("head"));return t.head.signal.aborted||[...e.values()].flat().some(n)}function fo({budgetSeconds:e},t){return e-t.reduce((r,{loadSeconds:n})=>r+n,0)}function hl(e,t,r){if(r===0)return!0;if(r>=e.blocks.most)return!1;let n=Array.from({length:r},(a,i)=>t.filter(c=>c.block===i).reduce((c,{loadSeconds:u})=>c+u,0)),[s,...o]=n;return fo(e,t)>=ml*Math.min(He.later/He.first*s,...o)}function gl({goal:e},t){let r=t.flatMap(({arms:n})=>[...n.values()].flatMap(({estimate:s})=>s??[]));return r.length===0?{rate:e.from,factor:uo.far}:{rate:Wt(r.map(({value:n})=>n)),factor:uo.near}}import{realpathSync as yo}from"node:fs";import{devNull as kl}from"node:os";import{join as vt}from"node:path";import{realpathSync as bl}from"node:fs";import{join as yl}from"node:path";var me=["base","head"],ho=3,Sl=2,wl=4;async function go(e){let{arms:t,folder:r,layOut:n,shared:s,k6:o,seed:a,block:i,tops:c,seconds:u,variant:l}=e,d=performance.now()+1e3*u,m=new Map,p=new Map,h={running:new Map,starts:0},g=[],f=async(b,k)=>(await Promise.all(p.get(b).map(v=>v.sample(k)))).flat();try{for(let S of me)m.set(S,await vr(yl(r,`${S}.sock`)));let b=S=>({...t[S],preload:m.get(S).preload}),k={head:b("head"),base:b("base")};await q(h,{arms:k,together:me,block:i,...l&&{variant:l}});for(let S of me){let{sessions:R}=h.running.get(S),{environment:E}=t[S],x=await Nr({sessions:R,top:c[S],folder:r,name:S,environment:E}),re=m.get(S);p.set(S,re.countPeers()>0?[re,...x]:x)}if([...p.values()].some(S=>S.length===0))return g;await Promise.all(me.map(S=>f(S,1)));let v={around:t.head,k6:o,folder:r,instances:h.running,shared:s,block:i,seed:a},O=async()=>{let S=async x=>Rn(await f(x,ho),[c[x],bl(c[x])]),[R,E]=await Promise.all(me.map(S));return{base:R,head:E}},A=(d-performance.now())/1e3-wl;if(A<ho)throw new Error("the services took so long to start that no time is left for it");let y=W(n(A),"profile",v),M=y.then(()=>null);for(let S=0;;S++){let R=await Promise.race([O().catch(()=>null),M]);if(R===null)break;S>=Sl&&g.push(R)}let{crash:T,failure:$}=await y;return T===null&&$===null?g:[]}finally{for(let b of[...p.values()].flat())b.close();await z(h);for(let b of m.values())b.close()}}async function So(e,{plan:t,blocks:r,config:n},{tops:s},o){let{arms:a,progress:i}=o,{head:c,base:u}=a,l=vl(e.verdict),d=t.steps.find(({label:m})=>m===l?.label);if(n.explain==="off"||!l||!d||!s||!u||!ye(t,d)||c.signal.aborted)return e;i.phase(`looking for what takes the processor time of ${l.label}`,40);try{let m=await go({...o,arms:{head:c,base:u},tops:s,block:r.length,seconds:40,layOut:b=>rn(t,d,b)}),p=Tn(m,l),h=[...new Set(p.flatMap(b=>b.function?.file??[]))];if(p.length===0||!h.every(b=>wo(b,s.head)))return e;let g=await xl(h,s,c),f={label:l.label,...An(p,m,g)};return{...e,verdict:{...e.verdict,risen:[f]}}}catch(m){return i.note(`what takes the processor time could not be looked for: ${m.message}`),e}}function vl(e){if(e.invalid.length>0||e.faults.length>0)return;let t=new Set(e.changes.filter(({code:r,metric:n})=>r==="regressed"&&Gt(n)).map(({label:r})=>r));return Br(e).filter(r=>t.has(r.label)&&Dr(r)).sort((r,n)=>n.change.value-r.change.value)[0]}function wo(e,t){try{return yo(vt(t,e)).startsWith(`${yo(t)}/`)}catch{return!1}}async function xl(e,t,{environment:r,signal:n}){let s=new Map,o=["--no-index","--unified=0","--no-color","--no-ext-diff","--no-textconv"];for(let a of e){let i=wo(a,t.base)?vt(t.base,a):kl,c=await jn({file:"git",arguments:["diff",...o,"--",i,vt(t.head,a)],environment:Y(r),timeoutMs:5e3,signal:n});if(c.kind!=="ended")continue;let l=[...c.output.matchAll(/^@@ -[\d,]{1,20} \+(\d{1,9})(?:,(\d{1,9}))? @@/gm)].flatMap(([,d,m="1"])=>Array.from({length:Math.min(Ml,Math.max(1,Number(m)))},(p,h)=>Number(d)+h));l.length>0&&s.set(a,l)}return s}var Ml=1e4;async function xt(e,{pair:t,guessMissing:r},n){let{kind:s,arm:o,service:a,log:i,other:c}=e,u=n?`${e.message} (variant ${n.name})`:e.message,l=o===null?null:await r(o,i);if(o!=="base"||t===void 0){let d=l===null?"":`; \`${l}\` is git-ignored, so a fresh tree has none: let \`build\` make it, or name it in \`reuse\``,m=c==="ready"&&o==="head";if(c===null||c==="ready")return{kind:s,service:a,message:u+d,log:i,...m&&{onlyHead:!0}};let p=`; \`${c.service}\` of the base: ${c.message}`;return{kind:s,service:a,message:u+p+d,log:mt(i,c.log),both:!0}}return{kind:"base-failed",fault:s,commit:t.baseCommit,service:a,message:u,log:i,missing:l}}function Be({draft:e},t){let r=e.pair?.baseCommit;if(t===void 0||r===void 0)return null;let{crash:n,failure:s}=t;if(n?.arm==="base"){let{service:c,exit:u,log:l,head:d}=n,m=d&&`, and \`${d.service}\` of this change with ${d.exit}`,p=`under load it ended with ${u}${m??""}`;return{kind:"base-failed",fault:"crashed",commit:r,service:c,message:p,log:l,missing:null,...d&&{both:!0}}}if(n!==null||s===null||!kt(s))return null;let{label:o,log:a}=s,i=`the script of ${o} fails on the base, though not on the head: ${s.message}`;return{kind:"base-failed",fault:"script-failed",commit:r,service:o,message:i,log:a,missing:null}}function ko({label:e,kept:t,failures:r}){let n=[],s=Ro(t.filter(({diagnosis:a})=>a==="service-slow"));s!==null&&n.push({kind:"cannot-keep-up",label:e,...Mt(s),cpu:s.cpu});let o=xo({label:e,slices:t.flatMap(a=>a.slices),failures:r});return o===null?n:[...n,o]}function vo(e){let t=xo(e);return t&&{...t,soak:!0}}function xo({label:e,slices:t,failures:r}){let n=t.reduce((o,a)=>o+a.failed,0),s=t.reduce((o,a)=>o+a.failed+a.ok,0);return n<=.001*s?null:{kind:"failing",label:e,failed:n,requests:s,examples:r.slice(0,3)}}var Rl=.01;function Tl({label:e,kept:t,failures:r,thresholds:n,lost:s}){let o=u=>({kind:"script-failed",label:e,message:u,log:""}),a=t.reduce((u,l)=>u+l.barren,0),i=t.reduce((u,l)=>u+l.evidence.sent,0);if(a>Rl*i){let u=r.find(l=>l.startsWith("exception"));return o(`it threw before it sent a request, in ${a} of ${i} iterations${u?`: ${u}`:""}`)}let c=s+t.reduce((u,l)=>u+l.lost,0);if(c>0)return o(`${c} of its requests are in no count: it sends them in a way that Tailgate does not see`);if(n.length>0){let u=n.slice(0,3).map(l=>`\`${l}\``);return o(`nothing was measured that its threshold ${u.join(", ")} could judge, so it would always hold: mend its name or tags, or take it out`)}return null}function Mo(e,t){let{label:r,kept:n,discarded:s}=e,o=Tl(e);if(o!==null)return o;if(n.length>=t/2&&n.length>0){if(n.flatMap(m=>m.slices).reduce((m,p)=>m+p.ok+p.failed+p.dropped,0)>0)return null;let{seconds:d}=n[0].evidence;return n.every(({evidence:m})=>m.sent===0)?{kind:"none-begun",label:r,seconds:d}:{kind:"script-failed",label:r,message:"it sent no request while it was measured; Tailgate replaces its scenarios, so `exec.scenario.name` and `exec.test.options.scenarios` are not those of the script",log:""}}let a=Ro(s);if(a===null)return{kind:"harness",message:`${r} was not measured`,log:""};let i=l=>s.filter(({diagnosis:d})=>d===l).length,{cpu:c,lagMs:u}=a;return i("generator-starved")>=Math.max(i("disturbed"),i("unknown"))?{kind:"generator-starved",label:r,...Mt(a),lagMs:u,cpu:c}:i("disturbed")>=i("unknown")?{kind:"machine-disturbed",label:r,discarded:s.length,rounds:s.length+n.length,cpu:c}:{kind:"cause-unknown",label:r,...Mt(a),cpu:c}}function Ro(e){let t=({sent:r,intended:n})=>n===null?0:n-r;return e.map(({evidence:r})=>r).sort((r,n)=>t(n)-t(r))[0]??null}function Mt({sent:e,intended:t,seconds:r}){return{sent:e,intended:t??e,seconds:r}}function C(e,t,r){return e.filter(({slot:n})=>n.step.label===t.label&&n.arm===r)}function Fe({label:e},t){return t.map(({kept:r})=>r.filter(({slot:n})=>n.step.label===e))}function To(e,t){let r=t.flatMap(({discarded:s})=>s).filter(({slot:s,diagnosis:o,evidence:a})=>{let i=o==="generator-starved"||o==="unknown";return s.step.label===e.label&&i&&xn(a)}),n=r.filter(({slot:s})=>I(s));return{head:De(n,"head"),base:De(n,"base"),together:r.filter(({slot:s})=>s.turns?.position===0).length}}function je(e,t){let r=t.flatMap(s=>s.soak),n=s=>C(r,e,s).flatMap(({slices:o,disturbed:a})=>o.filter((i,c)=>!a[c]));return{base:n("base"),head:n("head")}}function Rt(e,t,r){let n=s=>C(s,e,"head").filter(({slot:o})=>r(o));return{label:e.label,kept:t.flatMap(s=>n(s.kept)),discarded:t.flatMap(s=>n(s.discarded)),failures:Ao(e,t.flatMap(s=>s.failures)),thresholds:Al(e,t),lost:t.flatMap(({lost:s})=>s).filter(({label:s})=>s===e.label).reduce((s,{requests:o})=>s+o,0)}}function Ao({label:e},t){let r=new Map;for(let{text:n,count:s}of t.filter(o=>o.label===e))r.set(n,(r.get(n)??0)+s);return[...r].sort((n,s)=>s[1]-n[1]).map(([n])=>n)}function Al({label:e},t){let r=s=>t.flatMap(o=>o[s].filter(a=>a.label===e)).map(o=>o.threshold),n=new Set(r("fed"));return[...new Set(r("unfed"))].filter(s=>!n.has(s))}function Oo(e,t){let{head:r}=je(e,t);if(r.length===0)return null;let n=t.flatMap(s=>s.soakFailures);return{label:e.label,slices:r,failures:Ao(e,n)}}function $o(e,t,r){let n=r.flatMap(({index:a,kept:i})=>{let c=C(i,e,t);return c.length>0?[{block:a,slots:c}]:[]}),s=je(e,r)[t],o=r.flatMap(a=>C(a.discarded,e,t).flatMap(({slices:i,evidence:c,diagnosis:u})=>i.length===0?[]:[{startedAt:i[0].startedAt,seconds:c.seconds,because:u}]));return{scenario:e.scenario,label:e.label,...e.variant&&{variant:e.variant},load:e.load,instances:n.map(({block:a,slots:i})=>{let c=Ne(i);return{block:a,slices:i.flatMap(({slices:u})=>u),...c&&{calls:c}}}),...s.length>0&&{soak:s},...o.length>0&&{discarded:o}}}function Co(e,t,r,n){let o=[...new Set(t.flatMap(({thresholds:m})=>m.map(({label:p})=>p)))].map(m=>{let p=t.flatMap(h=>h.thresholds.filter(g=>g.label===m));return{kind:"threshold",label:m,thresholds:[...new Set(p.map(({threshold:h})=>h))]}}),a=[...r].flatMap(([m,p])=>Fr(m,p)??[]),i=t.flatMap(m=>[...m.failures,...m.soakFailures]),c=m=>m.kind==="failing"?{...m,...i.findLast(({label:p})=>p===m.label)?.said}:m,u=e.flatMap(ko),l=m=>u.some(p=>p.kind==="failing"&&p.label===m),d=n.filter(({label:m})=>!l(m)).flatMap(m=>vo(m)??[]);return[...Ee(t),...a,...[...u,...d].map(c),...o]}function Eo(e,t,r,n){if(t.length===0)return[];let s=Pe(t);if(s.length>0||t.some(({crash:a})=>a!==null))return s;let o=sn(e,t.length).filter(({arm:a})=>a==="head");return e.steps.flatMap(a=>n.some(u=>u.kind==="fills-machine"&&u.label===a.label)?[]:(r.has(a.label)?[I]:[I,dn]).map(u=>{let l=o.filter(d=>d.step===a&&u(d)).length;return l===0?null:Mo(Rt(a,t,u),l)}).find(u=>u!==null)??[])}function De(e,t){return e.filter(({slot:r})=>r.arm===t).length}var Ol=.5;function Io(e,t){let{work:r,label:n}=e;if(r.kind==="script")return[];let s=t.flatMap(({kept:a})=>C(a,e,"head")),o=t.flatMap(({redirects:a})=>a);return X(r).flatMap(({request:a},i)=>{let c=o.find(m=>m.label===n&&m.which===i);if(c===void 0)return[];let{status:u,location:l}=c,d=$n(s.flatMap(({answers:m})=>m[i]??[])).get(u)??0;return d<=Ol?[]:[{label:n,request:Tt(a),status:u,location:l,share:d}]})}function _o(e,{paired:t},r){let{work:n,label:s}=e,o=r.map(({kept:i})=>({base:Po(C(i,e,"base")),head:Po(C(i,e,"head"))}));if(!t)return En(s,o.flatMap(({head:i})=>i.slices));let a=n.kind==="script"?null:X(n).map(({request:i})=>({text:Tt(i),keepsSize:i.expectSize==="same"}));return Cn(s,a,o)}function No(e,t,r){let{work:n}=e,s=r.flatMap(({kept:a})=>C(a,e,t));return(n.kind==="script"?[null]:X(n).map(({request:a})=>Tt(a))).flatMap((a,i)=>{let c=s.flatMap(({answers:p})=>p[i]??[]),u={};for(let[p,h]of c.flatMap(({statuses:g})=>[...g]))u[p]=(u[p]??0)+h;let{typical:l,mean:d,count:m}=On(c);return Object.keys(u).length===0&&m===0?[]:[{request:a,statuses:u,...m>0&&{bytes:{typical:l,mean:Math.round(d)}}}]})}function Po(e){return{answers:e.map(({answers:t})=>t),slices:e.flatMap(({slices:t})=>t),iterations:e.reduce((t,{sent:r})=>t+r,0),connects:e.reduce((t,{connects:r})=>t+r,0),calls:Ne(e)}}function Tt({method:e,url:t}){let r=t.replace(/[?#].*/s,"");return e==="GET"?r:`${e} ${r}`}function Lo(e,t){return[...e].flatMap(([{scenario:r,label:n,goal:s},o])=>["head","base"].flatMap(a=>{let i=o.flatMap(({block:c,arms:u})=>{let l=u.get(a);return l&&l.trials.length>0?[{block:c,...l}]:[]});return i.length>0?[{scenario:r,label:n,digest:t.get(n),goal:s,arm:a,blocks:i}]:[]}))}function Bo(e){return Math.max(0,...[...e.values()].flatMap(t=>t.map(({block:r})=>r+1)))}function Do(e){let t=[...e.values()].flat(),r=Pe(t);return r.length>0||t.some(({crash:n})=>n!==null)?r:[...e].flatMap(([{label:n},s])=>s.some(({arms:a})=>a.get("head")?.estimate!=null)?[]:[$l(n,s)])}function $l(e,t){let r=t.flatMap(o=>o.discarded),n=t.flatMap(({arms:o})=>o.get("head")?.trials??[]),s=r.at(-1);return s===void 0||n.length>r.length?{kind:"search-too-short",label:e,trials:n.length}:{kind:"machine-disturbed",label:e,discarded:r.length,rounds:r.length+n.length,cpu:s.evidence.cpu}}function H(e,t,r,n=new Map){let{config:s,plan:o,baseline:a,digests:i,draft:c,comparison:u}=e,l=o.steps.map(y=>Rt(y,t,I)),d=new Map(o.steps.map(y=>[y.label,To(y,t)])),m=o.steps.flatMap(y=>Oo(y,t)??[]),p=Co(l,t,d,m),h=u.kind==="pair"?["head","base"]:["head"],g=o.steps.flatMap(y=>h.flatMap(M=>{let T=$o(y,M,t),$=i.get(y.label);if(T.instances.length===0)return[];let S=No(y,M,t);return[{...Pr(T,M,$),...S.length>0&&{answers:S}}]})),f=Lo(n,i),b={...c,steps:g,...f.length>0&&{capacities:f}},k=At(o,t),v=o.steps.flatMap(y=>{if(!g.some(({label:S,arm:R})=>S===y.label&&R==="head"))return[];let M=s.scenarios.find(({name:S})=>S===y.scenario),T=Hn(a,b,y.label),$=S=>{let R=t.flatMap(({kept:E})=>C(E,y,"base").flatMap(({slices:x})=>x));return R.length>0?le(R,S):jr(T.runs.map(({slices:E})=>le(E,S)))};return[{label:y.label,slos:y.slos,load:y.load,blocks:Fe(y,t),crowding:d.get(y.label),soak:je(y,t),...y.work.kind==="script"&&{seen:Cl(y,t)},isNew:k.has(y.label),limits:El(y,o),history:T,sensitivityOf:(S,R)=>ze(s,M,S,R,()=>$(S))}]}),O=y=>De(t.flatMap(M=>M.discarded),y);return{...qr({steps:v,faults:[...p,...Ee([...n.values()].flat())],searches:o.searches.length,capacities:o.searches.flatMap(y=>{let M=f.filter(({label:S})=>S===y.label),T=M.find(({arm:S})=>S==="head");if(T===void 0)return[];let $=s.scenarios.find(({name:S})=>S===y.scenario);return[{label:y.label,goal:y.goal,slos:y.slos,head:T,base:M.find(({arm:S})=>S==="base")??null,history:Vn(a,b,y.label),sensitivity:ze(s,$,Wr)}]}),invalid:r?[r]:[...Eo(o,t,k,p),...Do(n)],looks:o.looks,comparison:u,discarded:{base:O("base"),head:O("head")},loosened:e.loosened,failOn:e.failOn,redirects:o.steps.flatMap(y=>Io(y,t)),work:o.steps.flatMap(y=>_o(y,o,t)),effort:{slices:t.flatMap(({kept:y})=>y).reduce((y,M)=>y+M.slices.length,0),discardedRounds:O("head"),instances:h.length*(t.length+Bo(n)),loadSeconds:[...t.flatMap(({kept:y,soak:M})=>[...y,...M].map(({evidence:T})=>T.seconds)),...[...n.values()].flat().map(({loadSeconds:y})=>y)].reduce((y,M)=>y+M,0)}}),record:b}}function Cl(e,t){let r=t.flatMap(({kept:n})=>C(n,e,"head").flatMap(s=>s.seen??[]));return[...new Map(r.map(n=>[n.name,n])).values()]}function El(e,{steps:t}){return new Map(Ut(e.slos).flatMap(r=>{let n=Kt(t,e,r);return n===void 0?[]:[[r,n.label]]}))}var Pl=.5,Il=2;function At({paired:e,steps:t},r){if(!e)return new Set;let n=s=>{let o=r.map(({kept:a})=>({base:C(a,s,"base"),head:C(a,s,"head")})).filter(({base:a,head:i})=>a.length>0&&i.length>0);return o.length>=Il&&o.every(({base:a,head:i})=>Fo(a)&&!Fo(i))};return new Set(t.filter(n).map(({label:s})=>s))}function Fo(e){return fe(e.flatMap(({slices:t})=>t))>Pl}import{randomInt as zo}from"node:crypto";function jo(e,t){let r=new Map;for(let n of e.steps.filter(s=>tn(e,s))){let s=Fe(n,t),o=Lr({alone:Gr(s).alone,all:s.map(Ur)});o!==null&&r.set(n.label,o)}return r}var _l=2.5,Nl=.5;function Wo(e,t,{wallSeconds:r,loadSeconds:n}){let s=Math.max(Nl,r-n-Ll(e)),o=e.steps.reduce((a,i)=>a+i.budgetSeconds,0);return Zt(e,t,Math.floor((_l-1)*o/s))}function Ll(e){return e.steps.filter(({load:n})=>n.kind!=="fixed-work").map(n=>ye(e,n)?1:2).reduce((n,s)=>n+s,0)*(ge.seconds-Q)}function Ot({steps:e,paired:t},{kept:r,discarded:n}){let s=t?["base","head"]:["head"],o=[...r,...n].filter(({slot:i})=>i.requests!==null),a=e.filter(({load:i})=>i.kind==="fixed-work").map(i=>({label:i.label,of:s.map(c=>C(o,i,c))}));return a.some(({of:i})=>i.some(c=>c.length===0))?new Map:new Map(a.map(({label:i,of:c})=>[i,c.flat().filter(({slices:u})=>u.reduce((l,{ok:d,failed:m})=>l+d-m,0)>0).map(({slices:u})=>u.reduce((l,{seconds:d})=>l+d,0))]))}function Go(e,{steps:t},r){return t.flatMap((n,s)=>{if(n===e.steps[s])return[];let o=xe(1e3*Math.min(...r.get(n.label))),[a,i]=[e.steps[s],n].map(c=>Me(qe(c)));return[`${n.label}: ${a} requests took only ${o}; from now on there are ${i} in each stretch, which is ${Me(n.passes)} times the work`]})}function Uo({steps:e,blocks:t},r){return e.flatMap(n=>{let{label:s,budgetSeconds:o}=n,a=r.get(s)??[],i=a.length===0?0:cn(a);return i*t<=o?[]:[`${s}: ${Me(qe(n))} requests take ${xe(i*500)}; for two revisions in ${t} blocks, the fewest that can show a change, that is ${xe(i*t*1e3)}, more than its budget of ${o} s`]})}function qo(e,t,r){let{block:n,current:s,later:o}=r,a=[...t,...n===null?[]:[n]].flatMap(c=>c.kept),i=e.paired?["base","head"]:["head"];return{scenarios:e.steps.map(c=>({label:c.label,isCurrent:s.includes(c.label),arms:i.map(u=>{let l=wn(C(a,c,u).flatMap(d=>d.slices));return{arm:u,p50:D(l,.5),p99:D(l,.99)}})})),variantsLeft:o.length,secondsLeft:Bl(e,t,r)}}function Bl(e,t,{elapsedSeconds:r,isLast:n,later:s}){if(t.length===0&&e.fixedWork.length>0)return;let{soak:o,searches:a}=e.seconds,i=hn(e).last-o-a,c=t.filter(({discarded:d})=>d.length===0),u=c.length>0?c.reduce((d,{wallSeconds:m})=>d+m,0)/c.length:i/e.blocks,l=n?0:u*(e.blocks-t.length)-r;return Math.max(0,l)+o+a+gn(s).wall.last}var Jo={blocks:2,seconds:60};async function Ho(e,t){let{signal:r}=t.arms.head,{blocks:n}=e,s=new Set,o=0;for(;n.length<e.plan.blocks&&!r.aborted;){let a=n.length;for(let[g,f]of jo(e.plan,n)){if(s.has(g))continue;s.add(g);let b=f==="hidden-work";e.plan=en(e.plan,e.config,{measured:a,worksMore:b}),t.progress.note(Gl(g,f,e.plan))}let{plan:i}=e,c={index:a,first:zo(2)===0?"head":"base",reversed:zo(2)===0,headOnly:At(i,n),warmUpSeconds:ro(i,n),shift:Ke[a%Ke.length],longer:s},u={judgement:null},l=performance.now(),d=!1,m=(g,f)=>{let b=(performance.now()-l)/1e3,k={block:g,elapsedSeconds:b,isLast:d,current:f,later:e.later};t.progress.interim(()=>qo(i,n,k))};a>0&&m(null,[]);let p=await so(nn(i,c),a,{...t,planned:i.blocks,sizings:o,follow:m,...a===0&&{isEnough:g=>Je(i,Ot(i,g))!==i},soak:g=>{if(i.soakSeconds===0||!i.looks.includes(a+1))return[];u.judgement=H(e,[...n,g],null);let f=Fl(u.judgement,i,g);return d=f.length>0,f}}),h=Ot(i,p);if(a===0&&p.failure===null&&p.crash===null){e.plan=Je(i,h);for(let g of Go(i,e.plan,h))t.progress.note(g);if(e.plan!==i){o++;continue}}if(n.push(p),p.failure!==null||p.crash!==null)break;if(Dl(n)){t.progress.note("most rounds were disturbed for a minute, and the machine does not calm down: the run ends here; a quieter machine, or a runner of its own, helps");break}if(a===0&&i.paired){e.plan=jl(p,h,e);for(let g of Uo(e.plan,h))t.progress.note(g);Te(e.plan)}if(e.plan.looks.includes(n.length)){let g=u.judgement??H(e,n,null);if(pr(g,n.length,e),!g.undecided||n.length===e.plan.blocks)return g}}return H(e,n,Be(e,n.at(-1)))}function Dl(e){let t=e.filter(({kept:n,discarded:s})=>s.length>n.length),r=t.reduce((n,{wallSeconds:s})=>n+s,0);return t.length>=Jo.blocks&&2*t.length>e.length&&r>=Jo.seconds}function Fl({verdict:e,undecided:t,asksBase:r},n,{index:s,soak:o}){let a=u=>o.some(({slot:l})=>l.arm===u);if(a("head"))return r&&!a("base")?Ye(n,"base"):[];let i=s+1===n.blocks||!t,c=e.slos.some(({code:u})=>u==="met")||e.changes.some(({code:u})=>u==="unchanged");return i&&e.invalid.length===0&&c?Ye(n,"head"):[]}function jl({kept:e,discarded:t,wallSeconds:r},n,{plan:s,config:o}){let a=ln(s,o,n);if(t.length>0)return a;let i=e.reduce((c,{slot:u,evidence:l})=>c+(u.requests===null?un(u):l.seconds),0);return Wo(a,o,{wallSeconds:r,loadSeconds:i})}var Wl={rare:"slow requests come in some blocks only","hidden-work":"one revision takes more processor time, and its typical request no longer"};function Gl(e,t,{blocks:r}){return`${e}: ${Wl[t]}; from now on each revision has the whole load alone for ${Xt} s a block, in ${r} blocks at most`}async function Vo(e,t){let{request:r}=t,{head:n,base:s}=e.configs,o=Kl(t),a=e.variants.map((l,d)=>zl(e,d,t)),i=[],c=[],u=null;try{for(let[l,d]of[["head",n],["base",s]])d!==null&&await e.prepare(l,()=>Ir({...o,arm:l,config:d},c,r.progress,s===null?"":` of ${l}`));u=await Tr({...o,arm:null,config:n});for(let[l,d]of a.entries()){a.length>1&&!r.signal.aborted&&r.progress.note(`variant ${l+1} of ${a.length}: ${d.config.variant.name}`);let m={...d,blocks:[],later:a.slice(l+1).map(({plan:f})=>f)},p=Yl(e,l,u,o,t),h=await Jl(e,m,p),g=!i.some(({verdict:f})=>f.code==="regressed");if(i.push(g?await So(h,m,e,p):h),r.signal.aborted)break;if(ql(h)){let f=a.length-i.length;f>0&&r.progress.note(`not measured, since the run has no verdict now: ${f} more variants`);break}}}catch(l){if(!(l instanceof de))throw l;i.push(H(a[0],[],await xt(l,e)))}finally{await u?.stop(),await xr({...o,arm:null,config:n},c,"build")}return Hl(i,r.failOn)}function ql({verdict:{invalid:e}}){return e.some(({kind:t})=>t!=="machine-disturbed")}function zl(e,t,r){let{head:n,base:s}=e.variants[t],{request:o,plans:a,baseline:i,draft:c}=r,u=s!==null,l=a[t].paired===u?a[t]:fn(n,{budgetSeconds:o.budgetSeconds,paired:u}),d=e.comparison.kind==="pair"&&!u;return{config:n,plan:l,baseline:i,digests:new Map([...l.steps.map(m=>[m.label,Cr(m,n.deployments)]),...l.searches.map(m=>[m.label,Er(m,n.deployments)])]),draft:{...c,...e.pair&&{pair:e.pair},...e.deployments&&{deployments:e.deployments}},comparison:d?{kind:"none",reason:{kind:"new"}}:e.comparison,loosened:e.loosened,failOn:o.failOn}}async function Jl(e,t,r){let n=new Map,s=o=>H(t,t.blocks,o,n);try{let o=await Ho(t,r),{plan:a}=t;if(a.searches.length===0||Vl(o))return o;await mo(a.searches,n,{...r,swapped:a.swapped,drawFirst:()=>Ul(2)===0?"head":"base"});let i=[...n.values()].flat();return s(Be(t,i.find(({crash:c})=>c?.arm==="base")))}catch(o){if(!(o instanceof de))throw o;return s(await xt(o,e,t.config.variant))}}function Hl(e,t){return{verdict:_r(e.map(({verdict:r})=>r),t),record:Pn(e.map(({record:r})=>r)),undecided:e.some(({undecided:r})=>r),asksBase:e.some(({asksBase:r})=>r)}}function Vl({verdict:e}){return e.invalid.length>0||e.faults.some(({kind:t})=>t==="crashed")}function Kl({request:e,session:t}){let{environment:r,signal:n}=e,{workspace:s,keeper:o,grace:a}=t;return{logFolder:s.logs,environment:r,keeper:o,signal:n,grace:a,shared:new Map}}function Yl(e,t,r,n,{request:s,session:o,k6:a,seed:i}){let{head:c,base:u}=e.variants[t],l=(d,m)=>({...n,arm:d,config:m,shared:new Map([...r.portOf].filter(([p])=>m.services.some(h=>h.name===p&&h.scope==="run")))});return{arms:{head:l("head",c),...u&&{base:l("base",u)}},shared:r,...c.variant&&{variant:t+1},k6:a,seed:i,folder:o.workspace.k6,progress:s.progress}}async function Pf(e){let{progress:t,signal:r,environment:n,budgetSeconds:s}=e;Gn(process.platform);let o=Ql(Ht(_n(zt(Dn(e.configPath,process.cwd(),Zl(e)),e.only),e.deployments),e.base.from),e),a=await Xn(o.directory,n,r),i={budgetSeconds:s,paired:rr(o,a)},{config:c,planned:u}=e.shard?bn(o,e.shard.total,i)[e.shard.index-1]:{config:o,planned:pn(o,i)};if(e.shard&&u.length===0)return Ko({kind:"spare",...e.shard},c,e);for(let d of Jt(c,e.only))t.note(d);for(let d of Ln(c))t.note(d);for(let{plan:d}of u){Te(d);for(let m of d.shortages)t.note(mn(m))}let l=await at(c,a,e);return c.baseline.kind==="history"&&it(l),zr(c,e,async d=>{let m=await is(c,a,d,e);if(m.kind==="nothing"){let R=[...c.when.changed],E=Ko({kind:"irrelevant",baseCommit:m.base,patterns:R},c,e);return Ue(E,d.secrets)}let p=await Un({environment:n,path:c.k6Path,version:e.k6Version,progress:t,signal:r,ci:n.CI==="true"}),h=Xl(2**31),g=await sr(c,m,d.workspace.path,h,e);d.removeAtEnd(()=>g.remove()),g.suiteBefore!==c.suite&&(l=await ec(l,g,c,a,e));let f={...Qo(e,c,p.version),seed:h},b=R=>(R.comparison.kind==="history"&&it(l),Vo(R,{request:e,plans:u.map(({plan:E})=>E),session:d,baseline:l.baseline,draft:f,k6:p.path,seed:h})),k=await b(g);k.verdict.invalid.find(R=>R.kind==="base-failed"&&!R.both)&&c.baseline.onBaseFailure==="history"&&(t.note("the base cannot be measured; `on-base-failure` asks for a comparison with recorded runs"),k=await b(or(g))),Pt(r);let{verdict:O,record:A}=k,y=e.record&&O.invalid.length===0?await ls(l,A):Yo,M=Kn(A,l.baseline),{report:T,exitCode:$}=Xo(O,A,M,e),S=Zn(d.workspace);return Ue({...y,report:{...T,logs:S},exitCode:$},d.secrets)})}function Ql(e,{soakSeconds:t=e.measure.soakSeconds,tolerance:r,explain:n=e.explain}){let s={...e,explain:n,measure:{...e.measure,soakSeconds:t}};return r===void 0?s:Qt(s,r)}function Zl({only:e,environment:t}){return{only:e,calling:{command:"tailgate run",variables:Y(t)}}}async function ec({store:e},{suiteBefore:t},...[r,n,s]){return{...await at({...r,suite:t},n,s),store:e}}var Yo={recordPath:null,unrecorded:null};function Ko(e,t,r){let n={...Qo(r,t,"not used"),steps:[]};return{...Yo,...Xo(Jr(e),n,[],r)}}function Xo(e,t,r,{baseBranch:n,link:s}){return{report:In(e,t,{baseBranch:n,link:s,history:r}),exitCode:Vt(e)}}function Qo(e,t,r){return{schemaVersion:1,suite:t.suite,...e.subject,attempt:e.attempt,...e.job&&{job:e.job},...e.shard&&{shard:e.shard},recordedAt:new Date().toISOString(),tailgate:er,environment:{...Wn(),k6:r}}}export{Pf as a};
