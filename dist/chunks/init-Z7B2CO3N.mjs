import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{c as oe}from"./chunk-7C3W5ZO5.mjs";import{l as re,o as G}from"./chunk-3G5XODMM.mjs";import{a as D,g as te,h as se,l as ne,s as C,t as L,u as A}from"./chunk-5JUGBXB5.mjs";import{x as ee}from"./chunk-NF7UVSPA.mjs";import"./chunk-2TADXIBH.mjs";import"./chunk-OUHIMEK4.mjs";import{a as Z,b as T}from"./chunk-BXS76CBV.mjs";import{d as F}from"./chunk-JLN3Y4HN.mjs";import{existsSync as as,readFileSync as cs}from"node:fs";import{join as X,relative as ls}from"node:path";import{posix as K}from"node:path";var de=F(D(),1);import{existsSync as Ue,realpathSync as I}from"node:fs";import{basename as Ke,dirname as H,join as Qe,relative as Ye,sep as Je}from"node:path";import{fileURLToPath as Xe}from"node:url";async function ie(e,t,s,r){let i=I(e),n=L(i,C(t),s),o=await A(n,"rev-parse","--show-toplevel");if(!o)throw new T({what:"This folder is in no git repository, and Tailgate compares commits.",where:i,hint:"Call `git init` first. A first commit can wait."});let a=I(o),c=Ye(a,i).split(Je).join("/")||".";if(new RegExp("\\$\\{\\{|\\p{Cc}","u").test(c))throw new T({what:"A folder whose name has `${{` or a control character cannot stand in a workflow.",where:i});let l=await A(n,"config","--get","remote.origin.url"),p=await oe(n)??await A(n,"symbolic-ref","--quiet","--short","HEAD"),d=ae(l),m=L(a,C(t),s),{stdout:g}=await m(["ls-files","-z","--cached","--others","--exclude-standard"]);return{root:a,folder:c,suite:B(c)??N(Ke(d?.path??a))??"service",forge:r??Ze(d?.host??""),branch:p!==null&&/^[\w./-]+$/.test(p)?p:"main",known:new Set(g.split("\0").filter(Boolean))}}function Ze(e){return/gitlab|bitbucket|gitea|forgejo|codeberg|azure|visualstudio/.test(e)?null:/github/.test(e)&&!/(?:^|\.)github\.com(?:-[\w-]+)?$|^[^.]+$|\.ghe\.com$/.test(e)?"ghes":"github"}function ae(e){let[,t,s]=/^(?:\w+:\/\/)?(?:[^@/]*@)?([\w.-]+)(?::\d+)?[/:]((?:[\w.-]+\/)+[\w.-]+?)(?:\.git)?\/?$/.exec(e??"")??[];return t&&s?{host:t.toLowerCase(),path:s}:null}async function ce(e,t,s=et()){if(s!==null){let r=L(s,C(e),t),i=await A(r,"rev-parse","--show-toplevel"),n=ae(await A(r,"config","--get","remote.origin.url")),o=await A(r,"rev-parse","--verify","--quiet","HEAD"),a=await A(r,"for-each-ref","--contains=HEAD","refs/remotes/origin","refs/tags");if(i&&I(i)===I(s)&&n&&a)return`${n.path}@${o}`}throw new T({what:"Name the action for the workflow, as in `--uses OWNER/REPO@REF`: this Tailgate runs in no clone whose commit its `origin` has.",...s!==null&&{where:s}})}function et(){let e=H(Xe(import.meta.url));for(let t=e;t!==H(t);t=H(t))if(Ue(Qe(t,"action.yml")))return t;return null}function B(e){return e==="."?null:N(e)??"service"}function N(e){return e.toLowerCase().replace(/[^a-z0-9_]+/g,"-").replace(/^[^a-z]+/,"").slice(0,40).replace(/(?<!-)-+$/,"")||null}var pe=F(D(),1);var le=`# What \`tailgate init\` knows. Of each table the first row that fits is taken.

# How what a service depends on is installed, by the file that is there. \`prefix\` goes before installed programs, \`run\` runs
# a script. \`open\`: versions are left open. For the workflow: \`cache\` of the set-up action, \`get\` for the package manager.
installers:
  # Node 25 and newer bring no corepack.
  - { language: node, lock: pnpm-lock.yaml, install: pnpm install --frozen-lockfile, prefix: 'pnpm exec ', run: pnpm run, cache: pnpm, get: npm install --global --force corepack && corepack enable }
  # Yarn 1 knows the older name of the option only, and runners have it.
  - { language: node, lock: yarn.lock, text: '^# yarn lockfile v1$', install: yarn install --frozen-lockfile, prefix: 'yarn ', run: yarn run, cache: yarn }
  - { language: node, lock: yarn.lock, install: yarn install --immutable, prefix: 'yarn ', run: yarn run, cache: yarn, get: npm install --global --force corepack && corepack enable }
  - { language: node, lock: bun.lock, install: bun install --frozen-lockfile, prefix: 'bunx ', run: bun run, get: npm install --global bun }
  - { language: node, lock: package-lock.json, install: npm ci, prefix: 'npx ', run: npm run, cache: npm }
  - { language: node, lock: package.json, install: npm install, prefix: 'npx ', run: npm run, open: true }
  - { language: python, lock: uv.lock, install: uv sync --frozen --all-groups, prefix: .venv/bin/, setup: uv }
  # Poetry and Pipenv would install into the environment of whoever calls, where one is active.
  - { language: python, lock: poetry.lock, install: env -u VIRTUAL_ENV -u CONDA_PREFIX POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction --no-root, prefix: .venv/bin/, get: pipx install poetry }
  - { language: python, lock: Pipfile.lock, install: PIPENV_VENV_IN_PROJECT=1 PIPENV_IGNORE_VIRTUALENVS=1 pipenv sync, prefix: .venv/bin/, get: pipx install pipenv }
  - { language: python, lock: requirements.txt, install: python3 -m venv .venv && .venv/bin/pip install -r requirements.txt, prefix: .venv/bin/ }
  - { language: python, lock: pyproject.toml, install: python3 -m venv .venv && .venv/bin/pip install -e ., prefix: .venv/bin/, open: true }
  - { language: go, lock: go.mod, cache: 'true' }
  - { language: rust, lock: Cargo.toml, install: cargo build --release, prefix: target/release/ }
  - { language: jvm, lock: mvnw, install: sh ./mvnw --batch-mode --quiet -DskipTests package, prefix: target/, cache: maven }
  - { language: jvm, lock: pom.xml, install: mvn --batch-mode --quiet -DskipTests package, prefix: target/, cache: maven }
  - { language: jvm, lock: gradlew, prefix: build/libs/, run: sh ./gradlew --no-daemon --quiet, cache: gradle }
  - { language: ruby, lock: Gemfile.lock, install: bundle install, prefix: 'bundle exec ' }
  - { language: ruby, lock: Gemfile, install: bundle install, prefix: 'bundle exec ', open: true }
  - { language: php, lock: composer.lock, install: composer install --no-dev --no-interaction }
  - { language: php, lock: composer.json, install: composer install --no-dev --no-interaction, open: true }

# The step of the workflow that sets a language up. Its version (\`key\`) is in a file (\`from\`, with what that then holds), or in
# the text of a manifest (\`says\`).
setups:
  node: { uses: actions/setup-node, key: node-version, usual: '24', from: { .nvmrc: '\\d', .node-version: '\\d', package.json: '"engines"[^}]{0,200}"node"' } }
  python: { uses: actions/setup-python, key: python-version, usual: '3.13', from: { .python-version: '\\d', pyproject.toml: '^(?:requires-)?python\\b' } }
  uv: { uses: astral-sh/setup-uv }
  go: { uses: actions/setup-go, key: go-version, usual: stable, from: { go.mod: '^go ' } }
  jvm: { uses: actions/setup-java, key: java-version, usual: '21', says: '(?:<(?:java\\.version|maven\\.compiler\\.release|release)>\\s{0,9}|JavaLanguageVersion\\.of\\(|(?:sourceCompatibility|jvmToolchain)\\D{1,25})(?:1\\.)?(\\d+)' }

# How a service is started, by \`mark\` (a file), \`needs\` (a package in its manifests) and \`find\` (see starters.ts), which all
# have to be there. \`%\` is the prefix and \`@\` the \`run\` of its installer, \`&\` what was found. \`port\`: it takes $PORT by itself.
starters:
  - { title: a Procfile, language: python, find: procfile, start: . %activate && &, port: true }
  - { title: a Procfile, language: ruby, find: procfile, start: '&', port: true }
  - { title: FastAPI, language: python, needs: [fastapi, starlette, litestar], find: asgi, start: '%uvicorn & --host 127.0.0.1 --port $PORT' }
  - { title: Django with gunicorn, language: python, needs: [gunicorn], find: django, start: '%gunicorn & --bind 127.0.0.1:$PORT' }
  - { title: Django, language: python, find: manage, start: '%python & runserver --noreload 127.0.0.1:$PORT', check: &development 'this server is for development: how is it started in production?' }
  - { title: Flask with gunicorn, language: python, needs: [gunicorn], find: flask, start: "%gunicorn '&' --bind 127.0.0.1:$PORT" }
  - { title: Flask, language: python, find: flask, start: "%flask --app '&' run --port $PORT", check: *development }
  - { title: Go, language: go, needs: [github.com/spf13/cobra, github.com/urfave/cli], find: go, build: go build -o bin/service &, start: bin/service, check: 'its program takes commands: does it need one here, as in \`bin/service serve\`?' }
  - { title: Go, language: go, find: go, build: go build -o bin/service &, start: bin/service, check: &arguments 'which arguments and settings does it need here?' }
  - { title: Rust, language: rust, find: cargo, start: '%&', check: *arguments }
  - { title: 'Spring Boot, Maven', language: jvm, mark: pom.xml, needs: [spring-boot-maven-plugin, spring-boot-starter-web], find: maven, start: java -jar %*.&, env: { SERVER_PORT: '\${PORT}' } }
  - { title: 'Spring Boot, Gradle', language: jvm, needs: [org.springframework.boot], build: '@ bootJar', start: java -jar %*.jar, env: { SERVER_PORT: '\${PORT}' } }
  - { title: Rails, language: ruby, mark: config.ru, needs: [rails], start: '%puma -b tcp://127.0.0.1:$PORT', env: { RAILS_ENV: production, RAILS_LOG_TO_STDOUT: '1', SECRET_KEY_BASE: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef }, check: 'production often redirects to HTTPS (\`config.force_ssl\`): requests then need the header X-Forwarded-Proto: https' }
  - { title: Laravel, language: php, mark: artisan, start: php artisan serve --host 127.0.0.1 --port $PORT --no-reload, env: { APP_ENV: production, APP_KEY: 'base64:dGFpbGdhdGUtc3RhbmQtaW4tZm9yLW1lYXN1cmluZyE=' }, check: *development }
  - { title: .NET, language: dotnet, find: dotnet, build: dotnet publish & -c Release -o out, start: 'dotnet out/&.dll --urls http://127.0.0.1:$PORT' }
  - { title: Node, language: node, needs: [next, nuxt, '@remix-run/serve', fastify-cli, '@strapi/strapi'], find: script, start: '&', env: { NODE_ENV: production }, port: true }
  - { title: Node, language: node, find: script, start: '&', env: { NODE_ENV: production } }
  - { title: Node, language: node, needs: [express, fastify, koa, '@hapi/hapi', hono, '@apollo/server', socket.io], find: main, start: node &, env: { NODE_ENV: production }, check: 'package.json has no start script: is this its program?' }

# What makes tables before each start, where no script of package.json does.
migrations:
  - { mark: prisma/schema.prisma, command: '%prisma migrate deploy' }
  - { mark: drizzle.config.ts, command: '%drizzle-kit migrate' }
  - { mark: migrations/alembic.ini, command: "%flask --app '&' db upgrade" }
  - { mark: alembic.ini, command: '%alembic upgrade head' }
  - { mark: manage.py, command: '%python manage.py migrate --noinput' }
  - { mark: bin/rails, command: '%rails db:prepare' }
  - { mark: artisan, command: php artisan migrate --force }

# Databases: by the images of a compose file, the schemes of addresses, and what manifests call their clients. \`service\` and
# \`env\`: how one is started for a service that has none, and where it then is.
stores:
  - { title: PostgreSQL, image: postg|timescale|pgvector, port: 5432, scheme: postg, packages: [pg, postgres, psycopg, psycopg2, psycopg2-binary, asyncpg, github.com/lib/pq, github.com/jackc/pgx, gorm.io/driver/postgres, tokio-postgres, postgresql, pgsql, Npgsql, Npgsql.EntityFrameworkCore.PostgreSQL], service: "db: { image: { name: 'postgres:17', port: 5432 }, env: { POSTGRES_HOST_AUTH_METHOD: trust } }", env: 'DATABASE_URL: postgres://postgres@127.0.0.1:\${db.PORT}/postgres' }
  - { title: MySQL, image: mysql|mariadb|percona, port: 3306, scheme: mysql|mariadb, packages: [mysql, mysql2, pymysql, mysqlclient, aiomysql, github.com/go-sql-driver/mysql, gorm.io/driver/mysql, mysql-connector-j, mysql-connector-java, mariadb-java-client, Pomelo.EntityFrameworkCore.MySql], service: "db: { image: { name: 'mysql:8', port: 3306 }, env: { MYSQL_ALLOW_EMPTY_PASSWORD: 1, MYSQL_DATABASE: app } }", env: 'DATABASE_URL: mysql://root@127.0.0.1:\${db.PORT}/app' }
  - { title: SQL Server, image: mssql, port: 1433, scheme: sqlserver|mssql, packages: [mssql, tedious, mssql-jdbc, sqlserver, Microsoft.Data.SqlClient, Microsoft.EntityFrameworkCore.SqlServer], service: "db: { image: { name: 'mcr.microsoft.com/mssql/server:2022-latest', port: 1433 }, env: { ACCEPT_EULA: Y, MSSQL_SA_PASSWORD: Only-4-measuring } }", env: "ConnectionStrings__Default: 'Server=127.0.0.1,\${db.PORT};User Id=sa;Password=Only-4-measuring;TrustServerCertificate=true'" }
  - { title: MongoDB, image: mongo, port: 27017, scheme: mongodb, packages: [mongodb, mongoose, '@nestjs/mongoose', pymongo, motor, go.mongodb.org/mongo-driver, spring-boot-starter-data-mongodb, mongoid, MongoDB.Driver], service: "mongo: { image: { name: 'mongo:7', port: 27017 } }", env: 'MONGODB_URI: mongodb://127.0.0.1:\${mongo.PORT}/app' }
  - { title: Redis, image: redis|valkey|keydb, port: 6379, scheme: redis, packages: [redis, ioredis, bullmq, github.com/redis/go-redis, spring-boot-starter-data-redis, sidekiq, StackExchange.Redis], service: "redis: { image: { name: 'redis:7', port: 6379 } }", env: 'REDIS_URL: redis://127.0.0.1:\${redis.PORT}' }
  - { title: RabbitMQ, image: rabbitmq, port: 5672, scheme: amqp, packages: [amqplib, amqp-connection-manager, pika, aio-pika, github.com/rabbitmq/amqp091-go, spring-boot-starter-amqp, RabbitMQ.Client], service: "rabbitmq: { image: { name: 'rabbitmq:4', port: 5672 } }", env: 'AMQP_URL: amqp://guest:guest@127.0.0.1:\${rabbitmq.PORT}' }
`;var E=(0,pe.parse)(le);var st=["compose.yaml","compose.yml","docker-compose.yml","docker-compose.yaml"];function ge(e){let t=st.find(e.has),s=t===void 0?null:e.read(t);if(t===void 0||s===null)return null;let r=nt(s).map(([n,o])=>{let a=ue(o.ports).map(ot),c=E.stores.find(({image:l})=>new RegExp(l).test(String(o.image??"")));return{service:n,one:o,ports:a,store:c}}),i=r.filter(({one:n})=>n.build!==void 0);return r.length===0?null:{file:t,databases:r.flatMap(({service:n,one:o,ports:a,store:c})=>{if(c===void 0)return[];let{port:l,title:p}=c,d=a.flatMap(({inside:b,outside:y})=>b===l&&y?[y]:[]),m=[n,String(o.container_name??n),"host.docker.internal"];return[{...{name:N(n)??"db",scheme:new RegExp(`^(?:${c.scheme})`)},service:n,title:p,port:l,hosts:m,ports:[l,...d]}]}),built:i.map(({service:n,ports:o})=>({service:n,ports:o.flatMap(({inside:a})=>a??[])})),env:rt((i[0]??r.find(({store:n})=>!n))?.one.environment),asked:[...new Set([...s.matchAll(/(?<!\$)\$(?:\{(\w+)|(\w+))/g)].map(([,n,o])=>n??o))],envFiles:[...new Set(r.flatMap(({one:n})=>ue(n.env_file)))]}}function nt(e){try{let t=(0,de.parse)(e,{logLevel:"error",merge:!0}).services;return Object.entries(t).filter(([,s])=>s!==null&&typeof s=="object")}catch{return[]}}var ue=e=>(Array.isArray(e)?e:[e??[]].flat()).map(String);function rt(e){let t=Array.isArray(e)?e.map(s=>String(s).split(/=(.*)/s)):Object.entries(e??{}).map(([s,r])=>[s,String(r??"")]);return Object.fromEntries(t.filter(([,s])=>s!==void 0))}function ot(e){let t=e.replace(/\$\{\w+:?-(\d+)\}/g,"$1"),[,s,r]=/^(?:[\d.]+:)?(?:(\d{2,5}|\$\{\w+\}):)?(\d{2,5})(?:\/\w+)?$/.exec(t)??[];return{...r&&{inside:Number(r)},...Number(s)&&{outside:Number(s)}}}var it=/^(?:\.?env(?:[.-]\w+)*[.-](?:example|sample|template|dist|defaults?)|(?:example|sample)\.env)$/i;function fe(e){let[t=""]=e.list.filter(i=>it.test(i)).sort((i,n)=>i.length-n.length),s={},r=(e.read(t)??"").matchAll(/^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=(.*)$/gm);for(let[,i,n]of r){let[,o,a]=/^"([^"]*)"|^'([^']*)'/.exec(n.trim())??[],c=o??a??n.replace(/(?:^|\s)#.*/,"").trim();s[i]=c.replace(/\$\{(\w+)\}/g,(l,p)=>s[p]??l)}return s}var at="127.0.0.1:9",ct="stand-in-for-measuring-only-0123456789abcdef",me=/^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])?$/,lt=/^(?:PORT|(?:NODE|APP|RAILS|RACK|FLASK|GO)_ENV)$/,pt=/^(?:APP|SERVER|HTTP|API|LISTEN|WEB|SERVICE|NODE|BIND|PROJECT|BACKEND)_PORT$/,ut=/[{<][\w -]{1,60}[}>]/,dt=/^\/(?:app|data|etc|home|media|mnt|opt|root|run|srv|storage|tmp|uploads?|usr|Users|var)(?:\/[\w.-]+)*\/?$/,gt=/(?:^|_)LOG(?:GING|_?LEVEL)?(?:_|$)/,mt=/\b(?:debug|trace)\b/gi,ft=/(?:SECRET|PASSWORD|PASSWD|PASS|TOKEN|KEY|CREDENTIALS?|SALT|PASSPHRASE)$/i,he=/^(?:DB|DATABASE|PG|POSTGRES|MYSQL|MARIADB|REDIS|MONGO|RABBIT)/i,be=/(?:HOST|HOSTNAME|ENDPOINT|SERVERS?|BROKERS?|ADDR|NODES)$/i,ht=/^[\w.-]+:\d{2,5}(?:,[\w.-]+:\d{2,5})*$/,bt=/\b([a-z][\w+.-]{0,30}):\/\/([^/?#\s"'<>]*?)(?=[/?#\s"'<>]|,\w{1,9}:\/\/|$)/gi;function we(e,t){return Object.entries(e).filter(([s])=>ee.test(s)&&!lt.test(s)).flatMap(([s,r])=>{let i=r.replace(/[\p{Cc}\u2028\u2029]/gu,""),n=gt.test(s)&&!i.includes("://")?i.replace(mt,"info"):i;if(pt.test(s)&&/^:?\d*$/.test(n))return[{name:s,value:`${n.startsWith(":")?":":""}\${PORT}`}];let o=he.test(s)&&n!==""&&t.length>0;return ft.test(s)&&!o&&!n.includes("://")?[{name:s,value:ct}]:n===""||n===`\${${s}}`?[]:dt.test(n)?[{name:s,value:n,check:`${n} is a folder of this machine, which base and head share`}]:/\$[{A-Z_]|\b(?:Host|Server|Data Source)\s?=/i.test(n)||ut.test(n)?[{name:s,check:`${s} is put together of other values: what is it here?`}]:[{name:s,...wt(s,n,t)}]})}function ve([e,t]){return he.test(e)&&(t.includes("://")||be.test(e))}function wt(e,t,s){let r=[],i=(l,p)=>{let[,d="",m="",g]=/^(.*@)?(\[[^\]]*\]|[^:,]*)(?::(\d+))?/.exec(l),b=me.test(m),y=s.find(k=>(b||k.hosts.includes(m))&&(g===void 0?k.scheme.test(p):k.ports.includes(Number(g))));return y?`${d}127.0.0.1:\${${y.name}.PORT}`:(b||r.push(m),b?l:at)},n=be.test(e)&&/^[\w.-]+$/.test(t),o=/PORT$/i.test(e)&&s.find(({ports:l})=>l.includes(Number(t))),a=t;o?a=`\${${o.name}.PORT}`:n&&s.some(({hosts:l})=>l.includes(t))?a="127.0.0.1":n&&!me.test(t)?a=i(t,"").replace(/:9$/,""):ht.test(t)?a=t.replace(/[^,]+/g,l=>i(l,"")):a=t.replace(bt,(l,p,d)=>`${p}://${i(d,p)}`);let c=`${e} led to ${r.join(", ")}, which no run may reach: it leads nowhere now`;return{value:a,...r.length>0&&{check:c}}}var vt=["pnpm-workspace.yaml","package.json","pyproject.toml","Cargo.toml"],kt=/^packages:|"workspaces"|^\[tool\.uv\.workspace\]|^\[workspace\]/m;function ke(e,t){let{files:s}=t,r=(s.above??[]).filter(n=>vt.some(o=>kt.test(s.read(n+o)??""))),i=E.installers.filter(n=>n.language===e);for(let n of[!1,!0])for(let o of["",...r]){let a=i.find(({lock:d,text:m="",open:g=!1})=>{let b=g===n?s.read(o+d):null;return b!==null&&new RegExp(m,"m").test(b)});if(a===void 0)continue;let{install:c="",prefix:l=""}=a,p={...a,lock:o+a.lock};return{...p,install:o!==""&&e==="node"?`(cd ${o.slice(0,-1)} && ${c})`:c,prefix:l.endsWith("/")?o+l:l,steps:yt(p,t)}}return null}function yt({language:e,lock:t,cache:s,get:r,setup:i=e},{files:n,manifests:o}){let{uses:a,key:c,usual:l,from:p={},says:d}=E.setups[i]??{},m=Object.keys(p).find(k=>new RegExp(p[k],"m").test(n.read(k)??"")),g=(d&&new RegExp(d).exec(o)?.[1])??l,b=e==="jvm";return{...{get:r,action:a,key:c,cache:s,...m?{file:m}:{version:g}},...b?{java:"true"}:s&&{lock:t}}}var St=/(?:(?:\.(?:get|GET|Get|route)\(|@(?:GetMapping|get)\(|\b(?:HandleFunc|Handle|MapGet)\(|::get\(|#\[get\(|^[ \t]*get[ \t])\s{0,9}["'`](?:GET )?(?=\/)|(?:@Get\(|\bpath\()\s{0,9}["'`])([\w./-]{1,200})["'`]/gm,$t=/health|ready|live|ping|metric|status|version|favicon|docs|swagger|openapi|admin|login|logout|auth|token|callback|\.\w+$/i;function ye(e,t){let s=t.flatMap(({text:n})=>[...n.matchAll(St)].map(([,o])=>o.replace(/^\/?/,"/"))).find(n=>n!=="/"&&n.length<100&&!$t.test(n))??"/",i=s==="/"&&e.list.some(n=>n.endsWith(".proto"))?"if it speaks gRPC, ask it by a script of k6: `script: load.js` in place of `request`":"name the requests that matter to your users";return{name:N(s)??"home",request:`GET ${s}`,check:i}}import{lstatSync as xt,readFileSync as Et}from"node:fs";import{join as Rt,posix as Se}from"node:path";var Ot=5e3,Tt=400,Pt=1024*1024,_t=/(?:^|\/)(?:\..*|node_modules|vendor|target|build|dist|out|coverage|bin|obj|third_party|venv|env|__pycache__|tests?|__tests__|spec|fixtures|examples?|docs?)\//i;function $e(e,t,s){let r=t==="."?"":`${t}/`,i=o=>o.split("/").length,n=[...s].filter(o=>o.startsWith(r)).map(o=>o.slice(r.length));return{all:n,list:n.filter(o=>!_t.test(o)||/(?:^|\/)src\/main\//.test(o)).sort((o,a)=>i(o)-i(a)||(o<a?-1:1)).slice(0,Ot),has:o=>s.has(Se.join(t,o)),read:o=>s.has(Se.join(t,o))?At(Rt(e,t,o)):null,above:Array.from(r.matchAll(/\//g),(o,a)=>"../".repeat(a+1))}}function At(e){try{let t=xt(e);if(!t.isFile()||t.size>Pt)return null;let s=Et(e),r=s[0]===255&&s[1]===254?"utf-16le":"utf-8";return new TextDecoder(r,{fatal:!0}).decode(s)}catch{return null}}var jt=/\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs)$/,Nt=/(?:[._-]test|[._-]spec|_test|\.d|\.stories|\.config)\.\w+$|(?:^|\/)(?:test_[^/]*|conftest\.py)$|Tests?\.(?:java|kt|cs)$|(?:^|\/)(?:frontend|client|web-?app|public|static|assets|e2e|cypress|migrations?|alembic|seeds?|scripts?|tools?|benchmarks?)\//i;function xe(e){let t=e.list.filter(r=>jt.test(r)&&!Nt.test(r)).slice(0,Tt),s=r=>(e.read(r)??"").replace(/^[ \t]*(?:\/\/(?!go:)|#(?![[!])|\*\s).*$/gm,"");return t.map(r=>({path:r,text:s(r)}))}var z=/^(?:package\.json|requirements\.txt|pyproject\.toml|go\.mod|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|composer\.json|prisma\/schema\.prisma|\.env\.example)$|\.csproj$/;function Te(e){let t=xe(e),r=e.list.filter(i=>z.test(i)).map(i=>e.read(i)??"").join(`
`).replace(/^.*\/\/ indirect$|^[ \t]*#.*$/gm,"");try{let{scripts:i}=JSON.parse(e.read("package.json")??"{}");return{files:e,sources:t,manifests:r,scripts:i??{}}}catch{return{files:e,sources:t,manifests:r,scripts:{}}}}function U({manifests:e},t){let s=t.map(r=>r.replace(/[.*+?^${}()|[\]\\/]/g,"\\$&"));return new RegExp(`(?:^|["'\\s:/<>=(\\[,])(?:${s.join("|")})(?![\\w-])`,"im").test(e)}function Pe(e){return E.starters.flatMap(t=>{if(t.mark!==void 0&&!e.files.has(t.mark))return[];if(t.needs!==void 0&&!U(e,t.needs))return[];let s=t.find===void 0?"":Ft[t.find](e);return s===null?[]:[{row:t,found:typeof s=="string"?{what:s}:s}]})}var qt=["start:prod","start:production","start","serve","server"],Ee=/\b(?:nodemon|ts-node-dev|tsx watch|--watch|(?:next|nuxt|remix|astro|vinxi) dev|react-scripts start|turbo|concurrently|(?:ng|nx|webpack) serve|pm2 start)\b|^vite(?!\s+preview)/,Re=e=>({files:t,sources:s})=>{let r=({path:g})=>/(?:^|\/)(?:main|app|wsgi|asgi|server|run|__init__)\.py$/.test(g),i=s.filter(({path:g,text:b})=>g.endsWith(".py")&&e.test(b)),n=i.find(r)??i[0];if(n===void 0)return null;let[,o,a]=e.exec(n.text),c=g=>`${_e(g)}:${o??`${a}()`}`,l=[...n.text.matchAll(/^[ \t]*(?:from|import) (\w+)/gm)].map(([,g])=>g),p=[...n.path.matchAll(/\//g)].map(({index:g})=>n.path.slice(0,g+1)),m=["",...p].find(g=>t.list.some(b=>b.startsWith(g)&&l.includes(b.slice(g.length).split(/[/.]/)[0])))??p.find(g=>g==="src/")??"";return{what:c(n.path.slice(m.length)),...m&&{env:{PYTHONPATH:m.slice(0,-1)}}}},_e=e=>e.replace(/(?:\/__init__)?\.py$/,"").replaceAll("/","."),V=/^((?:[^/]+\/)?)manage\.py$/,Ft={procfile:({files:e})=>/^web:[ \t]*(\S.*?)[ \t]*$/m.exec(e.read("Procfile")??"")?.[1]??null,asgi:Re(/^(\w+)(?::\s*\w+)?\s*=\s*(?:FastAPI|Starlette|Litestar|create_app|get_app|get_application)\(/m),flask:Re(/^(\w+)(?::\s*\w+)?\s*=\s*(?:Flask|Quart|create_app|make_app)\(|^def\s+(create_app|make_app)\((?:\)|[^)]{0,300}=)/m),manage:({files:e})=>e.list.find(t=>V.test(t))??null,django({files:e}){let[,t]=V.exec(e.list.find(r=>V.test(r))??"")??[],s=t===void 0?void 0:e.list.find(r=>r.startsWith(t)&&/\/wsgi\.py$/.test(r));return t===void 0||s===void 0?null:{what:_e(s.slice(t.length)),...t&&{env:{PYTHONPATH:t.slice(0,-1)}}}},go({files:e,sources:t}){let s=t.filter(({path:o,text:a})=>o.endsWith(".go")&&/^func main\(\)/m.test(a)),r=[...new Set(s.map(({path:o})=>`./${o}`.replace(/\/[^/]*$/,"")))],i=/^module\s+\S*?([\w-]+?)(?:\/v\d+)?\s*$/m.exec(e.read("go.mod")??"")?.[1],n=new RegExp(`/(?:server|api|web|app|httpd?|serve|${i})$`);return r.includes(".")?".":Oe(r,o=>n.test(o))},cargo({files:e}){let t=e.read("Cargo.toml")??"",s=r=>new RegExp(`^\\[${r}\\][^[]*?^name\\s*=\\s*"([\\w-]+)"`,"m").exec(t)?.[1];return s("\\[bin\\]")??(e.has("src/main.rs")?s("package")??null:null)},maven({files:e}){let t=/<packaging>\s{0,9}(\w+)/.exec(e.read("pom.xml")??"")?.[1]??"jar";return t==="pom"?null:t},dotnet:({files:e})=>Oe(e.list.filter(t=>/\.csproj$/.test(t)&&/\.Sdk\.Web"/.test(e.read(t)??"")),()=>!0),script({scripts:e,files:t}){let s=qt.filter(p=>e[p]!==void 0),r=p=>!Ee.test(e[p]),i=p=>{let[,d]=/^node (\w[\w.-]*)$/.exec(String(e[p]))??[];return d===void 0||t.list.some(m=>m.startsWith(d))},n=s.filter(i).find(r)??s.find(r)??s[0];if(n===void 0)return null;let o=String(e[n]),a="this script does not start it as production does, in the foreground: what does?",[,c]=/^(?:cross-env )?((?:\w+=[\w.-]+ )*node [\w./ =-]+)$/.exec(o)??[];return{what:c!==void 0&&e[`pre${n}`]===void 0?c:`@ ${n}`,...Ee.test(o)&&{check:a}}},main({files:e}){let[,t]=/"main"\s{0,9}:\s{0,9}"(?:\.\/)?([^"]+)"/.exec(e.read("package.json")??"")??[],s=e.list.find(i=>/^(?:src\/)?(?:server|index|app)\.[cm]?js$/.test(i)),r=t!==void 0&&e.has(t)?t:s;return r===void 0?null:G(r)}};function Oe(e,t){let s=e.find(t)??e[0];if(s===void 0)return null;let r=`there are several (${e.join(", ")}): is this the service?`;return{what:G(s),...e.length>1&&{check:r}}}function Ae(e){let t=Te(e),s=ge(e),r=Mt(t,s),i=Pe(t).flatMap(({row:a,found:c})=>{let l=ke(a.language,t);return l||a.language==="dotnet"?[{row:a,found:c,installed:l}]:[]}),[n]=i,o=i.find(({row:a})=>a.language!==n?.row.language)?.row.title;return r.check(o&&`there is ${o} here, too: is ${n.row.title} the service?`),n!==void 0?Bt(r,t,n):zt(r,e,s),r}var Dt=/\b(?:jdbc:\w{1,20}|postgres\w{0,20}|mysql\w{0,20}|mongodb(?:\+srv)?|rediss?|amqps?):\/\/(?:[^\s"'`@/]{0,200}@)?((?!127\.|0\.0)[\w-]{1,60}(?:\.[\w-]{1,60}){1,9})/,Ct=/(?:^|\/)(?:application[\w-]*\.(?:ya?ml|properties)|appsettings[\w.]*\.json|alembic\.ini|database\.yml)$/,Lt=/\bhttps\.createServer\(|ListenAndServeTLS\(|\bkey-?store\b|ssl_keyfile|\bUseHttps\(/,It="It could be, below `services:`,";function Mt(e,t){let{files:s,sources:r}=e,i=[],n=(u,f="")=>{u&&i.push({key:f,says:u})},o=fe(s),{databases:a=[],asked:c=[],envFiles:l=[]}=t??{},p=Object.fromEntries(c.flatMap(u=>o[u]?[[u,o[u]]]:[])),d=u=>u.replace(/\$\{(\w+)(?::?-([^}]*))?\}/g,(f,x,W)=>o[x]||(W??f)),m=Object.entries({...t?.env,...o}).map(([u,f])=>[u,d(f)]),g=we(Object.fromEntries(m),a),b=Object.fromEntries(g.flatMap(({name:u,value:f})=>f?[[u,f]]:[]));for(let{name:u,check:f}of g)n(f,`env.${u}`);for(let u of l)s.has(u.replace(/^\.\//,""))||n(`${t.file} reads ${u}, which git does not have: make it in \`build\`, as by a copy`);let y=E.stores.filter(({title:u,packages:f})=>U(e,f)&&!a.some(x=>x.title===u));for(let{title:u,service:f,env:x}of y){let W=`\`needs: [${f.replace(/:.*/,"")}]\` and \`env: { ${x} }\``;n(`a client of ${u} is among its dependencies, and nothing here starts one. ${It} \`${f}\`, and for the service itself ${W}`)}let k=Object.values(b).join(),v=a.filter(({name:u})=>k.includes(`{${u}.PORT}`));for(let{name:u}of a.filter(f=>!v.includes(f)))n(`nothing in \`env\` leads to \${${u}.PORT}: is ${u} needed, and by which variable?`,"needs");let w=s.list.filter(u=>Ct.test(u)).map(u=>({path:u,text:s.read(u)??""})),j=[...w,...r].flatMap(({path:u,text:f})=>{let[,x]=Dt.exec(f)??[];return x?[`${u} leads to ${x}`]:[]});n(j.length>0&&`${j.slice(0,5).join(", ")}, which no run may reach: set other addresses in \`env\``);let $=[...w,...r].find(({text:u})=>Lt.test(u));n($&&`${$.path} may serve TLS: then \`url\` begins with https`,"url");let O=w.find(({text:u})=>/^management(?::|\.server\.port)/m.test(u));n(O&&`${O.path} has settings of \`management\`: base and head cannot both have its port`),n(s.has(".env")&&".env is in git: may a run use all that it sets? `env` goes before it");let P=a.length===0&&!Object.entries(b).some(ve),_=v.some(({title:u})=>!/Redis|RabbitMQ/.test(u));return{title:null,service:{},setup:{},checks:i,check:n,env:b,lent:p,isOwn:y.length===0&&(_||P),databases:Object.fromEntries(a.map(u=>[u.name,Wt(u,t.file,p)])),scenario:ye(s,r)}}var Wt=({service:e,port:t},s,r)=>({compose:{file:s,service:e,port:t},...Object.keys(r).length>0&&{env:r}}),Gt=/(?:\benv\.|(?<!value_name\(|metavar=)["'`])PORT\b|\bPORT\??\s?:\s?(?:z\.|int|num|port|str)|\bPORT\b[^;]{0,200}=\s?process\.env\b|^PORT=/m,Ht=/^(?:(?:db|database|orm|prisma|knex|typeorm|sequelize|drizzle):)?migrat(?:e|ions?)(?::(?:run|deploy|up|latest|prod))?$/;function Bt(e,t,{row:s,found:r,installed:i}){let{files:n,scripts:o}=t,{what:a}=r,{check:c,env:l,isOwn:p}=e,d=s.language==="node",m=(f,x=a)=>f.replace(/(?<!&)&(?!&)/g,()=>x).replaceAll("%",i?.prefix??"").replace(/^@/,i?.run??""),g=m(s.start,s.language==="dotnet"?a.replace(/^.*\/|\.\w+proj$|'/g,""):a),b=d&&o.build!==void 0?"@ build":"",y=Object.keys(o).find(f=>Ht.test(f)&&!/\bdev\b|create|generate|undo/.test(o[f])),k=E.migrations.find(f=>n.has(f.mark)),v=s.find!=="procfile"||!k?.command.includes("'&'"),S=d&&y?m(`@ ${y}`):v&&k&&m(k.command);c(S&&!p&&`\`prepare: ${S}\` makes its tables, once it has a database of its own`);let w=i?.lock??"",j=w.endsWith(".txt")&&/^(?!.*==)[\w[\]-]+.*$/m.test(n.read(w)??""),h=i?.open||j;c(h&&`${w} leaves versions open, so base and head may get other ones`,"build");let $=n.list.filter(f=>/^(?:pnpm-lock\.yaml|yarn\.lock|bun\.lock|package-lock\.json)$/.test(f));c(d&&$.length>1&&`there are ${$.join(" and ")}: which one counts?`,"build");for(let f of Vt(t))c(f,"build");c(r.check,"start"),c(s.check,"start"),Object.assign(l,s.env,r.env);let O=[g,...Object.values(l),...Object.values(o)].some(f=>/\$\{?PORT\b/.test(f)),P=[...t.sources.map(({text:f})=>f),t.manifests],_=O||s.port||P.some(f=>Gt.test(f)&&!f.includes("env-namespace:"));c(!_&&"nothing here reads $PORT: what sets its port? A fixed one stands here as it is","url"),e.title=s.title,e.setup=i?.steps??{};let u=[i?.install,m(s.build??b)].filter(Boolean).join(" && ");M(e,{build:u||void 0,prepare:p&&S||void 0,start:g})}function Vt({files:e,sources:t,scripts:s}){let r=Object.keys(s).filter(c=>/^build[:-]/.test(c)),n=t.flatMap(({path:c,text:l})=>[...l.matchAll(/^\/\/go:embed (?:all:)?([\w./-]+)/gm)].map(([,p])=>K.join(c,"..",p))).slice(0,50).find(c=>!e.all.some(l=>l.startsWith(c))),o=t.find(({text:c})=>/\bsqlx::query\w{0,20}!/.test(c)),a=e.all.some(c=>/(?:^|\/)\.sqlx\/|sqlx-data\.json$/.test(c));return[...r.length>0?[`package.json has \`${r.join("`, `")}\`, too: does the service need it?`]:[],...n?[`${n} is embedded, and git does not have it: what makes it?`]:[],...o&&!a?[`${o.path} asks a database while it is compiled: which one?`]:[]]}function M(e,t){let s=Object.keys(e.databases);e.service={...t,...s.length>0&&{needs:s},...Object.keys(e.env).length>0&&{env:e.env},url:"http://127.0.0.1:${PORT}"}}function zt(e,t,s){let r=({service:a})=>/^(?:app|api|web|server|backend|service)$/.test(a),i=s?.built??[],n=i.find(r)??i[0],o=t.read("Dockerfile");if(n){let{service:a,ports:c}=n,l=i.map(m=>m.service).join(", "),p=e.checks.filter(({key:m})=>m===""),d=`which of ${l} takes the load, and on which port does it listen?`;(i.length>1||c.length!==1)&&p.push({key:"compose",says:d}),Object.assign(e,{title:"a compose file",env:e.lent,databases:{},checks:p}),M(e,{compose:{file:s.file,service:a,port:c[0]??8080}})}else if(o!==null){let a=/^EXPOSE\s+(\d{2,5})/im.exec(o)?.[1];e.check(!a&&"the Dockerfile has no EXPOSE: on which port does it listen?","image");let c=/^[ \t]*(?:COPY|ADD)[ \t](?!.*(?:--from=|https?:))/im.test(o);e.check(!c&&"the Dockerfile copies nothing of this checkout: base and head are alike","image");let[l]=Object.keys(e.databases);e.check(l&&`a container reaches others by their names, as ${l}, and at their own ports`,"env"),e.title="a Dockerfile",M(e,{image:{build:".",port:Number(a??8080)}})}else{let a=d=>d==="Dockerfile"||z.test(d),c=t.list.filter(d=>d.includes("/")&&a(K.basename(d))),l=[...new Set(c.map(K.dirname))].slice(0,8).join(", "),p=l&&` For a service in ${l} call \`tailgate init\` in its folder`;e.check(`how is the service built and started, and on which port?${p}`,"start"),M(e,{start:"exit 1"})}}var R=F(D(),1),Ut=/^(?:image|compose|needs|json|expect)$/;function Ne(e,t){let{title:s,service:r,databases:i,scenario:n,checks:o}=e,{name:a,request:c,check:l}=n,p=Object.keys(i).length===0,d={suite:t,...p?{service:r}:{services:{app:r,...i},target:"app"},scenarios:{[a]:{request:c,slo:"p95 < 250ms at 50 req/s"}}},m=new R.Document(d,{aliasDuplicateObjects:!1});(0,R.visit)(m,{Pair(v,{key:S,value:w}){(0,R.isCollection)(w)&&Ut.test(String(S))&&(w.flow=!0)}});let g=(v,S)=>{let w=qe(m.contents,v);return w&&(w.commentBefore=[...w.commentBefore?.split(`
`)??[],je(S)].join(`
`)),w!==null},b=p?["service"]:["services","app"],y=o.filter(({key:v,says:S})=>v===""||!g([...b,...v.split(".")],Q(S)));return g(["scenarios",a,"request"],Q(l)),`${[`Proposed by \`tailgate init\`, which ${s===null?"found nothing to start here":`sees ${s}`}.`,"Look at the lines with CHECK, then call `tailgate try` until it ends with 0. `tailgate guide` says more.","CHECK: nothing was run yet: are ignored files, folders, settings, tables, a frontend and second ports all here?",...y.map(({says:v})=>Q(v))].map(v=>`#${je(v)}
`).join("")}${m.toString({lineWidth:0})}`}function qe(e,[t,...s]){let r=(0,R.isMap)(e)?e.items.find(({key:i})=>String(i)===t):void 0;return(0,R.isPair)(r)?s.length===0?r.key:qe(r.value,s):null}var Q=e=>`CHECK: ${e}.`.replace(/\?\.$/,"?"),je=e=>` ${e.replace(/[\s\p{Cc}\u2028\u2029]+/gu," ").trim()}`;var Kt={"actions/checkout":"3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1","actions/setup-node":"820762786026740c76f36085b0efc47a31fe5020 # v7.0.0","actions/setup-python":"5fda3b95a4ea91299a34e894583c3862153e4b97 # v7.0.0","astral-sh/setup-uv":"20cfd1bf945f4377ade1205e4dbc17946fc9a30d # v10.0.1","actions/setup-go":"b7ad1dad31e06c5925ef5d2fc7ad053ef454303e # v7.0.0","actions/setup-java":"b6effb05e454b25005698d916606bdc6ffcbf961 # v5.7.0","actions/upload-artifact":"043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1","actions/download-artifact":"3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1"},Qt={"actions/upload-artifact":"c6a366c94c3e0affe28c06c8df20a878f24da3cf # v3.2.2","actions/download-artifact":"a9bc5e6ef2cb54c177f32aa5726adaa15e7e2d59 # v3.1.0"};function Fe(e,t){return`${e}@${t==="ghes"&&Qt[e]||Kt[e]}`}function De(e){return/^(?:[\w.-]+\/[\w./-]+@[\w./-]+|\.\/[\w./-]*)$/.test(e)}function Ce(e){return e.startsWith("./")?`${e} # zizmor: ignore[self-repository] the older form, which all servers know`:/@[0-9a-f]{40}$/.test(e)?e:`${e} # zizmor: ignore[unpinned-uses] better the commit of a release, as for the actions above`}import{posix as es}from"node:path";var Le=`# Written by \`tailgate init --forks\`.
name: <workflow> (forks)

# Runs from the default branch, with a token, beside a run that has none. It checks nothing out and runs nothing of
# the fork; its results are read as data that somebody else wrote.
on:
  workflow_run: # zizmor: ignore[dangerous-triggers] no code of the fork runs here, see above
    workflows: [<workflow>]
    types: [completed]

permissions: {}

concurrency:
  # The newest run of a branch is the one that counts; one that has begun is never stopped half-way. One that has nothing to
  # tell is by itself: it would take the place of one that waits.
  group: tailgate-forks-\${{ github.workflow }}-\${{ github.event.workflow_run.head_repository.full_name }}-\${{ contains(fromJSON('["action_required","cancelled","skipped"]'), github.event.workflow_run.conclusion) && github.run_id || github.event.workflow_run.head_branch }}
  cancel-in-progress: false

jobs:
  # Its own check lands on the default branch, and says no more than that the verdict was told. The status of a
  # fork's commit is pending until somebody who may write approves that commit and re-runs this job.
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
          mode: publish
          suites: <expected>
`;var Ie=`#include head
jobs:
  # Sets the status to require, \`tailgate/<expected>\`. The code under test runs in the same job as the token: only for
  # repositories whose pull-request authors are trusted with it. The other form: remove this file, then \`tailgate init\`.
  tailgate:
    name: <check>
    if: \${{ <counts> }}
    runs-on: ubuntu-latest
    timeout-minutes: 60
    permissions:
      contents: write # for the records, in refs/tailgate/, after pushes to the default branch
      pull-requests: write # for the comment
      statuses: write # for the commit status
    steps:
      #include setup
      - uses: <tailgate>
        id: tailgate
        with: #if folder
          working-directory: <folder>
      #include report
`;var Me=`#include head
jobs:
  # Runs the code of the pull request, so it has no token that could write.
  measure:
    if: \${{ <counts> }}
    runs-on: ubuntu-latest
    timeout-minutes: 60
    permissions:
      contents: read
    # The jobs share the suite; \`publish\` gives one verdict on all of it, and misses none. #if shards
    strategy: #if shards
      fail-fast: false #if shards
      matrix: #if shards
        shard: [<shards>]
    steps:
      #include setup
      - uses: <tailgate>
        id: tailgate
        with:
          mode: measure
          shard: true #if shards
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

  # Sets the status to require, \`tailgate/<expected>\`. It runs no code of the repository: no checkout, no commands.
  publish:
    name: <check>
    if: \${{ always() && github.event_name != 'push' && (<counts>) }}
    needs: measure
    concurrency: # one at a time writes to a pull request
      group: <group>-publish-\${{ github.event.pull_request.number || github.run_id }}
      cancel-in-progress: false
    runs-on: ubuntu-latest
    timeout-minutes: 10
    permissions:
      contents: read # for the records
      pull-requests: write # for the comment
      statuses: write # for the commit status
    steps:
      #include publishing

  # The same after a push to <branch>, and what was measured is recorded, for the trend and \`from: history\`.
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
      #include publishing
`;var We=`# Parts that several workflows share, each below its name. \`#include name\` takes one in.
#part head
# Written by \`tailgate init\`.
name: <workflow>

# No \`paths:\` filter: a required check that never reports blocks the merge for ever. \`when.changed\` in tailgate.yml
# skips what changes nothing that matters, and still reports.
on:
  pull_request:
    types: [opened, synchronize, reopened, edited] # \`edited\` for another base; a new title or text changes nothing
  merge_group:
  push:
    branches: [<quotedBranch>]
  workflow_dispatch:

permissions: {}

concurrency:
  # A new push to a pull request, or another base, replaces its run. All others go their own way: each push is to be
  # recorded, and an edit of the text must not stop a measurement.
  group: <group>-\${{ (<counts>) && github.event.pull_request.number || github.run_id }}
  cancel-in-progress: true

#part report
# To look at: the verdict with its pictures. The page of the run lists it, and the comment links that page.
- uses: actions/upload-artifact
  if: \${{ always() && steps.tailgate.outputs.html != '' }}
  continue-on-error: true # a picture that is missing is no reason to block
  with:
    path: \${{ steps.tailgate.outputs.html }}
    archive: false # opens in the browser #if newArtifacts
    overwrite: true # that of an earlier attempt #if newArtifacts
    name: tailgate-report #if !newArtifacts
#part publishing
- uses: actions/download-artifact
  with:
    pattern: tailgate-* #if newArtifacts
    merge-multiple: false #if newArtifacts
    path: tailgate-results
- uses: <tailgate>
  id: tailgate
  if: \${{ !cancelled() }} # what was not fetched is told as missing
  with:
    mode: publish
    suites: <expected>
#include report
#part setup
- uses: actions/checkout
  with:
    persist-credentials: false
    fetch-depth: 0 # the base too, so that nothing has to be fetched later
- run: <get> # zizmor: ignore[adhoc-packages] no lockfile has the package manager itself
  working-directory: <folder> #if get
- uses: <action>
  with: #if key
    <key>: <version>
    <key>-file: <file>
    distribution: temurin #if java
    cache: <cache>
    cache-dependency-path: <lock>
`;var Ge=F(D(),1);function He(e,t){let s=i=>(t[i]??!1)!==!1,r=(i,n,o)=>(o===void 0||s(o)===(n===""))&&[...i.matchAll(/<(\w+)>/g)].every(([,a])=>s(a));return e.replace(/^(.*?)(?: #if (!?)(\w+))?\n/gm,(i,n,o,a)=>r(n,o,a)?`${n}
`:"").replace(/<(\w+)>/g,(i,n)=>String(t[n]))}function Be(e){let t=(0,Ge.stringify)(e,{lineWidth:0,blockQuote:!1}).trimEnd();return t.includes(`
`)?JSON.stringify(e):t}var ts={pair:Me,oneStep:Ie,forks:Le};function Y(e,t){let{forge:s,uses:r,branch:i,folder:n,suite:o,expected:a,shards:c,setup:l}=t,{get:p,action:d,key:m,version:g,file:b,cache:y,lock:k,java:v}=l,S=h=>h&&q(h),w=h=>h&&q(es.join(n,h));return He(Ve(ts[e]),{workflow:o===null?"Tailgate":`Tailgate ${o}`,group:o===null?"tailgate":`tailgate-${o}`,tailgate:Ce(r),action:d,key:m,java:v,get:S(p),version:S(g),cache:S(y),file:w(b),lock:w(k),folder:n==="."?null:q(n),expected:q(a),shards:c===void 0?null:Array.from({length:c},(h,$)=>$+1).join(", "),check:`${e==="oneStep"?"tailgate":"publish"}${o===null?"":` ${o}`}`,counts:"github.event.action != 'edited' || github.event.changes.base",quotedBranch:q(i),branch:i,suite:o,newArtifacts:s==="github"}).replace(/(?<=- uses: )[\w-]+\/[\w-]+$/gm,h=>Fe(h,s))}function Ve(e){return e.replace(/^( *)#include (\w+)\n/gm,(t,s,r)=>{let i=new RegExp(`^#part ${r}\\n([^]*?)(?=^#part|(?![^]))`,"m").exec(We)[1];return Ve(i).replace(/^(?=.)/gm,s)})}var q=e=>/[,[\]{}]/.test(e)?JSON.stringify(e):Be(e);import{lstatSync as ss,mkdirSync as ns,readFileSync as rs,writeFileSync as os}from"node:fs";import{dirname as is}from"node:path";function J({path:e,text:t}){let s=ss(e,{throwIfNoEntry:!1});if(s===void 0)return"free";if(!s.isFile())throw new T({what:"A folder or a link is in the place of a file to write.",where:e});return rs(e,"utf8")===t?"same":"taken"}function ze({path:e,text:t}){try{ns(is(e),{recursive:!0}),os(e,t)}catch(s){throw new T({what:`It could not be written: ${s.message}`,where:e,cause:s})}}async function xn(e,t){let{cwd:s=process.cwd(),force:r,forks:i,oneStep:n,shards:o}=e,a=e.write??(h=>{process.stdout.write(h)}),c=h=>new T({what:h});if(e.uses!==void 0&&!De(e.uses))throw c(`--uses takes OWNER/REPO@REF, or ./ for the repository itself, not "${e.uses}".`);if(n&&(i||o!==void 0))throw c("`--one-step` is one job, so it goes with neither `--forks` nor `--shards`.");let l=await ie(s,process.env,t,e.forge),{root:p,folder:d,branch:m,forge:g}=l;if(i&&g!=="github")throw c("`--forks` is for github.com: elsewhere no run can fetch the results of another one.");let b=Ae($e(p,d,l.known)),y=se.map(h=>X(p,d,h)),k=y.find(h=>as(h))??y[0],v=Ne(b,l.suite);te(v,{path:k,directory:X(p,d),shownAs:"the proposed tailgate.yml"});let S=J({path:k,text:v})!=="free"&&!r,w=[{path:k,text:v}];if(g!==null){let h=B(d),$=S?ne(cs(k,"utf8")):l.suite,O=e.uses??await ce(process.env,t),P=o===void 0?{}:{shards:re(o)},_={forge:g,uses:O,branch:m,folder:d,suite:h,expected:$,setup:b.setup,...P},u=X(p,`.github/workflows/tailgate${h===null?"":`-${h}`}`);w.push({path:`${u}.yml`,text:Y(n?"oneStep":"pair",_)}),i&&w.push({path:`${u}-forks.yml`,text:Y("forks",_)})}let j=w.map(h=>({file:h,state:J(h)}));for(let{file:h,state:$}of j){let O=ls(s,h.path),P=$==="free"||$==="taken"&&r;P&&ze(h);let _=`left ${O} as it is${$==="same"?"":": `--force` overwrites it"}
`;a(P?`wrote ${O}
`:_)}return g===null&&a(`no workflow: this remote does not run those of GitHub. docs/other-ci.md has other CI systems.
`),a(ps(m,S?0:v.split("# CHECK: ").length-1)),Z.pass}var ps=(e,t)=>`
Next: edit tailgate.yml${t>0?`, what has CHECK (${t})`:""}, until \`tailgate try\` ends with 0; \`tailgate guide\` tells an assistant how.
Then commit what was written, push it to ${e}, and open a pull request. What blocks merges: docs/require.md.
`;export{xn as init};
