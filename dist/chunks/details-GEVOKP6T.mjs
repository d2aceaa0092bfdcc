import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{a}from"./chunk-NNMSAB3O.mjs";import"./chunk-SZR6RWJJ.mjs";import"./chunk-HUJI5GUN.mjs";import"./chunk-7RCFP5J6.mjs";import"./chunk-JLN3Y4HN.mjs";export{a as showDetails};
