import { quotePath } from '../../processes/shell-words.ts';
import type { Variable } from '../files/dotenv.ts';
import type { Files } from '../files/files.ts';
import { readProperties } from '../files/properties.ts';
import { type Guessable, isPlain } from '../files/source.ts';
import type { Language } from './language.ts';

const JAVA_VERSION =
  /(?:<(?:java\.version|maven\.compiler\.(?:release|source|target)|release)>|(?:JavaLanguageVersion\.of|jvmToolchain|release\.set)\(|\brelease\s{0,9}=|(?:source|target)Compatibility\s{0,9}=\s{0,9}(?:JavaVersion\.)?(?:VERSION_)?['"]?)\s{0,9}(?:1[._])?(\d{1,2})\b/g;
/** Libraries that serve, and the class that Gradle's plugin for applications starts. */
const SERVES = /ktor|micronaut|javalin|vertx|helidon|http4k|jooby|dropwizard|armeria|jetty|netty|undertow/i;
const MAIN = /\bmainClass(?:Name)?\s{0,9}(?:\.set\(|=|\bby\b)\s{0,9}["']([\w.]{1,200})["']/;
/** Settings with the path that all routes lie below. */
const CONTEXT =
  /^(?:server(?:\.servlet)?\.contextpath|spring\.(?:webflux\.basepath|mvc\.servlet\.path)|quarkus\.(?:http\.rootpath|(?:rest|resteasy(?:reactive)?)\.path)|micronaut\.server\.contextpath)$/;

export const JVM: Language = {
  title: 'Java',
  marks: ['pom.xml', 'build.gradle.kts', 'build.gradle'],
  code: ['.java', '.kt'],
  hasParts: true,
  describe({ files, from, sources }) {
    const modules = sources
      .filter(
        ({ path, text }) =>
          path.includes('src/main/') && /@(?:SpringBootApplication|QuarkusMain)\b/.test(text),
      )
      .map(({ path }) => path.slice(0, path.indexOf('src/main/')));
    const folder = modules[0] ?? findModule(files, from);
    const module = isPlain(folder) ? folder.replace(/\/$/, '') : '';
    const text = [from, ...(module ? JVM.marks.map((name) => `${module}/${name}`) : [])]
      .map((path) => files.read(path) ?? '')
      .join('\n')
      .replace(/<!--(?:(?!<!--)[\s\S])*?-->/g, '');
    const maven = from === 'pom.xml';
    const quarkus = /quarkus/.test(text);
    const spring = !quarkus && /spring-boot|org\.springframework\.boot/.test(text);
    const own = modules.length > 0 ? `${folder}src/main/` : folder && `${folder}/`;
    const inside = readSettings(files, own);
    // An application without any may have those of a part that it uses, but not those of another application.
    const applications = new Set(modules).size;
    const settings = inside.length === 0 && applications === 1 ? readSettings(files, '') : inside;
    const [, context] =
      settings
        .flatMap((each) => [...each])
        .find(([key, path]) => CONTEXT.test(key) && /^\/[\w./-]*$/.test(path)) ?? [];
    // A newer one builds for older releases as well.
    const versions = [...text.matchAll(JAVA_VERSION)].map(([, version]) => Number(version));
    const [wrapper, program] = maven ? ['mvnw', 'mvn'] : ['gradlew', 'gradle'];
    const above = (files.above ?? []).map((each) => `${each}/${wrapper}`).find(files.has);
    const tool = files.has(wrapper!) ? `sh ./${wrapper}` : above === undefined ? program : `sh ${above}`;
    const part = module && ` --projects ${quotePath(module)} --also-make`;
    const micronaut = /micronaut/i.test(text);
    const main = maven || spring || quarkus || !SERVES.test(text) ? undefined : MAIN.exec(text)?.[1];
    const made = spring ? 'bootJar' : main === undefined ? 'assemble' : 'installDist';
    const task = `${module && `:${module.replaceAll('/', ':')}:`}${made}`;
    const place = module && `${quotePath(module)}/`;
    return {
      title: `Java, ${quarkus ? 'Quarkus, ' : spring ? 'Spring Boot, ' : ''}${maven ? 'Maven' : 'Gradle'}`,
      sure: quarkus || spring || main || (maven && micronaut) ? 2 : 0,
      build: {
        text: maven
          ? `${tool} --batch-mode --quiet -DskipTests${part} package`
          : `${tool} --no-daemon --quiet ${task}`,
      },
      start: {
        ...(main === undefined
          ? describeStart(place, maven, quarkus, spring)
          : { text: `exec java -cp "$(echo ${place}build/install/*/lib)/*" ${main}` }),
        ...(applications > 1 && {
          why: `there are several applications, and ${module || 'that of this folder'} was taken.`,
        }),
      },
      ...(micronaut && { env: [{ name: 'MICRONAUT_SERVER_PORT', value: '${PORT}' }] }),
      outer: context,
      setup: [
        {
          uses: 'actions/setup-java',
          with: {
            distribution: 'temurin',
            'java-version': versions.length > 0 ? String(Math.max(...versions)) : '21',
            cache: maven ? 'maven' : 'gradle',
          },
        },
      ],
      manifests: text,
      variables: describeSources(settings),
    };
  },
};

/** The first module of a parent of Maven that is packed to be started; empty without one. */
function findModule(files: Files, from: string): string {
  const names = [...(files.read(from) ?? '').matchAll(/<module>([\w./-]{1,100})<\/module>/g)].map(
    ([, name]) => name!,
  );
  return (
    names.find((name) =>
      /quarkus-maven-plugin|spring-boot-maven-plugin/.test(files.read(`${name}/pom.xml`) ?? ''),
    ) ?? ''
  );
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

/** The settings below a folder for all profiles, and those of the profile that is active by default before them. */
function readSettings(files: Files, folder: string): Map<string, string>[] {
  const read = (profile: string) => {
    const name = new RegExp(`src/main/resources/(?:config/)?application${profile}\\.(?:properties|ya?ml)$`);
    return files.list
      .filter((path) => path.startsWith(folder) && name.test(path))
      .map((path) => readProperties(files, path));
  };
  const general = read('');
  const active = general
    .map((each) => each.get('spring.profiles.active'))
    .find((each) => /^[\w-]+$/.test(each ?? ''));
  return active === undefined ? general : [...read(`-${active}`), ...general];
}

const SOURCES =
  /^(?:spring\.(?:datasource|r2dbc|data|mongodb|rabbitmq)|quarkus\.datasource)\.[\w.]*\b(?:url|uri|host|port|username|password)$/;

/** The variables that stand for settings of databases (Spring and Quarkus read both), with the defaults of their placeholders. */
function describeSources(settings: readonly Map<string, string>[]): Variable[] {
  // The first that say something hold.
  const all = new Map(settings.toReversed().flatMap((each) => [...each]));
  return [...all].flatMap(([key, value]) => {
    const filled = value.replace(/\$\{[\w.-]+:([^{}]*)\}/g, '$1');
    const isInside = /\$\{|^jdbc:(?:h2|hsqldb|sqlite)/.test(filled);
    if (!SOURCES.test(key) || !isPlain(filled) || isInside) return [];
    return [{ name: key.replaceAll('.', '_').toUpperCase(), value: filled, from: 'application.*' }];
  });
}
