import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{G as t}from"./chunk-GNAU524N.mjs";function i(r){return r.match(/^suite:[ \t]*(["']?)([a-z][a-z0-9_-]{0,99})\1[ \t]*(?:#.*)?$/m)?.[2]??t.suite}export{i as a};
