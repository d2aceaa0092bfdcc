import { describe, expect, test } from 'vitest';
import { diagnose } from '../../../src/init/corrections/causes.ts';

describe('the last words of a service', () => {
  test.each([
    ["KeyError: 'SECRET_KEY'", ['SECRET_KEY']],
    [`KeyError: "Config 'DB_DSN' is missing, and has no default."`, ['DB_DSN']],
    ['decouple.UndefinedValueError: API_TOKEN not found. Declare it as envvar', ['API_TOKEN']],
    ['django.core.exceptions.ImproperlyConfigured: Set the DJANGO_KEY environment variable', ['DJANGO_KEY']],
    [
      'pydantic_core._pydantic_core.ValidationError: 2 validation errors for Settings\ndatabase_url\n  Field required [type=missing]\njwt_key\n  Field required [type=missing]',
      ['DATABASE_URL', 'JWT_KEY'],
    ],
    [
      'Invalid environment variables:\n    MAIL_HOST: undefined\n    APP_KEY: undefined',
      ['MAIL_HOST', 'APP_KEY'],
    ],
    ['  ZodError: [\n    "path": [\n      "STRIPE_KEY"\n    ],\n    "message": "Required"', ['STRIPE_KEY']],
    ['Error: Config validation error: "JWT_SECRET" is required', ['JWT_SECRET']],
    ['panic: required key APP_DSN missing value', ['APP_DSN']],
    ['env: required environment variable "API_KEY" is not set', ['API_KEY']],
    ["thread 'main' panicked at src/main.rs:3: HMAC_KEY must be set: NotPresent", ['HMAC_KEY']],
    [
      'error: the following required arguments were not provided:\n  --database-url <DATABASE_URL>',
      ['DATABASE_URL'],
    ],
    ['KeyError: key not found: "SITE_NAME"', ['SITE_NAME']],
    ["Could not resolve placeholder 'jwt.signing-key' in value", ['JWT_SIGNING_KEY']],
    ['environment variable DATABASE_PATH is missing.', ['DATABASE_PATH']],
    ['error: Environment variable not found: DIRECT_URL.', ['DIRECT_URL']],
    [
      'Error: An instance of Settings has failed the validation:\n - property MAIL_HOST has failed the following constraints: isString \n - property APP_KEY has failed the following constraints: isNotEmpty ',
      ['MAIL_HOST', 'APP_KEY'],
    ],
  ])('name the variable: %j', (log, names) => {
    expect(diagnose(`${log}\n    at main (server.js:3:4)`)).toEqual({ kind: 'variable', names });
  });

  test.each([
    ['Error: connect ECONNREFUSED 127.0.0.1:5432', 'postgres', '127.0.0.1:5432'],
    ['dial tcp [::1]:6379: connect: connection refused', 'redis', '[::1]:6379'],
    ['dial tcp: lookup postgres on 127.0.0.11:53: no such host', 'postgres', null],
    [
      'org.postgresql.util.PSQLException: Connection to localhost:5432 refused.',
      'postgres',
      'localhost:5432',
    ],
    ['com.mysql.cj.jdbc.exceptions.CommunicationsException: Communications link failure', 'mysql', null],
    ["Can't connect to MySQL server on 'db:3306'", 'mysql', 'db:3306'],
    [
      'redis.exceptions.ConnectionError: Error 111 connecting to localhost:6379. Connection refused.',
      'redis',
      'localhost:6379',
    ],
    [
      'connection to server at "localhost" (127.0.0.1), port 5432 failed: Connection refused',
      'postgres',
      'localhost:5432',
    ],
    [
      "ConnectionRefusedError: [Errno 111] Connect call failed ('127.0.0.1', 5432)",
      'postgres',
      '127.0.0.1:5432',
    ],
    ['MongooseServerSelectionError: getaddrinfo ENOTFOUND mongodb', 'mongo', null],
    ["Can't reach database server at `localhost:5432`", 'postgres', 'localhost:5432'],
    ['Error: connect ECONNREFUSED 127.0.0.1:8500', null, '127.0.0.1:8500'],
    ['2026/11/27 10:13:10 dial tcp 127.0.0.1:4001: connect: connection refused', null, '127.0.0.1:4001'],
    ['dial tcp: lookup queue on 10.255.255.53:53: no such host', null, 'queue'],
    [
      '{"level":50,"time":1764238390123,"pid":12,"hostname":"a1","msg":"connect ECONNREFUSED 127.0.0.1:5432"}',
      'postgres',
      '127.0.0.1:5432',
    ],
    [
      '{"level":"error","ts":"2026-11-27T10:13:10.123Z","caller":"store/open.go:45","error":"dial tcp [::1]:6379: connect: connection refused"}',
      'redis',
      '[::1]:6379',
    ],
    [
      'time=2026-11-27T10:13:10Z level=error caller=open.go:45 msg="dial tcp 127.0.0.1:4001: connect: connection refused"',
      null,
      '127.0.0.1:4001',
    ],
    ['2026-11-27 10:13:10,123 ERROR connect ECONNREFUSED 127.0.0.1:6379', 'redis', '127.0.0.1:6379'],
    ['[27/Nov/2026:10:13:10 +0000] connect ECONNREFUSED 127.0.0.1:5432', 'postgres', '127.0.0.1:5432'],
    [
      'java.net.ConnectException: Connection refused\n\tat java.base/sun.nio.ch.NioSocketImpl.connect(NioSocketImpl.java:572)',
      null,
      null,
    ],
    [
      'failed to resolve address for github.com: Name or service not known\n  https://doc.rust-lang.org/cargo/reference/config.html',
      null,
      'github.com',
    ],
    [
      'Downloading https://files.example.com/a.zip\ncurl: (6) Could not resolve host: Name or service not known',
      null,
      'files.example.com',
    ],
    [
      'npm error: getaddrinfo ENOTFOUND registry.example.com while installing redis',
      null,
      'registry.example.com',
    ],
  ])('name the database that is asked for: %j', (log, database, where) => {
    expect(diagnose(log)).toMatchObject({ kind: 'refused', database, ...(where && { where }) });
  });

  test('name no address where only a time, a key or a line of code stands beside the refusal', () => {
    const cause = { kind: 'refused', database: null, port: null, where: '' };
    for (const log of [
      'AggregateError [ECONNREFUSED]: \n    at internalConnectMultiple (node:net:1139:18)\n    at afterConnectMultiple (node:net:1714:7)',
      '{"level":50,"pid":12,"msg":"connection refused"}',
      '2026-11-27T10:13:10.123Z ERROR src/store.rs:45: connection refused (os error 111)',
    ])
      expect([log, diagnose(log)]).toEqual([log, cause]);
  });

  test.each([
    ['sh: 1: diesel: not found', { kind: 'program', name: 'diesel' }],
    ['exec: "tern": executable file not found in $PATH', { kind: 'program', name: 'tern' }],
    [
      'error: linker `cc` not found\n  |\n  = note: No such file or directory (os error 2)',
      { kind: 'program', name: 'cc' },
    ],
    ['node: .env: not found', { kind: 'file', name: '.env' }],
    [
      "FileNotFoundError: [Errno 2] No such file or directory: 'config.yml'",
      { kind: 'file', name: 'config.yml' },
    ],
    ['web.go:9:12: pattern ui/*: no matching files found', { kind: 'embedded', name: 'ui/index.html' }],
    [
      'a/b.go:9:1: pattern all:dist: no matching files found',
      { kind: 'embedded', name: 'a/dist/index.html' },
    ],
    ['a/b.go:9:1: pattern x.json: no matching files found', { kind: 'embedded', name: 'a/x.json' }],
    ['panic: open build/app.js: file does not exist', { kind: 'embedded', name: 'build/app.js' }],
    ['Error: ERR_PNPM_IGNORED_BUILDS', { kind: 'approval' }],
    ['ERR_PNPM_LOCKFILE_CONFIG_MISMATCH  Cannot proceed with the frozen installation', { kind: 'lock' }],
    ["ModuleNotFoundError: No module named 'gunicorn'", { kind: 'module', name: 'gunicorn' }],
    ["Error: Cannot find module '/tmp/x/dist/main.js'", { kind: 'module', name: '/tmp/x/dist/main.js' }],
    ['ERROR: relation "articles" does not exist', { kind: 'tables' }],
    ['sqlite3.OperationalError: no such table: articles', { kind: 'tables' }],
    ['FATAL: database "conduit" does not exist', { kind: 'credentials', name: 'conduit' }],
    [
      'connection to server at "127.0.0.1", port 5432 failed: FATAL:  role "shop" does not exist',
      { kind: 'credentials', user: 'shop' },
    ],
    ['Config File ".env" Not Found in "[/app/config]"', { kind: 'file', name: '.env' }],
    ['fatal: failed to load config file', { kind: 'file', name: '' }],
    ["error: toolchain '1.98.0-x86_64' is not installed", { kind: 'version' }],
    ['node: bad option: --experimental-strip-types', { kind: 'version' }],
    ["Access denied for user 'shop'@'localhost'", { kind: 'credentials', user: 'shop' }],
    ['Error: listen EADDRINUSE: address already in use :::3000', { kind: 'taken' }],
    ['Cannot connect to the Docker daemon at unix:///var/run/docker.sock', { kind: 'no-docker' }],
    ['docker: command not found', { kind: 'no-docker' }],
    ['ERROR: Could not build wheels for psycopg2, which is required to install', { kind: 'package' }],
    ['/usr/bin/ld: cannot find -lpq: No such file or directory', { kind: 'package' }],
    ['/usr/bin/ld: cannot find -lstdc++', { kind: 'package' }],
    ['error engine "node" is incompatible with this module', { kind: 'version' }],
    ...[
      'Fatal error compiling: error: release version 25 not supported',
      'Your Ruby version is 3.1.2, but your Gemfile specified 3.4.1',
      'There was an error installing the locked bundler version (4.0.3), rerun with `--verbose`.',
      '> Cannot find a Java installation on your machine matching: {languageVersion=25}.',
      'UnsupportedClassVersionError: shop/Main has been compiled by a more recent version of the Java Runtime',
      '> Dependency requires at least JVM runtime version 21. This build uses a Java 17 JVM.',
      'error: package `clap v4.6.0` cannot be built because it requires rustc 1.88 or newer',
      'error[E0554]: `#![feature]` may not be used on the stable release channel',
      'error NETSDK1045: The current .NET SDK does not support targeting .NET 10.0.',
      'A compatible .NET SDK was not found.',
    ].map((words): [string, object] => [words, { kind: 'version', name: words }]),
    ["pyenv: version `3.14' is not installed (set by /tmp/x/.python-version)", { kind: 'version' }],
    [
      'cause: Failed to download `https://github.com/x/cpython-3.15.2-x86.tar.gz`\n  cause: dns error\n  cause: failed to lookup address information: Name or service not known',
      { kind: 'version', name: 'Python 3.15' },
    ],
  ])('name what is missing: %j', (log, cause) => {
    expect(diagnose(log)).toMatchObject(cause);
  });

  test('are those at the end: a service gets over what it said before', () => {
    expect(
      diagnose("warn: Error: connect ECONNREFUSED 127.0.0.1:6379, going on\nKeyError: 'SECRET_KEY'"),
    ).toEqual({
      kind: 'variable',
      names: ['SECRET_KEY'],
    });
  });

  test('are none of npm’s warnings', () => {
    expect(diagnose('npm warn EBADENGINE Unsupported engine {\n> tsc\na.ts(5,2): error TS5107')).toBeNull();
  });

  test('may say nothing, and words in capitals are no variables', () => {
    for (const log of [
      '',
      'Server is ready',
      'Loading config',
      'HTTP is required',
      'ERROR: not found',
      '[INFO] GET /x 404 is missing',
      // The entry of an image, and no want of Docker.
      '/docker-entrypoint.sh: exec nginx -g daemon off',
    ])
      expect([log, diagnose(log)]).toEqual([log, null]);
  });

  test('are read in a time that grows with their length', () => {
    const long = [
      'A_'.repeat(40_000),
      'missing '.repeat(20_000),
      '"path": ['.repeat(9000),
      'refused connection refused :'.repeat(9000),
    ];
    expect(diagnose(long.join('\n'))).not.toBeUndefined();
  });
});
