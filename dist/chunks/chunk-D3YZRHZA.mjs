import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{a as m,b as a}from"./chunk-ESMN67QF.mjs";import{f as t}from"./chunk-YW764F5X.mjs";import{V as n}from"./chunk-2MLW2U2R.mjs";import{a as u}from"./chunk-RIBAP3X7.mjs";import{b as s}from"./chunk-NZMXMQNO.mjs";import{d as p}from"./chunk-JLN3Y4HN.mjs";var c=p(u(),1);import{mkdir as w}from"node:fs/promises";import{dirname as l,resolve as h}from"node:path";async function P(r,e,o){let{stdout:i,env:d}=process;typeof e=="string"&&await v(e,t(r));let f={color:m(i,d),width:a(i)};o(`${e===!0?t(r):n(r,f)}
`)}async function v(r,e){try{await w(l(h(r)),{recursive:!0}),await(0,c.default)(r,e.endsWith(`
`)?e:`${e}
`)}catch(o){throw new s({what:`The result could not be written: ${o.message}`,where:r,cause:o})}}export{P as a,v as b};
