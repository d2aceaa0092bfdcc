import type { Files, Guessable, ServiceFinding } from './finding.ts';
import { findPaths, findPort, isPlain, quotePath, readSources } from './source.ts';

const GO_GIVEN = /(?:Getenv|LookupEnv)\(\s*"PORT"\s*\)|gin\.(?:Default|New)\(\)[\s\S]*\.Run\(\s*\)/;
const GO_FIXED = /["`](?:[\w.]*):(\d{2,5})["`]/;
const RUST_GIVEN = /env::var(?:_os)?\(\s*"PORT"\s*\)/;
const RUST_FIXED = /["(](?:127\.0\.0\.1|0\.0\.0\.0|localhost|\[::\])["]?[:,]\s*(\d{2,5})\b/;

/** A service in a Go module; null without `go.mod`. */
export function findGo(files: Files): ServiceFinding | null {
  if (files.read('go.mod') === null) return null;
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
  const chosen = mains.includes('') ? '' : (mains.find(served) ?? mains[0]);
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
    ...findPaths(sources),
    setup: [{ uses: 'actions/setup-go', with: { 'go-version-file': 'go.mod' } }],
  };
}

/** A service in a Rust package; null without `Cargo.toml`. */
export function findRust(files: Files): ServiceFinding | null {
  const manifest = files.read('Cargo.toml');
  if (manifest === null) return null;
  const name = /^\[package\][^[]*?^name\s*=\s*"([\w-]+)"/ms.exec(manifest)?.[1];
  const sources = readSources(files, ['.rs']);
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
    ...findPaths(sources),
    // Runners bring Rust along, and rustup itself follows rust-toolchain.toml.
  };
}

/** A service for the Java virtual machine, built by Maven or Gradle; null without a build file. */
export function findJava(files: Files): ServiceFinding | null {
  const from = ['pom.xml', 'build.gradle.kts', 'build.gradle'].find(files.has);
  if (from === undefined) return null;
  const text = (files.read(from) ?? '').replace(/<!--[\s\S]*?-->/g, '');
  const maven = from === 'pom.xml';
  const quarkus = /quarkus/.test(text);
  const spring = !quarkus && /spring-boot|org\.springframework\.boot/.test(text);
  const sources = readSources(files, ['.java', '.kt']);
  const paths = findPaths(sources);
  const [wrapper, program] = maven ? ['mvnw', 'mvn'] : ['gradlew', 'gradle'];
  const tool = files.has(wrapper!) ? `sh ./${wrapper}` : program;
  return {
    title: `Java, ${quarkus ? 'Quarkus, ' : spring ? 'Spring Boot, ' : ''}${maven ? 'Maven' : 'Gradle'}`,
    from,
    build: maven
      ? `${tool} --batch-mode --quiet -DskipTests package`
      : `${tool} --no-daemon --quiet ${spring ? 'bootJar' : 'assemble'}`,
    start: describeJavaStart(maven, quarkus, spring),
    port:
      quarkus || spring ? { kind: 'given' } : findPort(sources, /getenv\(\s*"PORT"\s*\)/, /\((\d{4,5})\)/),
    ...paths,
    health: /spring-boot-starter-actuator/.test(text) ? '/actuator/health' : paths.health,
    setup: [
      {
        uses: 'actions/setup-java',
        with: { distribution: 'temurin', 'java-version': JAVA_VERSION.exec(text)?.[1] ?? '21' },
      },
    ],
  };
}

const JAVA_VERSION =
  /(?:<(?:java\.version|maven\.compiler\.release|maven\.compiler\.source|release)>|(?:JavaLanguageVersion\.of|jvmToolchain)\()\s*(\d{1,2})\s*[<)]/;

function describeJavaStart(maven: boolean, quarkus: boolean, spring: boolean): Guessable {
  if (quarkus) {
    const folder = maven ? 'target' : 'build';
    return { text: `exec java -Dquarkus.http.port=$PORT -jar ${folder}/quarkus-app/quarkus-run.jar` };
  }
  const start = `exec java -jar ${maven ? 'target' : 'build/libs'}/*.jar`;
  if (spring) return { text: `${start} --server.port=$PORT` };
  return { text: start, why: 'neither Spring Boot nor Quarkus; how does the service start?' };
}
