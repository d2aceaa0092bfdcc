import { join } from 'node:path';
import { childEnvironment } from '../processes/environment.ts';
import { readTail } from '../processes/log.ts';
import { describeExit } from '../processes/process.ts';
import { runCommand } from './command.ts';
import { ServiceFailure, type Surroundings } from './surroundings.ts';

/** Runs every service's `build` once. @throws ServiceFailure */
export async function buildServices(around: Surroundings, tell: (service: string) => void): Promise<void> {
  for (const service of around.config.services) {
    if (service.build === undefined || around.signal.aborted) continue;
    tell(service.name);
    const logPath = join(around.logFolder, `${service.name}.${around.arm}.build.log`);
    const env = childEnvironment(around.environment);
    const exit = await runCommand(around, service.build, env, logPath);
    if (exit.code !== 0 && !around.signal.aborted) {
      const message = `\`build\` ended with ${describeExit(exit)}: ${service.build}`;
      throw new ServiceFailure('build-failed', around.arm, service.name, message, readTail(logPath));
    }
  }
}
