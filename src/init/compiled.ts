import type { Files, Finding, Port } from './finding.ts';
import { choosePath, findHealth, findPort, findRoutes, isPlain, quotePath, readSources } from './source.ts';

const GO_GIVEN = /(?:Getenv|LookupEnv)\(\s*"PORT"\s*\)|gin\.(?:Default|New)\(\)[\s\S]*\.Run\(\s*\)/;
const GO_FIXED = /["`](?:[\w.]*):(\d{2,5})["`]/;
const RUST_GIVEN = /env::var(?:_os)?\(\s*"PORT"\s*\)/;
const RUST_FIXED = /["(](?:127\.0\.0\.1|0\.0\.0\.0|localhost|\[::\])["]?[:,]\s*(\d{2,5})\b/;

/** A Go module; null without one. */
export function findGo(files: Files): Finding | null {
  const manifest = files.read('go.mod');
  if (manifest === null) return null;
  const sources = readSources(files, ['.go']);
  const mains = [
    ...new Set(
      sources
        .filter(({ text }) => /^package main\b/m.test(text) && /^func main\(\)/m.test(text))
        .map(({ path }) => path.split('/').slice(0, -1).join('/')),
    ),
  ].filter((folder) => folder === '' || isPlain(folder));
  const served = (folder: string) =>
    sources.some(
      ({ path, text }) =>
        path.startsWith(folder && `${folder}/`) && /\bListenAndServe|\.Run\(|\.Listen\(|\.Start\(/.test(text),
    );
  const ordered = [...mains].sort((a, b) => a.split('/').length - b.split('/').length);
  const chosen = mains.includes('') ? '' : (ordered.find(served) ?? ordered[0]);
  const routes = findRoutes(sources);
  const target = chosen ? quotePath(`./${chosen}`) : '.';
  return {
    title: 'Go',
    from: 'go.mod',
    build: `go build -o bin/service ${target}`,
    start: {
      text: './bin/service',
      ...(chosen === undefined && { why: 'no main package was found; which one is the service?' }),
      ...(mains.length > 1 && { why: `there are several main packages; ${target} was taken.` }),
    },
    port: findPort(sources, GO_GIVEN, GO_FIXED),
    health: findHealth(routes),
    path: choosePath(routes),
    setup: [{ uses: 'actions/setup-go', with: { 'go-version-file': 'go.mod' } }],
    beside: [],
  };
}

/** A Rust package with a program; null without one. */
export function findRust(files: Files): Finding | null {
  const manifest = files.read('Cargo.toml');
  if (manifest === null) return null;
  const name = /^\[package\][^[]*?^name\s*=\s*"([\w-]+)"/ms.exec(manifest)?.[1];
  const sources = readSources(files, ['.rs']);
  const routes = findRoutes(sources);
  const locked = files.has('Cargo.lock') ? ' --locked' : '';
  return {
    title: 'Rust',
    from: 'Cargo.toml',
    build: `cargo build --release${locked}`,
    start: {
      text: `./target/release/${name ?? 'service'}`,
      ...(!(name && files.has('src/main.rs')) && { why: 'which program is the service?' }),
    },
    port: findPort(sources, RUST_GIVEN, RUST_FIXED),
    health: findHealth(routes),
    path: choosePath(routes),
    // Runners bring Rust along; rust-toolchain.toml is followed by rustup itself.
    setup: [],
    beside: [],
  };
}

const SPRING = 'Spring Boot';

/** A service for the Java virtual machine, built by Maven or Gradle; null without a build file. */
export function findJava(files: Files): Finding | null {
  const from = ['pom.xml', 'build.gradle.kts', 'build.gradle'].find(files.has);
  if (from === undefined) return null;
  const build = (files.read(from) ?? '').replace(/<!--[\s\S]*?-->/g, '');
  const maven = from === 'pom.xml';
  const framework = /quarkus/.test(build)
    ? 'Quarkus'
    : /spring-boot|org\.springframework\.boot/.test(build)
      ? SPRING
      : null;
  const sources = readSources(files, ['.java', '.kt']);
  const routes = findRoutes(sources);
  const actuator = /spring-boot-starter-actuator/.test(build) ? '/actuator/health' : undefined;
  const given: Port = { kind: 'given' };
  return {
    title: `Java, ${framework ? `${framework}, ` : ''}${maven ? 'Maven' : 'Gradle'}`,
    from,
    build: describeJavaBuild(files, maven, framework),
    start: describeJavaStart(maven, framework),
    port: framework === null ? findPort(sources, /getenv\(\s*"PORT"\s*\)/, /\((\d{4,5})\)/) : given,
    health: actuator ?? findHealth(routes),
    path: choosePath(routes),
    setup: [
      {
        uses: 'actions/setup-java',
        with: { distribution: 'temurin', 'java-version': findJavaVersion(build) },
      },
    ],
    beside: [],
  };
}

function describeJavaBuild(files: Files, maven: boolean, framework: string | null): string {
  if (maven) return `${files.has('mvnw') ? 'sh ./mvnw' : 'mvn'} --batch-mode --quiet -DskipTests package`;
  const task = framework === SPRING ? 'bootJar' : 'assemble';
  return `${files.has('gradlew') ? 'sh ./gradlew' : 'gradle'} --no-daemon --quiet ${task}`;
}

function describeJavaStart(maven: boolean, framework: string | null): Finding['start'] {
  const folder = maven ? 'target' : 'build/libs';
  if (framework === SPRING) return { text: `exec java -jar ${folder}/*.jar --server.port=$PORT` };
  if (framework === 'Quarkus') {
    const app = maven ? 'target/quarkus-app' : 'build/quarkus-app';
    return { text: `exec java -Dquarkus.http.port=$PORT -jar ${app}/quarkus-run.jar` };
  }
  return {
    text: `exec java -jar ${folder}/*.jar`,
    why: 'neither Spring Boot nor Quarkus; how does the service start?',
  };
}

function findJavaVersion(build: string): string {
  return (
    /<(?:java\.version|maven\.compiler\.release|maven\.compiler\.source|release)>\s*(\d{1,2})\s*</.exec(
      build,
    )?.[1] ??
    /JavaLanguageVersion\.of\(\s*(\d{1,2})\s*\)|jvmToolchain\(\s*(\d{1,2})\s*\)/
      .exec(build)
      ?.slice(1)
      .find(Boolean) ??
    '21'
  );
}
