import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{a as as,c as is,d as ls,e as V,f as cs,j as us,k as ds,l as ps,m as We,n as hs,o as gs,p as bs,s as $s}from"./chunk-SO2HDAO6.mjs";import{c as $r,f as Cr,j as Ir,m as q,n as fs,o as Ss,q as ys}from"./chunk-5EVRB4EZ.mjs";import{B as rs,F as Ge,G as ss,H as os,J as Es,K as Ps,a as Bn,b as ut,c as de,d as Le,e as Un,f as mt,g as Gn,h as Wn,i as qn,j as ht,k as zn,l as Kn,m as Jn,n as Vn,r as Hn,w as Kr,x as Jr,y as Vr}from"./chunk-BQJWE4BF.mjs";import{c as Sr,e as Ms,f as Ts}from"./chunk-BRTRO6KO.mjs";import{c as Rs,d as As,l as Os}from"./chunk-CSFCPQLA.mjs";import{a as Fn,b as J,c as dt,d as B,e as jn}from"./chunk-H4SNI4JH.mjs";import{a as yr,b as kr,c as vr,d as Mr}from"./chunk-BH5GDP73.mjs";import{c as wr}from"./chunk-ERK4DULU.mjs";import{a as Nr,b as Dr,c as Br,d as Fr}from"./chunk-4PAPNH74.mjs";import{c as jr,p as Hr,x as ts}from"./chunk-N5WYJCZ4.mjs";import{E as Rr,F as Ar,c as kn,d as vn,f as Mn,h as xn,l as Rn,m as An,n as xr,r as ii}from"./chunk-LJ4BY777.mjs";import{a as Ur,b as St,c as Gr,d as De,j as Wr,m as Fe}from"./chunk-QUQKIIAI.mjs";import{a as Or,m as Yr,n as Be,o as Xr,p as Qr,s as me,u as Zr,v as es}from"./chunk-YP4ZYU4I.mjs";import{b as bt,i as Ne,k as Pr}from"./chunk-6DIU2OXL.mjs";import{a as qr}from"./chunk-BYKIIYLB.mjs";import{a as br,j as ws,n as ks,o as vs}from"./chunk-MPWQGPVX.mjs";import{j as xs}from"./chunk-E3FKEAJF.mjs";import{b as ms}from"./chunk-2RRE6MSS.mjs";import{b as Tn,g as Ie,h as Ln,j as Nn,k as Dn,m as _e,p as pt,r as ft,s as zr,w as yt}from"./chunk-W6B7WVLY.mjs";import{n as lt}from"./chunk-NXLSWYGV.mjs";import{G as In,I as _n,M as Yn,N as Xn,O as Qn,P as Zn,Q as er,R as tr,S as nr,T as rr,U as ke,V as gt,W as ar,X as ir,Y as lr,Z as cr,_ as ur,aa as dr,ba as mr,ca as pr,da as fr,f as On,fb as ns,la as hr,na as gr,o as ct,qa as _r,sa as Lr,t as En,u as ce,v as ue,w as $e,wa as je,z as Pn,za as Ue}from"./chunk-B7LLGVVL.mjs";import{Bb as le,C,Ca as we,D as K,E as un,I as Ee,K as dn,Kb as Ce,M as mn,Nb as $n,O as pn,Ob as Cn,Qa as wn,Tb as sr,Vb as or,a as on,e as L,f as U,g as an,ha as Pe,k as F,l as N,ma as fn,p as ln,q as ae,r as cn,s as ye,va as hn}from"./chunk-PULWA5VZ.mjs";import{b as sn,v as yn}from"./chunk-YM5NTYMP.mjs";import{a as it,b as W,c as Te,d as rn}from"./chunk-5LE4WRTK.mjs";import{a as Tr,b as Er}from"./chunk-TINSQFZZ.mjs";import{b as ie,c as gn,d as bn,f as Sn}from"./chunk-FA2ZNKOJ.mjs";import{d as ai}from"./chunk-JLN3Y4HN.mjs";import{randomInt as Zu}from"node:crypto";function Cs(e){return{code:"skipped",blocks:!1,slos:[],changes:[],faults:[],invalid:[],pair:null,unmeasured:e,loosened:[],costs:[],suspects:[],acceptances:[],refusals:[],effort:{slices:0,discardedRounds:0,instances:0,loadSeconds:0}}}var li=5;async function wt(e,t,r){let{progress:n,environment:s,signal:o,subject:a}=r,{suite:i,directory:l}=e,c=r.base.credentials??null,u=ts(r.store,{suite:i,directory:l,credentials:c,environment:s,signal:o});try{let{records:d,unreadable:m}=await u.list({newest:Hr});for(let{name:g,reason:k}of m)n.note(`record ${g} is left out: ${k}`);let p=a.commit===null?null:r.baseBranch,f=d.filter(g=>g.branch===p),h=p===null?new Set:await rs(t,p,f);h.size>0&&n.note(`${ui(h.size)} no longer on ${p} and left out`);let S=Nr(f,{branch:p,onBranch:g=>!h.has(g),job:r.job});if(e.baseline.kind==="history"&&d.length>0&&f.length===0){let g=[...new Set(d.map(k=>k.branch??"no branch"))];n.note(`no record is compared with: those here are of ${ns(g,li)}, and this run needs some of ${p??"no branch"}`)}return{store:u,baseline:S,problem:null}}catch(d){if(!(d instanceof W)||d.exitCode!==it.unmeasured)throw d;return n.note(`the records cannot be read, so there is no trend: ${d.message}`),{store:u,baseline:[],problem:d}}}function kt({problem:e}){if(e===null)return;let{message:t,where:r,hint:n,detail:s}=e;throw new W({what:t,where:r,hint:n,detail:s,cause:e,exitCode:it.unmeasured})}async function Is({store:e},t){try{return{recordPath:await e.append(t),unrecorded:null}}catch(r){if(r instanceof Te)throw r;return{recordPath:null,unrecorded:ci(r)}}}function ci(e){let t=e instanceof W&&e.hint?` ${e.hint}`:"";return`${e.message}${t}`}function ui(e){return e===1?"the commit of one record is":`the commits of ${e} records are`}import{randomInt as zu}from"node:crypto";import{readFileSync as di}from"node:fs";import{availableParallelism as _s}from"node:os";import{setTimeout as mi}from"node:timers/promises";var pi=250,fi=.1;async function ze(e,t){let r=performance.now()+e,n=vt(0,new Set);for(;n.busy!==null&&performance.now()<r&&!t.aborted;){await mi(500);let s=vt(0,new Set),o=(s.monotonic-n.monotonic)/1e3;if(((s.busy??0)-n.busy+(s.steal??0)-(n.steal??0))/o<fi*_s())return!0;n=s}return n.busy===null}function Ls(e,t,r=new Map){let n=[],s=_s();if(e===null)return{samples:n,take(){},generatorLimit:()=>s,stop(){}};let o=()=>{let i=vt(e,new Set(t),r),l=n.findLast(({generator:u})=>u!==null)?.generator??0,c=(i.generator??0)<l;n.push(c?{...i,busy:null,generator:null,service:null}:i),s=Ds(e)?.size??s};o();let a=setInterval(o,pi);return{samples:n,take:o,generatorLimit:()=>s,stop(){clearInterval(a),o()}}}function vt(e,t,r=new Map){let n=hi(),{user:s,system:o}=process.cpuUsage(),a=new Set([e,...t]),i=n&&Xr(Be()??[],a),l=i&&yi(i,e,t);return{wall:Date.now(),monotonic:performance.now(),busy:n?.busy??null,steal:n?.steal??null,generator:l?.generator??null,service:l?.service??null,self:(s+o)/1e6,opens:bi(),arms:new Map([...r].map(([c,u])=>[c,Si(i??[],u)]))}}function hi(){let e=me("/proc/stat");return e===null?null:gi(e,Ds("self"))}function gi(e,t){let[r=[],...n]=e.split(`
`).flatMap(i=>{let[l="",...c]=i.trim().split(/\s+/),u=/^cpu(\d*)$/.exec(l)?.[1];return u===void 0?[]:[[Number(u),...c.map(Number)]]}),s=t&&n.length>t.size?n.filter(([i])=>t.has(i)):[],o=s.length>0?s:[r],a=i=>o.reduce((l,c)=>l+(c[i]??0),0)/Yr;return{busy:a(1)+a(2)+a(3),steal:a(8)}}function bi(){try{let e=di("/proc/self/net/snmp","latin1").split(`
`),[t,r]=e.filter(n=>n.startsWith("Tcp:")).map(n=>n.split(" "));return Number(r[t.indexOf("ActiveOpens")])}catch{return null}}function Ns(e,t,r){let[n,s]=[t,r].map(o=>qe(e,o,({opens:a})=>a));return n===null||s===null?null:Math.ceil(s-n)}function Si(e,{sessions:t,groups:r=[]}){let s=[...e.filter(({session:a})=>t.includes(a)).map(({pid:a,seconds:i})=>({seconds:Math.max(i,Zr(a)??0),memory:es(a)??0})),...r.flatMap(a=>as(a,me)??[])],o=a=>s.reduce((i,l)=>i+a(l),0);return{seconds:o(({seconds:a})=>a),memory:o(({memory:a})=>a)}}function yi(e,t,r){let n={generator:0,service:0};for(let{session:s,seconds:o}of e)s===t?n.generator+=o:r.has(s)&&(n.service+=o);return n}function Ds(e){let t=/^Cpus_allowed_list:\s*(\S+)/m.exec(me(`/proc/${e}/status`)??"")?.[1];return t===void 0?null:new Set(t.split(",").flatMap(r=>{let[n=0,s=n]=r.split("-").map(Number);return Array.from({length:s-n+1},(o,a)=>n+a)}))}function Mt(e,t,r,n){let s=(r-t)/1e3,o=m=>{let p=qe(e,t,m),f=qe(e,r,m);return p===null||f===null?null:Math.max(0,(f-p)/s)},[a,i,l,c]=[o(m=>m.busy),o(m=>m.generator),o(m=>m.service),o(m=>m.self)],u=n.outsiders?null:l,d=a!==null&&i!==null&&u!==null;return{cores:n.cores,generator:i,generatorLimit:n.generatorLimit,service:u,others:d?Math.max(0,a-i-u-(c??0)):null,steal:o(m=>m.steal),clockJumpMs:wi(e,t,r)}}function Bs(e,t,r,n){let s=c=>qe(e,c,u=>u.arms.get(t)?.seconds??null),[o,a]=[s(r),s(n)],i=e.findLast(({wall:c})=>c<=n)?.arms.get(t)?.memory??0;return!((e.at(-1)?.wall??0)>=n)||o===null||a===null||a<o||i===0?null:{cpu:a-o,memory:i}}function qe(e,t,r){let n=e.filter(c=>r(c)!==null),s=n.findIndex(c=>c.wall>=t),o=n[s===-1?n.length-1:s],a=n[Math.max(0,(s===-1?n.length-1:s)-1)];if(!a||!o)return null;let[i,l]=[r(a),r(o)];return i===null||l===null?null:o.wall===a.wall?l:i+Math.min(1,Math.max(0,(t-a.wall)/(o.wall-a.wall)))*(l-i)}function wi(e,t,r){let n=e.filter(s=>s.wall>=t&&s.wall<=r).map(s=>s.wall-s.monotonic);return n.length<2?0:Math.max(...n)-Math.min(...n)}async function te(e,{arms:t,together:r,block:n,part:s}){e.starts++;let o=e.starts>1?`_${e.starts}`:"",a=s===void 0?"":`${s}_`,i=async f=>{try{e.running.set(f,await us(t[f],`${f}_${a}${n+1}${o}`))}catch(h){throw ls(h,t[f],"not-ready")}},l=await Promise.allSettled(r.map(i));for(let f of e.running.values())f.findDaemons();let c=()=>l.flatMap(f=>f.status==="rejected"?[f.reason]:[]);t.base&&!r.includes("base")&&c().length>0&&l.push(...await Promise.allSettled([i("base")]));let u=c(),d=u.find(({arm:f})=>f==="base"),m=u.find(({arm:f})=>f!=="base")??d,p=u.find(f=>!(f instanceof V));if(p!==void 0)throw p;if(m instanceof V&&l.length>1&&e.starts===1&&(m.other=u.length<l.length?"ready":d),m!==void 0)throw m}async function ne({running:e}){let t=[...e.values()];e.clear();let n=(await Promise.allSettled(t.map(s=>s.stop()))).find(s=>s.status==="rejected");if(n)throw n.reason}function H(e,t,r){let n=s=>{let o=(s==="shared"?t:e.get(s))?.crash()??null;return o&&{...o,arm:s,label:r}};return n("shared")??ve(n("head"),n("base"))}function ve(e,t){return e&&t?{...t,head:e,log:xt(e.log,t.log)}:t??e}function xt(e,t){let[r,n]=[e,t].map(s=>s.split(`
`).slice(-Ur).join(`
`));return`The base:
${n}

This change:
${r}`}function Ke(e){return e.flatMap(({crash:t})=>{if(t?.arm!=="head")return[];let{arm:r,...n}=t;return[{kind:"crashed",...n}]})}function Je(e){return e.flatMap(({failure:t,crash:r})=>{if(r?.arm==="shared")return[{kind:"harness",message:`\`${r.service}\`, which serves the whole run, ended with ${r.exit}`,log:r.log}];if(t===null)return[];let{fault:n,label:s,message:o,log:a}=t;return[n==="script"?{kind:"script-failed",label:s,message:o,log:a}:{kind:"harness",message:o,log:a}]})}function Fs(e){let t=e.filter(pe),r=(n,s)=>n.step===s.step&&n.round===s.round&&n.block===s.block;return e.filter(({slot:n})=>t.some(s=>r(n,s.slot)))}function js(e,t){let r=[...new Set(e.map(({slot:i})=>i.step.label))],n=e.filter(pe).map(({diagnosis:i,evidence:l})=>ke(i,l)),s=new Set(e.map(({slot:i})=>JSON.stringify([i.step.label,i.block,i.round,i.turns===null]))).size;return`${`${s} ${s===1?"round":"rounds"} of ${r.join(", ")}`} ${t?"will be measured again":"discarded"}: ${[...new Set(n)].join("; ")}`}function pe({diagnosis:e}){return e!=="sound"&&e!=="service-slow"}function Us({slot:e,diagnosis:t,evidence:r},n){let{sent:s,intended:o,seconds:a,dropped:i,lagMs:l,clockJumpMs:c,cpu:u}=r,d=S=>S===null?"unknown":Number(S.toPrecision(3)),{generator:m,service:p,others:f,steal:h,cores:b}=u;return[`discarded: block ${n+1}, ${e.step.label}, ${e.arm}, round ${e.round+1}, ${e.turns?"in turns":"alone"}`,t==="sound"?"sound, but not what it belongs to":ke(t,r),`${s} of ${o??s} arrivals in ${d(a)} s, ${i} dropped, p99 of lateness ${d(l)} ms`,`of ${b} cores k6 used ${d(m)}, the service ${d(p)}, others ${d(f)}, the hypervisor ${d(h)}`,`the clock jumped by ${d(c)} ms`].join("; ")}import{setTimeout as Oc}from"node:timers/promises";var fe={grpc:2e3,socket:3e3,redis:9e3,exception:9001},Rt=1e4;function Me({values:e,count:t},r){let n=new Map([[e[0],0],[e.at(-1),0]]);for(let[s,o]of e.entries())s===0||o!==e[s-1]||n.set(o,(n.get(o)??0)+r[s]-r[s-1]);return[...n].map(([s,o])=>({which:Math.floor(s/Rt),code:s%Rt,count:Math.max(1,Math.round(o*t))})).sort((s,o)=>o.count-s.count)}function Gs({which:e,code:t}){return e*Rt+t}function Ws(e){let t=new Map;for(let r of e){let n=`${r.which} ${r.code}`;t.set(n,{...r,count:r.count+(t.get(n)?.count??0)})}return[...t.values()].sort((r,n)=>n.count-r.count)}var ki=["OK","CANCELLED","UNKNOWN","INVALID_ARGUMENT","DEADLINE_EXCEEDED","NOT_FOUND","ALREADY_EXISTS","PERMISSION_DENIED","RESOURCE_EXHAUSTED","FAILED_PRECONDITION","ABORTED","OUT_OF_RANGE","UNIMPLEMENTED","INTERNAL","UNAVAILABLE","DATA_LOSS","UNAUTHENTICATED"];function qs(e,t){if(e<1e3)return`status ${e}`;let r=t===void 0?"":`: ${t}`;return e>=fe.exception?t??"exception":e>=fe.redis?`redis${r}`:e>=fe.socket?`WebSocket${r}`:e>=fe.grpc?`gRPC status ${ki[e-fe.grpc]??e-fe.grpc}${r}`:t??`error ${e} of k6`}var zs=`import type { Random } from '../statistics/random.ts';

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
`;var Ks=`/**
 * Lets all pods begin at the same moment: at the next multiple of some seconds by their clocks, once the script's own
 * setup is done. What it returns is passed on as k6 would.
 */
export async function setup() {
  const data = typeof user.setup === 'function' ? await user.setup() : undefined;
  sleep((PERIOD_MS - (Date.now() % PERIOD_MS)) / 1000);
  return data;
}
`;var Js=`/**
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

/** Milliseconds of the test so far, as dates have no fractions; 0 in setup and teardown, which are not timed. */
export const clock = () => (current.slot === null ? 0 : exec.instance.currentTestRunDuration);

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
  latency.add(isOfLast ? clock() - since : timings.blocked + timings.duration, at.tags);
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
    const since = clock();
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
  const since = clock();
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
  const since = clock();
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
`;var Vs=`// Lateness of an arrival (ms). Open model only. It says nothing while arrivals are dropped.
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
/** Iterations of this virtual user that called each function of the script, from the first that came to its end. */
const called = {};

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
  if (slot.exec in called) called[slot.exec]++;
  globalThis.__ITER = called[slot.exec] || 0;
}

function leaveIteration() {
  if (slot.iterations !== null) endTime.add(Date.now(), { [TAG]: slot.id });
  if (slot.request !== null) return;
  if (!(slot.exec in called)) called[slot.exec] = 0;
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
`;var At="books.js",Xs=Js,Ot="draws.ts",Qs=zs,Hs={perSecond:50,share:1/8},Ai=["0.0.0.0/2","64.0.0.0/3","96.0.0.0/4","112.0.0.0/5","120.0.0.0/6","124.0.0.0/7","126.0.0.0/8","128.0.0.0/1",...Array.from({length:16},(e,t)=>`${(2**t).toString(16)}::/${16-t}`)];function Zs({program:e,targetUrl:t,confined:r,scriptPath:n,insecure:s=!1,requestOf:o,arrivals:a=new Map,name:i="script",dealOf:l=()=>null,pods:c=0}){let u=e.slots[0].step.work,d=new Map(e.slots.map(S=>[S,l(S)])),m=Object.fromEntries(e.slots.map((S,g)=>{let k=d.get(S)??null,w=k===null?o(S):null;return[S.key,{id:`s${g}`,...Pi(S,w,k),launchMs:a.get(Y(S))?.launchMs??0,isConfined:r}]})),p=Math.max(0,...[...a.values()].map(({waiting:S})=>S)),f=[...d.values()].filter(S=>S!==null),h=JSON.stringify(u.kind==="script"?n??u.path:null),b=u.kind==="script"?[`export * from ${h};`,`import * as user from ${h};`]:["const user = {};"];return[`import { CODES, isLate, needsBody, openIteration, TAG, tellFailure } from './${At}';`,"import { sleep } from 'k6';","import http from 'k6/http';","import exec from 'k6/execution';",...c>0?[`import { drawForPod } from './${Ot}';`]:[],...a.size>0||f.some(({dataFile:S})=>S!==null)?["import { SharedArray } from 'k6/data';"]:[],"import { Counter, Gauge, Trend } from 'k6/metrics';",...b,"",`const TARGET_URL = __ENV.TARGET_URL || ${JSON.stringify(t)};`,`const PODS = ${c};`,"const POD = PODS > 0 ? Number(__ENV.JOB_COMPLETION_INDEX || 0) : 0;",`const PERCENTS = ${JSON.stringify(yr)};`,`const INSECURE = ${s};`,`const BLOCKED = ${JSON.stringify(r?Ai:[])};`,`const SEQUENCES = ${JSON.stringify(Object.fromEntries(f.map(({name:S,sequence:g})=>[S,g])))};`,`const ROWS = {${[...new Set(f.flatMap(Oi))].join(", ")}};`,`const ARRIVALS = {${[...a].map(([S,g])=>Ei(S,g,i)).join(", ")}};`,`const SLOTS = ${JSON.stringify(m,null,2)};`,`const SCENARIOS = ${JSON.stringify(Object.fromEntries(e.slots.map(S=>[Y(S),$i(S,a,p)])),null,2)};`,"",Vs,...c>1?[`const PERIOD_MS = ${Tt(e,c)};`,Ks]:[]].join(`
`)}function Oi({name:e,dataFile:t}){if(t===null)return[];let r=JSON.stringify(e);return[`${r}: new SharedArray(${r}, () => JSON.parse(open(${JSON.stringify(`./${t}`)})))`]}var Ti=50;function Tt({slots:e},t){let r=e[0].step.work.kind==="script"?1e4:2e3;return Math.max(r,3e3*Math.ceil(t/Ti-1))}function Et(e){return`${e}.arrivals.json`}function Ei(e,{drawn:t},r){let n=JSON.stringify(e),s=JSON.stringify(`./${Et(r)}`),o=t?`{ const own = drawForPod(${JSON.stringify(t)}, POD); return [own.skipped].concat(own.dueMs); }`:`JSON.parse(open(${s}))[${n}]`;return`${n}: new SharedArray(${JSON.stringify(`arrivals ${e}`)}, () => ${o})`}function Pt(e){return e.round!==null||e.slices>1}function Y({key:e,turns:t}){return t?.scenario??e}function Pi(e,t,r){let{load:n,work:s,label:o}=e.step,a=r?.requests.map((i,l)=>({...i,which:l}));return{label:o,measured:Pt(e),told:e.arm==="head",startMs:e.startSeconds*1e3,settleMs:e.settleSeconds*1e3,sliceMs:(e.seconds-e.settleSeconds)*1e3/e.slices,slices:e.slices,rate:n.kind==="arrival-rate"?n.rate:null,sampledShare:n.kind==="arrival-rate"?Math.min(1,Hs.perSecond/n.rate):Hs.share,scenario:Y(e),scenarioName:e.step.scenario,turns:e.turns&&{...e.turns,...de(e)},iterations:e.round===null?null:e.requests,exec:s.kind==="script"?s.exec:null,custom:[...new Set(Ce(e.step.slos).map(({name:i})=>i))],deal:r&&{name:r.name,first:r.first,requests:a},request:a?.[0]??(t&&{method:t.method,url:t.url,headers:t.headers,body:t.body??null,expectStatus:t.expectStatus,timeoutMs:t.timeoutSeconds*1e3})}}function $i(e,t,r){let{load:n,virtualUsers:s,graceSeconds:o,pauseSeconds:a}=e.step,l=e.round===null&&e.settleSeconds===0?a:o,c={exec:"runIteration",startTime:`${e.startSeconds}s`,gracefulStop:`${l}s`},u=`${e.seconds}s`;switch(n.kind){case"arrival-rate":{let d=t.get(Y(e)),m={preAllocatedVUs:s+r,maxVUs:s+r},p="constant-arrival-rate";if(d===void 0)return{...c,...m,executor:p,duration:u,...Ys(n.rate)};let f=Math.max(ce,d.launchSeconds),h=d.launchMs/1e3,b=Math.max(0,e.seconds-h-f)+l;return{...c,startTime:`${Pe(e.startSeconds+h)}s`,...m,executor:p,duration:`${Pe(f)}s`,gracefulStop:`${Pe(b)}s`,...Ys(d.launchRate)}}case"users":return{...c,executor:"constant-vus",duration:u,vus:n.users};case"fixed-work":return e.round===null?{...c,executor:"constant-vus",duration:u,vus:n.users}:{...c,executor:"shared-iterations",vus:n.users,iterations:e.requests??n.requests,maxDuration:`${ue}s`}}}function Ys(e){for(let[t,r]of[["1s",1],["1m",60],["1h",3600]]){let n=e*r;if(Math.abs(n-Math.round(n))<1e-9*n)return{rate:Math.round(n),timeUnit:t}}return{rate:Math.max(1,Math.round(e*3600)),timeUnit:"1h"}}var D=an().nonnegative(),to=F(U()).refine(e=>e.every((t,r)=>!(t<e[r-1]))),Ve=N({count:D,avg:U(),values:to}).nullable(),Ii=Ve.refine(e=>e===null||e.values[0]>=0&&e.values.at(-1)>0&&e.avg>0),_i=ln("type",[N({type:ye("trend"),count:D,avg:U(),values:to}),N({type:ye("rate"),hits:D,count:D}),N({type:ye("counter"),sum:U()})]),Li=N({schemaVersion:ye(1),percents:F(U()),slots:ae(L(),N({startedAt:U(),endedAt:U(),dropped:D,answers:F(N({sizes:Ve,statuses:Ve})),slices:F(N({started:D,exceptions:D,barren:D,untagged:D,whole:D,begun:D,voided:D,resent:D,connects:D,received:U().nonnegative(),failed:Ve,latency:Ii,lag:ae(cn(["p50","p99","max"]),U().nonnegative()).nullable(),custom:ae(L(),_i).optional()})),pods:N({behind:L(),sent:D,latest:L()}).optional()})),thresholds:F(L()),fed:F(L()),unfed:F(L()),lost:D,seen:F(pn).optional()});function He(e){let{success:t,data:r,error:n}=Li.safeParse(JSON.parse(e));if(!t)throw new Error(on(n));return r}function no(e,t,r=1){for(let n of t.filter(({key:s})=>s in e.slots)){let{label:s,load:o,work:a,graceSeconds:i}=n.step,{slices:l}=e.slots[n.key],c=h=>l.reduce((b,S)=>b+h(S),0),u=c(h=>h.started),d=Ni(n,r);if(l.length>n.slices||u>d)return`${u} arrivals of ${s} in ${l.length} parts, where ${d} in ${n.slices} were due`;if(a.kind==="script")continue;let m=c(({latency:h,failed:b})=>(h?.count??0)+(b?.count??0));if(m>u)return`${m} answers to ${u} requests of ${s}`;if(o.kind!=="users")continue;let p=Math.round(c(({latency:h})=>(h?.count??0)*(h?.avg??0))/1e3),f=Math.ceil(o.users*(n.seconds+i)*1.1);if(p>f)return`${p} s of requests of ${s}, whose users had ${f} s`}return null}function Ni({step:{load:e},seconds:t,round:r,requests:n},s){return e.kind==="arrival-rate"?Math.ceil(e.rate*t)+s:e.kind==="fixed-work"&&r!==null?n??e.requests:Number.POSITIVE_INFINITY}function ro(e,t,r=1){return t.filter(n=>Pt(n)&&(e.slots[n.key]?.startedAt??0)>0).filter(n=>n.turns===null||Le(ut(n,r))!==0).map(n=>({...Di(n,e,r),seen:e.seen}))}function Di(e,{slots:t,percents:r},n){let s=t[e.key],o=r.map(g=>g/100),a=ut(e,n),{load:i,work:l}=a.step,c=i.kind==="fixed-work"&&s.endedAt>=s.startedAt?Math.max(1,s.endedAt-s.startedAt)/1e3:a.seconds-a.settleSeconds,u=i.kind==="arrival-rate"?i.rate:null,d=de(a),m=d===null?c/a.slices:d.planned/u/a.slices,p=u===null?null:n*u*m,f=l.kind==="script",h=s.slices.map((g,k)=>{let{latency:w,failed:O,exceptions:A}=g;return{startedAt:s.startedAt+(a.settleSeconds+k*c/a.slices)*1e3,seconds:m,...a.turns!==null&&{alternating:!0},planned:p,ok:w?.count??0,failed:(O?.count??0)+A+eo(g,f),dropped:Fi(s,i.kind==="fixed-work"?a:null,p),...g.resent>0&&{resent:g.resent},latency:w&&{levels:o,values:w.values},avg:w?.avg??null,lag:g.lag,...Object.keys(g.custom??{}).length>0&&{custom:Bi(g.custom,o)}}}),b=g=>s.slices.reduce((k,w)=>k+g(w),0),S=b(g=>eo(g,f));return{slot:e,slices:h,sent:b(({started:g})=>g),intended:p===null?null:p*a.slices,barren:b(({barren:g})=>g),untagged:f&&Ce(a.step.slos).length>0?b(g=>g.untagged):0,whole:b(g=>g.whole),cut:S,received:b(({received:g})=>g),failures:Ws(s.slices.flatMap(({failed:g})=>g===null?[]:Me(g,o))),answers:s.answers.map(({sizes:g,statuses:k})=>({sizes:g&&{...g,levels:o},statuses:new Map(k?Me(k,o).map(({code:w,count:O})=>[w,O]):[])})),connects:b(({connects:g})=>g),...s.pods&&{pods:{...s.pods,intended:p===null?null:p*a.slices/n}}}}function eo({started:e,begun:t,voided:r,latency:n,failed:s},o){let a=r+(n?.count??0)+(s?.count??0);return Math.max(0,(o?t:e)-a)}function Bi(e,t){return Object.fromEntries(Object.entries(e).map(([r,n])=>[r,n.type==="trend"?{...n,levels:t}:n]))}function Fi(e,t,r){if(e.dropped===0)return 0;if(t)return Math.round(e.dropped/t.slices);let n=(r??0)*e.slices.length-e.slices.reduce((s,{started:o})=>s+o,0);return Math.round(Math.min(e.dropped,Math.max(0,n))/e.slices.length)}import{lookup as Vi}from"node:dns/promises";import{execFile as ji,spawn as Ui}from"node:child_process";import{createInterface as Gi}from"node:readline";var Wi=2e3,qi=4e6,zi=1e5,oo=["-oL","ss","--no-header","--numeric","--tcp","--info","--oneline"];function ao(e,t){let r=[],n=[],s=new Set(t),o=t.map(l=>`not sport = :${l} and not dport = :${l}`).join(" and "),a=Ui("stdbuf",[...oo,"--events",...o?[`( ${o} )`]:[]],{env:{PATH:process.env.PATH,LC_ALL:"C"},stdio:["ignore","pipe","ignore"]});a.on("error",()=>{}),Gi({input:a.stdout}).on("line",l=>{let c=so(l);c===null||s.has(c.localPort)||n.length>=zi||n.push({...c,wall:Date.now()})});let i=()=>{a.kill()};return process.once("exit",i),{samples:r,closed:n,async take(){let l=Date.now(),c=await Ki(o),u=Date.now(),d=c===null?null:Be();if(c===null||d===null)return;let m=c.split(`
`).flatMap(h=>so(h)??[]);for(let{isListener:h,localPort:b}of m)h&&s.add(b);let p=m.filter(({localPort:h})=>!s.has(h)),f=new Map;for(let[h,b]of e){let S=Qr(d,b),g=new Set(S.map(({pid:k})=>k));f.set(h,p.filter(k=>k.pids.some(w=>g.has(w))))}r.push({asked:l,read:u,open:f})},stop(){process.off("exit",i),i()}}}function Ki(e){let t=["--all","--processes","exclude","time-wait",...e?[`( ${e} )`]:[]],r={timeout:Wi,maxBuffer:qi,env:{PATH:process.env.PATH,LC_ALL:"C"}};return new Promise(n=>{ji("stdbuf",[...oo,...t],r,(s,o)=>n(s?null:o))})}function so(e){let[t,,,r,n,...s]=e.trim().split(/\s+/);if(r===void 0||n===void 0)return null;let o=Number(r.slice(r.lastIndexOf(":")+1)),a=s.join(" "),i=c=>Number(new RegExp(`(?:^| )${c}:(\\d{1,15})(?= |$)`).exec(a)?.[1]??0),l=t==="LISTEN";return!l&&(n.endsWith(":*")||n.endsWith(":0"))?null:{isListener:l,localPort:o,key:`${r} ${n}`,peer:Ji(n),pids:[...a.matchAll(/,pid=(\d{1,10}),/g)].map(([,c])=>Number(c)),messages:i("data_segs_out"),sent:i("bytes_sent"),received:i("bytes_received")}}function Ji(e){return e.replace(/^\[::ffff:([\d.]+)\]/,"$1").replace(/%[^\]:]*/,"")}function io({slots:e},t,{config:r}){let n=e.some(i=>i.round!==null&&B(i)),s=[...t.values()].some(({sessions:i})=>i.length>0);if(process.platform!=="linux"||r.baseline.kind!=="paired"||!n||!s)return null;let o=new Map([...t].map(([i,l])=>[i,l.sessions])),a=[...t.values()].flatMap(({targetUrl:i})=>Number(new URL(i).port)||[]);return{...ao(o,a),names:Hi(t,r)}}async function Hi(e,{external:t}){let r=[...e.values()].flatMap(({portOf:s})=>[...s].map(([o,a])=>{let[i=""]=o.split(".",1);return{name:i,port:a,addresses:$t}})),n=await Promise.all(t.map(async({name:s,host:o,port:a})=>{let l=(await Vi(o,{all:!0}).catch(()=>[])).map(({address:u})=>u),c=l.some(u=>$t.includes(u));return{name:s,port:a,addresses:c?[...l,...$t]:l}}));return new Map([...n,...r].flatMap(({name:s,port:o,addresses:a})=>a.map(i=>[i.includes(":")?`[${i}]:${o}`:`${i}:${o}`,s])))}var $t=["127.0.0.1","::1"];async function lo(e,t,r){if(t===null)return e;let n=await t.names;return e.map(s=>{let{slot:o,slices:a}=s;if(o.round===null||!B(o))return s;let{settleSeconds:i}=o,l=r.get(Y(o))?.dueMs,c=a[0].startedAt-1e3*i,u=a.reduce((b,S)=>b+S.seconds,0),d=l?.filter(b=>b<1e3*i).length,p=(1+(d===void 0?i/u:d/(l.length-d)))*a.reduce((b,{ok:S,failed:g})=>b+S+g,0),f=c+1e3*(i+u),h=Yn(o.arm,t,{from:c,to:f,requests:p},n);return h===null?s:{...s,calls:h}})}function Ye(e){let t=e.flatMap(({calls:r})=>r===void 0?[]:[r]);return t.length>0?Xn(t):null}import{availableParallelism as Yi}from"node:os";function co(e,{around:t,instances:r,shared:n,samples:s,generatorLimit:o}){let a=[...r.values(),n].some(c=>c.isHidden),i=Qi(t)||a,l={cores:Yi(),generatorLimit:o,outsiders:i};return e.map(c=>{let u=el(c,s,l);return uo(t)||r.get(u.slot.arm)?.isHidden?u:Zi(u,s,r)})}var Xi=/\b(docker|podman|nerdctl)\b/;function Qi(e){let{external:t,services:r}=e.config;return t.length>0||r.some(({start:n})=>n===void 0)||uo(e)}function uo({config:e}){return e.services.some(({start:t,container:r})=>t!==void 0&&r===void 0&&Xi.test(t))}function Zi(e,t,r){let{arm:n}=e.slot,s=r.get(n);if(s&&s.sessions.length+(s.groups?.length??0)===0)return e;let o=s?.startupMs,a=e.slices.map((i,l)=>{let{startedAt:c,seconds:u}=i,d=c+J(e.slot,u)*1e3,p=e.slot.step.load.kind==="fixed-work"&&l===e.slices.length-1?t.find(({wall:h})=>h>=d):void 0,f=Bs(t,n,c,p?.wall??d);return{...i,...f,...o!==void 0&&{startup:o}}});return{...e,slices:a}}function el(e,t,r){let{slices:n}=e,s=n.reduce((m,p)=>m+p.seconds,0),o=n[0].startedAt,a=J(e.slot,s),{clockJumpMs:i,...l}=Mt(t,o,o+a*1e3,r),c=n.map(({startedAt:m,seconds:p})=>{let f=m+J(e.slot,p)*1e3,{clockJumpMs:h,...b}=Mt(t,m,f,r);return tr({cpu:b,clockJumpMs:h})}),u=n.flatMap(m=>m.lag===null?[]:[m.lag.p99]),d={sent:e.sent,intended:e.intended,seconds:s,dropped:n.reduce((m,p)=>m+p.dropped,0),lagMs:u.length>0?Math.max(...u):null,cpu:l,clockJumpMs:i,...e.pods&&{pods:e.pods}};return{...e,evidence:d,diagnosis:Zn(d),disturbed:c}}function Ct(e,t){let{rate:r,settling:n,measured:s}=e,o=mo({...e,count:n},t),a=n/r*1e3,i=n>0?0:Math.min(100,500*s/r),l=1-i*r/(1e3*Math.max(1,s)),c=mo({...e,count:s},t),u=[...o,...c.map(f=>a+i+f*l)],d=e.arms*e.turn,m=0;for(;m+d<=n&&u[m]<100;)m+=d;let p=u.slice(m).map(f=>Number(Math.max(f,100).toFixed(2)));return{dueMs:p,skipped:m,...It([p],r)}}function mo({rate:e,count:t,arms:r,turn:n},s){let o=Math.ceil(t/(r*n))*n,a=tl(o,o/e*1e3,s),i=[],l=0;for(let c=0;c<o;c+=n)for(let u=0;u<r;u++)for(let d of a.slice(c,c+n))l+=d,i.push(l);return i.slice(0,t)}function tl(e,t,r){let n=Array.from({length:e+1},()=>-Math.log(1-r.uniform())),s=n.reduce((o,a)=>o+a,0);return n.slice(0,e).map(o=>o/s*t)}var po=[1,1.01,1.02,1.05,1.1,1.15,1.2,1.3,1.5,2,3,5,10];function It(e,t){let r=Math.max(...e.map(i=>i.length)),n=i=>{let l=Number.POSITIVE_INFINITY;for(let c of e)for(let[u,d]of c.entries())l=Math.min(l,d-u*1e3/(t*i));return l},s=t*(po.find(i=>n(i)>=5)??po.at(-1)),o=Math.max(0,Math.floor(n(s/t)-5)),a=Math.max(...e.map(i=>nl(i,o,s)));return{launchMs:o,launchRate:s,launchSeconds:(r-.5)/s,waiting:a}}function nl(e,t,r){let[n,s]=[0,0];for(let o=0;o<e.length;o++){for(;s<e.length&&e[s]<t+o*1e3/r;)s++;n=Math.max(n,o+1-s)}return n}function fo({plan:e,seed:t,name:r},n){return Ct(e,rl(_t(t,`${r} pod ${n}`)))}function rl(e){let t=e|0;return{uniform:()=>{t=t+1831565813|0;let n=Math.imul(t^t>>>15,1|t);return n=n+Math.imul(n^n>>>7,61|n)^n,((n^n>>>14)>>>0)/2**32}}}function _t(e,t){let r=2166136261^e;for(let n=0;n<t.length;n++)r=Math.imul(r^t.charCodeAt(n),16777619);return r|0}function ho(e,t,r,n=0){return new Map(e.slots.flatMap(s=>{let{load:o,label:a}=s.step;if(o.kind!=="arrival-rate"||o.arrivals==="even")return[];let i=`${s.block??r} ${s.round} ${a}`,l={rate:o.rate,...ol(s,o.rate)},c=n>0?sl({plan:l,seed:t,name:i},n):Ct(l,ms(_t(t,i)));return[[Y(s),c]]}))}function sl(e,t){let r=Array.from({length:t},(n,s)=>fo(e,s).dueMs);return{dueMs:[],skipped:0,...It(r,e.plan.rate),drawn:e}}function ol(e,t){let r=de(e);if(r!==null){let{settling:s,measured:o,arrivals:a}=r;return{settling:s,measured:o,arms:e.turns.of,turn:a}}return{settling:Un(t,e.settleSeconds),measured:Le(e),arms:1,turn:1}}import{createHash as Xl}from"node:crypto";import{createReadStream as Ql}from"node:fs";import{hostname as Zl}from"node:os";import{join as ec}from"node:path";import{createInterface as tc}from"node:readline";import{setTimeout as nc}from"node:timers/promises";import{createReadStream as al}from"node:fs";import{createInterface as il}from"node:readline";var go={100:"its `setup` did not finish in time",101:"its `teardown` did not finish in time",104:"k6 does not accept its options",107:"it threw an exception outside an iteration",108:"it aborted the test",110:"it marked the test as failed"};function he(e,t){if(!(e in go))return null;let r=t.replaceAll('\\"','"'),n=/TAILGATE_EXPORTS (\S+): ((?:(?!TAILGATE_EXPORTS ).)*?) TAILGATE_END/.exec(r);return{kind:"failed",fault:"script",message:/TAILGATE_REFUSED ((?:(?!TAILGATE_REFUSED ).)*?) TAILGATE_END/.exec(r)?.[1]??`${go[e]}${ll(r)}`,log:t,...n!==null&&{missing:{exec:n[1],there:n[2]}}}}function ll(e){let t=/"(k6\/x\/[^"\s]+)"/.exec(e)?.[1];return t!==void 0?`: it imports \`${t}\`, an extension that this k6 lacks. None is fetched from elsewhere unless \`allow\` names hosts; let TAILGATE_K6 name a k6 that has it`:/ of undefined/.test(e)?"; Tailgate replaces its scenarios and its load, so `exec.test.options.scenarios` has not those of the script":""}async function Xe(e){let t=new Map,r=new Map;for await(let n of il({input:al(e)})){let s=/TAILGATE_(FAILURE|REDIRECT) ((?:(?!TAILGATE_(?:FAILURE|REDIRECT) )[^"\\]|\\.)*)"/.exec(n);if(s===null)continue;let o=s[2].replaceAll('\\"','"');if(s[1]==="FAILURE"){let[,a,i,l]=/^(\d+) (.*?): (.*)$/s.exec(o)??[],c=`${a} ${i}`;l!==void 0&&!t.has(c)&&t.set(c,{label:i,code:Number(a),text:l})}else{let[,a,i,l,c]=/^(\d+) (\d+) (\S+) (.*)$/s.exec(o)??[],u=`${a} ${c}`;if(c===void 0||r.has(u))continue;r.set(u,{label:c,which:Number(a),status:Number(i),location:l==="-"?null:l})}}return{told:[...t.values()],redirects:[...r.values()]}}import{readFileSync as Rl,rmSync as Al}from"node:fs";import{join as Ol}from"node:path";import{existsSync as cl,readFileSync as So,statSync as ul,writeFileSync as Lt}from"node:fs";import{totalmem as dl}from"node:os";import{dirname as ml,join as re}from"node:path";import{setTimeout as pl}from"node:timers/promises";import{rootCertificates as fl}from"node:tls";var hl=99,bo=105;async function yo(e){let{folder:t,name:r}=e,{scriptPath:n,configPath:s}=Bt(e),o=re(t,`${r}.summary.json`),a=re(t,`${r}.log`),i=St(a),l=await Fe({command:[e.binary,"run","--quiet","--no-color","--no-usage-report","--config",s,"--address","",...Nt(e),"--env",`TAILGATE_SUMMARY=${o}`,n],cwd:e.cwd,env:{...kl(),...Dt(e,vl(e))},logPath:a,keeper:e.keeper}),c=l.exited.then(async u=>{let d=We(yl(a),t),m=u.code??-1,p=h=>({kind:"failed",fault:"harness",message:h,log:d});if(u.signal!==null)return p(`k6 was ended by ${u.signal}`);let f=he(m,d);if(f!==null)return f;if(m!==0&&m!==hl&&m!==bo)return p(`k6 ended with exit code ${m}`);try{if(!ul(o).isFile())throw new Error("it is no file");let h=He(So(o,"utf8"));return{kind:"measured",complete:m!==bo,summary:h,...await Xe(a)}}catch(h){return p(`k6 left no readable summary: ${h.message}`)}});return{group:l,began:bl(a,l,i),finished:c}}function Nt({targetUrl:e,userScript:t}){let r={TARGET_URL:e,BASE_URL:e,...t&&{TAILGATE_SCRIPT_FOLDER:ml(t)}};return Object.entries(r).flatMap(([n,s])=>["--env",`${n}=${s}`])}function Dt({environment:e,mayFetch:t},r={}){return{...ie(e,r),...!t&&{K6_AUTO_EXTENSION_RESOLUTION:"false"}}}function Bt({folder:e,name:t,script:r,arrivals:n}){let s=re(e,`${t}.js`),o=re(e,"k6-config.json");if(Lt(s,r),n?.size){let a=[...n].map(([i,l])=>[i,[l.skipped,...l.dueMs]]);Lt(re(e,Et(t)),JSON.stringify(Object.fromEntries(a)))}for(let[a,i]of[[At,Xs],[Ot,Qs]])bt(re(e,a),i);return bt(o,"{}"),{scriptPath:s,configPath:o}}var gl=20,Qe=64*1024;async function bl(e,{exit:t},r){let n=r;for(;t()===null;){let s=St(e);s<n&&(n=r<=s?r:0);let o=Gr(e,n,Qe),a=o.lastIndexOf(`
`)+1||(o.length===Qe?Qe:0),i=/TAILGATE_BEGAN (\d+)/.exec(o.toString("latin1",0,a))?.[1];if(i!==void 0)return Number(i);n+=a,o.length<Qe&&await pl(gl)}return null}var Sl=20;function yl(e){let t=De(e,2e3).split(`
`).filter(s=>!s.includes("TAILGATE_BEGAN")),r=t.slice(-Sl),n=t.find(s=>/^time="[^"]*" level=error (?!.* source=console)/.test(s));return(n===void 0||r.includes(n)?r:[n,...r.slice(1)]).join(`
`)}var wl=4;function kl(){let e=Math.min(dl(),process.constrainedMemory?.()||Number.POSITIVE_INFINITY);return{GOGC:"800",GOMEMLIMIT:`${Math.floor(e/wl/2**20)}MiB`}}function vl({certificates:e=[],environment:t,folder:r}){if(e.length===0)return{};let n=t.SSL_CERT_FILE,s=n&&cl(n)?[So(n,"utf8")]:fl,o=re(r,"certificates.pem");return Lt(o,[...e,...s].join(`
`)),{SSL_CERT_FILE:o}}var ko=ai(ii(),1);var wo=`# An Indexed Job whose pods each run the whole script: https://kubernetes.io/docs/concepts/workloads/controllers/job/
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
`;var xe=6565,Ze="tailgate/program",vo="load.tar",xl=.7;function Mo({name:e,labels:t,pods:r,image:n,seconds:s}){let{count:o,cpu:a,memory:i}=r,l=(0,ko.parse)(wo),{template:c}=l.spec,[u]=c.spec.containers;l.metadata={name:e,labels:t},c.metadata={labels:t};let d={completions:o,parallelism:o,maxFailedIndexes:o};Object.assign(l.spec,d,{activeDeadlineSeconds:Math.ceil(s)}),c.spec.volumes=[{name:"load",configMap:{name:e}}],u.image=r.image??n;let m=o>1?["--paused","--address",`0.0.0.0:${xe}`]:["--address",""];if(u.args=[...m,`/tailgate/${vo}`],i){let f=Number.parseInt(i,10)*(i.endsWith("Gi")?1024:1)*xl;u.env.push({name:"GOMEMLIMIT",value:`${Math.floor(f)}MiB`})}let p={cpu:a,memory:i};return(a||i)&&(u.resources={requests:p,limits:p}),o>1&&(u.ports=[{containerPort:xe}],u.readinessProbe={httpGet:{path:"/v1/status",port:xe},periodSeconds:1}),l}function xo({name:e,labels:t},r,n){return{apiVersion:"v1",kind:"ConfigMap",metadata:{name:e,labels:t,ownerReferences:[{apiVersion:"batch/v1",kind:"Job",name:e,uid:r}]},immutable:!0,binaryData:{[vo]:n.toString("base64")}}}var Ft=1024*1024-1024;var Tl=6e4;async function Ro(e,t){let{binary:r,folder:n,name:s}=e,{scriptPath:o,configPath:a}=Bt(e),i=Ol(n,`${s}.tar`),l=await Ne({file:r,arguments:["archive","--no-color","--config",a,"-O",i,...Nt(e),o],environment:Dt(e),cwd:e.cwd,timeoutMs:Tl,signal:t}),c="output"in l?We(l.output,n):l.code;if(l.kind!=="ended"||l.exitCode!==0){let f=l.kind==="ended"?l.exitCode:-1;return he(f,c)??{kind:"failed",fault:"harness",message:"k6 could not pack the script for the pods",log:c}}let u=Rl(i);if(Al(i),u.length<=Ft)return u;let[d,m]=[u.length,Ft].map(f=>`${Math.ceil(f/1024)} KiB`);return{kind:"failed",fault:"script",message:`the script with all that it loads has ${d}, and the ConfigMap by which pods get it holds ${m}: load less data, or measure fewer scenarios at once (\`--only\`)`,log:""}}import{once as El}from"node:events";import{existsSync as Pl,rmSync as $l}from"node:fs";import{request as Cl}from"node:http";import{join as Ao}from"node:path";import{text as Il}from"node:stream/consumers";import{setTimeout as jt}from"node:timers/promises";var _l=3,Oo=12e4,To=100,Eo=1e4,Ut={from:.05,to:.4};async function Po(e,t){let r=Ao(t.folder,"kube.sock"),n=Ao(t.folder,"kubectl-proxy.log");$l(r,{force:!0});let s=await Fe({command:e.command("proxy",`--unix-socket=${r}`,"--accept-paths=^/api/v1/namespaces/[^/]+/pods/[^/]+/proxy/v1/status$","--reject-methods=^(GET|POST|PUT|DELETE)$"),cwd:t.folder,env:e.environment,logPath:n,keeper:t.keeper});try{let o=performance.now()+Eo;for(;!Pl(r);){if(s.exit()!==null||performance.now()>o)throw new q(`\`kubectl proxy\` does not run: ${De(n,1)}`);await jt(To/5,void 0,{signal:t.signal})}let a=u=>Promise.all(t.states.map(d=>Ll(r,t,d,u))),i=performance.now()+Oo;for(;!(await a({})).every(u=>u>=_l);){if(performance.now()>i)throw new q(`k6 was not ready in all pods after ${Oo/1e3} s`);await jt(To,void 0,{signal:t.signal})}let l=Date.now()%t.periodMs/t.periodMs,c=(Ut.from-l+1)%1;(l<Ut.from||l>Ut.to)&&await jt(c*t.periodMs,void 0,{signal:t.signal}),await a({paused:!1})}finally{await s.stop("SIGTERM",500)}}async function Ll(e,{namespace:t,signal:r},{id:n,name:s},o){let a=`/api/v1/namespaces/${t}/pods/${n}:${xe}/proxy/v1/status`,i={"content-type":"application/json"};try{let l=Cl({socketPath:e,path:a,method:"PATCH",headers:i,signal:r,timeout:Eo});l.on("timeout",()=>l.destroy(new Error("no answer"))),l.end(JSON.stringify({data:{type:"status",id:"default",attributes:o}}));let[c]=await El(l,"response"),u=await Il(c),d=c.headers["content-type"]?.includes("json")?JSON.parse(u):{message:u};if(c.statusCode===200)return Number(d.data.attributes.status);throw new Error(`${d.message??d.errors?.[0]?.detail}`.slice(0,200))}catch(l){throw new q(`${s} cannot be told to begin: ${l.message}`)}}function $o(e){let t=C(e,({count:o})=>o),r=e.find(o=>o.count>0)?.levels;if(r===void 0)return null;let n=new Float64Array(t),s=0;for(let o of e)for(let a=0;a<o.count;a++)n[s++]=un(o,a);return n.sort(),{count:t,levels:r,values:r.map(o=>Nl(n,o))}}function Co(e,t){let r=[...e].sort((a,i)=>a.value-i.value),n=C(r,({count:a})=>a),[s,o]=[0,r[0]?.count??0];return t.map(a=>{for(;o<=Math.round(a*(n-1))&&s<r.length-1;)o+=r[++s].count;return r[s].value})}function Nl(e,t){let r=t*(e.length-1),n=Math.floor(r),s=e[n];return r===n?s:s+(r-n)*(e[n+1]-s)}function Io(e){let[t]=e,r=e.map(({summary:a})=>a),n=t.summary.percents.map(a=>a/100),s=Object.keys(t.summary.slots).map(a=>{let i=e.map(({name:l,summary:c})=>({name:l,slot:c.slots[a]}));return[a,Fl(i,n)]}),o=new Map(r.flatMap(a=>a.seen??[]).map(a=>[a.name,a]));return{...t.summary,slots:Object.fromEntries(s),lost:C(r,({lost:a})=>a),seen:[...o.values()]}}var Dl=["started","exceptions","barren","untagged","whole","begun","voided","resent","connects","received"],Bl=250;function Fl(e,t){let r=Math.min(...e.map(({slot:c})=>c.startedAt)),n=e.map(({name:c,slot:u})=>({name:c,slot:jl(u,u.startedAt-r)})),s=n.map(({slot:c})=>c),o=({slices:c})=>C(c,({started:u})=>u),a=({slices:c})=>Math.max(0,...c.map(({lag:u})=>u?.p99??0)),i=n.reduce((c,u)=>o(u.slot)<o(c.slot)?u:c),l=n.reduce((c,u)=>a(u.slot)>a(c.slot)?u:c);return{startedAt:r,endedAt:Math.max(...s.map(({endedAt:c})=>c)),dropped:C(s,({dropped:c})=>c),answers:s[0].answers.map((c,u)=>({sizes:Gt(s,({answers:d})=>d[u].sizes,t),statuses:_o(s,({answers:d})=>d[u].statuses,t)})),slices:s[0].slices.map((c,u)=>{let d=s.map(({slices:m})=>m[u]);return Ul(d,t)}),pods:{behind:i.name,sent:o(i.slot),latest:l.name}}}function jl(e,t){return t<=Bl?e:{...e,slices:e.slices.map(r=>({...r,lag:{p50:t,p99:t,max:t}}))}}function Ul(e,t){let r=e.flatMap(({lag:o})=>o??[]),n=o=>Math.max(...r.map(a=>a[o]??0)),s=Dl.map(o=>[o,C(e,a=>a[o])]);return{...Object.fromEntries(s),failed:_o(e,({failed:o})=>o,t),latency:Gt(e,({latency:o})=>o,t),lag:r.length===0?null:{p50:n("p50"),p99:n("p99"),max:n("max")},custom:Gl(e,t)}}function Gl(e,t){let n=[...new Set(e.flatMap(({custom:s})=>Object.keys(s??{})))].map(s=>{let o=e.flatMap(({custom:u})=>u?.[s]??[]),a=o.filter(u=>u.type==="trend");if(a.length>0)return[s,{type:"trend",...Gt(a,u=>u,t)}];let i=o.filter(u=>u.type==="rate");if(i.length===0)return[s,{type:"counter",sum:C(o,u=>"sum"in u?u.sum:0)}];let[l,c]=[C(i,u=>u.hits),C(i,u=>u.count)];return[s,{type:"rate",hits:l,count:c}]});return Object.fromEntries(n)}function Gt(e,t,r){let n=e.flatMap(a=>t(a)??[]),s=$o(n.map(({count:a,values:i})=>({count:a,levels:r,values:i})));if(s===null)return null;let o=C(n,a=>a.avg*a.count)/s.count;return{count:s.count,avg:o,values:[...s.values]}}function _o(e,t,r){let n=e.flatMap(i=>t(i)??[]);if(n.length===0)return null;let s=n.flatMap(i=>Me(i,r).map(l=>({value:Gs(l),count:l.count}))),o=C(n,i=>i.count),a=C(n,i=>i.avg*i.count)/o;return{count:o,avg:a,values:Co(s,r)}}var et=N({reason:L().optional(),message:L().optional()}),Wl=et.extend({exitCode:U()}),ql=et.extend({type:L(),status:L()}),zl=N({state:N({terminated:Wl.optional(),waiting:et.optional()}).optional()}),Kl=N({metadata:N({name:L(),annotations:ae(L(),L()).optional(),deletionTimestamp:L().optional()}),spec:N({nodeName:L().optional()}),status:et.extend({phase:L().optional(),conditions:F(ql).optional(),containerStatuses:F(zl).optional()})}),Jl=N({items:F(Kl)}),Vl=/^(ErrImagePull|ImagePullBackOff|ErrImageNeverPull|InvalidImageName|CreateContainerError|CreateContainerConfigError|RunContainerError|StartError)$/;function Lo(e,t){let r=Jl.parse(JSON.parse(e)).items.map(Yl);return Array.from({length:t},(n,s)=>{let o=r.filter(a=>a.index===s);return o.find(({kind:a})=>a==="lost")??o[0]??{...Hl,index:s,name:`pod ${s}`,kind:"waiting",because:"is not there"}})}var Hl={id:"",node:null,exitCode:null};function Yl({metadata:e,spec:t,status:r}){let n=Number(e.annotations?.["batch.kubernetes.io/job-completion-index"]??Number.NaN),s=t.nodeName??null,o={index:n,id:e.name,name:`pod ${n}${s?` on ${s}`:""}`,node:s},{terminated:a,waiting:i}=r.containerStatuses?.[0]?.state??{},l=a?.exitCode??null,c=(f,h="")=>({...o,kind:f,because:h,exitCode:l}),u=r.conditions??[],d=u.find(({type:f,status:h})=>f==="DisruptionTarget"&&h==="True"),m=Wt(r.reason===void 0?d??{}:r);if(a?.reason==="OOMKilled")return c("lost","ran out of memory");if(r.reason==="Evicted")return c("lost",`was evicted${m}`);if(r.phase==="Succeeded")return c("done");if(e.deletionTimestamp!==void 0)return c("lost",`was removed before it had ended${m}`);if(l!==null&&l>128)return c("lost",`was killed${m}`);if(r.phase==="Failed")return c("lost",l===null?`failed${m}`:`ended with exit code ${l}${m}`);if(Vl.test(i?.reason??""))return c("lost",`cannot start${Wt(i)}`);if(u.some(({type:f,status:h})=>f==="Ready"&&h==="True"))return c("ready","still runs");let p=u.find(({type:f,status:h})=>f==="PodScheduled"&&h==="False");return c("waiting",`is not ready${Wt(p??i??{})}`)}function Wt({reason:e,message:t}){let r=[e,t].filter(Boolean).join(": ").replace(/\s+/g," ").slice(0,300);return r===""?"":`: ${r}`}var jo=300,No={first:60,each:.1},rc=120,qt=jo+rc,Do=60,sc=250,oc=2e3,ac=3e5,ic=40,Bo={usual:10,interrupted:3};function Uo(e){let t=new AbortController,r=fs(e.pods,e.environment,t.signal),n=lc(e,r,t.signal).catch(s=>{if(!(s instanceof q||s instanceof Te||t.signal.aborted))throw s;return{kind:"failed",fault:"harness",message:t.signal.aborted?"k6 was interrupted":s.message,log:""}});return{group:{pid:null,signal:()=>t.abort(),async stop(){t.abort(),await n}},began:Promise.resolve(null),finished:n}}async function lc(e,t,r){let{pods:n,folder:s,name:o,keeper:a}=e,i=a.mark.TAILGATE_RUN.slice(0,8),l=`tailgate-${i}-${o}`.slice(0,63),c={"app.kubernetes.io/managed-by":"tailgate","tailgate/run":i,"tailgate/machine":cc(e.environment),[Ze]:l},[u,d]=await Promise.all([Ro(e,r),n.image===void 0?Pr(e.binary,["version"],e.environment,r):null,t.run(["delete","jobs","--wait=false","-l",`tailgate/machine=${c["tailgate/machine"]},tailgate/run!=${i}`])]);if(!Buffer.isBuffer(u))return u;let m=e.seconds+e.spareSeconds+qt,p=f=>t.run(["create","-o","jsonpath={.metadata}","-f","-"],{input:JSON.stringify(f)});try{let f={name:l,labels:c,pods:n,image:`grafana/k6:${d??"latest"}`,seconds:m},{uid:h,namespace:b}=JSON.parse(await p(Mo(f)));await p(xo(f,h,u));let S={...e,kubectl:t,job:l,signal:r},g=await Fo(S,"ready");if(!Array.isArray(g))return g;if(n.count>1){let w={states:g,namespace:b,periodMs:e.periodMs,folder:s,keeper:a,signal:r},A=await Po(t,w).then(()=>null,x=>x),y=A&&(await Go(S)).find(({kind:x})=>x==="lost");if(y)return await Wo(S,y);if(A)throw A}let k=await Fo(S,"done");return Array.isArray(k)?await dc(S,k,ec(s,`${o}.log`)):k}finally{await mc(t,l,r.aborted?Bo.interrupted:Bo.usual)}}function cc({TAILGATE_LOCK:e=""}){let t=me("/proc/sys/kernel/random/boot_id")??"",r=[Zl(),t,Or(),e].join(" ");return Xl("sha256").update(r).digest("hex").slice(0,16)}async function Fo(e,t){let{pods:r,seconds:n,spareSeconds:s,signal:o}=e,a=performance.now(),i=a;for(;;){let l=await Go(e).catch(u=>{if(!(u instanceof q&&!/forbidden|unauthorized/i.test(u.message))||performance.now()-i>Do*1e3)throw u;return null});if(l!==null){i=performance.now();let u=l.find(({kind:f,id:h})=>f==="lost"||t==="done"&&h==="");if(u)return Wo(e,u);let d=l.find(({id:f})=>f==="")??l.find(({kind:f})=>f!=="done"&&(t==="done"||f!=="ready"));if(d===void 0)return l;let m=(i-a)/1e3,p=d.id===""?No.first+r.count*No.each:jo;if(m>(t==="ready"?p:n+s+Do)){let f=`${Math.round(m)} s after ${t==="ready"?"its Job":"all were ready"}`;throw new q(`${d.name} ${d.because}, ${f}${await uc(e,d)}`)}}let c=t==="ready"?0:a+1e3*n-performance.now();await nc(Math.max(sc,Math.min(c,oc)),void 0,{signal:o})}}async function Go({kubectl:e,job:t,pods:r}){let n=["get","pods","-o","json","-l",`${Ze}=${t}`];return Lo(await e.run(n),r.count)}async function uc({kubectl:e,job:t},{id:r}){let n=`--field-selector=type=Warning,involvedObject.name=${r||t}`,a=(await e.run(["get","events",n,"-o",'jsonpath={range .items[*]}{.message}{"\\n"}{end}']).catch(()=>"")).trim().split(`
`).at(-1);return a===""?"":`: ${a.slice(0,300)}`}async function Wo({kubectl:e,pods:t},r){let n=r.id===""?"":await e.run(["logs",r.id,`--tail=${ic}`]).catch(()=>""),s=r.exitCode===null?null:he(r.exitCode,n);if(s!==null)return{...s,message:`${s.message} (${r.name})`};let o=r.id===""?"was removed, or its node went away":r.because,a=r.because.includes("memory")&&t.memory?`: its limit is ${t.memory}`:"";return{kind:"failed",fault:"harness",message:`${r.name} ${o}${a}`,log:n}}async function dc({kubectl:e,job:t},r,n){let s=["logs","-l",`${Ze}=${t}`,"--tail=-1","--prefix"];await e.run(s,{timeoutMs:ac,into:n});let o=new Map;for await(let i of tc({input:Ql(n)})){let[,l,c]=/^\[pod\/([^/\]]{1,253})\/[^\]]{0,63}\] (\{"schemaVersion":1,.*)$/.exec(i)??[];l!==void 0&&o.set(l,c)}let a=r.map(({id:i,name:l})=>{try{return{name:l,summary:He(o.get(i)??"")}}catch{throw new q(`${l} left no readable summary`)}});return{kind:"measured",complete:!0,summary:Io(a),...await Xe(n),nodes:[...new Set(r.flatMap(({node:i})=>i??[]))].sort()}}async function mc(e,t,r){let{signal:n}=new AbortController,s=["delete",`job/${t}`,"--ignore-not-found","--cascade=foreground",`--timeout=${r}s`];await e.run(s,{signal:n,timeoutMs:2e3*r}).catch(o=>{if(!(o instanceof q))throw o})}import{existsSync as pc,writeFileSync as fc}from"node:fs";import{join as hc}from"node:path";function qo(e,t,r){if(e.step.work.kind==="script")return null;let{request:n}=e.step.work;return{...n,url:Jo(t.fill(n.url),t,r,e),headers:Object.fromEntries(Object.entries(n.headers).map(([s,o])=>[s,Ko(s,o,t,e)])),body:n.body===void 0?void 0:t.fill(n.body,lt(n.body))}}function zo(e,t,r,{config:n,folder:s}){let{work:o,scenario:a}=e.step;if(o.kind==="script"||o.mix===void 0&&o.data===void 0)return null;let i=o.data?`data-${a}.json`:null;i!==null&&gc(o.data.path,hc(s,i));let l=(u,d,m)=>gs(u,o.data?.columns??[],d,m),c=le(o);return{name:a,dataFile:i,first:yc(e,e.block??t),sequence:hs(c),requests:c.map(({request:u})=>({name:`${u.method} ${u.url}`,method:u.method,url:Jo(l(u.url,"path",d=>r.fill(d)),r,n,e),headers:Object.fromEntries(Object.entries(u.headers).map(([d,m])=>[d,l(m,"raw",p=>Ko(d,p,r,e))])),body:u.body===void 0?null:l(u.body,u.quotesData?"json":"raw",d=>r.fill(d,lt(u.body))),expectStatus:u.expectStatus,timeoutMs:u.timeoutSeconds*1e3}))}}function Ko(e,t,r,{step:n}){let s=r.fill(t);if(!/[\r\n]/.test(s))return s;throw new W({what:`The header ${sn(e)} has a line break once its variables are filled in.`,where:`request of ${n.label}`,hint:"Take the line break out of the variable."})}function gc(e,t){pc(t)||fc(t,JSON.stringify(wn(Ar(e),e).rows))}function Jo(e,{targetUrl:t},r,{step:n}){let[s,...o]=typeof e=="string"?[e]:e,a=String(s),i=a.startsWith("/")?t+a:a;return kn(i,r,`request of ${n.label}`),typeof e=="string"?i:[i,...o]}var bc=16,Sc=37;function yc({step:{load:e},round:t,seconds:r,turns:n,requests:s},o){let a=e.kind==="arrival-rate"?e.rate*r/(n?.of??1):s??0;return(o*bc+(t===null?0:t+1))*Math.ceil(a)+Math.sign(a)*o*Sc}var wc=30,kc=120;async function Vo(e,t,r,{around:n,k6:s,folder:o,instances:a,seed:i,block:l=0}){let{config:c,keeper:u}=n,{work:d}=e.slots[0].step,{targetUrl:m}=a.get(r),p=new Map(e.slots.map(M=>[M,zo(M,l,a.get(M.arm),{config:c,folder:o})])),f=c.allow.length===0,h=[...a.values()].flatMap(({trust:M})=>M??[]),b=c.pods,S=b===void 0?e:Bn(e,b.count),g=new Map(S.slots.map((M,_)=>[M,e.slots[_]])),k=ho(S,i,l,b?.count),w=Zs({program:S,arrivals:k,name:t,targetUrl:m,confined:f,insecure:f&&h.some(M=>"insecure"in M),requestOf:M=>qo(M,a.get(M.arm),c),dealOf:M=>p.get(g.get(M))??null,...b&&{pods:b.count},...d.kind==="script"&&{scriptPath:ps(d.path,o,c.directory)}}),O={binary:s,folder:o,name:t,script:w,...d.kind==="script"&&{userScript:d.path},cwd:c.directory,targetUrl:m,environment:{...n.environment,...vc(e,a.get(r))},mayFetch:!f,keeper:u},{seconds:A,slots:y}=e,x=y.some(({step:M})=>M.load.kind==="fixed-work"),P=d.kind==="script"?kc:0,v=(x?ue:0)+(b?qt:0),T=A+wc+P+v,$;if(b===void 0){let M=h.flatMap(_=>"ca"in _?_.ca:[]);$=await yo({...O,arrivals:k,certificates:M})}else{for(let[M,{targetUrl:_}]of a)vn(_,`URL of the ${M}`);$=Uo({...O,pods:b,seconds:A,spareSeconds:P,periodMs:Tt(e,b.count)})}return{run:$,arrivals:k,deals:p,limitSeconds:T}}function vc({slots:e},{fill:t}){return Object.fromEntries(Object.entries(e[0].step.parameters??{}).map(([r,n])=>[`VARIANT_${r.toUpperCase()}`,t(n)]))}var Mc=250;function Ho(e,t,r){return e.map(n=>{let{slices:s,slot:o}=n,a=s[0].startedAt,i=J(o,s.reduce((m,p)=>m+p.seconds,0)),l=Ns(t,a,a+i*1e3+Mc),c=e.filter(m=>m.slot.startSeconds===o.startSeconds).reduce((m,p)=>m+r(p.slot.arm)*p.connects,0),u=l===null?0:Math.max(0,Math.floor((l-c)/r(o.arm))),d=s.map(({resent:m=0,...p})=>{let f=Math.min(m,u);return u-=f,{...p,...f>0&&{resent:f}}});return{...n,slices:d}})}var xc=.1,Rc=.1;function Xo(e,{instances:t,began:r,sample:n,readCalls:s=()=>{}}){let o=[],a=new Set,i=!1,l=()=>{for(let d of a)t.get(d)?.resume();a.clear()},c=d=>{for(let[m,p]of t)m!==d&&(p.halt(),a.add(m))},u=e.slots.flatMap(d=>[...t.size>1&&d.round!==null&&B(d)?[{at:d.startSeconds,act:()=>c(d.arm)},{at:Yo(d),act:l}]:[],...Ac(d).map(m=>({at:m,act:n})),...d.round!==null&&B(d)?[d.startSeconds-xc,Yo(d)+Rc].map(m=>({at:m,act:s})):[]]);return r.then(d=>{if(!(d===null||i))for(let{at:m,act:p}of u)o.push(setTimeout(p,d+m*1e3-Date.now()))},()=>{}),{end(){i=!0;for(let d of o)clearTimeout(d);l()}}}function Yo({step:e,startSeconds:t,seconds:r}){return t+(e.load.kind==="fixed-work"?ue:r)}function Ac({round:e,step:t,startSeconds:r,seconds:n,settleSeconds:s,slices:o}){if(e===null&&o===1)return[];if(t.load.kind==="fixed-work")return[r];let a=(n-s)/o;return Array.from({length:o+1},(i,l)=>r+s+l*a)}function zt(){return{failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],nodes:[]}}async function X(e,t,r){let{around:n,instances:s,shared:o}=r,a=[...new Set(e.slots.map(R=>R.step.label))],i=a.join(", "),c=[...new Set(e.slots.map(({arm:R})=>R))].includes("head")?"head":"base",{work:u}=e.slots[0].step,{run:d,arrivals:m,deals:p,limitSeconds:f}=await Vo(e,t,c,r),h=Date.now(),b=[...s.values(),o],S=Ls(d.group.pid,b.flatMap(({sessions:R,relays:ee=[]})=>[...R,...ee]),s),g=io(e,s,n),k=Xo(e,{instances:s,began:d.began,sample:S.take,readCalls:()=>{g?.take()}}),w=()=>d.group.signal("SIGKILL");n.signal.addEventListener("abort",w,{once:!0}),n.signal.aborted&&w();for(let R of b)R.crashed.then(()=>R.crash()!==null&&d.group.signal("SIGINT"));let O=!1,A=setTimeout(()=>{O=!0,w()},f*1e3),y;try{y=await d.finished;let R=Tc(e,await d.began)-Date.now();y.kind==="measured"&&y.complete&&await Oc(Math.min(5e3,Math.max(0,R)))}finally{clearTimeout(A),n.signal.removeEventListener("abort",w);try{k.end()}finally{S.stop(),await g?.take(),g?.stop(),await d.group.stop("SIGTERM",1e3)}}let x=(Date.now()-h)/1e3,P=e.slots.findLast(R=>R.startSeconds<=x)??e.slots[0];await Pc(e,t,r);let v={slots:[],crash:H(s,o,P.step.label),failure:null,loadSeconds:x,...zt()};if(n.signal.aborted)return v;let T=R=>v.crash===null?{...v,failure:{...R,label:P.step.label,arm:c}}:v;if(y.kind==="failed"&&y.missing){let{exec:R,there:ee}=y.missing;throw new W({what:`The k6 script of ${i} has no function \`${R}\`: ${ee}.`,where:u.kind==="script"?u.path:i,hint:"Name the function to measure with `exec` in tailgate.yml, or export it as `default`."})}if(y.kind==="failed"){let R=`k6 had not ended after ${Math.round(f)} s, and was killed`;return T(O?{...y,message:R}:y)}if(!y.complete&&v.crash===null)return T({kind:"failed",fault:"harness",message:"k6 was interrupted from outside",log:""});let $=n.config.pods?.count,M=no(y.summary,e.slots,$);if(M!==null)return T({kind:"failed",fault:"harness",message:`k6 reported ${M}`,log:""});let _=R=>s.get(R)?.hops??1,G=co(Ho(ro(y.summary,e.slots,$),S.samples,_),{around:n,instances:s,shared:o,samples:S.samples,generatorLimit:S.generatorLimit()}),be=R=>c==="head"?a.flatMap(ee=>R.map(Oe=>({label:ee,threshold:Oe}))):[],{summary:E,redirects:j}=y,Z=e.slots.every(({round:R})=>R===null),Se=s.get("head")?.lastWords()??null;return{...v,failures:G.filter(({slot:R})=>R.arm==="head"&&(R.round!==null||Z)).flatMap(R=>Ec(R,y.told,p.get(R.slot)?.requests??[])).map(R=>({...R,said:Se})),redirects:j,thresholds:be(E.thresholds),fed:be(E.fed),unfed:be(E.unfed),lost:E.lost>0?a.map(R=>({label:R,requests:E.lost})):[],nodes:y.nodes??[],slots:await lo(G,g,m)}}function Tc({slots:e},t){let r=e.map(({step:n,startSeconds:s,seconds:o})=>n.load.kind==="arrival-rate"?s+o:0);return t===null?0:t+1e3*Math.max(...r)+20}function Ec({slot:e,failures:t,cut:r,received:n,sent:s,slices:o,barren:a},i,l){let{label:c,graceSeconds:u}=e.step,d=t.map(({code:S,which:g,count:k})=>{let w=i.find(A=>A.label===c&&A.code===S)?.text,O=l.length>1?` of ${l[g]?.name}`:"";return{label:c,text:`${qs(S,w)}${O}`,count:k}}),m=i.find(S=>S.label===c&&S.text.startsWith("exception")),f=a+o.reduce((S,g)=>S+g.failed,0)-r-d.reduce((S,{count:g})=>S+g,0);if(m!==void 0&&f>0&&d.push({label:c,text:m.text,count:f}),r===0)return d;let b=r===s&&n>0?`the answer began, and did not end within ${u} s`:`no complete answer within ${u} s`;return[...d,{label:c,text:b,count:r}].sort((S,g)=>g.count-S.count)}async function Pc(e,t,r){let{instances:n,shared:s,around:o}=r,a=n.get("base");if(a===void 0||H(n,s,"")?.arm!=="head"||o.signal.aborted)return;let i=e.slots.filter(({arm:u})=>u==="head"),l=(i.length>0?i:e.slots).map(u=>({...u,arm:"base",turns:null}));a.resume();let c={...r,instances:new Map([["base",a]])};await X(_e({...e,slots:l},l),`${t}-base`,c)}var $c=1.15,Cc=1;function Qo(e,t,r=0){let n=K(t,.5),s=i=>!(K(i,.5)>$c*n),o=e.findIndex((i,l)=>s([i])&&s(e.slice(l)));if(o===-1)return null;let a=e.slice(0,o===0?0:o+1).reduce((i,l)=>i+l.seconds,0);return Math.max(Cc,r+a)}var Ic=.3;function Zo(e,t,r,n){let s=e.filter(({slot:o})=>o.round===null&&!t.some(a=>a.slot.step===o.step));for(let{slot:o,slices:a}of s){let i=e.filter(p=>p.slot.round!==null&&p.slot.step===o.step&&p.slot.arm===o.arm&&B(p.slot)===B(o)),{readyAt:l}=r.get(o.arm),c=l===null?0:(a[0].startedAt-l)/1e3,u=Qo(a.map(p=>({...p,seconds:J(o,p.seconds)})),i.flatMap(({slices:p})=>p),Math.max(0,c-o.startSeconds-Ic)),{label:d}=o.step,m=n.get(d);n.set(d,m===null||u===null?null:Math.max(m??0,u))}}var _c=3;function ea({steps:e},t){let r=e.flatMap(({label:n})=>{let s=t.flatMap(({warmUps:o})=>o.get(n)??[]);return s.length>0?[[n,Math.max(...s)]]:t.length>=_c?[[n,$e.seconds]]:[]});return new Map(r)}var tt=2e4,Lc=2;async function ta(e,t,r){let n=performance.now(),s=na(t);for(let[o,a]of e.entries()){let i=s.crash?.arm==="head"?s.crash:null;i!==null&&(s.crash=null),ge(s,r)&&await Nc(a,o,s,r),s.crash=ve(i,s.crash)}return s.wallSeconds=(performance.now()-n)/1e3,s}function na(e){return{index:e,kept:[],discarded:[],crash:null,failure:null,...zt(),soakFailures:[],warmUps:new Map,soak:[],wallSeconds:0}}function Kt(e,t){return t===1?[e]:Array.from({length:t},(r,n)=>{let s=e.index+n,o=a=>a.filter(({slot:i})=>i.block===s);return{...n===t-1?e:na(s),index:s,kept:o(e.kept),discarded:o(e.discarded),wallSeconds:e.wallSeconds/t}})}async function Nc(e,t,r,n){let s={running:new Map,starts:0};try{Bc(r.index,e.arms,n),await te(s,{...n,together:e.arms,block:Vt(r,n)});for(let[o,a]of e.programs.entries()){let i=`${sa(r,n)}-${t+1}-${o+1}`;await jc(a,i,s,r,n)}e.arms.length>1&&ge(r,n)&&await Dc(s,r,n)}catch(o){if(!(o instanceof V)||(r.crash=H(new Map,n.shared,""),r.crash===null))throw o}finally{await ne(s)}}async function Dc(e,t,r){let{progress:n}=r,s=ra(e,t,r),o=r.soak?.(t)??[];for(let a=1;o.length>0&&ge(t,r);a++){let{arm:i}=o[0].slots[0],l=o.reduce((u,d)=>u+d.seconds,0);n.phase(`keeping the ${i} under load, for stalls, growth and memory`,l),r.follow?.(t,o.flatMap(oa));let c=[...e.running].filter(([u])=>u!==i).map(([,u])=>u);for(let u of c)u.halt();try{for(let[u,d]of o.entries()){if(!ge(t,r))break;let m=`${sa(t,r)}-soak-${a}-${u+1}`,p=await X(d,m,s);t.crash=p.crash,t.failure??=p.failure,t.soak.push(...p.slots),t.soakFailures.push(...p.failures)}}finally{for(let u of c)u.resume()}o=r.soak?.(t)??[]}}function ra(e,t,r){let{arms:n,shared:s,k6:o,seed:a,folder:i}=r;return{around:n.head,k6:o,seed:a,folder:i,instances:e.running,shared:s,block:t.index}}function Jt({part:e}){return e===void 0?"":`${e}-`}function sa(e,t){return`${Jt(t)}block-${Vt(e,t)+1}`}function Vt({index:e},{sizings:t=0}){return e+t}function Bc(e,t,r){let{arms:n,progress:s}=r,{services:o}=n.head.config,a=o.filter(({start:i,scope:l})=>i&&l==="instance").map(({name:i})=>i);a.length===0||e>0||s.phase(`starting ${a.join(", ")}${n.base?` of ${t.join(" and ")}`:""}`)}function Fc({index:e},{planned:t}){return t>1?`block ${e+1} of ${t}: `:""}async function jc(e,t,r,n,s){let{arms:o,shared:a,progress:i,repeatDisturbed:l=!0}=s,c=e,u=!0;for(let d=0;c!==null&&ge(n,s);d++){let m=oa(c),p=c.slots.every(({requests:v})=>v===null)?c.seconds:void 0;i.phase(`${Fc(n,s)}measuring ${m.join(", ")}`,p),s.follow?.(n,m);let f=d===0?t:`${t}-again${d}`,h=await X(c,f,ra(r,n,s)),{crash:b,failure:S,thresholds:g,slots:k}=h;n.crash=b,n.failure=S??n.failure;for(let v of["failures","redirects","fed","unfed","lost","nodes"])n[v].push(...h[v]);let w=k.filter(({slot:v})=>v.round!==null),O=b===null&&l?Fs(w):[],A=d<Lc&&u,y=O.length>0&&g.length>0&&A?w:O,x=w.filter(v=>!y.includes(v));n.kept.push(...x),n.discarded.push(...y),(y.length===0||!A&&x.length>0)&&n.thresholds.push(...g);for(let v of y)Tr(()=>Us(v,n.index));Zo(k,y,r.running,n.warmUps);let P=y.filter(v=>!Wc(v,s)).map(({slot:v})=>v);c=P.length>0&&A?_e(e,P):null,y.length>0&&i.note(js(y,c!==null)),c!==null&&(u=o.head.config.pods!==void 0||await Gc(s),n.crash=H(r.running,a,P[0].step.label),o.base&&ge(n,s)&&await Uc(r,n,s))}}function oa({slots:e}){return[...new Set(e.map(({step:t})=>t.label))]}async function Uc(e,t,r){let n=[...e.running.keys()];await ne(e),await te(e,{...r,together:n,block:Vt(t,r)})}async function Gc({arms:e,progress:t}){return t.phase(`waiting for the machine to calm down (${tt/1e3} s at most)`),ze(tt,e.head.signal)}function Wc({slot:e,evidence:t},{isEnough:r}){return r!==void 0&&e.requests!==null&&t.seconds<ce}function ge(e,{arms:t,isEnough:r}){let{crash:n,failure:s}=e;return n!==null||s!==null&&!z(s)||t.head.signal.aborted?!1:!r?.(e)}function z({arm:e,fault:t}){return e==="base"&&t==="script"}function aa(e,t){return[...e].flatMap(([{scenario:r,label:n,goal:s},o])=>["head","base"].flatMap(a=>{let i=o.flatMap(({block:l,arms:c})=>{let u=c.get(a);return u&&u.trials.length>0?[{block:l,...u}]:[]});return i.length>0?[{scenario:r,label:n,digest:t.get(n),goal:s,arm:a,blocks:i}]:[]}))}function nt(e){return Math.max(0,...[...e.values()].flatMap(t=>t.map(({block:r})=>r+1)))}function ia(e){let t=[...e.values()].flat(),r=Je(t);return r.length>0||t.some(({crash:n})=>n!==null)?r:[...e].flatMap(([{label:n},s])=>s.some(({arms:a})=>a.get("head")?.estimate!=null)?[]:[qc(n,s)])}function qc(e,t){let r=t.flatMap(o=>o.discarded),n=t.flatMap(({arms:o})=>o.get("head")?.trials??[]),s=r.at(-1);return s===void 0||n.length>r.length?{kind:"search-too-short",label:e,trials:n.length}:{kind:"machine-disturbed",label:e,discarded:r.length,rounds:r.length+n.length,cpu:s.evidence.cpu}}var zc=.001,la=3;function ca({label:e,kept:t,failures:r,users:n}){let s=[],o=t.filter(ma),a=pa(o,n)?null:ha(o);a!==null&&s.push({kind:"cannot-keep-up",label:e,...ga(a),cpu:a.cpu});let i=da({label:e,slices:t.flatMap(l=>l.slices),failures:r});return i===null?s:[...s,i]}function ua(e){let t=da(e);return t&&{...t,soak:!0}}function da({label:e,slices:t,failures:r}){let n=t.reduce((o,a)=>o+a.failed,0),s=t.reduce((o,a)=>o+a.failed+a.ok,0);return n<=zc*s?null:{kind:"failing",label:e,failed:n,requests:s,examples:r.slice(0,la)}}var Kc=.01,Jc=.5;function Ht({kept:e,failures:t,thresholds:r,lost:n,users:s}){let o=e.reduce((l,c)=>l+c.barren,0),a=e.reduce((l,c)=>l+c.evidence.sent,0);if(o>Kc*a){let l=t.find(c=>c.startsWith("exception"));return`it threw before it sent a request, in ${o} of ${a} iterations${l?`: ${l}`:""}`}let i=e.reduce((l,c)=>l+c.untagged,0);return i>0?`it took the tag \`tailgate\` away in ${i} of ${a} iterations, and with it what an SLO on a metric of its own reads`:n>0?`${n} of its requests are in no count: it sends them in a way that Tailgate does not see, such as \`submitForm\`, \`clickLink\`, sockets or gRPC of a module from elsewhere, or a redirect to the same address (send that with \`redirects: 0\`)`:r.length>0&&e.some(({slices:l})=>l.some(({ok:c})=>c>0))?`nothing was measured that its threshold ${r.slice(0,la).map(c=>`\`${c}\``).join(", ")} could judge, so it would always hold: mend its name or tags, or take it out`:pa(e.filter(ma),s)?`its iterations pause for longer than its ${s} virtual users allow at this rate, so arrivals were dropped: take \`sleep\` out of it, or declare a load of users`:null}var ma=({diagnosis:e})=>e==="service-slow";function pa(e,t=0){let r=e.flatMap(a=>a.slices);if(r.some(({failed:a})=>a>0))return!1;let n=r.reduce((a,{ok:i,avg:l})=>a+i*(l??0)/1e3,0),s=a=>e.reduce((i,{evidence:l})=>i+a(l),0),o=s(({intended:a})=>a??0)/s(({seconds:a})=>a);return n/s(({sent:a})=>a)<Jc*t/o}function fa(e,t){let r=Ht(e);return r!==null?{kind:"script-failed",label:e.label,message:r,log:""}:Yt(e.label,e,t)}function Yt(e,{kept:t,discarded:r},n){if(t.length>=n/2&&t.length>0){if(t.flatMap(b=>b.slices).reduce((b,S)=>b+S.ok+S.failed+S.dropped,0)>0)return null;let{seconds:h}=t[0].evidence;return t.every(({evidence:b})=>b.sent===0)?{kind:"none-begun",label:e,seconds:h}:{kind:"script-failed",label:e,message:`it sent no request while it was measured. It may pause for longer than the ${Number(h.toPrecision(2))} s that are measured at a time, or look for \`exec.scenario.name\` or \`exec.test.options.scenarios\`, which are those of Tailgate`,log:""}}let s=["generator-starved","disturbed","unknown"].map(f=>({cause:f,slots:r.filter(({diagnosis:h})=>h===f)})),{cause:o,slots:a}=s.reduce((f,h)=>h.slots.length>f.slots.length?h:f),i=ha(a);if(i===null)return{kind:"harness",message:`${e} was not measured`,log:""};let{cpu:l,lagMs:c,pods:u}=i,d=u&&(er(i)?u.latest:u.behind),m={label:e,...ga(i),cpu:l},p=r.length+t.length;switch(o){case"generator-starved":return{kind:o,...m,lagMs:c,...d&&{pod:d}};case"disturbed":return{kind:"machine-disturbed",label:e,discarded:r.length,rounds:p,cpu:l};case"unknown":return{kind:"cause-unknown",...m}}}function ha(e){let t=({sent:r,intended:n})=>n===null?0:n-r;return e.map(({evidence:r})=>r).sort((r,n)=>t(n)-t(r))[0]??null}function ga({sent:e,intended:t,seconds:r}){return{sent:e,intended:t??e,seconds:r}}var Vc=.98,Hc=.01,Yc=.8;function ba(e,t,{diagnosis:r,evidence:n,slices:s}){let o=we(s,e.metric),{sent:a,intended:i}=n,l=i!==null&&a<Vc*i,c=Xc(s),u=Ee(s),m=!Number.isNaN(o)&&!yt(zr,u)&&!yt(e,o)&&!l&&!c;return{rate:t,achieved:dn(s),met:m,value:o,errors:u,dropped:s.reduce((p,f)=>p+f.dropped,0),...c&&{growing:c},...!m&&rr(n,r)&&{limitedBy:"generator"}}}function Xc(e){let t=e.filter(i=>mn(i)>0).map(i=>({at:i.startedAt/1e3,wait:K([i],.5)/1e3})),r=t[0],n=t.at(-1);if(r===void 0||n===void 0||t.length<4||n.wait===1/0)return;let s=t.flatMap((i,l)=>t.slice(l+1).map(c=>c.wait>i.wait)),o=s.filter(Boolean).length>=Yc*s.length,a=(n.wait-r.wait)/(n.at-r.at);return o&&a>Hc?!0:void 0}var Qc=8,Zc=2;async function Sa(e,t){let{instances:r,around:n,shared:s,start:o,progress:a,block:i,repeatDisturbed:l=!0}=t,c=[...r.keys()],u={block:i,arms:new Map(c.map(h=>[h,{trials:[],estimate:null}])),discarded:[],crash:null,failure:null,loadSeconds:0},d=new Map,m=0,p=h=>u.arms.get(h).trials,f=()=>u.crash!==null||u.failure!==null&&!z(u.failure)||n.signal.aborted;for(let h=1;!f()&&u.failure===null&&u.loadSeconds<t.secondsLeft;h++){let b=c.flatMap(k=>{let w=_r({...e.goal,outcomes:p(k),start:o});return w===null?[]:[{arm:k,...w}]});if(b.length===0)break;t.drawFirst()!==b[0].arm&&b.reverse(),a.phase(nu(e,b,u));let S=[];for(let[k,w]of tu(e,b,h===1).entries()){if(f())break;let O=`${Jt(t)}search-${e.scenario}-${c.join("-")}-${i+1}-${h}-${k+1}`,A=await X(w,O,{...t,around:n,instances:r,shared:s});u.crash=A.crash,u.failure=A.failure??u.failure,u.loadSeconds+=A.loadSeconds;let y=A.slots.filter(({slot:v})=>v.round!==null),x=l?y.filter(({diagnosis:v})=>v==="disturbed"):[];if(S.push(...x),x.length>0)continue;let{arm:P}=w.slots[0];d.set(P,[...d.get(P)??[],...y]),u.failure=eu(e,{arm:P,kept:d.get(P)},A)??u.failure;for(let v of y){let{rate:T}=b.find(({arm:M})=>M===v.slot.arm),$=ba(e.goal.slo,T,v);p(v.slot.arm).push($)}}if(S.length===0)continue;u.discarded.push(...S);let g=S.map(({diagnosis:k,evidence:w})=>ke(k,w));if(a.note(`a trial of ${e.label} is discarded: ${[...new Set(g)].join("; ")}`),u.discarded.length>Qc||m===Zc)break;await ze(tt,n.signal)||m++,u.crash??=H(r,s,e.label)}for(let h of u.arms.values())h.estimate=Lr(h.trials,e.goal);return u}function eu({label:e,work:t},{arm:r,kept:n},s){if(t.kind!=="script"||s.failure!==null||s.crash!==null)return null;let o=Ht({kept:r==="head"?n:[],failures:s.failures.map(({text:a})=>a),thresholds:[],lost:s.lost.reduce((a,{requests:i})=>a+i,0)});return o===null?null:{kind:"failed",fault:"script",message:o,log:"",label:e,arm:r}}function tu(e,t,r){return e.work.kind==="request"?[ft(e,t,r)]:t.map(n=>ft(e,[n],r))}function nu({label:e},t,{arms:r}){let n=t.map(({arm:s,rate:o})=>{let{trials:a}=r.get(s),i=Math.max(0,...a.filter(({met:d})=>d).map(d=>d.rate)),l=Math.min(...a.filter(({met:d})=>!d).map(d=>d.rate)),c=[...i>0?[`${Q(i)} meets`]:[],...l<1/0?[`${Q(l)} does not`]:[]],u=c.length>0?`${c.join(", ")}; `:"";return`${r.size>1?`${s}: `:""}${u}trying ${Q(o)}`});return`capacity of ${e}: ${n.join(" \xB7 ")}`}function ya({label:e},{arms:t}){let r=[...t].map(([n,{estimate:s,trials:o}])=>{let a=t.size>1?`${n} `:"",i=`${o.length} trials`;if(s===null)return`${a}not found (${i})`;let{kind:l,value:c,low:u,high:d}=s;return l==="found"?`${a}${Q(c)} (${Q(u)} \u2026 ${Q(d)}, ${i})`:`${a}${l==="below"?`less than ${Q(d)}`:`at least ${Q(u)}`} (${i})`});return`capacity of ${e}: ${r.join("; ")}`}function Q(e){return`${Number(e.toPrecision(4)).toLocaleString("en")} req/s`}var wa={far:2,near:1.12},ru=.7;async function ka(e,t,r){for(let s of e)t.set(s,[]);let n=Math.max(0,...e.map(({blocks:s})=>s.most));for(let s=0;s<n;s++){let o=e.filter(d=>iu(d,t.get(d),s));if(o.length===0||va(t,r,["head","base"]))return;let i=r.drawFirst()==="head"?["head","base"]:["base","head"],l=r.arms.base?i:["head"],c=new Map(o.map(d=>[d,lu(d,t.get(d))])),u=r.swapped?l.map(d=>[d]):[l];for(let[d,m]of u.entries())await su(o,{together:m,block:s,before:c,found:t,share:1/(u.length-d)},r)}}async function su(e,{together:t,block:r,before:n,found:s,share:o},a){let{arms:i,progress:l,part:c}=a,u={running:new Map,starts:0};try{l.phase(`starting services for the search of a capacity, start ${r+1}`),await te(u,{arms:i,together:t,block:ou+r,part:c});for(let d of e){if(va(s,a,t))return;let m=s.get(d),p=await Sa(d,{...a,around:i.head,instances:u.running,block:r,start:n.get(d),secondsLeft:o*Ma(d,m)});au(m.find(f=>f.block===r),p),m.push(p),l.note(ya(d,p))}}finally{await ne(u)}}var ou=1e3;function au(e,t){e?.crash?.arm==="head"&&t.crash?.arm==="base"&&(t.crash=ve(e.crash,t.crash),e.crash=null),e&&t.failure!==null&&!z(t.failure)&&(e.failure=null)}function va(e,{arms:t},r){let n=({crash:s,failure:o})=>o!==null&&(!z(o)||r.includes("base"))||s!==null&&(s.arm!=="head"||r.includes("head"));return t.head.signal.aborted||[...e.values()].flat().some(n)}function Ma({budgetSeconds:e},t){return e-t.reduce((r,{loadSeconds:n})=>r+n,0)}function iu(e,t,r){if(r===0)return!0;if(r>=e.blocks.most)return!1;let n=Array.from({length:r},(a,i)=>t.filter(l=>l.block===i).reduce((l,{loadSeconds:c})=>l+c,0)),[s,...o]=n;return Ma(e,t)>=ru*Math.min(pt.later/pt.first*s,...o)}function lu({goal:e},t){let r=t.flatMap(({arms:n})=>[...n.values()].flatMap(({estimate:s})=>s??[]));return r.length===0?{rate:e.from,factor:wa.far}:{rate:fn(r.map(({value:n})=>n)),factor:wa.near}}function xa(e,t){let[r,...n]=e;if(n.length===0)return r;let s=m=>e.flatMap(m),o={slos:s(({slos:m})=>m),changes:s(({changes:m})=>m),faults:s(({faults:m})=>m),invalid:cu(s(({invalid:m})=>m))},a=m=>C(e,({effort:p})=>p[m]),[i,l]=[s(m=>m.work??[]),s(m=>m.risen??[])],c=s(m=>m.flameGraphs??[]),u=s(m=>m.redirects??[]),d=s(m=>m.unfinished??[]);return{...r,...br({...o,failOn:t}),...o,costs:s(({costs:m})=>m),loosened:[...new Map(s(({loosened:m})=>m).map(m=>[JSON.stringify(m),m])).values()],suspects:s(({suspects:m})=>m),...u.length>0&&{redirects:u},...d.length>0&&{unfinished:d},...i.length>0&&{work:i},...l.length>0&&{risen:l},...c.length>0&&{flameGraphs:c},pair:du(e.flatMap(({pair:m})=>m??[])),effort:{slices:a("slices"),discardedRounds:a("discardedRounds"),instances:a("instances"),loadSeconds:a("loadSeconds")}}}function cu(e){return[...new Map(e.map(t=>[JSON.stringify({...t,log:""}),t])).values()]}function uu(e){let t=Number(e.toFixed(9));return Math.abs(e-t)<1e-12?t:e}function du(e){let[t]=e;if(t===void 0)return null;let r=e.flatMap(s=>s.unread??[]),n=C(e,s=>s.error);return{...t,...r.length>0&&{unread:r},variants:e.length,blocks:C(e,({blocks:s})=>s),planned:C(e,({planned:s})=>s),discarded:{base:C(e,({discarded:s})=>s.base),head:C(e,({discarded:s})=>s.head)},error:Math.min(1,uu(n))}}import{realpathSync as Ea,writeFileSync as yu}from"node:fs";import{devNull as wu}from"node:os";import{join as Ae}from"node:path";import{once as mu}from"node:events";import{realpathSync as pu}from"node:fs";import{join as fu}from"node:path";var Re=["base","head"],Ra=3,hu=2,gu=4,bu=4,Su=1,Aa="services and profilers took so long to start that no time is left for it";async function Oa(e){let{arms:t,folder:r,layOut:n,choose:s,shared:o,k6:a,seed:i,block:l,tops:c,seconds:u,part:d}=e,m=performance.now()+1e3*u,p=AbortSignal.timeout(1e3*u),f=mu(p,"abort").then(()=>{throw new Error(Aa)});f.catch(()=>{});let h=new Map,b=new Map,S={running:new Map,starts:0},g=[],k=async(w,O,A)=>{let y=b.get(w).filter(x=>A==="time"||x.seesAllocations);return(await Promise.all(y.map(x=>x.sample(O,A)))).flat()};try{for(let E of Re)h.set(E,await is(fu(r,`${E}.sock`)));let w=E=>({...t[E],preload:h.get(E).preload,signal:AbortSignal.any([t[E].signal,p]),grace(j){let Z=m+1e3*bu-performance.now();return Math.min(t[E].grace(j),Math.max(1e3*Su,Z))}}),O={head:w("head"),base:w("base")};await te(S,{arms:O,together:Re,block:l,part:d}),p.aborted&&await f;for(let E of Re){let{sessions:j}=S.running.get(E),{environment:Z}=t[E],[Se,R]=[c[E],E],ee=ys({sessions:j,top:Se,folder:r,name:R,environment:Z,signal:p}),Oe=await Promise.race([ee,f]),nn=h.get(E);b.set(E,nn.countPeers()>0?[nn,...Oe]:Oe)}let A=[...b.values()],y=A.every(E=>E.some(j=>j.seesAllocations)),x=()=>y?s(g):"time",P=s(g);if(A.some(E=>E.length===0)||P!==x())return g;await Promise.race([Promise.all(Re.map(E=>k(E,1,P))),f]);let v={around:O.head,k6:a,folder:r,instances:S.running,shared:o,block:l,seed:i},T=async()=>{let E=x(),j=async R=>sr(await k(R,Ra,E),[c[R],pu(c[R])]),[Z,Se]=await Promise.all(Re.map(j));return{of:E,base:Z,head:Se}},$=(m-performance.now())/1e3-gu;if($<Ra)throw new Error(Aa);let M=X(n($),"profile",v),_=M.then(()=>null);for(let E=0;;E++){let j=await Promise.race([T().catch(()=>null),_]);if(j===null)break;E>=hu&&g.push(j)}let{crash:G,failure:be}=await M;return G===null&&be===null?g:[]}finally{for(let w of[...b.values()].flat())w.close();await ne(S);for(let w of h.values())w.close()}}var ku=4;async function Pa(e,{plan:t,blocks:r,config:n},{tops:s},o){let{arms:a,progress:i}=o,{head:l,base:c}=a,{verdict:u}=e,d=xu(u),m=d?.label??Mu(u),p=t.steps.find(b=>b.label===m),f=n.services.some(({start:b,container:S})=>b!==void 0&&!S);if(n.explain==="off"||!f||!p||!s||!c||!Ie(t,p)||l.signal.aborted)return e;let h=`takes the ${d?"processor time":"memory"}`;i.phase(`looking for what ${h} of ${p.label}`,40);try{let b=await Oa({...o,arms:{head:l,base:c},tops:s,block:r.length,seconds:40,layOut:v=>Nn(t,p,v),choose:v=>d&&!vu(se(v,"time"),d)?"time":"allocations"});for(let v of["time","allocations"])for(let T of["base","head"]){let $=or(se(b,v).map(M=>M[T]));$!==""&&yu(Ae(o.folder,`profile-${v}.${T}.txt`),$)}let S=async(v,T)=>{let $=[...new Set(v.flatMap(G=>G.function?.file??[]))];if(v.length===0||!$.every(G=>$a(G,s.head)))return[];let M=await Ru($,s,l),_=lr(v,se(b,T),M);return[{label:p.label,..._,...T==="allocations"&&{of:T}}]},g=d?await S(gt(se(b,"time"),d),"time"):[],w=g.some(v=>v.function!==null)?[]:await S(ir(se(b,"allocations")),"allocations"),O=[...g,...w],A=(v,T)=>{let $=cr(se(b,v),T);return $.length>0?[{label:p.label,of:v,bars:$}]:[]},y=ar(se(b,"allocations")),x=[...d?A("time",d):[],...A("allocations",{base:y.base/y.head,head:1})],P={...O.length>0&&{risen:O},...x.length>0&&{flameGraphs:x}};return{...e,verdict:{...u,...P}}}catch(b){return i.note(`what ${h} could not be looked for: ${b.message}`),e}}var se=(e,t)=>e.filter(r=>r.of===t);function vu(e,t){return e.length<ku?!1:gt(e,t).find(({isMost:r})=>r)?.function===null}function Mu({changes:e,invalid:t,faults:r}){if(!(t.length>0||r.length>0))return e.find(({code:n,metric:s})=>n==="regressed"&&s.kind==="memory")?.label}function xu(e){if(e.invalid.length>0||e.faults.length>0)return;let t=new Set(e.changes.filter(({code:r,metric:n})=>r==="regressed"&&hn(n)).map(({label:r})=>r));return ks(e).filter(r=>t.has(r.label)&&vs(r)).sort((r,n)=>n.change.value-r.change.value)[0]}function $a(e,t){try{return Ea(Ae(t,e)).startsWith(`${Ea(t)}/`)}catch{return!1}}async function Ru(e,t,{environment:r,signal:n}){let s=new Map,o=["--no-index","--unified=0","--no-color","--no-ext-diff","--no-textconv"],a=performance.now()+Au;for(let i of e){let l=$a(i,t.base)?Ae(t.base,i):wu,c=await Ne({file:"git",arguments:["diff",...o,"--",l,Ae(t.head,i)],environment:ie(r),timeoutMs:Math.max(0,a-performance.now()),signal:n});if(c.kind!=="ended")continue;let d=[...c.output.matchAll(/^@@ -[\d,]{1,20} \+(\d{1,9})(?:,(\d{1,9}))? @@/gm)].flatMap(([,m,p="1"])=>Array.from({length:Math.min(Ou,Math.max(1,Number(p)))},(f,h)=>Number(m)+h));d.length>0&&s.set(i,{changed:d,lines:Ss(Ae(t.head,i))})}return s}var Au=1e3,Ou=1e4;async function Xt(e,{pair:t,guessMissing:r},{variant:n,started:s=0}={}){let{kind:o,arm:a,service:i,log:l,other:c}=e,u=s===0?"":`; it was ready in ${s} ${s===1?"start":"starts"} before`,d=`${e.message}${n?` (variant ${n.name})`:""}${u}`,m=a===null?null:await r(a,l);if(a!=="base"||t===void 0){let p=m===null?"":`; \`${m}\` is git-ignored, so a fresh tree has none: let \`build\` make it, or name it in \`reuse\``,f=c==="ready"&&a==="head"&&s===0;if(c===null||c==="ready")return{kind:o,service:i,message:d+p,log:l,...f&&{onlyHead:!0}};let h=`; \`${c.service}\` of the base: ${c.message}`;return{kind:o,service:i,message:d+h+p,log:xt(l,c.log),both:!0}}return{kind:"base-failed",fault:o,commit:t.baseCommit,service:i,message:d,log:l,missing:m}}function rt({draft:e},t){let r=e.pair?.baseCommit;if(t===void 0||r===void 0)return null;let{crash:n,failure:s}=t;if(n?.arm==="base"){let{service:l,exit:c,log:u,head:d}=n,m=d&&`, and \`${d.service}\` of this change with ${d.exit}`,p=`under load it ended with ${c}${m??""}`;return{kind:"base-failed",fault:"crashed",commit:r,service:l,message:p,log:u,missing:null,...d&&{both:!0}}}if(n!==null||s===null||!z(s))return null;let{label:o,log:a}=s,i=`the script of ${o} fails on the base, though not on the head: ${s.message}`;return{kind:"base-failed",fault:"script-failed",commit:r,service:o,message:i,log:a,missing:null}}function I(e,t,r){return e.filter(({slot:n})=>n.step.label===t.label&&n.arm===r)}function ot({label:e},t){return t.map(({kept:r})=>r.filter(({slot:n})=>n.step.label===e))}function Ca(e,t){let r=t.flatMap(({discarded:s})=>s).filter(({slot:s,diagnosis:o,evidence:a})=>{let i=o==="generator-starved"||o==="unknown";return s.step.label===e.label&&i&&nr(a)}),n=r.filter(({slot:s})=>B(s));return{head:st(n,"head"),base:st(n,"base"),together:r.filter(({slot:s})=>s.turns?.position===0).length}}function Ia(e){return e.findLast(t=>t.soak.length>0)}function at(e,t){let r=Ia(t)?.soak??[],n=s=>I(r,e,s).flatMap(({slices:o,disturbed:a})=>o.filter((i,l)=>!a[l]));return{base:n("base"),head:n("head")}}function Qt(e,t,r){let{kept:n,discarded:s}=_a(e,t,{arm:"head",isMeant:r});return{label:e.label,kept:n,discarded:s,failures:La(e,t.flatMap(o=>o.failures)),thresholds:Tu(e,t),lost:t.flatMap(({lost:o})=>o).filter(({label:o})=>o===e.label).reduce((o,{requests:a})=>o+a,0),...e.work.kind==="script"&&e.load.kind==="arrival-rate"&&{users:e.virtualUsers}}}function _a(e,t,{arm:r,isMeant:n}){let s=l=>I(l,e,r).filter(({slot:c})=>n(c)),o=t.map(({kept:l,discarded:c})=>({kept:s(l),discarded:s(c)})),a=o.flatMap(l=>l.discarded),i=t.flatMap(l=>I(l.discarded,e,r==="head"?"base":"head"));return{kept:o.flatMap(({kept:l})=>l),discarded:a.some(pe)?a:i.filter(({slot:l})=>n(l)),tried:o.map(({kept:l,discarded:c})=>new Set([...l,...c].map(({slot:u})=>u.key)).size).reduce((l,c)=>l+c,0)}}function La({label:e},t){let r=new Map;for(let{text:n,count:s}of t.filter(o=>o.label===e))r.set(n,(r.get(n)??0)+s);return[...r].sort((n,s)=>s[1]-n[1]).map(([n])=>n)}function Tu({label:e,work:t},r){if(t.kind!=="script")return[];let s=r.flatMap(({kept:i})=>i.map(({slot:l})=>l.step)).filter(i=>i.work.kind==="script"&&i.work.path===t.path),o=(i,l)=>r.flatMap(c=>c[i].filter(u=>l.has(u.label))).map(c=>c.threshold),a=new Set(o("fed",new Set([e,...s.map(i=>i.label)])));return[...new Set(o("unfed",new Set([e])))].filter(i=>!a.has(i))}function Na(e,t){let{head:r}=at(e,t);return r.length===0?null:{label:e.label,slices:r,failures:La(e,Ia(t).soakFailures)}}function Da(e,t,r){let n=r.flatMap(({index:a,kept:i})=>{let l=I(i,e,t);return l.length>0?[{block:a,slots:l}]:[]}),s=at(e,r)[t],o=r.flatMap(a=>I(a.discarded,e,t).flatMap(({slices:i,evidence:l,diagnosis:c})=>i.length===0?[]:[{startedAt:i[0].startedAt,seconds:l.seconds,because:c}]));return{scenario:e.scenario,label:e.label,...e.variant&&{variant:e.variant},load:e.load,instances:n.map(({block:a,slots:i})=>{let l=Ye(i);return{block:a,slices:i.flatMap(({slices:c})=>c),...l&&{calls:l}}}),...s.length>0&&{soak:s},...o.length>0&&{discarded:o}}}function Ba(e,t,r,n){let o=[...new Set(t.flatMap(({thresholds:m})=>m.map(({label:p})=>p)))].map(m=>{let p=t.flatMap(f=>f.thresholds.filter(h=>h.label===m));return{kind:"threshold",label:m,thresholds:[...new Set(p.map(({threshold:f})=>f))]}}),a=[...r].flatMap(([m,p])=>Ms(m,p)??[]),i=t.flatMap(m=>[...m.failures,...m.soakFailures]),l=m=>m.kind==="failing"?{...m,...i.findLast(({label:p})=>p===m.label)?.said}:m,c=e.flatMap(ca),u=m=>c.some(p=>p.kind==="failing"&&p.label===m),d=n.filter(({label:m})=>!u(m)).flatMap(m=>ua(m)??[]);return[...Ke(t),...a,...[...c,...d].map(l),...o]}function Fa(e,t,r,n){if(t.length===0)return[];let s=Je(t);if(s.length>0||t.some(({crash:a})=>a!==null))return s;let o=Dn(e,t.length);return e.steps.flatMap(a=>{if(n.some(d=>d.kind==="fills-machine"&&d.label===a.label))return[];let i=r.has(a.label)?[B]:[B,jn],u=(e.paired&&!r.has(a.label)?["head","base"]:["head"]).flatMap(d=>i.map(m=>{let p=o.filter(b=>b.step===a&&b.arm===d&&m(b)).length;if(p===0)return null;let f=_a(a,t,{arm:d,isMeant:m}),h=f.tried===0?p:Math.min(p,f.tried);if(d==="base"){let b=Yt(a.label,f,h);return b!==null&&Eu(b)?null:b}return fa(Qt(a,t,m),h)})).filter(d=>d!==null);return u.find(({kind:d})=>d!=="harness")??u[0]??[]})}function Eu(e){if(e.kind!=="generator-starved")return e.kind==="none-begun"||e.kind==="script-failed";let{service:t,generator:r}=e.cpu;return t!==null&&r!==null&&t>r}function st(e,t){return e.filter(({slot:r})=>r.arm===t).length}var Pu=.5;function Ua(e,t){let{work:r,label:n}=e;if(r.kind==="script")return[];let s=t.flatMap(({kept:a})=>I(a,e,"head")),o=t.flatMap(({redirects:a})=>a);return le(r).flatMap(({request:a},i)=>{let l=o.find(m=>m.label===n&&m.which===i);if(l===void 0)return[];let{status:c,location:u}=l,d=mr(s.flatMap(({answers:m})=>m[i]??[])).get(c)??0;return d<=Pu?[]:[{label:n,request:Zt(a),status:c,location:u,share:d}]})}function Ga(e,t){if(e.work.kind!=="script")return[];let r=t.flatMap(({kept:n})=>I(n,e,"head"));return r.some(({whole:n})=>n>0)||r.every(({sent:n})=>n===0)?[]:[{label:e.label,seconds:Math.max(...r.map(({slot:n})=>n.seconds))}]}function Wa(e,{paired:t},r){let{work:n,label:s}=e,o=r.map(({kept:i})=>({base:ja(I(i,e,"base")),head:ja(I(i,e,"head"))}));if(!t)return fr(s,o.flatMap(({head:i})=>i.slices));let a=n.kind==="script"?null:le(n).map(({request:i})=>({text:Zt(i),keepsSize:i.expectSize==="same"}));return pr(s,a,o)}function qa(e,t,r){let{work:n}=e,s=r.flatMap(({kept:a})=>I(a,e,t));return(n.kind==="script"?[null]:le(n).map(({request:a})=>Zt(a))).flatMap((a,i)=>{let l=s.flatMap(({answers:p})=>p[i]??[]),c={};for(let[p,f]of l.flatMap(({statuses:h})=>[...h]))c[p]=(c[p]??0)+f;let{typical:u,mean:d,count:m}=dr(l);return Object.keys(c).length===0&&m===0?[]:[{request:a,statuses:c,...m>0&&{bytes:{typical:u,mean:Math.round(d)}}}]})}function ja(e){return{answers:e.map(({answers:t})=>t),slices:e.flatMap(({slices:t})=>t),iterations:e.reduce((t,{sent:r})=>t+r,0),connects:e.reduce((t,{connects:r})=>t+r,0),calls:Ye(e)}}function Zt({method:e,url:t}){let r=t.replace(/[?#].*/s,"");return e==="GET"?r:`${e} ${r}`}function oe(e,t,r,n=new Map){let{config:s,plan:o,baseline:a,digests:i,draft:l,comparison:c}=e,u=o.steps.map(y=>Qt(y,t,B)),d=new Map(o.steps.map(y=>[y.label,Ca(y,t)])),m=o.steps.flatMap(y=>Na(y,t)??[]),p=Ba(u,t,d,m),f=c.kind==="pair"?["head","base"]:["head"],h=o.steps.flatMap(y=>f.flatMap(x=>{let P=Da(y,x,t),v=i.get(y.label);if(P.instances.length===0)return[];let T=qa(y,x,t);return[{...Mr(P,x,v),...T.length>0&&{answers:T}}]})),b=aa(n,i),S=$u(s,t),g={...l,...S&&{generators:S},steps:h,...b.length>0&&{capacities:b}},k=en(o,t),w=o.steps.flatMap(y=>{if(!h.some(({label:T,arm:$})=>T===y.label&&$==="head"))return[];let x=s.scenarios.find(({name:T})=>T===y.scenario),P=Dr(a,g,y.label),v=T=>{let $=t.flatMap(({kept:M})=>I(M,y,"base").flatMap(({slices:_})=>_));return $.length>0?we($,T):xs(P.runs.map(({slices:M})=>we(M,T)))};return[{label:y.label,slos:y.slos,load:y.load,blocks:ot(y,t),crowding:d.get(y.label),soak:at(y,t),...y.work.kind==="script"&&{seen:Cu(y,t)},isNew:k.has(y.label),anySize:s.baseline.anySize,limits:Tn(y,o.steps),history:P,sensitivityOf:(T,$)=>$n(s,x,T,$,()=>v(T))}]}),O=y=>st(t.flatMap(x=>x.discarded),y);return{...Ts({steps:w,faults:[...p,...Ke([...n.values()].flat())],searches:o.searches.length,capacities:Os(g,s,o.searches,y=>Br(a,g,y)),invalid:r?[r]:[...Fa(o,t,k,p),...ia(n)],looks:o.looks,comparison:c,discarded:{base:O("base"),head:O("head")},loosened:e.loosened,failOn:e.failOn,redirects:o.steps.flatMap(y=>Ua(y,t)),unfinished:o.steps.flatMap(y=>Ga(y,t)),work:o.steps.flatMap(y=>Wa(y,o,t)),effort:{slices:t.flatMap(({kept:y})=>y).reduce((y,x)=>y+x.slices.length,0),discardedRounds:O("head"),instances:f.length*(t.length+nt(n)),loadSeconds:[...t.flatMap(({kept:y,soak:x})=>[...y,...x].map(({evidence:P})=>P.seconds)),...[...n.values()].flat().map(({loadSeconds:y})=>y)].reduce((y,x)=>y+x,0)}}),record:g}}function $u({pods:e},t){if(e===void 0)return;let{count:r,image:n,cpu:s,memory:o}=e,a=[...new Set(t.flatMap(i=>i.nodes))].sort();return{pods:r,nodes:a,image:n,cpu:s,memory:o}}function Cu(e,t){let r=t.flatMap(({kept:n})=>I(n,e,"head").flatMap(s=>s.seen??[]));return[...new Map(r.map(n=>[n.name,n])).values()]}var Iu=.5,_u=2;function en({paired:e,steps:t},r){if(!e)return new Set;let n=s=>{let o=r.map(({kept:a})=>({base:I(a,s,"base"),head:I(a,s,"head")})).filter(({base:a,head:i})=>a.length>0&&i.length>0);return o.length>=_u&&o.every(({base:a,head:i})=>za(a)&&!za(i))};return new Set(t.filter(n).map(({label:s})=>s))}function za(e){return Ee(e.flatMap(({slices:t})=>t))>Iu}import{randomInt as Xa}from"node:crypto";function Ka(e,t){let r=new Map;for(let n of e.steps.filter(s=>Ln(e,s))){let s=ot(n,t),o=ws({alone:Rs(s).alone,all:s.map(As)});o!==null&&r.set(n.label,o)}return r}var Lu=2.5,Nu=.5;function Ja(e,t,{wallSeconds:r,loadSeconds:n}){if(t.pods!==void 0&&Es(e))return e;let s=Math.max(Nu,r-n-Du(e)),o=e.steps.reduce((a,i)=>a+i.budgetSeconds,0);return In(e,t,Math.floor((Lu-1)*o/s))}function Du(e){return e.warmUpSeconds!==void 0?0:e.steps.filter(({load:r})=>r.kind!=="fixed-work").reduce((r,n)=>{let s=En(n),o=Math.max($e.seconds,s)-Math.max(ce,s);return r+(Ie(e,n)?1:2)*o},0)}function tn({steps:e,paired:t},{kept:r,discarded:n}){let s=t?["base","head"]:["head"],o=[...r,...n].filter(({slot:i})=>i.requests!==null),a=e.filter(({load:i})=>i.kind==="fixed-work").map(i=>({label:i.label,of:s.map(l=>I(o,i,l))}));return a.some(({of:i})=>i.some(l=>l.length===0))?new Map:new Map(a.map(({label:i,of:l})=>[i,l.flat().filter(({slices:c})=>c.reduce((u,{ok:d,failed:m})=>u+d-m,0)>0).map(({slices:c})=>c.reduce((u,{seconds:d})=>u+d,0))]))}function Va(e,{steps:t},r){return t.flatMap((n,s)=>{if(n===e.steps[s])return[];let o=je(1e3*Math.min(...r.get(n.label))),[a,i]=[e.steps[s],n].map(l=>Ue(ct(l)));return[`${n.label}: ${a} requests took only ${o}; from now on there are ${i} in each stretch, which is ${Ue(n.passes)} times the work`]})}function Ha({steps:e,blocks:t},r){return e.flatMap(n=>{let{label:s,budgetSeconds:o}=n,a=r.get(s)??[],i=a.length===0?0:Wn(a);return i*t<=o?[]:[`${s}: ${Ue(ct(n))} requests take ${je(i*500)}; for two revisions in ${t} blocks, the fewest that can show a change, that is ${je(i*t*1e3)}, more than its budget of ${o} s`]})}function Ya(e,t,r){let{block:n,current:s,later:o}=r,a=[...t,...n===null?[]:[n]].flatMap(l=>l.kept),i=e.paired?["base","head"]:["head"];return{scenarios:e.steps.map(l=>({label:l.label,isCurrent:s.includes(l.label),arms:i.map(c=>{let u=Qn(I(a,l,c).flatMap(d=>d.slices));return{arm:c,p50:K(u,.5),p99:K(u,.99)}})})),variantsLeft:o.length,secondsLeft:Bu(e,t,r)}}function Bu(e,t,{elapsedSeconds:r,isLast:n,later:s}){if(t.length===0&&e.fixedWork.length>0)return;let{soak:o,searches:a}=e.seconds,i=Jn(e).last-o-a,l=t.filter(({discarded:d})=>d.length===0),c=l.length>0?l.reduce((d,{wallSeconds:m})=>d+m,0)/l.length:i/e.blocks,u=n?0:c*(e.blocks-t.length)-r;return Math.max(0,u)+o+a+Vn(s).wall.last}var Qa={blocks:2,seconds:60},Fu=5;async function Za(e,t){let{signal:r}=t.arms.head,{blocks:n}=e,s=new Set,o=0;for(;n.length<e.plan.blocks&&!r.aborted;){let a=n.length;for(let[g,k]of Ka(e.plan,n)){if(s.has(g))continue;s.add(g);let w=k==="hidden-work";e.plan=_n(e.plan,e.config,{measured:a,worksMore:w}),t.progress.note(qu(g,k,e.plan))}let{plan:i}=e,l=g=>({index:g,first:Xa(2)===0?"head":"base",reversed:Xa(2)===0,headOnly:en(i,n),warmUpSeconds:ea(i,n),shift:dt[g%dt.length],longer:s}),{stages:c,count:u}=Ps(i,a,e.config,l),d={judgement:null},m=performance.now(),p=!1,f=(g,k)=>{let w=(performance.now()-m)/1e3,O={block:g,elapsedSeconds:w,isLast:p,current:k,later:e.later};t.progress.interim(()=>Ya(i,n,O))};a>0&&f(null,[]);let h=await ta(c,a,{...t,planned:i.blocks,sizings:o,follow:f,...a===0&&{isEnough:g=>mt(i,tn(i,g))!==i},soak:g=>{if(i.soakSeconds===0||!i.looks.includes(a+u))return[];let k=[...n,...Kt(g,u)];d.judgement=oe(e,k,null);let w=Uu(d.judgement,i,k.at(-1));return p=w.length>0,w}}),b=tn(i,h);if(a===0&&h.failure===null&&h.crash===null){e.plan=mt(i,b);for(let g of Va(i,e.plan,b))t.progress.note(g);if(e.plan!==i){o++;continue}}if(n.push(...Kt(h,u)),h.failure!==null||h.crash!==null)break;if(ju(n)){let g=n.flatMap(({discarded:w})=>w.filter(pe)),k=2*g.filter(({diagnosis:w})=>w==="disturbed").length>g.length;t.progress.note(k?"most rounds were disturbed for a minute, and the machine does not calm down: the run ends here; a quieter machine, or a runner of its own, helps":"most rounds were discarded for a minute, and more would be: the run ends here");break}if(a===0&&i.paired){e.plan=Gu(h,b,e);for(let g of Ha(e.plan,b))t.progress.note(g);Ge(e.plan)}let S=e.plan.looks.includes(n.length);if(S||e.settles&&n.length>=Fu){let g=d.judgement??oe(e,n,null);if(S&&ss(g,n.length,e),(e.settles?e.settles(g.verdict):!g.undecided)||n.length===e.plan.blocks)return g}}return oe(e,n,rt(e,n.at(-1)))}function ju(e){let t=e.filter(({kept:n,discarded:s})=>s.length>n.length),r=t.reduce((n,{wallSeconds:s})=>n+s,0);return t.length>=Qa.blocks&&2*t.length>e.length&&r>=Qa.seconds}function Uu({verdict:e,undecided:t,asksBase:r},n,{index:s,soak:o}){let a=c=>o.some(({slot:u})=>u.arm===c);if(a("head"))return r&&!a("base")?ht(n,"base"):[];let i=s+1===n.blocks||!t,l=e.slos.some(({code:c})=>c==="met")||e.changes.some(({code:c})=>c==="unchanged");return i&&e.invalid.length===0&&l?ht(n,"head"):[]}function Gu({kept:e,discarded:t,wallSeconds:r},n,{plan:s,config:o}){let a=Gn(s,o,n);if(t.length>0)return a;let i=e.reduce((l,{slot:c,evidence:u})=>l+(c.requests===null?Fn(c):u.seconds),0);return Ja(a,o,{wallSeconds:r,loadSeconds:i})}var Wu={rare:"slow requests come in some blocks only","hidden-work":"one revision takes more processor time, and its typical request no longer"};function qu(e,t,{blocks:r}){return`${e}: ${Wu[t]}; from now on each revision has the whole load alone for ${Pn} s a block, in ${r} blocks at most`}async function ei(e,t){let{request:r}=t,{head:n,base:s}=e.configs,o=Xu(t),a=e.variants.map((u,d)=>Ju(e,d,t)),i=[],l=[],c=null;try{for(let[u,d]of[["head",n],["base",s]])d!==null&&await e.prepare(u,()=>bs({...o,arm:u,config:d},l,r.progress,s===null?"":` of ${u}`));c=await ds({...o,arm:null,config:n});for(let[u,d]of a.entries()){a.length>1&&!r.signal.aborted&&r.progress.note(`variant ${u+1} of ${a.length}: ${d.config.variant.name}`);let m={...d,blocks:[],settles:r.settles,later:a.slice(u+1).map(({plan:b})=>b)},p=Qu(e,u,c,o,t),f=await Vu(e,m,p),h=!i.some(({verdict:b})=>b.code==="regressed");if(i.push(h?await Pa(f,m,e,p):f),r.signal.aborted)break;if(Ku(f)){let b=a.length-i.length;b>0&&r.progress.note(`not measured, since the run has no verdict now: ${b} more variants`);break}}}catch(u){if(!(u instanceof V))throw u;i.push(oe(a[0],[],await Xt(u,e)))}finally{await c?.stop(),await cs({...o,arm:null,config:n},l,"build")}return Hu(i,r.failOn)}function Ku({verdict:{invalid:e}}){return!e.every(ur)}function Ju(e,t,r){let{head:n,base:s}=e.variants[t],{request:o,plans:a,baseline:i,draft:l,digests:c}=r,u=s!==null,d=a[t].paired===u?a[t]:Kn(n,{budgetSeconds:o.budgetSeconds,paired:u}),m=e.comparison.kind==="pair"&&!u,p=({label:f})=>!c.has(f);for(let f of d.steps.filter(p))c.set(f.label,kr(f,n));for(let f of d.searches.filter(p))c.set(f.label,vr(f,n));return{config:n,plan:d,baseline:i,digests:c,draft:{...l,...e.pair&&{pair:e.pair},...e.deployments&&{deployments:e.deployments}},comparison:m?{kind:"none",reason:{kind:"new"}}:e.comparison,loosened:e.loosened,failOn:o.failOn}}async function Vu(e,t,r){let n=new Map,s=o=>oe(t,t.blocks,o,n);try{let o=await Za(t,r),{plan:a}=t;if(a.searches.length===0||Yu(o))return o;await ka(a.searches,n,{...r,swapped:a.swapped,drawFirst:()=>zu(2)===0?"head":"base"});let i=[...n.values()].flat();return s(rt(t,i.find(({crash:l,failure:c})=>l?.arm==="base"||c!==null&&z(c))))}catch(o){if(!(o instanceof V))throw o;let{config:a,blocks:i}=t,l=i.length+nt(n);return s(await Xt(o,e,{variant:a.variant,started:l}))}}function Hu(e,t){return{verdict:xa(e.map(({verdict:r})=>r),t),record:hr(e.map(({record:r})=>r)),undecided:e.some(({undecided:r})=>r),asksBase:e.some(({asksBase:r})=>r)}}function Yu({verdict:e}){return e.invalid.length>0||e.faults.some(({kind:t})=>t==="crashed")}function Xu({request:e,session:t}){let{environment:r,signal:n}=e,{workspace:s,keeper:o,grace:a}=t;return{logFolder:s.logs,environment:r,keeper:o,signal:n,grace:a,shared:new Map}}function Qu(e,t,r,n,{request:s,session:o,k6:a,seed:i}){let{head:l,base:c}=e.variants[t],u=(m,p)=>({...n,arm:m,config:p,shared:new Map(p.services.filter(({scope:f})=>f==="run").map(yn).filter(f=>f.every(h=>r.portOf.has(h))).flatMap(f=>f.map(h=>[h,r.portOf.get(h)])))}),d=[...l.variant?[`v${t+1}`]:[],...e.comparison.kind==="history"&&e.comparison.instead?["alone"]:[]];return{arms:{head:u("head",l),...c&&{base:u("base",c)}},shared:r,...d.length>0&&{part:d.join("_")},k6:a,seed:i,folder:o.workspace.k6,progress:s.progress}}async function zb(e){let{progress:t,signal:r,environment:n,budgetSeconds:s}=e;Cr(process.platform);let o=td(An(xr(xn(Rr(e.configPath,process.cwd(),nd(e)),e.only),e.deployments),e.base.from),e),a=await jr(o.directory,n,r),i={budgetSeconds:s,paired:Kr(o,a)},{config:l,planned:c}=e.shard?Hn(o,e.shard.total,i)[e.shard.index-1]:{config:o,planned:zn(o,i)};if(e.shard&&c.length===0)return ni({kind:"spare",...e.shard},l,e);for(let d of Rn(l,e.only))t.note(d);wr(l);for(let d of Mn(l))t.note(d);for(let{plan:d}of c){Ge(d);for(let m of d.shortages)t.note(qn(m))}let u=await wt(l,a,e);return l.baseline.kind==="history"&&kt(u),$s(l,e,async d=>{let m=await os(l,a,d,e);if(m.kind==="nothing"){let M=[...l.when?.changed??[]],_=ni({kind:"irrelevant",baseCommit:m.base,patterns:M},l,e);return ti(_,d.secrets)}let p=await Ir({environment:n,version:e.k6Version,progress:t,signal:r,ci:n.CI==="true"}),f=Zu(2**31),h=await Jr(l,m,d.workspace.path,f,e);d.secrets.push(...gn(n,h.configs.base?.secrets??[])),Er(d.secrets),h.suiteBefore!==l.suite&&(u=await rd(u,h,l,a,e));let b={...oi(e,l,p.version),seed:f,...m.kind==="pair"&&{dirty:m.pair.head.dirty}},S=new Map,g=M=>(M.comparison.kind==="history"&&kt(u),ei(M,{request:e,plans:c.map(({plan:_})=>_),session:d,baseline:u.baseline,draft:b,digests:S,k6:p.path,seed:f})),k=await g(h),w=k.verdict.invalid.find(M=>M.kind==="base-failed");if(w&&!w.both&&l.baseline.onBaseFailure==="history"){t.note("the base cannot be measured; `on-base-failure` asks for a comparison with recorded runs");let M=await g(Vr(h));k=w.fault==="crashed"&&M.verdict.faults.some(({kind:G})=>G==="crashed")?ed(k,w):M}rn(r);let{verdict:O,record:A}=k,x=e.record&&O.invalid.length===0&&gr(A)?await Is(u,A):ri;x.recordPath!==null&&A.dirty&&t.note("recorded with changes that are not committed, so no later run is compared with it: `git status` shows them");let P=Fr(A,u.baseline),{report:v,exitCode:T}=si(O,A,P,e),$=Wr(d.workspace,M=>bn(M,d.secrets));return ti({...x,report:{...v,logs:$},exitCode:T},d.secrets)})}function ti(e,t){let r=Sn(e,t),{suite:n,baseBranch:s,record:o}=e.report,a={...r.report.record,suite:o.suite,branch:o.branch};return{...r,report:{...r.report,suite:n,baseBranch:s,record:a}}}function ed(e,t){let r=e.verdict.invalid.map(n=>n===t?{...t,both:!0}:n);return{...e,verdict:{...e.verdict,invalid:r}}}function td(e,{soakSeconds:t=e.measure.soakSeconds,tolerance:r,anySize:n,head:s,explain:o=e.explain}){if(s!==void 0&&e.deployments!==void 0)throw new W({what:"Deployments run already, so no commit can be measured in their place.",hint:"Commits are compared where Tailgate starts the service: `service` with a `start`."});let a=n?{...e.baseline,anySize:n,onBaseFailure:"invalid"}:e.baseline,i={...e,explain:o,baseline:a,measure:{...e.measure,soakSeconds:t}};return r===void 0?i:Cn(i,r)}function nd({only:e,environment:t}){return{only:e,calling:{command:"tailgate run",variables:ie(t)}}}async function rd({store:e},{suiteBefore:t},...[r,n,s]){return{...await wt({...r,suite:t},n,s),store:e}}var ri={recordPath:null,unrecorded:null};function ni(e,t,r){let n={...oi(r,t,"not used"),steps:[]};return{...ri,...si(Cs(e),n,[],r)}}function si(e,t,r,{baseBranch:n,link:s}){return{report:Sr(e,t,{baseBranch:n,link:s,history:r}),exitCode:On(e)}}function oi(e,t,r){return{schemaVersion:1,suite:t.suite,...e.subject,attempt:e.attempt,...e.job&&{job:e.job},...e.shard&&{shard:e.shard},recordedAt:new Date().toISOString(),tailgate:qr,environment:{...$r(),k6:r}}}export{ci as a,xa as b,zb as c};
