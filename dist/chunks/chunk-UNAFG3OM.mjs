import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{a as Hr,b as de,c as Yr,d as Xr,g as Qr,h as Zr,i as ts,j as De,k as rs,l as ss,m as os,p as ws}from"./chunk-IACBEFUK.mjs";import{c as kr,f as vr,j as Mr,m as W,n as ns,o as is,q as ls}from"./chunk-N6YGL7OP.mjs";import{E as Ie,F as Gr,G as Ur,I as ys,J as Ss,a as On,b as Tn,c as ue,d as En,e as Pn,f as rt,g as $n,h as Cn,i as Ln,j as it,k as Nn,l as Dn,m as Bn,n as Fn,r as jn,v as Dr,w as Br,x as Fr,z as jr}from"./chunk-TJC5J57A.mjs";import{c as ir,e as ms,f as bs}from"./chunk-U57Y3ZLE.mjs";import{c as fs,d as hs,l as gs}from"./chunk-VZTMCU4I.mjs";import{a as In,b as J,c as at,d as B,e as _n}from"./chunk-H4SNI4JH.mjs";import{a as lr,b as cr,c as ur,d as dr}from"./chunk-2FVKN4NT.mjs";import{a as Ar,b as Or,c as Tr,d as Er}from"./chunk-XCUYHDPF.mjs";import{b as es}from"./chunk-2RRE6MSS.mjs";import{b as bn,g as Oe,h as Rn,j as xn,k as An,m as Te,p as st,r as ot}from"./chunk-UBDOWZDJ.mjs";import{a as Wr,d as Vr}from"./chunk-DZ5DX7LI.mjs";import{a as Pr}from"./chunk-JLSQX7ZT.mjs";import{E as gr,F as br,b as pn,f as fn,g as hn,k as mr,l as pr,n as fr,o as hr,r as Ja}from"./chunk-ACYGYOBZ.mjs";import{a as $r,b as Cr,c as Ir,d as Pe,j as _r,m as Ne}from"./chunk-FX2ZM36T.mjs";import{d as dt,e as _e,f as zr,g as qr,j as Le,l as Kr,m as Jr}from"./chunk-PT43Q6WC.mjs";import{a as yr}from"./chunk-BVOZDNM6.mjs";import{b as ct,i as Ee,k as wr}from"./chunk-GO36CBMD.mjs";import{a as Lr}from"./chunk-BYKIIYLB.mjs";import{a as as,j as cs,n as us,o as ds}from"./chunk-JTC7M2ZV.mjs";import{k as ps}from"./chunk-LHAYXPVB.mjs";import{a as Nr,e as ut}from"./chunk-UZOZ2IAV.mjs";import{$ as nr,F as vn,H as Mn,L as Gn,M as Un,N as Wn,O as zn,P as qn,Q as Kn,R as Jn,S as Vn,T as be,U as lt,V as Xn,W as Qn,X as Zn,Y as er,Z as tr,aa as rr,ba as sr,ca as or,f as gn,ka as ar,o as nt,oa as Rr,qa as xr,t as le,u as ce,ua as $e,v as xe,xa as Ce,y as Sn}from"./chunk-AUS45OVF.mjs";import{C,Ca as ge,D as K,E as sn,Eb as ie,I as Me,K as on,Kb as Ae,M as an,Nb as wn,O as ln,Ob as kn,Tb as Hn,Vb as Yn,a as en,e as I,f as G,g as tn,ha as Re,ib as yn,k as F,l as _,ma as cn,p as nn,q as oe,r as rn,s as he,va as un}from"./chunk-M24VJJF6.mjs";import{v as mn}from"./chunk-NFWKHPMF.mjs";import{a as et,b as q,c as ve,d as Zt}from"./chunk-5LE4WRTK.mjs";import{a as Sr}from"./chunk-SZR6RWJJ.mjs";import{b as ae,d as dn,f as tt}from"./chunk-7RCFP5J6.mjs";import{d as Ka}from"./chunk-JLN3Y4HN.mjs";import{randomInt as Cu}from"node:crypto";function ks(e){return{code:"skipped",blocks:!1,slos:[],changes:[],faults:[],invalid:[],pair:null,unmeasured:e,loosened:[],costs:[],suspects:[],acceptances:[],refusals:[],effort:{slices:0,discardedRounds:0,instances:0,loadSeconds:0}}}async function mt(e,t,r){let{progress:n,environment:s,signal:o,subject:a}=r,{suite:i,directory:c}=e,u=r.base.credentials??null,l=Vr(r.store,{suite:i,directory:c,credentials:u,environment:s,signal:o});try{let{records:d,unreadable:m}=await l.list({newest:Wr});for(let{name:b,reason:S}of m)n.note(`record ${b} is left out: ${S}`);let p=a.commit===null?null:r.baseBranch,f=d.filter(b=>b.branch===p),h=p===null?new Set:await jr(t,p,f);return h.size>0&&n.note(`${Va(h.size)} no longer on ${p} and left out`),{store:l,baseline:Ar(f,{branch:p,onBranch:b=>!h.has(b),job:r.job}),problem:null}}catch(d){if(!(d instanceof q)||d.exitCode!==et.unmeasured)throw d;return n.note(`the records cannot be read, so there is no trend: ${d.message}`),{store:l,baseline:[],problem:d}}}function pt({problem:e}){if(e===null)return;let{message:t,where:r,hint:n,detail:s}=e;throw new q({what:t,where:r,hint:n,detail:s,cause:e,exitCode:et.unmeasured})}async function vs({store:e},t){try{return{recordPath:await e.append(t),unrecorded:null}}catch(r){if(r instanceof ve)throw r;let n=r instanceof q&&r.hint?` ${r.hint}`:"";return{recordPath:null,unrecorded:`${r.message}${n}`}}}function Va(e){return e===1?"the commit of one record is":`the commits of ${e} records are`}import{randomInt as xu}from"node:crypto";async function Z(e,{arms:t,together:r,block:n,part:s}){e.starts++;let o=e.starts>1?`_${e.starts}`:"",a=s===void 0?"":`${s}_`,i=async f=>{let h=await Qr(t[f],`${f}_${a}${n+1}${o}`);e.running.set(f,h)},c=await Promise.allSettled(r.map(i));for(let f of e.running.values())f.findDaemons();let u=()=>c.flatMap(f=>f.status==="rejected"?[f.reason]:[]);t.base&&!r.includes("base")&&u().length>0&&c.push(...await Promise.allSettled([i("base")]));let l=u(),d=l.find(({arm:f})=>f==="base"),m=l.find(({arm:f})=>f!=="base")??d,p=l.find(f=>!(f instanceof de));if(p!==void 0)throw p;if(m instanceof de&&c.length>1&&(m.other=l.length<c.length?"ready":d),m!==void 0)throw m}async function ee({running:e}){let t=[...e.values()];e.clear();let n=(await Promise.allSettled(t.map(s=>s.stop()))).find(s=>s.status==="rejected");if(n)throw n.reason}import{readFileSync as ht}from"node:fs";import{availableParallelism as Ms}from"node:os";import{setTimeout as Ha}from"node:timers/promises";var Ya=250,Xa=.1;async function Fe(e,t){let r=performance.now()+e,n=ft(0,new Set);for(;n.busy!==null&&performance.now()<r&&!t.aborted;){await Ha(500);let s=ft(0,new Set),o=(s.monotonic-n.monotonic)/1e3;if(((s.busy??0)-n.busy+(s.steal??0)-(n.steal??0))/o<Xa*Ms())return!0;n=s}return n.busy===null}function Rs(e,t,r=new Map){let n=[],s=Ms();if(e===null)return{samples:n,take(){},generatorLimit:()=>s,stop(){}};let o=()=>{let i=ft(e,new Set(t),r),c=n.findLast(({generator:l})=>l!==null)?.generator??0,u=(i.generator??0)<c;n.push(u?{...i,busy:null,generator:null,service:null}:i),s=ni(e)??s};o();let a=setInterval(o,Ya);return{samples:n,take:o,generatorLimit:()=>s,stop(){clearInterval(a),o()}}}function ft(e,t,r=new Map){let n=Qa(),{user:s,system:o}=process.cpuUsage(),a=new Set([e,...t]),i=n&&zr(_e()??[],a),c=i&&ti(i,e,t);return{wall:Date.now(),monotonic:performance.now(),busy:n?.busy??null,steal:n?.steal??null,generator:c?.generator??null,service:c?.service??null,self:(s+o)/1e6,opens:Za(),arms:new Map([...r].map(([u,l])=>[u,ei(i??[],l)]))}}function Qa(){try{let[e,t,r,,,,,n]=ht("/proc/stat","latin1").slice(0,200).split(`
`)[0].trim().split(/\s+/).slice(1).map(Number);return{busy:(e+t+r)/dt,steal:(n??0)/dt}}catch{return null}}function Za(){try{let e=ht("/proc/self/net/snmp","latin1").split(`
`),[t,r]=e.filter(n=>n.startsWith("Tcp:")).map(n=>n.split(" "));return Number(r[t.indexOf("ActiveOpens")])}catch{return null}}function xs(e,t,r){let[n,s]=[t,r].map(o=>Be(e,o,({opens:a})=>a));return n===null||s===null?null:Math.ceil(s-n)}function ei(e,{sessions:t,groups:r=[]}){let s=[...e.filter(({session:a})=>t.includes(a)).map(({pid:a,seconds:i})=>({seconds:Math.max(i,Kr(a)??0),memory:Jr(a)??0})),...r.flatMap(a=>Xr(a,Le)??[])],o=a=>s.reduce((i,c)=>i+a(c),0);return{seconds:o(({seconds:a})=>a),memory:o(({memory:a})=>a)}}function ti(e,t,r){let n={generator:0,service:0};for(let{session:s,seconds:o}of e)s===t?n.generator+=o:r.has(s)&&(n.service+=o);return n}function ni(e){try{return(/^Cpus_allowed_list:\s*(\S+)/m.exec(ht(`/proc/${e}/status`,"latin1"))?.[1]).split(",").map(n=>n.split("-").map(Number)).reduce((n,[s,o])=>n+(o===void 0?1:o-s+1),0)}catch{return null}}function gt(e,t,r,n){let s=(r-t)/1e3,o=m=>{let p=Be(e,t,m),f=Be(e,r,m);return p===null||f===null?null:Math.max(0,(f-p)/s)},[a,i,c,u]=[o(m=>m.busy),o(m=>m.generator),o(m=>m.service),o(m=>m.self)],l=n.outsiders?null:c,d=a!==null&&i!==null&&l!==null;return{cores:n.cores,generator:i,generatorLimit:n.generatorLimit,service:l,others:d?Math.max(0,a-i-l-(u??0)):null,steal:o(m=>m.steal),clockJumpMs:ri(e,t,r)}}function As(e,t,r,n){let s=u=>Be(e,u,l=>l.arms.get(t)?.seconds??null),[o,a]=[s(r),s(n)],i=e.findLast(({wall:u})=>u<=n)?.arms.get(t)?.memory??0;return!((e.at(-1)?.wall??0)>=n)||o===null||a===null||a<=o||i===0?null:{cpu:a-o,memory:i}}function Be(e,t,r){let n=e.filter(u=>r(u)!==null),s=n.findIndex(u=>u.wall>=t),o=n[s===-1?n.length-1:s],a=n[Math.max(0,(s===-1?n.length-1:s)-1)];if(!a||!o)return null;let[i,c]=[r(a),r(o)];return i===null||c===null?null:o.wall===a.wall?c:i+Math.min(1,Math.max(0,(t-a.wall)/(o.wall-a.wall)))*(c-i)}function ri(e,t,r){let n=e.filter(s=>s.wall>=t&&s.wall<=r).map(s=>s.wall-s.monotonic);return n.length<2?0:Math.max(...n)-Math.min(...n)}var si=.98,oi=.01,ai=.8;function Os(e,t,{diagnosis:r,evidence:n,slices:s}){let o=ge(s,e.metric),{sent:a,intended:i}=n,c=i!==null&&a<si*i,u=ii(s),l=Me(s),m=!Number.isNaN(o)&&!ut(Nr,l)&&!ut(e,o)&&!c&&!u;return{rate:t,achieved:on(s),met:m,value:o,errors:l,dropped:s.reduce((p,f)=>p+f.dropped,0),...u&&{growing:u},...!m&&Vn(n,r)&&{limitedBy:"generator"}}}function ii(e){let t=e.filter(i=>an(i)>0).map(i=>({at:i.startedAt/1e3,wait:K([i],.5)/1e3})),r=t[0],n=t.at(-1);if(r===void 0||n===void 0||t.length<4||n.wait===1/0)return;let s=t.flatMap((i,c)=>t.slice(c+1).map(u=>u.wait>i.wait)),o=s.filter(Boolean).length>=ai*s.length,a=(n.wait-r.wait)/(n.at-r.at);return o&&a>oi?!0:void 0}function te(e,t,r){let n=s=>{let o=(s==="shared"?t:e.get(s))?.crash()??null;return o&&{...o,arm:s,label:r}};return n("shared")??bt(n("head"),n("base"))}function bt(e,t){return e&&t?{...t,head:e,log:yt(e.log,t.log)}:t??e}function yt(e,t){let[r,n]=[e,t].map(s=>s.split(`
`).slice(-$r).join(`
`));return`The base:
${n}

This change:
${r}`}function je(e){return e.flatMap(({crash:t})=>{if(t?.arm!=="head")return[];let{arm:r,...n}=t;return[{kind:"crashed",...n}]})}function Ge(e){return e.flatMap(({failure:t,crash:r})=>{if(r?.arm==="shared")return[{kind:"harness",message:`\`${r.service}\`, which serves the whole run, ended with ${r.exit}`,log:r.log}];if(t===null)return[];let{fault:n,label:s,message:o,log:a}=t;return[n==="script"?{kind:"script-failed",label:s,message:o,log:a}:{kind:"harness",message:o,log:a}]})}function Ts(e){let t=e.filter(Ps),r=(n,s)=>n.step===s.step&&n.round===s.round&&n.block===s.block;return e.filter(({slot:n})=>t.some(s=>r(n,s.slot)))}function Es(e,t){let r=[...new Set(e.map(({slot:i})=>i.step.label))],n=e.filter(Ps).map(({diagnosis:i,evidence:c})=>be(i,c)),s=new Set(e.map(({slot:i})=>JSON.stringify([i.step.label,i.block,i.round,i.turns===null]))).size;return`${`${s} ${s===1?"round":"rounds"} of ${r.join(", ")}`} ${t?"will be measured again":"discarded"}: ${[...new Set(n)].join("; ")}`}function Ps({diagnosis:e}){return e!=="sound"&&e!=="service-slow"}function $s({slot:e,diagnosis:t,evidence:r},n){let{sent:s,intended:o,seconds:a,dropped:i,lagMs:c,clockJumpMs:u,cpu:l}=r,d=b=>b===null?"unknown":Number(b.toPrecision(3)),{generator:m,service:p,others:f,steal:h,cores:g}=l;return[`discarded: block ${n+1}, ${e.step.label}, ${e.arm}, round ${e.round+1}, ${e.turns?"in turns":"alone"}`,t==="sound"?"sound, but not what it belongs to":be(t,r),`${s} of ${o??s} arrivals in ${d(a)} s, ${i} dropped, p99 of lateness ${d(c)} ms`,`of ${g} cores k6 used ${d(m)}, the service ${d(p)}, others ${d(f)}, the hypervisor ${d(h)}`,`the clock jumped by ${d(u)} ms`].join("; ")}import{setTimeout as pc}from"node:timers/promises";var me={grpc:2e3,socket:3e3,redis:9e3,exception:9001},St=1e4;function ye({values:e,count:t},r){let n=new Map([[e[0],0],[e.at(-1),0]]);for(let[s,o]of e.entries())s===0||o!==e[s-1]||n.set(o,(n.get(o)??0)+r[s]-r[s-1]);return[...n].map(([s,o])=>({which:Math.floor(s/St),code:s%St,count:Math.max(1,Math.round(o*t))})).sort((s,o)=>o.count-s.count)}function Cs({which:e,code:t}){return e*St+t}function Is(e){let t=new Map;for(let r of e){let n=`${r.which} ${r.code}`;t.set(n,{...r,count:r.count+(t.get(n)?.count??0)})}return[...t.values()].sort((r,n)=>n.count-r.count)}var li=["OK","CANCELLED","UNKNOWN","INVALID_ARGUMENT","DEADLINE_EXCEEDED","NOT_FOUND","ALREADY_EXISTS","PERMISSION_DENIED","RESOURCE_EXHAUSTED","FAILED_PRECONDITION","ABORTED","OUT_OF_RANGE","UNIMPLEMENTED","INTERNAL","UNAVAILABLE","DATA_LOSS","UNAUTHENTICATED"];function _s(e,t){if(e<1e3)return`status ${e}`;let r=t===void 0?"":`: ${t}`;return e>=me.exception?t??"exception":e>=me.redis?`redis${r}`:e>=me.socket?`WebSocket${r}`:e>=me.grpc?`gRPC status ${li[e-me.grpc]??e-me.grpc}${r}`:t??`error ${e} of k6`}var Ls=`import type { Random } from '../statistics/random.ts';

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
`;var Ns=`/**
 * Lets all pods begin at the same moment: at the next multiple of some seconds by their clocks, once the script's own
 * setup is done. What it returns is passed on as k6 would.
 */
export async function setup() {
  const data = typeof user.setup === 'function' ? await user.setup() : undefined;
  sleep((PERIOD_MS - (Date.now() % PERIOD_MS)) / 1000);
  return data;
}
`;var Ds=`/**
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
  at.hasFailed = true;
  failures.add(at.which * WHICH + code, at.tags);
  if (text !== null) tellFailure(at, code, text);
}

/** Milliseconds of the test so far. Dates have no fractions. */
export const clock = () => exec.instance.currentTestRunDuration;

/** Time on \`clock\`; 0 in setup and teardown, which have none and are not timed. */
const clockOf = ({ slot }) => (slot === null ? 0 : clock());

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

/** @param since when the request began, on \`clock\`; of a batch, when that did */
function note(response, at, params, since) {
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
  // k6 tells the times of the last request alone where it has sent several: redirects, digests.
  const isOfLast = response.url !== response.request.url || (params?.auth && params.auth !== 'basic');
  if (isOfLast) hops.add(1);
  // \`blocked\` lasts until there is a connection: to connect and the TLS handshake are parts of it (k6: tracer.go).
  latency.add(isOfLast ? clockOf(at) - since : timings.blocked + timings.duration, at.tags);
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
    const since = clockOf(at);
    let response;
    try {
      response = original.apply(http, args);
    } catch (error) {
      failThrown(at, error);
      throw error;
    }
    note(response, at, args[paramsAt], since);
    return response;
  };
}

for (const method of ['get', 'head']) http[method] = countIn(http[method], 1);
for (const method of ['post', 'put', 'patch', 'del', 'options']) http[method] = countIn(http[method], 2);
http.request = countIn(http.request, 3);

const { asyncRequest, batch } = http;
http.asyncRequest = async (...args) => {
  const at = open(1);
  const since = clockOf(at);
  let response;
  try {
    response = await asyncRequest.apply(http, args);
  } catch (error) {
    failThrown(at, error);
    throw error;
  }
  note(response, at, args[3], since);
  return response;
};
http.batch = (...args) => {
  const requests = args[0] ?? {};
  const keys = Object.keys(requests);
  const at = open(keys.length);
  const since = clockOf(at);
  let responses;
  try {
    responses = batch.apply(http, args);
  } catch (error) {
    for (const _ of keys) failThrown(at, error);
    throw error;
  }
  for (const key of keys) {
    const request = requests[key];
    note(responses[key], at, Array.isArray(request) ? request[3] : request?.params, since);
  }
  return responses;
};
`;var Bs=`// Lateness of an arrival (ms). Open model only. It says nothing while arrivals are dropped.
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

/** Counts an iteration that threw, unless a request of it has failed already. Without any it is the script's own fault. */
function failIteration(error) {
  if (at.begun === 0) barren.add(1, at.tags);
  else if (!at.hasFailed) exceptions.add(1, at.tags);
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
  // k6 lets these win, and both revisions would be asked at one address.
  const isOwn = ([name]) => !/^(?:BASE_URL|TARGET_URL|TAILGATE_.*)$/.test(name);
  return { env: Object.fromEntries(Object.entries(env).filter(isOwn)), tags };
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
`;var wt="books.js",Gs=Ds,kt="draws.ts",Us=Ls,Fs={perSecond:50,share:1/8},pi=["0.0.0.0/2","64.0.0.0/3","96.0.0.0/4","112.0.0.0/5","120.0.0.0/6","124.0.0.0/7","126.0.0.0/8","128.0.0.0/1",...Array.from({length:16},(e,t)=>`${(2**t).toString(16)}::/${16-t}`)];function Ws({program:e,targetUrl:t,confined:r,scriptPath:n,insecure:s=!1,requestOf:o,arrivals:a=new Map,name:i="script",dealOf:c=()=>null,pods:u=0}){let l=e.slots[0].step.work,d=new Map(e.slots.map(b=>[b,c(b)])),m=Object.fromEntries(e.slots.map((b,S)=>{let y=d.get(b)??null,k=y===null?o(b):null;return[b.key,{id:`s${S}`,...bi(b,k,y),launchMs:a.get(V(b))?.launchMs??0,isConfined:r}]})),p=Math.max(0,...[...a.values()].map(({waiting:b})=>b)),f=[...d.values()].filter(b=>b!==null),h=JSON.stringify(l.kind==="script"?n??l.path:null),g=l.kind==="script"?[`export * from ${h};`,`import * as user from ${h};`]:["const user = {};"];return[`import { CODES, needsBody, openIteration, TAG, tellFailure } from './${wt}';`,"import { sleep } from 'k6';","import http from 'k6/http';","import exec from 'k6/execution';",...u>0?[`import { drawForPod } from './${kt}';`]:[],...a.size>0||f.some(({dataFile:b})=>b!==null)?["import { SharedArray } from 'k6/data';"]:[],"import { Counter, Gauge, Trend } from 'k6/metrics';",...g,"",`const TARGET_URL = __ENV.TARGET_URL || ${JSON.stringify(t)};`,`const PODS = ${u};`,"const POD = PODS > 0 ? Number(__ENV.JOB_COMPLETION_INDEX || 0) : 0;",`const PERCENTS = ${JSON.stringify(lr)};`,`const INSECURE = ${s};`,`const BLOCKED = ${JSON.stringify(r?pi:[])};`,`const SEQUENCES = ${JSON.stringify(Object.fromEntries(f.map(({name:b,sequence:S})=>[b,S])))};`,`const ROWS = {${[...new Set(f.flatMap(fi))].join(", ")}};`,`const ARRIVALS = {${[...a].map(([b,S])=>gi(b,S,i)).join(", ")}};`,`const SLOTS = ${JSON.stringify(m,null,2)};`,`const SCENARIOS = ${JSON.stringify(Object.fromEntries(e.slots.map(b=>[V(b),yi(b,a,p)])),null,2)};`,"",Bs,...u>1?[`const PERIOD_MS = ${vt(e,u)};`,Ns]:[]].join(`
`)}function fi({name:e,dataFile:t}){if(t===null)return[];let r=JSON.stringify(e);return[`${r}: new SharedArray(${r}, () => JSON.parse(open(${JSON.stringify(`./${t}`)})))`]}var hi=50;function vt({slots:e},t){let r=e[0].step.work.kind==="script"?1e4:2e3;return Math.max(r,3e3*Math.ceil(t/hi-1))}function Mt(e){return`${e}.arrivals.json`}function gi(e,{drawn:t},r){let n=JSON.stringify(e),s=JSON.stringify(`./${Mt(r)}`),o=t?`{ const own = drawForPod(${JSON.stringify(t)}, POD); return [own.skipped].concat(own.dueMs); }`:`JSON.parse(open(${s}))[${n}]`;return`${n}: new SharedArray(${JSON.stringify(`arrivals ${e}`)}, () => ${o})`}function Rt(e){return e.round!==null||e.slices>1}function V({key:e,turns:t}){return t?.scenario??e}function bi(e,t,r){let{load:n,work:s,label:o}=e.step,a=r?.requests.map((i,c)=>({...i,which:c}));return{label:o,measured:Rt(e),told:e.arm==="head",startMs:e.startSeconds*1e3,settleMs:e.settleSeconds*1e3,sliceMs:(e.seconds-e.settleSeconds)*1e3/e.slices,slices:e.slices,rate:n.kind==="arrival-rate"?n.rate:null,sampledShare:n.kind==="arrival-rate"?Math.min(1,Fs.perSecond/n.rate):Fs.share,scenario:V(e),scenarioName:e.step.scenario,turns:e.turns&&{...e.turns,...ue(e)},iterations:e.round===null?null:e.requests,exec:s.kind==="script"?s.exec:null,custom:[...new Set(Ae(e.step.slos).map(({name:i})=>i))],deal:r&&{name:r.name,first:r.first,requests:a},request:a?.[0]??(t&&{method:t.method,url:t.url,headers:t.headers,body:t.body??null,expectStatus:t.expectStatus,timeoutMs:t.timeoutSeconds*1e3})}}function yi(e,t,r){let{load:n,virtualUsers:s,graceSeconds:o}=e.step,a={exec:"runIteration",startTime:`${e.startSeconds}s`,gracefulStop:`${o}s`},i=`${e.seconds}s`;switch(n.kind){case"arrival-rate":{let c=t.get(V(e)),u={preAllocatedVUs:s+r,maxVUs:s+r},l="constant-arrival-rate";if(c===void 0)return{...a,...u,executor:l,duration:i,...js(n.rate)};let d=Math.max(le,c.launchSeconds),m=c.launchMs/1e3,p=Math.max(0,e.seconds-m-d)+o;return{...a,startTime:`${Re(e.startSeconds+m)}s`,...u,executor:l,duration:`${Re(d)}s`,gracefulStop:`${Re(p)}s`,...js(c.launchRate)}}case"users":return{...a,executor:"constant-vus",duration:i,vus:n.users};case"fixed-work":return e.round===null?{...a,executor:"constant-vus",duration:i,vus:n.users}:{...a,executor:"shared-iterations",vus:n.users,iterations:e.requests??n.requests,maxDuration:`${ce}s`}}}function js(e){for(let[t,r]of[["1s",1],["1m",60],["1h",3600]]){let n=e*r;if(Math.abs(n-Math.round(n))<1e-9*n)return{rate:Math.round(n),timeUnit:t}}return{rate:Math.max(1,Math.round(e*3600)),timeUnit:"1h"}}var N=tn().nonnegative(),zs=F(G()).refine(e=>e.every((t,r)=>!(t<e[r-1]))),Ue=_({count:N,avg:G(),values:zs}).nullable(),wi=Ue.refine(e=>e===null||e.values[0]>=0&&e.values.at(-1)>0&&e.avg>0),ki=nn("type",[_({type:he("trend"),count:N,avg:G(),values:zs}),_({type:he("rate"),hits:N,count:N}),_({type:he("counter"),sum:G()})]),vi=_({schemaVersion:he(1),percents:F(G()),slots:oe(I(),_({startedAt:G(),endedAt:G(),dropped:N,answers:F(_({sizes:Ue,statuses:Ue})),slices:F(_({started:N,finished:N,exceptions:N,barren:N,untagged:N,begun:N,voided:N,resent:N,connects:N,received:G().nonnegative(),failed:Ue,latency:wi,lag:oe(rn(["p50","p99","max"]),G().nonnegative()).nullable(),custom:oe(I(),ki).optional()})),pods:_({behind:I(),sent:N,latest:I()}).optional()})),thresholds:F(I()),fed:F(I()),unfed:F(I()),lost:N,seen:F(ln).optional()});function We(e){let{success:t,data:r,error:n}=vi.safeParse(JSON.parse(e));if(!t)throw new Error(en(n));return r}function qs(e,t,r=1){for(let n of t.filter(({key:s})=>s in e.slots)){let{label:s,load:o,work:a,graceSeconds:i}=n.step,{slices:c}=e.slots[n.key],u=h=>c.reduce((g,b)=>g+h(b),0),l=u(h=>h.started),d=Mi(n,r);if(c.length>n.slices||l>d)return`${l} arrivals of ${s} in ${c.length} parts, where ${d} in ${n.slices} were due`;if(a.kind==="script")continue;let m=u(({latency:h,failed:g})=>(h?.count??0)+(g?.count??0));if(m>l)return`${m} answers to ${l} requests of ${s}`;if(o.kind!=="users")continue;let p=Math.round(u(({latency:h})=>(h?.count??0)*(h?.avg??0))/1e3),f=Math.ceil(o.users*(n.seconds+i)*1.1);if(p>f)return`${p} s of requests of ${s}, whose users had ${f} s`}return null}function Mi({step:{load:e},seconds:t,round:r,requests:n},s){return e.kind==="arrival-rate"?Math.ceil(e.rate*t)+s:e.kind==="fixed-work"&&r!==null?n??e.requests:Number.POSITIVE_INFINITY}function Ks(e,t,r=1){return t.filter(n=>Rt(n)&&(e.slots[n.key]?.startedAt??0)>0).map(n=>({...Ri(n,e,r),seen:e.seen}))}function Ri(e,{slots:t,percents:r},n){let s=t[e.key],o=r.map(y=>y/100),a=Tn(e,n),{load:i,work:c}=a.step,u=i.kind==="fixed-work"&&s.endedAt>=s.startedAt?Math.max(1,s.endedAt-s.startedAt)/1e3:a.seconds-a.settleSeconds,l=i.kind==="arrival-rate"?i.rate:null,d=ue(a),m=d===null?u/a.slices:d.planned/l/a.slices,p=l===null?null:n*l*m,f=c.kind==="script",h=s.slices.map((y,k)=>{let{latency:x,failed:v,exceptions:w}=y;return{startedAt:s.startedAt+(a.settleSeconds+k*u/a.slices)*1e3,seconds:m,...a.turns!==null&&{alternating:!0},planned:p,ok:x?.count??0,failed:(v?.count??0)+w+xt(y,f),dropped:Ai(s,i.kind==="fixed-work"?a:null,p),...y.resent>0&&{resent:y.resent},latency:x&&{levels:o,values:x.values},avg:x?.avg??null,lag:y.lag,...Object.keys(y.custom??{}).length>0&&{custom:xi(y.custom,o)}}}),g=y=>s.slices.reduce((k,x)=>k+y(x),0),b=g(y=>xt(y,f)),S=g(y=>y.started>y.finished?0:xt(y,!0));return{slot:e,slices:h,sent:g(({started:y})=>y),intended:p===null?null:p*a.slices,barren:g(({barren:y})=>y),lost:f?S+(Ae(a.step.slos).length>0?g(({untagged:y})=>y):0):0,cut:b,received:g(({received:y})=>y),failures:Is(s.slices.flatMap(({failed:y})=>y===null?[]:ye(y,o))),answers:s.answers.map(({sizes:y,statuses:k})=>({sizes:y&&{...y,levels:o},statuses:new Map(k?ye(k,o).map(({code:x,count:v})=>[x,v]):[])})),connects:g(({connects:y})=>y),...s.pods&&{pods:{...s.pods,intended:p===null?null:p*a.slices/n}}}}function xt({started:e,begun:t,voided:r,latency:n,failed:s},o){let a=r+(n?.count??0)+(s?.count??0);return Math.max(0,(o?t:e)-a)}function xi(e,t){return Object.fromEntries(Object.entries(e).map(([r,n])=>[r,n.type==="trend"?{...n,levels:t}:n]))}function Ai(e,t,r){if(e.dropped===0)return 0;if(t)return Math.round(e.dropped/t.slices);let n=(r??0)*e.slices.length-e.slices.reduce((s,{started:o})=>s+o,0);return Math.round(Math.min(e.dropped,Math.max(0,n))/e.slices.length)}import{lookup as Li}from"node:dns/promises";import{execFile as Oi,spawn as Ti}from"node:child_process";import{createInterface as Ei}from"node:readline";var Pi=2e3,$i=4e6,Ci=1e5,Vs=["-oL","ss","--no-header","--numeric","--tcp","--info","--oneline"];function Hs(e,t){let r=[],n=[],s=new Set(t),o=t.map(c=>`not sport = :${c} and not dport = :${c}`).join(" and "),a=Ti("stdbuf",[...Vs,"--events",...o?[`( ${o} )`]:[]],{env:{PATH:process.env.PATH,LC_ALL:"C"},stdio:["ignore","pipe","ignore"]});a.on("error",()=>{}),Ei({input:a.stdout}).on("line",c=>{let u=Js(c);u===null||s.has(u.localPort)||n.length>=Ci||n.push({...u,wall:Date.now()})});let i=()=>{a.kill()};return process.once("exit",i),{samples:r,closed:n,async take(){let c=Date.now(),u=await Ii(o),l=Date.now(),d=u===null?null:_e();if(u===null||d===null)return;let m=u.split(`
`).flatMap(h=>Js(h)??[]);for(let{isListener:h,localPort:g}of m)h&&s.add(g);let p=m.filter(({localPort:h})=>!s.has(h)),f=new Map;for(let[h,g]of e){let b=qr(d,g),S=new Set(b.map(({pid:y})=>y));f.set(h,p.filter(y=>y.pids.some(k=>S.has(k))))}r.push({asked:c,read:l,open:f})},stop(){process.off("exit",i),i()}}}function Ii(e){let t=["--all","--processes","exclude","time-wait",...e?[`( ${e} )`]:[]],r={timeout:Pi,maxBuffer:$i,env:{PATH:process.env.PATH,LC_ALL:"C"}};return new Promise(n=>{Oi("stdbuf",[...Vs,...t],r,(s,o)=>n(s?null:o))})}function Js(e){let[t,,,r,n,...s]=e.trim().split(/\s+/);if(r===void 0||n===void 0)return null;let o=Number(r.slice(r.lastIndexOf(":")+1)),a=s.join(" "),i=u=>Number(new RegExp(`(?:^| )${u}:(\\d{1,15})(?= |$)`).exec(a)?.[1]??0),c=t==="LISTEN";return!c&&(n.endsWith(":*")||n.endsWith(":0"))?null:{isListener:c,localPort:o,key:`${r} ${n}`,peer:_i(n),pids:[...a.matchAll(/,pid=(\d{1,10}),/g)].map(([,u])=>Number(u)),messages:i("data_segs_out"),sent:i("bytes_sent"),received:i("bytes_received")}}function _i(e){return e.replace(/^\[::ffff:([\d.]+)\]/,"$1").replace(/%[^\]:]*/,"")}function Ys({slots:e},t,{config:r}){let n=e.some(i=>i.round!==null&&B(i)),s=[...t.values()].some(({sessions:i})=>i.length>0);if(process.platform!=="linux"||r.baseline.kind!=="paired"||!n||!s)return null;let o=new Map([...t].map(([i,c])=>[i,c.sessions])),a=[...t.values()].flatMap(({targetUrl:i})=>Number(new URL(i).port)||[]);return{...Hs(o,a),names:Ni(t,r)}}async function Ni(e,{external:t}){let r=[...e.values()].flatMap(({portOf:s})=>[...s].map(([o,a])=>{let[i=""]=o.split(".",1);return{name:i,port:a,addresses:At}})),n=await Promise.all(t.map(async({name:s,host:o,port:a})=>{let c=(await Li(o,{all:!0}).catch(()=>[])).map(({address:l})=>l),u=c.some(l=>At.includes(l));return{name:s,port:a,addresses:u?[...c,...At]:c}}));return new Map([...n,...r].flatMap(({name:s,port:o,addresses:a})=>a.map(i=>[i.includes(":")?`[${i}]:${o}`:`${i}:${o}`,s])))}var At=["127.0.0.1","::1"];async function Xs(e,t,r){if(t===null)return e;let n=await t.names;return e.map(s=>{let{slot:o,slices:a}=s;if(o.round===null||!B(o))return s;let{settleSeconds:i}=o,c=r.get(V(o))?.dueMs,u=a[0].startedAt-1e3*i,l=a.reduce((g,b)=>g+b.seconds,0),d=c?.filter(g=>g<1e3*i).length,p=(1+(d===void 0?i/l:d/(c.length-d)))*a.reduce((g,{ok:b,failed:S})=>g+b+S,0),f=u+1e3*(i+l),h=Gn(o.arm,t,{from:u,to:f,requests:p},n);return h===null?s:{...s,calls:h}})}function ze(e){let t=e.flatMap(({calls:r})=>r===void 0?[]:[r]);return t.length>0?Un(t):null}import{availableParallelism as Di}from"node:os";function Qs(e,{around:t,instances:r,shared:n,samples:s,generatorLimit:o}){let a=[...r.values(),n].some(u=>u.isHidden),i=Fi(t)||a,c={cores:Di(),generatorLimit:o,outsiders:i};return e.map(u=>{let l=Gi(u,s,c);return Zs(t)||r.get(l.slot.arm)?.isHidden?l:ji(l,s,r)})}var Bi=/\b(docker|podman|nerdctl)\b/;function Fi(e){let{external:t,services:r}=e.config;return t.length>0||r.some(({start:n})=>n===void 0)||Zs(e)}function Zs({config:e}){return e.services.some(({start:t,container:r})=>t!==void 0&&r===void 0&&Bi.test(t))}function ji(e,t,r){let{arm:n}=e.slot,s=r.get(n);if(s&&s.sessions.length+(s.groups?.length??0)===0)return e;let o=s?.startupMs,a=e.slices.map((i,c)=>{let{startedAt:u,seconds:l}=i,d=u+J(e.slot,l)*1e3,p=e.slot.step.load.kind==="fixed-work"&&c===e.slices.length-1?t.find(({wall:h})=>h>=d):void 0,f=As(t,n,u,p?.wall??d);return{...i,...f,...o!==void 0&&{startup:o}}});return{...e,slices:a}}function Gi(e,t,r){let{slices:n}=e,s=n.reduce((m,p)=>m+p.seconds,0),o=n[0].startedAt,a=J(e.slot,s),{clockJumpMs:i,...c}=gt(t,o,o+a*1e3,r),u=n.map(({startedAt:m,seconds:p})=>{let f=m+J(e.slot,p)*1e3,{clockJumpMs:h,...g}=gt(t,m,f,r);return Kn({cpu:g,clockJumpMs:h})}),l=n.flatMap(m=>m.lag===null?[]:[m.lag.p99]),d={sent:e.sent,intended:e.intended,seconds:s,dropped:n.reduce((m,p)=>m+p.dropped,0),lagMs:l.length>0?Math.max(...l):null,cpu:c,clockJumpMs:i,...e.pods&&{pods:e.pods}};return{...e,evidence:d,diagnosis:zn(d),disturbed:u}}function Ot(e,t){let{rate:r,settling:n,measured:s}=e,o=eo({...e,count:n},t),a=n/r*1e3,i=n>0?0:Math.min(100,500*s/r),c=1-i*r/(1e3*Math.max(1,s)),u=eo({...e,count:s},t),l=[...o,...u.map(f=>a+i+f*c)],d=e.arms*e.turn,m=0;for(;m+d<=n&&l[m]<100;)m+=d;let p=l.slice(m).map(f=>Number(Math.max(f,100).toFixed(2)));return{dueMs:p,skipped:m,...Tt([p],r)}}function eo({rate:e,count:t,arms:r,turn:n},s){let o=Math.ceil(t/(r*n))*n,a=Ui(o,o/e*1e3,s),i=[],c=0;for(let u=0;u<o;u+=n)for(let l=0;l<r;l++)for(let d of a.slice(u,u+n))c+=d,i.push(c);return i.slice(0,t)}function Ui(e,t,r){let n=Array.from({length:e+1},()=>-Math.log(1-r.uniform())),s=n.reduce((o,a)=>o+a,0);return n.slice(0,e).map(o=>o/s*t)}var to=[1,1.01,1.02,1.05,1.1,1.15,1.2,1.3,1.5,2,3,5,10];function Tt(e,t){let r=Math.max(...e.map(i=>i.length)),n=i=>{let c=Number.POSITIVE_INFINITY;for(let u of e)for(let[l,d]of u.entries())c=Math.min(c,d-l*1e3/(t*i));return c},s=t*(to.find(i=>n(i)>=5)??to.at(-1)),o=Math.max(0,Math.floor(n(s/t)-5)),a=Math.max(...e.map(i=>Wi(i,o,s)));return{launchMs:o,launchRate:s,launchSeconds:(r-.5)/s,waiting:a}}function Wi(e,t,r){let[n,s]=[0,0];for(let o=0;o<e.length;o++){for(;s<e.length&&e[s]<t+o*1e3/r;)s++;n=Math.max(n,o+1-s)}return n}function no({plan:e,seed:t,name:r},n){return Ot(e,zi(Et(t,`${r} pod ${n}`)))}function zi(e){let t=e|0;return{uniform:()=>{t=t+1831565813|0;let n=Math.imul(t^t>>>15,1|t);return n=n+Math.imul(n^n>>>7,61|n)^n,((n^n>>>14)>>>0)/2**32}}}function Et(e,t){let r=2166136261^e;for(let n=0;n<t.length;n++)r=Math.imul(r^t.charCodeAt(n),16777619);return r|0}function ro(e,t,r,n=0){return new Map(e.slots.flatMap(s=>{let{load:o,label:a}=s.step;if(o.kind!=="arrival-rate"||o.arrivals==="even")return[];let i=`${s.block??r} ${s.round} ${a}`,c={rate:o.rate,...Ki(s,o.rate)},u=n>0?qi({plan:c,seed:t,name:i},n):Ot(c,es(Et(t,i)));return[[V(s),u]]}))}function qi(e,t){let r=Array.from({length:t},(n,s)=>no(e,s).dueMs);return{dueMs:[],skipped:0,...Tt(r,e.plan.rate),drawn:e}}function Ki(e,t){let r=ue(e);if(r!==null){let{settling:s,measured:o,arrivals:a}=r;return{settling:s,measured:o,arms:e.turns.of,turn:a}}return{settling:Pn(t,e.settleSeconds),measured:En(e),arms:1,turn:1}}import{createHash as Bl}from"node:crypto";import{createReadStream as Fl}from"node:fs";import{hostname as jl}from"node:os";import{join as Gl}from"node:path";import{createInterface as Ul}from"node:readline";import{setTimeout as Wl}from"node:timers/promises";import{createReadStream as Ji}from"node:fs";import{createInterface as Vi}from"node:readline";var so={100:"its `setup` did not finish in time",101:"its `teardown` did not finish in time",104:"k6 does not accept its options",107:"it threw an exception outside an iteration",108:"it aborted the test",110:"it marked the test as failed"};function pe(e,t){if(!(e in so))return null;let r=t.replaceAll('\\"','"'),n=/TAILGATE_EXPORTS (\S+): ((?:(?!TAILGATE_EXPORTS ).)*?) TAILGATE_END/.exec(r);return{kind:"failed",fault:"script",message:/TAILGATE_REFUSED ((?:(?!TAILGATE_REFUSED ).)*?) TAILGATE_END/.exec(r)?.[1]??`${so[e]}${Hi(r)}`,log:t,...n!==null&&{missing:{exec:n[1],there:n[2]}}}}function Hi(e){let t=/"(k6\/x\/[^"\s]+)"/.exec(e)?.[1];return t!==void 0?`: it imports \`${t}\`, an extension that this k6 lacks. None is fetched from elsewhere unless \`allow\` names hosts; let TAILGATE_K6 name a k6 that has it`:/ of undefined/.test(e)?"; Tailgate replaces its scenarios and its load, so `exec.test.options.scenarios` has not those of the script":""}async function qe(e){let t=new Map,r=new Map;for await(let n of Vi({input:Ji(e)})){let s=/TAILGATE_(FAILURE|REDIRECT) ((?:(?!TAILGATE_(?:FAILURE|REDIRECT) )[^"\\]|\\.)*)"/.exec(n);if(s===null)continue;let o=s[2].replaceAll('\\"','"');if(s[1]==="FAILURE"){let[,a,i,c]=/^(\d+) (.*?): (.*)$/s.exec(o)??[],u=`${a} ${i}`;c!==void 0&&!t.has(u)&&t.set(u,{label:i,code:Number(a),text:c})}else{let[,a,i,c,u]=/^(\d+) (\d+) (\S+) (.*)$/s.exec(o)??[],l=`${a} ${u}`;if(u===void 0||r.has(l))continue;r.set(l,{label:u,which:Number(a),status:Number(i),location:c==="-"?null:c})}}return{told:[...t.values()],redirects:[...r.values()]}}import{readFileSync as ml,rmSync as pl}from"node:fs";import{join as fl}from"node:path";import{existsSync as Yi,readFileSync as ao,statSync as Xi,writeFileSync as Pt}from"node:fs";import{totalmem as Qi}from"node:os";import{dirname as Zi,join as ne}from"node:path";import{setTimeout as el}from"node:timers/promises";import{rootCertificates as tl}from"node:tls";var nl=99,oo=105;async function io(e){let{folder:t,name:r}=e,{scriptPath:n,configPath:s}=It(e),o=ne(t,`${r}.summary.json`),a=ne(t,`${r}.log`),i=Cr(a),c=await Ne({command:[e.binary,"run","--quiet","--no-color","--no-usage-report","--config",s,"--address","",...$t(e),"--env",`TAILGATE_SUMMARY=${o}`,n],cwd:e.cwd,env:{...ll(),...Ct(e,cl(e))},logPath:a,keeper:e.keeper}),u=c.exited.then(async l=>{let d=De(al(a),t),m=l.code??-1,p=h=>({kind:"failed",fault:"harness",message:h,log:d});if(l.signal!==null)return p(`k6 was ended by ${l.signal}`);let f=pe(m,d);if(f!==null)return f;if(m!==0&&m!==nl&&m!==oo)return p(`k6 ended with exit code ${m}`);try{if(!Xi(o).isFile())throw new Error("it is no file");let h=We(ao(o,"utf8"));return{kind:"measured",complete:m!==oo,summary:h,...await qe(a)}}catch(h){return p(`k6 left no readable summary: ${h.message}`)}});return{group:c,began:sl(a,c,i),finished:u}}function $t({targetUrl:e,userScript:t}){let r={TARGET_URL:e,BASE_URL:e,...t&&{TAILGATE_SCRIPT_FOLDER:Zi(t)}};return Object.entries(r).flatMap(([n,s])=>["--env",`${n}=${s}`])}function Ct({environment:e,mayFetch:t},r={}){return{...ae(e,r),...!t&&{K6_AUTO_EXTENSION_RESOLUTION:"false"}}}function It({folder:e,name:t,script:r,arrivals:n}){let s=ne(e,`${t}.js`),o=ne(e,"k6-config.json");if(Pt(s,r),n?.size){let a=[...n].map(([i,c])=>[i,[c.skipped,...c.dueMs]]);Pt(ne(e,Mt(t)),JSON.stringify(Object.fromEntries(a)))}for(let[a,i]of[[wt,Gs],[kt,Us]])ct(ne(e,a),i);return ct(o,"{}"),{scriptPath:s,configPath:o}}var rl=20,Ke=64*1024;async function sl(e,{exit:t},r){let n=r;for(;t()===null;){let s=Ir(e,n,Ke),o=s.lastIndexOf(`
`)+1||(s.length===Ke?Ke:0),a=/TAILGATE_BEGAN (\d+)/.exec(s.toString("latin1",0,o))?.[1];if(a!==void 0)return Number(a);n+=o,s.length<Ke&&await el(rl)}return null}var ol=20;function al(e){let t=Pe(e,2e3).split(`
`).filter(s=>!s.includes("TAILGATE_BEGAN")),r=t.slice(-ol),n=t.find(s=>/^time="[^"]*" level=error (?!.* source=console)/.test(s));return(n===void 0||r.includes(n)?r:[n,...r.slice(1)]).join(`
`)}var il=4;function ll(){let e=Math.min(Qi(),process.constrainedMemory?.()||Number.POSITIVE_INFINITY);return{GOGC:"800",GOMEMLIMIT:`${Math.floor(e/il/2**20)}MiB`}}function cl({certificates:e=[],environment:t,folder:r}){if(e.length===0)return{};let n=t.SSL_CERT_FILE,s=n&&Yi(n)?[ao(n,"utf8")]:tl,o=ne(r,"certificates.pem");return Pt(o,[...e,...s].join(`
`)),{SSL_CERT_FILE:o}}var co=Ka(Ja(),1);var lo=`# An Indexed Job whose pods each run the whole script: https://kubernetes.io/docs/concepts/workloads/controllers/job/
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
          env:
            - { name: TAILGATE_SUMMARY, value: stdout }
            - { name: K6_AUTO_EXTENSION_RESOLUTION, value: 'false' }
            - { name: GOGC, value: '800' }
