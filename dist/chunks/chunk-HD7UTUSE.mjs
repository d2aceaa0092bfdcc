import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{y as i}from"./chunk-XFFH42GL.mjs";import{resolve as e}from"node:path";function f(n){if(n!==void 0)return e(n);let{path:o,said:r}=i(process.cwd());return r!==null&&process.stderr.write(`using ${r}
`),o}export{f as a};
