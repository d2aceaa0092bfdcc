import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{c as re}from"./chunk-LHDBHJWM.mjs";import{l as ne,o as A}from"./chunk-7QG75A6F.mjs";import{a as W,g as Z,h as ee,l as te,r as se,w as D,x as F,y as _}from"./chunk-RW46BMSG.mjs";import{x as X}from"./chunk-RYHUFDOQ.mjs";import"./chunk-CWQXAIJV.mjs";import"./chunk-BGVQEZN5.mjs";import{a as J,b as P}from"./chunk-BXS76CBV.mjs";import{d as M}from"./chunk-JLN3Y4HN.mjs";import{existsSync as is,readFileSync as as}from"node:fs";import{join as Y,relative as ls}from"node:path";import{posix as L}from"node:path";var Qe=/(?:(?<!(?:slog|zap|log|attribute)\.)(?:Int|Uint|Uint16|String)(?:Var)?P?\((?:&[\w.]{1,60},\s{0,9})?|Name:\s{0,9}|\blong(?:\s?=\s?|\())"([\w-]{0,20}(?:port|addr|address|listen(?:er)?|bind))"|#\[(?:arg|clap|structopt)\([^\]]{0,200}\blong\b[^\]]{0,200}\]\s{0,20}(?:pub )?(port|addr|address|listen|bind): /gi,oe=/admin|amqp|cache|db|debug|database|ldap|mail|metric|mongo|minio|mysql|pg|postgres|pprof|proxy|rabbit|redis|remote|rpc|s3|smtp|ssl|tls/i,Ye=/^(?:(?:\S*\/)?(?:tini|dumb-init) |-\S* )*(?!(?:\S*\/)?(?:\w{0,2}sh|[\w-]+\.sh|go|cargo) )\S+((?: [a-z][\w:-]*(?= |$))*)/i;function ie({files:e,sources:s}){let t=e.read("Dockerfile")??"",r=[/^ENTRYPOINT\s+\[(.*)\]\s*$/gim,/^CMD\s+\[(.*)\]\s*$/gim].flatMap(c=>(([...t.matchAll(c)].at(-1)?.[1]??"").match(/"[^"]*"/g)??[]).map(u=>u.slice(1,-1))),[,o=""]=Ye.exec(r.join(" ").slice(0,500))??[],n=s.flatMap(({text:c})=>[...c.matchAll(Qe)].map(([,u,f])=>u??f)).filter(c=>!oe.test(c)&&/[a-z]/.test(c)),l=n.filter(c=>/port$/i.test(c)).sort((c,u)=>c.length-u.length)[0]??n[0],p=l&&(/port$/i.test(l)?"$PORT":"127.0.0.1:$PORT");return l?`${o} --${l} ${p}`:o}var Je=/(?:\benv\.|env(?:iron)?\[["']|env\(["']|environ\.get\(["']|env::var\(")([A-Z][A-Z_]{0,30}_PORT)\b/gi;function ae(e){return e.flatMap(t=>[...t.matchAll(Je)].map(([,r])=>r)).filter(t=>!oe.test(t)).sort((t,r)=>t.length-r.length)[0]}var ge=M(W(),1);import{realpathSync as C}from"node:fs";import{basename as Xe,dirname as Ze,join as et,relative as tt,sep as st}from"node:path";import{fileURLToPath as nt}from"node:url";async function le(e,s,t,r){let o=C(e),i=F(o,D(s),t),n=await _(i,"rev-parse","--show-toplevel");if(!n)throw new P({what:"This folder is not in a git repository, and Tailgate compares commits.",where:o,hint:"Run `git init` first; no commit is needed yet."});let a=C(n),l=tt(a,o).split(st).join("/")||".";if(new RegExp("\\$\\{\\{|\\p{Cc}","u").test(l))throw new P({what:"A workflow cannot use a folder whose name contains `${{` or a control character.",where:o});let p=await _(i,"config","--get","remote.origin.url"),c=await re(i)??await _(i,"symbolic-ref","--quiet","--short","HEAD"),u=ce(p),f=F(a,D(s),t),{stdout:b}=await f(["ls-files","-z","--cached","--others","--exclude-standard"]);return{root:a,folder:l,suite:G(l)??j(Xe(u?.path??a))??"service",forge:r??rt(u?.host??""),branch:c!==null&&/^[\w./-]+$/.test(c)?c:"main",known:new Set(b.split("\0").filter(Boolean))}}function rt(e){return/gitlab|bitbucket|gitea|forgejo|codeberg|azure|visualstudio/.test(e)?null:/github/.test(e)&&!/(?:^|\.)github\.com(?:-[\w-]+)?$|^[^.]+$|\.ghe\.com$/.test(e)?"ghes":"github"}function ce(e){let[,s,t]=/^(?:\w+:\/\/)?(?:[^@/]*@)?([\w.-]+)(?::\d+)?[/:]((?:[\w.-]+\/)+[\w.-]+?)(?:\.git)?\/?$/.exec(e??"")??[];return s&&t?{host:s.toLowerCase(),path:t}:null}async function pe(e,s,t=et(Ze(nt(import.meta.url)),"../..")){let r=F(t,D(e),s),o=await _(r,"rev-parse","--show-toplevel"),i=ce(await _(r,"config","--get","remote.origin.url")),n=await _(r,"rev-parse","--verify","--quiet","HEAD"),a=await _(r,"for-each-ref","--contains=HEAD","refs/remotes/origin","refs/tags");return o&&C(o)===C(t)&&i&&a?`${i.path}@${n}`:null}function G(e){return e==="."?null:j(e)??"service"}function j(e){return e.toLowerCase().replace(/[^a-z0-9_]+/g,"-").replace(/^[^a-z]+/,"").slice(0,40).replace(/(?<!-)-+$/,"")||null}var de=M(W(),1);var ue=`# What \`tailgate init\` knows. Of each table the first row that fits is taken.
# How what a service depends on is installed, by the file that is there. \`prefix\` goes before installed programs, \`run\` runs
# a script. \`open\`: versions are left open. For the workflow: \`cache\` of the set-up action, \`get\` for the package manager.
installers:
  - { language: node, lock: pnpm-lock.yaml, install: pnpm install --frozen-lockfile, prefix: 'pnpm exec ', run: pnpm run, cache: pnpm, get: npm install --global --force corepack && corepack enable } # Node 25 and newer bring no corepack.
  - { language: node, lock: yarn.lock, text: '^# yarn lockfile v1$', install: yarn install --frozen-lockfile, prefix: 'yarn ', run: yarn run, cache: yarn } # It knows the older name of the option only, and runners have it.
  - { language: node, lock: yarn.lock, install: yarn install --immutable, prefix: 'yarn ', run: yarn run, cache: yarn, get: npm install --global --force corepack && corepack enable }
  - { language: node, lock: bun.lock, install: bun install --frozen-lockfile, prefix: 'bunx ', run: bun run, get: npm install --global bun }
  - { language: node, lock: package-lock.json, install: npm ci, prefix: 'npx ', run: npm run, cache: npm }
  - { language: node, lock: package.json, install: npm install, prefix: 'npx ', run: npm run, open: true }
  - { language: python, lock: uv.lock, install: uv sync --frozen --all-groups, prefix: .venv/bin/, setup: uv }
  - { language: python, lock: poetry.lock, install: env -u VIRTUAL_ENV -u CONDA_PREFIX POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction --no-root, prefix: .venv/bin/, get: pipx install poetry } # As Pipenv, it would otherwise install into an active environment of whoever calls.
  - { language: python, lock: Pipfile.lock, install: PIPENV_VENV_IN_PROJECT=1 PIPENV_IGNORE_VIRTUALENVS=1 pipenv sync, prefix: .venv/bin/, get: pipx install pipenv }
  - { language: python, lock: requirements.txt, text: '(?<![\\s\\S])(?![\\s\\S]*^(?!.*==)[\\w[\\]-])', install: &pip python3 -m venv .venv && .venv/bin/pip install -r requirements.txt, prefix: .venv/bin/ }
  - { language: python, lock: requirements.txt, install: *pip, prefix: .venv/bin/, open: true }
  - { language: python, lock: pyproject.toml, install: python3 -m venv .venv && .venv/bin/pip install -e ., prefix: .venv/bin/, open: true }
  - { language: go, lock: go.mod, cache: 'true' }
  - { language: rust, lock: Cargo.lock, install: cargo build --release, prefix: target/release/ }
  - { language: rust, lock: Cargo.toml, install: cargo build --release, prefix: target/release/, open: true }
  - { language: jvm, lock: mvnw, install: sh ./mvnw --batch-mode --quiet -DskipTests package, prefix: target/, cache: maven }
  - { language: jvm, lock: pom.xml, install: mvn --batch-mode --quiet -DskipTests package, prefix: target/, cache: maven }
  - { language: jvm, lock: gradlew, prefix: build/libs/, run: sh ./gradlew --no-daemon --quiet, cache: gradle }
  - { language: ruby, lock: Gemfile.lock, install: bundle install, prefix: 'bundle exec ' }
  - { language: php, lock: composer.lock, install: composer install --no-dev --no-interaction }

# Steps of workflows. A version (\`key\`) is in a file (\`from\`, with what that then holds), or in the text of a manifest (\`says\`).
setups:
  node: { uses: actions/setup-node, key: node-version, usual: '24', from: { .nvmrc: '\\d', .node-version: '\\d', package.json: '"engines"[^}]{0,200}"node"' } }
  python: { uses: actions/setup-python, key: python-version, usual: '3.13', from: { .python-version: '\\d', pyproject.toml: '^(?:requires-)?python\\b' }, says: '\\bpython(?:-|_version\\s?=\\s?")(3\\.\\d+)' }
  uv: { uses: astral-sh/setup-uv }
  go: { uses: actions/setup-go, key: go-version, usual: stable, from: { go.mod: '^go ' } }
  jvm: { uses: actions/setup-java, key: java-version, usual: '21', says: '(?:<(?:java\\.version|maven\\.compiler\\.release|release)>\\s{0,9}|JavaLanguageVersion\\.of\\(|(?:sourceCompatibility|jvmToolchain)\\D{1,25})(?:1\\.)?(\\d+)' }

# How a service is started, by \`mark\` (a file), \`needs\` (a package in its manifests) and \`find\` (see starters.ts) or the \`path\`
# and \`text\` of a file, which all have to be there. \`%\` is the prefix and \`@\` the \`run\` of its installer, \`&\` what was found,
# \`$1\` a group of \`path\`, then of \`text\`. \`likely\`: which of several. \`port\`: it takes $PORT by itself.
starters:
  - { title: a Procfile, language: python, path: '^(P)rocfile$', text: &web '^web:[ \\t]*(\\S.*)$', start: . %activate && $2, port: true }
  - { title: a Procfile, language: ruby, path: '^(P)rocfile$', text: *web, start: $2, port: true, env: &rails { RAILS_ENV: production, RAILS_LOG_TO_STDOUT: '1', RAILS_SERVE_STATIC_FILES: '1', SECRET_KEY_BASE: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef } }
  - { title: FastAPI, language: python, needs: [uvicorn, fastapi, starlette, litestar], find: asgi, start: '%uvicorn & --host 127.0.0.1 --port $PORT' }
  - { title: Django with gunicorn, language: python, needs: [gunicorn], find: django, start: '%gunicorn & --bind 127.0.0.1:$PORT' }
  - { title: Django, language: python, needs: [django], path: '^((?:[^/]+/)?)manage\\.py$', start: '%python & runserver --noreload 127.0.0.1:$PORT', check: &development 'this server is for development: how is it started in production?' }
  - { title: Flask with gunicorn, language: python, needs: [gunicorn], find: flask, start: "%gunicorn '&' --bind 127.0.0.1:$PORT" }
  - { title: Flask with waitress, language: python, needs: [waitress], find: flask, start: "%waitress-serve --listen 127.0.0.1:$PORT '&'" }
  - { title: a Python program, language: python, needs: [tornado, gevent, cheroot, aiohttp, sanic, bottle], path: &script '^((?!setup|manage|conf)\\w+)\\.py$', text: &main '^if __name__ ==', likely: '^(?:main|app|server?|run)\\.py$', start: '%python &' }
  - { title: Flask, language: python, find: flask, start: "%flask --app '&' run --port $PORT", check: *development }
  - { title: a Python program, language: python, needs: [flask, quart, fastapi, starlette, litestar, uvicorn], path: *script, text: *main, likely: '^(?:main|app|server?|run)\\.py$', start: '%python &', check: &arguments 'which command, arguments and settings does it need here?' }
  - { title: Go, language: go, find: go, build: go build -o bin/service &, start: bin/service, check: *arguments }
  - { title: Rust, language: rust, find: cargo, start: '%&', check: *arguments }
  - { title: Quarkus, language: jvm, mark: pom.xml, needs: [io.quarkus, io.quarkus.platform], start: java -jar target/quarkus-app/quarkus-run.jar, env: { QUARKUS_HTTP_PORT: '\${PORT}' } }
  - { title: 'Spring Boot, Maven', language: jvm, path: '^(.*/)?pom\\.xml$', text: '(?<![\\s\\S])(?=[\\s\\S]*spring-boot-(?:maven-plugin|starter-web))[\\s\\S]*<packaging>\\s*(war)', start: 'java -jar $1target/*.war', env: &spring { SERVER_PORT: '\${PORT}' } }
  - { title: 'Spring Boot, Maven', language: jvm, path: '^(.*/)?pom\\.xml$', text: '(?<![\\s\\S])(?![\\s\\S]*<packaging>\\s*pom)(?=[\\s\\S]*spring-boot-(?:maven-plugin|starter-web))(?:[\\s\\S]*spring-boot-maven-plugin(?:(?!</plugin>)[\\s\\S])*<classifier>([\\w-]+))?', start: 'java -jar $1target/*$2.jar', env: *spring }
  - { title: 'Spring Boot, Gradle', language: jvm, path: '^(.*/)?build\\.gradle(?:\\.kts)?$', text: '^(?!.*apply false).*\\b(?:id|alias|apply)\\b.*(?:org\\.springframework\\.boot|spring\\W?boot)\\b', build: '@ bootJar', start: 'java -jar $1%*.jar', env: *spring }
  - { title: a Gradle application, language: jvm, needs: [application], path: '^(s)ettings\\.gradle(?:\\.kts)?$', text: 'rootProject\\.name\\s*=\\s*["'']([\\w.-]+)', build: '@ installDist', start: build/install/$2/bin/$2, check: *arguments }
  - { title: Rails, language: ruby, mark: config.ru, needs: [puma, rails], start: '%puma -b tcp://127.0.0.1:$PORT', env: *rails, check: 'production often redirects to HTTPS (\`config.force_ssl\`): requests then need the header X-Forwarded-Proto: https' }
  - { title: Laravel, language: php, mark: artisan, start: php artisan serve --host 127.0.0.1 --port $PORT --no-reload, env: { APP_ENV: production, APP_KEY: 'base64:dGFpbGdhdGUtc3RhbmQtaW4tZm9yLW1lYXN1cmluZyE=' }, check: *development }
  - { title: .NET, language: dotnet, path: '^(.*/)?([^/]+)\\.csproj$', text: '\\.Sdk\\.Web"', likely: '(?:^|[./])(?:web|server|host|(?:web)?api)\\.csproj$', build: dotnet publish & -c Release -o out, start: 'cd out && dotnet $2.dll --urls http://127.0.0.1:$PORT' }
  - { title: Node, language: node, needs: [next, nuxt, '@remix-run/serve', fastify-cli, '@strapi/strapi'], find: script, start: '&', env: { NODE_ENV: production }, port: true }
  - { title: Node, language: node, find: script, start: '&', env: { NODE_ENV: production } }
  - { title: Node, language: node, needs: [express, fastify, koa, '@hapi/hapi', hono, '@apollo/server', socket.io], path: '^(?:src/)?((?:server|index|app)\\.[cm]?js)$', start: node &, env: { NODE_ENV: production }, check: 'package.json has no start script: is this its program?' }

# What makes tables before each start, where no script of package.json does.
migrations:
  - { mark: prisma/schema.prisma, command: '%prisma migrate deploy' }
  - { mark: drizzle.config.ts, command: '%drizzle-kit migrate' }
  - { mark: migrations/alembic.ini, command: "%flask --app '&' db upgrade" }
  - { mark: alembic.ini, command: '%alembic upgrade head' }
  - { mark: manage.py, command: '%python manage.py migrate --noinput' }
  - { mark: bin/rails, command: '%rails db:prepare' }
  - { mark: artisan, command: php artisan migrate --force }

# Databases. \`service\` and \`env\`: how one is started for a service that has none, and where it then is; \`spring\`: for Spring Boot.
stores:
  - { title: PostgreSQL, image: postg|timescale|pgvector, port: 5432, scheme: postg, packages: [pg, postgres, psycopg, psycopg2, psycopg2-binary, asyncpg, github.com/lib/pq, github.com/jackc/pgx, gorm.io/driver/postgres, tokio-postgres, postgresql, pgsql, Npgsql, Npgsql.EntityFrameworkCore.PostgreSQL], service: "db: { image: { name: 'postgres:17', port: 5432 }, env: { POSTGRES_HOST_AUTH_METHOD: trust } }", env: "DATABASE_URL: 'postgresql://postgres@127.0.0.1:\${db.PORT}/postgres'", spring: "SPRING_DATASOURCE_URL: 'jdbc:postgresql://127.0.0.1:\${db.PORT}/postgres', SPRING_DATASOURCE_USERNAME: postgres" }
  - { title: MySQL, image: mysql|mariadb|percona, port: 3306, scheme: mysql|mariadb, packages: [mysql, mysql2, pymysql, mysqlclient, aiomysql, github.com/go-sql-driver/mysql, gorm.io/driver/mysql, mysql-connector-j, mysql-connector-java, mariadb-java-client, Pomelo.EntityFrameworkCore.MySql], service: "db: { image: { name: 'mysql:8', port: 3306 }, env: { MYSQL_ALLOW_EMPTY_PASSWORD: 1, MYSQL_DATABASE: app } }", env: "DATABASE_URL: 'mysql://root@127.0.0.1:\${db.PORT}/app'", spring: "SPRING_DATASOURCE_URL: 'jdbc:mysql://127.0.0.1:\${db.PORT}/app', SPRING_DATASOURCE_USERNAME: root" }
  - { title: SQL Server, image: mssql|azure-sql, port: 1433, scheme: sqlserver|mssql, packages: [mssql, tedious, mssql-jdbc, sqlserver, Microsoft.Data.SqlClient, Microsoft.EntityFrameworkCore.SqlServer], service: "db: { image: { name: 'mcr.microsoft.com/mssql/server:2022-latest', port: 1433 }, env: { ACCEPT_EULA: Y, MSSQL_SA_PASSWORD: Only-4-measuring } }", env: "ConnectionStrings__Default: 'Server=127.0.0.1,\${db.PORT};User Id=sa;Password=Only-4-measuring;TrustServerCertificate=true'", spring: "SPRING_DATASOURCE_URL: 'jdbc:sqlserver://127.0.0.1:\${db.PORT};trustServerCertificate=true', SPRING_DATASOURCE_USERNAME: sa, SPRING_DATASOURCE_PASSWORD: Only-4-measuring" }
  - { title: MongoDB, image: mongo, port: 27017, scheme: mongodb, packages: [mongodb, mongoose, '@nestjs/mongoose', pymongo, motor, go.mongodb.org/mongo-driver, spring-boot-starter-data-mongodb, mongoid, MongoDB.Driver], service: "mongo: { image: { name: 'mongo:7', port: 27017 } }", env: "MONGODB_URI: 'mongodb://127.0.0.1:\${mongo.PORT}/app'", spring: "SPRING_DATA_MONGODB_URI: 'mongodb://127.0.0.1:\${mongo.PORT}/app'" }
  - { title: Redis, image: redis|valkey|keydb, port: 6379, scheme: redis, packages: [redis, ioredis, bullmq, github.com/redis/go-redis, spring-boot-starter-data-redis, sidekiq, StackExchange.Redis], service: "redis: { image: { name: 'redis:7', port: 6379 } }", env: "REDIS_URL: 'redis://127.0.0.1:\${redis.PORT}'", spring: "SPRING_DATA_REDIS_URL: 'redis://127.0.0.1:\${redis.PORT}'" }
  - { title: RabbitMQ, image: rabbitmq, port: 5672, scheme: amqp, packages: [amqplib, amqp-connection-manager, pika, aio-pika, github.com/rabbitmq/amqp091-go, spring-boot-starter-amqp, RabbitMQ.Client], service: "rabbitmq: { image: { name: 'rabbitmq:4', port: 5672 } }", env: "AMQP_URL: 'amqp://guest:guest@127.0.0.1:\${rabbitmq.PORT}'", spring: "SPRING_RABBITMQ_ADDRESSES: '127.0.0.1:\${rabbitmq.PORT}'" }

# What a text of settings or code may ask for, unless there is a file such as \`without\`. \`&\` is its path, \`$1\` what was found.
# \`language\`: of the service. \`absent\`: only if git lacks \`$1\`. The first is of databases, whose hosts have a dot elsewhere.
warnings:
  - { text: '\\b(?:jdbc:\\w{1,20}|postgres\\w{0,20}|mysql\\w{0,20}|mongodb(?:\\+srv)?|rediss?|amqps?)://(?:[^\\s"''\`@/]{0,200}@)?((?!127\\.|0\\.0)[\\w-]{1,60}(?:\\.[\\w-]{1,60}){1,9})', says: '& points to $1, which a run must not reach: set another address in \`env\`' }
  - { text: '"(build[:-][\\w:-]+)"\\s*:', language: node, key: build, says: '& also has \`$1\`: does the service need it?' }
  - { text: '^\\s*//go:embed (?:all:)?([\\w./-]+)', absent: true, language: go, key: build, says: '& embeds \`$1\`, which is not in git: what creates it?' }
  - { text: '\\bsqlx::query\\w{0,20}!', without: '(?:^|/)\\.sqlx/|sqlx-data\\.json$', key: build, says: '& needs a database while it is compiled: which one?' }
  - { text: 'x-forwarded-proto|requireHttps|^SECURE_SSL_REDIRECT\\b', says: '& may redirect to HTTPS: requests then need the header X-Forwarded-Proto: https' }
`;var R=(0,de.parse)(ue);var it=["compose.yaml","compose.yml","docker-compose.yml","docker-compose.yaml"];function me(e){let s=it.find(e.has)??"",t=e.read(s)??"",r=at(t).map(([i,n])=>{let a=lt(n.ports).map(pt),l=R.stores.find(({image:p})=>new RegExp(p).test(String(n.image??"")));return{service:i,one:n,ports:a,store:l}}),o=r.filter(({one:i})=>i.build!==void 0);return r.length===0?null:{file:s,databases:r.flatMap(({service:i,one:n,ports:a,store:l})=>{if(l===void 0)return[];let{port:p,title:c}=l,u=a.flatMap(({inside:d,outside:m})=>d===p&&m?[m]:[]),f=[i,String(n.container_name??i),"host.docker.internal"];return[{...{name:j(i)??"db",scheme:new RegExp(`^(?:${l.scheme})`)},service:i,title:c,port:p,hosts:f,ports:[p,...u]}]}),built:o.map(({service:i,ports:n})=>({service:i,ports:n.flatMap(a=>a.inside??[])})),env:ct((o[0]??r.find(({store:i})=>!i))?.one.environment),asked:[...new Set([...t.matchAll(/(?<!\$)\$(?:\{(\w+)|(\w+))/g)].map(([,i,n])=>i??n))]}}function at(e){try{let s=(0,ge.parse)(e,{logLevel:"error",merge:!0}).services;return Object.entries(s).filter(([,t])=>t!==null&&typeof t=="object")}catch{return[]}}var lt=e=>(Array.isArray(e)?e:[e??[]].flat()).map(String);function ct(e){let s=Array.isArray(e)?e.map(t=>String(t).split(/=(.*)/s)):Object.entries(e??{}).map(([t,r])=>[t,String(r??"")]);return Object.fromEntries(s.filter(([,t])=>t!==void 0))}function pt(e){let s=e.replace(/\$\{\w+:?-(\d+)\}/g,"$1"),[,t,r]=/^(?:[\d.]+:)?(?:(\d{2,5}|\$\{\w+\}):)?(\d{2,5})(?:\/\w+)?$/.exec(s)??[];return{...r&&{inside:Number(r)},...Number(t)&&{outside:Number(t)}}}var ut=/^(?:\.?env(?:[.-]\w+)*[.-](?:example|sample|template|dist|defaults?)|\.?(?:example|sample)\.env)$/i;function he(e){let[s=""]=e.list.filter(o=>ut.test(o)).sort((o,i)=>o.length-i.length),t={},r=(e.read(s)??"").matchAll(/^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=(.*)$/gm);for(let[,o,i]of r){let[,n,a]=/^"([^"]*)"|^'([^']*)'/.exec(i.trim())??[],l=n??a??i.replace(/(?:^|\s)#.*/,"").trim();t[o]=l.replace(/\$\{(\w+)\}/g,(p,c)=>t[c]??p)}return t}var dt="127.0.0.1:9",gt="stand-in-for-measuring-only-0123456789abcdef",fe=/^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])?$/,mt=/^(?:PORT|(?:NODE|APP|RAILS|RACK|FLASK|GO)_ENV)$/,ft=/^(?:APP|SERVER|HTTP|API|LISTEN|WEB|SERVICE|NODE|BIND|PROJECT|BACKEND)_PORT$/,ht=/[{<][\w -]{1,60}[}>]/,bt=/^\/(?:app|data|etc|home|media|mnt|opt|root|run|srv|storage|tmp|uploads?|usr|Users|var)(?:\/[\w.-]+)*\/?$/,wt=/(?:^|_)LOG(?:GING|_?LEVEL)?(?:_|$)/,yt=/\b(?:debug|trace)\b/gi,vt=/(?:SECRET|PASSWORD|PASSWD|PASS|TOKEN|KEY|CREDENTIALS?|SALT|PASSPHRASE)$/i,be=/(?:^|_)(?:DB|DATABASE|PG|POSTGRES|MYSQL|MARIADB|REDIS|MONGO|RABBIT)/i,we=/(?:HOST|HOSTNAME|ENDPOINT|SERVERS?|BROKERS?|ADDR|NODES)$/i,kt=/^[\w.-]+:\d{2,5}(?:,[\w.-]+:\d{2,5})*$/,St=/\b([a-z][\w+.-]{0,30}):\/\/([^/?#\s"'<>]*?)(?=[/?#\s"'<>]|,\w{1,9}:\/\/|$)/gi;function ye(e,s){return Object.entries(e).filter(([t])=>X.test(t)&&!mt.test(t)).flatMap(([t,r])=>{let o=r.replace(/[\p{Cc}\u2028\u2029]/gu,""),i=wt.test(t)&&!o.includes("://")?o.replace(yt,"info"):o,n=/DEBUG$/i.test(t)?i.replace(/^true$/i,"false").replace(/^1$/,"0"):i;if(ft.test(t)&&/^:?\d*$/.test(n))return[{name:t,value:`${n.startsWith(":")?":":""}\${PORT}`}];let a=be.test(t)&&n!==""&&s.length>0;return vt.test(t)&&!a&&!n.includes("://")?[{name:t,value:gt}]:n===""||n===`\${${t}}`?[]:bt.test(n)?[{name:t,value:n,check:`${n} is a folder on this machine, which base and head share`}]:/\$[{A-Z_]|\b(?:Host|Server|Data Source)\s?=/i.test(n)||ht.test(n)?[{name:t,check:`${t} is built from other values: what is it here?`}]:[{name:t,...$t(t,n,s)}]})}function ve([e,s]){return be.test(e)&&(s.includes("://")||we.test(e))}function $t(e,s,t){let r=[],o=(p,c)=>{let[,u="",f="",b]=/^(.*@)?(\[[^\]]*\]|[^:,]*)(?::(\d+))?/.exec(p),d=fe.test(f),m=t.find($=>(d||$.hosts.includes(f))&&(b===void 0?$.scheme.test(c):$.ports.includes(Number(b))));return m?`${u}127.0.0.1:\${${m.name}.PORT}`:(d||r.push(f),d?p:dt)},i=we.test(e)&&/^[\w.-]+$/.test(s),n=/PORT$/i.test(e)&&t.find(({ports:p})=>p.includes(Number(s))),a=s;n?a=`\${${n.name}.PORT}`:i&&t.some(({hosts:p})=>p.includes(s))?a="127.0.0.1":i&&!fe.test(s)?a=o(s,"").replace(/:9$/,""):kt.test(s)?a=s.replace(/[^,]+/g,p=>o(p,"")):a=s.replace(St,(p,c,u)=>`${c}://${o(u,c)}`);let l=`${e} pointed to ${r.join(", ")}, which a run must not reach, so it now points nowhere`;return{value:a,...r.length>0&&{check:l}}}import{lstatSync as xt,readFileSync as Rt}from"node:fs";import{join as Et,posix as ke}from"node:path";var Ot=5e3,Tt=400,Pt=1024*1024,_t=/(?:^|\/)(?:\..*|node_modules|vendor|target|build|dist|out|coverage|bin(?!\/www$)|obj|third_party|venv|env|__pycache__|tests?|__tests__|spec|fixtures|examples?|docs?)\//i;function Se(e,s,t){let r=i=>t.has(i)?At(Et(e,i)):null,o={all:[...t],has:i=>t.has(i),read:r};return U(o,s==="."?"":`${s}/`)}function U({all:e,has:s,read:t,above:r=[]},o){let i=e.filter(l=>l.startsWith(o)).map(l=>l.slice(o.length)),n=l=>l.split("/").length,a=Array.from(o.matchAll(/\//g),(l,p)=>"../".repeat(p+1));return{all:i,list:i.filter(l=>!_t.test(l)||/(?:^|\/)src\/main\//.test(l)).sort((l,p)=>n(l)-n(p)||(l<p?-1:1)).slice(0,Ot),has:l=>s(ke.join(o,l)),read:l=>t(ke.join(o,l)),above:[...a,...r.map(l=>(a.at(-1)??"")+l)]}}function At(e){try{let s=xt(e);return!s.isFile()||s.size>Pt?null:new TextDecoder("utf-8",{fatal:!0}).decode(Rt(e))}catch{return null}}var jt=/\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs)$|^bin\/www$/,qt=/(?:[._-]test|[._-]spec|_test|\.d|\.stories|\.config)\.\w+$|(?:^|\/)(?:test_[^/]*|conftest\.py)$|Tests?\.(?:java|kt|cs)$|(?:^|\/)(?:frontend|client|web-?app|public|static|assets|e2e|cypress|migrations?|alembic|seeds?|scripts?|tools?|benchmarks?)\//i;function $e(e){let s=e.list.filter(r=>jt.test(r)&&!qt.test(r)).slice(0,Tt),t=r=>(e.read(r)??"").replace(/^[ \t]*(?:\/\/(?!go:)|#(?![[!])|\*\s).*$/gm,"");return s.map(r=>({path:r,text:t(r)}))}var Nt=["pnpm-workspace.yaml","package.json","pyproject.toml","Cargo.toml"],Dt=/^packages:|"workspaces"|^\[tool\.uv\.workspace\]|^\[workspace\]/m;function xe(e,s){let{files:t}=s,r=n=>e==="go"||Nt.some(a=>Dt.test(t.read(n+a)??"")),o=(t.above??[]).filter(r),i=R.installers.filter(n=>n.language===e);for(let n of[!1,!0])for(let a of["",...o]){let l=i.find(({lock:f,text:b="",open:d=!1})=>{let m=d===n?t.read(a+f):null;return m!==null&&new RegExp(b,"m").test(m)});if(l===void 0)continue;let{install:p="",prefix:c=""}=l,u={...l,lock:a+l.lock};return{...u,install:a!==""&&e==="node"?`(cd ${a.slice(0,-1)} && ${p})`:p,prefix:c.endsWith("/")?a+c:c,steps:Ft(u,s)}}return null}function Ft({language:e,lock:s,cache:t,get:r,setup:o=e},{files:i,manifests:n}){let{uses:a,key:l,usual:p,from:c={},says:u}=R.setups[o]??{},f=k=>s.endsWith(`/${k}`)?s:k,b=k=>new RegExp(c[k],"m").test(i.read(f(k))??""),d=Object.keys(c).find(b),m=d&&f(d),$=(u&&new RegExp(u).exec(n)?.[1])??p;return{get:r,action:a,key:l,cache:t,...m?{file:m}:{version:$},...e==="jvm"?{java:"true"}:t&&{lock:s}}}var Ct=/(?:(?:\.(?:get|GET|Get|route)\(|@(?:GetMapping|get)\(|\b(?:HandleFunc|Handle|MapGet)\(|::get\(|#\[get\(|^[ \t]*get[ \t])\s{0,9}["'`](?:GET )?(?=\/)|(?:@Get\(|\bpath\()\s{0,9}["'`])([\w./-]{1,200})["'`]/gm,It=/health|ready|live|ping|metric|status|version|favicon|docs|swagger|openapi|admin|log-?in|log-?out|sign-?up|register|setup|install|\bsse\b|stream|events|\b(?:new|create|add|edit|me)\b|theme|e2e|auth|token|callback|error|\/\d{3}$|\.\w+$/i;function Re(e){let s=e.flatMap(({text:r})=>[...r.matchAll(Ct)].map(([,o])=>o.replace(/^\/?/,"/"))).find(r=>r!=="/"&&r.length<100&&!It.test(r))??"/";return{name:j(s)??"home",request:`GET ${s}`,check:"name the requests that matter to your users, with full paths: router prefixes cannot be detected; gRPC needs `script`"}}var B=/^(?:package\.json|requirements\.txt|pyproject\.toml|Pipfile|setup\.py|runtime\.txt|go\.mod|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|composer\.json|\.env\.example)$|\.csproj$|(?:^|\/)schema\.prisma$/;function Te(e){let s=$e(e),r=e.list.filter(o=>B.test(o)).map(o=>e.read(o)??"").join(`
`).replace(/^.*\/\/ indirect$|^[ \t]*#.*$/gm,"");try{let{scripts:o}=JSON.parse(e.read("package.json")??"{}");return{files:e,sources:s,manifests:r,scripts:o??{}}}catch{return{files:e,sources:s,manifests:r,scripts:{}}}}function H({manifests:e},s){let t=s.map(r=>r.replace(/[.*+?^${}()|[\]\\/]/g,"\\$&"));return new RegExp(`(?:^|["'\\s:/<>=(\\[,])(?:${t.join("|")})(?![\\w-])`,"im").test(e)}function Pe(e){return R.starters.flatMap(s=>{if(s.mark!==void 0&&!e.files.has(s.mark))return[];if(s.needs!==void 0&&!H(e,s.needs))return[];if(s.path!==void 0)return Lt(s,e.files);let t=s.find===void 0?"":Wt[s.find](e);return t===null?[]:[{row:s,found:typeof t=="string"?{what:t}:t}]})}function Lt(e,s){let t=new Map;for(let n of s.list){let a=new RegExp(e.path).exec(n)?.slice(1),l=a&&new RegExp(e.text??"","im").exec(s.read(n)??"")?.slice(1);l&&t.set(A(n),[...a.map(p=>p&&A(p)),...l])}let r=z([...t.keys()],n=>new RegExp(e.likely??"^","i").test(n));if(r===null)return[];let o=t.get(r.what),i=n=>n.replace(/\$(\d)/g,(a,l)=>o[l-1]??"");return[{row:{...e,start:i(e.start),...e.build&&{build:i(e.build)}},found:r}]}var Mt=["start:prod","start:production","start","prod","serve","server"],Ee=/\b(?:nodemon|ts-node-dev|tsx watch|--watch|(?:next|nuxt|remix|astro|vinxi) dev|react-scripts start|turbo|concurrently|(?:ng|nx|webpack) serve|pm2 start)\b|^vite(?!\s+preview)/,Oe=e=>({files:s,sources:t})=>{let r=t.filter(({path:d,text:m})=>d.endsWith(".py")&&e.test(m)),o=d=>r.find(({path:m})=>d.test(m)),i=o(/(?:^|\/)[aw]sgi\.py$/)??o(/(?:^|\/)(?:main|app|server|run|__init__)\.py$/),n=i??r[0];if(n===void 0)return null;let{check:a}=z(i?[n.path]:r.map(({path:d})=>d),()=>!0),[,l,p]=e.exec(n.text),c=[...n.text.matchAll(/^[ \t]*(?:from|import) (\w+)/gm)].map(([,d])=>d),u=[...n.path.matchAll(/\//g)].map(({index:d})=>n.path.slice(0,d+1)),b=["",...u].find(d=>s.list.some(m=>m.startsWith(d)&&c.includes(m.slice(d.length).split(/[/.]/)[0])))??u.find(d=>d==="src/")??"";return{what:`${_e(n.path.slice(b.length))}:${l??`${p}()`}`,...b&&{env:{PYTHONPATH:b.slice(0,-1)}},...a&&{check:a}}},_e=e=>e.replace(/(?:\/__init__)?\.py$/,"").replaceAll("/","."),Wt={asgi:Oe(/^(\w+)(?::\s*\w+)?\s*=\s*(?:\w+\.)?(?:FastAPI|Starlette|Litestar|create_app|get_app|get_application)\(/m),flask:Oe(/^(\w+)(?::\s*\w+)?\s*=\s*(?:\w+\.)?(?:Flask|Quart|create_app|make_app)\(|^def\s+(create_app|make_app)\((?:\)|[^)]{0,300}=)/m),django({files:e}){let[s,t=""]=e.list.flatMap(i=>/^((?:[^/]+\/)?)manage\.py$/.exec(i)??[]),r=e.list.find(i=>i.startsWith(t)&&i.endsWith("/wsgi.py"));return s===void 0||r===void 0?null:{what:_e(r.slice(t.length)),...t&&{env:{PYTHONPATH:t.slice(0,-1)}}}},go({files:e,sources:s}){let t=s.filter(({path:n,text:a})=>n.endsWith(".go")&&/^func main\(\)/m.test(a)),r=[...new Set(t.map(({path:n})=>A(`./${n}`.replace(/\/[^/]*$/,""))))],o=/^module\s+\S*?([\w-]+?)(?:\/v\d+)?\s*$/m.exec(e.read("go.mod")??"")?.[1],i=new RegExp(`/(?:server|api|web|app|httpd?|serve|${o})$`);return r.includes(".")?".":z(r,n=>i.test(n))},cargo({files:e}){let s=e.read("Cargo.toml")??"",t=r=>new RegExp(`^\\[${r}\\][^[]*?^name\\s*=\\s*"([\\w-]+)"`,"m").exec(s)?.[1];return t("\\[bin\\]")??(e.has("src/main.rs")?t("package")??null:null)},script({scripts:e}){let s=Mt.filter(l=>e[l]!==void 0),t=l=>!Ee.test(e[l]),r=s.find(t)??s[0];if(r===void 0)return null;let o=String(e[r]),i="this script does not start it as production does, in the foreground: what does?",[,n]=/^(?:cross-env )?((?:\w+=[\w.-]+ )*node [\w./ =-]+)$/.exec(o)??[];return{what:n!==void 0&&e[`pre${r}`]===void 0?n:`@ ${r}`,...Ee.test(o)&&{check:i}}}};function z(e,s){let t=e.find(s)??e[0];if(t===void 0)return null;let r=`there are several (${e.slice(0,8).join(", ")}): is this the service?`;return{what:t,...e.length>1&&{check:r}}}var je=/(?:^|[/_-])(?:app|api|web|server|backend|service)\/$/;function qe(e){let s=me(e),t=Ae(e,s,"");if(t.title!==null)return t;let o=e.list.filter(c=>B.test(L.basename(c))).map(c=>`${L.dirname(c)}/`).filter(c=>c!=="./"),n=[...new Set([...o.filter(c=>je.test(c)),...o])].slice(0,16).map(c=>Ae(e,s,c)),[a,...l]=n.filter(({title:c,service:u})=>c!==null&&u.start);if(a===void 0)return t;let p=[a,...l].map(({folder:c})=>c.slice(0,-1));return a.check(l.length>0&&`there are several (${p.join(", ")}): is this the service?`,"start"),a}function Ae(e,s,t){let r=U(e,t),o=Te(r),i={...Ut(o,s),folder:t},n=Pe(o).flatMap(({row:p,found:c})=>{let u=xe(p.language,o);return u||p.language==="dotnet"?[{row:p,found:c,installed:u}]:[]}),[a]=n,l=n.find(({row:p})=>p.language!==a?.row.language)?.row.title;return i.check(l&&`there is also ${l} here: is ${a.row.title} the service?`),Bt(i,o,a?.row.language??""),a!==void 0?Vt(i,o,a):Kt(i,r,t===""?s:null),i}var Gt=/(?:^|\/)(?:application[\w-]*\.(?:ya?ml|properties)|appsettings[\w.]*\.json|alembic\.ini|database\.yml|package\.json)$/;function Ut(e,s){let{files:t,sources:r}=e,o=[],i=(g,w="")=>{g&&o.push({key:w,says:g})},n=he(t),{databases:a=[],asked:l=[]}=s??{},p=Object.fromEntries(l.flatMap(g=>n[g]?[[g,n[g]]]:[])),c=g=>g.replace(/\$\{(\w+)(?::?-([^}]*))?\}/g,(w,h,T)=>n[h]||(T??w)),u=Object.entries({...s?.env,...n}).map(([g,w])=>[g,c(w)]),f=ye(Object.fromEntries(u),a),b=Object.fromEntries(f.flatMap(({name:g,value:w})=>w?[[g,w]]:[]));for(let{name:g,check:w}of f)i(w,`env.${g}`);let d=Object.values(b).join(),m=a.filter(({name:g})=>d.includes(`{${g}.PORT}`)),$=g=>a.some(({title:w})=>w===g||/SQL.*SQL/.test(w+g)),v=R.stores.filter(({title:g,packages:w})=>!$(g)&&H(e,w)),k=/sqlite|\bcom\.h2database\b/i.test(e.manifests),S=v.map(({title:g})=>g).join(" and ");i(k&&S&&`it can use a database in a file or in memory; is ${S} needed here?`);for(let{title:g,service:w,env:h,spring:T}of k?[]:v){let N=e.manifests.includes("spring-boot")?T:h,Ve=`with \`needs: [${w.replace(/:.*/,"")}]\` and \`env: { ${N} }\` for the service`,Ke=`docs/recipes.md has a recipe; or add \`${w}\` below \`services:\`, ${Ve}`;i(`a client of ${g} is among its dependencies, and nothing here starts one. ${Ke}`)}for(let{name:g}of a.filter(w=>!m.includes(w)))i(`nothing in \`env\` uses \${${g}.PORT}: is ${g} needed, and by which variable?`,"needs");i(t.has(".env")&&".env is in git: may a run use everything it sets? `env` takes precedence");let E=({name:g,service:w,port:h})=>[g,{compose:{file:s.file,service:w,port:h},...Object.keys(p).length>0&&{env:p}}],x=a.length===0&&!Object.entries(b).some(ve),y=m.some(({title:g})=>!/Redis|RabbitMQ/.test(g));return{title:null,service:{},setup:{},checks:o,check:i,env:b,lent:p,isOwn:v.length===0&&(y||x),databases:Object.fromEntries(a.map(E)),scenario:Re(r)}}function Bt({check:e},{files:s,sources:t},r){let i=[...s.list.filter(n=>Gt.test(n)).map(n=>({path:n,text:s.read(n)??""})),...t];for(let{text:n,language:a=r,without:l,absent:p,key:c,says:u}of R.warnings){let f=i.flatMap(({path:d,text:m})=>{let $=S=>s.all.some(E=>E.startsWith(L.join(d,"..",S))),k=[...m.matchAll(new RegExp(n,"gm"))].find(([,S])=>!p||!$(S));return k?[u.replace("&",d).replace("$1",k[1]??"")]:[]}),b=l!==void 0&&s.all.some(d=>new RegExp(l).test(d));if(a===r&&!b)for(let d of f.slice(0,c?1:5))e(d,c)}}var Ht=/(?:\benv\.|(?<=(?<!value_name)[([:=]\s?)(?<!metavar=)["'`])PORT\b|\bPORT\??\s?:\s?(?:z\.|int|num|port|str)|\bPORT\b[^;]{0,200}=\s?process\.env\b|^PORT=/m,zt=/^(?:(?:db|database|orm|prisma|knex|typeorm|sequelize|drizzle):)?migrat(?:e|ions?)(?::(?:run|deploy|up|latest|prod))?$/;function Vt(e,s,{row:t,found:r,installed:o}){let{files:i,scripts:n}=s,{check:a,env:l,isOwn:p}=e,c=t.language==="node",u=h=>h.replace(/(?<!&)&(?!&)/g,()=>r.what).replaceAll("%",o?.prefix??"").replace(/^@/,o?.run??""),f=u(t.start)+(/^(?:go|rust)$/.test(t.language)?ie(s):""),b=c&&n.build!==void 0?"@ build":"",d=Object.keys(n).find(h=>zt.test(h)&&!/\bdev\b|create|generate|undo/.test(n[h])),m=R.migrations.find(h=>i.has(h.mark)),$=t.find==="flask"||!m?.command.includes("'&'"),v=c&&d?u(`@ ${d}`):$&&m&&u(m.command);a(v&&!p&&`\`prepare: ${v}\` creates its tables, once it has its own database`);let{lock:k,open:S}=o??{};a(S&&`${k} does not pin versions, so base and head may get different ones`,"build");let E=i.list.filter(h=>/^(?:(?:pnpm|package)-lock|(?:yarn|bun)\.lock)\b/.test(h));a(c&&E.length>1&&`there are ${E.join(" and ")}: which one counts?`,"build");for(let h of[r.check,t.check])a(h,"start");Object.assign(l,t.env,r.env);let x=[...s.sources.map(({text:h})=>h),s.manifests],y=[f,...Object.values(l),...Object.values(n)].join(`
`),g=h=>Ht.test(h)&&!h.includes("env-namespace:");if(!t.port&&!/\$\{?PORT\b/.test(y)&&!x.some(g)){let h=ae(x);h!==void 0&&(l[h]="${PORT}"),a(h&&"the code reads this; is it the port?",`env.${h}`),a(!h&&"nothing here reads $PORT: what sets it? A fixed port is written here as is","url")}Object.assign(e,{title:t.title,setup:o?.steps??{}});let w=[o?.install,u(t.build??b)].filter(Boolean).join(" && ");I(e,{build:w||void 0,prepare:p&&v||void 0,start:f})}function I(e,s){let{folder:t,setup:r}=e;if(t!==""){let i=`cd ${A(t.slice(0,-1))} && `;for(let n of["build","prepare","start"])s[n]&&(s[n]=`${i}${s[n]}`);for(let n of["file","lock"])r[n]&&(r[n]=L.join(t,r[n]))}let o=Object.keys(e.databases);e.service={...s,...o.length>0&&{needs:o},...Object.keys(e.env).length>0&&{env:e.env},url:"http://127.0.0.1:${PORT}"}}function Kt(e,s,t){let r=t?.built??[],o=r.find(({service:n})=>je.test(`${n}/`))??r[0],i=s.read("Dockerfile");if(o){let{service:n,ports:a}=o,l=r.map(u=>u.service).join(", "),p=e.checks.filter(({key:u})=>u===""),c=`which of ${l} takes the load, and on which port does it listen?`;(r.length>1||a.length!==1)&&p.push({key:"compose",says:c}),Object.assign(e,{title:"a compose file",env:e.lent,databases:{},checks:p}),I(e,{compose:{file:t.file,service:n,port:a[0]??8080}})}else if(i!==null){let n=/^EXPOSE\s+(\d{2,5})/im.exec(i)?.[1];e.check(!n&&"the Dockerfile has no EXPOSE: on which port does it listen?","image");let a=/^[ \t]*(?:COPY|ADD)[ \t](?!.*(?:--from=|https?:))/im.test(i);e.check(!a&&"it copies nothing from this checkout: base and head are identical","image");let[l]=Object.keys(e.databases);e.check(l&&`a container reaches others by name, such as ${l}, on their own ports`,"env");for(let[p,c]of Object.entries(e.env))/\$\{(?!PORT\b)/.test(c)&&delete e.env[p];e.title="a Dockerfile",I(e,{image:{build:".",port:Number(n??8080)}})}else e.check("how is the service built and started, and on which port?","start"),I(e,{start:"exit 1"})}var O=M(W(),1),Qt=/^(?:image|compose|needs|json|expect)$/;function De(e,s){let{title:t,service:r,databases:o,scenario:i,checks:n}=e,{name:a,request:l,check:p}=i,c=Object.keys(o).length===0,u={suite:s,...c?{service:r}:{services:{app:r,...o},target:"app"},scenarios:{[a]:{request:l,slo:"p95 < 250ms at 50 req/s"}}},f=new O.Document(u,{aliasDuplicateObjects:!1});(0,O.visit)(f,{Pair(v,{key:k,value:S}){(0,O.isCollection)(S)&&Qt.test(String(k))&&(S.flow=!0)}});let b=(v,k)=>{let S=Fe(f.contents,v);return S&&(S.commentBefore=[...S.commentBefore?.split(`
`)??[],Ne(k)].join(`
`)),S!==null},d=c?["service"]:["services","app"],m=n.filter(({key:v,says:k})=>v===""||!b([...d,...v.split(".")],V(k)));return b(["scenarios",a,"request"],V(p)),`${[`Proposed by \`tailgate init\`, which ${t===null?"found nothing to start here":`found ${t}`}.`,"Go through the lines with CHECK, then run `tailgate try` until it exits with 0. `tailgate guide` says more.","CHECK: nothing has been run yet: are ignored files, folders, settings, tables, a frontend, build features, TLS and second ports all here?",...m.map(({says:v})=>V(v))].map(v=>`#${Ne(v)}
`).join("")}${f.toString({lineWidth:0})}`}function Fe(e,[s,...t]){let r=(0,O.isMap)(e)?e.items.find(({key:o})=>String(o)===s):void 0;return(0,O.isPair)(r)?t.length===0?r.key:Fe(r.value,t):null}var V=e=>`CHECK: ${e}.`.replace(/\?\.$/,"?"),Ne=e=>` ${e.replace(/[\s\p{Cc}\u2028\u2029]+/gu," ").trim()}`;var Yt={"actions/checkout":"3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1","actions/setup-node":"820762786026740c76f36085b0efc47a31fe5020 # v7.0.0","actions/setup-python":"5fda3b95a4ea91299a34e894583c3862153e4b97 # v7.0.0","astral-sh/setup-uv":"20cfd1bf945f4377ade1205e4dbc17946fc9a30d # v10.0.1","actions/setup-go":"b7ad1dad31e06c5925ef5d2fc7ad053ef454303e # v7.0.0","actions/setup-java":"b6effb05e454b25005698d916606bdc6ffcbf961 # v5.7.0","actions/upload-artifact":"043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1","actions/download-artifact":"3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1"},Jt={"actions/upload-artifact":"c6a366c94c3e0affe28c06c8df20a878f24da3cf # v3.2.2","actions/download-artifact":"a9bc5e6ef2cb54c177f32aa5726adaa15e7e2d59 # v3.1.0"};function Ce(e,s){return`${e}@${s==="ghes"&&Jt[e]||Yt[e]}`}function Ie(e){return/^(?:[\w.-]+\/[\w./-]+@[\w./-]+|\.\/[\w./-]*)$/.test(e)}function Le(e){return e===null?"<OWNER>/tailgate@<COMMIT> # CHECK: the repository of your copy of Tailgate, and its commit":e.startsWith("./")?`${e} # zizmor: ignore[self-repository] the older form, which all servers know`:/@[0-9a-f]{40}$/.test(e)?e:`${e} # zizmor: ignore[unpinned-uses] better the commit of a release, as for the actions above`}import{posix as ss}from"node:path";var Me=`# Written by \`tailgate init --forks\`.
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
`;var We=`#include head
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
`;var Ge=`#include head
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
`;var Ue=`# Parts that several workflows share, each below its name. \`#include name\` takes one in.
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
`;function Be(e,s){let t=o=>(s[o]??!1)!==!1,r=(o,i,n)=>(n===void 0||t(n)===(i===""))&&[...o.matchAll(/<(\w+)>/g)].every(([,a])=>t(a));return e.replace(/^(.*?)(?: #if (!?)(\w+))?\n/gm,(o,i,n,a)=>r(i,n,a)?`${i}
`:"").replace(/<(\w+)>/g,(o,i)=>String(s[i]))}var ns={pair:Ge,oneStep:We,forks:Me};function K(e,s){let{forge:t,uses:r,branch:o,folder:i,suite:n,expected:a,shards:l,setup:p}=s,{get:c,action:u,key:f,version:b,file:d,cache:m,lock:$,java:v}=p,k=x=>x&&q(x),S=x=>x&&q(ss.join(i,x));return Be(He(ns[e]),{workflow:n===null?"Tailgate":`Tailgate ${n}`,group:n===null?"tailgate":`tailgate-${n}`,tailgate:Le(r),action:u,key:f,java:v,get:k(c),version:k(b),cache:k(m),file:S(d),lock:S($),folder:i==="."?null:q(i),expected:q(a),shards:l===void 0?null:Array.from({length:l},(x,y)=>y+1).join(", "),check:`${e==="oneStep"?"tailgate":"publish"}${n===null?"":` ${n}`}`,counts:"github.event.action != 'edited' || github.event.changes.base",quotedBranch:q(o),branch:o,suite:n,newArtifacts:t==="github"}).replace(/(?<=- uses: )[\w-]+\/[\w-]+$/gm,x=>Ce(x,t))}function He(e){return e.replace(/^( *)#include (\w+)\n/gm,(s,t,r)=>{let o=new RegExp(`^#part ${r}\\n([^]*?)(?=^#part|(?![^]))`,"m").exec(Ue)[1];return He(o).replace(/^(?=.)/gm,t)})}var q=e=>/^(?!(?:true|false|null|yes|no|on|off|y|n)$)[a-z][\w ./-]*$/i.test(e)?e:JSON.stringify(e);import{lstatSync as rs,readFileSync as os}from"node:fs";function Q({path:e,text:s}){let t=rs(e,{throwIfNoEntry:!1});if(t===void 0)return"free";if(!t.isFile())throw new P({what:"A folder or link is in the way of a file to be written.",where:e});return os(e,"utf8")===s?"same":"taken"}function ze({path:e,text:s}){try{se(e,s)}catch(t){throw new P({what:`It could not be written: ${t.message}`,where:e,cause:t})}}async function On(e,s){let{cwd:t=process.cwd(),force:r,forks:o,oneStep:i,shards:n}=e,a=e.write??(y=>{process.stdout.write(y)}),l=y=>new P({what:y});if(e.uses!==void 0&&!Ie(e.uses))throw l(`--uses takes OWNER/REPO@REF, or ./ for the repository itself, not "${e.uses}".`);if(i&&(o||n!==void 0))throw l("`--one-step` is one job, so it goes with neither `--forks` nor `--shards`.");let p=await le(t,process.env,s,e.forge),{root:c,folder:u,branch:f,forge:b}=p;if(o&&b!=="github")throw l("`--forks` is for github.com: elsewhere a run cannot fetch another run\u2019s results.");let d=qe(Se(c,u,p.known)),m=ee.map(y=>Y(c,u,y)),$=m.find(y=>is(y))??m[0],v=De(d,p.suite);Z(v,{path:$,directory:Y(c,u),shownAs:"the proposed tailgate.yml"});let k=Q({path:$,text:v})!=="free"&&!r,S=[{path:$,text:v}];if(b!==null){let y=G(u),g=k?te(as($,"utf8")):p.suite,w=e.uses??await pe(process.env,s),h=n===void 0?{}:{shards:ne(n)},T={forge:b,uses:w,branch:f,folder:u,suite:y,expected:g,setup:d.setup,...h},N=Y(c,`.github/workflows/tailgate${y===null?"":`-${y}`}`);S.push({path:`${N}.yml`,text:K(i?"oneStep":"pair",T)}),o&&S.push({path:`${N}-forks.yml`,text:K("forks",T)})}let E=S.map(y=>({file:y,state:Q(y)}));for(let{file:y,state:g}of E){let w=ls(t,y.path),h=g==="free"||g==="taken"&&r;h&&ze(y);let T=`left ${w} as it is${g==="same"?"":": `--force` overwrites it"}
`;a(h?`wrote ${w}
`:T)}b===null&&a(`no workflow: this remote does not run GitHub workflows; see docs/other-ci.md.
`);let x=E.filter(({state:y})=>y!=="taken"||r).map(({file:y})=>y.text);return a(cs(f,new Set(x.join(`
`).match(/# CHECK: .*/g)).size)),J.pass}var cs=(e,s)=>`
Next: edit what was written${s>0?`, mainly what has CHECK (${s})`:""}, until \`tailgate try\` ends with 0; \`tailgate guide\` tells an assistant how.
Then commit what was written, push it to ${e}, and open a pull request. What blocks merges: docs/require.md.
`;export{On as init};
