import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{a}from"./chunk-M3CFVUD4.mjs";import"./chunk-SZR6RWJJ.mjs";import"./chunk-3KEAVZHB.mjs";import"./chunk-7RCFP5J6.mjs";import"./chunk-JLN3Y4HN.mjs";export{a as showDetails};
