import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{a}from"./chunk-IVS4KRAA.mjs";import"./chunk-HUJI5GUN.mjs";import"./chunk-XRG54S4O.mjs";import"./chunk-JLN3Y4HN.mjs";export{a as showDetails};
