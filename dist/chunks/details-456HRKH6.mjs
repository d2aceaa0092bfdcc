import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{a}from"./chunk-2OBU7YNX.mjs";import"./chunk-JXY5LZXU.mjs";import"./chunk-LYBQBX4R.mjs";import"./chunk-ADNWO27A.mjs";import"./chunk-JLN3Y4HN.mjs";export{a as showDetails};
