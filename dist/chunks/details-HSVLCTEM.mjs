import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{a}from"./chunk-FLX5ADIZ.mjs";import"./chunk-JWQN6QP6.mjs";import"./chunk-3KEAVZHB.mjs";import"./chunk-FB2E7AD4.mjs";import"./chunk-JLN3Y4HN.mjs";export{a as showDetails};
