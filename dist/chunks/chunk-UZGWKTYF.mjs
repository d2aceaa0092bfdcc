import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{b as t}from"./chunk-AOY7E4CW.mjs";import{x as e,y as n}from"./chunk-C5UWGZXR.mjs";function m({suite:i,directory:o},c,s){let{env:r}=process,d={suite:i,directory:o,credentials:t(r),environment:r,signal:s};return n(e(c,o),d)}export{m as a};
