import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
function o(u,r){return r.NO_COLOR?!1:r.FORCE_COLOR&&r.FORCE_COLOR!=="0"?!0:u.isTTY===!0&&r.TERM!=="dumb"}function e(u){return u.columns??100}export{o as a,e as b};
