import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
function n({seconds:e,turns:r}){return e/(r?.of??1)}function t({turns:e},r){return r*(e?.of??1)}var o=[0,1,-1];function s({turns:e}){return e===null}function u({turns:e}){return e!==null}export{n as a,t as b,o as c,s as d,u as e};
