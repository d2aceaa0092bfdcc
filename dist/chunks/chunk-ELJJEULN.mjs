import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{d as un}from"./chunk-3W6HQN4B.mjs";import{a as tr,b as nr,c as rr,d as sr,f as de,g as pr,h as hr,i as Sr,j as br,k as vr,l as Nr}from"./chunk-3GK6DEQL.mjs";import{a as yn,d as wn,h as kn}from"./chunk-BHOIWZ2G.mjs";import{a as Vn}from"./chunk-BYKIIYLB.mjs";import{A as Cr,C as _r,a as Y,b as Cn,c as _n,d as Qe,e as Pn,f as In,g as Ln,h as W,i as et,j as _,k as xe,l as Nn,m as tt,n as Bn,o as Dn,p as Kn,q as Yn,r as Qn,s as Xn,u as _e,v as or,w as ar,x as Ar,y as Or,z as $r}from"./chunk-PRIJF5GU.mjs";import{B as Er,C as xr,d as xn,e as An,f as On,g as $n,i as Ee,l as Xe,n as Ze,o as Pe,p as gr,q as yr,r as wr,s as kr,w as Rr}from"./chunk-64KWF7NK.mjs";import{a as Jn,g as Ce,h as ue,j as it,k as er,q as fr}from"./chunk-X3UX5CEB.mjs";import{a as ct,b as ir,c as lr,e as cr,f as ur,h as dr,k as ut,l as mr}from"./chunk-3RVSTCLK.mjs";import{a as me,b as Pr,c as Ir,d as Lr}from"./chunk-IVOHDXDS.mjs";import{k as Zn,l as Ie}from"./chunk-FCB27XMD.mjs";import{a as Un,b as Wn,c as qn,d as Hn}from"./chunk-MOTPCYFV.mjs";import{a as vn,e as Mr,h as Tr}from"./chunk-YJ42IGLS.mjs";import{A as En,E as ce,F as Ae,I as st,J as ot,a as Mn,g as Ye,l as V,m as K,n as Te,q as Rn,y as Tn}from"./chunk-BJLAJLRZ.mjs";import{a as Gn,f as nt,i as rt,j as Q,k as X,l as zn}from"./chunk-ZHR6UH22.mjs";import{C as $e,f as Vt,h as on,ha as at,i as an,j as ln,k as cn,t as Fn,v as jn,z as Oe}from"./chunk-G7RI5R5X.mjs";import{a as mn,o as Me,p as gn,s as Sn,t as bn}from"./chunk-Y5L3APWX.mjs";import{L as dn,da as le,ka as fn,ma as pn,n as Ht,oa as hn,pa as ve,q as zt,r as Jt,sa as Ke}from"./chunk-DTEREXTN.mjs";import{Aa as ke,Ba as sn,F as ye,Ha as F,M as U,N,R as we,T as Zt,V as en,X as tn,a as Kt,f as J,g as L,h as Yt,l as B,m as D,ma as nn,q as Qt,r as be,ra as rn,s as Xt,t as ae,wa as ie}from"./chunk-5MHK5PCZ.mjs";import{a as lt}from"./chunk-ERJMAR6R.mjs";import{b as qt}from"./chunk-PTJTAM2V.mjs";import{h as Wt}from"./chunk-NBSSC66W.mjs";import{a as oe,b as P,c as Gt,d as Ut}from"./chunk-5LE4WRTK.mjs";import{b as Se,f as Ve,g as Re}from"./chunk-XRG54S4O.mjs";import{randomInt as jl}from"node:crypto";function Br(e,t){return{code:"skipped",blocks:!1,slos:[],changes:[],faults:[],invalid:[],pair:null,unmeasured:{kind:"irrelevant",baseCommit:e,patterns:[...t]},loosened:[],costs:[],suspects:[],acceptances:[],refusals:[],effort:{slices:0,discardedRounds:0,instances:0,loadSeconds:0}}}import{relative as na}from"node:path";var Jo=720*3600;async function Dr(e,t,r){let n=new Map(r.flatMap(({commit:m,commitTime:f})=>{let h=Date.parse(f??"")/1e3;return m===null||Number.isNaN(h)?[]:[[m,h]]}));if(n.size===0||"kind"in e)return new Set;let{git:s,remote:o}=e,a=await s(["rev-parse","--is-shallow-repository"]),i=await dt(s,o,t);if(a.stdout!=="false"||i.length===0)return new Set;let u=Math.floor(Math.min(...n.values()))-Jo,c=await s(["rev-list","--timestamp",`--max-age=${Math.max(0,u)}`,...i]);if(!c.ok)return new Set;let l=new Map([...c.stdout.matchAll(/^(\d+) ([0-9a-f]+)$/gm)].map(([,m,f])=>[f,Number(m)])),d=Math.max(Number.NEGATIVE_INFINITY,...i.map(m=>l.get(m)??Number.NEGATIVE_INFINITY));return new Set([...n].filter(([m,f])=>!l.has(m)&&f<=d).map(([m])=>m))}async function dt(e,t,r){let n=[...t===null?[]:[`refs/remotes/${t}/${r}`],`refs/heads/${r}`],s=await Promise.all(n.map(o=>X(e,o)));return[...new Set(s.filter(o=>o!==null))]}var Vo="A full clone has it: `fetch-depth: 0` for actions/checkout, `git fetch --unshallow` on a laptop. To fetch it later, the job needs `contents: read`.";async function Gr(e,t){let{head:r}=t,n=t.asked===null?await Ko(e,t.trigger,r,t.dirty):{commit:await Qo(e,t.asked),because:"asked",branch:null};if(!("commit"in n))return n;let s=await ue(e,n.commit,n.branch);if(s!==null)return mt(`The base revision ${n.commit.slice(0,10)}`,s);let o=await e.git(["rev-parse","--verify",`${n.commit}^{tree}`]);return{kind:"base",commit:n.commit,tree:o.stdout,because:n.because}}async function Ko(e,t,r,n){switch(t.kind){case"pull_request":{let s=await Ur(e,r);if(s.length===2&&s.includes(t.headSha)){let o=s.find(a=>a!==t.headSha);return o===t.formerBaseSha&&o!==t.baseSha?Xo(t.baseBranch):{commit:o,because:"merge-parent",branch:t.baseBranch}}return jr(e,r,t.baseBranch,t.baseSha)}case"merge_group":return{commit:t.baseSha,because:"merge-group",branch:null};case"push":{let{before:s,branch:o}=t;return s!==null&&Ce(s)&&!/^0+$/.test(s)&&s!==r&&await ue(e,s,o)===null?{commit:s,because:"before-push",branch:o}:Fr(e,r,o)}case"local":return e.checkout.branch!==t.baseBranch?jr(e,r,t.baseBranch,null):n?{commit:r,because:"parent",branch:t.baseBranch}:Fr(e,r,t.baseBranch)}}async function Fr(e,t,r){let[n]=await Ur(e,t);return n!==void 0?{commit:n,because:"parent",branch:r}:{kind:"none",reason:"root-commit",message:"The first commit has none before it."}}async function Ur(e,t){let{stdout:r}=await e.git(["cat-file","commit",t]),[n=""]=r.split(`

`,1);return[...n.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([,s])=>s)}async function jr(e,t,r,n){let s=await Yo(e,r,n);if(s!==null&&typeof s=="object")return mt(`The branch ${r}`,s.problem);if(s===null)return{kind:"none",reason:"unknown-branch",message:`There is no branch ${JSON.stringify(r)} to compare with, here or on the remote.`,hint:"Name one with `--base-branch`, or a revision with `--base`."};let o=await e.git(["merge-base",t,s]);if(o.ok)return{commit:o.stdout,because:"merge-base",branch:r};let a=e.isShallow()?await er(e,t,s):{commit:null};return"problem"in a?mt(`The merge base with ${r}`,a.problem):a.commit!==null?{commit:a.commit,because:"merge-base",branch:r}:{kind:"none",reason:"unrelated",message:`The revision that is checked out and ${r} have no history in common.`}}async function Yo(e,t,r){let[n]=await dt(e.git,e.checkout.remote,t);if(n!==void 0)return n;let s=await it(e,`refs/heads/${t}`);if(s!==null||r===null)return s;let o=await ue(e,r,null);return o===null?r:{problem:o}}async function Qo(e,t){let{git:r,top:n,remote:s}=e.checkout,o=await r(["rev-parse","--verify","--quiet","--end-of-options",t]);if(o.ok&&Ce(o.stdout)){let c=await X(r,o.stdout);if(c!==null)return c}if(Ce(t)&&await ue(e,t,null)===null)return t;let a=s!==null&&t.startsWith(`${s}/`)?t.slice(s.length+1):t;for(let c of[`refs/heads/${a}`,`refs/tags/${a}`]){let l=await it(e,c);if(l!==null)return l}let{stdout:i}=await r(["for-each-ref","--format=%(refname:short)"]),u=Wt(t,i.split(`
`).filter(Boolean));throw new P({what:`--base names no revision: ${JSON.stringify(t)}.`,where:n,hint:u===void 0?"It takes a branch, a tag or a commit of this repository.":`Did you mean ${u}?`})}function Xo(e){return{kind:"none",reason:"unobtainable",message:`What is checked out is still the test merge with the former base, not with ${e}.`,hint:"Choose the base again, or push a commit: then GitHub starts a run with the new one."}}function mt(e,t){return{kind:"none",reason:"unobtainable",message:`${e} is not in this clone and could not be fetched: ${t}.`,hint:Vo}}async function Hr(e,t,r){let{prefix:n}=e.checkout,s=await ta(e,r.base,r.head);if(Zo(s,t,n))return{relevant:!0,notes:[]};let o=[...await qr(e,r.head),...await qr(e,r.base)].flatMap(l=>zr(l,n)??[]),a=ea(t.patterns,o);if(a.length===0)return{relevant:!1,notes:[]};let i=Me(t.patterns),u=!o.some(l=>i(l)==="in"),c=a.map(l=>`${JSON.stringify(l)} of \`when.changed\` matches no file of base or head${u?"; everything is measured":""}`);return{relevant:u,notes:c}}function Zo(e,t,r){let n=Me(t.patterns);return e.some(({path:s,submodule:o})=>{let a=zr(s,r);if(a===null)return!1;if(t.always.includes(a))return!0;let i=n(a);return i==="in"||o&&i==="unnamed"})}function ea(e,t){return e.filter(r=>{if(gn(r))return!1;let n=Me([r]);return!t.some(s=>n(s)==="in")})}function zr(e,t){return t===""?e:e.startsWith(`${t}/`)?e.slice(t.length+1):null}var Wr="160000";async function ta(e,t,r){return[...(await Jr(e,["diff-tree",...["-r","-z","--raw","--no-renames","--no-ext-diff","--ignore-submodules=none"],t,r])).matchAll(/:(\d+) (\d+) [^\0]*\0([^\0]*)\0/g)].map(([,o,a,i])=>({path:Vr(i),submodule:o===Wr||a===Wr}))}async function qr(e,t){return(await Jr(e,["ls-tree","-r","-z","--full-tree","--name-only",t])).split("\0").filter(Boolean).map(Vr)}async function Jr(e,t){let r=await e.git(t,{encoding:"latin1"});if(r.ok)return r.stdout;throw new P({what:`What differs from the base could not be found out: ${zn(r)}.`,hint:"Without `when` everything is measured.",exitCode:3})}function Vr(e){return Buffer.from(e,"latin1").toString()}async function Kr(e){let{asked:t,trigger:r,checkout:n}=e;if("kind"in n)return ft(n,t);if(n.head===null)return ft({kind:"none",reason:"no-commit",message:"Nothing is committed yet."},t);let s=await rr(n,e.folder,e),o=r.kind==="local"?await nr(s,n.head,e.leaveOut):await tr(s,n.head),a=await Gr(s,{head:n.head,dirty:o.dirty,asked:t,trigger:r});if(a.kind==="none")return ft(a,t);if(a.tree===o.tree)return{kind:"identical",base:a,head:o,notes:o.notes};let i={base:a.tree,head:o.tree},u=e.watched&&await Hr(s,e.watched,i),c=[...o.notes,...u?.notes??[]];return u?.relevant===!1?{kind:"irrelevant",base:a,head:o,notes:c}:{kind:"different",base:a,head:o,notes:c,layOut:l=>sr(s,l,{head:o,base:a})}}function ft(e,t){if(t===null)return e;throw new P({what:`--base ${JSON.stringify(t)} cannot be used: ${e.message}`,hint:e.hint})}async function Xr(e,t,{workspace:r,keeper:n},s){let{progress:o,signal:a,base:i}=s;i.asked===null&&e.deployments===void 0&&ra(i.trigger);let u=e.baseline.kind==="paired"&&e.deployments===void 0,c=i.asked!==null||Yr(i.trigger);if(!u&&e.when===void 0&&!c)return Re(()=>"no base: the configuration or `--from` asks for recorded runs, and no merge waits for the run"),{kind:"alone",comparison:{kind:"history"}};o.phase(u?"laying out base and head":"looking at what has changed");let l=await Kr({checkout:t,environment:{...s.environment,...n.mark},asked:i.asked,trigger:i.trigger,folder:r.path,credentials:i.credentials??null,leaveOut:[...s.store.kind==="directory"?[s.store.path]:[],...s.keepPath?[s.keepPath]:[]],...e.when&&{watched:aa(e,e.when)},signal:a});if(or(l,i.asked,i.trigger),l.kind==="none"){if(u&&(l.reason==="unobtainable"||Yr(i.trigger)))throw ia(l);e.when?o.note(`no base to find out what has changed, so everything is measured: ${Qr(l)}`):u&&l.reason!=="no-repository"&&o.note(`no base to measure beside the head: ${Qr(l)}`);let d=c&&{unread:l.message};return{kind:"alone",comparison:{kind:"history"},...d}}for(let d of l.notes)o.note(d);if(u&&sa(l,s),l.kind==="irrelevant"||l.kind==="identical"&&e.when)return{kind:"nothing",base:l.base.commit};if(!u){let d=l.kind==="different"&&{pair:l};return{kind:"alone",comparison:{kind:"history"},...d}}return l.kind==="different"?{kind:"pair",pair:l}:{kind:"alone",comparison:{kind:"none",reason:{kind:"identical"}}}}function ra(e){if(e.kind!=="local"||e.commented===void 0)return;let{baseBranch:t,commented:r}=e;throw new P({what:`issue_comment checks out ${t}, not pull request ${r}, and names no base to compare it with.`,hint:`Best measure on \`pull_request\`. Otherwise check out the pull request (\`ref: refs/pull/\${{ github.event.issue.number }}/head\` and \`fetch-depth: 0\` for actions/checkout), and set the input \`base\`, such as \`origin/${t}\`. Its code then has the secrets and the token of this job: check first who has commented.`})}function sa({base:e,head:t},r){let{trigger:n}=r.base;if(n.kind!=="local"||n.event===void 0)return;let s=`${at(r.subject.commit)}${t.dirty?" with changes that are not committed":""}`,o=`${at(e.commit)}, ${Zn(e,n.baseBranch)}`;r.progress.note(`${n.event}: what is checked out, ${s}, is compared with ${o}`)}var oa="Give actions/checkout `fetch-depth: 0`, and its job `contents: read`. Or compare with recorded runs on purpose: `from: history` under `baseline`.";function aa({path:e,directory:t,scenarios:r,k6Path:n=e},{changed:s}){let o=r.flatMap(({work:a})=>Kn(a));return{patterns:s,always:[e,n,...o].map(a=>na(t,a))}}function Yr({kind:e}){return e==="pull_request"||e==="merge_group"}function Qr({message:e,hint:t}){return`${e}${t?` ${t}`:""}`}function ia({message:e,hint:t=oa}){return new P({what:`No base to measure beside the head: ${e}`,hint:t,exitCode:oe.unmeasured})}async function pt(e,t,r){let{progress:n,environment:s,signal:o,subject:a}=r,{suite:i,directory:u}=e,c=r.base.credentials??null,l=fr(r.store,{suite:i,directory:u,credentials:c,environment:s,signal:o});try{let{records:d,unreadable:m}=await l.list({newest:Gn});for(let{name:y,reason:v}of m)n.note(`record ${y} is left out: ${v}`);let f=a.commit===null?null:r.baseBranch,h=d.filter(y=>y.branch===f),w=f===null?new Set:await Dr(t,f,h);return w.size>0&&n.note(`${la(w.size)} no longer on ${f} and left out`),{store:l,baseline:Un(h,{branch:f,onBranch:y=>!w.has(y),leg:r.leg}),problem:null}}catch(d){if(!(d instanceof P)||d.exitCode!==oe.unmeasured)throw d;return n.note(`the records cannot be read, so there is no trend: ${d.message}`),{store:l,baseline:[],problem:d}}}function ht({problem:e}){if(e===null)return;let{message:t,where:r,hint:n,detail:s}=e;throw new P({what:t,where:r,hint:n,detail:s,cause:e,exitCode:oe.unmeasured})}async function Zr({store:e},t){try{return{recordPath:await e.append(t),unrecorded:null}}catch(r){if(r instanceof Gt)throw r;let n=r instanceof P&&r.hint?` ${r.hint}`:"";return{recordPath:null,unrecorded:`${r.message}${n}`}}}function la(e){return e===1?"the commit of one record is":`the commits of ${e} records are`}import{randomInt as Cl}from"node:crypto";async function fe(e,{arms:t,together:r,block:n,variant:s}){e.starts++;let o=e.starts>1?`_${e.starts}`:"",a=s===void 0?"":`v${s}_`,i=async f=>{let h=await pr(t[f],`${f}_${a}${n+1}${o}`);e.running.set(f,h)},u=await Promise.allSettled(r.map(i)),c=()=>u.flatMap(f=>f.status==="rejected"?[f.reason]:[]);t.base&&!r.includes("base")&&c().length>0&&u.push(...await Promise.allSettled([i("base")]));let l=c(),d=l.find(({arm:f})=>f==="base"),m=l.find(({arm:f})=>f!=="base")??d;if(m instanceof de&&u.length>1&&(m.other=l.length<u.length?"ready":d),m!==void 0)throw m}async function pe({running:e}){let t=[...e.values()];e.clear();let n=(await Promise.allSettled(t.map(s=>s.stop()))).find(s=>s.status==="rejected");if(n)throw n.reason}import{readFileSync as St}from"node:fs";import{availableParallelism as es}from"node:os";import{setTimeout as ca}from"node:timers/promises";var ua=250,da=.1;async function Ne(e,t){let r=performance.now()+e,n=gt(0,new Set);for(;n.busy!==null&&performance.now()<r&&!t.aborted;){await ca(500);let s=gt(0,new Set),o=(s.monotonic-n.monotonic)/1e3;if(((s.busy??0)-n.busy+(s.steal??0)-(n.steal??0))/o<da*es())return!0;n=s}return n.busy===null}function ts(e,t,r=new Map){let n=[],s=es(),o=()=>{let i=gt(e,new Set(t),r),u=n.findLast(({generator:l})=>l!==null)?.generator??0,c=(i.generator??0)<u;n.push(c?{...i,busy:null,generator:null,service:null}:i),s=ga(e)??s};o();let a=setInterval(o,ua);return{samples:n,take:o,generatorLimit:()=>s,stop(){clearInterval(a),o()}}}function gt(e,t,r=new Map){let n=ma(),{user:s,system:o}=process.cpuUsage(),a=new Set([e,...t]),i=n&&lr(ir()??[],a),u=i&&ha(i,e,t);return{wall:Date.now(),monotonic:performance.now(),busy:n?.busy??null,steal:n?.steal??null,generator:u?.generator??null,service:u?.service??null,self:(s+o)/1e6,opens:fa(),arms:new Map([...r].map(([c,l])=>[c,pa(i??[],l)]))}}function ma(){try{let[e,t,r,,,,,n]=St("/proc/stat","latin1").slice(0,200).split(`
`)[0].trim().split(/\s+/).slice(1).map(Number);return{busy:(e+t+r)/ct,steal:(n??0)/ct}}catch{return null}}function fa(){try{let e=St("/proc/self/net/snmp","latin1").split(`
`),[t,r]=e.filter(n=>n.startsWith("Tcp:")).map(n=>n.split(" "));return Number(r[t.indexOf("ActiveOpens")])}catch{return null}}function ns(e,t,r){let[n,s]=[t,r].map(o=>Le(e,o,({opens:a})=>a));return n===null||s===null?null:Math.ceil(s-n)}function pa(e,t){let r=e.filter(({session:s})=>t.includes(s)),n=s=>r.reduce((o,a)=>o+s(a),0);return{seconds:n(({pid:s,seconds:o})=>Math.max(o,cr(s)??0)),memory:n(({pid:s})=>ur(s)??0)}}function ha(e,t,r){let n={generator:0,service:0};for(let{session:s,seconds:o}of e)s===t?n.generator+=o:r.has(s)&&(n.service+=o);return n}function ga(e){try{return(/^Cpus_allowed_list:\s*(\S+)/m.exec(St(`/proc/${e}/status`,"latin1"))?.[1]).split(",").map(n=>n.split("-").map(Number)).reduce((n,[s,o])=>n+(o===void 0?1:o-s+1),0)}catch{return null}}function bt(e,t,r,n){let s=(r-t)/1e3,o=m=>{let f=Le(e,t,m),h=Le(e,r,m);return f===null||h===null?null:Math.max(0,(h-f)/s)},[a,i,u,c]=[o(m=>m.busy),o(m=>m.generator),o(m=>m.service),o(m=>m.self)],l=n.outsiders?null:u,d=a!==null&&i!==null&&l!==null;return{cores:n.cores,generator:i,generatorLimit:n.generatorLimit,service:l,others:d?Math.max(0,a-i-l-(c??0)):null,steal:o(m=>m.steal),clockJumpMs:Sa(e,t,r)}}function rs(e,t,r,n){let s=c=>Le(e,c,l=>l.arms.get(t)?.seconds??null),[o,a]=[s(r),s(n)],i=e.findLast(({wall:c})=>c<=n)?.arms.get(t)?.memory??0;return!((e.at(-1)?.wall??0)>=n)||o===null||a===null||a<=o||i===0?null:{cpu:a-o,memory:i}}function Le(e,t,r){let n=e.filter(c=>r(c)!==null),s=n.findIndex(c=>c.wall>=t),o=n[s===-1?n.length-1:s],a=n[Math.max(0,(s===-1?n.length-1:s)-1)];if(!a||!o)return null;let[i,u]=[r(a),r(o)];return i===null||u===null?null:o.wall===a.wall?u:i+Math.min(1,Math.max(0,(t-a.wall)/(o.wall-a.wall)))*(u-i)}function Sa(e,t,r){let n=e.filter(s=>s.wall>=t&&s.wall<=r).map(s=>s.wall-s.monotonic);return n.length<2?0:Math.max(...n)-Math.min(...n)}function ss(e){let{intended:t,sent:r,dropped:n}=e;if(yt(e))return"disturbed";let s=t===null?0:t-r,o=t!==null&&s>Math.max(2,.01*t),a=as(e);return t===null?is(e)?"generator-starved":"sound":o||n>0?a?"generator-starved":n>0&&o?"service-slow":o?(e.lagMs??0)>20?"generator-starved":"unknown":"sound":e.lagMs!==null&&e.lagMs>20&&!ba(e)?"generator-starved":"sound"}function yt({cpu:e,clockJumpMs:t}){return t>100||e.steal!==null&&e.steal>.1*e.cores||e.others!==null&&e.others>.2*e.cores}function ba(e){let{cores:t,generator:r,service:n}=e.cpu;return r===null||n===null?!1:r<.3*t&&n>r&&r+n<.9*t&&wt(e)}function wt({cpu:{cores:e,others:t,steal:r},clockJumpMs:n}){return t!==null&&t<.05*e&&(r??0)<.025*e&&n<=100}function os(e,t){if(as(e))return!0;let{generator:r,service:n}=e.cpu;return(t==="generator-starved"||t==="unknown")&&r!==null&&!(n!==null&&n>r)}function as(e){let{cpu:t}=e;return t.generator===null?!1:is(e)?!0:t.generator+(t.service??0)+(t.others??0)>.9*t.cores&&t.generator>.45*t.cores}function is({cpu:{generator:e,generatorLimit:t}}){return e!==null&&t!==null&&e>.9*t}function he(e,t){let{cpu:r,intended:n,sent:s,seconds:o,clockJumpMs:a,lagMs:i}=t,u=`${Math.max(0,Math.round((n??0)-s))} of ${Math.round(n??0)} arrivals never began in ${ya(o)} s`,c=(l,d)=>`${Math.round(100*l/d)} %`;switch(e){case"disturbed":return a>100?`the clock jumped by ${Math.round(a)} ms`:r.steal!==null&&r.steal>.1*r.cores?`the hypervisor took ${c(r.steal,r.cores)} of the processors`:`other processes took ${c(r.others??0,r.cores)} of the processors`;case"generator-starved":{let l=r.generator===null?"":`; k6 had ${c(r.generator,r.generatorLimit??r.cores)} of its processors`;return`${(i??0)>20?`k6 began arrivals ${Math.round(i)} ms late (p99)`:`k6 fell behind: ${u}`}${l}`}case"unknown":return`${u}, and nothing shows why`;case"service-slow":return`the service was too slow for the rate: ${u}`;case"sound":return"nothing disturbed it"}}function ya(e){return Math.round(e*10)/10}var wa=.98,ka=.01,va=.8;function ls(e,t,{diagnosis:r,evidence:n,slices:s}){let o=F(s,e.metric),{sent:a,intended:i}=n,u=i!==null&&a<wa*i,c=Ma(s),l=we(s),m=!Number.isNaN(o)&&!st(ce,l)&&!st(e,o)&&!u&&!c;return{rate:t,achieved:Zt(s),met:m,value:o,errors:l,dropped:s.reduce((f,h)=>f+h.dropped,0),...c&&{growing:c},...!m&&os(n,r)&&{limitedBy:"generator"}}}function Ma(e){let t=e.filter(i=>en(i)>0).map(i=>({at:i.startedAt/1e3,wait:N([i],.5)/1e3})),r=t[0],n=t.at(-1);if(r===void 0||n===void 0||t.length<4||n.wait===1/0)return;let s=t.flatMap((i,u)=>t.slice(u+1).map(c=>c.wait>i.wait)),o=s.filter(Boolean).length>=va*s.length,a=(n.wait-r.wait)/(n.at-r.at);return o&&a>ka?!0:void 0}function q(e,t,r){let n=s=>{let o=(s==="shared"?t:e.get(s))?.crash()??null;return o&&{...o,arm:s,label:r}};return n("shared")??kt(n("head"),n("base"))}function kt(e,t){return e&&t?{...t,head:e,log:vt(e.log,t.log)}:t??e}function vt(e,t){let[r,n]=[e,t].map(s=>s.split(`
`).slice(-dr).join(`
`));return`The base:
${n}

This change:
${r}`}function Be(e){return e.flatMap(({crash:t})=>{if(t?.arm!=="head")return[];let{arm:r,...n}=t;return[{kind:"crashed",...n}]})}function De(e){return e.flatMap(({failure:t,crash:r})=>{if(r?.arm==="shared")return[{kind:"harness",message:`\`${r.service}\`, which serves the whole run, ended with ${r.exit}`,log:r.log}];if(t===null)return[];let{fault:n,label:s,message:o,log:a}=t;return[n==="script"?{kind:"script-failed",label:s,message:o,log:a}:{kind:"harness",message:o,log:a}]})}function cs(e){let t=e.filter(ds);return e.filter(({slot:r})=>t.some(n=>n.slot.step===r.step&&n.slot.round===r.round))}function us(e,t){let r=[...new Set(e.map(({slot:a})=>a.step.label))],n=e.filter(ds).map(({diagnosis:a,evidence:i})=>he(a,i));return`${`${e.length} ${e.length===1?"round":"rounds"} of ${r.join(", ")}`} ${t?"will be measured again":"discarded"}: ${[...new Set(n)].join("; ")}`}function ds({diagnosis:e}){return e!=="sound"&&e!=="service-slow"}function ms({slot:e,diagnosis:t,evidence:r},n){let{sent:s,intended:o,seconds:a,dropped:i,lagMs:u,clockJumpMs:c,cpu:l}=r,d=y=>y===null?"unknown":Number(y.toPrecision(3)),{generator:m,service:f,others:h,steal:w,cores:p}=l;return[`discarded: block ${n+1}, ${e.step.label}, ${e.arm}, round ${e.round+1}, ${e.turns?"in turns":"alone"}`,t==="sound"?"sound, but its counterpart is not":he(t,r),`${s} of ${o??s} arrivals in ${d(a)} s, ${i} dropped, p99 of lateness ${d(u)} ms`,`of ${p} cores k6 used ${d(m)}, the service ${d(f)}, others ${d(h)}, the hypervisor ${d(w)}`,`the clock jumped by ${d(c)} ms`].join("; ")}import{availableParallelism as gi}from"node:os";import{setTimeout as Si}from"node:timers/promises";function hs(e,t){let{rate:r,settling:n,measured:s}=e,o=fs({...e,count:n},t),a=n/r*1e3,i=n>0?0:Math.min(100,500*s/r),u=1-i*r/(1e3*Math.max(1,s)),c=fs({...e,count:s},t),l=[...o,...c.map(h=>a+i+h*u)],d=e.arms*e.turn,m=0;for(;m+d<=n&&l[m]<100;)m+=d;let f=l.slice(m).map(h=>Number(Math.max(h,100).toFixed(2)));return{dueMs:f,skipped:m,...Ta(f,r)}}function fs({rate:e,count:t,arms:r,turn:n},s){let o=Math.ceil(t/(r*n))*n,a=Ra(o,o/e*1e3,s),i=[],u=0;for(let c=0;c<o;c+=n)for(let l=0;l<r;l++)for(let d of a.slice(c,c+n))u+=d,i.push(u);return i.slice(0,t)}function Ra(e,t,r){let n=Array.from({length:e+1},()=>-Math.log(1-r.uniform())),s=n.reduce((o,a)=>o+a,0);return n.slice(0,e).map(o=>o/s*t)}var ps=[1,1.01,1.02,1.05,1.1,1.15,1.2,1.3,1.5,2,3,5,10];function Ta(e,t){let r=e.length,n=u=>e.reduce((c,l,d)=>Math.min(c,l-d*1e3/(t*u)),1/0),s=t*(ps.find(u=>n(u)>=5)??ps.at(-1)),o=Math.max(0,Math.floor(n(s/t)-5)),[a,i]=[0,0];for(let u=0;u<r;u++){for(;i<r&&e[i]<o+u*1e3/s;)i++;a=Math.max(a,u+1-i)}return{launchMs:o,launchRate:s,launchSeconds:(r-.5)/s,waiting:a}}function gs(e,t){let r=2166136261^e;for(let n=0;n<t.length;n++)r=Math.imul(r^t.charCodeAt(n),16777619);return r|0}var Ss=`/**
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
`;var bs=`// Lateness of an arrival (ms). Open model only. It says nothing while arrivals are dropped.
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
`;var Fe="books.js",ks=Ss,ys={perSecond:50,share:1/8},Aa=["0.0.0.0/2","64.0.0.0/3","96.0.0.0/4","112.0.0.0/5","120.0.0.0/6","124.0.0.0/7","126.0.0.0/8","128.0.0.0/1",...Array.from({length:16},(e,t)=>`${(2**t).toString(16)}::/${16-t}`)];function vs({program:e,targetUrl:t,confined:r,scriptPath:n,insecure:s=!1,requestOf:o,arrivals:a=new Map,name:i="script",dealOf:u=()=>null}){let c=e.slots[0].step.work,l=new Map(e.slots.map(p=>[p,u(p)])),d=Object.fromEntries(e.slots.map((p,y)=>{let v=l.get(p)??null,M=v===null?o(p):null;return[p.key,{id:`s${y}`,..._a(p,M,v),...$a(a.get(Z(p))),isConfined:r}]})),m=Math.max(0,...[...a.values()].map(({waiting:p})=>p)),f=[...l.values()].filter(p=>p!==null),h=JSON.stringify(c.kind==="script"?n??c.path:null),w=c.kind==="script"?[`export * from ${h};`,`import * as user from ${h};`]:["const user = {};"];return[`import { CODES, needsBody, openIteration, TAG, tellFailure } from './${Fe}';`,"import { sleep } from 'k6';","import http from 'k6/http';","import exec from 'k6/execution';",...a.size>0||f.some(({dataFile:p})=>p!==null)?["import { SharedArray } from 'k6/data';"]:[],"import { Counter, Gauge, Trend } from 'k6/metrics';",...w,"",`const TARGET_URL = __ENV.TARGET_URL || ${JSON.stringify(t)};`,`const PERCENTS = ${JSON.stringify(gr)};`,`const INSECURE = ${s};`,`const BLOCKED = ${JSON.stringify(r?Aa:[])};`,`const SEQUENCES = ${JSON.stringify(Object.fromEntries(f.map(({name:p,sequence:y})=>[p,y])))};`,`const ROWS = {${[...new Set(f.flatMap(Oa))].join(", ")}};`,`const ARRIVALS = {${[...a.keys()].map(p=>Ca(p,i)).join(", ")}};`,`const SLOTS = ${JSON.stringify(d,null,2)};`,`const SCENARIOS = ${JSON.stringify(Object.fromEntries(e.slots.map(p=>[Z(p),Pa(p,a,m)])),null,2)};`,"",bs].join(`
`)}function Oa({name:e,dataFile:t}){if(t===null)return[];let r=JSON.stringify(e);return[`${r}: new SharedArray(${r}, () => JSON.parse(open(${JSON.stringify(`./${t}`)})))`]}function $a({skipped:e,launchMs:t}={skipped:0,launchMs:0}){return{skipped:e,launchMs:t}}function Mt(e){return`${e}.arrivals.json`}function Ca(e,t){let r=JSON.stringify(e),n=JSON.stringify(`./${Mt(t)}`);return`${r}: new SharedArray(${JSON.stringify(`arrivals ${e}`)}, () => JSON.parse(open(${n}))[${r}])`}function Rt(e){return e.round!==null||e.slices>1}function Z({key:e,turns:t}){return t?.scenario??e}function _a(e,t,r){let{load:n,work:s,label:o}=e.step,a=r?.requests.map((i,u)=>({...i,which:u}));return{label:o,measured:Rt(e),told:e.arm==="head",startMs:e.startSeconds*1e3,settleMs:e.settleSeconds*1e3,sliceMs:(e.seconds-e.settleSeconds)*1e3/e.slices,slices:e.slices,rate:n.kind==="arrival-rate"?n.rate:null,sampledShare:n.kind==="arrival-rate"?Math.min(1,ys.perSecond/n.rate):ys.share,scenario:Z(e),scenarioName:e.step.scenario,turns:e.turns&&{...e.turns,...Y(e)},iterations:e.round===null?null:e.requests,exec:s.kind==="script"?s.exec:null,custom:[...new Set(ve(e.step.slos).map(({name:i})=>i))],deal:r&&{name:r.name,first:r.first,requests:a},request:a?.[0]??(t&&{method:t.method,url:t.url,headers:t.headers,body:t.body??null,expectStatus:t.expectStatus,timeoutMs:t.timeoutSeconds*1e3})}}function Pa(e,t,r){let{load:n,virtualUsers:s,graceSeconds:o}=e.step,a={exec:"runIteration",startTime:`${e.startSeconds}s`,gracefulStop:`${o}s`},i=`${e.seconds}s`;switch(n.kind){case"arrival-rate":{let u=t.get(Z(e)),c={preAllocatedVUs:s+r,maxVUs:s+r},l="constant-arrival-rate";if(u===void 0)return{...a,...c,executor:l,duration:i,...ws(n.rate)};let d=Math.max(V,u.launchSeconds),m=u.launchMs/1e3,f=Math.max(0,e.seconds-m-d)+o;return{...a,startTime:`${ye(e.startSeconds+m)}s`,...c,executor:l,duration:`${ye(d)}s`,gracefulStop:`${ye(f)}s`,...ws(u.launchRate)}}case"users":return{...a,executor:"constant-vus",duration:i,vus:n.users};case"fixed-work":return e.round===null?{...a,executor:"constant-vus",duration:i,vus:n.users}:{...a,executor:"shared-iterations",vus:n.users,iterations:e.requests??n.requests,maxDuration:`${K}s`}}}function ws(e){for(let[t,r]of[["1s",1],["1m",60],["1h",3600]]){let n=e*r;if(Math.abs(n-Math.round(n))<1e-9*n)return{rate:Math.round(n),timeUnit:t}}return{rate:Math.max(1,Math.round(e*3600)),timeUnit:"1h"}}function Ms(e,t,r){return new Map(e.slots.flatMap(n=>{let{load:s,label:o}=n.step;if(s.kind!=="arrival-rate"||s.arrivals==="even")return[];let a=Pe(gs(t,`${r} ${n.round} ${o}`));return[[Z(n),hs({rate:s.rate,...Ia(n,s.rate)},a)]]}))}function Ia(e,t){let r=Y(e);if(r!==null){let{settling:s,measured:o,arrivals:a}=r;return{settling:s,measured:o,arms:e.turns.of,turn:a}}return{settling:_n(t,e.settleSeconds),measured:Cn(e),arms:1,turn:1}}var ee={grpc:2e3,socket:3e3,redis:9e3,exception:9001},Rs=1e4;function Tt({values:e,count:t},r){let n=new Map([[e[0],0],[e.at(-1),0]]);for(let[s,o]of e.entries())s===0||o!==e[s-1]||n.set(o,(n.get(o)??0)+r[s]-r[s-1]);return[...n].map(([s,o])=>({which:Math.floor(s/Rs),code:s%Rs,count:Math.max(1,Math.round(o*t))})).sort((s,o)=>o.count-s.count)}function Ts(e){let t=new Map;for(let r of e){let n=`${r.which} ${r.code}`;t.set(n,{...r,count:r.count+(t.get(n)?.count??0)})}return[...t.values()].sort((r,n)=>n.count-r.count)}var La=["OK","CANCELLED","UNKNOWN","INVALID_ARGUMENT","DEADLINE_EXCEEDED","NOT_FOUND","ALREADY_EXISTS","PERMISSION_DENIED","RESOURCE_EXHAUSTED","FAILED_PRECONDITION","ABORTED","OUT_OF_RANGE","UNIMPLEMENTED","INTERNAL","UNAVAILABLE","DATA_LOSS","UNAUTHENTICATED"];function Es(e,t){if(e<1e3)return`status ${e}`;let r=t===void 0?"":`: ${t}`;return e>=ee.exception?t??"exception":e>=ee.redis?`redis${r}`:e>=ee.socket?`WebSocket${r}`:e>=ee.grpc?`gRPC status ${La[e-ee.grpc]??e-ee.grpc}${r}`:t??`error ${e} of k6`}import{createReadStream as Wa,existsSync as xt,readFileSync as Ps,statSync as qa,writeFileSync as At}from"node:fs";import{totalmem as Ha}from"node:os";import{dirname as za,join as j}from"node:path";import{createInterface as Ja}from"node:readline";import{setTimeout as Va}from"node:timers/promises";import{rootCertificates as Ka}from"node:tls";var I=Yt().nonnegative(),xs=B(L()).refine(e=>e.every((t,r)=>!(t<e[r-1]))),je=D({count:I,avg:L(),values:xs}).nullable(),Na=je.refine(e=>e===null||e.values[0]>=0&&e.values.at(-1)>0&&e.avg>0),Ba=Qt("type",[D({type:ae("trend"),count:I,avg:L(),values:xs}),D({type:ae("rate"),hits:I,count:I}),D({type:ae("counter"),sum:L()})]),Da=D({schemaVersion:ae(1),percents:B(L()),slots:be(J(),D({startedAt:L(),endedAt:L(),dropped:I,answers:B(D({sizes:je,statuses:je})),slices:B(D({started:I,finished:I,exceptions:I,barren:I,untagged:I,begun:I,voided:I,resent:I,connects:I,received:L().nonnegative(),failed:je,latency:Na,lag:be(Xt(["p50","p99","max"]),L().nonnegative()).nullable(),custom:be(J(),Ba).optional()}))})),thresholds:B(J()),fed:B(J()),unfed:B(J()),lost:I,seen:B(tn).optional()});function As(e){let{success:t,data:r,error:n}=Da.safeParse(JSON.parse(e));if(!t)throw new Error(Kt(n));return r}function Os(e,t){for(let r of t.filter(({key:n})=>n in e.slots)){let{label:n,load:s,work:o,graceSeconds:a}=r.step,{slices:i}=e.slots[r.key],u=h=>i.reduce((w,p)=>w+h(p),0),c=u(h=>h.started),l=Fa(r);if(i.length>r.slices||c>l)return`${c} arrivals of ${n} in ${i.length} parts, where ${l} in ${r.slices} were due`;if(o.kind==="script")continue;let d=u(({latency:h,failed:w})=>(h?.count??0)+(w?.count??0));if(d>c)return`${d} answers to ${c} requests of ${n}`;if(s.kind!=="users")continue;let m=Math.round(u(({latency:h})=>(h?.count??0)*(h?.avg??0))/1e3),f=Math.ceil(s.users*(r.seconds+a)*1.1);if(m>f)return`${m} s of requests of ${n}, whose users had ${f} s`}return null}function Fa({step:{load:e},seconds:t,round:r,requests:n}){return e.kind==="arrival-rate"?Math.ceil(e.rate*t)+1:e.kind==="fixed-work"&&r!==null?n??e.requests:Number.POSITIVE_INFINITY}function $s(e,t){return t.filter(r=>Rt(r)&&(e.slots[r.key]?.startedAt??0)>0).map(r=>({...ja(r,e.slots[r.key],e.percents),seen:e.seen}))}function ja(e,t,r){let n=r.map(p=>p/100),{load:s,work:o}=e.step,a=s.kind==="fixed-work"&&t.endedAt>=t.startedAt?Math.max(1,t.endedAt-t.startedAt)/1e3:e.seconds-e.settleSeconds,i=s.kind==="arrival-rate"?s.rate:null,u=Y(e),c=u===null?a/e.slices:u.planned/i/e.slices,l=i===null?null:i*c,d=o.kind==="script",m=t.slices.map((p,y)=>{let{latency:v,failed:M,exceptions:O}=p;return{startedAt:t.startedAt+(e.settleSeconds+y*a/e.slices)*1e3,seconds:c,...e.turns!==null&&{alternating:!0},planned:l,ok:v?.count??0,failed:Math.max(M?.count??0,O)+Et(p,d),dropped:Ua(t,s.kind==="fixed-work"?e:null,l),...p.resent>0&&{resent:p.resent},latency:v&&{levels:n,values:v.values},avg:v?.avg??null,lag:p.lag,...Object.keys(p.custom??{}).length>0&&{custom:Ga(p.custom,n)}}}),f=p=>t.slices.reduce((y,v)=>y+p(v),0),h=f(p=>Et(p,d)),w=f(p=>p.started>p.finished?0:Et(p,!0));return{slot:e,slices:m,sent:f(({started:p})=>p),intended:l===null?null:l*e.slices,barren:f(({barren:p})=>p),lost:d?w+(ve(e.step.slos).length>0?f(({untagged:p})=>p):0):0,cut:h,received:f(({received:p})=>p),failures:Ts(t.slices.flatMap(({failed:p})=>p===null?[]:Tt(p,n))),answers:t.answers.map(({sizes:p,statuses:y})=>({sizes:p&&{...p,levels:n},statuses:new Map(y?Tt(y,n).map(({code:v,count:M})=>[v,M]):[])})),connects:f(({connects:p})=>p)}}function Et({started:e,begun:t,voided:r,latency:n,failed:s},o){let a=r+(n?.count??0)+(s?.count??0);return Math.max(0,(o?t:e)-a)}function Ga(e,t){return Object.fromEntries(Object.entries(e).map(([r,n])=>[r,n.type==="trend"?{...n,levels:t}:n]))}function Ua(e,t,r){if(e.dropped===0)return 0;if(t)return Math.round(e.dropped/t.slices);let n=(r??0)*e.slices.length-e.slices.reduce((s,{started:o})=>s+o,0);return Math.round(Math.min(e.dropped,Math.max(0,n))/e.slices.length)}var Cs={100:"its `setup` did not finish in time",101:"its `teardown` did not finish in time",104:"k6 does not accept its options",107:"it threw an exception outside an iteration",108:"it aborted the test",110:"it marked the test as failed"},Ya=99,_s=105;async function Is(e){let{folder:t,name:r}=e,n=j(t,`${r}.js`),s=j(t,`${r}.summary.json`),o=j(t,`${r}.log`),a=j(t,"k6-config.json");if(At(n,e.script),e.arrivals?.size){let c=[...e.arrivals].map(([l,d])=>[l,d.dueMs]);At(j(t,Mt(r)),JSON.stringify(Object.fromEntries(c)))}xt(j(t,Fe))||lt(j(t,Fe),ks),xt(a)||lt(a,"{}");let i=await mr({command:[e.binary,"run","--quiet","--no-color","--no-usage-report","--config",a,"--address","","--env",`TARGET_URL=${e.targetUrl}`,"--env",`BASE_URL=${e.targetUrl}`,"--env",`TAILGATE_SUMMARY=${s}`,...e.userScript?["--env",`TAILGATE_SCRIPT_FOLDER=${za(e.userScript)}`]:[],n],cwd:e.cwd,env:{...ri(),...Se(e.environment,si(e)),...!e.mayFetch&&{K6_AUTO_EXTENSION_RESOLUTION:"false"}},logPath:o,keeper:e.keeper}),u=i.exited.then(async c=>{let l=br(ti(o),t),d=c.code??-1,m=(f,h)=>({kind:"failed",fault:f,message:h,log:l});if(c.signal!==null)return m("harness",`k6 was ended by ${c.signal}`);if(d in Cs){let f=l.replaceAll('\\"','"'),h=/TAILGATE_EXPORTS (\S+): (.*?) TAILGATE_END/.exec(f),w=/TAILGATE_REFUSED (.*?) TAILGATE_END/.exec(f)?.[1];return{...m("script",w??`${Cs[d]}${Za(f)}`),...h!==null&&{missing:{exec:h[1],there:h[2]}}}}if(d!==0&&d!==Ya&&d!==_s)return m("harness",`k6 ended with exit code ${d}`);try{if(!qa(s).isFile())throw new Error("it is no file");let f=As(Ps(s,"utf8"));return{kind:"measured",complete:d!==_s,summary:f,...await oi(o)}}catch(f){return m("harness",`k6 left no readable summary: ${f.message}`)}});return{group:i,began:Xa(o,i),finished:u}}var Qa=20;async function Xa(e,{exit:t}){for(;t()===null;){let r=/TAILGATE_BEGAN (\d+)/.exec(ut(e))?.[1];if(r!==void 0)return Number(r);await Va(Qa)}return null}function Za(e){let t=/"(k6\/x\/[^"\s]+)"/.exec(e)?.[1];return t!==void 0?`: it imports \`${t}\`, an extension that this k6 lacks. None is fetched from elsewhere unless \`allow\` names hosts; give \`k6.path\` a k6 that has it`:/ of undefined/.test(e)?"; Tailgate replaces its scenarios and its load, so `exec.test.options.scenarios` has not those of the script":""}var ei=20;function ti(e){let t=ut(e,2e3).split(`
`).filter(s=>!s.includes("TAILGATE_BEGAN")),r=t.slice(-ei),n=t.find(s=>/^time="[^"]*" level=error (?!.* source=console)/.test(s));return(n===void 0||r.includes(n)?r:[n,...r.slice(1)]).join(`
`)}var ni=4;function ri(){let e=Math.min(Ha(),process.constrainedMemory?.()||Number.POSITIVE_INFINITY);return{GOGC:"800",GOMEMLIMIT:`${Math.floor(e/ni/2**20)}MiB`}}function si({certificates:e=[],environment:t,folder:r}){if(e.length===0)return{};let n=t.SSL_CERT_FILE,s=n&&xt(n)?[Ps(n,"utf8")]:Ka,o=j(r,"certificates.pem");return At(o,[...e,...s].join(`
`)),{SSL_CERT_FILE:o}}async function oi(e){let t=new Map,r=new Map;for await(let n of Ja({input:Wa(e)})){let s=/TAILGATE_(FAILURE|REDIRECT) ((?:[^"\\]|\\.)*)"/.exec(n);if(s===null)continue;let o=s[2].replaceAll('\\"','"');if(s[1]==="FAILURE"){let[,a,i,u]=/^(\d+) (.*?): (.*)$/s.exec(o)??[],c=`${a} ${i}`;u!==void 0&&!t.has(c)&&t.set(c,{label:i,code:Number(a),text:u})}else{let[,a,i,u,c]=/^(\d+) (\d+) (\S+) (.*)$/s.exec(o)??[],l=`${a} ${c}`;if(c===void 0||r.has(l))continue;r.set(l,{label:c,which:Number(a),status:Number(i),location:u==="-"?null:u})}}return{told:[...t.values()],redirects:[...r.values()]}}import{existsSync as li,writeFileSync as ci}from"node:fs";import{join as ui}from"node:path";var ai=1;function Ls(e){let t=e.map(({weight:u})=>u),r=t.reduce(Ns),n=t.map(u=>u/r),s=n.flatMap((u,c)=>Array.from({length:u},()=>c)),o=Pe(ai);for(let u=s.length-1;u>0;u--){let c=o.index(u+1);[s[u],s[c]]=[s[c],s[u]]}let a=n.map(()=>0),i=s.map(u=>a[u]++);return{order:s,ranks:i,counts:n}}function Ns(e,t){return t===0?e:Ns(t,e%t)}function Bs(e,t,r,n){let s=[],o=0;for(let{name:a,offset:i,length:u}of qt(e)){let c=a.startsWith("data.")?t.indexOf(a.slice(5)):-1;if(c<0)continue;let l=i+u,d=r==="json"&&ii(e,i,l);s.push(n(e.slice(o,d?i-1:i)),{column:c,as:d?"value":r}),o=d?l+1:l}return s.length===0?n(e):[...s,n(e.slice(o))]}function ii(e,t,r){return e[t-1]==='"'&&e[t-2]!=="\\"&&e[r]==='"'&&e[r+1]!==":"}function Ds(e,t,r){if(e.step.work.kind==="script")return null;let{request:n}=e.step.work;return{...n,url:js(t.fill(n.url),t,r,e),headers:Object.fromEntries(Object.entries(n.headers).map(([s,o])=>[s,t.fill(o)])),body:n.body===void 0?void 0:t.fill(n.body)}}function Fs(e,t,r,{config:n,folder:s}){let{work:o,scenario:a}=e.step;if(o.kind==="script"||o.mix===void 0&&o.data===void 0)return null;let i=o.data?`data-${a}.json`:null;i!==null&&di(o.data.path,ui(s,i));let u=(l,d)=>Bs(l,o.data?.columns??[],d,r.fill),c=le(o);return{name:a,dataFile:i,first:fi(e,t),sequence:Ls(c),requests:c.map(({request:l})=>({name:`${l.method} ${l.url}`,method:l.method,url:js(u(l.url,"path"),r,n,e),headers:Object.fromEntries(Object.entries(l.headers).map(([d,m])=>[d,u(m,"raw")])),body:l.body===void 0?null:u(l.body,l.quotesData?"json":"raw"),expectStatus:l.expectStatus,timeoutMs:l.timeoutSeconds*1e3}))}}function di(e,t){li(t)||ci(t,JSON.stringify(dn(bn(e),e).rows))}function js(e,{targetUrl:t},r,{step:n}){let[s,...o]=typeof e=="string"?[e]:e,a=String(s),i=a.startsWith("/")?t+a:a;return fn(i,r,`request of ${n.label}`),typeof e=="string"?i:[i,...o]}var mi=16;function fi({step:{load:e},round:t,seconds:r,turns:n,requests:s},o){let a=e.kind==="arrival-rate"?e.rate*r/(n?.of??1):s??0;return(o*mi+(t===null?0:t+1))*Math.ceil(a)}function Gs(e,{instances:t,began:r,sample:n}){let s=[],o=new Set,a=!1,i=()=>{for(let l of o)t.get(l)?.resume();o.clear()},u=l=>{for(let[d,m]of t)d!==l&&(m.halt(),o.add(d))},c=e.slots.flatMap(l=>[...t.size>1&&l.round!==null&&_(l)?[{at:l.startSeconds,act:()=>u(l.arm)},{at:pi(l),act:i}]:[],...hi(l).map(d=>({at:d,act:n}))]);return r.then(l=>{if(!(l===null||a))for(let{at:d,act:m}of c)s.push(setTimeout(m,l+d*1e3-Date.now()))}),{end(){a=!0;for(let l of s)clearTimeout(l);i()}}}function pi({step:e,startSeconds:t,seconds:r}){return t+(e.load.kind==="fixed-work"?K:r)}function hi({round:e,step:t,startSeconds:r,seconds:n,settleSeconds:s,slices:o}){if(e===null&&o===1)return[];if(t.load.kind==="fixed-work")return[r];let a=(n-s)/o;return Array.from({length:o+1},(i,u)=>r+s+u*a)}var bi=30,yi=120;async function te(e,t,r){let{around:n,k6:s,folder:o,instances:a,shared:i,seed:u,block:c=0}=r,l=[...new Set(e.slots.map(b=>b.step.label))].join(", "),m=[...new Set(e.slots.map(({arm:b})=>b))].includes("head")?"head":"base",{targetUrl:f}=a.get(m),{work:h}=e.slots[0].step,w=new Map(e.slots.map(b=>[b,Fs(b,c,a.get(b.arm),{config:n.config,folder:o})])),p=n.config.allow.length===0,y=[...a.values()].flatMap(({trust:b})=>b??[]),v=Ms(e,u,c),M=await Is({binary:s,folder:o,name:t,arrivals:v,script:vs({program:e,arrivals:v,name:t,targetUrl:f,confined:p,insecure:p&&y.some(b=>"insecure"in b),requestOf:b=>Ds(b,a.get(b.arm),n.config),dealOf:b=>w.get(b)??null,...h.kind==="script"&&{scriptPath:Sr(h.path,o,n.config.directory)}}),...h.kind==="script"&&{userScript:h.path},cwd:n.config.directory,targetUrl:f,environment:{...n.environment,...Oi(e,a.get(m))},mayFetch:!p,certificates:y.flatMap(b=>"ca"in b?b.ca:[]),keeper:n.keeper}),O=Date.now(),$=[...a.values(),i],g=ts(M.group.pid,$.flatMap(({sessions:b})=>b),new Map([...a].map(([b,{sessions:se}])=>[b,se]))),S=Gs(e,{instances:a,began:M.began,sample:g.take}),k=()=>M.group.signal("SIGKILL");n.signal.addEventListener("abort",k,{once:!0}),n.signal.aborted&&k();for(let b of $)b.crashed.then(()=>b.crash()!==null&&M.group.signal("SIGINT"));let x=!1,T=e.seconds+bi+(h.kind==="script"?yi:0)+(e.slots.some(({step:b})=>b.load.kind==="fixed-work")?K:0),R=setTimeout(()=>{x=!0,k()},T*1e3),E=await M.finished;clearTimeout(R),E.kind==="measured"&&E.complete&&await ki(wi(e,await M.began)),S.end(),g.stop(),n.signal.removeEventListener("abort",k),await M.group.stop("SIGTERM",1e3);let A=(Date.now()-O)/1e3,He=e.slots.findLast(b=>b.startSeconds<=A)??e.slots[0];await Mi(e,t,r);let z={slots:[],crash:q(a,i,He.step.label),failure:null,failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],loadSeconds:A};if(n.signal.aborted)return z;let ze=b=>z.crash===null?{...z,failure:{...b,label:l,arm:m}}:z;if(E.kind==="failed"&&E.missing){let{exec:b,there:se}=E.missing;throw new P({what:`The k6 script of ${l} has no function \`${b}\`: ${se}.`,where:h.kind==="script"?h.path:l,hint:"Name the function to measure with `exec` in tailgate.yml, or export it as `default`."})}if(E.kind==="failed"){let b=`k6 had not ended after ${Math.round(T)} s, and was killed`;return ze(x?{...E,message:b}:E)}if(!E.complete&&z.crash===null)return ze({kind:"failed",fault:"harness",message:"k6 was interrupted from outside",log:""});let Ft=Os(E.summary,e.slots);if(Ft!==null)return ze({kind:"failed",fault:"harness",message:`k6 reported ${Ft}`,log:""});let qo={cores:gi(),generatorLimit:g.generatorLimit(),outsiders:Ti(n)},jt=$s(E.summary,e.slots).map(b=>xi(b,g.samples)).map(b=>Ai(b,g.samples,qo)).map(b=>Ws(n)?b:Ei(b,g.samples,a)),Je=b=>m==="head"?b.map(se=>({label:l,threshold:se})):[],{summary:re,redirects:Ho}=E,zo=e.slots.every(({round:b})=>b===null);return{...z,failures:jt.filter(({slot:b})=>b.arm==="head"&&(b.round!==null||zo)).flatMap(b=>vi(b,E.told,w.get(b.slot)?.requests??[])),redirects:Ho,thresholds:Je(re.thresholds),fed:Je(re.fed),unfed:Je(re.unfed),lost:re.lost>0?[{label:l,requests:re.lost}]:[],slots:jt}}function wi({slots:e},t){let r=e.map(({step:n,startSeconds:s,seconds:o})=>n.load.kind==="arrival-rate"?s+o:0);return t===null?0:t+1e3*Math.max(...r)+20}async function ki(e){await Si(Math.min(5e3,Math.max(0,e-Date.now())))}function vi({slot:e,failures:t,cut:r,received:n,sent:s,slices:o,barren:a},i,u){let{label:c,graceSeconds:l}=e.step,d=t.map(({code:p,which:y,count:v})=>{let M=i.find($=>$.label===c&&$.code===p)?.text,O=u.length>1?` of ${u[y]?.name}`:"";return{label:c,text:`${Es(p,M)}${O}`,count:v}}),m=i.find(p=>p.label===c&&p.text.startsWith("exception")),f=a+o.reduce((p,y)=>p+y.failed,0)-r;if(m!==void 0&&f>d.reduce((p,{count:y})=>p+y,0)&&d.push({label:c,text:m.text,count:a||1}),r===0)return d;let w=r===s&&n>0?`the answer began, and did not end within ${l} s`:`no complete answer within ${l} s`;return[...d,{label:c,text:w,count:r}].sort((p,y)=>y.count-p.count)}async function Mi(e,t,r){let{instances:n,shared:s,around:o}=r,a=n.get("base");if(a===void 0||q(n,s,"")?.arm!=="head"||o.signal.aborted)return;let i=e.slots.filter(({arm:l})=>l==="head"),u=(i.length>0?i:e.slots).map(l=>({...l,arm:"base",turns:null}));a.resume();let c={...r,instances:new Map([["base",a]])};await te(Ee({...e,slots:u},u),`${t}-base`,c)}var Ri=/\b(docker|podman|nerdctl)\b/;function Ti(e){let{external:t,services:r}=e.config;return t.length>0||r.some(({start:n})=>n===void 0)||Ws(e)}function Ws({config:e}){return e.services.some(({start:t})=>t!==void 0&&Ri.test(t))}function Ei(e,t,r){let{arm:n}=e.slot,s=r.get(n);if(s?.sessions.length===0)return e;let o=s?.startupMs,a=e.slices.map((i,u)=>{let{startedAt:c,seconds:l}=i,d=c+W(e.slot,l)*1e3,f=e.slot.step.load.kind==="fixed-work"&&u===e.slices.length-1?t.find(({wall:w})=>w>=d):void 0,h=rs(t,n,c,f?.wall??d);return{...i,...h,...o!==void 0&&{startup:o}}});return{...e,slices:a}}var Us=250;function xi(e,t){let{slices:r,slot:n,connects:s}=e,o=r[0].startedAt,a=W(n,r.reduce((l,d)=>l+d.seconds,0)),i=ns(t,o-Us,o+a*1e3+Us),u=i===null?0:Math.max(0,i-s),c=r.map(({resent:l=0,...d})=>{let m=Math.min(l,u);return u-=m,{...d,...m>0&&{resent:m}}});return{...e,slices:c}}function Ai(e,t,r){let{slices:n}=e,s=n.reduce((m,f)=>m+f.seconds,0),o=n[0].startedAt,a=W(e.slot,s),{clockJumpMs:i,...u}=bt(t,o,o+a*1e3,r),c=n.map(({startedAt:m,seconds:f})=>{let h=m+W(e.slot,f)*1e3,{clockJumpMs:w,...p}=bt(t,m,h,r);return yt({cpu:p,clockJumpMs:w})}),l=n.flatMap(m=>m.lag===null?[]:[m.lag.p99]),d={sent:e.sent,intended:e.intended,seconds:s,dropped:n.reduce((m,f)=>m+f.dropped,0),lagMs:l.length>0?Math.max(...l):null,cpu:u,clockJumpMs:i};return{...e,evidence:d,diagnosis:ss(d),disturbed:c}}function Oi({slots:e},{fill:t}){return Object.fromEntries(Object.entries(e[0].step.parameters??{}).map(([r,n])=>[`VARIANT_${r.toUpperCase()}`,t(n)]))}var $i=1.15,Ci=1;function qs(e,t){let r=N(t,.5),n=a=>!(N(a,.5)>$i*r),s=e.findIndex((a,i)=>n([a])&&n(e.slice(i)));if(s===-1)return null;let o=e.slice(0,s===0?0:s+1).reduce((a,i)=>a+i.seconds,0);return Math.max(Ci,o)}function Hs(e,t,r){let n=e.filter(({slot:s})=>s.round===null&&!t.some(o=>o.slot.step===s.step));for(let{slot:s,slices:o}of n){let a=e.filter(l=>l.slot.round!==null&&l.slot.step===s.step&&l.slot.arm===s.arm&&_(l.slot)===_(s)),i=qs(o.map(l=>({...l,seconds:W(s,l.seconds)})),a.flatMap(({slices:l})=>l)),{label:u}=s.step,c=r.get(u);r.set(u,c===null||i===null?null:Math.max(c??0,i))}}var _i=3;function zs({steps:e},t){let r=e.flatMap(({label:n})=>{let s=t.flatMap(({warmUps:o})=>o.get(n)??[]);return s.length>0?[[n,Math.max(...s)]]:t.length>=_i?[[n,Te.seconds]]:[]});return new Map(r)}var Ge=2e4,Pi=2;async function Js(e,t,r){let n=performance.now(),s={index:t,kept:[],discarded:[],crash:null,failure:null,failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],soakFailures:[],warmUps:new Map,soak:[],wallSeconds:0};for(let[o,a]of e.entries()){let i=s.crash?.arm==="head"?s.crash:null;i!==null&&(s.crash=null),ne(s,r)&&await Ii(a,o,s,r),s.crash=kt(i,s.crash)}return s.wallSeconds=(performance.now()-n)/1e3,s}async function Ii(e,t,r,n){let s={running:new Map,starts:0};try{Ni(r.index,e.arms,n),await fe(s,{...n,together:e.arms,block:Ot(r,n)});for(let[o,a]of e.programs.entries()){let i=`${Ks(r,n)}-${t+1}-${o+1}`;await Di(a,i,s,r,n)}e.arms.length>1&&ne(r,n)&&await Li(s,r,n)}finally{await pe(s)}}async function Li(e,t,r){let{progress:n}=r,s=Vs(e,t,r),o=r.soak?.(t)??[];for(let a=1;o.length>0&&ne(t,r);a++){let{arm:i}=o[0].slots[0],u=o.reduce((l,d)=>l+d.seconds,0);n.phase(`keeping the ${i} under load, for stalls, growth and memory`,u);let c=[...e.running].filter(([l])=>l!==i).map(([,l])=>l);for(let l of c)l.halt();try{for(let[l,d]of o.entries()){if(!ne(t,r))break;let m=`${Ks(t,r)}-soak-${a}-${l+1}`,f=await te(d,m,s);t.crash=f.crash,t.failure??=f.failure,t.soak.push(...f.slots),t.soakFailures.push(...f.failures)}}finally{for(let l of c)l.resume()}o=r.soak?.(t)??[]}}function Vs(e,t,r){let{arms:n,shared:s,k6:o,seed:a,folder:i}=r;return{around:n.head,k6:o,seed:a,folder:i,instances:e.running,shared:s,block:t.index}}function Ks(e,t){let{variant:r}=t;return`${r===void 0?"":`variant-${r}-`}block-${Ot(e,t)+1}`}function Ot({index:e},{sizings:t=0}){return e+t}function Ni(e,t,r){let{arms:n,progress:s}=r,{services:o}=n.head.config,a=o.filter(({start:i,scope:u})=>i&&u==="instance").map(({name:i})=>i);a.length===0||e>0||s.phase(`starting ${a.join(", ")}${n.base?` of ${t.join(" and ")}`:""}`)}function Bi({index:e},{planned:t}){return t>1?`block ${e+1} of ${t}: `:""}async function Di(e,t,r,n,s){let{arms:o,shared:a,progress:i,repeatDisturbed:u=!0}=s,c=e,l=!0;for(let d=0;c!==null&&ne(n,s);d++){let m=[...new Set(c.slots.map(A=>A.step.label))].join(", "),f=c.slots.every(({requests:A})=>A===null)?c.seconds:void 0;i.phase(`${Bi(n,s)}measuring ${m}`,f);let h=d===0?t:`${t}-again${d}`,w=await te(c,h,Vs(r,n,s)),{crash:p,failure:y,failures:v,redirects:M,thresholds:O,fed:$,unfed:g,lost:S,slots:k}=w;n.crash=p,n.failure=y??n.failure,n.failures.push(...v),n.redirects.push(...M),n.fed.push(...$),n.unfed.push(...g),n.lost.push(...S);let x=k.filter(({slot:A})=>A.round!==null),T=p===null&&u?cs(x):[],R=x.filter(A=>!T.includes(A));n.kept.push(...R),n.discarded.push(...T),T.length===0&&n.thresholds.push(...O);for(let A of T)Re(()=>ms(A,n.index));Hs(k,T,n.warmUps);let E=T.filter(A=>!Gi(A,s)).map(({slot:A})=>A);c=E.length>0&&d<Pi&&l?Ee(e,E):null,T.length>0&&i.note(us(T,c!==null)),c!==null&&(l=await ji(s),n.crash=q(r.running,a,E[0].step.label),o.base&&ne(n,s)&&await Fi(r,n,s))}}async function Fi(e,t,r){let n=[...e.running.keys()];await pe(e),await fe(e,{...r,together:n,block:Ot(t,r)})}async function ji({arms:e,progress:t}){return t.phase(`waiting for the machine to calm down (${Ge/1e3} s at most)`),Ne(Ge,e.head.signal)}function Gi({slot:e,evidence:t},{isEnough:r}){return r!==void 0&&e.requests!==null&&t.seconds<V}function ne(e,{arms:t,isEnough:r}){let{crash:n,failure:s}=e;return n!==null||s!==null&&!$t(s)||t.head.signal.aborted?!1:!r?.(e)}function $t({arm:e,fault:t}){return e==="base"&&t==="script"}var Ui=8,Wi=2;async function Ys(e,t){let{instances:r,around:n,shared:s,start:o,progress:a,block:i,repeatDisturbed:u=!0}=t,c=[...r.keys()],l={block:i,arms:new Map(c.map(h=>[h,{trials:[],estimate:null}])),discarded:[],crash:null,failure:null,loadSeconds:0},d=0,m=h=>l.arms.get(h).trials,f=()=>l.crash===null&&l.failure===null&&!n.signal.aborted;for(let h=1;f()&&l.loadSeconds<t.secondsLeft;h++){let w=c.flatMap(v=>{let M=Fn({...e.goal,outcomes:m(v),start:o});return M===null?[]:[{arm:v,...M}]});if(w.length===0)break;t.drawFirst()!==w[0].arm&&w.reverse(),a.phase(Hi(e,w,l));let p=[];for(let[v,M]of qi(e,w,h===1).entries()){if(!f())break;let O=`search-${e.scenario}-${i+1}-${h}-${v+1}`,$=await te(M,O,{...t,around:n,instances:r,shared:s});l.crash=$.crash,l.failure=$.failure,l.loadSeconds+=$.loadSeconds;let g=$.slots.filter(({slot:k})=>k.round!==null),S=u?g.filter(({diagnosis:k})=>k==="disturbed"):[];if(p.push(...S),!(S.length>0))for(let k of g){let{rate:x}=w.find(({arm:R})=>R===k.slot.arm),T=ls(e.goal.slo,x,k);m(k.slot.arm).push(T)}}if(p.length===0)continue;l.discarded.push(...p);let y=p.map(({diagnosis:v,evidence:M})=>he(v,M));if(a.note(`a trial of ${e.label} is discarded: ${[...new Set(y)].join("; ")}`),l.discarded.length>Ui||d===Wi)break;await Ne(Ge,n.signal)||d++,l.crash??=q(r,s,e.label)}for(let h of l.arms.values())h.estimate=jn(h.trials,e.goal);return l}function qi(e,t,r){return e.work.kind==="request"?[Ze(e,t,r)]:t.map(n=>Ze(e,[n],r))}function Hi({label:e},t,{arms:r}){let n=t.map(({arm:s,rate:o})=>{let{trials:a}=r.get(s),i=Math.max(0,...a.filter(({met:d})=>d).map(d=>d.rate)),u=Math.min(...a.filter(({met:d})=>!d).map(d=>d.rate)),c=[...i>0?[`${G(i)} meets`]:[],...u<1/0?[`${G(u)} does not`]:[]],l=c.length>0?`${c.join(", ")}; `:"";return`${r.size>1?`${s}: `:""}${l}trying ${G(o)}`});return`capacity of ${e}: ${n.join(" \xB7 ")}`}function Qs({label:e},{arms:t}){let r=[...t].map(([n,{estimate:s,trials:o}])=>{let a=t.size>1?`${n} `:"",i=`${o.length} trials`;if(s===null)return`${a}not found (${i})`;let{kind:u,value:c,low:l,high:d}=s;return u==="found"?`${a}${G(c)} (${G(l)} \u2026 ${G(d)}, ${i})`:`${a}${u==="below"?`less than ${G(d)}`:`at least ${G(l)}`} (${i})`});return`capacity of ${e}: ${r.join("; ")}`}function G(e){return`${Number(e.toPrecision(4)).toLocaleString("en")} req/s`}var Xs={far:2,near:1.12},zi=.7;async function Zs(e,t,r){for(let s of e)t.set(s,[]);let n=Math.max(0,...e.map(({blocks:s})=>s.most));for(let s=0;s<n;s++){let o=e.filter(d=>Ki(d,t.get(d),s));if(o.length===0||eo(t,r,["head","base"]))return;let i=r.drawFirst()==="head"?["head","base"]:["base","head"],u=r.arms.base?i:["head"],c=new Map(o.map(d=>[d,Yi(d,t.get(d))])),l=r.swapped?u.map(d=>[d]):[u];for(let[d,m]of l.entries())await Ji(o,{together:m,block:s,before:c,found:t,share:1/(l.length-d)},r)}}async function Ji(e,{together:t,block:r,before:n,found:s,share:o},a){let{arms:i,progress:u}=a,c={running:new Map,starts:0};try{u.phase(`starting services for the search of a capacity, start ${r+1}`),await fe(c,{arms:i,together:t,block:Vi+r});for(let l of e){if(eo(s,a,t))return;let d=s.get(l),m=await Ys(l,{...a,around:i.head,instances:c.running,block:r,start:n.get(l),secondsLeft:o*to(l,d)});d.push(m),u.note(Qs(l,m))}}finally{await pe(c)}}var Vi=1e3;function eo(e,{arms:t},r){let n=({crash:s,failure:o})=>o!==null||s!==null&&(s.arm!=="head"||r.includes("head"));return t.head.signal.aborted||[...e.values()].flat().some(n)}function to({budgetSeconds:e},t){return e-t.reduce((r,{loadSeconds:n})=>r+n,0)}function Ki(e,t,r){if(r===0)return!0;if(r>=e.blocks.most)return!1;let n=Array.from({length:r},(a,i)=>t.filter(u=>u.block===i).reduce((u,{loadSeconds:c})=>u+c,0)),[s,...o]=n;return to(e,t)>=zi*Math.min(Xe.later/Xe.first*s,...o)}function Yi({goal:e},t){let r=t.flatMap(({arms:n})=>[...n.values()].flatMap(({estimate:s})=>s??[]));return r.length===0?{rate:e.from,factor:Xs.far}:{rate:rn(r.map(({value:n})=>n)),factor:Xs.near}}function no(e,t){let[r,...n]=e;if(n.length===0)return r;let s=u=>e.flatMap(u),o={slos:s(({slos:u})=>u),changes:s(({changes:u})=>u),faults:s(({faults:u})=>u),invalid:s(({invalid:u})=>u)},a=u=>U(e,({effort:c})=>c[u]),i=s(u=>u.redirects??[]);return{...r,...Ie({...o,failOn:t}),...o,costs:s(({costs:u})=>u),suspects:s(({suspects:u})=>u),...i.length>0&&{redirects:i},pair:Qi(e.flatMap(({pair:u})=>u??[])),effort:{slices:a("slices"),discardedRounds:a("discardedRounds"),instances:a("instances"),loadSeconds:a("loadSeconds")}}}function Qi(e){let[t]=e;if(t===void 0)return null;let r=e.flatMap(s=>s.unread??[]),n=U(e,s=>s.error);return{...t,...r.length>0&&{unread:r},variants:e.length,blocks:U(e,({blocks:s})=>s),planned:U(e,({planned:s})=>s),discarded:{base:U(e,({discarded:s})=>s.base),head:U(e,({discarded:s})=>s.head)},error:Number(Math.min(1,n).toFixed(9))}}async function Ct(e,{pair:t,guessMissing:r},n){let{kind:s,arm:o,service:a,log:i,other:u}=e,c=n?`${e.message} (variant ${n.name})`:e.message,l=o===null?null:await r(o,i);if(o!=="base"||t===void 0){let d=l===null?"":`; \`${l}\` is git-ignored, so a fresh tree has none: let \`build\` make it, or name it in \`reuse\``,m=u==="ready"&&o==="head";if(u===null||u==="ready")return{kind:s,service:a,message:c+d,log:i,...m&&{onlyHead:!0}};let f=`; \`${u.service}\` of the base: ${u.message}`;return{kind:s,service:a,message:c+f+d,log:vt(i,u.log),both:!0}}return{kind:"base-failed",fault:s,commit:t.baseCommit,service:a,message:c,log:i,missing:l}}function Ue({draft:e},t){let r=e.pair?.baseCommit;if(t===void 0||r===void 0)return null;let{crash:n,failure:s}=t;if(n?.arm==="base"){let{service:u,exit:c,log:l,head:d}=n,m=d&&`, and \`${d.service}\` of this change with ${d.exit}`,f=`under load it ended with ${c}${m??""}`;return{kind:"base-failed",fault:"crashed",commit:r,service:u,message:f,log:l,missing:null,...d&&{both:!0}}}if(n!==null||s===null||!$t(s))return null;let{label:o,log:a}=s,i=`the script of ${o} fails on the base, though not on the head: ${s.message}`;return{kind:"base-failed",fault:"script-failed",commit:r,service:o,message:i,log:a,missing:null}}function ro({label:e,kept:t,failures:r}){let n=[],s=io(t.filter(({diagnosis:a})=>a==="service-slow"));s!==null&&n.push({kind:"cannot-keep-up",label:e,..._t(s),cpu:s.cpu});let o=oo({label:e,slices:t.flatMap(a=>a.slices),failures:r});return o===null?n:[...n,o]}function so(e){let t=oo(e);return t&&{...t,soak:!0}}function oo({label:e,slices:t,failures:r}){let n=t.reduce((o,a)=>o+a.failed,0),s=t.reduce((o,a)=>o+a.failed+a.ok,0);return n<=.001*s?null:{kind:"failing",label:e,failed:n,requests:s,examples:r.slice(0,3)}}var Xi=.01;function Zi({label:e,kept:t,failures:r,thresholds:n,lost:s}){let o=c=>({kind:"script-failed",label:e,message:c,log:""}),a=t.reduce((c,l)=>c+l.barren,0),i=t.reduce((c,l)=>c+l.evidence.sent,0);if(a>Xi*i){let c=r.find(l=>l.startsWith("exception"));return o(`it threw before it sent a request, in ${a} of ${i} iterations${c?`: ${c}`:""}`)}let u=s+t.reduce((c,l)=>c+l.lost,0);if(u>0)return o(`${u} of its requests are in no count: it sends them in a way that Tailgate does not see`);if(n.length>0){let c=n.slice(0,3).map(l=>`\`${l}\``);return o(`nothing was measured that its threshold ${c.join(", ")} could judge, so it would always hold: mend its name or tags, or take it out`)}return null}function ao(e,t){let{label:r,kept:n,discarded:s}=e,o=Zi(e);if(o!==null)return o;if(n.length>=t/2&&n.length>0){if(n.flatMap(m=>m.slices).reduce((m,f)=>m+f.ok+f.failed+f.dropped,0)>0)return null;let{seconds:d}=n[0].evidence;return n.every(({evidence:m})=>m.sent===0)?{kind:"none-begun",label:r,seconds:d}:{kind:"script-failed",label:r,message:"it sent no request while it was measured; Tailgate replaces its scenarios, so `exec.scenario.name` and `exec.test.options.scenarios` are not those of the script",log:""}}let a=io(s);if(a===null)return{kind:"harness",message:`${r} was not measured`,log:""};let i=l=>s.filter(({diagnosis:d})=>d===l).length,{cpu:u,lagMs:c}=a;return i("generator-starved")>=Math.max(i("disturbed"),i("unknown"))?{kind:"generator-starved",label:r,..._t(a),lagMs:c,cpu:u}:i("disturbed")>=i("unknown")?{kind:"machine-disturbed",label:r,discarded:s.length,rounds:s.length+n.length,cpu:u}:{kind:"cause-unknown",label:r,..._t(a),cpu:u}}function io(e){let t=({sent:r,intended:n})=>n===null?0:n-r;return e.map(({evidence:r})=>r).sort((r,n)=>t(n)-t(r))[0]??null}function _t({sent:e,intended:t,seconds:r}){return{sent:e,intended:t??e,seconds:r}}function lo({head:e,base:t,together:r}){let n=e+r;return n<2||n<=2*t?null:{kind:"crowded",head:e,base:t,together:r}}function co(e,t){let{head:r,base:n,together:s}=t;return r>0&&r+s>=7+3*n?{kind:"fills-machine",label:e,...t}:null}function C(e,t,r){return e.filter(({slot:n})=>n.step.label===t.label&&n.arm===r)}function ge(e,{kept:t},r){let n=t.filter(({slot:i})=>r(i)),[s,o]=[C(n,e,"base"),C(n,e,"head")],a=(i,u)=>i.filter(({slot:c})=>u.some(l=>l.slot.round===c.round)).flatMap(({slices:c})=>c);return{base:a(s,o),head:a(o,s)}}function uo(e,t){let r=t.flatMap(({discarded:s})=>s).filter(({slot:s,diagnosis:o,evidence:a})=>{let i=o==="generator-starved"||o==="unknown";return s.step.label===e.label&&i&&wt(a)}),n=r.filter(({slot:s})=>_(s));return{head:We(n,"head"),base:We(n,"base"),together:r.filter(({slot:s})=>s.turns?.position===0).length}}function qe(e,t){let r=t.flatMap(s=>s.soak),n=s=>C(r,e,s).flatMap(({slices:o,disturbed:a})=>o.filter((i,u)=>!a[u]));return{base:n("base"),head:n("head")}}function Pt(e,t,r){let n=s=>C(s,e,"head").filter(({slot:o})=>r(o));return{label:e.label,kept:t.flatMap(s=>n(s.kept)),discarded:t.flatMap(s=>n(s.discarded)),failures:mo(e,t.flatMap(s=>s.failures)),thresholds:el(e,t),lost:t.flatMap(({lost:s})=>s).filter(({label:s})=>s===e.label).reduce((s,{requests:o})=>s+o,0)}}function mo({label:e},t){let r=new Map;for(let{text:n,count:s}of t.filter(o=>o.label===e))r.set(n,(r.get(n)??0)+s);return[...r].sort((n,s)=>s[1]-n[1]).map(([n])=>n)}function el({label:e},t){let r=s=>t.flatMap(o=>o[s].filter(a=>a.label===e)).map(o=>o.threshold),n=new Set(r("fed"));return[...new Set(r("unfed"))].filter(s=>!n.has(s))}function fo(e,t){let{head:r}=qe(e,t);if(r.length===0)return null;let n=t.flatMap(s=>s.soakFailures);return{label:e.label,slices:r,failures:mo(e,n)}}function po(e,t,r){let n=r.flatMap(({index:s,kept:o})=>{let a=C(o,e,t);return a.length>0?[{block:s,slots:a}]:[]});return{scenario:e.scenario,label:e.label,...e.variant&&{variant:e.variant},load:e.load,instances:n.map(({block:s,slots:o})=>({block:s,slices:o.flatMap(({slices:a})=>a)}))}}function ho(e,t,r,n){let o=[...new Set(t.flatMap(({thresholds:l})=>l.map(({label:d})=>d)))].map(l=>{let d=t.flatMap(m=>m.thresholds.filter(f=>f.label===l));return{kind:"threshold",label:l,thresholds:[...new Set(d.map(({threshold:m})=>m))]}}),a=[...r].flatMap(([l,d])=>co(l,d)??[]),i=e.flatMap(ro),u=l=>i.some(d=>d.kind==="failing"&&d.label===l),c=n.filter(({label:l})=>!u(l)).flatMap(l=>so(l)??[]);return[...Be(t),...a,...i,...c,...o]}function go(e,t,r,n){if(t.length===0)return[];let s=De(t);if(s.length>0||t.some(({crash:a})=>a!==null))return s;let o=$n(e,t.length).filter(({arm:a})=>a==="head");return e.steps.flatMap(a=>n.some(c=>c.kind==="fills-machine"&&c.label===a.label)?[]:(r.has(a.label)?[_]:[_,xe]).map(c=>{let l=o.filter(d=>d.step===a&&c(d)).length;return l===0?null:ao(Pt(a,t,c),l)}).find(c=>c!==null)??[])}function We(e,t){return e.filter(({slot:r})=>r.arm===t).length}var tl=.5;function bo(e,t){let{work:r,label:n}=e;if(r.kind==="script")return[];let s=t.flatMap(({kept:a})=>C(a,e,"head")),o=t.flatMap(({redirects:a})=>a);return le(r).flatMap(({request:a},i)=>{let u=o.find(m=>m.label===n&&m.which===i);if(u===void 0)return[];let{status:c,location:l}=u,d=on(s.flatMap(({answers:m})=>m[i]??[])).get(c)??0;return d<=tl?[]:[{label:n,request:wo(a),status:c,location:l,share:d}]})}function yo(e,{paired:t},r){let{work:n,label:s}=e,o=r.map(({kept:i})=>({base:So(C(i,e,"base")),head:So(C(i,e,"head"))}));if(!t)return ln(s,o.flatMap(({head:i})=>i.slices));let a=n.kind==="script"?null:le(n).map(({request:i})=>({text:wo(i),keepsSize:i.expectSize==="same"}));return an(s,a,o)}function So(e){return{answers:e.map(({answers:t})=>t),slices:e.flatMap(({slices:t})=>t),iterations:e.reduce((t,{sent:r})=>t+r,0),connects:e.reduce((t,{connects:r})=>t+r,0)}}function wo({method:e,url:t}){let r=t.replace(/[?#].*/s,"");return e==="GET"?r:`${e} ${r}`}function ko(e,t){return[...e].flatMap(([{scenario:r,label:n,goal:s},o])=>["head","base"].flatMap(a=>{let i=o.flatMap(({block:u,arms:c})=>{let l=c.get(a);return l&&l.trials.length>0?[{block:u,...l}]:[]});return i.length>0?[{scenario:r,label:n,digest:t.get(n),goal:s,arm:a,blocks:i}]:[]}))}function vo(e){return Math.max(0,...[...e.values()].flatMap(t=>t.map(({block:r})=>r+1)))}function Mo(e){let t=[...e.values()].flat(),r=De(t);return r.length>0||t.some(({crash:n})=>n!==null)?r:[...e].flatMap(([{label:n},s])=>s.some(({arms:a})=>a.get("head")?.estimate!=null)?[]:[nl(n,s)])}function nl(e,t){let r=t.flatMap(o=>o.discarded),n=t.flatMap(({arms:o})=>o.get("head")?.trials??[]),s=r.at(-1);return s===void 0||n.length>r.length?{kind:"search-too-short",label:e,trials:n.length}:{kind:"machine-disturbed",label:e,discarded:r.length,rounds:r.length+n.length,cpu:s.evidence.cpu}}function Ro({label:e,slos:t,slices:r,seen:n=[]}){return t.flatMap(({metric:s})=>{if(s.kind!=="custom")return[];let o=n.find(({name:i})=>i===s.name)?.type??null,a=o===null||nn(s).some(i=>i===o);return a&&!Number.isNaN(F(r,s))?[]:[{kind:"metric-unknown",label:e,metric:ie(s),is:a?null:o,seen:[...n]}]})}var rl=[50,90],To=.2,sl=5;function Eo(e){let t=e.filter(n=>n.length>1).map(n=>({first:n.slice(0,n.length>>1),second:n.slice(n.length+1>>1)}));return t.length<sl?null:rl.flatMap(n=>{let s=c=>N(c,n/100),o=t.map(({first:c,second:l})=>Math.log(s(l))-Math.log(s(c))),[a,i]=[s(t.flatMap(c=>c.first)),s(t.flatMap(c=>c.second))];return Rr(o)>Math.log1p(To)&&i>(1+To)*a?[{percent:n,first:a,second:i}]:[]}).sort((n,s)=>s.second/s.first-n.second/n.first)[0]??null}var ol=.01,xo={latency:.2,memory:.1},al=[50,90],il=20,Ao=.5,It=8;function Lt({base:e,head:t},r=[]){if(t.length<It)return null;let n=Cr(e,t);if(n.stretches>0){if(e.length===0)return{kind:"stalls",...n};let s=$r(r),o=Or({stretches:n.stretches+s.stretches,of:n.of+s.of,base:n.base+s.base});if(o!==null)return{kind:"stalls",...o}}return ll(e,t)??cl(e,t)}function ll(e,t){let r=Nt(t);if(r===null)return null;let{percent:n,first:s,second:o}=r;if(e.length>=It){let{first:a,second:i}=Oo(e,n);if(Math.log(i/a)>=Ao*Math.log(o/s))return null}return{kind:"ageing",of:"latency",percent:n,from:s,to:o}}function Nt(e){if(e.length<It)return null;let t=e.length>>1;for(let r of al){let n=e.map(o=>Math.log(N([o],r/100))),{low:s}=Lr(n.slice(0,t),n.slice(-t),ol);if(s>Math.log1p(xo.latency))return{percent:r,...Oo(e,r)}}return null}function Oo(e,t){let r=e.length>>1,n=s=>N(s,t/100);return{first:n(e.slice(0,r)),second:n(e.slice(-r))}}function cl(e,t){let r=(i,u)=>(i.at(-1)?.memory??Number.NaN)-(i[u]?.memory??Number.NaN),[n,s]=[t[0].memory??Number.NaN,t.at(-1).memory??Number.NaN],o=r(t,0),a=r(t,2*t.length/3|0);return o>Math.max(il,xo.memory*n)&&a>o/6?r(e,0)>=Ao*o?null:{kind:"ageing",of:"memory",percent:null,from:n,to:s}:null}var ul=.01,dl=20;function $o(e,t,{runs:r},n){let s=ul/t.length;return t.flatMap(o=>{let a=Tr(r.map(({slices:u})=>Math.log(F(u,o))),s);if(a===null||r.length-a.index>dl)return[];let i=Math.expm1(a.after-a.before);return i>n(o)?[{label:e,metric:o,commit:r[a.index].commit,change:i}]:[]})}function Co(e){let t=e.steps.filter(S=>S.slices.some(k=>k.ok+k.failed+k.dropped>0)),r=Math.max(0,...e.steps.map(({alone:S,instances:k=[]})=>k.length||S.length)),n=Mn(e.looks,r),s=(e.capacities??[]).map(xr),o=new Map(t.map(({label:S,stretches:k})=>[S,Eo(k)])),a=new Map(t.map(({label:S,soak:k,crowding:x,inTurns:T,alone:R})=>{let E=o.get(S);return[S,E?{kind:"growing",...E}:lo(x)??Lt(k,[...T,...R])]})),i=new Map(t.map(({label:S,soak:k})=>[S,o.get(S)??Nt(k.head)])),u=t.flatMap(Ro),c=({label:S,slo:k})=>!u.some(x=>"metric"in x&&x.label===S&&x.metric===ie(k.metric)),d=[...t.flatMap(S=>bl(S,n)).filter(c).map(S=>pl(S,i)),...s.flatMap(S=>S.slos)],m=[...e.invalid,...u,...d.flatMap(fl),...Ir(t,d,e),...s.flatMap(S=>S.invalid)],{changes:f,costs:h,open:w,pair:p}=_r(t,e),y=e.work??[],v=new Set(y.filter(cn).map(({label:S})=>S)),M=f.map(S=>hl(S,a)).map(S=>v.has(S.label)?gl(S):S),O=[...e.faults,...y.flatMap(Sl)],$={...Ie({slos:d,changes:M,faults:O,invalid:m,failOn:e.failOn}),slos:d,changes:M,costs:h,faults:O,invalid:m,pair:p,loosened:e.loosened,suspects:e.comparison.kind==="history"?[]:t.flatMap(({label:S,history:k,slos:x,sensitivityOf:T})=>$o(S,hn(x),k,R=>T(R).tolerance)),...e.redirects?.length&&{redirects:e.redirects},...y.length>0&&{work:[...y]},acceptances:[],refusals:[],effort:e.effort},g=t.some(({soak:S})=>S.base.length===0&&Lt(S)!==null);return{verdict:$,undecided:ml($,w),asksBase:g}}function ml(e,t){return e.faults.some(({kind:r})=>r==="crashed")?!1:e.invalid.length>0?e.invalid.every(({kind:r})=>r==="machine-disturbed"):e.changes.some(({code:r})=>r==="regressed")?!1:t||e.slos.some(({code:r,stretches:n})=>r==="at-limit"&&!n)}function fl({label:e,slo:{metric:t},estimate:r}){return sn(t)&&Number.isNaN(r.value)?[{kind:"cost-unknown",label:e,metric:ie(t)}]:[]}function pl(e,t){let r=t.get(e.label);return!r||e.code!=="met"||!ke(e.slo.metric)?e:{...e,code:"at-limit",growth:r}}function hl(e,t){let r=t.get(e.label);return!r||e.code!=="unchanged"||!ke(e.metric)?e:{...e,code:"inconclusive",reason:{kind:"unsteady",evidence:r}}}function gl(e){return e.code!=="improved"?e:{...e,code:"inconclusive",reason:{kind:"other-work"}}}function Sl(e){if(e.kind!=="size"||!e.blocks)return[];let{label:t,base:r,head:n}=e;return[{kind:"other-size",label:t,base:r,head:n}]}function bl(e,t){let{label:r,slos:n,soak:s,instances:o=e.slices.map(l=>[l])}=e,a=s.head.map(l=>[l]),i=n.flatMap(l=>{let d=l.limit.kind==="relative"?e.others?.get(l.limit.scenario):void 0,m=(p,y)=>l.limit.kind==="absolute"?Ae(r,l,p,t):d?Pr(r,{slo:l,other:d.label,pairs:y()},t):null,f=m(o,()=>d.pairs);if(f===null)return[];let h=ke(l.metric)||l.metric.kind==="errors";if(f.code!=="met"||!h||s.head.length===0)return[f];let w=m(a,()=>[...me(a,[]),...me([],d.soak.map(p=>[p]))]);return[w!==null&&ot(w)?{...w,stretches:f.estimate}:f]});if(n.some(({metric:l})=>l.kind==="errors"))return i;let u=Ae(r,ce,o,t);if(u.code==="missed")return[...i,u];let c=s.head.length>0?Ae(r,ce,a,t):null;return c!==null&&ot(c)?[...i,{...c,stretches:u.estimate}]:i}function H(e,t,r,n=new Map){let{config:s,plan:o,baseline:a,digests:i,draft:u,comparison:c}=e,l=o.steps.map(g=>Pt(g,t,_)),d=new Map(o.steps.map(g=>[g.label,uo(g,t)])),m=o.steps.flatMap(g=>fo(g,t)??[]),f=ho(l,t,d,m),h=c.kind==="pair"?["head","base"]:["head"],w=o.steps.flatMap(g=>h.flatMap(S=>{let k=po(g,S,t),x=i.get(g.label);return k.instances.length>0?[kr(k,S,x)]:[]})),p=ko(n,i),y={...u,steps:w,...p.length>0&&{capacities:p}},v=Bt(o,t),M=o.steps.flatMap((g,S)=>{if(!w.some(({label:R,arm:E})=>R===g.label&&E==="head"))return[];let k=s.scenarios.find(({name:R})=>R===g.scenario),x=Wn(a,y,g.label),T=R=>{let E=t.flatMap(({kept:A})=>C(A,g,"base").flatMap(({slices:He})=>He));return E.length>0?F(E,R):Mr(x.runs.map(({slices:A})=>F(A,R)))};return[{label:g.label,slos:g.slos,slices:l[S].kept.flatMap(R=>R.slices),instances:t.map(({kept:R})=>C(R,g,"head").flatMap(({slot:E,slices:A})=>_(E)?A:[])),stretches:g.load.kind==="arrival-rate"?l[S].kept.map(({slices:R})=>R):[],inTurns:t.map(R=>ge(g,R,xe)),alone:t.map(R=>ge(g,R,_)),crowding:d.get(g.label),soak:qe(g,t),...g.work.kind==="script"&&{seen:yl(g,t)},isNew:v.has(g.label),others:wl(g,o,t),history:x,sensitivityOf:R=>Ke(s,k,R,()=>T(R))}]}),O=g=>We(t.flatMap(S=>S.discarded),g);return{...Co({steps:M,faults:[...f,...Be([...n.values()].flat())],searches:o.searches.length,capacities:o.searches.flatMap(g=>{let S=p.filter(({label:T})=>T===g.label),k=S.find(({arm:T})=>T==="head");if(k===void 0)return[];let x=s.scenarios.find(({name:T})=>T===g.scenario);return[{label:g.label,goal:g.goal,slos:g.slos,head:k,base:S.find(({arm:T})=>T==="base")??null,history:qn(a,y,g.label),sensitivity:Ke(s,x,Er)}]}),invalid:r?[r]:[...go(o,t,v,f),...Mo(n)],looks:o.looks,comparison:c,discarded:{base:O("base"),head:O("head")},loosened:e.loosened,failOn:e.failOn,redirects:o.steps.flatMap(g=>bo(g,t)),work:o.steps.flatMap(g=>yo(g,o,t)),effort:{slices:t.flatMap(({kept:g})=>g).reduce((g,S)=>g+S.slices.length,0),discardedRounds:O("head"),instances:h.length*(t.length+vo(n)),loadSeconds:[...t.flatMap(({kept:g,soak:S})=>[...g,...S].map(({evidence:k})=>k.seconds)),...[...n.values()].flat().map(({loadSeconds:g})=>g)].reduce((g,S)=>g+S,0)}}),record:y}}function yl(e,t){let r=t.flatMap(({kept:n})=>C(n,e,"head").flatMap(s=>s.seen??[]));return[...new Map(r.map(n=>[n.name,n])).values()]}function wl(e,{steps:t},r){let n=e.slos.flatMap(({limit:o})=>o.kind==="relative"?[o.scenario]:[]),s=({kept:o},a)=>C(o,a,"head").filter(({slot:i})=>_(i)).sort((i,u)=>i.slot.round-u.slot.round).map(({slices:i})=>i);return new Map(n.flatMap(o=>{let a=vn(t,e,o);if(a===void 0)return[];let i=r.flatMap(u=>me(s(u,e),s(u,a)));return[[o,{label:a.label,pairs:i,soak:qe(a,r).head}]]}))}var kl=.5,vl=2;function Bt({paired:e,steps:t},r){if(!e)return new Set;let n=s=>{let o=r.map(({kept:a})=>({base:C(a,s,"base"),head:C(a,s,"head")})).filter(({base:a,head:i})=>a.length>0&&i.length>0);return o.length>=vl&&o.every(({base:a,head:i})=>_o(a)&&!_o(i))};return new Set(t.filter(n).map(({label:s})=>s))}function _o(e){return we(e.flatMap(({slices:t})=>t))>kl}import{randomInt as Bo}from"node:crypto";function Po(e,t){let r=new Map;for(let n of e.steps.filter(s=>An(e,s))){let s=a=>t.map(i=>ge(n,i,a)),o=Ar({alone:s(_),all:s(()=>!0)});o!==null&&r.set(n.label,o)}return r}var Ml=2.5,Rl=.5;function Io(e,t,{wallSeconds:r,loadSeconds:n}){let s=Math.max(Rl,r-n-Tl(e)),o=e.steps.reduce((a,i)=>a+i.budgetSeconds,0);return Tn(e,t,Math.floor((Ml-1)*o/s))}function Tl(e){return e.steps.filter(({load:n})=>n.kind!=="fixed-work").map(n=>xn(e,n)?1:2).reduce((n,s)=>n+s,0)*(Te.seconds-V)}function Dt({steps:e,paired:t},{kept:r,discarded:n}){let s=t?["base","head"]:["head"],o=[...r,...n].filter(({slot:i})=>i.requests!==null),a=e.filter(({load:i})=>i.kind==="fixed-work").map(i=>({label:i.label,of:s.map(u=>C(o,i,u))}));return a.some(({of:i})=>i.some(u=>u.length===0))?new Map:new Map(a.map(({label:i,of:u})=>[i,u.flat().filter(({slices:c})=>c.reduce((l,{ok:d,failed:m})=>l+d-m,0)>0).map(({slices:c})=>c.reduce((l,{seconds:d})=>l+d,0))]))}function Lo(e,{steps:t},r){return t.flatMap((n,s)=>{if(n===e.steps[s])return[];let o=Oe(1e3*Math.min(...r.get(n.label))),[a,i]=[e.steps[s],n].map(u=>$e(Ye(u)));return[`${n.label}: ${a} requests took only ${o}; from now on there are ${i} in each stretch, which is ${$e(n.passes)} times the work`]})}function No({steps:e,blocks:t},r){return e.flatMap(n=>{let{label:s,budgetSeconds:o}=n,a=r.get(s)??[],i=a.length===0?0:In(a);return i*t<=o?[]:[`${s}: ${$e(Ye(n))} requests take ${Oe(i*500)}; for two revisions in ${t} blocks, the fewest that can show a change, that is ${Oe(i*t*1e3)}, more than its budget of ${o} s`]})}var Do={blocks:2,seconds:60};async function Fo(e,t){let{signal:r}=t.arms.head,{blocks:n}=e,s=new Set,o=0;for(;n.length<e.plan.blocks&&!r.aborted;){let a=n.length;for(let[m,f]of Po(e.plan,n)){if(s.has(m))continue;s.add(m);let h=f==="hidden-work";e.plan=En(e.plan,e.config,{measured:a,worksMore:h}),t.progress.note($l(m,f,e.plan))}let{plan:i}=e,u={index:a,first:Bo(2)===0?"head":"base",reversed:Bo(2)===0,headOnly:Bt(i,n),warmUpSeconds:zs(i,n),shift:et[a%et.length],longer:s},c={judgement:null},l=await Js(On(i,u),a,{...t,planned:i.blocks,sizings:o,...a===0&&{isEnough:m=>Qe(i,Dt(i,m))!==i},soak:m=>i.soakSeconds===0||!i.looks.includes(a+1)?[]:(c.judgement=H(e,[...n,m],null),xl(c.judgement,i,m))}),d=Dt(i,l);if(a===0&&l.failure===null&&l.crash===null){e.plan=Qe(i,d);for(let m of Lo(i,e.plan,d))t.progress.note(m);if(e.plan!==i){o++;continue}}if(n.push(l),l.failure!==null||l.crash!==null)break;if(El(n)){t.progress.note("most rounds were disturbed for a minute, and the machine does not calm down: the run ends here; a quieter machine, or a runner of its own, helps");break}if(a===0&&i.paired){e.plan=Al(l,d,e);for(let m of No(e.plan,d))t.progress.note(m);_e(e.plan)}if(e.plan.looks.includes(n.length)){let m=c.judgement??H(e,n,null);if(ar(m,n.length,e),!m.undecided||n.length===e.plan.blocks)return m}}return H(e,n,Ue(e,n.at(-1)))}function El(e){let t=e.filter(({kept:n,discarded:s})=>s.length>n.length),r=t.reduce((n,{wallSeconds:s})=>n+s,0);return t.length>=Do.blocks&&2*t.length>e.length&&r>=Do.seconds}function xl({verdict:e,undecided:t,asksBase:r},n,{index:s,soak:o}){let a=c=>o.some(({slot:l})=>l.arm===c);if(a("head"))return r&&!a("base")?tt(n,"base"):[];let i=s+1===n.blocks||!t,u=e.slos.some(({code:c})=>c==="met")||e.changes.some(({code:c})=>c==="unchanged");return i&&e.invalid.length===0&&u?tt(n,"head"):[]}function Al({kept:e,discarded:t,wallSeconds:r},n,{plan:s,config:o}){let a=Pn(s,o,n);if(t.length>0)return a;let i=e.reduce((u,{slot:c,evidence:l})=>u+(c.requests===null?Ln(c):l.seconds),0);return Io(a,o,{wallSeconds:r,loadSeconds:i})}var Ol={rare:"slow requests come in some blocks only","hidden-work":"one revision takes more processor time, and its typical request no longer"};function $l(e,t,{blocks:r}){return`${e}: ${Ol[t]}; from now on each revision has the whole load alone for ${Rn} s a block, in ${r} blocks at most`}async function jo(e,t){let{request:r}=t,{head:n,base:s}=e.configs,o=Bl(t),a=e.variants.map((c,l)=>Pl(e,l,t)),i=[],u=null;try{for(let[c,l]of[["head",n],["base",s]])l!==null&&await e.prepare(c,()=>Dl({...o,arm:c,config:l},s!==null,r.progress));u=await hr({...o,arm:null,config:n});for(let[c,l]of a.entries()){a.length>1&&!r.signal.aborted&&r.progress.note(`variant ${c+1} of ${a.length}: ${l.config.variant.name}`);let d=await Il(e,l,Fl(e,c,u,o,t));if(i.push(d),r.signal.aborted)break;if(_l(d)){let m=a.length-i.length;m>0&&r.progress.note(`not measured, since the run has no verdict now: ${m} more variants`);break}}}catch(c){if(!(c instanceof de))throw c;i.push(H(a[0],[],await Ct(c,e)))}finally{await u?.stop()}return Ll(i,r.failOn)}function _l({verdict:{invalid:e}}){return e.some(({kind:t})=>t!=="machine-disturbed")}function Pl(e,t,r){let{head:n,base:s}=e.variants[t],{request:o,plans:a,baseline:i,draft:u}=r,c=s!==null,l=a[t].paired===c?a[t]:Dn(n,{budgetSeconds:o.budgetSeconds,paired:c}),d=e.comparison.kind==="pair"&&!c;return{config:n,plan:l,baseline:i,digests:new Map([...l.steps.map(m=>[m.label,yr(m,n.deployments)]),...l.searches.map(m=>[m.label,wr(m,n.deployments)])]),draft:{...u,...e.pair&&{pair:e.pair},...e.deployments&&{deployments:e.deployments}},comparison:d?{kind:"none",reason:{kind:"new"}}:e.comparison,loosened:e.loosened,failOn:o.failOn}}async function Il(e,t,r){let n={...t,blocks:[]},s=new Map,o=a=>H(n,n.blocks,a,s);try{let a=await Fo(n,r),{plan:i}=n;if(i.searches.length===0||Nl(a))return a;await Zs(i.searches,s,{...r,swapped:i.swapped,drawFirst:()=>Cl(2)===0?"head":"base"});let u=[...s.values()].flat();return o(Ue(n,u.find(({crash:c})=>c?.arm==="base")))}catch(a){if(!(a instanceof de))throw a;return o(await Ct(a,e,t.config.variant))}}function Ll(e,t){let[r]=e,n=e.flatMap(({record:s})=>s.capacities??[]);return{verdict:no(e.map(({verdict:s})=>s),t),record:{...r.record,steps:e.flatMap(({record:s})=>s.steps),...n.length>0&&{capacities:n}},undecided:e.some(({undecided:s})=>s),asksBase:e.some(({asksBase:s})=>s)}}function Nl({verdict:e}){return e.invalid.length>0||e.faults.some(({kind:t})=>t==="crashed")}function Bl({request:e,session:t}){let{environment:r,signal:n}=e,{workspace:s,keeper:o,grace:a}=t;return{logFolder:s.logs,environment:r,keeper:o,signal:n,grace:a,shared:new Map}}async function Dl(e,t,r){let n=t?` of ${e.arm}`:"";await vr(e,s=>r.phase(`building ${s}${n}`))}function Fl(e,t,r,n,{request:s,session:o,k6:a,seed:i}){let{head:u,base:c}=e.variants[t],l=(d,m)=>({...n,arm:d,config:m,shared:new Map([...r.portOf].filter(([f])=>m.services.some(h=>h.name===f&&h.scope==="run")))});return{arms:{head:l("head",u),...c&&{base:l("base",c)}},shared:r,...u.variant&&{variant:t+1},k6:a,seed:i,folder:o.workspace.k6,progress:s.progress}}async function ip(e){let{progress:t,signal:r,environment:n,budgetSeconds:s}=e;wn(process.platform);let o=Jt(mn(Ht(Sn(e.configPath,process.cwd(),Gl(e)),e.only),e.deployments),e.base.from),a=await Jn(o.directory,n,r),i=Bn(o,{budgetSeconds:s,paired:Yn(o,a)});for(let c of zt(o,e.only))t.note(c);for(let c of pn(o))t.note(c);for(let{plan:c}of i){_e(c);for(let l of c.shortages)t.note(Nn(l))}let u=await pt(o,a,e);return o.baseline.kind==="history"&&ht(u),Nr(o,e,async c=>{let l=await Xr(o,a,c,e);if(l.kind==="nothing")return Wl(l.base,o,c,e);let d=await kn({environment:n,path:o.k6Path,version:e.k6Version,progress:t,signal:r,ci:n.CI==="true"}),m=jl(2**31),f=await Qn(o,l,c.workspace.path,m,e);c.removeAtEnd(()=>f.remove()),f.suiteBefore!==o.suite&&(u=await Ul(u,f,o,a,e));let h={...Wo(e,o,d.version),seed:m},w=g=>(g.comparison.kind==="history"&&ht(u),jo(g,{request:e,plans:i.map(({plan:S})=>S),session:c,baseline:u.baseline,draft:h,k6:d.path,seed:m})),p=await w(f);p.verdict.invalid.find(g=>g.kind==="base-failed"&&!g.both)&&o.baseline.onBaseFailure==="history"&&(t.note("the base cannot be measured; `on-base-failure` asks for a comparison with recorded runs"),p=await w(Xn(f))),Ut(r);let{verdict:v,record:M}=p,O=e.record&&v.invalid.length===0?await Zr(u,M):Go,$=Hn(M,u.baseline);return Ve({...O,...Uo(v,M,$,e)},c.secrets)})}function Gl({only:e,environment:t}){return{only:e,calling:{command:"tailgate run",variables:Se(t)}}}async function Ul({store:e},{suiteBefore:t},...[r,n,s]){return{...await pt({...r,suite:t},n,s),store:e}}var Go={recordPath:null,unrecorded:null};function Wl(e,t,{secrets:r},n){let s=Br(e,t.when.changed),o={...Wo(n,t,"not used"),steps:[]};return Ve({...Go,...Uo(s,o,[],n)},r)}function Uo(e,t,r,{baseBranch:n,link:s}){return{report:un(e,t,{baseBranch:n,link:s,history:r}),exitCode:Vt(e)}}function Wo(e,t,r){return{schemaVersion:1,suite:t.suite,...e.subject,attempt:e.attempt,...e.leg&&{leg:e.leg},recordedAt:new Date().toISOString(),tailgate:Vn,environment:{...yn(),k6:r}}}async function up(e,t,r){let n=rt(e,nt(t),r),s=await Q(n,"rev-parse","--verify","HEAD");if(s===null)return{commit:null,dirty:!1,branch:null,commitTime:null};let[o,a,i]=await Promise.all([Q(n,"status","--porcelain","--untracked-files=no"),Q(n,"symbolic-ref","--quiet","--short","HEAD"),Q(n,"show","--no-patch","--format=%cI","HEAD")]);return{commit:s,dirty:o!=="",branch:a??t.GITHUB_REF_NAME??null,commitTime:i}}async function dp(e,t,r){let n=rt(e,nt(t),r),s=await Q(n,"symbolic-ref","--quiet","--short","refs/remotes/origin/HEAD");if(s!==null)return s.replace(/^origin\//,"");for(let o of["main","master"])if(await X(n,`refs/heads/${o}`)!==null)return o;return"main"}export{ip as a,up as b,dp as c};
