import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{a as re}from"./chunk-FP75LF75.mjs";import{a as ie}from"./chunk-7TD46AET.mjs";import"./chunk-LPFX4RPD.mjs";import"./chunk-LJOX6YZM.mjs";import"./chunk-EGAMYKG5.mjs";import"./chunk-XWT5ITQV.mjs";import"./chunk-TKBRHEXA.mjs";import"./chunk-EBU4CM57.mjs";import"./chunk-7KAFVUB4.mjs";import{b as se,e as oe,f as $}from"./chunk-TQBAC6Q7.mjs";import"./chunk-AMFOHQYA.mjs";import"./chunk-UTSI7PXY.mjs";import"./chunk-JU7ICJHA.mjs";import"./chunk-QS5YZAST.mjs";import{i as te,w as ne}from"./chunk-RQGQ4RHT.mjs";import{E as ee}from"./chunk-X3KRGZKF.mjs";import{e as _,i as j,j as Z,k as v,p as N}from"./chunk-HK7C6SSJ.mjs";import"./chunk-RIBAP3X7.mjs";import"./chunk-LJUUIAVS.mjs";import"./chunk-HENDURBQ.mjs";import{a as z,b as f,d as Q}from"./chunk-NZMXMQNO.mjs";import{d as Y}from"./chunk-JLN3Y4HN.mjs";import{join as K,relative as W,resolve as nn}from"node:path";var M=["github","ghes","gitea","forgejo"],Xe={"actions/checkout":"3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1","actions/setup-node":"820762786026740c76f36085b0efc47a31fe5020 # v7.0.0","actions/setup-python":"5fda3b95a4ea91299a34e894583c3862153e4b97 # v7.0.0","astral-sh/setup-uv":"20cfd1bf945f4377ade1205e4dbc17946fc9a30d # v10.0.1","actions/setup-go":"b7ad1dad31e06c5925ef5d2fc7ad053ef454303e # v7.0.0","actions/setup-java":"b6effb05e454b25005698d916606bdc6ffcbf961 # v5.7.0","actions/upload-artifact":"043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1","actions/download-artifact":"3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1"},Ke={"actions/upload-artifact":"c6a366c94c3e0affe28c06c8df20a878f24da3cf # v3.2.2","actions/download-artifact":"a9bc5e6ef2cb54c177f32aa5726adaa15e7e2d59 # v3.1.0"};function S(e){return e==="gitea"||e==="forgejo"}function x(e){return e==="github"}function ae(e,t){let n=!x(t)&&Ke[e]||Xe[e];return le(`${e}@${n}`,t)}function le(e,t){return S(t)&&/^[\w-]/.test(e)&&!e.includes("://")?`https://github.com/${e}`:e}var Ye=/^(?:(?:https:\/\/[\w.:/-]+\/)?[\w.-]+\/[\w./-]+@[\w./-]+|\.\/[\w./-]*)$/;function ce(e){return Ye.test(e)}function ue(e,t){let n=le(e,t);return e.startsWith("./")?`${n} # zizmor: ignore[self-repository] the older form, which all servers know`:/@[0-9a-f]{40}$/.test(e)?n:`${n} # zizmor: ignore[unpinned-uses] better the commit of a release, as for the actions above`}var Qe=/(?:[._]test|[._]spec|_test)\.\w+$|(?:^|\/)test_[^/]*$|(?:^|\/)conftest\.py$/;function w(e,t){return e.list.filter(n=>t.some(r=>n.endsWith(r))&&!Qe.test(n)).slice(0,300).map(n=>({path:n,text:e.read(n)??""}))}var Ze=[/\.(?:get|GET|Get|HandleFunc|Handle|route|MapGet)\(\s*["'`](?:GET )?(\/[\w./~-]*)["'`]/g,/@(?:Get|Request)Mapping\(\s*(?:(?:value|path)\s*=\s*)?["'](\/[\w./~-]*)["']/g,/#\[get\(\s*"(\/[\w./~-]*)"/g,/\b(?:url|pathname|path|req\.url|request\.url)\s*={2,3}\s*["'`](\/[\w./~-]*)["'`]/g,/\bcase\s+["'`](\/[\w./~-]*)["'`]\s*:/g,/\burl:\s*["'`](\/[\w./~-]*)["'`]/g],pe=["/healthz","/health","/readyz","/ready","/livez","/health/ready","/api/health","/api/healthz","/ping","/status","/_health","/__health"],et=/^\/(?:metrics|favicon\.ico|robots\.txt|docs|openapi\.json|static|public|assets)(?:\/|$)/;function b(e){let t=e.flatMap(({text:s})=>Ze.flatMap(o=>[...s.matchAll(o)].map(i=>i[1]))),n=t.filter(s=>!pe.includes(s)&&!et.test(s)),r=n.find(s=>s!=="/")??n[0];return{health:pe.find(s=>t.includes(s)),path:r?{text:r}:{text:"/",why:"no route was found in the code; name one that matters to your users."}}}function y(e,t,n){if(e.some(({text:r})=>t.test(r)))return{kind:"given"};for(let{path:r,text:s}of e){let o=F(n.exec(s)?.[1]);if(o!==null)return{kind:"fixed",port:o,where:r}}return{kind:"given",why:"does the service listen on $PORT? If its port is fixed, write it in `url`."}}function F(e){let t=Number(e);return t>0&&t<65536?t:null}function T(e){let t=e.startsWith("-")?`./${e}`:e;return/^[\w@%+=:,./-]+$/.test(t)?t:`'${t.replaceAll("'","'\\''")}'`}function d(e){try{return e()}catch{return null}}function P(e){return e!==""&&e.length<=200&&!/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(e)}var tt=/(?:Getenv|LookupEnv)\(\s*"PORT"\s*\)|gin\.(?:Default|New)\(\)[\s\S]*\.Run\(\s*\)/,nt=/["`](?:[\w.]*):(\d{2,5})["`]/,rt=/env::var(?:_os)?\(\s*"PORT"\s*\)/,st=/["(](?:127\.0\.0\.1|0\.0\.0\.0|localhost|\[::\])["]?[:,]\s*(\d{2,5})\b/;function de(e){if(e.read("go.mod")===null)return null;let t=w(e,[".go"]),n=[...new Set(t.filter(({text:i})=>/^package main\b/m.test(i)&&/^func main\(\)/m.test(i)).map(({path:i})=>i.split("/").slice(0,-1).join("/")))].filter(i=>i===""||P(i)),r=i=>t.some(({path:a,text:l})=>a.startsWith(i&&`${i}/`)&&/\bListenAndServe|\.Run\(|\.Listen\(|\.Start\(/.test(l)),s=n.includes("")?"":n.find(r)??n[0],o=s?T(`./${s}`):".";return{title:"Go",from:"go.mod",build:`go build -o bin/service ${o}`,start:{text:"./bin/service",...s===void 0&&{why:"no main package was found; which one is the service?"},...n.length>1&&{why:`there are several main packages; ${o} was taken.`}},port:y(t,tt,nt),...b(t),setup:[{uses:"actions/setup-go",with:{"go-version-file":"go.mod"}}]}}function fe(e){let t=e.read("Cargo.toml");if(t===null)return null;let n=/^\[package\][^[]*?^name\s*=\s*"([\w-]+)"/ms.exec(t)?.[1],r=w(e,[".rs"]);return{title:"Rust",from:"Cargo.toml",build:`cargo build --release${e.has("Cargo.lock")?" --locked":""}`,start:{text:`./target/release/${n??"service"}`,...!(n&&e.has("src/main.rs"))&&{why:"which program is the service?"}},port:y(r,rt,st),...b(r)}}function he(e){let t=["pom.xml","build.gradle.kts","build.gradle"].find(e.has);if(t===void 0)return null;let n=(e.read(t)??"").replace(/<!--[\s\S]*?-->/g,""),r=t==="pom.xml",s=/quarkus/.test(n),o=!s&&/spring-boot|org\.springframework\.boot/.test(n),i=w(e,[".java",".kt"]),a=b(i),[l,c]=r?["mvnw","mvn"]:["gradlew","gradle"],u=e.has(l)?`sh ./${l}`:c;return{title:`Java, ${s?"Quarkus, ":o?"Spring Boot, ":""}${r?"Maven":"Gradle"}`,from:t,build:r?`${u} --batch-mode --quiet -DskipTests package`:`${u} --no-daemon --quiet ${o?"bootJar":"assemble"}`,start:it(r,s,o),port:s||o?{kind:"given"}:y(i,/getenv\(\s*"PORT"\s*\)/,/\((\d{4,5})\)/),...a,health:/spring-boot-starter-actuator/.test(n)?"/actuator/health":a.health,setup:[{uses:"actions/setup-java",with:{distribution:"temurin","java-version":ot.exec(n)?.[1]??"21"}}]}}var ot=/(?:<(?:java\.version|maven\.compiler\.release|maven\.compiler\.source|release)>|(?:JavaLanguageVersion\.of|jvmToolchain)\()\s*(\d{1,2})\s*[<)]/;function it(e,t,n){if(t)return{text:`exec java -Dquarkus.http.port=$PORT -jar ${e?"target":"build"}/quarkus-app/quarkus-run.jar`};let r=`exec java -jar ${e?"target":"build/libs"}/*.jar`;return n?{text:`${r} --server.port=$PORT`}:{text:r,why:"neither Spring Boot nor Quarkus; how does the service start?"}}var me=Y(te(),1);var lt=["compose.yaml","compose.yml","docker-compose.yaml","docker-compose.yml"],R={text:"/",why:"which request matters to your users?"};function ge(e){let{from:t,services:n}=be(e),r=n.map(({name:s,build:o,ports:i})=>({name:s,build:o,port:pt(i,t)})).filter(({port:s})=>s!==null).sort((s,o)=>+!!o.build-+!!s.build)[0];return r?{title:`Docker Compose, service ${P(r.name)?r.name:"?"}`,from:t,start:{text:'docker compose --project-name "$TAILGATE_INSTANCE" up --build'},stop:'docker compose --project-name "$TAILGATE_INSTANCE" down --volumes',port:r.port,path:R}:null}function we(e){return be(e).services.filter(({image:t,build:n})=>t!==void 0&&n===void 0).map(({name:t})=>t).filter(t=>/^[\w.-]{1,40}$/.test(t))}var ct=v({build:j().optional(),image:j().optional(),ports:Z(j()).catch([])}),ut=v({services:N(_(),ct.nullable().catch(null))});function be(e){let t=lt.find(e.has)??"",r=Object.entries(d(()=>ut.parse((0,me.parse)(e.read(t)??"",{logLevel:"silent"})))?.services??{});return{from:t,services:r.flatMap(([s,o])=>o?[{name:s,...o}]:[])}}function pt(e,t){for(let n of e){let r=n?.published,s=typeof n=="object"&&n!==null?`${r}:`:String(n);if(/^(?:[\d.]+:)?\$\{?PORT\b/.test(s))return{kind:"given"};let o=F(/^(?:[\d.]+:)?(\d{1,5}):/.exec(s)?.[1]);if(o!==null)return{kind:"fixed",port:o,where:t}}return null}function ye(e){let t=["Dockerfile","Containerfile","docker/Dockerfile"].find(e.has);if(t===void 0)return null;let n=F(/^\s*EXPOSE\s+(\d{1,5})\b/im.exec(e.read(t)??"")?.[1]);return{title:"Docker",from:t,build:`docker build --file ${T(t)} --iidfile .tailgate-image .`,start:{text:`docker run --rm --name "$TAILGATE_INSTANCE" --publish "127.0.0.1:$PORT:${n??8080}" "$(cat .tailgate-image)"`,...n===null&&{why:`${t} exposes no port; 8080 was taken.`}},stop:'docker stop "$TAILGATE_INSTANCE"',port:{kind:"given"},path:R}}var dt=[".js",".mjs",".cjs",".ts",".mts",".cts",".jsx",".tsx"],ft=["server","index","app","main","src/server","src/index","src/app","src/main"].flatMap(e=>[`${e}.js`,`${e}.mjs`,`${e}.cjs`]),ht=/process\.env(?:\.PORT\b|\[\s*["']PORT["']\s*\])|\benv\(\s*["']PORT["']|\{[^}]*\bPORT\b[^}]*\}\s*=\s*process\.env/,mt=/\.listen\(\s*(?:\{\s*(?:host:[^,]*,\s*)?port:\s*)?(\d{2,5})\b/,gt=/^(?:next|nuxt|@remix-run\/serve|@react-router\/serve|strapi|@strapi\/strapi|@sveltejs\/adapter-node|@astrojs\/node)$/,wt=[{name:"pnpm",lock:"pnpm-lock.yaml",install:"pnpm install --frozen-lockfile",run:"pnpm run"},{name:"yarn",lock:"yarn.lock",install:"yarn install --immutable",run:"yarn run"},{name:"npm",lock:"npm-shrinkwrap.json",install:"npm ci",run:"npm run"},{name:"npm",lock:"package-lock.json",install:"npm ci",run:"npm run"}],bt={name:"npm",lock:null,install:"npm install",run:"npm run"},I=_().regex(/\S/).optional().catch(void 0),L=N(_(),I).catch({}),ke=v({node:I}).catch({}),ve=v({main:I,packageManager:I,scripts:L,dependencies:L,devDependencies:L,engines:ke,volta:ke});function $e(e){let t=e.read("package.json");if(t===null)return null;let r=d(()=>ve.parse(JSON.parse(t.replace(/^\uFEFF/,""))))??ve.parse({}),s=Object.keys({...r.dependencies,...r.devDependencies}),o=yt(e,r.packageManager),i=w(e,dt),a=[...s.length>0||o.lock!==null?[o.install]:[],...r.scripts.build===void 0?[]:[`${o.run} build`]];return{title:`Node, ${o.name}`,from:"package.json",build:a.join(" && ")||void 0,start:kt(e,o,r),port:s.some(l=>gt.test(l))?{kind:"given"}:y(i,ht,mt),...b(i),setup:vt(e,o,r)}}function yt(e,t){let n=t?.match(/^(npm|pnpm|yarn)@/)?.[1],r=wt.filter(({lock:i})=>e.has(i)),s=r.find(i=>i.name===n)??r[0]??bt;return s.name==="yarn"&&/^# yarn lockfile v1$/m.test(e.read("yarn.lock")??"")?{...s,install:"yarn install --frozen-lockfile"}:s}function kt(e,t,{scripts:n,main:r}){let s=["start:prod","start:production","start"].find(i=>n[i]!==void 0);if(s!==void 0)return/^node( [\w@=./-]+)+$/.test(n[s])?{text:n[s]}:{text:s==="start"&&t.name==="npm"?"npm start":`${t.run} ${s}`};let o=[r??"",...ft].find(i=>P(i)&&e.has(i));return o!==void 0?{text:`node ${T(o)}`}:{text:"npm start",why:"package.json has no start script; how does the service start?"}}function vt(e,t,{engines:n,volta:r}){let s=[".nvmrc",".node-version"].find(e.has)??(n.node??r.node?"package.json":null);return[{uses:"actions/setup-node",with:s?{"node-version-file":s}:{"node-version":"24"}},...t.name==="npm"?[]:[{run:"corepack enable"}]]}var $t=/environ(?:\.get\(\s*|\[\s*)["']PORT["']|getenv\(\s*["']PORT["']/,St=/\bport\s*=\s*(\d{2,5})\b/,xt=/^(\w+)\s*(?::[^=\n]+)?=\s*(FastAPI|Starlette|Litestar|Quart|Flask)\(/m,Se=["pyproject.toml","requirements.txt","Pipfile","setup.py"],Ft=["main.py","app.py","server.py","src/main.py","src/app.py"];function xe(e){let t=[...Se,"manage.py"].find(e.has);if(t===void 0)return null;let n=Se.map(u=>e.read(u)??"").join(`
`).toLowerCase(),r=u=>new RegExp(`(?:^|["'\\s])${u}(?![\\w-])`,"m").test(n),s=w(e,[".py"]),{name:o,build:i,prefix:a,setup:l}=Tt(e),c=Et(s,a,r)??Ot(e,s,a,r);return{title:`Python, ${o}`,from:t,build:i,start:c??{text:`${Fe(a)} ${Ft.find(e.has)??"main.py"}`,why:"no FastAPI, Starlette, Flask or Django application was found; how does the service start?"},port:c?{kind:"given"}:y(s,$t,St),...b(s),setup:[{uses:"actions/setup-python",with:Pt(e)},...l?[l]:[]]}}function Tt(e){if(e.has("uv.lock"))return{name:"uv",build:"uv sync --locked --no-dev",prefix:"uv run --no-sync ",setup:{uses:"astral-sh/setup-uv",with:{}}};let t=".venv/bin/";if(e.has("poetry.lock"))return{name:"Poetry",build:"POETRY_VIRTUALENVS_IN_PROJECT=true poetry install",prefix:t,setup:{run:"pipx install poetry"}};let n=e.has("requirements.txt")?"-r requirements.txt":["pyproject.toml","setup.py"].some(e.has)&&".";return n?{name:"pip",build:`python3 -m venv .venv && .venv/bin/pip install ${n}`,prefix:t}:{name:"pip",prefix:""}}function Pt(e){return e.has(".python-version")?{"python-version-file":".python-version"}:/^requires-python\s*=/m.test(e.read("pyproject.toml")??"")?{"python-version-file":"pyproject.toml"}:{"python-version":"3.13"}}function Et(e,t,n){let r=e.map(({path:c,text:u})=>({path:c,match:xt.exec(u)})).find(({path:c,match:u})=>u&&/^(?:[A-Za-z_]\w*\/)*[A-Za-z_]\w*\.py$/.test(c));if(!r)return null;let[,s,o]=r.match,i=r.path.startsWith("src/"),a=r.path.slice(i?4:0).replace(/(?:\/__init__)?\.py$/,""),l=`${a.replaceAll("/",".")}:${s}`;return o!=="Flask"?{text:`${t}uvicorn ${l}${i?" --app-dir src":""} --host 127.0.0.1 --port $PORT`,...!n("uvicorn")&&!n("fastapi\\[")&&{why:"is uvicorn installed by the build?"}}:{text:n("gunicorn")?`${t}gunicorn ${i?"--chdir src ":""}${l} --bind 127.0.0.1:$PORT`:`${t}flask --app ${i?"src/":""}${a}:${s} run --port $PORT`}}function Ot(e,t,n,r){if(!e.has("manage.py"))return null;let s=t.find(({path:o})=>/^\w+\/wsgi\.py$/.test(o))?.path.split("/")[0];return{text:r("gunicorn")&&s?`${n}gunicorn ${s}.wsgi --bind 127.0.0.1:$PORT`:`${Fe(n)} manage.py runserver --noreload 127.0.0.1:$PORT`}}function Fe(e){return e===""?"python3":`${e}python`}var _t=[$e,xe,de,he,fe,ge,ye];function Te(e){let t=_t.map(r=>r(e)).filter(r=>r!==null),n=t.find(({start:r})=>r.why===void 0)??t[0]??At;return{setup:[],...n,beside:n.from===null||n.stop?[]:we(e)}}var At={title:"nothing known",from:null,start:{text:"./service --port $PORT",why:"how does the service start?"},port:{kind:"given"},path:R};import{lstatSync as Pe,readdirSync as jt,readFileSync as Nt}from"node:fs";import{join as D}from"node:path";var Rt=5e3,It=8,qt=1024*1024,Gt=/^(?:node_modules|vendor|target|build|dist|out|coverage|venv|env|__pycache__|tests?|__tests__|spec|fixtures|examples?|docs?)$/i;function Ee(e){let t=r=>d(()=>Pe(D(e,r)).isFile())??!1,n=r=>d(()=>zt(D(e,r)));return{list:Wt(e),has:t,read:n}}function Wt(e){let t=[],n=[""];for(let r=0;r<It&&n.length>0;r++){let s=[];for(let o of n)for(let i of Ct(D(e,o))){let a=o===""?i.name:`${o}/${i.name}`;if(i.isDirectory()&&!i.name.startsWith(".")&&!Gt.test(i.name)&&s.push(a),i.isFile()&&t.push(a),t.length>=Rt)return t}n=s}return t}function Ct(e){return(d(()=>jt(e,{withFileTypes:!0}))??[]).sort((n,r)=>n.name<r.name?-1:1)}function zt(e){let t=Pe(e);return!t.isFile()||t.size>qt?null:new TextDecoder("utf-8",{fatal:!0}).decode(Nt(e))}import{existsSync as Oe,realpathSync as _e}from"node:fs";import{join as Ae,relative as Mt,sep as Lt}from"node:path";async function je(e,t,n,r){let s=_e(e),o=oe(s,se(t),n),i=await $(o,"rev-parse","--show-toplevel")||null,a=i===null?s:_e(i),l=Mt(a,s).split(Lt).join("/")||".";if(new RegExp("\\$\\{\\{|\\p{Cc}","u").test(l))throw new f({what:"The name of this folder cannot stand in a workflow: it holds `${{` or a control character.",where:s,hint:"Rename the folder, or write the workflow by hand: see docs/getting-started.md."});let c=await $(o,"config","--get","remote.origin.url"),p=(await $(o,"symbolic-ref","--quiet","--short","refs/remotes/origin/HEAD"))?.replace(/^origin\//,"")??null;for(let g of["main","master"])p??=await $(o,"rev-parse","--verify","--quiet",`refs/heads/${g}`)&&g;return p??=await $(o,"symbolic-ref","--quiet","--short","HEAD"),{root:a,folder:l,forge:r??Dt(a,c),branch:p!==null&&/^[\w./-]+$/.test(p)?p:"main",versioned:i!==null}}function Dt(e,t){if(Oe(Ae(e,".forgejo")))return"forgejo";if(Oe(Ae(e,".gitea")))return"gitea";let n=/^(?:\w+:\/\/)?(?:[^@/]*@)?([\w.-]+)/.exec(t??"")?.[1]?.toLowerCase()??"";return n==="codeberg.org"||n.includes("forgejo")?"forgejo":n.includes("gitea")?"gitea":n.includes("github")&&n!=="github.com"&&!n.endsWith(".ghe.com")?"ghes":"github"}function U(e){if(e===".")return null;let t=e.toLowerCase().replace(/[^a-z0-9_]+/g,"-").replace(/^[^a-z]+/,"").replace(/-+$/,"").slice(0,40);return t===""?"service":t}var Ne=`# The tail-latency gate: \`tailgate plan\` shows what a run would do, \`tailgate run\` does it.
# Proposed by \`tailgate init\`, which found nothing to start here. #if !from
# Proposed by \`tailgate init\` from <from> (<title>).
# Lines after GUESS are guesses: please look at them. #if guessed
suite: <suite>
service:
  # Once for each revision, in a fresh checkout: what git ignores is not there. #if build
  build: <build>
  # GUESS: <startGuess>
  start: <start>
  # GUESS: <portGuess>
  # Its port is fixed in <fixedIn>, so base and head take turns. A service that listens on $PORT is
  # measured in half the time: \`url: http://127.0.0.1:\${PORT}\`. #if fixedIn
  url: http://127.0.0.1:<port>
  ready: #if health
    path: <health>
  stop: <stop>
# The compose file also names <beside>. What the service needs of them goes under \`services\`
# (started by Tailgate, with \`needs\`) or \`external\` (started by the workflow). #if beside
scenarios:
  <scenario>:
    # GUESS: <pathGuess>
    request: <request>
    # Modest on purpose: \`tailgate run\` tells what the service really does; then tighten it.
    slo: p99 < 250ms at 50 req/s
measure:
  # Time under load for each scenario. More of it sees smaller changes.
  budget: 1m
`;var Re=Y(te(),1);function q(e,t){let n=s=>(t[s]??!1)!==!1,r=(s,o,i)=>(i===void 0||n(i)===(o===""))&&[...s.matchAll(/<(\w+)>/g)].every(([,a])=>n(a));return e.replace(/^(.*?)(?: #if (!?)(\w+))?\n/gm,(s,o,i,a)=>r(o,i,a)?`${o}
`:"").replace(/<(\w+)>/g,(s,o)=>String(t[o]))}function m(e){let t=(0,Re.stringify)(e,{lineWidth:0,blockQuote:!1}).trimEnd();return t.includes(`
`)?JSON.stringify(e):t}function Ie(e,t){let{from:n,title:r,build:s,start:o,stop:i,health:a,path:l,port:c,beside:u}=e,p=c.kind==="given"?c.why:void 0;return q(Ne,{from:n,title:r,guessed:[o.why,l.why,p].some(Boolean),suite:t&&m(t),build:s&&m(s),startGuess:o.why,start:m(o.text),portGuess:p,fixedIn:c.kind==="fixed"&&c.where.replace(/[\p{Cc}\u2028\u2029]/gu,"?"),port:c.kind==="fixed"?String(c.port):"${PORT}",health:a&&m(a),stop:i&&m(i),beside:u.slice(0,8).join(", ")||null,scenario:Jt(l.text),pathGuess:l.why,request:m(`GET ${l.text}`)})}function Jt(e){return(e.replace(/[?#].*$/s,"").split("/").filter(Boolean).at(-1)??"").toLowerCase().replace(/[^a-z0-9_-]+/g,"-").replace(/^[^a-z]+|-+$/g,"").slice(0,40)||"home"}import{createInterface as Ht}from"node:readline/promises";function Ge(e,t,n){let r=Ht({input:e,output:t}),s=new AbortController;r.on("SIGINT",()=>s.abort("SIGINT")),r.on("close",()=>s.abort("the end of input"));let o=AbortSignal.any([n,s.signal]);return{ask:async a=>{try{return(await r.question(a,{signal:o})).trim()}catch(l){throw Q(o),l}},close:()=>r.close()}}async function We(e,t){let n={...e};if(e.start.why!==void 0){let s=await t(`How does the service start? [${e.start.text}] `);s!==""&&(n.start={text:s})}let r=n.start===e.start||/\$\{?PORT\b/.test(n.start.text);if(e.port.kind==="given"&&(e.port.why!==void 0||!r)){let s=await qe(t,"Which port does it listen on? Enter if it reads $PORT: ",`A port is a number from 1 to 65535.
`,o=>o===""||/^\d{1,5}$/.test(o)&&F(o)!==null);n.port=s===""?{kind:"given"}:{kind:"fixed",port:Number(s),where:"the service, as you said"}}if(e.path.why!==void 0){let s=await qe(t,`Which path is to be measured first? [${e.path.text}] `,`A path begins with / and has no blanks, for instance /search?q=shoes
`,o=>o===""||/^\/[^\s\p{Cc}]*$/u.test(o));s!==""&&(n.path={text:s})}return n}async function qe(e,t,n,r){let s=await e(t);for(;!r(s);)s=await e(n+t);return s}var Ce=`# Written by \`tailgate init --forks\`.
name: <workflow> (forks)

# Runs from the default branch, with a token, beside a run that has none. It checks nothing out and runs nothing of
# the fork; its results are read as data that somebody else wrote.
on:
  workflow_run: # zizmor: ignore[dangerous-triggers] no code of the fork runs here, see above
    workflows: [<workflow>]
    types: [requested, completed]

permissions: {}

concurrency:
  # The newest run of a branch is the one that counts; one that has begun is never stopped half-way.
  group: tailgate-forks-\${{ github.event.action }}-\${{ github.workflow }}-\${{ github.event.workflow_run.head_repository.full_name }}-\${{ github.event.workflow_run.head_branch }}
  cancel-in-progress: false

jobs:
  # Not the check to require: it lands on the default branch, and says no more than that the verdict was told. The
  # status of a fork's commit is pending until somebody who may write approves that commit and re-runs this job.
  tell:
    # What waits for approval, was cancelled or skipped has nothing to tell.
    if: >-
      \${{ github.event.workflow_run.event == 'pull_request'
      && github.event.workflow_run.head_repository.full_name != github.repository
      && github.event.workflow_run.conclusion != 'action_required'
      && github.event.workflow_run.conclusion != 'cancelled'
      && github.event.workflow_run.conclusion != 'skipped' }}
    runs-on: ubuntu-latest
    timeout-minutes: 10
    permissions:
      actions: read # for the results of the other run
      contents: read
      pull-requests: write # for the comment
      statuses: write # for the commit status
    steps:
      - uses: actions/download-artifact
        id: download
        if: \${{ github.event.action == 'completed' }}
        # Without results there is nothing to tell; the check of the pull request itself says why.
        continue-on-error: true
        with:
          pattern: tailgate-*
          path: tailgate-results
          merge-multiple: false
          run-id: \${{ github.event.workflow_run.id }}
          github-token: \${{ github.token }}
      - uses: <tailgate>
        with:
          # When the other run begins, only what was said for another base is taken back.
          mode: \${{ github.event.action == 'requested' && 'withdraw' || 'publish' }}
          results: tailgate-results
          suites: <expected>
          needs: measure
          downloaded: \${{ steps.download.outcome }}
`;var J=`# Written by \`tailgate init\`.
name: <workflow>

# No \`paths:\` filter: a required check that never reports blocks the merge for ever. \`when.changed\` in tailgate.yml
# skips what changes nothing that matters, and still reports.
on:
  pull_request:
    types: [opened, synchronize, reopened, edited] # \`edited\` for another base; a new title or text changes nothing
  merge_group: #if !gitea
  push:
    branches: [<quotedBranch>]
  workflow_dispatch:

permissions: {}

concurrency:
  # A new push to a pull request, or another base, replaces its run. All others go their own way: each push is to be
  # recorded, and an edit of the text must not stop a measurement.
  group: <group>-\${{ (<counts>) && github.event.pull_request.number || github.run_id }}
  cancel-in-progress: true

jobs:
  # Require this check. The code under test runs in the same job as the token: only for repositories whose
  # pull-request authors are trusted with it. The other form: \`tailgate init --force\`.
  tailgate:
    # A skipped job would count as passed, in place of an earlier failure even, so it has another name where it is skipped.
    name: \${{ (<counts>) && '<check>' || 'nothing to measure' }}
    if: \${{ <counts> }}
    runs-on: ubuntu-latest
    timeout-minutes: 60
    permissions:
      contents: write # for the records, in refs/tailgate/, after pushes to the default branch
      pull-requests: write # for the comment
    steps:
      - uses: actions/checkout
        with:
          persist-credentials: false
          fetch-depth: 0 # the base too, so that nothing has to be fetched later
      - <setup>
      - uses: <tailgate>
        with: #if folder
          working-directory: <folder>
`;var ze=`# Written by \`tailgate init\`.
name: <workflow>

# No \`paths:\` filter: a required check that never reports blocks the merge for ever. \`when.changed\` in tailgate.yml
# skips what changes nothing that matters, and still reports.
on:
  pull_request:
    types: [opened, synchronize, reopened, edited] # \`edited\` for another base; a new title or text changes nothing
  merge_group: #if !gitea
  push:
    branches: [<quotedBranch>]
  workflow_dispatch:

permissions: {}

concurrency:
  # A new push to a pull request, or another base, replaces its run. All others go their own way: each push is to be
  # recorded, and an edit of the text must not stop a measurement.
  group: <group>-\${{ (<counts>) && github.event.pull_request.number || github.run_id }}
  cancel-in-progress: true

jobs:
  # A commit has one status, whatever its pull request's base is: what was measured for another base is taken back at #if !gitea
  # once, and not when this run has its own result. #if !gitea
  withdraw: #if !gitea
    if: \${{ github.event_name == 'pull_request' && (<counts>) }} #if !gitea
    runs-on: ubuntu-latest #if !gitea
    timeout-minutes: 5 #if !gitea
    permissions: #if !gitea
      statuses: write #if !gitea
    steps: #if !gitea
      - uses: <tailgate> #if !gitea
        with: #if !gitea
          mode: withdraw #if !gitea

  # Runs the code of the pull request, so it has no token that could write.
  measure:
    if: \${{ <counts> }}
    runs-on: ubuntu-latest
    timeout-minutes: 60
    permissions:
      contents: read
    # A matrix? Each job hands over a result of its own; \`publish\` judges them together and misses none.
    # strategy:
    #   fail-fast: false
    #   matrix:
    #     store: [memory, postgres]
    steps:
      - uses: actions/checkout
        with:
          persist-credentials: false
          fetch-depth: 0 # the base too, so that nothing has to be fetched later
      - <setup>
      - uses: <tailgate>
        id: tailgate
        with:
          mode: measure
          github-token: ''
          working-directory: <folder>
      # Also after a failure: what was measured so far is judged by the job that publishes.
      - uses: actions/upload-artifact
        if: \${{ always() && steps.tailgate.outputs.results != '' }}
        with:
          name: \${{ steps.tailgate.outputs.artifact }} # no other job has it, so no result replaces another one
          path: \${{ steps.tailgate.outputs.results }}
          if-no-files-found: error
          retention-days: 7

  # Require this check. It runs no code of the repository: no checkout, no commands. A skipped job would count as passed,
  # in place of an earlier failure even, so it has another name where it is skipped.
  publish:
    name: \${{ github.event_name != 'push' && (<counts>) && '<check>' || 'nothing to publish' }}
    if: \${{ always() && github.event_name != 'push' && (<counts>) }}
    needs: measure
    concurrency: # one at a time writes to a pull request
      group: <group>-publish-\${{ github.event.pull_request.number || github.run_id }}
      cancel-in-progress: false
    runs-on: ubuntu-latest
    timeout-minutes: 10
    permissions:
      contents: write # for the commit status, which is part of the code there #if gitea
      contents: read # for the trailers of commits #if !gitea
      pull-requests: write # for the comment
      statuses: write # for the commit status
    steps:
      - uses: actions/download-artifact
        id: download
        # What is missing is noticed below.
        continue-on-error: true
        with:
          pattern: tailgate-* #if newArtifacts
          merge-multiple: false #if newArtifacts
          path: tailgate-results
      - uses: <tailgate>
        with:
          mode: publish
          results: tailgate-results
          suites: <expected>
          needs: \${{ toJSON(needs) }}
          downloaded: \${{ steps.download.outcome }}

  # The same after a push to <branch>, and what was measured becomes part of the baseline.
  record:
    if: \${{ always() && github.event_name == 'push' }}
    needs: measure
    runs-on: ubuntu-latest
    timeout-minutes: 10
    permissions:
      contents: write # for the records, in refs/tailgate/
      pull-requests: read
      statuses: write # for the commit status
    steps:
      - uses: actions/download-artifact
        id: download
        # What is missing is noticed below.
        continue-on-error: true
        with:
          pattern: tailgate-* #if newArtifacts
          merge-multiple: false #if newArtifacts
          path: tailgate-results
      - uses: <tailgate>
        with:
          mode: publish
          results: tailgate-results
          suites: <expected>
          needs: \${{ toJSON(needs) }}
          downloaded: \${{ steps.download.outcome }}
`;function Me(e){return V(ze,e)}function Le(e){return V(J,e)}function De(e){return V(Ce,e)}function B(e,t){return H(t?"tailgate":"publish",e," ")}function V(e,t){let{forge:n,uses:r,branch:s,folder:o,suite:i,expected:a}=t;return q(e,{workflow:H("Tailgate",i," "),group:H("tailgate",i,"-"),tailgate:ue(r,n),setup:Kt(t),folder:o==="."?null:E(o),expected:E(a),check:B(i,e===J),counts:`github.event.action != 'edited' || github.event.changes.${S(n)?"ref":"base"}`,quotedBranch:E(s),branch:s,suite:i,gitea:S(n),newArtifacts:x(n)}).replace(/(?<=- uses: )[\w-]+\/[\w-]+$/gm,c=>ae(c,n))}function Kt({setup:e,folder:t}){let n=t!==".";return e.map(s=>{if("run"in s)return[`run: ${E(s.run)}`,...n?[`working-directory: ${E(t)}`]:[]];let o=Object.entries(s.with).map(([i,a])=>{let l=n&&i.endsWith("-file");return`  ${i}: ${E(l?`${t}/${a}`:a)}`});return[`uses: ${s.uses}`,...o.length===0?[]:["with:",...o]]}).map(s=>s.join(`
${" ".repeat(8)}`)).join(`
${" ".repeat(6)}- `)||null}function H(e,t,n){return t===null?e:`${e}${n}${t}`}function E(e){return/[,[\]{}]/.test(e)?JSON.stringify(e):m(e)}import{existsSync as Yt,lstatSync as Qt,mkdirSync as Zt,readFileSync as Je,renameSync as en,rmSync as X,statSync as tn,writeFileSync as Ue}from"node:fs";import{dirname as G}from"node:path";function He({path:e,text:t}){for(let r=G(e);r!==G(r);r=G(r))if(d(()=>tn(r))?.isDirectory()===!1)throw new f({what:"A folder is needed here, and something else is in its place.",where:r});let n=d(()=>Qt(e));if(n===null)return"free";if(!n.isFile())throw new f({what:`${n.isDirectory()?"A folder":"A link or special file"} is in the place of a file to write.`,where:e,hint:"Move it away first."});return Je(e,"utf8")===t?"same":"taken"}function Be(e){let t=[],n=r=>`${r}.${process.pid}.new`;try{for(let{path:r,text:s}of e){let o=Zt(G(r),{recursive:!0});o!==void 0&&t.push(()=>X(o,{recursive:!0})),Ue(n(r),s,{flag:"wx"}),t.push(()=>X(n(r),{force:!0}))}for(let{path:r}of e){let s=Yt(r)?Je(r):null;en(n(r),r),t.push(()=>s===null?X(r,{force:!0}):Ue(r,s))}}catch(r){for(let s of t.reverse())s();throw new f({what:`The files could not be written: ${r.message}`,hint:"Nothing was changed.",cause:r})}}async function gr(e,t){rn(e);let n=nn(e.cwd??process.cwd()),r=e.write??(a=>{process.stdout.write(a)}),s=await je(n,e.environment??process.env,t,e.forge);sn(e,s);let o=e.ask===void 0&&!e.yes?on(t):null,i=e.yes?null:e.ask??o?.ask??null;try{let a=Ee(n),l=Te(a);r(l.from===null?`Nothing was found here that says how a service starts; the proposal is a frame to fill in.
`:`Found ${l.from}: ${l.title}.
`);let c=i?await We(l,i):l,u=a.read("tailgate.yml"),p=Ve(c,s,n,e,null),g=u===null?p:Ve(c,s,n,e,u),h=e.force||e.dryRun&&!e.keep?p:g;if(e.dryRun)return r(h.map(({path:k,text:C})=>`
--- ${W(n,k)}
${C}`).join("")),z.pass;let O=await an(h,n,e,i),A=O.includes(h[0])?p:h;Be(A.filter((k,C)=>O.includes(h[C])));for(let k of h)r(`${O.includes(k)?"wrote":"left "} ${W(n,k.path)}
`)}finally{o?.close()}return r(`
`),await ie({config:K(n,"tailgate.yml")},t),r(ln(s,e)),z.pass}function rn({uses:e,force:t,keep:n,oneStep:r,forks:s,forge:o}){let i=(a,l)=>new f({what:a,hint:l});if(!ce(e))throw i(`--uses ${JSON.stringify(e.slice(0,80))} is nothing that a workflow can use.`,"Expected OWNER/REPOSITORY@REF, for instance tailgate/tailgate@v0, or ./ for the repository itself.");if(t&&n)throw i("--force and --keep contradict each other.","Leave one of them out.");if(r&&s)throw i("--forks needs the pair of jobs.","Leave --one-step out: a fork\u2019s run has no token to use.");if(o!==void 0&&!M.includes(o))throw i(`--forge ${JSON.stringify(o)} is unknown.`,`Expected one of ${M.join(", ")}.`)}function sn({forks:e},{forge:t}){if(!(!e||x(t)))throw new f({what:`--forks works on github.com only, and this repository looks like one on ${t}.`,hint:"There the results of another run cannot be fetched. If it is on github.com: --forge github."})}function on(e){return!process.stdin.isTTY||!process.stderr.isTTY||process.env.CI?null:Ge(process.stdin,process.stderr,e)}function Ve(e,t,n,r,s){let{root:o,forge:i,folder:a,branch:l}=t,c=U(a),u=K(n,"tailgate.yml"),p=Ie(e,c);ne(p,{path:u,directory:n,shownAs:"the proposed tailgate.yml"});let g={forge:i,uses:r.uses,branch:l,folder:a,suite:c,expected:s===null?c??ee.suite:re(s),setup:e.setup},h=c===null?"tailgate":`tailgate-${c}`,O=S(i)?i:"github",A=k=>K(o,`.${O}/workflows/${k}.yml`);return[{path:u,text:p},{path:A(h),text:r.oneStep?Le(g):Me(g)},...r.forks?[{path:A(`${h}-forks`),text:De(g)}]:[]]}async function an(e,t,{force:n,keep:r},s){let o=e.map(l=>({file:l,state:He(l)})),i=o.filter(({state:l})=>l==="taken");if(i.length>0&&!n&&!r&&s===null)throw new f({what:`${i.map(({file:l})=>W(t,l.path)).join(" and ")} ${i.length===1?"exists":"exist"} already; nothing was written.`,hint:"`--force` overwrites, `--keep` leaves what is there and writes the rest, `--dry-run` prints."});let a=[];for(let{file:l,state:c}of o)if(!(c==="same"||c==="taken"&&r)){if(c==="taken"&&!n){let u=await s(`${W(t,l.path)} exists already. Overwrite it? [y/N] `);if(!/^y(es)?$/i.test(u))continue}a.push(l)}return a}function ln({versioned:e,forge:t,branch:n,folder:r},{oneStep:s,forks:o}){let i=B(U(r),s??!1);return`
Next:
${["Look at tailgate.yml, above all at lines after GUESS, and name requests that matter to your users.","Try it here: `tailgate run`, and tighten the SLO to what you see.",e?`Commit, push to ${n}, open a pull request.`:"Make this a git repository (`git init`): base and head come from its commits.",`Make \`${i}\` a required check of ${n}.`,...s||o||!x(t)?[]:["Pull requests from forks? `tailgate init --keep --forks`."]].map((l,c)=>`  ${c+1}. ${l}
`).join("")}`}export{gr as init};
