import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{b as t}from"./chunk-CGHMQQF6.mjs";import{p as e,q as n}from"./chunk-K4OMIGA6.mjs";function m({suite:i,directory:o},c,s){let{env:r}=process,d={suite:i,directory:o,credentials:t(r),environment:r,signal:s};return n(e(c,o),d)}export{m as a};
