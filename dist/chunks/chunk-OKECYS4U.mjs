import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{a as Yr,b as ue,c as Xr,d as Qr,e as Zr,f as es,g as ts,h as Fe,i as rs,l as ys}from"./chunk-3XW6WSXX.mjs";import{c as vr,f as Mr,j as xr,m as U,n as ns,o as os,q as as}from"./chunk-NBEYK2KT.mjs";import{A as Gr,F as _e,G as Ur,H as Wr,J as gs,K as bs,a as En,b as Pn,c as ce,d as $n,e as Cn,f as ot,g as In,h as _n,i as Dn,j as ct,k as Bn,l as Fn,m as jn,n as Gn,r as Un,w as Br,x as Fr,y as jr}from"./chunk-P3ZRPF26.mjs";import{c as cr,e as us,f as hs}from"./chunk-HVI75GVS.mjs";import{c as ms,d as ps,l as fs}from"./chunk-DSU6SYJL.mjs";import{a as Ln,b as K,c as lt,d as D,e as Nn}from"./chunk-H4SNI4JH.mjs";import{a as ur,b as dr,c as mr,d as pr}from"./chunk-FMO4RXJR.mjs";import{a as Or,b as Tr,c as Er,d as Pr,g as Be}from"./chunk-73H6TJBA.mjs";import{b as Sn,g as Te,h as An,j as On,k as Tn,m as Ee,p as at,r as it}from"./chunk-WSWN4KZL.mjs";import{a as qr,d as Hr}from"./chunk-DMP3PYTY.mjs";import{a as $r}from"./chunk-UNZQPMLQ.mjs";import{E as yr,F as Sr,b as hn,f as gn,g as bn,k as fr,l as hr,n as gr,o as br,r as qa}from"./chunk-JDPXGOOX.mjs";import{a as Cr,b as Ir,c as _r,d as $e,j as Lr,l as De}from"./chunk-5J6BWCCB.mjs";import{d as pt,e as Le,f as zr,g as Kr,i as Ne,k as Jr,l as Vr}from"./chunk-6VRMOH4M.mjs";import{b as dt,i as Pe,k as kr}from"./chunk-GEZPVRIA.mjs";import{a as Nr}from"./chunk-BYKIIYLB.mjs";import{a as ss,j as is,n as ls,o as cs}from"./chunk-UKO45ZWV.mjs";import{k as ds}from"./chunk-VEOEOKAV.mjs";import{a as Dr,e as mt}from"./chunk-B444RMDI.mjs";import{$ as sr,F as xn,H as Rn,L as Wn,M as qn,N as zn,O as Kn,P as Jn,Q as Vn,R as Hn,S as Yn,T as ye,U as ut,V as Zn,W as er,X as tr,Y as nr,Z as rr,aa as or,ba as ar,ca as ir,f as yn,ka as lr,o as st,oa as Rr,qa as Ar,t as ie,u as le,ua as Ce,v as Ae,xa as Ie,y as kn}from"./chunk-YAGM62SP.mjs";import{C,Ca as be,D as z,E as on,Eb as ae,I as xe,K as an,Kb as Oe,M as ln,Nb as vn,O as cn,Ob as Mn,Tb as Xn,Vb as Qn,a as tn,e as I,f as G,g as nn,ha as Re,ib as wn,k as F,l as _,ma as un,p as rn,q as se,r as sn,s as ge,va as dn}from"./chunk-SIAHDZNU.mjs";import{r as pn,v as fn}from"./chunk-NFWKHPMF.mjs";import{a as nt,b as q,c as Me,d as en}from"./chunk-5LE4WRTK.mjs";import{a as wr}from"./chunk-SZR6RWJJ.mjs";import{b as oe,d as mn,f as rt}from"./chunk-7RCFP5J6.mjs";import{d as Wa}from"./chunk-JLN3Y4HN.mjs";import{randomInt as Cu}from"node:crypto";function Ss(e){return{code:"skipped",blocks:!1,slos:[],changes:[],faults:[],invalid:[],pair:null,unmeasured:e,loosened:[],costs:[],suspects:[],acceptances:[],refusals:[],effort:{slices:0,discardedRounds:0,instances:0,loadSeconds:0}}}async function ft(e,t,r){let{progress:n,environment:s,signal:o,subject:a}=r,{suite:i,directory:l}=e,u=r.base.credentials??null,c=Hr(r.store,{suite:i,directory:l,credentials:u,environment:s,signal:o});try{let{records:d,unreadable:m}=await c.list({newest:qr});for(let{name:b,reason:y}of m)n.note(`record ${b} is left out: ${y}`);let p=a.commit===null?null:r.baseBranch,f=d.filter(b=>b.branch===p),h=p===null?new Set:await Gr(t,p,f);return h.size>0&&n.note(`${za(h.size)} no longer on ${p} and left out`),{store:c,baseline:Or(f,{branch:p,onBranch:b=>!h.has(b),job:r.job}),problem:null}}catch(d){if(!(d instanceof q)||d.exitCode!==nt.unmeasured)throw d;return n.note(`the records cannot be read, so there is no trend: ${d.message}`),{store:c,baseline:[],problem:d}}}function ht({problem:e}){if(e===null)return;let{message:t,where:r,hint:n,detail:s}=e;throw new q({what:t,where:r,hint:n,detail:s,cause:e,exitCode:nt.unmeasured})}async function ws({store:e},t){try{return{recordPath:await e.append(t),unrecorded:null}}catch(r){if(r instanceof Me)throw r;let n=r instanceof q&&r.hint?` ${r.hint}`:"";return{recordPath:null,unrecorded:`${r.message}${n}`}}}function za(e){return e===1?"the commit of one record is":`the commits of ${e} records are`}import{randomInt as xu}from"node:crypto";async function Q(e,{arms:t,together:r,block:n,part:s}){e.starts++;let o=e.starts>1?`_${e.starts}`:"",a=s===void 0?"":`${s}_`,i=async f=>{let h=await Zr(t[f],`${f}_${a}${n+1}${o}`);e.running.set(f,h)},l=await Promise.allSettled(r.map(i)),u=()=>l.flatMap(f=>f.status==="rejected"?[f.reason]:[]);t.base&&!r.includes("base")&&u().length>0&&l.push(...await Promise.allSettled([i("base")]));let c=u(),d=c.find(({arm:f})=>f==="base"),m=c.find(({arm:f})=>f!=="base")??d,p=c.find(f=>!(f instanceof ue));if(p!==void 0)throw p;if(m instanceof ue&&l.length>1&&(m.other=c.length<l.length?"ready":d),m!==void 0)throw m}async function Z({running:e}){let t=[...e.values()];e.clear();let n=(await Promise.allSettled(t.map(s=>s.stop()))).find(s=>s.status==="rejected");if(n)throw n.reason}import{readFileSync as bt}from"node:fs";import{availableParallelism as ks}from"node:os";import{setTimeout as Ka}from"node:timers/promises";var Ja=250,Va=.1;async function Ge(e,t){let r=performance.now()+e,n=gt(0,new Set);for(;n.busy!==null&&performance.now()<r&&!t.aborted;){await Ka(500);let s=gt(0,new Set),o=(s.monotonic-n.monotonic)/1e3;if(((s.busy??0)-n.busy+(s.steal??0)-(n.steal??0))/o<Va*ks())return!0;n=s}return n.busy===null}function vs(e,t,r=new Map){let n=[],s=ks();if(e===null)return{samples:n,take(){},generatorLimit:()=>s,stop(){}};let o=()=>{let i=gt(e,new Set(t),r),l=n.findLast(({generator:c})=>c!==null)?.generator??0,u=(i.generator??0)<l;n.push(u?{...i,busy:null,generator:null,service:null}:i),s=Za(e)??s};o();let a=setInterval(o,Ja);return{samples:n,take:o,generatorLimit:()=>s,stop(){clearInterval(a),o()}}}function gt(e,t,r=new Map){let n=Ha(),{user:s,system:o}=process.cpuUsage(),a=new Set([e,...t]),i=n&&zr(Le()??[],a),l=i&&Qa(i,e,t);return{wall:Date.now(),monotonic:performance.now(),busy:n?.busy??null,steal:n?.steal??null,generator:l?.generator??null,service:l?.service??null,self:(s+o)/1e6,opens:Ya(),arms:new Map([...r].map(([u,c])=>[u,Xa(i??[],c)]))}}function Ha(){try{let[e,t,r,,,,,n]=bt("/proc/stat","latin1").slice(0,200).split(`
`)[0].trim().split(/\s+/).slice(1).map(Number);return{busy:(e+t+r)/pt,steal:(n??0)/pt}}catch{return null}}function Ya(){try{let e=bt("/proc/self/net/snmp","latin1").split(`
`),[t,r]=e.filter(n=>n.startsWith("Tcp:")).map(n=>n.split(" "));return Number(r[t.indexOf("ActiveOpens")])}catch{return null}}function Ms(e,t,r){let[n,s]=[t,r].map(o=>je(e,o,({opens:a})=>a));return n===null||s===null?null:Math.ceil(s-n)}function Xa(e,{sessions:t,groups:r=[]}){let s=[...e.filter(({session:a})=>t.includes(a)).map(({pid:a,seconds:i})=>({seconds:Math.max(i,Jr(a)??0),memory:Vr(a)??0})),...r.flatMap(a=>Qr(a,Ne)??[])],o=a=>s.reduce((i,l)=>i+a(l),0);return{seconds:o(({seconds:a})=>a),memory:o(({memory:a})=>a)}}function Qa(e,t,r){let n={generator:0,service:0};for(let{session:s,seconds:o}of e)s===t?n.generator+=o:r.has(s)&&(n.service+=o);return n}function Za(e){try{return(/^Cpus_allowed_list:\s*(\S+)/m.exec(bt(`/proc/${e}/status`,"latin1"))?.[1]).split(",").map(n=>n.split("-").map(Number)).reduce((n,[s,o])=>n+(o===void 0?1:o-s+1),0)}catch{return null}}function yt(e,t,r,n){let s=(r-t)/1e3,o=m=>{let p=je(e,t,m),f=je(e,r,m);return p===null||f===null?null:Math.max(0,(f-p)/s)},[a,i,l,u]=[o(m=>m.busy),o(m=>m.generator),o(m=>m.service),o(m=>m.self)],c=n.outsiders?null:l,d=a!==null&&i!==null&&c!==null;return{cores:n.cores,generator:i,generatorLimit:n.generatorLimit,service:c,others:d?Math.max(0,a-i-c-(u??0)):null,steal:o(m=>m.steal),clockJumpMs:ei(e,t,r)}}function xs(e,t,r,n){let s=u=>je(e,u,c=>c.arms.get(t)?.seconds??null),[o,a]=[s(r),s(n)],i=e.findLast(({wall:u})=>u<=n)?.arms.get(t)?.memory??0;return!((e.at(-1)?.wall??0)>=n)||o===null||a===null||a<=o||i===0?null:{cpu:a-o,memory:i}}function je(e,t,r){let n=e.filter(u=>r(u)!==null),s=n.findIndex(u=>u.wall>=t),o=n[s===-1?n.length-1:s],a=n[Math.max(0,(s===-1?n.length-1:s)-1)];if(!a||!o)return null;let[i,l]=[r(a),r(o)];return i===null||l===null?null:o.wall===a.wall?l:i+Math.min(1,Math.max(0,(t-a.wall)/(o.wall-a.wall)))*(l-i)}function ei(e,t,r){let n=e.filter(s=>s.wall>=t&&s.wall<=r).map(s=>s.wall-s.monotonic);return n.length<2?0:Math.max(...n)-Math.min(...n)}var ti=.98,ni=.01,ri=.8;function Rs(e,t,{diagnosis:r,evidence:n,slices:s}){let o=be(s,e.metric),{sent:a,intended:i}=n,l=i!==null&&a<ti*i,u=si(s),c=xe(s),m=!Number.isNaN(o)&&!mt(Dr,c)&&!mt(e,o)&&!l&&!u;return{rate:t,achieved:an(s),met:m,value:o,errors:c,dropped:s.reduce((p,f)=>p+f.dropped,0),...u&&{growing:u},...!m&&Yn(n,r)&&{limitedBy:"generator"}}}function si(e){let t=e.filter(i=>ln(i)>0).map(i=>({at:i.startedAt/1e3,wait:z([i],.5)/1e3})),r=t[0],n=t.at(-1);if(r===void 0||n===void 0||t.length<4||n.wait===1/0)return;let s=t.flatMap((i,l)=>t.slice(l+1).map(u=>u.wait>i.wait)),o=s.filter(Boolean).length>=ri*s.length,a=(n.wait-r.wait)/(n.at-r.at);return o&&a>ni?!0:void 0}function ee(e,t,r){let n=s=>{let o=(s==="shared"?t:e.get(s))?.crash()??null;return o&&{...o,arm:s,label:r}};return n("shared")??St(n("head"),n("base"))}function St(e,t){return e&&t?{...t,head:e,log:wt(e.log,t.log)}:t??e}function wt(e,t){let[r,n]=[e,t].map(s=>s.split(`
`).slice(-Cr).join(`
`));return`The base:
${n}

This change:
${r}`}function Ue(e){return e.flatMap(({crash:t})=>{if(t?.arm!=="head")return[];let{arm:r,...n}=t;return[{kind:"crashed",...n}]})}function We(e){return e.flatMap(({failure:t,crash:r})=>{if(r?.arm==="shared")return[{kind:"harness",message:`\`${r.service}\`, which serves the whole run, ended with ${r.exit}`,log:r.log}];if(t===null)return[];let{fault:n,label:s,message:o,log:a}=t;return[n==="script"?{kind:"script-failed",label:s,message:o,log:a}:{kind:"harness",message:o,log:a}]})}function As(e){let t=e.filter(Ts),r=(n,s)=>n.step===s.step&&n.round===s.round&&n.block===s.block;return e.filter(({slot:n})=>t.some(s=>r(n,s.slot)))}function Os(e,t){let r=[...new Set(e.map(({slot:i})=>i.step.label))],n=e.filter(Ts).map(({diagnosis:i,evidence:l})=>ye(i,l)),s=new Set(e.map(({slot:i})=>JSON.stringify([i.step.label,i.block,i.round,i.turns===null]))).size;return`${`${s} ${s===1?"round":"rounds"} of ${r.join(", ")}`} ${t?"will be measured again":"discarded"}: ${[...new Set(n)].join("; ")}`}function Ts({diagnosis:e}){return e!=="sound"&&e!=="service-slow"}function Es({slot:e,diagnosis:t,evidence:r},n){let{sent:s,intended:o,seconds:a,dropped:i,lagMs:l,clockJumpMs:u,cpu:c}=r,d=b=>b===null?"unknown":Number(b.toPrecision(3)),{generator:m,service:p,others:f,steal:h,cores:g}=c;return[`discarded: block ${n+1}, ${e.step.label}, ${e.arm}, round ${e.round+1}, ${e.turns?"in turns":"alone"}`,t==="sound"?"sound, but not what it belongs to":ye(t,r),`${s} of ${o??s} arrivals in ${d(a)} s, ${i} dropped, p99 of lateness ${d(l)} ms`,`of ${g} cores k6 used ${d(m)}, the service ${d(p)}, others ${d(f)}, the hypervisor ${d(h)}`,`the clock jumped by ${d(u)} ms`].join("; ")}import{setTimeout as pc}from"node:timers/promises";var de={grpc:2e3,socket:3e3,redis:9e3,exception:9001},kt=1e4;function Se({values:e,count:t},r){let n=new Map([[e[0],0],[e.at(-1),0]]);for(let[s,o]of e.entries())s===0||o!==e[s-1]||n.set(o,(n.get(o)??0)+r[s]-r[s-1]);return[...n].map(([s,o])=>({which:Math.floor(s/kt),code:s%kt,count:Math.max(1,Math.round(o*t))})).sort((s,o)=>o.count-s.count)}function Ps({which:e,code:t}){return e*kt+t}function $s(e){let t=new Map;for(let r of e){let n=`${r.which} ${r.code}`;t.set(n,{...r,count:r.count+(t.get(n)?.count??0)})}return[...t.values()].sort((r,n)=>n.count-r.count)}var oi=["OK","CANCELLED","UNKNOWN","INVALID_ARGUMENT","DEADLINE_EXCEEDED","NOT_FOUND","ALREADY_EXISTS","PERMISSION_DENIED","RESOURCE_EXHAUSTED","FAILED_PRECONDITION","ABORTED","OUT_OF_RANGE","UNIMPLEMENTED","INTERNAL","UNAVAILABLE","DATA_LOSS","UNAUTHENTICATED"];function Cs(e,t){if(e<1e3)return`status ${e}`;let r=t===void 0?"":`: ${t}`;return e>=de.exception?t??"exception":e>=de.redis?`redis${r}`:e>=de.socket?`WebSocket${r}`:e>=de.grpc?`gRPC status ${oi[e-de.grpc]??e-de.grpc}${r}`:t??`error ${e} of k6`}var Is=`import type { Random } from '../statistics/random.ts';

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
`;var _s=`/**
 * Lets all pods begin at the same moment: at the next multiple of some seconds by their clocks, once the script's own
 * setup is done. What it returns is passed on as k6 would.
 */
export async function setup() {
  const data = typeof user.setup === 'function' ? await user.setup() : undefined;
  sleep((PERIOD_MS - (Date.now() % PERIOD_MS)) / 1000);
  return data;
}
`;var Ls=`/**
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
`;var Ns=`// Lateness of an arrival (ms). Open model only. It says nothing while arrivals are dropped.
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
`;var vt="books.js",Fs=Ls,Mt="draws.ts",js=Is,Ds={perSecond:50,share:1/8},ui=["0.0.0.0/2","64.0.0.0/3","96.0.0.0/4","112.0.0.0/5","120.0.0.0/6","124.0.0.0/7","126.0.0.0/8","128.0.0.0/1",...Array.from({length:16},(e,t)=>`${(2**t).toString(16)}::/${16-t}`)];function Gs({program:e,targetUrl:t,confined:r,scriptPath:n,insecure:s=!1,requestOf:o,arrivals:a=new Map,name:i="script",dealOf:l=()=>null,pods:u=0}){let c=e.slots[0].step.work,d=new Map(e.slots.map(b=>[b,l(b)])),m=Object.fromEntries(e.slots.map((b,y)=>{let S=d.get(b)??null,v=S===null?o(b):null;return[b.key,{id:`s${y}`,...fi(b,v,S),launchMs:a.get(J(b))?.launchMs??0,isConfined:r}]})),p=Math.max(0,...[...a.values()].map(({waiting:b})=>b)),f=[...d.values()].filter(b=>b!==null),h=JSON.stringify(c.kind==="script"?n??c.path:null),g=c.kind==="script"?[`export * from ${h};`,`import * as user from ${h};`]:["const user = {};"];return[`import { CODES, needsBody, openIteration, TAG, tellFailure } from './${vt}';`,"import { sleep } from 'k6';","import http from 'k6/http';","import exec from 'k6/execution';",...u>0?[`import { drawForPod } from './${Mt}';`]:[],...a.size>0||f.some(({dataFile:b})=>b!==null)?["import { SharedArray } from 'k6/data';"]:[],"import { Counter, Gauge, Trend } from 'k6/metrics';",...g,"",`const TARGET_URL = __ENV.TARGET_URL || ${JSON.stringify(t)};`,`const PODS = ${u};`,"const POD = PODS > 0 ? Number(__ENV.JOB_COMPLETION_INDEX || 0) : 0;",`const PERCENTS = ${JSON.stringify(ur)};`,`const INSECURE = ${s};`,`const BLOCKED = ${JSON.stringify(r?ui:[])};`,`const SEQUENCES = ${JSON.stringify(Object.fromEntries(f.map(({name:b,sequence:y})=>[b,y])))};`,`const ROWS = {${[...new Set(f.flatMap(di))].join(", ")}};`,`const ARRIVALS = {${[...a].map(([b,y])=>pi(b,y,i)).join(", ")}};`,`const SLOTS = ${JSON.stringify(m,null,2)};`,`const SCENARIOS = ${JSON.stringify(Object.fromEntries(e.slots.map(b=>[J(b),hi(b,a,p)])),null,2)};`,"",Ns,...u>1?[`const PERIOD_MS = ${xt(e,u)};`,_s]:[]].join(`
`)}function di({name:e,dataFile:t}){if(t===null)return[];let r=JSON.stringify(e);return[`${r}: new SharedArray(${r}, () => JSON.parse(open(${JSON.stringify(`./${t}`)})))`]}var mi=50;function xt({slots:e},t){let r=e[0].step.work.kind==="script"?1e4:2e3;return Math.max(r,3e3*Math.ceil(t/mi-1))}function Rt(e){return`${e}.arrivals.json`}function pi(e,{drawn:t},r){let n=JSON.stringify(e),s=JSON.stringify(`./${Rt(r)}`),o=t?`{ const own = drawForPod(${JSON.stringify(t)}, POD); return [own.skipped].concat(own.dueMs); }`:`JSON.parse(open(${s}))[${n}]`;return`${n}: new SharedArray(${JSON.stringify(`arrivals ${e}`)}, () => ${o})`}function At(e){return e.round!==null||e.slices>1}function J({key:e,turns:t}){return t?.scenario??e}function fi(e,t,r){let{load:n,work:s,label:o}=e.step,a=r?.requests.map((i,l)=>({...i,which:l}));return{label:o,measured:At(e),told:e.arm==="head",startMs:e.startSeconds*1e3,settleMs:e.settleSeconds*1e3,sliceMs:(e.seconds-e.settleSeconds)*1e3/e.slices,slices:e.slices,rate:n.kind==="arrival-rate"?n.rate:null,sampledShare:n.kind==="arrival-rate"?Math.min(1,Ds.perSecond/n.rate):Ds.share,scenario:J(e),scenarioName:e.step.scenario,turns:e.turns&&{...e.turns,...ce(e)},iterations:e.round===null?null:e.requests,exec:s.kind==="script"?s.exec:null,custom:[...new Set(Oe(e.step.slos).map(({name:i})=>i))],deal:r&&{name:r.name,first:r.first,requests:a},request:a?.[0]??(t&&{method:t.method,url:t.url,headers:t.headers,body:t.body??null,expectStatus:t.expectStatus,timeoutMs:t.timeoutSeconds*1e3})}}function hi(e,t,r){let{load:n,virtualUsers:s,graceSeconds:o}=e.step,a={exec:"runIteration",startTime:`${e.startSeconds}s`,gracefulStop:`${o}s`},i=`${e.seconds}s`;switch(n.kind){case"arrival-rate":{let l=t.get(J(e)),u={preAllocatedVUs:s+r,maxVUs:s+r},c="constant-arrival-rate";if(l===void 0)return{...a,...u,executor:c,duration:i,...Bs(n.rate)};let d=Math.max(ie,l.launchSeconds),m=l.launchMs/1e3,p=Math.max(0,e.seconds-m-d)+o;return{...a,startTime:`${Re(e.startSeconds+m)}s`,...u,executor:c,duration:`${Re(d)}s`,gracefulStop:`${Re(p)}s`,...Bs(l.launchRate)}}case"users":return{...a,executor:"constant-vus",duration:i,vus:n.users};case"fixed-work":return e.round===null?{...a,executor:"constant-vus",duration:i,vus:n.users}:{...a,executor:"shared-iterations",vus:n.users,iterations:e.requests??n.requests,maxDuration:`${le}s`}}}function Bs(e){for(let[t,r]of[["1s",1],["1m",60],["1h",3600]]){let n=e*r;if(Math.abs(n-Math.round(n))<1e-9*n)return{rate:Math.round(n),timeUnit:t}}return{rate:Math.max(1,Math.round(e*3600)),timeUnit:"1h"}}var N=nn().nonnegative(),Us=F(G()).refine(e=>e.every((t,r)=>!(t<e[r-1]))),qe=_({count:N,avg:G(),values:Us}).nullable(),bi=qe.refine(e=>e===null||e.values[0]>=0&&e.values.at(-1)>0&&e.avg>0),yi=rn("type",[_({type:ge("trend"),count:N,avg:G(),values:Us}),_({type:ge("rate"),hits:N,count:N}),_({type:ge("counter"),sum:G()})]),Si=_({schemaVersion:ge(1),percents:F(G()),slots:se(I(),_({startedAt:G(),endedAt:G(),dropped:N,answers:F(_({sizes:qe,statuses:qe})),slices:F(_({started:N,finished:N,exceptions:N,barren:N,untagged:N,begun:N,voided:N,resent:N,connects:N,received:G().nonnegative(),failed:qe,latency:bi,lag:se(sn(["p50","p99","max"]),G().nonnegative()).nullable(),custom:se(I(),yi).optional()})),pods:_({behind:I(),sent:N,latest:I()}).optional()})),thresholds:F(I()),fed:F(I()),unfed:F(I()),lost:N,seen:F(cn).optional()});function ze(e){let{success:t,data:r,error:n}=Si.safeParse(JSON.parse(e));if(!t)throw new Error(tn(n));return r}function Ws(e,t,r=1){for(let n of t.filter(({key:s})=>s in e.slots)){let{label:s,load:o,work:a,graceSeconds:i}=n.step,{slices:l}=e.slots[n.key],u=h=>l.reduce((g,b)=>g+h(b),0),c=u(h=>h.started),d=wi(n,r);if(l.length>n.slices||c>d)return`${c} arrivals of ${s} in ${l.length} parts, where ${d} in ${n.slices} were due`;if(a.kind==="script")continue;let m=u(({latency:h,failed:g})=>(h?.count??0)+(g?.count??0));if(m>c)return`${m} answers to ${c} requests of ${s}`;if(o.kind!=="users")continue;let p=Math.round(u(({latency:h})=>(h?.count??0)*(h?.avg??0))/1e3),f=Math.ceil(o.users*(n.seconds+i)*1.1);if(p>f)return`${p} s of requests of ${s}, whose users had ${f} s`}return null}function wi({step:{load:e},seconds:t,round:r,requests:n},s){return e.kind==="arrival-rate"?Math.ceil(e.rate*t)+s:e.kind==="fixed-work"&&r!==null?n??e.requests:Number.POSITIVE_INFINITY}function qs(e,t,r=1){return t.filter(n=>At(n)&&(e.slots[n.key]?.startedAt??0)>0).map(n=>({...ki(n,e,r),seen:e.seen}))}function ki(e,{slots:t,percents:r},n){let s=t[e.key],o=r.map(S=>S/100),a=Pn(e,n),{load:i,work:l}=a.step,u=i.kind==="fixed-work"&&s.endedAt>=s.startedAt?Math.max(1,s.endedAt-s.startedAt)/1e3:a.seconds-a.settleSeconds,c=i.kind==="arrival-rate"?i.rate:null,d=ce(a),m=d===null?u/a.slices:d.planned/c/a.slices,p=c===null?null:n*c*m,f=l.kind==="script",h=s.slices.map((S,v)=>{let{latency:R,failed:M,exceptions:w}=S;return{startedAt:s.startedAt+(a.settleSeconds+v*u/a.slices)*1e3,seconds:m,...a.turns!==null&&{alternating:!0},planned:p,ok:R?.count??0,failed:(M?.count??0)+w+Ot(S,f),dropped:Mi(s,i.kind==="fixed-work"?a:null,p),...S.resent>0&&{resent:S.resent},latency:R&&{levels:o,values:R.values},avg:R?.avg??null,lag:S.lag,...Object.keys(S.custom??{}).length>0&&{custom:vi(S.custom,o)}}}),g=S=>s.slices.reduce((v,R)=>v+S(R),0),b=g(S=>Ot(S,f)),y=g(S=>S.started>S.finished?0:Ot(S,!0));return{slot:e,slices:h,sent:g(({started:S})=>S),intended:p===null?null:p*a.slices,barren:g(({barren:S})=>S),lost:f?y+(Oe(a.step.slos).length>0?g(({untagged:S})=>S):0):0,cut:b,received:g(({received:S})=>S),failures:$s(s.slices.flatMap(({failed:S})=>S===null?[]:Se(S,o))),answers:s.answers.map(({sizes:S,statuses:v})=>({sizes:S&&{...S,levels:o},statuses:new Map(v?Se(v,o).map(({code:R,count:M})=>[R,M]):[])})),connects:g(({connects:S})=>S),...s.pods&&{pods:{...s.pods,intended:p===null?null:p*a.slices/n}}}}function Ot({started:e,begun:t,voided:r,latency:n,failed:s},o){let a=r+(n?.count??0)+(s?.count??0);return Math.max(0,(o?t:e)-a)}function vi(e,t){return Object.fromEntries(Object.entries(e).map(([r,n])=>[r,n.type==="trend"?{...n,levels:t}:n]))}function Mi(e,t,r){if(e.dropped===0)return 0;if(t)return Math.round(e.dropped/t.slices);let n=(r??0)*e.slices.length-e.slices.reduce((s,{started:o})=>s+o,0);return Math.round(Math.min(e.dropped,Math.max(0,n))/e.slices.length)}import{lookup as Ci}from"node:dns/promises";import{execFile as xi,spawn as Ri}from"node:child_process";import{createInterface as Ai}from"node:readline";var Oi=2e3,Ti=4e6,Ei=1e5,Ks=["-oL","ss","--no-header","--numeric","--tcp","--info","--oneline"];function Js(e,t){let r=[],n=[],s=new Set(t),o=t.map(l=>`not sport = :${l} and not dport = :${l}`).join(" and "),a=Ri("stdbuf",[...Ks,"--events",...o?[`( ${o} )`]:[]],{env:{PATH:process.env.PATH,LC_ALL:"C"},stdio:["ignore","pipe","ignore"]});a.on("error",()=>{}),Ai({input:a.stdout}).on("line",l=>{let u=zs(l);u===null||s.has(u.localPort)||n.length>=Ei||n.push({...u,wall:Date.now()})});let i=()=>{a.kill()};return process.once("exit",i),{samples:r,closed:n,async take(){let l=Date.now(),u=await Pi(o),c=Date.now(),d=u===null?null:Le();if(u===null||d===null)return;let m=u.split(`
`).flatMap(h=>zs(h)??[]);for(let{isListener:h,localPort:g}of m)h&&s.add(g);let p=m.filter(({localPort:h})=>!s.has(h)),f=new Map;for(let[h,g]of e){let b=Kr(d,g),y=new Set(b.map(({pid:S})=>S));f.set(h,p.filter(S=>S.pids.some(v=>y.has(v))))}r.push({asked:l,read:c,open:f})},stop(){process.off("exit",i),i()}}}function Pi(e){let t=["--all","--processes","exclude","time-wait",...e?[`( ${e} )`]:[]],r={timeout:Oi,maxBuffer:Ti,env:{PATH:process.env.PATH,LC_ALL:"C"}};return new Promise(n=>{xi("stdbuf",[...Ks,...t],r,(s,o)=>n(s?null:o))})}function zs(e){let[t,,,r,n,...s]=e.trim().split(/\s+/);if(r===void 0||n===void 0)return null;let o=Number(r.slice(r.lastIndexOf(":")+1)),a=s.join(" "),i=u=>Number(new RegExp(`(?:^| )${u}:(\\d{1,15})(?= |$)`).exec(a)?.[1]??0),l=t==="LISTEN";return!l&&(n.endsWith(":*")||n.endsWith(":0"))?null:{isListener:l,localPort:o,key:`${r} ${n}`,peer:$i(n),pids:[...a.matchAll(/,pid=(\d{1,10}),/g)].map(([,u])=>Number(u)),messages:i("data_segs_out"),sent:i("bytes_sent"),received:i("bytes_received")}}function $i(e){return e.replace(/^\[::ffff:([\d.]+)\]/,"$1").replace(/%[^\]:]*/,"")}function Vs({slots:e},t,{config:r}){let n=e.some(i=>i.round!==null&&D(i)),s=[...t.values()].some(({sessions:i})=>i.length>0);if(process.platform!=="linux"||r.baseline.kind!=="paired"||!n||!s)return null;let o=new Map([...t].map(([i,l])=>[i,l.sessions])),a=[...t.values()].flatMap(({targetUrl:i})=>Number(new URL(i).port)||[]);return{...Js(o,a),names:Ii(t,r)}}async function Ii(e,{external:t}){let r=[...e.values()].flatMap(({portOf:s})=>[...s].map(([o,a])=>{let[i=""]=o.split(".",1);return{name:i,port:a,addresses:Tt}})),n=await Promise.all(t.map(async({name:s,host:o,port:a})=>{let l=(await Ci(o,{all:!0}).catch(()=>[])).map(({address:c})=>c),u=l.some(c=>Tt.includes(c));return{name:s,port:a,addresses:u?[...l,...Tt]:l}}));return new Map([...n,...r].flatMap(({name:s,port:o,addresses:a})=>a.map(i=>[i.includes(":")?`[${i}]:${o}`:`${i}:${o}`,s])))}var Tt=["127.0.0.1","::1"];async function Hs(e,t,r){if(t===null)return e;let n=await t.names;return e.map(s=>{let{slot:o,slices:a}=s;if(o.round===null||!D(o))return s;let{settleSeconds:i}=o,l=r.get(J(o))?.dueMs,u=a[0].startedAt-1e3*i,c=a.reduce((g,b)=>g+b.seconds,0),d=l?.filter(g=>g<1e3*i).length,p=(1+(d===void 0?i/c:d/(l.length-d)))*a.reduce((g,{ok:b,failed:y})=>g+b+y,0),f=u+1e3*(i+c),h=Wn(o.arm,t,{from:u,to:f,requests:p},n);return h===null?s:{...s,calls:h}})}function Ke(e){let t=e.flatMap(({calls:r})=>r===void 0?[]:[r]);return t.length>0?qn(t):null}import{availableParallelism as _i}from"node:os";function Ys(e,{around:t,instances:r,shared:n,samples:s,generatorLimit:o}){let a=[...r.values(),n].some(u=>u.isHidden),i=Ni(t)||a,l={cores:_i(),generatorLimit:o,outsiders:i};return e.map(u=>{let c=Bi(u,s,l);return Xs(t)||r.get(c.slot.arm)?.isHidden?c:Di(c,s,r)})}var Li=/\b(docker|podman|nerdctl)\b/;function Ni(e){let{external:t,services:r}=e.config;return t.length>0||r.some(({start:n})=>n===void 0)||Xs(e)}function Xs({config:e}){return e.services.some(({start:t,container:r})=>t!==void 0&&r===void 0&&Li.test(t))}function Di(e,t,r){let{arm:n}=e.slot,s=r.get(n);if(s&&s.sessions.length+(s.groups?.length??0)===0)return e;let o=s?.startupMs,a=e.slices.map((i,l)=>{let{startedAt:u,seconds:c}=i,d=u+K(e.slot,c)*1e3,p=e.slot.step.load.kind==="fixed-work"&&l===e.slices.length-1?t.find(({wall:h})=>h>=d):void 0,f=xs(t,n,u,p?.wall??d);return{...i,...f,...o!==void 0&&{startup:o}}});return{...e,slices:a}}function Bi(e,t,r){let{slices:n}=e,s=n.reduce((m,p)=>m+p.seconds,0),o=n[0].startedAt,a=K(e.slot,s),{clockJumpMs:i,...l}=yt(t,o,o+a*1e3,r),u=n.map(({startedAt:m,seconds:p})=>{let f=m+K(e.slot,p)*1e3,{clockJumpMs:h,...g}=yt(t,m,f,r);return Vn({cpu:g,clockJumpMs:h})}),c=n.flatMap(m=>m.lag===null?[]:[m.lag.p99]),d={sent:e.sent,intended:e.intended,seconds:s,dropped:n.reduce((m,p)=>m+p.dropped,0),lagMs:c.length>0?Math.max(...c):null,cpu:l,clockJumpMs:i,...e.pods&&{pods:e.pods}};return{...e,evidence:d,diagnosis:Kn(d),disturbed:u}}function Et(e,t){let{rate:r,settling:n,measured:s}=e,o=Qs({...e,count:n},t),a=n/r*1e3,i=n>0?0:Math.min(100,500*s/r),l=1-i*r/(1e3*Math.max(1,s)),u=Qs({...e,count:s},t),c=[...o,...u.map(f=>a+i+f*l)],d=e.arms*e.turn,m=0;for(;m+d<=n&&c[m]<100;)m+=d;let p=c.slice(m).map(f=>Number(Math.max(f,100).toFixed(2)));return{dueMs:p,skipped:m,...Pt([p],r)}}function Qs({rate:e,count:t,arms:r,turn:n},s){let o=Math.ceil(t/(r*n))*n,a=Fi(o,o/e*1e3,s),i=[],l=0;for(let u=0;u<o;u+=n)for(let c=0;c<r;c++)for(let d of a.slice(u,u+n))l+=d,i.push(l);return i.slice(0,t)}function Fi(e,t,r){let n=Array.from({length:e+1},()=>-Math.log(1-r.uniform())),s=n.reduce((o,a)=>o+a,0);return n.slice(0,e).map(o=>o/s*t)}var Zs=[1,1.01,1.02,1.05,1.1,1.15,1.2,1.3,1.5,2,3,5,10];function Pt(e,t){let r=Math.max(...e.map(i=>i.length)),n=i=>{let l=Number.POSITIVE_INFINITY;for(let u of e)for(let[c,d]of u.entries())l=Math.min(l,d-c*1e3/(t*i));return l},s=t*(Zs.find(i=>n(i)>=5)??Zs.at(-1)),o=Math.max(0,Math.floor(n(s/t)-5)),a=Math.max(...e.map(i=>ji(i,o,s)));return{launchMs:o,launchRate:s,launchSeconds:(r-.5)/s,waiting:a}}function ji(e,t,r){let[n,s]=[0,0];for(let o=0;o<e.length;o++){for(;s<e.length&&e[s]<t+o*1e3/r;)s++;n=Math.max(n,o+1-s)}return n}function eo({plan:e,seed:t,name:r},n){return Et(e,Gi($t(t,`${r} pod ${n}`)))}function Gi(e){let t=e|0;return{uniform:()=>{t=t+1831565813|0;let n=Math.imul(t^t>>>15,1|t);return n=n+Math.imul(n^n>>>7,61|n)^n,((n^n>>>14)>>>0)/2**32}}}function $t(e,t){let r=2166136261^e;for(let n=0;n<t.length;n++)r=Math.imul(r^t.charCodeAt(n),16777619);return r|0}function to(e,t,r,n=0){return new Map(e.slots.flatMap(s=>{let{load:o,label:a}=s.step;if(o.kind!=="arrival-rate"||o.arrivals==="even")return[];let i=`${s.block??r} ${s.round} ${a}`,l={rate:o.rate,...Wi(s,o.rate)},u=n>0?Ui({plan:l,seed:t,name:i},n):Et(l,Be($t(t,i)));return[[J(s),u]]}))}function Ui(e,t){let r=Array.from({length:t},(n,s)=>eo(e,s).dueMs);return{dueMs:[],skipped:0,...Pt(r,e.plan.rate),drawn:e}}function Wi(e,t){let r=ce(e);if(r!==null){let{settling:s,measured:o,arrivals:a}=r;return{settling:s,measured:o,arms:e.turns.of,turn:a}}return{settling:Cn(t,e.settleSeconds),measured:$n(e),arms:1,turn:1}}import{createHash as Ll}from"node:crypto";import{createReadStream as Nl}from"node:fs";import{hostname as Dl,userInfo as Bl}from"node:os";import{join as Fl}from"node:path";import{createInterface as jl}from"node:readline";import{setTimeout as Gl}from"node:timers/promises";import{createReadStream as qi}from"node:fs";import{createInterface as zi}from"node:readline";var no={100:"its `setup` did not finish in time",101:"its `teardown` did not finish in time",104:"k6 does not accept its options",107:"it threw an exception outside an iteration",108:"it aborted the test",110:"it marked the test as failed"};function me(e,t){if(!(e in no))return null;let r=t.replaceAll('\\"','"'),n=/TAILGATE_EXPORTS (\S+): ((?:(?!TAILGATE_EXPORTS ).)*?) TAILGATE_END/.exec(r);return{kind:"failed",fault:"script",message:/TAILGATE_REFUSED ((?:(?!TAILGATE_REFUSED ).)*?) TAILGATE_END/.exec(r)?.[1]??`${no[e]}${Ki(r)}`,log:t,...n!==null&&{missing:{exec:n[1],there:n[2]}}}}function Ki(e){let t=/"(k6\/x\/[^"\s]+)"/.exec(e)?.[1];return t!==void 0?`: it imports \`${t}\`, an extension that this k6 lacks. None is fetched from elsewhere unless \`allow\` names hosts; let TAILGATE_K6 name a k6 that has it`:/ of undefined/.test(e)?"; Tailgate replaces its scenarios and its load, so `exec.test.options.scenarios` has not those of the script":""}async function Je(e){let t=new Map,r=new Map;for await(let n of zi({input:qi(e)})){let s=/TAILGATE_(FAILURE|REDIRECT) ((?:(?!TAILGATE_(?:FAILURE|REDIRECT) )[^"\\]|\\.)*)"/.exec(n);if(s===null)continue;let o=s[2].replaceAll('\\"','"');if(s[1]==="FAILURE"){let[,a,i,l]=/^(\d+) (.*?): (.*)$/s.exec(o)??[],u=`${a} ${i}`;l!==void 0&&!t.has(u)&&t.set(u,{label:i,code:Number(a),text:l})}else{let[,a,i,l,u]=/^(\d+) (\d+) (\S+) (.*)$/s.exec(o)??[],c=`${a} ${u}`;if(u===void 0||r.has(c))continue;r.set(c,{label:u,which:Number(a),status:Number(i),location:l==="-"?null:l})}}return{told:[...t.values()],redirects:[...r.values()]}}import{readFileSync as cl,rmSync as ul}from"node:fs";import{join as dl}from"node:path";import{existsSync as Ji,readFileSync as so,statSync as Vi,writeFileSync as Ct}from"node:fs";import{totalmem as Hi}from"node:os";import{dirname as Yi,join as te}from"node:path";import{setTimeout as Xi}from"node:timers/promises";import{rootCertificates as Qi}from"node:tls";var Zi=99,ro=105;async function oo(e){let{folder:t,name:r}=e,{scriptPath:n,configPath:s}=Lt(e),o=te(t,`${r}.summary.json`),a=te(t,`${r}.log`),i=Ir(a),l=await De({command:[e.binary,"run","--quiet","--no-color","--no-usage-report","--config",s,"--address","",...It(e),"--env",`TAILGATE_SUMMARY=${o}`,n],cwd:e.cwd,env:{...ol(),..._t(e,al(e))},logPath:a,keeper:e.keeper}),u=l.exited.then(async c=>{let d=Fe(rl(a),t),m=c.code??-1,p=h=>({kind:"failed",fault:"harness",message:h,log:d});if(c.signal!==null)return p(`k6 was ended by ${c.signal}`);let f=me(m,d);if(f!==null)return f;if(m!==0&&m!==Zi&&m!==ro)return p(`k6 ended with exit code ${m}`);try{if(!Vi(o).isFile())throw new Error("it is no file");let h=ze(so(o,"utf8"));return{kind:"measured",complete:m!==ro,summary:h,...await Je(a)}}catch(h){return p(`k6 left no readable summary: ${h.message}`)}});return{group:l,began:tl(a,l,i),finished:u}}function It({targetUrl:e,userScript:t}){let r={TARGET_URL:e,BASE_URL:e,...t&&{TAILGATE_SCRIPT_FOLDER:Yi(t)}};return Object.entries(r).flatMap(([n,s])=>["--env",`${n}=${s}`])}function _t({environment:e,mayFetch:t},r={}){return{...oe(e,r),...!t&&{K6_AUTO_EXTENSION_RESOLUTION:"false"}}}function Lt({folder:e,name:t,script:r,arrivals:n}){let s=te(e,`${t}.js`),o=te(e,"k6-config.json");if(Ct(s,r),n?.size){let a=[...n].map(([i,l])=>[i,[l.skipped,...l.dueMs]]);Ct(te(e,Rt(t)),JSON.stringify(Object.fromEntries(a)))}for(let[a,i]of[[vt,Fs],[Mt,js]])dt(te(e,a),i);return dt(o,"{}"),{scriptPath:s,configPath:o}}var el=20,Ve=64*1024;async function tl(e,{exit:t},r){let n=r;for(;t()===null;){let s=_r(e,n,Ve),o=s.lastIndexOf(`
`)+1||(s.length===Ve?Ve:0),a=/TAILGATE_BEGAN (\d+)/.exec(s.toString("latin1",0,o))?.[1];if(a!==void 0)return Number(a);n+=o,s.length<Ve&&await Xi(el)}return null}var nl=20;function rl(e){let t=$e(e,2e3).split(`
`).filter(s=>!s.includes("TAILGATE_BEGAN")),r=t.slice(-nl),n=t.find(s=>/^time="[^"]*" level=error (?!.* source=console)/.test(s));return(n===void 0||r.includes(n)?r:[n,...r.slice(1)]).join(`
`)}var sl=4;function ol(){let e=Math.min(Hi(),process.constrainedMemory?.()||Number.POSITIVE_INFINITY);return{GOGC:"800",GOMEMLIMIT:`${Math.floor(e/sl/2**20)}MiB`}}function al({certificates:e=[],environment:t,folder:r}){if(e.length===0)return{};let n=t.SSL_CERT_FILE,s=n&&Ji(n)?[so(n,"utf8")]:Qi,o=te(r,"certificates.pem");return Ct(o,[...e,...s].join(`
`)),{SSL_CERT_FILE:o}}var io=Wa(qa(),1);var ao=`# An Indexed Job whose pods each run the whole script: https://kubernetes.io/docs/concepts/workloads/controllers/job/
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
`;var we=6565,He="tailgate/program",lo="load.tar",ll=.7;function co({name:e,labels:t,pods:r,image:n,seconds:s}){let{count:o,cpu:a,memory:i}=r,l=(0,io.parse)(ao),{template:u}=l.spec,[c]=u.spec.containers;l.metadata={name:e,labels:t},u.metadata={labels:t};let d={completions:o,parallelism:o,maxFailedIndexes:o};Object.assign(l.spec,d,{activeDeadlineSeconds:Math.ceil(s)}),u.spec.volumes=[{name:"load",configMap:{name:e}}],c.image=r.image??n;let m=o>1?["--paused","--address",`0.0.0.0:${we}`]:["--address",""];if(c.args=[...m,`/tailgate/${lo}`],i){let f=Number.parseInt(i,10)*(i.endsWith("Gi")?1024:1)*ll;c.env.push({name:"GOMEMLIMIT",value:`${Math.floor(f)}MiB`})}let p={cpu:a,memory:i};return(a||i)&&(c.resources={requests:p,limits:p}),o>1&&(c.ports=[{containerPort:we}],c.readinessProbe={httpGet:{path:"/v1/status",port:we},periodSeconds:1}),l}function uo({name:e,labels:t},r,n){return{apiVersion:"v1",kind:"ConfigMap",metadata:{name:e,labels:t,ownerReferences:[{apiVersion:"batch/v1",kind:"Job",name:e,uid:r}]},immutable:!0,binaryData:{[lo]:n.toString("base64")}}}var Nt=1024*1024-1024;var ml=6e4;async function mo(e,t){let{binary:r,folder:n,name:s}=e,{scriptPath:o,configPath:a}=Lt(e),i=dl(n,`${s}.tar`),l=await Pe({file:r,arguments:["archive","--no-color","--config",a,"-O",i,...It(e),o],environment:_t(e),cwd:e.cwd,timeoutMs:ml,signal:t}),u="output"in l?Fe(l.output,n):l.code;if(l.kind!=="ended"||l.exitCode!==0){let f=l.kind==="ended"?l.exitCode:-1;return me(f,u)??{kind:"failed",fault:"harness",message:"k6 could not pack the script for the pods",log:u}}let c=cl(i);if(ul(i),c.length<=Nt)return c;let[d,m]=[c.length,Nt].map(f=>`${Math.ceil(f/1024)} KiB`);return{kind:"failed",fault:"script",message:`the script with all that it loads has ${d}, and the ConfigMap by which pods get it holds ${m}: load less data, or measure fewer scenarios at once (\`--only\`)`,log:""}}import{once as pl}from"node:events";import{existsSync as fl,rmSync as hl}from"node:fs";import{request as gl}from"node:http";import{join as po}from"node:path";import{text as bl}from"node:stream/consumers";import{setTimeout as Dt}from"node:timers/promises";var yl=3,fo=12e4,ho=100,go=1e4,Bt={from:.05,to:.4};async function bo(e,t){let r=po(t.folder,"kube.sock"),n=po(t.folder,"kubectl-proxy.log");hl(r,{force:!0});let s=await De({command:e.command("proxy",`--unix-socket=${r}`,"--accept-paths=^/api/v1/namespaces/[^/]+/pods/[^/]+/proxy/v1/status$","--reject-methods=^(GET|POST|PUT|DELETE)$"),cwd:t.folder,env:e.environment,logPath:n,keeper:t.keeper});try{let o=performance.now()+go;for(;!fl(r);){if(s.exit()!==null||performance.now()>o)throw new U(`\`kubectl proxy\` does not run: ${$e(n,1)}`);await Dt(ho/5,void 0,{signal:t.signal})}let a=c=>Promise.all(t.states.map(d=>Sl(r,t,d,c))),i=performance.now()+fo;for(;!(await a({})).every(c=>c>=yl);){if(performance.now()>i)throw new U(`k6 was not ready in all pods after ${fo/1e3} s`);await Dt(ho,void 0,{signal:t.signal})}let l=Date.now()%t.periodMs/t.periodMs,u=(Bt.from-l+1)%1;(l<Bt.from||l>Bt.to)&&await Dt(u*t.periodMs,void 0,{signal:t.signal}),await a({paused:!1})}finally{await s.stop("SIGTERM",500)}}async function Sl(e,{namespace:t,signal:r},{id:n,name:s},o){let a=`/api/v1/namespaces/${t}/pods/${n}:${we}/proxy/v1/status`,i={"content-type":"application/json"};try{let l=gl({socketPath:e,path:a,method:"PATCH",headers:i,signal:r,timeout:go});l.on("timeout",()=>l.destroy(new Error("no answer"))),l.end(JSON.stringify({data:{type:"status",id:"default",attributes:o}}));let[u]=await pl(l,"response"),c=await bl(u),d=u.headers["content-type"]?.includes("json")?JSON.parse(c):{message:c};if(u.statusCode===200)return Number(d.data.attributes.status);throw new Error(`${d.message??d.errors?.[0]?.detail}`.slice(0,200))}catch(l){throw new U(`${s} cannot be told to begin: ${l.message}`)}}function yo(e){let t=C(e,({count:o})=>o),r=e.find(o=>o.count>0)?.levels;if(r===void 0)return null;let n=new Float64Array(t),s=0;for(let o of e)for(let a=0;a<o.count;a++)n[s++]=on(o,a);return n.sort(),{count:t,levels:r,values:r.map(o=>wl(n,o))}}function So(e,t){let r=[...e].sort((a,i)=>a.value-i.value),n=C(r,({count:a})=>a),[s,o]=[0,r[0]?.count??0];return t.map(a=>{for(;o<=Math.round(a*(n-1))&&s<r.length-1;)o+=r[++s].count;return r[s].value})}function wl(e,t){let r=t*(e.length-1),n=Math.floor(r),s=e[n];return r===n?s:s+(r-n)*(e[n+1]-s)}function wo(e){let[t]=e,r=e.map(({summary:a})=>a),n=t.summary.percents.map(a=>a/100),s=Object.keys(t.summary.slots).map(a=>{let i=e.map(({name:l,summary:u})=>({name:l,slot:u.slots[a]}));return[a,Ml(i,n)]}),o=new Map(r.flatMap(a=>a.seen??[]).map(a=>[a.name,a]));return{...t.summary,slots:Object.fromEntries(s),lost:C(r,({lost:a})=>a),seen:[...o.values()]}}var kl=["started","finished","exceptions","barren","untagged","begun","voided","resent","connects","received"],vl=250;function Ml(e,t){let r=Math.min(...e.map(({slot:u})=>u.startedAt)),n=e.map(({name:u,slot:c})=>({name:u,slot:xl(c,c.startedAt-r)})),s=n.map(({slot:u})=>u),o=({slices:u})=>C(u,({started:c})=>c),a=({slices:u})=>Math.max(0,...u.map(({lag:c})=>c?.p99??0)),i=n.reduce((u,c)=>o(c.slot)<o(u.slot)?c:u),l=n.reduce((u,c)=>a(c.slot)>a(u.slot)?c:u);return{startedAt:r,endedAt:Math.max(...s.map(({endedAt:u})=>u)),dropped:C(s,({dropped:u})=>u),answers:s[0].answers.map((u,c)=>({sizes:Ft(s,({answers:d})=>d[c].sizes,t),statuses:ko(s,({answers:d})=>d[c].statuses,t)})),slices:s[0].slices.map((u,c)=>{let d=s.map(({slices:m})=>m[c]);return Rl(d,t)}),pods:{behind:i.name,sent:o(i.slot),latest:l.name}}}function xl(e,t){return t<=vl?e:{...e,slices:e.slices.map(r=>({...r,lag:{p50:t,p99:t,max:t}}))}}function Rl(e,t){let r=e.flatMap(({lag:o})=>o??[]),n=o=>Math.max(...r.map(a=>a[o]??0)),s=kl.map(o=>[o,C(e,a=>a[o])]);return{...Object.fromEntries(s),failed:ko(e,({failed:o})=>o,t),latency:Ft(e,({latency:o})=>o,t),lag:r.length===0?null:{p50:n("p50"),p99:n("p99"),max:n("max")},custom:Al(e,t)}}function Al(e,t){let n=[...new Set(e.flatMap(({custom:s})=>Object.keys(s??{})))].map(s=>{let o=e.flatMap(({custom:c})=>c?.[s]??[]),a=o.filter(c=>c.type==="trend");if(a.length>0)return[s,{type:"trend",...Ft(a,c=>c,t)}];let i=o.filter(c=>c.type==="rate");if(i.length===0)return[s,{type:"counter",sum:C(o,c=>"sum"in c?c.sum:0)}];let[l,u]=[C(i,c=>c.hits),C(i,c=>c.count)];return[s,{type:"rate",hits:l,count:u}]});return Object.fromEntries(n)}function Ft(e,t,r){let n=e.flatMap(a=>t(a)??[]),s=yo(n.map(({count:a,values:i})=>({count:a,levels:r,values:i})));if(s===null)return null;let o=C(n,a=>a.avg*a.count)/s.count;return{count:s.count,avg:o,values:[...s.values]}}function ko(e,t,r){let n=e.flatMap(i=>t(i)??[]);if(n.length===0)return null;let s=n.flatMap(i=>Se(i,r).map(l=>({value:Ps(l),count:l.count}))),o=C(n,i=>i.count),a=C(n,i=>i.avg*i.count)/o;return{count:o,avg:a,values:So(s,r)}}var Ye=_({reason:I().optional(),message:I().optional()}),Ol=Ye.extend({exitCode:G()}),Tl=Ye.extend({type:I(),status:I()}),El=_({state:_({terminated:Ol.optional(),waiting:Ye.optional()}).optional()}),Pl=_({metadata:_({name:I(),annotations:se(I(),I()).optional(),deletionTimestamp:I().optional()}),spec:_({nodeName:I().optional()}),status:Ye.extend({phase:I().optional(),conditions:F(Tl).optional(),containerStatuses:F(El).optional()})}),$l=_({items:F(Pl)}),Cl=/^(ErrImagePull|ImagePullBackOff|ErrImageNeverPull|InvalidImageName|CreateContainerError|CreateContainerConfigError|RunContainerError|StartError)$/;function vo(e,t){let r=$l.parse(JSON.parse(e)).items.map(_l);return Array.from({length:t},(n,s)=>{let o=r.filter(a=>a.index===s);return o.find(({kind:a})=>a==="lost")??o[0]??{...Il,index:s,name:`pod ${s}`,kind:"waiting",because:"is not there"}})}var Il={id:"",node:null,exitCode:null};function _l({metadata:e,spec:t,status:r}){let n=Number(e.annotations?.["batch.kubernetes.io/job-completion-index"]??Number.NaN),s=t.nodeName??null,o={index:n,id:e.name,name:`pod ${n}${s?` on ${s}`:""}`,node:s},{terminated:a,waiting:i}=r.containerStatuses?.[0]?.state??{},l=a?.exitCode??null,u=(f,h="")=>({...o,kind:f,because:h,exitCode:l}),c=r.conditions??[],d=c.find(({type:f,status:h})=>f==="DisruptionTarget"&&h==="True"),m=jt(r.reason===void 0?d??{}:r);if(a?.reason==="OOMKilled")return u("lost","ran out of memory");if(r.reason==="Evicted")return u("lost",`was evicted${m}`);if(r.phase==="Succeeded")return u("done");if(e.deletionTimestamp!==void 0)return u("lost",`was removed before it had ended${m}`);if(l!==null&&l>128)return u("lost",`was killed${m}`);if(r.phase==="Failed")return u("lost",l===null?`failed${m}`:`ended with exit code ${l}${m}`);if(Cl.test(i?.reason??""))return u("lost",`cannot start${jt(i)}`);if(c.some(({type:f,status:h})=>f==="Ready"&&h==="True"))return u("ready","still runs");let p=c.find(({type:f,status:h})=>f==="PodScheduled"&&h==="False");return u("waiting",`is not ready${jt(p??i??{})}`)}function jt({reason:e,message:t}){let r=[e,t].filter(Boolean).join(": ").replace(/\s+/g," ").slice(0,300);return r===""?"":`: ${r}`}var Oo=300,Mo={first:60,each:.1},Ul=120,Gt=Oo+Ul,xo=60,Wl=250,ql=2e3,zl=3e5,Kl=40,Ro={usual:10,interrupted:3};function To(e){let t=new AbortController,r=ns(e.pods,e.environment,t.signal),n=Jl(e,r,t.signal).catch(s=>{if(!(s instanceof U||s instanceof Me||t.signal.aborted))throw s;return{kind:"failed",fault:"harness",message:t.signal.aborted?"k6 was interrupted":s.message,log:""}});return{group:{pid:null,signal:()=>t.abort(),async stop(){t.abort(),await n}},began:Promise.resolve(null),finished:n}}async function Jl(e,t,r){let{pods:n,folder:s,name:o,keeper:a}=e,i=a.mark.TAILGATE_RUN.slice(0,8),l=`tailgate-${i}-${o}`.slice(0,63),u={"app.kubernetes.io/managed-by":"tailgate","tailgate/run":i,"tailgate/machine":Vl(e.environment),[He]:l},[c,d]=await Promise.all([mo(e,r),n.image===void 0?kr(e.binary,["version"],e.environment,r):null,t.run(["delete","jobs","--wait=false","-l",`tailgate/machine=${u["tailgate/machine"]},tailgate/run!=${i}`])]);if(!Buffer.isBuffer(c))return c;let m=e.seconds+e.spareSeconds+Gt,p=f=>t.run(["create","-o","jsonpath={.metadata}","-f","-"],{input:JSON.stringify(f)});try{let f={name:l,labels:u,pods:n,image:`grafana/k6:${d??"latest"}`,seconds:m},{uid:h,namespace:g}=JSON.parse(await p(co(f)));await p(uo(f,h,c));let b={...e,kubectl:t,job:l,signal:r},y=await Ao(b,"ready");if(!Array.isArray(y))return y;if(n.count>1){let v={states:y,namespace:g,periodMs:e.periodMs,folder:s,keeper:a,signal:r},M=await bo(t,v).then(()=>null,x=>x),w=M&&(await Eo(b)).find(({kind:x})=>x==="lost");if(w)return await Po(b,w);if(M)throw M}let S=await Ao(b,"done");return Array.isArray(S)?await Yl(b,S,Fl(s,`${o}.log`)):S}finally{await Xl(t,l,r.aborted?Ro.interrupted:Ro.usual)}}function Vl({TAILGATE_LOCK:e=""}){let t=Ne("/proc/sys/kernel/random/boot_id")??"",r=[Dl(),t,Bl().uid,e].join(" ");return Ll("sha256").update(r).digest("hex").slice(0,16)}async function Ao(e,t){let{pods:r,seconds:n,spareSeconds:s,signal:o}=e,a=performance.now(),i=a;for(;;){let l=await Eo(e).catch(c=>{if(!(c instanceof U&&!/forbidden|unauthorized/i.test(c.message))||performance.now()-i>xo*1e3)throw c;return null});if(l!==null){i=performance.now();let c=l.find(({kind:f,id:h})=>f==="lost"||t==="done"&&h==="");if(c)return Po(e,c);let d=l.find(({id:f})=>f==="")??l.find(({kind:f})=>f!=="done"&&(t==="done"||f!=="ready"));if(d===void 0)return l;let m=(i-a)/1e3,p=d.id===""?Mo.first+r.count*Mo.each:Oo;if(m>(t==="ready"?p:n+s+xo)){let f=`${Math.round(m)} s after ${t==="ready"?"its Job":"all were ready"}`;throw new U(`${d.name} ${d.because}, ${f}${await Hl(e,d)}`)}}let u=t==="ready"?0:a+1e3*n-performance.now();await Gl(Math.max(Wl,Math.min(u,ql)),void 0,{signal:o})}}async function Eo({kubectl:e,job:t,pods:r}){let n=["get","pods","-o","json","-l",`${He}=${t}`];return vo(await e.run(n),r.count)}async function Hl({kubectl:e,job:t},{id:r}){let n=`--field-selector=type=Warning,involvedObject.name=${r||t}`,a=(await e.run(["get","events",n,"-o",'jsonpath={range .items[*]}{.message}{"\\n"}{end}']).catch(()=>"")).trim().split(`
`).at(-1);return a===""?"":`: ${a.slice(0,300)}`}async function Po({kubectl:e,pods:t},r){let n=r.id===""?"":await e.run(["logs",r.id,`--tail=${Kl}`]).catch(()=>""),s=r.exitCode===null?null:me(r.exitCode,n);if(s!==null)return{...s,message:`${s.message} (${r.name})`};let o=r.id===""?"was removed, or its node went away":r.because,a=r.because.includes("memory")&&t.memory?`: its limit is ${t.memory}`:"";return{kind:"failed",fault:"harness",message:`${r.name} ${o}${a}`,log:n}}async function Yl({kubectl:e,job:t},r,n){let s=["logs","-l",`${He}=${t}`,"--tail=-1","--prefix"];await e.run(s,{timeoutMs:zl,into:n});let o=new Map;for await(let i of jl({input:Nl(n)})){let[,l,u]=/^\[pod\/([^/\]]{1,253})\/[^\]]{0,63}\] (\{"schemaVersion":1,.*)$/.exec(i)??[];l!==void 0&&o.set(l,u)}let a=r.map(({id:i,name:l})=>{try{return{name:l,summary:ze(o.get(i)??"")}}catch{throw new U(`${l} left no readable summary`)}});return{kind:"measured",complete:!0,summary:wo(a),...await Je(n),nodes:[...new Set(r.flatMap(({node:i})=>i??[]))].sort()}}async function Xl(e,t,r){let{signal:n}=new AbortController,s=["delete",`job/${t}`,"--ignore-not-found","--cascade=foreground",`--timeout=${r}s`];await e.run(s,{signal:n,timeoutMs:2e3*r}).catch(o=>{if(!(o instanceof U))throw o})}import{existsSync as ec,writeFileSync as tc}from"node:fs";import{join as nc}from"node:path";var Ql=1;function $o(e){let t=e.map(({weight:l})=>l),r=t.reduce(Co),n=t.map(l=>l/r),s=n.flatMap((l,u)=>Array.from({length:l},()=>u)),o=Be(Ql);for(let l=s.length-1;l>0;l--){let u=o.index(l+1);[s[l],s[u]]=[s[u],s[l]]}let a=n.map(()=>0),i=s.map(l=>a[l]++);return{order:s,ranks:i,counts:n}}function Co(e,t){return t===0?e:Co(t,e%t)}function Io(e,t,r,n){let s=[],o=0;for(let{name:a,offset:i,length:l}of pn(e)){let u=a.startsWith("data.")?t.indexOf(a.slice(5)):-1;if(u<0)continue;let c=i+l,d=r==="json"&&Zl(e,i,c);s.push(n(e.slice(o,d?i-1:i)),{column:u,as:d?"value":r}),o=d?c+1:c}return s.length===0?n(e):[...s,n(e.slice(o))]}function Zl(e,t,r){return e[t-1]==='"'&&e[t-2]!=="\\"&&e[r]==='"'&&e[r+1]!==":"}function _o(e,t,r){if(e.step.work.kind==="script")return null;let{request:n}=e.step.work;return{...n,url:No(t.fill(n.url),t,r,e),headers:Object.fromEntries(Object.entries(n.headers).map(([s,o])=>[s,t.fill(o)])),body:n.body===void 0?void 0:t.fill(n.body)}}function Lo(e,t,r,{config:n,folder:s}){let{work:o,scenario:a}=e.step;if(o.kind==="script"||o.mix===void 0&&o.data===void 0)return null;let i=o.data?`data-${a}.json`:null;i!==null&&rc(o.data.path,nc(s,i));let l=(c,d)=>Io(c,o.data?.columns??[],d,r.fill),u=ae(o);return{name:a,dataFile:i,first:oc(e,e.block??t),sequence:$o(u),requests:u.map(({request:c})=>({name:`${c.method} ${c.url}`,method:c.method,url:No(l(c.url,"path"),r,n,e),headers:Object.fromEntries(Object.entries(c.headers).map(([d,m])=>[d,l(m,"raw")])),body:c.body===void 0?null:l(c.body,c.quotesData?"json":"raw"),expectStatus:c.expectStatus,timeoutMs:c.timeoutSeconds*1e3}))}}function rc(e,t){ec(t)||tc(t,JSON.stringify(wn(Sr(e),e).rows))}function No(e,{targetUrl:t},r,{step:n}){let[s,...o]=typeof e=="string"?[e]:e,a=String(s),i=a.startsWith("/")?t+a:a;return fr(i,r,`request of ${n.label}`),typeof e=="string"?i:[i,...o]}var sc=16;function oc({step:{load:e},round:t,seconds:r,turns:n,requests:s},o){let a=e.kind==="arrival-rate"?e.rate*r/(n?.of??1):s??0;return(o*sc+(t===null?0:t+1))*Math.ceil(a)}var ac=30,ic=120;async function Do(e,t,r,{around:n,k6:s,folder:o,instances:a,seed:i,block:l=0}){let{config:u,keeper:c}=n,{work:d}=e.slots[0].step,{targetUrl:m}=a.get(r),p=new Map(e.slots.map(T=>[T,Lo(T,l,a.get(T.arm),{config:u,folder:o})])),f=u.allow.length===0,h=[...a.values()].flatMap(({trust:T})=>T??[]),g=u.pods,b=g===void 0?e:En(e,g.count),y=new Map(b.slots.map((T,B)=>[T,e.slots[B]])),S=to(b,i,l,g?.count),v=Gs({program:b,arrivals:S,name:t,targetUrl:m,confined:f,insecure:f&&h.some(T=>"insecure"in T),requestOf:T=>_o(T,a.get(T.arm),u),dealOf:T=>p.get(y.get(T))??null,...g&&{pods:g.count},...d.kind==="script"&&{scriptPath:ts(d.path,o,u.directory)}}),R={binary:s,folder:o,name:t,script:v,...d.kind==="script"&&{userScript:d.path},cwd:u.directory,targetUrl:m,environment:{...n.environment,...lc(e,a.get(r))},mayFetch:!f,keeper:c},{seconds:M,slots:w}=e,x=w.some(({step:T})=>T.load.kind==="fixed-work"),$=d.kind==="script"?ic:0,k=(x?le:0)+(g?Gt:0),A=M+ac+$+k,P;if(g===void 0){let T=h.flatMap(B=>"ca"in B?B.ca:[]);P=await oo({...R,arrivals:S,certificates:T})}else{for(let[T,{targetUrl:B}]of a)hr(B,`URL of the ${T}`);P=To({...R,pods:g,seconds:M,spareSeconds:$,periodMs:xt(e,g.count)})}return{run:P,arrivals:S,deals:p,limitSeconds:A}}function lc({slots:e},{fill:t}){return Object.fromEntries(Object.entries(e[0].step.parameters??{}).map(([r,n])=>[`VARIANT_${r.toUpperCase()}`,t(n)]))}var cc=250;function Bo(e,t,r){return e.map(n=>{let{slices:s,slot:o}=n,a=s[0].startedAt,i=K(o,s.reduce((m,p)=>m+p.seconds,0)),l=Ms(t,a,a+i*1e3+cc),u=e.filter(m=>m.slot.startSeconds===o.startSeconds).reduce((m,p)=>m+r(p.slot.arm)*p.connects,0),c=l===null?0:Math.max(0,Math.floor((l-u)/r(o.arm))),d=s.map(({resent:m=0,...p})=>{let f=Math.min(m,c);return c-=f,{...p,...f>0&&{resent:f}}});return{...n,slices:d}})}var uc=.1,dc=.1;function jo(e,{instances:t,began:r,sample:n,readCalls:s=()=>{}}){let o=[],a=new Set,i=!1,l=()=>{for(let d of a)t.get(d)?.resume();a.clear()},u=d=>{for(let[m,p]of t)m!==d&&(p.halt(),a.add(m))},c=e.slots.flatMap(d=>[...t.size>1&&d.round!==null&&D(d)?[{at:d.startSeconds,act:()=>u(d.arm)},{at:Fo(d),act:l}]:[],...mc(d).map(m=>({at:m,act:n})),...d.round!==null&&D(d)?[d.startSeconds-uc,Fo(d)+dc].map(m=>({at:m,act:s})):[]]);return r.then(d=>{if(!(d===null||i))for(let{at:m,act:p}of c)o.push(setTimeout(p,d+m*1e3-Date.now()))}),{end(){i=!0;for(let d of o)clearTimeout(d);l()}}}function Fo({step:e,startSeconds:t,seconds:r}){return t+(e.load.kind==="fixed-work"?le:r)}function mc({round:e,step:t,startSeconds:r,seconds:n,settleSeconds:s,slices:o}){if(e===null&&o===1)return[];if(t.load.kind==="fixed-work")return[r];let a=(n-s)/o;return Array.from({length:o+1},(i,l)=>r+s+l*a)}function Ut(){return{failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],nodes:[]}}async function V(e,t,r){let{around:n,instances:s,shared:o}=r,a=[...new Set(e.slots.map(O=>O.step.label))].join(", "),l=[...new Set(e.slots.map(({arm:O})=>O))].includes("head")?"head":"base",{work:u}=e.slots[0].step,{run:c,arrivals:d,deals:m,limitSeconds:p}=await Do(e,t,l,r),f=Date.now(),h=[...s.values(),o],g=vs(c.group.pid,h.flatMap(({sessions:O,relays:X=[]})=>[...O,...X]),s),b=Vs(e,s,n),y=jo(e,{instances:s,began:c.began,sample:g.take,readCalls:()=>{b?.take()}}),S=()=>c.group.signal("SIGKILL");n.signal.addEventListener("abort",S,{once:!0}),n.signal.aborted&&S();for(let O of h)O.crashed.then(()=>O.crash()!==null&&c.group.signal("SIGINT"));let v=!1,R=setTimeout(()=>{v=!0,S()},p*1e3),M=await c.finished;clearTimeout(R);let w=fc(e,await c.began)-Date.now();M.kind==="measured"&&M.complete&&await pc(Math.min(5e3,Math.max(0,w))),y.end(),g.stop(),await b?.take(),b?.stop(),n.signal.removeEventListener("abort",S),await c.group.stop("SIGTERM",1e3);let x=(Date.now()-f)/1e3,$=e.slots.findLast(O=>O.startSeconds<=x)??e.slots[0];await gc(e,t,r);let k={slots:[],crash:ee(s,o,$.step.label),failure:null,loadSeconds:x,...Ut()};if(n.signal.aborted)return k;let A=O=>k.crash===null?{...k,failure:{...O,label:a,arm:l}}:k;if(M.kind==="failed"&&M.missing){let{exec:O,there:X}=M.missing;throw new q({what:`The k6 script of ${a} has no function \`${O}\`: ${X}.`,where:u.kind==="script"?u.path:a,hint:"Name the function to measure with `exec` in tailgate.yml, or export it as `default`."})}if(M.kind==="failed"){let O=`k6 had not ended after ${Math.round(p)} s, and was killed`;return A(v?{...M,message:O}:M)}if(!M.complete&&k.crash===null)return A({kind:"failed",fault:"harness",message:"k6 was interrupted from outside",log:""});let P=n.config.pods?.count,T=Ws(M.summary,e.slots,P);if(T!==null)return A({kind:"failed",fault:"harness",message:`k6 reported ${T}`,log:""});let B=O=>s.get(O)?.hops??1,W=Ys(Bo(qs(M.summary,e.slots,P),g.samples,B),{around:n,instances:s,shared:o,samples:g.samples,generatorLimit:g.generatorLimit()}),fe=O=>l==="head"?O.map(X=>({label:a,threshold:X})):[],{summary:E,redirects:j}=M,Y=e.slots.every(({round:O})=>O===null),he=s.get("head")?.lastWords()??null;return{...k,failures:W.filter(({slot:O})=>O.arm==="head"&&(O.round!==null||Y)).flatMap(O=>hc(O,M.told,m.get(O.slot)?.requests??[])).map(O=>({...O,said:he})),redirects:j,thresholds:fe(E.thresholds),fed:fe(E.fed),unfed:fe(E.unfed),lost:E.lost>0?[{label:a,requests:E.lost}]:[],nodes:M.nodes??[],slots:await Hs(W,b,d)}}function fc({slots:e},t){let r=e.map(({step:n,startSeconds:s,seconds:o})=>n.load.kind==="arrival-rate"?s+o:0);return t===null?0:t+1e3*Math.max(...r)+20}function hc({slot:e,failures:t,cut:r,received:n,sent:s,slices:o,barren:a},i,l){let{label:u,graceSeconds:c}=e.step,d=t.map(({code:b,which:y,count:S})=>{let v=i.find(M=>M.label===u&&M.code===b)?.text,R=l.length>1?` of ${l[y]?.name}`:"";return{label:u,text:`${Cs(b,v)}${R}`,count:S}}),m=i.find(b=>b.label===u&&b.text.startsWith("exception")),f=a+o.reduce((b,y)=>b+y.failed,0)-r-d.reduce((b,{count:y})=>b+y,0);if(m!==void 0&&f>0&&d.push({label:u,text:m.text,count:f}),r===0)return d;let g=r===s&&n>0?`the answer began, and did not end within ${c} s`:`no complete answer within ${c} s`;return[...d,{label:u,text:g,count:r}].sort((b,y)=>y.count-b.count)}async function gc(e,t,r){let{instances:n,shared:s,around:o}=r,a=n.get("base");if(a===void 0||ee(n,s,"")?.arm!=="head"||o.signal.aborted)return;let i=e.slots.filter(({arm:c})=>c==="head"),l=(i.length>0?i:e.slots).map(c=>({...c,arm:"base",turns:null}));a.resume();let u={...r,instances:new Map([["base",a]])};await V(Ee({...e,slots:l},l),`${t}-base`,u)}var bc=1.15,yc=1;function Go(e,t,r=0){let n=z(t,.5),s=i=>!(z(i,.5)>bc*n),o=e.findIndex((i,l)=>s([i])&&s(e.slice(l)));if(o===-1)return null;let a=e.slice(0,o===0?0:o+1).reduce((i,l)=>i+l.seconds,0);return Math.max(yc,r+a)}var Sc=.3;function Uo(e,t,r,n){let s=e.filter(({slot:o})=>o.round===null&&!t.some(a=>a.slot.step===o.step));for(let{slot:o,slices:a}of s){let i=e.filter(p=>p.slot.round!==null&&p.slot.step===o.step&&p.slot.arm===o.arm&&D(p.slot)===D(o)),{readyAt:l}=r.get(o.arm),u=l===null?0:(a[0].startedAt-l)/1e3,c=Go(a.map(p=>({...p,seconds:K(o,p.seconds)})),i.flatMap(({slices:p})=>p),Math.max(0,u-o.startSeconds-Sc)),{label:d}=o.step,m=n.get(d);n.set(d,m===null||c===null?null:Math.max(m??0,c))}}var wc=3;function Wo({steps:e},t){let r=e.flatMap(({label:n})=>{let s=t.flatMap(({warmUps:o})=>o.get(n)??[]);return s.length>0?[[n,Math.max(...s)]]:t.length>=wc?[[n,Ae.seconds]]:[]});return new Map(r)}var Xe=2e4,kc=2;async function qo(e,t,r){let n=performance.now(),s=zo(t);for(let[o,a]of e.entries()){let i=s.crash?.arm==="head"?s.crash:null;i!==null&&(s.crash=null),pe(s,r)&&await vc(a,o,s,r),s.crash=St(i,s.crash)}return s.wallSeconds=(performance.now()-n)/1e3,s}function zo(e){return{index:e,kept:[],discarded:[],crash:null,failure:null,...Ut(),soakFailures:[],warmUps:new Map,soak:[],wallSeconds:0}}function Wt(e,t){return t===1?[e]:Array.from({length:t},(r,n)=>{let s=e.index+n,o=a=>a.filter(({slot:i})=>i.block===s);return{...n===t-1?e:zo(s),index:s,kept:o(e.kept),discarded:o(e.discarded),wallSeconds:e.wallSeconds/t}})}async function vc(e,t,r,n){let s={running:new Map,starts:0};try{xc(r.index,e.arms,n),await Q(s,{...n,together:e.arms,block:zt(r,n)});for(let[o,a]of e.programs.entries()){let i=`${Jo(r,n)}-${t+1}-${o+1}`;await Ac(a,i,s,r,n)}e.arms.length>1&&pe(r,n)&&await Mc(s,r,n)}finally{await Z(s)}}async function Mc(e,t,r){let{progress:n}=r,s=Ko(e,t,r),o=r.soak?.(t)??[];for(let a=1;o.length>0&&pe(t,r);a++){let{arm:i}=o[0].slots[0],l=o.reduce((c,d)=>c+d.seconds,0);n.phase(`keeping the ${i} under load, for stalls, growth and memory`,l),r.follow?.(t,o.flatMap(Vo));let u=[...e.running].filter(([c])=>c!==i).map(([,c])=>c);for(let c of u)c.halt();try{for(let[c,d]of o.entries()){if(!pe(t,r))break;let m=`${Jo(t,r)}-soak-${a}-${c+1}`,p=await V(d,m,s);t.crash=p.crash,t.failure??=p.failure,t.soak.push(...p.slots),t.soakFailures.push(...p.failures)}}finally{for(let c of u)c.resume()}o=r.soak?.(t)??[]}}function Ko(e,t,r){let{arms:n,shared:s,k6:o,seed:a,folder:i}=r;return{around:n.head,k6:o,seed:a,folder:i,instances:e.running,shared:s,block:t.index}}function qt({part:e}){return e===void 0?"":`${e}-`}function Jo(e,t){return`${qt(t)}block-${zt(e,t)+1}`}function zt({index:e},{sizings:t=0}){return e+t}function xc(e,t,r){let{arms:n,progress:s}=r,{services:o}=n.head.config,a=o.filter(({start:i,scope:l})=>i&&l==="instance").map(({name:i})=>i);a.length===0||e>0||s.phase(`starting ${a.join(", ")}${n.base?` of ${t.join(" and ")}`:""}`)}function Rc({index:e},{planned:t}){return t>1?`block ${e+1} of ${t}: `:""}async function Ac(e,t,r,n,s){let{arms:o,shared:a,progress:i,repeatDisturbed:l=!0}=s,u=e,c=!0;for(let d=0;u!==null&&pe(n,s);d++){let m=Vo(u),p=u.slots.every(({requests:k})=>k===null)?u.seconds:void 0;i.phase(`${Rc(n,s)}measuring ${m.join(", ")}`,p),s.follow?.(n,m);let f=d===0?t:`${t}-again${d}`,h=await V(u,f,Ko(r,n,s)),{crash:g,failure:b,thresholds:y,slots:S}=h;n.crash=g,n.failure=b??n.failure;for(let k of["failures","redirects","fed","unfed","lost","nodes"])n[k].push(...h[k]);let v=S.filter(({slot:k})=>k.round!==null),R=g===null&&l?As(v):[],M=d<kc&&c,w=R.length>0&&y.length>0&&M?v:R,x=v.filter(k=>!w.includes(k));n.kept.push(...x),n.discarded.push(...w),(w.length===0||!M&&x.length>0)&&n.thresholds.push(...y);for(let k of w)wr(()=>Es(k,n.index));Uo(S,w,r.running,n.warmUps);let $=w.filter(k=>!Ec(k,s)).map(({slot:k})=>k);u=$.length>0&&M?Ee(e,$):null,w.length>0&&i.note(Os(w,u!==null)),u!==null&&(c=o.head.config.pods!==void 0||await Tc(s),n.crash=ee(r.running,a,$[0].step.label),o.base&&pe(n,s)&&await Oc(r,n,s))}}function Vo({slots:e}){return[...new Set(e.map(({step:t})=>t.label))]}async function Oc(e,t,r){let n=[...e.running.keys()];await Z(e),await Q(e,{...r,together:n,block:zt(t,r)})}async function Tc({arms:e,progress:t}){return t.phase(`waiting for the machine to calm down (${Xe/1e3} s at most)`),Ge(Xe,e.head.signal)}function Ec({slot:e,evidence:t},{isEnough:r}){return r!==void 0&&e.requests!==null&&t.seconds<ie}function pe(e,{arms:t,isEnough:r}){let{crash:n,failure:s}=e;return n!==null||s!==null&&!Kt(s)||t.head.signal.aborted?!1:!r?.(e)}function Kt({arm:e,fault:t}){return e==="base"&&t==="script"}var Pc=8,$c=2;async function Ho(e,t){let{instances:r,around:n,shared:s,start:o,progress:a,block:i,repeatDisturbed:l=!0}=t,u=[...r.keys()],c={block:i,arms:new Map(u.map(f=>[f,{trials:[],estimate:null}])),discarded:[],crash:null,failure:null,loadSeconds:0},d=0,m=f=>c.arms.get(f).trials,p=()=>c.crash===null&&c.failure===null&&!n.signal.aborted;for(let f=1;p()&&c.loadSeconds<t.secondsLeft;f++){let h=u.flatMap(y=>{let S=Rr({...e.goal,outcomes:m(y),start:o});return S===null?[]:[{arm:y,...S}]});if(h.length===0)break;t.drawFirst()!==h[0].arm&&h.reverse(),a.phase(Ic(e,h,c));let g=[];for(let[y,S]of Cc(e,h,f===1).entries()){if(!p())break;let v=`${qt(t)}search-${e.scenario}-${u.join("-")}-${i+1}-${f}-${y+1}`,R=await V(S,v,{...t,around:n,instances:r,shared:s});c.crash=R.crash,c.failure=R.failure,c.loadSeconds+=R.loadSeconds;let M=R.slots.filter(({slot:x})=>x.round!==null),w=l?M.filter(({diagnosis:x})=>x==="disturbed"):[];if(g.push(...w),!(w.length>0))for(let x of M){let{rate:$}=h.find(({arm:A})=>A===x.slot.arm),k=Rs(e.goal.slo,$,x);m(x.slot.arm).push(k)}}if(g.length===0)continue;c.discarded.push(...g);let b=g.map(({diagnosis:y,evidence:S})=>ye(y,S));if(a.note(`a trial of ${e.label} is discarded: ${[...new Set(b)].join("; ")}`),c.discarded.length>Pc||d===$c)break;await Ge(Xe,n.signal)||d++,c.crash??=ee(r,s,e.label)}for(let f of c.arms.values())f.estimate=Ar(f.trials,e.goal);return c}function Cc(e,t,r){return e.work.kind==="request"?[it(e,t,r)]:t.map(n=>it(e,[n],r))}function Ic({label:e},t,{arms:r}){let n=t.map(({arm:s,rate:o})=>{let{trials:a}=r.get(s),i=Math.max(0,...a.filter(({met:d})=>d).map(d=>d.rate)),l=Math.min(...a.filter(({met:d})=>!d).map(d=>d.rate)),u=[...i>0?[`${H(i)} meets`]:[],...l<1/0?[`${H(l)} does not`]:[]],c=u.length>0?`${u.join(", ")}; `:"";return`${r.size>1?`${s}: `:""}${c}trying ${H(o)}`});return`capacity of ${e}: ${n.join(" \xB7 ")}`}function Yo({label:e},{arms:t}){let r=[...t].map(([n,{estimate:s,trials:o}])=>{let a=t.size>1?`${n} `:"",i=`${o.length} trials`;if(s===null)return`${a}not found (${i})`;let{kind:l,value:u,low:c,high:d}=s;return l==="found"?`${a}${H(u)} (${H(c)} \u2026 ${H(d)}, ${i})`:`${a}${l==="below"?`less than ${H(d)}`:`at least ${H(c)}`} (${i})`});return`capacity of ${e}: ${r.join("; ")}`}function H(e){return`${Number(e.toPrecision(4)).toLocaleString("en")} req/s`}var Xo={far:2,near:1.12},_c=.7;async function Qo(e,t,r){for(let s of e)t.set(s,[]);let n=Math.max(0,...e.map(({blocks:s})=>s.most));for(let s=0;s<n;s++){let o=e.filter(d=>Dc(d,t.get(d),s));if(o.length===0||Zo(t,r,["head","base"]))return;let i=r.drawFirst()==="head"?["head","base"]:["base","head"],l=r.arms.base?i:["head"],u=new Map(o.map(d=>[d,Bc(d,t.get(d))])),c=r.swapped?l.map(d=>[d]):[l];for(let[d,m]of c.entries())await Lc(o,{together:m,block:s,before:u,found:t,share:1/(c.length-d)},r)}}async function Lc(e,{together:t,block:r,before:n,found:s,share:o},a){let{arms:i,progress:l,part:u}=a,c={running:new Map,starts:0};try{l.phase(`starting services for the search of a capacity, start ${r+1}`),await Q(c,{arms:i,together:t,block:Nc+r,part:u});for(let d of e){if(Zo(s,a,t))return;let m=s.get(d),p=await Ho(d,{...a,around:i.head,instances:c.running,block:r,start:n.get(d),secondsLeft:o*ea(d,m)});m.push(p),l.note(Yo(d,p))}}finally{await Z(c)}}var Nc=1e3;function Zo(e,{arms:t},r){let n=({crash:s,failure:o})=>o!==null||s!==null&&(s.arm!=="head"||r.includes("head"));return t.head.signal.aborted||[...e.values()].flat().some(n)}function ea({budgetSeconds:e},t){return e-t.reduce((r,{loadSeconds:n})=>r+n,0)}function Dc(e,t,r){if(r===0)return!0;if(r>=e.blocks.most)return!1;let n=Array.from({length:r},(a,i)=>t.filter(l=>l.block===i).reduce((l,{loadSeconds:u})=>l+u,0)),[s,...o]=n;return ea(e,t)>=_c*Math.min(at.later/at.first*s,...o)}function Bc({goal:e},t){let r=t.flatMap(({arms:n})=>[...n.values()].flatMap(({estimate:s})=>s??[]));return r.length===0?{rate:e.from,factor:Xo.far}:{rate:un(r.map(({value:n})=>n)),factor:Xo.near}}function ta(e,t){let[r,...n]=e;if(n.length===0)return r;let s=d=>e.flatMap(d),o={slos:s(({slos:d})=>d),changes:s(({changes:d})=>d),faults:s(({faults:d})=>d),invalid:Fc(s(({invalid:d})=>d))},a=d=>C(e,({effort:m})=>m[d]),[i,l]=[s(d=>d.work??[]),s(d=>d.risen??[])],u=s(d=>d.flameGraphs??[]),c=s(d=>d.redirects??[]);return{...r,...ss({...o,failOn:t}),...o,costs:s(({costs:d})=>d),suspects:s(({suspects:d})=>d),...c.length>0&&{redirects:c},...i.length>0&&{work:i},...l.length>0&&{risen:l},...u.length>0&&{flameGraphs:u},pair:Gc(e.flatMap(({pair:d})=>d??[])),effort:{slices:a("slices"),discardedRounds:a("discardedRounds"),instances:a("instances"),loadSeconds:a("loadSeconds")}}}function Fc(e){return[...new Map(e.map(t=>[JSON.stringify({...t,log:""}),t])).values()]}function jc(e){let t=Number(e.toFixed(9));return Math.abs(e-t)<1e-12?t:e}function Gc(e){let[t]=e;if(t===void 0)return null;let r=e.flatMap(s=>s.unread??[]),n=C(e,s=>s.error);return{...t,...r.length>0&&{unread:r},variants:e.length,blocks:C(e,({blocks:s})=>s),planned:C(e,({planned:s})=>s),discarded:{base:C(e,({discarded:s})=>s.base),head:C(e,({discarded:s})=>s.head)},error:Math.min(1,jc(n))}}import{realpathSync as aa,writeFileSync as Hc}from"node:fs";import{devNull as Yc}from"node:os";import{join as ve}from"node:path";import{once as Uc}from"node:events";import{realpathSync as Wc}from"node:fs";import{join as qc}from"node:path";var ke=["base","head"],na=3,zc=2,Kc=4,Jc=4,Vc=1,ra="services and profilers took so long to start that no time is left for it";async function sa(e){let{arms:t,folder:r,layOut:n,choose:s,shared:o,k6:a,seed:i,block:l,tops:u,seconds:c,part:d}=e,m=performance.now()+1e3*c,p=AbortSignal.timeout(1e3*c),f=Uc(p,"abort").then(()=>{throw new Error(ra)});f.catch(()=>{});let h=new Map,g=new Map,b={running:new Map,starts:0},y=[],S=async(v,R,M)=>{let w=g.get(v).filter(x=>M==="time"||x.seesAllocations);return(await Promise.all(w.map(x=>x.sample(R,M)))).flat()};try{for(let E of ke)h.set(E,await Yr(qc(r,`${E}.sock`)));let v=E=>({...t[E],preload:h.get(E).preload,signal:AbortSignal.any([t[E].signal,p]),grace(j){let Y=m+1e3*Jc-performance.now();return Math.min(t[E].grace(j),Math.max(1e3*Vc,Y))}}),R={head:v("head"),base:v("base")};await Q(b,{arms:R,together:ke,block:l,part:d}),p.aborted&&await f;for(let E of ke){let{sessions:j}=b.running.get(E),{environment:Y}=t[E],[he,O]=[u[E],E],X=as({sessions:j,top:he,folder:r,name:O,environment:Y,signal:p}),Qt=await Promise.race([X,f]),Zt=h.get(E);g.set(E,Zt.countPeers()>0?[Zt,...Qt]:Qt)}let M=[...g.values()],w=M.every(E=>E.some(j=>j.seesAllocations)),x=()=>w?s(y):"time",$=s(y);if(M.some(E=>E.length===0)||$!==x())return y;await Promise.race([Promise.all(ke.map(E=>S(E,1,$))),f]);let k={around:R.head,k6:a,folder:r,instances:b.running,shared:o,block:l,seed:i},A=async()=>{let E=x(),j=async O=>Xn(await S(O,na,E),[u[O],Wc(u[O])]),[Y,he]=await Promise.all(ke.map(j));return{of:E,base:Y,head:he}},P=(m-performance.now())/1e3-Kc;if(P<na)throw new Error(ra);let T=V(n(P),"profile",k),B=T.then(()=>null);for(let E=0;;E++){let j=await Promise.race([A().catch(()=>null),B]);if(j===null)break;E>=zc&&y.push(j)}let{crash:W,failure:fe}=await T;return W===null&&fe===null?y:[]}finally{for(let v of[...g.values()].flat())v.close();await Z(b);for(let v of h.values())v.close()}}var Xc=4;async function ia(e,{plan:t,blocks:r,config:n},{tops:s},o){let{arms:a,progress:i}=o,{head:l,base:u}=a,{verdict:c}=e,d=eu(c),m=d?.label??Zc(c),p=t.steps.find(g=>g.label===m),f=n.services.some(({start:g,container:b})=>g!==void 0&&!b);if(n.explain==="off"||!f||!p||!s||!u||!Te(t,p)||l.signal.aborted)return e;let h=`takes the ${d?"processor time":"memory"}`;i.phase(`looking for what ${h} of ${p.label}`,40);try{let g=await sa({...o,arms:{head:l,base:u},tops:s,block:r.length,seconds:40,layOut:k=>On(t,p,k),choose:k=>d&&!Qc(ne(k,"time"),d)?"time":"allocations"});for(let k of["time","allocations"])for(let A of["base","head"]){let P=Qn(ne(g,k).map(T=>T[A]));P!==""&&Hc(ve(o.folder,`profile-${k}.${A}.txt`),P)}let b=async(k,A)=>{let P=[...new Set(k.flatMap(W=>W.function?.file??[]))];if(k.length===0||!P.every(W=>la(W,s.head)))return[];let T=await tu(P,s,l),B=tr(k,ne(g,A),T);return[{label:p.label,...B,...A==="allocations"&&{of:A}}]},y=d?await b(ut(ne(g,"time"),d),"time"):[],v=y.some(k=>k.function!==null)?[]:await b(er(ne(g,"allocations")),"allocations"),R=[...y,...v],M=(k,A)=>{let P=nr(ne(g,k),A);return P.length>0?[{label:p.label,of:k,bars:P}]:[]},w=Zn(ne(g,"allocations")),x=[...d?M("time",d):[],...M("allocations",{base:w.base/w.head,head:1})],$={...R.length>0&&{risen:R},...x.length>0&&{flameGraphs:x}};return{...e,verdict:{...c,...$}}}catch(g){return i.note(`what ${h} could not be looked for: ${g.message}`),e}}var ne=(e,t)=>e.filter(r=>r.of===t);function Qc(e,t){return e.length<Xc?!1:ut(e,t).find(({isMost:r})=>r)?.function===null}function Zc({changes:e,invalid:t,faults:r}){if(!(t.length>0||r.length>0))return e.find(({code:n,metric:s})=>n==="regressed"&&s.kind==="memory")?.label}function eu(e){if(e.invalid.length>0||e.faults.length>0)return;let t=new Set(e.changes.filter(({code:r,metric:n})=>r==="regressed"&&dn(n)).map(({label:r})=>r));return ls(e).filter(r=>t.has(r.label)&&cs(r)).sort((r,n)=>n.change.value-r.change.value)[0]}function la(e,t){try{return aa(ve(t,e)).startsWith(`${aa(t)}/`)}catch{return!1}}async function tu(e,t,{environment:r,signal:n}){let s=new Map,o=["--no-index","--unified=0","--no-color","--no-ext-diff","--no-textconv"],a=performance.now()+nu;for(let i of e){let l=la(i,t.base)?ve(t.base,i):Yc,u=await Pe({file:"git",arguments:["diff",...o,"--",l,ve(t.head,i)],environment:oe(r),timeoutMs:Math.max(0,a-performance.now()),signal:n});if(u.kind!=="ended")continue;let d=[...u.output.matchAll(/^@@ -[\d,]{1,20} \+(\d{1,9})(?:,(\d{1,9}))? @@/gm)].flatMap(([,m,p="1"])=>Array.from({length:Math.min(ru,Math.max(1,Number(p)))},(f,h)=>Number(m)+h));d.length>0&&s.set(i,{changed:d,lines:os(ve(t.head,i))})}return s}var nu=1e3,ru=1e4;async function Jt(e,{pair:t,guessMissing:r},n){let{kind:s,arm:o,service:a,log:i,other:l}=e,u=n?`${e.message} (variant ${n.name})`:e.message,c=o===null?null:await r(o,i);if(o!=="base"||t===void 0){let d=c===null?"":`; \`${c}\` is git-ignored, so a fresh tree has none: let \`build\` make it, or name it in \`reuse\``,m=l==="ready"&&o==="head";if(l===null||l==="ready")return{kind:s,service:a,message:u+d,log:i,...m&&{onlyHead:!0}};let p=`; \`${l.service}\` of the base: ${l.message}`;return{kind:s,service:a,message:u+p+d,log:wt(i,l.log),both:!0}}return{kind:"base-failed",fault:s,commit:t.baseCommit,service:a,message:u,log:i,missing:c}}function Qe({draft:e},t){let r=e.pair?.baseCommit;if(t===void 0||r===void 0)return null;let{crash:n,failure:s}=t;if(n?.arm==="base"){let{service:l,exit:u,log:c,head:d}=n,m=d&&`, and \`${d.service}\` of this change with ${d.exit}`,p=`under load it ended with ${u}${m??""}`;return{kind:"base-failed",fault:"crashed",commit:r,service:l,message:p,log:c,missing:null,...d&&{both:!0}}}if(n!==null||s===null||!Kt(s))return null;let{label:o,log:a}=s,i=`the script of ${o} fails on the base, though not on the head: ${s.message}`;return{kind:"base-failed",fault:"script-failed",commit:r,service:o,message:i,log:a,missing:null}}var su=.001,ca=3;function ua({label:e,kept:t,failures:r}){let n=[],s=fa(t.filter(({diagnosis:a})=>a==="service-slow"));s!==null&&n.push({kind:"cannot-keep-up",label:e,...ha(s),cpu:s.cpu});let o=ma({label:e,slices:t.flatMap(a=>a.slices),failures:r});return o===null?n:[...n,o]}function da(e){let t=ma(e);return t&&{...t,soak:!0}}function ma({label:e,slices:t,failures:r}){let n=t.reduce((o,a)=>o+a.failed,0),s=t.reduce((o,a)=>o+a.failed+a.ok,0);return n<=su*s?null:{kind:"failing",label:e,failed:n,requests:s,examples:r.slice(0,ca)}}var ou=.01;function au({label:e,kept:t,failures:r,thresholds:n,lost:s}){let o=u=>({kind:"script-failed",label:e,message:u,log:""}),a=t.reduce((u,c)=>u+c.barren,0),i=t.reduce((u,c)=>u+c.evidence.sent,0);if(a>ou*i){let u=r.find(c=>c.startsWith("exception"));return o(`it threw before it sent a request, in ${a} of ${i} iterations${u?`: ${u}`:""}`)}let l=s+t.reduce((u,c)=>u+c.lost,0);if(l>0)return o(`${l} of its requests are in no count: it sends them in a way that Tailgate does not see`);if(n.length>0){let u=n.slice(0,ca).map(c=>`\`${c}\``);return o(`nothing was measured that its threshold ${u.join(", ")} could judge, so it would always hold: mend its name or tags, or take it out`)}return null}function pa(e,t){let{label:r,kept:n,discarded:s}=e,o=au(e);if(o!==null)return o;if(n.length>=t/2&&n.length>0){if(n.flatMap(b=>b.slices).reduce((b,y)=>b+y.ok+y.failed+y.dropped,0)>0)return null;let{seconds:g}=n[0].evidence;return n.every(({evidence:b})=>b.sent===0)?{kind:"none-begun",label:r,seconds:g}:{kind:"script-failed",label:r,message:"it sent no request while it was measured; Tailgate replaces its scenarios, so `exec.scenario.name` and `exec.test.options.scenarios` are not those of the script",log:""}}let a=fa(s);if(a===null)return{kind:"harness",message:`${r} was not measured`,log:""};let{cpu:i,lagMs:l,pods:u}=a,c=u&&(Jn(a)?u.latest:u.behind),d={label:r,...ha(a),cpu:i},m=s.length+n.length,p={"generator-starved":{kind:"generator-starved",...d,lagMs:l,...c&&{pod:c}},disturbed:{kind:"machine-disturbed",label:r,discarded:s.length,rounds:m,cpu:i},unknown:{kind:"cause-unknown",...d}},f=h=>s.filter(({diagnosis:g})=>g===h).length;return Object.entries(p).reduce((h,g)=>f(g[0])>f(h[0])?g:h)[1]}function fa(e){let t=({sent:r,intended:n})=>n===null?0:n-r;return e.map(({evidence:r})=>r).sort((r,n)=>t(n)-t(r))[0]??null}function ha({sent:e,intended:t,seconds:r}){return{sent:e,intended:t??e,seconds:r}}function L(e,t,r){return e.filter(({slot:n})=>n.step.label===t.label&&n.arm===r)}function et({label:e},t){return t.map(({kept:r})=>r.filter(({slot:n})=>n.step.label===e))}function ga(e,t){let r=t.flatMap(({discarded:s})=>s).filter(({slot:s,diagnosis:o,evidence:a})=>{let i=o==="generator-starved"||o==="unknown";return s.step.label===e.label&&i&&Hn(a)}),n=r.filter(({slot:s})=>D(s));return{head:Ze(n,"head"),base:Ze(n,"base"),together:r.filter(({slot:s})=>s.turns?.position===0).length}}function tt(e,t){let r=t.flatMap(s=>s.soak),n=s=>L(r,e,s).flatMap(({slices:o,disturbed:a})=>o.filter((i,l)=>!a[l]));return{base:n("base"),head:n("head")}}function Vt(e,t,r){let n=s=>L(s,e,"head").filter(({slot:o})=>r(o));return{label:e.label,kept:t.flatMap(s=>n(s.kept)),discarded:t.flatMap(s=>n(s.discarded)),failures:ba(e,t.flatMap(s=>s.failures)),thresholds:iu(e,t),lost:t.flatMap(({lost:s})=>s).filter(({label:s})=>s===e.label).reduce((s,{requests:o})=>s+o,0)}}function ba({label:e},t){let r=new Map;for(let{text:n,count:s}of t.filter(o=>o.label===e))r.set(n,(r.get(n)??0)+s);return[...r].sort((n,s)=>s[1]-n[1]).map(([n])=>n)}function iu({label:e},t){let r=s=>t.flatMap(o=>o[s].filter(a=>a.label===e)).map(o=>o.threshold),n=new Set(r("fed"));return[...new Set(r("unfed"))].filter(s=>!n.has(s))}function ya(e,t){let{head:r}=tt(e,t);if(r.length===0)return null;let n=t.flatMap(s=>s.soakFailures);return{label:e.label,slices:r,failures:ba(e,n)}}function Sa(e,t,r){let n=r.flatMap(({index:a,kept:i})=>{let l=L(i,e,t);return l.length>0?[{block:a,slots:l}]:[]}),s=tt(e,r)[t],o=r.flatMap(a=>L(a.discarded,e,t).flatMap(({slices:i,evidence:l,diagnosis:u})=>i.length===0?[]:[{startedAt:i[0].startedAt,seconds:l.seconds,because:u}]));return{scenario:e.scenario,label:e.label,...e.variant&&{variant:e.variant},load:e.load,instances:n.map(({block:a,slots:i})=>{let l=Ke(i);return{block:a,slices:i.flatMap(({slices:u})=>u),...l&&{calls:l}}}),...s.length>0&&{soak:s},...o.length>0&&{discarded:o}}}function wa(e,t,r,n){let o=[...new Set(t.flatMap(({thresholds:m})=>m.map(({label:p})=>p)))].map(m=>{let p=t.flatMap(f=>f.thresholds.filter(h=>h.label===m));return{kind:"threshold",label:m,thresholds:[...new Set(p.map(({threshold:f})=>f))]}}),a=[...r].flatMap(([m,p])=>us(m,p)??[]),i=t.flatMap(m=>[...m.failures,...m.soakFailures]),l=m=>m.kind==="failing"?{...m,...i.findLast(({label:p})=>p===m.label)?.said}:m,u=e.flatMap(ua),c=m=>u.some(p=>p.kind==="failing"&&p.label===m),d=n.filter(({label:m})=>!c(m)).flatMap(m=>da(m)??[]);return[...Ue(t),...a,...[...u,...d].map(l),...o]}function ka(e,t,r,n){if(t.length===0)return[];let s=We(t);if(s.length>0||t.some(({crash:a})=>a!==null))return s;let o=Tn(e,t.length).filter(({arm:a})=>a==="head");return e.steps.flatMap(a=>n.some(u=>u.kind==="fills-machine"&&u.label===a.label)?[]:(r.has(a.label)?[D]:[D,Nn]).map(u=>{let c=o.filter(d=>d.step===a&&u(d)).length;return c===0?null:pa(Vt(a,t,u),c)}).find(u=>u!==null)??[])}function Ze(e,t){return e.filter(({slot:r})=>r.arm===t).length}var lu=.5;function Ma(e,t){let{work:r,label:n}=e;if(r.kind==="script")return[];let s=t.flatMap(({kept:a})=>L(a,e,"head")),o=t.flatMap(({redirects:a})=>a);return ae(r).flatMap(({request:a},i)=>{let l=o.find(m=>m.label===n&&m.which===i);if(l===void 0)return[];let{status:u,location:c}=l,d=or(s.flatMap(({answers:m})=>m[i]??[])).get(u)??0;return d<=lu?[]:[{label:n,request:Ht(a),status:u,location:c,share:d}]})}function xa(e,{paired:t},r){let{work:n,label:s}=e,o=r.map(({kept:i})=>({base:va(L(i,e,"base")),head:va(L(i,e,"head"))}));if(!t)return ir(s,o.flatMap(({head:i})=>i.slices));let a=n.kind==="script"?null:ae(n).map(({request:i})=>({text:Ht(i),keepsSize:i.expectSize==="same"}));return ar(s,a,o)}function Ra(e,t,r){let{work:n}=e,s=r.flatMap(({kept:a})=>L(a,e,t));return(n.kind==="script"?[null]:ae(n).map(({request:a})=>Ht(a))).flatMap((a,i)=>{let l=s.flatMap(({answers:p})=>p[i]??[]),u={};for(let[p,f]of l.flatMap(({statuses:h})=>[...h]))u[p]=(u[p]??0)+f;let{typical:c,mean:d,count:m}=sr(l);return Object.keys(u).length===0&&m===0?[]:[{request:a,statuses:u,...m>0&&{bytes:{typical:c,mean:Math.round(d)}}}]})}function va(e){return{answers:e.map(({answers:t})=>t),slices:e.flatMap(({slices:t})=>t),iterations:e.reduce((t,{sent:r})=>t+r,0),connects:e.reduce((t,{connects:r})=>t+r,0),calls:Ke(e)}}function Ht({method:e,url:t}){let r=t.replace(/[?#].*/s,"");return e==="GET"?r:`${e} ${r}`}function Aa(e,t){return[...e].flatMap(([{scenario:r,label:n,goal:s},o])=>["head","base"].flatMap(a=>{let i=o.flatMap(({block:l,arms:u})=>{let c=u.get(a);return c&&c.trials.length>0?[{block:l,...c}]:[]});return i.length>0?[{scenario:r,label:n,digest:t.get(n),goal:s,arm:a,blocks:i}]:[]}))}function Oa(e){return Math.max(0,...[...e.values()].flatMap(t=>t.map(({block:r})=>r+1)))}function Ta(e){let t=[...e.values()].flat(),r=We(t);return r.length>0||t.some(({crash:n})=>n!==null)?r:[...e].flatMap(([{label:n},s])=>s.some(({arms:a})=>a.get("head")?.estimate!=null)?[]:[cu(n,s)])}function cu(e,t){let r=t.flatMap(o=>o.discarded),n=t.flatMap(({arms:o})=>o.get("head")?.trials??[]),s=r.at(-1);return s===void 0||n.length>r.length?{kind:"search-too-short",label:e,trials:n.length}:{kind:"machine-disturbed",label:e,discarded:r.length,rounds:r.length+n.length,cpu:s.evidence.cpu}}function re(e,t,r,n=new Map){let{config:s,plan:o,baseline:a,digests:i,draft:l,comparison:u}=e,c=o.steps.map(w=>Vt(w,t,D)),d=new Map(o.steps.map(w=>[w.label,ga(w,t)])),m=o.steps.flatMap(w=>ya(w,t)??[]),p=wa(c,t,d,m),f=u.kind==="pair"?["head","base"]:["head"],h=o.steps.flatMap(w=>f.flatMap(x=>{let $=Sa(w,x,t),k=i.get(w.label);if($.instances.length===0)return[];let A=Ra(w,x,t);return[{...pr($,x,k),...A.length>0&&{answers:A}}]})),g=Aa(n,i),b=uu(s,t),y={...l,...b&&{generators:b},steps:h,...g.length>0&&{capacities:g}},S=Yt(o,t),v=o.steps.flatMap(w=>{if(!h.some(({label:A,arm:P})=>A===w.label&&P==="head"))return[];let x=s.scenarios.find(({name:A})=>A===w.scenario),$=Tr(a,y,w.label),k=A=>{let P=t.flatMap(({kept:T})=>L(T,w,"base").flatMap(({slices:B})=>B));return P.length>0?be(P,A):ds($.runs.map(({slices:T})=>be(T,A)))};return[{label:w.label,slos:w.slos,load:w.load,blocks:et(w,t),crowding:d.get(w.label),soak:tt(w,t),...w.work.kind==="script"&&{seen:du(w,t)},isNew:S.has(w.label),anySize:s.baseline.anySize,limits:Sn(w,o.steps),history:$,sensitivityOf:(A,P)=>vn(s,x,A,P,()=>k(A))}]}),R=w=>Ze(t.flatMap(x=>x.discarded),w);return{...hs({steps:v,faults:[...p,...Ue([...n.values()].flat())],searches:o.searches.length,capacities:fs(y,s,o.searches,w=>Er(a,y,w)),invalid:r?[r]:[...ka(o,t,S,p),...Ta(n)],looks:o.looks,comparison:u,discarded:{base:R("base"),head:R("head")},loosened:e.loosened,failOn:e.failOn,redirects:o.steps.flatMap(w=>Ma(w,t)),work:o.steps.flatMap(w=>xa(w,o,t)),effort:{slices:t.flatMap(({kept:w})=>w).reduce((w,x)=>w+x.slices.length,0),discardedRounds:R("head"),instances:f.length*(t.length+Oa(n)),loadSeconds:[...t.flatMap(({kept:w,soak:x})=>[...w,...x].map(({evidence:$})=>$.seconds)),...[...n.values()].flat().map(({loadSeconds:w})=>w)].reduce((w,x)=>w+x,0)}}),record:y}}function uu({pods:e},t){if(e===void 0)return;let{count:r,image:n,cpu:s,memory:o}=e,a=[...new Set(t.flatMap(i=>i.nodes))].sort();return{pods:r,nodes:a,image:n,cpu:s,memory:o}}function du(e,t){let r=t.flatMap(({kept:n})=>L(n,e,"head").flatMap(s=>s.seen??[]));return[...new Map(r.map(n=>[n.name,n])).values()]}var mu=.5,pu=2;function Yt({paired:e,steps:t},r){if(!e)return new Set;let n=s=>{let o=r.map(({kept:a})=>({base:L(a,s,"base"),head:L(a,s,"head")})).filter(({base:a,head:i})=>a.length>0&&i.length>0);return o.length>=pu&&o.every(({base:a,head:i})=>Ea(a)&&!Ea(i))};return new Set(t.filter(n).map(({label:s})=>s))}function Ea(e){return xe(e.flatMap(({slices:t})=>t))>mu}import{randomInt as La}from"node:crypto";function Pa(e,t){let r=new Map;for(let n of e.steps.filter(s=>An(e,s))){let s=et(n,t),o=is({alone:ms(s).alone,all:s.map(ps)});o!==null&&r.set(n.label,o)}return r}var fu=2.5,hu=.5;function $a(e,t,{wallSeconds:r,loadSeconds:n}){if(t.pods!==void 0&&gs(e))return e;let s=Math.max(hu,r-n-gu(e)),o=e.steps.reduce((a,i)=>a+i.budgetSeconds,0);return xn(e,t,Math.floor((fu-1)*o/s))}function gu(e){return e.warmUpSeconds!==void 0?0:e.steps.filter(({load:n})=>n.kind!=="fixed-work").map(n=>Te(e,n)?1:2).reduce((n,s)=>n+s,0)*(Ae.seconds-ie)}function Xt({steps:e,paired:t},{kept:r,discarded:n}){let s=t?["base","head"]:["head"],o=[...r,...n].filter(({slot:i})=>i.requests!==null),a=e.filter(({load:i})=>i.kind==="fixed-work").map(i=>({label:i.label,of:s.map(l=>L(o,i,l))}));return a.some(({of:i})=>i.some(l=>l.length===0))?new Map:new Map(a.map(({label:i,of:l})=>[i,l.flat().filter(({slices:u})=>u.reduce((c,{ok:d,failed:m})=>c+d-m,0)>0).map(({slices:u})=>u.reduce((c,{seconds:d})=>c+d,0))]))}function Ca(e,{steps:t},r){return t.flatMap((n,s)=>{if(n===e.steps[s])return[];let o=Ce(1e3*Math.min(...r.get(n.label))),[a,i]=[e.steps[s],n].map(l=>Ie(st(l)));return[`${n.label}: ${a} requests took only ${o}; from now on there are ${i} in each stretch, which is ${Ie(n.passes)} times the work`]})}function Ia({steps:e,blocks:t},r){return e.flatMap(n=>{let{label:s,budgetSeconds:o}=n,a=r.get(s)??[],i=a.length===0?0:_n(a);return i*t<=o?[]:[`${s}: ${Ie(st(n))} requests take ${Ce(i*500)}; for two revisions in ${t} blocks, the fewest that can show a change, that is ${Ce(i*t*1e3)}, more than its budget of ${o} s`]})}function _a(e,t,r){let{block:n,current:s,later:o}=r,a=[...t,...n===null?[]:[n]].flatMap(l=>l.kept),i=e.paired?["base","head"]:["head"];return{scenarios:e.steps.map(l=>({label:l.label,isCurrent:s.includes(l.label),arms:i.map(u=>{let c=zn(L(a,l,u).flatMap(d=>d.slices));return{arm:u,p50:z(c,.5),p99:z(c,.99)}})})),variantsLeft:o.length,secondsLeft:bu(e,t,r)}}function bu(e,t,{elapsedSeconds:r,isLast:n,later:s}){if(t.length===0&&e.fixedWork.length>0)return;let{soak:o,searches:a}=e.seconds,i=jn(e).last-o-a,l=t.filter(({discarded:d})=>d.length===0),u=l.length>0?l.reduce((d,{wallSeconds:m})=>d+m,0)/l.length:i/e.blocks,c=n?0:u*(e.blocks-t.length)-r;return Math.max(0,c)+o+a+Gn(s).wall.last}var Na={blocks:2,seconds:60},yu=5;async function Da(e,t){let{signal:r}=t.arms.head,{blocks:n}=e,s=new Set,o=0;for(;n.length<e.plan.blocks&&!r.aborted;){let a=n.length;for(let[y,S]of Pa(e.plan,n)){if(s.has(y))continue;s.add(y);let v=S==="hidden-work";e.plan=Rn(e.plan,e.config,{measured:a,worksMore:v}),t.progress.note(Mu(y,S,e.plan))}let{plan:i}=e,l=y=>({index:y,first:La(2)===0?"head":"base",reversed:La(2)===0,headOnly:Yt(i,n),warmUpSeconds:Wo(i,n),shift:lt[y%lt.length],longer:s}),{stages:u,count:c}=bs(i,a,e.config,l),d={judgement:null},m=performance.now(),p=!1,f=(y,S)=>{let v=(performance.now()-m)/1e3,R={block:y,elapsedSeconds:v,isLast:p,current:S,later:e.later};t.progress.interim(()=>_a(i,n,R))};a>0&&f(null,[]);let h=await qo(u,a,{...t,planned:i.blocks,sizings:o,follow:f,...a===0&&{isEnough:y=>ot(i,Xt(i,y))!==i},soak:y=>{if(i.soakSeconds===0||!i.looks.includes(a+c))return[];let S=[...n,...Wt(y,c)];d.judgement=re(e,S,null);let v=wu(d.judgement,i,S.at(-1));return p=v.length>0,v}}),g=Xt(i,h);if(a===0&&h.failure===null&&h.crash===null){e.plan=ot(i,g);for(let y of Ca(i,e.plan,g))t.progress.note(y);if(e.plan!==i){o++;continue}}if(n.push(...Wt(h,c)),h.failure!==null||h.crash!==null)break;if(Su(n)){t.progress.note("most rounds were disturbed for a minute, and the machine does not calm down: the run ends here; a quieter machine, or a runner of its own, helps");break}if(a===0&&i.paired){e.plan=ku(h,g,e);for(let y of Ia(e.plan,g))t.progress.note(y);_e(e.plan)}let b=e.plan.looks.includes(n.length);if(b||e.settles&&n.length>=yu){let y=d.judgement??re(e,n,null);if(b&&Ur(y,n.length,e),(e.settles?e.settles(y.verdict):!y.undecided)||n.length===e.plan.blocks)return y}}return re(e,n,Qe(e,n.at(-1)))}function Su(e){let t=e.filter(({kept:n,discarded:s})=>s.length>n.length),r=t.reduce((n,{wallSeconds:s})=>n+s,0);return t.length>=Na.blocks&&2*t.length>e.length&&r>=Na.seconds}function wu({verdict:e,undecided:t,asksBase:r},n,{index:s,soak:o}){let a=u=>o.some(({slot:c})=>c.arm===u);if(a("head"))return r&&!a("base")?ct(n,"base"):[];let i=s+1===n.blocks||!t,l=e.slos.some(({code:u})=>u==="met")||e.changes.some(({code:u})=>u==="unchanged");return i&&e.invalid.length===0&&l?ct(n,"head"):[]}function ku({kept:e,discarded:t,wallSeconds:r},n,{plan:s,config:o}){let a=In(s,o,n);if(t.length>0)return a;let i=e.reduce((l,{slot:u,evidence:c})=>l+(u.requests===null?Ln(u):c.seconds),0);return $a(a,o,{wallSeconds:r,loadSeconds:i})}var vu={rare:"slow requests come in some blocks only","hidden-work":"one revision takes more processor time, and its typical request no longer"};function Mu(e,t,{blocks:r}){return`${e}: ${vu[t]}; from now on each revision has the whole load alone for ${kn} s a block, in ${r} blocks at most`}async function Ba(e,t){let{request:r}=t,{head:n,base:s}=e.configs,o=Pu(t),a=e.variants.map((c,d)=>Au(e,d,t)),i=[],l=[],u=null;try{for(let[c,d]of[["head",n],["base",s]])d!==null&&await e.prepare(c,()=>rs({...o,arm:c,config:d},l,r.progress,s===null?"":` of ${c}`));u=await es({...o,arm:null,config:n});for(let[c,d]of a.entries()){a.length>1&&!r.signal.aborted&&r.progress.note(`variant ${c+1} of ${a.length}: ${d.config.variant.name}`);let m={...d,blocks:[],settles:r.settles,later:a.slice(c+1).map(({plan:g})=>g)},p=$u(e,c,u,o,t),f=await Ou(e,m,p),h=!i.some(({verdict:g})=>g.code==="regressed");if(i.push(h?await ia(f,m,e,p):f),r.signal.aborted)break;if(Ru(f)){let g=a.length-i.length;g>0&&r.progress.note(`not measured, since the run has no verdict now: ${g} more variants`);break}}}catch(c){if(!(c instanceof ue))throw c;i.push(re(a[0],[],await Jt(c,e)))}finally{await u?.stop(),await Xr({...o,arm:null,config:n},l,"build")}return Tu(i,r.failOn)}function Ru({verdict:{invalid:e}}){return!e.every(rr)}function Au(e,t,r){let{head:n,base:s}=e.variants[t],{request:o,plans:a,baseline:i,draft:l}=r,u=s!==null,c=a[t].paired===u?a[t]:Fn(n,{budgetSeconds:o.budgetSeconds,paired:u}),d=e.comparison.kind==="pair"&&!u;return{config:n,plan:c,baseline:i,digests:new Map([...c.steps.map(m=>[m.label,dr(m,n)]),...c.searches.map(m=>[m.label,mr(m,n)])]),draft:{...l,...e.pair&&{pair:e.pair},...e.deployments&&{deployments:e.deployments}},comparison:d?{kind:"none",reason:{kind:"new"}}:e.comparison,loosened:e.loosened,failOn:o.failOn}}async function Ou(e,t,r){let n=new Map,s=o=>re(t,t.blocks,o,n);try{let o=await Da(t,r),{plan:a}=t;if(a.searches.length===0||Eu(o))return o;await Qo(a.searches,n,{...r,swapped:a.swapped,drawFirst:()=>xu(2)===0?"head":"base"});let i=[...n.values()].flat();return s(Qe(t,i.find(({crash:l})=>l?.arm==="base")))}catch(o){if(!(o instanceof ue))throw o;return s(await Jt(o,e,t.config.variant))}}function Tu(e,t){return{verdict:ta(e.map(({verdict:r})=>r),t),record:lr(e.map(({record:r})=>r)),undecided:e.some(({undecided:r})=>r),asksBase:e.some(({asksBase:r})=>r)}}function Eu({verdict:e}){return e.invalid.length>0||e.faults.some(({kind:t})=>t==="crashed")}function Pu({request:e,session:t}){let{environment:r,signal:n}=e,{workspace:s,keeper:o,grace:a}=t;return{logFolder:s.logs,environment:r,keeper:o,signal:n,grace:a,shared:new Map}}function $u(e,t,r,n,{request:s,session:o,k6:a,seed:i}){let{head:l,base:u}=e.variants[t],c=(m,p)=>({...n,arm:m,config:p,shared:new Map(p.services.filter(({scope:f})=>f==="run").map(fn).filter(f=>f.every(h=>r.portOf.has(h))).flatMap(f=>f.map(h=>[h,r.portOf.get(h)])))}),d=[...l.variant?[`v${t+1}`]:[],...e.comparison.kind==="history"&&e.comparison.instead?["alone"]:[]];return{arms:{head:c("head",l),...u&&{base:c("base",u)}},shared:r,...d.length>0&&{part:d.join("_")},k6:a,seed:i,folder:o.workspace.k6,progress:s.progress}}async function lb(e){let{progress:t,signal:r,environment:n,budgetSeconds:s}=e;Mr(process.platform);let o=Iu(bn(br(hn(yr(e.configPath,process.cwd(),_u(e)),e.only),e.deployments),e.base.from),e),a=await $r(o.directory,n,r),i={budgetSeconds:s,paired:Br(o,a)},{config:l,planned:u}=e.shard?Un(o,e.shard.total,i)[e.shard.index-1]:{config:o,planned:Bn(o,i)};if(e.shard&&u.length===0)return Fa({kind:"spare",...e.shard},l,e);for(let d of gn(l,e.only))t.note(d);for(let d of gr(l))t.note(d);for(let{plan:d}of u){_e(d);for(let m of d.shortages)t.note(Dn(m))}let c=await ft(l,a,e);return l.baseline.kind==="history"&&ht(c),ys(l,e,async d=>{let m=await Wr(l,a,d,e);if(m.kind==="nothing"){let A=[...l.when.changed],P=Fa({kind:"irrelevant",baseCommit:m.base,patterns:A},l,e);return rt(P,d.secrets)}let p=await xr({environment:n,version:e.k6Version,progress:t,signal:r,ci:n.CI==="true"}),f=Cu(2**31),h=await Fr(l,m,d.workspace.path,f,e);d.removeAtEnd(()=>h.remove()),h.suiteBefore!==l.suite&&(c=await Lu(c,h,l,a,e));let g={...Ua(e,l,p.version),seed:f,...m.kind==="pair"&&{dirty:m.pair.head.dirty}},b=A=>(A.comparison.kind==="history"&&ht(c),Ba(A,{request:e,plans:u.map(({plan:P})=>P),session:d,baseline:c.baseline,draft:g,k6:p.path,seed:f})),y=await b(h);y.verdict.invalid.find(A=>A.kind==="base-failed"&&!A.both)&&l.baseline.onBaseFailure==="history"&&(t.note("the base cannot be measured; `on-base-failure` asks for a comparison with recorded runs"),y=await b(jr(h))),en(r);let{verdict:v,record:R}=y,M=e.record&&v.invalid.length===0?await ws(c,R):ja,w=Pr(R,c.baseline),{report:x,exitCode:$}=Ga(v,R,w,e),k=Lr(d.workspace,A=>mn(A,d.secrets));return rt({...M,report:{...x,logs:k},exitCode:$},d.secrets)})}function Iu(e,{soakSeconds:t=e.measure.soakSeconds,tolerance:r,anySize:n,head:s,explain:o=e.explain}){if(s!==void 0&&e.deployments!==void 0)throw new q({what:"Deployments run already, so no commit can be measured in their place.",hint:"Commits are compared where Tailgate starts the service: `service` with a `start`."});let a=n?{...e.baseline,anySize:n,onBaseFailure:"invalid"}:e.baseline,i={...e,explain:o,baseline:a,measure:{...e.measure,soakSeconds:t}};return r===void 0?i:Mn(i,r)}function _u({only:e,environment:t}){return{only:e,calling:{command:"tailgate run",variables:oe(t)}}}async function Lu({store:e},{suiteBefore:t},...[r,n,s]){return{...await ft({...r,suite:t},n,s),store:e}}var ja={recordPath:null,unrecorded:null};function Fa(e,t,r){let n={...Ua(r,t,"not used"),steps:[]};return{...ja,...Ga(Ss(e),n,[],r)}}function Ga(e,t,r,{baseBranch:n,link:s}){return{report:cr(e,t,{baseBranch:n,link:s,history:r}),exitCode:yn(e)}}function Ua(e,t,r){return{schemaVersion:1,suite:t.suite,...e.subject,attempt:e.attempt,...e.job&&{job:e.job},...e.shard&&{shard:e.shard},recordedAt:new Date().toISOString(),tailgate:Nr,environment:{...vr(),k6:r}}}export{ta as a,lb as b};
