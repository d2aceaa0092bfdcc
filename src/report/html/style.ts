import { KEYS, STYLE } from '../charts/style.ts';

/** Style sheet of reports and of the pages of a site. It names no address, so it loads nothing. */
export const STYLE_SHEET = `
:root{color-scheme:light dark;--ink:#1f2328;--soft:#59636e;--paper:#f6f8fa;--card:#fff;--line:#d1d9e0;
--bad:#b3182a;--warn:#8a5a00;--good:#1a7037;--unsure:#59636e;--new:#0b60b8;--bad-bg:#fdebec;--warn-bg:#fff5da;--good-bg:#e6f6ea;
--unsure-bg:#eff2f5;--new-bg:#e3f0fd}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9aa4af;--paper:#0d1117;--card:#151b23;--line:#333b45;
--bad:#ff8e86;--warn:#e3b341;--good:#56d376;--unsure:#9aa4af;--new:#79b8ff;--bad-bg:#3a171a;--warn-bg:#332701;--good-bg:#10301a;
--unsure-bg:#21262d;--new-bg:#0c2a4d}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;overflow-wrap:anywhere;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums}
body>*{max-width:1140px;margin:0 auto;padding:0 20px}
header{padding-top:20px;padding-bottom:10px}
.kicker,small,.note,.soft,header nav,footer,caption,dt{color:var(--soft);font-size:13px}
.kicker{margin:0}
h1{font-size:26px;line-height:1.25;margin:6px 0;overflow-wrap:anywhere}
h2{font-size:18px;margin:0 0 10px;overflow-wrap:anywhere}
h2 small{font-weight:400}
h3{font-size:14px;margin:12px 0 0;overflow-wrap:anywhere}section.card>h3{font-size:16px;margin:0}
h3 a{text-decoration:none}h3 a:hover{text-decoration:underline}
p{margin:0 0 8px;overflow-wrap:anywhere}
a{color:var(--new)}
code,pre{font:13px/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
code{background:var(--unsure-bg);border-radius:4px;padding:1px 4px;overflow-wrap:anywhere}
pre{margin:8px 0 0;max-height:420px;overflow:auto;background:var(--paper);border:1px solid var(--line);border-radius:6px;padding:10px}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:16px 18px;margin:0 0 14px}
.card>:last-child,.card>div>:last-child{margin-bottom:0}
h1 code,h2 code{font-size:.85em}
.lead:empty{display:none}
.bad{--tone:var(--bad);--tone-bg:var(--bad-bg)}.warn{--tone:var(--warn);--tone-bg:var(--warn-bg)}.good{--tone:var(--good);--tone-bg:var(--good-bg)}
.unsure{--tone:var(--unsure);--tone-bg:var(--unsure-bg)}.new{--tone:var(--new);--tone-bg:var(--new-bg)}
.badge{display:inline-block;border-radius:20px;padding:1px 10px 1px 8px;font-weight:600;font-size:13px;color:var(--tone);background:var(--tone-bg);border:1px solid var(--tone);margin-right:10px}
.sign{display:inline-block;width:1.35em;height:1.35em;line-height:1.35em;text-align:center;border-radius:50%;font-weight:700;font-size:12px;margin-right:6px;color:var(--tone);background:var(--tone-bg)}
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(185px,1fr));gap:10px;margin:0 0 14px}
.tile{border:1px solid var(--line);border-left:4px solid var(--tone,var(--line));border-radius:8px;padding:8px 12px}
.tile p{margin:0;font-size:16px}.tile strong{white-space:nowrap}.from{color:var(--soft)}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
table{border-collapse:collapse;width:100%;margin:0 0 10px}
caption{text-align:left;padding-bottom:4px}.slos caption{font-weight:600}
th,td{text-align:left;padding:5px 12px 5px 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
th.right,td.right{text-align:right}
thead th{color:var(--soft);font-weight:600;font-size:13px}
tbody th{font-weight:500}
${STYLE}${KEYS}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,430px),1fr));gap:16px 24px;margin:6px 0 12px}
figure{margin:0;min-width:0}figcaption b{display:block}figcaption span{color:var(--soft);font-size:13px}
svg.tailgate{display:block;width:100%;height:auto;font-size:12px;background:none;overflow:hidden}
.grid svg,.wide svg,.narrow svg{font-size:11px;overflow:visible}
.tailgate text{font-family:inherit}
.legend{display:flex;flex-wrap:wrap;gap:4px 18px;margin:4px 0;font-size:13px}.legend span{display:inline-flex;align-items:center;gap:6px}.legend span::before{width:26px}
figure details{font-size:13px}figure summary{color:var(--soft);font-weight:400}
summary{cursor:pointer;font-weight:600}
ul{margin:0 0 8px;padding-left:20px}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(340px,100%),1fr));gap:14px}.grid .card{margin:0;min-width:0}.card>.soft{margin:8px 0 0}
.panel{display:flex;justify-content:space-between;gap:8px;margin:10px 0 0;font-size:14px}
.steps{margin:8px 0 0;padding:0;list-style:none;font-size:14px}.steps li{padding:2px 0}
.word{color:var(--tone)}.word,.slower,.faster{font-weight:600}.slower{color:#c04a00}.faster{color:#007a5a}.narrow{display:none}
@media(prefers-color-scheme:dark){.slower{color:#ff9d4d}.faster{color:#2cc79b}}
dl{margin:0}dl div{display:grid;grid-template-columns:110px minmax(0,1fr);gap:8px;padding:3px 0}dd{margin:0;overflow-wrap:anywhere}
footer{padding-top:10px;padding-bottom:30px}
:focus-visible{outline:2px solid var(--new);outline-offset:2px}
@media(max-width:640px){body>*{padding:0 12px}.card{padding:12px}.wide{display:none}.narrow{display:block}
table,caption,tbody,tr,th,td{display:block}thead{display:none}th,td,th.right,td.right{text-align:left;border:0;padding:1px 0}
tr{padding:8px 0;border-bottom:1px solid var(--line)}td[data-label]:not([data-label=""])::before{content:attr(data-label) ": ";color:var(--soft)}}
@media print{body{background:none}.card,.tile,tr{break-inside:avoid}pre{max-height:none;white-space:pre-wrap}}
`;

/** Digest of the style sheet, by which the policy of a page allows it. A test says what it must be. */
export const STYLE_HASH = 'sha256-71+A4NnLnAJmKFPwYlaglZMsYeeS3rIn0pI2HVvRExs=';
