import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { Config } from '../config/config.ts';
import { listWorkFiles, readWorkFile } from '../records/work-files.ts';
import type { FileDigests, RevisionGate } from '../verdict/settings.ts';

/** Reads what decides on the load beside the configuration: the files that its scripts are made of. */
export function readGate(config: Config): RevisionGate {
  const files = config.scenarios.map(({ name, work }): [string, FileDigests] => [
    name,
    digestFiles(listWorkFiles(work), config),
  ]);
  return { config, files: new Map(files) };
}

function digestFiles(paths: readonly string[], { directory }: Config): FileDigests {
  return Object.fromEntries(
    paths.flatMap((path) => {
      const bytes = readWorkFile(path);
      if (bytes === null) return [];
      return [[relative(directory, path), createHash('sha256').update(bytes).digest('hex')]];
    }),
  );
}
