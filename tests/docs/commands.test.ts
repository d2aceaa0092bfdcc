import { readdirSync, readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { describe, expect, it, vi } from 'vitest';
import { listSpans, PAGES } from './pages.ts';

const PROGRAM = /^(?:[A-Z][A-Z0-9_]*=\S+ )*(?:npx tailgate|tailgate|node \S*dist\/cli\.mjs)(?= |$)/;

/** Lists the command lines of a page, those of its shell blocks and those within its sentences. */
function listCommands(page: string): string[] {
  const blocks = [...page.matchAll(/^```(?:sh|bash)\n([\s\S]*?)^```/gm)];
  const lines = blocks.flatMap(([, text]) => text!.split('\n').map((line) => line.replace(/(^|\s)#.*$/, '')));
  return [...lines, ...listSpans(page)]
    .flatMap((line) => line.split(/\s(?:&&|\||2?>)\s/))
    .map((line) => line.trim());
}

function splitWords(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c!);
}

/** Takes the definition of the command line as it is, with commands that do nothing. */
async function readProgram() {
  const parse = Command.prototype.parseAsync;
  const program = await new Promise<Command>((resolve) => {
    vi.spyOn(Command.prototype, 'parseAsync').mockImplementation(async function (this: Command) {
      resolve(this);
      return this;
    });
    void import('../../src/cli.ts');
  });
  vi.restoreAllMocks();
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({ writeOut() {}, writeErr() {} });
  }
  for (const command of program.commands) command.action(() => {});
  return {
    names: program.commands.map((command) => command.name()),
    parse: (words: string[]) => parse.call(program, words, { from: 'user' }),
  };
}

const { names, parse } = await readProgram();
const all = PAGES.map((page) => ({ page, commands: listCommands(readFileSync(page, 'utf8')) }));
const own = all.flatMap(({ page, commands }) =>
  commands.filter((line) => PROGRAM.test(line)).map((line) => ({ page, line })),
);

describe('commands that the docs show', () => {
  it.each(own)('$page: $line', async ({ line }) => {
    const words = splitWords(line.replace(PROGRAM, ''));
    // Sentences name the program, or a command of it, without what it takes.
    if (words.length === 0 || (words.length === 1 && names.includes(words[0]!))) return;
    try {
      await parse(words);
    } catch (error) {
      // Help and version end with an error as well, whose exit code is 0.
      expect(error).toBeInstanceOf(CommanderError);
      expect((error as CommanderError).exitCode, (error as Error).message).toBe(0);
    }
  });

  it('are found, in blocks and in sentences', () => {
    expect(own.length).toBeGreaterThan(40);
    expect(own.map(({ line }) => line)).toContain('tailgate try');
  });

  it('would not pass with a mistake', async () => {
    await expect(parse(['run', '--bass', 'main'])).rejects.toThrow(CommanderError);
  });

  it('name scripts of package.json and examples that are there', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
    const folders = readdirSync('examples');
    const run = all.flatMap(({ commands }) => commands.filter((line) => line.startsWith('npm run ')));
    expect(run.length).toBeGreaterThan(5);
    for (const line of run) {
      const [, , script, , name] = splitWords(line);
      expect(Object.keys(scripts), line).toContain(script);
      if (script === 'example' && /^[a-z]/.test(name ?? '')) expect(folders, line).toContain(name);
    }
  });
});
