import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
function d(e,r){return o(e.commitTime??e.recordedAt,r.commitTime??r.recordedAt)||o(e.recordedAt,r.recordedAt)}function o(e,r){let[t,c]=[Date.parse(e),Date.parse(r)];return t-c||(e<r?-1:e>r?1:0)}export{d as a,o as b};
