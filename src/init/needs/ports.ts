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
const FLAG =
  /\b(?:\w+\.)(?:Int|Uint|String)(?:Var)?P?\(\s*(?:&[\w.]+,\s*)?"((?:http-?|server-?|listen-?)?(?:port|addr|address|listen|bind))",\s*(?:"\w?",\s*)?"?([\w.]*:)?(\d{2,5})"?/;
/** An option in the words of other libraries: `--port` of argparse or commander, a field of clap. */
const OPTION =
  /["'`](?:-p,?[ |]*)?--(port|http-port|listen-port)\b|#\[(?:clap|arg|structopt)\([^\]]*\blong\b[^\]]*\]\s*(?:pub(?:\(\w+\))? )?(port):/;
/** Names that may be those of its port, read by the code or kept in constants. */
const NAME = /\b(?:[A-Z][A-Z0-9_]{0,40}_)?PORT\b/g;

/** Finds how the code is told its port: by a variable, an option, or not at all. A try sees what is wrong of it. */
export function findPort(sources: readonly SourceFile[]): PortFinding {
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
  for (const { path, text } of sources)
    for (const match of text.matchAll(LISTEN)) {
      const port = readPort(match[1] ?? match[2]);
      if (port !== null) return { port: { kind: 'fixed', port, where: path }, env: [] };
    }
  return { port: { kind: 'given', why: UNSEEN }, env: [] };
}

/** Lists variables that may set its port, those of other things left out. */
export function listPortNames(sources: readonly SourceFile[]): string[] {
  const names = sources.flatMap(({ text }) => [...text.matchAll(NAME)].map(([name]) => name));
  return [...new Set(names)].filter((name) => name !== 'PORT' && !FOREIGN.test(name)).slice(0, 2);
}

const UNSEEN = 'does the service listen on $PORT? If its port is fixed, write it here in its place.';

function given(): PortFinding {
  return { port: { kind: 'given' }, env: [] };
}
