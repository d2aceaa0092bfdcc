import type { Survey } from './starters.ts';

/** Flags that set a port or an address, as spelled by parsers of Go (`flag`, pflag, cli, kingpin), Rust (clap) and Python. */
const FLAG =
  /(?:(?<!(?:slog|zap|log|attribute|(?:Info|Debug|Warn|Error|Err|With)\(\w{0,9}\))\.)(?:Int|Uint|Uint16|String|Flag)(?:Var)?P?\((?:&[\w.]{1,60},\s{0,9})?|Name:\s{0,9}|\blong(?:\s?=\s?|\()|(?:add_argument|option)\(\s{0,40}(?:["']-\w["'],\s{0,40})?)["'](?:--)?([\w.-]{0,20}(?:port|addr|address|listen(?:er)?|bind))["']|#\[(?:arg|clap|structopt)\([^\]]{0,200}\blong\b[^\]]{0,200}\]\s{0,20}(?:pub )?(port|addr|address|listen|bind): /gi;
const TOLD = /(?<![\w-])--([\w.-]{0,20}(?:port|listen-addr(?:ess)?))(?![\w.-])/g;
const IS_OTHER =
  /admin|amqp|cache|db|debug|database|ldap|mail|metric|mongo|minio|mysql|pg|postgres|pprof|proxy|rabbit|redis|remote|rpc|s3|smtp|ssl|tls|(?:ex|im|pass|re|sup|trans)port$/i;
/** The command of an image, without wrappers that only pass signals on; null if the program is a shell or compiler. */
const COMMAND =
  /^(?:(?:\S*\/)?(?:tini|dumb-init) |-\S* )*(?!(?:\S*\/)?(?:\w{0,2}sh|[\w-]+\.sh|go|cargo) )\S+((?: [a-z][\w:-]*(?= |$))*)/i;

/** What a manifest calls a program, and the word after it with which it serves. */
const NAME = /^[ \t]{0,4}(?:module\s+\S*?|"?name"?\s*[:=]\s*")([\w-]{2,60}?)(?:\/v\d+)?"?,?\s*$/gm;
const SERVES = /^(?:java -jar )?\S+( (?:serve|server|start|run|web|daemon))(?=$| (?:["$<A-Z[-]|\S*[./=]))/;

/** Finds the command of a Dockerfile or README, and a flag for the port, with its `source`. `usage`: calls in the README. */
export function findArguments({ files, sources, manifests }: Survey, isCompiled: boolean, folder: string) {
  const places = [folder, '', ...(files.above ?? [])];
  const read = (name: string) => places.map((up) => files.read(up + name)).find(Boolean) ?? '';
  const readme = read('README.md');
  const names = ['java', ...Array.from(manifests.matchAll(NAME), ([, name]) => name!).slice(0, 20)].join('|');
  const call = `(?:^[ \\t$>]{0,9}|\`)(?:\\.?/[\\w./-]{0,60})?((?:${names}) [^\\s=:|'][^\`\n]{0,120})(?:$|\`)`;
  const calls = Array.from(readme.matchAll(new RegExp(call, 'gm')), ([, one]) => one!.trim());
  const serving = calls.filter((one) => SERVES.test(one)).sort((a, b) => b.length - a.length);
  const more = calls.filter((one) => /^(?!.* (?:--help|a|for|is|of|the|to)\b).*(?: -|[<[]|\w[./])/.test(one));
  const usage = [...new Set([...serving, ...more])].slice(0, 3).join('`, `');
  const dockerfile = isCompiled ? read('Dockerfile') || read('docker/Dockerfile') : '';
  const lines = [/^ENTRYPOINT\s+\[(.*)\]\s*$/gim, /^CMD\s+\[(.*)\]\s*$/gim];
  const words = lines.map((line) => [...dockerfile.matchAll(line)].at(-1)?.[1] ?? '').join(' ');
  const plain = words.replace(/[", ]+/g, ' ').trim();
  const command = COMMAND.exec(plain.slice(0, 500))?.[1] || (SERVES.exec(serving[0] ?? '')?.[1] ?? '');
  const told = Array.from(readme.matchAll(TOLD), ([, flag]) => ({ flag: flag!, path: 'README.md' }));
  // Other commands have a flag for the port of the service that they ask.
  const OTHER = /(?:health|client|check|probe|bench|query|ctl)\w{0,20}\.\w{1,4}$/i;
  const flags = sources.flatMap(({ path, text }) =>
    OTHER.test(path) ? [] : Array.from(text.matchAll(FLAG), ([, a, b]) => ({ flag: (a ?? b)!, path })),
  );
  // With capitals it is a variable or a field.
  const isUsable = ({ flag }: { flag: string }) => !IS_OTHER.test(flag) && !/[A-Z]/.test(flag);
  const usable = [flags.filter(isUsable), told.filter(isUsable)].find((all) => all[0]) ?? [];
  // `port` comes before `http-port`, and any port before an address, which may be just a host.
  const ports = usable.filter(({ flag }) => /port$/i.test(flag));
  const found = ports.sort((a, b) => a.flag.length - b.flag.length)[0] ?? usable[0];
  if (found === undefined) return { text: command, usage };
  const value = /port$/i.test(found.flag) ? '$PORT' : '127.0.0.1:$PORT';
  const source = `\`--${found.flag}\` (${found.path})`;
  return { text: `${command} --${found.flag} ${value}`, usage, source };
}

const VARIABLE =
  /(?:\b[eE]nv\.|[eE](?:nv|NV)(?:iron)?\[["']|[eE]nv\(["']|environ\.get\(["']|env::var\(")([A-Z][A-Z_]{0,30}_PORT)\b|^[ \t#]{0,9}(?:ENV |export )?([A-Z][A-Z_]{0,30}_PORT)=\d/gm;

/** Finds the variable from which code takes its port, if that is not `PORT`; or one that a Dockerfile or an example sets. */
export function findPortVariable(texts: readonly string[]): string | undefined {
  const names = texts.flatMap((text) => [...text.matchAll(VARIABLE)].map(([, a, b]) => (a ?? b)!));
  return names.filter((name) => !IS_OTHER.test(name)).sort((a, b) => a.length - b.length)[0];
}
