import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{c as ce}from"./chunk-QD5UNENN.mjs";import{l as ae,o as z}from"./chunk-2PROJSOK.mjs";import{a as V,g as ne,h as re,l as oe,r as ie,w as M,x as W,y as _}from"./chunk-C5XS4FV5.mjs";import{x as se}from"./chunk-BBU7QFYS.mjs";import"./chunk-T7P4IK7M.mjs";import"./chunk-BGVQEZN5.mjs";import{a as te,b as P}from"./chunk-BXS76CBV.mjs";import{d as H}from"./chunk-JLN3Y4HN.mjs";import{existsSync as cs,readFileSync as ls}from"node:fs";import{join as ee,relative as ps}from"node:path";import{posix as Q}from"node:path";var Xe=/(?:(?<!(?:slog|zap|log|attribute)\.)(?:Int|Uint|Uint16|String)(?:Var)?P?\((?:&[\w.]{1,60},\s{0,9})?|Name:\s{0,9}|\blong\s?=\s?)"([\w-]{0,20}(?:port|addr|address|listen(?:er)?|bind))"|#\[(?:arg|clap|structopt)\([^\]]{0,200}\blong\b[^\]]{0,200}\]\s{0,20}(?:pub )?(port|addr|address|listen|bind): /gi,le=/admin|amqp|cache|db|debug|database|ldap|mail|metric|mongo|minio|mysql|pg|postgres|pprof|proxy|rabbit|redis|remote|rpc|s3|smtp|ssl|tls/i,Ze=/^(?:(?:\S*\/)?(?:tini|dumb-init) |-\S* )*(?!(?:\S*\/)?(?:\w{0,2}sh|[\w-]+\.sh|go|cargo) )\S+((?: [a-z][\w:-]*(?= |$))*)/i;function pe({files:e,sources:s}){let t=e.read("Dockerfile")??"",o=[/^ENTRYPOINT\s+\[(.*)\]\s*$/gim,/^CMD\s+\[(.*)\]\s*$/gim].flatMap(p=>(([...t.matchAll(p)].at(-1)?.[1]??"").match(/"[^"]*"/g)??[]).map(u=>u.slice(1,-1))),[,i=""]=Ze.exec(o.join(" ").slice(0,500))??[],n=s.flatMap(({text:p})=>[...p.matchAll(Xe)].map(([,u,g])=>u??g)).filter(p=>!le.test(p)),c=n.filter(p=>/port$/i.test(p)).sort((p,u)=>p.length-u.length)[0]??n[0],l=c&&(/port$/i.test(c)?"$PORT":"127.0.0.1:$PORT");return c?`${i} --${c} ${l}`:i}var et=/(?:\benv\.|env(?:iron)?\[["']|env\(["']|environ\.get\(["']|env::var\(")([A-Z][A-Z_]{0,30}_PORT)\b/gi;function ue(e){return e.flatMap(t=>[...t.matchAll(et)].map(([,o])=>o)).filter(t=>!le.test(t)).sort((t,o)=>t.length-o.length)[0]}var we=H(V(),1);import{realpathSync as G}from"node:fs";import{basename as tt,dirname as st,join as nt,relative as rt,sep as ot}from"node:path";import{fileURLToPath as it}from"node:url";async function de(e,s,t,o){let i=G(e),r=W(i,M(s),t),n=await _(r,"rev-parse","--show-toplevel");if(!n)throw new P({what:"This folder is not in a git repository, and Tailgate compares commits.",where:i,hint:"Run `git init` first; no commit is needed yet."});let a=G(n),c=rt(a,i).split(ot).join("/")||".";if(new RegExp("\\$\\{\\{|\\p{Cc}","u").test(c))throw new P({what:"A workflow cannot use a folder whose name contains `${{` or a control character.",where:i});let l=await _(r,"config","--get","remote.origin.url"),p=await ce(r)??await _(r,"symbolic-ref","--quiet","--short","HEAD"),u=ge(l),g=W(a,M(s),t),{stdout:m}=await g(["ls-files","-z","--cached","--others","--exclude-standard"]);return{root:a,folder:c,suite:U(c)??C(tt(u?.path??a))??"service",forge:o??at(u?.host??""),branch:p!==null&&/^[\w./-]+$/.test(p)?p:"main",known:new Set(m.split("\0").filter(Boolean))}}function at(e){return/gitlab|bitbucket|gitea|forgejo|codeberg|azure|visualstudio/.test(e)?null:/github/.test(e)&&!/(?:^|\.)github\.com(?:-[\w-]+)?$|^[^.]+$|\.ghe\.com$/.test(e)?"ghes":"github"}function ge(e){let[,s,t]=/^(?:\w+:\/\/)?(?:[^@/]*@)?([\w.-]+)(?::\d+)?[/:]((?:[\w.-]+\/)+[\w.-]+?)(?:\.git)?\/?$/.exec(e??"")??[];return s&&t?{host:s.toLowerCase(),path:t}:null}async function me(e,s,t=nt(st(it(import.meta.url)),"../..")){let o=W(t,M(e),s),i=await _(o,"rev-parse","--show-toplevel"),r=ge(await _(o,"config","--get","remote.origin.url")),n=await _(o,"rev-parse","--verify","--quiet","HEAD"),a=await _(o,"for-each-ref","--contains=HEAD","refs/remotes/origin","refs/tags");if(i&&G(i)===G(t)&&r&&a)return`${r.path}@${n}`;throw new P({what:"Name the action for the workflow, as in `--uses OWNER/REPO@REF`: this copy of Tailgate is not a clone at a commit that its `origin` has.",where:t})}function U(e){return e==="."?null:C(e)??"service"}function C(e){return e.toLowerCase().replace(/[^a-z0-9_]+/g,"-").replace(/^[^a-z]+/,"").slice(0,40).replace(/(?<!-)-+$/,"")||null}var he=H(V(),1);var fe=`# What \`tailgate init\` knows. Of each table the first row that fits is taken.

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
  - { title: Go, language: go, find: go, build: go build -o bin/service &, start: bin/service, check: &arguments 'which command, arguments and settings does it need here?' }
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

# What a text of settings or code may ask for (\`&\` is its path), unless there is a file such as \`without\`.
warnings:
  - { text: '\\bsqlx::query\\w{0,20}!', without: '(?:^|/)\\.sqlx/|sqlx-data\\.json$', key: build, says: '& needs a database while it is compiled: which one?' }
  - { text: '\\bcompile_error!', key: build, says: '& refuses some sets of features: which ones does the build need?' }
  - { text: '"build":\\s?"[^"]{0,200}\\b(?:check-(?:env|db)|db:|migrat)', key: build, says: 'the build script of & needs settings or a database, which \`build\` does not get' }
  - { text: 'x-forwarded-proto|requireHttps|^SECURE_SSL_REDIRECT\\b', says: '& may redirect to HTTPS: requests then need the header X-Forwarded-Proto: https' }
  - { text: '^management(?::|\\.server\\.port)', says: '& has settings of \`management\`: base and head cannot both have its port' }
`;var R=(0,he.parse)(fe);var lt=["compose.yaml","compose.yml","docker-compose.yml","docker-compose.yaml"];function ve(e){let s=lt.find(e.has),t=s===void 0?null:e.read(s);if(s===void 0||t===null)return null;let o=pt(t).map(([r,n])=>{let a=be(n.ports).map(dt),c=R.stores.find(({image:l})=>new RegExp(l).test(String(n.image??"")));return{service:r,one:n,ports:a,store:c}}),i=o.filter(({one:r})=>r.build!==void 0);return o.length===0?null:{file:s,databases:o.flatMap(({service:r,one:n,ports:a,store:c})=>{if(c===void 0)return[];let{port:l,title:p}=c,u=a.flatMap(({inside:b,outside:S})=>b===l&&S?[S]:[]),g=[r,String(n.container_name??r),"host.docker.internal"];return[{...{name:C(r)??"db",scheme:new RegExp(`^(?:${c.scheme})`)},service:r,title:p,port:l,hosts:g,ports:[l,...u]}]}),built:i.map(({service:r,ports:n})=>({service:r,ports:n.flatMap(({inside:a})=>a??[])})),env:ut((i[0]??o.find(({store:r})=>!r))?.one.environment),asked:[...new Set([...t.matchAll(/(?<!\$)\$(?:\{(\w+)|(\w+))/g)].map(([,r,n])=>r??n))],envFiles:[...new Set(o.flatMap(({one:r})=>be(r.env_file)))]}}function pt(e){try{let s=(0,we.parse)(e,{logLevel:"error",merge:!0}).services;return Object.entries(s).filter(([,t])=>t!==null&&typeof t=="object")}catch{return[]}}var be=e=>(Array.isArray(e)?e:[e??[]].flat()).map(String);function ut(e){let s=Array.isArray(e)?e.map(t=>String(t).split(/=(.*)/s)):Object.entries(e??{}).map(([t,o])=>[t,String(o??"")]);return Object.fromEntries(s.filter(([,t])=>t!==void 0))}function dt(e){let s=e.replace(/\$\{\w+:?-(\d+)\}/g,"$1"),[,t,o]=/^(?:[\d.]+:)?(?:(\d{2,5}|\$\{\w+\}):)?(\d{2,5})(?:\/\w+)?$/.exec(s)??[];return{...o&&{inside:Number(o)},...Number(t)&&{outside:Number(t)}}}var gt=/^(?:\.?env(?:[.-]\w+)*[.-](?:example|sample|template|dist|defaults?)|(?:example|sample)\.env)$/i;function ke(e){let[s=""]=e.list.filter(i=>gt.test(i)).sort((i,r)=>i.length-r.length),t={},o=(e.read(s)??"").matchAll(/^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=(.*)$/gm);for(let[,i,r]of o){let[,n,a]=/^"([^"]*)"|^'([^']*)'/.exec(r.trim())??[],c=n??a??r.replace(/(?:^|\s)#.*/,"").trim();t[i]=c.replace(/\$\{(\w+)\}/g,(l,p)=>t[p]??l)}return t}var mt="127.0.0.1:9",ft="stand-in-for-measuring-only-0123456789abcdef",ye=/^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])?$/,ht=/^(?:PORT|(?:NODE|APP|RAILS|RACK|FLASK|GO)_ENV)$/,bt=/^(?:APP|SERVER|HTTP|API|LISTEN|WEB|SERVICE|NODE|BIND|PROJECT|BACKEND)_PORT$/,wt=/[{<][\w -]{1,60}[}>]/,vt=/^\/(?:app|data|etc|home|media|mnt|opt|root|run|srv|storage|tmp|uploads?|usr|Users|var)(?:\/[\w.-]+)*\/?$/,yt=/(?:^|_)LOG(?:GING|_?LEVEL)?(?:_|$)/,kt=/\b(?:debug|trace)\b/gi,St=/(?:SECRET|PASSWORD|PASSWD|PASS|TOKEN|KEY|CREDENTIALS?|SALT|PASSPHRASE)$/i,Se=/^(?:DB|DATABASE|PG|POSTGRES|MYSQL|MARIADB|REDIS|MONGO|RABBIT)/i,$e=/(?:HOST|HOSTNAME|ENDPOINT|SERVERS?|BROKERS?|ADDR|NODES)$/i,$t=/^[\w.-]+:\d{2,5}(?:,[\w.-]+:\d{2,5})*$/,xt=/\b([a-z][\w+.-]{0,30}):\/\/([^/?#\s"'<>]*?)(?=[/?#\s"'<>]|,\w{1,9}:\/\/|$)/gi;function xe(e,s){return Object.entries(e).filter(([t])=>se.test(t)&&!ht.test(t)).flatMap(([t,o])=>{let i=o.replace(/[\p{Cc}\u2028\u2029]/gu,""),r=yt.test(t)&&!i.includes("://")?i.replace(kt,"info"):i,n=/DEBUG$/i.test(t)?r.replace(/^(?:true|on|yes)$/i,"false").replace(/^1$/,"0"):r;if(bt.test(t)&&/^:?\d*$/.test(n))return[{name:t,value:`${n.startsWith(":")?":":""}\${PORT}`}];let a=Se.test(t)&&n!==""&&s.length>0;return St.test(t)&&!a&&!n.includes("://")?[{name:t,value:ft}]:n===""||n===`\${${t}}`?[]:vt.test(n)?[{name:t,value:n,check:`${n} is a folder on this machine, which base and head share`}]:/\$[{A-Z_]|\b(?:Host|Server|Data Source)\s?=/i.test(n)||wt.test(n)?[{name:t,check:`${t} is built from other values: what is it here?`}]:[{name:t,...Et(t,n,s)}]})}function Ee([e,s]){return Se.test(e)&&(s.includes("://")||$e.test(e))}function Et(e,s,t){let o=[],i=(l,p)=>{let[,u="",g="",m]=/^(.*@)?(\[[^\]]*\]|[^:,]*)(?::(\d+))?/.exec(l),b=ye.test(g),S=t.find(k=>(b||k.hosts.includes(g))&&(m===void 0?k.scheme.test(p):k.ports.includes(Number(m))));return S?`${u}127.0.0.1:\${${S.name}.PORT}`:(b||o.push(g),b?l:mt)},r=$e.test(e)&&/^[\w.-]+$/.test(s),n=/PORT$/i.test(e)&&t.find(({ports:l})=>l.includes(Number(s))),a=s;n?a=`\${${n.name}.PORT}`:r&&t.some(({hosts:l})=>l.includes(s))?a="127.0.0.1":r&&!ye.test(s)?a=i(s,"").replace(/:9$/,""):$t.test(s)?a=s.replace(/[^,]+/g,l=>i(l,"")):a=s.replace(xt,(l,p,u)=>`${p}://${i(u,p)}`);let c=`${e} pointed to ${o.join(", ")}, which a run must not reach, so it now points nowhere`;return{value:a,...o.length>0&&{check:c}}}var Rt=["pnpm-workspace.yaml","package.json","pyproject.toml","Cargo.toml"],Ot=/^packages:|"workspaces"|^\[tool\.uv\.workspace\]|^\[workspace\]/m;function Re(e,s){let{files:t}=s,o=(t.above??[]).filter(r=>Rt.some(n=>Ot.test(t.read(r+n)??""))),i=R.installers.filter(r=>r.language===e);for(let r of[!1,!0])for(let n of["",...o]){let a=i.find(({lock:u,text:g="",open:m=!1})=>{let b=m===r?t.read(n+u):null;return b!==null&&new RegExp(g,"m").test(b)});if(a===void 0)continue;let{install:c="",prefix:l=""}=a,p={...a,lock:n+a.lock};return{...p,install:n!==""&&e==="node"?`(cd ${n.slice(0,-1)} && ${c})`:c,prefix:l.endsWith("/")?n+l:l,steps:Tt(p,s)}}return null}function Tt({language:e,lock:s,cache:t,get:o,setup:i=e},{files:r,manifests:n}){let{uses:a,key:c,usual:l,from:p={},says:u}=R.setups[i]??{},g=Object.keys(p).find(k=>new RegExp(p[k],"m").test(r.read(k)??"")),m=(u&&new RegExp(u).exec(n)?.[1])??l,b=e==="jvm";return{...{get:o,action:a,key:c,cache:t,...g?{file:g}:{version:m}},...b?{java:"true"}:t&&{lock:s}}}var Pt=/(?:(?:\.(?:get|GET|Get|route)\(|@(?:GetMapping|get)\(|\b(?:HandleFunc|Handle|MapGet)\(|::get\(|#\[get\(|^[ \t]*get[ \t])\s{0,9}["'`](?:GET )?(?=\/)|(?:@Get\(|\bpath\()\s{0,9}["'`])([\w./-]{1,200})["'`]/gm,At=/health|ready|live|ping|metric|status|version|favicon|docs|swagger|openapi|admin|log-?in|log-?out|sign-?up|register|setup|install|\bsse\b|stream|events|\b(?:new|create|add|edit|me)\b|theme|e2e|auth|token|callback|error|\/\d{3}$|\.\w+$/i;function Oe(e,s){let t=s.flatMap(({text:r})=>[...r.matchAll(Pt)].map(([,n])=>n.replace(/^\/?/,"/"))).find(r=>r!=="/"&&r.length<100&&!At.test(r))??"/",i=t==="/"&&e.list.some(r=>r.endsWith(".proto"))?"if it speaks gRPC, use a k6 script: `script: load.js` instead of `request`":"name the requests that matter to your users, with full paths: router prefixes cannot be detected";return{name:C(t)??"home",request:`GET ${t}`,check:i}}import{lstatSync as _t,readFileSync as jt}from"node:fs";import{join as qt,posix as Te}from"node:path";var Nt=5e3,Dt=400,Ft=1024*1024,Ct=/(?:^|\/)(?:\..*|node_modules|vendor|target|build|dist|out|coverage|bin(?!\/www$)|obj|third_party|venv|env|__pycache__|tests?|__tests__|spec|fixtures|examples?|docs?)\//i;function Pe(e,s,t){let o=s==="."?"":`${s}/`,i=n=>n.split("/").length,r=[...t].filter(n=>n.startsWith(o)).map(n=>n.slice(o.length));return{all:r,list:r.filter(n=>!Ct.test(n)||/(?:^|\/)src\/main\//.test(n)).sort((n,a)=>i(n)-i(a)||(n<a?-1:1)).slice(0,Nt),has:n=>t.has(Te.join(s,n)),read:n=>t.has(Te.join(s,n))?Lt(qt(e,s,n)):null,above:Array.from(o.matchAll(/\//g),(n,a)=>"../".repeat(a+1))}}function Lt(e){try{let s=_t(e);if(!s.isFile()||s.size>Ft)return null;let t=jt(e),o=t[0]===255&&t[1]===254?"utf-16le":"utf-8";return new TextDecoder(o,{fatal:!0}).decode(t)}catch{return null}}var It=/\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs)$|^bin\/www$/,Mt=/(?:[._-]test|[._-]spec|_test|\.d|\.stories|\.config)\.\w+$|(?:^|\/)(?:test_[^/]*|conftest\.py)$|Tests?\.(?:java|kt|cs)$|(?:^|\/)(?:frontend|client|web-?app|public|static|assets|e2e|cypress|migrations?|alembic|seeds?|scripts?|tools?|benchmarks?)\//i;function Ae(e){let s=e.list.filter(o=>It.test(o)&&!Mt.test(o)).slice(0,Dt),t=o=>(e.read(o)??"").replace(/^[ \t]*(?:\/\/(?!go:)|#(?![[!])|\*\s).*$/gm,"");return s.map(o=>({path:o,text:t(o)}))}var K=/^(?:package\.json|requirements\.txt|pyproject\.toml|go\.mod|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|composer\.json|\.env\.example)$|\.csproj$|(?:^|\/)schema\.prisma$/;function De(e){let s=Ae(e),o=e.list.filter(i=>K.test(i)).map(i=>e.read(i)??"").join(`
`).replace(/^.*\/\/ indirect$|^[ \t]*#.*$/gm,"");try{let{scripts:i}=JSON.parse(e.read("package.json")??"{}");return{files:e,sources:s,manifests:o,scripts:i??{}}}catch{return{files:e,sources:s,manifests:o,scripts:{}}}}function Y({manifests:e},s){let t=s.map(o=>o.replace(/[.*+?^${}()|[\]\\/]/g,"\\$&"));return new RegExp(`(?:^|["'\\s:/<>=(\\[,])(?:${t.join("|")})(?![\\w-])`,"im").test(e)}function Fe(e){return R.starters.flatMap(s=>{if(s.mark!==void 0&&!e.files.has(s.mark))return[];if(s.needs!==void 0&&!Y(e,s.needs))return[];let t=s.find===void 0?"":Gt[s.find](e);return t===null?[]:[{row:s,found:typeof t=="string"?{what:t}:t}]})}var Wt=["start:prod","start:production","start","serve","server"],_e=/\b(?:nodemon|ts-node-dev|tsx watch|--watch|(?:next|nuxt|remix|astro|vinxi) dev|react-scripts start|turbo|concurrently|(?:ng|nx|webpack) serve|pm2 start)\b|^vite(?!\s+preview)/,je=e=>({files:s,sources:t})=>{let o=({path:m})=>/(?:^|\/)(?:main|app|wsgi|asgi|server|run|__init__)\.py$/.test(m),i=t.filter(({path:m,text:b})=>m.endsWith(".py")&&e.test(b)),r=i.find(o)??i[0];if(r===void 0)return null;let[,n,a]=e.exec(r.text),c=m=>`${Ce(m)}:${n??`${a}()`}`,l=[...r.text.matchAll(/^[ \t]*(?:from|import) (\w+)/gm)].map(([,m])=>m),p=[...r.path.matchAll(/\//g)].map(({index:m})=>r.path.slice(0,m+1)),g=["",...p].find(m=>s.list.some(b=>b.startsWith(m)&&l.includes(b.slice(m.length).split(/[/.]/)[0])))??p.find(m=>m==="src/")??"";return{what:c(r.path.slice(g.length)),...g&&{env:{PYTHONPATH:g.slice(0,-1)}}}},Ce=e=>e.replace(/(?:\/__init__)?\.py$/,"").replaceAll("/","."),qe=/^((?:[^/]+\/)?)manage\.py$/,Gt={procfile:({files:e})=>/^web:[ \t]*(\S.*?)[ \t]*$/m.exec(e.read("Procfile")??"")?.[1]??null,asgi:je(/^(\w+)(?::\s*\w+)?\s*=\s*(?:FastAPI|Starlette|Litestar|create_app|get_app|get_application)\(/m),flask:je(/^(\w+)(?::\s*\w+)?\s*=\s*(?:Flask|Quart|create_app|make_app)\(|^def\s+(create_app|make_app)\((?:\)|[^)]{0,300}=)/m),manage:({files:e})=>e.list.find(s=>qe.test(s))??null,django({files:e}){let[s,t=""]=e.list.flatMap(r=>qe.exec(r)??[]),o=e.list.find(r=>r.startsWith(t)&&r.endsWith("/wsgi.py"));return s===void 0||o===void 0?null:{what:Ce(o.slice(t.length)),...t&&{env:{PYTHONPATH:t.slice(0,-1)}}}},go({files:e,sources:s}){let t=s.filter(({path:n,text:a})=>n.endsWith(".go")&&/^func main\(\)/m.test(a)),o=[...new Set(t.map(({path:n})=>`./${n}`.replace(/\/[^/]*$/,"")))],i=/^module\s+\S*?([\w-]+?)(?:\/v\d+)?\s*$/m.exec(e.read("go.mod")??"")?.[1],r=new RegExp(`/(?:server|api|web|app|httpd?|serve|${i})$`);return o.includes(".")?".":Ne(o,n=>r.test(n))},cargo({files:e}){let s=e.read("Cargo.toml")??"",t=o=>new RegExp(`^\\[${o}\\][^[]*?^name\\s*=\\s*"([\\w-]+)"`,"m").exec(s)?.[1];return t("\\[bin\\]")??(e.has("src/main.rs")?t("package")??null:null)},maven({files:e}){let s=/<packaging>\s{0,9}(\w+)/.exec(e.read("pom.xml")??"")?.[1]??"jar";return s==="pom"?null:s},dotnet:({files:e})=>Ne(e.list.filter(s=>/\.csproj$/.test(s)&&/\.Sdk\.Web"/.test(e.read(s)??"")),()=>!0),script({scripts:e}){let s=Wt.filter(c=>e[c]!==void 0),t=c=>!_e.test(e[c]),o=s.find(t)??s[0];if(o===void 0)return null;let i=String(e[o]),r="this script does not start it as production does, in the foreground: what does?",[,n]=/^(?:cross-env )?((?:\w+=[\w.-]+ )*node [\w./ =-]+)$/.exec(i)??[];return{what:n!==void 0&&e[`pre${o}`]===void 0?n:`@ ${o}`,..._e.test(i)&&{check:r}}},main({files:e}){let[,s]=/"main"\s{0,9}:\s{0,9}"(?:\.\/)?([^"]+)"/.exec(e.read("package.json")??"")??[],t=e.list.find(i=>/^(?:src\/)?(?:server|index|app)\.[cm]?js$/.test(i)),o=s!==void 0&&e.has(s)?s:t;return o===void 0?null:z(o)}};function Ne(e,s){let t=e.find(s)??e[0];if(t===void 0)return null;let o=`there are several (${e.join(", ")}): is this the service?`;return{what:z(t),...e.length>1&&{check:o}}}function Le(e){let s=De(e),t=ve(e),o=zt(s,t),i=Fe(s).flatMap(({row:a,found:c})=>{let l=Re(a.language,s);return l||a.language==="dotnet"?[{row:a,found:c,installed:l}]:[]}),[r]=i,n=i.find(({row:a})=>a.language!==r?.row.language)?.row.title;return o.check(n&&`there is also ${n} here: is ${r.row.title} the service?`),r!==void 0?Yt(o,s,r):Qt(o,e,t),o}var Bt=/\b(?:jdbc:\w{1,20}|postgres\w{0,20}|mysql\w{0,20}|mongodb(?:\+srv)?|rediss?|amqps?):\/\/(?:[^\s"'`@/]{0,200}@)?((?!127\.|0\.0)[\w-]{1,60}(?:\.[\w-]{1,60}){1,9})/,Ht=/(?:^|\/)(?:application[\w-]*\.(?:ya?ml|properties)|appsettings[\w.]*\.json|alembic\.ini|database\.yml|package\.json)$/,Vt=/sqlite|\bcom\.h2database\b/i;function zt(e,s){let{files:t,sources:o}=e,i=[],r=(d,w="")=>{d&&i.push({key:w,says:d})},n=ke(t),{databases:a=[],asked:c=[],envFiles:l=[]}=s??{},p=Object.fromEntries(c.flatMap(d=>n[d]?[[d,n[d]]]:[])),u=d=>d.replace(/\$\{(\w+)(?::?-([^}]*))?\}/g,(w,x,D)=>n[x]||(D??w)),g=Object.entries({...s?.env,...n}).map(([d,w])=>[d,u(w)]),m=xe(Object.fromEntries(g),a),b=Object.fromEntries(m.flatMap(({name:d,value:w})=>w?[[d,w]]:[]));for(let{name:d,check:w}of m)r(w,`env.${d}`);for(let d of l.filter(w=>!t.has(w.replace(/^\.\//,""))))r(`${s.file} reads ${d}, which is not in git: let \`build\` create it`);let S=R.stores.filter(({title:d,packages:w})=>Y(e,w)&&!a.some(x=>x.title===d)),k=Vt.test(e.manifests),v=S.map(({title:d})=>d).join(" and ");r(k&&v&&`it can use a database in a file or in memory; is ${v} needed here?`);for(let{title:d,service:w,env:x}of k?[]:S){let D=`with \`needs: [${w.replace(/:.*/,"")}]\` and \`env: { ${x} }\` for the service`,h=`docs/recipes.md has one server for all starts; or add \`${w}\` below \`services:\`, ${D}`;r(`a client of ${d} is among its dependencies, and nothing here starts one. ${h}`)}let $=Object.values(b).join(),y=a.filter(({name:d})=>$.includes(`{${d}.PORT}`));for(let{name:d}of a.filter(w=>!y.includes(w)))r(`nothing in \`env\` uses \${${d}.PORT}: is ${d} needed, and by which variable?`,"needs");let f=t.list.filter(d=>Ht.test(d)).map(d=>({path:d,text:t.read(d)??""})),E=[...f,...o].flatMap(({path:d,text:w})=>{let[,x]=Bt.exec(w)??[];return x?[`${d} points to ${x}`]:[]});r(E.length>0&&`${E.slice(0,5).join(", ")}, which a run must not reach: set other addresses in \`env\``);for(let{text:d,without:w,key:x,says:D}of R.warnings){let h=[...f,...o].find(({text:L})=>new RegExp(d,"m").test(L)),F=w!==void 0&&t.all.some(L=>new RegExp(w).test(L));r(h&&!F&&D.replace("&",h.path),x)}r(t.has(".env")&&".env is in git: may a run use everything it sets? `env` takes precedence");let T=({name:d,service:w,port:x})=>[d,{compose:{file:s.file,service:w,port:x},...Object.keys(p).length>0&&{env:p}}],q=a.length===0&&!Object.entries(b).some(Ee),N=y.some(({title:d})=>!/Redis|RabbitMQ/.test(d));return{title:null,service:{},setup:{},checks:i,check:r,env:b,lent:p,isOwn:S.length===0&&(N||q),databases:Object.fromEntries(a.map(T)),scenario:Oe(t,o)}}var Ut=/(?:\benv\.|(?<=(?<!value_name)[([:=]\s?)(?<!metavar=)["'`])PORT\b|\bPORT\??\s?:\s?(?:z\.|int|num|port|str)|\bPORT\b[^;]{0,200}=\s?process\.env\b|^PORT=/m,Kt=/^(?:(?:db|database|orm|prisma|knex|typeorm|sequelize|drizzle):)?migrat(?:e|ions?)(?::(?:run|deploy|up|latest|prod))?$/;function Yt(e,s,{row:t,found:o,installed:i}){let{files:r,scripts:n}=s,{what:a}=o,{check:c,env:l,isOwn:p}=e,u=t.language==="node",g=(h,F=a)=>h.replace(/(?<!&)&(?!&)/g,()=>F).replaceAll("%",i?.prefix??"").replace(/^@/,i?.run??""),b=g(t.start,t.language==="dotnet"?a.replace(/^.*\/|\.\w+proj$|'/g,""):a)+(/^(?:go|rust)$/.test(t.language)?pe(s):""),S=u&&n.build!==void 0?"@ build":"",k=Object.keys(n).find(h=>Kt.test(h)&&!/\bdev\b|create|generate|undo/.test(n[h])),v=R.migrations.find(h=>r.has(h.mark)),$=t.find!=="procfile"||!v?.command.includes("'&'"),y=u&&k?g(`@ ${k}`):$&&v&&g(v.command);c(y&&!p&&`\`prepare: ${y}\` creates its tables, once it has its own database`);let j=i?.lock??"",f=j.endsWith(".txt")&&/^(?!.*==)[\w[\]-]+.*$/m.test(r.read(j)??""),E=i?.open||f;c(E&&`${j} does not pin versions, so base and head may get different ones`,"build");let A=r.list.filter(h=>/^(?:(?:pnpm|package)-lock|(?:yarn|bun)\.lock)\b/.test(h));c(u&&A.length>1&&`there are ${A.join(" and ")}: which one counts?`,"build");let T=Object.keys(n).filter(h=>/^build[:-]/.test(h)).join("`, `"),N=s.sources.flatMap(({path:h,text:F})=>[...F.matchAll(/^\/\/go:embed (?:all:)?([\w./-]+)/gm)].map(([,L])=>Q.join(h,"..",L))).slice(0,50).find(h=>!r.all.some(F=>F.startsWith(h)));c(T&&`package.json also has \`${T}\`: does the service need it?`,"build"),c(N&&`${N} is embedded but not in git: what creates it?`,"build"),c(o.check,"start"),c(t.check,"start"),Object.assign(l,t.env,o.env);let d=[...s.sources.map(({text:h})=>h),s.manifests],w=[b,...Object.values(l),...Object.values(n)].join(`
`),x=h=>Ut.test(h)&&!h.includes("env-namespace:");if(!t.port&&!/\$\{?PORT\b/.test(w)&&!d.some(x)){let h=ue(d);h!==void 0&&(l[h]="${PORT}"),c(h&&"the code reads this; is it the port?",`env.${h}`),c(!h&&"nothing here reads $PORT: what sets it? A fixed port is written here as is","url")}e.title=t.title,e.setup=i?.steps??{};let D=[i?.install,g(t.build??S)].filter(Boolean).join(" && ");B(e,{build:D||void 0,prepare:p&&y||void 0,start:b})}function B(e,s){let t=Object.keys(e.databases);e.service={...s,...t.length>0&&{needs:t},...Object.keys(e.env).length>0&&{env:e.env},url:"http://127.0.0.1:${PORT}"}}function Qt(e,s,t){let o=({service:a})=>/^(?:app|api|web|server|backend|service)$/.test(a),i=t?.built??[],r=i.find(o)??i[0],n=s.read("Dockerfile");if(r){let{service:a,ports:c}=r,l=i.map(g=>g.service).join(", "),p=e.checks.filter(({key:g})=>g===""),u=`which of ${l} takes the load, and on which port does it listen?`;(i.length>1||c.length!==1)&&p.push({key:"compose",says:u}),Object.assign(e,{title:"a compose file",env:e.lent,databases:{},checks:p}),B(e,{compose:{file:t.file,service:a,port:c[0]??8080}})}else if(n!==null){let a=/^EXPOSE\s+(\d{2,5})/im.exec(n)?.[1];e.check(!a&&"the Dockerfile has no EXPOSE: on which port does it listen?","image");let c=/^[ \t]*(?:COPY|ADD)[ \t](?!.*(?:--from=|https?:))/im.test(n);e.check(!c&&"it copies nothing from this checkout: base and head are identical","image");let[l]=Object.keys(e.databases);e.check(l&&`a container reaches others by name, such as ${l}, on their own ports`,"env"),e.title="a Dockerfile",B(e,{image:{build:".",port:Number(a??8080)}})}else{let a=u=>u==="Dockerfile"||K.test(u),c=s.list.filter(u=>u.includes("/")&&a(Q.basename(u))),l=[...new Set(c.map(Q.dirname))].slice(0,8).join(", "),p=l&&` For a service in ${l}, run \`tailgate init\` in its folder`;e.check(`how is the service built and started, and on which port?${p}`,"start"),B(e,{start:"exit 1"})}}var O=H(V(),1),Jt=/^(?:image|compose|needs|json|expect)$/;function Me(e,s){let{title:t,service:o,databases:i,scenario:r,checks:n}=e,{name:a,request:c,check:l}=r,p=Object.keys(i).length===0,u={suite:s,...p?{service:o}:{services:{app:o,...i},target:"app"},scenarios:{[a]:{request:c,slo:"p95 < 250ms at 50 req/s"}}},g=new O.Document(u,{aliasDuplicateObjects:!1});(0,O.visit)(g,{Pair(v,{key:$,value:y}){(0,O.isCollection)(y)&&Jt.test(String($))&&(y.flow=!0)}});let m=(v,$)=>{let y=We(g.contents,v);return y&&(y.commentBefore=[...y.commentBefore?.split(`
`)??[],Ie($)].join(`
`)),y!==null},b=p?["service"]:["services","app"],S=n.filter(({key:v,says:$})=>v===""||!m([...b,...v.split(".")],J($)));return m(["scenarios",a,"request"],J(l)),`${[`Proposed by \`tailgate init\`, which ${t===null?"found nothing to start here":`found ${t}`}.`,"Go through the lines with CHECK, then run `tailgate try` until it exits with 0. `tailgate guide` says more.","CHECK: nothing has been run yet: are ignored files, folders, settings, tables, a frontend, build features, TLS and second ports all here?",...S.map(({says:v})=>J(v))].map(v=>`#${Ie(v)}
`).join("")}${g.toString({lineWidth:0})}`}function We(e,[s,...t]){let o=(0,O.isMap)(e)?e.items.find(({key:i})=>String(i)===s):void 0;return(0,O.isPair)(o)?t.length===0?o.key:We(o.value,t):null}var J=e=>`CHECK: ${e}.`.replace(/\?\.$/,"?"),Ie=e=>` ${e.replace(/[\s\p{Cc}\u2028\u2029]+/gu," ").trim()}`;var Xt={"actions/checkout":"3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1","actions/setup-node":"820762786026740c76f36085b0efc47a31fe5020 # v7.0.0","actions/setup-python":"5fda3b95a4ea91299a34e894583c3862153e4b97 # v7.0.0","astral-sh/setup-uv":"20cfd1bf945f4377ade1205e4dbc17946fc9a30d # v10.0.1","actions/setup-go":"b7ad1dad31e06c5925ef5d2fc7ad053ef454303e # v7.0.0","actions/setup-java":"b6effb05e454b25005698d916606bdc6ffcbf961 # v5.7.0","actions/upload-artifact":"043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1","actions/download-artifact":"3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1"},Zt={"actions/upload-artifact":"c6a366c94c3e0affe28c06c8df20a878f24da3cf # v3.2.2","actions/download-artifact":"a9bc5e6ef2cb54c177f32aa5726adaa15e7e2d59 # v3.1.0"};function Ge(e,s){return`${e}@${s==="ghes"&&Zt[e]||Xt[e]}`}function Be(e){return/^(?:[\w.-]+\/[\w./-]+@[\w./-]+|\.\/[\w./-]*)$/.test(e)}function He(e){return e.startsWith("./")?`${e} # zizmor: ignore[self-repository] the older form, which all servers know`:/@[0-9a-f]{40}$/.test(e)?e:`${e} # zizmor: ignore[unpinned-uses] better the commit of a release, as for the actions above`}import{posix as rs}from"node:path";var Ve=`# Written by \`tailgate init --forks\`.
name: <workflow> (forks)

