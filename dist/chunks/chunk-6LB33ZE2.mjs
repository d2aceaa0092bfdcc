import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{c as Xt}from"./chunk-AWTX6V55.mjs";import{a as zn,b as Hn,c as Jn,d as Vn,f as ie,g as rr,h as sr,i as ar,j as ir,k as dr,l as xr}from"./chunk-GJG67ZEM.mjs";import{a as ln,d as cn,h as un}from"./chunk-TTN2GADM.mjs";import{c as tt,d as nt,e as Xn,f as Zn,g as er,h as tr,i as nr}from"./chunk-6HHORBW3.mjs";import{a as Dn}from"./chunk-BYKIIYLB.mjs";import{A as wr,C as kr,a as kn,b as U,c as qe,d as P,e as Re,f as vn,g as J,h as Mn,i as Rn,j as ze,k as xn,l as Tn,m as Ve,n as En,o as An,p as Fn,q as jn,r as Gn,s as Un,u as Oe,v as Kn,w as Yn,x as Sr,y as br,z as yr}from"./chunk-L2DLHA6B.mjs";import{A as hr,B as gr,d as gn,e as Sn,f as bn,g as yn,i as wn,k as He,m as Je,n as $e,o as or,p as lr,q as cr,r as ur,v as pr}from"./chunk-Y255PHPT.mjs";import{b as Ke,e as Ye,f as V,g as K,h as Nn,i as Bn,o as Ae,p as ae,q as et,r as qn,u as Qn}from"./chunk-X3PCDTSI.mjs";import{a as ve}from"./chunk-JXY5LZXU.mjs";import{a as le,b as vr,c as Mr,d as Rr}from"./chunk-GWEXEKJW.mjs";import{k as Wn,l as Ce}from"./chunk-EN2HDSY4.mjs";import{a as _n,b as Pn,c as In,d as Ln}from"./chunk-LD7HRVPH.mjs";import{a as mn,e as mr,f as fr}from"./chunk-B4BRXF3F.mjs";import{B as hn,F as oe,G as xe,J as Qe,K as Xe,a as dn,g as Ue,l as z,m as H,n as Me,q as pn,v as We,z as fn}from"./chunk-CBZDF3YL.mjs";import{a as Cn}from"./chunk-JU7ICJHA.mjs";import{A as Ee,ca as Ze,f as jt,h as Vt,i as Kt,j as Yt,k as Qt,r as On,t as $n,x as Te}from"./chunk-RVKWGF2Y.mjs";import{a as tn,o as ke,p as sn,s as on,t as an}from"./chunk-J4BRIG6P.mjs";import{P as Zt,T as en,U as we,ba as nn,da as rn,m as Bt,p as Dt,q as Ft,qa as se}from"./chunk-MAUUCUIW.mjs";import{C as B,G as Se,I as Ut,K as Wt,M as qt,da as be,e as q,ea as zt,f as R,ja as Ht,k as L,l as N,oa as re,p as Gt,q as Ge,s as ne,sa as ye,ta as Jt,za as D}from"./chunk-ALISFYHE.mjs";import{a as Bo}from"./chunk-RIBAP3X7.mjs";import{b as Nt}from"./chunk-4VQWXGDJ.mjs";import{g as Lt}from"./chunk-HENDURBQ.mjs";import{a as te,b as I,c as Pt,d as It}from"./chunk-NZMXMQNO.mjs";import{b as ge,e as je}from"./chunk-ADNWO27A.mjs";import{d as No}from"./chunk-JLN3Y4HN.mjs";import{randomInt as xl}from"node:crypto";function Tr(e,t){return{code:"skipped",blocks:!1,slos:[],changes:[],faults:[],invalid:[],pair:null,unmeasured:{kind:"irrelevant",baseCommit:e,patterns:[...t]},loosened:[],costs:[],suspects:[],acceptances:[],refusals:[],effort:{slices:0,discardedRounds:0,instances:0,loadSeconds:0}}}import{relative as Ho}from"node:path";var Do=720*3600;async function Er(e,t,r){let n=new Map(r.flatMap(({commit:m,commitTime:p})=>{let h=Date.parse(p??"")/1e3;return m===null||Number.isNaN(h)?[]:[[m,h]]}));if(n.size===0||"kind"in e)return new Set;let{git:s,remote:o}=e,a=await s(["rev-parse","--is-shallow-repository"]),i=await rt(s,o,t);if(a.stdout!=="false"||i.length===0)return new Set;let u=Math.floor(Math.min(...n.values()))-Do,c=await s(["rev-list","--timestamp",`--max-age=${Math.max(0,u)}`,...i]);if(!c.ok)return new Set;let l=new Map([...c.stdout.matchAll(/^(\d+) ([0-9a-f]+)$/gm)].map(([,m,p])=>[p,Number(m)])),d=Math.max(Number.NEGATIVE_INFINITY,...i.map(m=>l.get(m)??Number.NEGATIVE_INFINITY));return new Set([...n].filter(([m,p])=>!l.has(m)&&p<=d).map(([m])=>m))}async function rt(e,t,r){let n=[...t===null?[]:[`refs/remotes/${t}/${r}`],`refs/heads/${r}`],s=await Promise.all(n.map(o=>K(e,o)));return[...new Set(s.filter(o=>o!==null))]}var Fo="A full clone has it: `fetch-depth: 0` for actions/checkout, `git fetch --unshallow` on a laptop. To fetch it later, the job needs `contents: read`.";async function $r(e,t){let{head:r}=t,n=t.asked===null?await jo(e,t.trigger,r,t.dirty):{commit:await Uo(e,t.asked),because:"asked",branch:null};if(!("commit"in n))return n;let s=await ae(e,n.commit,n.branch);if(s!==null)return st(`The base revision ${n.commit.slice(0,10)}`,s);let o=await e.git(["rev-parse","--verify",`${n.commit}^{tree}`]);return{kind:"base",commit:n.commit,tree:o.stdout,because:n.because}}async function jo(e,t,r,n){switch(t.kind){case"pull_request":{let s=await Cr(e,r);if(s.length===2&&s.includes(t.headSha)){let o=s.find(a=>a!==t.headSha);return o===t.formerBaseSha&&o!==t.baseSha?Wo(t.baseBranch):{commit:o,because:"merge-parent",branch:t.baseBranch}}return Or(e,r,t.baseBranch,t.baseSha)}case"merge_group":return{commit:t.baseSha,because:"merge-group",branch:null};case"push":{let{before:s,branch:o}=t;return s!==null&&Ae(s)&&!/^0+$/.test(s)&&s!==r&&await ae(e,s,o)===null?{commit:s,because:"before-push",branch:o}:Ar(e,r,o)}case"local":return e.checkout.branch!==t.baseBranch?Or(e,r,t.baseBranch,null):n?{commit:r,because:"parent",branch:t.baseBranch}:Ar(e,r,t.baseBranch)}}async function Ar(e,t,r){let[n]=await Cr(e,t);return n!==void 0?{commit:n,because:"parent",branch:r}:{kind:"none",reason:"root-commit",message:"The first commit has none before it."}}async function Cr(e,t){let{stdout:r}=await e.git(["cat-file","commit",t]),[n=""]=r.split(`

`,1);return[...n.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([,s])=>s)}async function Or(e,t,r,n){let s=await Go(e,r,n);if(s!==null&&typeof s=="object")return st(`The branch ${r}`,s.problem);if(s===null)return{kind:"none",reason:"unknown-branch",message:`There is no branch ${JSON.stringify(r)} to compare with, here or on the remote.`,hint:"Name one with `--base-branch`, or a revision with `--base`."};let o=await e.git(["merge-base",t,s]);if(o.ok)return{commit:o.stdout,because:"merge-base",branch:r};let a=e.isShallow()?await qn(e,t,s):{commit:null};return"problem"in a?st(`The merge base with ${r}`,a.problem):a.commit!==null?{commit:a.commit,because:"merge-base",branch:r}:{kind:"none",reason:"unrelated",message:`The revision that is checked out and ${r} have no history in common.`}}async function Go(e,t,r){let[n]=await rt(e.git,e.checkout.remote,t);if(n!==void 0)return n;let s=await et(e,`refs/heads/${t}`);if(s!==null||r===null)return s;let o=await ae(e,r,null);return o===null?r:{problem:o}}async function Uo(e,t){let{git:r,top:n,remote:s}=e.checkout,o=await r(["rev-parse","--verify","--quiet","--end-of-options",t]);if(o.ok&&Ae(o.stdout)){let c=await K(r,o.stdout);if(c!==null)return c}if(Ae(t)&&await ae(e,t,null)===null)return t;let a=s!==null&&t.startsWith(`${s}/`)?t.slice(s.length+1):t;for(let c of[`refs/heads/${a}`,`refs/tags/${a}`]){let l=await et(e,c);if(l!==null)return l}let{stdout:i}=await r(["for-each-ref","--format=%(refname:short)"]),u=Lt(t,i.split(`
`).filter(Boolean));throw new I({what:`--base names no revision: ${JSON.stringify(t)}.`,where:n,hint:u===void 0?"It takes a branch, a tag or a commit of this repository.":`Did you mean ${u}?`})}function Wo(e){return{kind:"none",reason:"unobtainable",message:`What is checked out is still the test merge with the former base, not with ${e}.`,hint:"Choose the base again, or push a commit: then GitHub starts a run with the new one."}}function st(e,t){return{kind:"none",reason:"unobtainable",message:`${e} is not in this clone and could not be fetched: ${t}.`,hint:Fo}}async function Pr(e,t,r){return[...(await Ir(e,["diff-tree",...["-r","-z","--raw","--no-renames","--no-ext-diff","--ignore-submodules=none"],t,r])).matchAll(/:(\d+) (\d+) [^\0]*\0([^\0]*)\0/g)].map(([,o,a,i])=>({path:Lr(i),submodule:o===_r||a===_r}))}async function ot(e,t){return(await Ir(e,["ls-tree","-r","-z","--full-tree","--name-only",t])).split("\0").filter(Boolean).map(Lr)}var _r="160000";async function Ir(e,t){let r=await e.git(t,{encoding:"latin1"});if(r.ok)return r.stdout;throw new I({what:`What differs from the base could not be found out: ${Nn(r)}.`,hint:"Without `when` everything is measured.",exitCode:3})}function Lr(e){return Buffer.from(e,"latin1").toString()}async function Nr(e,t,r){let{prefix:n}=e.checkout,s=await Pr(e,r.base,r.head);if(qo(s,t,n))return{relevant:!0,notes:[]};let o=[...await ot(e,r.head),...await ot(e,r.base)].flatMap(l=>Br(l,n)??[]),a=zo(t.patterns,o);if(a.length===0)return{relevant:!1,notes:[]};let i=ke(t.patterns),u=!o.some(l=>i(l)==="in"),c=a.map(l=>`${JSON.stringify(l)} of \`when.changed\` matches no file of base or head${u?"; everything is measured":""}`);return{relevant:u,notes:c}}function qo(e,t,r){let n=ke(t.patterns);return e.some(({path:s,submodule:o})=>{let a=Br(s,r);if(a===null)return!1;if(t.always.includes(a))return!0;let i=n(a);return i==="in"||o&&i==="unnamed"})}function zo(e,t){return e.filter(r=>{if(sn(r))return!1;let n=ke([r]);return!t.some(s=>n(s)==="in")})}function Br(e,t){return t===""?e:e.startsWith(`${t}/`)?e.slice(t.length+1):null}async function Dr(e){let{asked:t,trigger:r,checkout:n}=e;if("kind"in n)return at(n,t);if(n.head===null)return at({kind:"none",reason:"no-commit",message:"Nothing is committed yet."},t);let s=await Jn(n,e.folder,e),o=r.kind==="local"?await Hn(s,n.head,e.leaveOut):await zn(s,n.head),a=await $r(s,{head:n.head,dirty:o.dirty,asked:t,trigger:r});if(a.kind==="none")return at(a,t);if(a.tree===o.tree)return{kind:"identical",base:a,head:o,notes:o.notes};let i={base:a.tree,head:o.tree},u=e.watched&&await Nr(s,e.watched,i),c=[...o.notes,...u?.notes??[]];return u?.relevant===!1?{kind:"irrelevant",base:a,head:o,notes:c}:{kind:"different",base:a,head:o,notes:c,layOut:l=>Vn(s,l,{head:o,base:a})}}function at(e,t){if(t===null)return e;throw new I({what:`--base ${JSON.stringify(t)} cannot be used: ${e.message}`,hint:e.hint})}async function Gr(e,t,{workspace:r,keeper:n},s){let{progress:o,signal:a,base:i}=s;i.asked===null&&e.deployments===void 0&&Jo(i.trigger);let u=e.baseline.kind==="paired"&&e.deployments===void 0,c=i.asked!==null||Fr(i.trigger);if(!u&&e.when===void 0&&!c)return ve(()=>"no base: the configuration or `--from` asks for recorded runs, and no merge waits for the run"),{kind:"alone",comparison:{kind:"history"}};o.phase(u?"laying out base and head":"looking at what has changed");let l=await Dr({checkout:t,environment:{...s.environment,...n.mark},asked:i.asked,trigger:i.trigger,folder:r.path,credentials:i.credentials??null,leaveOut:[...s.store.kind==="directory"?[s.store.path]:[],...s.keepPath?[s.keepPath]:[]],...e.when&&{watched:Yo(e,e.when)},signal:a});if(Kn(l,i.asked,i.trigger),l.kind==="none"){if(u&&(l.reason==="unobtainable"||Fr(i.trigger)))throw Qo(l);e.when?o.note(`no base to find out what has changed, so everything is measured: ${jr(l)}`):u&&l.reason!=="no-repository"&&o.note(`no base to measure beside the head: ${jr(l)}`);let d=c&&{unread:l.message};return{kind:"alone",comparison:{kind:"history"},...d}}for(let d of l.notes)o.note(d);if(u&&Vo(l,s),l.kind==="irrelevant"||l.kind==="identical"&&e.when)return{kind:"nothing",base:l.base.commit};if(!u){let d=l.kind==="different"&&{pair:l};return{kind:"alone",comparison:{kind:"history"},...d}}return l.kind==="different"?{kind:"pair",pair:l}:{kind:"alone",comparison:{kind:"none",reason:{kind:"identical"}}}}function Jo(e){if(e.kind!=="local"||e.commented===void 0)return;let{baseBranch:t,commented:r}=e;throw new I({what:`issue_comment checks out ${t}, not pull request ${r}, and names no base to compare it with.`,hint:`Best measure on \`pull_request\`. Otherwise check out the pull request (\`ref: refs/pull/\${{ github.event.issue.number }}/head\` and \`fetch-depth: 0\` for actions/checkout), and set the input \`base\`, such as \`origin/${t}\`. Its code then has the secrets and the token of this job: check first who has commented.`})}function Vo({base:e,head:t},r){let{trigger:n}=r.base;if(n.kind!=="local"||n.event===void 0)return;let s=`${Ze(r.subject.commit)}${t.dirty?" with changes that are not committed":""}`,o=`${Ze(e.commit)}, ${Wn(e,n.baseBranch)}`;r.progress.note(`${n.event}: what is checked out, ${s}, is compared with ${o}`)}var Ko="Give actions/checkout `fetch-depth: 0`, and its job `contents: read`. Or compare with recorded runs on purpose: `from: history` under `baseline`.";function Yo({path:e,directory:t,scenarios:r,k6Path:n=e},{changed:s}){let o=r.flatMap(({work:a})=>Fn(a));return{patterns:s,always:[e,n,...o].map(a=>Ho(t,a))}}function Fr({kind:e}){return e==="pull_request"||e==="merge_group"}function jr({message:e,hint:t}){return`${e}${t?` ${t}`:""}`}function Qo({message:e,hint:t=Ko}){return new I({what:`No base to measure beside the head: ${e}`,hint:t,exitCode:te.unmeasured})}async function it(e,t,r){let{progress:n,environment:s,signal:o,subject:a}=r,{suite:i,directory:u}=e,c=r.base.credentials??null,l=Qn(r.store,{suite:i,directory:u,credentials:c,environment:s,signal:o});try{let{records:d,unreadable:m}=await l.list({newest:Cn});for(let{name:y,reason:k}of m)n.note(`record ${y} is left out: ${k}`);let p=a.commit===null?null:r.baseBranch,h=d.filter(y=>y.branch===p),w=p===null?new Set:await Er(t,p,h);return w.size>0&&n.note(`${Xo(w.size)} no longer on ${p} and left out`),{store:l,baseline:_n(h,{branch:p,onBranch:y=>!w.has(y),leg:r.leg}),problem:null}}catch(d){if(!(d instanceof I)||d.exitCode!==te.unmeasured)throw d;return n.note(`the records cannot be read, so there is no trend: ${d.message}`),{store:l,baseline:[],problem:d}}}function lt({problem:e}){if(e===null)return;let{message:t,where:r,hint:n,detail:s}=e;throw new I({what:t,where:r,hint:n,detail:s,cause:e,exitCode:te.unmeasured})}async function Ur({store:e},t){try{return{recordPath:await e.append(t),unrecorded:null}}catch(r){if(r instanceof Pt)throw r;let n=r instanceof I&&r.hint?` ${r.hint}`:"";return{recordPath:null,unrecorded:`${r.message}${n}`}}}function Xo(e){return e===1?"the commit of one record is":`the commits of ${e} records are`}import{randomInt as gl}from"node:crypto";async function ce(e,{arms:t,together:r,block:n,variant:s}){e.starts++;let o=e.starts>1?`_${e.starts}`:"",a=s===void 0?"":`v${s}_`,i=await Promise.allSettled(r.map(async l=>{e.running.set(l,await rr(t[l],`${l}_${a}${n+1}${o}`))})),u=i.flatMap(l=>l.status==="rejected"?[l.reason]:[]),c=u.find(({arm:l})=>l!=="base")??u[0];if(c instanceof ie&&(c.isOnlyHere=u.length<i.length),c!==void 0)throw c}async function ue({running:e}){let t=[...e.values()];e.clear();let n=(await Promise.allSettled(t.map(s=>s.stop()))).find(s=>s.status==="rejected");if(n)throw n.reason}import{readFileSync as ut}from"node:fs";import{availableParallelism as Wr}from"node:os";import{setTimeout as Zo}from"node:timers/promises";var ea=250,ta=.1;async function Pe(e,t){let r=performance.now()+e,n=ct(0,new Set);for(;n.busy!==null&&performance.now()<r&&!t.aborted;){await Zo(500);let s=ct(0,new Set),o=(s.monotonic-n.monotonic)/1e3;if(((s.busy??0)-n.busy+(s.steal??0)-(n.steal??0))/o<ta*Wr())return!0;n=s}return n.busy===null}function qr(e,t,r=new Map){let n=[],s=Wr(),o=()=>{let i=ct(e,new Set(t),r),u=n.findLast(({generator:l})=>l!==null)?.generator??0,c=(i.generator??0)<u;n.push(c?{...i,busy:null,generator:null,service:null}:i),s=aa(e)??s};o();let a=setInterval(o,ea);return{samples:n,take:o,generatorLimit:()=>s,stop(){clearInterval(a),o()}}}function ct(e,t,r=new Map){let n=na(),{user:s,system:o}=process.cpuUsage(),a=new Set([e,...t]),i=n&&Zn(Xn()??[],a),u=i&&oa(i,e,t);return{wall:Date.now(),monotonic:performance.now(),busy:n?.busy??null,steal:n?.steal??null,generator:u?.generator??null,service:u?.service??null,self:(s+o)/1e6,opens:ra(),arms:new Map([...r].map(([c,l])=>[c,sa(i??[],l)]))}}function na(){try{let[e,t,r,,,,,n]=ut("/proc/stat","latin1").slice(0,200).split(`
`)[0].trim().split(/\s+/).slice(1).map(Number);return{busy:(e+t+r)/nt,steal:(n??0)/nt}}catch{return null}}function ra(){try{let e=ut("/proc/self/net/snmp","latin1").split(`
`),[t,r]=e.filter(n=>n.startsWith("Tcp:")).map(n=>n.split(" "));return Number(r[t.indexOf("ActiveOpens")])}catch{return null}}function zr(e,t,r){let[n,s]=[t,r].map(o=>_e(e,o,({opens:a})=>a));return n===null||s===null?null:Math.ceil(s-n)}function sa(e,t){let r=e.filter(({session:s})=>t.includes(s)),n=s=>r.reduce((o,a)=>o+s(a),0);return{seconds:n(({pid:s,seconds:o})=>Math.max(o,er(s)??0)),memory:n(({pid:s})=>tr(s)??0)}}function oa(e,t,r){let n={generator:0,service:0};for(let{session:s,seconds:o}of e)s===t?n.generator+=o:r.has(s)&&(n.service+=o);return n}function aa(e){try{return(/^Cpus_allowed_list:\s*(\S+)/m.exec(ut(`/proc/${e}/status`,"latin1"))?.[1]).split(",").map(n=>n.split("-").map(Number)).reduce((n,[s,o])=>n+(o===void 0?1:o-s+1),0)}catch{return null}}function dt(e,t,r,n){let s=(r-t)/1e3,o=m=>{let p=_e(e,t,m),h=_e(e,r,m);return p===null||h===null?null:Math.max(0,(h-p)/s)},[a,i,u,c]=[o(m=>m.busy),o(m=>m.generator),o(m=>m.service),o(m=>m.self)],l=n.outsiders?null:u,d=a!==null&&i!==null&&l!==null;return{cores:n.cores,generator:i,generatorLimit:n.generatorLimit,service:l,others:d?Math.max(0,a-i-l-(c??0)):null,steal:o(m=>m.steal),clockJumpMs:ia(e,t,r)}}function Hr(e,t,r,n){let s=c=>_e(e,c,l=>l.arms.get(t)?.seconds??null),[o,a]=[s(r),s(n)],i=e.findLast(({wall:c})=>c<=n)?.arms.get(t)?.memory??0;return!((e.at(-1)?.wall??0)>=n)||o===null||a===null||a<=o||i===0?null:{cpu:a-o,memory:i}}function _e(e,t,r){let n=e.filter(c=>r(c)!==null),s=n.findIndex(c=>c.wall>=t),o=n[s===-1?n.length-1:s],a=n[Math.max(0,(s===-1?n.length-1:s)-1)];if(!a||!o)return null;let[i,u]=[r(a),r(o)];return i===null||u===null?null:o.wall===a.wall?u:i+Math.min(1,Math.max(0,(t-a.wall)/(o.wall-a.wall)))*(u-i)}function ia(e,t,r){let n=e.filter(s=>s.wall>=t&&s.wall<=r).map(s=>s.wall-s.monotonic);return n.length<2?0:Math.max(...n)-Math.min(...n)}function Jr(e){let{intended:t,sent:r,dropped:n}=e;if(mt(e))return"disturbed";let s=t===null?0:t-r,o=t!==null&&s>Math.max(2,.01*t),a=Kr(e);return t===null?Yr(e)?"generator-starved":"sound":o||n>0?a?"generator-starved":n>0&&o?"service-slow":o?(e.lagMs??0)>20?"generator-starved":"unknown":"sound":e.lagMs!==null&&e.lagMs>20&&!la(e)?"generator-starved":"sound"}function mt({cpu:e,clockJumpMs:t}){return t>100||e.steal!==null&&e.steal>.1*e.cores||e.others!==null&&e.others>.2*e.cores}function la(e){let{cores:t,generator:r,service:n}=e.cpu;return r===null||n===null?!1:r<.3*t&&n>r&&r+n<.9*t&&pt(e)}function pt({cpu:{cores:e,others:t,steal:r},clockJumpMs:n}){return t!==null&&t<.05*e&&(r??0)<.025*e&&n<=100}function Vr(e,t){if(Kr(e))return!0;let{generator:r,service:n}=e.cpu;return(t==="generator-starved"||t==="unknown")&&r!==null&&!(n!==null&&n>r)}function Kr(e){let{cpu:t}=e;return t.generator===null?!1:Yr(e)?!0:t.generator+(t.service??0)+(t.others??0)>.9*t.cores&&t.generator>.45*t.cores}function Yr({cpu:{generator:e,generatorLimit:t}}){return e!==null&&t!==null&&e>.9*t}function de(e,t){let{cpu:r,intended:n,sent:s,seconds:o,clockJumpMs:a,lagMs:i}=t,u=`${Math.max(0,Math.round((n??0)-s))} of ${Math.round(n??0)} arrivals never began in ${ca(o)} s`,c=(l,d)=>`${Math.round(100*l/d)} %`;switch(e){case"disturbed":return a>100?`the clock jumped by ${Math.round(a)} ms`:r.steal!==null&&r.steal>.1*r.cores?`the hypervisor took ${c(r.steal,r.cores)} of the processors`:`other processes took ${c(r.others??0,r.cores)} of the processors`;case"generator-starved":{let l=r.generator===null?"":`; k6 had ${c(r.generator,r.generatorLimit??r.cores)} of its processors`;return`${(i??0)>20?`k6 began arrivals ${Math.round(i)} ms late (p99)`:`k6 fell behind: ${u}`}${l}`}case"unknown":return`${u}, and nothing shows why`;case"service-slow":return`the service was too slow for the rate: ${u}`;case"sound":return"nothing disturbed it"}}function ca(e){return Math.round(e*10)/10}var ua=.98,da=.01,ma=.8;function Qr(e,t,{diagnosis:r,evidence:n,slices:s}){let o=D(s,e.metric),{sent:a,intended:i}=n,u=i!==null&&a<ua*i,c=pa(s),l=Se(s),m=!Number.isNaN(o)&&!Qe(oe,l)&&!Qe(e,o)&&!u&&!c;return{rate:t,achieved:Ut(s),met:m,value:o,errors:l,dropped:s.reduce((p,h)=>p+h.dropped,0),...c&&{growing:c},...!m&&Vr(n,r)&&{limitedBy:"generator"}}}function pa(e){let t=e.filter(i=>Wt(i)>0).map(i=>({at:i.startedAt/1e3,wait:B([i],.5)/1e3})),r=t[0],n=t.at(-1);if(r===void 0||n===void 0||t.length<4||n.wait===1/0)return;let s=t.flatMap((i,u)=>t.slice(u+1).map(c=>c.wait>i.wait)),o=s.filter(Boolean).length>=ma*s.length,a=(n.wait-r.wait)/(n.at-r.at);return o&&a>da?!0:void 0}function Xr(e){let t=e.filter(es);return e.filter(({slot:r})=>t.some(n=>n.slot.step===r.step&&n.slot.round===r.round))}function Zr(e,t){let r=[...new Set(e.map(({slot:a})=>a.step.label))],n=e.filter(es).map(({diagnosis:a,evidence:i})=>de(a,i));return`${`${e.length} ${e.length===1?"round":"rounds"} of ${r.join(", ")}`} ${t?"will be measured again":"discarded"}: ${[...new Set(n)].join("; ")}`}function es({diagnosis:e}){return e!=="sound"&&e!=="service-slow"}function ts({slot:e,diagnosis:t,evidence:r},n){let{sent:s,intended:o,seconds:a,dropped:i,lagMs:u,clockJumpMs:c,cpu:l}=r,d=y=>y===null?"unknown":Number(y.toPrecision(3)),{generator:m,service:p,others:h,steal:w,cores:f}=l;return[`discarded: block ${n+1}, ${e.step.label}, ${e.arm}, round ${e.round+1}, ${e.turns?"in turns":"alone"}`,t==="sound"?"sound, but its counterpart is not":de(t,r),`${s} of ${o??s} arrivals in ${d(a)} s, ${i} dropped, p99 of lateness ${d(u)} ms`,`of ${f} cores k6 used ${d(m)}, the service ${d(p)}, others ${d(h)}, the hypervisor ${d(w)}`,`the clock jumped by ${d(c)} ms`].join("; ")}import{availableParallelism as ri}from"node:os";import{setTimeout as si}from"node:timers/promises";function ss(e,t){let{rate:r,settling:n,measured:s}=e,o=ns({...e,count:n},t),a=n/r*1e3,i=n>0?0:Math.min(100,500*s/r),u=1-i*r/(1e3*Math.max(1,s)),c=ns({...e,count:s},t),l=[...o,...c.map(h=>a+i+h*u)],d=e.arms*e.turn,m=0;for(;m+d<=n&&l[m]<100;)m+=d;let p=l.slice(m).map(h=>Number(Math.max(h,100).toFixed(2)));return{dueMs:p,skipped:m,...ha(p,r)}}function ns({rate:e,count:t,arms:r,turn:n},s){let o=Math.ceil(t/(r*n))*n,a=fa(o,o/e*1e3,s),i=[],u=0;for(let c=0;c<o;c+=n)for(let l=0;l<r;l++)for(let d of a.slice(c,c+n))u+=d,i.push(u);return i.slice(0,t)}function fa(e,t,r){let n=Array.from({length:e+1},()=>-Math.log(1-r.uniform())),s=n.reduce((o,a)=>o+a,0);return n.slice(0,e).map(o=>o/s*t)}var rs=[1,1.01,1.02,1.05,1.1,1.15,1.2,1.3,1.5,2,3,5,10];function ha(e,t){let r=e.length,n=u=>e.reduce((c,l,d)=>Math.min(c,l-d*1e3/(t*u)),1/0),s=t*(rs.find(u=>n(u)>=5)??rs.at(-1)),o=Math.max(0,Math.floor(n(s/t)-5)),[a,i]=[0,0];for(let u=0;u<r;u++){for(;i<r&&e[i]<o+u*1e3/s;)i++;a=Math.max(a,u+1-i)}return{launchMs:o,launchRate:s,launchSeconds:(r-.5)/s,waiting:a}}function os(e,t){let r=2166136261^e;for(let n=0;n<t.length;n++)r=Math.imul(r^t.charCodeAt(n),16777619);return r|0}var as=`/**
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
`;var is=`// Lateness of an arrival (ms). Open model only. It says nothing while arrivals are dropped.
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
`;var Ie="books.js",us=as,ls={perSecond:50,share:1/8},ba=["0.0.0.0/2","64.0.0.0/3","96.0.0.0/4","112.0.0.0/5","120.0.0.0/6","124.0.0.0/7","126.0.0.0/8","128.0.0.0/1",...Array.from({length:16},(e,t)=>`${(2**t).toString(16)}::/${16-t}`)];function ds({program:e,targetUrl:t,confined:r,scriptPath:n,insecure:s=!1,requestOf:o,arrivals:a=new Map,name:i="script",dealOf:u=()=>null}){let c=e.slots[0].step.work,l=new Map(e.slots.map(f=>[f,u(f)])),d=Object.fromEntries(e.slots.map((f,y)=>{let k=l.get(f)??null,x=k===null?o(f):null;return[f.key,{id:`s${y}`,...va(f,x,k),...wa(a.get(Y(f))),isConfined:r}]})),m=Math.max(0,...[...a.values()].map(({waiting:f})=>f)),p=[...l.values()].filter(f=>f!==null),h=JSON.stringify(c.kind==="script"?n??c.path:null),w=c.kind==="script"?[`export * from ${h};`,`import * as user from ${h};`]:["const user = {};"];return[`import { CODES, needsBody, openIteration, TAG, tellFailure } from './${Ie}';`,"import { sleep } from 'k6';","import http from 'k6/http';","import exec from 'k6/execution';",...a.size>0||p.some(({dataFile:f})=>f!==null)?["import { SharedArray } from 'k6/data';"]:[],"import { Counter, Gauge, Trend } from 'k6/metrics';",...w,"",`const TARGET_URL = __ENV.TARGET_URL || ${JSON.stringify(t)};`,`const PERCENTS = ${JSON.stringify(or)};`,`const INSECURE = ${s};`,`const BLOCKED = ${JSON.stringify(r?ba:[])};`,`const SEQUENCES = ${JSON.stringify(Object.fromEntries(p.map(({name:f,sequence:y})=>[f,y])))};`,`const ROWS = {${[...new Set(p.flatMap(ya))].join(", ")}};`,`const ARRIVALS = {${[...a.keys()].map(f=>ka(f,i)).join(", ")}};`,`const SLOTS = ${JSON.stringify(d,null,2)};`,`const SCENARIOS = ${JSON.stringify(Object.fromEntries(e.slots.map(f=>[Y(f),Ma(f,a,m)])),null,2)};`,"",is].join(`
`)}function ya({name:e,dataFile:t}){if(t===null)return[];let r=JSON.stringify(e);return[`${r}: new SharedArray(${r}, () => JSON.parse(open(${JSON.stringify(`./${t}`)})))`]}function wa({skipped:e,launchMs:t}={skipped:0,launchMs:0}){return{skipped:e,launchMs:t}}function ft(e){return`${e}.arrivals.json`}function ka(e,t){let r=JSON.stringify(e),n=JSON.stringify(`./${ft(t)}`);return`${r}: new SharedArray(${JSON.stringify(`arrivals ${e}`)}, () => JSON.parse(open(${n}))[${r}])`}function ht(e){return e.round!==null||e.slices>1}function Y({key:e,turns:t}){return t?.scenario??e}function va(e,t,r){let{load:n,work:s,label:o}=e.step,a=r?.requests.map((i,u)=>({...i,which:u}));return{label:o,measured:ht(e),told:e.arm==="head",startMs:e.startSeconds*1e3,settleMs:e.settleSeconds*1e3,sliceMs:(e.seconds-e.settleSeconds)*1e3/e.slices,slices:e.slices,rate:n.kind==="arrival-rate"?n.rate:null,sampledShare:n.kind==="arrival-rate"?Math.min(1,ls.perSecond/n.rate):ls.share,scenario:Y(e),scenarioName:e.step.scenario,turns:e.turns&&{...e.turns,...J(e)},iterations:e.round===null?null:e.requests,exec:s.kind==="script"?s.exec:null,custom:[...new Set(we(e.step.slos).map(({name:i})=>i))],deal:r&&{name:r.name,first:r.first,requests:a},request:a?.[0]??(t&&{method:t.method,url:t.url,headers:t.headers,body:t.body??null,expectStatus:t.expectStatus,timeoutMs:t.timeoutSeconds*1e3})}}function Ma(e,t,r){let{load:n,virtualUsers:s,graceSeconds:o}=e.step,a={exec:"runIteration",startTime:`${e.startSeconds}s`,gracefulStop:`${o}s`},i=`${e.seconds}s`;switch(n.kind){case"arrival-rate":{let u=t.get(Y(e)),c={preAllocatedVUs:s+r,maxVUs:s+r},l="constant-arrival-rate";if(u===void 0)return{...a,...c,executor:l,duration:i,...cs(n.rate)};let d=Math.max(z,u.launchSeconds),m=u.launchMs/1e3,p=Math.max(0,e.seconds-m-d)+o;return{...a,startTime:`${be(e.startSeconds+m)}s`,...c,executor:l,duration:`${be(d)}s`,gracefulStop:`${be(p)}s`,...cs(u.launchRate)}}case"users":return{...a,executor:"constant-vus",duration:i,vus:n.users};case"fixed-work":return e.round===null?{...a,executor:"constant-vus",duration:i,vus:n.users}:{...a,executor:"shared-iterations",vus:n.users,iterations:e.requests??n.requests,maxDuration:`${H}s`}}}function cs(e){for(let[t,r]of[["1s",1],["1m",60],["1h",3600]]){let n=e*r;if(Math.abs(n-Math.round(n))<1e-9*n)return{rate:Math.round(n),timeUnit:t}}return{rate:Math.max(1,Math.round(e*3600)),timeUnit:"1h"}}function ms(e,t,r){return new Map(e.slots.flatMap(n=>{let{load:s,label:o}=n.step;if(s.kind!=="arrival-rate"||s.arrivals==="even")return[];let a=$e(os(t,`${r} ${n.round} ${o}`));return[[Y(n),ss({rate:s.rate,...Ra(n,s.rate)},a)]]}))}function Ra(e,t){let r=J(e);if(r!==null){let{settling:s,measured:o,arrivals:a}=r;return{settling:s,measured:o,arms:e.turns.of,turn:a}}return{settling:Rn(t,e.settleSeconds),measured:Mn(e),arms:1,turn:1}}var Q={grpc:2e3,socket:3e3,redis:9e3,exception:9001},ps=1e4;function gt({values:e,count:t},r){let n=new Map([[e[0],0],[e.at(-1),0]]);for(let[s,o]of e.entries())s===0||o!==e[s-1]||n.set(o,(n.get(o)??0)+r[s]-r[s-1]);return[...n].map(([s,o])=>({which:Math.floor(s/ps),code:s%ps,count:Math.max(1,Math.round(o*t))})).sort((s,o)=>o.count-s.count)}function fs(e){let t=new Map;for(let r of e){let n=`${r.which} ${r.code}`;t.set(n,{...r,count:r.count+(t.get(n)?.count??0)})}return[...t.values()].sort((r,n)=>n.count-r.count)}var xa=["OK","CANCELLED","UNKNOWN","INVALID_ARGUMENT","DEADLINE_EXCEEDED","NOT_FOUND","ALREADY_EXISTS","PERMISSION_DENIED","RESOURCE_EXHAUSTED","FAILED_PRECONDITION","ABORTED","OUT_OF_RANGE","UNIMPLEMENTED","INTERNAL","UNAVAILABLE","DATA_LOSS","UNAUTHENTICATED"];function hs(e,t){if(e<1e3)return`status ${e}`;let r=t===void 0?"":`: ${t}`;return e>=Q.exception?t??"exception":e>=Q.redis?`redis${r}`:e>=Q.socket?`WebSocket${r}`:e>=Q.grpc?`gRPC status ${xa[e-Q.grpc]??e-Q.grpc}${r}`:t??`error ${e} of k6`}var wt=No(Bo(),1);import{createReadStream as Ca,existsSync as bt,readFileSync as ws,writeFileSync as yt}from"node:fs";import{totalmem as _a}from"node:os";import{dirname as Pa,join as j}from"node:path";import{createInterface as Ia}from"node:readline";import{setTimeout as La}from"node:timers/promises";import{rootCertificates as Na}from"node:tls";var Le=N({count:R(),avg:R(),values:L(R())}).nullable(),Ta=Gt("type",[N({type:ne("trend"),count:R(),avg:R(),values:L(R())}),N({type:ne("rate"),hits:R(),count:R()}),N({type:ne("counter"),sum:R()})]),Ea=N({schemaVersion:ne(1),percents:L(R()),slots:Ge(q(),N({startedAt:R(),endedAt:R(),dropped:R(),answers:L(N({sizes:Le,statuses:Le})),slices:L(N({started:R(),finished:R(),exceptions:R(),barren:R(),untagged:R(),begun:R(),voided:R(),resent:R(),connects:R(),received:R(),failed:Le,latency:Le,lag:N({p50:R(),p99:R(),max:R()}).nullable(),custom:Ge(q(),Ta).optional()}))})),thresholds:L(q()),fed:L(q()),unfed:L(q()),lost:R(),seen:L(qt).optional()});function gs(e){return Ea.parse(JSON.parse(e))}function Ss(e,t){return t.filter(r=>ht(r)&&(e.slots[r.key]?.startedAt??0)>0).map(r=>({...Aa(r,e.slots[r.key],e.percents),seen:e.seen}))}function Aa(e,t,r){let n=r.map(f=>f/100),{load:s,work:o}=e.step,a=s.kind==="fixed-work"&&t.endedAt>=t.startedAt?Math.max(1,t.endedAt-t.startedAt)/1e3:e.seconds-e.settleSeconds,i=s.kind==="arrival-rate"?s.rate:null,u=J(e),c=u===null?a/e.slices:u.planned/i/e.slices,l=i===null?null:i*c,d=o.kind==="script",m=t.slices.map((f,y)=>{let{latency:k,failed:x,exceptions:$}=f;return{startedAt:t.startedAt+(e.settleSeconds+y*a/e.slices)*1e3,seconds:c,...e.turns!==null&&{alternating:!0},planned:l,ok:k?.count??0,failed:Math.max(x?.count??0,$)+St(f,d),dropped:$a(t,s.kind==="fixed-work"?e:null,l),...f.resent>0&&{resent:f.resent},latency:k&&{levels:n,values:k.values},avg:k?.avg??null,lag:f.lag,...Object.keys(f.custom??{}).length>0&&{custom:Oa(f.custom,n)}}}),p=f=>t.slices.reduce((y,k)=>y+f(k),0),h=p(f=>St(f,d)),w=p(f=>f.started>f.finished?0:St(f,!0));return{slot:e,slices:m,sent:p(({started:f})=>f),intended:l===null?null:l*e.slices,barren:p(({barren:f})=>f),lost:d?w+(we(e.step.slos).length>0?p(({untagged:f})=>f):0):0,cut:h,received:p(({received:f})=>f),failures:fs(t.slices.flatMap(({failed:f})=>f===null?[]:gt(f,n))),answers:t.answers.map(({sizes:f,statuses:y})=>({sizes:f&&{...f,levels:n},statuses:new Map(y?gt(y,n).map(({code:k,count:x})=>[k,x]):[])})),connects:p(({connects:f})=>f)}}function St({started:e,begun:t,voided:r,latency:n,failed:s},o){let a=r+(n?.count??0)+(s?.count??0);return Math.max(0,(o?t:e)-a)}function Oa(e,t){return Object.fromEntries(Object.entries(e).map(([r,n])=>[r,n.type==="trend"?{...n,levels:t}:n]))}function $a(e,t,r){if(e.dropped===0)return 0;if(t)return Math.round(e.dropped/t.slices);let n=(r??0)*e.slices.length-e.slices.reduce((s,{started:o})=>s+o,0);return Math.round(Math.min(e.dropped,Math.max(0,n))/e.slices.length)}var bs={100:"its `setup` did not finish in time",101:"its `teardown` did not finish in time",104:"k6 does not accept its options",107:"it threw an exception outside an iteration",108:"it aborted the test",110:"it marked the test as failed"},Ba=99,ys=105;async function ks(e){let{folder:t,name:r}=e,n=j(t,`${r}.js`),s=j(t,`${r}.summary.json`),o=j(t,`${r}.log`),a=j(t,"k6-config.json");if(yt(n,e.script),e.arrivals?.size){let c=[...e.arrivals].map(([l,d])=>[l,d.dueMs]);yt(j(t,ft(r)),JSON.stringify(Object.fromEntries(c)))}bt(j(t,Ie))||wt.default.sync(j(t,Ie),us),bt(a)||wt.default.sync(a,"{}");let i=await nr({command:[e.binary,"run","--quiet","--no-color","--no-usage-report","--config",a,"--address","","--env",`TARGET_URL=${e.targetUrl}`,"--env",`BASE_URL=${e.targetUrl}`,"--env",`TAILGATE_SUMMARY=${s}`,...e.userScript?["--env",`TAILGATE_SCRIPT_FOLDER=${Pa(e.userScript)}`]:[],n],cwd:e.cwd,env:{...qa(),...ge(e.environment,za(e)),...!e.mayFetch&&{K6_AUTO_EXTENSION_RESOLUTION:"false"}},logPath:o,keeper:e.keeper}),u=i.exited.then(async c=>{let l=ir(Ua(o),t),d=c.code??-1,m=(p,h)=>({kind:"failed",fault:p,message:h,log:l});if(c.signal!==null)return m("harness",`k6 was ended by ${c.signal}`);if(d in bs){let p=l.replaceAll('\\"','"'),h=/TAILGATE_EXPORTS (\S+): (.*?) TAILGATE_END/.exec(p),w=/TAILGATE_REFUSED (.*?) TAILGATE_END/.exec(p)?.[1];return{...m("script",w??`${bs[d]}${ja(p)}`),...h!==null&&{missing:{exec:h[1],there:h[2]}}}}if(d!==0&&d!==Ba&&d!==ys)return m("harness",`k6 ended with exit code ${d}`);try{let p=gs(ws(s,"utf8"));return{kind:"measured",complete:d!==ys,summary:p,...await Ha(o)}}catch(p){return m("harness",`k6 left no readable summary: ${p.message}`)}});return{group:i,began:Fa(o,i),finished:u}}var Da=20;async function Fa(e,{exit:t}){for(;t()===null;){let r=/TAILGATE_BEGAN (\d+)/.exec(tt(e))?.[1];if(r!==void 0)return Number(r);await La(Da)}return null}function ja(e){let t=/"(k6\/x\/[^"\s]+)"/.exec(e)?.[1];return t!==void 0?`: it imports \`${t}\`, an extension that this k6 lacks. None is fetched from elsewhere unless \`allow\` names hosts; give \`k6.path\` a k6 that has it`:/ of undefined/.test(e)?"; Tailgate replaces its scenarios and its load, so `exec.test.options.scenarios` has not those of the script":""}var Ga=20;function Ua(e){let t=tt(e,2e3).split(`
`),r=t.slice(-Ga),n=t.find(s=>/^time="[^"]*" level=error (?!.* source=console)/.test(s));return(n===void 0||r.includes(n)?r:[n,...r.slice(1)]).join(`
`)}var Wa=4;function qa(){let e=Math.min(_a(),process.constrainedMemory?.()||Number.POSITIVE_INFINITY);return{GOGC:"800",GOMEMLIMIT:`${Math.floor(e/Wa/2**20)}MiB`}}function za({certificates:e=[],environment:t,folder:r}){if(e.length===0)return{};let n=t.SSL_CERT_FILE,s=n&&bt(n)?[ws(n,"utf8")]:Na,o=j(r,"certificates.pem");return yt(o,[...e,...s].join(`
`)),{SSL_CERT_FILE:o}}async function Ha(e){let t=new Map,r=new Map;for await(let n of Ia({input:Ca(e)})){let s=/TAILGATE_(FAILURE|REDIRECT) ((?:[^"\\]|\\.)*)"/.exec(n);if(s===null)continue;let o=s[2].replaceAll('\\"','"');if(s[1]==="FAILURE"){let[,a,i,u]=/^(\d+) (.*?): (.*)$/s.exec(o)??[],c=`${a} ${i}`;u!==void 0&&!t.has(c)&&t.set(c,{label:i,code:Number(a),text:u})}else{let[,a,i,u,c]=/^(\d+) (\d+) (\S+) (.*)$/s.exec(o)??[],l=`${a} ${c}`;if(c===void 0||r.has(l))continue;r.set(l,{label:c,which:Number(a),status:Number(i),location:u==="-"?null:u})}}return{told:[...t.values()],redirects:[...r.values()]}}import{existsSync as Ka,writeFileSync as Ya}from"node:fs";import{join as Qa}from"node:path";var Ja=1;function vs(e){let t=e.map(({weight:u})=>u),r=t.reduce(Ms),n=t.map(u=>u/r),s=n.flatMap((u,c)=>Array.from({length:u},()=>c)),o=$e(Ja);for(let u=s.length-1;u>0;u--){let c=o.index(u+1);[s[u],s[c]]=[s[c],s[u]]}let a=n.map(()=>0),i=s.map(u=>a[u]++);return{order:s,ranks:i,counts:n}}function Ms(e,t){return t===0?e:Ms(t,e%t)}function Rs(e,t,r,n){let s=[],o=0;for(let{name:a,offset:i,length:u}of Nt(e)){let c=a.startsWith("data.")?t.indexOf(a.slice(5)):-1;if(c<0)continue;let l=i+u,d=r==="json"&&Va(e,i,l);s.push(n(e.slice(o,d?i-1:i)),{column:c,as:d?"value":r}),o=d?l+1:l}return s.length===0?n(e):[...s,n(e.slice(o))]}function Va(e,t,r){return e[t-1]==='"'&&e[t-2]!=="\\"&&e[r]==='"'&&e[r+1]!==":"}function xs(e,t,r){if(e.step.work.kind==="script")return null;let{request:n}=e.step.work;return{...n,url:Es(t.fill(n.url),t,r,e),headers:Object.fromEntries(Object.entries(n.headers).map(([s,o])=>[s,t.fill(o)])),body:n.body===void 0?void 0:t.fill(n.body)}}function Ts(e,t,r,{config:n,folder:s}){let{work:o,scenario:a}=e.step;if(o.kind==="script"||o.mix===void 0&&o.data===void 0)return null;let i=o.data?`data-${a}.json`:null;i!==null&&Xa(o.data.path,Qa(s,i));let u=(l,d)=>Rs(l,o.data?.columns??[],d,r.fill),c=se(o);return{name:a,dataFile:i,first:ei(e,t),sequence:vs(c),requests:c.map(({request:l})=>({name:`${l.method} ${l.url}`,method:l.method,url:Es(u(l.url,"path"),r,n,e),headers:Object.fromEntries(Object.entries(l.headers).map(([d,m])=>[d,u(m,"raw")])),body:l.body===void 0?null:u(l.body,l.quotesData?"json":"raw"),expectStatus:l.expectStatus,timeoutMs:l.timeoutSeconds*1e3}))}}function Xa(e,t){Ka(t)||Ya(t,JSON.stringify(Zt(an(e),e).rows))}function Es(e,{targetUrl:t},r,{step:n}){let[s,...o]=typeof e=="string"?[e]:e,a=String(s),i=a.startsWith("/")?t+a:a;return nn(i,r,`request of ${n.label}`),typeof e=="string"?i:[i,...o]}var Za=16;function ei({step:{load:e},round:t,seconds:r,turns:n,requests:s},o){let a=e.kind==="arrival-rate"?e.rate*r/(n?.of??1):s??0;return(o*Za+(t===null?0:t+1))*Math.ceil(a)}function As(e,{instances:t,began:r,sample:n}){let s=[],o=new Set,a=!1,i=()=>{for(let l of o)t.get(l)?.resume();o.clear()},u=l=>{for(let[d,m]of t)d!==l&&(m.halt(),o.add(d))},c=e.slots.flatMap(l=>[...t.size>1&&l.round!==null&&P(l)?[{at:l.startSeconds,act:()=>u(l.arm)},{at:ti(l),act:i}]:[],...ni(l).map(d=>({at:d,act:n}))]);return r.then(l=>{if(!(l===null||a))for(let{at:d,act:m}of c)s.push(setTimeout(m,l+d*1e3-Date.now()))}),{end(){a=!0;for(let l of s)clearTimeout(l);i()}}}function ti({step:e,startSeconds:t,seconds:r}){return t+(e.load.kind==="fixed-work"?H:r)}function ni({round:e,step:t,startSeconds:r,seconds:n,settleSeconds:s,slices:o}){if(e===null&&o===1)return[];if(t.load.kind==="fixed-work")return[r];let a=(n-s)/o;return Array.from({length:o+1},(i,u)=>r+s+u*a)}var oi=150+H;async function me(e,t,{around:r,k6:n,folder:s,instances:o,shared:a,seed:i,block:u=0}){let c=[...new Set(e.slots.map(b=>b.step.label))].join(", "),d=[...new Set(e.slots.map(({arm:b})=>b))].includes("head")?"head":"base",{targetUrl:m}=o.get(d),{work:p}=e.slots[0].step,h=new Map(e.slots.map(b=>[b,Ts(b,u,o.get(b.arm),{config:r.config,folder:s})])),w=r.config.allow.length===0,f=[...o.values()].flatMap(({trust:b})=>b??[]),y=ms(e,i,u),k=await ks({binary:n,folder:s,name:t,arrivals:y,script:ds({program:e,arrivals:y,name:t,targetUrl:m,confined:w,insecure:w&&f.some(b=>"insecure"in b),requestOf:b=>xs(b,o.get(b.arm),r.config),dealOf:b=>h.get(b)??null,...p.kind==="script"&&{scriptPath:ar(p.path,s,r.config.directory)}}),...p.kind==="script"&&{userScript:p.path},cwd:r.config.directory,targetUrl:m,environment:{...r.environment,...fi(e,o.get(d))},mayFetch:!w,certificates:f.flatMap(b=>"ca"in b?b.ca:[]),keeper:r.keeper}),x=Date.now(),$=[...o.values(),a],E=qr(k.group.pid,$.flatMap(({sessions:b})=>b),new Map([...o].map(([b,{sessions:ee}])=>[b,ee]))),g=As(e,{instances:o,began:k.began,sample:E.take}),S=()=>k.group.signal("SIGKILL");r.signal.addEventListener("abort",S,{once:!0}),r.signal.aborted&&S();for(let b of $)b.crashed.then(()=>b.crash()!==null&&k.group.signal("SIGINT"));let M=!1,A=e.seconds+oi,T=setTimeout(()=>{M=!0,S()},A*1e3),v=await k.finished;clearTimeout(T),v.kind==="measured"&&v.complete&&await ii(ai(e,await k.began)),g.end(),E.stop(),r.signal.removeEventListener("abort",S),await k.group.stop("SIGTERM",1e3);let _=(Date.now()-x)/1e3,O=e.slots.findLast(b=>b.startSeconds<=_)??e.slots[0],F={slots:[],crash:pe(o,a,O.step.label),failure:null,failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],loadSeconds:_};if(r.signal.aborted)return F;let Ct=b=>F.crash===null?{...F,failure:{...b,label:c,arm:d}}:F;if(v.kind==="failed"&&v.missing){let{exec:b,there:ee}=v.missing;throw new I({what:`The k6 script of ${c} has no function \`${b}\`: ${ee}.`,where:p.kind==="script"?p.path:c,hint:"Name the function to measure with `exec` in tailgate.yml, or export it as `default`."})}if(v.kind==="failed"){let b=`k6 had not ended after ${Math.round(A)} s, and was killed`;return Ct(M?{...v,message:b}:v)}if(!v.complete&&F.crash===null)return Ct({kind:"failed",fault:"harness",message:"k6 was interrupted from outside",log:""});let Po={cores:ri(),generatorLimit:E.generatorLimit(),outsiders:ui(r)},_t=Ss(v.summary,e.slots).map(b=>mi(b,E.samples)).map(b=>pi(b,E.samples,Po)).map(b=>$s(r)?b:di(b,E.samples,o)),Fe=b=>d==="head"?b.map(ee=>({label:c,threshold:ee})):[],{summary:Z,redirects:Io}=v,Lo=e.slots.every(({round:b})=>b===null);return{...F,failures:_t.filter(({slot:b})=>b.arm==="head"&&(b.round!==null||Lo)).flatMap(b=>li(b,v.told,h.get(b.slot)?.requests??[])),redirects:Io,thresholds:Fe(Z.thresholds),fed:Fe(Z.fed),unfed:Fe(Z.unfed),lost:Z.lost>0?[{label:c,requests:Z.lost}]:[],slots:_t}}function ai({slots:e},t){let r=e.map(({step:n,startSeconds:s,seconds:o})=>n.load.kind==="arrival-rate"?s+o:0);return t===null?0:t+1e3*Math.max(...r)+20}async function ii(e){await si(Math.min(5e3,Math.max(0,e-Date.now())))}function li({slot:e,failures:t,cut:r,received:n,sent:s,slices:o,barren:a},i,u){let{label:c,graceSeconds:l}=e.step,d=t.map(({code:f,which:y,count:k})=>{let x=i.find(E=>E.label===c&&E.code===f)?.text,$=u.length>1?` of ${u[y]?.name}`:"";return{label:c,text:`${hs(f,x)}${$}`,count:k}}),m=i.find(f=>f.label===c&&f.text.startsWith("exception")),p=a+o.reduce((f,y)=>f+y.failed,0)-r;if(m!==void 0&&p>d.reduce((f,{count:y})=>f+y,0)&&d.push({label:c,text:m.text,count:a||1}),r===0)return d;let w=r===s&&n>0?`the answer began, and did not end within ${l} s`:`no complete answer within ${l} s`;return[...d,{label:c,text:w,count:r}].sort((f,y)=>y.count-f.count)}function pe(e,t,r){for(let[n,s]of[["shared",t],...e]){let o=s.crash();if(o!==null)return{...o,arm:n,label:r}}return null}var ci=/\b(docker|podman|nerdctl)\b/;function ui(e){let{external:t,services:r}=e.config;return t.length>0||r.some(({start:n})=>n===void 0)||$s(e)}function $s({config:e}){return e.services.some(({start:t})=>t!==void 0&&ci.test(t))}function di(e,t,r){let{arm:n}=e.slot,s=r.get(n);if(s?.sessions.length===0)return e;let o=s?.startupMs,a=e.slices.map((i,u)=>{let{startedAt:c,seconds:l}=i,d=c+U(e.slot,l)*1e3,p=e.slot.step.load.kind==="fixed-work"&&u===e.slices.length-1?t.find(({wall:w})=>w>=d):void 0,h=Hr(t,n,c,p?.wall??d);return{...i,...h,...o!==void 0&&{startup:o}}});return{...e,slices:a}}var Os=250;function mi(e,t){let{slices:r,slot:n,connects:s}=e,o=r[0].startedAt,a=U(n,r.reduce((l,d)=>l+d.seconds,0)),i=zr(t,o-Os,o+a*1e3+Os),u=i===null?0:Math.max(0,i-s),c=r.map(({resent:l=0,...d})=>{let m=Math.min(l,u);return u-=m,{...d,...m>0&&{resent:m}}});return{...e,slices:c}}function pi(e,t,r){let{slices:n}=e,s=n.reduce((m,p)=>m+p.seconds,0),o=n[0].startedAt,a=U(e.slot,s),{clockJumpMs:i,...u}=dt(t,o,o+a*1e3,r),c=n.map(({startedAt:m,seconds:p})=>{let h=m+U(e.slot,p)*1e3,{clockJumpMs:w,...f}=dt(t,m,h,r);return mt({cpu:f,clockJumpMs:w})}),l=n.flatMap(m=>m.lag===null?[]:[m.lag.p99]),d={sent:e.sent,intended:e.intended,seconds:s,dropped:n.reduce((m,p)=>m+p.dropped,0),lagMs:l.length>0?Math.max(...l):null,cpu:u,clockJumpMs:i};return{...e,evidence:d,diagnosis:Jr(d),disturbed:c}}function fi({slots:e},{fill:t}){return Object.fromEntries(Object.entries(e[0].step.parameters??{}).map(([r,n])=>[`VARIANT_${r.toUpperCase()}`,t(n)]))}var hi=1.15,gi=1;function Cs(e,t){let r=B(t,.5),n=a=>!(B(a,.5)>hi*r),s=e.findIndex((a,i)=>n([a])&&n(e.slice(i)));if(s===-1)return null;let o=e.slice(0,s===0?0:s+1).reduce((a,i)=>a+i.seconds,0);return Math.max(gi,o)}function _s(e,t,r){let n=e.filter(({slot:s})=>s.round===null&&!t.some(o=>o.slot.step===s.step));for(let{slot:s,slices:o}of n){let a=e.filter(l=>l.slot.round!==null&&l.slot.step===s.step&&l.slot.arm===s.arm&&P(l.slot)===P(s)),i=Cs(o.map(l=>({...l,seconds:U(s,l.seconds)})),a.flatMap(({slices:l})=>l)),{label:u}=s.step,c=r.get(u);r.set(u,c===null||i===null?null:Math.max(c??0,i))}}var Si=3;function Ps({steps:e},t){let r=e.flatMap(({label:n})=>{let s=t.flatMap(({warmUps:o})=>o.get(n)??[]);return s.length>0?[[n,Math.max(...s)]]:t.length>=Si?[[n,Me.seconds]]:[]});return new Map(r)}var Ne=2e4,bi=2;async function Is(e,t,r){let n=performance.now(),s={index:t,kept:[],discarded:[],crash:null,failure:null,failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],soakFailures:[],warmUps:new Map,soak:[],wallSeconds:0};for(let[o,a]of e.entries())fe(s,r)&&await yi(a,o,s,r);return s.wallSeconds=(performance.now()-n)/1e3,s}async function yi(e,t,r,n){let s={running:new Map,starts:0};try{ki(r.index,e.arms,n),await ce(s,{...n,together:e.arms,block:kt(r,n)});for(let[o,a]of e.programs.entries()){let i=`${Ns(r,n)}-${t+1}-${o+1}`;await Mi(a,i,s,r,n)}e.arms.length>1&&fe(r,n)&&await wi(s,r,n)}finally{await ue(s)}}async function wi(e,t,r){let{progress:n}=r,s=Ls(e,t,r),o=r.soak?.(t)??[];for(let a=1;o.length>0&&fe(t,r);a++){let{arm:i}=o[0].slots[0],u=o.reduce((l,d)=>l+d.seconds,0);n.phase(`keeping the ${i} under load, for stalls, growth and memory`,u);let c=[...e.running].filter(([l])=>l!==i).map(([,l])=>l);for(let l of c)l.halt();try{for(let[l,d]of o.entries()){let m=`${Ns(t,r)}-soak-${a}-${l+1}`,p=await me(d,m,s);t.crash??=p.crash,t.failure??=p.failure,t.soak.push(...p.slots),t.soakFailures.push(...p.failures)}}finally{for(let l of c)l.resume()}o=r.soak?.(t)??[]}}function Ls(e,t,r){let{arms:n,shared:s,k6:o,seed:a,folder:i}=r;return{around:n.head,k6:o,seed:a,folder:i,instances:e.running,shared:s,block:t.index}}function Ns(e,t){let{variant:r}=t;return`${r===void 0?"":`variant-${r}-`}block-${kt(e,t)+1}`}function kt({index:e},{sizings:t=0}){return e+t}function ki(e,t,r){let{arms:n,progress:s}=r,{services:o}=n.head.config,a=o.filter(({start:i,scope:u})=>i&&u==="instance").map(({name:i})=>i);a.length===0||e>0||s.phase(`starting ${a.join(", ")}${n.base?` of ${t.join(" and ")}`:""}`)}function vi({index:e},{planned:t}){return t>1?`block ${e+1} of ${t}: `:""}async function Mi(e,t,r,n,s){let{arms:o,shared:a,progress:i,repeatDisturbed:u=!0}=s,c=e,l=!0;for(let d=0;c!==null&&fe(n,s);d++){let m=[...new Set(c.slots.map(O=>O.step.label))].join(", "),p=c.slots.every(({requests:O})=>O===null)?c.seconds:void 0;i.phase(`${vi(n,s)}measuring ${m}`,p);let h=d===0?t:`${t}-again${d}`,w=await me(c,h,Ls(r,n,s)),{crash:f,failure:y,failures:k,redirects:x,thresholds:$,fed:E,unfed:g,lost:S,slots:M}=w;n.crash=f,n.failure=y??n.failure,n.failures.push(...k),n.redirects.push(...x),n.fed.push(...E),n.unfed.push(...g),n.lost.push(...S);let A=M.filter(({slot:O})=>O.round!==null),T=f===null&&u?Xr(A):[],v=A.filter(O=>!T.includes(O));n.kept.push(...v),n.discarded.push(...T),T.length===0&&n.thresholds.push(...$);for(let O of T)ve(()=>ts(O,n.index));_s(M,T,n.warmUps);let _=T.filter(O=>!Ti(O,s)).map(({slot:O})=>O);c=_.length>0&&d<bi&&l?wn(e,_):null,T.length>0&&i.note(Zr(T,c!==null)),c!==null&&(l=await xi(s),n.crash=pe(r.running,a,_[0].step.label),o.base&&fe(n,s)&&await Ri(r,n,s))}}async function Ri(e,t,r){let n=[...e.running.keys()];await ue(e),await ce(e,{...r,together:n,block:kt(t,r)})}async function xi({arms:e,progress:t}){return t.phase(`waiting for the machine to calm down (${Ne/1e3} s at most)`),Pe(Ne,e.head.signal)}function Ti({slot:e,evidence:t},{isEnough:r}){return r!==void 0&&e.requests!==null&&t.seconds<z}function fe(e,{arms:t,isEnough:r}){let{crash:n,failure:s}=e;return n!==null||s!==null&&!vt(s)||t.head.signal.aborted?!1:!r?.(e)}function vt({arm:e,fault:t}){return e==="base"&&t==="script"}var Ei=8,Ai=2;async function Bs(e,t){let{instances:r,around:n,shared:s,start:o,progress:a,block:i,repeatDisturbed:u=!0}=t,c=[...r.keys()],l={block:i,arms:new Map(c.map(h=>[h,{trials:[],estimate:null}])),discarded:[],crash:null,failure:null,loadSeconds:0},d=0,m=h=>l.arms.get(h).trials,p=()=>l.crash===null&&l.failure===null&&!n.signal.aborted;for(let h=1;p()&&l.loadSeconds<t.secondsLeft;h++){let w=c.flatMap(k=>{let x=On({...e.goal,outcomes:m(k),start:o});return x===null?[]:[{arm:k,...x}]});if(w.length===0)break;t.drawFirst()!==w[0].arm&&w.reverse(),a.phase($i(e,w,l));let f=[];for(let[k,x]of Oi(e,w,h===1).entries()){if(!p())break;let $=`search-${e.scenario}-${i+1}-${h}-${k+1}`,E=await me(x,$,{...t,around:n,instances:r,shared:s});l.crash=E.crash,l.failure=E.failure,l.loadSeconds+=E.loadSeconds;let g=E.slots.filter(({slot:M})=>M.round!==null),S=u?g.filter(({diagnosis:M})=>M==="disturbed"):[];if(f.push(...S),!(S.length>0))for(let M of g){let{rate:A}=w.find(({arm:v})=>v===M.slot.arm),T=Qr(e.goal.slo,A,M);m(M.slot.arm).push(T)}}if(f.length===0)continue;l.discarded.push(...f);let y=f.map(({diagnosis:k,evidence:x})=>de(k,x));if(a.note(`a trial of ${e.label} is discarded: ${[...new Set(y)].join("; ")}`),l.discarded.length>Ei||d===Ai)break;await Pe(Ne,n.signal)||d++,l.crash??=pe(r,s,e.label)}for(let h of l.arms.values())h.estimate=$n(h.trials,e.goal);return l}function Oi(e,t,r){return e.work.kind==="request"?[Je(e,t,r)]:t.map(n=>Je(e,[n],r))}function $i({label:e},t,{arms:r}){let n=t.map(({arm:s,rate:o})=>{let{trials:a}=r.get(s),i=Math.max(0,...a.filter(({met:d})=>d).map(d=>d.rate)),u=Math.min(...a.filter(({met:d})=>!d).map(d=>d.rate)),c=[...i>0?[`${G(i)} meets`]:[],...u<1/0?[`${G(u)} does not`]:[]],l=c.length>0?`${c.join(", ")}; `:"";return`${r.size>1?`${s}: `:""}${l}trying ${G(o)}`});return`capacity of ${e}: ${n.join(" \xB7 ")}`}function Ds({label:e},{arms:t}){let r=[...t].map(([n,{estimate:s,trials:o}])=>{let a=t.size>1?`${n} `:"",i=`${o.length} trials`;if(s===null)return`${a}not found (${i})`;let{kind:u,value:c,low:l,high:d}=s;return u==="found"?`${a}${G(c)} (${G(l)} \u2026 ${G(d)}, ${i})`:`${a}${u==="below"?`less than ${G(d)}`:`at least ${G(l)}`} (${i})`});return`capacity of ${e}: ${r.join("; ")}`}function G(e){return`${Number(e.toPrecision(4)).toLocaleString("en")} req/s`}var Fs={far:2,near:1.12},Ci=.7;async function js(e,t,r){for(let s of e)t.set(s,[]);let n=Math.max(0,...e.map(({blocks:s})=>s.most));for(let s=0;s<n;s++){let o=e.filter(d=>Ii(d,t.get(d),s));if(o.length===0||Gs(t,r))return;let i=r.drawFirst()==="head"?["head","base"]:["base","head"],u=r.arms.base?i:["head"],c=new Map(o.map(d=>[d,Li(d,t.get(d))])),l=r.swapped?u.map(d=>[d]):[u];for(let[d,m]of l.entries())await _i(o,{together:m,block:s,before:c,found:t,share:1/(l.length-d)},r)}}async function _i(e,{together:t,block:r,before:n,found:s,share:o},a){let{arms:i,progress:u}=a,c={running:new Map,starts:0};try{u.phase(`starting services for the search of a capacity, start ${r+1}`),await ce(c,{arms:i,together:t,block:Pi+r});for(let l of e){if(Gs(s,a))return;let d=s.get(l),m=await Bs(l,{...a,around:i.head,instances:c.running,block:r,start:n.get(l),secondsLeft:o*Us(l,d)});d.push(m),u.note(Ds(l,m))}}finally{await ue(c)}}var Pi=1e3;function Gs(e,{arms:t}){let r=[...e.values()].flat();return t.head.signal.aborted||r.some(({crash:n,failure:s})=>n!==null||s!==null)}function Us({budgetSeconds:e},t){return e-t.reduce((r,{loadSeconds:n})=>r+n,0)}function Ii(e,t,r){if(r===0)return!0;if(r>=e.blocks.most)return!1;let n=Array.from({length:r},(a,i)=>t.filter(u=>u.block===i).reduce((u,{loadSeconds:c})=>u+c,0)),[s,...o]=n;return Us(e,t)>=Ci*Math.min(He.later/He.first*s,...o)}function Li({goal:e},t){let r=t.flatMap(({arms:n})=>[...n.values()].flatMap(({estimate:s})=>s??[]));return r.length===0?{rate:e.from,factor:Fs.far}:{rate:Ht(r.map(({value:n})=>n)),factor:Fs.near}}function Ws(e,t){let[r,...n]=e;if(n.length===0)return r;let s=u=>e.flatMap(u),o={slos:s(({slos:u})=>u),changes:s(({changes:u})=>u),faults:s(({faults:u})=>u),invalid:s(({invalid:u})=>u)},a=u=>X(e.map(({effort:c})=>c[u])),i=s(u=>u.redirects??[]);return{...r,...Ce({...o,failOn:t}),...o,costs:s(({costs:u})=>u),suspects:s(({suspects:u})=>u),...i.length>0&&{redirects:i},pair:Ni(e.flatMap(({pair:u})=>u??[])),effort:{slices:a("slices"),discardedRounds:a("discardedRounds"),instances:a("instances"),loadSeconds:a("loadSeconds")}}}function Ni(e){let[t]=e;if(t===void 0)return null;let r=e.flatMap(n=>n.unread??[]);return{...t,...r.length>0&&{unread:r},variants:e.length,blocks:X(e.map(({blocks:n})=>n)),planned:X(e.map(({planned:n})=>n)),discarded:{base:X(e.map(({discarded:n})=>n.base)),head:X(e.map(({discarded:n})=>n.head))},error:Number(Math.min(1,X(e.map(({error:n})=>n))).toFixed(9))}}function X(e){return e.reduce((t,r)=>t+r,0)}async function Mt(e,{pair:t,guessMissing:r},n){let{kind:s,arm:o,service:a,log:i}=e,u=n?`${e.message} (variant ${n.name})`:e.message,c=o===null?null:await r(o,i);if(o!=="base"||t===void 0){let l=c===null?"":`; \`${c}\` is git-ignored, so a fresh tree has none: let \`build\` make it, or name it in \`reuse\``,d=e.isOnlyHere&&o==="head"&&{onlyHead:!0};return{kind:s,service:a,message:u+l,log:i,...d}}return{kind:"base-failed",fault:s,commit:t.baseCommit,service:a,message:u,log:i,missing:c}}function qs({draft:e},t){let r=e.pair?.baseCommit;if(t===void 0||r===void 0)return null;let{crash:n,failure:s}=t;if(n?.arm==="base"){let{service:u,exit:c,log:l}=n,d=`it ended with ${c} under load`;return{kind:"base-failed",fault:"crashed",commit:r,service:u,message:d,log:l,missing:null}}if(n!==null||s===null||!vt(s))return null;let{label:o,log:a}=s,i=`the script of ${o} fails on the base, though not on the head: ${s.message}`;return{kind:"base-failed",fault:"script-failed",commit:r,service:o,message:i,log:a,missing:null}}function zs({label:e,kept:t,failures:r}){let n=[],s=Ks(t.filter(({diagnosis:a})=>a==="service-slow"));s!==null&&n.push({kind:"cannot-keep-up",label:e,...Rt(s),cpu:s.cpu});let o=Js({label:e,slices:t.flatMap(a=>a.slices),failures:r});return o===null?n:[...n,o]}function Hs(e){let t=Js(e);return t&&{...t,soak:!0}}function Js({label:e,slices:t,failures:r}){let n=t.reduce((o,a)=>o+a.failed,0),s=t.reduce((o,a)=>o+a.failed+a.ok,0);return n<=.001*s?null:{kind:"failing",label:e,failed:n,requests:s,examples:r.slice(0,3)}}var Bi=.01;function Di({label:e,kept:t,failures:r,thresholds:n,lost:s}){let o=c=>({kind:"script-failed",label:e,message:c,log:""}),a=t.reduce((c,l)=>c+l.barren,0),i=t.reduce((c,l)=>c+l.evidence.sent,0);if(a>Bi*i){let c=r.find(l=>l.startsWith("exception"));return o(`it threw before it sent a request, in ${a} of ${i} iterations${c?`: ${c}`:""}`)}let u=s+t.reduce((c,l)=>c+l.lost,0);if(u>0)return o(`${u} of its requests are in no count: it sends them in a way that Tailgate does not see`);if(n.length>0){let c=n.slice(0,3).map(l=>`\`${l}\``);return o(`nothing was measured that its threshold ${c.join(", ")} could judge, so it would always hold: mend its name or tags, or take it out`)}return null}function Vs(e,t){let{label:r,kept:n,discarded:s}=e,o=Di(e);if(o!==null)return o;if(n.length>=t/2&&n.length>0){if(n.flatMap(m=>m.slices).reduce((m,p)=>m+p.ok+p.failed+p.dropped,0)>0)return null;let{seconds:d}=n[0].evidence;return n.every(({evidence:m})=>m.sent===0)?{kind:"none-begun",label:r,seconds:d}:{kind:"script-failed",label:r,message:"it sent no request while it was measured; Tailgate replaces its scenarios, so `exec.scenario.name` and `exec.test.options.scenarios` are not those of the script",log:""}}let a=Ks(s);if(a===null)return{kind:"harness",message:`${r} was not measured`,log:""};let i=l=>s.filter(({diagnosis:d})=>d===l).length,{cpu:u,lagMs:c}=a;return i("generator-starved")>=Math.max(i("disturbed"),i("unknown"))?{kind:"generator-starved",label:r,...Rt(a),lagMs:c,cpu:u}:i("disturbed")>=i("unknown")?{kind:"machine-disturbed",label:r,discarded:s.length,rounds:s.length+n.length,cpu:u}:{kind:"cause-unknown",label:r,...Rt(a),cpu:u}}function Ks(e){let t=({sent:r,intended:n})=>n===null?0:n-r;return e.map(({evidence:r})=>r).sort((r,n)=>t(n)-t(r))[0]??null}function Rt({sent:e,intended:t,seconds:r}){return{sent:e,intended:t??e,seconds:r}}function Ys({head:e,base:t,together:r}){let n=e+r;return n<2||n<=2*t?null:{kind:"crowded",head:e,base:t,together:r}}function Qs(e,t){let{head:r,base:n,together:s}=t;return r>0&&r+s>=7+3*n?{kind:"fills-machine",label:e,...t}:null}function C(e,t,r){return e.filter(({slot:n})=>n.step.label===t.label&&n.arm===r)}function he(e,{kept:t},r){let n=t.filter(({slot:i})=>r(i)),[s,o]=[C(n,e,"base"),C(n,e,"head")],a=(i,u)=>i.filter(({slot:c})=>u.some(l=>l.slot.round===c.round)).flatMap(({slices:c})=>c);return{base:a(s,o),head:a(o,s)}}function Xs(e,t){let r=t.flatMap(({discarded:s})=>s).filter(({slot:s,diagnosis:o,evidence:a})=>{let i=o==="generator-starved"||o==="unknown";return s.step.label===e.label&&i&&pt(a)}),n=r.filter(({slot:s})=>P(s));return{head:Be(n,"head"),base:Be(n,"base"),together:r.filter(({slot:s})=>s.turns?.position===0).length}}function De(e,t){let r=t.flatMap(s=>s.soak),n=s=>C(r,e,s).flatMap(({slices:o,disturbed:a})=>o.filter((i,u)=>!a[u]));return{base:n("base"),head:n("head")}}function xt(e,t,r){let n=s=>C(s,e,"head").filter(({slot:o})=>r(o));return{label:e.label,kept:t.flatMap(s=>n(s.kept)),discarded:t.flatMap(s=>n(s.discarded)),failures:Zs(e,t.flatMap(s=>s.failures)),thresholds:Fi(e,t),lost:t.flatMap(({lost:s})=>s).filter(({label:s})=>s===e.label).reduce((s,{requests:o})=>s+o,0)}}function Zs({label:e},t){let r=new Map;for(let{text:n,count:s}of t.filter(o=>o.label===e))r.set(n,(r.get(n)??0)+s);return[...r].sort((n,s)=>s[1]-n[1]).map(([n])=>n)}function Fi({label:e},t){let r=s=>t.flatMap(o=>o[s].filter(a=>a.label===e)).map(o=>o.threshold),n=new Set(r("fed"));return[...new Set(r("unfed"))].filter(s=>!n.has(s))}function eo(e,t){let{head:r}=De(e,t);if(r.length===0)return null;let n=t.flatMap(s=>s.soakFailures);return{label:e.label,slices:r,failures:Zs(e,n)}}function to(e,t,r){let n=r.flatMap(({index:s,kept:o})=>{let a=C(o,e,t);return a.length>0?[{block:s,slots:a}]:[]});return{scenario:e.scenario,label:e.label,...e.variant&&{variant:e.variant},load:e.load,instances:n.map(({block:s,slots:o})=>({block:s,slices:o.flatMap(({slices:a})=>a)}))}}function no(e,t,r,n){let s=t.flatMap(({crash:d})=>{if(d?.arm!=="head")return[];let{arm:m,...p}=d;return[{kind:"crashed",...p}]}),a=[...new Set(t.flatMap(({thresholds:d})=>d.map(({label:m})=>m)))].map(d=>{let m=t.flatMap(p=>p.thresholds.filter(h=>h.label===d));return{kind:"threshold",label:d,thresholds:[...new Set(m.map(({threshold:p})=>p))]}}),i=[...r].flatMap(([d,m])=>Qs(d,m)??[]),u=e.flatMap(zs),c=d=>u.some(m=>m.kind==="failing"&&m.label===d),l=n.filter(({label:d})=>!c(d)).flatMap(d=>Hs(d)??[]);return[...s,...i,...u,...l,...a]}function ro(e,t,r,n){if(t.length===0)return[];let s=t.flatMap(({failure:a,crash:i})=>{if(i?.arm==="shared")return[{kind:"harness",message:`\`${i.service}\`, which serves the whole run, ended with ${i.exit}`,log:i.log}];if(a===null)return[];let{fault:u,label:c,message:l,log:d}=a;return[u==="script"?{kind:"script-failed",label:c,message:l,log:d}:{kind:"harness",message:l,log:d}]});if(s.length>0||t.some(({crash:a})=>a!==null))return s;let o=yn(e,t.length).filter(({arm:a})=>a==="head");return e.steps.flatMap(a=>n.some(c=>c.kind==="fills-machine"&&c.label===a.label)?[]:(r.has(a.label)?[P]:[P,Re]).map(c=>{let l=o.filter(d=>d.step===a&&c(d)).length;return l===0?null:Vs(xt(a,t,c),l)}).find(c=>c!==null)??[])}function Be(e,t){return e.filter(({slot:r})=>r.arm===t).length}var ji=.5;function oo(e,t){let{work:r,label:n}=e;if(r.kind==="script")return[];let s=t.flatMap(({kept:a})=>C(a,e,"head")),o=t.flatMap(({redirects:a})=>a);return se(r).flatMap(({request:a},i)=>{let u=o.find(m=>m.label===n&&m.which===i);if(u===void 0)return[];let{status:c,location:l}=u,d=Vt(s.flatMap(({answers:m})=>m[i]??[])).get(c)??0;return d<=ji?[]:[{label:n,request:io(a),status:c,location:l,share:d}]})}function ao(e,{paired:t},r){let{work:n,label:s}=e,o=r.map(({kept:i})=>({base:so(C(i,e,"base")),head:so(C(i,e,"head"))}));if(!t)return Yt(s,o.flatMap(({head:i})=>i.slices));let a=n.kind==="script"?null:se(n).map(({request:i})=>({text:io(i),keepsSize:i.expectSize==="same"}));return Kt(s,a,o)}function so(e){return{answers:e.map(({answers:t})=>t),slices:e.flatMap(({slices:t})=>t),iterations:e.reduce((t,{sent:r})=>t+r,0),connects:e.reduce((t,{connects:r})=>t+r,0)}}function io({method:e,url:t}){let r=t.replace(/[?#].*/s,"");return e==="GET"?r:`${e} ${r}`}function lo(e,t){return[...e].flatMap(([{scenario:r,label:n,goal:s},o])=>["head","base"].flatMap(a=>{let i=o.flatMap(({block:u,arms:c})=>{let l=c.get(a);return l&&l.trials.length>0?[{block:u,...l}]:[]});return i.length>0?[{scenario:r,label:n,digest:t.get(n),goal:s,arm:a,blocks:i}]:[]}))}function co(e){return Math.max(0,...[...e.values()].flatMap(t=>t.map(({block:r})=>r+1)))}function uo(e){let t=[...e.values()].flat(),r=t.flatMap(({failure:n,crash:s})=>{if(s?.arm==="shared")return[{kind:"harness",message:`\`${s.service}\`, which serves the whole run, ended with ${s.exit}`,log:s.log}];if(s?.arm==="base")return[{kind:"harness",message:`\`${s.service}\` of the base ended with ${s.exit} in the search of ${s.label}`,log:s.log}];if(n===null)return[];let{fault:o,label:a,message:i,log:u}=n;return[o==="script"?{kind:"script-failed",label:a,message:i,log:u}:{kind:"harness",message:i,log:u}]});return r.length>0||t.some(({crash:n})=>n!==null)?r:[...e].flatMap(([{label:n},s])=>s.some(({arms:a})=>a.get("head")?.estimate!=null)?[]:[Gi(n,s)])}function Gi(e,t){let r=t.flatMap(o=>o.discarded),n=t.flatMap(({arms:o})=>o.get("head")?.trials??[]),s=r.at(-1);return s===void 0||n.length>r.length?{kind:"search-too-short",label:e,trials:n.length}:{kind:"machine-disturbed",label:e,discarded:r.length,rounds:r.length+n.length,cpu:s.evidence.cpu}}function mo(e){return[...e.values()].flat().flatMap(({crash:t})=>{if(t?.arm!=="head")return[];let{arm:r,...n}=t;return[{kind:"crashed",...n}]})}function po({label:e,slos:t,slices:r,seen:n=[]}){return t.flatMap(({metric:s})=>{if(s.kind!=="custom")return[];let o=n.find(({name:i})=>i===s.name)?.type??null,a=o===null||zt(s).some(i=>i===o);return a&&!Number.isNaN(D(r,s))?[]:[{kind:"metric-unknown",label:e,metric:re(s),is:a?null:o,seen:[...n]}]})}var Ui=[50,90],fo=.2,Wi=5;function ho(e){let t=e.filter(n=>n.length>1).map(n=>({first:n.slice(0,n.length>>1),second:n.slice(n.length+1>>1)}));return t.length<Wi?null:Ui.flatMap(n=>{let s=c=>B(c,n/100),o=t.map(({first:c,second:l})=>Math.log(s(l))-Math.log(s(c))),[a,i]=[s(t.flatMap(c=>c.first)),s(t.flatMap(c=>c.second))];return pr(o)>Math.log1p(fo)&&i>(1+fo)*a?[{percent:n,first:a,second:i}]:[]}).sort((n,s)=>s.second/s.first-n.second/n.first)[0]??null}var qi=.01,go={latency:.2,memory:.1},zi=[50,90],Hi=20,So=.5,Tt=8;function Et({base:e,head:t},r=[]){if(t.length<Tt)return null;let n=wr(e,t);if(n.stretches>0){if(e.length===0)return{kind:"stalls",...n};let s=yr(r),o=br({stretches:n.stretches+s.stretches,of:n.of+s.of,base:n.base+s.base});if(o!==null)return{kind:"stalls",...o}}return Ji(e,t)??Vi(e,t)}function Ji(e,t){let r=At(t);if(r===null)return null;let{percent:n,first:s,second:o}=r;if(e.length>=Tt){let{first:a,second:i}=bo(e,n);if(Math.log(i/a)>=So*Math.log(o/s))return null}return{kind:"ageing",of:"latency",percent:n,from:s,to:o}}function At(e){if(e.length<Tt)return null;let t=e.length>>1;for(let r of zi){let n=e.map(o=>Math.log(B([o],r/100))),{low:s}=Rr(n.slice(0,t),n.slice(-t),qi);if(s>Math.log1p(go.latency))return{percent:r,...bo(e,r)}}return null}function bo(e,t){let r=e.length>>1,n=s=>B(s,t/100);return{first:n(e.slice(0,r)),second:n(e.slice(-r))}}function Vi(e,t){let r=(i,u)=>(i.at(-1)?.memory??Number.NaN)-(i[u]?.memory??Number.NaN),[n,s]=[t[0].memory??Number.NaN,t.at(-1).memory??Number.NaN],o=r(t,0),a=r(t,2*t.length/3|0);return o>Math.max(Hi,go.memory*n)&&a>o/6?r(e,0)>=So*o?null:{kind:"ageing",of:"memory",percent:null,from:n,to:s}:null}var Ki=.01,Yi=20;function yo(e,t,{runs:r},n){let s=Ki/t.length;return t.flatMap(o=>{let a=fr(r.map(({slices:u})=>Math.log(D(u,o))),s);if(a===null||r.length-a.index>Yi)return[];let i=Math.expm1(a.after-a.before);return i>n(o)?[{label:e,metric:o,commit:r[a.index].commit,change:i}]:[]})}function wo(e){let t=e.steps.filter(S=>S.slices.some(M=>M.ok+M.failed+M.dropped>0)),r=Math.max(0,...e.steps.map(({alone:S,instances:M=[]})=>M.length||S.length)),n=dn(e.looks,r),s=(e.capacities??[]).map(gr),o=new Map(t.map(({label:S,stretches:M})=>[S,ho(M)])),a=new Map(t.map(({label:S,soak:M,crowding:A,inTurns:T,alone:v})=>{let _=o.get(S);return[S,_?{kind:"growing",..._}:Ys(A)??Et(M,[...T,...v])]})),i=new Map(t.map(({label:S,soak:M})=>[S,o.get(S)??At(M.head)])),u=t.flatMap(po),c=({label:S,slo:M})=>!u.some(A=>"metric"in A&&A.label===S&&A.metric===re(M.metric)),d=[...t.flatMap(S=>rl(S,n)).filter(c).map(S=>Zi(S,i)),...s.flatMap(S=>S.slos)],m=[...e.invalid,...u,...d.flatMap(Xi),...Mr(t,d,e),...s.flatMap(S=>S.invalid)],{changes:p,costs:h,open:w,pair:f}=kr(t,e),y=e.work??[],k=new Set(y.filter(Qt).map(({label:S})=>S)),x=p.map(S=>el(S,a)).map(S=>k.has(S.label)?tl(S):S),$=[...e.faults,...y.flatMap(nl)],E={...Ce({slos:d,changes:x,faults:$,invalid:m,failOn:e.failOn}),slos:d,changes:x,costs:h,faults:$,invalid:m,pair:f,loosened:e.loosened,suspects:e.comparison.kind==="history"?[]:t.flatMap(({label:S,history:M,slos:A,sensitivityOf:T})=>yo(S,en(A),M,v=>T(v).tolerance)),...e.redirects?.length&&{redirects:e.redirects},...y.length>0&&{work:[...y]},acceptances:[],refusals:[],effort:e.effort},g=t.some(({soak:S})=>S.base.length===0&&Et(S)!==null);return{verdict:E,undecided:Qi(E,w),asksBase:g}}function Qi(e,t){return e.faults.some(({kind:r})=>r==="crashed")?!1:e.invalid.length>0?e.invalid.every(({kind:r})=>r==="machine-disturbed"):e.changes.some(({code:r})=>r==="regressed")?!1:t||e.slos.some(({code:r,stretches:n})=>r==="at-limit"&&!n)}function Xi({label:e,slo:{metric:t},estimate:r}){return Jt(t)&&Number.isNaN(r.value)?[{kind:"cost-unknown",label:e,metric:re(t)}]:[]}function Zi(e,t){let r=t.get(e.label);return!r||e.code!=="met"||!ye(e.slo.metric)?e:{...e,code:"at-limit",growth:r}}function el(e,t){let r=t.get(e.label);return!r||e.code!=="unchanged"||!ye(e.metric)?e:{...e,code:"inconclusive",reason:r}}function tl(e){return e.code!=="improved"?e:{...e,code:"inconclusive",reason:{kind:"other-work"}}}function nl(e){if(e.kind!=="size"||!e.blocks)return[];let{label:t,base:r,head:n}=e;return[{kind:"other-size",label:t,base:r,head:n}]}function rl(e,t){let{label:r,slos:n,soak:s,instances:o=e.slices.map(l=>[l])}=e,a=s.head.map(l=>[l]),i=n.flatMap(l=>{let d=l.limit.kind==="relative"?e.others?.get(l.limit.scenario):void 0,m=(f,y)=>l.limit.kind==="absolute"?xe(r,l,f,t):d?vr(r,{slo:l,other:d.label,pairs:y()},t):null,p=m(o,()=>d.pairs);if(p===null)return[];let h=ye(l.metric)||l.metric.kind==="errors";if(p.code!=="met"||!h||s.head.length===0)return[p];let w=m(a,()=>[...le(a,[]),...le([],d.soak.map(f=>[f]))]);return[w!==null&&Xe(w)?{...w,stretches:p.estimate}:p]});if(n.some(({metric:l})=>l.kind==="errors"))return i;let u=xe(r,oe,o,t);if(u.code==="missed")return[...i,u];let c=s.head.length>0?xe(r,oe,a,t):null;return c!==null&&Xe(c)?[...i,{...c,stretches:u.estimate}]:i}function W(e,t,r,n=new Map){let{config:s,plan:o,baseline:a,digests:i,draft:u,comparison:c}=e,l=o.steps.map(g=>xt(g,t,P)),d=new Map(o.steps.map(g=>[g.label,Xs(g,t)])),m=o.steps.flatMap(g=>eo(g,t)??[]),p=no(l,t,d,m),h=c.kind==="pair"?["head","base"]:["head"],w=o.steps.flatMap(g=>h.flatMap(S=>{let M=to(g,S,t),A=i.get(g.label);return M.instances.length>0?[ur(M,S,A)]:[]})),f=lo(n,i),y={...u,steps:w,...f.length>0&&{capacities:f}},k=Ot(o,t),x=o.steps.flatMap((g,S)=>{if(!w.some(({label:v,arm:_})=>v===g.label&&_==="head"))return[];let M=s.scenarios.find(({name:v})=>v===g.scenario),A=Pn(a,y,g.label),T=v=>{let _=t.flatMap(({kept:O})=>C(O,g,"base").flatMap(({slices:F})=>F));return _.length>0?D(_,v):mr(A.runs.map(({slices:O})=>D(O,v)))};return[{label:g.label,slos:g.slos,slices:l[S].kept.flatMap(v=>v.slices),instances:t.map(({kept:v})=>C(v,g,"head").flatMap(({slot:_,slices:O})=>P(_)?O:[])),stretches:g.load.kind==="arrival-rate"?l[S].kept.map(({slices:v})=>v):[],inTurns:t.map(v=>he(g,v,Re)),alone:t.map(v=>he(g,v,P)),crowding:d.get(g.label),soak:De(g,t),...g.work.kind==="script"&&{seen:sl(g,t)},isNew:k.has(g.label),others:ol(g,o,t),history:A,sensitivityOf:v=>We(s,M,v,()=>T(v))}]}),$=g=>Be(t.flatMap(S=>S.discarded),g);return{...wo({steps:x,faults:[...p,...mo(n)],searches:o.searches.length,capacities:o.searches.flatMap(g=>{let S=f.filter(({label:T})=>T===g.label),M=S.find(({arm:T})=>T==="head");if(M===void 0)return[];let A=s.scenarios.find(({name:T})=>T===g.scenario);return[{label:g.label,goal:g.goal,slos:g.slos,head:M,base:S.find(({arm:T})=>T==="base")??null,history:In(a,y,g.label),sensitivity:We(s,A,hr)}]}),invalid:r?[r]:[...ro(o,t,k,p),...uo(n)],looks:o.looks,comparison:c,discarded:{base:$("base"),head:$("head")},loosened:e.loosened,failOn:e.failOn,redirects:o.steps.flatMap(g=>oo(g,t)),work:o.steps.flatMap(g=>ao(g,o,t)),effort:{slices:t.flatMap(({kept:g})=>g).reduce((g,S)=>g+S.slices.length,0),discardedRounds:$("head"),instances:h.length*(t.length+co(n)),loadSeconds:[...t.flatMap(({kept:g,soak:S})=>[...g,...S].map(({evidence:M})=>M.seconds)),...[...n.values()].flat().map(({loadSeconds:g})=>g)].reduce((g,S)=>g+S,0)}}),record:y}}function sl(e,t){let r=t.flatMap(({kept:n})=>C(n,e,"head").flatMap(s=>s.seen??[]));return[...new Map(r.map(n=>[n.name,n])).values()]}function ol(e,{steps:t},r){let n=e.slos.flatMap(({limit:o})=>o.kind==="relative"?[o.scenario]:[]),s=({kept:o},a)=>C(o,a,"head").filter(({slot:i})=>P(i)).sort((i,u)=>i.slot.round-u.slot.round).map(({slices:i})=>i);return new Map(n.flatMap(o=>{let a=mn(t,e,o);if(a===void 0)return[];let i=r.flatMap(u=>le(s(u,e),s(u,a)));return[[o,{label:a.label,pairs:i,soak:De(a,r).head}]]}))}var al=.5,il=2;function Ot({paired:e,steps:t},r){if(!e)return new Set;let n=s=>{let o=r.map(({kept:a})=>({base:C(a,s,"base"),head:C(a,s,"head")})).filter(({base:a,head:i})=>a.length>0&&i.length>0);return o.length>=il&&o.every(({base:a,head:i})=>ko(a)&&!ko(i))};return new Set(t.filter(n).map(({label:s})=>s))}function ko(e){return Se(e.flatMap(({slices:t})=>t))>al}import{randomInt as To}from"node:crypto";function vo(e,t){let r=new Map;for(let n of e.steps.filter(s=>Sn(e,s))){let s=a=>t.map(i=>he(n,i,a)),o=Sr({alone:s(P),all:s(()=>!0)});o!==null&&r.set(n.label,o)}return r}var ll=2.5,cl=.5;function Mo(e,t,{wallSeconds:r,loadSeconds:n}){let s=Math.max(cl,r-n-ul(e)),o=e.steps.reduce((a,i)=>a+i.budgetSeconds,0);return fn(e,t,Math.floor((ll-1)*o/s))}function ul(e){return e.steps.filter(({load:n})=>n.kind!=="fixed-work").map(n=>gn(e,n)?1:2).reduce((n,s)=>n+s,0)*(Me.seconds-z)}function $t({steps:e,paired:t},{kept:r,discarded:n}){let s=t?["base","head"]:["head"],o=[...r,...n].filter(({slot:i})=>i.requests!==null),a=e.filter(({load:i})=>i.kind==="fixed-work").map(i=>({label:i.label,of:s.map(u=>C(o,i,u))}));return a.some(({of:i})=>i.some(u=>u.length===0))?new Map:new Map(a.map(({label:i,of:u})=>[i,u.flat().filter(({slices:c})=>c.reduce((l,{ok:d,failed:m})=>l+d-m,0)>0).map(({slices:c})=>c.reduce((l,{seconds:d})=>l+d,0))]))}function Ro(e,{steps:t},r){return t.flatMap((n,s)=>{if(n===e.steps[s])return[];let o=Te(1e3*Math.min(...r.get(n.label))),[a,i]=[e.steps[s],n].map(u=>Ee(Ue(u)));return[`${n.label}: ${a} requests took only ${o}; from now on there are ${i} in each stretch, which is ${Ee(n.passes)} times the work`]})}function xo({steps:e,blocks:t},r){return e.flatMap(n=>{let{label:s,budgetSeconds:o}=n,a=r.get(s)??[],i=a.length===0?0:Tn(a);return i*t<=o?[]:[`${s}: ${Ee(Ue(n))} requests take ${Te(i*500)}; for two revisions in ${t} blocks, the fewest that can show a change, that is ${Te(i*t*1e3)}, more than its budget of ${o} s`]})}var Eo={blocks:2,seconds:60};async function Ao(e,t){let{signal:r}=t.arms.head,{blocks:n}=e,s=new Set,o=0;for(;n.length<e.plan.blocks&&!r.aborted;){let a=n.length;for(let[m,p]of vo(e.plan,n)){if(s.has(m))continue;s.add(m);let h=p==="hidden-work";e.plan=hn(e.plan,e.config,{measured:a,worksMore:h}),t.progress.note(hl(m,p,e.plan))}let{plan:i}=e,u={index:a,first:To(2)===0?"head":"base",reversed:To(2)===0,headOnly:Ot(i,n),warmUpSeconds:Ps(i,n),shift:qe[a%qe.length],longer:s},c={judgement:null},l=await Is(bn(i,u),a,{...t,planned:i.blocks,sizings:o,...a===0&&{isEnough:m=>ze(i,$t(i,m))!==i},soak:m=>i.soakSeconds===0||!i.looks.includes(a+1)?[]:(c.judgement=W(e,[...n,m],null),ml(c.judgement,i,m))}),d=$t(i,l);if(a===0&&l.failure===null&&l.crash===null){e.plan=ze(i,d);for(let m of Ro(i,e.plan,d))t.progress.note(m);if(e.plan!==i){o++;continue}}if(n.push(l),l.failure!==null||l.crash!==null)break;if(dl(n)){t.progress.note("most rounds were disturbed for a minute, and the machine does not calm down: the run ends here; a quieter machine, or a runner of its own, helps");break}if(a===0&&i.paired){e.plan=pl(l,d,e);for(let m of xo(e.plan,d))t.progress.note(m);Oe(e.plan)}if(e.plan.looks.includes(n.length)){let m=c.judgement??W(e,n,null);if(Yn(m,n.length,e),!m.undecided||n.length===e.plan.blocks)return m}}return W(e,n,qs(e,n.at(-1)))}function dl(e){let t=e.filter(({kept:n,discarded:s})=>s.length>n.length),r=t.reduce((n,{wallSeconds:s})=>n+s,0);return t.length>=Eo.blocks&&2*t.length>e.length&&r>=Eo.seconds}function ml({verdict:e,undecided:t,asksBase:r},n,{index:s,soak:o}){let a=c=>o.some(({slot:l})=>l.arm===c);if(a("head"))return r&&!a("base")?Ve(n,"base"):[];let i=s+1===n.blocks||!t,u=e.slos.some(({code:c})=>c==="met")||e.changes.some(({code:c})=>c==="unchanged");return i&&e.invalid.length===0&&u?Ve(n,"head"):[]}function pl({kept:e,discarded:t,wallSeconds:r},n,{plan:s,config:o}){let a=xn(s,o,n);if(t.length>0)return a;let i=e.reduce((u,{slot:c,evidence:l})=>u+(c.requests===null?kn(c):l.seconds),0);return Mo(a,o,{wallSeconds:r,loadSeconds:i})}var fl={rare:"slow requests come in some blocks only","hidden-work":"one revision takes more processor time, and its typical request no longer"};function hl(e,t,{blocks:r}){return`${e}: ${fl[t]}; from now on each revision has the whole load alone for ${pn} s a block, in ${r} blocks at most`}async function Oo(e,t){let{request:r}=t,{head:n,base:s}=e.configs,o=vl(t),a=e.variants.map((c,l)=>bl(e,l,t)),i=[],u=null;try{for(let[c,l]of[["head",n],["base",s]])l!==null&&await e.prepare(c,()=>Ml({...o,arm:c,config:l},s!==null,r.progress));u=await sr({...o,arm:null,config:n});for(let[c,l]of a.entries()){a.length>1&&!r.signal.aborted&&r.progress.note(`variant ${c+1} of ${a.length}: ${l.config.variant.name}`);let d=await yl(e,l,Rl(e,c,u,o,t));if(i.push(d),r.signal.aborted)break;if(Sl(d)){let m=a.length-i.length;m>0&&r.progress.note(`not measured, since the run has no verdict now: ${m} more variants`);break}}}catch(c){if(!(c instanceof ie))throw c;i.push(W(a[0],[],await Mt(c,e)))}finally{await u?.stop()}return wl(i,r.failOn)}function Sl({verdict:{invalid:e}}){return e.some(({kind:t})=>t!=="machine-disturbed")}function bl(e,t,r){let{head:n,base:s}=e.variants[t],{request:o,plans:a,baseline:i,draft:u}=r,c=s!==null,l=a[t].paired===c?a[t]:En(n,{budgetSeconds:o.budgetSeconds,paired:c}),d=e.comparison.kind==="pair"&&!c;return{config:n,plan:l,baseline:i,digests:new Map([...l.steps.map(m=>[m.label,lr(m,n.deployments)]),...l.searches.map(m=>[m.label,cr(m,n.deployments)])]),draft:{...u,...e.pair&&{pair:e.pair},...e.deployments&&{deployments:e.deployments}},comparison:d?{kind:"none",reason:{kind:"new"}}:e.comparison,loosened:e.loosened,failOn:o.failOn}}async function yl(e,t,r){let n={...t,blocks:[]},s=new Map,o=a=>W(n,n.blocks,a,s);try{let a=await Ao(n,r),{plan:i}=n;return i.searches.length===0||kl(a)?a:(await js(i.searches,s,{...r,swapped:i.swapped,drawFirst:()=>gl(2)===0?"head":"base"}),o(null))}catch(a){if(!(a instanceof ie))throw a;return o(await Mt(a,e,t.config.variant))}}function wl(e,t){let[r]=e,n=e.flatMap(({record:s})=>s.capacities??[]);return{verdict:Ws(e.map(({verdict:s})=>s),t),record:{...r.record,steps:e.flatMap(({record:s})=>s.steps),...n.length>0&&{capacities:n}},undecided:e.some(({undecided:s})=>s),asksBase:e.some(({asksBase:s})=>s)}}function kl({verdict:e}){return e.invalid.length>0||e.faults.some(({kind:t})=>t==="crashed")}function vl({request:e,session:t}){let{environment:r,signal:n}=e,{workspace:s,keeper:o,grace:a}=t;return{logFolder:s.logs,environment:r,keeper:o,signal:n,grace:a,shared:new Map}}async function Ml(e,t,r){let n=t?` of ${e.arm}`:"";await dr(e,s=>r.phase(`building ${s}${n}`))}function Rl(e,t,r,n,{request:s,session:o,k6:a,seed:i}){let{head:u,base:c}=e.variants[t],l=(d,m)=>({...n,arm:d,config:m,shared:new Map([...r.portOf].filter(([p])=>m.services.some(h=>h.name===p&&h.scope==="run")))});return{arms:{head:l("head",u),...c&&{base:l("base",c)}},shared:r,...u.variant&&{variant:t+1},k6:a,seed:i,folder:o.workspace.k6,progress:s.progress}}async function Lp(e){let{progress:t,signal:r,environment:n,budgetSeconds:s}=e;cn(process.platform);let o=Ft(tn(Bt(on(e.configPath,process.cwd(),Tl(e)),e.only),e.deployments),e.base.from),a=await Bn(o.directory,n,r),i=An(o,{budgetSeconds:s,paired:jn(o,a)});for(let c of Dt(o,e.only))t.note(c);for(let c of rn(o))t.note(c);for(let{plan:c}of i){Oe(c);for(let l of c.shortages)t.note(vn(l))}let u=await it(o,a,e);return o.baseline.kind==="history"&&lt(u),xr(o,e,async c=>{let l=await Gr(o,a,c,e);if(l.kind==="nothing")return Al(l.base,o,c,e);let d=await un({environment:n,path:o.k6Path,version:e.k6Version,progress:t,signal:r,ci:n.CI==="true"}),m=xl(2**31),p=await Gn(o,l,c.workspace.path,m,e);c.removeAtEnd(()=>p.remove()),p.suiteBefore!==o.suite&&(u=await El(u,p,o,a,e));let h={..._o(e,o,d.version),seed:m},w=g=>(g.comparison.kind==="history"&&lt(u),Oo(g,{request:e,plans:i.map(({plan:S})=>S),session:c,baseline:u.baseline,draft:h,k6:d.path,seed:m})),f=await w(p);f.verdict.invalid.find(({kind:g})=>g==="base-failed")&&o.baseline.onBaseFailure==="history"&&(t.note("the base cannot be measured; `on-base-failure` asks for a comparison with recorded runs"),f=await w(Un(p))),It(r);let{verdict:k,record:x}=f,$=e.record&&k.invalid.length===0?await Ur(u,x):$o,E=Ln(x,u.baseline);return je({...$,...Co(k,x,E,e)},c.secrets)})}function Tl({only:e,environment:t}){return{only:e,calling:{command:"tailgate run",variables:ge(t)}}}async function El({store:e},{suiteBefore:t},...[r,n,s]){return{...await it({...r,suite:t},n,s),store:e}}var $o={recordPath:null,unrecorded:null};function Al(e,t,{secrets:r},n){let s=Tr(e,t.when.changed),o={..._o(n,t,"not used"),steps:[]};return je({...$o,...Co(s,o,[],n)},r)}function Co(e,t,r,{baseBranch:n,link:s}){return{report:Xt(e,t,{baseBranch:n,link:s,history:r}),exitCode:jt(e)}}function _o(e,t,r){return{schemaVersion:1,suite:t.suite,...e.subject,attempt:e.attempt,...e.leg&&{leg:e.leg},recordedAt:new Date().toISOString(),tailgate:Dn,environment:{...ln(),k6:r}}}async function Dp(e,t,r){let n=Ye(e,Ke(t),r),s=await V(n,"rev-parse","--verify","HEAD");if(s===null)return{commit:null,dirty:!1,branch:null,commitTime:null};let[o,a,i]=await Promise.all([V(n,"status","--porcelain","--untracked-files=no"),V(n,"symbolic-ref","--quiet","--short","HEAD"),V(n,"show","--no-patch","--format=%cI","HEAD")]);return{commit:s,dirty:o!=="",branch:a??t.GITHUB_REF_NAME??null,commitTime:i}}async function Fp(e,t,r){let n=Ye(e,Ke(t),r),s=await V(n,"symbolic-ref","--quiet","--short","refs/remotes/origin/HEAD");if(s!==null)return s.replace(/^origin\//,"");for(let o of["main","master"])if(await K(n,`refs/heads/${o}`)!==null)return o;return"main"}export{Lp as a,Dp as b,Fp as c};
