import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{a}from"./chunk-IVPJMXSH.mjs";import"./chunk-P6SDM7ZV.mjs";import"./chunk-T3O3IWGA.mjs";import"./chunk-A7GFODGZ.mjs";import"./chunk-JLN3Y4HN.mjs";export{a as showDetails};
