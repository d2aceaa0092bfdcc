import type { Files } from './files.ts';
import { COMMAND, DOCKERFILE, FLAG, IS_OTHER, PROGRAM, SERVES, VARIABLE, WRAPPERS } from './patterns.ts';
import type { Survey } from './starters.ts';

const SHARED = 'web.listen-address';
const TOLD = /(?<![\w-])--([\w.-]{0,20}(?:port|listen-addr(?:ess)?))(?![\w.-])/g;
const LAST = ['ENTRYPOINT', 'CMD'].map((word) => new RegExp(`^${word}[ \\t]+(.*)$`, 'gim'));

/** A command on one line, without the signs of a list. */
export const unquote = (command: string) =>
  command.replace(/^\[\s?"|"\s?\]\s?$|",\s{0,9}"|\\$|\s+/g, ' ').trim();

/** Reads a file: of a Dockerfile a line for each instruction and what it runs, without wrappers. */
export function condense({ read }: Files, path: string): string {
  if (!DOCKERFILE.test(path)) return read(path) ?? '';
  const joined = (read(path) ?? '').replace(/^[ \t]*#.*\n/gm, '').replace(/\\\r?\n[ \t]*/g, ' ');
  const text = joined.replace(/^ENV .*/gm, (line) => line.replace(/ (?=\w{1,60}=)/g, '\nENV '));
  const [entry, more] = LAST.map((one) => unquote([...text.matchAll(one)].at(-1)?.[1] ?? ''));
  const command = `${entry} ${more}`.trim().replace(WRAPPERS, '');
  return `${text.replace(/^(?:ENTRYPOINT|CMD)[ \t].*$/gim, '')}\n${command && `CMD ${command}`}`;
}

/** Finds the command of a Dockerfile or README, and a flag for the port, with its `source`. `usage`: calls in the README. */
export function findArguments({ files, sources, manifests }: Survey, isCompiled: boolean, folder: string) {
  const places = [folder, '', ...(files.above ?? [])];
  const readme = places.map((up) => files.read(`${up}README.md`)).find(Boolean) ?? '';
  const named = Array.from(manifests.matchAll(PROGRAM), ([, name]) => name!).slice(0, 20);
  const program = ['java', ...named].join('|');
  const call = `(?:^[ \\t$>]{0,9}|\`)(?:\\.?/[\\w./-]{0,60})?((?:${program}) [^\\s=:|'][^\`\n]{0,120})(?:$|\`)`;
  const calls = Array.from(readme.matchAll(new RegExp(call, 'gm')), ([, one]) => one!.trim());
  const serving = calls.filter((one) => SERVES.test(one)).sort((a, b) => b.length - a.length);
  const more = calls.filter((one) => /^(?!.* (?:--help|a|for|is|of|the|to)\b).*(?: -|[<[]|\w[./])/.test(one));
  const usage = [...new Set([...serving, ...more])].slice(0, 3).join('`, `');
  const images = places.flatMap((up) => [`${up}Dockerfile`, `${up}docker/Dockerfile`]);
  const image = /^CMD (.*)$/m.exec(condense(files, images.find(files.has) ?? 'Dockerfile'))?.[1] ?? '';
  const [, served = ''] = SERVES.exec(serving[0] ?? '') ?? [];
  const command = (isCompiled && COMMAND.exec(image)?.[1]) || served;
  const told = Array.from(readme.matchAll(TOLD), ([, flag]) => ({ flag: flag!, path: 'README.md' }));
  const OTHER = /(?:health|client|check|probe|bench|query|ctl)\w{0,20}\.\w{1,4}$/i; // Their flags name the port of a service that they ask.
  const flags = sources.flatMap(({ path, text }) =>
    OTHER.test(path) ? [] : Array.from(text.matchAll(FLAG), ([, a, b]) => ({ flag: a ?? b ?? SHARED, path })),
  );
  const isUsable = ({ flag }: { flag: string }) => !IS_OTHER.test(flag) && !/[A-Z]/.test(flag); // Those are variables.
  const usable = [flags.filter(isUsable), told.filter(isUsable)].find((all) => all[0]) ?? [];
  // `port` comes before `http-port`, and any port before an address, which may be just a host.
  const ports = usable.filter(({ flag }) => /port$/i.test(flag));
  const found = ports.sort((a, b) => a.flag.length - b.flag.length)[0] ?? usable[0];
  if (found === undefined) return { text: command, usage, image };
  const text = `${command} --${found.flag} ${/port$/i.test(found.flag) ? '' : '127.0.0.1:'}$PORT`;
  return { text, usage, image, source: `\`--${found.flag}\` (${found.path})` };
}

/** Finds the variable from which code takes its port, if that is not `PORT`, or one that a Dockerfile or an example sets, and its value. */
export function findPortVariable(texts: readonly string[]): [name: string, value: string] | [] {
  const all = texts.flatMap((text) => [...text.matchAll(VARIABLE)].map(([, a, b]) => (a ?? b)!));
  const names = all.filter((name) => !IS_OTHER.test(name)).sort((a, b) => a.length - b.length);
  const name = names.find((each) => each.endsWith('PORT')) ?? names[0];
  return name === undefined ? [] : [name, `${name.endsWith('PORT') ? '' : '127.0.0.1:'}\${PORT}`];
}
