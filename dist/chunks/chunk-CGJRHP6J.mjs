import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{b as t}from"./chunk-UJEBHIK4.mjs";import{t as e,u as n}from"./chunk-X3PCDTSI.mjs";function m({suite:i,directory:o},c,s){let{env:r}=process,d={suite:i,directory:o,credentials:t(r),environment:r,signal:s};return n(e(c,o),d)}export{m as a};
