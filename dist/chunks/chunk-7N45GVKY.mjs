import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{c as gt}from"./chunk-PDCSNW3Z.mjs";import{a as rn,b as sn,c as on,d as an,f as Pe,g as gn,h as Sn,i as Rn,j as Nn}from"./chunk-I5U56NWN.mjs";import{a as Tt,d as xt,h as At}from"./chunk-Z3VOXTY6.mjs";import{c as H,d as $e,e as dn,f as mn,g as pn,h as fn,i as hn}from"./chunk-JL22NUNW.mjs";import{a as Bt,b as A,c as ue,d as Dt,e as de,f as Te,g as jt,h as Gt,i as Xt,j as Zt,k as en,l as tn,n as fe,o as ln,p as cn,q as An,r as Cn,s as On,u as _n}from"./chunk-4QBXCGCL.mjs";import{A as vn,B as kn,E as Mn,J as Tn,K as xn,i as _t,j as D,k as ce,l as Re,n as $t,o as Pt,p as It,q as Nt,s as Lt,u as Me,w as Ee,x as yn,y as bn,z as wn}from"./chunk-QBWV7MKI.mjs";import{b as xe,e as Ae,f as j,g as G,h as Vt,i as Kt,o as pe,p as W,q as _e,r as nn,u as un}from"./chunk-2LYN2OGX.mjs";import{a as le}from"./chunk-P6SDM7ZV.mjs";import{a as V,b as $n,c as Pn,d as In}from"./chunk-W2EQDOXM.mjs";import{a as he}from"./chunk-5PR6QUHG.mjs";import{a as Jt,b as zt,c as Wt,d as Ht}from"./chunk-OVJFOJ2M.mjs";import{a as Qt}from"./chunk-BYKIIYLB.mjs";import{a as Ct}from"./chunk-NRCE25XC.mjs";import{a as Ot,d as ke,g as En}from"./chunk-C3UBIBFY.mjs";import{a as me,b as Ce,d as Oe,e as Yt}from"./chunk-X3L2KARD.mjs";import{a as qt}from"./chunk-JU7ICJHA.mjs";import{f as lt,n as Ut,p as Ft}from"./chunk-D4AINFLS.mjs";import{C as Mt,D as Et,a as St,c as yt,d as bt,g as wt,k as vt,l as kt,w as ae,y as ie,z as Rt}from"./chunk-TIQSDJVR.mjs";import{m as ot,p as at,q as it}from"./chunk-MGFWAGGW.mjs";import{C as $,D as se,E as ut,G as dt,J as mt,aa as pt,e as re,f as M,fa as ft,k as I,ka as z,l as P,oa as oe,p as ct,pa as ht,q as ve,s as J,va as B}from"./chunk-BW777PKQ.mjs";import{b as st}from"./chunk-BQF4YHGS.mjs";import{g as rt}from"./chunk-HENDURBQ.mjs";import{a as q,b as O,c as tt,d as nt}from"./chunk-NZMXMQNO.mjs";import{b as ne,e as we}from"./chunk-A7GFODGZ.mjs";import{randomInt as Ua}from"node:crypto";function Ln(e,t){return{code:"skipped",blocks:!1,slos:[],changes:[],faults:[],invalid:[],pair:null,unmeasured:{kind:"irrelevant",baseCommit:e,patterns:[...t]},loosened:[],costs:[],suspects:[],acceptances:[],refusals:[],effort:{slices:0,discardedRounds:0,instances:0,loadSeconds:0}}}import{relative as Es}from"node:path";var Ss=720*3600;async function Bn(e,t,n){let r=new Map(n.flatMap(({commit:m,commitTime:h})=>{let p=Date.parse(h??"")/1e3;return m===null||Number.isNaN(p)?[]:[[m,p]]}));if(r.size===0||"kind"in e)return new Set;let{git:s,remote:o}=e,a=await s(["rev-parse","--is-shallow-repository"]),i=await Ie(s,o,t);if(a.stdout!=="false"||i.length===0)return new Set;let u=Math.floor(Math.min(...r.values()))-Ss,l=await s(["rev-list","--timestamp",`--max-age=${Math.max(0,u)}`,...i]);if(!l.ok)return new Set;let c=new Map([...l.stdout.matchAll(/^(\d+) ([0-9a-f]+)$/gm)].map(([,m,h])=>[h,Number(m)])),d=Math.max(Number.NEGATIVE_INFINITY,...i.map(m=>c.get(m)??Number.NEGATIVE_INFINITY));return new Set([...r].filter(([m,h])=>!c.has(m)&&h<=d).map(([m])=>m))}async function Ie(e,t,n){let r=[...t===null?[]:[`refs/remotes/${t}/${n}`],`refs/heads/${n}`],s=await Promise.all(r.map(o=>G(e,o)));return[...new Set(s.filter(o=>o!==null))]}var ys="A full clone has it: `fetch-depth: 0` for actions/checkout, `git fetch --unshallow` on a laptop. To fetch it later, the job needs `contents: read`.";async function Gn(e,t){let{head:n}=t,r=t.asked===null?await bs(e,t.trigger,n,t.dirty):{commit:await vs(e,t.asked),because:"asked",branch:null};if(!("commit"in r))return r;let s=await W(e,r.commit,r.branch);if(s!==null)return Ne(`The base revision ${r.commit.slice(0,10)}`,s);let o=await e.git(["rev-parse","--verify",`${r.commit}^{tree}`]);return{kind:"base",commit:r.commit,tree:o.stdout,because:r.because}}async function bs(e,t,n,r){switch(t.kind){case"pull_request":{let s=await Un(e,n);if(s.length===2&&s.includes(t.headSha)){let o=s.find(a=>a!==t.headSha);return o===t.formerBaseSha&&o!==t.baseSha?ks(t.baseBranch):{commit:o,because:"merge-parent",branch:t.baseBranch}}return jn(e,n,t.baseBranch,t.baseSha)}case"merge_group":return{commit:t.baseSha,because:"merge-group",branch:null};case"push":{let{before:s,branch:o}=t;return s!==null&&pe(s)&&!/^0+$/.test(s)&&s!==n&&await W(e,s,o)===null?{commit:s,because:"before-push",branch:o}:Dn(e,n,o)}case"local":return e.checkout.branch!==t.baseBranch?jn(e,n,t.baseBranch,null):r?{commit:n,because:"parent",branch:t.baseBranch}:Dn(e,n,t.baseBranch)}}async function Dn(e,t,n){let[r]=await Un(e,t);return r!==void 0?{commit:r,because:"parent",branch:n}:{kind:"none",reason:"root-commit",message:"The first commit has none before it."}}async function Un(e,t){let{stdout:n}=await e.git(["cat-file","commit",t]),[r=""]=n.split(`

`,1);return[...r.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([,s])=>s)}async function jn(e,t,n,r){let s=await ws(e,n,r);if(s!==null&&typeof s=="object")return Ne(`The branch ${n}`,s.problem);if(s===null)return{kind:"none",reason:"unknown-branch",message:`There is no branch ${JSON.stringify(n)} to compare with, here or on the remote.`,hint:"Name one with `--base-branch`, or a revision with `--base`."};let o=await e.git(["merge-base",t,s]);if(o.ok)return{commit:o.stdout,because:"merge-base",branch:n};let a=e.isShallow()?await nn(e,t,s):{commit:null};return"problem"in a?Ne(`The merge base with ${n}`,a.problem):a.commit!==null?{commit:a.commit,because:"merge-base",branch:n}:{kind:"none",reason:"unrelated",message:`The revision that is checked out and ${n} have no history in common.`}}async function ws(e,t,n){let[r]=await Ie(e.git,e.checkout.remote,t);if(r!==void 0)return r;let s=await _e(e,`refs/heads/${t}`);if(s!==null||n===null)return s;let o=await W(e,n,null);return o===null?n:{problem:o}}async function vs(e,t){let{git:n,top:r,remote:s}=e.checkout,o=await n(["rev-parse","--verify","--quiet","--end-of-options",t]);if(o.ok&&pe(o.stdout)){let l=await G(n,o.stdout);if(l!==null)return l}if(pe(t)&&await W(e,t,null)===null)return t;let a=s!==null&&t.startsWith(`${s}/`)?t.slice(s.length+1):t;for(let l of[`refs/heads/${a}`,`refs/tags/${a}`]){let c=await _e(e,l);if(c!==null)return c}let{stdout:i}=await n(["for-each-ref","--format=%(refname:short)"]),u=rt(t,i.split(`
`).filter(Boolean));throw new O({what:`--base names no revision: ${JSON.stringify(t)}.`,where:r,hint:u===void 0?"It takes a branch, a tag or a commit of this repository.":`Did you mean ${u}?`})}function ks(e){return{kind:"none",reason:"unobtainable",message:`What is checked out is still the test merge with the former base, not with ${e}.`,hint:"Choose the base again, or push a commit: then GitHub starts a run with the new one."}}function Ne(e,t){return{kind:"none",reason:"unobtainable",message:`${e} is not in this clone and could not be fetched: ${t}.`,hint:ys}}async function qn(e,t,n){return[...(await Jn(e,["diff-tree",...["-r","-z","--raw","--no-renames","--no-ext-diff","--ignore-submodules=none"],t,n])).matchAll(/:(\d+) (\d+) [^\0]*\0([^\0]*)\0/g)].map(([,o,a,i])=>({path:zn(i),submodule:o===Fn||a===Fn}))}async function Le(e,t){return(await Jn(e,["ls-tree","-r","-z","--full-tree","--name-only",t])).split("\0").filter(Boolean).map(zn)}var Fn="160000";async function Jn(e,t){let n=await e.git(t,{encoding:"latin1"});if(n.ok)return n.stdout;throw new O({what:`What differs from the base could not be found out: ${Vt(n)}.`,hint:"Without `when` everything is measured.",exitCode:3})}function zn(e){return Buffer.from(e,"latin1").toString()}async function Wn(e,t,n){let{prefix:r}=e.checkout,s=await qn(e,n.base,n.head);if(Rs(s,t,r))return{relevant:!0,notes:[]};let o=[...await Le(e,n.head),...await Le(e,n.base)].flatMap(c=>Hn(c,r)??[]),a=Ms(t.patterns,o);if(a.length===0)return{relevant:!1,notes:[]};let i=ie(t.patterns),u=!o.some(c=>i(c)==="in"),l=a.map(c=>`${JSON.stringify(c)} of \`when.changed\` matches no file of base or head${u?"; everything is measured":""}`);return{relevant:u,notes:l}}function Rs(e,t,n){let r=ie(t.patterns);return e.some(({path:s,submodule:o})=>{let a=Hn(s,n);if(a===null)return!1;if(t.always.includes(a))return!0;let i=r(a);return i==="in"||o&&i==="unnamed"})}function Ms(e,t){return e.filter(n=>{if(Rt(n))return!1;let r=ie([n]);return!t.some(s=>r(s)==="in")})}function Hn(e,t){return t===""?e:e.startsWith(`${t}/`)?e.slice(t.length+1):null}async function Vn(e){let{asked:t,trigger:n,checkout:r}=e;if("kind"in r)return Be(r,t);if(r.head===null)return Be({kind:"none",reason:"no-commit",message:"Nothing is committed yet."},t);let s=await on(r,e.folder,e),o=n.kind==="local"?await sn(s,r.head,e.leaveOut):await rn(s,r.head),a=await Gn(s,{head:r.head,dirty:o.dirty,asked:t,trigger:n});if(a.kind==="none")return Be(a,t);if(a.tree===o.tree)return{kind:"identical",base:a,head:o,notes:o.notes};let i={base:a.tree,head:o.tree},u=e.watched&&await Wn(s,e.watched,i),l=[...o.notes,...u?.notes??[]];return u?.relevant===!1?{kind:"irrelevant",base:a,head:o,notes:l}:{kind:"different",base:a,head:o,notes:l,layOut:c=>an(s,c,{head:o,base:a})}}function Be(e,t){if(t===null)return e;throw new O({what:`--base ${JSON.stringify(t)} cannot be used: ${e.message}`,hint:e.hint})}async function Yn(e,t,{workspace:n,keeper:r},s){let{progress:o,signal:a,base:i}=s,u=e.baseline.kind==="paired"&&e.deployments===void 0,l=i.asked!==null||Kn(i.trigger);if(!u&&e.when===void 0&&!l)return le(()=>"no base: the configuration or `--from` asks for recorded runs, and no merge waits for the run"),{kind:"alone",comparison:{kind:"history"}};o.phase(u?"laying out base and head":"looking at what has changed");let c=await Vn({checkout:t,environment:{...s.environment,...r.mark},asked:i.asked,trigger:i.trigger,folder:n.path,credentials:i.credentials??null,leaveOut:[...s.store.kind==="directory"?[s.store.path]:[],...s.keepPath?[s.keepPath]:[]],...e.when&&{watched:xs(e,e.when)},signal:a});if(ln(c,i.asked,i.trigger),c.kind==="none"){if(u&&(c.reason==="unobtainable"||Kn(i.trigger)))throw As(c);e.when?o.note(`no base to find out what has changed, so everything is measured: ${Qn(c)}`):u&&c.reason!=="no-repository"&&o.note(`no base to measure beside the head: ${Qn(c)}`);let d=l&&{unread:c.message};return{kind:"alone",comparison:{kind:"history"},...d}}for(let d of c.notes)o.note(d);if(c.kind==="irrelevant"||c.kind==="identical"&&e.when)return{kind:"nothing",base:c.base.commit};if(!u){let d=c.kind==="different"&&{pair:c};return{kind:"alone",comparison:{kind:"history"},...d}}return c.kind==="different"?{kind:"pair",pair:c}:{kind:"alone",comparison:{kind:"none",reason:{kind:"identical"}}}}var Ts="Give actions/checkout `fetch-depth: 0`, and its job `contents: read`. Or compare with recorded runs on purpose: `from: history` under `baseline`.";function xs({path:e,directory:t,scenarios:n,k6Path:r=e},{changed:s}){let o=n.flatMap(({work:a})=>Xt(a));return{patterns:s,always:[e,r,...o].map(a=>Es(t,a))}}function Kn({kind:e}){return e==="pull_request"||e==="merge_group"}function Qn({message:e,hint:t}){return`${e}${t?` ${t}`:""}`}function As({message:e,hint:t=Ts}){return new O({what:`No base to measure beside the head: ${e}`,hint:t,exitCode:q.unmeasured})}async function De(e,t,n){let{progress:r,environment:s,signal:o,subject:a}=n,{suite:i,directory:u}=e,l=n.base.credentials??null,c=un(n.store,{suite:i,directory:u,credentials:l,environment:s,signal:o});try{let{records:d,unreadable:m}=await c.list({newest:qt});for(let{name:y,reason:R}of m)r.note(`record ${y} is left out: ${R}`);let h=a.commit===null?null:n.baseBranch,p=d.filter(y=>y.branch===h),S=h===null?new Set:await Bn(t,h,p);return S.size>0&&r.note(`${Cs(S.size)} no longer on ${h} and left out`),{store:c,baseline:Jt(p,{branch:h,onBranch:y=>!S.has(y),leg:n.leg}),problem:null}}catch(d){if(!(d instanceof O)||d.exitCode!==q.unmeasured)throw d;return r.note(`the records cannot be read, so there is no trend: ${d.message}`),{store:c,baseline:[],problem:d}}}function je({problem:e}){if(e===null)return;let{message:t,where:n,hint:r,detail:s}=e;throw new O({what:t,where:n,hint:r,detail:s,cause:e,exitCode:q.unmeasured})}async function Xn({store:e},t){try{return{recordPath:await e.append(t),unrecorded:null}}catch(n){if(n instanceof tt)throw n;let r=n instanceof O&&n.hint?` ${n.hint}`:"";return{recordPath:null,unrecorded:`${n.message}${r}`}}}function Cs(e){return e===1?"the commit of one record is":`the commits of ${e} records are`}import{randomInt as $a}from"node:crypto";async function K(e,{arms:t,together:n,block:r,variant:s}){e.starts++;let o=e.starts>1?`_${e.starts}`:"",a=s===void 0?"":`v${s}_`,u=(await Promise.allSettled(n.map(async l=>{e.running.set(l,await gn(t[l],`${l}_${a}${r+1}${o}`))}))).flatMap(l=>l.status==="rejected"?[l.reason]:[]);if(u.length>0)throw u.find(({arm:l})=>l!=="base")??u[0]}async function Q({running:e}){let t=[...e.values()];e.clear();let r=(await Promise.allSettled(t.map(s=>s.stop()))).find(s=>s.status==="rejected");if(r)throw r.reason}import{readFileSync as Zn}from"node:fs";import{availableParallelism as er}from"node:os";import{setTimeout as Os}from"node:timers/promises";var _s=250,$s=.1;async function ge(e,t){let n=performance.now()+e,r=Ge(0,new Set);for(;r.busy!==null&&performance.now()<n&&!t.aborted;){await Os(500);let s=Ge(0,new Set),o=(s.monotonic-r.monotonic)/1e3;if(((s.busy??0)-r.busy+(s.steal??0)-(r.steal??0))/o<$s*er())return!0;r=s}return r.busy===null}function tr(e,t,n=new Map){let r=[],s=er(),o=()=>{let i=Ge(e,new Set(t),n);(i.generator??0)<(r.at(-1)?.generator??0)||(r.push(i),s=Ls(e)??s)};o();let a=setInterval(o,_s);return{samples:r,take:o,generatorLimit:()=>s,stop(){clearInterval(a),o()}}}function Ge(e,t,n=new Map){let r=Ps(),{user:s,system:o}=process.cpuUsage(),a=new Set([e,...t]),i=r&&mn(dn()??[],a),u=i&&Ns(i,e,t);return{wall:Date.now(),monotonic:performance.now(),busy:r?.busy??null,steal:r?.steal??null,generator:u?.generator??null,service:u?.service??null,self:(s+o)/1e6,arms:new Map([...n].map(([l,c])=>[l,Is(i??[],c)]))}}function Ps(){try{let[e,t,n,,,,,r]=Zn("/proc/stat","latin1").slice(0,200).split(`
`)[0].trim().split(/\s+/).slice(1).map(Number);return{busy:(e+t+n)/$e,steal:(r??0)/$e}}catch{return null}}function Is(e,t){let n=e.filter(({session:s})=>t.includes(s)),r=s=>n.reduce((o,a)=>o+s(a),0);return{seconds:r(({pid:s,seconds:o})=>Math.max(o,pn(s)??0)),memory:r(({pid:s})=>fn(s)??0)}}function Ns(e,t,n){let r={generator:0,service:0};for(let{session:s,seconds:o}of e)s===t?r.generator+=o:n.has(s)&&(r.service+=o);return r}function Ls(e){try{return(/^Cpus_allowed_list:\s*(\S+)/m.exec(Zn(`/proc/${e}/status`,"latin1"))?.[1]).split(",").map(r=>r.split("-").map(Number)).reduce((r,[s,o])=>r+(o===void 0?1:o-s+1),0)}catch{return null}}function Fe(e,t,n,r){let s=(n-t)/1e3,o=m=>{let h=Ue(e,t,m),p=Ue(e,n,m);return h===null||p===null?null:Math.max(0,(p-h)/s)},[a,i,u,l]=[o(m=>m.busy),o(m=>m.generator),o(m=>m.service),o(m=>m.self)],c=r.outsiders?null:u,d=a!==null&&i!==null&&c!==null;return{cores:r.cores,generator:i,generatorLimit:r.generatorLimit,service:c,others:d?Math.max(0,a-i-c-(l??0)):null,steal:o(m=>m.steal),clockJumpMs:Bs(e,t,n)}}function nr(e,t,n,r){let s=u=>Ue(e,u,l=>l.arms.get(t)?.seconds??null),[o,a]=[s(n),s(r)],i=e.findLast(({wall:u})=>u<=r)?.arms.get(t)?.memory??0;return o===null||a===null||a<o||i===0?null:{cpu:a-o,memory:i}}function Ue(e,t,n){let r=e.findIndex(u=>u.wall>=t),s=e[r===-1?e.length-1:r],o=e[Math.max(0,(r===-1?e.length-1:r)-1)];if(!o||!s)return null;let[a,i]=[n(o),n(s)];return a===null||i===null?null:s.wall===o.wall?i:a+Math.min(1,Math.max(0,(t-o.wall)/(s.wall-o.wall)))*(i-a)}function Bs(e,t,n){let r=e.filter(s=>s.wall>=t&&s.wall<=n).map(s=>s.wall-s.monotonic);return r.length<2?0:Math.max(...r)-Math.min(...r)}function rr(e){let{intended:t,sent:n,dropped:r}=e;if(qe(e))return"disturbed";let s=t===null?0:t-n,o=t!==null&&s>Math.max(2,.01*t),a=or(e);return t===null?ar(e)?"generator-starved":"sound":o||r>0?a?"generator-starved":r>0&&o?"service-slow":o?(e.lagMs??0)>20?"generator-starved":"unknown":"sound":e.lagMs!==null&&e.lagMs>20&&!Ds(e)?"generator-starved":"sound"}function qe({cpu:e,clockJumpMs:t}){return t>100||e.steal!==null&&e.steal>.1*e.cores||e.others!==null&&e.others>.2*e.cores}function Ds(e){let{cores:t,generator:n,service:r}=e.cpu;return n===null||r===null?!1:n<.3*t&&r>n&&n+r<.9*t&&Je(e)}function Je({cpu:{cores:e,others:t,steal:n},clockJumpMs:r}){return t!==null&&t<.05*e&&(n??0)<.025*e&&r<=100}function sr(e,t){if(or(e))return!0;let{generator:n,service:r}=e.cpu;return(t==="generator-starved"||t==="unknown")&&n!==null&&!(r!==null&&r>n)}function or(e){let{cpu:t}=e;return t.generator===null?!1:ar(e)?!0:t.generator+(t.service??0)+(t.others??0)>.9*t.cores&&t.generator>.45*t.cores}function ar({cpu:{generator:e,generatorLimit:t}}){return e!==null&&t!==null&&e>.9*t}function Y(e,t){let{cpu:n,intended:r,sent:s,seconds:o,clockJumpMs:a,lagMs:i}=t,u=`${Math.max(0,Math.round((r??0)-s))} of ${Math.round(r??0)} arrivals never began in ${js(o)} s`,l=(c,d)=>`${Math.round(100*c/d)} %`;switch(e){case"disturbed":return a>100?`the clock jumped by ${Math.round(a)} ms`:n.steal!==null&&n.steal>.1*n.cores?`the hypervisor took ${l(n.steal,n.cores)} of the processors`:`other processes took ${l(n.others??0,n.cores)} of the processors`;case"generator-starved":{let c=n.generator===null?"":`; k6 had ${l(n.generator,n.generatorLimit??n.cores)} of its processors`;return`${(i??0)>20?`k6 began arrivals ${Math.round(i)} ms late (p99)`:`k6 fell behind: ${u}`}${c}`}case"unknown":return`${u}, and nothing shows why`;case"service-slow":return`the service was too slow for the rate: ${u}`;case"sound":return"nothing disturbed it"}}function js(e){return Math.round(e*10)/10}var Gs=.98,Us=.01,Fs=.8;function ir(e,t,{diagnosis:n,evidence:r,slices:s}){let o=B(s,e.metric),{sent:a,intended:i}=r,u=i!==null&&a<Gs*i,l=qs(s),c=se(s),m=!Number.isNaN(o)&&!Oe(me,c)&&!Oe(e,o)&&!u&&!l;return{rate:t,achieved:ut(s),met:m,value:o,errors:c,dropped:s.reduce((h,p)=>h+p.dropped,0),...l&&{growing:l},...!m&&sr(r,n)&&{limitedBy:"generator"}}}function qs(e){let t=e.filter(i=>dt(i)>0).map(i=>({at:i.startedAt/1e3,wait:$([i],.5)/1e3})),n=t[0],r=t.at(-1);if(n===void 0||r===void 0||t.length<4||r.wait===1/0)return;let s=t.flatMap((i,u)=>t.slice(u+1).map(l=>l.wait>i.wait)),o=s.filter(Boolean).length>=Fs*s.length,a=(r.wait-n.wait)/(r.at-n.at);return o&&a>Us?!0:void 0}import{availableParallelism as xo}from"node:os";import{readFileSync as oo,writeFileSync as fr}from"node:fs";import{totalmem as ao}from"node:os";import{join as Se}from"node:path";import{setTimeout as io}from"node:timers/promises";var lr=`// Latency of the caller (ms): connection phases plus http_req_duration, of requests answered as expected.
const latency = new Trend('tailgate_latency', true);
// Lateness of an arrival (ms). Open model only. It says nothing while arrivals are dropped.
const lag = new Trend('tailgate_lag', true);
const started = new Counter('tailgate_started');
const exceptions = new Counter('tailgate_exceptions');
// Requests of scripts only: a declared request is the whole of its iteration.
const begun = new Counter('tailgate_begun');
const ended = new Counter('tailgate_ended');
const redirected = new Counter('tailgate_redirected');
// Redirects of declared requests, which are answers as any other. Those of the head only.
const redirects = new Counter('tailgate_redirects');
const startTime = new Gauge('tailgate_start_time');
const endTime = new Gauge('tailgate_end_time');

const NOT_ALLOWED = 'not sent: it would go to another machine, which \`allow\` in tailgate.yml does not name';
const told = new Set();
let slot = SLOTS[Object.keys(SLOTS)[0]];
// Declared request that was sent last.
let request = slot.request;

/** Tells one line per virtual user and kind of failure. Tailgate shows the commonest. */
function tellFailure(text) {
  const line = \`\${slot.label}: \${text}\`;
  if (!slot.told || told.has(line)) return;
  told.add(line);
  console.warn(\`TAILGATE_FAILURE \${line}\`);
}

/**
 * Counts a redirect, and tells of the first of each request. Of where it leads only a path on the same server is told:
 * queries, users in addresses and other servers may be secret.
 */
function noteRedirect({ status, headers, request: { url } }) {
  const which = request.which || 0;
  if (!slot.told || exec.vu.metrics.tags[SLICE_TAG] === 'settling') return;
  redirects.add(1, { [REQUEST_TAG]: String(which) });
  const key = \`\${slot.label} redirects \${which}\`;
  if (told.has(key)) return;
  told.add(key);
  const split = (address) => /^((?:[a-z][a-z0-9+.-]*:)?\\/\\/[^/?#]*)?([^?#]*)/i.exec(address || '');
  const [, server, path] = split(headers.Location);
  const isSame = server === undefined || server === '' || server === split(url)[1];
  const leads = isSame && path.startsWith('/') ? path.slice(0, 200).replace(/[^\\x21-\\x7e]|["\\\\]/g, '?') : '-';
  console.warn(\`TAILGATE_REDIRECT \${which} \${status} \${leads} \${slot.label}\`);
}

function observe(response) {
  if (!response?.timings) return;
  if (slot.request === null && response.status > 0 && response.url !== response.request?.url) {
    redirected.add(1);
  }
  const wanted = slot.request === null ? [] : request.expectStatus;
  const expected =
    wanted.length > 0 ? wanted.includes(response.status) : response.status >= 200 && response.status < 400;
  if (!expected) {
    const which = slot.deal !== null && slot.deal.requests.length > 1 ? \` of \${request.name}\` : '';
    if (response.status > 0) tellFailure(\`status \${response.status}\${which}\`);
    // k6: error_codes.go. Addresses that a script blocks itself have the same code.
    else if (response.error_code === 1110 && BLOCKED.length > 0) tellFailure(NOT_ALLOWED);
    else tellFailure(\`\${response.error_code} \${response.error}\`);
    return;
  }
  // 304 leads nowhere.
  if (slot.request !== null && wanted.length === 0 && response.status >= 300 && response.status !== 304)
    noteRedirect(response);
  const t = response.timings;
  // \`blocked\` lasts until there is a connection: to connect and the TLS handshake are parts of it (k6: tracer.go).
  latency.add(t.blocked + t.duration);
}

/** Counts requests of scripts. An iteration that k6 cuts off counts no further: its last request never ends. */
function count(counter, requests) {
  if (slot.request === null) counter.add(requests);
}

for (const method of ['get', 'head', 'post', 'put', 'patch', 'del', 'options', 'request']) {
  const original = http[method];
  http[method] = (...args) => {
    count(begun, 1);
    try {
      const response = original.apply(http, args);
      observe(response);
      return response;
    } finally {
      count(ended, 1);
    }
  };
}
const asyncRequest = http.asyncRequest;
http.asyncRequest = async (...args) => {
  count(begun, 1);
  try {
    const response = await asyncRequest.apply(http, args);
    observe(response);
    return response;
  } finally {
    count(ended, 1);
  }
};
const batch = http.batch;
http.batch = (...args) => {
  const requests = Object.keys(args[0] ?? {}).length;
  count(begun, requests);
  try {
    const responses = batch.apply(http, args);
    for (const response of Object.values(responses)) observe(response);
    return responses;
  } finally {
    count(ended, requests);
  }
};

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

function enterSlice() {
  const { name, startTime: began, iterationInTest } = exec.scenario;
  const roster = rosters[name];
  const { turns } = roster[0];
  slot = turns === null ? roster[0] : roster[Math.floor(iterationInTest / turns.arrivals) % turns.of];
  const elapsed = Date.now() - began;
  let slice = 'settling';
  if (slot.measured) {
    const at = findSlice(slot, elapsed, iterationInTest);
    if (at >= 0) slice = String(slot.firstSlice + Math.min(at, slot.slices - 1));
  }
  const tags = exec.vu.metrics.tags;
  if (tags[SLICE_TAG] !== slice) tags[SLICE_TAG] = slice;
  if (iterationInTest === 0) console.warn(\`TAILGATE_BEGAN \${Math.round(began - slot.startMs)}\`);
  started.add(1);
  startTime.add(began);
  if (slot.rate !== null) lag.add(Math.max(0, elapsed - (iterationInTest * 1000) / slot.rate));
}

/** Longest delay (ms) of an arrival. */
const JITTER_MS = 5;

/**
 * Delays an arrival by a random part of some milliseconds, drawn from its number, so that arrivals come in bursts as
 * those of many callers do. Even ones meet no queue of their own. Arms that take turns draw the same delays, by the
 * number of the arrival among their own.
 */
function jitter() {
  if (slot.rate === null) return;
  // The finalizer of MurmurHash3, by Austin Appleby (public domain).
  let hash = countOwn() + 1;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  sleep((((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32) * (JITTER_MS / 1000));
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

function leaveSlice() {
  if (slot.iterations !== null) endTime.add(Date.now());
}

function sendRequest({ method, url, headers, body, expectStatus, timeoutMs }) {
  http.request(method, url.startsWith('/') ? TARGET_URL + url : url, body, {
    headers,
    timeout: timeoutMs,
    redirects: 0,
    responseType: 'none',
    responseCallback: http.expectedStatuses(
      ...(expectStatus.length > 0 ? expectStatus : [{ min: 200, max: 399 }]),
    ),
    tags: { name: slot.label },
  });
}

function fail(error) {
  exceptions.add(1);
  tellFailure(\`exception: \${error?.message ?? error}\`);
}

export function runIteration(data) {
  enterSlice();
  jitter();
  try {
    if (slot.request !== null) {
      request = slot.deal === null ? slot.request : dealRequest(slot.deal);
      sendRequest(request);
    } else {
      const result = user[slot.exec](data);
      if (result && typeof result.then === 'function') {
        return result.then(leaveSlice, (error) => {
          fail(error);
          throw error;
        });
      }
    }
  } catch (error) {
    fail(error);
    throw error;
  }
  leaveSlice();
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

/** Lists the numbers of the requests of a slot whose redirects are counted. */
function listRedirecting({ told, request, deal }) {
  if (!told || request === null) return [];
  return deal === null ? [0] : deal.requests.map(({ which }) => which);
}

const submetrics = {};
function want(metric, tags, statement) {
  submetrics[
    \`\${metric}{\${Object.entries(tags)
      .map(([key, value]) => \`\${key}:\${value}\`)
      .join(',')}}\`
  ] = [statement];
}
for (const each of Object.values(SLOTS)) {
  const { scenario, measured, firstSlice, slices, rate, request, custom } = each;
  if (!measured) continue;
  for (const which of listRedirecting(each))
    want('tailgate_redirects', { scenario, [REQUEST_TAG]: which }, 'count>=0');
  want('tailgate_start_time', { scenario }, 'value>=0');
  want('tailgate_end_time', { scenario }, 'value>=0');
  want('dropped_iterations', { scenario }, 'count>=0');
  for (let i = 0; i < slices; i++) {
    const tags = { scenario, [SLICE_TAG]: firstSlice + i };
    want('tailgate_latency', tags, 'max>=0');
    want('http_req_duration', { ...tags, expected_response: true }, 'max>=0');
    want('http_req_failed', tags, 'rate>=0');
    want('tailgate_started', tags, 'count>=0');
    want('tailgate_exceptions', tags, 'count>=0');
    want('iterations', tags, 'count>=0');
    if (rate !== null) want('tailgate_lag', tags, 'max>=0');
    if (request !== null) continue;
    want('tailgate_begun', tags, 'count>=0');
    want('tailgate_ended', tags, 'count>=0');
    want('tailgate_redirected', tags, 'count>=0');
    for (const name of custom) {
      if (ALWAYS[customTypes[name]]) want(name, tags, ALWAYS[customTypes[name]]);
    }
  }
}

const {
  scenarios: _,
  vus: __,
  duration: ___,
  iterations: ____,
  stages: _____,
  ...userOptions
} = user.options || {};

/**
 * Reads thresholds as k6 does: a text or an object. Only the statement of an object is kept: its other fields may end
 * k6 in the middle of the measurement.
 */
function readThresholds(own) {
  const read = {};
  for (const [metric, statements] of Object.entries(own || {})) {
    // k6 would find no request of such a scenario, and the threshold would always hold.
    if (/[{,]\\s*["']?scenario["']?\\s*:/.test(metric)) throw new Error(\`TAILGATE_REFUSED \${metric}\`);
    read[metric] = Array.isArray(statements)
      ? statements.map((statement) => statement?.threshold ?? statement)
      : statements;
  }
  return read;
}

export const options = {
  ...userOptions,
  scenarios: SCENARIOS,
  blacklistIPs: [...(userOptions.blacklistIPs || []), ...BLOCKED],
  thresholds: { ...readThresholds(userOptions.thresholds), ...submetrics },
  summaryTrendStats: [
    'count',
    'avg',
    'min',
    'max',
    ...PERCENTS.filter((p) => p > 0 && p < 100).map((p) => \`p(\${p})\`),
  ],
  summaryTimeUnit: 'ms',
  systemTags: [
    'scenario',
    'expected_response',
    'status',
    'method',
    'name',
    'url',
    'group',
    'check',
    'error',
    'error_code',
  ],
};

function values(data, metric, tags) {
  const name = \`\${metric}{\${Object.entries(tags)
    .map(([key, value]) => \`\${key}:\${value}\`)
    .join(',')}}\`;
  return data.metrics[name] ? data.metrics[name].values : null;
}

function pickQuantiles(trend) {
  return PERCENTS.map((p) => (p === 0 ? trend.min : p === 100 ? trend.max : trend[\`p(\${p})\`]));
}

/** Picks the samples of a metric of the script. Null where it was not fed; a Counter that was not is 0. */
function pickSamples(data, name, tags) {
  const found = values(data, name, tags);
  if (!found) return null;
  if (customTypes[name] === 'rate')
    return { type: 'rate', hits: found.passes, count: found.passes + found.fails };
  if (customTypes[name] === 'counter') return { type: 'counter', sum: found.count };
  return found.count > 0
    ? { type: 'trend', count: found.count, avg: found.avg, values: pickQuantiles(found) }
    : null;
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

export function handleSummary(data) {
  const slots = {};
  for (const [key, each] of Object.entries(SLOTS)) {
    const { scenario, measured, firstSlice, slices, custom } = each;
    if (!measured) continue;
    const start = values(data, 'tailgate_start_time', { scenario });
    const end = values(data, 'tailgate_end_time', { scenario });
    const dropped = values(data, 'dropped_iterations', { scenario });
    slots[key] = {
      startedAt: start ? start.value : 0,
      endedAt: end ? end.max : 0,
      dropped: dropped ? dropped.count : 0,
      redirects: listRedirecting(each).map(
        (which) =>
          (values(data, 'tailgate_redirects', { scenario, [REQUEST_TAG]: which }) || { count: 0 }).count,
      ),
      slices: [],
    };
    for (let i = 0; i < slices; i++) {
      const tags = { scenario, [SLICE_TAG]: firstSlice + i };
      const own = values(data, 'tailgate_latency', tags);
      const service = values(data, 'http_req_duration', { ...tags, expected_response: true });
      const failed = values(data, 'http_req_failed', tags);
      const late = values(data, 'tailgate_lag', tags);
      const countOf = (metric) => (values(data, metric, tags) || { count: 0 }).count;
      slots[key].slices.push({
        started: countOf('tailgate_started'),
        finished: countOf('iterations'),
        exceptions: countOf('tailgate_exceptions'),
        begun: countOf('tailgate_begun'),
        ended: countOf('tailgate_ended'),
        redirected: countOf('tailgate_redirected'),
        requests: failed ? failed.passes + failed.fails : 0,
        failed: failed ? failed.passes : 0,
        latency: own && own.count > 0 ? { count: own.count, avg: own.avg, values: pickQuantiles(own) } : null,
        service:
          service && service.count > 0
            ? { count: service.count, avg: service.avg, values: pickQuantiles(service) }
            : null,
        lag: late && late.count > 0 ? { p50: late['p(50)'], p99: late['p(99)'], max: late.max } : null,
        custom: Object.fromEntries(
          custom
            .map((name) => [name, pickSamples(data, name, tags)])
            .filter(([, samples]) => samples !== null),
        ),
      });
    }
  }
  const thresholds = [];
  for (const [name, metric] of Object.entries(data.metrics)) {
    for (const [statement, { ok }] of Object.entries(metric.thresholds || {})) {
      if (!ok) thresholds.push(\`\${name}: \${statement}\`);
    }
  }
  const summary = { schemaVersion: 1, percents: PERCENTS, slots, thresholds, seen: listSeen(data) };
  return { [__ENV.TAILGATE_SUMMARY || 'tailgate-summary.json']: JSON.stringify(summary) };
}
`;var zs="tailgate_slice",Ws="tailgate_request",Hs=["0.0.0.0/2","64.0.0.0/3","96.0.0.0/4","112.0.0.0/5","120.0.0.0/6","124.0.0.0/7","126.0.0.0/8","128.0.0.0/1",...Array.from({length:16},(e,t)=>`${(2**t).toString(16)}::/${16-t}`)];function cr({program:e,targetUrl:t,confined:n,requestOf:r,dealOf:s=()=>null}){let o=e.slots[0].step.work,a=new Map(e.slots.map(c=>[c,s(c)])),i=Object.fromEntries(e.slots.map(c=>{let d=a.get(c)??null;return[c.key,Ks(c,d===null?r(c):null,d)]})),u=[...a.values()].filter(c=>c!==null),l=o.kind==="script"?[`export * from ${JSON.stringify(o.path)};`,`import * as user from ${JSON.stringify(o.path)};`]:["const user = {};"];return["import { sleep } from 'k6';","import http from 'k6/http';","import exec from 'k6/execution';",...u.some(({dataFile:c})=>c!==null)?["import { SharedArray } from 'k6/data';"]:[],"import { Counter, Gauge, Trend } from 'k6/metrics';",...l,"",`const TARGET_URL = __ENV.TARGET_URL || ${JSON.stringify(t)};`,`const SLICE_TAG = ${JSON.stringify(zs)};`,`const REQUEST_TAG = ${JSON.stringify(Ws)};`,`const PERCENTS = ${JSON.stringify(yn)};`,`const BLOCKED = ${JSON.stringify(n?Hs:[])};`,`const SEQUENCES = ${JSON.stringify(Object.fromEntries(u.map(({name:c,sequence:d})=>[c,d])))};`,`const ROWS = {${[...new Set(u.flatMap(Vs))].join(", ")}};`,`const SLOTS = ${JSON.stringify(i,null,2)};`,`const SCENARIOS = ${JSON.stringify(Object.fromEntries(e.slots.map(c=>[ur(c),Qs(c)])),null,2)};`,"",lr].join(`
`)}function Vs({name:e,dataFile:t}){if(t===null)return[];let n=JSON.stringify(e);return[`${n}: new SharedArray(${n}, () => JSON.parse(open(${JSON.stringify(`./${t}`)})))`]}function ze(e){return e.round!==null||e.slices>1}function ur({key:e,turns:t}){return t?.scenario??e}function Ks(e,t,n){let{load:r,work:s,label:o}=e.step,a=n?.requests.map((i,u)=>({...i,which:u}));return{label:o,measured:ze(e),told:e.arm==="head",startMs:e.startSeconds*1e3,settleMs:e.settleSeconds*1e3,sliceMs:(e.seconds-e.settleSeconds)*1e3/e.slices,slices:e.slices,firstSlice:e.turns===null?0:e.turns.position*e.slices,rate:r.kind==="arrival-rate"?r.rate:null,scenario:ur(e),turns:e.turns&&{...e.turns,...de(e)},iterations:e.round===null?null:e.requests,exec:s.kind==="script"?s.exec:null,custom:[...new Set(bt(e.step.slos).map(({name:i})=>i))],deal:n&&{name:n.name,first:n.first,requests:a},request:a?.[0]??(t&&{method:t.method,url:t.url,headers:t.headers,body:t.body??null,expectStatus:t.expectStatus,timeoutMs:t.timeoutSeconds*1e3})}}function Qs(e){let{load:t,virtualUsers:n,graceSeconds:r}=e.step,s={exec:"runIteration",startTime:`${e.startSeconds}s`,gracefulStop:`${r}s`},o=`${e.seconds}s`;switch(t.kind){case"arrival-rate":return{...s,executor:"constant-arrival-rate",duration:o,...Ys(t.rate),preAllocatedVUs:n,maxVUs:n};case"users":return{...s,executor:"constant-vus",duration:o,vus:t.users};case"fixed-work":return e.round===null?{...s,executor:"constant-vus",duration:o,vus:t.users}:{...s,executor:"shared-iterations",vus:t.users,iterations:e.requests??t.requests,maxDuration:`${D}s`}}}function Ys(e){for(let[t,n]of[["1s",1],["1m",60],["1h",3600]]){let r=e*n;if(Math.abs(r-Math.round(r))<1e-9*r)return{rate:Math.round(r),timeUnit:t}}return{rate:Math.max(1,Math.round(e*3600)),timeUnit:"1h"}}var dr=P({count:M(),avg:M(),values:I(M())}).nullable(),Xs=ct("type",[P({type:J("trend"),count:M(),avg:M(),values:I(M())}),P({type:J("rate"),hits:M(),count:M()}),P({type:J("counter"),sum:M()})]),Zs=P({schemaVersion:J(1),percents:I(M()),slots:ve(re(),P({startedAt:M(),endedAt:M(),dropped:M(),redirects:I(M()).optional(),slices:I(P({started:M(),finished:M(),exceptions:M(),begun:M(),ended:M(),redirected:M(),requests:M(),failed:M(),latency:dr,service:dr,lag:P({p50:M(),p99:M(),max:M()}).nullable(),custom:ve(re(),Xs).optional()}))})),thresholds:I(re()),seen:I(mt).optional()});function mr(e){return Zs.parse(JSON.parse(e))}function pr(e,t){return t.filter(n=>ze(n)&&(e.slots[n.key]?.startedAt??0)>0).map(n=>({...eo(n,e.slots[n.key],e.percents),seen:e.seen}))}function eo(e,t,n){let r=n.map(p=>p/100),{load:s}=e.step,o=s.kind==="fixed-work"&&t.endedAt>t.startedAt?(t.endedAt-t.startedAt)/1e3:e.seconds-e.settleSeconds,a=s.kind==="arrival-rate"?s.rate:null,i=de(e),u=i===null?o/e.slices:i.planned/a/e.slices,l=a===null?null:a*u,c=t.slices.every(p=>(p.latency?.count??0)===(p.service?.count??0)),d=no(e,t.slices),m=t.slices.map((p,S)=>{let v=c?p.latency:p.service;return{startedAt:t.startedAt+(e.settleSeconds+S*o/e.slices)*1e3,seconds:u,...e.turns!==null&&{alternating:!0},planned:l,ok:v?.count??0,failed:Math.max(p.failed,p.exceptions)+Math.max(0,d(p)),dropped:ro(t,p,s.kind==="fixed-work"?e:null,l),latency:v&&{levels:r,values:v.values},avg:v?.avg??null,service:p.service&&so(r,p.service.values),lag:p.lag,...Object.keys(p.custom??{}).length>0&&{custom:to(p.custom,r)}}}),h=t.slices.reduce((p,S)=>p+S.started,0);return{slot:e,slices:m,sent:h,intended:l===null?null:l*e.slices,connectionIncluded:c,...t.redirects&&{redirects:t.redirects}}}function to(e,t){return Object.fromEntries(Object.entries(e).map(([n,r])=>[n,r.type==="trend"?{...r,levels:t}:r]))}function no(e,t){let n=o=>t.reduce((a,i)=>a+o(i),0),r=n(({requests:o})=>o)<=n(({begun:o})=>o);return e.step.work.kind==="script"&&(r||n(({redirected:o})=>o)>0)?({begun:o,ended:a})=>o-a:({started:o,finished:a})=>o-a}function ro(e,t,n,r){return e.dropped===0?0:Math.round(n?e.dropped/n.slices:Math.min(e.dropped,Math.max(0,(r??0)-t.started)))}function so(e,t){let n=r=>t[e.findIndex(s=>Math.abs(s-r/100)<1e-9)];return{p50:n(50),p95:n(95),p99:n(99)}}var hr={100:"its `setup` did not finish in time",101:"its `teardown` did not finish in time",104:"k6 does not accept its options",107:"it threw an exception outside an iteration",108:"it aborted the test",110:"it marked the test as failed"},lo=99,gr=105;async function Sr(e){let{folder:t,name:n}=e,r=Se(t,`${n}.js`),s=Se(t,`${n}.summary.json`),o=Se(t,`${n}.log`),a=Se(t,"k6-config.json");fr(r,e.script),fr(a,"{}");let i=await hn({command:[e.binary,"run","--quiet","--no-color","--no-usage-report","--config",a,"--address","","--env",`TARGET_URL=${e.targetUrl}`,"--env",`BASE_URL=${e.targetUrl}`,"--env",`TAILGATE_SUMMARY=${s}`,r],cwd:e.cwd,env:{...fo(),...ne(e.environment)},logPath:o,keeper:e.keeper}),u=i.exited.then(l=>{let c=H(o),d=l.code??-1,m=(h,p)=>({kind:"failed",fault:h,message:p,log:c});if(l.signal!==null)return m("harness",`k6 was ended by ${l.signal}`);if(d in hr)return m("script",mo(c)??hr[d]);if(d!==0&&d!==lo&&d!==gr)return m("harness",`k6 ended with exit code ${d}`);try{let h=mr(oo(s,"utf8"));return{kind:"measured",complete:d!==gr,summary:h,failures:ho(o),redirects:go(o)}}catch(h){return m("harness",`k6 left no readable summary: ${h.message}`)}});return{group:i,began:uo(o,i),finished:u}}var co=20;async function uo(e,{exit:t}){for(;t()===null;){let n=/TAILGATE_BEGAN (\d+)/.exec(H(e))?.[1];if(n!==void 0)return Number(n);await io(co)}return null}function mo(e){let t=/TAILGATE_REFUSED (.*?\})/.exec(e)?.[1]?.replaceAll('\\"','"');return t===void 0?null:`its threshold on \`${t}\` would never fail: Tailgate replaces the scenarios of a script, so leave \`scenario\` out of it, or use a tag that the script sets itself`}var po=4;function fo(){let e=Math.min(ao(),process.constrainedMemory?.()||Number.POSITIVE_INFINITY);return{GOGC:"800",GOMEMLIMIT:`${Math.floor(e/po/2**20)}MiB`}}function ho(e){let t=new Map;for(let[,n]of H(e,2e3).matchAll(/TAILGATE_FAILURE ((?:[^"\\]|\\.)*)"/g)){let r=n.replaceAll('\\"','"');t.set(r,(t.get(r)??0)+1)}return[...t].sort((n,r)=>r[1]-n[1]).map(([n])=>n)}function go(e){let t=new Map,n=/TAILGATE_REDIRECT (\d+) (\d+) (\S+) ((?:[^"\\]|\\.)*)"/g;for(let[,r,s,o,a]of H(e,2e3).matchAll(n)){let i=a.replaceAll('\\"','"'),u=`${r} ${i}`;t.has(u)||t.set(u,{label:i,which:Number(r),status:Number(s),location:o==="-"?null:o})}return[...t.values()]}import{existsSync as bo,writeFileSync as wo}from"node:fs";import{join as vo}from"node:path";var So=1;function yr(e){let t=e.map(({weight:u})=>u),n=t.reduce(br),r=t.map(u=>u/n),s=r.flatMap((u,l)=>Array.from({length:u},()=>l)),o=bn(So);for(let u=s.length-1;u>0;u--){let l=o.index(u+1);[s[u],s[l]]=[s[l],s[u]]}let a=r.map(()=>0),i=s.map(u=>a[u]++);return{order:s,ranks:i,counts:r}}function br(e,t){return t===0?e:br(t,e%t)}function wr(e,t,n,r){let s=[],o=0;for(let{name:a,offset:i,length:u}of st(e)){let l=a.startsWith("data.")?t.indexOf(a.slice(5)):-1;if(l<0)continue;let c=i+u,d=n==="json"&&yo(e,i,c);s.push(r(e.slice(o,d?i-1:i)),{column:l,as:d?"value":n}),o=d?c+1:c}return s.length===0?r(e):[...s,r(e.slice(o))]}function yo(e,t,n){return e[t-1]==='"'&&e[t-2]!=="\\"&&e[n]==='"'&&e[n+1]!==":"}function vr(e,t,n){if(e.step.work.kind==="script")return null;let{request:r}=e.step.work;return{...r,url:Rr(t.fill(r.url),t,n,e),headers:Object.fromEntries(Object.entries(r.headers).map(([s,o])=>[s,t.fill(o)])),body:r.body===void 0?void 0:t.fill(r.body)}}function kr(e,t,n,{config:r,folder:s}){let{work:o,scenario:a}=e.step;if(o.kind==="script"||o.mix===void 0&&o.data===void 0)return null;let i=o.data?`data-${a}.json`:null;i!==null&&ko(o.data.path,vo(s,i));let u=(c,d)=>wr(c,o.data?.columns??[],d,n.fill),l=ae(o);return{name:a,dataFile:i,first:Mo(e,t),sequence:yr(l),requests:l.map(({request:c})=>({name:`${c.method} ${c.url}`,method:c.method,url:Rr(u(c.url,"path"),n,r,e),headers:Object.fromEntries(Object.entries(c.headers).map(([d,m])=>[d,u(m,"raw")])),body:c.body===void 0?null:u(c.body,c.quotesData?"json":"raw"),expectStatus:c.expectStatus,timeoutMs:c.timeoutSeconds*1e3}))}}function ko(e,t){bo(t)||wo(t,JSON.stringify(St(Et(e),e).rows))}function Rr(e,{targetUrl:t},n,{step:r}){let[s,...o]=typeof e=="string"?[e]:e,a=String(s),i=a.startsWith("/")?t+a:a;return vt(i,n,`request of ${r.label}`),typeof e=="string"?i:[i,...o]}var Ro=16;function Mo({step:{load:e},round:t,seconds:n,turns:r,requests:s},o){let a=e.kind==="arrival-rate"?e.rate*n/(r?.of??1):s??0;return(o*Ro+(t===null?0:t+1))*Math.ceil(a)}function Mr(e,{instances:t,began:n,sample:r}){let s=[],o=new Set,a=!1,i=()=>{for(let c of o)t.get(c)?.resume();o.clear()},u=c=>{for(let[d,m]of t)d!==c&&(m.halt(),o.add(d))},l=e.slots.flatMap(c=>[...t.size>1&&c.round!==null&&A(c)?[{at:c.startSeconds,act:()=>u(c.arm)},{at:Eo(c),act:i}]:[],...To(c).map(d=>({at:d,act:r}))]);return n.then(c=>{if(!(c===null||a))for(let{at:d,act:m}of l)s.push(setTimeout(m,c+d*1e3-Date.now()))}),{end(){a=!0;for(let c of s)clearTimeout(c);i()}}}function Eo({step:e,startSeconds:t,seconds:n}){return t+(e.load.kind==="fixed-work"?D:n)}function To({round:e,step:t,startSeconds:n,seconds:r,settleSeconds:s,slices:o}){if(e===null&&o===1||t.load.kind==="fixed-work")return[];let a=(r-s)/o;return Array.from({length:o+1},(i,u)=>n+s+u*a)}var Ao=150+D;async function X(e,t,{around:n,k6:r,folder:s,instances:o,shared:a,block:i=0}){let u=[...new Set(e.slots.map(w=>w.step.label))].join(", "),l=[...new Set(e.slots.map(({arm:w})=>w))],c=l.includes("head")?"head":"base",{targetUrl:d}=o.get(c),m=await Sr({binary:r,folder:s,name:t,script:cr({program:e,targetUrl:d,confined:n.config.allow.length===0,requestOf:w=>vr(w,o.get(w.arm),n.config),dealOf:w=>kr(w,i,o.get(w.arm),{config:n.config,folder:s})}),cwd:n.config.directory,targetUrl:d,environment:{...n.environment,...Po(e,o.get(c))},keeper:n.keeper}),h=Date.now(),p=[...o.values(),a],S=tr(m.group.pid,p.flatMap(({sessions:w})=>w),new Map([...o].map(([w,{sessions:_}])=>[w,_]))),v=Mr(e,{instances:o,began:m.began,sample:S.take}),y=()=>m.group.signal("SIGKILL");n.signal.addEventListener("abort",y,{once:!0}),n.signal.aborted&&y();for(let w of p)w.crashed.then(()=>w.crash()!==null&&m.group.signal("SIGINT"));let R=!1,g=e.seconds+Ao,T=setTimeout(()=>{R=!0,y()},g*1e3),f=await m.finished;clearTimeout(T),v.end(),S.stop(),n.signal.removeEventListener("abort",y),await m.group.stop("SIGTERM",1e3);let k=(Date.now()-h)/1e3,x=e.slots.findLast(w=>w.startSeconds<=k)??e.slots[0],b={slots:[],crash:Z(o,a,x.step.label),failure:null,failures:[],redirects:[],thresholds:[],loadSeconds:k};if(n.signal.aborted)return b;let E=w=>b.crash===null?{...b,failure:{...w,label:u,arm:c}}:b;if(f.kind==="failed"){let w=`k6 had not ended after ${Math.round(g)} s, and was killed`;return E(R?{...f,message:w}:f)}if(!f.complete&&b.crash===null)return E({kind:"failed",fault:"harness",message:"k6 was interrupted from outside",log:""});let F={cores:xo(),generatorLimit:S.generatorLimit(),outsiders:Oo(n)};return{...b,failures:f.failures,redirects:f.redirects,thresholds:l.includes("head")?f.summary.thresholds.map(w=>({label:u,threshold:w})):[],slots:pr(f.summary,e.slots).map(w=>$o(w,S.samples,F)).map(w=>Er(n)?w:_o(w,S.samples,o))}}function Z(e,t,n){for(let[r,s]of[["shared",t],...e]){let o=s.crash();if(o!==null)return{...o,arm:r,label:n}}return null}var Co=/\b(docker|podman|nerdctl)\b/;function Oo(e){let{external:t,services:n}=e.config;return t.length>0||n.some(({start:r})=>r===void 0)||Er(e)}function Er({config:e}){return e.services.some(({start:t})=>t!==void 0&&Co.test(t))}function _o(e,t,n){let{arm:r,turns:s}=e.slot,o=n.get(r);if(o?.sessions.length===0)return e;let a=o?.startupMs,i=e.slices.map(u=>{let{startedAt:l,seconds:c}=u,d=nr(t,r,l,l+c*(s?.of??1)*1e3);return{...u,...d,...a!==void 0&&{startup:a}}});return{...e,slices:i}}function $o(e,t,n){let{slices:r}=e,s=r.reduce((m,h)=>m+h.seconds,0),o=r[0].startedAt,a=s*(e.slot.turns?.of??1),{clockJumpMs:i,...u}=Fe(t,o,o+a*1e3,n),l=r.map(({startedAt:m,seconds:h})=>{let p=m+h*(e.slot.turns?.of??1)*1e3,{clockJumpMs:S,...v}=Fe(t,m,p,n);return qe({cpu:v,clockJumpMs:S})}),c=r.flatMap(m=>m.lag===null?[]:[m.lag.p99]),d={sent:e.sent,intended:e.intended,seconds:s,dropped:r.reduce((m,h)=>m+h.dropped,0),lagMs:c.length>0?Math.max(...c):null,cpu:u,clockJumpMs:i};return{...e,evidence:d,diagnosis:rr(d),disturbed:l}}function Po({slots:e},{fill:t}){return Object.fromEntries(Object.entries(e[0].step.parameters??{}).map(([n,r])=>[`VARIANT_${n.toUpperCase()}`,t(r)]))}var Io=1.25,No=1;function Tr(e,t){let n=$(t,.5),r=a=>!($(a,.5)>Io*n),s=e.findIndex((a,i)=>r([a])&&r(e.slice(i)));if(s===-1)return null;let o=e.slice(0,s).reduce((a,i)=>a+i.seconds,0);return Math.max(No,o)}function xr(e,t,n){let r=e.filter(({slot:s})=>s.round===null&&!t.some(o=>o.slot.step===s.step));for(let{slot:s,slices:o}of r){let a=e.filter(c=>c.slot.round!==null&&c.slot.step===s.step&&c.slot.arm===s.arm&&A(c.slot)===A(s)),i=Tr(o,a.flatMap(({slices:c})=>c)),{label:u}=s.step,l=n.get(u);n.set(u,l===null||i===null?null:Math.max(l??0,i))}}var Lo=3;function Ar({steps:e},t){let n=e.flatMap(({label:r})=>{let s=t.flatMap(({warmUps:o})=>o.get(r)??[]);return s.length>0?[[r,Math.max(...s)]]:t.length>=Lo?[[r,ce.seconds]]:[]});return new Map(n)}var ye=2e4,Bo=2;async function Cr(e,t,n){let r=performance.now(),s={index:t,kept:[],discarded:[],crash:null,failure:null,failures:[],redirects:[],thresholds:[],warmUps:new Map,soak:[],loadSeconds:0,wallSeconds:0};for(let[o,a]of e.entries())ee(s,n)&&await Do(a,o,s,n);return s.wallSeconds=(performance.now()-r)/1e3,s}async function Do(e,t,n,r){let s={running:new Map,starts:0};try{Go(n.index,e.arms,r),await K(s,{...r,together:e.arms,block:n.index});for(let[o,a]of e.programs.entries()){let i=`${Or(n,r)}-${t+1}-${o+1}`;await Fo(a,i,s,n,r)}e.arms.length>1&&ee(n,r)&&await jo(s,n,r)}finally{await Q(s)}}async function jo(e,t,n){let{arms:r,shared:s,k6:o,folder:a,progress:i}=n,u={around:r.head,k6:o,folder:a,instances:e.running,shared:s,block:t.index},l=n.soak?.(t)??[];for(let c=1;l.length>0&&ee(t,n);c++){let{arm:d}=l[0].slots[0],m=l.reduce((p,S)=>p+S.seconds,0);i.phase(`keeping the ${d} under load, for stalls, growth and memory`,m);let h=[...e.running].filter(([p])=>p!==d).map(([,p])=>p);for(let p of h)p.halt();try{for(let[p,S]of l.entries()){let v=`${Or(t,n)}-soak-${c}-${p+1}`,y=await X(S,v,u);t.crash??=y.crash,t.failure??=y.failure,t.loadSeconds+=y.loadSeconds,t.soak.push(...y.slots)}}finally{for(let p of h)p.resume()}l=n.soak?.(t)??[]}}function Or({index:e},{variant:t}){return`${t===void 0?"":`variant-${t}-`}block-${e+1}`}function Go(e,t,n){let{arms:r,progress:s}=n,{services:o}=r.head.config,a=o.filter(({start:i,scope:u})=>i&&u==="instance").map(({name:i})=>i);a.length===0||e>0||s.phase(`starting ${a.join(", ")}${r.base?` of ${t.join(" and ")}`:""}`)}function Uo({index:e},{planned:t}){return t>1?`block ${e+1} of ${t}: `:""}async function Fo(e,t,n,r,s){let{arms:o,shared:a,k6:i,folder:u,progress:l,repeatDisturbed:c=!0}=s,d=e,m=!0;for(let h=0;d!==null&&ee(r,s);h++){let p=[...new Set(d.slots.map(_=>_.step.label))].join(", ");l.phase(`${Uo(r,s)}measuring ${p}`,d.seconds);let S=h===0?t:`${t}-again${h}`,v=await X(d,S,{around:o.head,k6:i,folder:u,instances:n.running,shared:a,block:r.index}),{crash:y,failure:R,failures:g,redirects:T,thresholds:f,loadSeconds:k,slots:x}=v;r.crash=y,r.failure=R??r.failure,r.failures.push(...g),r.redirects.push(...T),r.loadSeconds+=k;let b=x.filter(({slot:_})=>_.round!==null),E=y===null&&c?Jo(b):[],F=b.filter(_=>!E.includes(_));r.kept.push(...F),r.discarded.push(...E),E.length===0&&r.thresholds.push(...f);for(let _ of E)le(()=>Ho(_,r));xr(x,E,r.warmUps);let w=E.map(({slot:_})=>_);d=w.length>0&&h<Bo&&m?Lt(e,w):null,E.length>0&&l.note(Wo(E,d!==null)),d!==null&&(m=await zo(s),r.crash=Z(n.running,a,w[0].step.label),o.base&&ee(r,s)&&await qo(n,r,s))}}async function qo(e,t,n){let r=[...e.running.keys()];await Q(e),await K(e,{...n,together:r,block:t.index})}function Jo(e){let t=e.filter(_r);return e.filter(({slot:n})=>t.some(r=>r.slot.step===n.step&&r.slot.round===n.round))}async function zo({arms:e,progress:t}){return t.phase(`waiting for the machine to calm down (${ye/1e3} s at most)`),ge(ye,e.head.signal)}function ee({crash:e,failure:t},{arms:n}){return e===null&&(t===null||We(t))&&!n.head.signal.aborted}function We({arm:e,fault:t}){return e==="base"&&t==="script"}function Wo(e,t){let n=[...new Set(e.map(({slot:a})=>a.step.label))],r=e.filter(_r).map(({diagnosis:a,evidence:i})=>Y(a,i));return`${`${e.length} ${e.length===1?"round":"rounds"} of ${n.join(", ")}`} ${t?"will be measured again":"discarded"}: ${[...new Set(r)].join("; ")}`}function _r({diagnosis:e}){return e!=="sound"&&e!=="service-slow"}function Ho({slot:e,diagnosis:t,evidence:n},{index:r}){let{sent:s,intended:o,seconds:a,dropped:i,lagMs:u,clockJumpMs:l,cpu:c}=n,d=y=>y===null?"unknown":Number(y.toPrecision(3)),{generator:m,service:h,others:p,steal:S,cores:v}=c;return[`discarded: block ${r+1}, ${e.step.label}, ${e.arm}, round ${e.round+1}, ${e.turns?"in turns":"alone"}`,t==="sound"?"sound, but its counterpart is not":Y(t,n),`${s} of ${o??s} arrivals in ${d(a)} s, ${i} dropped, p99 of lateness ${d(u)} ms`,`of ${v} cores k6 used ${d(m)}, the service ${d(h)}, others ${d(p)}, the hypervisor ${d(S)}`,`the clock jumped by ${d(l)} ms`].join("; ")}var Vo=8,Ko=2;async function $r(e,t){let{instances:n,around:r,shared:s,start:o,progress:a,block:i,repeatDisturbed:u=!0}=t,l=[...n.keys()],c={block:i,arms:new Map(l.map(p=>[p,{trials:[],estimate:null}])),discarded:[],crash:null,failure:null,loadSeconds:0},d=0,m=p=>c.arms.get(p).trials,h=()=>c.crash===null&&c.failure===null&&!r.signal.aborted;for(let p=1;h()&&c.loadSeconds<t.secondsLeft;p++){let S=l.flatMap(R=>{let g=Ut({...e.goal,outcomes:m(R),start:o});return g===null?[]:[{arm:R,...g}]});if(S.length===0)break;t.drawFirst()!==S[0].arm&&S.reverse(),a.phase(Yo(e,S,c));let v=[];for(let[R,g]of Qo(e,S,p===1).entries()){if(!h())break;let T=`search-${e.scenario}-${i+1}-${p}-${R+1}`,f=await X(g,T,{...t,around:r,instances:n,shared:s});c.crash=f.crash,c.failure=f.failure,c.loadSeconds+=f.loadSeconds;let k=f.slots.filter(({slot:b})=>b.round!==null),x=u?k.filter(({diagnosis:b})=>b==="disturbed"):[];if(v.push(...x),!(x.length>0))for(let b of k){let{rate:E}=S.find(({arm:w})=>w===b.slot.arm),F=ir(e.goal.slo,E,b);m(b.slot.arm).push(F)}}if(v.length===0)continue;c.discarded.push(...v);let y=v.map(({diagnosis:R,evidence:g})=>Y(R,g));if(a.note(`a trial of ${e.label} is discarded: ${[...new Set(y)].join("; ")}`),c.discarded.length>Vo||d===Ko)break;await ge(ye,r.signal)||d++,c.crash??=Z(n,s,e.label)}for(let p of c.arms.values())p.estimate=Ft(p.trials,e.goal);return c}function Qo(e,t,n){return e.work.kind==="request"?[Ee(e,t,n)]:t.map(r=>Ee(e,[r],n))}function Yo({label:e},t,{arms:n}){let r=t.map(({arm:s,rate:o})=>{let{trials:a}=n.get(s),i=Math.max(0,...a.filter(({met:d})=>d).map(d=>d.rate)),u=Math.min(...a.filter(({met:d})=>!d).map(d=>d.rate)),l=[...i>0?[`${N(i)} meets`]:[],...u<1/0?[`${N(u)} does not`]:[]],c=l.length>0?`${l.join(", ")}; `:"";return`${n.size>1?`${s}: `:""}${c}trying ${N(o)}`});return`capacity of ${e}: ${r.join(" \xB7 ")}`}function Pr({label:e},{arms:t}){let n=[...t].map(([r,{estimate:s,trials:o}])=>{let a=t.size>1?`${r} `:"",i=`${o.length} trials`;if(s===null)return`${a}not found (${i})`;let{kind:u,value:l,low:c,high:d}=s;return u==="found"?`${a}${N(l)} (${N(c)} \u2026 ${N(d)}, ${i})`:`${a}${u==="below"?`less than ${N(d)}`:`at least ${N(c)}`} (${i})`});return`capacity of ${e}: ${n.join("; ")}`}function N(e){return`${Number(e.toPrecision(4)).toLocaleString("en")} req/s`}var Ir={far:2,near:1.12},Xo=.7;async function Nr(e,t,n){for(let s of e)t.set(s,[]);let r=Math.max(0,...e.map(({blocks:s})=>s.most));for(let s=0;s<r;s++){let o=e.filter(d=>ta(d,t.get(d),s));if(o.length===0||Lr(t,n))return;let i=n.drawFirst()==="head"?["head","base"]:["base","head"],u=n.arms.base?i:["head"],l=new Map(o.map(d=>[d,na(d,t.get(d))])),c=n.swapped?u.map(d=>[d]):[u];for(let[d,m]of c.entries())await Zo(o,{together:m,block:s,before:l,found:t,share:1/(c.length-d)},n)}}async function Zo(e,{together:t,block:n,before:r,found:s,share:o},a){let{arms:i,progress:u}=a,l={running:new Map,starts:0};try{u.phase(`starting services for the search of a capacity, start ${n+1}`),await K(l,{arms:i,together:t,block:ea+n});for(let c of e){if(Lr(s,a))return;let d=s.get(c),m=await $r(c,{...a,around:i.head,instances:l.running,block:n,start:r.get(c),secondsLeft:o*Br(c,d)});d.push(m),u.note(Pr(c,m))}}finally{await Q(l)}}var ea=1e3;function Lr(e,{arms:t}){let n=[...e.values()].flat();return t.head.signal.aborted||n.some(({crash:r,failure:s})=>r!==null||s!==null)}function Br({budgetSeconds:e},t){return e-t.reduce((n,{loadSeconds:r})=>n+r,0)}function ta(e,t,n){if(n===0)return!0;if(n>=e.blocks.most)return!1;let r=Array.from({length:n},(a,i)=>t.filter(u=>u.block===i).reduce((u,{loadSeconds:l})=>u+l,0)),[s,...o]=r;return Br(e,t)>=Xo*Math.min(Me.later/Me.first*s,...o)}function na({goal:e},t){let n=t.flatMap(({arms:r})=>[...r.values()].flatMap(({estimate:s})=>s??[]));return n.length===0?{rate:e.from,factor:Ir.far}:{rate:ft(n.map(({value:r})=>r)),factor:Ir.near}}function Dr(e,t){let[n,...r]=e;if(r.length===0)return n;let s=u=>e.flatMap(u),o={slos:s(({slos:u})=>u),changes:s(({changes:u})=>u),faults:s(({faults:u})=>u),invalid:s(({invalid:u})=>u)},a=u=>U(e.map(({effort:l})=>l[u])),i=s(u=>u.redirects??[]);return{...n,...he({...o,failOn:t}),...o,costs:s(({costs:u})=>u),suspects:s(({suspects:u})=>u),...i.length>0&&{redirects:i},pair:ra(e.flatMap(({pair:u})=>u??[])),effort:{slices:a("slices"),discardedRounds:a("discardedRounds"),instances:a("instances"),loadSeconds:a("loadSeconds")}}}function ra(e){let[t]=e;return t===void 0?null:{...t,variants:e.length,blocks:U(e.map(({blocks:n})=>n)),planned:U(e.map(({planned:n})=>n)),discarded:{base:U(e.map(({discarded:n})=>n.base)),head:U(e.map(({discarded:n})=>n.head))},error:Number(Math.min(1,U(e.map(({error:n})=>n))).toFixed(9))}}function U(e){return e.reduce((t,n)=>t+n,0)}async function He(e,{pair:t,guessMissing:n},r){let{kind:s,arm:o,service:a,log:i}=e,u=r?`${e.message} (variant ${r.name})`:e.message,l=o===null?null:await n(o,i);if(o!=="base"||t===void 0){let c=l===null?"":`; \`${l}\` is git-ignored, so a fresh tree has none: let \`build\` make it, or name it in \`reuse\``;return{kind:s,service:a,message:u+c,log:i}}return{kind:"base-failed",fault:s,commit:t.baseCommit,service:a,message:u,log:i,missing:l}}function jr({draft:e},t){let n=e.pair?.baseCommit;if(t===void 0||n===void 0)return null;let{crash:r,failure:s}=t;if(r?.arm==="base"){let{service:u,exit:l,log:c}=r,d=`it ended with ${l} under load`;return{kind:"base-failed",fault:"crashed",commit:n,service:u,message:d,log:c,missing:null}}if(r!==null||s===null||!We(s))return null;let{label:o,log:a}=s,i=`the script of ${o} fails on the base, though not on the head: ${s.message}`;return{kind:"base-failed",fault:"script-failed",commit:n,service:o,message:i,log:a,missing:null}}function Gr({label:e,kept:t,failures:n}){let r=[],s=Fr(t.filter(({diagnosis:u})=>u==="service-slow"));s!==null&&r.push({kind:"cannot-keep-up",label:e,...Ve(s),cpu:s.cpu});let o=t.flatMap(u=>u.slices),a=o.reduce((u,l)=>u+l.failed,0),i=o.reduce((u,l)=>u+l.failed+l.ok,0);return a>.001*i&&r.push({kind:"failing",label:e,failed:a,requests:i,examples:n.slice(0,3)}),r}function Ur({label:e,kept:t,discarded:n},r){if(t.length>=r/2&&t.length>0){if(t.flatMap(c=>c.slices).reduce((c,d)=>c+d.ok+d.failed+d.dropped,0)>0)return null;let{seconds:l}=t[0].evidence;return t.every(({evidence:c})=>c.sent===0)?{kind:"none-begun",label:e,seconds:l}:{kind:"script-failed",label:e,message:"it sent no HTTP request while it was measured",log:""}}let s=Fr(n);if(s===null)return{kind:"harness",message:`${e} was not measured`,log:""};let o=u=>n.filter(({diagnosis:l})=>l===u).length,{cpu:a,lagMs:i}=s;return o("generator-starved")>=Math.max(o("disturbed"),o("unknown"))?{kind:"generator-starved",label:e,...Ve(s),lagMs:i,cpu:a}:o("disturbed")>=o("unknown")?{kind:"machine-disturbed",label:e,discarded:n.length,rounds:n.length+t.length,cpu:a}:{kind:"cause-unknown",label:e,...Ve(s),cpu:a}}function Fr(e){let t=({sent:n,intended:r})=>r===null?0:r-n;return e.map(({evidence:n})=>n).sort((n,r)=>t(r)-t(n))[0]??null}function Ve({sent:e,intended:t,seconds:n}){return{sent:e,intended:t??e,seconds:n}}function qr({head:e,base:t,together:n}){let r=e+n;return r<2||r<=2*t?null:{kind:"crowded",head:e,base:t,together:n}}function Jr(e,t){let{head:n,base:r,together:s}=t;return n>0&&n+s>=7+3*r?{kind:"fills-machine",label:e,...t}:null}function C(e,t,n){return e.filter(({slot:r})=>r.step.label===t.label&&r.arm===n)}function te(e,{kept:t},n){let r=t.filter(({slot:i})=>n(i)),[s,o]=[C(r,e,"base"),C(r,e,"head")],a=(i,u)=>i.filter(({slot:l})=>u.some(c=>c.slot.round===l.round)).flatMap(({slices:l})=>l);return{base:a(s,o),head:a(o,s)}}function zr(e,t){let n=t.flatMap(({discarded:s})=>s).filter(({slot:s,diagnosis:o,evidence:a})=>{let i=o==="generator-starved"||o==="unknown";return s.step.label===e.label&&i&&Je(a)}),r=n.filter(({slot:s})=>A(s));return{head:be(r,"head"),base:be(r,"base"),together:n.filter(({slot:s})=>s.turns?.position===0).length}}function Ke(e,t){let n=t.flatMap(s=>s.soak),r=s=>C(n,e,s).flatMap(({slices:o,disturbed:a})=>o.filter((i,u)=>!a[u]));return{base:r("base"),head:r("head")}}function Qe(e,t,n){let r=a=>C(a,e,"head").filter(({slot:i})=>n(i)),s=`${e.label}: `,o=t.flatMap(a=>a.failures).filter(a=>a.startsWith(s));return{label:e.label,kept:t.flatMap(a=>r(a.kept)),discarded:t.flatMap(a=>r(a.discarded)),failures:[...new Set(o.map(a=>a.slice(s.length)))]}}function Wr(e,t,n){let r=n.flatMap(({index:s,kept:o})=>{let a=C(o,e,t);return a.length>0?[{block:s,slots:a}]:[]});return{scenario:e.scenario,label:e.label,...e.variant&&{variant:e.variant},load:e.load,instances:r.map(({block:s,slots:o})=>({block:s,slices:o.flatMap(({slices:a})=>a)})),connectionIncluded:r.every(({slots:s})=>s.every(o=>o.connectionIncluded))}}function Hr(e,t,n){let r=t.flatMap(({crash:i})=>{if(i?.arm!=="head")return[];let{arm:u,...l}=i;return[{kind:"crashed",...l}]}),o=[...new Set(t.flatMap(({thresholds:i})=>i.map(({label:u})=>u)))].map(i=>{let u=t.flatMap(l=>l.thresholds.filter(c=>c.label===i));return{kind:"threshold",label:i,thresholds:[...new Set(u.map(({threshold:l})=>l))]}}),a=[...n].flatMap(([i,u])=>Jr(i,u)??[]);return[...r,...a,...e.flatMap(Gr),...o]}function Vr(e,t,n,r){if(t.length===0)return[];let s=t.flatMap(({failure:a,crash:i})=>{if(i?.arm==="shared")return[{kind:"harness",message:`\`${i.service}\`, which serves the whole run, ended with ${i.exit}`,log:i.log}];if(a===null)return[];let{fault:u,label:l,message:c,log:d}=a;return[u==="script"?{kind:"script-failed",label:l,message:c,log:d}:{kind:"harness",message:c,log:d}]});if(s.length>0||t.some(({crash:a})=>a!==null))return s;let o=Nt(e,t.length).filter(({arm:a})=>a==="head");return e.steps.flatMap(a=>r.some(l=>l.kind==="fills-machine"&&l.label===a.label)?[]:(n.has(a.label)?[A]:[A,ue]).map(l=>{let c=o.filter(d=>d.step===a&&l(d)).length;return c===0?null:Ur(Qe(a,t,l),c)}).find(l=>l!==null)??[])}function be(e,t){return e.filter(({slot:n})=>n.arm===t).length}var sa=.5;function Kr(e,t){let{work:n,label:r}=e;if(n.kind==="script")return[];let s=ae(n),o=s.reduce((l,{weight:c})=>l+c,0),a=t.flatMap(({kept:l})=>C(l,e,"head")),i=a.flatMap(({slices:l})=>l).reduce((l,{ok:c,failed:d})=>l+c+d,0),u=t.flatMap(({redirects:l})=>l);return s.flatMap(({request:l,weight:c},d)=>{let m=a.reduce((R,g)=>R+(g.redirects?.[d]??0),0),h=Math.min(1,m/(i*c/o)),p=u.find(R=>R.label===r&&R.which===d);if(p===void 0||!(h>sa))return[];let{status:S,location:v}=p,y=l.url.replace(/[?#].*/s,"");return[{label:r,request:l.method==="GET"?y:`${l.method} ${y}`,status:S,location:v,share:h}]})}function Qr(e,t){return[...e].flatMap(([{scenario:n,label:r,goal:s},o])=>["head","base"].flatMap(a=>{let i=o.flatMap(({block:u,arms:l})=>{let c=l.get(a);return c&&c.trials.length>0?[{block:u,...c}]:[]});return i.length>0?[{scenario:n,label:r,digest:t.get(r),goal:s,arm:a,blocks:i}]:[]}))}function Yr(e){return Math.max(0,...[...e.values()].flatMap(t=>t.map(({block:n})=>n+1)))}function Xr(e){let t=[...e.values()].flat(),n=t.flatMap(({failure:r,crash:s})=>{if(s?.arm==="shared")return[{kind:"harness",message:`\`${s.service}\`, which serves the whole run, ended with ${s.exit}`,log:s.log}];if(s?.arm==="base")return[{kind:"harness",message:`\`${s.service}\` of the base ended with ${s.exit} in the search of ${s.label}`,log:s.log}];if(r===null)return[];let{fault:o,label:a,message:i,log:u}=r;return[o==="script"?{kind:"script-failed",label:a,message:i,log:u}:{kind:"harness",message:i,log:u}]});return n.length>0||t.some(({crash:r})=>r!==null)?n:[...e].flatMap(([{label:r},s])=>s.some(({arms:a})=>a.get("head")?.estimate!=null)?[]:[oa(r,s)])}function oa(e,t){let n=t.flatMap(o=>o.discarded),r=t.flatMap(({arms:o})=>o.get("head")?.trials??[]),s=n.at(-1);return s===void 0||r.length>n.length?{kind:"search-too-short",label:e,trials:r.length}:{kind:"machine-disturbed",label:e,discarded:n.length,rounds:n.length+r.length,cpu:s.evidence.cpu}}function Zr(e){return[...e.values()].flat().flatMap(({crash:t})=>{if(t?.arm!=="head")return[];let{arm:n,...r}=t;return[{kind:"crashed",...r}]})}function es({label:e,slos:t,slices:n,seen:r=[]}){return t.flatMap(({metric:s})=>{if(s.kind!=="custom")return[];let o=r.find(({name:i})=>i===s.name)?.type??null,a=o===null||pt(s).some(i=>i===o);return a&&!Number.isNaN(B(n,s))?[]:[{kind:"metric-unknown",label:e,metric:z(s),is:a?null:o,seen:[...r]}]})}var aa=[50,90],ts=.2,ia=5;function ns(e){let t=e.filter(r=>r.length>1).map(r=>({first:r.slice(0,r.length>>1),second:r.slice(r.length+1>>1)}));return t.length<ia?null:aa.flatMap(r=>{let s=l=>$(l,r/100),o=t.map(({first:l,second:c})=>Math.log(s(c))-Math.log(s(l))),[a,i]=[s(t.flatMap(l=>l.first)),s(t.flatMap(l=>l.second))];return Mn(o)>Math.log1p(ts)&&i>(1+ts)*a?[{percent:r,first:a,second:i}]:[]}).sort((r,s)=>s.second/s.first-r.second/r.first)[0]??null}var la=.01,rs={latency:.2,memory:.1},ca=[50,90],ua=20,ss=.5,Ye=8;function Xe({base:e,head:t}){if(t.length<Ye)return null;let n=On(e,t);return n!==null?{kind:"stalls",...n}:da(e,t)??ma(e,t)}function da(e,t){let n=Ze(t);if(n===null)return null;let{percent:r,first:s,second:o}=n;if(e.length>=Ye){let{first:a,second:i}=os(e,r);if(Math.log(i/a)>=ss*Math.log(o/s))return null}return{kind:"ageing",of:"latency",percent:r,from:s,to:o}}function Ze(e){if(e.length<Ye)return null;let t=e.length>>1;for(let n of ca){let r=e.map(o=>Math.log($([o],n/100))),{low:s}=In(r.slice(0,t),r.slice(-t),la);if(s>Math.log1p(rs.latency))return{percent:n,...os(e,n)}}return null}function os(e,t){let n=e.length>>1,r=s=>$(s,t/100);return{first:r(e.slice(0,n)),second:r(e.slice(-n))}}function ma(e,t){let n=(i,u)=>(i.at(-1)?.memory??Number.NaN)-(i[u]?.memory??Number.NaN),[r,s]=[t[0].memory??Number.NaN,t.at(-1).memory??Number.NaN],o=n(t,0),a=n(t,2*t.length/3|0);return o>Math.max(ua,rs.memory*r)&&a>o/6?n(e,0)>=ss*o?null:{kind:"ageing",of:"memory",percent:null,from:r,to:s}:null}var pa=.01,fa=20;function as(e,t,{runs:n},r){let s=pa/t.length;return t.flatMap(o=>{let a=En(n.map(({slices:u})=>Math.log(B(u,o))),s);if(a===null||n.length-a.index>fa)return[];let i=Math.expm1(a.after-a.before);return i>r(o)?[{label:e,metric:o,commit:n[a.index].commit,change:i}]:[]})}function is(e){let t=e.steps.filter(g=>g.slices.some(T=>T.ok+T.failed+T.dropped>0)),n=Ct(Math.max(1,e.looks.length)),r=(e.capacities??[]).map(xn),s=new Map(t.map(({label:g,stretches:T})=>[g,ns(T)])),o=new Map(t.map(({label:g,soak:T,crowding:f})=>{let k=s.get(g);return[g,k?{kind:"growing",...k}:qr(f)??Xe(T)]})),a=new Map(t.map(({label:g,soak:T})=>[g,s.get(g)??Ze(T.head)])),i=t.flatMap(es),u=({label:g,slo:T})=>!i.some(f=>"metric"in f&&f.label===g&&f.metric===z(T.metric)),c=[...t.flatMap(g=>ba(g,n)).filter(u).map(g=>Sa(g,a)),...r.flatMap(g=>g.slos)],d=[...e.invalid,...i,...c.flatMap(ga),...Pn(t,c,e),...r.flatMap(g=>g.invalid)],{changes:m,costs:h,open:p,pair:S}=_n(t,e),v=m.map(g=>ya(g,o)),y={...he({slos:c,changes:v,faults:e.faults,invalid:d,failOn:e.failOn}),slos:c,changes:v,costs:h,faults:e.faults,invalid:d,pair:S,loosened:e.loosened,suspects:e.comparison.kind==="history"?[]:t.flatMap(({label:g,history:T,slos:f,sensitivityOf:k})=>as(g,yt(f),T,x=>k(x).tolerance)),...e.redirects?.length&&{redirects:e.redirects},acceptances:[],refusals:[],effort:e.effort},R=t.some(({soak:g})=>g.base.length===0&&Xe(g)!==null);return{verdict:y,undecided:ha(y,p),asksBase:R}}function ha(e,t){return e.faults.some(({kind:n})=>n==="crashed")?!1:e.invalid.length>0?e.invalid.every(({kind:n})=>n==="machine-disturbed"):e.changes.some(({code:n})=>n==="regressed")?!1:t||e.slos.some(({code:n,stretches:r})=>n==="at-limit"&&!r)}function ga({label:e,slo:{metric:t},estimate:n}){return ht(t)&&Number.isNaN(n.value)?[{kind:"cost-unknown",label:e,metric:z(t)}]:[]}function Sa(e,t){let n=t.get(e.label);return!n||e.code!=="met"||!oe(e.slo.metric)?e:{...e,code:"at-limit",growth:n}}function ya(e,t){let n=t.get(e.label);return!n||e.code!=="unchanged"||!oe(e.metric)?e:{...e,code:"inconclusive",reason:n}}function ba(e,t){let{label:n,slos:r,slices:s,soak:o}=e,a=r.flatMap(u=>{let l=u.limit.kind==="relative"?e.others?.get(u.limit.scenario):void 0,c=(p,S)=>u.limit.kind==="absolute"?Ce(n,u,p,t):l?$n(n,{slo:u,other:l.label,pairs:S()},t):null,d=c(s,()=>l.pairs);if(d===null)return[];let m=oe(u.metric)||u.metric.kind==="errors";if(d.code!=="met"||!m||o.head.length===0)return[d];let h=c(o.head,()=>[...V(o.head.map(p=>[p]),[]),...V([],l.soak.map(p=>[p]))]);return[h!==null&&Yt(h)?{...h,stretches:d.estimate}:d]});if(r.some(({metric:u})=>u.kind==="errors"))return a;let i=Ce(n,me,s,t);return i.code==="missed"?[...a,i]:a}function L(e,t,n,r=new Map){let{config:s,plan:o,baseline:a,digests:i,draft:u,comparison:l}=e,c=o.steps.map(f=>Qe(f,t,A)),d=new Map(o.steps.map(f=>[f.label,zr(f,t)])),m=Hr(c,t,d),h=l.kind==="pair"?["head","base"]:["head"],p=o.steps.flatMap(f=>h.flatMap(k=>{let x=Wr(f,k,t),b=i.get(f.label);return x.instances.length>0?[kn(x,k,b)]:[]})),S=Qr(r,i),v={...u,steps:p,...S.length>0&&{capacities:S}},y=et(o,t),R=o.steps.flatMap((f,k)=>{if(!p.some(({label:b,arm:E})=>b===f.label&&E==="head"))return[];let x=s.scenarios.find(({name:b})=>b===f.scenario);return[{label:f.label,slos:f.slos,slices:c[k].kept.flatMap(b=>b.slices),stretches:f.load.kind==="arrival-rate"?c[k].kept.map(({slices:b})=>b):[],inTurns:t.map(b=>te(f,b,ue)),alone:t.map(b=>te(f,b,A)),crowding:d.get(f.label),soak:Ke(f,t),...f.work.kind==="script"&&{seen:wa(f,t)},isNew:y.has(f.label),others:va(f,o,t),history:zt(a,v,f.label),sensitivityOf:b=>ke(s,x,b)}]}),g=f=>be(t.flatMap(k=>k.discarded),f);return{...is({steps:R,faults:[...m,...Zr(r)],searches:o.searches.length,capacities:o.searches.flatMap(f=>{let k=S.filter(({label:E})=>E===f.label),x=k.find(({arm:E})=>E==="head");if(x===void 0)return[];let b=s.scenarios.find(({name:E})=>E===f.scenario);return[{label:f.label,goal:f.goal,slos:f.slos,head:x,base:k.find(({arm:E})=>E==="base")??null,history:Wt(a,v,f.label),sensitivity:ke(s,b,Tn)}]}),invalid:n?[n]:[...Vr(o,t,y,m),...Xr(r)],looks:o.looks,comparison:l,discarded:{base:g("base"),head:g("head")},loosened:e.loosened,failOn:e.failOn,redirects:o.steps.flatMap(f=>Kr(f,t)),effort:{slices:t.flatMap(({kept:f})=>f).reduce((f,k)=>f+k.slices.length,0),discardedRounds:g("head"),instances:h.length*(t.length+Yr(r)),loadSeconds:[...t,...[...r.values()].flat()].reduce((f,{loadSeconds:k})=>f+k,0)}}),record:v}}function wa(e,t){let n=t.flatMap(({kept:r})=>C(r,e,"head").flatMap(s=>s.seen??[]));return[...new Map(n.map(r=>[r.name,r])).values()]}function va(e,{steps:t},n){let r=e.slos.flatMap(({limit:o})=>o.kind==="relative"?[o.scenario]:[]),s=({kept:o},a)=>C(o,a,"head").filter(({slot:i})=>A(i)).sort((i,u)=>i.slot.round-u.slot.round).map(({slices:i})=>i);return new Map(r.flatMap(o=>{let a=Ot(t,e,o);if(a===void 0)return[];let i=n.flatMap(u=>V(s(u,e),s(u,a)));return[[o,{label:a.label,pairs:i,soak:Ke(a,n).head}]]}))}var ka=.5,Ra=2;function et({paired:e,steps:t},n){if(!e)return new Set;let r=s=>{let o=n.map(({kept:a})=>({base:C(a,s,"base"),head:C(a,s,"head")})).filter(({base:a,head:i})=>a.length>0&&i.length>0);return o.length>=Ra&&o.every(({base:a,head:i})=>ls(a)&&!ls(i))};return new Set(t.filter(r).map(({label:s})=>s))}function ls(e){return se(e.flatMap(({slices:t})=>t))>ka}import{randomInt as ds}from"node:crypto";var Ma=Math.log(2),Ea=.25,Ta=.9;function cs(e){let t=Math.min(.99,Cn(e));if(t<Ta)return!1;let n=An({kind:"percentile",percent:99},e,t).map(Math.abs).filter(s=>!Number.isNaN(s)),r=Math.max(0,...n);return r>Ma&&n.some(s=>s<Ea*r)}function us(e,t){let n=e.steps.filter(r=>Pt(e,r));return new Map(n.flatMap(r=>{let s=t.map(l=>xa(r,l)),o=Math.max(0,...s),a=t.filter((l,c)=>s[c]===o),i=cs(a.map(l=>te(r,l,A))),u=Re.find(l=>l>o);return i&&u!==void 0?[[r.label,u]]:Re.some(l=>l===o)?[[r.label,o]]:[]}))}function xa(e,{kept:t}){return C(t,e,"head").filter(({slot:n})=>A(n)).reduce((n,{slot:r})=>n+r.seconds,0)}var Aa=2;async function ms(e,t,n){let{signal:r}=n.arms.head,{plan:s}=e,o=new Map;for(;t.length<s.blocks&&!r.aborted;){let a=t.length,i=o;o=us(s,t);for(let[d,m]of o)m!==i.get(d)&&n.progress.note(_a(d,m));let u={index:a,first:ds(2)===0?"head":"base",reversed:ds(2)===0,headOnly:et(s,t),warmUpSeconds:Ar(s,t),aloneSeconds:o},l={judgement:null},c=await Cr(It(s,u),a,{...n,planned:s.blocks,soak:d=>s.soakSeconds===0||!s.looks.includes(a+1)?[]:(l.judgement=L({...e,plan:s},[...t,d],null),Ca(l.judgement,s,d))});if(t.push(c),c.failure!==null||c.crash!==null||t.length===Aa&&t.every(({kept:d})=>d.length===0))break;if(a===0&&s.paired&&(s=Oa(e,c),fe(s)),s.looks.includes(t.length)){let d=l.judgement??L({...e,plan:s},t,null);if(cn(d,t.length,{...e,plan:s}),!d.undecided||t.length===s.blocks)return d}}return L({...e,plan:s},t,jr(e,t.at(-1)))}function Ca({verdict:e,undecided:t,asksBase:n},r,{index:s,soak:o}){let a=l=>o.some(({slot:c})=>c.arm===l);if(a("head"))return n&&!a("base")?Te(r,"base"):[];let i=s+1===r.blocks||!t,u=e.slos.some(({code:l})=>l==="met")||e.changes.some(({code:l})=>l==="unchanged");return i&&e.invalid.length===0&&u?Te(r,"head"):[]}function Oa({config:e,plan:t},n){let r=n.kept.reduce((a,{slot:i})=>a+Bt(i),0),s=t.steps.length*2*(ce.seconds-_t),o=n.wallSeconds-r-s;return n.discarded.length>0?t:$t(t,e,Math.max(.5,o))}function _a(e,t){return`slow requests of ${e} come in some blocks only: from now on each revision has the whole load alone for ${t} s a block`}async function ps(e,t){let{request:n}=t,{head:r,base:s}=e.configs,o=Da(t),a=e.variants.map((l,c)=>Ia(e,c,t)),i=[],u=null;try{for(let[l,c]of[["head",r],["base",s]])c!==null&&await e.prepare(l,()=>ja({...o,arm:l,config:c},s!==null,n.progress));u=await Sn({...o,arm:null,config:r});for(let[l,c]of a.entries()){a.length>1&&!n.signal.aborted&&n.progress.note(`variant ${l+1} of ${a.length}: ${c.config.variant.name}`);let d=await Na(e,c,Ga(e,l,u,o,t));if(i.push(d),n.signal.aborted)break;if(Pa(d)){let m=a.length-i.length;m>0&&n.progress.note(`not measured, since the run has no verdict now: ${m} more variants`);break}}}catch(l){if(!(l instanceof Pe))throw l;i.push(L(a[0],[],await He(l,e)))}finally{await u?.stop()}return La(i,n.failOn)}function Pa({verdict:{invalid:e}}){return e.some(({kind:t})=>t!=="machine-disturbed")}function Ia(e,t,n){let{head:r,base:s}=e.variants[t],{request:o,plans:a,baseline:i,draft:u}=n,l=s!==null,c=a[t].paired===l?a[t]:jt(r,{budgetSeconds:o.budgetSeconds,paired:l}),d=e.comparison.kind==="pair"&&!l;return{config:r,plan:c,baseline:i,digests:new Map([...c.steps.map(m=>[m.label,wn(m,r.deployments)]),...c.searches.map(m=>[m.label,vn(m,r.deployments)])]),draft:{...u,...e.pair&&{pair:e.pair},...e.deployments&&{deployments:e.deployments}},comparison:d?{kind:"none",reason:{kind:"new"}}:e.comparison,loosened:e.loosened,failOn:o.failOn}}async function Na(e,t,n){let{plan:r}=t,s=[],o=new Map;try{let a=await ms(t,s,n);return r.searches.length===0||Ba(a)?a:(await Nr(r.searches,o,{...n,swapped:r.swapped,drawFirst:()=>$a(2)===0?"head":"base"}),L(t,s,null,o))}catch(a){if(!(a instanceof Pe))throw a;return L(t,s,await He(a,e,t.config.variant),o)}}function La(e,t){let[n]=e,r=e.flatMap(({record:s})=>s.capacities??[]);return{verdict:Dr(e.map(({verdict:s})=>s),t),record:{...n.record,steps:e.flatMap(({record:s})=>s.steps),...r.length>0&&{capacities:r}},undecided:e.some(({undecided:s})=>s),asksBase:e.some(({asksBase:s})=>s)}}function Ba({verdict:e}){return e.invalid.length>0||e.faults.some(({kind:t})=>t==="crashed")}function Da({request:e,session:t}){let{environment:n,signal:r}=e,{workspace:s,keeper:o,grace:a}=t;return{logFolder:s.logs,environment:n,keeper:o,signal:r,grace:a,shared:new Map}}async function ja(e,t,n){let r=t?` of ${e.arm}`:"";await Rn(e,s=>n.phase(`building ${s}${r}`))}function Ga(e,t,n,r,{request:s,session:o,k6:a}){let{head:i,base:u}=e.variants[t],l=(c,d)=>({...r,arm:c,config:d,shared:new Map([...n.portOf].filter(([m])=>d.services.some(h=>h.name===m&&h.scope==="run")))});return{arms:{head:l("head",i),...u&&{base:l("base",u)}},shared:n,...i.variant&&{variant:t+1},k6:a,folder:o.workspace.k6,progress:s.progress}}async function ld(e){let{progress:t,signal:n,environment:r,budgetSeconds:s}=e;xt(process.platform);let o=it(wt(ot(Mt(e.configPath,process.cwd(),Fa(e)),e.only),e.deployments),e.base.from),a=await Kt(o.directory,r,n),i=Gt(o,{budgetSeconds:s,paired:Zt(o,a)});for(let l of at(o,e.only))t.note(l);for(let l of kt(o))t.note(l);for(let{plan:l}of i){fe(l);for(let c of l.shortages)t.note(Dt(c))}let u=await De(o,a,e);return o.baseline.kind==="history"&&je(u),Nn(o,e,async l=>{let c=await Yn(o,a,l,e);if(c.kind==="nothing")return Ja(c.base,o,l,e);let d=await At({environment:r,path:o.k6Path,version:e.k6Version,progress:t,signal:n,ci:r.CI==="true"}),m=await en(o,c,l.workspace.path,Ua(2**31),e);l.removeAtEnd(()=>m.remove()),m.suiteBefore!==o.suite&&(u=await qa(u,m,o,a,e));let h=gs(e,o,d.version),p=f=>(f.comparison.kind==="history"&&je(u),ps(f,{request:e,plans:i.map(({plan:k})=>k),session:l,baseline:u.baseline,draft:h,k6:d.path})),S=await p(m);S.verdict.invalid.find(({kind:f})=>f==="base-failed")&&o.baseline.onBaseFailure==="history"&&(t.note("the base cannot be measured; `on-base-failure` asks for a comparison with recorded runs"),S=await p(tn(m))),nt(n);let{verdict:y,record:R}=S,g=e.record&&y.invalid.length===0?await Xn(u,R):fs,T=Ht(R,u.baseline);return we({...g,...hs(y,R,T,e)},l.secrets)})}function Fa({only:e,environment:t}){return{only:e,calling:{command:"tailgate run",variables:ne(t)}}}async function qa({store:e},{suiteBefore:t},...[n,r,s]){return{...await De({...n,suite:t},r,s),store:e}}var fs={recordPath:null,unrecorded:null};function Ja(e,t,{secrets:n},r){let s=Ln(e,t.when.changed),o={...gs(r,t,"not used"),steps:[]};return we({...fs,...hs(s,o,[],r)},n)}function hs(e,t,n,{baseBranch:r,link:s}){return{report:gt(e,t,{baseBranch:r,link:s,history:n}),exitCode:lt(e)}}function gs(e,t,n){return{schemaVersion:1,suite:t.suite,...e.subject,attempt:e.attempt,...e.leg&&{leg:e.leg},recordedAt:new Date().toISOString(),tailgate:Qt,environment:{...Tt(),k6:n}}}async function dd(e,t,n){let r=Ae(e,xe(t),n),s=await j(r,"rev-parse","--verify","HEAD");if(s===null)return{commit:null,dirty:!1,branch:null,commitTime:null};let[o,a,i]=await Promise.all([j(r,"status","--porcelain","--untracked-files=no"),j(r,"symbolic-ref","--quiet","--short","HEAD"),j(r,"show","--no-patch","--format=%cI","HEAD")]);return{commit:s,dirty:o!=="",branch:a??t.GITHUB_REF_NAME??null,commitTime:i}}async function md(e,t,n){let r=Ae(e,xe(t),n),s=await j(r,"symbolic-ref","--quiet","--short","refs/remotes/origin/HEAD");if(s!==null)return s.replace(/^origin\//,"");for(let o of["main","master"])if(await G(r,`refs/heads/${o}`)!==null)return o;return"main"}export{ld as a,dd as b,md as c};
