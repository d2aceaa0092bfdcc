import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{a,b,c,d}from"./chunk-DCZL6RUS.mjs";import"./chunk-JWQN6QP6.mjs";import"./chunk-3KEAVZHB.mjs";import"./chunk-FB2E7AD4.mjs";import"./chunk-JLN3Y4HN.mjs";export{c as canRedraw,a as chooseColor,b as measureWidth,d as showDetails};
