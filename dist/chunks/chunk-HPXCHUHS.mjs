import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{c as Qt}from"./chunk-ZULQ7ZKS.mjs";import{a as Wn,b as qn,c as zn,d as Hn,f as ie,g as tr,h as nr,i as sr,j as or,k as cr,l as vr}from"./chunk-ZFJXWC2Z.mjs";import{a as an,d as ln,h as cn}from"./chunk-TTN2GADM.mjs";import{c as nt,d as rt,e as Yn,f as Qn,g as Xn,h as Zn,i as er}from"./chunk-6HHORBW3.mjs";import{A as br,a as wn,b as ze,c as _,d as Re,e as kn,f as V,g as vn,h as He,i as Mn,j as Rn,k as Ke,l as xn,m as Tn,n as Bn,o as Dn,p as Fn,q as jn,s as Oe,t as Jn,u as Vn,v as fr,w as hr,x as gr,y as Sr}from"./chunk-CCDD23HV.mjs";import{A as mr,B as pr,d as hn,e as gn,f as Sn,g as bn,i as yn,k as Je,m as Ve,n as $e,o as rr,p as ar,q as ir,r as lr,v as ur}from"./chunk-GEJIZI4B.mjs";import{b as Ye,e as Qe,f as K,g as Y,h as In,i as Ln,o as Ae,p as ae,q as tt,r as Un,u as Kn}from"./chunk-IQ6V5UF7.mjs";import{a as ve}from"./chunk-JXY5LZXU.mjs";import{a as le,b as yr,c as wr,d as kr}from"./chunk-ZG4UI3TK.mjs";import{k as Gn,l as Ce}from"./chunk-RR7XQ35P.mjs";import{a as $n,b as Cn,c as _n,d as Pn}from"./chunk-JLPZUSH6.mjs";import{a as Nn}from"./chunk-BYKIIYLB.mjs";import{a as dn,f as dr}from"./chunk-2HXDLOLM.mjs";import{B as fn,F as oe,G as xe,J as Xe,K as Ze,a as un,g as We,l as H,m as J,n as Me,q as mn,v as qe,z as pn}from"./chunk-MH3H6G4C.mjs";import{a as On}from"./chunk-JU7ICJHA.mjs";import{A as Ee,ba as et,f as Ft,h as Jt,i as Vt,j as Kt,k as Yt,r as En,t as An,x as Te}from"./chunk-GH5H63H7.mjs";import{a as en,o as ke,p as rn,s as sn,t as on}from"./chunk-KBZ3P3GQ.mjs";import{O as Xt,S as Zt,T as we,aa as tn,ca as nn,m as Nt,p as Bt,pa as se,q as Dt}from"./chunk-YJ7UQFQV.mjs";import{C as F,G as Se,I as Gt,K as Ut,M as Wt,da as be,e as q,ea as qt,f as x,ja as zt,k as B,l as D,oa as re,p as jt,q as Ue,s as ne,sa as ye,ta as Ht,za as z}from"./chunk-HZX6OKRE.mjs";import{a as Po}from"./chunk-RIBAP3X7.mjs";import{b as Lt}from"./chunk-4VQWXGDJ.mjs";import{g as It}from"./chunk-HENDURBQ.mjs";import{a as te,b as P,c as _t,d as Pt}from"./chunk-NZMXMQNO.mjs";import{b as ge,e as Ge}from"./chunk-ADNWO27A.mjs";import{d as _o}from"./chunk-JLN3Y4HN.mjs";import{randomInt as kl}from"node:crypto";function Mr(e,t){return{code:"skipped",blocks:!1,slos:[],changes:[],faults:[],invalid:[],pair:null,unmeasured:{kind:"irrelevant",baseCommit:e,patterns:[...t]},loosened:[],costs:[],suspects:[],acceptances:[],refusals:[],effort:{slices:0,discardedRounds:0,instances:0,loadSeconds:0}}}import{relative as Uo}from"node:path";var Io=720*3600;async function Rr(e,t,r){let n=new Map(r.flatMap(({commit:m,commitTime:f})=>{let h=Date.parse(f??"")/1e3;return m===null||Number.isNaN(h)?[]:[[m,h]]}));if(n.size===0||"kind"in e)return new Set;let{git:s,remote:o}=e,a=await s(["rev-parse","--is-shallow-repository"]),i=await st(s,o,t);if(a.stdout!=="false"||i.length===0)return new Set;let c=Math.floor(Math.min(...n.values()))-Io,u=await s(["rev-list","--timestamp",`--max-age=${Math.max(0,c)}`,...i]);if(!u.ok)return new Set;let l=new Map([...u.stdout.matchAll(/^(\d+) ([0-9a-f]+)$/gm)].map(([,m,f])=>[f,Number(m)])),d=Math.max(Number.NEGATIVE_INFINITY,...i.map(m=>l.get(m)??Number.NEGATIVE_INFINITY));return new Set([...n].filter(([m,f])=>!l.has(m)&&f<=d).map(([m])=>m))}async function st(e,t,r){let n=[...t===null?[]:[`refs/remotes/${t}/${r}`],`refs/heads/${r}`],s=await Promise.all(n.map(o=>Y(e,o)));return[...new Set(s.filter(o=>o!==null))]}var Lo="A full clone has it: `fetch-depth: 0` for actions/checkout, `git fetch --unshallow` on a laptop. To fetch it later, the job needs `contents: read`.";async function Er(e,t){let{head:r}=t,n=t.asked===null?await No(e,t.trigger,r,t.dirty):{commit:await Do(e,t.asked),because:"asked",branch:null};if(!("commit"in n))return n;let s=await ae(e,n.commit,n.branch);if(s!==null)return ot(`The base revision ${n.commit.slice(0,10)}`,s);let o=await e.git(["rev-parse","--verify",`${n.commit}^{tree}`]);return{kind:"base",commit:n.commit,tree:o.stdout,because:n.because}}async function No(e,t,r,n){switch(t.kind){case"pull_request":{let s=await Ar(e,r);if(s.length===2&&s.includes(t.headSha)){let o=s.find(a=>a!==t.headSha);return o===t.formerBaseSha&&o!==t.baseSha?Fo(t.baseBranch):{commit:o,because:"merge-parent",branch:t.baseBranch}}return Tr(e,r,t.baseBranch,t.baseSha)}case"merge_group":return{commit:t.baseSha,because:"merge-group",branch:null};case"push":{let{before:s,branch:o}=t;return s!==null&&Ae(s)&&!/^0+$/.test(s)&&s!==r&&await ae(e,s,o)===null?{commit:s,because:"before-push",branch:o}:xr(e,r,o)}case"local":return e.checkout.branch!==t.baseBranch?Tr(e,r,t.baseBranch,null):n?{commit:r,because:"parent",branch:t.baseBranch}:xr(e,r,t.baseBranch)}}async function xr(e,t,r){let[n]=await Ar(e,t);return n!==void 0?{commit:n,because:"parent",branch:r}:{kind:"none",reason:"root-commit",message:"The first commit has none before it."}}async function Ar(e,t){let{stdout:r}=await e.git(["cat-file","commit",t]),[n=""]=r.split(`

`,1);return[...n.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([,s])=>s)}async function Tr(e,t,r,n){let s=await Bo(e,r,n);if(s!==null&&typeof s=="object")return ot(`The branch ${r}`,s.problem);if(s===null)return{kind:"none",reason:"unknown-branch",message:`There is no branch ${JSON.stringify(r)} to compare with, here or on the remote.`,hint:"Name one with `--base-branch`, or a revision with `--base`."};let o=await e.git(["merge-base",t,s]);if(o.ok)return{commit:o.stdout,because:"merge-base",branch:r};let a=e.isShallow()?await Un(e,t,s):{commit:null};return"problem"in a?ot(`The merge base with ${r}`,a.problem):a.commit!==null?{commit:a.commit,because:"merge-base",branch:r}:{kind:"none",reason:"unrelated",message:`The revision that is checked out and ${r} have no history in common.`}}async function Bo(e,t,r){let[n]=await st(e.git,e.checkout.remote,t);if(n!==void 0)return n;let s=await tt(e,`refs/heads/${t}`);if(s!==null||r===null)return s;let o=await ae(e,r,null);return o===null?r:{problem:o}}async function Do(e,t){let{git:r,top:n,remote:s}=e.checkout,o=await r(["rev-parse","--verify","--quiet","--end-of-options",t]);if(o.ok&&Ae(o.stdout)){let u=await Y(r,o.stdout);if(u!==null)return u}if(Ae(t)&&await ae(e,t,null)===null)return t;let a=s!==null&&t.startsWith(`${s}/`)?t.slice(s.length+1):t;for(let u of[`refs/heads/${a}`,`refs/tags/${a}`]){let l=await tt(e,u);if(l!==null)return l}let{stdout:i}=await r(["for-each-ref","--format=%(refname:short)"]),c=It(t,i.split(`
`).filter(Boolean));throw new P({what:`--base names no revision: ${JSON.stringify(t)}.`,where:n,hint:c===void 0?"It takes a branch, a tag or a commit of this repository.":`Did you mean ${c}?`})}function Fo(e){return{kind:"none",reason:"unobtainable",message:`What is checked out is still the test merge with the former base, not with ${e}.`,hint:"Choose the base again, or push a commit: then GitHub starts a run with the new one."}}function ot(e,t){return{kind:"none",reason:"unobtainable",message:`${e} is not in this clone and could not be fetched: ${t}.`,hint:Lo}}async function $r(e,t,r){return[...(await Cr(e,["diff-tree",...["-r","-z","--raw","--no-renames","--no-ext-diff","--ignore-submodules=none"],t,r])).matchAll(/:(\d+) (\d+) [^\0]*\0([^\0]*)\0/g)].map(([,o,a,i])=>({path:_r(i),submodule:o===Or||a===Or}))}async function at(e,t){return(await Cr(e,["ls-tree","-r","-z","--full-tree","--name-only",t])).split("\0").filter(Boolean).map(_r)}var Or="160000";async function Cr(e,t){let r=await e.git(t,{encoding:"latin1"});if(r.ok)return r.stdout;throw new P({what:`What differs from the base could not be found out: ${In(r)}.`,hint:"Without `when` everything is measured.",exitCode:3})}function _r(e){return Buffer.from(e,"latin1").toString()}async function Pr(e,t,r){let{prefix:n}=e.checkout,s=await $r(e,r.base,r.head);if(jo(s,t,n))return{relevant:!0,notes:[]};let o=[...await at(e,r.head),...await at(e,r.base)].flatMap(l=>Ir(l,n)??[]),a=Go(t.patterns,o);if(a.length===0)return{relevant:!1,notes:[]};let i=ke(t.patterns),c=!o.some(l=>i(l)==="in"),u=a.map(l=>`${JSON.stringify(l)} of \`when.changed\` matches no file of base or head${c?"; everything is measured":""}`);return{relevant:c,notes:u}}function jo(e,t,r){let n=ke(t.patterns);return e.some(({path:s,submodule:o})=>{let a=Ir(s,r);if(a===null)return!1;if(t.always.includes(a))return!0;let i=n(a);return i==="in"||o&&i==="unnamed"})}function Go(e,t){return e.filter(r=>{if(rn(r))return!1;let n=ke([r]);return!t.some(s=>n(s)==="in")})}function Ir(e,t){return t===""?e:e.startsWith(`${t}/`)?e.slice(t.length+1):null}async function Lr(e){let{asked:t,trigger:r,checkout:n}=e;if("kind"in n)return it(n,t);if(n.head===null)return it({kind:"none",reason:"no-commit",message:"Nothing is committed yet."},t);let s=await zn(n,e.folder,e),o=r.kind==="local"?await qn(s,n.head,e.leaveOut):await Wn(s,n.head),a=await Er(s,{head:n.head,dirty:o.dirty,asked:t,trigger:r});if(a.kind==="none")return it(a,t);if(a.tree===o.tree)return{kind:"identical",base:a,head:o,notes:o.notes};let i={base:a.tree,head:o.tree},c=e.watched&&await Pr(s,e.watched,i),u=[...o.notes,...c?.notes??[]];return c?.relevant===!1?{kind:"irrelevant",base:a,head:o,notes:u}:{kind:"different",base:a,head:o,notes:u,layOut:l=>Hn(s,l,{head:o,base:a})}}function it(e,t){if(t===null)return e;throw new P({what:`--base ${JSON.stringify(t)} cannot be used: ${e.message}`,hint:e.hint})}async function Dr(e,t,{workspace:r,keeper:n},s){let{progress:o,signal:a,base:i}=s;i.asked===null&&e.deployments===void 0&&Wo(i.trigger);let c=e.baseline.kind==="paired"&&e.deployments===void 0,u=i.asked!==null||Nr(i.trigger);if(!c&&e.when===void 0&&!u)return ve(()=>"no base: the configuration or `--from` asks for recorded runs, and no merge waits for the run"),{kind:"alone",comparison:{kind:"history"}};o.phase(c?"laying out base and head":"looking at what has changed");let l=await Lr({checkout:t,environment:{...s.environment,...n.mark},asked:i.asked,trigger:i.trigger,folder:r.path,credentials:i.credentials??null,leaveOut:[...s.store.kind==="directory"?[s.store.path]:[],...s.keepPath?[s.keepPath]:[]],...e.when&&{watched:Ho(e,e.when)},signal:a});if(Jn(l,i.asked,i.trigger),l.kind==="none"){if(c&&(l.reason==="unobtainable"||Nr(i.trigger)))throw Jo(l);e.when?o.note(`no base to find out what has changed, so everything is measured: ${Br(l)}`):c&&l.reason!=="no-repository"&&o.note(`no base to measure beside the head: ${Br(l)}`);let d=u&&{unread:l.message};return{kind:"alone",comparison:{kind:"history"},...d}}for(let d of l.notes)o.note(d);if(c&&qo(l,s),l.kind==="irrelevant"||l.kind==="identical"&&e.when)return{kind:"nothing",base:l.base.commit};if(!c){let d=l.kind==="different"&&{pair:l};return{kind:"alone",comparison:{kind:"history"},...d}}return l.kind==="different"?{kind:"pair",pair:l}:{kind:"alone",comparison:{kind:"none",reason:{kind:"identical"}}}}function Wo(e){if(e.kind!=="local"||e.commented===void 0)return;let{baseBranch:t,commented:r}=e;throw new P({what:`issue_comment checks out ${t}, not pull request ${r}, and names no base to compare it with.`,hint:`Best measure on \`pull_request\`. Otherwise check out the pull request (\`ref: refs/pull/\${{ github.event.issue.number }}/head\` and \`fetch-depth: 0\` for actions/checkout), and set the input \`base\`, such as \`origin/${t}\`. Its code then has the secrets and the token of this job: check first who has commented.`})}function qo({base:e,head:t},r){let{trigger:n}=r.base;if(n.kind!=="local"||n.event===void 0)return;let s=`${et(r.subject.commit)}${t.dirty?" with changes that are not committed":""}`,o=`${et(e.commit)}, ${Gn(e,n.baseBranch)}`;r.progress.note(`${n.event}: what is checked out, ${s}, is compared with ${o}`)}var zo="Give actions/checkout `fetch-depth: 0`, and its job `contents: read`. Or compare with recorded runs on purpose: `from: history` under `baseline`.";function Ho({path:e,directory:t,scenarios:r,k6Path:n=e},{changed:s}){let o=r.flatMap(({work:a})=>Bn(a));return{patterns:s,always:[e,n,...o].map(a=>Uo(t,a))}}function Nr({kind:e}){return e==="pull_request"||e==="merge_group"}function Br({message:e,hint:t}){return`${e}${t?` ${t}`:""}`}function Jo({message:e,hint:t=zo}){return new P({what:`No base to measure beside the head: ${e}`,hint:t,exitCode:te.unmeasured})}async function lt(e,t,r){let{progress:n,environment:s,signal:o,subject:a}=r,{suite:i,directory:c}=e,u=r.base.credentials??null,l=Kn(r.store,{suite:i,directory:c,credentials:u,environment:s,signal:o});try{let{records:d,unreadable:m}=await l.list({newest:On});for(let{name:w,reason:k}of m)n.note(`record ${w} is left out: ${k}`);let f=a.commit===null?null:r.baseBranch,h=d.filter(w=>w.branch===f),b=f===null?new Set:await Rr(t,f,h);return b.size>0&&n.note(`${Vo(b.size)} no longer on ${f} and left out`),{store:l,baseline:$n(h,{branch:f,onBranch:w=>!b.has(w),leg:r.leg}),problem:null}}catch(d){if(!(d instanceof P)||d.exitCode!==te.unmeasured)throw d;return n.note(`the records cannot be read, so there is no trend: ${d.message}`),{store:l,baseline:[],problem:d}}}function ct({problem:e}){if(e===null)return;let{message:t,where:r,hint:n,detail:s}=e;throw new P({what:t,where:r,hint:n,detail:s,cause:e,exitCode:te.unmeasured})}async function Fr({store:e},t){try{return{recordPath:await e.append(t),unrecorded:null}}catch(r){if(r instanceof _t)throw r;let n=r instanceof P&&r.hint?` ${r.hint}`:"";return{recordPath:null,unrecorded:`${r.message}${n}`}}}function Vo(e){return e===1?"the commit of one record is":`the commits of ${e} records are`}import{randomInt as ml}from"node:crypto";async function ce(e,{arms:t,together:r,block:n,variant:s}){e.starts++;let o=e.starts>1?`_${e.starts}`:"",a=s===void 0?"":`v${s}_`,i=await Promise.allSettled(r.map(async l=>{e.running.set(l,await tr(t[l],`${l}_${a}${n+1}${o}`))})),c=i.flatMap(l=>l.status==="rejected"?[l.reason]:[]),u=c.find(({arm:l})=>l!=="base")??c[0];if(u instanceof ie&&(u.isOnlyHere=c.length<i.length),u!==void 0)throw u}async function ue({running:e}){let t=[...e.values()];e.clear();let n=(await Promise.allSettled(t.map(s=>s.stop()))).find(s=>s.status==="rejected");if(n)throw n.reason}import{readFileSync as dt}from"node:fs";import{availableParallelism as jr}from"node:os";import{setTimeout as Ko}from"node:timers/promises";var Yo=250,Qo=.1;async function Pe(e,t){let r=performance.now()+e,n=ut(0,new Set);for(;n.busy!==null&&performance.now()<r&&!t.aborted;){await Ko(500);let s=ut(0,new Set),o=(s.monotonic-n.monotonic)/1e3;if(((s.busy??0)-n.busy+(s.steal??0)-(n.steal??0))/o<Qo*jr())return!0;n=s}return n.busy===null}function Gr(e,t,r=new Map){let n=[],s=jr(),o=()=>{let i=ut(e,new Set(t),r),c=n.findLast(({generator:l})=>l!==null)?.generator??0,u=(i.generator??0)<c;n.push(u?{...i,busy:null,generator:null,service:null}:i),s=na(e)??s};o();let a=setInterval(o,Yo);return{samples:n,take:o,generatorLimit:()=>s,stop(){clearInterval(a),o()}}}function ut(e,t,r=new Map){let n=Xo(),{user:s,system:o}=process.cpuUsage(),a=new Set([e,...t]),i=n&&Qn(Yn()??[],a),c=i&&ta(i,e,t);return{wall:Date.now(),monotonic:performance.now(),busy:n?.busy??null,steal:n?.steal??null,generator:c?.generator??null,service:c?.service??null,self:(s+o)/1e6,opens:Zo(),arms:new Map([...r].map(([u,l])=>[u,ea(i??[],l)]))}}function Xo(){try{let[e,t,r,,,,,n]=dt("/proc/stat","latin1").slice(0,200).split(`
`)[0].trim().split(/\s+/).slice(1).map(Number);return{busy:(e+t+r)/rt,steal:(n??0)/rt}}catch{return null}}function Zo(){try{let e=dt("/proc/self/net/snmp","latin1").split(`
`),[t,r]=e.filter(n=>n.startsWith("Tcp:")).map(n=>n.split(" "));return Number(r[t.indexOf("ActiveOpens")])}catch{return null}}function Ur(e,t,r){let[n,s]=[t,r].map(o=>_e(e,o,({opens:a})=>a));return n===null||s===null?null:Math.ceil(s-n)}function ea(e,t){let r=e.filter(({session:s})=>t.includes(s)),n=s=>r.reduce((o,a)=>o+s(a),0);return{seconds:n(({pid:s,seconds:o})=>Math.max(o,Xn(s)??0)),memory:n(({pid:s})=>Zn(s)??0)}}function ta(e,t,r){let n={generator:0,service:0};for(let{session:s,seconds:o}of e)s===t?n.generator+=o:r.has(s)&&(n.service+=o);return n}function na(e){try{return(/^Cpus_allowed_list:\s*(\S+)/m.exec(dt(`/proc/${e}/status`,"latin1"))?.[1]).split(",").map(n=>n.split("-").map(Number)).reduce((n,[s,o])=>n+(o===void 0?1:o-s+1),0)}catch{return null}}function mt(e,t,r,n){let s=(r-t)/1e3,o=m=>{let f=_e(e,t,m),h=_e(e,r,m);return f===null||h===null?null:Math.max(0,(h-f)/s)},[a,i,c,u]=[o(m=>m.busy),o(m=>m.generator),o(m=>m.service),o(m=>m.self)],l=n.outsiders?null:c,d=a!==null&&i!==null&&l!==null;return{cores:n.cores,generator:i,generatorLimit:n.generatorLimit,service:l,others:d?Math.max(0,a-i-l-(u??0)):null,steal:o(m=>m.steal),clockJumpMs:ra(e,t,r)}}function Wr(e,t,r,n){let s=u=>_e(e,u,l=>l.arms.get(t)?.seconds??null),[o,a]=[s(r),s(n)],i=e.findLast(({wall:u})=>u<=n)?.arms.get(t)?.memory??0;return!((e.at(-1)?.wall??0)>=n)||o===null||a===null||a<=o||i===0?null:{cpu:a-o,memory:i}}function _e(e,t,r){let n=e.filter(u=>r(u)!==null),s=n.findIndex(u=>u.wall>=t),o=n[s===-1?n.length-1:s],a=n[Math.max(0,(s===-1?n.length-1:s)-1)];if(!a||!o)return null;let[i,c]=[r(a),r(o)];return i===null||c===null?null:o.wall===a.wall?c:i+Math.min(1,Math.max(0,(t-a.wall)/(o.wall-a.wall)))*(c-i)}function ra(e,t,r){let n=e.filter(s=>s.wall>=t&&s.wall<=r).map(s=>s.wall-s.monotonic);return n.length<2?0:Math.max(...n)-Math.min(...n)}function qr(e){let{intended:t,sent:r,dropped:n}=e;if(pt(e))return"disturbed";let s=t===null?0:t-r,o=t!==null&&s>Math.max(2,.01*t),a=Hr(e);return t===null?Jr(e)?"generator-starved":"sound":o||n>0?a?"generator-starved":n>0&&o?"service-slow":o?(e.lagMs??0)>20?"generator-starved":"unknown":"sound":e.lagMs!==null&&e.lagMs>20&&!sa(e)?"generator-starved":"sound"}function pt({cpu:e,clockJumpMs:t}){return t>100||e.steal!==null&&e.steal>.1*e.cores||e.others!==null&&e.others>.2*e.cores}function sa(e){let{cores:t,generator:r,service:n}=e.cpu;return r===null||n===null?!1:r<.3*t&&n>r&&r+n<.9*t&&ft(e)}function ft({cpu:{cores:e,others:t,steal:r},clockJumpMs:n}){return t!==null&&t<.05*e&&(r??0)<.025*e&&n<=100}function zr(e,t){if(Hr(e))return!0;let{generator:r,service:n}=e.cpu;return(t==="generator-starved"||t==="unknown")&&r!==null&&!(n!==null&&n>r)}function Hr(e){let{cpu:t}=e;return t.generator===null?!1:Jr(e)?!0:t.generator+(t.service??0)+(t.others??0)>.9*t.cores&&t.generator>.45*t.cores}function Jr({cpu:{generator:e,generatorLimit:t}}){return e!==null&&t!==null&&e>.9*t}function de(e,t){let{cpu:r,intended:n,sent:s,seconds:o,clockJumpMs:a,lagMs:i}=t,c=`${Math.max(0,Math.round((n??0)-s))} of ${Math.round(n??0)} arrivals never began in ${oa(o)} s`,u=(l,d)=>`${Math.round(100*l/d)} %`;switch(e){case"disturbed":return a>100?`the clock jumped by ${Math.round(a)} ms`:r.steal!==null&&r.steal>.1*r.cores?`the hypervisor took ${u(r.steal,r.cores)} of the processors`:`other processes took ${u(r.others??0,r.cores)} of the processors`;case"generator-starved":{let l=r.generator===null?"":`; k6 had ${u(r.generator,r.generatorLimit??r.cores)} of its processors`;return`${(i??0)>20?`k6 began arrivals ${Math.round(i)} ms late (p99)`:`k6 fell behind: ${c}`}${l}`}case"unknown":return`${c}, and nothing shows why`;case"service-slow":return`the service was too slow for the rate: ${c}`;case"sound":return"nothing disturbed it"}}function oa(e){return Math.round(e*10)/10}var aa=.98,ia=.01,la=.8;function Vr(e,t,{diagnosis:r,evidence:n,slices:s}){let o=z(s,e.metric),{sent:a,intended:i}=n,c=i!==null&&a<aa*i,u=ca(s),l=Se(s),m=!Number.isNaN(o)&&!Xe(oe,l)&&!Xe(e,o)&&!c&&!u;return{rate:t,achieved:Gt(s),met:m,value:o,errors:l,dropped:s.reduce((f,h)=>f+h.dropped,0),...u&&{growing:u},...!m&&zr(n,r)&&{limitedBy:"generator"}}}function ca(e){let t=e.filter(i=>Ut(i)>0).map(i=>({at:i.startedAt/1e3,wait:F([i],.5)/1e3})),r=t[0],n=t.at(-1);if(r===void 0||n===void 0||t.length<4||n.wait===1/0)return;let s=t.flatMap((i,c)=>t.slice(c+1).map(u=>u.wait>i.wait)),o=s.filter(Boolean).length>=la*s.length,a=(n.wait-r.wait)/(n.at-r.at);return o&&a>ia?!0:void 0}function Kr(e){let t=e.filter(Qr);return e.filter(({slot:r})=>t.some(n=>n.slot.step===r.step&&n.slot.round===r.round))}function Yr(e,t){let r=[...new Set(e.map(({slot:a})=>a.step.label))],n=e.filter(Qr).map(({diagnosis:a,evidence:i})=>de(a,i));return`${`${e.length} ${e.length===1?"round":"rounds"} of ${r.join(", ")}`} ${t?"will be measured again":"discarded"}: ${[...new Set(n)].join("; ")}`}function Qr({diagnosis:e}){return e!=="sound"&&e!=="service-slow"}function Xr({slot:e,diagnosis:t,evidence:r},n){let{sent:s,intended:o,seconds:a,dropped:i,lagMs:c,clockJumpMs:u,cpu:l}=r,d=w=>w===null?"unknown":Number(w.toPrecision(3)),{generator:m,service:f,others:h,steal:b,cores:p}=l;return[`discarded: block ${n+1}, ${e.step.label}, ${e.arm}, round ${e.round+1}, ${e.turns?"in turns":"alone"}`,t==="sound"?"sound, but its counterpart is not":de(t,r),`${s} of ${o??s} arrivals in ${d(a)} s, ${i} dropped, p99 of lateness ${d(c)} ms`,`of ${p} cores k6 used ${d(m)}, the service ${d(f)}, others ${d(h)}, the hypervisor ${d(b)}`,`the clock jumped by ${d(u)} ms`].join("; ")}import{availableParallelism as Za}from"node:os";import{setTimeout as ei}from"node:timers/promises";function ts(e,t){let{rate:r,settling:n,measured:s}=e,o=Zr({...e,count:n},t),a=n/r*1e3,i=n>0?0:Math.min(100,500*s/r),c=1-i*r/(1e3*Math.max(1,s)),u=Zr({...e,count:s},t),l=[...o,...u.map(h=>a+i+h*c)],d=e.arms*e.turn,m=0;for(;m+d<=n&&l[m]<100;)m+=d;let f=l.slice(m).map(h=>Number(Math.max(h,100).toFixed(2)));return{dueMs:f,skipped:m,...da(f,r)}}function Zr({rate:e,count:t,arms:r,turn:n},s){let o=Math.ceil(t/(r*n))*n,a=ua(o,o/e*1e3,s),i=[],c=0;for(let u=0;u<o;u+=n)for(let l=0;l<r;l++)for(let d of a.slice(u,u+n))c+=d,i.push(c);return i.slice(0,t)}function ua(e,t,r){let n=Array.from({length:e+1},()=>-Math.log(1-r.uniform())),s=n.reduce((o,a)=>o+a,0);return n.slice(0,e).map(o=>o/s*t)}var es=[1,1.01,1.02,1.05,1.1,1.15,1.2,1.3,1.5,2,3,5,10];function da(e,t){let r=e.length,n=c=>e.reduce((u,l,d)=>Math.min(u,l-d*1e3/(t*c)),1/0),s=t*(es.find(c=>n(c)>=5)??es.at(-1)),o=Math.max(0,Math.floor(n(s/t)-5)),[a,i]=[0,0];for(let c=0;c<r;c++){for(;i<r&&e[i]<o+c*1e3/s;)i++;a=Math.max(a,c+1-i)}return{launchMs:o,launchRate:s,launchSeconds:(r-.5)/s,waiting:a}}function ns(e,t){let r=2166136261^e;for(let n=0;n<t.length;n++)r=Math.imul(r^t.charCodeAt(n),16777619);return r|0}var rs=`/**
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
`;var ss=`// Lateness of an arrival (ms). Open model only. It says nothing while arrivals are dropped.
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
`;var Ie="books.js",is=rs,os={perSecond:50,share:1/8},fa=["0.0.0.0/2","64.0.0.0/3","96.0.0.0/4","112.0.0.0/5","120.0.0.0/6","124.0.0.0/7","126.0.0.0/8","128.0.0.0/1",...Array.from({length:16},(e,t)=>`${(2**t).toString(16)}::/${16-t}`)];function ls({program:e,targetUrl:t,confined:r,scriptPath:n,insecure:s=!1,requestOf:o,arrivals:a=new Map,arrivalsFile:i="",dealOf:c=()=>null}){let u=e.slots[0].step.work,l=new Map(e.slots.map(p=>[p,c(p)])),d=Object.fromEntries(e.slots.map((p,w)=>{let k=l.get(p)??null,M=k===null?o(p):null;return[p.key,{id:`s${w}`,...ba(p,M,k),...ga(a.get(Q(p))),isConfined:r}]})),m=Math.max(0,...[...a.values()].map(({waiting:p})=>p)),f=[...l.values()].filter(p=>p!==null),h=JSON.stringify(u.kind==="script"?n??u.path:null),b=u.kind==="script"?[`export * from ${h};`,`import * as user from ${h};`]:["const user = {};"];return[`import { CODES, needsBody, openIteration, TAG, tellFailure } from './${Ie}';`,"import { sleep } from 'k6';","import http from 'k6/http';","import exec from 'k6/execution';",...a.size>0||f.some(({dataFile:p})=>p!==null)?["import { SharedArray } from 'k6/data';"]:[],"import { Counter, Gauge, Trend } from 'k6/metrics';",...b,"",`const TARGET_URL = __ENV.TARGET_URL || ${JSON.stringify(t)};`,`const PERCENTS = ${JSON.stringify(rr)};`,`const INSECURE = ${s};`,`const BLOCKED = ${JSON.stringify(r?fa:[])};`,`const SEQUENCES = ${JSON.stringify(Object.fromEntries(f.map(({name:p,sequence:w})=>[p,w])))};`,`const ROWS = {${[...new Set(f.flatMap(ha))].join(", ")}};`,`const ARRIVALS = {${[...a.keys()].map(p=>Sa(p,i)).join(", ")}};`,`const SLOTS = ${JSON.stringify(d,null,2)};`,`const SCENARIOS = ${JSON.stringify(Object.fromEntries(e.slots.map(p=>[Q(p),ya(p,a,m)])),null,2)};`,"",ss].join(`
`)}function ha({name:e,dataFile:t}){if(t===null)return[];let r=JSON.stringify(e);return[`${r}: new SharedArray(${r}, () => JSON.parse(open(${JSON.stringify(`./${t}`)})))`]}function ga({skipped:e,launchMs:t}={skipped:0,launchMs:0}){return{skipped:e,launchMs:t}}function Sa(e,t){let r=JSON.stringify(e);return`${r}: new SharedArray(${JSON.stringify(`arrivals ${e}`)}, () => JSON.parse(open(${JSON.stringify(`./${t}`)}))[${r}])`}function ht(e){return e.round!==null||e.slices>1}function Q({key:e,turns:t}){return t?.scenario??e}function ba(e,t,r){let{load:n,work:s,label:o}=e.step,a=r?.requests.map((i,c)=>({...i,which:c}));return{label:o,measured:ht(e),told:e.arm==="head",startMs:e.startSeconds*1e3,settleMs:e.settleSeconds*1e3,sliceMs:(e.seconds-e.settleSeconds)*1e3/e.slices,slices:e.slices,rate:n.kind==="arrival-rate"?n.rate:null,sampledShare:n.kind==="arrival-rate"?Math.min(1,os.perSecond/n.rate):os.share,scenario:Q(e),scenarioName:e.step.scenario,turns:e.turns&&{...e.turns,...V(e)},iterations:e.round===null?null:e.requests,exec:s.kind==="script"?s.exec:null,custom:[...new Set(we(e.step.slos).map(({name:i})=>i))],deal:r&&{name:r.name,first:r.first,requests:a},request:a?.[0]??(t&&{method:t.method,url:t.url,headers:t.headers,body:t.body??null,expectStatus:t.expectStatus,timeoutMs:t.timeoutSeconds*1e3})}}function ya(e,t,r){let{load:n,virtualUsers:s,graceSeconds:o}=e.step,a={exec:"runIteration",startTime:`${e.startSeconds}s`,gracefulStop:`${o}s`},i=`${e.seconds}s`;switch(n.kind){case"arrival-rate":{let c=t.get(Q(e)),u={preAllocatedVUs:s+r,maxVUs:s+r},l="constant-arrival-rate";if(c===void 0)return{...a,...u,executor:l,duration:i,...as(n.rate)};let d=Math.max(H,c.launchSeconds),m=c.launchMs/1e3,f=Math.max(0,e.seconds-m-d)+o;return{...a,startTime:`${be(e.startSeconds+m)}s`,...u,executor:l,duration:`${be(d)}s`,gracefulStop:`${be(f)}s`,...as(c.launchRate)}}case"users":return{...a,executor:"constant-vus",duration:i,vus:n.users};case"fixed-work":return e.round===null?{...a,executor:"constant-vus",duration:i,vus:n.users}:{...a,executor:"shared-iterations",vus:n.users,iterations:e.requests??n.requests,maxDuration:`${J}s`}}}function as(e){for(let[t,r]of[["1s",1],["1m",60],["1h",3600]]){let n=e*r;if(Math.abs(n-Math.round(n))<1e-9*n)return{rate:Math.round(n),timeUnit:t}}return{rate:Math.max(1,Math.round(e*3600)),timeUnit:"1h"}}function cs(e,t,r){return new Map(e.slots.flatMap(n=>{let{load:s,label:o}=n.step;if(s.kind!=="arrival-rate"||s.arrivals==="even")return[];let a=$e(ns(t,`${r} ${n.round} ${o}`));return[[Q(n),ts({rate:s.rate,...wa(n)},a)]]}))}function wa(e){let t=V(e),{seconds:r,settleSeconds:n}=e,{rate:s}=e.step.load,o=u=>Math.ceil(Number((s*u).toFixed(6)));if(t===null)return{settling:o(n),measured:vn(e),arms:1,turn:1};let{settling:a,arrivals:i}=t,c=Math.max(0,Math.floor(Number((s*r).toFixed(6)))-a);return{settling:a,measured:c,arms:e.turns.of,turn:i}}var X={grpc:2e3,socket:3e3,redis:9e3,exception:9001},us=1e4;function gt({values:e,count:t},r){let n=new Map([[e[0],0],[e.at(-1),0]]);for(let[s,o]of e.entries())s===0||o!==e[s-1]||n.set(o,(n.get(o)??0)+r[s]-r[s-1]);return[...n].map(([s,o])=>({which:Math.floor(s/us),code:s%us,count:Math.max(1,Math.round(o*t))})).sort((s,o)=>o.count-s.count)}function ds(e){let t=new Map;for(let r of e){let n=`${r.which} ${r.code}`;t.set(n,{...r,count:r.count+(t.get(n)?.count??0)})}return[...t.values()].sort((r,n)=>n.count-r.count)}var ka=["OK","CANCELLED","UNKNOWN","INVALID_ARGUMENT","DEADLINE_EXCEEDED","NOT_FOUND","ALREADY_EXISTS","PERMISSION_DENIED","RESOURCE_EXHAUSTED","FAILED_PRECONDITION","ABORTED","OUT_OF_RANGE","UNIMPLEMENTED","INTERNAL","UNAVAILABLE","DATA_LOSS","UNAUTHENTICATED"];function ms(e,t){if(e<1e3)return`status ${e}`;let r=t===void 0?"":`: ${t}`;return e>=X.exception?t??"exception":e>=X.redis?`redis${r}`:e>=X.socket?`WebSocket${r}`:e>=X.grpc?`gRPC status ${ka[e-X.grpc]??e-X.grpc}${r}`:t??`error ${e} of k6`}var wt=_o(Po(),1);import{createReadStream as Ea,existsSync as bt,readFileSync as Ss,writeFileSync as yt}from"node:fs";import{totalmem as Aa}from"node:os";import{dirname as Oa,join as j}from"node:path";import{createInterface as $a}from"node:readline";import{setTimeout as Ca}from"node:timers/promises";import{rootCertificates as _a}from"node:tls";var Le=D({count:x(),avg:x(),values:B(x())}).nullable(),va=jt("type",[D({type:ne("trend"),count:x(),avg:x(),values:B(x())}),D({type:ne("rate"),hits:x(),count:x()}),D({type:ne("counter"),sum:x()})]),Ma=D({schemaVersion:ne(1),percents:B(x()),slots:Ue(q(),D({startedAt:x(),endedAt:x(),dropped:x(),answers:B(D({sizes:Le,statuses:Le})),slices:B(D({started:x(),finished:x(),exceptions:x(),barren:x(),untagged:x(),begun:x(),voided:x(),resent:x(),connects:x(),received:x(),failed:Le,latency:Le,lag:D({p50:x(),p99:x(),max:x()}).nullable(),custom:Ue(q(),va).optional()}))})),thresholds:B(q()),fed:B(q()),unfed:B(q()),lost:x(),seen:B(Wt).optional()});function ps(e){return Ma.parse(JSON.parse(e))}function fs(e,t){return t.filter(r=>ht(r)&&(e.slots[r.key]?.startedAt??0)>0).map(r=>({...Ra(r,e.slots[r.key],e.percents),seen:e.seen}))}function Ra(e,t,r){let n=r.map(p=>p/100),{load:s,work:o}=e.step,a=s.kind==="fixed-work"&&t.endedAt>=t.startedAt?Math.max(1,t.endedAt-t.startedAt)/1e3:e.seconds-e.settleSeconds,i=s.kind==="arrival-rate"?s.rate:null,c=V(e),u=c===null?a/e.slices:c.planned/i/e.slices,l=i===null?null:i*u,d=o.kind==="script",m=t.slices.map((p,w)=>{let{latency:k,failed:M,exceptions:E}=p;return{startedAt:t.startedAt+(e.settleSeconds+w*a/e.slices)*1e3,seconds:u,...e.turns!==null&&{alternating:!0},planned:l,ok:k?.count??0,failed:Math.max(M?.count??0,E)+St(p,d),dropped:Ta(t,s.kind==="fixed-work"?e:null,l),...p.resent>0&&{resent:p.resent},latency:k&&{levels:n,values:k.values},avg:k?.avg??null,lag:p.lag,...Object.keys(p.custom??{}).length>0&&{custom:xa(p.custom,n)}}}),f=p=>t.slices.reduce((w,k)=>w+p(k),0),h=f(p=>St(p,d)),b=f(p=>p.started>p.finished?0:St(p,!0));return{slot:e,slices:m,sent:f(({started:p})=>p),intended:l===null?null:l*e.slices,barren:f(({barren:p})=>p),lost:d?b+(we(e.step.slos).length>0?f(({untagged:p})=>p):0):0,cut:h,received:f(({received:p})=>p),failures:ds(t.slices.flatMap(({failed:p})=>p===null?[]:gt(p,n))),answers:t.answers.map(({sizes:p,statuses:w})=>({sizes:p&&{...p,levels:n},statuses:new Map(w?gt(w,n).map(({code:k,count:M})=>[k,M]):[])})),connects:f(({connects:p})=>p)}}function St({started:e,begun:t,voided:r,latency:n,failed:s},o){let a=r+(n?.count??0)+(s?.count??0);return Math.max(0,(o?t:e)-a)}function xa(e,t){return Object.fromEntries(Object.entries(e).map(([r,n])=>[r,n.type==="trend"?{...n,levels:t}:n]))}function Ta(e,t,r){if(e.dropped===0)return 0;if(t)return Math.round(e.dropped/t.slices);let n=(r??0)*e.slices.length-e.slices.reduce((s,{started:o})=>s+o,0);return Math.round(Math.min(e.dropped,Math.max(0,n))/e.slices.length)}var hs={100:"its `setup` did not finish in time",101:"its `teardown` did not finish in time",104:"k6 does not accept its options",107:"it threw an exception outside an iteration",108:"it aborted the test",110:"it marked the test as failed"},Pa=99,gs=105;async function bs(e){let{folder:t,name:r}=e,n=j(t,`${r}.js`),s=j(t,`${r}.summary.json`),o=j(t,`${r}.log`),a=j(t,"k6-config.json");yt(n,e.script),e.arrivals&&yt(j(t,e.arrivals.file),JSON.stringify(e.arrivals.dueMs)),bt(j(t,Ie))||wt.default.sync(j(t,Ie),is),bt(a)||wt.default.sync(a,"{}");let i=await er({command:[e.binary,"run","--quiet","--no-color","--no-usage-report","--config",a,"--address","","--env",`TARGET_URL=${e.targetUrl}`,"--env",`BASE_URL=${e.targetUrl}`,"--env",`TAILGATE_SUMMARY=${s}`,...e.userScript?["--env",`TAILGATE_SCRIPT_FOLDER=${Oa(e.userScript)}`]:[],n],cwd:e.cwd,env:{...ja(),...ge(e.environment,Ga(e)),...!e.mayFetch&&{K6_AUTO_EXTENSION_RESOLUTION:"false"}},logPath:o,keeper:e.keeper}),c=i.exited.then(async u=>{let l=or(Da(o),t),d=u.code??-1,m=(f,h)=>({kind:"failed",fault:f,message:h,log:l});if(u.signal!==null)return m("harness",`k6 was ended by ${u.signal}`);if(d in hs){let f=l.replaceAll('\\"','"'),h=/TAILGATE_EXPORTS (\S+): (.*?) TAILGATE_END/.exec(f),b=/TAILGATE_REFUSED (.*?) TAILGATE_END/.exec(f)?.[1];return{...m("script",b??`${hs[d]}${Na(f)}`),...h!==null&&{missing:{exec:h[1],there:h[2]}}}}if(d!==0&&d!==Pa&&d!==gs)return m("harness",`k6 ended with exit code ${d}`);try{let f=ps(Ss(s,"utf8"));return{kind:"measured",complete:d!==gs,summary:f,...await Ua(o)}}catch(f){return m("harness",`k6 left no readable summary: ${f.message}`)}});return{group:i,began:La(o,i),finished:c}}var Ia=20;async function La(e,{exit:t}){for(;t()===null;){let r=/TAILGATE_BEGAN (\d+)/.exec(nt(e))?.[1];if(r!==void 0)return Number(r);await Ca(Ia)}return null}function Na(e){let t=/"(k6\/x\/[^"\s]+)"/.exec(e)?.[1];return t!==void 0?`: it imports \`${t}\`, an extension that this k6 lacks. None is fetched from elsewhere unless \`allow\` names hosts; give \`k6.path\` a k6 that has it`:/ of undefined/.test(e)?"; Tailgate replaces its scenarios and its load, so `exec.test.options.scenarios` has not those of the script":""}var Ba=20;function Da(e){let t=nt(e,2e3).split(`
`),r=t.slice(-Ba),n=t.find(s=>/^time="[^"]*" level=error (?!.* source=console)/.test(s));return(n===void 0||r.includes(n)?r:[n,...r.slice(1)]).join(`
`)}var Fa=4;function ja(){let e=Math.min(Aa(),process.constrainedMemory?.()||Number.POSITIVE_INFINITY);return{GOGC:"800",GOMEMLIMIT:`${Math.floor(e/Fa/2**20)}MiB`}}function Ga({certificates:e=[],environment:t,folder:r}){if(e.length===0)return{};let n=t.SSL_CERT_FILE,s=n&&bt(n)?[Ss(n,"utf8")]:_a,o=j(r,"certificates.pem");return yt(o,[...e,...s].join(`
`)),{SSL_CERT_FILE:o}}async function Ua(e){let t=new Map,r=new Map;for await(let n of $a({input:Ea(e)})){let s=/TAILGATE_(FAILURE|REDIRECT) ((?:[^"\\]|\\.)*)"/.exec(n);if(s===null)continue;let o=s[2].replaceAll('\\"','"');if(s[1]==="FAILURE"){let[,a,i,c]=/^(\d+) (.*?): (.*)$/s.exec(o)??[],u=`${a} ${i}`;c!==void 0&&!t.has(u)&&t.set(u,{label:i,code:Number(a),text:c})}else{let[,a,i,c,u]=/^(\d+) (\d+) (\S+) (.*)$/s.exec(o)??[],l=`${a} ${u}`;if(u===void 0||r.has(l))continue;r.set(l,{label:u,which:Number(a),status:Number(i),location:c==="-"?null:c})}}return{told:[...t.values()],redirects:[...r.values()]}}import{existsSync as za,writeFileSync as Ha}from"node:fs";import{join as Ja}from"node:path";var Wa=1;function ys(e){let t=e.map(({weight:c})=>c),r=t.reduce(ws),n=t.map(c=>c/r),s=n.flatMap((c,u)=>Array.from({length:c},()=>u)),o=$e(Wa);for(let c=s.length-1;c>0;c--){let u=o.index(c+1);[s[c],s[u]]=[s[u],s[c]]}let a=n.map(()=>0),i=s.map(c=>a[c]++);return{order:s,ranks:i,counts:n}}function ws(e,t){return t===0?e:ws(t,e%t)}function ks(e,t,r,n){let s=[],o=0;for(let{name:a,offset:i,length:c}of Lt(e)){let u=a.startsWith("data.")?t.indexOf(a.slice(5)):-1;if(u<0)continue;let l=i+c,d=r==="json"&&qa(e,i,l);s.push(n(e.slice(o,d?i-1:i)),{column:u,as:d?"value":r}),o=d?l+1:l}return s.length===0?n(e):[...s,n(e.slice(o))]}function qa(e,t,r){return e[t-1]==='"'&&e[t-2]!=="\\"&&e[r]==='"'&&e[r+1]!==":"}function vs(e,t,r){if(e.step.work.kind==="script")return null;let{request:n}=e.step.work;return{...n,url:Rs(t.fill(n.url),t,r,e),headers:Object.fromEntries(Object.entries(n.headers).map(([s,o])=>[s,t.fill(o)])),body:n.body===void 0?void 0:t.fill(n.body)}}function Ms(e,t,r,{config:n,folder:s}){let{work:o,scenario:a}=e.step;if(o.kind==="script"||o.mix===void 0&&o.data===void 0)return null;let i=o.data?`data-${a}.json`:null;i!==null&&Va(o.data.path,Ja(s,i));let c=(l,d)=>ks(l,o.data?.columns??[],d,r.fill),u=se(o);return{name:a,dataFile:i,first:Ya(e,t),sequence:ys(u),requests:u.map(({request:l})=>({name:`${l.method} ${l.url}`,method:l.method,url:Rs(c(l.url,"path"),r,n,e),headers:Object.fromEntries(Object.entries(l.headers).map(([d,m])=>[d,c(m,"raw")])),body:l.body===void 0?null:c(l.body,l.quotesData?"json":"raw"),expectStatus:l.expectStatus,timeoutMs:l.timeoutSeconds*1e3}))}}function Va(e,t){za(t)||Ha(t,JSON.stringify(Xt(on(e),e).rows))}function Rs(e,{targetUrl:t},r,{step:n}){let[s,...o]=typeof e=="string"?[e]:e,a=String(s),i=a.startsWith("/")?t+a:a;return tn(i,r,`request of ${n.label}`),typeof e=="string"?i:[i,...o]}var Ka=16;function Ya({step:{load:e},round:t,seconds:r,turns:n,requests:s},o){let a=e.kind==="arrival-rate"?e.rate*r/(n?.of??1):s??0;return(o*Ka+(t===null?0:t+1))*Math.ceil(a)}function xs(e,{instances:t,began:r,sample:n}){let s=[],o=new Set,a=!1,i=()=>{for(let l of o)t.get(l)?.resume();o.clear()},c=l=>{for(let[d,m]of t)d!==l&&(m.halt(),o.add(d))},u=e.slots.flatMap(l=>[...t.size>1&&l.round!==null&&_(l)?[{at:l.startSeconds,act:()=>c(l.arm)},{at:Qa(l),act:i}]:[],...Xa(l).map(d=>({at:d,act:n}))]);return r.then(l=>{if(!(l===null||a))for(let{at:d,act:m}of u)s.push(setTimeout(m,l+d*1e3-Date.now()))}),{end(){a=!0;for(let l of s)clearTimeout(l);i()}}}function Qa({step:e,startSeconds:t,seconds:r}){return t+(e.load.kind==="fixed-work"?J:r)}function Xa({round:e,step:t,startSeconds:r,seconds:n,settleSeconds:s,slices:o}){if(e===null&&o===1)return[];if(t.load.kind==="fixed-work")return[r];let a=(n-s)/o;return Array.from({length:o+1},(i,c)=>r+s+c*a)}var ti=150+J;async function me(e,t,{around:r,k6:n,folder:s,instances:o,shared:a,seed:i,block:c=0}){let u=[...new Set(e.slots.map(y=>y.step.label))].join(", "),d=[...new Set(e.slots.map(({arm:y})=>y))].includes("head")?"head":"base",{targetUrl:m}=o.get(d),{work:f}=e.slots[0].step,h=new Map(e.slots.map(y=>[y,Ms(y,c,o.get(y.arm),{config:r.config,folder:s})])),b=r.config.allow.length===0,p=[...o.values()].flatMap(({trust:y})=>y??[]),w=cs(e,i,c),k=`${t}.arrivals.json`,M=await bs({binary:n,folder:s,name:t,...w.size>0&&{arrivals:{file:k,dueMs:Object.fromEntries([...w].map(([y,{dueMs:U}])=>[y,U]))}},script:ls({program:e,arrivals:w,arrivalsFile:k,targetUrl:m,confined:b,insecure:b&&p.some(y=>"insecure"in y),requestOf:y=>vs(y,o.get(y.arm),r.config),dealOf:y=>h.get(y)??null,...f.kind==="script"&&{scriptPath:sr(f.path,s,r.config.directory)}}),...f.kind==="script"&&{userScript:f.path},cwd:r.config.directory,targetUrl:m,environment:{...r.environment,...ui(e,o.get(d))},mayFetch:!b,certificates:p.flatMap(y=>"ca"in y?y.ca:[]),keeper:r.keeper}),E=Date.now(),A=[...o.values(),a],g=Gr(M.group.pid,A.flatMap(({sessions:y})=>y),new Map([...o].map(([y,{sessions:U}])=>[y,U]))),S=xs(e,{instances:o,began:M.began,sample:g.take}),v=()=>M.group.signal("SIGKILL");r.signal.addEventListener("abort",v,{once:!0}),r.signal.aborted&&v();for(let y of A)y.crashed.then(()=>y.crash()!==null&&M.group.signal("SIGINT"));let R=!1,T=e.seconds+ti,I=setTimeout(()=>{R=!0,v()},T*1e3),O=await M.finished;clearTimeout(I),O.kind==="measured"&&O.complete&&await ri(ni(e,await M.began)),S.end(),g.stop(),r.signal.removeEventListener("abort",v),await M.group.stop("SIGTERM",1e3);let L=(Date.now()-E)/1e3,Fe=e.slots.findLast(y=>y.startSeconds<=L)??e.slots[0],N={slots:[],crash:pe(o,a,Fe.step.label),failure:null,failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],loadSeconds:L};if(r.signal.aborted)return N;let C=y=>N.crash===null?{...N,failure:{...y,label:u,arm:d}}:N;if(O.kind==="failed"&&O.missing){let{exec:y,there:U}=O.missing;throw new P({what:`The k6 script of ${u} has no function \`${y}\`: ${U}.`,where:f.kind==="script"?f.path:u,hint:"Name the function to measure with `exec` in tailgate.yml, or export it as `default`."})}if(O.kind==="failed"){let y=`k6 had not ended after ${Math.round(T)} s, and was killed`;return C(R?{...O,message:y}:O)}if(!O.complete&&N.crash===null)return C({kind:"failed",fault:"harness",message:"k6 was interrupted from outside",log:""});let Oo={cores:Za(),generatorLimit:g.generatorLimit(),outsiders:ai(r)},Ct=fs(O.summary,e.slots).map(y=>li(y,g.samples)).map(y=>ci(y,g.samples,Oo)).map(y=>Es(r)?y:ii(y,g.samples,o)),je=y=>d==="head"?y.map(U=>({label:u,threshold:U})):[],{summary:ee,redirects:$o}=O,Co=e.slots.every(({round:y})=>y===null);return{...N,failures:Ct.filter(({slot:y})=>y.arm==="head"&&(y.round!==null||Co)).flatMap(y=>si(y,O.told,h.get(y.slot)?.requests??[])),redirects:$o,thresholds:je(ee.thresholds),fed:je(ee.fed),unfed:je(ee.unfed),lost:ee.lost>0?[{label:u,requests:ee.lost}]:[],slots:Ct}}function ni({slots:e},t){let r=e.map(({step:n,startSeconds:s,seconds:o})=>n.load.kind==="arrival-rate"?s+o:0);return t===null?0:t+1e3*Math.max(...r)+20}async function ri(e){await ei(Math.min(5e3,Math.max(0,e-Date.now())))}function si({slot:e,failures:t,cut:r,received:n,sent:s,slices:o,barren:a},i,c){let{label:u,graceSeconds:l}=e.step,d=t.map(({code:p,which:w,count:k})=>{let M=i.find(A=>A.label===u&&A.code===p)?.text,E=c.length>1?` of ${c[w]?.name}`:"";return{label:u,text:`${ms(p,M)}${E}`,count:k}}),m=i.find(p=>p.label===u&&p.text.startsWith("exception")),f=a+o.reduce((p,w)=>p+w.failed,0)-r;if(m!==void 0&&f>d.reduce((p,{count:w})=>p+w,0)&&d.push({label:u,text:m.text,count:a||1}),r===0)return d;let b=r===s&&n>0?`the answer began, and did not end within ${l} s`:`no complete answer within ${l} s`;return[...d,{label:u,text:b,count:r}].sort((p,w)=>w.count-p.count)}function pe(e,t,r){for(let[n,s]of[["shared",t],...e]){let o=s.crash();if(o!==null)return{...o,arm:n,label:r}}return null}var oi=/\b(docker|podman|nerdctl)\b/;function ai(e){let{external:t,services:r}=e.config;return t.length>0||r.some(({start:n})=>n===void 0)||Es(e)}function Es({config:e}){return e.services.some(({start:t})=>t!==void 0&&oi.test(t))}function ii(e,t,r){let{arm:n,turns:s}=e.slot,o=r.get(n);if(o?.sessions.length===0)return e;let a=o?.startupMs,i=e.slices.map((c,u)=>{let{startedAt:l,seconds:d}=c,m=l+d*(s?.of??1)*1e3,h=e.slot.step.load.kind==="fixed-work"&&u===e.slices.length-1?t.find(({wall:p})=>p>=m):void 0,b=Wr(t,n,l,h?.wall??m);return{...c,...b,...a!==void 0&&{startup:a}}});return{...e,slices:i}}var Ts=250;function li(e,t){let{slices:r,slot:n,connects:s}=e,o=r[0].startedAt,a=r.reduce((l,d)=>l+d.seconds,0)*(n.turns?.of??1),i=Ur(t,o-Ts,o+a*1e3+Ts),c=i===null?0:Math.max(0,i-s),u=r.map(({resent:l=0,...d})=>{let m=Math.min(l,c);return c-=m,{...d,...m>0&&{resent:m}}});return{...e,slices:u}}function ci(e,t,r){let{slices:n}=e,s=n.reduce((m,f)=>m+f.seconds,0),o=n[0].startedAt,a=s*(e.slot.turns?.of??1),{clockJumpMs:i,...c}=mt(t,o,o+a*1e3,r),u=n.map(({startedAt:m,seconds:f})=>{let h=m+f*(e.slot.turns?.of??1)*1e3,{clockJumpMs:b,...p}=mt(t,m,h,r);return pt({cpu:p,clockJumpMs:b})}),l=n.flatMap(m=>m.lag===null?[]:[m.lag.p99]),d={sent:e.sent,intended:e.intended,seconds:s,dropped:n.reduce((m,f)=>m+f.dropped,0),lagMs:l.length>0?Math.max(...l):null,cpu:c,clockJumpMs:i};return{...e,evidence:d,diagnosis:qr(d),disturbed:u}}function ui({slots:e},{fill:t}){return Object.fromEntries(Object.entries(e[0].step.parameters??{}).map(([r,n])=>[`VARIANT_${r.toUpperCase()}`,t(n)]))}var di=1.25,mi=1;function As(e,t){let r=F(t,.5),n=a=>!(F(a,.5)>di*r),s=e.findIndex((a,i)=>n([a])&&n(e.slice(i)));if(s===-1)return null;let o=e.slice(0,s===0?0:s+1).reduce((a,i)=>a+i.seconds,0);return Math.max(mi,o)}function Os(e,t,r){let n=e.filter(({slot:s})=>s.round===null&&!t.some(o=>o.slot.step===s.step));for(let{slot:s,slices:o}of n){let a=e.filter(l=>l.slot.round!==null&&l.slot.step===s.step&&l.slot.arm===s.arm&&_(l.slot)===_(s)),i=As(o,a.flatMap(({slices:l})=>l)),{label:c}=s.step,u=r.get(c);r.set(c,u===null||i===null?null:Math.max(u??0,i))}}var pi=3;function $s({steps:e},t){let r=e.flatMap(({label:n})=>{let s=t.flatMap(({warmUps:o})=>o.get(n)??[]);return s.length>0?[[n,Math.max(...s)]]:t.length>=pi?[[n,Me.seconds]]:[]});return new Map(r)}var Ne=2e4,fi=2;async function Cs(e,t,r){let n=performance.now(),s={index:t,kept:[],discarded:[],crash:null,failure:null,failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],soakFailures:[],warmUps:new Map,soak:[],wallSeconds:0};for(let[o,a]of e.entries())fe(s,r)&&await hi(a,o,s,r);return s.wallSeconds=(performance.now()-n)/1e3,s}async function hi(e,t,r,n){let s={running:new Map,starts:0};try{Si(r.index,e.arms,n),await ce(s,{...n,together:e.arms,block:kt(r,n)});for(let[o,a]of e.programs.entries()){let i=`${_s(r,n)}-${t+1}-${o+1}`;await yi(a,i,s,r,n)}e.arms.length>1&&fe(r,n)&&await gi(s,r,n)}finally{await ue(s)}}async function gi(e,t,r){let{arms:n,shared:s,k6:o,seed:a,folder:i,progress:c}=r,u={around:n.head,k6:o,seed:a,folder:i,instances:e.running,shared:s,block:t.index},l=r.soak?.(t)??[];for(let d=1;l.length>0&&fe(t,r);d++){let{arm:m}=l[0].slots[0],f=l.reduce((b,p)=>b+p.seconds,0);c.phase(`keeping the ${m} under load, for stalls, growth and memory`,f);let h=[...e.running].filter(([b])=>b!==m).map(([,b])=>b);for(let b of h)b.halt();try{for(let[b,p]of l.entries()){let w=`${_s(t,r)}-soak-${d}-${b+1}`,k=await me(p,w,u);t.crash??=k.crash,t.failure??=k.failure,t.soak.push(...k.slots),t.soakFailures.push(...k.failures)}}finally{for(let b of h)b.resume()}l=r.soak?.(t)??[]}}function _s(e,t){let{variant:r}=t;return`${r===void 0?"":`variant-${r}-`}block-${kt(e,t)+1}`}function kt({index:e},{sizings:t=0}){return e+t}function Si(e,t,r){let{arms:n,progress:s}=r,{services:o}=n.head.config,a=o.filter(({start:i,scope:c})=>i&&c==="instance").map(({name:i})=>i);a.length===0||e>0||s.phase(`starting ${a.join(", ")}${n.base?` of ${t.join(" and ")}`:""}`)}function bi({index:e},{planned:t}){return t>1?`block ${e+1} of ${t}: `:""}async function yi(e,t,r,n,s){let{arms:o,shared:a,k6:i,seed:c,folder:u,progress:l,repeatDisturbed:d=!0}=s,m=e,f=!0;for(let h=0;m!==null&&fe(n,s);h++){let b=[...new Set(m.slots.map(C=>C.step.label))].join(", "),p=m.slots.every(({requests:C})=>C===null)?m.seconds:void 0;l.phase(`${bi(n,s)}measuring ${b}`,p);let w=h===0?t:`${t}-again${h}`,k=await me(m,w,{around:o.head,k6:i,seed:c,folder:u,instances:r.running,shared:a,block:n.index}),{crash:M,failure:E,failures:A,redirects:g,thresholds:S,fed:v,unfed:R,lost:T,slots:I}=k;n.crash=M,n.failure=E??n.failure,n.failures.push(...A),n.redirects.push(...g),n.fed.push(...v),n.unfed.push(...R),n.lost.push(...T);let O=I.filter(({slot:C})=>C.round!==null),L=M===null&&d?Kr(O):[],Fe=O.filter(C=>!L.includes(C));n.kept.push(...Fe),n.discarded.push(...L),L.length===0&&n.thresholds.push(...S);for(let C of L)ve(()=>Xr(C,n.index));Os(I,L,n.warmUps);let N=L.filter(C=>!vi(C,s)).map(({slot:C})=>C);m=N.length>0&&h<fi&&f?yn(e,N):null,L.length>0&&l.note(Yr(L,m!==null)),m!==null&&(f=await ki(s),n.crash=pe(r.running,a,N[0].step.label),o.base&&fe(n,s)&&await wi(r,n,s))}}async function wi(e,t,r){let n=[...e.running.keys()];await ue(e),await ce(e,{...r,together:n,block:kt(t,r)})}async function ki({arms:e,progress:t}){return t.phase(`waiting for the machine to calm down (${Ne/1e3} s at most)`),Pe(Ne,e.head.signal)}function vi({slot:e,evidence:t},{isEnough:r}){return r!==void 0&&e.requests!==null&&t.seconds<H}function fe(e,{arms:t,isEnough:r}){let{crash:n,failure:s}=e;return n!==null||s!==null&&!vt(s)||t.head.signal.aborted?!1:!r?.(e)}function vt({arm:e,fault:t}){return e==="base"&&t==="script"}var Mi=8,Ri=2;async function Ps(e,t){let{instances:r,around:n,shared:s,start:o,progress:a,block:i,repeatDisturbed:c=!0}=t,u=[...r.keys()],l={block:i,arms:new Map(u.map(h=>[h,{trials:[],estimate:null}])),discarded:[],crash:null,failure:null,loadSeconds:0},d=0,m=h=>l.arms.get(h).trials,f=()=>l.crash===null&&l.failure===null&&!n.signal.aborted;for(let h=1;f()&&l.loadSeconds<t.secondsLeft;h++){let b=u.flatMap(k=>{let M=En({...e.goal,outcomes:m(k),start:o});return M===null?[]:[{arm:k,...M}]});if(b.length===0)break;t.drawFirst()!==b[0].arm&&b.reverse(),a.phase(Ti(e,b,l));let p=[];for(let[k,M]of xi(e,b,h===1).entries()){if(!f())break;let E=`search-${e.scenario}-${i+1}-${h}-${k+1}`,A=await me(M,E,{...t,around:n,instances:r,shared:s});l.crash=A.crash,l.failure=A.failure,l.loadSeconds+=A.loadSeconds;let g=A.slots.filter(({slot:v})=>v.round!==null),S=c?g.filter(({diagnosis:v})=>v==="disturbed"):[];if(p.push(...S),!(S.length>0))for(let v of g){let{rate:R}=b.find(({arm:I})=>I===v.slot.arm),T=Vr(e.goal.slo,R,v);m(v.slot.arm).push(T)}}if(p.length===0)continue;l.discarded.push(...p);let w=p.map(({diagnosis:k,evidence:M})=>de(k,M));if(a.note(`a trial of ${e.label} is discarded: ${[...new Set(w)].join("; ")}`),l.discarded.length>Mi||d===Ri)break;await Pe(Ne,n.signal)||d++,l.crash??=pe(r,s,e.label)}for(let h of l.arms.values())h.estimate=An(h.trials,e.goal);return l}function xi(e,t,r){return e.work.kind==="request"?[Ve(e,t,r)]:t.map(n=>Ve(e,[n],r))}function Ti({label:e},t,{arms:r}){let n=t.map(({arm:s,rate:o})=>{let{trials:a}=r.get(s),i=Math.max(0,...a.filter(({met:d})=>d).map(d=>d.rate)),c=Math.min(...a.filter(({met:d})=>!d).map(d=>d.rate)),u=[...i>0?[`${G(i)} meets`]:[],...c<1/0?[`${G(c)} does not`]:[]],l=u.length>0?`${u.join(", ")}; `:"";return`${r.size>1?`${s}: `:""}${l}trying ${G(o)}`});return`capacity of ${e}: ${n.join(" \xB7 ")}`}function Is({label:e},{arms:t}){let r=[...t].map(([n,{estimate:s,trials:o}])=>{let a=t.size>1?`${n} `:"",i=`${o.length} trials`;if(s===null)return`${a}not found (${i})`;let{kind:c,value:u,low:l,high:d}=s;return c==="found"?`${a}${G(u)} (${G(l)} \u2026 ${G(d)}, ${i})`:`${a}${c==="below"?`less than ${G(d)}`:`at least ${G(l)}`} (${i})`});return`capacity of ${e}: ${r.join("; ")}`}function G(e){return`${Number(e.toPrecision(4)).toLocaleString("en")} req/s`}var Ls={far:2,near:1.12},Ei=.7;async function Ns(e,t,r){for(let s of e)t.set(s,[]);let n=Math.max(0,...e.map(({blocks:s})=>s.most));for(let s=0;s<n;s++){let o=e.filter(d=>$i(d,t.get(d),s));if(o.length===0||Bs(t,r))return;let i=r.drawFirst()==="head"?["head","base"]:["base","head"],c=r.arms.base?i:["head"],u=new Map(o.map(d=>[d,Ci(d,t.get(d))])),l=r.swapped?c.map(d=>[d]):[c];for(let[d,m]of l.entries())await Ai(o,{together:m,block:s,before:u,found:t,share:1/(l.length-d)},r)}}async function Ai(e,{together:t,block:r,before:n,found:s,share:o},a){let{arms:i,progress:c}=a,u={running:new Map,starts:0};try{c.phase(`starting services for the search of a capacity, start ${r+1}`),await ce(u,{arms:i,together:t,block:Oi+r});for(let l of e){if(Bs(s,a))return;let d=s.get(l),m=await Ps(l,{...a,around:i.head,instances:u.running,block:r,start:n.get(l),secondsLeft:o*Ds(l,d)});d.push(m),c.note(Is(l,m))}}finally{await ue(u)}}var Oi=1e3;function Bs(e,{arms:t}){let r=[...e.values()].flat();return t.head.signal.aborted||r.some(({crash:n,failure:s})=>n!==null||s!==null)}function Ds({budgetSeconds:e},t){return e-t.reduce((r,{loadSeconds:n})=>r+n,0)}function $i(e,t,r){if(r===0)return!0;if(r>=e.blocks.most)return!1;let n=Array.from({length:r},(a,i)=>t.filter(c=>c.block===i).reduce((c,{loadSeconds:u})=>c+u,0)),[s,...o]=n;return Ds(e,t)>=Ei*Math.min(Je.later/Je.first*s,...o)}function Ci({goal:e},t){let r=t.flatMap(({arms:n})=>[...n.values()].flatMap(({estimate:s})=>s??[]));return r.length===0?{rate:e.from,factor:Ls.far}:{rate:zt(r.map(({value:n})=>n)),factor:Ls.near}}function Fs(e,t){let[r,...n]=e;if(n.length===0)return r;let s=c=>e.flatMap(c),o={slos:s(({slos:c})=>c),changes:s(({changes:c})=>c),faults:s(({faults:c})=>c),invalid:s(({invalid:c})=>c)},a=c=>Z(e.map(({effort:u})=>u[c])),i=s(c=>c.redirects??[]);return{...r,...Ce({...o,failOn:t}),...o,costs:s(({costs:c})=>c),suspects:s(({suspects:c})=>c),...i.length>0&&{redirects:i},pair:_i(e.flatMap(({pair:c})=>c??[])),effort:{slices:a("slices"),discardedRounds:a("discardedRounds"),instances:a("instances"),loadSeconds:a("loadSeconds")}}}function _i(e){let[t]=e;if(t===void 0)return null;let r=e.flatMap(n=>n.unread??[]);return{...t,...r.length>0&&{unread:r},variants:e.length,blocks:Z(e.map(({blocks:n})=>n)),planned:Z(e.map(({planned:n})=>n)),discarded:{base:Z(e.map(({discarded:n})=>n.base)),head:Z(e.map(({discarded:n})=>n.head))},error:Number(Math.min(1,Z(e.map(({error:n})=>n))).toFixed(9))}}function Z(e){return e.reduce((t,r)=>t+r,0)}async function Mt(e,{pair:t,guessMissing:r},n){let{kind:s,arm:o,service:a,log:i}=e,c=n?`${e.message} (variant ${n.name})`:e.message,u=o===null?null:await r(o,i);if(o!=="base"||t===void 0){let l=u===null?"":`; \`${u}\` is git-ignored, so a fresh tree has none: let \`build\` make it, or name it in \`reuse\``,d=e.isOnlyHere&&o==="head"&&{onlyHead:!0};return{kind:s,service:a,message:c+l,log:i,...d}}return{kind:"base-failed",fault:s,commit:t.baseCommit,service:a,message:c,log:i,missing:u}}function js({draft:e},t){let r=e.pair?.baseCommit;if(t===void 0||r===void 0)return null;let{crash:n,failure:s}=t;if(n?.arm==="base"){let{service:c,exit:u,log:l}=n,d=`it ended with ${u} under load`;return{kind:"base-failed",fault:"crashed",commit:r,service:c,message:d,log:l,missing:null}}if(n!==null||s===null||!vt(s))return null;let{label:o,log:a}=s,i=`the script of ${o} fails on the base, though not on the head: ${s.message}`;return{kind:"base-failed",fault:"script-failed",commit:r,service:o,message:i,log:a,missing:null}}function Gs({label:e,kept:t,failures:r}){let n=[],s=zs(t.filter(({diagnosis:a})=>a==="service-slow"));s!==null&&n.push({kind:"cannot-keep-up",label:e,...Rt(s),cpu:s.cpu});let o=Ws({label:e,slices:t.flatMap(a=>a.slices),failures:r});return o===null?n:[...n,o]}function Us(e){let t=Ws(e);return t&&{...t,soak:!0}}function Ws({label:e,slices:t,failures:r}){let n=t.reduce((o,a)=>o+a.failed,0),s=t.reduce((o,a)=>o+a.failed+a.ok,0);return n<=.001*s?null:{kind:"failing",label:e,failed:n,requests:s,examples:r.slice(0,3)}}var Pi=.01;function Ii({label:e,kept:t,failures:r,thresholds:n,lost:s}){let o=u=>({kind:"script-failed",label:e,message:u,log:""}),a=t.reduce((u,l)=>u+l.barren,0),i=t.reduce((u,l)=>u+l.evidence.sent,0);if(a>Pi*i){let u=r.find(l=>l.startsWith("exception"));return o(`it threw before it sent a request, in ${a} of ${i} iterations${u?`: ${u}`:""}`)}let c=s+t.reduce((u,l)=>u+l.lost,0);if(c>0)return o(`${c} of its requests are in no count: it sends them in a way that Tailgate does not see`);if(n.length>0){let u=n.slice(0,3).map(l=>`\`${l}\``);return o(`nothing was measured that its threshold ${u.join(", ")} could judge, so it would always hold: mend its name or tags, or take it out`)}return null}function qs(e,t){let{label:r,kept:n,discarded:s}=e,o=Ii(e);if(o!==null)return o;if(n.length>=t/2&&n.length>0){if(n.flatMap(m=>m.slices).reduce((m,f)=>m+f.ok+f.failed+f.dropped,0)>0)return null;let{seconds:d}=n[0].evidence;return n.every(({evidence:m})=>m.sent===0)?{kind:"none-begun",label:r,seconds:d}:{kind:"script-failed",label:r,message:"it sent no request while it was measured; Tailgate replaces its scenarios, so `exec.scenario.name` and `exec.test.options.scenarios` are not those of the script",log:""}}let a=zs(s);if(a===null)return{kind:"harness",message:`${r} was not measured`,log:""};let i=l=>s.filter(({diagnosis:d})=>d===l).length,{cpu:c,lagMs:u}=a;return i("generator-starved")>=Math.max(i("disturbed"),i("unknown"))?{kind:"generator-starved",label:r,...Rt(a),lagMs:u,cpu:c}:i("disturbed")>=i("unknown")?{kind:"machine-disturbed",label:r,discarded:s.length,rounds:s.length+n.length,cpu:c}:{kind:"cause-unknown",label:r,...Rt(a),cpu:c}}function zs(e){let t=({sent:r,intended:n})=>n===null?0:n-r;return e.map(({evidence:r})=>r).sort((r,n)=>t(n)-t(r))[0]??null}function Rt({sent:e,intended:t,seconds:r}){return{sent:e,intended:t??e,seconds:r}}function Hs({head:e,base:t,together:r}){let n=e+r;return n<2||n<=2*t?null:{kind:"crowded",head:e,base:t,together:r}}function Js(e,t){let{head:r,base:n,together:s}=t;return r>0&&r+s>=7+3*n?{kind:"fills-machine",label:e,...t}:null}function $(e,t,r){return e.filter(({slot:n})=>n.step.label===t.label&&n.arm===r)}function he(e,{kept:t},r){let n=t.filter(({slot:i})=>r(i)),[s,o]=[$(n,e,"base"),$(n,e,"head")],a=(i,c)=>i.filter(({slot:u})=>c.some(l=>l.slot.round===u.round)).flatMap(({slices:u})=>u);return{base:a(s,o),head:a(o,s)}}function Vs(e,t){let r=t.flatMap(({discarded:s})=>s).filter(({slot:s,diagnosis:o,evidence:a})=>{let i=o==="generator-starved"||o==="unknown";return s.step.label===e.label&&i&&ft(a)}),n=r.filter(({slot:s})=>_(s));return{head:Be(n,"head"),base:Be(n,"base"),together:r.filter(({slot:s})=>s.turns?.position===0).length}}function De(e,t){let r=t.flatMap(s=>s.soak),n=s=>$(r,e,s).flatMap(({slices:o,disturbed:a})=>o.filter((i,c)=>!a[c]));return{base:n("base"),head:n("head")}}function xt(e,t,r){let n=s=>$(s,e,"head").filter(({slot:o})=>r(o));return{label:e.label,kept:t.flatMap(s=>n(s.kept)),discarded:t.flatMap(s=>n(s.discarded)),failures:Ks(e,t.flatMap(s=>s.failures)),thresholds:Li(e,t),lost:t.flatMap(({lost:s})=>s).filter(({label:s})=>s===e.label).reduce((s,{requests:o})=>s+o,0)}}function Ks({label:e},t){let r=new Map;for(let{text:n,count:s}of t.filter(o=>o.label===e))r.set(n,(r.get(n)??0)+s);return[...r].sort((n,s)=>s[1]-n[1]).map(([n])=>n)}function Li({label:e},t){let r=s=>t.flatMap(o=>o[s].filter(a=>a.label===e)).map(o=>o.threshold),n=new Set(r("fed"));return[...new Set(r("unfed"))].filter(s=>!n.has(s))}function Ys(e,t){let{head:r}=De(e,t);if(r.length===0)return null;let n=t.flatMap(s=>s.soakFailures);return{label:e.label,slices:r,failures:Ks(e,n)}}function Qs(e,t,r){let n=r.flatMap(({index:s,kept:o})=>{let a=$(o,e,t);return a.length>0?[{block:s,slots:a}]:[]});return{scenario:e.scenario,label:e.label,...e.variant&&{variant:e.variant},load:e.load,instances:n.map(({block:s,slots:o})=>({block:s,slices:o.flatMap(({slices:a})=>a)}))}}function Xs(e,t,r,n){let s=t.flatMap(({crash:d})=>{if(d?.arm!=="head")return[];let{arm:m,...f}=d;return[{kind:"crashed",...f}]}),a=[...new Set(t.flatMap(({thresholds:d})=>d.map(({label:m})=>m)))].map(d=>{let m=t.flatMap(f=>f.thresholds.filter(h=>h.label===d));return{kind:"threshold",label:d,thresholds:[...new Set(m.map(({threshold:f})=>f))]}}),i=[...r].flatMap(([d,m])=>Js(d,m)??[]),c=e.flatMap(Gs),u=d=>c.some(m=>m.kind==="failing"&&m.label===d),l=n.filter(({label:d})=>!u(d)).flatMap(d=>Us(d)??[]);return[...s,...i,...c,...l,...a]}function Zs(e,t,r,n){if(t.length===0)return[];let s=t.flatMap(({failure:a,crash:i})=>{if(i?.arm==="shared")return[{kind:"harness",message:`\`${i.service}\`, which serves the whole run, ended with ${i.exit}`,log:i.log}];if(a===null)return[];let{fault:c,label:u,message:l,log:d}=a;return[c==="script"?{kind:"script-failed",label:u,message:l,log:d}:{kind:"harness",message:l,log:d}]});if(s.length>0||t.some(({crash:a})=>a!==null))return s;let o=bn(e,t.length).filter(({arm:a})=>a==="head");return e.steps.flatMap(a=>n.some(u=>u.kind==="fills-machine"&&u.label===a.label)?[]:(r.has(a.label)?[_]:[_,Re]).map(u=>{let l=o.filter(d=>d.step===a&&u(d)).length;return l===0?null:qs(xt(a,t,u),l)}).find(u=>u!==null)??[])}function Be(e,t){return e.filter(({slot:r})=>r.arm===t).length}var Ni=.5;function to(e,t){let{work:r,label:n}=e;if(r.kind==="script")return[];let s=t.flatMap(({kept:a})=>$(a,e,"head")),o=t.flatMap(({redirects:a})=>a);return se(r).flatMap(({request:a},i)=>{let c=o.find(m=>m.label===n&&m.which===i);if(c===void 0)return[];let{status:u,location:l}=c,d=Jt(s.flatMap(({answers:m})=>m[i]??[])).get(u)??0;return d<=Ni?[]:[{label:n,request:ro(a),status:u,location:l,share:d}]})}function no(e,{paired:t},r){let{work:n,label:s}=e,o=r.map(({kept:i})=>({base:eo($(i,e,"base")),head:eo($(i,e,"head"))}));if(!t)return Kt(s,o.flatMap(({head:i})=>i.slices));let a=n.kind==="script"?null:se(n).map(({request:i})=>({text:ro(i),keepsSize:i.expectSize==="same"}));return Vt(s,a,o)}function eo(e){return{answers:e.map(({answers:t})=>t),slices:e.flatMap(({slices:t})=>t),iterations:e.reduce((t,{sent:r})=>t+r,0),connects:e.reduce((t,{connects:r})=>t+r,0)}}function ro({method:e,url:t}){let r=t.replace(/[?#].*/s,"");return e==="GET"?r:`${e} ${r}`}function so(e,t){return[...e].flatMap(([{scenario:r,label:n,goal:s},o])=>["head","base"].flatMap(a=>{let i=o.flatMap(({block:c,arms:u})=>{let l=u.get(a);return l&&l.trials.length>0?[{block:c,...l}]:[]});return i.length>0?[{scenario:r,label:n,digest:t.get(n),goal:s,arm:a,blocks:i}]:[]}))}function oo(e){return Math.max(0,...[...e.values()].flatMap(t=>t.map(({block:r})=>r+1)))}function ao(e){let t=[...e.values()].flat(),r=t.flatMap(({failure:n,crash:s})=>{if(s?.arm==="shared")return[{kind:"harness",message:`\`${s.service}\`, which serves the whole run, ended with ${s.exit}`,log:s.log}];if(s?.arm==="base")return[{kind:"harness",message:`\`${s.service}\` of the base ended with ${s.exit} in the search of ${s.label}`,log:s.log}];if(n===null)return[];let{fault:o,label:a,message:i,log:c}=n;return[o==="script"?{kind:"script-failed",label:a,message:i,log:c}:{kind:"harness",message:i,log:c}]});return r.length>0||t.some(({crash:n})=>n!==null)?r:[...e].flatMap(([{label:n},s])=>s.some(({arms:a})=>a.get("head")?.estimate!=null)?[]:[Bi(n,s)])}function Bi(e,t){let r=t.flatMap(o=>o.discarded),n=t.flatMap(({arms:o})=>o.get("head")?.trials??[]),s=r.at(-1);return s===void 0||n.length>r.length?{kind:"search-too-short",label:e,trials:n.length}:{kind:"machine-disturbed",label:e,discarded:r.length,rounds:r.length+n.length,cpu:s.evidence.cpu}}function io(e){return[...e.values()].flat().flatMap(({crash:t})=>{if(t?.arm!=="head")return[];let{arm:r,...n}=t;return[{kind:"crashed",...n}]})}function lo({label:e,slos:t,slices:r,seen:n=[]}){return t.flatMap(({metric:s})=>{if(s.kind!=="custom")return[];let o=n.find(({name:i})=>i===s.name)?.type??null,a=o===null||qt(s).some(i=>i===o);return a&&!Number.isNaN(z(r,s))?[]:[{kind:"metric-unknown",label:e,metric:re(s),is:a?null:o,seen:[...n]}]})}var Di=[50,90],co=.2,Fi=5;function uo(e){let t=e.filter(n=>n.length>1).map(n=>({first:n.slice(0,n.length>>1),second:n.slice(n.length+1>>1)}));return t.length<Fi?null:Di.flatMap(n=>{let s=u=>F(u,n/100),o=t.map(({first:u,second:l})=>Math.log(s(l))-Math.log(s(u))),[a,i]=[s(t.flatMap(u=>u.first)),s(t.flatMap(u=>u.second))];return ur(o)>Math.log1p(co)&&i>(1+co)*a?[{percent:n,first:a,second:i}]:[]}).sort((n,s)=>s.second/s.first-n.second/n.first)[0]??null}var ji=.01,mo={latency:.2,memory:.1},Gi=[50,90],Ui=20,po=.5,Tt=8;function Et({base:e,head:t},r=[]){if(t.length<Tt)return null;let n=Sr(e,t);if(e.length===0&&n.stretches>0)return{kind:"stalls",...n};let s=gr(r),o=hr({stretches:n.stretches+s.stretches,of:n.of+s.of,base:n.base+s.base});return n.stretches>0&&o!==null?{kind:"stalls",...o}:Wi(e,t)??qi(e,t)}function Wi(e,t){let r=At(t);if(r===null)return null;let{percent:n,first:s,second:o}=r;if(e.length>=Tt){let{first:a,second:i}=fo(e,n);if(Math.log(i/a)>=po*Math.log(o/s))return null}return{kind:"ageing",of:"latency",percent:n,from:s,to:o}}function At(e){if(e.length<Tt)return null;let t=e.length>>1;for(let r of Gi){let n=e.map(o=>Math.log(F([o],r/100))),{low:s}=kr(n.slice(0,t),n.slice(-t),ji);if(s>Math.log1p(mo.latency))return{percent:r,...fo(e,r)}}return null}function fo(e,t){let r=e.length>>1,n=s=>F(s,t/100);return{first:n(e.slice(0,r)),second:n(e.slice(-r))}}function qi(e,t){let r=(i,c)=>(i.at(-1)?.memory??Number.NaN)-(i[c]?.memory??Number.NaN),[n,s]=[t[0].memory??Number.NaN,t.at(-1).memory??Number.NaN],o=r(t,0),a=r(t,2*t.length/3|0);return o>Math.max(Ui,mo.memory*n)&&a>o/6?r(e,0)>=po*o?null:{kind:"ageing",of:"memory",percent:null,from:n,to:s}:null}var zi=.01,Hi=20;function ho(e,t,{runs:r},n){let s=zi/t.length;return t.flatMap(o=>{let a=dr(r.map(({slices:c})=>Math.log(z(c,o))),s);if(a===null||r.length-a.index>Hi)return[];let i=Math.expm1(a.after-a.before);return i>n(o)?[{label:e,metric:o,commit:r[a.index].commit,change:i}]:[]})}function go(e){let t=e.steps.filter(S=>S.slices.some(v=>v.ok+v.failed+v.dropped>0)),r=Math.max(0,...e.steps.map(({alone:S,instances:v=[]})=>v.length||S.length)),n=un(e.looks,r),s=(e.capacities??[]).map(pr),o=new Map(t.map(({label:S,stretches:v})=>[S,uo(v)])),a=new Map(t.map(({label:S,soak:v,crowding:R,inTurns:T,alone:I})=>{let O=o.get(S);return[S,O?{kind:"growing",...O}:Hs(R)??Et(v,[...T,...I])]})),i=new Map(t.map(({label:S,soak:v})=>[S,o.get(S)??At(v.head)])),c=t.flatMap(lo),u=({label:S,slo:v})=>!c.some(R=>"metric"in R&&R.label===S&&R.metric===re(v.metric)),d=[...t.flatMap(S=>Zi(S,n)).filter(u).map(S=>Ki(S,i)),...s.flatMap(S=>S.slos)],m=[...e.invalid,...c,...d.flatMap(Vi),...wr(t,d,e),...s.flatMap(S=>S.invalid)],{changes:f,costs:h,open:b,pair:p}=br(t,e),w=e.work??[],k=new Set(w.filter(Yt).map(({label:S})=>S)),M=f.map(S=>Yi(S,a)).map(S=>k.has(S.label)?Qi(S):S),E=[...e.faults,...w.flatMap(Xi)],A={...Ce({slos:d,changes:M,faults:E,invalid:m,failOn:e.failOn}),slos:d,changes:M,costs:h,faults:E,invalid:m,pair:p,loosened:e.loosened,suspects:e.comparison.kind==="history"?[]:t.flatMap(({label:S,history:v,slos:R,sensitivityOf:T})=>ho(S,Zt(R),v,I=>T(I).tolerance)),...e.redirects?.length&&{redirects:e.redirects},...w.length>0&&{work:[...w]},acceptances:[],refusals:[],effort:e.effort},g=t.some(({soak:S})=>S.base.length===0&&Et(S)!==null);return{verdict:A,undecided:Ji(A,b),asksBase:g}}function Ji(e,t){return e.faults.some(({kind:r})=>r==="crashed")?!1:e.invalid.length>0?e.invalid.every(({kind:r})=>r==="machine-disturbed"):e.changes.some(({code:r})=>r==="regressed")?!1:t||e.slos.some(({code:r,stretches:n})=>r==="at-limit"&&!n)}function Vi({label:e,slo:{metric:t},estimate:r}){return Ht(t)&&Number.isNaN(r.value)?[{kind:"cost-unknown",label:e,metric:re(t)}]:[]}function Ki(e,t){let r=t.get(e.label);return!r||e.code!=="met"||!ye(e.slo.metric)?e:{...e,code:"at-limit",growth:r}}function Yi(e,t){let r=t.get(e.label);return!r||e.code!=="unchanged"||!ye(e.metric)?e:{...e,code:"inconclusive",reason:r}}function Qi(e){return e.code!=="improved"?e:{...e,code:"inconclusive",reason:{kind:"other-work"}}}function Xi(e){if(e.kind!=="size"||!e.blocks)return[];let{label:t,base:r,head:n}=e;return[{kind:"other-size",label:t,base:r,head:n}]}function Zi(e,t){let{label:r,slos:n,soak:s,instances:o=e.slices.map(l=>[l])}=e,a=s.head.map(l=>[l]),i=n.flatMap(l=>{let d=l.limit.kind==="relative"?e.others?.get(l.limit.scenario):void 0,m=(p,w)=>l.limit.kind==="absolute"?xe(r,l,p,t):d?yr(r,{slo:l,other:d.label,pairs:w()},t):null,f=m(o,()=>d.pairs);if(f===null)return[];let h=ye(l.metric)||l.metric.kind==="errors";if(f.code!=="met"||!h||s.head.length===0)return[f];let b=m(a,()=>[...le(a,[]),...le([],d.soak.map(p=>[p]))]);return[b!==null&&Ze(b)?{...b,stretches:f.estimate}:f]});if(n.some(({metric:l})=>l.kind==="errors"))return i;let c=xe(r,oe,o,t);if(c.code==="missed")return[...i,c];let u=s.head.length>0?xe(r,oe,a,t):null;return u!==null&&Ze(u)?[...i,{...u,stretches:c.estimate}]:i}function W(e,t,r,n=new Map){let{config:s,plan:o,baseline:a,digests:i,draft:c,comparison:u}=e,l=o.steps.map(g=>xt(g,t,_)),d=new Map(o.steps.map(g=>[g.label,Vs(g,t)])),m=o.steps.flatMap(g=>Ys(g,t)??[]),f=Xs(l,t,d,m),h=u.kind==="pair"?["head","base"]:["head"],b=o.steps.flatMap(g=>h.flatMap(S=>{let v=Qs(g,S,t),R=i.get(g.label);return v.instances.length>0?[lr(v,S,R)]:[]})),p=so(n,i),w={...c,steps:b,...p.length>0&&{capacities:p}},k=Ot(o,t),M=o.steps.flatMap((g,S)=>{if(!b.some(({label:R,arm:T})=>R===g.label&&T==="head"))return[];let v=s.scenarios.find(({name:R})=>R===g.scenario);return[{label:g.label,slos:g.slos,slices:l[S].kept.flatMap(R=>R.slices),instances:t.map(({kept:R})=>$(R,g,"head").flatMap(({slot:T,slices:I})=>_(T)?I:[])),stretches:g.load.kind==="arrival-rate"?l[S].kept.map(({slices:R})=>R):[],inTurns:t.map(R=>he(g,R,Re)),alone:t.map(R=>he(g,R,_)),crowding:d.get(g.label),soak:De(g,t),...g.work.kind==="script"&&{seen:el(g,t)},isNew:k.has(g.label),others:tl(g,o,t),history:Cn(a,w,g.label),sensitivityOf:R=>qe(s,v,R)}]}),E=g=>Be(t.flatMap(S=>S.discarded),g);return{...go({steps:M,faults:[...f,...io(n)],searches:o.searches.length,capacities:o.searches.flatMap(g=>{let S=p.filter(({label:T})=>T===g.label),v=S.find(({arm:T})=>T==="head");if(v===void 0)return[];let R=s.scenarios.find(({name:T})=>T===g.scenario);return[{label:g.label,goal:g.goal,slos:g.slos,head:v,base:S.find(({arm:T})=>T==="base")??null,history:_n(a,w,g.label),sensitivity:qe(s,R,mr)}]}),invalid:r?[r]:[...Zs(o,t,k,f),...ao(n)],looks:o.looks,comparison:u,discarded:{base:E("base"),head:E("head")},loosened:e.loosened,failOn:e.failOn,redirects:o.steps.flatMap(g=>to(g,t)),work:o.steps.flatMap(g=>no(g,o,t)),effort:{slices:t.flatMap(({kept:g})=>g).reduce((g,S)=>g+S.slices.length,0),discardedRounds:E("head"),instances:h.length*(t.length+oo(n)),loadSeconds:[...t.flatMap(({kept:g,soak:S})=>[...g,...S].map(({evidence:v})=>v.seconds)),...[...n.values()].flat().map(({loadSeconds:g})=>g)].reduce((g,S)=>g+S,0)}}),record:w}}function el(e,t){let r=t.flatMap(({kept:n})=>$(n,e,"head").flatMap(s=>s.seen??[]));return[...new Map(r.map(n=>[n.name,n])).values()]}function tl(e,{steps:t},r){let n=e.slos.flatMap(({limit:o})=>o.kind==="relative"?[o.scenario]:[]),s=({kept:o},a)=>$(o,a,"head").filter(({slot:i})=>_(i)).sort((i,c)=>i.slot.round-c.slot.round).map(({slices:i})=>i);return new Map(n.flatMap(o=>{let a=dn(t,e,o);if(a===void 0)return[];let i=r.flatMap(c=>le(s(c,e),s(c,a)));return[[o,{label:a.label,pairs:i,soak:De(a,r).head}]]}))}var nl=.5,rl=2;function Ot({paired:e,steps:t},r){if(!e)return new Set;let n=s=>{let o=r.map(({kept:a})=>({base:$(a,s,"base"),head:$(a,s,"head")})).filter(({base:a,head:i})=>a.length>0&&i.length>0);return o.length>=rl&&o.every(({base:a,head:i})=>So(a)&&!So(i))};return new Set(t.filter(n).map(({label:s})=>s))}function So(e){return Se(e.flatMap(({slices:t})=>t))>nl}import{randomInt as vo}from"node:crypto";function bo(e,t){let r=new Map;for(let n of e.steps.filter(s=>gn(e,s))){let s=a=>t.map(i=>he(n,i,a)),o=fr({alone:s(_),all:s(()=>!0)});o!==null&&r.set(n.label,o)}return r}var sl=2.5,ol=.5;function yo(e,t,{wallSeconds:r,loadSeconds:n}){let s=Math.max(ol,r-n-al(e)),o=e.steps.reduce((a,i)=>a+i.budgetSeconds,0);return pn(e,t,Math.floor((sl-1)*o/s))}function al(e){return e.steps.filter(({load:n})=>n.kind!=="fixed-work").map(n=>hn(e,n)?1:2).reduce((n,s)=>n+s,0)*(Me.seconds-H)}function $t({steps:e,paired:t},{kept:r,discarded:n}){let s=t?["base","head"]:["head"],o=[...r,...n].filter(({slot:i})=>i.requests!==null),a=e.filter(({load:i})=>i.kind==="fixed-work").map(i=>({label:i.label,of:s.map(c=>$(o,i,c))}));return a.some(({of:i})=>i.some(c=>c.length===0))?new Map:new Map(a.map(({label:i,of:c})=>[i,c.flat().filter(({slices:u})=>u.reduce((l,{ok:d,failed:m})=>l+d-m,0)>0).map(({slices:u})=>u.reduce((l,{seconds:d})=>l+d,0))]))}function wo(e,{steps:t},r){return t.flatMap((n,s)=>{if(n===e.steps[s])return[];let o=Te(1e3*Math.min(...r.get(n.label))),[a,i]=[e.steps[s],n].map(c=>Ee(We(c)));return[`${n.label}: ${a} requests took only ${o}; from now on there are ${i} in each stretch, which is ${Ee(n.passes)} times the work`]})}function ko({steps:e,blocks:t},r){return e.flatMap(n=>{let{label:s,budgetSeconds:o}=n,a=r.get(s)??[],i=a.length===0?0:Rn(a);return i*t<=o?[]:[`${s}: ${Ee(We(n))} requests take ${Te(i*500)}; for two revisions in ${t} blocks, the fewest that can show a change, that is ${Te(i*t*1e3)}, more than its budget of ${o} s`]})}var Mo={blocks:2,seconds:60};async function Ro(e,t){let{signal:r}=t.arms.head,{blocks:n}=e,s=new Set,o=0;for(;n.length<e.plan.blocks&&!r.aborted;){let a=n.length;for(let[m,f]of bo(e.plan,n)){if(s.has(m))continue;s.add(m);let h=f==="hidden-work";e.plan=fn(e.plan,e.config,{measured:a,worksMore:h}),t.progress.note(dl(m,f,e.plan))}let{plan:i}=e,c={index:a,first:vo(2)===0?"head":"base",reversed:vo(2)===0,headOnly:Ot(i,n),warmUpSeconds:$s(i,n),shift:ze[a%ze.length],longer:s},u={judgement:null},l=await Cs(Sn(i,c),a,{...t,planned:i.blocks,sizings:o,...a===0&&{isEnough:m=>He(i,$t(i,m))!==i},soak:m=>i.soakSeconds===0||!i.looks.includes(a+1)?[]:(u.judgement=W(e,[...n,m],null),ll(u.judgement,i,m))}),d=$t(i,l);if(a===0&&l.failure===null&&l.crash===null){e.plan=He(i,d);for(let m of wo(i,e.plan,d))t.progress.note(m);if(e.plan!==i){o++;continue}}if(n.push(l),l.failure!==null||l.crash!==null)break;if(il(n)){t.progress.note("most rounds were disturbed for a minute, and the machine does not calm down: the run ends here; a quieter machine, or a runner of its own, helps");break}if(a===0&&i.paired){e.plan=cl(l,d,e);for(let m of ko(e.plan,d))t.progress.note(m);Oe(e.plan)}if(e.plan.looks.includes(n.length)){let m=u.judgement??W(e,n,null);if(Vn(m,n.length,e),!m.undecided||n.length===e.plan.blocks)return m}}return W(e,n,js(e,n.at(-1)))}function il(e){let t=e.filter(({kept:n,discarded:s})=>s.length>n.length),r=t.reduce((n,{wallSeconds:s})=>n+s,0);return t.length>=Mo.blocks&&2*t.length>e.length&&r>=Mo.seconds}function ll({verdict:e,undecided:t,asksBase:r},n,{index:s,soak:o}){let a=u=>o.some(({slot:l})=>l.arm===u);if(a("head"))return r&&!a("base")?Ke(n,"base"):[];let i=s+1===n.blocks||!t,c=e.slos.some(({code:u})=>u==="met")||e.changes.some(({code:u})=>u==="unchanged");return i&&e.invalid.length===0&&c?Ke(n,"head"):[]}function cl({kept:e,discarded:t,wallSeconds:r},n,{plan:s,config:o}){let a=Mn(s,o,n);if(t.length>0)return a;let i=e.reduce((c,{slot:u,evidence:l})=>c+(u.requests===null?wn(u):l.seconds),0);return yo(a,o,{wallSeconds:r,loadSeconds:i})}var ul={rare:"slow requests come in some blocks only","hidden-work":"one revision takes more processor time, and its typical request no longer"};function dl(e,t,{blocks:r}){return`${e}: ${ul[t]}; from now on each revision has the whole load alone for ${mn} s a block, in ${r} blocks at most`}async function xo(e,t){let{request:r}=t,{head:n,base:s}=e.configs,o=bl(t),a=e.variants.map((u,l)=>fl(e,l,t)),i=[],c=null;try{for(let[u,l]of[["head",n],["base",s]])l!==null&&await e.prepare(u,()=>yl({...o,arm:u,config:l},s!==null,r.progress));c=await nr({...o,arm:null,config:n});for(let[u,l]of a.entries()){a.length>1&&!r.signal.aborted&&r.progress.note(`variant ${u+1} of ${a.length}: ${l.config.variant.name}`);let d=await hl(e,l,wl(e,u,c,o,t));if(i.push(d),r.signal.aborted)break;if(pl(d)){let m=a.length-i.length;m>0&&r.progress.note(`not measured, since the run has no verdict now: ${m} more variants`);break}}}catch(u){if(!(u instanceof ie))throw u;i.push(W(a[0],[],await Mt(u,e)))}finally{await c?.stop()}return gl(i,r.failOn)}function pl({verdict:{invalid:e}}){return e.some(({kind:t})=>t!=="machine-disturbed")}function fl(e,t,r){let{head:n,base:s}=e.variants[t],{request:o,plans:a,baseline:i,draft:c}=r,u=s!==null,l=a[t].paired===u?a[t]:xn(n,{budgetSeconds:o.budgetSeconds,paired:u}),d=e.comparison.kind==="pair"&&!u;return{config:n,plan:l,baseline:i,digests:new Map([...l.steps.map(m=>[m.label,ar(m,n.deployments)]),...l.searches.map(m=>[m.label,ir(m,n.deployments)])]),draft:{...c,...e.pair&&{pair:e.pair},...e.deployments&&{deployments:e.deployments}},comparison:d?{kind:"none",reason:{kind:"new"}}:e.comparison,loosened:e.loosened,failOn:o.failOn}}async function hl(e,t,r){let n={...t,blocks:[]},s=new Map,o=a=>W(n,n.blocks,a,s);try{let a=await Ro(n,r),{plan:i}=n;return i.searches.length===0||Sl(a)?a:(await Ns(i.searches,s,{...r,swapped:i.swapped,drawFirst:()=>ml(2)===0?"head":"base"}),o(null))}catch(a){if(!(a instanceof ie))throw a;return o(await Mt(a,e,t.config.variant))}}function gl(e,t){let[r]=e,n=e.flatMap(({record:s})=>s.capacities??[]);return{verdict:Fs(e.map(({verdict:s})=>s),t),record:{...r.record,steps:e.flatMap(({record:s})=>s.steps),...n.length>0&&{capacities:n}},undecided:e.some(({undecided:s})=>s),asksBase:e.some(({asksBase:s})=>s)}}function Sl({verdict:e}){return e.invalid.length>0||e.faults.some(({kind:t})=>t==="crashed")}function bl({request:e,session:t}){let{environment:r,signal:n}=e,{workspace:s,keeper:o,grace:a}=t;return{logFolder:s.logs,environment:r,keeper:o,signal:n,grace:a,shared:new Map}}async function yl(e,t,r){let n=t?` of ${e.arm}`:"";await cr(e,s=>r.phase(`building ${s}${n}`))}function wl(e,t,r,n,{request:s,session:o,k6:a,seed:i}){let{head:c,base:u}=e.variants[t],l=(d,m)=>({...n,arm:d,config:m,shared:new Map([...r.portOf].filter(([f])=>m.services.some(h=>h.name===f&&h.scope==="run")))});return{arms:{head:l("head",c),...u&&{base:l("base",u)}},shared:r,...c.variant&&{variant:t+1},k6:a,seed:i,folder:o.workspace.k6,progress:s.progress}}async function Ap(e){let{progress:t,signal:r,environment:n,budgetSeconds:s}=e;ln(process.platform);let o=Dt(en(Nt(sn(e.configPath,process.cwd(),vl(e)),e.only),e.deployments),e.base.from),a=await Ln(o.directory,n,r),i=Tn(o,{budgetSeconds:s,paired:Dn(o,a)});for(let u of Bt(o,e.only))t.note(u);for(let u of nn(o))t.note(u);for(let{plan:u}of i){Oe(u);for(let l of u.shortages)t.note(kn(l))}let c=await lt(o,a,e);return o.baseline.kind==="history"&&ct(c),vr(o,e,async u=>{let l=await Dr(o,a,u,e);if(l.kind==="nothing")return Rl(l.base,o,u,e);let d=await cn({environment:n,path:o.k6Path,version:e.k6Version,progress:t,signal:r,ci:n.CI==="true"}),m=kl(2**31),f=await Fn(o,l,u.workspace.path,m,e);u.removeAtEnd(()=>f.remove()),f.suiteBefore!==o.suite&&(c=await Ml(c,f,o,a,e));let h={...Ao(e,o,d.version),seed:m},b=g=>(g.comparison.kind==="history"&&ct(c),xo(g,{request:e,plans:i.map(({plan:S})=>S),session:u,baseline:c.baseline,draft:h,k6:d.path,seed:m})),p=await b(f);p.verdict.invalid.find(({kind:g})=>g==="base-failed")&&o.baseline.onBaseFailure==="history"&&(t.note("the base cannot be measured; `on-base-failure` asks for a comparison with recorded runs"),p=await b(jn(f))),Pt(r);let{verdict:k,record:M}=p,E=e.record&&k.invalid.length===0?await Fr(c,M):To,A=Pn(M,c.baseline);return Ge({...E,...Eo(k,M,A,e)},u.secrets)})}function vl({only:e,environment:t}){return{only:e,calling:{command:"tailgate run",variables:ge(t)}}}async function Ml({store:e},{suiteBefore:t},...[r,n,s]){return{...await lt({...r,suite:t},n,s),store:e}}var To={recordPath:null,unrecorded:null};function Rl(e,t,{secrets:r},n){let s=Mr(e,t.when.changed),o={...Ao(n,t,"not used"),steps:[]};return Ge({...To,...Eo(s,o,[],n)},r)}function Eo(e,t,r,{baseBranch:n,link:s}){return{report:Qt(e,t,{baseBranch:n,link:s,history:r}),exitCode:Ft(e)}}function Ao(e,t,r){return{schemaVersion:1,suite:t.suite,...e.subject,attempt:e.attempt,...e.leg&&{leg:e.leg},recordedAt:new Date().toISOString(),tailgate:Nn,environment:{...an(),k6:r}}}async function Cp(e,t,r){let n=Qe(e,Ye(t),r),s=await K(n,"rev-parse","--verify","HEAD");if(s===null)return{commit:null,dirty:!1,branch:null,commitTime:null};let[o,a,i]=await Promise.all([K(n,"status","--porcelain","--untracked-files=no"),K(n,"symbolic-ref","--quiet","--short","HEAD"),K(n,"show","--no-patch","--format=%cI","HEAD")]);return{commit:s,dirty:o!=="",branch:a??t.GITHUB_REF_NAME??null,commitTime:i}}async function _p(e,t,r){let n=Qe(e,Ye(t),r),s=await K(n,"symbolic-ref","--quiet","--short","refs/remotes/origin/HEAD");if(s!==null)return s.replace(/^origin\//,"");for(let o of["main","master"])if(await Y(n,`refs/heads/${o}`)!==null)return o;return"main"}export{Ap as a,Cp as b,_p as c};
