import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
function n(r){return t(r.startsWith("-")?`./${r}`:r)}function t(r){return/^[\w@%+=:,./-]+$/.test(r)?r:`'${r.replaceAll("'","'\\''")}'`}export{n as a,t as b};
