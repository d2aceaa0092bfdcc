import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
function s(r,n){return!n.includes("::")&&!n.includes("##[")?n:`::stop-commands::${r}
${n}
::${r}::`}function t(r,n){let i=r.replace(/[\p{Cc}\p{Cf}\s]+/gu," ").trim();return i.length>n?`${i.slice(0,n-1)}\u2026`:i}export{s as a,t as b};
