import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{a as r,b as i}from"./chunks/chunk-DPFEAWHJ.mjs";import{q as s}from"./chunks/chunk-3PZ6KBTC.mjs";import"./chunks/chunk-S657VQ3M.mjs";import"./chunks/chunk-VBPMORPM.mjs";import"./chunks/chunk-P6SDM7ZV.mjs";import"./chunks/chunk-HPFWVGGS.mjs";import"./chunks/chunk-ANK423II.mjs";import"./chunks/chunk-MX7YVSXL.mjs";import{b as n,e as o}from"./chunks/chunk-NZMXMQNO.mjs";import"./chunks/chunk-A7GFODGZ.mjs";import"./chunks/chunk-JLN3Y4HN.mjs";import{randomUUID as a}from"node:crypto";async function m(){let t=await s();if(t.length===0)return;let e=r(a(),t.join(`
`));process.stdout.write(`Clearing up what was left:
${e}
`)}m().catch(t=>{let e=t instanceof n?o(t):String(t);process.stdout.write(`Cleaning up failed: ${i(e,800).replaceAll("##[","## [")}
`)});
