import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{c as gt}from"./chunk-IZ6A3HAR.mjs";import{a as ln,b as cn,c as un,d as dn,f as Pe,g as wn,h as kn,i as xn,j as Dn}from"./chunk-OINKZC47.mjs";import{a as Tt,d as xt,h as At}from"./chunk-Z3VOXTY6.mjs";import{c as H,d as _e,e as hn,f as gn,g as Sn,h as yn,i as bn}from"./chunk-JL22NUNW.mjs";import{a as Ut,b as Re,c as A,d as ue,e as Ft,f as de,g as Te,h as qt,i as Jt,j as nn,k as rn,l as sn,m as on,o as fe,p as mn,q as pn,r as _n,s as Pn,u as In}from"./chunk-HAUB4PFI.mjs";import{B as Ee,C as vn,D as Rn,E as Mn,F as En,G as Tn,J as An,O as On,P as $n,i as $t,j as D,k as ce,l as _t,n as Pt,p as It,r as Lt,s as Nt,t as Bt,u as Dt,v as jt,x as Gt,z as Me}from"./chunk-6DVUZ2CC.mjs";import{b as xe,e as Ae,f as j,g as G,h as Xt,i as Zt,o as pe,p as W,q as $e,r as an,u as fn}from"./chunk-SLM5DURV.mjs";import{a as le}from"./chunk-P6SDM7ZV.mjs";import{a as V,b as Ln,c as Nn,d as Bn}from"./chunk-AGLCMU7Z.mjs";import{a as he}from"./chunk-77L6UFGK.mjs";import{a as Vt,b as Kt,c as Qt,d as Yt}from"./chunk-7OIYAECB.mjs";import{a as en}from"./chunk-BYKIIYLB.mjs";import{a as Ct}from"./chunk-7RP5PC5E.mjs";import{a as Ot,d as ve,g as Cn}from"./chunk-5SNOY7LA.mjs";import{a as me,b as Ce,d as Oe,e as tn}from"./chunk-4HIVNU4G.mjs";import{a as Ht}from"./chunk-JU7ICJHA.mjs";import{f as lt,n as zt,p as Wt}from"./chunk-BK7AAMAC.mjs";import{C as Mt,D as Et,a as St,c as yt,d as bt,g as wt,k as kt,l as vt,w as ae,y as ie,z as Rt}from"./chunk-5L2N3NOF.mjs";import{m as ot,p as at,q as it}from"./chunk-ULUKFL5O.mjs";import{C as _,D as se,E as ut,G as dt,J as mt,aa as pt,e as re,f as M,fa as ft,k as I,ka as z,l as P,oa as oe,p as ct,pa as ht,q as ke,s as J,va as B}from"./chunk-T3ZHOTQW.mjs";import{b as st}from"./chunk-BQF4YHGS.mjs";import{g as rt}from"./chunk-HENDURBQ.mjs";import{a as q,b as C,c as tt,d as nt}from"./chunk-NZMXMQNO.mjs";import{b as ne,e as we}from"./chunk-A7GFODGZ.mjs";import{randomInt as Ja}from"node:crypto";function jn(e,t){return{code:"skipped",blocks:!1,slos:[],changes:[],faults:[],invalid:[],pair:null,unmeasured:{kind:"irrelevant",baseCommit:e,patterns:[...t]},loosened:[],costs:[],suspects:[],acceptances:[],refusals:[],effort:{slices:0,discardedRounds:0,instances:0,loadSeconds:0}}}import{relative as $s}from"node:path";var Rs=720*3600;async function Gn(e,t,n){let r=new Map(n.flatMap(({commit:m,commitTime:h})=>{let p=Date.parse(h??"")/1e3;return m===null||Number.isNaN(p)?[]:[[m,p]]}));if(r.size===0||"kind"in e)return new Set;let{git:s,remote:o}=e,a=await s(["rev-parse","--is-shallow-repository"]),i=await Ie(s,o,t);if(a.stdout!=="false"||i.length===0)return new Set;let c=Math.floor(Math.min(...r.values()))-Rs,u=await s(["rev-list","--timestamp",`--max-age=${Math.max(0,c)}`,...i]);if(!u.ok)return new Set;let l=new Map([...u.stdout.matchAll(/^(\d+) ([0-9a-f]+)$/gm)].map(([,m,h])=>[h,Number(m)])),d=Math.max(Number.NEGATIVE_INFINITY,...i.map(m=>l.get(m)??Number.NEGATIVE_INFINITY));return new Set([...r].filter(([m,h])=>!l.has(m)&&h<=d).map(([m])=>m))}async function Ie(e,t,n){let r=[...t===null?[]:[`refs/remotes/${t}/${n}`],`refs/heads/${n}`],s=await Promise.all(r.map(o=>G(e,o)));return[...new Set(s.filter(o=>o!==null))]}var Ms="A full clone has it: `fetch-depth: 0` for actions/checkout, `git fetch --unshallow` on a laptop. To fetch it later, the job needs `contents: read`.";async function qn(e,t){let{head:n}=t,r=t.asked===null?await Es(e,t.trigger,n,t.dirty):{commit:await xs(e,t.asked),because:"asked",branch:null};if(!("commit"in r))return r;let s=await W(e,r.commit,r.branch);if(s!==null)return Le(`The base revision ${r.commit.slice(0,10)}`,s);let o=await e.git(["rev-parse","--verify",`${r.commit}^{tree}`]);return{kind:"base",commit:r.commit,tree:o.stdout,because:r.because}}async function Es(e,t,n,r){switch(t.kind){case"pull_request":{let s=await Jn(e,n);if(s.length===2&&s.includes(t.headSha)){let o=s.find(a=>a!==t.headSha);return o===t.formerBaseSha&&o!==t.baseSha?As(t.baseBranch):{commit:o,because:"merge-parent",branch:t.baseBranch}}return Fn(e,n,t.baseBranch,t.baseSha)}case"merge_group":return{commit:t.baseSha,because:"merge-group",branch:null};case"push":{let{before:s,branch:o}=t;return s!==null&&pe(s)&&!/^0+$/.test(s)&&s!==n&&await W(e,s,o)===null?{commit:s,because:"before-push",branch:o}:Un(e,n,o)}case"local":return e.checkout.branch!==t.baseBranch?Fn(e,n,t.baseBranch,null):r?{commit:n,because:"parent",branch:t.baseBranch}:Un(e,n,t.baseBranch)}}async function Un(e,t,n){let[r]=await Jn(e,t);return r!==void 0?{commit:r,because:"parent",branch:n}:{kind:"none",reason:"root-commit",message:"The first commit has none before it."}}async function Jn(e,t){let{stdout:n}=await e.git(["cat-file","commit",t]),[r=""]=n.split(`

`,1);return[...r.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([,s])=>s)}async function Fn(e,t,n,r){let s=await Ts(e,n,r);if(s!==null&&typeof s=="object")return Le(`The branch ${n}`,s.problem);if(s===null)return{kind:"none",reason:"unknown-branch",message:`There is no branch ${JSON.stringify(n)} to compare with, here or on the remote.`,hint:"Name one with `--base-branch`, or a revision with `--base`."};let o=await e.git(["merge-base",t,s]);if(o.ok)return{commit:o.stdout,because:"merge-base",branch:n};let a=e.isShallow()?await an(e,t,s):{commit:null};return"problem"in a?Le(`The merge base with ${n}`,a.problem):a.commit!==null?{commit:a.commit,because:"merge-base",branch:n}:{kind:"none",reason:"unrelated",message:`The revision that is checked out and ${n} have no history in common.`}}async function Ts(e,t,n){let[r]=await Ie(e.git,e.checkout.remote,t);if(r!==void 0)return r;let s=await $e(e,`refs/heads/${t}`);if(s!==null||n===null)return s;let o=await W(e,n,null);return o===null?n:{problem:o}}async function xs(e,t){let{git:n,top:r,remote:s}=e.checkout,o=await n(["rev-parse","--verify","--quiet","--end-of-options",t]);if(o.ok&&pe(o.stdout)){let u=await G(n,o.stdout);if(u!==null)return u}if(pe(t)&&await W(e,t,null)===null)return t;let a=s!==null&&t.startsWith(`${s}/`)?t.slice(s.length+1):t;for(let u of[`refs/heads/${a}`,`refs/tags/${a}`]){let l=await $e(e,u);if(l!==null)return l}let{stdout:i}=await n(["for-each-ref","--format=%(refname:short)"]),c=rt(t,i.split(`
`).filter(Boolean));throw new C({what:`--base names no revision: ${JSON.stringify(t)}.`,where:r,hint:c===void 0?"It takes a branch, a tag or a commit of this repository.":`Did you mean ${c}?`})}function As(e){return{kind:"none",reason:"unobtainable",message:`What is checked out is still the test merge with the former base, not with ${e}.`,hint:"Choose the base again, or push a commit: then GitHub starts a run with the new one."}}function Le(e,t){return{kind:"none",reason:"unobtainable",message:`${e} is not in this clone and could not be fetched: ${t}.`,hint:Ms}}async function Wn(e,t,n){return[...(await Hn(e,["diff-tree",...["-r","-z","--raw","--no-renames","--no-ext-diff","--ignore-submodules=none"],t,n])).matchAll(/:(\d+) (\d+) [^\0]*\0([^\0]*)\0/g)].map(([,o,a,i])=>({path:Vn(i),submodule:o===zn||a===zn}))}async function Ne(e,t){return(await Hn(e,["ls-tree","-r","-z","--full-tree","--name-only",t])).split("\0").filter(Boolean).map(Vn)}var zn="160000";async function Hn(e,t){let n=await e.git(t,{encoding:"latin1"});if(n.ok)return n.stdout;throw new C({what:`What differs from the base could not be found out: ${Xt(n)}.`,hint:"Without `when` everything is measured.",exitCode:3})}function Vn(e){return Buffer.from(e,"latin1").toString()}async function Kn(e,t,n){let{prefix:r}=e.checkout,s=await Wn(e,n.base,n.head);if(Cs(s,t,r))return{relevant:!0,notes:[]};let o=[...await Ne(e,n.head),...await Ne(e,n.base)].flatMap(l=>Qn(l,r)??[]),a=Os(t.patterns,o);if(a.length===0)return{relevant:!1,notes:[]};let i=ie(t.patterns),c=!o.some(l=>i(l)==="in"),u=a.map(l=>`${JSON.stringify(l)} of \`when.changed\` matches no file of base or head${c?"; everything is measured":""}`);return{relevant:c,notes:u}}function Cs(e,t,n){let r=ie(t.patterns);return e.some(({path:s,submodule:o})=>{let a=Qn(s,n);if(a===null)return!1;if(t.always.includes(a))return!0;let i=r(a);return i==="in"||o&&i==="unnamed"})}function Os(e,t){return e.filter(n=>{if(Rt(n))return!1;let r=ie([n]);return!t.some(s=>r(s)==="in")})}function Qn(e,t){return t===""?e:e.startsWith(`${t}/`)?e.slice(t.length+1):null}async function Yn(e){let{asked:t,trigger:n,checkout:r}=e;if("kind"in r)return Be(r,t);if(r.head===null)return Be({kind:"none",reason:"no-commit",message:"Nothing is committed yet."},t);let s=await un(r,e.folder,e),o=n.kind==="local"?await cn(s,r.head,e.leaveOut):await ln(s,r.head),a=await qn(s,{head:r.head,dirty:o.dirty,asked:t,trigger:n});if(a.kind==="none")return Be(a,t);if(a.tree===o.tree)return{kind:"identical",base:a,head:o,notes:o.notes};let i={base:a.tree,head:o.tree},c=e.watched&&await Kn(s,e.watched,i),u=[...o.notes,...c?.notes??[]];return c?.relevant===!1?{kind:"irrelevant",base:a,head:o,notes:u}:{kind:"different",base:a,head:o,notes:u,layOut:l=>dn(s,l,{head:o,base:a})}}function Be(e,t){if(t===null)return e;throw new C({what:`--base ${JSON.stringify(t)} cannot be used: ${e.message}`,hint:e.hint})}async function er(e,t,{workspace:n,keeper:r},s){let{progress:o,signal:a,base:i}=s,c=e.baseline.kind==="paired"&&e.deployments===void 0,u=i.asked!==null||Xn(i.trigger);if(!c&&e.when===void 0&&!u)return le(()=>"no base: the configuration or `--from` asks for recorded runs, and no merge waits for the run"),{kind:"alone",comparison:{kind:"history"}};o.phase(c?"laying out base and head":"looking at what has changed");let l=await Yn({checkout:t,environment:{...s.environment,...r.mark},asked:i.asked,trigger:i.trigger,folder:n.path,credentials:i.credentials??null,leaveOut:[...s.store.kind==="directory"?[s.store.path]:[],...s.keepPath?[s.keepPath]:[]],...e.when&&{watched:Ps(e,e.when)},signal:a});if(mn(l,i.asked,i.trigger),l.kind==="none"){if(c&&(l.reason==="unobtainable"||Xn(i.trigger)))throw Is(l);e.when?o.note(`no base to find out what has changed, so everything is measured: ${Zn(l)}`):c&&l.reason!=="no-repository"&&o.note(`no base to measure beside the head: ${Zn(l)}`);let d=u&&{unread:l.message};return{kind:"alone",comparison:{kind:"history"},...d}}for(let d of l.notes)o.note(d);if(l.kind==="irrelevant"||l.kind==="identical"&&e.when)return{kind:"nothing",base:l.base.commit};if(!c){let d=l.kind==="different"&&{pair:l};return{kind:"alone",comparison:{kind:"history"},...d}}return l.kind==="different"?{kind:"pair",pair:l}:{kind:"alone",comparison:{kind:"none",reason:{kind:"identical"}}}}var _s="Give actions/checkout `fetch-depth: 0`, and its job `contents: read`. Or compare with recorded runs on purpose: `from: history` under `baseline`.";function Ps({path:e,directory:t,scenarios:n,k6Path:r=e},{changed:s}){let o=n.flatMap(({work:a})=>nn(a));return{patterns:s,always:[e,r,...o].map(a=>$s(t,a))}}function Xn({kind:e}){return e==="pull_request"||e==="merge_group"}function Zn({message:e,hint:t}){return`${e}${t?` ${t}`:""}`}function Is({message:e,hint:t=_s}){return new C({what:`No base to measure beside the head: ${e}`,hint:t,exitCode:q.unmeasured})}async function De(e,t,n){let{progress:r,environment:s,signal:o,subject:a}=n,{suite:i,directory:c}=e,u=n.base.credentials??null,l=fn(n.store,{suite:i,directory:c,credentials:u,environment:s,signal:o});try{let{records:d,unreadable:m}=await l.list({newest:Ht});for(let{name:y,reason:R}of m)r.note(`record ${y} is left out: ${R}`);let h=a.commit===null?null:n.baseBranch,p=d.filter(y=>y.branch===h),S=h===null?new Set:await Gn(t,h,p);return S.size>0&&r.note(`${Ls(S.size)} no longer on ${h} and left out`),{store:l,baseline:Vt(p,{branch:h,onBranch:y=>!S.has(y),leg:n.leg}),problem:null}}catch(d){if(!(d instanceof C)||d.exitCode!==q.unmeasured)throw d;return r.note(`the records cannot be read, so there is no trend: ${d.message}`),{store:l,baseline:[],problem:d}}}function je({problem:e}){if(e===null)return;let{message:t,where:n,hint:r,detail:s}=e;throw new C({what:t,where:n,hint:r,detail:s,cause:e,exitCode:q.unmeasured})}async function tr({store:e},t){try{return{recordPath:await e.append(t),unrecorded:null}}catch(n){if(n instanceof tt)throw n;let r=n instanceof C&&n.hint?` ${n.hint}`:"";return{recordPath:null,unrecorded:`${n.message}${r}`}}}function Ls(e){return e===1?"the commit of one record is":`the commits of ${e} records are`}import{randomInt as La}from"node:crypto";async function K(e,{arms:t,together:n,block:r,variant:s}){e.starts++;let o=e.starts>1?`_${e.starts}`:"",a=s===void 0?"":`v${s}_`,c=(await Promise.allSettled(n.map(async u=>{e.running.set(u,await wn(t[u],`${u}_${a}${r+1}${o}`))}))).flatMap(u=>u.status==="rejected"?[u.reason]:[]);if(c.length>0)throw c.find(({arm:u})=>u!=="base")??c[0]}async function Q({running:e}){let t=[...e.values()];e.clear();let r=(await Promise.allSettled(t.map(s=>s.stop()))).find(s=>s.status==="rejected");if(r)throw r.reason}import{readFileSync as nr}from"node:fs";import{availableParallelism as rr}from"node:os";import{setTimeout as Ns}from"node:timers/promises";var Bs=250,Ds=.1;async function ge(e,t){let n=performance.now()+e,r=Ge(0,new Set);for(;r.busy!==null&&performance.now()<n&&!t.aborted;){await Ns(500);let s=Ge(0,new Set),o=(s.monotonic-r.monotonic)/1e3;if(((s.busy??0)-r.busy+(s.steal??0)-(r.steal??0))/o<Ds*rr())return!0;r=s}return r.busy===null}function sr(e,t,n=new Map){let r=[],s=rr(),o=()=>{let i=Ge(e,new Set(t),n);(i.generator??0)<(r.at(-1)?.generator??0)||(r.push(i),s=Fs(e)??s)};o();let a=setInterval(o,Bs);return{samples:r,take:o,generatorLimit:()=>s,stop(){clearInterval(a),o()}}}function Ge(e,t,n=new Map){let r=js(),{user:s,system:o}=process.cpuUsage(),a=new Set([e,...t]),i=r&&gn(hn()??[],a),c=i&&Us(i,e,t);return{wall:Date.now(),monotonic:performance.now(),busy:r?.busy??null,steal:r?.steal??null,generator:c?.generator??null,service:c?.service??null,self:(s+o)/1e6,arms:new Map([...n].map(([u,l])=>[u,Gs(i??[],l)]))}}function js(){try{let[e,t,n,,,,,r]=nr("/proc/stat","latin1").slice(0,200).split(`
`)[0].trim().split(/\s+/).slice(1).map(Number);return{busy:(e+t+n)/_e,steal:(r??0)/_e}}catch{return null}}function Gs(e,t){let n=e.filter(({session:s})=>t.includes(s)),r=s=>n.reduce((o,a)=>o+s(a),0);return{seconds:r(({pid:s,seconds:o})=>Math.max(o,Sn(s)??0)),memory:r(({pid:s})=>yn(s)??0)}}function Us(e,t,n){let r={generator:0,service:0};for(let{session:s,seconds:o}of e)s===t?r.generator+=o:n.has(s)&&(r.service+=o);return r}function Fs(e){try{return(/^Cpus_allowed_list:\s*(\S+)/m.exec(nr(`/proc/${e}/status`,"latin1"))?.[1]).split(",").map(r=>r.split("-").map(Number)).reduce((r,[s,o])=>r+(o===void 0?1:o-s+1),0)}catch{return null}}function Fe(e,t,n,r){let s=(n-t)/1e3,o=m=>{let h=Ue(e,t,m),p=Ue(e,n,m);return h===null||p===null?null:Math.max(0,(p-h)/s)},[a,i,c,u]=[o(m=>m.busy),o(m=>m.generator),o(m=>m.service),o(m=>m.self)],l=r.outsiders?null:c,d=a!==null&&i!==null&&l!==null;return{cores:r.cores,generator:i,generatorLimit:r.generatorLimit,service:l,others:d?Math.max(0,a-i-l-(u??0)):null,steal:o(m=>m.steal),clockJumpMs:qs(e,t,n)}}function or(e,t,n,r){let s=c=>Ue(e,c,u=>u.arms.get(t)?.seconds??null),[o,a]=[s(n),s(r)],i=e.findLast(({wall:c})=>c<=r)?.arms.get(t)?.memory??0;return o===null||a===null||a<o||i===0?null:{cpu:a-o,memory:i}}function Ue(e,t,n){let r=e.findIndex(c=>c.wall>=t),s=e[r===-1?e.length-1:r],o=e[Math.max(0,(r===-1?e.length-1:r)-1)];if(!o||!s)return null;let[a,i]=[n(o),n(s)];return a===null||i===null?null:s.wall===o.wall?i:a+Math.min(1,Math.max(0,(t-o.wall)/(s.wall-o.wall)))*(i-a)}function qs(e,t,n){let r=e.filter(s=>s.wall>=t&&s.wall<=n).map(s=>s.wall-s.monotonic);return r.length<2?0:Math.max(...r)-Math.min(...r)}function ar(e){let{intended:t,sent:n,dropped:r}=e;if(qe(e))return"disturbed";let s=t===null?0:t-n,o=t!==null&&s>Math.max(2,.01*t),a=lr(e);return t===null?cr(e)?"generator-starved":"sound":o||r>0?a?"generator-starved":r>0&&o?"service-slow":o?(e.lagMs??0)>20?"generator-starved":"unknown":"sound":e.lagMs!==null&&e.lagMs>20&&!Js(e)?"generator-starved":"sound"}function qe({cpu:e,clockJumpMs:t}){return t>100||e.steal!==null&&e.steal>.1*e.cores||e.others!==null&&e.others>.2*e.cores}function Js(e){let{cores:t,generator:n,service:r}=e.cpu;return n===null||r===null?!1:n<.3*t&&r>n&&n+r<.9*t&&Je(e)}function Je({cpu:{cores:e,others:t,steal:n},clockJumpMs:r}){return t!==null&&t<.05*e&&(n??0)<.025*e&&r<=100}function ir(e,t){if(lr(e))return!0;let{generator:n,service:r}=e.cpu;return(t==="generator-starved"||t==="unknown")&&n!==null&&!(r!==null&&r>n)}function lr(e){let{cpu:t}=e;return t.generator===null?!1:cr(e)?!0:t.generator+(t.service??0)+(t.others??0)>.9*t.cores&&t.generator>.45*t.cores}function cr({cpu:{generator:e,generatorLimit:t}}){return e!==null&&t!==null&&e>.9*t}function Y(e,t){let{cpu:n,intended:r,sent:s,seconds:o,clockJumpMs:a,lagMs:i}=t,c=`${Math.max(0,Math.round((r??0)-s))} of ${Math.round(r??0)} arrivals never began in ${zs(o)} s`,u=(l,d)=>`${Math.round(100*l/d)} %`;switch(e){case"disturbed":return a>100?`the clock jumped by ${Math.round(a)} ms`:n.steal!==null&&n.steal>.1*n.cores?`the hypervisor took ${u(n.steal,n.cores)} of the processors`:`other processes took ${u(n.others??0,n.cores)} of the processors`;case"generator-starved":{let l=n.generator===null?"":`; k6 had ${u(n.generator,n.generatorLimit??n.cores)} of its processors`;return`${(i??0)>20?`k6 began arrivals ${Math.round(i)} ms late (p99)`:`k6 fell behind: ${c}`}${l}`}case"unknown":return`${c}, and nothing shows why`;case"service-slow":return`the service was too slow for the rate: ${c}`;case"sound":return"nothing disturbed it"}}function zs(e){return Math.round(e*10)/10}var Ws=.98,Hs=.01,Vs=.8;function ur(e,t,{diagnosis:n,evidence:r,slices:s}){let o=B(s,e.metric),{sent:a,intended:i}=r,c=i!==null&&a<Ws*i,u=Ks(s),l=se(s),m=!Number.isNaN(o)&&!Oe(me,l)&&!Oe(e,o)&&!c&&!u;return{rate:t,achieved:ut(s),met:m,value:o,errors:l,dropped:s.reduce((h,p)=>h+p.dropped,0),...u&&{growing:u},...!m&&ir(r,n)&&{limitedBy:"generator"}}}function Ks(e){let t=e.filter(i=>dt(i)>0).map(i=>({at:i.startedAt/1e3,wait:_([i],.5)/1e3})),n=t[0],r=t.at(-1);if(n===void 0||r===void 0||t.length<4||r.wait===1/0)return;let s=t.flatMap((i,c)=>t.slice(c+1).map(u=>u.wait>i.wait)),o=s.filter(Boolean).length>=Vs*s.length,a=(r.wait-n.wait)/(r.at-n.at);return o&&a>Hs?!0:void 0}function dr(e){let t=e.filter(pr);return e.filter(({slot:n})=>t.some(r=>r.slot.step===n.step&&r.slot.round===n.round))}function mr(e,t){let n=[...new Set(e.map(({slot:a})=>a.step.label))],r=e.filter(pr).map(({diagnosis:a,evidence:i})=>Y(a,i));return`${`${e.length} ${e.length===1?"round":"rounds"} of ${n.join(", ")}`} ${t?"will be measured again":"discarded"}: ${[...new Set(r)].join("; ")}`}function pr({diagnosis:e}){return e!=="sound"&&e!=="service-slow"}function fr({slot:e,diagnosis:t,evidence:n},r){let{sent:s,intended:o,seconds:a,dropped:i,lagMs:c,clockJumpMs:u,cpu:l}=n,d=y=>y===null?"unknown":Number(y.toPrecision(3)),{generator:m,service:h,others:p,steal:S,cores:k}=l;return[`discarded: block ${r+1}, ${e.step.label}, ${e.arm}, round ${e.round+1}, ${e.turns?"in turns":"alone"}`,t==="sound"?"sound, but its counterpart is not":Y(t,n),`${s} of ${o??s} arrivals in ${d(a)} s, ${i} dropped, p99 of lateness ${d(c)} ms`,`of ${k} cores k6 used ${d(m)}, the service ${d(h)}, others ${d(p)}, the hypervisor ${d(S)}`,`the clock jumped by ${d(u)} ms`].join("; ")}import{availableParallelism as Po}from"node:os";import{readFileSync as mo,writeFileSync as kr}from"node:fs";import{totalmem as po}from"node:os";import{join as Se}from"node:path";import{setTimeout as fo}from"node:timers/promises";var hr=`// Latency of the caller (ms): connection phases plus http_req_duration, of requests answered as expected.
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
`;var Ys="tailgate_slice",Xs="tailgate_request",Zs=["0.0.0.0/2","64.0.0.0/3","96.0.0.0/4","112.0.0.0/5","120.0.0.0/6","124.0.0.0/7","126.0.0.0/8","128.0.0.0/1",...Array.from({length:16},(e,t)=>`${(2**t).toString(16)}::/${16-t}`)];function gr({program:e,targetUrl:t,confined:n,requestOf:r,dealOf:s=()=>null}){let o=e.slots[0].step.work,a=new Map(e.slots.map(l=>[l,s(l)])),i=Object.fromEntries(e.slots.map(l=>{let d=a.get(l)??null;return[l.key,to(l,d===null?r(l):null,d)]})),c=[...a.values()].filter(l=>l!==null),u=o.kind==="script"?[`export * from ${JSON.stringify(o.path)};`,`import * as user from ${JSON.stringify(o.path)};`]:["const user = {};"];return["import { sleep } from 'k6';","import http from 'k6/http';","import exec from 'k6/execution';",...c.some(({dataFile:l})=>l!==null)?["import { SharedArray } from 'k6/data';"]:[],"import { Counter, Gauge, Trend } from 'k6/metrics';",...u,"",`const TARGET_URL = __ENV.TARGET_URL || ${JSON.stringify(t)};`,`const SLICE_TAG = ${JSON.stringify(Ys)};`,`const REQUEST_TAG = ${JSON.stringify(Xs)};`,`const PERCENTS = ${JSON.stringify(vn)};`,`const BLOCKED = ${JSON.stringify(n?Zs:[])};`,`const SEQUENCES = ${JSON.stringify(Object.fromEntries(c.map(({name:l,sequence:d})=>[l,d])))};`,`const ROWS = {${[...new Set(c.flatMap(eo))].join(", ")}};`,`const SLOTS = ${JSON.stringify(i,null,2)};`,`const SCENARIOS = ${JSON.stringify(Object.fromEntries(e.slots.map(l=>[Sr(l),no(l)])),null,2)};`,"",hr].join(`
`)}function eo({name:e,dataFile:t}){if(t===null)return[];let n=JSON.stringify(e);return[`${n}: new SharedArray(${n}, () => JSON.parse(open(${JSON.stringify(`./${t}`)})))`]}function ze(e){return e.round!==null||e.slices>1}function Sr({key:e,turns:t}){return t?.scenario??e}function to(e,t,n){let{load:r,work:s,label:o}=e.step,a=n?.requests.map((i,c)=>({...i,which:c}));return{label:o,measured:ze(e),told:e.arm==="head",startMs:e.startSeconds*1e3,settleMs:e.settleSeconds*1e3,sliceMs:(e.seconds-e.settleSeconds)*1e3/e.slices,slices:e.slices,firstSlice:e.turns===null?0:e.turns.position*e.slices,rate:r.kind==="arrival-rate"?r.rate:null,scenario:Sr(e),turns:e.turns&&{...e.turns,...de(e)},iterations:e.round===null?null:e.requests,exec:s.kind==="script"?s.exec:null,custom:[...new Set(bt(e.step.slos).map(({name:i})=>i))],deal:n&&{name:n.name,first:n.first,requests:a},request:a?.[0]??(t&&{method:t.method,url:t.url,headers:t.headers,body:t.body??null,expectStatus:t.expectStatus,timeoutMs:t.timeoutSeconds*1e3})}}function no(e){let{load:t,virtualUsers:n,graceSeconds:r}=e.step,s={exec:"runIteration",startTime:`${e.startSeconds}s`,gracefulStop:`${r}s`},o=`${e.seconds}s`;switch(t.kind){case"arrival-rate":return{...s,executor:"constant-arrival-rate",duration:o,...ro(t.rate),preAllocatedVUs:n,maxVUs:n};case"users":return{...s,executor:"constant-vus",duration:o,vus:t.users};case"fixed-work":return e.round===null?{...s,executor:"constant-vus",duration:o,vus:t.users}:{...s,executor:"shared-iterations",vus:t.users,iterations:e.requests??t.requests,maxDuration:`${D}s`}}}function ro(e){for(let[t,n]of[["1s",1],["1m",60],["1h",3600]]){let r=e*n;if(Math.abs(r-Math.round(r))<1e-9*r)return{rate:Math.round(r),timeUnit:t}}return{rate:Math.max(1,Math.round(e*3600)),timeUnit:"1h"}}var yr=P({count:M(),avg:M(),values:I(M())}).nullable(),so=ct("type",[P({type:J("trend"),count:M(),avg:M(),values:I(M())}),P({type:J("rate"),hits:M(),count:M()}),P({type:J("counter"),sum:M()})]),oo=P({schemaVersion:J(1),percents:I(M()),slots:ke(re(),P({startedAt:M(),endedAt:M(),dropped:M(),redirects:I(M()).optional(),slices:I(P({started:M(),finished:M(),exceptions:M(),begun:M(),ended:M(),redirected:M(),requests:M(),failed:M(),latency:yr,service:yr,lag:P({p50:M(),p99:M(),max:M()}).nullable(),custom:ke(re(),so).optional()}))})),thresholds:I(re()),seen:I(mt).optional()});function br(e){return oo.parse(JSON.parse(e))}function wr(e,t){return t.filter(n=>ze(n)&&(e.slots[n.key]?.startedAt??0)>0).map(n=>({...ao(n,e.slots[n.key],e.percents),seen:e.seen}))}function ao(e,t,n){let r=n.map(p=>p/100),{load:s}=e.step,o=s.kind==="fixed-work"&&t.endedAt>t.startedAt?(t.endedAt-t.startedAt)/1e3:e.seconds-e.settleSeconds,a=s.kind==="arrival-rate"?s.rate:null,i=de(e),c=i===null?o/e.slices:i.planned/a/e.slices,u=a===null?null:a*c,l=t.slices.every(p=>(p.latency?.count??0)===(p.service?.count??0)),d=lo(e,t.slices),m=t.slices.map((p,S)=>{let k=l?p.latency:p.service;return{startedAt:t.startedAt+(e.settleSeconds+S*o/e.slices)*1e3,seconds:c,...e.turns!==null&&{alternating:!0},planned:u,ok:k?.count??0,failed:Math.max(p.failed,p.exceptions)+Math.max(0,d(p)),dropped:co(t,p,s.kind==="fixed-work"?e:null,u),latency:k&&{levels:r,values:k.values},avg:k?.avg??null,service:p.service&&uo(r,p.service.values),lag:p.lag,...Object.keys(p.custom??{}).length>0&&{custom:io(p.custom,r)}}}),h=t.slices.reduce((p,S)=>p+S.started,0);return{slot:e,slices:m,sent:h,intended:u===null?null:u*e.slices,connectionIncluded:l,...t.redirects&&{redirects:t.redirects}}}function io(e,t){return Object.fromEntries(Object.entries(e).map(([n,r])=>[n,r.type==="trend"?{...r,levels:t}:r]))}function lo(e,t){let n=o=>t.reduce((a,i)=>a+o(i),0),r=n(({requests:o})=>o)<=n(({begun:o})=>o);return e.step.work.kind==="script"&&(r||n(({redirected:o})=>o)>0)?({begun:o,ended:a})=>o-a:({started:o,finished:a})=>o-a}function co(e,t,n,r){return e.dropped===0?0:Math.round(n?e.dropped/n.slices:Math.min(e.dropped,Math.max(0,(r??0)-t.started)))}function uo(e,t){let n=r=>t[e.findIndex(s=>Math.abs(s-r/100)<1e-9)];return{p50:n(50),p95:n(95),p99:n(99)}}var vr={100:"its `setup` did not finish in time",101:"its `teardown` did not finish in time",104:"k6 does not accept its options",107:"it threw an exception outside an iteration",108:"it aborted the test",110:"it marked the test as failed"},ho=99,Rr=105;async function Mr(e){let{folder:t,name:n}=e,r=Se(t,`${n}.js`),s=Se(t,`${n}.summary.json`),o=Se(t,`${n}.log`),a=Se(t,"k6-config.json");kr(r,e.script),kr(a,"{}");let i=await bn({command:[e.binary,"run","--quiet","--no-color","--no-usage-report","--config",a,"--address","","--env",`TARGET_URL=${e.targetUrl}`,"--env",`BASE_URL=${e.targetUrl}`,"--env",`TAILGATE_SUMMARY=${s}`,r],cwd:e.cwd,env:{...wo(),...ne(e.environment)},logPath:o,keeper:e.keeper}),c=i.exited.then(u=>{let l=H(o),d=u.code??-1,m=(h,p)=>({kind:"failed",fault:h,message:p,log:l});if(u.signal!==null)return m("harness",`k6 was ended by ${u.signal}`);if(d in vr)return m("script",yo(l)??vr[d]);if(d!==0&&d!==ho&&d!==Rr)return m("harness",`k6 ended with exit code ${d}`);try{let h=br(mo(s,"utf8"));return{kind:"measured",complete:d!==Rr,summary:h,failures:ko(o),redirects:vo(o)}}catch(h){return m("harness",`k6 left no readable summary: ${h.message}`)}});return{group:i,began:So(o,i),finished:c}}var go=20;async function So(e,{exit:t}){for(;t()===null;){let n=/TAILGATE_BEGAN (\d+)/.exec(H(e))?.[1];if(n!==void 0)return Number(n);await fo(go)}return null}function yo(e){let t=/TAILGATE_REFUSED (.*?\})/.exec(e)?.[1]?.replaceAll('\\"','"');return t===void 0?null:`its threshold on \`${t}\` would never fail: Tailgate replaces the scenarios of a script, so leave \`scenario\` out of it, or use a tag that the script sets itself`}var bo=4;function wo(){let e=Math.min(po(),process.constrainedMemory?.()||Number.POSITIVE_INFINITY);return{GOGC:"800",GOMEMLIMIT:`${Math.floor(e/bo/2**20)}MiB`}}function ko(e){let t=new Map;for(let[,n]of H(e,2e3).matchAll(/TAILGATE_FAILURE ((?:[^"\\]|\\.)*)"/g)){let r=n.replaceAll('\\"','"');t.set(r,(t.get(r)??0)+1)}return[...t].sort((n,r)=>r[1]-n[1]).map(([n])=>n)}function vo(e){let t=new Map,n=/TAILGATE_REDIRECT (\d+) (\d+) (\S+) ((?:[^"\\]|\\.)*)"/g;for(let[,r,s,o,a]of H(e,2e3).matchAll(n)){let i=a.replaceAll('\\"','"'),c=`${r} ${i}`;t.has(c)||t.set(c,{label:i,which:Number(r),status:Number(s),location:o==="-"?null:o})}return[...t.values()]}import{existsSync as Eo,writeFileSync as To}from"node:fs";import{join as xo}from"node:path";var Ro=1;function Er(e){let t=e.map(({weight:c})=>c),n=t.reduce(Tr),r=t.map(c=>c/n),s=r.flatMap((c,u)=>Array.from({length:c},()=>u)),o=Rn(Ro);for(let c=s.length-1;c>0;c--){let u=o.index(c+1);[s[c],s[u]]=[s[u],s[c]]}let a=r.map(()=>0),i=s.map(c=>a[c]++);return{order:s,ranks:i,counts:r}}function Tr(e,t){return t===0?e:Tr(t,e%t)}function xr(e,t,n,r){let s=[],o=0;for(let{name:a,offset:i,length:c}of st(e)){let u=a.startsWith("data.")?t.indexOf(a.slice(5)):-1;if(u<0)continue;let l=i+c,d=n==="json"&&Mo(e,i,l);s.push(r(e.slice(o,d?i-1:i)),{column:u,as:d?"value":n}),o=d?l+1:l}return s.length===0?r(e):[...s,r(e.slice(o))]}function Mo(e,t,n){return e[t-1]==='"'&&e[t-2]!=="\\"&&e[n]==='"'&&e[n+1]!==":"}function Ar(e,t,n){if(e.step.work.kind==="script")return null;let{request:r}=e.step.work;return{...r,url:Or(t.fill(r.url),t,n,e),headers:Object.fromEntries(Object.entries(r.headers).map(([s,o])=>[s,t.fill(o)])),body:r.body===void 0?void 0:t.fill(r.body)}}function Cr(e,t,n,{config:r,folder:s}){let{work:o,scenario:a}=e.step;if(o.kind==="script"||o.mix===void 0&&o.data===void 0)return null;let i=o.data?`data-${a}.json`:null;i!==null&&Ao(o.data.path,xo(s,i));let c=(l,d)=>xr(l,o.data?.columns??[],d,n.fill),u=ae(o);return{name:a,dataFile:i,first:Oo(e,t),sequence:Er(u),requests:u.map(({request:l})=>({name:`${l.method} ${l.url}`,method:l.method,url:Or(c(l.url,"path"),n,r,e),headers:Object.fromEntries(Object.entries(l.headers).map(([d,m])=>[d,c(m,"raw")])),body:l.body===void 0?null:c(l.body,l.quotesData?"json":"raw"),expectStatus:l.expectStatus,timeoutMs:l.timeoutSeconds*1e3}))}}function Ao(e,t){Eo(t)||To(t,JSON.stringify(St(Et(e),e).rows))}function Or(e,{targetUrl:t},n,{step:r}){let[s,...o]=typeof e=="string"?[e]:e,a=String(s),i=a.startsWith("/")?t+a:a;return kt(i,n,`request of ${r.label}`),typeof e=="string"?i:[i,...o]}var Co=16;function Oo({step:{load:e},round:t,seconds:n,turns:r,requests:s},o){let a=e.kind==="arrival-rate"?e.rate*n/(r?.of??1):s??0;return(o*Co+(t===null?0:t+1))*Math.ceil(a)}function $r(e,{instances:t,began:n,sample:r}){let s=[],o=new Set,a=!1,i=()=>{for(let l of o)t.get(l)?.resume();o.clear()},c=l=>{for(let[d,m]of t)d!==l&&(m.halt(),o.add(d))},u=e.slots.flatMap(l=>[...t.size>1&&l.round!==null&&A(l)?[{at:l.startSeconds,act:()=>c(l.arm)},{at:$o(l),act:i}]:[],..._o(l).map(d=>({at:d,act:r}))]);return n.then(l=>{if(!(l===null||a))for(let{at:d,act:m}of u)s.push(setTimeout(m,l+d*1e3-Date.now()))}),{end(){a=!0;for(let l of s)clearTimeout(l);i()}}}function $o({step:e,startSeconds:t,seconds:n}){return t+(e.load.kind==="fixed-work"?D:n)}function _o({round:e,step:t,startSeconds:n,seconds:r,settleSeconds:s,slices:o}){if(e===null&&o===1||t.load.kind==="fixed-work")return[];let a=(r-s)/o;return Array.from({length:o+1},(i,c)=>n+s+c*a)}var Io=150+D;async function X(e,t,{around:n,k6:r,folder:s,instances:o,shared:a,block:i=0}){let c=[...new Set(e.slots.map(w=>w.step.label))].join(", "),u=[...new Set(e.slots.map(({arm:w})=>w))],l=u.includes("head")?"head":"base",{targetUrl:d}=o.get(l),m=await Mr({binary:r,folder:s,name:t,script:gr({program:e,targetUrl:d,confined:n.config.allow.length===0,requestOf:w=>Ar(w,o.get(w.arm),n.config),dealOf:w=>Cr(w,i,o.get(w.arm),{config:n.config,folder:s})}),cwd:n.config.directory,targetUrl:d,environment:{...n.environment,...jo(e,o.get(l))},keeper:n.keeper}),h=Date.now(),p=[...o.values(),a],S=sr(m.group.pid,p.flatMap(({sessions:w})=>w),new Map([...o].map(([w,{sessions:$}])=>[w,$]))),k=$r(e,{instances:o,began:m.began,sample:S.take}),y=()=>m.group.signal("SIGKILL");n.signal.addEventListener("abort",y,{once:!0}),n.signal.aborted&&y();for(let w of p)w.crashed.then(()=>w.crash()!==null&&m.group.signal("SIGINT"));let R=!1,g=e.seconds+Io,T=setTimeout(()=>{R=!0,y()},g*1e3),f=await m.finished;clearTimeout(T),k.end(),S.stop(),n.signal.removeEventListener("abort",y),await m.group.stop("SIGTERM",1e3);let v=(Date.now()-h)/1e3,x=e.slots.findLast(w=>w.startSeconds<=v)??e.slots[0],b={slots:[],crash:Z(o,a,x.step.label),failure:null,failures:[],redirects:[],thresholds:[],loadSeconds:v};if(n.signal.aborted)return b;let E=w=>b.crash===null?{...b,failure:{...w,label:c,arm:l}}:b;if(f.kind==="failed"){let w=`k6 had not ended after ${Math.round(g)} s, and was killed`;return E(R?{...f,message:w}:f)}if(!f.complete&&b.crash===null)return E({kind:"failed",fault:"harness",message:"k6 was interrupted from outside",log:""});let F={cores:Po(),generatorLimit:S.generatorLimit(),outsiders:No(n)};return{...b,failures:f.failures,redirects:f.redirects,thresholds:u.includes("head")?f.summary.thresholds.map(w=>({label:c,threshold:w})):[],slots:wr(f.summary,e.slots).map(w=>Do(w,S.samples,F)).map(w=>_r(n)?w:Bo(w,S.samples,o))}}function Z(e,t,n){for(let[r,s]of[["shared",t],...e]){let o=s.crash();if(o!==null)return{...o,arm:r,label:n}}return null}var Lo=/\b(docker|podman|nerdctl)\b/;function No(e){let{external:t,services:n}=e.config;return t.length>0||n.some(({start:r})=>r===void 0)||_r(e)}function _r({config:e}){return e.services.some(({start:t})=>t!==void 0&&Lo.test(t))}function Bo(e,t,n){let{arm:r,turns:s}=e.slot,o=n.get(r);if(o?.sessions.length===0)return e;let a=o?.startupMs,i=e.slices.map(c=>{let{startedAt:u,seconds:l}=c,d=or(t,r,u,u+l*(s?.of??1)*1e3);return{...c,...d,...a!==void 0&&{startup:a}}});return{...e,slices:i}}function Do(e,t,n){let{slices:r}=e,s=r.reduce((m,h)=>m+h.seconds,0),o=r[0].startedAt,a=s*(e.slot.turns?.of??1),{clockJumpMs:i,...c}=Fe(t,o,o+a*1e3,n),u=r.map(({startedAt:m,seconds:h})=>{let p=m+h*(e.slot.turns?.of??1)*1e3,{clockJumpMs:S,...k}=Fe(t,m,p,n);return qe({cpu:k,clockJumpMs:S})}),l=r.flatMap(m=>m.lag===null?[]:[m.lag.p99]),d={sent:e.sent,intended:e.intended,seconds:s,dropped:r.reduce((m,h)=>m+h.dropped,0),lagMs:l.length>0?Math.max(...l):null,cpu:c,clockJumpMs:i};return{...e,evidence:d,diagnosis:ar(d),disturbed:u}}function jo({slots:e},{fill:t}){return Object.fromEntries(Object.entries(e[0].step.parameters??{}).map(([n,r])=>[`VARIANT_${n.toUpperCase()}`,t(r)]))}var Go=1.25,Uo=1;function Pr(e,t){let n=_(t,.5),r=a=>!(_(a,.5)>Go*n),s=e.findIndex((a,i)=>r([a])&&r(e.slice(i)));if(s===-1)return null;let o=e.slice(0,s).reduce((a,i)=>a+i.seconds,0);return Math.max(Uo,o)}function Ir(e,t,n){let r=e.filter(({slot:s})=>s.round===null&&!t.some(o=>o.slot.step===s.step));for(let{slot:s,slices:o}of r){let a=e.filter(l=>l.slot.round!==null&&l.slot.step===s.step&&l.slot.arm===s.arm&&A(l.slot)===A(s)),i=Pr(o,a.flatMap(({slices:l})=>l)),{label:c}=s.step,u=n.get(c);n.set(c,u===null||i===null?null:Math.max(u??0,i))}}var Fo=3;function Lr({steps:e},t){let n=e.flatMap(({label:r})=>{let s=t.flatMap(({warmUps:o})=>o.get(r)??[]);return s.length>0?[[r,Math.max(...s)]]:t.length>=Fo?[[r,ce.seconds]]:[]});return new Map(n)}var ye=2e4,qo=2;async function Nr(e,t,n){let r=performance.now(),s={index:t,kept:[],discarded:[],crash:null,failure:null,failures:[],redirects:[],thresholds:[],warmUps:new Map,soak:[],loadSeconds:0,wallSeconds:0};for(let[o,a]of e.entries())ee(s,n)&&await Jo(a,o,s,n);return s.wallSeconds=(performance.now()-r)/1e3,s}async function Jo(e,t,n,r){let s={running:new Map,starts:0};try{Wo(n.index,e.arms,r),await K(s,{...r,together:e.arms,block:n.index});for(let[o,a]of e.programs.entries()){let i=`${Br(n,r)}-${t+1}-${o+1}`;await Vo(a,i,s,n,r)}e.arms.length>1&&ee(n,r)&&await zo(s,n,r)}finally{await Q(s)}}async function zo(e,t,n){let{arms:r,shared:s,k6:o,folder:a,progress:i}=n,c={around:r.head,k6:o,folder:a,instances:e.running,shared:s,block:t.index},u=n.soak?.(t)??[];for(let l=1;u.length>0&&ee(t,n);l++){let{arm:d}=u[0].slots[0],m=u.reduce((p,S)=>p+S.seconds,0);i.phase(`keeping the ${d} under load, for stalls, growth and memory`,m);let h=[...e.running].filter(([p])=>p!==d).map(([,p])=>p);for(let p of h)p.halt();try{for(let[p,S]of u.entries()){let k=`${Br(t,n)}-soak-${l}-${p+1}`,y=await X(S,k,c);t.crash??=y.crash,t.failure??=y.failure,t.loadSeconds+=y.loadSeconds,t.soak.push(...y.slots)}}finally{for(let p of h)p.resume()}u=n.soak?.(t)??[]}}function Br({index:e},{variant:t}){return`${t===void 0?"":`variant-${t}-`}block-${e+1}`}function Wo(e,t,n){let{arms:r,progress:s}=n,{services:o}=r.head.config,a=o.filter(({start:i,scope:c})=>i&&c==="instance").map(({name:i})=>i);a.length===0||e>0||s.phase(`starting ${a.join(", ")}${r.base?` of ${t.join(" and ")}`:""}`)}function Ho({index:e},{planned:t}){return t>1?`block ${e+1} of ${t}: `:""}async function Vo(e,t,n,r,s){let{arms:o,shared:a,k6:i,folder:c,progress:u,repeatDisturbed:l=!0}=s,d=e,m=!0;for(let h=0;d!==null&&ee(r,s);h++){let p=[...new Set(d.slots.map($=>$.step.label))].join(", ");u.phase(`${Ho(r,s)}measuring ${p}`,d.seconds);let S=h===0?t:`${t}-again${h}`,k=await X(d,S,{around:o.head,k6:i,folder:c,instances:n.running,shared:a,block:r.index}),{crash:y,failure:R,failures:g,redirects:T,thresholds:f,loadSeconds:v,slots:x}=k;r.crash=y,r.failure=R??r.failure,r.failures.push(...g),r.redirects.push(...T),r.loadSeconds+=v;let b=x.filter(({slot:$})=>$.round!==null),E=y===null&&l?dr(b):[],F=b.filter($=>!E.includes($));r.kept.push(...F),r.discarded.push(...E),E.length===0&&r.thresholds.push(...f);for(let $ of E)le(()=>fr($,r.index));Ir(x,E,r.warmUps);let w=E.map(({slot:$})=>$);d=w.length>0&&h<qo&&m?Gt(e,w):null,E.length>0&&u.note(mr(E,d!==null)),d!==null&&(m=await Qo(s),r.crash=Z(n.running,a,w[0].step.label),o.base&&ee(r,s)&&await Ko(n,r,s))}}async function Ko(e,t,n){let r=[...e.running.keys()];await Q(e),await K(e,{...n,together:r,block:t.index})}async function Qo({arms:e,progress:t}){return t.phase(`waiting for the machine to calm down (${ye/1e3} s at most)`),ge(ye,e.head.signal)}function ee({crash:e,failure:t},{arms:n}){return e===null&&(t===null||We(t))&&!n.head.signal.aborted}function We({arm:e,fault:t}){return e==="base"&&t==="script"}var Yo=8,Xo=2;async function Dr(e,t){let{instances:n,around:r,shared:s,start:o,progress:a,block:i,repeatDisturbed:c=!0}=t,u=[...n.keys()],l={block:i,arms:new Map(u.map(p=>[p,{trials:[],estimate:null}])),discarded:[],crash:null,failure:null,loadSeconds:0},d=0,m=p=>l.arms.get(p).trials,h=()=>l.crash===null&&l.failure===null&&!r.signal.aborted;for(let p=1;h()&&l.loadSeconds<t.secondsLeft;p++){let S=u.flatMap(R=>{let g=zt({...e.goal,outcomes:m(R),start:o});return g===null?[]:[{arm:R,...g}]});if(S.length===0)break;t.drawFirst()!==S[0].arm&&S.reverse(),a.phase(ea(e,S,l));let k=[];for(let[R,g]of Zo(e,S,p===1).entries()){if(!h())break;let T=`search-${e.scenario}-${i+1}-${p}-${R+1}`,f=await X(g,T,{...t,around:r,instances:n,shared:s});l.crash=f.crash,l.failure=f.failure,l.loadSeconds+=f.loadSeconds;let v=f.slots.filter(({slot:b})=>b.round!==null),x=c?v.filter(({diagnosis:b})=>b==="disturbed"):[];if(k.push(...x),!(x.length>0))for(let b of v){let{rate:E}=S.find(({arm:w})=>w===b.slot.arm),F=ur(e.goal.slo,E,b);m(b.slot.arm).push(F)}}if(k.length===0)continue;l.discarded.push(...k);let y=k.map(({diagnosis:R,evidence:g})=>Y(R,g));if(a.note(`a trial of ${e.label} is discarded: ${[...new Set(y)].join("; ")}`),l.discarded.length>Yo||d===Xo)break;await ge(ye,r.signal)||d++,l.crash??=Z(n,s,e.label)}for(let p of l.arms.values())p.estimate=Wt(p.trials,e.goal);return l}function Zo(e,t,n){return e.work.kind==="request"?[Ee(e,t,n)]:t.map(r=>Ee(e,[r],n))}function ea({label:e},t,{arms:n}){let r=t.map(({arm:s,rate:o})=>{let{trials:a}=n.get(s),i=Math.max(0,...a.filter(({met:d})=>d).map(d=>d.rate)),c=Math.min(...a.filter(({met:d})=>!d).map(d=>d.rate)),u=[...i>0?[`${L(i)} meets`]:[],...c<1/0?[`${L(c)} does not`]:[]],l=u.length>0?`${u.join(", ")}; `:"";return`${n.size>1?`${s}: `:""}${l}trying ${L(o)}`});return`capacity of ${e}: ${r.join(" \xB7 ")}`}function jr({label:e},{arms:t}){let n=[...t].map(([r,{estimate:s,trials:o}])=>{let a=t.size>1?`${r} `:"",i=`${o.length} trials`;if(s===null)return`${a}not found (${i})`;let{kind:c,value:u,low:l,high:d}=s;return c==="found"?`${a}${L(u)} (${L(l)} \u2026 ${L(d)}, ${i})`:`${a}${c==="below"?`less than ${L(d)}`:`at least ${L(l)}`} (${i})`});return`capacity of ${e}: ${n.join("; ")}`}function L(e){return`${Number(e.toPrecision(4)).toLocaleString("en")} req/s`}var Gr={far:2,near:1.12},ta=.7;async function Ur(e,t,n){for(let s of e)t.set(s,[]);let r=Math.max(0,...e.map(({blocks:s})=>s.most));for(let s=0;s<r;s++){let o=e.filter(d=>sa(d,t.get(d),s));if(o.length===0||Fr(t,n))return;let i=n.drawFirst()==="head"?["head","base"]:["base","head"],c=n.arms.base?i:["head"],u=new Map(o.map(d=>[d,oa(d,t.get(d))])),l=n.swapped?c.map(d=>[d]):[c];for(let[d,m]of l.entries())await na(o,{together:m,block:s,before:u,found:t,share:1/(l.length-d)},n)}}async function na(e,{together:t,block:n,before:r,found:s,share:o},a){let{arms:i,progress:c}=a,u={running:new Map,starts:0};try{c.phase(`starting services for the search of a capacity, start ${n+1}`),await K(u,{arms:i,together:t,block:ra+n});for(let l of e){if(Fr(s,a))return;let d=s.get(l),m=await Dr(l,{...a,around:i.head,instances:u.running,block:n,start:r.get(l),secondsLeft:o*qr(l,d)});d.push(m),c.note(jr(l,m))}}finally{await Q(u)}}var ra=1e3;function Fr(e,{arms:t}){let n=[...e.values()].flat();return t.head.signal.aborted||n.some(({crash:r,failure:s})=>r!==null||s!==null)}function qr({budgetSeconds:e},t){return e-t.reduce((n,{loadSeconds:r})=>n+r,0)}function sa(e,t,n){if(n===0)return!0;if(n>=e.blocks.most)return!1;let r=Array.from({length:n},(a,i)=>t.filter(c=>c.block===i).reduce((c,{loadSeconds:u})=>c+u,0)),[s,...o]=r;return qr(e,t)>=ta*Math.min(Me.later/Me.first*s,...o)}function oa({goal:e},t){let n=t.flatMap(({arms:r})=>[...r.values()].flatMap(({estimate:s})=>s??[]));return n.length===0?{rate:e.from,factor:Gr.far}:{rate:ft(n.map(({value:r})=>r)),factor:Gr.near}}function Jr(e,t){let[n,...r]=e;if(r.length===0)return n;let s=c=>e.flatMap(c),o={slos:s(({slos:c})=>c),changes:s(({changes:c})=>c),faults:s(({faults:c})=>c),invalid:s(({invalid:c})=>c)},a=c=>U(e.map(({effort:u})=>u[c])),i=s(c=>c.redirects??[]);return{...n,...he({...o,failOn:t}),...o,costs:s(({costs:c})=>c),suspects:s(({suspects:c})=>c),...i.length>0&&{redirects:i},pair:aa(e.flatMap(({pair:c})=>c??[])),effort:{slices:a("slices"),discardedRounds:a("discardedRounds"),instances:a("instances"),loadSeconds:a("loadSeconds")}}}function aa(e){let[t]=e;return t===void 0?null:{...t,variants:e.length,blocks:U(e.map(({blocks:n})=>n)),planned:U(e.map(({planned:n})=>n)),discarded:{base:U(e.map(({discarded:n})=>n.base)),head:U(e.map(({discarded:n})=>n.head))},error:Number(Math.min(1,U(e.map(({error:n})=>n))).toFixed(9))}}function U(e){return e.reduce((t,n)=>t+n,0)}async function He(e,{pair:t,guessMissing:n},r){let{kind:s,arm:o,service:a,log:i}=e,c=r?`${e.message} (variant ${r.name})`:e.message,u=o===null?null:await n(o,i);if(o!=="base"||t===void 0){let l=u===null?"":`; \`${u}\` is git-ignored, so a fresh tree has none: let \`build\` make it, or name it in \`reuse\``;return{kind:s,service:a,message:c+l,log:i}}return{kind:"base-failed",fault:s,commit:t.baseCommit,service:a,message:c,log:i,missing:u}}function zr({draft:e},t){let n=e.pair?.baseCommit;if(t===void 0||n===void 0)return null;let{crash:r,failure:s}=t;if(r?.arm==="base"){let{service:c,exit:u,log:l}=r,d=`it ended with ${u} under load`;return{kind:"base-failed",fault:"crashed",commit:n,service:c,message:d,log:l,missing:null}}if(r!==null||s===null||!We(s))return null;let{label:o,log:a}=s,i=`the script of ${o} fails on the base, though not on the head: ${s.message}`;return{kind:"base-failed",fault:"script-failed",commit:n,service:o,message:i,log:a,missing:null}}function Wr({label:e,kept:t,failures:n}){let r=[],s=Vr(t.filter(({diagnosis:c})=>c==="service-slow"));s!==null&&r.push({kind:"cannot-keep-up",label:e,...Ve(s),cpu:s.cpu});let o=t.flatMap(c=>c.slices),a=o.reduce((c,u)=>c+u.failed,0),i=o.reduce((c,u)=>c+u.failed+u.ok,0);return a>.001*i&&r.push({kind:"failing",label:e,failed:a,requests:i,examples:n.slice(0,3)}),r}function Hr({label:e,kept:t,discarded:n},r){if(t.length>=r/2&&t.length>0){if(t.flatMap(l=>l.slices).reduce((l,d)=>l+d.ok+d.failed+d.dropped,0)>0)return null;let{seconds:u}=t[0].evidence;return t.every(({evidence:l})=>l.sent===0)?{kind:"none-begun",label:e,seconds:u}:{kind:"script-failed",label:e,message:"it sent no HTTP request while it was measured",log:""}}let s=Vr(n);if(s===null)return{kind:"harness",message:`${e} was not measured`,log:""};let o=c=>n.filter(({diagnosis:u})=>u===c).length,{cpu:a,lagMs:i}=s;return o("generator-starved")>=Math.max(o("disturbed"),o("unknown"))?{kind:"generator-starved",label:e,...Ve(s),lagMs:i,cpu:a}:o("disturbed")>=o("unknown")?{kind:"machine-disturbed",label:e,discarded:n.length,rounds:n.length+t.length,cpu:a}:{kind:"cause-unknown",label:e,...Ve(s),cpu:a}}function Vr(e){let t=({sent:n,intended:r})=>r===null?0:r-n;return e.map(({evidence:n})=>n).sort((n,r)=>t(r)-t(n))[0]??null}function Ve({sent:e,intended:t,seconds:n}){return{sent:e,intended:t??e,seconds:n}}function Kr({head:e,base:t,together:n}){let r=e+n;return r<2||r<=2*t?null:{kind:"crowded",head:e,base:t,together:n}}function Qr(e,t){let{head:n,base:r,together:s}=t;return n>0&&n+s>=7+3*r?{kind:"fills-machine",label:e,...t}:null}function O(e,t,n){return e.filter(({slot:r})=>r.step.label===t.label&&r.arm===n)}function te(e,{kept:t},n){let r=t.filter(({slot:i})=>n(i)),[s,o]=[O(r,e,"base"),O(r,e,"head")],a=(i,c)=>i.filter(({slot:u})=>c.some(l=>l.slot.round===u.round)).flatMap(({slices:u})=>u);return{base:a(s,o),head:a(o,s)}}function Yr(e,t){let n=t.flatMap(({discarded:s})=>s).filter(({slot:s,diagnosis:o,evidence:a})=>{let i=o==="generator-starved"||o==="unknown";return s.step.label===e.label&&i&&Je(a)}),r=n.filter(({slot:s})=>A(s));return{head:be(r,"head"),base:be(r,"base"),together:n.filter(({slot:s})=>s.turns?.position===0).length}}function Ke(e,t){let n=t.flatMap(s=>s.soak),r=s=>O(n,e,s).flatMap(({slices:o,disturbed:a})=>o.filter((i,c)=>!a[c]));return{base:r("base"),head:r("head")}}function Qe(e,t,n){let r=a=>O(a,e,"head").filter(({slot:i})=>n(i)),s=`${e.label}: `,o=t.flatMap(a=>a.failures).filter(a=>a.startsWith(s));return{label:e.label,kept:t.flatMap(a=>r(a.kept)),discarded:t.flatMap(a=>r(a.discarded)),failures:[...new Set(o.map(a=>a.slice(s.length)))]}}function Xr(e,t,n){let r=n.flatMap(({index:s,kept:o})=>{let a=O(o,e,t);return a.length>0?[{block:s,slots:a}]:[]});return{scenario:e.scenario,label:e.label,...e.variant&&{variant:e.variant},load:e.load,instances:r.map(({block:s,slots:o})=>({block:s,slices:o.flatMap(({slices:a})=>a)})),connectionIncluded:r.every(({slots:s})=>s.every(o=>o.connectionIncluded))}}function Zr(e,t,n){let r=t.flatMap(({crash:i})=>{if(i?.arm!=="head")return[];let{arm:c,...u}=i;return[{kind:"crashed",...u}]}),o=[...new Set(t.flatMap(({thresholds:i})=>i.map(({label:c})=>c)))].map(i=>{let c=t.flatMap(u=>u.thresholds.filter(l=>l.label===i));return{kind:"threshold",label:i,thresholds:[...new Set(c.map(({threshold:u})=>u))]}}),a=[...n].flatMap(([i,c])=>Qr(i,c)??[]);return[...r,...a,...e.flatMap(Wr),...o]}function es(e,t,n,r){if(t.length===0)return[];let s=t.flatMap(({failure:a,crash:i})=>{if(i?.arm==="shared")return[{kind:"harness",message:`\`${i.service}\`, which serves the whole run, ended with ${i.exit}`,log:i.log}];if(a===null)return[];let{fault:c,label:u,message:l,log:d}=a;return[c==="script"?{kind:"script-failed",label:u,message:l,log:d}:{kind:"harness",message:l,log:d}]});if(s.length>0||t.some(({crash:a})=>a!==null))return s;let o=jt(e,t.length).filter(({arm:a})=>a==="head");return e.steps.flatMap(a=>r.some(u=>u.kind==="fills-machine"&&u.label===a.label)?[]:(n.has(a.label)?[A]:[A,ue]).map(u=>{let l=o.filter(d=>d.step===a&&u(d)).length;return l===0?null:Hr(Qe(a,t,u),l)}).find(u=>u!==null)??[])}function be(e,t){return e.filter(({slot:n})=>n.arm===t).length}var ia=.5;function ts(e,t){let{work:n,label:r}=e;if(n.kind==="script")return[];let s=ae(n),o=s.reduce((u,{weight:l})=>u+l,0),a=t.flatMap(({kept:u})=>O(u,e,"head")),i=a.flatMap(({slices:u})=>u).reduce((u,{ok:l,failed:d})=>u+l+d,0),c=t.flatMap(({redirects:u})=>u);return s.flatMap(({request:u,weight:l},d)=>{let m=a.reduce((R,g)=>R+(g.redirects?.[d]??0),0),h=Math.min(1,m/(i*l/o)),p=c.find(R=>R.label===r&&R.which===d);if(p===void 0||!(h>ia))return[];let{status:S,location:k}=p,y=u.url.replace(/[?#].*/s,"");return[{label:r,request:u.method==="GET"?y:`${u.method} ${y}`,status:S,location:k,share:h}]})}function ns(e,t){return[...e].flatMap(([{scenario:n,label:r,goal:s},o])=>["head","base"].flatMap(a=>{let i=o.flatMap(({block:c,arms:u})=>{let l=u.get(a);return l&&l.trials.length>0?[{block:c,...l}]:[]});return i.length>0?[{scenario:n,label:r,digest:t.get(r),goal:s,arm:a,blocks:i}]:[]}))}function rs(e){return Math.max(0,...[...e.values()].flatMap(t=>t.map(({block:n})=>n+1)))}function ss(e){let t=[...e.values()].flat(),n=t.flatMap(({failure:r,crash:s})=>{if(s?.arm==="shared")return[{kind:"harness",message:`\`${s.service}\`, which serves the whole run, ended with ${s.exit}`,log:s.log}];if(s?.arm==="base")return[{kind:"harness",message:`\`${s.service}\` of the base ended with ${s.exit} in the search of ${s.label}`,log:s.log}];if(r===null)return[];let{fault:o,label:a,message:i,log:c}=r;return[o==="script"?{kind:"script-failed",label:a,message:i,log:c}:{kind:"harness",message:i,log:c}]});return n.length>0||t.some(({crash:r})=>r!==null)?n:[...e].flatMap(([{label:r},s])=>s.some(({arms:a})=>a.get("head")?.estimate!=null)?[]:[la(r,s)])}function la(e,t){let n=t.flatMap(o=>o.discarded),r=t.flatMap(({arms:o})=>o.get("head")?.trials??[]),s=n.at(-1);return s===void 0||r.length>n.length?{kind:"search-too-short",label:e,trials:r.length}:{kind:"machine-disturbed",label:e,discarded:n.length,rounds:n.length+r.length,cpu:s.evidence.cpu}}function os(e){return[...e.values()].flat().flatMap(({crash:t})=>{if(t?.arm!=="head")return[];let{arm:n,...r}=t;return[{kind:"crashed",...r}]})}function as({label:e,slos:t,slices:n,seen:r=[]}){return t.flatMap(({metric:s})=>{if(s.kind!=="custom")return[];let o=r.find(({name:i})=>i===s.name)?.type??null,a=o===null||pt(s).some(i=>i===o);return a&&!Number.isNaN(B(n,s))?[]:[{kind:"metric-unknown",label:e,metric:z(s),is:a?null:o,seen:[...r]}]})}var ca=[50,90],is=.2,ua=5;function ls(e){let t=e.filter(r=>r.length>1).map(r=>({first:r.slice(0,r.length>>1),second:r.slice(r.length+1>>1)}));return t.length<ua?null:ca.flatMap(r=>{let s=u=>_(u,r/100),o=t.map(({first:u,second:l})=>Math.log(s(l))-Math.log(s(u))),[a,i]=[s(t.flatMap(u=>u.first)),s(t.flatMap(u=>u.second))];return An(o)>Math.log1p(is)&&i>(1+is)*a?[{percent:r,first:a,second:i}]:[]}).sort((r,s)=>s.second/s.first-r.second/r.first)[0]??null}var da=.01,cs={latency:.2,memory:.1},ma=[50,90],pa=20,us=.5,Ye=8;function Xe({base:e,head:t}){if(t.length<Ye)return null;let n=Pn(e,t);return n!==null?{kind:"stalls",...n}:fa(e,t)??ha(e,t)}function fa(e,t){let n=Ze(t);if(n===null)return null;let{percent:r,first:s,second:o}=n;if(e.length>=Ye){let{first:a,second:i}=ds(e,r);if(Math.log(i/a)>=us*Math.log(o/s))return null}return{kind:"ageing",of:"latency",percent:r,from:s,to:o}}function Ze(e){if(e.length<Ye)return null;let t=e.length>>1;for(let n of ma){let r=e.map(o=>Math.log(_([o],n/100))),{low:s}=Bn(r.slice(0,t),r.slice(-t),da);if(s>Math.log1p(cs.latency))return{percent:n,...ds(e,n)}}return null}function ds(e,t){let n=e.length>>1,r=s=>_(s,t/100);return{first:r(e.slice(0,n)),second:r(e.slice(-n))}}function ha(e,t){let n=(i,c)=>(i.at(-1)?.memory??Number.NaN)-(i[c]?.memory??Number.NaN),[r,s]=[t[0].memory??Number.NaN,t.at(-1).memory??Number.NaN],o=n(t,0),a=n(t,2*t.length/3|0);return o>Math.max(pa,cs.memory*r)&&a>o/6?n(e,0)>=us*o?null:{kind:"ageing",of:"memory",percent:null,from:r,to:s}:null}var ga=.01,Sa=20;function ms(e,t,{runs:n},r){let s=ga/t.length;return t.flatMap(o=>{let a=Cn(n.map(({slices:c})=>Math.log(B(c,o))),s);if(a===null||n.length-a.index>Sa)return[];let i=Math.expm1(a.after-a.before);return i>r(o)?[{label:e,metric:o,commit:n[a.index].commit,change:i}]:[]})}function ps(e){let t=e.steps.filter(g=>g.slices.some(T=>T.ok+T.failed+T.dropped>0)),n=Ct(Math.max(1,e.looks.length)),r=(e.capacities??[]).map($n),s=new Map(t.map(({label:g,stretches:T})=>[g,ls(T)])),o=new Map(t.map(({label:g,soak:T,crowding:f})=>{let v=s.get(g);return[g,v?{kind:"growing",...v}:Kr(f)??Xe(T)]})),a=new Map(t.map(({label:g,soak:T})=>[g,s.get(g)??Ze(T.head)])),i=t.flatMap(as),c=({label:g,slo:T})=>!i.some(f=>"metric"in f&&f.label===g&&f.metric===z(T.metric)),l=[...t.flatMap(g=>va(g,n)).filter(c).map(g=>wa(g,a)),...r.flatMap(g=>g.slos)],d=[...e.invalid,...i,...l.flatMap(ba),...Nn(t,l,e),...r.flatMap(g=>g.invalid)],{changes:m,costs:h,open:p,pair:S}=In(t,e),k=m.map(g=>ka(g,o)),y={...he({slos:l,changes:k,faults:e.faults,invalid:d,failOn:e.failOn}),slos:l,changes:k,costs:h,faults:e.faults,invalid:d,pair:S,loosened:e.loosened,suspects:e.comparison.kind==="history"?[]:t.flatMap(({label:g,history:T,slos:f,sensitivityOf:v})=>ms(g,yt(f),T,x=>v(x).tolerance)),...e.redirects?.length&&{redirects:e.redirects},acceptances:[],refusals:[],effort:e.effort},R=t.some(({soak:g})=>g.base.length===0&&Xe(g)!==null);return{verdict:y,undecided:ya(y,p),asksBase:R}}function ya(e,t){return e.faults.some(({kind:n})=>n==="crashed")?!1:e.invalid.length>0?e.invalid.every(({kind:n})=>n==="machine-disturbed"):e.changes.some(({code:n})=>n==="regressed")?!1:t||e.slos.some(({code:n,stretches:r})=>n==="at-limit"&&!r)}function ba({label:e,slo:{metric:t},estimate:n}){return ht(t)&&Number.isNaN(n.value)?[{kind:"cost-unknown",label:e,metric:z(t)}]:[]}function wa(e,t){let n=t.get(e.label);return!n||e.code!=="met"||!oe(e.slo.metric)?e:{...e,code:"at-limit",growth:n}}function ka(e,t){let n=t.get(e.label);return!n||e.code!=="unchanged"||!oe(e.metric)?e:{...e,code:"inconclusive",reason:n}}function va(e,t){let{label:n,slos:r,slices:s,soak:o}=e,a=r.flatMap(c=>{let u=c.limit.kind==="relative"?e.others?.get(c.limit.scenario):void 0,l=(p,S)=>c.limit.kind==="absolute"?Ce(n,c,p,t):u?Ln(n,{slo:c,other:u.label,pairs:S()},t):null,d=l(s,()=>u.pairs);if(d===null)return[];let m=oe(c.metric)||c.metric.kind==="errors";if(d.code!=="met"||!m||o.head.length===0)return[d];let h=l(o.head,()=>[...V(o.head.map(p=>[p]),[]),...V([],u.soak.map(p=>[p]))]);return[h!==null&&tn(h)?{...h,stretches:d.estimate}:d]});if(r.some(({metric:c})=>c.kind==="errors"))return a;let i=Ce(n,me,s,t);return i.code==="missed"?[...a,i]:a}function N(e,t,n,r=new Map){let{config:s,plan:o,baseline:a,digests:i,draft:c,comparison:u}=e,l=o.steps.map(f=>Qe(f,t,A)),d=new Map(o.steps.map(f=>[f.label,Yr(f,t)])),m=Zr(l,t,d),h=u.kind==="pair"?["head","base"]:["head"],p=o.steps.flatMap(f=>h.flatMap(v=>{let x=Xr(f,v,t),b=i.get(f.label);return x.instances.length>0?[Tn(x,v,b)]:[]})),S=ns(r,i),k={...c,steps:p,...S.length>0&&{capacities:S}},y=et(o,t),R=o.steps.flatMap((f,v)=>{if(!p.some(({label:b,arm:E})=>b===f.label&&E==="head"))return[];let x=s.scenarios.find(({name:b})=>b===f.scenario);return[{label:f.label,slos:f.slos,slices:l[v].kept.flatMap(b=>b.slices),stretches:f.load.kind==="arrival-rate"?l[v].kept.map(({slices:b})=>b):[],inTurns:t.map(b=>te(f,b,ue)),alone:t.map(b=>te(f,b,A)),crowding:d.get(f.label),soak:Ke(f,t),...f.work.kind==="script"&&{seen:Ra(f,t)},isNew:y.has(f.label),others:Ma(f,o,t),history:Kt(a,k,f.label),sensitivityOf:b=>ve(s,x,b)}]}),g=f=>be(t.flatMap(v=>v.discarded),f);return{...ps({steps:R,faults:[...m,...os(r)],searches:o.searches.length,capacities:o.searches.flatMap(f=>{let v=S.filter(({label:E})=>E===f.label),x=v.find(({arm:E})=>E==="head");if(x===void 0)return[];let b=s.scenarios.find(({name:E})=>E===f.scenario);return[{label:f.label,goal:f.goal,slos:f.slos,head:x,base:v.find(({arm:E})=>E==="base")??null,history:Qt(a,k,f.label),sensitivity:ve(s,b,On)}]}),invalid:n?[n]:[...es(o,t,y,m),...ss(r)],looks:o.looks,comparison:u,discarded:{base:g("base"),head:g("head")},loosened:e.loosened,failOn:e.failOn,redirects:o.steps.flatMap(f=>ts(f,t)),effort:{slices:t.flatMap(({kept:f})=>f).reduce((f,v)=>f+v.slices.length,0),discardedRounds:g("head"),instances:h.length*(t.length+rs(r)),loadSeconds:[...t,...[...r.values()].flat()].reduce((f,{loadSeconds:v})=>f+v,0)}}),record:k}}function Ra(e,t){let n=t.flatMap(({kept:r})=>O(r,e,"head").flatMap(s=>s.seen??[]));return[...new Map(n.map(r=>[r.name,r])).values()]}function Ma(e,{steps:t},n){let r=e.slos.flatMap(({limit:o})=>o.kind==="relative"?[o.scenario]:[]),s=({kept:o},a)=>O(o,a,"head").filter(({slot:i})=>A(i)).sort((i,c)=>i.slot.round-c.slot.round).map(({slices:i})=>i);return new Map(r.flatMap(o=>{let a=Ot(t,e,o);if(a===void 0)return[];let i=n.flatMap(c=>V(s(c,e),s(c,a)));return[[o,{label:a.label,pairs:i,soak:Ke(a,n).head}]]}))}var Ea=.5,Ta=2;function et({paired:e,steps:t},n){if(!e)return new Set;let r=s=>{let o=n.map(({kept:a})=>({base:O(a,s,"base"),head:O(a,s,"head")})).filter(({base:a,head:i})=>a.length>0&&i.length>0);return o.length>=Ta&&o.every(({base:a,head:i})=>fs(a)&&!fs(i))};return new Set(t.filter(r).map(({label:s})=>s))}function fs(e){return se(e.flatMap(({slices:t})=>t))>Ea}import{randomInt as Ss}from"node:crypto";function hs(e,t){let n=new Map;for(let r of e.steps.filter(s=>Bt(e,s))){let s=a=>t.map(i=>te(r,i,a)),o=_n({alone:s(A),all:s(()=>!0)});o!==null&&n.set(r.label,o)}return n}var xa=2.5,Aa=.5;function gs(e,t,{wallSeconds:n,loadSeconds:r}){let s=Math.max(Aa,n-r-Ca(e)),o=e.steps.reduce((c,u)=>c+u.budgetSeconds,0),a=Math.floor((xa-1)*o/s);if(a>=e.blocks)return e;let i=Math.max(Lt(e.steps,t).least,a);return i>=e.blocks?e:{...e,...Pt(e.steps,t,i)}}function Ca(e){return e.steps.map(n=>Nt(e,n)?1:2).reduce((n,r)=>n+r,0)*(ce.seconds-$t)}var Oa=2;async function ys(e,t){let{signal:n}=t.arms.head,{blocks:r}=e,s=new Set;for(;r.length<e.plan.blocks&&!n.aborted;){let o=r.length;for(let[l,d]of hs(e.plan,r)){if(s.has(l))continue;s.add(l);let m=d==="hidden-work";e.plan=It(e.plan,e.config,{measured:o,worksMore:m}),t.progress.note(Ia(l,d,e.plan))}let{plan:a}=e,i={index:o,first:Ss(2)===0?"head":"base",reversed:Ss(2)===0,headOnly:et(a,r),warmUpSeconds:Lr(a,r),shift:Re[o%Re.length],longer:s},c={judgement:null},u=await Nr(Dt(a,i),o,{...t,planned:a.blocks,soak:l=>a.soakSeconds===0||!a.looks.includes(o+1)?[]:(c.judgement=N(e,[...r,l],null),$a(c.judgement,a,l))});if(r.push(u),u.failure!==null||u.crash!==null||r.length===Oa&&r.every(({kept:l})=>l.length===0))break;if(o===0&&a.paired&&(e.plan=_a(u,e),fe(e.plan)),e.plan.looks.includes(r.length)){let l=c.judgement??N(e,r,null);if(pn(l,r.length,e),!l.undecided||r.length===e.plan.blocks)return l}}return N(e,r,zr(e,r.at(-1)))}function $a({verdict:e,undecided:t,asksBase:n},r,{index:s,soak:o}){let a=u=>o.some(({slot:l})=>l.arm===u);if(a("head"))return n&&!a("base")?Te(r,"base"):[];let i=s+1===r.blocks||!t,c=e.slos.some(({code:u})=>u==="met")||e.changes.some(({code:u})=>u==="unchanged");return i&&e.invalid.length===0&&c?Te(r,"head"):[]}function _a({kept:e,discarded:t,wallSeconds:n},{plan:r,config:s}){let o=e.reduce((a,{slot:i})=>a+Ut(i),0);return t.length>0?r:gs(r,s,{wallSeconds:n,loadSeconds:o})}var Pa={rare:"slow requests come in some blocks only","hidden-work":"one revision takes more processor time, and its typical request no longer"};function Ia(e,t,{blocks:n}){return`${e}: ${Pa[t]}; from now on each revision has the whole load alone for ${_t} s a block, in ${n} blocks at most`}async function bs(e,t){let{request:n}=t,{head:r,base:s}=e.configs,o=Ua(t),a=e.variants.map((u,l)=>Ba(e,l,t)),i=[],c=null;try{for(let[u,l]of[["head",r],["base",s]])l!==null&&await e.prepare(u,()=>Fa({...o,arm:u,config:l},s!==null,n.progress));c=await kn({...o,arm:null,config:r});for(let[u,l]of a.entries()){a.length>1&&!n.signal.aborted&&n.progress.note(`variant ${u+1} of ${a.length}: ${l.config.variant.name}`);let d=await Da(e,l,qa(e,u,c,o,t));if(i.push(d),n.signal.aborted)break;if(Na(d)){let m=a.length-i.length;m>0&&n.progress.note(`not measured, since the run has no verdict now: ${m} more variants`);break}}}catch(u){if(!(u instanceof Pe))throw u;i.push(N(a[0],[],await He(u,e)))}finally{await c?.stop()}return ja(i,n.failOn)}function Na({verdict:{invalid:e}}){return e.some(({kind:t})=>t!=="machine-disturbed")}function Ba(e,t,n){let{head:r,base:s}=e.variants[t],{request:o,plans:a,baseline:i,draft:c}=n,u=s!==null,l=a[t].paired===u?a[t]:qt(r,{budgetSeconds:o.budgetSeconds,paired:u}),d=e.comparison.kind==="pair"&&!u;return{config:r,plan:l,baseline:i,digests:new Map([...l.steps.map(m=>[m.label,Mn(m,r.deployments)]),...l.searches.map(m=>[m.label,En(m,r.deployments)])]),draft:{...c,...e.pair&&{pair:e.pair},...e.deployments&&{deployments:e.deployments}},comparison:d?{kind:"none",reason:{kind:"new"}}:e.comparison,loosened:e.loosened,failOn:o.failOn}}async function Da(e,t,n){let r={...t,blocks:[]},s=new Map,o=a=>N(r,r.blocks,a,s);try{let a=await ys(r,n),{plan:i}=r;return i.searches.length===0||Ga(a)?a:(await Ur(i.searches,s,{...n,swapped:i.swapped,drawFirst:()=>La(2)===0?"head":"base"}),o(null))}catch(a){if(!(a instanceof Pe))throw a;return o(await He(a,e,t.config.variant))}}function ja(e,t){let[n]=e,r=e.flatMap(({record:s})=>s.capacities??[]);return{verdict:Jr(e.map(({verdict:s})=>s),t),record:{...n.record,steps:e.flatMap(({record:s})=>s.steps),...r.length>0&&{capacities:r}},undecided:e.some(({undecided:s})=>s),asksBase:e.some(({asksBase:s})=>s)}}function Ga({verdict:e}){return e.invalid.length>0||e.faults.some(({kind:t})=>t==="crashed")}function Ua({request:e,session:t}){let{environment:n,signal:r}=e,{workspace:s,keeper:o,grace:a}=t;return{logFolder:s.logs,environment:n,keeper:o,signal:r,grace:a,shared:new Map}}async function Fa(e,t,n){let r=t?` of ${e.arm}`:"";await xn(e,s=>n.phase(`building ${s}${r}`))}function qa(e,t,n,r,{request:s,session:o,k6:a}){let{head:i,base:c}=e.variants[t],u=(l,d)=>({...r,arm:l,config:d,shared:new Map([...n.portOf].filter(([m])=>d.services.some(h=>h.name===m&&h.scope==="run")))});return{arms:{head:u("head",i),...c&&{base:u("base",c)}},shared:n,...i.variant&&{variant:t+1},k6:a,folder:o.workspace.k6,progress:s.progress}}async function hd(e){let{progress:t,signal:n,environment:r,budgetSeconds:s}=e;xt(process.platform);let o=it(wt(ot(Mt(e.configPath,process.cwd(),za(e)),e.only),e.deployments),e.base.from),a=await Zt(o.directory,r,n),i=Jt(o,{budgetSeconds:s,paired:rn(o,a)});for(let u of at(o,e.only))t.note(u);for(let u of vt(o))t.note(u);for(let{plan:u}of i){fe(u);for(let l of u.shortages)t.note(Ft(l))}let c=await De(o,a,e);return o.baseline.kind==="history"&&je(c),Dn(o,e,async u=>{let l=await er(o,a,u,e);if(l.kind==="nothing")return Ha(l.base,o,u,e);let d=await At({environment:r,path:o.k6Path,version:e.k6Version,progress:t,signal:n,ci:r.CI==="true"}),m=await sn(o,l,u.workspace.path,Ja(2**31),e);u.removeAtEnd(()=>m.remove()),m.suiteBefore!==o.suite&&(c=await Wa(c,m,o,a,e));let h=vs(e,o,d.version),p=f=>(f.comparison.kind==="history"&&je(c),bs(f,{request:e,plans:i.map(({plan:v})=>v),session:u,baseline:c.baseline,draft:h,k6:d.path})),S=await p(m);S.verdict.invalid.find(({kind:f})=>f==="base-failed")&&o.baseline.onBaseFailure==="history"&&(t.note("the base cannot be measured; `on-base-failure` asks for a comparison with recorded runs"),S=await p(on(m))),nt(n);let{verdict:y,record:R}=S,g=e.record&&y.invalid.length===0?await tr(c,R):ws,T=Yt(R,c.baseline);return we({...g,...ks(y,R,T,e)},u.secrets)})}function za({only:e,environment:t}){return{only:e,calling:{command:"tailgate run",variables:ne(t)}}}async function Wa({store:e},{suiteBefore:t},...[n,r,s]){return{...await De({...n,suite:t},r,s),store:e}}var ws={recordPath:null,unrecorded:null};function Ha(e,t,{secrets:n},r){let s=jn(e,t.when.changed),o={...vs(r,t,"not used"),steps:[]};return we({...ws,...ks(s,o,[],r)},n)}function ks(e,t,n,{baseBranch:r,link:s}){return{report:gt(e,t,{baseBranch:r,link:s,history:n}),exitCode:lt(e)}}function vs(e,t,n){return{schemaVersion:1,suite:t.suite,...e.subject,attempt:e.attempt,...e.leg&&{leg:e.leg},recordedAt:new Date().toISOString(),tailgate:en,environment:{...Tt(),k6:n}}}async function yd(e,t,n){let r=Ae(e,xe(t),n),s=await j(r,"rev-parse","--verify","HEAD");if(s===null)return{commit:null,dirty:!1,branch:null,commitTime:null};let[o,a,i]=await Promise.all([j(r,"status","--porcelain","--untracked-files=no"),j(r,"symbolic-ref","--quiet","--short","HEAD"),j(r,"show","--no-patch","--format=%cI","HEAD")]);return{commit:s,dirty:o!=="",branch:a??t.GITHUB_REF_NAME??null,commitTime:i}}async function bd(e,t,n){let r=Ae(e,xe(t),n),s=await j(r,"symbolic-ref","--quiet","--short","refs/remotes/origin/HEAD");if(s!==null)return s.replace(/^origin\//,"");for(let o of["main","master"])if(await G(r,`refs/heads/${o}`)!==null)return o;return"main"}export{hd as a,yd as b,bd as c};
