import { quotePath } from '../../processes/shell-words.ts';
import type { Files } from '../files/files.ts';
import { isPlain, readSources } from '../files/source.ts';
import type { ServiceFinding } from '../needs/finding.ts';
import { choosePaths } from '../routes/choice.ts';

/** A web project of .NET; null without one. */
export function findDotnet(files: Files): ServiceFinding | null {
  const projects = files.list.filter((path) => /\.[cf]sproj$/.test(path)).slice(0, 60);
  if (projects.length === 0) return null;
  const web = projects.filter(
    (path) => /Sdk="Microsoft\.NET\.Sdk\.Web"/.test(files.read(path) ?? '') && !/tests?\b/i.test(path),
  );
  const chosen = web[0] ?? projects[0]!;
  const name = chosen
    .split('/')
    .at(-1)!
    .replace(/\.[cf]sproj$/, '');
  const folder = chosen.split('/').slice(0, -1).join('/');
  const sources = readSources(files, ['.cs']);
  const doubts = [
    ...(web.length === 0 ? ['no project of the kind Microsoft.NET.Sdk.Web was found.'] : []),
    ...(web.length > 1
      ? [`there are several web projects; ${isPlain(chosen) ? chosen : 'the first'} was taken.`]
      : []),
    'it starts with the settings of production; does it find its connection strings?',
  ];
  return {
    title: '.NET',
    sure: web.length > 0 ? 2 : 0,
    from: chosen,
    build: { text: `dotnet publish --configuration Release --output .tailgate-app ${quotePath(chosen)}` },
    // Settings are read from the current folder.
    start: {
      text: `cd .tailgate-app && exec dotnet ${quotePath(`./${name}.dll`)} --urls http://127.0.0.1:$PORT`,
      why: doubts.join(' '),
    },
    port: { kind: 'given' },
    ...choosePaths(sources.filter(({ path }) => path.startsWith(folder && `${folder}/`))),
    manifests: projects.map((path) => files.read(path) ?? '').join('\n'),
  };
}