# Runs from the default branch, with a token, beside a run that has none. It checks nothing out and runs nothing from
# the fork; the fork's results are read as untrusted data.
on:
  workflow_run: # zizmor: ignore[dangerous-triggers] no code of the fork runs here, see above
    workflows: [<workflow>]
    types: [completed]

permissions: {}

concurrency:
  # Only the newest run of a branch counts; a run that has begun is never stopped half-way. One that has nothing to tell has
  # its own group: otherwise it would replace one that waits.
  group: tailgate-forks-\${{ github.workflow }}-\${{ github.event.workflow_run.head_repository.full_name }}-\${{ contains(fromJSON('["action_required","cancelled","skipped"]'), github.event.workflow_run.conclusion) && github.run_id || github.event.workflow_run.head_branch }}
  cancel-in-progress: false

jobs:
  # Its own check lands on the default branch, and says only that the verdict was delivered. The status of a
  # fork's commit is pending until somebody with write access approves that commit and re-runs this job.
  tell:
    # A run that waits for approval, was cancelled or was skipped has nothing to tell.
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
`;var ze=`#include head
jobs:
  # Sets the status to require, \`tailgate/<expected>\`. The code under test runs in the same job as the token: only for
  # repositories that trust pull-request authors with it. For the other form, remove this file and run \`tailgate init\`.
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
`;var Ue=`#include head
jobs:
  # Runs the pull request's code, so it has no token with write access.
  measure:
    if: \${{ <counts> }}
    runs-on: ubuntu-latest
    timeout-minutes: 60
    permissions:
      contents: read
    # The jobs share the suite; \`publish\` gives one verdict on all of it, and leaves out no job. #if shards
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
      # Even after a failure: the job that publishes judges what has been measured so far.
      - uses: actions/upload-artifact
        if: \${{ always() && steps.tailgate.outputs.results != '' }}
        with:
          name: \${{ steps.tailgate.outputs.artifact }} # unique to this job, so no result replaces another
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

  # The same after a push to <branch>; it also records what was measured, for the trend and \`from: history\`.
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
`;var Ke=`# Parts that several workflows share, each below its name. \`#include name\` takes one in.
#part head
# Written by \`tailgate init\`.
name: <workflow>

