import { STYLE } from '../charts/style.ts';

/** Style sheet of reports and of the pages of a site. It contains no address, so it loads nothing. */
export const STYLE_SHEET = `
:root{color-scheme:light dark;--ink:#1f2328;--soft:#59636e;--paper:#f6f8fa;--card:#fff;--line:#d1d9e0;
--bad:#b3182a;--warn:#8a5a00;--good:#1a7037;--unsure:#59636e;--new:#0b60b8;--unsure-bg:#eff2f5}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9aa4af;--paper:#0d1117;--card:#151b23;--line:#333b45;
--bad:#ff8e86;--warn:#e3b341;--good:#56d376;--unsure:#9aa4af;--new:#79b8ff;--unsure-bg:#21262d}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;overflow-wrap:anywhere;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums}
body>*{max-width:1140px;margin:0 auto;padding:0 20px}
header{padding-top:20px;padding-bottom:10px}
.soft,small,sub,footer{color:var(--soft);font-size:13px;vertical-align:baseline;line-height:1.5}
h1{font-size:26px;line-height:1.25;margin:6px 0;overflow-wrap:anywhere}
h2{font-size:18px;margin:0 0 10px;overflow-wrap:anywhere}.run>h2,.lead h2{margin:18px 0 8px}
h2 small{font-weight:400}
h3{font-size:15px;margin:12px 0 0;overflow-wrap:anywhere}
p,ul,.scroll,pre,details{margin:0 0 10px;overflow-wrap:anywhere}
a{color:var(--new)}
code,pre{font:13px/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
code{background:var(--unsure-bg);border-radius:4px;padding:1px 4px;overflow-wrap:anywhere}
pre{max-height:420px;overflow:auto;background:var(--paper);border:1px solid var(--line);border-radius:6px;padding:10px}pre code{background:none;padding:0}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:16px 18px;margin:0 0 14px;min-width:0}
.card>:first-child{margin-top:0}.card>:last-child{margin-bottom:0}
.lead{border-left:5px solid var(--tone)}.lead>p:first-child{font-size:16px}
h1 code,h2 code{font-size:.85em}
.bad,.unmeasured{--tone:var(--bad)}.warn{--tone:var(--warn)}.good,.accepted{--tone:var(--good)}.unsure{--tone:var(--unsure)}.new{--tone:var(--new)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:5px 12px 5px 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:normal;min-width:4.5em}
[align=right]{text-align:right}
th{color:var(--soft);font-weight:600;font-size:13px}td:first-child{font-weight:500}
${STYLE}
.pictures{columns:2 430px;column-gap:24px}.pictures figure{break-inside:avoid;margin-bottom:14px}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,430px),1fr));gap:16px 24px}
figure{margin:0;min-width:0}figcaption b{display:block}figcaption span{color:var(--soft);font-size:13px}
svg.tailgate{display:block;width:100%;height:auto;font-size:12px;background:none;overflow:hidden;margin-top:4px}
.tailgate text{font-family:inherit}
figure details{font-size:13px;margin:4px 0 0}figure summary{color:var(--soft);font-weight:400}
summary{cursor:pointer;font-weight:600}details[open]>summary{margin-bottom:8px}
ul{padding-left:20px}
.panel{display:flex;justify-content:space-between;gap:8px;margin:10px 0 0;font-size:14px}
footer{padding-top:10px;padding-bottom:30px}
:focus-visible{outline:2px solid var(--new);outline-offset:2px}
@media(max-width:640px){body>*{padding:0 12px}.card{padding:12px}}
@media print{body{background:none}.card,tr,figure{break-inside:avoid}pre{max-height:none;white-space:pre-wrap}}
`;

/** Digest of the style sheet, by which a page's policy allows it. A test computes it. */
export const STYLE_HASH = 'sha256-f4BWEK739OmDlgFyDDtLbZtIbQ/RxBjk4ERuHnlCJmI=';
