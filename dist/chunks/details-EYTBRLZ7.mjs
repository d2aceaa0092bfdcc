import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{a}from"./chunk-IJIWGGAA.mjs";import"./chunk-TINSQFZZ.mjs";import"./chunk-3KEAVZHB.mjs";import"./chunk-FA2ZNKOJ.mjs";import"./chunk-JLN3Y4HN.mjs";export{a as showDetails};