# No \`paths:\` filter: a required check that never reports blocks the merge forever. \`when.changed\` in tailgate.yml
# skips runs where nothing that matters has changed, and still reports.
on:
  pull_request:
    types: [opened, synchronize, reopened, edited] # \`edited\` for a different base; a new title or text changes nothing
  merge_group:
  push:
    branches: [<quotedBranch>]
  workflow_dispatch:

permissions: {}

concurrency:
  # A new push to a pull request, or a different base, replaces its run. All others are independent: each push must be
  # recorded, and an edit of the text must not stop a measurement.
  group: <group>-\${{ (<counts>) && github.event.pull_request.number || github.run_id }}
  cancel-in-progress: true

#part report
# The verdict with its pictures. The page of the run lists it, and the comment links to that page.
- uses: actions/upload-artifact
  if: \${{ always() && steps.tailgate.outputs.html != '' }}
  continue-on-error: true # a missing picture is no reason to block
  with:
    path: \${{ steps.tailgate.outputs.html }}
    archive: false # opens in the browser #if newArtifacts
    overwrite: true # replaces that of an earlier attempt #if newArtifacts
    name: tailgate-report #if !newArtifacts
#part publishing
- uses: actions/download-artifact
  with:
    pattern: tailgate-* #if newArtifacts
    merge-multiple: false #if newArtifacts
    path: tailgate-results
