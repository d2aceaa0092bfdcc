import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{d as e}from"./chunk-DKTGTKBG.mjs";import{c as n,e as t}from"./chunk-RCXA5ZFU.mjs";function m({suite:i,directory:o},c,s){let{env:r}=process,d={suite:i,directory:o,credentials:e(r),environment:r,signal:s};return t(n(c,o),d)}export{m as a};
