import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{b as a}from"./chunk-MNPAMVST.mjs";import{a as n,b as i}from"./chunk-DPFEAWHJ.mjs";import{s as e}from"./chunk-QUQKIIAI.mjs";import"./chunk-YP4ZYU4I.mjs";import"./chunk-6DIU2OXL.mjs";import"./chunk-BYKIIYLB.mjs";import"./chunk-YM5NTYMP.mjs";import{e as o}from"./chunk-5LE4WRTK.mjs";import"./chunk-TINSQFZZ.mjs";import"./chunk-FA2ZNKOJ.mjs";import"./chunk-JLN3Y4HN.mjs";import{randomUUID as m}from"node:crypto";async function s(){let t=await e();if(t.length===0)return;let r=n(m(),t.join(`
`));process.stdout.write(`Clearing up what was left:
${r}
`)}s().catch(t=>{let r=o(a(t));process.stdout.write(`Cleaning up failed: ${i(r,800).replaceAll("##[","## [")}
`)});
