import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{c as rn}from"./chunk-AWTX6V55.mjs";import{a as Yn,b as Qn,c as Xn,d as Zn,f as le,g as lr,h as cr,i as dr,j as mr,k as gr,l as $r}from"./chunk-X66FFVXW.mjs";import{a as pn,d as fn,h as hn}from"./chunk-TTN2GADM.mjs";import{c as rt,d as st,e as rr,f as sr,g as or,h as ar,i as ir}from"./chunk-7X2PLUUP.mjs";import{a as Wn}from"./chunk-BYKIIYLB.mjs";import{A as Tr,C as xr,a as xn,b as W,c as ze,d as _,e as xe,f as En,g as V,h as An,i as On,j as Je,k as $n,l as Cn,m as Ye,n as _n,o as In,p as qn,q as Hn,r as zn,s as Jn,u as Ce,v as er,w as tr,x as vr,y as Mr,z as Rr}from"./chunk-L2DLHA6B.mjs";import{A as wr,B as kr,d as kn,e as vn,f as Mn,g as Rn,i as Tn,k as Ve,m as Ke,n as _e,o as ur,p as pr,q as fr,r as hr,v as br}from"./chunk-Y255PHPT.mjs";import{b as Qe,e as Xe,f as K,g as Y,h as Gn,i as Un,o as $e,p as ie,q as nt,r as Kn,u as nr}from"./chunk-X3PCDTSI.mjs";import{a as Re}from"./chunk-JXY5LZXU.mjs";import{a as ce,b as Er,c as Ar,d as Or}from"./chunk-GWEXEKJW.mjs";import{k as Vn,l as Ie}from"./chunk-EN2HDSY4.mjs";import{a as Bn,b as Dn,c as Fn,d as jn}from"./chunk-LD7HRVPH.mjs";import{a as Sn,e as Sr,f as yr}from"./chunk-B4BRXF3F.mjs";import{B as wn,F as ae,G as Ee,J as Ze,K as et,a as gn,g as qe,l as z,m as J,n as Te,q as bn,v as He,z as yn}from"./chunk-CBZDF3YL.mjs";import{a as Nn}from"./chunk-JU7ICJHA.mjs";import{A as Oe,ca as tt,f as Ut,h as Zt,i as en,j as tn,k as nn,r as Pn,t as Ln,x as Ae}from"./chunk-RVKWGF2Y.mjs";import{a as an,o as Me,p as un,s as dn,t as mn}from"./chunk-J4BRIG6P.mjs";import{P as sn,T as on,U as ve,ba as ln,da as cn,m as Ft,p as jt,q as Gt,qa as oe}from"./chunk-MAUUCUIW.mjs";import{C as N,G as ye,I as Jt,K as Vt,M as Kt,a as Wt,da as we,e as H,ea as Yt,f as L,g as qt,ja as Qt,k as B,l as D,oa as se,p as Ht,q as be,r as zt,s as re,sa as ke,ta as Xt,za as F}from"./chunk-ALISFYHE.mjs";import{a as qo}from"./chunk-RIBAP3X7.mjs";import{b as Dt}from"./chunk-4VQWXGDJ.mjs";import{g as Bt}from"./chunk-HENDURBQ.mjs";import{a as ne,b as I,c as Lt,d as Nt}from"./chunk-NZMXMQNO.mjs";import{b as Se,e as We}from"./chunk-ADNWO27A.mjs";import{d as Wo}from"./chunk-JLN3Y4HN.mjs";import{randomInt as Nl}from"node:crypto";function Cr(e,t){return{code:"skipped",blocks:!1,slos:[],changes:[],faults:[],invalid:[],pair:null,unmeasured:{kind:"irrelevant",baseCommit:e,patterns:[...t]},loosened:[],costs:[],suspects:[],acceptances:[],refusals:[],effort:{slices:0,discardedRounds:0,instances:0,loadSeconds:0}}}import{relative as Zo}from"node:path";var Ho=720*3600;async function _r(e,t,r){let n=new Map(r.flatMap(({commit:m,commitTime:p})=>{let h=Date.parse(p??"")/1e3;return m===null||Number.isNaN(h)?[]:[[m,h]]}));if(n.size===0||"kind"in e)return new Set;let{git:s,remote:o}=e,a=await s(["rev-parse","--is-shallow-repository"]),i=await ot(s,o,t);if(a.stdout!=="false"||i.length===0)return new Set;let u=Math.floor(Math.min(...n.values()))-Ho,c=await s(["rev-list","--timestamp",`--max-age=${Math.max(0,u)}`,...i]);if(!c.ok)return new Set;let l=new Map([...c.stdout.matchAll(/^(\d+) ([0-9a-f]+)$/gm)].map(([,m,p])=>[p,Number(m)])),d=Math.max(Number.NEGATIVE_INFINITY,...i.map(m=>l.get(m)??Number.NEGATIVE_INFINITY));return new Set([...n].filter(([m,p])=>!l.has(m)&&p<=d).map(([m])=>m))}async function ot(e,t,r){let n=[...t===null?[]:[`refs/remotes/${t}/${r}`],`refs/heads/${r}`],s=await Promise.all(n.map(o=>Y(e,o)));return[...new Set(s.filter(o=>o!==null))]}var zo="A full clone has it: `fetch-depth: 0` for actions/checkout, `git fetch --unshallow` on a laptop. To fetch it later, the job needs `contents: read`.";async function Lr(e,t){let{head:r}=t,n=t.asked===null?await Jo(e,t.trigger,r,t.dirty):{commit:await Ko(e,t.asked),because:"asked",branch:null};if(!("commit"in n))return n;let s=await ie(e,n.commit,n.branch);if(s!==null)return at(`The base revision ${n.commit.slice(0,10)}`,s);let o=await e.git(["rev-parse","--verify",`${n.commit}^{tree}`]);return{kind:"base",commit:n.commit,tree:o.stdout,because:n.because}}async function Jo(e,t,r,n){switch(t.kind){case"pull_request":{let s=await Nr(e,r);if(s.length===2&&s.includes(t.headSha)){let o=s.find(a=>a!==t.headSha);return o===t.formerBaseSha&&o!==t.baseSha?Yo(t.baseBranch):{commit:o,because:"merge-parent",branch:t.baseBranch}}return Pr(e,r,t.baseBranch,t.baseSha)}case"merge_group":return{commit:t.baseSha,because:"merge-group",branch:null};case"push":{let{before:s,branch:o}=t;return s!==null&&$e(s)&&!/^0+$/.test(s)&&s!==r&&await ie(e,s,o)===null?{commit:s,because:"before-push",branch:o}:Ir(e,r,o)}case"local":return e.checkout.branch!==t.baseBranch?Pr(e,r,t.baseBranch,null):n?{commit:r,because:"parent",branch:t.baseBranch}:Ir(e,r,t.baseBranch)}}async function Ir(e,t,r){let[n]=await Nr(e,t);return n!==void 0?{commit:n,because:"parent",branch:r}:{kind:"none",reason:"root-commit",message:"The first commit has none before it."}}async function Nr(e,t){let{stdout:r}=await e.git(["cat-file","commit",t]),[n=""]=r.split(`

`,1);return[...n.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([,s])=>s)}async function Pr(e,t,r,n){let s=await Vo(e,r,n);if(s!==null&&typeof s=="object")return at(`The branch ${r}`,s.problem);if(s===null)return{kind:"none",reason:"unknown-branch",message:`There is no branch ${JSON.stringify(r)} to compare with, here or on the remote.`,hint:"Name one with `--base-branch`, or a revision with `--base`."};let o=await e.git(["merge-base",t,s]);if(o.ok)return{commit:o.stdout,because:"merge-base",branch:r};let a=e.isShallow()?await Kn(e,t,s):{commit:null};return"problem"in a?at(`The merge base with ${r}`,a.problem):a.commit!==null?{commit:a.commit,because:"merge-base",branch:r}:{kind:"none",reason:"unrelated",message:`The revision that is checked out and ${r} have no history in common.`}}async function Vo(e,t,r){let[n]=await ot(e.git,e.checkout.remote,t);if(n!==void 0)return n;let s=await nt(e,`refs/heads/${t}`);if(s!==null||r===null)return s;let o=await ie(e,r,null);return o===null?r:{problem:o}}async function Ko(e,t){let{git:r,top:n,remote:s}=e.checkout,o=await r(["rev-parse","--verify","--quiet","--end-of-options",t]);if(o.ok&&$e(o.stdout)){let c=await Y(r,o.stdout);if(c!==null)return c}if($e(t)&&await ie(e,t,null)===null)return t;let a=s!==null&&t.startsWith(`${s}/`)?t.slice(s.length+1):t;for(let c of[`refs/heads/${a}`,`refs/tags/${a}`]){let l=await nt(e,c);if(l!==null)return l}let{stdout:i}=await r(["for-each-ref","--format=%(refname:short)"]),u=Bt(t,i.split(`
`).filter(Boolean));throw new I({what:`--base names no revision: ${JSON.stringify(t)}.`,where:n,hint:u===void 0?"It takes a branch, a tag or a commit of this repository.":`Did you mean ${u}?`})}function Yo(e){return{kind:"none",reason:"unobtainable",message:`What is checked out is still the test merge with the former base, not with ${e}.`,hint:"Choose the base again, or push a commit: then GitHub starts a run with the new one."}}function at(e,t){return{kind:"none",reason:"unobtainable",message:`${e} is not in this clone and could not be fetched: ${t}.`,hint:zo}}async function Dr(e,t,r){return[...(await Fr(e,["diff-tree",...["-r","-z","--raw","--no-renames","--no-ext-diff","--ignore-submodules=none"],t,r])).matchAll(/:(\d+) (\d+) [^\0]*\0([^\0]*)\0/g)].map(([,o,a,i])=>({path:jr(i),submodule:o===Br||a===Br}))}async function it(e,t){return(await Fr(e,["ls-tree","-r","-z","--full-tree","--name-only",t])).split("\0").filter(Boolean).map(jr)}var Br="160000";async function Fr(e,t){let r=await e.git(t,{encoding:"latin1"});if(r.ok)return r.stdout;throw new I({what:`What differs from the base could not be found out: ${Gn(r)}.`,hint:"Without `when` everything is measured.",exitCode:3})}function jr(e){return Buffer.from(e,"latin1").toString()}async function Gr(e,t,r){let{prefix:n}=e.checkout,s=await Dr(e,r.base,r.head);if(Qo(s,t,n))return{relevant:!0,notes:[]};let o=[...await it(e,r.head),...await it(e,r.base)].flatMap(l=>Ur(l,n)??[]),a=Xo(t.patterns,o);if(a.length===0)return{relevant:!1,notes:[]};let i=Me(t.patterns),u=!o.some(l=>i(l)==="in"),c=a.map(l=>`${JSON.stringify(l)} of \`when.changed\` matches no file of base or head${u?"; everything is measured":""}`);return{relevant:u,notes:c}}function Qo(e,t,r){let n=Me(t.patterns);return e.some(({path:s,submodule:o})=>{let a=Ur(s,r);if(a===null)return!1;if(t.always.includes(a))return!0;let i=n(a);return i==="in"||o&&i==="unnamed"})}function Xo(e,t){return e.filter(r=>{if(un(r))return!1;let n=Me([r]);return!t.some(s=>n(s)==="in")})}function Ur(e,t){return t===""?e:e.startsWith(`${t}/`)?e.slice(t.length+1):null}async function Wr(e){let{asked:t,trigger:r,checkout:n}=e;if("kind"in n)return lt(n,t);if(n.head===null)return lt({kind:"none",reason:"no-commit",message:"Nothing is committed yet."},t);let s=await Xn(n,e.folder,e),o=r.kind==="local"?await Qn(s,n.head,e.leaveOut):await Yn(s,n.head),a=await Lr(s,{head:n.head,dirty:o.dirty,asked:t,trigger:r});if(a.kind==="none")return lt(a,t);if(a.tree===o.tree)return{kind:"identical",base:a,head:o,notes:o.notes};let i={base:a.tree,head:o.tree},u=e.watched&&await Gr(s,e.watched,i),c=[...o.notes,...u?.notes??[]];return u?.relevant===!1?{kind:"irrelevant",base:a,head:o,notes:c}:{kind:"different",base:a,head:o,notes:c,layOut:l=>Zn(s,l,{head:o,base:a})}}function lt(e,t){if(t===null)return e;throw new I({what:`--base ${JSON.stringify(t)} cannot be used: ${e.message}`,hint:e.hint})}async function zr(e,t,{workspace:r,keeper:n},s){let{progress:o,signal:a,base:i}=s;i.asked===null&&e.deployments===void 0&&ea(i.trigger);let u=e.baseline.kind==="paired"&&e.deployments===void 0,c=i.asked!==null||qr(i.trigger);if(!u&&e.when===void 0&&!c)return Re(()=>"no base: the configuration or `--from` asks for recorded runs, and no merge waits for the run"),{kind:"alone",comparison:{kind:"history"}};o.phase(u?"laying out base and head":"looking at what has changed");let l=await Wr({checkout:t,environment:{...s.environment,...n.mark},asked:i.asked,trigger:i.trigger,folder:r.path,credentials:i.credentials??null,leaveOut:[...s.store.kind==="directory"?[s.store.path]:[],...s.keepPath?[s.keepPath]:[]],...e.when&&{watched:ra(e,e.when)},signal:a});if(er(l,i.asked,i.trigger),l.kind==="none"){if(u&&(l.reason==="unobtainable"||qr(i.trigger)))throw sa(l);e.when?o.note(`no base to find out what has changed, so everything is measured: ${Hr(l)}`):u&&l.reason!=="no-repository"&&o.note(`no base to measure beside the head: ${Hr(l)}`);let d=c&&{unread:l.message};return{kind:"alone",comparison:{kind:"history"},...d}}for(let d of l.notes)o.note(d);if(u&&ta(l,s),l.kind==="irrelevant"||l.kind==="identical"&&e.when)return{kind:"nothing",base:l.base.commit};if(!u){let d=l.kind==="different"&&{pair:l};return{kind:"alone",comparison:{kind:"history"},...d}}return l.kind==="different"?{kind:"pair",pair:l}:{kind:"alone",comparison:{kind:"none",reason:{kind:"identical"}}}}function ea(e){if(e.kind!=="local"||e.commented===void 0)return;let{baseBranch:t,commented:r}=e;throw new I({what:`issue_comment checks out ${t}, not pull request ${r}, and names no base to compare it with.`,hint:`Best measure on \`pull_request\`. Otherwise check out the pull request (\`ref: refs/pull/\${{ github.event.issue.number }}/head\` and \`fetch-depth: 0\` for actions/checkout), and set the input \`base\`, such as \`origin/${t}\`. Its code then has the secrets and the token of this job: check first who has commented.`})}function ta({base:e,head:t},r){let{trigger:n}=r.base;if(n.kind!=="local"||n.event===void 0)return;let s=`${tt(r.subject.commit)}${t.dirty?" with changes that are not committed":""}`,o=`${tt(e.commit)}, ${Vn(e,n.baseBranch)}`;r.progress.note(`${n.event}: what is checked out, ${s}, is compared with ${o}`)}var na="Give actions/checkout `fetch-depth: 0`, and its job `contents: read`. Or compare with recorded runs on purpose: `from: history` under `baseline`.";function ra({path:e,directory:t,scenarios:r,k6Path:n=e},{changed:s}){let o=r.flatMap(({work:a})=>qn(a));return{patterns:s,always:[e,n,...o].map(a=>Zo(t,a))}}function qr({kind:e}){return e==="pull_request"||e==="merge_group"}function Hr({message:e,hint:t}){return`${e}${t?` ${t}`:""}`}function sa({message:e,hint:t=na}){return new I({what:`No base to measure beside the head: ${e}`,hint:t,exitCode:ne.unmeasured})}async function ct(e,t,r){let{progress:n,environment:s,signal:o,subject:a}=r,{suite:i,directory:u}=e,c=r.base.credentials??null,l=nr(r.store,{suite:i,directory:u,credentials:c,environment:s,signal:o});try{let{records:d,unreadable:m}=await l.list({newest:Nn});for(let{name:w,reason:v}of m)n.note(`record ${w} is left out: ${v}`);let p=a.commit===null?null:r.baseBranch,h=d.filter(w=>w.branch===p),y=p===null?new Set:await _r(t,p,h);return y.size>0&&n.note(`${oa(y.size)} no longer on ${p} and left out`),{store:l,baseline:Bn(h,{branch:p,onBranch:w=>!y.has(w),leg:r.leg}),problem:null}}catch(d){if(!(d instanceof I)||d.exitCode!==ne.unmeasured)throw d;return n.note(`the records cannot be read, so there is no trend: ${d.message}`),{store:l,baseline:[],problem:d}}}function ut({problem:e}){if(e===null)return;let{message:t,where:r,hint:n,detail:s}=e;throw new I({what:t,where:r,hint:n,detail:s,cause:e,exitCode:ne.unmeasured})}async function Jr({store:e},t){try{return{recordPath:await e.append(t),unrecorded:null}}catch(r){if(r instanceof Lt)throw r;let n=r instanceof I&&r.hint?` ${r.hint}`:"";return{recordPath:null,unrecorded:`${r.message}${n}`}}}function oa(e){return e===1?"the commit of one record is":`the commits of ${e} records are`}import{randomInt as El}from"node:crypto";async function ue(e,{arms:t,together:r,block:n,variant:s}){e.starts++;let o=e.starts>1?`_${e.starts}`:"",a=s===void 0?"":`v${s}_`,i=await Promise.allSettled(r.map(async l=>{e.running.set(l,await lr(t[l],`${l}_${a}${n+1}${o}`))})),u=i.flatMap(l=>l.status==="rejected"?[l.reason]:[]),c=u.find(({arm:l})=>l!=="base")??u[0];if(c instanceof le&&(c.isOnlyHere=u.length<i.length),c!==void 0)throw c}async function de({running:e}){let t=[...e.values()];e.clear();let n=(await Promise.allSettled(t.map(s=>s.stop()))).find(s=>s.status==="rejected");if(n)throw n.reason}import{readFileSync as mt}from"node:fs";import{availableParallelism as Vr}from"node:os";import{setTimeout as aa}from"node:timers/promises";var ia=250,la=.1;async function Le(e,t){let r=performance.now()+e,n=dt(0,new Set);for(;n.busy!==null&&performance.now()<r&&!t.aborted;){await aa(500);let s=dt(0,new Set),o=(s.monotonic-n.monotonic)/1e3;if(((s.busy??0)-n.busy+(s.steal??0)-(n.steal??0))/o<la*Vr())return!0;n=s}return n.busy===null}function Kr(e,t,r=new Map){let n=[],s=Vr(),o=()=>{let i=dt(e,new Set(t),r),u=n.findLast(({generator:l})=>l!==null)?.generator??0,c=(i.generator??0)<u;n.push(c?{...i,busy:null,generator:null,service:null}:i),s=pa(e)??s};o();let a=setInterval(o,ia);return{samples:n,take:o,generatorLimit:()=>s,stop(){clearInterval(a),o()}}}function dt(e,t,r=new Map){let n=ca(),{user:s,system:o}=process.cpuUsage(),a=new Set([e,...t]),i=n&&sr(rr()??[],a),u=i&&ma(i,e,t);return{wall:Date.now(),monotonic:performance.now(),busy:n?.busy??null,steal:n?.steal??null,generator:u?.generator??null,service:u?.service??null,self:(s+o)/1e6,opens:ua(),arms:new Map([...r].map(([c,l])=>[c,da(i??[],l)]))}}function ca(){try{let[e,t,r,,,,,n]=mt("/proc/stat","latin1").slice(0,200).split(`
`)[0].trim().split(/\s+/).slice(1).map(Number);return{busy:(e+t+r)/st,steal:(n??0)/st}}catch{return null}}function ua(){try{let e=mt("/proc/self/net/snmp","latin1").split(`
`),[t,r]=e.filter(n=>n.startsWith("Tcp:")).map(n=>n.split(" "));return Number(r[t.indexOf("ActiveOpens")])}catch{return null}}function Yr(e,t,r){let[n,s]=[t,r].map(o=>Pe(e,o,({opens:a})=>a));return n===null||s===null?null:Math.ceil(s-n)}function da(e,t){let r=e.filter(({session:s})=>t.includes(s)),n=s=>r.reduce((o,a)=>o+s(a),0);return{seconds:n(({pid:s,seconds:o})=>Math.max(o,or(s)??0)),memory:n(({pid:s})=>ar(s)??0)}}function ma(e,t,r){let n={generator:0,service:0};for(let{session:s,seconds:o}of e)s===t?n.generator+=o:r.has(s)&&(n.service+=o);return n}function pa(e){try{return(/^Cpus_allowed_list:\s*(\S+)/m.exec(mt(`/proc/${e}/status`,"latin1"))?.[1]).split(",").map(n=>n.split("-").map(Number)).reduce((n,[s,o])=>n+(o===void 0?1:o-s+1),0)}catch{return null}}function pt(e,t,r,n){let s=(r-t)/1e3,o=m=>{let p=Pe(e,t,m),h=Pe(e,r,m);return p===null||h===null?null:Math.max(0,(h-p)/s)},[a,i,u,c]=[o(m=>m.busy),o(m=>m.generator),o(m=>m.service),o(m=>m.self)],l=n.outsiders?null:u,d=a!==null&&i!==null&&l!==null;return{cores:n.cores,generator:i,generatorLimit:n.generatorLimit,service:l,others:d?Math.max(0,a-i-l-(c??0)):null,steal:o(m=>m.steal),clockJumpMs:fa(e,t,r)}}function Qr(e,t,r,n){let s=c=>Pe(e,c,l=>l.arms.get(t)?.seconds??null),[o,a]=[s(r),s(n)],i=e.findLast(({wall:c})=>c<=n)?.arms.get(t)?.memory??0;return!((e.at(-1)?.wall??0)>=n)||o===null||a===null||a<=o||i===0?null:{cpu:a-o,memory:i}}function Pe(e,t,r){let n=e.filter(c=>r(c)!==null),s=n.findIndex(c=>c.wall>=t),o=n[s===-1?n.length-1:s],a=n[Math.max(0,(s===-1?n.length-1:s)-1)];if(!a||!o)return null;let[i,u]=[r(a),r(o)];return i===null||u===null?null:o.wall===a.wall?u:i+Math.min(1,Math.max(0,(t-a.wall)/(o.wall-a.wall)))*(u-i)}function fa(e,t,r){let n=e.filter(s=>s.wall>=t&&s.wall<=r).map(s=>s.wall-s.monotonic);return n.length<2?0:Math.max(...n)-Math.min(...n)}function Xr(e){let{intended:t,sent:r,dropped:n}=e;if(ft(e))return"disturbed";let s=t===null?0:t-r,o=t!==null&&s>Math.max(2,.01*t),a=es(e);return t===null?ts(e)?"generator-starved":"sound":o||n>0?a?"generator-starved":n>0&&o?"service-slow":o?(e.lagMs??0)>20?"generator-starved":"unknown":"sound":e.lagMs!==null&&e.lagMs>20&&!ha(e)?"generator-starved":"sound"}function ft({cpu:e,clockJumpMs:t}){return t>100||e.steal!==null&&e.steal>.1*e.cores||e.others!==null&&e.others>.2*e.cores}function ha(e){let{cores:t,generator:r,service:n}=e.cpu;return r===null||n===null?!1:r<.3*t&&n>r&&r+n<.9*t&&ht(e)}function ht({cpu:{cores:e,others:t,steal:r},clockJumpMs:n}){return t!==null&&t<.05*e&&(r??0)<.025*e&&n<=100}function Zr(e,t){if(es(e))return!0;let{generator:r,service:n}=e.cpu;return(t==="generator-starved"||t==="unknown")&&r!==null&&!(n!==null&&n>r)}function es(e){let{cpu:t}=e;return t.generator===null?!1:ts(e)?!0:t.generator+(t.service??0)+(t.others??0)>.9*t.cores&&t.generator>.45*t.cores}function ts({cpu:{generator:e,generatorLimit:t}}){return e!==null&&t!==null&&e>.9*t}function me(e,t){let{cpu:r,intended:n,sent:s,seconds:o,clockJumpMs:a,lagMs:i}=t,u=`${Math.max(0,Math.round((n??0)-s))} of ${Math.round(n??0)} arrivals never began in ${ga(o)} s`,c=(l,d)=>`${Math.round(100*l/d)} %`;switch(e){case"disturbed":return a>100?`the clock jumped by ${Math.round(a)} ms`:r.steal!==null&&r.steal>.1*r.cores?`the hypervisor took ${c(r.steal,r.cores)} of the processors`:`other processes took ${c(r.others??0,r.cores)} of the processors`;case"generator-starved":{let l=r.generator===null?"":`; k6 had ${c(r.generator,r.generatorLimit??r.cores)} of its processors`;return`${(i??0)>20?`k6 began arrivals ${Math.round(i)} ms late (p99)`:`k6 fell behind: ${u}`}${l}`}case"unknown":return`${u}, and nothing shows why`;case"service-slow":return`the service was too slow for the rate: ${u}`;case"sound":return"nothing disturbed it"}}function ga(e){return Math.round(e*10)/10}var Sa=.98,ba=.01,ya=.8;function ns(e,t,{diagnosis:r,evidence:n,slices:s}){let o=F(s,e.metric),{sent:a,intended:i}=n,u=i!==null&&a<Sa*i,c=wa(s),l=ye(s),m=!Number.isNaN(o)&&!Ze(ae,l)&&!Ze(e,o)&&!u&&!c;return{rate:t,achieved:Jt(s),met:m,value:o,errors:l,dropped:s.reduce((p,h)=>p+h.dropped,0),...c&&{growing:c},...!m&&Zr(n,r)&&{limitedBy:"generator"}}}function wa(e){let t=e.filter(i=>Vt(i)>0).map(i=>({at:i.startedAt/1e3,wait:N([i],.5)/1e3})),r=t[0],n=t.at(-1);if(r===void 0||n===void 0||t.length<4||n.wait===1/0)return;let s=t.flatMap((i,u)=>t.slice(u+1).map(c=>c.wait>i.wait)),o=s.filter(Boolean).length>=ya*s.length,a=(n.wait-r.wait)/(n.at-r.at);return o&&a>ba?!0:void 0}function rs(e){let t=e.filter(os);return e.filter(({slot:r})=>t.some(n=>n.slot.step===r.step&&n.slot.round===r.round))}function ss(e,t){let r=[...new Set(e.map(({slot:a})=>a.step.label))],n=e.filter(os).map(({diagnosis:a,evidence:i})=>me(a,i));return`${`${e.length} ${e.length===1?"round":"rounds"} of ${r.join(", ")}`} ${t?"will be measured again":"discarded"}: ${[...new Set(n)].join("; ")}`}function os({diagnosis:e}){return e!=="sound"&&e!=="service-slow"}function as({slot:e,diagnosis:t,evidence:r},n){let{sent:s,intended:o,seconds:a,dropped:i,lagMs:u,clockJumpMs:c,cpu:l}=r,d=w=>w===null?"unknown":Number(w.toPrecision(3)),{generator:m,service:p,others:h,steal:y,cores:f}=l;return[`discarded: block ${n+1}, ${e.step.label}, ${e.arm}, round ${e.round+1}, ${e.turns?"in turns":"alone"}`,t==="sound"?"sound, but its counterpart is not":me(t,r),`${s} of ${o??s} arrivals in ${d(a)} s, ${i} dropped, p99 of lateness ${d(u)} ms`,`of ${f} cores k6 used ${d(m)}, the service ${d(p)}, others ${d(h)}, the hypervisor ${d(y)}`,`the clock jumped by ${d(c)} ms`].join("; ")}import{availableParallelism as pi}from"node:os";import{setTimeout as fi}from"node:timers/promises";function cs(e,t){let{rate:r,settling:n,measured:s}=e,o=is({...e,count:n},t),a=n/r*1e3,i=n>0?0:Math.min(100,500*s/r),u=1-i*r/(1e3*Math.max(1,s)),c=is({...e,count:s},t),l=[...o,...c.map(h=>a+i+h*u)],d=e.arms*e.turn,m=0;for(;m+d<=n&&l[m]<100;)m+=d;let p=l.slice(m).map(h=>Number(Math.max(h,100).toFixed(2)));return{dueMs:p,skipped:m,...va(p,r)}}function is({rate:e,count:t,arms:r,turn:n},s){let o=Math.ceil(t/(r*n))*n,a=ka(o,o/e*1e3,s),i=[],u=0;for(let c=0;c<o;c+=n)for(let l=0;l<r;l++)for(let d of a.slice(c,c+n))u+=d,i.push(u);return i.slice(0,t)}function ka(e,t,r){let n=Array.from({length:e+1},()=>-Math.log(1-r.uniform())),s=n.reduce((o,a)=>o+a,0);return n.slice(0,e).map(o=>o/s*t)}var ls=[1,1.01,1.02,1.05,1.1,1.15,1.2,1.3,1.5,2,3,5,10];function va(e,t){let r=e.length,n=u=>e.reduce((c,l,d)=>Math.min(c,l-d*1e3/(t*u)),1/0),s=t*(ls.find(u=>n(u)>=5)??ls.at(-1)),o=Math.max(0,Math.floor(n(s/t)-5)),[a,i]=[0,0];for(let u=0;u<r;u++){for(;i<r&&e[i]<o+u*1e3/s;)i++;a=Math.max(a,u+1-i)}return{launchMs:o,launchRate:s,launchSeconds:(r-.5)/s,waiting:a}}function us(e,t){let r=2166136261^e;for(let n=0;n<t.length;n++)r=Math.imul(r^t.charCodeAt(n),16777619);return r|0}var ds=`/**
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
`;var ms=`// Lateness of an arrival (ms). Open model only. It says nothing while arrivals are dropped.
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
`;var Ne="books.js",hs=ds,ps={perSecond:50,share:1/8},Ta=["0.0.0.0/2","64.0.0.0/3","96.0.0.0/4","112.0.0.0/5","120.0.0.0/6","124.0.0.0/7","126.0.0.0/8","128.0.0.0/1",...Array.from({length:16},(e,t)=>`${(2**t).toString(16)}::/${16-t}`)];function gs({program:e,targetUrl:t,confined:r,scriptPath:n,insecure:s=!1,requestOf:o,arrivals:a=new Map,name:i="script",dealOf:u=()=>null}){let c=e.slots[0].step.work,l=new Map(e.slots.map(f=>[f,u(f)])),d=Object.fromEntries(e.slots.map((f,w)=>{let v=l.get(f)??null,R=v===null?o(f):null;return[f.key,{id:`s${w}`,...Oa(f,R,v),...Ea(a.get(Q(f))),isConfined:r}]})),m=Math.max(0,...[...a.values()].map(({waiting:f})=>f)),p=[...l.values()].filter(f=>f!==null),h=JSON.stringify(c.kind==="script"?n??c.path:null),y=c.kind==="script"?[`export * from ${h};`,`import * as user from ${h};`]:["const user = {};"];return[`import { CODES, needsBody, openIteration, TAG, tellFailure } from './${Ne}';`,"import { sleep } from 'k6';","import http from 'k6/http';","import exec from 'k6/execution';",...a.size>0||p.some(({dataFile:f})=>f!==null)?["import { SharedArray } from 'k6/data';"]:[],"import { Counter, Gauge, Trend } from 'k6/metrics';",...y,"",`const TARGET_URL = __ENV.TARGET_URL || ${JSON.stringify(t)};`,`const PERCENTS = ${JSON.stringify(ur)};`,`const INSECURE = ${s};`,`const BLOCKED = ${JSON.stringify(r?Ta:[])};`,`const SEQUENCES = ${JSON.stringify(Object.fromEntries(p.map(({name:f,sequence:w})=>[f,w])))};`,`const ROWS = {${[...new Set(p.flatMap(xa))].join(", ")}};`,`const ARRIVALS = {${[...a.keys()].map(f=>Aa(f,i)).join(", ")}};`,`const SLOTS = ${JSON.stringify(d,null,2)};`,`const SCENARIOS = ${JSON.stringify(Object.fromEntries(e.slots.map(f=>[Q(f),$a(f,a,m)])),null,2)};`,"",ms].join(`
`)}function xa({name:e,dataFile:t}){if(t===null)return[];let r=JSON.stringify(e);return[`${r}: new SharedArray(${r}, () => JSON.parse(open(${JSON.stringify(`./${t}`)})))`]}function Ea({skipped:e,launchMs:t}={skipped:0,launchMs:0}){return{skipped:e,launchMs:t}}function gt(e){return`${e}.arrivals.json`}function Aa(e,t){let r=JSON.stringify(e),n=JSON.stringify(`./${gt(t)}`);return`${r}: new SharedArray(${JSON.stringify(`arrivals ${e}`)}, () => JSON.parse(open(${n}))[${r}])`}function St(e){return e.round!==null||e.slices>1}function Q({key:e,turns:t}){return t?.scenario??e}function Oa(e,t,r){let{load:n,work:s,label:o}=e.step,a=r?.requests.map((i,u)=>({...i,which:u}));return{label:o,measured:St(e),told:e.arm==="head",startMs:e.startSeconds*1e3,settleMs:e.settleSeconds*1e3,sliceMs:(e.seconds-e.settleSeconds)*1e3/e.slices,slices:e.slices,rate:n.kind==="arrival-rate"?n.rate:null,sampledShare:n.kind==="arrival-rate"?Math.min(1,ps.perSecond/n.rate):ps.share,scenario:Q(e),scenarioName:e.step.scenario,turns:e.turns&&{...e.turns,...V(e)},iterations:e.round===null?null:e.requests,exec:s.kind==="script"?s.exec:null,custom:[...new Set(ve(e.step.slos).map(({name:i})=>i))],deal:r&&{name:r.name,first:r.first,requests:a},request:a?.[0]??(t&&{method:t.method,url:t.url,headers:t.headers,body:t.body??null,expectStatus:t.expectStatus,timeoutMs:t.timeoutSeconds*1e3})}}function $a(e,t,r){let{load:n,virtualUsers:s,graceSeconds:o}=e.step,a={exec:"runIteration",startTime:`${e.startSeconds}s`,gracefulStop:`${o}s`},i=`${e.seconds}s`;switch(n.kind){case"arrival-rate":{let u=t.get(Q(e)),c={preAllocatedVUs:s+r,maxVUs:s+r},l="constant-arrival-rate";if(u===void 0)return{...a,...c,executor:l,duration:i,...fs(n.rate)};let d=Math.max(z,u.launchSeconds),m=u.launchMs/1e3,p=Math.max(0,e.seconds-m-d)+o;return{...a,startTime:`${we(e.startSeconds+m)}s`,...c,executor:l,duration:`${we(d)}s`,gracefulStop:`${we(p)}s`,...fs(u.launchRate)}}case"users":return{...a,executor:"constant-vus",duration:i,vus:n.users};case"fixed-work":return e.round===null?{...a,executor:"constant-vus",duration:i,vus:n.users}:{...a,executor:"shared-iterations",vus:n.users,iterations:e.requests??n.requests,maxDuration:`${J}s`}}}function fs(e){for(let[t,r]of[["1s",1],["1m",60],["1h",3600]]){let n=e*r;if(Math.abs(n-Math.round(n))<1e-9*n)return{rate:Math.round(n),timeUnit:t}}return{rate:Math.max(1,Math.round(e*3600)),timeUnit:"1h"}}function Ss(e,t,r){return new Map(e.slots.flatMap(n=>{let{load:s,label:o}=n.step;if(s.kind!=="arrival-rate"||s.arrivals==="even")return[];let a=_e(us(t,`${r} ${n.round} ${o}`));return[[Q(n),cs({rate:s.rate,...Ca(n,s.rate)},a)]]}))}function Ca(e,t){let r=V(e);if(r!==null){let{settling:s,measured:o,arrivals:a}=r;return{settling:s,measured:o,arms:e.turns.of,turn:a}}return{settling:On(t,e.settleSeconds),measured:An(e),arms:1,turn:1}}var X={grpc:2e3,socket:3e3,redis:9e3,exception:9001},bs=1e4;function bt({values:e,count:t},r){let n=new Map([[e[0],0],[e.at(-1),0]]);for(let[s,o]of e.entries())s===0||o!==e[s-1]||n.set(o,(n.get(o)??0)+r[s]-r[s-1]);return[...n].map(([s,o])=>({which:Math.floor(s/bs),code:s%bs,count:Math.max(1,Math.round(o*t))})).sort((s,o)=>o.count-s.count)}function ys(e){let t=new Map;for(let r of e){let n=`${r.which} ${r.code}`;t.set(n,{...r,count:r.count+(t.get(n)?.count??0)})}return[...t.values()].sort((r,n)=>n.count-r.count)}var _a=["OK","CANCELLED","UNKNOWN","INVALID_ARGUMENT","DEADLINE_EXCEEDED","NOT_FOUND","ALREADY_EXISTS","PERMISSION_DENIED","RESOURCE_EXHAUSTED","FAILED_PRECONDITION","ABORTED","OUT_OF_RANGE","UNIMPLEMENTED","INTERNAL","UNAVAILABLE","DATA_LOSS","UNAUTHENTICATED"];function ws(e,t){if(e<1e3)return`status ${e}`;let r=t===void 0?"":`: ${t}`;return e>=X.exception?t??"exception":e>=X.redis?`redis${r}`:e>=X.socket?`WebSocket${r}`:e>=X.grpc?`gRPC status ${_a[e-X.grpc]??e-X.grpc}${r}`:t??`error ${e} of k6`}var vt=Wo(qo(),1);import{createReadStream as ja,existsSync as wt,readFileSync as Es,statSync as Ga,writeFileSync as kt}from"node:fs";import{totalmem as Ua}from"node:os";import{dirname as Wa,join as G}from"node:path";import{createInterface as qa}from"node:readline";import{setTimeout as Ha}from"node:timers/promises";import{rootCertificates as za}from"node:tls";var P=qt().nonnegative(),ks=B(L()).refine(e=>e.every((t,r)=>!(t<e[r-1]))),Be=D({count:P,avg:L(),values:ks}).nullable(),Ia=Be.refine(e=>e===null||e.values[0]>=0&&e.values.at(-1)>0&&e.avg>0),Pa=Ht("type",[D({type:re("trend"),count:P,avg:L(),values:ks}),D({type:re("rate"),hits:P,count:P}),D({type:re("counter"),sum:L()})]),La=D({schemaVersion:re(1),percents:B(L()),slots:be(H(),D({startedAt:L(),endedAt:L(),dropped:P,answers:B(D({sizes:Be,statuses:Be})),slices:B(D({started:P,finished:P,exceptions:P,barren:P,untagged:P,begun:P,voided:P,resent:P,connects:P,received:L().nonnegative(),failed:Be,latency:Ia,lag:be(zt(["p50","p99","max"]),L().nonnegative()).nullable(),custom:be(H(),Pa).optional()}))})),thresholds:B(H()),fed:B(H()),unfed:B(H()),lost:P,seen:B(Kt).optional()});function vs(e){let{success:t,data:r,error:n}=La.safeParse(JSON.parse(e));if(!t)throw new Error(Wt(n));return r}function Ms(e,t){for(let r of t.filter(({key:n})=>n in e.slots)){let{label:n,load:s,work:o,graceSeconds:a}=r.step,{slices:i}=e.slots[r.key],u=h=>i.reduce((y,f)=>y+h(f),0),c=u(h=>h.started),l=Na(r);if(i.length>r.slices||c>l)return`${c} arrivals of ${n} in ${i.length} parts, where ${l} in ${r.slices} were due`;if(o.kind==="script")continue;let d=u(({latency:h,failed:y})=>(h?.count??0)+(y?.count??0));if(d>c)return`${d} answers to ${c} requests of ${n}`;if(s.kind!=="users")continue;let m=Math.round(u(({latency:h})=>(h?.count??0)*(h?.avg??0))/1e3),p=Math.ceil(s.users*(r.seconds+a)*1.1);if(m>p)return`${m} s of requests of ${n}, whose users had ${p} s`}return null}function Na({step:{load:e},seconds:t,round:r,requests:n}){return e.kind==="arrival-rate"?Math.ceil(e.rate*t)+1:e.kind==="fixed-work"&&r!==null?n??e.requests:Number.POSITIVE_INFINITY}function Rs(e,t){return t.filter(r=>St(r)&&(e.slots[r.key]?.startedAt??0)>0).map(r=>({...Ba(r,e.slots[r.key],e.percents),seen:e.seen}))}function Ba(e,t,r){let n=r.map(f=>f/100),{load:s,work:o}=e.step,a=s.kind==="fixed-work"&&t.endedAt>=t.startedAt?Math.max(1,t.endedAt-t.startedAt)/1e3:e.seconds-e.settleSeconds,i=s.kind==="arrival-rate"?s.rate:null,u=V(e),c=u===null?a/e.slices:u.planned/i/e.slices,l=i===null?null:i*c,d=o.kind==="script",m=t.slices.map((f,w)=>{let{latency:v,failed:R,exceptions:O}=f;return{startedAt:t.startedAt+(e.settleSeconds+w*a/e.slices)*1e3,seconds:c,...e.turns!==null&&{alternating:!0},planned:l,ok:v?.count??0,failed:Math.max(R?.count??0,O)+yt(f,d),dropped:Fa(t,s.kind==="fixed-work"?e:null,l),...f.resent>0&&{resent:f.resent},latency:v&&{levels:n,values:v.values},avg:v?.avg??null,lag:f.lag,...Object.keys(f.custom??{}).length>0&&{custom:Da(f.custom,n)}}}),p=f=>t.slices.reduce((w,v)=>w+f(v),0),h=p(f=>yt(f,d)),y=p(f=>f.started>f.finished?0:yt(f,!0));return{slot:e,slices:m,sent:p(({started:f})=>f),intended:l===null?null:l*e.slices,barren:p(({barren:f})=>f),lost:d?y+(ve(e.step.slos).length>0?p(({untagged:f})=>f):0):0,cut:h,received:p(({received:f})=>f),failures:ys(t.slices.flatMap(({failed:f})=>f===null?[]:bt(f,n))),answers:t.answers.map(({sizes:f,statuses:w})=>({sizes:f&&{...f,levels:n},statuses:new Map(w?bt(w,n).map(({code:v,count:R})=>[v,R]):[])})),connects:p(({connects:f})=>f)}}function yt({started:e,begun:t,voided:r,latency:n,failed:s},o){let a=r+(n?.count??0)+(s?.count??0);return Math.max(0,(o?t:e)-a)}function Da(e,t){return Object.fromEntries(Object.entries(e).map(([r,n])=>[r,n.type==="trend"?{...n,levels:t}:n]))}function Fa(e,t,r){if(e.dropped===0)return 0;if(t)return Math.round(e.dropped/t.slices);let n=(r??0)*e.slices.length-e.slices.reduce((s,{started:o})=>s+o,0);return Math.round(Math.min(e.dropped,Math.max(0,n))/e.slices.length)}var Ts={100:"its `setup` did not finish in time",101:"its `teardown` did not finish in time",104:"k6 does not accept its options",107:"it threw an exception outside an iteration",108:"it aborted the test",110:"it marked the test as failed"},Ja=99,xs=105;async function As(e){let{folder:t,name:r}=e,n=G(t,`${r}.js`),s=G(t,`${r}.summary.json`),o=G(t,`${r}.log`),a=G(t,"k6-config.json");if(kt(n,e.script),e.arrivals?.size){let c=[...e.arrivals].map(([l,d])=>[l,d.dueMs]);kt(G(t,gt(r)),JSON.stringify(Object.fromEntries(c)))}wt(G(t,Ne))||vt.default.sync(G(t,Ne),hs),wt(a)||vt.default.sync(a,"{}");let i=await ir({command:[e.binary,"run","--quiet","--no-color","--no-usage-report","--config",a,"--address","","--env",`TARGET_URL=${e.targetUrl}`,"--env",`BASE_URL=${e.targetUrl}`,"--env",`TAILGATE_SUMMARY=${s}`,...e.userScript?["--env",`TAILGATE_SCRIPT_FOLDER=${Wa(e.userScript)}`]:[],n],cwd:e.cwd,env:{...ei(),...Se(e.environment,ti(e)),...!e.mayFetch&&{K6_AUTO_EXTENSION_RESOLUTION:"false"}},logPath:o,keeper:e.keeper}),u=i.exited.then(async c=>{let l=mr(Xa(o),t),d=c.code??-1,m=(p,h)=>({kind:"failed",fault:p,message:h,log:l});if(c.signal!==null)return m("harness",`k6 was ended by ${c.signal}`);if(d in Ts){let p=l.replaceAll('\\"','"'),h=/TAILGATE_EXPORTS (\S+): (.*?) TAILGATE_END/.exec(p),y=/TAILGATE_REFUSED (.*?) TAILGATE_END/.exec(p)?.[1];return{...m("script",y??`${Ts[d]}${Ya(p)}`),...h!==null&&{missing:{exec:h[1],there:h[2]}}}}if(d!==0&&d!==Ja&&d!==xs)return m("harness",`k6 ended with exit code ${d}`);try{if(!Ga(s).isFile())throw new Error("it is no file");let p=vs(Es(s,"utf8"));return{kind:"measured",complete:d!==xs,summary:p,...await ni(o)}}catch(p){return m("harness",`k6 left no readable summary: ${p.message}`)}});return{group:i,began:Ka(o,i),finished:u}}var Va=20;async function Ka(e,{exit:t}){for(;t()===null;){let r=/TAILGATE_BEGAN (\d+)/.exec(rt(e))?.[1];if(r!==void 0)return Number(r);await Ha(Va)}return null}function Ya(e){let t=/"(k6\/x\/[^"\s]+)"/.exec(e)?.[1];return t!==void 0?`: it imports \`${t}\`, an extension that this k6 lacks. None is fetched from elsewhere unless \`allow\` names hosts; give \`k6.path\` a k6 that has it`:/ of undefined/.test(e)?"; Tailgate replaces its scenarios and its load, so `exec.test.options.scenarios` has not those of the script":""}var Qa=20;function Xa(e){let t=rt(e,2e3).split(`
`).filter(s=>!s.includes("TAILGATE_BEGAN")),r=t.slice(-Qa),n=t.find(s=>/^time="[^"]*" level=error (?!.* source=console)/.test(s));return(n===void 0||r.includes(n)?r:[n,...r.slice(1)]).join(`
`)}var Za=4;function ei(){let e=Math.min(Ua(),process.constrainedMemory?.()||Number.POSITIVE_INFINITY);return{GOGC:"800",GOMEMLIMIT:`${Math.floor(e/Za/2**20)}MiB`}}function ti({certificates:e=[],environment:t,folder:r}){if(e.length===0)return{};let n=t.SSL_CERT_FILE,s=n&&wt(n)?[Es(n,"utf8")]:za,o=G(r,"certificates.pem");return kt(o,[...e,...s].join(`
`)),{SSL_CERT_FILE:o}}async function ni(e){let t=new Map,r=new Map;for await(let n of qa({input:ja(e)})){let s=/TAILGATE_(FAILURE|REDIRECT) ((?:[^"\\]|\\.)*)"/.exec(n);if(s===null)continue;let o=s[2].replaceAll('\\"','"');if(s[1]==="FAILURE"){let[,a,i,u]=/^(\d+) (.*?): (.*)$/s.exec(o)??[],c=`${a} ${i}`;u!==void 0&&!t.has(c)&&t.set(c,{label:i,code:Number(a),text:u})}else{let[,a,i,u,c]=/^(\d+) (\d+) (\S+) (.*)$/s.exec(o)??[],l=`${a} ${c}`;if(c===void 0||r.has(l))continue;r.set(l,{label:c,which:Number(a),status:Number(i),location:u==="-"?null:u})}}return{told:[...t.values()],redirects:[...r.values()]}}import{existsSync as oi,writeFileSync as ai}from"node:fs";import{join as ii}from"node:path";var ri=1;function Os(e){let t=e.map(({weight:u})=>u),r=t.reduce($s),n=t.map(u=>u/r),s=n.flatMap((u,c)=>Array.from({length:u},()=>c)),o=_e(ri);for(let u=s.length-1;u>0;u--){let c=o.index(u+1);[s[u],s[c]]=[s[c],s[u]]}let a=n.map(()=>0),i=s.map(u=>a[u]++);return{order:s,ranks:i,counts:n}}function $s(e,t){return t===0?e:$s(t,e%t)}function Cs(e,t,r,n){let s=[],o=0;for(let{name:a,offset:i,length:u}of Dt(e)){let c=a.startsWith("data.")?t.indexOf(a.slice(5)):-1;if(c<0)continue;let l=i+u,d=r==="json"&&si(e,i,l);s.push(n(e.slice(o,d?i-1:i)),{column:c,as:d?"value":r}),o=d?l+1:l}return s.length===0?n(e):[...s,n(e.slice(o))]}function si(e,t,r){return e[t-1]==='"'&&e[t-2]!=="\\"&&e[r]==='"'&&e[r+1]!==":"}function _s(e,t,r){if(e.step.work.kind==="script")return null;let{request:n}=e.step.work;return{...n,url:Ps(t.fill(n.url),t,r,e),headers:Object.fromEntries(Object.entries(n.headers).map(([s,o])=>[s,t.fill(o)])),body:n.body===void 0?void 0:t.fill(n.body)}}function Is(e,t,r,{config:n,folder:s}){let{work:o,scenario:a}=e.step;if(o.kind==="script"||o.mix===void 0&&o.data===void 0)return null;let i=o.data?`data-${a}.json`:null;i!==null&&li(o.data.path,ii(s,i));let u=(l,d)=>Cs(l,o.data?.columns??[],d,r.fill),c=oe(o);return{name:a,dataFile:i,first:ui(e,t),sequence:Os(c),requests:c.map(({request:l})=>({name:`${l.method} ${l.url}`,method:l.method,url:Ps(u(l.url,"path"),r,n,e),headers:Object.fromEntries(Object.entries(l.headers).map(([d,m])=>[d,u(m,"raw")])),body:l.body===void 0?null:u(l.body,l.quotesData?"json":"raw"),expectStatus:l.expectStatus,timeoutMs:l.timeoutSeconds*1e3}))}}function li(e,t){oi(t)||ai(t,JSON.stringify(sn(mn(e),e).rows))}function Ps(e,{targetUrl:t},r,{step:n}){let[s,...o]=typeof e=="string"?[e]:e,a=String(s),i=a.startsWith("/")?t+a:a;return ln(i,r,`request of ${n.label}`),typeof e=="string"?i:[i,...o]}var ci=16;function ui({step:{load:e},round:t,seconds:r,turns:n,requests:s},o){let a=e.kind==="arrival-rate"?e.rate*r/(n?.of??1):s??0;return(o*ci+(t===null?0:t+1))*Math.ceil(a)}function Ls(e,{instances:t,began:r,sample:n}){let s=[],o=new Set,a=!1,i=()=>{for(let l of o)t.get(l)?.resume();o.clear()},u=l=>{for(let[d,m]of t)d!==l&&(m.halt(),o.add(d))},c=e.slots.flatMap(l=>[...t.size>1&&l.round!==null&&_(l)?[{at:l.startSeconds,act:()=>u(l.arm)},{at:di(l),act:i}]:[],...mi(l).map(d=>({at:d,act:n}))]);return r.then(l=>{if(!(l===null||a))for(let{at:d,act:m}of c)s.push(setTimeout(m,l+d*1e3-Date.now()))}),{end(){a=!0;for(let l of s)clearTimeout(l);i()}}}function di({step:e,startSeconds:t,seconds:r}){return t+(e.load.kind==="fixed-work"?J:r)}function mi({round:e,step:t,startSeconds:r,seconds:n,settleSeconds:s,slices:o}){if(e===null&&o===1)return[];if(t.load.kind==="fixed-work")return[r];let a=(n-s)/o;return Array.from({length:o+1},(i,u)=>r+s+u*a)}var hi=30,gi=120;async function pe(e,t,{around:r,k6:n,folder:s,instances:o,shared:a,seed:i,block:u=0}){let c=[...new Set(e.slots.map(b=>b.step.label))].join(", "),d=[...new Set(e.slots.map(({arm:b})=>b))].includes("head")?"head":"base",{targetUrl:m}=o.get(d),{work:p}=e.slots[0].step,h=new Map(e.slots.map(b=>[b,Is(b,u,o.get(b.arm),{config:r.config,folder:s})])),y=r.config.allow.length===0,f=[...o.values()].flatMap(({trust:b})=>b??[]),w=Ss(e,i,u),v=await As({binary:n,folder:s,name:t,arrivals:w,script:gs({program:e,arrivals:w,name:t,targetUrl:m,confined:y,insecure:y&&f.some(b=>"insecure"in b),requestOf:b=>_s(b,o.get(b.arm),r.config),dealOf:b=>h.get(b)??null,...p.kind==="script"&&{scriptPath:dr(p.path,s,r.config.directory)}}),...p.kind==="script"&&{userScript:p.path},cwd:r.config.directory,targetUrl:m,environment:{...r.environment,...Ti(e,o.get(d))},mayFetch:!y,certificates:f.flatMap(b=>"ca"in b?b.ca:[]),keeper:r.keeper}),R=Date.now(),O=[...o.values(),a],x=Kr(v.group.pid,O.flatMap(({sessions:b})=>b),new Map([...o].map(([b,{sessions:te}])=>[b,te]))),g=Ls(e,{instances:o,began:v.began,sample:x.take}),S=()=>v.group.signal("SIGKILL");r.signal.addEventListener("abort",S,{once:!0}),r.signal.aborted&&S();for(let b of O)b.crashed.then(()=>b.crash()!==null&&v.group.signal("SIGINT"));let M=!1,E=e.seconds+hi+(p.kind==="script"?gi:0)+(e.slots.some(({step:b})=>b.load.kind==="fixed-work")?J:0),T=setTimeout(()=>{M=!0,S()},E*1e3),k=await v.finished;clearTimeout(T),k.kind==="measured"&&k.complete&&await bi(Si(e,await v.began)),g.end(),x.stop(),r.signal.removeEventListener("abort",S),await v.group.stop("SIGTERM",1e3);let C=(Date.now()-R)/1e3,A=e.slots.findLast(b=>b.startSeconds<=C)??e.slots[0],j={slots:[],crash:fe(o,a,A.step.label),failure:null,failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],loadSeconds:C};if(r.signal.aborted)return j;let Ge=b=>j.crash===null?{...j,failure:{...b,label:c,arm:d}}:j;if(k.kind==="failed"&&k.missing){let{exec:b,there:te}=k.missing;throw new I({what:`The k6 script of ${c} has no function \`${b}\`: ${te}.`,where:p.kind==="script"?p.path:c,hint:"Name the function to measure with `exec` in tailgate.yml, or export it as `default`."})}if(k.kind==="failed"){let b=`k6 had not ended after ${Math.round(E)} s, and was killed`;return Ge(M?{...k,message:b}:k)}if(!k.complete&&j.crash===null)return Ge({kind:"failed",fault:"harness",message:"k6 was interrupted from outside",log:""});let It=Ms(k.summary,e.slots);if(It!==null)return Ge({kind:"failed",fault:"harness",message:`k6 reported ${It}`,log:""});let jo={cores:pi(),generatorLimit:x.generatorLimit(),outsiders:ki(r)},Pt=Rs(k.summary,e.slots).map(b=>Mi(b,x.samples)).map(b=>Ri(b,x.samples,jo)).map(b=>Bs(r)?b:vi(b,x.samples,o)),Ue=b=>d==="head"?b.map(te=>({label:c,threshold:te})):[],{summary:ee,redirects:Go}=k,Uo=e.slots.every(({round:b})=>b===null);return{...j,failures:Pt.filter(({slot:b})=>b.arm==="head"&&(b.round!==null||Uo)).flatMap(b=>yi(b,k.told,h.get(b.slot)?.requests??[])),redirects:Go,thresholds:Ue(ee.thresholds),fed:Ue(ee.fed),unfed:Ue(ee.unfed),lost:ee.lost>0?[{label:c,requests:ee.lost}]:[],slots:Pt}}function Si({slots:e},t){let r=e.map(({step:n,startSeconds:s,seconds:o})=>n.load.kind==="arrival-rate"?s+o:0);return t===null?0:t+1e3*Math.max(...r)+20}async function bi(e){await fi(Math.min(5e3,Math.max(0,e-Date.now())))}function yi({slot:e,failures:t,cut:r,received:n,sent:s,slices:o,barren:a},i,u){let{label:c,graceSeconds:l}=e.step,d=t.map(({code:f,which:w,count:v})=>{let R=i.find(x=>x.label===c&&x.code===f)?.text,O=u.length>1?` of ${u[w]?.name}`:"";return{label:c,text:`${ws(f,R)}${O}`,count:v}}),m=i.find(f=>f.label===c&&f.text.startsWith("exception")),p=a+o.reduce((f,w)=>f+w.failed,0)-r;if(m!==void 0&&p>d.reduce((f,{count:w})=>f+w,0)&&d.push({label:c,text:m.text,count:a||1}),r===0)return d;let y=r===s&&n>0?`the answer began, and did not end within ${l} s`:`no complete answer within ${l} s`;return[...d,{label:c,text:y,count:r}].sort((f,w)=>w.count-f.count)}function fe(e,t,r){for(let[n,s]of[["shared",t],...e]){let o=s.crash();if(o!==null)return{...o,arm:n,label:r}}return null}var wi=/\b(docker|podman|nerdctl)\b/;function ki(e){let{external:t,services:r}=e.config;return t.length>0||r.some(({start:n})=>n===void 0)||Bs(e)}function Bs({config:e}){return e.services.some(({start:t})=>t!==void 0&&wi.test(t))}function vi(e,t,r){let{arm:n}=e.slot,s=r.get(n);if(s?.sessions.length===0)return e;let o=s?.startupMs,a=e.slices.map((i,u)=>{let{startedAt:c,seconds:l}=i,d=c+W(e.slot,l)*1e3,p=e.slot.step.load.kind==="fixed-work"&&u===e.slices.length-1?t.find(({wall:y})=>y>=d):void 0,h=Qr(t,n,c,p?.wall??d);return{...i,...h,...o!==void 0&&{startup:o}}});return{...e,slices:a}}var Ns=250;function Mi(e,t){let{slices:r,slot:n,connects:s}=e,o=r[0].startedAt,a=W(n,r.reduce((l,d)=>l+d.seconds,0)),i=Yr(t,o-Ns,o+a*1e3+Ns),u=i===null?0:Math.max(0,i-s),c=r.map(({resent:l=0,...d})=>{let m=Math.min(l,u);return u-=m,{...d,...m>0&&{resent:m}}});return{...e,slices:c}}function Ri(e,t,r){let{slices:n}=e,s=n.reduce((m,p)=>m+p.seconds,0),o=n[0].startedAt,a=W(e.slot,s),{clockJumpMs:i,...u}=pt(t,o,o+a*1e3,r),c=n.map(({startedAt:m,seconds:p})=>{let h=m+W(e.slot,p)*1e3,{clockJumpMs:y,...f}=pt(t,m,h,r);return ft({cpu:f,clockJumpMs:y})}),l=n.flatMap(m=>m.lag===null?[]:[m.lag.p99]),d={sent:e.sent,intended:e.intended,seconds:s,dropped:n.reduce((m,p)=>m+p.dropped,0),lagMs:l.length>0?Math.max(...l):null,cpu:u,clockJumpMs:i};return{...e,evidence:d,diagnosis:Xr(d),disturbed:c}}function Ti({slots:e},{fill:t}){return Object.fromEntries(Object.entries(e[0].step.parameters??{}).map(([r,n])=>[`VARIANT_${r.toUpperCase()}`,t(n)]))}var xi=1.15,Ei=1;function Ds(e,t){let r=N(t,.5),n=a=>!(N(a,.5)>xi*r),s=e.findIndex((a,i)=>n([a])&&n(e.slice(i)));if(s===-1)return null;let o=e.slice(0,s===0?0:s+1).reduce((a,i)=>a+i.seconds,0);return Math.max(Ei,o)}function Fs(e,t,r){let n=e.filter(({slot:s})=>s.round===null&&!t.some(o=>o.slot.step===s.step));for(let{slot:s,slices:o}of n){let a=e.filter(l=>l.slot.round!==null&&l.slot.step===s.step&&l.slot.arm===s.arm&&_(l.slot)===_(s)),i=Ds(o.map(l=>({...l,seconds:W(s,l.seconds)})),a.flatMap(({slices:l})=>l)),{label:u}=s.step,c=r.get(u);r.set(u,c===null||i===null?null:Math.max(c??0,i))}}var Ai=3;function js({steps:e},t){let r=e.flatMap(({label:n})=>{let s=t.flatMap(({warmUps:o})=>o.get(n)??[]);return s.length>0?[[n,Math.max(...s)]]:t.length>=Ai?[[n,Te.seconds]]:[]});return new Map(r)}var De=2e4,Oi=2;async function Gs(e,t,r){let n=performance.now(),s={index:t,kept:[],discarded:[],crash:null,failure:null,failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],soakFailures:[],warmUps:new Map,soak:[],wallSeconds:0};for(let[o,a]of e.entries())he(s,r)&&await $i(a,o,s,r);return s.wallSeconds=(performance.now()-n)/1e3,s}async function $i(e,t,r,n){let s={running:new Map,starts:0};try{_i(r.index,e.arms,n),await ue(s,{...n,together:e.arms,block:Mt(r,n)});for(let[o,a]of e.programs.entries()){let i=`${Ws(r,n)}-${t+1}-${o+1}`;await Pi(a,i,s,r,n)}e.arms.length>1&&he(r,n)&&await Ci(s,r,n)}finally{await de(s)}}async function Ci(e,t,r){let{progress:n}=r,s=Us(e,t,r),o=r.soak?.(t)??[];for(let a=1;o.length>0&&he(t,r);a++){let{arm:i}=o[0].slots[0],u=o.reduce((l,d)=>l+d.seconds,0);n.phase(`keeping the ${i} under load, for stalls, growth and memory`,u);let c=[...e.running].filter(([l])=>l!==i).map(([,l])=>l);for(let l of c)l.halt();try{for(let[l,d]of o.entries()){let m=`${Ws(t,r)}-soak-${a}-${l+1}`,p=await pe(d,m,s);t.crash??=p.crash,t.failure??=p.failure,t.soak.push(...p.slots),t.soakFailures.push(...p.failures)}}finally{for(let l of c)l.resume()}o=r.soak?.(t)??[]}}function Us(e,t,r){let{arms:n,shared:s,k6:o,seed:a,folder:i}=r;return{around:n.head,k6:o,seed:a,folder:i,instances:e.running,shared:s,block:t.index}}function Ws(e,t){let{variant:r}=t;return`${r===void 0?"":`variant-${r}-`}block-${Mt(e,t)+1}`}function Mt({index:e},{sizings:t=0}){return e+t}function _i(e,t,r){let{arms:n,progress:s}=r,{services:o}=n.head.config,a=o.filter(({start:i,scope:u})=>i&&u==="instance").map(({name:i})=>i);a.length===0||e>0||s.phase(`starting ${a.join(", ")}${n.base?` of ${t.join(" and ")}`:""}`)}function Ii({index:e},{planned:t}){return t>1?`block ${e+1} of ${t}: `:""}async function Pi(e,t,r,n,s){let{arms:o,shared:a,progress:i,repeatDisturbed:u=!0}=s,c=e,l=!0;for(let d=0;c!==null&&he(n,s);d++){let m=[...new Set(c.slots.map(A=>A.step.label))].join(", "),p=c.slots.every(({requests:A})=>A===null)?c.seconds:void 0;i.phase(`${Ii(n,s)}measuring ${m}`,p);let h=d===0?t:`${t}-again${d}`,y=await pe(c,h,Us(r,n,s)),{crash:f,failure:w,failures:v,redirects:R,thresholds:O,fed:x,unfed:g,lost:S,slots:M}=y;n.crash=f,n.failure=w??n.failure,n.failures.push(...v),n.redirects.push(...R),n.fed.push(...x),n.unfed.push(...g),n.lost.push(...S);let E=M.filter(({slot:A})=>A.round!==null),T=f===null&&u?rs(E):[],k=E.filter(A=>!T.includes(A));n.kept.push(...k),n.discarded.push(...T),T.length===0&&n.thresholds.push(...O);for(let A of T)Re(()=>as(A,n.index));Fs(M,T,n.warmUps);let C=T.filter(A=>!Bi(A,s)).map(({slot:A})=>A);c=C.length>0&&d<Oi&&l?Tn(e,C):null,T.length>0&&i.note(ss(T,c!==null)),c!==null&&(l=await Ni(s),n.crash=fe(r.running,a,C[0].step.label),o.base&&he(n,s)&&await Li(r,n,s))}}async function Li(e,t,r){let n=[...e.running.keys()];await de(e),await ue(e,{...r,together:n,block:Mt(t,r)})}async function Ni({arms:e,progress:t}){return t.phase(`waiting for the machine to calm down (${De/1e3} s at most)`),Le(De,e.head.signal)}function Bi({slot:e,evidence:t},{isEnough:r}){return r!==void 0&&e.requests!==null&&t.seconds<z}function he(e,{arms:t,isEnough:r}){let{crash:n,failure:s}=e;return n!==null||s!==null&&!Rt(s)||t.head.signal.aborted?!1:!r?.(e)}function Rt({arm:e,fault:t}){return e==="base"&&t==="script"}var Di=8,Fi=2;async function qs(e,t){let{instances:r,around:n,shared:s,start:o,progress:a,block:i,repeatDisturbed:u=!0}=t,c=[...r.keys()],l={block:i,arms:new Map(c.map(h=>[h,{trials:[],estimate:null}])),discarded:[],crash:null,failure:null,loadSeconds:0},d=0,m=h=>l.arms.get(h).trials,p=()=>l.crash===null&&l.failure===null&&!n.signal.aborted;for(let h=1;p()&&l.loadSeconds<t.secondsLeft;h++){let y=c.flatMap(v=>{let R=Pn({...e.goal,outcomes:m(v),start:o});return R===null?[]:[{arm:v,...R}]});if(y.length===0)break;t.drawFirst()!==y[0].arm&&y.reverse(),a.phase(Gi(e,y,l));let f=[];for(let[v,R]of ji(e,y,h===1).entries()){if(!p())break;let O=`search-${e.scenario}-${i+1}-${h}-${v+1}`,x=await pe(R,O,{...t,around:n,instances:r,shared:s});l.crash=x.crash,l.failure=x.failure,l.loadSeconds+=x.loadSeconds;let g=x.slots.filter(({slot:M})=>M.round!==null),S=u?g.filter(({diagnosis:M})=>M==="disturbed"):[];if(f.push(...S),!(S.length>0))for(let M of g){let{rate:E}=y.find(({arm:k})=>k===M.slot.arm),T=ns(e.goal.slo,E,M);m(M.slot.arm).push(T)}}if(f.length===0)continue;l.discarded.push(...f);let w=f.map(({diagnosis:v,evidence:R})=>me(v,R));if(a.note(`a trial of ${e.label} is discarded: ${[...new Set(w)].join("; ")}`),l.discarded.length>Di||d===Fi)break;await Le(De,n.signal)||d++,l.crash??=fe(r,s,e.label)}for(let h of l.arms.values())h.estimate=Ln(h.trials,e.goal);return l}function ji(e,t,r){return e.work.kind==="request"?[Ke(e,t,r)]:t.map(n=>Ke(e,[n],r))}function Gi({label:e},t,{arms:r}){let n=t.map(({arm:s,rate:o})=>{let{trials:a}=r.get(s),i=Math.max(0,...a.filter(({met:d})=>d).map(d=>d.rate)),u=Math.min(...a.filter(({met:d})=>!d).map(d=>d.rate)),c=[...i>0?[`${U(i)} meets`]:[],...u<1/0?[`${U(u)} does not`]:[]],l=c.length>0?`${c.join(", ")}; `:"";return`${r.size>1?`${s}: `:""}${l}trying ${U(o)}`});return`capacity of ${e}: ${n.join(" \xB7 ")}`}function Hs({label:e},{arms:t}){let r=[...t].map(([n,{estimate:s,trials:o}])=>{let a=t.size>1?`${n} `:"",i=`${o.length} trials`;if(s===null)return`${a}not found (${i})`;let{kind:u,value:c,low:l,high:d}=s;return u==="found"?`${a}${U(c)} (${U(l)} \u2026 ${U(d)}, ${i})`:`${a}${u==="below"?`less than ${U(d)}`:`at least ${U(l)}`} (${i})`});return`capacity of ${e}: ${r.join("; ")}`}function U(e){return`${Number(e.toPrecision(4)).toLocaleString("en")} req/s`}var zs={far:2,near:1.12},Ui=.7;async function Js(e,t,r){for(let s of e)t.set(s,[]);let n=Math.max(0,...e.map(({blocks:s})=>s.most));for(let s=0;s<n;s++){let o=e.filter(d=>Hi(d,t.get(d),s));if(o.length===0||Vs(t,r))return;let i=r.drawFirst()==="head"?["head","base"]:["base","head"],u=r.arms.base?i:["head"],c=new Map(o.map(d=>[d,zi(d,t.get(d))])),l=r.swapped?u.map(d=>[d]):[u];for(let[d,m]of l.entries())await Wi(o,{together:m,block:s,before:c,found:t,share:1/(l.length-d)},r)}}async function Wi(e,{together:t,block:r,before:n,found:s,share:o},a){let{arms:i,progress:u}=a,c={running:new Map,starts:0};try{u.phase(`starting services for the search of a capacity, start ${r+1}`),await ue(c,{arms:i,together:t,block:qi+r});for(let l of e){if(Vs(s,a))return;let d=s.get(l),m=await qs(l,{...a,around:i.head,instances:c.running,block:r,start:n.get(l),secondsLeft:o*Ks(l,d)});d.push(m),u.note(Hs(l,m))}}finally{await de(c)}}var qi=1e3;function Vs(e,{arms:t}){let r=[...e.values()].flat();return t.head.signal.aborted||r.some(({crash:n,failure:s})=>n!==null||s!==null)}function Ks({budgetSeconds:e},t){return e-t.reduce((r,{loadSeconds:n})=>r+n,0)}function Hi(e,t,r){if(r===0)return!0;if(r>=e.blocks.most)return!1;let n=Array.from({length:r},(a,i)=>t.filter(u=>u.block===i).reduce((u,{loadSeconds:c})=>u+c,0)),[s,...o]=n;return Ks(e,t)>=Ui*Math.min(Ve.later/Ve.first*s,...o)}function zi({goal:e},t){let r=t.flatMap(({arms:n})=>[...n.values()].flatMap(({estimate:s})=>s??[]));return r.length===0?{rate:e.from,factor:zs.far}:{rate:Qt(r.map(({value:n})=>n)),factor:zs.near}}function Ys(e,t){let[r,...n]=e;if(n.length===0)return r;let s=u=>e.flatMap(u),o={slos:s(({slos:u})=>u),changes:s(({changes:u})=>u),faults:s(({faults:u})=>u),invalid:s(({invalid:u})=>u)},a=u=>Z(e.map(({effort:c})=>c[u])),i=s(u=>u.redirects??[]);return{...r,...Ie({...o,failOn:t}),...o,costs:s(({costs:u})=>u),suspects:s(({suspects:u})=>u),...i.length>0&&{redirects:i},pair:Ji(e.flatMap(({pair:u})=>u??[])),effort:{slices:a("slices"),discardedRounds:a("discardedRounds"),instances:a("instances"),loadSeconds:a("loadSeconds")}}}function Ji(e){let[t]=e;if(t===void 0)return null;let r=e.flatMap(n=>n.unread??[]);return{...t,...r.length>0&&{unread:r},variants:e.length,blocks:Z(e.map(({blocks:n})=>n)),planned:Z(e.map(({planned:n})=>n)),discarded:{base:Z(e.map(({discarded:n})=>n.base)),head:Z(e.map(({discarded:n})=>n.head))},error:Number(Math.min(1,Z(e.map(({error:n})=>n))).toFixed(9))}}function Z(e){return e.reduce((t,r)=>t+r,0)}async function Tt(e,{pair:t,guessMissing:r},n){let{kind:s,arm:o,service:a,log:i}=e,u=n?`${e.message} (variant ${n.name})`:e.message,c=o===null?null:await r(o,i);if(o!=="base"||t===void 0){let l=c===null?"":`; \`${c}\` is git-ignored, so a fresh tree has none: let \`build\` make it, or name it in \`reuse\``,d=e.isOnlyHere&&o==="head"&&{onlyHead:!0};return{kind:s,service:a,message:u+l,log:i,...d}}return{kind:"base-failed",fault:s,commit:t.baseCommit,service:a,message:u,log:i,missing:c}}function Qs({draft:e},t){let r=e.pair?.baseCommit;if(t===void 0||r===void 0)return null;let{crash:n,failure:s}=t;if(n?.arm==="base"){let{service:u,exit:c,log:l}=n,d=`it ended with ${c} under load`;return{kind:"base-failed",fault:"crashed",commit:r,service:u,message:d,log:l,missing:null}}if(n!==null||s===null||!Rt(s))return null;let{label:o,log:a}=s,i=`the script of ${o} fails on the base, though not on the head: ${s.message}`;return{kind:"base-failed",fault:"script-failed",commit:r,service:o,message:i,log:a,missing:null}}function Xs({label:e,kept:t,failures:r}){let n=[],s=no(t.filter(({diagnosis:a})=>a==="service-slow"));s!==null&&n.push({kind:"cannot-keep-up",label:e,...xt(s),cpu:s.cpu});let o=eo({label:e,slices:t.flatMap(a=>a.slices),failures:r});return o===null?n:[...n,o]}function Zs(e){let t=eo(e);return t&&{...t,soak:!0}}function eo({label:e,slices:t,failures:r}){let n=t.reduce((o,a)=>o+a.failed,0),s=t.reduce((o,a)=>o+a.failed+a.ok,0);return n<=.001*s?null:{kind:"failing",label:e,failed:n,requests:s,examples:r.slice(0,3)}}var Vi=.01;function Ki({label:e,kept:t,failures:r,thresholds:n,lost:s}){let o=c=>({kind:"script-failed",label:e,message:c,log:""}),a=t.reduce((c,l)=>c+l.barren,0),i=t.reduce((c,l)=>c+l.evidence.sent,0);if(a>Vi*i){let c=r.find(l=>l.startsWith("exception"));return o(`it threw before it sent a request, in ${a} of ${i} iterations${c?`: ${c}`:""}`)}let u=s+t.reduce((c,l)=>c+l.lost,0);if(u>0)return o(`${u} of its requests are in no count: it sends them in a way that Tailgate does not see`);if(n.length>0){let c=n.slice(0,3).map(l=>`\`${l}\``);return o(`nothing was measured that its threshold ${c.join(", ")} could judge, so it would always hold: mend its name or tags, or take it out`)}return null}function to(e,t){let{label:r,kept:n,discarded:s}=e,o=Ki(e);if(o!==null)return o;if(n.length>=t/2&&n.length>0){if(n.flatMap(m=>m.slices).reduce((m,p)=>m+p.ok+p.failed+p.dropped,0)>0)return null;let{seconds:d}=n[0].evidence;return n.every(({evidence:m})=>m.sent===0)?{kind:"none-begun",label:r,seconds:d}:{kind:"script-failed",label:r,message:"it sent no request while it was measured; Tailgate replaces its scenarios, so `exec.scenario.name` and `exec.test.options.scenarios` are not those of the script",log:""}}let a=no(s);if(a===null)return{kind:"harness",message:`${r} was not measured`,log:""};let i=l=>s.filter(({diagnosis:d})=>d===l).length,{cpu:u,lagMs:c}=a;return i("generator-starved")>=Math.max(i("disturbed"),i("unknown"))?{kind:"generator-starved",label:r,...xt(a),lagMs:c,cpu:u}:i("disturbed")>=i("unknown")?{kind:"machine-disturbed",label:r,discarded:s.length,rounds:s.length+n.length,cpu:u}:{kind:"cause-unknown",label:r,...xt(a),cpu:u}}function no(e){let t=({sent:r,intended:n})=>n===null?0:n-r;return e.map(({evidence:r})=>r).sort((r,n)=>t(n)-t(r))[0]??null}function xt({sent:e,intended:t,seconds:r}){return{sent:e,intended:t??e,seconds:r}}function ro({head:e,base:t,together:r}){let n=e+r;return n<2||n<=2*t?null:{kind:"crowded",head:e,base:t,together:r}}function so(e,t){let{head:r,base:n,together:s}=t;return r>0&&r+s>=7+3*n?{kind:"fills-machine",label:e,...t}:null}function $(e,t,r){return e.filter(({slot:n})=>n.step.label===t.label&&n.arm===r)}function ge(e,{kept:t},r){let n=t.filter(({slot:i})=>r(i)),[s,o]=[$(n,e,"base"),$(n,e,"head")],a=(i,u)=>i.filter(({slot:c})=>u.some(l=>l.slot.round===c.round)).flatMap(({slices:c})=>c);return{base:a(s,o),head:a(o,s)}}function oo(e,t){let r=t.flatMap(({discarded:s})=>s).filter(({slot:s,diagnosis:o,evidence:a})=>{let i=o==="generator-starved"||o==="unknown";return s.step.label===e.label&&i&&ht(a)}),n=r.filter(({slot:s})=>_(s));return{head:Fe(n,"head"),base:Fe(n,"base"),together:r.filter(({slot:s})=>s.turns?.position===0).length}}function je(e,t){let r=t.flatMap(s=>s.soak),n=s=>$(r,e,s).flatMap(({slices:o,disturbed:a})=>o.filter((i,u)=>!a[u]));return{base:n("base"),head:n("head")}}function Et(e,t,r){let n=s=>$(s,e,"head").filter(({slot:o})=>r(o));return{label:e.label,kept:t.flatMap(s=>n(s.kept)),discarded:t.flatMap(s=>n(s.discarded)),failures:ao(e,t.flatMap(s=>s.failures)),thresholds:Yi(e,t),lost:t.flatMap(({lost:s})=>s).filter(({label:s})=>s===e.label).reduce((s,{requests:o})=>s+o,0)}}function ao({label:e},t){let r=new Map;for(let{text:n,count:s}of t.filter(o=>o.label===e))r.set(n,(r.get(n)??0)+s);return[...r].sort((n,s)=>s[1]-n[1]).map(([n])=>n)}function Yi({label:e},t){let r=s=>t.flatMap(o=>o[s].filter(a=>a.label===e)).map(o=>o.threshold),n=new Set(r("fed"));return[...new Set(r("unfed"))].filter(s=>!n.has(s))}function io(e,t){let{head:r}=je(e,t);if(r.length===0)return null;let n=t.flatMap(s=>s.soakFailures);return{label:e.label,slices:r,failures:ao(e,n)}}function lo(e,t,r){let n=r.flatMap(({index:s,kept:o})=>{let a=$(o,e,t);return a.length>0?[{block:s,slots:a}]:[]});return{scenario:e.scenario,label:e.label,...e.variant&&{variant:e.variant},load:e.load,instances:n.map(({block:s,slots:o})=>({block:s,slices:o.flatMap(({slices:a})=>a)}))}}function co(e,t,r,n){let s=t.flatMap(({crash:d})=>{if(d?.arm!=="head")return[];let{arm:m,...p}=d;return[{kind:"crashed",...p}]}),a=[...new Set(t.flatMap(({thresholds:d})=>d.map(({label:m})=>m)))].map(d=>{let m=t.flatMap(p=>p.thresholds.filter(h=>h.label===d));return{kind:"threshold",label:d,thresholds:[...new Set(m.map(({threshold:p})=>p))]}}),i=[...r].flatMap(([d,m])=>so(d,m)??[]),u=e.flatMap(Xs),c=d=>u.some(m=>m.kind==="failing"&&m.label===d),l=n.filter(({label:d})=>!c(d)).flatMap(d=>Zs(d)??[]);return[...s,...i,...u,...l,...a]}function uo(e,t,r,n){if(t.length===0)return[];let s=t.flatMap(({failure:a,crash:i})=>{if(i?.arm==="shared")return[{kind:"harness",message:`\`${i.service}\`, which serves the whole run, ended with ${i.exit}`,log:i.log}];if(a===null)return[];let{fault:u,label:c,message:l,log:d}=a;return[u==="script"?{kind:"script-failed",label:c,message:l,log:d}:{kind:"harness",message:l,log:d}]});if(s.length>0||t.some(({crash:a})=>a!==null))return s;let o=Rn(e,t.length).filter(({arm:a})=>a==="head");return e.steps.flatMap(a=>n.some(c=>c.kind==="fills-machine"&&c.label===a.label)?[]:(r.has(a.label)?[_]:[_,xe]).map(c=>{let l=o.filter(d=>d.step===a&&c(d)).length;return l===0?null:to(Et(a,t,c),l)}).find(c=>c!==null)??[])}function Fe(e,t){return e.filter(({slot:r})=>r.arm===t).length}var Qi=.5;function po(e,t){let{work:r,label:n}=e;if(r.kind==="script")return[];let s=t.flatMap(({kept:a})=>$(a,e,"head")),o=t.flatMap(({redirects:a})=>a);return oe(r).flatMap(({request:a},i)=>{let u=o.find(m=>m.label===n&&m.which===i);if(u===void 0)return[];let{status:c,location:l}=u,d=Zt(s.flatMap(({answers:m})=>m[i]??[])).get(c)??0;return d<=Qi?[]:[{label:n,request:ho(a),status:c,location:l,share:d}]})}function fo(e,{paired:t},r){let{work:n,label:s}=e,o=r.map(({kept:i})=>({base:mo($(i,e,"base")),head:mo($(i,e,"head"))}));if(!t)return tn(s,o.flatMap(({head:i})=>i.slices));let a=n.kind==="script"?null:oe(n).map(({request:i})=>({text:ho(i),keepsSize:i.expectSize==="same"}));return en(s,a,o)}function mo(e){return{answers:e.map(({answers:t})=>t),slices:e.flatMap(({slices:t})=>t),iterations:e.reduce((t,{sent:r})=>t+r,0),connects:e.reduce((t,{connects:r})=>t+r,0)}}function ho({method:e,url:t}){let r=t.replace(/[?#].*/s,"");return e==="GET"?r:`${e} ${r}`}function go(e,t){return[...e].flatMap(([{scenario:r,label:n,goal:s},o])=>["head","base"].flatMap(a=>{let i=o.flatMap(({block:u,arms:c})=>{let l=c.get(a);return l&&l.trials.length>0?[{block:u,...l}]:[]});return i.length>0?[{scenario:r,label:n,digest:t.get(n),goal:s,arm:a,blocks:i}]:[]}))}function So(e){return Math.max(0,...[...e.values()].flatMap(t=>t.map(({block:r})=>r+1)))}function bo(e){let t=[...e.values()].flat(),r=t.flatMap(({failure:n,crash:s})=>{if(s?.arm==="shared")return[{kind:"harness",message:`\`${s.service}\`, which serves the whole run, ended with ${s.exit}`,log:s.log}];if(s?.arm==="base")return[{kind:"harness",message:`\`${s.service}\` of the base ended with ${s.exit} in the search of ${s.label}`,log:s.log}];if(n===null)return[];let{fault:o,label:a,message:i,log:u}=n;return[o==="script"?{kind:"script-failed",label:a,message:i,log:u}:{kind:"harness",message:i,log:u}]});return r.length>0||t.some(({crash:n})=>n!==null)?r:[...e].flatMap(([{label:n},s])=>s.some(({arms:a})=>a.get("head")?.estimate!=null)?[]:[Xi(n,s)])}function Xi(e,t){let r=t.flatMap(o=>o.discarded),n=t.flatMap(({arms:o})=>o.get("head")?.trials??[]),s=r.at(-1);return s===void 0||n.length>r.length?{kind:"search-too-short",label:e,trials:n.length}:{kind:"machine-disturbed",label:e,discarded:r.length,rounds:r.length+n.length,cpu:s.evidence.cpu}}function yo(e){return[...e.values()].flat().flatMap(({crash:t})=>{if(t?.arm!=="head")return[];let{arm:r,...n}=t;return[{kind:"crashed",...n}]})}function wo({label:e,slos:t,slices:r,seen:n=[]}){return t.flatMap(({metric:s})=>{if(s.kind!=="custom")return[];let o=n.find(({name:i})=>i===s.name)?.type??null,a=o===null||Yt(s).some(i=>i===o);return a&&!Number.isNaN(F(r,s))?[]:[{kind:"metric-unknown",label:e,metric:se(s),is:a?null:o,seen:[...n]}]})}var Zi=[50,90],ko=.2,el=5;function vo(e){let t=e.filter(n=>n.length>1).map(n=>({first:n.slice(0,n.length>>1),second:n.slice(n.length+1>>1)}));return t.length<el?null:Zi.flatMap(n=>{let s=c=>N(c,n/100),o=t.map(({first:c,second:l})=>Math.log(s(l))-Math.log(s(c))),[a,i]=[s(t.flatMap(c=>c.first)),s(t.flatMap(c=>c.second))];return br(o)>Math.log1p(ko)&&i>(1+ko)*a?[{percent:n,first:a,second:i}]:[]}).sort((n,s)=>s.second/s.first-n.second/n.first)[0]??null}var tl=.01,Mo={latency:.2,memory:.1},nl=[50,90],rl=20,Ro=.5,At=8;function Ot({base:e,head:t},r=[]){if(t.length<At)return null;let n=Tr(e,t);if(n.stretches>0){if(e.length===0)return{kind:"stalls",...n};let s=Rr(r),o=Mr({stretches:n.stretches+s.stretches,of:n.of+s.of,base:n.base+s.base});if(o!==null)return{kind:"stalls",...o}}return sl(e,t)??ol(e,t)}function sl(e,t){let r=$t(t);if(r===null)return null;let{percent:n,first:s,second:o}=r;if(e.length>=At){let{first:a,second:i}=To(e,n);if(Math.log(i/a)>=Ro*Math.log(o/s))return null}return{kind:"ageing",of:"latency",percent:n,from:s,to:o}}function $t(e){if(e.length<At)return null;let t=e.length>>1;for(let r of nl){let n=e.map(o=>Math.log(N([o],r/100))),{low:s}=Or(n.slice(0,t),n.slice(-t),tl);if(s>Math.log1p(Mo.latency))return{percent:r,...To(e,r)}}return null}function To(e,t){let r=e.length>>1,n=s=>N(s,t/100);return{first:n(e.slice(0,r)),second:n(e.slice(-r))}}function ol(e,t){let r=(i,u)=>(i.at(-1)?.memory??Number.NaN)-(i[u]?.memory??Number.NaN),[n,s]=[t[0].memory??Number.NaN,t.at(-1).memory??Number.NaN],o=r(t,0),a=r(t,2*t.length/3|0);return o>Math.max(rl,Mo.memory*n)&&a>o/6?r(e,0)>=Ro*o?null:{kind:"ageing",of:"memory",percent:null,from:n,to:s}:null}var al=.01,il=20;function xo(e,t,{runs:r},n){let s=al/t.length;return t.flatMap(o=>{let a=yr(r.map(({slices:u})=>Math.log(F(u,o))),s);if(a===null||r.length-a.index>il)return[];let i=Math.expm1(a.after-a.before);return i>n(o)?[{label:e,metric:o,commit:r[a.index].commit,change:i}]:[]})}function Eo(e){let t=e.steps.filter(S=>S.slices.some(M=>M.ok+M.failed+M.dropped>0)),r=Math.max(0,...e.steps.map(({alone:S,instances:M=[]})=>M.length||S.length)),n=gn(e.looks,r),s=(e.capacities??[]).map(kr),o=new Map(t.map(({label:S,stretches:M})=>[S,vo(M)])),a=new Map(t.map(({label:S,soak:M,crowding:E,inTurns:T,alone:k})=>{let C=o.get(S);return[S,C?{kind:"growing",...C}:ro(E)??Ot(M,[...T,...k])]})),i=new Map(t.map(({label:S,soak:M})=>[S,o.get(S)??$t(M.head)])),u=t.flatMap(wo),c=({label:S,slo:M})=>!u.some(E=>"metric"in E&&E.label===S&&E.metric===se(M.metric)),d=[...t.flatMap(S=>fl(S,n)).filter(c).map(S=>ul(S,i)),...s.flatMap(S=>S.slos)],m=[...e.invalid,...u,...d.flatMap(cl),...Ar(t,d,e),...s.flatMap(S=>S.invalid)],{changes:p,costs:h,open:y,pair:f}=xr(t,e),w=e.work??[],v=new Set(w.filter(nn).map(({label:S})=>S)),R=p.map(S=>dl(S,a)).map(S=>v.has(S.label)?ml(S):S),O=[...e.faults,...w.flatMap(pl)],x={...Ie({slos:d,changes:R,faults:O,invalid:m,failOn:e.failOn}),slos:d,changes:R,costs:h,faults:O,invalid:m,pair:f,loosened:e.loosened,suspects:e.comparison.kind==="history"?[]:t.flatMap(({label:S,history:M,slos:E,sensitivityOf:T})=>xo(S,on(E),M,k=>T(k).tolerance)),...e.redirects?.length&&{redirects:e.redirects},...w.length>0&&{work:[...w]},acceptances:[],refusals:[],effort:e.effort},g=t.some(({soak:S})=>S.base.length===0&&Ot(S)!==null);return{verdict:x,undecided:ll(x,y),asksBase:g}}function ll(e,t){return e.faults.some(({kind:r})=>r==="crashed")?!1:e.invalid.length>0?e.invalid.every(({kind:r})=>r==="machine-disturbed"):e.changes.some(({code:r})=>r==="regressed")?!1:t||e.slos.some(({code:r,stretches:n})=>r==="at-limit"&&!n)}function cl({label:e,slo:{metric:t},estimate:r}){return Xt(t)&&Number.isNaN(r.value)?[{kind:"cost-unknown",label:e,metric:se(t)}]:[]}function ul(e,t){let r=t.get(e.label);return!r||e.code!=="met"||!ke(e.slo.metric)?e:{...e,code:"at-limit",growth:r}}function dl(e,t){let r=t.get(e.label);return!r||e.code!=="unchanged"||!ke(e.metric)?e:{...e,code:"inconclusive",reason:r}}function ml(e){return e.code!=="improved"?e:{...e,code:"inconclusive",reason:{kind:"other-work"}}}function pl(e){if(e.kind!=="size"||!e.blocks)return[];let{label:t,base:r,head:n}=e;return[{kind:"other-size",label:t,base:r,head:n}]}function fl(e,t){let{label:r,slos:n,soak:s,instances:o=e.slices.map(l=>[l])}=e,a=s.head.map(l=>[l]),i=n.flatMap(l=>{let d=l.limit.kind==="relative"?e.others?.get(l.limit.scenario):void 0,m=(f,w)=>l.limit.kind==="absolute"?Ee(r,l,f,t):d?Er(r,{slo:l,other:d.label,pairs:w()},t):null,p=m(o,()=>d.pairs);if(p===null)return[];let h=ke(l.metric)||l.metric.kind==="errors";if(p.code!=="met"||!h||s.head.length===0)return[p];let y=m(a,()=>[...ce(a,[]),...ce([],d.soak.map(f=>[f]))]);return[y!==null&&et(y)?{...y,stretches:p.estimate}:p]});if(n.some(({metric:l})=>l.kind==="errors"))return i;let u=Ee(r,ae,o,t);if(u.code==="missed")return[...i,u];let c=s.head.length>0?Ee(r,ae,a,t):null;return c!==null&&et(c)?[...i,{...c,stretches:u.estimate}]:i}function q(e,t,r,n=new Map){let{config:s,plan:o,baseline:a,digests:i,draft:u,comparison:c}=e,l=o.steps.map(g=>Et(g,t,_)),d=new Map(o.steps.map(g=>[g.label,oo(g,t)])),m=o.steps.flatMap(g=>io(g,t)??[]),p=co(l,t,d,m),h=c.kind==="pair"?["head","base"]:["head"],y=o.steps.flatMap(g=>h.flatMap(S=>{let M=lo(g,S,t),E=i.get(g.label);return M.instances.length>0?[hr(M,S,E)]:[]})),f=go(n,i),w={...u,steps:y,...f.length>0&&{capacities:f}},v=Ct(o,t),R=o.steps.flatMap((g,S)=>{if(!y.some(({label:k,arm:C})=>k===g.label&&C==="head"))return[];let M=s.scenarios.find(({name:k})=>k===g.scenario),E=Dn(a,w,g.label),T=k=>{let C=t.flatMap(({kept:A})=>$(A,g,"base").flatMap(({slices:j})=>j));return C.length>0?F(C,k):Sr(E.runs.map(({slices:A})=>F(A,k)))};return[{label:g.label,slos:g.slos,slices:l[S].kept.flatMap(k=>k.slices),instances:t.map(({kept:k})=>$(k,g,"head").flatMap(({slot:C,slices:A})=>_(C)?A:[])),stretches:g.load.kind==="arrival-rate"?l[S].kept.map(({slices:k})=>k):[],inTurns:t.map(k=>ge(g,k,xe)),alone:t.map(k=>ge(g,k,_)),crowding:d.get(g.label),soak:je(g,t),...g.work.kind==="script"&&{seen:hl(g,t)},isNew:v.has(g.label),others:gl(g,o,t),history:E,sensitivityOf:k=>He(s,M,k,()=>T(k))}]}),O=g=>Fe(t.flatMap(S=>S.discarded),g);return{...Eo({steps:R,faults:[...p,...yo(n)],searches:o.searches.length,capacities:o.searches.flatMap(g=>{let S=f.filter(({label:T})=>T===g.label),M=S.find(({arm:T})=>T==="head");if(M===void 0)return[];let E=s.scenarios.find(({name:T})=>T===g.scenario);return[{label:g.label,goal:g.goal,slos:g.slos,head:M,base:S.find(({arm:T})=>T==="base")??null,history:Fn(a,w,g.label),sensitivity:He(s,E,wr)}]}),invalid:r?[r]:[...uo(o,t,v,p),...bo(n)],looks:o.looks,comparison:c,discarded:{base:O("base"),head:O("head")},loosened:e.loosened,failOn:e.failOn,redirects:o.steps.flatMap(g=>po(g,t)),work:o.steps.flatMap(g=>fo(g,o,t)),effort:{slices:t.flatMap(({kept:g})=>g).reduce((g,S)=>g+S.slices.length,0),discardedRounds:O("head"),instances:h.length*(t.length+So(n)),loadSeconds:[...t.flatMap(({kept:g,soak:S})=>[...g,...S].map(({evidence:M})=>M.seconds)),...[...n.values()].flat().map(({loadSeconds:g})=>g)].reduce((g,S)=>g+S,0)}}),record:w}}function hl(e,t){let r=t.flatMap(({kept:n})=>$(n,e,"head").flatMap(s=>s.seen??[]));return[...new Map(r.map(n=>[n.name,n])).values()]}function gl(e,{steps:t},r){let n=e.slos.flatMap(({limit:o})=>o.kind==="relative"?[o.scenario]:[]),s=({kept:o},a)=>$(o,a,"head").filter(({slot:i})=>_(i)).sort((i,u)=>i.slot.round-u.slot.round).map(({slices:i})=>i);return new Map(n.flatMap(o=>{let a=Sn(t,e,o);if(a===void 0)return[];let i=r.flatMap(u=>ce(s(u,e),s(u,a)));return[[o,{label:a.label,pairs:i,soak:je(a,r).head}]]}))}var Sl=.5,bl=2;function Ct({paired:e,steps:t},r){if(!e)return new Set;let n=s=>{let o=r.map(({kept:a})=>({base:$(a,s,"base"),head:$(a,s,"head")})).filter(({base:a,head:i})=>a.length>0&&i.length>0);return o.length>=bl&&o.every(({base:a,head:i})=>Ao(a)&&!Ao(i))};return new Set(t.filter(n).map(({label:s})=>s))}function Ao(e){return ye(e.flatMap(({slices:t})=>t))>Sl}import{randomInt as Io}from"node:crypto";function Oo(e,t){let r=new Map;for(let n of e.steps.filter(s=>vn(e,s))){let s=a=>t.map(i=>ge(n,i,a)),o=vr({alone:s(_),all:s(()=>!0)});o!==null&&r.set(n.label,o)}return r}var yl=2.5,wl=.5;function $o(e,t,{wallSeconds:r,loadSeconds:n}){let s=Math.max(wl,r-n-kl(e)),o=e.steps.reduce((a,i)=>a+i.budgetSeconds,0);return yn(e,t,Math.floor((yl-1)*o/s))}function kl(e){return e.steps.filter(({load:n})=>n.kind!=="fixed-work").map(n=>kn(e,n)?1:2).reduce((n,s)=>n+s,0)*(Te.seconds-z)}function _t({steps:e,paired:t},{kept:r,discarded:n}){let s=t?["base","head"]:["head"],o=[...r,...n].filter(({slot:i})=>i.requests!==null),a=e.filter(({load:i})=>i.kind==="fixed-work").map(i=>({label:i.label,of:s.map(u=>$(o,i,u))}));return a.some(({of:i})=>i.some(u=>u.length===0))?new Map:new Map(a.map(({label:i,of:u})=>[i,u.flat().filter(({slices:c})=>c.reduce((l,{ok:d,failed:m})=>l+d-m,0)>0).map(({slices:c})=>c.reduce((l,{seconds:d})=>l+d,0))]))}function Co(e,{steps:t},r){return t.flatMap((n,s)=>{if(n===e.steps[s])return[];let o=Ae(1e3*Math.min(...r.get(n.label))),[a,i]=[e.steps[s],n].map(u=>Oe(qe(u)));return[`${n.label}: ${a} requests took only ${o}; from now on there are ${i} in each stretch, which is ${Oe(n.passes)} times the work`]})}function _o({steps:e,blocks:t},r){return e.flatMap(n=>{let{label:s,budgetSeconds:o}=n,a=r.get(s)??[],i=a.length===0?0:Cn(a);return i*t<=o?[]:[`${s}: ${Oe(qe(n))} requests take ${Ae(i*500)}; for two revisions in ${t} blocks, the fewest that can show a change, that is ${Ae(i*t*1e3)}, more than its budget of ${o} s`]})}var Po={blocks:2,seconds:60};async function Lo(e,t){let{signal:r}=t.arms.head,{blocks:n}=e,s=new Set,o=0;for(;n.length<e.plan.blocks&&!r.aborted;){let a=n.length;for(let[m,p]of Oo(e.plan,n)){if(s.has(m))continue;s.add(m);let h=p==="hidden-work";e.plan=wn(e.plan,e.config,{measured:a,worksMore:h}),t.progress.note(xl(m,p,e.plan))}let{plan:i}=e,u={index:a,first:Io(2)===0?"head":"base",reversed:Io(2)===0,headOnly:Ct(i,n),warmUpSeconds:js(i,n),shift:ze[a%ze.length],longer:s},c={judgement:null},l=await Gs(Mn(i,u),a,{...t,planned:i.blocks,sizings:o,...a===0&&{isEnough:m=>Je(i,_t(i,m))!==i},soak:m=>i.soakSeconds===0||!i.looks.includes(a+1)?[]:(c.judgement=q(e,[...n,m],null),Ml(c.judgement,i,m))}),d=_t(i,l);if(a===0&&l.failure===null&&l.crash===null){e.plan=Je(i,d);for(let m of Co(i,e.plan,d))t.progress.note(m);if(e.plan!==i){o++;continue}}if(n.push(l),l.failure!==null||l.crash!==null)break;if(vl(n)){t.progress.note("most rounds were disturbed for a minute, and the machine does not calm down: the run ends here; a quieter machine, or a runner of its own, helps");break}if(a===0&&i.paired){e.plan=Rl(l,d,e);for(let m of _o(e.plan,d))t.progress.note(m);Ce(e.plan)}if(e.plan.looks.includes(n.length)){let m=c.judgement??q(e,n,null);if(tr(m,n.length,e),!m.undecided||n.length===e.plan.blocks)return m}}return q(e,n,Qs(e,n.at(-1)))}function vl(e){let t=e.filter(({kept:n,discarded:s})=>s.length>n.length),r=t.reduce((n,{wallSeconds:s})=>n+s,0);return t.length>=Po.blocks&&2*t.length>e.length&&r>=Po.seconds}function Ml({verdict:e,undecided:t,asksBase:r},n,{index:s,soak:o}){let a=c=>o.some(({slot:l})=>l.arm===c);if(a("head"))return r&&!a("base")?Ye(n,"base"):[];let i=s+1===n.blocks||!t,u=e.slos.some(({code:c})=>c==="met")||e.changes.some(({code:c})=>c==="unchanged");return i&&e.invalid.length===0&&u?Ye(n,"head"):[]}function Rl({kept:e,discarded:t,wallSeconds:r},n,{plan:s,config:o}){let a=$n(s,o,n);if(t.length>0)return a;let i=e.reduce((u,{slot:c,evidence:l})=>u+(c.requests===null?xn(c):l.seconds),0);return $o(a,o,{wallSeconds:r,loadSeconds:i})}var Tl={rare:"slow requests come in some blocks only","hidden-work":"one revision takes more processor time, and its typical request no longer"};function xl(e,t,{blocks:r}){return`${e}: ${Tl[t]}; from now on each revision has the whole load alone for ${bn} s a block, in ${r} blocks at most`}async function No(e,t){let{request:r}=t,{head:n,base:s}=e.configs,o=Il(t),a=e.variants.map((c,l)=>Ol(e,l,t)),i=[],u=null;try{for(let[c,l]of[["head",n],["base",s]])l!==null&&await e.prepare(c,()=>Pl({...o,arm:c,config:l},s!==null,r.progress));u=await cr({...o,arm:null,config:n});for(let[c,l]of a.entries()){a.length>1&&!r.signal.aborted&&r.progress.note(`variant ${c+1} of ${a.length}: ${l.config.variant.name}`);let d=await $l(e,l,Ll(e,c,u,o,t));if(i.push(d),r.signal.aborted)break;if(Al(d)){let m=a.length-i.length;m>0&&r.progress.note(`not measured, since the run has no verdict now: ${m} more variants`);break}}}catch(c){if(!(c instanceof le))throw c;i.push(q(a[0],[],await Tt(c,e)))}finally{await u?.stop()}return Cl(i,r.failOn)}function Al({verdict:{invalid:e}}){return e.some(({kind:t})=>t!=="machine-disturbed")}function Ol(e,t,r){let{head:n,base:s}=e.variants[t],{request:o,plans:a,baseline:i,draft:u}=r,c=s!==null,l=a[t].paired===c?a[t]:_n(n,{budgetSeconds:o.budgetSeconds,paired:c}),d=e.comparison.kind==="pair"&&!c;return{config:n,plan:l,baseline:i,digests:new Map([...l.steps.map(m=>[m.label,pr(m,n.deployments)]),...l.searches.map(m=>[m.label,fr(m,n.deployments)])]),draft:{...u,...e.pair&&{pair:e.pair},...e.deployments&&{deployments:e.deployments}},comparison:d?{kind:"none",reason:{kind:"new"}}:e.comparison,loosened:e.loosened,failOn:o.failOn}}async function $l(e,t,r){let n={...t,blocks:[]},s=new Map,o=a=>q(n,n.blocks,a,s);try{let a=await Lo(n,r),{plan:i}=n;return i.searches.length===0||_l(a)?a:(await Js(i.searches,s,{...r,swapped:i.swapped,drawFirst:()=>El(2)===0?"head":"base"}),o(null))}catch(a){if(!(a instanceof le))throw a;return o(await Tt(a,e,t.config.variant))}}function Cl(e,t){let[r]=e,n=e.flatMap(({record:s})=>s.capacities??[]);return{verdict:Ys(e.map(({verdict:s})=>s),t),record:{...r.record,steps:e.flatMap(({record:s})=>s.steps),...n.length>0&&{capacities:n}},undecided:e.some(({undecided:s})=>s),asksBase:e.some(({asksBase:s})=>s)}}function _l({verdict:e}){return e.invalid.length>0||e.faults.some(({kind:t})=>t==="crashed")}function Il({request:e,session:t}){let{environment:r,signal:n}=e,{workspace:s,keeper:o,grace:a}=t;return{logFolder:s.logs,environment:r,keeper:o,signal:n,grace:a,shared:new Map}}async function Pl(e,t,r){let n=t?` of ${e.arm}`:"";await gr(e,s=>r.phase(`building ${s}${n}`))}function Ll(e,t,r,n,{request:s,session:o,k6:a,seed:i}){let{head:u,base:c}=e.variants[t],l=(d,m)=>({...n,arm:d,config:m,shared:new Map([...r.portOf].filter(([p])=>m.services.some(h=>h.name===p&&h.scope==="run")))});return{arms:{head:l("head",u),...c&&{base:l("base",c)}},shared:r,...u.variant&&{variant:t+1},k6:a,seed:i,folder:o.workspace.k6,progress:s.progress}}async function zp(e){let{progress:t,signal:r,environment:n,budgetSeconds:s}=e;fn(process.platform);let o=Gt(an(Ft(dn(e.configPath,process.cwd(),Bl(e)),e.only),e.deployments),e.base.from),a=await Un(o.directory,n,r),i=In(o,{budgetSeconds:s,paired:Hn(o,a)});for(let c of jt(o,e.only))t.note(c);for(let c of cn(o))t.note(c);for(let{plan:c}of i){Ce(c);for(let l of c.shortages)t.note(En(l))}let u=await ct(o,a,e);return o.baseline.kind==="history"&&ut(u),$r(o,e,async c=>{let l=await zr(o,a,c,e);if(l.kind==="nothing")return Fl(l.base,o,c,e);let d=await hn({environment:n,path:o.k6Path,version:e.k6Version,progress:t,signal:r,ci:n.CI==="true"}),m=Nl(2**31),p=await zn(o,l,c.workspace.path,m,e);c.removeAtEnd(()=>p.remove()),p.suiteBefore!==o.suite&&(u=await Dl(u,p,o,a,e));let h={...Fo(e,o,d.version),seed:m},y=g=>(g.comparison.kind==="history"&&ut(u),No(g,{request:e,plans:i.map(({plan:S})=>S),session:c,baseline:u.baseline,draft:h,k6:d.path,seed:m})),f=await y(p);f.verdict.invalid.find(({kind:g})=>g==="base-failed")&&o.baseline.onBaseFailure==="history"&&(t.note("the base cannot be measured; `on-base-failure` asks for a comparison with recorded runs"),f=await y(Jn(p))),Nt(r);let{verdict:v,record:R}=f,O=e.record&&v.invalid.length===0?await Jr(u,R):Bo,x=jn(R,u.baseline);return We({...O,...Do(v,R,x,e)},c.secrets)})}function Bl({only:e,environment:t}){return{only:e,calling:{command:"tailgate run",variables:Se(t)}}}async function Dl({store:e},{suiteBefore:t},...[r,n,s]){return{...await ct({...r,suite:t},n,s),store:e}}var Bo={recordPath:null,unrecorded:null};function Fl(e,t,{secrets:r},n){let s=Cr(e,t.when.changed),o={...Fo(n,t,"not used"),steps:[]};return We({...Bo,...Do(s,o,[],n)},r)}function Do(e,t,r,{baseBranch:n,link:s}){return{report:rn(e,t,{baseBranch:n,link:s,history:r}),exitCode:Ut(e)}}function Fo(e,t,r){return{schemaVersion:1,suite:t.suite,...e.subject,attempt:e.attempt,...e.leg&&{leg:e.leg},recordedAt:new Date().toISOString(),tailgate:Wn,environment:{...pn(),k6:r}}}async function Kp(e,t,r){let n=Xe(e,Qe(t),r),s=await K(n,"rev-parse","--verify","HEAD");if(s===null)return{commit:null,dirty:!1,branch:null,commitTime:null};let[o,a,i]=await Promise.all([K(n,"status","--porcelain","--untracked-files=no"),K(n,"symbolic-ref","--quiet","--short","HEAD"),K(n,"show","--no-patch","--format=%cI","HEAD")]);return{commit:s,dirty:o!=="",branch:a??t.GITHUB_REF_NAME??null,commitTime:i}}async function Yp(e,t,r){let n=Xe(e,Qe(t),r),s=await K(n,"symbolic-ref","--quiet","--short","refs/remotes/origin/HEAD");if(s!==null)return s.replace(/^origin\//,"");for(let o of["main","master"])if(await Y(n,`refs/heads/${o}`)!==null)return o;return"main"}export{zp as a,Kp as b,Yp as c};
