import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{c as Bt}from"./chunk-IVAR4324.mjs";import{a as On,b as Cn,c as An,d as $n,f as re,g as jn,h as Un,i as Jn,j as sr}from"./chunk-QBEI5ZYX.mjs";import{a as Jt,d as Vt,h as Kt}from"./chunk-TTN2GADM.mjs";import{c as Je,d as Ve,e as Ln,f as Nn,g as Dn,h as Bn,i as Fn}from"./chunk-OG2ZKCGD.mjs";import{a as cn,b as Be,c as A,d as we,e as un,f as ke,g as Ue,h as dn,i as mn,j as xn,k as Rn,l as En,m as Mn,o as Re,p as _n,q as In,r as Xn,s as Zn,u as er}from"./chunk-4UTTCSSE.mjs";import{B as je,C as Gn,D as Wn,E as qn,F as zn,G as Hn,J as Vn,O as Yn,P as Qn,i as Xt,j as q,k as ye,l as Zt,n as en,p as tn,r as nn,s as rn,t as sn,u as on,v as an,x as ln,z as Fe}from"./chunk-DP6376EG.mjs";import{b as Ge,e as We,f as z,g as H,h as wn,i as kn,o as xe,p as ne,q as He,r as Tn,u as Pn}from"./chunk-U7X6ZGBH.mjs";import{a as be}from"./chunk-JXY5LZXU.mjs";import{a as se,b as tr,c as nr,d as rr}from"./chunk-PINSCYFF.mjs";import{a as Ee}from"./chunk-VLIK36YG.mjs";import{a as gn,b as Sn,c as bn,d as yn}from"./chunk-SLLQRCFT.mjs";import{a as vn}from"./chunk-BYKIIYLB.mjs";import{a as Yt}from"./chunk-XD3IMIXT.mjs";import{a as Qt,d as De,g as Kn}from"./chunk-3FAF76TS.mjs";import{a as te,b as ve,d as qe,e as ze}from"./chunk-V5PBQSHP.mjs";import{a as hn}from"./chunk-JU7ICJHA.mjs";import{f as Mt,h as Pt,i as Lt,j as Nt,k as Dt,r as pn,t as fn}from"./chunk-73DS227E.mjs";import{C as zt,D as Ht,a as Ft,c as jt,d as ge,g as Ut,k as Gt,l as Wt,w as ee,y as Se,z as qt}from"./chunk-FKENQJXD.mjs";import{m as xt,p as Rt,q as Et}from"./chunk-MCSD4QYI.mjs";import{C as N,D as fe,F as Ot,H as Ct,K as At,ca as $t,e as G,f as R,ha as _t,k as P,l as L,ma as Z,p as Tt,q as Ne,qa as he,ra as It,s as X,xa as W}from"./chunk-XXXEUGCN.mjs";import{a as po}from"./chunk-RIBAP3X7.mjs";import{b as vt}from"./chunk-4VQWXGDJ.mjs";import{g as kt}from"./chunk-HENDURBQ.mjs";import{a as Q,b as $,c as yt,d as wt}from"./chunk-NZMXMQNO.mjs";import{b as pe,e as Le}from"./chunk-ADNWO27A.mjs";import{d as mo}from"./chunk-JLN3Y4HN.mjs";import{randomInt as rl}from"node:crypto";function or(e,t){return{code:"skipped",blocks:!1,slos:[],changes:[],faults:[],invalid:[],pair:null,unmeasured:{kind:"irrelevant",baseCommit:e,patterns:[...t]},loosened:[],costs:[],suspects:[],acceptances:[],refusals:[],effort:{slices:0,discardedRounds:0,instances:0,loadSeconds:0}}}import{relative as vo}from"node:path";var fo=720*3600;async function ar(e,t,n){let r=new Map(n.flatMap(({commit:m,commitTime:f})=>{let h=Date.parse(f??"")/1e3;return m===null||Number.isNaN(h)?[]:[[m,h]]}));if(r.size===0||"kind"in e)return new Set;let{git:s,remote:o}=e,a=await s(["rev-parse","--is-shallow-repository"]),i=await Ke(s,o,t);if(a.stdout!=="false"||i.length===0)return new Set;let c=Math.floor(Math.min(...r.values()))-fo,u=await s(["rev-list","--timestamp",`--max-age=${Math.max(0,c)}`,...i]);if(!u.ok)return new Set;let l=new Map([...u.stdout.matchAll(/^(\d+) ([0-9a-f]+)$/gm)].map(([,m,f])=>[f,Number(m)])),d=Math.max(Number.NEGATIVE_INFINITY,...i.map(m=>l.get(m)??Number.NEGATIVE_INFINITY));return new Set([...r].filter(([m,f])=>!l.has(m)&&f<=d).map(([m])=>m))}async function Ke(e,t,n){let r=[...t===null?[]:[`refs/remotes/${t}/${n}`],`refs/heads/${n}`],s=await Promise.all(r.map(o=>H(e,o)));return[...new Set(s.filter(o=>o!==null))]}var ho="A full clone has it: `fetch-depth: 0` for actions/checkout, `git fetch --unshallow` on a laptop. To fetch it later, the job needs `contents: read`.";async function cr(e,t){let{head:n}=t,r=t.asked===null?await go(e,t.trigger,n,t.dirty):{commit:await bo(e,t.asked),because:"asked",branch:null};if(!("commit"in r))return r;let s=await ne(e,r.commit,r.branch);if(s!==null)return Ye(`The base revision ${r.commit.slice(0,10)}`,s);let o=await e.git(["rev-parse","--verify",`${r.commit}^{tree}`]);return{kind:"base",commit:r.commit,tree:o.stdout,because:r.because}}async function go(e,t,n,r){switch(t.kind){case"pull_request":{let s=await ur(e,n);if(s.length===2&&s.includes(t.headSha)){let o=s.find(a=>a!==t.headSha);return o===t.formerBaseSha&&o!==t.baseSha?yo(t.baseBranch):{commit:o,because:"merge-parent",branch:t.baseBranch}}return lr(e,n,t.baseBranch,t.baseSha)}case"merge_group":return{commit:t.baseSha,because:"merge-group",branch:null};case"push":{let{before:s,branch:o}=t;return s!==null&&xe(s)&&!/^0+$/.test(s)&&s!==n&&await ne(e,s,o)===null?{commit:s,because:"before-push",branch:o}:ir(e,n,o)}case"local":return e.checkout.branch!==t.baseBranch?lr(e,n,t.baseBranch,null):r?{commit:n,because:"parent",branch:t.baseBranch}:ir(e,n,t.baseBranch)}}async function ir(e,t,n){let[r]=await ur(e,t);return r!==void 0?{commit:r,because:"parent",branch:n}:{kind:"none",reason:"root-commit",message:"The first commit has none before it."}}async function ur(e,t){let{stdout:n}=await e.git(["cat-file","commit",t]),[r=""]=n.split(`

`,1);return[...r.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([,s])=>s)}async function lr(e,t,n,r){let s=await So(e,n,r);if(s!==null&&typeof s=="object")return Ye(`The branch ${n}`,s.problem);if(s===null)return{kind:"none",reason:"unknown-branch",message:`There is no branch ${JSON.stringify(n)} to compare with, here or on the remote.`,hint:"Name one with `--base-branch`, or a revision with `--base`."};let o=await e.git(["merge-base",t,s]);if(o.ok)return{commit:o.stdout,because:"merge-base",branch:n};let a=e.isShallow()?await Tn(e,t,s):{commit:null};return"problem"in a?Ye(`The merge base with ${n}`,a.problem):a.commit!==null?{commit:a.commit,because:"merge-base",branch:n}:{kind:"none",reason:"unrelated",message:`The revision that is checked out and ${n} have no history in common.`}}async function So(e,t,n){let[r]=await Ke(e.git,e.checkout.remote,t);if(r!==void 0)return r;let s=await He(e,`refs/heads/${t}`);if(s!==null||n===null)return s;let o=await ne(e,n,null);return o===null?n:{problem:o}}async function bo(e,t){let{git:n,top:r,remote:s}=e.checkout,o=await n(["rev-parse","--verify","--quiet","--end-of-options",t]);if(o.ok&&xe(o.stdout)){let u=await H(n,o.stdout);if(u!==null)return u}if(xe(t)&&await ne(e,t,null)===null)return t;let a=s!==null&&t.startsWith(`${s}/`)?t.slice(s.length+1):t;for(let u of[`refs/heads/${a}`,`refs/tags/${a}`]){let l=await He(e,u);if(l!==null)return l}let{stdout:i}=await n(["for-each-ref","--format=%(refname:short)"]),c=kt(t,i.split(`
`).filter(Boolean));throw new $({what:`--base names no revision: ${JSON.stringify(t)}.`,where:r,hint:c===void 0?"It takes a branch, a tag or a commit of this repository.":`Did you mean ${c}?`})}function yo(e){return{kind:"none",reason:"unobtainable",message:`What is checked out is still the test merge with the former base, not with ${e}.`,hint:"Choose the base again, or push a commit: then GitHub starts a run with the new one."}}function Ye(e,t){return{kind:"none",reason:"unobtainable",message:`${e} is not in this clone and could not be fetched: ${t}.`,hint:ho}}async function mr(e,t,n){return[...(await pr(e,["diff-tree",...["-r","-z","--raw","--no-renames","--no-ext-diff","--ignore-submodules=none"],t,n])).matchAll(/:(\d+) (\d+) [^\0]*\0([^\0]*)\0/g)].map(([,o,a,i])=>({path:fr(i),submodule:o===dr||a===dr}))}async function Qe(e,t){return(await pr(e,["ls-tree","-r","-z","--full-tree","--name-only",t])).split("\0").filter(Boolean).map(fr)}var dr="160000";async function pr(e,t){let n=await e.git(t,{encoding:"latin1"});if(n.ok)return n.stdout;throw new $({what:`What differs from the base could not be found out: ${wn(n)}.`,hint:"Without `when` everything is measured.",exitCode:3})}function fr(e){return Buffer.from(e,"latin1").toString()}async function hr(e,t,n){let{prefix:r}=e.checkout,s=await mr(e,n.base,n.head);if(wo(s,t,r))return{relevant:!0,notes:[]};let o=[...await Qe(e,n.head),...await Qe(e,n.base)].flatMap(l=>gr(l,r)??[]),a=ko(t.patterns,o);if(a.length===0)return{relevant:!1,notes:[]};let i=Se(t.patterns),c=!o.some(l=>i(l)==="in"),u=a.map(l=>`${JSON.stringify(l)} of \`when.changed\` matches no file of base or head${c?"; everything is measured":""}`);return{relevant:c,notes:u}}function wo(e,t,n){let r=Se(t.patterns);return e.some(({path:s,submodule:o})=>{let a=gr(s,n);if(a===null)return!1;if(t.always.includes(a))return!0;let i=r(a);return i==="in"||o&&i==="unnamed"})}function ko(e,t){return e.filter(n=>{if(qt(n))return!1;let r=Se([n]);return!t.some(s=>r(s)==="in")})}function gr(e,t){return t===""?e:e.startsWith(`${t}/`)?e.slice(t.length+1):null}async function Sr(e){let{asked:t,trigger:n,checkout:r}=e;if("kind"in r)return Xe(r,t);if(r.head===null)return Xe({kind:"none",reason:"no-commit",message:"Nothing is committed yet."},t);let s=await An(r,e.folder,e),o=n.kind==="local"?await Cn(s,r.head,e.leaveOut):await On(s,r.head),a=await cr(s,{head:r.head,dirty:o.dirty,asked:t,trigger:n});if(a.kind==="none")return Xe(a,t);if(a.tree===o.tree)return{kind:"identical",base:a,head:o,notes:o.notes};let i={base:a.tree,head:o.tree},c=e.watched&&await hr(s,e.watched,i),u=[...o.notes,...c?.notes??[]];return c?.relevant===!1?{kind:"irrelevant",base:a,head:o,notes:u}:{kind:"different",base:a,head:o,notes:u,layOut:l=>$n(s,l,{head:o,base:a})}}function Xe(e,t){if(t===null)return e;throw new $({what:`--base ${JSON.stringify(t)} cannot be used: ${e.message}`,hint:e.hint})}async function wr(e,t,{workspace:n,keeper:r},s){let{progress:o,signal:a,base:i}=s,c=e.baseline.kind==="paired"&&e.deployments===void 0,u=i.asked!==null||br(i.trigger);if(!c&&e.when===void 0&&!u)return be(()=>"no base: the configuration or `--from` asks for recorded runs, and no merge waits for the run"),{kind:"alone",comparison:{kind:"history"}};o.phase(c?"laying out base and head":"looking at what has changed");let l=await Sr({checkout:t,environment:{...s.environment,...r.mark},asked:i.asked,trigger:i.trigger,folder:n.path,credentials:i.credentials??null,leaveOut:[...s.store.kind==="directory"?[s.store.path]:[],...s.keepPath?[s.keepPath]:[]],...e.when&&{watched:Ro(e,e.when)},signal:a});if(_n(l,i.asked,i.trigger),l.kind==="none"){if(c&&(l.reason==="unobtainable"||br(i.trigger)))throw Eo(l);e.when?o.note(`no base to find out what has changed, so everything is measured: ${yr(l)}`):c&&l.reason!=="no-repository"&&o.note(`no base to measure beside the head: ${yr(l)}`);let d=u&&{unread:l.message};return{kind:"alone",comparison:{kind:"history"},...d}}for(let d of l.notes)o.note(d);if(l.kind==="irrelevant"||l.kind==="identical"&&e.when)return{kind:"nothing",base:l.base.commit};if(!c){let d=l.kind==="different"&&{pair:l};return{kind:"alone",comparison:{kind:"history"},...d}}return l.kind==="different"?{kind:"pair",pair:l}:{kind:"alone",comparison:{kind:"none",reason:{kind:"identical"}}}}var xo="Give actions/checkout `fetch-depth: 0`, and its job `contents: read`. Or compare with recorded runs on purpose: `from: history` under `baseline`.";function Ro({path:e,directory:t,scenarios:n,k6Path:r=e},{changed:s}){let o=n.flatMap(({work:a})=>xn(a));return{patterns:s,always:[e,r,...o].map(a=>vo(t,a))}}function br({kind:e}){return e==="pull_request"||e==="merge_group"}function yr({message:e,hint:t}){return`${e}${t?` ${t}`:""}`}function Eo({message:e,hint:t=xo}){return new $({what:`No base to measure beside the head: ${e}`,hint:t,exitCode:Q.unmeasured})}async function Ze(e,t,n){let{progress:r,environment:s,signal:o,subject:a}=n,{suite:i,directory:c}=e,u=n.base.credentials??null,l=Pn(n.store,{suite:i,directory:c,credentials:u,environment:s,signal:o});try{let{records:d,unreadable:m}=await l.list({newest:hn});for(let{name:b,reason:k}of m)r.note(`record ${b} is left out: ${k}`);let f=a.commit===null?null:n.baseBranch,h=d.filter(b=>b.branch===f),S=f===null?new Set:await ar(t,f,h);return S.size>0&&r.note(`${Mo(S.size)} no longer on ${f} and left out`),{store:l,baseline:gn(h,{branch:f,onBranch:b=>!S.has(b),leg:n.leg}),problem:null}}catch(d){if(!(d instanceof $)||d.exitCode!==Q.unmeasured)throw d;return r.note(`the records cannot be read, so there is no trend: ${d.message}`),{store:l,baseline:[],problem:d}}}function et({problem:e}){if(e===null)return;let{message:t,where:n,hint:r,detail:s}=e;throw new $({what:t,where:n,hint:r,detail:s,cause:e,exitCode:Q.unmeasured})}async function kr({store:e},t){try{return{recordPath:await e.append(t),unrecorded:null}}catch(n){if(n instanceof yt)throw n;let r=n instanceof $&&n.hint?` ${n.hint}`:"";return{recordPath:null,unrecorded:`${n.message}${r}`}}}function Mo(e){return e===1?"the commit of one record is":`the commits of ${e} records are`}import{randomInt as Vi}from"node:crypto";async function oe(e,{arms:t,together:n,block:r,variant:s}){e.starts++;let o=e.starts>1?`_${e.starts}`:"",a=s===void 0?"":`v${s}_`,i=await Promise.allSettled(n.map(async l=>{e.running.set(l,await jn(t[l],`${l}_${a}${r+1}${o}`))})),c=i.flatMap(l=>l.status==="rejected"?[l.reason]:[]),u=c.find(({arm:l})=>l!=="base")??c[0];if(u instanceof re&&(u.isOnlyHere=c.length<i.length),u!==void 0)throw u}async function ae({running:e}){let t=[...e.values()];e.clear();let r=(await Promise.allSettled(t.map(s=>s.stop()))).find(s=>s.status==="rejected");if(r)throw r.reason}import{readFileSync as nt}from"node:fs";import{availableParallelism as vr}from"node:os";import{setTimeout as To}from"node:timers/promises";var Oo=250,Co=.1;async function Te(e,t){let n=performance.now()+e,r=tt(0,new Set);for(;r.busy!==null&&performance.now()<n&&!t.aborted;){await To(500);let s=tt(0,new Set),o=(s.monotonic-r.monotonic)/1e3;if(((s.busy??0)-r.busy+(s.steal??0)-(r.steal??0))/o<Co*vr())return!0;r=s}return r.busy===null}function xr(e,t,n=new Map){let r=[],s=vr(),o=()=>{let i=tt(e,new Set(t),n);(i.generator??0)<(r.at(-1)?.generator??0)||(r.push(i),s=Po(e)??s)};o();let a=setInterval(o,Oo);return{samples:r,take:o,generatorLimit:()=>s,stop(){clearInterval(a),o()}}}function tt(e,t,n=new Map){let r=Ao(),{user:s,system:o}=process.cpuUsage(),a=new Set([e,...t]),i=r&&Nn(Ln()??[],a),c=i&&Io(i,e,t);return{wall:Date.now(),monotonic:performance.now(),busy:r?.busy??null,steal:r?.steal??null,generator:c?.generator??null,service:c?.service??null,self:(s+o)/1e6,opens:$o(),arms:new Map([...n].map(([u,l])=>[u,_o(i??[],l)]))}}function Ao(){try{let[e,t,n,,,,,r]=nt("/proc/stat","latin1").slice(0,200).split(`
`)[0].trim().split(/\s+/).slice(1).map(Number);return{busy:(e+t+n)/Ve,steal:(r??0)/Ve}}catch{return null}}function $o(){try{let e=nt("/proc/self/net/snmp","latin1").split(`
`),[t,n]=e.filter(r=>r.startsWith("Tcp:")).map(r=>r.split(" "));return Number(n[t.indexOf("ActiveOpens")])}catch{return null}}function Rr(e,t,n){let[r,s]=[t,n].map(o=>Me(e,o,({opens:a})=>a));return r===null||s===null?null:Math.ceil(s-r)}function _o(e,t){let n=e.filter(({session:s})=>t.includes(s)),r=s=>n.reduce((o,a)=>o+s(a),0);return{seconds:r(({pid:s,seconds:o})=>Math.max(o,Dn(s)??0)),memory:r(({pid:s})=>Bn(s)??0)}}function Io(e,t,n){let r={generator:0,service:0};for(let{session:s,seconds:o}of e)s===t?r.generator+=o:n.has(s)&&(r.service+=o);return r}function Po(e){try{return(/^Cpus_allowed_list:\s*(\S+)/m.exec(nt(`/proc/${e}/status`,"latin1"))?.[1]).split(",").map(r=>r.split("-").map(Number)).reduce((r,[s,o])=>r+(o===void 0?1:o-s+1),0)}catch{return null}}function rt(e,t,n,r){let s=(n-t)/1e3,o=m=>{let f=Me(e,t,m),h=Me(e,n,m);return f===null||h===null?null:Math.max(0,(h-f)/s)},[a,i,c,u]=[o(m=>m.busy),o(m=>m.generator),o(m=>m.service),o(m=>m.self)],l=r.outsiders?null:c,d=a!==null&&i!==null&&l!==null;return{cores:r.cores,generator:i,generatorLimit:r.generatorLimit,service:l,others:d?Math.max(0,a-i-l-(u??0)):null,steal:o(m=>m.steal),clockJumpMs:Lo(e,t,n)}}function Er(e,t,n,r){let s=c=>Me(e,c,u=>u.arms.get(t)?.seconds??null),[o,a]=[s(n),s(r)],i=e.findLast(({wall:c})=>c<=r)?.arms.get(t)?.memory??0;return o===null||a===null||a<o||i===0?null:{cpu:a-o,memory:i}}function Me(e,t,n){let r=e.findIndex(c=>c.wall>=t),s=e[r===-1?e.length-1:r],o=e[Math.max(0,(r===-1?e.length-1:r)-1)];if(!o||!s)return null;let[a,i]=[n(o),n(s)];return a===null||i===null?null:s.wall===o.wall?i:a+Math.min(1,Math.max(0,(t-o.wall)/(s.wall-o.wall)))*(i-a)}function Lo(e,t,n){let r=e.filter(s=>s.wall>=t&&s.wall<=n).map(s=>s.wall-s.monotonic);return r.length<2?0:Math.max(...r)-Math.min(...r)}function Mr(e){let{intended:t,sent:n,dropped:r}=e;if(st(e))return"disturbed";let s=t===null?0:t-n,o=t!==null&&s>Math.max(2,.01*t),a=Or(e);return t===null?Cr(e)?"generator-starved":"sound":o||r>0?a?"generator-starved":r>0&&o?"service-slow":o?(e.lagMs??0)>20?"generator-starved":"unknown":"sound":e.lagMs!==null&&e.lagMs>20&&!No(e)?"generator-starved":"sound"}function st({cpu:e,clockJumpMs:t}){return t>100||e.steal!==null&&e.steal>.1*e.cores||e.others!==null&&e.others>.2*e.cores}function No(e){let{cores:t,generator:n,service:r}=e.cpu;return n===null||r===null?!1:n<.3*t&&r>n&&n+r<.9*t&&ot(e)}function ot({cpu:{cores:e,others:t,steal:n},clockJumpMs:r}){return t!==null&&t<.05*e&&(n??0)<.025*e&&r<=100}function Tr(e,t){if(Or(e))return!0;let{generator:n,service:r}=e.cpu;return(t==="generator-starved"||t==="unknown")&&n!==null&&!(r!==null&&r>n)}function Or(e){let{cpu:t}=e;return t.generator===null?!1:Cr(e)?!0:t.generator+(t.service??0)+(t.others??0)>.9*t.cores&&t.generator>.45*t.cores}function Cr({cpu:{generator:e,generatorLimit:t}}){return e!==null&&t!==null&&e>.9*t}function ie(e,t){let{cpu:n,intended:r,sent:s,seconds:o,clockJumpMs:a,lagMs:i}=t,c=`${Math.max(0,Math.round((r??0)-s))} of ${Math.round(r??0)} arrivals never began in ${Do(o)} s`,u=(l,d)=>`${Math.round(100*l/d)} %`;switch(e){case"disturbed":return a>100?`the clock jumped by ${Math.round(a)} ms`:n.steal!==null&&n.steal>.1*n.cores?`the hypervisor took ${u(n.steal,n.cores)} of the processors`:`other processes took ${u(n.others??0,n.cores)} of the processors`;case"generator-starved":{let l=n.generator===null?"":`; k6 had ${u(n.generator,n.generatorLimit??n.cores)} of its processors`;return`${(i??0)>20?`k6 began arrivals ${Math.round(i)} ms late (p99)`:`k6 fell behind: ${c}`}${l}`}case"unknown":return`${c}, and nothing shows why`;case"service-slow":return`the service was too slow for the rate: ${c}`;case"sound":return"nothing disturbed it"}}function Do(e){return Math.round(e*10)/10}var Bo=.98,Fo=.01,jo=.8;function Ar(e,t,{diagnosis:n,evidence:r,slices:s}){let o=W(s,e.metric),{sent:a,intended:i}=r,c=i!==null&&a<Bo*i,u=Uo(s),l=fe(s),m=!Number.isNaN(o)&&!qe(te,l)&&!qe(e,o)&&!c&&!u;return{rate:t,achieved:Ot(s),met:m,value:o,errors:l,dropped:s.reduce((f,h)=>f+h.dropped,0),...u&&{growing:u},...!m&&Tr(r,n)&&{limitedBy:"generator"}}}function Uo(e){let t=e.filter(i=>Ct(i)>0).map(i=>({at:i.startedAt/1e3,wait:N([i],.5)/1e3})),n=t[0],r=t.at(-1);if(n===void 0||r===void 0||t.length<4||r.wait===1/0)return;let s=t.flatMap((i,c)=>t.slice(c+1).map(u=>u.wait>i.wait)),o=s.filter(Boolean).length>=jo*s.length,a=(r.wait-n.wait)/(r.at-n.at);return o&&a>Fo?!0:void 0}function $r(e){let t=e.filter(Ir);return e.filter(({slot:n})=>t.some(r=>r.slot.step===n.step&&r.slot.round===n.round))}function _r(e,t){let n=[...new Set(e.map(({slot:a})=>a.step.label))],r=e.filter(Ir).map(({diagnosis:a,evidence:i})=>ie(a,i));return`${`${e.length} ${e.length===1?"round":"rounds"} of ${n.join(", ")}`} ${t?"will be measured again":"discarded"}: ${[...new Set(r)].join("; ")}`}function Ir({diagnosis:e}){return e!=="sound"&&e!=="service-slow"}function Pr({slot:e,diagnosis:t,evidence:n},r){let{sent:s,intended:o,seconds:a,dropped:i,lagMs:c,clockJumpMs:u,cpu:l}=n,d=b=>b===null?"unknown":Number(b.toPrecision(3)),{generator:m,service:f,others:h,steal:S,cores:g}=l;return[`discarded: block ${r+1}, ${e.step.label}, ${e.arm}, round ${e.round+1}, ${e.turns?"in turns":"alone"}`,t==="sound"?"sound, but its counterpart is not":ie(t,n),`${s} of ${o??s} arrivals in ${d(a)} s, ${i} dropped, p99 of lateness ${d(c)} ms`,`of ${g} cores k6 used ${d(m)}, the service ${d(f)}, others ${d(h)}, the hypervisor ${d(S)}`,`the clock jumped by ${d(u)} ms`].join("; ")}import{availableParallelism as Fa}from"node:os";var J={grpc:2e3,socket:3e3,redis:9e3,exception:9001},Lr=1e4;function at({values:e,count:t},n){let r=new Map([[e[0],0],[e.at(-1),0]]);for(let[s,o]of e.entries())s===0||o!==e[s-1]||r.set(o,(r.get(o)??0)+n[s]-n[s-1]);return[...r].map(([s,o])=>({which:Math.floor(s/Lr),code:s%Lr,count:Math.max(1,Math.round(o*t))})).sort((s,o)=>o.count-s.count)}function Nr(e){let t=new Map;for(let n of e){let r=`${n.which} ${n.code}`;t.set(r,{...n,count:n.count+(t.get(r)?.count??0)})}return[...t.values()].sort((n,r)=>r.count-n.count)}var Go=["OK","CANCELLED","UNKNOWN","INVALID_ARGUMENT","DEADLINE_EXCEEDED","NOT_FOUND","ALREADY_EXISTS","PERMISSION_DENIED","RESOURCE_EXHAUSTED","FAILED_PRECONDITION","ABORTED","OUT_OF_RANGE","UNIMPLEMENTED","INTERNAL","UNAVAILABLE","DATA_LOSS","UNAUTHENTICATED"];function Dr(e,t){if(e<1e3)return`status ${e}`;let n=t===void 0?"":`: ${t}`;return e>=J.exception?t??"exception":e>=J.redis?`redis${n}`:e>=J.socket?`WebSocket${n}`:e>=J.grpc?`gRPC status ${Go[e-J.grpc]??e-J.grpc}${n}`:t??`error ${e} of k6`}import{existsSync as it,mkdirSync as Ho,readdirSync as Jo,readFileSync as Vo,symlinkSync as Ko,writeFileSync as jr}from"node:fs";import{dirname as Yo,join as D,resolve as Qo}from"node:path";import{fileURLToPath as Xo}from"node:url";var Br=`/** Counts what a script does with \`k6/net/grpc\`: calls, and streams by the time to their first message. */
import * as grpc from 'k6/net/grpc';
import { begin, CODES } from './books.js';

/** Clients as k6 knows them, for streams. */
const originals = new WeakMap();

function settle(call, response) {
  if (response.status === 0) call.answer();
  else failWith(call, response.error ?? { code: response.status });
}

function failWith(call, error) {
  const code = typeof error?.code === 'number' ? error.code : 2;
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
  const own = new Proxy(client, { get: (_, name) => counted[name] ?? client[name] });
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
  return new Proxy({}, { get: (_, name) => (name === 'write' ? write : stream[name]) });
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
`;var Fr=`/** Counts the commands that a script sends with \`k6/experimental/redis\`. */
import { Client as Original } from 'k6/experimental/redis';
import { begin, CODES } from './books.js';

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
  return new Proxy(client, {
    get(_, name) {
      const own = client[name];
      return typeof own === 'function' ? count(own) : own;
    },
  });
}

export default { Client };
`;var Oe=`/** Counts what a script does with \`k6/websockets\` and \`k6/ws\`: connections, and the first message of each. */
import { Blob, WebSocket as Original } from 'k6/websockets';
import ws from 'k6/ws';
import { begin, CODES, clock } from './books.js';

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

const textOf = (error) => \`\${error?.error ?? error?.message ?? error}\`.slice(0, 300);

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
  return new Proxy(
    {},
    {
      get: (_, name) => (name === 'send' ? send : socket[name]),
      set(_, name, value) {
        socket[name] = value;
        return true;
      },
    },
  );
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
      return run(new Proxy({}, { get: (_, name) => sending[name] ?? socket[name] }));
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
`;var Ce={"k6/net/grpc":{file:"grpc.js",text:Br},"k6/websockets":{file:"websockets.js",text:Oe},"k6/experimental/websockets":{file:"websockets.js",text:Oe},"k6/ws":{file:"websockets.js",text:Oe},"k6/experimental/redis":{file:"redis.js",text:Fr}},lt=/(\bfrom|\bimport|\bimport\(|\brequire\()(\s{0,20})(["'])([^"'\n]{1,500})\3/g,Zo=500;function Ur(e,t){let r=[...na(e)].filter(([,a])=>ea(a).length>0);if(r.length===0)return e;let s=D(t,"script"),o=a=>D(s,a);if(!it(o(e))){let a=new Map(r.map(([i,c])=>[i,ta(c,t)]));if(Wr("/",s,a),!it(o(e)))throw new Error(`${e} could not be mirrored`);for(let{file:i,text:c}of Object.values(Ce))jr(D(t,i),c)}return o(e)}function Gr(e,t){return e.replaceAll(D(t,"script"),"")}function ea(e){return[...e.matchAll(lt)].map(([,,,,t])=>t).filter(t=>t in Ce)}function ta(e,t){return e.replace(lt,(n,r,s,o,a)=>a in Ce?`${r}${s}${o}${D(t,Ce[a].file)}${o}`:n)}function na(e){let t=new Map,n=[e];for(let r=n.pop();r!==void 0&&t.size<Zo;r=n.pop()){if(t.has(r)||!it(r))continue;let s=Vo(r,"utf8");t.set(r,s);for(let[,,,,o]of s.matchAll(lt))o.startsWith("file://")?n.push(Xo(o)):/^\.{0,2}\//.test(o)&&n.push(Qo(Yo(r),o))}return t}function Wr(e,t,n){Ho(t,{recursive:!0});let r=[...n.keys()].filter(o=>o.startsWith(e==="/"?"/":`${e}/`)),s=new Set(r.map(o=>o.slice(e==="/"?1:e.length+1).split("/")[0]));for(let o of new Set([...ra(e),...s])){let a=D(e,o),i=n.get(a);i!==void 0?jr(D(t,o),i):s.has(o)?Wr(a,D(t,o),n):Ko(a,D(t,o))}}function ra(e){try{return Jo(e)}catch{return[]}}var ts=mo(po(),1);import{createReadStream as ga,existsSync as Sa,readFileSync as ba,writeFileSync as Xr}from"node:fs";import{totalmem as ya}from"node:os";import{join as V}from"node:path";import{createInterface as wa}from"node:readline";import{setTimeout as ka}from"node:timers/promises";var qr=`/**
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
export let needsBody = false;

function noteAnswer({ status, headers, body }, { slot, which }) {
  if (slot === null) return;
  const tags = { [TAG]: \`\${slot.id}/\${which}\` };
  statuses.add(status, tags);
  const length = headers['Content-Length'];
  if (length !== undefined) sizes.add(Number(length), tags);
  else if (body !== null && body !== undefined)
    sizes.add(typeof body === 'string' ? body.length : (body.byteLength ?? 0), tags);
  else needsBody = true;
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
`;var zr=`// Lateness of an arrival (ms). Open model only. It says nothing while arrivals are dropped.
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
    responseType: at.isSampled && needsBody ? 'binary' : 'none',
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
`;var Ae="books.js",Jr=qr,Hr={perSecond:50,share:1/8},aa=["0.0.0.0/2","64.0.0.0/3","96.0.0.0/4","112.0.0.0/5","120.0.0.0/6","124.0.0.0/7","126.0.0.0/8","128.0.0.0/1",...Array.from({length:16},(e,t)=>`${(2**t).toString(16)}::/${16-t}`)];function Vr({program:e,targetUrl:t,confined:n,scriptPath:r,requestOf:s,dealOf:o=()=>null}){let a=e.slots[0].step.work,i=new Map(e.slots.map(m=>[m,o(m)])),c=Object.fromEntries(e.slots.map((m,f)=>{let h=i.get(m)??null,S=h===null?s(m):null;return[m.key,{id:`s${f}`,...la(m,S,h),isConfined:n}]})),u=[...i.values()].filter(m=>m!==null),l=JSON.stringify(a.kind==="script"?r??a.path:null),d=a.kind==="script"?[`export * from ${l};`,`import * as user from ${l};`]:["const user = {};"];return[`import { CODES, needsBody, openIteration, TAG, tellFailure } from './${Ae}';`,"import { sleep } from 'k6';","import http from 'k6/http';","import exec from 'k6/execution';",...u.some(({dataFile:m})=>m!==null)?["import { SharedArray } from 'k6/data';"]:[],"import { Counter, Gauge, Trend } from 'k6/metrics';",...d,"",`const TARGET_URL = __ENV.TARGET_URL || ${JSON.stringify(t)};`,`const PERCENTS = ${JSON.stringify(Gn)};`,`const BLOCKED = ${JSON.stringify(n?aa:[])};`,`const SEQUENCES = ${JSON.stringify(Object.fromEntries(u.map(({name:m,sequence:f})=>[m,f])))};`,`const ROWS = {${[...new Set(u.flatMap(ia))].join(", ")}};`,`const SLOTS = ${JSON.stringify(c,null,2)};`,`const SCENARIOS = ${JSON.stringify(Object.fromEntries(e.slots.map(m=>[Kr(m),ca(m)])),null,2)};`,"",zr].join(`
`)}function ia({name:e,dataFile:t}){if(t===null)return[];let n=JSON.stringify(e);return[`${n}: new SharedArray(${n}, () => JSON.parse(open(${JSON.stringify(`./${t}`)})))`]}function ct(e){return e.round!==null||e.slices>1}function Kr({key:e,turns:t}){return t?.scenario??e}function la(e,t,n){let{load:r,work:s,label:o}=e.step,a=n?.requests.map((i,c)=>({...i,which:c}));return{label:o,measured:ct(e),told:e.arm==="head",startMs:e.startSeconds*1e3,settleMs:e.settleSeconds*1e3,sliceMs:(e.seconds-e.settleSeconds)*1e3/e.slices,slices:e.slices,rate:r.kind==="arrival-rate"?r.rate:null,sampledShare:r.kind==="arrival-rate"?Math.min(1,Hr.perSecond/r.rate):Hr.share,scenario:Kr(e),scenarioName:e.step.scenario,turns:e.turns&&{...e.turns,...ke(e)},iterations:e.round===null?null:e.requests,exec:s.kind==="script"?s.exec:null,custom:[...new Set(ge(e.step.slos).map(({name:i})=>i))],deal:n&&{name:n.name,first:n.first,requests:a},request:a?.[0]??(t&&{method:t.method,url:t.url,headers:t.headers,body:t.body??null,expectStatus:t.expectStatus,timeoutMs:t.timeoutSeconds*1e3})}}function ca(e){let{load:t,virtualUsers:n,graceSeconds:r}=e.step,s={exec:"runIteration",startTime:`${e.startSeconds}s`,gracefulStop:`${r}s`},o=`${e.seconds}s`;switch(t.kind){case"arrival-rate":return{...s,executor:"constant-arrival-rate",duration:o,...ua(t.rate),preAllocatedVUs:n,maxVUs:n};case"users":return{...s,executor:"constant-vus",duration:o,vus:t.users};case"fixed-work":return e.round===null?{...s,executor:"constant-vus",duration:o,vus:t.users}:{...s,executor:"shared-iterations",vus:t.users,iterations:e.requests??t.requests,maxDuration:`${q}s`}}}function ua(e){for(let[t,n]of[["1s",1],["1m",60],["1h",3600]]){let r=e*n;if(Math.abs(r-Math.round(r))<1e-9*r)return{rate:Math.round(r),timeUnit:t}}return{rate:Math.max(1,Math.round(e*3600)),timeUnit:"1h"}}var $e=L({count:R(),avg:R(),values:P(R())}).nullable(),da=Tt("type",[L({type:X("trend"),count:R(),avg:R(),values:P(R())}),L({type:X("rate"),hits:R(),count:R()}),L({type:X("counter"),sum:R()})]),ma=L({schemaVersion:X(1),percents:P(R()),slots:Ne(G(),L({startedAt:R(),endedAt:R(),dropped:R(),answers:P(L({sizes:$e,statuses:$e})),slices:P(L({started:R(),finished:R(),exceptions:R(),barren:R(),untagged:R(),begun:R(),voided:R(),resent:R(),connects:R(),received:R(),failed:$e,latency:$e,lag:L({p50:R(),p99:R(),max:R()}).nullable(),custom:Ne(G(),da).optional()}))})),thresholds:P(G()),fed:P(G()),unfed:P(G()),lost:R(),seen:P(At).optional()});function Yr(e){return ma.parse(JSON.parse(e))}function Qr(e,t){return t.filter(n=>ct(n)&&(e.slots[n.key]?.startedAt??0)>0).map(n=>({...pa(n,e.slots[n.key],e.percents),seen:e.seen}))}function pa(e,t,n){let r=n.map(g=>g/100),{load:s,work:o}=e.step,a=s.kind==="fixed-work"&&t.endedAt>t.startedAt?(t.endedAt-t.startedAt)/1e3:e.seconds-e.settleSeconds,i=s.kind==="arrival-rate"?s.rate:null,c=ke(e),u=c===null?a/e.slices:c.planned/i/e.slices,l=i===null?null:i*u,d=o.kind==="script",m=t.slices.map((g,b)=>{let{latency:k,failed:E,exceptions:T}=g;return{startedAt:t.startedAt+(e.settleSeconds+b*a/e.slices)*1e3,seconds:u,...e.turns!==null&&{alternating:!0},planned:l,ok:k?.count??0,failed:Math.max(E?.count??0,T)+ut(g,d),dropped:ha(t,g,s.kind==="fixed-work"?e:null,l),...g.resent>0&&{resent:g.resent},latency:k&&{levels:r,values:k.values},avg:k?.avg??null,lag:g.lag,...Object.keys(g.custom??{}).length>0&&{custom:fa(g.custom,r)}}}),f=g=>t.slices.reduce((b,k)=>b+g(k),0),h=f(g=>ut(g,d)),S=f(g=>g.started>g.finished?0:ut(g,!0));return{slot:e,slices:m,sent:f(({started:g})=>g),intended:l===null?null:l*e.slices,barren:f(({barren:g})=>g),lost:d?S+(ge(e.step.slos).length>0?f(({untagged:g})=>g):0):0,cut:h,received:f(({received:g})=>g),failures:Nr(t.slices.flatMap(({failed:g})=>g===null?[]:at(g,r))),answers:t.answers.map(({sizes:g,statuses:b})=>({sizes:g&&{...g,levels:r},statuses:new Map(b?at(b,r).map(({code:k,count:E})=>[k,E]):[])})),connects:f(({connects:g})=>g)}}function ut({started:e,begun:t,voided:n,latency:r,failed:s},o){let a=n+(r?.count??0)+(s?.count??0);return Math.max(0,(o?t:e)-a)}function fa(e,t){return Object.fromEntries(Object.entries(e).map(([n,r])=>[n,r.type==="trend"?{...r,levels:t}:r]))}function ha(e,t,n,r){return e.dropped===0?0:Math.round(n?e.dropped/n.slices:Math.min(e.dropped,Math.max(0,(r??0)-t.started)))}var Zr={100:"its `setup` did not finish in time",101:"its `teardown` did not finish in time",104:"k6 does not accept its options",107:"it threw an exception outside an iteration",108:"it aborted the test",110:"it marked the test as failed"},va=99,es=105;async function ns(e){let{folder:t,name:n}=e,r=V(t,`${n}.js`),s=V(t,`${n}.summary.json`),o=V(t,`${n}.log`),a=V(t,"k6-config.json");Xr(r,e.script),Sa(V(t,Ae))||ts.default.sync(V(t,Ae),Jr),Xr(a,"{}");let i=await Fn({command:[e.binary,"run","--quiet","--no-color","--no-usage-report","--config",a,"--address","","--env",`TARGET_URL=${e.targetUrl}`,"--env",`BASE_URL=${e.targetUrl}`,"--env",`TAILGATE_SUMMARY=${s}`,r],cwd:e.cwd,env:{...Ta(),...pe(e.environment),...!e.mayFetch&&{K6_AUTO_EXTENSION_RESOLUTION:"false"}},logPath:o,keeper:e.keeper}),c=i.exited.then(async u=>{let l=Gr(Je(o),t),d=u.code??-1,m=(f,h)=>({kind:"failed",fault:f,message:h,log:l});if(u.signal!==null)return m("harness",`k6 was ended by ${u.signal}`);if(d in Zr){let f=l.replaceAll('\\"','"'),h=/TAILGATE_EXPORTS (\S+): (.*?) TAILGATE_END/.exec(f),S=/TAILGATE_REFUSED (.*?) TAILGATE_END/.exec(f)?.[1];return{...m("script",S??`${Zr[d]}${Ea(f)}`),...h!==null&&{missing:{exec:h[1],there:h[2]}}}}if(d!==0&&d!==va&&d!==es)return m("harness",`k6 ended with exit code ${d}`);try{let f=Yr(ba(s,"utf8"));return{kind:"measured",complete:d!==es,summary:f,...await Oa(o)}}catch(f){return m("harness",`k6 left no readable summary: ${f.message}`)}});return{group:i,began:Ra(o,i),finished:c}}var xa=20;async function Ra(e,{exit:t}){for(;t()===null;){let n=/TAILGATE_BEGAN (\d+)/.exec(Je(e))?.[1];if(n!==void 0)return Number(n);await ka(xa)}return null}function Ea(e){let t=/"(k6\/x\/[^"\s]+)"/.exec(e)?.[1];return t!==void 0?`: it imports \`${t}\`, an extension that this k6 lacks. None is fetched from elsewhere unless \`allow\` names hosts; give \`k6.path\` a k6 that has it`:/ of undefined/.test(e)?"; Tailgate replaces its scenarios and its load, so `exec.test.options.scenarios` has not those of the script":""}var Ma=4;function Ta(){let e=Math.min(ya(),process.constrainedMemory?.()||Number.POSITIVE_INFINITY);return{GOGC:"800",GOMEMLIMIT:`${Math.floor(e/Ma/2**20)}MiB`}}async function Oa(e){let t=new Map,n=new Map;for await(let r of wa({input:ga(e)})){let s=/TAILGATE_(FAILURE|REDIRECT) ((?:[^"\\]|\\.)*)"/.exec(r);if(s===null)continue;let o=s[2].replaceAll('\\"','"');if(s[1]==="FAILURE"){let[,a,i,c]=/^(\d+) (.*?): (.*)$/s.exec(o)??[],u=`${a} ${i}`;c!==void 0&&!t.has(u)&&t.set(u,{label:i,code:Number(a),text:c})}else{let[,a,i,c,u]=/^(\d+) (\d+) (\S+) (.*)$/s.exec(o)??[],l=`${a} ${u}`;if(u===void 0||n.has(l))continue;n.set(l,{label:u,which:Number(a),status:Number(i),location:c==="-"?null:c})}}return{told:[...t.values()],redirects:[...n.values()]}}import{existsSync as $a,writeFileSync as _a}from"node:fs";import{join as Ia}from"node:path";var Ca=1;function rs(e){let t=e.map(({weight:c})=>c),n=t.reduce(ss),r=t.map(c=>c/n),s=r.flatMap((c,u)=>Array.from({length:c},()=>u)),o=Wn(Ca);for(let c=s.length-1;c>0;c--){let u=o.index(c+1);[s[c],s[u]]=[s[u],s[c]]}let a=r.map(()=>0),i=s.map(c=>a[c]++);return{order:s,ranks:i,counts:r}}function ss(e,t){return t===0?e:ss(t,e%t)}function os(e,t,n,r){let s=[],o=0;for(let{name:a,offset:i,length:c}of vt(e)){let u=a.startsWith("data.")?t.indexOf(a.slice(5)):-1;if(u<0)continue;let l=i+c,d=n==="json"&&Aa(e,i,l);s.push(r(e.slice(o,d?i-1:i)),{column:u,as:d?"value":n}),o=d?l+1:l}return s.length===0?r(e):[...s,r(e.slice(o))]}function Aa(e,t,n){return e[t-1]==='"'&&e[t-2]!=="\\"&&e[n]==='"'&&e[n+1]!==":"}function as(e,t,n){if(e.step.work.kind==="script")return null;let{request:r}=e.step.work;return{...r,url:ls(t.fill(r.url),t,n,e),headers:Object.fromEntries(Object.entries(r.headers).map(([s,o])=>[s,t.fill(o)])),body:r.body===void 0?void 0:t.fill(r.body)}}function is(e,t,n,{config:r,folder:s}){let{work:o,scenario:a}=e.step;if(o.kind==="script"||o.mix===void 0&&o.data===void 0)return null;let i=o.data?`data-${a}.json`:null;i!==null&&Pa(o.data.path,Ia(s,i));let c=(l,d)=>os(l,o.data?.columns??[],d,n.fill),u=ee(o);return{name:a,dataFile:i,first:Na(e,t),sequence:rs(u),requests:u.map(({request:l})=>({name:`${l.method} ${l.url}`,method:l.method,url:ls(c(l.url,"path"),n,r,e),headers:Object.fromEntries(Object.entries(l.headers).map(([d,m])=>[d,c(m,"raw")])),body:l.body===void 0?null:c(l.body,l.quotesData?"json":"raw"),expectStatus:l.expectStatus,timeoutMs:l.timeoutSeconds*1e3}))}}function Pa(e,t){$a(t)||_a(t,JSON.stringify(Ft(Ht(e),e).rows))}function ls(e,{targetUrl:t},n,{step:r}){let[s,...o]=typeof e=="string"?[e]:e,a=String(s),i=a.startsWith("/")?t+a:a;return Gt(i,n,`request of ${r.label}`),typeof e=="string"?i:[i,...o]}var La=16;function Na({step:{load:e},round:t,seconds:n,turns:r,requests:s},o){let a=e.kind==="arrival-rate"?e.rate*n/(r?.of??1):s??0;return(o*La+(t===null?0:t+1))*Math.ceil(a)}function cs(e,{instances:t,began:n,sample:r}){let s=[],o=new Set,a=!1,i=()=>{for(let l of o)t.get(l)?.resume();o.clear()},c=l=>{for(let[d,m]of t)d!==l&&(m.halt(),o.add(d))},u=e.slots.flatMap(l=>[...t.size>1&&l.round!==null&&A(l)?[{at:l.startSeconds,act:()=>c(l.arm)},{at:Da(l),act:i}]:[],...Ba(l).map(d=>({at:d,act:r}))]);return n.then(l=>{if(!(l===null||a))for(let{at:d,act:m}of u)s.push(setTimeout(m,l+d*1e3-Date.now()))}),{end(){a=!0;for(let l of s)clearTimeout(l);i()}}}function Da({step:e,startSeconds:t,seconds:n}){return t+(e.load.kind==="fixed-work"?q:n)}function Ba({round:e,step:t,startSeconds:n,seconds:r,settleSeconds:s,slices:o}){if(e===null&&o===1||t.load.kind==="fixed-work")return[];let a=(r-s)/o;return Array.from({length:o+1},(i,c)=>n+s+c*a)}var ja=150+q;async function le(e,t,{around:n,k6:r,folder:s,instances:o,shared:a,block:i=0}){let c=[...new Set(e.slots.map(w=>w.step.label))].join(", "),l=[...new Set(e.slots.map(({arm:w})=>w))].includes("head")?"head":"base",{targetUrl:d}=o.get(l),{work:m}=e.slots[0].step,f=new Map(e.slots.map(w=>[w,is(w,i,o.get(w.arm),{config:n.config,folder:s})])),h=await ns({binary:r,folder:s,name:t,script:Vr({program:e,targetUrl:d,confined:n.config.allow.length===0,requestOf:w=>as(w,o.get(w.arm),n.config),dealOf:w=>f.get(w)??null,...m.kind==="script"&&{scriptPath:Ur(m.path,s)}}),cwd:n.config.directory,targetUrl:d,environment:{...n.environment,...Ja(e,o.get(l))},mayFetch:n.config.allow.length>0,keeper:n.keeper}),S=Date.now(),g=[...o.values(),a],b=xr(h.group.pid,g.flatMap(({sessions:w})=>w),new Map([...o].map(([w,{sessions:Y}])=>[w,Y]))),k=cs(e,{instances:o,began:h.began,sample:b.take}),E=()=>h.group.signal("SIGKILL");n.signal.addEventListener("abort",E,{once:!0}),n.signal.aborted&&E();for(let w of g)w.crashed.then(()=>w.crash()!==null&&h.group.signal("SIGINT"));let T=!1,O=e.seconds+ja,p=setTimeout(()=>{T=!0,E()},O*1e3),y=await h.finished;clearTimeout(p),k.end(),b.stop(),n.signal.removeEventListener("abort",E),await h.group.stop("SIGTERM",1e3);let v=(Date.now()-S)/1e3,x=e.slots.findLast(w=>w.startSeconds<=v)??e.slots[0],M={slots:[],crash:ce(o,a,x.step.label),failure:null,failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],loadSeconds:v};if(n.signal.aborted)return M;let F=w=>M.crash===null?{...M,failure:{...w,label:c,arm:l}}:M;if(y.kind==="failed"&&y.missing){let{exec:w,there:Y}=y.missing;throw new $({what:`The k6 script of ${c} has no function \`${w}\`: ${Y}.`,where:m.kind==="script"?m.path:c,hint:"Name the function to measure with `exec` in tailgate.yml, or export it as `default`."})}if(y.kind==="failed"){let w=`k6 had not ended after ${Math.round(O)} s, and was killed`;return F(T?{...y,message:w}:y)}if(!y.complete&&M.crash===null)return F({kind:"failed",fault:"harness",message:"k6 was interrupted from outside",log:""});let I={cores:Fa(),generatorLimit:b.generatorLimit(),outsiders:Wa(n)},me=Qr(y.summary,e.slots).map(w=>za(w,b.samples)).map(w=>Ha(w,b.samples,I)).map(w=>ds(n)?w:qa(w,b.samples,o)),j=w=>l==="head"?w.map(Y=>({label:c,threshold:Y})):[],{summary:C,redirects:co}=y,uo=e.slots.every(({round:w})=>w===null);return{...M,failures:me.filter(({slot:w})=>w.arm==="head"&&(w.round!==null||uo)).flatMap(w=>Ua(w,y.told,f.get(w.slot)?.requests??[])),redirects:co,thresholds:j(C.thresholds),fed:j(C.fed),unfed:j(C.unfed),lost:C.lost>0?[{label:c,requests:C.lost}]:[],slots:me}}function Ua({slot:e,failures:t,cut:n,received:r,sent:s,slices:o},a,i){let{label:c,graceSeconds:u}=e.step,l=t.map(({code:S,which:g,count:b})=>{let k=a.find(T=>T.label===c&&T.code===S)?.text,E=i.length>1?` of ${i[g]?.name}`:"";return{label:c,text:`${Dr(S,k)}${E}`,count:b}}),d=a.find(S=>S.label===c&&S.text.startsWith("exception")),m=l.length===0&&n===0&&o.some(({failed:S})=>S>0);if(d!==void 0&&m)return[{label:c,text:d.text,count:1}];if(n===0)return l;let h=n===s&&r>0?`the answer began, and did not end within ${u} s`:`no complete answer within ${u} s`;return[...l,{label:c,text:h,count:n}].sort((S,g)=>g.count-S.count)}function ce(e,t,n){for(let[r,s]of[["shared",t],...e]){let o=s.crash();if(o!==null)return{...o,arm:r,label:n}}return null}var Ga=/\b(docker|podman|nerdctl)\b/;function Wa(e){let{external:t,services:n}=e.config;return t.length>0||n.some(({start:r})=>r===void 0)||ds(e)}function ds({config:e}){return e.services.some(({start:t})=>t!==void 0&&Ga.test(t))}function qa(e,t,n){let{arm:r,turns:s}=e.slot,o=n.get(r);if(o?.sessions.length===0)return e;let a=o?.startupMs,i=e.slices.map(c=>{let{startedAt:u,seconds:l}=c,d=Er(t,r,u,u+l*(s?.of??1)*1e3);return{...c,...d,...a!==void 0&&{startup:a}}});return{...e,slices:i}}var us=250;function za(e,t){let{slices:n,slot:r,connects:s}=e,o=n[0].startedAt,a=n.reduce((l,d)=>l+d.seconds,0)*(r.turns?.of??1),i=Rr(t,o-us,o+a*1e3+us),c=i===null?0:Math.max(0,i-s),u=n.map(({resent:l=0,...d})=>{let m=Math.min(l,c);return c-=m,{...d,...m>0&&{resent:m}}});return{...e,slices:u}}function Ha(e,t,n){let{slices:r}=e,s=r.reduce((m,f)=>m+f.seconds,0),o=r[0].startedAt,a=s*(e.slot.turns?.of??1),{clockJumpMs:i,...c}=rt(t,o,o+a*1e3,n),u=r.map(({startedAt:m,seconds:f})=>{let h=m+f*(e.slot.turns?.of??1)*1e3,{clockJumpMs:S,...g}=rt(t,m,h,n);return st({cpu:g,clockJumpMs:S})}),l=r.flatMap(m=>m.lag===null?[]:[m.lag.p99]),d={sent:e.sent,intended:e.intended,seconds:s,dropped:r.reduce((m,f)=>m+f.dropped,0),lagMs:l.length>0?Math.max(...l):null,cpu:c,clockJumpMs:i};return{...e,evidence:d,diagnosis:Mr(d),disturbed:u}}function Ja({slots:e},{fill:t}){return Object.fromEntries(Object.entries(e[0].step.parameters??{}).map(([n,r])=>[`VARIANT_${n.toUpperCase()}`,t(r)]))}var Va=1.25,Ka=1;function ms(e,t){let n=N(t,.5),r=a=>!(N(a,.5)>Va*n),s=e.findIndex((a,i)=>r([a])&&r(e.slice(i)));if(s===-1)return null;let o=e.slice(0,s).reduce((a,i)=>a+i.seconds,0);return Math.max(Ka,o)}function ps(e,t,n){let r=e.filter(({slot:s})=>s.round===null&&!t.some(o=>o.slot.step===s.step));for(let{slot:s,slices:o}of r){let a=e.filter(l=>l.slot.round!==null&&l.slot.step===s.step&&l.slot.arm===s.arm&&A(l.slot)===A(s)),i=ms(o,a.flatMap(({slices:l})=>l)),{label:c}=s.step,u=n.get(c);n.set(c,u===null||i===null?null:Math.max(u??0,i))}}var Ya=3;function fs({steps:e},t){let n=e.flatMap(({label:r})=>{let s=t.flatMap(({warmUps:o})=>o.get(r)??[]);return s.length>0?[[r,Math.max(...s)]]:t.length>=Ya?[[r,ye.seconds]]:[]});return new Map(n)}var _e=2e4,Qa=2;async function hs(e,t,n){let r=performance.now(),s={index:t,kept:[],discarded:[],crash:null,failure:null,failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],soakFailures:[],warmUps:new Map,soak:[],loadSeconds:0,wallSeconds:0};for(let[o,a]of e.entries())ue(s,n)&&await Xa(a,o,s,n);return s.wallSeconds=(performance.now()-r)/1e3,s}async function Xa(e,t,n,r){let s={running:new Map,starts:0};try{ei(n.index,e.arms,r),await oe(s,{...r,together:e.arms,block:n.index});for(let[o,a]of e.programs.entries()){let i=`${gs(n,r)}-${t+1}-${o+1}`;await ni(a,i,s,n,r)}e.arms.length>1&&ue(n,r)&&await Za(s,n,r)}finally{await ae(s)}}async function Za(e,t,n){let{arms:r,shared:s,k6:o,folder:a,progress:i}=n,c={around:r.head,k6:o,folder:a,instances:e.running,shared:s,block:t.index},u=n.soak?.(t)??[];for(let l=1;u.length>0&&ue(t,n);l++){let{arm:d}=u[0].slots[0],m=u.reduce((h,S)=>h+S.seconds,0);i.phase(`keeping the ${d} under load, for stalls, growth and memory`,m);let f=[...e.running].filter(([h])=>h!==d).map(([,h])=>h);for(let h of f)h.halt();try{for(let[h,S]of u.entries()){let g=`${gs(t,n)}-soak-${l}-${h+1}`,b=await le(S,g,c);t.crash??=b.crash,t.failure??=b.failure,t.loadSeconds+=b.loadSeconds,t.soak.push(...b.slots),t.soakFailures.push(...b.failures)}}finally{for(let h of f)h.resume()}u=n.soak?.(t)??[]}}function gs({index:e},{variant:t}){return`${t===void 0?"":`variant-${t}-`}block-${e+1}`}function ei(e,t,n){let{arms:r,progress:s}=n,{services:o}=r.head.config,a=o.filter(({start:i,scope:c})=>i&&c==="instance").map(({name:i})=>i);a.length===0||e>0||s.phase(`starting ${a.join(", ")}${r.base?` of ${t.join(" and ")}`:""}`)}function ti({index:e},{planned:t}){return t>1?`block ${e+1} of ${t}: `:""}async function ni(e,t,n,r,s){let{arms:o,shared:a,k6:i,folder:c,progress:u,repeatDisturbed:l=!0}=s,d=e,m=!0;for(let f=0;d!==null&&ue(r,s);f++){let h=[...new Set(d.slots.map(C=>C.step.label))].join(", ");u.phase(`${ti(r,s)}measuring ${h}`,d.seconds);let S=f===0?t:`${t}-again${f}`,g=await le(d,S,{around:o.head,k6:i,folder:c,instances:n.running,shared:a,block:r.index}),{crash:b,failure:k,failures:E,redirects:T,thresholds:O,fed:p,unfed:y,lost:v,loadSeconds:x,slots:M}=g;r.crash=b,r.failure=k??r.failure,r.failures.push(...E),r.redirects.push(...T),r.fed.push(...p),r.unfed.push(...y),r.lost.push(...v),r.loadSeconds+=x;let F=M.filter(({slot:C})=>C.round!==null),I=b===null&&l?$r(F):[],me=F.filter(C=>!I.includes(C));r.kept.push(...me),r.discarded.push(...I),I.length===0&&r.thresholds.push(...O);for(let C of I)be(()=>Pr(C,r.index));ps(M,I,r.warmUps);let j=I.map(({slot:C})=>C);d=j.length>0&&f<Qa&&m?ln(e,j):null,I.length>0&&u.note(_r(I,d!==null)),d!==null&&(m=await si(s),r.crash=ce(n.running,a,j[0].step.label),o.base&&ue(r,s)&&await ri(n,r,s))}}async function ri(e,t,n){let r=[...e.running.keys()];await ae(e),await oe(e,{...n,together:r,block:t.index})}async function si({arms:e,progress:t}){return t.phase(`waiting for the machine to calm down (${_e/1e3} s at most)`),Te(_e,e.head.signal)}function ue({crash:e,failure:t},{arms:n}){return e===null&&(t===null||dt(t))&&!n.head.signal.aborted}function dt({arm:e,fault:t}){return e==="base"&&t==="script"}var oi=8,ai=2;async function Ss(e,t){let{instances:n,around:r,shared:s,start:o,progress:a,block:i,repeatDisturbed:c=!0}=t,u=[...n.keys()],l={block:i,arms:new Map(u.map(h=>[h,{trials:[],estimate:null}])),discarded:[],crash:null,failure:null,loadSeconds:0},d=0,m=h=>l.arms.get(h).trials,f=()=>l.crash===null&&l.failure===null&&!r.signal.aborted;for(let h=1;f()&&l.loadSeconds<t.secondsLeft;h++){let S=u.flatMap(k=>{let E=pn({...e.goal,outcomes:m(k),start:o});return E===null?[]:[{arm:k,...E}]});if(S.length===0)break;t.drawFirst()!==S[0].arm&&S.reverse(),a.phase(li(e,S,l));let g=[];for(let[k,E]of ii(e,S,h===1).entries()){if(!f())break;let T=`search-${e.scenario}-${i+1}-${h}-${k+1}`,O=await le(E,T,{...t,around:r,instances:n,shared:s});l.crash=O.crash,l.failure=O.failure,l.loadSeconds+=O.loadSeconds;let p=O.slots.filter(({slot:v})=>v.round!==null),y=c?p.filter(({diagnosis:v})=>v==="disturbed"):[];if(g.push(...y),!(y.length>0))for(let v of p){let{rate:x}=S.find(({arm:F})=>F===v.slot.arm),M=Ar(e.goal.slo,x,v);m(v.slot.arm).push(M)}}if(g.length===0)continue;l.discarded.push(...g);let b=g.map(({diagnosis:k,evidence:E})=>ie(k,E));if(a.note(`a trial of ${e.label} is discarded: ${[...new Set(b)].join("; ")}`),l.discarded.length>oi||d===ai)break;await Te(_e,r.signal)||d++,l.crash??=ce(n,s,e.label)}for(let h of l.arms.values())h.estimate=fn(h.trials,e.goal);return l}function ii(e,t,n){return e.work.kind==="request"?[je(e,t,n)]:t.map(r=>je(e,[r],n))}function li({label:e},t,{arms:n}){let r=t.map(({arm:s,rate:o})=>{let{trials:a}=n.get(s),i=Math.max(0,...a.filter(({met:d})=>d).map(d=>d.rate)),c=Math.min(...a.filter(({met:d})=>!d).map(d=>d.rate)),u=[...i>0?[`${B(i)} meets`]:[],...c<1/0?[`${B(c)} does not`]:[]],l=u.length>0?`${u.join(", ")}; `:"";return`${n.size>1?`${s}: `:""}${l}trying ${B(o)}`});return`capacity of ${e}: ${r.join(" \xB7 ")}`}function bs({label:e},{arms:t}){let n=[...t].map(([r,{estimate:s,trials:o}])=>{let a=t.size>1?`${r} `:"",i=`${o.length} trials`;if(s===null)return`${a}not found (${i})`;let{kind:c,value:u,low:l,high:d}=s;return c==="found"?`${a}${B(u)} (${B(l)} \u2026 ${B(d)}, ${i})`:`${a}${c==="below"?`less than ${B(d)}`:`at least ${B(l)}`} (${i})`});return`capacity of ${e}: ${n.join("; ")}`}function B(e){return`${Number(e.toPrecision(4)).toLocaleString("en")} req/s`}var ys={far:2,near:1.12},ci=.7;async function ws(e,t,n){for(let s of e)t.set(s,[]);let r=Math.max(0,...e.map(({blocks:s})=>s.most));for(let s=0;s<r;s++){let o=e.filter(d=>mi(d,t.get(d),s));if(o.length===0||ks(t,n))return;let i=n.drawFirst()==="head"?["head","base"]:["base","head"],c=n.arms.base?i:["head"],u=new Map(o.map(d=>[d,pi(d,t.get(d))])),l=n.swapped?c.map(d=>[d]):[c];for(let[d,m]of l.entries())await ui(o,{together:m,block:s,before:u,found:t,share:1/(l.length-d)},n)}}async function ui(e,{together:t,block:n,before:r,found:s,share:o},a){let{arms:i,progress:c}=a,u={running:new Map,starts:0};try{c.phase(`starting services for the search of a capacity, start ${n+1}`),await oe(u,{arms:i,together:t,block:di+n});for(let l of e){if(ks(s,a))return;let d=s.get(l),m=await Ss(l,{...a,around:i.head,instances:u.running,block:n,start:r.get(l),secondsLeft:o*vs(l,d)});d.push(m),c.note(bs(l,m))}}finally{await ae(u)}}var di=1e3;function ks(e,{arms:t}){let n=[...e.values()].flat();return t.head.signal.aborted||n.some(({crash:r,failure:s})=>r!==null||s!==null)}function vs({budgetSeconds:e},t){return e-t.reduce((n,{loadSeconds:r})=>n+r,0)}function mi(e,t,n){if(n===0)return!0;if(n>=e.blocks.most)return!1;let r=Array.from({length:n},(a,i)=>t.filter(c=>c.block===i).reduce((c,{loadSeconds:u})=>c+u,0)),[s,...o]=r;return vs(e,t)>=ci*Math.min(Fe.later/Fe.first*s,...o)}function pi({goal:e},t){let n=t.flatMap(({arms:r})=>[...r.values()].flatMap(({estimate:s})=>s??[]));return n.length===0?{rate:e.from,factor:ys.far}:{rate:_t(n.map(({value:r})=>r)),factor:ys.near}}function xs(e,t){let[n,...r]=e;if(r.length===0)return n;let s=c=>e.flatMap(c),o={slos:s(({slos:c})=>c),changes:s(({changes:c})=>c),faults:s(({faults:c})=>c),invalid:s(({invalid:c})=>c)},a=c=>K(e.map(({effort:u})=>u[c])),i=s(c=>c.redirects??[]);return{...n,...Ee({...o,failOn:t}),...o,costs:s(({costs:c})=>c),suspects:s(({suspects:c})=>c),...i.length>0&&{redirects:i},pair:fi(e.flatMap(({pair:c})=>c??[])),effort:{slices:a("slices"),discardedRounds:a("discardedRounds"),instances:a("instances"),loadSeconds:a("loadSeconds")}}}function fi(e){let[t]=e;return t===void 0?null:{...t,variants:e.length,blocks:K(e.map(({blocks:n})=>n)),planned:K(e.map(({planned:n})=>n)),discarded:{base:K(e.map(({discarded:n})=>n.base)),head:K(e.map(({discarded:n})=>n.head))},error:Number(Math.min(1,K(e.map(({error:n})=>n))).toFixed(9))}}function K(e){return e.reduce((t,n)=>t+n,0)}async function mt(e,{pair:t,guessMissing:n},r){let{kind:s,arm:o,service:a,log:i}=e,c=r?`${e.message} (variant ${r.name})`:e.message,u=o===null?null:await n(o,i);if(o!=="base"||t===void 0){let l=u===null?"":`; \`${u}\` is git-ignored, so a fresh tree has none: let \`build\` make it, or name it in \`reuse\``,d=e.isOnlyHere&&o==="head"&&{onlyHead:!0};return{kind:s,service:a,message:c+l,log:i,...d}}return{kind:"base-failed",fault:s,commit:t.baseCommit,service:a,message:c,log:i,missing:u}}function Rs({draft:e},t){let n=e.pair?.baseCommit;if(t===void 0||n===void 0)return null;let{crash:r,failure:s}=t;if(r?.arm==="base"){let{service:c,exit:u,log:l}=r,d=`it ended with ${u} under load`;return{kind:"base-failed",fault:"crashed",commit:n,service:c,message:d,log:l,missing:null}}if(r!==null||s===null||!dt(s))return null;let{label:o,log:a}=s,i=`the script of ${o} fails on the base, though not on the head: ${s.message}`;return{kind:"base-failed",fault:"script-failed",commit:n,service:o,message:i,log:a,missing:null}}function Es({label:e,kept:t,failures:n}){let r=[],s=Cs(t.filter(({diagnosis:a})=>a==="service-slow"));s!==null&&r.push({kind:"cannot-keep-up",label:e,...pt(s),cpu:s.cpu});let o=Ts({label:e,slices:t.flatMap(a=>a.slices),failures:n});return o===null?r:[...r,o]}function Ms(e){let t=Ts(e);return t&&{...t,soak:!0}}function Ts({label:e,slices:t,failures:n}){let r=t.reduce((o,a)=>o+a.failed,0),s=t.reduce((o,a)=>o+a.failed+a.ok,0);return r<=.001*s?null:{kind:"failing",label:e,failed:r,requests:s,examples:n.slice(0,3)}}var hi=.01;function gi({label:e,kept:t,failures:n,thresholds:r,lost:s}){let o=u=>({kind:"script-failed",label:e,message:u,log:""}),a=t.reduce((u,l)=>u+l.barren,0),i=t.reduce((u,l)=>u+l.evidence.sent,0);if(a>hi*i){let u=n.find(l=>l.startsWith("exception"));return o(`it threw before it sent a request, in ${a} of ${i} iterations${u?`: ${u}`:""}`)}let c=s+t.reduce((u,l)=>u+l.lost,0);if(c>0)return o(`${c} of its requests are in no count: it sends them in a way that Tailgate does not see`);if(r.length>0){let u=r.slice(0,3).map(l=>`\`${l}\``);return o(`nothing was measured that its threshold ${u.join(", ")} could judge, so it would always hold: mend its name or tags, or take it out`)}return null}function Os(e,t){let{label:n,kept:r,discarded:s}=e,o=gi(e);if(o!==null)return o;if(r.length>=t/2&&r.length>0){if(r.flatMap(m=>m.slices).reduce((m,f)=>m+f.ok+f.failed+f.dropped,0)>0)return null;let{seconds:d}=r[0].evidence;return r.every(({evidence:m})=>m.sent===0)?{kind:"none-begun",label:n,seconds:d}:{kind:"script-failed",label:n,message:"it sent no request while it was measured; Tailgate replaces its scenarios, so `exec.scenario.name` and `exec.test.options.scenarios` are not those of the script",log:""}}let a=Cs(s);if(a===null)return{kind:"harness",message:`${n} was not measured`,log:""};let i=l=>s.filter(({diagnosis:d})=>d===l).length,{cpu:c,lagMs:u}=a;return i("generator-starved")>=Math.max(i("disturbed"),i("unknown"))?{kind:"generator-starved",label:n,...pt(a),lagMs:u,cpu:c}:i("disturbed")>=i("unknown")?{kind:"machine-disturbed",label:n,discarded:s.length,rounds:s.length+r.length,cpu:c}:{kind:"cause-unknown",label:n,...pt(a),cpu:c}}function Cs(e){let t=({sent:n,intended:r})=>r===null?0:r-n;return e.map(({evidence:n})=>n).sort((n,r)=>t(r)-t(n))[0]??null}function pt({sent:e,intended:t,seconds:n}){return{sent:e,intended:t??e,seconds:n}}function As({head:e,base:t,together:n}){let r=e+n;return r<2||r<=2*t?null:{kind:"crowded",head:e,base:t,together:n}}function $s(e,t){let{head:n,base:r,together:s}=t;return n>0&&n+s>=7+3*r?{kind:"fills-machine",label:e,...t}:null}function _(e,t,n){return e.filter(({slot:r})=>r.step.label===t.label&&r.arm===n)}function de(e,{kept:t},n){let r=t.filter(({slot:i})=>n(i)),[s,o]=[_(r,e,"base"),_(r,e,"head")],a=(i,c)=>i.filter(({slot:u})=>c.some(l=>l.slot.round===u.round)).flatMap(({slices:u})=>u);return{base:a(s,o),head:a(o,s)}}function _s(e,t){let n=t.flatMap(({discarded:s})=>s).filter(({slot:s,diagnosis:o,evidence:a})=>{let i=o==="generator-starved"||o==="unknown";return s.step.label===e.label&&i&&ot(a)}),r=n.filter(({slot:s})=>A(s));return{head:Ie(r,"head"),base:Ie(r,"base"),together:n.filter(({slot:s})=>s.turns?.position===0).length}}function Pe(e,t){let n=t.flatMap(s=>s.soak),r=s=>_(n,e,s).flatMap(({slices:o,disturbed:a})=>o.filter((i,c)=>!a[c]));return{base:r("base"),head:r("head")}}function ft(e,t,n){let r=s=>_(s,e,"head").filter(({slot:o})=>n(o));return{label:e.label,kept:t.flatMap(s=>r(s.kept)),discarded:t.flatMap(s=>r(s.discarded)),failures:Is(e,t.flatMap(s=>s.failures)),thresholds:Si(e,t),lost:t.flatMap(({lost:s})=>s).filter(({label:s})=>s===e.label).reduce((s,{requests:o})=>s+o,0)}}function Is({label:e},t){let n=new Map;for(let{text:r,count:s}of t.filter(o=>o.label===e))n.set(r,(n.get(r)??0)+s);return[...n].sort((r,s)=>s[1]-r[1]).map(([r])=>r)}function Si({label:e},t){let n=s=>t.flatMap(o=>o[s].filter(a=>a.label===e)).map(o=>o.threshold),r=new Set(n("fed"));return[...new Set(n("unfed"))].filter(s=>!r.has(s))}function Ps(e,t){let{head:n}=Pe(e,t);if(n.length===0)return null;let r=t.flatMap(s=>s.soakFailures);return{label:e.label,slices:n,failures:Is(e,r)}}function Ls(e,t,n){let r=n.flatMap(({index:s,kept:o})=>{let a=_(o,e,t);return a.length>0?[{block:s,slots:a}]:[]});return{scenario:e.scenario,label:e.label,...e.variant&&{variant:e.variant},load:e.load,instances:r.map(({block:s,slots:o})=>({block:s,slices:o.flatMap(({slices:a})=>a)}))}}function Ns(e,t,n,r){let s=t.flatMap(({crash:d})=>{if(d?.arm!=="head")return[];let{arm:m,...f}=d;return[{kind:"crashed",...f}]}),a=[...new Set(t.flatMap(({thresholds:d})=>d.map(({label:m})=>m)))].map(d=>{let m=t.flatMap(f=>f.thresholds.filter(h=>h.label===d));return{kind:"threshold",label:d,thresholds:[...new Set(m.map(({threshold:f})=>f))]}}),i=[...n].flatMap(([d,m])=>$s(d,m)??[]),c=e.flatMap(Es),u=d=>c.some(m=>m.kind==="failing"&&m.label===d),l=r.filter(({label:d})=>!u(d)).flatMap(d=>Ms(d)??[]);return[...s,...i,...c,...l,...a]}function Ds(e,t,n,r){if(t.length===0)return[];let s=t.flatMap(({failure:a,crash:i})=>{if(i?.arm==="shared")return[{kind:"harness",message:`\`${i.service}\`, which serves the whole run, ended with ${i.exit}`,log:i.log}];if(a===null)return[];let{fault:c,label:u,message:l,log:d}=a;return[c==="script"?{kind:"script-failed",label:u,message:l,log:d}:{kind:"harness",message:l,log:d}]});if(s.length>0||t.some(({crash:a})=>a!==null))return s;let o=an(e,t.length).filter(({arm:a})=>a==="head");return e.steps.flatMap(a=>r.some(u=>u.kind==="fills-machine"&&u.label===a.label)?[]:(n.has(a.label)?[A]:[A,we]).map(u=>{let l=o.filter(d=>d.step===a&&u(d)).length;return l===0?null:Os(ft(a,t,u),l)}).find(u=>u!==null)??[])}function Ie(e,t){return e.filter(({slot:n})=>n.arm===t).length}var bi=.5;function Fs(e,t){let{work:n,label:r}=e;if(n.kind==="script")return[];let s=t.flatMap(({kept:a})=>_(a,e,"head")),o=t.flatMap(({redirects:a})=>a);return ee(n).flatMap(({request:a},i)=>{let c=o.find(m=>m.label===r&&m.which===i);if(c===void 0)return[];let{status:u,location:l}=c,d=Pt(s.flatMap(({answers:m})=>m[i]??[])).get(u)??0;return d<=bi?[]:[{label:r,request:Us(a),status:u,location:l,share:d}]})}function js(e,{paired:t},n){let{work:r,label:s}=e,o=n.map(({kept:i})=>({base:Bs(_(i,e,"base")),head:Bs(_(i,e,"head"))}));if(!t)return Nt(s,o.flatMap(({head:i})=>i.slices));let a=r.kind==="script"?null:ee(r).map(({request:i})=>({text:Us(i),keepsSize:i.expectSize==="same"}));return Lt(s,a,o)}function Bs(e){return{answers:e.map(({answers:t})=>t),slices:e.flatMap(({slices:t})=>t),iterations:e.reduce((t,{sent:n})=>t+n,0),connects:e.reduce((t,{connects:n})=>t+n,0)}}function Us({method:e,url:t}){let n=t.replace(/[?#].*/s,"");return e==="GET"?n:`${e} ${n}`}function Gs(e,t){return[...e].flatMap(([{scenario:n,label:r,goal:s},o])=>["head","base"].flatMap(a=>{let i=o.flatMap(({block:c,arms:u})=>{let l=u.get(a);return l&&l.trials.length>0?[{block:c,...l}]:[]});return i.length>0?[{scenario:n,label:r,digest:t.get(r),goal:s,arm:a,blocks:i}]:[]}))}function Ws(e){return Math.max(0,...[...e.values()].flatMap(t=>t.map(({block:n})=>n+1)))}function qs(e){let t=[...e.values()].flat(),n=t.flatMap(({failure:r,crash:s})=>{if(s?.arm==="shared")return[{kind:"harness",message:`\`${s.service}\`, which serves the whole run, ended with ${s.exit}`,log:s.log}];if(s?.arm==="base")return[{kind:"harness",message:`\`${s.service}\` of the base ended with ${s.exit} in the search of ${s.label}`,log:s.log}];if(r===null)return[];let{fault:o,label:a,message:i,log:c}=r;return[o==="script"?{kind:"script-failed",label:a,message:i,log:c}:{kind:"harness",message:i,log:c}]});return n.length>0||t.some(({crash:r})=>r!==null)?n:[...e].flatMap(([{label:r},s])=>s.some(({arms:a})=>a.get("head")?.estimate!=null)?[]:[yi(r,s)])}function yi(e,t){let n=t.flatMap(o=>o.discarded),r=t.flatMap(({arms:o})=>o.get("head")?.trials??[]),s=n.at(-1);return s===void 0||r.length>n.length?{kind:"search-too-short",label:e,trials:r.length}:{kind:"machine-disturbed",label:e,discarded:n.length,rounds:n.length+r.length,cpu:s.evidence.cpu}}function zs(e){return[...e.values()].flat().flatMap(({crash:t})=>{if(t?.arm!=="head")return[];let{arm:n,...r}=t;return[{kind:"crashed",...r}]})}function Hs({label:e,slos:t,slices:n,seen:r=[]}){return t.flatMap(({metric:s})=>{if(s.kind!=="custom")return[];let o=r.find(({name:i})=>i===s.name)?.type??null,a=o===null||$t(s).some(i=>i===o);return a&&!Number.isNaN(W(n,s))?[]:[{kind:"metric-unknown",label:e,metric:Z(s),is:a?null:o,seen:[...r]}]})}var wi=[50,90],Js=.2,ki=5;function Vs(e){let t=e.filter(r=>r.length>1).map(r=>({first:r.slice(0,r.length>>1),second:r.slice(r.length+1>>1)}));return t.length<ki?null:wi.flatMap(r=>{let s=u=>N(u,r/100),o=t.map(({first:u,second:l})=>Math.log(s(l))-Math.log(s(u))),[a,i]=[s(t.flatMap(u=>u.first)),s(t.flatMap(u=>u.second))];return Vn(o)>Math.log1p(Js)&&i>(1+Js)*a?[{percent:r,first:a,second:i}]:[]}).sort((r,s)=>s.second/s.first-r.second/r.first)[0]??null}var vi=.01,Ks={latency:.2,memory:.1},xi=[50,90],Ri=20,Ys=.5,ht=8;function gt({base:e,head:t}){if(t.length<ht)return null;let n=Zn(e,t);return n!==null?{kind:"stalls",...n}:Ei(e,t)??Mi(e,t)}function Ei(e,t){let n=St(t);if(n===null)return null;let{percent:r,first:s,second:o}=n;if(e.length>=ht){let{first:a,second:i}=Qs(e,r);if(Math.log(i/a)>=Ys*Math.log(o/s))return null}return{kind:"ageing",of:"latency",percent:r,from:s,to:o}}function St(e){if(e.length<ht)return null;let t=e.length>>1;for(let n of xi){let r=e.map(o=>Math.log(N([o],n/100))),{low:s}=rr(r.slice(0,t),r.slice(-t),vi);if(s>Math.log1p(Ks.latency))return{percent:n,...Qs(e,n)}}return null}function Qs(e,t){let n=e.length>>1,r=s=>N(s,t/100);return{first:r(e.slice(0,n)),second:r(e.slice(-n))}}function Mi(e,t){let n=(i,c)=>(i.at(-1)?.memory??Number.NaN)-(i[c]?.memory??Number.NaN),[r,s]=[t[0].memory??Number.NaN,t.at(-1).memory??Number.NaN],o=n(t,0),a=n(t,2*t.length/3|0);return o>Math.max(Ri,Ks.memory*r)&&a>o/6?n(e,0)>=Ys*o?null:{kind:"ageing",of:"memory",percent:null,from:r,to:s}:null}var Ti=.01,Oi=20;function Xs(e,t,{runs:n},r){let s=Ti/t.length;return t.flatMap(o=>{let a=Kn(n.map(({slices:c})=>Math.log(W(c,o))),s);if(a===null||n.length-a.index>Oi)return[];let i=Math.expm1(a.after-a.before);return i>r(o)?[{label:e,metric:o,commit:n[a.index].commit,change:i}]:[]})}function Zs(e){let t=e.steps.filter(p=>p.slices.some(y=>y.ok+y.failed+y.dropped>0)),n=Yt(Math.max(1,e.looks.length)),r=(e.capacities??[]).map(Qn),s=new Map(t.map(({label:p,stretches:y})=>[p,Vs(y)])),o=new Map(t.map(({label:p,soak:y,crowding:v})=>{let x=s.get(p);return[p,x?{kind:"growing",...x}:As(v)??gt(y)]})),a=new Map(t.map(({label:p,soak:y})=>[p,s.get(p)??St(y.head)])),i=t.flatMap(Hs),c=({label:p,slo:y})=>!i.some(v=>"metric"in v&&v.label===p&&v.metric===Z(y.metric)),l=[...t.flatMap(p=>Li(p,n)).filter(c).map(p=>$i(p,a)),...r.flatMap(p=>p.slos)],d=[...e.invalid,...i,...l.flatMap(Ai),...nr(t,l,e),...r.flatMap(p=>p.invalid)],{changes:m,costs:f,open:h,pair:S}=er(t,e),g=e.work??[],b=new Set(g.filter(Dt).map(({label:p})=>p)),k=m.map(p=>_i(p,o)).map(p=>b.has(p.label)?Ii(p):p),E=[...e.faults,...g.flatMap(Pi)],T={...Ee({slos:l,changes:k,faults:E,invalid:d,failOn:e.failOn}),slos:l,changes:k,costs:f,faults:E,invalid:d,pair:S,loosened:e.loosened,suspects:e.comparison.kind==="history"?[]:t.flatMap(({label:p,history:y,slos:v,sensitivityOf:x})=>Xs(p,jt(v),y,M=>x(M).tolerance)),...e.redirects?.length&&{redirects:e.redirects},...g.length>0&&{work:[...g]},acceptances:[],refusals:[],effort:e.effort},O=t.some(({soak:p})=>p.base.length===0&&gt(p)!==null);return{verdict:T,undecided:Ci(T,h),asksBase:O}}function Ci(e,t){return e.faults.some(({kind:n})=>n==="crashed")?!1:e.invalid.length>0?e.invalid.every(({kind:n})=>n==="machine-disturbed"):e.changes.some(({code:n})=>n==="regressed")?!1:t||e.slos.some(({code:n,stretches:r})=>n==="at-limit"&&!r)}function Ai({label:e,slo:{metric:t},estimate:n}){return It(t)&&Number.isNaN(n.value)?[{kind:"cost-unknown",label:e,metric:Z(t)}]:[]}function $i(e,t){let n=t.get(e.label);return!n||e.code!=="met"||!he(e.slo.metric)?e:{...e,code:"at-limit",growth:n}}function _i(e,t){let n=t.get(e.label);return!n||e.code!=="unchanged"||!he(e.metric)?e:{...e,code:"inconclusive",reason:n}}function Ii(e){return e.code!=="improved"?e:{...e,code:"inconclusive",reason:{kind:"other-work"}}}function Pi(e){if(e.kind!=="size"||!e.blocks)return[];let{label:t,base:n,head:r}=e;return[{kind:"other-size",label:t,base:n,head:r}]}function Li(e,t){let{label:n,slos:r,slices:s,soak:o}=e,a=r.flatMap(u=>{let l=u.limit.kind==="relative"?e.others?.get(u.limit.scenario):void 0,d=(S,g)=>u.limit.kind==="absolute"?ve(n,u,S,t):l?tr(n,{slo:u,other:l.label,pairs:g()},t):null,m=d(s,()=>l.pairs);if(m===null)return[];let f=he(u.metric)||u.metric.kind==="errors";if(m.code!=="met"||!f||o.head.length===0)return[m];let h=d(o.head,()=>[...se(o.head.map(S=>[S]),[]),...se([],l.soak.map(S=>[S]))]);return[h!==null&&ze(h)?{...h,stretches:m.estimate}:m]});if(r.some(({metric:u})=>u.kind==="errors"))return a;let i=ve(n,te,s,t);if(i.code==="missed")return[...a,i];let c=o.head.length>0?ve(n,te,o.head,t):null;return c!==null&&ze(c)?[...a,{...c,stretches:i.estimate}]:a}function U(e,t,n,r=new Map){let{config:s,plan:o,baseline:a,digests:i,draft:c,comparison:u}=e,l=o.steps.map(p=>ft(p,t,A)),d=new Map(o.steps.map(p=>[p.label,_s(p,t)])),m=o.steps.flatMap(p=>Ps(p,t)??[]),f=Ns(l,t,d,m),h=u.kind==="pair"?["head","base"]:["head"],S=o.steps.flatMap(p=>h.flatMap(y=>{let v=Ls(p,y,t),x=i.get(p.label);return v.instances.length>0?[Hn(v,y,x)]:[]})),g=Gs(r,i),b={...c,steps:S,...g.length>0&&{capacities:g}},k=bt(o,t),E=o.steps.flatMap((p,y)=>{if(!S.some(({label:x,arm:M})=>x===p.label&&M==="head"))return[];let v=s.scenarios.find(({name:x})=>x===p.scenario);return[{label:p.label,slos:p.slos,slices:l[y].kept.flatMap(x=>x.slices),stretches:p.load.kind==="arrival-rate"?l[y].kept.map(({slices:x})=>x):[],inTurns:t.map(x=>de(p,x,we)),alone:t.map(x=>de(p,x,A)),crowding:d.get(p.label),soak:Pe(p,t),...p.work.kind==="script"&&{seen:Ni(p,t)},isNew:k.has(p.label),others:Di(p,o,t),history:Sn(a,b,p.label),sensitivityOf:x=>De(s,v,x)}]}),T=p=>Ie(t.flatMap(y=>y.discarded),p);return{...Zs({steps:E,faults:[...f,...zs(r)],searches:o.searches.length,capacities:o.searches.flatMap(p=>{let y=g.filter(({label:M})=>M===p.label),v=y.find(({arm:M})=>M==="head");if(v===void 0)return[];let x=s.scenarios.find(({name:M})=>M===p.scenario);return[{label:p.label,goal:p.goal,slos:p.slos,head:v,base:y.find(({arm:M})=>M==="base")??null,history:bn(a,b,p.label),sensitivity:De(s,x,Yn)}]}),invalid:n?[n]:[...Ds(o,t,k,f),...qs(r)],looks:o.looks,comparison:u,discarded:{base:T("base"),head:T("head")},loosened:e.loosened,failOn:e.failOn,redirects:o.steps.flatMap(p=>Fs(p,t)),work:o.steps.flatMap(p=>js(p,o,t)),effort:{slices:t.flatMap(({kept:p})=>p).reduce((p,y)=>p+y.slices.length,0),discardedRounds:T("head"),instances:h.length*(t.length+Ws(r)),loadSeconds:[...t,...[...r.values()].flat()].reduce((p,{loadSeconds:y})=>p+y,0)}}),record:b}}function Ni(e,t){let n=t.flatMap(({kept:r})=>_(r,e,"head").flatMap(s=>s.seen??[]));return[...new Map(n.map(r=>[r.name,r])).values()]}function Di(e,{steps:t},n){let r=e.slos.flatMap(({limit:o})=>o.kind==="relative"?[o.scenario]:[]),s=({kept:o},a)=>_(o,a,"head").filter(({slot:i})=>A(i)).sort((i,c)=>i.slot.round-c.slot.round).map(({slices:i})=>i);return new Map(r.flatMap(o=>{let a=Qt(t,e,o);if(a===void 0)return[];let i=n.flatMap(c=>se(s(c,e),s(c,a)));return[[o,{label:a.label,pairs:i,soak:Pe(a,n).head}]]}))}var Bi=.5,Fi=2;function bt({paired:e,steps:t},n){if(!e)return new Set;let r=s=>{let o=n.map(({kept:a})=>({base:_(a,s,"base"),head:_(a,s,"head")})).filter(({base:a,head:i})=>a.length>0&&i.length>0);return o.length>=Fi&&o.every(({base:a,head:i})=>eo(a)&&!eo(i))};return new Set(t.filter(r).map(({label:s})=>s))}function eo(e){return fe(e.flatMap(({slices:t})=>t))>Bi}import{randomInt as ro}from"node:crypto";function to(e,t){let n=new Map;for(let r of e.steps.filter(s=>sn(e,s))){let s=a=>t.map(i=>de(r,i,a)),o=Xn({alone:s(A),all:s(()=>!0)});o!==null&&n.set(r.label,o)}return n}var ji=2.5,Ui=.5;function no(e,t,{wallSeconds:n,loadSeconds:r}){let s=Math.max(Ui,n-r-Gi(e)),o=e.steps.reduce((c,u)=>c+u.budgetSeconds,0),a=Math.floor((ji-1)*o/s);if(a>=e.blocks)return e;let i=Math.max(nn(e.steps,t).least,a);return i>=e.blocks?e:{...e,...en(e.steps,t,i)}}function Gi(e){return e.steps.map(n=>rn(e,n)?1:2).reduce((n,r)=>n+r,0)*(ye.seconds-Xt)}var Wi=2;async function so(e,t){let{signal:n}=t.arms.head,{blocks:r}=e,s=new Set;for(;r.length<e.plan.blocks&&!n.aborted;){let o=r.length;for(let[l,d]of to(e.plan,r)){if(s.has(l))continue;s.add(l);let m=d==="hidden-work";e.plan=tn(e.plan,e.config,{measured:o,worksMore:m}),t.progress.note(Ji(l,d,e.plan))}let{plan:a}=e,i={index:o,first:ro(2)===0?"head":"base",reversed:ro(2)===0,headOnly:bt(a,r),warmUpSeconds:fs(a,r),shift:Be[o%Be.length],longer:s},c={judgement:null},u=await hs(on(a,i),o,{...t,planned:a.blocks,soak:l=>a.soakSeconds===0||!a.looks.includes(o+1)?[]:(c.judgement=U(e,[...r,l],null),qi(c.judgement,a,l))});if(r.push(u),u.failure!==null||u.crash!==null||r.length===Wi&&r.every(({kept:l})=>l.length===0))break;if(o===0&&a.paired&&(e.plan=zi(u,e),Re(e.plan)),e.plan.looks.includes(r.length)){let l=c.judgement??U(e,r,null);if(In(l,r.length,e),!l.undecided||r.length===e.plan.blocks)return l}}return U(e,r,Rs(e,r.at(-1)))}function qi({verdict:e,undecided:t,asksBase:n},r,{index:s,soak:o}){let a=u=>o.some(({slot:l})=>l.arm===u);if(a("head"))return n&&!a("base")?Ue(r,"base"):[];let i=s+1===r.blocks||!t,c=e.slos.some(({code:u})=>u==="met")||e.changes.some(({code:u})=>u==="unchanged");return i&&e.invalid.length===0&&c?Ue(r,"head"):[]}function zi({kept:e,discarded:t,wallSeconds:n},{plan:r,config:s}){let o=e.reduce((a,{slot:i})=>a+cn(i),0);return t.length>0?r:no(r,s,{wallSeconds:n,loadSeconds:o})}var Hi={rare:"slow requests come in some blocks only","hidden-work":"one revision takes more processor time, and its typical request no longer"};function Ji(e,t,{blocks:n}){return`${e}: ${Hi[t]}; from now on each revision has the whole load alone for ${Zt} s a block, in ${n} blocks at most`}async function oo(e,t){let{request:n}=t,{head:r,base:s}=e.configs,o=el(t),a=e.variants.map((u,l)=>Yi(e,l,t)),i=[],c=null;try{for(let[u,l]of[["head",r],["base",s]])l!==null&&await e.prepare(u,()=>tl({...o,arm:u,config:l},s!==null,n.progress));c=await Un({...o,arm:null,config:r});for(let[u,l]of a.entries()){a.length>1&&!n.signal.aborted&&n.progress.note(`variant ${u+1} of ${a.length}: ${l.config.variant.name}`);let d=await Qi(e,l,nl(e,u,c,o,t));if(i.push(d),n.signal.aborted)break;if(Ki(d)){let m=a.length-i.length;m>0&&n.progress.note(`not measured, since the run has no verdict now: ${m} more variants`);break}}}catch(u){if(!(u instanceof re))throw u;i.push(U(a[0],[],await mt(u,e)))}finally{await c?.stop()}return Xi(i,n.failOn)}function Ki({verdict:{invalid:e}}){return e.some(({kind:t})=>t!=="machine-disturbed")}function Yi(e,t,n){let{head:r,base:s}=e.variants[t],{request:o,plans:a,baseline:i,draft:c}=n,u=s!==null,l=a[t].paired===u?a[t]:dn(r,{budgetSeconds:o.budgetSeconds,paired:u}),d=e.comparison.kind==="pair"&&!u;return{config:r,plan:l,baseline:i,digests:new Map([...l.steps.map(m=>[m.label,qn(m,r.deployments)]),...l.searches.map(m=>[m.label,zn(m,r.deployments)])]),draft:{...c,...e.pair&&{pair:e.pair},...e.deployments&&{deployments:e.deployments}},comparison:d?{kind:"none",reason:{kind:"new"}}:e.comparison,loosened:e.loosened,failOn:o.failOn}}async function Qi(e,t,n){let r={...t,blocks:[]},s=new Map,o=a=>U(r,r.blocks,a,s);try{let a=await so(r,n),{plan:i}=r;return i.searches.length===0||Zi(a)?a:(await ws(i.searches,s,{...n,swapped:i.swapped,drawFirst:()=>Vi(2)===0?"head":"base"}),o(null))}catch(a){if(!(a instanceof re))throw a;return o(await mt(a,e,t.config.variant))}}function Xi(e,t){let[n]=e,r=e.flatMap(({record:s})=>s.capacities??[]);return{verdict:xs(e.map(({verdict:s})=>s),t),record:{...n.record,steps:e.flatMap(({record:s})=>s.steps),...r.length>0&&{capacities:r}},undecided:e.some(({undecided:s})=>s),asksBase:e.some(({asksBase:s})=>s)}}function Zi({verdict:e}){return e.invalid.length>0||e.faults.some(({kind:t})=>t==="crashed")}function el({request:e,session:t}){let{environment:n,signal:r}=e,{workspace:s,keeper:o,grace:a}=t;return{logFolder:s.logs,environment:n,keeper:o,signal:r,grace:a,shared:new Map}}async function tl(e,t,n){let r=t?` of ${e.arm}`:"";await Jn(e,s=>n.phase(`building ${s}${r}`))}function nl(e,t,n,r,{request:s,session:o,k6:a}){let{head:i,base:c}=e.variants[t],u=(l,d)=>({...r,arm:l,config:d,shared:new Map([...n.portOf].filter(([m])=>d.services.some(f=>f.name===m&&f.scope==="run")))});return{arms:{head:u("head",i),...c&&{base:u("base",c)}},shared:n,...i.variant&&{variant:t+1},k6:a,folder:o.workspace.k6,progress:s.progress}}async function Zm(e){let{progress:t,signal:n,environment:r,budgetSeconds:s}=e;Vt(process.platform);let o=Et(Ut(xt(zt(e.configPath,process.cwd(),sl(e)),e.only),e.deployments),e.base.from),a=await kn(o.directory,r,n),i=mn(o,{budgetSeconds:s,paired:Rn(o,a)});for(let u of Rt(o,e.only))t.note(u);for(let u of Wt(o))t.note(u);for(let{plan:u}of i){Re(u);for(let l of u.shortages)t.note(un(l))}let c=await Ze(o,a,e);return o.baseline.kind==="history"&&et(c),sr(o,e,async u=>{let l=await wr(o,a,u,e);if(l.kind==="nothing")return al(l.base,o,u,e);let d=await Kt({environment:r,path:o.k6Path,version:e.k6Version,progress:t,signal:n,ci:r.CI==="true"}),m=await En(o,l,u.workspace.path,rl(2**31),e);u.removeAtEnd(()=>m.remove()),m.suiteBefore!==o.suite&&(c=await ol(c,m,o,a,e));let f=lo(e,o,d.version),h=O=>(O.comparison.kind==="history"&&et(c),oo(O,{request:e,plans:i.map(({plan:p})=>p),session:u,baseline:c.baseline,draft:f,k6:d.path})),S=await h(m);S.verdict.invalid.find(({kind:O})=>O==="base-failed")&&o.baseline.onBaseFailure==="history"&&(t.note("the base cannot be measured; `on-base-failure` asks for a comparison with recorded runs"),S=await h(Mn(m))),wt(n);let{verdict:b,record:k}=S,E=e.record&&b.invalid.length===0?await kr(c,k):ao,T=yn(k,c.baseline);return Le({...E,...io(b,k,T,e)},u.secrets)})}function sl({only:e,environment:t}){return{only:e,calling:{command:"tailgate run",variables:pe(t)}}}async function ol({store:e},{suiteBefore:t},...[n,r,s]){return{...await Ze({...n,suite:t},r,s),store:e}}var ao={recordPath:null,unrecorded:null};function al(e,t,{secrets:n},r){let s=or(e,t.when.changed),o={...lo(r,t,"not used"),steps:[]};return Le({...ao,...io(s,o,[],r)},n)}function io(e,t,n,{baseBranch:r,link:s}){return{report:Bt(e,t,{baseBranch:r,link:s,history:n}),exitCode:Mt(e)}}function lo(e,t,n){return{schemaVersion:1,suite:t.suite,...e.subject,attempt:e.attempt,...e.leg&&{leg:e.leg},recordedAt:new Date().toISOString(),tailgate:vn,environment:{...Jt(),k6:n}}}async function np(e,t,n){let r=We(e,Ge(t),n),s=await z(r,"rev-parse","--verify","HEAD");if(s===null)return{commit:null,dirty:!1,branch:null,commitTime:null};let[o,a,i]=await Promise.all([z(r,"status","--porcelain","--untracked-files=no"),z(r,"symbolic-ref","--quiet","--short","HEAD"),z(r,"show","--no-patch","--format=%cI","HEAD")]);return{commit:s,dirty:o!=="",branch:a??t.GITHUB_REF_NAME??null,commitTime:i}}async function rp(e,t,n){let r=We(e,Ge(t),n),s=await z(r,"symbolic-ref","--quiet","--short","refs/remotes/origin/HEAD");if(s!==null)return s.replace(/^origin\//,"");for(let o of["main","master"])if(await H(r,`refs/heads/${o}`)!==null)return o;return"main"}export{Zm as a,np as b,rp as c};
