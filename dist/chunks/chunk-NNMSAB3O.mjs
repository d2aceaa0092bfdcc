import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{c as e}from"./chunk-SZR6RWJJ.mjs";import{a as o}from"./chunk-HUJI5GUN.mjs";function m(r,t){return e(t,i=>{r.write(`\u25E6 ${o(i).trim().replaceAll("##[","## [")}
`)})}export{m as a};
