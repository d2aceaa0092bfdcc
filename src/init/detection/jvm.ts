import { quotePath } from '../../processes/shell-words.ts';
import type { Variable } from '../files/dotenv.ts';
import type { Files } from '../files/files.ts';
import { readProperties } from '../files/properties.ts';
import { type Guessable, isPlain, readSources } from '../files/source.ts';
import type { ServiceFinding } from '../needs/finding.ts';
import { findPort, listPortNames } from '../needs/ports.ts';
import { choosePaths } from '../routes/choice.ts';
import { joinPaths } from '../routes/literals.ts';

const JAVA_VERSION =
  /(?:<(?:java\.version|maven\.compiler\.release|maven\.compiler\.source|release)>|(?:JavaLanguageVersion\.of|jvmToolchain)\(|(?:source|target)Compatibility\s*=\s*(?:JavaVersion\.VERSION_)?['"]?)\s*(?:1[._])?(\d{1,2})\b/;
/** Settings with the path that all routes lie below. */
const CONTEXT = [
  'server.servlet.contextpath',
  'server.contextpath',
  'spring.webflux.basepath',
  'spring.mvc.servlet.path',
  'quarkus.http.rootpath',
  'micronaut.server.contextpath',
];
const ACTUATOR = 'management.endpoints.web.basepath';

/** A service for the Java virtual machine, built by Maven or Gradle; null without a build file. */
export function findJvm(files: Files): ServiceFinding | null {
  const from = ['pom.xml', 'build.gradle.kts', 'build.gradle'].find(files.has);
  if (from === undefined) return null;
  const sources = readSources(files, ['.java', '.kt']);
  const main = sources.find(
    ({ path, text }) => path.includes('src/main/') && /@(?:SpringBootApplication|QuarkusMain)\b/.test(text),
  )?.path;
  const folder = main?.slice(0, main.indexOf('src/main/')) ?? '';
  const module = isPlain(folder) ? folder.replace(/\/$/, '') : '';
  const own = [
    from,
    ...(module ? [`${module}/pom.xml`, `${module}/build.gradle.kts`, `${module}/build.gradle`] : []),
  ];
  const text = own
    .map((path) => files.read(path) ?? '')
    .join('\n')
    .replace(/<!--[\s\S]*?-->/g, '');
  const maven = from === 'pom.xml';
  const quarkus = /quarkus/.test(text);
  const spring = !quarkus && /spring-boot|org\.springframework\.boot/.test(text);
  const settings = readSettings(files);
  const readPath = (key: string) =>
    settings.map((each) => each.get(key)).find((value) => /^\/[\w./-]*$/.test(value ?? ''));
  const context = CONTEXT.map(readPath).find((path) => path !== undefined) ?? '';
  const [wrapper, program] = maven ? ['mvnw', 'mvn'] : ['gradlew', 'gradle'];
  const tool = files.has(wrapper!) ? `sh ./${wrapper}` : program;
  const paths = choosePaths(sources, [], context);
  const { port, env } = findPort(sources);
  const part = module && (maven ? ` --projects ${quotePath(module)} --also-make` : '');
  const task = module && !maven ? `:${module.replaceAll('/', ':')}:` : '';
  const version = JAVA_VERSION.exec(text)?.[1];
  return {
    title: `Java, ${quarkus ? 'Quarkus, ' : spring ? 'Spring Boot, ' : ''}${maven ? 'Maven' : 'Gradle'}`,
    sure: quarkus || spring ? 2 : 0,
    from,
    build: {
      text: maven
        ? `${tool} --batch-mode --quiet -DskipTests${part} package`
        : `${tool} --no-daemon --quiet ${task}${spring ? 'bootJar' : 'assemble'}`,
      why:
        version !== undefined && Number(version) < 17 && !maven && files.has('gradlew')
          ? `its code is for Java ${version}; which Java does its Gradle work with? The workflow installs one.`
          : undefined,
    },
    start: describeStart(module && `${quotePath(module)}/`, maven, quarkus, spring),
    port: quarkus || spring ? { kind: 'given' } : port,
    env: quarkus || spring ? [] : env,
    portNames: listPortNames(sources),
    ...paths,
    health: /spring-boot-starter-actuator/.test(text)
      ? joinPaths(context, `${readPath(ACTUATOR) ?? '/actuator'}/health`)
      : paths.health,
    setup: [
      {
        uses: 'actions/setup-java',
        with: { distribution: 'temurin', 'java-version': version ?? '21', cache: maven ? 'maven' : 'gradle' },
      },
    ],
    manifests: text,
    variables: spring ? describeSources(settings) : [],
  };
}

function describeStart(folder: string, maven: boolean, quarkus: boolean, spring: boolean): Guessable {
  if (quarkus) {
    const place = maven ? 'target' : 'build';
    return { text: `exec java -Dquarkus.http.port=$PORT -jar ${folder}${place}/quarkus-app/quarkus-run.jar` };
  }
  const start = `exec java -jar ${folder}${maven ? 'target' : 'build/libs'}/*.jar`;
  if (spring) return { text: `${start} --server.port=$PORT` };
  return { text: start, why: 'neither Spring Boot nor Quarkus; how does the service start?' };
}

/** The settings for all profiles, and those of the profile that is active by default before them. */
function readSettings(files: Files): Map<string, string>[] {
  const read = (profile: string) =>
    files.list
      .filter((path) =>
        new RegExp(`src/main/resources/(?:config/)?application${profile}\\.(?:properties|ya?ml)$`).test(path),
      )
      .map((path) => readProperties(files, path));
  const general = read('');
  const active = general
    .map((each) => each.get('spring.profiles.active'))
    .find((each) => /^[\w-]+$/.test(each ?? ''));
  return active === undefined ? general : [...read(`-${active}`), ...general];
}

const SOURCES = [
  'spring.datasource.url',
  'spring.datasource.username',
  'spring.datasource.password',
  'spring.r2dbc.url',
  'spring.data.mongodb.uri',
  'spring.mongodb.uri',
  'spring.data.redis.host',
  'spring.data.redis.port',
];

/** The variables that stand for settings of databases (Spring reads both), with the defaults of their placeholders. */
function describeSources(settings: readonly Map<string, string>[]): Variable[] {
  return SOURCES.flatMap((key) => {
    const value = settings.map((each) => each.get(key)).find((each) => each !== undefined);
    const filled = value?.replace(/\$\{[\w.-]+:([^{}]*)\}/g, '$1');
    if (filled === undefined || !isPlain(filled) || /\$\{|^jdbc:(?:h2|hsqldb|sqlite)/.test(filled)) return [];
    return [{ name: key.replaceAll('.', '_').toUpperCase(), value: filled, from: 'application.*' }];
  });
}
