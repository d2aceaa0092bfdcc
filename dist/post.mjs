import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{a as r,b as i}from"./chunks/chunk-DPFEAWHJ.mjs";import{q as s}from"./chunks/chunk-7X2PLUUP.mjs";import"./chunks/chunk-4V2QMCHD.mjs";import"./chunks/chunk-UTSI7PXY.mjs";import"./chunks/chunk-JXY5LZXU.mjs";import"./chunks/chunk-RIBAP3X7.mjs";import"./chunks/chunk-4VQWXGDJ.mjs";import"./chunks/chunk-HENDURBQ.mjs";import{b as n,e as o}from"./chunks/chunk-NZMXMQNO.mjs";import"./chunks/chunk-ADNWO27A.mjs";import"./chunks/chunk-JLN3Y4HN.mjs";import{randomUUID as a}from"node:crypto";async function m(){let t=await s();if(t.length===0)return;let e=r(a(),t.join(`
`));process.stdout.write(`Clearing up what was left:
${e}
`)}m().catch(t=>{let e=t instanceof n?o(t):String(t);process.stdout.write(`Cleaning up failed: ${i(e,800).replaceAll("##[","## [")}
`)});
