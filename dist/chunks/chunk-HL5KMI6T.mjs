import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{c as Kt}from"./chunk-2UG3UIX6.mjs";import{a as jn,b as Un,c as Wn,d as Gn,f as se,g as Xn,h as Zn,i as or,j as gr}from"./chunk-IF23LOXD.mjs";import{a as sn,d as on,h as an}from"./chunk-TTN2GADM.mjs";import{c as tt,d as nt,e as Jn,f as Vn,g as Kn,h as Yn,i as Qn}from"./chunk-OG2ZKCGD.mjs";import{a as bn,b as qe,c as I,d as ve,e as yn,f as xe,g as ze,h as wn,i as kn,j as Ve,k as vn,l as xn,m as Pn,n as Ln,o as Nn,p as Dn,r as Oe,s as qn,t as zn,u as ur,v as dr,x as mr}from"./chunk-2ICDZKBM.mjs";import{A as cr,d as pn,e as fn,f as hn,g as gn,i as Sn,k as He,m as Je,n as er,o as tr,p as nr,q as rr,r as sr,u as ar,z as lr}from"./chunk-RQEWVR7W.mjs";import{b as Ke,e as Ye,f as z,g as H,h as $n,i as _n,o as Te,p as re,q as et,r as Fn,u as Hn}from"./chunk-3MAMRJY5.mjs";import{a as ye}from"./chunk-JXY5LZXU.mjs";import{a as oe,b as pr,c as fr,d as hr}from"./chunk-7DKM2SGF.mjs";import{k as Bn,l as Ce}from"./chunk-SVIQ3LLC.mjs";import{a as Tn,b as On,c as Cn,d as An}from"./chunk-KQISPFP2.mjs";import{a as In}from"./chunk-BYKIIYLB.mjs";import{a as ln}from"./chunk-XD3IMIXT.mjs";import{a as cn,f as ir}from"./chunk-5OARQZLF.mjs";import{A as ne,B as Ee,D as Qe,E as Xe,d as We,i as we,j as q,k as ke,n as un,q as Ge,u as dn,w as mn}from"./chunk-2K5IVAAV.mjs";import{a as Mn}from"./chunk-JU7ICJHA.mjs";import{A as Me,ba as Ze,f as Dt,h as zt,i as Ht,j as Jt,k as Vt,r as En,t as Rn,x as Re}from"./chunk-KZRGBTXW.mjs";import{a as Xt,o as be,p as tn,s as nn,t as rn}from"./chunk-LXPKMPMG.mjs";import{O as Yt,S as Qt,T as Se,aa as Zt,ca as en,m as Pt,p as Lt,pa as te,q as Nt}from"./chunk-LFHTHAOB.mjs";import{C as N,D as he,F as Ft,H as jt,K as Ut,ca as Wt,e as W,f as R,ha as Gt,k as P,l as L,ma as ee,p as Bt,q as Ue,qa as ge,ra as qt,s as Z,xa as G}from"./chunk-XXXEUGCN.mjs";import{a as Co}from"./chunk-RIBAP3X7.mjs";import{b as It}from"./chunk-4VQWXGDJ.mjs";import{g as _t}from"./chunk-HENDURBQ.mjs";import{a as X,b as _,c as At,d as $t}from"./chunk-NZMXMQNO.mjs";import{b as fe,e as je}from"./chunk-ADNWO27A.mjs";import{d as Oo}from"./chunk-JLN3Y4HN.mjs";import{randomInt as Rl}from"node:crypto";function Sr(e,t){return{code:"skipped",blocks:!1,slos:[],changes:[],faults:[],invalid:[],pair:null,unmeasured:{kind:"irrelevant",baseCommit:e,patterns:[...t]},loosened:[],costs:[],suspects:[],acceptances:[],refusals:[],effort:{slices:0,discardedRounds:0,instances:0,loadSeconds:0}}}import{relative as Bo}from"node:path";var Ao=720*3600;async function br(e,t,n){let r=new Map(n.flatMap(({commit:m,commitTime:p})=>{let g=Date.parse(p??"")/1e3;return m===null||Number.isNaN(g)?[]:[[m,g]]}));if(r.size===0||"kind"in e)return new Set;let{git:s,remote:o}=e,a=await s(["rev-parse","--is-shallow-repository"]),i=await rt(s,o,t);if(a.stdout!=="false"||i.length===0)return new Set;let u=Math.floor(Math.min(...r.values()))-Ao,c=await s(["rev-list","--timestamp",`--max-age=${Math.max(0,u)}`,...i]);if(!c.ok)return new Set;let l=new Map([...c.stdout.matchAll(/^(\d+) ([0-9a-f]+)$/gm)].map(([,m,p])=>[p,Number(m)])),d=Math.max(Number.NEGATIVE_INFINITY,...i.map(m=>l.get(m)??Number.NEGATIVE_INFINITY));return new Set([...r].filter(([m,p])=>!l.has(m)&&p<=d).map(([m])=>m))}async function rt(e,t,n){let r=[...t===null?[]:[`refs/remotes/${t}/${n}`],`refs/heads/${n}`],s=await Promise.all(r.map(o=>H(e,o)));return[...new Set(s.filter(o=>o!==null))]}var $o="A full clone has it: `fetch-depth: 0` for actions/checkout, `git fetch --unshallow` on a laptop. To fetch it later, the job needs `contents: read`.";async function kr(e,t){let{head:n}=t,r=t.asked===null?await _o(e,t.trigger,n,t.dirty):{commit:await Po(e,t.asked),because:"asked",branch:null};if(!("commit"in r))return r;let s=await re(e,r.commit,r.branch);if(s!==null)return st(`The base revision ${r.commit.slice(0,10)}`,s);let o=await e.git(["rev-parse","--verify",`${r.commit}^{tree}`]);return{kind:"base",commit:r.commit,tree:o.stdout,because:r.because}}async function _o(e,t,n,r){switch(t.kind){case"pull_request":{let s=await vr(e,n);if(s.length===2&&s.includes(t.headSha)){let o=s.find(a=>a!==t.headSha);return o===t.formerBaseSha&&o!==t.baseSha?Lo(t.baseBranch):{commit:o,because:"merge-parent",branch:t.baseBranch}}return wr(e,n,t.baseBranch,t.baseSha)}case"merge_group":return{commit:t.baseSha,because:"merge-group",branch:null};case"push":{let{before:s,branch:o}=t;return s!==null&&Te(s)&&!/^0+$/.test(s)&&s!==n&&await re(e,s,o)===null?{commit:s,because:"before-push",branch:o}:yr(e,n,o)}case"local":return e.checkout.branch!==t.baseBranch?wr(e,n,t.baseBranch,null):r?{commit:n,because:"parent",branch:t.baseBranch}:yr(e,n,t.baseBranch)}}async function yr(e,t,n){let[r]=await vr(e,t);return r!==void 0?{commit:r,because:"parent",branch:n}:{kind:"none",reason:"root-commit",message:"The first commit has none before it."}}async function vr(e,t){let{stdout:n}=await e.git(["cat-file","commit",t]),[r=""]=n.split(`

`,1);return[...r.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([,s])=>s)}async function wr(e,t,n,r){let s=await Io(e,n,r);if(s!==null&&typeof s=="object")return st(`The branch ${n}`,s.problem);if(s===null)return{kind:"none",reason:"unknown-branch",message:`There is no branch ${JSON.stringify(n)} to compare with, here or on the remote.`,hint:"Name one with `--base-branch`, or a revision with `--base`."};let o=await e.git(["merge-base",t,s]);if(o.ok)return{commit:o.stdout,because:"merge-base",branch:n};let a=e.isShallow()?await Fn(e,t,s):{commit:null};return"problem"in a?st(`The merge base with ${n}`,a.problem):a.commit!==null?{commit:a.commit,because:"merge-base",branch:n}:{kind:"none",reason:"unrelated",message:`The revision that is checked out and ${n} have no history in common.`}}async function Io(e,t,n){let[r]=await rt(e.git,e.checkout.remote,t);if(r!==void 0)return r;let s=await et(e,`refs/heads/${t}`);if(s!==null||n===null)return s;let o=await re(e,n,null);return o===null?n:{problem:o}}async function Po(e,t){let{git:n,top:r,remote:s}=e.checkout,o=await n(["rev-parse","--verify","--quiet","--end-of-options",t]);if(o.ok&&Te(o.stdout)){let c=await H(n,o.stdout);if(c!==null)return c}if(Te(t)&&await re(e,t,null)===null)return t;let a=s!==null&&t.startsWith(`${s}/`)?t.slice(s.length+1):t;for(let c of[`refs/heads/${a}`,`refs/tags/${a}`]){let l=await et(e,c);if(l!==null)return l}let{stdout:i}=await n(["for-each-ref","--format=%(refname:short)"]),u=_t(t,i.split(`
`).filter(Boolean));throw new _({what:`--base names no revision: ${JSON.stringify(t)}.`,where:r,hint:u===void 0?"It takes a branch, a tag or a commit of this repository.":`Did you mean ${u}?`})}function Lo(e){return{kind:"none",reason:"unobtainable",message:`What is checked out is still the test merge with the former base, not with ${e}.`,hint:"Choose the base again, or push a commit: then GitHub starts a run with the new one."}}function st(e,t){return{kind:"none",reason:"unobtainable",message:`${e} is not in this clone and could not be fetched: ${t}.`,hint:$o}}async function Er(e,t,n){return[...(await Rr(e,["diff-tree",...["-r","-z","--raw","--no-renames","--no-ext-diff","--ignore-submodules=none"],t,n])).matchAll(/:(\d+) (\d+) [^\0]*\0([^\0]*)\0/g)].map(([,o,a,i])=>({path:Mr(i),submodule:o===xr||a===xr}))}async function ot(e,t){return(await Rr(e,["ls-tree","-r","-z","--full-tree","--name-only",t])).split("\0").filter(Boolean).map(Mr)}var xr="160000";async function Rr(e,t){let n=await e.git(t,{encoding:"latin1"});if(n.ok)return n.stdout;throw new _({what:`What differs from the base could not be found out: ${$n(n)}.`,hint:"Without `when` everything is measured.",exitCode:3})}function Mr(e){return Buffer.from(e,"latin1").toString()}async function Tr(e,t,n){let{prefix:r}=e.checkout,s=await Er(e,n.base,n.head);if(No(s,t,r))return{relevant:!0,notes:[]};let o=[...await ot(e,n.head),...await ot(e,n.base)].flatMap(l=>Or(l,r)??[]),a=Do(t.patterns,o);if(a.length===0)return{relevant:!1,notes:[]};let i=be(t.patterns),u=!o.some(l=>i(l)==="in"),c=a.map(l=>`${JSON.stringify(l)} of \`when.changed\` matches no file of base or head${u?"; everything is measured":""}`);return{relevant:u,notes:c}}function No(e,t,n){let r=be(t.patterns);return e.some(({path:s,submodule:o})=>{let a=Or(s,n);if(a===null)return!1;if(t.always.includes(a))return!0;let i=r(a);return i==="in"||o&&i==="unnamed"})}function Do(e,t){return e.filter(n=>{if(tn(n))return!1;let r=be([n]);return!t.some(s=>r(s)==="in")})}function Or(e,t){return t===""?e:e.startsWith(`${t}/`)?e.slice(t.length+1):null}async function Cr(e){let{asked:t,trigger:n,checkout:r}=e;if("kind"in r)return at(r,t);if(r.head===null)return at({kind:"none",reason:"no-commit",message:"Nothing is committed yet."},t);let s=await Wn(r,e.folder,e),o=n.kind==="local"?await Un(s,r.head,e.leaveOut):await jn(s,r.head),a=await kr(s,{head:r.head,dirty:o.dirty,asked:t,trigger:n});if(a.kind==="none")return at(a,t);if(a.tree===o.tree)return{kind:"identical",base:a,head:o,notes:o.notes};let i={base:a.tree,head:o.tree},u=e.watched&&await Tr(s,e.watched,i),c=[...o.notes,...u?.notes??[]];return u?.relevant===!1?{kind:"irrelevant",base:a,head:o,notes:c}:{kind:"different",base:a,head:o,notes:c,layOut:l=>Gn(s,l,{head:o,base:a})}}function at(e,t){if(t===null)return e;throw new _({what:`--base ${JSON.stringify(t)} cannot be used: ${e.message}`,hint:e.hint})}async function _r(e,t,{workspace:n,keeper:r},s){let{progress:o,signal:a,base:i}=s;i.asked===null&&e.deployments===void 0&&Fo(i.trigger);let u=e.baseline.kind==="paired"&&e.deployments===void 0,c=i.asked!==null||Ar(i.trigger);if(!u&&e.when===void 0&&!c)return ye(()=>"no base: the configuration or `--from` asks for recorded runs, and no merge waits for the run"),{kind:"alone",comparison:{kind:"history"}};o.phase(u?"laying out base and head":"looking at what has changed");let l=await Cr({checkout:t,environment:{...s.environment,...r.mark},asked:i.asked,trigger:i.trigger,folder:n.path,credentials:i.credentials??null,leaveOut:[...s.store.kind==="directory"?[s.store.path]:[],...s.keepPath?[s.keepPath]:[]],...e.when&&{watched:Wo(e,e.when)},signal:a});if(qn(l,i.asked,i.trigger),l.kind==="none"){if(u&&(l.reason==="unobtainable"||Ar(i.trigger)))throw Go(l);e.when?o.note(`no base to find out what has changed, so everything is measured: ${$r(l)}`):u&&l.reason!=="no-repository"&&o.note(`no base to measure beside the head: ${$r(l)}`);let d=c&&{unread:l.message};return{kind:"alone",comparison:{kind:"history"},...d}}for(let d of l.notes)o.note(d);if(u&&jo(l,s),l.kind==="irrelevant"||l.kind==="identical"&&e.when)return{kind:"nothing",base:l.base.commit};if(!u){let d=l.kind==="different"&&{pair:l};return{kind:"alone",comparison:{kind:"history"},...d}}return l.kind==="different"?{kind:"pair",pair:l}:{kind:"alone",comparison:{kind:"none",reason:{kind:"identical"}}}}function Fo(e){if(e.kind!=="local"||e.commented===void 0)return;let{baseBranch:t,commented:n}=e;throw new _({what:`issue_comment checks out ${t}, not pull request ${n}, and names no base to compare it with.`,hint:`Best measure on \`pull_request\`. Otherwise check out the pull request (\`ref: refs/pull/\${{ github.event.issue.number }}/head\` and \`fetch-depth: 0\` for actions/checkout), and set the input \`base\`, such as \`origin/${t}\`. Its code then has the secrets and the token of this job: check first who has commented.`})}function jo({base:e,head:t},n){let{trigger:r}=n.base;if(r.kind!=="local"||r.event===void 0)return;let s=`${Ze(n.subject.commit)}${t.dirty?" with changes that are not committed":""}`,o=`${Ze(e.commit)}, ${Bn(e,r.baseBranch)}`;n.progress.note(`${r.event}: what is checked out, ${s}, is compared with ${o}`)}var Uo="Give actions/checkout `fetch-depth: 0`, and its job `contents: read`. Or compare with recorded runs on purpose: `from: history` under `baseline`.";function Wo({path:e,directory:t,scenarios:n,k6Path:r=e},{changed:s}){let o=n.flatMap(({work:a})=>Pn(a));return{patterns:s,always:[e,r,...o].map(a=>Bo(t,a))}}function Ar({kind:e}){return e==="pull_request"||e==="merge_group"}function $r({message:e,hint:t}){return`${e}${t?` ${t}`:""}`}function Go({message:e,hint:t=Uo}){return new _({what:`No base to measure beside the head: ${e}`,hint:t,exitCode:X.unmeasured})}async function it(e,t,n){let{progress:r,environment:s,signal:o,subject:a}=n,{suite:i,directory:u}=e,c=n.base.credentials??null,l=Hn(n.store,{suite:i,directory:u,credentials:c,environment:s,signal:o});try{let{records:d,unreadable:m}=await l.list({newest:Mn});for(let{name:y,reason:v}of m)r.note(`record ${y} is left out: ${v}`);let p=a.commit===null?null:n.baseBranch,g=d.filter(y=>y.branch===p),b=p===null?new Set:await br(t,p,g);return b.size>0&&r.note(`${qo(b.size)} no longer on ${p} and left out`),{store:l,baseline:Tn(g,{branch:p,onBranch:y=>!b.has(y),leg:n.leg}),problem:null}}catch(d){if(!(d instanceof _)||d.exitCode!==X.unmeasured)throw d;return r.note(`the records cannot be read, so there is no trend: ${d.message}`),{store:l,baseline:[],problem:d}}}function lt({problem:e}){if(e===null)return;let{message:t,where:n,hint:r,detail:s}=e;throw new _({what:t,where:n,hint:r,detail:s,cause:e,exitCode:X.unmeasured})}async function Ir({store:e},t){try{return{recordPath:await e.append(t),unrecorded:null}}catch(n){if(n instanceof At)throw n;let r=n instanceof _&&n.hint?` ${n.hint}`:"";return{recordPath:null,unrecorded:`${n.message}${r}`}}}function qo(e){return e===1?"the commit of one record is":`the commits of ${e} records are`}import{randomInt as gl}from"node:crypto";async function ae(e,{arms:t,together:n,block:r,variant:s}){e.starts++;let o=e.starts>1?`_${e.starts}`:"",a=s===void 0?"":`v${s}_`,i=await Promise.allSettled(n.map(async l=>{e.running.set(l,await Xn(t[l],`${l}_${a}${r+1}${o}`))})),u=i.flatMap(l=>l.status==="rejected"?[l.reason]:[]),c=u.find(({arm:l})=>l!=="base")??u[0];if(c instanceof se&&(c.isOnlyHere=u.length<i.length),c!==void 0)throw c}async function ie({running:e}){let t=[...e.values()];e.clear();let r=(await Promise.allSettled(t.map(s=>s.stop()))).find(s=>s.status==="rejected");if(r)throw r.reason}import{readFileSync as ut}from"node:fs";import{availableParallelism as Pr}from"node:os";import{setTimeout as zo}from"node:timers/promises";var Ho=250,Jo=.1;async function $e(e,t){let n=performance.now()+e,r=ct(0,new Set);for(;r.busy!==null&&performance.now()<n&&!t.aborted;){await zo(500);let s=ct(0,new Set),o=(s.monotonic-r.monotonic)/1e3;if(((s.busy??0)-r.busy+(s.steal??0)-(r.steal??0))/o<Jo*Pr())return!0;r=s}return r.busy===null}function Lr(e,t,n=new Map){let r=[],s=Pr(),o=()=>{let i=ct(e,new Set(t),n),u=r.findLast(({generator:l})=>l!==null)?.generator??0,c=(i.generator??0)<u;r.push(c?{...i,busy:null,generator:null,service:null}:i),s=Xo(e)??s};o();let a=setInterval(o,Ho);return{samples:r,take:o,generatorLimit:()=>s,stop(){clearInterval(a),o()}}}function ct(e,t,n=new Map){let r=Vo(),{user:s,system:o}=process.cpuUsage(),a=new Set([e,...t]),i=r&&Vn(Jn()??[],a),u=i&&Qo(i,e,t);return{wall:Date.now(),monotonic:performance.now(),busy:r?.busy??null,steal:r?.steal??null,generator:u?.generator??null,service:u?.service??null,self:(s+o)/1e6,opens:Ko(),arms:new Map([...n].map(([c,l])=>[c,Yo(i??[],l)]))}}function Vo(){try{let[e,t,n,,,,,r]=ut("/proc/stat","latin1").slice(0,200).split(`
`)[0].trim().split(/\s+/).slice(1).map(Number);return{busy:(e+t+n)/nt,steal:(r??0)/nt}}catch{return null}}function Ko(){try{let e=ut("/proc/self/net/snmp","latin1").split(`
`),[t,n]=e.filter(r=>r.startsWith("Tcp:")).map(r=>r.split(" "));return Number(n[t.indexOf("ActiveOpens")])}catch{return null}}function Nr(e,t,n){let[r,s]=[t,n].map(o=>Ae(e,o,({opens:a})=>a));return r===null||s===null?null:Math.ceil(s-r)}function Yo(e,t){let n=e.filter(({session:s})=>t.includes(s)),r=s=>n.reduce((o,a)=>o+s(a),0);return{seconds:r(({pid:s,seconds:o})=>Math.max(o,Kn(s)??0)),memory:r(({pid:s})=>Yn(s)??0)}}function Qo(e,t,n){let r={generator:0,service:0};for(let{session:s,seconds:o}of e)s===t?r.generator+=o:n.has(s)&&(r.service+=o);return r}function Xo(e){try{return(/^Cpus_allowed_list:\s*(\S+)/m.exec(ut(`/proc/${e}/status`,"latin1"))?.[1]).split(",").map(r=>r.split("-").map(Number)).reduce((r,[s,o])=>r+(o===void 0?1:o-s+1),0)}catch{return null}}function dt(e,t,n,r){let s=(n-t)/1e3,o=m=>{let p=Ae(e,t,m),g=Ae(e,n,m);return p===null||g===null?null:Math.max(0,(g-p)/s)},[a,i,u,c]=[o(m=>m.busy),o(m=>m.generator),o(m=>m.service),o(m=>m.self)],l=r.outsiders?null:u,d=a!==null&&i!==null&&l!==null;return{cores:r.cores,generator:i,generatorLimit:r.generatorLimit,service:l,others:d?Math.max(0,a-i-l-(c??0)):null,steal:o(m=>m.steal),clockJumpMs:Zo(e,t,n)}}function Dr(e,t,n,r){let s=c=>Ae(e,c,l=>l.arms.get(t)?.seconds??null),[o,a]=[s(n),s(r)],i=e.findLast(({wall:c})=>c<=r)?.arms.get(t)?.memory??0;return!((e.at(-1)?.wall??0)>=r)||o===null||a===null||a<o||i===0?null:{cpu:a-o,memory:i}}function Ae(e,t,n){let r=e.filter(c=>n(c)!==null),s=r.findIndex(c=>c.wall>=t),o=r[s===-1?r.length-1:s],a=r[Math.max(0,(s===-1?r.length-1:s)-1)];if(!a||!o)return null;let[i,u]=[n(a),n(o)];return i===null||u===null?null:o.wall===a.wall?u:i+Math.min(1,Math.max(0,(t-a.wall)/(o.wall-a.wall)))*(u-i)}function Zo(e,t,n){let r=e.filter(s=>s.wall>=t&&s.wall<=n).map(s=>s.wall-s.monotonic);return r.length<2?0:Math.max(...r)-Math.min(...r)}function Br(e){let{intended:t,sent:n,dropped:r}=e;if(mt(e))return"disturbed";let s=t===null?0:t-n,o=t!==null&&s>Math.max(2,.01*t),a=jr(e);return t===null?Ur(e)?"generator-starved":"sound":o||r>0?a?"generator-starved":r>0&&o?"service-slow":o?(e.lagMs??0)>20?"generator-starved":"unknown":"sound":e.lagMs!==null&&e.lagMs>20&&!ea(e)?"generator-starved":"sound"}function mt({cpu:e,clockJumpMs:t}){return t>100||e.steal!==null&&e.steal>.1*e.cores||e.others!==null&&e.others>.2*e.cores}function ea(e){let{cores:t,generator:n,service:r}=e.cpu;return n===null||r===null?!1:n<.3*t&&r>n&&n+r<.9*t&&pt(e)}function pt({cpu:{cores:e,others:t,steal:n},clockJumpMs:r}){return t!==null&&t<.05*e&&(n??0)<.025*e&&r<=100}function Fr(e,t){if(jr(e))return!0;let{generator:n,service:r}=e.cpu;return(t==="generator-starved"||t==="unknown")&&n!==null&&!(r!==null&&r>n)}function jr(e){let{cpu:t}=e;return t.generator===null?!1:Ur(e)?!0:t.generator+(t.service??0)+(t.others??0)>.9*t.cores&&t.generator>.45*t.cores}function Ur({cpu:{generator:e,generatorLimit:t}}){return e!==null&&t!==null&&e>.9*t}function le(e,t){let{cpu:n,intended:r,sent:s,seconds:o,clockJumpMs:a,lagMs:i}=t,u=`${Math.max(0,Math.round((r??0)-s))} of ${Math.round(r??0)} arrivals never began in ${ta(o)} s`,c=(l,d)=>`${Math.round(100*l/d)} %`;switch(e){case"disturbed":return a>100?`the clock jumped by ${Math.round(a)} ms`:n.steal!==null&&n.steal>.1*n.cores?`the hypervisor took ${c(n.steal,n.cores)} of the processors`:`other processes took ${c(n.others??0,n.cores)} of the processors`;case"generator-starved":{let l=n.generator===null?"":`; k6 had ${c(n.generator,n.generatorLimit??n.cores)} of its processors`;return`${(i??0)>20?`k6 began arrivals ${Math.round(i)} ms late (p99)`:`k6 fell behind: ${u}`}${l}`}case"unknown":return`${u}, and nothing shows why`;case"service-slow":return`the service was too slow for the rate: ${u}`;case"sound":return"nothing disturbed it"}}function ta(e){return Math.round(e*10)/10}var na=.98,ra=.01,sa=.8;function Wr(e,t,{diagnosis:n,evidence:r,slices:s}){let o=G(s,e.metric),{sent:a,intended:i}=r,u=i!==null&&a<na*i,c=oa(s),l=he(s),m=!Number.isNaN(o)&&!Qe(ne,l)&&!Qe(e,o)&&!u&&!c;return{rate:t,achieved:Ft(s),met:m,value:o,errors:l,dropped:s.reduce((p,g)=>p+g.dropped,0),...c&&{growing:c},...!m&&Fr(r,n)&&{limitedBy:"generator"}}}function oa(e){let t=e.filter(i=>jt(i)>0).map(i=>({at:i.startedAt/1e3,wait:N([i],.5)/1e3})),n=t[0],r=t.at(-1);if(n===void 0||r===void 0||t.length<4||r.wait===1/0)return;let s=t.flatMap((i,u)=>t.slice(u+1).map(c=>c.wait>i.wait)),o=s.filter(Boolean).length>=sa*s.length,a=(r.wait-n.wait)/(r.at-n.at);return o&&a>ra?!0:void 0}function Gr(e){let t=e.filter(zr);return e.filter(({slot:n})=>t.some(r=>r.slot.step===n.step&&r.slot.round===n.round))}function qr(e,t){let n=[...new Set(e.map(({slot:a})=>a.step.label))],r=e.filter(zr).map(({diagnosis:a,evidence:i})=>le(a,i));return`${`${e.length} ${e.length===1?"round":"rounds"} of ${n.join(", ")}`} ${t?"will be measured again":"discarded"}: ${[...new Set(r)].join("; ")}`}function zr({diagnosis:e}){return e!=="sound"&&e!=="service-slow"}function Hr({slot:e,diagnosis:t,evidence:n},r){let{sent:s,intended:o,seconds:a,dropped:i,lagMs:u,clockJumpMs:c,cpu:l}=n,d=y=>y===null?"unknown":Number(y.toPrecision(3)),{generator:m,service:p,others:g,steal:b,cores:h}=l;return[`discarded: block ${r+1}, ${e.step.label}, ${e.arm}, round ${e.round+1}, ${e.turns?"in turns":"alone"}`,t==="sound"?"sound, but its counterpart is not":le(t,n),`${s} of ${o??s} arrivals in ${d(a)} s, ${i} dropped, p99 of lateness ${d(u)} ms`,`of ${h} cores k6 used ${d(m)}, the service ${d(p)}, others ${d(g)}, the hypervisor ${d(b)}`,`the clock jumped by ${d(c)} ms`].join("; ")}import{availableParallelism as ai}from"node:os";var J={grpc:2e3,socket:3e3,redis:9e3,exception:9001},Jr=1e4;function ft({values:e,count:t},n){let r=new Map([[e[0],0],[e.at(-1),0]]);for(let[s,o]of e.entries())s===0||o!==e[s-1]||r.set(o,(r.get(o)??0)+n[s]-n[s-1]);return[...r].map(([s,o])=>({which:Math.floor(s/Jr),code:s%Jr,count:Math.max(1,Math.round(o*t))})).sort((s,o)=>o.count-s.count)}function Vr(e){let t=new Map;for(let n of e){let r=`${n.which} ${n.code}`;t.set(r,{...n,count:n.count+(t.get(r)?.count??0)})}return[...t.values()].sort((n,r)=>r.count-n.count)}var aa=["OK","CANCELLED","UNKNOWN","INVALID_ARGUMENT","DEADLINE_EXCEEDED","NOT_FOUND","ALREADY_EXISTS","PERMISSION_DENIED","RESOURCE_EXHAUSTED","FAILED_PRECONDITION","ABORTED","OUT_OF_RANGE","UNIMPLEMENTED","INTERNAL","UNAVAILABLE","DATA_LOSS","UNAUTHENTICATED"];function Kr(e,t){if(e<1e3)return`status ${e}`;let n=t===void 0?"":`: ${t}`;return e>=J.exception?t??"exception":e>=J.redis?`redis${n}`:e>=J.socket?`WebSocket${n}`:e>=J.grpc?`gRPC status ${aa[e-J.grpc]??e-J.grpc}${n}`:t??`error ${e} of k6`}import{createHash as ua}from"node:crypto";import{existsSync as ht,mkdirSync as da,readdirSync as ma,readFileSync as pa,symlinkSync as fa,writeFileSync as Xr}from"node:fs";import{dirname as ha,join as D,resolve as ga}from"node:path";import{fileURLToPath as Sa}from"node:url";var Yr=`/** Counts what a script does with \`k6/net/grpc\`: calls, and streams by the time to their first message. */
import * as grpc from 'k6/net/grpc';
import { begin, CODES, overlay } from './books.js';

/** Clients as k6 knows them, for streams. */
const originals = new WeakMap();

/** k6's statuses are no plain numbers. */
function settle(call, { status, error }) {
  if (Number(status) === 0) call.answer();
  else failWith(call, { code: status, message: error?.message });
}

const UNKNOWN = 2;

function failWith(call, error) {
  const own = Number(error?.code);
  const code = Number.isInteger(own) ? own : UNKNOWN;
  call.fail(CODES.grpc + code, \`\${error?.message ?? error}\`.slice(0, 300));
}

export function Client() {
  const client = new grpc.Client();
  const counted = {
    // A connection that cannot be made is a request that failed. One that can is part of none.
    connect(...args) {
      try {
        return client.connect(...args);
      } catch (error) {
        begin().fail(CODES.grpc + 14, \`cannot connect: \${error?.message ?? error}\`);
        throw error;
      }
    },
    invoke(...args) {
      const call = begin();
      try {
        const response = client.invoke(...args);
        settle(call, response);
        return response;
      } catch (error) {
        failWith(call, error);
        throw error;
      }
    },
    asyncInvoke(...args) {
      const call = begin();
      return client.asyncInvoke(...args).then(
        (response) => {
          settle(call, response);
          return response;
        },
        (error) => {
          failWith(call, error);
          throw error;
        },
      );
    },
  };
  const own = overlay(client, counted);
  originals.set(own, client);
  return own;
}

export function Stream(client, ...args) {
  const stream = new grpc.Stream(originals.get(client) ?? client, ...args);
  const first = begin();
  let isWritten = false;
  stream.on('data', first.answer);
  // A stream that only the client feeds is answered when it ends.
  stream.on('end', first.answer);
  stream.on('error', (error) => failWith(first.isOpen() ? first : begin(), error));
  const write = (message) => {
    if (!isWritten) first.restart();
    isWritten = true;
    return stream.write(message);
  };
  return overlay(stream, { write });
}

export const {
  StatusOK,
  StatusCanceled,
  StatusUnknown,
  StatusInvalidArgument,
  StatusDeadlineExceeded,
  StatusNotFound,
  StatusAlreadyExists,
  StatusPermissionDenied,
  StatusResourceExhausted,
  StatusFailedPrecondition,
  StatusAborted,
  StatusOutOfRange,
  StatusUnimplemented,
  StatusInternal,
  StatusUnavailable,
  StatusDataLoss,
  StatusUnauthenticated,
  HealthCheckUnknown,
  HealthCheckServing,
  HealthCheckNotServing,
  HealthCheckServiceUnkown,
} = grpc;

export default { ...grpc, Client, Stream };
`;var Qr=`/** Counts the commands that a script sends with \`k6/experimental/redis\`. */
import { Client as Original } from 'k6/experimental/redis';
import { begin, CODES, overlay } from './books.js';

export function Client(...args) {
  const client = new Original(...args);
  const count =
    (command) =>
    (...values) => {
      const request = begin();
      return command(...values).then(
        (value) => {
          request.answer();
          return value;
        },
        (error) => {
          request.fail(CODES.redis, \`\${error?.message ?? error}\`.slice(0, 300));
          throw error;
        },
      );
    };
  const commands = Object.keys(client).filter((name) => typeof client[name] === 'function');
  return overlay(client, Object.fromEntries(commands.map((name) => [name, count(client[name])])));
}

export default { Client };
`;var _e=`/** Counts what a script does with \`k6/websockets\` and \`k6/ws\`: connections, and the first message of each. */
import { Blob, WebSocket as Original } from 'k6/websockets';
import ws from 'k6/ws';
import { begin, CODES, clock, overlay } from './books.js';

/** Codes with which a socket is closed in order (RFC 6455, 7.4.1). */
const ORDERLY = [1000, 1001, 1005];

/**
 * Follows a socket: one request is to connect, another is the first message, from what was sent first, or else from the
 * opening. A socket that never hears anything has only the first of these.
 */
function follow() {
  const connect = begin();
  let openedAt = 0;
  let asked = null;
  let isOver = false;
  return {
    open() {
      connect.answer();
      openedAt = clock();
    },
    send() {
      if (!isOver) asked = asked ?? begin();
    },
    hear() {
      if (isOver) return;
      isOver = true;
      (asked ?? begin(openedAt)).answer();
    },
    fail(code, text) {
      const due = [connect, asked].find((request) => request?.isOpen());
      if (due === undefined && isOver) return;
      isOver = true;
      (due ?? begin()).fail(code, text);
    },
    close() {
      isOver = true;
      connect.drop();
      asked?.drop();
    },
  };
}

/** In \`k6/ws\` the words of an error are a function. */
function textOf(error) {
  const words = error?.error ?? error?.message ?? error;
  return \`\${typeof words === 'function' ? error.error() : words}\`.replace(/^websocket: /, '').slice(0, 300);
}

export function WebSocket(...args) {
  const socket = new Original(...args);
  const seen = follow();
  socket.addEventListener('open', seen.open);
  socket.addEventListener('message', seen.hear);
  socket.addEventListener('error', (event) => seen.fail(CODES.socket, textOf(event)));
  socket.addEventListener('close', ({ code }) => {
    if (!ORDERLY.includes(code)) seen.fail(CODES.socket + code, \`closed with code \${code}\`);
    seen.close();
  });
  const send = (...message) => {
    seen.send();
    return socket.send(...message);
  };
  return overlay(socket, { send });
}

const { connect } = ws;
ws.connect = (url, ...args) => {
  const run = args.pop();
  const seen = follow();
  let response;
  try {
    response = connect.call(ws, url, ...args, (socket) => {
      socket.on('open', seen.open);
      socket.on('message', seen.hear);
      socket.on('binaryMessage', seen.hear);
      socket.on('error', (error) => seen.fail(CODES.socket, textOf(error)));
      socket.on('close', (code) => {
        if (!ORDERLY.includes(code)) seen.fail(CODES.socket + code, \`closed with code \${code}\`);
      });
      const sending = {
        send: (...message) => {
          seen.send();
          return socket.send(...message);
        },
        sendBinary: (...message) => {
          seen.send();
          return socket.sendBinary(...message);
        },
      };
      return run(overlay(socket, sending));
    });
  } catch (error) {
    seen.fail(CODES.socket, textOf(error));
    throw error;
  }
  if (response?.status !== 101) seen.fail(CODES.socket, response?.error || \`status \${response?.status}\`);
  seen.close();
  return response;
};

const counted = ws.connect;

export { Blob, counted as connect };
export default { ...ws, WebSocket, Blob };
`;var Ie={"k6/net/grpc":{file:"grpc.js",text:Yr},"k6/websockets":{file:"websockets.js",text:_e},"k6/experimental/websockets":{file:"websockets.js",text:_e},"k6/ws":{file:"websockets.js",text:_e},"k6/experimental/redis":{file:"redis.js",text:Qr}},gt=/(\bfrom|\bimport|\bimport\(|\brequire\()(\s{0,20})(["'])([^"'\n]{1,500})\3/g,Zr="mirrors",ba=500;function es(e,t){let r=[...ka(e)].filter(([,a])=>ya(a).length>0);if(r.length===0)return e;let s=D(t,Zr,ua("sha256").update(e).digest("hex").slice(0,8)),o=a=>D(s,a);if(!ht(o(e))){let a=new Map(r.map(([i,u])=>[i,wa(u,t)]));if(ns("/",s,a),!ht(o(e)))throw new Error(`${e} could not be mirrored`);for(let{file:i,text:u}of Object.values(Ie))Xr(D(t,i),u)}return o(e)}function ts(e,t){let[n,...r]=e.split(D(t,Zr,"/"));return[n,...r.map(s=>s.slice(s.indexOf("/")))].join("")}function ya(e){return[...e.matchAll(gt)].map(([,,,,t])=>t).filter(t=>t in Ie)}function wa(e,t){return e.replace(gt,(n,r,s,o,a)=>a in Ie?`${r}${s}${o}${D(t,Ie[a].file)}${o}`:n)}function ka(e){let t=new Map,n=[e];for(let r=n.pop();r!==void 0&&t.size<ba;r=n.pop()){if(t.has(r)||!ht(r))continue;let s=pa(r,"utf8");t.set(r,s);for(let[,,,,o]of s.matchAll(gt))o.startsWith("file://")?n.push(Sa(o)):/^\.{0,2}\//.test(o)&&n.push(ga(ha(r),o))}return t}function ns(e,t,n){da(t,{recursive:!0});let r=[...n.keys()].filter(o=>o.startsWith(e==="/"?"/":`${e}/`)),s=new Set(r.map(o=>o.slice(e==="/"?1:e.length+1).split("/")[0]));for(let o of new Set([...va(e),...s])){let a=D(e,o),i=n.get(a);i!==void 0?Xr(D(t,o),i):s.has(o)?ns(a,D(t,o),n):fa(a,D(t,o))}}function va(e){try{return ma(e)}catch{return[]}}var hs=Oo(Co(),1);import{createReadStream as La,existsSync as ps,readFileSync as fs,writeFileSync as yt}from"node:fs";import{totalmem as Na}from"node:os";import{join as F}from"node:path";import{createInterface as Da}from"node:readline";import{setTimeout as Ba}from"node:timers/promises";import{rootCertificates as Fa}from"node:tls";var rs=`/**
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
let current = { tags: { [TAG]: 'none' }, slot: null, which: 0, isSampled: false, begun: 0, failed: 0 };

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
  at.failed += 1;
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
http.asyncRequest = (...args) => {
  const at = open(1);
  return asyncRequest.apply(http, args).then(
    (response) => {
      note(response, at, args[3]);
      return response;
    },
    (error) => {
      failThrown(at, error);
      throw error;
    },
  );
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
/** Iteration as the books know it. */
let at = null;

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
  const isSampled = slice !== 'settling' && draw(countOwn(), 7) < slot.sampledShare;
  at = { tags: sliceTags, slot, which: 0, isSampled, begun: 0, failed: 0 };
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
  if (slot.rate !== null) sleep(draw(countOwn(), 0) * (JITTER_MS / 1000));
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
for (const name of THROTTLES) {
  if (userOptions[name])
    refuse(
      \`its option \\\`\${name}: \${JSON.stringify(userOptions[name])}\\\` changes how much load k6 sends; the load is declared in tailgate.yml, so take it out of the script\`,
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
`;var Pe="books.js",as=rs,os={perSecond:50,share:1/8},Ra=["0.0.0.0/2","64.0.0.0/3","96.0.0.0/4","112.0.0.0/5","120.0.0.0/6","124.0.0.0/7","126.0.0.0/8","128.0.0.0/1",...Array.from({length:16},(e,t)=>`${(2**t).toString(16)}::/${16-t}`)];function is({program:e,targetUrl:t,confined:n,scriptPath:r,insecure:s=!1,requestOf:o,dealOf:a=()=>null}){let i=e.slots[0].step.work,u=new Map(e.slots.map(p=>[p,a(p)])),c=Object.fromEntries(e.slots.map((p,g)=>{let b=u.get(p)??null,h=b===null?o(p):null;return[p.key,{id:`s${g}`,...Ta(p,h,b),isConfined:n}]})),l=[...u.values()].filter(p=>p!==null),d=JSON.stringify(i.kind==="script"?r??i.path:null),m=i.kind==="script"?[`export * from ${d};`,`import * as user from ${d};`]:["const user = {};"];return[`import { CODES, needsBody, openIteration, TAG, tellFailure } from './${Pe}';`,"import { sleep } from 'k6';","import http from 'k6/http';","import exec from 'k6/execution';",...l.some(({dataFile:p})=>p!==null)?["import { SharedArray } from 'k6/data';"]:[],"import { Counter, Gauge, Trend } from 'k6/metrics';",...m,"",`const TARGET_URL = __ENV.TARGET_URL || ${JSON.stringify(t)};`,`const PERCENTS = ${JSON.stringify(er)};`,`const INSECURE = ${s};`,`const BLOCKED = ${JSON.stringify(n?Ra:[])};`,`const SEQUENCES = ${JSON.stringify(Object.fromEntries(l.map(({name:p,sequence:g})=>[p,g])))};`,`const ROWS = {${[...new Set(l.flatMap(Ma))].join(", ")}};`,`const SLOTS = ${JSON.stringify(c,null,2)};`,`const SCENARIOS = ${JSON.stringify(Object.fromEntries(e.slots.map(p=>[ls(p),Oa(p)])),null,2)};`,"",ss].join(`
`)}function Ma({name:e,dataFile:t}){if(t===null)return[];let n=JSON.stringify(e);return[`${n}: new SharedArray(${n}, () => JSON.parse(open(${JSON.stringify(`./${t}`)})))`]}function St(e){return e.round!==null||e.slices>1}function ls({key:e,turns:t}){return t?.scenario??e}function Ta(e,t,n){let{load:r,work:s,label:o}=e.step,a=n?.requests.map((i,u)=>({...i,which:u}));return{label:o,measured:St(e),told:e.arm==="head",startMs:e.startSeconds*1e3,settleMs:e.settleSeconds*1e3,sliceMs:(e.seconds-e.settleSeconds)*1e3/e.slices,slices:e.slices,rate:r.kind==="arrival-rate"?r.rate:null,sampledShare:r.kind==="arrival-rate"?Math.min(1,os.perSecond/r.rate):os.share,scenario:ls(e),scenarioName:e.step.scenario,turns:e.turns&&{...e.turns,...xe(e)},iterations:e.round===null?null:e.requests,exec:s.kind==="script"?s.exec:null,custom:[...new Set(Se(e.step.slos).map(({name:i})=>i))],deal:n&&{name:n.name,first:n.first,requests:a},request:a?.[0]??(t&&{method:t.method,url:t.url,headers:t.headers,body:t.body??null,expectStatus:t.expectStatus,timeoutMs:t.timeoutSeconds*1e3})}}function Oa(e){let{load:t,virtualUsers:n,graceSeconds:r}=e.step,s={exec:"runIteration",startTime:`${e.startSeconds}s`,gracefulStop:`${r}s`},o=`${e.seconds}s`;switch(t.kind){case"arrival-rate":return{...s,executor:"constant-arrival-rate",duration:o,...Ca(t.rate),preAllocatedVUs:n,maxVUs:n};case"users":return{...s,executor:"constant-vus",duration:o,vus:t.users};case"fixed-work":return e.round===null?{...s,executor:"constant-vus",duration:o,vus:t.users}:{...s,executor:"shared-iterations",vus:t.users,iterations:e.requests??t.requests,maxDuration:`${q}s`}}}function Ca(e){for(let[t,n]of[["1s",1],["1m",60],["1h",3600]]){let r=e*n;if(Math.abs(r-Math.round(r))<1e-9*r)return{rate:Math.round(r),timeUnit:t}}return{rate:Math.max(1,Math.round(e*3600)),timeUnit:"1h"}}var Le=L({count:R(),avg:R(),values:P(R())}).nullable(),Aa=Bt("type",[L({type:Z("trend"),count:R(),avg:R(),values:P(R())}),L({type:Z("rate"),hits:R(),count:R()}),L({type:Z("counter"),sum:R()})]),$a=L({schemaVersion:Z(1),percents:P(R()),slots:Ue(W(),L({startedAt:R(),endedAt:R(),dropped:R(),answers:P(L({sizes:Le,statuses:Le})),slices:P(L({started:R(),finished:R(),exceptions:R(),barren:R(),untagged:R(),begun:R(),voided:R(),resent:R(),connects:R(),received:R(),failed:Le,latency:Le,lag:L({p50:R(),p99:R(),max:R()}).nullable(),custom:Ue(W(),Aa).optional()}))})),thresholds:P(W()),fed:P(W()),unfed:P(W()),lost:R(),seen:P(Ut).optional()});function cs(e){return $a.parse(JSON.parse(e))}function us(e,t){return t.filter(n=>St(n)&&(e.slots[n.key]?.startedAt??0)>0).map(n=>({..._a(n,e.slots[n.key],e.percents),seen:e.seen}))}function _a(e,t,n){let r=n.map(h=>h/100),{load:s,work:o}=e.step,a=s.kind==="fixed-work"&&t.endedAt>t.startedAt?(t.endedAt-t.startedAt)/1e3:e.seconds-e.settleSeconds,i=s.kind==="arrival-rate"?s.rate:null,u=xe(e),c=u===null?a/e.slices:u.planned/i/e.slices,l=i===null?null:i*c,d=o.kind==="script",m=t.slices.map((h,y)=>{let{latency:v,failed:E,exceptions:O}=h;return{startedAt:t.startedAt+(e.settleSeconds+y*a/e.slices)*1e3,seconds:c,...e.turns!==null&&{alternating:!0},planned:l,ok:v?.count??0,failed:Math.max(E?.count??0,O)+bt(h,d),dropped:Pa(t,h,s.kind==="fixed-work"?e:null,l),...h.resent>0&&{resent:h.resent},latency:v&&{levels:r,values:v.values},avg:v?.avg??null,lag:h.lag,...Object.keys(h.custom??{}).length>0&&{custom:Ia(h.custom,r)}}}),p=h=>t.slices.reduce((y,v)=>y+h(v),0),g=p(h=>bt(h,d)),b=p(h=>h.started>h.finished?0:bt(h,!0));return{slot:e,slices:m,sent:p(({started:h})=>h),intended:l===null?null:l*e.slices,barren:p(({barren:h})=>h),lost:d?b+(Se(e.step.slos).length>0?p(({untagged:h})=>h):0):0,cut:g,received:p(({received:h})=>h),failures:Vr(t.slices.flatMap(({failed:h})=>h===null?[]:ft(h,r))),answers:t.answers.map(({sizes:h,statuses:y})=>({sizes:h&&{...h,levels:r},statuses:new Map(y?ft(y,r).map(({code:v,count:E})=>[v,E]):[])})),connects:p(({connects:h})=>h)}}function bt({started:e,begun:t,voided:n,latency:r,failed:s},o){let a=n+(r?.count??0)+(s?.count??0);return Math.max(0,(o?t:e)-a)}function Ia(e,t){return Object.fromEntries(Object.entries(e).map(([n,r])=>[n,r.type==="trend"?{...r,levels:t}:r]))}function Pa(e,t,n,r){return e.dropped===0?0:Math.round(n?e.dropped/n.slices:Math.min(e.dropped,Math.max(0,(r??0)-t.started)))}var ds={100:"its `setup` did not finish in time",101:"its `teardown` did not finish in time",104:"k6 does not accept its options",107:"it threw an exception outside an iteration",108:"it aborted the test",110:"it marked the test as failed"},ja=99,ms=105;async function gs(e){let{folder:t,name:n}=e,r=F(t,`${n}.js`),s=F(t,`${n}.summary.json`),o=F(t,`${n}.log`),a=F(t,"k6-config.json");yt(r,e.script),ps(F(t,Pe))||hs.default.sync(F(t,Pe),as),yt(a,"{}");let i=await Qn({command:[e.binary,"run","--quiet","--no-color","--no-usage-report","--config",a,"--address","","--env",`TARGET_URL=${e.targetUrl}`,"--env",`BASE_URL=${e.targetUrl}`,"--env",`TAILGATE_SUMMARY=${s}`,r],cwd:e.cwd,env:{...Ja(),...fe(e.environment,Va(e)),...!e.mayFetch&&{K6_AUTO_EXTENSION_RESOLUTION:"false"}},logPath:o,keeper:e.keeper}),u=i.exited.then(async c=>{let l=ts(za(o),t),d=c.code??-1,m=(p,g)=>({kind:"failed",fault:p,message:g,log:l});if(c.signal!==null)return m("harness",`k6 was ended by ${c.signal}`);if(d in ds){let p=l.replaceAll('\\"','"'),g=/TAILGATE_EXPORTS (\S+): (.*?) TAILGATE_END/.exec(p),b=/TAILGATE_REFUSED (.*?) TAILGATE_END/.exec(p)?.[1];return{...m("script",b??`${ds[d]}${Ga(p)}`),...g!==null&&{missing:{exec:g[1],there:g[2]}}}}if(d!==0&&d!==ja&&d!==ms)return m("harness",`k6 ended with exit code ${d}`);try{let p=cs(fs(s,"utf8"));return{kind:"measured",complete:d!==ms,summary:p,...await Ka(o)}}catch(p){return m("harness",`k6 left no readable summary: ${p.message}`)}});return{group:i,began:Wa(o,i),finished:u}}var Ua=20;async function Wa(e,{exit:t}){for(;t()===null;){let n=/TAILGATE_BEGAN (\d+)/.exec(tt(e))?.[1];if(n!==void 0)return Number(n);await Ba(Ua)}return null}function Ga(e){let t=/"(k6\/x\/[^"\s]+)"/.exec(e)?.[1];return t!==void 0?`: it imports \`${t}\`, an extension that this k6 lacks. None is fetched from elsewhere unless \`allow\` names hosts; give \`k6.path\` a k6 that has it`:/ of undefined/.test(e)?"; Tailgate replaces its scenarios and its load, so `exec.test.options.scenarios` has not those of the script":""}var qa=20;function za(e){let t=tt(e,2e3).split(`
`),n=t.slice(-qa),r=t.find(s=>/^time="[^"]*" level=error (?!.* source=console)/.test(s));return(r===void 0||n.includes(r)?n:[r,...n.slice(1)]).join(`
`)}var Ha=4;function Ja(){let e=Math.min(Na(),process.constrainedMemory?.()||Number.POSITIVE_INFINITY);return{GOGC:"800",GOMEMLIMIT:`${Math.floor(e/Ha/2**20)}MiB`}}function Va({certificates:e=[],environment:t,folder:n}){if(e.length===0)return{};let r=t.SSL_CERT_FILE,s=r&&ps(r)?[fs(r,"utf8")]:Fa,o=F(n,"certificates.pem");return yt(o,[...e,...s].join(`
`)),{SSL_CERT_FILE:o}}async function Ka(e){let t=new Map,n=new Map;for await(let r of Da({input:La(e)})){let s=/TAILGATE_(FAILURE|REDIRECT) ((?:[^"\\]|\\.)*)"/.exec(r);if(s===null)continue;let o=s[2].replaceAll('\\"','"');if(s[1]==="FAILURE"){let[,a,i,u]=/^(\d+) (.*?): (.*)$/s.exec(o)??[],c=`${a} ${i}`;u!==void 0&&!t.has(c)&&t.set(c,{label:i,code:Number(a),text:u})}else{let[,a,i,u,c]=/^(\d+) (\d+) (\S+) (.*)$/s.exec(o)??[],l=`${a} ${c}`;if(c===void 0||n.has(l))continue;n.set(l,{label:c,which:Number(a),status:Number(i),location:u==="-"?null:u})}}return{told:[...t.values()],redirects:[...n.values()]}}import{existsSync as Xa,writeFileSync as Za}from"node:fs";import{join as ei}from"node:path";var Ya=1;function Ss(e){let t=e.map(({weight:u})=>u),n=t.reduce(bs),r=t.map(u=>u/n),s=r.flatMap((u,c)=>Array.from({length:u},()=>c)),o=tr(Ya);for(let u=s.length-1;u>0;u--){let c=o.index(u+1);[s[u],s[c]]=[s[c],s[u]]}let a=r.map(()=>0),i=s.map(u=>a[u]++);return{order:s,ranks:i,counts:r}}function bs(e,t){return t===0?e:bs(t,e%t)}function ys(e,t,n,r){let s=[],o=0;for(let{name:a,offset:i,length:u}of It(e)){let c=a.startsWith("data.")?t.indexOf(a.slice(5)):-1;if(c<0)continue;let l=i+u,d=n==="json"&&Qa(e,i,l);s.push(r(e.slice(o,d?i-1:i)),{column:c,as:d?"value":n}),o=d?l+1:l}return s.length===0?r(e):[...s,r(e.slice(o))]}function Qa(e,t,n){return e[t-1]==='"'&&e[t-2]!=="\\"&&e[n]==='"'&&e[n+1]!==":"}function ws(e,t,n){if(e.step.work.kind==="script")return null;let{request:r}=e.step.work;return{...r,url:vs(t.fill(r.url),t,n,e),headers:Object.fromEntries(Object.entries(r.headers).map(([s,o])=>[s,t.fill(o)])),body:r.body===void 0?void 0:t.fill(r.body)}}function ks(e,t,n,{config:r,folder:s}){let{work:o,scenario:a}=e.step;if(o.kind==="script"||o.mix===void 0&&o.data===void 0)return null;let i=o.data?`data-${a}.json`:null;i!==null&&ti(o.data.path,ei(s,i));let u=(l,d)=>ys(l,o.data?.columns??[],d,n.fill),c=te(o);return{name:a,dataFile:i,first:ri(e,t),sequence:Ss(c),requests:c.map(({request:l})=>({name:`${l.method} ${l.url}`,method:l.method,url:vs(u(l.url,"path"),n,r,e),headers:Object.fromEntries(Object.entries(l.headers).map(([d,m])=>[d,u(m,"raw")])),body:l.body===void 0?null:u(l.body,l.quotesData?"json":"raw"),expectStatus:l.expectStatus,timeoutMs:l.timeoutSeconds*1e3}))}}function ti(e,t){Xa(t)||Za(t,JSON.stringify(Yt(rn(e),e).rows))}function vs(e,{targetUrl:t},n,{step:r}){let[s,...o]=typeof e=="string"?[e]:e,a=String(s),i=a.startsWith("/")?t+a:a;return Zt(i,n,`request of ${r.label}`),typeof e=="string"?i:[i,...o]}var ni=16;function ri({step:{load:e},round:t,seconds:n,turns:r,requests:s},o){let a=e.kind==="arrival-rate"?e.rate*n/(r?.of??1):s??0;return(o*ni+(t===null?0:t+1))*Math.ceil(a)}function xs(e,{instances:t,began:n,sample:r}){let s=[],o=new Set,a=!1,i=()=>{for(let l of o)t.get(l)?.resume();o.clear()},u=l=>{for(let[d,m]of t)d!==l&&(m.halt(),o.add(d))},c=e.slots.flatMap(l=>[...t.size>1&&l.round!==null&&I(l)?[{at:l.startSeconds,act:()=>u(l.arm)},{at:si(l),act:i}]:[],...oi(l).map(d=>({at:d,act:r}))]);return n.then(l=>{if(!(l===null||a))for(let{at:d,act:m}of c)s.push(setTimeout(m,l+d*1e3-Date.now()))}),{end(){a=!0;for(let l of s)clearTimeout(l);i()}}}function si({step:e,startSeconds:t,seconds:n}){return t+(e.load.kind==="fixed-work"?q:n)}function oi({round:e,step:t,startSeconds:n,seconds:r,settleSeconds:s,slices:o}){if(e===null&&o===1)return[];if(t.load.kind==="fixed-work")return[n];let a=(r-s)/o;return Array.from({length:o+1},(i,u)=>n+s+u*a)}var ii=150+q;async function ce(e,t,{around:n,k6:r,folder:s,instances:o,shared:a,block:i=0}){let u=[...new Set(e.slots.map(S=>S.step.label))].join(", "),l=[...new Set(e.slots.map(({arm:S})=>S))].includes("head")?"head":"base",{targetUrl:d}=o.get(l),{work:m}=e.slots[0].step,p=new Map(e.slots.map(S=>[S,ks(S,i,o.get(S.arm),{config:n.config,folder:s})])),g=n.config.allow.length===0,b=[...o.values()].flatMap(({trust:S})=>S??[]),h=await gs({binary:r,folder:s,name:t,script:is({program:e,targetUrl:d,confined:g,insecure:g&&b.some(S=>"insecure"in S),requestOf:S=>ws(S,o.get(S.arm),n.config),dealOf:S=>p.get(S)??null,...m.kind==="script"&&{scriptPath:es(m.path,s)}}),cwd:n.config.directory,targetUrl:d,environment:{...n.environment,...fi(e,o.get(l))},mayFetch:n.config.allow.length>0,certificates:b.flatMap(S=>"ca"in S?S.ca:[]),keeper:n.keeper}),y=Date.now(),v=[...o.values(),a],E=Lr(h.group.pid,v.flatMap(({sessions:S})=>S),new Map([...o].map(([S,{sessions:Q}])=>[S,Q]))),O=xs(e,{instances:o,began:h.began,sample:E.take}),M=()=>h.group.signal("SIGKILL");n.signal.addEventListener("abort",M,{once:!0}),n.signal.aborted&&M();for(let S of v)S.crashed.then(()=>S.crash()!==null&&h.group.signal("SIGINT"));let f=!1,w=e.seconds+ii,x=setTimeout(()=>{f=!0,M()},w*1e3),k=await h.finished;clearTimeout(x),O.end(),E.stop(),n.signal.removeEventListener("abort",M),await h.group.stop("SIGTERM",1e3);let T=(Date.now()-y)/1e3,U=e.slots.findLast(S=>S.startSeconds<=T)??e.slots[0],$={slots:[],crash:ue(o,a,U.step.label),failure:null,failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],loadSeconds:T};if(n.signal.aborted)return $;let pe=S=>$.crash===null?{...$,failure:{...S,label:u,arm:l}}:$;if(k.kind==="failed"&&k.missing){let{exec:S,there:Q}=k.missing;throw new _({what:`The k6 script of ${u} has no function \`${S}\`: ${Q}.`,where:m.kind==="script"?m.path:u,hint:"Name the function to measure with `exec` in tailgate.yml, or export it as `default`."})}if(k.kind==="failed"){let S=`k6 had not ended after ${Math.round(w)} s, and was killed`;return pe(f?{...k,message:S}:k)}if(!k.complete&&$.crash===null)return pe({kind:"failed",fault:"harness",message:"k6 was interrupted from outside",log:""});let K={cores:ai(),generatorLimit:E.generatorLimit(),outsiders:ui(n)},C=us(k.summary,e.slots).map(S=>mi(S,E.samples)).map(S=>pi(S,E.samples,K)).map(S=>Rs(n)?S:di(S,E.samples,o)),Fe=S=>l==="head"?S.map(Q=>({label:u,threshold:Q})):[],{summary:Y,redirects:Mo}=k,To=e.slots.every(({round:S})=>S===null);return{...$,failures:C.filter(({slot:S})=>S.arm==="head"&&(S.round!==null||To)).flatMap(S=>li(S,k.told,p.get(S.slot)?.requests??[])),redirects:Mo,thresholds:Fe(Y.thresholds),fed:Fe(Y.fed),unfed:Fe(Y.unfed),lost:Y.lost>0?[{label:u,requests:Y.lost}]:[],slots:C}}function li({slot:e,failures:t,cut:n,received:r,sent:s,slices:o,barren:a},i,u){let{label:c,graceSeconds:l}=e.step,d=t.map(({code:h,which:y,count:v})=>{let E=i.find(M=>M.label===c&&M.code===h)?.text,O=u.length>1?` of ${u[y]?.name}`:"";return{label:c,text:`${Kr(h,E)}${O}`,count:v}}),m=i.find(h=>h.label===c&&h.text.startsWith("exception")),p=a+o.reduce((h,y)=>h+y.failed,0)-n;if(m!==void 0&&p>d.reduce((h,{count:y})=>h+y,0)&&d.push({label:c,text:m.text,count:a||1}),n===0)return d;let b=n===s&&r>0?`the answer began, and did not end within ${l} s`:`no complete answer within ${l} s`;return[...d,{label:c,text:b,count:n}].sort((h,y)=>y.count-h.count)}function ue(e,t,n){for(let[r,s]of[["shared",t],...e]){let o=s.crash();if(o!==null)return{...o,arm:r,label:n}}return null}var ci=/\b(docker|podman|nerdctl)\b/;function ui(e){let{external:t,services:n}=e.config;return t.length>0||n.some(({start:r})=>r===void 0)||Rs(e)}function Rs({config:e}){return e.services.some(({start:t})=>t!==void 0&&ci.test(t))}function di(e,t,n){let{arm:r,turns:s}=e.slot,o=n.get(r);if(o?.sessions.length===0)return e;let a=o?.startupMs,i=e.slices.map((u,c)=>{let{startedAt:l,seconds:d}=u,m=l+d*(s?.of??1)*1e3,g=e.slot.step.load.kind==="fixed-work"&&c===e.slices.length-1?t.find(({wall:h})=>h>=m):void 0,b=Dr(t,r,l,g?.wall??m);return{...u,...b,...a!==void 0&&{startup:a}}});return{...e,slices:i}}var Es=250;function mi(e,t){let{slices:n,slot:r,connects:s}=e,o=n[0].startedAt,a=n.reduce((l,d)=>l+d.seconds,0)*(r.turns?.of??1),i=Nr(t,o-Es,o+a*1e3+Es),u=i===null?0:Math.max(0,i-s),c=n.map(({resent:l=0,...d})=>{let m=Math.min(l,u);return u-=m,{...d,...m>0&&{resent:m}}});return{...e,slices:c}}function pi(e,t,n){let{slices:r}=e,s=r.reduce((m,p)=>m+p.seconds,0),o=r[0].startedAt,a=s*(e.slot.turns?.of??1),{clockJumpMs:i,...u}=dt(t,o,o+a*1e3,n),c=r.map(({startedAt:m,seconds:p})=>{let g=m+p*(e.slot.turns?.of??1)*1e3,{clockJumpMs:b,...h}=dt(t,m,g,n);return mt({cpu:h,clockJumpMs:b})}),l=r.flatMap(m=>m.lag===null?[]:[m.lag.p99]),d={sent:e.sent,intended:e.intended,seconds:s,dropped:r.reduce((m,p)=>m+p.dropped,0),lagMs:l.length>0?Math.max(...l):null,cpu:u,clockJumpMs:i};return{...e,evidence:d,diagnosis:Br(d),disturbed:c}}function fi({slots:e},{fill:t}){return Object.fromEntries(Object.entries(e[0].step.parameters??{}).map(([n,r])=>[`VARIANT_${n.toUpperCase()}`,t(r)]))}var hi=1.25,gi=1;function Ms(e,t){let n=N(t,.5),r=a=>!(N(a,.5)>hi*n),s=e.findIndex((a,i)=>r([a])&&r(e.slice(i)));if(s===-1)return null;let o=e.slice(0,s).reduce((a,i)=>a+i.seconds,0);return Math.max(gi,o)}function Ts(e,t,n){let r=e.filter(({slot:s})=>s.round===null&&!t.some(o=>o.slot.step===s.step));for(let{slot:s,slices:o}of r){let a=e.filter(l=>l.slot.round!==null&&l.slot.step===s.step&&l.slot.arm===s.arm&&I(l.slot)===I(s)),i=Ms(o,a.flatMap(({slices:l})=>l)),{label:u}=s.step,c=n.get(u);n.set(u,c===null||i===null?null:Math.max(c??0,i))}}var Si=3;function Os({steps:e},t){let n=e.flatMap(({label:r})=>{let s=t.flatMap(({warmUps:o})=>o.get(r)??[]);return s.length>0?[[r,Math.max(...s)]]:t.length>=Si?[[r,ke.seconds]]:[]});return new Map(n)}var Ne=2e4,bi=2;async function Cs(e,t,n){let r=performance.now(),s={index:t,kept:[],discarded:[],crash:null,failure:null,failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],soakFailures:[],warmUps:new Map,soak:[],wallSeconds:0};for(let[o,a]of e.entries())de(s,n)&&await yi(a,o,s,n);return s.wallSeconds=(performance.now()-r)/1e3,s}async function yi(e,t,n,r){let s={running:new Map,starts:0};try{ki(n.index,e.arms,r),await ae(s,{...r,together:e.arms,block:wt(n,r)});for(let[o,a]of e.programs.entries()){let i=`${As(n,r)}-${t+1}-${o+1}`;await xi(a,i,s,n,r)}e.arms.length>1&&de(n,r)&&await wi(s,n,r)}finally{await ie(s)}}async function wi(e,t,n){let{arms:r,shared:s,k6:o,folder:a,progress:i}=n,u={around:r.head,k6:o,folder:a,instances:e.running,shared:s,block:t.index},c=n.soak?.(t)??[];for(let l=1;c.length>0&&de(t,n);l++){let{arm:d}=c[0].slots[0],m=c.reduce((g,b)=>g+b.seconds,0);i.phase(`keeping the ${d} under load, for stalls, growth and memory`,m);let p=[...e.running].filter(([g])=>g!==d).map(([,g])=>g);for(let g of p)g.halt();try{for(let[g,b]of c.entries()){let h=`${As(t,n)}-soak-${l}-${g+1}`,y=await ce(b,h,u);t.crash??=y.crash,t.failure??=y.failure,t.soak.push(...y.slots),t.soakFailures.push(...y.failures)}}finally{for(let g of p)g.resume()}c=n.soak?.(t)??[]}}function As(e,t){let{variant:n}=t;return`${n===void 0?"":`variant-${n}-`}block-${wt(e,t)+1}`}function wt({index:e},{sizings:t=0}){return e+t}function ki(e,t,n){let{arms:r,progress:s}=n,{services:o}=r.head.config,a=o.filter(({start:i,scope:u})=>i&&u==="instance").map(({name:i})=>i);a.length===0||e>0||s.phase(`starting ${a.join(", ")}${r.base?` of ${t.join(" and ")}`:""}`)}function vi({index:e},{planned:t}){return t>1?`block ${e+1} of ${t}: `:""}async function xi(e,t,n,r,s){let{arms:o,shared:a,k6:i,folder:u,progress:c,repeatDisturbed:l=!0}=s,d=e,m=!0;for(let p=0;d!==null&&de(r,s);p++){let g=[...new Set(d.slots.map(C=>C.step.label))].join(", "),b=d.slots.every(({requests:C})=>C===null)?d.seconds:void 0;c.phase(`${vi(r,s)}measuring ${g}`,b);let h=p===0?t:`${t}-again${p}`,y=await ce(d,h,{around:o.head,k6:i,folder:u,instances:n.running,shared:a,block:r.index}),{crash:v,failure:E,failures:O,redirects:M,thresholds:f,fed:w,unfed:x,lost:k,slots:T}=y;r.crash=v,r.failure=E??r.failure,r.failures.push(...O),r.redirects.push(...M),r.fed.push(...w),r.unfed.push(...x),r.lost.push(...k);let U=T.filter(({slot:C})=>C.round!==null),$=v===null&&l?Gr(U):[],pe=U.filter(C=>!$.includes(C));r.kept.push(...pe),r.discarded.push(...$),$.length===0&&r.thresholds.push(...f);for(let C of $)ye(()=>Hr(C,r.index));Ts(T,$,r.warmUps);let K=$.filter(C=>!Mi(C,s)).map(({slot:C})=>C);d=K.length>0&&p<bi&&m?Sn(e,K):null,$.length>0&&c.note(qr($,d!==null)),d!==null&&(m=await Ri(s),r.crash=ue(n.running,a,K[0].step.label),o.base&&de(r,s)&&await Ei(n,r,s))}}async function Ei(e,t,n){let r=[...e.running.keys()];await ie(e),await ae(e,{...n,together:r,block:wt(t,n)})}async function Ri({arms:e,progress:t}){return t.phase(`waiting for the machine to calm down (${Ne/1e3} s at most)`),$e(Ne,e.head.signal)}function Mi({slot:e,evidence:t},{isEnough:n}){return n!==void 0&&e.requests!==null&&t.seconds<we}function de(e,{arms:t,isEnough:n}){let{crash:r,failure:s}=e;return r!==null||s!==null&&!kt(s)||t.head.signal.aborted?!1:!n?.(e)}function kt({arm:e,fault:t}){return e==="base"&&t==="script"}var Ti=8,Oi=2;async function $s(e,t){let{instances:n,around:r,shared:s,start:o,progress:a,block:i,repeatDisturbed:u=!0}=t,c=[...n.keys()],l={block:i,arms:new Map(c.map(g=>[g,{trials:[],estimate:null}])),discarded:[],crash:null,failure:null,loadSeconds:0},d=0,m=g=>l.arms.get(g).trials,p=()=>l.crash===null&&l.failure===null&&!r.signal.aborted;for(let g=1;p()&&l.loadSeconds<t.secondsLeft;g++){let b=c.flatMap(v=>{let E=En({...e.goal,outcomes:m(v),start:o});return E===null?[]:[{arm:v,...E}]});if(b.length===0)break;t.drawFirst()!==b[0].arm&&b.reverse(),a.phase(Ai(e,b,l));let h=[];for(let[v,E]of Ci(e,b,g===1).entries()){if(!p())break;let O=`search-${e.scenario}-${i+1}-${g}-${v+1}`,M=await ce(E,O,{...t,around:r,instances:n,shared:s});l.crash=M.crash,l.failure=M.failure,l.loadSeconds+=M.loadSeconds;let f=M.slots.filter(({slot:x})=>x.round!==null),w=u?f.filter(({diagnosis:x})=>x==="disturbed"):[];if(h.push(...w),!(w.length>0))for(let x of f){let{rate:k}=b.find(({arm:U})=>U===x.slot.arm),T=Wr(e.goal.slo,k,x);m(x.slot.arm).push(T)}}if(h.length===0)continue;l.discarded.push(...h);let y=h.map(({diagnosis:v,evidence:E})=>le(v,E));if(a.note(`a trial of ${e.label} is discarded: ${[...new Set(y)].join("; ")}`),l.discarded.length>Ti||d===Oi)break;await $e(Ne,r.signal)||d++,l.crash??=ue(n,s,e.label)}for(let g of l.arms.values())g.estimate=Rn(g.trials,e.goal);return l}function Ci(e,t,n){return e.work.kind==="request"?[Je(e,t,n)]:t.map(r=>Je(e,[r],n))}function Ai({label:e},t,{arms:n}){let r=t.map(({arm:s,rate:o})=>{let{trials:a}=n.get(s),i=Math.max(0,...a.filter(({met:d})=>d).map(d=>d.rate)),u=Math.min(...a.filter(({met:d})=>!d).map(d=>d.rate)),c=[...i>0?[`${B(i)} meets`]:[],...u<1/0?[`${B(u)} does not`]:[]],l=c.length>0?`${c.join(", ")}; `:"";return`${n.size>1?`${s}: `:""}${l}trying ${B(o)}`});return`capacity of ${e}: ${r.join(" \xB7 ")}`}function _s({label:e},{arms:t}){let n=[...t].map(([r,{estimate:s,trials:o}])=>{let a=t.size>1?`${r} `:"",i=`${o.length} trials`;if(s===null)return`${a}not found (${i})`;let{kind:u,value:c,low:l,high:d}=s;return u==="found"?`${a}${B(c)} (${B(l)} \u2026 ${B(d)}, ${i})`:`${a}${u==="below"?`less than ${B(d)}`:`at least ${B(l)}`} (${i})`});return`capacity of ${e}: ${n.join("; ")}`}function B(e){return`${Number(e.toPrecision(4)).toLocaleString("en")} req/s`}var Is={far:2,near:1.12},$i=.7;async function Ps(e,t,n){for(let s of e)t.set(s,[]);let r=Math.max(0,...e.map(({blocks:s})=>s.most));for(let s=0;s<r;s++){let o=e.filter(d=>Pi(d,t.get(d),s));if(o.length===0||Ls(t,n))return;let i=n.drawFirst()==="head"?["head","base"]:["base","head"],u=n.arms.base?i:["head"],c=new Map(o.map(d=>[d,Li(d,t.get(d))])),l=n.swapped?u.map(d=>[d]):[u];for(let[d,m]of l.entries())await _i(o,{together:m,block:s,before:c,found:t,share:1/(l.length-d)},n)}}async function _i(e,{together:t,block:n,before:r,found:s,share:o},a){let{arms:i,progress:u}=a,c={running:new Map,starts:0};try{u.phase(`starting services for the search of a capacity, start ${n+1}`),await ae(c,{arms:i,together:t,block:Ii+n});for(let l of e){if(Ls(s,a))return;let d=s.get(l),m=await $s(l,{...a,around:i.head,instances:c.running,block:n,start:r.get(l),secondsLeft:o*Ns(l,d)});d.push(m),u.note(_s(l,m))}}finally{await ie(c)}}var Ii=1e3;function Ls(e,{arms:t}){let n=[...e.values()].flat();return t.head.signal.aborted||n.some(({crash:r,failure:s})=>r!==null||s!==null)}function Ns({budgetSeconds:e},t){return e-t.reduce((n,{loadSeconds:r})=>n+r,0)}function Pi(e,t,n){if(n===0)return!0;if(n>=e.blocks.most)return!1;let r=Array.from({length:n},(a,i)=>t.filter(u=>u.block===i).reduce((u,{loadSeconds:c})=>u+c,0)),[s,...o]=r;return Ns(e,t)>=$i*Math.min(He.later/He.first*s,...o)}function Li({goal:e},t){let n=t.flatMap(({arms:r})=>[...r.values()].flatMap(({estimate:s})=>s??[]));return n.length===0?{rate:e.from,factor:Is.far}:{rate:Gt(n.map(({value:r})=>r)),factor:Is.near}}function Ds(e,t){let[n,...r]=e;if(r.length===0)return n;let s=u=>e.flatMap(u),o={slos:s(({slos:u})=>u),changes:s(({changes:u})=>u),faults:s(({faults:u})=>u),invalid:s(({invalid:u})=>u)},a=u=>V(e.map(({effort:c})=>c[u])),i=s(u=>u.redirects??[]);return{...n,...Ce({...o,failOn:t}),...o,costs:s(({costs:u})=>u),suspects:s(({suspects:u})=>u),...i.length>0&&{redirects:i},pair:Ni(e.flatMap(({pair:u})=>u??[])),effort:{slices:a("slices"),discardedRounds:a("discardedRounds"),instances:a("instances"),loadSeconds:a("loadSeconds")}}}function Ni(e){let[t]=e;return t===void 0?null:{...t,variants:e.length,blocks:V(e.map(({blocks:n})=>n)),planned:V(e.map(({planned:n})=>n)),discarded:{base:V(e.map(({discarded:n})=>n.base)),head:V(e.map(({discarded:n})=>n.head))},error:Number(Math.min(1,V(e.map(({error:n})=>n))).toFixed(9))}}function V(e){return e.reduce((t,n)=>t+n,0)}async function vt(e,{pair:t,guessMissing:n},r){let{kind:s,arm:o,service:a,log:i}=e,u=r?`${e.message} (variant ${r.name})`:e.message,c=o===null?null:await n(o,i);if(o!=="base"||t===void 0){let l=c===null?"":`; \`${c}\` is git-ignored, so a fresh tree has none: let \`build\` make it, or name it in \`reuse\``,d=e.isOnlyHere&&o==="head"&&{onlyHead:!0};return{kind:s,service:a,message:u+l,log:i,...d}}return{kind:"base-failed",fault:s,commit:t.baseCommit,service:a,message:u,log:i,missing:c}}function Bs({draft:e},t){let n=e.pair?.baseCommit;if(t===void 0||n===void 0)return null;let{crash:r,failure:s}=t;if(r?.arm==="base"){let{service:u,exit:c,log:l}=r,d=`it ended with ${c} under load`;return{kind:"base-failed",fault:"crashed",commit:n,service:u,message:d,log:l,missing:null}}if(r!==null||s===null||!kt(s))return null;let{label:o,log:a}=s,i=`the script of ${o} fails on the base, though not on the head: ${s.message}`;return{kind:"base-failed",fault:"script-failed",commit:n,service:o,message:i,log:a,missing:null}}function Fs({label:e,kept:t,failures:n}){let r=[],s=Gs(t.filter(({diagnosis:a})=>a==="service-slow"));s!==null&&r.push({kind:"cannot-keep-up",label:e,...xt(s),cpu:s.cpu});let o=Us({label:e,slices:t.flatMap(a=>a.slices),failures:n});return o===null?r:[...r,o]}function js(e){let t=Us(e);return t&&{...t,soak:!0}}function Us({label:e,slices:t,failures:n}){let r=t.reduce((o,a)=>o+a.failed,0),s=t.reduce((o,a)=>o+a.failed+a.ok,0);return r<=.001*s?null:{kind:"failing",label:e,failed:r,requests:s,examples:n.slice(0,3)}}var Di=.01;function Bi({label:e,kept:t,failures:n,thresholds:r,lost:s}){let o=c=>({kind:"script-failed",label:e,message:c,log:""}),a=t.reduce((c,l)=>c+l.barren,0),i=t.reduce((c,l)=>c+l.evidence.sent,0);if(a>Di*i){let c=n.find(l=>l.startsWith("exception"));return o(`it threw before it sent a request, in ${a} of ${i} iterations${c?`: ${c}`:""}`)}let u=s+t.reduce((c,l)=>c+l.lost,0);if(u>0)return o(`${u} of its requests are in no count: it sends them in a way that Tailgate does not see`);if(r.length>0){let c=r.slice(0,3).map(l=>`\`${l}\``);return o(`nothing was measured that its threshold ${c.join(", ")} could judge, so it would always hold: mend its name or tags, or take it out`)}return null}function Ws(e,t){let{label:n,kept:r,discarded:s}=e,o=Bi(e);if(o!==null)return o;if(r.length>=t/2&&r.length>0){if(r.flatMap(m=>m.slices).reduce((m,p)=>m+p.ok+p.failed+p.dropped,0)>0)return null;let{seconds:d}=r[0].evidence;return r.every(({evidence:m})=>m.sent===0)?{kind:"none-begun",label:n,seconds:d}:{kind:"script-failed",label:n,message:"it sent no request while it was measured; Tailgate replaces its scenarios, so `exec.scenario.name` and `exec.test.options.scenarios` are not those of the script",log:""}}let a=Gs(s);if(a===null)return{kind:"harness",message:`${n} was not measured`,log:""};let i=l=>s.filter(({diagnosis:d})=>d===l).length,{cpu:u,lagMs:c}=a;return i("generator-starved")>=Math.max(i("disturbed"),i("unknown"))?{kind:"generator-starved",label:n,...xt(a),lagMs:c,cpu:u}:i("disturbed")>=i("unknown")?{kind:"machine-disturbed",label:n,discarded:s.length,rounds:s.length+r.length,cpu:u}:{kind:"cause-unknown",label:n,...xt(a),cpu:u}}function Gs(e){let t=({sent:n,intended:r})=>r===null?0:r-n;return e.map(({evidence:n})=>n).sort((n,r)=>t(r)-t(n))[0]??null}function xt({sent:e,intended:t,seconds:n}){return{sent:e,intended:t??e,seconds:n}}function qs({head:e,base:t,together:n}){let r=e+n;return r<2||r<=2*t?null:{kind:"crowded",head:e,base:t,together:n}}function zs(e,t){let{head:n,base:r,together:s}=t;return n>0&&n+s>=7+3*r?{kind:"fills-machine",label:e,...t}:null}function A(e,t,n){return e.filter(({slot:r})=>r.step.label===t.label&&r.arm===n)}function me(e,{kept:t},n){let r=t.filter(({slot:i})=>n(i)),[s,o]=[A(r,e,"base"),A(r,e,"head")],a=(i,u)=>i.filter(({slot:c})=>u.some(l=>l.slot.round===c.round)).flatMap(({slices:c})=>c);return{base:a(s,o),head:a(o,s)}}function Hs(e,t){let n=t.flatMap(({discarded:s})=>s).filter(({slot:s,diagnosis:o,evidence:a})=>{let i=o==="generator-starved"||o==="unknown";return s.step.label===e.label&&i&&pt(a)}),r=n.filter(({slot:s})=>I(s));return{head:De(r,"head"),base:De(r,"base"),together:n.filter(({slot:s})=>s.turns?.position===0).length}}function Be(e,t){let n=t.flatMap(s=>s.soak),r=s=>A(n,e,s).flatMap(({slices:o,disturbed:a})=>o.filter((i,u)=>!a[u]));return{base:r("base"),head:r("head")}}function Et(e,t,n){let r=s=>A(s,e,"head").filter(({slot:o})=>n(o));return{label:e.label,kept:t.flatMap(s=>r(s.kept)),discarded:t.flatMap(s=>r(s.discarded)),failures:Js(e,t.flatMap(s=>s.failures)),thresholds:Fi(e,t),lost:t.flatMap(({lost:s})=>s).filter(({label:s})=>s===e.label).reduce((s,{requests:o})=>s+o,0)}}function Js({label:e},t){let n=new Map;for(let{text:r,count:s}of t.filter(o=>o.label===e))n.set(r,(n.get(r)??0)+s);return[...n].sort((r,s)=>s[1]-r[1]).map(([r])=>r)}function Fi({label:e},t){let n=s=>t.flatMap(o=>o[s].filter(a=>a.label===e)).map(o=>o.threshold),r=new Set(n("fed"));return[...new Set(n("unfed"))].filter(s=>!r.has(s))}function Vs(e,t){let{head:n}=Be(e,t);if(n.length===0)return null;let r=t.flatMap(s=>s.soakFailures);return{label:e.label,slices:n,failures:Js(e,r)}}function Ks(e,t,n){let r=n.flatMap(({index:s,kept:o})=>{let a=A(o,e,t);return a.length>0?[{block:s,slots:a}]:[]});return{scenario:e.scenario,label:e.label,...e.variant&&{variant:e.variant},load:e.load,instances:r.map(({block:s,slots:o})=>({block:s,slices:o.flatMap(({slices:a})=>a)}))}}function Ys(e,t,n,r){let s=t.flatMap(({crash:d})=>{if(d?.arm!=="head")return[];let{arm:m,...p}=d;return[{kind:"crashed",...p}]}),a=[...new Set(t.flatMap(({thresholds:d})=>d.map(({label:m})=>m)))].map(d=>{let m=t.flatMap(p=>p.thresholds.filter(g=>g.label===d));return{kind:"threshold",label:d,thresholds:[...new Set(m.map(({threshold:p})=>p))]}}),i=[...n].flatMap(([d,m])=>zs(d,m)??[]),u=e.flatMap(Fs),c=d=>u.some(m=>m.kind==="failing"&&m.label===d),l=r.filter(({label:d})=>!c(d)).flatMap(d=>js(d)??[]);return[...s,...i,...u,...l,...a]}function Qs(e,t,n,r){if(t.length===0)return[];let s=t.flatMap(({failure:a,crash:i})=>{if(i?.arm==="shared")return[{kind:"harness",message:`\`${i.service}\`, which serves the whole run, ended with ${i.exit}`,log:i.log}];if(a===null)return[];let{fault:u,label:c,message:l,log:d}=a;return[u==="script"?{kind:"script-failed",label:c,message:l,log:d}:{kind:"harness",message:l,log:d}]});if(s.length>0||t.some(({crash:a})=>a!==null))return s;let o=gn(e,t.length).filter(({arm:a})=>a==="head");return e.steps.flatMap(a=>r.some(c=>c.kind==="fills-machine"&&c.label===a.label)?[]:(n.has(a.label)?[I]:[I,ve]).map(c=>{let l=o.filter(d=>d.step===a&&c(d)).length;return l===0?null:Ws(Et(a,t,c),l)}).find(c=>c!==null)??[])}function De(e,t){return e.filter(({slot:n})=>n.arm===t).length}var ji=.5;function Zs(e,t){let{work:n,label:r}=e;if(n.kind==="script")return[];let s=t.flatMap(({kept:a})=>A(a,e,"head")),o=t.flatMap(({redirects:a})=>a);return te(n).flatMap(({request:a},i)=>{let u=o.find(m=>m.label===r&&m.which===i);if(u===void 0)return[];let{status:c,location:l}=u,d=zt(s.flatMap(({answers:m})=>m[i]??[])).get(c)??0;return d<=ji?[]:[{label:r,request:to(a),status:c,location:l,share:d}]})}function eo(e,{paired:t},n){let{work:r,label:s}=e,o=n.map(({kept:i})=>({base:Xs(A(i,e,"base")),head:Xs(A(i,e,"head"))}));if(!t)return Jt(s,o.flatMap(({head:i})=>i.slices));let a=r.kind==="script"?null:te(r).map(({request:i})=>({text:to(i),keepsSize:i.expectSize==="same"}));return Ht(s,a,o)}function Xs(e){return{answers:e.map(({answers:t})=>t),slices:e.flatMap(({slices:t})=>t),iterations:e.reduce((t,{sent:n})=>t+n,0),connects:e.reduce((t,{connects:n})=>t+n,0)}}function to({method:e,url:t}){let n=t.replace(/[?#].*/s,"");return e==="GET"?n:`${e} ${n}`}function no(e,t){return[...e].flatMap(([{scenario:n,label:r,goal:s},o])=>["head","base"].flatMap(a=>{let i=o.flatMap(({block:u,arms:c})=>{let l=c.get(a);return l&&l.trials.length>0?[{block:u,...l}]:[]});return i.length>0?[{scenario:n,label:r,digest:t.get(r),goal:s,arm:a,blocks:i}]:[]}))}function ro(e){return Math.max(0,...[...e.values()].flatMap(t=>t.map(({block:n})=>n+1)))}function so(e){let t=[...e.values()].flat(),n=t.flatMap(({failure:r,crash:s})=>{if(s?.arm==="shared")return[{kind:"harness",message:`\`${s.service}\`, which serves the whole run, ended with ${s.exit}`,log:s.log}];if(s?.arm==="base")return[{kind:"harness",message:`\`${s.service}\` of the base ended with ${s.exit} in the search of ${s.label}`,log:s.log}];if(r===null)return[];let{fault:o,label:a,message:i,log:u}=r;return[o==="script"?{kind:"script-failed",label:a,message:i,log:u}:{kind:"harness",message:i,log:u}]});return n.length>0||t.some(({crash:r})=>r!==null)?n:[...e].flatMap(([{label:r},s])=>s.some(({arms:a})=>a.get("head")?.estimate!=null)?[]:[Ui(r,s)])}function Ui(e,t){let n=t.flatMap(o=>o.discarded),r=t.flatMap(({arms:o})=>o.get("head")?.trials??[]),s=n.at(-1);return s===void 0||r.length>n.length?{kind:"search-too-short",label:e,trials:r.length}:{kind:"machine-disturbed",label:e,discarded:n.length,rounds:n.length+r.length,cpu:s.evidence.cpu}}function oo(e){return[...e.values()].flat().flatMap(({crash:t})=>{if(t?.arm!=="head")return[];let{arm:n,...r}=t;return[{kind:"crashed",...r}]})}function ao({label:e,slos:t,slices:n,seen:r=[]}){return t.flatMap(({metric:s})=>{if(s.kind!=="custom")return[];let o=r.find(({name:i})=>i===s.name)?.type??null,a=o===null||Wt(s).some(i=>i===o);return a&&!Number.isNaN(G(n,s))?[]:[{kind:"metric-unknown",label:e,metric:ee(s),is:a?null:o,seen:[...r]}]})}var Wi=[50,90],io=.2,Gi=5;function lo(e){let t=e.filter(r=>r.length>1).map(r=>({first:r.slice(0,r.length>>1),second:r.slice(r.length+1>>1)}));return t.length<Gi?null:Wi.flatMap(r=>{let s=c=>N(c,r/100),o=t.map(({first:c,second:l})=>Math.log(s(l))-Math.log(s(c))),[a,i]=[s(t.flatMap(c=>c.first)),s(t.flatMap(c=>c.second))];return ar(o)>Math.log1p(io)&&i>(1+io)*a?[{percent:r,first:a,second:i}]:[]}).sort((r,s)=>s.second/s.first-r.second/r.first)[0]??null}var qi=.01,co={latency:.2,memory:.1},zi=[50,90],Hi=20,uo=.5,Rt=8;function Mt({base:e,head:t}){if(t.length<Rt)return null;let n=dr(e,t);return n!==null?{kind:"stalls",...n}:Ji(e,t)??Vi(e,t)}function Ji(e,t){let n=Tt(t);if(n===null)return null;let{percent:r,first:s,second:o}=n;if(e.length>=Rt){let{first:a,second:i}=mo(e,r);if(Math.log(i/a)>=uo*Math.log(o/s))return null}return{kind:"ageing",of:"latency",percent:r,from:s,to:o}}function Tt(e){if(e.length<Rt)return null;let t=e.length>>1;for(let n of zi){let r=e.map(o=>Math.log(N([o],n/100))),{low:s}=hr(r.slice(0,t),r.slice(-t),qi);if(s>Math.log1p(co.latency))return{percent:n,...mo(e,n)}}return null}function mo(e,t){let n=e.length>>1,r=s=>N(s,t/100);return{first:r(e.slice(0,n)),second:r(e.slice(-n))}}function Vi(e,t){let n=(i,u)=>(i.at(-1)?.memory??Number.NaN)-(i[u]?.memory??Number.NaN),[r,s]=[t[0].memory??Number.NaN,t.at(-1).memory??Number.NaN],o=n(t,0),a=n(t,2*t.length/3|0);return o>Math.max(Hi,co.memory*r)&&a>o/6?n(e,0)>=uo*o?null:{kind:"ageing",of:"memory",percent:null,from:r,to:s}:null}var Ki=.01,Yi=20;function po(e,t,{runs:n},r){let s=Ki/t.length;return t.flatMap(o=>{let a=ir(n.map(({slices:u})=>Math.log(G(u,o))),s);if(a===null||n.length-a.index>Yi)return[];let i=Math.expm1(a.after-a.before);return i>r(o)?[{label:e,metric:o,commit:n[a.index].commit,change:i}]:[]})}function fo(e){let t=e.steps.filter(f=>f.slices.some(w=>w.ok+w.failed+w.dropped>0)),n=ln(Math.max(1,e.looks.length)),r=(e.capacities??[]).map(cr),s=new Map(t.map(({label:f,stretches:w})=>[f,lo(w)])),o=new Map(t.map(({label:f,soak:w,crowding:x})=>{let k=s.get(f);return[f,k?{kind:"growing",...k}:qs(x)??Mt(w)]})),a=new Map(t.map(({label:f,soak:w})=>[f,s.get(f)??Tt(w.head)])),i=t.flatMap(ao),u=({label:f,slo:w})=>!i.some(x=>"metric"in x&&x.label===f&&x.metric===ee(w.metric)),l=[...t.flatMap(f=>rl(f,n)).filter(u).map(f=>Zi(f,a)),...r.flatMap(f=>f.slos)],d=[...e.invalid,...i,...l.flatMap(Xi),...fr(t,l,e),...r.flatMap(f=>f.invalid)],{changes:m,costs:p,open:g,pair:b}=mr(t,e),h=e.work??[],y=new Set(h.filter(Vt).map(({label:f})=>f)),v=m.map(f=>el(f,o)).map(f=>y.has(f.label)?tl(f):f),E=[...e.faults,...h.flatMap(nl)],O={...Ce({slos:l,changes:v,faults:E,invalid:d,failOn:e.failOn}),slos:l,changes:v,costs:p,faults:E,invalid:d,pair:b,loosened:e.loosened,suspects:e.comparison.kind==="history"?[]:t.flatMap(({label:f,history:w,slos:x,sensitivityOf:k})=>po(f,Qt(x),w,T=>k(T).tolerance)),...e.redirects?.length&&{redirects:e.redirects},...h.length>0&&{work:[...h]},acceptances:[],refusals:[],effort:e.effort},M=t.some(({soak:f})=>f.base.length===0&&Mt(f)!==null);return{verdict:O,undecided:Qi(O,g),asksBase:M}}function Qi(e,t){return e.faults.some(({kind:n})=>n==="crashed")?!1:e.invalid.length>0?e.invalid.every(({kind:n})=>n==="machine-disturbed"):e.changes.some(({code:n})=>n==="regressed")?!1:t||e.slos.some(({code:n,stretches:r})=>n==="at-limit"&&!r)}function Xi({label:e,slo:{metric:t},estimate:n}){return qt(t)&&Number.isNaN(n.value)?[{kind:"cost-unknown",label:e,metric:ee(t)}]:[]}function Zi(e,t){let n=t.get(e.label);return!n||e.code!=="met"||!ge(e.slo.metric)?e:{...e,code:"at-limit",growth:n}}function el(e,t){let n=t.get(e.label);return!n||e.code!=="unchanged"||!ge(e.metric)?e:{...e,code:"inconclusive",reason:n}}function tl(e){return e.code!=="improved"?e:{...e,code:"inconclusive",reason:{kind:"other-work"}}}function nl(e){if(e.kind!=="size"||!e.blocks)return[];let{label:t,base:n,head:r}=e;return[{kind:"other-size",label:t,base:n,head:r}]}function rl(e,t){let{label:n,slos:r,slices:s,soak:o}=e,a=r.flatMap(c=>{let l=c.limit.kind==="relative"?e.others?.get(c.limit.scenario):void 0,d=(b,h)=>c.limit.kind==="absolute"?Ee(n,c,b,t):l?pr(n,{slo:c,other:l.label,pairs:h()},t):null,m=d(s,()=>l.pairs);if(m===null)return[];let p=ge(c.metric)||c.metric.kind==="errors";if(m.code!=="met"||!p||o.head.length===0)return[m];let g=d(o.head,()=>[...oe(o.head.map(b=>[b]),[]),...oe([],l.soak.map(b=>[b]))]);return[g!==null&&Xe(g)?{...g,stretches:m.estimate}:m]});if(r.some(({metric:c})=>c.kind==="errors"))return a;let i=Ee(n,ne,s,t);if(i.code==="missed")return[...a,i];let u=o.head.length>0?Ee(n,ne,o.head,t):null;return u!==null&&Xe(u)?[...a,{...u,stretches:i.estimate}]:a}function j(e,t,n,r=new Map){let{config:s,plan:o,baseline:a,digests:i,draft:u,comparison:c}=e,l=o.steps.map(f=>Et(f,t,I)),d=new Map(o.steps.map(f=>[f.label,Hs(f,t)])),m=o.steps.flatMap(f=>Vs(f,t)??[]),p=Ys(l,t,d,m),g=c.kind==="pair"?["head","base"]:["head"],b=o.steps.flatMap(f=>g.flatMap(w=>{let x=Ks(f,w,t),k=i.get(f.label);return x.instances.length>0?[sr(x,w,k)]:[]})),h=no(r,i),y={...u,steps:b,...h.length>0&&{capacities:h}},v=Ot(o,t),E=o.steps.flatMap((f,w)=>{if(!b.some(({label:k,arm:T})=>k===f.label&&T==="head"))return[];let x=s.scenarios.find(({name:k})=>k===f.scenario);return[{label:f.label,slos:f.slos,slices:l[w].kept.flatMap(k=>k.slices),stretches:f.load.kind==="arrival-rate"?l[w].kept.map(({slices:k})=>k):[],inTurns:t.map(k=>me(f,k,ve)),alone:t.map(k=>me(f,k,I)),crowding:d.get(f.label),soak:Be(f,t),...f.work.kind==="script"&&{seen:sl(f,t)},isNew:v.has(f.label),others:ol(f,o,t),history:On(a,y,f.label),sensitivityOf:k=>Ge(s,x,k)}]}),O=f=>De(t.flatMap(w=>w.discarded),f);return{...fo({steps:E,faults:[...p,...oo(r)],searches:o.searches.length,capacities:o.searches.flatMap(f=>{let w=h.filter(({label:T})=>T===f.label),x=w.find(({arm:T})=>T==="head");if(x===void 0)return[];let k=s.scenarios.find(({name:T})=>T===f.scenario);return[{label:f.label,goal:f.goal,slos:f.slos,head:x,base:w.find(({arm:T})=>T==="base")??null,history:Cn(a,y,f.label),sensitivity:Ge(s,k,lr)}]}),invalid:n?[n]:[...Qs(o,t,v,p),...so(r)],looks:o.looks,comparison:c,discarded:{base:O("base"),head:O("head")},loosened:e.loosened,failOn:e.failOn,redirects:o.steps.flatMap(f=>Zs(f,t)),work:o.steps.flatMap(f=>eo(f,o,t)),effort:{slices:t.flatMap(({kept:f})=>f).reduce((f,w)=>f+w.slices.length,0),discardedRounds:O("head"),instances:g.length*(t.length+ro(r)),loadSeconds:[...t.flatMap(({kept:f,soak:w})=>[...f,...w].map(({evidence:x})=>x.seconds)),...[...r.values()].flat().map(({loadSeconds:f})=>f)].reduce((f,w)=>f+w,0)}}),record:y}}function sl(e,t){let n=t.flatMap(({kept:r})=>A(r,e,"head").flatMap(s=>s.seen??[]));return[...new Map(n.map(r=>[r.name,r])).values()]}function ol(e,{steps:t},n){let r=e.slos.flatMap(({limit:o})=>o.kind==="relative"?[o.scenario]:[]),s=({kept:o},a)=>A(o,a,"head").filter(({slot:i})=>I(i)).sort((i,u)=>i.slot.round-u.slot.round).map(({slices:i})=>i);return new Map(r.flatMap(o=>{let a=cn(t,e,o);if(a===void 0)return[];let i=n.flatMap(u=>oe(s(u,e),s(u,a)));return[[o,{label:a.label,pairs:i,soak:Be(a,n).head}]]}))}var al=.5,il=2;function Ot({paired:e,steps:t},n){if(!e)return new Set;let r=s=>{let o=n.map(({kept:a})=>({base:A(a,s,"base"),head:A(a,s,"head")})).filter(({base:a,head:i})=>a.length>0&&i.length>0);return o.length>=il&&o.every(({base:a,head:i})=>ho(a)&&!ho(i))};return new Set(t.filter(r).map(({label:s})=>s))}function ho(e){return he(e.flatMap(({slices:t})=>t))>al}import{randomInt as wo}from"node:crypto";function go(e,t){let n=new Map;for(let r of e.steps.filter(s=>fn(e,s))){let s=a=>t.map(i=>me(r,i,a)),o=ur({alone:s(I),all:s(()=>!0)});o!==null&&n.set(r.label,o)}return n}var ll=2.5,cl=.5;function So(e,t,{wallSeconds:n,loadSeconds:r}){let s=Math.max(cl,n-r-ul(e)),o=e.steps.reduce((a,i)=>a+i.budgetSeconds,0);return dn(e,t,Math.floor((ll-1)*o/s))}function ul(e){return e.steps.filter(({load:r})=>r.kind!=="fixed-work").map(r=>pn(e,r)?1:2).reduce((r,s)=>r+s,0)*(ke.seconds-we)}function Ct({steps:e,paired:t},{kept:n,discarded:r}){let s=t?["base","head"]:["head"],o=[...n,...r].filter(({slot:i})=>i.requests!==null),a=e.filter(({load:i})=>i.kind==="fixed-work").map(i=>({label:i.label,of:s.map(u=>A(o,i,u))}));return a.some(({of:i})=>i.some(u=>u.length===0))?new Map:new Map(a.map(({label:i,of:u})=>[i,u.flat().filter(({slices:c})=>c.reduce((l,{ok:d,failed:m})=>l+d-m,0)>0).map(({slices:c})=>c.reduce((l,{seconds:d})=>l+d,0))]))}function bo(e,{steps:t},n){return t.flatMap((r,s)=>{if(r===e.steps[s])return[];let o=Re(1e3*Math.min(...n.get(r.label))),[a,i]=[e.steps[s],r].map(u=>Me(We(u)));return[`${r.label}: ${a} requests took only ${o}; from now on there are ${i} in each stretch, which is ${Me(r.passes)} times the work`]})}function yo({steps:e,blocks:t},n){return e.flatMap(r=>{let{label:s,budgetSeconds:o}=r,a=n.get(s)??[],i=a.length===0?0:kn(a);return i*t<=o?[]:[`${s}: ${Me(We(r))} requests take ${Re(i*500)}; for two revisions in ${t} blocks, the fewest that can show a change, that is ${Re(i*t*1e3)}, more than its budget of ${o} s`]})}var dl=2;async function ko(e,t){let{signal:n}=t.arms.head,{blocks:r}=e,s=new Set,o=0;for(;r.length<e.plan.blocks&&!n.aborted;){let a=r.length;for(let[m,p]of go(e.plan,r)){if(s.has(m))continue;s.add(m);let g=p==="hidden-work";e.plan=mn(e.plan,e.config,{measured:a,worksMore:g}),t.progress.note(hl(m,p,e.plan))}let{plan:i}=e,u={index:a,first:wo(2)===0?"head":"base",reversed:wo(2)===0,headOnly:Ot(i,r),warmUpSeconds:Os(i,r),shift:qe[a%qe.length],longer:s},c={judgement:null},l=await Cs(hn(i,u),a,{...t,planned:i.blocks,sizings:o,...a===0&&{isEnough:m=>ze(i,Ct(i,m))!==i},soak:m=>i.soakSeconds===0||!i.looks.includes(a+1)?[]:(c.judgement=j(e,[...r,m],null),ml(c.judgement,i,m))}),d=Ct(i,l);if(a===0&&l.failure===null&&l.crash===null){e.plan=ze(i,d);for(let m of bo(i,e.plan,d))t.progress.note(m);if(e.plan!==i){o++;continue}}if(r.push(l),l.failure!==null||l.crash!==null||r.length===dl&&r.every(({kept:m})=>m.length===0))break;if(a===0&&i.paired){e.plan=pl(l,d,e);for(let m of yo(e.plan,d))t.progress.note(m);Oe(e.plan)}if(e.plan.looks.includes(r.length)){let m=c.judgement??j(e,r,null);if(zn(m,r.length,e),!m.undecided||r.length===e.plan.blocks)return m}}return j(e,r,Bs(e,r.at(-1)))}function ml({verdict:e,undecided:t,asksBase:n},r,{index:s,soak:o}){let a=c=>o.some(({slot:l})=>l.arm===c);if(a("head"))return n&&!a("base")?Ve(r,"base"):[];let i=s+1===r.blocks||!t,u=e.slos.some(({code:c})=>c==="met")||e.changes.some(({code:c})=>c==="unchanged");return i&&e.invalid.length===0&&u?Ve(r,"head"):[]}function pl({kept:e,discarded:t,wallSeconds:n},r,{plan:s,config:o}){let a=wn(s,o,r);if(t.length>0)return a;let i=e.reduce((u,{slot:c,evidence:l})=>u+(c.requests===null?bn(c):l.seconds),0);return So(a,o,{wallSeconds:n,loadSeconds:i})}var fl={rare:"slow requests come in some blocks only","hidden-work":"one revision takes more processor time, and its typical request no longer"};function hl(e,t,{blocks:n}){return`${e}: ${fl[t]}; from now on each revision has the whole load alone for ${un} s a block, in ${n} blocks at most`}async function vo(e,t){let{request:n}=t,{head:r,base:s}=e.configs,o=vl(t),a=e.variants.map((c,l)=>bl(e,l,t)),i=[],u=null;try{for(let[c,l]of[["head",r],["base",s]])l!==null&&await e.prepare(c,()=>xl({...o,arm:c,config:l},s!==null,n.progress));u=await Zn({...o,arm:null,config:r});for(let[c,l]of a.entries()){a.length>1&&!n.signal.aborted&&n.progress.note(`variant ${c+1} of ${a.length}: ${l.config.variant.name}`);let d=await yl(e,l,El(e,c,u,o,t));if(i.push(d),n.signal.aborted)break;if(Sl(d)){let m=a.length-i.length;m>0&&n.progress.note(`not measured, since the run has no verdict now: ${m} more variants`);break}}}catch(c){if(!(c instanceof se))throw c;i.push(j(a[0],[],await vt(c,e)))}finally{await u?.stop()}return wl(i,n.failOn)}function Sl({verdict:{invalid:e}}){return e.some(({kind:t})=>t!=="machine-disturbed")}function bl(e,t,n){let{head:r,base:s}=e.variants[t],{request:o,plans:a,baseline:i,draft:u}=n,c=s!==null,l=a[t].paired===c?a[t]:vn(r,{budgetSeconds:o.budgetSeconds,paired:c}),d=e.comparison.kind==="pair"&&!c;return{config:r,plan:l,baseline:i,digests:new Map([...l.steps.map(m=>[m.label,nr(m,r.deployments)]),...l.searches.map(m=>[m.label,rr(m,r.deployments)])]),draft:{...u,...e.pair&&{pair:e.pair},...e.deployments&&{deployments:e.deployments}},comparison:d?{kind:"none",reason:{kind:"new"}}:e.comparison,loosened:e.loosened,failOn:o.failOn}}async function yl(e,t,n){let r={...t,blocks:[]},s=new Map,o=a=>j(r,r.blocks,a,s);try{let a=await ko(r,n),{plan:i}=r;return i.searches.length===0||kl(a)?a:(await Ps(i.searches,s,{...n,swapped:i.swapped,drawFirst:()=>gl(2)===0?"head":"base"}),o(null))}catch(a){if(!(a instanceof se))throw a;return o(await vt(a,e,t.config.variant))}}function wl(e,t){let[n]=e,r=e.flatMap(({record:s})=>s.capacities??[]);return{verdict:Ds(e.map(({verdict:s})=>s),t),record:{...n.record,steps:e.flatMap(({record:s})=>s.steps),...r.length>0&&{capacities:r}},undecided:e.some(({undecided:s})=>s),asksBase:e.some(({asksBase:s})=>s)}}function kl({verdict:e}){return e.invalid.length>0||e.faults.some(({kind:t})=>t==="crashed")}function vl({request:e,session:t}){let{environment:n,signal:r}=e,{workspace:s,keeper:o,grace:a}=t;return{logFolder:s.logs,environment:n,keeper:o,signal:r,grace:a,shared:new Map}}async function xl(e,t,n){let r=t?` of ${e.arm}`:"";await or(e,s=>n.phase(`building ${s}${r}`))}function El(e,t,n,r,{request:s,session:o,k6:a}){let{head:i,base:u}=e.variants[t],c=(l,d)=>({...r,arm:l,config:d,shared:new Map([...n.portOf].filter(([m])=>d.services.some(p=>p.name===m&&p.scope==="run")))});return{arms:{head:c("head",i),...u&&{base:c("base",u)}},shared:n,...i.variant&&{variant:t+1},k6:a,folder:o.workspace.k6,progress:s.progress}}async function Ip(e){let{progress:t,signal:n,environment:r,budgetSeconds:s}=e;on(process.platform);let o=Nt(Xt(Pt(nn(e.configPath,process.cwd(),Ml(e)),e.only),e.deployments),e.base.from),a=await _n(o.directory,r,n),i=xn(o,{budgetSeconds:s,paired:Ln(o,a)});for(let c of Lt(o,e.only))t.note(c);for(let c of en(o))t.note(c);for(let{plan:c}of i){Oe(c);for(let l of c.shortages)t.note(yn(l))}let u=await it(o,a,e);return o.baseline.kind==="history"&&lt(u),gr(o,e,async c=>{let l=await _r(o,a,c,e);if(l.kind==="nothing")return Ol(l.base,o,c,e);let d=await an({environment:r,path:o.k6Path,version:e.k6Version,progress:t,signal:n,ci:r.CI==="true"}),m=await Nn(o,l,c.workspace.path,Rl(2**31),e);c.removeAtEnd(()=>m.remove()),m.suiteBefore!==o.suite&&(u=await Tl(u,m,o,a,e));let p=Ro(e,o,d.version),g=M=>(M.comparison.kind==="history"&&lt(u),vo(M,{request:e,plans:i.map(({plan:f})=>f),session:c,baseline:u.baseline,draft:p,k6:d.path})),b=await g(m);b.verdict.invalid.find(({kind:M})=>M==="base-failed")&&o.baseline.onBaseFailure==="history"&&(t.note("the base cannot be measured; `on-base-failure` asks for a comparison with recorded runs"),b=await g(Dn(m))),$t(n);let{verdict:y,record:v}=b,E=e.record&&y.invalid.length===0?await Ir(u,v):xo,O=An(v,u.baseline);return je({...E,...Eo(y,v,O,e)},c.secrets)})}function Ml({only:e,environment:t}){return{only:e,calling:{command:"tailgate run",variables:fe(t)}}}async function Tl({store:e},{suiteBefore:t},...[n,r,s]){return{...await it({...n,suite:t},r,s),store:e}}var xo={recordPath:null,unrecorded:null};function Ol(e,t,{secrets:n},r){let s=Sr(e,t.when.changed),o={...Ro(r,t,"not used"),steps:[]};return je({...xo,...Eo(s,o,[],r)},n)}function Eo(e,t,n,{baseBranch:r,link:s}){return{report:Kt(e,t,{baseBranch:r,link:s,history:n}),exitCode:Dt(e)}}function Ro(e,t,n){return{schemaVersion:1,suite:t.suite,...e.subject,attempt:e.attempt,...e.leg&&{leg:e.leg},recordedAt:new Date().toISOString(),tailgate:In,environment:{...sn(),k6:n}}}async function Np(e,t,n){let r=Ye(e,Ke(t),n),s=await z(r,"rev-parse","--verify","HEAD");if(s===null)return{commit:null,dirty:!1,branch:null,commitTime:null};let[o,a,i]=await Promise.all([z(r,"status","--porcelain","--untracked-files=no"),z(r,"symbolic-ref","--quiet","--short","HEAD"),z(r,"show","--no-patch","--format=%cI","HEAD")]);return{commit:s,dirty:o!=="",branch:a??t.GITHUB_REF_NAME??null,commitTime:i}}async function Dp(e,t,n){let r=Ye(e,Ke(t),n),s=await z(r,"symbolic-ref","--quiet","--short","refs/remotes/origin/HEAD");if(s!==null)return s.replace(/^origin\//,"");for(let o of["main","master"])if(await H(r,`refs/heads/${o}`)!==null)return o;return"main"}export{Ip as a,Np as b,Dp as c};