`;var Se=6565,Je="tailgate/program",uo="load.tar",dl=.7;function mo({name:e,labels:t,pods:r,image:n,seconds:s}){let{count:o,cpu:a,memory:i}=r,c=(0,co.parse)(lo),{template:u}=c.spec,[l]=u.spec.containers;c.metadata={name:e,labels:t},u.metadata={labels:t};let d={completions:o,parallelism:o,maxFailedIndexes:o};Object.assign(c.spec,d,{activeDeadlineSeconds:Math.ceil(s)}),u.spec.volumes=[{name:"load",configMap:{name:e}}],l.image=r.image??n;let m=o>1?["--paused","--address",`0.0.0.0:${Se}`]:["--address",""];if(l.args=[...m,`/tailgate/${uo}`],i){let f=Number.parseInt(i,10)*(i.endsWith("Gi")?1024:1)*dl;l.env.push({name:"GOMEMLIMIT",value:`${Math.floor(f)}MiB`})}let p={cpu:a,memory:i};return(a||i)&&(l.resources={requests:p,limits:p}),o>1&&(l.ports=[{containerPort:Se}],l.readinessProbe={httpGet:{path:"/v1/status",port:Se},periodSeconds:1}),c}function po({name:e,labels:t},r,n){return{apiVersion:"v1",kind:"ConfigMap",metadata:{name:e,labels:t,ownerReferences:[{apiVersion:"batch/v1",kind:"Job",name:e,uid:r}]},immutable:!0,binaryData:{[uo]:n.toString("base64")}}}var _t=1024*1024-1024;var hl=6e4;async function fo(e,t){let{binary:r,folder:n,name:s}=e,{scriptPath:o,configPath:a}=It(e),i=fl(n,`${s}.tar`),c=await Ee({file:r,arguments:["archive","--no-color","--config",a,"-O",i,...$t(e),o],environment:Ct(e),cwd:e.cwd,timeoutMs:hl,signal:t}),u="output"in c?De(c.output,n):c.code;if(c.kind!=="ended"||c.exitCode!==0){let f=c.kind==="ended"?c.exitCode:-1;return pe(f,u)??{kind:"failed",fault:"harness",message:"k6 could not pack the script for the pods",log:u}}let l=ml(i);if(pl(i),l.length<=_t)return l;let[d,m]=[l.length,_t].map(f=>`${Math.ceil(f/1024)} KiB`);return{kind:"failed",fault:"script",message:`the script with all that it loads has ${d}, and the ConfigMap by which pods get it holds ${m}: load less data, or measure fewer scenarios at once (\`--only\`)`,log:""}}import{once as gl}from"node:events";import{existsSync as bl,rmSync as yl}from"node:fs";import{request as Sl}from"node:http";import{join as ho}from"node:path";import{text as wl}from"node:stream/consumers";import{setTimeout as Lt}from"node:timers/promises";var kl=3,go=12e4,bo=100,yo=1e4,Nt={from:.05,to:.4};async function So(e,t){let r=ho(t.folder,"kube.sock"),n=ho(t.folder,"kubectl-proxy.log");yl(r,{force:!0});let s=await Ne({command:e.command("proxy",`--unix-socket=${r}`,"--accept-paths=^/api/v1/namespaces/[^/]+/pods/[^/]+/proxy/v1/status$","--reject-methods=^(GET|POST|PUT|DELETE)$"),cwd:t.folder,env:e.environment,logPath:n,keeper:t.keeper});try{let o=performance.now()+yo;for(;!bl(r);){if(s.exit()!==null||performance.now()>o)throw new W(`\`kubectl proxy\` does not run: ${Pe(n,1)}`);await Lt(bo/5,void 0,{signal:t.signal})}let a=l=>Promise.all(t.states.map(d=>vl(r,t,d,l))),i=performance.now()+go;for(;!(await a({})).every(l=>l>=kl);){if(performance.now()>i)throw new W(`k6 was not ready in all pods after ${go/1e3} s`);await Lt(bo,void 0,{signal:t.signal})}let c=Date.now()%t.periodMs/t.periodMs,u=(Nt.from-c+1)%1;(c<Nt.from||c>Nt.to)&&await Lt(u*t.periodMs,void 0,{signal:t.signal}),await a({paused:!1})}finally{await s.stop("SIGTERM",500)}}async function vl(e,{namespace:t,signal:r},{id:n,name:s},o){let a=`/api/v1/namespaces/${t}/pods/${n}:${Se}/proxy/v1/status`,i={"content-type":"application/json"};try{let c=Sl({socketPath:e,path:a,method:"PATCH",headers:i,signal:r,timeout:yo});c.on("timeout",()=>c.destroy(new Error("no answer"))),c.end(JSON.stringify({data:{type:"status",id:"default",attributes:o}}));let[u]=await gl(c,"response"),l=await wl(u),d=u.headers["content-type"]?.includes("json")?JSON.parse(l):{message:l};if(u.statusCode===200)return Number(d.data.attributes.status);throw new Error(`${d.message??d.errors?.[0]?.detail}`.slice(0,200))}catch(c){throw new W(`${s} cannot be told to begin: ${c.message}`)}}function wo(e){let t=C(e,({count:o})=>o),r=e.find(o=>o.count>0)?.levels;if(r===void 0)return null;let n=new Float64Array(t),s=0;for(let o of e)for(let a=0;a<o.count;a++)n[s++]=sn(o,a);return n.sort(),{count:t,levels:r,values:r.map(o=>Ml(n,o))}}function ko(e,t){let r=[...e].sort((a,i)=>a.value-i.value),n=C(r,({count:a})=>a),[s,o]=[0,r[0]?.count??0];return t.map(a=>{for(;o<=Math.round(a*(n-1))&&s<r.length-1;)o+=r[++s].count;return r[s].value})}function Ml(e,t){let r=t*(e.length-1),n=Math.floor(r),s=e[n];return r===n?s:s+(r-n)*(e[n+1]-s)}function vo(e){let[t]=e,r=e.map(({summary:a})=>a),n=t.summary.percents.map(a=>a/100),s=Object.keys(t.summary.slots).map(a=>{let i=e.map(({name:c,summary:u})=>({name:c,slot:u.slots[a]}));return[a,Al(i,n)]}),o=new Map(r.flatMap(a=>a.seen??[]).map(a=>[a.name,a]));return{...t.summary,slots:Object.fromEntries(s),lost:C(r,({lost:a})=>a),seen:[...o.values()]}}var Rl=["started","finished","exceptions","barren","untagged","begun","voided","resent","connects","received"],xl=250;function Al(e,t){let r=Math.min(...e.map(({slot:u})=>u.startedAt)),n=e.map(({name:u,slot:l})=>({name:u,slot:Ol(l,l.startedAt-r)})),s=n.map(({slot:u})=>u),o=({slices:u})=>C(u,({started:l})=>l),a=({slices:u})=>Math.max(0,...u.map(({lag:l})=>l?.p99??0)),i=n.reduce((u,l)=>o(l.slot)<o(u.slot)?l:u),c=n.reduce((u,l)=>a(l.slot)>a(u.slot)?l:u);return{startedAt:r,endedAt:Math.max(...s.map(({endedAt:u})=>u)),dropped:C(s,({dropped:u})=>u),answers:s[0].answers.map((u,l)=>({sizes:Dt(s,({answers:d})=>d[l].sizes,t),statuses:Mo(s,({answers:d})=>d[l].statuses,t)})),slices:s[0].slices.map((u,l)=>{let d=s.map(({slices:m})=>m[l]);return Tl(d,t)}),pods:{behind:i.name,sent:o(i.slot),latest:c.name}}}function Ol(e,t){return t<=xl?e:{...e,slices:e.slices.map(r=>({...r,lag:{p50:t,p99:t,max:t}}))}}function Tl(e,t){let r=e.flatMap(({lag:o})=>o??[]),n=o=>Math.max(...r.map(a=>a[o]??0)),s=Rl.map(o=>[o,C(e,a=>a[o])]);return{...Object.fromEntries(s),failed:Mo(e,({failed:o})=>o,t),latency:Dt(e,({latency:o})=>o,t),lag:r.length===0?null:{p50:n("p50"),p99:n("p99"),max:n("max")},custom:El(e,t)}}function El(e,t){let n=[...new Set(e.flatMap(({custom:s})=>Object.keys(s??{})))].map(s=>{let o=e.flatMap(({custom:l})=>l?.[s]??[]),a=o.filter(l=>l.type==="trend");if(a.length>0)return[s,{type:"trend",...Dt(a,l=>l,t)}];let i=o.filter(l=>l.type==="rate");if(i.length===0)return[s,{type:"counter",sum:C(o,l=>"sum"in l?l.sum:0)}];let[c,u]=[C(i,l=>l.hits),C(i,l=>l.count)];return[s,{type:"rate",hits:c,count:u}]});return Object.fromEntries(n)}function Dt(e,t,r){let n=e.flatMap(a=>t(a)??[]),s=wo(n.map(({count:a,values:i})=>({count:a,levels:r,values:i})));if(s===null)return null;let o=C(n,a=>a.avg*a.count)/s.count;return{count:s.count,avg:o,values:[...s.values]}}function Mo(e,t,r){let n=e.flatMap(i=>t(i)??[]);if(n.length===0)return null;let s=n.flatMap(i=>ye(i,r).map(c=>({value:Cs(c),count:c.count}))),o=C(n,i=>i.count),a=C(n,i=>i.avg*i.count)/o;return{count:o,avg:a,values:ko(s,r)}}var Ve=_({reason:I().optional(),message:I().optional()}),Pl=Ve.extend({exitCode:G()}),$l=Ve.extend({type:I(),status:I()}),Cl=_({state:_({terminated:Pl.optional(),waiting:Ve.optional()}).optional()}),Il=_({metadata:_({name:I(),annotations:oe(I(),I()).optional(),deletionTimestamp:I().optional()}),spec:_({nodeName:I().optional()}),status:Ve.extend({phase:I().optional(),conditions:F($l).optional(),containerStatuses:F(Cl).optional()})}),_l=_({items:F(Il)}),Ll=/^(ErrImagePull|ImagePullBackOff|ErrImageNeverPull|InvalidImageName|CreateContainerError|CreateContainerConfigError|RunContainerError|StartError)$/;function Ro(e,t){let r=_l.parse(JSON.parse(e)).items.map(Dl);return Array.from({length:t},(n,s)=>{let o=r.filter(a=>a.index===s);return o.find(({kind:a})=>a==="lost")??o[0]??{...Nl,index:s,name:`pod ${s}`,kind:"waiting",because:"is not there"}})}var Nl={id:"",node:null,exitCode:null};function Dl({metadata:e,spec:t,status:r}){let n=Number(e.annotations?.["batch.kubernetes.io/job-completion-index"]??Number.NaN),s=t.nodeName??null,o={index:n,id:e.name,name:`pod ${n}${s?` on ${s}`:""}`,node:s},{terminated:a,waiting:i}=r.containerStatuses?.[0]?.state??{},c=a?.exitCode??null,u=(f,h="")=>({...o,kind:f,because:h,exitCode:c}),l=r.conditions??[],d=l.find(({type:f,status:h})=>f==="DisruptionTarget"&&h==="True"),m=Bt(r.reason===void 0?d??{}:r);if(a?.reason==="OOMKilled")return u("lost","ran out of memory");if(r.reason==="Evicted")return u("lost",`was evicted${m}`);if(r.phase==="Succeeded")return u("done");if(e.deletionTimestamp!==void 0)return u("lost",`was removed before it had ended${m}`);if(c!==null&&c>128)return u("lost",`was killed${m}`);if(r.phase==="Failed")return u("lost",c===null?`failed${m}`:`ended with exit code ${c}${m}`);if(Ll.test(i?.reason??""))return u("lost",`cannot start${Bt(i)}`);if(l.some(({type:f,status:h})=>f==="Ready"&&h==="True"))return u("ready","still runs");let p=l.find(({type:f,status:h})=>f==="PodScheduled"&&h==="False");return u("waiting",`is not ready${Bt(p??i??{})}`)}function Bt({reason:e,message:t}){let r=[e,t].filter(Boolean).join(": ").replace(/\s+/g," ").slice(0,300);return r===""?"":`: ${r}`}var Eo=300,xo={first:60,each:.1},zl=120,Ft=Eo+zl,Ao=60,ql=250,Kl=2e3,Jl=3e5,Vl=40,Oo={usual:10,interrupted:3};function Po(e){let t=new AbortController,r=ns(e.pods,e.environment,t.signal),n=Hl(e,r,t.signal).catch(s=>{if(!(s instanceof W||s instanceof ve||t.signal.aborted))throw s;return{kind:"failed",fault:"harness",message:t.signal.aborted?"k6 was interrupted":s.message,log:""}});return{group:{pid:null,signal:()=>t.abort(),async stop(){t.abort(),await n}},began:Promise.resolve(null),finished:n}}async function Hl(e,t,r){let{pods:n,folder:s,name:o,keeper:a}=e,i=a.mark.TAILGATE_RUN.slice(0,8),c=`tailgate-${i}-${o}`.slice(0,63),u={"app.kubernetes.io/managed-by":"tailgate","tailgate/run":i,"tailgate/machine":Yl(e.environment),[Je]:c},[l,d]=await Promise.all([fo(e,r),n.image===void 0?wr(e.binary,["version"],e.environment,r):null,t.run(["delete","jobs","--wait=false","-l",`tailgate/machine=${u["tailgate/machine"]},tailgate/run!=${i}`])]);if(!Buffer.isBuffer(l))return l;let m=e.seconds+e.spareSeconds+Ft,p=f=>t.run(["create","-o","jsonpath={.metadata}","-f","-"],{input:JSON.stringify(f)});try{let f={name:c,labels:u,pods:n,image:`grafana/k6:${d??"latest"}`,seconds:m},{uid:h,namespace:g}=JSON.parse(await p(mo(f)));await p(po(f,h,l));let b={...e,kubectl:t,job:c,signal:r},S=await To(b,"ready");if(!Array.isArray(S))return S;if(n.count>1){let k={states:S,namespace:g,periodMs:e.periodMs,folder:s,keeper:a,signal:r},v=await So(t,k).then(()=>null,R=>R),w=v&&(await $o(b)).find(({kind:R})=>R==="lost");if(w)return await Co(b,w);if(v)throw v}let y=await To(b,"done");return Array.isArray(y)?await Ql(b,y,Gl(s,`${o}.log`)):y}finally{await Zl(t,c,r.aborted?Oo.interrupted:Oo.usual)}}function Yl({TAILGATE_LOCK:e=""}){let t=Le("/proc/sys/kernel/random/boot_id")??"",r=[jl(),t,yr(),e].join(" ");return Bl("sha256").update(r).digest("hex").slice(0,16)}async function To(e,t){let{pods:r,seconds:n,spareSeconds:s,signal:o}=e,a=performance.now(),i=a;for(;;){let c=await $o(e).catch(l=>{if(!(l instanceof W&&!/forbidden|unauthorized/i.test(l.message))||performance.now()-i>Ao*1e3)throw l;return null});if(c!==null){i=performance.now();let l=c.find(({kind:f,id:h})=>f==="lost"||t==="done"&&h==="");if(l)return Co(e,l);let d=c.find(({id:f})=>f==="")??c.find(({kind:f})=>f!=="done"&&(t==="done"||f!=="ready"));if(d===void 0)return c;let m=(i-a)/1e3,p=d.id===""?xo.first+r.count*xo.each:Eo;if(m>(t==="ready"?p:n+s+Ao)){let f=`${Math.round(m)} s after ${t==="ready"?"its Job":"all were ready"}`;throw new W(`${d.name} ${d.because}, ${f}${await Xl(e,d)}`)}}let u=t==="ready"?0:a+1e3*n-performance.now();await Wl(Math.max(ql,Math.min(u,Kl)),void 0,{signal:o})}}async function $o({kubectl:e,job:t,pods:r}){let n=["get","pods","-o","json","-l",`${Je}=${t}`];return Ro(await e.run(n),r.count)}async function Xl({kubectl:e,job:t},{id:r}){let n=`--field-selector=type=Warning,involvedObject.name=${r||t}`,a=(await e.run(["get","events",n,"-o",'jsonpath={range .items[*]}{.message}{"\\n"}{end}']).catch(()=>"")).trim().split(`
`).at(-1);return a===""?"":`: ${a.slice(0,300)}`}async function Co({kubectl:e,pods:t},r){let n=r.id===""?"":await e.run(["logs",r.id,`--tail=${Vl}`]).catch(()=>""),s=r.exitCode===null?null:pe(r.exitCode,n);if(s!==null)return{...s,message:`${s.message} (${r.name})`};let o=r.id===""?"was removed, or its node went away":r.because,a=r.because.includes("memory")&&t.memory?`: its limit is ${t.memory}`:"";return{kind:"failed",fault:"harness",message:`${r.name} ${o}${a}`,log:n}}async function Ql({kubectl:e,job:t},r,n){let s=["logs","-l",`${Je}=${t}`,"--tail=-1","--prefix"];await e.run(s,{timeoutMs:Jl,into:n});let o=new Map;for await(let i of Ul({input:Fl(n)})){let[,c,u]=/^\[pod\/([^/\]]{1,253})\/[^\]]{0,63}\] (\{"schemaVersion":1,.*)$/.exec(i)??[];c!==void 0&&o.set(c,u)}let a=r.map(({id:i,name:c})=>{try{return{name:c,summary:We(o.get(i)??"")}}catch{throw new W(`${c} left no readable summary`)}});return{kind:"measured",complete:!0,summary:vo(a),...await qe(n),nodes:[...new Set(r.flatMap(({node:i})=>i??[]))].sort()}}async function Zl(e,t,r){let{signal:n}=new AbortController,s=["delete",`job/${t}`,"--ignore-not-found","--cascade=foreground",`--timeout=${r}s`];await e.run(s,{signal:n,timeoutMs:2e3*r}).catch(o=>{if(!(o instanceof W))throw o})}import{existsSync as ec,writeFileSync as tc}from"node:fs";import{join as nc}from"node:path";function Io(e,t,r){if(e.step.work.kind==="script")return null;let{request:n}=e.step.work;return{...n,url:Lo(t.fill(n.url),t,r,e),headers:Object.fromEntries(Object.entries(n.headers).map(([s,o])=>[s,t.fill(o)])),body:n.body===void 0?void 0:t.fill(n.body)}}function _o(e,t,r,{config:n,folder:s}){let{work:o,scenario:a}=e.step;if(o.kind==="script"||o.mix===void 0&&o.data===void 0)return null;let i=o.data?`data-${a}.json`:null;i!==null&&rc(o.data.path,nc(s,i));let c=(l,d)=>ss(l,o.data?.columns??[],d,r.fill),u=ie(o);return{name:a,dataFile:i,first:oc(e,e.block??t),sequence:rs(u),requests:u.map(({request:l})=>({name:`${l.method} ${l.url}`,method:l.method,url:Lo(c(l.url,"path"),r,n,e),headers:Object.fromEntries(Object.entries(l.headers).map(([d,m])=>[d,c(m,"raw")])),body:l.body===void 0?null:c(l.body,l.quotesData?"json":"raw"),expectStatus:l.expectStatus,timeoutMs:l.timeoutSeconds*1e3}))}}function rc(e,t){ec(t)||tc(t,JSON.stringify(yn(br(e),e).rows))}function Lo(e,{targetUrl:t},r,{step:n}){let[s,...o]=typeof e=="string"?[e]:e,a=String(s),i=a.startsWith("/")?t+a:a;return mr(i,r,`request of ${n.label}`),typeof e=="string"?i:[i,...o]}var sc=16;function oc({step:{load:e},round:t,seconds:r,turns:n,requests:s},o){let a=e.kind==="arrival-rate"?e.rate*r/(n?.of??1):s??0;return(o*sc+(t===null?0:t+1))*Math.ceil(a)}var ac=30,ic=120;async function No(e,t,r,{around:n,k6:s,folder:o,instances:a,seed:i,block:c=0}){let{config:u,keeper:l}=n,{work:d}=e.slots[0].step,{targetUrl:m}=a.get(r),p=new Map(e.slots.map(T=>[T,_o(T,c,a.get(T.arm),{config:u,folder:o})])),f=u.allow.length===0,h=[...a.values()].flatMap(({trust:T})=>T??[]),g=u.pods,b=g===void 0?e:On(e,g.count),S=new Map(b.slots.map((T,D)=>[T,e.slots[D]])),y=ro(b,i,c,g?.count),k=Ws({program:b,arrivals:y,name:t,targetUrl:m,confined:f,insecure:f&&h.some(T=>"insecure"in T),requestOf:T=>Io(T,a.get(T.arm),u),dealOf:T=>p.get(S.get(T))??null,...g&&{pods:g.count},...d.kind==="script"&&{scriptPath:ts(d.path,o,u.directory)}}),x={binary:s,folder:o,name:t,script:k,...d.kind==="script"&&{userScript:d.path},cwd:u.directory,targetUrl:m,environment:{...n.environment,...lc(e,a.get(r))},mayFetch:!f,keeper:l},{seconds:v,slots:w}=e,R=w.some(({step:T})=>T.load.kind==="fixed-work"),E=d.kind==="script"?ic:0,M=(R?ce:0)+(g?Ft:0),A=v+ac+E+M,P;if(g===void 0){let T=h.flatMap(D=>"ca"in D?D.ca:[]);P=await io({...x,arrivals:y,certificates:T})}else{for(let[T,{targetUrl:D}]of a)pr(D,`URL of the ${T}`);P=Po({...x,pods:g,seconds:v,spareSeconds:E,periodMs:vt(e,g.count)})}return{run:P,arrivals:y,deals:p,limitSeconds:A}}function lc({slots:e},{fill:t}){return Object.fromEntries(Object.entries(e[0].step.parameters??{}).map(([r,n])=>[`VARIANT_${r.toUpperCase()}`,t(n)]))}var cc=250;function Do(e,t,r){return e.map(n=>{let{slices:s,slot:o}=n,a=s[0].startedAt,i=J(o,s.reduce((m,p)=>m+p.seconds,0)),c=xs(t,a,a+i*1e3+cc),u=e.filter(m=>m.slot.startSeconds===o.startSeconds).reduce((m,p)=>m+r(p.slot.arm)*p.connects,0),l=c===null?0:Math.max(0,Math.floor((c-u)/r(o.arm))),d=s.map(({resent:m=0,...p})=>{let f=Math.min(m,l);return l-=f,{...p,...f>0&&{resent:f}}});return{...n,slices:d}})}var uc=.1,dc=.1;function Fo(e,{instances:t,began:r,sample:n,readCalls:s=()=>{}}){let o=[],a=new Set,i=!1,c=()=>{for(let d of a)t.get(d)?.resume();a.clear()},u=d=>{for(let[m,p]of t)m!==d&&(p.halt(),a.add(m))},l=e.slots.flatMap(d=>[...t.size>1&&d.round!==null&&B(d)?[{at:d.startSeconds,act:()=>u(d.arm)},{at:Bo(d),act:c}]:[],...mc(d).map(m=>({at:m,act:n})),...d.round!==null&&B(d)?[d.startSeconds-uc,Bo(d)+dc].map(m=>({at:m,act:s})):[]]);return r.then(d=>{if(!(d===null||i))for(let{at:m,act:p}of l)o.push(setTimeout(p,d+m*1e3-Date.now()))},()=>{}),{end(){i=!0;for(let d of o)clearTimeout(d);c()}}}function Bo({step:e,startSeconds:t,seconds:r}){return t+(e.load.kind==="fixed-work"?ce:r)}function mc({round:e,step:t,startSeconds:r,seconds:n,settleSeconds:s,slices:o}){if(e===null&&o===1)return[];if(t.load.kind==="fixed-work")return[r];let a=(n-s)/o;return Array.from({length:o+1},(i,c)=>r+s+c*a)}function jt(){return{failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],nodes:[]}}async function H(e,t,r){let{around:n,instances:s,shared:o}=r,a=[...new Set(e.slots.map(O=>O.step.label))].join(", "),c=[...new Set(e.slots.map(({arm:O})=>O))].includes("head")?"head":"base",{work:u}=e.slots[0].step,{run:l,arrivals:d,deals:m,limitSeconds:p}=await No(e,t,c,r),f=Date.now(),h=[...s.values(),o],g=Rs(l.group.pid,h.flatMap(({sessions:O,relays:U=[]})=>[...O,...U]),s),b=Ys(e,s,n),S=Fo(e,{instances:s,began:l.began,sample:g.take,readCalls:()=>{b?.take()}}),y=()=>l.group.signal("SIGKILL");n.signal.addEventListener("abort",y,{once:!0}),n.signal.aborted&&y();for(let O of h)O.crashed.then(()=>O.crash()!==null&&l.group.signal("SIGINT"));let k=!1,x=setTimeout(()=>{k=!0,y()},p*1e3),v;try{v=await l.finished;let O=fc(e,await l.began)-Date.now();v.kind==="measured"&&v.complete&&await pc(Math.min(5e3,Math.max(0,O)))}finally{clearTimeout(x),n.signal.removeEventListener("abort",y);try{S.end()}finally{g.stop(),await b?.take(),b?.stop(),await l.group.stop("SIGTERM",1e3)}}let w=(Date.now()-f)/1e3,R=e.slots.findLast(O=>O.startSeconds<=w)??e.slots[0];await gc(e,t,r);let E={slots:[],crash:te(s,o,R.step.label),failure:null,loadSeconds:w,...jt()};if(n.signal.aborted)return E;let M=O=>E.crash===null?{...E,failure:{...O,label:a,arm:c}}:E;if(v.kind==="failed"&&v.missing){let{exec:O,there:U}=v.missing;throw new q({what:`The k6 script of ${a} has no function \`${O}\`: ${U}.`,where:u.kind==="script"?u.path:a,hint:"Name the function to measure with `exec` in tailgate.yml, or export it as `default`."})}if(v.kind==="failed"){let O=`k6 had not ended after ${Math.round(p)} s, and was killed`;return M(k?{...v,message:O}:v)}if(!v.complete&&E.crash===null)return M({kind:"failed",fault:"harness",message:"k6 was interrupted from outside",log:""});let A=n.config.pods?.count,P=qs(v.summary,e.slots,A);if(P!==null)return M({kind:"failed",fault:"harness",message:`k6 reported ${P}`,log:""});let T=O=>s.get(O)?.hops??1,D=Qs(Do(Ks(v.summary,e.slots,A),g.samples,T),{around:n,instances:s,shared:o,samples:g.samples,generatorLimit:g.generatorLimit()}),z=O=>c==="head"?O.map(U=>({label:a,threshold:U})):[],{summary:X,redirects:$}=v,j=e.slots.every(({round:O})=>O===null),Q=s.get("head")?.lastWords()??null;return{...E,failures:D.filter(({slot:O})=>O.arm==="head"&&(O.round!==null||j)).flatMap(O=>hc(O,v.told,m.get(O.slot)?.requests??[])).map(O=>({...O,said:Q})),redirects:$,thresholds:z(X.thresholds),fed:z(X.fed),unfed:z(X.unfed),lost:X.lost>0?[{label:a,requests:X.lost}]:[],nodes:v.nodes??[],slots:await Xs(D,b,d)}}function fc({slots:e},t){let r=e.map(({step:n,startSeconds:s,seconds:o})=>n.load.kind==="arrival-rate"?s+o:0);return t===null?0:t+1e3*Math.max(...r)+20}function hc({slot:e,failures:t,cut:r,received:n,sent:s,slices:o,barren:a},i,c){let{label:u,graceSeconds:l}=e.step,d=t.map(({code:b,which:S,count:y})=>{let k=i.find(v=>v.label===u&&v.code===b)?.text,x=c.length>1?` of ${c[S]?.name}`:"";return{label:u,text:`${_s(b,k)}${x}`,count:y}}),m=i.find(b=>b.label===u&&b.text.startsWith("exception")),f=a+o.reduce((b,S)=>b+S.failed,0)-r-d.reduce((b,{count:S})=>b+S,0);if(m!==void 0&&f>0&&d.push({label:u,text:m.text,count:f}),r===0)return d;let g=r===s&&n>0?`the answer began, and did not end within ${l} s`:`no complete answer within ${l} s`;return[...d,{label:u,text:g,count:r}].sort((b,S)=>S.count-b.count)}async function gc(e,t,r){let{instances:n,shared:s,around:o}=r,a=n.get("base");if(a===void 0||te(n,s,"")?.arm!=="head"||o.signal.aborted)return;let i=e.slots.filter(({arm:l})=>l==="head"),c=(i.length>0?i:e.slots).map(l=>({...l,arm:"base",turns:null}));a.resume();let u={...r,instances:new Map([["base",a]])};await H(Te({...e,slots:c},c),`${t}-base`,u)}var bc=1.15,yc=1;function jo(e,t,r=0){let n=K(t,.5),s=i=>!(K(i,.5)>bc*n),o=e.findIndex((i,c)=>s([i])&&s(e.slice(c)));if(o===-1)return null;let a=e.slice(0,o===0?0:o+1).reduce((i,c)=>i+c.seconds,0);return Math.max(yc,r+a)}var Sc=.3;function Go(e,t,r,n){let s=e.filter(({slot:o})=>o.round===null&&!t.some(a=>a.slot.step===o.step));for(let{slot:o,slices:a}of s){let i=e.filter(p=>p.slot.round!==null&&p.slot.step===o.step&&p.slot.arm===o.arm&&B(p.slot)===B(o)),{readyAt:c}=r.get(o.arm),u=c===null?0:(a[0].startedAt-c)/1e3,l=jo(a.map(p=>({...p,seconds:J(o,p.seconds)})),i.flatMap(({slices:p})=>p),Math.max(0,u-o.startSeconds-Sc)),{label:d}=o.step,m=n.get(d);n.set(d,m===null||l===null?null:Math.max(m??0,l))}}var wc=3;function Uo({steps:e},t){let r=e.flatMap(({label:n})=>{let s=t.flatMap(({warmUps:o})=>o.get(n)??[]);return s.length>0?[[n,Math.max(...s)]]:t.length>=wc?[[n,xe.seconds]]:[]});return new Map(r)}var He=2e4,kc=2;async function Wo(e,t,r){let n=performance.now(),s=zo(t);for(let[o,a]of e.entries()){let i=s.crash?.arm==="head"?s.crash:null;i!==null&&(s.crash=null),fe(s,r)&&await vc(a,o,s,r),s.crash=bt(i,s.crash)}return s.wallSeconds=(performance.now()-n)/1e3,s}function zo(e){return{index:e,kept:[],discarded:[],crash:null,failure:null,...jt(),soakFailures:[],warmUps:new Map,soak:[],wallSeconds:0}}function Gt(e,t){return t===1?[e]:Array.from({length:t},(r,n)=>{let s=e.index+n,o=a=>a.filter(({slot:i})=>i.block===s);return{...n===t-1?e:zo(s),index:s,kept:o(e.kept),discarded:o(e.discarded),wallSeconds:e.wallSeconds/t}})}async function vc(e,t,r,n){let s={running:new Map,starts:0};try{Rc(r.index,e.arms,n),await Z(s,{...n,together:e.arms,block:Wt(r,n)});for(let[o,a]of e.programs.entries()){let i=`${Ko(r,n)}-${t+1}-${o+1}`;await Ac(a,i,s,r,n)}e.arms.length>1&&fe(r,n)&&await Mc(s,r,n)}finally{await ee(s)}}async function Mc(e,t,r){let{progress:n}=r,s=qo(e,t,r),o=r.soak?.(t)??[];for(let a=1;o.length>0&&fe(t,r);a++){let{arm:i}=o[0].slots[0],c=o.reduce((l,d)=>l+d.seconds,0);n.phase(`keeping the ${i} under load, for stalls, growth and memory`,c),r.follow?.(t,o.flatMap(Jo));let u=[...e.running].filter(([l])=>l!==i).map(([,l])=>l);for(let l of u)l.halt();try{for(let[l,d]of o.entries()){if(!fe(t,r))break;let m=`${Ko(t,r)}-soak-${a}-${l+1}`,p=await H(d,m,s);t.crash=p.crash,t.failure??=p.failure,t.soak.push(...p.slots),t.soakFailures.push(...p.failures)}}finally{for(let l of u)l.resume()}o=r.soak?.(t)??[]}}function qo(e,t,r){let{arms:n,shared:s,k6:o,seed:a,folder:i}=r;return{around:n.head,k6:o,seed:a,folder:i,instances:e.running,shared:s,block:t.index}}function Ut({part:e}){return e===void 0?"":`${e}-`}function Ko(e,t){return`${Ut(t)}block-${Wt(e,t)+1}`}function Wt({index:e},{sizings:t=0}){return e+t}function Rc(e,t,r){let{arms:n,progress:s}=r,{services:o}=n.head.config,a=o.filter(({start:i,scope:c})=>i&&c==="instance").map(({name:i})=>i);a.length===0||e>0||s.phase(`starting ${a.join(", ")}${n.base?` of ${t.join(" and ")}`:""}`)}function xc({index:e},{planned:t}){return t>1?`block ${e+1} of ${t}: `:""}async function Ac(e,t,r,n,s){let{arms:o,shared:a,progress:i,repeatDisturbed:c=!0}=s,u=e,l=!0;for(let d=0;u!==null&&fe(n,s);d++){let m=Jo(u),p=u.slots.every(({requests:M})=>M===null)?u.seconds:void 0;i.phase(`${xc(n,s)}measuring ${m.join(", ")}`,p),s.follow?.(n,m);let f=d===0?t:`${t}-again${d}`,h=await H(u,f,qo(r,n,s)),{crash:g,failure:b,thresholds:S,slots:y}=h;n.crash=g,n.failure=b??n.failure;for(let M of["failures","redirects","fed","unfed","lost","nodes"])n[M].push(...h[M]);let k=y.filter(({slot:M})=>M.round!==null),x=g===null&&c?Ts(k):[],v=d<kc&&l,w=x.length>0&&S.length>0&&v?k:x,R=k.filter(M=>!w.includes(M));n.kept.push(...R),n.discarded.push(...w),(w.length===0||!v&&R.length>0)&&n.thresholds.push(...S);for(let M of w)Sr(()=>$s(M,n.index));Go(y,w,r.running,n.warmUps);let E=w.filter(M=>!Ec(M,s)).map(({slot:M})=>M);u=E.length>0&&v?Te(e,E):null,w.length>0&&i.note(Es(w,u!==null)),u!==null&&(l=o.head.config.pods!==void 0||await Tc(s),n.crash=te(r.running,a,E[0].step.label),o.base&&fe(n,s)&&await Oc(r,n,s))}}function Jo({slots:e}){return[...new Set(e.map(({step:t})=>t.label))]}async function Oc(e,t,r){let n=[...e.running.keys()];await ee(e),await Z(e,{...r,together:n,block:Wt(t,r)})}async function Tc({arms:e,progress:t}){return t.phase(`waiting for the machine to calm down (${He/1e3} s at most)`),Fe(He,e.head.signal)}function Ec({slot:e,evidence:t},{isEnough:r}){return r!==void 0&&e.requests!==null&&t.seconds<le}function fe(e,{arms:t,isEnough:r}){let{crash:n,failure:s}=e;return n!==null||s!==null&&!zt(s)||t.head.signal.aborted?!1:!r?.(e)}function zt({arm:e,fault:t}){return e==="base"&&t==="script"}var Pc=8,$c=2;async function Vo(e,t){let{instances:r,around:n,shared:s,start:o,progress:a,block:i,repeatDisturbed:c=!0}=t,u=[...r.keys()],l={block:i,arms:new Map(u.map(f=>[f,{trials:[],estimate:null}])),discarded:[],crash:null,failure:null,loadSeconds:0},d=0,m=f=>l.arms.get(f).trials,p=()=>l.crash===null&&l.failure===null&&!n.signal.aborted;for(let f=1;p()&&l.loadSeconds<t.secondsLeft;f++){let h=u.flatMap(S=>{let y=Rr({...e.goal,outcomes:m(S),start:o});return y===null?[]:[{arm:S,...y}]});if(h.length===0)break;t.drawFirst()!==h[0].arm&&h.reverse(),a.phase(Ic(e,h,l));let g=[];for(let[S,y]of Cc(e,h,f===1).entries()){if(!p())break;let k=`${Ut(t)}search-${e.scenario}-${u.join("-")}-${i+1}-${f}-${S+1}`,x=await H(y,k,{...t,around:n,instances:r,shared:s});l.crash=x.crash,l.failure=x.failure,l.loadSeconds+=x.loadSeconds;let v=x.slots.filter(({slot:R})=>R.round!==null),w=c?v.filter(({diagnosis:R})=>R==="disturbed"):[];if(g.push(...w),!(w.length>0))for(let R of v){let{rate:E}=h.find(({arm:A})=>A===R.slot.arm),M=Os(e.goal.slo,E,R);m(R.slot.arm).push(M)}}if(g.length===0)continue;l.discarded.push(...g);let b=g.map(({diagnosis:S,evidence:y})=>be(S,y));if(a.note(`a trial of ${e.label} is discarded: ${[...new Set(b)].join("; ")}`),l.discarded.length>Pc||d===$c)break;await Fe(He,n.signal)||d++,l.crash??=te(r,s,e.label)}for(let f of l.arms.values())f.estimate=xr(f.trials,e.goal);return l}function Cc(e,t,r){return e.work.kind==="request"?[ot(e,t,r)]:t.map(n=>ot(e,[n],r))}function Ic({label:e},t,{arms:r}){let n=t.map(({arm:s,rate:o})=>{let{trials:a}=r.get(s),i=Math.max(0,...a.filter(({met:d})=>d).map(d=>d.rate)),c=Math.min(...a.filter(({met:d})=>!d).map(d=>d.rate)),u=[...i>0?[`${Y(i)} meets`]:[],...c<1/0?[`${Y(c)} does not`]:[]],l=u.length>0?`${u.join(", ")}; `:"";return`${r.size>1?`${s}: `:""}${l}trying ${Y(o)}`});return`capacity of ${e}: ${n.join(" \xB7 ")}`}function Ho({label:e},{arms:t}){let r=[...t].map(([n,{estimate:s,trials:o}])=>{let a=t.size>1?`${n} `:"",i=`${o.length} trials`;if(s===null)return`${a}not found (${i})`;let{kind:c,value:u,low:l,high:d}=s;return c==="found"?`${a}${Y(u)} (${Y(l)} \u2026 ${Y(d)}, ${i})`:`${a}${c==="below"?`less than ${Y(d)}`:`at least ${Y(l)}`} (${i})`});return`capacity of ${e}: ${r.join("; ")}`}function Y(e){return`${Number(e.toPrecision(4)).toLocaleString("en")} req/s`}var Yo={far:2,near:1.12},_c=.7;async function Xo(e,t,r){for(let s of e)t.set(s,[]);let n=Math.max(0,...e.map(({blocks:s})=>s.most));for(let s=0;s<n;s++){let o=e.filter(d=>Dc(d,t.get(d),s));if(o.length===0||Qo(t,r,["head","base"]))return;let i=r.drawFirst()==="head"?["head","base"]:["base","head"],c=r.arms.base?i:["head"],u=new Map(o.map(d=>[d,Bc(d,t.get(d))])),l=r.swapped?c.map(d=>[d]):[c];for(let[d,m]of l.entries())await Lc(o,{together:m,block:s,before:u,found:t,share:1/(l.length-d)},r)}}async function Lc(e,{together:t,block:r,before:n,found:s,share:o},a){let{arms:i,progress:c,part:u}=a,l={running:new Map,starts:0};try{c.phase(`starting services for the search of a capacity, start ${r+1}`),await Z(l,{arms:i,together:t,block:Nc+r,part:u});for(let d of e){if(Qo(s,a,t))return;let m=s.get(d),p=await Vo(d,{...a,around:i.head,instances:l.running,block:r,start:n.get(d),secondsLeft:o*Zo(d,m)});m.push(p),c.note(Ho(d,p))}}finally{await ee(l)}}var Nc=1e3;function Qo(e,{arms:t},r){let n=({crash:s,failure:o})=>o!==null||s!==null&&(s.arm!=="head"||r.includes("head"));return t.head.signal.aborted||[...e.values()].flat().some(n)}function Zo({budgetSeconds:e},t){return e-t.reduce((r,{loadSeconds:n})=>r+n,0)}function Dc(e,t,r){if(r===0)return!0;if(r>=e.blocks.most)return!1;let n=Array.from({length:r},(a,i)=>t.filter(c=>c.block===i).reduce((c,{loadSeconds:u})=>c+u,0)),[s,...o]=n;return Zo(e,t)>=_c*Math.min(st.later/st.first*s,...o)}function Bc({goal:e},t){let r=t.flatMap(({arms:n})=>[...n.values()].flatMap(({estimate:s})=>s??[]));return r.length===0?{rate:e.from,factor:Yo.far}:{rate:cn(r.map(({value:n})=>n)),factor:Yo.near}}function ea(e,t){let[r,...n]=e;if(n.length===0)return r;let s=d=>e.flatMap(d),o={slos:s(({slos:d})=>d),changes:s(({changes:d})=>d),faults:s(({faults:d})=>d),invalid:Fc(s(({invalid:d})=>d))},a=d=>C(e,({effort:m})=>m[d]),[i,c]=[s(d=>d.work??[]),s(d=>d.risen??[])],u=s(d=>d.flameGraphs??[]),l=s(d=>d.redirects??[]);return{...r,...as({...o,failOn:t}),...o,costs:s(({costs:d})=>d),suspects:s(({suspects:d})=>d),...l.length>0&&{redirects:l},...i.length>0&&{work:i},...c.length>0&&{risen:c},...u.length>0&&{flameGraphs:u},pair:Gc(e.flatMap(({pair:d})=>d??[])),effort:{slices:a("slices"),discardedRounds:a("discardedRounds"),instances:a("instances"),loadSeconds:a("loadSeconds")}}}function Fc(e){return[...new Map(e.map(t=>[JSON.stringify({...t,log:""}),t])).values()]}function jc(e){let t=Number(e.toFixed(9));return Math.abs(e-t)<1e-12?t:e}function Gc(e){let[t]=e;if(t===void 0)return null;let r=e.flatMap(s=>s.unread??[]),n=C(e,s=>s.error);return{...t,...r.length>0&&{unread:r},variants:e.length,blocks:C(e,({blocks:s})=>s),planned:C(e,({planned:s})=>s),discarded:{base:C(e,({discarded:s})=>s.base),head:C(e,({discarded:s})=>s.head)},error:Math.min(1,jc(n))}}import{realpathSync as oa,writeFileSync as Hc}from"node:fs";import{devNull as Yc}from"node:os";import{join as ke}from"node:path";import{once as Uc}from"node:events";import{realpathSync as Wc}from"node:fs";import{join as zc}from"node:path";var we=["base","head"],ta=3,qc=2,Kc=4,Jc=4,Vc=1,na="services and profilers took so long to start that no time is left for it";async function ra(e){let{arms:t,folder:r,layOut:n,choose:s,shared:o,k6:a,seed:i,block:c,tops:u,seconds:l,part:d}=e,m=performance.now()+1e3*l,p=AbortSignal.timeout(1e3*l),f=Uc(p,"abort").then(()=>{throw new Error(na)});f.catch(()=>{});let h=new Map,g=new Map,b={running:new Map,starts:0},S=[],y=async(k,x,v)=>{let w=g.get(k).filter(R=>v==="time"||R.seesAllocations);return(await Promise.all(w.map(R=>R.sample(x,v)))).flat()};try{for(let $ of we)h.set($,await Hr(zc(r,`${$}.sock`)));let k=$=>({...t[$],preload:h.get($).preload,signal:AbortSignal.any([t[$].signal,p]),grace(j){let Q=m+1e3*Jc-performance.now();return Math.min(t[$].grace(j),Math.max(1e3*Vc,Q))}}),x={head:k("head"),base:k("base")};await Z(b,{arms:x,together:we,block:c,part:d}),p.aborted&&await f;for(let $ of we){let{sessions:j}=b.running.get($),{environment:Q}=t[$],[O,U]=[u[$],$],qa=ls({sessions:j,top:O,folder:r,name:U,environment:Q,signal:p}),Xt=await Promise.race([qa,f]),Qt=h.get($);g.set($,Qt.countPeers()>0?[Qt,...Xt]:Xt)}let v=[...g.values()],w=v.every($=>$.some(j=>j.seesAllocations)),R=()=>w?s(S):"time",E=s(S);if(v.some($=>$.length===0)||E!==R())return S;await Promise.race([Promise.all(we.map($=>y($,1,E))),f]);let M={around:x.head,k6:a,folder:r,instances:b.running,shared:o,block:c,seed:i},A=async()=>{let $=R(),j=async U=>Hn(await y(U,ta,$),[u[U],Wc(u[U])]),[Q,O]=await Promise.all(we.map(j));return{of:$,base:Q,head:O}},P=(m-performance.now())/1e3-Kc;if(P<ta)throw new Error(na);let T=H(n(P),"profile",M),D=T.then(()=>null);for(let $=0;;$++){let j=await Promise.race([A().catch(()=>null),D]);if(j===null)break;$>=qc&&S.push(j)}let{crash:z,failure:X}=await T;return z===null&&X===null?S:[]}finally{for(let k of[...g.values()].flat())k.close();await ee(b);for(let k of h.values())k.close()}}var Xc=4;async function aa(e,{plan:t,blocks:r,config:n},{tops:s},o){let{arms:a,progress:i}=o,{head:c,base:u}=a,{verdict:l}=e,d=eu(l),m=d?.label??Zc(l),p=t.steps.find(g=>g.label===m),f=n.services.some(({start:g,container:b})=>g!==void 0&&!b);if(n.explain==="off"||!f||!p||!s||!u||!Oe(t,p)||c.signal.aborted)return e;let h=`takes the ${d?"processor time":"memory"}`;i.phase(`looking for what ${h} of ${p.label}`,40);try{let g=await ra({...o,arms:{head:c,base:u},tops:s,block:r.length,seconds:40,layOut:M=>xn(t,p,M),choose:M=>d&&!Qc(re(M,"time"),d)?"time":"allocations"});for(let M of["time","allocations"])for(let A of["base","head"]){let P=Yn(re(g,M).map(T=>T[A]));P!==""&&Hc(ke(o.folder,`profile-${M}.${A}.txt`),P)}let b=async(M,A)=>{let P=[...new Set(M.flatMap(z=>z.function?.file??[]))];if(M.length===0||!P.every(z=>ia(z,s.head)))return[];let T=await tu(P,s,c),D=Zn(M,re(g,A),T);return[{label:p.label,...D,...A==="allocations"&&{of:A}}]},S=d?await b(lt(re(g,"time"),d),"time"):[],k=S.some(M=>M.function!==null)?[]:await b(Qn(re(g,"allocations")),"allocations"),x=[...S,...k],v=(M,A)=>{let P=er(re(g,M),A);return P.length>0?[{label:p.label,of:M,bars:P}]:[]},w=Xn(re(g,"allocations")),R=[...d?v("time",d):[],...v("allocations",{base:w.base/w.head,head:1})],E={...x.length>0&&{risen:x},...R.length>0&&{flameGraphs:R}};return{...e,verdict:{...l,...E}}}catch(g){return i.note(`what ${h} could not be looked for: ${g.message}`),e}}var re=(e,t)=>e.filter(r=>r.of===t);function Qc(e,t){return e.length<Xc?!1:lt(e,t).find(({isMost:r})=>r)?.function===null}function Zc({changes:e,invalid:t,faults:r}){if(!(t.length>0||r.length>0))return e.find(({code:n,metric:s})=>n==="regressed"&&s.kind==="memory")?.label}function eu(e){if(e.invalid.length>0||e.faults.length>0)return;let t=new Set(e.changes.filter(({code:r,metric:n})=>r==="regressed"&&un(n)).map(({label:r})=>r));return us(e).filter(r=>t.has(r.label)&&ds(r)).sort((r,n)=>n.change.value-r.change.value)[0]}function ia(e,t){try{return oa(ke(t,e)).startsWith(`${oa(t)}/`)}catch{return!1}}async function tu(e,t,{environment:r,signal:n}){let s=new Map,o=["--no-index","--unified=0","--no-color","--no-ext-diff","--no-textconv"],a=performance.now()+nu;for(let i of e){let c=ia(i,t.base)?ke(t.base,i):Yc,u=await Ee({file:"git",arguments:["diff",...o,"--",c,ke(t.head,i)],environment:ae(r),timeoutMs:Math.max(0,a-performance.now()),signal:n});if(u.kind!=="ended")continue;let d=[...u.output.matchAll(/^@@ -[\d,]{1,20} \+(\d{1,9})(?:,(\d{1,9}))? @@/gm)].flatMap(([,m,p="1"])=>Array.from({length:Math.min(ru,Math.max(1,Number(p)))},(f,h)=>Number(m)+h));d.length>0&&s.set(i,{changed:d,lines:is(ke(t.head,i))})}return s}var nu=1e3,ru=1e4;async function qt(e,{pair:t,guessMissing:r},n){let{kind:s,arm:o,service:a,log:i,other:c}=e,u=n?`${e.message} (variant ${n.name})`:e.message,l=o===null?null:await r(o,i);if(o!=="base"||t===void 0){let d=l===null?"":`; \`${l}\` is git-ignored, so a fresh tree has none: let \`build\` make it, or name it in \`reuse\``,m=c==="ready"&&o==="head";if(c===null||c==="ready")return{kind:s,service:a,message:u+d,log:i,...m&&{onlyHead:!0}};let p=`; \`${c.service}\` of the base: ${c.message}`;return{kind:s,service:a,message:u+p+d,log:yt(i,c.log),both:!0}}return{kind:"base-failed",fault:s,commit:t.baseCommit,service:a,message:u,log:i,missing:l}}function Ye({draft:e},t){let r=e.pair?.baseCommit;if(t===void 0||r===void 0)return null;let{crash:n,failure:s}=t;if(n?.arm==="base"){let{service:c,exit:u,log:l,head:d}=n,m=d&&`, and \`${d.service}\` of this change with ${d.exit}`,p=`under load it ended with ${u}${m??""}`;return{kind:"base-failed",fault:"crashed",commit:r,service:c,message:p,log:l,missing:null,...d&&{both:!0}}}if(n!==null||s===null||!zt(s))return null;let{label:o,log:a}=s,i=`the script of ${o} fails on the base, though not on the head: ${s.message}`;return{kind:"base-failed",fault:"script-failed",commit:r,service:o,message:i,log:a,missing:null}}var su=.001,la=3;function ca({label:e,kept:t,failures:r}){let n=[],s=pa(t.filter(({diagnosis:a})=>a==="service-slow"));s!==null&&n.push({kind:"cannot-keep-up",label:e,...fa(s),cpu:s.cpu});let o=da({label:e,slices:t.flatMap(a=>a.slices),failures:r});return o===null?n:[...n,o]}function ua(e){let t=da(e);return t&&{...t,soak:!0}}function da({label:e,slices:t,failures:r}){let n=t.reduce((o,a)=>o+a.failed,0),s=t.reduce((o,a)=>o+a.failed+a.ok,0);return n<=su*s?null:{kind:"failing",label:e,failed:n,requests:s,examples:r.slice(0,la)}}var ou=.01;function au({label:e,kept:t,failures:r,thresholds:n,lost:s}){let o=u=>({kind:"script-failed",label:e,message:u,log:""}),a=t.reduce((u,l)=>u+l.barren,0),i=t.reduce((u,l)=>u+l.evidence.sent,0);if(a>ou*i){let u=r.find(l=>l.startsWith("exception"));return o(`it threw before it sent a request, in ${a} of ${i} iterations${u?`: ${u}`:""}`)}let c=s+t.reduce((u,l)=>u+l.lost,0);if(c>0)return o(`${c} of its requests are in no count: it sends them in a way that Tailgate does not see`);if(n.length>0){let u=n.slice(0,la).map(l=>`\`${l}\``);return o(`nothing was measured that its threshold ${u.join(", ")} could judge, so it would always hold: mend its name or tags, or take it out`)}return null}function ma(e,t){return au(e)??Kt(e.label,e,t)}function Kt(e,{kept:t,discarded:r},n){if(t.length>=n/2&&t.length>0){if(t.flatMap(h=>h.slices).reduce((h,g)=>h+g.ok+g.failed+g.dropped,0)>0)return null;let{seconds:f}=t[0].evidence;return t.every(({evidence:h})=>h.sent===0)?{kind:"none-begun",label:e,seconds:f}:{kind:"script-failed",label:e,message:"it sent no request while it was measured; Tailgate replaces its scenarios, so `exec.scenario.name` and `exec.test.options.scenarios` are not those of the script",log:""}}let s=pa(r);if(s===null)return{kind:"harness",message:`${e} was not measured`,log:""};let{cpu:o,lagMs:a,pods:i}=s,c=i&&(qn(s)?i.latest:i.behind),u={label:e,...fa(s),cpu:o},l=r.length+t.length,d={"generator-starved":{kind:"generator-starved",...u,lagMs:a,...c&&{pod:c}},disturbed:{kind:"machine-disturbed",label:e,discarded:r.length,rounds:l,cpu:o},unknown:{kind:"cause-unknown",...u}},m=p=>r.filter(({diagnosis:f})=>f===p).length;return Object.entries(d).reduce((p,f)=>m(f[0])>m(p[0])?f:p)[1]}function pa(e){let t=({sent:r,intended:n})=>n===null?0:n-r;return e.map(({evidence:r})=>r).sort((r,n)=>t(n)-t(r))[0]??null}function fa({sent:e,intended:t,seconds:r}){return{sent:e,intended:t??e,seconds:r}}function L(e,t,r){return e.filter(({slot:n})=>n.step.label===t.label&&n.arm===r)}function Qe({label:e},t){return t.map(({kept:r})=>r.filter(({slot:n})=>n.step.label===e))}function ha(e,t){let r=t.flatMap(({discarded:s})=>s).filter(({slot:s,diagnosis:o,evidence:a})=>{let i=o==="generator-starved"||o==="unknown";return s.step.label===e.label&&i&&Jn(a)}),n=r.filter(({slot:s})=>B(s));return{head:Xe(n,"head"),base:Xe(n,"base"),together:r.filter(({slot:s})=>s.turns?.position===0).length}}function ga(e){return e.findLast(t=>t.soak.length>0)}function Ze(e,t){let r=ga(t)?.soak??[],n=s=>L(r,e,s).flatMap(({slices:o,disturbed:a})=>o.filter((i,c)=>!a[c]));return{base:n("base"),head:n("head")}}function Jt(e,t,r){let{kept:n,discarded:s}=ba(e,t,{arm:"head",isMeant:r});return{label:e.label,kept:n,discarded:s,failures:ya(e,t.flatMap(o=>o.failures)),thresholds:iu(e,t),lost:t.flatMap(({lost:o})=>o).filter(({label:o})=>o===e.label).reduce((o,{requests:a})=>o+a,0)}}function ba(e,t,{arm:r,isMeant:n}){let s=a=>L(a,e,r).filter(({slot:i})=>n(i)),o=t.map(({kept:a,discarded:i})=>({kept:s(a),discarded:s(i)}));return{kept:o.flatMap(({kept:a})=>a),discarded:o.flatMap(({discarded:a})=>a),tried:o.map(({kept:a,discarded:i})=>new Set([...a,...i].map(({slot:c})=>c.key)).size).reduce((a,i)=>a+i,0)}}function ya({label:e},t){let r=new Map;for(let{text:n,count:s}of t.filter(o=>o.label===e))r.set(n,(r.get(n)??0)+s);return[...r].sort((n,s)=>s[1]-n[1]).map(([n])=>n)}function iu({label:e},t){let r=s=>t.flatMap(o=>o[s].filter(a=>a.label===e)).map(o=>o.threshold),n=new Set(r("fed"));return[...new Set(r("unfed"))].filter(s=>!n.has(s))}function Sa(e,t){let{head:r}=Ze(e,t);return r.length===0?null:{label:e.label,slices:r,failures:ya(e,ga(t).soakFailures)}}function wa(e,t,r){let n=r.flatMap(({index:a,kept:i})=>{let c=L(i,e,t);return c.length>0?[{block:a,slots:c}]:[]}),s=Ze(e,r)[t],o=r.flatMap(a=>L(a.discarded,e,t).flatMap(({slices:i,evidence:c,diagnosis:u})=>i.length===0?[]:[{startedAt:i[0].startedAt,seconds:c.seconds,because:u}]));return{scenario:e.scenario,label:e.label,...e.variant&&{variant:e.variant},load:e.load,instances:n.map(({block:a,slots:i})=>{let c=ze(i);return{block:a,slices:i.flatMap(({slices:u})=>u),...c&&{calls:c}}}),...s.length>0&&{soak:s},...o.length>0&&{discarded:o}}}function ka(e,t,r,n){let o=[...new Set(t.flatMap(({thresholds:m})=>m.map(({label:p})=>p)))].map(m=>{let p=t.flatMap(f=>f.thresholds.filter(h=>h.label===m));return{kind:"threshold",label:m,thresholds:[...new Set(p.map(({threshold:f})=>f))]}}),a=[...r].flatMap(([m,p])=>ms(m,p)??[]),i=t.flatMap(m=>[...m.failures,...m.soakFailures]),c=m=>m.kind==="failing"?{...m,...i.findLast(({label:p})=>p===m.label)?.said}:m,u=e.flatMap(ca),l=m=>u.some(p=>p.kind==="failing"&&p.label===m),d=n.filter(({label:m})=>!l(m)).flatMap(m=>ua(m)??[]);return[...je(t),...a,...[...u,...d].map(c),...o]}function va(e,t,r,n){if(t.length===0)return[];let s=Ge(t);if(s.length>0||t.some(({crash:a})=>a!==null))return s;let o=An(e,t.length);return e.steps.flatMap(a=>{if(n.some(l=>l.kind==="fills-machine"&&l.label===a.label))return[];let i=r.has(a.label)?[B]:[B,_n];return(e.paired&&!r.has(a.label)?["head","base"]:["head"]).flatMap(l=>i.map(d=>{let m=o.filter(h=>h.step===a&&h.arm===l&&d(h)).length;if(m===0)return null;let p=ba(a,t,{arm:l,isMeant:d}),f=p.tried===0?m:Math.min(m,p.tried);if(l==="base"){let h=Kt(a.label,p,f);return h!==null&&lu(h)?null:h}return ma(Jt(a,t,d),f)})).find(l=>l!==null)??[]})}function lu(e){if(e.kind!=="generator-starved")return e.kind==="none-begun"||e.kind==="script-failed";let{service:t,generator:r}=e.cpu;return t!==null&&r!==null&&t>r}function Xe(e,t){return e.filter(({slot:r})=>r.arm===t).length}var cu=.5;function Ra(e,t){let{work:r,label:n}=e;if(r.kind==="script")return[];let s=t.flatMap(({kept:a})=>L(a,e,"head")),o=t.flatMap(({redirects:a})=>a);return ie(r).flatMap(({request:a},i)=>{let c=o.find(m=>m.label===n&&m.which===i);if(c===void 0)return[];let{status:u,location:l}=c,d=rr(s.flatMap(({answers:m})=>m[i]??[])).get(u)??0;return d<=cu?[]:[{label:n,request:Vt(a),status:u,location:l,share:d}]})}function xa(e,{paired:t},r){let{work:n,label:s}=e,o=r.map(({kept:i})=>({base:Ma(L(i,e,"base")),head:Ma(L(i,e,"head"))}));if(!t)return or(s,o.flatMap(({head:i})=>i.slices));let a=n.kind==="script"?null:ie(n).map(({request:i})=>({text:Vt(i),keepsSize:i.expectSize==="same"}));return sr(s,a,o)}function Aa(e,t,r){let{work:n}=e,s=r.flatMap(({kept:a})=>L(a,e,t));return(n.kind==="script"?[null]:ie(n).map(({request:a})=>Vt(a))).flatMap((a,i)=>{let c=s.flatMap(({answers:p})=>p[i]??[]),u={};for(let[p,f]of c.flatMap(({statuses:h})=>[...h]))u[p]=(u[p]??0)+f;let{typical:l,mean:d,count:m}=nr(c);return Object.keys(u).length===0&&m===0?[]:[{request:a,statuses:u,...m>0&&{bytes:{typical:l,mean:Math.round(d)}}}]})}function Ma(e){return{answers:e.map(({answers:t})=>t),slices:e.flatMap(({slices:t})=>t),iterations:e.reduce((t,{sent:r})=>t+r,0),connects:e.reduce((t,{connects:r})=>t+r,0),calls:ze(e)}}function Vt({method:e,url:t}){let r=t.replace(/[?#].*/s,"");return e==="GET"?r:`${e} ${r}`}function Oa(e,t){return[...e].flatMap(([{scenario:r,label:n,goal:s},o])=>["head","base"].flatMap(a=>{let i=o.flatMap(({block:c,arms:u})=>{let l=u.get(a);return l&&l.trials.length>0?[{block:c,...l}]:[]});return i.length>0?[{scenario:r,label:n,digest:t.get(n),goal:s,arm:a,blocks:i}]:[]}))}function Ta(e){return Math.max(0,...[...e.values()].flatMap(t=>t.map(({block:r})=>r+1)))}function Ea(e){let t=[...e.values()].flat(),r=Ge(t);return r.length>0||t.some(({crash:n})=>n!==null)?r:[...e].flatMap(([{label:n},s])=>s.some(({arms:a})=>a.get("head")?.estimate!=null)?[]:[uu(n,s)])}function uu(e,t){let r=t.flatMap(o=>o.discarded),n=t.flatMap(({arms:o})=>o.get("head")?.trials??[]),s=r.at(-1);return s===void 0||n.length>r.length?{kind:"search-too-short",label:e,trials:n.length}:{kind:"machine-disturbed",label:e,discarded:r.length,rounds:r.length+n.length,cpu:s.evidence.cpu}}function se(e,t,r,n=new Map){let{config:s,plan:o,baseline:a,digests:i,draft:c,comparison:u}=e,l=o.steps.map(w=>Jt(w,t,B)),d=new Map(o.steps.map(w=>[w.label,ha(w,t)])),m=o.steps.flatMap(w=>Sa(w,t)??[]),p=ka(l,t,d,m),f=u.kind==="pair"?["head","base"]:["head"],h=o.steps.flatMap(w=>f.flatMap(R=>{let E=wa(w,R,t),M=i.get(w.label);if(E.instances.length===0)return[];let A=Aa(w,R,t);return[{...dr(E,R,M),...A.length>0&&{answers:A}}]})),g=Oa(n,i),b=du(s,t),S={...c,...b&&{generators:b},steps:h,...g.length>0&&{capacities:g}},y=Ht(o,t),k=o.steps.flatMap(w=>{if(!h.some(({label:A,arm:P})=>A===w.label&&P==="head"))return[];let R=s.scenarios.find(({name:A})=>A===w.scenario),E=Or(a,S,w.label),M=A=>{let P=t.flatMap(({kept:T})=>L(T,w,"base").flatMap(({slices:D})=>D));return P.length>0?ge(P,A):ps(E.runs.map(({slices:T})=>ge(T,A)))};return[{label:w.label,slos:w.slos,load:w.load,blocks:Qe(w,t),crowding:d.get(w.label),soak:Ze(w,t),...w.work.kind==="script"&&{seen:mu(w,t)},isNew:y.has(w.label),anySize:s.baseline.anySize,limits:bn(w,o.steps),history:E,sensitivityOf:(A,P)=>wn(s,R,A,P,()=>M(A))}]}),x=w=>Xe(t.flatMap(R=>R.discarded),w);return{...bs({steps:k,faults:[...p,...je([...n.values()].flat())],searches:o.searches.length,capacities:gs(S,s,o.searches,w=>Tr(a,S,w)),invalid:r?[r]:[...va(o,t,y,p),...Ea(n)],looks:o.looks,comparison:u,discarded:{base:x("base"),head:x("head")},loosened:e.loosened,failOn:e.failOn,redirects:o.steps.flatMap(w=>Ra(w,t)),work:o.steps.flatMap(w=>xa(w,o,t)),effort:{slices:t.flatMap(({kept:w})=>w).reduce((w,R)=>w+R.slices.length,0),discardedRounds:x("head"),instances:f.length*(t.length+Ta(n)),loadSeconds:[...t.flatMap(({kept:w,soak:R})=>[...w,...R].map(({evidence:E})=>E.seconds)),...[...n.values()].flat().map(({loadSeconds:w})=>w)].reduce((w,R)=>w+R,0)}}),record:S}}function du({pods:e},t){if(e===void 0)return;let{count:r,image:n,cpu:s,memory:o}=e,a=[...new Set(t.flatMap(i=>i.nodes))].sort();return{pods:r,nodes:a,image:n,cpu:s,memory:o}}function mu(e,t){let r=t.flatMap(({kept:n})=>L(n,e,"head").flatMap(s=>s.seen??[]));return[...new Map(r.map(n=>[n.name,n])).values()]}var pu=.5,fu=2;function Ht({paired:e,steps:t},r){if(!e)return new Set;let n=s=>{let o=r.map(({kept:a})=>({base:L(a,s,"base"),head:L(a,s,"head")})).filter(({base:a,head:i})=>a.length>0&&i.length>0);return o.length>=fu&&o.every(({base:a,head:i})=>Pa(a)&&!Pa(i))};return new Set(t.filter(n).map(({label:s})=>s))}function Pa(e){return Me(e.flatMap(({slices:t})=>t))>pu}import{randomInt as Na}from"node:crypto";function $a(e,t){let r=new Map;for(let n of e.steps.filter(s=>Rn(e,s))){let s=Qe(n,t),o=cs({alone:fs(s).alone,all:s.map(hs)});o!==null&&r.set(n.label,o)}return r}var hu=2.5,gu=.5;function Ca(e,t,{wallSeconds:r,loadSeconds:n}){if(t.pods!==void 0&&ys(e))return e;let s=Math.max(gu,r-n-bu(e)),o=e.steps.reduce((a,i)=>a+i.budgetSeconds,0);return vn(e,t,Math.floor((hu-1)*o/s))}function bu(e){return e.warmUpSeconds!==void 0?0:e.steps.filter(({load:n})=>n.kind!=="fixed-work").map(n=>Oe(e,n)?1:2).reduce((n,s)=>n+s,0)*(xe.seconds-le)}function Yt({steps:e,paired:t},{kept:r,discarded:n}){let s=t?["base","head"]:["head"],o=[...r,...n].filter(({slot:i})=>i.requests!==null),a=e.filter(({load:i})=>i.kind==="fixed-work").map(i=>({label:i.label,of:s.map(c=>L(o,i,c))}));return a.some(({of:i})=>i.some(c=>c.length===0))?new Map:new Map(a.map(({label:i,of:c})=>[i,c.flat().filter(({slices:u})=>u.reduce((l,{ok:d,failed:m})=>l+d-m,0)>0).map(({slices:u})=>u.reduce((l,{seconds:d})=>l+d,0))]))}function Ia(e,{steps:t},r){return t.flatMap((n,s)=>{if(n===e.steps[s])return[];let o=$e(1e3*Math.min(...r.get(n.label))),[a,i]=[e.steps[s],n].map(c=>Ce(nt(c)));return[`${n.label}: ${a} requests took only ${o}; from now on there are ${i} in each stretch, which is ${Ce(n.passes)} times the work`]})}function _a({steps:e,blocks:t},r){return e.flatMap(n=>{let{label:s,budgetSeconds:o}=n,a=r.get(s)??[],i=a.length===0?0:Cn(a);return i*t<=o?[]:[`${s}: ${Ce(nt(n))} requests take ${$e(i*500)}; for two revisions in ${t} blocks, the fewest that can show a change, that is ${$e(i*t*1e3)}, more than its budget of ${o} s`]})}function La(e,t,r){let{block:n,current:s,later:o}=r,a=[...t,...n===null?[]:[n]].flatMap(c=>c.kept),i=e.paired?["base","head"]:["head"];return{scenarios:e.steps.map(c=>({label:c.label,isCurrent:s.includes(c.label),arms:i.map(u=>{let l=Wn(L(a,c,u).flatMap(d=>d.slices));return{arm:u,p50:K(l,.5),p99:K(l,.99)}})})),variantsLeft:o.length,secondsLeft:yu(e,t,r)}}function yu(e,t,{elapsedSeconds:r,isLast:n,later:s}){if(t.length===0&&e.fixedWork.length>0)return;let{soak:o,searches:a}=e.seconds,i=Bn(e).last-o-a,c=t.filter(({discarded:d})=>d.length===0),u=c.length>0?c.reduce((d,{wallSeconds:m})=>d+m,0)/c.length:i/e.blocks,l=n?0:u*(e.blocks-t.length)-r;return Math.max(0,l)+o+a+Fn(s).wall.last}var Da={blocks:2,seconds:60},Su=5;async function Ba(e,t){let{signal:r}=t.arms.head,{blocks:n}=e,s=new Set,o=0;for(;n.length<e.plan.blocks&&!r.aborted;){let a=n.length;for(let[S,y]of $a(e.plan,n)){if(s.has(S))continue;s.add(S);let k=y==="hidden-work";e.plan=Mn(e.plan,e.config,{measured:a,worksMore:k}),t.progress.note(Ru(S,y,e.plan))}let{plan:i}=e,c=S=>({index:S,first:Na(2)===0?"head":"base",reversed:Na(2)===0,headOnly:Ht(i,n),warmUpSeconds:Uo(i,n),shift:at[S%at.length],longer:s}),{stages:u,count:l}=Ss(i,a,e.config,c),d={judgement:null},m=performance.now(),p=!1,f=(S,y)=>{let k=(performance.now()-m)/1e3,x={block:S,elapsedSeconds:k,isLast:p,current:y,later:e.later};t.progress.interim(()=>La(i,n,x))};a>0&&f(null,[]);let h=await Wo(u,a,{...t,planned:i.blocks,sizings:o,follow:f,...a===0&&{isEnough:S=>rt(i,Yt(i,S))!==i},soak:S=>{if(i.soakSeconds===0||!i.looks.includes(a+l))return[];let y=[...n,...Gt(S,l)];d.judgement=se(e,y,null);let k=ku(d.judgement,i,y.at(-1));return p=k.length>0,k}}),g=Yt(i,h);if(a===0&&h.failure===null&&h.crash===null){e.plan=rt(i,g);for(let S of Ia(i,e.plan,g))t.progress.note(S);if(e.plan!==i){o++;continue}}if(n.push(...Gt(h,l)),h.failure!==null||h.crash!==null)break;if(wu(n)){t.progress.note("most rounds were disturbed for a minute, and the machine does not calm down: the run ends here; a quieter machine, or a runner of its own, helps");break}if(a===0&&i.paired){e.plan=vu(h,g,e);for(let S of _a(e.plan,g))t.progress.note(S);Ie(e.plan)}let b=e.plan.looks.includes(n.length);if(b||e.settles&&n.length>=Su){let S=d.judgement??se(e,n,null);if(b&&Gr(S,n.length,e),(e.settles?e.settles(S.verdict):!S.undecided)||n.length===e.plan.blocks)return S}}return se(e,n,Ye(e,n.at(-1)))}function wu(e){let t=e.filter(({kept:n,discarded:s})=>s.length>n.length),r=t.reduce((n,{wallSeconds:s})=>n+s,0);return t.length>=Da.blocks&&2*t.length>e.length&&r>=Da.seconds}function ku({verdict:e,undecided:t,asksBase:r},n,{index:s,soak:o}){let a=u=>o.some(({slot:l})=>l.arm===u);if(a("head"))return r&&!a("base")?it(n,"base"):[];let i=s+1===n.blocks||!t,c=e.slos.some(({code:u})=>u==="met")||e.changes.some(({code:u})=>u==="unchanged");return i&&e.invalid.length===0&&c?it(n,"head"):[]}function vu({kept:e,discarded:t,wallSeconds:r},n,{plan:s,config:o}){let a=$n(s,o,n);if(t.length>0)return a;let i=e.reduce((c,{slot:u,evidence:l})=>c+(u.requests===null?In(u):l.seconds),0);return Ca(a,o,{wallSeconds:r,loadSeconds:i})}var Mu={rare:"slow requests come in some blocks only","hidden-work":"one revision takes more processor time, and its typical request no longer"};function Ru(e,t,{blocks:r}){return`${e}: ${Mu[t]}; from now on each revision has the whole load alone for ${Sn} s a block, in ${r} blocks at most`}async function ja(e,t){let{request:r}=t,{head:n,base:s}=e.configs,o=Pu(t),a=[],i=[],c=[],u=null;try{for(let[l,d]of[["head",n],["base",s]])d!==null&&await e.prepare(l,()=>os({...o,arm:l,config:d},c,r.progress,s===null?"":` of ${l}`));a=e.variants.map((l,d)=>Fa(e,d,t)),u=await Zr({...o,arm:null,config:n});for(let[l,d]of a.entries()){a.length>1&&!r.signal.aborted&&r.progress.note(`variant ${l+1} of ${a.length}: ${d.config.variant.name}`);let m={...d,blocks:[],settles:r.settles,later:a.slice(l+1).map(({plan:g})=>g)},p=$u(e,l,u,o,t),f=await Ou(e,m,p),h=!i.some(({verdict:g})=>g.code==="regressed");if(i.push(h?await aa(f,m,e,p):f),r.signal.aborted)break;if(Au(f)){let g=a.length-i.length;g>0&&r.progress.note(`not measured, since the run has no verdict now: ${g} more variants`);break}}}catch(l){if(!(l instanceof de))throw l;i.push(se(a[0]??Fa(e,0,t),[],await qt(l,e)))}finally{await u?.stop(),await Yr({...o,arm:null,config:n},c,"build")}return Tu(i,r.failOn)}function Au({verdict:{invalid:e}}){return!e.every(tr)}function Fa(e,t,r){let{head:n,base:s}=e.variants[t],{request:o,plans:a,baseline:i,draft:c}=r,u=s!==null,l=a[t].paired===u?a[t]:Dn(n,{budgetSeconds:o.budgetSeconds,paired:u}),d=e.comparison.kind==="pair"&&!u;return{config:n,plan:l,baseline:i,digests:new Map([...l.steps.map(m=>[m.label,cr(m,n)]),...l.searches.map(m=>[m.label,ur(m,n)])]),draft:{...c,...e.pair&&{pair:e.pair},...e.deployments&&{deployments:e.deployments}},comparison:d?{kind:"none",reason:{kind:"new"}}:e.comparison,loosened:e.loosened,failOn:o.failOn}}async function Ou(e,t,r){let n=new Map,s=o=>se(t,t.blocks,o,n);try{let o=await Ba(t,r),{plan:a}=t;if(a.searches.length===0||Eu(o))return o;await Xo(a.searches,n,{...r,swapped:a.swapped,drawFirst:()=>xu(2)===0?"head":"base"});let i=[...n.values()].flat();return s(Ye(t,i.find(({crash:c})=>c?.arm==="base")))}catch(o){if(!(o instanceof de))throw o;return s(await qt(o,e,t.config.variant))}}function Tu(e,t){return{verdict:ea(e.map(({verdict:r})=>r),t),record:ar(e.map(({record:r})=>r)),undecided:e.some(({undecided:r})=>r),asksBase:e.some(({asksBase:r})=>r)}}function Eu({verdict:e}){return e.invalid.length>0||e.faults.some(({kind:t})=>t==="crashed")}function Pu({request:e,session:t}){let{environment:r,signal:n}=e,{workspace:s,keeper:o,grace:a}=t;return{logFolder:s.logs,environment:r,keeper:o,signal:n,grace:a,shared:new Map}}function $u(e,t,r,n,{request:s,session:o,k6:a,seed:i}){let{head:c,base:u}=e.variants[t],l=(m,p)=>({...n,arm:m,config:p,shared:new Map(p.services.filter(({scope:f})=>f==="run").map(mn).filter(f=>f.every(h=>r.portOf.has(h))).flatMap(f=>f.map(h=>[h,r.portOf.get(h)])))}),d=[...c.variant?[`v${t+1}`]:[],...e.comparison.kind==="history"&&e.comparison.instead?["alone"]:[]];return{arms:{head:l("head",c),...u&&{base:l("base",u)}},shared:r,...d.length>0&&{part:d.join("_")},k6:a,seed:i,folder:o.workspace.k6,progress:s.progress}}async function ab(e){let{progress:t,signal:r,environment:n,budgetSeconds:s}=e;vr(process.platform);let o=Iu(hn(hr(pn(gr(e.configPath,process.cwd(),_u(e)),e.only),e.deployments),e.base.from),e),a=await Pr(o.directory,n,r),i={budgetSeconds:s,paired:Dr(o,a)},{config:c,planned:u}=e.shard?jn(o,e.shard.total,i)[e.shard.index-1]:{config:o,planned:Nn(o,i)};if(e.shard&&u.length===0)return Ga({kind:"spare",...e.shard},c,e);for(let d of fn(c,e.only))t.note(d);for(let d of fr(c))t.note(d);for(let{plan:d}of u){Ie(d);for(let m of d.shortages)t.note(Ln(m))}let l=await mt(c,a,e);return c.baseline.kind==="history"&&pt(l),ws(c,e,async d=>{let m=await Ur(c,a,d,e);if(m.kind==="nothing"){let A=[...c.when.changed],P=Ga({kind:"irrelevant",baseCommit:m.base,patterns:A},c,e);return tt(P,d.secrets)}let p=await Mr({environment:n,version:e.k6Version,progress:t,signal:r,ci:n.CI==="true"}),f=Cu(2**31),h=await Br(c,m,d.workspace.path,f,e);d.removeAtEnd(()=>h.remove()),h.suiteBefore!==c.suite&&(l=await Lu(l,h,c,a,e));let g={...za(e,c,p.version),seed:f,...m.kind==="pair"&&{dirty:m.pair.head.dirty}},b=A=>(A.comparison.kind==="history"&&pt(l),ja(A,{request:e,plans:u.map(({plan:P})=>P),session:d,baseline:l.baseline,draft:g,k6:p.path,seed:f})),S=await b(h);S.verdict.invalid.find(A=>A.kind==="base-failed"&&!A.both)&&c.baseline.onBaseFailure==="history"&&(t.note("the base cannot be measured; `on-base-failure` asks for a comparison with recorded runs"),S=await b(Fr(h))),Zt(r);let{verdict:k,record:x}=S,v=e.record&&k.invalid.length===0?await vs(l,x):Ua,w=Er(x,l.baseline),{report:R,exitCode:E}=Wa(k,x,w,e),M=_r(d.workspace,A=>dn(A,d.secrets));return tt({...v,report:{...R,logs:M},exitCode:E},d.secrets)})}function Iu(e,{soakSeconds:t=e.measure.soakSeconds,tolerance:r,anySize:n,head:s,explain:o=e.explain}){if(s!==void 0&&e.deployments!==void 0)throw new q({what:"Deployments run already, so no commit can be measured in their place.",hint:"Commits are compared where Tailgate starts the service: `service` with a `start`."});let a=n?{...e.baseline,anySize:n,onBaseFailure:"invalid"}:e.baseline,i={...e,explain:o,baseline:a,measure:{...e.measure,soakSeconds:t}};return r===void 0?i:kn(i,r)}function _u({only:e,environment:t}){return{only:e,calling:{command:"tailgate run",variables:ae(t)}}}async function Lu({store:e},{suiteBefore:t},...[r,n,s]){return{...await mt({...r,suite:t},n,s),store:e}}var Ua={recordPath:null,unrecorded:null};function Ga(e,t,r){let n={...za(r,t,"not used"),steps:[]};return{...Ua,...Wa(ks(e),n,[],r)}}function Wa(e,t,r,{baseBranch:n,link:s}){return{report:ir(e,t,{baseBranch:n,link:s,history:r}),exitCode:gn(e)}}function za(e,t,r){return{schemaVersion:1,suite:t.suite,...e.subject,attempt:e.attempt,...e.job&&{job:e.job},...e.shard&&{shard:e.shard},recordedAt:new Date().toISOString(),tailgate:Lr,environment:{...kr(),k6:r}}}export{ea as a,ab as b};
