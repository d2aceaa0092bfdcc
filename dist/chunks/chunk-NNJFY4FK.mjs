import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{c as Qt}from"./chunk-O7WL6A6K.mjs";import{a as qn,b as zn,c as Hn,d as Jn,f as ae,g as nr,h as rr,i as or,j as ar,k as ur,l as Rr}from"./chunk-H4TCVVSI.mjs";import{a as an,d as ln,h as cn}from"./chunk-TTN2GADM.mjs";import{c as et,d as tt,e as Qn,f as Xn,g as Zn,h as er,i as tr}from"./chunk-6HHORBW3.mjs";import{a as Bn}from"./chunk-BYKIIYLB.mjs";import{B as wr,a as wn,b as We,c as P,d as Me,e as kn,f as H,g as vn,h as Mn,i as qe,j as Rn,k as xn,l as Je,m as Tn,n as En,o as Dn,p as Fn,q as jn,r as Gn,t as Ae,u as Vn,v as Kn,w as gr,x as Sr,y as br,z as yr}from"./chunk-YJ7P3XA7.mjs";import{A as fr,B as hr,d as hn,e as gn,f as Sn,g as bn,i as yn,k as ze,m as He,n as Oe,o as sr,p as ir,q as lr,r as cr,v as mr}from"./chunk-OES76AY6.mjs";import{b as Ve,e as Ke,f as J,g as V,h as Ln,i as Nn,o as Ee,p as oe,q as Ze,r as Wn,u as Yn}from"./chunk-CW5ASG52.mjs";import{a as ke}from"./chunk-JXY5LZXU.mjs";import{a as ie,b as kr,c as vr,d as Mr}from"./chunk-MCIE52ZF.mjs";import{k as Un,l as $e}from"./chunk-CEJLQB7F.mjs";import{a as Cn,b as _n,c as Pn,d as In}from"./chunk-HFZNKUNY.mjs";import{a as dn,e as dr,f as pr}from"./chunk-B4BRXF3F.mjs";import{B as fn,F as se,G as Re,J as Ye,K as Qe,a as un,g as Ge,l as q,m as z,n as ve,q as mn,v as Ue,z as pn}from"./chunk-CBZDF3YL.mjs";import{a as $n}from"./chunk-JU7ICJHA.mjs";import{A as Te,ba as Xe,f as Ft,h as Jt,i as Vt,j as Kt,k as Yt,r as An,t as On,x as xe}from"./chunk-W5MWAX7L.mjs";import{a as en,o as we,p as rn,s as sn,t as on}from"./chunk-J4BRIG6P.mjs";import{P as Xt,T as Zt,U as ye,ba as tn,da as nn,m as Nt,p as Bt,q as Dt,qa as re}from"./chunk-MAUUCUIW.mjs";import{C as B,G as ge,I as Gt,K as Ut,M as Wt,da as Se,e as W,ea as qt,f as R,ja as zt,k as L,l as N,oa as ne,p as jt,q as je,s as te,sa as be,ta as Ht,za as D}from"./chunk-ALISFYHE.mjs";import{a as No}from"./chunk-RIBAP3X7.mjs";import{b as Lt}from"./chunk-4VQWXGDJ.mjs";import{g as It}from"./chunk-HENDURBQ.mjs";import{a as ee,b as I,c as _t,d as Pt}from"./chunk-NZMXMQNO.mjs";import{b as he,e as Fe}from"./chunk-ADNWO27A.mjs";import{d as Lo}from"./chunk-JLN3Y4HN.mjs";import{randomInt as Rl}from"node:crypto";function xr(e,t){return{code:"skipped",blocks:!1,slos:[],changes:[],faults:[],invalid:[],pair:null,unmeasured:{kind:"irrelevant",baseCommit:e,patterns:[...t]},loosened:[],costs:[],suspects:[],acceptances:[],refusals:[],effort:{slices:0,discardedRounds:0,instances:0,loadSeconds:0}}}import{relative as zo}from"node:path";var Bo=720*3600;async function Tr(e,t,r){let n=new Map(r.flatMap(({commit:m,commitTime:p})=>{let h=Date.parse(p??"")/1e3;return m===null||Number.isNaN(h)?[]:[[m,h]]}));if(n.size===0||"kind"in e)return new Set;let{git:s,remote:o}=e,a=await s(["rev-parse","--is-shallow-repository"]),i=await nt(s,o,t);if(a.stdout!=="false"||i.length===0)return new Set;let u=Math.floor(Math.min(...n.values()))-Bo,c=await s(["rev-list","--timestamp",`--max-age=${Math.max(0,u)}`,...i]);if(!c.ok)return new Set;let l=new Map([...c.stdout.matchAll(/^(\d+) ([0-9a-f]+)$/gm)].map(([,m,p])=>[p,Number(m)])),d=Math.max(Number.NEGATIVE_INFINITY,...i.map(m=>l.get(m)??Number.NEGATIVE_INFINITY));return new Set([...n].filter(([m,p])=>!l.has(m)&&p<=d).map(([m])=>m))}async function nt(e,t,r){let n=[...t===null?[]:[`refs/remotes/${t}/${r}`],`refs/heads/${r}`],s=await Promise.all(n.map(o=>V(e,o)));return[...new Set(s.filter(o=>o!==null))]}var Do="A full clone has it: `fetch-depth: 0` for actions/checkout, `git fetch --unshallow` on a laptop. To fetch it later, the job needs `contents: read`.";async function Or(e,t){let{head:r}=t,n=t.asked===null?await Fo(e,t.trigger,r,t.dirty):{commit:await Go(e,t.asked),because:"asked",branch:null};if(!("commit"in n))return n;let s=await oe(e,n.commit,n.branch);if(s!==null)return rt(`The base revision ${n.commit.slice(0,10)}`,s);let o=await e.git(["rev-parse","--verify",`${n.commit}^{tree}`]);return{kind:"base",commit:n.commit,tree:o.stdout,because:n.because}}async function Fo(e,t,r,n){switch(t.kind){case"pull_request":{let s=await $r(e,r);if(s.length===2&&s.includes(t.headSha)){let o=s.find(a=>a!==t.headSha);return o===t.formerBaseSha&&o!==t.baseSha?Uo(t.baseBranch):{commit:o,because:"merge-parent",branch:t.baseBranch}}return Ar(e,r,t.baseBranch,t.baseSha)}case"merge_group":return{commit:t.baseSha,because:"merge-group",branch:null};case"push":{let{before:s,branch:o}=t;return s!==null&&Ee(s)&&!/^0+$/.test(s)&&s!==r&&await oe(e,s,o)===null?{commit:s,because:"before-push",branch:o}:Er(e,r,o)}case"local":return e.checkout.branch!==t.baseBranch?Ar(e,r,t.baseBranch,null):n?{commit:r,because:"parent",branch:t.baseBranch}:Er(e,r,t.baseBranch)}}async function Er(e,t,r){let[n]=await $r(e,t);return n!==void 0?{commit:n,because:"parent",branch:r}:{kind:"none",reason:"root-commit",message:"The first commit has none before it."}}async function $r(e,t){let{stdout:r}=await e.git(["cat-file","commit",t]),[n=""]=r.split(`

`,1);return[...n.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([,s])=>s)}async function Ar(e,t,r,n){let s=await jo(e,r,n);if(s!==null&&typeof s=="object")return rt(`The branch ${r}`,s.problem);if(s===null)return{kind:"none",reason:"unknown-branch",message:`There is no branch ${JSON.stringify(r)} to compare with, here or on the remote.`,hint:"Name one with `--base-branch`, or a revision with `--base`."};let o=await e.git(["merge-base",t,s]);if(o.ok)return{commit:o.stdout,because:"merge-base",branch:r};let a=e.isShallow()?await Wn(e,t,s):{commit:null};return"problem"in a?rt(`The merge base with ${r}`,a.problem):a.commit!==null?{commit:a.commit,because:"merge-base",branch:r}:{kind:"none",reason:"unrelated",message:`The revision that is checked out and ${r} have no history in common.`}}async function jo(e,t,r){let[n]=await nt(e.git,e.checkout.remote,t);if(n!==void 0)return n;let s=await Ze(e,`refs/heads/${t}`);if(s!==null||r===null)return s;let o=await oe(e,r,null);return o===null?r:{problem:o}}async function Go(e,t){let{git:r,top:n,remote:s}=e.checkout,o=await r(["rev-parse","--verify","--quiet","--end-of-options",t]);if(o.ok&&Ee(o.stdout)){let c=await V(r,o.stdout);if(c!==null)return c}if(Ee(t)&&await oe(e,t,null)===null)return t;let a=s!==null&&t.startsWith(`${s}/`)?t.slice(s.length+1):t;for(let c of[`refs/heads/${a}`,`refs/tags/${a}`]){let l=await Ze(e,c);if(l!==null)return l}let{stdout:i}=await r(["for-each-ref","--format=%(refname:short)"]),u=It(t,i.split(`
`).filter(Boolean));throw new I({what:`--base names no revision: ${JSON.stringify(t)}.`,where:n,hint:u===void 0?"It takes a branch, a tag or a commit of this repository.":`Did you mean ${u}?`})}function Uo(e){return{kind:"none",reason:"unobtainable",message:`What is checked out is still the test merge with the former base, not with ${e}.`,hint:"Choose the base again, or push a commit: then GitHub starts a run with the new one."}}function rt(e,t){return{kind:"none",reason:"unobtainable",message:`${e} is not in this clone and could not be fetched: ${t}.`,hint:Do}}async function _r(e,t,r){return[...(await Pr(e,["diff-tree",...["-r","-z","--raw","--no-renames","--no-ext-diff","--ignore-submodules=none"],t,r])).matchAll(/:(\d+) (\d+) [^\0]*\0([^\0]*)\0/g)].map(([,o,a,i])=>({path:Ir(i),submodule:o===Cr||a===Cr}))}async function st(e,t){return(await Pr(e,["ls-tree","-r","-z","--full-tree","--name-only",t])).split("\0").filter(Boolean).map(Ir)}var Cr="160000";async function Pr(e,t){let r=await e.git(t,{encoding:"latin1"});if(r.ok)return r.stdout;throw new I({what:`What differs from the base could not be found out: ${Ln(r)}.`,hint:"Without `when` everything is measured.",exitCode:3})}function Ir(e){return Buffer.from(e,"latin1").toString()}async function Lr(e,t,r){let{prefix:n}=e.checkout,s=await _r(e,r.base,r.head);if(Wo(s,t,n))return{relevant:!0,notes:[]};let o=[...await st(e,r.head),...await st(e,r.base)].flatMap(l=>Nr(l,n)??[]),a=qo(t.patterns,o);if(a.length===0)return{relevant:!1,notes:[]};let i=we(t.patterns),u=!o.some(l=>i(l)==="in"),c=a.map(l=>`${JSON.stringify(l)} of \`when.changed\` matches no file of base or head${u?"; everything is measured":""}`);return{relevant:u,notes:c}}function Wo(e,t,r){let n=we(t.patterns);return e.some(({path:s,submodule:o})=>{let a=Nr(s,r);if(a===null)return!1;if(t.always.includes(a))return!0;let i=n(a);return i==="in"||o&&i==="unnamed"})}function qo(e,t){return e.filter(r=>{if(rn(r))return!1;let n=we([r]);return!t.some(s=>n(s)==="in")})}function Nr(e,t){return t===""?e:e.startsWith(`${t}/`)?e.slice(t.length+1):null}async function Br(e){let{asked:t,trigger:r,checkout:n}=e;if("kind"in n)return ot(n,t);if(n.head===null)return ot({kind:"none",reason:"no-commit",message:"Nothing is committed yet."},t);let s=await Hn(n,e.folder,e),o=r.kind==="local"?await zn(s,n.head,e.leaveOut):await qn(s,n.head),a=await Or(s,{head:n.head,dirty:o.dirty,asked:t,trigger:r});if(a.kind==="none")return ot(a,t);if(a.tree===o.tree)return{kind:"identical",base:a,head:o,notes:o.notes};let i={base:a.tree,head:o.tree},u=e.watched&&await Lr(s,e.watched,i),c=[...o.notes,...u?.notes??[]];return u?.relevant===!1?{kind:"irrelevant",base:a,head:o,notes:c}:{kind:"different",base:a,head:o,notes:c,layOut:l=>Jn(s,l,{head:o,base:a})}}function ot(e,t){if(t===null)return e;throw new I({what:`--base ${JSON.stringify(t)} cannot be used: ${e.message}`,hint:e.hint})}async function jr(e,t,{workspace:r,keeper:n},s){let{progress:o,signal:a,base:i}=s;i.asked===null&&e.deployments===void 0&&Ho(i.trigger);let u=e.baseline.kind==="paired"&&e.deployments===void 0,c=i.asked!==null||Dr(i.trigger);if(!u&&e.when===void 0&&!c)return ke(()=>"no base: the configuration or `--from` asks for recorded runs, and no merge waits for the run"),{kind:"alone",comparison:{kind:"history"}};o.phase(u?"laying out base and head":"looking at what has changed");let l=await Br({checkout:t,environment:{...s.environment,...n.mark},asked:i.asked,trigger:i.trigger,folder:r.path,credentials:i.credentials??null,leaveOut:[...s.store.kind==="directory"?[s.store.path]:[],...s.keepPath?[s.keepPath]:[]],...e.when&&{watched:Ko(e,e.when)},signal:a});if(Vn(l,i.asked,i.trigger),l.kind==="none"){if(u&&(l.reason==="unobtainable"||Dr(i.trigger)))throw Yo(l);e.when?o.note(`no base to find out what has changed, so everything is measured: ${Fr(l)}`):u&&l.reason!=="no-repository"&&o.note(`no base to measure beside the head: ${Fr(l)}`);let d=c&&{unread:l.message};return{kind:"alone",comparison:{kind:"history"},...d}}for(let d of l.notes)o.note(d);if(u&&Jo(l,s),l.kind==="irrelevant"||l.kind==="identical"&&e.when)return{kind:"nothing",base:l.base.commit};if(!u){let d=l.kind==="different"&&{pair:l};return{kind:"alone",comparison:{kind:"history"},...d}}return l.kind==="different"?{kind:"pair",pair:l}:{kind:"alone",comparison:{kind:"none",reason:{kind:"identical"}}}}function Ho(e){if(e.kind!=="local"||e.commented===void 0)return;let{baseBranch:t,commented:r}=e;throw new I({what:`issue_comment checks out ${t}, not pull request ${r}, and names no base to compare it with.`,hint:`Best measure on \`pull_request\`. Otherwise check out the pull request (\`ref: refs/pull/\${{ github.event.issue.number }}/head\` and \`fetch-depth: 0\` for actions/checkout), and set the input \`base\`, such as \`origin/${t}\`. Its code then has the secrets and the token of this job: check first who has commented.`})}function Jo({base:e,head:t},r){let{trigger:n}=r.base;if(n.kind!=="local"||n.event===void 0)return;let s=`${Xe(r.subject.commit)}${t.dirty?" with changes that are not committed":""}`,o=`${Xe(e.commit)}, ${Un(e,n.baseBranch)}`;r.progress.note(`${n.event}: what is checked out, ${s}, is compared with ${o}`)}var Vo="Give actions/checkout `fetch-depth: 0`, and its job `contents: read`. Or compare with recorded runs on purpose: `from: history` under `baseline`.";function Ko({path:e,directory:t,scenarios:r,k6Path:n=e},{changed:s}){let o=r.flatMap(({work:a})=>Dn(a));return{patterns:s,always:[e,n,...o].map(a=>zo(t,a))}}function Dr({kind:e}){return e==="pull_request"||e==="merge_group"}function Fr({message:e,hint:t}){return`${e}${t?` ${t}`:""}`}function Yo({message:e,hint:t=Vo}){return new I({what:`No base to measure beside the head: ${e}`,hint:t,exitCode:ee.unmeasured})}async function at(e,t,r){let{progress:n,environment:s,signal:o,subject:a}=r,{suite:i,directory:u}=e,c=r.base.credentials??null,l=Yn(r.store,{suite:i,directory:u,credentials:c,environment:s,signal:o});try{let{records:d,unreadable:m}=await l.list({newest:$n});for(let{name:y,reason:k}of m)n.note(`record ${y} is left out: ${k}`);let p=a.commit===null?null:r.baseBranch,h=d.filter(y=>y.branch===p),w=p===null?new Set:await Tr(t,p,h);return w.size>0&&n.note(`${Qo(w.size)} no longer on ${p} and left out`),{store:l,baseline:Cn(h,{branch:p,onBranch:y=>!w.has(y),leg:r.leg}),problem:null}}catch(d){if(!(d instanceof I)||d.exitCode!==ee.unmeasured)throw d;return n.note(`the records cannot be read, so there is no trend: ${d.message}`),{store:l,baseline:[],problem:d}}}function it({problem:e}){if(e===null)return;let{message:t,where:r,hint:n,detail:s}=e;throw new I({what:t,where:r,hint:n,detail:s,cause:e,exitCode:ee.unmeasured})}async function Gr({store:e},t){try{return{recordPath:await e.append(t),unrecorded:null}}catch(r){if(r instanceof _t)throw r;let n=r instanceof I&&r.hint?` ${r.hint}`:"";return{recordPath:null,unrecorded:`${r.message}${n}`}}}function Qo(e){return e===1?"the commit of one record is":`the commits of ${e} records are`}import{randomInt as hl}from"node:crypto";async function le(e,{arms:t,together:r,block:n,variant:s}){e.starts++;let o=e.starts>1?`_${e.starts}`:"",a=s===void 0?"":`v${s}_`,i=await Promise.allSettled(r.map(async l=>{e.running.set(l,await nr(t[l],`${l}_${a}${n+1}${o}`))})),u=i.flatMap(l=>l.status==="rejected"?[l.reason]:[]),c=u.find(({arm:l})=>l!=="base")??u[0];if(c instanceof ae&&(c.isOnlyHere=u.length<i.length),c!==void 0)throw c}async function ce({running:e}){let t=[...e.values()];e.clear();let n=(await Promise.allSettled(t.map(s=>s.stop()))).find(s=>s.status==="rejected");if(n)throw n.reason}import{readFileSync as ct}from"node:fs";import{availableParallelism as Ur}from"node:os";import{setTimeout as Xo}from"node:timers/promises";var Zo=250,ea=.1;async function _e(e,t){let r=performance.now()+e,n=lt(0,new Set);for(;n.busy!==null&&performance.now()<r&&!t.aborted;){await Xo(500);let s=lt(0,new Set),o=(s.monotonic-n.monotonic)/1e3;if(((s.busy??0)-n.busy+(s.steal??0)-(n.steal??0))/o<ea*Ur())return!0;n=s}return n.busy===null}function Wr(e,t,r=new Map){let n=[],s=Ur(),o=()=>{let i=lt(e,new Set(t),r),u=n.findLast(({generator:l})=>l!==null)?.generator??0,c=(i.generator??0)<u;n.push(c?{...i,busy:null,generator:null,service:null}:i),s=oa(e)??s};o();let a=setInterval(o,Zo);return{samples:n,take:o,generatorLimit:()=>s,stop(){clearInterval(a),o()}}}function lt(e,t,r=new Map){let n=ta(),{user:s,system:o}=process.cpuUsage(),a=new Set([e,...t]),i=n&&Xn(Qn()??[],a),u=i&&sa(i,e,t);return{wall:Date.now(),monotonic:performance.now(),busy:n?.busy??null,steal:n?.steal??null,generator:u?.generator??null,service:u?.service??null,self:(s+o)/1e6,opens:na(),arms:new Map([...r].map(([c,l])=>[c,ra(i??[],l)]))}}function ta(){try{let[e,t,r,,,,,n]=ct("/proc/stat","latin1").slice(0,200).split(`
`)[0].trim().split(/\s+/).slice(1).map(Number);return{busy:(e+t+r)/tt,steal:(n??0)/tt}}catch{return null}}function na(){try{let e=ct("/proc/self/net/snmp","latin1").split(`
`),[t,r]=e.filter(n=>n.startsWith("Tcp:")).map(n=>n.split(" "));return Number(r[t.indexOf("ActiveOpens")])}catch{return null}}function qr(e,t,r){let[n,s]=[t,r].map(o=>Ce(e,o,({opens:a})=>a));return n===null||s===null?null:Math.ceil(s-n)}function ra(e,t){let r=e.filter(({session:s})=>t.includes(s)),n=s=>r.reduce((o,a)=>o+s(a),0);return{seconds:n(({pid:s,seconds:o})=>Math.max(o,Zn(s)??0)),memory:n(({pid:s})=>er(s)??0)}}function sa(e,t,r){let n={generator:0,service:0};for(let{session:s,seconds:o}of e)s===t?n.generator+=o:r.has(s)&&(n.service+=o);return n}function oa(e){try{return(/^Cpus_allowed_list:\s*(\S+)/m.exec(ct(`/proc/${e}/status`,"latin1"))?.[1]).split(",").map(n=>n.split("-").map(Number)).reduce((n,[s,o])=>n+(o===void 0?1:o-s+1),0)}catch{return null}}function ut(e,t,r,n){let s=(r-t)/1e3,o=m=>{let p=Ce(e,t,m),h=Ce(e,r,m);return p===null||h===null?null:Math.max(0,(h-p)/s)},[a,i,u,c]=[o(m=>m.busy),o(m=>m.generator),o(m=>m.service),o(m=>m.self)],l=n.outsiders?null:u,d=a!==null&&i!==null&&l!==null;return{cores:n.cores,generator:i,generatorLimit:n.generatorLimit,service:l,others:d?Math.max(0,a-i-l-(c??0)):null,steal:o(m=>m.steal),clockJumpMs:aa(e,t,r)}}function zr(e,t,r,n){let s=c=>Ce(e,c,l=>l.arms.get(t)?.seconds??null),[o,a]=[s(r),s(n)],i=e.findLast(({wall:c})=>c<=n)?.arms.get(t)?.memory??0;return!((e.at(-1)?.wall??0)>=n)||o===null||a===null||a<=o||i===0?null:{cpu:a-o,memory:i}}function Ce(e,t,r){let n=e.filter(c=>r(c)!==null),s=n.findIndex(c=>c.wall>=t),o=n[s===-1?n.length-1:s],a=n[Math.max(0,(s===-1?n.length-1:s)-1)];if(!a||!o)return null;let[i,u]=[r(a),r(o)];return i===null||u===null?null:o.wall===a.wall?u:i+Math.min(1,Math.max(0,(t-a.wall)/(o.wall-a.wall)))*(u-i)}function aa(e,t,r){let n=e.filter(s=>s.wall>=t&&s.wall<=r).map(s=>s.wall-s.monotonic);return n.length<2?0:Math.max(...n)-Math.min(...n)}function Hr(e){let{intended:t,sent:r,dropped:n}=e;if(dt(e))return"disturbed";let s=t===null?0:t-r,o=t!==null&&s>Math.max(2,.01*t),a=Vr(e);return t===null?Kr(e)?"generator-starved":"sound":o||n>0?a?"generator-starved":n>0&&o?"service-slow":o?(e.lagMs??0)>20?"generator-starved":"unknown":"sound":e.lagMs!==null&&e.lagMs>20&&!ia(e)?"generator-starved":"sound"}function dt({cpu:e,clockJumpMs:t}){return t>100||e.steal!==null&&e.steal>.1*e.cores||e.others!==null&&e.others>.2*e.cores}function ia(e){let{cores:t,generator:r,service:n}=e.cpu;return r===null||n===null?!1:r<.3*t&&n>r&&r+n<.9*t&&mt(e)}function mt({cpu:{cores:e,others:t,steal:r},clockJumpMs:n}){return t!==null&&t<.05*e&&(r??0)<.025*e&&n<=100}function Jr(e,t){if(Vr(e))return!0;let{generator:r,service:n}=e.cpu;return(t==="generator-starved"||t==="unknown")&&r!==null&&!(n!==null&&n>r)}function Vr(e){let{cpu:t}=e;return t.generator===null?!1:Kr(e)?!0:t.generator+(t.service??0)+(t.others??0)>.9*t.cores&&t.generator>.45*t.cores}function Kr({cpu:{generator:e,generatorLimit:t}}){return e!==null&&t!==null&&e>.9*t}function ue(e,t){let{cpu:r,intended:n,sent:s,seconds:o,clockJumpMs:a,lagMs:i}=t,u=`${Math.max(0,Math.round((n??0)-s))} of ${Math.round(n??0)} arrivals never began in ${la(o)} s`,c=(l,d)=>`${Math.round(100*l/d)} %`;switch(e){case"disturbed":return a>100?`the clock jumped by ${Math.round(a)} ms`:r.steal!==null&&r.steal>.1*r.cores?`the hypervisor took ${c(r.steal,r.cores)} of the processors`:`other processes took ${c(r.others??0,r.cores)} of the processors`;case"generator-starved":{let l=r.generator===null?"":`; k6 had ${c(r.generator,r.generatorLimit??r.cores)} of its processors`;return`${(i??0)>20?`k6 began arrivals ${Math.round(i)} ms late (p99)`:`k6 fell behind: ${u}`}${l}`}case"unknown":return`${u}, and nothing shows why`;case"service-slow":return`the service was too slow for the rate: ${u}`;case"sound":return"nothing disturbed it"}}function la(e){return Math.round(e*10)/10}var ca=.98,ua=.01,da=.8;function Yr(e,t,{diagnosis:r,evidence:n,slices:s}){let o=D(s,e.metric),{sent:a,intended:i}=n,u=i!==null&&a<ca*i,c=ma(s),l=ge(s),m=!Number.isNaN(o)&&!Ye(se,l)&&!Ye(e,o)&&!u&&!c;return{rate:t,achieved:Gt(s),met:m,value:o,errors:l,dropped:s.reduce((p,h)=>p+h.dropped,0),...c&&{growing:c},...!m&&Jr(n,r)&&{limitedBy:"generator"}}}function ma(e){let t=e.filter(i=>Ut(i)>0).map(i=>({at:i.startedAt/1e3,wait:B([i],.5)/1e3})),r=t[0],n=t.at(-1);if(r===void 0||n===void 0||t.length<4||n.wait===1/0)return;let s=t.flatMap((i,u)=>t.slice(u+1).map(c=>c.wait>i.wait)),o=s.filter(Boolean).length>=da*s.length,a=(n.wait-r.wait)/(n.at-r.at);return o&&a>ua?!0:void 0}function Qr(e){let t=e.filter(Zr);return e.filter(({slot:r})=>t.some(n=>n.slot.step===r.step&&n.slot.round===r.round))}function Xr(e,t){let r=[...new Set(e.map(({slot:a})=>a.step.label))],n=e.filter(Zr).map(({diagnosis:a,evidence:i})=>ue(a,i));return`${`${e.length} ${e.length===1?"round":"rounds"} of ${r.join(", ")}`} ${t?"will be measured again":"discarded"}: ${[...new Set(n)].join("; ")}`}function Zr({diagnosis:e}){return e!=="sound"&&e!=="service-slow"}function es({slot:e,diagnosis:t,evidence:r},n){let{sent:s,intended:o,seconds:a,dropped:i,lagMs:u,clockJumpMs:c,cpu:l}=r,d=y=>y===null?"unknown":Number(y.toPrecision(3)),{generator:m,service:p,others:h,steal:w,cores:f}=l;return[`discarded: block ${n+1}, ${e.step.label}, ${e.arm}, round ${e.round+1}, ${e.turns?"in turns":"alone"}`,t==="sound"?"sound, but its counterpart is not":ue(t,r),`${s} of ${o??s} arrivals in ${d(a)} s, ${i} dropped, p99 of lateness ${d(u)} ms`,`of ${f} cores k6 used ${d(m)}, the service ${d(p)}, others ${d(h)}, the hypervisor ${d(w)}`,`the clock jumped by ${d(c)} ms`].join("; ")}import{availableParallelism as ni}from"node:os";import{setTimeout as ri}from"node:timers/promises";function rs(e,t){let{rate:r,settling:n,measured:s}=e,o=ts({...e,count:n},t),a=n/r*1e3,i=n>0?0:Math.min(100,500*s/r),u=1-i*r/(1e3*Math.max(1,s)),c=ts({...e,count:s},t),l=[...o,...c.map(h=>a+i+h*u)],d=e.arms*e.turn,m=0;for(;m+d<=n&&l[m]<100;)m+=d;let p=l.slice(m).map(h=>Number(Math.max(h,100).toFixed(2)));return{dueMs:p,skipped:m,...fa(p,r)}}function ts({rate:e,count:t,arms:r,turn:n},s){let o=Math.ceil(t/(r*n))*n,a=pa(o,o/e*1e3,s),i=[],u=0;for(let c=0;c<o;c+=n)for(let l=0;l<r;l++)for(let d of a.slice(c,c+n))u+=d,i.push(u);return i.slice(0,t)}function pa(e,t,r){let n=Array.from({length:e+1},()=>-Math.log(1-r.uniform())),s=n.reduce((o,a)=>o+a,0);return n.slice(0,e).map(o=>o/s*t)}var ns=[1,1.01,1.02,1.05,1.1,1.15,1.2,1.3,1.5,2,3,5,10];function fa(e,t){let r=e.length,n=u=>e.reduce((c,l,d)=>Math.min(c,l-d*1e3/(t*u)),1/0),s=t*(ns.find(u=>n(u)>=5)??ns.at(-1)),o=Math.max(0,Math.floor(n(s/t)-5)),[a,i]=[0,0];for(let u=0;u<r;u++){for(;i<r&&e[i]<o+u*1e3/s;)i++;a=Math.max(a,u+1-i)}return{launchMs:o,launchRate:s,launchSeconds:(r-.5)/s,waiting:a}}function ss(e,t){let r=2166136261^e;for(let n=0;n<t.length;n++)r=Math.imul(r^t.charCodeAt(n),16777619);return r|0}var os=`/**
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
`;var as=`// Lateness of an arrival (ms). Open model only. It says nothing while arrivals are dropped.
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
`;var Pe="books.js",cs=os,is={perSecond:50,share:1/8},Sa=["0.0.0.0/2","64.0.0.0/3","96.0.0.0/4","112.0.0.0/5","120.0.0.0/6","124.0.0.0/7","126.0.0.0/8","128.0.0.0/1",...Array.from({length:16},(e,t)=>`${(2**t).toString(16)}::/${16-t}`)];function us({program:e,targetUrl:t,confined:r,scriptPath:n,insecure:s=!1,requestOf:o,arrivals:a=new Map,name:i="script",dealOf:u=()=>null}){let c=e.slots[0].step.work,l=new Map(e.slots.map(f=>[f,u(f)])),d=Object.fromEntries(e.slots.map((f,y)=>{let k=l.get(f)??null,x=k===null?o(f):null;return[f.key,{id:`s${y}`,...ka(f,x,k),...ya(a.get(K(f))),isConfined:r}]})),m=Math.max(0,...[...a.values()].map(({waiting:f})=>f)),p=[...l.values()].filter(f=>f!==null),h=JSON.stringify(c.kind==="script"?n??c.path:null),w=c.kind==="script"?[`export * from ${h};`,`import * as user from ${h};`]:["const user = {};"];return[`import { CODES, needsBody, openIteration, TAG, tellFailure } from './${Pe}';`,"import { sleep } from 'k6';","import http from 'k6/http';","import exec from 'k6/execution';",...a.size>0||p.some(({dataFile:f})=>f!==null)?["import { SharedArray } from 'k6/data';"]:[],"import { Counter, Gauge, Trend } from 'k6/metrics';",...w,"",`const TARGET_URL = __ENV.TARGET_URL || ${JSON.stringify(t)};`,`const PERCENTS = ${JSON.stringify(sr)};`,`const INSECURE = ${s};`,`const BLOCKED = ${JSON.stringify(r?Sa:[])};`,`const SEQUENCES = ${JSON.stringify(Object.fromEntries(p.map(({name:f,sequence:y})=>[f,y])))};`,`const ROWS = {${[...new Set(p.flatMap(ba))].join(", ")}};`,`const ARRIVALS = {${[...a.keys()].map(f=>wa(f,i)).join(", ")}};`,`const SLOTS = ${JSON.stringify(d,null,2)};`,`const SCENARIOS = ${JSON.stringify(Object.fromEntries(e.slots.map(f=>[K(f),va(f,a,m)])),null,2)};`,"",as].join(`
`)}function ba({name:e,dataFile:t}){if(t===null)return[];let r=JSON.stringify(e);return[`${r}: new SharedArray(${r}, () => JSON.parse(open(${JSON.stringify(`./${t}`)})))`]}function ya({skipped:e,launchMs:t}={skipped:0,launchMs:0}){return{skipped:e,launchMs:t}}function pt(e){return`${e}.arrivals.json`}function wa(e,t){let r=JSON.stringify(e),n=JSON.stringify(`./${pt(t)}`);return`${r}: new SharedArray(${JSON.stringify(`arrivals ${e}`)}, () => JSON.parse(open(${n}))[${r}])`}function ft(e){return e.round!==null||e.slices>1}function K({key:e,turns:t}){return t?.scenario??e}function ka(e,t,r){let{load:n,work:s,label:o}=e.step,a=r?.requests.map((i,u)=>({...i,which:u}));return{label:o,measured:ft(e),told:e.arm==="head",startMs:e.startSeconds*1e3,settleMs:e.settleSeconds*1e3,sliceMs:(e.seconds-e.settleSeconds)*1e3/e.slices,slices:e.slices,rate:n.kind==="arrival-rate"?n.rate:null,sampledShare:n.kind==="arrival-rate"?Math.min(1,is.perSecond/n.rate):is.share,scenario:K(e),scenarioName:e.step.scenario,turns:e.turns&&{...e.turns,...H(e)},iterations:e.round===null?null:e.requests,exec:s.kind==="script"?s.exec:null,custom:[...new Set(ye(e.step.slos).map(({name:i})=>i))],deal:r&&{name:r.name,first:r.first,requests:a},request:a?.[0]??(t&&{method:t.method,url:t.url,headers:t.headers,body:t.body??null,expectStatus:t.expectStatus,timeoutMs:t.timeoutSeconds*1e3})}}function va(e,t,r){let{load:n,virtualUsers:s,graceSeconds:o}=e.step,a={exec:"runIteration",startTime:`${e.startSeconds}s`,gracefulStop:`${o}s`},i=`${e.seconds}s`;switch(n.kind){case"arrival-rate":{let u=t.get(K(e)),c={preAllocatedVUs:s+r,maxVUs:s+r},l="constant-arrival-rate";if(u===void 0)return{...a,...c,executor:l,duration:i,...ls(n.rate)};let d=Math.max(q,u.launchSeconds),m=u.launchMs/1e3,p=Math.max(0,e.seconds-m-d)+o;return{...a,startTime:`${Se(e.startSeconds+m)}s`,...c,executor:l,duration:`${Se(d)}s`,gracefulStop:`${Se(p)}s`,...ls(u.launchRate)}}case"users":return{...a,executor:"constant-vus",duration:i,vus:n.users};case"fixed-work":return e.round===null?{...a,executor:"constant-vus",duration:i,vus:n.users}:{...a,executor:"shared-iterations",vus:n.users,iterations:e.requests??n.requests,maxDuration:`${z}s`}}}function ls(e){for(let[t,r]of[["1s",1],["1m",60],["1h",3600]]){let n=e*r;if(Math.abs(n-Math.round(n))<1e-9*n)return{rate:Math.round(n),timeUnit:t}}return{rate:Math.max(1,Math.round(e*3600)),timeUnit:"1h"}}function ds(e,t,r){return new Map(e.slots.flatMap(n=>{let{load:s,label:o}=n.step;if(s.kind!=="arrival-rate"||s.arrivals==="even")return[];let a=Oe(ss(t,`${r} ${n.round} ${o}`));return[[K(n),rs({rate:s.rate,...Ma(n,s.rate)},a)]]}))}function Ma(e,t){let r=H(e);if(r!==null){let{settling:s,measured:o,arrivals:a}=r;return{settling:s,measured:o,arms:e.turns.of,turn:a}}return{settling:Mn(t,e.settleSeconds),measured:vn(e),arms:1,turn:1}}var Y={grpc:2e3,socket:3e3,redis:9e3,exception:9001},ms=1e4;function ht({values:e,count:t},r){let n=new Map([[e[0],0],[e.at(-1),0]]);for(let[s,o]of e.entries())s===0||o!==e[s-1]||n.set(o,(n.get(o)??0)+r[s]-r[s-1]);return[...n].map(([s,o])=>({which:Math.floor(s/ms),code:s%ms,count:Math.max(1,Math.round(o*t))})).sort((s,o)=>o.count-s.count)}function ps(e){let t=new Map;for(let r of e){let n=`${r.which} ${r.code}`;t.set(n,{...r,count:r.count+(t.get(n)?.count??0)})}return[...t.values()].sort((r,n)=>n.count-r.count)}var Ra=["OK","CANCELLED","UNKNOWN","INVALID_ARGUMENT","DEADLINE_EXCEEDED","NOT_FOUND","ALREADY_EXISTS","PERMISSION_DENIED","RESOURCE_EXHAUSTED","FAILED_PRECONDITION","ABORTED","OUT_OF_RANGE","UNIMPLEMENTED","INTERNAL","UNAVAILABLE","DATA_LOSS","UNAUTHENTICATED"];function fs(e,t){if(e<1e3)return`status ${e}`;let r=t===void 0?"":`: ${t}`;return e>=Y.exception?t??"exception":e>=Y.redis?`redis${r}`:e>=Y.socket?`WebSocket${r}`:e>=Y.grpc?`gRPC status ${Ra[e-Y.grpc]??e-Y.grpc}${r}`:t??`error ${e} of k6`}var yt=Lo(No(),1);import{createReadStream as $a,existsSync as St,readFileSync as ys,writeFileSync as bt}from"node:fs";import{totalmem as Ca}from"node:os";import{dirname as _a,join as j}from"node:path";import{createInterface as Pa}from"node:readline";import{setTimeout as Ia}from"node:timers/promises";import{rootCertificates as La}from"node:tls";var Ie=N({count:R(),avg:R(),values:L(R())}).nullable(),xa=jt("type",[N({type:te("trend"),count:R(),avg:R(),values:L(R())}),N({type:te("rate"),hits:R(),count:R()}),N({type:te("counter"),sum:R()})]),Ta=N({schemaVersion:te(1),percents:L(R()),slots:je(W(),N({startedAt:R(),endedAt:R(),dropped:R(),answers:L(N({sizes:Ie,statuses:Ie})),slices:L(N({started:R(),finished:R(),exceptions:R(),barren:R(),untagged:R(),begun:R(),voided:R(),resent:R(),connects:R(),received:R(),failed:Ie,latency:Ie,lag:N({p50:R(),p99:R(),max:R()}).nullable(),custom:je(W(),xa).optional()}))})),thresholds:L(W()),fed:L(W()),unfed:L(W()),lost:R(),seen:L(Wt).optional()});function hs(e){return Ta.parse(JSON.parse(e))}function gs(e,t){return t.filter(r=>ft(r)&&(e.slots[r.key]?.startedAt??0)>0).map(r=>({...Ea(r,e.slots[r.key],e.percents),seen:e.seen}))}function Ea(e,t,r){let n=r.map(f=>f/100),{load:s,work:o}=e.step,a=s.kind==="fixed-work"&&t.endedAt>=t.startedAt?Math.max(1,t.endedAt-t.startedAt)/1e3:e.seconds-e.settleSeconds,i=s.kind==="arrival-rate"?s.rate:null,u=H(e),c=u===null?a/e.slices:u.planned/i/e.slices,l=i===null?null:i*c,d=o.kind==="script",m=t.slices.map((f,y)=>{let{latency:k,failed:x,exceptions:C}=f;return{startedAt:t.startedAt+(e.settleSeconds+y*a/e.slices)*1e3,seconds:c,...e.turns!==null&&{alternating:!0},planned:l,ok:k?.count??0,failed:Math.max(x?.count??0,C)+gt(f,d),dropped:Oa(t,s.kind==="fixed-work"?e:null,l),...f.resent>0&&{resent:f.resent},latency:k&&{levels:n,values:k.values},avg:k?.avg??null,lag:f.lag,...Object.keys(f.custom??{}).length>0&&{custom:Aa(f.custom,n)}}}),p=f=>t.slices.reduce((y,k)=>y+f(k),0),h=p(f=>gt(f,d)),w=p(f=>f.started>f.finished?0:gt(f,!0));return{slot:e,slices:m,sent:p(({started:f})=>f),intended:l===null?null:l*e.slices,barren:p(({barren:f})=>f),lost:d?w+(ye(e.step.slos).length>0?p(({untagged:f})=>f):0):0,cut:h,received:p(({received:f})=>f),failures:ps(t.slices.flatMap(({failed:f})=>f===null?[]:ht(f,n))),answers:t.answers.map(({sizes:f,statuses:y})=>({sizes:f&&{...f,levels:n},statuses:new Map(y?ht(y,n).map(({code:k,count:x})=>[k,x]):[])})),connects:p(({connects:f})=>f)}}function gt({started:e,begun:t,voided:r,latency:n,failed:s},o){let a=r+(n?.count??0)+(s?.count??0);return Math.max(0,(o?t:e)-a)}function Aa(e,t){return Object.fromEntries(Object.entries(e).map(([r,n])=>[r,n.type==="trend"?{...n,levels:t}:n]))}function Oa(e,t,r){if(e.dropped===0)return 0;if(t)return Math.round(e.dropped/t.slices);let n=(r??0)*e.slices.length-e.slices.reduce((s,{started:o})=>s+o,0);return Math.round(Math.min(e.dropped,Math.max(0,n))/e.slices.length)}var Ss={100:"its `setup` did not finish in time",101:"its `teardown` did not finish in time",104:"k6 does not accept its options",107:"it threw an exception outside an iteration",108:"it aborted the test",110:"it marked the test as failed"},Na=99,bs=105;async function ws(e){let{folder:t,name:r}=e,n=j(t,`${r}.js`),s=j(t,`${r}.summary.json`),o=j(t,`${r}.log`),a=j(t,"k6-config.json");if(bt(n,e.script),e.arrivals?.size){let c=[...e.arrivals].map(([l,d])=>[l,d.dueMs]);bt(j(t,pt(r)),JSON.stringify(Object.fromEntries(c)))}St(j(t,Pe))||yt.default.sync(j(t,Pe),cs),St(a)||yt.default.sync(a,"{}");let i=await tr({command:[e.binary,"run","--quiet","--no-color","--no-usage-report","--config",a,"--address","","--env",`TARGET_URL=${e.targetUrl}`,"--env",`BASE_URL=${e.targetUrl}`,"--env",`TAILGATE_SUMMARY=${s}`,...e.userScript?["--env",`TAILGATE_SCRIPT_FOLDER=${_a(e.userScript)}`]:[],n],cwd:e.cwd,env:{...Wa(),...he(e.environment,qa(e)),...!e.mayFetch&&{K6_AUTO_EXTENSION_RESOLUTION:"false"}},logPath:o,keeper:e.keeper}),u=i.exited.then(async c=>{let l=ar(Ga(o),t),d=c.code??-1,m=(p,h)=>({kind:"failed",fault:p,message:h,log:l});if(c.signal!==null)return m("harness",`k6 was ended by ${c.signal}`);if(d in Ss){let p=l.replaceAll('\\"','"'),h=/TAILGATE_EXPORTS (\S+): (.*?) TAILGATE_END/.exec(p),w=/TAILGATE_REFUSED (.*?) TAILGATE_END/.exec(p)?.[1];return{...m("script",w??`${Ss[d]}${Fa(p)}`),...h!==null&&{missing:{exec:h[1],there:h[2]}}}}if(d!==0&&d!==Na&&d!==bs)return m("harness",`k6 ended with exit code ${d}`);try{let p=hs(ys(s,"utf8"));return{kind:"measured",complete:d!==bs,summary:p,...await za(o)}}catch(p){return m("harness",`k6 left no readable summary: ${p.message}`)}});return{group:i,began:Da(o,i),finished:u}}var Ba=20;async function Da(e,{exit:t}){for(;t()===null;){let r=/TAILGATE_BEGAN (\d+)/.exec(et(e))?.[1];if(r!==void 0)return Number(r);await Ia(Ba)}return null}function Fa(e){let t=/"(k6\/x\/[^"\s]+)"/.exec(e)?.[1];return t!==void 0?`: it imports \`${t}\`, an extension that this k6 lacks. None is fetched from elsewhere unless \`allow\` names hosts; give \`k6.path\` a k6 that has it`:/ of undefined/.test(e)?"; Tailgate replaces its scenarios and its load, so `exec.test.options.scenarios` has not those of the script":""}var ja=20;function Ga(e){let t=et(e,2e3).split(`
`),r=t.slice(-ja),n=t.find(s=>/^time="[^"]*" level=error (?!.* source=console)/.test(s));return(n===void 0||r.includes(n)?r:[n,...r.slice(1)]).join(`
`)}var Ua=4;function Wa(){let e=Math.min(Ca(),process.constrainedMemory?.()||Number.POSITIVE_INFINITY);return{GOGC:"800",GOMEMLIMIT:`${Math.floor(e/Ua/2**20)}MiB`}}function qa({certificates:e=[],environment:t,folder:r}){if(e.length===0)return{};let n=t.SSL_CERT_FILE,s=n&&St(n)?[ys(n,"utf8")]:La,o=j(r,"certificates.pem");return bt(o,[...e,...s].join(`
`)),{SSL_CERT_FILE:o}}async function za(e){let t=new Map,r=new Map;for await(let n of Pa({input:$a(e)})){let s=/TAILGATE_(FAILURE|REDIRECT) ((?:[^"\\]|\\.)*)"/.exec(n);if(s===null)continue;let o=s[2].replaceAll('\\"','"');if(s[1]==="FAILURE"){let[,a,i,u]=/^(\d+) (.*?): (.*)$/s.exec(o)??[],c=`${a} ${i}`;u!==void 0&&!t.has(c)&&t.set(c,{label:i,code:Number(a),text:u})}else{let[,a,i,u,c]=/^(\d+) (\d+) (\S+) (.*)$/s.exec(o)??[],l=`${a} ${c}`;if(c===void 0||r.has(l))continue;r.set(l,{label:c,which:Number(a),status:Number(i),location:u==="-"?null:u})}}return{told:[...t.values()],redirects:[...r.values()]}}import{existsSync as Va,writeFileSync as Ka}from"node:fs";import{join as Ya}from"node:path";var Ha=1;function ks(e){let t=e.map(({weight:u})=>u),r=t.reduce(vs),n=t.map(u=>u/r),s=n.flatMap((u,c)=>Array.from({length:u},()=>c)),o=Oe(Ha);for(let u=s.length-1;u>0;u--){let c=o.index(u+1);[s[u],s[c]]=[s[c],s[u]]}let a=n.map(()=>0),i=s.map(u=>a[u]++);return{order:s,ranks:i,counts:n}}function vs(e,t){return t===0?e:vs(t,e%t)}function Ms(e,t,r,n){let s=[],o=0;for(let{name:a,offset:i,length:u}of Lt(e)){let c=a.startsWith("data.")?t.indexOf(a.slice(5)):-1;if(c<0)continue;let l=i+u,d=r==="json"&&Ja(e,i,l);s.push(n(e.slice(o,d?i-1:i)),{column:c,as:d?"value":r}),o=d?l+1:l}return s.length===0?n(e):[...s,n(e.slice(o))]}function Ja(e,t,r){return e[t-1]==='"'&&e[t-2]!=="\\"&&e[r]==='"'&&e[r+1]!==":"}function Rs(e,t,r){if(e.step.work.kind==="script")return null;let{request:n}=e.step.work;return{...n,url:Ts(t.fill(n.url),t,r,e),headers:Object.fromEntries(Object.entries(n.headers).map(([s,o])=>[s,t.fill(o)])),body:n.body===void 0?void 0:t.fill(n.body)}}function xs(e,t,r,{config:n,folder:s}){let{work:o,scenario:a}=e.step;if(o.kind==="script"||o.mix===void 0&&o.data===void 0)return null;let i=o.data?`data-${a}.json`:null;i!==null&&Qa(o.data.path,Ya(s,i));let u=(l,d)=>Ms(l,o.data?.columns??[],d,r.fill),c=re(o);return{name:a,dataFile:i,first:Za(e,t),sequence:ks(c),requests:c.map(({request:l})=>({name:`${l.method} ${l.url}`,method:l.method,url:Ts(u(l.url,"path"),r,n,e),headers:Object.fromEntries(Object.entries(l.headers).map(([d,m])=>[d,u(m,"raw")])),body:l.body===void 0?null:u(l.body,l.quotesData?"json":"raw"),expectStatus:l.expectStatus,timeoutMs:l.timeoutSeconds*1e3}))}}function Qa(e,t){Va(t)||Ka(t,JSON.stringify(Xt(on(e),e).rows))}function Ts(e,{targetUrl:t},r,{step:n}){let[s,...o]=typeof e=="string"?[e]:e,a=String(s),i=a.startsWith("/")?t+a:a;return tn(i,r,`request of ${n.label}`),typeof e=="string"?i:[i,...o]}var Xa=16;function Za({step:{load:e},round:t,seconds:r,turns:n,requests:s},o){let a=e.kind==="arrival-rate"?e.rate*r/(n?.of??1):s??0;return(o*Xa+(t===null?0:t+1))*Math.ceil(a)}function Es(e,{instances:t,began:r,sample:n}){let s=[],o=new Set,a=!1,i=()=>{for(let l of o)t.get(l)?.resume();o.clear()},u=l=>{for(let[d,m]of t)d!==l&&(m.halt(),o.add(d))},c=e.slots.flatMap(l=>[...t.size>1&&l.round!==null&&P(l)?[{at:l.startSeconds,act:()=>u(l.arm)},{at:ei(l),act:i}]:[],...ti(l).map(d=>({at:d,act:n}))]);return r.then(l=>{if(!(l===null||a))for(let{at:d,act:m}of c)s.push(setTimeout(m,l+d*1e3-Date.now()))}),{end(){a=!0;for(let l of s)clearTimeout(l);i()}}}function ei({step:e,startSeconds:t,seconds:r}){return t+(e.load.kind==="fixed-work"?z:r)}function ti({round:e,step:t,startSeconds:r,seconds:n,settleSeconds:s,slices:o}){if(e===null&&o===1)return[];if(t.load.kind==="fixed-work")return[r];let a=(n-s)/o;return Array.from({length:o+1},(i,u)=>r+s+u*a)}var si=150+z;async function de(e,t,{around:r,k6:n,folder:s,instances:o,shared:a,seed:i,block:u=0}){let c=[...new Set(e.slots.map(b=>b.step.label))].join(", "),d=[...new Set(e.slots.map(({arm:b})=>b))].includes("head")?"head":"base",{targetUrl:m}=o.get(d),{work:p}=e.slots[0].step,h=new Map(e.slots.map(b=>[b,xs(b,u,o.get(b.arm),{config:r.config,folder:s})])),w=r.config.allow.length===0,f=[...o.values()].flatMap(({trust:b})=>b??[]),y=ds(e,i,u),k=await ws({binary:n,folder:s,name:t,arrivals:y,script:us({program:e,arrivals:y,name:t,targetUrl:m,confined:w,insecure:w&&f.some(b=>"insecure"in b),requestOf:b=>Rs(b,o.get(b.arm),r.config),dealOf:b=>h.get(b)??null,...p.kind==="script"&&{scriptPath:or(p.path,s,r.config.directory)}}),...p.kind==="script"&&{userScript:p.path},cwd:r.config.directory,targetUrl:m,environment:{...r.environment,...pi(e,o.get(d))},mayFetch:!w,certificates:f.flatMap(b=>"ca"in b?b.ca:[]),keeper:r.keeper}),x=Date.now(),C=[...o.values(),a],A=Wr(k.group.pid,C.flatMap(({sessions:b})=>b),new Map([...o].map(([b,{sessions:Z}])=>[b,Z]))),g=Es(e,{instances:o,began:k.began,sample:A.take}),S=()=>k.group.signal("SIGKILL");r.signal.addEventListener("abort",S,{once:!0}),r.signal.aborted&&S();for(let b of C)b.crashed.then(()=>b.crash()!==null&&k.group.signal("SIGINT"));let v=!1,O=e.seconds+si,T=setTimeout(()=>{v=!0,S()},O*1e3),$=await k.finished;clearTimeout(T),$.kind==="measured"&&$.complete&&await ai(oi(e,await k.began)),g.end(),A.stop(),r.signal.removeEventListener("abort",S),await k.group.stop("SIGTERM",1e3);let M=(Date.now()-x)/1e3,E=e.slots.findLast(b=>b.startSeconds<=M)??e.slots[0],F={slots:[],crash:me(o,a,E.step.label),failure:null,failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],loadSeconds:M};if(r.signal.aborted)return F;let $t=b=>F.crash===null?{...F,failure:{...b,label:c,arm:d}}:F;if($.kind==="failed"&&$.missing){let{exec:b,there:Z}=$.missing;throw new I({what:`The k6 script of ${c} has no function \`${b}\`: ${Z}.`,where:p.kind==="script"?p.path:c,hint:"Name the function to measure with `exec` in tailgate.yml, or export it as `default`."})}if($.kind==="failed"){let b=`k6 had not ended after ${Math.round(O)} s, and was killed`;return $t(v?{...$,message:b}:$)}if(!$.complete&&F.crash===null)return $t({kind:"failed",fault:"harness",message:"k6 was interrupted from outside",log:""});let _o={cores:ni(),generatorLimit:A.generatorLimit(),outsiders:ci(r)},Ct=gs($.summary,e.slots).map(b=>di(b,A.samples)).map(b=>mi(b,A.samples,_o)).map(b=>Os(r)?b:ui(b,A.samples,o)),De=b=>d==="head"?b.map(Z=>({label:c,threshold:Z})):[],{summary:X,redirects:Po}=$,Io=e.slots.every(({round:b})=>b===null);return{...F,failures:Ct.filter(({slot:b})=>b.arm==="head"&&(b.round!==null||Io)).flatMap(b=>ii(b,$.told,h.get(b.slot)?.requests??[])),redirects:Po,thresholds:De(X.thresholds),fed:De(X.fed),unfed:De(X.unfed),lost:X.lost>0?[{label:c,requests:X.lost}]:[],slots:Ct}}function oi({slots:e},t){let r=e.map(({step:n,startSeconds:s,seconds:o})=>n.load.kind==="arrival-rate"?s+o:0);return t===null?0:t+1e3*Math.max(...r)+20}async function ai(e){await ri(Math.min(5e3,Math.max(0,e-Date.now())))}function ii({slot:e,failures:t,cut:r,received:n,sent:s,slices:o,barren:a},i,u){let{label:c,graceSeconds:l}=e.step,d=t.map(({code:f,which:y,count:k})=>{let x=i.find(A=>A.label===c&&A.code===f)?.text,C=u.length>1?` of ${u[y]?.name}`:"";return{label:c,text:`${fs(f,x)}${C}`,count:k}}),m=i.find(f=>f.label===c&&f.text.startsWith("exception")),p=a+o.reduce((f,y)=>f+y.failed,0)-r;if(m!==void 0&&p>d.reduce((f,{count:y})=>f+y,0)&&d.push({label:c,text:m.text,count:a||1}),r===0)return d;let w=r===s&&n>0?`the answer began, and did not end within ${l} s`:`no complete answer within ${l} s`;return[...d,{label:c,text:w,count:r}].sort((f,y)=>y.count-f.count)}function me(e,t,r){for(let[n,s]of[["shared",t],...e]){let o=s.crash();if(o!==null)return{...o,arm:n,label:r}}return null}var li=/\b(docker|podman|nerdctl)\b/;function ci(e){let{external:t,services:r}=e.config;return t.length>0||r.some(({start:n})=>n===void 0)||Os(e)}function Os({config:e}){return e.services.some(({start:t})=>t!==void 0&&li.test(t))}function ui(e,t,r){let{arm:n,turns:s}=e.slot,o=r.get(n);if(o?.sessions.length===0)return e;let a=o?.startupMs,i=e.slices.map((u,c)=>{let{startedAt:l,seconds:d}=u,m=l+d*(s?.of??1)*1e3,h=e.slot.step.load.kind==="fixed-work"&&c===e.slices.length-1?t.find(({wall:f})=>f>=m):void 0,w=zr(t,n,l,h?.wall??m);return{...u,...w,...a!==void 0&&{startup:a}}});return{...e,slices:i}}var As=250;function di(e,t){let{slices:r,slot:n,connects:s}=e,o=r[0].startedAt,a=r.reduce((l,d)=>l+d.seconds,0)*(n.turns?.of??1),i=qr(t,o-As,o+a*1e3+As),u=i===null?0:Math.max(0,i-s),c=r.map(({resent:l=0,...d})=>{let m=Math.min(l,u);return u-=m,{...d,...m>0&&{resent:m}}});return{...e,slices:c}}function mi(e,t,r){let{slices:n}=e,s=n.reduce((m,p)=>m+p.seconds,0),o=n[0].startedAt,a=s*(e.slot.turns?.of??1),{clockJumpMs:i,...u}=ut(t,o,o+a*1e3,r),c=n.map(({startedAt:m,seconds:p})=>{let h=m+p*(e.slot.turns?.of??1)*1e3,{clockJumpMs:w,...f}=ut(t,m,h,r);return dt({cpu:f,clockJumpMs:w})}),l=n.flatMap(m=>m.lag===null?[]:[m.lag.p99]),d={sent:e.sent,intended:e.intended,seconds:s,dropped:n.reduce((m,p)=>m+p.dropped,0),lagMs:l.length>0?Math.max(...l):null,cpu:u,clockJumpMs:i};return{...e,evidence:d,diagnosis:Hr(d),disturbed:c}}function pi({slots:e},{fill:t}){return Object.fromEntries(Object.entries(e[0].step.parameters??{}).map(([r,n])=>[`VARIANT_${r.toUpperCase()}`,t(n)]))}var fi=1.15,hi=1;function $s(e,t,r=1){let n=B(t,.5),s=i=>!(B(i,.5)>fi*n),o=e.findIndex((i,u)=>s([i])&&s(e.slice(u)));if(o===-1)return null;let a=e.slice(0,o===0?0:o+1).reduce((i,u)=>i+u.seconds,0);return Math.max(hi,r*a)}function Cs(e,t,r){let n=e.filter(({slot:s})=>s.round===null&&!t.some(o=>o.slot.step===s.step));for(let{slot:s,slices:o}of n){let a=e.filter(l=>l.slot.round!==null&&l.slot.step===s.step&&l.slot.arm===s.arm&&P(l.slot)===P(s)),i=$s(o,a.flatMap(({slices:l})=>l),s.turns?.of),{label:u}=s.step,c=r.get(u);r.set(u,c===null||i===null?null:Math.max(c??0,i))}}var gi=3;function _s({steps:e},t){let r=e.flatMap(({label:n})=>{let s=t.flatMap(({warmUps:o})=>o.get(n)??[]);return s.length>0?[[n,Math.max(...s)]]:t.length>=gi?[[n,ve.seconds]]:[]});return new Map(r)}var Le=2e4,Si=2;async function Ps(e,t,r){let n=performance.now(),s={index:t,kept:[],discarded:[],crash:null,failure:null,failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],soakFailures:[],warmUps:new Map,soak:[],wallSeconds:0};for(let[o,a]of e.entries())pe(s,r)&&await bi(a,o,s,r);return s.wallSeconds=(performance.now()-n)/1e3,s}async function bi(e,t,r,n){let s={running:new Map,starts:0};try{wi(r.index,e.arms,n),await le(s,{...n,together:e.arms,block:wt(r,n)});for(let[o,a]of e.programs.entries()){let i=`${Ls(r,n)}-${t+1}-${o+1}`;await vi(a,i,s,r,n)}e.arms.length>1&&pe(r,n)&&await yi(s,r,n)}finally{await ce(s)}}async function yi(e,t,r){let{progress:n}=r,s=Is(e,t,r),o=r.soak?.(t)??[];for(let a=1;o.length>0&&pe(t,r);a++){let{arm:i}=o[0].slots[0],u=o.reduce((l,d)=>l+d.seconds,0);n.phase(`keeping the ${i} under load, for stalls, growth and memory`,u);let c=[...e.running].filter(([l])=>l!==i).map(([,l])=>l);for(let l of c)l.halt();try{for(let[l,d]of o.entries()){let m=`${Ls(t,r)}-soak-${a}-${l+1}`,p=await de(d,m,s);t.crash??=p.crash,t.failure??=p.failure,t.soak.push(...p.slots),t.soakFailures.push(...p.failures)}}finally{for(let l of c)l.resume()}o=r.soak?.(t)??[]}}function Is(e,t,r){let{arms:n,shared:s,k6:o,seed:a,folder:i}=r;return{around:n.head,k6:o,seed:a,folder:i,instances:e.running,shared:s,block:t.index}}function Ls(e,t){let{variant:r}=t;return`${r===void 0?"":`variant-${r}-`}block-${wt(e,t)+1}`}function wt({index:e},{sizings:t=0}){return e+t}function wi(e,t,r){let{arms:n,progress:s}=r,{services:o}=n.head.config,a=o.filter(({start:i,scope:u})=>i&&u==="instance").map(({name:i})=>i);a.length===0||e>0||s.phase(`starting ${a.join(", ")}${n.base?` of ${t.join(" and ")}`:""}`)}function ki({index:e},{planned:t}){return t>1?`block ${e+1} of ${t}: `:""}async function vi(e,t,r,n,s){let{arms:o,shared:a,progress:i,repeatDisturbed:u=!0}=s,c=e,l=!0;for(let d=0;c!==null&&pe(n,s);d++){let m=[...new Set(c.slots.map(E=>E.step.label))].join(", "),p=c.slots.every(({requests:E})=>E===null)?c.seconds:void 0;i.phase(`${ki(n,s)}measuring ${m}`,p);let h=d===0?t:`${t}-again${d}`,w=await de(c,h,Is(r,n,s)),{crash:f,failure:y,failures:k,redirects:x,thresholds:C,fed:A,unfed:g,lost:S,slots:v}=w;n.crash=f,n.failure=y??n.failure,n.failures.push(...k),n.redirects.push(...x),n.fed.push(...A),n.unfed.push(...g),n.lost.push(...S);let O=v.filter(({slot:E})=>E.round!==null),T=f===null&&u?Qr(O):[],$=O.filter(E=>!T.includes(E));n.kept.push(...$),n.discarded.push(...T),T.length===0&&n.thresholds.push(...C);for(let E of T)ke(()=>es(E,n.index));Cs(v,T,n.warmUps);let M=T.filter(E=>!xi(E,s)).map(({slot:E})=>E);c=M.length>0&&d<Si&&l?yn(e,M):null,T.length>0&&i.note(Xr(T,c!==null)),c!==null&&(l=await Ri(s),n.crash=me(r.running,a,M[0].step.label),o.base&&pe(n,s)&&await Mi(r,n,s))}}async function Mi(e,t,r){let n=[...e.running.keys()];await ce(e),await le(e,{...r,together:n,block:wt(t,r)})}async function Ri({arms:e,progress:t}){return t.phase(`waiting for the machine to calm down (${Le/1e3} s at most)`),_e(Le,e.head.signal)}function xi({slot:e,evidence:t},{isEnough:r}){return r!==void 0&&e.requests!==null&&t.seconds<q}function pe(e,{arms:t,isEnough:r}){let{crash:n,failure:s}=e;return n!==null||s!==null&&!kt(s)||t.head.signal.aborted?!1:!r?.(e)}function kt({arm:e,fault:t}){return e==="base"&&t==="script"}var Ti=8,Ei=2;async function Ns(e,t){let{instances:r,around:n,shared:s,start:o,progress:a,block:i,repeatDisturbed:u=!0}=t,c=[...r.keys()],l={block:i,arms:new Map(c.map(h=>[h,{trials:[],estimate:null}])),discarded:[],crash:null,failure:null,loadSeconds:0},d=0,m=h=>l.arms.get(h).trials,p=()=>l.crash===null&&l.failure===null&&!n.signal.aborted;for(let h=1;p()&&l.loadSeconds<t.secondsLeft;h++){let w=c.flatMap(k=>{let x=An({...e.goal,outcomes:m(k),start:o});return x===null?[]:[{arm:k,...x}]});if(w.length===0)break;t.drawFirst()!==w[0].arm&&w.reverse(),a.phase(Oi(e,w,l));let f=[];for(let[k,x]of Ai(e,w,h===1).entries()){if(!p())break;let C=`search-${e.scenario}-${i+1}-${h}-${k+1}`,A=await de(x,C,{...t,around:n,instances:r,shared:s});l.crash=A.crash,l.failure=A.failure,l.loadSeconds+=A.loadSeconds;let g=A.slots.filter(({slot:v})=>v.round!==null),S=u?g.filter(({diagnosis:v})=>v==="disturbed"):[];if(f.push(...S),!(S.length>0))for(let v of g){let{rate:O}=w.find(({arm:$})=>$===v.slot.arm),T=Yr(e.goal.slo,O,v);m(v.slot.arm).push(T)}}if(f.length===0)continue;l.discarded.push(...f);let y=f.map(({diagnosis:k,evidence:x})=>ue(k,x));if(a.note(`a trial of ${e.label} is discarded: ${[...new Set(y)].join("; ")}`),l.discarded.length>Ti||d===Ei)break;await _e(Le,n.signal)||d++,l.crash??=me(r,s,e.label)}for(let h of l.arms.values())h.estimate=On(h.trials,e.goal);return l}function Ai(e,t,r){return e.work.kind==="request"?[He(e,t,r)]:t.map(n=>He(e,[n],r))}function Oi({label:e},t,{arms:r}){let n=t.map(({arm:s,rate:o})=>{let{trials:a}=r.get(s),i=Math.max(0,...a.filter(({met:d})=>d).map(d=>d.rate)),u=Math.min(...a.filter(({met:d})=>!d).map(d=>d.rate)),c=[...i>0?[`${G(i)} meets`]:[],...u<1/0?[`${G(u)} does not`]:[]],l=c.length>0?`${c.join(", ")}; `:"";return`${r.size>1?`${s}: `:""}${l}trying ${G(o)}`});return`capacity of ${e}: ${n.join(" \xB7 ")}`}function Bs({label:e},{arms:t}){let r=[...t].map(([n,{estimate:s,trials:o}])=>{let a=t.size>1?`${n} `:"",i=`${o.length} trials`;if(s===null)return`${a}not found (${i})`;let{kind:u,value:c,low:l,high:d}=s;return u==="found"?`${a}${G(c)} (${G(l)} \u2026 ${G(d)}, ${i})`:`${a}${u==="below"?`less than ${G(d)}`:`at least ${G(l)}`} (${i})`});return`capacity of ${e}: ${r.join("; ")}`}function G(e){return`${Number(e.toPrecision(4)).toLocaleString("en")} req/s`}var Ds={far:2,near:1.12},$i=.7;async function Fs(e,t,r){for(let s of e)t.set(s,[]);let n=Math.max(0,...e.map(({blocks:s})=>s.most));for(let s=0;s<n;s++){let o=e.filter(d=>Pi(d,t.get(d),s));if(o.length===0||js(t,r))return;let i=r.drawFirst()==="head"?["head","base"]:["base","head"],u=r.arms.base?i:["head"],c=new Map(o.map(d=>[d,Ii(d,t.get(d))])),l=r.swapped?u.map(d=>[d]):[u];for(let[d,m]of l.entries())await Ci(o,{together:m,block:s,before:c,found:t,share:1/(l.length-d)},r)}}async function Ci(e,{together:t,block:r,before:n,found:s,share:o},a){let{arms:i,progress:u}=a,c={running:new Map,starts:0};try{u.phase(`starting services for the search of a capacity, start ${r+1}`),await le(c,{arms:i,together:t,block:_i+r});for(let l of e){if(js(s,a))return;let d=s.get(l),m=await Ns(l,{...a,around:i.head,instances:c.running,block:r,start:n.get(l),secondsLeft:o*Gs(l,d)});d.push(m),u.note(Bs(l,m))}}finally{await ce(c)}}var _i=1e3;function js(e,{arms:t}){let r=[...e.values()].flat();return t.head.signal.aborted||r.some(({crash:n,failure:s})=>n!==null||s!==null)}function Gs({budgetSeconds:e},t){return e-t.reduce((r,{loadSeconds:n})=>r+n,0)}function Pi(e,t,r){if(r===0)return!0;if(r>=e.blocks.most)return!1;let n=Array.from({length:r},(a,i)=>t.filter(u=>u.block===i).reduce((u,{loadSeconds:c})=>u+c,0)),[s,...o]=n;return Gs(e,t)>=$i*Math.min(ze.later/ze.first*s,...o)}function Ii({goal:e},t){let r=t.flatMap(({arms:n})=>[...n.values()].flatMap(({estimate:s})=>s??[]));return r.length===0?{rate:e.from,factor:Ds.far}:{rate:zt(r.map(({value:n})=>n)),factor:Ds.near}}function Us(e,t){let[r,...n]=e;if(n.length===0)return r;let s=u=>e.flatMap(u),o={slos:s(({slos:u})=>u),changes:s(({changes:u})=>u),faults:s(({faults:u})=>u),invalid:s(({invalid:u})=>u)},a=u=>Q(e.map(({effort:c})=>c[u])),i=s(u=>u.redirects??[]);return{...r,...$e({...o,failOn:t}),...o,costs:s(({costs:u})=>u),suspects:s(({suspects:u})=>u),...i.length>0&&{redirects:i},pair:Li(e.flatMap(({pair:u})=>u??[])),effort:{slices:a("slices"),discardedRounds:a("discardedRounds"),instances:a("instances"),loadSeconds:a("loadSeconds")}}}function Li(e){let[t]=e;if(t===void 0)return null;let r=e.flatMap(n=>n.unread??[]);return{...t,...r.length>0&&{unread:r},variants:e.length,blocks:Q(e.map(({blocks:n})=>n)),planned:Q(e.map(({planned:n})=>n)),discarded:{base:Q(e.map(({discarded:n})=>n.base)),head:Q(e.map(({discarded:n})=>n.head))},error:Number(Math.min(1,Q(e.map(({error:n})=>n))).toFixed(9))}}function Q(e){return e.reduce((t,r)=>t+r,0)}async function vt(e,{pair:t,guessMissing:r},n){let{kind:s,arm:o,service:a,log:i}=e,u=n?`${e.message} (variant ${n.name})`:e.message,c=o===null?null:await r(o,i);if(o!=="base"||t===void 0){let l=c===null?"":`; \`${c}\` is git-ignored, so a fresh tree has none: let \`build\` make it, or name it in \`reuse\``,d=e.isOnlyHere&&o==="head"&&{onlyHead:!0};return{kind:s,service:a,message:u+l,log:i,...d}}return{kind:"base-failed",fault:s,commit:t.baseCommit,service:a,message:u,log:i,missing:c}}function Ws({draft:e},t){let r=e.pair?.baseCommit;if(t===void 0||r===void 0)return null;let{crash:n,failure:s}=t;if(n?.arm==="base"){let{service:u,exit:c,log:l}=n,d=`it ended with ${c} under load`;return{kind:"base-failed",fault:"crashed",commit:r,service:u,message:d,log:l,missing:null}}if(n!==null||s===null||!kt(s))return null;let{label:o,log:a}=s,i=`the script of ${o} fails on the base, though not on the head: ${s.message}`;return{kind:"base-failed",fault:"script-failed",commit:r,service:o,message:i,log:a,missing:null}}function qs({label:e,kept:t,failures:r}){let n=[],s=Vs(t.filter(({diagnosis:a})=>a==="service-slow"));s!==null&&n.push({kind:"cannot-keep-up",label:e,...Mt(s),cpu:s.cpu});let o=Hs({label:e,slices:t.flatMap(a=>a.slices),failures:r});return o===null?n:[...n,o]}function zs(e){let t=Hs(e);return t&&{...t,soak:!0}}function Hs({label:e,slices:t,failures:r}){let n=t.reduce((o,a)=>o+a.failed,0),s=t.reduce((o,a)=>o+a.failed+a.ok,0);return n<=.001*s?null:{kind:"failing",label:e,failed:n,requests:s,examples:r.slice(0,3)}}var Ni=.01;function Bi({label:e,kept:t,failures:r,thresholds:n,lost:s}){let o=c=>({kind:"script-failed",label:e,message:c,log:""}),a=t.reduce((c,l)=>c+l.barren,0),i=t.reduce((c,l)=>c+l.evidence.sent,0);if(a>Ni*i){let c=r.find(l=>l.startsWith("exception"));return o(`it threw before it sent a request, in ${a} of ${i} iterations${c?`: ${c}`:""}`)}let u=s+t.reduce((c,l)=>c+l.lost,0);if(u>0)return o(`${u} of its requests are in no count: it sends them in a way that Tailgate does not see`);if(n.length>0){let c=n.slice(0,3).map(l=>`\`${l}\``);return o(`nothing was measured that its threshold ${c.join(", ")} could judge, so it would always hold: mend its name or tags, or take it out`)}return null}function Js(e,t){let{label:r,kept:n,discarded:s}=e,o=Bi(e);if(o!==null)return o;if(n.length>=t/2&&n.length>0){if(n.flatMap(m=>m.slices).reduce((m,p)=>m+p.ok+p.failed+p.dropped,0)>0)return null;let{seconds:d}=n[0].evidence;return n.every(({evidence:m})=>m.sent===0)?{kind:"none-begun",label:r,seconds:d}:{kind:"script-failed",label:r,message:"it sent no request while it was measured; Tailgate replaces its scenarios, so `exec.scenario.name` and `exec.test.options.scenarios` are not those of the script",log:""}}let a=Vs(s);if(a===null)return{kind:"harness",message:`${r} was not measured`,log:""};let i=l=>s.filter(({diagnosis:d})=>d===l).length,{cpu:u,lagMs:c}=a;return i("generator-starved")>=Math.max(i("disturbed"),i("unknown"))?{kind:"generator-starved",label:r,...Mt(a),lagMs:c,cpu:u}:i("disturbed")>=i("unknown")?{kind:"machine-disturbed",label:r,discarded:s.length,rounds:s.length+n.length,cpu:u}:{kind:"cause-unknown",label:r,...Mt(a),cpu:u}}function Vs(e){let t=({sent:r,intended:n})=>n===null?0:n-r;return e.map(({evidence:r})=>r).sort((r,n)=>t(n)-t(r))[0]??null}function Mt({sent:e,intended:t,seconds:r}){return{sent:e,intended:t??e,seconds:r}}function Ks({head:e,base:t,together:r}){let n=e+r;return n<2||n<=2*t?null:{kind:"crowded",head:e,base:t,together:r}}function Ys(e,t){let{head:r,base:n,together:s}=t;return r>0&&r+s>=7+3*n?{kind:"fills-machine",label:e,...t}:null}function _(e,t,r){return e.filter(({slot:n})=>n.step.label===t.label&&n.arm===r)}function fe(e,{kept:t},r){let n=t.filter(({slot:i})=>r(i)),[s,o]=[_(n,e,"base"),_(n,e,"head")],a=(i,u)=>i.filter(({slot:c})=>u.some(l=>l.slot.round===c.round)).flatMap(({slices:c})=>c);return{base:a(s,o),head:a(o,s)}}function Qs(e,t){let r=t.flatMap(({discarded:s})=>s).filter(({slot:s,diagnosis:o,evidence:a})=>{let i=o==="generator-starved"||o==="unknown";return s.step.label===e.label&&i&&mt(a)}),n=r.filter(({slot:s})=>P(s));return{head:Ne(n,"head"),base:Ne(n,"base"),together:r.filter(({slot:s})=>s.turns?.position===0).length}}function Be(e,t){let r=t.flatMap(s=>s.soak),n=s=>_(r,e,s).flatMap(({slices:o,disturbed:a})=>o.filter((i,u)=>!a[u]));return{base:n("base"),head:n("head")}}function Rt(e,t,r){let n=s=>_(s,e,"head").filter(({slot:o})=>r(o));return{label:e.label,kept:t.flatMap(s=>n(s.kept)),discarded:t.flatMap(s=>n(s.discarded)),failures:Xs(e,t.flatMap(s=>s.failures)),thresholds:Di(e,t),lost:t.flatMap(({lost:s})=>s).filter(({label:s})=>s===e.label).reduce((s,{requests:o})=>s+o,0)}}function Xs({label:e},t){let r=new Map;for(let{text:n,count:s}of t.filter(o=>o.label===e))r.set(n,(r.get(n)??0)+s);return[...r].sort((n,s)=>s[1]-n[1]).map(([n])=>n)}function Di({label:e},t){let r=s=>t.flatMap(o=>o[s].filter(a=>a.label===e)).map(o=>o.threshold),n=new Set(r("fed"));return[...new Set(r("unfed"))].filter(s=>!n.has(s))}function Zs(e,t){let{head:r}=Be(e,t);if(r.length===0)return null;let n=t.flatMap(s=>s.soakFailures);return{label:e.label,slices:r,failures:Xs(e,n)}}function eo(e,t,r){let n=r.flatMap(({index:s,kept:o})=>{let a=_(o,e,t);return a.length>0?[{block:s,slots:a}]:[]});return{scenario:e.scenario,label:e.label,...e.variant&&{variant:e.variant},load:e.load,instances:n.map(({block:s,slots:o})=>({block:s,slices:o.flatMap(({slices:a})=>a)}))}}function to(e,t,r,n){let s=t.flatMap(({crash:d})=>{if(d?.arm!=="head")return[];let{arm:m,...p}=d;return[{kind:"crashed",...p}]}),a=[...new Set(t.flatMap(({thresholds:d})=>d.map(({label:m})=>m)))].map(d=>{let m=t.flatMap(p=>p.thresholds.filter(h=>h.label===d));return{kind:"threshold",label:d,thresholds:[...new Set(m.map(({threshold:p})=>p))]}}),i=[...r].flatMap(([d,m])=>Ys(d,m)??[]),u=e.flatMap(qs),c=d=>u.some(m=>m.kind==="failing"&&m.label===d),l=n.filter(({label:d})=>!c(d)).flatMap(d=>zs(d)??[]);return[...s,...i,...u,...l,...a]}function no(e,t,r,n){if(t.length===0)return[];let s=t.flatMap(({failure:a,crash:i})=>{if(i?.arm==="shared")return[{kind:"harness",message:`\`${i.service}\`, which serves the whole run, ended with ${i.exit}`,log:i.log}];if(a===null)return[];let{fault:u,label:c,message:l,log:d}=a;return[u==="script"?{kind:"script-failed",label:c,message:l,log:d}:{kind:"harness",message:l,log:d}]});if(s.length>0||t.some(({crash:a})=>a!==null))return s;let o=bn(e,t.length).filter(({arm:a})=>a==="head");return e.steps.flatMap(a=>n.some(c=>c.kind==="fills-machine"&&c.label===a.label)?[]:(r.has(a.label)?[P]:[P,Me]).map(c=>{let l=o.filter(d=>d.step===a&&c(d)).length;return l===0?null:Js(Rt(a,t,c),l)}).find(c=>c!==null)??[])}function Ne(e,t){return e.filter(({slot:r})=>r.arm===t).length}var Fi=.5;function so(e,t){let{work:r,label:n}=e;if(r.kind==="script")return[];let s=t.flatMap(({kept:a})=>_(a,e,"head")),o=t.flatMap(({redirects:a})=>a);return re(r).flatMap(({request:a},i)=>{let u=o.find(m=>m.label===n&&m.which===i);if(u===void 0)return[];let{status:c,location:l}=u,d=Jt(s.flatMap(({answers:m})=>m[i]??[])).get(c)??0;return d<=Fi?[]:[{label:n,request:ao(a),status:c,location:l,share:d}]})}function oo(e,{paired:t},r){let{work:n,label:s}=e,o=r.map(({kept:i})=>({base:ro(_(i,e,"base")),head:ro(_(i,e,"head"))}));if(!t)return Kt(s,o.flatMap(({head:i})=>i.slices));let a=n.kind==="script"?null:re(n).map(({request:i})=>({text:ao(i),keepsSize:i.expectSize==="same"}));return Vt(s,a,o)}function ro(e){return{answers:e.map(({answers:t})=>t),slices:e.flatMap(({slices:t})=>t),iterations:e.reduce((t,{sent:r})=>t+r,0),connects:e.reduce((t,{connects:r})=>t+r,0)}}function ao({method:e,url:t}){let r=t.replace(/[?#].*/s,"");return e==="GET"?r:`${e} ${r}`}function io(e,t){return[...e].flatMap(([{scenario:r,label:n,goal:s},o])=>["head","base"].flatMap(a=>{let i=o.flatMap(({block:u,arms:c})=>{let l=c.get(a);return l&&l.trials.length>0?[{block:u,...l}]:[]});return i.length>0?[{scenario:r,label:n,digest:t.get(n),goal:s,arm:a,blocks:i}]:[]}))}function lo(e){return Math.max(0,...[...e.values()].flatMap(t=>t.map(({block:r})=>r+1)))}function co(e){let t=[...e.values()].flat(),r=t.flatMap(({failure:n,crash:s})=>{if(s?.arm==="shared")return[{kind:"harness",message:`\`${s.service}\`, which serves the whole run, ended with ${s.exit}`,log:s.log}];if(s?.arm==="base")return[{kind:"harness",message:`\`${s.service}\` of the base ended with ${s.exit} in the search of ${s.label}`,log:s.log}];if(n===null)return[];let{fault:o,label:a,message:i,log:u}=n;return[o==="script"?{kind:"script-failed",label:a,message:i,log:u}:{kind:"harness",message:i,log:u}]});return r.length>0||t.some(({crash:n})=>n!==null)?r:[...e].flatMap(([{label:n},s])=>s.some(({arms:a})=>a.get("head")?.estimate!=null)?[]:[ji(n,s)])}function ji(e,t){let r=t.flatMap(o=>o.discarded),n=t.flatMap(({arms:o})=>o.get("head")?.trials??[]),s=r.at(-1);return s===void 0||n.length>r.length?{kind:"search-too-short",label:e,trials:n.length}:{kind:"machine-disturbed",label:e,discarded:r.length,rounds:r.length+n.length,cpu:s.evidence.cpu}}function uo(e){return[...e.values()].flat().flatMap(({crash:t})=>{if(t?.arm!=="head")return[];let{arm:r,...n}=t;return[{kind:"crashed",...n}]})}function mo({label:e,slos:t,slices:r,seen:n=[]}){return t.flatMap(({metric:s})=>{if(s.kind!=="custom")return[];let o=n.find(({name:i})=>i===s.name)?.type??null,a=o===null||qt(s).some(i=>i===o);return a&&!Number.isNaN(D(r,s))?[]:[{kind:"metric-unknown",label:e,metric:ne(s),is:a?null:o,seen:[...n]}]})}var Gi=[50,90],po=.2,Ui=5;function fo(e){let t=e.filter(n=>n.length>1).map(n=>({first:n.slice(0,n.length>>1),second:n.slice(n.length+1>>1)}));return t.length<Ui?null:Gi.flatMap(n=>{let s=c=>B(c,n/100),o=t.map(({first:c,second:l})=>Math.log(s(l))-Math.log(s(c))),[a,i]=[s(t.flatMap(c=>c.first)),s(t.flatMap(c=>c.second))];return mr(o)>Math.log1p(po)&&i>(1+po)*a?[{percent:n,first:a,second:i}]:[]}).sort((n,s)=>s.second/s.first-n.second/n.first)[0]??null}var Wi=.01,ho={latency:.2,memory:.1},qi=[50,90],zi=20,go=.5,xt=8;function Tt({base:e,head:t},r=[]){if(t.length<xt)return null;let n=yr(e,t);if(n.stretches>0){if(e.length===0)return{kind:"stalls",...n};let s=br(r),o=Sr({stretches:n.stretches+s.stretches,of:n.of+s.of,base:n.base+s.base});if(o!==null)return{kind:"stalls",...o}}return Hi(e,t)??Ji(e,t)}function Hi(e,t){let r=Et(t);if(r===null)return null;let{percent:n,first:s,second:o}=r;if(e.length>=xt){let{first:a,second:i}=So(e,n);if(Math.log(i/a)>=go*Math.log(o/s))return null}return{kind:"ageing",of:"latency",percent:n,from:s,to:o}}function Et(e){if(e.length<xt)return null;let t=e.length>>1;for(let r of qi){let n=e.map(o=>Math.log(B([o],r/100))),{low:s}=Mr(n.slice(0,t),n.slice(-t),Wi);if(s>Math.log1p(ho.latency))return{percent:r,...So(e,r)}}return null}function So(e,t){let r=e.length>>1,n=s=>B(s,t/100);return{first:n(e.slice(0,r)),second:n(e.slice(-r))}}function Ji(e,t){let r=(i,u)=>(i.at(-1)?.memory??Number.NaN)-(i[u]?.memory??Number.NaN),[n,s]=[t[0].memory??Number.NaN,t.at(-1).memory??Number.NaN],o=r(t,0),a=r(t,2*t.length/3|0);return o>Math.max(zi,ho.memory*n)&&a>o/6?r(e,0)>=go*o?null:{kind:"ageing",of:"memory",percent:null,from:n,to:s}:null}var Vi=.01,Ki=20;function bo(e,t,{runs:r},n){let s=Vi/t.length;return t.flatMap(o=>{let a=pr(r.map(({slices:u})=>Math.log(D(u,o))),s);if(a===null||r.length-a.index>Ki)return[];let i=Math.expm1(a.after-a.before);return i>n(o)?[{label:e,metric:o,commit:r[a.index].commit,change:i}]:[]})}function yo(e){let t=e.steps.filter(S=>S.slices.some(v=>v.ok+v.failed+v.dropped>0)),r=Math.max(0,...e.steps.map(({alone:S,instances:v=[]})=>v.length||S.length)),n=un(e.looks,r),s=(e.capacities??[]).map(hr),o=new Map(t.map(({label:S,stretches:v})=>[S,fo(v)])),a=new Map(t.map(({label:S,soak:v,crowding:O,inTurns:T,alone:$})=>{let M=o.get(S);return[S,M?{kind:"growing",...M}:Ks(O)??Tt(v,[...T,...$])]})),i=new Map(t.map(({label:S,soak:v})=>[S,o.get(S)??Et(v.head)])),u=t.flatMap(mo),c=({label:S,slo:v})=>!u.some(O=>"metric"in O&&O.label===S&&O.metric===ne(v.metric)),d=[...t.flatMap(S=>nl(S,n)).filter(c).map(S=>Xi(S,i)),...s.flatMap(S=>S.slos)],m=[...e.invalid,...u,...d.flatMap(Qi),...vr(t,d,e),...s.flatMap(S=>S.invalid)],{changes:p,costs:h,open:w,pair:f}=wr(t,e),y=e.work??[],k=new Set(y.filter(Yt).map(({label:S})=>S)),x=p.map(S=>Zi(S,a)).map(S=>k.has(S.label)?el(S):S),C=[...e.faults,...y.flatMap(tl)],A={...$e({slos:d,changes:x,faults:C,invalid:m,failOn:e.failOn}),slos:d,changes:x,costs:h,faults:C,invalid:m,pair:f,loosened:e.loosened,suspects:e.comparison.kind==="history"?[]:t.flatMap(({label:S,history:v,slos:O,sensitivityOf:T})=>bo(S,Zt(O),v,$=>T($).tolerance)),...e.redirects?.length&&{redirects:e.redirects},...y.length>0&&{work:[...y]},acceptances:[],refusals:[],effort:e.effort},g=t.some(({soak:S})=>S.base.length===0&&Tt(S)!==null);return{verdict:A,undecided:Yi(A,w),asksBase:g}}function Yi(e,t){return e.faults.some(({kind:r})=>r==="crashed")?!1:e.invalid.length>0?e.invalid.every(({kind:r})=>r==="machine-disturbed"):e.changes.some(({code:r})=>r==="regressed")?!1:t||e.slos.some(({code:r,stretches:n})=>r==="at-limit"&&!n)}function Qi({label:e,slo:{metric:t},estimate:r}){return Ht(t)&&Number.isNaN(r.value)?[{kind:"cost-unknown",label:e,metric:ne(t)}]:[]}function Xi(e,t){let r=t.get(e.label);return!r||e.code!=="met"||!be(e.slo.metric)?e:{...e,code:"at-limit",growth:r}}function Zi(e,t){let r=t.get(e.label);return!r||e.code!=="unchanged"||!be(e.metric)?e:{...e,code:"inconclusive",reason:r}}function el(e){return e.code!=="improved"?e:{...e,code:"inconclusive",reason:{kind:"other-work"}}}function tl(e){if(e.kind!=="size"||!e.blocks)return[];let{label:t,base:r,head:n}=e;return[{kind:"other-size",label:t,base:r,head:n}]}function nl(e,t){let{label:r,slos:n,soak:s,instances:o=e.slices.map(l=>[l])}=e,a=s.head.map(l=>[l]),i=n.flatMap(l=>{let d=l.limit.kind==="relative"?e.others?.get(l.limit.scenario):void 0,m=(f,y)=>l.limit.kind==="absolute"?Re(r,l,f,t):d?kr(r,{slo:l,other:d.label,pairs:y()},t):null,p=m(o,()=>d.pairs);if(p===null)return[];let h=be(l.metric)||l.metric.kind==="errors";if(p.code!=="met"||!h||s.head.length===0)return[p];let w=m(a,()=>[...ie(a,[]),...ie([],d.soak.map(f=>[f]))]);return[w!==null&&Qe(w)?{...w,stretches:p.estimate}:p]});if(n.some(({metric:l})=>l.kind==="errors"))return i;let u=Re(r,se,o,t);if(u.code==="missed")return[...i,u];let c=s.head.length>0?Re(r,se,a,t):null;return c!==null&&Qe(c)?[...i,{...c,stretches:u.estimate}]:i}function U(e,t,r,n=new Map){let{config:s,plan:o,baseline:a,digests:i,draft:u,comparison:c}=e,l=o.steps.map(g=>Rt(g,t,P)),d=new Map(o.steps.map(g=>[g.label,Qs(g,t)])),m=o.steps.flatMap(g=>Zs(g,t)??[]),p=to(l,t,d,m),h=c.kind==="pair"?["head","base"]:["head"],w=o.steps.flatMap(g=>h.flatMap(S=>{let v=eo(g,S,t),O=i.get(g.label);return v.instances.length>0?[cr(v,S,O)]:[]})),f=io(n,i),y={...u,steps:w,...f.length>0&&{capacities:f}},k=At(o,t),x=o.steps.flatMap((g,S)=>{if(!w.some(({label:M,arm:E})=>M===g.label&&E==="head"))return[];let v=s.scenarios.find(({name:M})=>M===g.scenario),O=_n(a,y,g.label),T=t.flatMap(({kept:M})=>_(M,g,"base").flatMap(({slices:E})=>E)),$=M=>T.length>0?D(T,M):dr(O.runs.map(({slices:E})=>D(E,M)));return[{label:g.label,slos:g.slos,slices:l[S].kept.flatMap(M=>M.slices),instances:t.map(({kept:M})=>_(M,g,"head").flatMap(({slot:E,slices:F})=>P(E)?F:[])),stretches:g.load.kind==="arrival-rate"?l[S].kept.map(({slices:M})=>M):[],inTurns:t.map(M=>fe(g,M,Me)),alone:t.map(M=>fe(g,M,P)),crowding:d.get(g.label),soak:Be(g,t),...g.work.kind==="script"&&{seen:rl(g,t)},isNew:k.has(g.label),others:sl(g,o,t),history:O,sensitivityOf:M=>Ue(s,v,M,()=>$(M))}]}),C=g=>Ne(t.flatMap(S=>S.discarded),g);return{...yo({steps:x,faults:[...p,...uo(n)],searches:o.searches.length,capacities:o.searches.flatMap(g=>{let S=f.filter(({label:T})=>T===g.label),v=S.find(({arm:T})=>T==="head");if(v===void 0)return[];let O=s.scenarios.find(({name:T})=>T===g.scenario);return[{label:g.label,goal:g.goal,slos:g.slos,head:v,base:S.find(({arm:T})=>T==="base")??null,history:Pn(a,y,g.label),sensitivity:Ue(s,O,fr)}]}),invalid:r?[r]:[...no(o,t,k,p),...co(n)],looks:o.looks,comparison:c,discarded:{base:C("base"),head:C("head")},loosened:e.loosened,failOn:e.failOn,redirects:o.steps.flatMap(g=>so(g,t)),work:o.steps.flatMap(g=>oo(g,o,t)),effort:{slices:t.flatMap(({kept:g})=>g).reduce((g,S)=>g+S.slices.length,0),discardedRounds:C("head"),instances:h.length*(t.length+lo(n)),loadSeconds:[...t.flatMap(({kept:g,soak:S})=>[...g,...S].map(({evidence:v})=>v.seconds)),...[...n.values()].flat().map(({loadSeconds:g})=>g)].reduce((g,S)=>g+S,0)}}),record:y}}function rl(e,t){let r=t.flatMap(({kept:n})=>_(n,e,"head").flatMap(s=>s.seen??[]));return[...new Map(r.map(n=>[n.name,n])).values()]}function sl(e,{steps:t},r){let n=e.slos.flatMap(({limit:o})=>o.kind==="relative"?[o.scenario]:[]),s=({kept:o},a)=>_(o,a,"head").filter(({slot:i})=>P(i)).sort((i,u)=>i.slot.round-u.slot.round).map(({slices:i})=>i);return new Map(n.flatMap(o=>{let a=dn(t,e,o);if(a===void 0)return[];let i=r.flatMap(u=>ie(s(u,e),s(u,a)));return[[o,{label:a.label,pairs:i,soak:Be(a,r).head}]]}))}var ol=.5,al=2;function At({paired:e,steps:t},r){if(!e)return new Set;let n=s=>{let o=r.map(({kept:a})=>({base:_(a,s,"base"),head:_(a,s,"head")})).filter(({base:a,head:i})=>a.length>0&&i.length>0);return o.length>=al&&o.every(({base:a,head:i})=>wo(a)&&!wo(i))};return new Set(t.filter(n).map(({label:s})=>s))}function wo(e){return ge(e.flatMap(({slices:t})=>t))>ol}import{randomInt as xo}from"node:crypto";function ko(e,t){let r=new Map;for(let n of e.steps.filter(s=>gn(e,s))){let s=a=>t.map(i=>fe(n,i,a)),o=gr({alone:s(P),all:s(()=>!0)});o!==null&&r.set(n.label,o)}return r}var il=2.5,ll=.5;function vo(e,t,{wallSeconds:r,loadSeconds:n}){let s=Math.max(ll,r-n-cl(e)),o=e.steps.reduce((a,i)=>a+i.budgetSeconds,0);return pn(e,t,Math.floor((il-1)*o/s))}function cl(e){return e.steps.filter(({load:n})=>n.kind!=="fixed-work").map(n=>hn(e,n)?1:2).reduce((n,s)=>n+s,0)*(ve.seconds-q)}function Ot({steps:e,paired:t},{kept:r,discarded:n}){let s=t?["base","head"]:["head"],o=[...r,...n].filter(({slot:i})=>i.requests!==null),a=e.filter(({load:i})=>i.kind==="fixed-work").map(i=>({label:i.label,of:s.map(u=>_(o,i,u))}));return a.some(({of:i})=>i.some(u=>u.length===0))?new Map:new Map(a.map(({label:i,of:u})=>[i,u.flat().filter(({slices:c})=>c.reduce((l,{ok:d,failed:m})=>l+d-m,0)>0).map(({slices:c})=>c.reduce((l,{seconds:d})=>l+d,0))]))}function Mo(e,{steps:t},r){return t.flatMap((n,s)=>{if(n===e.steps[s])return[];let o=xe(1e3*Math.min(...r.get(n.label))),[a,i]=[e.steps[s],n].map(u=>Te(Ge(u)));return[`${n.label}: ${a} requests took only ${o}; from now on there are ${i} in each stretch, which is ${Te(n.passes)} times the work`]})}function Ro({steps:e,blocks:t},r){return e.flatMap(n=>{let{label:s,budgetSeconds:o}=n,a=r.get(s)??[],i=a.length===0?0:xn(a);return i*t<=o?[]:[`${s}: ${Te(Ge(n))} requests take ${xe(i*500)}; for two revisions in ${t} blocks, the fewest that can show a change, that is ${xe(i*t*1e3)}, more than its budget of ${o} s`]})}var To={blocks:2,seconds:60};async function Eo(e,t){let{signal:r}=t.arms.head,{blocks:n}=e,s=new Set,o=0;for(;n.length<e.plan.blocks&&!r.aborted;){let a=n.length;for(let[m,p]of ko(e.plan,n)){if(s.has(m))continue;s.add(m);let h=p==="hidden-work";e.plan=fn(e.plan,e.config,{measured:a,worksMore:h}),t.progress.note(fl(m,p,e.plan))}let{plan:i}=e,u={index:a,first:xo(2)===0?"head":"base",reversed:xo(2)===0,headOnly:At(i,n),warmUpSeconds:_s(i,n),shift:We[a%We.length],longer:s},c={judgement:null},l=await Ps(Sn(i,u),a,{...t,planned:i.blocks,sizings:o,...a===0&&{isEnough:m=>qe(i,Ot(i,m))!==i},soak:m=>i.soakSeconds===0||!i.looks.includes(a+1)?[]:(c.judgement=U(e,[...n,m],null),dl(c.judgement,i,m))}),d=Ot(i,l);if(a===0&&l.failure===null&&l.crash===null){e.plan=qe(i,d);for(let m of Mo(i,e.plan,d))t.progress.note(m);if(e.plan!==i){o++;continue}}if(n.push(l),l.failure!==null||l.crash!==null)break;if(ul(n)){t.progress.note("most rounds were disturbed for a minute, and the machine does not calm down: the run ends here; a quieter machine, or a runner of its own, helps");break}if(a===0&&i.paired){e.plan=ml(l,d,e);for(let m of Ro(e.plan,d))t.progress.note(m);Ae(e.plan)}if(e.plan.looks.includes(n.length)){let m=c.judgement??U(e,n,null);if(Kn(m,n.length,e),!m.undecided||n.length===e.plan.blocks)return m}}return U(e,n,Ws(e,n.at(-1)))}function ul(e){let t=e.filter(({kept:n,discarded:s})=>s.length>n.length),r=t.reduce((n,{wallSeconds:s})=>n+s,0);return t.length>=To.blocks&&2*t.length>e.length&&r>=To.seconds}function dl({verdict:e,undecided:t,asksBase:r},n,{index:s,soak:o}){let a=c=>o.some(({slot:l})=>l.arm===c);if(a("head"))return r&&!a("base")?Je(n,"base"):[];let i=s+1===n.blocks||!t,u=e.slos.some(({code:c})=>c==="met")||e.changes.some(({code:c})=>c==="unchanged");return i&&e.invalid.length===0&&u?Je(n,"head"):[]}function ml({kept:e,discarded:t,wallSeconds:r},n,{plan:s,config:o}){let a=Rn(s,o,n);if(t.length>0)return a;let i=e.reduce((u,{slot:c,evidence:l})=>u+(c.requests===null?wn(c):l.seconds),0);return vo(a,o,{wallSeconds:r,loadSeconds:i})}var pl={rare:"slow requests come in some blocks only","hidden-work":"one revision takes more processor time, and its typical request no longer"};function fl(e,t,{blocks:r}){return`${e}: ${pl[t]}; from now on each revision has the whole load alone for ${mn} s a block, in ${r} blocks at most`}async function Ao(e,t){let{request:r}=t,{head:n,base:s}=e.configs,o=kl(t),a=e.variants.map((c,l)=>Sl(e,l,t)),i=[],u=null;try{for(let[c,l]of[["head",n],["base",s]])l!==null&&await e.prepare(c,()=>vl({...o,arm:c,config:l},s!==null,r.progress));u=await rr({...o,arm:null,config:n});for(let[c,l]of a.entries()){a.length>1&&!r.signal.aborted&&r.progress.note(`variant ${c+1} of ${a.length}: ${l.config.variant.name}`);let d=await bl(e,l,Ml(e,c,u,o,t));if(i.push(d),r.signal.aborted)break;if(gl(d)){let m=a.length-i.length;m>0&&r.progress.note(`not measured, since the run has no verdict now: ${m} more variants`);break}}}catch(c){if(!(c instanceof ae))throw c;i.push(U(a[0],[],await vt(c,e)))}finally{await u?.stop()}return yl(i,r.failOn)}function gl({verdict:{invalid:e}}){return e.some(({kind:t})=>t!=="machine-disturbed")}function Sl(e,t,r){let{head:n,base:s}=e.variants[t],{request:o,plans:a,baseline:i,draft:u}=r,c=s!==null,l=a[t].paired===c?a[t]:Tn(n,{budgetSeconds:o.budgetSeconds,paired:c}),d=e.comparison.kind==="pair"&&!c;return{config:n,plan:l,baseline:i,digests:new Map([...l.steps.map(m=>[m.label,ir(m,n.deployments)]),...l.searches.map(m=>[m.label,lr(m,n.deployments)])]),draft:{...u,...e.pair&&{pair:e.pair},...e.deployments&&{deployments:e.deployments}},comparison:d?{kind:"none",reason:{kind:"new"}}:e.comparison,loosened:e.loosened,failOn:o.failOn}}async function bl(e,t,r){let n={...t,blocks:[]},s=new Map,o=a=>U(n,n.blocks,a,s);try{let a=await Eo(n,r),{plan:i}=n;return i.searches.length===0||wl(a)?a:(await Fs(i.searches,s,{...r,swapped:i.swapped,drawFirst:()=>hl(2)===0?"head":"base"}),o(null))}catch(a){if(!(a instanceof ae))throw a;return o(await vt(a,e,t.config.variant))}}function yl(e,t){let[r]=e,n=e.flatMap(({record:s})=>s.capacities??[]);return{verdict:Us(e.map(({verdict:s})=>s),t),record:{...r.record,steps:e.flatMap(({record:s})=>s.steps),...n.length>0&&{capacities:n}},undecided:e.some(({undecided:s})=>s),asksBase:e.some(({asksBase:s})=>s)}}function wl({verdict:e}){return e.invalid.length>0||e.faults.some(({kind:t})=>t==="crashed")}function kl({request:e,session:t}){let{environment:r,signal:n}=e,{workspace:s,keeper:o,grace:a}=t;return{logFolder:s.logs,environment:r,keeper:o,signal:n,grace:a,shared:new Map}}async function vl(e,t,r){let n=t?` of ${e.arm}`:"";await ur(e,s=>r.phase(`building ${s}${n}`))}function Ml(e,t,r,n,{request:s,session:o,k6:a,seed:i}){let{head:u,base:c}=e.variants[t],l=(d,m)=>({...n,arm:d,config:m,shared:new Map([...r.portOf].filter(([p])=>m.services.some(h=>h.name===p&&h.scope==="run")))});return{arms:{head:l("head",u),...c&&{base:l("base",c)}},shared:r,...u.variant&&{variant:t+1},k6:a,seed:i,folder:o.workspace.k6,progress:s.progress}}async function Pp(e){let{progress:t,signal:r,environment:n,budgetSeconds:s}=e;ln(process.platform);let o=Dt(en(Nt(sn(e.configPath,process.cwd(),xl(e)),e.only),e.deployments),e.base.from),a=await Nn(o.directory,n,r),i=En(o,{budgetSeconds:s,paired:Fn(o,a)});for(let c of Bt(o,e.only))t.note(c);for(let c of nn(o))t.note(c);for(let{plan:c}of i){Ae(c);for(let l of c.shortages)t.note(kn(l))}let u=await at(o,a,e);return o.baseline.kind==="history"&&it(u),Rr(o,e,async c=>{let l=await jr(o,a,c,e);if(l.kind==="nothing")return El(l.base,o,c,e);let d=await cn({environment:n,path:o.k6Path,version:e.k6Version,progress:t,signal:r,ci:n.CI==="true"}),m=Rl(2**31),p=await jn(o,l,c.workspace.path,m,e);c.removeAtEnd(()=>p.remove()),p.suiteBefore!==o.suite&&(u=await Tl(u,p,o,a,e));let h={...Co(e,o,d.version),seed:m},w=g=>(g.comparison.kind==="history"&&it(u),Ao(g,{request:e,plans:i.map(({plan:S})=>S),session:c,baseline:u.baseline,draft:h,k6:d.path,seed:m})),f=await w(p);f.verdict.invalid.find(({kind:g})=>g==="base-failed")&&o.baseline.onBaseFailure==="history"&&(t.note("the base cannot be measured; `on-base-failure` asks for a comparison with recorded runs"),f=await w(Gn(p))),Pt(r);let{verdict:k,record:x}=f,C=e.record&&k.invalid.length===0?await Gr(u,x):Oo,A=In(x,u.baseline);return Fe({...C,...$o(k,x,A,e)},c.secrets)})}function xl({only:e,environment:t}){return{only:e,calling:{command:"tailgate run",variables:he(t)}}}async function Tl({store:e},{suiteBefore:t},...[r,n,s]){return{...await at({...r,suite:t},n,s),store:e}}var Oo={recordPath:null,unrecorded:null};function El(e,t,{secrets:r},n){let s=xr(e,t.when.changed),o={...Co(n,t,"not used"),steps:[]};return Fe({...Oo,...$o(s,o,[],n)},r)}function $o(e,t,r,{baseBranch:n,link:s}){return{report:Qt(e,t,{baseBranch:n,link:s,history:r}),exitCode:Ft(e)}}function Co(e,t,r){return{schemaVersion:1,suite:t.suite,...e.subject,attempt:e.attempt,...e.leg&&{leg:e.leg},recordedAt:new Date().toISOString(),tailgate:Bn,environment:{...an(),k6:r}}}async function Np(e,t,r){let n=Ke(e,Ve(t),r),s=await J(n,"rev-parse","--verify","HEAD");if(s===null)return{commit:null,dirty:!1,branch:null,commitTime:null};let[o,a,i]=await Promise.all([J(n,"status","--porcelain","--untracked-files=no"),J(n,"symbolic-ref","--quiet","--short","HEAD"),J(n,"show","--no-patch","--format=%cI","HEAD")]);return{commit:s,dirty:o!=="",branch:a??t.GITHUB_REF_NAME??null,commitTime:i}}async function Bp(e,t,r){let n=Ke(e,Ve(t),r),s=await J(n,"symbolic-ref","--quiet","--short","refs/remotes/origin/HEAD");if(s!==null)return s.replace(/^origin\//,"");for(let o of["main","master"])if(await V(n,`refs/heads/${o}`)!==null)return o;return"main"}export{Pp as a,Np as b,Bp as c};
