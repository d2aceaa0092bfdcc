import type { SourceFile } from '../files/source.ts';
import type { EnvironmentLine } from './finding.ts';

/** How the code may be told its port: a variable or an option, marked, and names that a try goes through. */
export type PortFinding = { env: EnvironmentLine[]; flag?: string; why?: string; names: string[] };

/** Names that may be those of its port, read by the code or kept in constants, and ports of other things. */
const NAME = /(?<!\b(?:on|at|the|to) )\b(?:[A-Z][A-Z0-9_]{0,40}_)?PORT\b/g;
const FOREIGN =
  /DB|DATABASE|PG|POSTGRES|MYSQL|MARIA|MONGO|REDIS|SMTP|MAIL|AMQP|RABBIT|KAFKA|ES|ELASTIC|CACHE|GRPC|METRIC|PROM|DEBUG|TLS|HTTPS|SSL|SSH|TARGET|REMOTE|PROXY/;
/** What libraries put before the names of all variables: viper, envconfig, caarlos0/env, ozzo's env and figment. */
const PREFIX =
  /\b(?:SetEnvPrefix|with_prefix|prefixed|envconfig\.Process|env\.New)\(\s*"(\w{1,30}?)_?"|\bPrefix:\s*"([A-Z]\w{0,30}?)_?"/;
/** Options of programs: of Go's flags (with the form of their value), of argparse, commander and clap. */
const OPTION =
  /\b\w+\.(?:Int|Uint|String)(?:Var)?P?\(\s*(?:&[\w.]+,\s*)?"((?:http-?|server-?|listen-?)?(?:port|addr|address|listen|bind))",\s*(?:"\w?",\s*)?"?([\w.]*:)?\d{2,5}(?![\d.])|["'`](?:-p,?[ |]*)?--((?:http-|listen-)?port)\b|#\[(?:clap|arg|structopt)\([^\]]{0,200}\blong\b[^\]]{0,200}\]\s*(?:pub(?:\(\w+\))? )?(port):/;

/**
 * Finds how the code may be told its port. Which port it opens then is seen by a try.
 *
 * @param told whether its framework or its start takes the port for sure
 */
export function findPort(sources: readonly SourceFile[], told: boolean): PortFinding {
  const none = { env: [], names: [] };
  if (told) return none;
  const all = sources.flatMap(({ text }) => text.match(NAME) ?? []);
  const [, one, two] = sources.map(({ text }) => PREFIX.exec(text)).find((found) => found !== null) ?? [];
  const stem = (one ?? two)?.toUpperCase();
  const own = all
    .filter((each) => !FOREIGN.test(each))
    .flatMap((each) => (stem && !each.startsWith(`${stem}_`) ? [`${stem}_${each}`, each] : [each]))
    // It has this one in any case.
    .filter((each) => each !== 'PORT');
  const [name, ...names] = [...new Set(own)].slice(0, 3);
  // It may be the name of a constant: the others are tried where it does not listen there.
  if (stem === undefined && all.includes('PORT')) return { env: [], names: [...new Set(own)].slice(0, 3) };
  for (const { path, text } of sources) {
    const [found, go, host, other, clap] = OPTION.exec(text) ?? [];
    if (found === undefined) continue;
    const option = go ?? other ?? clap;
    return {
      flag: ` --${option}=${host === undefined ? '' : ':'}$PORT`,
      env: [],
      why: `${path} has the option --${option}; is it the port of the service?`,
      names: [name, ...names].filter((each) => each !== undefined),
    };
  }
  return {
    env:
      name === undefined
        ? []
        : [{ name, value: '${PORT}', why: 'the code names it; is it the port of the service?' }],
    why: 'does the service listen on $PORT? If its port is fixed, write it here in its place.',
    names,
  };
}
