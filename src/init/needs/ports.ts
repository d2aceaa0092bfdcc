import type { Files } from '../files/folder.ts';
import { readPort, type SourceFile } from '../files/source.ts';
import type { EnvironmentLine, Port } from './finding.ts';

/** What the code says of its port, and the variables that make it take Tailgate's. */
export type PortFinding = { port: Port; env: EnvironmentLine[]; flag?: string };

/** Ways to read a variable whose name ends in PORT. */
const VARIABLE =
  /(?:process\.env\.|process\.env\[\s*["']|env::var(?:_os)?\(\s*"|(?:Getenv|LookupEnv)\(\s*"|getenv\(\s*["']|environ(?:\.get\(\s*|\[\s*)["']|Deno\.env\.get\(\s*["']|Bun\.env\.|ENV(?:\.fetch\(\s*|\[\s*)["']|get_env\(\s*"|\benv(?:config|ironment)?:"|\$\{|(?:int|port|num|str)?\b(?:env|config)(?:\.\w+)?\(\s*["'])([A-Z][A-Z_]*_)?PORT\b/g;
const DESTRUCTURED =
  /\{[^{}]{0,200}\bPORT\b[^{}]{0,200}\}\s*=\s*(?:process|import\.meta|Bun)\.env|["'`]PORT["'`]|\bPORT:\s*(?:Joi|z|num|port|str|Type)\b/;
/** Ports of other things. */
const FOREIGN =
  /DB|DATABASE|PG|POSTGRES|MYSQL|MARIA|MONGO|REDIS|SMTP|MAIL|AMQP|RABBIT|KAFKA|ES|ELASTIC|CACHE|GRPC|METRIC|PROM|DEBUG|TLS|HTTPS|SSL|SSH|TARGET|REMOTE|PROXY/;
const LISTEN =
  /(?:\.listen|\.run|\.start|\.serve\w*|run_app|serve)\s*\(\s*[^;)]{0,120}?(?<![\w.])(\d{4,5})\b(?!ms)|\b(?:Addr|ListenAddr|addr|listen_addr)\s*:?=?:?\s*["'`][\w.]*:(\d{2,5})["'`]/gi;
const ADDRESS =
  /(?:listen\w{0,20}|\.run|\.start|\.serve\w*|\.bind)\s*\(\s*[^;)\n]{0,80}?["'`(][\w.[\]:]*:(\d{2,5})["'`]|(?:SocketAddr|bind)[^;\n]{0,80}[,:]\s*(\d{4,5})\b/gi;
const CONSTANT =
  /\b(?:const |let |var |static )?(?:[\w$]*_?port)\b\s*(?::=|=|:)\s*(?:[^;\n]{0,60}?(?:\|\||\?\?|or|,)\s*)?["'`]?:?(\d{4,5})\b/gi;
const FLAG =
  /\b(?:\w+\.)(?:Int|Uint|String)(?:Var)?P?\(\s*(?:&[\w.]+,\s*)?"((?:http-?|server-?|listen-?)?(?:port|addr|address|listen|bind))",\s*(?:"\w?",\s*)?"?([\w.]*:)?(\d{2,5})"?/;
/** An option in the words of other libraries: `--port` of argparse or commander, a field of clap. */
const OPTION =
  /["'`](?:-p,?[ |]*)?--(port|http-port|listen-port)\b|#\[(?:clap|arg|structopt)\([^\]]*\blong\b[^\]]*\]\s*(?:pub(?:\(\w+\))? )?(port):/;
const FILE =
  /(?:^|\/)(?:conf|configs?|configuration|settings)\/[\w.-]+\.(?:ya?ml|toml|json|ini)$|^(?:config|app|application|settings|Rocket)\.(?:ya?ml|toml|json|ini)$/;
const FILED = /^[ \t]*["']?(?:(?:http|server|app|listen)[_-]?)?port["']?[ \t]*[:=][ \t]*["']?:?(\d{2,5})\b/im;

/** Finds the port that the code listens on: a variable, a number where it listens, a constant, a file of settings. */
export function findPort(files: Files, sources: readonly SourceFile[], otherwise?: number): PortFinding {
  for (const { text } of sources) if (DESTRUCTURED.test(text)) return given();
  const variables = sources.flatMap(({ path, text }) =>
    [...text.matchAll(VARIABLE)].map(([, prefix = '']) => ({ path, prefix })),
  );
  if (variables.some(({ prefix }) => prefix === '')) return given();
  const own = variables.find(({ prefix }) => !FOREIGN.test(prefix));
  if (own) {
    const name = `${own.prefix}PORT`;
    return {
      port: { kind: 'given' },
      env: [{ name, value: '${PORT}', why: `${own.path} reads it; is it the port of the service?` }],
    };
  }
  const flag = sources.map(({ path, text }) => ({ path, match: FLAG.exec(text) })).find(({ match }) => match);
  if (flag?.match) {
    const [, name, host] = flag.match;
    return {
      port: { kind: 'given', why: `${flag.path} has the option --${name}; is it the port of the service?` },
      env: [],
      flag: ` --${name}=${host === undefined ? '' : ':'}$PORT`,
    };
  }
  const option = sources
    .map(({ path, text }) => ({ path, match: OPTION.exec(text) }))
    .find(({ match }) => match);
  if (option?.match) {
    const name = option.match[1] ?? option.match[2];
    return {
      port: { kind: 'given', why: `${option.path} has the option --${name}; is it the port of the service?` },
      env: [],
      flag: ` --${name}=$PORT`,
    };
  }
  for (const [pattern, why] of [
    [ADDRESS, undefined],
    [LISTEN, undefined],
    [CONSTANT, 'is this the port of the service?'],
  ] as const) {
    for (const { path, text } of sources) {
      for (const match of text.matchAll(pattern)) {
        const port = readPort(match[1] ?? match[2]);
        if (port !== null) return fixed(port, path, why);
      }
    }
  }
  for (const path of files.list.filter((each) => FILE.test(each)).slice(0, 30)) {
    const port = readPort(FILED.exec(files.read(path) ?? '')?.[1]);
    if (port !== null) return fixed(port, path, 'is this the port of the service?');
  }
  if (otherwise !== undefined)
    return fixed(
      otherwise,
      'the framework, as its default',
      'the framework takes this port when nobody tells it another; is that so here?',
    );
  return { port: { kind: 'given', why: UNSEEN }, env: [] };
}

const UNSEEN = 'does the service listen on $PORT? If its port is fixed, write it here in its place.';

function given(): PortFinding {
  return { port: { kind: 'given' }, env: [] };
}

function fixed(port: number, where: string, why?: string): PortFinding {
  return { port: { kind: 'fixed', port, where, ...(why && { why }) }, env: [] };
}
