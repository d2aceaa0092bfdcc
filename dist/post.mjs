import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{a as e,b as n}from"./chunks/chunk-DPFEAWHJ.mjs";import{b as a}from"./chunks/chunk-FBTGNIOB.mjs";import"./chunks/chunk-BYKIIYLB.mjs";import{u as i}from"./chunks/chunk-3RVSTCLK.mjs";import"./chunks/chunk-SZR7D262.mjs";import"./chunks/chunk-ERJMAR6R.mjs";import"./chunks/chunk-PTJTAM2V.mjs";import"./chunks/chunk-NBSSC66W.mjs";import{e as o}from"./chunks/chunk-5LE4WRTK.mjs";import"./chunks/chunk-XRG54S4O.mjs";import"./chunks/chunk-JLN3Y4HN.mjs";import{randomUUID as m}from"node:crypto";async function s(){let t=await i();if(t.length===0)return;let r=e(m(),t.join(`
`));process.stdout.write(`Clearing up what was left:
${r}
`)}s().catch(t=>{let r=o(a(t));process.stdout.write(`Cleaning up failed: ${n(r,800).replaceAll("##[","## [")}
`)});
