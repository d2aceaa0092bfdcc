import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
function s(r){let e=[...r].sort((a,b)=>a-b),o=e.length>>1,n=e[o]??Number.NaN,t=e.length%2===1?n:e[o-1]??Number.NaN;return t===n?n:(t+n)/2}export{s as a};
