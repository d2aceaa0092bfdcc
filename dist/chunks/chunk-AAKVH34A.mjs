import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
function s(r){let t=r.GITHUB_TOKEN||r.GH_TOKEN,e=r.GITHUB_SERVER_URL;return r.CI==="true"&&t&&e?{token:t,serverUrl:e}:null}export{s as a};
