import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
function e(r,o){return o.NO_COLOR?!1:o.FORCE_COLOR&&o.FORCE_COLOR!=="0"?!0:r.isTTY===!0&&o.TERM!=="dumb"}function u(r){return r.columns??100}function s(r,o){return r.isTTY===!0&&o.TERM!=="dumb"&&!o.CI}export{e as a,u as b,s as c};
