import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{c as r}from"./chunk-JWQN6QP6.mjs";import{b as o}from"./chunk-3KEAVZHB.mjs";function a(e,t){return r(t,i=>{e.write(`\u25E6 ${o(i)}
`)})}export{a};
