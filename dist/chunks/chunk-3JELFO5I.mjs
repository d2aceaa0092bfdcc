import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{a as ns,b as rs,c as me,d as ss,h as os,i as as,j as ls,k as We,l as us,m as ds,n as ms,q as As}from"./chunk-YX63INAX.mjs";import{c as Or,f as Tr,j as Er,m as q,n as cs,o as ps,q as fs}from"./chunk-N5UHUOAK.mjs";import{B as Zr,F as Ge,G as es,H as ts,J as Rs,K as xs,a as Ln,b as ct,c as ue,d as Le,e as Bn,f as dt,g as Fn,h as jn,i as Un,j as ft,k as Gn,l as Wn,m as qn,n as zn,r as Kn,w as Gr,x as Wr,y as qr}from"./chunk-NSONEVJK.mjs";import{c as hr,e as Ss,f as Ms}from"./chunk-5OSN5YS7.mjs";import{c as ws,d as ks,l as vs}from"./chunk-Y46PFLV4.mjs";import{a as Nn,b as J,c as ut,d as B,e as Dn}from"./chunk-H4SNI4JH.mjs";import{a as gr,b as Sr,c as yr,d as wr}from"./chunk-4ZLSL7MA.mjs";import{c as br}from"./chunk-LRGZ7VKM.mjs";import{a as Cr,b as Ir,c as _r,d as Lr}from"./chunk-XFIACT77.mjs";import{c as Nr,p as zr,x as Xr}from"./chunk-6ACUEMBP.mjs";import{D as vr,E as Mr,c as yn,d as wn,f as kn,h as vn,l as Mn,m as Rn,n as kr,q as ri}from"./chunk-C75QTUFU.mjs";import{a as Dr,b as bt,c as Br,d as De,j as Fr,m as Fe}from"./chunk-QUQKIIAI.mjs";import{a as Rr,m as Kr,n as Be,o as Jr,p as Vr,s as de,u as Hr,v as Yr}from"./chunk-YP4ZYU4I.mjs";import{b as gt,i as Ne,k as Ar}from"./chunk-6DIU2OXL.mjs";import{a as jr}from"./chunk-BYKIIYLB.mjs";import{a as fr,j as hs,n as gs,o as bs}from"./chunk-QKJOCX2Y.mjs";import{j as ys}from"./chunk-C5VVE6Q7.mjs";import{b as is}from"./chunk-2RRE6MSS.mjs";import{b as An,g as Ie,h as Cn,j as In,k as _n,m as _e,p as mt,r as pt,s as Ur,w as St}from"./chunk-K65NOQEB.mjs";import{n as it}from"./chunk-PAIOA5GG.mjs";import{$ as lr,F as Pn,H as $n,L as Jn,M as Vn,N as Hn,O as Yn,P as Xn,Q as Qn,R as Zn,S as er,T as ke,U as ht,V as rr,W as sr,X as or,Y as ar,Z as ir,aa as cr,ba as ur,ca as dr,eb as Qr,f as xn,ka as mr,ma as pr,o as lt,pa as Pr,ra as $r,t as le,u as ce,v as $e,va as je,y as On,ya as Ue}from"./chunk-JKNG6XEP.mjs";import{Bb as ie,C,Ca as we,D as K,E as cn,I as Ee,K as un,Kb as Ce,M as dn,Nb as Tn,O as mn,Ob as En,Qa as Sn,Tb as tr,Vb as nr,a as sn,e as L,f as U,g as on,ha as Pe,k as F,l as N,ma as pn,p as an,q as oe,r as ln,s as ye,va as fn}from"./chunk-BDRAPYJF.mjs";import{b as rn,v as bn}from"./chunk-YM5NTYMP.mjs";import{a as at,b as W,c as Te,d as nn}from"./chunk-5LE4WRTK.mjs";import{a as xr}from"./chunk-TINSQFZZ.mjs";import{b as ae,d as hn,f as gn}from"./chunk-FA2ZNKOJ.mjs";import{d as ni}from"./chunk-JLN3Y4HN.mjs";import{randomInt as Hu}from"node:crypto";function Os(e){return{code:"skipped",blocks:!1,slos:[],changes:[],faults:[],invalid:[],pair:null,unmeasured:e,loosened:[],costs:[],suspects:[],acceptances:[],refusals:[],effort:{slices:0,discardedRounds:0,instances:0,loadSeconds:0}}}var si=5;async function yt(e,t,r){let{progress:n,environment:s,signal:o,subject:a}=r,{suite:i,directory:l}=e,u=r.base.credentials??null,c=Xr(r.store,{suite:i,directory:l,credentials:u,environment:s,signal:o});try{let{records:d,unreadable:m}=await c.list({newest:zr});for(let{name:g,reason:k}of m)n.note(`record ${g} is left out: ${k}`);let p=a.commit===null?null:r.baseBranch,f=d.filter(g=>g.branch===p),h=p===null?new Set:await Zr(t,p,f);h.size>0&&n.note(`${ai(h.size)} no longer on ${p} and left out`);let S=Cr(f,{branch:p,onBranch:g=>!h.has(g),job:r.job});if(e.baseline.kind==="history"&&d.length>0&&f.length===0){let g=[...new Set(d.map(k=>k.branch??"no branch"))];n.note(`no record is compared with: those here are of ${Qr(g,si)}, and this run needs some of ${p??"no branch"}`)}return{store:c,baseline:S,problem:null}}catch(d){if(!(d instanceof W)||d.exitCode!==at.unmeasured)throw d;return n.note(`the records cannot be read, so there is no trend: ${d.message}`),{store:c,baseline:[],problem:d}}}function wt({problem:e}){if(e===null)return;let{message:t,where:r,hint:n,detail:s}=e;throw new W({what:t,where:r,hint:n,detail:s,cause:e,exitCode:at.unmeasured})}async function Ts({store:e},t){try{return{recordPath:await e.append(t),unrecorded:null}}catch(r){if(r instanceof Te)throw r;return{recordPath:null,unrecorded:oi(r)}}}function oi(e){let t=e instanceof W&&e.hint?` ${e.hint}`:"";return`${e.message}${t}`}function ai(e){return e===1?"the commit of one record is":`the commits of ${e} records are`}import{randomInt as Uu}from"node:crypto";import{readFileSync as ii}from"node:fs";import{availableParallelism as Es}from"node:os";import{setTimeout as li}from"node:timers/promises";var ci=250,ui=.1;async function ze(e,t){let r=performance.now()+e,n=kt(0,new Set);for(;n.busy!==null&&performance.now()<r&&!t.aborted;){await li(500);let s=kt(0,new Set),o=(s.monotonic-n.monotonic)/1e3;if(((s.busy??0)-n.busy+(s.steal??0)-(n.steal??0))/o<ui*Es())return!0;n=s}return n.busy===null}function Ps(e,t,r=new Map){let n=[],s=Es();if(e===null)return{samples:n,take(){},generatorLimit:()=>s,stop(){}};let o=()=>{let i=kt(e,new Set(t),r),l=n.findLast(({generator:c})=>c!==null)?.generator??0,u=(i.generator??0)<l;n.push(u?{...i,busy:null,generator:null,service:null}:i),s=Cs(e)?.size??s};o();let a=setInterval(o,ci);return{samples:n,take:o,generatorLimit:()=>s,stop(){clearInterval(a),o()}}}function kt(e,t,r=new Map){let n=di(),{user:s,system:o}=process.cpuUsage(),a=new Set([e,...t]),i=n&&Jr(Be()??[],a),l=i&&hi(i,e,t);return{wall:Date.now(),monotonic:performance.now(),busy:n?.busy??null,steal:n?.steal??null,generator:l?.generator??null,service:l?.service??null,self:(s+o)/1e6,opens:pi(),arms:new Map([...r].map(([u,c])=>[u,fi(i??[],c)]))}}function di(){let e=de("/proc/stat");return e===null?null:mi(e,Cs("self"))}function mi(e,t){let[r=[],...n]=e.split(`
`).flatMap(i=>{let[l="",...u]=i.trim().split(/\s+/),c=/^cpu(\d*)$/.exec(l)?.[1];return c===void 0?[]:[[Number(c),...u.map(Number)]]}),s=t&&n.length>t.size?n.filter(([i])=>t.has(i)):[],o=s.length>0?s:[r],a=i=>o.reduce((l,u)=>l+(u[i]??0),0)/Kr;return{busy:a(1)+a(2)+a(3),steal:a(8)}}function pi(){try{let e=ii("/proc/self/net/snmp","latin1").split(`
`),[t,r]=e.filter(n=>n.startsWith("Tcp:")).map(n=>n.split(" "));return Number(r[t.indexOf("ActiveOpens")])}catch{return null}}function $s(e,t,r){let[n,s]=[t,r].map(o=>qe(e,o,({opens:a})=>a));return n===null||s===null?null:Math.ceil(s-n)}function fi(e,{sessions:t,groups:r=[]}){let s=[...e.filter(({session:a})=>t.includes(a)).map(({pid:a,seconds:i})=>({seconds:Math.max(i,Hr(a)??0),memory:Yr(a)??0})),...r.flatMap(a=>ns(a,de)??[])],o=a=>s.reduce((i,l)=>i+a(l),0);return{seconds:o(({seconds:a})=>a),memory:o(({memory:a})=>a)}}function hi(e,t,r){let n={generator:0,service:0};for(let{session:s,seconds:o}of e)s===t?n.generator+=o:r.has(s)&&(n.service+=o);return n}function Cs(e){let t=/^Cpus_allowed_list:\s*(\S+)/m.exec(de(`/proc/${e}/status`)??"")?.[1];return t===void 0?null:new Set(t.split(",").flatMap(r=>{let[n=0,s=n]=r.split("-").map(Number);return Array.from({length:s-n+1},(o,a)=>n+a)}))}function vt(e,t,r,n){let s=(r-t)/1e3,o=m=>{let p=qe(e,t,m),f=qe(e,r,m);return p===null||f===null?null:Math.max(0,(f-p)/s)},[a,i,l,u]=[o(m=>m.busy),o(m=>m.generator),o(m=>m.service),o(m=>m.self)],c=n.outsiders?null:l,d=a!==null&&i!==null&&c!==null;return{cores:n.cores,generator:i,generatorLimit:n.generatorLimit,service:c,others:d?Math.max(0,a-i-c-(u??0)):null,steal:o(m=>m.steal),clockJumpMs:gi(e,t,r)}}function Is(e,t,r,n){let s=u=>qe(e,u,c=>c.arms.get(t)?.seconds??null),[o,a]=[s(r),s(n)],i=e.findLast(({wall:u})=>u<=n)?.arms.get(t)?.memory??0;return!((e.at(-1)?.wall??0)>=n)||o===null||a===null||a<o||i===0?null:{cpu:a-o,memory:i}}function qe(e,t,r){let n=e.filter(u=>r(u)!==null),s=n.findIndex(u=>u.wall>=t),o=n[s===-1?n.length-1:s],a=n[Math.max(0,(s===-1?n.length-1:s)-1)];if(!a||!o)return null;let[i,l]=[r(a),r(o)];return i===null||l===null?null:o.wall===a.wall?l:i+Math.min(1,Math.max(0,(t-a.wall)/(o.wall-a.wall)))*(l-i)}function gi(e,t,r){let n=e.filter(s=>s.wall>=t&&s.wall<=r).map(s=>s.wall-s.monotonic);return n.length<2?0:Math.max(...n)-Math.min(...n)}async function Z(e,{arms:t,together:r,block:n,part:s}){e.starts++;let o=e.starts>1?`_${e.starts}`:"",a=s===void 0?"":`${s}_`,i=async f=>{let h=await os(t[f],`${f}_${a}${n+1}${o}`);e.running.set(f,h)},l=await Promise.allSettled(r.map(i));for(let f of e.running.values())f.findDaemons();let u=()=>l.flatMap(f=>f.status==="rejected"?[f.reason]:[]);t.base&&!r.includes("base")&&u().length>0&&l.push(...await Promise.allSettled([i("base")]));let c=u(),d=c.find(({arm:f})=>f==="base"),m=c.find(({arm:f})=>f!=="base")??d,p=c.find(f=>!(f instanceof me));if(p!==void 0)throw p;if(m instanceof me&&l.length>1&&(m.other=c.length<l.length?"ready":d),m!==void 0)throw m}async function ee({running:e}){let t=[...e.values()];e.clear();let n=(await Promise.allSettled(t.map(s=>s.stop()))).find(s=>s.status==="rejected");if(n)throw n.reason}function te(e,t,r){let n=s=>{let o=(s==="shared"?t:e.get(s))?.crash()??null;return o&&{...o,arm:s,label:r}};return n("shared")??ve(n("head"),n("base"))}function ve(e,t){return e&&t?{...t,head:e,log:Mt(e.log,t.log)}:t??e}function Mt(e,t){let[r,n]=[e,t].map(s=>s.split(`
`).slice(-Dr).join(`
`));return`The base:
${n}

This change:
${r}`}function Ke(e){return e.flatMap(({crash:t})=>{if(t?.arm!=="head")return[];let{arm:r,...n}=t;return[{kind:"crashed",...n}]})}function Je(e){return e.flatMap(({failure:t,crash:r})=>{if(r?.arm==="shared")return[{kind:"harness",message:`\`${r.service}\`, which serves the whole run, ended with ${r.exit}`,log:r.log}];if(t===null)return[];let{fault:n,label:s,message:o,log:a}=t;return[n==="script"?{kind:"script-failed",label:s,message:o,log:a}:{kind:"harness",message:o,log:a}]})}function _s(e){let t=e.filter(pe),r=(n,s)=>n.step===s.step&&n.round===s.round&&n.block===s.block;return e.filter(({slot:n})=>t.some(s=>r(n,s.slot)))}function Ls(e,t){let r=[...new Set(e.map(({slot:i})=>i.step.label))],n=e.filter(pe).map(({diagnosis:i,evidence:l})=>ke(i,l)),s=new Set(e.map(({slot:i})=>JSON.stringify([i.step.label,i.block,i.round,i.turns===null]))).size;return`${`${s} ${s===1?"round":"rounds"} of ${r.join(", ")}`} ${t?"will be measured again":"discarded"}: ${[...new Set(n)].join("; ")}`}function pe({diagnosis:e}){return e!=="sound"&&e!=="service-slow"}function Ns({slot:e,diagnosis:t,evidence:r},n){let{sent:s,intended:o,seconds:a,dropped:i,lagMs:l,clockJumpMs:u,cpu:c}=r,d=S=>S===null?"unknown":Number(S.toPrecision(3)),{generator:m,service:p,others:f,steal:h,cores:b}=c;return[`discarded: block ${n+1}, ${e.step.label}, ${e.arm}, round ${e.round+1}, ${e.turns?"in turns":"alone"}`,t==="sound"?"sound, but not what it belongs to":ke(t,r),`${s} of ${o??s} arrivals in ${d(a)} s, ${i} dropped, p99 of lateness ${d(l)} ms`,`of ${b} cores k6 used ${d(m)}, the service ${d(p)}, others ${d(f)}, the hypervisor ${d(h)}`,`the clock jumped by ${d(u)} ms`].join("; ")}import{setTimeout as Mc}from"node:timers/promises";var fe={grpc:2e3,socket:3e3,redis:9e3,exception:9001},Rt=1e4;function Me({values:e,count:t},r){let n=new Map([[e[0],0],[e.at(-1),0]]);for(let[s,o]of e.entries())s===0||o!==e[s-1]||n.set(o,(n.get(o)??0)+r[s]-r[s-1]);return[...n].map(([s,o])=>({which:Math.floor(s/Rt),code:s%Rt,count:Math.max(1,Math.round(o*t))})).sort((s,o)=>o.count-s.count)}function Ds({which:e,code:t}){return e*Rt+t}function Bs(e){let t=new Map;for(let r of e){let n=`${r.which} ${r.code}`;t.set(n,{...r,count:r.count+(t.get(n)?.count??0)})}return[...t.values()].sort((r,n)=>n.count-r.count)}var bi=["OK","CANCELLED","UNKNOWN","INVALID_ARGUMENT","DEADLINE_EXCEEDED","NOT_FOUND","ALREADY_EXISTS","PERMISSION_DENIED","RESOURCE_EXHAUSTED","FAILED_PRECONDITION","ABORTED","OUT_OF_RANGE","UNIMPLEMENTED","INTERNAL","UNAVAILABLE","DATA_LOSS","UNAUTHENTICATED"];function Fs(e,t){if(e<1e3)return`status ${e}`;let r=t===void 0?"":`: ${t}`;return e>=fe.exception?t??"exception":e>=fe.redis?`redis${r}`:e>=fe.socket?`WebSocket${r}`:e>=fe.grpc?`gRPC status ${bi[e-fe.grpc]??e-fe.grpc}${r}`:t??`error ${e} of k6`}var js=`import type { Random } from '../statistics/random.ts';

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
`;var Us=`/**
 * Lets all pods begin at the same moment: at the next multiple of some seconds by their clocks, once the script's own
 * setup is done. What it returns is passed on as k6 would.
 */
export async function setup() {
  const data = typeof user.setup === 'function' ? await user.setup() : undefined;
  sleep((PERIOD_MS - (Date.now() % PERIOD_MS)) / 1000);
  return data;
}
`;var Gs=`/**
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

/** k6 takes some paths to be beside the script that it was started with, which is Tailgate's. */
export const locate = (path) => (/^(\\/|file:)/.test(path) ? path : \`\${__ENV.TAILGATE_SCRIPT_FOLDER}/\${path}\`);

/** Iteration of this virtual user. Setup and teardown have none. */
let current = { tags: { [TAG]: 'none' }, slot: null, which: 0, isSampled: false, begun: 0, until: Infinity };

/** Requests that begin after the end of the load, while k6 lets iterations go on. They would be cut off, or be few. */
const late = { tags: { [TAG]: 'late' }, slot: null, which: 0, isSampled: false, begun: 0 };

/**
 * @param at tags of the samples, slot, number of the request, whether answers are looked at more closely, and when the
 * load ends (ms since 1970)
 */
export function openIteration(at) {
  current = at;
}

/** Whether the load of an iteration has ended, or had ended some time (ms) ago. */
export const isLate = ({ until }, ago = 0) => Date.now() - ago > until;

/** Counts \`count\` requests that begin, or began some time (ms) ago, and returns what they belong to. */
function enter(count, ago = 0) {
  current.begun += count;
  return isLate(current, ago) ? late : current;
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
  const at = enter(1, clock() - since);
  let began = since;
  let isOpen = true;
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
  // k6 tells the times of the last request alone where it has sent several: redirects, digests.
  const isOfLast = response.url !== response.request?.url || (params?.auth && params.auth !== 'basic');
  if (isOfLast) hops.add(1);
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
  const at = enter(count);
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
`;var Ws=`// Lateness of an arrival (ms). Open model only. It says nothing while arrivals are dropped.
const lag = new Trend('tailgate_lag', true);
const started = new Counter('tailgate_started');
// Iterations of scripts that came to an end, and those that threw: after a request, or before any.
const exceptions = new Counter('tailgate_exceptions');
const barren = new Counter('tailgate_barren');
// Iterations whose script has taken away the tag by which k6's own metrics and the script's are told apart.
const untagged = new Counter('tailgate_untagged');
const whole = new Counter('tailgate_whole');
const startTime = new Gauge('tailgate_start_time');
const endTime = new Gauge('tailgate_end_time');

const told = new Set();
let slot = SLOTS[Object.keys(SLOTS)[0]];
/** Iteration as the books know it, and its number among those of its arm: to ask k6 for it takes time. */
let at = null;
let number = 0;
/** Iterations of this virtual user that called the script, and whether one of them came to its end. */
let called = 0;
let hasEnded = false;

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

/** When the load of a script ends (ms): its iterations may go on for the grace of k6. Never for declared requests. */
function findEnd({ request, iterations, settleMs, sliceMs, slices }, began) {
  return request !== null || iterations !== null ? Infinity : began + settleMs + slices * sliceMs;
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
  at = { tags: sliceTags, slot, which: 0, isSampled, begun: 0, until: findEnd(slot, began) };
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
    responseType: at.isSampled && method !== 'HEAD' && needsBody() ? 'binary' : 'none',
    responseCallback: expectStatuses(expectStatus),
    tags: { name: slot.label },
  });
  if (expectStatus.length === 0) noteRedirect(response, which);
}

/**
 * Gives the script an \`__ITER\` that leaves out iterations without an arrival, and a first one that was cut off: what a
 * virtual user does once, such as to connect, would never be done.
 */
function countIteration() {
  if (hasEnded) called++;
  globalThis.__ITER = called;
}

function leaveIteration() {
  if (slot.iterations !== null) endTime.add(Date.now(), { [TAG]: slot.id });
  if (slot.request !== null) return;
  hasEnded = true;
  if (!isLate(at)) whole.add(1, at.tags);
  if (exec.vu.metrics.tags[TAG] !== at.tags[TAG]) untagged.add(1, at.tags);
}

/** Counts an iteration that threw, unless a request of it has failed already. Without any it is the script's own fault. */
function failIteration(error) {
  if (isLate(at)) return leaveIteration();
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
      countIteration();
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
    for (const metric of ['begun', 'void', 'exceptions', 'barren', 'untagged', 'whole'])
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

/** The SLO that stands for a threshold on an amount. There is none for what only k6 itself feeds, or for some requests. */
function adviseSlo(name, tags, statement) {
  const isTagged = name === 'http_reqs' && tags !== '';
  if (/^(?:ws_|grpc_|data_)/.test(name)) return '';
  if (isTagged && !/status|expected_response|error/.test(tags)) return '';
  const isErrors = isTagged || name === 'dropped_iterations';
  const metric = isErrors ? 'errors' : /^(?:http_reqs|iterations)$/.test(name) ? 'rate' : \`\${name}.rate\`;
  const sign = isErrors || /</.test(statement) ? '<' : '>';
  return \`, and declare \\\`\${metric} \${sign} \u2026\\\` as an SLO in tailgate.yml\`;
}

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
    if (name.trim() === 'iteration_duration' && Object.keys(ARRIVALS).length > 0)
      refuse(
        \`its threshold on \\\`\${metric}\\\` would also time the wait for arrivals that come by chance: take it out, feed a Trend of its own, or declare \\\`arrivals: even\\\`\`,
      );
    read[metric] = Array.isArray(statements)
      ? statements.map((statement) => statement?.threshold ?? statement)
      : statements;
    for (const statement of [read[metric]].flat()) {
      if (/^\\s*(count|rate)\\b/.test(statement) && findType(name.trim()) === 'counter')
        refuse(
          \`its threshold \\\`\${metric}: \${statement}\\\` is on an amount, and Tailgate runs the script in short parts: take it out\${adviseSlo(name.trim(), tags, statement)}\`,
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
 * may be in either, and where k6 follows redirects or asks twice, nobody knows how many it sent. Of other protocols all
 * are lost or none: a module from another address imports k6's own.
 */
function countLost(data) {
  if (!isScript) return 0;
  const others = countOf(data, 'tailgate_other', null);
  const ended =
    countOf(data, 'tailgate_latency', null) +
    countOf(data, 'tailgate_failed', null) +
    countOf(data, 'tailgate_void', null);
  const cut = Math.max(0, countOf(data, 'tailgate_begun', null) - ended);
  const unseen = countOf(data, 'ws_sessions', null) + countOf(data, 'grpc_req_duration', null);
  if (others === 0 && unseen > cut) return unseen - cut;
  if (countOf(data, 'tailgate_hops', null) > 0) return 0;
  return Math.max(0, countOf(data, 'http_reqs', null) - (ended - others) - cut);
}

function describeSlice(data, { id, custom }, index) {
  const slice = \`\${id}.\${index}\`;
  const count = (metric) => countOf(data, metric, slice);
  const late = values(data, 'tailgate_lag', slice);
  return {
    started: count('tailgate_started'),
    exceptions: count('tailgate_exceptions'),
    barren: count('tailgate_barren'),
    untagged: count('tailgate_untagged'),
    whole: count('tailgate_whole'),
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
`;var xt="books.js",Ks=Gs,At="draws.ts",Js=js,qs={perSecond:50,share:1/8},vi=["0.0.0.0/2","64.0.0.0/3","96.0.0.0/4","112.0.0.0/5","120.0.0.0/6","124.0.0.0/7","126.0.0.0/8","128.0.0.0/1",...Array.from({length:16},(e,t)=>`${(2**t).toString(16)}::/${16-t}`)];function Vs({program:e,targetUrl:t,confined:r,scriptPath:n,insecure:s=!1,requestOf:o,arrivals:a=new Map,name:i="script",dealOf:l=()=>null,pods:u=0}){let c=e.slots[0].step.work,d=new Map(e.slots.map(S=>[S,l(S)])),m=Object.fromEntries(e.slots.map((S,g)=>{let k=d.get(S)??null,w=k===null?o(S):null;return[S.key,{id:`s${g}`,...Ai(S,w,k),launchMs:a.get(V(S))?.launchMs??0,isConfined:r}]})),p=Math.max(0,...[...a.values()].map(({waiting:S})=>S)),f=[...d.values()].filter(S=>S!==null),h=JSON.stringify(c.kind==="script"?n??c.path:null),b=c.kind==="script"?[`export * from ${h};`,`import * as user from ${h};`]:["const user = {};"];return[`import { CODES, isLate, needsBody, openIteration, TAG, tellFailure } from './${xt}';`,"import { sleep } from 'k6';","import http from 'k6/http';","import exec from 'k6/execution';",...u>0?[`import { drawForPod } from './${At}';`]:[],...a.size>0||f.some(({dataFile:S})=>S!==null)?["import { SharedArray } from 'k6/data';"]:[],"import { Counter, Gauge, Trend } from 'k6/metrics';",...b,"",`const TARGET_URL = __ENV.TARGET_URL || ${JSON.stringify(t)};`,`const PODS = ${u};`,"const POD = PODS > 0 ? Number(__ENV.JOB_COMPLETION_INDEX || 0) : 0;",`const PERCENTS = ${JSON.stringify(gr)};`,`const INSECURE = ${s};`,`const BLOCKED = ${JSON.stringify(r?vi:[])};`,`const SEQUENCES = ${JSON.stringify(Object.fromEntries(f.map(({name:S,sequence:g})=>[S,g])))};`,`const ROWS = {${[...new Set(f.flatMap(Mi))].join(", ")}};`,`const ARRIVALS = {${[...a].map(([S,g])=>xi(S,g,i)).join(", ")}};`,`const SLOTS = ${JSON.stringify(m,null,2)};`,`const SCENARIOS = ${JSON.stringify(Object.fromEntries(e.slots.map(S=>[V(S),Oi(S,a,p)])),null,2)};`,"",Ws,...u>1?[`const PERIOD_MS = ${Ot(e,u)};`,Us]:[]].join(`
`)}function Mi({name:e,dataFile:t}){if(t===null)return[];let r=JSON.stringify(e);return[`${r}: new SharedArray(${r}, () => JSON.parse(open(${JSON.stringify(`./${t}`)})))`]}var Ri=50;function Ot({slots:e},t){let r=e[0].step.work.kind==="script"?1e4:2e3;return Math.max(r,3e3*Math.ceil(t/Ri-1))}function Tt(e){return`${e}.arrivals.json`}function xi(e,{drawn:t},r){let n=JSON.stringify(e),s=JSON.stringify(`./${Tt(r)}`),o=t?`{ const own = drawForPod(${JSON.stringify(t)}, POD); return [own.skipped].concat(own.dueMs); }`:`JSON.parse(open(${s}))[${n}]`;return`${n}: new SharedArray(${JSON.stringify(`arrivals ${e}`)}, () => ${o})`}function Et(e){return e.round!==null||e.slices>1}function V({key:e,turns:t}){return t?.scenario??e}function Ai(e,t,r){let{load:n,work:s,label:o}=e.step,a=r?.requests.map((i,l)=>({...i,which:l}));return{label:o,measured:Et(e),told:e.arm==="head",startMs:e.startSeconds*1e3,settleMs:e.settleSeconds*1e3,sliceMs:(e.seconds-e.settleSeconds)*1e3/e.slices,slices:e.slices,rate:n.kind==="arrival-rate"?n.rate:null,sampledShare:n.kind==="arrival-rate"?Math.min(1,qs.perSecond/n.rate):qs.share,scenario:V(e),scenarioName:e.step.scenario,turns:e.turns&&{...e.turns,...ue(e)},iterations:e.round===null?null:e.requests,exec:s.kind==="script"?s.exec:null,custom:[...new Set(Ce(e.step.slos).map(({name:i})=>i))],deal:r&&{name:r.name,first:r.first,requests:a},request:a?.[0]??(t&&{method:t.method,url:t.url,headers:t.headers,body:t.body??null,expectStatus:t.expectStatus,timeoutMs:t.timeoutSeconds*1e3})}}function Oi(e,t,r){let{load:n,virtualUsers:s,graceSeconds:o}=e.step,a={exec:"runIteration",startTime:`${e.startSeconds}s`,gracefulStop:`${o}s`},i=`${e.seconds}s`;switch(n.kind){case"arrival-rate":{let l=t.get(V(e)),u={preAllocatedVUs:s+r,maxVUs:s+r},c="constant-arrival-rate";if(l===void 0)return{...a,...u,executor:c,duration:i,...zs(n.rate)};let d=Math.max(le,l.launchSeconds),m=l.launchMs/1e3,p=Math.max(0,e.seconds-m-d)+o;return{...a,startTime:`${Pe(e.startSeconds+m)}s`,...u,executor:c,duration:`${Pe(d)}s`,gracefulStop:`${Pe(p)}s`,...zs(l.launchRate)}}case"users":return{...a,executor:"constant-vus",duration:i,vus:n.users};case"fixed-work":return e.round===null?{...a,executor:"constant-vus",duration:i,vus:n.users}:{...a,executor:"shared-iterations",vus:n.users,iterations:e.requests??n.requests,maxDuration:`${ce}s`}}}function zs(e){for(let[t,r]of[["1s",1],["1m",60],["1h",3600]]){let n=e*r;if(Math.abs(n-Math.round(n))<1e-9*n)return{rate:Math.round(n),timeUnit:t}}return{rate:Math.max(1,Math.round(e*3600)),timeUnit:"1h"}}var D=on().nonnegative(),Ys=F(U()).refine(e=>e.every((t,r)=>!(t<e[r-1]))),Ve=N({count:D,avg:U(),values:Ys}).nullable(),Ei=Ve.refine(e=>e===null||e.values[0]>=0&&e.values.at(-1)>0&&e.avg>0),Pi=an("type",[N({type:ye("trend"),count:D,avg:U(),values:Ys}),N({type:ye("rate"),hits:D,count:D}),N({type:ye("counter"),sum:U()})]),$i=N({schemaVersion:ye(1),percents:F(U()),slots:oe(L(),N({startedAt:U(),endedAt:U(),dropped:D,answers:F(N({sizes:Ve,statuses:Ve})),slices:F(N({started:D,exceptions:D,barren:D,untagged:D,whole:D,begun:D,voided:D,resent:D,connects:D,received:U().nonnegative(),failed:Ve,latency:Ei,lag:oe(ln(["p50","p99","max"]),U().nonnegative()).nullable(),custom:oe(L(),Pi).optional()})),pods:N({behind:L(),sent:D,latest:L()}).optional()})),thresholds:F(L()),fed:F(L()),unfed:F(L()),lost:D,seen:F(mn).optional()});function He(e){let{success:t,data:r,error:n}=$i.safeParse(JSON.parse(e));if(!t)throw new Error(sn(n));return r}function Xs(e,t,r=1){for(let n of t.filter(({key:s})=>s in e.slots)){let{label:s,load:o,work:a,graceSeconds:i}=n.step,{slices:l}=e.slots[n.key],u=h=>l.reduce((b,S)=>b+h(S),0),c=u(h=>h.started),d=Ci(n,r);if(l.length>n.slices||c>d)return`${c} arrivals of ${s} in ${l.length} parts, where ${d} in ${n.slices} were due`;if(a.kind==="script")continue;let m=u(({latency:h,failed:b})=>(h?.count??0)+(b?.count??0));if(m>c)return`${m} answers to ${c} requests of ${s}`;if(o.kind!=="users")continue;let p=Math.round(u(({latency:h})=>(h?.count??0)*(h?.avg??0))/1e3),f=Math.ceil(o.users*(n.seconds+i)*1.1);if(p>f)return`${p} s of requests of ${s}, whose users had ${f} s`}return null}function Ci({step:{load:e},seconds:t,round:r,requests:n},s){return e.kind==="arrival-rate"?Math.ceil(e.rate*t)+s:e.kind==="fixed-work"&&r!==null?n??e.requests:Number.POSITIVE_INFINITY}function Qs(e,t,r=1){return t.filter(n=>Et(n)&&(e.slots[n.key]?.startedAt??0)>0).filter(n=>n.turns===null||Le(ct(n,r))!==0).map(n=>({...Ii(n,e,r),seen:e.seen}))}function Ii(e,{slots:t,percents:r},n){let s=t[e.key],o=r.map(g=>g/100),a=ct(e,n),{load:i,work:l}=a.step,u=i.kind==="fixed-work"&&s.endedAt>=s.startedAt?Math.max(1,s.endedAt-s.startedAt)/1e3:a.seconds-a.settleSeconds,c=i.kind==="arrival-rate"?i.rate:null,d=ue(a),m=d===null?u/a.slices:d.planned/c/a.slices,p=c===null?null:n*c*m,f=l.kind==="script",h=s.slices.map((g,k)=>{let{latency:w,failed:O,exceptions:A}=g;return{startedAt:s.startedAt+(a.settleSeconds+k*u/a.slices)*1e3,seconds:m,...a.turns!==null&&{alternating:!0},planned:p,ok:w?.count??0,failed:(O?.count??0)+A+Hs(g,f),dropped:Li(s,i.kind==="fixed-work"?a:null,p),...g.resent>0&&{resent:g.resent},latency:w&&{levels:o,values:w.values},avg:w?.avg??null,lag:g.lag,...Object.keys(g.custom??{}).length>0&&{custom:_i(g.custom,o)}}}),b=g=>s.slices.reduce((k,w)=>k+g(w),0),S=b(g=>Hs(g,f));return{slot:e,slices:h,sent:b(({started:g})=>g),intended:p===null?null:p*a.slices,barren:b(({barren:g})=>g),untagged:f&&Ce(a.step.slos).length>0?b(g=>g.untagged):0,whole:b(g=>g.whole),cut:S,received:b(({received:g})=>g),failures:Bs(s.slices.flatMap(({failed:g})=>g===null?[]:Me(g,o))),answers:s.answers.map(({sizes:g,statuses:k})=>({sizes:g&&{...g,levels:o},statuses:new Map(k?Me(k,o).map(({code:w,count:O})=>[w,O]):[])})),connects:b(({connects:g})=>g),...s.pods&&{pods:{...s.pods,intended:p===null?null:p*a.slices/n}}}}function Hs({started:e,begun:t,voided:r,latency:n,failed:s},o){let a=r+(n?.count??0)+(s?.count??0);return Math.max(0,(o?t:e)-a)}function _i(e,t){return Object.fromEntries(Object.entries(e).map(([r,n])=>[r,n.type==="trend"?{...n,levels:t}:n]))}function Li(e,t,r){if(e.dropped===0)return 0;if(t)return Math.round(e.dropped/t.slices);let n=(r??0)*e.slices.length-e.slices.reduce((s,{started:o})=>s+o,0);return Math.round(Math.min(e.dropped,Math.max(0,n))/e.slices.length)}import{lookup as qi}from"node:dns/promises";import{execFile as Ni,spawn as Di}from"node:child_process";import{createInterface as Bi}from"node:readline";var Fi=2e3,ji=4e6,Ui=1e5,eo=["-oL","ss","--no-header","--numeric","--tcp","--info","--oneline"];function to(e,t){let r=[],n=[],s=new Set(t),o=t.map(l=>`not sport = :${l} and not dport = :${l}`).join(" and "),a=Di("stdbuf",[...eo,"--events",...o?[`( ${o} )`]:[]],{env:{PATH:process.env.PATH,LC_ALL:"C"},stdio:["ignore","pipe","ignore"]});a.on("error",()=>{}),Bi({input:a.stdout}).on("line",l=>{let u=Zs(l);u===null||s.has(u.localPort)||n.length>=Ui||n.push({...u,wall:Date.now()})});let i=()=>{a.kill()};return process.once("exit",i),{samples:r,closed:n,async take(){let l=Date.now(),u=await Gi(o),c=Date.now(),d=u===null?null:Be();if(u===null||d===null)return;let m=u.split(`
`).flatMap(h=>Zs(h)??[]);for(let{isListener:h,localPort:b}of m)h&&s.add(b);let p=m.filter(({localPort:h})=>!s.has(h)),f=new Map;for(let[h,b]of e){let S=Vr(d,b),g=new Set(S.map(({pid:k})=>k));f.set(h,p.filter(k=>k.pids.some(w=>g.has(w))))}r.push({asked:l,read:c,open:f})},stop(){process.off("exit",i),i()}}}function Gi(e){let t=["--all","--processes","exclude","time-wait",...e?[`( ${e} )`]:[]],r={timeout:Fi,maxBuffer:ji,env:{PATH:process.env.PATH,LC_ALL:"C"}};return new Promise(n=>{Ni("stdbuf",[...eo,...t],r,(s,o)=>n(s?null:o))})}function Zs(e){let[t,,,r,n,...s]=e.trim().split(/\s+/);if(r===void 0||n===void 0)return null;let o=Number(r.slice(r.lastIndexOf(":")+1)),a=s.join(" "),i=u=>Number(new RegExp(`(?:^| )${u}:(\\d{1,15})(?= |$)`).exec(a)?.[1]??0),l=t==="LISTEN";return!l&&(n.endsWith(":*")||n.endsWith(":0"))?null:{isListener:l,localPort:o,key:`${r} ${n}`,peer:Wi(n),pids:[...a.matchAll(/,pid=(\d{1,10}),/g)].map(([,u])=>Number(u)),messages:i("data_segs_out"),sent:i("bytes_sent"),received:i("bytes_received")}}function Wi(e){return e.replace(/^\[::ffff:([\d.]+)\]/,"$1").replace(/%[^\]:]*/,"")}function no({slots:e},t,{config:r}){let n=e.some(i=>i.round!==null&&B(i)),s=[...t.values()].some(({sessions:i})=>i.length>0);if(process.platform!=="linux"||r.baseline.kind!=="paired"||!n||!s)return null;let o=new Map([...t].map(([i,l])=>[i,l.sessions])),a=[...t.values()].flatMap(({targetUrl:i})=>Number(new URL(i).port)||[]);return{...to(o,a),names:zi(t,r)}}async function zi(e,{external:t}){let r=[...e.values()].flatMap(({portOf:s})=>[...s].map(([o,a])=>{let[i=""]=o.split(".",1);return{name:i,port:a,addresses:Pt}})),n=await Promise.all(t.map(async({name:s,host:o,port:a})=>{let l=(await qi(o,{all:!0}).catch(()=>[])).map(({address:c})=>c),u=l.some(c=>Pt.includes(c));return{name:s,port:a,addresses:u?[...l,...Pt]:l}}));return new Map([...n,...r].flatMap(({name:s,port:o,addresses:a})=>a.map(i=>[i.includes(":")?`[${i}]:${o}`:`${i}:${o}`,s])))}var Pt=["127.0.0.1","::1"];async function ro(e,t,r){if(t===null)return e;let n=await t.names;return e.map(s=>{let{slot:o,slices:a}=s;if(o.round===null||!B(o))return s;let{settleSeconds:i}=o,l=r.get(V(o))?.dueMs,u=a[0].startedAt-1e3*i,c=a.reduce((b,S)=>b+S.seconds,0),d=l?.filter(b=>b<1e3*i).length,p=(1+(d===void 0?i/c:d/(l.length-d)))*a.reduce((b,{ok:S,failed:g})=>b+S+g,0),f=u+1e3*(i+c),h=Jn(o.arm,t,{from:u,to:f,requests:p},n);return h===null?s:{...s,calls:h}})}function Ye(e){let t=e.flatMap(({calls:r})=>r===void 0?[]:[r]);return t.length>0?Vn(t):null}import{availableParallelism as Ki}from"node:os";function so(e,{around:t,instances:r,shared:n,samples:s,generatorLimit:o}){let a=[...r.values(),n].some(u=>u.isHidden),i=Vi(t)||a,l={cores:Ki(),generatorLimit:o,outsiders:i};return e.map(u=>{let c=Yi(u,s,l);return oo(t)||r.get(c.slot.arm)?.isHidden?c:Hi(c,s,r)})}var Ji=/\b(docker|podman|nerdctl)\b/;function Vi(e){let{external:t,services:r}=e.config;return t.length>0||r.some(({start:n})=>n===void 0)||oo(e)}function oo({config:e}){return e.services.some(({start:t,container:r})=>t!==void 0&&r===void 0&&Ji.test(t))}function Hi(e,t,r){let{arm:n}=e.slot,s=r.get(n);if(s&&s.sessions.length+(s.groups?.length??0)===0)return e;let o=s?.startupMs,a=e.slices.map((i,l)=>{let{startedAt:u,seconds:c}=i,d=u+J(e.slot,c)*1e3,p=e.slot.step.load.kind==="fixed-work"&&l===e.slices.length-1?t.find(({wall:h})=>h>=d):void 0,f=Is(t,n,u,p?.wall??d);return{...i,...f,...o!==void 0&&{startup:o}}});return{...e,slices:a}}function Yi(e,t,r){let{slices:n}=e,s=n.reduce((m,p)=>m+p.seconds,0),o=n[0].startedAt,a=J(e.slot,s),{clockJumpMs:i,...l}=vt(t,o,o+a*1e3,r),u=n.map(({startedAt:m,seconds:p})=>{let f=m+J(e.slot,p)*1e3,{clockJumpMs:h,...b}=vt(t,m,f,r);return Qn({cpu:b,clockJumpMs:h})}),c=n.flatMap(m=>m.lag===null?[]:[m.lag.p99]),d={sent:e.sent,intended:e.intended,seconds:s,dropped:n.reduce((m,p)=>m+p.dropped,0),lagMs:c.length>0?Math.max(...c):null,cpu:l,clockJumpMs:i,...e.pods&&{pods:e.pods}};return{...e,evidence:d,diagnosis:Yn(d),disturbed:u}}function $t(e,t){let{rate:r,settling:n,measured:s}=e,o=ao({...e,count:n},t),a=n/r*1e3,i=n>0?0:Math.min(100,500*s/r),l=1-i*r/(1e3*Math.max(1,s)),u=ao({...e,count:s},t),c=[...o,...u.map(f=>a+i+f*l)],d=e.arms*e.turn,m=0;for(;m+d<=n&&c[m]<100;)m+=d;let p=c.slice(m).map(f=>Number(Math.max(f,100).toFixed(2)));return{dueMs:p,skipped:m,...Ct([p],r)}}function ao({rate:e,count:t,arms:r,turn:n},s){let o=Math.ceil(t/(r*n))*n,a=Xi(o,o/e*1e3,s),i=[],l=0;for(let u=0;u<o;u+=n)for(let c=0;c<r;c++)for(let d of a.slice(u,u+n))l+=d,i.push(l);return i.slice(0,t)}function Xi(e,t,r){let n=Array.from({length:e+1},()=>-Math.log(1-r.uniform())),s=n.reduce((o,a)=>o+a,0);return n.slice(0,e).map(o=>o/s*t)}var io=[1,1.01,1.02,1.05,1.1,1.15,1.2,1.3,1.5,2,3,5,10];function Ct(e,t){let r=Math.max(...e.map(i=>i.length)),n=i=>{let l=Number.POSITIVE_INFINITY;for(let u of e)for(let[c,d]of u.entries())l=Math.min(l,d-c*1e3/(t*i));return l},s=t*(io.find(i=>n(i)>=5)??io.at(-1)),o=Math.max(0,Math.floor(n(s/t)-5)),a=Math.max(...e.map(i=>Qi(i,o,s)));return{launchMs:o,launchRate:s,launchSeconds:(r-.5)/s,waiting:a}}function Qi(e,t,r){let[n,s]=[0,0];for(let o=0;o<e.length;o++){for(;s<e.length&&e[s]<t+o*1e3/r;)s++;n=Math.max(n,o+1-s)}return n}function lo({plan:e,seed:t,name:r},n){return $t(e,Zi(It(t,`${r} pod ${n}`)))}function Zi(e){let t=e|0;return{uniform:()=>{t=t+1831565813|0;let n=Math.imul(t^t>>>15,1|t);return n=n+Math.imul(n^n>>>7,61|n)^n,((n^n>>>14)>>>0)/2**32}}}function It(e,t){let r=2166136261^e;for(let n=0;n<t.length;n++)r=Math.imul(r^t.charCodeAt(n),16777619);return r|0}function co(e,t,r,n=0){return new Map(e.slots.flatMap(s=>{let{load:o,label:a}=s.step;if(o.kind!=="arrival-rate"||o.arrivals==="even")return[];let i=`${s.block??r} ${s.round} ${a}`,l={rate:o.rate,...tl(s,o.rate)},u=n>0?el({plan:l,seed:t,name:i},n):$t(l,is(It(t,i)));return[[V(s),u]]}))}function el(e,t){let r=Array.from({length:t},(n,s)=>lo(e,s).dueMs);return{dueMs:[],skipped:0,...Ct(r,e.plan.rate),drawn:e}}function tl(e,t){let r=ue(e);if(r!==null){let{settling:s,measured:o,arrivals:a}=r;return{settling:s,measured:o,arms:e.turns.of,turn:a}}return{settling:Bn(t,e.settleSeconds),measured:Le(e),arms:1,turn:1}}import{createHash as Jl}from"node:crypto";import{createReadStream as Vl}from"node:fs";import{hostname as Hl}from"node:os";import{join as Yl}from"node:path";import{createInterface as Xl}from"node:readline";import{setTimeout as Ql}from"node:timers/promises";import{createReadStream as nl}from"node:fs";import{createInterface as rl}from"node:readline";var uo={100:"its `setup` did not finish in time",101:"its `teardown` did not finish in time",104:"k6 does not accept its options",107:"it threw an exception outside an iteration",108:"it aborted the test",110:"it marked the test as failed"};function he(e,t){if(!(e in uo))return null;let r=t.replaceAll('\\"','"'),n=/TAILGATE_EXPORTS (\S+): ((?:(?!TAILGATE_EXPORTS ).)*?) TAILGATE_END/.exec(r);return{kind:"failed",fault:"script",message:/TAILGATE_REFUSED ((?:(?!TAILGATE_REFUSED ).)*?) TAILGATE_END/.exec(r)?.[1]??`${uo[e]}${sl(r)}`,log:t,...n!==null&&{missing:{exec:n[1],there:n[2]}}}}function sl(e){let t=/"(k6\/x\/[^"\s]+)"/.exec(e)?.[1];return t!==void 0?`: it imports \`${t}\`, an extension that this k6 lacks. None is fetched from elsewhere unless \`allow\` names hosts; let TAILGATE_K6 name a k6 that has it`:/ of undefined/.test(e)?"; Tailgate replaces its scenarios and its load, so `exec.test.options.scenarios` has not those of the script":""}async function Xe(e){let t=new Map,r=new Map;for await(let n of rl({input:nl(e)})){let s=/TAILGATE_(FAILURE|REDIRECT) ((?:(?!TAILGATE_(?:FAILURE|REDIRECT) )[^"\\]|\\.)*)"/.exec(n);if(s===null)continue;let o=s[2].replaceAll('\\"','"');if(s[1]==="FAILURE"){let[,a,i,l]=/^(\d+) (.*?): (.*)$/s.exec(o)??[],u=`${a} ${i}`;l!==void 0&&!t.has(u)&&t.set(u,{label:i,code:Number(a),text:l})}else{let[,a,i,l,u]=/^(\d+) (\d+) (\S+) (.*)$/s.exec(o)??[],c=`${a} ${u}`;if(u===void 0||r.has(c))continue;r.set(c,{label:u,which:Number(a),status:Number(i),location:l==="-"?null:l})}}return{told:[...t.values()],redirects:[...r.values()]}}import{readFileSync as kl,rmSync as vl}from"node:fs";import{join as Ml}from"node:path";import{existsSync as ol,readFileSync as po,statSync as al,writeFileSync as _t}from"node:fs";import{totalmem as il}from"node:os";import{dirname as ll,join as ne}from"node:path";import{setTimeout as cl}from"node:timers/promises";import{rootCertificates as ul}from"node:tls";var dl=99,mo=105;async function fo(e){let{folder:t,name:r}=e,{scriptPath:n,configPath:s}=Dt(e),o=ne(t,`${r}.summary.json`),a=ne(t,`${r}.log`),i=bt(a),l=await Fe({command:[e.binary,"run","--quiet","--no-color","--no-usage-report","--config",s,"--address","",...Lt(e),"--env",`TAILGATE_SUMMARY=${o}`,n],cwd:e.cwd,env:{...bl(),...Nt(e,Sl(e))},logPath:a,keeper:e.keeper}),u=l.exited.then(async c=>{let d=We(hl(a),t),m=c.code??-1,p=h=>({kind:"failed",fault:"harness",message:h,log:d});if(c.signal!==null)return p(`k6 was ended by ${c.signal}`);let f=he(m,d);if(f!==null)return f;if(m!==0&&m!==dl&&m!==mo)return p(`k6 ended with exit code ${m}`);try{if(!al(o).isFile())throw new Error("it is no file");let h=He(po(o,"utf8"));return{kind:"measured",complete:m!==mo,summary:h,...await Xe(a)}}catch(h){return p(`k6 left no readable summary: ${h.message}`)}});return{group:l,began:pl(a,l,i),finished:u}}function Lt({targetUrl:e,userScript:t}){let r={TARGET_URL:e,BASE_URL:e,...t&&{TAILGATE_SCRIPT_FOLDER:ll(t)}};return Object.entries(r).flatMap(([n,s])=>["--env",`${n}=${s}`])}function Nt({environment:e,mayFetch:t},r={}){return{...ae(e,r),...!t&&{K6_AUTO_EXTENSION_RESOLUTION:"false"}}}function Dt({folder:e,name:t,script:r,arrivals:n}){let s=ne(e,`${t}.js`),o=ne(e,"k6-config.json");if(_t(s,r),n?.size){let a=[...n].map(([i,l])=>[i,[l.skipped,...l.dueMs]]);_t(ne(e,Tt(t)),JSON.stringify(Object.fromEntries(a)))}for(let[a,i]of[[xt,Ks],[At,Js]])gt(ne(e,a),i);return gt(o,"{}"),{scriptPath:s,configPath:o}}var ml=20,Qe=64*1024;async function pl(e,{exit:t},r){let n=r;for(;t()===null;){let s=bt(e);s<n&&(n=r<=s?r:0);let o=Br(e,n,Qe),a=o.lastIndexOf(`
`)+1||(o.length===Qe?Qe:0),i=/TAILGATE_BEGAN (\d+)/.exec(o.toString("latin1",0,a))?.[1];if(i!==void 0)return Number(i);n+=a,o.length<Qe&&await cl(ml)}return null}var fl=20;function hl(e){let t=De(e,2e3).split(`
`).filter(s=>!s.includes("TAILGATE_BEGAN")),r=t.slice(-fl),n=t.find(s=>/^time="[^"]*" level=error (?!.* source=console)/.test(s));return(n===void 0||r.includes(n)?r:[n,...r.slice(1)]).join(`
`)}var gl=4;function bl(){let e=Math.min(il(),process.constrainedMemory?.()||Number.POSITIVE_INFINITY);return{GOGC:"800",GOMEMLIMIT:`${Math.floor(e/gl/2**20)}MiB`}}function Sl({certificates:e=[],environment:t,folder:r}){if(e.length===0)return{};let n=t.SSL_CERT_FILE,s=n&&ol(n)?[po(n,"utf8")]:ul,o=ne(r,"certificates.pem");return _t(o,[...e,...s].join(`
`)),{SSL_CERT_FILE:o}}var go=ni(ri(),1);var ho=`# An Indexed Job whose pods each run the whole script: https://kubernetes.io/docs/concepts/workloads/controllers/job/
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
`;var Re=6565,Ze="tailgate/program",bo="load.tar",wl=.7;function So({name:e,labels:t,pods:r,image:n,seconds:s}){let{count:o,cpu:a,memory:i}=r,l=(0,go.parse)(ho),{template:u}=l.spec,[c]=u.spec.containers;l.metadata={name:e,labels:t},u.metadata={labels:t};let d={completions:o,parallelism:o,maxFailedIndexes:o};Object.assign(l.spec,d,{activeDeadlineSeconds:Math.ceil(s)}),u.spec.volumes=[{name:"load",configMap:{name:e}}],c.image=r.image??n;let m=o>1?["--paused","--address",`0.0.0.0:${Re}`]:["--address",""];if(c.args=[...m,`/tailgate/${bo}`],i){let f=Number.parseInt(i,10)*(i.endsWith("Gi")?1024:1)*wl;c.env.push({name:"GOMEMLIMIT",value:`${Math.floor(f)}MiB`})}let p={cpu:a,memory:i};return(a||i)&&(c.resources={requests:p,limits:p}),o>1&&(c.ports=[{containerPort:Re}],c.readinessProbe={httpGet:{path:"/v1/status",port:Re},periodSeconds:1}),l}function yo({name:e,labels:t},r,n){return{apiVersion:"v1",kind:"ConfigMap",metadata:{name:e,labels:t,ownerReferences:[{apiVersion:"batch/v1",kind:"Job",name:e,uid:r}]},immutable:!0,binaryData:{[bo]:n.toString("base64")}}}var Bt=1024*1024-1024;var Rl=6e4;async function wo(e,t){let{binary:r,folder:n,name:s}=e,{scriptPath:o,configPath:a}=Dt(e),i=Ml(n,`${s}.tar`),l=await Ne({file:r,arguments:["archive","--no-color","--config",a,"-O",i,...Lt(e),o],environment:Nt(e),cwd:e.cwd,timeoutMs:Rl,signal:t}),u="output"in l?We(l.output,n):l.code;if(l.kind!=="ended"||l.exitCode!==0){let f=l.kind==="ended"?l.exitCode:-1;return he(f,u)??{kind:"failed",fault:"harness",message:"k6 could not pack the script for the pods",log:u}}let c=kl(i);if(vl(i),c.length<=Bt)return c;let[d,m]=[c.length,Bt].map(f=>`${Math.ceil(f/1024)} KiB`);return{kind:"failed",fault:"script",message:`the script with all that it loads has ${d}, and the ConfigMap by which pods get it holds ${m}: load less data, or measure fewer scenarios at once (\`--only\`)`,log:""}}import{once as xl}from"node:events";import{existsSync as Al,rmSync as Ol}from"node:fs";import{request as Tl}from"node:http";import{join as ko}from"node:path";import{text as El}from"node:stream/consumers";import{setTimeout as Ft}from"node:timers/promises";var Pl=3,vo=12e4,Mo=100,Ro=1e4,jt={from:.05,to:.4};async function xo(e,t){let r=ko(t.folder,"kube.sock"),n=ko(t.folder,"kubectl-proxy.log");Ol(r,{force:!0});let s=await Fe({command:e.command("proxy",`--unix-socket=${r}`,"--accept-paths=^/api/v1/namespaces/[^/]+/pods/[^/]+/proxy/v1/status$","--reject-methods=^(GET|POST|PUT|DELETE)$"),cwd:t.folder,env:e.environment,logPath:n,keeper:t.keeper});try{let o=performance.now()+Ro;for(;!Al(r);){if(s.exit()!==null||performance.now()>o)throw new q(`\`kubectl proxy\` does not run: ${De(n,1)}`);await Ft(Mo/5,void 0,{signal:t.signal})}let a=c=>Promise.all(t.states.map(d=>$l(r,t,d,c))),i=performance.now()+vo;for(;!(await a({})).every(c=>c>=Pl);){if(performance.now()>i)throw new q(`k6 was not ready in all pods after ${vo/1e3} s`);await Ft(Mo,void 0,{signal:t.signal})}let l=Date.now()%t.periodMs/t.periodMs,u=(jt.from-l+1)%1;(l<jt.from||l>jt.to)&&await Ft(u*t.periodMs,void 0,{signal:t.signal}),await a({paused:!1})}finally{await s.stop("SIGTERM",500)}}async function $l(e,{namespace:t,signal:r},{id:n,name:s},o){let a=`/api/v1/namespaces/${t}/pods/${n}:${Re}/proxy/v1/status`,i={"content-type":"application/json"};try{let l=Tl({socketPath:e,path:a,method:"PATCH",headers:i,signal:r,timeout:Ro});l.on("timeout",()=>l.destroy(new Error("no answer"))),l.end(JSON.stringify({data:{type:"status",id:"default",attributes:o}}));let[u]=await xl(l,"response"),c=await El(u),d=u.headers["content-type"]?.includes("json")?JSON.parse(c):{message:c};if(u.statusCode===200)return Number(d.data.attributes.status);throw new Error(`${d.message??d.errors?.[0]?.detail}`.slice(0,200))}catch(l){throw new q(`${s} cannot be told to begin: ${l.message}`)}}function Ao(e){let t=C(e,({count:o})=>o),r=e.find(o=>o.count>0)?.levels;if(r===void 0)return null;let n=new Float64Array(t),s=0;for(let o of e)for(let a=0;a<o.count;a++)n[s++]=cn(o,a);return n.sort(),{count:t,levels:r,values:r.map(o=>Cl(n,o))}}function Oo(e,t){let r=[...e].sort((a,i)=>a.value-i.value),n=C(r,({count:a})=>a),[s,o]=[0,r[0]?.count??0];return t.map(a=>{for(;o<=Math.round(a*(n-1))&&s<r.length-1;)o+=r[++s].count;return r[s].value})}function Cl(e,t){let r=t*(e.length-1),n=Math.floor(r),s=e[n];return r===n?s:s+(r-n)*(e[n+1]-s)}function To(e){let[t]=e,r=e.map(({summary:a})=>a),n=t.summary.percents.map(a=>a/100),s=Object.keys(t.summary.slots).map(a=>{let i=e.map(({name:l,summary:u})=>({name:l,slot:u.slots[a]}));return[a,Ll(i,n)]}),o=new Map(r.flatMap(a=>a.seen??[]).map(a=>[a.name,a]));return{...t.summary,slots:Object.fromEntries(s),lost:C(r,({lost:a})=>a),seen:[...o.values()]}}var Il=["started","exceptions","barren","untagged","whole","begun","voided","resent","connects","received"],_l=250;function Ll(e,t){let r=Math.min(...e.map(({slot:u})=>u.startedAt)),n=e.map(({name:u,slot:c})=>({name:u,slot:Nl(c,c.startedAt-r)})),s=n.map(({slot:u})=>u),o=({slices:u})=>C(u,({started:c})=>c),a=({slices:u})=>Math.max(0,...u.map(({lag:c})=>c?.p99??0)),i=n.reduce((u,c)=>o(c.slot)<o(u.slot)?c:u),l=n.reduce((u,c)=>a(c.slot)>a(u.slot)?c:u);return{startedAt:r,endedAt:Math.max(...s.map(({endedAt:u})=>u)),dropped:C(s,({dropped:u})=>u),answers:s[0].answers.map((u,c)=>({sizes:Ut(s,({answers:d})=>d[c].sizes,t),statuses:Eo(s,({answers:d})=>d[c].statuses,t)})),slices:s[0].slices.map((u,c)=>{let d=s.map(({slices:m})=>m[c]);return Dl(d,t)}),pods:{behind:i.name,sent:o(i.slot),latest:l.name}}}function Nl(e,t){return t<=_l?e:{...e,slices:e.slices.map(r=>({...r,lag:{p50:t,p99:t,max:t}}))}}function Dl(e,t){let r=e.flatMap(({lag:o})=>o??[]),n=o=>Math.max(...r.map(a=>a[o]??0)),s=Il.map(o=>[o,C(e,a=>a[o])]);return{...Object.fromEntries(s),failed:Eo(e,({failed:o})=>o,t),latency:Ut(e,({latency:o})=>o,t),lag:r.length===0?null:{p50:n("p50"),p99:n("p99"),max:n("max")},custom:Bl(e,t)}}function Bl(e,t){let n=[...new Set(e.flatMap(({custom:s})=>Object.keys(s??{})))].map(s=>{let o=e.flatMap(({custom:c})=>c?.[s]??[]),a=o.filter(c=>c.type==="trend");if(a.length>0)return[s,{type:"trend",...Ut(a,c=>c,t)}];let i=o.filter(c=>c.type==="rate");if(i.length===0)return[s,{type:"counter",sum:C(o,c=>"sum"in c?c.sum:0)}];let[l,u]=[C(i,c=>c.hits),C(i,c=>c.count)];return[s,{type:"rate",hits:l,count:u}]});return Object.fromEntries(n)}function Ut(e,t,r){let n=e.flatMap(a=>t(a)??[]),s=Ao(n.map(({count:a,values:i})=>({count:a,levels:r,values:i})));if(s===null)return null;let o=C(n,a=>a.avg*a.count)/s.count;return{count:s.count,avg:o,values:[...s.values]}}function Eo(e,t,r){let n=e.flatMap(i=>t(i)??[]);if(n.length===0)return null;let s=n.flatMap(i=>Me(i,r).map(l=>({value:Ds(l),count:l.count}))),o=C(n,i=>i.count),a=C(n,i=>i.avg*i.count)/o;return{count:o,avg:a,values:Oo(s,r)}}var et=N({reason:L().optional(),message:L().optional()}),Fl=et.extend({exitCode:U()}),jl=et.extend({type:L(),status:L()}),Ul=N({state:N({terminated:Fl.optional(),waiting:et.optional()}).optional()}),Gl=N({metadata:N({name:L(),annotations:oe(L(),L()).optional(),deletionTimestamp:L().optional()}),spec:N({nodeName:L().optional()}),status:et.extend({phase:L().optional(),conditions:F(jl).optional(),containerStatuses:F(Ul).optional()})}),Wl=N({items:F(Gl)}),ql=/^(ErrImagePull|ImagePullBackOff|ErrImageNeverPull|InvalidImageName|CreateContainerError|CreateContainerConfigError|RunContainerError|StartError)$/;function Po(e,t){let r=Wl.parse(JSON.parse(e)).items.map(Kl);return Array.from({length:t},(n,s)=>{let o=r.filter(a=>a.index===s);return o.find(({kind:a})=>a==="lost")??o[0]??{...zl,index:s,name:`pod ${s}`,kind:"waiting",because:"is not there"}})}var zl={id:"",node:null,exitCode:null};function Kl({metadata:e,spec:t,status:r}){let n=Number(e.annotations?.["batch.kubernetes.io/job-completion-index"]??Number.NaN),s=t.nodeName??null,o={index:n,id:e.name,name:`pod ${n}${s?` on ${s}`:""}`,node:s},{terminated:a,waiting:i}=r.containerStatuses?.[0]?.state??{},l=a?.exitCode??null,u=(f,h="")=>({...o,kind:f,because:h,exitCode:l}),c=r.conditions??[],d=c.find(({type:f,status:h})=>f==="DisruptionTarget"&&h==="True"),m=Gt(r.reason===void 0?d??{}:r);if(a?.reason==="OOMKilled")return u("lost","ran out of memory");if(r.reason==="Evicted")return u("lost",`was evicted${m}`);if(r.phase==="Succeeded")return u("done");if(e.deletionTimestamp!==void 0)return u("lost",`was removed before it had ended${m}`);if(l!==null&&l>128)return u("lost",`was killed${m}`);if(r.phase==="Failed")return u("lost",l===null?`failed${m}`:`ended with exit code ${l}${m}`);if(ql.test(i?.reason??""))return u("lost",`cannot start${Gt(i)}`);if(c.some(({type:f,status:h})=>f==="Ready"&&h==="True"))return u("ready","still runs");let p=c.find(({type:f,status:h})=>f==="PodScheduled"&&h==="False");return u("waiting",`is not ready${Gt(p??i??{})}`)}function Gt({reason:e,message:t}){let r=[e,t].filter(Boolean).join(": ").replace(/\s+/g," ").slice(0,300);return r===""?"":`: ${r}`}var Lo=300,$o={first:60,each:.1},Zl=120,Wt=Lo+Zl,Co=60,ec=250,tc=2e3,nc=3e5,rc=40,Io={usual:10,interrupted:3};function No(e){let t=new AbortController,r=cs(e.pods,e.environment,t.signal),n=sc(e,r,t.signal).catch(s=>{if(!(s instanceof q||s instanceof Te||t.signal.aborted))throw s;return{kind:"failed",fault:"harness",message:t.signal.aborted?"k6 was interrupted":s.message,log:""}});return{group:{pid:null,signal:()=>t.abort(),async stop(){t.abort(),await n}},began:Promise.resolve(null),finished:n}}async function sc(e,t,r){let{pods:n,folder:s,name:o,keeper:a}=e,i=a.mark.TAILGATE_RUN.slice(0,8),l=`tailgate-${i}-${o}`.slice(0,63),u={"app.kubernetes.io/managed-by":"tailgate","tailgate/run":i,"tailgate/machine":oc(e.environment),[Ze]:l},[c,d]=await Promise.all([wo(e,r),n.image===void 0?Ar(e.binary,["version"],e.environment,r):null,t.run(["delete","jobs","--wait=false","-l",`tailgate/machine=${u["tailgate/machine"]},tailgate/run!=${i}`])]);if(!Buffer.isBuffer(c))return c;let m=e.seconds+e.spareSeconds+Wt,p=f=>t.run(["create","-o","jsonpath={.metadata}","-f","-"],{input:JSON.stringify(f)});try{let f={name:l,labels:u,pods:n,image:`grafana/k6:${d??"latest"}`,seconds:m},{uid:h,namespace:b}=JSON.parse(await p(So(f)));await p(yo(f,h,c));let S={...e,kubectl:t,job:l,signal:r},g=await _o(S,"ready");if(!Array.isArray(g))return g;if(n.count>1){let w={states:g,namespace:b,periodMs:e.periodMs,folder:s,keeper:a,signal:r},A=await xo(t,w).then(()=>null,R=>R),y=A&&(await Do(S)).find(({kind:R})=>R==="lost");if(y)return await Bo(S,y);if(A)throw A}let k=await _o(S,"done");return Array.isArray(k)?await ic(S,k,Yl(s,`${o}.log`)):k}finally{await lc(t,l,r.aborted?Io.interrupted:Io.usual)}}function oc({TAILGATE_LOCK:e=""}){let t=de("/proc/sys/kernel/random/boot_id")??"",r=[Hl(),t,Rr(),e].join(" ");return Jl("sha256").update(r).digest("hex").slice(0,16)}async function _o(e,t){let{pods:r,seconds:n,spareSeconds:s,signal:o}=e,a=performance.now(),i=a;for(;;){let l=await Do(e).catch(c=>{if(!(c instanceof q&&!/forbidden|unauthorized/i.test(c.message))||performance.now()-i>Co*1e3)throw c;return null});if(l!==null){i=performance.now();let c=l.find(({kind:f,id:h})=>f==="lost"||t==="done"&&h==="");if(c)return Bo(e,c);let d=l.find(({id:f})=>f==="")??l.find(({kind:f})=>f!=="done"&&(t==="done"||f!=="ready"));if(d===void 0)return l;let m=(i-a)/1e3,p=d.id===""?$o.first+r.count*$o.each:Lo;if(m>(t==="ready"?p:n+s+Co)){let f=`${Math.round(m)} s after ${t==="ready"?"its Job":"all were ready"}`;throw new q(`${d.name} ${d.because}, ${f}${await ac(e,d)}`)}}let u=t==="ready"?0:a+1e3*n-performance.now();await Ql(Math.max(ec,Math.min(u,tc)),void 0,{signal:o})}}async function Do({kubectl:e,job:t,pods:r}){let n=["get","pods","-o","json","-l",`${Ze}=${t}`];return Po(await e.run(n),r.count)}async function ac({kubectl:e,job:t},{id:r}){let n=`--field-selector=type=Warning,involvedObject.name=${r||t}`,a=(await e.run(["get","events",n,"-o",'jsonpath={range .items[*]}{.message}{"\\n"}{end}']).catch(()=>"")).trim().split(`
`).at(-1);return a===""?"":`: ${a.slice(0,300)}`}async function Bo({kubectl:e,pods:t},r){let n=r.id===""?"":await e.run(["logs",r.id,`--tail=${rc}`]).catch(()=>""),s=r.exitCode===null?null:he(r.exitCode,n);if(s!==null)return{...s,message:`${s.message} (${r.name})`};let o=r.id===""?"was removed, or its node went away":r.because,a=r.because.includes("memory")&&t.memory?`: its limit is ${t.memory}`:"";return{kind:"failed",fault:"harness",message:`${r.name} ${o}${a}`,log:n}}async function ic({kubectl:e,job:t},r,n){let s=["logs","-l",`${Ze}=${t}`,"--tail=-1","--prefix"];await e.run(s,{timeoutMs:nc,into:n});let o=new Map;for await(let i of Xl({input:Vl(n)})){let[,l,u]=/^\[pod\/([^/\]]{1,253})\/[^\]]{0,63}\] (\{"schemaVersion":1,.*)$/.exec(i)??[];l!==void 0&&o.set(l,u)}let a=r.map(({id:i,name:l})=>{try{return{name:l,summary:He(o.get(i)??"")}}catch{throw new q(`${l} left no readable summary`)}});return{kind:"measured",complete:!0,summary:To(a),...await Xe(n),nodes:[...new Set(r.flatMap(({node:i})=>i??[]))].sort()}}async function lc(e,t,r){let{signal:n}=new AbortController,s=["delete",`job/${t}`,"--ignore-not-found","--cascade=foreground",`--timeout=${r}s`];await e.run(s,{signal:n,timeoutMs:2e3*r}).catch(o=>{if(!(o instanceof q))throw o})}import{existsSync as cc,writeFileSync as uc}from"node:fs";import{join as dc}from"node:path";function Fo(e,t,r){if(e.step.work.kind==="script")return null;let{request:n}=e.step.work;return{...n,url:Go(t.fill(n.url),t,r,e),headers:Object.fromEntries(Object.entries(n.headers).map(([s,o])=>[s,Uo(s,o,t,e)])),body:n.body===void 0?void 0:t.fill(n.body,it(n.body))}}function jo(e,t,r,{config:n,folder:s}){let{work:o,scenario:a}=e.step;if(o.kind==="script"||o.mix===void 0&&o.data===void 0)return null;let i=o.data?`data-${a}.json`:null;i!==null&&mc(o.data.path,dc(s,i));let l=(c,d,m)=>ds(c,o.data?.columns??[],d,m),u=ie(o);return{name:a,dataFile:i,first:hc(e,e.block??t),sequence:us(u),requests:u.map(({request:c})=>({name:`${c.method} ${c.url}`,method:c.method,url:Go(l(c.url,"path",d=>r.fill(d)),r,n,e),headers:Object.fromEntries(Object.entries(c.headers).map(([d,m])=>[d,l(m,"raw",p=>Uo(d,p,r,e))])),body:c.body===void 0?null:l(c.body,c.quotesData?"json":"raw",d=>r.fill(d,it(c.body))),expectStatus:c.expectStatus,timeoutMs:c.timeoutSeconds*1e3}))}}function Uo(e,t,r,{step:n}){let s=r.fill(t);if(!/[\r\n]/.test(s))return s;throw new W({what:`The header ${rn(e)} has a line break once its variables are filled in.`,where:`request of ${n.label}`,hint:"Take the line break out of the variable."})}function mc(e,t){cc(t)||uc(t,JSON.stringify(Sn(Mr(e),e).rows))}function Go(e,{targetUrl:t},r,{step:n}){let[s,...o]=typeof e=="string"?[e]:e,a=String(s),i=a.startsWith("/")?t+a:a;return yn(i,r,`request of ${n.label}`),typeof e=="string"?i:[i,...o]}var pc=16,fc=37;function hc({step:{load:e},round:t,seconds:r,turns:n,requests:s},o){let a=e.kind==="arrival-rate"?e.rate*r/(n?.of??1):s??0;return(o*pc+(t===null?0:t+1))*Math.ceil(a)+Math.sign(a)*o*fc}var gc=30,bc=120;async function Wo(e,t,r,{around:n,k6:s,folder:o,instances:a,seed:i,block:l=0}){let{config:u,keeper:c}=n,{work:d}=e.slots[0].step,{targetUrl:m}=a.get(r),p=new Map(e.slots.map(M=>[M,jo(M,l,a.get(M.arm),{config:u,folder:o})])),f=u.allow.length===0,h=[...a.values()].flatMap(({trust:M})=>M??[]),b=u.pods,S=b===void 0?e:Ln(e,b.count),g=new Map(S.slots.map((M,_)=>[M,e.slots[_]])),k=co(S,i,l,b?.count),w=Vs({program:S,arrivals:k,name:t,targetUrl:m,confined:f,insecure:f&&h.some(M=>"insecure"in M),requestOf:M=>Fo(M,a.get(M.arm),u),dealOf:M=>p.get(g.get(M))??null,...b&&{pods:b.count},...d.kind==="script"&&{scriptPath:ls(d.path,o,u.directory)}}),O={binary:s,folder:o,name:t,script:w,...d.kind==="script"&&{userScript:d.path},cwd:u.directory,targetUrl:m,environment:{...n.environment,...Sc(e,a.get(r))},mayFetch:!f,keeper:c},{seconds:A,slots:y}=e,R=y.some(({step:M})=>M.load.kind==="fixed-work"),P=d.kind==="script"?bc:0,v=(R?ce:0)+(b?Wt:0),T=A+gc+P+v,$;if(b===void 0){let M=h.flatMap(_=>"ca"in _?_.ca:[]);$=await fo({...O,arrivals:k,certificates:M})}else{for(let[M,{targetUrl:_}]of a)wn(_,`URL of the ${M}`);$=No({...O,pods:b,seconds:A,spareSeconds:P,periodMs:Ot(e,b.count)})}return{run:$,arrivals:k,deals:p,limitSeconds:T}}function Sc({slots:e},{fill:t}){return Object.fromEntries(Object.entries(e[0].step.parameters??{}).map(([r,n])=>[`VARIANT_${r.toUpperCase()}`,t(n)]))}var yc=250;function qo(e,t,r){return e.map(n=>{let{slices:s,slot:o}=n,a=s[0].startedAt,i=J(o,s.reduce((m,p)=>m+p.seconds,0)),l=$s(t,a,a+i*1e3+yc),u=e.filter(m=>m.slot.startSeconds===o.startSeconds).reduce((m,p)=>m+r(p.slot.arm)*p.connects,0),c=l===null?0:Math.max(0,Math.floor((l-u)/r(o.arm))),d=s.map(({resent:m=0,...p})=>{let f=Math.min(m,c);return c-=f,{...p,...f>0&&{resent:f}}});return{...n,slices:d}})}var wc=.1,kc=.1;function Ko(e,{instances:t,began:r,sample:n,readCalls:s=()=>{}}){let o=[],a=new Set,i=!1,l=()=>{for(let d of a)t.get(d)?.resume();a.clear()},u=d=>{for(let[m,p]of t)m!==d&&(p.halt(),a.add(m))},c=e.slots.flatMap(d=>[...t.size>1&&d.round!==null&&B(d)?[{at:d.startSeconds,act:()=>u(d.arm)},{at:zo(d),act:l}]:[],...vc(d).map(m=>({at:m,act:n})),...d.round!==null&&B(d)?[d.startSeconds-wc,zo(d)+kc].map(m=>({at:m,act:s})):[]]);return r.then(d=>{if(!(d===null||i))for(let{at:m,act:p}of c)o.push(setTimeout(p,d+m*1e3-Date.now()))},()=>{}),{end(){i=!0;for(let d of o)clearTimeout(d);l()}}}function zo({step:e,startSeconds:t,seconds:r}){return t+(e.load.kind==="fixed-work"?ce:r)}function vc({round:e,step:t,startSeconds:r,seconds:n,settleSeconds:s,slices:o}){if(e===null&&o===1)return[];if(t.load.kind==="fixed-work")return[r];let a=(n-s)/o;return Array.from({length:o+1},(i,l)=>r+s+l*a)}function qt(){return{failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],nodes:[]}}async function H(e,t,r){let{around:n,instances:s,shared:o}=r,a=[...new Set(e.slots.map(x=>x.step.label))],i=a.join(", "),u=[...new Set(e.slots.map(({arm:x})=>x))].includes("head")?"head":"base",{work:c}=e.slots[0].step,{run:d,arrivals:m,deals:p,limitSeconds:f}=await Wo(e,t,u,r),h=Date.now(),b=[...s.values(),o],S=Ps(d.group.pid,b.flatMap(({sessions:x,relays:Q=[]})=>[...x,...Q]),s),g=no(e,s,n),k=Ko(e,{instances:s,began:d.began,sample:S.take,readCalls:()=>{g?.take()}}),w=()=>d.group.signal("SIGKILL");n.signal.addEventListener("abort",w,{once:!0}),n.signal.aborted&&w();for(let x of b)x.crashed.then(()=>x.crash()!==null&&d.group.signal("SIGINT"));let O=!1,A=setTimeout(()=>{O=!0,w()},f*1e3),y;try{y=await d.finished;let x=Rc(e,await d.began)-Date.now();y.kind==="measured"&&y.complete&&await Mc(Math.min(5e3,Math.max(0,x)))}finally{clearTimeout(A),n.signal.removeEventListener("abort",w);try{k.end()}finally{S.stop(),await g?.take(),g?.stop(),await d.group.stop("SIGTERM",1e3)}}let R=(Date.now()-h)/1e3,P=e.slots.findLast(x=>x.startSeconds<=R)??e.slots[0];await Ac(e,t,r);let v={slots:[],crash:te(s,o,P.step.label),failure:null,loadSeconds:R,...qt()};if(n.signal.aborted)return v;let T=x=>v.crash===null?{...v,failure:{...x,label:P.step.label,arm:u}}:v;if(y.kind==="failed"&&y.missing){let{exec:x,there:Q}=y.missing;throw new W({what:`The k6 script of ${i} has no function \`${x}\`: ${Q}.`,where:c.kind==="script"?c.path:i,hint:"Name the function to measure with `exec` in tailgate.yml, or export it as `default`."})}if(y.kind==="failed"){let x=`k6 had not ended after ${Math.round(f)} s, and was killed`;return T(O?{...y,message:x}:y)}if(!y.complete&&v.crash===null)return T({kind:"failed",fault:"harness",message:"k6 was interrupted from outside",log:""});let $=n.config.pods?.count,M=Xs(y.summary,e.slots,$);if(M!==null)return T({kind:"failed",fault:"harness",message:`k6 reported ${M}`,log:""});let _=x=>s.get(x)?.hops??1,G=so(qo(Qs(y.summary,e.slots,$),S.samples,_),{around:n,instances:s,shared:o,samples:S.samples,generatorLimit:S.generatorLimit()}),be=x=>u==="head"?a.flatMap(Q=>x.map(Oe=>({label:Q,threshold:Oe}))):[],{summary:E,redirects:j}=y,X=e.slots.every(({round:x})=>x===null),Se=s.get("head")?.lastWords()??null;return{...v,failures:G.filter(({slot:x})=>x.arm==="head"&&(x.round!==null||X)).flatMap(x=>xc(x,y.told,p.get(x.slot)?.requests??[])).map(x=>({...x,said:Se})),redirects:j,thresholds:be(E.thresholds),fed:be(E.fed),unfed:be(E.unfed),lost:E.lost>0?a.map(x=>({label:x,requests:E.lost})):[],nodes:y.nodes??[],slots:await ro(G,g,m)}}function Rc({slots:e},t){let r=e.map(({step:n,startSeconds:s,seconds:o})=>n.load.kind==="arrival-rate"?s+o:0);return t===null?0:t+1e3*Math.max(...r)+20}function xc({slot:e,failures:t,cut:r,received:n,sent:s,slices:o,barren:a},i,l){let{label:u,graceSeconds:c}=e.step,d=t.map(({code:S,which:g,count:k})=>{let w=i.find(A=>A.label===u&&A.code===S)?.text,O=l.length>1?` of ${l[g]?.name}`:"";return{label:u,text:`${Fs(S,w)}${O}`,count:k}}),m=i.find(S=>S.label===u&&S.text.startsWith("exception")),f=a+o.reduce((S,g)=>S+g.failed,0)-r-d.reduce((S,{count:g})=>S+g,0);if(m!==void 0&&f>0&&d.push({label:u,text:m.text,count:f}),r===0)return d;let b=r===s&&n>0?`the answer began, and did not end within ${c} s`:`no complete answer within ${c} s`;return[...d,{label:u,text:b,count:r}].sort((S,g)=>g.count-S.count)}async function Ac(e,t,r){let{instances:n,shared:s,around:o}=r,a=n.get("base");if(a===void 0||te(n,s,"")?.arm!=="head"||o.signal.aborted)return;let i=e.slots.filter(({arm:c})=>c==="head"),l=(i.length>0?i:e.slots).map(c=>({...c,arm:"base",turns:null}));a.resume();let u={...r,instances:new Map([["base",a]])};await H(_e({...e,slots:l},l),`${t}-base`,u)}var Oc=1.15,Tc=1;function Jo(e,t,r=0){let n=K(t,.5),s=i=>!(K(i,.5)>Oc*n),o=e.findIndex((i,l)=>s([i])&&s(e.slice(l)));if(o===-1)return null;let a=e.slice(0,o===0?0:o+1).reduce((i,l)=>i+l.seconds,0);return Math.max(Tc,r+a)}var Ec=.3;function Vo(e,t,r,n){let s=e.filter(({slot:o})=>o.round===null&&!t.some(a=>a.slot.step===o.step));for(let{slot:o,slices:a}of s){let i=e.filter(p=>p.slot.round!==null&&p.slot.step===o.step&&p.slot.arm===o.arm&&B(p.slot)===B(o)),{readyAt:l}=r.get(o.arm),u=l===null?0:(a[0].startedAt-l)/1e3,c=Jo(a.map(p=>({...p,seconds:J(o,p.seconds)})),i.flatMap(({slices:p})=>p),Math.max(0,u-o.startSeconds-Ec)),{label:d}=o.step,m=n.get(d);n.set(d,m===null||c===null?null:Math.max(m??0,c))}}var Pc=3;function Ho({steps:e},t){let r=e.flatMap(({label:n})=>{let s=t.flatMap(({warmUps:o})=>o.get(n)??[]);return s.length>0?[[n,Math.max(...s)]]:t.length>=Pc?[[n,$e.seconds]]:[]});return new Map(r)}var tt=2e4,$c=2;async function Yo(e,t,r){let n=performance.now(),s=Xo(t);for(let[o,a]of e.entries()){let i=s.crash?.arm==="head"?s.crash:null;i!==null&&(s.crash=null),ge(s,r)&&await Cc(a,o,s,r),s.crash=ve(i,s.crash)}return s.wallSeconds=(performance.now()-n)/1e3,s}function Xo(e){return{index:e,kept:[],discarded:[],crash:null,failure:null,...qt(),soakFailures:[],warmUps:new Map,soak:[],wallSeconds:0}}function zt(e,t){return t===1?[e]:Array.from({length:t},(r,n)=>{let s=e.index+n,o=a=>a.filter(({slot:i})=>i.block===s);return{...n===t-1?e:Xo(s),index:s,kept:o(e.kept),discarded:o(e.discarded),wallSeconds:e.wallSeconds/t}})}async function Cc(e,t,r,n){let s={running:new Map,starts:0};try{_c(r.index,e.arms,n),await Z(s,{...n,together:e.arms,block:Jt(r,n)});for(let[o,a]of e.programs.entries()){let i=`${Zo(r,n)}-${t+1}-${o+1}`;await Nc(a,i,s,r,n)}e.arms.length>1&&ge(r,n)&&await Ic(s,r,n)}finally{await ee(s)}}async function Ic(e,t,r){let{progress:n}=r,s=Qo(e,t,r),o=r.soak?.(t)??[];for(let a=1;o.length>0&&ge(t,r);a++){let{arm:i}=o[0].slots[0],l=o.reduce((c,d)=>c+d.seconds,0);n.phase(`keeping the ${i} under load, for stalls, growth and memory`,l),r.follow?.(t,o.flatMap(ea));let u=[...e.running].filter(([c])=>c!==i).map(([,c])=>c);for(let c of u)c.halt();try{for(let[c,d]of o.entries()){if(!ge(t,r))break;let m=`${Zo(t,r)}-soak-${a}-${c+1}`,p=await H(d,m,s);t.crash=p.crash,t.failure??=p.failure,t.soak.push(...p.slots),t.soakFailures.push(...p.failures)}}finally{for(let c of u)c.resume()}o=r.soak?.(t)??[]}}function Qo(e,t,r){let{arms:n,shared:s,k6:o,seed:a,folder:i}=r;return{around:n.head,k6:o,seed:a,folder:i,instances:e.running,shared:s,block:t.index}}function Kt({part:e}){return e===void 0?"":`${e}-`}function Zo(e,t){return`${Kt(t)}block-${Jt(e,t)+1}`}function Jt({index:e},{sizings:t=0}){return e+t}function _c(e,t,r){let{arms:n,progress:s}=r,{services:o}=n.head.config,a=o.filter(({start:i,scope:l})=>i&&l==="instance").map(({name:i})=>i);a.length===0||e>0||s.phase(`starting ${a.join(", ")}${n.base?` of ${t.join(" and ")}`:""}`)}function Lc({index:e},{planned:t}){return t>1?`block ${e+1} of ${t}: `:""}async function Nc(e,t,r,n,s){let{arms:o,shared:a,progress:i,repeatDisturbed:l=!0}=s,u=e,c=!0;for(let d=0;u!==null&&ge(n,s);d++){let m=ea(u),p=u.slots.every(({requests:v})=>v===null)?u.seconds:void 0;i.phase(`${Lc(n,s)}measuring ${m.join(", ")}`,p),s.follow?.(n,m);let f=d===0?t:`${t}-again${d}`,h=await H(u,f,Qo(r,n,s)),{crash:b,failure:S,thresholds:g,slots:k}=h;n.crash=b,n.failure=S??n.failure;for(let v of["failures","redirects","fed","unfed","lost","nodes"])n[v].push(...h[v]);let w=k.filter(({slot:v})=>v.round!==null),O=b===null&&l?_s(w):[],A=d<$c&&c,y=O.length>0&&g.length>0&&A?w:O,R=w.filter(v=>!y.includes(v));n.kept.push(...R),n.discarded.push(...y),(y.length===0||!A&&R.length>0)&&n.thresholds.push(...g);for(let v of y)xr(()=>Ns(v,n.index));Vo(k,y,r.running,n.warmUps);let P=y.filter(v=>!Fc(v,s)).map(({slot:v})=>v);u=P.length>0&&A?_e(e,P):null,y.length>0&&i.note(Ls(y,u!==null)),u!==null&&(c=o.head.config.pods!==void 0||await Bc(s),n.crash=te(r.running,a,P[0].step.label),o.base&&ge(n,s)&&await Dc(r,n,s))}}function ea({slots:e}){return[...new Set(e.map(({step:t})=>t.label))]}async function Dc(e,t,r){let n=[...e.running.keys()];await ee(e),await Z(e,{...r,together:n,block:Jt(t,r)})}async function Bc({arms:e,progress:t}){return t.phase(`waiting for the machine to calm down (${tt/1e3} s at most)`),ze(tt,e.head.signal)}function Fc({slot:e,evidence:t},{isEnough:r}){return r!==void 0&&e.requests!==null&&t.seconds<le}function ge(e,{arms:t,isEnough:r}){let{crash:n,failure:s}=e;return n!==null||s!==null&&!z(s)||t.head.signal.aborted?!1:!r?.(e)}function z({arm:e,fault:t}){return e==="base"&&t==="script"}var jc=.001,ta=3;function na({label:e,kept:t,failures:r,users:n}){let s=[],o=t.filter(oa),a=aa(o,n)?null:la(o);a!==null&&s.push({kind:"cannot-keep-up",label:e,...ca(a),cpu:a.cpu});let i=sa({label:e,slices:t.flatMap(l=>l.slices),failures:r});return i===null?s:[...s,i]}function ra(e){let t=sa(e);return t&&{...t,soak:!0}}function sa({label:e,slices:t,failures:r}){let n=t.reduce((o,a)=>o+a.failed,0),s=t.reduce((o,a)=>o+a.failed+a.ok,0);return n<=jc*s?null:{kind:"failing",label:e,failed:n,requests:s,examples:r.slice(0,ta)}}var Uc=.01,Gc=.5;function Vt({kept:e,failures:t,thresholds:r,lost:n,users:s}){let o=e.reduce((l,u)=>l+u.barren,0),a=e.reduce((l,u)=>l+u.evidence.sent,0);if(o>Uc*a){let l=t.find(u=>u.startsWith("exception"));return`it threw before it sent a request, in ${o} of ${a} iterations${l?`: ${l}`:""}`}let i=e.reduce((l,u)=>l+u.untagged,0);return i>0?`it took the tag \`tailgate\` away in ${i} of ${a} iterations, and with it what an SLO on a metric of its own reads`:n>0?`${n} of its requests are in no count: it sends them in a way that Tailgate does not see, such as \`submitForm\`, \`clickLink\`, sockets or gRPC of a module from elsewhere, or a redirect to the same address (send that with \`redirects: 0\`)`:r.length>0&&e.some(({slices:l})=>l.some(({ok:u})=>u>0))?`nothing was measured that its threshold ${r.slice(0,ta).map(u=>`\`${u}\``).join(", ")} could judge, so it would always hold: mend its name or tags, or take it out`:aa(e.filter(oa),s)?`its iterations pause for longer than its ${s} virtual users allow at this rate, so arrivals were dropped: take \`sleep\` out of it, or declare a load of users`:null}var oa=({diagnosis:e})=>e==="service-slow";function aa(e,t=0){let r=e.flatMap(a=>a.slices);if(r.some(({failed:a})=>a>0))return!1;let n=r.reduce((a,{ok:i,avg:l})=>a+i*(l??0)/1e3,0),s=a=>e.reduce((i,{evidence:l})=>i+a(l),0),o=s(({intended:a})=>a??0)/s(({seconds:a})=>a);return n/s(({sent:a})=>a)<Gc*t/o}function ia(e,t){let r=Vt(e);return r!==null?{kind:"script-failed",label:e.label,message:r,log:""}:Ht(e.label,e,t)}function Ht(e,{kept:t,discarded:r},n){if(t.length>=n/2&&t.length>0){if(t.flatMap(h=>h.slices).reduce((h,b)=>h+b.ok+b.failed+b.dropped,0)>0)return null;let{seconds:f}=t[0].evidence;return t.every(({evidence:h})=>h.sent===0)?{kind:"none-begun",label:e,seconds:f}:{kind:"script-failed",label:e,message:`it sent no request while it was measured. It may pause for longer than the ${Number(f.toPrecision(2))} s that are measured at a time, or look for \`exec.scenario.name\` or \`exec.test.options.scenarios\`, which are those of Tailgate`,log:""}}let s=la(r);if(s===null)return{kind:"harness",message:`${e} was not measured`,log:""};let{cpu:o,lagMs:a,pods:i}=s,l=i&&(Xn(s)?i.latest:i.behind),u={label:e,...ca(s),cpu:o},c=r.length+t.length,d={"generator-starved":{kind:"generator-starved",...u,lagMs:a,...l&&{pod:l}},disturbed:{kind:"machine-disturbed",label:e,discarded:r.length,rounds:c,cpu:o},unknown:{kind:"cause-unknown",...u}},m=p=>r.filter(({diagnosis:f})=>f===p).length;return Object.entries(d).reduce((p,f)=>m(f[0])>m(p[0])?f:p)[1]}function la(e){let t=({sent:r,intended:n})=>n===null?0:n-r;return e.map(({evidence:r})=>r).sort((r,n)=>t(n)-t(r))[0]??null}function ca({sent:e,intended:t,seconds:r}){return{sent:e,intended:t??e,seconds:r}}var Wc=.98,qc=.01,zc=.8;function ua(e,t,{diagnosis:r,evidence:n,slices:s}){let o=we(s,e.metric),{sent:a,intended:i}=n,l=i!==null&&a<Wc*i,u=Kc(s),c=Ee(s),m=!Number.isNaN(o)&&!St(Ur,c)&&!St(e,o)&&!l&&!u;return{rate:t,achieved:un(s),met:m,value:o,errors:c,dropped:s.reduce((p,f)=>p+f.dropped,0),...u&&{growing:u},...!m&&er(n,r)&&{limitedBy:"generator"}}}function Kc(e){let t=e.filter(i=>dn(i)>0).map(i=>({at:i.startedAt/1e3,wait:K([i],.5)/1e3})),r=t[0],n=t.at(-1);if(r===void 0||n===void 0||t.length<4||n.wait===1/0)return;let s=t.flatMap((i,l)=>t.slice(l+1).map(u=>u.wait>i.wait)),o=s.filter(Boolean).length>=zc*s.length,a=(n.wait-r.wait)/(n.at-r.at);return o&&a>qc?!0:void 0}var Jc=8,Vc=2;async function da(e,t){let{instances:r,around:n,shared:s,start:o,progress:a,block:i,repeatDisturbed:l=!0}=t,u=[...r.keys()],c={block:i,arms:new Map(u.map(h=>[h,{trials:[],estimate:null}])),discarded:[],crash:null,failure:null,loadSeconds:0},d=new Map,m=0,p=h=>c.arms.get(h).trials,f=()=>c.crash!==null||c.failure!==null&&!z(c.failure)||n.signal.aborted;for(let h=1;!f()&&c.failure===null&&c.loadSeconds<t.secondsLeft;h++){let b=u.flatMap(k=>{let w=Pr({...e.goal,outcomes:p(k),start:o});return w===null?[]:[{arm:k,...w}]});if(b.length===0)break;t.drawFirst()!==b[0].arm&&b.reverse(),a.phase(Xc(e,b,c));let S=[];for(let[k,w]of Yc(e,b,h===1).entries()){if(f())break;let O=`${Kt(t)}search-${e.scenario}-${u.join("-")}-${i+1}-${h}-${k+1}`,A=await H(w,O,{...t,around:n,instances:r,shared:s});c.crash=A.crash,c.failure=A.failure??c.failure,c.loadSeconds+=A.loadSeconds;let y=A.slots.filter(({slot:v})=>v.round!==null),R=l?y.filter(({diagnosis:v})=>v==="disturbed"):[];if(S.push(...R),R.length>0)continue;let{arm:P}=w.slots[0];d.set(P,[...d.get(P)??[],...y]),c.failure=Hc(e,{arm:P,kept:d.get(P)},A)??c.failure;for(let v of y){let{rate:T}=b.find(({arm:M})=>M===v.slot.arm),$=ua(e.goal.slo,T,v);p(v.slot.arm).push($)}}if(S.length===0)continue;c.discarded.push(...S);let g=S.map(({diagnosis:k,evidence:w})=>ke(k,w));if(a.note(`a trial of ${e.label} is discarded: ${[...new Set(g)].join("; ")}`),c.discarded.length>Jc||m===Vc)break;await ze(tt,n.signal)||m++,c.crash??=te(r,s,e.label)}for(let h of c.arms.values())h.estimate=$r(h.trials,e.goal);return c}function Hc({label:e,work:t},{arm:r,kept:n},s){if(t.kind!=="script"||s.failure!==null||s.crash!==null)return null;let o=Vt({kept:r==="head"?n:[],failures:s.failures.map(({text:a})=>a),thresholds:[],lost:s.lost.reduce((a,{requests:i})=>a+i,0)});return o===null?null:{kind:"failed",fault:"script",message:o,log:"",label:e,arm:r}}function Yc(e,t,r){return e.work.kind==="request"?[pt(e,t,r)]:t.map(n=>pt(e,[n],r))}function Xc({label:e},t,{arms:r}){let n=t.map(({arm:s,rate:o})=>{let{trials:a}=r.get(s),i=Math.max(0,...a.filter(({met:d})=>d).map(d=>d.rate)),l=Math.min(...a.filter(({met:d})=>!d).map(d=>d.rate)),u=[...i>0?[`${Y(i)} meets`]:[],...l<1/0?[`${Y(l)} does not`]:[]],c=u.length>0?`${u.join(", ")}; `:"";return`${r.size>1?`${s}: `:""}${c}trying ${Y(o)}`});return`capacity of ${e}: ${n.join(" \xB7 ")}`}function ma({label:e},{arms:t}){let r=[...t].map(([n,{estimate:s,trials:o}])=>{let a=t.size>1?`${n} `:"",i=`${o.length} trials`;if(s===null)return`${a}not found (${i})`;let{kind:l,value:u,low:c,high:d}=s;return l==="found"?`${a}${Y(u)} (${Y(c)} \u2026 ${Y(d)}, ${i})`:`${a}${l==="below"?`less than ${Y(d)}`:`at least ${Y(c)}`} (${i})`});return`capacity of ${e}: ${r.join("; ")}`}function Y(e){return`${Number(e.toPrecision(4)).toLocaleString("en")} req/s`}var pa={far:2,near:1.12},Qc=.7;async function fa(e,t,r){for(let s of e)t.set(s,[]);let n=Math.max(0,...e.map(({blocks:s})=>s.most));for(let s=0;s<n;s++){let o=e.filter(d=>nu(d,t.get(d),s));if(o.length===0||ha(t,r,["head","base"]))return;let i=r.drawFirst()==="head"?["head","base"]:["base","head"],l=r.arms.base?i:["head"],u=new Map(o.map(d=>[d,ru(d,t.get(d))])),c=r.swapped?l.map(d=>[d]):[l];for(let[d,m]of c.entries())await Zc(o,{together:m,block:s,before:u,found:t,share:1/(c.length-d)},r)}}async function Zc(e,{together:t,block:r,before:n,found:s,share:o},a){let{arms:i,progress:l,part:u}=a,c={running:new Map,starts:0};try{l.phase(`starting services for the search of a capacity, start ${r+1}`),await Z(c,{arms:i,together:t,block:eu+r,part:u});for(let d of e){if(ha(s,a,t))return;let m=s.get(d),p=await da(d,{...a,around:i.head,instances:c.running,block:r,start:n.get(d),secondsLeft:o*ga(d,m)});tu(m.find(f=>f.block===r),p),m.push(p),l.note(ma(d,p))}}finally{await ee(c)}}var eu=1e3;function tu(e,t){e?.crash?.arm==="head"&&t.crash?.arm==="base"&&(t.crash=ve(e.crash,t.crash),e.crash=null),e&&t.failure!==null&&!z(t.failure)&&(e.failure=null)}function ha(e,{arms:t},r){let n=({crash:s,failure:o})=>o!==null&&(!z(o)||r.includes("base"))||s!==null&&(s.arm!=="head"||r.includes("head"));return t.head.signal.aborted||[...e.values()].flat().some(n)}function ga({budgetSeconds:e},t){return e-t.reduce((r,{loadSeconds:n})=>r+n,0)}function nu(e,t,r){if(r===0)return!0;if(r>=e.blocks.most)return!1;let n=Array.from({length:r},(a,i)=>t.filter(l=>l.block===i).reduce((l,{loadSeconds:u})=>l+u,0)),[s,...o]=n;return ga(e,t)>=Qc*Math.min(mt.later/mt.first*s,...o)}function ru({goal:e},t){let r=t.flatMap(({arms:n})=>[...n.values()].flatMap(({estimate:s})=>s??[]));return r.length===0?{rate:e.from,factor:pa.far}:{rate:pn(r.map(({value:n})=>n)),factor:pa.near}}function ba(e,t){let[r,...n]=e;if(n.length===0)return r;let s=m=>e.flatMap(m),o={slos:s(({slos:m})=>m),changes:s(({changes:m})=>m),faults:s(({faults:m})=>m),invalid:su(s(({invalid:m})=>m))},a=m=>C(e,({effort:p})=>p[m]),[i,l]=[s(m=>m.work??[]),s(m=>m.risen??[])],u=s(m=>m.flameGraphs??[]),c=s(m=>m.redirects??[]),d=s(m=>m.unfinished??[]);return{...r,...fr({...o,failOn:t}),...o,costs:s(({costs:m})=>m),loosened:[...new Map(s(({loosened:m})=>m).map(m=>[JSON.stringify(m),m])).values()],suspects:s(({suspects:m})=>m),...c.length>0&&{redirects:c},...d.length>0&&{unfinished:d},...i.length>0&&{work:i},...l.length>0&&{risen:l},...u.length>0&&{flameGraphs:u},pair:au(e.flatMap(({pair:m})=>m??[])),effort:{slices:a("slices"),discardedRounds:a("discardedRounds"),instances:a("instances"),loadSeconds:a("loadSeconds")}}}function su(e){return[...new Map(e.map(t=>[JSON.stringify({...t,log:""}),t])).values()]}function ou(e){let t=Number(e.toFixed(9));return Math.abs(e-t)<1e-12?t:e}function au(e){let[t]=e;if(t===void 0)return null;let r=e.flatMap(s=>s.unread??[]),n=C(e,s=>s.error);return{...t,...r.length>0&&{unread:r},variants:e.length,blocks:C(e,({blocks:s})=>s),planned:C(e,({planned:s})=>s),discarded:{base:C(e,({discarded:s})=>s.base),head:C(e,({discarded:s})=>s.head)},error:Math.min(1,ou(n))}}import{realpathSync as va,writeFileSync as fu}from"node:fs";import{devNull as hu}from"node:os";import{join as Ae}from"node:path";import{once as iu}from"node:events";import{realpathSync as lu}from"node:fs";import{join as cu}from"node:path";var xe=["base","head"],Sa=3,uu=2,du=4,mu=4,pu=1,ya="services and profilers took so long to start that no time is left for it";async function wa(e){let{arms:t,folder:r,layOut:n,choose:s,shared:o,k6:a,seed:i,block:l,tops:u,seconds:c,part:d}=e,m=performance.now()+1e3*c,p=AbortSignal.timeout(1e3*c),f=iu(p,"abort").then(()=>{throw new Error(ya)});f.catch(()=>{});let h=new Map,b=new Map,S={running:new Map,starts:0},g=[],k=async(w,O,A)=>{let y=b.get(w).filter(R=>A==="time"||R.seesAllocations);return(await Promise.all(y.map(R=>R.sample(O,A)))).flat()};try{for(let E of xe)h.set(E,await rs(cu(r,`${E}.sock`)));let w=E=>({...t[E],preload:h.get(E).preload,signal:AbortSignal.any([t[E].signal,p]),grace(j){let X=m+1e3*mu-performance.now();return Math.min(t[E].grace(j),Math.max(1e3*pu,X))}}),O={head:w("head"),base:w("base")};await Z(S,{arms:O,together:xe,block:l,part:d}),p.aborted&&await f;for(let E of xe){let{sessions:j}=S.running.get(E),{environment:X}=t[E],[Se,x]=[u[E],E],Q=fs({sessions:j,top:Se,folder:r,name:x,environment:X,signal:p}),Oe=await Promise.race([Q,f]),tn=h.get(E);b.set(E,tn.countPeers()>0?[tn,...Oe]:Oe)}let A=[...b.values()],y=A.every(E=>E.some(j=>j.seesAllocations)),R=()=>y?s(g):"time",P=s(g);if(A.some(E=>E.length===0)||P!==R())return g;await Promise.race([Promise.all(xe.map(E=>k(E,1,P))),f]);let v={around:O.head,k6:a,folder:r,instances:S.running,shared:o,block:l,seed:i},T=async()=>{let E=R(),j=async x=>tr(await k(x,Sa,E),[u[x],lu(u[x])]),[X,Se]=await Promise.all(xe.map(j));return{of:E,base:X,head:Se}},$=(m-performance.now())/1e3-du;if($<Sa)throw new Error(ya);let M=H(n($),"profile",v),_=M.then(()=>null);for(let E=0;;E++){let j=await Promise.race([T().catch(()=>null),_]);if(j===null)break;E>=uu&&g.push(j)}let{crash:G,failure:be}=await M;return G===null&&be===null?g:[]}finally{for(let w of[...b.values()].flat())w.close();await ee(S);for(let w of h.values())w.close()}}var gu=4;async function Ma(e,{plan:t,blocks:r,config:n},{tops:s},o){let{arms:a,progress:i}=o,{head:l,base:u}=a,{verdict:c}=e,d=yu(c),m=d?.label??Su(c),p=t.steps.find(b=>b.label===m),f=n.services.some(({start:b,container:S})=>b!==void 0&&!S);if(n.explain==="off"||!f||!p||!s||!u||!Ie(t,p)||l.signal.aborted)return e;let h=`takes the ${d?"processor time":"memory"}`;i.phase(`looking for what ${h} of ${p.label}`,40);try{let b=await wa({...o,arms:{head:l,base:u},tops:s,block:r.length,seconds:40,layOut:v=>In(t,p,v),choose:v=>d&&!bu(re(v,"time"),d)?"time":"allocations"});for(let v of["time","allocations"])for(let T of["base","head"]){let $=nr(re(b,v).map(M=>M[T]));$!==""&&fu(Ae(o.folder,`profile-${v}.${T}.txt`),$)}let S=async(v,T)=>{let $=[...new Set(v.flatMap(G=>G.function?.file??[]))];if(v.length===0||!$.every(G=>Ra(G,s.head)))return[];let M=await wu($,s,l),_=or(v,re(b,T),M);return[{label:p.label,..._,...T==="allocations"&&{of:T}}]},g=d?await S(ht(re(b,"time"),d),"time"):[],w=g.some(v=>v.function!==null)?[]:await S(sr(re(b,"allocations")),"allocations"),O=[...g,...w],A=(v,T)=>{let $=ar(re(b,v),T);return $.length>0?[{label:p.label,of:v,bars:$}]:[]},y=rr(re(b,"allocations")),R=[...d?A("time",d):[],...A("allocations",{base:y.base/y.head,head:1})],P={...O.length>0&&{risen:O},...R.length>0&&{flameGraphs:R}};return{...e,verdict:{...c,...P}}}catch(b){return i.note(`what ${h} could not be looked for: ${b.message}`),e}}var re=(e,t)=>e.filter(r=>r.of===t);function bu(e,t){return e.length<gu?!1:ht(e,t).find(({isMost:r})=>r)?.function===null}function Su({changes:e,invalid:t,faults:r}){if(!(t.length>0||r.length>0))return e.find(({code:n,metric:s})=>n==="regressed"&&s.kind==="memory")?.label}function yu(e){if(e.invalid.length>0||e.faults.length>0)return;let t=new Set(e.changes.filter(({code:r,metric:n})=>r==="regressed"&&fn(n)).map(({label:r})=>r));return gs(e).filter(r=>t.has(r.label)&&bs(r)).sort((r,n)=>n.change.value-r.change.value)[0]}function Ra(e,t){try{return va(Ae(t,e)).startsWith(`${va(t)}/`)}catch{return!1}}async function wu(e,t,{environment:r,signal:n}){let s=new Map,o=["--no-index","--unified=0","--no-color","--no-ext-diff","--no-textconv"],a=performance.now()+ku;for(let i of e){let l=Ra(i,t.base)?Ae(t.base,i):hu,u=await Ne({file:"git",arguments:["diff",...o,"--",l,Ae(t.head,i)],environment:ae(r),timeoutMs:Math.max(0,a-performance.now()),signal:n});if(u.kind!=="ended")continue;let d=[...u.output.matchAll(/^@@ -[\d,]{1,20} \+(\d{1,9})(?:,(\d{1,9}))? @@/gm)].flatMap(([,m,p="1"])=>Array.from({length:Math.min(vu,Math.max(1,Number(p)))},(f,h)=>Number(m)+h));d.length>0&&s.set(i,{changed:d,lines:ps(Ae(t.head,i))})}return s}var ku=1e3,vu=1e4;async function Yt(e,{pair:t,guessMissing:r},n){let{kind:s,arm:o,service:a,log:i,other:l}=e,u=n?`${e.message} (variant ${n.name})`:e.message,c=o===null?null:await r(o,i);if(o!=="base"||t===void 0){let d=c===null?"":`; \`${c}\` is git-ignored, so a fresh tree has none: let \`build\` make it, or name it in \`reuse\``,m=l==="ready"&&o==="head";if(l===null||l==="ready")return{kind:s,service:a,message:u+d,log:i,...m&&{onlyHead:!0}};let p=`; \`${l.service}\` of the base: ${l.message}`;return{kind:s,service:a,message:u+p+d,log:Mt(i,l.log),both:!0}}return{kind:"base-failed",fault:s,commit:t.baseCommit,service:a,message:u,log:i,missing:c}}function nt({draft:e},t){let r=e.pair?.baseCommit;if(t===void 0||r===void 0)return null;let{crash:n,failure:s}=t;if(n?.arm==="base"){let{service:l,exit:u,log:c,head:d}=n,m=d&&`, and \`${d.service}\` of this change with ${d.exit}`,p=`under load it ended with ${u}${m??""}`;return{kind:"base-failed",fault:"crashed",commit:r,service:l,message:p,log:c,missing:null,...d&&{both:!0}}}if(n!==null||s===null||!z(s))return null;let{label:o,log:a}=s,i=`the script of ${o} fails on the base, though not on the head: ${s.message}`;return{kind:"base-failed",fault:"script-failed",commit:r,service:o,message:i,log:a,missing:null}}function I(e,t,r){return e.filter(({slot:n})=>n.step.label===t.label&&n.arm===r)}function st({label:e},t){return t.map(({kept:r})=>r.filter(({slot:n})=>n.step.label===e))}function xa(e,t){let r=t.flatMap(({discarded:s})=>s).filter(({slot:s,diagnosis:o,evidence:a})=>{let i=o==="generator-starved"||o==="unknown";return s.step.label===e.label&&i&&Zn(a)}),n=r.filter(({slot:s})=>B(s));return{head:rt(n,"head"),base:rt(n,"base"),together:r.filter(({slot:s})=>s.turns?.position===0).length}}function Aa(e){return e.findLast(t=>t.soak.length>0)}function ot(e,t){let r=Aa(t)?.soak??[],n=s=>I(r,e,s).flatMap(({slices:o,disturbed:a})=>o.filter((i,l)=>!a[l]));return{base:n("base"),head:n("head")}}function Xt(e,t,r){let{kept:n,discarded:s}=Oa(e,t,{arm:"head",isMeant:r});return{label:e.label,kept:n,discarded:s,failures:Ta(e,t.flatMap(o=>o.failures)),thresholds:Mu(e,t),lost:t.flatMap(({lost:o})=>o).filter(({label:o})=>o===e.label).reduce((o,{requests:a})=>o+a,0),...e.work.kind==="script"&&e.load.kind==="arrival-rate"&&{users:e.virtualUsers}}}function Oa(e,t,{arm:r,isMeant:n}){let s=l=>I(l,e,r).filter(({slot:u})=>n(u)),o=t.map(({kept:l,discarded:u})=>({kept:s(l),discarded:s(u)})),a=o.flatMap(l=>l.discarded),i=t.flatMap(l=>I(l.discarded,e,r==="head"?"base":"head"));return{kept:o.flatMap(({kept:l})=>l),discarded:a.some(pe)?a:i.filter(({slot:l})=>n(l)),tried:o.map(({kept:l,discarded:u})=>new Set([...l,...u].map(({slot:c})=>c.key)).size).reduce((l,u)=>l+u,0)}}function Ta({label:e},t){let r=new Map;for(let{text:n,count:s}of t.filter(o=>o.label===e))r.set(n,(r.get(n)??0)+s);return[...r].sort((n,s)=>s[1]-n[1]).map(([n])=>n)}function Mu({label:e,work:t},r){if(t.kind!=="script")return[];let s=r.flatMap(({kept:i})=>i.map(({slot:l})=>l.step)).filter(i=>i.work.kind==="script"&&i.work.path===t.path),o=(i,l)=>r.flatMap(u=>u[i].filter(c=>l.has(c.label))).map(u=>u.threshold),a=new Set(o("fed",new Set([e,...s.map(i=>i.label)])));return[...new Set(o("unfed",new Set([e])))].filter(i=>!a.has(i))}function Ea(e,t){let{head:r}=ot(e,t);return r.length===0?null:{label:e.label,slices:r,failures:Ta(e,Aa(t).soakFailures)}}function Pa(e,t,r){let n=r.flatMap(({index:a,kept:i})=>{let l=I(i,e,t);return l.length>0?[{block:a,slots:l}]:[]}),s=ot(e,r)[t],o=r.flatMap(a=>I(a.discarded,e,t).flatMap(({slices:i,evidence:l,diagnosis:u})=>i.length===0?[]:[{startedAt:i[0].startedAt,seconds:l.seconds,because:u}]));return{scenario:e.scenario,label:e.label,...e.variant&&{variant:e.variant},load:e.load,instances:n.map(({block:a,slots:i})=>{let l=Ye(i);return{block:a,slices:i.flatMap(({slices:u})=>u),...l&&{calls:l}}}),...s.length>0&&{soak:s},...o.length>0&&{discarded:o}}}function $a(e,t,r,n){let o=[...new Set(t.flatMap(({thresholds:m})=>m.map(({label:p})=>p)))].map(m=>{let p=t.flatMap(f=>f.thresholds.filter(h=>h.label===m));return{kind:"threshold",label:m,thresholds:[...new Set(p.map(({threshold:f})=>f))]}}),a=[...r].flatMap(([m,p])=>Ss(m,p)??[]),i=t.flatMap(m=>[...m.failures,...m.soakFailures]),l=m=>m.kind==="failing"?{...m,...i.findLast(({label:p})=>p===m.label)?.said}:m,u=e.flatMap(na),c=m=>u.some(p=>p.kind==="failing"&&p.label===m),d=n.filter(({label:m})=>!c(m)).flatMap(m=>ra(m)??[]);return[...Ke(t),...a,...[...u,...d].map(l),...o]}function Ca(e,t,r,n){if(t.length===0)return[];let s=Je(t);if(s.length>0||t.some(({crash:a})=>a!==null))return s;let o=_n(e,t.length);return e.steps.flatMap(a=>{if(n.some(c=>c.kind==="fills-machine"&&c.label===a.label))return[];let i=r.has(a.label)?[B]:[B,Dn];return(e.paired&&!r.has(a.label)?["head","base"]:["head"]).flatMap(c=>i.map(d=>{let m=o.filter(h=>h.step===a&&h.arm===c&&d(h)).length;if(m===0)return null;let p=Oa(a,t,{arm:c,isMeant:d}),f=p.tried===0?m:Math.min(m,p.tried);if(c==="base"){let h=Ht(a.label,p,f);return h!==null&&Ru(h)?null:h}return ia(Xt(a,t,d),f)})).find(c=>c!==null)??[]})}function Ru(e){if(e.kind!=="generator-starved")return e.kind==="none-begun"||e.kind==="script-failed";let{service:t,generator:r}=e.cpu;return t!==null&&r!==null&&t>r}function rt(e,t){return e.filter(({slot:r})=>r.arm===t).length}var xu=.5;function _a(e,t){let{work:r,label:n}=e;if(r.kind==="script")return[];let s=t.flatMap(({kept:a})=>I(a,e,"head")),o=t.flatMap(({redirects:a})=>a);return ie(r).flatMap(({request:a},i)=>{let l=o.find(m=>m.label===n&&m.which===i);if(l===void 0)return[];let{status:u,location:c}=l,d=cr(s.flatMap(({answers:m})=>m[i]??[])).get(u)??0;return d<=xu?[]:[{label:n,request:Qt(a),status:u,location:c,share:d}]})}function La(e,t){if(e.work.kind!=="script")return[];let r=t.flatMap(({kept:n})=>I(n,e,"head"));return r.some(({whole:n})=>n>0)||r.every(({sent:n})=>n===0)?[]:[{label:e.label,seconds:Math.max(...r.map(({slot:n})=>n.seconds))}]}function Na(e,{paired:t},r){let{work:n,label:s}=e,o=r.map(({kept:i})=>({base:Ia(I(i,e,"base")),head:Ia(I(i,e,"head"))}));if(!t)return dr(s,o.flatMap(({head:i})=>i.slices));let a=n.kind==="script"?null:ie(n).map(({request:i})=>({text:Qt(i),keepsSize:i.expectSize==="same"}));return ur(s,a,o)}function Da(e,t,r){let{work:n}=e,s=r.flatMap(({kept:a})=>I(a,e,t));return(n.kind==="script"?[null]:ie(n).map(({request:a})=>Qt(a))).flatMap((a,i)=>{let l=s.flatMap(({answers:p})=>p[i]??[]),u={};for(let[p,f]of l.flatMap(({statuses:h})=>[...h]))u[p]=(u[p]??0)+f;let{typical:c,mean:d,count:m}=lr(l);return Object.keys(u).length===0&&m===0?[]:[{request:a,statuses:u,...m>0&&{bytes:{typical:c,mean:Math.round(d)}}}]})}function Ia(e){return{answers:e.map(({answers:t})=>t),slices:e.flatMap(({slices:t})=>t),iterations:e.reduce((t,{sent:r})=>t+r,0),connects:e.reduce((t,{connects:r})=>t+r,0),calls:Ye(e)}}function Qt({method:e,url:t}){let r=t.replace(/[?#].*/s,"");return e==="GET"?r:`${e} ${r}`}function Ba(e,t){return[...e].flatMap(([{scenario:r,label:n,goal:s},o])=>["head","base"].flatMap(a=>{let i=o.flatMap(({block:l,arms:u})=>{let c=u.get(a);return c&&c.trials.length>0?[{block:l,...c}]:[]});return i.length>0?[{scenario:r,label:n,digest:t.get(n),goal:s,arm:a,blocks:i}]:[]}))}function Fa(e){return Math.max(0,...[...e.values()].flatMap(t=>t.map(({block:r})=>r+1)))}function ja(e){let t=[...e.values()].flat(),r=Je(t);return r.length>0||t.some(({crash:n})=>n!==null)?r:[...e].flatMap(([{label:n},s])=>s.some(({arms:a})=>a.get("head")?.estimate!=null)?[]:[Au(n,s)])}function Au(e,t){let r=t.flatMap(o=>o.discarded),n=t.flatMap(({arms:o})=>o.get("head")?.trials??[]),s=r.at(-1);return s===void 0||n.length>r.length?{kind:"search-too-short",label:e,trials:n.length}:{kind:"machine-disturbed",label:e,discarded:r.length,rounds:r.length+n.length,cpu:s.evidence.cpu}}function se(e,t,r,n=new Map){let{config:s,plan:o,baseline:a,digests:i,draft:l,comparison:u}=e,c=o.steps.map(y=>Xt(y,t,B)),d=new Map(o.steps.map(y=>[y.label,xa(y,t)])),m=o.steps.flatMap(y=>Ea(y,t)??[]),p=$a(c,t,d,m),f=u.kind==="pair"?["head","base"]:["head"],h=o.steps.flatMap(y=>f.flatMap(R=>{let P=Pa(y,R,t),v=i.get(y.label);if(P.instances.length===0)return[];let T=Da(y,R,t);return[{...wr(P,R,v),...T.length>0&&{answers:T}}]})),b=Ba(n,i),S=Ou(s,t),g={...l,...S&&{generators:S},steps:h,...b.length>0&&{capacities:b}},k=Zt(o,t),w=o.steps.flatMap(y=>{if(!h.some(({label:T,arm:$})=>T===y.label&&$==="head"))return[];let R=s.scenarios.find(({name:T})=>T===y.scenario),P=Ir(a,g,y.label),v=T=>{let $=t.flatMap(({kept:M})=>I(M,y,"base").flatMap(({slices:_})=>_));return $.length>0?we($,T):ys(P.runs.map(({slices:M})=>we(M,T)))};return[{label:y.label,slos:y.slos,load:y.load,blocks:st(y,t),crowding:d.get(y.label),soak:ot(y,t),...y.work.kind==="script"&&{seen:Tu(y,t)},isNew:k.has(y.label),anySize:s.baseline.anySize,limits:An(y,o.steps),history:P,sensitivityOf:(T,$)=>Tn(s,R,T,$,()=>v(T))}]}),O=y=>rt(t.flatMap(R=>R.discarded),y);return{...Ms({steps:w,faults:[...p,...Ke([...n.values()].flat())],searches:o.searches.length,capacities:vs(g,s,o.searches,y=>_r(a,g,y)),invalid:r?[r]:[...Ca(o,t,k,p),...ja(n)],looks:o.looks,comparison:u,discarded:{base:O("base"),head:O("head")},loosened:e.loosened,failOn:e.failOn,redirects:o.steps.flatMap(y=>_a(y,t)),unfinished:o.steps.flatMap(y=>La(y,t)),work:o.steps.flatMap(y=>Na(y,o,t)),effort:{slices:t.flatMap(({kept:y})=>y).reduce((y,R)=>y+R.slices.length,0),discardedRounds:O("head"),instances:f.length*(t.length+Fa(n)),loadSeconds:[...t.flatMap(({kept:y,soak:R})=>[...y,...R].map(({evidence:P})=>P.seconds)),...[...n.values()].flat().map(({loadSeconds:y})=>y)].reduce((y,R)=>y+R,0)}}),record:g}}function Ou({pods:e},t){if(e===void 0)return;let{count:r,image:n,cpu:s,memory:o}=e,a=[...new Set(t.flatMap(i=>i.nodes))].sort();return{pods:r,nodes:a,image:n,cpu:s,memory:o}}function Tu(e,t){let r=t.flatMap(({kept:n})=>I(n,e,"head").flatMap(s=>s.seen??[]));return[...new Map(r.map(n=>[n.name,n])).values()]}var Eu=.5,Pu=2;function Zt({paired:e,steps:t},r){if(!e)return new Set;let n=s=>{let o=r.map(({kept:a})=>({base:I(a,s,"base"),head:I(a,s,"head")})).filter(({base:a,head:i})=>a.length>0&&i.length>0);return o.length>=Pu&&o.every(({base:a,head:i})=>Ua(a)&&!Ua(i))};return new Set(t.filter(n).map(({label:s})=>s))}function Ua(e){return Ee(e.flatMap(({slices:t})=>t))>Eu}import{randomInt as Ja}from"node:crypto";function Ga(e,t){let r=new Map;for(let n of e.steps.filter(s=>Cn(e,s))){let s=st(n,t),o=hs({alone:ws(s).alone,all:s.map(ks)});o!==null&&r.set(n.label,o)}return r}var $u=2.5,Cu=.5;function Wa(e,t,{wallSeconds:r,loadSeconds:n}){if(t.pods!==void 0&&Rs(e))return e;let s=Math.max(Cu,r-n-Iu(e)),o=e.steps.reduce((a,i)=>a+i.budgetSeconds,0);return Pn(e,t,Math.floor(($u-1)*o/s))}function Iu(e){return e.warmUpSeconds!==void 0?0:e.steps.filter(({load:n})=>n.kind!=="fixed-work").map(n=>Ie(e,n)?1:2).reduce((n,s)=>n+s,0)*($e.seconds-le)}function en({steps:e,paired:t},{kept:r,discarded:n}){let s=t?["base","head"]:["head"],o=[...r,...n].filter(({slot:i})=>i.requests!==null),a=e.filter(({load:i})=>i.kind==="fixed-work").map(i=>({label:i.label,of:s.map(l=>I(o,i,l))}));return a.some(({of:i})=>i.some(l=>l.length===0))?new Map:new Map(a.map(({label:i,of:l})=>[i,l.flat().filter(({slices:u})=>u.reduce((c,{ok:d,failed:m})=>c+d-m,0)>0).map(({slices:u})=>u.reduce((c,{seconds:d})=>c+d,0))]))}function qa(e,{steps:t},r){return t.flatMap((n,s)=>{if(n===e.steps[s])return[];let o=je(1e3*Math.min(...r.get(n.label))),[a,i]=[e.steps[s],n].map(l=>Ue(lt(l)));return[`${n.label}: ${a} requests took only ${o}; from now on there are ${i} in each stretch, which is ${Ue(n.passes)} times the work`]})}function za({steps:e,blocks:t},r){return e.flatMap(n=>{let{label:s,budgetSeconds:o}=n,a=r.get(s)??[],i=a.length===0?0:jn(a);return i*t<=o?[]:[`${s}: ${Ue(lt(n))} requests take ${je(i*500)}; for two revisions in ${t} blocks, the fewest that can show a change, that is ${je(i*t*1e3)}, more than its budget of ${o} s`]})}function Ka(e,t,r){let{block:n,current:s,later:o}=r,a=[...t,...n===null?[]:[n]].flatMap(l=>l.kept),i=e.paired?["base","head"]:["head"];return{scenarios:e.steps.map(l=>({label:l.label,isCurrent:s.includes(l.label),arms:i.map(u=>{let c=Hn(I(a,l,u).flatMap(d=>d.slices));return{arm:u,p50:K(c,.5),p99:K(c,.99)}})})),variantsLeft:o.length,secondsLeft:_u(e,t,r)}}function _u(e,t,{elapsedSeconds:r,isLast:n,later:s}){if(t.length===0&&e.fixedWork.length>0)return;let{soak:o,searches:a}=e.seconds,i=qn(e).last-o-a,l=t.filter(({discarded:d})=>d.length===0),u=l.length>0?l.reduce((d,{wallSeconds:m})=>d+m,0)/l.length:i/e.blocks,c=n?0:u*(e.blocks-t.length)-r;return Math.max(0,c)+o+a+zn(s).wall.last}var Va={blocks:2,seconds:60},Lu=5;async function Ha(e,t){let{signal:r}=t.arms.head,{blocks:n}=e,s=new Set,o=0;for(;n.length<e.plan.blocks&&!r.aborted;){let a=n.length;for(let[g,k]of Ga(e.plan,n)){if(s.has(g))continue;s.add(g);let w=k==="hidden-work";e.plan=$n(e.plan,e.config,{measured:a,worksMore:w}),t.progress.note(ju(g,k,e.plan))}let{plan:i}=e,l=g=>({index:g,first:Ja(2)===0?"head":"base",reversed:Ja(2)===0,headOnly:Zt(i,n),warmUpSeconds:Ho(i,n),shift:ut[g%ut.length],longer:s}),{stages:u,count:c}=xs(i,a,e.config,l),d={judgement:null},m=performance.now(),p=!1,f=(g,k)=>{let w=(performance.now()-m)/1e3,O={block:g,elapsedSeconds:w,isLast:p,current:k,later:e.later};t.progress.interim(()=>Ka(i,n,O))};a>0&&f(null,[]);let h=await Yo(u,a,{...t,planned:i.blocks,sizings:o,follow:f,...a===0&&{isEnough:g=>dt(i,en(i,g))!==i},soak:g=>{if(i.soakSeconds===0||!i.looks.includes(a+c))return[];let k=[...n,...zt(g,c)];d.judgement=se(e,k,null);let w=Du(d.judgement,i,k.at(-1));return p=w.length>0,w}}),b=en(i,h);if(a===0&&h.failure===null&&h.crash===null){e.plan=dt(i,b);for(let g of qa(i,e.plan,b))t.progress.note(g);if(e.plan!==i){o++;continue}}if(n.push(...zt(h,c)),h.failure!==null||h.crash!==null)break;if(Nu(n)){let g=n.flatMap(({discarded:w})=>w.filter(pe)),k=2*g.filter(({diagnosis:w})=>w==="disturbed").length>g.length;t.progress.note(k?"most rounds were disturbed for a minute, and the machine does not calm down: the run ends here; a quieter machine, or a runner of its own, helps":"most rounds were discarded for a minute, and more would be: the run ends here");break}if(a===0&&i.paired){e.plan=Bu(h,b,e);for(let g of za(e.plan,b))t.progress.note(g);Ge(e.plan)}let S=e.plan.looks.includes(n.length);if(S||e.settles&&n.length>=Lu){let g=d.judgement??se(e,n,null);if(S&&es(g,n.length,e),(e.settles?e.settles(g.verdict):!g.undecided)||n.length===e.plan.blocks)return g}}return se(e,n,nt(e,n.at(-1)))}function Nu(e){let t=e.filter(({kept:n,discarded:s})=>s.length>n.length),r=t.reduce((n,{wallSeconds:s})=>n+s,0);return t.length>=Va.blocks&&2*t.length>e.length&&r>=Va.seconds}function Du({verdict:e,undecided:t,asksBase:r},n,{index:s,soak:o}){let a=u=>o.some(({slot:c})=>c.arm===u);if(a("head"))return r&&!a("base")?ft(n,"base"):[];let i=s+1===n.blocks||!t,l=e.slos.some(({code:u})=>u==="met")||e.changes.some(({code:u})=>u==="unchanged");return i&&e.invalid.length===0&&l?ft(n,"head"):[]}function Bu({kept:e,discarded:t,wallSeconds:r},n,{plan:s,config:o}){let a=Fn(s,o,n);if(t.length>0)return a;let i=e.reduce((l,{slot:u,evidence:c})=>l+(u.requests===null?Nn(u):c.seconds),0);return Wa(a,o,{wallSeconds:r,loadSeconds:i})}var Fu={rare:"slow requests come in some blocks only","hidden-work":"one revision takes more processor time, and its typical request no longer"};function ju(e,t,{blocks:r}){return`${e}: ${Fu[t]}; from now on each revision has the whole load alone for ${On} s a block, in ${r} blocks at most`}async function Ya(e,t){let{request:r}=t,{head:n,base:s}=e.configs,o=Ju(t),a=e.variants.map((c,d)=>Wu(e,d,t)),i=[],l=[],u=null;try{for(let[c,d]of[["head",n],["base",s]])d!==null&&await e.prepare(c,()=>ms({...o,arm:c,config:d},l,r.progress,s===null?"":` of ${c}`));u=await as({...o,arm:null,config:n});for(let[c,d]of a.entries()){a.length>1&&!r.signal.aborted&&r.progress.note(`variant ${c+1} of ${a.length}: ${d.config.variant.name}`);let m={...d,blocks:[],settles:r.settles,later:a.slice(c+1).map(({plan:b})=>b)},p=Vu(e,c,u,o,t),f=await qu(e,m,p),h=!i.some(({verdict:b})=>b.code==="regressed");if(i.push(h?await Ma(f,m,e,p):f),r.signal.aborted)break;if(Gu(f)){let b=a.length-i.length;b>0&&r.progress.note(`not measured, since the run has no verdict now: ${b} more variants`);break}}}catch(c){if(!(c instanceof me))throw c;i.push(se(a[0],[],await Yt(c,e)))}finally{await u?.stop(),await ss({...o,arm:null,config:n},l,"build")}return zu(i,r.failOn)}function Gu({verdict:{invalid:e}}){return!e.every(ir)}function Wu(e,t,r){let{head:n,base:s}=e.variants[t],{request:o,plans:a,baseline:i,draft:l,digests:u}=r,c=s!==null,d=a[t].paired===c?a[t]:Wn(n,{budgetSeconds:o.budgetSeconds,paired:c}),m=e.comparison.kind==="pair"&&!c,p=({label:f})=>!u.has(f);for(let f of d.steps.filter(p))u.set(f.label,Sr(f,n));for(let f of d.searches.filter(p))u.set(f.label,yr(f,n));return{config:n,plan:d,baseline:i,digests:u,draft:{...l,...e.pair&&{pair:e.pair},...e.deployments&&{deployments:e.deployments}},comparison:m?{kind:"none",reason:{kind:"new"}}:e.comparison,loosened:e.loosened,failOn:o.failOn}}async function qu(e,t,r){let n=new Map,s=o=>se(t,t.blocks,o,n);try{let o=await Ha(t,r),{plan:a}=t;if(a.searches.length===0||Ku(o))return o;await fa(a.searches,n,{...r,swapped:a.swapped,drawFirst:()=>Uu(2)===0?"head":"base"});let i=[...n.values()].flat();return s(nt(t,i.find(({crash:l,failure:u})=>l?.arm==="base"||u!==null&&z(u))))}catch(o){if(!(o instanceof me))throw o;return s(await Yt(o,e,t.config.variant))}}function zu(e,t){return{verdict:ba(e.map(({verdict:r})=>r),t),record:mr(e.map(({record:r})=>r)),undecided:e.some(({undecided:r})=>r),asksBase:e.some(({asksBase:r})=>r)}}function Ku({verdict:e}){return e.invalid.length>0||e.faults.some(({kind:t})=>t==="crashed")}function Ju({request:e,session:t}){let{environment:r,signal:n}=e,{workspace:s,keeper:o,grace:a}=t;return{logFolder:s.logs,environment:r,keeper:o,signal:n,grace:a,shared:new Map}}function Vu(e,t,r,n,{request:s,session:o,k6:a,seed:i}){let{head:l,base:u}=e.variants[t],c=(m,p)=>({...n,arm:m,config:p,shared:new Map(p.services.filter(({scope:f})=>f==="run").map(bn).filter(f=>f.every(h=>r.portOf.has(h))).flatMap(f=>f.map(h=>[h,r.portOf.get(h)])))}),d=[...l.variant?[`v${t+1}`]:[],...e.comparison.kind==="history"&&e.comparison.instead?["alone"]:[]];return{arms:{head:c("head",l),...u&&{base:c("base",u)}},shared:r,...d.length>0&&{part:d.join("_")},k6:a,seed:i,folder:o.workspace.k6,progress:s.progress}}async function Db(e){let{progress:t,signal:r,environment:n,budgetSeconds:s}=e;Tr(process.platform);let o=Xu(Rn(kr(vn(vr(e.configPath,process.cwd(),Qu(e)),e.only),e.deployments),e.base.from),e),a=await Nr(o.directory,n,r),i={budgetSeconds:s,paired:Gr(o,a)},{config:l,planned:u}=e.shard?Kn(o,e.shard.total,i)[e.shard.index-1]:{config:o,planned:Gn(o,i)};if(e.shard&&u.length===0)return Qa({kind:"spare",...e.shard},l,e);for(let d of Mn(l,e.only))t.note(d);br(l);for(let d of kn(l))t.note(d);for(let{plan:d}of u){Ge(d);for(let m of d.shortages)t.note(Un(m))}let c=await yt(l,a,e);return l.baseline.kind==="history"&&wt(c),As(l,e,async d=>{let m=await ts(l,a,d,e);if(m.kind==="nothing"){let M=[...l.when?.changed??[]],_=Qa({kind:"irrelevant",baseCommit:m.base,patterns:M},l,e);return Xa(_,d.secrets)}let p=await Er({environment:n,version:e.k6Version,progress:t,signal:r,ci:n.CI==="true"}),f=Hu(2**31),h=await Wr(l,m,d.workspace.path,f,e);d.removeAtEnd(()=>h.remove()),h.suiteBefore!==l.suite&&(c=await Zu(c,h,l,a,e));let b={...ti(e,l,p.version),seed:f,...m.kind==="pair"&&{dirty:m.pair.head.dirty}},S=new Map,g=M=>(M.comparison.kind==="history"&&wt(c),Ya(M,{request:e,plans:u.map(({plan:_})=>_),session:d,baseline:c.baseline,draft:b,digests:S,k6:p.path,seed:f})),k=await g(h),w=k.verdict.invalid.find(M=>M.kind==="base-failed");if(w&&!w.both&&l.baseline.onBaseFailure==="history"){t.note("the base cannot be measured; `on-base-failure` asks for a comparison with recorded runs");let M=await g(qr(h));k=w.fault==="crashed"&&M.verdict.faults.some(({kind:G})=>G==="crashed")?Yu(k,w):M}nn(r);let{verdict:O,record:A}=k,R=e.record&&O.invalid.length===0&&pr(A)?await Ts(c,A):Za;R.recordPath!==null&&A.dirty&&t.note("recorded with changes that are not committed, so no later run is compared with it: `git status` shows them");let P=Lr(A,c.baseline),{report:v,exitCode:T}=ei(O,A,P,e),$=Fr(d.workspace,M=>hn(M,d.secrets));return Xa({...R,report:{...v,logs:$},exitCode:T},d.secrets)})}function Xa(e,t){let r=gn(e,t),{suite:n,baseBranch:s,record:o}=e.report,a={...r.report.record,suite:o.suite,branch:o.branch};return{...r,report:{...r.report,suite:n,baseBranch:s,record:a}}}function Yu(e,t){let r=e.verdict.invalid.map(n=>n===t?{...t,both:!0}:n);return{...e,verdict:{...e.verdict,invalid:r}}}function Xu(e,{soakSeconds:t=e.measure.soakSeconds,tolerance:r,anySize:n,head:s,explain:o=e.explain}){if(s!==void 0&&e.deployments!==void 0)throw new W({what:"Deployments run already, so no commit can be measured in their place.",hint:"Commits are compared where Tailgate starts the service: `service` with a `start`."});let a=n?{...e.baseline,anySize:n,onBaseFailure:"invalid"}:e.baseline,i={...e,explain:o,baseline:a,measure:{...e.measure,soakSeconds:t}};return r===void 0?i:En(i,r)}function Qu({only:e,environment:t}){return{only:e,calling:{command:"tailgate run",variables:ae(t)}}}async function Zu({store:e},{suiteBefore:t},...[r,n,s]){return{...await yt({...r,suite:t},n,s),store:e}}var Za={recordPath:null,unrecorded:null};function Qa(e,t,r){let n={...ti(r,t,"not used"),steps:[]};return{...Za,...ei(Os(e),n,[],r)}}function ei(e,t,r,{baseBranch:n,link:s}){return{report:hr(e,t,{baseBranch:n,link:s,history:r}),exitCode:xn(e)}}function ti(e,t,r){return{schemaVersion:1,suite:t.suite,...e.subject,attempt:e.attempt,...e.job&&{job:e.job},...e.shard&&{shard:e.shard},recordedAt:new Date().toISOString(),tailgate:jr,environment:{...Or(),k6:r}}}export{oi as a,ba as b,Db as c};
