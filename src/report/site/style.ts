import { STYLE } from '../charts/style.ts';

/** Style sheet of all pages of a site. It names no address, so it loads nothing. */
export const SITE_STYLE = `
:root{color-scheme:light dark;--ink:#1f2328;--soft:#59636e;--paper:#f6f8fa;--card:#fff;--line:#d1d9e0;--link:#0b60b8;--bad:#b3182a;--warn:#8a5a00;--good:#1a7037}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9aa4af;--paper:#0d1117;--card:#151b23;--line:#333b45;--link:#79b8ff;--bad:#ff8e86;--warn:#e3b341;--good:#56d376}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums}
body>*{max-width:1180px;margin:0 auto;padding:0 20px}
header{padding-top:20px}
h1{font-size:25px;line-height:1.25;margin:4px 0 4px;overflow-wrap:anywhere}
h2{font-size:18px;margin:22px 0 10px;overflow-wrap:anywhere}
h3{font-size:16px;margin:0;overflow-wrap:anywhere}
p{margin:0 0 8px;overflow-wrap:anywhere}
nav,.soft,footer,caption,small,dt{color:var(--soft);font-size:13px}
a{color:var(--link)}
h3 a{text-decoration:none}h3 a:hover{text-decoration:underline}
code{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(340px,100%),1fr));gap:14px}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:14px 16px;margin:0 0 14px;min-width:0}
.grid .card{margin:0}.card>.soft{margin:8px 0 0}
.panel{display:flex;justify-content:space-between;gap:8px;margin:10px 0 0;font-size:14px}
.panel b{font-weight:600}
svg{display:block;width:100%;height:auto;font-size:11px;overflow:visible}
.steps{margin:8px 0 0;padding:0;list-style:none;font-size:14px}
.steps li{padding:2px 0}
.legend span{white-space:nowrap;margin-right:16px}
.slower{color:#c04a00}.faster{color:#007a5a}
@media(prefers-color-scheme:dark){.slower{color:#ff9d4d}.faster{color:#2cc79b}}
.bad{color:var(--bad)}.warn{color:var(--warn)}.good{color:var(--good)}.bad,.warn,.good,.slower,.faster{font-weight:600}
table{border-collapse:collapse;width:100%}
caption{text-align:left;padding-bottom:4px}
th,td{text-align:left;padding:5px 12px 5px 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
thead th{color:var(--soft);font-weight:600;font-size:13px}
tbody th{font-weight:500}
.right{text-align:right}
dl{margin:0}dl div{display:grid;grid-template-columns:110px 1fr;gap:8px;padding:3px 0}dd{margin:0;overflow-wrap:anywhere}
footer{padding-top:12px;padding-bottom:30px}
.narrow{display:none}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
@media(max-width:640px){body>*{padding:0 12px}.card{padding:12px}.wide{display:none}.narrow{display:block}
table,caption,tbody,tr,th,td{display:block}thead{display:none}th,td,.right{text-align:left;border:0;padding:1px 0}
tr{padding:7px 0;border-bottom:1px solid var(--line)}td[data-label]::before{content:attr(data-label) ": ";color:var(--soft)}}
@media print{body{background:none}.card,tr{break-inside:avoid}}
${STYLE}
.tailgate{background:none!important}
`;
