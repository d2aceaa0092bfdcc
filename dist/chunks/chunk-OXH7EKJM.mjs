import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{c as qt}from"./chunk-2UG3UIX6.mjs";import{a as Ln,b as Nn,c as Bn,d as Dn,f as re,g as Jn,h as Vn,i as Kn,j as Yn,k as nr,l as pr}from"./chunk-UPIPQGE4.mjs";import{a as Zt,d as en,h as tn}from"./chunk-TTN2GADM.mjs";import{c as Xe,d as Ze,e as Un,f as Wn,g as qn,h as zn,i as Hn}from"./chunk-6HHORBW3.mjs";import{a as pn,b as Ge,c as I,d as ke,e as fn,f as ve,g as Ue,h as hn,i as gn,j as ze,k as Sn,l as bn,m as An,n as $n,o as Cn,p as _n,r as xe,s as Fn,t as jn,u as ir,v as lr,x as cr}from"./chunk-HT7OKF4Q.mjs";import{A as ar,d as ln,e as cn,f as un,g as dn,i as mn,k as We,m as qe,n as Qn,o as Xn,p as Zn,q as er,r as tr,u as rr,z as or}from"./chunk-RQEWVR7W.mjs";import{b as He,e as Je,f as q,g as z,h as En,i as xn,o as Ee,p as ne,q as Qe,r as Pn,u as Gn}from"./chunk-3MAMRJY5.mjs";import{a as be}from"./chunk-JXY5LZXU.mjs";import{a as se,b as ur,c as dr,d as mr}from"./chunk-7DKM2SGF.mjs";import{k as In,l as Oe}from"./chunk-SVIQ3LLC.mjs";import{a as vn,b as Tn,c as Rn,d as Mn}from"./chunk-KQISPFP2.mjs";import{a as On}from"./chunk-BYKIIYLB.mjs";import{a as nn}from"./chunk-XD3IMIXT.mjs";import{a as rn,f as sr}from"./chunk-5OARQZLF.mjs";import{A as te,B as Te,D as Ve,E as Ke,d as Fe,i as ye,j as W,k as we,n as sn,q as je,u as on,w as an}from"./chunk-2K5IVAAV.mjs";import{a as kn}from"./chunk-JU7ICJHA.mjs";import{A as Me,ba as Ye,f as _t,h as jt,i as Gt,j as Ut,k as Wt,r as yn,t as wn,x as Re}from"./chunk-KZRGBTXW.mjs";import{a as Jt,o as Se,p as Yt,s as Qt,t as Xt}from"./chunk-LXPKMPMG.mjs";import{O as zt,S as Ht,T as ge,aa as Vt,ca as Kt,m as At,p as $t,pa as ee,q as Ct}from"./chunk-LFHTHAOB.mjs";import{C as N,D as fe,F as Pt,H as Lt,K as Nt,ca as Bt,e as G,f as M,ha as Dt,k as P,l as L,ma as Z,p as It,q as De,qa as he,ra as Ft,s as X,xa as U}from"./chunk-XXXEUGCN.mjs";import{a as yo}from"./chunk-RIBAP3X7.mjs";import{b as Ot}from"./chunk-4VQWXGDJ.mjs";import{g as xt}from"./chunk-HENDURBQ.mjs";import{a as Q,b as _,c as Mt,d as Et}from"./chunk-NZMXMQNO.mjs";import{b as pe,e as Be}from"./chunk-ADNWO27A.mjs";import{d as bo}from"./chunk-JLN3Y4HN.mjs";import{randomInt as el}from"node:crypto";function fr(e,t){return{code:"skipped",blocks:!1,slos:[],changes:[],faults:[],invalid:[],pair:null,unmeasured:{kind:"irrelevant",baseCommit:e,patterns:[...t]},loosened:[],costs:[],suspects:[],acceptances:[],refusals:[],effort:{slices:0,discardedRounds:0,instances:0,loadSeconds:0}}}import{relative as Oo}from"node:path";var wo=720*3600;async function hr(e,t,n){let r=new Map(n.flatMap(({commit:m,commitTime:p})=>{let g=Date.parse(p??"")/1e3;return m===null||Number.isNaN(g)?[]:[[m,g]]}));if(r.size===0||"kind"in e)return new Set;let{git:s,remote:o}=e,a=await s(["rev-parse","--is-shallow-repository"]),i=await et(s,o,t);if(a.stdout!=="false"||i.length===0)return new Set;let u=Math.floor(Math.min(...r.values()))-wo,c=await s(["rev-list","--timestamp",`--max-age=${Math.max(0,u)}`,...i]);if(!c.ok)return new Set;let l=new Map([...c.stdout.matchAll(/^(\d+) ([0-9a-f]+)$/gm)].map(([,m,p])=>[p,Number(m)])),d=Math.max(Number.NEGATIVE_INFINITY,...i.map(m=>l.get(m)??Number.NEGATIVE_INFINITY));return new Set([...r].filter(([m,p])=>!l.has(m)&&p<=d).map(([m])=>m))}async function et(e,t,n){let r=[...t===null?[]:[`refs/remotes/${t}/${n}`],`refs/heads/${n}`],s=await Promise.all(r.map(o=>z(e,o)));return[...new Set(s.filter(o=>o!==null))]}var ko="A full clone has it: `fetch-depth: 0` for actions/checkout, `git fetch --unshallow` on a laptop. To fetch it later, the job needs `contents: read`.";async function br(e,t){let{head:n}=t,r=t.asked===null?await vo(e,t.trigger,n,t.dirty):{commit:await Ro(e,t.asked),because:"asked",branch:null};if(!("commit"in r))return r;let s=await ne(e,r.commit,r.branch);if(s!==null)return tt(`The base revision ${r.commit.slice(0,10)}`,s);let o=await e.git(["rev-parse","--verify",`${r.commit}^{tree}`]);return{kind:"base",commit:r.commit,tree:o.stdout,because:r.because}}async function vo(e,t,n,r){switch(t.kind){case"pull_request":{let s=await yr(e,n);if(s.length===2&&s.includes(t.headSha)){let o=s.find(a=>a!==t.headSha);return o===t.formerBaseSha&&o!==t.baseSha?Mo(t.baseBranch):{commit:o,because:"merge-parent",branch:t.baseBranch}}return Sr(e,n,t.baseBranch,t.baseSha)}case"merge_group":return{commit:t.baseSha,because:"merge-group",branch:null};case"push":{let{before:s,branch:o}=t;return s!==null&&Ee(s)&&!/^0+$/.test(s)&&s!==n&&await ne(e,s,o)===null?{commit:s,because:"before-push",branch:o}:gr(e,n,o)}case"local":return e.checkout.branch!==t.baseBranch?Sr(e,n,t.baseBranch,null):r?{commit:n,because:"parent",branch:t.baseBranch}:gr(e,n,t.baseBranch)}}async function gr(e,t,n){let[r]=await yr(e,t);return r!==void 0?{commit:r,because:"parent",branch:n}:{kind:"none",reason:"root-commit",message:"The first commit has none before it."}}async function yr(e,t){let{stdout:n}=await e.git(["cat-file","commit",t]),[r=""]=n.split(`

`,1);return[...r.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([,s])=>s)}async function Sr(e,t,n,r){let s=await To(e,n,r);if(s!==null&&typeof s=="object")return tt(`The branch ${n}`,s.problem);if(s===null)return{kind:"none",reason:"unknown-branch",message:`There is no branch ${JSON.stringify(n)} to compare with, here or on the remote.`,hint:"Name one with `--base-branch`, or a revision with `--base`."};let o=await e.git(["merge-base",t,s]);if(o.ok)return{commit:o.stdout,because:"merge-base",branch:n};let a=e.isShallow()?await Pn(e,t,s):{commit:null};return"problem"in a?tt(`The merge base with ${n}`,a.problem):a.commit!==null?{commit:a.commit,because:"merge-base",branch:n}:{kind:"none",reason:"unrelated",message:`The revision that is checked out and ${n} have no history in common.`}}async function To(e,t,n){let[r]=await et(e.git,e.checkout.remote,t);if(r!==void 0)return r;let s=await Qe(e,`refs/heads/${t}`);if(s!==null||n===null)return s;let o=await ne(e,n,null);return o===null?n:{problem:o}}async function Ro(e,t){let{git:n,top:r,remote:s}=e.checkout,o=await n(["rev-parse","--verify","--quiet","--end-of-options",t]);if(o.ok&&Ee(o.stdout)){let c=await z(n,o.stdout);if(c!==null)return c}if(Ee(t)&&await ne(e,t,null)===null)return t;let a=s!==null&&t.startsWith(`${s}/`)?t.slice(s.length+1):t;for(let c of[`refs/heads/${a}`,`refs/tags/${a}`]){let l=await Qe(e,c);if(l!==null)return l}let{stdout:i}=await n(["for-each-ref","--format=%(refname:short)"]),u=xt(t,i.split(`
`).filter(Boolean));throw new _({what:`--base names no revision: ${JSON.stringify(t)}.`,where:r,hint:u===void 0?"It takes a branch, a tag or a commit of this repository.":`Did you mean ${u}?`})}function Mo(e){return{kind:"none",reason:"unobtainable",message:`What is checked out is still the test merge with the former base, not with ${e}.`,hint:"Choose the base again, or push a commit: then GitHub starts a run with the new one."}}function tt(e,t){return{kind:"none",reason:"unobtainable",message:`${e} is not in this clone and could not be fetched: ${t}.`,hint:ko}}async function kr(e,t,n){return[...(await vr(e,["diff-tree",...["-r","-z","--raw","--no-renames","--no-ext-diff","--ignore-submodules=none"],t,n])).matchAll(/:(\d+) (\d+) [^\0]*\0([^\0]*)\0/g)].map(([,o,a,i])=>({path:Tr(i),submodule:o===wr||a===wr}))}async function nt(e,t){return(await vr(e,["ls-tree","-r","-z","--full-tree","--name-only",t])).split("\0").filter(Boolean).map(Tr)}var wr="160000";async function vr(e,t){let n=await e.git(t,{encoding:"latin1"});if(n.ok)return n.stdout;throw new _({what:`What differs from the base could not be found out: ${En(n)}.`,hint:"Without `when` everything is measured.",exitCode:3})}function Tr(e){return Buffer.from(e,"latin1").toString()}async function Rr(e,t,n){let{prefix:r}=e.checkout,s=await kr(e,n.base,n.head);if(Eo(s,t,r))return{relevant:!0,notes:[]};let o=[...await nt(e,n.head),...await nt(e,n.base)].flatMap(l=>Mr(l,r)??[]),a=xo(t.patterns,o);if(a.length===0)return{relevant:!1,notes:[]};let i=Se(t.patterns),u=!o.some(l=>i(l)==="in"),c=a.map(l=>`${JSON.stringify(l)} of \`when.changed\` matches no file of base or head${u?"; everything is measured":""}`);return{relevant:u,notes:c}}function Eo(e,t,n){let r=Se(t.patterns);return e.some(({path:s,submodule:o})=>{let a=Mr(s,n);if(a===null)return!1;if(t.always.includes(a))return!0;let i=r(a);return i==="in"||o&&i==="unnamed"})}function xo(e,t){return e.filter(n=>{if(Yt(n))return!1;let r=Se([n]);return!t.some(s=>r(s)==="in")})}function Mr(e,t){return t===""?e:e.startsWith(`${t}/`)?e.slice(t.length+1):null}async function Er(e){let{asked:t,trigger:n,checkout:r}=e;if("kind"in r)return rt(r,t);if(r.head===null)return rt({kind:"none",reason:"no-commit",message:"Nothing is committed yet."},t);let s=await Bn(r,e.folder,e),o=n.kind==="local"?await Nn(s,r.head,e.leaveOut):await Ln(s,r.head),a=await br(s,{head:r.head,dirty:o.dirty,asked:t,trigger:n});if(a.kind==="none")return rt(a,t);if(a.tree===o.tree)return{kind:"identical",base:a,head:o,notes:o.notes};let i={base:a.tree,head:o.tree},u=e.watched&&await Rr(s,e.watched,i),c=[...o.notes,...u?.notes??[]];return u?.relevant===!1?{kind:"irrelevant",base:a,head:o,notes:c}:{kind:"different",base:a,head:o,notes:c,layOut:l=>Dn(s,l,{head:o,base:a})}}function rt(e,t){if(t===null)return e;throw new _({what:`--base ${JSON.stringify(t)} cannot be used: ${e.message}`,hint:e.hint})}async function Ar(e,t,{workspace:n,keeper:r},s){let{progress:o,signal:a,base:i}=s;i.asked===null&&e.deployments===void 0&&Ao(i.trigger);let u=e.baseline.kind==="paired"&&e.deployments===void 0,c=i.asked!==null||xr(i.trigger);if(!u&&e.when===void 0&&!c)return be(()=>"no base: the configuration or `--from` asks for recorded runs, and no merge waits for the run"),{kind:"alone",comparison:{kind:"history"}};o.phase(u?"laying out base and head":"looking at what has changed");let l=await Er({checkout:t,environment:{...s.environment,...r.mark},asked:i.asked,trigger:i.trigger,folder:n.path,credentials:i.credentials??null,leaveOut:[...s.store.kind==="directory"?[s.store.path]:[],...s.keepPath?[s.keepPath]:[]],...e.when&&{watched:_o(e,e.when)},signal:a});if(Fn(l,i.asked,i.trigger),l.kind==="none"){if(u&&(l.reason==="unobtainable"||xr(i.trigger)))throw Io(l);e.when?o.note(`no base to find out what has changed, so everything is measured: ${Or(l)}`):u&&l.reason!=="no-repository"&&o.note(`no base to measure beside the head: ${Or(l)}`);let d=c&&{unread:l.message};return{kind:"alone",comparison:{kind:"history"},...d}}for(let d of l.notes)o.note(d);if(u&&$o(l,s),l.kind==="irrelevant"||l.kind==="identical"&&e.when)return{kind:"nothing",base:l.base.commit};if(!u){let d=l.kind==="different"&&{pair:l};return{kind:"alone",comparison:{kind:"history"},...d}}return l.kind==="different"?{kind:"pair",pair:l}:{kind:"alone",comparison:{kind:"none",reason:{kind:"identical"}}}}function Ao(e){if(e.kind!=="local"||e.commented===void 0)return;let{baseBranch:t,commented:n}=e;throw new _({what:`issue_comment checks out ${t}, not pull request ${n}, and names no base to compare it with.`,hint:`Best measure on \`pull_request\`. Otherwise check out the pull request (\`ref: refs/pull/\${{ github.event.issue.number }}/head\` and \`fetch-depth: 0\` for actions/checkout), and set the input \`base\`, such as \`origin/${t}\`. Its code then has the secrets and the token of this job: check first who has commented.`})}function $o({base:e,head:t},n){let{trigger:r}=n.base;if(r.kind!=="local"||r.event===void 0)return;let s=`${Ye(n.subject.commit)}${t.dirty?" with changes that are not committed":""}`,o=`${Ye(e.commit)}, ${In(e,r.baseBranch)}`;n.progress.note(`${r.event}: what is checked out, ${s}, is compared with ${o}`)}var Co="Give actions/checkout `fetch-depth: 0`, and its job `contents: read`. Or compare with recorded runs on purpose: `from: history` under `baseline`.";function _o({path:e,directory:t,scenarios:n,k6Path:r=e},{changed:s}){let o=n.flatMap(({work:a})=>An(a));return{patterns:s,always:[e,r,...o].map(a=>Oo(t,a))}}function xr({kind:e}){return e==="pull_request"||e==="merge_group"}function Or({message:e,hint:t}){return`${e}${t?` ${t}`:""}`}function Io({message:e,hint:t=Co}){return new _({what:`No base to measure beside the head: ${e}`,hint:t,exitCode:Q.unmeasured})}async function st(e,t,n){let{progress:r,environment:s,signal:o,subject:a}=n,{suite:i,directory:u}=e,c=n.base.credentials??null,l=Gn(n.store,{suite:i,directory:u,credentials:c,environment:s,signal:o});try{let{records:d,unreadable:m}=await l.list({newest:kn});for(let{name:y,reason:v}of m)r.note(`record ${y} is left out: ${v}`);let p=a.commit===null?null:n.baseBranch,g=d.filter(y=>y.branch===p),b=p===null?new Set:await hr(t,p,g);return b.size>0&&r.note(`${Po(b.size)} no longer on ${p} and left out`),{store:l,baseline:vn(g,{branch:p,onBranch:y=>!b.has(y),leg:n.leg}),problem:null}}catch(d){if(!(d instanceof _)||d.exitCode!==Q.unmeasured)throw d;return r.note(`the records cannot be read, so there is no trend: ${d.message}`),{store:l,baseline:[],problem:d}}}function ot({problem:e}){if(e===null)return;let{message:t,where:n,hint:r,detail:s}=e;throw new _({what:t,where:n,hint:r,detail:s,cause:e,exitCode:Q.unmeasured})}async function $r({store:e},t){try{return{recordPath:await e.append(t),unrecorded:null}}catch(n){if(n instanceof Mt)throw n;let r=n instanceof _&&n.hint?` ${n.hint}`:"";return{recordPath:null,unrecorded:`${n.message}${r}`}}}function Po(e){return e===1?"the commit of one record is":`the commits of ${e} records are`}import{randomInt as zi}from"node:crypto";async function oe(e,{arms:t,together:n,block:r,variant:s}){e.starts++;let o=e.starts>1?`_${e.starts}`:"",a=s===void 0?"":`v${s}_`,i=await Promise.allSettled(n.map(async l=>{e.running.set(l,await Jn(t[l],`${l}_${a}${r+1}${o}`))})),u=i.flatMap(l=>l.status==="rejected"?[l.reason]:[]),c=u.find(({arm:l})=>l!=="base")??u[0];if(c instanceof re&&(c.isOnlyHere=u.length<i.length),c!==void 0)throw c}async function ae({running:e}){let t=[...e.values()];e.clear();let r=(await Promise.allSettled(t.map(s=>s.stop()))).find(s=>s.status==="rejected");if(r)throw r.reason}import{readFileSync as it}from"node:fs";import{availableParallelism as Cr}from"node:os";import{setTimeout as Lo}from"node:timers/promises";var No=250,Bo=.1;async function $e(e,t){let n=performance.now()+e,r=at(0,new Set);for(;r.busy!==null&&performance.now()<n&&!t.aborted;){await Lo(500);let s=at(0,new Set),o=(s.monotonic-r.monotonic)/1e3;if(((s.busy??0)-r.busy+(s.steal??0)-(r.steal??0))/o<Bo*Cr())return!0;r=s}return r.busy===null}function _r(e,t,n=new Map){let r=[],s=Cr(),o=()=>{let i=at(e,new Set(t),n),u=r.findLast(({generator:l})=>l!==null)?.generator??0,c=(i.generator??0)<u;r.push(c?{...i,busy:null,generator:null,service:null}:i),s=Uo(e)??s};o();let a=setInterval(o,No);return{samples:r,take:o,generatorLimit:()=>s,stop(){clearInterval(a),o()}}}function at(e,t,n=new Map){let r=Do(),{user:s,system:o}=process.cpuUsage(),a=new Set([e,...t]),i=r&&Wn(Un()??[],a),u=i&&Go(i,e,t);return{wall:Date.now(),monotonic:performance.now(),busy:r?.busy??null,steal:r?.steal??null,generator:u?.generator??null,service:u?.service??null,self:(s+o)/1e6,opens:Fo(),arms:new Map([...n].map(([c,l])=>[c,jo(i??[],l)]))}}function Do(){try{let[e,t,n,,,,,r]=it("/proc/stat","latin1").slice(0,200).split(`
`)[0].trim().split(/\s+/).slice(1).map(Number);return{busy:(e+t+n)/Ze,steal:(r??0)/Ze}}catch{return null}}function Fo(){try{let e=it("/proc/self/net/snmp","latin1").split(`
`),[t,n]=e.filter(r=>r.startsWith("Tcp:")).map(r=>r.split(" "));return Number(n[t.indexOf("ActiveOpens")])}catch{return null}}function Ir(e,t,n){let[r,s]=[t,n].map(o=>Ae(e,o,({opens:a})=>a));return r===null||s===null?null:Math.ceil(s-r)}function jo(e,t){let n=e.filter(({session:s})=>t.includes(s)),r=s=>n.reduce((o,a)=>o+s(a),0);return{seconds:r(({pid:s,seconds:o})=>Math.max(o,qn(s)??0)),memory:r(({pid:s})=>zn(s)??0)}}function Go(e,t,n){let r={generator:0,service:0};for(let{session:s,seconds:o}of e)s===t?r.generator+=o:n.has(s)&&(r.service+=o);return r}function Uo(e){try{return(/^Cpus_allowed_list:\s*(\S+)/m.exec(it(`/proc/${e}/status`,"latin1"))?.[1]).split(",").map(r=>r.split("-").map(Number)).reduce((r,[s,o])=>r+(o===void 0?1:o-s+1),0)}catch{return null}}function lt(e,t,n,r){let s=(n-t)/1e3,o=m=>{let p=Ae(e,t,m),g=Ae(e,n,m);return p===null||g===null?null:Math.max(0,(g-p)/s)},[a,i,u,c]=[o(m=>m.busy),o(m=>m.generator),o(m=>m.service),o(m=>m.self)],l=r.outsiders?null:u,d=a!==null&&i!==null&&l!==null;return{cores:r.cores,generator:i,generatorLimit:r.generatorLimit,service:l,others:d?Math.max(0,a-i-l-(c??0)):null,steal:o(m=>m.steal),clockJumpMs:Wo(e,t,n)}}function Pr(e,t,n,r){let s=c=>Ae(e,c,l=>l.arms.get(t)?.seconds??null),[o,a]=[s(n),s(r)],i=e.findLast(({wall:c})=>c<=r)?.arms.get(t)?.memory??0;return!((e.at(-1)?.wall??0)>=r)||o===null||a===null||a<o||i===0?null:{cpu:a-o,memory:i}}function Ae(e,t,n){let r=e.filter(c=>n(c)!==null),s=r.findIndex(c=>c.wall>=t),o=r[s===-1?r.length-1:s],a=r[Math.max(0,(s===-1?r.length-1:s)-1)];if(!a||!o)return null;let[i,u]=[n(a),n(o)];return i===null||u===null?null:o.wall===a.wall?u:i+Math.min(1,Math.max(0,(t-a.wall)/(o.wall-a.wall)))*(u-i)}function Wo(e,t,n){let r=e.filter(s=>s.wall>=t&&s.wall<=n).map(s=>s.wall-s.monotonic);return r.length<2?0:Math.max(...r)-Math.min(...r)}function Lr(e){let{intended:t,sent:n,dropped:r}=e;if(ct(e))return"disturbed";let s=t===null?0:t-n,o=t!==null&&s>Math.max(2,.01*t),a=Br(e);return t===null?Dr(e)?"generator-starved":"sound":o||r>0?a?"generator-starved":r>0&&o?"service-slow":o?(e.lagMs??0)>20?"generator-starved":"unknown":"sound":e.lagMs!==null&&e.lagMs>20&&!qo(e)?"generator-starved":"sound"}function ct({cpu:e,clockJumpMs:t}){return t>100||e.steal!==null&&e.steal>.1*e.cores||e.others!==null&&e.others>.2*e.cores}function qo(e){let{cores:t,generator:n,service:r}=e.cpu;return n===null||r===null?!1:n<.3*t&&r>n&&n+r<.9*t&&ut(e)}function ut({cpu:{cores:e,others:t,steal:n},clockJumpMs:r}){return t!==null&&t<.05*e&&(n??0)<.025*e&&r<=100}function Nr(e,t){if(Br(e))return!0;let{generator:n,service:r}=e.cpu;return(t==="generator-starved"||t==="unknown")&&n!==null&&!(r!==null&&r>n)}function Br(e){let{cpu:t}=e;return t.generator===null?!1:Dr(e)?!0:t.generator+(t.service??0)+(t.others??0)>.9*t.cores&&t.generator>.45*t.cores}function Dr({cpu:{generator:e,generatorLimit:t}}){return e!==null&&t!==null&&e>.9*t}function ie(e,t){let{cpu:n,intended:r,sent:s,seconds:o,clockJumpMs:a,lagMs:i}=t,u=`${Math.max(0,Math.round((r??0)-s))} of ${Math.round(r??0)} arrivals never began in ${zo(o)} s`,c=(l,d)=>`${Math.round(100*l/d)} %`;switch(e){case"disturbed":return a>100?`the clock jumped by ${Math.round(a)} ms`:n.steal!==null&&n.steal>.1*n.cores?`the hypervisor took ${c(n.steal,n.cores)} of the processors`:`other processes took ${c(n.others??0,n.cores)} of the processors`;case"generator-starved":{let l=n.generator===null?"":`; k6 had ${c(n.generator,n.generatorLimit??n.cores)} of its processors`;return`${(i??0)>20?`k6 began arrivals ${Math.round(i)} ms late (p99)`:`k6 fell behind: ${u}`}${l}`}case"unknown":return`${u}, and nothing shows why`;case"service-slow":return`the service was too slow for the rate: ${u}`;case"sound":return"nothing disturbed it"}}function zo(e){return Math.round(e*10)/10}var Ho=.98,Jo=.01,Vo=.8;function Fr(e,t,{diagnosis:n,evidence:r,slices:s}){let o=U(s,e.metric),{sent:a,intended:i}=r,u=i!==null&&a<Ho*i,c=Ko(s),l=fe(s),m=!Number.isNaN(o)&&!Ve(te,l)&&!Ve(e,o)&&!u&&!c;return{rate:t,achieved:Pt(s),met:m,value:o,errors:l,dropped:s.reduce((p,g)=>p+g.dropped,0),...c&&{growing:c},...!m&&Nr(r,n)&&{limitedBy:"generator"}}}function Ko(e){let t=e.filter(i=>Lt(i)>0).map(i=>({at:i.startedAt/1e3,wait:N([i],.5)/1e3})),n=t[0],r=t.at(-1);if(n===void 0||r===void 0||t.length<4||r.wait===1/0)return;let s=t.flatMap((i,u)=>t.slice(u+1).map(c=>c.wait>i.wait)),o=s.filter(Boolean).length>=Vo*s.length,a=(r.wait-n.wait)/(r.at-n.at);return o&&a>Jo?!0:void 0}function jr(e){let t=e.filter(Ur);return e.filter(({slot:n})=>t.some(r=>r.slot.step===n.step&&r.slot.round===n.round))}function Gr(e,t){let n=[...new Set(e.map(({slot:a})=>a.step.label))],r=e.filter(Ur).map(({diagnosis:a,evidence:i})=>ie(a,i));return`${`${e.length} ${e.length===1?"round":"rounds"} of ${n.join(", ")}`} ${t?"will be measured again":"discarded"}: ${[...new Set(r)].join("; ")}`}function Ur({diagnosis:e}){return e!=="sound"&&e!=="service-slow"}function Wr({slot:e,diagnosis:t,evidence:n},r){let{sent:s,intended:o,seconds:a,dropped:i,lagMs:u,clockJumpMs:c,cpu:l}=n,d=y=>y===null?"unknown":Number(y.toPrecision(3)),{generator:m,service:p,others:g,steal:b,cores:h}=l;return[`discarded: block ${r+1}, ${e.step.label}, ${e.arm}, round ${e.round+1}, ${e.turns?"in turns":"alone"}`,t==="sound"?"sound, but its counterpart is not":ie(t,n),`${s} of ${o??s} arrivals in ${d(a)} s, ${i} dropped, p99 of lateness ${d(u)} ms`,`of ${h} cores k6 used ${d(m)}, the service ${d(p)}, others ${d(g)}, the hypervisor ${d(b)}`,`the clock jumped by ${d(c)} ms`].join("; ")}import{availableParallelism as La}from"node:os";var H={grpc:2e3,socket:3e3,redis:9e3,exception:9001},qr=1e4;function dt({values:e,count:t},n){let r=new Map([[e[0],0],[e.at(-1),0]]);for(let[s,o]of e.entries())s===0||o!==e[s-1]||r.set(o,(r.get(o)??0)+n[s]-n[s-1]);return[...r].map(([s,o])=>({which:Math.floor(s/qr),code:s%qr,count:Math.max(1,Math.round(o*t))})).sort((s,o)=>o.count-s.count)}function zr(e){let t=new Map;for(let n of e){let r=`${n.which} ${n.code}`;t.set(r,{...n,count:n.count+(t.get(r)?.count??0)})}return[...t.values()].sort((n,r)=>r.count-n.count)}var Yo=["OK","CANCELLED","UNKNOWN","INVALID_ARGUMENT","DEADLINE_EXCEEDED","NOT_FOUND","ALREADY_EXISTS","PERMISSION_DENIED","RESOURCE_EXHAUSTED","FAILED_PRECONDITION","ABORTED","OUT_OF_RANGE","UNIMPLEMENTED","INTERNAL","UNAVAILABLE","DATA_LOSS","UNAUTHENTICATED"];function Hr(e,t){if(e<1e3)return`status ${e}`;let n=t===void 0?"":`: ${t}`;return e>=H.exception?t??"exception":e>=H.redis?`redis${n}`:e>=H.socket?`WebSocket${n}`:e>=H.grpc?`gRPC status ${Yo[e-H.grpc]??e-H.grpc}${n}`:t??`error ${e} of k6`}var os=bo(yo(),1);import{createReadStream as ca,existsSync as rs,readFileSync as ss,writeFileSync as ft}from"node:fs";import{totalmem as ua}from"node:os";import{dirname as da,join as D}from"node:path";import{createInterface as ma}from"node:readline";import{setTimeout as pa}from"node:timers/promises";import{rootCertificates as fa}from"node:tls";var Jr=`/**
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
`;var Vr=`// Lateness of an arrival (ms). Open model only. It says nothing while arrivals are dropped.
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

function enterSlice() {
  const { name, startTime: began, iterationInTest } = exec.scenario;
  const roster = rosters[name];
  const { turns } = roster[0];
  slot = turns === null ? roster[0] : roster[Math.floor(iterationInTest / turns.arrivals) % turns.of];
  const elapsed = Date.now() - began;
  let slice = 'settling';
  if (slot.measured) {
    const position = findSlice(slot, elapsed, iterationInTest);
    if (position >= 0) slice = String(Math.min(position, slot.slices - 1));
  }
  const sliceTags = tagSlice(slot, slice);
  const own = exec.vu.metrics.tags;
  if (own[TAG] !== sliceTags[TAG]) own[TAG] = sliceTags[TAG];
  number = countOwn(iterationInTest);
  const isSampled = slice !== 'settling' && draw(number, 7) < slot.sampledShare;
  at = { tags: sliceTags, slot, which: 0, isSampled, begun: 0 };
  openIteration(at);
  if (iterationInTest === 0) {
    console.warn(\`TAILGATE_BEGAN \${Math.round(began - slot.startMs)}\`);
    for (const { id } of roster) startTime.add(began, { [TAG]: id });
  }
  started.add(1, at.tags);
  if (slot.rate !== null) lag.add(Math.max(0, elapsed - (iterationInTest * 1000) / slot.rate), at.tags);
}

/** Longest delay (ms) of an arrival. */
const JITTER_MS = 5;

/** Draws a number from 0 to 1 that a position always gets: arms that take turns get the same ones. */
function draw(position, salt) {
  // The finalizer of MurmurHash3, by Austin Appleby (public domain).
  let hash = position + 1 + Math.imul(salt, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/**
 * Delays an arrival by a random part of some milliseconds, drawn from its number among those of its arm, so that arrivals
 * come in bursts as those of many callers do. Even ones meet no queue of their own.
 */
function jitter() {
  if (slot.rate !== null) sleep(draw(number, 0) * (JITTER_MS / 1000));
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
  enterSlice();
  jitter();
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
`;var Ce="books.js",Yr=Jr,Kr={perSecond:50,share:1/8},Zo=["0.0.0.0/2","64.0.0.0/3","96.0.0.0/4","112.0.0.0/5","120.0.0.0/6","124.0.0.0/7","126.0.0.0/8","128.0.0.0/1",...Array.from({length:16},(e,t)=>`${(2**t).toString(16)}::/${16-t}`)];function Qr({program:e,targetUrl:t,confined:n,scriptPath:r,insecure:s=!1,requestOf:o,dealOf:a=()=>null}){let i=e.slots[0].step.work,u=new Map(e.slots.map(p=>[p,a(p)])),c=Object.fromEntries(e.slots.map((p,g)=>{let b=u.get(p)??null,h=b===null?o(p):null;return[p.key,{id:`s${g}`,...ta(p,h,b),isConfined:n}]})),l=[...u.values()].filter(p=>p!==null),d=JSON.stringify(i.kind==="script"?r??i.path:null),m=i.kind==="script"?[`export * from ${d};`,`import * as user from ${d};`]:["const user = {};"];return[`import { CODES, needsBody, openIteration, TAG, tellFailure } from './${Ce}';`,"import { sleep } from 'k6';","import http from 'k6/http';","import exec from 'k6/execution';",...l.some(({dataFile:p})=>p!==null)?["import { SharedArray } from 'k6/data';"]:[],"import { Counter, Gauge, Trend } from 'k6/metrics';",...m,"",`const TARGET_URL = __ENV.TARGET_URL || ${JSON.stringify(t)};`,`const PERCENTS = ${JSON.stringify(Qn)};`,`const INSECURE = ${s};`,`const BLOCKED = ${JSON.stringify(n?Zo:[])};`,`const SEQUENCES = ${JSON.stringify(Object.fromEntries(l.map(({name:p,sequence:g})=>[p,g])))};`,`const ROWS = {${[...new Set(l.flatMap(ea))].join(", ")}};`,`const SLOTS = ${JSON.stringify(c,null,2)};`,`const SCENARIOS = ${JSON.stringify(Object.fromEntries(e.slots.map(p=>[Xr(p),na(p)])),null,2)};`,"",Vr].join(`
`)}function ea({name:e,dataFile:t}){if(t===null)return[];let n=JSON.stringify(e);return[`${n}: new SharedArray(${n}, () => JSON.parse(open(${JSON.stringify(`./${t}`)})))`]}function mt(e){return e.round!==null||e.slices>1}function Xr({key:e,turns:t}){return t?.scenario??e}function ta(e,t,n){let{load:r,work:s,label:o}=e.step,a=n?.requests.map((i,u)=>({...i,which:u}));return{label:o,measured:mt(e),told:e.arm==="head",startMs:e.startSeconds*1e3,settleMs:e.settleSeconds*1e3,sliceMs:(e.seconds-e.settleSeconds)*1e3/e.slices,slices:e.slices,rate:r.kind==="arrival-rate"?r.rate:null,sampledShare:r.kind==="arrival-rate"?Math.min(1,Kr.perSecond/r.rate):Kr.share,scenario:Xr(e),scenarioName:e.step.scenario,turns:e.turns&&{...e.turns,...ve(e)},iterations:e.round===null?null:e.requests,exec:s.kind==="script"?s.exec:null,custom:[...new Set(ge(e.step.slos).map(({name:i})=>i))],deal:n&&{name:n.name,first:n.first,requests:a},request:a?.[0]??(t&&{method:t.method,url:t.url,headers:t.headers,body:t.body??null,expectStatus:t.expectStatus,timeoutMs:t.timeoutSeconds*1e3})}}function na(e){let{load:t,virtualUsers:n,graceSeconds:r}=e.step,s={exec:"runIteration",startTime:`${e.startSeconds}s`,gracefulStop:`${r}s`},o=`${e.seconds}s`;switch(t.kind){case"arrival-rate":return{...s,executor:"constant-arrival-rate",duration:o,...ra(t.rate),preAllocatedVUs:n,maxVUs:n};case"users":return{...s,executor:"constant-vus",duration:o,vus:t.users};case"fixed-work":return e.round===null?{...s,executor:"constant-vus",duration:o,vus:t.users}:{...s,executor:"shared-iterations",vus:t.users,iterations:e.requests??t.requests,maxDuration:`${W}s`}}}function ra(e){for(let[t,n]of[["1s",1],["1m",60],["1h",3600]]){let r=e*n;if(Math.abs(r-Math.round(r))<1e-9*r)return{rate:Math.round(r),timeUnit:t}}return{rate:Math.max(1,Math.round(e*3600)),timeUnit:"1h"}}var _e=L({count:M(),avg:M(),values:P(M())}).nullable(),sa=It("type",[L({type:X("trend"),count:M(),avg:M(),values:P(M())}),L({type:X("rate"),hits:M(),count:M()}),L({type:X("counter"),sum:M()})]),oa=L({schemaVersion:X(1),percents:P(M()),slots:De(G(),L({startedAt:M(),endedAt:M(),dropped:M(),answers:P(L({sizes:_e,statuses:_e})),slices:P(L({started:M(),finished:M(),exceptions:M(),barren:M(),untagged:M(),begun:M(),voided:M(),resent:M(),connects:M(),received:M(),failed:_e,latency:_e,lag:L({p50:M(),p99:M(),max:M()}).nullable(),custom:De(G(),sa).optional()}))})),thresholds:P(G()),fed:P(G()),unfed:P(G()),lost:M(),seen:P(Nt).optional()});function Zr(e){return oa.parse(JSON.parse(e))}function es(e,t){return t.filter(n=>mt(n)&&(e.slots[n.key]?.startedAt??0)>0).map(n=>({...aa(n,e.slots[n.key],e.percents),seen:e.seen}))}function aa(e,t,n){let r=n.map(h=>h/100),{load:s,work:o}=e.step,a=s.kind==="fixed-work"&&t.endedAt>=t.startedAt?Math.max(1,t.endedAt-t.startedAt)/1e3:e.seconds-e.settleSeconds,i=s.kind==="arrival-rate"?s.rate:null,u=ve(e),c=u===null?a/e.slices:u.planned/i/e.slices,l=i===null?null:i*c,d=o.kind==="script",m=t.slices.map((h,y)=>{let{latency:v,failed:R,exceptions:O}=h;return{startedAt:t.startedAt+(e.settleSeconds+y*a/e.slices)*1e3,seconds:c,...e.turns!==null&&{alternating:!0},planned:l,ok:v?.count??0,failed:Math.max(R?.count??0,O)+pt(h,d),dropped:la(t,h,s.kind==="fixed-work"?e:null,l),...h.resent>0&&{resent:h.resent},latency:v&&{levels:r,values:v.values},avg:v?.avg??null,lag:h.lag,...Object.keys(h.custom??{}).length>0&&{custom:ia(h.custom,r)}}}),p=h=>t.slices.reduce((y,v)=>y+h(v),0),g=p(h=>pt(h,d)),b=p(h=>h.started>h.finished?0:pt(h,!0));return{slot:e,slices:m,sent:p(({started:h})=>h),intended:l===null?null:l*e.slices,barren:p(({barren:h})=>h),lost:d?b+(ge(e.step.slos).length>0?p(({untagged:h})=>h):0):0,cut:g,received:p(({received:h})=>h),failures:zr(t.slices.flatMap(({failed:h})=>h===null?[]:dt(h,r))),answers:t.answers.map(({sizes:h,statuses:y})=>({sizes:h&&{...h,levels:r},statuses:new Map(y?dt(y,r).map(({code:v,count:R})=>[v,R]):[])})),connects:p(({connects:h})=>h)}}function pt({started:e,begun:t,voided:n,latency:r,failed:s},o){let a=n+(r?.count??0)+(s?.count??0);return Math.max(0,(o?t:e)-a)}function ia(e,t){return Object.fromEntries(Object.entries(e).map(([n,r])=>[n,r.type==="trend"?{...r,levels:t}:r]))}function la(e,t,n,r){return e.dropped===0?0:Math.round(n?e.dropped/n.slices:Math.min(e.dropped,Math.max(0,(r??0)-t.started)))}var ts={100:"its `setup` did not finish in time",101:"its `teardown` did not finish in time",104:"k6 does not accept its options",107:"it threw an exception outside an iteration",108:"it aborted the test",110:"it marked the test as failed"},ha=99,ns=105;async function as(e){let{folder:t,name:n}=e,r=D(t,`${n}.js`),s=D(t,`${n}.summary.json`),o=D(t,`${n}.log`),a=D(t,"k6-config.json");ft(r,e.script),rs(D(t,Ce))||os.default.sync(D(t,Ce),Yr),ft(a,"{}");let i=await Hn({command:[e.binary,"run","--quiet","--no-color","--no-usage-report","--config",a,"--address","","--env",`TARGET_URL=${e.targetUrl}`,"--env",`BASE_URL=${e.targetUrl}`,"--env",`TAILGATE_SUMMARY=${s}`,...e.userScript?["--env",`TAILGATE_SCRIPT_FOLDER=${da(e.userScript)}`]:[],r],cwd:e.cwd,env:{...va(),...pe(e.environment,Ta(e)),...!e.mayFetch&&{K6_AUTO_EXTENSION_RESOLUTION:"false"}},logPath:o,keeper:e.keeper}),u=i.exited.then(async c=>{let l=Yn(wa(o),t),d=c.code??-1,m=(p,g)=>({kind:"failed",fault:p,message:g,log:l});if(c.signal!==null)return m("harness",`k6 was ended by ${c.signal}`);if(d in ts){let p=l.replaceAll('\\"','"'),g=/TAILGATE_EXPORTS (\S+): (.*?) TAILGATE_END/.exec(p),b=/TAILGATE_REFUSED (.*?) TAILGATE_END/.exec(p)?.[1];return{...m("script",b??`${ts[d]}${ba(p)}`),...g!==null&&{missing:{exec:g[1],there:g[2]}}}}if(d!==0&&d!==ha&&d!==ns)return m("harness",`k6 ended with exit code ${d}`);try{let p=Zr(ss(s,"utf8"));return{kind:"measured",complete:d!==ns,summary:p,...await Ra(o)}}catch(p){return m("harness",`k6 left no readable summary: ${p.message}`)}});return{group:i,began:Sa(o,i),finished:u}}var ga=20;async function Sa(e,{exit:t}){for(;t()===null;){let n=/TAILGATE_BEGAN (\d+)/.exec(Xe(e))?.[1];if(n!==void 0)return Number(n);await pa(ga)}return null}function ba(e){let t=/"(k6\/x\/[^"\s]+)"/.exec(e)?.[1];return t!==void 0?`: it imports \`${t}\`, an extension that this k6 lacks. None is fetched from elsewhere unless \`allow\` names hosts; give \`k6.path\` a k6 that has it`:/ of undefined/.test(e)?"; Tailgate replaces its scenarios and its load, so `exec.test.options.scenarios` has not those of the script":""}var ya=20;function wa(e){let t=Xe(e,2e3).split(`
`),n=t.slice(-ya),r=t.find(s=>/^time="[^"]*" level=error (?!.* source=console)/.test(s));return(r===void 0||n.includes(r)?n:[r,...n.slice(1)]).join(`
`)}var ka=4;function va(){let e=Math.min(ua(),process.constrainedMemory?.()||Number.POSITIVE_INFINITY);return{GOGC:"800",GOMEMLIMIT:`${Math.floor(e/ka/2**20)}MiB`}}function Ta({certificates:e=[],environment:t,folder:n}){if(e.length===0)return{};let r=t.SSL_CERT_FILE,s=r&&rs(r)?[ss(r,"utf8")]:fa,o=D(n,"certificates.pem");return ft(o,[...e,...s].join(`
`)),{SSL_CERT_FILE:o}}async function Ra(e){let t=new Map,n=new Map;for await(let r of ma({input:ca(e)})){let s=/TAILGATE_(FAILURE|REDIRECT) ((?:[^"\\]|\\.)*)"/.exec(r);if(s===null)continue;let o=s[2].replaceAll('\\"','"');if(s[1]==="FAILURE"){let[,a,i,u]=/^(\d+) (.*?): (.*)$/s.exec(o)??[],c=`${a} ${i}`;u!==void 0&&!t.has(c)&&t.set(c,{label:i,code:Number(a),text:u})}else{let[,a,i,u,c]=/^(\d+) (\d+) (\S+) (.*)$/s.exec(o)??[],l=`${a} ${c}`;if(c===void 0||n.has(l))continue;n.set(l,{label:c,which:Number(a),status:Number(i),location:u==="-"?null:u})}}return{told:[...t.values()],redirects:[...n.values()]}}import{existsSync as xa,writeFileSync as Oa}from"node:fs";import{join as Aa}from"node:path";var Ma=1;function is(e){let t=e.map(({weight:u})=>u),n=t.reduce(ls),r=t.map(u=>u/n),s=r.flatMap((u,c)=>Array.from({length:u},()=>c)),o=Xn(Ma);for(let u=s.length-1;u>0;u--){let c=o.index(u+1);[s[u],s[c]]=[s[c],s[u]]}let a=r.map(()=>0),i=s.map(u=>a[u]++);return{order:s,ranks:i,counts:r}}function ls(e,t){return t===0?e:ls(t,e%t)}function cs(e,t,n,r){let s=[],o=0;for(let{name:a,offset:i,length:u}of Ot(e)){let c=a.startsWith("data.")?t.indexOf(a.slice(5)):-1;if(c<0)continue;let l=i+u,d=n==="json"&&Ea(e,i,l);s.push(r(e.slice(o,d?i-1:i)),{column:c,as:d?"value":n}),o=d?l+1:l}return s.length===0?r(e):[...s,r(e.slice(o))]}function Ea(e,t,n){return e[t-1]==='"'&&e[t-2]!=="\\"&&e[n]==='"'&&e[n+1]!==":"}function us(e,t,n){if(e.step.work.kind==="script")return null;let{request:r}=e.step.work;return{...r,url:ms(t.fill(r.url),t,n,e),headers:Object.fromEntries(Object.entries(r.headers).map(([s,o])=>[s,t.fill(o)])),body:r.body===void 0?void 0:t.fill(r.body)}}function ds(e,t,n,{config:r,folder:s}){let{work:o,scenario:a}=e.step;if(o.kind==="script"||o.mix===void 0&&o.data===void 0)return null;let i=o.data?`data-${a}.json`:null;i!==null&&$a(o.data.path,Aa(s,i));let u=(l,d)=>cs(l,o.data?.columns??[],d,n.fill),c=ee(o);return{name:a,dataFile:i,first:_a(e,t),sequence:is(c),requests:c.map(({request:l})=>({name:`${l.method} ${l.url}`,method:l.method,url:ms(u(l.url,"path"),n,r,e),headers:Object.fromEntries(Object.entries(l.headers).map(([d,m])=>[d,u(m,"raw")])),body:l.body===void 0?null:u(l.body,l.quotesData?"json":"raw"),expectStatus:l.expectStatus,timeoutMs:l.timeoutSeconds*1e3}))}}function $a(e,t){xa(t)||Oa(t,JSON.stringify(zt(Xt(e),e).rows))}function ms(e,{targetUrl:t},n,{step:r}){let[s,...o]=typeof e=="string"?[e]:e,a=String(s),i=a.startsWith("/")?t+a:a;return Vt(i,n,`request of ${r.label}`),typeof e=="string"?i:[i,...o]}var Ca=16;function _a({step:{load:e},round:t,seconds:n,turns:r,requests:s},o){let a=e.kind==="arrival-rate"?e.rate*n/(r?.of??1):s??0;return(o*Ca+(t===null?0:t+1))*Math.ceil(a)}function ps(e,{instances:t,began:n,sample:r}){let s=[],o=new Set,a=!1,i=()=>{for(let l of o)t.get(l)?.resume();o.clear()},u=l=>{for(let[d,m]of t)d!==l&&(m.halt(),o.add(d))},c=e.slots.flatMap(l=>[...t.size>1&&l.round!==null&&I(l)?[{at:l.startSeconds,act:()=>u(l.arm)},{at:Ia(l),act:i}]:[],...Pa(l).map(d=>({at:d,act:r}))]);return n.then(l=>{if(!(l===null||a))for(let{at:d,act:m}of c)s.push(setTimeout(m,l+d*1e3-Date.now()))}),{end(){a=!0;for(let l of s)clearTimeout(l);i()}}}function Ia({step:e,startSeconds:t,seconds:n}){return t+(e.load.kind==="fixed-work"?W:n)}function Pa({round:e,step:t,startSeconds:n,seconds:r,settleSeconds:s,slices:o}){if(e===null&&o===1)return[];if(t.load.kind==="fixed-work")return[n];let a=(r-s)/o;return Array.from({length:o+1},(i,u)=>n+s+u*a)}var Na=150+W;async function le(e,t,{around:n,k6:r,folder:s,instances:o,shared:a,block:i=0}){let u=[...new Set(e.slots.map(S=>S.step.label))].join(", "),l=[...new Set(e.slots.map(({arm:S})=>S))].includes("head")?"head":"base",{targetUrl:d}=o.get(l),{work:m}=e.slots[0].step,p=new Map(e.slots.map(S=>[S,ds(S,i,o.get(S.arm),{config:n.config,folder:s})])),g=n.config.allow.length===0,b=[...o.values()].flatMap(({trust:S})=>S??[]),h=await as({binary:r,folder:s,name:t,script:Qr({program:e,targetUrl:d,confined:g,insecure:g&&b.some(S=>"insecure"in S),requestOf:S=>us(S,o.get(S.arm),n.config),dealOf:S=>p.get(S)??null,...m.kind==="script"&&{scriptPath:Kn(m.path,s,n.config.directory)}}),...m.kind==="script"&&{userScript:m.path},cwd:n.config.directory,targetUrl:d,environment:{...n.environment,...Wa(e,o.get(l))},mayFetch:!g,certificates:b.flatMap(S=>"ca"in S?S.ca:[]),keeper:n.keeper}),y=Date.now(),v=[...o.values(),a],R=_r(h.group.pid,v.flatMap(({sessions:S})=>S),new Map([...o].map(([S,{sessions:Y}])=>[S,Y]))),O=ps(e,{instances:o,began:h.began,sample:R.take}),E=()=>h.group.signal("SIGKILL");n.signal.addEventListener("abort",E,{once:!0}),n.signal.aborted&&E();for(let S of v)S.crashed.then(()=>S.crash()!==null&&h.group.signal("SIGINT"));let f=!1,w=e.seconds+Na,T=setTimeout(()=>{f=!0,E()},w*1e3),k=await h.finished;clearTimeout(T),O.end(),R.stop(),n.signal.removeEventListener("abort",E),await h.group.stop("SIGTERM",1e3);let x=(Date.now()-y)/1e3,j=e.slots.findLast(S=>S.startSeconds<=x)??e.slots[0],C={slots:[],crash:ce(o,a,j.step.label),failure:null,failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],loadSeconds:x};if(n.signal.aborted)return C;let me=S=>C.crash===null?{...C,failure:{...S,label:u,arm:l}}:C;if(k.kind==="failed"&&k.missing){let{exec:S,there:Y}=k.missing;throw new _({what:`The k6 script of ${u} has no function \`${S}\`: ${Y}.`,where:m.kind==="script"?m.path:u,hint:"Name the function to measure with `exec` in tailgate.yml, or export it as `default`."})}if(k.kind==="failed"){let S=`k6 had not ended after ${Math.round(w)} s, and was killed`;return me(f?{...k,message:S}:k)}if(!k.complete&&C.crash===null)return me({kind:"failed",fault:"harness",message:"k6 was interrupted from outside",log:""});let V={cores:La(),generatorLimit:R.generatorLimit(),outsiders:Fa(n)},A=es(k.summary,e.slots).map(S=>Ga(S,R.samples)).map(S=>Ua(S,R.samples,V)).map(S=>hs(n)?S:ja(S,R.samples,o)),Ne=S=>l==="head"?S.map(Y=>({label:u,threshold:Y})):[],{summary:K,redirects:go}=k,So=e.slots.every(({round:S})=>S===null);return{...C,failures:A.filter(({slot:S})=>S.arm==="head"&&(S.round!==null||So)).flatMap(S=>Ba(S,k.told,p.get(S.slot)?.requests??[])),redirects:go,thresholds:Ne(K.thresholds),fed:Ne(K.fed),unfed:Ne(K.unfed),lost:K.lost>0?[{label:u,requests:K.lost}]:[],slots:A}}function Ba({slot:e,failures:t,cut:n,received:r,sent:s,slices:o,barren:a},i,u){let{label:c,graceSeconds:l}=e.step,d=t.map(({code:h,which:y,count:v})=>{let R=i.find(E=>E.label===c&&E.code===h)?.text,O=u.length>1?` of ${u[y]?.name}`:"";return{label:c,text:`${Hr(h,R)}${O}`,count:v}}),m=i.find(h=>h.label===c&&h.text.startsWith("exception")),p=a+o.reduce((h,y)=>h+y.failed,0)-n;if(m!==void 0&&p>d.reduce((h,{count:y})=>h+y,0)&&d.push({label:c,text:m.text,count:a||1}),n===0)return d;let b=n===s&&r>0?`the answer began, and did not end within ${l} s`:`no complete answer within ${l} s`;return[...d,{label:c,text:b,count:n}].sort((h,y)=>y.count-h.count)}function ce(e,t,n){for(let[r,s]of[["shared",t],...e]){let o=s.crash();if(o!==null)return{...o,arm:r,label:n}}return null}var Da=/\b(docker|podman|nerdctl)\b/;function Fa(e){let{external:t,services:n}=e.config;return t.length>0||n.some(({start:r})=>r===void 0)||hs(e)}function hs({config:e}){return e.services.some(({start:t})=>t!==void 0&&Da.test(t))}function ja(e,t,n){let{arm:r,turns:s}=e.slot,o=n.get(r);if(o?.sessions.length===0)return e;let a=o?.startupMs,i=e.slices.map((u,c)=>{let{startedAt:l,seconds:d}=u,m=l+d*(s?.of??1)*1e3,g=e.slot.step.load.kind==="fixed-work"&&c===e.slices.length-1?t.find(({wall:h})=>h>=m):void 0,b=Pr(t,r,l,g?.wall??m);return{...u,...b,...a!==void 0&&{startup:a}}});return{...e,slices:i}}var fs=250;function Ga(e,t){let{slices:n,slot:r,connects:s}=e,o=n[0].startedAt,a=n.reduce((l,d)=>l+d.seconds,0)*(r.turns?.of??1),i=Ir(t,o-fs,o+a*1e3+fs),u=i===null?0:Math.max(0,i-s),c=n.map(({resent:l=0,...d})=>{let m=Math.min(l,u);return u-=m,{...d,...m>0&&{resent:m}}});return{...e,slices:c}}function Ua(e,t,n){let{slices:r}=e,s=r.reduce((m,p)=>m+p.seconds,0),o=r[0].startedAt,a=s*(e.slot.turns?.of??1),{clockJumpMs:i,...u}=lt(t,o,o+a*1e3,n),c=r.map(({startedAt:m,seconds:p})=>{let g=m+p*(e.slot.turns?.of??1)*1e3,{clockJumpMs:b,...h}=lt(t,m,g,n);return ct({cpu:h,clockJumpMs:b})}),l=r.flatMap(m=>m.lag===null?[]:[m.lag.p99]),d={sent:e.sent,intended:e.intended,seconds:s,dropped:r.reduce((m,p)=>m+p.dropped,0),lagMs:l.length>0?Math.max(...l):null,cpu:u,clockJumpMs:i};return{...e,evidence:d,diagnosis:Lr(d),disturbed:c}}function Wa({slots:e},{fill:t}){return Object.fromEntries(Object.entries(e[0].step.parameters??{}).map(([n,r])=>[`VARIANT_${n.toUpperCase()}`,t(r)]))}var qa=1.25,za=1;function gs(e,t){let n=N(t,.5),r=a=>!(N(a,.5)>qa*n),s=e.findIndex((a,i)=>r([a])&&r(e.slice(i)));if(s===-1)return null;let o=e.slice(0,s).reduce((a,i)=>a+i.seconds,0);return Math.max(za,o)}function Ss(e,t,n){let r=e.filter(({slot:s})=>s.round===null&&!t.some(o=>o.slot.step===s.step));for(let{slot:s,slices:o}of r){let a=e.filter(l=>l.slot.round!==null&&l.slot.step===s.step&&l.slot.arm===s.arm&&I(l.slot)===I(s)),i=gs(o,a.flatMap(({slices:l})=>l)),{label:u}=s.step,c=n.get(u);n.set(u,c===null||i===null?null:Math.max(c??0,i))}}var Ha=3;function bs({steps:e},t){let n=e.flatMap(({label:r})=>{let s=t.flatMap(({warmUps:o})=>o.get(r)??[]);return s.length>0?[[r,Math.max(...s)]]:t.length>=Ha?[[r,we.seconds]]:[]});return new Map(n)}var Ie=2e4,Ja=2;async function ys(e,t,n){let r=performance.now(),s={index:t,kept:[],discarded:[],crash:null,failure:null,failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],soakFailures:[],warmUps:new Map,soak:[],wallSeconds:0};for(let[o,a]of e.entries())ue(s,n)&&await Va(a,o,s,n);return s.wallSeconds=(performance.now()-r)/1e3,s}async function Va(e,t,n,r){let s={running:new Map,starts:0};try{Ya(n.index,e.arms,r),await oe(s,{...r,together:e.arms,block:ht(n,r)});for(let[o,a]of e.programs.entries()){let i=`${ws(n,r)}-${t+1}-${o+1}`;await Xa(a,i,s,n,r)}e.arms.length>1&&ue(n,r)&&await Ka(s,n,r)}finally{await ae(s)}}async function Ka(e,t,n){let{arms:r,shared:s,k6:o,folder:a,progress:i}=n,u={around:r.head,k6:o,folder:a,instances:e.running,shared:s,block:t.index},c=n.soak?.(t)??[];for(let l=1;c.length>0&&ue(t,n);l++){let{arm:d}=c[0].slots[0],m=c.reduce((g,b)=>g+b.seconds,0);i.phase(`keeping the ${d} under load, for stalls, growth and memory`,m);let p=[...e.running].filter(([g])=>g!==d).map(([,g])=>g);for(let g of p)g.halt();try{for(let[g,b]of c.entries()){let h=`${ws(t,n)}-soak-${l}-${g+1}`,y=await le(b,h,u);t.crash??=y.crash,t.failure??=y.failure,t.soak.push(...y.slots),t.soakFailures.push(...y.failures)}}finally{for(let g of p)g.resume()}c=n.soak?.(t)??[]}}function ws(e,t){let{variant:n}=t;return`${n===void 0?"":`variant-${n}-`}block-${ht(e,t)+1}`}function ht({index:e},{sizings:t=0}){return e+t}function Ya(e,t,n){let{arms:r,progress:s}=n,{services:o}=r.head.config,a=o.filter(({start:i,scope:u})=>i&&u==="instance").map(({name:i})=>i);a.length===0||e>0||s.phase(`starting ${a.join(", ")}${r.base?` of ${t.join(" and ")}`:""}`)}function Qa({index:e},{planned:t}){return t>1?`block ${e+1} of ${t}: `:""}async function Xa(e,t,n,r,s){let{arms:o,shared:a,k6:i,folder:u,progress:c,repeatDisturbed:l=!0}=s,d=e,m=!0;for(let p=0;d!==null&&ue(r,s);p++){let g=[...new Set(d.slots.map(A=>A.step.label))].join(", "),b=d.slots.every(({requests:A})=>A===null)?d.seconds:void 0;c.phase(`${Qa(r,s)}measuring ${g}`,b);let h=p===0?t:`${t}-again${p}`,y=await le(d,h,{around:o.head,k6:i,folder:u,instances:n.running,shared:a,block:r.index}),{crash:v,failure:R,failures:O,redirects:E,thresholds:f,fed:w,unfed:T,lost:k,slots:x}=y;r.crash=v,r.failure=R??r.failure,r.failures.push(...O),r.redirects.push(...E),r.fed.push(...w),r.unfed.push(...T),r.lost.push(...k);let j=x.filter(({slot:A})=>A.round!==null),C=v===null&&l?jr(j):[],me=j.filter(A=>!C.includes(A));r.kept.push(...me),r.discarded.push(...C),C.length===0&&r.thresholds.push(...f);for(let A of C)be(()=>Wr(A,r.index));Ss(x,C,r.warmUps);let V=C.filter(A=>!ti(A,s)).map(({slot:A})=>A);d=V.length>0&&p<Ja&&m?mn(e,V):null,C.length>0&&c.note(Gr(C,d!==null)),d!==null&&(m=await ei(s),r.crash=ce(n.running,a,V[0].step.label),o.base&&ue(r,s)&&await Za(n,r,s))}}async function Za(e,t,n){let r=[...e.running.keys()];await ae(e),await oe(e,{...n,together:r,block:ht(t,n)})}async function ei({arms:e,progress:t}){return t.phase(`waiting for the machine to calm down (${Ie/1e3} s at most)`),$e(Ie,e.head.signal)}function ti({slot:e,evidence:t},{isEnough:n}){return n!==void 0&&e.requests!==null&&t.seconds<ye}function ue(e,{arms:t,isEnough:n}){let{crash:r,failure:s}=e;return r!==null||s!==null&&!gt(s)||t.head.signal.aborted?!1:!n?.(e)}function gt({arm:e,fault:t}){return e==="base"&&t==="script"}var ni=8,ri=2;async function ks(e,t){let{instances:n,around:r,shared:s,start:o,progress:a,block:i,repeatDisturbed:u=!0}=t,c=[...n.keys()],l={block:i,arms:new Map(c.map(g=>[g,{trials:[],estimate:null}])),discarded:[],crash:null,failure:null,loadSeconds:0},d=0,m=g=>l.arms.get(g).trials,p=()=>l.crash===null&&l.failure===null&&!r.signal.aborted;for(let g=1;p()&&l.loadSeconds<t.secondsLeft;g++){let b=c.flatMap(v=>{let R=yn({...e.goal,outcomes:m(v),start:o});return R===null?[]:[{arm:v,...R}]});if(b.length===0)break;t.drawFirst()!==b[0].arm&&b.reverse(),a.phase(oi(e,b,l));let h=[];for(let[v,R]of si(e,b,g===1).entries()){if(!p())break;let O=`search-${e.scenario}-${i+1}-${g}-${v+1}`,E=await le(R,O,{...t,around:r,instances:n,shared:s});l.crash=E.crash,l.failure=E.failure,l.loadSeconds+=E.loadSeconds;let f=E.slots.filter(({slot:T})=>T.round!==null),w=u?f.filter(({diagnosis:T})=>T==="disturbed"):[];if(h.push(...w),!(w.length>0))for(let T of f){let{rate:k}=b.find(({arm:j})=>j===T.slot.arm),x=Fr(e.goal.slo,k,T);m(T.slot.arm).push(x)}}if(h.length===0)continue;l.discarded.push(...h);let y=h.map(({diagnosis:v,evidence:R})=>ie(v,R));if(a.note(`a trial of ${e.label} is discarded: ${[...new Set(y)].join("; ")}`),l.discarded.length>ni||d===ri)break;await $e(Ie,r.signal)||d++,l.crash??=ce(n,s,e.label)}for(let g of l.arms.values())g.estimate=wn(g.trials,e.goal);return l}function si(e,t,n){return e.work.kind==="request"?[qe(e,t,n)]:t.map(r=>qe(e,[r],n))}function oi({label:e},t,{arms:n}){let r=t.map(({arm:s,rate:o})=>{let{trials:a}=n.get(s),i=Math.max(0,...a.filter(({met:d})=>d).map(d=>d.rate)),u=Math.min(...a.filter(({met:d})=>!d).map(d=>d.rate)),c=[...i>0?[`${B(i)} meets`]:[],...u<1/0?[`${B(u)} does not`]:[]],l=c.length>0?`${c.join(", ")}; `:"";return`${n.size>1?`${s}: `:""}${l}trying ${B(o)}`});return`capacity of ${e}: ${r.join(" \xB7 ")}`}function vs({label:e},{arms:t}){let n=[...t].map(([r,{estimate:s,trials:o}])=>{let a=t.size>1?`${r} `:"",i=`${o.length} trials`;if(s===null)return`${a}not found (${i})`;let{kind:u,value:c,low:l,high:d}=s;return u==="found"?`${a}${B(c)} (${B(l)} \u2026 ${B(d)}, ${i})`:`${a}${u==="below"?`less than ${B(d)}`:`at least ${B(l)}`} (${i})`});return`capacity of ${e}: ${n.join("; ")}`}function B(e){return`${Number(e.toPrecision(4)).toLocaleString("en")} req/s`}var Ts={far:2,near:1.12},ai=.7;async function Rs(e,t,n){for(let s of e)t.set(s,[]);let r=Math.max(0,...e.map(({blocks:s})=>s.most));for(let s=0;s<r;s++){let o=e.filter(d=>ci(d,t.get(d),s));if(o.length===0||Ms(t,n))return;let i=n.drawFirst()==="head"?["head","base"]:["base","head"],u=n.arms.base?i:["head"],c=new Map(o.map(d=>[d,ui(d,t.get(d))])),l=n.swapped?u.map(d=>[d]):[u];for(let[d,m]of l.entries())await ii(o,{together:m,block:s,before:c,found:t,share:1/(l.length-d)},n)}}async function ii(e,{together:t,block:n,before:r,found:s,share:o},a){let{arms:i,progress:u}=a,c={running:new Map,starts:0};try{u.phase(`starting services for the search of a capacity, start ${n+1}`),await oe(c,{arms:i,together:t,block:li+n});for(let l of e){if(Ms(s,a))return;let d=s.get(l),m=await ks(l,{...a,around:i.head,instances:c.running,block:n,start:r.get(l),secondsLeft:o*Es(l,d)});d.push(m),u.note(vs(l,m))}}finally{await ae(c)}}var li=1e3;function Ms(e,{arms:t}){let n=[...e.values()].flat();return t.head.signal.aborted||n.some(({crash:r,failure:s})=>r!==null||s!==null)}function Es({budgetSeconds:e},t){return e-t.reduce((n,{loadSeconds:r})=>n+r,0)}function ci(e,t,n){if(n===0)return!0;if(n>=e.blocks.most)return!1;let r=Array.from({length:n},(a,i)=>t.filter(u=>u.block===i).reduce((u,{loadSeconds:c})=>u+c,0)),[s,...o]=r;return Es(e,t)>=ai*Math.min(We.later/We.first*s,...o)}function ui({goal:e},t){let n=t.flatMap(({arms:r})=>[...r.values()].flatMap(({estimate:s})=>s??[]));return n.length===0?{rate:e.from,factor:Ts.far}:{rate:Dt(n.map(({value:r})=>r)),factor:Ts.near}}function xs(e,t){let[n,...r]=e;if(r.length===0)return n;let s=u=>e.flatMap(u),o={slos:s(({slos:u})=>u),changes:s(({changes:u})=>u),faults:s(({faults:u})=>u),invalid:s(({invalid:u})=>u)},a=u=>J(e.map(({effort:c})=>c[u])),i=s(u=>u.redirects??[]);return{...n,...Oe({...o,failOn:t}),...o,costs:s(({costs:u})=>u),suspects:s(({suspects:u})=>u),...i.length>0&&{redirects:i},pair:di(e.flatMap(({pair:u})=>u??[])),effort:{slices:a("slices"),discardedRounds:a("discardedRounds"),instances:a("instances"),loadSeconds:a("loadSeconds")}}}function di(e){let[t]=e;return t===void 0?null:{...t,variants:e.length,blocks:J(e.map(({blocks:n})=>n)),planned:J(e.map(({planned:n})=>n)),discarded:{base:J(e.map(({discarded:n})=>n.base)),head:J(e.map(({discarded:n})=>n.head))},error:Number(Math.min(1,J(e.map(({error:n})=>n))).toFixed(9))}}function J(e){return e.reduce((t,n)=>t+n,0)}async function St(e,{pair:t,guessMissing:n},r){let{kind:s,arm:o,service:a,log:i}=e,u=r?`${e.message} (variant ${r.name})`:e.message,c=o===null?null:await n(o,i);if(o!=="base"||t===void 0){let l=c===null?"":`; \`${c}\` is git-ignored, so a fresh tree has none: let \`build\` make it, or name it in \`reuse\``,d=e.isOnlyHere&&o==="head"&&{onlyHead:!0};return{kind:s,service:a,message:u+l,log:i,...d}}return{kind:"base-failed",fault:s,commit:t.baseCommit,service:a,message:u,log:i,missing:c}}function Os({draft:e},t){let n=e.pair?.baseCommit;if(t===void 0||n===void 0)return null;let{crash:r,failure:s}=t;if(r?.arm==="base"){let{service:u,exit:c,log:l}=r,d=`it ended with ${c} under load`;return{kind:"base-failed",fault:"crashed",commit:n,service:u,message:d,log:l,missing:null}}if(r!==null||s===null||!gt(s))return null;let{label:o,log:a}=s,i=`the script of ${o} fails on the base, though not on the head: ${s.message}`;return{kind:"base-failed",fault:"script-failed",commit:n,service:o,message:i,log:a,missing:null}}function As({label:e,kept:t,failures:n}){let r=[],s=Is(t.filter(({diagnosis:a})=>a==="service-slow"));s!==null&&r.push({kind:"cannot-keep-up",label:e,...bt(s),cpu:s.cpu});let o=Cs({label:e,slices:t.flatMap(a=>a.slices),failures:n});return o===null?r:[...r,o]}function $s(e){let t=Cs(e);return t&&{...t,soak:!0}}function Cs({label:e,slices:t,failures:n}){let r=t.reduce((o,a)=>o+a.failed,0),s=t.reduce((o,a)=>o+a.failed+a.ok,0);return r<=.001*s?null:{kind:"failing",label:e,failed:r,requests:s,examples:n.slice(0,3)}}var mi=.01;function pi({label:e,kept:t,failures:n,thresholds:r,lost:s}){let o=c=>({kind:"script-failed",label:e,message:c,log:""}),a=t.reduce((c,l)=>c+l.barren,0),i=t.reduce((c,l)=>c+l.evidence.sent,0);if(a>mi*i){let c=n.find(l=>l.startsWith("exception"));return o(`it threw before it sent a request, in ${a} of ${i} iterations${c?`: ${c}`:""}`)}let u=s+t.reduce((c,l)=>c+l.lost,0);if(u>0)return o(`${u} of its requests are in no count: it sends them in a way that Tailgate does not see`);if(r.length>0){let c=r.slice(0,3).map(l=>`\`${l}\``);return o(`nothing was measured that its threshold ${c.join(", ")} could judge, so it would always hold: mend its name or tags, or take it out`)}return null}function _s(e,t){let{label:n,kept:r,discarded:s}=e,o=pi(e);if(o!==null)return o;if(r.length>=t/2&&r.length>0){if(r.flatMap(m=>m.slices).reduce((m,p)=>m+p.ok+p.failed+p.dropped,0)>0)return null;let{seconds:d}=r[0].evidence;return r.every(({evidence:m})=>m.sent===0)?{kind:"none-begun",label:n,seconds:d}:{kind:"script-failed",label:n,message:"it sent no request while it was measured; Tailgate replaces its scenarios, so `exec.scenario.name` and `exec.test.options.scenarios` are not those of the script",log:""}}let a=Is(s);if(a===null)return{kind:"harness",message:`${n} was not measured`,log:""};let i=l=>s.filter(({diagnosis:d})=>d===l).length,{cpu:u,lagMs:c}=a;return i("generator-starved")>=Math.max(i("disturbed"),i("unknown"))?{kind:"generator-starved",label:n,...bt(a),lagMs:c,cpu:u}:i("disturbed")>=i("unknown")?{kind:"machine-disturbed",label:n,discarded:s.length,rounds:s.length+r.length,cpu:u}:{kind:"cause-unknown",label:n,...bt(a),cpu:u}}function Is(e){let t=({sent:n,intended:r})=>r===null?0:r-n;return e.map(({evidence:n})=>n).sort((n,r)=>t(r)-t(n))[0]??null}function bt({sent:e,intended:t,seconds:n}){return{sent:e,intended:t??e,seconds:n}}function Ps({head:e,base:t,together:n}){let r=e+n;return r<2||r<=2*t?null:{kind:"crowded",head:e,base:t,together:n}}function Ls(e,t){let{head:n,base:r,together:s}=t;return n>0&&n+s>=7+3*r?{kind:"fills-machine",label:e,...t}:null}function $(e,t,n){return e.filter(({slot:r})=>r.step.label===t.label&&r.arm===n)}function de(e,{kept:t},n){let r=t.filter(({slot:i})=>n(i)),[s,o]=[$(r,e,"base"),$(r,e,"head")],a=(i,u)=>i.filter(({slot:c})=>u.some(l=>l.slot.round===c.round)).flatMap(({slices:c})=>c);return{base:a(s,o),head:a(o,s)}}function Ns(e,t){let n=t.flatMap(({discarded:s})=>s).filter(({slot:s,diagnosis:o,evidence:a})=>{let i=o==="generator-starved"||o==="unknown";return s.step.label===e.label&&i&&ut(a)}),r=n.filter(({slot:s})=>I(s));return{head:Pe(r,"head"),base:Pe(r,"base"),together:n.filter(({slot:s})=>s.turns?.position===0).length}}function Le(e,t){let n=t.flatMap(s=>s.soak),r=s=>$(n,e,s).flatMap(({slices:o,disturbed:a})=>o.filter((i,u)=>!a[u]));return{base:r("base"),head:r("head")}}function yt(e,t,n){let r=s=>$(s,e,"head").filter(({slot:o})=>n(o));return{label:e.label,kept:t.flatMap(s=>r(s.kept)),discarded:t.flatMap(s=>r(s.discarded)),failures:Bs(e,t.flatMap(s=>s.failures)),thresholds:fi(e,t),lost:t.flatMap(({lost:s})=>s).filter(({label:s})=>s===e.label).reduce((s,{requests:o})=>s+o,0)}}function Bs({label:e},t){let n=new Map;for(let{text:r,count:s}of t.filter(o=>o.label===e))n.set(r,(n.get(r)??0)+s);return[...n].sort((r,s)=>s[1]-r[1]).map(([r])=>r)}function fi({label:e},t){let n=s=>t.flatMap(o=>o[s].filter(a=>a.label===e)).map(o=>o.threshold),r=new Set(n("fed"));return[...new Set(n("unfed"))].filter(s=>!r.has(s))}function Ds(e,t){let{head:n}=Le(e,t);if(n.length===0)return null;let r=t.flatMap(s=>s.soakFailures);return{label:e.label,slices:n,failures:Bs(e,r)}}function Fs(e,t,n){let r=n.flatMap(({index:s,kept:o})=>{let a=$(o,e,t);return a.length>0?[{block:s,slots:a}]:[]});return{scenario:e.scenario,label:e.label,...e.variant&&{variant:e.variant},load:e.load,instances:r.map(({block:s,slots:o})=>({block:s,slices:o.flatMap(({slices:a})=>a)}))}}function js(e,t,n,r){let s=t.flatMap(({crash:d})=>{if(d?.arm!=="head")return[];let{arm:m,...p}=d;return[{kind:"crashed",...p}]}),a=[...new Set(t.flatMap(({thresholds:d})=>d.map(({label:m})=>m)))].map(d=>{let m=t.flatMap(p=>p.thresholds.filter(g=>g.label===d));return{kind:"threshold",label:d,thresholds:[...new Set(m.map(({threshold:p})=>p))]}}),i=[...n].flatMap(([d,m])=>Ls(d,m)??[]),u=e.flatMap(As),c=d=>u.some(m=>m.kind==="failing"&&m.label===d),l=r.filter(({label:d})=>!c(d)).flatMap(d=>$s(d)??[]);return[...s,...i,...u,...l,...a]}function Gs(e,t,n,r){if(t.length===0)return[];let s=t.flatMap(({failure:a,crash:i})=>{if(i?.arm==="shared")return[{kind:"harness",message:`\`${i.service}\`, which serves the whole run, ended with ${i.exit}`,log:i.log}];if(a===null)return[];let{fault:u,label:c,message:l,log:d}=a;return[u==="script"?{kind:"script-failed",label:c,message:l,log:d}:{kind:"harness",message:l,log:d}]});if(s.length>0||t.some(({crash:a})=>a!==null))return s;let o=dn(e,t.length).filter(({arm:a})=>a==="head");return e.steps.flatMap(a=>r.some(c=>c.kind==="fills-machine"&&c.label===a.label)?[]:(n.has(a.label)?[I]:[I,ke]).map(c=>{let l=o.filter(d=>d.step===a&&c(d)).length;return l===0?null:_s(yt(a,t,c),l)}).find(c=>c!==null)??[])}function Pe(e,t){return e.filter(({slot:n})=>n.arm===t).length}var hi=.5;function Ws(e,t){let{work:n,label:r}=e;if(n.kind==="script")return[];let s=t.flatMap(({kept:a})=>$(a,e,"head")),o=t.flatMap(({redirects:a})=>a);return ee(n).flatMap(({request:a},i)=>{let u=o.find(m=>m.label===r&&m.which===i);if(u===void 0)return[];let{status:c,location:l}=u,d=jt(s.flatMap(({answers:m})=>m[i]??[])).get(c)??0;return d<=hi?[]:[{label:r,request:zs(a),status:c,location:l,share:d}]})}function qs(e,{paired:t},n){let{work:r,label:s}=e,o=n.map(({kept:i})=>({base:Us($(i,e,"base")),head:Us($(i,e,"head"))}));if(!t)return Ut(s,o.flatMap(({head:i})=>i.slices));let a=r.kind==="script"?null:ee(r).map(({request:i})=>({text:zs(i),keepsSize:i.expectSize==="same"}));return Gt(s,a,o)}function Us(e){return{answers:e.map(({answers:t})=>t),slices:e.flatMap(({slices:t})=>t),iterations:e.reduce((t,{sent:n})=>t+n,0),connects:e.reduce((t,{connects:n})=>t+n,0)}}function zs({method:e,url:t}){let n=t.replace(/[?#].*/s,"");return e==="GET"?n:`${e} ${n}`}function Hs(e,t){return[...e].flatMap(([{scenario:n,label:r,goal:s},o])=>["head","base"].flatMap(a=>{let i=o.flatMap(({block:u,arms:c})=>{let l=c.get(a);return l&&l.trials.length>0?[{block:u,...l}]:[]});return i.length>0?[{scenario:n,label:r,digest:t.get(r),goal:s,arm:a,blocks:i}]:[]}))}function Js(e){return Math.max(0,...[...e.values()].flatMap(t=>t.map(({block:n})=>n+1)))}function Vs(e){let t=[...e.values()].flat(),n=t.flatMap(({failure:r,crash:s})=>{if(s?.arm==="shared")return[{kind:"harness",message:`\`${s.service}\`, which serves the whole run, ended with ${s.exit}`,log:s.log}];if(s?.arm==="base")return[{kind:"harness",message:`\`${s.service}\` of the base ended with ${s.exit} in the search of ${s.label}`,log:s.log}];if(r===null)return[];let{fault:o,label:a,message:i,log:u}=r;return[o==="script"?{kind:"script-failed",label:a,message:i,log:u}:{kind:"harness",message:i,log:u}]});return n.length>0||t.some(({crash:r})=>r!==null)?n:[...e].flatMap(([{label:r},s])=>s.some(({arms:a})=>a.get("head")?.estimate!=null)?[]:[gi(r,s)])}function gi(e,t){let n=t.flatMap(o=>o.discarded),r=t.flatMap(({arms:o})=>o.get("head")?.trials??[]),s=n.at(-1);return s===void 0||r.length>n.length?{kind:"search-too-short",label:e,trials:r.length}:{kind:"machine-disturbed",label:e,discarded:n.length,rounds:n.length+r.length,cpu:s.evidence.cpu}}function Ks(e){return[...e.values()].flat().flatMap(({crash:t})=>{if(t?.arm!=="head")return[];let{arm:n,...r}=t;return[{kind:"crashed",...r}]})}function Ys({label:e,slos:t,slices:n,seen:r=[]}){return t.flatMap(({metric:s})=>{if(s.kind!=="custom")return[];let o=r.find(({name:i})=>i===s.name)?.type??null,a=o===null||Bt(s).some(i=>i===o);return a&&!Number.isNaN(U(n,s))?[]:[{kind:"metric-unknown",label:e,metric:Z(s),is:a?null:o,seen:[...r]}]})}var Si=[50,90],Qs=.2,bi=5;function Xs(e){let t=e.filter(r=>r.length>1).map(r=>({first:r.slice(0,r.length>>1),second:r.slice(r.length+1>>1)}));return t.length<bi?null:Si.flatMap(r=>{let s=c=>N(c,r/100),o=t.map(({first:c,second:l})=>Math.log(s(l))-Math.log(s(c))),[a,i]=[s(t.flatMap(c=>c.first)),s(t.flatMap(c=>c.second))];return rr(o)>Math.log1p(Qs)&&i>(1+Qs)*a?[{percent:r,first:a,second:i}]:[]}).sort((r,s)=>s.second/s.first-r.second/r.first)[0]??null}var yi=.01,Zs={latency:.2,memory:.1},wi=[50,90],ki=20,eo=.5,wt=8;function kt({base:e,head:t}){if(t.length<wt)return null;let n=lr(e,t);return n!==null?{kind:"stalls",...n}:vi(e,t)??Ti(e,t)}function vi(e,t){let n=vt(t);if(n===null)return null;let{percent:r,first:s,second:o}=n;if(e.length>=wt){let{first:a,second:i}=to(e,r);if(Math.log(i/a)>=eo*Math.log(o/s))return null}return{kind:"ageing",of:"latency",percent:r,from:s,to:o}}function vt(e){if(e.length<wt)return null;let t=e.length>>1;for(let n of wi){let r=e.map(o=>Math.log(N([o],n/100))),{low:s}=mr(r.slice(0,t),r.slice(-t),yi);if(s>Math.log1p(Zs.latency))return{percent:n,...to(e,n)}}return null}function to(e,t){let n=e.length>>1,r=s=>N(s,t/100);return{first:r(e.slice(0,n)),second:r(e.slice(-n))}}function Ti(e,t){let n=(i,u)=>(i.at(-1)?.memory??Number.NaN)-(i[u]?.memory??Number.NaN),[r,s]=[t[0].memory??Number.NaN,t.at(-1).memory??Number.NaN],o=n(t,0),a=n(t,2*t.length/3|0);return o>Math.max(ki,Zs.memory*r)&&a>o/6?n(e,0)>=eo*o?null:{kind:"ageing",of:"memory",percent:null,from:r,to:s}:null}var Ri=.01,Mi=20;function no(e,t,{runs:n},r){let s=Ri/t.length;return t.flatMap(o=>{let a=sr(n.map(({slices:u})=>Math.log(U(u,o))),s);if(a===null||n.length-a.index>Mi)return[];let i=Math.expm1(a.after-a.before);return i>r(o)?[{label:e,metric:o,commit:n[a.index].commit,change:i}]:[]})}function ro(e){let t=e.steps.filter(f=>f.slices.some(w=>w.ok+w.failed+w.dropped>0)),n=nn(Math.max(1,e.looks.length)),r=(e.capacities??[]).map(ar),s=new Map(t.map(({label:f,stretches:w})=>[f,Xs(w)])),o=new Map(t.map(({label:f,soak:w,crowding:T})=>{let k=s.get(f);return[f,k?{kind:"growing",...k}:Ps(T)??kt(w)]})),a=new Map(t.map(({label:f,soak:w})=>[f,s.get(f)??vt(w.head)])),i=t.flatMap(Ys),u=({label:f,slo:w})=>!i.some(T=>"metric"in T&&T.label===f&&T.metric===Z(w.metric)),l=[...t.flatMap(f=>_i(f,n)).filter(u).map(f=>Oi(f,a)),...r.flatMap(f=>f.slos)],d=[...e.invalid,...i,...l.flatMap(xi),...dr(t,l,e),...r.flatMap(f=>f.invalid)],{changes:m,costs:p,open:g,pair:b}=cr(t,e),h=e.work??[],y=new Set(h.filter(Wt).map(({label:f})=>f)),v=m.map(f=>Ai(f,o)).map(f=>y.has(f.label)?$i(f):f),R=[...e.faults,...h.flatMap(Ci)],O={...Oe({slos:l,changes:v,faults:R,invalid:d,failOn:e.failOn}),slos:l,changes:v,costs:p,faults:R,invalid:d,pair:b,loosened:e.loosened,suspects:e.comparison.kind==="history"?[]:t.flatMap(({label:f,history:w,slos:T,sensitivityOf:k})=>no(f,Ht(T),w,x=>k(x).tolerance)),...e.redirects?.length&&{redirects:e.redirects},...h.length>0&&{work:[...h]},acceptances:[],refusals:[],effort:e.effort},E=t.some(({soak:f})=>f.base.length===0&&kt(f)!==null);return{verdict:O,undecided:Ei(O,g),asksBase:E}}function Ei(e,t){return e.faults.some(({kind:n})=>n==="crashed")?!1:e.invalid.length>0?e.invalid.every(({kind:n})=>n==="machine-disturbed"):e.changes.some(({code:n})=>n==="regressed")?!1:t||e.slos.some(({code:n,stretches:r})=>n==="at-limit"&&!r)}function xi({label:e,slo:{metric:t},estimate:n}){return Ft(t)&&Number.isNaN(n.value)?[{kind:"cost-unknown",label:e,metric:Z(t)}]:[]}function Oi(e,t){let n=t.get(e.label);return!n||e.code!=="met"||!he(e.slo.metric)?e:{...e,code:"at-limit",growth:n}}function Ai(e,t){let n=t.get(e.label);return!n||e.code!=="unchanged"||!he(e.metric)?e:{...e,code:"inconclusive",reason:n}}function $i(e){return e.code!=="improved"?e:{...e,code:"inconclusive",reason:{kind:"other-work"}}}function Ci(e){if(e.kind!=="size"||!e.blocks)return[];let{label:t,base:n,head:r}=e;return[{kind:"other-size",label:t,base:n,head:r}]}function _i(e,t){let{label:n,slos:r,slices:s,soak:o}=e,a=r.flatMap(c=>{let l=c.limit.kind==="relative"?e.others?.get(c.limit.scenario):void 0,d=(b,h)=>c.limit.kind==="absolute"?Te(n,c,b,t):l?ur(n,{slo:c,other:l.label,pairs:h()},t):null,m=d(s,()=>l.pairs);if(m===null)return[];let p=he(c.metric)||c.metric.kind==="errors";if(m.code!=="met"||!p||o.head.length===0)return[m];let g=d(o.head,()=>[...se(o.head.map(b=>[b]),[]),...se([],l.soak.map(b=>[b]))]);return[g!==null&&Ke(g)?{...g,stretches:m.estimate}:m]});if(r.some(({metric:c})=>c.kind==="errors"))return a;let i=Te(n,te,s,t);if(i.code==="missed")return[...a,i];let u=o.head.length>0?Te(n,te,o.head,t):null;return u!==null&&Ke(u)?[...a,{...u,stretches:i.estimate}]:a}function F(e,t,n,r=new Map){let{config:s,plan:o,baseline:a,digests:i,draft:u,comparison:c}=e,l=o.steps.map(f=>yt(f,t,I)),d=new Map(o.steps.map(f=>[f.label,Ns(f,t)])),m=o.steps.flatMap(f=>Ds(f,t)??[]),p=js(l,t,d,m),g=c.kind==="pair"?["head","base"]:["head"],b=o.steps.flatMap(f=>g.flatMap(w=>{let T=Fs(f,w,t),k=i.get(f.label);return T.instances.length>0?[tr(T,w,k)]:[]})),h=Hs(r,i),y={...u,steps:b,...h.length>0&&{capacities:h}},v=Tt(o,t),R=o.steps.flatMap((f,w)=>{if(!b.some(({label:k,arm:x})=>k===f.label&&x==="head"))return[];let T=s.scenarios.find(({name:k})=>k===f.scenario);return[{label:f.label,slos:f.slos,slices:l[w].kept.flatMap(k=>k.slices),stretches:f.load.kind==="arrival-rate"?l[w].kept.map(({slices:k})=>k):[],inTurns:t.map(k=>de(f,k,ke)),alone:t.map(k=>de(f,k,I)),crowding:d.get(f.label),soak:Le(f,t),...f.work.kind==="script"&&{seen:Ii(f,t)},isNew:v.has(f.label),others:Pi(f,o,t),history:Tn(a,y,f.label),sensitivityOf:k=>je(s,T,k)}]}),O=f=>Pe(t.flatMap(w=>w.discarded),f);return{...ro({steps:R,faults:[...p,...Ks(r)],searches:o.searches.length,capacities:o.searches.flatMap(f=>{let w=h.filter(({label:x})=>x===f.label),T=w.find(({arm:x})=>x==="head");if(T===void 0)return[];let k=s.scenarios.find(({name:x})=>x===f.scenario);return[{label:f.label,goal:f.goal,slos:f.slos,head:T,base:w.find(({arm:x})=>x==="base")??null,history:Rn(a,y,f.label),sensitivity:je(s,k,or)}]}),invalid:n?[n]:[...Gs(o,t,v,p),...Vs(r)],looks:o.looks,comparison:c,discarded:{base:O("base"),head:O("head")},loosened:e.loosened,failOn:e.failOn,redirects:o.steps.flatMap(f=>Ws(f,t)),work:o.steps.flatMap(f=>qs(f,o,t)),effort:{slices:t.flatMap(({kept:f})=>f).reduce((f,w)=>f+w.slices.length,0),discardedRounds:O("head"),instances:g.length*(t.length+Js(r)),loadSeconds:[...t.flatMap(({kept:f,soak:w})=>[...f,...w].map(({evidence:T})=>T.seconds)),...[...r.values()].flat().map(({loadSeconds:f})=>f)].reduce((f,w)=>f+w,0)}}),record:y}}function Ii(e,t){let n=t.flatMap(({kept:r})=>$(r,e,"head").flatMap(s=>s.seen??[]));return[...new Map(n.map(r=>[r.name,r])).values()]}function Pi(e,{steps:t},n){let r=e.slos.flatMap(({limit:o})=>o.kind==="relative"?[o.scenario]:[]),s=({kept:o},a)=>$(o,a,"head").filter(({slot:i})=>I(i)).sort((i,u)=>i.slot.round-u.slot.round).map(({slices:i})=>i);return new Map(r.flatMap(o=>{let a=rn(t,e,o);if(a===void 0)return[];let i=n.flatMap(u=>se(s(u,e),s(u,a)));return[[o,{label:a.label,pairs:i,soak:Le(a,n).head}]]}))}var Li=.5,Ni=2;function Tt({paired:e,steps:t},n){if(!e)return new Set;let r=s=>{let o=n.map(({kept:a})=>({base:$(a,s,"base"),head:$(a,s,"head")})).filter(({base:a,head:i})=>a.length>0&&i.length>0);return o.length>=Ni&&o.every(({base:a,head:i})=>so(a)&&!so(i))};return new Set(t.filter(r).map(({label:s})=>s))}function so(e){return fe(e.flatMap(({slices:t})=>t))>Li}import{randomInt as co}from"node:crypto";function oo(e,t){let n=new Map;for(let r of e.steps.filter(s=>cn(e,s))){let s=a=>t.map(i=>de(r,i,a)),o=ir({alone:s(I),all:s(()=>!0)});o!==null&&n.set(r.label,o)}return n}var Bi=2.5,Di=.5;function ao(e,t,{wallSeconds:n,loadSeconds:r}){let s=Math.max(Di,n-r-Fi(e)),o=e.steps.reduce((a,i)=>a+i.budgetSeconds,0);return on(e,t,Math.floor((Bi-1)*o/s))}function Fi(e){return e.steps.filter(({load:r})=>r.kind!=="fixed-work").map(r=>ln(e,r)?1:2).reduce((r,s)=>r+s,0)*(we.seconds-ye)}function Rt({steps:e,paired:t},{kept:n,discarded:r}){let s=t?["base","head"]:["head"],o=[...n,...r].filter(({slot:i})=>i.requests!==null),a=e.filter(({load:i})=>i.kind==="fixed-work").map(i=>({label:i.label,of:s.map(u=>$(o,i,u))}));return a.some(({of:i})=>i.some(u=>u.length===0))?new Map:new Map(a.map(({label:i,of:u})=>[i,u.flat().filter(({slices:c})=>c.reduce((l,{ok:d,failed:m})=>l+d-m,0)>0).map(({slices:c})=>c.reduce((l,{seconds:d})=>l+d,0))]))}function io(e,{steps:t},n){return t.flatMap((r,s)=>{if(r===e.steps[s])return[];let o=Re(1e3*Math.min(...n.get(r.label))),[a,i]=[e.steps[s],r].map(u=>Me(Fe(u)));return[`${r.label}: ${a} requests took only ${o}; from now on there are ${i} in each stretch, which is ${Me(r.passes)} times the work`]})}function lo({steps:e,blocks:t},n){return e.flatMap(r=>{let{label:s,budgetSeconds:o}=r,a=n.get(s)??[],i=a.length===0?0:gn(a);return i*t<=o?[]:[`${s}: ${Me(Fe(r))} requests take ${Re(i*500)}; for two revisions in ${t} blocks, the fewest that can show a change, that is ${Re(i*t*1e3)}, more than its budget of ${o} s`]})}var ji=2;async function uo(e,t){let{signal:n}=t.arms.head,{blocks:r}=e,s=new Set,o=0;for(;r.length<e.plan.blocks&&!n.aborted;){let a=r.length;for(let[m,p]of oo(e.plan,r)){if(s.has(m))continue;s.add(m);let g=p==="hidden-work";e.plan=an(e.plan,e.config,{measured:a,worksMore:g}),t.progress.note(qi(m,p,e.plan))}let{plan:i}=e,u={index:a,first:co(2)===0?"head":"base",reversed:co(2)===0,headOnly:Tt(i,r),warmUpSeconds:bs(i,r),shift:Ge[a%Ge.length],longer:s},c={judgement:null},l=await ys(un(i,u),a,{...t,planned:i.blocks,sizings:o,...a===0&&{isEnough:m=>Ue(i,Rt(i,m))!==i},soak:m=>i.soakSeconds===0||!i.looks.includes(a+1)?[]:(c.judgement=F(e,[...r,m],null),Gi(c.judgement,i,m))}),d=Rt(i,l);if(a===0&&l.failure===null&&l.crash===null){e.plan=Ue(i,d);for(let m of io(i,e.plan,d))t.progress.note(m);if(e.plan!==i){o++;continue}}if(r.push(l),l.failure!==null||l.crash!==null||r.length===ji&&r.every(({kept:m})=>m.length===0))break;if(a===0&&i.paired){e.plan=Ui(l,d,e);for(let m of lo(e.plan,d))t.progress.note(m);xe(e.plan)}if(e.plan.looks.includes(r.length)){let m=c.judgement??F(e,r,null);if(jn(m,r.length,e),!m.undecided||r.length===e.plan.blocks)return m}}return F(e,r,Os(e,r.at(-1)))}function Gi({verdict:e,undecided:t,asksBase:n},r,{index:s,soak:o}){let a=c=>o.some(({slot:l})=>l.arm===c);if(a("head"))return n&&!a("base")?ze(r,"base"):[];let i=s+1===r.blocks||!t,u=e.slos.some(({code:c})=>c==="met")||e.changes.some(({code:c})=>c==="unchanged");return i&&e.invalid.length===0&&u?ze(r,"head"):[]}function Ui({kept:e,discarded:t,wallSeconds:n},r,{plan:s,config:o}){let a=hn(s,o,r);if(t.length>0)return a;let i=e.reduce((u,{slot:c,evidence:l})=>u+(c.requests===null?pn(c):l.seconds),0);return ao(a,o,{wallSeconds:n,loadSeconds:i})}var Wi={rare:"slow requests come in some blocks only","hidden-work":"one revision takes more processor time, and its typical request no longer"};function qi(e,t,{blocks:n}){return`${e}: ${Wi[t]}; from now on each revision has the whole load alone for ${sn} s a block, in ${n} blocks at most`}async function mo(e,t){let{request:n}=t,{head:r,base:s}=e.configs,o=Qi(t),a=e.variants.map((c,l)=>Ji(e,l,t)),i=[],u=null;try{for(let[c,l]of[["head",r],["base",s]])l!==null&&await e.prepare(c,()=>Xi({...o,arm:c,config:l},s!==null,n.progress));u=await Vn({...o,arm:null,config:r});for(let[c,l]of a.entries()){a.length>1&&!n.signal.aborted&&n.progress.note(`variant ${c+1} of ${a.length}: ${l.config.variant.name}`);let d=await Vi(e,l,Zi(e,c,u,o,t));if(i.push(d),n.signal.aborted)break;if(Hi(d)){let m=a.length-i.length;m>0&&n.progress.note(`not measured, since the run has no verdict now: ${m} more variants`);break}}}catch(c){if(!(c instanceof re))throw c;i.push(F(a[0],[],await St(c,e)))}finally{await u?.stop()}return Ki(i,n.failOn)}function Hi({verdict:{invalid:e}}){return e.some(({kind:t})=>t!=="machine-disturbed")}function Ji(e,t,n){let{head:r,base:s}=e.variants[t],{request:o,plans:a,baseline:i,draft:u}=n,c=s!==null,l=a[t].paired===c?a[t]:Sn(r,{budgetSeconds:o.budgetSeconds,paired:c}),d=e.comparison.kind==="pair"&&!c;return{config:r,plan:l,baseline:i,digests:new Map([...l.steps.map(m=>[m.label,Zn(m,r.deployments)]),...l.searches.map(m=>[m.label,er(m,r.deployments)])]),draft:{...u,...e.pair&&{pair:e.pair},...e.deployments&&{deployments:e.deployments}},comparison:d?{kind:"none",reason:{kind:"new"}}:e.comparison,loosened:e.loosened,failOn:o.failOn}}async function Vi(e,t,n){let r={...t,blocks:[]},s=new Map,o=a=>F(r,r.blocks,a,s);try{let a=await uo(r,n),{plan:i}=r;return i.searches.length===0||Yi(a)?a:(await Rs(i.searches,s,{...n,swapped:i.swapped,drawFirst:()=>zi(2)===0?"head":"base"}),o(null))}catch(a){if(!(a instanceof re))throw a;return o(await St(a,e,t.config.variant))}}function Ki(e,t){let[n]=e,r=e.flatMap(({record:s})=>s.capacities??[]);return{verdict:xs(e.map(({verdict:s})=>s),t),record:{...n.record,steps:e.flatMap(({record:s})=>s.steps),...r.length>0&&{capacities:r}},undecided:e.some(({undecided:s})=>s),asksBase:e.some(({asksBase:s})=>s)}}function Yi({verdict:e}){return e.invalid.length>0||e.faults.some(({kind:t})=>t==="crashed")}function Qi({request:e,session:t}){let{environment:n,signal:r}=e,{workspace:s,keeper:o,grace:a}=t;return{logFolder:s.logs,environment:n,keeper:o,signal:r,grace:a,shared:new Map}}async function Xi(e,t,n){let r=t?` of ${e.arm}`:"";await nr(e,s=>n.phase(`building ${s}${r}`))}function Zi(e,t,n,r,{request:s,session:o,k6:a}){let{head:i,base:u}=e.variants[t],c=(l,d)=>({...r,arm:l,config:d,shared:new Map([...n.portOf].filter(([m])=>d.services.some(p=>p.name===m&&p.scope==="run")))});return{arms:{head:c("head",i),...u&&{base:c("base",u)}},shared:n,...i.variant&&{variant:t+1},k6:a,folder:o.workspace.k6,progress:s.progress}}async function Qm(e){let{progress:t,signal:n,environment:r,budgetSeconds:s}=e;en(process.platform);let o=Ct(Jt(At(Qt(e.configPath,process.cwd(),tl(e)),e.only),e.deployments),e.base.from),a=await xn(o.directory,r,n),i=bn(o,{budgetSeconds:s,paired:$n(o,a)});for(let c of $t(o,e.only))t.note(c);for(let c of Kt(o))t.note(c);for(let{plan:c}of i){xe(c);for(let l of c.shortages)t.note(fn(l))}let u=await st(o,a,e);return o.baseline.kind==="history"&&ot(u),pr(o,e,async c=>{let l=await Ar(o,a,c,e);if(l.kind==="nothing")return rl(l.base,o,c,e);let d=await tn({environment:r,path:o.k6Path,version:e.k6Version,progress:t,signal:n,ci:r.CI==="true"}),m=await Cn(o,l,c.workspace.path,el(2**31),e);c.removeAtEnd(()=>m.remove()),m.suiteBefore!==o.suite&&(u=await nl(u,m,o,a,e));let p=ho(e,o,d.version),g=E=>(E.comparison.kind==="history"&&ot(u),mo(E,{request:e,plans:i.map(({plan:f})=>f),session:c,baseline:u.baseline,draft:p,k6:d.path})),b=await g(m);b.verdict.invalid.find(({kind:E})=>E==="base-failed")&&o.baseline.onBaseFailure==="history"&&(t.note("the base cannot be measured; `on-base-failure` asks for a comparison with recorded runs"),b=await g(_n(m))),Et(n);let{verdict:y,record:v}=b,R=e.record&&y.invalid.length===0?await $r(u,v):po,O=Mn(v,u.baseline);return Be({...R,...fo(y,v,O,e)},c.secrets)})}function tl({only:e,environment:t}){return{only:e,calling:{command:"tailgate run",variables:pe(t)}}}async function nl({store:e},{suiteBefore:t},...[n,r,s]){return{...await st({...n,suite:t},r,s),store:e}}var po={recordPath:null,unrecorded:null};function rl(e,t,{secrets:n},r){let s=fr(e,t.when.changed),o={...ho(r,t,"not used"),steps:[]};return Be({...po,...fo(s,o,[],r)},n)}function fo(e,t,n,{baseBranch:r,link:s}){return{report:qt(e,t,{baseBranch:r,link:s,history:n}),exitCode:_t(e)}}function ho(e,t,n){return{schemaVersion:1,suite:t.suite,...e.subject,attempt:e.attempt,...e.leg&&{leg:e.leg},recordedAt:new Date().toISOString(),tailgate:On,environment:{...Zt(),k6:n}}}async function ep(e,t,n){let r=Je(e,He(t),n),s=await q(r,"rev-parse","--verify","HEAD");if(s===null)return{commit:null,dirty:!1,branch:null,commitTime:null};let[o,a,i]=await Promise.all([q(r,"status","--porcelain","--untracked-files=no"),q(r,"symbolic-ref","--quiet","--short","HEAD"),q(r,"show","--no-patch","--format=%cI","HEAD")]);return{commit:s,dirty:o!=="",branch:a??t.GITHUB_REF_NAME??null,commitTime:i}}async function tp(e,t,n){let r=Je(e,He(t),n),s=await q(r,"symbolic-ref","--quiet","--short","refs/remotes/origin/HEAD");if(s!==null)return s.replace(/^origin\//,"");for(let o of["main","master"])if(await z(r,`refs/heads/${o}`)!==null)return o;return"main"}export{Qm as a,ep as b,tp as c};
