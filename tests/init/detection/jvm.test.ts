import { describe, expect, test } from 'vitest';
import { detect } from '../../../src/init/detection/detection.ts';
import { openFolder } from '../../../src/init/folder.ts';
import { proposeConfig } from '../../../src/init/proposal.ts';
import { makeFiles } from '../repository.ts';

const find = (files: Record<string, string>) => detect(openFolder(makeFiles(files)));

describe('an application of Gradle’s own plugin', () => {
  const KTOR =
    'plugins { application }\ndependencies { implementation("io.ktor:ktor-server-netty") }\napplication { mainClass.set("shop.MainKt") }';

  test.each([
    ['Ktor', 'build.gradle.kts', KTOR, 'shop.MainKt'],
    [
      'Javalin',
      'build.gradle',
      "plugins { id 'application' }\ndependencies { implementation 'io.javalin:javalin:6' }\nmainClassName = 'shop.Main'",
      'shop.Main',
    ],
  ])('with %s is installed, and started by its class', (_, name, text, main) => {
    const finding = find({ gradlew: '', [name]: text });
    expect(finding).toMatchObject({
      title: 'Java, Gradle',
      build: { text: 'sh ./gradlew --no-daemon --quiet installDist' },
    });
    expect(finding.start).toEqual({ text: `exec java -cp "$(echo build/install/*/lib)/*" ${main}` });
    expect(proposeConfig(finding, 'shop')).not.toContain('how does the service start?');
    // What serves nothing stays a guess.
    const other = find({ [name]: text.replace(/io\.[\w:-]+/, 'a:b:1') });
    expect(other.build!.text).toBe('gradle --no-daemon --quiet assemble');
    expect(other.start.why).toContain('how does the service start?');
  });

  test('comes before a container, and is started in its folder below', () => {
    const beside = find({ 'build.gradle.kts': KTOR, Dockerfile: 'FROM x\nEXPOSE 80\n' });
    expect(beside.from).toBe('build.gradle.kts');
    const below = find({ gradlew: '', 'settings.gradle.kts': '', 'app/build.gradle.kts': KTOR });
    expect([below.folder, below.start.text]).toEqual([
      'app',
      'exec java -cp "$(echo build/install/*/lib)/*" shop.MainKt',
    ]);
  });
});

test.each([
  ['pom.xml', '<artifactId>micronaut-http-server-netty</artifactId>', 'exec java -jar target/*.jar'],
  [
    'build.gradle',
    "plugins { id 'io.micronaut.application' }\napplication { mainClass = 'shop.Main' }",
    'exec java -cp "$(echo build/install/*/lib)/*" shop.Main',
  ],
])('Micronaut is told its port, with a %s', (name, text, start) => {
  const finding = find({ [name]: text, 'src/main/java/shop/Items.java': '@Get("/items")' });
  expect(finding.start.text).toBe(start);
  expect(finding.env).toEqual([{ name: 'MICRONAUT_SERVER_PORT', value: '${PORT}' }]);
  expect(finding.port.why).toBeUndefined();
});

test.each([
  [
    'pom.xml',
    '<artifactId>spring-boot</artifactId><java.version>17</java.version><maven.compiler.release>21</maven.compiler.release>',
  ],
  [
    'pom.xml',
    '<maven.compiler.source>11</maven.compiler.source><maven.compiler.target>21</maven.compiler.target>',
  ],
  [
    'build.gradle',
    'sourceCompatibility = JavaVersion.VERSION_1_8\njava { toolchain { languageVersion = JavaLanguageVersion.of(21) } }',
  ],
  ['build.gradle.kts', 'options.release.set(21)\njvmToolchain(17)'],
])('of several versions of Java in a %s the newest is installed', (name, text) => {
  expect(find({ [name]: text }).setup).toMatchObject([{ with: { 'java-version': '21' } }]);
});

describe('the settings of Quarkus', () => {
  const POM = { 'pom.xml': '<artifactId>quarkus-maven-plugin</artifactId>' };
  const APPLICATION = 'src/main/resources/application.properties';

  test('name its database, with the user beside the URL', () => {
    const { env, databases } = find({
      ...POM,
      [APPLICATION]:
        'quarkus.datasource.username=rosa\nquarkus.datasource.password=secret\nquarkus.datasource.jdbc.url=jdbc:postgresql://localhost:5432/orders\n',
    });
    expect(Object.fromEntries(env.map(({ name, value }) => [name, value]))).toEqual({
      QUARKUS_DATASOURCE_JDBC_URL: 'jdbc:postgresql://127.0.0.1:${postgres.PORT}/orders',
      QUARKUS_DATASOURCE_USERNAME: 'rosa',
      QUARKUS_DATASOURCE_PASSWORD: 'secret',
    });
    expect(databases.map((each) => each.env)).toEqual([
      { POSTGRES_USER: 'rosa', POSTGRES_PASSWORD: 'secret', POSTGRES_DB: 'orders' },
    ]);
  });

  test.each(['quarkus.rest.path', 'quarkus.resteasy-reactive.path', 'quarkus.resteasy.path'])(
    'name what its routes lie below, as %s',
    (key) => {
      const finding = find({
        ...POM,
        'src/main/java/shop/Items.java': '@Path("/items")\npublic class Items {',
        [APPLICATION]: `${key}=/api\n`,
      });
      expect(finding.path.text).toBe('/api/items');
    },
  );
});

test('Spring’s RabbitMQ is one of the run’s own', () => {
  const { env, databases } = find({
    'pom.xml': '<artifactId>spring-boot-starter-amqp</artifactId>',
    'src/main/resources/application.yml': 'spring:\n  rabbitmq:\n    host: localhost\n    port: 5672\n',
  });
  expect(env).toEqual([
    { name: 'SPRING_RABBITMQ_HOST', value: '127.0.0.1' },
    { name: 'SPRING_RABBITMQ_PORT', value: '${rabbitmq.PORT}' },
  ]);
  expect(databases.map(({ kind }) => kind)).toEqual(['rabbitmq']);
});
