import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{c as t}from"./chunk-JWQN6QP6.mjs";import{b as e}from"./chunk-3KEAVZHB.mjs";function i(r,o){return o.NO_COLOR?!1:o.FORCE_COLOR&&o.FORCE_COLOR!=="0"?!0:r.isTTY===!0&&o.TERM!=="dumb"}function l(r){return r.columns||100}function a(r,o){return r.isTTY===!0&&o.TERM!=="dumb"&&!o.CI}function c(r,o){return t(o,u=>{r.write(`\u25E6 ${e(u)}
`)})}export{i as a,l as b,a as c,c as d};
