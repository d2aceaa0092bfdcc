import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{a as zr,b as ye,c as Kr,d as Jr,e as Vr,f as Hr,g as Yr,h as Be,i as Qr,l as ps}from"./chunk-MYKMZXTN.mjs";import{c as yr,f as wr,j as kr,m as W,n as Xr,o as es,q as ts}from"./chunk-2FZP52F2.mjs";import{A as Nr,F as _e,G as Dr,H as Fr,J as ds,K as ms,a as An,b as On,c as ce,d as Tn,e as En,f as st,g as Pn,h as $n,i as _n,j as lt,k as Ln,l as Nn,m as Dn,n as Fn,r as Bn,w as Ir,x as _r,y as Lr}from"./chunk-KFI4MSZL.mjs";import{c as ar,e as os,f as us}from"./chunk-XPPRDRBW.mjs";import{c as is,d as ls,l as cs}from"./chunk-CCVPDSTE.mjs";import{a as Cn,b as K,c as it,d as D,e as In}from"./chunk-H4SNI4JH.mjs";import{a as ir,b as lr,c as cr,d as ur}from"./chunk-FMO4RXJR.mjs";import{a as xr,b as Rr,c as Ar,d as Or,g as Fe}from"./chunk-S7JVFBHJ.mjs";import{b as gn,g as Ee,h as Mn,j as xn,k as Rn,m as Pe,p as ot,r as at}from"./chunk-7FGJTACR.mjs";import{a as Br,d as qr}from"./chunk-5YGEL52V.mjs";import{a as Tr}from"./chunk-T7UNGVYI.mjs";import{E as hr,F as gr,b as mn,f as pn,g as fn,k as dr,l as mr,n as pr,o as fr,r as Ba}from"./chunk-W52MQBMM.mjs";import{a as Er,d as Se,j as Pr,l as De}from"./chunk-EMDKPZ6O.mjs";import{d as mt,e as Le,f as jr,g as Gr,i as Ne,k as Wr,l as Ur}from"./chunk-OGRPNAHA.mjs";import{b as ut,h as $e,j as Sr}from"./chunk-CE23MMXB.mjs";import{a as $r}from"./chunk-BYKIIYLB.mjs";import{a as Zr,j as ns,n as rs,o as ss}from"./chunk-GFXLPWXK.mjs";import{k as as}from"./chunk-AV74524L.mjs";import{a as Cr,e as dt}from"./chunk-XXP7PUDP.mjs";import{$ as tr,F as kn,H as vn,L as jn,M as Gn,N as Wn,O as Un,P as qn,Q as zn,R as Kn,S as Jn,T as be,U as ct,V as Yn,W as Xn,X as Qn,Y as Zn,Z as er,aa as nr,ba as rr,ca as sr,f as hn,ka as or,o as rt,oa as vr,qa as Mr,t as ie,u as le,ua as Ce,v as Oe,xa as Ie,y as Sn}from"./chunk-7B4JZU2O.mjs";import{C,Ca as ge,D as z,E as rn,Eb as ae,I as Re,K as sn,Kb as Te,M as on,Nb as yn,O as an,Ob as wn,Tb as Vn,Vb as Hn,a as Zt,e as I,f as G,g as en,ha as Ae,ib as bn,k as B,l as _,ma as ln,p as tn,q as se,r as nn,s as he,va as cn}from"./chunk-LB4Q5ORK.mjs";import{r as un,v as dn}from"./chunk-NFWKHPMF.mjs";import{a as tt,b as q,c as xe,d as Qt}from"./chunk-5LE4WRTK.mjs";import{a as br}from"./chunk-SZR6RWJJ.mjs";import{b as oe,f as nt}from"./chunk-7RCFP5J6.mjs";import{d as Fa}from"./chunk-JLN3Y4HN.mjs";import{randomInt as Ou}from"node:crypto";function fs(e){return{code:"skipped",blocks:!1,slos:[],changes:[],faults:[],invalid:[],pair:null,unmeasured:e,loosened:[],costs:[],suspects:[],acceptances:[],refusals:[],effort:{slices:0,discardedRounds:0,instances:0,loadSeconds:0}}}async function pt(e,t,r){let{progress:n,environment:s,signal:o,subject:a}=r,{suite:i,directory:l}=e,u=r.base.credentials??null,c=qr(r.store,{suite:i,directory:l,credentials:u,environment:s,signal:o});try{let{records:d,unreadable:m}=await c.list({newest:Br});for(let{name:b,reason:y}of m)n.note(`record ${b} is left out: ${y}`);let p=a.commit===null?null:r.baseBranch,f=d.filter(b=>b.branch===p),g=p===null?new Set:await Nr(t,p,f);return g.size>0&&n.note(`${ja(g.size)} no longer on ${p} and left out`),{store:c,baseline:xr(f,{branch:p,onBranch:b=>!g.has(b),job:r.job}),problem:null}}catch(d){if(!(d instanceof q)||d.exitCode!==tt.unmeasured)throw d;return n.note(`the records cannot be read, so there is no trend: ${d.message}`),{store:c,baseline:[],problem:d}}}function ft({problem:e}){if(e===null)return;let{message:t,where:r,hint:n,detail:s}=e;throw new q({what:t,where:r,hint:n,detail:s,cause:e,exitCode:tt.unmeasured})}async function hs({store:e},t){try{return{recordPath:await e.append(t),unrecorded:null}}catch(r){if(r instanceof xe)throw r;let n=r instanceof q&&r.hint?` ${r.hint}`:"";return{recordPath:null,unrecorded:`${r.message}${n}`}}}function ja(e){return e===1?"the commit of one record is":`the commits of ${e} records are`}import{randomInt as yu}from"node:crypto";async function Q(e,{arms:t,together:r,block:n,variant:s}){e.starts++;let o=e.starts>1?`_${e.starts}`:"",a=s===void 0?"":`v${s}_`,i=async p=>{let f=await Vr(t[p],`${p}_${a}${n+1}${o}`);e.running.set(p,f)},l=await Promise.allSettled(r.map(i)),u=()=>l.flatMap(p=>p.status==="rejected"?[p.reason]:[]);t.base&&!r.includes("base")&&u().length>0&&l.push(...await Promise.allSettled([i("base")]));let c=u(),d=c.find(({arm:p})=>p==="base"),m=c.find(({arm:p})=>p!=="base")??d;if(m instanceof ye&&l.length>1&&(m.other=c.length<l.length?"ready":d),m!==void 0)throw m}async function Z({running:e}){let t=[...e.values()];e.clear();let n=(await Promise.allSettled(t.map(s=>s.stop()))).find(s=>s.status==="rejected");if(n)throw n.reason}import{readFileSync as gt}from"node:fs";import{availableParallelism as gs}from"node:os";import{setTimeout as Ga}from"node:timers/promises";var Wa=250,Ua=.1;async function Ge(e,t){let r=performance.now()+e,n=ht(0,new Set);for(;n.busy!==null&&performance.now()<r&&!t.aborted;){await Ga(500);let s=ht(0,new Set),o=(s.monotonic-n.monotonic)/1e3;if(((s.busy??0)-n.busy+(s.steal??0)-(n.steal??0))/o<Ua*gs())return!0;n=s}return n.busy===null}function bs(e,t,r=new Map){let n=[],s=gs();if(e===null)return{samples:n,take(){},generatorLimit:()=>s,stop(){}};let o=()=>{let i=ht(e,new Set(t),r),l=n.findLast(({generator:c})=>c!==null)?.generator??0,u=(i.generator??0)<l;n.push(u?{...i,busy:null,generator:null,service:null}:i),s=Va(e)??s};o();let a=setInterval(o,Wa);return{samples:n,take:o,generatorLimit:()=>s,stop(){clearInterval(a),o()}}}function ht(e,t,r=new Map){let n=qa(),{user:s,system:o}=process.cpuUsage(),a=new Set([e,...t]),i=n&&jr(Le()??[],a),l=i&&Ja(i,e,t);return{wall:Date.now(),monotonic:performance.now(),busy:n?.busy??null,steal:n?.steal??null,generator:l?.generator??null,service:l?.service??null,self:(s+o)/1e6,opens:za(),arms:new Map([...r].map(([u,c])=>[u,Ka(i??[],c)]))}}function qa(){try{let[e,t,r,,,,,n]=gt("/proc/stat","latin1").slice(0,200).split(`
`)[0].trim().split(/\s+/).slice(1).map(Number);return{busy:(e+t+r)/mt,steal:(n??0)/mt}}catch{return null}}function za(){try{let e=gt("/proc/self/net/snmp","latin1").split(`
`),[t,r]=e.filter(n=>n.startsWith("Tcp:")).map(n=>n.split(" "));return Number(r[t.indexOf("ActiveOpens")])}catch{return null}}function Ss(e,t,r){let[n,s]=[t,r].map(o=>je(e,o,({opens:a})=>a));return n===null||s===null?null:Math.ceil(s-n)}function Ka(e,{sessions:t,groups:r=[]}){let s=[...e.filter(({session:a})=>t.includes(a)).map(({pid:a,seconds:i})=>({seconds:Math.max(i,Wr(a)??0),memory:Ur(a)??0})),...r.flatMap(a=>Jr(a,Ne)??[])],o=a=>s.reduce((i,l)=>i+a(l),0);return{seconds:o(({seconds:a})=>a),memory:o(({memory:a})=>a)}}function Ja(e,t,r){let n={generator:0,service:0};for(let{session:s,seconds:o}of e)s===t?n.generator+=o:r.has(s)&&(n.service+=o);return n}function Va(e){try{return(/^Cpus_allowed_list:\s*(\S+)/m.exec(gt(`/proc/${e}/status`,"latin1"))?.[1]).split(",").map(n=>n.split("-").map(Number)).reduce((n,[s,o])=>n+(o===void 0?1:o-s+1),0)}catch{return null}}function bt(e,t,r,n){let s=(r-t)/1e3,o=m=>{let p=je(e,t,m),f=je(e,r,m);return p===null||f===null?null:Math.max(0,(f-p)/s)},[a,i,l,u]=[o(m=>m.busy),o(m=>m.generator),o(m=>m.service),o(m=>m.self)],c=n.outsiders?null:l,d=a!==null&&i!==null&&c!==null;return{cores:n.cores,generator:i,generatorLimit:n.generatorLimit,service:c,others:d?Math.max(0,a-i-c-(u??0)):null,steal:o(m=>m.steal),clockJumpMs:Ha(e,t,r)}}function ys(e,t,r,n){let s=u=>je(e,u,c=>c.arms.get(t)?.seconds??null),[o,a]=[s(r),s(n)],i=e.findLast(({wall:u})=>u<=n)?.arms.get(t)?.memory??0;return!((e.at(-1)?.wall??0)>=n)||o===null||a===null||a<=o||i===0?null:{cpu:a-o,memory:i}}function je(e,t,r){let n=e.filter(u=>r(u)!==null),s=n.findIndex(u=>u.wall>=t),o=n[s===-1?n.length-1:s],a=n[Math.max(0,(s===-1?n.length-1:s)-1)];if(!a||!o)return null;let[i,l]=[r(a),r(o)];return i===null||l===null?null:o.wall===a.wall?l:i+Math.min(1,Math.max(0,(t-a.wall)/(o.wall-a.wall)))*(l-i)}function Ha(e,t,r){let n=e.filter(s=>s.wall>=t&&s.wall<=r).map(s=>s.wall-s.monotonic);return n.length<2?0:Math.max(...n)-Math.min(...n)}var Ya=.98,Xa=.01,Qa=.8;function ws(e,t,{diagnosis:r,evidence:n,slices:s}){let o=ge(s,e.metric),{sent:a,intended:i}=n,l=i!==null&&a<Ya*i,u=Za(s),c=Re(s),m=!Number.isNaN(o)&&!dt(Cr,c)&&!dt(e,o)&&!l&&!u;return{rate:t,achieved:sn(s),met:m,value:o,errors:c,dropped:s.reduce((p,f)=>p+f.dropped,0),...u&&{growing:u},...!m&&Jn(n,r)&&{limitedBy:"generator"}}}function Za(e){let t=e.filter(i=>on(i)>0).map(i=>({at:i.startedAt/1e3,wait:z([i],.5)/1e3})),r=t[0],n=t.at(-1);if(r===void 0||n===void 0||t.length<4||n.wait===1/0)return;let s=t.flatMap((i,l)=>t.slice(l+1).map(u=>u.wait>i.wait)),o=s.filter(Boolean).length>=Qa*s.length,a=(n.wait-r.wait)/(n.at-r.at);return o&&a>Xa?!0:void 0}function ee(e,t,r){let n=s=>{let o=(s==="shared"?t:e.get(s))?.crash()??null;return o&&{...o,arm:s,label:r}};return n("shared")??St(n("head"),n("base"))}function St(e,t){return e&&t?{...t,head:e,log:yt(e.log,t.log)}:t??e}function yt(e,t){let[r,n]=[e,t].map(s=>s.split(`
`).slice(-Er).join(`
`));return`The base:
${n}

This change:
${r}`}function We(e){return e.flatMap(({crash:t})=>{if(t?.arm!=="head")return[];let{arm:r,...n}=t;return[{kind:"crashed",...n}]})}function Ue(e){return e.flatMap(({failure:t,crash:r})=>{if(r?.arm==="shared")return[{kind:"harness",message:`\`${r.service}\`, which serves the whole run, ended with ${r.exit}`,log:r.log}];if(t===null)return[];let{fault:n,label:s,message:o,log:a}=t;return[n==="script"?{kind:"script-failed",label:s,message:o,log:a}:{kind:"harness",message:o,log:a}]})}function ks(e){let t=e.filter(Ms),r=(n,s)=>n.step===s.step&&n.round===s.round&&n.block===s.block;return e.filter(({slot:n})=>t.some(s=>r(n,s.slot)))}function vs(e,t){let r=[...new Set(e.map(({slot:a})=>a.step.label))],n=e.filter(Ms).map(({diagnosis:a,evidence:i})=>be(a,i));return`${`${e.length} ${e.length===1?"round":"rounds"} of ${r.join(", ")}`} ${t?"will be measured again":"discarded"}: ${[...new Set(n)].join("; ")}`}function Ms({diagnosis:e}){return e!=="sound"&&e!=="service-slow"}function xs({slot:e,diagnosis:t,evidence:r},n){let{sent:s,intended:o,seconds:a,dropped:i,lagMs:l,clockJumpMs:u,cpu:c}=r,d=b=>b===null?"unknown":Number(b.toPrecision(3)),{generator:m,service:p,others:f,steal:g,cores:h}=c;return[`discarded: block ${n+1}, ${e.step.label}, ${e.arm}, round ${e.round+1}, ${e.turns?"in turns":"alone"}`,t==="sound"?"sound, but its counterpart is not":be(t,r),`${s} of ${o??s} arrivals in ${d(a)} s, ${i} dropped, p99 of lateness ${d(l)} ms`,`of ${h} cores k6 used ${d(m)}, the service ${d(p)}, others ${d(f)}, the hypervisor ${d(g)}`,`the clock jumped by ${d(u)} ms`].join("; ")}import{setTimeout as lc}from"node:timers/promises";var ue={grpc:2e3,socket:3e3,redis:9e3,exception:9001},wt=1e4;function we({values:e,count:t},r){let n=new Map([[e[0],0],[e.at(-1),0]]);for(let[s,o]of e.entries())s===0||o!==e[s-1]||n.set(o,(n.get(o)??0)+r[s]-r[s-1]);return[...n].map(([s,o])=>({which:Math.floor(s/wt),code:s%wt,count:Math.max(1,Math.round(o*t))})).sort((s,o)=>o.count-s.count)}function Rs({which:e,code:t}){return e*wt+t}function As(e){let t=new Map;for(let r of e){let n=`${r.which} ${r.code}`;t.set(n,{...r,count:r.count+(t.get(n)?.count??0)})}return[...t.values()].sort((r,n)=>n.count-r.count)}var ei=["OK","CANCELLED","UNKNOWN","INVALID_ARGUMENT","DEADLINE_EXCEEDED","NOT_FOUND","ALREADY_EXISTS","PERMISSION_DENIED","RESOURCE_EXHAUSTED","FAILED_PRECONDITION","ABORTED","OUT_OF_RANGE","UNIMPLEMENTED","INTERNAL","UNAVAILABLE","DATA_LOSS","UNAUTHENTICATED"];function Os(e,t){if(e<1e3)return`status ${e}`;let r=t===void 0?"":`: ${t}`;return e>=ue.exception?t??"exception":e>=ue.redis?`redis${r}`:e>=ue.socket?`WebSocket${r}`:e>=ue.grpc?`gRPC status ${ei[e-ue.grpc]??e-ue.grpc}${r}`:t??`error ${e} of k6`}var Ts=`import type { Random } from '../statistics/random.ts';

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
`;var Es=`/**
 * Lets all pods begin at the same moment: at the next multiple of some seconds by their clocks, once the script's own
 * setup is done. What it returns is passed on as k6 would.
 */
export async function setup() {
  const data = typeof user.setup === 'function' ? await user.setup() : undefined;
  sleep((PERIOD_MS - (Date.now() % PERIOD_MS)) / 1000);
  return data;
}
`;var Ps=`/**
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
`;var $s=`// Lateness of an arrival (ms). Open model only. It says nothing while arrivals are dropped.
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
`;var kt="books.js",_s=Ps,vt="draws.ts",Ls=Ts,Cs={perSecond:50,share:1/8},oi=["0.0.0.0/2","64.0.0.0/3","96.0.0.0/4","112.0.0.0/5","120.0.0.0/6","124.0.0.0/7","126.0.0.0/8","128.0.0.0/1",...Array.from({length:16},(e,t)=>`${(2**t).toString(16)}::/${16-t}`)];function Ns({program:e,targetUrl:t,confined:r,scriptPath:n,insecure:s=!1,requestOf:o,arrivals:a=new Map,name:i="script",dealOf:l=()=>null,pods:u=0}){let c=e.slots[0].step.work,d=new Map(e.slots.map(b=>[b,l(b)])),m=Object.fromEntries(e.slots.map((b,y)=>{let S=d.get(b)??null,M=S===null?o(b):null;return[b.key,{id:`s${y}`,...ci(b,M,S),launchMs:a.get(J(b))?.launchMs??0,isConfined:r}]})),p=Math.max(0,...[...a.values()].map(({waiting:b})=>b)),f=[...d.values()].filter(b=>b!==null),g=JSON.stringify(c.kind==="script"?n??c.path:null),h=c.kind==="script"?[`export * from ${g};`,`import * as user from ${g};`]:["const user = {};"];return[`import { CODES, needsBody, openIteration, TAG, tellFailure } from './${kt}';`,"import { sleep } from 'k6';","import http from 'k6/http';","import exec from 'k6/execution';",...u>0?[`import { drawForPod } from './${vt}';`]:[],...a.size>0||f.some(({dataFile:b})=>b!==null)?["import { SharedArray } from 'k6/data';"]:[],"import { Counter, Gauge, Trend } from 'k6/metrics';",...h,"",`const TARGET_URL = __ENV.TARGET_URL || ${JSON.stringify(t)};`,`const PODS = ${u};`,"const POD = PODS > 0 ? Number(__ENV.JOB_COMPLETION_INDEX || 0) : 0;",`const PERCENTS = ${JSON.stringify(ir)};`,`const INSECURE = ${s};`,`const BLOCKED = ${JSON.stringify(r?oi:[])};`,`const SEQUENCES = ${JSON.stringify(Object.fromEntries(f.map(({name:b,sequence:y})=>[b,y])))};`,`const ROWS = {${[...new Set(f.flatMap(ai))].join(", ")}};`,`const ARRIVALS = {${[...a].map(([b,y])=>li(b,y,i)).join(", ")}};`,`const SLOTS = ${JSON.stringify(m,null,2)};`,`const SCENARIOS = ${JSON.stringify(Object.fromEntries(e.slots.map(b=>[J(b),ui(b,a,p)])),null,2)};`,"",$s,...u>1?[`const PERIOD_MS = ${Mt(e,u)};`,Es]:[]].join(`
`)}function ai({name:e,dataFile:t}){if(t===null)return[];let r=JSON.stringify(e);return[`${r}: new SharedArray(${r}, () => JSON.parse(open(${JSON.stringify(`./${t}`)})))`]}var ii=50;function Mt({slots:e},t){let r=e[0].step.work.kind==="script"?1e4:2e3;return Math.max(r,3e3*Math.ceil(t/ii-1))}function xt(e){return`${e}.arrivals.json`}function li(e,{drawn:t},r){let n=JSON.stringify(e),s=JSON.stringify(`./${xt(r)}`),o=t?`{ const own = drawForPod(${JSON.stringify(t)}, POD); return [own.skipped].concat(own.dueMs); }`:`JSON.parse(open(${s}))[${n}]`;return`${n}: new SharedArray(${JSON.stringify(`arrivals ${e}`)}, () => ${o})`}function Rt(e){return e.round!==null||e.slices>1}function J({key:e,turns:t}){return t?.scenario??e}function ci(e,t,r){let{load:n,work:s,label:o}=e.step,a=r?.requests.map((i,l)=>({...i,which:l}));return{label:o,measured:Rt(e),told:e.arm==="head",startMs:e.startSeconds*1e3,settleMs:e.settleSeconds*1e3,sliceMs:(e.seconds-e.settleSeconds)*1e3/e.slices,slices:e.slices,rate:n.kind==="arrival-rate"?n.rate:null,sampledShare:n.kind==="arrival-rate"?Math.min(1,Cs.perSecond/n.rate):Cs.share,scenario:J(e),scenarioName:e.step.scenario,turns:e.turns&&{...e.turns,...ce(e)},iterations:e.round===null?null:e.requests,exec:s.kind==="script"?s.exec:null,custom:[...new Set(Te(e.step.slos).map(({name:i})=>i))],deal:r&&{name:r.name,first:r.first,requests:a},request:a?.[0]??(t&&{method:t.method,url:t.url,headers:t.headers,body:t.body??null,expectStatus:t.expectStatus,timeoutMs:t.timeoutSeconds*1e3})}}function ui(e,t,r){let{load:n,virtualUsers:s,graceSeconds:o}=e.step,a={exec:"runIteration",startTime:`${e.startSeconds}s`,gracefulStop:`${o}s`},i=`${e.seconds}s`;switch(n.kind){case"arrival-rate":{let l=t.get(J(e)),u={preAllocatedVUs:s+r,maxVUs:s+r},c="constant-arrival-rate";if(l===void 0)return{...a,...u,executor:c,duration:i,...Is(n.rate)};let d=Math.max(ie,l.launchSeconds),m=l.launchMs/1e3,p=Math.max(0,e.seconds-m-d)+o;return{...a,startTime:`${Ae(e.startSeconds+m)}s`,...u,executor:c,duration:`${Ae(d)}s`,gracefulStop:`${Ae(p)}s`,...Is(l.launchRate)}}case"users":return{...a,executor:"constant-vus",duration:i,vus:n.users};case"fixed-work":return e.round===null?{...a,executor:"constant-vus",duration:i,vus:n.users}:{...a,executor:"shared-iterations",vus:n.users,iterations:e.requests??n.requests,maxDuration:`${le}s`}}}function Is(e){for(let[t,r]of[["1s",1],["1m",60],["1h",3600]]){let n=e*r;if(Math.abs(n-Math.round(n))<1e-9*n)return{rate:Math.round(n),timeUnit:t}}return{rate:Math.max(1,Math.round(e*3600)),timeUnit:"1h"}}var N=en().nonnegative(),Ds=B(G()).refine(e=>e.every((t,r)=>!(t<e[r-1]))),qe=_({count:N,avg:G(),values:Ds}).nullable(),mi=qe.refine(e=>e===null||e.values[0]>=0&&e.values.at(-1)>0&&e.avg>0),pi=tn("type",[_({type:he("trend"),count:N,avg:G(),values:Ds}),_({type:he("rate"),hits:N,count:N}),_({type:he("counter"),sum:G()})]),fi=_({schemaVersion:he(1),percents:B(G()),slots:se(I(),_({startedAt:G(),endedAt:G(),dropped:N,answers:B(_({sizes:qe,statuses:qe})),slices:B(_({started:N,finished:N,exceptions:N,barren:N,untagged:N,begun:N,voided:N,resent:N,connects:N,received:G().nonnegative(),failed:qe,latency:mi,lag:se(nn(["p50","p99","max"]),G().nonnegative()).nullable(),custom:se(I(),pi).optional()})),pods:_({behind:I(),sent:N,latest:I()}).optional()})),thresholds:B(I()),fed:B(I()),unfed:B(I()),lost:N,seen:B(an).optional()});function ze(e){let{success:t,data:r,error:n}=fi.safeParse(JSON.parse(e));if(!t)throw new Error(Zt(n));return r}function Fs(e,t,r=1){for(let n of t.filter(({key:s})=>s in e.slots)){let{label:s,load:o,work:a,graceSeconds:i}=n.step,{slices:l}=e.slots[n.key],u=g=>l.reduce((h,b)=>h+g(b),0),c=u(g=>g.started),d=hi(n,r);if(l.length>n.slices||c>d)return`${c} arrivals of ${s} in ${l.length} parts, where ${d} in ${n.slices} were due`;if(a.kind==="script")continue;let m=u(({latency:g,failed:h})=>(g?.count??0)+(h?.count??0));if(m>c)return`${m} answers to ${c} requests of ${s}`;if(o.kind!=="users")continue;let p=Math.round(u(({latency:g})=>(g?.count??0)*(g?.avg??0))/1e3),f=Math.ceil(o.users*(n.seconds+i)*1.1);if(p>f)return`${p} s of requests of ${s}, whose users had ${f} s`}return null}function hi({step:{load:e},seconds:t,round:r,requests:n},s){return e.kind==="arrival-rate"?Math.ceil(e.rate*t)+s:e.kind==="fixed-work"&&r!==null?n??e.requests:Number.POSITIVE_INFINITY}function Bs(e,t,r=1){return t.filter(n=>Rt(n)&&(e.slots[n.key]?.startedAt??0)>0).map(n=>({...gi(n,e,r),seen:e.seen}))}function gi(e,{slots:t,percents:r},n){let s=t[e.key],o=r.map(S=>S/100),a=On(e,n),{load:i,work:l}=a.step,u=i.kind==="fixed-work"&&s.endedAt>=s.startedAt?Math.max(1,s.endedAt-s.startedAt)/1e3:a.seconds-a.settleSeconds,c=i.kind==="arrival-rate"?i.rate:null,d=ce(a),m=d===null?u/a.slices:d.planned/c/a.slices,p=c===null?null:n*c*m,f=l.kind==="script",g=s.slices.map((S,M)=>{let{latency:v,failed:x,exceptions:w}=S;return{startedAt:s.startedAt+(a.settleSeconds+M*u/a.slices)*1e3,seconds:m,...a.turns!==null&&{alternating:!0},planned:p,ok:v?.count??0,failed:Math.max(x?.count??0,w)+At(S,f),dropped:Si(s,i.kind==="fixed-work"?a:null,p),...S.resent>0&&{resent:S.resent},latency:v&&{levels:o,values:v.values},avg:v?.avg??null,lag:S.lag,...Object.keys(S.custom??{}).length>0&&{custom:bi(S.custom,o)}}}),h=S=>s.slices.reduce((M,v)=>M+S(v),0),b=h(S=>At(S,f)),y=h(S=>S.started>S.finished?0:At(S,!0));return{slot:e,slices:g,sent:h(({started:S})=>S),intended:p===null?null:p*a.slices,barren:h(({barren:S})=>S),lost:f?y+(Te(a.step.slos).length>0?h(({untagged:S})=>S):0):0,cut:b,received:h(({received:S})=>S),failures:As(s.slices.flatMap(({failed:S})=>S===null?[]:we(S,o))),answers:s.answers.map(({sizes:S,statuses:M})=>({sizes:S&&{...S,levels:o},statuses:new Map(M?we(M,o).map(({code:v,count:x})=>[v,x]):[])})),connects:h(({connects:S})=>S),...s.pods&&{pods:{...s.pods,intended:p===null?null:p*a.slices/n}}}}function At({started:e,begun:t,voided:r,latency:n,failed:s},o){let a=r+(n?.count??0)+(s?.count??0);return Math.max(0,(o?t:e)-a)}function bi(e,t){return Object.fromEntries(Object.entries(e).map(([r,n])=>[r,n.type==="trend"?{...n,levels:t}:n]))}function Si(e,t,r){if(e.dropped===0)return 0;if(t)return Math.round(e.dropped/t.slices);let n=(r??0)*e.slices.length-e.slices.reduce((s,{started:o})=>s+o,0);return Math.round(Math.min(e.dropped,Math.max(0,n))/e.slices.length)}import{lookup as Oi}from"node:dns/promises";import{execFile as yi,spawn as wi}from"node:child_process";import{createInterface as ki}from"node:readline";var vi=2e3,Mi=4e6,xi=1e5,Gs=["-oL","ss","--no-header","--numeric","--tcp","--info","--oneline"];function Ws(e,t){let r=[],n=[],s=new Set(t),o=t.map(l=>`not sport = :${l} and not dport = :${l}`).join(" and "),a=wi("stdbuf",[...Gs,"--events",...o?[`( ${o} )`]:[]],{env:{PATH:process.env.PATH,LC_ALL:"C"},stdio:["ignore","pipe","ignore"]});a.on("error",()=>{}),ki({input:a.stdout}).on("line",l=>{let u=js(l);u===null||s.has(u.localPort)||n.length>=xi||n.push({...u,wall:Date.now()})});let i=()=>{a.kill()};return process.once("exit",i),{samples:r,closed:n,async take(){let l=Date.now(),u=await Ri(o),c=Date.now(),d=u===null?null:Le();if(u===null||d===null)return;let m=u.split(`
`).flatMap(g=>js(g)??[]);for(let{isListener:g,localPort:h}of m)g&&s.add(h);let p=m.filter(({localPort:g})=>!s.has(g)),f=new Map;for(let[g,h]of e){let b=Gr(d,h),y=new Set(b.map(({pid:S})=>S));f.set(g,p.filter(S=>S.pids.some(M=>y.has(M))))}r.push({asked:l,read:c,open:f})},stop(){process.off("exit",i),i()}}}function Ri(e){let t=["--all","--processes","exclude","time-wait",...e?[`( ${e} )`]:[]],r={timeout:vi,maxBuffer:Mi,env:{PATH:process.env.PATH,LC_ALL:"C"}};return new Promise(n=>{yi("stdbuf",[...Gs,...t],r,(s,o)=>n(s?null:o))})}function js(e){let[t,,,r,n,...s]=e.trim().split(/\s+/);if(r===void 0||n===void 0)return null;let o=Number(r.slice(r.lastIndexOf(":")+1)),a=s.join(" "),i=u=>Number(new RegExp(`(?:^| )${u}:(\\d{1,15})(?= |$)`).exec(a)?.[1]??0),l=t==="LISTEN";return!l&&(n.endsWith(":*")||n.endsWith(":0"))?null:{isListener:l,localPort:o,key:`${r} ${n}`,peer:Ai(n),pids:[...a.matchAll(/,pid=(\d{1,10}),/g)].map(([,u])=>Number(u)),messages:i("data_segs_out"),sent:i("bytes_sent"),received:i("bytes_received")}}function Ai(e){return e.replace(/^\[::ffff:([\d.]+)\]/,"$1").replace(/%[^\]:]*/,"")}function Us({slots:e},t,{config:r}){let n=e.some(i=>i.round!==null&&D(i)),s=[...t.values()].some(({sessions:i})=>i.length>0);if(process.platform!=="linux"||r.baseline.kind!=="paired"||!n||!s)return null;let o=new Map([...t].map(([i,l])=>[i,l.sessions])),a=[...t.values()].flatMap(({targetUrl:i})=>Number(new URL(i).port)||[]);return{...Ws(o,a),names:Ti(t,r)}}async function Ti(e,{external:t}){let r=[...e.values()].flatMap(({portOf:s})=>[...s].map(([o,a])=>{let[i=""]=o.split(".",1);return{name:i,port:a,addresses:Ot}})),n=await Promise.all(t.map(async({name:s,host:o,port:a})=>{let l=(await Oi(o,{all:!0}).catch(()=>[])).map(({address:c})=>c),u=l.some(c=>Ot.includes(c));return{name:s,port:a,addresses:u?[...l,...Ot]:l}}));return new Map([...n,...r].flatMap(({name:s,port:o,addresses:a})=>a.map(i=>[i.includes(":")?`[${i}]:${o}`:`${i}:${o}`,s])))}var Ot=["127.0.0.1","::1"];async function qs(e,t,r){if(t===null)return e;let n=await t.names;return e.map(s=>{let{slot:o,slices:a}=s;if(o.round===null||!D(o))return s;let{settleSeconds:i}=o,l=r.get(J(o))?.dueMs,u=a[0].startedAt-1e3*i,c=a.reduce((h,b)=>h+b.seconds,0),d=l?.filter(h=>h<1e3*i).length,p=(1+(d===void 0?i/c:d/(l.length-d)))*a.reduce((h,{ok:b,failed:y})=>h+b+y,0),f=u+1e3*(i+c),g=jn(o.arm,t,{from:u,to:f,requests:p},n);return g===null?s:{...s,calls:g}})}function Ke(e){let t=e.flatMap(({calls:r})=>r===void 0?[]:[r]);return t.length>0?Gn(t):null}import{availableParallelism as Ei}from"node:os";function zs(e,{around:t,instances:r,shared:n,samples:s,generatorLimit:o}){let a=[...r.values(),n].some(u=>u.isHidden),i=$i(t)||a,l={cores:Ei(),generatorLimit:o,outsiders:i};return e.map(u=>{let c=Ii(u,s,l);return Ks(t)||r.get(c.slot.arm)?.isHidden?c:Ci(c,s,r)})}var Pi=/\b(docker|podman|nerdctl)\b/;function $i(e){let{external:t,services:r}=e.config;return t.length>0||r.some(({start:n})=>n===void 0)||Ks(e)}function Ks({config:e}){return e.services.some(({start:t,container:r})=>t!==void 0&&r===void 0&&Pi.test(t))}function Ci(e,t,r){let{arm:n}=e.slot,s=r.get(n);if(s&&s.sessions.length+(s.groups?.length??0)===0)return e;let o=s?.startupMs,a=e.slices.map((i,l)=>{let{startedAt:u,seconds:c}=i,d=u+K(e.slot,c)*1e3,p=e.slot.step.load.kind==="fixed-work"&&l===e.slices.length-1?t.find(({wall:g})=>g>=d):void 0,f=ys(t,n,u,p?.wall??d);return{...i,...f,...o!==void 0&&{startup:o}}});return{...e,slices:a}}function Ii(e,t,r){let{slices:n}=e,s=n.reduce((m,p)=>m+p.seconds,0),o=n[0].startedAt,a=K(e.slot,s),{clockJumpMs:i,...l}=bt(t,o,o+a*1e3,r),u=n.map(({startedAt:m,seconds:p})=>{let f=m+K(e.slot,p)*1e3,{clockJumpMs:g,...h}=bt(t,m,f,r);return zn({cpu:h,clockJumpMs:g})}),c=n.flatMap(m=>m.lag===null?[]:[m.lag.p99]),d={sent:e.sent,intended:e.intended,seconds:s,dropped:n.reduce((m,p)=>m+p.dropped,0),lagMs:c.length>0?Math.max(...c):null,cpu:l,clockJumpMs:i,...e.pods&&{pods:e.pods}};return{...e,evidence:d,diagnosis:Un(d),disturbed:u}}function Tt(e,t){let{rate:r,settling:n,measured:s}=e,o=Js({...e,count:n},t),a=n/r*1e3,i=n>0?0:Math.min(100,500*s/r),l=1-i*r/(1e3*Math.max(1,s)),u=Js({...e,count:s},t),c=[...o,...u.map(f=>a+i+f*l)],d=e.arms*e.turn,m=0;for(;m+d<=n&&c[m]<100;)m+=d;let p=c.slice(m).map(f=>Number(Math.max(f,100).toFixed(2)));return{dueMs:p,skipped:m,...Et([p],r)}}function Js({rate:e,count:t,arms:r,turn:n},s){let o=Math.ceil(t/(r*n))*n,a=_i(o,o/e*1e3,s),i=[],l=0;for(let u=0;u<o;u+=n)for(let c=0;c<r;c++)for(let d of a.slice(u,u+n))l+=d,i.push(l);return i.slice(0,t)}function _i(e,t,r){let n=Array.from({length:e+1},()=>-Math.log(1-r.uniform())),s=n.reduce((o,a)=>o+a,0);return n.slice(0,e).map(o=>o/s*t)}var Vs=[1,1.01,1.02,1.05,1.1,1.15,1.2,1.3,1.5,2,3,5,10];function Et(e,t){let r=Math.max(...e.map(i=>i.length)),n=i=>{let l=Number.POSITIVE_INFINITY;for(let u of e)for(let[c,d]of u.entries())l=Math.min(l,d-c*1e3/(t*i));return l},s=t*(Vs.find(i=>n(i)>=5)??Vs.at(-1)),o=Math.max(0,Math.floor(n(s/t)-5)),a=Math.max(...e.map(i=>Li(i,o,s)));return{launchMs:o,launchRate:s,launchSeconds:(r-.5)/s,waiting:a}}function Li(e,t,r){let[n,s]=[0,0];for(let o=0;o<e.length;o++){for(;s<e.length&&e[s]<t+o*1e3/r;)s++;n=Math.max(n,o+1-s)}return n}function Hs({plan:e,seed:t,name:r},n){return Tt(e,Ni(Pt(t,`${r} pod ${n}`)))}function Ni(e){let t=e|0;return{uniform:()=>{t=t+1831565813|0;let n=Math.imul(t^t>>>15,1|t);return n=n+Math.imul(n^n>>>7,61|n)^n,((n^n>>>14)>>>0)/2**32}}}function Pt(e,t){let r=2166136261^e;for(let n=0;n<t.length;n++)r=Math.imul(r^t.charCodeAt(n),16777619);return r|0}function Ys(e,t,r,n=0){return new Map(e.slots.flatMap(s=>{let{load:o,label:a}=s.step;if(o.kind!=="arrival-rate"||o.arrivals==="even")return[];let i=`${s.block??r} ${s.round} ${a}`,l={rate:o.rate,...Fi(s,o.rate)},u=n>0?Di({plan:l,seed:t,name:i},n):Tt(l,Fe(Pt(t,i)));return[[J(s),u]]}))}function Di(e,t){let r=Array.from({length:t},(n,s)=>Hs(e,s).dueMs);return{dueMs:[],skipped:0,...Et(r,e.plan.rate),drawn:e}}function Fi(e,t){let r=ce(e);if(r!==null){let{settling:s,measured:o,arrivals:a}=r;return{settling:s,measured:o,arms:e.turns.of,turn:a}}return{settling:En(t,e.settleSeconds),measured:Tn(e),arms:1,turn:1}}import{createHash as Pl}from"node:crypto";import{createReadStream as $l}from"node:fs";import{hostname as Cl,userInfo as Il}from"node:os";import{join as _l}from"node:path";import{createInterface as Ll}from"node:readline";import{setTimeout as Nl}from"node:timers/promises";import{createReadStream as Bi}from"node:fs";import{createInterface as ji}from"node:readline";var Xs={100:"its `setup` did not finish in time",101:"its `teardown` did not finish in time",104:"k6 does not accept its options",107:"it threw an exception outside an iteration",108:"it aborted the test",110:"it marked the test as failed"};function de(e,t){if(!(e in Xs))return null;let r=t.replaceAll('\\"','"'),n=/TAILGATE_EXPORTS (\S+): ((?:(?!TAILGATE_EXPORTS ).)*?) TAILGATE_END/.exec(r);return{kind:"failed",fault:"script",message:/TAILGATE_REFUSED ((?:(?!TAILGATE_REFUSED ).)*?) TAILGATE_END/.exec(r)?.[1]??`${Xs[e]}${Gi(r)}`,log:t,...n!==null&&{missing:{exec:n[1],there:n[2]}}}}function Gi(e){let t=/"(k6\/x\/[^"\s]+)"/.exec(e)?.[1];return t!==void 0?`: it imports \`${t}\`, an extension that this k6 lacks. None is fetched from elsewhere unless \`allow\` names hosts; let TAILGATE_K6 name a k6 that has it`:/ of undefined/.test(e)?"; Tailgate replaces its scenarios and its load, so `exec.test.options.scenarios` has not those of the script":""}async function Je(e){let t=new Map,r=new Map;for await(let n of ji({input:Bi(e)})){let s=/TAILGATE_(FAILURE|REDIRECT) ((?:(?!TAILGATE_(?:FAILURE|REDIRECT) )[^"\\]|\\.)*)"/.exec(n);if(s===null)continue;let o=s[2].replaceAll('\\"','"');if(s[1]==="FAILURE"){let[,a,i,l]=/^(\d+) (.*?): (.*)$/s.exec(o)??[],u=`${a} ${i}`;l!==void 0&&!t.has(u)&&t.set(u,{label:i,code:Number(a),text:l})}else{let[,a,i,l,u]=/^(\d+) (\d+) (\S+) (.*)$/s.exec(o)??[],c=`${a} ${u}`;if(u===void 0||r.has(c))continue;r.set(c,{label:u,which:Number(a),status:Number(i),location:l==="-"?null:l})}}return{told:[...t.values()],redirects:[...r.values()]}}import{readFileSync as sl,rmSync as ol}from"node:fs";import{join as al}from"node:path";import{existsSync as Wi,readFileSync as Zs,statSync as Ui,writeFileSync as $t}from"node:fs";import{totalmem as qi}from"node:os";import{dirname as zi,join as te}from"node:path";import{setTimeout as Ki}from"node:timers/promises";import{rootCertificates as Ji}from"node:tls";var Vi=99,Qs=105;async function eo(e){let{folder:t,name:r}=e,{scriptPath:n,configPath:s}=_t(e),o=te(t,`${r}.summary.json`),a=te(t,`${r}.log`),i=await De({command:[e.binary,"run","--quiet","--no-color","--no-usage-report","--config",s,"--address","",...Ct(e),"--env",`TAILGATE_SUMMARY=${o}`,n],cwd:e.cwd,env:{...el(),...It(e,tl(e))},logPath:a,keeper:e.keeper}),l=i.exited.then(async u=>{let c=Be(Qi(a),t),d=u.code??-1,m=f=>({kind:"failed",fault:"harness",message:f,log:c});if(u.signal!==null)return m(`k6 was ended by ${u.signal}`);let p=de(d,c);if(p!==null)return p;if(d!==0&&d!==Vi&&d!==Qs)return m(`k6 ended with exit code ${d}`);try{if(!Ui(o).isFile())throw new Error("it is no file");let f=ze(Zs(o,"utf8"));return{kind:"measured",complete:d!==Qs,summary:f,...await Je(a)}}catch(f){return m(`k6 left no readable summary: ${f.message}`)}});return{group:i,began:Yi(a,i),finished:l}}function Ct({targetUrl:e,userScript:t}){let r={TARGET_URL:e,BASE_URL:e,...t&&{TAILGATE_SCRIPT_FOLDER:zi(t)}};return Object.entries(r).flatMap(([n,s])=>["--env",`${n}=${s}`])}function It({environment:e,mayFetch:t},r={}){return{...oe(e,r),...!t&&{K6_AUTO_EXTENSION_RESOLUTION:"false"}}}function _t({folder:e,name:t,script:r,arrivals:n}){let s=te(e,`${t}.js`),o=te(e,"k6-config.json");if($t(s,r),n?.size){let a=[...n].map(([i,l])=>[i,[l.skipped,...l.dueMs]]);$t(te(e,xt(t)),JSON.stringify(Object.fromEntries(a)))}for(let[a,i]of[[kt,_s],[vt,Ls]])ut(te(e,a),i);return ut(o,"{}"),{scriptPath:s,configPath:o}}var Hi=20;async function Yi(e,{exit:t}){for(;t()===null;){let r=/TAILGATE_BEGAN (\d+)/.exec(Se(e))?.[1];if(r!==void 0)return Number(r);await Ki(Hi)}return null}var Xi=20;function Qi(e){let t=Se(e,2e3).split(`
`).filter(s=>!s.includes("TAILGATE_BEGAN")),r=t.slice(-Xi),n=t.find(s=>/^time="[^"]*" level=error (?!.* source=console)/.test(s));return(n===void 0||r.includes(n)?r:[n,...r.slice(1)]).join(`
`)}var Zi=4;function el(){let e=Math.min(qi(),process.constrainedMemory?.()||Number.POSITIVE_INFINITY);return{GOGC:"800",GOMEMLIMIT:`${Math.floor(e/Zi/2**20)}MiB`}}function tl({certificates:e=[],environment:t,folder:r}){if(e.length===0)return{};let n=t.SSL_CERT_FILE,s=n&&Wi(n)?[Zs(n,"utf8")]:Ji,o=te(r,"certificates.pem");return $t(o,[...e,...s].join(`
`)),{SSL_CERT_FILE:o}}var no=Fa(Ba(),1);var to=`# An Indexed Job whose pods each run the whole script: https://kubernetes.io/docs/concepts/workloads/controllers/job/
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
`;var ke=6565,Ve="tailgate/program",ro="load.tar",rl=.7;function so({name:e,labels:t,pods:r,image:n,seconds:s}){let{count:o,cpu:a,memory:i}=r,l=(0,no.parse)(to),{template:u}=l.spec,[c]=u.spec.containers;l.metadata={name:e,labels:t},u.metadata={labels:t};let d={completions:o,parallelism:o,maxFailedIndexes:o};Object.assign(l.spec,d,{activeDeadlineSeconds:Math.ceil(s)}),u.spec.volumes=[{name:"load",configMap:{name:e}}],c.image=r.image??n;let m=o>1?["--paused","--address",`0.0.0.0:${ke}`]:["--address",""];if(c.args=[...m,`/tailgate/${ro}`],i){let f=Number.parseInt(i,10)*(i.endsWith("Gi")?1024:1)*rl;c.env.push({name:"GOMEMLIMIT",value:`${Math.floor(f)}MiB`})}let p={cpu:a,memory:i};return(a||i)&&(c.resources={requests:p,limits:p}),o>1&&(c.ports=[{containerPort:ke}],c.readinessProbe={httpGet:{path:"/v1/status",port:ke},periodSeconds:1}),l}function oo({name:e,labels:t},r,n){return{apiVersion:"v1",kind:"ConfigMap",metadata:{name:e,labels:t,ownerReferences:[{apiVersion:"batch/v1",kind:"Job",name:e,uid:r}]},immutable:!0,binaryData:{[ro]:n.toString("base64")}}}var Lt=1024*1024-1024;var il=6e4;async function ao(e,t){let{binary:r,folder:n,name:s}=e,{scriptPath:o,configPath:a}=_t(e),i=al(n,`${s}.tar`),l=await $e({file:r,arguments:["archive","--no-color","--config",a,"-O",i,...Ct(e),o],environment:It(e),cwd:e.cwd,timeoutMs:il,signal:t}),u="output"in l?Be(l.output,n):l.code;if(l.kind!=="ended"||l.exitCode!==0){let f=l.kind==="ended"?l.exitCode:-1;return de(f,u)??{kind:"failed",fault:"harness",message:"k6 could not pack the script for the pods",log:u}}let c=sl(i);if(ol(i),c.length<=Lt)return c;let[d,m]=[c.length,Lt].map(f=>`${Math.ceil(f/1024)} KiB`);return{kind:"failed",fault:"script",message:`the script with all that it loads has ${d}, and the ConfigMap by which pods get it holds ${m}: load less data, or measure fewer scenarios at once (\`--only\`)`,log:""}}import{once as ll}from"node:events";import{existsSync as cl,rmSync as ul}from"node:fs";import{request as dl}from"node:http";import{join as io}from"node:path";import{text as ml}from"node:stream/consumers";import{setTimeout as Nt}from"node:timers/promises";var pl=3,lo=12e4,co=100,uo=1e4,Dt={from:.05,to:.4};async function mo(e,t){let r=io(t.folder,"kube.sock"),n=io(t.folder,"kubectl-proxy.log");ul(r,{force:!0});let s=await De({command:e.command("proxy",`--unix-socket=${r}`,"--accept-paths=^/api/v1/namespaces/[^/]+/pods/[^/]+/proxy/v1/status$","--reject-methods=^(GET|POST|PUT|DELETE)$"),cwd:t.folder,env:e.environment,logPath:n,keeper:t.keeper});try{let o=performance.now()+uo;for(;!cl(r);){if(s.exit()!==null||performance.now()>o)throw new W(`\`kubectl proxy\` does not run: ${Se(n,1)}`);await Nt(co/5,void 0,{signal:t.signal})}let a=c=>Promise.all(t.states.map(d=>fl(r,t,d,c))),i=performance.now()+lo;for(;!(await a({})).every(c=>c>=pl);){if(performance.now()>i)throw new W(`k6 was not ready in all pods after ${lo/1e3} s`);await Nt(co,void 0,{signal:t.signal})}let l=Date.now()%t.periodMs/t.periodMs,u=(Dt.from-l+1)%1;(l<Dt.from||l>Dt.to)&&await Nt(u*t.periodMs,void 0,{signal:t.signal}),await a({paused:!1})}finally{await s.stop("SIGTERM",500)}}async function fl(e,{namespace:t,signal:r},{id:n,name:s},o){let a=`/api/v1/namespaces/${t}/pods/${n}:${ke}/proxy/v1/status`,i={"content-type":"application/json"};try{let l=dl({socketPath:e,path:a,method:"PATCH",headers:i,signal:r,timeout:uo});l.on("timeout",()=>l.destroy(new Error("no answer"))),l.end(JSON.stringify({data:{type:"status",id:"default",attributes:o}}));let[u]=await ll(l,"response"),c=await ml(u),d=u.headers["content-type"]?.includes("json")?JSON.parse(c):{message:c};if(u.statusCode===200)return Number(d.data.attributes.status);throw new Error(`${d.message??d.errors?.[0]?.detail}`.slice(0,200))}catch(l){throw new W(`${s} cannot be told to begin: ${l.message}`)}}function po(e){let t=C(e,({count:o})=>o),r=e.find(o=>o.count>0)?.levels;if(r===void 0)return null;let n=new Float64Array(t),s=0;for(let o of e)for(let a=0;a<o.count;a++)n[s++]=rn(o,a);return n.sort(),{count:t,levels:r,values:r.map(o=>hl(n,o))}}function fo(e,t){let r=[...e].sort((a,i)=>a.value-i.value),n=C(r,({count:a})=>a),[s,o]=[0,r[0]?.count??0];return t.map(a=>{for(;o<=Math.round(a*(n-1))&&s<r.length-1;)o+=r[++s].count;return r[s].value})}function hl(e,t){let r=t*(e.length-1),n=Math.floor(r),s=e[n];return r===n?s:s+(r-n)*(e[n+1]-s)}function ho(e){let[t]=e,r=e.map(({summary:a})=>a),n=t.summary.percents.map(a=>a/100),s=Object.keys(t.summary.slots).map(a=>{let i=e.map(({name:l,summary:u})=>({name:l,slot:u.slots[a]}));return[a,Sl(i,n)]}),o=new Map(r.flatMap(a=>a.seen??[]).map(a=>[a.name,a]));return{...t.summary,slots:Object.fromEntries(s),lost:C(r,({lost:a})=>a),seen:[...o.values()]}}var gl=["started","finished","exceptions","barren","untagged","begun","voided","resent","connects","received"],bl=250;function Sl(e,t){let r=Math.min(...e.map(({slot:u})=>u.startedAt)),n=e.map(({name:u,slot:c})=>({name:u,slot:yl(c,c.startedAt-r)})),s=n.map(({slot:u})=>u),o=({slices:u})=>C(u,({started:c})=>c),a=({slices:u})=>Math.max(0,...u.map(({lag:c})=>c?.p99??0)),i=n.reduce((u,c)=>o(c.slot)<o(u.slot)?c:u),l=n.reduce((u,c)=>a(c.slot)>a(u.slot)?c:u);return{startedAt:r,endedAt:Math.max(...s.map(({endedAt:u})=>u)),dropped:C(s,({dropped:u})=>u),answers:s[0].answers.map((u,c)=>({sizes:Ft(s,({answers:d})=>d[c].sizes,t),statuses:go(s,({answers:d})=>d[c].statuses,t)})),slices:s[0].slices.map((u,c)=>{let d=s.map(({slices:m})=>m[c]);return wl(d,t)}),pods:{behind:i.name,sent:o(i.slot),latest:l.name}}}function yl(e,t){return t<=bl?e:{...e,slices:e.slices.map(r=>({...r,lag:{p50:t,p99:t,max:t}}))}}function wl(e,t){let r=e.flatMap(({lag:o})=>o??[]),n=o=>Math.max(...r.map(a=>a[o]??0)),s=gl.map(o=>[o,C(e,a=>a[o])]);return{...Object.fromEntries(s),failed:go(e,({failed:o})=>o,t),latency:Ft(e,({latency:o})=>o,t),lag:r.length===0?null:{p50:n("p50"),p99:n("p99"),max:n("max")},custom:kl(e,t)}}function kl(e,t){let n=[...new Set(e.flatMap(({custom:s})=>Object.keys(s??{})))].map(s=>{let o=e.flatMap(({custom:c})=>c?.[s]??[]),a=o.filter(c=>c.type==="trend");if(a.length>0)return[s,{type:"trend",...Ft(a,c=>c,t)}];let i=o.filter(c=>c.type==="rate");if(i.length===0)return[s,{type:"counter",sum:C(o,c=>"sum"in c?c.sum:0)}];let[l,u]=[C(i,c=>c.hits),C(i,c=>c.count)];return[s,{type:"rate",hits:l,count:u}]});return Object.fromEntries(n)}function Ft(e,t,r){let n=e.flatMap(a=>t(a)??[]),s=po(n.map(({count:a,values:i})=>({count:a,levels:r,values:i})));if(s===null)return null;let o=C(n,a=>a.avg*a.count)/s.count;return{count:s.count,avg:o,values:[...s.values]}}function go(e,t,r){let n=e.flatMap(i=>t(i)??[]);if(n.length===0)return null;let s=n.flatMap(i=>we(i,r).map(l=>({value:Rs(l),count:l.count}))),o=C(n,i=>i.count),a=C(n,i=>i.avg*i.count)/o;return{count:o,avg:a,values:fo(s,r)}}var He=_({reason:I().optional(),message:I().optional()}),vl=He.extend({exitCode:G()}),Ml=He.extend({type:I(),status:I()}),xl=_({state:_({terminated:vl.optional(),waiting:He.optional()}).optional()}),Rl=_({metadata:_({name:I(),annotations:se(I(),I()).optional(),deletionTimestamp:I().optional()}),spec:_({nodeName:I().optional()}),status:He.extend({phase:I().optional(),conditions:B(Ml).optional(),containerStatuses:B(xl).optional()})}),Al=_({items:B(Rl)}),Ol=/^(ErrImagePull|ImagePullBackOff|ErrImageNeverPull|InvalidImageName|CreateContainerError|CreateContainerConfigError|RunContainerError|StartError)$/;function bo(e,t){let r=Al.parse(JSON.parse(e)).items.map(El);return Array.from({length:t},(n,s)=>{let o=r.filter(a=>a.index===s);return o.find(({kind:a})=>a==="lost")??o[0]??{...Tl,index:s,name:`pod ${s}`,kind:"waiting",because:"is not there"}})}var Tl={id:"",node:null,exitCode:null};function El({metadata:e,spec:t,status:r}){let n=Number(e.annotations?.["batch.kubernetes.io/job-completion-index"]??Number.NaN),s=t.nodeName??null,o={index:n,id:e.name,name:`pod ${n}${s?` on ${s}`:""}`,node:s},{terminated:a,waiting:i}=r.containerStatuses?.[0]?.state??{},l=a?.exitCode??null,u=(f,g="")=>({...o,kind:f,because:g,exitCode:l}),c=r.conditions??[],d=c.find(({type:f,status:g})=>f==="DisruptionTarget"&&g==="True"),m=Bt(r.reason===void 0?d??{}:r);if(a?.reason==="OOMKilled")return u("lost","ran out of memory");if(r.reason==="Evicted")return u("lost",`was evicted${m}`);if(r.phase==="Succeeded")return u("done");if(e.deletionTimestamp!==void 0)return u("lost",`was removed before it had ended${m}`);if(l!==null&&l>128)return u("lost",`was killed${m}`);if(r.phase==="Failed")return u("lost",l===null?`failed${m}`:`ended with exit code ${l}${m}`);if(Ol.test(i?.reason??""))return u("lost",`cannot start${Bt(i)}`);if(c.some(({type:f,status:g})=>f==="Ready"&&g==="True"))return u("ready","still runs");let p=c.find(({type:f,status:g})=>f==="PodScheduled"&&g==="False");return u("waiting",`is not ready${Bt(p??i??{})}`)}function Bt({reason:e,message:t}){let r=[e,t].filter(Boolean).join(": ").replace(/\s+/g," ").slice(0,300);return r===""?"":`: ${r}`}var vo=300,So={first:60,each:.1},Dl=120,jt=vo+Dl,yo=60,Fl=250,Bl=2e3,jl=3e5,Gl=40,wo={usual:10,interrupted:3};function Mo(e){let t=new AbortController,r=Xr(e.pods,e.environment,t.signal),n=Wl(e,r,t.signal).catch(s=>{if(!(s instanceof W||s instanceof xe||t.signal.aborted))throw s;return{kind:"failed",fault:"harness",message:t.signal.aborted?"k6 was interrupted":s.message,log:""}});return{group:{pid:null,signal:()=>t.abort(),async stop(){t.abort(),await n}},began:Promise.resolve(null),finished:n}}async function Wl(e,t,r){let{pods:n,folder:s,name:o,keeper:a}=e,i=a.mark.TAILGATE_RUN.slice(0,8),l=`tailgate-${i}-${o}`.slice(0,63),u={"app.kubernetes.io/managed-by":"tailgate","tailgate/run":i,"tailgate/machine":Ul(e.environment),[Ve]:l},[c,d]=await Promise.all([ao(e,r),n.image===void 0?Sr(e.binary,["version"],e.environment,r):null,t.run(["delete","jobs","--wait=false","-l",`tailgate/machine=${u["tailgate/machine"]},tailgate/run!=${i}`])]);if(!Buffer.isBuffer(c))return c;let m=e.seconds+e.spareSeconds+jt,p=f=>t.run(["create","-o","jsonpath={.metadata}","-f","-"],{input:JSON.stringify(f)});try{let f={name:l,labels:u,pods:n,image:`grafana/k6:${d??"latest"}`,seconds:m},{uid:g,namespace:h}=JSON.parse(await p(so(f)));await p(oo(f,g,c));let b={...e,kubectl:t,job:l,signal:r},y=await ko(b,"ready");if(!Array.isArray(y))return y;if(n.count>1){let M={states:y,namespace:h,periodMs:e.periodMs,folder:s,keeper:a,signal:r},x=await mo(t,M).then(()=>null,k=>k),w=x&&(await xo(b)).find(({kind:k})=>k==="lost");if(w)return await Ro(b,w);if(x)throw x}let S=await ko(b,"done");return Array.isArray(S)?await zl(b,S,_l(s,`${o}.log`)):S}finally{await Kl(t,l,r.aborted?wo.interrupted:wo.usual)}}function Ul({TAILGATE_LOCK:e=""}){let t=Ne("/proc/sys/kernel/random/boot_id")??"",r=[Cl(),t,Il().uid,e].join(" ");return Pl("sha256").update(r).digest("hex").slice(0,16)}async function ko(e,t){let{pods:r,seconds:n,spareSeconds:s,signal:o}=e,a=performance.now(),i=a;for(;;){let l=await xo(e).catch(c=>{if(!(c instanceof W&&!/forbidden|unauthorized/i.test(c.message))||performance.now()-i>yo*1e3)throw c;return null});if(l!==null){i=performance.now();let c=l.find(({kind:f,id:g})=>f==="lost"||t==="done"&&g==="");if(c)return Ro(e,c);let d=l.find(({id:f})=>f==="")??l.find(({kind:f})=>f!=="done"&&(t==="done"||f!=="ready"));if(d===void 0)return l;let m=(i-a)/1e3,p=d.id===""?So.first+r.count*So.each:vo;if(m>(t==="ready"?p:n+s+yo)){let f=`${Math.round(m)} s after ${t==="ready"?"its Job":"all were ready"}`;throw new W(`${d.name} ${d.because}, ${f}${await ql(e,d)}`)}}let u=t==="ready"?0:a+1e3*n-performance.now();await Nl(Math.max(Fl,Math.min(u,Bl)),void 0,{signal:o})}}async function xo({kubectl:e,job:t,pods:r}){let n=["get","pods","-o","json","-l",`${Ve}=${t}`];return bo(await e.run(n),r.count)}async function ql({kubectl:e,job:t},{id:r}){let n=`--field-selector=type=Warning,involvedObject.name=${r||t}`,a=(await e.run(["get","events",n,"-o",'jsonpath={range .items[*]}{.message}{"\\n"}{end}']).catch(()=>"")).trim().split(`
`).at(-1);return a===""?"":`: ${a.slice(0,300)}`}async function Ro({kubectl:e,pods:t},r){let n=r.id===""?"":await e.run(["logs",r.id,`--tail=${Gl}`]).catch(()=>""),s=r.exitCode===null?null:de(r.exitCode,n);if(s!==null)return{...s,message:`${s.message} (${r.name})`};let o=r.id===""?"was removed, or its node went away":r.because,a=r.because.includes("memory")&&t.memory?`: its limit is ${t.memory}`:"";return{kind:"failed",fault:"harness",message:`${r.name} ${o}${a}`,log:n}}async function zl({kubectl:e,job:t},r,n){let s=["logs","-l",`${Ve}=${t}`,"--tail=-1","--prefix"];await e.run(s,{timeoutMs:jl,into:n});let o=new Map;for await(let i of Ll({input:$l(n)})){let[,l,u]=/^\[pod\/([^/\]]{1,253})\/[^\]]{0,63}\] (\{"schemaVersion":1,.*)$/.exec(i)??[];l!==void 0&&o.set(l,u)}let a=r.map(({id:i,name:l})=>{try{return{name:l,summary:ze(o.get(i)??"")}}catch{throw new W(`${l} left no readable summary`)}});return{kind:"measured",complete:!0,summary:ho(a),...await Je(n),nodes:[...new Set(r.flatMap(({node:i})=>i??[]))].sort()}}async function Kl(e,t,r){let{signal:n}=new AbortController,s=["delete",`job/${t}`,"--ignore-not-found","--cascade=foreground",`--timeout=${r}s`];await e.run(s,{signal:n,timeoutMs:2e3*r}).catch(o=>{if(!(o instanceof W))throw o})}import{existsSync as Hl,writeFileSync as Yl}from"node:fs";import{join as Xl}from"node:path";var Jl=1;function Ao(e){let t=e.map(({weight:l})=>l),r=t.reduce(Oo),n=t.map(l=>l/r),s=n.flatMap((l,u)=>Array.from({length:l},()=>u)),o=Fe(Jl);for(let l=s.length-1;l>0;l--){let u=o.index(l+1);[s[l],s[u]]=[s[u],s[l]]}let a=n.map(()=>0),i=s.map(l=>a[l]++);return{order:s,ranks:i,counts:n}}function Oo(e,t){return t===0?e:Oo(t,e%t)}function To(e,t,r,n){let s=[],o=0;for(let{name:a,offset:i,length:l}of un(e)){let u=a.startsWith("data.")?t.indexOf(a.slice(5)):-1;if(u<0)continue;let c=i+l,d=r==="json"&&Vl(e,i,c);s.push(n(e.slice(o,d?i-1:i)),{column:u,as:d?"value":r}),o=d?c+1:c}return s.length===0?n(e):[...s,n(e.slice(o))]}function Vl(e,t,r){return e[t-1]==='"'&&e[t-2]!=="\\"&&e[r]==='"'&&e[r+1]!==":"}function Eo(e,t,r){if(e.step.work.kind==="script")return null;let{request:n}=e.step.work;return{...n,url:$o(t.fill(n.url),t,r,e),headers:Object.fromEntries(Object.entries(n.headers).map(([s,o])=>[s,t.fill(o)])),body:n.body===void 0?void 0:t.fill(n.body)}}function Po(e,t,r,{config:n,folder:s}){let{work:o,scenario:a}=e.step;if(o.kind==="script"||o.mix===void 0&&o.data===void 0)return null;let i=o.data?`data-${a}.json`:null;i!==null&&Ql(o.data.path,Xl(s,i));let l=(c,d)=>To(c,o.data?.columns??[],d,r.fill),u=ae(o);return{name:a,dataFile:i,first:ec(e,e.block??t),sequence:Ao(u),requests:u.map(({request:c})=>({name:`${c.method} ${c.url}`,method:c.method,url:$o(l(c.url,"path"),r,n,e),headers:Object.fromEntries(Object.entries(c.headers).map(([d,m])=>[d,l(m,"raw")])),body:c.body===void 0?null:l(c.body,c.quotesData?"json":"raw"),expectStatus:c.expectStatus,timeoutMs:c.timeoutSeconds*1e3}))}}function Ql(e,t){Hl(t)||Yl(t,JSON.stringify(bn(gr(e),e).rows))}function $o(e,{targetUrl:t},r,{step:n}){let[s,...o]=typeof e=="string"?[e]:e,a=String(s),i=a.startsWith("/")?t+a:a;return dr(i,r,`request of ${n.label}`),typeof e=="string"?i:[i,...o]}var Zl=16;function ec({step:{load:e},round:t,seconds:r,turns:n,requests:s},o){let a=e.kind==="arrival-rate"?e.rate*r/(n?.of??1):s??0;return(o*Zl+(t===null?0:t+1))*Math.ceil(a)}var tc=30,nc=120;async function Co(e,t,r,{around:n,k6:s,folder:o,instances:a,seed:i,block:l=0}){let{config:u,keeper:c}=n,{work:d}=e.slots[0].step,{targetUrl:m}=a.get(r),p=new Map(e.slots.map(T=>[T,Po(T,l,a.get(T.arm),{config:u,folder:o})])),f=u.allow.length===0,g=[...a.values()].flatMap(({trust:T})=>T??[]),h=u.pods,b=h===void 0?e:An(e,h.count),y=new Map(b.slots.map((T,F)=>[T,e.slots[F]])),S=Ys(b,i,l,h?.count),M=Ns({program:b,arrivals:S,name:t,targetUrl:m,confined:f,insecure:f&&g.some(T=>"insecure"in T),requestOf:T=>Eo(T,a.get(T.arm),u),dealOf:T=>p.get(y.get(T))??null,...h&&{pods:h.count},...d.kind==="script"&&{scriptPath:Yr(d.path,o,u.directory)}}),v={binary:s,folder:o,name:t,script:M,...d.kind==="script"&&{userScript:d.path},cwd:u.directory,targetUrl:m,environment:{...n.environment,...rc(e,a.get(r))},mayFetch:!f,keeper:c},{seconds:x,slots:w}=e,k=w.some(({step:T})=>T.load.kind==="fixed-work"),$=d.kind==="script"?nc:0,O=(k?le:0)+(h?jt:0),R=x+tc+$+O,P;if(h===void 0){let T=g.flatMap(F=>"ca"in F?F.ca:[]);P=await eo({...v,arrivals:S,certificates:T})}else{for(let[T,{targetUrl:F}]of a)mr(F,`URL of the ${T}`);P=Mo({...v,pods:h,seconds:x,spareSeconds:$,periodMs:Mt(e,h.count)})}return{run:P,arrivals:S,deals:p,limitSeconds:R}}function rc({slots:e},{fill:t}){return Object.fromEntries(Object.entries(e[0].step.parameters??{}).map(([r,n])=>[`VARIANT_${r.toUpperCase()}`,t(n)]))}var sc=250;function Io(e,t,r){return e.map(n=>{let{slices:s,slot:o}=n,a=s[0].startedAt,i=K(o,s.reduce((m,p)=>m+p.seconds,0)),l=Ss(t,a,a+i*1e3+sc),u=e.filter(m=>m.slot.startSeconds===o.startSeconds).reduce((m,p)=>m+r(p.slot.arm)*p.connects,0),c=l===null?0:Math.max(0,Math.floor((l-u)/r(o.arm))),d=s.map(({resent:m=0,...p})=>{let f=Math.min(m,c);return c-=f,{...p,...f>0&&{resent:f}}});return{...n,slices:d}})}var oc=.1,ac=.1;function Lo(e,{instances:t,began:r,sample:n,readCalls:s=()=>{}}){let o=[],a=new Set,i=!1,l=()=>{for(let d of a)t.get(d)?.resume();a.clear()},u=d=>{for(let[m,p]of t)m!==d&&(p.halt(),a.add(m))},c=e.slots.flatMap(d=>[...t.size>1&&d.round!==null&&D(d)?[{at:d.startSeconds,act:()=>u(d.arm)},{at:_o(d),act:l}]:[],...ic(d).map(m=>({at:m,act:n})),...d.round!==null&&D(d)?[d.startSeconds-oc,_o(d)+ac].map(m=>({at:m,act:s})):[]]);return r.then(d=>{if(!(d===null||i))for(let{at:m,act:p}of c)o.push(setTimeout(p,d+m*1e3-Date.now()))}),{end(){i=!0;for(let d of o)clearTimeout(d);l()}}}function _o({step:e,startSeconds:t,seconds:r}){return t+(e.load.kind==="fixed-work"?le:r)}function ic({round:e,step:t,startSeconds:r,seconds:n,settleSeconds:s,slices:o}){if(e===null&&o===1)return[];if(t.load.kind==="fixed-work")return[r];let a=(n-s)/o;return Array.from({length:o+1},(i,l)=>r+s+l*a)}function Gt(){return{failures:[],redirects:[],thresholds:[],fed:[],unfed:[],lost:[],nodes:[]}}async function V(e,t,r){let{around:n,instances:s,shared:o}=r,a=[...new Set(e.slots.map(A=>A.step.label))].join(", "),l=[...new Set(e.slots.map(({arm:A})=>A))].includes("head")?"head":"base",{work:u}=e.slots[0].step,{run:c,arrivals:d,deals:m,limitSeconds:p}=await Co(e,t,l,r),f=Date.now(),g=[...s.values(),o],h=bs(c.group.pid,g.flatMap(({sessions:A,relays:X=[]})=>[...A,...X]),s),b=Us(e,s,n),y=Lo(e,{instances:s,began:c.began,sample:h.take,readCalls:()=>{b?.take()}}),S=()=>c.group.signal("SIGKILL");n.signal.addEventListener("abort",S,{once:!0}),n.signal.aborted&&S();for(let A of g)A.crashed.then(()=>A.crash()!==null&&c.group.signal("SIGINT"));let M=!1,v=setTimeout(()=>{M=!0,S()},p*1e3),x=await c.finished;clearTimeout(v);let w=cc(e,await c.began)-Date.now();x.kind==="measured"&&x.complete&&await lc(Math.min(5e3,Math.max(0,w))),y.end(),h.stop(),await b?.take(),b?.stop(),n.signal.removeEventListener("abort",S),await c.group.stop("SIGTERM",1e3);let k=(Date.now()-f)/1e3,$=e.slots.findLast(A=>A.startSeconds<=k)??e.slots[0];await dc(e,t,r);let O={slots:[],crash:ee(s,o,$.step.label),failure:null,loadSeconds:k,...Gt()};if(n.signal.aborted)return O;let R=A=>O.crash===null?{...O,failure:{...A,label:a,arm:l}}:O;if(x.kind==="failed"&&x.missing){let{exec:A,there:X}=x.missing;throw new q({what:`The k6 script of ${a} has no function \`${A}\`: ${X}.`,where:u.kind==="script"?u.path:a,hint:"Name the function to measure with `exec` in tailgate.yml, or export it as `default`."})}if(x.kind==="failed"){let A=`k6 had not ended after ${Math.round(p)} s, and was killed`;return R(M?{...x,message:A}:x)}if(!x.complete&&O.crash===null)return R({kind:"failed",fault:"harness",message:"k6 was interrupted from outside",log:""});let P=n.config.pods?.count,T=Fs(x.summary,e.slots,P);if(T!==null)return R({kind:"failed",fault:"harness",message:`k6 reported ${T}`,log:""});let F=A=>s.get(A)?.hops??1,U=zs(Io(Bs(x.summary,e.slots,P),h.samples,F),{around:n,instances:s,shared:o,samples:h.samples,generatorLimit:h.generatorLimit()}),pe=A=>l==="head"?A.map(X=>({label:a,threshold:X})):[],{summary:E,redirects:j}=x,Y=e.slots.every(({round:A})=>A===null),fe=s.get("head")?.lastWords()??null;return{...O,failures:U.filter(({slot:A})=>A.arm==="head"&&(A.round!==null||Y)).flatMap(A=>uc(A,x.told,m.get(A.slot)?.requests??[])).map(A=>({...A,said:fe})),redirects:j,thresholds:pe(E.thresholds),fed:pe(E.fed),unfed:pe(E.unfed),lost:E.lost>0?[{label:a,requests:E.lost}]:[],nodes:x.nodes??[],slots:await qs(U,b,d)}}function cc({slots:e},t){let r=e.map(({step:n,startSeconds:s,seconds:o})=>n.load.kind==="arrival-rate"?s+o:0);return t===null?0:t+1e3*Math.max(...r)+20}function uc({slot:e,failures:t,cut:r,received:n,sent:s,slices:o,barren:a},i,l){let{label:u,graceSeconds:c}=e.step,d=t.map(({code:h,which:b,count:y})=>{let S=i.find(v=>v.label===u&&v.code===h)?.text,M=l.length>1?` of ${l[b]?.name}`:"";return{label:u,text:`${Os(h,S)}${M}`,count:y}}),m=i.find(h=>h.label===u&&h.text.startsWith("exception")),p=a+o.reduce((h,b)=>h+b.failed,0)-r;if(m!==void 0&&p>d.reduce((h,{count:b})=>h+b,0)&&d.push({label:u,text:m.text,count:a||1}),r===0)return d;let g=r===s&&n>0?`the answer began, and did not end within ${c} s`:`no complete answer within ${c} s`;return[...d,{label:u,text:g,count:r}].sort((h,b)=>b.count-h.count)}async function dc(e,t,r){let{instances:n,shared:s,around:o}=r,a=n.get("base");if(a===void 0||ee(n,s,"")?.arm!=="head"||o.signal.aborted)return;let i=e.slots.filter(({arm:c})=>c==="head"),l=(i.length>0?i:e.slots).map(c=>({...c,arm:"base",turns:null}));a.resume();let u={...r,instances:new Map([["base",a]])};await V(Pe({...e,slots:l},l),`${t}-base`,u)}var mc=1.15,pc=1;function No(e,t,r=0){let n=z(t,.5),s=i=>!(z(i,.5)>mc*n),o=e.findIndex((i,l)=>s([i])&&s(e.slice(l)));if(o===-1)return null;let a=e.slice(0,o===0?0:o+1).reduce((i,l)=>i+l.seconds,0);return Math.max(pc,r+a)}var fc=.3;function Do(e,t,r,n){let s=e.filter(({slot:o})=>o.round===null&&!t.some(a=>a.slot.step===o.step));for(let{slot:o,slices:a}of s){let i=e.filter(p=>p.slot.round!==null&&p.slot.step===o.step&&p.slot.arm===o.arm&&D(p.slot)===D(o)),{readyAt:l}=r.get(o.arm),u=l===null?0:(a[0].startedAt-l)/1e3,c=No(a.map(p=>({...p,seconds:K(o,p.seconds)})),i.flatMap(({slices:p})=>p),Math.max(0,u-o.startSeconds-fc)),{label:d}=o.step,m=n.get(d);n.set(d,m===null||c===null?null:Math.max(m??0,c))}}var hc=3;function Fo({steps:e},t){let r=e.flatMap(({label:n})=>{let s=t.flatMap(({warmUps:o})=>o.get(n)??[]);return s.length>0?[[n,Math.max(...s)]]:t.length>=hc?[[n,Oe.seconds]]:[]});return new Map(r)}var Ye=2e4,gc=2;async function Bo(e,t,r){let n=performance.now(),s=jo(t);for(let[o,a]of e.entries()){let i=s.crash?.arm==="head"?s.crash:null;i!==null&&(s.crash=null),me(s,r)&&await bc(a,o,s,r),s.crash=St(i,s.crash)}return s.wallSeconds=(performance.now()-n)/1e3,s}function jo(e){return{index:e,kept:[],discarded:[],crash:null,failure:null,...Gt(),soakFailures:[],warmUps:new Map,soak:[],wallSeconds:0}}function Wt(e,t){return t===1?[e]:Array.from({length:t},(r,n)=>{let s=e.index+n,o=a=>a.filter(({slot:i})=>i.block===s);return{...n===t-1?e:jo(s),index:s,kept:o(e.kept),discarded:o(e.discarded),wallSeconds:e.wallSeconds/t}})}async function bc(e,t,r,n){let s={running:new Map,starts:0};try{yc(r.index,e.arms,n),await Q(s,{...n,together:e.arms,block:Ut(r,n)});for(let[o,a]of e.programs.entries()){let i=`${Wo(r,n)}-${t+1}-${o+1}`;await kc(a,i,s,r,n)}e.arms.length>1&&me(r,n)&&await Sc(s,r,n)}finally{await Z(s)}}async function Sc(e,t,r){let{progress:n}=r,s=Go(e,t,r),o=r.soak?.(t)??[];for(let a=1;o.length>0&&me(t,r);a++){let{arm:i}=o[0].slots[0],l=o.reduce((c,d)=>c+d.seconds,0);n.phase(`keeping the ${i} under load, for stalls, growth and memory`,l),r.follow?.(t,o.flatMap(Uo));let u=[...e.running].filter(([c])=>c!==i).map(([,c])=>c);for(let c of u)c.halt();try{for(let[c,d]of o.entries()){if(!me(t,r))break;let m=`${Wo(t,r)}-soak-${a}-${c+1}`,p=await V(d,m,s);t.crash=p.crash,t.failure??=p.failure,t.soak.push(...p.slots),t.soakFailures.push(...p.failures)}}finally{for(let c of u)c.resume()}o=r.soak?.(t)??[]}}function Go(e,t,r){let{arms:n,shared:s,k6:o,seed:a,folder:i}=r;return{around:n.head,k6:o,seed:a,folder:i,instances:e.running,shared:s,block:t.index}}function Wo(e,t){let{variant:r}=t;return`${r===void 0?"":`variant-${r}-`}block-${Ut(e,t)+1}`}function Ut({index:e},{sizings:t=0}){return e+t}function yc(e,t,r){let{arms:n,progress:s}=r,{services:o}=n.head.config,a=o.filter(({start:i,scope:l})=>i&&l==="instance").map(({name:i})=>i);a.length===0||e>0||s.phase(`starting ${a.join(", ")}${n.base?` of ${t.join(" and ")}`:""}`)}function wc({index:e},{planned:t}){return t>1?`block ${e+1} of ${t}: `:""}async function kc(e,t,r,n,s){let{arms:o,shared:a,progress:i,repeatDisturbed:l=!0}=s,u=e,c=!0;for(let d=0;u!==null&&me(n,s);d++){let m=Uo(u),p=u.slots.every(({requests:k})=>k===null)?u.seconds:void 0;i.phase(`${wc(n,s)}measuring ${m.join(", ")}`,p),s.follow?.(n,m);let f=d===0?t:`${t}-again${d}`,g=await V(u,f,Go(r,n,s)),{crash:h,failure:b,thresholds:y,slots:S}=g;n.crash=h,n.failure=b??n.failure;for(let k of["failures","redirects","fed","unfed","lost","nodes"])n[k].push(...g[k]);let M=S.filter(({slot:k})=>k.round!==null),v=h===null&&l?ks(M):[],x=M.filter(k=>!v.includes(k));n.kept.push(...x),n.discarded.push(...v),v.length===0&&n.thresholds.push(...y);for(let k of v)br(()=>xs(k,n.index));Do(S,v,r.running,n.warmUps);let w=v.filter(k=>!xc(k,s)).map(({slot:k})=>k);u=w.length>0&&d<gc&&c?Pe(e,w):null,v.length>0&&i.note(vs(v,u!==null)),u!==null&&(c=o.head.config.pods!==void 0||await Mc(s),n.crash=ee(r.running,a,w[0].step.label),o.base&&me(n,s)&&await vc(r,n,s))}}function Uo({slots:e}){return[...new Set(e.map(({step:t})=>t.label))]}async function vc(e,t,r){let n=[...e.running.keys()];await Z(e),await Q(e,{...r,together:n,block:Ut(t,r)})}async function Mc({arms:e,progress:t}){return t.phase(`waiting for the machine to calm down (${Ye/1e3} s at most)`),Ge(Ye,e.head.signal)}function xc({slot:e,evidence:t},{isEnough:r}){return r!==void 0&&e.requests!==null&&t.seconds<ie}function me(e,{arms:t,isEnough:r}){let{crash:n,failure:s}=e;return n!==null||s!==null&&!qt(s)||t.head.signal.aborted?!1:!r?.(e)}function qt({arm:e,fault:t}){return e==="base"&&t==="script"}var Rc=8,Ac=2;async function qo(e,t){let{instances:r,around:n,shared:s,start:o,progress:a,block:i,repeatDisturbed:l=!0}=t,u=[...r.keys()],c={block:i,arms:new Map(u.map(f=>[f,{trials:[],estimate:null}])),discarded:[],crash:null,failure:null,loadSeconds:0},d=0,m=f=>c.arms.get(f).trials,p=()=>c.crash===null&&c.failure===null&&!n.signal.aborted;for(let f=1;p()&&c.loadSeconds<t.secondsLeft;f++){let g=u.flatMap(y=>{let S=vr({...e.goal,outcomes:m(y),start:o});return S===null?[]:[{arm:y,...S}]});if(g.length===0)break;t.drawFirst()!==g[0].arm&&g.reverse(),a.phase(Tc(e,g,c));let h=[];for(let[y,S]of Oc(e,g,f===1).entries()){if(!p())break;let M=`search-${e.scenario}-${i+1}-${f}-${y+1}`,v=await V(S,M,{...t,around:n,instances:r,shared:s});c.crash=v.crash,c.failure=v.failure,c.loadSeconds+=v.loadSeconds;let x=v.slots.filter(({slot:k})=>k.round!==null),w=l?x.filter(({diagnosis:k})=>k==="disturbed"):[];if(h.push(...w),!(w.length>0))for(let k of x){let{rate:$}=g.find(({arm:R})=>R===k.slot.arm),O=ws(e.goal.slo,$,k);m(k.slot.arm).push(O)}}if(h.length===0)continue;c.discarded.push(...h);let b=h.map(({diagnosis:y,evidence:S})=>be(y,S));if(a.note(`a trial of ${e.label} is discarded: ${[...new Set(b)].join("; ")}`),c.discarded.length>Rc||d===Ac)break;await Ge(Ye,n.signal)||d++,c.crash??=ee(r,s,e.label)}for(let f of c.arms.values())f.estimate=Mr(f.trials,e.goal);return c}function Oc(e,t,r){return e.work.kind==="request"?[at(e,t,r)]:t.map(n=>at(e,[n],r))}function Tc({label:e},t,{arms:r}){let n=t.map(({arm:s,rate:o})=>{let{trials:a}=r.get(s),i=Math.max(0,...a.filter(({met:d})=>d).map(d=>d.rate)),l=Math.min(...a.filter(({met:d})=>!d).map(d=>d.rate)),u=[...i>0?[`${H(i)} meets`]:[],...l<1/0?[`${H(l)} does not`]:[]],c=u.length>0?`${u.join(", ")}; `:"";return`${r.size>1?`${s}: `:""}${c}trying ${H(o)}`});return`capacity of ${e}: ${n.join(" \xB7 ")}`}function zo({label:e},{arms:t}){let r=[...t].map(([n,{estimate:s,trials:o}])=>{let a=t.size>1?`${n} `:"",i=`${o.length} trials`;if(s===null)return`${a}not found (${i})`;let{kind:l,value:u,low:c,high:d}=s;return l==="found"?`${a}${H(u)} (${H(c)} \u2026 ${H(d)}, ${i})`:`${a}${l==="below"?`less than ${H(d)}`:`at least ${H(c)}`} (${i})`});return`capacity of ${e}: ${r.join("; ")}`}function H(e){return`${Number(e.toPrecision(4)).toLocaleString("en")} req/s`}var Ko={far:2,near:1.12},Ec=.7;async function Jo(e,t,r){for(let s of e)t.set(s,[]);let n=Math.max(0,...e.map(({blocks:s})=>s.most));for(let s=0;s<n;s++){let o=e.filter(d=>Cc(d,t.get(d),s));if(o.length===0||Vo(t,r,["head","base"]))return;let i=r.drawFirst()==="head"?["head","base"]:["base","head"],l=r.arms.base?i:["head"],u=new Map(o.map(d=>[d,Ic(d,t.get(d))])),c=r.swapped?l.map(d=>[d]):[l];for(let[d,m]of c.entries())await Pc(o,{together:m,block:s,before:u,found:t,share:1/(c.length-d)},r)}}async function Pc(e,{together:t,block:r,before:n,found:s,share:o},a){let{arms:i,progress:l}=a,u={running:new Map,starts:0};try{l.phase(`starting services for the search of a capacity, start ${r+1}`),await Q(u,{arms:i,together:t,block:$c+r});for(let c of e){if(Vo(s,a,t))return;let d=s.get(c),m=await qo(c,{...a,around:i.head,instances:u.running,block:r,start:n.get(c),secondsLeft:o*Ho(c,d)});d.push(m),l.note(zo(c,m))}}finally{await Z(u)}}var $c=1e3;function Vo(e,{arms:t},r){let n=({crash:s,failure:o})=>o!==null||s!==null&&(s.arm!=="head"||r.includes("head"));return t.head.signal.aborted||[...e.values()].flat().some(n)}function Ho({budgetSeconds:e},t){return e-t.reduce((r,{loadSeconds:n})=>r+n,0)}function Cc(e,t,r){if(r===0)return!0;if(r>=e.blocks.most)return!1;let n=Array.from({length:r},(a,i)=>t.filter(l=>l.block===i).reduce((l,{loadSeconds:u})=>l+u,0)),[s,...o]=n;return Ho(e,t)>=Ec*Math.min(ot.later/ot.first*s,...o)}function Ic({goal:e},t){let r=t.flatMap(({arms:n})=>[...n.values()].flatMap(({estimate:s})=>s??[]));return r.length===0?{rate:e.from,factor:Ko.far}:{rate:ln(r.map(({value:n})=>n)),factor:Ko.near}}function Yo(e,t){let[r,...n]=e;if(n.length===0)return r;let s=d=>e.flatMap(d),o={slos:s(({slos:d})=>d),changes:s(({changes:d})=>d),faults:s(({faults:d})=>d),invalid:_c(s(({invalid:d})=>d))},a=d=>C(e,({effort:m})=>m[d]),[i,l]=[s(d=>d.work??[]),s(d=>d.risen??[])],u=s(d=>d.flameGraphs??[]),c=s(d=>d.redirects??[]);return{...r,...Zr({...o,failOn:t}),...o,costs:s(({costs:d})=>d),suspects:s(({suspects:d})=>d),...c.length>0&&{redirects:c},...i.length>0&&{work:i},...l.length>0&&{risen:l},...u.length>0&&{flameGraphs:u},pair:Nc(e.flatMap(({pair:d})=>d??[])),effort:{slices:a("slices"),discardedRounds:a("discardedRounds"),instances:a("instances"),loadSeconds:a("loadSeconds")}}}function _c(e){return[...new Map(e.map(t=>[JSON.stringify({...t,log:""}),t])).values()]}function Lc(e){let t=Number(e.toFixed(9));return Math.abs(e-t)<1e-12?t:e}function Nc(e){let[t]=e;if(t===void 0)return null;let r=e.flatMap(s=>s.unread??[]),n=C(e,s=>s.error);return{...t,...r.length>0&&{unread:r},variants:e.length,blocks:C(e,({blocks:s})=>s),planned:C(e,({planned:s})=>s),discarded:{base:C(e,({discarded:s})=>s.base),head:C(e,({discarded:s})=>s.head)},error:Math.min(1,Lc(n))}}import{realpathSync as ta,writeFileSync as qc}from"node:fs";import{devNull as zc}from"node:os";import{join as Me}from"node:path";import{once as Dc}from"node:events";import{realpathSync as Fc}from"node:fs";import{join as Bc}from"node:path";var ve=["base","head"],Xo=3,jc=2,Gc=4,Wc=4,Uc=1,Qo="services and profilers took so long to start that no time is left for it";async function Zo(e){let{arms:t,folder:r,layOut:n,choose:s,shared:o,k6:a,seed:i,block:l,tops:u,seconds:c,variant:d}=e,m=performance.now()+1e3*c,p=AbortSignal.timeout(1e3*c),f=Dc(p,"abort").then(()=>{throw new Error(Qo)});f.catch(()=>{});let g=new Map,h=new Map,b={running:new Map,starts:0},y=[],S=async(M,v,x)=>{let w=h.get(M).filter(k=>x==="time"||k.seesAllocations);return(await Promise.all(w.map(k=>k.sample(v,x)))).flat()};try{for(let E of ve)g.set(E,await zr(Bc(r,`${E}.sock`)));let M=E=>({...t[E],preload:g.get(E).preload,signal:AbortSignal.any([t[E].signal,p]),grace(j){let Y=m+1e3*Wc-performance.now();return Math.min(t[E].grace(j),Math.max(1e3*Uc,Y))}}),v={head:M("head"),base:M("base")};await Q(b,{arms:v,together:ve,block:l,...d&&{variant:d}}),p.aborted&&await f;for(let E of ve){let{sessions:j}=b.running.get(E),{environment:Y}=t[E],[fe,A]=[u[E],E],X=ts({sessions:j,top:fe,folder:r,name:A,environment:Y,signal:p}),Yt=await Promise.race([X,f]),Xt=g.get(E);h.set(E,Xt.countPeers()>0?[Xt,...Yt]:Yt)}let x=[...h.values()],w=x.every(E=>E.some(j=>j.seesAllocations)),k=()=>w?s(y):"time",$=s(y);if(x.some(E=>E.length===0)||$!==k())return y;await Promise.race([Promise.all(ve.map(E=>S(E,1,$))),f]);let O={around:v.head,k6:a,folder:r,instances:b.running,shared:o,block:l,seed:i},R=async()=>{let E=k(),j=async A=>Vn(await S(A,Xo,E),[u[A],Fc(u[A])]),[Y,fe]=await Promise.all(ve.map(j));return{of:E,base:Y,head:fe}},P=(m-performance.now())/1e3-Gc;if(P<Xo)throw new Error(Qo);let T=V(n(P),"profile",O),F=T.then(()=>null);for(let E=0;;E++){let j=await Promise.race([R().catch(()=>null),F]);if(j===null)break;E>=jc&&y.push(j)}let{crash:U,failure:pe}=await T;return U===null&&pe===null?y:[]}finally{for(let M of[...h.values()].flat())M.close();await Z(b);for(let M of g.values())M.close()}}var Kc=4;async function na(e,{plan:t,blocks:r,config:n},{tops:s},o){let{arms:a,progress:i}=o,{head:l,base:u}=a,{verdict:c}=e,d=Hc(c),m=d?.label??Vc(c),p=t.steps.find(h=>h.label===m),f=n.services.some(({start:h,container:b})=>h!==void 0&&!b);if(n.explain==="off"||!f||!p||!s||!u||!Ee(t,p)||l.signal.aborted)return e;let g=`takes the ${d?"processor time":"memory"}`;i.phase(`looking for what ${g} of ${p.label}`,40);try{let h=await Zo({...o,arms:{head:l,base:u},tops:s,block:r.length,seconds:40,layOut:O=>xn(t,p,O),choose:O=>d&&!Jc(ne(O,"time"),d)?"time":"allocations"});for(let O of["time","allocations"])for(let R of["base","head"]){let P=Hn(ne(h,O).map(T=>T[R]));P!==""&&qc(Me(o.folder,`profile-${O}.${R}.txt`),P)}let b=async(O,R)=>{let P=[...new Set(O.flatMap(U=>U.function?.file??[]))];if(O.length===0||!P.every(U=>ra(U,s.head)))return[];let T=await Yc(P,s,l),F=Qn(O,ne(h,R),T);return[{label:p.label,...F,...R==="allocations"&&{of:R}}]},y=d?await b(ct(ne(h,"time"),d),"time"):[],M=y.some(O=>O.function!==null)?[]:await b(Xn(ne(h,"allocations")),"allocations"),v=[...y,...M],x=(O,R)=>{let P=Zn(ne(h,O),R);return P.length>0?[{label:p.label,of:O,bars:P}]:[]},w=Yn(ne(h,"allocations")),k=[...d?x("time",d):[],...x("allocations",{base:w.base/w.head,head:1})],$={...v.length>0&&{risen:v},...k.length>0&&{flameGraphs:k}};return{...e,verdict:{...c,...$}}}catch(h){return i.note(`what ${g} could not be looked for: ${h.message}`),e}}var ne=(e,t)=>e.filter(r=>r.of===t);function Jc(e,t){return e.length<Kc?!1:ct(e,t).find(({isMost:r})=>r)?.function===null}function Vc({changes:e,invalid:t,faults:r}){if(!(t.length>0||r.length>0))return e.find(({code:n,metric:s})=>n==="regressed"&&s.kind==="memory")?.label}function Hc(e){if(e.invalid.length>0||e.faults.length>0)return;let t=new Set(e.changes.filter(({code:r,metric:n})=>r==="regressed"&&cn(n)).map(({label:r})=>r));return rs(e).filter(r=>t.has(r.label)&&ss(r)).sort((r,n)=>n.change.value-r.change.value)[0]}function ra(e,t){try{return ta(Me(t,e)).startsWith(`${ta(t)}/`)}catch{return!1}}async function Yc(e,t,{environment:r,signal:n}){let s=new Map,o=["--no-index","--unified=0","--no-color","--no-ext-diff","--no-textconv"],a=performance.now()+Xc;for(let i of e){let l=ra(i,t.base)?Me(t.base,i):zc,u=await $e({file:"git",arguments:["diff",...o,"--",l,Me(t.head,i)],environment:oe(r),timeoutMs:Math.max(0,a-performance.now()),signal:n});if(u.kind!=="ended")continue;let d=[...u.output.matchAll(/^@@ -[\d,]{1,20} \+(\d{1,9})(?:,(\d{1,9}))? @@/gm)].flatMap(([,m,p="1"])=>Array.from({length:Math.min(Qc,Math.max(1,Number(p)))},(f,g)=>Number(m)+g));d.length>0&&s.set(i,{changed:d,lines:es(Me(t.head,i))})}return s}var Xc=1e3,Qc=1e4;async function zt(e,{pair:t,guessMissing:r},n){let{kind:s,arm:o,service:a,log:i,other:l}=e,u=n?`${e.message} (variant ${n.name})`:e.message,c=o===null?null:await r(o,i);if(o!=="base"||t===void 0){let d=c===null?"":`; \`${c}\` is git-ignored, so a fresh tree has none: let \`build\` make it, or name it in \`reuse\``,m=l==="ready"&&o==="head";if(l===null||l==="ready")return{kind:s,service:a,message:u+d,log:i,...m&&{onlyHead:!0}};let p=`; \`${l.service}\` of the base: ${l.message}`;return{kind:s,service:a,message:u+p+d,log:yt(i,l.log),both:!0}}return{kind:"base-failed",fault:s,commit:t.baseCommit,service:a,message:u,log:i,missing:c}}function Xe({draft:e},t){let r=e.pair?.baseCommit;if(t===void 0||r===void 0)return null;let{crash:n,failure:s}=t;if(n?.arm==="base"){let{service:l,exit:u,log:c,head:d}=n,m=d&&`, and \`${d.service}\` of this change with ${d.exit}`,p=`under load it ended with ${u}${m??""}`;return{kind:"base-failed",fault:"crashed",commit:r,service:l,message:p,log:c,missing:null,...d&&{both:!0}}}if(n!==null||s===null||!qt(s))return null;let{label:o,log:a}=s,i=`the script of ${o} fails on the base, though not on the head: ${s.message}`;return{kind:"base-failed",fault:"script-failed",commit:r,service:o,message:i,log:a,missing:null}}var Zc=.001,sa=3;function oa({label:e,kept:t,failures:r}){let n=[],s=ca(t.filter(({diagnosis:a})=>a==="service-slow"));s!==null&&n.push({kind:"cannot-keep-up",label:e,...ua(s),cpu:s.cpu});let o=ia({label:e,slices:t.flatMap(a=>a.slices),failures:r});return o===null?n:[...n,o]}function aa(e){let t=ia(e);return t&&{...t,soak:!0}}function ia({label:e,slices:t,failures:r}){let n=t.reduce((o,a)=>o+a.failed,0),s=t.reduce((o,a)=>o+a.failed+a.ok,0);return n<=Zc*s?null:{kind:"failing",label:e,failed:n,requests:s,examples:r.slice(0,sa)}}var eu=.01;function tu({label:e,kept:t,failures:r,thresholds:n,lost:s}){let o=u=>({kind:"script-failed",label:e,message:u,log:""}),a=t.reduce((u,c)=>u+c.barren,0),i=t.reduce((u,c)=>u+c.evidence.sent,0);if(a>eu*i){let u=r.find(c=>c.startsWith("exception"));return o(`it threw before it sent a request, in ${a} of ${i} iterations${u?`: ${u}`:""}`)}let l=s+t.reduce((u,c)=>u+c.lost,0);if(l>0)return o(`${l} of its requests are in no count: it sends them in a way that Tailgate does not see`);if(n.length>0){let u=n.slice(0,sa).map(c=>`\`${c}\``);return o(`nothing was measured that its threshold ${u.join(", ")} could judge, so it would always hold: mend its name or tags, or take it out`)}return null}function la(e,t){let{label:r,kept:n,discarded:s}=e,o=tu(e);if(o!==null)return o;if(n.length>=t/2&&n.length>0){if(n.flatMap(b=>b.slices).reduce((b,y)=>b+y.ok+y.failed+y.dropped,0)>0)return null;let{seconds:h}=n[0].evidence;return n.every(({evidence:b})=>b.sent===0)?{kind:"none-begun",label:r,seconds:h}:{kind:"script-failed",label:r,message:"it sent no request while it was measured; Tailgate replaces its scenarios, so `exec.scenario.name` and `exec.test.options.scenarios` are not those of the script",log:""}}let a=ca(s);if(a===null)return{kind:"harness",message:`${r} was not measured`,log:""};let{cpu:i,lagMs:l,pods:u}=a,c=u&&(qn(a)?u.latest:u.behind),d={label:r,...ua(a),cpu:i},m=s.length+n.length,p={"generator-starved":{kind:"generator-starved",...d,lagMs:l,...c&&{pod:c}},disturbed:{kind:"machine-disturbed",label:r,discarded:s.length,rounds:m,cpu:i},unknown:{kind:"cause-unknown",...d}},f=g=>s.filter(({diagnosis:h})=>h===g).length;return Object.entries(p).reduce((g,h)=>f(h[0])>f(g[0])?h:g)[1]}function ca(e){let t=({sent:r,intended:n})=>n===null?0:n-r;return e.map(({evidence:r})=>r).sort((r,n)=>t(n)-t(r))[0]??null}function ua({sent:e,intended:t,seconds:r}){return{sent:e,intended:t??e,seconds:r}}function L(e,t,r){return e.filter(({slot:n})=>n.step.label===t.label&&n.arm===r)}function Ze({label:e},t){return t.map(({kept:r})=>r.filter(({slot:n})=>n.step.label===e))}function da(e,t){let r=t.flatMap(({discarded:s})=>s).filter(({slot:s,diagnosis:o,evidence:a})=>{let i=o==="generator-starved"||o==="unknown";return s.step.label===e.label&&i&&Kn(a)}),n=r.filter(({slot:s})=>D(s));return{head:Qe(n,"head"),base:Qe(n,"base"),together:r.filter(({slot:s})=>s.turns?.position===0).length}}function et(e,t){let r=t.flatMap(s=>s.soak),n=s=>L(r,e,s).flatMap(({slices:o,disturbed:a})=>o.filter((i,l)=>!a[l]));return{base:n("base"),head:n("head")}}function Kt(e,t,r){let n=s=>L(s,e,"head").filter(({slot:o})=>r(o));return{label:e.label,kept:t.flatMap(s=>n(s.kept)),discarded:t.flatMap(s=>n(s.discarded)),failures:ma(e,t.flatMap(s=>s.failures)),thresholds:nu(e,t),lost:t.flatMap(({lost:s})=>s).filter(({label:s})=>s===e.label).reduce((s,{requests:o})=>s+o,0)}}function ma({label:e},t){let r=new Map;for(let{text:n,count:s}of t.filter(o=>o.label===e))r.set(n,(r.get(n)??0)+s);return[...r].sort((n,s)=>s[1]-n[1]).map(([n])=>n)}function nu({label:e},t){let r=s=>t.flatMap(o=>o[s].filter(a=>a.label===e)).map(o=>o.threshold),n=new Set(r("fed"));return[...new Set(r("unfed"))].filter(s=>!n.has(s))}function pa(e,t){let{head:r}=et(e,t);if(r.length===0)return null;let n=t.flatMap(s=>s.soakFailures);return{label:e.label,slices:r,failures:ma(e,n)}}function fa(e,t,r){let n=r.flatMap(({index:a,kept:i})=>{let l=L(i,e,t);return l.length>0?[{block:a,slots:l}]:[]}),s=et(e,r)[t],o=r.flatMap(a=>L(a.discarded,e,t).flatMap(({slices:i,evidence:l,diagnosis:u})=>i.length===0?[]:[{startedAt:i[0].startedAt,seconds:l.seconds,because:u}]));return{scenario:e.scenario,label:e.label,...e.variant&&{variant:e.variant},load:e.load,instances:n.map(({block:a,slots:i})=>{let l=Ke(i);return{block:a,slices:i.flatMap(({slices:u})=>u),...l&&{calls:l}}}),...s.length>0&&{soak:s},...o.length>0&&{discarded:o}}}function ha(e,t,r,n){let o=[...new Set(t.flatMap(({thresholds:m})=>m.map(({label:p})=>p)))].map(m=>{let p=t.flatMap(f=>f.thresholds.filter(g=>g.label===m));return{kind:"threshold",label:m,thresholds:[...new Set(p.map(({threshold:f})=>f))]}}),a=[...r].flatMap(([m,p])=>os(m,p)??[]),i=t.flatMap(m=>[...m.failures,...m.soakFailures]),l=m=>m.kind==="failing"?{...m,...i.findLast(({label:p})=>p===m.label)?.said}:m,u=e.flatMap(oa),c=m=>u.some(p=>p.kind==="failing"&&p.label===m),d=n.filter(({label:m})=>!c(m)).flatMap(m=>aa(m)??[]);return[...We(t),...a,...[...u,...d].map(l),...o]}function ga(e,t,r,n){if(t.length===0)return[];let s=Ue(t);if(s.length>0||t.some(({crash:a})=>a!==null))return s;let o=Rn(e,t.length).filter(({arm:a})=>a==="head");return e.steps.flatMap(a=>n.some(u=>u.kind==="fills-machine"&&u.label===a.label)?[]:(r.has(a.label)?[D]:[D,In]).map(u=>{let c=o.filter(d=>d.step===a&&u(d)).length;return c===0?null:la(Kt(a,t,u),c)}).find(u=>u!==null)??[])}function Qe(e,t){return e.filter(({slot:r})=>r.arm===t).length}var ru=.5;function Sa(e,t){let{work:r,label:n}=e;if(r.kind==="script")return[];let s=t.flatMap(({kept:a})=>L(a,e,"head")),o=t.flatMap(({redirects:a})=>a);return ae(r).flatMap(({request:a},i)=>{let l=o.find(m=>m.label===n&&m.which===i);if(l===void 0)return[];let{status:u,location:c}=l,d=nr(s.flatMap(({answers:m})=>m[i]??[])).get(u)??0;return d<=ru?[]:[{label:n,request:Jt(a),status:u,location:c,share:d}]})}function ya(e,{paired:t},r){let{work:n,label:s}=e,o=r.map(({kept:i})=>({base:ba(L(i,e,"base")),head:ba(L(i,e,"head"))}));if(!t)return sr(s,o.flatMap(({head:i})=>i.slices));let a=n.kind==="script"?null:ae(n).map(({request:i})=>({text:Jt(i),keepsSize:i.expectSize==="same"}));return rr(s,a,o)}function wa(e,t,r){let{work:n}=e,s=r.flatMap(({kept:a})=>L(a,e,t));return(n.kind==="script"?[null]:ae(n).map(({request:a})=>Jt(a))).flatMap((a,i)=>{let l=s.flatMap(({answers:p})=>p[i]??[]),u={};for(let[p,f]of l.flatMap(({statuses:g})=>[...g]))u[p]=(u[p]??0)+f;let{typical:c,mean:d,count:m}=tr(l);return Object.keys(u).length===0&&m===0?[]:[{request:a,statuses:u,...m>0&&{bytes:{typical:c,mean:Math.round(d)}}}]})}function ba(e){return{answers:e.map(({answers:t})=>t),slices:e.flatMap(({slices:t})=>t),iterations:e.reduce((t,{sent:r})=>t+r,0),connects:e.reduce((t,{connects:r})=>t+r,0),calls:Ke(e)}}function Jt({method:e,url:t}){let r=t.replace(/[?#].*/s,"");return e==="GET"?r:`${e} ${r}`}function ka(e,t){return[...e].flatMap(([{scenario:r,label:n,goal:s},o])=>["head","base"].flatMap(a=>{let i=o.flatMap(({block:l,arms:u})=>{let c=u.get(a);return c&&c.trials.length>0?[{block:l,...c}]:[]});return i.length>0?[{scenario:r,label:n,digest:t.get(n),goal:s,arm:a,blocks:i}]:[]}))}function va(e){return Math.max(0,...[...e.values()].flatMap(t=>t.map(({block:r})=>r+1)))}function Ma(e){let t=[...e.values()].flat(),r=Ue(t);return r.length>0||t.some(({crash:n})=>n!==null)?r:[...e].flatMap(([{label:n},s])=>s.some(({arms:a})=>a.get("head")?.estimate!=null)?[]:[su(n,s)])}function su(e,t){let r=t.flatMap(o=>o.discarded),n=t.flatMap(({arms:o})=>o.get("head")?.trials??[]),s=r.at(-1);return s===void 0||n.length>r.length?{kind:"search-too-short",label:e,trials:n.length}:{kind:"machine-disturbed",label:e,discarded:r.length,rounds:r.length+n.length,cpu:s.evidence.cpu}}function re(e,t,r,n=new Map){let{config:s,plan:o,baseline:a,digests:i,draft:l,comparison:u}=e,c=o.steps.map(w=>Kt(w,t,D)),d=new Map(o.steps.map(w=>[w.label,da(w,t)])),m=o.steps.flatMap(w=>pa(w,t)??[]),p=ha(c,t,d,m),f=u.kind==="pair"?["head","base"]:["head"],g=o.steps.flatMap(w=>f.flatMap(k=>{let $=fa(w,k,t),O=i.get(w.label);if($.instances.length===0)return[];let R=wa(w,k,t);return[{...ur($,k,O),...R.length>0&&{answers:R}}]})),h=ka(n,i),b=ou(s,t),y={...l,...b&&{generators:b},steps:g,...h.length>0&&{capacities:h}},S=Vt(o,t),M=o.steps.flatMap(w=>{if(!g.some(({label:R,arm:P})=>R===w.label&&P==="head"))return[];let k=s.scenarios.find(({name:R})=>R===w.scenario),$=Rr(a,y,w.label),O=R=>{let P=t.flatMap(({kept:T})=>L(T,w,"base").flatMap(({slices:F})=>F));return P.length>0?ge(P,R):as($.runs.map(({slices:T})=>ge(T,R)))};return[{label:w.label,slos:w.slos,load:w.load,blocks:Ze(w,t),crowding:d.get(w.label),soak:et(w,t),...w.work.kind==="script"&&{seen:au(w,t)},isNew:S.has(w.label),anySize:s.baseline.anySize,limits:gn(w,o.steps),history:$,sensitivityOf:(R,P)=>yn(s,k,R,P,()=>O(R))}]}),v=w=>Qe(t.flatMap(k=>k.discarded),w);return{...us({steps:M,faults:[...p,...We([...n.values()].flat())],searches:o.searches.length,capacities:cs(y,s,o.searches,w=>Ar(a,y,w)),invalid:r?[r]:[...ga(o,t,S,p),...Ma(n)],looks:o.looks,comparison:u,discarded:{base:v("base"),head:v("head")},loosened:e.loosened,failOn:e.failOn,redirects:o.steps.flatMap(w=>Sa(w,t)),work:o.steps.flatMap(w=>ya(w,o,t)),effort:{slices:t.flatMap(({kept:w})=>w).reduce((w,k)=>w+k.slices.length,0),discardedRounds:v("head"),instances:f.length*(t.length+va(n)),loadSeconds:[...t.flatMap(({kept:w,soak:k})=>[...w,...k].map(({evidence:$})=>$.seconds)),...[...n.values()].flat().map(({loadSeconds:w})=>w)].reduce((w,k)=>w+k,0)}}),record:y}}function ou({pods:e},t){if(e===void 0)return;let{count:r,image:n,cpu:s,memory:o}=e,a=[...new Set(t.flatMap(i=>i.nodes))].sort();return{pods:r,nodes:a,image:n,cpu:s,memory:o}}function au(e,t){let r=t.flatMap(({kept:n})=>L(n,e,"head").flatMap(s=>s.seen??[]));return[...new Map(r.map(n=>[n.name,n])).values()]}var iu=.5,lu=2;function Vt({paired:e,steps:t},r){if(!e)return new Set;let n=s=>{let o=r.map(({kept:a})=>({base:L(a,s,"base"),head:L(a,s,"head")})).filter(({base:a,head:i})=>a.length>0&&i.length>0);return o.length>=lu&&o.every(({base:a,head:i})=>xa(a)&&!xa(i))};return new Set(t.filter(n).map(({label:s})=>s))}function xa(e){return Re(e.flatMap(({slices:t})=>t))>iu}import{randomInt as Pa}from"node:crypto";function Ra(e,t){let r=new Map;for(let n of e.steps.filter(s=>Mn(e,s))){let s=Ze(n,t),o=ns({alone:is(s).alone,all:s.map(ls)});o!==null&&r.set(n.label,o)}return r}var cu=2.5,uu=.5;function Aa(e,t,{wallSeconds:r,loadSeconds:n}){if(t.pods!==void 0&&ds(e))return e;let s=Math.max(uu,r-n-du(e)),o=e.steps.reduce((a,i)=>a+i.budgetSeconds,0);return kn(e,t,Math.floor((cu-1)*o/s))}function du(e){return e.warmUpSeconds!==void 0?0:e.steps.filter(({load:n})=>n.kind!=="fixed-work").map(n=>Ee(e,n)?1:2).reduce((n,s)=>n+s,0)*(Oe.seconds-ie)}function Ht({steps:e,paired:t},{kept:r,discarded:n}){let s=t?["base","head"]:["head"],o=[...r,...n].filter(({slot:i})=>i.requests!==null),a=e.filter(({load:i})=>i.kind==="fixed-work").map(i=>({label:i.label,of:s.map(l=>L(o,i,l))}));return a.some(({of:i})=>i.some(l=>l.length===0))?new Map:new Map(a.map(({label:i,of:l})=>[i,l.flat().filter(({slices:u})=>u.reduce((c,{ok:d,failed:m})=>c+d-m,0)>0).map(({slices:u})=>u.reduce((c,{seconds:d})=>c+d,0))]))}function Oa(e,{steps:t},r){return t.flatMap((n,s)=>{if(n===e.steps[s])return[];let o=Ce(1e3*Math.min(...r.get(n.label))),[a,i]=[e.steps[s],n].map(l=>Ie(rt(l)));return[`${n.label}: ${a} requests took only ${o}; from now on there are ${i} in each stretch, which is ${Ie(n.passes)} times the work`]})}function Ta({steps:e,blocks:t},r){return e.flatMap(n=>{let{label:s,budgetSeconds:o}=n,a=r.get(s)??[],i=a.length===0?0:$n(a);return i*t<=o?[]:[`${s}: ${Ie(rt(n))} requests take ${Ce(i*500)}; for two revisions in ${t} blocks, the fewest that can show a change, that is ${Ce(i*t*1e3)}, more than its budget of ${o} s`]})}function Ea(e,t,r){let{block:n,current:s,later:o}=r,a=[...t,...n===null?[]:[n]].flatMap(l=>l.kept),i=e.paired?["base","head"]:["head"];return{scenarios:e.steps.map(l=>({label:l.label,isCurrent:s.includes(l.label),arms:i.map(u=>{let c=Wn(L(a,l,u).flatMap(d=>d.slices));return{arm:u,p50:z(c,.5),p99:z(c,.99)}})})),variantsLeft:o.length,secondsLeft:mu(e,t,r)}}function mu(e,t,{elapsedSeconds:r,isLast:n,later:s}){if(t.length===0&&e.fixedWork.length>0)return;let{soak:o,searches:a}=e.seconds,i=Dn(e).last-o-a,l=t.filter(({discarded:d})=>d.length===0),u=l.length>0?l.reduce((d,{wallSeconds:m})=>d+m,0)/l.length:i/e.blocks,c=n?0:u*(e.blocks-t.length)-r;return Math.max(0,c)+o+a+Fn(s).wall.last}var $a={blocks:2,seconds:60},pu=5;async function Ca(e,t){let{signal:r}=t.arms.head,{blocks:n}=e,s=new Set,o=0;for(;n.length<e.plan.blocks&&!r.aborted;){let a=n.length;for(let[y,S]of Ra(e.plan,n)){if(s.has(y))continue;s.add(y);let M=S==="hidden-work";e.plan=vn(e.plan,e.config,{measured:a,worksMore:M}),t.progress.note(Su(y,S,e.plan))}let{plan:i}=e,l=y=>({index:y,first:Pa(2)===0?"head":"base",reversed:Pa(2)===0,headOnly:Vt(i,n),warmUpSeconds:Fo(i,n),shift:it[y%it.length],longer:s}),{stages:u,count:c}=ms(i,a,e.config,l),d={judgement:null},m=performance.now(),p=!1,f=(y,S)=>{let M=(performance.now()-m)/1e3,v={block:y,elapsedSeconds:M,isLast:p,current:S,later:e.later};t.progress.interim(()=>Ea(i,n,v))};a>0&&f(null,[]);let g=await Bo(u,a,{...t,planned:i.blocks,sizings:o,follow:f,...a===0&&{isEnough:y=>st(i,Ht(i,y))!==i},soak:y=>{if(i.soakSeconds===0||!i.looks.includes(a+c))return[];let S=[...n,...Wt(y,c)];d.judgement=re(e,S,null);let M=hu(d.judgement,i,S.at(-1));return p=M.length>0,M}}),h=Ht(i,g);if(a===0&&g.failure===null&&g.crash===null){e.plan=st(i,h);for(let y of Oa(i,e.plan,h))t.progress.note(y);if(e.plan!==i){o++;continue}}if(n.push(...Wt(g,c)),g.failure!==null||g.crash!==null)break;if(fu(n)){t.progress.note("most rounds were disturbed for a minute, and the machine does not calm down: the run ends here; a quieter machine, or a runner of its own, helps");break}if(a===0&&i.paired){e.plan=gu(g,h,e);for(let y of Ta(e.plan,h))t.progress.note(y);_e(e.plan)}let b=e.plan.looks.includes(n.length);if(b||e.settles&&n.length>=pu){let y=d.judgement??re(e,n,null);if(b&&Dr(y,n.length,e),(e.settles?e.settles(y.verdict):!y.undecided)||n.length===e.plan.blocks)return y}}return re(e,n,Xe(e,n.at(-1)))}function fu(e){let t=e.filter(({kept:n,discarded:s})=>s.length>n.length),r=t.reduce((n,{wallSeconds:s})=>n+s,0);return t.length>=$a.blocks&&2*t.length>e.length&&r>=$a.seconds}function hu({verdict:e,undecided:t,asksBase:r},n,{index:s,soak:o}){let a=u=>o.some(({slot:c})=>c.arm===u);if(a("head"))return r&&!a("base")?lt(n,"base"):[];let i=s+1===n.blocks||!t,l=e.slos.some(({code:u})=>u==="met")||e.changes.some(({code:u})=>u==="unchanged");return i&&e.invalid.length===0&&l?lt(n,"head"):[]}function gu({kept:e,discarded:t,wallSeconds:r},n,{plan:s,config:o}){let a=Pn(s,o,n);if(t.length>0)return a;let i=e.reduce((l,{slot:u,evidence:c})=>l+(u.requests===null?Cn(u):c.seconds),0);return Aa(a,o,{wallSeconds:r,loadSeconds:i})}var bu={rare:"slow requests come in some blocks only","hidden-work":"one revision takes more processor time, and its typical request no longer"};function Su(e,t,{blocks:r}){return`${e}: ${bu[t]}; from now on each revision has the whole load alone for ${Sn} s a block, in ${r} blocks at most`}async function Ia(e,t){let{request:r}=t,{head:n,base:s}=e.configs,o=Ru(t),a=e.variants.map((c,d)=>ku(e,d,t)),i=[],l=[],u=null;try{for(let[c,d]of[["head",n],["base",s]])d!==null&&await e.prepare(c,()=>Qr({...o,arm:c,config:d},l,r.progress,s===null?"":` of ${c}`));u=await Hr({...o,arm:null,config:n});for(let[c,d]of a.entries()){a.length>1&&!r.signal.aborted&&r.progress.note(`variant ${c+1} of ${a.length}: ${d.config.variant.name}`);let m={...d,blocks:[],settles:r.settles,later:a.slice(c+1).map(({plan:h})=>h)},p=Au(e,c,u,o,t),f=await vu(e,m,p),g=!i.some(({verdict:h})=>h.code==="regressed");if(i.push(g?await na(f,m,e,p):f),r.signal.aborted)break;if(wu(f)){let h=a.length-i.length;h>0&&r.progress.note(`not measured, since the run has no verdict now: ${h} more variants`);break}}}catch(c){if(!(c instanceof ye))throw c;i.push(re(a[0],[],await zt(c,e)))}finally{await u?.stop(),await Kr({...o,arm:null,config:n},l,"build")}return Mu(i,r.failOn)}function wu({verdict:{invalid:e}}){return!e.every(er)}function ku(e,t,r){let{head:n,base:s}=e.variants[t],{request:o,plans:a,baseline:i,draft:l}=r,u=s!==null,c=a[t].paired===u?a[t]:Nn(n,{budgetSeconds:o.budgetSeconds,paired:u}),d=e.comparison.kind==="pair"&&!u;return{config:n,plan:c,baseline:i,digests:new Map([...c.steps.map(m=>[m.label,lr(m,n)]),...c.searches.map(m=>[m.label,cr(m,n)])]),draft:{...l,...e.pair&&{pair:e.pair},...e.deployments&&{deployments:e.deployments}},comparison:d?{kind:"none",reason:{kind:"new"}}:e.comparison,loosened:e.loosened,failOn:o.failOn}}async function vu(e,t,r){let n=new Map,s=o=>re(t,t.blocks,o,n);try{let o=await Ca(t,r),{plan:a}=t;if(a.searches.length===0||xu(o))return o;await Jo(a.searches,n,{...r,swapped:a.swapped,drawFirst:()=>yu(2)===0?"head":"base"});let i=[...n.values()].flat();return s(Xe(t,i.find(({crash:l})=>l?.arm==="base")))}catch(o){if(!(o instanceof ye))throw o;return s(await zt(o,e,t.config.variant))}}function Mu(e,t){return{verdict:Yo(e.map(({verdict:r})=>r),t),record:or(e.map(({record:r})=>r)),undecided:e.some(({undecided:r})=>r),asksBase:e.some(({asksBase:r})=>r)}}function xu({verdict:e}){return e.invalid.length>0||e.faults.some(({kind:t})=>t==="crashed")}function Ru({request:e,session:t}){let{environment:r,signal:n}=e,{workspace:s,keeper:o,grace:a}=t;return{logFolder:s.logs,environment:r,keeper:o,signal:n,grace:a,shared:new Map}}function Au(e,t,r,n,{request:s,session:o,k6:a,seed:i}){let{head:l,base:u}=e.variants[t],c=(d,m)=>({...n,arm:d,config:m,shared:new Map(m.services.filter(({scope:p})=>p==="run").map(dn).filter(p=>p.every(f=>r.portOf.has(f))).flatMap(p=>p.map(f=>[f,r.portOf.get(f)])))});return{arms:{head:c("head",l),...u&&{base:c("base",u)}},shared:r,...l.variant&&{variant:t+1},k6:a,seed:i,folder:o.workspace.k6,progress:s.progress}}async function rb(e){let{progress:t,signal:r,environment:n,budgetSeconds:s}=e;wr(process.platform);let o=Tu(fn(fr(mn(hr(e.configPath,process.cwd(),Eu(e)),e.only),e.deployments),e.base.from),e),a=await Tr(o.directory,n,r),i={budgetSeconds:s,paired:Ir(o,a)},{config:l,planned:u}=e.shard?Bn(o,e.shard.total,i)[e.shard.index-1]:{config:o,planned:Ln(o,i)};if(e.shard&&u.length===0)return _a({kind:"spare",...e.shard},l,e);for(let d of pn(l,e.only))t.note(d);for(let d of pr(l))t.note(d);for(let{plan:d}of u){_e(d);for(let m of d.shortages)t.note(_n(m))}let c=await pt(l,a,e);return l.baseline.kind==="history"&&ft(c),ps(l,e,async d=>{let m=await Fr(l,a,d,e);if(m.kind==="nothing"){let R=[...l.when.changed],P=_a({kind:"irrelevant",baseCommit:m.base,patterns:R},l,e);return nt(P,d.secrets)}let p=await kr({environment:n,version:e.k6Version,progress:t,signal:r,ci:n.CI==="true"}),f=Ou(2**31),g=await _r(l,m,d.workspace.path,f,e);d.removeAtEnd(()=>g.remove()),g.suiteBefore!==l.suite&&(c=await Pu(c,g,l,a,e));let h={...Da(e,l,p.version),seed:f},b=R=>(R.comparison.kind==="history"&&ft(c),Ia(R,{request:e,plans:u.map(({plan:P})=>P),session:d,baseline:c.baseline,draft:h,k6:p.path,seed:f})),y=await b(g);y.verdict.invalid.find(R=>R.kind==="base-failed"&&!R.both)&&l.baseline.onBaseFailure==="history"&&(t.note("the base cannot be measured; `on-base-failure` asks for a comparison with recorded runs"),y=await b(Lr(g))),Qt(r);let{verdict:M,record:v}=y,x=e.record&&M.invalid.length===0?await hs(c,v):La,w=Or(v,c.baseline),{report:k,exitCode:$}=Na(M,v,w,e),O=Pr(d.workspace);return nt({...x,report:{...k,logs:O},exitCode:$},d.secrets)})}function Tu(e,{soakSeconds:t=e.measure.soakSeconds,tolerance:r,anySize:n,head:s,explain:o=e.explain}){if(s!==void 0&&e.deployments!==void 0)throw new q({what:"Deployments run already, so no commit can be measured in their place.",hint:"Commits are compared where Tailgate starts the service: `service` with a `start`."});let a=n?{...e.baseline,anySize:n,onBaseFailure:"invalid"}:e.baseline,i={...e,explain:o,baseline:a,measure:{...e.measure,soakSeconds:t}};return r===void 0?i:wn(i,r)}function Eu({only:e,environment:t}){return{only:e,calling:{command:"tailgate run",variables:oe(t)}}}async function Pu({store:e},{suiteBefore:t},...[r,n,s]){return{...await pt({...r,suite:t},n,s),store:e}}var La={recordPath:null,unrecorded:null};function _a(e,t,r){let n={...Da(r,t,"not used"),steps:[]};return{...La,...Na(fs(e),n,[],r)}}function Na(e,t,r,{baseBranch:n,link:s}){return{report:ar(e,t,{baseBranch:n,link:s,history:r}),exitCode:hn(e)}}function Da(e,t,r){return{schemaVersion:1,suite:t.suite,...e.subject,attempt:e.attempt,...e.job&&{job:e.job},...e.shard&&{shard:e.shard},recordedAt:new Date().toISOString(),tailgate:$r,environment:{...yr(),k6:r}}}export{Yo as a,rb as b};