- uses: <tailgate>
  id: tailgate
  if: \${{ !cancelled() }} # what was not fetched is reported as missing
  with:
    mode: publish
    suites: <expected>
#include report
#part setup
- uses: actions/checkout
  with:
    persist-credentials: false
    fetch-depth: 0 # includes the base, so nothing needs to be fetched later
- run: <get> # zizmor: ignore[adhoc-packages] no lockfile covers the package manager itself
  working-directory: <folder> #if get
- uses: <action>
  with: #if key
    <key>: <version>
    <key>-file: <file>
    distribution: temurin #if java
    cache: <cache>
    cache-dependency-path: <lock>
`;function Ye(e,s){let t=i=>(s[i]??!1)!==!1,o=(i,r,n)=>(n===void 0||t(n)===(r===""))&&[...i.matchAll(/<(\w+)>/g)].every(([,a])=>t(a));return e.replace(/^(.*?)(?: #if (!?)(\w+))?\n/gm,(i,r,n,a)=>o(r,n,a)?`${r}
`:"").replace(/<(\w+)>/g,(i,r)=>String(s[r]))}var os={pair:Ue,oneStep:ze,forks:Ve};function X(e,s){let{forge:t,uses:o,branch:i,folder:r,suite:n,expected:a,shards:c,setup:l}=s,{get:p,action:u,key:g,version:m,file:b,cache:S,lock:k,java:v}=l,$=f=>f&&I(f),y=f=>f&&I(rs.join(r,f));return Ye(Qe(os[e]),{workflow:n===null?"Tailgate":`Tailgate ${n}`,group:n===null?"tailgate":`tailgate-${n}`,tailgate:He(o),action:u,key:g,java:v,get:$(p),version:$(m),cache:$(S),file:y(b),lock:y(k),folder:r==="."?null:I(r),expected:I(a),shards:c===void 0?null:Array.from({length:c},(f,E)=>E+1).join(", "),check:`${e==="oneStep"?"tailgate":"publish"}${n===null?"":` ${n}`}`,counts:"github.event.action != 'edited' || github.event.changes.base",quotedBranch:I(i),branch:i,suite:n,newArtifacts:t==="github"}).replace(/(?<=- uses: )[\w-]+\/[\w-]+$/gm,f=>Ge(f,t))}function Qe(e){return e.replace(/^( *)#include (\w+)\n/gm,(s,t,o)=>{let i=new RegExp(`^#part ${o}\\n([^]*?)(?=^#part|(?![^]))`,"m").exec(Ke)[1];return Qe(i).replace(/^(?=.)/gm,t)})}var I=e=>/^(?!(?:true|false|null|yes|no|on|off|y|n)$)[a-z][\w ./-]*$/i.test(e)?e:JSON.stringify(e);import{lstatSync as is,readFileSync as as}from"node:fs";function Z({path:e,text:s}){let t=is(e,{throwIfNoEntry:!1});if(t===void 0)return"free";if(!t.isFile())throw new P({what:"A folder or link is in the way of a file to be written.",where:e});return as(e,"utf8")===s?"same":"taken"}function Je({path:e,text:s}){try{ie(e,s)}catch(t){throw new P({what:`It could not be written: ${t.message}`,where:e,cause:t})}}async function On(e,s){let{cwd:t=process.cwd(),force:o,forks:i,oneStep:r,shards:n}=e,a=e.write??(f=>{process.stdout.write(f)}),c=f=>new P({what:f});if(e.uses!==void 0&&!Be(e.uses))throw c(`--uses takes OWNER/REPO@REF, or ./ for the repository itself, not "${e.uses}".`);if(r&&(i||n!==void 0))throw c("`--one-step` is one job, so it goes with neither `--forks` nor `--shards`.");let l=await de(t,process.env,s,e.forge),{root:p,folder:u,branch:g,forge:m}=l;if(i&&m!=="github")throw c("`--forks` is for github.com: elsewhere a run cannot fetch another run\u2019s results.");let b=Le(Pe(p,u,l.known)),S=re.map(f=>ee(p,u,f)),k=S.find(f=>cs(f))??S[0],v=Me(b,l.suite);ne(v,{path:k,directory:ee(p,u),shownAs:"the proposed tailgate.yml"});let $=Z({path:k,text:v})!=="free"&&!o,y=[{path:k,text:v}];if(m!==null){let f=U(u),E=$?oe(ls(k,"utf8")):l.suite,A=e.uses??await me(process.env,s),T=n===void 0?{}:{shards:ae(n)},q={forge:m,uses:A,branch:g,folder:u,suite:f,expected:E,setup:b.setup,...T},N=ee(p,`.github/workflows/tailgate${f===null?"":`-${f}`}`);y.push({path:`${N}.yml`,text:X(r?"oneStep":"pair",q)}),i&&y.push({path:`${N}-forks.yml`,text:X("forks",q)})}let j=y.map(f=>({file:f,state:Z(f)}));for(let{file:f,state:E}of j){let A=ps(t,f.path),T=E==="free"||E==="taken"&&o;T&&Je(f);let q=`left ${A} as it is${E==="same"?"":": `--force` overwrites it"}
`;a(T?`wrote ${A}
`:q)}return m===null&&a(`no workflow: this remote does not run GitHub workflows; see docs/other-ci.md.
`),a(us(g,$?0:v.split("# CHECK: ").length-1)),te.pass}var us=(e,s)=>`
Next: edit tailgate.yml${s>0?`, what has CHECK (${s})`:""}, until \`tailgate try\` ends with 0; \`tailgate guide\` tells an assistant how.
Then commit what was written, push it to ${e}, and open a pull request. What blocks merges: docs/require.md.
`;export{On as init};
