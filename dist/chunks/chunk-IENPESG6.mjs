import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{a as rs}from"./chunk-7C74YBX5.mjs";import{a as Hr,b as Se,c as Yr,d as Xr,e as Qr,f as Zr,g as es,h as je,i as ns,j as fs}from"./chunk-Z27TYBUV.mjs";import{a as vr,d as Mr,h as xr,k as W,l as ts,n as ss}from"./chunk-EUJI7GO7.mjs";import{d as Nr,e as Dr,f as Br,h as jr,m as Le,n as Fr,o as Gr}from"./chunk-3VW7YISU.mjs";import{a as Cn,b as In,c as ue,d as _n,e as Ln,f as it,g as Nn,h as Dn,i as Fn,j as dt,k as Gn,l as Wn,m as Un,n as zn,q as qn}from"./chunk-BYEEW7QB.mjs";import{a as ls,b as ps}from"./chunk-FUPX5PQE.mjs";import{c as cr}from"./chunk-CRXSXJEZ.mjs";import{c as ds,d as ms}from"./chunk-EMO2HJK6.mjs";import{a as Bn,b as K,c as ut,d as N,e as jn}from"./chunk-H4SNI4JH.mjs";import{a as Be,e as us}from"./chunk-ETXBBIBJ.mjs";import{a as ur,b as dr,c as mr,d as pr}from"./chunk-EPAAC4LN.mjs";import{d as Pe,e as On,f as Tn,g as En,h as Pn,j as $e,k as $n,m as lt,o as ct}from"./chunk-SHRHJAJA.mjs";import{a as Or,b as Tr,c as Er,d as Pr}from"./chunk-4AGEXMG2.mjs";import{a as wn}from"./chunk-Y5S6ZANI.mjs";import{a as Wr,d as Vr}from"./chunk-TTNIG2TZ.mjs";import{a as $r}from"./chunk-VWQJLUFK.mjs";import{b as fr,c as hr,e as gr,f as br,i as Ba,w as Sr,x as yr}from"./chunk-I6FE7LH6.mjs";import{b as gn,f as bn,g as Sn}from"./chunk-RDHBTVUV.mjs";import{a as Cr,d as be,j as Ir,l as De}from"./chunk-WLHWBAO5.mjs";import{d as ht,e as Ne,f as Ur,g as zr,i as qr,k as Jr,l as Kr}from"./chunk-GHGHJ4MX.mjs";import{a as ft}from"./chunk-ERJMAR6R.mjs";import{c as Ce,e as kr}from"./chunk-XQX63SI3.mjs";import{a as _r}from"./chunk-BYKIIYLB.mjs";import{i as os,n as as,o as is}from"./chunk-46UMI4MX.mjs";import{a as cs}from"./chunk-XFIZ234N.mjs";import{a as Lr,e as pt}from"./chunk-ZSXJXNG5.mjs";import{E as Rn,G as An,K as Jn,L as Kn,M as Vn,N as Hn,O as Yn,P as Xn,Q as Qn,R as Zn,S as ge,T as mt,U as nr,V as rr,X as sr,Y as or,Z as ar,_ as ir,f as yn,ga as lr,ka as Rr,ma as Ar,n as ot,q as vn,qa as Ie,s as le,t as ce,ta as _e,u as Te,x as Mn}from"./chunk-6I5J7OVL.mjs";import{Ab as ie,Ba as he,C as B,D as J,E as an,Ea as pn,Gb as Ee,I as Oe,Jb as at,K as ln,Kb as xn,M as cn,O as un,Pb as er,Qb as tr,a as tn,e as P,eb as kn,f as G,g as nn,ga as oe,k as F,l as $,la as dn,o as rn,p as sn,q as se,r as on,s as q,va as mn}from"./chunk-K5XQM6WA.mjs";import{s as fn,w as hn}from"./chunk-S27YHLAO.mjs";import{a as rt,b as re,c as Ae,d as en}from"./chunk-5LE4WRTK.mjs";import{a as wr}from"./chunk-SZR6RWJJ.mjs";import{b as ae,f as st}from"./chunk-7RCFP5J6.mjs";import{d as Da}from"./chunk-JLN3Y4HN.mjs";import{randomInt as vu}from"node:crypto";function hs(e){return{code:"skipped",blocks:!1,slos:[],changes:[],faults:[],invalid:[],pair:null,unmeasured:e,loosened:[],costs:[],suspects:[],acceptances:[],refusals:[],effort:{slices:0,discardedRounds:0,instances:0,loadSeconds:0}}}async function gt(e,t,r){let{progress:n,environment:s,signal:o,subject:a}=r,{suite:i,directory:l}=e,c=r.base.credentials??null,u=Vr(r.store,{suite:i,directory:l,credentials:c,environment:s,signal:o});try{let{records:d,unreadable:m}=await u.list({newest:Wr});for(let{name:h,reason:w}of m)n.note(`record ${h} is left out: ${w}`);let p=a.commit===null?null:r.baseBranch,f=d.filter(h=>h.branch===p),b=p===null?new Set:await jr(t,p,f);return b.size>0&&n.note(`${ja(b.size)} no longer on ${p} and left out`),{store:u,baseline:Or(f,{branch:p,onBranch:h=>!b.has(h),job:r.job}),problem:null}}catch(d){if(!(d instanceof re)||d.exitCode!==rt.unmeasured)throw d;return n.note(`the records cannot be read, so there is no trend: ${d.message}`),{store:u,baseline:[],problem:d}}}function bt({problem:e}){if(e===null)return;let{message:t,where:r,hint:n,detail:s}=e;throw new re({what:t,where:r,hint:n,detail:s,cause:e,exitCode:rt.unmeasured})}async function gs({store:e},t){try{return{recordPath:await e.append(t),unrecorded:null}}catch(r){if(r instanceof Ae)throw r;let n=r instanceof re&&r.hint?` ${r.hint}`:"";return{recordPath:null,unrecorded:`${r.message}${n}`}}}function ja(e){return e===1?"the commit of one record is":`the commits of ${e} records are`}import{randomInt as fu}from"node:crypto";async function Z(e,{arms:t,together:r,block:n,variant:s}){e.starts++;let o=e.starts>1?`_${e.starts}`:"",a=s===void 0?"":`v${s}_`,i=async p=>{let f=await Qr(t[p],`${p}_${a}${n+1}${o}`);e.running.set(p,f)},l=await Promise.allSettled(r.map(i)),c=()=>l.flatMap(p=>p.status==="rejected"?[p.reason]:[]);t.base&&!r.includes("base")&&c().length>0&&l.push(...await Promise.allSettled([i("base")]));let u=c(),d=u.find(({arm:p})=>p==="base"),m=u.find(({arm:p})=>p!=="base")??d;if(m instanceof Se&&l.length>1&&(m.other=u.length<l.length?"ready":d),m!==void 0)throw m}async function ee({running:e}){let t=[...e.values()];e.clear();let n=(await Promise.allSettled(t.map(s=>s.stop()))).find(s=>s.status==="rejected");if(n)throw n.reason}import{readFileSync as yt}from"node:fs";import{availableParallelism as bs}from"node:os";import{setTimeout as Fa}from"node:timers/promises";var Ga=250,Wa=.1;async function Ge(e,t){let r=performance.now()+e,n=St(0,new Set);for(;n.busy!==null&&performance.now()<r&&!t.aborted;){await Fa(500);let s=St(0,new Set),o=(s.monotonic-n.monotonic)/1e3;if(((s.busy??0)-n.busy+(s.steal??0)-(n.steal??0))/o<Wa*bs())return!0;n=s}return n.busy===null}function Ss(e,t,r=new Map){let n=[],s=bs();if(e===null)return{samples:n,take(){},generatorLimit:()=>s,stop(){}};let o=()=>{let i=St(e,new Set(t),r),l=n.findLast(({generator:u})=>u!==null)?.generator??0,c=(i.generator??0)<l;n.push(c?{...i,busy:null,generator:null,service:null}:i),s=Ka(e)??s};o();let a=setInterval(o,Ga);return{samples:n,take:o,generatorLimit:()=>s,stop(){clearInterval(a),o()}}}function St(e,t,r=new Map){let n=Ua(),{user:s,system:o}=process.cpuUsage(),a=new Set([e,...t]),i=n&&Ur(Ne()??[],a),l=i&&Ja(i,e,t);return{wall:Date.now(),monotonic:performance.now(),busy:n?.busy??null,steal:n?.steal??null,generator:l?.generator??null,service:l?.service??null,self:(s+o)/1e6,opens:za(),arms:new Map([...r].map(([c,u])=>[c,qa(i??[],u)]))}}function Ua(){try{let[e,t,r,,,,,n]=yt("/proc/stat","latin1").slice(0,200).split(`
`)[0].trim().split(/\s+/).slice(1).map(Number);return{busy:(e+t+r)/ht,steal:(n??0)/ht}}catch{return null}}function za(){try{let e=yt("/proc/self/net/snmp","latin1").split(`
`),[t,r]=e.filter(n=>n.startsWith("Tcp:")).map(n=>n.split(" "));return Number(r[t.indexOf("ActiveOpens")])}catch{return null}}function ys(e,t,r){let[n,s]=[t,r].map(o=>Fe(e,o,({opens:a})=>a));return n===null||s===null?null:Math.ceil(s-n)}function qa(e,{sessions:t,groups:r=[]}){let s=[...e.filter(({session:a})=>t.includes(a)).map(({pid:a,seconds:i})=>({seconds:Math.max(i,Jr(a)??0),memory:Kr(a)??0})),...r.flatMap(a=>Xr(a,qr)??[])],o=a=>s.reduce((i,l)=>i+a(l),0);return{seconds:o(({seconds:a})=>a),memory:o(({memory:a})=>a)}}function Ja(e,t,r){let n={generator:0,service:0};for(let{session:s,seconds:o}of e)s===t?n.generator+=o:r.has(s)&&(n.service+=o);return n}function Ka(e){try{return(/^Cpus_allowed_list:\s*(\S+)/m.exec(yt(`/proc/${e}/status`,"latin1"))?.[1]).split(",").map(n=>n.split("-").map(Number)).reduce((n,[s,o])=>n+(o===void 0?1:o-s+1),0)}catch{return null}}function wt(e,t,r,n){let s=(r-t)/1e3,o=m=>{let p=Fe(e,t,m),f=Fe(e,r,m);return p===null||f===null?null:Math.max(0,(f-p)/s)},[a,i,l,c]=[o(m=>m.busy),o(m=>m.generator),o(m=>m.service),o(m=>m.self)],u=n.outsiders?null:l,d=a!==null&&i!==null&&u!==null;return{cores:n.cores,generator:i,generatorLimit:n.generatorLimit,service:u,others:d?Math.max(0,a-i-u-(c??0)):null,steal:o(m=>m.steal),clockJumpMs:Va(e,t,r)}}function ws(e,t,r,n){let s=c=>Fe(e,c,u=>u.arms.get(t)?.seconds??null),[o,a]=[s(r),s(n)],i=e.findLast(({wall:c})=>c<=n)?.arms.get(t)?.memory??0;return!((e.at(-1)?.wall??0)>=n)||o===null||a===null||a<=o||i===0?null:{cpu:a-o,memory:i}}function Fe(e,t,r){let n=e.filter(c=>r(c)!==null),s=n.findIndex(c=>c.wall>=t),o=n[s===-1?n.length-1:s],a=n[Math.max(0,(s===-1?n.length-1:s)-1)];if(!a||!o)return null;let[i,l]=[r(a),r(o)];return i===null||l===null?null:o.wall===a.wall?l:i+Math.min(1,Math.max(0,(t-a.wall)/(o.wall-a.wall)))*(l-i)}function Va(e,t,r){let n=e.filter(s=>s.wall>=t&&s.wall<=r).map(s=>s.wall-s.monotonic);return n.length<2?0:Math.max(...n)-Math.min(...n)}var Ha=.98,Ya=.01,Xa=.8;function ks(e,t,{diagnosis:r,evidence:n,slices:s}){let o=he(s,e.metric),{sent:a,intended:i}=n,l=i!==null&&a<Ha*i,c=Qa(s),u=Oe(s),m=!Number.isNaN(o)&&!pt(Lr,u)&&!pt(e,o)&&!l&&!c;return{rate:t,achieved:ln(s),met:m,value:o,errors:u,dropped:s.reduce((p,f)=>p+f.dropped,0),...c&&{growing:c},...!m&&Zn(n,r)&&{limitedBy:"generator"}}}function Qa(e){let t=e.filter(i=>cn(i)>0).map(i=>({at:i.startedAt/1e3,wait:J([i],.5)/1e3})),r=t[0],n=t.at(-1);if(r===void 0||n===void 0||t.length<4||n.wait===1/0)return;let s=t.flatMap((i,l)=>t.slice(l+1).map(c=>c.wait>i.wait)),o=s.filter(Boolean).length>=Xa*s.length,a=(n.wait-r.wait)/(n.at-r.at);return o&&a>Ya?!0:void 0}function te(e,t,r){let n=s=>{let o=(s==="shared"?t:e.get(s))?.crash()??null;return o&&{...o,arm:s,label:r}};return n("shared")??kt(n("head"),n("base"))}function kt(e,t){return e&&t?{...t,head:e,log:vt(e.log,t.log)}:t??e}function vt(e,t){let[r,n]=[e,t].map(s=>s.split(`
`).slice(-Cr).join(`
`));return`The base:
${n}

This change:
${r}`}function We(e){return e.flatMap(({crash:t})=>{if(t?.arm!=="head")return[];let{arm:r,...n}=t;return[{kind:"crashed",...n}]})}function Ue(e){return e.flatMap(({failure:t,crash:r})=>{if(r?.arm==="shared")return[{kind:"harness",message:`\`${r.service}\`, which serves the whole run, ended with ${r.exit}`,log:r.log}];if(t===null)return[];let{fault:n,label:s,message:o,log:a}=t;return[n==="script"?{kind:"script-failed",label:s,message:o,log:a}:{kind:"harness",message:o,log:a}]})}function vs(e){let t=e.filter(xs),r=(n,s)=>n.step===s.step&&n.round===s.round&&n.block===s.block;return e.filter(({slot:n})=>t.some(s=>r(n,s.slot)))}function Ms(e,t){let r=[...new Set(e.map(({slot:a})=>a.step.label))],n=e.filter(xs).map(({diagnosis:a,evidence:i})=>ge(a,i));return`${`${e.length} ${e.length===1?"round":"rounds"} of ${r.join(", ")}`} ${t?"will be measured again":"discarded"}: ${[...new Set(n)].join("; ")}`}function xs({diagnosis:e}){return e!=="sound"&&e!=="service-slow"}function Rs({slot:e,diagnosis:t,evidence:r},n){let{sent:s,intended:o,seconds:a,dropped:i,lagMs:l,clockJumpMs:c,cpu:u}=r,d=h=>h===null?"unknown":Number(h.toPrecision(3)),{generator:m,service:p,others:f,steal:b,cores:g}=u;return[`discarded: block ${n+1}, ${e.step.label}, ${e.arm}, round ${e.round+1}, ${e.turns?"in turns":"alone"}`,t==="sound"?"sound, but its counterpart is not":ge(t,r),`${s} of ${o??s} arrivals in ${d(a)} s, ${i} dropped, p99 of lateness ${d(l)} ms`,`of ${g} cores k6 used ${d(m)}, the service ${d(p)}, others ${d(f)}, the hypervisor ${d(b)}`,`the clock jumped by ${d(c)} ms`].join("; ")}import{availableParallelism as Yl}from"node:os";import{setTimeout as Xl}from"node:timers/promises";function Mt(e,t){let{rate:r,settling:n,measured:s}=e,o=As({...e,count:n},t),a=n/r*1e3,i=n>0?0:Math.min(100,500*s/r),l=1-i*r/(1e3*Math.max(1,s)),c=As({...e,count:s},t),u=[...o,...c.map(f=>a+i+f*l)],d=e.arms*e.turn,m=0;for(;m+d<=n&&u[m]<100;)m+=d;let p=u.slice(m).map(f=>Number(Math.max(f,100).toFixed(2)));return{dueMs:p,skipped:m,...xt([p],r)}}function As({rate:e,count:t,arms:r,turn:n},s){let o=Math.ceil(t/(r*n))*n,a=Za(o,o/e*1e3,s),i=[],l=0;for(let c=0;c<o;c+=n)for(let u=0;u<r;u++)for(let d of a.slice(c,c+n))l+=d,i.push(l);return i.slice(0,t)}function Za(e,t,r){let n=Array.from({length:e+1},()=>-Math.log(1-r.uniform())),s=n.reduce((o,a)=>o+a,0);return n.slice(0,e).map(o=>o/s*t)}var Os=[1,1.01,1.02,1.05,1.1,1.15,1.2,1.3,1.5,2,3,5,10];function xt(e,t){let r=Math.max(...e.map(i=>i.length)),n=i=>{let l=Number.POSITIVE_INFINITY;for(let c of e)for(let[u,d]of c.entries())l=Math.min(l,d-u*1e3/(t*i));return l},s=t*(Os.find(i=>n(i)>=5)??Os.at(-1)),o=Math.max(0,Math.floor(n(s/t)-5)),a=Math.max(...e.map(i=>ei(i,o,s)));return{launchMs:o,launchRate:s,launchSeconds:(r-.5)/s,waiting:a}}function ei(e,t,r){let[n,s]=[0,0];for(let o=0;o<e.length;o++){for(;s<e.length&&e[s]<t+o*1e3/r;)s++;n=Math.max(n,o+1-s)}return n}function Ts({plan:e,seed:t,name:r},n){return Mt(e,ti(Rt(t,`${r} pod ${n}`)))}function ti(e){let t=e|0;return{uniform:()=>{t=t+1831565813|0;let n=Math.imul(t^t>>>15,1|t);return n=n+Math.imul(n^n>>>7,61|n)^n,((n^n>>>14)>>>0)/2**32}}}function Rt(e,t){let r=2166136261^e;for(let n=0;n<t.length;n++)r=Math.imul(r^t.charCodeAt(n),16777619);return r|0}var Es=`import type { Random } from '../statistics/random.ts';

type Uniform = Pick<Random, 'uniform'>;

/** Arrivals of one k6 scenario. */
export type Arrivals = {
  /** When each is due (ms from the slot's start, ascending). */
  dueMs: number[];
  /** Arrivals of the settling start that are left out before the first one. */
  skipped: number;
  /** Time (ms) from the slot's start at which k6 begins, and the rate (req/s): each iteration begins before its arrival is due. */
  launchMs: number;
  launchRate: number;
  /** Length (s) of k6's scenario, in which it begins an iteration for each of them. */
  launchSeconds: number;
  /** Virtual users that wait for their arrivals at most. */
  waiting: number;
  /** What each pod draws for itself, and the text that makes its seed; \`dueMs\` is empty then. Absent: nothing. */
  drawn?: { plan: ArrivalPlan; seed: number; name: string };
};

/** What is drawn: arrivals of the settling start, and those that are measured, at a rate (req/s). */
export type ArrivalPlan = {
  rate: number;
  settling: number;
  measured: number;
  /** Arms that take turns, and arrivals of a turn. One arm alone takes all. */
  arms: number;
  turn: number;
};

/** Time (ms) before the first arrival, in which k6 begins the first iterations. It is part of the settling start. */
const LEAD_MS = 100;
/** Iterations begin so much (ms) before they are due. */
const MARGIN_MS = 5;

/**
 * Draws when requests arrive, as from many callers who know nothing of each other: a Poisson process. Given its number
 * of arrivals, their times are as many sorted uniform draws (Ross 2014, "Introduction to Probability Models", theorem
 * 5.2). So the numbers are exact. Arms that take turns have the same gaps, one after the other.
 */
export function drawArrivals(plan: ArrivalPlan, random: Uniform): Arrivals {
  const { rate, settling, measured } = plan;
  const settle = drawTurns({ ...plan, count: settling }, random);
  const begin = (settling / rate) * 1000;
  // Without a settling start the arrivals come a little closer, so that none is due before it can be sent.
  const lead = settling > 0 ? 0 : Math.min(LEAD_MS, (500 * measured) / rate);
  const closer = 1 - (lead * rate) / (1000 * Math.max(1, measured));
  const counted = drawTurns({ ...plan, count: measured }, random);
  const all = [...settle, ...counted.map((ms) => begin + lead + ms * closer)];
  const cycle = plan.arms * plan.turn;
  let skipped = 0;
  while (skipped + cycle <= settling && all[skipped]! < LEAD_MS) skipped += cycle;
  const dueMs = all.slice(skipped).map((ms) => Number(Math.max(ms, LEAD_MS).toFixed(2)));
  return { dueMs, skipped, ...planLaunch([dueMs], rate) };
}

/** Draws sorted arrivals (ms from 0) of arms that take turns. The last one is before \`count / rate\`, on average. */
function drawTurns({ rate, count, arms, turn }: ArrivalPlan & { count: number }, random: Uniform): number[] {
  const own = Math.ceil(count / (arms * turn)) * turn;
  const gaps = drawGaps(own, (own / rate) * 1000, random);
  const times: number[] = [];
  let at = 0;
  for (let first = 0; first < own; first += turn) {
    for (let arm = 0; arm < arms; arm++) {
      for (const gap of gaps.slice(first, first + turn)) {
        at += gap;
        times.push(at);
      }
    }
  }
  return times.slice(0, count);
}

/** Draws the gaps (ms) before each of \`count\` sorted uniform draws from a span: exponential ones, scaled to it. */
function drawGaps(count: number, spanMs: number, random: Uniform): number[] {
  const gaps = Array.from({ length: count + 1 }, () => -Math.log(1 - random.uniform()));
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  return gaps.slice(0, count).map((gap) => (gap / total) * spanMs);
}

/** Rates of launch that are tried, as multiples of the rate. The lowest one lets the fewest users wait. */
const FASTER = [1, 1.01, 1.02, 1.05, 1.1, 1.15, 1.2, 1.3, 1.5, 2, 3, 5, 10];

/** Plans the launch of arrivals at a rate (req/s). Several pods launch alike, as options hold for all of them. */
export function planLaunch(
  pods: readonly (readonly number[])[],
  rate: number,
): Omit<Arrivals, 'dueMs' | 'skipped'> {
  const count = Math.max(...pods.map((dueMs) => dueMs.length));
  // The time that is left, at a rate of launch, between the start of an iteration and its arrival.
  const findSlack = (factor: number) => {
    let least = Number.POSITIVE_INFINITY;
    for (const dueMs of pods)
      for (const [index, due] of dueMs.entries())
        least = Math.min(least, due - (index * 1000) / (rate * factor));
    return least;
  };
  const launchRate = rate * (FASTER.find((factor) => findSlack(factor) >= MARGIN_MS) ?? FASTER.at(-1)!);
  const launchMs = Math.max(0, Math.floor(findSlack(launchRate / rate) - MARGIN_MS));
  const waiting = Math.max(...pods.map((dueMs) => countWaiting(dueMs, launchMs, launchRate)));
  return { launchMs, launchRate, launchSeconds: (count - 0.5) / launchRate, waiting };
}

function countWaiting(dueMs: readonly number[], launchMs: number, launchRate: number): number {
  let [waiting, due] = [0, 0];
  for (let begun = 0; begun < dueMs.length; begun++) {
    while (due < dueMs.length && dueMs[due]! < launchMs + (begun * 1000) / launchRate) due++;
    waiting = Math.max(waiting, begun + 1 - due);
  }
  return waiting;
}

/** Draws what one of several pods sends: seeded by the run, and salted by the pod. */
export function drawForPod({ plan, seed, name }: NonNullable<Arrivals['drawn']>, pod: number): Arrivals {
  return drawArrivals(plan, seedUniform(seedFor(seed, \`\${name} pod \${pod}\`)));
}

/** Seeded draws that need no package, as k6 loads this file too: mulberry32, by Tommy Ettinger (public domain). */
function seedUniform(seed: number): Uniform {
  let state = seed | 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let hash = Math.imul(state ^ (state >>> 15), 1 | state);
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash;
    return ((hash ^ (hash >>> 14)) >>> 0) / 2 ** 32;
  };
  return { uniform };
}

/** Makes a seed (32 bits) of a run's seed and a name. FNV-1a: https://datatracker.ietf.org/doc/html/draft-eastlake-fnv */
export function seedFor(seed: number, name: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash | 0;
}
`;var Ps=`/**
 * Lets all pods begin at the same moment: at the next multiple of some seconds by their clocks, once the script's own
 * setup is done. What it returns is passed on as k6 would.
 */
export function setup() {
  const wait = () => sleep((PERIOD_MS - (Date.now() % PERIOD_MS)) / 1000);
  const data = typeof user.setup === 'function' ? user.setup() : undefined;
  if (data && typeof data.then === 'function') {
    return data.then((own) => {
      wait();
      return own;
    });
  }
  wait();
  return data;
}
`;var $s=`/**
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
`;var Cs=`// Lateness of an arrival (ms). Open model only. It says nothing while arrivals are dropped.
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
  const [{ rate, startMs, launchMs }] = rosters[name];
  const began = startTime - launchMs;
  if (iteration === 0) console.warn(\`TAILGATE_BEGAN \${Math.round(began - startMs)}\`);
  const awaitDue = (due) => {
    const wait = began + due - Date.now();
    if (wait > 0) sleep(wait / 1000);
  };
  if (!arrivals) {
    if (rate === null) return { began, iteration, due: null };
    // Pods take turns. In step they would all meet the service at the same moment.
    const due = ((iteration + (PODS > 0 ? POD / PODS : 0)) * 1000) / rate;
    if (POD > 0) awaitDue(due);
    return { began, iteration, due };
  }
  // The first one says how many are left out. k6 may begin one more than are wanted.
  if (iteration + 1 >= arrivals.length) return null;
  const due = arrivals[iteration + 1];
  awaitDue(due);
  return { began, iteration: iteration + arrivals[0], due };
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
  const position = first + (PODS > 0 ? number * PODS + POD : number);
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
if (PODS > 0 && Object.keys(ownThresholds).length > 0)
  refuse(
    'each pod would judge its thresholds by its own part of the requests: take them out, and declare them as SLOs in tailgate.yml',
  );
const isScript = Object.values(SLOTS).some(({ request }) => request === null);

export const options = {
  ...userOptions,
  ...(INSECURE && { insecureSkipTLSVerify: true }),
  // The barrier is part of it.
  ...(PODS > 1 && { setupTimeout: '120s' }),
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

/** Six digits are enough, and a third of the length: the log of a pod is kept to 10 MiB. */
const shorten = (value) => (PODS > 0 ? Number(value.toPrecision(6)) : value);

function pickQuantiles(trend) {
  return PERCENTS.map((p) => shorten(p === 0 ? trend.min : p === 100 ? trend.max : trend[\`p(\${p})\`]));
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
  // A line: the log of another pod may follow it.
  return { [__ENV.TAILGATE_SUMMARY || 'tailgate-summary.json']: \`\${JSON.stringify(summary)}\\n\` };
}
`;var At="books.js",Ls=$s,Ot="draws.ts",Ns=Es,Is={perSecond:50,share:1/8},ai=["0.0.0.0/2","64.0.0.0/3","96.0.0.0/4","112.0.0.0/5","120.0.0.0/6","124.0.0.0/7","126.0.0.0/8","128.0.0.0/1",...Array.from({length:16},(e,t)=>`${(2**t).toString(16)}::/${16-t}`)];function Ds({program:e,targetUrl:t,confined:r,scriptPath:n,insecure:s=!1,requestOf:o,arrivals:a=new Map,name:i="script",dealOf:l=()=>null,pods:c=0}){let u=e.slots[0].step.work,d=new Map(e.slots.map(h=>[h,l(h)])),m=Object.fromEntries(e.slots.map((h,w)=>{let y=d.get(h)??null,A=y===null?o(h):null;return[h.key,{id:`s${w}`,...ui(h,A,y),launchMs:a.get(V(h))?.launchMs??0,isConfined:r}]})),p=Math.max(0,...[...a.values()].map(({waiting:h})=>h)),f=[...d.values()].filter(h=>h!==null),b=JSON.stringify(u.kind==="script"?n??u.path:null),g=u.kind==="script"?[`export * from ${b};`,`import * as user from ${b};`]:["const user = {};"];return[`import { CODES, needsBody, openIteration, TAG, tellFailure } from './${At}';`,"import { sleep } from 'k6';","import http from 'k6/http';","import exec from 'k6/execution';",...c>0?[`import { drawForPod } from './${Ot}';`]:[],...a.size>0||f.some(({dataFile:h})=>h!==null)?["import { SharedArray } from 'k6/data';"]:[],"import { Counter, Gauge, Trend } from 'k6/metrics';",...g,"",`const TARGET_URL = __ENV.TARGET_URL || ${JSON.stringify(t)};`,`const PODS = ${c};`,"const POD = PODS > 0 ? Number(__ENV.JOB_COMPLETION_INDEX || 0) : 0;",`const PERCENTS = ${JSON.stringify(ur)};`,`const INSECURE = ${s};`,`const BLOCKED = ${JSON.stringify(r?ai:[])};`,`const SEQUENCES = ${JSON.stringify(Object.fromEntries(f.map(({name:h,sequence:w})=>[h,w])))};`,`const ROWS = {${[...new Set(f.flatMap(ii))].join(", ")}};`,`const ARRIVALS = {${[...a].map(([h,w])=>ci(h,w,i)).join(", ")}};`,`const SLOTS = ${JSON.stringify(m,null,2)};`,`const SCENARIOS = ${JSON.stringify(Object.fromEntries(e.slots.map(h=>[V(h),di(h,a,p)])),null,2)};`,"",Cs,...c>1?[`const PERIOD_MS = ${Tt(e,c)};`,Ps]:[]].join(`
`)}function ii({name:e,dataFile:t}){if(t===null)return[];let r=JSON.stringify(e);return[`${r}: new SharedArray(${r}, () => JSON.parse(open(${JSON.stringify(`./${t}`)})))`]}var li=50;function Tt({slots:e},t){let r=e[0].step.work.kind==="script"?1e4:2e3;return Math.max(r,3e3*Math.ceil(t/li-1))}function Et(e){return`${e}.arrivals.json`}function ci(e,{drawn:t},r){let n=JSON.stringify(e),s=JSON.stringify(`./${Et(r)}`),o=t?`{ const own = drawForPod(${JSON.stringify(t)}, POD); return [own.skipped].concat(own.dueMs); }`:`JSON.parse(open(${s}))[${n}]`;return`${n}: new SharedArray(${JSON.stringify(`arrivals ${e}`)}, () => ${o})`}function Pt(e){return e.round!==null||e.slices>1}function V({key:e,turns:t}){return t?.scenario??e}function ui(e,t,r){let{load:n,work:s,label:o}=e.step,a=r?.requests.map((i,l)=>({...i,which:l}));return{label:o,measured:Pt(e),told:e.arm==="head",startMs:e.startSeconds*1e3,settleMs:e.settleSeconds*1e3,sliceMs:(e.seconds-e.settleSeconds)*1e3/e.slices,slices:e.slices,rate:n.kind==="arrival-rate"?n.rate:null,sampledShare:n.kind==="arrival-rate"?Math.min(1,Is.perSecond/n.rate):Is.share,scenario:V(e),scenarioName:e.step.scenario,turns:e.turns&&{...e.turns,...ue(e)},iterations:e.round===null?null:e.requests,exec:s.kind==="script"?s.exec:null,custom:[...new Set(Ee(e.step.slos).map(({name:i})=>i))],deal:r&&{name:r.name,first:r.first,requests:a},request:a?.[0]??(t&&{method:t.method,url:t.url,headers:t.headers,body:t.body??null,expectStatus:t.expectStatus,timeoutMs:t.timeoutSeconds*1e3})}}function di(e,t,r){let{load:n,virtualUsers:s,graceSeconds:o}=e.step,a={exec:"runIteration",startTime:`${e.startSeconds}s`,gracefulStop:`${o}s`},i=`${e.seconds}s`;switch(n.kind){case"arrival-rate":{let l=t.get(V(e)),c={preAllocatedVUs:s+r,maxVUs:s+r},u="constant-arrival-rate";if(l===void 0)return{...a,...c,executor:u,duration:i,..._s(n.rate)};let d=Math.max(le,l.launchSeconds),m=l.launchMs/1e3,p=Math.max(0,e.seconds-m-d)+o;return{...a,startTime:`${oe(e.startSeconds+m)}s`,...c,executor:u,duration:`${oe(d)}s`,gracefulStop:`${oe(p)}s`,..._s(l.launchRate)}}case"users":return{...a,executor:"constant-vus",duration:i,vus:n.users};case"fixed-work":return e.round===null?{...a,executor:"constant-vus",duration:i,vus:n.users}:{...a,executor:"shared-iterations",vus:n.users,iterations:e.requests??n.requests,maxDuration:`${ce}s`}}}function _s(e){for(let[t,r]of[["1s",1],["1m",60],["1h",3600]]){let n=e*r;if(Math.abs(n-Math.round(n))<1e-9*n)return{rate:Math.round(n),timeUnit:t}}return{rate:Math.max(1,Math.round(e*3600)),timeUnit:"1h"}}function Bs(e,t,r,n=0){return new Map(e.slots.flatMap(s=>{let{load:o,label:a}=s.step;if(o.kind!=="arrival-rate"||o.arrivals==="even")return[];let i=`${s.block??r} ${s.round} ${a}`,l={rate:o.rate,...pi(s,o.rate)},c=n>0?mi({plan:l,seed:t,name:i},n):Mt(l,Be(Rt(t,i)));return[[V(s),c]]}))}function mi(e,t){let r=Array.from({length:t},(n,s)=>Ts(e,s).dueMs);return{dueMs:[],skipped:0,...xt(r,e.plan.rate),drawn:e}}function pi(e,t){let r=ue(e);if(r!==null){let{settling:s,measured:o,arrivals:a}=r;return{settling:s,measured:o,arms:e.turns.of,turn:a}}return{settling:Ln(t,e.settleSeconds),measured:_n(e),arms:1,turn:1}}var de={grpc:2e3,socket:3e3,redis:9e3,exception:9001},$t=1e4;function ye({values:e,count:t},r){let n=new Map([[e[0],0],[e.at(-1),0]]);for(let[s,o]of e.entries())s===0||o!==e[s-1]||n.set(o,(n.get(o)??0)+r[s]-r[s-1]);return[...n].map(([s,o])=>({which:Math.floor(s/$t),code:s%$t,count:Math.max(1,Math.round(o*t))})).sort((s,o)=>o.count-s.count)}function js({which:e,code:t}){return e*$t+t}function Fs(e){let t=new Map;for(let r of e){let n=`${r.which} ${r.code}`;t.set(n,{...r,count:r.count+(t.get(n)?.count??0)})}return[...t.values()].sort((r,n)=>n.count-r.count)}var fi=["OK","CANCELLED","UNKNOWN","INVALID_ARGUMENT","DEADLINE_EXCEEDED","NOT_FOUND","ALREADY_EXISTS","PERMISSION_DENIED","RESOURCE_EXHAUSTED","FAILED_PRECONDITION","ABORTED","OUT_OF_RANGE","UNIMPLEMENTED","INTERNAL","UNAVAILABLE","DATA_LOSS","UNAUTHENTICATED"];function Gs(e,t){if(e<1e3)return`status ${e}`;let r=t===void 0?"":`: ${t}`;return e>=de.exception?t??"exception":e>=de.redis?`redis${r}`:e>=de.socket?`WebSocket${r}`:e>=de.grpc?`gRPC status ${fi[e-de.grpc]??e-de.grpc}${r}`:t??`error ${e} of k6`}import{createHash as ml}from"node:crypto";import{createReadStream as pl,rmSync as fl,writeFileSync as hl}from"node:fs";import{hostname as gl,userInfo as bl}from"node:os";import{join as mo}from"node:path";import{createInterface as Sl}from"node:readline";import{setTimeout as go}from"node:timers/promises";import{createReadStream as hi}from"node:fs";import{createInterface as gi}from"node:readline";var Ws={100:"its `setup` did not finish in time",101:"its `teardown` did not finish in time",104:"k6 does not accept its options",107:"it threw an exception outside an iteration",108:"it aborted the test",110:"it marked the test as failed"};function me(e,t){if(!(e in Ws))return null;let r=t.replaceAll('\\"','"'),n=/TAILGATE_EXPORTS (\S+): (.*?) TAILGATE_END/.exec(r);return{kind:"failed",fault:"script",message:/TAILGATE_REFUSED (.*?) TAILGATE_END/.exec(r)?.[1]??`${Ws[e]}${bi(r)}`,log:t,...n!==null&&{missing:{exec:n[1],there:n[2]}}}}function bi(e){let t=/"(k6\/x\/[^"\s]+)"/.exec(e)?.[1];return t!==void 0?`: it imports \`${t}\`, an extension that this k6 lacks. None is fetched from elsewhere unless \`allow\` names hosts; give \`k6.path\` a k6 that has it`:/ of undefined/.test(e)?"; Tailgate replaces its scenarios and its load, so `exec.test.options.scenarios` has not those of the script":""}async function ze(e){let t=new Map,r=new Map;for await(let n of gi({input:hi(e)})){let s=/TAILGATE_(FAILURE|REDIRECT) ((?:[^"\\]|\\.)*)"/.exec(n);if(s===null)continue;let o=s[2].replaceAll('\\"','"');if(s[1]==="FAILURE"){let[,a,i,l]=/^(\d+) (.*?): (.*)$/s.exec(o)??[],c=`${a} ${i}`;l!==void 0&&!t.has(c)&&t.set(c,{label:i,code:Number(a),text:l})}else{let[,a,i,l,c]=/^(\d+) (\d+) (\S+) (.*)$/s.exec(o)??[],u=`${a} ${c}`;if(c===void 0||r.has(u))continue;r.set(u,{label:c,which:Number(a),status:Number(i),location:l==="-"?null:l})}}return{told:[...t.values()],redirects:[...r.values()]}}var L=nn().nonnegative(),Us=F(G()).refine(e=>e.every((t,r)=>!(t<e[r-1]))),qe=$({count:L,avg:G(),values:Us}).nullable(),yi=qe.refine(e=>e===null||e.values[0]>=0&&e.values.at(-1)>0&&e.avg>0),wi=sn("type",[$({type:q("trend"),count:L,avg:G(),values:Us}),$({type:q("rate"),hits:L,count:L}),$({type:q("counter"),sum:G()})]),ki=$({schemaVersion:q(1),percents:F(G()),slots:se(P(),$({startedAt:G(),endedAt:G(),dropped:L,answers:F($({sizes:qe,statuses:qe})),slices:F($({started:L,finished:L,exceptions:L,barren:L,untagged:L,begun:L,voided:L,resent:L,connects:L,received:G().nonnegative(),failed:qe,latency:yi,lag:se(on(["p50","p99","max"]),G().nonnegative()).nullable(),custom:se(P(),wi).optional()})),pods:$({behind:P(),sent:L,latest:P()}).optional()})),thresholds:F(P()),fed:F(P()),unfed:F(P()),lost:L,seen:F(un).optional()});function Je(e){let{success:t,data:r,error:n}=ki.safeParse(JSON.parse(e));if(!t)throw new Error(tn(n));return r}function zs(e,t,r=1){for(let n of t.filter(({key:s})=>s in e.slots)){let{label:s,load:o,work:a,graceSeconds:i}=n.step,{slices:l}=e.slots[n.key],c=b=>l.reduce((g,h)=>g+b(h),0),u=c(b=>b.started),d=vi(n,r);if(l.length>n.slices||u>d)return`${u} arrivals of ${s} in ${l.length} parts, where ${d} in ${n.slices} were due`;if(a.kind==="script")continue;let m=c(({latency:b,failed:g})=>(b?.count??0)+(g?.count??0));if(m>u)return`${m} answers to ${u} requests of ${s}`;if(o.kind!=="users")continue;let p=Math.round(c(({latency:b})=>(b?.count??0)*(b?.avg??0))/1e3),f=Math.ceil(o.users*(n.seconds+i)*1.1);if(p>f)return`${p} s of requests of ${s}, whose users had ${f} s`}return null}function vi({step:{load:e},seconds:t,round:r,requests:n},s){return e.kind==="arrival-rate"?Math.ceil(e.rate*t)+s:e.kind==="fixed-work"&&r!==null?n??e.requests:Number.POSITIVE_INFINITY}function qs(e,t,r=1){return t.filter(n=>Pt(n)&&(e.slots[n.key]?.startedAt??0)>0).map(n=>({...Mi(n,e,r),seen:e.seen}))}function Mi(e,{slots:t,percents:r},n){let s=t[e.key],o=r.map(y=>y/100),a=In(e,n),{load:i,work:l}=a.step,c=i.kind==="fixed-work"&&s.endedAt>=s.startedAt?Math.max(1,s.endedAt-s.startedAt)/1e3:a.seconds-a.settleSeconds,u=i.kind==="arrival-rate"?i.rate:null,d=ue(a),m=d===null?c/a.slices:d.planned/u/a.slices,p=u===null?null:n*u*m,f=l.kind==="script",b=s.slices.map((y,A)=>{let{latency:x,failed:O,exceptions:S}=y;return{startedAt:s.startedAt+(a.settleSeconds+A*c/a.slices)*1e3,seconds:m,...a.turns!==null&&{alternating:!0},planned:p,ok:x?.count??0,failed:Math.max(O?.count??0,S)+Ct(y,f),dropped:Ri(s,i.kind==="fixed-work"?a:null,p),...y.resent>0&&{resent:y.resent},latency:x&&{levels:o,values:x.values},avg:x?.avg??null,lag:y.lag,...Object.keys(y.custom??{}).length>0&&{custom:xi(y.custom,o)}}}),g=y=>s.slices.reduce((A,x)=>A+y(x),0),h=g(y=>Ct(y,f)),w=g(y=>y.started>y.finished?0:Ct(y,!0));return{slot:e,slices:b,sent:g(({started:y})=>y),intended:p===null?null:p*a.slices,barren:g(({barren:y})=>y),lost:f?w+(Ee(a.step.slos).length>0?g(({untagged:y})=>y):0):0,cut:h,received:g(({received:y})=>y),failures:Fs(s.slices.flatMap(({failed:y})=>y===null?[]:ye(y,o))),answers:s.answers.map(({sizes:y,statuses:A})=>({sizes:y&&{...y,levels:o},statuses:new Map(A?ye(A,o).map(({code:x,count:O})=>[x,O]):[])})),connects:g(({connects:y})=>y),...s.pods&&{pods:{...s.pods,intended:p===null?null:p*a.slices/n}}}}function Ct({started:e,begun:t,voided:r,latency:n,failed:s},o){let a=r+(n?.count??0)+(s?.count??0);return Math.max(0,(o?t:e)-a)}function xi(e,t){return Object.fromEntries(Object.entries(e).map(([r,n])=>[r,n.type==="trend"?{...n,levels:t}:n]))}function Ri(e,t,r){if(e.dropped===0)return 0;if(t)return Math.round(e.dropped/t.slices);let n=(r??0)*e.slices.length-e.slices.reduce((s,{started:o})=>s+o,0);return Math.round(Math.min(e.dropped,Math.max(0,n))/e.slices.length)}import{readFileSync as Gi,rmSync as Wi}from"node:fs";import{join as Ui}from"node:path";import{existsSync as It,readFileSync as Ks,statSync as Ai,writeFileSync as _t}from"node:fs";import{totalmem as Oi}from"node:os";import{dirname as Ti,join as H}from"node:path";import{setTimeout as Ei}from"node:timers/promises";import{rootCertificates as Pi}from"node:tls";var $i=99,Js=105;async function Vs(e){let{folder:t,name:r}=e,{scriptPath:n,configPath:s}=Dt(e),o=H(t,`${r}.summary.json`),a=H(t,`${r}.log`),i=await De({command:[e.binary,"run","--quiet","--no-color","--no-usage-report","--config",s,"--address","",...Lt(e),"--env",`TAILGATE_SUMMARY=${o}`,n],cwd:e.cwd,env:{...Di(),...Nt(e,Bi(e))},logPath:a,keeper:e.keeper}),l=i.exited.then(async c=>{let u=je(Li(a),t),d=c.code??-1,m=f=>({kind:"failed",fault:"harness",message:f,log:u});if(c.signal!==null)return m(`k6 was ended by ${c.signal}`);let p=me(d,u);if(p!==null)return p;if(d!==0&&d!==$i&&d!==Js)return m(`k6 ended with exit code ${d}`);try{if(!Ai(o).isFile())throw new Error("it is no file");let f=Je(Ks(o,"utf8"));return{kind:"measured",complete:d!==Js,summary:f,...await ze(a)}}catch(f){return m(`k6 left no readable summary: ${f.message}`)}});return{group:i,began:Ii(a,i),finished:l}}function Lt({targetUrl:e,userScript:t}){let r={TARGET_URL:e,BASE_URL:e,...t&&{TAILGATE_SCRIPT_FOLDER:Ti(t)}};return Object.entries(r).flatMap(([n,s])=>["--env",`${n}=${s}`])}function Nt({environment:e,mayFetch:t},r={}){return{...ae(e,r),...!t&&{K6_AUTO_EXTENSION_RESOLUTION:"false"}}}function Dt({folder:e,name:t,script:r,arrivals:n}){let s=H(e,`${t}.js`),o=H(e,"k6-config.json");if(_t(s,r),n?.size){let a=[...n].map(([i,l])=>[i,[l.skipped,...l.dueMs]]);_t(H(e,Et(t)),JSON.stringify(Object.fromEntries(a)))}for(let[a,i]of[[At,Ls],[Ot,Ns]])It(H(e,a))||ft(H(e,a),i);return It(o)||ft(o,"{}"),{scriptPath:s,configPath:o}}var Ci=20;async function Ii(e,{exit:t}){for(;t()===null;){let r=/TAILGATE_BEGAN (\d+)/.exec(be(e))?.[1];if(r!==void 0)return Number(r);await Ei(Ci)}return null}var _i=20;function Li(e){let t=be(e,2e3).split(`
`).filter(s=>!s.includes("TAILGATE_BEGAN")),r=t.slice(-_i),n=t.find(s=>/^time="[^"]*" level=error (?!.* source=console)/.test(s));return(n===void 0||r.includes(n)?r:[n,...r.slice(1)]).join(`
`)}var Ni=4;function Di(){let e=Math.min(Oi(),process.constrainedMemory?.()||Number.POSITIVE_INFINITY);return{GOGC:"800",GOMEMLIMIT:`${Math.floor(e/Ni/2**20)}MiB`}}function Bi({certificates:e=[],environment:t,folder:r}){if(e.length===0)return{};let n=t.SSL_CERT_FILE,s=n&&It(n)?[Ks(n,"utf8")]:Pi,o=H(r,"certificates.pem");return _t(o,[...e,...s].join(`
`)),{SSL_CERT_FILE:o}}var Ys=Da(Ba(),1);var Hs=`# An Indexed Job whose pods each run the whole script: https://kubernetes.io/docs/concepts/workloads/controllers/job/
apiVersion: batch/v1
kind: Job
spec:
  completionMode: Indexed
  # A pod that fails is not replaced, and keeps no other from ending: so its index and its log are still there.
  backoffLimitPerIndex: 0
  podReplacementPolicy: Failed
  # If nobody removes it.
  ttlSecondsAfterFinished: 300
  template:
    spec:
      restartPolicy: Never
      automountServiceAccountToken: false
      enableServiceLinks: false
      terminationGracePeriodSeconds: 5
      # The user of \`grafana/k6\`. Any image may run as it, since nothing is written.
      securityContext: { runAsNonRoot: true, runAsUser: 12345, seccompProfile: { type: RuntimeDefault } }
      containers:
        - name: k6
          command: [k6, run, --quiet, --no-color, --no-usage-report]
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
          volumeMounts: [{ name: load, mountPath: /tailgate, readOnly: true }]
