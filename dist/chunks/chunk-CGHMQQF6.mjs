import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{u as o}from"./chunk-VFGPGSIH.mjs";import{resolve as n}from"node:path";function u(r){if(r!==void 0)return n(r);let{path:e,said:t}=o(process.cwd());return t!==null&&process.stderr.write(`using ${t}
`),e}function f(r){let e=r.GITHUB_TOKEN||r.GH_TOKEN,t=r.GITHUB_SERVER_URL;return r.CI==="true"&&e&&t?{token:e,serverUrl:t}:null}export{u as a,f as b};
