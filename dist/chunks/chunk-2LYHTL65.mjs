import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{c as Bt}from"./chunk-NEHLRQ35.mjs";import{a as On,b as Cn,c as An,d as $n,f as re,g as jn,h as Un,i as Jn,j as sr}from"./chunk-QBEI5ZYX.mjs";import{a as Jt,d as Vt,h as Kt}from"./chunk-TTN2GADM.mjs";import{c as Je,d as Ve,e as Nn,f as Ln,g as Dn,h as Bn,i as Fn}from"./chunk-OG2ZKCGD.mjs";import{a as cn,b as Be,c as A,d as we,e as un,f as ke,g as Ue,h as dn,i as mn,j as xn,k as Rn,l as En,m as Mn,o as Re,p as _n,q as In,r as Xn,s as Zn,u as er}from"./chunk-4UTTCSSE.mjs";import{B as je,C as Gn,D as Wn,E as qn,F as zn,G as Hn,J as Vn,O as Yn,P as Qn,i as Xt,j as q,k as ye,l as Zt,n as en,p as tn,r as nn,s as rn,t as sn,u as on,v as an,x as ln,z as Fe}from"./chunk-DP6376EG.mjs";import{b as Ge,e as We,f as z,g as H,h as wn,i as kn,o as xe,p as ne,q as He,r as Tn,u as Pn}from"./chunk-U7X6ZGBH.mjs";import{a as be}from"./chunk-JXY5LZXU.mjs";import{a as se,b as tr,c as nr,d as rr}from"./chunk-CHGQ5IMC.mjs";import{a as Ee}from"./chunk-P7CDIYKW.mjs";import{a as gn,b as Sn,c as bn,d as yn}from"./chunk-SLLQRCFT.mjs";import{a as vn}from"./chunk-BYKIIYLB.mjs";import{a as Yt}from"./chunk-XD3IMIXT.mjs";import{a as Qt,d as De,g as Kn}from"./chunk-3FAF76TS.mjs";import{a as te,b as ve,d as qe,e as ze}from"./chunk-V5PBQSHP.mjs";import{a as hn}from"./chunk-JU7ICJHA.mjs";import{f as Mt,h as Pt,i as Nt,j as Lt,k as Dt,r as pn,t as fn}from"./chunk-73DS227E.mjs";import{C as zt,D as Ht,a as Ft,c as jt,d as ge,g as Ut,k as Gt,l as Wt,w as ee,y as Se,z as qt}from"./chunk-FKENQJXD.mjs";import{m as xt,p as Rt,q as Et}from"./chunk-MCSD4QYI.mjs";import{C as L,D as fe,F as Ot,H as Ct,K as At,ca as $t,e as G,f as R,ha as _t,k as P,l as N,ma as Z,p as Tt,q as Le,qa as he,ra as It,s as X,xa as W}from"./chunk-XXXEUGCN.mjs";import{a as fo}from"./chunk-RIBAP3X7.mjs";import{b as vt}from"./chunk-4VQWXGDJ.mjs";import{g as kt}from"./chunk-HENDURBQ.mjs";import{a as Q,b as $,c as yt,d as wt}from"./chunk-NZMXMQNO.mjs";import{b as pe,e as Ne}from"./chunk-ADNWO27A.mjs";import{d as po}from"./chunk-JLN3Y4HN.mjs";import{randomInt as ol}from"node:crypto";function or(e,t){return{code:"skipped",blocks:!1,slos:[],changes:[],faults:[],invalid:[],pair:null,unmeasured:{kind:"irrelevant",baseCommit:e,patterns:[...t]},loosened:[],costs:[],suspects:[],acceptances:[],refusals:[],effort:{slices:0,discardedRounds:0,instances:0,loadSeconds:0}}}import{relative as xo}from"node:path";var ho=720*3600;async function ar(e,t,n){let r=new Map(n.flatMap(({commit:m,commitTime:f})=>{let g=Date.parse(f??"")/1e3;return m===null||Number.isNaN(g)?[]:[[m,g]]}));if(r.size===0||"kind"in e)return new Set;let{git:s,remote:o}=e,a=await s(["rev-parse","--is-shallow-repository"]),i=await Ke(s,o,t);if(a.stdout!=="false"||i.length===0)return new Set;let u=Math.floor(Math.min(...r.values()))-ho,c=await s(["rev-list","--timestamp",`--max-age=${Math.max(0,u)}`,...i]);if(!c.ok)return new Set;let l=new Map([...c.stdout.matchAll(/^(\d+) ([0-9a-f]+)$/gm)].map(([,m,f])=>[f,Number(m)])),d=Math.max(Number.NEGATIVE_INFINITY,...i.map(m=>l.get(m)??Number.NEGATIVE_INFINITY));return new Set([...r].filter(([m,f])=>!l.has(m)&&f<=d).map(([m])=>m))}async function Ke(e,t,n){let r=[...t===null?[]:[`refs/remotes/${t}/${n}`],`refs/heads/${n}`],s=await Promise.all(r.map(o=>H(e,o)));return[...new Set(s.filter(o=>o!==null))]}var go="A full clone has it: `fetch-depth: 0` for actions/checkout, `git fetch --unshallow` on a laptop. To fetch it later, the job needs `contents: read`.";async function cr(e,t){let{head:n}=t,r=t.asked===null?await So(e,t.trigger,n,t.dirty):{commit:await yo(e,t.asked),because:"asked",branch:null};if(!("commit"in r))return r;let s=await ne(e,r.commit,r.branch);if(s!==null)return Ye(`The base revision ${r.commit.slice(0,10)}`,s);let o=await e.git(["rev-parse","--verify",`${r.commit}^{tree}`]);return{kind:"base",commit:r.commit,tree:o.stdout,because:r.because}}async function So(e,t,n,r){switch(t.kind){case"pull_request":{let s=await ur(e,n);if(s.length===2&&s.includes(t.headSha)){let o=s.find(a=>a!==t.headSha);return o===t.formerBaseSha&&o!==t.baseSha?wo(t.baseBranch):{commit:o,because:"merge-parent",branch:t.baseBranch}}return lr(e,n,t.baseBranch,t.baseSha)}case"merge_group":return{commit:t.baseSha,because:"merge-group",branch:null};case"push":{let{before:s,branch:o}=t;return s!==null&&xe(s)&&!/^0+$/.test(s)&&s!==n&&await ne(e,s,o)===null?{commit:s,because:"before-push",branch:o}:ir(e,n,o)}case"local":return e.checkout.branch!==t.baseBranch?lr(e,n,t.baseBranch,null):r?{commit:n,because:"parent",branch:t.baseBranch}:ir(e,n,t.baseBranch)}}async function ir(e,t,n){let[r]=await ur(e,t);return r!==void 0?{commit:r,because:"parent",branch:n}:{kind:"none",reason:"root-commit",message:"The first commit has none before it."}}async function ur(e,t){let{stdout:n}=await e.git(["cat-file","commit",t]),[r=""]=n.split(`

`,1);return[...r.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([,s])=>s)}async function lr(e,t,n,r){let s=await bo(e,n,r);if(s!==null&&typeof s=="object")return Ye(`The branch ${n}`,s.problem);if(s===null)return{kind:"none",reason:"unknown-branch",message:`There is no branch ${JSON.stringify(n)} to compare with, here or on the remote.`,hint:"Name one with `--base-branch`, or a revision with `--base`."};let o=await e.git(["merge-base",t,s]);if(o.ok)return{commit:o.stdout,because:"merge-base",branch:n};let a=e.isShallow()?await Tn(e,t,s):{commit:null};return"problem"in a?Ye(`The merge base with ${n}`,a.problem):a.commit!==null?{commit:a.commit,because:"merge-base",branch:n}:{kind:"none",reason:"unrelated",message:`The revision that is checked out and ${n} have no history in common.`}}async function bo(e,t,n){let[r]=await Ke(e.git,e.checkout.remote,t);if(r!==void 0)return r;let s=await He(e,`refs/heads/${t}`);if(s!==null||n===null)return s;let o=await ne(e,n,null);return o===null?n:{problem:o}}async function yo(e,t){let{git:n,top:r,remote:s}=e.checkout,o=await n(["rev-parse","--verify","--quiet","--end-of-options",t]);if(o.ok&&xe(o.stdout)){let c=await H(n,o.stdout);if(c!==null)return c}if(xe(t)&&await ne(e,t,null)===null)return t;let a=s!==null&&t.startsWith(`${s}/`)?t.slice(s.length+1):t;for(let c of[`refs/heads/${a}`,`refs/tags/${a}`]){let l=await He(e,c);if(l!==null)return l}let{stdout:i}=await n(["for-each-ref","--format=%(refname:short)"]),u=kt(t,i.split(`
`).filter(Boolean));throw new $({what:`--base names no revision: ${JSON.stringify(t)}.`,where:r,hint:u===void 0?"It takes a branch, a tag or a commit of this repository.":`Did you mean ${u}?`})}function wo(e){return{kind:"none",reason:"unobtainable",message:`What is checked out is still the test merge with the former base, not with ${e}.`,hint:"Choose the base again, or push a commit: then GitHub starts a run with the new one."}}function Ye(e,t){return{kind:"none",reason:"unobtainable",message:`${e} is not in this clone and could not be fetched: ${t}.`,hint:go}}async function mr(e,t,n){return[...(await pr(e,["diff-tree",...["-r","-z","--raw","--no-renames","--no-ext-diff","--ignore-submodules=none"],t,n])).matchAll(/:(\d+) (\d+) [^\0]*\0([^\0]*)\0/g)].map(([,o,a,i])=>({path:fr(i),submodule:o===dr||a===dr}))}async function Qe(e,t){return(await pr(e,["ls-tree","-r","-z","--full-tree","--name-only",t])).split("\0").filter(Boolean).map(fr)}var dr="160000";async function pr(e,t){let n=await e.git(t,{encoding:"latin1"});if(n.ok)return n.stdout;throw new $({what:`What differs from the base could not be found out: ${wn(n)}.`,hint:"Without `when` everything is measured.",exitCode:3})}function fr(e){return Buffer.from(e,"latin1").toString()}async function hr(e,t,n){let{prefix:r}=e.checkout,s=await mr(e,n.base,n.head);if(ko(s,t,r))return{relevant:!0,notes:[]};let o=[...await Qe(e,n.head),...await Qe(e,n.base)].flatMap(l=>gr(l,r)??[]),a=vo(t.patterns,o);if(a.length===0)return{relevant:!1,notes:[]};let i=Se(t.patterns),u=!o.some(l=>i(l)==="in"),c=a.map(l=>`${JSON.stringify(l)} of \`when.changed\` matches no file of base or head${u?"; everything is measured":""}`);return{relevant:u,notes:c}}function ko(e,t,n){let r=Se(t.patterns);return e.some(({path:s,submodule:o})=>{let a=gr(s,n);if(a===null)return!1;if(t.always.includes(a))return!0;let i=r(a);return i==="in"||o&&i==="unnamed"})}function vo(e,t){return e.filter(n=>{if(qt(n))return!1;let r=Se([n]);return!t.some(s=>r(s)==="in")})}function gr(e,t){return t===""?e:e.startsWith(`${t}/`)?e.slice(t.length+1):null}async function Sr(e){let{asked:t,trigger:n,checkout:r}=e;if("kind"in r)return Xe(r,t);if(r.head===null)return Xe({kind:"none",reason:"no-commit",message:"Nothing is committed yet."},t);let s=await An(r,e.folder,e),o=n.kind==="local"?await Cn(s,r.head,e.leaveOut):await On(s,r.head),a=await cr(s,{head:r.head,dirty:o.dirty,asked:t,trigger:n});if(a.kind==="none")return Xe(a,t);if(a.tree===o.tree)return{kind:"identical",base:a,head:o,notes:o.notes};let i={base:a.tree,head:o.tree},u=e.watched&&await hr(s,e.watched,i),c=[...o.notes,...u?.notes??[]];return u?.relevant===!1?{kind:"irrelevant",base:a,head:o,notes:c}:{kind:"different",base:a,head:o,notes:c,layOut:l=>$n(s,l,{head:o,base:a})}}function Xe(e,t){if(t===null)return e;throw new $({what:`--base ${JSON.stringify(t)} cannot be used: ${e.message}`,hint:e.hint})}async function wr(e,t,{workspace:n,keeper:r},s){let{progress:o,signal:a,base:i}=s,u=e.baseline.kind==="paired"&&e.deployments===void 0,c=i.asked!==null||br(i.trigger);if(!u&&e.when===void 0&&!c)return be(()=>"no base: the configuration or `--from` asks for recorded runs, and no merge waits for the run"),{kind:"alone",comparison:{kind:"history"}};o.phase(u?"laying out base and head":"looking at what has changed");let l=await Sr({checkout:t,environment:{...s.environment,...r.mark},asked:i.asked,trigger:i.trigger,folder:n.path,credentials:i.credentials??null,leaveOut:[...s.store.kind==="directory"?[s.store.path]:[],...s.keepPath?[s.keepPath]:[]],...e.when&&{watched:Eo(e,e.when)},signal:a});if(_n(l,i.asked,i.trigger),l.kind==="none"){if(u&&(l.reason==="unobtainable"||br(i.trigger)))throw Mo(l);e.when?o.note(`no base to find out what has changed, so everything is measured: ${yr(l)}`):u&&l.reason!=="no-repository"&&o.note(`no base to measure beside the head: ${yr(l)}`);let d=c&&{unread:l.message};return{kind:"alone",comparison:{kind:"history"},...d}}for(let d of l.notes)o.note(d);if(l.kind==="irrelevant"||l.kind==="identical"&&e.when)return{kind:"nothing",base:l.base.commit};if(!u){let d=l.kind==="different"&&{pair:l};return{kind:"alone",comparison:{kind:"history"},...d}}return l.kind==="different"?{kind:"pair",pair:l}:{kind:"alone",comparison:{kind:"none",reason:{kind:"identical"}}}}var Ro="Give actions/checkout `fetch-depth: 0`, and its job `contents: read`. Or compare with recorded runs on purpose: `from: history` under `baseline`.";function Eo({path:e,directory:t,scenarios:n,k6Path:r=e},{changed:s}){let o=n.flatMap(({work:a})=>xn(a));return{patterns:s,always:[e,r,...o].map(a=>xo(t,a))}}function br({kind:e}){return e==="pull_request"||e==="merge_group"}function yr({message:e,hint:t}){return`${e}${t?` ${t}`:""}`}function Mo({message:e,hint:t=Ro}){return new $({what:`No base to measure beside the head: ${e}`,hint:t,exitCode:Q.unmeasured})}async function Ze(e,t,n){let{progress:r,environment:s,signal:o,subject:a}=n,{suite:i,directory:u}=e,c=n.base.credentials??null,l=Pn(n.store,{suite:i,directory:u,credentials:c,environment:s,signal:o});try{let{records:d,unreadable:m}=await l.list({newest:hn});for(let{name:S,reason:k}of m)r.note(`record ${S} is left out: ${k}`);let f=a.commit===null?null:n.baseBranch,g=d.filter(S=>S.branch===f),b=f===null?new Set:await ar(t,f,g);return b.size>0&&r.note(`${To(b.size)} no longer on ${f} and left out`),{store:l,baseline:gn(g,{branch:f,onBranch:S=>!b.has(S),leg:n.leg}),problem:null}}catch(d){if(!(d instanceof $)||d.exitCode!==Q.unmeasured)throw d;return r.note(`the records cannot be read, so there is no trend: ${d.message}`),{store:l,baseline:[],problem:d}}}function et({problem:e}){if(e===null)return;let{message:t,where:n,hint:r,detail:s}=e;throw new $({what:t,where:n,hint:r,detail:s,cause:e,exitCode:Q.unmeasured})}async function kr({store:e},t){try{return{recordPath:await e.append(t),unrecorded:null}}catch(n){if(n instanceof yt)throw n;let r=n instanceof $&&n.hint?` ${n.hint}`:"";return{recordPath:null,unrecorded:`${n.message}${r}`}}}function To(e){return e===1?"the commit of one record is":`the commits of ${e} records are`}import{randomInt as Yi}from"node:crypto";async function oe(e,{arms:t,together:n,block:r,variant:s}){e.starts++;let o=e.starts>1?`_${e.starts}`:"",a=s===void 0?"":`v${s}_`,i=await Promise.allSettled(n.map(async l=>{e.running.set(l,await jn(t[l],`${l}_${a}${r+1}${o}`))})),u=i.flatMap(l=>l.status==="rejected"?[l.reason]:[]),c=u.find(({arm:l})=>l!=="base")??u[0];if(c instanceof re&&(c.isOnlyHere=u.length<i.length),c!==void 0)throw c}async function ae({running:e}){let t=[...e.values()];e.clear();let r=(await Promise.allSettled(t.map(s=>s.stop()))).find(s=>s.status==="rejected");if(r)throw r.reason}import{readFileSync as nt}from"node:fs";import{availableParallelism as vr}from"node:os";import{setTimeout as Oo}from"node:timers/promises";var Co=250,Ao=.1;async function Te(e,t){let n=performance.now()+e,r=tt(0,new Set);for(;r.busy!==null&&performance.now()<n&&!t.aborted;){await Oo(500);let s=tt(0,new Set),o=(s.monotonic-r.monotonic)/1e3;if(((s.busy??0)-r.busy+(s.steal??0)-(r.steal??0))/o<Ao*vr())return!0;r=s}return r.busy===null}function xr(e,t,n=new Map){let r=[],s=vr(),o=()=>{let i=tt(e,new Set(t),n);(i.generator??0)<(r.at(-1)?.generator??0)||(r.push(i),s=No(e)??s)};o();let a=setInterval(o,Co);return{samples:r,take:o,generatorLimit:()=>s,stop(){clearInterval(a),o()}}}function tt(e,t,n=new Map){let r=$o(),{user:s,system:o}=process.cpuUsage(),a=new Set([e,...t]),i=r&&Ln(Nn()??[],a),u=i&&Po(i,e,t);return{wall:Date.now(),monotonic:performance.now(),busy:r?.busy??null,steal:r?.steal??null,generator:u?.generator??null,service:u?.service??null,self:(s+o)/1e6,opens:_o(),arms:new Map([...n].map(([c,l])=>[c,Io(i??[],l)]))}}function $o(){try{let[e,t,n,,,,,r]=nt("/proc/stat","latin1").slice(0,200).split(`
`)[0].trim().split(/\s+/).slice(1).map(Number);return{busy:(e+t+n)/Ve,steal:(r??0)/Ve}}catch{return null}}function _o(){try{let e=nt("/proc/self/net/snmp","latin1").split(`
`),[t,n]=e.filter(r=>r.startsWith("Tcp:")).map(r=>r.split(" "));return Number(n[t.indexOf("ActiveOpens")])}catch{return null}}function Rr(e,t,n){let[r,s]=[t,n].map(o=>Me(e,o,({opens:a})=>a));return r===null||s===null?null:Math.ceil(s-r)}function Io(e,t){let n=e.filter(({session:s})=>t.includes(s)),r=s=>n.reduce((o,a)=>o+s(a),0);return{seconds:r(({pid:s,seconds:o})=>Math.max(o,Dn(s)??0)),memory:r(({pid:s})=>Bn(s)??0)}}function Po(e,t,n){let r={generator:0,service:0};for(let{session:s,seconds:o}of e)s===t?r.generator+=o:n.has(s)&&(r.service+=o);return r}function No(e){try{return(/^Cpus_allowed_list:\s*(\S+)/m.exec(nt(`/proc/${e}/status`,"latin1"))?.[1]).split(",").map(r=>r.split("-").map(Number)).reduce((r,[s,o])=>r+(o===void 0?1:o-s+1),0)}catch{return null}}function rt(e,t,n,r){let s=(n-t)/1e3,o=m=>{let f=Me(e,t,m),g=Me(e,n,m);return f===null||g===null?null:Math.max(0,(g-f)/s)},[a,i,u,c]=[o(m=>m.busy),o(m=>m.generator),o(m=>m.service),o(m=>m.self)],l=r.outsiders?null:u,d=a!==null&&i!==null&&l!==null;return{cores:r.cores,generator:i,generatorLimit:r.generatorLimit,service:l,others:d?Math.max(0,a-i-l-(c??0)):null,steal:o(m=>m.steal),clockJumpMs:Lo(e,t,n)}}function Er(e,t,n,r){let s=u=>Me(e,u,c=>c.arms.get(t)?.seconds??null),[o,a]=[s(n),s(r)],i=e.findLast(({wall:u})=>u<=r)?.arms.get(t)?.memory??0;return o===null||a===null||a<o||i===0?null:{cpu:a-o,memory:i}}function Me(e,t,n){let r=e.findIndex(u=>u.wall>=t),s=e[r===-1?e.length-1:r],o=e[Math.max(0,(r===-1?e.length-1:r)-1)];if(!o||!s)return null;let[a,i]=[n(o),n(s)];return a===null||i===null?null:s.wall===o.wall?i:a+Math.min(1,Math.max(0,(t-o.wall)/(s.wall-o.wall)))*(i-a)}function Lo(e,t,n){let r=e.filter(s=>s.wall>=t&&s.wall<=n).map(s=>s.wall-s.monotonic);return r.length<2?0:Math.max(...r)-Math.min(...r)}function Mr(e){let{intended:t,sent:n,dropped:r}=e;if(st(e))return"disturbed";let s=t===null?0:t-n,o=t!==null&&s>Math.max(2,.01*t),a=Or(e);return t===null?Cr(e)?"generator-starved":"sound":o||r>0?a?"generator-starved":r>0&&o?"service-slow":o?(e.lagMs??0)>20?"generator-starved":"unknown":"sound":e.lagMs!==null&&e.lagMs>20&&!Do(e)?"generator-starved":"sound"}function st({cpu:e,clockJumpMs:t}){return t>100||e.steal!==null&&e.steal>.1*e.cores||e.others!==null&&e.others>.2*e.cores}function Do(e){let{cores:t,generator:n,service:r}=e.cpu;return n===null||r===null?!1:n<.3*t&&r>n&&n+r<.9*t&&ot(e)}function ot({cpu:{cores:e,others:t,steal:n},clockJumpMs:r}){return t!==null&&t<.05*e&&(n??0)<.025*e&&r<=100}function Tr(e,t){if(Or(e))return!0;let{generator:n,service:r}=e.cpu;return(t==="generator-starved"||t==="unknown")&&n!==null&&!(r!==null&&r>n)}function Or(e){let{cpu:t}=e;return t.generator===null?!1:Cr(e)?!0:t.generator+(t.service??0)+(t.others??0)>.9*t.cores&&t.generator>.45*t.cores}function Cr({cpu:{generator:e,generatorLimit:t}}){return e!==null&&t!==null&&e>.9*t}function ie(e,t){let{cpu:n,intended:r,sent:s,seconds:o,clockJumpMs:a,lagMs:i}=t,u=`${Math.max(0,Math.round((r??0)-s))} of ${Math.round(r??0)} arrivals never began in ${Bo(o)} s`,c=(l,d)=>`${Math.round(100*l/d)} %`;switch(e){case"disturbed":return a>100?`the clock jumped by ${Math.round(a)} ms`:n.steal!==null&&n.steal>.1*n.cores?`the hypervisor took ${c(n.steal,n.cores)} of the processors`:`other processes took ${c(n.others??0,n.cores)} of the processors`;case"generator-starved":{let l=n.generator===null?"":`; k6 had ${c(n.generator,n.generatorLimit??n.cores)} of its processors`;return`${(i??0)>20?`k6 began arrivals ${Math.round(i)} ms late (p99)`:`k6 fell behind: ${u}`}${l}`}case"unknown":return`${u}, and nothing shows why`;case"service-slow":return`the service was too slow for the rate: ${u}`;case"sound":return"nothing disturbed it"}}function Bo(e){return Math.round(e*10)/10}var Fo=.98,jo=.01,Uo=.8;function Ar(e,t,{diagnosis:n,evidence:r,slices:s}){let o=W(s,e.metric),{sent:a,intended:i}=r,u=i!==null&&a<Fo*i,c=Go(s),l=fe(s),m=!Number.isNaN(o)&&!qe(te,l)&&!qe(e,o)&&!u&&!c;return{rate:t,achieved:Ot(s),met:m,value:o,errors:l,dropped:s.reduce((f,g)=>f+g.dropped,0),...c&&{growing:c},...!m&&Tr(r,n)&&{limitedBy:"generator"}}}function Go(e){let t=e.filter(i=>Ct(i)>0).map(i=>({at:i.startedAt/1e3,wait:L([i],.5)/1e3})),n=t[0],r=t.at(-1);if(n===void 0||r===void 0||t.length<4||r.wait===1/0)return;let s=t.flatMap((i,u)=>t.slice(u+1).map(c=>c.wait>i.wait)),o=s.filter(Boolean).length>=Uo*s.length,a=(r.wait-n.wait)/(r.at-n.at);return o&&a>jo?!0:void 0}function $r(e){let t=e.filter(Ir);return e.filter(({slot:n})=>t.some(r=>r.slot.step===n.step&&r.slot.round===n.round))}function _r(e,t){let n=[...new Set(e.map(({slot:a})=>a.step.label))],r=e.filter(Ir).map(({diagnosis:a,evidence:i})=>ie(a,i));return`${`${e.length} ${e.length===1?"round":"rounds"} of ${n.join(", ")}`} ${t?"will be measured again":"discarded"}: ${[...new Set(r)].join("; ")}`}function Ir({diagnosis:e}){return e!=="sound"&&e!=="service-slow"}function Pr({slot:e,diagnosis:t,evidence:n},r){let{sent:s,intended:o,seconds:a,dropped:i,lagMs:u,clockJumpMs:c,cpu:l}=n,d=S=>S===null?"unknown":Number(S.toPrecision(3)),{generator:m,service:f,others:g,steal:b,cores:h}=l;return[`discarded: block ${r+1}, ${e.step.label}, ${e.arm}, round ${e.round+1}, ${e.turns?"in turns":"alone"}`,t==="sound"?"sound, but its counterpart is not":ie(t,n),`${s} of ${o??s} arrivals in ${d(a)} s, ${i} dropped, p99 of lateness ${d(u)} ms`,`of ${h} cores k6 used ${d(m)}, the service ${d(f)}, others ${d(g)}, the hypervisor ${d(b)}`,`the clock jumped by ${d(c)} ms`].join("; ")}import{availableParallelism as Ua}from"node:os";var J={grpc:2e3,socket:3e3,redis:9e3,exception:9001},Nr=1e4;function at({values:e,count:t},n){let r=new Map([[e[0],0],[e.at(-1),0]]);for(let[s,o]of e.entries())s===0||o!==e[s-1]||r.set(o,(r.get(o)??0)+n[s]-n[s-1]);return[...r].map(([s,o])=>({which:Math.floor(s/Nr),code:s%Nr,count:Math.max(1,Math.round(o*t))})).sort((s,o)=>o.count-s.count)}function Lr(e){let t=new Map;for(let n of e){let r=`${n.which} ${n.code}`;t.set(r,{...n,count:n.count+(t.get(r)?.count??0)})}return[...t.values()].sort((n,r)=>r.count-n.count)}var Wo=["OK","CANCELLED","UNKNOWN","INVALID_ARGUMENT","DEADLINE_EXCEEDED","NOT_FOUND","ALREADY_EXISTS","PERMISSION_DENIED","RESOURCE_EXHAUSTED","FAILED_PRECONDITION","ABORTED","OUT_OF_RANGE","UNIMPLEMENTED","INTERNAL","UNAVAILABLE","DATA_LOSS","UNAUTHENTICATED"];function Dr(e,t){if(e<1e3)return`status ${e}`;let n=t===void 0?"":`: ${t}`;return e>=J.exception?t??"exception":e>=J.redis?`redis${n}`:e>=J.socket?`WebSocket${n}`:e>=J.grpc?`gRPC status ${Wo[e-J.grpc]??e-J.grpc}${n}`:t??`error ${e} of k6`}import{createHash as Jo}from"node:crypto";import{existsSync as it,mkdirSync as Vo,readdirSync as Ko,readFileSync as Yo,symlinkSync as Qo,writeFileSync as jr}from"node:fs";import{dirname as Xo,join as D,resolve as Zo}from"node:path";import{fileURLToPath as ea}from"node:url";var Br=`/** Counts what a script does with \`k6/net/grpc\`: calls, and streams by the time to their first message. */
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
`;var Fr=`/** Counts the commands that a script sends with \`k6/experimental/redis\`. */
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
`;var Oe=`/** Counts what a script does with \`k6/websockets\` and \`k6/ws\`: connections, and the first message of each. */
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
`;var Ce={"k6/net/grpc":{file:"grpc.js",text:Br},"k6/websockets":{file:"websockets.js",text:Oe},"k6/experimental/websockets":{file:"websockets.js",text:Oe},"k6/ws":{file:"websockets.js",text:Oe},"k6/experimental/redis":{file:"redis.js",text:Fr}},lt=/(\bfrom|\bimport|\bimport\(|\brequire\()(\s{0,20})(["'])([^"'\n]{1,500})\3/g,Ur="mirrors",ta=500;function Gr(e,t){let r=[...sa(e)].filter(([,a])=>na(a).length>0);if(r.length===0)return e;let s=D(t,Ur,Jo("sha256").update(e).digest("hex").slice(0,8)),o=a=>D(s,a);if(!it(o(e))){let a=new Map(r.map(([i,u])=>[i,ra(u,t)]));if(qr("/",s,a),!it(o(e)))throw new Error(`${e} could not be mirrored`);for(let{file:i,text:u}of Object.values(Ce))jr(D(t,i),u)}return o(e)}function Wr(e,t){let[n,...r]=e.split(D(t,Ur,"/"));return[n,...r.map(s=>s.slice(s.indexOf("/")))].join("")}function na(e){return[...e.matchAll(lt)].map(([,,,,t])=>t).filter(t=>t in Ce)}function ra(e,t){return e.replace(lt,(n,r,s,o,a)=>a in Ce?`${r}${s}${o}${D(t,Ce[a].file)}${o}`:n)}function sa(e){let t=new Map,n=[e];for(let r=n.pop();r!==void 0&&t.size<ta;r=n.pop()){if(t.has(r)||!it(r))continue;let s=Yo(r,"utf8");t.set(r,s);for(let[,,,,o]of s.matchAll(lt))o.startsWith("file://")?n.push(ea(o)):/^\.{0,2}\//.test(o)&&n.push(Zo(Xo(r),o))}return t}function qr(e,t,n){Vo(t,{recursive:!0});let r=[...n.keys()].filter(o=>o.startsWith(e==="/"?"/":`${e}/`)),s=new Set(r.map(o=>o.slice(e==="/"?1:e.length+1).split("/")[0]));for(let o of new Set([...oa(e),...s])){let a=D(e,o),i=n.get(a);i!==void 0?jr(D(t,o),i):s.has(o)?qr(a,D(t,o),n):Qo(a,D(t,o))}}function oa(e){try{return Ko(e)}catch{return[]}}var ns=po(fo(),1);import{createReadStream as ba,existsSync as ya,readFileSync as wa,writeFileSync as Zr}from"node:fs";import{totalmem as ka}from"node:os";import{join as V}from"node:path";import{createInterface as va}from"node:readline";import{setTimeout as xa}from"node:timers/promises";var zr=`/**
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
`;var Hr=`// Lateness of an arrival (ms). Open model only. It says nothing while arrivals are dropped.
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
`;var Ae="books.js",Vr=zr,Jr={perSecond:50,share:1/8},la=["0.0.0.0/2","64.0.0.0/3","96.0.0.0/4","112.0.0.0/5","120.0.0.0/6","124.0.0.0/7","126.0.0.0/8","128.0.0.0/1",...Array.from({length:16},(e,t)=>`${(2**t).toString(16)}::/${16-t}`)];function Kr({program:e,targetUrl:t,confined:n,scriptPath:r,requestOf:s,dealOf:o=()=>null}){let a=e.slots[0].step.work,i=new Map(e.slots.map(m=>[m,o(m)])),u=Object.fromEntries(e.slots.map((m,f)=>{let g=i.get(m)??null,b=g===null?s(m):null;return[m.key,{id:`s${f}`,...ua(m,b,g),isConfined:n}]})),c=[...i.values()].filter(m=>m!==null),l=JSON.stringify(a.kind==="script"?r??a.path:null),d=a.kind==="script"?[`export * from ${l};`,`import * as user from ${l};`]:["const user = {};"];return[`import { CODES, needsBody, openIteration, TAG, tellFailure } from './${Ae}';`,"import { sleep } from 'k6';","import http from 'k6/http';","import exec from 'k6/execution';",...c.some(({dataFile:m})=>m!==null)?["import { SharedArray } from 'k6/data';"]:[],"import { Counter, Gauge, Trend } from 'k6/metrics';",...d,"",`const TARGET_URL = __ENV.TARGET_URL || ${JSON.stringify(t)};`,`const PERCENTS = ${JSON.stringify(Gn)};`,`const BLOCKED = ${JSON.stringify(n?la:[])};`,`const SEQUENCES = ${JSON.stringify(Object.fromEntries(c.map(({name:m,sequence:f})=>[m,f])))};`,`const ROWS = {${[...new Set(c.flatMap(ca))].join(", ")}};`,`const SLOTS = ${JSON.stringify(u,null,2)};`,`const SCENARIOS = ${JSON.stringify(Object.fromEntries(e.slots.map(m=>[Yr(m),da(m)])),null,2)};`,"",Hr].join(`
`)}function ca({name:e,dataFile:t}){if(t===null)return[];let n=JSON.stringify(e);return[`${n}: new SharedArray(${n}, () => JSON.parse(open(${JSON.stringify(`./${t}`)})))`]}function ct(e){return e.round!==null||e.slices>1}function Yr({key:e,turns:t}){return t?.scenario??e}function ua(e,t,n){let{load:r,work:s,label:o}=e.step,a=n?.requests.map((i,u)=>({...i,which:u}));return{label:o,measured:ct(e),told:e.arm==="head",startMs:e.startSeconds*1e3,settleMs:e.settleSeconds*1e3,sliceMs:(e.seconds-e.settleSeconds)*1e3/e.slices,slices:e.slices,rate:r.kind==="arrival-rate"?r.rate:null,sampledShare:r.kind==="arrival-rate"?Math.min(1,Jr.perSecond/r.rate):Jr.share,scenario:Yr(e),scenarioName:e.step.scenario,turns:e.turns&&{...e.turns,...ke(e)},iterations:e.round===null?null:e.requests,exec:s.kind==="script"?s.exec:null,custom:[...new Set(ge(e.step.slos).map(({name:i})=>i))],deal:n&&{name:n.name,first:n.first,requests:a},request:a?.[0]??(t&&{method:t.method,url:t.url,headers:t.headers,body:t.body??null,expectStatus:t.expectStatus,timeoutMs:t.timeoutSeconds*1e3})}}function da(e){let{load:t,virtualUsers:n,graceSeconds:r}=e.step,s={exec:"runIteration",startTime:`${e.startSeconds}s`,gracefulStop:`${r}s`},o=`${e.seconds}s`;switch(t.kind){case"arrival-rate":return{...s,executor:"constant-arrival-rate",duration:o,...ma(t.rate),preAllocatedVUs:n,maxVUs:n};case"users":return{...s,executor:"constant-vus",duration:o,vus:t.users};case"fixed-work":return e.round===null?{...s,executor:"constant-vus",duration:o,vus:t.users}:{...s,executor:"shared-iterations",vus:t.users,iterations:e.requests??t.requests,maxDuration:`${q}s`}}}function ma(e){for(let[t,n]of[["1s",1],["1m",60],["1h",3600]]){let r=e*n;if(Math.abs(r-Math.round(r))<1e-9*r)return{rate:Math.round(r),timeUnit:t}}return{rate:Math.max(1,Math.round(e*3600)),timeUnit:"1h"}}var $e=N({count:R(),avg:R(),values:P(R())}).nullable(),pa=Tt("type",[N({type:X("trend"),count:R(),avg:R(),values:P(R())}),N({type:X("rate"),hits:R(),count:R()}),N({type:X("counter"),sum:R()})]),fa=N({schemaVersion:X(1),percents:P(R()),slots:Le(G(),N({startedAt:R(),endedAt:R(),dropped:R(),answers:P(N({sizes:$e,statuses:$e})),slices:P(N({started:R(),finished:R(),exceptions:R(),barren:R(),untagged:R(),begun:R(),voided:R(),resent:R(),connects:R(),received:R(),failed:$e,latency:$e,lag:N({p50:R(),p99:R(),max:R()}).nullable(),custom:Le(G(),pa).optional()}))})),thresholds:P(G()),fed:P(G()),unfed:P(G()),lost:R(),seen:P(At).optional()});function Qr(e){return fa.parse(JSON.parse(e))}function Xr(e,t){return t.filter(n=>ct(n)&&(e.slots[n.key]?.startedAt??0)>0).map(n=>({...ha(n,e.slots[n.key],e.percents),seen:e.seen}))}function ha(e,t,n){let r=n.map(h=>h/100),{load:s,work:o}=e.step,a=s.kind==="fixed-work"&&t.endedAt>t.startedAt?(t.endedAt-t.startedAt)/1e3:e.seconds-e.settleSeconds,i=s.kind==="arrival-rate"?s.rate:null,u=ke(e),c=u===null?a/e.slices:u.planned/i/e.slices,l=i===null?null:i*c,d=o.kind==="script",m=t.slices.map((h,S)=>{let{latency:k,failed:E,exceptions:O}=h;return{startedAt:t.startedAt+(e.settleSeconds+S*a/e.slices)*1e3,seconds:c,...e.turns!==null&&{alternating:!0},planned:l,ok:k?.count??0,failed:Math.max(E?.count??0,O)+ut(h,d),dropped:Sa(t,h,s.kind==="fixed-work"?e:null,l),...h.resent>0&&{resent:h.resent},latency:k&&{levels:r,values:k.values},avg:k?.avg??null,lag:h.lag,...Object.keys(h.custom??{}).length>0&&{custom:ga(h.custom,r)}}}),f=h=>t.slices.reduce((S,k)=>S+h(k),0),g=f(h=>ut(h,d)),b=f(h=>h.started>h.finished?0:ut(h,!0));return{slot:e,slices:m,sent:f(({started:h})=>h),intended:l===null?null:l*e.slices,barren:f(({barren:h})=>h),lost:d?b+(ge(e.step.slos).length>0?f(({untagged:h})=>h):0):0,cut:g,received:f(({received:h})=>h),failures:Lr(t.slices.flatMap(({failed:h})=>h===null?[]:at(h,r))),answers:t.answers.map(({sizes:h,statuses:S})=>({sizes:h&&{...h,levels:r},statuses:new Map(S?at(S,r).map(({code:k,count:E})=>[k,E]):[])})),connects:f(({connects:h})=>h)}}function ut({started:e,begun:t,voided:n,latency:r,failed:s},o){let a=n+(r?.count??0)+(s?.count??0);return Math.max(0,(o?t:e)-a)}function ga(e,t){return Object.fromEntries(Object.entries(e).map(([n,r])=>[n,r.type==="trend"?{...r,levels:t}:r]))}function Sa(e,t,n,r){return e.dropped===0?0:Math.round(n?e.dropped/n.slices:Math.min(e.dropped,Math.max(0,(r??0)-t.started)))}var es={100:"its `setup` did not finish in time",101:"its `teardown` did not finish in time",104:"k6 does not accept its options",107:"it threw an exception outside an iteration",108:"it aborted the test",110:"it marked the test as failed"},Ra=99,ts=105;async function rs(e){let{folder:t,name:n}=e,r=V(t,`${n}.js`),s=V(t,`${n}.summary.json`),o=V(t,`${n}.log`),a=V(t,"k6-config.json");Zr(r,e.script),ya(V(t,Ae))||ns.default.sync(V(t,Ae),Vr),Zr(a,"{}");let i=await Fn({command:[e.binary,"run","--quiet","--no-color","--no-usage-report","--config",a,"--address","","--env",`TARGET_URL=${e.targetUrl}`,"--env",`BASE_URL=${e.targetUrl}`,"--env",`TAILGATE_SUMMARY=${s}`,r],cwd:e.cwd,env:{...Ca(),...pe(e.environment),...!e.mayFetch&&{K6_AUTO_EXTENSION_RESOLUTION:"false"}},logPath:o,keeper:e.keeper}),u=i.exited.then(async c=>{let l=Wr(Je(o),t),d=c.code??-1,m=(f,g)=>({kind:"failed",fault:f,message:g,log:l});if(c.signal!==null)return m("harness",`k6 was ended by ${c.signal}`);if(d in es){let f=l.replaceAll('\\"','"'),g=/TAILGATE_EXPORTS (\S+): (.*?) TAILGATE_END/.exec(f),b=/TAILGATE_REFUSED (.*?) TAILGATE_END/.exec(f)?.[1];return{...m("script",b??`${es[d]}${Ta(f)}`),...g!==null&&{missing:{exec:g[1],there:g[2]}}}}if(d!==0&&d!==Ra&&d!==ts)return m("harness",`k6 ended with exit code ${d}`);try{let f=Qr(wa(s,"utf8"));return{kind:"measured",complete:d!==ts,summary:f,...await Aa(o)}}catch(f){return m("harness",`k6 left no readable summary: ${f.message}`)}});return{group:i,began:Ma(o,i),finished:u}}var Ea=20;async function Ma(e,{exit:t}){for(;t()===null;){let n=/TAILGATE_BEGAN (\d+)/.exec(Je(e))?.[1];if(n!==void 0)return Number(n);await xa(Ea)}return null}function Ta(e){let t=/"(k6\/x\/[^"\s]+)"/.exec(e)?.[1];return t!==void 0?`: it imports \`${t}\`, an extension that this k6 lacks. None is fetched from elsewhere unless \`allow\` names hosts; give \`k6.path\` a k6 that has it`:/ of undefined/.test(e)?"; Tailgate replaces its scenarios and its load, so `exec.test.options.scenarios` has not those of the script":""}var Oa=4;function Ca(){let e=Math.min(ka(),process.constrainedMemory?.()||Number.POSITIVE_INFINITY);return{GOGC:"800",GOMEMLIMIT:`${Math.floor(e/Oa/2**20)}MiB`}}async function Aa(e){let t=new Map,n=new Map;for await(let r of va({input:ba(e)})){let s=/TAILGATE_(FAILURE|REDIRECT) ((?:[^"\\]|\\.)*)"/.exec(r);if(s===null)continue;let o=s[2].replaceAll('\\"','"');if(s[1]==="FAILURE"){let[,a,i,u]=/^(\d+) (.*?): (.*)$/s.exec(o)??[],c=`${a} ${i}`;u!==void 0&&!t.has(c)&&t.set(c,{label:i,code:Number(a),text:u})}else{let[,a,i,u,c]=/^(\d+) (\d+) (\S+) (.*)$/s.exec(o)??[],l=`${a} ${c}`;if(c===void 0||n.has(l))continue;n.set(l,{label:c,which:Number(a),status:Number(i),location:u==="-"?null:u})}}return{told:[...t.values()],redirects:[...n.values()]}}import{existsSync as Ia,writeFileSync as Pa}from"node:fs";import{join as Na}from"node:path";var $a=1;function ss(e){let t=e.map(({weight:u})=>u),n=t.reduce(os),r=t.map(u=>u/n),s=r.flatMap((u,c)=>Array.from({length:u},()=>c)),o=Wn($a);for(let u=s.length-1;u>0;u--){let c=o.index(u+1);[s[u],s[c]]=[s[c],s[u]]}let a=r.map(()=>0),i=s.map(u=>a[u]++);return{order:s,ranks:i,counts:r}}function os(e,t){return t===0?e:os(t,e%t)}function as(e,t,n,r){let s=[],o=0;for(let{name:a,offset:i,length:u}of vt(e)){let c=a.startsWith("data.")?t.indexOf(a.slice(5)):-1;if(c<0)continue;let l=i+u,d=n==="json"&&_a(e,i,l);s.push(r(e.slice(o,d?i-1:i)),{column:c,as:d?"value":n}),o=d?l+1:l}return s.length===0?r(e):[...s,r(e.slice(o))]}function _a(e,t,n){return e[t-1]==='"'&&e[t-2]!=="\\"&&e[n]==='"'&&e[n+1]!==":"}function is(e,t,n){if(e.step.work.kind==="script")return null;let{request:r}=e.step.work;return{...r,url:cs(t.fill(r.url),t,n,e),headers:Object.fromEntries(Object.entries(r.headers).map(([s,o])=>[s,t.fill(o)])),body:r.body===void 0?void 0:t.fill(r.body)}}function ls(e,t,n,{config:r,folder:s}){let{work:o,scenario:a}=e.step;if(o.kind==="script"||o.mix===void 0&&o.data===void 0)return null;let i=o.data?`data-${a}.json`:null;i!==null&&La(o.data.path,Na(s,i));let u=(l,d)=>as(l,o.data?.columns??[],d,n.fill),c=ee(o);return{name:a,dataFile:i,first:Ba(e,t),sequence:ss(c),requests:c.map(({request:l})=>({name:`${l.method} ${l.url}`,method:l.method,url:cs(u(l.url,"path"),n,r,e),headers:Object.fromEntries(Object.entries(l.headers).map(([d,m])=>[d,u(m,"raw")])),body:l.body===void 0?null:u(l.body,l.quotesData?"json":"raw"),expectStatus:l.expectStatus,timeoutMs:l.timeoutSeconds*1e3}))}}function La(e,t){Ia(t)||Pa(t,JSON.stringify(Ft(Ht(e),e).rows))}function cs(e,{targetUrl:t},n,{step:r}){let[s,...o]=typeof e=="string"?[e]:e,a=String(s),i=a.startsWith("/")?t+a:a;return Gt(i,n,`request of ${r.label}`),typeof e=="string"?i:[i,...o]}var Da=16;function Ba({step:{load:e},round:t,seconds:n,turns:r,requests:s},o){let a=e.kind==="arrival-rate"?e.rate*n/(r?.of??1):s??0;return(o*Da+(t===null?0:t+1))*Math.ceil(a)}function us(e,{instances:t,began:n,sample:r}){let s=[],o=new Set,a=!1,i=()=>{for(let l of o)t.get(l)?.resume();o.clear()},u=l=>{for(let[d,m]of t)d!==l&&(m.halt(),o.add(d))},c=e.slots.flatMap(l=>[...t.size>1&&l.round!==null&&A(l)?[{at:l.startSeconds,act:()=>u(l.arm)},{at:Fa(l),act:i}]:[],...ja(l).map(d=>({at:d,act:r}))]);return n.then(l=>{if(!(l===null||a))for(let{at:d,act:m}of c)s.push(setTimeout(m,l+d*1e3-Date.now()))}),{end(){a=!0;for(let l of s)clearTimeout(l);i()}}}function Fa({step:e,startSeconds:t,seconds:n}){return t+(e.load.kind==="fixed-work"?q:n)}function ja({round:e,step:t,startSeconds:n,seconds:r,settleSeconds:s,slices:o}){if(e===null&&o===1||t.load.kind==="fixed-work")return[];let a=(r-s)/o;return Array.from({length:o+1},(i,u)=>n+s+u*a)}var Ga=150+q;async function le(e,t,{around:n,k6:r,folder:s,instances:o,shared:a,block:i=0}){let u=[...new Set(e.slots.map(w=>w.step.label))].join(", "),l=[...new Set(e.slots.map(({arm:w})=>w))].includes("head")?"head":"base",{targetUrl:d}=o.get(l),{work:m}=e.slots[0].step,f=new Map(e.slots.map(w=>[w,ls(w,i,o.get(w.arm),{config:n.config,folder:s})])),g=await rs({binary:r,folder:s,name:t,script:Kr({program:e,targetUrl:d,confined:n.config.allow.length===0,requestOf:w=>is(w,o.get(w.arm),n.config),dealOf:w=>f.get(w)??null,...m.kind==="script"&&{scriptPath:Gr(m.path,s)}}),cwd:n.config.directory,targetUrl:d,environment:{...n.environment,...Ka(e,o.get(l))},mayFetch:n.config.allow.length>0,keeper:n.keeper}),b=Date.now(),h=[...o.values(),a],S=xr(g.group.pid,h.flatMap(({sessions:w})=>w),new Map([...o].map(([w,{sessions:Y}])=>[w,Y]))),k=us(e,{instances:o,began:g.began,sample:S.take}),E=()=>g.group.signal("SIGKILL");n.signal.addEventListener("abort",E,{once:!0}),n.signal.aborted&&E();for(let w of h)w.crashed.then(()=>w.crash()!==null&&g.group.signal("SIGINT"));let O=!1,T=e.seconds+Ga,p=setTimeout(()=>{O=!0,E()},T*1e3),y=await g.finished;clearTimeout(p),k.end(),S.stop(),n.signal.removeEventListener("abort",E),await g.group.stop("SIGTERM",1e3);let v=(Date.now()-b)/1e3,x=e.slots.findLast(w=>w.startSeconds<=v)??e.slots[0],M={slots:[],crash:ce(o,a,x.step.label),failure:null,failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],loadSeconds:v};if(n.signal.aborted)return M;let F=w=>M.crash===null?{...M,failure:{...w,label:u,arm:l}}:M;if(y.kind==="failed"&&y.missing){let{exec:w,there:Y}=y.missing;throw new $({what:`The k6 script of ${u} has no function \`${w}\`: ${Y}.`,where:m.kind==="script"?m.path:u,hint:"Name the function to measure with `exec` in tailgate.yml, or export it as `default`."})}if(y.kind==="failed"){let w=`k6 had not ended after ${Math.round(T)} s, and was killed`;return F(O?{...y,message:w}:y)}if(!y.complete&&M.crash===null)return F({kind:"failed",fault:"harness",message:"k6 was interrupted from outside",log:""});let I={cores:Ua(),generatorLimit:S.generatorLimit(),outsiders:za(n)},me=Xr(y.summary,e.slots).map(w=>Ja(w,S.samples)).map(w=>Va(w,S.samples,I)).map(w=>ms(n)?w:Ha(w,S.samples,o)),j=w=>l==="head"?w.map(Y=>({label:u,threshold:Y})):[],{summary:C,redirects:uo}=y,mo=e.slots.every(({round:w})=>w===null);return{...M,failures:me.filter(({slot:w})=>w.arm==="head"&&(w.round!==null||mo)).flatMap(w=>Wa(w,y.told,f.get(w.slot)?.requests??[])),redirects:uo,thresholds:j(C.thresholds),fed:j(C.fed),unfed:j(C.unfed),lost:C.lost>0?[{label:u,requests:C.lost}]:[],slots:me}}function Wa({slot:e,failures:t,cut:n,received:r,sent:s,slices:o,barren:a},i,u){let{label:c,graceSeconds:l}=e.step,d=t.map(({code:h,which:S,count:k})=>{let E=i.find(T=>T.label===c&&T.code===h)?.text,O=u.length>1?` of ${u[S]?.name}`:"";return{label:c,text:`${Dr(h,E)}${O}`,count:k}}),m=i.find(h=>h.label===c&&h.text.startsWith("exception")),f=a+o.reduce((h,S)=>h+S.failed,0)-n;if(m!==void 0&&f>d.reduce((h,{count:S})=>h+S,0)&&d.push({label:c,text:m.text,count:a||1}),n===0)return d;let b=n===s&&r>0?`the answer began, and did not end within ${l} s`:`no complete answer within ${l} s`;return[...d,{label:c,text:b,count:n}].sort((h,S)=>S.count-h.count)}function ce(e,t,n){for(let[r,s]of[["shared",t],...e]){let o=s.crash();if(o!==null)return{...o,arm:r,label:n}}return null}var qa=/\b(docker|podman|nerdctl)\b/;function za(e){let{external:t,services:n}=e.config;return t.length>0||n.some(({start:r})=>r===void 0)||ms(e)}function ms({config:e}){return e.services.some(({start:t})=>t!==void 0&&qa.test(t))}function Ha(e,t,n){let{arm:r,turns:s}=e.slot,o=n.get(r);if(o?.sessions.length===0)return e;let a=o?.startupMs,i=e.slices.map(u=>{let{startedAt:c,seconds:l}=u,d=Er(t,r,c,c+l*(s?.of??1)*1e3);return{...u,...d,...a!==void 0&&{startup:a}}});return{...e,slices:i}}var ds=250;function Ja(e,t){let{slices:n,slot:r,connects:s}=e,o=n[0].startedAt,a=n.reduce((l,d)=>l+d.seconds,0)*(r.turns?.of??1),i=Rr(t,o-ds,o+a*1e3+ds),u=i===null?0:Math.max(0,i-s),c=n.map(({resent:l=0,...d})=>{let m=Math.min(l,u);return u-=m,{...d,...m>0&&{resent:m}}});return{...e,slices:c}}function Va(e,t,n){let{slices:r}=e,s=r.reduce((m,f)=>m+f.seconds,0),o=r[0].startedAt,a=s*(e.slot.turns?.of??1),{clockJumpMs:i,...u}=rt(t,o,o+a*1e3,n),c=r.map(({startedAt:m,seconds:f})=>{let g=m+f*(e.slot.turns?.of??1)*1e3,{clockJumpMs:b,...h}=rt(t,m,g,n);return st({cpu:h,clockJumpMs:b})}),l=r.flatMap(m=>m.lag===null?[]:[m.lag.p99]),d={sent:e.sent,intended:e.intended,seconds:s,dropped:r.reduce((m,f)=>m+f.dropped,0),lagMs:l.length>0?Math.max(...l):null,cpu:u,clockJumpMs:i};return{...e,evidence:d,diagnosis:Mr(d),disturbed:c}}function Ka({slots:e},{fill:t}){return Object.fromEntries(Object.entries(e[0].step.parameters??{}).map(([n,r])=>[`VARIANT_${n.toUpperCase()}`,t(r)]))}var Ya=1.25,Qa=1;function ps(e,t){let n=L(t,.5),r=a=>!(L(a,.5)>Ya*n),s=e.findIndex((a,i)=>r([a])&&r(e.slice(i)));if(s===-1)return null;let o=e.slice(0,s).reduce((a,i)=>a+i.seconds,0);return Math.max(Qa,o)}function fs(e,t,n){let r=e.filter(({slot:s})=>s.round===null&&!t.some(o=>o.slot.step===s.step));for(let{slot:s,slices:o}of r){let a=e.filter(l=>l.slot.round!==null&&l.slot.step===s.step&&l.slot.arm===s.arm&&A(l.slot)===A(s)),i=ps(o,a.flatMap(({slices:l})=>l)),{label:u}=s.step,c=n.get(u);n.set(u,c===null||i===null?null:Math.max(c??0,i))}}var Xa=3;function hs({steps:e},t){let n=e.flatMap(({label:r})=>{let s=t.flatMap(({warmUps:o})=>o.get(r)??[]);return s.length>0?[[r,Math.max(...s)]]:t.length>=Xa?[[r,ye.seconds]]:[]});return new Map(n)}var _e=2e4,Za=2;async function gs(e,t,n){let r=performance.now(),s={index:t,kept:[],discarded:[],crash:null,failure:null,failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],soakFailures:[],warmUps:new Map,soak:[],loadSeconds:0,wallSeconds:0};for(let[o,a]of e.entries())ue(s,n)&&await ei(a,o,s,n);return s.wallSeconds=(performance.now()-r)/1e3,s}async function ei(e,t,n,r){let s={running:new Map,starts:0};try{ni(n.index,e.arms,r),await oe(s,{...r,together:e.arms,block:n.index});for(let[o,a]of e.programs.entries()){let i=`${Ss(n,r)}-${t+1}-${o+1}`;await si(a,i,s,n,r)}e.arms.length>1&&ue(n,r)&&await ti(s,n,r)}finally{await ae(s)}}async function ti(e,t,n){let{arms:r,shared:s,k6:o,folder:a,progress:i}=n,u={around:r.head,k6:o,folder:a,instances:e.running,shared:s,block:t.index},c=n.soak?.(t)??[];for(let l=1;c.length>0&&ue(t,n);l++){let{arm:d}=c[0].slots[0],m=c.reduce((g,b)=>g+b.seconds,0);i.phase(`keeping the ${d} under load, for stalls, growth and memory`,m);let f=[...e.running].filter(([g])=>g!==d).map(([,g])=>g);for(let g of f)g.halt();try{for(let[g,b]of c.entries()){let h=`${Ss(t,n)}-soak-${l}-${g+1}`,S=await le(b,h,u);t.crash??=S.crash,t.failure??=S.failure,t.loadSeconds+=S.loadSeconds,t.soak.push(...S.slots),t.soakFailures.push(...S.failures)}}finally{for(let g of f)g.resume()}c=n.soak?.(t)??[]}}function Ss({index:e},{variant:t}){return`${t===void 0?"":`variant-${t}-`}block-${e+1}`}function ni(e,t,n){let{arms:r,progress:s}=n,{services:o}=r.head.config,a=o.filter(({start:i,scope:u})=>i&&u==="instance").map(({name:i})=>i);a.length===0||e>0||s.phase(`starting ${a.join(", ")}${r.base?` of ${t.join(" and ")}`:""}`)}function ri({index:e},{planned:t}){return t>1?`block ${e+1} of ${t}: `:""}async function si(e,t,n,r,s){let{arms:o,shared:a,k6:i,folder:u,progress:c,repeatDisturbed:l=!0}=s,d=e,m=!0;for(let f=0;d!==null&&ue(r,s);f++){let g=[...new Set(d.slots.map(C=>C.step.label))].join(", ");c.phase(`${ri(r,s)}measuring ${g}`,d.seconds);let b=f===0?t:`${t}-again${f}`,h=await le(d,b,{around:o.head,k6:i,folder:u,instances:n.running,shared:a,block:r.index}),{crash:S,failure:k,failures:E,redirects:O,thresholds:T,fed:p,unfed:y,lost:v,loadSeconds:x,slots:M}=h;r.crash=S,r.failure=k??r.failure,r.failures.push(...E),r.redirects.push(...O),r.fed.push(...p),r.unfed.push(...y),r.lost.push(...v),r.loadSeconds+=x;let F=M.filter(({slot:C})=>C.round!==null),I=S===null&&l?$r(F):[],me=F.filter(C=>!I.includes(C));r.kept.push(...me),r.discarded.push(...I),I.length===0&&r.thresholds.push(...T);for(let C of I)be(()=>Pr(C,r.index));fs(M,I,r.warmUps);let j=I.map(({slot:C})=>C);d=j.length>0&&f<Za&&m?ln(e,j):null,I.length>0&&c.note(_r(I,d!==null)),d!==null&&(m=await ai(s),r.crash=ce(n.running,a,j[0].step.label),o.base&&ue(r,s)&&await oi(n,r,s))}}async function oi(e,t,n){let r=[...e.running.keys()];await ae(e),await oe(e,{...n,together:r,block:t.index})}async function ai({arms:e,progress:t}){return t.phase(`waiting for the machine to calm down (${_e/1e3} s at most)`),Te(_e,e.head.signal)}function ue({crash:e,failure:t},{arms:n}){return e===null&&(t===null||dt(t))&&!n.head.signal.aborted}function dt({arm:e,fault:t}){return e==="base"&&t==="script"}var ii=8,li=2;async function bs(e,t){let{instances:n,around:r,shared:s,start:o,progress:a,block:i,repeatDisturbed:u=!0}=t,c=[...n.keys()],l={block:i,arms:new Map(c.map(g=>[g,{trials:[],estimate:null}])),discarded:[],crash:null,failure:null,loadSeconds:0},d=0,m=g=>l.arms.get(g).trials,f=()=>l.crash===null&&l.failure===null&&!r.signal.aborted;for(let g=1;f()&&l.loadSeconds<t.secondsLeft;g++){let b=c.flatMap(k=>{let E=pn({...e.goal,outcomes:m(k),start:o});return E===null?[]:[{arm:k,...E}]});if(b.length===0)break;t.drawFirst()!==b[0].arm&&b.reverse(),a.phase(ui(e,b,l));let h=[];for(let[k,E]of ci(e,b,g===1).entries()){if(!f())break;let O=`search-${e.scenario}-${i+1}-${g}-${k+1}`,T=await le(E,O,{...t,around:r,instances:n,shared:s});l.crash=T.crash,l.failure=T.failure,l.loadSeconds+=T.loadSeconds;let p=T.slots.filter(({slot:v})=>v.round!==null),y=u?p.filter(({diagnosis:v})=>v==="disturbed"):[];if(h.push(...y),!(y.length>0))for(let v of p){let{rate:x}=b.find(({arm:F})=>F===v.slot.arm),M=Ar(e.goal.slo,x,v);m(v.slot.arm).push(M)}}if(h.length===0)continue;l.discarded.push(...h);let S=h.map(({diagnosis:k,evidence:E})=>ie(k,E));if(a.note(`a trial of ${e.label} is discarded: ${[...new Set(S)].join("; ")}`),l.discarded.length>ii||d===li)break;await Te(_e,r.signal)||d++,l.crash??=ce(n,s,e.label)}for(let g of l.arms.values())g.estimate=fn(g.trials,e.goal);return l}function ci(e,t,n){return e.work.kind==="request"?[je(e,t,n)]:t.map(r=>je(e,[r],n))}function ui({label:e},t,{arms:n}){let r=t.map(({arm:s,rate:o})=>{let{trials:a}=n.get(s),i=Math.max(0,...a.filter(({met:d})=>d).map(d=>d.rate)),u=Math.min(...a.filter(({met:d})=>!d).map(d=>d.rate)),c=[...i>0?[`${B(i)} meets`]:[],...u<1/0?[`${B(u)} does not`]:[]],l=c.length>0?`${c.join(", ")}; `:"";return`${n.size>1?`${s}: `:""}${l}trying ${B(o)}`});return`capacity of ${e}: ${r.join(" \xB7 ")}`}function ys({label:e},{arms:t}){let n=[...t].map(([r,{estimate:s,trials:o}])=>{let a=t.size>1?`${r} `:"",i=`${o.length} trials`;if(s===null)return`${a}not found (${i})`;let{kind:u,value:c,low:l,high:d}=s;return u==="found"?`${a}${B(c)} (${B(l)} \u2026 ${B(d)}, ${i})`:`${a}${u==="below"?`less than ${B(d)}`:`at least ${B(l)}`} (${i})`});return`capacity of ${e}: ${n.join("; ")}`}function B(e){return`${Number(e.toPrecision(4)).toLocaleString("en")} req/s`}var ws={far:2,near:1.12},di=.7;async function ks(e,t,n){for(let s of e)t.set(s,[]);let r=Math.max(0,...e.map(({blocks:s})=>s.most));for(let s=0;s<r;s++){let o=e.filter(d=>fi(d,t.get(d),s));if(o.length===0||vs(t,n))return;let i=n.drawFirst()==="head"?["head","base"]:["base","head"],u=n.arms.base?i:["head"],c=new Map(o.map(d=>[d,hi(d,t.get(d))])),l=n.swapped?u.map(d=>[d]):[u];for(let[d,m]of l.entries())await mi(o,{together:m,block:s,before:c,found:t,share:1/(l.length-d)},n)}}async function mi(e,{together:t,block:n,before:r,found:s,share:o},a){let{arms:i,progress:u}=a,c={running:new Map,starts:0};try{u.phase(`starting services for the search of a capacity, start ${n+1}`),await oe(c,{arms:i,together:t,block:pi+n});for(let l of e){if(vs(s,a))return;let d=s.get(l),m=await bs(l,{...a,around:i.head,instances:c.running,block:n,start:r.get(l),secondsLeft:o*xs(l,d)});d.push(m),u.note(ys(l,m))}}finally{await ae(c)}}var pi=1e3;function vs(e,{arms:t}){let n=[...e.values()].flat();return t.head.signal.aborted||n.some(({crash:r,failure:s})=>r!==null||s!==null)}function xs({budgetSeconds:e},t){return e-t.reduce((n,{loadSeconds:r})=>n+r,0)}function fi(e,t,n){if(n===0)return!0;if(n>=e.blocks.most)return!1;let r=Array.from({length:n},(a,i)=>t.filter(u=>u.block===i).reduce((u,{loadSeconds:c})=>u+c,0)),[s,...o]=r;return xs(e,t)>=di*Math.min(Fe.later/Fe.first*s,...o)}function hi({goal:e},t){let n=t.flatMap(({arms:r})=>[...r.values()].flatMap(({estimate:s})=>s??[]));return n.length===0?{rate:e.from,factor:ws.far}:{rate:_t(n.map(({value:r})=>r)),factor:ws.near}}function Rs(e,t){let[n,...r]=e;if(r.length===0)return n;let s=u=>e.flatMap(u),o={slos:s(({slos:u})=>u),changes:s(({changes:u})=>u),faults:s(({faults:u})=>u),invalid:s(({invalid:u})=>u)},a=u=>K(e.map(({effort:c})=>c[u])),i=s(u=>u.redirects??[]);return{...n,...Ee({...o,failOn:t}),...o,costs:s(({costs:u})=>u),suspects:s(({suspects:u})=>u),...i.length>0&&{redirects:i},pair:gi(e.flatMap(({pair:u})=>u??[])),effort:{slices:a("slices"),discardedRounds:a("discardedRounds"),instances:a("instances"),loadSeconds:a("loadSeconds")}}}function gi(e){let[t]=e;return t===void 0?null:{...t,variants:e.length,blocks:K(e.map(({blocks:n})=>n)),planned:K(e.map(({planned:n})=>n)),discarded:{base:K(e.map(({discarded:n})=>n.base)),head:K(e.map(({discarded:n})=>n.head))},error:Number(Math.min(1,K(e.map(({error:n})=>n))).toFixed(9))}}function K(e){return e.reduce((t,n)=>t+n,0)}async function mt(e,{pair:t,guessMissing:n},r){let{kind:s,arm:o,service:a,log:i}=e,u=r?`${e.message} (variant ${r.name})`:e.message,c=o===null?null:await n(o,i);if(o!=="base"||t===void 0){let l=c===null?"":`; \`${c}\` is git-ignored, so a fresh tree has none: let \`build\` make it, or name it in \`reuse\``,d=e.isOnlyHere&&o==="head"&&{onlyHead:!0};return{kind:s,service:a,message:u+l,log:i,...d}}return{kind:"base-failed",fault:s,commit:t.baseCommit,service:a,message:u,log:i,missing:c}}function Es({draft:e},t){let n=e.pair?.baseCommit;if(t===void 0||n===void 0)return null;let{crash:r,failure:s}=t;if(r?.arm==="base"){let{service:u,exit:c,log:l}=r,d=`it ended with ${c} under load`;return{kind:"base-failed",fault:"crashed",commit:n,service:u,message:d,log:l,missing:null}}if(r!==null||s===null||!dt(s))return null;let{label:o,log:a}=s,i=`the script of ${o} fails on the base, though not on the head: ${s.message}`;return{kind:"base-failed",fault:"script-failed",commit:n,service:o,message:i,log:a,missing:null}}function Ms({label:e,kept:t,failures:n}){let r=[],s=As(t.filter(({diagnosis:a})=>a==="service-slow"));s!==null&&r.push({kind:"cannot-keep-up",label:e,...pt(s),cpu:s.cpu});let o=Os({label:e,slices:t.flatMap(a=>a.slices),failures:n});return o===null?r:[...r,o]}function Ts(e){let t=Os(e);return t&&{...t,soak:!0}}function Os({label:e,slices:t,failures:n}){let r=t.reduce((o,a)=>o+a.failed,0),s=t.reduce((o,a)=>o+a.failed+a.ok,0);return r<=.001*s?null:{kind:"failing",label:e,failed:r,requests:s,examples:n.slice(0,3)}}var Si=.01;function bi({label:e,kept:t,failures:n,thresholds:r,lost:s}){let o=c=>({kind:"script-failed",label:e,message:c,log:""}),a=t.reduce((c,l)=>c+l.barren,0),i=t.reduce((c,l)=>c+l.evidence.sent,0);if(a>Si*i){let c=n.find(l=>l.startsWith("exception"));return o(`it threw before it sent a request, in ${a} of ${i} iterations${c?`: ${c}`:""}`)}let u=s+t.reduce((c,l)=>c+l.lost,0);if(u>0)return o(`${u} of its requests are in no count: it sends them in a way that Tailgate does not see`);if(r.length>0){let c=r.slice(0,3).map(l=>`\`${l}\``);return o(`nothing was measured that its threshold ${c.join(", ")} could judge, so it would always hold: mend its name or tags, or take it out`)}return null}function Cs(e,t){let{label:n,kept:r,discarded:s}=e,o=bi(e);if(o!==null)return o;if(r.length>=t/2&&r.length>0){if(r.flatMap(m=>m.slices).reduce((m,f)=>m+f.ok+f.failed+f.dropped,0)>0)return null;let{seconds:d}=r[0].evidence;return r.every(({evidence:m})=>m.sent===0)?{kind:"none-begun",label:n,seconds:d}:{kind:"script-failed",label:n,message:"it sent no request while it was measured; Tailgate replaces its scenarios, so `exec.scenario.name` and `exec.test.options.scenarios` are not those of the script",log:""}}let a=As(s);if(a===null)return{kind:"harness",message:`${n} was not measured`,log:""};let i=l=>s.filter(({diagnosis:d})=>d===l).length,{cpu:u,lagMs:c}=a;return i("generator-starved")>=Math.max(i("disturbed"),i("unknown"))?{kind:"generator-starved",label:n,...pt(a),lagMs:c,cpu:u}:i("disturbed")>=i("unknown")?{kind:"machine-disturbed",label:n,discarded:s.length,rounds:s.length+r.length,cpu:u}:{kind:"cause-unknown",label:n,...pt(a),cpu:u}}function As(e){let t=({sent:n,intended:r})=>r===null?0:r-n;return e.map(({evidence:n})=>n).sort((n,r)=>t(r)-t(n))[0]??null}function pt({sent:e,intended:t,seconds:n}){return{sent:e,intended:t??e,seconds:n}}function $s({head:e,base:t,together:n}){let r=e+n;return r<2||r<=2*t?null:{kind:"crowded",head:e,base:t,together:n}}function _s(e,t){let{head:n,base:r,together:s}=t;return n>0&&n+s>=7+3*r?{kind:"fills-machine",label:e,...t}:null}function _(e,t,n){return e.filter(({slot:r})=>r.step.label===t.label&&r.arm===n)}function de(e,{kept:t},n){let r=t.filter(({slot:i})=>n(i)),[s,o]=[_(r,e,"base"),_(r,e,"head")],a=(i,u)=>i.filter(({slot:c})=>u.some(l=>l.slot.round===c.round)).flatMap(({slices:c})=>c);return{base:a(s,o),head:a(o,s)}}function Is(e,t){let n=t.flatMap(({discarded:s})=>s).filter(({slot:s,diagnosis:o,evidence:a})=>{let i=o==="generator-starved"||o==="unknown";return s.step.label===e.label&&i&&ot(a)}),r=n.filter(({slot:s})=>A(s));return{head:Ie(r,"head"),base:Ie(r,"base"),together:n.filter(({slot:s})=>s.turns?.position===0).length}}function Pe(e,t){let n=t.flatMap(s=>s.soak),r=s=>_(n,e,s).flatMap(({slices:o,disturbed:a})=>o.filter((i,u)=>!a[u]));return{base:r("base"),head:r("head")}}function ft(e,t,n){let r=s=>_(s,e,"head").filter(({slot:o})=>n(o));return{label:e.label,kept:t.flatMap(s=>r(s.kept)),discarded:t.flatMap(s=>r(s.discarded)),failures:Ps(e,t.flatMap(s=>s.failures)),thresholds:yi(e,t),lost:t.flatMap(({lost:s})=>s).filter(({label:s})=>s===e.label).reduce((s,{requests:o})=>s+o,0)}}function Ps({label:e},t){let n=new Map;for(let{text:r,count:s}of t.filter(o=>o.label===e))n.set(r,(n.get(r)??0)+s);return[...n].sort((r,s)=>s[1]-r[1]).map(([r])=>r)}function yi({label:e},t){let n=s=>t.flatMap(o=>o[s].filter(a=>a.label===e)).map(o=>o.threshold),r=new Set(n("fed"));return[...new Set(n("unfed"))].filter(s=>!r.has(s))}function Ns(e,t){let{head:n}=Pe(e,t);if(n.length===0)return null;let r=t.flatMap(s=>s.soakFailures);return{label:e.label,slices:n,failures:Ps(e,r)}}function Ls(e,t,n){let r=n.flatMap(({index:s,kept:o})=>{let a=_(o,e,t);return a.length>0?[{block:s,slots:a}]:[]});return{scenario:e.scenario,label:e.label,...e.variant&&{variant:e.variant},load:e.load,instances:r.map(({block:s,slots:o})=>({block:s,slices:o.flatMap(({slices:a})=>a)}))}}function Ds(e,t,n,r){let s=t.flatMap(({crash:d})=>{if(d?.arm!=="head")return[];let{arm:m,...f}=d;return[{kind:"crashed",...f}]}),a=[...new Set(t.flatMap(({thresholds:d})=>d.map(({label:m})=>m)))].map(d=>{let m=t.flatMap(f=>f.thresholds.filter(g=>g.label===d));return{kind:"threshold",label:d,thresholds:[...new Set(m.map(({threshold:f})=>f))]}}),i=[...n].flatMap(([d,m])=>_s(d,m)??[]),u=e.flatMap(Ms),c=d=>u.some(m=>m.kind==="failing"&&m.label===d),l=r.filter(({label:d})=>!c(d)).flatMap(d=>Ts(d)??[]);return[...s,...i,...u,...l,...a]}function Bs(e,t,n,r){if(t.length===0)return[];let s=t.flatMap(({failure:a,crash:i})=>{if(i?.arm==="shared")return[{kind:"harness",message:`\`${i.service}\`, which serves the whole run, ended with ${i.exit}`,log:i.log}];if(a===null)return[];let{fault:u,label:c,message:l,log:d}=a;return[u==="script"?{kind:"script-failed",label:c,message:l,log:d}:{kind:"harness",message:l,log:d}]});if(s.length>0||t.some(({crash:a})=>a!==null))return s;let o=an(e,t.length).filter(({arm:a})=>a==="head");return e.steps.flatMap(a=>r.some(c=>c.kind==="fills-machine"&&c.label===a.label)?[]:(n.has(a.label)?[A]:[A,we]).map(c=>{let l=o.filter(d=>d.step===a&&c(d)).length;return l===0?null:Cs(ft(a,t,c),l)}).find(c=>c!==null)??[])}function Ie(e,t){return e.filter(({slot:n})=>n.arm===t).length}var wi=.5;function js(e,t){let{work:n,label:r}=e;if(n.kind==="script")return[];let s=t.flatMap(({kept:a})=>_(a,e,"head")),o=t.flatMap(({redirects:a})=>a);return ee(n).flatMap(({request:a},i)=>{let u=o.find(m=>m.label===r&&m.which===i);if(u===void 0)return[];let{status:c,location:l}=u,d=Pt(s.flatMap(({answers:m})=>m[i]??[])).get(c)??0;return d<=wi?[]:[{label:r,request:Gs(a),status:c,location:l,share:d}]})}function Us(e,{paired:t},n){let{work:r,label:s}=e,o=n.map(({kept:i})=>({base:Fs(_(i,e,"base")),head:Fs(_(i,e,"head"))}));if(!t)return Lt(s,o.flatMap(({head:i})=>i.slices));let a=r.kind==="script"?null:ee(r).map(({request:i})=>({text:Gs(i),keepsSize:i.expectSize==="same"}));return Nt(s,a,o)}function Fs(e){return{answers:e.map(({answers:t})=>t),slices:e.flatMap(({slices:t})=>t),iterations:e.reduce((t,{sent:n})=>t+n,0),connects:e.reduce((t,{connects:n})=>t+n,0)}}function Gs({method:e,url:t}){let n=t.replace(/[?#].*/s,"");return e==="GET"?n:`${e} ${n}`}function Ws(e,t){return[...e].flatMap(([{scenario:n,label:r,goal:s},o])=>["head","base"].flatMap(a=>{let i=o.flatMap(({block:u,arms:c})=>{let l=c.get(a);return l&&l.trials.length>0?[{block:u,...l}]:[]});return i.length>0?[{scenario:n,label:r,digest:t.get(r),goal:s,arm:a,blocks:i}]:[]}))}function qs(e){return Math.max(0,...[...e.values()].flatMap(t=>t.map(({block:n})=>n+1)))}function zs(e){let t=[...e.values()].flat(),n=t.flatMap(({failure:r,crash:s})=>{if(s?.arm==="shared")return[{kind:"harness",message:`\`${s.service}\`, which serves the whole run, ended with ${s.exit}`,log:s.log}];if(s?.arm==="base")return[{kind:"harness",message:`\`${s.service}\` of the base ended with ${s.exit} in the search of ${s.label}`,log:s.log}];if(r===null)return[];let{fault:o,label:a,message:i,log:u}=r;return[o==="script"?{kind:"script-failed",label:a,message:i,log:u}:{kind:"harness",message:i,log:u}]});return n.length>0||t.some(({crash:r})=>r!==null)?n:[...e].flatMap(([{label:r},s])=>s.some(({arms:a})=>a.get("head")?.estimate!=null)?[]:[ki(r,s)])}function ki(e,t){let n=t.flatMap(o=>o.discarded),r=t.flatMap(({arms:o})=>o.get("head")?.trials??[]),s=n.at(-1);return s===void 0||r.length>n.length?{kind:"search-too-short",label:e,trials:r.length}:{kind:"machine-disturbed",label:e,discarded:n.length,rounds:n.length+r.length,cpu:s.evidence.cpu}}function Hs(e){return[...e.values()].flat().flatMap(({crash:t})=>{if(t?.arm!=="head")return[];let{arm:n,...r}=t;return[{kind:"crashed",...r}]})}function Js({label:e,slos:t,slices:n,seen:r=[]}){return t.flatMap(({metric:s})=>{if(s.kind!=="custom")return[];let o=r.find(({name:i})=>i===s.name)?.type??null,a=o===null||$t(s).some(i=>i===o);return a&&!Number.isNaN(W(n,s))?[]:[{kind:"metric-unknown",label:e,metric:Z(s),is:a?null:o,seen:[...r]}]})}var vi=[50,90],Vs=.2,xi=5;function Ks(e){let t=e.filter(r=>r.length>1).map(r=>({first:r.slice(0,r.length>>1),second:r.slice(r.length+1>>1)}));return t.length<xi?null:vi.flatMap(r=>{let s=c=>L(c,r/100),o=t.map(({first:c,second:l})=>Math.log(s(l))-Math.log(s(c))),[a,i]=[s(t.flatMap(c=>c.first)),s(t.flatMap(c=>c.second))];return Vn(o)>Math.log1p(Vs)&&i>(1+Vs)*a?[{percent:r,first:a,second:i}]:[]}).sort((r,s)=>s.second/s.first-r.second/r.first)[0]??null}var Ri=.01,Ys={latency:.2,memory:.1},Ei=[50,90],Mi=20,Qs=.5,ht=8;function gt({base:e,head:t}){if(t.length<ht)return null;let n=Zn(e,t);return n!==null?{kind:"stalls",...n}:Ti(e,t)??Oi(e,t)}function Ti(e,t){let n=St(t);if(n===null)return null;let{percent:r,first:s,second:o}=n;if(e.length>=ht){let{first:a,second:i}=Xs(e,r);if(Math.log(i/a)>=Qs*Math.log(o/s))return null}return{kind:"ageing",of:"latency",percent:r,from:s,to:o}}function St(e){if(e.length<ht)return null;let t=e.length>>1;for(let n of Ei){let r=e.map(o=>Math.log(L([o],n/100))),{low:s}=rr(r.slice(0,t),r.slice(-t),Ri);if(s>Math.log1p(Ys.latency))return{percent:n,...Xs(e,n)}}return null}function Xs(e,t){let n=e.length>>1,r=s=>L(s,t/100);return{first:r(e.slice(0,n)),second:r(e.slice(-n))}}function Oi(e,t){let n=(i,u)=>(i.at(-1)?.memory??Number.NaN)-(i[u]?.memory??Number.NaN),[r,s]=[t[0].memory??Number.NaN,t.at(-1).memory??Number.NaN],o=n(t,0),a=n(t,2*t.length/3|0);return o>Math.max(Mi,Ys.memory*r)&&a>o/6?n(e,0)>=Qs*o?null:{kind:"ageing",of:"memory",percent:null,from:r,to:s}:null}var Ci=.01,Ai=20;function Zs(e,t,{runs:n},r){let s=Ci/t.length;return t.flatMap(o=>{let a=Kn(n.map(({slices:u})=>Math.log(W(u,o))),s);if(a===null||n.length-a.index>Ai)return[];let i=Math.expm1(a.after-a.before);return i>r(o)?[{label:e,metric:o,commit:n[a.index].commit,change:i}]:[]})}function eo(e){let t=e.steps.filter(p=>p.slices.some(y=>y.ok+y.failed+y.dropped>0)),n=Yt(Math.max(1,e.looks.length)),r=(e.capacities??[]).map(Qn),s=new Map(t.map(({label:p,stretches:y})=>[p,Ks(y)])),o=new Map(t.map(({label:p,soak:y,crowding:v})=>{let x=s.get(p);return[p,x?{kind:"growing",...x}:$s(v)??gt(y)]})),a=new Map(t.map(({label:p,soak:y})=>[p,s.get(p)??St(y.head)])),i=t.flatMap(Js),u=({label:p,slo:y})=>!i.some(v=>"metric"in v&&v.label===p&&v.metric===Z(y.metric)),l=[...t.flatMap(p=>Di(p,n)).filter(u).map(p=>Ii(p,a)),...r.flatMap(p=>p.slos)],d=[...e.invalid,...i,...l.flatMap(_i),...nr(t,l,e),...r.flatMap(p=>p.invalid)],{changes:m,costs:f,open:g,pair:b}=er(t,e),h=e.work??[],S=new Set(h.filter(Dt).map(({label:p})=>p)),k=m.map(p=>Pi(p,o)).map(p=>S.has(p.label)?Ni(p):p),E=[...e.faults,...h.flatMap(Li)],O={...Ee({slos:l,changes:k,faults:E,invalid:d,failOn:e.failOn}),slos:l,changes:k,costs:f,faults:E,invalid:d,pair:b,loosened:e.loosened,suspects:e.comparison.kind==="history"?[]:t.flatMap(({label:p,history:y,slos:v,sensitivityOf:x})=>Zs(p,jt(v),y,M=>x(M).tolerance)),...e.redirects?.length&&{redirects:e.redirects},...h.length>0&&{work:[...h]},acceptances:[],refusals:[],effort:e.effort},T=t.some(({soak:p})=>p.base.length===0&&gt(p)!==null);return{verdict:O,undecided:$i(O,g),asksBase:T}}function $i(e,t){return e.faults.some(({kind:n})=>n==="crashed")?!1:e.invalid.length>0?e.invalid.every(({kind:n})=>n==="machine-disturbed"):e.changes.some(({code:n})=>n==="regressed")?!1:t||e.slos.some(({code:n,stretches:r})=>n==="at-limit"&&!r)}function _i({label:e,slo:{metric:t},estimate:n}){return It(t)&&Number.isNaN(n.value)?[{kind:"cost-unknown",label:e,metric:Z(t)}]:[]}function Ii(e,t){let n=t.get(e.label);return!n||e.code!=="met"||!he(e.slo.metric)?e:{...e,code:"at-limit",growth:n}}function Pi(e,t){let n=t.get(e.label);return!n||e.code!=="unchanged"||!he(e.metric)?e:{...e,code:"inconclusive",reason:n}}function Ni(e){return e.code!=="improved"?e:{...e,code:"inconclusive",reason:{kind:"other-work"}}}function Li(e){if(e.kind!=="size"||!e.blocks)return[];let{label:t,base:n,head:r}=e;return[{kind:"other-size",label:t,base:n,head:r}]}function Di(e,t){let{label:n,slos:r,slices:s,soak:o}=e,a=r.flatMap(c=>{let l=c.limit.kind==="relative"?e.others?.get(c.limit.scenario):void 0,d=(b,h)=>c.limit.kind==="absolute"?ve(n,c,b,t):l?tr(n,{slo:c,other:l.label,pairs:h()},t):null,m=d(s,()=>l.pairs);if(m===null)return[];let f=he(c.metric)||c.metric.kind==="errors";if(m.code!=="met"||!f||o.head.length===0)return[m];let g=d(o.head,()=>[...se(o.head.map(b=>[b]),[]),...se([],l.soak.map(b=>[b]))]);return[g!==null&&ze(g)?{...g,stretches:m.estimate}:m]});if(r.some(({metric:c})=>c.kind==="errors"))return a;let i=ve(n,te,s,t);if(i.code==="missed")return[...a,i];let u=o.head.length>0?ve(n,te,o.head,t):null;return u!==null&&ze(u)?[...a,{...u,stretches:i.estimate}]:a}function U(e,t,n,r=new Map){let{config:s,plan:o,baseline:a,digests:i,draft:u,comparison:c}=e,l=o.steps.map(p=>ft(p,t,A)),d=new Map(o.steps.map(p=>[p.label,Is(p,t)])),m=o.steps.flatMap(p=>Ns(p,t)??[]),f=Ds(l,t,d,m),g=c.kind==="pair"?["head","base"]:["head"],b=o.steps.flatMap(p=>g.flatMap(y=>{let v=Ls(p,y,t),x=i.get(p.label);return v.instances.length>0?[Hn(v,y,x)]:[]})),h=Ws(r,i),S={...u,steps:b,...h.length>0&&{capacities:h}},k=bt(o,t),E=o.steps.flatMap((p,y)=>{if(!b.some(({label:x,arm:M})=>x===p.label&&M==="head"))return[];let v=s.scenarios.find(({name:x})=>x===p.scenario);return[{label:p.label,slos:p.slos,slices:l[y].kept.flatMap(x=>x.slices),stretches:p.load.kind==="arrival-rate"?l[y].kept.map(({slices:x})=>x):[],inTurns:t.map(x=>de(p,x,we)),alone:t.map(x=>de(p,x,A)),crowding:d.get(p.label),soak:Pe(p,t),...p.work.kind==="script"&&{seen:Bi(p,t)},isNew:k.has(p.label),others:Fi(p,o,t),history:Sn(a,S,p.label),sensitivityOf:x=>De(s,v,x)}]}),O=p=>Ie(t.flatMap(y=>y.discarded),p);return{...eo({steps:E,faults:[...f,...Hs(r)],searches:o.searches.length,capacities:o.searches.flatMap(p=>{let y=h.filter(({label:M})=>M===p.label),v=y.find(({arm:M})=>M==="head");if(v===void 0)return[];let x=s.scenarios.find(({name:M})=>M===p.scenario);return[{label:p.label,goal:p.goal,slos:p.slos,head:v,base:y.find(({arm:M})=>M==="base")??null,history:bn(a,S,p.label),sensitivity:De(s,x,Yn)}]}),invalid:n?[n]:[...Bs(o,t,k,f),...zs(r)],looks:o.looks,comparison:c,discarded:{base:O("base"),head:O("head")},loosened:e.loosened,failOn:e.failOn,redirects:o.steps.flatMap(p=>js(p,t)),work:o.steps.flatMap(p=>Us(p,o,t)),effort:{slices:t.flatMap(({kept:p})=>p).reduce((p,y)=>p+y.slices.length,0),discardedRounds:O("head"),instances:g.length*(t.length+qs(r)),loadSeconds:[...t,...[...r.values()].flat()].reduce((p,{loadSeconds:y})=>p+y,0)}}),record:S}}function Bi(e,t){let n=t.flatMap(({kept:r})=>_(r,e,"head").flatMap(s=>s.seen??[]));return[...new Map(n.map(r=>[r.name,r])).values()]}function Fi(e,{steps:t},n){let r=e.slos.flatMap(({limit:o})=>o.kind==="relative"?[o.scenario]:[]),s=({kept:o},a)=>_(o,a,"head").filter(({slot:i})=>A(i)).sort((i,u)=>i.slot.round-u.slot.round).map(({slices:i})=>i);return new Map(r.flatMap(o=>{let a=Qt(t,e,o);if(a===void 0)return[];let i=n.flatMap(u=>se(s(u,e),s(u,a)));return[[o,{label:a.label,pairs:i,soak:Pe(a,n).head}]]}))}var ji=.5,Ui=2;function bt({paired:e,steps:t},n){if(!e)return new Set;let r=s=>{let o=n.map(({kept:a})=>({base:_(a,s,"base"),head:_(a,s,"head")})).filter(({base:a,head:i})=>a.length>0&&i.length>0);return o.length>=Ui&&o.every(({base:a,head:i})=>to(a)&&!to(i))};return new Set(t.filter(r).map(({label:s})=>s))}function to(e){return fe(e.flatMap(({slices:t})=>t))>ji}import{randomInt as so}from"node:crypto";function no(e,t){let n=new Map;for(let r of e.steps.filter(s=>sn(e,s))){let s=a=>t.map(i=>de(r,i,a)),o=Xn({alone:s(A),all:s(()=>!0)});o!==null&&n.set(r.label,o)}return n}var Gi=2.5,Wi=.5;function ro(e,t,{wallSeconds:n,loadSeconds:r}){let s=Math.max(Wi,n-r-qi(e)),o=e.steps.reduce((u,c)=>u+c.budgetSeconds,0),a=Math.floor((Gi-1)*o/s);if(a>=e.blocks)return e;let i=Math.max(nn(e.steps,t).least,a);return i>=e.blocks?e:{...e,...en(e.steps,t,i)}}function qi(e){return e.steps.map(n=>rn(e,n)?1:2).reduce((n,r)=>n+r,0)*(ye.seconds-Xt)}var zi=2;async function oo(e,t){let{signal:n}=t.arms.head,{blocks:r}=e,s=new Set;for(;r.length<e.plan.blocks&&!n.aborted;){let o=r.length;for(let[l,d]of no(e.plan,r)){if(s.has(l))continue;s.add(l);let m=d==="hidden-work";e.plan=tn(e.plan,e.config,{measured:o,worksMore:m}),t.progress.note(Ki(l,d,e.plan))}let{plan:a}=e,i={index:o,first:so(2)===0?"head":"base",reversed:so(2)===0,headOnly:bt(a,r),warmUpSeconds:hs(a,r),shift:Be[o%Be.length],longer:s},u={judgement:null},c=await gs(on(a,i),o,{...t,planned:a.blocks,soak:l=>a.soakSeconds===0||!a.looks.includes(o+1)?[]:(u.judgement=U(e,[...r,l],null),Hi(u.judgement,a,l))});if(r.push(c),c.failure!==null||c.crash!==null||r.length===zi&&r.every(({kept:l})=>l.length===0))break;if(o===0&&a.paired&&(e.plan=Ji(c,e),Re(e.plan)),e.plan.looks.includes(r.length)){let l=u.judgement??U(e,r,null);if(In(l,r.length,e),!l.undecided||r.length===e.plan.blocks)return l}}return U(e,r,Es(e,r.at(-1)))}function Hi({verdict:e,undecided:t,asksBase:n},r,{index:s,soak:o}){let a=c=>o.some(({slot:l})=>l.arm===c);if(a("head"))return n&&!a("base")?Ue(r,"base"):[];let i=s+1===r.blocks||!t,u=e.slos.some(({code:c})=>c==="met")||e.changes.some(({code:c})=>c==="unchanged");return i&&e.invalid.length===0&&u?Ue(r,"head"):[]}function Ji({kept:e,discarded:t,wallSeconds:n},{plan:r,config:s}){let o=e.reduce((a,{slot:i})=>a+cn(i),0);return t.length>0?r:ro(r,s,{wallSeconds:n,loadSeconds:o})}var Vi={rare:"slow requests come in some blocks only","hidden-work":"one revision takes more processor time, and its typical request no longer"};function Ki(e,t,{blocks:n}){return`${e}: ${Vi[t]}; from now on each revision has the whole load alone for ${Zt} s a block, in ${n} blocks at most`}async function ao(e,t){let{request:n}=t,{head:r,base:s}=e.configs,o=nl(t),a=e.variants.map((c,l)=>Xi(e,l,t)),i=[],u=null;try{for(let[c,l]of[["head",r],["base",s]])l!==null&&await e.prepare(c,()=>rl({...o,arm:c,config:l},s!==null,n.progress));u=await Un({...o,arm:null,config:r});for(let[c,l]of a.entries()){a.length>1&&!n.signal.aborted&&n.progress.note(`variant ${c+1} of ${a.length}: ${l.config.variant.name}`);let d=await Zi(e,l,sl(e,c,u,o,t));if(i.push(d),n.signal.aborted)break;if(Qi(d)){let m=a.length-i.length;m>0&&n.progress.note(`not measured, since the run has no verdict now: ${m} more variants`);break}}}catch(c){if(!(c instanceof re))throw c;i.push(U(a[0],[],await mt(c,e)))}finally{await u?.stop()}return el(i,n.failOn)}function Qi({verdict:{invalid:e}}){return e.some(({kind:t})=>t!=="machine-disturbed")}function Xi(e,t,n){let{head:r,base:s}=e.variants[t],{request:o,plans:a,baseline:i,draft:u}=n,c=s!==null,l=a[t].paired===c?a[t]:dn(r,{budgetSeconds:o.budgetSeconds,paired:c}),d=e.comparison.kind==="pair"&&!c;return{config:r,plan:l,baseline:i,digests:new Map([...l.steps.map(m=>[m.label,qn(m,r.deployments)]),...l.searches.map(m=>[m.label,zn(m,r.deployments)])]),draft:{...u,...e.pair&&{pair:e.pair},...e.deployments&&{deployments:e.deployments}},comparison:d?{kind:"none",reason:{kind:"new"}}:e.comparison,loosened:e.loosened,failOn:o.failOn}}async function Zi(e,t,n){let r={...t,blocks:[]},s=new Map,o=a=>U(r,r.blocks,a,s);try{let a=await oo(r,n),{plan:i}=r;return i.searches.length===0||tl(a)?a:(await ks(i.searches,s,{...n,swapped:i.swapped,drawFirst:()=>Yi(2)===0?"head":"base"}),o(null))}catch(a){if(!(a instanceof re))throw a;return o(await mt(a,e,t.config.variant))}}function el(e,t){let[n]=e,r=e.flatMap(({record:s})=>s.capacities??[]);return{verdict:Rs(e.map(({verdict:s})=>s),t),record:{...n.record,steps:e.flatMap(({record:s})=>s.steps),...r.length>0&&{capacities:r}},undecided:e.some(({undecided:s})=>s),asksBase:e.some(({asksBase:s})=>s)}}function tl({verdict:e}){return e.invalid.length>0||e.faults.some(({kind:t})=>t==="crashed")}function nl({request:e,session:t}){let{environment:n,signal:r}=e,{workspace:s,keeper:o,grace:a}=t;return{logFolder:s.logs,environment:n,keeper:o,signal:r,grace:a,shared:new Map}}async function rl(e,t,n){let r=t?` of ${e.arm}`:"";await Jn(e,s=>n.phase(`building ${s}${r}`))}function sl(e,t,n,r,{request:s,session:o,k6:a}){let{head:i,base:u}=e.variants[t],c=(l,d)=>({...r,arm:l,config:d,shared:new Map([...n.portOf].filter(([m])=>d.services.some(f=>f.name===m&&f.scope==="run")))});return{arms:{head:c("head",i),...u&&{base:c("base",u)}},shared:n,...i.variant&&{variant:t+1},k6:a,folder:o.workspace.k6,progress:s.progress}}async function np(e){let{progress:t,signal:n,environment:r,budgetSeconds:s}=e;Vt(process.platform);let o=Et(Ut(xt(zt(e.configPath,process.cwd(),al(e)),e.only),e.deployments),e.base.from),a=await kn(o.directory,r,n),i=mn(o,{budgetSeconds:s,paired:Rn(o,a)});for(let c of Rt(o,e.only))t.note(c);for(let c of Wt(o))t.note(c);for(let{plan:c}of i){Re(c);for(let l of c.shortages)t.note(un(l))}let u=await Ze(o,a,e);return o.baseline.kind==="history"&&et(u),sr(o,e,async c=>{let l=await wr(o,a,c,e);if(l.kind==="nothing")return ll(l.base,o,c,e);let d=await Kt({environment:r,path:o.k6Path,version:e.k6Version,progress:t,signal:n,ci:r.CI==="true"}),m=await En(o,l,c.workspace.path,ol(2**31),e);c.removeAtEnd(()=>m.remove()),m.suiteBefore!==o.suite&&(u=await il(u,m,o,a,e));let f=co(e,o,d.version),g=T=>(T.comparison.kind==="history"&&et(u),ao(T,{request:e,plans:i.map(({plan:p})=>p),session:c,baseline:u.baseline,draft:f,k6:d.path})),b=await g(m);b.verdict.invalid.find(({kind:T})=>T==="base-failed")&&o.baseline.onBaseFailure==="history"&&(t.note("the base cannot be measured; `on-base-failure` asks for a comparison with recorded runs"),b=await g(Mn(m))),wt(n);let{verdict:S,record:k}=b,E=e.record&&S.invalid.length===0?await kr(u,k):io,O=yn(k,u.baseline);return Ne({...E,...lo(S,k,O,e)},c.secrets)})}function al({only:e,environment:t}){return{only:e,calling:{command:"tailgate run",variables:pe(t)}}}async function il({store:e},{suiteBefore:t},...[n,r,s]){return{...await Ze({...n,suite:t},r,s),store:e}}var io={recordPath:null,unrecorded:null};function ll(e,t,{secrets:n},r){let s=or(e,t.when.changed),o={...co(r,t,"not used"),steps:[]};return Ne({...io,...lo(s,o,[],r)},n)}function lo(e,t,n,{baseBranch:r,link:s}){return{report:Bt(e,t,{baseBranch:r,link:s,history:n}),exitCode:Mt(e)}}function co(e,t,n){return{schemaVersion:1,suite:t.suite,...e.subject,attempt:e.attempt,...e.leg&&{leg:e.leg},recordedAt:new Date().toISOString(),tailgate:vn,environment:{...Jt(),k6:n}}}async function op(e,t,n){let r=We(e,Ge(t),n),s=await z(r,"rev-parse","--verify","HEAD");if(s===null)return{commit:null,dirty:!1,branch:null,commitTime:null};let[o,a,i]=await Promise.all([z(r,"status","--porcelain","--untracked-files=no"),z(r,"symbolic-ref","--quiet","--short","HEAD"),z(r,"show","--no-patch","--format=%cI","HEAD")]);return{commit:s,dirty:o!=="",branch:a??t.GITHUB_REF_NAME??null,commitTime:i}}async function ap(e,t,n){let r=We(e,Ge(t),n),s=await z(r,"symbolic-ref","--quiet","--short","refs/remotes/origin/HEAD");if(s!==null)return s.replace(/^origin\//,"");for(let o of["main","master"])if(await H(r,`refs/heads/${o}`)!==null)return o;return"main"}export{np as a,op as b,ap as c};