`;var we=6565,ke="tailgate/program",Xs="load.tar",Fi=.7;function Qs({name:e,labels:t,pods:r,image:n,seconds:s}){let{count:o,cpu:a,memory:i}=r,l=(0,Ys.parse)(Hs),{template:c}=l.spec,[u]=c.spec.containers;l.metadata={name:e,labels:t},c.metadata={labels:t};let d={completions:o,parallelism:o,maxFailedIndexes:o};Object.assign(l.spec,d,{activeDeadlineSeconds:Math.ceil(s)}),c.spec.volumes=[{name:"load",configMap:{name:e}}],u.image=r.image??n;let m=o>1?["--paused","--address",`0.0.0.0:${we}`]:["--address",""];u.args=[...m,`/tailgate/${Xs}`];let p=i?.endsWith("Gi")?1024:1,f={TAILGATE_SUMMARY:"stdout",K6_AUTO_EXTENSION_RESOLUTION:"false",GOGC:"800",...i&&{GOMEMLIMIT:`${Math.floor(Number.parseInt(i,10)*p*Fi)}MiB`}};u.env=Object.entries(f).map(([g,h])=>({name:g,value:h}));let b={cpu:a,memory:i};return(a||i)&&(u.resources={requests:b,limits:b}),o>1&&(u.ports=[{containerPort:we}],u.readinessProbe={httpGet:{path:"/v1/status",port:we},periodSeconds:1}),l}function Zs({name:e,labels:t},r,n){return{apiVersion:"v1",kind:"ConfigMap",metadata:{name:e,labels:t,ownerReferences:[{apiVersion:"batch/v1",kind:"Job",name:e,uid:r}]},immutable:!0,binaryData:{[Xs]:n.toString("base64")}}}var Bt=1024*1024-1024;var zi=6e4;async function eo(e,t){let{binary:r,folder:n,name:s}=e,{scriptPath:o,configPath:a}=Dt(e),i=Ui(n,`${s}.tar`),l=await Ce({file:r,arguments:["archive","--no-color","--config",a,"-O",i,...Lt(e),o],environment:Nt(e),cwd:e.cwd,timeoutMs:zi,signal:t}),c="output"in l?je(l.output,n):l.code;if(l.kind!=="ended"||l.exitCode!==0){let f=l.kind==="ended"?l.exitCode:-1;return me(f,c)??{kind:"failed",fault:"harness",message:"k6 could not pack the script for the pods",log:c}}let u=Gi(i);if(Wi(i),u.length<=Bt)return u;let[d,m]=[u.length,Bt].map(f=>`${Math.ceil(f/1024)} KiB`);return{kind:"failed",fault:"script",message:`the script with all that it loads has ${d}, and the ConfigMap by which pods get it holds ${m}: load less data, or measure fewer scenarios at once (\`--only\`)`,log:""}}import{existsSync as qi,rmSync as Ji}from"node:fs";import{request as Ki}from"node:http";import{join as to}from"node:path";import{setTimeout as jt}from"node:timers/promises";var Vi=3,no=12e4,ro=100,so=1e4,Ft={from:.05,to:.4};async function oo(e,t){let r=to(t.folder,"kube.sock"),n=to(t.folder,"kubectl-proxy.log");Ji(r,{force:!0});let s=await De({command:e.command("proxy",`--unix-socket=${r}`,"--accept-paths=^/api/v1/namespaces/[^/]+/pods/[^/]+/proxy/v1/status$","--reject-methods=^(GET|POST|PUT|DELETE)$"),cwd:t.folder,env:e.environment,logPath:n,keeper:t.keeper});try{let o=performance.now()+so;for(;!qi(r);){if(s.exit()!==null||performance.now()>o)throw new W(`\`kubectl proxy\` does not run: ${be(n,1)}`);await jt(ro/5,void 0,{signal:t.signal})}let a=u=>Promise.all(t.ids.map(d=>Hi(r,t,d,u))),i=performance.now()+no;for(;!(await a({})).every(u=>u>=Vi);){if(performance.now()>i)throw new W(`k6 was not ready in all pods after ${no/1e3} s`);await jt(ro,void 0,{signal:t.signal})}let l=Date.now()%t.periodMs/t.periodMs,c=(Ft.from-l+1)%1;(l<Ft.from||l>Ft.to)&&await jt(c*t.periodMs,void 0,{signal:t.signal}),await a({paused:!1})}finally{await s.stop("SIGTERM",500)}}function Hi(e,{namespace:t,signal:r},n,s){let o=`/api/v1/namespaces/${t}/pods/${n}:${we}/proxy/v1/status`;return new Promise((a,i)=>{let l=u=>i(new W(`${n} cannot be told to begin: ${u}`)),c=Ki({socketPath:e,path:o,method:"PATCH",signal:r,timeout:so},u=>{let d="";u.setEncoding("utf8"),u.on("data",m=>{d+=m}),u.on("end",()=>{try{let m=JSON.parse(d);u.statusCode===200?a(Number(m.data.attributes.status)):l(String(m.message??m.errors?.[0]?.detail??u.statusCode))}catch{l(`status ${u.statusCode}: ${d.slice(0,200)}`)}})});c.on("timeout",()=>c.destroy(new Error("no answer"))),c.on("error",({message:u})=>l(u)),c.setHeader("content-type","application/json"),c.end(JSON.stringify({data:{type:"status",id:"default",attributes:s}}))})}function ao(e){let t=B(e,({count:o})=>o),r=e.find(o=>o.count>0)?.levels;if(r===void 0)return null;let n=new Float64Array(t),s=0;for(let o of e)for(let a=0;a<o.count;a++)n[s++]=an(o,a);return n.sort(),{count:t,levels:r,values:r.map(o=>Yi(n,o))}}function io(e,t){let r=[...e].sort((a,i)=>a.value-i.value),n=B(r,({count:a})=>a),[s,o]=[0,r[0]?.count??0];return t.map(a=>{for(;o<=Math.round(a*(n-1))&&s<r.length-1;)o+=r[++s].count;return r[s].value})}function Yi(e,t){let r=t*(e.length-1),n=Math.floor(r),s=e[n];return r===n?s:s+(r-n)*(e[n+1]-s)}function lo(e){let[t]=e,r=e.map(({summary:a})=>a),n=t.summary.percents.map(a=>a/100),s=Object.keys(t.summary.slots).map(a=>{let i=e.map(({name:l,summary:c})=>({name:l,slot:c.slots[a]}));return[a,Zi(i,n)]}),o=new Map(r.flatMap(a=>a.seen??[]).map(a=>[a.name,a]));return{...t.summary,slots:Object.fromEntries(s),lost:B(r,({lost:a})=>a),seen:[...o.values()]}}var Xi=["started","finished","exceptions","barren","untagged","begun","voided","resent","connects","received"],Qi=250;function Zi(e,t){let r=Math.min(...e.map(({slot:c})=>c.startedAt)),n=e.map(({name:c,slot:u})=>({name:c,slot:el(u,u.startedAt-r)})),s=n.map(({slot:c})=>c),o=({slices:c})=>B(c,({started:u})=>u),a=({slices:c})=>Math.max(0,...c.map(({lag:u})=>u?.p99??0)),i=n.reduce((c,u)=>o(u.slot)<o(c.slot)?u:c),l=n.reduce((c,u)=>a(u.slot)>a(c.slot)?u:c);return{startedAt:r,endedAt:Math.max(...s.map(({endedAt:c})=>c)),dropped:B(s,({dropped:c})=>c),answers:s[0].answers.map((c,u)=>({sizes:Gt(s,({answers:d})=>d[u].sizes,t),statuses:co(s,({answers:d})=>d[u].statuses,t)})),slices:s[0].slices.map((c,u)=>{let d=s.map(({slices:m})=>m[u]);return tl(d,t)}),pods:{behind:i.name,sent:o(i.slot),latest:l.name}}}function el(e,t){return t<=Qi?e:{...e,slices:e.slices.map(r=>({...r,lag:{p50:t,p99:t,max:t}}))}}function tl(e,t){let r=e.flatMap(({lag:o})=>o??[]),n=o=>Math.max(...r.map(a=>a[o]??0)),s=Xi.map(o=>[o,B(e,a=>a[o])]);return{...Object.fromEntries(s),failed:co(e,({failed:o})=>o,t),latency:Gt(e,({latency:o})=>o,t),lag:r.length===0?null:{p50:n("p50"),p99:n("p99"),max:n("max")},custom:nl(e,t)}}function nl(e,t){let n=[...new Set(e.flatMap(({custom:s})=>Object.keys(s??{})))].map(s=>{let o=e.flatMap(({custom:l})=>l?.[s]??[]),[a]=o;if(a?.type==="rate"){let l=o.filter(c=>c.type==="rate");return[s,{...a,hits:B(l,({hits:c})=>c),count:B(l,({count:c})=>c)}]}if(a?.type==="counter"){let l=o.filter(c=>c.type==="counter");return[s,{...a,sum:B(l,({sum:c})=>c)}]}let i=o.filter(l=>l.type==="trend");return[s,{type:"trend",...Gt(i,l=>l,t)}]});return Object.fromEntries(n)}function Gt(e,t,r){let n=e.flatMap(a=>t(a)??[]),s=ao(n.map(({count:a,values:i})=>({count:a,levels:r,values:i})));if(s===null)return null;let o=B(n,a=>a.avg*a.count)/s.count;return{count:s.count,avg:o,values:[...s.values]}}function co(e,t,r){let n=e.flatMap(i=>t(i)??[]);if(n.length===0)return null;let s=n.flatMap(i=>ye(i,r).map(l=>({value:js(l),count:l.count}))),o=B(n,i=>i.count),a=B(n,i=>i.avg*i.count)/o;return{count:o,avg:a,values:io(s,r)}}var Ke=$({reason:P().optional(),message:P().optional()}),rl=Ke.extend({exitCode:G()}),sl=Ke.extend({type:P(),status:P()}),ol=$({state:$({terminated:rl.optional(),waiting:Ke.optional()}).optional()}),al=$({kind:q("Pod"),metadata:$({name:P(),annotations:se(P(),P()).optional(),deletionTimestamp:P().optional()}),spec:$({nodeName:P().optional()}),status:Ke.extend({phase:P().optional(),conditions:F(sl).optional(),containerStatuses:F(ol).optional()})}),il=$({kind:q("Job"),status:$({failedIndexes:P().optional()})}),ll=$({items:F(rn([al,il]))}),cl=/^(ErrImagePull|ImagePullBackOff|ErrImageNeverPull|InvalidImageName|CreateContainerError|CreateContainerConfigError|RunContainerError|StartError)$/;function uo(e,t){let{items:r}=ll.parse(JSON.parse(e)),n=r.filter(a=>a.kind==="Pod").map(dl),s=r.find(a=>a.kind==="Job"),o=ul(s?.status.failedIndexes??"");return Array.from({length:t},(a,i)=>{let l=n.filter(u=>u.index===i),c={index:i,id:"",name:`pod ${i}`,node:null,exitCode:null};return l.find(({kind:u})=>u==="lost")??l[0]??(o.has(i)?{...c,kind:"lost",because:"was removed, or its node went away"}:{...c,kind:"waiting",because:"was not made"})})}function ul(e){return new Set(e.split(",").flatMap(t=>{let[r,n=r]=t.split("-").map(Number);return t===""?[]:Array.from({length:n-r+1},(s,o)=>r+o)}))}function dl({metadata:e,spec:t,status:r}){let n=Number(e.annotations?.["batch.kubernetes.io/job-completion-index"]??Number.NaN),s=t.nodeName??null,o={index:n,id:e.name,name:`pod ${n}${s?` on ${s}`:""}`,node:s},{terminated:a,waiting:i}=r.containerStatuses?.[0]?.state??{},l=a?.exitCode??null,c=(p,f="")=>({...o,kind:p,because:f,exitCode:l}),u=Wt(r);if(a?.reason==="OOMKilled")return c("lost","ran out of memory");if(r.reason==="Evicted")return c("lost",`was evicted${u}`);if(r.phase==="Succeeded")return c("done");if(l!==null&&l>128)return c("lost",`was killed${u}`);if(r.phase==="Failed")return c("lost",l===null?`failed${u}`:`ended with exit code ${l}`);if(e.deletionTimestamp!==void 0)return c("lost","was removed while it sent load");if(cl.test(i?.reason??""))return c("lost",`cannot start${Wt(i)}`);let d=r.conditions??[];if(d.some(({type:p,status:f})=>p==="Ready"&&f==="True"))return c("ready");let m=d.find(({type:p,status:f})=>p==="PodScheduled"&&f==="False");return c("waiting",`is not ready${Wt(m??i??{})}`)}function Wt({reason:e,message:t}){let r=[e,t].filter(Boolean).join(": ").replace(/\s+/g," ").slice(0,300);return r===""?"":`: ${r}`}var Ut=300,yl=60,bo=120,wl=60,So=500,po=2e3,kl=3e5,vl=40,fo={usual:24,interrupted:6};function yo(e){let t=new AbortController,r=ts(e.pods,e.environment,t.signal),n=Ml(e,r,t.signal).catch(s=>{if(!(s instanceof W||s instanceof Ae||t.signal.aborted))throw s;return{kind:"failed",fault:"harness",message:t.signal.aborted?"k6 was interrupted":s.message,log:""}});return{group:{pid:null,signal:()=>t.abort(),async stop(){t.abort(),await n}},patienceSeconds:Ut+bo,began:Promise.resolve(null),finished:n}}async function Ml(e,t,r){let{pods:n,folder:s,name:o,keeper:a}=e,i=a.mark.TAILGATE_RUN.slice(0,8),l=`tailgate-${i}-${o}`.slice(0,63),c={"app.kubernetes.io/managed-by":"tailgate","tailgate/run":i,"tailgate/machine":xl(e.environment),[ke]:l},[u,d]=await Promise.all([eo(e,r),n.image===void 0?kr(e.binary,["version"],e.environment,r):null,t.run(["delete","jobs","--wait=false","-l",`tailgate/machine=${c["tailgate/machine"]},tailgate/run!=${i}`])]);if(!Buffer.isBuffer(u))return u;let m=e.seconds+Ut+bo,p=async(f,b)=>{let g=mo(s,`${o}.${f}.json`);hl(g,JSON.stringify(b),{mode:384});let h=await t.run(["create","-o","json","-f",g]).finally(()=>fl(g));return JSON.parse(h)};try{let f={name:l,labels:c,pods:n,image:`grafana/k6:${d??"latest"}`,seconds:m},{metadata:b}=await p("job",Qs(f));await p("configmap",Zs(f,b.uid,u));let g={kubectl:t,job:l,pods:n,seconds:e.seconds,signal:r},h=await ho(g,"ready");if(!Array.isArray(h))return h;n.count>1&&await oo(t,{ids:h.map(({id:y})=>y),namespace:String(b.namespace),periodMs:e.periodMs,folder:s,keeper:a,signal:r});let w=await ho(g,"done");return Array.isArray(w)?await Al(g,w,mo(s,`${o}.log`)):w}finally{await Ol(t,l,r.aborted?fo.interrupted:fo.usual)}}function xl({TAILGATE_LOCK:e=""}){let t=[gl(),bl().uid,e].join(" ");return ml("sha256").update(t).digest("hex").slice(0,16)}async function ho(e,t){let{kubectl:r,job:n,pods:s,signal:o}=e,a=performance.now(),i=a;for(;;){let l=await r.run(["get","jobs,pods","-o","json","-l",`${ke}=${n}`]).then(u=>uo(u,s.count)).catch(u=>{if(!(u instanceof W&&!/forbidden|unauthorized/i.test(u.message))||performance.now()-i>wl*1e3)throw u;return null});if(l!==null){i=performance.now();let u=l.find(({kind:p})=>p==="lost");if(u)return Rl(e,u);let d=l.find(({kind:p})=>p!=="done"&&(t==="done"||p!=="ready"));if(d===void 0)return l;let m=(i-a)/1e3;if(t==="ready"&&m>(l.some(({id:p})=>p!=="")?Ut:yl))throw new W(`${d.name} ${d.because}, after ${Math.round(m)} s`)}let c=t==="done"&&performance.now()-a<1e3*e.seconds-po;await go(c?po:So,void 0,{signal:o})}}async function Rl({kubectl:e,pods:t},r){let n=r.id===""?"":await e.run(["logs",r.id,`--tail=${vl}`]).catch(()=>""),s=r.exitCode===null?null:me(r.exitCode,n);if(s!==null)return{...s,message:`${s.message} (${r.name})`};let o=r.because.includes("memory")&&t.memory?`: its limit is ${t.memory}`:"";return{kind:"failed",fault:"harness",message:`${r.name} ${r.because}${o}`,log:n}}async function Al({kubectl:e,job:t},r,n){let s=["logs","-l",`${ke}=${t}`,"--tail=-1","--prefix"];await e.run(s,{timeoutMs:kl,into:n});let o=new Map;for await(let i of Sl({input:pl(n)})){let[,l,c]=/^\[pod\/([^/\]]{1,253})\/[^\]]{0,63}\] (\{"schemaVersion":1,.*)$/.exec(i)??[];l!==void 0&&o.set(l,c)}let a=r.map(({id:i,name:l})=>{try{return{name:l,summary:Je(o.get(i)??"")}}catch{throw new W(`${l} left no readable summary`)}});return{kind:"measured",complete:!0,summary:lo(a),...await ze(n),nodes:[...new Set(r.flatMap(({node:i})=>i??[]))].sort()}}async function Ol(e,t,r){let{signal:n}=new AbortController,s=o=>e.run(o,{signal:n,timeoutMs:1e4});try{await s(["delete",`job/${t}`,"--ignore-not-found","--wait=false"]);for(let o=r;o>0;o--){if(await s(["get","jobs,pods","-o","name","-l",`${ke}=${t}`])==="")return;await go(So/2)}}catch(o){if(!(o instanceof W))throw o}}import{lookup as Nl}from"node:dns/promises";import{execFile as Tl,spawn as El}from"node:child_process";import{createInterface as Pl}from"node:readline";var $l=2e3,Cl=4e6,Il=1e5,ko=["-oL","ss","--no-header","--numeric","--tcp","--info","--oneline"];function vo(e,t){let r=[],n=[],s=new Set(t),o=t.map(l=>`not sport = :${l} and not dport = :${l}`).join(" and "),a=El("stdbuf",[...ko,"--events",...o?[`( ${o} )`]:[]],{env:{PATH:process.env.PATH,LC_ALL:"C"},stdio:["ignore","pipe","ignore"]});a.on("error",()=>{}),Pl({input:a.stdout}).on("line",l=>{let c=wo(l);c===null||s.has(c.localPort)||n.length>=Il||n.push({...c,wall:Date.now()})});let i=()=>{a.kill()};return process.once("exit",i),{samples:r,closed:n,async take(){let l=Date.now(),c=await _l(o),u=Date.now(),d=Ne();if(c===null||d===null)return;let m=c.split(`
`).flatMap(b=>wo(b)??[]);for(let{isListener:b,localPort:g}of m)b&&s.add(g);let p=m.filter(({localPort:b})=>!s.has(b)),f=new Map;for(let[b,g]of e){let h=zr(d,g),w=new Set(h.map(({pid:y})=>y));f.set(b,p.filter(y=>y.pids.some(A=>w.has(A))))}r.push({asked:l,read:u,open:f})},stop(){process.off("exit",i),i()}}}function _l(e){let t=["--all","--processes","exclude","time-wait",...e?[`( ${e} )`]:[]],r={timeout:$l,maxBuffer:Cl,env:{PATH:process.env.PATH,LC_ALL:"C"}};return new Promise(n=>{Tl("stdbuf",[...ko,...t],r,(s,o)=>n(s?null:o))})}function wo(e){let[t,,,r,n,...s]=e.trim().split(/\s+/);if(r===void 0||n===void 0)return null;let o=Number(r.slice(r.lastIndexOf(":")+1)),a=s.join(" "),i=c=>Number(new RegExp(`(?:^| )${c}:(\\d{1,15})(?= |$)`).exec(a)?.[1]??0),l=t==="LISTEN";return!l&&(n.endsWith(":*")||n.endsWith(":0"))?null:{isListener:l,localPort:o,key:`${r} ${n}`,peer:Ll(n),pids:[...a.matchAll(/,pid=(\d{1,10}),/g)].map(([,c])=>Number(c)),messages:i("data_segs_out"),sent:i("bytes_sent"),received:i("bytes_received")}}function Ll(e){return e.replace(/^\[::ffff:([\d.]+)\]/,"$1").replace(/%[^\]:]*/,"")}function Mo({slots:e},t,{config:r}){let n=e.some(i=>i.round!==null&&N(i)),s=[...t.values()].some(({sessions:i})=>i.length>0);if(process.platform!=="linux"||r.baseline.kind!=="paired"||!n||!s)return null;let o=new Map([...t].map(([i,l])=>[i,l.sessions])),a=[...t.values()].flatMap(({targetUrl:i})=>Number(new URL(i).port)||[]);return{...vo(o,a),names:Dl(t,r)}}async function Dl(e,{external:t}){let r=[...e.values()].flatMap(({portOf:s})=>[...s].map(([o,a])=>{let[i=""]=o.split(".",1);return{name:i,port:a,addresses:zt}})),n=await Promise.all(t.map(async({name:s,host:o,port:a})=>{let l=(await Nl(o,{all:!0}).catch(()=>[])).map(({address:u})=>u),c=l.some(u=>zt.includes(u));return{name:s,port:a,addresses:c?[...l,...zt]:l}}));return new Map([...n,...r].flatMap(({name:s,port:o,addresses:a})=>a.map(i=>[i.includes(":")?`[${i}]:${o}`:`${i}:${o}`,s])))}var zt=["127.0.0.1","::1"];async function xo(e,t,r){if(t===null)return e;let n=await t.names;return e.map(s=>{let{slot:o,slices:a}=s;if(o.round===null||!N(o))return s;let{settleSeconds:i}=o,l=r.get(V(o))?.dueMs,c=a[0].startedAt-1e3*i,u=a.reduce((g,h)=>g+h.seconds,0),d=l?.filter(g=>g<1e3*i).length,p=(1+(d===void 0?i/u:d/(l.length-d)))*a.reduce((g,{ok:h,failed:w})=>g+h+w,0),f=c+1e3*(i+u),b=Jn(o.arm,t,{from:c,to:f,requests:p},n);return b===null?s:{...s,calls:b}})}function Ve(e){let t=e.flatMap(({calls:r})=>r===void 0?[]:[r]);return t.length>0?Kn(t):null}import{existsSync as Fl,writeFileSync as Gl}from"node:fs";import{join as Wl}from"node:path";var Bl=1;function Ro(e){let t=e.map(({weight:l})=>l),r=t.reduce(Ao),n=t.map(l=>l/r),s=n.flatMap((l,c)=>Array.from({length:l},()=>c)),o=Be(Bl);for(let l=s.length-1;l>0;l--){let c=o.index(l+1);[s[l],s[c]]=[s[c],s[l]]}let a=n.map(()=>0),i=s.map(l=>a[l]++);return{order:s,ranks:i,counts:n}}function Ao(e,t){return t===0?e:Ao(t,e%t)}function Oo(e,t,r,n){let s=[],o=0;for(let{name:a,offset:i,length:l}of fn(e)){let c=a.startsWith("data.")?t.indexOf(a.slice(5)):-1;if(c<0)continue;let u=i+l,d=r==="json"&&jl(e,i,u);s.push(n(e.slice(o,d?i-1:i)),{column:c,as:d?"value":r}),o=d?u+1:u}return s.length===0?n(e):[...s,n(e.slice(o))]}function jl(e,t,r){return e[t-1]==='"'&&e[t-2]!=="\\"&&e[r]==='"'&&e[r+1]!==":"}function To(e,t,r){if(e.step.work.kind==="script")return null;let{request:n}=e.step.work;return{...n,url:Po(t.fill(n.url),t,r,e),headers:Object.fromEntries(Object.entries(n.headers).map(([s,o])=>[s,t.fill(o)])),body:n.body===void 0?void 0:t.fill(n.body)}}function Eo(e,t,r,{config:n,folder:s}){let{work:o,scenario:a}=e.step;if(o.kind==="script"||o.mix===void 0&&o.data===void 0)return null;let i=o.data?`data-${a}.json`:null;i!==null&&Ul(o.data.path,Wl(s,i));let l=(u,d)=>Oo(u,o.data?.columns??[],d,r.fill),c=ie(o);return{name:a,dataFile:i,first:ql(e,e.block??t),sequence:Ro(c),requests:c.map(({request:u})=>({name:`${u.method} ${u.url}`,method:u.method,url:Po(l(u.url,"path"),r,n,e),headers:Object.fromEntries(Object.entries(u.headers).map(([d,m])=>[d,l(m,"raw")])),body:u.body===void 0?null:l(u.body,u.quotesData?"json":"raw"),expectStatus:u.expectStatus,timeoutMs:u.timeoutSeconds*1e3}))}}function Ul(e,t){Fl(t)||Gl(t,JSON.stringify(kn(yr(e),e).rows))}function Po(e,{targetUrl:t},r,{step:n}){let[s,...o]=typeof e=="string"?[e]:e,a=String(s),i=a.startsWith("/")?t+a:a;return fr(i,r,`request of ${n.label}`),typeof e=="string"?i:[i,...o]}var zl=16;function ql({step:{load:e},round:t,seconds:r,turns:n,requests:s},o){let a=e.kind==="arrival-rate"?e.rate*r/(n?.of??1):s??0;return(o*zl+(t===null?0:t+1))*Math.ceil(a)}var Jl=250;function $o(e,t,r){return e.map(n=>{let{slices:s,slot:o}=n,a=s[0].startedAt,i=K(o,s.reduce((m,p)=>m+p.seconds,0)),l=ys(t,a,a+i*1e3+Jl),c=e.filter(m=>m.slot.startSeconds===o.startSeconds).reduce((m,p)=>m+r(p.slot.arm)*p.connects,0),u=l===null?0:Math.max(0,Math.floor((l-c)/r(o.arm))),d=s.map(({resent:m=0,...p})=>{let f=Math.min(m,u);return u-=f,{...p,...f>0&&{resent:f}}});return{...n,slices:d}})}var Kl=.1,Vl=.1;function Io(e,{instances:t,began:r,sample:n,readCalls:s=()=>{}}){let o=[],a=new Set,i=!1,l=()=>{for(let d of a)t.get(d)?.resume();a.clear()},c=d=>{for(let[m,p]of t)m!==d&&(p.halt(),a.add(m))},u=e.slots.flatMap(d=>[...t.size>1&&d.round!==null&&N(d)?[{at:d.startSeconds,act:()=>c(d.arm)},{at:Co(d),act:l}]:[],...Hl(d).map(m=>({at:m,act:n})),...d.round!==null&&N(d)?[d.startSeconds-Kl,Co(d)+Vl].map(m=>({at:m,act:s})):[]]);return r.then(d=>{if(!(d===null||i))for(let{at:m,act:p}of u)o.push(setTimeout(p,d+m*1e3-Date.now()))}),{end(){i=!0;for(let d of o)clearTimeout(d);l()}}}function Co({step:e,startSeconds:t,seconds:r}){return t+(e.load.kind==="fixed-work"?ce:r)}function Hl({round:e,step:t,startSeconds:r,seconds:n,settleSeconds:s,slices:o}){if(e===null&&o===1)return[];if(t.load.kind==="fixed-work")return[r];let a=(n-s)/o;return Array.from({length:o+1},(i,l)=>r+s+l*a)}var Ql=30,_o=120;async function Y(e,t,r){let{around:n,folder:s,instances:o,shared:a,block:i=0}=r,l=[...new Set(e.slots.map(M=>M.step.label))].join(", "),u=[...new Set(e.slots.map(({arm:M})=>M))].includes("head")?"head":"base",{targetUrl:d}=o.get(u),{work:m}=e.slots[0].step,p=new Map(e.slots.map(M=>[M,Eo(M,i,o.get(M.arm),{config:n.config,folder:s})])),{run:f,arrivals:b}=await Zl(e,t,r,{deals:p,targetUrl:d,arm:u}),g=Date.now(),h=[...o.values(),a],w=Ss(f.group.pid,h.flatMap(({sessions:M,relays:fe=[]})=>[...M,...fe]),o),y=Mo(e,o,n),A=Io(e,{instances:o,began:f.began,sample:w.take,readCalls:()=>{y?.take()}}),x=()=>f.group.signal("SIGKILL");n.signal.addEventListener("abort",x,{once:!0}),n.signal.aborted&&x();for(let M of h)M.crashed.then(()=>M.crash()!==null&&f.group.signal("SIGINT"));let O=!1,S=e.seconds+Ql+(f.patienceSeconds??0)+(m.kind==="script"?_o:0)+(e.slots.some(({step:M})=>M.load.kind==="fixed-work")?ce:0),k=setTimeout(()=>{O=!0,x()},S*1e3),R=await f.finished;clearTimeout(k),R.kind==="measured"&&R.complete&&await tc(ec(e,await f.began)),A.end(),w.stop(),await y?.take(),y?.stop(),n.signal.removeEventListener("abort",x),await f.group.stop("SIGTERM",1e3);let C=(Date.now()-g)/1e3,v=e.slots.findLast(M=>M.startSeconds<=C)??e.slots[0];await rc(e,t,r);let E={slots:[],crash:te(o,a,v.step.label),failure:null,failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],nodes:[],loadSeconds:C};if(n.signal.aborted)return E;let D=M=>E.crash===null?{...E,failure:{...M,label:l,arm:u}}:E;if(R.kind==="failed"&&R.missing){let{exec:M,there:fe}=R.missing;throw new re({what:`The k6 script of ${l} has no function \`${M}\`: ${fe}.`,where:m.kind==="script"?m.path:l,hint:"Name the function to measure with `exec` in tailgate.yml, or export it as `default`."})}if(R.kind==="failed"){let M=`k6 had not ended after ${Math.round(S)} s, and was killed`;return D(O?{...R,message:M}:R)}if(!R.complete&&E.crash===null)return D({kind:"failed",fault:"harness",message:"k6 was interrupted from outside",log:""});let I=n.config.pods?.count,xe=zs(R.summary,e.slots,I);if(xe!==null)return D({kind:"failed",fault:"harness",message:`k6 reported ${xe}`,log:""});let tt={cores:Yl(),generatorLimit:w.generatorLimit(),outsiders:oc(n)||h.some(({isHidden:M})=>M)},T=M=>o.get(M)?.hops??1,j=$o(qs(R.summary,e.slots,I),w.samples,T).map(M=>ic(M,w.samples,tt)).map(M=>Lo(n)||o.get(M.slot.arm)?.isHidden?M:ac(M,w.samples,o)),U=M=>u==="head"?M.map(fe=>({label:l,threshold:fe})):[],{summary:z,redirects:Q}=R,nt=e.slots.every(({round:M})=>M===null),Re=o.get("head")?.lastWords()??null;return{...E,failures:j.filter(({slot:M})=>M.arm==="head"&&(M.round!==null||nt)).flatMap(M=>nc(M,R.told,p.get(M.slot)?.requests??[])).map(M=>({...M,said:Re})),redirects:Q,thresholds:U(z.thresholds),fed:U(z.fed),unfed:U(z.unfed),lost:z.lost>0?[{label:l,requests:z.lost}]:[],nodes:R.nodes??[],slots:await xo(j,y,b)}}async function Zl(e,t,{around:r,k6:n,folder:s,instances:o,seed:a,block:i=0},{deals:l,targetUrl:c,arm:u}){let{config:d,keeper:m}=r,{work:p}=e.slots[0].step,f=d.allow.length===0,b=[...o.values()].flatMap(({trust:S})=>S??[]),g=d.pods,h=g===void 0?e:Cn(e,g.count),w=new Map(h.slots.map((S,k)=>[S,e.slots[k]])),y=Bs(h,a,i,g?.count),A=Ds({program:h,arrivals:y,name:t,targetUrl:c,confined:f,insecure:f&&b.some(S=>"insecure"in S),requestOf:S=>To(S,o.get(S.arm),d),dealOf:S=>l.get(w.get(S))??null,...g&&{pods:g.count},...p.kind==="script"&&{scriptPath:es(p.path,s,d.directory)}}),x={binary:n,folder:s,name:t,script:A,...p.kind==="script"&&{userScript:p.path},cwd:d.directory,targetUrl:c,environment:{...r.environment,...lc(e,o.get(u))},mayFetch:!f,keeper:m};if(g!==void 0){for(let[k,{targetUrl:R}]of o)hr(R,`URL of the ${k}`);let S=e.seconds+(p.kind==="script"?_o:0);return{run:yo({...x,pods:g,seconds:S,periodMs:Tt(e,g.count)}),arrivals:y}}let O=b.flatMap(S=>"ca"in S?S.ca:[]);return{run:await Vs({...x,arrivals:y,certificates:O}),arrivals:y}}function ec({slots:e},t){let r=e.map(({step:n,startSeconds:s,seconds:o})=>n.load.kind==="arrival-rate"?s+o:0);return t===null?0:t+1e3*Math.max(...r)+20}async function tc(e){await Xl(Math.min(5e3,Math.max(0,e-Date.now())))}function nc({slot:e,failures:t,cut:r,received:n,sent:s,slices:o,barren:a},i,l){let{label:c,graceSeconds:u}=e.step,d=t.map(({code:g,which:h,count:w})=>{let y=i.find(x=>x.label===c&&x.code===g)?.text,A=l.length>1?` of ${l[h]?.name}`:"";return{label:c,text:`${Gs(g,y)}${A}`,count:w}}),m=i.find(g=>g.label===c&&g.text.startsWith("exception")),p=a+o.reduce((g,h)=>g+h.failed,0)-r;if(m!==void 0&&p>d.reduce((g,{count:h})=>g+h,0)&&d.push({label:c,text:m.text,count:a||1}),r===0)return d;let b=r===s&&n>0?`the answer began, and did not end within ${u} s`:`no complete answer within ${u} s`;return[...d,{label:c,text:b,count:r}].sort((g,h)=>h.count-g.count)}async function rc(e,t,r){let{instances:n,shared:s,around:o}=r,a=n.get("base");if(a===void 0||te(n,s,"")?.arm!=="head"||o.signal.aborted)return;let i=e.slots.filter(({arm:u})=>u==="head"),l=(i.length>0?i:e.slots).map(u=>({...u,arm:"base",turns:null}));a.resume();let c={...r,instances:new Map([["base",a]])};await Y($e({...e,slots:l},l),`${t}-base`,c)}var sc=/\b(docker|podman|nerdctl)\b/;function oc(e){let{external:t,services:r}=e.config;return t.length>0||r.some(({start:n})=>n===void 0)||Lo(e)}function Lo({config:e}){return e.services.some(({start:t,container:r})=>t!==void 0&&r===void 0&&sc.test(t))}function ac(e,t,r){let{arm:n}=e.slot,s=r.get(n);if(s&&s.sessions.length+(s.groups?.length??0)===0)return e;let o=s?.startupMs,a=e.slices.map((i,l)=>{let{startedAt:c,seconds:u}=i,d=c+K(e.slot,u)*1e3,p=e.slot.step.load.kind==="fixed-work"&&l===e.slices.length-1?t.find(({wall:b})=>b>=d):void 0,f=ws(t,n,c,p?.wall??d);return{...i,...f,...o!==void 0&&{startup:o}}});return{...e,slices:a}}function ic(e,t,r){let{slices:n}=e,s=n.reduce((m,p)=>m+p.seconds,0),o=n[0].startedAt,a=K(e.slot,s),{clockJumpMs:i,...l}=wt(t,o,o+a*1e3,r),c=n.map(({startedAt:m,seconds:p})=>{let f=m+K(e.slot,p)*1e3,{clockJumpMs:b,...g}=wt(t,m,f,r);return Xn({cpu:g,clockJumpMs:b})}),u=n.flatMap(m=>m.lag===null?[]:[m.lag.p99]),d={sent:e.sent,intended:e.intended,seconds:s,dropped:n.reduce((m,p)=>m+p.dropped,0),lagMs:u.length>0?Math.max(...u):null,cpu:l,clockJumpMs:i,...e.pods&&{pods:e.pods}};return{...e,evidence:d,diagnosis:Hn(d),disturbed:c}}function lc({slots:e},{fill:t}){return Object.fromEntries(Object.entries(e[0].step.parameters??{}).map(([r,n])=>[`VARIANT_${r.toUpperCase()}`,t(n)]))}var cc=1.15,uc=1;function No(e,t,r=0){let n=J(t,.5),s=i=>!(J(i,.5)>cc*n),o=e.findIndex((i,l)=>s([i])&&s(e.slice(l)));if(o===-1)return null;let a=e.slice(0,o===0?0:o+1).reduce((i,l)=>i+l.seconds,0);return Math.max(uc,r+a)}var dc=.3;function Do(e,t,r,n){let s=e.filter(({slot:o})=>o.round===null&&!t.some(a=>a.slot.step===o.step));for(let{slot:o,slices:a}of s){let i=e.filter(p=>p.slot.round!==null&&p.slot.step===o.step&&p.slot.arm===o.arm&&N(p.slot)===N(o)),{readyAt:l}=r.get(o.arm),c=l===null?0:(a[0].startedAt-l)/1e3,u=No(a.map(p=>({...p,seconds:K(o,p.seconds)})),i.flatMap(({slices:p})=>p),Math.max(0,c-o.startSeconds-dc)),{label:d}=o.step,m=n.get(d);n.set(d,m===null||u===null?null:Math.max(m??0,u))}}var mc=3;function Bo({steps:e},t){let r=e.flatMap(({label:n})=>{let s=t.flatMap(({warmUps:o})=>o.get(n)??[]);return s.length>0?[[n,Math.max(...s)]]:t.length>=mc?[[n,Te.seconds]]:[]});return new Map(r)}var He=2e4,pc=2;async function jo(e,t,r){let n=performance.now(),s=Fo(t);for(let[o,a]of e.entries()){let i=s.crash?.arm==="head"?s.crash:null;i!==null&&(s.crash=null),pe(s,r)&&await fc(a,o,s,r),s.crash=kt(i,s.crash)}return s.wallSeconds=(performance.now()-n)/1e3,s}function Fo(e){return{index:e,kept:[],discarded:[],crash:null,failure:null,failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],nodes:[],soakFailures:[],warmUps:new Map,soak:[],wallSeconds:0}}function qt(e,t){return t===1?[e]:Array.from({length:t},(r,n)=>{let s=e.index+n,o=a=>a.filter(({slot:i})=>i.block===s);return{...n===t-1?e:Fo(s),index:s,kept:o(e.kept),discarded:o(e.discarded),wallSeconds:e.wallSeconds/t}})}async function fc(e,t,r,n){let s={running:new Map,starts:0};try{gc(r.index,e.arms,n),await Z(s,{...n,together:e.arms,block:Jt(r,n)});for(let[o,a]of e.programs.entries()){let i=`${Wo(r,n)}-${t+1}-${o+1}`;await Sc(a,i,s,r,n)}e.arms.length>1&&pe(r,n)&&await hc(s,r,n)}finally{await ee(s)}}async function hc(e,t,r){let{progress:n}=r,s=Go(e,t,r),o=r.soak?.(t)??[];for(let a=1;o.length>0&&pe(t,r);a++){let{arm:i}=o[0].slots[0],l=o.reduce((u,d)=>u+d.seconds,0);n.phase(`keeping the ${i} under load, for stalls, growth and memory`,l),r.follow?.(t,o.flatMap(Uo));let c=[...e.running].filter(([u])=>u!==i).map(([,u])=>u);for(let u of c)u.halt();try{for(let[u,d]of o.entries()){if(!pe(t,r))break;let m=`${Wo(t,r)}-soak-${a}-${u+1}`,p=await Y(d,m,s);t.crash=p.crash,t.failure??=p.failure,t.soak.push(...p.slots),t.soakFailures.push(...p.failures)}}finally{for(let u of c)u.resume()}o=r.soak?.(t)??[]}}function Go(e,t,r){let{arms:n,shared:s,k6:o,seed:a,folder:i}=r;return{around:n.head,k6:o,seed:a,folder:i,instances:e.running,shared:s,block:t.index}}function Wo(e,t){let{variant:r}=t;return`${r===void 0?"":`variant-${r}-`}block-${Jt(e,t)+1}`}function Jt({index:e},{sizings:t=0}){return e+t}function gc(e,t,r){let{arms:n,progress:s}=r,{services:o}=n.head.config,a=o.filter(({start:i,scope:l})=>i&&l==="instance").map(({name:i})=>i);a.length===0||e>0||s.phase(`starting ${a.join(", ")}${n.base?` of ${t.join(" and ")}`:""}`)}function bc({index:e},{planned:t}){return t>1?`block ${e+1} of ${t}: `:""}async function Sc(e,t,r,n,s){let{arms:o,shared:a,progress:i,repeatDisturbed:l=!0}=s,c=e,u=!0;for(let d=0;c!==null&&pe(n,s);d++){let m=Uo(c),p=c.slots.every(({requests:I})=>I===null)?c.seconds:void 0;i.phase(`${bc(n,s)}measuring ${m.join(", ")}`,p),s.follow?.(n,m);let f=d===0?t:`${t}-again${d}`,b=await Y(c,f,Go(r,n,s)),{crash:g,failure:h,failures:w,redirects:y,thresholds:A,fed:x,unfed:O,lost:S,nodes:k,slots:R}=b;n.crash=g,n.failure=h??n.failure,n.failures.push(...w),n.redirects.push(...y),n.fed.push(...x),n.unfed.push(...O),n.lost.push(...S),n.nodes.push(...k);let C=R.filter(({slot:I})=>I.round!==null),v=g===null&&l?vs(C):[],E=C.filter(I=>!v.includes(I));n.kept.push(...E),n.discarded.push(...v),v.length===0&&n.thresholds.push(...A);for(let I of v)wr(()=>Rs(I,n.index));Do(R,v,r.running,n.warmUps);let D=v.filter(I=>!kc(I,s)).map(({slot:I})=>I);c=D.length>0&&d<pc&&u?$e(e,D):null,v.length>0&&i.note(Ms(v,c!==null)),c!==null&&(u=o.head.config.pods!==void 0||await wc(s),n.crash=te(r.running,a,D[0].step.label),o.base&&pe(n,s)&&await yc(r,n,s))}}function Uo({slots:e}){return[...new Set(e.map(({step:t})=>t.label))]}async function yc(e,t,r){let n=[...e.running.keys()];await ee(e),await Z(e,{...r,together:n,block:Jt(t,r)})}async function wc({arms:e,progress:t}){return t.phase(`waiting for the machine to calm down (${He/1e3} s at most)`),Ge(He,e.head.signal)}function kc({slot:e,evidence:t},{isEnough:r}){return r!==void 0&&e.requests!==null&&t.seconds<le}function pe(e,{arms:t,isEnough:r}){let{crash:n,failure:s}=e;return n!==null||s!==null&&!Kt(s)||t.head.signal.aborted?!1:!r?.(e)}function Kt({arm:e,fault:t}){return e==="base"&&t==="script"}var vc=8,Mc=2;async function zo(e,t){let{instances:r,around:n,shared:s,start:o,progress:a,block:i,repeatDisturbed:l=!0}=t,c=[...r.keys()],u={block:i,arms:new Map(c.map(f=>[f,{trials:[],estimate:null}])),discarded:[],crash:null,failure:null,loadSeconds:0},d=0,m=f=>u.arms.get(f).trials,p=()=>u.crash===null&&u.failure===null&&!n.signal.aborted;for(let f=1;p()&&u.loadSeconds<t.secondsLeft;f++){let b=c.flatMap(w=>{let y=Rr({...e.goal,outcomes:m(w),start:o});return y===null?[]:[{arm:w,...y}]});if(b.length===0)break;t.drawFirst()!==b[0].arm&&b.reverse(),a.phase(Rc(e,b,u));let g=[];for(let[w,y]of xc(e,b,f===1).entries()){if(!p())break;let A=`search-${e.scenario}-${i+1}-${f}-${w+1}`,x=await Y(y,A,{...t,around:n,instances:r,shared:s});u.crash=x.crash,u.failure=x.failure,u.loadSeconds+=x.loadSeconds;let O=x.slots.filter(({slot:k})=>k.round!==null),S=l?O.filter(({diagnosis:k})=>k==="disturbed"):[];if(g.push(...S),!(S.length>0))for(let k of O){let{rate:R}=b.find(({arm:v})=>v===k.slot.arm),C=ks(e.goal.slo,R,k);m(k.slot.arm).push(C)}}if(g.length===0)continue;u.discarded.push(...g);let h=g.map(({diagnosis:w,evidence:y})=>ge(w,y));if(a.note(`a trial of ${e.label} is discarded: ${[...new Set(h)].join("; ")}`),u.discarded.length>vc||d===Mc)break;await Ge(He,n.signal)||d++,u.crash??=te(r,s,e.label)}for(let f of u.arms.values())f.estimate=Ar(f.trials,e.goal);return u}function xc(e,t,r){return e.work.kind==="request"?[ct(e,t,r)]:t.map(n=>ct(e,[n],r))}function Rc({label:e},t,{arms:r}){let n=t.map(({arm:s,rate:o})=>{let{trials:a}=r.get(s),i=Math.max(0,...a.filter(({met:d})=>d).map(d=>d.rate)),l=Math.min(...a.filter(({met:d})=>!d).map(d=>d.rate)),c=[...i>0?[`${X(i)} meets`]:[],...l<1/0?[`${X(l)} does not`]:[]],u=c.length>0?`${c.join(", ")}; `:"";return`${r.size>1?`${s}: `:""}${u}trying ${X(o)}`});return`capacity of ${e}: ${n.join(" \xB7 ")}`}function qo({label:e},{arms:t}){let r=[...t].map(([n,{estimate:s,trials:o}])=>{let a=t.size>1?`${n} `:"",i=`${o.length} trials`;if(s===null)return`${a}not found (${i})`;let{kind:l,value:c,low:u,high:d}=s;return l==="found"?`${a}${X(c)} (${X(u)} \u2026 ${X(d)}, ${i})`:`${a}${l==="below"?`less than ${X(d)}`:`at least ${X(u)}`} (${i})`});return`capacity of ${e}: ${r.join("; ")}`}function X(e){return`${Number(e.toPrecision(4)).toLocaleString("en")} req/s`}var Jo={far:2,near:1.12},Ac=.7;async function Ko(e,t,r){for(let s of e)t.set(s,[]);let n=Math.max(0,...e.map(({blocks:s})=>s.most));for(let s=0;s<n;s++){let o=e.filter(d=>Ec(d,t.get(d),s));if(o.length===0||Vo(t,r,["head","base"]))return;let i=r.drawFirst()==="head"?["head","base"]:["base","head"],l=r.arms.base?i:["head"],c=new Map(o.map(d=>[d,Pc(d,t.get(d))])),u=r.swapped?l.map(d=>[d]):[l];for(let[d,m]of u.entries())await Oc(o,{together:m,block:s,before:c,found:t,share:1/(u.length-d)},r)}}async function Oc(e,{together:t,block:r,before:n,found:s,share:o},a){let{arms:i,progress:l}=a,c={running:new Map,starts:0};try{l.phase(`starting services for the search of a capacity, start ${r+1}`),await Z(c,{arms:i,together:t,block:Tc+r});for(let u of e){if(Vo(s,a,t))return;let d=s.get(u),m=await zo(u,{...a,around:i.head,instances:c.running,block:r,start:n.get(u),secondsLeft:o*Ho(u,d)});d.push(m),l.note(qo(u,m))}}finally{await ee(c)}}var Tc=1e3;function Vo(e,{arms:t},r){let n=({crash:s,failure:o})=>o!==null||s!==null&&(s.arm!=="head"||r.includes("head"));return t.head.signal.aborted||[...e.values()].flat().some(n)}function Ho({budgetSeconds:e},t){return e-t.reduce((r,{loadSeconds:n})=>r+n,0)}function Ec(e,t,r){if(r===0)return!0;if(r>=e.blocks.most)return!1;let n=Array.from({length:r},(a,i)=>t.filter(l=>l.block===i).reduce((l,{loadSeconds:c})=>l+c,0)),[s,...o]=n;return Ho(e,t)>=Ac*Math.min(lt.later/lt.first*s,...o)}function Pc({goal:e},t){let r=t.flatMap(({arms:n})=>[...n.values()].flatMap(({estimate:s})=>s??[]));return r.length===0?{rate:e.from,factor:Jo.far}:{rate:dn(r.map(({value:n})=>n)),factor:Jo.near}}import{realpathSync as ea,writeFileSync as Bc}from"node:fs";import{devNull as jc}from"node:os";import{join as Ye}from"node:path";import{once as $c}from"node:events";import{realpathSync as Cc}from"node:fs";import{join as Ic}from"node:path";var ve=["base","head"],Yo=3,_c=2,Lc=4,Nc=4,Dc=1,Xo="services and profilers took so long to start that no time is left for it";async function Qo(e){let{arms:t,folder:r,layOut:n,choose:s,shared:o,k6:a,seed:i,block:l,tops:c,seconds:u,variant:d}=e,m=performance.now()+1e3*u,p=AbortSignal.timeout(1e3*u),f=$c(p,"abort").then(()=>{throw new Error(Xo)});f.catch(()=>{});let b=new Map,g=new Map,h={running:new Map,starts:0},w=[],y=async(A,x,O)=>{let S=g.get(A).filter(k=>O==="time"||k.seesAllocations);return(await Promise.all(S.map(k=>k.sample(x,O)))).flat()};try{for(let T of ve)b.set(T,await Hr(Ic(r,`${T}.sock`)));let A=T=>({...t[T],preload:b.get(T).preload,signal:AbortSignal.any([t[T].signal,p]),grace(j){let U=m+1e3*Nc-performance.now();return Math.min(t[T].grace(j),Math.max(1e3*Dc,U))}}),x={head:A("head"),base:A("base")};await Z(h,{arms:x,together:ve,block:l,...d&&{variant:d}}),p.aborted&&await f;for(let T of ve){let{sessions:j}=h.running.get(T),{environment:U}=t[T],[z,Q]=[c[T],T],nt=ss({sessions:j,top:z,folder:r,name:Q,environment:U,signal:p}),Re=await Promise.race([nt,f]),M=b.get(T);g.set(T,M.countPeers()>0?[M,...Re]:Re)}let O=[...g.values()],S=O.every(T=>T.some(j=>j.seesAllocations)),k=()=>S?s(w):"time",R=s(w);if(O.some(T=>T.length===0)||R!==k())return w;await Promise.race([Promise.all(ve.map(T=>y(T,1,R))),f]);let C={around:x.head,k6:a,folder:r,instances:h.running,shared:o,block:l,seed:i},v=async()=>{let T=k(),j=async Q=>er(await y(Q,Yo,T),[c[Q],Cc(c[Q])]),[U,z]=await Promise.all(ve.map(j));return{of:T,base:U,head:z}},E=(m-performance.now())/1e3-Lc;if(E<Yo)throw new Error(Xo);let D=Y(n(E),"profile",C),I=D.then(()=>null);for(let T=0;;T++){let j=await Promise.race([v().catch(()=>null),I]);if(j===null)break;T>=_c&&w.push(j)}let{crash:xe,failure:tt}=await D;return xe===null&&tt===null?w:[]}finally{for(let A of[...g.values()].flat())A.close();await ee(h);for(let A of b.values())A.close()}}var Fc=4;async function ta(e,{plan:t,blocks:r,config:n},{tops:s},o){let{arms:a,progress:i}=o,{head:l,base:c}=a,{verdict:u}=e,d=Uc(u),m=d?.label??Wc(u),p=t.steps.find(g=>g.label===m),f=n.services.some(({start:g,container:h})=>g!==void 0&&!h);if(n.explain==="off"||!f||!p||!s||!c||!Pe(t,p)||l.signal.aborted)return e;let b=`takes the ${d?"processor time":"memory"}`;i.phase(`looking for what ${b} of ${p.label}`,40);try{let g=await Qo({...o,arms:{head:l,base:c},tops:s,block:r.length,seconds:40,layOut:O=>En(t,p,O),choose:O=>d&&!Gc(Me(O,"time"),d)?"time":"allocations"});for(let O of["time","allocations"])for(let S of["base","head"]){let k=tr(Me(g,O).map(R=>R[S]));k!==""&&Bc(Ye(o.folder,`profile-${O}.${S}.txt`),k)}let h=async(O,S)=>{let k=[...new Set(O.flatMap(v=>v.function?.file??[]))];if(O.length===0||!k.every(v=>na(v,s.head)))return[];let R=await zc(k,s,l),C=rr(O,Me(g,S),R);return[{label:p.label,...C,...S==="allocations"&&{of:S}}]},w=d?await h(mt(Me(g,"time"),d),"time"):[],A=w.some(O=>O.function!==null)?[]:await h(nr(Me(g,"allocations")),"allocations"),x=[...w,...A];return x.length===0?e:{...e,verdict:{...u,risen:x}}}catch(g){return i.note(`what ${b} could not be looked for: ${g.message}`),e}}var Me=(e,t)=>e.filter(r=>r.of===t);function Gc(e,t){return e.length<Fc?!1:mt(e,t).find(({isMost:r})=>r)?.function===null}function Wc({changes:e,invalid:t,faults:r}){if(!(t.length>0||r.length>0))return e.find(({code:n,metric:s})=>n==="regressed"&&s.kind==="memory")?.label}function Uc(e){if(e.invalid.length>0||e.faults.length>0)return;let t=new Set(e.changes.filter(({code:r,metric:n})=>r==="regressed"&&mn(n)).map(({label:r})=>r));return as(e).filter(r=>t.has(r.label)&&is(r)).sort((r,n)=>n.change.value-r.change.value)[0]}function na(e,t){try{return ea(Ye(t,e)).startsWith(`${ea(t)}/`)}catch{return!1}}async function zc(e,t,{environment:r,signal:n}){let s=new Map,o=["--no-index","--unified=0","--no-color","--no-ext-diff","--no-textconv"],a=performance.now()+qc;for(let i of e){let l=na(i,t.base)?Ye(t.base,i):jc,c=await Ce({file:"git",arguments:["diff",...o,"--",l,Ye(t.head,i)],environment:ae(r),timeoutMs:Math.max(0,a-performance.now()),signal:n});if(c.kind!=="ended")continue;let d=[...c.output.matchAll(/^@@ -[\d,]{1,20} \+(\d{1,9})(?:,(\d{1,9}))? @@/gm)].flatMap(([,m,p="1"])=>Array.from({length:Math.min(Jc,Math.max(1,Number(p)))},(f,b)=>Number(m)+b));d.length>0&&s.set(i,d)}return s}var qc=1e3,Jc=1e4;async function Vt(e,{pair:t,guessMissing:r},n){let{kind:s,arm:o,service:a,log:i,other:l}=e,c=n?`${e.message} (variant ${n.name})`:e.message,u=o===null?null:await r(o,i);if(o!=="base"||t===void 0){let d=u===null?"":`; \`${u}\` is git-ignored, so a fresh tree has none: let \`build\` make it, or name it in \`reuse\``,m=l==="ready"&&o==="head";if(l===null||l==="ready")return{kind:s,service:a,message:c+d,log:i,...m&&{onlyHead:!0}};let p=`; \`${l.service}\` of the base: ${l.message}`;return{kind:s,service:a,message:c+p+d,log:vt(i,l.log),both:!0}}return{kind:"base-failed",fault:s,commit:t.baseCommit,service:a,message:c,log:i,missing:u}}function Xe({draft:e},t){let r=e.pair?.baseCommit;if(t===void 0||r===void 0)return null;let{crash:n,failure:s}=t;if(n?.arm==="base"){let{service:l,exit:c,log:u,head:d}=n,m=d&&`, and \`${d.service}\` of this change with ${d.exit}`,p=`under load it ended with ${c}${m??""}`;return{kind:"base-failed",fault:"crashed",commit:r,service:l,message:p,log:u,missing:null,...d&&{both:!0}}}if(n!==null||s===null||!Kt(s))return null;let{label:o,log:a}=s,i=`the script of ${o} fails on the base, though not on the head: ${s.message}`;return{kind:"base-failed",fault:"script-failed",commit:r,service:o,message:i,log:a,missing:null}}var Kc=.001,ra=3;function sa({label:e,kept:t,failures:r}){let n=[],s=la(t.filter(({diagnosis:a})=>a==="service-slow"));s!==null&&n.push({kind:"cannot-keep-up",label:e,...Ht(s),cpu:s.cpu});let o=aa({label:e,slices:t.flatMap(a=>a.slices),failures:r});return o===null?n:[...n,o]}function oa(e){let t=aa(e);return t&&{...t,soak:!0}}function aa({label:e,slices:t,failures:r}){let n=t.reduce((o,a)=>o+a.failed,0),s=t.reduce((o,a)=>o+a.failed+a.ok,0);return n<=Kc*s?null:{kind:"failing",label:e,failed:n,requests:s,examples:r.slice(0,ra)}}var Vc=.01;function Hc({label:e,kept:t,failures:r,thresholds:n,lost:s}){let o=c=>({kind:"script-failed",label:e,message:c,log:""}),a=t.reduce((c,u)=>c+u.barren,0),i=t.reduce((c,u)=>c+u.evidence.sent,0);if(a>Vc*i){let c=r.find(u=>u.startsWith("exception"));return o(`it threw before it sent a request, in ${a} of ${i} iterations${c?`: ${c}`:""}`)}let l=s+t.reduce((c,u)=>c+u.lost,0);if(l>0)return o(`${l} of its requests are in no count: it sends them in a way that Tailgate does not see`);if(n.length>0){let c=n.slice(0,ra).map(u=>`\`${u}\``);return o(`nothing was measured that its threshold ${c.join(", ")} could judge, so it would always hold: mend its name or tags, or take it out`)}return null}function ia(e,t){let{label:r,kept:n,discarded:s}=e,o=Hc(e);if(o!==null)return o;if(n.length>=t/2&&n.length>0){if(n.flatMap(m=>m.slices).reduce((m,p)=>m+p.ok+p.failed+p.dropped,0)>0)return null;let{seconds:d}=n[0].evidence;return n.every(({evidence:m})=>m.sent===0)?{kind:"none-begun",label:r,seconds:d}:{kind:"script-failed",label:r,message:"it sent no request while it was measured; Tailgate replaces its scenarios, so `exec.scenario.name` and `exec.test.options.scenarios` are not those of the script",log:""}}let a=la(s);if(a===null)return{kind:"harness",message:`${r} was not measured`,log:""};let i=u=>s.filter(({diagnosis:d})=>d===u).length,{cpu:l,lagMs:c}=a;if(i("generator-starved")>=Math.max(i("disturbed"),i("unknown"))){let u=a.pods&&(Yn(a)?a.pods.latest:a.pods.behind);return{kind:"generator-starved",label:r,...Ht(a),lagMs:c,cpu:l,...u&&{pod:u}}}return i("disturbed")>=i("unknown")?{kind:"machine-disturbed",label:r,discarded:s.length,rounds:s.length+n.length,cpu:l}:{kind:"cause-unknown",label:r,...Ht(a),cpu:l}}function la(e){let t=({sent:r,intended:n})=>n===null?0:n-r;return e.map(({evidence:r})=>r).sort((r,n)=>t(n)-t(r))[0]??null}function Ht({sent:e,intended:t,seconds:r}){return{sent:e,intended:t??e,seconds:r}}function _(e,t,r){return e.filter(({slot:n})=>n.step.label===t.label&&n.arm===r)}function Ze({label:e},t){return t.map(({kept:r})=>r.filter(({slot:n})=>n.step.label===e))}function ca(e,t){let r=t.flatMap(({discarded:s})=>s).filter(({slot:s,diagnosis:o,evidence:a})=>{let i=o==="generator-starved"||o==="unknown";return s.step.label===e.label&&i&&Qn(a)}),n=r.filter(({slot:s})=>N(s));return{head:Qe(n,"head"),base:Qe(n,"base"),together:r.filter(({slot:s})=>s.turns?.position===0).length}}function et(e,t){let r=t.flatMap(s=>s.soak),n=s=>_(r,e,s).flatMap(({slices:o,disturbed:a})=>o.filter((i,l)=>!a[l]));return{base:n("base"),head:n("head")}}function Yt(e,t,r){let n=s=>_(s,e,"head").filter(({slot:o})=>r(o));return{label:e.label,kept:t.flatMap(s=>n(s.kept)),discarded:t.flatMap(s=>n(s.discarded)),failures:ua(e,t.flatMap(s=>s.failures)),thresholds:Yc(e,t),lost:t.flatMap(({lost:s})=>s).filter(({label:s})=>s===e.label).reduce((s,{requests:o})=>s+o,0)}}function ua({label:e},t){let r=new Map;for(let{text:n,count:s}of t.filter(o=>o.label===e))r.set(n,(r.get(n)??0)+s);return[...r].sort((n,s)=>s[1]-n[1]).map(([n])=>n)}function Yc({label:e},t){let r=s=>t.flatMap(o=>o[s].filter(a=>a.label===e)).map(o=>o.threshold),n=new Set(r("fed"));return[...new Set(r("unfed"))].filter(s=>!n.has(s))}function da(e,t){let{head:r}=et(e,t);if(r.length===0)return null;let n=t.flatMap(s=>s.soakFailures);return{label:e.label,slices:r,failures:ua(e,n)}}function ma(e,t,r){let n=r.flatMap(({index:a,kept:i})=>{let l=_(i,e,t);return l.length>0?[{block:a,slots:l}]:[]}),s=et(e,r)[t],o=r.flatMap(a=>_(a.discarded,e,t).flatMap(({slices:i,evidence:l,diagnosis:c})=>i.length===0?[]:[{startedAt:i[0].startedAt,seconds:l.seconds,because:c}]));return{scenario:e.scenario,label:e.label,...e.variant&&{variant:e.variant},load:e.load,instances:n.map(({block:a,slots:i})=>{let l=Ve(i);return{block:a,slices:i.flatMap(({slices:c})=>c),...l&&{calls:l}}}),...s.length>0&&{soak:s},...o.length>0&&{discarded:o}}}function pa(e,t,r,n){let o=[...new Set(t.flatMap(({thresholds:m})=>m.map(({label:p})=>p)))].map(m=>{let p=t.flatMap(f=>f.thresholds.filter(b=>b.label===m));return{kind:"threshold",label:m,thresholds:[...new Set(p.map(({threshold:f})=>f))]}}),a=[...r].flatMap(([m,p])=>ls(m,p)??[]),i=t.flatMap(m=>[...m.failures,...m.soakFailures]),l=m=>m.kind==="failing"?{...m,...i.findLast(({label:p})=>p===m.label)?.said}:m,c=e.flatMap(sa),u=m=>c.some(p=>p.kind==="failing"&&p.label===m),d=n.filter(({label:m})=>!u(m)).flatMap(m=>oa(m)??[]);return[...We(t),...a,...[...c,...d].map(l),...o]}function fa(e,t,r,n){if(t.length===0)return[];let s=Ue(t);if(s.length>0||t.some(({crash:a})=>a!==null))return s;let o=Pn(e,t.length).filter(({arm:a})=>a==="head");return e.steps.flatMap(a=>n.some(c=>c.kind==="fills-machine"&&c.label===a.label)?[]:(r.has(a.label)?[N]:[N,jn]).map(c=>{let u=o.filter(d=>d.step===a&&c(d)).length;return u===0?null:ia(Yt(a,t,c),u)}).find(c=>c!==null)??[])}function Qe(e,t){return e.filter(({slot:r})=>r.arm===t).length}var Xc=.5;function ga(e,t){let{work:r,label:n}=e;if(r.kind==="script")return[];let s=t.flatMap(({kept:a})=>_(a,e,"head")),o=t.flatMap(({redirects:a})=>a);return ie(r).flatMap(({request:a},i)=>{let l=o.find(m=>m.label===n&&m.which===i);if(l===void 0)return[];let{status:c,location:u}=l,d=or(s.flatMap(({answers:m})=>m[i]??[])).get(c)??0;return d<=Xc?[]:[{label:n,request:Xt(a),status:c,location:u,share:d}]})}function ba(e,{paired:t},r){let{work:n,label:s}=e,o=r.map(({kept:i})=>({base:ha(_(i,e,"base")),head:ha(_(i,e,"head"))}));if(!t)return ir(s,o.flatMap(({head:i})=>i.slices));let a=n.kind==="script"?null:ie(n).map(({request:i})=>({text:Xt(i),keepsSize:i.expectSize==="same"}));return ar(s,a,o)}function Sa(e,t,r){let{work:n}=e,s=r.flatMap(({kept:a})=>_(a,e,t));return(n.kind==="script"?[null]:ie(n).map(({request:a})=>Xt(a))).flatMap((a,i)=>{let l=s.flatMap(({answers:p})=>p[i]??[]),c={};for(let[p,f]of l.flatMap(({statuses:b})=>[...b]))c[p]=(c[p]??0)+f;let{typical:u,mean:d,count:m}=sr(l);return Object.keys(c).length===0&&m===0?[]:[{request:a,statuses:c,...m>0&&{bytes:{typical:u,mean:Math.round(d)}}}]})}function ha(e){return{answers:e.map(({answers:t})=>t),slices:e.flatMap(({slices:t})=>t),iterations:e.reduce((t,{sent:r})=>t+r,0),connects:e.reduce((t,{connects:r})=>t+r,0),calls:Ve(e)}}function Xt({method:e,url:t}){let r=t.replace(/[?#].*/s,"");return e==="GET"?r:`${e} ${r}`}function ya(e,t){return[...e].flatMap(([{scenario:r,label:n,goal:s},o])=>["head","base"].flatMap(a=>{let i=o.flatMap(({block:l,arms:c})=>{let u=c.get(a);return u&&u.trials.length>0?[{block:l,...u}]:[]});return i.length>0?[{scenario:r,label:n,digest:t.get(n),goal:s,arm:a,blocks:i}]:[]}))}function wa(e){return Math.max(0,...[...e.values()].flatMap(t=>t.map(({block:r})=>r+1)))}function ka(e){let t=[...e.values()].flat(),r=Ue(t);return r.length>0||t.some(({crash:n})=>n!==null)?r:[...e].flatMap(([{label:n},s])=>s.some(({arms:a})=>a.get("head")?.estimate!=null)?[]:[Qc(n,s)])}function Qc(e,t){let r=t.flatMap(o=>o.discarded),n=t.flatMap(({arms:o})=>o.get("head")?.trials??[]),s=r.at(-1);return s===void 0||n.length>r.length?{kind:"search-too-short",label:e,trials:n.length}:{kind:"machine-disturbed",label:e,discarded:r.length,rounds:r.length+n.length,cpu:s.evidence.cpu}}function ne(e,t,r,n=new Map){let{config:s,plan:o,baseline:a,digests:i,draft:l,comparison:c}=e,u=o.steps.map(S=>Yt(S,t,N)),d=new Map(o.steps.map(S=>[S.label,ca(S,t)])),m=o.steps.flatMap(S=>da(S,t)??[]),p=pa(u,t,d,m),f=c.kind==="pair"?["head","base"]:["head"],b=o.steps.flatMap(S=>f.flatMap(k=>{let R=ma(S,k,t),C=i.get(S.label);if(R.instances.length===0)return[];let v=Sa(S,k,t);return[{...pr(R,k,C),...v.length>0&&{answers:v}}]})),g=ya(n,i),h=Zc(s,t),w={...l,...h&&{generators:h},steps:b,...g.length>0&&{capacities:g}},y=Qt(o,t),A=o.steps.flatMap(S=>{if(!b.some(({label:v,arm:E})=>v===S.label&&E==="head"))return[];let k=s.scenarios.find(({name:v})=>v===S.scenario),R=Tr(a,w,S.label),C=v=>{let E=t.flatMap(({kept:D})=>_(D,S,"base").flatMap(({slices:I})=>I));return E.length>0?he(E,v):cs(R.runs.map(({slices:D})=>he(D,v)))};return[{label:S.label,slos:S.slos,load:S.load,blocks:Ze(S,t),crowding:d.get(S.label),soak:et(S,t),...S.work.kind==="script"&&{seen:eu(S,t)},isNew:y.has(S.label),limits:tu(S,o),history:R,sensitivityOf:(v,E)=>at(s,k,v,E,()=>C(v))}]}),x=S=>Qe(t.flatMap(k=>k.discarded),S);return{...ps({steps:A,faults:[...p,...We([...n.values()].flat())],searches:o.searches.length,capacities:o.searches.flatMap(S=>{let k=g.filter(({label:v})=>v===S.label),R=k.find(({arm:v})=>v==="head");if(R===void 0)return[];let C=s.scenarios.find(({name:v})=>v===S.scenario);return[{label:S.label,goal:S.goal,slos:S.slos,head:R,base:k.find(({arm:v})=>v==="base")??null,history:Er(a,w,S.label),sensitivity:at(s,C,us)}]}),invalid:r?[r]:[...fa(o,t,y,p),...ka(n)],looks:o.looks,comparison:c,discarded:{base:x("base"),head:x("head")},loosened:e.loosened,failOn:e.failOn,redirects:o.steps.flatMap(S=>ga(S,t)),work:o.steps.flatMap(S=>ba(S,o,t)),effort:{slices:t.flatMap(({kept:S})=>S).reduce((S,k)=>S+k.slices.length,0),discardedRounds:x("head"),instances:f.length*(t.length+wa(n)),loadSeconds:[...t.flatMap(({kept:S,soak:k})=>[...S,...k].map(({evidence:R})=>R.seconds)),...[...n.values()].flat().map(({loadSeconds:S})=>S)].reduce((S,k)=>S+k,0)}}),record:w}}function Zc({pods:e},t){if(e===void 0)return;let{count:r,image:n,cpu:s,memory:o}=e,a=[...new Set(t.flatMap(i=>i.nodes))].sort();return{pods:r,nodes:a,image:n,cpu:s,memory:o}}function eu(e,t){let r=t.flatMap(({kept:n})=>_(n,e,"head").flatMap(s=>s.seen??[]));return[...new Map(r.map(n=>[n.name,n])).values()]}function tu(e,{steps:t}){return new Map(pn(e.slos).flatMap(r=>{let n=wn(t,e,r);return n===void 0?[]:[[r,n.label]]}))}var nu=.5,ru=2;function Qt({paired:e,steps:t},r){if(!e)return new Set;let n=s=>{let o=r.map(({kept:a})=>({base:_(a,s,"base"),head:_(a,s,"head")})).filter(({base:a,head:i})=>a.length>0&&i.length>0);return o.length>=ru&&o.every(({base:a,head:i})=>va(a)&&!va(i))};return new Set(t.filter(n).map(({label:s})=>s))}function va(e){return Oe(e.flatMap(({slices:t})=>t))>nu}import{randomInt as Ea}from"node:crypto";function Ma(e,t){let r=new Map;for(let n of e.steps.filter(s=>On(e,s))){let s=Ze(n,t),o=os({alone:ds(s).alone,all:s.map(ms)});o!==null&&r.set(n.label,o)}return r}function xa(e){let t=[],r=0;for(let{index:n,stages:s}of e){let[o,...a]=s.flatMap(({programs:l})=>l);if(o===void 0||a.length>0)return null;let i=l=>`${l}-${n+1}`;t.push(...o.slots.map(l=>({...l,key:i(l.key),block:n,startSeconds:oe(r+l.startSeconds),turns:l.turns&&{...l.turns,scenario:i(l.turns.scenario)}}))),r+=o.seconds+vn(o.slots.at(-1).step)}return[{arms:e[0].stages[0].arms,programs:[$n(t)]}]}var su=2.5,ou=.5;function Ra(e,t,{wallSeconds:r,loadSeconds:n}){let s=Math.max(ou,r-n-au(e)),o=e.steps.reduce((a,i)=>a+i.budgetSeconds,0);return Rn(e,t,Math.floor((su-1)*o/s))}function au(e){return e.steps.filter(({load:n})=>n.kind!=="fixed-work").map(n=>Pe(e,n)?1:2).reduce((n,s)=>n+s,0)*(Te.seconds-le)}function Zt({steps:e,paired:t},{kept:r,discarded:n}){let s=t?["base","head"]:["head"],o=[...r,...n].filter(({slot:i})=>i.requests!==null),a=e.filter(({load:i})=>i.kind==="fixed-work").map(i=>({label:i.label,of:s.map(l=>_(o,i,l))}));return a.some(({of:i})=>i.some(l=>l.length===0))?new Map:new Map(a.map(({label:i,of:l})=>[i,l.flat().filter(({slices:c})=>c.reduce((u,{ok:d,failed:m})=>u+d-m,0)>0).map(({slices:c})=>c.reduce((u,{seconds:d})=>u+d,0))]))}function Aa(e,{steps:t},r){return t.flatMap((n,s)=>{if(n===e.steps[s])return[];let o=Ie(1e3*Math.min(...r.get(n.label))),[a,i]=[e.steps[s],n].map(l=>_e(ot(l)));return[`${n.label}: ${a} requests took only ${o}; from now on there are ${i} in each stretch, which is ${_e(n.passes)} times the work`]})}function Oa({steps:e,blocks:t},r){return e.flatMap(n=>{let{label:s,budgetSeconds:o}=n,a=r.get(s)??[],i=a.length===0?0:Dn(a);return i*t<=o?[]:[`${s}: ${_e(ot(n))} requests take ${Ie(i*500)}; for two revisions in ${t} blocks, the fewest that can show a change, that is ${Ie(i*t*1e3)}, more than its budget of ${o} s`]})}function Ta(e,t,r){let{block:n,current:s,later:o}=r,a=[...t,...n===null?[]:[n]].flatMap(l=>l.kept),i=e.paired?["base","head"]:["head"];return{scenarios:e.steps.map(l=>({label:l.label,isCurrent:s.includes(l.label),arms:i.map(c=>{let u=Vn(_(a,l,c).flatMap(d=>d.slices));return{arm:c,p50:J(u,.5),p99:J(u,.99)}})})),variantsLeft:o.length,secondsLeft:iu(e,t,r)}}function iu(e,t,{elapsedSeconds:r,isLast:n,later:s}){if(t.length===0&&e.fixedWork.length>0)return;let{soak:o,searches:a}=e.seconds,i=Un(e).last-o-a,l=t.filter(({discarded:d})=>d.length===0),c=l.length>0?l.reduce((d,{wallSeconds:m})=>d+m,0)/l.length:i/e.blocks,u=n?0:c*(e.blocks-t.length)-r;return Math.max(0,u)+o+a+zn(s).wall.last}var Pa={blocks:2,seconds:60};async function $a(e,t){let{signal:r}=t.arms.head,{blocks:n}=e,s=new Set,o=0;for(;n.length<e.plan.blocks&&!r.aborted;){let a=n.length;for(let[h,w]of Ma(e.plan,n)){if(s.has(h))continue;s.add(h);let y=w==="hidden-work";e.plan=An(e.plan,e.config,{measured:a,worksMore:y}),t.progress.note(pu(h,w,e.plan))}let{plan:i}=e,l=h=>({index:h,first:Ea(2)===0?"head":"base",reversed:Ea(2)===0,headOnly:Qt(i,n),warmUpSeconds:Bo(i,n),shift:ut[h%ut.length],longer:s}),{stages:c,count:u}=lu(e,l),d={judgement:null},m=performance.now(),p=!1,f=(h,w)=>{let y=(performance.now()-m)/1e3,A={block:h,elapsedSeconds:y,isLast:p,current:w,later:e.later};t.progress.interim(()=>Ta(i,n,A))};a>0&&f(null,[]);let b=await jo(c,a,{...t,planned:i.blocks,sizings:o,follow:f,...a===0&&{isEnough:h=>it(i,Zt(i,h))!==i},soak:h=>{if(i.soakSeconds===0||!i.looks.includes(a+u))return[];let w=[...n,...qt(h,u)];d.judgement=ne(e,w,null);let y=uu(d.judgement,i,w.at(-1));return p=y.length>0,y}}),g=Zt(i,b);if(a===0&&b.failure===null&&b.crash===null){e.plan=it(i,g);for(let h of Aa(i,e.plan,g))t.progress.note(h);if(e.plan!==i){o++;continue}}if(n.push(...qt(b,u)),b.failure!==null||b.crash!==null)break;if(cu(n)){t.progress.note("most rounds were disturbed for a minute, and the machine does not calm down: the run ends here; a quieter machine, or a runner of its own, helps");break}if(a===0&&i.paired){e.plan=du(b,g,e);for(let h of Oa(e.plan,g))t.progress.note(h);Le(e.plan)}if(e.plan.looks.includes(n.length)){let h=d.judgement??ne(e,n,null);if(Fr(h,n.length,e),!h.undecided||e.settles?.(h.verdict)||n.length===e.plan.blocks)return h}}return ne(e,n,Xe(e,n.at(-1)))}function lu({plan:e,blocks:t,config:r},n){let s=t.length,o=e.looks.find(c=>c>s)??e.blocks,a=r.pods===void 0||s===0?1:o-s,i=Array.from({length:a},(c,u)=>({index:s+u,stages:Tn(e,n(s+u))})),l=a===1?null:xa(i);return l===null?{stages:i[0].stages,count:1}:{stages:l,count:a}}function cu(e){let t=e.filter(({kept:n,discarded:s})=>s.length>n.length),r=t.reduce((n,{wallSeconds:s})=>n+s,0);return t.length>=Pa.blocks&&2*t.length>e.length&&r>=Pa.seconds}function uu({verdict:e,undecided:t,asksBase:r},n,{index:s,soak:o}){let a=c=>o.some(({slot:u})=>u.arm===c);if(a("head"))return r&&!a("base")?dt(n,"base"):[];let i=s+1===n.blocks||!t,l=e.slos.some(({code:c})=>c==="met")||e.changes.some(({code:c})=>c==="unchanged");return i&&e.invalid.length===0&&l?dt(n,"head"):[]}function du({kept:e,discarded:t,wallSeconds:r},n,{plan:s,config:o}){let a=Nn(s,o,n);if(t.length>0)return a;let i=e.reduce((l,{slot:c,evidence:u})=>l+(c.requests===null?Bn(c):u.seconds),0);return Ra(a,o,{wallSeconds:r,loadSeconds:i})}var mu={rare:"slow requests come in some blocks only","hidden-work":"one revision takes more processor time, and its typical request no longer"};function pu(e,t,{blocks:r}){return`${e}: ${mu[t]}; from now on each revision has the whole load alone for ${Mn} s a block, in ${r} blocks at most`}async function Ca(e,t){let{request:r}=t,{head:n,base:s}=e.configs,o=wu(t),a=e.variants.map((u,d)=>gu(e,d,t)),i=[],l=[],c=null;try{for(let[u,d]of[["head",n],["base",s]])d!==null&&await e.prepare(u,()=>ns({...o,arm:u,config:d},l,r.progress,s===null?"":` of ${u}`));c=await Zr({...o,arm:null,config:n});for(let[u,d]of a.entries()){a.length>1&&!r.signal.aborted&&r.progress.note(`variant ${u+1} of ${a.length}: ${d.config.variant.name}`);let m={...d,blocks:[],settles:r.settles,later:a.slice(u+1).map(({plan:g})=>g)},p=ku(e,u,c,o,t),f=await bu(e,m,p),b=!i.some(({verdict:g})=>g.code==="regressed");if(i.push(b?await ta(f,m,e,p):f),r.signal.aborted)break;if(hu(f)){let g=a.length-i.length;g>0&&r.progress.note(`not measured, since the run has no verdict now: ${g} more variants`);break}}}catch(u){if(!(u instanceof Se))throw u;i.push(ne(a[0],[],await Vt(u,e)))}finally{await c?.stop(),await Yr({...o,arm:null,config:n},l,"build")}return Su(i,r.failOn)}function hu({verdict:{invalid:e}}){return e.some(({kind:t})=>t!=="machine-disturbed")}function gu(e,t,r){let{head:n,base:s}=e.variants[t],{request:o,plans:a,baseline:i,draft:l}=r,c=s!==null,u=a[t].paired===c?a[t]:Wn(n,{budgetSeconds:o.budgetSeconds,paired:c}),d=e.comparison.kind==="pair"&&!c;return{config:n,plan:u,baseline:i,digests:new Map([...u.steps.map(m=>[m.label,dr(m,n.deployments)]),...u.searches.map(m=>[m.label,mr(m,n.deployments)])]),draft:{...l,...e.pair&&{pair:e.pair},...e.deployments&&{deployments:e.deployments}},comparison:d?{kind:"none",reason:{kind:"new"}}:e.comparison,loosened:e.loosened,failOn:o.failOn}}async function bu(e,t,r){let n=new Map,s=o=>ne(t,t.blocks,o,n);try{let o=await $a(t,r),{plan:a}=t;if(a.searches.length===0||yu(o))return o;await Ko(a.searches,n,{...r,swapped:a.swapped,drawFirst:()=>fu(2)===0?"head":"base"});let i=[...n.values()].flat();return s(Xe(t,i.find(({crash:l})=>l?.arm==="base")))}catch(o){if(!(o instanceof Se))throw o;return s(await Vt(o,e,t.config.variant))}}function Su(e,t){return{verdict:rs(e.map(({verdict:r})=>r),t),record:lr(e.map(({record:r})=>r)),undecided:e.some(({undecided:r})=>r),asksBase:e.some(({asksBase:r})=>r)}}function yu({verdict:e}){return e.invalid.length>0||e.faults.some(({kind:t})=>t==="crashed")}function wu({request:e,session:t}){let{environment:r,signal:n}=e,{workspace:s,keeper:o,grace:a}=t;return{logFolder:s.logs,environment:r,keeper:o,signal:n,grace:a,shared:new Map}}function ku(e,t,r,n,{request:s,session:o,k6:a,seed:i}){let{head:l,base:c}=e.variants[t],u=(d,m)=>({...n,arm:d,config:m,shared:new Map(m.services.filter(({scope:p})=>p==="run").map(hn).filter(p=>p.every(f=>r.portOf.has(f))).flatMap(p=>p.map(f=>[f,r.portOf.get(f)])))});return{arms:{head:u("head",l),...c&&{base:u("base",c)}},shared:r,...l.variant&&{variant:t+1},k6:a,seed:i,folder:o.workspace.k6,progress:s.progress}}async function Ug(e){let{progress:t,signal:r,environment:n,budgetSeconds:s}=e;Mr(process.platform);let o=Mu(Sn(br(gn(Sr(e.configPath,process.cwd(),xu(e)),e.only),e.deployments),e.base.from),e),a=await $r(o.directory,n,r),i={budgetSeconds:s,paired:Nr(o,a)},{config:l,planned:c}=e.shard?qn(o,e.shard.total,i)[e.shard.index-1]:{config:o,planned:Gn(o,i)};if(e.shard&&c.length===0)return Ia({kind:"spare",...e.shard},l,e);for(let d of bn(l,e.only))t.note(d);for(let d of gr(l))t.note(d);for(let{plan:d}of c){Le(d);for(let m of d.shortages)t.note(Fn(m))}let u=await gt(l,a,e);return l.baseline.kind==="history"&&bt(u),fs(l,e,async d=>{let m=await Gr(l,a,d,e);if(m.kind==="nothing"){let v=[...l.when.changed],E=Ia({kind:"irrelevant",baseCommit:m.base,patterns:v},l,e);return st(E,d.secrets)}let p=await xr({environment:n,path:l.k6Path,version:e.k6Version,progress:t,signal:r,ci:n.CI==="true"}),f=vu(2**31),b=await Dr(l,m,d.workspace.path,f,e);d.removeAtEnd(()=>b.remove()),b.suiteBefore!==l.suite&&(u=await Ru(u,b,l,a,e));let g={...Na(e,l,p.version),seed:f},h=v=>(v.comparison.kind==="history"&&bt(u),Ca(v,{request:e,plans:c.map(({plan:E})=>E),session:d,baseline:u.baseline,draft:g,k6:p.path,seed:f})),w=await h(b);w.verdict.invalid.find(v=>v.kind==="base-failed"&&!v.both)&&l.baseline.onBaseFailure==="history"&&(t.note("the base cannot be measured; `on-base-failure` asks for a comparison with recorded runs"),w=await h(Br(b))),en(r);let{verdict:A,record:x}=w,O=e.record&&A.invalid.length===0?await gs(u,x):_a,S=Pr(x,u.baseline),{report:k,exitCode:R}=La(A,x,S,e),C=Ir(d.workspace);return st({...O,report:{...k,logs:C},exitCode:R},d.secrets)})}function Mu(e,{soakSeconds:t=e.measure.soakSeconds,tolerance:r,explain:n=e.explain}){let s={...e,explain:n,measure:{...e.measure,soakSeconds:t}};return r===void 0?s:xn(s,r)}function xu({only:e,environment:t}){return{only:e,calling:{command:"tailgate run",variables:ae(t)}}}async function Ru({store:e},{suiteBefore:t},...[r,n,s]){return{...await gt({...r,suite:t},n,s),store:e}}var _a={recordPath:null,unrecorded:null};function Ia(e,t,r){let n={...Na(r,t,"not used"),steps:[]};return{..._a,...La(hs(e),n,[],r)}}function La(e,t,r,{baseBranch:n,link:s}){return{report:cr(e,t,{baseBranch:n,link:s,history:r}),exitCode:yn(e)}}function Na(e,t,r){return{schemaVersion:1,suite:t.suite,...e.subject,attempt:e.attempt,...e.job&&{job:e.job},...e.shard&&{shard:e.shard},recordedAt:new Date().toISOString(),tailgate:_r,environment:{...vr(),k6:r}}}export{Ug as a};
