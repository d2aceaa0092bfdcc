import { parse } from 'yaml';
import tables from './tables.yml?text';
import type { ActionName } from './workflows/actions.ts';

type Texts<A extends string, B extends string = never> = Record<A, string> & Partial<Record<B, string>>;
type Install = 'in' | 'more' | 'text' | 'install' | 'prefix' | 'run' | 'cache' | 'get' | 'setup';
type Start = 'mark' | 'find' | 'path' | 'text' | 'likely' | 'build' | 'check';
type Starting = { needs?: string[]; env?: Record<string, string>; port?: true };
type Warn = 'in' | 'text' | 'unless' | 'language' | 'without' | 'key';
type Warning = { absent?: true; env?: true; spoils?: true; native?: boolean };
type Storing = { port: number; packages: string[] };
type At = Record<string, string>;
type SetupRow = Texts<never, 'key' | 'usual' | 'says'> & { uses: ActionName; from?: At; bounds?: At };
export type Installer = Texts<'language' | 'lock', Install> & { open?: true };
export type Starter = Texts<'title' | 'language' | 'start', Start> & Starting;
export type WarningRow = Texts<'says', Warn> & Warning;

/** The tables of `tables.yml`, which explains its keys. */
export const TABLES: {
  installers: Installer[];
  setups: Partial<Record<string, SetupRow>>;
  starters: Starter[];
  migrations: Texts<'path' | 'command', 'text' | 'language'>[];
  variables: Texts<'in' | 'text', 'set' | 'says'>[];
  stores: (Texts<'title' | 'image' | 'scheme' | 'service' | 'env' | 'spring'> & Storing)[];
  warnings: WarningRow[];
} = parse(tables, (key, value) => (/^(?:text|in)$/.test(String(key)) ? [value].flat().join('|') : value));
