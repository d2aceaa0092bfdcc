/** Builds the study's services into $TAILGATE_BENCH; what is there already stays, `--force` builds anew. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { BENCH_HOME, PYTHON, SERVICES } from '../paths.mjs';

const FUSEKI = '4.10.0'; // The last line of Jena that runs on Java 11.
const MAVEN_COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';

const force = process.argv.includes('--force');
const jar = join(BENCH_HOME, 'fuseki', `jena-fuseki-server-${FUSEKI}.jar`);
mkdirSync(BENCH_HOME, { recursive: true });

for (const name of ['churn', 'defects', 'echo', 'steady']) {
  step(join(BENCH_HOME, name), (target) =>
    run('go', ['build', '-o', target, `./${name}`], join(SERVICES, 'go')),
  );
}
step(PYTHON, () => {
  run('python3', ['-m', 'venv', join(BENCH_HOME, 'venv')]);
  run(PYTHON, ['-m', 'pip', 'install', '--quiet', '-r', join(SERVICES, 'python', 'requirements.txt')]);
});
step(jar, () =>
  run('mvn', [
    '--quiet',
    MAVEN_COPY,
    `-Dartifact=org.apache.jena:jena-fuseki-server:${FUSEKI}`,
    `-DoutputDirectory=${join(BENCH_HOME, 'fuseki')}`,
  ]),
);
step(join(BENCH_HOME, 'fuseki', 'Server.class'), () =>
  run('javac', ['-cp', jar, '-d', join(BENCH_HOME, 'fuseki'), join(SERVICES, 'fuseki', 'Server.java')]),
);

function step(target, build) {
  if (existsSync(target) && !force) return;
  console.log(`building ${target}`);
  build(target);
}

function run(command, args, cwd = SERVICES) {
  execFileSync(command, args, { cwd, stdio: 'inherit' });
}
