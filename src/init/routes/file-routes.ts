import type { Files } from '../files/files.ts';
import type { PossiblePath } from './literals.ts';

/** Frameworks whose routes are the places of files. `[^/]*[[(]` would be a parameter or a group. */
const FRAMEWORKS: { needs: RegExp; file: RegExp; answers?: RegExp }[] = [
  {
    needs: /^next$/,
    file: /^(?:src\/)?app\/((?:[\w().-]+\/)*)route\.[jt]s$/,
    answers: /export (?:async )?(?:function|const) GET\b/,
  },
  { needs: /^next$/, file: /^(?:src\/)?pages\/(api\/(?:[\w-]+\/)*[\w-]+)\.[jt]s$/ },
  { needs: /^next$/, file: /^(?:src\/)?app\/((?:[\w().-]+\/)*)page\.[jt]sx?$/ },
  { needs: /^next$/, file: /^(?:src\/)?pages\/((?:[\w-]+\/)*(?!_)[\w-]+)\.[jt]sx$/ },
  { needs: /^nuxt$/, file: /^server\/(api\/(?:[\w-]+\/)*[\w-]+?)(?:\.get)?\.[jt]s$/ },
  { needs: /^nuxt$/, file: /^server\/routes\/((?:[\w-]+\/)*[\w-]+?)(?:\.get)?\.[jt]s$/ },
  {
    needs: /^@sveltejs\/kit$/,
    file: /^src\/routes\/((?:[\w().-]+\/)*)\+server\.[jt]s$/,
    answers: /export (?:async )?(?:function|const) GET\b/,
  },
  { needs: /^@sveltejs\/kit$/, file: /^src\/routes\/((?:[\w().-]+\/)*)\+page\.svelte$/ },
  { needs: /^fresh$/, file: /^routes\/((?:[\w-]+\/)*(?!_)[\w-]+)\.tsx?$/ },
];

/** Routes that are named by the places of their files. */
export function findFileRoutes(files: Files, dependencies: readonly string[]): PossiblePath[] {
  const known = FRAMEWORKS.filter(({ needs }) => dependencies.some((name) => needs.test(name)));
  return known.flatMap(({ file, answers }) =>
    files.list.flatMap((path) => {
      const place = file.exec(path)?.[1];
      if (place === undefined) return [];
      if (answers && !answers.test(files.read(path) ?? '')) return [];
      const route = `/${place}`.replace(/\/\([\w-]+\)/g, '').replace(/\/index$/, '/');
      return [{ path: route.replace(/(?<=.)\/$/, ''), file: path }];
    }),
  );
}
