import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{c as Yt}from"./chunk-BKQ2VXKY.mjs";import{a as Un,b as Wn,c as qn,d as zn,f as ae,g as er,h as tr,i as rr,j as sr,k as lr,l as kr}from"./chunk-RSRQUVCN.mjs";import{a as on,d as an,h as ln}from"./chunk-TTN2GADM.mjs";import{c as et,d as tt,e as Kn,f as Yn,g as Qn,h as Xn,i as Zn}from"./chunk-6HHORBW3.mjs";import{A as Sr,a as yn,b as We,c as _,d as Me,e as wn,f as J,g as kn,h as qe,i as vn,j as Mn,k as Je,l as Rn,m as xn,n as Nn,o as Bn,p as Dn,q as Fn,s as Ae,t as Hn,u as Jn,v as pr,w as fr,x as hr,y as gr}from"./chunk-RLXR5SDL.mjs";import{A as dr,B as mr,d as fn,e as hn,f as gn,g as Sn,i as bn,k as ze,m as He,n as Oe,o as nr,p as or,q as ar,r as ir,v as cr}from"./chunk-ZZ4J5MEX.mjs";import{b as Ve,e as Ke,f as V,g as K,h as Pn,i as In,o as Ee,p as oe,q as Ze,r as Gn,u as Vn}from"./chunk-3XC3YVTG.mjs";import{a as ke}from"./chunk-JXY5LZXU.mjs";import{a as ie,b as br,c as yr,d as wr}from"./chunk-DAD6EJZV.mjs";import{k as jn,l as $e}from"./chunk-DRW2HU7P.mjs";import{a as On,b as $n,c as Cn,d as _n}from"./chunk-D74Y7Z7A.mjs";import{a as Ln}from"./chunk-BYKIIYLB.mjs";import{a as un,f as ur}from"./chunk-EOEJNOOG.mjs";import{B as pn,F as se,G as Re,J as Ye,K as Qe,a as cn,g as Ge,l as z,m as H,n as ve,q as dn,v as Ue,z as mn}from"./chunk-LWB4VIYQ.mjs";import{a as An}from"./chunk-JU7ICJHA.mjs";import{A as Te,ba as Xe,f as Dt,h as Ht,i as Jt,j as Vt,k as Kt,r as Tn,t as En,x as xe}from"./chunk-M7AXU5N6.mjs";import{a as Zt,o as we,p as nn,s as rn,t as sn}from"./chunk-KOUG27U7.mjs";import{O as Qt,S as Xt,T as ye,aa as en,ca as tn,m as Lt,p as Nt,pa as re,q as Bt}from"./chunk-V7XQNCS6.mjs";import{C as B,G as ge,I as jt,K as Gt,M as Ut,da as Se,e as W,ea as Wt,f as T,ja as qt,k as L,l as N,oa as ne,p as Ft,q as je,s as te,sa as be,ta as zt,za as q}from"./chunk-VMXZPLQF.mjs";import{a as Io}from"./chunk-RIBAP3X7.mjs";import{b as It}from"./chunk-4VQWXGDJ.mjs";import{g as Pt}from"./chunk-HENDURBQ.mjs";import{a as ee,b as P,c as Ct,d as _t}from"./chunk-NZMXMQNO.mjs";import{b as he,e as Fe}from"./chunk-ADNWO27A.mjs";import{d as Po}from"./chunk-JLN3Y4HN.mjs";import{randomInt as vl}from"node:crypto";function vr(e,t){return{code:"skipped",blocks:!1,slos:[],changes:[],faults:[],invalid:[],pair:null,unmeasured:{kind:"irrelevant",baseCommit:e,patterns:[...t]},loosened:[],costs:[],suspects:[],acceptances:[],refusals:[],effort:{slices:0,discardedRounds:0,instances:0,loadSeconds:0}}}import{relative as Wo}from"node:path";var Lo=720*3600;async function Mr(e,t,r){let n=new Map(r.flatMap(({commit:m,commitTime:p})=>{let g=Date.parse(p??"")/1e3;return m===null||Number.isNaN(g)?[]:[[m,g]]}));if(n.size===0||"kind"in e)return new Set;let{git:s,remote:o}=e,a=await s(["rev-parse","--is-shallow-repository"]),i=await nt(s,o,t);if(a.stdout!=="false"||i.length===0)return new Set;let u=Math.floor(Math.min(...n.values()))-Lo,c=await s(["rev-list","--timestamp",`--max-age=${Math.max(0,u)}`,...i]);if(!c.ok)return new Set;let l=new Map([...c.stdout.matchAll(/^(\d+) ([0-9a-f]+)$/gm)].map(([,m,p])=>[p,Number(m)])),d=Math.max(Number.NEGATIVE_INFINITY,...i.map(m=>l.get(m)??Number.NEGATIVE_INFINITY));return new Set([...n].filter(([m,p])=>!l.has(m)&&p<=d).map(([m])=>m))}async function nt(e,t,r){let n=[...t===null?[]:[`refs/remotes/${t}/${r}`],`refs/heads/${r}`],s=await Promise.all(n.map(o=>K(e,o)));return[...new Set(s.filter(o=>o!==null))]}var No="A full clone has it: `fetch-depth: 0` for actions/checkout, `git fetch --unshallow` on a laptop. To fetch it later, the job needs `contents: read`.";async function Tr(e,t){let{head:r}=t,n=t.asked===null?await Bo(e,t.trigger,r,t.dirty):{commit:await Fo(e,t.asked),because:"asked",branch:null};if(!("commit"in n))return n;let s=await oe(e,n.commit,n.branch);if(s!==null)return rt(`The base revision ${n.commit.slice(0,10)}`,s);let o=await e.git(["rev-parse","--verify",`${n.commit}^{tree}`]);return{kind:"base",commit:n.commit,tree:o.stdout,because:n.because}}async function Bo(e,t,r,n){switch(t.kind){case"pull_request":{let s=await Er(e,r);if(s.length===2&&s.includes(t.headSha)){let o=s.find(a=>a!==t.headSha);return o===t.formerBaseSha&&o!==t.baseSha?jo(t.baseBranch):{commit:o,because:"merge-parent",branch:t.baseBranch}}return xr(e,r,t.baseBranch,t.baseSha)}case"merge_group":return{commit:t.baseSha,because:"merge-group",branch:null};case"push":{let{before:s,branch:o}=t;return s!==null&&Ee(s)&&!/^0+$/.test(s)&&s!==r&&await oe(e,s,o)===null?{commit:s,because:"before-push",branch:o}:Rr(e,r,o)}case"local":return e.checkout.branch!==t.baseBranch?xr(e,r,t.baseBranch,null):n?{commit:r,because:"parent",branch:t.baseBranch}:Rr(e,r,t.baseBranch)}}async function Rr(e,t,r){let[n]=await Er(e,t);return n!==void 0?{commit:n,because:"parent",branch:r}:{kind:"none",reason:"root-commit",message:"The first commit has none before it."}}async function Er(e,t){let{stdout:r}=await e.git(["cat-file","commit",t]),[n=""]=r.split(`

`,1);return[...n.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([,s])=>s)}async function xr(e,t,r,n){let s=await Do(e,r,n);if(s!==null&&typeof s=="object")return rt(`The branch ${r}`,s.problem);if(s===null)return{kind:"none",reason:"unknown-branch",message:`There is no branch ${JSON.stringify(r)} to compare with, here or on the remote.`,hint:"Name one with `--base-branch`, or a revision with `--base`."};let o=await e.git(["merge-base",t,s]);if(o.ok)return{commit:o.stdout,because:"merge-base",branch:r};let a=e.isShallow()?await Gn(e,t,s):{commit:null};return"problem"in a?rt(`The merge base with ${r}`,a.problem):a.commit!==null?{commit:a.commit,because:"merge-base",branch:r}:{kind:"none",reason:"unrelated",message:`The revision that is checked out and ${r} have no history in common.`}}async function Do(e,t,r){let[n]=await nt(e.git,e.checkout.remote,t);if(n!==void 0)return n;let s=await Ze(e,`refs/heads/${t}`);if(s!==null||r===null)return s;let o=await oe(e,r,null);return o===null?r:{problem:o}}async function Fo(e,t){let{git:r,top:n,remote:s}=e.checkout,o=await r(["rev-parse","--verify","--quiet","--end-of-options",t]);if(o.ok&&Ee(o.stdout)){let c=await K(r,o.stdout);if(c!==null)return c}if(Ee(t)&&await oe(e,t,null)===null)return t;let a=s!==null&&t.startsWith(`${s}/`)?t.slice(s.length+1):t;for(let c of[`refs/heads/${a}`,`refs/tags/${a}`]){let l=await Ze(e,c);if(l!==null)return l}let{stdout:i}=await r(["for-each-ref","--format=%(refname:short)"]),u=Pt(t,i.split(`
`).filter(Boolean));throw new P({what:`--base names no revision: ${JSON.stringify(t)}.`,where:n,hint:u===void 0?"It takes a branch, a tag or a commit of this repository.":`Did you mean ${u}?`})}function jo(e){return{kind:"none",reason:"unobtainable",message:`What is checked out is still the test merge with the former base, not with ${e}.`,hint:"Choose the base again, or push a commit: then GitHub starts a run with the new one."}}function rt(e,t){return{kind:"none",reason:"unobtainable",message:`${e} is not in this clone and could not be fetched: ${t}.`,hint:No}}async function Or(e,t,r){return[...(await $r(e,["diff-tree",...["-r","-z","--raw","--no-renames","--no-ext-diff","--ignore-submodules=none"],t,r])).matchAll(/:(\d+) (\d+) [^\0]*\0([^\0]*)\0/g)].map(([,o,a,i])=>({path:Cr(i),submodule:o===Ar||a===Ar}))}async function st(e,t){return(await $r(e,["ls-tree","-r","-z","--full-tree","--name-only",t])).split("\0").filter(Boolean).map(Cr)}var Ar="160000";async function $r(e,t){let r=await e.git(t,{encoding:"latin1"});if(r.ok)return r.stdout;throw new P({what:`What differs from the base could not be found out: ${Pn(r)}.`,hint:"Without `when` everything is measured.",exitCode:3})}function Cr(e){return Buffer.from(e,"latin1").toString()}async function _r(e,t,r){let{prefix:n}=e.checkout,s=await Or(e,r.base,r.head);if(Go(s,t,n))return{relevant:!0,notes:[]};let o=[...await st(e,r.head),...await st(e,r.base)].flatMap(l=>Pr(l,n)??[]),a=Uo(t.patterns,o);if(a.length===0)return{relevant:!1,notes:[]};let i=we(t.patterns),u=!o.some(l=>i(l)==="in"),c=a.map(l=>`${JSON.stringify(l)} of \`when.changed\` matches no file of base or head${u?"; everything is measured":""}`);return{relevant:u,notes:c}}function Go(e,t,r){let n=we(t.patterns);return e.some(({path:s,submodule:o})=>{let a=Pr(s,r);if(a===null)return!1;if(t.always.includes(a))return!0;let i=n(a);return i==="in"||o&&i==="unnamed"})}function Uo(e,t){return e.filter(r=>{if(nn(r))return!1;let n=we([r]);return!t.some(s=>n(s)==="in")})}function Pr(e,t){return t===""?e:e.startsWith(`${t}/`)?e.slice(t.length+1):null}async function Ir(e){let{asked:t,trigger:r,checkout:n}=e;if("kind"in n)return ot(n,t);if(n.head===null)return ot({kind:"none",reason:"no-commit",message:"Nothing is committed yet."},t);let s=await qn(n,e.folder,e),o=r.kind==="local"?await Wn(s,n.head,e.leaveOut):await Un(s,n.head),a=await Tr(s,{head:n.head,dirty:o.dirty,asked:t,trigger:r});if(a.kind==="none")return ot(a,t);if(a.tree===o.tree)return{kind:"identical",base:a,head:o,notes:o.notes};let i={base:a.tree,head:o.tree},u=e.watched&&await _r(s,e.watched,i),c=[...o.notes,...u?.notes??[]];return u?.relevant===!1?{kind:"irrelevant",base:a,head:o,notes:c}:{kind:"different",base:a,head:o,notes:c,layOut:l=>zn(s,l,{head:o,base:a})}}function ot(e,t){if(t===null)return e;throw new P({what:`--base ${JSON.stringify(t)} cannot be used: ${e.message}`,hint:e.hint})}async function Br(e,t,{workspace:r,keeper:n},s){let{progress:o,signal:a,base:i}=s;i.asked===null&&e.deployments===void 0&&qo(i.trigger);let u=e.baseline.kind==="paired"&&e.deployments===void 0,c=i.asked!==null||Lr(i.trigger);if(!u&&e.when===void 0&&!c)return ke(()=>"no base: the configuration or `--from` asks for recorded runs, and no merge waits for the run"),{kind:"alone",comparison:{kind:"history"}};o.phase(u?"laying out base and head":"looking at what has changed");let l=await Ir({checkout:t,environment:{...s.environment,...n.mark},asked:i.asked,trigger:i.trigger,folder:r.path,credentials:i.credentials??null,leaveOut:[...s.store.kind==="directory"?[s.store.path]:[],...s.keepPath?[s.keepPath]:[]],...e.when&&{watched:Jo(e,e.when)},signal:a});if(Hn(l,i.asked,i.trigger),l.kind==="none"){if(u&&(l.reason==="unobtainable"||Lr(i.trigger)))throw Vo(l);e.when?o.note(`no base to find out what has changed, so everything is measured: ${Nr(l)}`):u&&l.reason!=="no-repository"&&o.note(`no base to measure beside the head: ${Nr(l)}`);let d=c&&{unread:l.message};return{kind:"alone",comparison:{kind:"history"},...d}}for(let d of l.notes)o.note(d);if(u&&zo(l,s),l.kind==="irrelevant"||l.kind==="identical"&&e.when)return{kind:"nothing",base:l.base.commit};if(!u){let d=l.kind==="different"&&{pair:l};return{kind:"alone",comparison:{kind:"history"},...d}}return l.kind==="different"?{kind:"pair",pair:l}:{kind:"alone",comparison:{kind:"none",reason:{kind:"identical"}}}}function qo(e){if(e.kind!=="local"||e.commented===void 0)return;let{baseBranch:t,commented:r}=e;throw new P({what:`issue_comment checks out ${t}, not pull request ${r}, and names no base to compare it with.`,hint:`Best measure on \`pull_request\`. Otherwise check out the pull request (\`ref: refs/pull/\${{ github.event.issue.number }}/head\` and \`fetch-depth: 0\` for actions/checkout), and set the input \`base\`, such as \`origin/${t}\`. Its code then has the secrets and the token of this job: check first who has commented.`})}function zo({base:e,head:t},r){let{trigger:n}=r.base;if(n.kind!=="local"||n.event===void 0)return;let s=`${Xe(r.subject.commit)}${t.dirty?" with changes that are not committed":""}`,o=`${Xe(e.commit)}, ${jn(e,n.baseBranch)}`;r.progress.note(`${n.event}: what is checked out, ${s}, is compared with ${o}`)}var Ho="Give actions/checkout `fetch-depth: 0`, and its job `contents: read`. Or compare with recorded runs on purpose: `from: history` under `baseline`.";function Jo({path:e,directory:t,scenarios:r,k6Path:n=e},{changed:s}){let o=r.flatMap(({work:a})=>Nn(a));return{patterns:s,always:[e,n,...o].map(a=>Wo(t,a))}}function Lr({kind:e}){return e==="pull_request"||e==="merge_group"}function Nr({message:e,hint:t}){return`${e}${t?` ${t}`:""}`}function Vo({message:e,hint:t=Ho}){return new P({what:`No base to measure beside the head: ${e}`,hint:t,exitCode:ee.unmeasured})}async function at(e,t,r){let{progress:n,environment:s,signal:o,subject:a}=r,{suite:i,directory:u}=e,c=r.base.credentials??null,l=Vn(r.store,{suite:i,directory:u,credentials:c,environment:s,signal:o});try{let{records:d,unreadable:m}=await l.list({newest:An});for(let{name:y,reason:v}of m)n.note(`record ${y} is left out: ${v}`);let p=a.commit===null?null:r.baseBranch,g=d.filter(y=>y.branch===p),w=p===null?new Set:await Mr(t,p,g);return w.size>0&&n.note(`${Ko(w.size)} no longer on ${p} and left out`),{store:l,baseline:On(g,{branch:p,onBranch:y=>!w.has(y),leg:r.leg}),problem:null}}catch(d){if(!(d instanceof P)||d.exitCode!==ee.unmeasured)throw d;return n.note(`the records cannot be read, so there is no trend: ${d.message}`),{store:l,baseline:[],problem:d}}}function it({problem:e}){if(e===null)return;let{message:t,where:r,hint:n,detail:s}=e;throw new P({what:t,where:r,hint:n,detail:s,cause:e,exitCode:ee.unmeasured})}async function Dr({store:e},t){try{return{recordPath:await e.append(t),unrecorded:null}}catch(r){if(r instanceof Ct)throw r;let n=r instanceof P&&r.hint?` ${r.hint}`:"";return{recordPath:null,unrecorded:`${r.message}${n}`}}}function Ko(e){return e===1?"the commit of one record is":`the commits of ${e} records are`}import{randomInt as pl}from"node:crypto";async function le(e,{arms:t,together:r,block:n,variant:s}){e.starts++;let o=e.starts>1?`_${e.starts}`:"",a=s===void 0?"":`v${s}_`,i=await Promise.allSettled(r.map(async l=>{e.running.set(l,await er(t[l],`${l}_${a}${n+1}${o}`))})),u=i.flatMap(l=>l.status==="rejected"?[l.reason]:[]),c=u.find(({arm:l})=>l!=="base")??u[0];if(c instanceof ae&&(c.isOnlyHere=u.length<i.length),c!==void 0)throw c}async function ce({running:e}){let t=[...e.values()];e.clear();let n=(await Promise.allSettled(t.map(s=>s.stop()))).find(s=>s.status==="rejected");if(n)throw n.reason}import{readFileSync as ct}from"node:fs";import{availableParallelism as Fr}from"node:os";import{setTimeout as Yo}from"node:timers/promises";var Qo=250,Xo=.1;async function _e(e,t){let r=performance.now()+e,n=lt(0,new Set);for(;n.busy!==null&&performance.now()<r&&!t.aborted;){await Yo(500);let s=lt(0,new Set),o=(s.monotonic-n.monotonic)/1e3;if(((s.busy??0)-n.busy+(s.steal??0)-(n.steal??0))/o<Xo*Fr())return!0;n=s}return n.busy===null}function jr(e,t,r=new Map){let n=[],s=Fr(),o=()=>{let i=lt(e,new Set(t),r),u=n.findLast(({generator:l})=>l!==null)?.generator??0,c=(i.generator??0)<u;n.push(c?{...i,busy:null,generator:null,service:null}:i),s=ra(e)??s};o();let a=setInterval(o,Qo);return{samples:n,take:o,generatorLimit:()=>s,stop(){clearInterval(a),o()}}}function lt(e,t,r=new Map){let n=Zo(),{user:s,system:o}=process.cpuUsage(),a=new Set([e,...t]),i=n&&Yn(Kn()??[],a),u=i&&na(i,e,t);return{wall:Date.now(),monotonic:performance.now(),busy:n?.busy??null,steal:n?.steal??null,generator:u?.generator??null,service:u?.service??null,self:(s+o)/1e6,opens:ea(),arms:new Map([...r].map(([c,l])=>[c,ta(i??[],l)]))}}function Zo(){try{let[e,t,r,,,,,n]=ct("/proc/stat","latin1").slice(0,200).split(`
`)[0].trim().split(/\s+/).slice(1).map(Number);return{busy:(e+t+r)/tt,steal:(n??0)/tt}}catch{return null}}function ea(){try{let e=ct("/proc/self/net/snmp","latin1").split(`
`),[t,r]=e.filter(n=>n.startsWith("Tcp:")).map(n=>n.split(" "));return Number(r[t.indexOf("ActiveOpens")])}catch{return null}}function Gr(e,t,r){let[n,s]=[t,r].map(o=>Ce(e,o,({opens:a})=>a));return n===null||s===null?null:Math.ceil(s-n)}function ta(e,t){let r=e.filter(({session:s})=>t.includes(s)),n=s=>r.reduce((o,a)=>o+s(a),0);return{seconds:n(({pid:s,seconds:o})=>Math.max(o,Qn(s)??0)),memory:n(({pid:s})=>Xn(s)??0)}}function na(e,t,r){let n={generator:0,service:0};for(let{session:s,seconds:o}of e)s===t?n.generator+=o:r.has(s)&&(n.service+=o);return n}function ra(e){try{return(/^Cpus_allowed_list:\s*(\S+)/m.exec(ct(`/proc/${e}/status`,"latin1"))?.[1]).split(",").map(n=>n.split("-").map(Number)).reduce((n,[s,o])=>n+(o===void 0?1:o-s+1),0)}catch{return null}}function ut(e,t,r,n){let s=(r-t)/1e3,o=m=>{let p=Ce(e,t,m),g=Ce(e,r,m);return p===null||g===null?null:Math.max(0,(g-p)/s)},[a,i,u,c]=[o(m=>m.busy),o(m=>m.generator),o(m=>m.service),o(m=>m.self)],l=n.outsiders?null:u,d=a!==null&&i!==null&&l!==null;return{cores:n.cores,generator:i,generatorLimit:n.generatorLimit,service:l,others:d?Math.max(0,a-i-l-(c??0)):null,steal:o(m=>m.steal),clockJumpMs:sa(e,t,r)}}function Ur(e,t,r,n){let s=c=>Ce(e,c,l=>l.arms.get(t)?.seconds??null),[o,a]=[s(r),s(n)],i=e.findLast(({wall:c})=>c<=n)?.arms.get(t)?.memory??0;return!((e.at(-1)?.wall??0)>=n)||o===null||a===null||a<=o||i===0?null:{cpu:a-o,memory:i}}function Ce(e,t,r){let n=e.filter(c=>r(c)!==null),s=n.findIndex(c=>c.wall>=t),o=n[s===-1?n.length-1:s],a=n[Math.max(0,(s===-1?n.length-1:s)-1)];if(!a||!o)return null;let[i,u]=[r(a),r(o)];return i===null||u===null?null:o.wall===a.wall?u:i+Math.min(1,Math.max(0,(t-a.wall)/(o.wall-a.wall)))*(u-i)}function sa(e,t,r){let n=e.filter(s=>s.wall>=t&&s.wall<=r).map(s=>s.wall-s.monotonic);return n.length<2?0:Math.max(...n)-Math.min(...n)}function Wr(e){let{intended:t,sent:r,dropped:n}=e;if(dt(e))return"disturbed";let s=t===null?0:t-r,o=t!==null&&s>Math.max(2,.01*t),a=zr(e);return t===null?Hr(e)?"generator-starved":"sound":o||n>0?a?"generator-starved":n>0&&o?"service-slow":o?(e.lagMs??0)>20?"generator-starved":"unknown":"sound":e.lagMs!==null&&e.lagMs>20&&!oa(e)?"generator-starved":"sound"}function dt({cpu:e,clockJumpMs:t}){return t>100||e.steal!==null&&e.steal>.1*e.cores||e.others!==null&&e.others>.2*e.cores}function oa(e){let{cores:t,generator:r,service:n}=e.cpu;return r===null||n===null?!1:r<.3*t&&n>r&&r+n<.9*t&&mt(e)}function mt({cpu:{cores:e,others:t,steal:r},clockJumpMs:n}){return t!==null&&t<.05*e&&(r??0)<.025*e&&n<=100}function qr(e,t){if(zr(e))return!0;let{generator:r,service:n}=e.cpu;return(t==="generator-starved"||t==="unknown")&&r!==null&&!(n!==null&&n>r)}function zr(e){let{cpu:t}=e;return t.generator===null?!1:Hr(e)?!0:t.generator+(t.service??0)+(t.others??0)>.9*t.cores&&t.generator>.45*t.cores}function Hr({cpu:{generator:e,generatorLimit:t}}){return e!==null&&t!==null&&e>.9*t}function ue(e,t){let{cpu:r,intended:n,sent:s,seconds:o,clockJumpMs:a,lagMs:i}=t,u=`${Math.max(0,Math.round((n??0)-s))} of ${Math.round(n??0)} arrivals never began in ${aa(o)} s`,c=(l,d)=>`${Math.round(100*l/d)} %`;switch(e){case"disturbed":return a>100?`the clock jumped by ${Math.round(a)} ms`:r.steal!==null&&r.steal>.1*r.cores?`the hypervisor took ${c(r.steal,r.cores)} of the processors`:`other processes took ${c(r.others??0,r.cores)} of the processors`;case"generator-starved":{let l=r.generator===null?"":`; k6 had ${c(r.generator,r.generatorLimit??r.cores)} of its processors`;return`${(i??0)>20?`k6 began arrivals ${Math.round(i)} ms late (p99)`:`k6 fell behind: ${u}`}${l}`}case"unknown":return`${u}, and nothing shows why`;case"service-slow":return`the service was too slow for the rate: ${u}`;case"sound":return"nothing disturbed it"}}function aa(e){return Math.round(e*10)/10}var ia=.98,la=.01,ca=.8;function Jr(e,t,{diagnosis:r,evidence:n,slices:s}){let o=q(s,e.metric),{sent:a,intended:i}=n,u=i!==null&&a<ia*i,c=ua(s),l=ge(s),m=!Number.isNaN(o)&&!Ye(se,l)&&!Ye(e,o)&&!u&&!c;return{rate:t,achieved:jt(s),met:m,value:o,errors:l,dropped:s.reduce((p,g)=>p+g.dropped,0),...c&&{growing:c},...!m&&qr(n,r)&&{limitedBy:"generator"}}}function ua(e){let t=e.filter(i=>Gt(i)>0).map(i=>({at:i.startedAt/1e3,wait:B([i],.5)/1e3})),r=t[0],n=t.at(-1);if(r===void 0||n===void 0||t.length<4||n.wait===1/0)return;let s=t.flatMap((i,u)=>t.slice(u+1).map(c=>c.wait>i.wait)),o=s.filter(Boolean).length>=ca*s.length,a=(n.wait-r.wait)/(n.at-r.at);return o&&a>la?!0:void 0}function Vr(e){let t=e.filter(Yr);return e.filter(({slot:r})=>t.some(n=>n.slot.step===r.step&&n.slot.round===r.round))}function Kr(e,t){let r=[...new Set(e.map(({slot:a})=>a.step.label))],n=e.filter(Yr).map(({diagnosis:a,evidence:i})=>ue(a,i));return`${`${e.length} ${e.length===1?"round":"rounds"} of ${r.join(", ")}`} ${t?"will be measured again":"discarded"}: ${[...new Set(n)].join("; ")}`}function Yr({diagnosis:e}){return e!=="sound"&&e!=="service-slow"}function Qr({slot:e,diagnosis:t,evidence:r},n){let{sent:s,intended:o,seconds:a,dropped:i,lagMs:u,clockJumpMs:c,cpu:l}=r,d=y=>y===null?"unknown":Number(y.toPrecision(3)),{generator:m,service:p,others:g,steal:w,cores:f}=l;return[`discarded: block ${n+1}, ${e.step.label}, ${e.arm}, round ${e.round+1}, ${e.turns?"in turns":"alone"}`,t==="sound"?"sound, but its counterpart is not":ue(t,r),`${s} of ${o??s} arrivals in ${d(a)} s, ${i} dropped, p99 of lateness ${d(u)} ms`,`of ${f} cores k6 used ${d(m)}, the service ${d(p)}, others ${d(g)}, the hypervisor ${d(w)}`,`the clock jumped by ${d(c)} ms`].join("; ")}import{availableParallelism as ei}from"node:os";import{setTimeout as ti}from"node:timers/promises";function es(e,t){let{rate:r,settling:n,measured:s}=e,o=Xr({...e,count:n},t),a=n/r*1e3,i=n>0?0:Math.min(100,500*s/r),u=1-i*r/(1e3*Math.max(1,s)),c=Xr({...e,count:s},t),l=[...o,...c.map(g=>a+i+g*u)],d=e.arms*e.turn,m=0;for(;m+d<=n&&l[m]<100;)m+=d;let p=l.slice(m).map(g=>Number(Math.max(g,100).toFixed(2)));return{dueMs:p,skipped:m,...ma(p,r)}}function Xr({rate:e,count:t,arms:r,turn:n},s){let o=Math.ceil(t/(r*n))*n,a=da(o,o/e*1e3,s),i=[],u=0;for(let c=0;c<o;c+=n)for(let l=0;l<r;l++)for(let d of a.slice(c,c+n))u+=d,i.push(u);return i.slice(0,t)}function da(e,t,r){let n=Array.from({length:e+1},()=>-Math.log(1-r.uniform())),s=n.reduce((o,a)=>o+a,0);return n.slice(0,e).map(o=>o/s*t)}var Zr=[1,1.01,1.02,1.05,1.1,1.15,1.2,1.3,1.5,2,3,5,10];function ma(e,t){let r=e.length,n=u=>e.reduce((c,l,d)=>Math.min(c,l-d*1e3/(t*u)),1/0),s=t*(Zr.find(u=>n(u)>=5)??Zr.at(-1)),o=Math.max(0,Math.floor(n(s/t)-5)),[a,i]=[0,0];for(let u=0;u<r;u++){for(;i<r&&e[i]<o+u*1e3/s;)i++;a=Math.max(a,u+1-i)}return{launchMs:o,launchRate:s,launchSeconds:(r-.5)/s,waiting:a}}function ts(e,t){let r=2166136261^e;for(let n=0;n<t.length;n++)r=Math.imul(r^t.charCodeAt(n),16777619);return r|0}var ns=`/**
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
`;var rs=`// Lateness of an arrival (ms). Open model only. It says nothing while arrivals are dropped.
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
`;var Pe="books.js",as=ns,ss={perSecond:50,share:1/8},ha=["0.0.0.0/2","64.0.0.0/3","96.0.0.0/4","112.0.0.0/5","120.0.0.0/6","124.0.0.0/7","126.0.0.0/8","128.0.0.0/1",...Array.from({length:16},(e,t)=>`${(2**t).toString(16)}::/${16-t}`)];function is({program:e,targetUrl:t,confined:r,scriptPath:n,insecure:s=!1,requestOf:o,arrivals:a=new Map,arrivalsFile:i="",dealOf:u=()=>null}){let c=e.slots[0].step.work,l=new Map(e.slots.map(f=>[f,u(f)])),d=Object.fromEntries(e.slots.map((f,y)=>{let v=l.get(f)??null,R=v===null?o(f):null;return[f.key,{id:`s${y}`,...ya(f,R,v),...Sa(a.get(Y(f))),isConfined:r}]})),m=Math.max(0,...[...a.values()].map(({waiting:f})=>f)),p=[...l.values()].filter(f=>f!==null),g=JSON.stringify(c.kind==="script"?n??c.path:null),w=c.kind==="script"?[`export * from ${g};`,`import * as user from ${g};`]:["const user = {};"];return[`import { CODES, needsBody, openIteration, TAG, tellFailure } from './${Pe}';`,"import { sleep } from 'k6';","import http from 'k6/http';","import exec from 'k6/execution';",...a.size>0||p.some(({dataFile:f})=>f!==null)?["import { SharedArray } from 'k6/data';"]:[],"import { Counter, Gauge, Trend } from 'k6/metrics';",...w,"",`const TARGET_URL = __ENV.TARGET_URL || ${JSON.stringify(t)};`,`const PERCENTS = ${JSON.stringify(nr)};`,`const INSECURE = ${s};`,`const BLOCKED = ${JSON.stringify(r?ha:[])};`,`const SEQUENCES = ${JSON.stringify(Object.fromEntries(p.map(({name:f,sequence:y})=>[f,y])))};`,`const ROWS = {${[...new Set(p.flatMap(ga))].join(", ")}};`,`const ARRIVALS = {${[...a.keys()].map(f=>ba(f,i)).join(", ")}};`,`const SLOTS = ${JSON.stringify(d,null,2)};`,`const SCENARIOS = ${JSON.stringify(Object.fromEntries(e.slots.map(f=>[Y(f),wa(f,a,m)])),null,2)};`,"",rs].join(`
`)}function ga({name:e,dataFile:t}){if(t===null)return[];let r=JSON.stringify(e);return[`${r}: new SharedArray(${r}, () => JSON.parse(open(${JSON.stringify(`./${t}`)})))`]}function Sa({skipped:e,launchMs:t}={skipped:0,launchMs:0}){return{skipped:e,launchMs:t}}function ba(e,t){let r=JSON.stringify(e);return`${r}: new SharedArray(${JSON.stringify(`arrivals ${e}`)}, () => JSON.parse(open(${JSON.stringify(`./${t}`)}))[${r}])`}function pt(e){return e.round!==null||e.slices>1}function Y({key:e,turns:t}){return t?.scenario??e}function ya(e,t,r){let{load:n,work:s,label:o}=e.step,a=r?.requests.map((i,u)=>({...i,which:u}));return{label:o,measured:pt(e),told:e.arm==="head",startMs:e.startSeconds*1e3,settleMs:e.settleSeconds*1e3,sliceMs:(e.seconds-e.settleSeconds)*1e3/e.slices,slices:e.slices,rate:n.kind==="arrival-rate"?n.rate:null,sampledShare:n.kind==="arrival-rate"?Math.min(1,ss.perSecond/n.rate):ss.share,scenario:Y(e),scenarioName:e.step.scenario,turns:e.turns&&{...e.turns,...J(e)},iterations:e.round===null?null:e.requests,exec:s.kind==="script"?s.exec:null,custom:[...new Set(ye(e.step.slos).map(({name:i})=>i))],deal:r&&{name:r.name,first:r.first,requests:a},request:a?.[0]??(t&&{method:t.method,url:t.url,headers:t.headers,body:t.body??null,expectStatus:t.expectStatus,timeoutMs:t.timeoutSeconds*1e3})}}function wa(e,t,r){let{load:n,virtualUsers:s,graceSeconds:o}=e.step,a={exec:"runIteration",startTime:`${e.startSeconds}s`,gracefulStop:`${o}s`},i=`${e.seconds}s`;switch(n.kind){case"arrival-rate":{let u=t.get(Y(e)),c={preAllocatedVUs:s+r,maxVUs:s+r},l="constant-arrival-rate";if(u===void 0)return{...a,...c,executor:l,duration:i,...os(n.rate)};let d=Math.max(z,u.launchSeconds),m=u.launchMs/1e3,p=Math.max(0,e.seconds-m-d)+o;return{...a,startTime:`${Se(e.startSeconds+m)}s`,...c,executor:l,duration:`${Se(d)}s`,gracefulStop:`${Se(p)}s`,...os(u.launchRate)}}case"users":return{...a,executor:"constant-vus",duration:i,vus:n.users};case"fixed-work":return e.round===null?{...a,executor:"constant-vus",duration:i,vus:n.users}:{...a,executor:"shared-iterations",vus:n.users,iterations:e.requests??n.requests,maxDuration:`${H}s`}}}function os(e){for(let[t,r]of[["1s",1],["1m",60],["1h",3600]]){let n=e*r;if(Math.abs(n-Math.round(n))<1e-9*n)return{rate:Math.round(n),timeUnit:t}}return{rate:Math.max(1,Math.round(e*3600)),timeUnit:"1h"}}function ls(e,t,r){return new Map(e.slots.flatMap(n=>{let{load:s,label:o}=n.step;if(s.kind!=="arrival-rate"||s.arrivals==="even")return[];let a=Oe(ts(t,`${r} ${n.round} ${o}`));return[[Y(n),es({rate:s.rate,...ka(n)},a)]]}))}function ka(e){let t=J(e),{seconds:r,settleSeconds:n}=e,{rate:s}=e.step.load,o=c=>Math.ceil(Number((s*c).toFixed(6)));if(t===null)return{settling:o(n),measured:kn(e),arms:1,turn:1};let{settling:a,arrivals:i}=t,u=Math.max(0,Math.floor(Number((s*r).toFixed(6)))-a);return{settling:a,measured:u,arms:e.turns.of,turn:i}}var Q={grpc:2e3,socket:3e3,redis:9e3,exception:9001},cs=1e4;function ft({values:e,count:t},r){let n=new Map([[e[0],0],[e.at(-1),0]]);for(let[s,o]of e.entries())s===0||o!==e[s-1]||n.set(o,(n.get(o)??0)+r[s]-r[s-1]);return[...n].map(([s,o])=>({which:Math.floor(s/cs),code:s%cs,count:Math.max(1,Math.round(o*t))})).sort((s,o)=>o.count-s.count)}function us(e){let t=new Map;for(let r of e){let n=`${r.which} ${r.code}`;t.set(n,{...r,count:r.count+(t.get(n)?.count??0)})}return[...t.values()].sort((r,n)=>n.count-r.count)}var va=["OK","CANCELLED","UNKNOWN","INVALID_ARGUMENT","DEADLINE_EXCEEDED","NOT_FOUND","ALREADY_EXISTS","PERMISSION_DENIED","RESOURCE_EXHAUSTED","FAILED_PRECONDITION","ABORTED","OUT_OF_RANGE","UNIMPLEMENTED","INTERNAL","UNAVAILABLE","DATA_LOSS","UNAUTHENTICATED"];function ds(e,t){if(e<1e3)return`status ${e}`;let r=t===void 0?"":`: ${t}`;return e>=Q.exception?t??"exception":e>=Q.redis?`redis${r}`:e>=Q.socket?`WebSocket${r}`:e>=Q.grpc?`gRPC status ${va[e-Q.grpc]??e-Q.grpc}${r}`:t??`error ${e} of k6`}var bt=Po(Io(),1);import{createReadStream as Aa,existsSync as gt,readFileSync as gs,writeFileSync as St}from"node:fs";import{totalmem as Oa}from"node:os";import{dirname as $a,join as D}from"node:path";import{createInterface as Ca}from"node:readline";import{setTimeout as _a}from"node:timers/promises";import{rootCertificates as Pa}from"node:tls";var Ie=N({count:T(),avg:T(),values:L(T())}).nullable(),Ma=Ft("type",[N({type:te("trend"),count:T(),avg:T(),values:L(T())}),N({type:te("rate"),hits:T(),count:T()}),N({type:te("counter"),sum:T()})]),Ra=N({schemaVersion:te(1),percents:L(T()),slots:je(W(),N({startedAt:T(),endedAt:T(),dropped:T(),answers:L(N({sizes:Ie,statuses:Ie})),slices:L(N({started:T(),finished:T(),exceptions:T(),barren:T(),untagged:T(),begun:T(),voided:T(),resent:T(),connects:T(),received:T(),failed:Ie,latency:Ie,lag:N({p50:T(),p99:T(),max:T()}).nullable(),custom:je(W(),Ma).optional()}))})),thresholds:L(W()),fed:L(W()),unfed:L(W()),lost:T(),seen:L(Ut).optional()});function ms(e){return Ra.parse(JSON.parse(e))}function ps(e,t){return t.filter(r=>pt(r)&&(e.slots[r.key]?.startedAt??0)>0).map(r=>({...xa(r,e.slots[r.key],e.percents),seen:e.seen}))}function xa(e,t,r){let n=r.map(f=>f/100),{load:s,work:o}=e.step,a=s.kind==="fixed-work"&&t.endedAt>=t.startedAt?Math.max(1,t.endedAt-t.startedAt)/1e3:e.seconds-e.settleSeconds,i=s.kind==="arrival-rate"?s.rate:null,u=J(e),c=u===null?a/e.slices:u.planned/i/e.slices,l=i===null?null:i*c,d=o.kind==="script",m=t.slices.map((f,y)=>{let{latency:v,failed:R,exceptions:A}=f;return{startedAt:t.startedAt+(e.settleSeconds+y*a/e.slices)*1e3,seconds:c,...e.turns!==null&&{alternating:!0},planned:l,ok:v?.count??0,failed:Math.max(R?.count??0,A)+ht(f,d),dropped:Ea(t,s.kind==="fixed-work"?e:null,l),...f.resent>0&&{resent:f.resent},latency:v&&{levels:n,values:v.values},avg:v?.avg??null,lag:f.lag,...Object.keys(f.custom??{}).length>0&&{custom:Ta(f.custom,n)}}}),p=f=>t.slices.reduce((y,v)=>y+f(v),0),g=p(f=>ht(f,d)),w=p(f=>f.started>f.finished?0:ht(f,!0));return{slot:e,slices:m,sent:p(({started:f})=>f),intended:l===null?null:l*e.slices,barren:p(({barren:f})=>f),lost:d?w+(ye(e.step.slos).length>0?p(({untagged:f})=>f):0):0,cut:g,received:p(({received:f})=>f),failures:us(t.slices.flatMap(({failed:f})=>f===null?[]:ft(f,n))),answers:t.answers.map(({sizes:f,statuses:y})=>({sizes:f&&{...f,levels:n},statuses:new Map(y?ft(y,n).map(({code:v,count:R})=>[v,R]):[])})),connects:p(({connects:f})=>f)}}function ht({started:e,begun:t,voided:r,latency:n,failed:s},o){let a=r+(n?.count??0)+(s?.count??0);return Math.max(0,(o?t:e)-a)}function Ta(e,t){return Object.fromEntries(Object.entries(e).map(([r,n])=>[r,n.type==="trend"?{...n,levels:t}:n]))}function Ea(e,t,r){if(e.dropped===0)return 0;if(t)return Math.round(e.dropped/t.slices);let n=(r??0)*e.slices.length-e.slices.reduce((s,{started:o})=>s+o,0);return Math.round(Math.min(e.dropped,Math.max(0,n))/e.slices.length)}var fs={100:"its `setup` did not finish in time",101:"its `teardown` did not finish in time",104:"k6 does not accept its options",107:"it threw an exception outside an iteration",108:"it aborted the test",110:"it marked the test as failed"},Ia=99,hs=105;async function Ss(e){let{folder:t,name:r}=e,n=D(t,`${r}.js`),s=D(t,`${r}.summary.json`),o=D(t,`${r}.log`),a=D(t,"k6-config.json");St(n,e.script),e.arrivals&&St(D(t,e.arrivals.file),JSON.stringify(e.arrivals.dueMs)),gt(D(t,Pe))||bt.default.sync(D(t,Pe),as),gt(a)||bt.default.sync(a,"{}");let i=await Zn({command:[e.binary,"run","--quiet","--no-color","--no-usage-report","--config",a,"--address","","--env",`TARGET_URL=${e.targetUrl}`,"--env",`BASE_URL=${e.targetUrl}`,"--env",`TAILGATE_SUMMARY=${s}`,...e.userScript?["--env",`TAILGATE_SCRIPT_FOLDER=${$a(e.userScript)}`]:[],n],cwd:e.cwd,env:{...Ga(),...he(e.environment,Ua(e)),...!e.mayFetch&&{K6_AUTO_EXTENSION_RESOLUTION:"false"}},logPath:o,keeper:e.keeper}),u=i.exited.then(async c=>{let l=sr(Fa(o),t),d=c.code??-1,m=(p,g)=>({kind:"failed",fault:p,message:g,log:l});if(c.signal!==null)return m("harness",`k6 was ended by ${c.signal}`);if(d in fs){let p=l.replaceAll('\\"','"'),g=/TAILGATE_EXPORTS (\S+): (.*?) TAILGATE_END/.exec(p),w=/TAILGATE_REFUSED (.*?) TAILGATE_END/.exec(p)?.[1];return{...m("script",w??`${fs[d]}${Ba(p)}`),...g!==null&&{missing:{exec:g[1],there:g[2]}}}}if(d!==0&&d!==Ia&&d!==hs)return m("harness",`k6 ended with exit code ${d}`);try{let p=ms(gs(s,"utf8"));return{kind:"measured",complete:d!==hs,summary:p,...await Wa(o)}}catch(p){return m("harness",`k6 left no readable summary: ${p.message}`)}});return{group:i,began:Na(o,i),finished:u}}var La=20;async function Na(e,{exit:t}){for(;t()===null;){let r=/TAILGATE_BEGAN (\d+)/.exec(et(e))?.[1];if(r!==void 0)return Number(r);await _a(La)}return null}function Ba(e){let t=/"(k6\/x\/[^"\s]+)"/.exec(e)?.[1];return t!==void 0?`: it imports \`${t}\`, an extension that this k6 lacks. None is fetched from elsewhere unless \`allow\` names hosts; give \`k6.path\` a k6 that has it`:/ of undefined/.test(e)?"; Tailgate replaces its scenarios and its load, so `exec.test.options.scenarios` has not those of the script":""}var Da=20;function Fa(e){let t=et(e,2e3).split(`
`),r=t.slice(-Da),n=t.find(s=>/^time="[^"]*" level=error (?!.* source=console)/.test(s));return(n===void 0||r.includes(n)?r:[n,...r.slice(1)]).join(`
`)}var ja=4;function Ga(){let e=Math.min(Oa(),process.constrainedMemory?.()||Number.POSITIVE_INFINITY);return{GOGC:"800",GOMEMLIMIT:`${Math.floor(e/ja/2**20)}MiB`}}function Ua({certificates:e=[],environment:t,folder:r}){if(e.length===0)return{};let n=t.SSL_CERT_FILE,s=n&&gt(n)?[gs(n,"utf8")]:Pa,o=D(r,"certificates.pem");return St(o,[...e,...s].join(`
`)),{SSL_CERT_FILE:o}}async function Wa(e){let t=new Map,r=new Map;for await(let n of Ca({input:Aa(e)})){let s=/TAILGATE_(FAILURE|REDIRECT) ((?:[^"\\]|\\.)*)"/.exec(n);if(s===null)continue;let o=s[2].replaceAll('\\"','"');if(s[1]==="FAILURE"){let[,a,i,u]=/^(\d+) (.*?): (.*)$/s.exec(o)??[],c=`${a} ${i}`;u!==void 0&&!t.has(c)&&t.set(c,{label:i,code:Number(a),text:u})}else{let[,a,i,u,c]=/^(\d+) (\d+) (\S+) (.*)$/s.exec(o)??[],l=`${a} ${c}`;if(c===void 0||r.has(l))continue;r.set(l,{label:c,which:Number(a),status:Number(i),location:u==="-"?null:u})}}return{told:[...t.values()],redirects:[...r.values()]}}import{existsSync as Ha,writeFileSync as Ja}from"node:fs";import{join as Va}from"node:path";var qa=1;function bs(e){let t=e.map(({weight:u})=>u),r=t.reduce(ys),n=t.map(u=>u/r),s=n.flatMap((u,c)=>Array.from({length:u},()=>c)),o=Oe(qa);for(let u=s.length-1;u>0;u--){let c=o.index(u+1);[s[u],s[c]]=[s[c],s[u]]}let a=n.map(()=>0),i=s.map(u=>a[u]++);return{order:s,ranks:i,counts:n}}function ys(e,t){return t===0?e:ys(t,e%t)}function ws(e,t,r,n){let s=[],o=0;for(let{name:a,offset:i,length:u}of It(e)){let c=a.startsWith("data.")?t.indexOf(a.slice(5)):-1;if(c<0)continue;let l=i+u,d=r==="json"&&za(e,i,l);s.push(n(e.slice(o,d?i-1:i)),{column:c,as:d?"value":r}),o=d?l+1:l}return s.length===0?n(e):[...s,n(e.slice(o))]}function za(e,t,r){return e[t-1]==='"'&&e[t-2]!=="\\"&&e[r]==='"'&&e[r+1]!==":"}function ks(e,t,r){if(e.step.work.kind==="script")return null;let{request:n}=e.step.work;return{...n,url:Ms(t.fill(n.url),t,r,e),headers:Object.fromEntries(Object.entries(n.headers).map(([s,o])=>[s,t.fill(o)])),body:n.body===void 0?void 0:t.fill(n.body)}}function vs(e,t,r,{config:n,folder:s}){let{work:o,scenario:a}=e.step;if(o.kind==="script"||o.mix===void 0&&o.data===void 0)return null;let i=o.data?`data-${a}.json`:null;i!==null&&Ka(o.data.path,Va(s,i));let u=(l,d)=>ws(l,o.data?.columns??[],d,r.fill),c=re(o);return{name:a,dataFile:i,first:Qa(e,t),sequence:bs(c),requests:c.map(({request:l})=>({name:`${l.method} ${l.url}`,method:l.method,url:Ms(u(l.url,"path"),r,n,e),headers:Object.fromEntries(Object.entries(l.headers).map(([d,m])=>[d,u(m,"raw")])),body:l.body===void 0?null:u(l.body,l.quotesData?"json":"raw"),expectStatus:l.expectStatus,timeoutMs:l.timeoutSeconds*1e3}))}}function Ka(e,t){Ha(t)||Ja(t,JSON.stringify(Qt(sn(e),e).rows))}function Ms(e,{targetUrl:t},r,{step:n}){let[s,...o]=typeof e=="string"?[e]:e,a=String(s),i=a.startsWith("/")?t+a:a;return en(i,r,`request of ${n.label}`),typeof e=="string"?i:[i,...o]}var Ya=16;function Qa({step:{load:e},round:t,seconds:r,turns:n,requests:s},o){let a=e.kind==="arrival-rate"?e.rate*r/(n?.of??1):s??0;return(o*Ya+(t===null?0:t+1))*Math.ceil(a)}function Rs(e,{instances:t,began:r,sample:n}){let s=[],o=new Set,a=!1,i=()=>{for(let l of o)t.get(l)?.resume();o.clear()},u=l=>{for(let[d,m]of t)d!==l&&(m.halt(),o.add(d))},c=e.slots.flatMap(l=>[...t.size>1&&l.round!==null&&_(l)?[{at:l.startSeconds,act:()=>u(l.arm)},{at:Xa(l),act:i}]:[],...Za(l).map(d=>({at:d,act:n}))]);return r.then(l=>{if(!(l===null||a))for(let{at:d,act:m}of c)s.push(setTimeout(m,l+d*1e3-Date.now()))}),{end(){a=!0;for(let l of s)clearTimeout(l);i()}}}function Xa({step:e,startSeconds:t,seconds:r}){return t+(e.load.kind==="fixed-work"?H:r)}function Za({round:e,step:t,startSeconds:r,seconds:n,settleSeconds:s,slices:o}){if(e===null&&o===1)return[];if(t.load.kind==="fixed-work")return[r];let a=(n-s)/o;return Array.from({length:o+1},(i,u)=>r+s+u*a)}var ni=150+H;async function de(e,t,{around:r,k6:n,folder:s,instances:o,shared:a,seed:i,block:u=0}){let c=[...new Set(e.slots.map(b=>b.step.label))].join(", "),d=[...new Set(e.slots.map(({arm:b})=>b))].includes("head")?"head":"base",{targetUrl:m}=o.get(d),{work:p}=e.slots[0].step,g=new Map(e.slots.map(b=>[b,vs(b,u,o.get(b.arm),{config:r.config,folder:s})])),w=r.config.allow.length===0,f=[...o.values()].flatMap(({trust:b})=>b??[]),y=ls(e,i,u),v=`${t}.arrivals.json`,R=await Ss({binary:n,folder:s,name:t,...y.size>0&&{arrivals:{file:v,dueMs:Object.fromEntries([...y].map(([b,{dueMs:j}])=>[b,j]))}},script:is({program:e,arrivals:y,arrivalsFile:v,targetUrl:m,confined:w,insecure:w&&f.some(b=>"insecure"in b),requestOf:b=>ks(b,o.get(b.arm),r.config),dealOf:b=>g.get(b)??null,...p.kind==="script"&&{scriptPath:rr(p.path,s,r.config.directory)}}),...p.kind==="script"&&{userScript:p.path},cwd:r.config.directory,targetUrl:m,environment:{...r.environment,...di(e,o.get(d))},mayFetch:!w,certificates:f.flatMap(b=>"ca"in b?b.ca:[]),keeper:r.keeper}),A=Date.now(),O=[...o.values(),a],h=jr(R.group.pid,O.flatMap(({sessions:b})=>b),new Map([...o].map(([b,{sessions:j}])=>[b,j]))),S=Rs(e,{instances:o,began:R.began,sample:h.take}),k=()=>R.group.signal("SIGKILL");r.signal.addEventListener("abort",k,{once:!0}),r.signal.aborted&&k();for(let b of O)b.crashed.then(()=>b.crash()!==null&&R.group.signal("SIGINT"));let M=!1,x=e.seconds+ni,I=setTimeout(()=>{M=!0,k()},x*1e3),E=await R.finished;clearTimeout(I),E.kind==="measured"&&E.complete&&await si(ri(e,await R.began)),S.end(),h.stop(),r.signal.removeEventListener("abort",k),await R.group.stop("SIGTERM",1e3);let C=(Date.now()-A)/1e3,Oo=e.slots.findLast(b=>b.startSeconds<=C)??e.slots[0],U={slots:[],crash:me(o,a,Oo.step.label),failure:null,failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],loadSeconds:C};if(r.signal.aborted)return U;let Ot=b=>U.crash===null?{...U,failure:{...b,label:c,arm:d}}:U;if(E.kind==="failed"&&E.missing){let{exec:b,there:j}=E.missing;throw new P({what:`The k6 script of ${c} has no function \`${b}\`: ${j}.`,where:p.kind==="script"?p.path:c,hint:"Name the function to measure with `exec` in tailgate.yml, or export it as `default`."})}if(E.kind==="failed"){let b=`k6 had not ended after ${Math.round(x)} s, and was killed`;return Ot(M?{...E,message:b}:E)}if(!E.complete&&U.crash===null)return Ot({kind:"failed",fault:"harness",message:"k6 was interrupted from outside",log:""});let $o={cores:ei(),generatorLimit:h.generatorLimit(),outsiders:ii(r)},$t=ps(E.summary,e.slots).map(b=>ci(b,h.samples)).map(b=>ui(b,h.samples,$o)).map(b=>Ts(r)?b:li(b,h.samples,o)),De=b=>d==="head"?b.map(j=>({label:c,threshold:j})):[],{summary:Z,redirects:Co}=E,_o=e.slots.every(({round:b})=>b===null);return{...U,failures:$t.filter(({slot:b})=>b.arm==="head"&&(b.round!==null||_o)).flatMap(b=>oi(b,E.told,g.get(b.slot)?.requests??[])),redirects:Co,thresholds:De(Z.thresholds),fed:De(Z.fed),unfed:De(Z.unfed),lost:Z.lost>0?[{label:c,requests:Z.lost}]:[],slots:$t}}function ri({slots:e},t){let r=e.map(({step:n,startSeconds:s,seconds:o})=>n.load.kind==="arrival-rate"?s+o:0);return t===null?0:t+1e3*Math.max(...r)+20}async function si(e){await ti(Math.min(5e3,Math.max(0,e-Date.now())))}function oi({slot:e,failures:t,cut:r,received:n,sent:s,slices:o,barren:a},i,u){let{label:c,graceSeconds:l}=e.step,d=t.map(({code:f,which:y,count:v})=>{let R=i.find(O=>O.label===c&&O.code===f)?.text,A=u.length>1?` of ${u[y]?.name}`:"";return{label:c,text:`${ds(f,R)}${A}`,count:v}}),m=i.find(f=>f.label===c&&f.text.startsWith("exception")),p=a+o.reduce((f,y)=>f+y.failed,0)-r;if(m!==void 0&&p>d.reduce((f,{count:y})=>f+y,0)&&d.push({label:c,text:m.text,count:a||1}),r===0)return d;let w=r===s&&n>0?`the answer began, and did not end within ${l} s`:`no complete answer within ${l} s`;return[...d,{label:c,text:w,count:r}].sort((f,y)=>y.count-f.count)}function me(e,t,r){for(let[n,s]of[["shared",t],...e]){let o=s.crash();if(o!==null)return{...o,arm:n,label:r}}return null}var ai=/\b(docker|podman|nerdctl)\b/;function ii(e){let{external:t,services:r}=e.config;return t.length>0||r.some(({start:n})=>n===void 0)||Ts(e)}function Ts({config:e}){return e.services.some(({start:t})=>t!==void 0&&ai.test(t))}function li(e,t,r){let{arm:n,turns:s}=e.slot,o=r.get(n);if(o?.sessions.length===0)return e;let a=o?.startupMs,i=e.slices.map((u,c)=>{let{startedAt:l,seconds:d}=u,m=l+d*(s?.of??1)*1e3,g=e.slot.step.load.kind==="fixed-work"&&c===e.slices.length-1?t.find(({wall:f})=>f>=m):void 0,w=Ur(t,n,l,g?.wall??m);return{...u,...w,...a!==void 0&&{startup:a}}});return{...e,slices:i}}var xs=250;function ci(e,t){let{slices:r,slot:n,connects:s}=e,o=r[0].startedAt,a=r.reduce((l,d)=>l+d.seconds,0)*(n.turns?.of??1),i=Gr(t,o-xs,o+a*1e3+xs),u=i===null?0:Math.max(0,i-s),c=r.map(({resent:l=0,...d})=>{let m=Math.min(l,u);return u-=m,{...d,...m>0&&{resent:m}}});return{...e,slices:c}}function ui(e,t,r){let{slices:n}=e,s=n.reduce((m,p)=>m+p.seconds,0),o=n[0].startedAt,a=s*(e.slot.turns?.of??1),{clockJumpMs:i,...u}=ut(t,o,o+a*1e3,r),c=n.map(({startedAt:m,seconds:p})=>{let g=m+p*(e.slot.turns?.of??1)*1e3,{clockJumpMs:w,...f}=ut(t,m,g,r);return dt({cpu:f,clockJumpMs:w})}),l=n.flatMap(m=>m.lag===null?[]:[m.lag.p99]),d={sent:e.sent,intended:e.intended,seconds:s,dropped:n.reduce((m,p)=>m+p.dropped,0),lagMs:l.length>0?Math.max(...l):null,cpu:u,clockJumpMs:i};return{...e,evidence:d,diagnosis:Wr(d),disturbed:c}}function di({slots:e},{fill:t}){return Object.fromEntries(Object.entries(e[0].step.parameters??{}).map(([r,n])=>[`VARIANT_${r.toUpperCase()}`,t(n)]))}var mi=1.25,pi=1;function Es(e,t){let r=B(t,.5),n=a=>!(B(a,.5)>mi*r),s=e.findIndex((a,i)=>n([a])&&n(e.slice(i)));if(s===-1)return null;let o=e.slice(0,s===0?0:s+1).reduce((a,i)=>a+i.seconds,0);return Math.max(pi,o)}function As(e,t,r){let n=e.filter(({slot:s})=>s.round===null&&!t.some(o=>o.slot.step===s.step));for(let{slot:s,slices:o}of n){let a=e.filter(l=>l.slot.round!==null&&l.slot.step===s.step&&l.slot.arm===s.arm&&_(l.slot)===_(s)),i=Es(o,a.flatMap(({slices:l})=>l)),{label:u}=s.step,c=r.get(u);r.set(u,c===null||i===null?null:Math.max(c??0,i))}}var fi=3;function Os({steps:e},t){let r=e.flatMap(({label:n})=>{let s=t.flatMap(({warmUps:o})=>o.get(n)??[]);return s.length>0?[[n,Math.max(...s)]]:t.length>=fi?[[n,ve.seconds]]:[]});return new Map(r)}var Le=2e4,hi=2;async function $s(e,t,r){let n=performance.now(),s={index:t,kept:[],discarded:[],crash:null,failure:null,failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],soakFailures:[],warmUps:new Map,soak:[],wallSeconds:0};for(let[o,a]of e.entries())pe(s,r)&&await gi(a,o,s,r);return s.wallSeconds=(performance.now()-n)/1e3,s}async function gi(e,t,r,n){let s={running:new Map,starts:0};try{bi(r.index,e.arms,n),await le(s,{...n,together:e.arms,block:yt(r,n)});for(let[o,a]of e.programs.entries()){let i=`${_s(r,n)}-${t+1}-${o+1}`;await wi(a,i,s,r,n)}e.arms.length>1&&pe(r,n)&&await Si(s,r,n)}finally{await ce(s)}}async function Si(e,t,r){let{progress:n}=r,s=Cs(e,t,r),o=r.soak?.(t)??[];for(let a=1;o.length>0&&pe(t,r);a++){let{arm:i}=o[0].slots[0],u=o.reduce((l,d)=>l+d.seconds,0);n.phase(`keeping the ${i} under load, for stalls, growth and memory`,u);let c=[...e.running].filter(([l])=>l!==i).map(([,l])=>l);for(let l of c)l.halt();try{for(let[l,d]of o.entries()){let m=`${_s(t,r)}-soak-${a}-${l+1}`,p=await de(d,m,s);t.crash??=p.crash,t.failure??=p.failure,t.soak.push(...p.slots),t.soakFailures.push(...p.failures)}}finally{for(let l of c)l.resume()}o=r.soak?.(t)??[]}}function Cs(e,t,r){let{arms:n,shared:s,k6:o,seed:a,folder:i}=r;return{around:n.head,k6:o,seed:a,folder:i,instances:e.running,shared:s,block:t.index}}function _s(e,t){let{variant:r}=t;return`${r===void 0?"":`variant-${r}-`}block-${yt(e,t)+1}`}function yt({index:e},{sizings:t=0}){return e+t}function bi(e,t,r){let{arms:n,progress:s}=r,{services:o}=n.head.config,a=o.filter(({start:i,scope:u})=>i&&u==="instance").map(({name:i})=>i);a.length===0||e>0||s.phase(`starting ${a.join(", ")}${n.base?` of ${t.join(" and ")}`:""}`)}function yi({index:e},{planned:t}){return t>1?`block ${e+1} of ${t}: `:""}async function wi(e,t,r,n,s){let{arms:o,shared:a,progress:i,repeatDisturbed:u=!0}=s,c=e,l=!0;for(let d=0;c!==null&&pe(n,s);d++){let m=[...new Set(c.slots.map(C=>C.step.label))].join(", "),p=c.slots.every(({requests:C})=>C===null)?c.seconds:void 0;i.phase(`${yi(n,s)}measuring ${m}`,p);let g=d===0?t:`${t}-again${d}`,w=await de(c,g,Cs(r,n,s)),{crash:f,failure:y,failures:v,redirects:R,thresholds:A,fed:O,unfed:h,lost:S,slots:k}=w;n.crash=f,n.failure=y??n.failure,n.failures.push(...v),n.redirects.push(...R),n.fed.push(...O),n.unfed.push(...h),n.lost.push(...S);let M=k.filter(({slot:C})=>C.round!==null),x=f===null&&u?Vr(M):[],I=M.filter(C=>!x.includes(C));n.kept.push(...I),n.discarded.push(...x),x.length===0&&n.thresholds.push(...A);for(let C of x)ke(()=>Qr(C,n.index));As(k,x,n.warmUps);let E=x.filter(C=>!Mi(C,s)).map(({slot:C})=>C);c=E.length>0&&d<hi&&l?bn(e,E):null,x.length>0&&i.note(Kr(x,c!==null)),c!==null&&(l=await vi(s),n.crash=me(r.running,a,E[0].step.label),o.base&&pe(n,s)&&await ki(r,n,s))}}async function ki(e,t,r){let n=[...e.running.keys()];await ce(e),await le(e,{...r,together:n,block:yt(t,r)})}async function vi({arms:e,progress:t}){return t.phase(`waiting for the machine to calm down (${Le/1e3} s at most)`),_e(Le,e.head.signal)}function Mi({slot:e,evidence:t},{isEnough:r}){return r!==void 0&&e.requests!==null&&t.seconds<z}function pe(e,{arms:t,isEnough:r}){let{crash:n,failure:s}=e;return n!==null||s!==null&&!wt(s)||t.head.signal.aborted?!1:!r?.(e)}function wt({arm:e,fault:t}){return e==="base"&&t==="script"}var Ri=8,xi=2;async function Ps(e,t){let{instances:r,around:n,shared:s,start:o,progress:a,block:i,repeatDisturbed:u=!0}=t,c=[...r.keys()],l={block:i,arms:new Map(c.map(g=>[g,{trials:[],estimate:null}])),discarded:[],crash:null,failure:null,loadSeconds:0},d=0,m=g=>l.arms.get(g).trials,p=()=>l.crash===null&&l.failure===null&&!n.signal.aborted;for(let g=1;p()&&l.loadSeconds<t.secondsLeft;g++){let w=c.flatMap(v=>{let R=Tn({...e.goal,outcomes:m(v),start:o});return R===null?[]:[{arm:v,...R}]});if(w.length===0)break;t.drawFirst()!==w[0].arm&&w.reverse(),a.phase(Ei(e,w,l));let f=[];for(let[v,R]of Ti(e,w,g===1).entries()){if(!p())break;let A=`search-${e.scenario}-${i+1}-${g}-${v+1}`,O=await de(R,A,{...t,around:n,instances:r,shared:s});l.crash=O.crash,l.failure=O.failure,l.loadSeconds+=O.loadSeconds;let h=O.slots.filter(({slot:k})=>k.round!==null),S=u?h.filter(({diagnosis:k})=>k==="disturbed"):[];if(f.push(...S),!(S.length>0))for(let k of h){let{rate:M}=w.find(({arm:I})=>I===k.slot.arm),x=Jr(e.goal.slo,M,k);m(k.slot.arm).push(x)}}if(f.length===0)continue;l.discarded.push(...f);let y=f.map(({diagnosis:v,evidence:R})=>ue(v,R));if(a.note(`a trial of ${e.label} is discarded: ${[...new Set(y)].join("; ")}`),l.discarded.length>Ri||d===xi)break;await _e(Le,n.signal)||d++,l.crash??=me(r,s,e.label)}for(let g of l.arms.values())g.estimate=En(g.trials,e.goal);return l}function Ti(e,t,r){return e.work.kind==="request"?[He(e,t,r)]:t.map(n=>He(e,[n],r))}function Ei({label:e},t,{arms:r}){let n=t.map(({arm:s,rate:o})=>{let{trials:a}=r.get(s),i=Math.max(0,...a.filter(({met:d})=>d).map(d=>d.rate)),u=Math.min(...a.filter(({met:d})=>!d).map(d=>d.rate)),c=[...i>0?[`${F(i)} meets`]:[],...u<1/0?[`${F(u)} does not`]:[]],l=c.length>0?`${c.join(", ")}; `:"";return`${r.size>1?`${s}: `:""}${l}trying ${F(o)}`});return`capacity of ${e}: ${n.join(" \xB7 ")}`}function Is({label:e},{arms:t}){let r=[...t].map(([n,{estimate:s,trials:o}])=>{let a=t.size>1?`${n} `:"",i=`${o.length} trials`;if(s===null)return`${a}not found (${i})`;let{kind:u,value:c,low:l,high:d}=s;return u==="found"?`${a}${F(c)} (${F(l)} \u2026 ${F(d)}, ${i})`:`${a}${u==="below"?`less than ${F(d)}`:`at least ${F(l)}`} (${i})`});return`capacity of ${e}: ${r.join("; ")}`}function F(e){return`${Number(e.toPrecision(4)).toLocaleString("en")} req/s`}var Ls={far:2,near:1.12},Ai=.7;async function Ns(e,t,r){for(let s of e)t.set(s,[]);let n=Math.max(0,...e.map(({blocks:s})=>s.most));for(let s=0;s<n;s++){let o=e.filter(d=>Ci(d,t.get(d),s));if(o.length===0||Bs(t,r))return;let i=r.drawFirst()==="head"?["head","base"]:["base","head"],u=r.arms.base?i:["head"],c=new Map(o.map(d=>[d,_i(d,t.get(d))])),l=r.swapped?u.map(d=>[d]):[u];for(let[d,m]of l.entries())await Oi(o,{together:m,block:s,before:c,found:t,share:1/(l.length-d)},r)}}async function Oi(e,{together:t,block:r,before:n,found:s,share:o},a){let{arms:i,progress:u}=a,c={running:new Map,starts:0};try{u.phase(`starting services for the search of a capacity, start ${r+1}`),await le(c,{arms:i,together:t,block:$i+r});for(let l of e){if(Bs(s,a))return;let d=s.get(l),m=await Ps(l,{...a,around:i.head,instances:c.running,block:r,start:n.get(l),secondsLeft:o*Ds(l,d)});d.push(m),u.note(Is(l,m))}}finally{await ce(c)}}var $i=1e3;function Bs(e,{arms:t}){let r=[...e.values()].flat();return t.head.signal.aborted||r.some(({crash:n,failure:s})=>n!==null||s!==null)}function Ds({budgetSeconds:e},t){return e-t.reduce((r,{loadSeconds:n})=>r+n,0)}function Ci(e,t,r){if(r===0)return!0;if(r>=e.blocks.most)return!1;let n=Array.from({length:r},(a,i)=>t.filter(u=>u.block===i).reduce((u,{loadSeconds:c})=>u+c,0)),[s,...o]=n;return Ds(e,t)>=Ai*Math.min(ze.later/ze.first*s,...o)}function _i({goal:e},t){let r=t.flatMap(({arms:n})=>[...n.values()].flatMap(({estimate:s})=>s??[]));return r.length===0?{rate:e.from,factor:Ls.far}:{rate:qt(r.map(({value:n})=>n)),factor:Ls.near}}function Fs(e,t){let[r,...n]=e;if(n.length===0)return r;let s=u=>e.flatMap(u),o={slos:s(({slos:u})=>u),changes:s(({changes:u})=>u),faults:s(({faults:u})=>u),invalid:s(({invalid:u})=>u)},a=u=>X(e.map(({effort:c})=>c[u])),i=s(u=>u.redirects??[]);return{...r,...$e({...o,failOn:t}),...o,costs:s(({costs:u})=>u),suspects:s(({suspects:u})=>u),...i.length>0&&{redirects:i},pair:Pi(e.flatMap(({pair:u})=>u??[])),effort:{slices:a("slices"),discardedRounds:a("discardedRounds"),instances:a("instances"),loadSeconds:a("loadSeconds")}}}function Pi(e){let[t]=e;if(t===void 0)return null;let r=e.flatMap(n=>n.unread??[]);return{...t,...r.length>0&&{unread:r},variants:e.length,blocks:X(e.map(({blocks:n})=>n)),planned:X(e.map(({planned:n})=>n)),discarded:{base:X(e.map(({discarded:n})=>n.base)),head:X(e.map(({discarded:n})=>n.head))},error:Number(Math.min(1,X(e.map(({error:n})=>n))).toFixed(9))}}function X(e){return e.reduce((t,r)=>t+r,0)}async function kt(e,{pair:t,guessMissing:r},n){let{kind:s,arm:o,service:a,log:i}=e,u=n?`${e.message} (variant ${n.name})`:e.message,c=o===null?null:await r(o,i);if(o!=="base"||t===void 0){let l=c===null?"":`; \`${c}\` is git-ignored, so a fresh tree has none: let \`build\` make it, or name it in \`reuse\``,d=e.isOnlyHere&&o==="head"&&{onlyHead:!0};return{kind:s,service:a,message:u+l,log:i,...d}}return{kind:"base-failed",fault:s,commit:t.baseCommit,service:a,message:u,log:i,missing:c}}function js({draft:e},t){let r=e.pair?.baseCommit;if(t===void 0||r===void 0)return null;let{crash:n,failure:s}=t;if(n?.arm==="base"){let{service:u,exit:c,log:l}=n,d=`it ended with ${c} under load`;return{kind:"base-failed",fault:"crashed",commit:r,service:u,message:d,log:l,missing:null}}if(n!==null||s===null||!wt(s))return null;let{label:o,log:a}=s,i=`the script of ${o} fails on the base, though not on the head: ${s.message}`;return{kind:"base-failed",fault:"script-failed",commit:r,service:o,message:i,log:a,missing:null}}function Gs({label:e,kept:t,failures:r}){let n=[],s=zs(t.filter(({diagnosis:a})=>a==="service-slow"));s!==null&&n.push({kind:"cannot-keep-up",label:e,...vt(s),cpu:s.cpu});let o=Ws({label:e,slices:t.flatMap(a=>a.slices),failures:r});return o===null?n:[...n,o]}function Us(e){let t=Ws(e);return t&&{...t,soak:!0}}function Ws({label:e,slices:t,failures:r}){let n=t.reduce((o,a)=>o+a.failed,0),s=t.reduce((o,a)=>o+a.failed+a.ok,0);return n<=.001*s?null:{kind:"failing",label:e,failed:n,requests:s,examples:r.slice(0,3)}}var Ii=.01;function Li({label:e,kept:t,failures:r,thresholds:n,lost:s}){let o=c=>({kind:"script-failed",label:e,message:c,log:""}),a=t.reduce((c,l)=>c+l.barren,0),i=t.reduce((c,l)=>c+l.evidence.sent,0);if(a>Ii*i){let c=r.find(l=>l.startsWith("exception"));return o(`it threw before it sent a request, in ${a} of ${i} iterations${c?`: ${c}`:""}`)}let u=s+t.reduce((c,l)=>c+l.lost,0);if(u>0)return o(`${u} of its requests are in no count: it sends them in a way that Tailgate does not see`);if(n.length>0){let c=n.slice(0,3).map(l=>`\`${l}\``);return o(`nothing was measured that its threshold ${c.join(", ")} could judge, so it would always hold: mend its name or tags, or take it out`)}return null}function qs(e,t){let{label:r,kept:n,discarded:s}=e,o=Li(e);if(o!==null)return o;if(n.length>=t/2&&n.length>0){if(n.flatMap(m=>m.slices).reduce((m,p)=>m+p.ok+p.failed+p.dropped,0)>0)return null;let{seconds:d}=n[0].evidence;return n.every(({evidence:m})=>m.sent===0)?{kind:"none-begun",label:r,seconds:d}:{kind:"script-failed",label:r,message:"it sent no request while it was measured; Tailgate replaces its scenarios, so `exec.scenario.name` and `exec.test.options.scenarios` are not those of the script",log:""}}let a=zs(s);if(a===null)return{kind:"harness",message:`${r} was not measured`,log:""};let i=l=>s.filter(({diagnosis:d})=>d===l).length,{cpu:u,lagMs:c}=a;return i("generator-starved")>=Math.max(i("disturbed"),i("unknown"))?{kind:"generator-starved",label:r,...vt(a),lagMs:c,cpu:u}:i("disturbed")>=i("unknown")?{kind:"machine-disturbed",label:r,discarded:s.length,rounds:s.length+n.length,cpu:u}:{kind:"cause-unknown",label:r,...vt(a),cpu:u}}function zs(e){let t=({sent:r,intended:n})=>n===null?0:n-r;return e.map(({evidence:r})=>r).sort((r,n)=>t(n)-t(r))[0]??null}function vt({sent:e,intended:t,seconds:r}){return{sent:e,intended:t??e,seconds:r}}function Hs({head:e,base:t,together:r}){let n=e+r;return n<2||n<=2*t?null:{kind:"crowded",head:e,base:t,together:r}}function Js(e,t){let{head:r,base:n,together:s}=t;return r>0&&r+s>=7+3*n?{kind:"fills-machine",label:e,...t}:null}function $(e,t,r){return e.filter(({slot:n})=>n.step.label===t.label&&n.arm===r)}function fe(e,{kept:t},r){let n=t.filter(({slot:i})=>r(i)),[s,o]=[$(n,e,"base"),$(n,e,"head")],a=(i,u)=>i.filter(({slot:c})=>u.some(l=>l.slot.round===c.round)).flatMap(({slices:c})=>c);return{base:a(s,o),head:a(o,s)}}function Vs(e,t){let r=t.flatMap(({discarded:s})=>s).filter(({slot:s,diagnosis:o,evidence:a})=>{let i=o==="generator-starved"||o==="unknown";return s.step.label===e.label&&i&&mt(a)}),n=r.filter(({slot:s})=>_(s));return{head:Ne(n,"head"),base:Ne(n,"base"),together:r.filter(({slot:s})=>s.turns?.position===0).length}}function Be(e,t){let r=t.flatMap(s=>s.soak),n=s=>$(r,e,s).flatMap(({slices:o,disturbed:a})=>o.filter((i,u)=>!a[u]));return{base:n("base"),head:n("head")}}function Mt(e,t,r){let n=s=>$(s,e,"head").filter(({slot:o})=>r(o));return{label:e.label,kept:t.flatMap(s=>n(s.kept)),discarded:t.flatMap(s=>n(s.discarded)),failures:Ks(e,t.flatMap(s=>s.failures)),thresholds:Ni(e,t),lost:t.flatMap(({lost:s})=>s).filter(({label:s})=>s===e.label).reduce((s,{requests:o})=>s+o,0)}}function Ks({label:e},t){let r=new Map;for(let{text:n,count:s}of t.filter(o=>o.label===e))r.set(n,(r.get(n)??0)+s);return[...r].sort((n,s)=>s[1]-n[1]).map(([n])=>n)}function Ni({label:e},t){let r=s=>t.flatMap(o=>o[s].filter(a=>a.label===e)).map(o=>o.threshold),n=new Set(r("fed"));return[...new Set(r("unfed"))].filter(s=>!n.has(s))}function Ys(e,t){let{head:r}=Be(e,t);if(r.length===0)return null;let n=t.flatMap(s=>s.soakFailures);return{label:e.label,slices:r,failures:Ks(e,n)}}function Qs(e,t,r){let n=r.flatMap(({index:s,kept:o})=>{let a=$(o,e,t);return a.length>0?[{block:s,slots:a}]:[]});return{scenario:e.scenario,label:e.label,...e.variant&&{variant:e.variant},load:e.load,instances:n.map(({block:s,slots:o})=>({block:s,slices:o.flatMap(({slices:a})=>a)}))}}function Xs(e,t,r,n){let s=t.flatMap(({crash:d})=>{if(d?.arm!=="head")return[];let{arm:m,...p}=d;return[{kind:"crashed",...p}]}),a=[...new Set(t.flatMap(({thresholds:d})=>d.map(({label:m})=>m)))].map(d=>{let m=t.flatMap(p=>p.thresholds.filter(g=>g.label===d));return{kind:"threshold",label:d,thresholds:[...new Set(m.map(({threshold:p})=>p))]}}),i=[...r].flatMap(([d,m])=>Js(d,m)??[]),u=e.flatMap(Gs),c=d=>u.some(m=>m.kind==="failing"&&m.label===d),l=n.filter(({label:d})=>!c(d)).flatMap(d=>Us(d)??[]);return[...s,...i,...u,...l,...a]}function Zs(e,t,r,n){if(t.length===0)return[];let s=t.flatMap(({failure:a,crash:i})=>{if(i?.arm==="shared")return[{kind:"harness",message:`\`${i.service}\`, which serves the whole run, ended with ${i.exit}`,log:i.log}];if(a===null)return[];let{fault:u,label:c,message:l,log:d}=a;return[u==="script"?{kind:"script-failed",label:c,message:l,log:d}:{kind:"harness",message:l,log:d}]});if(s.length>0||t.some(({crash:a})=>a!==null))return s;let o=Sn(e,t.length).filter(({arm:a})=>a==="head");return e.steps.flatMap(a=>n.some(c=>c.kind==="fills-machine"&&c.label===a.label)?[]:(r.has(a.label)?[_]:[_,Me]).map(c=>{let l=o.filter(d=>d.step===a&&c(d)).length;return l===0?null:qs(Mt(a,t,c),l)}).find(c=>c!==null)??[])}function Ne(e,t){return e.filter(({slot:r})=>r.arm===t).length}var Bi=.5;function to(e,t){let{work:r,label:n}=e;if(r.kind==="script")return[];let s=t.flatMap(({kept:a})=>$(a,e,"head")),o=t.flatMap(({redirects:a})=>a);return re(r).flatMap(({request:a},i)=>{let u=o.find(m=>m.label===n&&m.which===i);if(u===void 0)return[];let{status:c,location:l}=u,d=Ht(s.flatMap(({answers:m})=>m[i]??[])).get(c)??0;return d<=Bi?[]:[{label:n,request:ro(a),status:c,location:l,share:d}]})}function no(e,{paired:t},r){let{work:n,label:s}=e,o=r.map(({kept:i})=>({base:eo($(i,e,"base")),head:eo($(i,e,"head"))}));if(!t)return Vt(s,o.flatMap(({head:i})=>i.slices));let a=n.kind==="script"?null:re(n).map(({request:i})=>({text:ro(i),keepsSize:i.expectSize==="same"}));return Jt(s,a,o)}function eo(e){return{answers:e.map(({answers:t})=>t),slices:e.flatMap(({slices:t})=>t),iterations:e.reduce((t,{sent:r})=>t+r,0),connects:e.reduce((t,{connects:r})=>t+r,0)}}function ro({method:e,url:t}){let r=t.replace(/[?#].*/s,"");return e==="GET"?r:`${e} ${r}`}function so(e,t){return[...e].flatMap(([{scenario:r,label:n,goal:s},o])=>["head","base"].flatMap(a=>{let i=o.flatMap(({block:u,arms:c})=>{let l=c.get(a);return l&&l.trials.length>0?[{block:u,...l}]:[]});return i.length>0?[{scenario:r,label:n,digest:t.get(n),goal:s,arm:a,blocks:i}]:[]}))}function oo(e){return Math.max(0,...[...e.values()].flatMap(t=>t.map(({block:r})=>r+1)))}function ao(e){let t=[...e.values()].flat(),r=t.flatMap(({failure:n,crash:s})=>{if(s?.arm==="shared")return[{kind:"harness",message:`\`${s.service}\`, which serves the whole run, ended with ${s.exit}`,log:s.log}];if(s?.arm==="base")return[{kind:"harness",message:`\`${s.service}\` of the base ended with ${s.exit} in the search of ${s.label}`,log:s.log}];if(n===null)return[];let{fault:o,label:a,message:i,log:u}=n;return[o==="script"?{kind:"script-failed",label:a,message:i,log:u}:{kind:"harness",message:i,log:u}]});return r.length>0||t.some(({crash:n})=>n!==null)?r:[...e].flatMap(([{label:n},s])=>s.some(({arms:a})=>a.get("head")?.estimate!=null)?[]:[Di(n,s)])}function Di(e,t){let r=t.flatMap(o=>o.discarded),n=t.flatMap(({arms:o})=>o.get("head")?.trials??[]),s=r.at(-1);return s===void 0||n.length>r.length?{kind:"search-too-short",label:e,trials:n.length}:{kind:"machine-disturbed",label:e,discarded:r.length,rounds:r.length+n.length,cpu:s.evidence.cpu}}function io(e){return[...e.values()].flat().flatMap(({crash:t})=>{if(t?.arm!=="head")return[];let{arm:r,...n}=t;return[{kind:"crashed",...n}]})}function lo({label:e,slos:t,slices:r,seen:n=[]}){return t.flatMap(({metric:s})=>{if(s.kind!=="custom")return[];let o=n.find(({name:i})=>i===s.name)?.type??null,a=o===null||Wt(s).some(i=>i===o);return a&&!Number.isNaN(q(r,s))?[]:[{kind:"metric-unknown",label:e,metric:ne(s),is:a?null:o,seen:[...n]}]})}var Fi=[50,90],co=.2,ji=5;function uo(e){let t=e.filter(n=>n.length>1).map(n=>({first:n.slice(0,n.length>>1),second:n.slice(n.length+1>>1)}));return t.length<ji?null:Fi.flatMap(n=>{let s=c=>B(c,n/100),o=t.map(({first:c,second:l})=>Math.log(s(l))-Math.log(s(c))),[a,i]=[s(t.flatMap(c=>c.first)),s(t.flatMap(c=>c.second))];return cr(o)>Math.log1p(co)&&i>(1+co)*a?[{percent:n,first:a,second:i}]:[]}).sort((n,s)=>s.second/s.first-n.second/n.first)[0]??null}var Gi=.01,mo={latency:.2,memory:.1},Ui=[50,90],Wi=20,po=.5,Rt=8;function xt({base:e,head:t},r=[]){if(t.length<Rt)return null;let n=gr(e,t);if(n.stretches>0){if(e.length===0)return{kind:"stalls",...n};let s=hr(r),o=fr({stretches:n.stretches+s.stretches,of:n.of+s.of,base:n.base+s.base});if(o!==null)return{kind:"stalls",...o}}return qi(e,t)??zi(e,t)}function qi(e,t){let r=Tt(t);if(r===null)return null;let{percent:n,first:s,second:o}=r;if(e.length>=Rt){let{first:a,second:i}=fo(e,n);if(Math.log(i/a)>=po*Math.log(o/s))return null}return{kind:"ageing",of:"latency",percent:n,from:s,to:o}}function Tt(e){if(e.length<Rt)return null;let t=e.length>>1;for(let r of Ui){let n=e.map(o=>Math.log(B([o],r/100))),{low:s}=wr(n.slice(0,t),n.slice(-t),Gi);if(s>Math.log1p(mo.latency))return{percent:r,...fo(e,r)}}return null}function fo(e,t){let r=e.length>>1,n=s=>B(s,t/100);return{first:n(e.slice(0,r)),second:n(e.slice(-r))}}function zi(e,t){let r=(i,u)=>(i.at(-1)?.memory??Number.NaN)-(i[u]?.memory??Number.NaN),[n,s]=[t[0].memory??Number.NaN,t.at(-1).memory??Number.NaN],o=r(t,0),a=r(t,2*t.length/3|0);return o>Math.max(Wi,mo.memory*n)&&a>o/6?r(e,0)>=po*o?null:{kind:"ageing",of:"memory",percent:null,from:n,to:s}:null}var Hi=.01,Ji=20;function ho(e,t,{runs:r},n){let s=Hi/t.length;return t.flatMap(o=>{let a=ur(r.map(({slices:u})=>Math.log(q(u,o))),s);if(a===null||r.length-a.index>Ji)return[];let i=Math.expm1(a.after-a.before);return i>n(o)?[{label:e,metric:o,commit:r[a.index].commit,change:i}]:[]})}function go(e){let t=e.steps.filter(S=>S.slices.some(k=>k.ok+k.failed+k.dropped>0)),r=Math.max(0,...e.steps.map(({alone:S,instances:k=[]})=>k.length||S.length)),n=cn(e.looks,r),s=(e.capacities??[]).map(mr),o=new Map(t.map(({label:S,stretches:k})=>[S,uo(k)])),a=new Map(t.map(({label:S,soak:k,crowding:M,inTurns:x,alone:I})=>{let E=o.get(S);return[S,E?{kind:"growing",...E}:Hs(M)??xt(k,[...x,...I])]})),i=new Map(t.map(({label:S,soak:k})=>[S,o.get(S)??Tt(k.head)])),u=t.flatMap(lo),c=({label:S,slo:k})=>!u.some(M=>"metric"in M&&M.label===S&&M.metric===ne(k.metric)),d=[...t.flatMap(S=>el(S,n)).filter(c).map(S=>Yi(S,i)),...s.flatMap(S=>S.slos)],m=[...e.invalid,...u,...d.flatMap(Ki),...yr(t,d,e),...s.flatMap(S=>S.invalid)],{changes:p,costs:g,open:w,pair:f}=Sr(t,e),y=e.work??[],v=new Set(y.filter(Kt).map(({label:S})=>S)),R=p.map(S=>Qi(S,a)).map(S=>v.has(S.label)?Xi(S):S),A=[...e.faults,...y.flatMap(Zi)],O={...$e({slos:d,changes:R,faults:A,invalid:m,failOn:e.failOn}),slos:d,changes:R,costs:g,faults:A,invalid:m,pair:f,loosened:e.loosened,suspects:e.comparison.kind==="history"?[]:t.flatMap(({label:S,history:k,slos:M,sensitivityOf:x})=>ho(S,Xt(M),k,I=>x(I).tolerance)),...e.redirects?.length&&{redirects:e.redirects},...y.length>0&&{work:[...y]},acceptances:[],refusals:[],effort:e.effort},h=t.some(({soak:S})=>S.base.length===0&&xt(S)!==null);return{verdict:O,undecided:Vi(O,w),asksBase:h}}function Vi(e,t){return e.faults.some(({kind:r})=>r==="crashed")?!1:e.invalid.length>0?e.invalid.every(({kind:r})=>r==="machine-disturbed"):e.changes.some(({code:r})=>r==="regressed")?!1:t||e.slos.some(({code:r,stretches:n})=>r==="at-limit"&&!n)}function Ki({label:e,slo:{metric:t},estimate:r}){return zt(t)&&Number.isNaN(r.value)?[{kind:"cost-unknown",label:e,metric:ne(t)}]:[]}function Yi(e,t){let r=t.get(e.label);return!r||e.code!=="met"||!be(e.slo.metric)?e:{...e,code:"at-limit",growth:r}}function Qi(e,t){let r=t.get(e.label);return!r||e.code!=="unchanged"||!be(e.metric)?e:{...e,code:"inconclusive",reason:r}}function Xi(e){return e.code!=="improved"?e:{...e,code:"inconclusive",reason:{kind:"other-work"}}}function Zi(e){if(e.kind!=="size"||!e.blocks)return[];let{label:t,base:r,head:n}=e;return[{kind:"other-size",label:t,base:r,head:n}]}function el(e,t){let{label:r,slos:n,soak:s,instances:o=e.slices.map(l=>[l])}=e,a=s.head.map(l=>[l]),i=n.flatMap(l=>{let d=l.limit.kind==="relative"?e.others?.get(l.limit.scenario):void 0,m=(f,y)=>l.limit.kind==="absolute"?Re(r,l,f,t):d?br(r,{slo:l,other:d.label,pairs:y()},t):null,p=m(o,()=>d.pairs);if(p===null)return[];let g=be(l.metric)||l.metric.kind==="errors";if(p.code!=="met"||!g||s.head.length===0)return[p];let w=m(a,()=>[...ie(a,[]),...ie([],d.soak.map(f=>[f]))]);return[w!==null&&Qe(w)?{...w,stretches:p.estimate}:p]});if(n.some(({metric:l})=>l.kind==="errors"))return i;let u=Re(r,se,o,t);if(u.code==="missed")return[...i,u];let c=s.head.length>0?Re(r,se,a,t):null;return c!==null&&Qe(c)?[...i,{...c,stretches:u.estimate}]:i}function G(e,t,r,n=new Map){let{config:s,plan:o,baseline:a,digests:i,draft:u,comparison:c}=e,l=o.steps.map(h=>Mt(h,t,_)),d=new Map(o.steps.map(h=>[h.label,Vs(h,t)])),m=o.steps.flatMap(h=>Ys(h,t)??[]),p=Xs(l,t,d,m),g=c.kind==="pair"?["head","base"]:["head"],w=o.steps.flatMap(h=>g.flatMap(S=>{let k=Qs(h,S,t),M=i.get(h.label);return k.instances.length>0?[ir(k,S,M)]:[]})),f=so(n,i),y={...u,steps:w,...f.length>0&&{capacities:f}},v=Et(o,t),R=o.steps.flatMap((h,S)=>{if(!w.some(({label:M,arm:x})=>M===h.label&&x==="head"))return[];let k=s.scenarios.find(({name:M})=>M===h.scenario);return[{label:h.label,slos:h.slos,slices:l[S].kept.flatMap(M=>M.slices),instances:t.map(({kept:M})=>$(M,h,"head").flatMap(({slot:x,slices:I})=>_(x)?I:[])),stretches:h.load.kind==="arrival-rate"?l[S].kept.map(({slices:M})=>M):[],inTurns:t.map(M=>fe(h,M,Me)),alone:t.map(M=>fe(h,M,_)),crowding:d.get(h.label),soak:Be(h,t),...h.work.kind==="script"&&{seen:tl(h,t)},isNew:v.has(h.label),others:nl(h,o,t),history:$n(a,y,h.label),sensitivityOf:M=>Ue(s,k,M)}]}),A=h=>Ne(t.flatMap(S=>S.discarded),h);return{...go({steps:R,faults:[...p,...io(n)],searches:o.searches.length,capacities:o.searches.flatMap(h=>{let S=f.filter(({label:x})=>x===h.label),k=S.find(({arm:x})=>x==="head");if(k===void 0)return[];let M=s.scenarios.find(({name:x})=>x===h.scenario);return[{label:h.label,goal:h.goal,slos:h.slos,head:k,base:S.find(({arm:x})=>x==="base")??null,history:Cn(a,y,h.label),sensitivity:Ue(s,M,dr)}]}),invalid:r?[r]:[...Zs(o,t,v,p),...ao(n)],looks:o.looks,comparison:c,discarded:{base:A("base"),head:A("head")},loosened:e.loosened,failOn:e.failOn,redirects:o.steps.flatMap(h=>to(h,t)),work:o.steps.flatMap(h=>no(h,o,t)),effort:{slices:t.flatMap(({kept:h})=>h).reduce((h,S)=>h+S.slices.length,0),discardedRounds:A("head"),instances:g.length*(t.length+oo(n)),loadSeconds:[...t.flatMap(({kept:h,soak:S})=>[...h,...S].map(({evidence:k})=>k.seconds)),...[...n.values()].flat().map(({loadSeconds:h})=>h)].reduce((h,S)=>h+S,0)}}),record:y}}function tl(e,t){let r=t.flatMap(({kept:n})=>$(n,e,"head").flatMap(s=>s.seen??[]));return[...new Map(r.map(n=>[n.name,n])).values()]}function nl(e,{steps:t},r){let n=e.slos.flatMap(({limit:o})=>o.kind==="relative"?[o.scenario]:[]),s=({kept:o},a)=>$(o,a,"head").filter(({slot:i})=>_(i)).sort((i,u)=>i.slot.round-u.slot.round).map(({slices:i})=>i);return new Map(n.flatMap(o=>{let a=un(t,e,o);if(a===void 0)return[];let i=r.flatMap(u=>ie(s(u,e),s(u,a)));return[[o,{label:a.label,pairs:i,soak:Be(a,r).head}]]}))}var rl=.5,sl=2;function Et({paired:e,steps:t},r){if(!e)return new Set;let n=s=>{let o=r.map(({kept:a})=>({base:$(a,s,"base"),head:$(a,s,"head")})).filter(({base:a,head:i})=>a.length>0&&i.length>0);return o.length>=sl&&o.every(({base:a,head:i})=>So(a)&&!So(i))};return new Set(t.filter(n).map(({label:s})=>s))}function So(e){return ge(e.flatMap(({slices:t})=>t))>rl}import{randomInt as vo}from"node:crypto";function bo(e,t){let r=new Map;for(let n of e.steps.filter(s=>hn(e,s))){let s=a=>t.map(i=>fe(n,i,a)),o=pr({alone:s(_),all:s(()=>!0)});o!==null&&r.set(n.label,o)}return r}var ol=2.5,al=.5;function yo(e,t,{wallSeconds:r,loadSeconds:n}){let s=Math.max(al,r-n-il(e)),o=e.steps.reduce((a,i)=>a+i.budgetSeconds,0);return mn(e,t,Math.floor((ol-1)*o/s))}function il(e){return e.steps.filter(({load:n})=>n.kind!=="fixed-work").map(n=>fn(e,n)?1:2).reduce((n,s)=>n+s,0)*(ve.seconds-z)}function At({steps:e,paired:t},{kept:r,discarded:n}){let s=t?["base","head"]:["head"],o=[...r,...n].filter(({slot:i})=>i.requests!==null),a=e.filter(({load:i})=>i.kind==="fixed-work").map(i=>({label:i.label,of:s.map(u=>$(o,i,u))}));return a.some(({of:i})=>i.some(u=>u.length===0))?new Map:new Map(a.map(({label:i,of:u})=>[i,u.flat().filter(({slices:c})=>c.reduce((l,{ok:d,failed:m})=>l+d-m,0)>0).map(({slices:c})=>c.reduce((l,{seconds:d})=>l+d,0))]))}function wo(e,{steps:t},r){return t.flatMap((n,s)=>{if(n===e.steps[s])return[];let o=xe(1e3*Math.min(...r.get(n.label))),[a,i]=[e.steps[s],n].map(u=>Te(Ge(u)));return[`${n.label}: ${a} requests took only ${o}; from now on there are ${i} in each stretch, which is ${Te(n.passes)} times the work`]})}function ko({steps:e,blocks:t},r){return e.flatMap(n=>{let{label:s,budgetSeconds:o}=n,a=r.get(s)??[],i=a.length===0?0:Mn(a);return i*t<=o?[]:[`${s}: ${Te(Ge(n))} requests take ${xe(i*500)}; for two revisions in ${t} blocks, the fewest that can show a change, that is ${xe(i*t*1e3)}, more than its budget of ${o} s`]})}var Mo={blocks:2,seconds:60};async function Ro(e,t){let{signal:r}=t.arms.head,{blocks:n}=e,s=new Set,o=0;for(;n.length<e.plan.blocks&&!r.aborted;){let a=n.length;for(let[m,p]of bo(e.plan,n)){if(s.has(m))continue;s.add(m);let g=p==="hidden-work";e.plan=pn(e.plan,e.config,{measured:a,worksMore:g}),t.progress.note(ml(m,p,e.plan))}let{plan:i}=e,u={index:a,first:vo(2)===0?"head":"base",reversed:vo(2)===0,headOnly:Et(i,n),warmUpSeconds:Os(i,n),shift:We[a%We.length],longer:s},c={judgement:null},l=await $s(gn(i,u),a,{...t,planned:i.blocks,sizings:o,...a===0&&{isEnough:m=>qe(i,At(i,m))!==i},soak:m=>i.soakSeconds===0||!i.looks.includes(a+1)?[]:(c.judgement=G(e,[...n,m],null),cl(c.judgement,i,m))}),d=At(i,l);if(a===0&&l.failure===null&&l.crash===null){e.plan=qe(i,d);for(let m of wo(i,e.plan,d))t.progress.note(m);if(e.plan!==i){o++;continue}}if(n.push(l),l.failure!==null||l.crash!==null)break;if(ll(n)){t.progress.note("most rounds were disturbed for a minute, and the machine does not calm down: the run ends here; a quieter machine, or a runner of its own, helps");break}if(a===0&&i.paired){e.plan=ul(l,d,e);for(let m of ko(e.plan,d))t.progress.note(m);Ae(e.plan)}if(e.plan.looks.includes(n.length)){let m=c.judgement??G(e,n,null);if(Jn(m,n.length,e),!m.undecided||n.length===e.plan.blocks)return m}}return G(e,n,js(e,n.at(-1)))}function ll(e){let t=e.filter(({kept:n,discarded:s})=>s.length>n.length),r=t.reduce((n,{wallSeconds:s})=>n+s,0);return t.length>=Mo.blocks&&2*t.length>e.length&&r>=Mo.seconds}function cl({verdict:e,undecided:t,asksBase:r},n,{index:s,soak:o}){let a=c=>o.some(({slot:l})=>l.arm===c);if(a("head"))return r&&!a("base")?Je(n,"base"):[];let i=s+1===n.blocks||!t,u=e.slos.some(({code:c})=>c==="met")||e.changes.some(({code:c})=>c==="unchanged");return i&&e.invalid.length===0&&u?Je(n,"head"):[]}function ul({kept:e,discarded:t,wallSeconds:r},n,{plan:s,config:o}){let a=vn(s,o,n);if(t.length>0)return a;let i=e.reduce((u,{slot:c,evidence:l})=>u+(c.requests===null?yn(c):l.seconds),0);return yo(a,o,{wallSeconds:r,loadSeconds:i})}var dl={rare:"slow requests come in some blocks only","hidden-work":"one revision takes more processor time, and its typical request no longer"};function ml(e,t,{blocks:r}){return`${e}: ${dl[t]}; from now on each revision has the whole load alone for ${dn} s a block, in ${r} blocks at most`}async function xo(e,t){let{request:r}=t,{head:n,base:s}=e.configs,o=yl(t),a=e.variants.map((c,l)=>hl(e,l,t)),i=[],u=null;try{for(let[c,l]of[["head",n],["base",s]])l!==null&&await e.prepare(c,()=>wl({...o,arm:c,config:l},s!==null,r.progress));u=await tr({...o,arm:null,config:n});for(let[c,l]of a.entries()){a.length>1&&!r.signal.aborted&&r.progress.note(`variant ${c+1} of ${a.length}: ${l.config.variant.name}`);let d=await gl(e,l,kl(e,c,u,o,t));if(i.push(d),r.signal.aborted)break;if(fl(d)){let m=a.length-i.length;m>0&&r.progress.note(`not measured, since the run has no verdict now: ${m} more variants`);break}}}catch(c){if(!(c instanceof ae))throw c;i.push(G(a[0],[],await kt(c,e)))}finally{await u?.stop()}return Sl(i,r.failOn)}function fl({verdict:{invalid:e}}){return e.some(({kind:t})=>t!=="machine-disturbed")}function hl(e,t,r){let{head:n,base:s}=e.variants[t],{request:o,plans:a,baseline:i,draft:u}=r,c=s!==null,l=a[t].paired===c?a[t]:Rn(n,{budgetSeconds:o.budgetSeconds,paired:c}),d=e.comparison.kind==="pair"&&!c;return{config:n,plan:l,baseline:i,digests:new Map([...l.steps.map(m=>[m.label,or(m,n.deployments)]),...l.searches.map(m=>[m.label,ar(m,n.deployments)])]),draft:{...u,...e.pair&&{pair:e.pair},...e.deployments&&{deployments:e.deployments}},comparison:d?{kind:"none",reason:{kind:"new"}}:e.comparison,loosened:e.loosened,failOn:o.failOn}}async function gl(e,t,r){let n={...t,blocks:[]},s=new Map,o=a=>G(n,n.blocks,a,s);try{let a=await Ro(n,r),{plan:i}=n;return i.searches.length===0||bl(a)?a:(await Ns(i.searches,s,{...r,swapped:i.swapped,drawFirst:()=>pl(2)===0?"head":"base"}),o(null))}catch(a){if(!(a instanceof ae))throw a;return o(await kt(a,e,t.config.variant))}}function Sl(e,t){let[r]=e,n=e.flatMap(({record:s})=>s.capacities??[]);return{verdict:Fs(e.map(({verdict:s})=>s),t),record:{...r.record,steps:e.flatMap(({record:s})=>s.steps),...n.length>0&&{capacities:n}},undecided:e.some(({undecided:s})=>s),asksBase:e.some(({asksBase:s})=>s)}}function bl({verdict:e}){return e.invalid.length>0||e.faults.some(({kind:t})=>t==="crashed")}function yl({request:e,session:t}){let{environment:r,signal:n}=e,{workspace:s,keeper:o,grace:a}=t;return{logFolder:s.logs,environment:r,keeper:o,signal:n,grace:a,shared:new Map}}async function wl(e,t,r){let n=t?` of ${e.arm}`:"";await lr(e,s=>r.phase(`building ${s}${n}`))}function kl(e,t,r,n,{request:s,session:o,k6:a,seed:i}){let{head:u,base:c}=e.variants[t],l=(d,m)=>({...n,arm:d,config:m,shared:new Map([...r.portOf].filter(([p])=>m.services.some(g=>g.name===p&&g.scope==="run")))});return{arms:{head:l("head",u),...c&&{base:l("base",c)}},shared:r,...u.variant&&{variant:t+1},k6:a,seed:i,folder:o.workspace.k6,progress:s.progress}}async function Op(e){let{progress:t,signal:r,environment:n,budgetSeconds:s}=e;an(process.platform);let o=Bt(Zt(Lt(rn(e.configPath,process.cwd(),Ml(e)),e.only),e.deployments),e.base.from),a=await In(o.directory,n,r),i=xn(o,{budgetSeconds:s,paired:Bn(o,a)});for(let c of Nt(o,e.only))t.note(c);for(let c of tn(o))t.note(c);for(let{plan:c}of i){Ae(c);for(let l of c.shortages)t.note(wn(l))}let u=await at(o,a,e);return o.baseline.kind==="history"&&it(u),kr(o,e,async c=>{let l=await Br(o,a,c,e);if(l.kind==="nothing")return xl(l.base,o,c,e);let d=await ln({environment:n,path:o.k6Path,version:e.k6Version,progress:t,signal:r,ci:n.CI==="true"}),m=vl(2**31),p=await Dn(o,l,c.workspace.path,m,e);c.removeAtEnd(()=>p.remove()),p.suiteBefore!==o.suite&&(u=await Rl(u,p,o,a,e));let g={...Ao(e,o,d.version),seed:m},w=h=>(h.comparison.kind==="history"&&it(u),xo(h,{request:e,plans:i.map(({plan:S})=>S),session:c,baseline:u.baseline,draft:g,k6:d.path,seed:m})),f=await w(p);f.verdict.invalid.find(({kind:h})=>h==="base-failed")&&o.baseline.onBaseFailure==="history"&&(t.note("the base cannot be measured; `on-base-failure` asks for a comparison with recorded runs"),f=await w(Fn(p))),_t(r);let{verdict:v,record:R}=f,A=e.record&&v.invalid.length===0?await Dr(u,R):To,O=_n(R,u.baseline);return Fe({...A,...Eo(v,R,O,e)},c.secrets)})}function Ml({only:e,environment:t}){return{only:e,calling:{command:"tailgate run",variables:he(t)}}}async function Rl({store:e},{suiteBefore:t},...[r,n,s]){return{...await at({...r,suite:t},n,s),store:e}}var To={recordPath:null,unrecorded:null};function xl(e,t,{secrets:r},n){let s=vr(e,t.when.changed),o={...Ao(n,t,"not used"),steps:[]};return Fe({...To,...Eo(s,o,[],n)},r)}function Eo(e,t,r,{baseBranch:n,link:s}){return{report:Yt(e,t,{baseBranch:n,link:s,history:r}),exitCode:Dt(e)}}function Ao(e,t,r){return{schemaVersion:1,suite:t.suite,...e.subject,attempt:e.attempt,...e.leg&&{leg:e.leg},recordedAt:new Date().toISOString(),tailgate:Ln,environment:{...on(),k6:r}}}async function _p(e,t,r){let n=Ke(e,Ve(t),r),s=await V(n,"rev-parse","--verify","HEAD");if(s===null)return{commit:null,dirty:!1,branch:null,commitTime:null};let[o,a,i]=await Promise.all([V(n,"status","--porcelain","--untracked-files=no"),V(n,"symbolic-ref","--quiet","--short","HEAD"),V(n,"show","--no-patch","--format=%cI","HEAD")]);return{commit:s,dirty:o!=="",branch:a??t.GITHUB_REF_NAME??null,commitTime:i}}async function Pp(e,t,r){let n=Ke(e,Ve(t),r),s=await V(n,"symbolic-ref","--quiet","--short","refs/remotes/origin/HEAD");if(s!==null)return s.replace(/^origin\//,"");for(let o of["main","master"])if(await K(n,`refs/heads/${o}`)!==null)return o;return"main"}export{Op as a,_p as b,Pp as c};
