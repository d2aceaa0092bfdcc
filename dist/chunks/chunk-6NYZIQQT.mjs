import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{a as ss,c as os,d as as,e as me,f as is,j as ls,k as cs,l as ds,m as We,n as ps,o as fs,p as hs,s as Es}from"./chunk-2DKC2MGT.mjs";import{c as Er,f as Pr,j as $r,m as q,n as ms,o as gs,q as bs}from"./chunk-5EVRB4EZ.mjs";import{B as ts,F as Ge,G as ns,H as rs,J as Os,K as Ts,a as Nn,b as ct,c as ue,d as Le,e as Fn,f as dt,g as jn,h as Un,i as Gn,j as ft,k as Wn,l as qn,m as zn,n as Kn,r as Jn,w as qr,x as zr,y as Kr}from"./chunk-5SMWD3HA.mjs";import{c as gr,e as ks,f as As}from"./chunk-5QZ5LTDM.mjs";import{c as Ms,d as Rs,l as xs}from"./chunk-LE75IC6D.mjs";import{a as Dn,b as J,c as ut,d as B,e as Bn}from"./chunk-H4SNI4JH.mjs";import{a as br,b as yr,c as wr,d as kr}from"./chunk-CDEFXM57.mjs";import{c as Sr}from"./chunk-YQP5RN2C.mjs";import{a as _r,b as Lr,c as Nr,d as Dr}from"./chunk-4QGZPW4C.mjs";import{c as Br,p as Jr,x as Zr}from"./chunk-WROLI5B2.mjs";import{E as Mr,F as Rr,c as wn,d as kn,f as vn,h as Mn,l as Rn,m as xn,n as vr,r as ai}from"./chunk-I3LDQ3SB.mjs";import{a as Fr,b as bt,c as jr,d as De,j as Ur,m as Fe}from"./chunk-QUQKIIAI.mjs";import{a as xr,m as Vr,n as Be,o as Hr,p as Yr,s as de,u as Xr,v as Qr}from"./chunk-YP4ZYU4I.mjs";import{b as gt,i as Ne,k as Tr}from"./chunk-6DIU2OXL.mjs";import{a as Gr}from"./chunk-BYKIIYLB.mjs";import{a as hr,j as Ss,n as ys,o as ws}from"./chunk-F3ZEJQJA.mjs";import{j as vs}from"./chunk-PAQMYHKK.mjs";import{b as us}from"./chunk-2RRE6MSS.mjs";import{b as On,g as Ie,h as In,j as _n,k as Ln,m as _e,p as mt,r as pt,s as Wr,w as St}from"./chunk-5J2JU37M.mjs";import{n as it}from"./chunk-NXLSWYGV.mjs";import{$ as cr,F as $n,H as Cn,L as Vn,M as Hn,N as Yn,O as Xn,P as Qn,Q as Zn,R as er,S as tr,T as ke,U as ht,V as sr,W as or,X as ar,Y as ir,Z as lr,aa as ur,ba as dr,ca as mr,eb as es,f as An,ka as pr,ma as fr,o as lt,pa as Cr,ra as Ir,t as le,u as ce,v as $e,va as je,y as Tn,ya as Ue}from"./chunk-QFYFL7BV.mjs";import{Bb as ie,C,Ca as we,D as K,E as cn,I as Ee,K as un,Kb as Ce,M as dn,Nb as En,O as mn,Ob as Pn,Qa as yn,Tb as nr,Vb as rr,a as sn,e as L,f as U,g as on,ha as Pe,k as F,l as N,ma as pn,p as an,q as oe,r as ln,s as ye,va as fn}from"./chunk-PULWA5VZ.mjs";import{b as rn,v as Sn}from"./chunk-YM5NTYMP.mjs";import{a as at,b as W,c as Te,d as nn}from"./chunk-5LE4WRTK.mjs";import{a as Ar,b as Or}from"./chunk-TINSQFZZ.mjs";import{b as ae,c as hn,d as gn,f as bn}from"./chunk-FA2ZNKOJ.mjs";import{d as oi}from"./chunk-JLN3Y4HN.mjs";import{randomInt as Qu}from"node:crypto";function Ps(e){return{code:"skipped",blocks:!1,slos:[],changes:[],faults:[],invalid:[],pair:null,unmeasured:e,loosened:[],costs:[],suspects:[],acceptances:[],refusals:[],effort:{slices:0,discardedRounds:0,instances:0,loadSeconds:0}}}var ii=5;async function yt(e,t,r){let{progress:n,environment:s,signal:o,subject:a}=r,{suite:i,directory:l}=e,c=r.base.credentials??null,u=Zr(r.store,{suite:i,directory:l,credentials:c,environment:s,signal:o});try{let{records:d,unreadable:m}=await u.list({newest:Jr});for(let{name:g,reason:k}of m)n.note(`record ${g} is left out: ${k}`);let p=a.commit===null?null:r.baseBranch,f=d.filter(g=>g.branch===p),h=p===null?new Set:await ts(t,p,f);h.size>0&&n.note(`${ci(h.size)} no longer on ${p} and left out`);let S=_r(f,{branch:p,onBranch:g=>!h.has(g),job:r.job});if(e.baseline.kind==="history"&&d.length>0&&f.length===0){let g=[...new Set(d.map(k=>k.branch??"no branch"))];n.note(`no record is compared with: those here are of ${es(g,ii)}, and this run needs some of ${p??"no branch"}`)}return{store:u,baseline:S,problem:null}}catch(d){if(!(d instanceof W)||d.exitCode!==at.unmeasured)throw d;return n.note(`the records cannot be read, so there is no trend: ${d.message}`),{store:u,baseline:[],problem:d}}}function wt({problem:e}){if(e===null)return;let{message:t,where:r,hint:n,detail:s}=e;throw new W({what:t,where:r,hint:n,detail:s,cause:e,exitCode:at.unmeasured})}async function $s({store:e},t){try{return{recordPath:await e.append(t),unrecorded:null}}catch(r){if(r instanceof Te)throw r;return{recordPath:null,unrecorded:li(r)}}}function li(e){let t=e instanceof W&&e.hint?` ${e.hint}`:"";return`${e.message}${t}`}function ci(e){return e===1?"the commit of one record is":`the commits of ${e} records are`}import{randomInt as qu}from"node:crypto";import{readFileSync as ui}from"node:fs";import{availableParallelism as Cs}from"node:os";import{setTimeout as di}from"node:timers/promises";var mi=250,pi=.1;async function ze(e,t){let r=performance.now()+e,n=kt(0,new Set);for(;n.busy!==null&&performance.now()<r&&!t.aborted;){await di(500);let s=kt(0,new Set),o=(s.monotonic-n.monotonic)/1e3;if(((s.busy??0)-n.busy+(s.steal??0)-(n.steal??0))/o<pi*Cs())return!0;n=s}return n.busy===null}function Is(e,t,r=new Map){let n=[],s=Cs();if(e===null)return{samples:n,take(){},generatorLimit:()=>s,stop(){}};let o=()=>{let i=kt(e,new Set(t),r),l=n.findLast(({generator:u})=>u!==null)?.generator??0,c=(i.generator??0)<l;n.push(c?{...i,busy:null,generator:null,service:null}:i),s=Ls(e)?.size??s};o();let a=setInterval(o,mi);return{samples:n,take:o,generatorLimit:()=>s,stop(){clearInterval(a),o()}}}function kt(e,t,r=new Map){let n=fi(),{user:s,system:o}=process.cpuUsage(),a=new Set([e,...t]),i=n&&Hr(Be()??[],a),l=i&&Si(i,e,t);return{wall:Date.now(),monotonic:performance.now(),busy:n?.busy??null,steal:n?.steal??null,generator:l?.generator??null,service:l?.service??null,self:(s+o)/1e6,opens:gi(),arms:new Map([...r].map(([c,u])=>[c,bi(i??[],u)]))}}function fi(){let e=de("/proc/stat");return e===null?null:hi(e,Ls("self"))}function hi(e,t){let[r=[],...n]=e.split(`
`).flatMap(i=>{let[l="",...c]=i.trim().split(/\s+/),u=/^cpu(\d*)$/.exec(l)?.[1];return u===void 0?[]:[[Number(u),...c.map(Number)]]}),s=t&&n.length>t.size?n.filter(([i])=>t.has(i)):[],o=s.length>0?s:[r],a=i=>o.reduce((l,c)=>l+(c[i]??0),0)/Vr;return{busy:a(1)+a(2)+a(3),steal:a(8)}}function gi(){try{let e=ui("/proc/self/net/snmp","latin1").split(`
`),[t,r]=e.filter(n=>n.startsWith("Tcp:")).map(n=>n.split(" "));return Number(r[t.indexOf("ActiveOpens")])}catch{return null}}function _s(e,t,r){let[n,s]=[t,r].map(o=>qe(e,o,({opens:a})=>a));return n===null||s===null?null:Math.ceil(s-n)}function bi(e,{sessions:t,groups:r=[]}){let s=[...e.filter(({session:a})=>t.includes(a)).map(({pid:a,seconds:i})=>({seconds:Math.max(i,Xr(a)??0),memory:Qr(a)??0})),...r.flatMap(a=>ss(a,de)??[])],o=a=>s.reduce((i,l)=>i+a(l),0);return{seconds:o(({seconds:a})=>a),memory:o(({memory:a})=>a)}}function Si(e,t,r){let n={generator:0,service:0};for(let{session:s,seconds:o}of e)s===t?n.generator+=o:r.has(s)&&(n.service+=o);return n}function Ls(e){let t=/^Cpus_allowed_list:\s*(\S+)/m.exec(de(`/proc/${e}/status`)??"")?.[1];return t===void 0?null:new Set(t.split(",").flatMap(r=>{let[n=0,s=n]=r.split("-").map(Number);return Array.from({length:s-n+1},(o,a)=>n+a)}))}function vt(e,t,r,n){let s=(r-t)/1e3,o=m=>{let p=qe(e,t,m),f=qe(e,r,m);return p===null||f===null?null:Math.max(0,(f-p)/s)},[a,i,l,c]=[o(m=>m.busy),o(m=>m.generator),o(m=>m.service),o(m=>m.self)],u=n.outsiders?null:l,d=a!==null&&i!==null&&u!==null;return{cores:n.cores,generator:i,generatorLimit:n.generatorLimit,service:u,others:d?Math.max(0,a-i-u-(c??0)):null,steal:o(m=>m.steal),clockJumpMs:yi(e,t,r)}}function Ns(e,t,r,n){let s=c=>qe(e,c,u=>u.arms.get(t)?.seconds??null),[o,a]=[s(r),s(n)],i=e.findLast(({wall:c})=>c<=n)?.arms.get(t)?.memory??0;return!((e.at(-1)?.wall??0)>=n)||o===null||a===null||a<o||i===0?null:{cpu:a-o,memory:i}}function qe(e,t,r){let n=e.filter(c=>r(c)!==null),s=n.findIndex(c=>c.wall>=t),o=n[s===-1?n.length-1:s],a=n[Math.max(0,(s===-1?n.length-1:s)-1)];if(!a||!o)return null;let[i,l]=[r(a),r(o)];return i===null||l===null?null:o.wall===a.wall?l:i+Math.min(1,Math.max(0,(t-a.wall)/(o.wall-a.wall)))*(l-i)}function yi(e,t,r){let n=e.filter(s=>s.wall>=t&&s.wall<=r).map(s=>s.wall-s.monotonic);return n.length<2?0:Math.max(...n)-Math.min(...n)}async function ee(e,{arms:t,together:r,block:n,part:s}){e.starts++;let o=e.starts>1?`_${e.starts}`:"",a=s===void 0?"":`${s}_`,i=async f=>{try{e.running.set(f,await ls(t[f],`${f}_${a}${n+1}${o}`))}catch(h){throw as(h,t[f],"not-ready")}},l=await Promise.allSettled(r.map(i));for(let f of e.running.values())f.findDaemons();let c=()=>l.flatMap(f=>f.status==="rejected"?[f.reason]:[]);t.base&&!r.includes("base")&&c().length>0&&l.push(...await Promise.allSettled([i("base")]));let u=c(),d=u.find(({arm:f})=>f==="base"),m=u.find(({arm:f})=>f!=="base")??d,p=u.find(f=>!(f instanceof me));if(p!==void 0)throw p;if(m instanceof me&&l.length>1&&(m.other=u.length<l.length?"ready":d),m!==void 0)throw m}async function te({running:e}){let t=[...e.values()];e.clear();let n=(await Promise.allSettled(t.map(s=>s.stop()))).find(s=>s.status==="rejected");if(n)throw n.reason}function V(e,t,r){let n=s=>{let o=(s==="shared"?t:e.get(s))?.crash()??null;return o&&{...o,arm:s,label:r}};return n("shared")??ve(n("head"),n("base"))}function ve(e,t){return e&&t?{...t,head:e,log:Mt(e.log,t.log)}:t??e}function Mt(e,t){let[r,n]=[e,t].map(s=>s.split(`
`).slice(-Fr).join(`
`));return`The base:
${n}

This change:
${r}`}function Ke(e){return e.flatMap(({crash:t})=>{if(t?.arm!=="head")return[];let{arm:r,...n}=t;return[{kind:"crashed",...n}]})}function Je(e){return e.flatMap(({failure:t,crash:r})=>{if(r?.arm==="shared")return[{kind:"harness",message:`\`${r.service}\`, which serves the whole run, ended with ${r.exit}`,log:r.log}];if(t===null)return[];let{fault:n,label:s,message:o,log:a}=t;return[n==="script"?{kind:"script-failed",label:s,message:o,log:a}:{kind:"harness",message:o,log:a}]})}function Ds(e){let t=e.filter(pe),r=(n,s)=>n.step===s.step&&n.round===s.round&&n.block===s.block;return e.filter(({slot:n})=>t.some(s=>r(n,s.slot)))}function Bs(e,t){let r=[...new Set(e.map(({slot:i})=>i.step.label))],n=e.filter(pe).map(({diagnosis:i,evidence:l})=>ke(i,l)),s=new Set(e.map(({slot:i})=>JSON.stringify([i.step.label,i.block,i.round,i.turns===null]))).size;return`${`${s} ${s===1?"round":"rounds"} of ${r.join(", ")}`} ${t?"will be measured again":"discarded"}: ${[...new Set(n)].join("; ")}`}function pe({diagnosis:e}){return e!=="sound"&&e!=="service-slow"}function Fs({slot:e,diagnosis:t,evidence:r},n){let{sent:s,intended:o,seconds:a,dropped:i,lagMs:l,clockJumpMs:c,cpu:u}=r,d=S=>S===null?"unknown":Number(S.toPrecision(3)),{generator:m,service:p,others:f,steal:h,cores:b}=u;return[`discarded: block ${n+1}, ${e.step.label}, ${e.arm}, round ${e.round+1}, ${e.turns?"in turns":"alone"}`,t==="sound"?"sound, but not what it belongs to":ke(t,r),`${s} of ${o??s} arrivals in ${d(a)} s, ${i} dropped, p99 of lateness ${d(l)} ms`,`of ${b} cores k6 used ${d(m)}, the service ${d(p)}, others ${d(f)}, the hypervisor ${d(h)}`,`the clock jumped by ${d(c)} ms`].join("; ")}import{setTimeout as Ac}from"node:timers/promises";var fe={grpc:2e3,socket:3e3,redis:9e3,exception:9001},Rt=1e4;function Me({values:e,count:t},r){let n=new Map([[e[0],0],[e.at(-1),0]]);for(let[s,o]of e.entries())s===0||o!==e[s-1]||n.set(o,(n.get(o)??0)+r[s]-r[s-1]);return[...n].map(([s,o])=>({which:Math.floor(s/Rt),code:s%Rt,count:Math.max(1,Math.round(o*t))})).sort((s,o)=>o.count-s.count)}function js({which:e,code:t}){return e*Rt+t}function Us(e){let t=new Map;for(let r of e){let n=`${r.which} ${r.code}`;t.set(n,{...r,count:r.count+(t.get(n)?.count??0)})}return[...t.values()].sort((r,n)=>n.count-r.count)}var wi=["OK","CANCELLED","UNKNOWN","INVALID_ARGUMENT","DEADLINE_EXCEEDED","NOT_FOUND","ALREADY_EXISTS","PERMISSION_DENIED","RESOURCE_EXHAUSTED","FAILED_PRECONDITION","ABORTED","OUT_OF_RANGE","UNIMPLEMENTED","INTERNAL","UNAVAILABLE","DATA_LOSS","UNAUTHENTICATED"];function Gs(e,t){if(e<1e3)return`status ${e}`;let r=t===void 0?"":`: ${t}`;return e>=fe.exception?t??"exception":e>=fe.redis?`redis${r}`:e>=fe.socket?`WebSocket${r}`:e>=fe.grpc?`gRPC status ${wi[e-fe.grpc]??e-fe.grpc}${r}`:t??`error ${e} of k6`}var Ws=`import type { Random } from '../statistics/random.ts';

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
`;var qs=`/**
 * Lets all pods begin at the same moment: at the next multiple of some seconds by their clocks, once the script's own
 * setup is done. What it returns is passed on as k6 would.
 */
export async function setup() {
  const data = typeof user.setup === 'function' ? await user.setup() : undefined;
  sleep((PERIOD_MS - (Date.now() % PERIOD_MS)) / 1000);
  return data;
}
`;var zs=`/**
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
`;var Ks=`// Lateness of an arrival (ms). Open model only. It says nothing while arrivals are dropped.
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
`;var xt="books.js",Hs=zs,At="draws.ts",Ys=Ws,Js={perSecond:50,share:1/8},xi=["0.0.0.0/2","64.0.0.0/3","96.0.0.0/4","112.0.0.0/5","120.0.0.0/6","124.0.0.0/7","126.0.0.0/8","128.0.0.0/1",...Array.from({length:16},(e,t)=>`${(2**t).toString(16)}::/${16-t}`)];function Xs({program:e,targetUrl:t,confined:r,scriptPath:n,insecure:s=!1,requestOf:o,arrivals:a=new Map,name:i="script",dealOf:l=()=>null,pods:c=0}){let u=e.slots[0].step.work,d=new Map(e.slots.map(S=>[S,l(S)])),m=Object.fromEntries(e.slots.map((S,g)=>{let k=d.get(S)??null,w=k===null?o(S):null;return[S.key,{id:`s${g}`,...Ei(S,w,k),launchMs:a.get(H(S))?.launchMs??0,isConfined:r}]})),p=Math.max(0,...[...a.values()].map(({waiting:S})=>S)),f=[...d.values()].filter(S=>S!==null),h=JSON.stringify(u.kind==="script"?n??u.path:null),b=u.kind==="script"?[`export * from ${h};`,`import * as user from ${h};`]:["const user = {};"];return[`import { CODES, isLate, needsBody, openIteration, TAG, tellFailure } from './${xt}';`,"import { sleep } from 'k6';","import http from 'k6/http';","import exec from 'k6/execution';",...c>0?[`import { drawForPod } from './${At}';`]:[],...a.size>0||f.some(({dataFile:S})=>S!==null)?["import { SharedArray } from 'k6/data';"]:[],"import { Counter, Gauge, Trend } from 'k6/metrics';",...b,"",`const TARGET_URL = __ENV.TARGET_URL || ${JSON.stringify(t)};`,`const PODS = ${c};`,"const POD = PODS > 0 ? Number(__ENV.JOB_COMPLETION_INDEX || 0) : 0;",`const PERCENTS = ${JSON.stringify(br)};`,`const INSECURE = ${s};`,`const BLOCKED = ${JSON.stringify(r?xi:[])};`,`const SEQUENCES = ${JSON.stringify(Object.fromEntries(f.map(({name:S,sequence:g})=>[S,g])))};`,`const ROWS = {${[...new Set(f.flatMap(Ai))].join(", ")}};`,`const ARRIVALS = {${[...a].map(([S,g])=>Ti(S,g,i)).join(", ")}};`,`const SLOTS = ${JSON.stringify(m,null,2)};`,`const SCENARIOS = ${JSON.stringify(Object.fromEntries(e.slots.map(S=>[H(S),Pi(S,a,p)])),null,2)};`,"",Ks,...c>1?[`const PERIOD_MS = ${Ot(e,c)};`,qs]:[]].join(`
`)}function Ai({name:e,dataFile:t}){if(t===null)return[];let r=JSON.stringify(e);return[`${r}: new SharedArray(${r}, () => JSON.parse(open(${JSON.stringify(`./${t}`)})))`]}var Oi=50;function Ot({slots:e},t){let r=e[0].step.work.kind==="script"?1e4:2e3;return Math.max(r,3e3*Math.ceil(t/Oi-1))}function Tt(e){return`${e}.arrivals.json`}function Ti(e,{drawn:t},r){let n=JSON.stringify(e),s=JSON.stringify(`./${Tt(r)}`),o=t?`{ const own = drawForPod(${JSON.stringify(t)}, POD); return [own.skipped].concat(own.dueMs); }`:`JSON.parse(open(${s}))[${n}]`;return`${n}: new SharedArray(${JSON.stringify(`arrivals ${e}`)}, () => ${o})`}function Et(e){return e.round!==null||e.slices>1}function H({key:e,turns:t}){return t?.scenario??e}function Ei(e,t,r){let{load:n,work:s,label:o}=e.step,a=r?.requests.map((i,l)=>({...i,which:l}));return{label:o,measured:Et(e),told:e.arm==="head",startMs:e.startSeconds*1e3,settleMs:e.settleSeconds*1e3,sliceMs:(e.seconds-e.settleSeconds)*1e3/e.slices,slices:e.slices,rate:n.kind==="arrival-rate"?n.rate:null,sampledShare:n.kind==="arrival-rate"?Math.min(1,Js.perSecond/n.rate):Js.share,scenario:H(e),scenarioName:e.step.scenario,turns:e.turns&&{...e.turns,...ue(e)},iterations:e.round===null?null:e.requests,exec:s.kind==="script"?s.exec:null,custom:[...new Set(Ce(e.step.slos).map(({name:i})=>i))],deal:r&&{name:r.name,first:r.first,requests:a},request:a?.[0]??(t&&{method:t.method,url:t.url,headers:t.headers,body:t.body??null,expectStatus:t.expectStatus,timeoutMs:t.timeoutSeconds*1e3})}}function Pi(e,t,r){let{load:n,virtualUsers:s,graceSeconds:o}=e.step,a={exec:"runIteration",startTime:`${e.startSeconds}s`,gracefulStop:`${o}s`},i=`${e.seconds}s`;switch(n.kind){case"arrival-rate":{let l=t.get(H(e)),c={preAllocatedVUs:s+r,maxVUs:s+r},u="constant-arrival-rate";if(l===void 0)return{...a,...c,executor:u,duration:i,...Vs(n.rate)};let d=Math.max(le,l.launchSeconds),m=l.launchMs/1e3,p=Math.max(0,e.seconds-m-d)+o;return{...a,startTime:`${Pe(e.startSeconds+m)}s`,...c,executor:u,duration:`${Pe(d)}s`,gracefulStop:`${Pe(p)}s`,...Vs(l.launchRate)}}case"users":return{...a,executor:"constant-vus",duration:i,vus:n.users};case"fixed-work":return e.round===null?{...a,executor:"constant-vus",duration:i,vus:n.users}:{...a,executor:"shared-iterations",vus:n.users,iterations:e.requests??n.requests,maxDuration:`${ce}s`}}}function Vs(e){for(let[t,r]of[["1s",1],["1m",60],["1h",3600]]){let n=e*r;if(Math.abs(n-Math.round(n))<1e-9*n)return{rate:Math.round(n),timeUnit:t}}return{rate:Math.max(1,Math.round(e*3600)),timeUnit:"1h"}}var D=on().nonnegative(),Zs=F(U()).refine(e=>e.every((t,r)=>!(t<e[r-1]))),Ve=N({count:D,avg:U(),values:Zs}).nullable(),Ci=Ve.refine(e=>e===null||e.values[0]>=0&&e.values.at(-1)>0&&e.avg>0),Ii=an("type",[N({type:ye("trend"),count:D,avg:U(),values:Zs}),N({type:ye("rate"),hits:D,count:D}),N({type:ye("counter"),sum:U()})]),_i=N({schemaVersion:ye(1),percents:F(U()),slots:oe(L(),N({startedAt:U(),endedAt:U(),dropped:D,answers:F(N({sizes:Ve,statuses:Ve})),slices:F(N({started:D,exceptions:D,barren:D,untagged:D,whole:D,begun:D,voided:D,resent:D,connects:D,received:U().nonnegative(),failed:Ve,latency:Ci,lag:oe(ln(["p50","p99","max"]),U().nonnegative()).nullable(),custom:oe(L(),Ii).optional()})),pods:N({behind:L(),sent:D,latest:L()}).optional()})),thresholds:F(L()),fed:F(L()),unfed:F(L()),lost:D,seen:F(mn).optional()});function He(e){let{success:t,data:r,error:n}=_i.safeParse(JSON.parse(e));if(!t)throw new Error(sn(n));return r}function eo(e,t,r=1){for(let n of t.filter(({key:s})=>s in e.slots)){let{label:s,load:o,work:a,graceSeconds:i}=n.step,{slices:l}=e.slots[n.key],c=h=>l.reduce((b,S)=>b+h(S),0),u=c(h=>h.started),d=Li(n,r);if(l.length>n.slices||u>d)return`${u} arrivals of ${s} in ${l.length} parts, where ${d} in ${n.slices} were due`;if(a.kind==="script")continue;let m=c(({latency:h,failed:b})=>(h?.count??0)+(b?.count??0));if(m>u)return`${m} answers to ${u} requests of ${s}`;if(o.kind!=="users")continue;let p=Math.round(c(({latency:h})=>(h?.count??0)*(h?.avg??0))/1e3),f=Math.ceil(o.users*(n.seconds+i)*1.1);if(p>f)return`${p} s of requests of ${s}, whose users had ${f} s`}return null}function Li({step:{load:e},seconds:t,round:r,requests:n},s){return e.kind==="arrival-rate"?Math.ceil(e.rate*t)+s:e.kind==="fixed-work"&&r!==null?n??e.requests:Number.POSITIVE_INFINITY}function to(e,t,r=1){return t.filter(n=>Et(n)&&(e.slots[n.key]?.startedAt??0)>0).filter(n=>n.turns===null||Le(ct(n,r))!==0).map(n=>({...Ni(n,e,r),seen:e.seen}))}function Ni(e,{slots:t,percents:r},n){let s=t[e.key],o=r.map(g=>g/100),a=ct(e,n),{load:i,work:l}=a.step,c=i.kind==="fixed-work"&&s.endedAt>=s.startedAt?Math.max(1,s.endedAt-s.startedAt)/1e3:a.seconds-a.settleSeconds,u=i.kind==="arrival-rate"?i.rate:null,d=ue(a),m=d===null?c/a.slices:d.planned/u/a.slices,p=u===null?null:n*u*m,f=l.kind==="script",h=s.slices.map((g,k)=>{let{latency:w,failed:O,exceptions:A}=g;return{startedAt:s.startedAt+(a.settleSeconds+k*c/a.slices)*1e3,seconds:m,...a.turns!==null&&{alternating:!0},planned:p,ok:w?.count??0,failed:(O?.count??0)+A+Qs(g,f),dropped:Bi(s,i.kind==="fixed-work"?a:null,p),...g.resent>0&&{resent:g.resent},latency:w&&{levels:o,values:w.values},avg:w?.avg??null,lag:g.lag,...Object.keys(g.custom??{}).length>0&&{custom:Di(g.custom,o)}}}),b=g=>s.slices.reduce((k,w)=>k+g(w),0),S=b(g=>Qs(g,f));return{slot:e,slices:h,sent:b(({started:g})=>g),intended:p===null?null:p*a.slices,barren:b(({barren:g})=>g),untagged:f&&Ce(a.step.slos).length>0?b(g=>g.untagged):0,whole:b(g=>g.whole),cut:S,received:b(({received:g})=>g),failures:Us(s.slices.flatMap(({failed:g})=>g===null?[]:Me(g,o))),answers:s.answers.map(({sizes:g,statuses:k})=>({sizes:g&&{...g,levels:o},statuses:new Map(k?Me(k,o).map(({code:w,count:O})=>[w,O]):[])})),connects:b(({connects:g})=>g),...s.pods&&{pods:{...s.pods,intended:p===null?null:p*a.slices/n}}}}function Qs({started:e,begun:t,voided:r,latency:n,failed:s},o){let a=r+(n?.count??0)+(s?.count??0);return Math.max(0,(o?t:e)-a)}function Di(e,t){return Object.fromEntries(Object.entries(e).map(([r,n])=>[r,n.type==="trend"?{...n,levels:t}:n]))}function Bi(e,t,r){if(e.dropped===0)return 0;if(t)return Math.round(e.dropped/t.slices);let n=(r??0)*e.slices.length-e.slices.reduce((s,{started:o})=>s+o,0);return Math.round(Math.min(e.dropped,Math.max(0,n))/e.slices.length)}import{lookup as Ji}from"node:dns/promises";import{execFile as Fi,spawn as ji}from"node:child_process";import{createInterface as Ui}from"node:readline";var Gi=2e3,Wi=4e6,qi=1e5,ro=["-oL","ss","--no-header","--numeric","--tcp","--info","--oneline"];function so(e,t){let r=[],n=[],s=new Set(t),o=t.map(l=>`not sport = :${l} and not dport = :${l}`).join(" and "),a=ji("stdbuf",[...ro,"--events",...o?[`( ${o} )`]:[]],{env:{PATH:process.env.PATH,LC_ALL:"C"},stdio:["ignore","pipe","ignore"]});a.on("error",()=>{}),Ui({input:a.stdout}).on("line",l=>{let c=no(l);c===null||s.has(c.localPort)||n.length>=qi||n.push({...c,wall:Date.now()})});let i=()=>{a.kill()};return process.once("exit",i),{samples:r,closed:n,async take(){let l=Date.now(),c=await zi(o),u=Date.now(),d=c===null?null:Be();if(c===null||d===null)return;let m=c.split(`
`).flatMap(h=>no(h)??[]);for(let{isListener:h,localPort:b}of m)h&&s.add(b);let p=m.filter(({localPort:h})=>!s.has(h)),f=new Map;for(let[h,b]of e){let S=Yr(d,b),g=new Set(S.map(({pid:k})=>k));f.set(h,p.filter(k=>k.pids.some(w=>g.has(w))))}r.push({asked:l,read:u,open:f})},stop(){process.off("exit",i),i()}}}function zi(e){let t=["--all","--processes","exclude","time-wait",...e?[`( ${e} )`]:[]],r={timeout:Gi,maxBuffer:Wi,env:{PATH:process.env.PATH,LC_ALL:"C"}};return new Promise(n=>{Fi("stdbuf",[...ro,...t],r,(s,o)=>n(s?null:o))})}function no(e){let[t,,,r,n,...s]=e.trim().split(/\s+/);if(r===void 0||n===void 0)return null;let o=Number(r.slice(r.lastIndexOf(":")+1)),a=s.join(" "),i=c=>Number(new RegExp(`(?:^| )${c}:(\\d{1,15})(?= |$)`).exec(a)?.[1]??0),l=t==="LISTEN";return!l&&(n.endsWith(":*")||n.endsWith(":0"))?null:{isListener:l,localPort:o,key:`${r} ${n}`,peer:Ki(n),pids:[...a.matchAll(/,pid=(\d{1,10}),/g)].map(([,c])=>Number(c)),messages:i("data_segs_out"),sent:i("bytes_sent"),received:i("bytes_received")}}function Ki(e){return e.replace(/^\[::ffff:([\d.]+)\]/,"$1").replace(/%[^\]:]*/,"")}function oo({slots:e},t,{config:r}){let n=e.some(i=>i.round!==null&&B(i)),s=[...t.values()].some(({sessions:i})=>i.length>0);if(process.platform!=="linux"||r.baseline.kind!=="paired"||!n||!s)return null;let o=new Map([...t].map(([i,l])=>[i,l.sessions])),a=[...t.values()].flatMap(({targetUrl:i})=>Number(new URL(i).port)||[]);return{...so(o,a),names:Vi(t,r)}}async function Vi(e,{external:t}){let r=[...e.values()].flatMap(({portOf:s})=>[...s].map(([o,a])=>{let[i=""]=o.split(".",1);return{name:i,port:a,addresses:Pt}})),n=await Promise.all(t.map(async({name:s,host:o,port:a})=>{let l=(await Ji(o,{all:!0}).catch(()=>[])).map(({address:u})=>u),c=l.some(u=>Pt.includes(u));return{name:s,port:a,addresses:c?[...l,...Pt]:l}}));return new Map([...n,...r].flatMap(({name:s,port:o,addresses:a})=>a.map(i=>[i.includes(":")?`[${i}]:${o}`:`${i}:${o}`,s])))}var Pt=["127.0.0.1","::1"];async function ao(e,t,r){if(t===null)return e;let n=await t.names;return e.map(s=>{let{slot:o,slices:a}=s;if(o.round===null||!B(o))return s;let{settleSeconds:i}=o,l=r.get(H(o))?.dueMs,c=a[0].startedAt-1e3*i,u=a.reduce((b,S)=>b+S.seconds,0),d=l?.filter(b=>b<1e3*i).length,p=(1+(d===void 0?i/u:d/(l.length-d)))*a.reduce((b,{ok:S,failed:g})=>b+S+g,0),f=c+1e3*(i+u),h=Vn(o.arm,t,{from:c,to:f,requests:p},n);return h===null?s:{...s,calls:h}})}function Ye(e){let t=e.flatMap(({calls:r})=>r===void 0?[]:[r]);return t.length>0?Hn(t):null}import{availableParallelism as Hi}from"node:os";function io(e,{around:t,instances:r,shared:n,samples:s,generatorLimit:o}){let a=[...r.values(),n].some(c=>c.isHidden),i=Xi(t)||a,l={cores:Hi(),generatorLimit:o,outsiders:i};return e.map(c=>{let u=Zi(c,s,l);return lo(t)||r.get(u.slot.arm)?.isHidden?u:Qi(u,s,r)})}var Yi=/\b(docker|podman|nerdctl)\b/;function Xi(e){let{external:t,services:r}=e.config;return t.length>0||r.some(({start:n})=>n===void 0)||lo(e)}function lo({config:e}){return e.services.some(({start:t,container:r})=>t!==void 0&&r===void 0&&Yi.test(t))}function Qi(e,t,r){let{arm:n}=e.slot,s=r.get(n);if(s&&s.sessions.length+(s.groups?.length??0)===0)return e;let o=s?.startupMs,a=e.slices.map((i,l)=>{let{startedAt:c,seconds:u}=i,d=c+J(e.slot,u)*1e3,p=e.slot.step.load.kind==="fixed-work"&&l===e.slices.length-1?t.find(({wall:h})=>h>=d):void 0,f=Ns(t,n,c,p?.wall??d);return{...i,...f,...o!==void 0&&{startup:o}}});return{...e,slices:a}}function Zi(e,t,r){let{slices:n}=e,s=n.reduce((m,p)=>m+p.seconds,0),o=n[0].startedAt,a=J(e.slot,s),{clockJumpMs:i,...l}=vt(t,o,o+a*1e3,r),c=n.map(({startedAt:m,seconds:p})=>{let f=m+J(e.slot,p)*1e3,{clockJumpMs:h,...b}=vt(t,m,f,r);return Zn({cpu:b,clockJumpMs:h})}),u=n.flatMap(m=>m.lag===null?[]:[m.lag.p99]),d={sent:e.sent,intended:e.intended,seconds:s,dropped:n.reduce((m,p)=>m+p.dropped,0),lagMs:u.length>0?Math.max(...u):null,cpu:l,clockJumpMs:i,...e.pods&&{pods:e.pods}};return{...e,evidence:d,diagnosis:Xn(d),disturbed:c}}function $t(e,t){let{rate:r,settling:n,measured:s}=e,o=co({...e,count:n},t),a=n/r*1e3,i=n>0?0:Math.min(100,500*s/r),l=1-i*r/(1e3*Math.max(1,s)),c=co({...e,count:s},t),u=[...o,...c.map(f=>a+i+f*l)],d=e.arms*e.turn,m=0;for(;m+d<=n&&u[m]<100;)m+=d;let p=u.slice(m).map(f=>Number(Math.max(f,100).toFixed(2)));return{dueMs:p,skipped:m,...Ct([p],r)}}function co({rate:e,count:t,arms:r,turn:n},s){let o=Math.ceil(t/(r*n))*n,a=el(o,o/e*1e3,s),i=[],l=0;for(let c=0;c<o;c+=n)for(let u=0;u<r;u++)for(let d of a.slice(c,c+n))l+=d,i.push(l);return i.slice(0,t)}function el(e,t,r){let n=Array.from({length:e+1},()=>-Math.log(1-r.uniform())),s=n.reduce((o,a)=>o+a,0);return n.slice(0,e).map(o=>o/s*t)}var uo=[1,1.01,1.02,1.05,1.1,1.15,1.2,1.3,1.5,2,3,5,10];function Ct(e,t){let r=Math.max(...e.map(i=>i.length)),n=i=>{let l=Number.POSITIVE_INFINITY;for(let c of e)for(let[u,d]of c.entries())l=Math.min(l,d-u*1e3/(t*i));return l},s=t*(uo.find(i=>n(i)>=5)??uo.at(-1)),o=Math.max(0,Math.floor(n(s/t)-5)),a=Math.max(...e.map(i=>tl(i,o,s)));return{launchMs:o,launchRate:s,launchSeconds:(r-.5)/s,waiting:a}}function tl(e,t,r){let[n,s]=[0,0];for(let o=0;o<e.length;o++){for(;s<e.length&&e[s]<t+o*1e3/r;)s++;n=Math.max(n,o+1-s)}return n}function mo({plan:e,seed:t,name:r},n){return $t(e,nl(It(t,`${r} pod ${n}`)))}function nl(e){let t=e|0;return{uniform:()=>{t=t+1831565813|0;let n=Math.imul(t^t>>>15,1|t);return n=n+Math.imul(n^n>>>7,61|n)^n,((n^n>>>14)>>>0)/2**32}}}function It(e,t){let r=2166136261^e;for(let n=0;n<t.length;n++)r=Math.imul(r^t.charCodeAt(n),16777619);return r|0}function po(e,t,r,n=0){return new Map(e.slots.flatMap(s=>{let{load:o,label:a}=s.step;if(o.kind!=="arrival-rate"||o.arrivals==="even")return[];let i=`${s.block??r} ${s.round} ${a}`,l={rate:o.rate,...sl(s,o.rate)},c=n>0?rl({plan:l,seed:t,name:i},n):$t(l,us(It(t,i)));return[[H(s),c]]}))}function rl(e,t){let r=Array.from({length:t},(n,s)=>mo(e,s).dueMs);return{dueMs:[],skipped:0,...Ct(r,e.plan.rate),drawn:e}}function sl(e,t){let r=ue(e);if(r!==null){let{settling:s,measured:o,arrivals:a}=r;return{settling:s,measured:o,arms:e.turns.of,turn:a}}return{settling:Fn(t,e.settleSeconds),measured:Le(e),arms:1,turn:1}}import{createHash as Yl}from"node:crypto";import{createReadStream as Xl}from"node:fs";import{hostname as Ql}from"node:os";import{join as Zl}from"node:path";import{createInterface as ec}from"node:readline";import{setTimeout as tc}from"node:timers/promises";import{createReadStream as ol}from"node:fs";import{createInterface as al}from"node:readline";var fo={100:"its `setup` did not finish in time",101:"its `teardown` did not finish in time",104:"k6 does not accept its options",107:"it threw an exception outside an iteration",108:"it aborted the test",110:"it marked the test as failed"};function he(e,t){if(!(e in fo))return null;let r=t.replaceAll('\\"','"'),n=/TAILGATE_EXPORTS (\S+): ((?:(?!TAILGATE_EXPORTS ).)*?) TAILGATE_END/.exec(r);return{kind:"failed",fault:"script",message:/TAILGATE_REFUSED ((?:(?!TAILGATE_REFUSED ).)*?) TAILGATE_END/.exec(r)?.[1]??`${fo[e]}${il(r)}`,log:t,...n!==null&&{missing:{exec:n[1],there:n[2]}}}}function il(e){let t=/"(k6\/x\/[^"\s]+)"/.exec(e)?.[1];return t!==void 0?`: it imports \`${t}\`, an extension that this k6 lacks. None is fetched from elsewhere unless \`allow\` names hosts; let TAILGATE_K6 name a k6 that has it`:/ of undefined/.test(e)?"; Tailgate replaces its scenarios and its load, so `exec.test.options.scenarios` has not those of the script":""}async function Xe(e){let t=new Map,r=new Map;for await(let n of al({input:ol(e)})){let s=/TAILGATE_(FAILURE|REDIRECT) ((?:(?!TAILGATE_(?:FAILURE|REDIRECT) )[^"\\]|\\.)*)"/.exec(n);if(s===null)continue;let o=s[2].replaceAll('\\"','"');if(s[1]==="FAILURE"){let[,a,i,l]=/^(\d+) (.*?): (.*)$/s.exec(o)??[],c=`${a} ${i}`;l!==void 0&&!t.has(c)&&t.set(c,{label:i,code:Number(a),text:l})}else{let[,a,i,l,c]=/^(\d+) (\d+) (\S+) (.*)$/s.exec(o)??[],u=`${a} ${c}`;if(c===void 0||r.has(u))continue;r.set(u,{label:c,which:Number(a),status:Number(i),location:l==="-"?null:l})}}return{told:[...t.values()],redirects:[...r.values()]}}import{readFileSync as Rl,rmSync as xl}from"node:fs";import{join as Al}from"node:path";import{existsSync as ll,readFileSync as go,statSync as cl,writeFileSync as _t}from"node:fs";import{totalmem as ul}from"node:os";import{dirname as dl,join as ne}from"node:path";import{setTimeout as ml}from"node:timers/promises";import{rootCertificates as pl}from"node:tls";var fl=99,ho=105;async function bo(e){let{folder:t,name:r}=e,{scriptPath:n,configPath:s}=Dt(e),o=ne(t,`${r}.summary.json`),a=ne(t,`${r}.log`),i=bt(a),l=await Fe({command:[e.binary,"run","--quiet","--no-color","--no-usage-report","--config",s,"--address","",...Lt(e),"--env",`TAILGATE_SUMMARY=${o}`,n],cwd:e.cwd,env:{...wl(),...Nt(e,kl(e))},logPath:a,keeper:e.keeper}),c=l.exited.then(async u=>{let d=We(Sl(a),t),m=u.code??-1,p=h=>({kind:"failed",fault:"harness",message:h,log:d});if(u.signal!==null)return p(`k6 was ended by ${u.signal}`);let f=he(m,d);if(f!==null)return f;if(m!==0&&m!==fl&&m!==ho)return p(`k6 ended with exit code ${m}`);try{if(!cl(o).isFile())throw new Error("it is no file");let h=He(go(o,"utf8"));return{kind:"measured",complete:m!==ho,summary:h,...await Xe(a)}}catch(h){return p(`k6 left no readable summary: ${h.message}`)}});return{group:l,began:gl(a,l,i),finished:c}}function Lt({targetUrl:e,userScript:t}){let r={TARGET_URL:e,BASE_URL:e,...t&&{TAILGATE_SCRIPT_FOLDER:dl(t)}};return Object.entries(r).flatMap(([n,s])=>["--env",`${n}=${s}`])}function Nt({environment:e,mayFetch:t},r={}){return{...ae(e,r),...!t&&{K6_AUTO_EXTENSION_RESOLUTION:"false"}}}function Dt({folder:e,name:t,script:r,arrivals:n}){let s=ne(e,`${t}.js`),o=ne(e,"k6-config.json");if(_t(s,r),n?.size){let a=[...n].map(([i,l])=>[i,[l.skipped,...l.dueMs]]);_t(ne(e,Tt(t)),JSON.stringify(Object.fromEntries(a)))}for(let[a,i]of[[xt,Hs],[At,Ys]])gt(ne(e,a),i);return gt(o,"{}"),{scriptPath:s,configPath:o}}var hl=20,Qe=64*1024;async function gl(e,{exit:t},r){let n=r;for(;t()===null;){let s=bt(e);s<n&&(n=r<=s?r:0);let o=jr(e,n,Qe),a=o.lastIndexOf(`
`)+1||(o.length===Qe?Qe:0),i=/TAILGATE_BEGAN (\d+)/.exec(o.toString("latin1",0,a))?.[1];if(i!==void 0)return Number(i);n+=a,o.length<Qe&&await ml(hl)}return null}var bl=20;function Sl(e){let t=De(e,2e3).split(`
`).filter(s=>!s.includes("TAILGATE_BEGAN")),r=t.slice(-bl),n=t.find(s=>/^time="[^"]*" level=error (?!.* source=console)/.test(s));return(n===void 0||r.includes(n)?r:[n,...r.slice(1)]).join(`
`)}var yl=4;function wl(){let e=Math.min(ul(),process.constrainedMemory?.()||Number.POSITIVE_INFINITY);return{GOGC:"800",GOMEMLIMIT:`${Math.floor(e/yl/2**20)}MiB`}}function kl({certificates:e=[],environment:t,folder:r}){if(e.length===0)return{};let n=t.SSL_CERT_FILE,s=n&&ll(n)?[go(n,"utf8")]:pl,o=ne(r,"certificates.pem");return _t(o,[...e,...s].join(`
`)),{SSL_CERT_FILE:o}}var yo=oi(ai(),1);var So=`# An Indexed Job whose pods each run the whole script: https://kubernetes.io/docs/concepts/workloads/controllers/job/
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
`;var Re=6565,Ze="tailgate/program",wo="load.tar",Ml=.7;function ko({name:e,labels:t,pods:r,image:n,seconds:s}){let{count:o,cpu:a,memory:i}=r,l=(0,yo.parse)(So),{template:c}=l.spec,[u]=c.spec.containers;l.metadata={name:e,labels:t},c.metadata={labels:t};let d={completions:o,parallelism:o,maxFailedIndexes:o};Object.assign(l.spec,d,{activeDeadlineSeconds:Math.ceil(s)}),c.spec.volumes=[{name:"load",configMap:{name:e}}],u.image=r.image??n;let m=o>1?["--paused","--address",`0.0.0.0:${Re}`]:["--address",""];if(u.args=[...m,`/tailgate/${wo}`],i){let f=Number.parseInt(i,10)*(i.endsWith("Gi")?1024:1)*Ml;u.env.push({name:"GOMEMLIMIT",value:`${Math.floor(f)}MiB`})}let p={cpu:a,memory:i};return(a||i)&&(u.resources={requests:p,limits:p}),o>1&&(u.ports=[{containerPort:Re}],u.readinessProbe={httpGet:{path:"/v1/status",port:Re},periodSeconds:1}),l}function vo({name:e,labels:t},r,n){return{apiVersion:"v1",kind:"ConfigMap",metadata:{name:e,labels:t,ownerReferences:[{apiVersion:"batch/v1",kind:"Job",name:e,uid:r}]},immutable:!0,binaryData:{[wo]:n.toString("base64")}}}var Bt=1024*1024-1024;var Ol=6e4;async function Mo(e,t){let{binary:r,folder:n,name:s}=e,{scriptPath:o,configPath:a}=Dt(e),i=Al(n,`${s}.tar`),l=await Ne({file:r,arguments:["archive","--no-color","--config",a,"-O",i,...Lt(e),o],environment:Nt(e),cwd:e.cwd,timeoutMs:Ol,signal:t}),c="output"in l?We(l.output,n):l.code;if(l.kind!=="ended"||l.exitCode!==0){let f=l.kind==="ended"?l.exitCode:-1;return he(f,c)??{kind:"failed",fault:"harness",message:"k6 could not pack the script for the pods",log:c}}let u=Rl(i);if(xl(i),u.length<=Bt)return u;let[d,m]=[u.length,Bt].map(f=>`${Math.ceil(f/1024)} KiB`);return{kind:"failed",fault:"script",message:`the script with all that it loads has ${d}, and the ConfigMap by which pods get it holds ${m}: load less data, or measure fewer scenarios at once (\`--only\`)`,log:""}}import{once as Tl}from"node:events";import{existsSync as El,rmSync as Pl}from"node:fs";import{request as $l}from"node:http";import{join as Ro}from"node:path";import{text as Cl}from"node:stream/consumers";import{setTimeout as Ft}from"node:timers/promises";var Il=3,xo=12e4,Ao=100,Oo=1e4,jt={from:.05,to:.4};async function To(e,t){let r=Ro(t.folder,"kube.sock"),n=Ro(t.folder,"kubectl-proxy.log");Pl(r,{force:!0});let s=await Fe({command:e.command("proxy",`--unix-socket=${r}`,"--accept-paths=^/api/v1/namespaces/[^/]+/pods/[^/]+/proxy/v1/status$","--reject-methods=^(GET|POST|PUT|DELETE)$"),cwd:t.folder,env:e.environment,logPath:n,keeper:t.keeper});try{let o=performance.now()+Oo;for(;!El(r);){if(s.exit()!==null||performance.now()>o)throw new q(`\`kubectl proxy\` does not run: ${De(n,1)}`);await Ft(Ao/5,void 0,{signal:t.signal})}let a=u=>Promise.all(t.states.map(d=>_l(r,t,d,u))),i=performance.now()+xo;for(;!(await a({})).every(u=>u>=Il);){if(performance.now()>i)throw new q(`k6 was not ready in all pods after ${xo/1e3} s`);await Ft(Ao,void 0,{signal:t.signal})}let l=Date.now()%t.periodMs/t.periodMs,c=(jt.from-l+1)%1;(l<jt.from||l>jt.to)&&await Ft(c*t.periodMs,void 0,{signal:t.signal}),await a({paused:!1})}finally{await s.stop("SIGTERM",500)}}async function _l(e,{namespace:t,signal:r},{id:n,name:s},o){let a=`/api/v1/namespaces/${t}/pods/${n}:${Re}/proxy/v1/status`,i={"content-type":"application/json"};try{let l=$l({socketPath:e,path:a,method:"PATCH",headers:i,signal:r,timeout:Oo});l.on("timeout",()=>l.destroy(new Error("no answer"))),l.end(JSON.stringify({data:{type:"status",id:"default",attributes:o}}));let[c]=await Tl(l,"response"),u=await Cl(c),d=c.headers["content-type"]?.includes("json")?JSON.parse(u):{message:u};if(c.statusCode===200)return Number(d.data.attributes.status);throw new Error(`${d.message??d.errors?.[0]?.detail}`.slice(0,200))}catch(l){throw new q(`${s} cannot be told to begin: ${l.message}`)}}function Eo(e){let t=C(e,({count:o})=>o),r=e.find(o=>o.count>0)?.levels;if(r===void 0)return null;let n=new Float64Array(t),s=0;for(let o of e)for(let a=0;a<o.count;a++)n[s++]=cn(o,a);return n.sort(),{count:t,levels:r,values:r.map(o=>Ll(n,o))}}function Po(e,t){let r=[...e].sort((a,i)=>a.value-i.value),n=C(r,({count:a})=>a),[s,o]=[0,r[0]?.count??0];return t.map(a=>{for(;o<=Math.round(a*(n-1))&&s<r.length-1;)o+=r[++s].count;return r[s].value})}function Ll(e,t){let r=t*(e.length-1),n=Math.floor(r),s=e[n];return r===n?s:s+(r-n)*(e[n+1]-s)}function $o(e){let[t]=e,r=e.map(({summary:a})=>a),n=t.summary.percents.map(a=>a/100),s=Object.keys(t.summary.slots).map(a=>{let i=e.map(({name:l,summary:c})=>({name:l,slot:c.slots[a]}));return[a,Bl(i,n)]}),o=new Map(r.flatMap(a=>a.seen??[]).map(a=>[a.name,a]));return{...t.summary,slots:Object.fromEntries(s),lost:C(r,({lost:a})=>a),seen:[...o.values()]}}var Nl=["started","exceptions","barren","untagged","whole","begun","voided","resent","connects","received"],Dl=250;function Bl(e,t){let r=Math.min(...e.map(({slot:c})=>c.startedAt)),n=e.map(({name:c,slot:u})=>({name:c,slot:Fl(u,u.startedAt-r)})),s=n.map(({slot:c})=>c),o=({slices:c})=>C(c,({started:u})=>u),a=({slices:c})=>Math.max(0,...c.map(({lag:u})=>u?.p99??0)),i=n.reduce((c,u)=>o(u.slot)<o(c.slot)?u:c),l=n.reduce((c,u)=>a(u.slot)>a(c.slot)?u:c);return{startedAt:r,endedAt:Math.max(...s.map(({endedAt:c})=>c)),dropped:C(s,({dropped:c})=>c),answers:s[0].answers.map((c,u)=>({sizes:Ut(s,({answers:d})=>d[u].sizes,t),statuses:Co(s,({answers:d})=>d[u].statuses,t)})),slices:s[0].slices.map((c,u)=>{let d=s.map(({slices:m})=>m[u]);return jl(d,t)}),pods:{behind:i.name,sent:o(i.slot),latest:l.name}}}function Fl(e,t){return t<=Dl?e:{...e,slices:e.slices.map(r=>({...r,lag:{p50:t,p99:t,max:t}}))}}function jl(e,t){let r=e.flatMap(({lag:o})=>o??[]),n=o=>Math.max(...r.map(a=>a[o]??0)),s=Nl.map(o=>[o,C(e,a=>a[o])]);return{...Object.fromEntries(s),failed:Co(e,({failed:o})=>o,t),latency:Ut(e,({latency:o})=>o,t),lag:r.length===0?null:{p50:n("p50"),p99:n("p99"),max:n("max")},custom:Ul(e,t)}}function Ul(e,t){let n=[...new Set(e.flatMap(({custom:s})=>Object.keys(s??{})))].map(s=>{let o=e.flatMap(({custom:u})=>u?.[s]??[]),a=o.filter(u=>u.type==="trend");if(a.length>0)return[s,{type:"trend",...Ut(a,u=>u,t)}];let i=o.filter(u=>u.type==="rate");if(i.length===0)return[s,{type:"counter",sum:C(o,u=>"sum"in u?u.sum:0)}];let[l,c]=[C(i,u=>u.hits),C(i,u=>u.count)];return[s,{type:"rate",hits:l,count:c}]});return Object.fromEntries(n)}function Ut(e,t,r){let n=e.flatMap(a=>t(a)??[]),s=Eo(n.map(({count:a,values:i})=>({count:a,levels:r,values:i})));if(s===null)return null;let o=C(n,a=>a.avg*a.count)/s.count;return{count:s.count,avg:o,values:[...s.values]}}function Co(e,t,r){let n=e.flatMap(i=>t(i)??[]);if(n.length===0)return null;let s=n.flatMap(i=>Me(i,r).map(l=>({value:js(l),count:l.count}))),o=C(n,i=>i.count),a=C(n,i=>i.avg*i.count)/o;return{count:o,avg:a,values:Po(s,r)}}var et=N({reason:L().optional(),message:L().optional()}),Gl=et.extend({exitCode:U()}),Wl=et.extend({type:L(),status:L()}),ql=N({state:N({terminated:Gl.optional(),waiting:et.optional()}).optional()}),zl=N({metadata:N({name:L(),annotations:oe(L(),L()).optional(),deletionTimestamp:L().optional()}),spec:N({nodeName:L().optional()}),status:et.extend({phase:L().optional(),conditions:F(Wl).optional(),containerStatuses:F(ql).optional()})}),Kl=N({items:F(zl)}),Jl=/^(ErrImagePull|ImagePullBackOff|ErrImageNeverPull|InvalidImageName|CreateContainerError|CreateContainerConfigError|RunContainerError|StartError)$/;function Io(e,t){let r=Kl.parse(JSON.parse(e)).items.map(Hl);return Array.from({length:t},(n,s)=>{let o=r.filter(a=>a.index===s);return o.find(({kind:a})=>a==="lost")??o[0]??{...Vl,index:s,name:`pod ${s}`,kind:"waiting",because:"is not there"}})}var Vl={id:"",node:null,exitCode:null};function Hl({metadata:e,spec:t,status:r}){let n=Number(e.annotations?.["batch.kubernetes.io/job-completion-index"]??Number.NaN),s=t.nodeName??null,o={index:n,id:e.name,name:`pod ${n}${s?` on ${s}`:""}`,node:s},{terminated:a,waiting:i}=r.containerStatuses?.[0]?.state??{},l=a?.exitCode??null,c=(f,h="")=>({...o,kind:f,because:h,exitCode:l}),u=r.conditions??[],d=u.find(({type:f,status:h})=>f==="DisruptionTarget"&&h==="True"),m=Gt(r.reason===void 0?d??{}:r);if(a?.reason==="OOMKilled")return c("lost","ran out of memory");if(r.reason==="Evicted")return c("lost",`was evicted${m}`);if(r.phase==="Succeeded")return c("done");if(e.deletionTimestamp!==void 0)return c("lost",`was removed before it had ended${m}`);if(l!==null&&l>128)return c("lost",`was killed${m}`);if(r.phase==="Failed")return c("lost",l===null?`failed${m}`:`ended with exit code ${l}${m}`);if(Jl.test(i?.reason??""))return c("lost",`cannot start${Gt(i)}`);if(u.some(({type:f,status:h})=>f==="Ready"&&h==="True"))return c("ready","still runs");let p=u.find(({type:f,status:h})=>f==="PodScheduled"&&h==="False");return c("waiting",`is not ready${Gt(p??i??{})}`)}function Gt({reason:e,message:t}){let r=[e,t].filter(Boolean).join(": ").replace(/\s+/g," ").slice(0,300);return r===""?"":`: ${r}`}var Bo=300,_o={first:60,each:.1},nc=120,Wt=Bo+nc,Lo=60,rc=250,sc=2e3,oc=3e5,ac=40,No={usual:10,interrupted:3};function Fo(e){let t=new AbortController,r=ms(e.pods,e.environment,t.signal),n=ic(e,r,t.signal).catch(s=>{if(!(s instanceof q||s instanceof Te||t.signal.aborted))throw s;return{kind:"failed",fault:"harness",message:t.signal.aborted?"k6 was interrupted":s.message,log:""}});return{group:{pid:null,signal:()=>t.abort(),async stop(){t.abort(),await n}},began:Promise.resolve(null),finished:n}}async function ic(e,t,r){let{pods:n,folder:s,name:o,keeper:a}=e,i=a.mark.TAILGATE_RUN.slice(0,8),l=`tailgate-${i}-${o}`.slice(0,63),c={"app.kubernetes.io/managed-by":"tailgate","tailgate/run":i,"tailgate/machine":lc(e.environment),[Ze]:l},[u,d]=await Promise.all([Mo(e,r),n.image===void 0?Tr(e.binary,["version"],e.environment,r):null,t.run(["delete","jobs","--wait=false","-l",`tailgate/machine=${c["tailgate/machine"]},tailgate/run!=${i}`])]);if(!Buffer.isBuffer(u))return u;let m=e.seconds+e.spareSeconds+Wt,p=f=>t.run(["create","-o","jsonpath={.metadata}","-f","-"],{input:JSON.stringify(f)});try{let f={name:l,labels:c,pods:n,image:`grafana/k6:${d??"latest"}`,seconds:m},{uid:h,namespace:b}=JSON.parse(await p(ko(f)));await p(vo(f,h,u));let S={...e,kubectl:t,job:l,signal:r},g=await Do(S,"ready");if(!Array.isArray(g))return g;if(n.count>1){let w={states:g,namespace:b,periodMs:e.periodMs,folder:s,keeper:a,signal:r},A=await To(t,w).then(()=>null,R=>R),y=A&&(await jo(S)).find(({kind:R})=>R==="lost");if(y)return await Uo(S,y);if(A)throw A}let k=await Do(S,"done");return Array.isArray(k)?await uc(S,k,Zl(s,`${o}.log`)):k}finally{await dc(t,l,r.aborted?No.interrupted:No.usual)}}function lc({TAILGATE_LOCK:e=""}){let t=de("/proc/sys/kernel/random/boot_id")??"",r=[Ql(),t,xr(),e].join(" ");return Yl("sha256").update(r).digest("hex").slice(0,16)}async function Do(e,t){let{pods:r,seconds:n,spareSeconds:s,signal:o}=e,a=performance.now(),i=a;for(;;){let l=await jo(e).catch(u=>{if(!(u instanceof q&&!/forbidden|unauthorized/i.test(u.message))||performance.now()-i>Lo*1e3)throw u;return null});if(l!==null){i=performance.now();let u=l.find(({kind:f,id:h})=>f==="lost"||t==="done"&&h==="");if(u)return Uo(e,u);let d=l.find(({id:f})=>f==="")??l.find(({kind:f})=>f!=="done"&&(t==="done"||f!=="ready"));if(d===void 0)return l;let m=(i-a)/1e3,p=d.id===""?_o.first+r.count*_o.each:Bo;if(m>(t==="ready"?p:n+s+Lo)){let f=`${Math.round(m)} s after ${t==="ready"?"its Job":"all were ready"}`;throw new q(`${d.name} ${d.because}, ${f}${await cc(e,d)}`)}}let c=t==="ready"?0:a+1e3*n-performance.now();await tc(Math.max(rc,Math.min(c,sc)),void 0,{signal:o})}}async function jo({kubectl:e,job:t,pods:r}){let n=["get","pods","-o","json","-l",`${Ze}=${t}`];return Io(await e.run(n),r.count)}async function cc({kubectl:e,job:t},{id:r}){let n=`--field-selector=type=Warning,involvedObject.name=${r||t}`,a=(await e.run(["get","events",n,"-o",'jsonpath={range .items[*]}{.message}{"\\n"}{end}']).catch(()=>"")).trim().split(`
`).at(-1);return a===""?"":`: ${a.slice(0,300)}`}async function Uo({kubectl:e,pods:t},r){let n=r.id===""?"":await e.run(["logs",r.id,`--tail=${ac}`]).catch(()=>""),s=r.exitCode===null?null:he(r.exitCode,n);if(s!==null)return{...s,message:`${s.message} (${r.name})`};let o=r.id===""?"was removed, or its node went away":r.because,a=r.because.includes("memory")&&t.memory?`: its limit is ${t.memory}`:"";return{kind:"failed",fault:"harness",message:`${r.name} ${o}${a}`,log:n}}async function uc({kubectl:e,job:t},r,n){let s=["logs","-l",`${Ze}=${t}`,"--tail=-1","--prefix"];await e.run(s,{timeoutMs:oc,into:n});let o=new Map;for await(let i of ec({input:Xl(n)})){let[,l,c]=/^\[pod\/([^/\]]{1,253})\/[^\]]{0,63}\] (\{"schemaVersion":1,.*)$/.exec(i)??[];l!==void 0&&o.set(l,c)}let a=r.map(({id:i,name:l})=>{try{return{name:l,summary:He(o.get(i)??"")}}catch{throw new q(`${l} left no readable summary`)}});return{kind:"measured",complete:!0,summary:$o(a),...await Xe(n),nodes:[...new Set(r.flatMap(({node:i})=>i??[]))].sort()}}async function dc(e,t,r){let{signal:n}=new AbortController,s=["delete",`job/${t}`,"--ignore-not-found","--cascade=foreground",`--timeout=${r}s`];await e.run(s,{signal:n,timeoutMs:2e3*r}).catch(o=>{if(!(o instanceof q))throw o})}import{existsSync as mc,writeFileSync as pc}from"node:fs";import{join as fc}from"node:path";function Go(e,t,r){if(e.step.work.kind==="script")return null;let{request:n}=e.step.work;return{...n,url:zo(t.fill(n.url),t,r,e),headers:Object.fromEntries(Object.entries(n.headers).map(([s,o])=>[s,qo(s,o,t,e)])),body:n.body===void 0?void 0:t.fill(n.body,it(n.body))}}function Wo(e,t,r,{config:n,folder:s}){let{work:o,scenario:a}=e.step;if(o.kind==="script"||o.mix===void 0&&o.data===void 0)return null;let i=o.data?`data-${a}.json`:null;i!==null&&hc(o.data.path,fc(s,i));let l=(u,d,m)=>fs(u,o.data?.columns??[],d,m),c=ie(o);return{name:a,dataFile:i,first:Sc(e,e.block??t),sequence:ps(c),requests:c.map(({request:u})=>({name:`${u.method} ${u.url}`,method:u.method,url:zo(l(u.url,"path",d=>r.fill(d)),r,n,e),headers:Object.fromEntries(Object.entries(u.headers).map(([d,m])=>[d,l(m,"raw",p=>qo(d,p,r,e))])),body:u.body===void 0?null:l(u.body,u.quotesData?"json":"raw",d=>r.fill(d,it(u.body))),expectStatus:u.expectStatus,timeoutMs:u.timeoutSeconds*1e3}))}}function qo(e,t,r,{step:n}){let s=r.fill(t);if(!/[\r\n]/.test(s))return s;throw new W({what:`The header ${rn(e)} has a line break once its variables are filled in.`,where:`request of ${n.label}`,hint:"Take the line break out of the variable."})}function hc(e,t){mc(t)||pc(t,JSON.stringify(yn(Rr(e),e).rows))}function zo(e,{targetUrl:t},r,{step:n}){let[s,...o]=typeof e=="string"?[e]:e,a=String(s),i=a.startsWith("/")?t+a:a;return wn(i,r,`request of ${n.label}`),typeof e=="string"?i:[i,...o]}var gc=16,bc=37;function Sc({step:{load:e},round:t,seconds:r,turns:n,requests:s},o){let a=e.kind==="arrival-rate"?e.rate*r/(n?.of??1):s??0;return(o*gc+(t===null?0:t+1))*Math.ceil(a)+Math.sign(a)*o*bc}var yc=30,wc=120;async function Ko(e,t,r,{around:n,k6:s,folder:o,instances:a,seed:i,block:l=0}){let{config:c,keeper:u}=n,{work:d}=e.slots[0].step,{targetUrl:m}=a.get(r),p=new Map(e.slots.map(M=>[M,Wo(M,l,a.get(M.arm),{config:c,folder:o})])),f=c.allow.length===0,h=[...a.values()].flatMap(({trust:M})=>M??[]),b=c.pods,S=b===void 0?e:Nn(e,b.count),g=new Map(S.slots.map((M,_)=>[M,e.slots[_]])),k=po(S,i,l,b?.count),w=Xs({program:S,arrivals:k,name:t,targetUrl:m,confined:f,insecure:f&&h.some(M=>"insecure"in M),requestOf:M=>Go(M,a.get(M.arm),c),dealOf:M=>p.get(g.get(M))??null,...b&&{pods:b.count},...d.kind==="script"&&{scriptPath:ds(d.path,o,c.directory)}}),O={binary:s,folder:o,name:t,script:w,...d.kind==="script"&&{userScript:d.path},cwd:c.directory,targetUrl:m,environment:{...n.environment,...kc(e,a.get(r))},mayFetch:!f,keeper:u},{seconds:A,slots:y}=e,R=y.some(({step:M})=>M.load.kind==="fixed-work"),P=d.kind==="script"?wc:0,v=(R?ce:0)+(b?Wt:0),T=A+yc+P+v,$;if(b===void 0){let M=h.flatMap(_=>"ca"in _?_.ca:[]);$=await bo({...O,arrivals:k,certificates:M})}else{for(let[M,{targetUrl:_}]of a)kn(_,`URL of the ${M}`);$=Fo({...O,pods:b,seconds:A,spareSeconds:P,periodMs:Ot(e,b.count)})}return{run:$,arrivals:k,deals:p,limitSeconds:T}}function kc({slots:e},{fill:t}){return Object.fromEntries(Object.entries(e[0].step.parameters??{}).map(([r,n])=>[`VARIANT_${r.toUpperCase()}`,t(n)]))}var vc=250;function Jo(e,t,r){return e.map(n=>{let{slices:s,slot:o}=n,a=s[0].startedAt,i=J(o,s.reduce((m,p)=>m+p.seconds,0)),l=_s(t,a,a+i*1e3+vc),c=e.filter(m=>m.slot.startSeconds===o.startSeconds).reduce((m,p)=>m+r(p.slot.arm)*p.connects,0),u=l===null?0:Math.max(0,Math.floor((l-c)/r(o.arm))),d=s.map(({resent:m=0,...p})=>{let f=Math.min(m,u);return u-=f,{...p,...f>0&&{resent:f}}});return{...n,slices:d}})}var Mc=.1,Rc=.1;function Ho(e,{instances:t,began:r,sample:n,readCalls:s=()=>{}}){let o=[],a=new Set,i=!1,l=()=>{for(let d of a)t.get(d)?.resume();a.clear()},c=d=>{for(let[m,p]of t)m!==d&&(p.halt(),a.add(m))},u=e.slots.flatMap(d=>[...t.size>1&&d.round!==null&&B(d)?[{at:d.startSeconds,act:()=>c(d.arm)},{at:Vo(d),act:l}]:[],...xc(d).map(m=>({at:m,act:n})),...d.round!==null&&B(d)?[d.startSeconds-Mc,Vo(d)+Rc].map(m=>({at:m,act:s})):[]]);return r.then(d=>{if(!(d===null||i))for(let{at:m,act:p}of u)o.push(setTimeout(p,d+m*1e3-Date.now()))},()=>{}),{end(){i=!0;for(let d of o)clearTimeout(d);l()}}}function Vo({step:e,startSeconds:t,seconds:r}){return t+(e.load.kind==="fixed-work"?ce:r)}function xc({round:e,step:t,startSeconds:r,seconds:n,settleSeconds:s,slices:o}){if(e===null&&o===1)return[];if(t.load.kind==="fixed-work")return[r];let a=(n-s)/o;return Array.from({length:o+1},(i,l)=>r+s+l*a)}function qt(){return{failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],nodes:[]}}async function Y(e,t,r){let{around:n,instances:s,shared:o}=r,a=[...new Set(e.slots.map(x=>x.step.label))],i=a.join(", "),c=[...new Set(e.slots.map(({arm:x})=>x))].includes("head")?"head":"base",{work:u}=e.slots[0].step,{run:d,arrivals:m,deals:p,limitSeconds:f}=await Ko(e,t,c,r),h=Date.now(),b=[...s.values(),o],S=Is(d.group.pid,b.flatMap(({sessions:x,relays:Z=[]})=>[...x,...Z]),s),g=oo(e,s,n),k=Ho(e,{instances:s,began:d.began,sample:S.take,readCalls:()=>{g?.take()}}),w=()=>d.group.signal("SIGKILL");n.signal.addEventListener("abort",w,{once:!0}),n.signal.aborted&&w();for(let x of b)x.crashed.then(()=>x.crash()!==null&&d.group.signal("SIGINT"));let O=!1,A=setTimeout(()=>{O=!0,w()},f*1e3),y;try{y=await d.finished;let x=Oc(e,await d.began)-Date.now();y.kind==="measured"&&y.complete&&await Ac(Math.min(5e3,Math.max(0,x)))}finally{clearTimeout(A),n.signal.removeEventListener("abort",w);try{k.end()}finally{S.stop(),await g?.take(),g?.stop(),await d.group.stop("SIGTERM",1e3)}}let R=(Date.now()-h)/1e3,P=e.slots.findLast(x=>x.startSeconds<=R)??e.slots[0];await Ec(e,t,r);let v={slots:[],crash:V(s,o,P.step.label),failure:null,loadSeconds:R,...qt()};if(n.signal.aborted)return v;let T=x=>v.crash===null?{...v,failure:{...x,label:P.step.label,arm:c}}:v;if(y.kind==="failed"&&y.missing){let{exec:x,there:Z}=y.missing;throw new W({what:`The k6 script of ${i} has no function \`${x}\`: ${Z}.`,where:u.kind==="script"?u.path:i,hint:"Name the function to measure with `exec` in tailgate.yml, or export it as `default`."})}if(y.kind==="failed"){let x=`k6 had not ended after ${Math.round(f)} s, and was killed`;return T(O?{...y,message:x}:y)}if(!y.complete&&v.crash===null)return T({kind:"failed",fault:"harness",message:"k6 was interrupted from outside",log:""});let $=n.config.pods?.count,M=eo(y.summary,e.slots,$);if(M!==null)return T({kind:"failed",fault:"harness",message:`k6 reported ${M}`,log:""});let _=x=>s.get(x)?.hops??1,G=io(Jo(to(y.summary,e.slots,$),S.samples,_),{around:n,instances:s,shared:o,samples:S.samples,generatorLimit:S.generatorLimit()}),be=x=>c==="head"?a.flatMap(Z=>x.map(Oe=>({label:Z,threshold:Oe}))):[],{summary:E,redirects:j}=y,Q=e.slots.every(({round:x})=>x===null),Se=s.get("head")?.lastWords()??null;return{...v,failures:G.filter(({slot:x})=>x.arm==="head"&&(x.round!==null||Q)).flatMap(x=>Tc(x,y.told,p.get(x.slot)?.requests??[])).map(x=>({...x,said:Se})),redirects:j,thresholds:be(E.thresholds),fed:be(E.fed),unfed:be(E.unfed),lost:E.lost>0?a.map(x=>({label:x,requests:E.lost})):[],nodes:y.nodes??[],slots:await ao(G,g,m)}}function Oc({slots:e},t){let r=e.map(({step:n,startSeconds:s,seconds:o})=>n.load.kind==="arrival-rate"?s+o:0);return t===null?0:t+1e3*Math.max(...r)+20}function Tc({slot:e,failures:t,cut:r,received:n,sent:s,slices:o,barren:a},i,l){let{label:c,graceSeconds:u}=e.step,d=t.map(({code:S,which:g,count:k})=>{let w=i.find(A=>A.label===c&&A.code===S)?.text,O=l.length>1?` of ${l[g]?.name}`:"";return{label:c,text:`${Gs(S,w)}${O}`,count:k}}),m=i.find(S=>S.label===c&&S.text.startsWith("exception")),f=a+o.reduce((S,g)=>S+g.failed,0)-r-d.reduce((S,{count:g})=>S+g,0);if(m!==void 0&&f>0&&d.push({label:c,text:m.text,count:f}),r===0)return d;let b=r===s&&n>0?`the answer began, and did not end within ${u} s`:`no complete answer within ${u} s`;return[...d,{label:c,text:b,count:r}].sort((S,g)=>g.count-S.count)}async function Ec(e,t,r){let{instances:n,shared:s,around:o}=r,a=n.get("base");if(a===void 0||V(n,s,"")?.arm!=="head"||o.signal.aborted)return;let i=e.slots.filter(({arm:u})=>u==="head"),l=(i.length>0?i:e.slots).map(u=>({...u,arm:"base",turns:null}));a.resume();let c={...r,instances:new Map([["base",a]])};await Y(_e({...e,slots:l},l),`${t}-base`,c)}var Pc=1.15,$c=1;function Yo(e,t,r=0){let n=K(t,.5),s=i=>!(K(i,.5)>Pc*n),o=e.findIndex((i,l)=>s([i])&&s(e.slice(l)));if(o===-1)return null;let a=e.slice(0,o===0?0:o+1).reduce((i,l)=>i+l.seconds,0);return Math.max($c,r+a)}var Cc=.3;function Xo(e,t,r,n){let s=e.filter(({slot:o})=>o.round===null&&!t.some(a=>a.slot.step===o.step));for(let{slot:o,slices:a}of s){let i=e.filter(p=>p.slot.round!==null&&p.slot.step===o.step&&p.slot.arm===o.arm&&B(p.slot)===B(o)),{readyAt:l}=r.get(o.arm),c=l===null?0:(a[0].startedAt-l)/1e3,u=Yo(a.map(p=>({...p,seconds:J(o,p.seconds)})),i.flatMap(({slices:p})=>p),Math.max(0,c-o.startSeconds-Cc)),{label:d}=o.step,m=n.get(d);n.set(d,m===null||u===null?null:Math.max(m??0,u))}}var Ic=3;function Qo({steps:e},t){let r=e.flatMap(({label:n})=>{let s=t.flatMap(({warmUps:o})=>o.get(n)??[]);return s.length>0?[[n,Math.max(...s)]]:t.length>=Ic?[[n,$e.seconds]]:[]});return new Map(r)}var tt=2e4,_c=2;async function Zo(e,t,r){let n=performance.now(),s=ea(t);for(let[o,a]of e.entries()){let i=s.crash?.arm==="head"?s.crash:null;i!==null&&(s.crash=null),ge(s,r)&&await Lc(a,o,s,r),s.crash=ve(i,s.crash)}return s.wallSeconds=(performance.now()-n)/1e3,s}function ea(e){return{index:e,kept:[],discarded:[],crash:null,failure:null,...qt(),soakFailures:[],warmUps:new Map,soak:[],wallSeconds:0}}function zt(e,t){return t===1?[e]:Array.from({length:t},(r,n)=>{let s=e.index+n,o=a=>a.filter(({slot:i})=>i.block===s);return{...n===t-1?e:ea(s),index:s,kept:o(e.kept),discarded:o(e.discarded),wallSeconds:e.wallSeconds/t}})}async function Lc(e,t,r,n){let s={running:new Map,starts:0};try{Dc(r.index,e.arms,n),await ee(s,{...n,together:e.arms,block:Jt(r,n)});for(let[o,a]of e.programs.entries()){let i=`${na(r,n)}-${t+1}-${o+1}`;await Fc(a,i,s,r,n)}e.arms.length>1&&ge(r,n)&&await Nc(s,r,n)}catch(o){if(r.crash=V(new Map,n.shared,""),r.crash===null)throw o}finally{await te(s)}}async function Nc(e,t,r){let{progress:n}=r,s=ta(e,t,r),o=r.soak?.(t)??[];for(let a=1;o.length>0&&ge(t,r);a++){let{arm:i}=o[0].slots[0],l=o.reduce((u,d)=>u+d.seconds,0);n.phase(`keeping the ${i} under load, for stalls, growth and memory`,l),r.follow?.(t,o.flatMap(ra));let c=[...e.running].filter(([u])=>u!==i).map(([,u])=>u);for(let u of c)u.halt();try{for(let[u,d]of o.entries()){if(!ge(t,r))break;let m=`${na(t,r)}-soak-${a}-${u+1}`,p=await Y(d,m,s);t.crash=p.crash,t.failure??=p.failure,t.soak.push(...p.slots),t.soakFailures.push(...p.failures)}}finally{for(let u of c)u.resume()}o=r.soak?.(t)??[]}}function ta(e,t,r){let{arms:n,shared:s,k6:o,seed:a,folder:i}=r;return{around:n.head,k6:o,seed:a,folder:i,instances:e.running,shared:s,block:t.index}}function Kt({part:e}){return e===void 0?"":`${e}-`}function na(e,t){return`${Kt(t)}block-${Jt(e,t)+1}`}function Jt({index:e},{sizings:t=0}){return e+t}function Dc(e,t,r){let{arms:n,progress:s}=r,{services:o}=n.head.config,a=o.filter(({start:i,scope:l})=>i&&l==="instance").map(({name:i})=>i);a.length===0||e>0||s.phase(`starting ${a.join(", ")}${n.base?` of ${t.join(" and ")}`:""}`)}function Bc({index:e},{planned:t}){return t>1?`block ${e+1} of ${t}: `:""}async function Fc(e,t,r,n,s){let{arms:o,shared:a,progress:i,repeatDisturbed:l=!0}=s,c=e,u=!0;for(let d=0;c!==null&&ge(n,s);d++){let m=ra(c),p=c.slots.every(({requests:v})=>v===null)?c.seconds:void 0;i.phase(`${Bc(n,s)}measuring ${m.join(", ")}`,p),s.follow?.(n,m);let f=d===0?t:`${t}-again${d}`,h=await Y(c,f,ta(r,n,s)),{crash:b,failure:S,thresholds:g,slots:k}=h;n.crash=b,n.failure=S??n.failure;for(let v of["failures","redirects","fed","unfed","lost","nodes"])n[v].push(...h[v]);let w=k.filter(({slot:v})=>v.round!==null),O=b===null&&l?Ds(w):[],A=d<_c&&u,y=O.length>0&&g.length>0&&A?w:O,R=w.filter(v=>!y.includes(v));n.kept.push(...R),n.discarded.push(...y),(y.length===0||!A&&R.length>0)&&n.thresholds.push(...g);for(let v of y)Ar(()=>Fs(v,n.index));Xo(k,y,r.running,n.warmUps);let P=y.filter(v=>!Gc(v,s)).map(({slot:v})=>v);c=P.length>0&&A?_e(e,P):null,y.length>0&&i.note(Bs(y,c!==null)),c!==null&&(u=o.head.config.pods!==void 0||await Uc(s),n.crash=V(r.running,a,P[0].step.label),o.base&&ge(n,s)&&await jc(r,n,s))}}function ra({slots:e}){return[...new Set(e.map(({step:t})=>t.label))]}async function jc(e,t,r){let n=[...e.running.keys()];await te(e),await ee(e,{...r,together:n,block:Jt(t,r)})}async function Uc({arms:e,progress:t}){return t.phase(`waiting for the machine to calm down (${tt/1e3} s at most)`),ze(tt,e.head.signal)}function Gc({slot:e,evidence:t},{isEnough:r}){return r!==void 0&&e.requests!==null&&t.seconds<le}function ge(e,{arms:t,isEnough:r}){let{crash:n,failure:s}=e;return n!==null||s!==null&&!z(s)||t.head.signal.aborted?!1:!r?.(e)}function z({arm:e,fault:t}){return e==="base"&&t==="script"}var Wc=.001,sa=3;function oa({label:e,kept:t,failures:r,users:n}){let s=[],o=t.filter(la),a=ca(o,n)?null:da(o);a!==null&&s.push({kind:"cannot-keep-up",label:e,...ma(a),cpu:a.cpu});let i=ia({label:e,slices:t.flatMap(l=>l.slices),failures:r});return i===null?s:[...s,i]}function aa(e){let t=ia(e);return t&&{...t,soak:!0}}function ia({label:e,slices:t,failures:r}){let n=t.reduce((o,a)=>o+a.failed,0),s=t.reduce((o,a)=>o+a.failed+a.ok,0);return n<=Wc*s?null:{kind:"failing",label:e,failed:n,requests:s,examples:r.slice(0,sa)}}var qc=.01,zc=.5;function Vt({kept:e,failures:t,thresholds:r,lost:n,users:s}){let o=e.reduce((l,c)=>l+c.barren,0),a=e.reduce((l,c)=>l+c.evidence.sent,0);if(o>qc*a){let l=t.find(c=>c.startsWith("exception"));return`it threw before it sent a request, in ${o} of ${a} iterations${l?`: ${l}`:""}`}let i=e.reduce((l,c)=>l+c.untagged,0);return i>0?`it took the tag \`tailgate\` away in ${i} of ${a} iterations, and with it what an SLO on a metric of its own reads`:n>0?`${n} of its requests are in no count: it sends them in a way that Tailgate does not see, such as \`submitForm\`, \`clickLink\`, sockets or gRPC of a module from elsewhere, or a redirect to the same address (send that with \`redirects: 0\`)`:r.length>0&&e.some(({slices:l})=>l.some(({ok:c})=>c>0))?`nothing was measured that its threshold ${r.slice(0,sa).map(c=>`\`${c}\``).join(", ")} could judge, so it would always hold: mend its name or tags, or take it out`:ca(e.filter(la),s)?`its iterations pause for longer than its ${s} virtual users allow at this rate, so arrivals were dropped: take \`sleep\` out of it, or declare a load of users`:null}var la=({diagnosis:e})=>e==="service-slow";function ca(e,t=0){let r=e.flatMap(a=>a.slices);if(r.some(({failed:a})=>a>0))return!1;let n=r.reduce((a,{ok:i,avg:l})=>a+i*(l??0)/1e3,0),s=a=>e.reduce((i,{evidence:l})=>i+a(l),0),o=s(({intended:a})=>a??0)/s(({seconds:a})=>a);return n/s(({sent:a})=>a)<zc*t/o}function ua(e,t){let r=Vt(e);return r!==null?{kind:"script-failed",label:e.label,message:r,log:""}:Ht(e.label,e,t)}function Ht(e,{kept:t,discarded:r},n){if(t.length>=n/2&&t.length>0){if(t.flatMap(b=>b.slices).reduce((b,S)=>b+S.ok+S.failed+S.dropped,0)>0)return null;let{seconds:h}=t[0].evidence;return t.every(({evidence:b})=>b.sent===0)?{kind:"none-begun",label:e,seconds:h}:{kind:"script-failed",label:e,message:`it sent no request while it was measured. It may pause for longer than the ${Number(h.toPrecision(2))} s that are measured at a time, or look for \`exec.scenario.name\` or \`exec.test.options.scenarios\`, which are those of Tailgate`,log:""}}let s=["generator-starved","disturbed","unknown"].map(f=>({cause:f,slots:r.filter(({diagnosis:h})=>h===f)})),{cause:o,slots:a}=s.reduce((f,h)=>h.slots.length>f.slots.length?h:f),i=da(a);if(i===null)return{kind:"harness",message:`${e} was not measured`,log:""};let{cpu:l,lagMs:c,pods:u}=i,d=u&&(Qn(i)?u.latest:u.behind),m={label:e,...ma(i),cpu:l},p=r.length+t.length;switch(o){case"generator-starved":return{kind:o,...m,lagMs:c,...d&&{pod:d}};case"disturbed":return{kind:"machine-disturbed",label:e,discarded:r.length,rounds:p,cpu:l};case"unknown":return{kind:"cause-unknown",...m}}}function da(e){let t=({sent:r,intended:n})=>n===null?0:n-r;return e.map(({evidence:r})=>r).sort((r,n)=>t(n)-t(r))[0]??null}function ma({sent:e,intended:t,seconds:r}){return{sent:e,intended:t??e,seconds:r}}var Kc=.98,Jc=.01,Vc=.8;function pa(e,t,{diagnosis:r,evidence:n,slices:s}){let o=we(s,e.metric),{sent:a,intended:i}=n,l=i!==null&&a<Kc*i,c=Hc(s),u=Ee(s),m=!Number.isNaN(o)&&!St(Wr,u)&&!St(e,o)&&!l&&!c;return{rate:t,achieved:un(s),met:m,value:o,errors:u,dropped:s.reduce((p,f)=>p+f.dropped,0),...c&&{growing:c},...!m&&tr(n,r)&&{limitedBy:"generator"}}}function Hc(e){let t=e.filter(i=>dn(i)>0).map(i=>({at:i.startedAt/1e3,wait:K([i],.5)/1e3})),r=t[0],n=t.at(-1);if(r===void 0||n===void 0||t.length<4||n.wait===1/0)return;let s=t.flatMap((i,l)=>t.slice(l+1).map(c=>c.wait>i.wait)),o=s.filter(Boolean).length>=Vc*s.length,a=(n.wait-r.wait)/(n.at-r.at);return o&&a>Jc?!0:void 0}var Yc=8,Xc=2;async function fa(e,t){let{instances:r,around:n,shared:s,start:o,progress:a,block:i,repeatDisturbed:l=!0}=t,c=[...r.keys()],u={block:i,arms:new Map(c.map(h=>[h,{trials:[],estimate:null}])),discarded:[],crash:null,failure:null,loadSeconds:0},d=new Map,m=0,p=h=>u.arms.get(h).trials,f=()=>u.crash!==null||u.failure!==null&&!z(u.failure)||n.signal.aborted;for(let h=1;!f()&&u.failure===null&&u.loadSeconds<t.secondsLeft;h++){let b=c.flatMap(k=>{let w=Cr({...e.goal,outcomes:p(k),start:o});return w===null?[]:[{arm:k,...w}]});if(b.length===0)break;t.drawFirst()!==b[0].arm&&b.reverse(),a.phase(eu(e,b,u));let S=[];for(let[k,w]of Zc(e,b,h===1).entries()){if(f())break;let O=`${Kt(t)}search-${e.scenario}-${c.join("-")}-${i+1}-${h}-${k+1}`,A=await Y(w,O,{...t,around:n,instances:r,shared:s});u.crash=A.crash,u.failure=A.failure??u.failure,u.loadSeconds+=A.loadSeconds;let y=A.slots.filter(({slot:v})=>v.round!==null),R=l?y.filter(({diagnosis:v})=>v==="disturbed"):[];if(S.push(...R),R.length>0)continue;let{arm:P}=w.slots[0];d.set(P,[...d.get(P)??[],...y]),u.failure=Qc(e,{arm:P,kept:d.get(P)},A)??u.failure;for(let v of y){let{rate:T}=b.find(({arm:M})=>M===v.slot.arm),$=pa(e.goal.slo,T,v);p(v.slot.arm).push($)}}if(S.length===0)continue;u.discarded.push(...S);let g=S.map(({diagnosis:k,evidence:w})=>ke(k,w));if(a.note(`a trial of ${e.label} is discarded: ${[...new Set(g)].join("; ")}`),u.discarded.length>Yc||m===Xc)break;await ze(tt,n.signal)||m++,u.crash??=V(r,s,e.label)}for(let h of u.arms.values())h.estimate=Ir(h.trials,e.goal);return u}function Qc({label:e,work:t},{arm:r,kept:n},s){if(t.kind!=="script"||s.failure!==null||s.crash!==null)return null;let o=Vt({kept:r==="head"?n:[],failures:s.failures.map(({text:a})=>a),thresholds:[],lost:s.lost.reduce((a,{requests:i})=>a+i,0)});return o===null?null:{kind:"failed",fault:"script",message:o,log:"",label:e,arm:r}}function Zc(e,t,r){return e.work.kind==="request"?[pt(e,t,r)]:t.map(n=>pt(e,[n],r))}function eu({label:e},t,{arms:r}){let n=t.map(({arm:s,rate:o})=>{let{trials:a}=r.get(s),i=Math.max(0,...a.filter(({met:d})=>d).map(d=>d.rate)),l=Math.min(...a.filter(({met:d})=>!d).map(d=>d.rate)),c=[...i>0?[`${X(i)} meets`]:[],...l<1/0?[`${X(l)} does not`]:[]],u=c.length>0?`${c.join(", ")}; `:"";return`${r.size>1?`${s}: `:""}${u}trying ${X(o)}`});return`capacity of ${e}: ${n.join(" \xB7 ")}`}function ha({label:e},{arms:t}){let r=[...t].map(([n,{estimate:s,trials:o}])=>{let a=t.size>1?`${n} `:"",i=`${o.length} trials`;if(s===null)return`${a}not found (${i})`;let{kind:l,value:c,low:u,high:d}=s;return l==="found"?`${a}${X(c)} (${X(u)} \u2026 ${X(d)}, ${i})`:`${a}${l==="below"?`less than ${X(d)}`:`at least ${X(u)}`} (${i})`});return`capacity of ${e}: ${r.join("; ")}`}function X(e){return`${Number(e.toPrecision(4)).toLocaleString("en")} req/s`}var ga={far:2,near:1.12},tu=.7;async function ba(e,t,r){for(let s of e)t.set(s,[]);let n=Math.max(0,...e.map(({blocks:s})=>s.most));for(let s=0;s<n;s++){let o=e.filter(d=>ou(d,t.get(d),s));if(o.length===0||Sa(t,r,["head","base"]))return;let i=r.drawFirst()==="head"?["head","base"]:["base","head"],l=r.arms.base?i:["head"],c=new Map(o.map(d=>[d,au(d,t.get(d))])),u=r.swapped?l.map(d=>[d]):[l];for(let[d,m]of u.entries())await nu(o,{together:m,block:s,before:c,found:t,share:1/(u.length-d)},r)}}async function nu(e,{together:t,block:r,before:n,found:s,share:o},a){let{arms:i,progress:l,part:c}=a,u={running:new Map,starts:0};try{l.phase(`starting services for the search of a capacity, start ${r+1}`),await ee(u,{arms:i,together:t,block:ru+r,part:c});for(let d of e){if(Sa(s,a,t))return;let m=s.get(d),p=await fa(d,{...a,around:i.head,instances:u.running,block:r,start:n.get(d),secondsLeft:o*ya(d,m)});su(m.find(f=>f.block===r),p),m.push(p),l.note(ha(d,p))}}finally{await te(u)}}var ru=1e3;function su(e,t){e?.crash?.arm==="head"&&t.crash?.arm==="base"&&(t.crash=ve(e.crash,t.crash),e.crash=null),e&&t.failure!==null&&!z(t.failure)&&(e.failure=null)}function Sa(e,{arms:t},r){let n=({crash:s,failure:o})=>o!==null&&(!z(o)||r.includes("base"))||s!==null&&(s.arm!=="head"||r.includes("head"));return t.head.signal.aborted||[...e.values()].flat().some(n)}function ya({budgetSeconds:e},t){return e-t.reduce((r,{loadSeconds:n})=>r+n,0)}function ou(e,t,r){if(r===0)return!0;if(r>=e.blocks.most)return!1;let n=Array.from({length:r},(a,i)=>t.filter(l=>l.block===i).reduce((l,{loadSeconds:c})=>l+c,0)),[s,...o]=n;return ya(e,t)>=tu*Math.min(mt.later/mt.first*s,...o)}function au({goal:e},t){let r=t.flatMap(({arms:n})=>[...n.values()].flatMap(({estimate:s})=>s??[]));return r.length===0?{rate:e.from,factor:ga.far}:{rate:pn(r.map(({value:n})=>n)),factor:ga.near}}function wa(e,t){let[r,...n]=e;if(n.length===0)return r;let s=m=>e.flatMap(m),o={slos:s(({slos:m})=>m),changes:s(({changes:m})=>m),faults:s(({faults:m})=>m),invalid:iu(s(({invalid:m})=>m))},a=m=>C(e,({effort:p})=>p[m]),[i,l]=[s(m=>m.work??[]),s(m=>m.risen??[])],c=s(m=>m.flameGraphs??[]),u=s(m=>m.redirects??[]),d=s(m=>m.unfinished??[]);return{...r,...hr({...o,failOn:t}),...o,costs:s(({costs:m})=>m),loosened:[...new Map(s(({loosened:m})=>m).map(m=>[JSON.stringify(m),m])).values()],suspects:s(({suspects:m})=>m),...u.length>0&&{redirects:u},...d.length>0&&{unfinished:d},...i.length>0&&{work:i},...l.length>0&&{risen:l},...c.length>0&&{flameGraphs:c},pair:cu(e.flatMap(({pair:m})=>m??[])),effort:{slices:a("slices"),discardedRounds:a("discardedRounds"),instances:a("instances"),loadSeconds:a("loadSeconds")}}}function iu(e){return[...new Map(e.map(t=>[JSON.stringify({...t,log:""}),t])).values()]}function lu(e){let t=Number(e.toFixed(9));return Math.abs(e-t)<1e-12?t:e}function cu(e){let[t]=e;if(t===void 0)return null;let r=e.flatMap(s=>s.unread??[]),n=C(e,s=>s.error);return{...t,...r.length>0&&{unread:r},variants:e.length,blocks:C(e,({blocks:s})=>s),planned:C(e,({planned:s})=>s),discarded:{base:C(e,({discarded:s})=>s.base),head:C(e,({discarded:s})=>s.head)},error:Math.min(1,lu(n))}}import{realpathSync as xa,writeFileSync as bu}from"node:fs";import{devNull as Su}from"node:os";import{join as Ae}from"node:path";import{once as uu}from"node:events";import{realpathSync as du}from"node:fs";import{join as mu}from"node:path";var xe=["base","head"],ka=3,pu=2,fu=4,hu=4,gu=1,va="services and profilers took so long to start that no time is left for it";async function Ma(e){let{arms:t,folder:r,layOut:n,choose:s,shared:o,k6:a,seed:i,block:l,tops:c,seconds:u,part:d}=e,m=performance.now()+1e3*u,p=AbortSignal.timeout(1e3*u),f=uu(p,"abort").then(()=>{throw new Error(va)});f.catch(()=>{});let h=new Map,b=new Map,S={running:new Map,starts:0},g=[],k=async(w,O,A)=>{let y=b.get(w).filter(R=>A==="time"||R.seesAllocations);return(await Promise.all(y.map(R=>R.sample(O,A)))).flat()};try{for(let E of xe)h.set(E,await os(mu(r,`${E}.sock`)));let w=E=>({...t[E],preload:h.get(E).preload,signal:AbortSignal.any([t[E].signal,p]),grace(j){let Q=m+1e3*hu-performance.now();return Math.min(t[E].grace(j),Math.max(1e3*gu,Q))}}),O={head:w("head"),base:w("base")};await ee(S,{arms:O,together:xe,block:l,part:d}),p.aborted&&await f;for(let E of xe){let{sessions:j}=S.running.get(E),{environment:Q}=t[E],[Se,x]=[c[E],E],Z=bs({sessions:j,top:Se,folder:r,name:x,environment:Q,signal:p}),Oe=await Promise.race([Z,f]),tn=h.get(E);b.set(E,tn.countPeers()>0?[tn,...Oe]:Oe)}let A=[...b.values()],y=A.every(E=>E.some(j=>j.seesAllocations)),R=()=>y?s(g):"time",P=s(g);if(A.some(E=>E.length===0)||P!==R())return g;await Promise.race([Promise.all(xe.map(E=>k(E,1,P))),f]);let v={around:O.head,k6:a,folder:r,instances:S.running,shared:o,block:l,seed:i},T=async()=>{let E=R(),j=async x=>nr(await k(x,ka,E),[c[x],du(c[x])]),[Q,Se]=await Promise.all(xe.map(j));return{of:E,base:Q,head:Se}},$=(m-performance.now())/1e3-fu;if($<ka)throw new Error(va);let M=Y(n($),"profile",v),_=M.then(()=>null);for(let E=0;;E++){let j=await Promise.race([T().catch(()=>null),_]);if(j===null)break;E>=pu&&g.push(j)}let{crash:G,failure:be}=await M;return G===null&&be===null?g:[]}finally{for(let w of[...b.values()].flat())w.close();await te(S);for(let w of h.values())w.close()}}var yu=4;async function Aa(e,{plan:t,blocks:r,config:n},{tops:s},o){let{arms:a,progress:i}=o,{head:l,base:c}=a,{verdict:u}=e,d=vu(u),m=d?.label??ku(u),p=t.steps.find(b=>b.label===m),f=n.services.some(({start:b,container:S})=>b!==void 0&&!S);if(n.explain==="off"||!f||!p||!s||!c||!Ie(t,p)||l.signal.aborted)return e;let h=`takes the ${d?"processor time":"memory"}`;i.phase(`looking for what ${h} of ${p.label}`,40);try{let b=await Ma({...o,arms:{head:l,base:c},tops:s,block:r.length,seconds:40,layOut:v=>_n(t,p,v),choose:v=>d&&!wu(re(v,"time"),d)?"time":"allocations"});for(let v of["time","allocations"])for(let T of["base","head"]){let $=rr(re(b,v).map(M=>M[T]));$!==""&&bu(Ae(o.folder,`profile-${v}.${T}.txt`),$)}let S=async(v,T)=>{let $=[...new Set(v.flatMap(G=>G.function?.file??[]))];if(v.length===0||!$.every(G=>Oa(G,s.head)))return[];let M=await Mu($,s,l),_=ar(v,re(b,T),M);return[{label:p.label,..._,...T==="allocations"&&{of:T}}]},g=d?await S(ht(re(b,"time"),d),"time"):[],w=g.some(v=>v.function!==null)?[]:await S(or(re(b,"allocations")),"allocations"),O=[...g,...w],A=(v,T)=>{let $=ir(re(b,v),T);return $.length>0?[{label:p.label,of:v,bars:$}]:[]},y=sr(re(b,"allocations")),R=[...d?A("time",d):[],...A("allocations",{base:y.base/y.head,head:1})],P={...O.length>0&&{risen:O},...R.length>0&&{flameGraphs:R}};return{...e,verdict:{...u,...P}}}catch(b){return i.note(`what ${h} could not be looked for: ${b.message}`),e}}var re=(e,t)=>e.filter(r=>r.of===t);function wu(e,t){return e.length<yu?!1:ht(e,t).find(({isMost:r})=>r)?.function===null}function ku({changes:e,invalid:t,faults:r}){if(!(t.length>0||r.length>0))return e.find(({code:n,metric:s})=>n==="regressed"&&s.kind==="memory")?.label}function vu(e){if(e.invalid.length>0||e.faults.length>0)return;let t=new Set(e.changes.filter(({code:r,metric:n})=>r==="regressed"&&fn(n)).map(({label:r})=>r));return ys(e).filter(r=>t.has(r.label)&&ws(r)).sort((r,n)=>n.change.value-r.change.value)[0]}function Oa(e,t){try{return xa(Ae(t,e)).startsWith(`${xa(t)}/`)}catch{return!1}}async function Mu(e,t,{environment:r,signal:n}){let s=new Map,o=["--no-index","--unified=0","--no-color","--no-ext-diff","--no-textconv"],a=performance.now()+Ru;for(let i of e){let l=Oa(i,t.base)?Ae(t.base,i):Su,c=await Ne({file:"git",arguments:["diff",...o,"--",l,Ae(t.head,i)],environment:ae(r),timeoutMs:Math.max(0,a-performance.now()),signal:n});if(c.kind!=="ended")continue;let d=[...c.output.matchAll(/^@@ -[\d,]{1,20} \+(\d{1,9})(?:,(\d{1,9}))? @@/gm)].flatMap(([,m,p="1"])=>Array.from({length:Math.min(xu,Math.max(1,Number(p)))},(f,h)=>Number(m)+h));d.length>0&&s.set(i,{changed:d,lines:gs(Ae(t.head,i))})}return s}var Ru=1e3,xu=1e4;async function Yt(e,{pair:t,guessMissing:r},{variant:n,started:s=0}={}){let{kind:o,arm:a,service:i,log:l,other:c}=e,u=s===0?"":`; it was ready in ${s} ${s===1?"start":"starts"} before`,d=`${e.message}${n?` (variant ${n.name})`:""}${u}`,m=a===null?null:await r(a,l);if(a!=="base"||t===void 0){let p=m===null?"":`; \`${m}\` is git-ignored, so a fresh tree has none: let \`build\` make it, or name it in \`reuse\``,f=c==="ready"&&a==="head"&&s===0;if(c===null||c==="ready")return{kind:o,service:i,message:d+p,log:l,...f&&{onlyHead:!0}};let h=`; \`${c.service}\` of the base: ${c.message}`;return{kind:o,service:i,message:d+h+p,log:Mt(l,c.log),both:!0}}return{kind:"base-failed",fault:o,commit:t.baseCommit,service:i,message:d,log:l,missing:m}}function nt({draft:e},t){let r=e.pair?.baseCommit;if(t===void 0||r===void 0)return null;let{crash:n,failure:s}=t;if(n?.arm==="base"){let{service:l,exit:c,log:u,head:d}=n,m=d&&`, and \`${d.service}\` of this change with ${d.exit}`,p=`under load it ended with ${c}${m??""}`;return{kind:"base-failed",fault:"crashed",commit:r,service:l,message:p,log:u,missing:null,...d&&{both:!0}}}if(n!==null||s===null||!z(s))return null;let{label:o,log:a}=s,i=`the script of ${o} fails on the base, though not on the head: ${s.message}`;return{kind:"base-failed",fault:"script-failed",commit:r,service:o,message:i,log:a,missing:null}}function I(e,t,r){return e.filter(({slot:n})=>n.step.label===t.label&&n.arm===r)}function st({label:e},t){return t.map(({kept:r})=>r.filter(({slot:n})=>n.step.label===e))}function Ta(e,t){let r=t.flatMap(({discarded:s})=>s).filter(({slot:s,diagnosis:o,evidence:a})=>{let i=o==="generator-starved"||o==="unknown";return s.step.label===e.label&&i&&er(a)}),n=r.filter(({slot:s})=>B(s));return{head:rt(n,"head"),base:rt(n,"base"),together:r.filter(({slot:s})=>s.turns?.position===0).length}}function Ea(e){return e.findLast(t=>t.soak.length>0)}function ot(e,t){let r=Ea(t)?.soak??[],n=s=>I(r,e,s).flatMap(({slices:o,disturbed:a})=>o.filter((i,l)=>!a[l]));return{base:n("base"),head:n("head")}}function Xt(e,t,r){let{kept:n,discarded:s}=Pa(e,t,{arm:"head",isMeant:r});return{label:e.label,kept:n,discarded:s,failures:$a(e,t.flatMap(o=>o.failures)),thresholds:Au(e,t),lost:t.flatMap(({lost:o})=>o).filter(({label:o})=>o===e.label).reduce((o,{requests:a})=>o+a,0),...e.work.kind==="script"&&e.load.kind==="arrival-rate"&&{users:e.virtualUsers}}}function Pa(e,t,{arm:r,isMeant:n}){let s=l=>I(l,e,r).filter(({slot:c})=>n(c)),o=t.map(({kept:l,discarded:c})=>({kept:s(l),discarded:s(c)})),a=o.flatMap(l=>l.discarded),i=t.flatMap(l=>I(l.discarded,e,r==="head"?"base":"head"));return{kept:o.flatMap(({kept:l})=>l),discarded:a.some(pe)?a:i.filter(({slot:l})=>n(l)),tried:o.map(({kept:l,discarded:c})=>new Set([...l,...c].map(({slot:u})=>u.key)).size).reduce((l,c)=>l+c,0)}}function $a({label:e},t){let r=new Map;for(let{text:n,count:s}of t.filter(o=>o.label===e))r.set(n,(r.get(n)??0)+s);return[...r].sort((n,s)=>s[1]-n[1]).map(([n])=>n)}function Au({label:e,work:t},r){if(t.kind!=="script")return[];let s=r.flatMap(({kept:i})=>i.map(({slot:l})=>l.step)).filter(i=>i.work.kind==="script"&&i.work.path===t.path),o=(i,l)=>r.flatMap(c=>c[i].filter(u=>l.has(u.label))).map(c=>c.threshold),a=new Set(o("fed",new Set([e,...s.map(i=>i.label)])));return[...new Set(o("unfed",new Set([e])))].filter(i=>!a.has(i))}function Ca(e,t){let{head:r}=ot(e,t);return r.length===0?null:{label:e.label,slices:r,failures:$a(e,Ea(t).soakFailures)}}function Ia(e,t,r){let n=r.flatMap(({index:a,kept:i})=>{let l=I(i,e,t);return l.length>0?[{block:a,slots:l}]:[]}),s=ot(e,r)[t],o=r.flatMap(a=>I(a.discarded,e,t).flatMap(({slices:i,evidence:l,diagnosis:c})=>i.length===0?[]:[{startedAt:i[0].startedAt,seconds:l.seconds,because:c}]));return{scenario:e.scenario,label:e.label,...e.variant&&{variant:e.variant},load:e.load,instances:n.map(({block:a,slots:i})=>{let l=Ye(i);return{block:a,slices:i.flatMap(({slices:c})=>c),...l&&{calls:l}}}),...s.length>0&&{soak:s},...o.length>0&&{discarded:o}}}function _a(e,t,r,n){let o=[...new Set(t.flatMap(({thresholds:m})=>m.map(({label:p})=>p)))].map(m=>{let p=t.flatMap(f=>f.thresholds.filter(h=>h.label===m));return{kind:"threshold",label:m,thresholds:[...new Set(p.map(({threshold:f})=>f))]}}),a=[...r].flatMap(([m,p])=>ks(m,p)??[]),i=t.flatMap(m=>[...m.failures,...m.soakFailures]),l=m=>m.kind==="failing"?{...m,...i.findLast(({label:p})=>p===m.label)?.said}:m,c=e.flatMap(oa),u=m=>c.some(p=>p.kind==="failing"&&p.label===m),d=n.filter(({label:m})=>!u(m)).flatMap(m=>aa(m)??[]);return[...Ke(t),...a,...[...c,...d].map(l),...o]}function La(e,t,r,n){if(t.length===0)return[];let s=Je(t);if(s.length>0||t.some(({crash:a})=>a!==null))return s;let o=Ln(e,t.length);return e.steps.flatMap(a=>{if(n.some(d=>d.kind==="fills-machine"&&d.label===a.label))return[];let i=r.has(a.label)?[B]:[B,Bn],u=(e.paired&&!r.has(a.label)?["head","base"]:["head"]).flatMap(d=>i.map(m=>{let p=o.filter(b=>b.step===a&&b.arm===d&&m(b)).length;if(p===0)return null;let f=Pa(a,t,{arm:d,isMeant:m}),h=f.tried===0?p:Math.min(p,f.tried);if(d==="base"){let b=Ht(a.label,f,h);return b!==null&&Ou(b)?null:b}return ua(Xt(a,t,m),h)})).filter(d=>d!==null);return u.find(({kind:d})=>d!=="harness")??u[0]??[]})}function Ou(e){if(e.kind!=="generator-starved")return e.kind==="none-begun"||e.kind==="script-failed";let{service:t,generator:r}=e.cpu;return t!==null&&r!==null&&t>r}function rt(e,t){return e.filter(({slot:r})=>r.arm===t).length}var Tu=.5;function Da(e,t){let{work:r,label:n}=e;if(r.kind==="script")return[];let s=t.flatMap(({kept:a})=>I(a,e,"head")),o=t.flatMap(({redirects:a})=>a);return ie(r).flatMap(({request:a},i)=>{let l=o.find(m=>m.label===n&&m.which===i);if(l===void 0)return[];let{status:c,location:u}=l,d=ur(s.flatMap(({answers:m})=>m[i]??[])).get(c)??0;return d<=Tu?[]:[{label:n,request:Qt(a),status:c,location:u,share:d}]})}function Ba(e,t){if(e.work.kind!=="script")return[];let r=t.flatMap(({kept:n})=>I(n,e,"head"));return r.some(({whole:n})=>n>0)||r.every(({sent:n})=>n===0)?[]:[{label:e.label,seconds:Math.max(...r.map(({slot:n})=>n.seconds))}]}function Fa(e,{paired:t},r){let{work:n,label:s}=e,o=r.map(({kept:i})=>({base:Na(I(i,e,"base")),head:Na(I(i,e,"head"))}));if(!t)return mr(s,o.flatMap(({head:i})=>i.slices));let a=n.kind==="script"?null:ie(n).map(({request:i})=>({text:Qt(i),keepsSize:i.expectSize==="same"}));return dr(s,a,o)}function ja(e,t,r){let{work:n}=e,s=r.flatMap(({kept:a})=>I(a,e,t));return(n.kind==="script"?[null]:ie(n).map(({request:a})=>Qt(a))).flatMap((a,i)=>{let l=s.flatMap(({answers:p})=>p[i]??[]),c={};for(let[p,f]of l.flatMap(({statuses:h})=>[...h]))c[p]=(c[p]??0)+f;let{typical:u,mean:d,count:m}=cr(l);return Object.keys(c).length===0&&m===0?[]:[{request:a,statuses:c,...m>0&&{bytes:{typical:u,mean:Math.round(d)}}}]})}function Na(e){return{answers:e.map(({answers:t})=>t),slices:e.flatMap(({slices:t})=>t),iterations:e.reduce((t,{sent:r})=>t+r,0),connects:e.reduce((t,{connects:r})=>t+r,0),calls:Ye(e)}}function Qt({method:e,url:t}){let r=t.replace(/[?#].*/s,"");return e==="GET"?r:`${e} ${r}`}function Ua(e,t){return[...e].flatMap(([{scenario:r,label:n,goal:s},o])=>["head","base"].flatMap(a=>{let i=o.flatMap(({block:l,arms:c})=>{let u=c.get(a);return u&&u.trials.length>0?[{block:l,...u}]:[]});return i.length>0?[{scenario:r,label:n,digest:t.get(n),goal:s,arm:a,blocks:i}]:[]}))}function Ga(e){return Math.max(0,...[...e.values()].flatMap(t=>t.map(({block:r})=>r+1)))}function Wa(e){let t=[...e.values()].flat(),r=Je(t);return r.length>0||t.some(({crash:n})=>n!==null)?r:[...e].flatMap(([{label:n},s])=>s.some(({arms:a})=>a.get("head")?.estimate!=null)?[]:[Eu(n,s)])}function Eu(e,t){let r=t.flatMap(o=>o.discarded),n=t.flatMap(({arms:o})=>o.get("head")?.trials??[]),s=r.at(-1);return s===void 0||n.length>r.length?{kind:"search-too-short",label:e,trials:n.length}:{kind:"machine-disturbed",label:e,discarded:r.length,rounds:r.length+n.length,cpu:s.evidence.cpu}}function se(e,t,r,n=new Map){let{config:s,plan:o,baseline:a,digests:i,draft:l,comparison:c}=e,u=o.steps.map(y=>Xt(y,t,B)),d=new Map(o.steps.map(y=>[y.label,Ta(y,t)])),m=o.steps.flatMap(y=>Ca(y,t)??[]),p=_a(u,t,d,m),f=c.kind==="pair"?["head","base"]:["head"],h=o.steps.flatMap(y=>f.flatMap(R=>{let P=Ia(y,R,t),v=i.get(y.label);if(P.instances.length===0)return[];let T=ja(y,R,t);return[{...kr(P,R,v),...T.length>0&&{answers:T}}]})),b=Ua(n,i),S=Pu(s,t),g={...l,...S&&{generators:S},steps:h,...b.length>0&&{capacities:b}},k=Zt(o,t),w=o.steps.flatMap(y=>{if(!h.some(({label:T,arm:$})=>T===y.label&&$==="head"))return[];let R=s.scenarios.find(({name:T})=>T===y.scenario),P=Lr(a,g,y.label),v=T=>{let $=t.flatMap(({kept:M})=>I(M,y,"base").flatMap(({slices:_})=>_));return $.length>0?we($,T):vs(P.runs.map(({slices:M})=>we(M,T)))};return[{label:y.label,slos:y.slos,load:y.load,blocks:st(y,t),crowding:d.get(y.label),soak:ot(y,t),...y.work.kind==="script"&&{seen:$u(y,t)},isNew:k.has(y.label),anySize:s.baseline.anySize,limits:On(y,o.steps),history:P,sensitivityOf:(T,$)=>En(s,R,T,$,()=>v(T))}]}),O=y=>rt(t.flatMap(R=>R.discarded),y);return{...As({steps:w,faults:[...p,...Ke([...n.values()].flat())],searches:o.searches.length,capacities:xs(g,s,o.searches,y=>Nr(a,g,y)),invalid:r?[r]:[...La(o,t,k,p),...Wa(n)],looks:o.looks,comparison:c,discarded:{base:O("base"),head:O("head")},loosened:e.loosened,failOn:e.failOn,redirects:o.steps.flatMap(y=>Da(y,t)),unfinished:o.steps.flatMap(y=>Ba(y,t)),work:o.steps.flatMap(y=>Fa(y,o,t)),effort:{slices:t.flatMap(({kept:y})=>y).reduce((y,R)=>y+R.slices.length,0),discardedRounds:O("head"),instances:f.length*(t.length+Ga(n)),loadSeconds:[...t.flatMap(({kept:y,soak:R})=>[...y,...R].map(({evidence:P})=>P.seconds)),...[...n.values()].flat().map(({loadSeconds:y})=>y)].reduce((y,R)=>y+R,0)}}),record:g}}function Pu({pods:e},t){if(e===void 0)return;let{count:r,image:n,cpu:s,memory:o}=e,a=[...new Set(t.flatMap(i=>i.nodes))].sort();return{pods:r,nodes:a,image:n,cpu:s,memory:o}}function $u(e,t){let r=t.flatMap(({kept:n})=>I(n,e,"head").flatMap(s=>s.seen??[]));return[...new Map(r.map(n=>[n.name,n])).values()]}var Cu=.5,Iu=2;function Zt({paired:e,steps:t},r){if(!e)return new Set;let n=s=>{let o=r.map(({kept:a})=>({base:I(a,s,"base"),head:I(a,s,"head")})).filter(({base:a,head:i})=>a.length>0&&i.length>0);return o.length>=Iu&&o.every(({base:a,head:i})=>qa(a)&&!qa(i))};return new Set(t.filter(n).map(({label:s})=>s))}function qa(e){return Ee(e.flatMap(({slices:t})=>t))>Cu}import{randomInt as Ya}from"node:crypto";function za(e,t){let r=new Map;for(let n of e.steps.filter(s=>In(e,s))){let s=st(n,t),o=Ss({alone:Ms(s).alone,all:s.map(Rs)});o!==null&&r.set(n.label,o)}return r}var _u=2.5,Lu=.5;function Ka(e,t,{wallSeconds:r,loadSeconds:n}){if(t.pods!==void 0&&Os(e))return e;let s=Math.max(Lu,r-n-Nu(e)),o=e.steps.reduce((a,i)=>a+i.budgetSeconds,0);return $n(e,t,Math.floor((_u-1)*o/s))}function Nu(e){return e.warmUpSeconds!==void 0?0:e.steps.filter(({load:n})=>n.kind!=="fixed-work").map(n=>Ie(e,n)?1:2).reduce((n,s)=>n+s,0)*($e.seconds-le)}function en({steps:e,paired:t},{kept:r,discarded:n}){let s=t?["base","head"]:["head"],o=[...r,...n].filter(({slot:i})=>i.requests!==null),a=e.filter(({load:i})=>i.kind==="fixed-work").map(i=>({label:i.label,of:s.map(l=>I(o,i,l))}));return a.some(({of:i})=>i.some(l=>l.length===0))?new Map:new Map(a.map(({label:i,of:l})=>[i,l.flat().filter(({slices:c})=>c.reduce((u,{ok:d,failed:m})=>u+d-m,0)>0).map(({slices:c})=>c.reduce((u,{seconds:d})=>u+d,0))]))}function Ja(e,{steps:t},r){return t.flatMap((n,s)=>{if(n===e.steps[s])return[];let o=je(1e3*Math.min(...r.get(n.label))),[a,i]=[e.steps[s],n].map(l=>Ue(lt(l)));return[`${n.label}: ${a} requests took only ${o}; from now on there are ${i} in each stretch, which is ${Ue(n.passes)} times the work`]})}function Va({steps:e,blocks:t},r){return e.flatMap(n=>{let{label:s,budgetSeconds:o}=n,a=r.get(s)??[],i=a.length===0?0:Un(a);return i*t<=o?[]:[`${s}: ${Ue(lt(n))} requests take ${je(i*500)}; for two revisions in ${t} blocks, the fewest that can show a change, that is ${je(i*t*1e3)}, more than its budget of ${o} s`]})}function Ha(e,t,r){let{block:n,current:s,later:o}=r,a=[...t,...n===null?[]:[n]].flatMap(l=>l.kept),i=e.paired?["base","head"]:["head"];return{scenarios:e.steps.map(l=>({label:l.label,isCurrent:s.includes(l.label),arms:i.map(c=>{let u=Yn(I(a,l,c).flatMap(d=>d.slices));return{arm:c,p50:K(u,.5),p99:K(u,.99)}})})),variantsLeft:o.length,secondsLeft:Du(e,t,r)}}function Du(e,t,{elapsedSeconds:r,isLast:n,later:s}){if(t.length===0&&e.fixedWork.length>0)return;let{soak:o,searches:a}=e.seconds,i=zn(e).last-o-a,l=t.filter(({discarded:d})=>d.length===0),c=l.length>0?l.reduce((d,{wallSeconds:m})=>d+m,0)/l.length:i/e.blocks,u=n?0:c*(e.blocks-t.length)-r;return Math.max(0,u)+o+a+Kn(s).wall.last}var Xa={blocks:2,seconds:60},Bu=5;async function Qa(e,t){let{signal:r}=t.arms.head,{blocks:n}=e,s=new Set,o=0;for(;n.length<e.plan.blocks&&!r.aborted;){let a=n.length;for(let[g,k]of za(e.plan,n)){if(s.has(g))continue;s.add(g);let w=k==="hidden-work";e.plan=Cn(e.plan,e.config,{measured:a,worksMore:w}),t.progress.note(Wu(g,k,e.plan))}let{plan:i}=e,l=g=>({index:g,first:Ya(2)===0?"head":"base",reversed:Ya(2)===0,headOnly:Zt(i,n),warmUpSeconds:Qo(i,n),shift:ut[g%ut.length],longer:s}),{stages:c,count:u}=Ts(i,a,e.config,l),d={judgement:null},m=performance.now(),p=!1,f=(g,k)=>{let w=(performance.now()-m)/1e3,O={block:g,elapsedSeconds:w,isLast:p,current:k,later:e.later};t.progress.interim(()=>Ha(i,n,O))};a>0&&f(null,[]);let h=await Zo(c,a,{...t,planned:i.blocks,sizings:o,follow:f,...a===0&&{isEnough:g=>dt(i,en(i,g))!==i},soak:g=>{if(i.soakSeconds===0||!i.looks.includes(a+u))return[];let k=[...n,...zt(g,u)];d.judgement=se(e,k,null);let w=ju(d.judgement,i,k.at(-1));return p=w.length>0,w}}),b=en(i,h);if(a===0&&h.failure===null&&h.crash===null){e.plan=dt(i,b);for(let g of Ja(i,e.plan,b))t.progress.note(g);if(e.plan!==i){o++;continue}}if(n.push(...zt(h,u)),h.failure!==null||h.crash!==null)break;if(Fu(n)){let g=n.flatMap(({discarded:w})=>w.filter(pe)),k=2*g.filter(({diagnosis:w})=>w==="disturbed").length>g.length;t.progress.note(k?"most rounds were disturbed for a minute, and the machine does not calm down: the run ends here; a quieter machine, or a runner of its own, helps":"most rounds were discarded for a minute, and more would be: the run ends here");break}if(a===0&&i.paired){e.plan=Uu(h,b,e);for(let g of Va(e.plan,b))t.progress.note(g);Ge(e.plan)}let S=e.plan.looks.includes(n.length);if(S||e.settles&&n.length>=Bu){let g=d.judgement??se(e,n,null);if(S&&ns(g,n.length,e),(e.settles?e.settles(g.verdict):!g.undecided)||n.length===e.plan.blocks)return g}}return se(e,n,nt(e,n.at(-1)))}function Fu(e){let t=e.filter(({kept:n,discarded:s})=>s.length>n.length),r=t.reduce((n,{wallSeconds:s})=>n+s,0);return t.length>=Xa.blocks&&2*t.length>e.length&&r>=Xa.seconds}function ju({verdict:e,undecided:t,asksBase:r},n,{index:s,soak:o}){let a=c=>o.some(({slot:u})=>u.arm===c);if(a("head"))return r&&!a("base")?ft(n,"base"):[];let i=s+1===n.blocks||!t,l=e.slos.some(({code:c})=>c==="met")||e.changes.some(({code:c})=>c==="unchanged");return i&&e.invalid.length===0&&l?ft(n,"head"):[]}function Uu({kept:e,discarded:t,wallSeconds:r},n,{plan:s,config:o}){let a=jn(s,o,n);if(t.length>0)return a;let i=e.reduce((l,{slot:c,evidence:u})=>l+(c.requests===null?Dn(c):u.seconds),0);return Ka(a,o,{wallSeconds:r,loadSeconds:i})}var Gu={rare:"slow requests come in some blocks only","hidden-work":"one revision takes more processor time, and its typical request no longer"};function Wu(e,t,{blocks:r}){return`${e}: ${Gu[t]}; from now on each revision has the whole load alone for ${Tn} s a block, in ${r} blocks at most`}async function Za(e,t){let{request:r}=t,{head:n,base:s}=e.configs,o=Yu(t),a=e.variants.map((u,d)=>Ku(e,d,t)),i=[],l=[],c=null;try{for(let[u,d]of[["head",n],["base",s]])d!==null&&await e.prepare(u,()=>hs({...o,arm:u,config:d},l,r.progress,s===null?"":` of ${u}`));c=await cs({...o,arm:null,config:n});for(let[u,d]of a.entries()){a.length>1&&!r.signal.aborted&&r.progress.note(`variant ${u+1} of ${a.length}: ${d.config.variant.name}`);let m={...d,blocks:[],settles:r.settles,later:a.slice(u+1).map(({plan:b})=>b)},p=Xu(e,u,c,o,t),f=await Ju(e,m,p),h=!i.some(({verdict:b})=>b.code==="regressed");if(i.push(h?await Aa(f,m,e,p):f),r.signal.aborted)break;if(zu(f)){let b=a.length-i.length;b>0&&r.progress.note(`not measured, since the run has no verdict now: ${b} more variants`);break}}}catch(u){if(!(u instanceof me))throw u;i.push(se(a[0],[],await Yt(u,e)))}finally{await c?.stop(),await is({...o,arm:null,config:n},l,"build")}return Vu(i,r.failOn)}function zu({verdict:{invalid:e}}){return!e.every(lr)}function Ku(e,t,r){let{head:n,base:s}=e.variants[t],{request:o,plans:a,baseline:i,draft:l,digests:c}=r,u=s!==null,d=a[t].paired===u?a[t]:qn(n,{budgetSeconds:o.budgetSeconds,paired:u}),m=e.comparison.kind==="pair"&&!u,p=({label:f})=>!c.has(f);for(let f of d.steps.filter(p))c.set(f.label,yr(f,n));for(let f of d.searches.filter(p))c.set(f.label,wr(f,n));return{config:n,plan:d,baseline:i,digests:c,draft:{...l,...e.pair&&{pair:e.pair},...e.deployments&&{deployments:e.deployments}},comparison:m?{kind:"none",reason:{kind:"new"}}:e.comparison,loosened:e.loosened,failOn:o.failOn}}async function Ju(e,t,r){let n=new Map,s=o=>se(t,t.blocks,o,n);try{let o=await Qa(t,r),{plan:a}=t;if(a.searches.length===0||Hu(o))return o;await ba(a.searches,n,{...r,swapped:a.swapped,drawFirst:()=>qu(2)===0?"head":"base"});let i=[...n.values()].flat();return s(nt(t,i.find(({crash:l,failure:c})=>l?.arm==="base"||c!==null&&z(c))))}catch(o){if(!(o instanceof me))throw o;let{config:a,blocks:i}=t;return s(await Yt(o,e,{variant:a.variant,started:i.length}))}}function Vu(e,t){return{verdict:wa(e.map(({verdict:r})=>r),t),record:pr(e.map(({record:r})=>r)),undecided:e.some(({undecided:r})=>r),asksBase:e.some(({asksBase:r})=>r)}}function Hu({verdict:e}){return e.invalid.length>0||e.faults.some(({kind:t})=>t==="crashed")}function Yu({request:e,session:t}){let{environment:r,signal:n}=e,{workspace:s,keeper:o,grace:a}=t;return{logFolder:s.logs,environment:r,keeper:o,signal:n,grace:a,shared:new Map}}function Xu(e,t,r,n,{request:s,session:o,k6:a,seed:i}){let{head:l,base:c}=e.variants[t],u=(m,p)=>({...n,arm:m,config:p,shared:new Map(p.services.filter(({scope:f})=>f==="run").map(Sn).filter(f=>f.every(h=>r.portOf.has(h))).flatMap(f=>f.map(h=>[h,r.portOf.get(h)])))}),d=[...l.variant?[`v${t+1}`]:[],...e.comparison.kind==="history"&&e.comparison.instead?["alone"]:[]];return{arms:{head:u("head",l),...c&&{base:u("base",c)}},shared:r,...d.length>0&&{part:d.join("_")},k6:a,seed:i,folder:o.workspace.k6,progress:s.progress}}async function Ub(e){let{progress:t,signal:r,environment:n,budgetSeconds:s}=e;Pr(process.platform);let o=ed(xn(vr(Mn(Mr(e.configPath,process.cwd(),td(e)),e.only),e.deployments),e.base.from),e),a=await Br(o.directory,n,r),i={budgetSeconds:s,paired:qr(o,a)},{config:l,planned:c}=e.shard?Jn(o,e.shard.total,i)[e.shard.index-1]:{config:o,planned:Wn(o,i)};if(e.shard&&c.length===0)return ti({kind:"spare",...e.shard},l,e);for(let d of Rn(l,e.only))t.note(d);Sr(l);for(let d of vn(l))t.note(d);for(let{plan:d}of c){Ge(d);for(let m of d.shortages)t.note(Gn(m))}let u=await yt(l,a,e);return l.baseline.kind==="history"&&wt(u),Es(l,e,async d=>{let m=await rs(l,a,d,e);if(m.kind==="nothing"){let M=[...l.when?.changed??[]],_=ti({kind:"irrelevant",baseCommit:m.base,patterns:M},l,e);return ei(_,d.secrets)}let p=await $r({environment:n,version:e.k6Version,progress:t,signal:r,ci:n.CI==="true"}),f=Qu(2**31),h=await zr(l,m,d.workspace.path,f,e);d.removeAtEnd(()=>h.remove()),d.secrets.push(...hn(n,h.configs.base?.secrets??[])),Or(d.secrets),h.suiteBefore!==l.suite&&(u=await nd(u,h,l,a,e));let b={...si(e,l,p.version),seed:f,...m.kind==="pair"&&{dirty:m.pair.head.dirty}},S=new Map,g=M=>(M.comparison.kind==="history"&&wt(u),Za(M,{request:e,plans:c.map(({plan:_})=>_),session:d,baseline:u.baseline,draft:b,digests:S,k6:p.path,seed:f})),k=await g(h),w=k.verdict.invalid.find(M=>M.kind==="base-failed");if(w&&!w.both&&l.baseline.onBaseFailure==="history"){t.note("the base cannot be measured; `on-base-failure` asks for a comparison with recorded runs");let M=await g(Kr(h));k=w.fault==="crashed"&&M.verdict.faults.some(({kind:G})=>G==="crashed")?Zu(k,w):M}nn(r);let{verdict:O,record:A}=k,R=e.record&&O.invalid.length===0&&fr(A)?await $s(u,A):ni;R.recordPath!==null&&A.dirty&&t.note("recorded with changes that are not committed, so no later run is compared with it: `git status` shows them");let P=Dr(A,u.baseline),{report:v,exitCode:T}=ri(O,A,P,e),$=Ur(d.workspace,M=>gn(M,d.secrets));return ei({...R,report:{...v,logs:$},exitCode:T},d.secrets)})}function ei(e,t){let r=bn(e,t),{suite:n,baseBranch:s,record:o}=e.report,a={...r.report.record,suite:o.suite,branch:o.branch};return{...r,report:{...r.report,suite:n,baseBranch:s,record:a}}}function Zu(e,t){let r=e.verdict.invalid.map(n=>n===t?{...t,both:!0}:n);return{...e,verdict:{...e.verdict,invalid:r}}}function ed(e,{soakSeconds:t=e.measure.soakSeconds,tolerance:r,anySize:n,head:s,explain:o=e.explain}){if(s!==void 0&&e.deployments!==void 0)throw new W({what:"Deployments run already, so no commit can be measured in their place.",hint:"Commits are compared where Tailgate starts the service: `service` with a `start`."});let a=n?{...e.baseline,anySize:n,onBaseFailure:"invalid"}:e.baseline,i={...e,explain:o,baseline:a,measure:{...e.measure,soakSeconds:t}};return r===void 0?i:Pn(i,r)}function td({only:e,environment:t}){return{only:e,calling:{command:"tailgate run",variables:ae(t)}}}async function nd({store:e},{suiteBefore:t},...[r,n,s]){return{...await yt({...r,suite:t},n,s),store:e}}var ni={recordPath:null,unrecorded:null};function ti(e,t,r){let n={...si(r,t,"not used"),steps:[]};return{...ni,...ri(Ps(e),n,[],r)}}function ri(e,t,r,{baseBranch:n,link:s}){return{report:gr(e,t,{baseBranch:n,link:s,history:r}),exitCode:An(e)}}function si(e,t,r){return{schemaVersion:1,suite:t.suite,...e.subject,attempt:e.attempt,...e.job&&{job:e.job},...e.shard&&{shard:e.shard},recordedAt:new Date().toISOString(),tailgate:Gr,environment:{...Er(),k6:r}}}export{li as a,wa as b,Ub as c};
