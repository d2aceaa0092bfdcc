import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{c as gt}from"./chunk-IZ6A3HAR.mjs";import{a as on,b as an,c as ln,d as cn,f as Pe,g as yn,h as bn,i as En,j as Nn}from"./chunk-OINKZC47.mjs";import{a as Tt,d as xt,h as At}from"./chunk-Z3VOXTY6.mjs";import{c as H,d as _e,e as pn,f as fn,g as hn,h as gn,i as Sn}from"./chunk-JL22NUNW.mjs";import{a as jt,b as Re,c as A,d as ue,e as Gt,f as de,g as Te,h as Ut,i as Ft,j as en,k as tn,l as nn,m as rn,o as fe,p as un,q as dn,r as On,s as $n,u as _n}from"./chunk-UOR4NGH6.mjs";import{A as wn,B as kn,C as vn,D as Rn,E as Mn,H as Tn,M as An,N as Cn,h as $t,i as D,j as ce,k as _t,n as Pt,p as It,r as Lt,s as Nt,t as Bt,v as Dt,x as Me,z as Ee}from"./chunk-6PKIHPPK.mjs";import{b as xe,e as Ae,f as j,g as G,h as Qt,i as Yt,o as pe,p as W,q as $e,r as sn,u as mn}from"./chunk-SLM5DURV.mjs";import{a as le}from"./chunk-P6SDM7ZV.mjs";import{a as V,b as Pn,c as In,d as Ln}from"./chunk-AGLCMU7Z.mjs";import{a as he}from"./chunk-77L6UFGK.mjs";import{a as Wt,b as Ht,c as Vt,d as Kt}from"./chunk-7OIYAECB.mjs";import{a as Xt}from"./chunk-BYKIIYLB.mjs";import{a as Ct}from"./chunk-7RP5PC5E.mjs";import{a as Ot,d as ve,g as xn}from"./chunk-5SNOY7LA.mjs";import{a as me,b as Ce,d as Oe,e as Zt}from"./chunk-4HIVNU4G.mjs";import{a as zt}from"./chunk-JU7ICJHA.mjs";import{f as lt,n as qt,p as Jt}from"./chunk-BK7AAMAC.mjs";import{C as Mt,D as Et,a as St,c as yt,d as bt,g as wt,k as kt,l as vt,w as ae,y as ie,z as Rt}from"./chunk-5L2N3NOF.mjs";import{m as ot,p as at,q as it}from"./chunk-ULUKFL5O.mjs";import{C as _,D as se,E as ut,G as dt,J as mt,aa as pt,e as re,f as M,fa as ft,k as I,ka as z,l as P,oa as oe,p as ct,pa as ht,q as ke,s as J,va as B}from"./chunk-T3ZHOTQW.mjs";import{b as st}from"./chunk-BQF4YHGS.mjs";import{g as rt}from"./chunk-HENDURBQ.mjs";import{a as q,b as C,c as tt,d as nt}from"./chunk-NZMXMQNO.mjs";import{b as ne,e as we}from"./chunk-A7GFODGZ.mjs";import{randomInt as Da}from"node:crypto";function Bn(e,t){return{code:"skipped",blocks:!1,slos:[],changes:[],faults:[],invalid:[],pair:null,unmeasured:{kind:"irrelevant",baseCommit:e,patterns:[...t]},loosened:[],costs:[],suspects:[],acceptances:[],refusals:[],effort:{slices:0,discardedRounds:0,instances:0,loadSeconds:0}}}import{relative as As}from"node:path";var ws=720*3600;async function Dn(e,t,n){let r=new Map(n.flatMap(({commit:m,commitTime:h})=>{let p=Date.parse(h??"")/1e3;return m===null||Number.isNaN(p)?[]:[[m,p]]}));if(r.size===0||"kind"in e)return new Set;let{git:s,remote:o}=e,a=await s(["rev-parse","--is-shallow-repository"]),i=await Ie(s,o,t);if(a.stdout!=="false"||i.length===0)return new Set;let c=Math.floor(Math.min(...r.values()))-ws,u=await s(["rev-list","--timestamp",`--max-age=${Math.max(0,c)}`,...i]);if(!u.ok)return new Set;let l=new Map([...u.stdout.matchAll(/^(\d+) ([0-9a-f]+)$/gm)].map(([,m,h])=>[h,Number(m)])),d=Math.max(Number.NEGATIVE_INFINITY,...i.map(m=>l.get(m)??Number.NEGATIVE_INFINITY));return new Set([...r].filter(([m,h])=>!l.has(m)&&h<=d).map(([m])=>m))}async function Ie(e,t,n){let r=[...t===null?[]:[`refs/remotes/${t}/${n}`],`refs/heads/${n}`],s=await Promise.all(r.map(o=>G(e,o)));return[...new Set(s.filter(o=>o!==null))]}var ks="A full clone has it: `fetch-depth: 0` for actions/checkout, `git fetch --unshallow` on a laptop. To fetch it later, the job needs `contents: read`.";async function Un(e,t){let{head:n}=t,r=t.asked===null?await vs(e,t.trigger,n,t.dirty):{commit:await Ms(e,t.asked),because:"asked",branch:null};if(!("commit"in r))return r;let s=await W(e,r.commit,r.branch);if(s!==null)return Le(`The base revision ${r.commit.slice(0,10)}`,s);let o=await e.git(["rev-parse","--verify",`${r.commit}^{tree}`]);return{kind:"base",commit:r.commit,tree:o.stdout,because:r.because}}async function vs(e,t,n,r){switch(t.kind){case"pull_request":{let s=await Fn(e,n);if(s.length===2&&s.includes(t.headSha)){let o=s.find(a=>a!==t.headSha);return o===t.formerBaseSha&&o!==t.baseSha?Es(t.baseBranch):{commit:o,because:"merge-parent",branch:t.baseBranch}}return Gn(e,n,t.baseBranch,t.baseSha)}case"merge_group":return{commit:t.baseSha,because:"merge-group",branch:null};case"push":{let{before:s,branch:o}=t;return s!==null&&pe(s)&&!/^0+$/.test(s)&&s!==n&&await W(e,s,o)===null?{commit:s,because:"before-push",branch:o}:jn(e,n,o)}case"local":return e.checkout.branch!==t.baseBranch?Gn(e,n,t.baseBranch,null):r?{commit:n,because:"parent",branch:t.baseBranch}:jn(e,n,t.baseBranch)}}async function jn(e,t,n){let[r]=await Fn(e,t);return r!==void 0?{commit:r,because:"parent",branch:n}:{kind:"none",reason:"root-commit",message:"The first commit has none before it."}}async function Fn(e,t){let{stdout:n}=await e.git(["cat-file","commit",t]),[r=""]=n.split(`

`,1);return[...r.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([,s])=>s)}async function Gn(e,t,n,r){let s=await Rs(e,n,r);if(s!==null&&typeof s=="object")return Le(`The branch ${n}`,s.problem);if(s===null)return{kind:"none",reason:"unknown-branch",message:`There is no branch ${JSON.stringify(n)} to compare with, here or on the remote.`,hint:"Name one with `--base-branch`, or a revision with `--base`."};let o=await e.git(["merge-base",t,s]);if(o.ok)return{commit:o.stdout,because:"merge-base",branch:n};let a=e.isShallow()?await sn(e,t,s):{commit:null};return"problem"in a?Le(`The merge base with ${n}`,a.problem):a.commit!==null?{commit:a.commit,because:"merge-base",branch:n}:{kind:"none",reason:"unrelated",message:`The revision that is checked out and ${n} have no history in common.`}}async function Rs(e,t,n){let[r]=await Ie(e.git,e.checkout.remote,t);if(r!==void 0)return r;let s=await $e(e,`refs/heads/${t}`);if(s!==null||n===null)return s;let o=await W(e,n,null);return o===null?n:{problem:o}}async function Ms(e,t){let{git:n,top:r,remote:s}=e.checkout,o=await n(["rev-parse","--verify","--quiet","--end-of-options",t]);if(o.ok&&pe(o.stdout)){let u=await G(n,o.stdout);if(u!==null)return u}if(pe(t)&&await W(e,t,null)===null)return t;let a=s!==null&&t.startsWith(`${s}/`)?t.slice(s.length+1):t;for(let u of[`refs/heads/${a}`,`refs/tags/${a}`]){let l=await $e(e,u);if(l!==null)return l}let{stdout:i}=await n(["for-each-ref","--format=%(refname:short)"]),c=rt(t,i.split(`
`).filter(Boolean));throw new C({what:`--base names no revision: ${JSON.stringify(t)}.`,where:r,hint:c===void 0?"It takes a branch, a tag or a commit of this repository.":`Did you mean ${c}?`})}function Es(e){return{kind:"none",reason:"unobtainable",message:`What is checked out is still the test merge with the former base, not with ${e}.`,hint:"Choose the base again, or push a commit: then GitHub starts a run with the new one."}}function Le(e,t){return{kind:"none",reason:"unobtainable",message:`${e} is not in this clone and could not be fetched: ${t}.`,hint:ks}}async function Jn(e,t,n){return[...(await zn(e,["diff-tree",...["-r","-z","--raw","--no-renames","--no-ext-diff","--ignore-submodules=none"],t,n])).matchAll(/:(\d+) (\d+) [^\0]*\0([^\0]*)\0/g)].map(([,o,a,i])=>({path:Wn(i),submodule:o===qn||a===qn}))}async function Ne(e,t){return(await zn(e,["ls-tree","-r","-z","--full-tree","--name-only",t])).split("\0").filter(Boolean).map(Wn)}var qn="160000";async function zn(e,t){let n=await e.git(t,{encoding:"latin1"});if(n.ok)return n.stdout;throw new C({what:`What differs from the base could not be found out: ${Qt(n)}.`,hint:"Without `when` everything is measured.",exitCode:3})}function Wn(e){return Buffer.from(e,"latin1").toString()}async function Hn(e,t,n){let{prefix:r}=e.checkout,s=await Jn(e,n.base,n.head);if(Ts(s,t,r))return{relevant:!0,notes:[]};let o=[...await Ne(e,n.head),...await Ne(e,n.base)].flatMap(l=>Vn(l,r)??[]),a=xs(t.patterns,o);if(a.length===0)return{relevant:!1,notes:[]};let i=ie(t.patterns),c=!o.some(l=>i(l)==="in"),u=a.map(l=>`${JSON.stringify(l)} of \`when.changed\` matches no file of base or head${c?"; everything is measured":""}`);return{relevant:c,notes:u}}function Ts(e,t,n){let r=ie(t.patterns);return e.some(({path:s,submodule:o})=>{let a=Vn(s,n);if(a===null)return!1;if(t.always.includes(a))return!0;let i=r(a);return i==="in"||o&&i==="unnamed"})}function xs(e,t){return e.filter(n=>{if(Rt(n))return!1;let r=ie([n]);return!t.some(s=>r(s)==="in")})}function Vn(e,t){return t===""?e:e.startsWith(`${t}/`)?e.slice(t.length+1):null}async function Kn(e){let{asked:t,trigger:n,checkout:r}=e;if("kind"in r)return Be(r,t);if(r.head===null)return Be({kind:"none",reason:"no-commit",message:"Nothing is committed yet."},t);let s=await ln(r,e.folder,e),o=n.kind==="local"?await an(s,r.head,e.leaveOut):await on(s,r.head),a=await Un(s,{head:r.head,dirty:o.dirty,asked:t,trigger:n});if(a.kind==="none")return Be(a,t);if(a.tree===o.tree)return{kind:"identical",base:a,head:o,notes:o.notes};let i={base:a.tree,head:o.tree},c=e.watched&&await Hn(s,e.watched,i),u=[...o.notes,...c?.notes??[]];return c?.relevant===!1?{kind:"irrelevant",base:a,head:o,notes:u}:{kind:"different",base:a,head:o,notes:u,layOut:l=>cn(s,l,{head:o,base:a})}}function Be(e,t){if(t===null)return e;throw new C({what:`--base ${JSON.stringify(t)} cannot be used: ${e.message}`,hint:e.hint})}async function Xn(e,t,{workspace:n,keeper:r},s){let{progress:o,signal:a,base:i}=s,c=e.baseline.kind==="paired"&&e.deployments===void 0,u=i.asked!==null||Qn(i.trigger);if(!c&&e.when===void 0&&!u)return le(()=>"no base: the configuration or `--from` asks for recorded runs, and no merge waits for the run"),{kind:"alone",comparison:{kind:"history"}};o.phase(c?"laying out base and head":"looking at what has changed");let l=await Kn({checkout:t,environment:{...s.environment,...r.mark},asked:i.asked,trigger:i.trigger,folder:n.path,credentials:i.credentials??null,leaveOut:[...s.store.kind==="directory"?[s.store.path]:[],...s.keepPath?[s.keepPath]:[]],...e.when&&{watched:Os(e,e.when)},signal:a});if(un(l,i.asked,i.trigger),l.kind==="none"){if(c&&(l.reason==="unobtainable"||Qn(i.trigger)))throw $s(l);e.when?o.note(`no base to find out what has changed, so everything is measured: ${Yn(l)}`):c&&l.reason!=="no-repository"&&o.note(`no base to measure beside the head: ${Yn(l)}`);let d=u&&{unread:l.message};return{kind:"alone",comparison:{kind:"history"},...d}}for(let d of l.notes)o.note(d);if(l.kind==="irrelevant"||l.kind==="identical"&&e.when)return{kind:"nothing",base:l.base.commit};if(!c){let d=l.kind==="different"&&{pair:l};return{kind:"alone",comparison:{kind:"history"},...d}}return l.kind==="different"?{kind:"pair",pair:l}:{kind:"alone",comparison:{kind:"none",reason:{kind:"identical"}}}}var Cs="Give actions/checkout `fetch-depth: 0`, and its job `contents: read`. Or compare with recorded runs on purpose: `from: history` under `baseline`.";function Os({path:e,directory:t,scenarios:n,k6Path:r=e},{changed:s}){let o=n.flatMap(({work:a})=>en(a));return{patterns:s,always:[e,r,...o].map(a=>As(t,a))}}function Qn({kind:e}){return e==="pull_request"||e==="merge_group"}function Yn({message:e,hint:t}){return`${e}${t?` ${t}`:""}`}function $s({message:e,hint:t=Cs}){return new C({what:`No base to measure beside the head: ${e}`,hint:t,exitCode:q.unmeasured})}async function De(e,t,n){let{progress:r,environment:s,signal:o,subject:a}=n,{suite:i,directory:c}=e,u=n.base.credentials??null,l=mn(n.store,{suite:i,directory:c,credentials:u,environment:s,signal:o});try{let{records:d,unreadable:m}=await l.list({newest:zt});for(let{name:y,reason:R}of m)r.note(`record ${y} is left out: ${R}`);let h=a.commit===null?null:n.baseBranch,p=d.filter(y=>y.branch===h),S=h===null?new Set:await Dn(t,h,p);return S.size>0&&r.note(`${_s(S.size)} no longer on ${h} and left out`),{store:l,baseline:Wt(p,{branch:h,onBranch:y=>!S.has(y),leg:n.leg}),problem:null}}catch(d){if(!(d instanceof C)||d.exitCode!==q.unmeasured)throw d;return r.note(`the records cannot be read, so there is no trend: ${d.message}`),{store:l,baseline:[],problem:d}}}function je({problem:e}){if(e===null)return;let{message:t,where:n,hint:r,detail:s}=e;throw new C({what:t,where:n,hint:r,detail:s,cause:e,exitCode:q.unmeasured})}async function Zn({store:e},t){try{return{recordPath:await e.append(t),unrecorded:null}}catch(n){if(n instanceof tt)throw n;let r=n instanceof C&&n.hint?` ${n.hint}`:"";return{recordPath:null,unrecorded:`${n.message}${r}`}}}function _s(e){return e===1?"the commit of one record is":`the commits of ${e} records are`}import{randomInt as Ca}from"node:crypto";async function K(e,{arms:t,together:n,block:r,variant:s}){e.starts++;let o=e.starts>1?`_${e.starts}`:"",a=s===void 0?"":`v${s}_`,c=(await Promise.allSettled(n.map(async u=>{e.running.set(u,await yn(t[u],`${u}_${a}${r+1}${o}`))}))).flatMap(u=>u.status==="rejected"?[u.reason]:[]);if(c.length>0)throw c.find(({arm:u})=>u!=="base")??c[0]}async function Q({running:e}){let t=[...e.values()];e.clear();let r=(await Promise.allSettled(t.map(s=>s.stop()))).find(s=>s.status==="rejected");if(r)throw r.reason}import{readFileSync as er}from"node:fs";import{availableParallelism as tr}from"node:os";import{setTimeout as Ps}from"node:timers/promises";var Is=250,Ls=.1;async function ge(e,t){let n=performance.now()+e,r=Ge(0,new Set);for(;r.busy!==null&&performance.now()<n&&!t.aborted;){await Ps(500);let s=Ge(0,new Set),o=(s.monotonic-r.monotonic)/1e3;if(((s.busy??0)-r.busy+(s.steal??0)-(r.steal??0))/o<Ls*tr())return!0;r=s}return r.busy===null}function nr(e,t,n=new Map){let r=[],s=tr(),o=()=>{let i=Ge(e,new Set(t),n);(i.generator??0)<(r.at(-1)?.generator??0)||(r.push(i),s=js(e)??s)};o();let a=setInterval(o,Is);return{samples:r,take:o,generatorLimit:()=>s,stop(){clearInterval(a),o()}}}function Ge(e,t,n=new Map){let r=Ns(),{user:s,system:o}=process.cpuUsage(),a=new Set([e,...t]),i=r&&fn(pn()??[],a),c=i&&Ds(i,e,t);return{wall:Date.now(),monotonic:performance.now(),busy:r?.busy??null,steal:r?.steal??null,generator:c?.generator??null,service:c?.service??null,self:(s+o)/1e6,arms:new Map([...n].map(([u,l])=>[u,Bs(i??[],l)]))}}function Ns(){try{let[e,t,n,,,,,r]=er("/proc/stat","latin1").slice(0,200).split(`
`)[0].trim().split(/\s+/).slice(1).map(Number);return{busy:(e+t+n)/_e,steal:(r??0)/_e}}catch{return null}}function Bs(e,t){let n=e.filter(({session:s})=>t.includes(s)),r=s=>n.reduce((o,a)=>o+s(a),0);return{seconds:r(({pid:s,seconds:o})=>Math.max(o,hn(s)??0)),memory:r(({pid:s})=>gn(s)??0)}}function Ds(e,t,n){let r={generator:0,service:0};for(let{session:s,seconds:o}of e)s===t?r.generator+=o:n.has(s)&&(r.service+=o);return r}function js(e){try{return(/^Cpus_allowed_list:\s*(\S+)/m.exec(er(`/proc/${e}/status`,"latin1"))?.[1]).split(",").map(r=>r.split("-").map(Number)).reduce((r,[s,o])=>r+(o===void 0?1:o-s+1),0)}catch{return null}}function Fe(e,t,n,r){let s=(n-t)/1e3,o=m=>{let h=Ue(e,t,m),p=Ue(e,n,m);return h===null||p===null?null:Math.max(0,(p-h)/s)},[a,i,c,u]=[o(m=>m.busy),o(m=>m.generator),o(m=>m.service),o(m=>m.self)],l=r.outsiders?null:c,d=a!==null&&i!==null&&l!==null;return{cores:r.cores,generator:i,generatorLimit:r.generatorLimit,service:l,others:d?Math.max(0,a-i-l-(u??0)):null,steal:o(m=>m.steal),clockJumpMs:Gs(e,t,n)}}function rr(e,t,n,r){let s=c=>Ue(e,c,u=>u.arms.get(t)?.seconds??null),[o,a]=[s(n),s(r)],i=e.findLast(({wall:c})=>c<=r)?.arms.get(t)?.memory??0;return o===null||a===null||a<o||i===0?null:{cpu:a-o,memory:i}}function Ue(e,t,n){let r=e.findIndex(c=>c.wall>=t),s=e[r===-1?e.length-1:r],o=e[Math.max(0,(r===-1?e.length-1:r)-1)];if(!o||!s)return null;let[a,i]=[n(o),n(s)];return a===null||i===null?null:s.wall===o.wall?i:a+Math.min(1,Math.max(0,(t-o.wall)/(s.wall-o.wall)))*(i-a)}function Gs(e,t,n){let r=e.filter(s=>s.wall>=t&&s.wall<=n).map(s=>s.wall-s.monotonic);return r.length<2?0:Math.max(...r)-Math.min(...r)}function sr(e){let{intended:t,sent:n,dropped:r}=e;if(qe(e))return"disturbed";let s=t===null?0:t-n,o=t!==null&&s>Math.max(2,.01*t),a=ar(e);return t===null?ir(e)?"generator-starved":"sound":o||r>0?a?"generator-starved":r>0&&o?"service-slow":o?(e.lagMs??0)>20?"generator-starved":"unknown":"sound":e.lagMs!==null&&e.lagMs>20&&!Us(e)?"generator-starved":"sound"}function qe({cpu:e,clockJumpMs:t}){return t>100||e.steal!==null&&e.steal>.1*e.cores||e.others!==null&&e.others>.2*e.cores}function Us(e){let{cores:t,generator:n,service:r}=e.cpu;return n===null||r===null?!1:n<.3*t&&r>n&&n+r<.9*t&&Je(e)}function Je({cpu:{cores:e,others:t,steal:n},clockJumpMs:r}){return t!==null&&t<.05*e&&(n??0)<.025*e&&r<=100}function or(e,t){if(ar(e))return!0;let{generator:n,service:r}=e.cpu;return(t==="generator-starved"||t==="unknown")&&n!==null&&!(r!==null&&r>n)}function ar(e){let{cpu:t}=e;return t.generator===null?!1:ir(e)?!0:t.generator+(t.service??0)+(t.others??0)>.9*t.cores&&t.generator>.45*t.cores}function ir({cpu:{generator:e,generatorLimit:t}}){return e!==null&&t!==null&&e>.9*t}function Y(e,t){let{cpu:n,intended:r,sent:s,seconds:o,clockJumpMs:a,lagMs:i}=t,c=`${Math.max(0,Math.round((r??0)-s))} of ${Math.round(r??0)} arrivals never began in ${Fs(o)} s`,u=(l,d)=>`${Math.round(100*l/d)} %`;switch(e){case"disturbed":return a>100?`the clock jumped by ${Math.round(a)} ms`:n.steal!==null&&n.steal>.1*n.cores?`the hypervisor took ${u(n.steal,n.cores)} of the processors`:`other processes took ${u(n.others??0,n.cores)} of the processors`;case"generator-starved":{let l=n.generator===null?"":`; k6 had ${u(n.generator,n.generatorLimit??n.cores)} of its processors`;return`${(i??0)>20?`k6 began arrivals ${Math.round(i)} ms late (p99)`:`k6 fell behind: ${c}`}${l}`}case"unknown":return`${c}, and nothing shows why`;case"service-slow":return`the service was too slow for the rate: ${c}`;case"sound":return"nothing disturbed it"}}function Fs(e){return Math.round(e*10)/10}var qs=.98,Js=.01,zs=.8;function lr(e,t,{diagnosis:n,evidence:r,slices:s}){let o=B(s,e.metric),{sent:a,intended:i}=r,c=i!==null&&a<qs*i,u=Ws(s),l=se(s),m=!Number.isNaN(o)&&!Oe(me,l)&&!Oe(e,o)&&!c&&!u;return{rate:t,achieved:ut(s),met:m,value:o,errors:l,dropped:s.reduce((h,p)=>h+p.dropped,0),...u&&{growing:u},...!m&&or(r,n)&&{limitedBy:"generator"}}}function Ws(e){let t=e.filter(i=>dt(i)>0).map(i=>({at:i.startedAt/1e3,wait:_([i],.5)/1e3})),n=t[0],r=t.at(-1);if(n===void 0||r===void 0||t.length<4||r.wait===1/0)return;let s=t.flatMap((i,c)=>t.slice(c+1).map(u=>u.wait>i.wait)),o=s.filter(Boolean).length>=zs*s.length,a=(r.wait-n.wait)/(r.at-n.at);return o&&a>Js?!0:void 0}function cr(e){let t=e.filter(dr);return e.filter(({slot:n})=>t.some(r=>r.slot.step===n.step&&r.slot.round===n.round))}function ur(e,t){let n=[...new Set(e.map(({slot:a})=>a.step.label))],r=e.filter(dr).map(({diagnosis:a,evidence:i})=>Y(a,i));return`${`${e.length} ${e.length===1?"round":"rounds"} of ${n.join(", ")}`} ${t?"will be measured again":"discarded"}: ${[...new Set(r)].join("; ")}`}function dr({diagnosis:e}){return e!=="sound"&&e!=="service-slow"}function mr({slot:e,diagnosis:t,evidence:n},r){let{sent:s,intended:o,seconds:a,dropped:i,lagMs:c,clockJumpMs:u,cpu:l}=n,d=y=>y===null?"unknown":Number(y.toPrecision(3)),{generator:m,service:h,others:p,steal:S,cores:k}=l;return[`discarded: block ${r+1}, ${e.step.label}, ${e.arm}, round ${e.round+1}, ${e.turns?"in turns":"alone"}`,t==="sound"?"sound, but its counterpart is not":Y(t,n),`${s} of ${o??s} arrivals in ${d(a)} s, ${i} dropped, p99 of lateness ${d(c)} ms`,`of ${k} cores k6 used ${d(m)}, the service ${d(h)}, others ${d(p)}, the hypervisor ${d(S)}`,`the clock jumped by ${d(u)} ms`].join("; ")}import{availableParallelism as Oo}from"node:os";import{readFileSync as lo,writeFileSync as br}from"node:fs";import{totalmem as co}from"node:os";import{join as Se}from"node:path";import{setTimeout as uo}from"node:timers/promises";var pr=`// Latency of the caller (ms): connection phases plus http_req_duration, of requests answered as expected.
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
`;var Vs="tailgate_slice",Ks="tailgate_request",Qs=["0.0.0.0/2","64.0.0.0/3","96.0.0.0/4","112.0.0.0/5","120.0.0.0/6","124.0.0.0/7","126.0.0.0/8","128.0.0.0/1",...Array.from({length:16},(e,t)=>`${(2**t).toString(16)}::/${16-t}`)];function fr({program:e,targetUrl:t,confined:n,requestOf:r,dealOf:s=()=>null}){let o=e.slots[0].step.work,a=new Map(e.slots.map(l=>[l,s(l)])),i=Object.fromEntries(e.slots.map(l=>{let d=a.get(l)??null;return[l.key,Xs(l,d===null?r(l):null,d)]})),c=[...a.values()].filter(l=>l!==null),u=o.kind==="script"?[`export * from ${JSON.stringify(o.path)};`,`import * as user from ${JSON.stringify(o.path)};`]:["const user = {};"];return["import { sleep } from 'k6';","import http from 'k6/http';","import exec from 'k6/execution';",...c.some(({dataFile:l})=>l!==null)?["import { SharedArray } from 'k6/data';"]:[],"import { Counter, Gauge, Trend } from 'k6/metrics';",...u,"",`const TARGET_URL = __ENV.TARGET_URL || ${JSON.stringify(t)};`,`const SLICE_TAG = ${JSON.stringify(Vs)};`,`const REQUEST_TAG = ${JSON.stringify(Ks)};`,`const PERCENTS = ${JSON.stringify(wn)};`,`const BLOCKED = ${JSON.stringify(n?Qs:[])};`,`const SEQUENCES = ${JSON.stringify(Object.fromEntries(c.map(({name:l,sequence:d})=>[l,d])))};`,`const ROWS = {${[...new Set(c.flatMap(Ys))].join(", ")}};`,`const SLOTS = ${JSON.stringify(i,null,2)};`,`const SCENARIOS = ${JSON.stringify(Object.fromEntries(e.slots.map(l=>[hr(l),Zs(l)])),null,2)};`,"",pr].join(`
`)}function Ys({name:e,dataFile:t}){if(t===null)return[];let n=JSON.stringify(e);return[`${n}: new SharedArray(${n}, () => JSON.parse(open(${JSON.stringify(`./${t}`)})))`]}function ze(e){return e.round!==null||e.slices>1}function hr({key:e,turns:t}){return t?.scenario??e}function Xs(e,t,n){let{load:r,work:s,label:o}=e.step,a=n?.requests.map((i,c)=>({...i,which:c}));return{label:o,measured:ze(e),told:e.arm==="head",startMs:e.startSeconds*1e3,settleMs:e.settleSeconds*1e3,sliceMs:(e.seconds-e.settleSeconds)*1e3/e.slices,slices:e.slices,firstSlice:e.turns===null?0:e.turns.position*e.slices,rate:r.kind==="arrival-rate"?r.rate:null,scenario:hr(e),turns:e.turns&&{...e.turns,...de(e)},iterations:e.round===null?null:e.requests,exec:s.kind==="script"?s.exec:null,custom:[...new Set(bt(e.step.slos).map(({name:i})=>i))],deal:n&&{name:n.name,first:n.first,requests:a},request:a?.[0]??(t&&{method:t.method,url:t.url,headers:t.headers,body:t.body??null,expectStatus:t.expectStatus,timeoutMs:t.timeoutSeconds*1e3})}}function Zs(e){let{load:t,virtualUsers:n,graceSeconds:r}=e.step,s={exec:"runIteration",startTime:`${e.startSeconds}s`,gracefulStop:`${r}s`},o=`${e.seconds}s`;switch(t.kind){case"arrival-rate":return{...s,executor:"constant-arrival-rate",duration:o,...eo(t.rate),preAllocatedVUs:n,maxVUs:n};case"users":return{...s,executor:"constant-vus",duration:o,vus:t.users};case"fixed-work":return e.round===null?{...s,executor:"constant-vus",duration:o,vus:t.users}:{...s,executor:"shared-iterations",vus:t.users,iterations:e.requests??t.requests,maxDuration:`${D}s`}}}function eo(e){for(let[t,n]of[["1s",1],["1m",60],["1h",3600]]){let r=e*n;if(Math.abs(r-Math.round(r))<1e-9*r)return{rate:Math.round(r),timeUnit:t}}return{rate:Math.max(1,Math.round(e*3600)),timeUnit:"1h"}}var gr=P({count:M(),avg:M(),values:I(M())}).nullable(),to=ct("type",[P({type:J("trend"),count:M(),avg:M(),values:I(M())}),P({type:J("rate"),hits:M(),count:M()}),P({type:J("counter"),sum:M()})]),no=P({schemaVersion:J(1),percents:I(M()),slots:ke(re(),P({startedAt:M(),endedAt:M(),dropped:M(),redirects:I(M()).optional(),slices:I(P({started:M(),finished:M(),exceptions:M(),begun:M(),ended:M(),redirected:M(),requests:M(),failed:M(),latency:gr,service:gr,lag:P({p50:M(),p99:M(),max:M()}).nullable(),custom:ke(re(),to).optional()}))})),thresholds:I(re()),seen:I(mt).optional()});function Sr(e){return no.parse(JSON.parse(e))}function yr(e,t){return t.filter(n=>ze(n)&&(e.slots[n.key]?.startedAt??0)>0).map(n=>({...ro(n,e.slots[n.key],e.percents),seen:e.seen}))}function ro(e,t,n){let r=n.map(p=>p/100),{load:s}=e.step,o=s.kind==="fixed-work"&&t.endedAt>t.startedAt?(t.endedAt-t.startedAt)/1e3:e.seconds-e.settleSeconds,a=s.kind==="arrival-rate"?s.rate:null,i=de(e),c=i===null?o/e.slices:i.planned/a/e.slices,u=a===null?null:a*c,l=t.slices.every(p=>(p.latency?.count??0)===(p.service?.count??0)),d=oo(e,t.slices),m=t.slices.map((p,S)=>{let k=l?p.latency:p.service;return{startedAt:t.startedAt+(e.settleSeconds+S*o/e.slices)*1e3,seconds:c,...e.turns!==null&&{alternating:!0},planned:u,ok:k?.count??0,failed:Math.max(p.failed,p.exceptions)+Math.max(0,d(p)),dropped:ao(t,p,s.kind==="fixed-work"?e:null,u),latency:k&&{levels:r,values:k.values},avg:k?.avg??null,service:p.service&&io(r,p.service.values),lag:p.lag,...Object.keys(p.custom??{}).length>0&&{custom:so(p.custom,r)}}}),h=t.slices.reduce((p,S)=>p+S.started,0);return{slot:e,slices:m,sent:h,intended:u===null?null:u*e.slices,connectionIncluded:l,...t.redirects&&{redirects:t.redirects}}}function so(e,t){return Object.fromEntries(Object.entries(e).map(([n,r])=>[n,r.type==="trend"?{...r,levels:t}:r]))}function oo(e,t){let n=o=>t.reduce((a,i)=>a+o(i),0),r=n(({requests:o})=>o)<=n(({begun:o})=>o);return e.step.work.kind==="script"&&(r||n(({redirected:o})=>o)>0)?({begun:o,ended:a})=>o-a:({started:o,finished:a})=>o-a}function ao(e,t,n,r){return e.dropped===0?0:Math.round(n?e.dropped/n.slices:Math.min(e.dropped,Math.max(0,(r??0)-t.started)))}function io(e,t){let n=r=>t[e.findIndex(s=>Math.abs(s-r/100)<1e-9)];return{p50:n(50),p95:n(95),p99:n(99)}}var wr={100:"its `setup` did not finish in time",101:"its `teardown` did not finish in time",104:"k6 does not accept its options",107:"it threw an exception outside an iteration",108:"it aborted the test",110:"it marked the test as failed"},mo=99,kr=105;async function vr(e){let{folder:t,name:n}=e,r=Se(t,`${n}.js`),s=Se(t,`${n}.summary.json`),o=Se(t,`${n}.log`),a=Se(t,"k6-config.json");br(r,e.script),br(a,"{}");let i=await Sn({command:[e.binary,"run","--quiet","--no-color","--no-usage-report","--config",a,"--address","","--env",`TARGET_URL=${e.targetUrl}`,"--env",`BASE_URL=${e.targetUrl}`,"--env",`TAILGATE_SUMMARY=${s}`,r],cwd:e.cwd,env:{...So(),...ne(e.environment)},logPath:o,keeper:e.keeper}),c=i.exited.then(u=>{let l=H(o),d=u.code??-1,m=(h,p)=>({kind:"failed",fault:h,message:p,log:l});if(u.signal!==null)return m("harness",`k6 was ended by ${u.signal}`);if(d in wr)return m("script",ho(l)??wr[d]);if(d!==0&&d!==mo&&d!==kr)return m("harness",`k6 ended with exit code ${d}`);try{let h=Sr(lo(s,"utf8"));return{kind:"measured",complete:d!==kr,summary:h,failures:yo(o),redirects:bo(o)}}catch(h){return m("harness",`k6 left no readable summary: ${h.message}`)}});return{group:i,began:fo(o,i),finished:c}}var po=20;async function fo(e,{exit:t}){for(;t()===null;){let n=/TAILGATE_BEGAN (\d+)/.exec(H(e))?.[1];if(n!==void 0)return Number(n);await uo(po)}return null}function ho(e){let t=/TAILGATE_REFUSED (.*?\})/.exec(e)?.[1]?.replaceAll('\\"','"');return t===void 0?null:`its threshold on \`${t}\` would never fail: Tailgate replaces the scenarios of a script, so leave \`scenario\` out of it, or use a tag that the script sets itself`}var go=4;function So(){let e=Math.min(co(),process.constrainedMemory?.()||Number.POSITIVE_INFINITY);return{GOGC:"800",GOMEMLIMIT:`${Math.floor(e/go/2**20)}MiB`}}function yo(e){let t=new Map;for(let[,n]of H(e,2e3).matchAll(/TAILGATE_FAILURE ((?:[^"\\]|\\.)*)"/g)){let r=n.replaceAll('\\"','"');t.set(r,(t.get(r)??0)+1)}return[...t].sort((n,r)=>r[1]-n[1]).map(([n])=>n)}function bo(e){let t=new Map,n=/TAILGATE_REDIRECT (\d+) (\d+) (\S+) ((?:[^"\\]|\\.)*)"/g;for(let[,r,s,o,a]of H(e,2e3).matchAll(n)){let i=a.replaceAll('\\"','"'),c=`${r} ${i}`;t.has(c)||t.set(c,{label:i,which:Number(r),status:Number(s),location:o==="-"?null:o})}return[...t.values()]}import{existsSync as vo,writeFileSync as Ro}from"node:fs";import{join as Mo}from"node:path";var wo=1;function Rr(e){let t=e.map(({weight:c})=>c),n=t.reduce(Mr),r=t.map(c=>c/n),s=r.flatMap((c,u)=>Array.from({length:c},()=>u)),o=kn(wo);for(let c=s.length-1;c>0;c--){let u=o.index(c+1);[s[c],s[u]]=[s[u],s[c]]}let a=r.map(()=>0),i=s.map(c=>a[c]++);return{order:s,ranks:i,counts:r}}function Mr(e,t){return t===0?e:Mr(t,e%t)}function Er(e,t,n,r){let s=[],o=0;for(let{name:a,offset:i,length:c}of st(e)){let u=a.startsWith("data.")?t.indexOf(a.slice(5)):-1;if(u<0)continue;let l=i+c,d=n==="json"&&ko(e,i,l);s.push(r(e.slice(o,d?i-1:i)),{column:u,as:d?"value":n}),o=d?l+1:l}return s.length===0?r(e):[...s,r(e.slice(o))]}function ko(e,t,n){return e[t-1]==='"'&&e[t-2]!=="\\"&&e[n]==='"'&&e[n+1]!==":"}function Tr(e,t,n){if(e.step.work.kind==="script")return null;let{request:r}=e.step.work;return{...r,url:Ar(t.fill(r.url),t,n,e),headers:Object.fromEntries(Object.entries(r.headers).map(([s,o])=>[s,t.fill(o)])),body:r.body===void 0?void 0:t.fill(r.body)}}function xr(e,t,n,{config:r,folder:s}){let{work:o,scenario:a}=e.step;if(o.kind==="script"||o.mix===void 0&&o.data===void 0)return null;let i=o.data?`data-${a}.json`:null;i!==null&&Eo(o.data.path,Mo(s,i));let c=(l,d)=>Er(l,o.data?.columns??[],d,n.fill),u=ae(o);return{name:a,dataFile:i,first:xo(e,t),sequence:Rr(u),requests:u.map(({request:l})=>({name:`${l.method} ${l.url}`,method:l.method,url:Ar(c(l.url,"path"),n,r,e),headers:Object.fromEntries(Object.entries(l.headers).map(([d,m])=>[d,c(m,"raw")])),body:l.body===void 0?null:c(l.body,l.quotesData?"json":"raw"),expectStatus:l.expectStatus,timeoutMs:l.timeoutSeconds*1e3}))}}function Eo(e,t){vo(t)||Ro(t,JSON.stringify(St(Et(e),e).rows))}function Ar(e,{targetUrl:t},n,{step:r}){let[s,...o]=typeof e=="string"?[e]:e,a=String(s),i=a.startsWith("/")?t+a:a;return kt(i,n,`request of ${r.label}`),typeof e=="string"?i:[i,...o]}var To=16;function xo({step:{load:e},round:t,seconds:n,turns:r,requests:s},o){let a=e.kind==="arrival-rate"?e.rate*n/(r?.of??1):s??0;return(o*To+(t===null?0:t+1))*Math.ceil(a)}function Cr(e,{instances:t,began:n,sample:r}){let s=[],o=new Set,a=!1,i=()=>{for(let l of o)t.get(l)?.resume();o.clear()},c=l=>{for(let[d,m]of t)d!==l&&(m.halt(),o.add(d))},u=e.slots.flatMap(l=>[...t.size>1&&l.round!==null&&A(l)?[{at:l.startSeconds,act:()=>c(l.arm)},{at:Ao(l),act:i}]:[],...Co(l).map(d=>({at:d,act:r}))]);return n.then(l=>{if(!(l===null||a))for(let{at:d,act:m}of u)s.push(setTimeout(m,l+d*1e3-Date.now()))}),{end(){a=!0;for(let l of s)clearTimeout(l);i()}}}function Ao({step:e,startSeconds:t,seconds:n}){return t+(e.load.kind==="fixed-work"?D:n)}function Co({round:e,step:t,startSeconds:n,seconds:r,settleSeconds:s,slices:o}){if(e===null&&o===1||t.load.kind==="fixed-work")return[];let a=(r-s)/o;return Array.from({length:o+1},(i,c)=>n+s+c*a)}var $o=150+D;async function X(e,t,{around:n,k6:r,folder:s,instances:o,shared:a,block:i=0}){let c=[...new Set(e.slots.map(w=>w.step.label))].join(", "),u=[...new Set(e.slots.map(({arm:w})=>w))],l=u.includes("head")?"head":"base",{targetUrl:d}=o.get(l),m=await vr({binary:r,folder:s,name:t,script:fr({program:e,targetUrl:d,confined:n.config.allow.length===0,requestOf:w=>Tr(w,o.get(w.arm),n.config),dealOf:w=>xr(w,i,o.get(w.arm),{config:n.config,folder:s})}),cwd:n.config.directory,targetUrl:d,environment:{...n.environment,...No(e,o.get(l))},keeper:n.keeper}),h=Date.now(),p=[...o.values(),a],S=nr(m.group.pid,p.flatMap(({sessions:w})=>w),new Map([...o].map(([w,{sessions:$}])=>[w,$]))),k=Cr(e,{instances:o,began:m.began,sample:S.take}),y=()=>m.group.signal("SIGKILL");n.signal.addEventListener("abort",y,{once:!0}),n.signal.aborted&&y();for(let w of p)w.crashed.then(()=>w.crash()!==null&&m.group.signal("SIGINT"));let R=!1,g=e.seconds+$o,T=setTimeout(()=>{R=!0,y()},g*1e3),f=await m.finished;clearTimeout(T),k.end(),S.stop(),n.signal.removeEventListener("abort",y),await m.group.stop("SIGTERM",1e3);let v=(Date.now()-h)/1e3,x=e.slots.findLast(w=>w.startSeconds<=v)??e.slots[0],b={slots:[],crash:Z(o,a,x.step.label),failure:null,failures:[],redirects:[],thresholds:[],loadSeconds:v};if(n.signal.aborted)return b;let E=w=>b.crash===null?{...b,failure:{...w,label:c,arm:l}}:b;if(f.kind==="failed"){let w=`k6 had not ended after ${Math.round(g)} s, and was killed`;return E(R?{...f,message:w}:f)}if(!f.complete&&b.crash===null)return E({kind:"failed",fault:"harness",message:"k6 was interrupted from outside",log:""});let F={cores:Oo(),generatorLimit:S.generatorLimit(),outsiders:Po(n)};return{...b,failures:f.failures,redirects:f.redirects,thresholds:u.includes("head")?f.summary.thresholds.map(w=>({label:c,threshold:w})):[],slots:yr(f.summary,e.slots).map(w=>Lo(w,S.samples,F)).map(w=>Or(n)?w:Io(w,S.samples,o))}}function Z(e,t,n){for(let[r,s]of[["shared",t],...e]){let o=s.crash();if(o!==null)return{...o,arm:r,label:n}}return null}var _o=/\b(docker|podman|nerdctl)\b/;function Po(e){let{external:t,services:n}=e.config;return t.length>0||n.some(({start:r})=>r===void 0)||Or(e)}function Or({config:e}){return e.services.some(({start:t})=>t!==void 0&&_o.test(t))}function Io(e,t,n){let{arm:r,turns:s}=e.slot,o=n.get(r);if(o?.sessions.length===0)return e;let a=o?.startupMs,i=e.slices.map(c=>{let{startedAt:u,seconds:l}=c,d=rr(t,r,u,u+l*(s?.of??1)*1e3);return{...c,...d,...a!==void 0&&{startup:a}}});return{...e,slices:i}}function Lo(e,t,n){let{slices:r}=e,s=r.reduce((m,h)=>m+h.seconds,0),o=r[0].startedAt,a=s*(e.slot.turns?.of??1),{clockJumpMs:i,...c}=Fe(t,o,o+a*1e3,n),u=r.map(({startedAt:m,seconds:h})=>{let p=m+h*(e.slot.turns?.of??1)*1e3,{clockJumpMs:S,...k}=Fe(t,m,p,n);return qe({cpu:k,clockJumpMs:S})}),l=r.flatMap(m=>m.lag===null?[]:[m.lag.p99]),d={sent:e.sent,intended:e.intended,seconds:s,dropped:r.reduce((m,h)=>m+h.dropped,0),lagMs:l.length>0?Math.max(...l):null,cpu:c,clockJumpMs:i};return{...e,evidence:d,diagnosis:sr(d),disturbed:u}}function No({slots:e},{fill:t}){return Object.fromEntries(Object.entries(e[0].step.parameters??{}).map(([n,r])=>[`VARIANT_${n.toUpperCase()}`,t(r)]))}var Bo=1.25,Do=1;function $r(e,t){let n=_(t,.5),r=a=>!(_(a,.5)>Bo*n),s=e.findIndex((a,i)=>r([a])&&r(e.slice(i)));if(s===-1)return null;let o=e.slice(0,s).reduce((a,i)=>a+i.seconds,0);return Math.max(Do,o)}function _r(e,t,n){let r=e.filter(({slot:s})=>s.round===null&&!t.some(o=>o.slot.step===s.step));for(let{slot:s,slices:o}of r){let a=e.filter(l=>l.slot.round!==null&&l.slot.step===s.step&&l.slot.arm===s.arm&&A(l.slot)===A(s)),i=$r(o,a.flatMap(({slices:l})=>l)),{label:c}=s.step,u=n.get(c);n.set(c,u===null||i===null?null:Math.max(u??0,i))}}var jo=3;function Pr({steps:e},t){let n=e.flatMap(({label:r})=>{let s=t.flatMap(({warmUps:o})=>o.get(r)??[]);return s.length>0?[[r,Math.max(...s)]]:t.length>=jo?[[r,ce.seconds]]:[]});return new Map(n)}var ye=2e4,Go=2;async function Ir(e,t,n){let r=performance.now(),s={index:t,kept:[],discarded:[],crash:null,failure:null,failures:[],redirects:[],thresholds:[],warmUps:new Map,soak:[],loadSeconds:0,wallSeconds:0};for(let[o,a]of e.entries())ee(s,n)&&await Uo(a,o,s,n);return s.wallSeconds=(performance.now()-r)/1e3,s}async function Uo(e,t,n,r){let s={running:new Map,starts:0};try{qo(n.index,e.arms,r),await K(s,{...r,together:e.arms,block:n.index});for(let[o,a]of e.programs.entries()){let i=`${Lr(n,r)}-${t+1}-${o+1}`;await zo(a,i,s,n,r)}e.arms.length>1&&ee(n,r)&&await Fo(s,n,r)}finally{await Q(s)}}async function Fo(e,t,n){let{arms:r,shared:s,k6:o,folder:a,progress:i}=n,c={around:r.head,k6:o,folder:a,instances:e.running,shared:s,block:t.index},u=n.soak?.(t)??[];for(let l=1;u.length>0&&ee(t,n);l++){let{arm:d}=u[0].slots[0],m=u.reduce((p,S)=>p+S.seconds,0);i.phase(`keeping the ${d} under load, for stalls, growth and memory`,m);let h=[...e.running].filter(([p])=>p!==d).map(([,p])=>p);for(let p of h)p.halt();try{for(let[p,S]of u.entries()){let k=`${Lr(t,n)}-soak-${l}-${p+1}`,y=await X(S,k,c);t.crash??=y.crash,t.failure??=y.failure,t.loadSeconds+=y.loadSeconds,t.soak.push(...y.slots)}}finally{for(let p of h)p.resume()}u=n.soak?.(t)??[]}}function Lr({index:e},{variant:t}){return`${t===void 0?"":`variant-${t}-`}block-${e+1}`}function qo(e,t,n){let{arms:r,progress:s}=n,{services:o}=r.head.config,a=o.filter(({start:i,scope:c})=>i&&c==="instance").map(({name:i})=>i);a.length===0||e>0||s.phase(`starting ${a.join(", ")}${r.base?` of ${t.join(" and ")}`:""}`)}function Jo({index:e},{planned:t}){return t>1?`block ${e+1} of ${t}: `:""}async function zo(e,t,n,r,s){let{arms:o,shared:a,k6:i,folder:c,progress:u,repeatDisturbed:l=!0}=s,d=e,m=!0;for(let h=0;d!==null&&ee(r,s);h++){let p=[...new Set(d.slots.map($=>$.step.label))].join(", ");u.phase(`${Jo(r,s)}measuring ${p}`,d.seconds);let S=h===0?t:`${t}-again${h}`,k=await X(d,S,{around:o.head,k6:i,folder:c,instances:n.running,shared:a,block:r.index}),{crash:y,failure:R,failures:g,redirects:T,thresholds:f,loadSeconds:v,slots:x}=k;r.crash=y,r.failure=R??r.failure,r.failures.push(...g),r.redirects.push(...T),r.loadSeconds+=v;let b=x.filter(({slot:$})=>$.round!==null),E=y===null&&l?cr(b):[],F=b.filter($=>!E.includes($));r.kept.push(...F),r.discarded.push(...E),E.length===0&&r.thresholds.push(...f);for(let $ of E)le(()=>mr($,r.index));_r(x,E,r.warmUps);let w=E.map(({slot:$})=>$);d=w.length>0&&h<Go&&m?Dt(e,w):null,E.length>0&&u.note(ur(E,d!==null)),d!==null&&(m=await Ho(s),r.crash=Z(n.running,a,w[0].step.label),o.base&&ee(r,s)&&await Wo(n,r,s))}}async function Wo(e,t,n){let r=[...e.running.keys()];await Q(e),await K(e,{...n,together:r,block:t.index})}async function Ho({arms:e,progress:t}){return t.phase(`waiting for the machine to calm down (${ye/1e3} s at most)`),ge(ye,e.head.signal)}function ee({crash:e,failure:t},{arms:n}){return e===null&&(t===null||We(t))&&!n.head.signal.aborted}function We({arm:e,fault:t}){return e==="base"&&t==="script"}var Vo=8,Ko=2;async function Nr(e,t){let{instances:n,around:r,shared:s,start:o,progress:a,block:i,repeatDisturbed:c=!0}=t,u=[...n.keys()],l={block:i,arms:new Map(u.map(p=>[p,{trials:[],estimate:null}])),discarded:[],crash:null,failure:null,loadSeconds:0},d=0,m=p=>l.arms.get(p).trials,h=()=>l.crash===null&&l.failure===null&&!r.signal.aborted;for(let p=1;h()&&l.loadSeconds<t.secondsLeft;p++){let S=u.flatMap(R=>{let g=qt({...e.goal,outcomes:m(R),start:o});return g===null?[]:[{arm:R,...g}]});if(S.length===0)break;t.drawFirst()!==S[0].arm&&S.reverse(),a.phase(Yo(e,S,l));let k=[];for(let[R,g]of Qo(e,S,p===1).entries()){if(!h())break;let T=`search-${e.scenario}-${i+1}-${p}-${R+1}`,f=await X(g,T,{...t,around:r,instances:n,shared:s});l.crash=f.crash,l.failure=f.failure,l.loadSeconds+=f.loadSeconds;let v=f.slots.filter(({slot:b})=>b.round!==null),x=c?v.filter(({diagnosis:b})=>b==="disturbed"):[];if(k.push(...x),!(x.length>0))for(let b of v){let{rate:E}=S.find(({arm:w})=>w===b.slot.arm),F=lr(e.goal.slo,E,b);m(b.slot.arm).push(F)}}if(k.length===0)continue;l.discarded.push(...k);let y=k.map(({diagnosis:R,evidence:g})=>Y(R,g));if(a.note(`a trial of ${e.label} is discarded: ${[...new Set(y)].join("; ")}`),l.discarded.length>Vo||d===Ko)break;await ge(ye,r.signal)||d++,l.crash??=Z(n,s,e.label)}for(let p of l.arms.values())p.estimate=Jt(p.trials,e.goal);return l}function Qo(e,t,n){return e.work.kind==="request"?[Ee(e,t,n)]:t.map(r=>Ee(e,[r],n))}function Yo({label:e},t,{arms:n}){let r=t.map(({arm:s,rate:o})=>{let{trials:a}=n.get(s),i=Math.max(0,...a.filter(({met:d})=>d).map(d=>d.rate)),c=Math.min(...a.filter(({met:d})=>!d).map(d=>d.rate)),u=[...i>0?[`${L(i)} meets`]:[],...c<1/0?[`${L(c)} does not`]:[]],l=u.length>0?`${u.join(", ")}; `:"";return`${n.size>1?`${s}: `:""}${l}trying ${L(o)}`});return`capacity of ${e}: ${r.join(" \xB7 ")}`}function Br({label:e},{arms:t}){let n=[...t].map(([r,{estimate:s,trials:o}])=>{let a=t.size>1?`${r} `:"",i=`${o.length} trials`;if(s===null)return`${a}not found (${i})`;let{kind:c,value:u,low:l,high:d}=s;return c==="found"?`${a}${L(u)} (${L(l)} \u2026 ${L(d)}, ${i})`:`${a}${c==="below"?`less than ${L(d)}`:`at least ${L(l)}`} (${i})`});return`capacity of ${e}: ${n.join("; ")}`}function L(e){return`${Number(e.toPrecision(4)).toLocaleString("en")} req/s`}var Dr={far:2,near:1.12},Xo=.7;async function jr(e,t,n){for(let s of e)t.set(s,[]);let r=Math.max(0,...e.map(({blocks:s})=>s.most));for(let s=0;s<r;s++){let o=e.filter(d=>ta(d,t.get(d),s));if(o.length===0||Gr(t,n))return;let i=n.drawFirst()==="head"?["head","base"]:["base","head"],c=n.arms.base?i:["head"],u=new Map(o.map(d=>[d,na(d,t.get(d))])),l=n.swapped?c.map(d=>[d]):[c];for(let[d,m]of l.entries())await Zo(o,{together:m,block:s,before:u,found:t,share:1/(l.length-d)},n)}}async function Zo(e,{together:t,block:n,before:r,found:s,share:o},a){let{arms:i,progress:c}=a,u={running:new Map,starts:0};try{c.phase(`starting services for the search of a capacity, start ${n+1}`),await K(u,{arms:i,together:t,block:ea+n});for(let l of e){if(Gr(s,a))return;let d=s.get(l),m=await Nr(l,{...a,around:i.head,instances:u.running,block:n,start:r.get(l),secondsLeft:o*Ur(l,d)});d.push(m),c.note(Br(l,m))}}finally{await Q(u)}}var ea=1e3;function Gr(e,{arms:t}){let n=[...e.values()].flat();return t.head.signal.aborted||n.some(({crash:r,failure:s})=>r!==null||s!==null)}function Ur({budgetSeconds:e},t){return e-t.reduce((n,{loadSeconds:r})=>n+r,0)}function ta(e,t,n){if(n===0)return!0;if(n>=e.blocks.most)return!1;let r=Array.from({length:n},(a,i)=>t.filter(c=>c.block===i).reduce((c,{loadSeconds:u})=>c+u,0)),[s,...o]=r;return Ur(e,t)>=Xo*Math.min(Me.later/Me.first*s,...o)}function na({goal:e},t){let n=t.flatMap(({arms:r})=>[...r.values()].flatMap(({estimate:s})=>s??[]));return n.length===0?{rate:e.from,factor:Dr.far}:{rate:ft(n.map(({value:r})=>r)),factor:Dr.near}}function Fr(e,t){let[n,...r]=e;if(r.length===0)return n;let s=c=>e.flatMap(c),o={slos:s(({slos:c})=>c),changes:s(({changes:c})=>c),faults:s(({faults:c})=>c),invalid:s(({invalid:c})=>c)},a=c=>U(e.map(({effort:u})=>u[c])),i=s(c=>c.redirects??[]);return{...n,...he({...o,failOn:t}),...o,costs:s(({costs:c})=>c),suspects:s(({suspects:c})=>c),...i.length>0&&{redirects:i},pair:ra(e.flatMap(({pair:c})=>c??[])),effort:{slices:a("slices"),discardedRounds:a("discardedRounds"),instances:a("instances"),loadSeconds:a("loadSeconds")}}}function ra(e){let[t]=e;return t===void 0?null:{...t,variants:e.length,blocks:U(e.map(({blocks:n})=>n)),planned:U(e.map(({planned:n})=>n)),discarded:{base:U(e.map(({discarded:n})=>n.base)),head:U(e.map(({discarded:n})=>n.head))},error:Number(Math.min(1,U(e.map(({error:n})=>n))).toFixed(9))}}function U(e){return e.reduce((t,n)=>t+n,0)}async function He(e,{pair:t,guessMissing:n},r){let{kind:s,arm:o,service:a,log:i}=e,c=r?`${e.message} (variant ${r.name})`:e.message,u=o===null?null:await n(o,i);if(o!=="base"||t===void 0){let l=u===null?"":`; \`${u}\` is git-ignored, so a fresh tree has none: let \`build\` make it, or name it in \`reuse\``;return{kind:s,service:a,message:c+l,log:i}}return{kind:"base-failed",fault:s,commit:t.baseCommit,service:a,message:c,log:i,missing:u}}function qr({draft:e},t){let n=e.pair?.baseCommit;if(t===void 0||n===void 0)return null;let{crash:r,failure:s}=t;if(r?.arm==="base"){let{service:c,exit:u,log:l}=r,d=`it ended with ${u} under load`;return{kind:"base-failed",fault:"crashed",commit:n,service:c,message:d,log:l,missing:null}}if(r!==null||s===null||!We(s))return null;let{label:o,log:a}=s,i=`the script of ${o} fails on the base, though not on the head: ${s.message}`;return{kind:"base-failed",fault:"script-failed",commit:n,service:o,message:i,log:a,missing:null}}function Jr({label:e,kept:t,failures:n}){let r=[],s=Wr(t.filter(({diagnosis:c})=>c==="service-slow"));s!==null&&r.push({kind:"cannot-keep-up",label:e,...Ve(s),cpu:s.cpu});let o=t.flatMap(c=>c.slices),a=o.reduce((c,u)=>c+u.failed,0),i=o.reduce((c,u)=>c+u.failed+u.ok,0);return a>.001*i&&r.push({kind:"failing",label:e,failed:a,requests:i,examples:n.slice(0,3)}),r}function zr({label:e,kept:t,discarded:n},r){if(t.length>=r/2&&t.length>0){if(t.flatMap(l=>l.slices).reduce((l,d)=>l+d.ok+d.failed+d.dropped,0)>0)return null;let{seconds:u}=t[0].evidence;return t.every(({evidence:l})=>l.sent===0)?{kind:"none-begun",label:e,seconds:u}:{kind:"script-failed",label:e,message:"it sent no HTTP request while it was measured",log:""}}let s=Wr(n);if(s===null)return{kind:"harness",message:`${e} was not measured`,log:""};let o=c=>n.filter(({diagnosis:u})=>u===c).length,{cpu:a,lagMs:i}=s;return o("generator-starved")>=Math.max(o("disturbed"),o("unknown"))?{kind:"generator-starved",label:e,...Ve(s),lagMs:i,cpu:a}:o("disturbed")>=o("unknown")?{kind:"machine-disturbed",label:e,discarded:n.length,rounds:n.length+t.length,cpu:a}:{kind:"cause-unknown",label:e,...Ve(s),cpu:a}}function Wr(e){let t=({sent:n,intended:r})=>r===null?0:r-n;return e.map(({evidence:n})=>n).sort((n,r)=>t(r)-t(n))[0]??null}function Ve({sent:e,intended:t,seconds:n}){return{sent:e,intended:t??e,seconds:n}}function Hr({head:e,base:t,together:n}){let r=e+n;return r<2||r<=2*t?null:{kind:"crowded",head:e,base:t,together:n}}function Vr(e,t){let{head:n,base:r,together:s}=t;return n>0&&n+s>=7+3*r?{kind:"fills-machine",label:e,...t}:null}function O(e,t,n){return e.filter(({slot:r})=>r.step.label===t.label&&r.arm===n)}function te(e,{kept:t},n){let r=t.filter(({slot:i})=>n(i)),[s,o]=[O(r,e,"base"),O(r,e,"head")],a=(i,c)=>i.filter(({slot:u})=>c.some(l=>l.slot.round===u.round)).flatMap(({slices:u})=>u);return{base:a(s,o),head:a(o,s)}}function Kr(e,t){let n=t.flatMap(({discarded:s})=>s).filter(({slot:s,diagnosis:o,evidence:a})=>{let i=o==="generator-starved"||o==="unknown";return s.step.label===e.label&&i&&Je(a)}),r=n.filter(({slot:s})=>A(s));return{head:be(r,"head"),base:be(r,"base"),together:n.filter(({slot:s})=>s.turns?.position===0).length}}function Ke(e,t){let n=t.flatMap(s=>s.soak),r=s=>O(n,e,s).flatMap(({slices:o,disturbed:a})=>o.filter((i,c)=>!a[c]));return{base:r("base"),head:r("head")}}function Qe(e,t,n){let r=a=>O(a,e,"head").filter(({slot:i})=>n(i)),s=`${e.label}: `,o=t.flatMap(a=>a.failures).filter(a=>a.startsWith(s));return{label:e.label,kept:t.flatMap(a=>r(a.kept)),discarded:t.flatMap(a=>r(a.discarded)),failures:[...new Set(o.map(a=>a.slice(s.length)))]}}function Qr(e,t,n){let r=n.flatMap(({index:s,kept:o})=>{let a=O(o,e,t);return a.length>0?[{block:s,slots:a}]:[]});return{scenario:e.scenario,label:e.label,...e.variant&&{variant:e.variant},load:e.load,instances:r.map(({block:s,slots:o})=>({block:s,slices:o.flatMap(({slices:a})=>a)})),connectionIncluded:r.every(({slots:s})=>s.every(o=>o.connectionIncluded))}}function Yr(e,t,n){let r=t.flatMap(({crash:i})=>{if(i?.arm!=="head")return[];let{arm:c,...u}=i;return[{kind:"crashed",...u}]}),o=[...new Set(t.flatMap(({thresholds:i})=>i.map(({label:c})=>c)))].map(i=>{let c=t.flatMap(u=>u.thresholds.filter(l=>l.label===i));return{kind:"threshold",label:i,thresholds:[...new Set(c.map(({threshold:u})=>u))]}}),a=[...n].flatMap(([i,c])=>Vr(i,c)??[]);return[...r,...a,...e.flatMap(Jr),...o]}function Xr(e,t,n,r){if(t.length===0)return[];let s=t.flatMap(({failure:a,crash:i})=>{if(i?.arm==="shared")return[{kind:"harness",message:`\`${i.service}\`, which serves the whole run, ended with ${i.exit}`,log:i.log}];if(a===null)return[];let{fault:c,label:u,message:l,log:d}=a;return[c==="script"?{kind:"script-failed",label:u,message:l,log:d}:{kind:"harness",message:l,log:d}]});if(s.length>0||t.some(({crash:a})=>a!==null))return s;let o=Bt(e,t.length).filter(({arm:a})=>a==="head");return e.steps.flatMap(a=>r.some(u=>u.kind==="fills-machine"&&u.label===a.label)?[]:(n.has(a.label)?[A]:[A,ue]).map(u=>{let l=o.filter(d=>d.step===a&&u(d)).length;return l===0?null:zr(Qe(a,t,u),l)}).find(u=>u!==null)??[])}function be(e,t){return e.filter(({slot:n})=>n.arm===t).length}var sa=.5;function Zr(e,t){let{work:n,label:r}=e;if(n.kind==="script")return[];let s=ae(n),o=s.reduce((u,{weight:l})=>u+l,0),a=t.flatMap(({kept:u})=>O(u,e,"head")),i=a.flatMap(({slices:u})=>u).reduce((u,{ok:l,failed:d})=>u+l+d,0),c=t.flatMap(({redirects:u})=>u);return s.flatMap(({request:u,weight:l},d)=>{let m=a.reduce((R,g)=>R+(g.redirects?.[d]??0),0),h=Math.min(1,m/(i*l/o)),p=c.find(R=>R.label===r&&R.which===d);if(p===void 0||!(h>sa))return[];let{status:S,location:k}=p,y=u.url.replace(/[?#].*/s,"");return[{label:r,request:u.method==="GET"?y:`${u.method} ${y}`,status:S,location:k,share:h}]})}function es(e,t){return[...e].flatMap(([{scenario:n,label:r,goal:s},o])=>["head","base"].flatMap(a=>{let i=o.flatMap(({block:c,arms:u})=>{let l=u.get(a);return l&&l.trials.length>0?[{block:c,...l}]:[]});return i.length>0?[{scenario:n,label:r,digest:t.get(r),goal:s,arm:a,blocks:i}]:[]}))}function ts(e){return Math.max(0,...[...e.values()].flatMap(t=>t.map(({block:n})=>n+1)))}function ns(e){let t=[...e.values()].flat(),n=t.flatMap(({failure:r,crash:s})=>{if(s?.arm==="shared")return[{kind:"harness",message:`\`${s.service}\`, which serves the whole run, ended with ${s.exit}`,log:s.log}];if(s?.arm==="base")return[{kind:"harness",message:`\`${s.service}\` of the base ended with ${s.exit} in the search of ${s.label}`,log:s.log}];if(r===null)return[];let{fault:o,label:a,message:i,log:c}=r;return[o==="script"?{kind:"script-failed",label:a,message:i,log:c}:{kind:"harness",message:i,log:c}]});return n.length>0||t.some(({crash:r})=>r!==null)?n:[...e].flatMap(([{label:r},s])=>s.some(({arms:a})=>a.get("head")?.estimate!=null)?[]:[oa(r,s)])}function oa(e,t){let n=t.flatMap(o=>o.discarded),r=t.flatMap(({arms:o})=>o.get("head")?.trials??[]),s=n.at(-1);return s===void 0||r.length>n.length?{kind:"search-too-short",label:e,trials:r.length}:{kind:"machine-disturbed",label:e,discarded:n.length,rounds:n.length+r.length,cpu:s.evidence.cpu}}function rs(e){return[...e.values()].flat().flatMap(({crash:t})=>{if(t?.arm!=="head")return[];let{arm:n,...r}=t;return[{kind:"crashed",...r}]})}function ss({label:e,slos:t,slices:n,seen:r=[]}){return t.flatMap(({metric:s})=>{if(s.kind!=="custom")return[];let o=r.find(({name:i})=>i===s.name)?.type??null,a=o===null||pt(s).some(i=>i===o);return a&&!Number.isNaN(B(n,s))?[]:[{kind:"metric-unknown",label:e,metric:z(s),is:a?null:o,seen:[...r]}]})}var aa=[50,90],os=.2,ia=5;function as(e){let t=e.filter(r=>r.length>1).map(r=>({first:r.slice(0,r.length>>1),second:r.slice(r.length+1>>1)}));return t.length<ia?null:aa.flatMap(r=>{let s=u=>_(u,r/100),o=t.map(({first:u,second:l})=>Math.log(s(l))-Math.log(s(u))),[a,i]=[s(t.flatMap(u=>u.first)),s(t.flatMap(u=>u.second))];return Tn(o)>Math.log1p(os)&&i>(1+os)*a?[{percent:r,first:a,second:i}]:[]}).sort((r,s)=>s.second/s.first-r.second/r.first)[0]??null}var la=.01,is={latency:.2,memory:.1},ca=[50,90],ua=20,ls=.5,Ye=8;function Xe({base:e,head:t}){if(t.length<Ye)return null;let n=$n(e,t);return n!==null?{kind:"stalls",...n}:da(e,t)??ma(e,t)}function da(e,t){let n=Ze(t);if(n===null)return null;let{percent:r,first:s,second:o}=n;if(e.length>=Ye){let{first:a,second:i}=cs(e,r);if(Math.log(i/a)>=ls*Math.log(o/s))return null}return{kind:"ageing",of:"latency",percent:r,from:s,to:o}}function Ze(e){if(e.length<Ye)return null;let t=e.length>>1;for(let n of ca){let r=e.map(o=>Math.log(_([o],n/100))),{low:s}=Ln(r.slice(0,t),r.slice(-t),la);if(s>Math.log1p(is.latency))return{percent:n,...cs(e,n)}}return null}function cs(e,t){let n=e.length>>1,r=s=>_(s,t/100);return{first:r(e.slice(0,n)),second:r(e.slice(-n))}}function ma(e,t){let n=(i,c)=>(i.at(-1)?.memory??Number.NaN)-(i[c]?.memory??Number.NaN),[r,s]=[t[0].memory??Number.NaN,t.at(-1).memory??Number.NaN],o=n(t,0),a=n(t,2*t.length/3|0);return o>Math.max(ua,is.memory*r)&&a>o/6?n(e,0)>=ls*o?null:{kind:"ageing",of:"memory",percent:null,from:r,to:s}:null}var pa=.01,fa=20;function us(e,t,{runs:n},r){let s=pa/t.length;return t.flatMap(o=>{let a=xn(n.map(({slices:c})=>Math.log(B(c,o))),s);if(a===null||n.length-a.index>fa)return[];let i=Math.expm1(a.after-a.before);return i>r(o)?[{label:e,metric:o,commit:n[a.index].commit,change:i}]:[]})}function ds(e){let t=e.steps.filter(g=>g.slices.some(T=>T.ok+T.failed+T.dropped>0)),n=Ct(Math.max(1,e.looks.length)),r=(e.capacities??[]).map(Cn),s=new Map(t.map(({label:g,stretches:T})=>[g,as(T)])),o=new Map(t.map(({label:g,soak:T,crowding:f})=>{let v=s.get(g);return[g,v?{kind:"growing",...v}:Hr(f)??Xe(T)]})),a=new Map(t.map(({label:g,soak:T})=>[g,s.get(g)??Ze(T.head)])),i=t.flatMap(ss),c=({label:g,slo:T})=>!i.some(f=>"metric"in f&&f.label===g&&f.metric===z(T.metric)),l=[...t.flatMap(g=>ba(g,n)).filter(c).map(g=>Sa(g,a)),...r.flatMap(g=>g.slos)],d=[...e.invalid,...i,...l.flatMap(ga),...In(t,l,e),...r.flatMap(g=>g.invalid)],{changes:m,costs:h,open:p,pair:S}=_n(t,e),k=m.map(g=>ya(g,o)),y={...he({slos:l,changes:k,faults:e.faults,invalid:d,failOn:e.failOn}),slos:l,changes:k,costs:h,faults:e.faults,invalid:d,pair:S,loosened:e.loosened,suspects:e.comparison.kind==="history"?[]:t.flatMap(({label:g,history:T,slos:f,sensitivityOf:v})=>us(g,yt(f),T,x=>v(x).tolerance)),...e.redirects?.length&&{redirects:e.redirects},acceptances:[],refusals:[],effort:e.effort},R=t.some(({soak:g})=>g.base.length===0&&Xe(g)!==null);return{verdict:y,undecided:ha(y,p),asksBase:R}}function ha(e,t){return e.faults.some(({kind:n})=>n==="crashed")?!1:e.invalid.length>0?e.invalid.every(({kind:n})=>n==="machine-disturbed"):e.changes.some(({code:n})=>n==="regressed")?!1:t||e.slos.some(({code:n,stretches:r})=>n==="at-limit"&&!r)}function ga({label:e,slo:{metric:t},estimate:n}){return ht(t)&&Number.isNaN(n.value)?[{kind:"cost-unknown",label:e,metric:z(t)}]:[]}function Sa(e,t){let n=t.get(e.label);return!n||e.code!=="met"||!oe(e.slo.metric)?e:{...e,code:"at-limit",growth:n}}function ya(e,t){let n=t.get(e.label);return!n||e.code!=="unchanged"||!oe(e.metric)?e:{...e,code:"inconclusive",reason:n}}function ba(e,t){let{label:n,slos:r,slices:s,soak:o}=e,a=r.flatMap(c=>{let u=c.limit.kind==="relative"?e.others?.get(c.limit.scenario):void 0,l=(p,S)=>c.limit.kind==="absolute"?Ce(n,c,p,t):u?Pn(n,{slo:c,other:u.label,pairs:S()},t):null,d=l(s,()=>u.pairs);if(d===null)return[];let m=oe(c.metric)||c.metric.kind==="errors";if(d.code!=="met"||!m||o.head.length===0)return[d];let h=l(o.head,()=>[...V(o.head.map(p=>[p]),[]),...V([],u.soak.map(p=>[p]))]);return[h!==null&&Zt(h)?{...h,stretches:d.estimate}:d]});if(r.some(({metric:c})=>c.kind==="errors"))return a;let i=Ce(n,me,s,t);return i.code==="missed"?[...a,i]:a}function N(e,t,n,r=new Map){let{config:s,plan:o,baseline:a,digests:i,draft:c,comparison:u}=e,l=o.steps.map(f=>Qe(f,t,A)),d=new Map(o.steps.map(f=>[f.label,Kr(f,t)])),m=Yr(l,t,d),h=u.kind==="pair"?["head","base"]:["head"],p=o.steps.flatMap(f=>h.flatMap(v=>{let x=Qr(f,v,t),b=i.get(f.label);return x.instances.length>0?[Mn(x,v,b)]:[]})),S=es(r,i),k={...c,steps:p,...S.length>0&&{capacities:S}},y=et(o,t),R=o.steps.flatMap((f,v)=>{if(!p.some(({label:b,arm:E})=>b===f.label&&E==="head"))return[];let x=s.scenarios.find(({name:b})=>b===f.scenario);return[{label:f.label,slos:f.slos,slices:l[v].kept.flatMap(b=>b.slices),stretches:f.load.kind==="arrival-rate"?l[v].kept.map(({slices:b})=>b):[],inTurns:t.map(b=>te(f,b,ue)),alone:t.map(b=>te(f,b,A)),crowding:d.get(f.label),soak:Ke(f,t),...f.work.kind==="script"&&{seen:wa(f,t)},isNew:y.has(f.label),others:ka(f,o,t),history:Ht(a,k,f.label),sensitivityOf:b=>ve(s,x,b)}]}),g=f=>be(t.flatMap(v=>v.discarded),f);return{...ds({steps:R,faults:[...m,...rs(r)],searches:o.searches.length,capacities:o.searches.flatMap(f=>{let v=S.filter(({label:E})=>E===f.label),x=v.find(({arm:E})=>E==="head");if(x===void 0)return[];let b=s.scenarios.find(({name:E})=>E===f.scenario);return[{label:f.label,goal:f.goal,slos:f.slos,head:x,base:v.find(({arm:E})=>E==="base")??null,history:Vt(a,k,f.label),sensitivity:ve(s,b,An)}]}),invalid:n?[n]:[...Xr(o,t,y,m),...ns(r)],looks:o.looks,comparison:u,discarded:{base:g("base"),head:g("head")},loosened:e.loosened,failOn:e.failOn,redirects:o.steps.flatMap(f=>Zr(f,t)),effort:{slices:t.flatMap(({kept:f})=>f).reduce((f,v)=>f+v.slices.length,0),discardedRounds:g("head"),instances:h.length*(t.length+ts(r)),loadSeconds:[...t,...[...r.values()].flat()].reduce((f,{loadSeconds:v})=>f+v,0)}}),record:k}}function wa(e,t){let n=t.flatMap(({kept:r})=>O(r,e,"head").flatMap(s=>s.seen??[]));return[...new Map(n.map(r=>[r.name,r])).values()]}function ka(e,{steps:t},n){let r=e.slos.flatMap(({limit:o})=>o.kind==="relative"?[o.scenario]:[]),s=({kept:o},a)=>O(o,a,"head").filter(({slot:i})=>A(i)).sort((i,c)=>i.slot.round-c.slot.round).map(({slices:i})=>i);return new Map(r.flatMap(o=>{let a=Ot(t,e,o);if(a===void 0)return[];let i=n.flatMap(c=>V(s(c,e),s(c,a)));return[[o,{label:a.label,pairs:i,soak:Ke(a,n).head}]]}))}var va=.5,Ra=2;function et({paired:e,steps:t},n){if(!e)return new Set;let r=s=>{let o=n.map(({kept:a})=>({base:O(a,s,"base"),head:O(a,s,"head")})).filter(({base:a,head:i})=>a.length>0&&i.length>0);return o.length>=Ra&&o.every(({base:a,head:i})=>ms(a)&&!ms(i))};return new Set(t.filter(r).map(({label:s})=>s))}function ms(e){return se(e.flatMap(({slices:t})=>t))>va}import{randomInt as fs}from"node:crypto";function ps(e,t){let n=new Map;for(let r of e.steps.filter(s=>Lt(e,s))){let s=a=>t.map(i=>te(r,i,a)),o=On({alone:s(A),all:s(()=>!0)});o!==null&&n.set(r.label,o)}return n}var Ma=2;async function hs(e,t){let{signal:n}=t.arms.head,{blocks:r}=e,s=new Set;for(;r.length<e.plan.blocks&&!n.aborted;){let o=r.length;for(let[l,d]of ps(e.plan,r))s.has(l)||(s.add(l),e.plan=It(e.plan,e.config,o),t.progress.note(Aa(l,d,e.plan)));let{plan:a}=e,i={index:o,first:fs(2)===0?"head":"base",reversed:fs(2)===0,headOnly:et(a,r),warmUpSeconds:Pr(a,r),shift:Re[o%Re.length],longer:s},c={judgement:null},u=await Ir(Nt(a,i),o,{...t,planned:a.blocks,soak:l=>a.soakSeconds===0||!a.looks.includes(o+1)?[]:(c.judgement=N(e,[...r,l],null),Ea(c.judgement,a,l))});if(r.push(u),u.failure!==null||u.crash!==null||r.length===Ma&&r.every(({kept:l})=>l.length===0))break;if(o===0&&a.paired&&(e.plan=Ta(e,u),fe(e.plan)),e.plan.looks.includes(r.length)){let l=c.judgement??N(e,r,null);if(dn(l,r.length,e),!l.undecided||r.length===e.plan.blocks)return l}}return N(e,r,qr(e,r.at(-1)))}function Ea({verdict:e,undecided:t,asksBase:n},r,{index:s,soak:o}){let a=u=>o.some(({slot:l})=>l.arm===u);if(a("head"))return n&&!a("base")?Te(r,"base"):[];let i=s+1===r.blocks||!t,c=e.slos.some(({code:u})=>u==="met")||e.changes.some(({code:u})=>u==="unchanged");return i&&e.invalid.length===0&&c?Te(r,"head"):[]}function Ta({config:e,plan:t},n){let r=n.kept.reduce((a,{slot:i})=>a+jt(i),0),s=t.steps.length*2*(ce.seconds-$t),o=n.wallSeconds-r-s;return n.discarded.length>0?t:Pt(t,e,Math.max(.5,o))}var xa={rare:"slow requests come in some blocks only","hidden-work":"one revision takes more processor time, and its typical request no longer"};function Aa(e,t,{blocks:n}){return`${e}: ${xa[t]}; from now on each revision has the whole load alone for ${_t} s a block, in ${n} blocks at most`}async function gs(e,t){let{request:n}=t,{head:r,base:s}=e.configs,o=La(t),a=e.variants.map((u,l)=>$a(e,l,t)),i=[],c=null;try{for(let[u,l]of[["head",r],["base",s]])l!==null&&await e.prepare(u,()=>Na({...o,arm:u,config:l},s!==null,n.progress));c=await bn({...o,arm:null,config:r});for(let[u,l]of a.entries()){a.length>1&&!n.signal.aborted&&n.progress.note(`variant ${u+1} of ${a.length}: ${l.config.variant.name}`);let d=await _a(e,l,Ba(e,u,c,o,t));if(i.push(d),n.signal.aborted)break;if(Oa(d)){let m=a.length-i.length;m>0&&n.progress.note(`not measured, since the run has no verdict now: ${m} more variants`);break}}}catch(u){if(!(u instanceof Pe))throw u;i.push(N(a[0],[],await He(u,e)))}finally{await c?.stop()}return Pa(i,n.failOn)}function Oa({verdict:{invalid:e}}){return e.some(({kind:t})=>t!=="machine-disturbed")}function $a(e,t,n){let{head:r,base:s}=e.variants[t],{request:o,plans:a,baseline:i,draft:c}=n,u=s!==null,l=a[t].paired===u?a[t]:Ut(r,{budgetSeconds:o.budgetSeconds,paired:u}),d=e.comparison.kind==="pair"&&!u;return{config:r,plan:l,baseline:i,digests:new Map([...l.steps.map(m=>[m.label,vn(m,r.deployments)]),...l.searches.map(m=>[m.label,Rn(m,r.deployments)])]),draft:{...c,...e.pair&&{pair:e.pair},...e.deployments&&{deployments:e.deployments}},comparison:d?{kind:"none",reason:{kind:"new"}}:e.comparison,loosened:e.loosened,failOn:o.failOn}}async function _a(e,t,n){let r={...t,blocks:[]},s=new Map,o=a=>N(r,r.blocks,a,s);try{let a=await hs(r,n),{plan:i}=r;return i.searches.length===0||Ia(a)?a:(await jr(i.searches,s,{...n,swapped:i.swapped,drawFirst:()=>Ca(2)===0?"head":"base"}),o(null))}catch(a){if(!(a instanceof Pe))throw a;return o(await He(a,e,t.config.variant))}}function Pa(e,t){let[n]=e,r=e.flatMap(({record:s})=>s.capacities??[]);return{verdict:Fr(e.map(({verdict:s})=>s),t),record:{...n.record,steps:e.flatMap(({record:s})=>s.steps),...r.length>0&&{capacities:r}},undecided:e.some(({undecided:s})=>s),asksBase:e.some(({asksBase:s})=>s)}}function Ia({verdict:e}){return e.invalid.length>0||e.faults.some(({kind:t})=>t==="crashed")}function La({request:e,session:t}){let{environment:n,signal:r}=e,{workspace:s,keeper:o,grace:a}=t;return{logFolder:s.logs,environment:n,keeper:o,signal:r,grace:a,shared:new Map}}async function Na(e,t,n){let r=t?` of ${e.arm}`:"";await En(e,s=>n.phase(`building ${s}${r}`))}function Ba(e,t,n,r,{request:s,session:o,k6:a}){let{head:i,base:c}=e.variants[t],u=(l,d)=>({...r,arm:l,config:d,shared:new Map([...n.portOf].filter(([m])=>d.services.some(h=>h.name===m&&h.scope==="run")))});return{arms:{head:u("head",i),...c&&{base:u("base",c)}},shared:n,...i.variant&&{variant:t+1},k6:a,folder:o.workspace.k6,progress:s.progress}}async function sd(e){let{progress:t,signal:n,environment:r,budgetSeconds:s}=e;xt(process.platform);let o=it(wt(ot(Mt(e.configPath,process.cwd(),ja(e)),e.only),e.deployments),e.base.from),a=await Yt(o.directory,r,n),i=Ft(o,{budgetSeconds:s,paired:tn(o,a)});for(let u of at(o,e.only))t.note(u);for(let u of vt(o))t.note(u);for(let{plan:u}of i){fe(u);for(let l of u.shortages)t.note(Gt(l))}let c=await De(o,a,e);return o.baseline.kind==="history"&&je(c),Nn(o,e,async u=>{let l=await Xn(o,a,u,e);if(l.kind==="nothing")return Ua(l.base,o,u,e);let d=await At({environment:r,path:o.k6Path,version:e.k6Version,progress:t,signal:n,ci:r.CI==="true"}),m=await nn(o,l,u.workspace.path,Da(2**31),e);u.removeAtEnd(()=>m.remove()),m.suiteBefore!==o.suite&&(c=await Ga(c,m,o,a,e));let h=bs(e,o,d.version),p=f=>(f.comparison.kind==="history"&&je(c),gs(f,{request:e,plans:i.map(({plan:v})=>v),session:u,baseline:c.baseline,draft:h,k6:d.path})),S=await p(m);S.verdict.invalid.find(({kind:f})=>f==="base-failed")&&o.baseline.onBaseFailure==="history"&&(t.note("the base cannot be measured; `on-base-failure` asks for a comparison with recorded runs"),S=await p(rn(m))),nt(n);let{verdict:y,record:R}=S,g=e.record&&y.invalid.length===0?await Zn(c,R):Ss,T=Kt(R,c.baseline);return we({...g,...ys(y,R,T,e)},u.secrets)})}function ja({only:e,environment:t}){return{only:e,calling:{command:"tailgate run",variables:ne(t)}}}async function Ga({store:e},{suiteBefore:t},...[n,r,s]){return{...await De({...n,suite:t},r,s),store:e}}var Ss={recordPath:null,unrecorded:null};function Ua(e,t,{secrets:n},r){let s=Bn(e,t.when.changed),o={...bs(r,t,"not used"),steps:[]};return we({...Ss,...ys(s,o,[],r)},n)}function ys(e,t,n,{baseBranch:r,link:s}){return{report:gt(e,t,{baseBranch:r,link:s,history:n}),exitCode:lt(e)}}function bs(e,t,n){return{schemaVersion:1,suite:t.suite,...e.subject,attempt:e.attempt,...e.leg&&{leg:e.leg},recordedAt:new Date().toISOString(),tailgate:Xt,environment:{...Tt(),k6:n}}}async function id(e,t,n){let r=Ae(e,xe(t),n),s=await j(r,"rev-parse","--verify","HEAD");if(s===null)return{commit:null,dirty:!1,branch:null,commitTime:null};let[o,a,i]=await Promise.all([j(r,"status","--porcelain","--untracked-files=no"),j(r,"symbolic-ref","--quiet","--short","HEAD"),j(r,"show","--no-patch","--format=%cI","HEAD")]);return{commit:s,dirty:o!=="",branch:a??t.GITHUB_REF_NAME??null,commitTime:i}}async function ld(e,t,n){let r=Ae(e,xe(t),n),s=await j(r,"symbolic-ref","--quiet","--short","refs/remotes/origin/HEAD");if(s!==null)return s.replace(/^origin\//,"");for(let o of["main","master"])if(await G(r,`refs/heads/${o}`)!==null)return o;return"main"}export{sd as a,id as b,ld as c};
