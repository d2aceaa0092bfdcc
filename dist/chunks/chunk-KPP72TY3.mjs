import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{c as o}from"./chunk-SZR6RWJJ.mjs";import{a as e}from"./chunk-HUJI5GUN.mjs";function m(r,t){return o(t,i=>{r.write(`\u25E6 ${e(i).trim().replaceAll("##[","## [")}
`)})}export{m as a};
